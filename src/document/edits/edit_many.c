/* SPDX-License-Identifier: MIT */
/* Edits of many items of one list at once: members are copied as bytes, without JSON trees. Values
 * are set one by one, and stay with items that are removed. edit_do.c and apply.c
 * convert them to and from text. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/edits/private.h"
#include "document/shapes/shape_kinds.h"

gsize
kb_plain_size (KbType type)
{
  switch (type)
    {
    case KB_TYPE_INT:
    case KB_TYPE_ENUM: return sizeof (gint);
    case KB_TYPE_COLOUR: return sizeof (guint32);
    case KB_TYPE_VEC: return sizeof (KbVec);
    case KB_TYPE_REAL: return sizeof (double);
    case KB_TYPE_BOOL: return sizeof (gboolean);
    case KB_TYPE_CLASS: return sizeof (KbId);
    default: return 0;
    }
}

static gboolean
is_plain (const KbKind *kind)
{
  for (const KbField *field = kind->fields; field->name; field++)
    if ((!kb_plain_size (field->type) && field->type != KB_TYPE_VALUES
         && field->type != KB_TYPE_JSON)
        || (field->flags & KB_FIELD_UNIQUE))
      return FALSE;
  return !kind->lists->name && !kind->folder;
}

/* --- Contents of an edit ---------------------------------------------------------------------- */

static KbManyItems *
items_new (void)
{
  KbManyItems *many = g_new0 (KbManyItems, 1);
  *many =
    (KbManyItems){ .runs = g_array_new (FALSE, FALSE, sizeof (KbRun)), .held = g_ptr_array_new () };
  return many;
}

void
kb_many_free (KbManyItems *many)
{
  if (!many)
    return;
  KB_EACH (KbNode, node, many->held)
    kb_node_free (node);
  g_ptr_array_unref (many->held);
  g_array_unref (many->runs);
  g_free (many->before);
  g_free (many->after);
  g_free (many);
}

static gsize
set_bytes (const KbEdit *edit)
{
  return edit->many && edit->field ? edit->many->n * kb_plain_size (edit->field->type) : 0;
}

gsize
kb_many_weight (const KbEdit *edit)
{
  const KbManyItems *many = edit->many;
  if (!many)
    return 0;
  gsize item = edit->op == KB_EDIT_SET_MANY ? 0 : edit->list->item->size + 64;
  return sizeof *many + many->runs->len * sizeof (KbRun) + 2 * set_bytes (edit) + many->n * item;
}

gboolean
kb_many_is_idle (const KbEdit *edit)
{
  return edit->op == KB_EDIT_SET_MANY
         && memcmp (edit->many->before, edit->many->after, set_bytes (edit)) == 0;
}

static void
add_place (KbManyItems *many, guint at)
{
  KbRun *last = many->runs->len ? &g_array_index (many->runs, KbRun, many->runs->len - 1) : NULL;
  if (last && last->at + last->n == at)
    last->n++;
  else
    g_array_append_val (many->runs, ((KbRun) { at, 1 }));
  many->n++;
}

guint
kb_many_next (const KbManyItems *many, guint *run, guint *in)
{
  const KbRun *r = &g_array_index (many->runs, KbRun, *run);
  guint at = r->at + (*in)++;
  if (*in == r->n)
    {
      ++*run;
      *in = 0;
    }
  return at;
}

/* --- Applying and reverting ------------------------------------------------------------------- */

static void
store_values (GPtrArray *items, const KbEdit *edit, const guint8 *values)
{
  gsize size = kb_plain_size (edit->field->type);
  guint run = 0, in = 0;
  for (guint i = 0; i < edit->many->n; i++)
    memcpy (G_STRUCT_MEMBER_P (kb_item_at (items, kb_many_next (edit->many, &run, &in)),
                               edit->field->offset),
            values + i * size, size);
}

static void
attach_items (KbDocument *document, KbNode *parent, GPtrArray *items, KbManyItems *many)
{
  guint total = items->len + many->n, from = items->len, to = total, run = many->runs->len,
        held = many->n;
  g_ptr_array_set_size (items, (gint) total);
  while (run-- > 0)
    {
      const KbRun *r = &g_array_index (many->runs, KbRun, run);
      while (to > r->at + r->n)
        items->pdata[--to] = items->pdata[--from];
      while (to > r->at)
        items->pdata[--to] = kb_item_at (many->held, --held);
    }
  for (guint i = 0; i < many->n; i++)
    {
      KbNode *node = kb_item_at (many->held, i);
      node->parent = parent;
      kb_document_register (document, node);
    }
  g_ptr_array_set_size (many->held, 0);
}

