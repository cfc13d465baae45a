/* SPDX-License-Identifier: MIT */
/* Which scene plays what is on the canvas. No toolkit. */
#ifndef KB_PLAY_CHOICE_H
#define KB_PLAY_CHOICE_H

#include <glib.h>

#include "playtest/play.h"

typedef struct {
  /* NULL: the asset plays in none, or nothing of the bank can be played */
  const KbPlayScene *scene;
  const char *cast[KB_PLAY_MOST_ROLES];           /* names of the bank; NULL: whoever fits */
  /* The asset plays in none: a sentence, to be translated; else NULL */
  const char *why;
} KbPlayChoice;

/* The scene that is made for an asset of a kind, in which it plays: no other takes its place. A
 * name of NULL: the first scene that suits. */
KbPlayChoice kb_play_choose (const kbx_bank *bank, KbCastKind kind, const char *name);
/* What a scene wants that the bank has not: "a level with walls"; NULL: nothing. */
const char *kb_play_scene_lacks (const KbPlayScene *scene, const kbx_bank *bank);
/* Some scene lacks nothing. */
gboolean kb_play_any_suits (const kbx_bank *bank);
/* That of every scene, for people; free it. */
char *kb_play_lacks_text (const kbx_bank *bank);

#endif
