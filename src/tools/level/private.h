/* SPDX-License-Identifier: MIT */
/* Shared by the tools of levels. */
#ifndef KB_TOOLS_LEVEL_PRIVATE_H
#define KB_TOOLS_LEVEL_PRIVATE_H

#include "drawing/levels/level_marks.h"
#include "tools/context.h"
#include "tools/level/parts.h"

/* The active tile layer, maze, ground or heightmap of a level: context->shown.layer_id, one for all
 * of these kinds. */

/* What was active before another layer was chosen: a layer of the level, or 0; and the tool
 * used. */
typedef struct {
  KbId level, layer;
  const KbTool *tool;
} KbLayerBefore;

/* The level's list for nodes of that kind; NULL: not a layer kind. */
const KbList *kb_level_layer_list (const KbKind *kind);
/* Makes the layer active. On a change cancels a gesture, clears the selection, selects a tool that
 * fits and notifies the host. 0: no layer; walls, areas and entities are edited. */
void kb_tool_context_set_layer (KbToolContext *context, KbId layer_id);
/* The active layer if it is of that kind, else the front one of the kind; NULL: the level has none.
 * With `kind` NULL the active layer, whatever its kind. Do not keep the pointer. */
KbNode *kb_tool_context_layer (const KbToolContext *context, const KbKind *kind);

/* The layer must not change: it, or its class, is locked or hidden. */
gboolean kb_level_layer_is_locked (const KbToolContext *context, const KbNode *layer);
/* Whether the layer is locked or hidden; the status says so. The level stands for its walls, areas
 * and entities. */
gboolean kb_level_layer_refuses (KbToolContext *context, const KbNode *layer);

/* Copy and paste of parts of levels, with positions on the source level:
 * `{"kickbox_level": 1, "classes": {NAME: COLOUR}, "kinds": {NAME: KIND},
 * "parts": {"walls", "areas", "entities"}}`. Pasted text is not trusted.
 * Also helpers shared with clips of frames. */

#define KB_LEVEL_CLIP "kickbox_level"

/* clipboard.c. Parses a clip with that mark; NULL: it is none. */
json_t *kb_clip_parse (const char *text, const char *mark);
/* Frees the clip, as a new string. */
char *kb_clip_text (json_t *clip);
void kb_clip_add_class (json_t *classes, json_t *kinds, const KbToolContext *context,
                        KbId class_id);
/* Adds the item's class if the project has none of that name. */
gboolean kb_clip_add_missing_class (KbDocument *document, const json_t *clip, const json_t *item,
                                    GError **error);

/* Snaps the pointer on a level to ends, walls, angles and the grid, in this order. */

typedef struct {
  KbVec at;                /* a multiple of 1/256 */
  KbLevelSnapKind kind;
  KbId wall;               /* for KB_SNAPPED_WALL: the wall, or the area with this edge */
} KbLevelSnapped;

typedef struct {
  const KbVec *from;       /* Shift: steps of 15 degrees from here; NULL: any direction */
  const KbVec *others;     /* ends not yet in the document */
  guint n_others;
  GHashTable *moving;      /* set of positions whose lines are ignored, may be NULL */
} KbLevelSnapOptions;

/* `p`: pixels of the level. With Control, or snapping switched off, only rounds to 1/256. Stays
 * within the limits. */
KbLevelSnapped kb_level_snap_to (KbToolContext *context, KbVec p,
                                 const KbLevelSnapOptions *options);
/* In the nearest multiple of 15 degrees from `from`, about as far away as `p`. On the grid if one
 * of the nine grid positions around is within KB_LEVEL_ANGLE_OFF degrees of the direction. Level,
 * upright and 45 degrees are exact: off the grid, the length is a multiple of its step. Otherwise
 * on the line to 1/256. */
#define KB_LEVEL_ANGLE_OFF 1.0
KbVec kb_level_at_angle (const KbToolContext *context, KbVec from, KbVec p);

/* Dragging the selection on a level. The document changes only at the end; until then the moving
 * parts are drawn over the rest. */

typedef struct {
  gboolean active, moved, copying;
  gboolean step;             /* a step is open; the end closes it */
  KbVec pressed;             /* canvas pixels */
  KbVec from;                /* the press, in pixels of the level */
  KbVec held;                /* the part of the selection that snaps */
  KbLevelSnapped to;         /* its current position */
  GHashTable *moving;        /* set of positions */
  GArray *lines;             /* private: lines to draw */
  GArray *entities;          /* private */
} KbLevelDrag;

/* Starts dragging the selection, which contains `part`. */
void kb_level_drag_begin (KbToolContext *context, KbLevelDrag *drag, KbLevelPart part);
/* Shift: along one axis. Alt: moves copies, and the selection stays. */
void kb_level_drag_update (KbToolContext *context, KbLevelDrag *drag);
/* One undo step. An end that lands on a wall splits it. TRUE: something moved. */
gboolean kb_level_drag_end (KbToolContext *context, KbLevelDrag *drag);
void kb_level_drag_cancel (KbToolContext *context, KbLevelDrag *drag);
void kb_level_drag_draw (KbToolContext *context, const KbLevelDrag *drag, cairo_t *cr);

#endif