static void
detach_items (KbDocument *document, GPtrArray *items, KbManyItems *many)
{
  guint kept = 0, run = 0, in = 0, next = kb_many_next (many, &run, &in);
  KB_EACH (void, item, items)
    if (item_at != next)
      items->pdata[kept++] = item;
    else
      {
        g_ptr_array_add (many->held, item);
        kb_document_unregister (document, item);
        next = run < many->runs->len ? kb_many_next (many, &run, &in) : G_MAXUINT;
      }
  g_ptr_array_set_size (items, (gint) kept);
}

void
kb_many_do (KbDocument *document, KbEdit *edit, gboolean forward)
{
  KbNode *parent = kb_document_node (document, edit->node);
  GPtrArray *items = kb_node_list (parent, edit->list);
  if (edit->op == KB_EDIT_SET_MANY)
    store_values (items, edit, forward ? edit->many->after : edit->many->before);
  else if (edit->op == (forward ? KB_EDIT_INSERT_MANY : KB_EDIT_REMOVE_MANY))
    attach_items (document, parent, items, edit->many);
  else
    detach_items (document, items, edit->many);
  for (guint i = 0; edit->op != KB_EDIT_SET_MANY && i < items->len; i++)
    g_atomic_int_set ((gint *) &((KbNode *) kb_item_at (items, i))->hint, (gint) i);
  kb_document_emit (document, &(KbEvent) { .type = KB_EVENT_MANY,
                                          .node = edit->node,
                                          .parent = parent->parent ? parent->parent->id : 0,
                                          .name = edit->list->name });
}

/* --- Creation --------------------------------------------------------------------------------- */

const KbList *
kb_plain_list (const KbNode *node, const char *name, GError **error)
{
  const KbList *list = kb_kind_list (node->kind, name);
  if (list && is_plain (list->item))
    return list;
  if (list)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("items: those of '%s' are edited one by one"),
                 name);
  else
    kb_place_error (error, &(KbPlace) { .node = node }, name, _("a %s has no list '%s'"),
                    _(node->kind->name), name);
  return NULL;
}

const KbField *
kb_plain_field (const KbNode *parent, const KbList *list, const char *name, GError **error)
{
  const KbField *field = name ? kb_kind_field (list->item, name) : NULL;
  if (!field)
    kb_place_error (error, &(KbPlace) { .node = parent }, list->name, _("a %s has no field '%s'"),
                    _(list->item->name), name ? name : "");
  if (!field || kb_plain_size (field->type))
    return field;
  return kb_fail_null (error, KB_ERROR_INPUT, _("field: '%s' is set one by one"), name);
}

KbEdit *
kb_many_new (KbEditOp op, const KbNode *parent, const KbList *list)
{
  KbEdit *edit = KB_NEW (KbEdit, .op = op, .node = parent->id, .list = list, .many = items_new ());
  return edit;
}

void
kb_many_note_before (KbEdit *edit, const GPtrArray *items)
{
  gsize size = kb_plain_size (edit->field->type);
  guint run = 0, in = 0;
  edit->many->before = g_malloc (edit->many->n * size);
  for (guint i = 0; i < edit->many->n; i++)
    memcpy (edit->many->before + i * size,
            G_STRUCT_MEMBER_P (kb_item_at (items, kb_many_next (edit->many, &run, &in)),
                               edit->field->offset),
            size);
}

void
kb_many_perform (KbDocument *document, KbEdit *edit)
{
  static const char *const labels[] = { N_("Change %s"), N_("Add %s"), N_("Delete %s") };
  if (edit->many->n == 0 || kb_many_is_idle (edit))
    {
      kb_edit_free (edit);
      return;
    }
  kb_edit_begin (document, _(labels[edit->op - KB_EDIT_SET_MANY]), _(edit->list->item->label));
  kb_edit_perform (document, edit);
  kb_document_end (document);
}

gboolean
kb_plain_list_is_full (const KbNode *parent, const KbList *list, guint n, GError **error)
{
  guint count = kb_node_list (parent, list)->len;
  KbPlace up = { .node = parent }, place = { .up = &up, .list = list->name, .index = count };
  return n > list->max - MIN (count, list->max) && !kb_edit_full_error (error, &place, list);
}

