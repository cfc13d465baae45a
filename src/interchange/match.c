/* SPDX-License-Identifier: MIT */
/* Matching frames of two imports. */
#include "interchange/match.h"

#include <stdlib.h>
#include <string.h>

#define SIMILAR 0.5            /* of the pixels */
#define CLOSE 0.8
#define SAME_OUTLINE 0.75
#define MAX_ORDERED 4000000u   /* cells of the table for step 2 */
#define NEIGHBOURS 8           /* places around its own where a similar frame is looked for */
#define N_COMMON 4
#define COMMON 32              /* frames that have a pattern, at most, for it to say anything */
#define MAX_INDEX 4000000u

typedef struct {
  const KbMatchFrame *old, *new_frames;
  guint n_old, n_new;
  KbMatch *result;
  gboolean *taken;             /* old frames */
} Matcher;

typedef struct { double share; guint old, new_frame; gint dx, dy; } Pair;

static gboolean
same_key (const KbMatchFrame *a, const KbMatchFrame *b)
{
  if (a->tag && b->tag)
    return strcmp (a->tag, b->tag) == 0 && a->tag_index == b->tag_index;
  return a->name && b->name && strcmp (a->name, b->name) == 0;
}

static gboolean
same_name (const KbMatchFrame *a, const KbMatchFrame *b)
{
  return a->name && b->name && strcmp (a->name, b->name) == 0;
}

static void
take (Matcher *m, guint old, guint new_frame, gint dx, gint dy)
{
  m->taken[old] = TRUE;
  m->result[new_frame] = (KbMatch) { (gint) old, dx, dy, FALSE };
}

static void
take_content (Matcher *m, guint old, guint new_frame)
{
  const KbLook *from = m->old[old].look, *to = m->new_frames[new_frame].look;
  take (m, old, new_frame, to->x - from->x, to->y - from->y);
}

static gboolean
is_open (const Matcher *m, guint old, guint new_frame)
{
  return !m->taken[old] && m->result[new_frame].old < 0;
}

static void
match_named_content (Matcher *m)
{
  for (guint i = 0; i < m->n_new; i++)
    for (guint j = 0; j < m->n_old; j++)
      if (is_open (m, j, i) && same_name (&m->old[j], &m->new_frames[i])
          && kb_look_same_content (m->old[j].look, m->new_frames[i].look))
        take_content (m, j, i);
}

/* What it is worth to match two frames while keeping the order; 0: their contents differ. */
static guint
worth (const KbMatchFrame *old, const KbMatchFrame *new_frame)
{
  if (!kb_look_same_content (old->look, new_frame->look))
    return 0;
  return 4 + (kb_look_identical (old->look, new_frame->look) ? 2 : 0) + (same_key (old, new_frame) ? 1 : 0);
}

/* Longest common subsequence, weighted. Lost frames have no place in the order. */
static void
match_content_in_order (Matcher *m)
{
  guint *old = g_new (guint, m->n_old + 1), *new_frames = g_new (guint, m->n_new + 1), n_old = 0, n_new = 0;
  for (guint j = 0; j < m->n_old; j++)
    if (!m->taken[j] && !m->old[j].lost)
      old[n_old++] = j;
  for (guint i = 0; i < m->n_new; i++)
    if (m->result[i].old < 0)
      new_frames[n_new++] = i;
  if (n_old && n_new && (guint64) (n_old + 1) * (n_new + 1) <= MAX_ORDERED)
    {
      gsize stride = n_new + 1;
      guint32 *best = g_new0 (guint32, (n_old + 1) * stride);
      guint8 *gain = g_new0 (guint8, (n_old + 1) * stride);
      for (guint j = n_old; j-- > 0;)
        for (guint i = n_new; i-- > 0;)
          {
            guint32 *cell = &best[j * stride + i];
            guint w = gain[j * stride + i] = (guint8) worth (&m->old[old[j]], &m->new_frames[new_frames[i]]);
            *cell = MAX (cell[1], cell[stride]);
            if (w && w + cell[stride + 1] > *cell)
              *cell = w + cell[stride + 1];
          }
      for (guint j = 0, i = 0; j < n_old && i < n_new;)
        {
          const guint32 *cell = &best[j * stride + i];
          guint w = gain[j * stride + i];
          if (w && *cell == w + cell[stride + 1])
            take_content (m, old[j++], new_frames[i++]);
          else if (*cell == cell[stride])
            j++;
          else
            i++;
        }
      g_free (best);
      g_free (gain);
    }
  g_free (old);
  g_free (new_frames);
}

