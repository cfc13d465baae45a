/* SPDX-License-Identifier: MIT */
/* Shared by the files of the playtest's window: play_window.c has its behaviour,
 * play_window_parts.c builds it, play_window_pages.c shows why there is no scene. */
#ifndef KB_PLAY_WINDOW_PRIVATE_H
#define KB_PLAY_WINDOW_PRIVATE_H

#include "editor/play/play_parts.h"
#include "editor/watch/play_bank.h"

#define KB_TYPE_PLAY_WINDOW (kb_play_window_get_type ())
G_DECLARE_FINAL_TYPE (KbPlayWindow, kb_play_window, KB, PLAY_WINDOW, AdwWindow)

struct _KbPlayWindow
{
  AdwWindow parent_instance;

  /* Owned */
  KbEditorState *state;
  KbPlayBaker *baker;
  KbPlayBank *bank;          /* NULL until the first successful bake */
  KbPlayRun *run;
  KbPlayCanvas *canvas;
  GtkWidget *bar, *pause, *menu, *tools, *speed, *overlay, *scene;
  GtkWidget *scenes, *cast, *panel, *fight, *flap, *pages, *empty, *banner, *banner_text, *status,
    *baked;
  gint64 updated;            /* time of the panel's last update, microseconds */
  /* An asset that cannot be played, for which the user may have chosen another scene; 0: none */
  KbId no_use;
  gboolean follow, paused;
  gboolean here;             /* the next start is at `from` */
  kbx_vec from;
};

/* Callbacks of the parts, each with the window. */
typedef struct {
  void (*scene) (gpointer window);
  void (*cast) (gpointer window);
  void (*layers) (gpointer window);
  void (*cell) (guint row, guint column, gpointer window);
} KbPlayWindowCalls;

void kb_play_window_build (KbPlayWindow *self, const KbPlayWindowCalls *calls);
void kb_play_window_show_paused (KbPlayWindow *self);
/* Shows a line above the scene; NULL hides it. */
void kb_play_window_show_problem (KbPlayWindow *self, const char *text);
/* "busy", "empty" or "play": the actions need a scene. */
void kb_play_window_show_page (KbPlayWindow *self, const char *name);
/* As plain text. */
void kb_play_window_show_empty (KbPlayWindow *self, const char *title, const char *text);
/* Ends the run because the current asset cannot be played. The user may choose another scene. */
void kb_play_window_show_no_use (KbPlayWindow *self, const char *name, const char *why);
void kb_play_window_add_bindings (GtkWidgetClass *class);
/* Restores its size and panel. The first time, places it next to the editor's window. */
void kb_play_window_take_size (KbPlayWindow *self, GtkWindow *editor);
void kb_play_window_keep_size (KbPlayWindow *self);

#endif
