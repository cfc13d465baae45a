/* SPDX-License-Identifier: MIT */
/* The canvas in plain words, for those who do not see it and for tests. New strings. */
#ifndef KB_TOOLS_SPEAK_H
#define KB_TOOLS_SPEAK_H

#include "tools/context.h"

/* "fakir, frame 3 of 6. Selected: Box torso, x 26, y 20, 16 × 22. Cursor at 34, 12, colour #c8a078,
 * on head, torso. Box tool." Sentences that have nothing to say are left out; of many selected
 * things the first eight are told. */
char *kb_speak (const KbToolContext *context);
/* "34, 12, colour #c8a078, on head, torso"; "transparent" and "outside the frame" where that is
 * so. */
char *kb_speak_pixel (const KbToolContext *context, gint x, gint y);

/* The zone of a pixel: "floor"; "no zone" of a value that none has; empty where nothing is painted,
 * or outside. */
char *kb_speak_zone (const KbToolContext *context, gint x, gint y);

#endif
