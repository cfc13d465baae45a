/* SPDX-License-Identifier: MIT */
/* Applies, reverts and serialises one edit; undo and redo. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "document/edits/private.h"
#include "document/pixels/zones_files.h"
#include "document/private.h"
#include "document/shapes/shape_kinds.h"

static GPtrArray *
edit_items (const KbDocument *document, const KbEdit *edit)
{
  return kb_node_list (kb_document_node (document, edit->node), edit->list);
}

static void
attach_edit (KbDocument *document, KbEdit *edit)
{
  KbNode *node = g_steal_pointer (&edit->held);
  KbNode *parent = kb_document_node (document, edit->node);
  node->parent = parent;
  node->hint = edit->at;
  g_ptr_array_insert (kb_node_list (parent, edit->list), (gint) edit->at, node);
  kb_document_register (document, node);
  kb_document_emit (
    document, &(KbEvent) { KB_EVENT_INSERT, node->id, edit->node, edit->list->name, edit->at });
}

static void
detach_edit (KbDocument *document, KbEdit *edit)
{
  edit->held = g_ptr_array_steal_index (edit_items (document, edit), edit->at);
  kb_document_unregister (document, edit->held);
  kb_document_emit (document, &(KbEvent) { KB_EVENT_REMOVE, edit->held->id, edit->node,
                                          edit->list->name, edit->at });
}

static void
shift (KbDocument *document, const KbEdit *edit, guint from, guint to)
{
  GPtrArray *items = edit_items (document, edit);
  KbNode *node = g_ptr_array_steal_index (items, from);
  g_ptr_array_insert (items, (gint) to, node);
  kb_document_emit (document,
                    &(KbEvent) { KB_EVENT_MOVE, node->id, edit->node, edit->list->name, to });
}

static void
store_edit_value (KbDocument *document, const KbEdit *edit, const json_t *value)
{
  KbNode *node = kb_document_node (document, edit->node);
  KbPlace place = { .node = node };
  g_autoptr (GError) error = NULL;
  /* The value was in this very field at this very point of the history: it cannot be refused. */
  if (!kb_node_read_field (document, node, edit->field, value, &place, &error))
    g_critical ("history: %s", error->message);
  kb_document_note_picture (document, node);
  kb_document_emit (document,
                    &(KbEvent) { KB_EVENT_SET, edit->node, node->parent ? node->parent->id : 0,
                                edit->field->name, 0 });
}

/* Edits of the kind KB_EDIT_PAINT. Applies or reverts one and emits its event. */
static void
kb_paint_do (KbDocument *document, const KbEdit *edit, gboolean forward)
{
  KbNode *node = kb_document_node (document, edit->node);
  KbPainted *painted = kb_node_painted (node, edit->field);
  if (edit->patch)
    painted->zones = kb_zones_apply (painted->zones, edit->patch, forward);
  else
    {
      KbZones *zones = forward ? edit->is : edit->was;
      kb_zones_unref (painted->zones);
      painted->zones = zones ? kb_zones_ref (zones) : NULL;
    }
  kb_document_emit (document, &(KbEvent) { .type = KB_EVENT_PAINT,
                                          .node = edit->node,
                                          .parent = node->parent ? node->parent->id : 0,
                                          .name = edit->field->name,
                                          .patch = edit->patch,
                                          .forward = forward });
}

void
kb_edit_do (KbDocument *document, KbEdit *edit, gboolean forward)
{
  switch (edit->op)
    {
    case KB_EDIT_SET:
      store_edit_value (document, edit, forward ? edit->after : edit->before);
      break;
    case KB_EDIT_INSERT: (forward ? attach_edit : detach_edit) (document, edit); break;
    case KB_EDIT_REMOVE: (forward ? detach_edit : attach_edit) (document, edit); break;
    case KB_EDIT_MOVE:
      shift (document, edit, forward ? edit->at : edit->to, forward ? edit->to : edit->at);
      break;
    case KB_EDIT_PAINT: kb_paint_do (document, edit, forward); break;
    case KB_EDIT_SET_MANY:
    case KB_EDIT_INSERT_MANY:
    case KB_EDIT_REMOVE_MANY: kb_many_do (document, edit, forward); break;
    case KB_EDIT_BOUNDS: kb_bounds_do (document, edit, forward); break;
    }
}

