/* SPDX-License-Identifier: MIT */
/* JSON in the style of the project's files: sorted keys, two spaces, short values on one line. So
 * changes touch few lines, people can read it, and two people's changes merge. */
#ifndef KB_JSON_TEXT_H
#define KB_JSON_TEXT_H

#include <jansson.h>
#include <stddef.h>

/* malloc'ed, ends with a newline and a NUL, or NULL when memory ran out. */
char *kb_json_text (const json_t *value, size_t *length);

#endif
