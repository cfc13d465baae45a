/* SPDX-License-Identifier: MIT */
/* Tilesets and layers of tiles of a file of levels into a document.
 *
 * Flow: kb_level_tiles_new makes or updates the sprites that the file's tilesets are,
 * kb_level_tiles_put the layers of one level. What a level remembers of its layers, in `given` of
 * its record: [{"name", "sha256"}, ...], by which it is known whether somebody changed them
 * since. */
#ifndef KB_LEVEL_TILES_H
#define KB_LEVEL_TILES_H

#include "interchange/level_file.h"

typedef struct KbLevelTiles KbLevelTiles;

/* Within the caller's step. `name`: of the only level; NULL: its own. `replaced`: see KbImport.
 * NULL and an error: cancel it. */
KbLevelTiles *kb_level_tiles_new (KbDocument *document, const KbLevelFile *file, const char *name,
                                  GHashTable *replaced, GError **error);
void kb_level_tiles_free (KbLevelTiles *tiles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLevelTiles, kb_level_tiles_free)
/* The sprite of the file's tileset, and one of its frames. */
const char *kb_level_tiles_sprite (const KbLevelTiles *tiles, guint tileset);
const KbFrame *kb_level_tiles_frame (const KbLevelTiles *tiles, guint tileset, guint index);
/* Adds the KbIds of the layers that kb_level_tiles_put is going to paint or remove. */
void kb_level_tiles_replaced (const KbLevel *level, const KbFileLevel *made, GHashTable *replaced);
/* The layers that `made` has; those of the level that the last import gave, and this one does not,
 * go where they are as they came. */
gboolean kb_level_tiles_put (const KbLevelTiles *tiles, const KbFileLevel *made, KbId level,
                             GError **error);

/* What to remember of the layers; NULL: there are none. */
json_t *kb_level_tiles_record (const KbLevel *level, const KbFileLevel *made);
/* A layer that would be replaced was made or changed by hand. Cost: all that is painted. */
gboolean kb_level_tiles_are_by_hand (const KbLevel *level, const KbFileLevel *made);

#endif
