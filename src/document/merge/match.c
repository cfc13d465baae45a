/* SPDX-License-Identifier: MIT */
/* Finds the items of a list in another version of it. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/merge/merge.h"
#include "document/private.h"

/* Cells of the table for the longest common subsequence: 16 MB. */
#define MAX_TABLE (4 * 1024 * 1024)
#define LONGEST_VALUE 80   /* bytes */

const KbKind *
kb_file_kind (const json_t *file)
{
  const char *name = json_string_value (json_object_get (file, "kickbox"));
  if (g_strcmp0 (name, kb_project_kind.name) == 0)
    return &kb_project_kind;
  for (const KbList *list = kb_project_kind.lists; list->name; list++)
    if (list->item->folder && g_strcmp0 (name, list->item->name) == 0)
      return list->item;
  return NULL;
}

/* In format 1 of a level, `depth` counts the lines above a leaf, also in a quadtree. */
void
kb_file_update (json_t *file)
{
  const char *partition = json_string_value (json_object_get (file, "partition"));
  json_t *depth = json_object_get (file, "depth");
  if (kb_file_kind (file) != &kb_level_kind
      || json_integer_value (json_object_get (file, "format")) != 1)
    return;
  json_object_set_new (file, "format", json_integer (kb_level_kind.format));
  if (json_is_integer (depth) && g_strcmp0 (partition, "quadtree") == 0)
    json_integer_set (depth, (json_integer_value (depth) + 1) / 2);
}

const KbKind *
kb_painted_file_kind (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  const guint n = g_strv_length (parts);
  for (const KbList *list = kb_project_kind.lists; n >= 2 && list->name; list++)
    {
      if (!list->item->folder)
        continue;
      if (kb_kind_field_of_type (list->item, KB_TYPE_ZONES)
          && g_str_equal (parts[n - 2], list->item->folder))
        return list->item;
      for (const KbList *inner = list->item->lists; n >= 3 && inner->name; inner++)
        if (g_strcmp0 (parts[n - 3], inner->item->paintings) == 0)
          return inner->item;
    }
  return NULL;
}

char *
kb_json_key (const json_t *value)
{
  g_autoptr (GString) text = g_string_new (NULL);
  if (value && !json_is_null (value))
    kb_json_append (text, value);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
kb_value_words (const KbField *field, const json_t *value, const json_t *asset)
{
  const gboolean is_point = field->type == KB_TYPE_PIXEL || field->type == KB_TYPE_VEC;
  double x, y, w, h;
  if (field->type == KB_TYPE_PICTURE)
    return NULL;
  if (field->refers && asset)
    KB_EACH_JSON (item, json_object_get (asset, field->refers))
      if (json_equal (json_object_get (item, "id"), value))
        return g_strdup_printf ("%" G_GSIZE_FORMAT, item_at + 1);
  if (json_unpack ((json_t *) value, "{s[FFFF]}", "box", &x, &y, &w, &h) == 0)
    return g_strdup_printf ("box (%g, %g), %g x %g", x, y, w, h);
  g_autofree char *text = json_is_null (value)     ? g_strdup (_("none"))
                          : json_is_string (value) ? g_strdup_printf ("'%s'",
                                                                      json_string_value (value))
                                                   : kb_json_key (value);
  g_autoptr (GString) plain = g_string_new (text);
  if (json_is_array (value) || json_is_object (value))
    {
      const char *const pairs[][2] = { { "[", is_point ? "(" : "" }, { "]", is_point ? ")" : "" },
                                       { ",", ", " }, { ":", " " }, { "{", "" }, { "}", "" },
                                       { "\"", "" } };
      for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
        g_string_replace (plain, pairs[i][0], pairs[i][1], 0);
    }
  return plain->len <= LONGEST_VALUE ? g_string_free (g_steal_pointer (&plain), FALSE) : NULL;
}

const KbField *
kb_kind_number (const KbKind *kind)
{
  for (const KbField *field = kind->fields; field->name; field++)
    if (field->type == KB_TYPE_INT && (field->flags & KB_FIELD_UNIQUE))
      return field;
  return NULL;
}

/* An item without its conflicts, a new reference. */
static json_t *
plain_item (const json_t *item)
{
  if (!json_object_get (item, "conflicts"))
    return json_incref ((json_t *) item);
  json_t *plain = json_copy ((json_t *) item);
  json_object_del (plain, "conflicts");
  return plain;
}

gboolean
kb_items_differ (const json_t *a, const json_t *b)
{
  json_auto_t *one = plain_item (a), *other = plain_item (b);
  return !json_equal (one, other);
}

typedef struct {
  const KbKind *kind;
  const json_t *a, *b;
  gint *in_b;           /* of items of a; -1: not yet */
  gboolean *taken;      /* items of b */
  const KbField *number;
} Match;

/* What two items of a pass have in common. NULL: the pass leaves the item alone. */
typedef char *(*ItemKey) (const KbKind *kind, const json_t *item, const char *name);

static char *
key_of_field (const KbKind *kind, const json_t *item, const char *name)
{
  g_autofree char *key = kb_json_key (json_object_get (item, name));
  return *key ? g_steal_pointer (&key) : NULL;
}

/* All but one field, or all of it. */
static char *
key_of_rest (const KbKind *kind, const json_t *item, const char *name)
{
  json_auto_t *rest = plain_item (item);
  if (name && json_is_object (rest))
    {
      json_t *less = json_copy (rest);
      json_object_del (less, name);
      json_decref (rest);
      rest = less;
    }
  return kb_json_key (rest);
}

static char *
key_but_positions (const KbKind *kind, const json_t *item, const char *name)
{
  json_auto_t *plain = plain_item (item), *rest = json_copy (plain);
  for (const KbField *field = kind->fields; field->name; field++)
    if (field->flags & KB_FIELD_POSITION)
      json_object_del (rest, field->name);
  return kb_json_key (rest);
}

static gboolean
has_number (const Match *match, const json_t *item)
{
  return match->number && json_object_get (item, match->number->name);
}

static void
pair (Match *match, gsize a, gsize b)
{
  match->in_b[a] = (gint) b;
  match->taken[b] = TRUE;
}

/* Pairs items of equal keys, the first of one list with the first of the other. `numbered`: those
 * with a permanent number too, which no other likeness outweighs. */
static void
pair_by (Match *match, ItemKey key_of, const char *name, gboolean numbered)
{
  g_autoptr (GHashTable) places =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_queue_free);
  KB_EACH_JSON (item, match->b)
    {
      char *key = match->taken[item_at] || (!numbered && has_number (match, item))
                    ? NULL
                    : key_of (match->kind, item, name);
      GQueue *queue = key ? g_hash_table_lookup (places, key) : NULL;
      if (key && !queue)
        g_hash_table_insert (places, g_strdup (key), queue = g_queue_new ());
      if (queue)
        g_queue_push_tail (queue, GSIZE_TO_POINTER (item_at));
      g_free (key);
    }
  if (g_hash_table_size (places) > 0)
    KB_EACH_JSON (item, match->a)
      {
        if (match->in_b[item_at] >= 0 || (!numbered && has_number (match, item)))
          continue;
        g_autofree char *key = key_of (match->kind, item, name);
        GQueue *queue = key ? g_hash_table_lookup (places, key) : NULL;
        if (queue && !g_queue_is_empty (queue))
          pair (match, item_at, GPOINTER_TO_SIZE (g_queue_pop_head (queue)));
      }
}

