/* SPDX-License-Identifier: MIT */
/* The order of a merged list. */
#include <string.h>

#include "document/merge/merge.h"

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

guint *
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
