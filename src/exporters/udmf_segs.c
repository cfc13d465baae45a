/* SPDX-License-Identifier: MIT */
/* Goes round each place of a map, cuts its border at the points of its neighbours, and finds out
 * which places are something. */
#include "exporters/udmf.h"

#include <math.h>

/* A point on a straight line, and how far it is along it. */
typedef struct {
  double along;
  guint point;
} Stop;

static int
compare_stops (gconstpointer x, gconstpointer y)
{
  const Stop *a = x, *b = y;
  return a->along != b->along ? (a->along < b->along ? -1 : 1)
                              : (a->point > b->point) - (a->point < b->point);
}

static Stop
stop_at (const KbUdmfMap *map, guint straight, guint point)
{
  const KbUdmfStraight *s = &g_array_index (map->straights, KbUdmfStraight, straight);
  const KbVec p = g_array_index (map->points, KbVec, point);
  return (Stop){ (p.x - s->at.x) * s->way.x + (p.y - s->at.y) * s->way.y, point };
}

static void
add_stop (const KbUdmfMap *map, GPtrArray *stops, guint straight, guint point)
{
  const Stop stop = stop_at (map, straight, point);
  g_array_append_val ((GArray *) stops->pdata[straight], stop);
}

/* Of each straight line the points at it, sorted. Some are there more than once. */
static GPtrArray *
list_stops (const KbUdmfMap *map)
{
  GPtrArray *stops = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < map->straights->len; i++)
    g_ptr_array_add (stops, g_array_new (FALSE, FALSE, sizeof (Stop)));
  KB_EACH_IN (const KbUdmfLeaf, leaf, map->leaves)
    {
      KB_EACH_IN (const KbUdmfCorner, corner, leaf->corners)
        {
          const guint next = (corner_at + 1) % leaf->corners->len;
          add_stop (map, stops, corner->straight, corner->point);
          add_stop (map, stops, corner->straight,
                    g_array_index (leaf->corners, KbUdmfCorner, next).point);
        }
      KB_EACH_IN (const KbUdmfHalf, half, leaf->halves)
        {
          const guint straight = g_array_index (map->lines, KbUdmfLine, half->line).straight;
          add_stop (map, stops, straight, half->from);
          add_stop (map, stops, straight, half->to);
        }
    }
  KB_EACH (GArray, list, stops)
    g_array_sort (list, compare_stops);
  return stops;
}

/* For each point the first that is equal when rounded. To be freed. */
static guint *
list_firsts (const KbUdmfMap *map)
{
  guint *firsts = g_new (guint, map->points->len);
  g_autofree gint64 *places = g_new (gint64, map->points->len);
  g_autoptr (GHashTable) found = g_hash_table_new (g_int64_hash, g_int64_equal);
  KB_EACH_IN (const KbVec, p, map->points)
    {
      places[p_at] =
        (gint64) ((guint64) llround (p->x * 65536) << 32 ^ (guint32) llround (p->y * 65536));
      if (!g_hash_table_contains (found, places + p_at))
        g_hash_table_insert (found, places + p_at, GUINT_TO_POINTER (p_at));
      firsts[p_at] = GPOINTER_TO_UINT (g_hash_table_lookup (found, places + p_at));
    }
  return firsts;
}

/* The parts of borders between which rounding leaves nothing: KbUdmfSeg. */
static void
lose_segs (KbUdmfMap *map, GArray *lost, guint first)
{
  g_array_append_vals (lost, &g_array_index (map->segs, KbUdmfSeg, first), map->segs->len - first);
  g_array_set_size (map->segs, first);
}

/* Whether a seg is the way back of the last one. */
static gboolean
goes_back (const KbUdmfMap *map, guint seg)
{
  const KbUdmfSeg *segs = (const KbUdmfSeg *) (void *) map->segs->data,
                  *last = segs + map->segs->len - 1;
  return segs[seg].from == last->to && segs[seg].to == last->from;
}

/* A seg, and the line it is part of, if any. There and back is no seg. */
static void
add_seg (KbUdmfMap *map, GArray *lost, const guint *firsts, guint leaf, guint straight,
         const Stop *from, const Stop *to)
{
  KbUdmfSeg seg = { firsts[from->point], firsts[to->point], KB_UDMF_NONE, 0, leaf, KB_UDMF_NONE };
  const double middle = (from->along + to->along) / 2;
  KB_EACH_IN (const KbUdmfHalf, half, g_array_index (map->leaves, KbUdmfLeaf, leaf).halves)
    {
      const double a = stop_at (map, straight, half->from).along,
                   b = stop_at (map, straight, half->to).along;
      if (g_array_index (map->lines, KbUdmfLine, half->line).straight != straight
          || middle < MIN (a, b) || middle > MAX (a, b))
        continue;
      seg.line = half->line;
      seg.left = half->left;
    }
  if (seg.from == seg.to)
    return;
  g_array_append_val (map->segs, seg);
  if (map->segs->len > g_array_index (map->leaves, KbUdmfLeaf, leaf).first + 1
      && goes_back (map, map->segs->len - 2))
    lose_segs (map, lost, map->segs->len - 2);
}

