/* SPDX-License-Identifier: MIT */
/* The canvas described in words, for screen readers and tests. New strings. */
#ifndef KB_TOOLS_SPEAK_H
#define KB_TOOLS_SPEAK_H

#include "tools/context.h"

/* "fakir, frame 3 of 6. Selected: Box torso, x 26, y 20, 16 × 22. Cursor at 34, 12, colour #c8a078,
 * on head, torso. Box tool." Empty sentences are left out; at most eight selected things are
 * listed. */
char *kb_speak (const KbToolContext *context);
/* "34, 12, colour #c8a078, on head, torso"; or "transparent", "outside the frame". */
char *kb_speak_pixel (const KbToolContext *context, gint x, gint y);

/* The zone of a pixel: "floor"; "no zone" for a value without one, or empty where nothing is
 * painted, or outside. */
char *kb_speak_zone (const KbToolContext *context, gint x, gint y);

#endif
