/* SPDX-License-Identifier: MIT */
/* The selected region of painted zones: painting is limited to it, and its tool moves it. */
#ifndef KB_TOOLS_REGION_H
#define KB_TOOLS_REGION_H

#include "operations/paint/paint.h"
#include "tools/context.h"

/* Borrowed; NULL: nothing is selected, or the painted picture has changed its size. */
const KbPixelSet *kb_region_set (const KbToolContext *context);
void kb_region_clear (KbToolContext *context);
/* Call after the step with that label was undone or redone: the region follows its pixels. Only the
 * last few moves are remembered. */
void kb_region_follow (KbToolContext *context, gboolean undone, const char *label);
void kb_region_select_all (KbToolContext *context);
/* The pixels of the current zone. */
void kb_region_select_zone (KbToolContext *context);
/* One step each; nothing without a region. Flips inside the region's box; paints it with the zone
 * or erases it. */
void kb_region_flip (KbToolContext *context, gboolean flip_x, gboolean flip_y);
void kb_region_paint (KbToolContext *context, gboolean erase);
/* Its outline, and the pending selection of its tool. */
void kb_region_draw (KbToolContext *context, cairo_t *cr);

#endif
