/* SPDX-License-Identifier: MIT */
/* Which scene plays what is on the canvas. No toolkit. */
#ifndef KB_PLAY_CHOICE_H
#define KB_PLAY_CHOICE_H

#include <glib.h>

#include "playtest/play.h"

typedef struct {
  const KbPlayScene *scene;                       /* NULL: nothing of the bank can be played */
  const char *cast[KB_PLAY_MOST_ROLES];           /* names of the bank; NULL: whoever fits */
} KbPlayChoice;

/* The scene that is made for an asset of a kind, in which it plays; without one, or a name of NULL, the first that suits. */
KbPlayChoice kb_play_choose (const kbx_bank *bank, KbCastKind kind, const char *name);
/* What a scene wants that the bank has not: "a level with walls"; NULL: nothing. */
const char *kb_play_scene_lacks (const KbPlayScene *scene, const kbx_bank *bank);
/* That of every scene, for people; free it. */
char *kb_play_lacks_text (const kbx_bank *bank);

#endif
