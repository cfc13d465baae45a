/* SPDX-License-Identifier: MIT */
/* Matches the frames of two imports. */
#include "interchange/again/match.h"

#include <stdlib.h>
#include <string.h>

#include "document/each.h"
#include "interchange/sheets/align.h"

/* ---- match cells ---- */

/* Matches cells of a sheet that stayed in place but were painted over or redrawn. */

#define FITS 0.75          /* average similarity of outlines over a run */
#define SIMILAR 0.5

typedef struct {
  KbMatchRound *round;
  gint *old_of_cell;       /* cell -> index of the old frame, -1 */
  guint n_cells;
} Cells;

static gint
old_at (const Cells *c, guint cell)
{
  return cell && cell < c->n_cells ? c->old_of_cell[cell] : -1;
}

static gint
old_of (const Cells *c, guint new_frame)
{
  gint old = old_at (c, c->round->new_frames[new_frame].cell);
  return old >= 0 && !c->round->taken[old] ? old : -1;
}

/* Is the frame before or after a run in its cell? An end of the sheet counts as such. */
static gboolean
in_place (const Cells *c, guint new_frame)
{
  const KbMatchRound *round = c->round;
  if (new_frame >= round->n_new)
    return TRUE;
  guint cell = round->new_frames[new_frame].cell;
  return cell && round->old[round->result[new_frame].old].cell == cell;
}

/* The average similarity of the outlines if each new frame is matched with the old one `shift`
 * cells further. */
static double
fit (const Cells *c, guint from, guint to, gint shift)
{
  double sum = 0;
  guint n = 0;
  for (guint i = from; i < to; i++)
    {
      gint dx, dy, other = (gint) c->round->new_frames[i].cell + shift, old = old_of (c, i);
      if (old >= 0)
        old = other > 0 ? old_at (c, (guint) other) : -1;
      if (old < 0 || c->round->taken[old])
        continue;
      sum += kb_look_outline (c->round->old[old].look, c->round->new_frames[i].look, &dx, &dy);
      n++;
    }
  return n ? sum / n : 0;
}

static gboolean
stayed (const Cells *c, guint from, guint to)
{
  gint grown = c->round->same_cells ? 0 : (gint) c->round->n_new - (gint) c->round->n_old;
  double here = fit (c, from, to, 0);
  if (to - from == 1 && c->round->same_cells)
    return TRUE;
  return here >= FITS && here >= fit (c, from, to, 1) && here >= fit (c, from, to, -1)
         && (ABS (grown) < 2 || here >= fit (c, from, to, -grown));
}

/* The same; also true for two known empty pictures. */
static gboolean
kb_look_same_shown (const KbLook *a, const KbLook *b)
{
  return a->picture && b->picture
         && ((a->opaque == 0 && b->opaque == 0) || kb_look_identical (a, b));
}

static void
cell_take (const Cells *c, guint old, guint new_frame)
{
  KbMatchRound *round = c->round;
  KbLook *from = round->old[old].look, *to = round->new_frames[new_frame].look;
  KbMatch match = { (gint) old, 0, 0, FALSE };
  if (kb_look_align (from, to, &match.dx, &match.dy) < SIMILAR)
    {
      if (kb_look_outline (from, to, &match.dx, &match.dy) < FITS)
        match.dx = match.dy = 0;
      match.by_place = !kb_look_same_shown (from, to);
    }
  round->taken[old] = TRUE;
  round->result[new_frame] = match;
}

/* Matches open new frames with the old frames of the same cells. A run of open frames is matched
 * only if its matched neighbours, or the ends of the sheet, are in their old cells. Then nothing
 * was inserted before it. A run that was painted over is most similar in place. If its outlines fit
 * better one cell further or back, or hardly fit, it stays open, unless `whatever`. */
