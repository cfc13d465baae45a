/* SPDX-License-Identifier: MIT */
/* Merges three versions of a file: fields one by one, lists item by item. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/merge/merge.h"
#include "document/names.h"
#include "document/private.h"

/* ---- order ---- */

/* The order of a merged list. */

static const KbMergeEntry *
entry_of (const GArray *entries, const GArray *sequence, guint i)
{
  return &g_array_index (entries, KbMergeEntry, g_array_index (sequence, guint, i));
}

static gboolean
is_in_both (const KbMergeEntry *entry)
{
  return entry->at[0] >= 0 && entry->at[1] >= 0;
}

/* The indices of the entries of one side, in its order. `both`: only those of the other too. */
static GArray *
sequence_of (const GArray *entries, guint side, gsize size, gboolean both)
{
  GArray *sequence = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *found = g_new0 (guint, size + 1);   /* + 1 */
  KB_EACH_IN (const KbMergeEntry, entry, entries)
    if (entry->at[side] >= 0 && (!both || is_in_both (entry)))
      found[entry->at[side]] = entry_at + 1;
  for (gsize i = 0; i < size; i++)
    if (found[i] && found[i]--)
      g_array_append_val (sequence, found[i]);
  return sequence;
}

/* Whether those of the base are in its order. */
static gboolean
keeps_base (const GArray *entries, const GArray *sequence)
{
  gint last = -1;
  for (guint i = 0; i < sequence->len; i++)
    {
      const gint base = entry_of (entries, sequence, i)->base;
      if (base >= 0 && base < last)
        return FALSE;
      last = MAX (last, base);
    }
  return TRUE;
}

/* By the texts of the entries of two sequences. */
static gint
compare_sequences (const GArray *entries, const GArray *a, const GArray *b)
{
  gint order = 0;
  for (guint i = 0; order == 0 && i < MIN (a->len, b->len); i++)
    {
      const KbMergeEntry *one = entry_of (entries, a, i), *other = entry_of (entries, b, i);
      g_autofree char *x = kb_json_key (one->value), *y = kb_json_key (other->value);
      order = one == other ? 0 : strcmp (x, y);
      if (order == 0)
        order = one->base - other->base;
    }
  return order ? order : (gint) a->len - (gint) b->len;
}

/* The entries that only this side has, by how many common ones come before them. */
static GPtrArray *
runs_of (const GArray *entries, const GArray *sequence, const guint *rank, guint n_common)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint after = 0;
  for (guint i = 0; i <= n_common; i++)
    g_ptr_array_add (runs, g_array_new (FALSE, FALSE, sizeof (guint)));
  for (guint i = 0; i < sequence->len; i++)
    {
      const guint index = g_array_index (sequence, guint, i);
      if (is_in_both (entry_of (entries, sequence, i)))
        after = rank[index] + 1;
      else
        g_array_append_val ((GArray *) g_ptr_array_index (runs, after), index);
    }
  return runs;
}

/* The new order of entries (KbMergeEntry) that are in the order of the base: their indices. It is
 * that of the side that changed it. New items stay after the item that they followed. `conflict`:
 * both sides changed the order. Free with g_free. Cost: linear. */
static guint *
kb_merge_order (const GArray *entries, const gsize sizes[2], gboolean *conflict)
{
  g_autoptr (GArray) ours = sequence_of (entries, 0, sizes[0], TRUE),
                     theirs = sequence_of (entries, 1, sizes[1], TRUE),
                     all_ours = sequence_of (entries, 0, sizes[0], FALSE),
                     all_theirs = sequence_of (entries, 1, sizes[1], FALSE);
  const gboolean kept_ours = keeps_base (entries, ours), kept_theirs = keeps_base (entries, theirs);
  const gint order = compare_sequences (entries, ours, theirs);
  const GArray *common = (kept_ours != kept_theirs ? kept_theirs : order >= 0) ? ours : theirs;
  *conflict = !kept_ours && !kept_theirs && order != 0;

  g_autofree guint *rank = g_new0 (guint, entries->len + 1);
  for (guint i = 0; i < common->len; i++)
    rank[g_array_index (common, guint, i)] = i;
  g_autoptr (GPtrArray) runs = runs_of (entries, all_ours, rank, common->len),
                        other_runs = runs_of (entries, all_theirs, rank, common->len);
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i <= common->len; i++)
    {
      const GArray *run = g_ptr_array_index (runs, i), *other = g_ptr_array_index (other_runs, i);
      const gboolean first = compare_sequences (entries, run, other) <= 0;
      g_array_append_vals (all, (first ? run : other)->data, (first ? run : other)->len);
      g_array_append_vals (all, (first ? other : run)->data, (first ? other : run)->len);
      if (i < common->len)
        g_array_append_val (all, g_array_index (common, guint, i));
    }
  return (guint *) g_array_free (all, FALSE);
}

