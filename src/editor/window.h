/* SPDX-License-Identifier: MIT */
/* The window: a shell of panels around one KbEditorState.
 *
 * Flow: window.c builds the panels and hands them the state; actions.c is what a user can do;
 * project_flow.c opens, saves and closes projects with the questions that go with it.
 *
 * Accessible names with role and position. Tests and screen readers rely on them:
 *   New, Open, Save, Import, Export: button, header bar; beside Open "Recent projects"
 *   Undo, Redo, Main menu: button, header bar
 *   Sprites: list, left; one row a sprite, named after it
 *   Classes: list, left; one row a class, named after it
 *   Add sprite, Add class: button, left
 *   Colour of CLASS, Edit CLASS button: in a class's row
 *   Changes are not safe: alert, top, while a crash would lose changes; Try Again, Save, Save As…
 *   Canvas: image, centre; its description says frame and selection
 *   Tools: tool bar, toggle buttons named as the tools table: Select, Box ...
 *   Inspector: group, right; "Duration"; "Frame name", "Frame hot spot x"; of what is
 *     selected "Shape class", "Shape name", "Shape x", "Shape w",
 *     "Action point position x", "Action point direction" ...
 *   Action points, Shapes: list, right
 *   Frames: list, filmstrip; items "Frame 3: NAME, 80 ms" and ", no hot spot"
 *   Animation, Speed: combo box, filmstrip
 *   Previous frame, Play, Next frame, Onion skin, Click through: button, filmstrip
 *   New animation, Edit animation: button, filmstrip; the latter's popover has "Loop mode" and
 *     the steps
 *   Frames menu, Apply to frames, Propagate: button, filmstrip
 *   Proposals: list, in the filmstrip's place while propagating; items
 *     "Frame 3, confidence 86 %, accepted"; with "Propagate to",
 *     "Search radius", Mirrored, Points Too, Cancel, "Apply to 7 Frames"
 *   Levels, Add level: list, button, left; one row a level, named after it
 *   Level name, Level grid: entry, spin, right, of a level; of what is selected
 *     "Wall from x", "Wall class", "Area name", "Entity position x" ...
 *   Partition: group, right: Partition Auto, Partition None, Partition Grid, Partition Quad and
 *     Partition BSP, toggle buttons; a label for each number, "BSP, Depth: 4.8";
 *     Lines, Leaves and Leaf, toggle buttons
 *   Building partitions, Cancel building partitions, Build: progress bar and
 *     buttons, while they build and after Cancel
 *   Maps: flow box, of the dialog that asks for maps of a file; a check button each
 *   Pixel, Colour, Class under the pointer, Message, Problems, Zoom: status line
 *   New Project, Import Files, Import Pictures, Export Bank: dialogs, with fields named by
 *     their labels */
#ifndef KB_WINDOW_H
#define KB_WINDOW_H

#include <adwaita.h>

#include "editor/canvas/canvas.h"
#include "editor/editor_state.h"
#include "editor/film/filmstrip.h"
#include "editor/canvas/status_line.h"
#include "editor/tab_bar.h"

#define KB_TYPE_WINDOW (kb_window_get_type ())
G_DECLARE_FINAL_TYPE (KbWindow, kb_window, KB, WINDOW, AdwApplicationWindow)

KbWindow *kb_window_new (GtkApplication *application);
KbEditorState *kb_window_get_state (KbWindow *self);
KbCanvas *kb_window_get_canvas (KbWindow *self);
KbFilmstrip *kb_window_get_filmstrip (KbWindow *self);
KbStatusLine *kb_window_get_status_line (KbWindow *self);
KbTabBar *kb_window_get_tabs (KbWindow *self);
KbThumbnails *kb_window_get_thumbnails (KbWindow *self);

/* Where toasts go now; see toasts.h. */
/* Where toasts go now: over the canvas while a project is open, so that status line and film strip
 * stay free, else over the whole window. */
AdwToastOverlay *kb_window_get_toasts (KbWindow *self);
/* The one of the canvas, or the one of the whole window. */
AdwToastOverlay *kb_window_get_toasts_of (KbWindow *self, gboolean canvas);
/* A dialog that has to be answered; takes the error. */
void kb_window_show_error (KbWindow *self, const char *heading, GError *error);
/* The menu of recent projects and the welcome page, after the list changed. */
/* While no project is shown, a page that says that this one is being opened; NULL: it is over. */
void kb_window_show_opening (KbWindow *self, const char *name);
void kb_window_update_recent (KbWindow *self);

#endif
