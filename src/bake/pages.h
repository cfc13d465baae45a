/* SPDX-License-Identifier: MIT */
/* Packed pictures as pages: PNG files or raw RGBA. */
#ifndef KB_BAKE_PAGES_H
#define KB_BAKE_PAGES_H

#include "bake/gather.h"
#include "bake/pack.h"
#include "bank/content.h"

/* items[i] is the position of cutout i. A page is cut into bands of rows, filtered and compressed
 * separately on all processors. A band with the same pictures at the same positions as in an
 * earlier export comes from the cache, without reading a pixel. `pages`: pack->n_pages of them;
 * sets their size and data, a PNG file or w * h * 4 bytes, for a content to free. */
gboolean kb_make_pages (KbGather *gather, const KbPackItem *items, const KbPack *pack, gboolean png,
                        KbBankPage *pages, const KbWatch *watch, double from, double to,
                        GError **error);

/* Appends a chunk of a PNG file. */
void kb_png_put_chunk (GByteArray *png, const char *type, const void *data, guint size);

#endif