/* ---- merge ---- */

typedef struct {
  guint n_conflicts;
  /* Set of "LIST NUMBER": removed items that something refers to */
  GHashTable *wanted;
} Merge;

/* For lists in settings, whose items are not nodes. */
static const KbKind plain_kind = { .name = "",
                                   .fields = (const KbField[]){ { NULL } },
                                   .lists = (const KbList[]){ { NULL } } };

static json_t *merge_list (Merge *merge, const KbKind *kind, const char *name, const json_t *base,
                           const json_t *ours, const json_t *theirs, json_t *conflicts);

/* --- Values ----------------------------------------------------------------------------------- */

static gboolean
is_same (const json_t *a, const json_t *b)
{
  return a == b || (a && b && json_equal (a, b));
}

static gboolean
is_list_of_objects (const json_t *value)
{
  KB_EACH_JSON (item, value)
    if (!json_is_object (item))
      return FALSE;
  return json_is_array (value);
}

static json_t *merge_values (const json_t *base, const json_t *ours, const json_t *theirs,
                             gboolean keep_ours, gboolean deep, json_t **other);

/* Each key of two objects as a value of its own. `other`: the same with the other values of
 * conflicts. */
static json_t *
merge_keys (const json_t *base, const json_t *ours, const json_t *theirs, gboolean keep_ours,
            json_t **other)
{
  json_t *merged = json_object ();
  json_auto_t *rest = json_object (), *keys = json_copy ((json_t *) ours);
  gboolean conflict = FALSE;
  json_object_update_missing (keys, (json_t *) theirs);
  KB_EACH_MEMBER (key, any, keys)
    {
      json_t *other_value, *value =
        merge_values (json_object_get (base, key), json_object_get (ours, key),
                      json_object_get (theirs, key), keep_ours, TRUE, &other_value);
      conflict |= other_value != NULL;
      if (value)
        json_object_set (merged, key, value);
      if (other_value ? !json_is_null (other_value) : value != NULL)
        json_object_set (rest, key, other_value ? other_value : value);
      json_decref (value);
      json_decref (other_value);
    }
  *other = conflict ? json_incref (rest) : NULL;
  return merged;
}

/* NULL: no value. `keep_ours`: in a conflict. `deep`: an object's keys and a list's objects are
 * merged one by one. `other`: the value that was not kept, json_null () for none; NULL if there is
 * no conflict. */
static json_t *
merge_values (const json_t *base, const json_t *ours, const json_t *theirs, gboolean keep_ours,
              gboolean deep, json_t **other)
{
  *other = NULL;
  if (is_same (ours, theirs) || is_same (base, theirs))
    return json_incref ((json_t *) ours);
  if (is_same (base, ours))
    return json_incref ((json_t *) theirs);
  if (deep && json_is_object (ours) && json_is_object (theirs))
    return merge_keys (base, ours, theirs, keep_ours, other);
  if (deep && is_list_of_objects (ours) && is_list_of_objects (theirs))
    {
      Merge merge = { 0 };
      json_auto_t *conflicts = json_object ();
      return merge_list (&merge, &plain_kind, "", base, ours, theirs, conflicts);
    }
  *other = json_incref ((json_t *) (keep_ours ? theirs : ours));
  if (!*other)
    *other = json_null ();
  return json_incref ((json_t *) (keep_ours ? ours : theirs));
}

/* --- Items ------------------------------------------------------------------------------------ */

/* Adds a conflict to an item of its own. */
static void
mark (json_t *item, const char *key, json_t *details)
{
  const json_t *before = json_object_get (item, "conflicts");
  json_t *conflicts = json_is_object (before) ? json_copy ((json_t *) before) : json_object ();
  json_object_update_missing (details, json_object_get (conflicts, key));
  json_object_set_new (conflicts, key, details);
  json_object_set_new (item, "conflicts", conflicts);
}

static gboolean
is_counter (const KbKind *kind, const char *key)
{
  for (const KbList *list = kind->lists; list->name; list++)
    if (g_strcmp0 (list->item->counter, key) == 0)
      return TRUE;
  return FALSE;
}

