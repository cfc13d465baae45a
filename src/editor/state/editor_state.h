/* SPDX-License-Identifier: MIT */
/* The state of a window: the document, the current asset with its frame, animation, class and zone,
 * and the tools. Panels hold the state and listen to "changed". They do not know each other.
 * Setters and edits gather flags; "changed" is emitted once per turn of the main loop, before
 * layout. For a new document it is emitted at once: ids of the old one are invalid. The state owns
 * document and tools. It remembers nodes by id, so getters return NULL for deleted ones. */
#ifndef KB_EDITOR_STATE_H
#define KB_EDITOR_STATE_H

#include <glib-object.h>

#include "document/values.h"
#include "tools/tools.h"

typedef enum {
  KB_CHANGE_DOCUMENT = 1 << 0,   /* another document, or none */
  KB_CHANGE_SPRITE = 1 << 1,     /* another current asset: sprite, mask, track or level */
  KB_CHANGE_FRAME = 1 << 2,      /* another current frame, or other selected frames */
  KB_CHANGE_ANIMATION = 1 << 3,  /* another current animation */
  KB_CHANGE_SELECTION = 1 << 4,  /* other selected shapes and points */
  /* Another tool, class or zone, or painting zones on frames began or ended */
  KB_CHANGE_TOOL = 1 << 5,
  KB_CHANGE_VIEW = 1 << 6,       /* onion skin, labels, zoom */
  KB_CHANGE_POINTER = 1 << 7,    /* the pixel under the pointer */
  KB_CHANGE_PLAYBACK = 1 << 8,   /* started or stopped, or another frame is shown */
  KB_CHANGE_VALUES = 1 << 9,     /* fields of nodes were set */
  KB_CHANGE_LISTS = 1 << 10,     /* nodes were added, deleted or moved */
  KB_CHANGE_STEP = 1 << 11,      /* undo and redo labels, is_modified */
  KB_CHANGE_PROBLEMS = 1 << 12,  /* the list of problems */
  KB_CHANGE_ALL = (1 << 13) - 1
} KbChange;

#define KB_TYPE_EDITOR_STATE (kb_editor_state_get_type ())
G_DECLARE_FINAL_TYPE (KbEditorState, kb_editor_state, KB, EDITOR_STATE, GObject)

/* Signals: "changed" (guint flags). "redraw": the canvas needs drawing. "grab-canvas": requests the
 * keyboard for the canvas.
 * "message" (const char *text): for the status line. "failure" (const char *text): for a toast.
 * "undoable" (const char *text): for a toast with Undo.
 * "work" (KbPaintWork *): painting that takes long. A handler takes it over.
 * "probed" (const KbVec *from, const KbVec *to): the tool traces that line, or none if NULL. */
KbEditorState *kb_editor_state_new (void);

/* For widgets: keeps the state alive as long as the owner, stores it in `field`, and connects
 * `changed` (state, flags, owner) unless that is NULL. */
void kb_editor_state_attach (KbEditorState *self, gpointer owner, KbEditorState **field,
                             GCallback changed);
