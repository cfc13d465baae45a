/* SPDX-License-Identifier: MIT */
/* Fields of projects and banks by name. */
#include "cli/info.h"

#include "document/pixels/picture.h"

static const KbBankField *
find_field (const KbBankRecord *record, const char *key)
{
  const KbBankField *field = record->fields;
  while (g_strcmp0 (field->key, key) != 0)
    field++;
  return field;
}

guint
kb_info_count (KbInfoItem item, const char *list)
{
  return item.node ? kb_node_list (item.node, kb_kind_list (item.node->kind, list))->len
                   : kb_load_count (item.item, find_field (item.record, list)->count_member);
}

KbInfoItem
kb_info_child (KbInfoItem item, const char *list, guint i)
{
  if (item.node)
    return (KbInfoItem) { .node = g_ptr_array_index (
                           kb_node_list (item.node, kb_kind_list (item.node->kind, list)), i) };
  const KbBankField *field = find_field (item.record, list);
  return (KbInfoItem) { .bank = item.bank,
                       .record = &kb_bank_records[field->child],
                       .item = kb_list_item (field, item.item, i) };
}

static json_t *
number_json (KbInfoItem item, const KbBankField *field, guint k)
{
  const gint64 value = kb_field_get (field, item.item, k);
  switch (field->type)
    {
    case KB_FIXED: return json_real ((double) value / 256);
    case KB_CLASS: return json_string (item.bank->classes[value].name);
    case KB_WORD: return json_string (field->words[value]);
    case KB_BOOL: return json_boolean (value);
    default: return json_integer (value);
    }
}

json_t *
kb_info_get (KbInfoItem item, const char *name)
{
  if (item.node)
    return kb_node_get (item.node, kb_kind_field (item.node->kind, name));
  const KbBankField *field = find_field (item.record, name);
  if (field->type == KB_TEXT || field->type == KB_SPRITE)
    return kb_load_pointer (item.item, field->member)
             ? json_string (kb_field_text (field, item.item))
             : json_null ();
  if (field->n <= 1)
    return number_json (item, field, 0);
  json_t *array = json_array ();
  for (guint k = 0; k < field->n; k++)
    json_array_append_new (array, number_json (item, field, k));
  return array;
}

double
kb_info_number (KbInfoItem item, const char *field, guint k)
{
  json_auto_t *value = kb_info_get (item, field);
  return json_number_value (json_is_array (value) ? json_array_get (value, k) : value);
}

typedef struct {
  KbInfoItem item;
  json_t *(*json) (KbInfoItem item);
  json_t *made;
} Making;

static void
make_one (gpointer item, gpointer unused)
{
  Making *making = item;
  making->made = making->json (making->item);
}

/* The assets of a project on all processors: their levels take long. */
json_t *
kb_info_list (KbInfoItem item, const char *list, json_t *(*json) (KbInfoItem child))
{
  const guint n = kb_info_count (item, list);
  g_autofree Making *makings = g_new0 (Making, n);
  json_t *items = json_array ();
  for (guint i = 0; i < n; i++)
    makings[i] = (Making) { kb_info_child (item, list, i), json };
  if (item.node && !item.node->parent)
    kb_work_on_all (make_one, makings, sizeof *makings, n, NULL);
  for (guint i = 0; i < n; i++)
    json_array_append_new (items, makings[i].made ? makings[i].made : json (makings[i].item));
  return items;
}
