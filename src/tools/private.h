/* SPDX-License-Identifier: MIT */
/* Shared by the tools. */
#ifndef KB_TOOLS_PRIVATE_H
#define KB_TOOLS_PRIVATE_H

#include "tools/selection.h"
#include "tools/tools.h"

/* Shared by the mouse and the keyboard's cursor: tools.c, keyboard.c. */

/* Whether there is anything to edit. */
gboolean kb_tools_is_shown (const KbToolContext *context);
/* Like kb_tools_press and so on, for mouse and keyboard alike. */
gboolean kb_tools_press_at (KbToolContext *context, const KbPointerEvent *event);
void kb_tools_motion_at (KbToolContext *context, const KbPointerEvent *event);
void kb_tools_release_at (KbToolContext *context, const KbPointerEvent *event);

/* The tools' descriptors, one file each. */

extern const KbTool kb_select_tool, kb_hand_tool, kb_hot_spot_tool, kb_action_point_tool,
  kb_box_tool, kb_circle_tool, kb_oriented_box_tool, kb_capsule_tool, kb_polygon_tool,
  kb_trace_tool, kb_heights_tool;
/* For painted zones: paint/ */
extern const KbTool kb_region_tool, kb_wand_tool, kb_brush_tool, kb_eraser_tool, kb_paint_line_tool,
  kb_paint_box_tool, kb_paint_ellipse_tool, kb_area_tool, kb_fill_tool, kb_pick_tool;
/* For levels: level/ */
extern const KbTool kb_level_select_tool, kb_wall_tool, kb_split_tool, kb_level_area_tool,
  kb_entity_tool, kb_probe_tool, kb_maze_tool, kb_ground_tool, kb_profile_tool,
  kb_image_tool;
/* For heightmaps: level/sculpt_heights.c */
extern const KbTool kb_raise_tool, kb_lower_tool, kb_smooth_tool, kb_flatten_tool, kb_noise_tool,
  kb_erode_tool, kb_ramp_tool;
/* For tile layers of levels: tiles/ */
extern const KbTool kb_tile_select_tool, kb_stamp_tool, kb_tile_eraser_tool, kb_tile_box_tool,
  kb_tile_fill_tool, kb_tile_pick_tool, kb_tile_height_tool;
/* For tracks: track/ */
extern const KbTool kb_track_select_tool, kb_curve_tool, kb_gate_tool;

/* Shared by selection.c, selection_edits.c, subjects.c, clipboard.c and subjects.c. */

/* The members that may be changed; reports when there are none. Array of KbId. */
GArray *kb_selection_free_members (const KbToolContext *context);
/* Begins a step with the label "Delete %s", with the kind of the only member, or with the counts.
 * `merge`: it merges with one of the same label before it. */
void kb_selection_begin (KbToolContext *context, const char *one, gboolean merge);
/* Replaces the whole selection at once. Either may be NULL or the current array. */
void kb_selection_replace (KbToolContext *context, const GArray *ids, const GArray *places);
/* Commands of selection.h for parts of any kind. */
void kb_parts_nudge (KbToolContext *context, gint dx, gint dy, gboolean far);
void kb_parts_delete (KbToolContext *context);

GArray *kb_frame_members (KbToolContext *context, KbId class_id);
void kb_frame_selection_step (KbToolContext *context, gint by);
void kb_frame_selection_mirror (KbToolContext *context, gboolean vertical_line);
void kb_frame_selection_duplicate (KbToolContext *context, gint dx, gint dy);
void kb_frame_selection_give_class (KbToolContext *context, KbId class_id);
char *kb_frame_selection_copy (const KbToolContext *context);
gboolean kb_frame_selection_paste (KbToolContext *context, const char *text, GError **error);

/* Ends the step; on failure cancels it and reports the error, which is freed. */
void kb_selection_finish (KbToolContext *context, gboolean done, GError *error);
/* The same for a step that made a node, which is then selected. FALSE: `made` is 0, it failed. */
gboolean kb_selection_finish_new (KbToolContext *context, KbId made, GError *error);

