/* SPDX-License-Identifier: MIT */
/* What a level remembers of its import: the file, the map in it, and what it gave.
 *
 *   {"format": "wad", "files": ["../doom2.wad"], "map": "MAP01", "sources": [{"file", "sha256"}],
 *    "given": {"walls": {"n": 320, "sha256": "..."}, ..., "layers": see level_tiles.h}}
 *
 * `given` is the first n items of a list, as the file decides them, by a checksum: so it is known
 * whether somebody changed them, and what was added behind them is theirs. */
#ifndef KB_LEVEL_RECORD_H
#define KB_LEVEL_RECORD_H

#include "interchange/level_file.h"

/* After the import; `counts`: of walls, areas and entities, how many the file gave, 0 where the
 * level kept its own. */
json_t *kb_level_record_new (const KbDocument *document, const KbLevelFile *file,
                             const KbFileLevel *made, const KbLevel *level, const guint counts[3]);
/* The list has items that an import did not give, in places where they would be replaced: those it
 * gave are changed, or fewer, or the list is of no import. Cost: the list. */
gboolean kb_level_record_is_by_hand (const KbLevel *level, const char *list);
/* How many of the list the next import replaces: what the last one gave where that is as it came,
 * else all. */
guint kb_level_record_kept (const KbLevel *level, const char *list);
/* The other file that the level was imported from: neither at this one's place nor of its bytes;
 * NULL: this one, or none. */
const char *kb_level_record_other_file (const KbDocument *document, const KbLevel *level,
                                        const KbLevelFile *file);

#endif
