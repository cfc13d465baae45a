/* SPDX-License-Identifier: MIT */
/* Puts the tilesets and tile layers of a level file into a document. kb_level_tiles_new makes or
 * updates the sprites of the file's tilesets; kb_level_tiles_put makes the layers of one level. The
 * level's record has its layers in `given`: [{"name", "sha256"}, ...], which shows whether somebody
 * changed them since. */
#ifndef KB_LEVEL_TILES_H
#define KB_LEVEL_TILES_H

#include "interchange/level_file.h"

typedef struct KbLevelTiles KbLevelTiles;

/* Within the caller's step. `name`: of the only level; NULL: its own. `replaced`: see KbImport.
 * NULL and an error: cancel the step. */
KbLevelTiles *kb_level_tiles_new (KbDocument *document, const KbLevelFile *file, const char *name,
                                  GHashTable *replaced, GError **error);
void kb_level_tiles_free (KbLevelTiles *tiles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLevelTiles, kb_level_tiles_free)
/* The sprite of the file's tileset, and one of its frames. */
const char *kb_level_tiles_sprite (const KbLevelTiles *tiles, guint tileset);
const KbFrame *kb_level_tiles_frame (const KbLevelTiles *tiles, guint tileset, guint index);
/* Adds the KbIds of the layers that kb_level_tiles_put will paint or remove. */
void kb_level_tiles_replaced (const KbLevel *level, const KbFileLevel *made, GHashTable *replaced);
/* Makes the layers of `made`. Removes unchanged layers of the last import that are no longer in the
 * file. */
gboolean kb_level_tiles_put (const KbLevelTiles *tiles, const KbFileLevel *made, KbId level,
                             GError **error);

/* The record of the layers, or NULL without layers. */
json_t *kb_level_tiles_record (const KbLevel *level, const KbFileLevel *made);
/* Was a layer that would be replaced made or changed by hand? Cost: all painted cells. */
gboolean kb_level_tiles_are_by_hand (const KbLevel *level, const KbFileLevel *made);

#endif