char *
kb_edit_set_path (const KbNode *node, const KbField *field)
{
  g_autofree char *path = kb_node_lasting_path (node);
  return g_strconcat (path, *path ? "." : "", field->name, NULL);
}

#define EDIT_DO_STEPS ((guint64) KB_GRID)

static void
append_new (GString *text, json_t *value)
{
  if (!kb_json_append (text, value))
    g_string_append (text, "null");
  json_decref (value);
}

static void
append_digits (GString *text, guint64 number)
{
  char digits[24], *p = digits + sizeof digits;
  do
    *--p = (char) ('0' + number % 10);
  while ((number /= 10) > 0);
  g_string_append_len (text, p, digits + sizeof digits - p);
}

/* On the grid of 1/256: all decimals, at most eight. */
static void
append_number (GString *text, double number)
{
  gint64 on_grid = (gint64) (number * KB_GRID);
  guint64 all = (guint64) ABS (on_grid), rest = (all % EDIT_DO_STEPS) * (100000000 / EDIT_DO_STEPS);
  if (on_grid < 0)
    g_string_append_c (text, '-');
  append_digits (text, all / EDIT_DO_STEPS);
  if (rest)
    {
      char decimals[] = ".00000000";
      guint length = 1;
      for (guint at = 8; at > 0; at--, rest /= 10)
        {
          decimals[at] = (char) ('0' + rest % 10);
          length = length == 1 && rest % 10 ? at + 1 : length;
        }
      g_string_append_len (text, decimals, length);
    }
}

/* The text of the previous member, which often equals the next one's. */
typedef struct {
  guint8 member[sizeof (KbVec)];
  GString *text;
} Last;

static const char *
member_text (Last *last, const KbNode *node, const KbField *field, gconstpointer member)
{
  gsize size = kb_plain_size (field->type);
  if (size && last->text->len && memcmp (last->member, member, size) == 0)
    return last->text->str;
  const KbVec *vec = member;
  memcpy (last->member, member, size);
  g_string_set_size (last->text, 0);
  if (field->type != KB_TYPE_VEC || (field->flags & KB_FIELD_OPTIONAL))
    append_new (last->text, kb_type_ops (field->type)->write (node, field, member));
  else
    {
      g_string_append_c (last->text, '[');
      append_number (last->text, vec->x);
      g_string_append_c (last->text, ',');
      append_number (last->text, vec->y);
      g_string_append_c (last->text, ']');
    }
  return last->text->str;
}

static void
append_node (GString *text, Last *lasts, const KbNode *node)
{
  const char *before = "{\"";
  if (node->unknown)
    {
      append_new (text, kb_node_to_json (node, NULL));
      return;
    }
  for (const KbField *field = node->kind->fields; field->name; field++)
    {
      const char *member = member_text (&lasts[field - node->kind->fields], node, field,
                                        G_STRUCT_MEMBER_P (node, field->offset));
      if (strcmp (member, "null") == 0 && (field->flags & KB_FIELD_OPTIONAL))
        continue;
      g_string_append (text, before);
      g_string_append (text, field->name);
      g_string_append (text, "\":");
      g_string_append (text, member);
      before = ",\"";
    }
  g_string_append_c (text, '}');
}

static void
append_values (GString *text, const KbEdit *edit, const GPtrArray *items, gboolean forward)
{
  const KbManyItems *many = edit->many;
  guint n = 0, run = 0, in = 0;
  while (edit->list->item->fields[n].name)
    n++;
  g_autofree Last *lasts = g_new0 (Last, n);
  for (guint i = 0; i < n; i++)
    lasts[i].text = g_string_new (NULL);
  for (guint i = 0; i < many->n; i++)
    {
      g_string_append_c (text, i ? ',' : '[');
      if (edit->op != KB_EDIT_SET_MANY)
        append_node (text, lasts, kb_item_at (many->held, i));
      else
        g_string_append (text, member_text (lasts,
                                            kb_item_at (items, kb_many_next (many, &run, &in)),
                                            edit->field,
                                            (forward ? many->after : many->before)
                                              + i * kb_plain_size (edit->field->type)));
    }
  g_string_append_c (text, ']');
  for (guint i = 0; i < n; i++)
    g_string_free (lasts[i].text, TRUE);
}

