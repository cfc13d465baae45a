/* SPDX-License-Identifier: MIT */
/* The names on a level. */
#ifndef KB_LEVEL_NAMES_H
#define KB_LEVEL_NAMES_H

#include "drawing/level_marks.h"

/* Of areas that are large enough for one; of entities, unless there are more in sight than have
 * room. Where these are left out, look->parts with KB_LEVEL_KEY has a key of the classes in a
 * corner. */
void kb_draw_level_names (cairo_t *cr, const KbLevel *level, const KbView *view,
                          const KbLevelLook *look);

/* The classes of the level that are not hidden, in the order of the project. Cost: linear. Array of
 * KbId. */
GArray *kb_level_classes (const KbLevel *level, const KbLevelLook *look);

#endif
