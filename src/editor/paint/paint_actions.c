/* SPDX-License-Identifier: MIT */
/* Actions on painted zones. */
#include "editor/paint/paint.h"

#include <glib/gi18n.h>

#include "tools/paint/marks.h"

gboolean
kb_paint_get_frames (KbWindow *window)
{
  return kb_editor_state_get_paints_frames (kb_window_get_state (window));
}

void
kb_paint_set_frames (KbWindow *window, gboolean on)
{
  KbEditorState *state = kb_window_get_state (window);
  kb_editor_state_set_paints_frames (state, on);
  kb_editor_state_say (
    state, "%s",
    on ? _("Painting zones on frames; shapes and points are hidden meanwhile")
       : _("Editing shapes and points"));
  kb_editor_state_grab_canvas (state);
}

void
kb_paint_rename_zone (KbWindow *window)
{
  KbZone *zone = kb_editor_state_get_zone (kb_window_get_state (window));
  if (zone)
    kb_zone_ask_name (window, zone->node.id);
}

void
kb_paint_delete_zone (KbWindow *window)
{
  KbZone *zone = kb_editor_state_get_zone (kb_window_get_state (window));
  if (zone)
    kb_zone_delete (window, zone->node.id);
}

void
kb_paint_select_zone (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  kb_editor_state_choose_tool (state, kb_tool_by_id ("region"));
  kb_region_select_zone (kb_editor_state_get_tools (state));
  kb_editor_state_touch (state, KB_CHANGE_SELECTION);
}

void
kb_paint_fill_region (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  if (kb_region_set (kb_editor_state_get_tools (state)))
    kb_region_paint (kb_editor_state_get_tools (state), FALSE);
  else
    kb_editor_state_say (state, "%s", _("Select a region first, with its tool"));
}

/* The zones of a band: band, no band and, with the eraser, as computed. */
static void
choose_band_value (KbEditorState *state, guint index)
{
  static const struct { const char *said, *tool; guint8 value; } values[] = {
    { N_("Brush: band"), "brush", KB_BAND_IS },
    { N_("Brush: no band"), "brush", KB_BAND_IS_NOT },
    { N_("Eraser: as computed"), "eraser", 0 },
  };
  KbToolContext *tools = kb_editor_state_get_tools (state);
  if (index >= G_N_ELEMENTS (values))
    return;
  if (values[index].value)
    tools->next.band_value = values[index].value;
  if (!values[index].value || tools->gesture.tool == kb_tool_by_id ("eraser")
      || !(tools->gesture.tool->flags & KB_TOOL_PAINTS))
    kb_editor_state_choose_tool (state, kb_tool_by_id (values[index].tool));
  kb_editor_state_touch (state, KB_CHANGE_TOOL);
  kb_editor_state_say (state, "%s", _(values[index].said));
}

void
kb_paint_choose_zone (KbWindow *window, guint index)
{
  KbEditorState *state = kb_window_get_state (window);
  KbNode *painted = kb_editor_state_get_painted (state);
  GPtrArray *zones = painted ? kb_node_zones (painted) : NULL;
  if (!zones)
    return;
  if (kb_editor_state_get_band (state))
    {
      choose_band_value (state, index);
      return;
    }
  if (index >= zones->len)
    {
      const char *words = painted->kind == &kb_track_kind
                            ? ngettext ("There is %u surface; + at Surfaces adds one",
                                        "There are %u surfaces; + at Surfaces adds one", zones->len)
                            : ngettext ("There is %u zone; + at Zones adds one",
                                        "There are %u zones; + at Zones adds one", zones->len);
      kb_editor_state_say (state, words, zones->len);
      return;
    }
  kb_editor_state_set_zone (state, kb_zone_at (zones, index)->node.id);
  kb_editor_state_say (state, _("Zone: %s"), kb_zone_at (zones, index)->name);
}
