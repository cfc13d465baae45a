/* SPDX-License-Identifier: MIT */
/* What a scene tells, as lines of text. No toolkit. */
#ifndef KB_PLAY_VALUES_H
#define KB_PLAY_VALUES_H

#include <glib.h>

#include "playtest/play.h"

typedef struct { char *name, *text; } KbPlayValue;

/* Of the outermost level: lists are one line, "12, 7.5", and long ones are left out. Array of
 * KbPlayValue; free with g_array_unref. */
GArray *kb_play_values (const KbPlay *play);

#endif
