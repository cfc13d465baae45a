/* SPDX-License-Identifier: MIT */
/* Queries around a position of a level. */
#include "operations/level/index.h"

#include <math.h>

KbVec
kb_level_nearest_on (KbVec a, KbVec b, KbVec p)
{
  double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  double t = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;

  if (t <= 0)
    return a;
  if (t >= 1)
    return b;
  return (KbVec) { a.x + t * dx, a.y + t * dy };
}

static KbBounds
near_around (KbVec p, double reach)
{
  return (KbBounds) { p.x - reach, p.y - reach, p.x + reach, p.y + reach };
}

typedef struct {
  KbVec p;
  KbLevelFilter filter;
  gpointer data;
  KbLevelHit best;       /* distance: initially the maximum */
  gboolean found;
} Nearest;

static void
offer (Nearest *nearest, const KbLevelItem *item, KbVec at, int end)
{
  double distance = hypot (at.x - nearest->p.x, at.y - nearest->p.y);

  if (distance > nearest->best.distance ||
      (nearest->found && distance == nearest->best.distance && item->id >= nearest->best.item.id))
    return;
  if (nearest->filter && !nearest->filter (item, end, nearest->data))
    return;
  nearest->best = (KbLevelHit) { *item, at, distance };
  nearest->found = TRUE;
}

static void
offer_whole (const KbLevelItem *item, gpointer data)
{
  Nearest *nearest = data;

  offer (nearest, item, kb_level_nearest_on (item->a, item->b, nearest->p), -1);
}

static void
offer_ends (const KbLevelItem *item, gpointer data)
{
  offer (data, item, item->a, 0);
  offer (data, item, item->b, 1);
}

static gboolean
find (const KbLevelIndex *index, KbVec p, double reach, guint types, KbLevelVisit visit,
      KbLevelFilter filter, gpointer data, KbLevelHit *hit)
{
  Nearest nearest = { .p = p, .filter = filter, .data = data, .best = { .distance = reach } };

  kb_level_index_visit (index, near_around (p, reach), types, visit, &nearest);
  if (nearest.found)
    *hit = nearest.best;
  return nearest.found;
}

gboolean
kb_level_index_nearest (const KbLevelIndex *index, KbVec p, double reach, guint types,
                        KbLevelFilter filter, gpointer data, KbLevelHit *hit)
{
  return find (index, p, reach, types, offer_whole, filter, data, hit);
}

gboolean
kb_level_index_nearest_end (const KbLevelIndex *index, KbVec p, double reach, guint types,
                            KbLevelFilter filter, gpointer data, KbLevelHit *hit)
{
  return find (index, p, reach, types & KB_ITEM_LINES, offer_ends, filter, data, hit);
}

typedef struct {
  KbVec p;
  double reach;
  GArray *hits;
} Near;

static void
collect_near_item (const KbLevelItem *item, gpointer data)
{
  Near *near = data;
  KbVec at = kb_level_nearest_on (item->a, item->b, near->p);
  KbLevelHit hit = { *item, at, hypot (at.x - near->p.x, at.y - near->p.y) };

  if (hit.distance <= near->reach)
    g_array_append_val (near->hits, hit);
}

static int
by_distance (gconstpointer one, gconstpointer other)
{
  const KbLevelHit *a = one, *b = other;

  if (a->distance != b->distance)
    return a->distance < b->distance ? -1 : 1;
  if (a->item.id != b->item.id)
    return a->item.id < b->item.id ? -1 : 1;
  return a->item.corner < b->item.corner ? -1 : a->item.corner > b->item.corner;
}

GArray *
kb_level_index_near (const KbLevelIndex *index, KbVec p, double reach, guint types)
{
  Near near = { p, reach, g_array_new (FALSE, FALSE, sizeof (KbLevelHit)) };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint n = 0;

  kb_level_index_visit (index, near_around (p, reach), types, collect_near_item, &near);
  g_array_sort (near.hits, by_distance);
  KB_EACH_IN (const KbLevelHit, hit, near.hits)
    if (g_hash_table_add (seen, GUINT_TO_POINTER (hit->item.id)))
      g_array_index (near.hits, KbLevelHit, n++) = *hit;
  g_array_set_size (near.hits, n);
  return near.hits;
}

/* The areas with an odd number of edges to the right of a position. */
typedef struct {
  KbVec p;
  GHashTable *odd;
} NearRow;

static void
cross (const KbLevelItem *item, gpointer data)
{
  const NearRow *row = data;
  KbVec a = item->a, b = item->b, p = row->p;
  double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);

  if ((a.y > p.y) != (b.y > p.y) && (side > 0) == (b.y > a.y)
      && !g_hash_table_add (row->odd, GUINT_TO_POINTER (item->id)))
    g_hash_table_remove (row->odd, GUINT_TO_POINTER (item->id));
}

int
kb_level_compare_ids (gconstpointer one, gconstpointer other)
{
  KbId a = *(const KbId *) one, b = *(const KbId *) other;

  return a < b ? -1 : a > b;
}

GArray *
kb_level_index_areas_at (const KbLevelIndex *index, KbVec p)
{
  const KbLevel *level = kb_level_index_level (index);
  KbVec snapped = kb_vec_to_grid (p);
  g_autoptr (GHashTable) odd = g_hash_table_new (NULL, NULL);
  /* Between two rows of the grid: no corner is there */
  NearRow row = { { snapped.x, snapped.y + 1.0 / 512 }, odd };
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  GHashTableIter iter;
  gpointer key;

  if (level && kb_count (level->areas))
    kb_level_index_visit (index, (KbBounds) { row.p.x, row.p.y, 2 * KB_LEVEL_LIMIT, row.p.y },
                          KB_ITEM_EDGE, cross, &row);
  g_hash_table_iter_init (&iter, odd);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      KbId id = GPOINTER_TO_UINT (key);
      g_array_append_val (ids, id);
    }
  g_array_sort (ids, kb_level_compare_ids);
  return ids;
}

static void
collect_attached (const KbLevelItem *item, gpointer data)
{
  const Near *near = data;
  KbLevelItem turned = { item->type, item->id, item->corner, item->b, item->a };

  if (kb_vec_equal (item->a, near->p))
    g_array_append_val (near->hits, *item);
  if (kb_vec_equal (item->b, near->p))
    g_array_append_val (near->hits, turned);
}

static int
by_id (gconstpointer one, gconstpointer other)
{
  const KbLevelItem *a = one, *b = other;

  if (a->id != b->id)
    return a->id < b->id ? -1 : 1;
  return a->corner < b->corner ? -1 : a->corner > b->corner;
}

GArray *
kb_level_index_attached (const KbLevelIndex *index, KbVec p, guint types)
{
  Near near = { p, 0, g_array_new (FALSE, FALSE, sizeof (KbLevelItem)) };

  kb_level_index_visit (index, near_around (p, 0), types & KB_ITEM_LINES, collect_attached, &near);
  g_array_sort (near.hits, by_id);
  return near.hits;
}
