/* SPDX-License-Identifier: MIT */
/* Everything a user can do in the window, in tables: name, label, keys, condition, function. Menus,
 * shortcuts, tooltips and the shortcuts window read them. A new action is one new line in the table
 * of its subject. Tables end with a NULL name. */
#ifndef KB_ACTIONS_H
#define KB_ACTIONS_H

#include "editor/state/window.h"

typedef enum {
  KB_WANTS_PROJECT = 1 << 0,
  KB_WANTS_SPRITE = 1 << 1,
  KB_WANTS_FRAME = 1 << 2,
  KB_WANTS_SELECTION = 1 << 3,
  KB_WANTS_UNDO = 1 << 4,
  KB_WANTS_REDO = 1 << 5,
  KB_WANTS_ANIMATION = 1 << 6,
  KB_WANTS_CHANGES = 1 << 7,    /* the project is modified */
  KB_WANTS_CLASS = 1 << 8,
  KB_WANTS_ASSET = 1 << 9,      /* a sprite, a mask, a track or a level */
  KB_WANTS_CANVAS = 1 << 10,    /* a frame, a mask, a track or a level is shown */
  KB_WANTS_PAINTED = 1 << 11,   /* zones are painted */
  KB_WANTS_ZONE = 1 << 12,
  KB_WANTS_TRACK = 1 << 13,
  KB_WANTS_BAND = 1 << 14,      /* a band is painted by hand */
  KB_WANTS_LEVEL = 1 << 15,
  /* A tile layer, maze, ground or heightmap is active */
  KB_WANTS_LAYER = 1 << 16,
  KB_WANTS_TILES = 1 << 17,     /* a tile layer is active */
  KB_WANTS_TURNABLE = 1 << 18,  /* something is selected, or there is a current stamp */
  KB_WANTS_PLAYABLE = 1 << 19,  /* a frame or a level is shown */
  KB_WANTS_COPYABLE = 1 << 20   /* something is selected, or zones are painted */
} KbActionWants;

typedef struct {
  const char *name;        /* without the prefix: "save" for win.save */
  const char *section;     /* of the shortcuts window; N_() */
  const char *label;       /* N_() */
  /* Up to two default accelerators; keys.h has the user's. With `typing` set, they work only where
   * the focused widget has not used the key. */
  const char *keys[2];
  gboolean typing;
  guint wants;
  void (*run) (KbWindow *window);
  /* Instead of `run`, for functions that several actions share: they get `with`. */
  void (*run_with) (KbWindow *window, int with);
  /* Only on-off actions have these. They have no `run`. */
  gboolean (*get) (KbWindow *window, int with);
  void (*set) (KbWindow *window, int with, gboolean on);
  int with;
  /* N_(): further search words for the command palette, from buttons, menus and tooltips */
  const char *words;
} KbAction;

/* The actions of all tables in the order of menus and lists, or NULL after the last. */
const KbAction *kb_action_at (guint i);

/* Adds all actions to the window, with their keys. */
void kb_actions_add (KbWindow *window);
/* Enables the actions that are possible now; `flags` are those of the state's "changed". */
void kb_actions_update (KbWindow *window, guint flags);
/* Call after a change in keys.h: updates shortcuts and tooltips. */
void kb_actions_update_keys (KbWindow *window);

#endif
