/* SPDX-License-Identifier: MIT */
/* What the window is looking at: the document, the current asset (a sprite, a mask, a track or a
 * level), the sprite's frame and animation, class and zone, the tools with their selection. Every
 * panel holds the state and listens to "changed"; no panel knows another.
 *
 * Flow: a panel calls a setter or edits the document -> flags gather -> one "changed" per turn of
 * the main loop, before the next layout. Only a change of document is told at once, because ids of
 * the old one mean nothing in the new one. Ownership: the state owns the document and the tools (a
 * KbToolContext), and is their host. Everything is remembered by id; getters answer NULL for what
 * is gone. */
#ifndef KB_EDITOR_STATE_H
#define KB_EDITOR_STATE_H

#include <glib-object.h>

#include "tools/tools.h"

typedef enum {
  KB_CHANGE_DOCUMENT = 1 << 0,   /* another document, or none */
  KB_CHANGE_SPRITE = 1 << 1,     /* another current asset: sprite, mask, track or level */
  KB_CHANGE_FRAME = 1 << 2,      /* another current frame, or other selected frames */
  KB_CHANGE_ANIMATION = 1 << 3,  /* another current animation */
  KB_CHANGE_SELECTION = 1 << 4,  /* other selected shapes and points */
  /* Another tool, class or zone; zones are painted on frames, or no longer */
  KB_CHANGE_TOOL = 1 << 5,
  KB_CHANGE_VIEW = 1 << 6,       /* onion skin, labels, zoom */
  KB_CHANGE_POINTER = 1 << 7,    /* the pixel under the pointer */
  KB_CHANGE_PLAYBACK = 1 << 8,   /* playing or not; the frame that playback shows */
  KB_CHANGE_VALUES = 1 << 9,     /* fields of nodes were set */
  KB_CHANGE_LISTS = 1 << 10,     /* nodes came, went or moved */
  KB_CHANGE_STEP = 1 << 11,      /* undo and redo labels, is_modified */
  KB_CHANGE_PROBLEMS = 1 << 12,  /* the list of problems */
  KB_CHANGE_ALL = (1 << 13) - 1
} KbChange;

#define KB_TYPE_EDITOR_STATE (kb_editor_state_get_type ())
G_DECLARE_FINAL_TYPE (KbEditorState, kb_editor_state, KB, EDITOR_STATE, GObject)

/* Signals: "changed" (guint flags); "message" (const char *text), a sentence for the status line;
 * "failure" (const char *text), shown as a toast; "undoable" (const char *text), the same with an
 * Undo; "redraw", the canvas has to be drawn again; "grab-canvas", a wish that the canvas has the
 * keyboard; "work" (KbPaintWork *), painting that takes long and is taken. */
KbEditorState *kb_editor_state_new (void);

