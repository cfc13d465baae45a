/* SPDX-License-Identifier: MIT */
/* Actions of levels. */
#include "editor/level/level_actions.h"

#include "editor/watch/level_watch.h"
#include "tools/level/selected.h"

static gboolean
shows (KbWindow *window, guint view)
{
  const KbLevelWatch *watch = kb_level_watch_of (kb_window_get_state (window));
  return watch && kb_level_watch_views (watch) & view;
}

static void
show (KbWindow *window, guint view, gboolean on)
{
  KbLevelWatch *watch = kb_level_watch_of (kb_window_get_state (window));
  kb_level_watch_set_views (watch, on ? kb_level_watch_views (watch) | view
                                      : kb_level_watch_views (watch) & ~view);
}

gboolean
kb_level_get_lines (KbWindow *window)
{
  return shows (window, KB_PARTITION_LINES);
}

void
kb_level_set_lines (KbWindow *window, gboolean on)
{
  show (window, KB_PARTITION_LINES, on);
}

gboolean
kb_level_get_leaves (KbWindow *window)
{
  return shows (window, KB_PARTITION_LEAVES);
}

void
kb_level_set_leaves (KbWindow *window, gboolean on)
{
  show (window, KB_PARTITION_LEAVES, on);
}

gboolean
kb_level_get_leaf (KbWindow *window)
{
  return shows (window, KB_PARTITION_LEAF);
}

void
kb_level_set_leaf (KbWindow *window, gboolean on)
{
  show (window, KB_PARTITION_LEAF, on);
}

gboolean
kb_level_get_solid_tiles (KbWindow *window)
{
  return shows (window, KB_SOLID_TILES);
}

void
kb_level_set_solid_tiles (KbWindow *window, gboolean on)
{
  show (window, KB_SOLID_TILES, on);
}

/* ---- what is selected ---- */

static KbToolContext *
tools_of (KbWindow *window)
{
  return kb_editor_state_get_tools (kb_window_get_state (window));
}

void
kb_walls_one_way (KbWindow *window)
{
  kb_level_selection_toggle_one_way (tools_of (window));
}

void
kb_walls_flip (KbWindow *window)
{
  kb_level_selection_flip (tools_of (window));
}

void
kb_walls_join (KbWindow *window)
{
  kb_level_selection_join (tools_of (window));
}

void
kb_walls_make_areas (KbWindow *window)
{
  kb_level_selection_make_areas (tools_of (window));
}

void
kb_walls_mirror_down (KbWindow *window)
{
  kb_level_selection_mirror (tools_of (window), FALSE);
}