/* None if rounding leaves nothing of a place, or no part of a line, which would say its area. */
static void
add_segs (KbUdmfMap *map, GArray *lost, const guint *firsts, guint leaf, const GPtrArray *stops)
{
  KbUdmfLeaf *of = &g_array_index (map->leaves, KbUdmfLeaf, leaf);
  of->first = map->segs->len;
  of->group = leaf;
  KB_EACH_IN (const KbUdmfCorner, corner, of->corners)
    {
      const GArray *list = stops->pdata[corner->straight];
      const guint next =
        g_array_index (of->corners, KbUdmfCorner, (corner_at + 1) % of->corners->len).point;
      const Stop start = stop_at (map, corner->straight, corner->point),
                 end = stop_at (map, corner->straight, next);
      const int step = compare_stops (&start, &end) < 0 ? 1 : -1;
      guint at;
      g_array_binary_search ((GArray *) list, &start, compare_stops, &at);
      for (const Stop *stop = &g_array_index (list, Stop, at); stop->point != next; stop += step)
        add_seg (map, lost, firsts, leaf, corner->straight, stop, stop + step);
    }
  while (map->segs->len > of->first + 1 && goes_back (map, of->first))
    {
      g_array_append_vals (lost, &g_array_index (map->segs, KbUdmfSeg, of->first), 1);
      g_array_remove_index (map->segs, of->first);
      lose_segs (map, lost, map->segs->len - 1);
    }
  guint n_lines = 0;
  for (guint i = of->first; i < map->segs->len; i++)
    n_lines += g_array_index (map->segs, KbUdmfSeg, i).line != KB_UDMF_NONE;
  if (map->segs->len < of->first + 3 || n_lines == 0)
    lose_segs (map, lost, of->first);
  of->n = map->segs->len - of->first;
}

/* The border of a place that rounding closed becomes that of its neighbour. */
static void
find_partners (KbUdmfMap *map, const GArray *lost)
{
  g_autofree gint64 *ways = g_new (gint64, map->segs->len + 1);
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_int64_hash, g_int64_equal);
  KB_EACH_IN (const KbUdmfSeg, seg, map->segs)
    {
      ways[seg_at] = (gint64) seg->from << 32 | seg->to;
      g_hash_table_insert (numbers, ways + seg_at, GUINT_TO_POINTER (seg_at + 1));
    }
  KB_EACH_IN (const KbUdmfSeg, seg, lost)
    {
      const gint64 way = (gint64) seg->from << 32 | seg->to;
      const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, &way));
      KbUdmfSeg *same = found ? &g_array_index (map->segs, KbUdmfSeg, found - 1) : NULL;
      if (same && seg->line != KB_UDMF_NONE && same->line == KB_UDMF_NONE)
        {
          same->line = seg->line;
          same->left = seg->left;
        }
    }
  KB_EACH_IN (KbUdmfSeg, seg, map->segs)
    {
      const gint64 back = (gint64) seg->to << 32 | seg->from;
      if (GPOINTER_TO_UINT (g_hash_table_lookup (numbers, ways + seg_at)) == seg_at + 1)
        seg->partner = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, &back)) - 1;
    }
}

/* ---- what is something ---- */

static KbUdmfLeaf *
place_at (const KbUdmfMap *map, guint i)
{
  return &g_array_index (map->leaves, KbUdmfLeaf, i);
}

static guint
udmf_segs_group_of (const KbUdmfMap *map, guint leaf)
{
  while (place_at (map, leaf)->group != leaf)
    leaf = place_at (map, leaf)->group = place_at (map, place_at (map, leaf)->group)->group;
  return leaf;
}

static guint
find_leaf (const KbUdmfMap *map, KbVec p)
{
  guint child = map->nodes->len ? map->nodes->len - 1 : KB_UDMF_LEAF;
  while (!(child & KB_UDMF_LEAF))
    {
      const KbUdmfNode *node = &g_array_index (map->nodes, KbUdmfNode, child);
      child = kb_udmf_side (map, node->straight, p) >= 0 ? node->right : node->left;
    }
  return child & ~KB_UDMF_LEAF;
}

/* Twice its size, in square pixels. */
static double
udmf_segs_size_of (const KbUdmfMap *map, const KbUdmfLeaf *leaf)
{
  double size = 0;
  for (guint i = 0; i < leaf->n; i++)
    {
      const KbUdmfSeg *seg = &g_array_index (map->segs, KbUdmfSeg, leaf->first + i);
      const KbVec a = g_array_index (map->points, KbVec, seg->from),
                  b = g_array_index (map->points, KbVec, seg->to);
      size += a.y * b.x - a.x * b.y;
    }
  return size;
}

/* 0, or an area from 1. */
static guint
find_area (const KbUdmfMap *map, kbx_handle level, const KbUdmfLeaf *leaf)
{
  KbVec middle = { 0, 0 };
  KB_EACH_IN (const KbUdmfCorner, corner, leaf->corners)
    {
      const KbVec p = g_array_index (map->points, KbVec, corner->point);
      middle.x += p.x / leaf->corners->len;
      middle.y -= p.y / leaf->corners->len;
    }
  const kbx_handle area =
    kbx_level_at (level, (kbx_vec){ (float) middle.x, (float) middle.y }, NULL);
  return area.kind == KBX_AREA ? area.index + 1 : 0;
}

