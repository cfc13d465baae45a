/* SPDX-License-Identifier: MIT */
/* Divides the places between a map's lines by the straight lines they are on. In the end each place
 * is convex, with its lines on its border. A line has a half for each side. */
#include "exporters/exporters.h"
#include "exporters/udmf.h"

#include <math.h>

#define NEAR 1e-7 /* closer points count as on a straight line */
#define CANDIDATES 48u
#define SPLIT_COST 8.0 /* as much as this many halves more on one side than on the other */

double
kb_udmf_side (const KbUdmfMap *map, guint straight, KbVec point)
{
  const KbUdmfStraight *s = &g_array_index (map->straights, KbUdmfStraight, straight);
  return (s->way.y * (point.x - s->at.x) - s->way.x * (point.y - s->at.y))
         / hypot (s->way.x, s->way.y);
}

static double
side_of (const KbUdmfMap *map, guint straight, guint point)
{
  return kb_udmf_side (map, straight, g_array_index (map->points, KbVec, point));
}

/* ---- points and straight lines ---- */

static guint
add_udmf_tree_point (KbUdmfMap *map, KbVec p)
{
  g_array_append_val (map->points, p);
  return map->points->len - 1;
}

/* Lines on the same straight line get the same number. */
static void
find_straights (KbUdmfMap *map)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KB_EACH_IN (KbUdmfLine, line, map->lines)
    {
      gint64 dx = llround ((line->b.x - line->a.x) * 256),
             dy = llround ((line->b.y - line->a.y) * 256);
      const gint64 divisor = kb_export_divisor ((guint) ABS (dx), (guint) ABS (dy));
      dx /= divisor;
      dy /= divisor;
      const gint64 offset = dx * llround (line->a.y * 256) - dy * llround (line->a.x * 256);
      char *key = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                                   dx, dy, offset);
      const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, key));
      line->from = add_udmf_tree_point (map, line->a);
      line->to = add_udmf_tree_point (map, line->b);
      line->straight = found ? found - 1 : map->straights->len;
      if (!found)
        g_array_append_val (
          map->straights, ((KbUdmfStraight){ line->a, { (double) dx / 256, (double) dy / 256 } }));
      g_hash_table_insert (numbers, key, GUINT_TO_POINTER (line->straight + 1));
    }
}

/* The same for both orders of the straight lines. */
static guint
add_crossing (KbUdmfMap *map, guint a, guint b)
{
  const KbUdmfStraight *p = &g_array_index (map->straights, KbUdmfStraight, MIN (a, b)),
                       *q = &g_array_index (map->straights, KbUdmfStraight, MAX (a, b));
  const double t = ((q->at.x - p->at.x) * q->way.y - (q->at.y - p->at.y) * q->way.x)
                   / (p->way.x * q->way.y - p->way.y * q->way.x);
  return add_udmf_tree_point (map, (KbVec){ p->at.x + p->way.x * t, p->at.y + p->way.y * t });
}

/* ---- dividing ---- */

enum { RIGHT = 1, LEFT = 2 };

/* Where a half is: on the right, the left, or both sides of a straight line. One along it is on the
 * side where its place is. */
static int
sides_of (const KbUdmfMap *map, const KbUdmfHalf *half, guint straight)
{
  const guint own = g_array_index (map->lines, KbUdmfLine, half->line).straight;
  const double a = own == straight ? 0 : side_of (map, straight, half->from),
               b = own == straight ? 0 : side_of (map, straight, half->to);
  const KbUdmfStraight *s = &g_array_index (map->straights, KbUdmfStraight, straight),
                       *t = &g_array_index (map->straights, KbUdmfStraight, own);
  if (fabs (a) < NEAR && fabs (b) < NEAR)
    return (s->way.x * t->way.x + s->way.y * t->way.y > 0) != half->left ? RIGHT : LEFT;
  return (a > -NEAR && b > -NEAR ? RIGHT : a < NEAR && b < NEAR ? LEFT : RIGHT | LEFT);
}

static guint
straight_of (const KbUdmfMap *map, const GArray *halves, guint i)
{
  return g_array_index (map->lines, KbUdmfLine, g_array_index (halves, KbUdmfHalf, i).line)
    .straight;
}

/* What it costs to divide by a straight line; infinite if all is on one side. */
static double
cost_of (const KbUdmfMap *map, const GArray *halves, guint straight)
{
  guint n[4] = { 0 };
  KB_EACH_IN (const KbUdmfHalf, half, halves)
    n[sides_of (map, half, straight)]++;
  return n[3] || (n[RIGHT] && n[LEFT]) ? SPLIT_COST * n[3] + fabs ((double) n[RIGHT] - n[LEFT])
                                       : HUGE_VAL;
}

/* The best of some straight lines, or else the first that divides; KB_UDMF_NONE: none does. */
static guint
choose_straight (const KbUdmfMap *map, const GArray *halves)
{
  const guint step = MAX (halves->len / CANDIDATES, 1);
  double best = HUGE_VAL;
  guint chosen = KB_UDMF_NONE;
  for (guint i = 0; i < halves->len; i += step)
    {
      const guint straight = straight_of (map, halves, i);
      const double cost = cost_of (map, halves, straight);
      if (cost < best)
        chosen = straight;
      best = MIN (best, cost);
    }
  for (guint i = 0; chosen == KB_UDMF_NONE && i < halves->len; i++)
    if (cost_of (map, halves, straight_of (map, halves, i)) < HUGE_VAL)
      chosen = straight_of (map, halves, i);
  return chosen;
}

