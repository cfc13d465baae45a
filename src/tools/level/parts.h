/* SPDX-License-Identifier: MIT */
/* What of a level is where on the canvas, and the marks of what is selected there. */
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
  KbId id;               /* of an end: the wall or area that ends there */
  KbVec at;              /* where it was met, on the grid of 1/256; an end's own place */
} KbLevelPart;

/* 0: it has none. */
KbId kb_level_class_of (const KbNode *node);
/* Whether a wall, area or entity can be picked: hidden and locked classes cannot. */
gboolean kb_level_can_pick (const KbToolContext *context, KbId id);
/* What a press there is for: an entity, an end, a wall, an area; of equals the nearest. */
KbLevelPart kb_level_part_at (KbToolContext *context, KbVec canvas);
/* All entities, walls and areas there, topmost first. Array of KbId. */
GArray *kb_level_things_at (KbToolContext *context, KbVec canvas);

/* Of kb_selection_has, in constant time. */
gboolean kb_level_is_selected (KbToolContext *context, KbId id);
gboolean kb_level_place_is_selected (const KbToolContext *context, KbVec place);

/* The marks of what is selected and of what is hovered. */
void kb_level_draw (KbToolContext *context, cairo_t *cr);

#endif
