/* SPDX-License-Identifier: MIT */
/* Which colour of a picture becomes which zone of a mask or surface of a track: a row a colour,
 * those that no zone has first. */
#ifndef KB_MASK_TABLE_H
#define KB_MASK_TABLE_H

#include <adwaita.h>

#include "interchange/mask.h"

#define KB_TYPE_MASK_TABLE (kb_mask_table_get_type ())
G_DECLARE_FINAL_TYPE (KbMaskTable, kb_mask_table, KB, MASK_TABLE, AdwBin)

/* Emits "changed" when a row says something else. */

/* Rows for the colours of an import with a table (borrowed for the call; NULL: none) and the zones
 * that there are already (KbZone; NULL: none). A colour that a zone has is that zone; others are
 * new zones where that leaves no more than a handful of them, else nothing. `track`: zones are
 * surfaces; new ones are off the road until somebody says else. */
void kb_mask_table_fill (KbMaskTable *self, const KbMaskImport *import, const GPtrArray *zones,
                         gboolean track);
/* What is still to be said before it can be made, as a sentence; a new string. NULL: nothing. */
char *kb_mask_table_fault (KbMaskTable *self);
/* What the rows say, for kb_mask_import_set_rules; zones that there are keep their colours. A new
 * array of KbMaskRule. */
GArray *kb_mask_table_rules (KbMaskTable *self);
/* What is shown of colour `i` of the import: 0xRRGGBBAA of its zone; 0: it is nothing. */
guint32 kb_mask_table_colour (KbMaskTable *self, guint i);
/* How many colours are nothing, and their pixels. */
guint kb_mask_table_n_nothing (KbMaskTable *self, guint64 *pixels);

#endif
