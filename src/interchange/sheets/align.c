/* SPDX-License-Identifier: MIT */
/* Finds moved content. Patterns of 3 x 3 pixels that occur once in each picture vote for a
 * translation. That works even if parts were repainted, unlike a comparison of boxes alone. */
#include "interchange/sheets/align.h"

#include <stdlib.h>
#include <string.h>

#define MAX_PATTERNS 8192
#define N_VOTED 3

typedef struct { gint dx, dy; guint votes; } Candidate;

static guint32
mix (guint32 hash, guint32 value)
{
  hash ^= value + 0x9e3779b9u + (hash << 6) + (hash >> 2);
  return hash * 0x85ebca6bu;
}

/* All transparent pixels are equal, whatever their colour. */
static guint32
pixel_at (const KbPicture *picture, gint x, gint y)
{
  guint32 value;
  const guint8 *p = kb_picture_pixel (picture, (guint) x, (guint) y);
  if (p[3] == 0)
    return 0;
  memcpy (&value, p, sizeof value);
  return value;
}

static int
compare_patterns (const void *a, const void *b)
{
  const KbLookPattern *p = a, *q = b;
  return p->hash != q->hash ? (p->hash < q->hash ? -1 : 1)
         : p->y != q->y     ? p->y - q->y
                            : p->x - q->x;
}

/* Keeps the patterns that occur once, sorted by hash. */
static void
keep_unique (GArray *patterns)
{
  guint n = 0;
  KbLookPattern *all = (KbLookPattern *) (void *) patterns->data;
  if (patterns->len)
    qsort (all, patterns->len, sizeof *all, compare_patterns);
  for (guint i = 0; i < patterns->len;)
    {
      guint end = i + 1;
      while (end < patterns->len && all[end].hash == all[i].hash)
        end++;
      if (end == i + 1)
        all[n++] = all[i];
      i = end;
    }
  g_array_set_size (patterns, n);
}

static GArray *
collect_patterns (const KbLook *look)
{
  GArray *patterns = g_array_new (FALSE, FALSE, sizeof (KbLookPattern));
  /* Large pictures use only a share, chosen by the hash, so that both pictures choose the same
   * patterns. */
  guint32 share = (guint32) (look->opaque / MAX_PATTERNS) + 1;
  for (gint y = look->y; y + 3 <= look->y + look->height; y++)
    for (gint x = look->x; x + 3 <= look->x + look->width; x++)
      {
        guint32 first = pixel_at (look->picture, x, y), hash = 0;
        gboolean plain = TRUE;
        for (gint i = 0; i < 9; i++)
          {
            guint32 value = pixel_at (look->picture, x + i % 3, y + i / 3);
            plain = plain && value == first;
            hash = mix (hash, value);
          }
        if (plain || (hash >> 7) % share != 0)
          continue;
        KbLookPattern pattern = { hash, (gint16) x, (gint16) y };
        g_array_append_val (patterns, pattern);
      }
  keep_unique (patterns);
  return patterns;
}

KbLook *
kb_look_new (KbPicture *picture)
{
  KbLook *look = g_new0 (KbLook, 1);
  if (!picture)
    return look;
  look->picture = kb_picture_ref (picture);
  if (!kb_picture_opaque_box (picture, &look->x, &look->y, &look->width, &look->height))
    return look;
  for (gint y = look->y; y < look->y + look->height; y++)
    for (gint x = look->x; x < look->x + look->width; x++)
      {
        guint32 value = pixel_at (picture, x, y);
        look->opaque += value != 0;
        if (value)
          look->colours[value * 2654435761u >> 26]++;
        look->hash = mix (look->hash, value);
      }
  return look;
}

void
kb_look_free (KbLook *look)
{
  if (!look)
    return;
  kb_picture_unref (look->picture);
  if (look->patterns)
    g_array_unref (look->patterns);
  g_free (look);
}

gboolean
kb_look_same_content (const KbLook *a, const KbLook *b)
{
  if (a->opaque == 0 || a->opaque != b->opaque || a->hash != b->hash || a->width != b->width
      || a->height != b->height)
    return FALSE;
  for (gint y = 0; y < a->height; y++)
    for (gint x = 0; x < a->width; x++)
      if (pixel_at (a->picture, a->x + x, a->y + y) != pixel_at (b->picture, b->x + x, b->y + y))
        return FALSE;
  return TRUE;
}

gboolean
kb_look_identical (const KbLook *a, const KbLook *b)
{
  return a->picture && b->picture && a->picture->width == b->picture->width
         && a->picture->height == b->picture->height && a->x == b->x && a->y == b->y
         && kb_look_same_content (a, b);
}

