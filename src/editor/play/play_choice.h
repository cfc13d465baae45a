/* SPDX-License-Identifier: MIT */
/* What to play and to probe, its values as text, and where its window goes. No toolkit. */
#ifndef KB_EDITOR_PLAY_PLAY_CHOICE_H
#define KB_EDITOR_PLAY_PLAY_CHOICE_H

#include <glib.h>

#include "playtest/picture.h"
#include "playtest/play.h"
#include "query/probe.h"

/* Chooses the scene for the current asset. No toolkit. */

typedef struct {
  /* NULL: no scene for the asset, or none that the bank can play */
  const KbPlayScene *scene;
  const char *cast[KB_PLAY_MOST_ROLES];           /* names in the bank; NULL: any that fits */
  /* Why no scene uses the asset, a sentence to translate, else NULL */
  const char *why;
} KbPlayChoice;

/* The scene for an asset of a kind, with the asset in its cast; no substitutes. A NULL name: the
 * first scene that can be played. */
KbPlayChoice kb_play_choose (const kbx_bank *bank, KbCastKind kind, const char *name);
/* What the scene needs and the bank lacks: "a level with walls", or NULL for nothing. */
const char *kb_play_scene_lacks (const KbPlayScene *scene, const kbx_bank *bank);
/* Whether any scene can be played. */
gboolean kb_play_any_suits (const kbx_bank *bank);

/* The values of a scene as lines of text. No toolkit. */

typedef struct { char *name, *text; } KbPlayValue;

/* Outermost values only: a list becomes one line, "12, 7.5"; long lists are left out. Array of
 * KbPlayValue. Free with g_array_unref. */
GArray *kb_play_values (const KbPlay *play);

/* Size and position of the playtest's window that keep the editor's work in sight. Plain numbers,
 * in pixels of one desktop. */

typedef struct {
  int x, y, width, height;
} KbPlayPlace;

/* The playtest's size for an editor's window of that size. */
void kb_play_fit (int editor_width, int editor_height, int *width, int *height);
/* Whether a new window of that width shows its side panel. In a smaller one the scene needs the
 * room. */
gboolean kb_play_fits_panel (int width);
/* Sets x and y of `play`: right of the editor as far as the monitor has room, else over its lower
 * right corner. Always inside the monitor, or at its upper left corner if larger. */
void kb_play_beside (const KbPlayPlace *editor, const KbPlayPlace *monitor, KbPlayPlace *play);

#endif
