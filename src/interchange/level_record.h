/* SPDX-License-Identifier: MIT */
/* The record of a level's import: the file, the map in it, and the imported items.
 *
 *   {"format": "wad", "files": ["../doom2.wad"], "map": "MAP01", "sources": [{"file", "sha256"}],
 *    "given": {"walls": {"n": 320, "sha256": "..."}, ..., "layers": see level_tiles.h}} */
/* `given` has the count and checksum of the first n items of a list. A changed checksum shows that
 * somebody changed them; items after them were added by hand. */
#ifndef KB_LEVEL_RECORD_H
#define KB_LEVEL_RECORD_H

#include "interchange/level_file.h"

/* After the import. `counts`: the numbers of walls, areas and entities from the file, 0 if the
 * level kept its own. */
json_t *kb_level_record_new (const KbDocument *document, const KbLevelFile *file,
                             const KbFileLevel *made, const KbLevel *level, const guint counts[3]);
/* Would an import replace items that it did not give? True if imported items changed or are
 * missing, or the list was never imported. Cost: the list. */
gboolean kb_level_record_is_by_hand (const KbLevel *level, const char *list);
/* How many items the next import replaces: the last import's if unchanged, else all. */
guint kb_level_record_kept (const KbLevel *level, const char *list);
/* The other file that the level was imported from, by path and content; NULL if it is this file or
 * there is none. */
const char *kb_level_record_other_file (const KbDocument *document, const KbLevel *level,
                                        const KbLevelFile *file);

#endif
