/* SPDX-License-Identifier: MIT */
/* A table that maps a picture's colours to zones of a mask or surfaces of a track; colours without
 * a zone come first. */
#ifndef KB_MASK_TABLE_H
#define KB_MASK_TABLE_H

#include <adwaita.h>

#include "interchange/mask.h"

#define KB_TYPE_MASK_TABLE (kb_mask_table_get_type ())
G_DECLARE_FINAL_TYPE (KbMaskTable, kb_mask_table, KB, MASK_TABLE, AdwBin)

/* Emits "changed" when a row changes. */

/* Makes rows for the colours of an import (borrowed during the call; NULL: none), with the existing
 * zones (KbZone; NULL: none). A colour of an existing zone is that zone. Others become new zones,
 * or nothing if there are too many. `track`: zones are surfaces; new ones are off the road by
 * default. */
void kb_mask_table_fill (KbMaskTable *self, const KbMaskImport *import, const GPtrArray *zones,
                         gboolean track);
/* What the user still has to enter, as a sentence; a new string. NULL: nothing. */
char *kb_mask_table_fault (KbMaskTable *self);
/* The table as rules for kb_mask_import_set_rules; existing zones keep their colours. A new array
 * of KbMaskRule. */
GArray *kb_mask_table_rules (KbMaskTable *self);
/* The zone's colour for colour `i` of the import, 0xRRGGBBAA; 0 for nothing. */
guint32 kb_mask_table_colour (KbMaskTable *self, guint i);
/* The number of colours that become nothing, and of their pixels. */
guint kb_mask_table_n_nothing (KbMaskTable *self, guint64 *pixels);

#endif
