/* SPDX-License-Identifier: MIT */
/* Hit tests on a level, and the marks of its selection. */
#ifndef KB_TOOLS_LEVEL_PARTS_H
#define KB_TOOLS_LEVEL_PARTS_H

#include "tools/context.h"

#define KB_LEVEL_REACH 8.0    /* canvas pixels around ends, entities and walls */

typedef enum {
  KB_LEVEL_NOTHING,
  KB_LEVEL_AN_END,
  KB_LEVEL_AN_ENTITY,
  KB_LEVEL_A_WALL,
  KB_LEVEL_AN_AREA
} KbLevelPartType;

typedef struct {
  KbLevelPartType type;
  KbId id;               /* for an end: the wall or area that ends there */
  KbVec at;              /* the position hit, on the grid of 1/256; for an end its own position */
} KbLevelPart;

/* Whether a wall, area or entity can be selected: hidden and locked classes cannot. */
gboolean kb_level_can_pick (const KbToolContext *context, KbId id);
/* The target of a press there: an entity, an end, a wall, an area; the nearest of each. */
KbLevelPart kb_level_part_at (KbToolContext *context, KbVec canvas);
/* All entities, walls and areas there, topmost first. Array of KbId. */
GArray *kb_level_things_at (KbToolContext *context, KbVec canvas);

/* kb_selection_has in constant time. */
gboolean kb_level_is_selected (KbToolContext *context, KbId id);

/* Marks the selection and the hovered thing. */
void kb_level_draw (KbToolContext *context, cairo_t *cr);

#endif
