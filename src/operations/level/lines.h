/* SPDX-License-Identifier: MIT */
/* The walls of a level close together in memory: to be looked at all at once, a nanosecond or two
 * each, when they are drawn. Flow: kb_level_lines_new reads the level, and borrows its document;
 * whoever listens to the document tells each event; what was changed is known as a box until it is
 * asked for. */
#ifndef KB_OPERATIONS_LEVEL_LINES_H
#define KB_OPERATIONS_LEVEL_LINES_H

#include "document/document.h"
#include "document/shape.h"

typedef struct {
  float ax, ay, bx, by;    /* exact: places of levels are floats */
  KbId id, class_id;
} KbLevelLine;

typedef struct KbLevelLines KbLevelLines;

/* Empty without such a level. Cost: linear. */
KbLevelLines *kb_level_lines_new (KbDocument *document, KbId level);
void kb_level_lines_free (KbLevelLines *lines);
/* After each event of the document. Cost: constant; linear, when it is asked next, after the level
 * itself came or went or many walls changed. */
void kb_level_lines_follow (KbLevelLines *lines, KbDocument *document, const KbEvent *event);
/* In no order that means anything; until the next event. */
const KbLevelLine *kb_level_lines_get (const KbLevelLines *lines, guint *n);
/* Where walls were and are that changed since this was asked last; FALSE: nothing changed. */
gboolean kb_level_lines_take_changed (KbLevelLines *lines, KbBounds *bounds);

#endif
