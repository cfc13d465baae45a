/* SPDX-License-Identifier: MIT */
/* What is missing on a frame as the frames beside it show: a class that both its neighbours in an
 * animation have. */
#ifndef KB_FILM_GAPS_H
#define KB_FILM_GAPS_H

#include "document/document.h"

/* KbId of a frame -> GArray of KbId, classes in the project's order, each once: the frames before
 * and after it in an animation have shapes of them, in one that loops also around its end, and the
 * frame itself has none. Only frames with such a gap are in it. One visit of each step and of its
 * frame's shapes; free with g_hash_table_unref. */
GHashTable *kb_film_gaps_new (const KbProject *project, const KbSprite *sprite);

#endif