/* --- Edits by the program --------------------------------------------------------------------- */

typedef struct { guint at, index; } Sorted;

static int
by_place (gconstpointer one, gconstpointer other)
{
  guint a = ((const Sorted *) one)->at, b = ((const Sorted *) other)->at;
  return a < b ? -1 : a > b;
}

/* The positions of the items, in list order. Each of them once. */
static Sorted *
places_of (const KbDocument *document, const KbNode *parent, const KbList *list, const KbId *ids,
           guint n, GError **error)
{
  g_autofree Sorted *places = g_new (Sorted, n);
  gboolean sorted = TRUE, ok = TRUE;
  for (guint i = 0; i < n && ok; i++)
    {
      const KbNode *node = kb_edit_find_node (document, ids[i], error);
      ok = node && node->parent == parent && kb_node_place (node, &places[i].at) == list;
      places[i].index = i;
      sorted = sorted && ok && (i == 0 || places[i - 1].at < places[i].at);
    }
  if (ok && !sorted)
    qsort (places, n, sizeof *places, by_place);
  for (guint i = 1; i < n && ok && !sorted; i++)
    ok = places[i].at != places[i - 1].at;
  if (ok)
    return g_steal_pointer (&places);
  if (error && !*error)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("expected items of '%s', each once"),
                 list->name);
  return NULL;
}

/* As when reading from JSON: numbers are rounded to the grid. */
static gboolean
check_member (const KbDocument *document, const KbField *field, gpointer member,
              const KbPlace *place, GError **error)
{
  KbVec *vec = member;
  double min = (double) field->min, max = (double) field->max;
  if (field->type == KB_TYPE_VEC)
    {
      *vec = kb_vec_to_grid (*vec);
      if (vec->x >= min && vec->x <= max && vec->y >= min && vec->y <= max)
        return TRUE;
      return kb_place_error (error, place, field->name,
                             _("expected [x, y] in pixels from %g to %g"), min, max);
    }
  if (field->type == KB_TYPE_BOOL)
    {
      *(gboolean *) member = *(gboolean *) member != FALSE;
      return TRUE;
    }
  const KbNode *class =
    field->type == KB_TYPE_CLASS ? kb_document_node (document, *(const KbId *) member) : NULL;
  return kb_node_is (class, &kb_class_kind)
         || kb_place_error (error, place, field->name, _("cannot be set to this"));
}

static gboolean
set_singly (KbDocument *document, const KbField *field, const KbId *ids, guint n,
            const guint8 *values, GError **error)
{
  gboolean ok = TRUE;
  for (guint i = 0; i < n && ok; i++)
    {
      const KbNode *node = kb_edit_find_node (document, ids[i], error);
      ok =
        node
        && kb_document_set (
          document, ids[i], field->name,
          kb_type_ops (field->type)->write (node, field, values + i * kb_plain_size (field->type)),
          error);
    }
  return ok;
}

gboolean
kb_document_set_many (KbDocument *document, KbId parent_id, const char *list_name,
                      const char *field_name, const KbId *ids, guint n, gconstpointer values,
                      GError **error)
{
  const KbNode *parent = kb_edit_find_node (document, parent_id, error);
  const KbList *list = parent ? kb_plain_list (parent, list_name, error) : NULL;
  const KbField *field = list ? kb_plain_field (parent, list, field_name, error) : NULL;
  if (!field || n < KB_MANY)
    return field && set_singly (document, field, ids, n, values, error);
  g_autofree Sorted *places = places_of (document, parent, list, ids, n, error);
  if (!places)
    return FALSE;
  g_autoptr (KbEdit) edit = kb_many_new (KB_EDIT_SET_MANY, parent, list);
  gsize size = kb_plain_size (field->type);
  edit->field = field;
  edit->many->after = g_malloc (n * size);
  for (guint i = 0; i < n; i++)
    {
      guint8 *member = edit->many->after + i * size;
      KbPlace up = { .node = parent },
              place = { .up = &up, .list = list->name, .index = places[i].at };
      add_place (edit->many, places[i].at);
      memcpy (member, (const guint8 *) values + places[i].index * size, size);
      if (!check_member (document, field, member, &place, error))
        return FALSE;
    }
  kb_many_note_before (edit, kb_node_list (parent, list));
  kb_many_perform (document, g_steal_pointer (&edit));
  return TRUE;
}