static void
kb_match_cells (KbMatchRound *round, gboolean whatever)
{
  Cells c = { round, NULL, 1 };
  for (guint i = 0; i < round->n_new; i++)
    c.n_cells = MAX (c.n_cells, round->new_frames[i].cell + 1);
  for (guint j = 0; j < round->n_old; j++)
    c.n_cells = MAX (c.n_cells, round->old[j].cell + 1);
  c.old_of_cell = g_new (gint, c.n_cells);
  for (guint i = 0; i < c.n_cells; i++)
    c.old_of_cell[i] = -1;
  for (guint j = 0; j < round->n_old; j++)
    if (round->old[j].cell && !round->old[j].lost)
      c.old_of_cell[round->old[j].cell] = (gint) j;
  for (guint from = 0, to; from < round->n_new && c.n_cells > 1; from = to + 1)
    {
      for (to = from; to < round->n_new && round->result[to].old < 0;)
        to++;
      if (to == from || !in_place (&c, from ? from - 1 : G_MAXUINT) || !in_place (&c, to)
          || !(whatever || stayed (&c, from, to)))
        continue;
      for (guint i = from; i < to; i++)
        if (old_of (&c, i) >= 0)
          cell_take (&c, (guint) old_of (&c, i), i);
    }
  g_free (c.old_of_cell);
}

/* ---- match ---- */

#define CLOSE 0.8
#define SAME_OUTLINE 0.75
#define MAX_ORDERED 4000000u   /* cells of the table for step 2 */
#define NEIGHBOURS 8           /* positions around its own to search for a similar frame */
#define N_COMMON 4
#define COMMON 32              /* a pattern in more frames than this is ignored */
#define MAX_INDEX 4000000u

typedef struct {
  const KbMatchFrame *old, *new_frames;
  guint n_old, n_new;
  KbMatch *result;
  gboolean lasting_names;
  gboolean *taken;             /* old frames */
  guint *old_content, *new_content;   /* equal numbers for equal contents; 0: empty */
  guint *old_shown, *new_shown;       /* also at the same position in a frame of the same size */
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
take_pair (Matcher *m, guint old, guint new_frame, gint dx, gint dy)
{
  m->taken[old] = TRUE;
  m->result[new_frame] = (KbMatch) { (gint) old, dx, dy, FALSE };
}

static void
take_content (Matcher *m, guint old, guint new_frame)
{
  const KbLook *from = m->old[old].look, *to = m->new_frames[new_frame].look;
  take_pair (m, old, new_frame, to->x - from->x, to->y - from->y);
}

/* Do the names identify two different frames? */
static gboolean
are_others (const Matcher *m, guint old, guint new_frame)
{
  const char *a = m->old[old].name, *b = m->new_frames[new_frame].name;
  return m->lasting_names && a && b && strcmp (a, b) != 0;
}

static guint
hash_content (gconstpointer look)
{
  return ((const KbLook *) look)->hash;
}

static guint
hash_match_shown (gconstpointer data)
{
  const KbLook *look = data;
  guint hash = look->hash * 31 + (guint) look->x;
  hash = hash * 31 + (guint) look->y;
  return (hash * 31 + look->picture->width) * 31 + look->picture->height;
}

static void
number (GHashTable *numbers, const KbMatchFrame *frames, guint n, guint *result)
{
  for (guint i = 0; i < n; i++)
    {
      KbLook *look = frames[i].look;
      if (look->opaque == 0)
        continue;
      result[i] = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, look));
      if (result[i])
        continue;
      result[i] = g_hash_table_size (numbers) + 1;
      g_hash_table_insert (numbers, look, GUINT_TO_POINTER (result[i]));
    }
}

/* Numbers equal pictures, so that each frame's pixels are compared about once. */
static void
number_looks (Matcher *m)
{
  g_autoptr (GHashTable)
    contents = g_hash_table_new (hash_content, (GEqualFunc) kb_look_same_content),
    shown = g_hash_table_new (hash_match_shown, (GEqualFunc) kb_look_identical);
  number (contents, m->old, m->n_old, m->old_content);
  number (contents, m->new_frames, m->n_new, m->new_content);
  number (shown, m->old, m->n_old, m->old_shown);
  number (shown, m->new_frames, m->n_new, m->new_shown);
}

static gboolean
same_content (const Matcher *m, guint old, guint new_frame)
{
  return m->old_content[old] && m->old_content[old] == m->new_content[new_frame];
}

static void
match_named_content (Matcher *m)
{
  for (guint i = 0; i < m->n_new; i++)
    for (guint j = 0; j < m->n_old && m->result[i].old < 0; j++)
      if (!m->taken[j] && same_content (m, j, i) && same_name (&m->old[j], &m->new_frames[i]))
        take_content (m, j, i);
}