/* Pixels that are opaque in both after `from` is moved, or of one colour. */
static guint64
count_align_common (const KbLook *from, const KbLook *to, gint dx, gint dy, gboolean alike)
{
  gint x0 = MAX (from->x + dx, to->x), x1 = MIN (from->x + dx + from->width, to->x + to->width);
  gint y0 = MAX (from->y + dy, to->y), y1 = MIN (from->y + dy + from->height, to->y + to->height);
  guint64 common = 0;
  for (gint y = y0; y < y1; y++)
    for (gint x = x0; x < x1; x++)
      {
        guint32 a = pixel_at (from->picture, x - dx, y - dy), b = pixel_at (to->picture, x, y);
        common += a != 0 && (alike ? a == b : b != 0);
      }
  return common;
}

static int
compare_candidates (const void *a, const void *b)
{
  const Candidate *p = a, *q = b;
  return p->dx != q->dx ? (p->dx < q->dx ? -1 : 1) : p->dy != q->dy ? (p->dy < q->dy ? -1 : 1) : 0;
}

const GArray *
kb_look_patterns (KbLook *look)
{
  if (!look->patterns)
    look->patterns =
      look->picture ? collect_patterns (look) : g_array_new (FALSE, FALSE, sizeof (KbLookPattern));
  return look->patterns;
}

/* The N_VOTED translations with the most votes, best first. Those without votes stay empty. */
static void
vote (KbLook *from, KbLook *to, Candidate *best)
{
  const GArray *a = kb_look_patterns (from), *b = kb_look_patterns (to);
  g_autoptr (GArray) votes = g_array_new (FALSE, FALSE, sizeof (Candidate));
  for (guint i = 0, j = 0; i < a->len && j < b->len;)
    {
      const KbLookPattern *p = &g_array_index (a, KbLookPattern, i),
                          *q = &g_array_index (b, KbLookPattern, j);
      if (p->hash == q->hash)
        {
          Candidate candidate = { q->x - p->x, q->y - p->y, 1 };
          g_array_append_val (votes, candidate);
        }
      if (p->hash <= q->hash)
        i++;
      if (q->hash <= p->hash)
        j++;
    }
  Candidate *all = (Candidate *) (void *) votes->data;
  if (votes->len)
    qsort (all, votes->len, sizeof *all, compare_candidates);
  memset (best, 0, N_VOTED * sizeof *best);
  for (guint i = 0; i < votes->len;)
    {
      Candidate candidate = all[i];
      guint end = i, at = N_VOTED;
      while (end < votes->len && compare_candidates (&all[i], &all[end]) == 0)
        end++;
      candidate.votes = end - i;
      for (; at > 0 && best[at - 1].votes < candidate.votes; at--)
        if (at < N_VOTED)
          best[at] = best[at - 1];
      if (at < N_VOTED)
        best[at] = candidate;
      i = end;
    }
}

double
kb_look_align (KbLook *from, KbLook *to, gint *dx, gint *dy)
{
  *dx = *dy = 0;
  if (from->opaque == 0 || to->opaque == 0)
    return 0;
  gint left = to->x - from->x, right = to->x + to->width - from->x - from->width;
  gint top = to->y - from->y, bottom = to->y + to->height - from->y - from->height;
  Candidate candidates[5 + N_VOTED] = {
    { 0, 0, 0 }, { left, top, 0 }, { right, top, 0 }, { left, bottom, 0 }, { right, bottom, 0 }
  };
  vote (from, to, candidates + 5);

  guint64 best = 0;
  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      gint x = candidates[i].dx, y = candidates[i].dy;
      if (i >= 5 && candidates[i].votes == 0)
        break;
      guint64 same = count_align_common (from, to, x, y, TRUE);
      if (same < best || (same == best && abs (x) + abs (y) >= abs (*dx) + abs (*dy)))
        continue;
      best = same;
      *dx = x;
      *dy = y;
    }
  return (double) best / (double) MAX (from->opaque, to->opaque);
}

static double
outline_share (const KbLook *from, const KbLook *to, gint dx, gint dy)
{
  guint64 both = count_align_common (from, to, dx, dy, FALSE);
  return (double) both / (double) (from->opaque + to->opaque - both);
}

double
kb_look_outline (const KbLook *from, const KbLook *to, gint *dx, gint *dy)
{
  *dx = *dy = 0;
  if (!from->picture || !to->picture || (from->opaque == 0 && to->opaque == 0))
    return 1;
  double at_place = outline_share (from, to, 0, 0),
         moved = outline_share (from, to, to->x - from->x, to->y - from->y);
  if (moved <= at_place)
    return at_place;
  *dx = to->x - from->x;
  *dy = to->y - from->y;
  return moved;
}
