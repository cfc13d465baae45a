/* SPDX-License-Identifier: MIT */
/* The window: a shell of panels around one KbEditorState. The folder "window" builds it. This is
 * what its parts may ask of it. Tests and screen readers find widgets by accessible names: treat
 * those as an interface. */
#ifndef KB_WINDOW_H
#define KB_WINDOW_H

#include <adwaita.h>

#include "editor/state/editor_state.h"

/* Declared in the folders of their own. */
typedef struct _KbCanvas KbCanvas;
typedef struct _KbFilmstrip KbFilmstrip;
typedef struct _KbStatusLine KbStatusLine;
typedef struct _KbTabBar KbTabBar;
typedef struct _KbThumbnails KbThumbnails;

#define KB_TYPE_WINDOW (kb_window_get_type ())
G_DECLARE_FINAL_TYPE (KbWindow, kb_window, KB, WINDOW, AdwApplicationWindow)

KbWindow *kb_window_new (GtkApplication *application);
KbEditorState *kb_window_get_state (KbWindow *self);
KbToolContext *kb_window_get_tools (KbWindow *self);
KbCanvas *kb_window_get_canvas (KbWindow *self);
KbFilmstrip *kb_window_get_filmstrip (KbWindow *self);
KbStatusLine *kb_window_get_status_line (KbWindow *self);
KbTabBar *kb_window_get_tabs (KbWindow *self);
KbThumbnails *kb_window_get_thumbnails (KbWindow *self);

/* Shows a panel instead of the frames; NULL removes it. FALSE if there was none. */
gboolean kb_window_set_film_panel (KbWindow *self, GtkWidget *panel);

/* The overlay for toasts: the canvas's while a project is open, so that status line and filmstrip
 * stay free; else the window's. */
AdwToastOverlay *kb_window_get_toasts (KbWindow *self);
/* The canvas's overlay, or the window's. */
AdwToastOverlay *kb_window_get_toasts_of (KbWindow *self, gboolean canvas);
/* Shows a dialog that the user has to answer; takes the error. */
void kb_window_show_error (KbWindow *self, const char *heading, GError *error);
/* Shows a page that says that this project is being opened, or NULL when done. Only while no
 * project is shown. */
void kb_window_show_opening (KbWindow *self, const char *name);
void kb_window_update_recent (KbWindow *self);

#endif
