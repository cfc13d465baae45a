/* SPDX-License-Identifier: MIT */
/* The list of undo steps, with limited memory, and the position of the saved state in it. */
#include "document/private.h"

/* Above this the oldest steps are dropped. */
#define MAX_HISTORY_WEIGHT ((gsize) 256 * 1024 * 1024)

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

static gsize
json_weight (const json_t *value)
{
  gsize weight = 48;
  switch (json_typeof (value))
    {
    case JSON_STRING:
      return weight + json_string_length (value);
    case JSON_ARRAY:
      KB_EACH_JSON (entry, value)
        weight += json_weight (entry);
      return weight;
    case JSON_OBJECT:
      KB_EACH_MEMBER (key, item, value)
        weight += 64 + json_weight (item);
      return weight;
    default:
      return weight;
    }
}

static gsize
step_weight (const KbUndoStep *step)
{
  gsize weight = sizeof *step;
  KB_EACH (const KbEdit, edit, step->edits)
    {
      weight += sizeof *edit + kb_paint_weight (edit) + kb_many_weight (edit);
      if (edit->before)
        weight += json_weight (edit->before) + json_weight (edit->after);
      if (edit->held)
        weight += kb_node_weight (edit->held);
    }
  return weight;
}

static void
forget (KbDocument *document, guint index)
{
  KbUndoStep *step = g_ptr_array_index (document->steps, index);
  document->history_weight -= step->weight;
  g_ptr_array_remove_index (document->steps, index);
}

static void
drop_redo (KbDocument *document)
{
  while (document->steps->len > document->position)
    forget (document, document->steps->len - 1);
  if (document->saved_position > (gint) document->position)
    document->saved_position = -1;
}

/* The older step absorbs the newer one: its `before` stays, its `after` is replaced. */
static void
merge (KbUndoStep *old, KbUndoStep *new)
{
  KB_EACH (KbEdit, a, old->edits)
    {
      KbEdit *b = g_ptr_array_index (new->edits, a_at);
      kb_many_merge (a, b);
      json_decref (a->after);
      a->after = json_incref (b->after);
    }
  kb_undo_step_free (new);
}

void
kb_history_push (KbDocument *document, KbUndoStep *step, KbCanMerge can_merge)
{
  drop_redo (document);
  if (document->position > 0 && document->saved_position != (gint) document->position)
    {
      KbUndoStep *newest = g_ptr_array_index (document->steps, document->position - 1);
      if (can_merge (newest, step))
        {
          merge (newest, step);
          return;
        }
    }
  step->weight = step_weight (step);
  document->history_weight += step->weight;
  g_ptr_array_add (document->steps, step);
  document->position++;

  while (document->history_weight > MAX_HISTORY_WEIGHT && document->steps->len > 1)
    {
      forget (document, 0);
      document->position--;
      /* An unreachable saved state stays unreachable. */
      if (document->saved_position >= 0)
        document->saved_position--;
    }
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
