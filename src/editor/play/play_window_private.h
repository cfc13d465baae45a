/* SPDX-License-Identifier: MIT */
/* What the files of the playtest's window share: play_window.c says what happens,
 * play_window_parts.c puts it together, play_window_pages.c tells why there is no scene. */
#ifndef KB_PLAY_WINDOW_PRIVATE_H
#define KB_PLAY_WINDOW_PRIVATE_H

#include "editor/play/play_bank.h"
#include "editor/play/play_canvas.h"
#include "editor/play/play_head.h"
#include "editor/play/play_window.h"

#define KB_TYPE_PLAY_WINDOW (kb_play_window_get_type ())
G_DECLARE_FINAL_TYPE (KbPlayWindow, kb_play_window, KB, PLAY_WINDOW, AdwWindow)

struct _KbPlayWindow
{
  AdwWindow parent_instance;

  /* Owned */
  KbEditorState *state;
  KbPlayBaker *baker;
  KbPlayBank *bank;          /* NULL: none could be baked yet */
  KbPlayRun *run;
  KbPlayCanvas *canvas;
  KbPlayHead head;
  GtkWidget *scenes, *cast, *panel, *fight, *flap, *pages, *empty, *banner, *banner_text, *status,
    *baked;
  gint64 updated;            /* when the panel was, microseconds */
  /* An asset that cannot be played, in whose place something may have been chosen; 0: none */
  KbId no_use;
  gboolean follow, paused;
};

/* What the parts tell of; each with the window. */
typedef struct {
  void (*scene) (gpointer window);
  void (*cast) (gpointer window);
  void (*layers) (gpointer window);
  void (*speed) (gpointer window);
  void (*cell) (guint row, guint column, gpointer window);
} KbPlayWindowCalls;

void kb_play_window_build (KbPlayWindow *self, const KbPlayWindowCalls *calls);
/* In a line above the scene; NULL: there is none. */
void kb_play_window_show_problem (KbPlayWindow *self, const char *text);
/* "busy", "empty" or "play": without a scene there is nothing to be done. */
void kb_play_window_show_page (KbPlayWindow *self, const char *name);
/* Plain text. */
void kb_play_window_show_empty (KbPlayWindow *self, const char *title, const char *text);
/* What is on the canvas cannot be played: the run ends, and nothing else is in its place; another
 * scene may be chosen. */
void kb_play_window_show_no_use (KbPlayWindow *self, const char *name, const char *why);
void kb_play_window_add_bindings (GtkWidgetClass *class);
/* Its size and panel as they were left; at first beside the editor's. */
void kb_play_window_take_size (KbPlayWindow *self, GtkWindow *editor);
void kb_play_window_keep_size (KbPlayWindow *self);

#endif
