/* SPDX-License-Identifier: MIT */
/* The partitions of the level that is shown, built beside the editing; what of them is shown on the
 * canvas.
 *
 * Flow: another level is shown, or it is edited -> a short quiet -> a copy of its walls -> a thread
 * builds and measures all four kinds -> KB_CHANGE_VALUES. An edit in the meantime cancels what goes
 * on. A save never waits for it. One a window, which owns it. */
#ifndef KB_LEVEL_WATCH_H
#define KB_LEVEL_WATCH_H

#include <cairo.h>

#include "bake/level/form.h"
#include "editor/editor_state.h"
#include "operations/level/lines.h"

typedef struct KbLevelWatch KbLevelWatch;

/* Borrows the state. */
KbLevelWatch *kb_level_watch_new (KbEditorState *state);
void kb_level_watch_free (KbLevelWatch *self);
/* That of the window of the state; NULL before there is one. */
KbLevelWatch *kb_level_watch_of (KbEditorState *state);

/* What was built last, borrowed until the next turn of the main loop; NULL: nothing is yet. */
typedef struct {
  KbId level;
  KbLevelForm *form;             /* what it was built from */
  GBytes *bytes[4];              /* by kind, as the bank has them */
  KbPartitionStats stats[4];
  kbx_partition best, chosen;    /* chosen: what the bank gets */
  guint serial;                  /* another one for each */
} KbBuilt;
const KbBuilt *kb_level_watch_built (KbLevelWatch *self);
/* The level is another one by now. */
gboolean kb_level_watch_is_old (const KbLevelWatch *self);

/* 0 to 1; below 0: nothing is being built. */
double kb_level_watch_progress (const KbLevelWatch *self);
void kb_level_watch_cancel (KbLevelWatch *self);
gboolean kb_level_watch_was_cancelled (const KbLevelWatch *self);
/* Now, after a cancel too. */
void kb_level_watch_build (KbLevelWatch *self);
/* Why nothing could be built; NULL: it could. */
const char *kb_level_watch_error (const KbLevelWatch *self);

/* The walls of the level that is shown, for drawing; NULL without one. */
const KbLevelLines *kb_level_watch_lines (const KbLevelWatch *self);
/* For what is kept of the level's picture: another number after each change; `before`: what it was
 * when this was asked last, and within `bounds` all that has changed since; another `before` than
 * that where more is different. */
guint64 kb_level_watch_stamp (KbLevelWatch *self, guint64 *before, KbBounds *bounds);

/* What is shown of the chosen one; and what of tiles stops a move. */
enum {
  KB_PARTITION_LINES = 1 << 0,
  KB_PARTITION_LEAVES = 1 << 1,
  KB_PARTITION_LEAF = 1 << 2,
  KB_SOLID_TILES = 1 << 3
};
guint kb_level_watch_views (const KbLevelWatch *self);
void kb_level_watch_set_views (KbLevelWatch *self, guint views);

/* The move that is tried, in pixels of the level; NULL: none is. */
void kb_level_watch_set_probe (KbLevelWatch *self, const KbVec *from, const KbVec *to);
gboolean kb_level_watch_probe (const KbLevelWatch *self, KbVec *from, KbVec *to);

#endif