KbFieldChange
kb_field_change_new (const char *field, gsize value_size)
{
  return (KbFieldChange) { field, g_array_new (FALSE, FALSE, sizeof (KbId)),
                           g_array_new (FALSE, FALSE, (guint) value_size) };
}

void
kb_field_change_add (KbFieldChange *change, KbId id, gconstpointer value)
{
  g_array_append_val (change->ids, id);
  g_array_append_vals (change->values, value, 1);
}

gboolean
kb_document_change_fields (KbDocument *document, KbId parent, const char *list,
                           const KbFieldChange *changes, guint n, GError **error)
{
  gboolean ok = TRUE;
  for (guint i = 0; i < n; i++)
    {
      const KbFieldChange *change = &changes[i];
      ok = ok
           && kb_document_set_many (document, parent, list, change->field,
                                    (const KbId *) (const void *) change->ids->data,
                                    change->ids->len, change->values->data, error);
      g_array_unref (change->ids);
      g_array_unref (change->values);
    }
  return ok;
}

/* NULL and an error if the columns are invalid. */
static KbNode *
node_of_columns (KbDocument *document, KbNode *parent, const KbList *list, guint row,
                 const KbColumn *columns, GError **error)
{
  KbPlace up = { .node = parent }, place = { .up = &up,
                                             .list = list->name,
                                             .index = kb_node_list (parent, list)->len + row };
  KbNode *node = kb_node_new (list->item, parent);
  gboolean ok = TRUE;
  node->id = document->next_id++;
  for (const KbField *field = list->item->fields; ok && field->name; field++)
    {
      gpointer member = G_STRUCT_MEMBER_P (node, field->offset);
      gsize size = kb_plain_size (field->type);
      const KbColumn *column = columns;
      while (column->field && strcmp (column->field, field->name) != 0)
        column++;
      if (column->field)
        {
          memcpy (member, (const guint8 *) column->values + row * size, size);
          ok = check_member (document, field, member, &place, error);
        }
      else
        ok = kb_node_read_field (document, node, field, NULL, &place, error);
    }
  if (!ok)
    g_clear_pointer (&node, kb_node_free);
  return node;
}

gboolean
kb_document_insert_many (KbDocument *document, KbId parent_id, const char *list_name, guint n,
                         const KbColumn *columns, GArray *made, GError **error)
{
  KbNode *parent = kb_edit_find_node (document, parent_id, error);
  const KbList *list = parent ? kb_plain_list (parent, list_name, error) : NULL;
  if (!list || kb_plain_list_is_full (parent, list, n, error))
    return FALSE;
  g_autoptr (KbEdit) edit = kb_many_new (KB_EDIT_INSERT_MANY, parent, list);
  guint count = kb_node_list (parent, list)->len;
  gboolean ok = TRUE;
  for (guint i = 0; i < n && ok; i++)
    {
      KbNode *node = node_of_columns (document, parent, list, i, columns, error);
      KbId id = node ? node->id : 0;
      ok = node != NULL;
      if (ok && n < KB_MANY)
        {
          id = kb_document_insert (document, parent_id, list_name, -1, kb_node_to_json (node, NULL),
                                   error);
          kb_node_free (node);
          ok = id != 0;
        }
      else if (ok)
        {
          add_place (edit->many, count + i);
          g_ptr_array_add (edit->many->held, node);
        }
      if (ok && made)
        g_array_append_val (made, id);
    }
  if (ok)
    kb_many_perform (document, g_steal_pointer (&edit));
  return ok;
}

gboolean
kb_document_remove_many (KbDocument *document, KbId parent_id, const char *list_name,
                         const KbId *ids, guint n, GError **error)
{
  const KbNode *parent = kb_edit_find_node (document, parent_id, error);
  const KbList *list = parent ? kb_plain_list (parent, list_name, error) : NULL;
  gboolean ok = list != NULL;
  /* From the last to the first, since they are probably in order: each is then near the end of its
   * list */
  for (guint i = n; n < KB_MANY && i-- > 0 && ok;)
    ok = kb_document_remove (document, ids[i], error);
  if (!ok || n < KB_MANY)
    return ok;
  g_autofree Sorted *places = places_of (document, parent, list, ids, n, error);
  if (!places)
    return FALSE;
  KbEdit *edit = kb_many_new (KB_EDIT_REMOVE_MANY, parent, list);
  for (guint i = 0; i < n; i++)
    add_place (edit->many, places[i].at);
  kb_many_perform (document, edit);
  return TRUE;
}
