/* SPDX-License-Identifier: MIT */
/* Finds the document's sprites for the tilesets of a level file. */
#ifndef KB_LEVEL_SPRITES_H
#define KB_LEVEL_SPRITES_H

#include "interchange/level_file.h"

/* For each tileset of the file, the sprite to update, or 0 for a new one; no sprite twice. First a
 * sprite from the same tileset of the same file, preferably with the same cut. Else one of its name
 * with its cut and one of its pictures, if it has only pictures of its own. A new array. Cost: near
 * linear; quadratic only in tilesets of one name. */

/* A sprite that is now cut differently stays unchanged while other levels list or show it; the
 * file's messages report that. `name`: the name for the only level; NULL: its own. */
KbId *kb_level_sprites_find (KbDocument *document, const KbLevelFile *file, const char *name);

/* Did it come from this tileset, with all files unchanged? Then its record is complete. */
gboolean kb_level_sprite_is_current (const KbSprite *sprite, const KbImport *import,
                                     const char *folder);

#endif
