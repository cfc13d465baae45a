/* SPDX-License-Identifier: MIT */
/* Builds the partitions of the current level in the background, and keeps what to show of them. One
 * a window, which owns it.
 *
 * Flow: another level or an edit -> a short pause -> a copy of its walls -> a thread builds and
 * measures all four kinds -> KB_CHANGE_VALUES. Edits cancel a running build. Saving never waits for
 * one. */
#ifndef KB_LEVEL_WATCH_H
#define KB_LEVEL_WATCH_H

#include <cairo.h>

#include "bake/level/levels.h"
#include "editor/state/editor_state.h"
#include "operations/level/lines.h"

typedef struct KbLevelWatch KbLevelWatch;

/* Borrows the state. */
KbLevelWatch *kb_level_watch_new (KbEditorState *state);
void kb_level_watch_free (KbLevelWatch *self);
/* The one of the state's window, or NULL before it exists. */
KbLevelWatch *kb_level_watch_of (KbEditorState *state);

/* The newest result, borrowed until the next turn of the main loop. It is NULL before the first
 * one. */
typedef struct {
  KbId level;
  KbLevelForm *form;             /* its source */
  GBytes *bytes[4];              /* by kind, in the bank's format */
  KbPartitionStats stats[4];
  kbx_partition best, chosen;    /* `chosen` is exported to the bank */
  guint serial;                  /* different for each build */
} KbBuilt;
const KbBuilt *kb_level_watch_built (KbLevelWatch *self);
/* Whether the level has changed since. */
gboolean kb_level_watch_is_old (const KbLevelWatch *self);

/* The build's progress from 0 to 1, or below 0 if no build is running. */
double kb_level_watch_progress (const KbLevelWatch *self);
void kb_level_watch_cancel (KbLevelWatch *self);
gboolean kb_level_watch_was_cancelled (const KbLevelWatch *self);
/* Builds now, also after a cancel. */
void kb_level_watch_build (KbLevelWatch *self);
/* Why the build failed, or NULL if it did not. */
const char *kb_level_watch_error (const KbLevelWatch *self);

/* The walls of the current level, for drawing, or NULL without a level. */
const KbLevelLines *kb_level_watch_lines (const KbLevelWatch *self);
/* A stamp for caches of the level's picture, different after each change. If a cache has the stamp
 * `before`, only `bounds` has changed since. With any other stamp, redraw everything. */
guint64 kb_level_watch_stamp (KbLevelWatch *self, guint64 *before, KbBounds *bounds);

/* Parts of the chosen partition to show, until another level is; solid tiles; parallax. */
enum {
  KB_PARTITION_LINES = 1 << 0,
  KB_PARTITION_LEAVES = 1 << 1,
  KB_PARTITION_LEAF = 1 << 2,
  KB_PARTITION_PARTS = KB_PARTITION_LINES | KB_PARTITION_LEAVES | KB_PARTITION_LEAF,
  KB_SOLID_TILES = 1 << 3,
  KB_PARALLAX = 1 << 4
};
guint kb_level_watch_views (const KbLevelWatch *self);
void kb_level_watch_set_views (KbLevelWatch *self, guint views);

/* The move being tested, in pixels of the level. Returns FALSE if there is none. */
gboolean kb_level_watch_probe (const KbLevelWatch *self, KbVec *from, KbVec *to);

#endif
