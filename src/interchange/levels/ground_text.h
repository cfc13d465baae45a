/* SPDX-License-Identifier: MIT */
/* Points of a ground from text, as in documents: [{"at": [x, y]}, ...] with ascending x. Errors:
 * KB_ERROR_INPUT with path, line and column. New references, or NULL. */
#ifndef KB_GROUND_TEXT_H
#define KB_GROUND_TEXT_H

#include <glib.h>
#include <jansson.h>

#define KB_MAX_GROUND_POINTS 65536

/* One point a line, "12, 34.5". Empty lines, comments that start with #, and a first line of words
 * are skipped. */
json_t *kb_ground_points_read (const char *path, const char *text, GError **error);
/* The function of x at `from`, every `step` pixels, and at `to`. It has + - * / ^, parentheses,
 * numbers, pi, and the functions of the table in ground_text.c, with angles in radians. */
json_t *kb_ground_function_read (const char *path, const char *text, double from, double to,
                                 double step, GError **error);

#endif
