/* SPDX-License-Identifier: MIT */
/* The values of a scene as lines of text. No toolkit. */
#ifndef KB_PLAY_VALUES_H
#define KB_PLAY_VALUES_H

#include <glib.h>

#include "playtest/play.h"

typedef struct { char *name, *text; } KbPlayValue;

/* Outermost values only: a list becomes one line, "12, 7.5"; long lists are left out. Array of
 * KbPlayValue; free with g_array_unref. */
GArray *kb_play_values (const KbPlay *play);

#endif
