/* SPDX-License-Identifier: MIT */
/* The names on a level. */
#ifndef KB_LEVEL_NAMES_H
#define KB_LEVEL_NAMES_H

#include "drawing/level_marks.h"

/* Names areas that are large enough, and entities unless there are too many in view. If some are
 * left out, look->parts with KB_LEVEL_KEY shows a legend of the classes in a corner. */
void kb_draw_level_names (cairo_t *cr, const KbLevel *level, const KbView *view,
                          const KbLevelLook *look);

/* The visible classes used on the level, in the project's order. Cost: linear. Array of KbId. */
GArray *kb_level_classes (const KbLevel *level, const KbLevelLook *look);

#endif
