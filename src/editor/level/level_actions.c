/* SPDX-License-Identifier: MIT */
/* Actions of levels. */
#include "editor/level/level_actions.h"

#include <glib/gi18n.h>

#include "editor/paint/paint.h"
#include "editor/watch/level_watch.h"
#include "tools/level/selected.h"

gboolean
kb_level_shows (KbWindow *window, int view)
{
  const KbLevelWatch *watch = kb_level_watch_of (kb_window_get_state (window));
  return watch && kb_level_watch_views (watch) & (guint) view;
}

void
kb_level_show (KbWindow *window, int view, gboolean on)
{
  KbLevelWatch *watch = kb_level_watch_of (kb_window_get_state (window));
  kb_level_watch_set_views (watch, on ? kb_level_watch_views (watch) | (guint) view
                                      : kb_level_watch_views (watch) & ~(guint) view);
}

/* ---- what is selected ---- */

static void
make_one_way (KbWindow *window)
{
  kb_level_selection_toggle_one_way (kb_window_get_tools (window));
}

static void
flip_walls (KbWindow *window)
{
  kb_level_selection_flip (kb_window_get_tools (window));
}

static void
join_ends (KbWindow *window)
{
  kb_level_selection_join (kb_window_get_tools (window));
}

static void
make_areas (KbWindow *window)
{
  kb_level_selection_make_areas (kb_window_get_tools (window));
}

static void
mirror_down (KbWindow *window)
{
  kb_level_selection_mirror (kb_window_get_tools (window), FALSE);
}

#define LEVELS N_("Levels")

const KbAction kb_level_actions[] = {
  { "new-level", LEVELS, N_("New level over a picture"), { "<Control><Shift>l" },
    .wants = KB_WANTS_PROJECT, .run_with = kb_asset_ask_picture, .with = KB_NEW_LEVEL },
  { "new-empty-level", LEVELS, N_("New empty level"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run_with = kb_asset_ask_empty, .with = KB_NEW_LEVEL },
  { "level-picture", LEVELS, N_("Picture behind the level"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run_with = kb_asset_ask_picture, .with = KB_PICTURE_BEHIND, .words = N_("background") },
  { "level-no-picture", LEVELS, N_("No picture behind the level"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_level_remove_picture, .words = N_("background") },
  { "one-way-walls", LEVELS, N_("One-way: the selected walls stop only what comes from one side"),
    { "<Alt>o" }, TRUE, KB_WANTS_LEVEL | KB_WANTS_SELECTION, make_one_way },
  { "flip-walls", LEVELS, N_("Swap the sides of the selected walls"), { "<Alt>f" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, flip_walls },
  { "join-ends", LEVELS, N_("Join the selected ends in their middle"), { "<Alt>j" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, join_ends },
  { "make-areas", LEVELS, N_("Make areas from the selected walls"), { "<Alt>a" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, make_areas },
  { "mirror-down", LEVELS, N_("Mirror the selection upside down"), { "<Alt>m" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, mirror_down },
  { NULL },
};

const KbAction kb_partition_actions[] = {
  { "partition-lines", LEVELS, N_("Lines of the partition, warm near the root"), { "<Alt>1" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_shows, .set = kb_level_show,
    .with = KB_PARTITION_LINES },
  { "partition-leaves", LEVELS, N_("Leaves of the partition in colours"), { "<Alt>2" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_shows, .set = kb_level_show,
    .with = KB_PARTITION_LEAVES },
  { "partition-leaf", LEVELS, N_("The leaf under the pointer, with its walls"), { "<Alt>3" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_shows, .set = kb_level_show,
    .with = KB_PARTITION_LEAF },
  { NULL },
};
