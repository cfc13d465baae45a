/* SPDX-License-Identifier: MIT */
/* Shared by the tools that paint zones: the current stroke, its zone, and its end as one undo step.
 *
 * Flow: press -> kb_stroke_begin -> pixels through kb_stroke_ink, shown at once -> release ->
 * kb_stroke_end, or kb_stroke_cancel. A tool that redraws its figure at each motion first calls
 * kb_stroke_again. */
#ifndef KB_TOOLS_STROKE_H
#define KB_TOOLS_STROKE_H

#include "operations/paint/paint.h"
#include "tools/context.h"

/* FALSE, reported, when there is nothing to paint on. */
gboolean kb_stroke_begin (KbToolContext *context);
/* One step, which adds the first zone if there was none. Unchanged pixels leave no step. */
void kb_stroke_end (KbToolContext *context, const char *label);
/* The same for a change made elsewhere, on a mask, frame or road. TRUE when applied. */
gboolean kb_stroke_put (KbToolContext *context, KbId id, KbZonesPatch *patch, const char *label);
/* Reports that a selected region kept the paint out. */
void kb_stroke_report_region (KbToolContext *context);
/* Also valid without a stroke. */
void kb_stroke_cancel (KbToolContext *context);

/* The current zone: the chosen one, or the first, or NULL when there are none. */
KbZone *kb_stroke_zone (const KbToolContext *context);
/* Its value; without zones, that of the zone to be added. */
guint8 kb_stroke_value (const KbToolContext *context);
/* 0xRRGGBBAA; light grey for value 0. */
guint32 kb_stroke_colour (const KbToolContext *context, guint8 value);

/* The box written by the stroke since the last call, or FALSE when nothing was, or without a
 * stroke. For a single caller, the view that shows the stroke. */
gboolean kb_stroke_take_dirty (KbToolContext *context, KbBox *box);

/* For the current stroke and options. */
KbInk kb_stroke_ink (const KbToolContext *context, guint8 value);
KbBrush kb_stroke_brush (const KbToolContext *context);

/* The list of the asset's zones, those of a track being its surfaces. */
const char *kb_zone_list_name (const KbNode *asset);

/* Adds a zone with the next free value and a distinct colour. 0 and an error when no value is free.
 * Requires an open step. */
KbId kb_zone_add (KbDocument *document, KbNode *asset, const char *name, GError **error);
/* "zone 1", or the next free name, as a new string. */
char *kb_zone_free_name (const KbNode *asset);

#endif
