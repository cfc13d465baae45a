/* SPDX-License-Identifier: MIT */
/* Edits of zones. */
#include "editor/paint/paint.h"

#include <glib/gi18n.h>
#include <string.h>

#include "editor/lists/lists.h"
#include "editor/widgets/toasts.h"
#include "tools/paint/stroke.h"

static KbZone *
zone_of (KbEditorState *state, KbId id)
{
  KbDocument *document = kb_editor_state_get_document (state);
  KbNode *node = document ? kb_document_node (document, id) : NULL;
  return node && node->kind->is_zone ? (KbZone *) node : NULL;
}

/* ---- the list ---- */

static void
on_new (KbWindow *window, const char *name, KbId none)
{
  KbEditorState *state = kb_window_get_state (window);
  KbNode *asset = kb_editor_state_get_asset (state);
  g_autoptr (GError) error = NULL;
  if (!asset)
    return;
  KbId id = kb_zone_add (kb_editor_state_get_document (state), asset, name, &error);
  if (kb_editor_state_report (state, id != 0, &error))
    kb_editor_state_set_zone (state, id);
}

void
kb_zone_ask_new (KbWindow *window)
{
  KbNode *asset = kb_editor_state_get_asset (kb_window_get_state (window));
  if (!asset)
    return;
  g_autofree char *name = kb_zone_free_name (asset);
  kb_dialog_name (window, kb_node_is (asset, &kb_track_kind) ? _("New Surface") : _("New Zone"),
                  _("Add"), name,
                  (KbNameFor) { asset->id, kb_zone_list_name (asset), 0 }, on_new);
}

void
kb_zone_set_colour (KbEditorState *state, KbId id, guint32 colour)
{
  KbZone *zone = zone_of (state, id);
  if (!zone || zone->colour == colour)
    return;
  g_autofree char *text = g_strdup_printf ("#%06x", colour >> 8);
  kb_editor_state_set_in_step (state, _("Change zone colour"), TRUE, id, "colour",
                               json_string (text));
}

void
kb_zone_delete (KbWindow *window, KbId id)
{
  KbEditorState *state = kb_window_get_state (window);
  KbZone *zone = zone_of (state, id);
  g_autofree char *name = zone ? g_strdup (zone->name) : NULL;
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (zone && kb_editor_state_remove_node (state, id))
    kb_window_toast_undo (window, _("Deleted the zone “%s”; its pixels are now empty"), name);
}

void
kb_zone_merge (KbWindow *window, KbId from, KbId into)
{
  KbEditorState *state = kb_window_get_state (window);
  KbZone *zone = zone_of (state, from), *other = zone_of (state, into);
  g_autoptr (GError) error = NULL;
  if (!zone || !other)
    return;
  g_autofree char *name = g_strdup (zone->name);
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (!kb_editor_state_report (
        state, kb_document_merge_zones (kb_editor_state_get_document (state), from, into, &error),
        &error))
    return;
  kb_editor_state_set_zone (state, into);
  kb_window_toast_undo (window, _("Merged the zone “%s” into “%s”"), name, other->name);
}

/* For a track, the road, also while one of its bands is painted. */
static const KbZones *
pixels (KbEditorState *state)
{
  KbNode *painted = kb_editor_state_get_painted (state);
  if (painted && kb_node_track (painted))
    painted = KB_NODE (kb_node_track (painted));
  return painted ? kb_node_painted (painted, NULL)->zones : NULL;
}

void
kb_zone_counts (KbEditorState *state, guint64 counts[256])
{
  const KbZones *zones = pixels (state);
  if (zones)
    kb_zones_counts (zones, counts);
  else
    memset (counts, 0, 256 * sizeof *counts);
}