/* Tells that flags changed, at the next turn of the main loop. */
void kb_editor_state_touch (KbEditorState *self, guint flags);
/* Tells it now. */
void kb_editor_state_flush (KbEditorState *self);
void kb_editor_state_say (KbEditorState *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* As say, in a toast with a button that undoes the newest step. */
void kb_editor_state_offer_undo (KbEditorState *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void kb_editor_state_grab_canvas (KbEditorState *self);

KbDocument *kb_editor_state_get_document (KbEditorState *self);
/* Frees the old document; NULL for none. */
void kb_editor_state_take_document (KbEditorState *self, KbDocument *document);

/* The sprite, the mask, the track or the level that is shown; NULL when the project has none of
 * them. */
KbNode *kb_editor_state_get_asset (KbEditorState *self);
void kb_editor_state_set_asset (KbEditorState *self, KbId asset);
KbMask *kb_editor_state_get_mask (KbEditorState *self);
KbTrack *kb_editor_state_get_track (KbEditorState *self);
KbLevel *kb_editor_state_get_level (KbEditorState *self);
/* There is a frame, a mask, a track or a level to look at. */
gboolean kb_editor_state_has_canvas (KbEditorState *self);
/* NULL while another asset is shown. */
KbSprite *kb_editor_state_get_sprite (KbEditorState *self);
void kb_editor_state_set_sprite (KbEditorState *self, KbId sprite);
KbFrame *kb_editor_state_get_frame (KbEditorState *self);
/* Its place in the sprite; -1 when there is none. */
int kb_editor_state_get_frame_index (KbEditorState *self);
void kb_editor_state_set_frame (KbEditorState *self, KbId frame);
/* Steps by `by` frames in the sprite's order, around the ends. */
void kb_editor_state_step_frame (KbEditorState *self, int by);
/* The frames chosen in the filmstrip, in the sprite's order; the current one is among them. */
const KbId *kb_editor_state_get_frames (KbEditorState *self, guint *n);
void kb_editor_state_set_frames (KbEditorState *self, const KbId *frames, guint n, KbId current);

KbAnimation *kb_editor_state_get_animation (KbEditorState *self);
void kb_editor_state_set_animation (KbEditorState *self, KbId animation);
/* The class that new shapes get; NULL when the project has none. */
KbClass *kb_editor_state_get_class (KbEditorState *self);
void kb_editor_state_set_class (KbEditorState *self, KbId class_id);
/* The class becomes current, and that of the selected shapes, as a step of its own. */
void kb_editor_state_choose_class (KbEditorState *self, KbId class_id);

/* The band of the track that is painted by hand; NULL: the road is painted. Choosing a zone goes
 * back to the road. */
KbBand *kb_editor_state_get_band (KbEditorState *self);
void kb_editor_state_set_band (KbEditorState *self, KbId band);

/* On frames, zones are painted in place of shapes and points. Masks and tracks are always
 * painted. */
gboolean kb_editor_state_get_paints_frames (KbEditorState *self);
void kb_editor_state_set_paints_frames (KbEditorState *self, gboolean paints);
/* What is painted: the mask, the track or its band, or the frame while its zones are; NULL else. */
KbNode *kb_editor_state_get_painted (KbEditorState *self);
/* The zone that is painted with; NULL when there is none. */
KbZone *kb_editor_state_get_zone (KbEditorState *self);
void kb_editor_state_set_zone (KbEditorState *self, KbId zone);

/* Selection, view, pointer and options of the tools: read them there; a change of the view or an
 * option must be told with kb_editor_state_touch. */
KbToolContext *kb_editor_state_get_tools (KbEditorState *self);
void kb_editor_state_choose_tool (KbEditorState *self, const KbTool *tool);
/* The same as people ask for it: on levels with the layer that it works on; see kb_tools_take. */
void kb_editor_state_take_tool (KbEditorState *self, const KbTool *tool);
/* The tile layer, maze, ground or heightmap of the level that is worked on; NULL: its walls, areas
 * and entities are. */
KbNode *kb_editor_state_get_layer (KbEditorState *self);
/* With a tool that fits; 0: walls, areas and entities. */
void kb_editor_state_choose_layer (KbEditorState *self, KbId layer);
/* The frame's own id stands for its hot spot. */
const KbId *kb_editor_state_get_selection (KbEditorState *self, guint *n);
/* Only this node; 0 for nothing. */
void kb_editor_state_select (KbEditorState *self, KbId node);
/* Makes the node's sprite and frame current and selects it where it can be selected. */
void kb_editor_state_reveal (KbEditorState *self, KbId node);

typedef struct { gboolean on; int before, after; } KbOnion;
KbOnion kb_editor_state_get_onion (KbEditorState *self);
void kb_editor_state_set_onion (KbEditorState *self, KbOnion onion);
gboolean kb_editor_state_get_labels (KbEditorState *self);
void kb_editor_state_set_labels (KbEditorState *self, gboolean labels);

/* Playback: the frame shown instead of the current one, 0 when it is still. */
KbId kb_editor_state_get_shown_frame (KbEditorState *self);
gboolean kb_editor_state_is_playing (KbEditorState *self);
void kb_editor_state_set_playback (KbEditorState *self, gboolean playing, KbId shown);
/* Stops; the frame that is shown becomes the current one. FALSE when no other frame was shown. */
gboolean kb_editor_state_pause (KbEditorState *self);

/* Drawn over the frame that is shown, in its view: what is proposed for it, in place of what it
 * has. FALSE when there is nothing for the frame; a NULL `cr` only asks. A NULL overlay takes it
 * off. */
typedef gboolean (*KbOverlay) (gpointer data, cairo_t *cr, KbId frame, const KbView *view,
                               const KbStyle *style);
void kb_editor_state_set_overlay (KbEditorState *self, KbOverlay overlay, gpointer data);
/* Something is proposed and waits for an answer: the canvas only shows. */
gboolean kb_editor_state_is_proposing (KbEditorState *self);
gboolean kb_editor_state_draw_overlay (KbEditorState *self, cairo_t *cr, KbId frame,
                                       const KbView *view, const KbStyle *style);

/* Array of KbProblem *, some time after the last step; belongs to the state. */
const GPtrArray *kb_editor_state_get_problems (KbEditorState *self);

/* Shows an error in the status line and as a toast, then frees it. */
void kb_editor_state_take_error (KbEditorState *self, GError *error);

#endif