/* Joins the groups of places with nothing between them, or also over lines that stop nobody. */
static void
join_groups (KbUdmfMap *map, gboolean over_lines)
{
  KB_EACH_IN (const KbUdmfSeg, seg, map->segs)
    if (seg->partner != KB_UDMF_NONE
        && (seg->line == KB_UDMF_NONE
            || (over_lines && !g_array_index (map->lines, KbUdmfLine, seg->line).stops)))
      {
        const guint other = g_array_index (map->segs, KbUdmfSeg, seg->partner).leaf;
        place_at (map, udmf_segs_group_of (map, seg->leaf))->group =
          udmf_segs_group_of (map, other);
      }
}

/* All places of a group are in the area of the largest: rounding may have moved an edge over the
 * others. */
static void
find_areas (KbUdmfMap *map, kbx_handle level)
{
  g_autofree guint *largest = g_new (guint, map->leaves->len);
  for (guint i = 0; i < map->leaves->len; i++)
    largest[i] = udmf_segs_group_of (map, i);
  KB_EACH_IN (const KbUdmfLeaf, leaf, map->leaves)
    {
      guint *found = largest + udmf_segs_group_of (map, leaf_at);
      if (udmf_segs_size_of (map, leaf) > udmf_segs_size_of (map, place_at (map, *found)))
        *found = leaf_at;
    }
  KB_EACH_IN (KbUdmfLeaf, leaf, map->leaves)
    leaf->area = find_area (map, level, place_at (map, largest[udmf_segs_group_of (map, leaf_at)]));
}

enum { HAS_THINGS = 1, IS_OUTSIDE = 2, IS_BESIDE = 4 };

/* The flags of the groups. */
static guint8 *
mark_groups (const KbUdmfMap *map, const KbVec *entities, guint n_entities)
{
  guint8 *marks = g_new0 (guint8, map->leaves->len);
  const KbUdmfSeg *segs = (const KbUdmfSeg *) (void *) map->segs->data;
  for (guint i = 0; i < n_entities; i++)
    marks[udmf_segs_group_of (map, find_leaf (map, entities[i]))] |= HAS_THINGS;
  KB_EACH_IN (const KbUdmfLeaf, leaf, map->leaves)
    marks[udmf_segs_group_of (map, leaf_at)] |= leaf->area ? HAS_THINGS : 0;
  for (guint i = 0; i < map->segs->len; i++)
    if (segs[i].line != KB_UDMF_NONE
        && g_array_index (map->lines, KbUdmfLine, segs[i].line).wall == KB_UDMF_FRAME)
      marks[udmf_segs_group_of (map, segs[i].leaf)] |= IS_OUTSIDE;
  for (guint i = 0; i < map->segs->len; i++)
    if (segs[i].partner != KB_UDMF_NONE && segs[i].line != KB_UDMF_NONE)
      {
        const guint own = udmf_segs_group_of (map, segs[i].leaf),
                    other = udmf_segs_group_of (map, segs[segs[i].partner].leaf);
        if (marks[other] & IS_OUTSIDE)
          marks[own] |= own == other ? HAS_THINGS : IS_BESIDE;
      }
  return marks;
}

void
kb_udmf_make_segs (KbUdmfMap *map, kbx_handle level, const KbVec *entities, guint n_entities)
{
  g_autoptr (GPtrArray) stops = list_stops (map);
  g_autofree guint *firsts = list_firsts (map);
  g_autoptr (GArray) lost = g_array_new (FALSE, FALSE, sizeof (KbUdmfSeg));
  gboolean any = FALSE;
  for (guint i = 0; i < map->leaves->len; i++)
    add_segs (map, lost, firsts, i, stops);
  find_partners (map, lost);
  join_groups (map, FALSE);
  find_areas (map, level);
  join_groups (map, TRUE);
  g_autofree guint8 *marks = mark_groups (map, entities, n_entities);
  for (guint i = 0; i < map->leaves->len; i++)
    any |= marks[i] & (HAS_THINGS | IS_BESIDE);
  KB_EACH_IN (KbUdmfLeaf, leaf, map->leaves)
    if (leaf->n < 3
        || (any && !(marks[udmf_segs_group_of (map, leaf_at)] & (HAS_THINGS | IS_BESIDE))))
      leaf->area = KB_UDMF_NONE;
  KB_EACH_IN (KbUdmfLine, line, map->lines)
    {
      line->areas[0] = line->areas[1] = KB_UDMF_NONE;
      line->from = firsts[line->from];
      line->to = firsts[line->to];
    }
  KB_EACH_IN (const KbUdmfSeg, seg, map->segs)
    if (seg->line != KB_UDMF_NONE && place_at (map, seg->leaf)->area != KB_UDMF_NONE)
      g_array_index (map->lines, KbUdmfLine, seg->line).areas[seg->left] =
        place_at (map, seg->leaf)->area;
}
