/* SPDX-License-Identifier: MIT */
/* The samples of heightmaps. */
#ifndef KB_HEIGHTMAP_H
#define KB_HEIGHTMAP_H

#include "document/document.h"

/* The number of samples each way: of the painted ones, else of the picture. */
KbPixel kb_heightmap_size (const KbHeightmap *map);
/* The samples of a heightmap: painted, or the rectangle of its picture, which is read each time.
 * This may be called from any thread. Errors: KB_ERROR_INPUT for a picture that is missing, broken
 * or not grey, or a rectangle outside it. */
KbGrey *kb_document_heightmap_grey (const KbDocument *document, const KbHeightmap *map,
                                    GError **error);
/* Whether the samples of all heightmaps of a level can be read. If not, sets the first error. */
gboolean kb_document_read_heightmaps (const KbDocument *document, const KbLevel *level,
                                      GError **error);

#endif