/* The journal's line for an edit about to be applied or reverted, as text in a JSON string. This
 * avoids a JSON tree of thousands of values. */
static json_t *
kb_edit_many_line (const KbDocument *document, const KbEdit *edit, gboolean forward)
{
  const KbNode *parent = kb_document_node (document, edit->node);
  gboolean sets = edit->op == KB_EDIT_SET_MANY,
           inserts = edit->op == (forward ? KB_EDIT_INSERT_MANY : KB_EDIT_REMOVE_MANY);
  g_autofree char *path = kb_node_lasting_path (parent),
                  *whole = g_strconcat (path, *path ? "." : "", edit->list->name, NULL);
  g_autoptr (GString) text = g_string_new ("{\"items\":");
  KB_EACH_IN (const KbRun, run, edit->many->runs)
    g_string_append_printf (text, "%s[%u,%u]", run_at ? "," : "[", run->at, run->n);
  g_string_append_printf (text, "],\"%s\":", sets ? "set" : inserts ? "insert" : "remove");
  append_new (text, json_string (whole));
  if (sets)
    g_string_append_printf (text, ",\"field\":\"%s\"", edit->field->name);
  if (sets || inserts)
    {
      g_string_append (text, ",\"values\":");
      append_values (text, edit, kb_node_list (parent, edit->list), forward);
    }
  g_string_append_c (text, '}');
  return json_stringn_nocheck (text->str, text->len);
}

/* The journal's line for an edit about to be applied or reverted. kb_paint_fill adds the pixels,
 * only where they are needed. */
static json_t *
kb_edit_paint_line (const KbDocument *document, const KbEdit *edit, gboolean forward)
{
  g_autofree char *path = kb_edit_set_path (kb_document_node (document, edit->node), edit->field);
  return json_pack ("{ss}", edit->patch ? "paint" : "set", path);
}

static json_t *
kb_bounds_line (const KbDocument *document, const KbEdit *edit, gboolean forward)
{
  const KbGridBounds *bounds = forward ? &edit->to_bounds : &edit->from_bounds;
  g_autofree char *path = kb_node_lasting_path (kb_document_node (document, edit->node));
  return json_pack ("{ss s[iiii]}", "bounds", path, "cells", bounds->first.x, bounds->first.y,
                    bounds->width, bounds->height);
}

json_t *
kb_edit_line (const KbDocument *document, const KbEdit *edit, gboolean forward)
{
  const KbNode *node = kb_document_node (document, edit->node);
  g_autofree char *whole = NULL;
  if (edit->op == KB_EDIT_PAINT)
    return kb_edit_paint_line (document, edit, forward);
  if (edit->many)
    return kb_edit_many_line (document, edit, forward);
  if (edit->op == KB_EDIT_BOUNDS)
    return kb_bounds_line (document, edit, forward);
  if (edit->op == KB_EDIT_SET)
    {
      whole = kb_edit_set_path (node, edit->field);
      return json_pack ("{ss sO}", "set", whole, "value", forward ? edit->after : edit->before);
    }
  if (edit->op == (forward ? KB_EDIT_INSERT : KB_EDIT_REMOVE))
    {
      g_autofree char *path = kb_node_lasting_path (node);
      whole = g_strconcat (path, *path ? "." : "", edit->list->name, NULL);
      return json_pack ("{ss si so}", "insert", whole, "at", (int) edit->at, "value",
                        kb_node_to_json (edit->held, NULL));
    }
  guint from = edit->op == KB_EDIT_MOVE && !forward ? edit->to : edit->at;
  whole = kb_node_lasting_path (g_ptr_array_index (edit_items (document, edit), from));
  if (edit->op == KB_EDIT_MOVE)
    return json_pack ("{ss si}", "move", whole, "to", (int) (forward ? edit->to : edit->at));
  return json_pack ("{ss}", "remove", whole);
}

/* --- Undo and redo ---------------------------------------------------------------------------- */

/* Its name in a journal. */
static char *
replay_label (const KbUndoStep *step, gboolean forward)
{
  return g_strdup_printf (forward ? _("Redo %s") : _("Undo %s"), step->label);
}

