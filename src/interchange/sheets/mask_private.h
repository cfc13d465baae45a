/* SPDX-License-Identifier: MIT */
/* Shared by the files that import painted pictures: colours, and records of imports. Items of the
 * arrays begin with their colour, 0xRRGGBB: KbMaskRule, KbMaskColour. */
#ifndef KB_INTERCHANGE_MASK_PRIVATE_H
#define KB_INTERCHANGE_MASK_PRIVATE_H

#include "interchange/sheets/mask.h"

/* --- mask_colours.c --------------------------------------------------------------------------- */

/* The index of the nearest colour, the first of equally near ones, or -1 if none is within the
 * tolerance. The distance is that in red, green and blue. */
gint kb_mask_nearest (const GArray *items, gint tolerance, guint32 rgb);

/* Adds a rule, which it steals. Returns its colour: another one if an earlier rule has it. */
guint32 kb_mask_add_rule (GArray *rules, KbMaskRule rule);

/* --- mask_record.c ---------------------------------------------------------------------------- */

/* The record of an import from a file, with a checksum for each block of what it painted. `format`:
 * the importer's name. `painted` may be NULL. */
json_t *kb_painted_record_new (const KbDocument *document, const char *path, const char *format,
                               const KbZones *painted);
/* A new painting: the imported one, but `now` in blocks that the file did not change since the
 * recorded import. All is imported if the sizes differ, or if `record` or `now` is NULL. Counts
 * blocks painted by hand. */
KbZones *kb_painted_merge (const json_t *record, const KbZones *now, KbZones *imported,
                           KbPaintedReport *report);

#endif
