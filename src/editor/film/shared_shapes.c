/* SPDX-License-Identifier: MIT */
/* Shapes of a whole animation: document/shapes/shape.h. */
#include "document/shapes/shape.h"

#include <glib/gi18n.h>

#include "editor/film/frame_actions.h"
#include "editor/widgets/toasts.h"

void
kb_shapes_share (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  guint n, n_shapes = 0;
  const KbId *selected = kb_editor_state_get_selection (state, &n);
  gboolean share = FALSE, done = TRUE;
  GError *error = NULL;
  for (guint i = 0; i < n; i++)
    {
      const KbShape *shape = kb_document_find (document, selected[i], &kb_shape_kind);
      n_shapes += shape != NULL;
      share = share || (shape && !shape->shared);
    }
  if (!n_shapes)
    {
      kb_editor_state_say (state, "%s", _("Select the shapes that the animation shares"));
      return;
    }
  g_autofree char *before = g_strdup (kb_document_undo_label (document));
  kb_document_begin (document, share ? _("Share shapes") : _("Stop sharing shapes"));
  for (guint i = 0; i < n && done; i++)
    if (kb_document_find (document, selected[i], &kb_shape_kind))
      done = kb_document_set (document, selected[i], "shared", json_boolean (share), &error);
  if (!kb_editor_state_finish (state, done, &error))
    return;
  g_autoptr (GHashTable) inherited = kb_inherited_new (kb_editor_state_get_sprite (state));
  guint frames = g_hash_table_size (inherited);
  if (!share)
    kb_window_toast_step (window, before, "%s", _("The animation no longer shares them"));
  else
    kb_window_toast_step (
      window, before,
      ngettext ("Shared: %u frame takes over shapes", "Shared: %u frames take over shapes", frames),
      frames);
}

void
kb_shapes_make_own (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  KbFrame *frame = kb_editor_state_get_frame (state);
  g_autoptr (GHashTable) inherited = kb_inherited_new (kb_editor_state_get_sprite (state));
  g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (frame, inherited);
  gboolean done = TRUE;
  GError *error = NULL;
  guint own = frame->shapes->len;
  if (shapes->len == own)
    {
      kb_editor_state_say (state, "%s", _("The frame takes over no shapes"));
      return;
    }
  g_autofree char *before = g_strdup (kb_document_undo_label (document));
  kb_document_begin (document, _("Make shared shapes its own"));
  for (guint i = own; i < shapes->len && done; i++)
    {
      json_t *json = kb_node_to_json (g_ptr_array_index (shapes, i), NULL);
      json_object_del (json, "shared");
      done = kb_document_insert (document, frame->node.id, "shapes", -1, json, &error) != 0;
    }
  if (kb_editor_state_finish (state, done, &error))
    kb_window_toast_step (window, before,
                          ngettext ("%u shape is the frame's own now",
                                    "%u shapes are the frame's own now", shapes->len - own),
                          shapes->len - own);
}