/* The weight of matching two frames in order, or 0 if their contents differ. */
static guint
worth (const Matcher *m, guint old, guint new_frame)
{
  return same_content (m, old, new_frame)
           ? 4 + (m->old_shown[old] == m->new_shown[new_frame] ? 2 : 0)
               + (same_key (&m->old[old], &m->new_frames[new_frame]) ? 1 : 0)
               + (m->old[old].cell && m->old[old].cell == m->new_frames[new_frame].cell ? 1 : 0)
           : 0;
}

/* Weighted longest common subsequence. Lost frames are not part of the order. */
static void
match_content_in_order (Matcher *m)
{
  g_autofree guint *old = g_new (guint, m->n_old + 1), *new_frames = g_new (guint, m->n_new + 1);
  guint n_old = 0, n_new = 0;
  for (guint j = 0; j < m->n_old; j++)
    if (!m->taken[j] && !m->old[j].lost)
      old[n_old++] = j;
  for (guint i = 0; i < m->n_new; i++)
    if (m->result[i].old < 0)
      new_frames[n_new++] = i;
  if (n_old && n_new && (guint64) (n_old + 1) * (n_new + 1) <= MAX_ORDERED)
    {
      gsize stride = n_new + 1;
      g_autofree guint32 *best = g_new0 (guint32, (n_old + 1) * stride);
      g_autofree guint8 *gain = g_new0 (guint8, (n_old + 1) * stride);
      for (guint j = n_old; j-- > 0;)
        for (guint i = n_new; i-- > 0;)
          {
            guint32 *cell = &best[j * stride + i];
            guint w = gain[j * stride + i] = (guint8) worth (m, old[j], new_frames[i]);
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
    }
}

/* Matches with the first open old frame of the same number. */
static void
match_numbers (Matcher *m, const guint *old_numbers, const guint *new_numbers)
{
  guint most = 0;
  for (guint j = 0; j < m->n_old; j++)
    most = MAX (most, old_numbers[j]);
  /* Index + 1; the first of each number, and the next of the same */
  g_autofree guint *first = g_new0 (guint, most + 1), *next = g_new0 (guint, m->n_old + 1);
  for (guint j = m->n_old; j-- > 0;)
    if (!m->taken[j])
      {
        next[j] = first[old_numbers[j]];
        first[old_numbers[j]] = j + 1;
      }
  for (guint i = 0; i < m->n_new; i++)
    {
      guint at = new_numbers[i], old = m->result[i].old < 0 && at && at <= most ? first[at] : 0;
      if (!old)
        continue;
      first[at] = next[old - 1];
      take_content (m, old - 1, i);
    }
}

static void
take_named (Matcher *m, guint old, guint new_frame)
{
  gint dx, dy;
  KbLook *from = m->old[old].look, *to = m->new_frames[new_frame].look;
  if (kb_look_align (from, to, &dx, &dy) < SIMILAR
      && kb_look_outline (from, to, &dx, &dy) < SAME_OUTLINE)
    dx = dy = 0;
  take_pair (m, old, new_frame, dx, dy);
}

typedef gboolean (*SameKey) (const KbMatchFrame *a, const KbMatchFrame *b);

static void
match_keys (Matcher *m, SameKey same)
{
  for (guint i = 0; i < m->n_new; i++)
    for (guint j = 0; j < m->n_old && m->result[i].old < 0; j++)
      if (!m->taken[j] && same (&m->old[j], &m->new_frames[i]) && !are_others (m, j, i))
        take_named (m, j, i);
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
      KB_EACH_IN_WHILE (patterns, const KbLookPattern, pattern, patterns)
        {
          IndexEntry entry = { pattern->hash, j };
          if (entry.hash % *share == 0)
            g_array_append_val (index, entry);
        }
    }
  if (index->len)
    qsort (index->data, index->len, sizeof (IndexEntry), compare_entries);
  return index;
}

/* The number of patterns that each old frame shares with a look; patterns of many frames are
 * ignored. */