/* One field, list or unknown key. Returns NULL for none. */
static json_t *
merge_member (Merge *merge, const KbKind *kind, const char *key, const json_t *base,
              const json_t *ours, const json_t *theirs, gboolean keep_ours, json_t *conflicts)
{
  const KbField *field = kb_kind_field (kind, key);
  const KbList *list = kb_kind_list (kind, key);
  json_t *other;
  if (list)
    return merge_list (merge, list->item, key, base, ours, theirs, conflicts);
  if (is_counter (kind, key))
    return json_incref (
      (json_t *) (json_integer_value (ours) >= json_integer_value (theirs) ? ours : theirs));
  json_t *merged = merge_values (
    base, ours, theirs, keep_ours,
    !field || field->type == KB_TYPE_VALUES || field->type == KB_TYPE_JSON, &other);
  if (other)
    {
      json_object_set_new (conflicts, key, json_pack ("{so}", "other", other));
      merge->n_conflicts++;
    }
  return merged;
}

/* A new item. A NULL `base`: both sides added it. Of all fields in conflict the same side is kept,
 * whichever side is called ours. */
static json_t *
merge_items (Merge *merge, const KbKind *kind, const json_t *base, const json_t *ours,
             const json_t *theirs)
{
  json_t *merged = json_object ();
  json_auto_t *none = NULL, *keys = json_copy ((json_t *) ours);
  g_autofree char *a = kb_json_key (ours), *b = kb_json_key (theirs);
  const gboolean keep_ours = strcmp (a, b) >= 0;
  json_auto_t *conflicts =
    merge_values (json_object_get (base, "conflicts"), json_object_get (ours, "conflicts"),
                  json_object_get (theirs, "conflicts"), keep_ours, TRUE, &none);
  json_auto_t *found = json_is_object (conflicts) ? json_copy (conflicts) : json_object ();
  json_object_update_missing (keys, (json_t *) theirs);
  json_object_del (keys, "conflicts");
  KB_EACH_MEMBER (key, any, keys)
    {
      json_t *value =
        merge_member (merge, kind, key, json_object_get (base, key), json_object_get (ours, key),
                      json_object_get (theirs, key), keep_ours, found);
      if (value)
        json_object_set_new (merged, key, value);
    }
  if (json_object_size (found) > 0)
    json_object_set (merged, "conflicts", found);
  return merged;
}

/* --- Lists ------------------------------------------------------------------------------------ */

static char *
wanted_key (const char *list, const json_t *number)
{
  return g_strdup_printf ("%s %" JSON_INTEGER_FORMAT, list, json_integer_value (number));
}

/* An item of the base whose versions may be NULL: removed. Returns NULL if it is gone. */
static json_t *
merge_known (Merge *merge, const KbKind *kind, const char *list, const json_t *base,
             const json_t *ours, const json_t *theirs)
{
  const KbField *number = kb_kind_number (kind);
  const json_t *left = ours ? ours : theirs;
  if (is_same (ours, theirs))
    return json_copy ((json_t *) ours);
  if (ours && theirs)
    return json_is_object (ours) ? merge_items (merge, kind, base, ours, theirs) : NULL;
  g_autofree char *key =
    number ? wanted_key (list, json_object_get (left, number->name)) : g_strdup ("");
  if (!kb_items_differ (base, left)
      && !(merge->wanted && g_hash_table_contains (merge->wanted, key)))
    return NULL;
  json_t *kept = json_copy ((json_t *) left);
  mark (kept, "removed", json_object ());
  merge->n_conflicts++;
  return kept;
}

static void
add_entry (GArray *entries, json_t *value, gint base, gint ours, gint theirs)
{
  const KbMergeEntry entry = { value, base, { ours, theirs } };
  if (value)
    g_array_append_val (entries, entry);
}

/* The items that are not in the base. `places`: their indices in `items`. */
static json_t *
new_items (const json_t *items, const gint *in_items, gsize n_base, GArray *places)
{
  json_t *added = json_array ();
  g_autofree gboolean *known = g_new0 (gboolean, json_array_size (items) + 1);
  for (gsize i = 0; i < n_base; i++)
    if (in_items[i] >= 0)
      known[in_items[i]] = TRUE;
  KB_EACH_JSON (item, items)
    if (!known[item_at])
      {
        const gint place = (gint) item_at;
        json_array_append (added, item);
        g_array_append_val (places, place);
      }
  return added;
}

