/* SPDX-License-Identifier: MIT */
/* Chooses the scene for the current asset. No toolkit. */
#ifndef KB_PLAY_CHOICE_H
#define KB_PLAY_CHOICE_H

#include <glib.h>

#include "playtest/play.h"

typedef struct {
  /* NULL: no scene for the asset, or none that the bank can play */
  const KbPlayScene *scene;
  const char *cast[KB_PLAY_MOST_ROLES];           /* names in the bank; NULL: any that fits */
  /* Why no scene uses the asset, a sentence to translate; else NULL */
  const char *why;
} KbPlayChoice;

/* The scene for an asset of a kind, with the asset in its cast; no substitutes. A NULL name: the
 * first scene that can be played. */
KbPlayChoice kb_play_choose (const kbx_bank *bank, KbCastKind kind, const char *name);
/* What the scene needs and the bank lacks: "a level with walls"; NULL for nothing. */
const char *kb_play_scene_lacks (const KbPlayScene *scene, const kbx_bank *bank);
/* Whether any scene can be played. */
gboolean kb_play_any_suits (const kbx_bank *bank);
/* The missing parts of all scenes, as text for the user; free it. */
char *kb_play_lacks_text (const kbx_bank *bank);

#endif
