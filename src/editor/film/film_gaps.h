/* SPDX-License-Identifier: MIT */
/* Classes that a frame lacks although both its neighbours in an animation have them. */
#ifndef KB_FILM_GAPS_H
#define KB_FILM_GAPS_H

#include "document/document.h"

/* KbId of a frame -> GArray of KbId, the missing classes in the project's order, each once. A class
 * is missing if the previous and next frame of an animation have shapes of it and the frame has
 * none. Looping animations wrap. Only frames with gaps are listed. Visits each step and its frame's
 * shapes once. Free with g_hash_table_unref. */
GHashTable *kb_film_gaps_new (const KbProject *project, const KbSprite *sprite);

#endif
