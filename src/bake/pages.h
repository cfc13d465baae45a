/* SPDX-License-Identifier: MIT */
/* Packed pictures as pages: PNG files or raw RGBA. */
#ifndef KB_BAKE_PAGES_H
#define KB_BAKE_PAGES_H

#include "bake/gather.h"
#include "bake/pack.h"
#include "bank/content.h"

/* items[i] is where cutout i was placed. A page is cut into bands of rows that are filtered and
 * compressed each on its own, on all processors; a band that holds the same pictures at the same
 * places as in an earlier export is taken from the cache without looking at a pixel. `pages`:
 * pack->n_pages of them; sets their size and data, a PNG file or w * h * 4 bytes, for a content to
 * free. */
gboolean kb_make_pages (KbGather *gather, const KbPackItem *items, const KbPack *pack, gboolean png,
                        KbBankPage *pages, const KbWatch *watch, double from, double to,
                        GError **error);

/* Appends a chunk of a PNG file. */
void kb_png_put_chunk (GByteArray *png, const char *type, const void *data, guint size);

#endif
