/* SPDX-License-Identifier: MIT */
/* Single edits that show their errors. */
#include "editor/state/editor_state_private.h"

/* A pointer to the error: `done` and the error may be arguments of one call. */
gboolean
kb_editor_state_report (KbEditorState *self, gboolean done, GError **error)
{
  if (!done)
    kb_editor_state_take_error (self, g_steal_pointer (error));
  return done;
}

gboolean
kb_editor_state_finish (KbEditorState *self, gboolean done, GError **error)
{
  kb_document_finish (self->document, done);
  return kb_editor_state_report (self, done, error);
}

gboolean
kb_editor_state_set_field (KbEditorState *self, KbId node, const char *field, json_t *value)
{
  GError *error = NULL;
  return kb_editor_state_report (
    self, kb_document_set (self->document, node, field, value, &error), &error);
}

gboolean
kb_editor_state_set_in_step (KbEditorState *self, const char *step, gboolean merges, KbId node,
                             const char *field, json_t *value)
{
  if (merges)
    kb_document_begin_merging (self->document, step, 0);
  else
    kb_document_begin (self->document, step);
  gboolean done = kb_editor_state_set_field (self, node, field, value);
  kb_document_end (self->document);
  return done;
}

gboolean
kb_editor_state_remove_node (KbEditorState *self, KbId node)
{
  GError *error = NULL;
  return kb_editor_state_report (self, kb_document_remove (self->document, node, &error), &error);
}