static void
match_content (Matcher *m)
{
  for (guint least = 6; least; least = least == 6 ? 1 : 0)
    for (guint i = 0; i < m->n_new; i++)
      for (guint j = 0; j < m->n_old && m->result[i].old < 0; j++)
        if (!m->taken[j] && worth (&m->old[j], &m->new_frames[i]) >= least)
          take_content (m, j, i);
}

static void
match_keys (Matcher *m)
{
  for (guint i = 0; i < m->n_new; i++)
    for (guint j = 0; j < m->n_old; j++)
      if (is_open (m, j, i) && same_key (&m->old[j], &m->new_frames[i]))
        {
          gint dx, dy;
          KbLook *from = m->old[j].look, *to = m->new_frames[i].look;
          if (kb_look_align (from, to, &dx, &dy) < SIMILAR && kb_look_outline (from, to, &dx, &dy) < SAME_OUTLINE)
            dx = dy = 0;
          take (m, j, i, dx, dy);
        }
}

static int
compare_pairs (const void *a, const void *b)
{
  const Pair *p = a, *q = b;
  if (p->share != q->share)
    return p->share > q->share ? -1 : 1;
  gint u = abs ((gint) p->old - (gint) p->new_frame), v = abs ((gint) q->old - (gint) q->new_frame);
  return u != v ? u - v : p->new_frame != q->new_frame ? (p->new_frame < q->new_frame ? -1 : 1)
         : p->old < q->old ? -1 : p->old > q->old;
}

typedef struct { guint32 hash, old; } IndexEntry;

static int
compare_entries (const void *a, const void *b)
{
  const IndexEntry *p = a, *q = b;
  return p->hash != q->hash ? (p->hash < q->hash ? -1 : 1) : p->old < q->old ? -1 : p->old > q->old;
}

/* All patterns of the open old frames, sorted; every `share`th by its hash. */
static GArray *
index_patterns (const Matcher *m, guint32 *share)
{
  GArray *index = g_array_new (FALSE, FALSE, sizeof (IndexEntry));
  guint64 total = 0;
  for (guint j = 0; j < m->n_old; j++)
    total += m->taken[j] ? 0 : kb_look_patterns (m->old[j].look)->len;
  *share = (guint32) (total / MAX_INDEX) + 1;
  for (guint j = 0; j < m->n_old; j++)
    {
      const GArray *patterns = m->taken[j] ? NULL : kb_look_patterns (m->old[j].look);
      for (guint k = 0; patterns && k < patterns->len; k++)
        {
          IndexEntry entry = { g_array_index (patterns, KbLookPattern, k).hash, j };
          if (entry.hash % *share == 0)
            g_array_append_val (index, entry);
        }
    }
  if (index->len)
    qsort (index->data, index->len, sizeof (IndexEntry), compare_entries);
  return index;
}

/* How many patterns each old frame has in common with a look; those of many frames say nothing. */
static void
count_common (KbLook *look, const GArray *index, guint32 share, guint *counts)
{
  const GArray *patterns = kb_look_patterns (look);
  guint at = 0;
  for (guint k = 0; k < patterns->len; k++)
    {
      guint32 hash = g_array_index (patterns, KbLookPattern, k).hash;
      if (hash % share != 0)
        continue;
      while (at < index->len && g_array_index (index, IndexEntry, at).hash < hash)
        at++;
      guint end = at;
      while (end < index->len && g_array_index (index, IndexEntry, end).hash == hash)
        end++;
      if (end - at <= COMMON)
        for (guint i = at; i < end; i++)
          counts[g_array_index (index, IndexEntry, i).old]++;
      at = end;
    }
}

static void
try_pair (const Matcher *m, GArray *pairs, guint old, guint new_frame)
{
  Pair pair = { 0, old, new_frame, 0, 0 };
  KbLook *from = m->old[old].look, *to = m->new_frames[new_frame].look;
  if (kb_look_bound (from, to) < SIMILAR)
    return;
  pair.share = kb_look_align (from, to, &pair.dx, &pair.dy);
  if (pair.share >= SIMILAR)
    g_array_append_val (pairs, pair);
}

/* The old frames worth a look: those around its place among the open ones (so that frames put in
 * before do not matter), and the N_COMMON that have most patterns in common, wherever they stand. */
