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
