/* SPDX-License-Identifier: MIT */
/* The list of the tables of actions. */
#include "editor/state/actions.h"

#include "editor/classes/classes.h"
#include "editor/film/frame_actions.h"
#include "editor/level/level_actions.h"
#include "editor/paint/paint.h"
#include "editor/panels/panels.h"
#include "editor/track/tracks.h"
#include "editor/window/parts.h"

static const KbAction *const tables[] = {
  kb_project_actions,   kb_editing_actions, kb_class_actions, kb_asset_actions,
  kb_paint_actions,     kb_track_actions,   kb_level_actions, kb_layer_actions,
  kb_partition_actions, kb_frame_actions,   kb_many_actions,  kb_view_actions,
};

const KbAction *
kb_action_at (guint i)
{
  static GPtrArray *all;   /* never freed */
  if (!all)
    {
      all = g_ptr_array_new ();
      for (guint t = 0; t < G_N_ELEMENTS (tables); t++)
        for (const KbAction *action = tables[t]; action->name; action++)
          g_ptr_array_add (all, (gpointer) action);
    }
  return i < all->len ? g_ptr_array_index (all, i) : NULL;
}