/* The items as numbers that are equal where the items are. */
static guint *
intern (const Match *match, const json_t *items, GHashTable *known)
{
  guint *numbers = g_new (guint, json_array_size (items) + 1);
  KB_EACH_JSON (item, items)
    {
      char *key = key_of_rest (match->kind, item, NULL);
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (known, key));
      if (number)
        g_free (key);
      else
        g_hash_table_insert (known, key,
                             GUINT_TO_POINTER (number = g_hash_table_size (known) + 1));
      numbers[item_at] = number;
    }
  return numbers;
}

/* Pairs a[from + i] with b[from + k] along the longest common subsequence. */
static void
pair_in_order (Match *match, const guint *a, const guint *b, gsize from, gsize n, gsize m)
{
  const gsize stride = m + 1;
  g_autofree guint *length = g_new0 (guint, (n + 1) * stride);
  for (gsize i = n; i-- > 0;)
    for (gsize k = m; k-- > 0;)
      length[i * stride + k] =
        a[from + i] == b[from + k]
          ? length[(i + 1) * stride + k + 1] + 1
          : MAX (length[(i + 1) * stride + k], length[i * stride + k + 1]);
  for (gsize i = 0, k = 0; i < n && k < m;)
    if (a[from + i] == b[from + k])
      {
        pair (match, from + i, from + k);
        i++, k++;
      }
    else if (length[(i + 1) * stride + k] >= length[i * stride + k + 1])
      i++;
    else
      k++;
}

/* Equal items, in order where possible: lists of steps repeat themselves. */
static void
pair_equal (Match *match)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree guint *a = intern (match, match->a, known), *b = intern (match, match->b, known);
  gsize n = json_array_size (match->a), m = json_array_size (match->b), from = 0;
  while (from < n && from < m && a[from] == b[from])
    {
      pair (match, from, from);
      from++;
    }
  while (n > from && m > from && a[n - 1] == b[m - 1])
    {
      n--, m--;
      pair (match, n, m);
    }
  if ((n - from + 1) * (m - from + 1) <= MAX_TABLE)
    pair_in_order (match, a, b, from, n - from, m - from);
}

gint *
kb_match_items (const KbKind *kind, const json_t *a, const json_t *b, gboolean changed)
{
  const gsize n = json_array_size (a);
  g_autofree gboolean *taken = g_new0 (gboolean, json_array_size (b) + 1);
  Match match = { kind, a, b, g_new (gint, n + 1), taken, kb_kind_number (kind) };
  const KbField *name = kb_kind_field (kind, "name");
  memset (match.in_b, -1, (n + 1) * sizeof (gint));
  if (match.number)
    pair_by (&match, key_of_field, match.number->name, TRUE);
  if (name && (name->flags & KB_FIELD_UNIQUE))
    pair_by (&match, key_of_field, "name", FALSE);
  if (changed && !match.number && !(name && (name->flags & KB_FIELD_UNIQUE)))
    pair_equal (&match);
  pair_by (&match, key_of_rest, NULL, FALSE);
  if (!changed)   /* the same with both lists exchanged */
    return match.in_b;
  for (const KbField *field = kind->fields; field->name; field++)
    pair_by (&match, key_of_rest, field->name, FALSE);
  for (const KbList *list = kind->lists; list->name; list++)
    pair_by (&match, key_of_rest, list->name, FALSE);
  if (name)
    pair_by (&match, key_of_field, "name", FALSE);
  pair_by (&match, key_but_positions, NULL, FALSE);
  return match.in_b;
}
