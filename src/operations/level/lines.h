/* SPDX-License-Identifier: MIT */
/* The walls of a level, packed in memory for drawing all at once, in a nanosecond or two each.
 * Flow: kb_level_lines_new reads the level and borrows its document; its owner passes on each
 * event. Changes are collected as a box until queried. */
#ifndef KB_OPERATIONS_LEVEL_LINES_H
#define KB_OPERATIONS_LEVEL_LINES_H

#include "document/document.h"
#include "document/shape.h"

typedef struct {
  float ax, ay, bx, by;    /* exact: coordinates of levels are floats */
  KbId id, class_id;
} KbLevelLine;

typedef struct KbLevelLines KbLevelLines;

/* Empty if there is no such level. Cost: linear. */
KbLevelLines *kb_level_lines_new (KbDocument *document, KbId level);
void kb_level_lines_free (KbLevelLines *lines);
/* Call after each event of the document. Cost: constant; linear at the next query, after the level
 * appeared or disappeared or many walls changed. */
void kb_level_lines_follow (KbLevelLines *lines, KbDocument *document, const KbEvent *event);
/* In no particular order; valid until the next event. */
const KbLevelLine *kb_level_lines_get (const KbLevelLines *lines, guint *n);
/* The old and new bounds of walls changed since the last call; FALSE: no changes. */
gboolean kb_level_lines_take_changed (KbLevelLines *lines, KbBounds *bounds);

#endif