/* Items that both sides added alike are one. */
static void
add_new_items (Merge *merge, const KbKind *kind, const json_t *ours, const GArray *our_places,
               const json_t *theirs, const GArray *their_places, GArray *entries)
{
  g_autofree gint *pairs = kb_match_items (kind, ours, theirs, FALSE);
  g_autofree gboolean *paired = g_new0 (gboolean, json_array_size (theirs) + 1);
  KB_EACH_JSON (item, ours)
    {
      const gint place = g_array_index (our_places, gint, item_at), other = pairs[item_at];
      if (other >= 0)
        paired[other] = TRUE;
      add_entry (entries,
                 other >= 0 ? merge_known (merge, kind, "", NULL, item,
                                           json_array_get (theirs, (gsize) other))
                            : json_copy (item),
                 -1, place, other >= 0 ? g_array_index (their_places, gint, other) : -1);
    }
  KB_EACH_JSON (item, theirs)
    if (!paired[item_at])
      add_entry (entries, json_copy (item), -1, -1, g_array_index (their_places, gint, item_at));
}

/* Both sides gave a name to different items: the later one gets another. */
static void
separate_names (Merge *merge, const KbKind *kind, const json_t *list)
{
  const KbField *name = kb_kind_field (kind, "name");
  if (!name || !(name->flags & KB_FIELD_UNIQUE))
    return;
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KB_EACH_JSON (item, list)
    {
      const char *own = json_string_value (json_object_get (item, "name"));
      g_autofree char *free_one = own ? kb_name_take (taken, own, FALSE) : NULL;
      if (!own || g_str_equal (own, free_one))
        continue;
      mark (item, "name", json_pack ("{ss}", "was", own));
      json_object_set_new (item, "name", json_string (free_one));
      merge->n_conflicts++;
    }
}

static json_t *
merge_list (Merge *merge, const KbKind *kind, const char *name, const json_t *base,
            const json_t *ours, const json_t *theirs, json_t *conflicts)
{
  const gsize n = json_array_size (base),
              sizes[] = { json_array_size (ours), json_array_size (theirs) };
  g_autofree gint *in_ours = kb_match_items (kind, base, ours, TRUE),
                  *in_theirs = kb_match_items (kind, base, theirs, TRUE);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (KbMergeEntry)),
                     our_places = g_array_new (FALSE, FALSE, sizeof (gint)),
                     their_places = g_array_new (FALSE, FALSE, sizeof (gint));
  KB_EACH_JSON (item, base)
    {
      const gint a = in_ours[item_at], b = in_theirs[item_at];
      add_entry (entries,
                 merge_known (merge, kind, name, item,
                              a < 0 ? NULL : json_array_get (ours, (gsize) a),
                              b < 0 ? NULL : json_array_get (theirs, (gsize) b)),
                 (gint) item_at, a, b);
    }
  json_auto_t *our_new = new_items (ours, in_ours, n, our_places),
              *their_new = new_items (theirs, in_theirs, n, their_places);
  add_new_items (merge, kind, our_new, our_places, their_new, their_places, entries);

  gboolean reordered;
  g_autofree guint *order = kb_merge_order (entries, sizes, &reordered);
  json_t *merged = json_array ();
  for (guint i = 0; i < entries->len; i++)
    json_array_append_new (merged, g_array_index (entries, KbMergeEntry, order[i]).value);
  if (reordered)
    {
      json_object_set_new (conflicts, name, json_object ());
      merge->n_conflicts++;
    }
  separate_names (merge, kind, merged);
  if (entries->len == 0)   /* files leave empty lists out */
    g_clear_pointer (&merged, json_decref);
  return merged;
}

/* --- Numbers ---------------------------------------------------------------------------------- */

/* Calls for each field below an item that refers to items of a list of the asset. */
typedef void (*EachReference) (json_t *owner, const KbField *field, gpointer data);

static void
each_reference (const KbKind *kind, json_t *item, EachReference each, gpointer data)
{
  for (const KbField *field = kind->fields; field->name; field++)
    if (field->refers && json_object_get (item, field->name))
      each (item, field, data);
  for (const KbList *list = kind->lists; list->name; list++)
    KB_EACH_JSON (inner, json_object_get (item, list->name))
      each_reference (list->item, inner, each, data);
}

typedef struct {
  const char *list;
  json_int_t from, to;
} Renumbering;

