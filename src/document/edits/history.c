/* SPDX-License-Identifier: MIT */
/* The list of undo steps, with limited memory, and the position of the saved state in it. */
#include "document/private.h"

void
kb_edit_free (gpointer data)
{
  KbEdit *edit = data;
  json_decref (edit->before);
  json_decref (edit->after);
  kb_node_free (edit->held);
  kb_zones_patch_unref (edit->patch);
  kb_zones_unref (edit->was);
  kb_zones_unref (edit->is);
  kb_many_free (edit->many);
  g_free (edit);
}

void
kb_undo_step_free (gpointer data)
{
  KbUndoStep *step = data;
  g_free (step->label);
  g_ptr_array_unref (step->edits);
  g_clear_pointer (&step->sets, g_hash_table_unref);
  json_decref (step->lines);
  g_free (step);
}

void
kb_history_mark_saved (KbDocument *document)
{
  document->saved_position = (gint) document->position;
}

gboolean
kb_document_is_modified (const KbDocument *document)
{
  return document->saved_position != (gint) document->position;
}

const char *
kb_document_undo_label (const KbDocument *document)
{
  if (document->depth || document->position == 0)
    return NULL;
  return ((KbUndoStep *) g_ptr_array_index (document->steps, document->position - 1))->label;
}

const char *
kb_document_redo_label (const KbDocument *document)
{
  if (document->depth || document->position == document->steps->len)
    return NULL;
  return ((KbUndoStep *) g_ptr_array_index (document->steps, document->position))->label;
}

char **
kb_document_history (const KbDocument *document, guint *position)
{
  char **labels = g_new0 (char *, document->steps->len + 1);
  KB_EACH (const KbUndoStep, step, document->steps)
    labels[step_at] = g_strdup (step->label);
  *position = document->position;
  return labels;
}
