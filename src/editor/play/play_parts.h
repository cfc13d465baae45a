/* SPDX-License-Identifier: MIT */
/* The parts of the playtest's window. */
#ifndef KB_EDITOR_PLAY_PLAY_PARTS_H
#define KB_EDITOR_PLAY_PLAY_PARTS_H

#include <gtk/gtk.h>

#include "document/document.h"
#include "drawing/scene/play.h"
#include "editor/canvas/prober.h"
#include "editor/play/play_run.h"
#include "editor/state/editor_state.h"
#include "editor/state/window.h"

/* Playtest: the project in a scene, as a game would use it, next to the editor during edits.
 *
 * Flow: kb_play_window_show -> a bank is baked in memory (play_bank.h) -> a scene for the current
 * asset (play_choice.h) runs on it (play_run.h). Each change of the document bakes another bank,
 * with which the run continues. */

/* Opens it with the current asset, or brings the open window to the front. */
void kb_play_window_show (KbWindow *window);
/* The same, and starts at the pointer's position on the editor's canvas. */
void kb_play_window_show_here (KbWindow *window);

/* Recordings as files. */

/* Shows and plays a scene: draws it, handles keys and pointer, and runs its clock. */

#define KB_TYPE_PLAY_CANVAS (kb_play_canvas_get_type ())
G_DECLARE_FINAL_TYPE (KbPlayCanvas, kb_play_canvas, KB, PLAY_CANVAS, GtkWidget)

/* Signals: "stepped", after one or more steps, and "key" (guint keyval) -> gboolean, for a key that
 * the scene does not use. The run is borrowed. */
KbPlayCanvas *kb_play_canvas_new (KbPlayRun *run);

/* Sets what to draw. Both are borrowed. A NULL bank: nothing. */
void kb_play_canvas_show (KbPlayCanvas *self, KbDocument *document, const kbx_bank *bank);
/* Call after the run was restarted or stepped from outside: fits the view again if it was
 * fitted. */
void kb_play_canvas_update (KbPlayCanvas *self);

void kb_play_canvas_set_hidden (KbPlayCanvas *self, guint32 layers);
/* Whether the view follows what moves, which it shows at a readable scale. */
void kb_play_canvas_set_follow (KbPlayCanvas *self, gboolean follow);
/* Shows the world around what moves (`follow`); or the whole world, or again the former. */
void kb_play_canvas_zoom_fit (KbPlayCanvas *self, gboolean follow);
void kb_play_canvas_zoom_steps (KbPlayCanvas *self, int steps);
/* The probe of the scene, owned by the canvas. */
KbProber *kb_play_canvas_prober (KbPlayCanvas *self);

/* The panel next to a scene: layers to show, keys, values, log. */

#define KB_PLAY_PANEL_WIDTH 300

typedef void (*KbPlayPanelChanged) (gpointer data);

/* Calls `changed` after a change of layers. kb_play_panel_hidden returns the hidden ones. */
GtkWidget *kb_play_panel_new (KbPlayPanelChanged changed, gpointer data);
void kb_play_panel_set_scene (GtkWidget *panel, const KbPlayScene *scene);
guint32 kb_play_panel_hidden (GtkWidget *panel);
/* The panel's height. In a low panel the log shrinks to a few lines, so that the rest need not
 * scroll. */
void kb_play_panel_set_height (GtkWidget *panel, int height);
/* Toggles the i-th layer in the list. */
void kb_play_panel_toggle (GtkWidget *panel, guint i);
/* Updates values and log. Cheap if they are unchanged. */
void kb_play_panel_update (GtkWidget *panel, const KbPlay *play);

/* Drop-downs for the scene and for each of its roles. */

typedef void (*KbPlayCastChanged) (gpointer data);

/* A drop-down of the scenes. Those that cannot be played show what they lack. Calls `changed` after
 * a choice, which kb_play_scenes_get returns. */
GtkWidget *kb_play_scenes_new (KbPlayCastChanged changed, gpointer data);
/* `now` NULL: none is selected. */
void kb_play_scenes_show (GtkWidget *scenes, const kbx_bank *bank, const KbPlayScene *now);
const KbPlayScene *kb_play_scenes_get (GtkWidget *scenes);

/* The roles of the run's scene. Calls `changed` after a choice. kb_play_cast_get returns the
 * cast. */
GtkWidget *kb_play_cast_new (KbPlayCastChanged changed, gpointer data);
void kb_play_cast_show (GtkWidget *cast, const kbx_bank *bank, const KbPlayRun *run);
/* Gets a name for each role, valid until the next kb_play_cast_show. */
void kb_play_cast_get (GtkWidget *cast, const char *names[KB_PLAY_MOST_ROLES]);

/* Each frame of one fighter's animation against each of the other's, as a matrix with the phases of
 * both. */

/* `chosen` is called to show both fighters at these steps of their animations. */
GtkWidget *kb_play_fight_new (void (*chosen) (guint row, guint column, gpointer data),
                              gpointer data);
/* Updates the matrix from the run, or hides it for other scenes. Cost: some microseconds a cell, if
 * anything has moved. */
void kb_play_fight_update (GtkWidget *fight, const KbPlay *play, const kbx_bank *bank);
/* Width and height of the scene and the matrix together. The matrix below the scene gets a height
 * that depends only on these. */
void kb_play_fight_set_room (GtkWidget *fight, int width, int height);
/* Sets both fighters to these steps at once, without a step of the run. The next step records
 * it. */
void kb_play_fight_scrub (KbPlayRun *run, guint row, guint column);

/* Positions the playtest's window on the desktop. */

/* Keeps the window above the editor's, and moves it next to that when it is shown. On Wayland the
 * compositor chooses the position. */
void kb_play_place (GtkWindow *window, GtkWindow *editor);

#endif