static void
renumber_reference (json_t *owner, const KbField *field, gpointer data)
{
  const Renumbering *it = data;
  json_t *value = json_object_get (owner, field->name);
  if (!g_str_equal (field->refers, it->list))
    return;
  if (json_is_integer (value) && json_integer_value (value) == it->from)
    json_object_set_new (owner, field->name, json_integer (it->to));
  KB_EACH_JSON (number, value)
    if (json_is_integer (number) && json_integer_value (number) == it->from)
      json_array_set_new (value, number_at, json_integer (it->to));
}

static json_t *
find_item (const json_t *file, const KbList *list, const char *key, json_int_t number)
{
  KB_EACH_JSON (item, json_object_get (file, list->name))
    if (json_integer_value (json_object_get (item, key)) == number)
      return item;
  return NULL;
}

/* The numbers of all lists of a file with the same kind of items, and below its counter. */
static void
collect_numbers (const KbKind *kind, const KbList *of, const json_t *file, const char *key,
                 GHashTable *numbers, json_int_t *next)
{
  const json_t *counter = of->item->counter ? json_object_get (file, of->item->counter) : NULL;
  *next = MAX (*next, json_integer_value (counter));
  for (const KbList *list = kind->lists; list->name; list++)
    if (list->item == of->item)
      KB_EACH_JSON (item, json_object_get (file, list->name))
        {
          const json_int_t number = json_integer_value (json_object_get (item, key));
          g_hash_table_add (numbers, GINT_TO_POINTER ((gint) number));
          *next = MAX (*next, number + 1);
        }
}

/* A number that no side has: above all, or if there is none, the lowest. 0: there is none. */
static json_int_t
free_number (const KbField *field, GHashTable *numbers, json_int_t *next)
{
  json_int_t number = *next;
  if (number > field->max)
    for (number = field->min; g_hash_table_contains (numbers, GINT_TO_POINTER ((gint) number));)
      number++;
  *next = MAX (*next, number + 1);
  g_hash_table_add (numbers, GINT_TO_POINTER ((gint) number));
  return number <= field->max ? number : 0;
}

static gboolean
is_painted (const KbKind *kind, const json_t *item)
{
  const KbField *field = kb_kind_field_of_type (kind, KB_TYPE_ZONES);
  return field && json_is_true (json_object_get (item, field->name));
}

/* Both sides gave a new item the same number: one of them gets another, and so do its references.
 * Other files may refer to it too, so that it is marked; frames are a conflict only if painted. */
static gboolean
separate_item (Merge *merge, const KbKind *kind, const KbList *list, json_t *ours, json_t *theirs,
               json_int_t from, json_int_t to)
{
  const KbField *number = kb_kind_number (list->item);
  json_t *one = find_item (ours, list, number->name, from),
         *other = find_item (theirs, list, number->name, from);
  if (!one || !other || !kb_items_differ (one, other))
    return FALSE;
  g_autofree char *a = kb_json_key (one), *b = kb_json_key (other);
  json_t *side = strcmp (a, b) < 0 ? ours : theirs, *item = side == ours ? one : other;
  Renumbering it = { list->name, from, to };
  if (to == 0)
    return TRUE;
  json_object_set_new (item, number->name, json_integer (to));
  mark (item, number->name, json_pack ("{sI}", "was", from));
  merge->n_conflicts += !list->item->counter || is_painted (list->item, item);
  each_reference (kind, side, renumber_reference, &it);
  if (list->item->counter)
    json_object_set_new (side, list->item->counter, json_integer (to + 1));
  return TRUE;
}

static gint
compare_numbers (gconstpointer a, gconstpointer b)
{
  return GPOINTER_TO_INT (a) - GPOINTER_TO_INT (b);
}

/* FALSE: no number is free. */
static gboolean
separate_numbers (Merge *merge, const KbKind *kind, const KbList *list, const json_t *base,
                  json_t *ours, json_t *theirs)
{
  const KbField *field = kb_kind_number (list->item);
  if (!field)
    return TRUE;
  g_autoptr (GHashTable) in_base = g_hash_table_new (NULL, NULL),
                         all = g_hash_table_new (NULL, NULL);
  json_int_t next = 1;
  gboolean ok = TRUE;
  collect_numbers (kind, list, base, field->name, in_base, &next);
  collect_numbers (kind, list, ours, field->name, all, &next);
  collect_numbers (kind, list, theirs, field->name, all, &next);
  g_autoptr (GList) numbers = g_list_sort (g_hash_table_get_keys (all), compare_numbers);
  for (const GList *l = numbers; ok && l; l = l->next)
    if (GPOINTER_TO_INT (l->data) > 0 && !g_hash_table_contains (in_base, l->data))
      {
        json_int_t before = next, to = free_number (field, all, &next);
        if (!separate_item (merge, kind, list, ours, theirs, GPOINTER_TO_INT (l->data), to))
          {
            g_hash_table_remove (all, GINT_TO_POINTER ((gint) to));
            next = before;
          }
        else
          ok = to > 0;
      }
  return ok;
}

