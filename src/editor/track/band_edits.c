/* SPDX-License-Identifier: MIT */
/* Edits of bands. */
#include "editor/track/tracks.h"

#include <glib/gi18n.h>
#include <math.h>

#include "drawing/tracks/track_marks.h"
#include "editor/widgets/toasts.h"

static KbBand *
band_of (KbEditorState *state, KbId id)
{
  KbDocument *document = kb_editor_state_get_document (state);
  KbNode *node = document && id ? kb_document_node (document, id) : NULL;
  return kb_node_as (node, &kb_band_kind);
}

void
kb_band_choose (KbEditorState *state, KbId id)
{
  KbToolContext *tools = kb_editor_state_get_tools (state);
  const KbBand *band = band_of (state, id);
  if (band == kb_editor_state_get_band (state))
    return;
  kb_editor_state_set_band (state, id);
  if (!band)
    return;
  if (!(tools->gesture.tool->flags & KB_TOOL_PAINTS))
    kb_editor_state_choose_tool (state, kb_tool_by_id ("brush"));
  g_autofree char *title = kb_band_title (band);
  kb_editor_state_say (state, _("Painting the band %s by hand: 1 band, 2 no band, 3 as computed"),
                       title);
}

/* Deletes it, or what is painted of it. The texts of the step and the toast get its title. */
static void
drop_band (KbWindow *window, const KbBand *band, gboolean all, const char *step,
           const char *done)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  g_autoptr (GError) error = NULL;
  g_autofree char *title = kb_band_title (band), *label = g_strdup_printf (step, title);
  kb_tools_settle (kb_editor_state_get_tools (state));
  kb_document_begin (document, label);
  gboolean dropped =
    all ? kb_document_remove (document, band->node.id, &error)
        : kb_document_set_zones (document, band->node.id, "pixels", NULL, &error);
  kb_document_end (document);
  if (kb_editor_state_report (state, dropped, &error))
    kb_window_toast_undo (window, done, title);
}

void
kb_band_delete (KbWindow *window, KbId id)
{
  const KbBand *band = band_of (kb_window_get_state (window), id);
  if (band)
    drop_band (window, band, TRUE, _("Delete band %s"), _("Deleted the band %s"));
}

void
kb_band_clear (KbWindow *window, KbId id)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbBand *band = band_of (state, id);
  if (band && !band->pixels.zones)
    kb_editor_state_say (state, "%s", _("Nothing of this band is painted by hand"));
  else if (band)
    drop_band (window, band, FALSE, _("Reset band %s"),
               _("Reset the band %s to the computed one"));
}

void
kb_band_set_colour (KbEditorState *state, KbId id, guint32 colour)
{
  const KbBand *band = band_of (state, id);
  if (!band || band->colour == colour)
    return;
  g_autofree char *text = g_strdup_printf ("#%06x", colour >> 8);
  kb_editor_state_set_in_step (state, _("Change band colour"), TRUE, id, "colour",
                               json_string (text));
}
