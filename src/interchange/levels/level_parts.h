/* SPDX-License-Identifier: MIT */
/* What the importers of levels share. */
#ifndef KB_INTERCHANGE_LEVELS_LEVEL_PARTS_H
#define KB_INTERCHANGE_LEVELS_LEVEL_PARTS_H

#include "interchange/levels/level_file.h"

/* The record of a level's import: the file, the map in it, and the imported items.
 *
 *   {"format": "wad", "files": ["../doom2.wad"], "map": "MAP01", "solid": [],
 *    "sources": [{"file", "sha256"}],
 *    "given": {"walls": {"n": 320, "sha256": "..."}, ..., "layers": see below}} */
/* `given` has the count and checksum of the first n items of a list. A changed checksum shows that
 * somebody changed them; items after them were added by hand. */

/* After the import. `counts`: the numbers of walls, areas and entities from the file, 0 if the
 * level kept its own. */
json_t *kb_level_record_new (const KbDocument *document, const KbLevelFile *file,
                             const KbFileLevel *made, const KbLevel *level, const guint counts[3]);
/* Would an import replace items that it did not give? True if imported items changed or are
 * missing, or the list was never imported. Cost: the list. */
gboolean kb_level_record_is_by_hand (const KbLevel *level, const char *list);
/* How many items the next import replaces: the last import's if unchanged, else all. */
guint kb_level_record_kept (const KbLevel *level, const char *list);

/* Finds the document's sprites for the tilesets of a level file. */

/* For each tileset of the file, the sprite to update, or 0 for a new one; no sprite twice. First a
 * sprite from the same tileset of the same file, preferably with the same cut. Else one of its name
 * with its cut and one of its pictures, if it has only pictures of its own. A new array. Cost: near
 * linear; quadratic only in tilesets of one name. */

/* Puts the tilesets and tile layers of a level file into a document. kb_level_tiles_new makes or
 * updates the sprites of the file's tilesets; kb_level_tiles_put makes the layers of one level. The
 * level's record has its layers in `given`: [{"name", "sha256"}, ...], which shows whether somebody
 * changed them since. */

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

/* Makes or updates the groups that the layers of `made` are in, by name. */
gboolean kb_level_groups_put (KbDocument *document, const KbFileLevel *made, KbId level,
                              GError **error);
/* The same for image layers; each has a sprite of its own. Groups and tile layers must exist. */
gboolean kb_level_images_put (KbDocument *document, const KbFileLevel *made, KbId level,
                              GError **error);
/* Adds the fields of a look. The level must have the group. */
void kb_file_look_set (json_t *fields, const KbFileLevel *made, const KbLevel *level,
                       const KbLayerLook *look);
/* Sets the fields whose values differ. */
gboolean kb_file_fields_put (KbDocument *document, KbId id, const json_t *fields, GError **error);

/* The record of the layers, or NULL without layers. */
json_t *kb_level_tiles_record (const KbLevel *level, const KbFileLevel *made);
/* Was a layer that would be replaced made or changed by hand? Cost: all painted cells. */
gboolean kb_level_tiles_are_by_hand (const KbLevel *level, const KbFileLevel *made);

#endif