/* --- Files ------------------------------------------------------------------------------------ */

typedef struct {
  const KbKind *kind;
  const json_t *ours, *theirs;
  GHashTable *present;   /* as `wanted`: of the merged file */
  GHashTable *wanted;
  gboolean more;
} Search;

static GHashTable *
list_numbers (const KbKind *kind, const json_t *file)
{
  GHashTable *numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (const KbList *list = kind->lists; list->name; list++)
    {
      const KbField *field = kb_kind_number (list->item);
      KB_EACH_JSON (item, field ? json_object_get (file, list->name) : NULL)
        g_hash_table_add (numbers,
                          wanted_key (list->name, json_object_get (item, field->name)));
    }
  return numbers;
}

/* A reference to a frame that is gone, but that one side still has: files must not have any. */
static void
find_missing (json_t *owner, const KbField *field, gpointer data)
{
  Search *search = data;
  const KbList *list = kb_kind_list (search->kind, field->refers);
  const json_t *value = json_object_get (owner, field->name);
  const json_int_t number = json_integer_value (value);
  g_autofree char *name = wanted_key (field->refers, value);
  if (field->type == KB_TYPE_FRAME && !g_hash_table_contains (search->present, name)
      && (find_item (search->ours, list, "id", number)
          || find_item (search->theirs, list, "id", number)))
    search->more |= g_hash_table_add (search->wanted, g_steal_pointer (&name));
}

/* Whether the file can be opened. */
static gboolean
check_result (const KbKind *kind, const json_t *merged, GError **error)
{
  json_auto_t *value = json_copy ((json_t *) merged);
  g_autoptr (KbDocument) document = kb_document_new_empty ("/", "/");
  const KbPlace place = { .file = _("the merged file") };
  json_object_del (value, "kickbox");
  json_object_del (value, "format");
  if (kind->folder)
    json_object_set_new (value, "name", json_string ("merged"));
  g_autoptr (KbNode) node = kb_node_from_json (
    document, kind, kind->folder ? KB_NODE (document->project) : NULL, value, &place, error);
  return node != NULL;
}

static json_t *
merge_trees (const KbKind *kind, const json_t *base, json_t *ours, json_t *theirs,
             guint *n_conflicts, GError **error)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Merge numbers = { 0 };
  for (const KbList *list = kind->lists; base && list->name; list++)
    if (!separate_numbers (&numbers, kind, list, base, ours, theirs))
      return kb_fail_null (error, KB_ERROR_INPUT, _("%s: both sides together have too many"),
                           list->name);
  Search search = { kind, ours, theirs, NULL, wanted, TRUE };
  json_t *merged = NULL;
  while (search.more)
    {
      Merge merge = { numbers.n_conflicts, wanted };
      json_decref (merged);
      merged = merge_items (&merge, kind, base, ours, theirs);
      *n_conflicts = merge.n_conflicts;
      search.present = list_numbers (kind, merged);
      search.more = FALSE;
      each_reference (kind, merged, find_missing, &search);
      g_hash_table_unref (search.present);
    }
  return merged;
}

json_t *
kb_merge_files (const json_t *base, const json_t *ours, const json_t *theirs, guint *n_conflicts,
                GError **error)
{
  const KbKind *kind = kb_file_kind (ours);
  *n_conflicts = 0;
  if (!kind || kb_file_kind (theirs) != kind || (base && kb_file_kind (base) != kind))
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("expected three versions of a file of a Kickbox project"));
  json_auto_t *one = json_deep_copy (ours), *other = json_deep_copy (theirs),
              *before = json_deep_copy (base);
  kb_file_update (one);
  kb_file_update (other);
  kb_file_update (before);
  json_auto_t *merged = merge_trees (kind, before, one, other, n_conflicts, error);
  return merged && check_result (kind, merged, error) ? json_incref (merged) : NULL;
}
