/* SPDX-License-Identifier: MIT */
/* Which sprites of a document the tilesets of a file of levels are. */
#ifndef KB_LEVEL_SPRITES_H
#define KB_LEVEL_SPRITES_H

#include "interchange/level_file.h"

/* Of each tileset of the file the sprite that it brings up to date; 0: it is a new one. No two have
 * the same. It is one that came from the same tileset of the same file, the one with the same cut
 * first; or one of its name that has one of its pictures and its cut, of pictures of their own all
 * of them. One that is cut otherwise now stays as it is while other levels list it or show it,
 * which the file's messages tell. `name`: what the only level will be called; NULL: its own name. A
 * new array. Cost: near linear; quadratic only in tilesets of one name. */
KbId *kb_level_sprites_find (KbDocument *document, const KbLevelFile *file, const char *name);

/* It came from this tileset, and all files are as they were, so that its record tells all. */
gboolean kb_level_sprite_is_current (const KbSprite *sprite, const KbImport *import,
                                     const char *folder);

#endif