/* Adds flags for "changed", emitted in the next turn of the main loop. */
void kb_editor_state_touch (KbEditorState *self, guint flags);
/* Emits "changed" now. */
void kb_editor_state_flush (KbEditorState *self);
void kb_editor_state_say (KbEditorState *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Whether a step was made, undone or redone since the user's last action. */
gboolean kb_editor_state_has_stepped (KbEditorState *self);
/* Looks for problems a moment later, in files too. */
void kb_editor_state_find_problems (KbEditorState *self);
/* Like say, in a toast with a button that undoes the step that was made just now. */
void kb_editor_state_offer_undo (KbEditorState *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void kb_editor_state_grab_canvas (KbEditorState *self);

KbDocument *kb_editor_state_get_document (KbEditorState *self);
/* Frees the old document, or NULL for none. */
void kb_editor_state_take_document (KbEditorState *self, KbDocument *document);

/* The current sprite, mask, track or level, or NULL when the project has none. */
KbNode *kb_editor_state_get_asset (KbEditorState *self);
void kb_editor_state_set_asset (KbEditorState *self, KbId asset);
KbMask *kb_editor_state_get_mask (KbEditorState *self);
KbTrack *kb_editor_state_get_track (KbEditorState *self);
KbLevel *kb_editor_state_get_level (KbEditorState *self);
/* Whether there is a frame, a mask, a track or a level to show. */
gboolean kb_editor_state_has_canvas (KbEditorState *self);
/* NULL while another asset is shown. */
KbSprite *kb_editor_state_get_sprite (KbEditorState *self);
void kb_editor_state_set_sprite (KbEditorState *self, KbId sprite);
KbFrame *kb_editor_state_get_frame (KbEditorState *self);
/* Its index in the sprite, or -1 without a frame. */
int kb_editor_state_get_frame_index (KbEditorState *self);
void kb_editor_state_set_frame (KbEditorState *self, KbId frame);
/* Steps by `by` frames in the sprite's order, wrapping at the ends. */
void kb_editor_state_step_frame (KbEditorState *self, int by);
/* The frames selected in the filmstrip, in the sprite's order, including the current one. */
const KbId *kb_editor_state_get_frames (KbEditorState *self, guint *n);
void kb_editor_state_set_frames (KbEditorState *self, const KbId *frames, guint n, KbId current);

KbAnimation *kb_editor_state_get_animation (KbEditorState *self);
void kb_editor_state_set_animation (KbEditorState *self, KbId animation);
/* The class that new shapes get, or NULL when the project has none. */
KbClass *kb_editor_state_get_class (KbEditorState *self);
void kb_editor_state_set_class (KbEditorState *self, KbId class_id);
/* Makes the class current and, as a step of its own, gives it to the selected shapes. */
void kb_editor_state_choose_class (KbEditorState *self, KbId class_id);

/* The band being painted by hand, or NULL while the road is painted. Choosing a zone returns to the
 * road. */
KbBand *kb_editor_state_get_band (KbEditorState *self);
void kb_editor_state_set_band (KbEditorState *self, KbId band);

/* Whether zones, not shapes and points, are edited on frames. Masks and tracks are always
 * painted. */
gboolean kb_editor_state_get_paints_frames (KbEditorState *self);
void kb_editor_state_set_paints_frames (KbEditorState *self, gboolean paints);
/* The mask, track, band or frame being painted, else NULL. */
KbNode *kb_editor_state_get_painted (KbEditorState *self);
/* The current zone, or NULL without zones. */
KbZone *kb_editor_state_get_zone (KbEditorState *self);
void kb_editor_state_set_zone (KbEditorState *self, KbId zone);

/* The tools' selection, view, pointer and options may be read directly. After changing the view or
 * an option, call kb_editor_state_touch. */
KbToolContext *kb_editor_state_get_tools (KbEditorState *self);
void kb_editor_state_choose_tool (KbEditorState *self, const KbTool *tool);
/* Selects a tool for the user: on levels together with a layer that it applies to. See
 * kb_tools_take. */
void kb_editor_state_take_tool (KbEditorState *self, const KbTool *tool);
/* The active tile layer, maze, ground or heightmap of the level. Returns NULL if its walls, areas
 * and entities are active. */
KbNode *kb_editor_state_get_layer (KbEditorState *self);
/* Also selects a fitting tool. A `layer` of 0 chooses walls, areas and entities. */
void kb_editor_state_choose_layer (KbEditorState *self, KbId layer);
/* The frame's own id represents its hot spot. */
const KbId *kb_editor_state_get_selection (KbEditorState *self, guint *n);
/* Selects only this node, or 0 for nothing. */
void kb_editor_state_select (KbEditorState *self, KbId node);
/* Makes the node's asset, frame and layer current, and scrolls to it if it is out of sight. */
void kb_editor_state_show (KbEditorState *self, KbNode *node);
/* The same, and selects it if it can be selected, with a tool for it. */
void kb_editor_state_reveal (KbEditorState *self, KbId node);

typedef struct { gboolean on; int before, after; } KbOnion;
KbOnion kb_editor_state_get_onion (KbEditorState *self);
void kb_editor_state_set_onion (KbEditorState *self, KbOnion onion);
/* Whether everything is labelled: on levels, or on frames, where only hovered and selected shapes
 * and points are labelled otherwise. */
gboolean kb_editor_state_get_labels (KbEditorState *self);
void kb_editor_state_set_labels (KbEditorState *self, gboolean labels);

/* Remembers the frame and what is selected on it, before a step that changes other frames. Undoing
 * that step goes back there: kb_editor_state_go_back returns FALSE if the step that was just undone
 * is not that one. */
void kb_editor_state_remember (KbEditorState *self);
gboolean kb_editor_state_go_back (KbEditorState *self);

/* Playback: the frame shown instead of the current one, or 0 when stopped. */
KbId kb_editor_state_get_shown_frame (KbEditorState *self);
gboolean kb_editor_state_is_playing (KbEditorState *self);
void kb_editor_state_set_playback (KbEditorState *self, gboolean playing, KbId shown);
/* Stops playback on the frame shown. FALSE when that was the current one already. */
gboolean kb_editor_state_pause (KbEditorState *self);

typedef enum { KB_DRAG_BEGINS, KB_DRAG_MOVES, KB_DRAG_ENDS } KbDragPhase;

/* What is proposed for frames, over them. */
typedef struct {
  /* Draws it instead of the frame's own shapes. Returns FALSE when there is nothing for the frame.
   * A NULL `cr` only asks. */
  gboolean (*draw) (gpointer data, cairo_t *cr, KbId frame, const KbView *view,
                    const KbStyle *style);
  /* A drag with the first button. `at` is in canvas pixels. */
  void (*drag) (gpointer data, KbDragPhase phase, const KbView *view, KbVec at);
} KbOverlay;
/* NULL removes the overlay. */
void kb_editor_state_set_overlay (KbEditorState *self, const KbOverlay *overlay, gpointer data);
void kb_editor_state_drag_overlay (KbEditorState *self, KbDragPhase phase, const KbView *view,
                                   KbVec at);
/* Whether a proposal waits for an answer: the canvas is read-only until then. */
gboolean kb_editor_state_is_proposing (KbEditorState *self);
gboolean kb_editor_state_draw_overlay (KbEditorState *self, cairo_t *cr, KbId frame,
                                       const KbView *view, const KbStyle *style);

/* Picking: the next click on the canvas chooses what a value refers to, or its point, for all these
 * nodes (KbId). Another level may be shown before the click. state_pick.c */
void kb_editor_state_begin_pick (KbEditorState *self, const GArray *nodes, const char *key,
                                 KbValueType type);
gboolean kb_editor_state_is_picking (KbEditorState *self);
/* A click at these canvas pixels. */
void kb_editor_state_pick_at (KbEditorState *self, KbVec canvas);
/* FALSE: nothing was to be picked. */
gboolean kb_editor_state_cancel_pick (KbEditorState *self);
/* Makes the key's value refer to the target, or to nothing if that is 0. */
void kb_editor_state_set_target (KbEditorState *self, const GArray *nodes, const char *key,
                                 KbId target);

/* Array of KbProblem *, without those of what has not been started yet. Updated some time after the
 * last step. It belongs to the state. */
const GPtrArray *kb_editor_state_get_problems (KbEditorState *self);

/* Edits of the document, which must exist. Errors are shown. Setting a field takes the value and is
 * a step of its own, unless one has begun. */
gboolean kb_editor_state_set_field (KbEditorState *self, KbId node, const char *field,
                                    json_t *value);
/* As a step with this name. If it `merges`, consecutive ones are one step. */
gboolean kb_editor_state_set_in_step (KbEditorState *self, const char *step, gboolean merges,
                                      KbId node, const char *field, json_t *value);
gboolean kb_editor_state_remove_node (KbEditorState *self, KbId node);

/* Shows an error in the status line and as a toast, then frees it. */
void kb_editor_state_take_error (KbEditorState *self, GError *error);
/* The same for the error of something that was not done, if so. Returns `done`. */
gboolean kb_editor_state_report (KbEditorState *self, gboolean done, GError **error);
/* The same, after it has ended the step if `done`, else cancelled it. */
gboolean kb_editor_state_finish (KbEditorState *self, gboolean done, GError **error);

#endif