/* Its lines, as a new reference. `whole`: including painted pixels. */
static json_t *
replay_edits (KbDocument *document, KbUndoStep *step, gboolean forward, gboolean whole)
{
  json_t *lines = json_array ();
  for (guint i = 0; i < step->edits->len; i++)
    {
      KbEdit *edit = g_ptr_array_index (step->edits, forward ? i : step->edits->len - 1 - i);
      json_t *line = kb_edit_line (document, edit, forward);
      if (whole)
        kb_paint_fill (document, edit, line, forward);
      json_array_append_new (lines, line);
      kb_edit_do (document, edit, forward);
    }
  step->merging = FALSE;
  return lines;
}

static gboolean
replay_step (KbDocument *document, KbUndoStep *step, gboolean forward)
{
  json_auto_t *lines = replay_edits (document, step, forward, document->journal_wanted);
  g_autofree char *label = replay_label (step, forward);
  kb_journal_write (document, label, lines);
  kb_document_emit (document, &(KbEvent) { .type = KB_EVENT_STEP });
  return TRUE;
}

/* The owner of the list that a missing node was in; 0: no step has it. */
static KbId
edit_do_owner_of (const KbDocument *document, KbId id)
{
  KB_EACH (const KbUndoStep, step, document->steps)
    KB_EACH (const KbEdit, edit, step->edits)
      if (edit->item == id && edit->node != id)
        return edit->node;
  return 0;
}

GArray *
kb_document_history_nodes (const KbDocument *document, guint i)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (KbId));
  const KbUndoStep *step = i < document->steps->len ? g_ptr_array_index (document->steps, i) : NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  if (step)
    KB_EACH (const KbEdit, edit, step->edits)
      {
        KbId id = edit->item && kb_document_node (document, edit->item) ? edit->item : edit->node;
        while (id && !kb_document_node (document, id))
          id = edit_do_owner_of (document, id);
        if (id && g_hash_table_add (seen, GUINT_TO_POINTER (id)))
          g_array_append_val (nodes, id);
      }
  return nodes;
}

KbId
kb_document_step_node (const KbDocument *document, gboolean undone)
{
  g_autoptr (GArray) nodes =
    kb_document_history_nodes (document, document->position - (undone ? 0 : 1));
  return nodes->len ? g_array_index (nodes, KbId, nodes->len - 1) : 0;
}

gboolean
kb_document_undo (KbDocument *document)
{
  return !document->depth && document->position > 0
         && replay_step (document, g_ptr_array_index (document->steps, --document->position),
                         FALSE);
}

gboolean
kb_document_redo (KbDocument *document)
{
  return !document->depth && document->position < document->steps->len
         && replay_step (document, g_ptr_array_index (document->steps, document->position++), TRUE);
}

/* Both in journal form; ours may be text. */
static gboolean
are_same (const json_t *ours, const json_t *others)
{
  gboolean same = json_array_size (ours) == json_array_size (others);
  for (gsize i = 0; same && i < json_array_size (ours); i++)
    {
      json_t *own = json_array_get (ours, i);
      json_auto_t *line =
        json_is_string (own) ? json_loads (json_string_value (own), 0, NULL) : json_incref (own);
      same = json_equal (line, json_array_get (others, i));
    }
  return same;
}

gboolean
kb_history_follow (KbDocument *document, const char *label, const json_t *edits)
{
  for (guint forward = 0; forward < 2; forward++)
    {
      if (document->depth
          || (forward ? document->position == document->steps->len : document->position == 0))
        continue;
      KbUndoStep *step = g_ptr_array_index (document->steps, document->position - !forward);
      g_autofree char *own = replay_label (step, forward);
      if (strcmp (own, label) != 0)
        continue;
      json_auto_t *lines = replay_edits (document, step, forward, TRUE);
      gboolean same = are_same (lines, edits);
      if (!same)
        {
          json_decref (replay_edits (document, step, !forward, FALSE));
          continue;
        }
      document->position += forward ? 1 : (guint) -1;
      kb_document_emit (document, &(KbEvent) { .type = KB_EVENT_STEP });
      return TRUE;
    }
  return FALSE;
}