/* Moving the selection, or one handle of a shape: the part of a drag common to several tools. The
 * first change opens the step, so that a click leaves no trace in the history. */

/* Whether the pointer is as far from a canvas position as no click goes. */
gboolean kb_pointer_left (const KbToolPointer *pointer, KbVec canvas);

typedef struct {
  gboolean active;
  gboolean started;        /* moved far enough not to be a click */
  gboolean in_step;        /* a step is open; end or cancel closes it */
  KbVec from_canvas, from; /* where it began; picture pixels */
  int handle;              /* -1: moves everything selected */
  KbVec grip;              /* from the handle to the pressed position */
  KbVec moved;             /* how far everything has moved */
  GArray *starts;          /* private */
  KbGeometry refused;      /* the geometry at the pointer when it is invalid; n == 0: none */
} KbTransform;

/* The handle of the only selected shape at a canvas position; -1: none. Not for locked classes. */
int kb_transform_handle_at (const KbToolContext *context, KbVec canvas, double reach);
/* While shapes are drawn: the next one often begins in the pixel next to a handle. */
#define KB_DRAWING_REACH 4.0
const char *kb_transform_cursor (const KbToolContext *context, int handle);

void kb_transform_begin (KbToolContext *context, KbTransform *transform, int handle);
void kb_transform_update (KbToolContext *context, KbTransform *transform);
/* TRUE when it had moved. */
gboolean kb_transform_end (KbToolContext *context, KbTransform *transform);
void kb_transform_cancel (KbToolContext *context, KbTransform *transform);
/* The refused outline, and the numbers at the pointer. */
void kb_transform_draw (KbToolContext *context, const KbTransform *transform, cairo_t *cr);

/* Drawing point by point, at whose end the document changes: shared by polygon, wall, ground and
 * curve. The first member of the tool's state. */
typedef struct {
  guint n;                 /* points so far */
  gboolean held;           /* the last one still follows the pointer, so keys do nothing */
} KbDraft;

/* For descriptors: Enter ends the draft, Backspace removes its last point. A draft of at least the
 * tool's draft_min is kept where the tool changes. */
gboolean kb_draft_key (KbToolContext *context, KbKey key, guint modifiers);
void kb_draft_commit (KbToolContext *context);
gboolean kb_draft_busy (const KbToolContext *context);
char *kb_draft_speak (const KbToolContext *context);   /* "3 points" */
/* Whether a press closes the draft: the pointer is at its first point. */
gboolean kb_draft_closes (const KbToolContext *context, KbVec first);

/* Drawing a new shape with one drag: shared by box, circle, oriented box and capsule. The tool has
 * a make_shape. A press on a handle of the selected shape drags the handle instead, so that a shape
 * can be corrected at once. */

/* The state of these tools. */
typedef struct {
  KbTransform transform;
  gboolean active, dragged;
  KbVec from, from_canvas;
  KbGeometry preview;
} KbCreate;

gboolean kb_create_press (KbToolContext *context, const KbPointerEvent *event);
void kb_create_motion (KbToolContext *context, const KbPointerEvent *event);
void kb_create_release (KbToolContext *context, const KbPointerEvent *event);
void kb_create_cancel (KbToolContext *context);
const char *kb_create_cursor (const KbToolContext *context);
void kb_create_draw (KbToolContext *context, cairo_t *cr);

/* Inserts a shape of the current class in one step (with the class, if the project has none) and
 * selects it. When refused, reports why and returns 0. */
KbId kb_create_insert (KbToolContext *context, const KbGeometry *geometry);
/* Inserts several in one step with that label and selects them. FALSE when one was refused: then
 * none is inserted. */
gboolean kb_create_insert_all (KbToolContext *context, const char *label,
                               const KbGeometry *geometries, guint n);
/* The colour of the next shape. */
guint32 kb_create_colour (const KbToolContext *context);

#endif
