/* SPDX-License-Identifier: MIT */
/* What the tools that paint zones share: the stroke under way, the zone that it paints, and its end
 * as one undo step.
 *
 * Flow: press -> kb_stroke_begin -> pixels through kb_stroke_ink, which the canvas shows at once ->
 * release -> kb_stroke_end, or kb_stroke_cancel. A tool that shows another figure at each motion
 * calls kb_stroke_again first. */
#ifndef KB_TOOLS_STROKE_H
#define KB_TOOLS_STROKE_H

#include "operations/paint/paint.h"
#include "tools/context.h"

/* FALSE, which is told as status, when there is nothing to paint on. */
gboolean kb_stroke_begin (KbToolContext *context);
/* Takes back what the stroke did so far, and goes on. FALSE: there is no stroke any more. */
gboolean kb_stroke_again (KbToolContext *context);
/* One step, with a first zone where there was none; a stroke that changed nothing leaves none. */
void kb_stroke_end (KbToolContext *context, const char *label);
/* The same of a change that was made elsewhere, on a mask, frame or road: TRUE when it is in. */
gboolean kb_stroke_put (KbToolContext *context, KbId id, KbZonesPatch *patch, const char *label);
/* Why nothing was painted: a region is selected. */
void kb_stroke_tell_region (KbToolContext *context);
/* Also when there is none. */
void kb_stroke_cancel (KbToolContext *context);

/* The zone that is painted with: the chosen one, or the first; NULL when there are none. */
KbZone *kb_stroke_zone (const KbToolContext *context);
/* Its value; that of the zone which is going to be made where there is none. */
guint8 kb_stroke_value (const KbToolContext *context);
/* 0xRRGGBBAA; of value 0 a light grey. */
guint32 kb_stroke_colour (const KbToolContext *context, guint8 value);

/* The box of what the stroke wrote since the last call; FALSE where nothing was, or no stroke is
 * under way. For who shows it; one such is enough. */
gboolean kb_stroke_take_dirty (KbToolContext *context, KbBox *box);

/* For the stroke under way, as the options say. */
KbInk kb_stroke_ink (const KbToolContext *context, guint8 value);
KbBrush kb_stroke_brush (const KbToolContext *context);

/* Adds a zone: the next free value, a colour that differs from the others'. 0 and an error where
 * there is no value left. Call it within a step. */
KbId kb_zone_add (KbDocument *document, KbNode *asset, const char *name, GError **error);
/* "zone 1", or the next that is free; a new string. */
char *kb_zone_free_name (const KbNode *asset);

#endif
