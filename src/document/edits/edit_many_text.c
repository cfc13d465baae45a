/* SPDX-License-Identifier: MIT */
/* Edits of many items as lines, for journals and scripts. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/edits/private.h"
#include "document/shapes/shape_kinds.h"

#define STEPS ((guint64) KB_GRID)

static void
append_new (GString *text, json_t *value)
{
  if (!kb_json_append (text, value))
    g_string_append (text, "null");
  json_decref (value);
}

/* --- As text ---------------------------------------------------------------------------------- */

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
  guint64 all = (guint64) ABS (on_grid), rest = (all % STEPS) * (100000000 / STEPS);
  if (on_grid < 0)
    g_string_append_c (text, '-');
  append_digits (text, all / STEPS);
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

json_t *
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

/* --- By lines --------------------------------------------------------------------------------- */

/* `length`: of the list including the items. */
static gboolean
read_runs (KbManyItems *many, const json_t *items, guint length, GError **error)
{
  json_int_t end = 0;
  gboolean ok = json_is_array (items);
  for (gsize i = 0; ok && i < json_array_size (items); i++)
    {
      const json_t *run = json_array_get (items, i), *first = json_array_get (run, 0),
                   *count = json_array_get (run, 1);
      json_int_t at = json_integer_value (first), n = json_integer_value (count);
      ok = json_array_size (run) == 2 && json_is_integer (first) && json_is_integer (count)
           && at >= end && n > 0 && n <= length && at <= (json_int_t) length - n;
      end = at + n;
      if (!ok)
        break;
      KbRun read = { (guint) at, (guint) n };
      g_array_append_val (many->runs, read);
      many->n += read.n;
    }
  return ok
         || kb_fail (error, KB_ERROR_INPUT,
                     _("items: expected [[first, count], ...], ascending, of places below %u"),
                     length);
}

static gboolean
read_values (KbDocument *document, KbNode *parent, KbEdit *edit, const json_t *values,
             GError **error)
{
  const GPtrArray *items = kb_node_list (parent, edit->list);
  gsize size = edit->field ? kb_plain_size (edit->field->type) : 0;
  guint run = 0, in = 0;
  gboolean ok = TRUE;
  if (edit->field)
    edit->many->after = g_malloc0 (edit->many->n * size);
  for (guint i = 0; ok && i < edit->many->n; i++)
    {
      const json_t *value = json_array_get (values, i);
      KbPlace up = { .node = parent }, place = { .up = &up,
                                                 .list = edit->list->name,
                                                 .index = kb_many_next (edit->many, &run, &in) };
      if (edit->field)
        ok = kb_node_read_member (document, kb_item_at (items, place.index), edit->field, value,
                                  edit->many->after + i * size, &place, error);
      else
        {
          KbNode *node =
            kb_node_from_json (document, edit->list->item, parent, value, &place, error);
          ok = node != NULL;
          if (node)
            g_ptr_array_add (edit->many->held, node);
        }
    }
  return ok;
}

gboolean
kb_many_apply (KbDocument *document, KbEditOp op, KbNode *parent, const char *name,
               const json_t *line, GError **error)
{
  const KbList *list = kb_plain_list (parent, name, error);
  const json_t *values = json_object_get (line, "values");
  if (!list)
    return FALSE;
  guint count = kb_node_list (parent, list)->len;
  gsize n = op == KB_EDIT_INSERT_MANY ? json_array_size (values) : 0;
  if (n > G_MAXUINT - count || kb_plain_list_is_full (parent, list, (guint) n, error))
    return FALSE;
  g_autoptr (KbEdit) edit = kb_many_new (op, parent, list);
  gboolean ok = read_runs (edit->many, json_object_get (line, "items"), count + (guint) n, error);
  if (ok && op == KB_EDIT_SET_MANY)
    ok = (edit->field = kb_plain_field (parent, list,
                                        json_string_value (json_object_get (line, "field")), error))
         != NULL;
  if (ok && op != KB_EDIT_REMOVE_MANY
      && (!json_is_array (values) || json_array_size (values) != edit->many->n))
    ok = kb_fail (error, KB_ERROR_INPUT, _("values: expected a list of %u, as many as items"),
                  edit->many->n);
  ok = ok && (op == KB_EDIT_REMOVE_MANY || read_values (document, parent, edit, values, error));
  if (ok && edit->field)
    kb_many_note_before (edit, kb_node_list (parent, list));
  if (ok)
    kb_many_perform (document, g_steal_pointer (&edit));
  return ok;
}