static void
count_common (KbLook *look, const GArray *index, guint32 share, guint *counts)
{
  const GArray *patterns = kb_look_patterns (look);
  guint at = 0;
  KB_EACH_IN (const KbLookPattern, pattern, patterns)
    {
      guint32 hash = pattern->hash;
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

/* An upper bound for the share of equal pixels under any translation, from the colours alone. */
static double
kb_look_bound (const KbLook *a, const KbLook *b)
{
  guint64 common = 0;
  for (guint i = 0; i < KB_LOOK_BUCKETS; i++)
    common += MIN (a->colours[i], b->colours[i]);
  return common ? (double) common / (double) MAX (a->opaque, b->opaque) : 0;
}

static void
try_pair (const Matcher *m, GArray *pairs, guint old, guint new_frame)
{
  Pair pair = { 0, old, new_frame, 0, 0 };
  KbLook *from = m->old[old].look, *to = m->new_frames[new_frame].look;
  if (are_others (m, old, new_frame) || kb_look_bound (from, to) < SIMILAR)
    return;
  pair.share = kb_look_align (from, to, &pair.dx, &pair.dy);
  if (pair.share >= SIMILAR)
    g_array_append_val (pairs, pair);
}

/* The old frames to compare: those around its position among the open ones, which allows for frames
 * inserted before. Also the N_COMMON frames with the most patterns in common, at any position. */
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
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_autofree guint *counts = g_new (guint, m->n_old + 1);
  guint place = 0;
  guint32 share;
  g_autoptr (GArray) index = index_patterns (m, &share);
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
  KB_EACH_IN (const Pair, pair, pairs)
    if (!m->taken[pair->old] && m->result[pair->new_frame].old < 0)
      take_pair (m, pair->old, pair->new_frame, pair->dx, pair->dy);
}

typedef void (*TakePlace) (Matcher *m, guint old, guint new_frame);

/* Matches frames that hardly changed. */
static void
take_close (Matcher *m, guint old, guint new_frame)
{
  gint dx, dy;
  if (kb_look_align (m->old[old].look, m->new_frames[new_frame].look, &dx, &dy) >= CLOSE)
    take_pair (m, old, new_frame, dx, dy);
}

/* Matches frames that were painted over in the same outline. */
static void
take_outline (Matcher *m, guint old, guint new_frame)
{
  gint dx, dy;
  if (kb_look_outline (m->old[old].look, m->new_frames[new_frame].look, &dx, &dy) < SAME_OUTLINE)
    return;
  take_pair (m, old, new_frame, dx, dy);
  /* Two empty cells look the same. */
  m->result[new_frame].by_place =
    !kb_look_same_shown (m->old[old].look, m->new_frames[new_frame].look);
}

/* Cells of a sheet have no names, only neighbours. If equal numbers of old and new frames are left
 * between two matched frames, they may match each other. */
static void
match_gaps (Matcher *m, TakePlace take_place)
{
  g_autofree guint *places = g_new (guint, m->n_old + 1), *place_of = g_new (guint, m->n_old + 1);
  guint n_places = 0;
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
}

void
kb_match_frames (const KbMatchFrame *old, guint n_old, const KbMatchFrame *new_frames, guint n_new,
                 gboolean lasting_names, gboolean same_cells, KbMatch *result)
{
  g_autofree gboolean *taken = g_new0 (gboolean, n_old + 1);
  g_autofree guint *old_content = g_new0 (guint, n_old + 1),
                   *new_content = g_new0 (guint, n_new + 1), *old_shown = g_new0 (guint, n_old + 1),
                   *new_shown = g_new0 (guint, n_new + 1);
  Matcher m = { old,   new_frames,  n_old,       n_new,     result,   lasting_names,
                taken, old_content, new_content, old_shown, new_shown };
  KbMatchRound round = { old, new_frames, n_old, n_new, same_cells, m.taken, result };
  for (guint i = 0; i < n_new; i++)
    result[i] = (KbMatch) { -1, 0, 0, FALSE };
  number_looks (&m);
  if (lasting_names)
    match_named_content (&m);
  match_content_in_order (&m);
  match_numbers (&m, m.old_shown, m.new_shown);
  match_numbers (&m, m.old_content, m.new_content);
  kb_match_cells (&round, FALSE);
  match_keys (&m, same_key);
  if (lasting_names)
    match_keys (&m, same_name);
  match_gaps (&m, take_close);
  match_similar (&m);
  match_gaps (&m, take_outline);
  if (same_cells)
    kb_match_cells (&round, TRUE);
}
