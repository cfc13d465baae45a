/* SPDX-License-Identifier: MIT */
/* A bank as a document, for drawing and checking. */
#ifndef KB_CLI_BANK_DOCUMENT_H
#define KB_CLI_BANK_DOCUMENT_H

#include "bank/content.h"
#include "document/document.h"

typedef struct {
  KbDocument *document;
  char *folder;      /* temporary; contains the pictures */
} KbBankDocument;

/* `bytes` is a valid binary bank and `path` its name in messages. `pages` is the folder with its
 * page files, or NULL if only masks, tracks and levels are needed. Close it in any case. */
gboolean kb_bank_document_open (KbBankDocument *unpacked, GBytes *bytes, const char *path,
                                const char *pages, GError **error);
void kb_bank_document_close (KbBankDocument *unpacked);

/* Puts the levels of a bank into a document. */

/* The document already has the classes and, with `sprites`, the sprites that entities show; else
 * these show nothing. Consecutive edges of areas become rings, and a level with a partition asks
 * for the same kind again. */
gboolean kb_bank_put_level (KbDocument *document, const KbBankContent *content,
                            const KbBankLevel *level, gboolean sprites, GError **error);

/* Puts the layers of a bank's level, except its walls, into a document. */

/* Adds "tilesets", "layers", "mazes", "grounds" and "heightmaps" to a level before it is inserted.
 * Without `sprites` there are no layers, and no heightmaps, whose pictures are added to the
 * document. Then kb_bank_paint_worlds paints the cells and makes tiles solid. The level must be the
 * document's last. */
gboolean kb_bank_add_worlds (KbDocument *document, json_t *level, const KbBankContent *content,
                             const KbBankLevel *from, gboolean sprites, GError **error);
gboolean kb_bank_paint_worlds (KbDocument *document, const KbBankContent *content,
                               const KbBankLevel *from, GError **error);

/* The grounds and heightmaps of a bank's level in the form a designer makes. */

/* The "grounds" of a level. A bank stores only the curve. If points and a kind of spline give the
 * very same bytes, the ground gets those; else as many straight pieces as approximate it. */
json_t *kb_bank_ground_json (const KbBankContent *content, const KbBankWorld *from);
/* The "heightmaps". The samples become a picture of the document, 16-bit grey. Returns NULL and an
 * error if it cannot be written. */
json_t *kb_bank_heightmap_json (KbDocument *document, const KbBankWorld *from, GError **error);

#endif
