/* SPDX-License-Identifier: MIT */
/* The region of painted zones that is selected: all painting keeps to it, and its tool moves it. */
#ifndef KB_TOOLS_REGION_H
#define KB_TOOLS_REGION_H

#include "operations/paint/paint.h"
#include "tools/context.h"

/* Borrowed; NULL: nothing is selected, or what is painted has another size by now. */
const KbPixelSet *kb_region_set (const KbToolContext *context);
void kb_region_clear (KbToolContext *context);
/* To be told after the step of that label was undone, or done again: the region goes where its
 * pixels go. It remembers the last few moves. */
void kb_region_follow (KbToolContext *context, gboolean undone, const char *label);
void kb_region_select_all (KbToolContext *context);
/* The pixels of the zone that is painted with. */
void kb_region_select_zone (KbToolContext *context);
/* One step each: within the region's box; and with the zone, or to nothing. They do nothing without
 * a region. */
void kb_region_flip (KbToolContext *context, gboolean flip_x, gboolean flip_y);
void kb_region_paint (KbToolContext *context, gboolean erase);
/* Around its pixels, and what its tool is about to select. */
void kb_region_draw (KbToolContext *context, cairo_t *cr);

#endif
