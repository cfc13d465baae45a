/* SPDX-License-Identifier: MIT */
/* Marks of the paint tools over the canvas, and the zone under the pointer. */
#ifndef KB_TOOLS_PAINT_MARKS_H
#define KB_TOOLS_PAINT_MARKS_H

#include "operations/paint/paint.h"
#include "tools/context.h"
#include "tools/tools.h"

/* Strokes the current path of `cr` as a thin dark line under a coloured one, both sharp. */
void kb_paint_stroke_path (const KbToolContext *context, cairo_t *cr, guint32 colour);
/* Strokes it as a dashed line, black on white, and undoes a cairo_save. */
void kb_paint_stroke_dashed (cairo_t *cr);
/* The outline of a dab at (x, y), at true size. */
void kb_paint_draw_brush (KbToolContext *context, cairo_t *cr, gint x, gint y, guint32 colour);

/* The value under the pointer; 0 outside. */
guint8 kb_paint_value_at (const KbToolContext *context, gint x, gint y);
/* Makes the zone under the pointer the current one and reports it. Always FALSE: no gesture
 * begins. */
gboolean kb_paint_pick (KbToolContext *context);

/* The selected region of painted zones: painting is limited to it, and its tool moves it. */

/* Borrowed; NULL: nothing is selected, or the painted picture has changed its size. */
const KbPixelSet *kb_region_set (const KbToolContext *context);
void kb_region_clear (KbToolContext *context);
/* Call after the step with that label was undone or redone: the region follows its pixels. Only the
 * last few moves are remembered. */
void kb_region_follow (KbToolContext *context, gboolean undone, const char *label);
void kb_region_select_all (KbToolContext *context);
/* The pixels of the current zone. */
void kb_region_select_zone (KbToolContext *context);
/* Takes the set: it is added with Shift, removed with Ctrl or Alt, else the new region. */
void kb_region_join (KbToolContext *context, KbPixelSet *set, guint modifiers);
/* Its place and size for people, as a new string, or NULL without a region. */
char *kb_region_describe (const KbToolContext *context);
/* One step each, or nothing without a region. Flips inside the region's box; paints it with the
 * zone or erases it. */
void kb_region_flip (KbToolContext *context, gboolean flip_x, gboolean flip_y);
void kb_region_paint (KbToolContext *context, gboolean erase);
/* Keeps the region's pixels for pasting, with the names of their zones; cutting is one step. FALSE:
 * nothing is selected. */
gboolean kb_region_copy (KbToolContext *context, gboolean cuts);
/* Puts them at the pointer, else at their old place, and selects them, as one step. Zones go by
 * their names; missing ones are added. FALSE: nothing was copied, or only for bands. */
gboolean kb_region_paste (KbToolContext *context);
void kb_region_clip_free (struct KbRegionClip *clip);
/* Its outline, and the pending selection of its tool. */
void kb_region_draw (KbToolContext *context, cairo_t *cr);

#endif