/* The part of a convex place on one side. */
static GArray *
cut_place (KbUdmfMap *map, const GArray *corners, guint straight, double sign)
{
  GArray *part = g_array_new (FALSE, FALSE, sizeof (KbUdmfCorner));
  KB_EACH_IN (const KbUdmfCorner, corner, corners)
    {
      const guint next =
        g_array_index (corners, KbUdmfCorner, (corner_at + 1) % corners->len).point;
      const double a = sign * side_of (map, straight, corner->point),
                   b = sign * side_of (map, straight, next);
      KbUdmfCorner kept = *corner;
      if ((a >= NEAR && b <= -NEAR) || (a <= -NEAR && b >= NEAR))
        {
          const KbUdmfCorner cut = { add_crossing (map, corner->straight, straight),
                                     a > 0 ? straight : corner->straight };
          if (a > 0)
            g_array_append_val (part, kept);
          g_array_append_val (part, cut);
          continue;
        }
      if (a < NEAR && b <= -NEAR)
        kept.straight = straight;
      if (a > -NEAR)
        g_array_append_val (part, kept);
    }
  return part;
}

static GArray *
halves_of_side (KbUdmfMap *map, const GArray *halves, guint straight, int side)
{
  GArray *part = g_array_new (FALSE, FALSE, sizeof (KbUdmfHalf));
  KB_EACH_IN (const KbUdmfHalf, half, halves)
    {
      const int sides = sides_of (map, half, straight);
      KbUdmfHalf kept = *half;
      if (!(sides & side))
        continue;
      if (sides == (RIGHT | LEFT))
        {
          const guint at = add_crossing (
            map, g_array_index (map->lines, KbUdmfLine, half->line).straight, straight);
          *((side_of (map, straight, half->from) > 0) == (side == RIGHT) ? &kept.to : &kept.from) =
            at;
        }
      g_array_append_val (part, kept);
    }
  return part;
}

/* Takes both arrays. Returns a node's child. */
static guint
add_udmf_tree_node (KbUdmfMap *map, GArray *halves, GArray *corners)
{
  const guint straight = choose_straight (map, halves);
  if (straight == KB_UDMF_NONE)
    {
      g_array_append_val (map->leaves, ((KbUdmfLeaf){ .corners = corners, .halves = halves }));
      return KB_UDMF_LEAF | (map->leaves->len - 1);
    }
  GArray *left_halves = halves_of_side (map, halves, straight, LEFT),
         *right_halves = halves_of_side (map, halves, straight, RIGHT),
         *left_corners = cut_place (map, corners, straight, -1),
         *right_corners = cut_place (map, corners, straight, 1);
  g_array_unref (halves);
  g_array_unref (corners);
  const guint right = add_udmf_tree_node (map, right_halves, right_corners),
              left = add_udmf_tree_node (map, left_halves, left_corners);
  g_array_append_val (map->nodes, ((KbUdmfNode){ straight, right, left }));
  return map->nodes->len - 1;
}

/* The frame as a place. Its lines are the first three, left, bottom and top, and the last. */
static GArray *
place_in_frame (const KbUdmfMap *map)
{
  GArray *corners = g_array_sized_new (FALSE, FALSE, sizeof (KbUdmfCorner), 4);
  const KbUdmfLine *lines = (const KbUdmfLine *) (void *) map->lines->data,
                   *right = lines + map->lines->len - 1;
  const KbUdmfCorner all[] = { { lines[0].from, lines[0].straight },
                               { lines[2].from, lines[2].straight },
                               { right->to, right->straight },
                               { right->from, lines[1].straight } };
  g_array_append_vals (corners, all, G_N_ELEMENTS (all));
  return corners;
}

static void
clear_leaf (gpointer leaf)
{
  g_array_unref (((KbUdmfLeaf *) leaf)->corners);
  g_array_unref (((KbUdmfLeaf *) leaf)->halves);
}

KbUdmfMap *
kb_udmf_divide (GArray *lines)
{
  KbUdmfMap *map = g_new (KbUdmfMap, 1);
  GArray *halves = g_array_new (FALSE, FALSE, sizeof (KbUdmfHalf));
  *map = (KbUdmfMap){
    .lines = g_array_ref (lines),
    .points = g_array_new (FALSE, FALSE, sizeof (KbVec)),
    .straights = g_array_new (FALSE, FALSE, sizeof (KbUdmfStraight)),
    .leaves = g_array_new (FALSE, FALSE, sizeof (KbUdmfLeaf)),
    .nodes = g_array_new (FALSE, FALSE, sizeof (KbUdmfNode)),
    .segs = g_array_new (FALSE, FALSE, sizeof (KbUdmfSeg)),
  };
  g_array_set_clear_func (map->leaves, clear_leaf);
  find_straights (map);
  GArray *place = place_in_frame (map);
  KB_EACH_IN (const KbUdmfLine, line, lines)
    for (guint left = 0; left < 2; left++)
      {
        const KbUdmfHalf half = { line_at, left, left ? line->to : line->from,
                                  left ? line->from : line->to };
        /* Nothing is outside of the frame. */
        if (line->wall != KB_UDMF_FRAME || left == (line_at != 0 && line_at != 2))
          g_array_append_val (halves, half);
      }
  add_udmf_tree_node (map, halves, place);
  return map;
}

void
kb_udmf_map_free (KbUdmfMap *map)
{
  GArray *const arrays[] = { map->lines,  map->points, map->straights,
                             map->leaves, map->nodes,  map->segs };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_free (map);
}