static void
try_candidates (const Matcher *m, GArray *pairs, guint new_frame, guint place, guint *counts)
{
  guint other = 0;
  for (guint j = 0; j < m->n_old; j++)
    {
      if (m->taken[j])
        continue;
      if (other <= place + NEIGHBOURS && place <= other + NEIGHBOURS)
        {
          try_pair (m, pairs, j, new_frame);
          counts[j] = 0;
        }
      other++;
    }
  for (guint n = 0; n < N_COMMON; n++)
    {
      guint best = 0;
      for (guint j = 1; j < m->n_old; j++)
        if (counts[j] > counts[best])
          best = j;
      if (counts[best] == 0)
        return;
      try_pair (m, pairs, best, new_frame);
      counts[best] = 0;
    }
}

static void
match_similar (Matcher *m)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  guint *counts = g_new (guint, m->n_old + 1), place = 0;
  guint32 share;
  GArray *index = index_patterns (m, &share);
  for (guint i = 0; i < m->n_new && m->n_old; i++)
    {
      if (m->result[i].old >= 0)
        continue;
      memset (counts, 0, m->n_old * sizeof *counts);
      count_common (m->new_frames[i].look, index, share, counts);
      try_candidates (m, pairs, i, place++, counts);
    }
  if (pairs->len)
    qsort (pairs->data, pairs->len, sizeof (Pair), compare_pairs);
  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);
      if (is_open (m, pair->old, pair->new_frame))
        take (m, pair->old, pair->new_frame, pair->dx, pair->dy);
    }
  g_array_unref (pairs);
  g_array_unref (index);
  g_free (counts);
}

typedef void (*TakePlace) (Matcher *m, guint old, guint new_frame);

/* Hardly changed. */
static void
take_close (Matcher *m, guint old, guint new_frame)
{
  gint dx, dy;
  if (kb_look_align (m->old[old].look, m->new_frames[new_frame].look, &dx, &dy) >= CLOSE)
    take (m, old, new_frame, dx, dy);
}

/* Painted over, in the same outline. */
static void
take_outline (Matcher *m, guint old, guint new_frame)
{
  gint dx, dy;
  if (kb_look_outline (m->old[old].look, m->new_frames[new_frame].look, &dx, &dy) < SAME_OUTLINE)
    return;
  take (m, old, new_frame, dx, dy);
  /* Two empty cells look the same. */
  m->result[new_frame].by_place = !kb_look_same_shown (m->old[old].look, m->new_frames[new_frame].look);
}

/* Cells of a sheet have no names, only neighbours: where as many old as new frames are left between
 * two frames that were matched, they may be each other's. */
static void
match_gaps (Matcher *m, TakePlace take_place)
{
  guint n_places = 0, *places = g_new (guint, m->n_old + 1), *place_of = g_new (guint, m->n_old + 1);
  for (guint j = 0; j < m->n_old; j++)
    {
      place_of[j] = m->old[j].lost ? G_MAXUINT : n_places;
      if (!m->old[j].lost)
        places[n_places++] = j;
    }
  for (guint i = 0, from = 0; i < m->n_new;)
    {
      guint end = i, to = n_places;
      while (end < m->n_new && m->result[end].old < 0 && !m->new_frames[end].name)
        end++;
      if (end < m->n_new)
        to = m->result[end].old >= 0 ? place_of[m->result[end].old] : G_MAXUINT;
      gboolean fits = to != G_MAXUINT && to >= from && to - from == end - i;
      for (guint j = from; fits && j < to; j++)
        fits = !m->taken[places[j]];
      guint n = fits ? end - i : 0;
      for (guint k = 0; k < n; k++)
        take_place (m, places[from + k], i + k);
      if (to != G_MAXUINT)
        from = to + 1;
      i = end + 1;
    }
  g_free (places);
  g_free (place_of);
}

void
kb_match_frames (const KbMatchFrame *old, guint n_old, const KbMatchFrame *new_frames, guint n_new,
                 gboolean lasting_names, KbMatch *result)
{
  Matcher m = { old, new_frames, n_old, n_new, result, g_new0 (gboolean, n_old + 1) };
  for (guint i = 0; i < n_new; i++)
    result[i] = (KbMatch) { -1, 0, 0, FALSE };
  if (lasting_names)
    match_named_content (&m);
  match_content_in_order (&m);
  match_content (&m);
  match_keys (&m);
  match_gaps (&m, take_close);
  match_similar (&m);
  match_gaps (&m, take_outline);
  g_free (m.taken);
}
