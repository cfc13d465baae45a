/* SPDX-License-Identifier: MIT */
/* Pictures of partitions. */
#include "drawing/levels/level_partition.h"

#include <math.h>

#define LEAF_ALPHA 0.20

/* Turns by the golden angle give neighbours very different hues. */
static guint32
colour_of_hue (double turn, double low, double high)
{
  guint32 colour = 0xff;
  for (guint i = 0; i < 3; i++)
    {
      double wave = 0.5 + 0.5 * cos (2 * G_PI * (turn - i / 3.0));
      colour |= (guint32) (255 * (low + (high - low) * wave)) << (24 - 8 * i);
    }
  return colour;
}

void
kb_partition_fill_leaf (cairo_t *cr, guint leaf, gboolean walls)
{
  kb_fill (cr, colour_of_hue (leaf * 0.61803398875, 0.15, 0.95),
           walls ? LEAF_ALPHA : LEAF_ALPHA / 3);
}

guint32
kb_depth_colour (guint depth)
{
  return colour_of_hue (MIN (depth, 14) / 21.0, 0.2, 1);
}

static void
path_leaf (cairo_t *cr, const KbView *view, const KbPartitionParts *parts,
           const KbPartitionLeaf *leaf)
{
  cairo_new_path (cr);
  for (guint i = 0; i < leaf->n; i++)
    {
      KbVec p = kb_view_to_canvas (view, g_array_index (parts->corners, KbVec, leaf->corners + i));
      cairo_line_to (cr, p.x, p.y);
    }
  cairo_close_path (cr);
}

/* Whether it covers a pixel of the canvas. */
static gboolean
level_partition_is_seen (const KbView *view, const KbPartitionParts *parts,
                         const KbPartitionLeaf *leaf)
{
  const KbVec *corners = &g_array_index (parts->corners, KbVec, leaf->corners);
  double twice = 0;
  for (guint i = 2; i < leaf->n; i++)
    twice += (corners[i - 1].x - corners[0].x) * (corners[i].y - corners[0].y)
             - (corners[i - 1].y - corners[0].y) * (corners[i].x - corners[0].x);
  return fabs (twice) / 2 * view->scale * view->scale >= 1;
}

/* Without antialiasing, which would show gaps between neighbours. */
static void
draw_leaves (cairo_t *cr, const KbView *view, const KbPartitionParts *parts)
{
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  KB_EACH_IN (const KbPartitionLeaf, leaf, parts->leaves)
    {
      if (!level_partition_is_seen (view, parts, leaf))
        continue;
      path_leaf (cr, view, parts, leaf);
      kb_partition_fill_leaf (cr, leaf->leaf, leaf->walls > 0);
    }
}

static int
compare_depths (gconstpointer a, gconstpointer b)
{
  guint x = ((const KbPartitionLine *) a)->depth, y = ((const KbPartitionLine *) b)->depth;
  return (x < y) - (x > y);
}

static void
draw_level_partition_lines (cairo_t *cr, const KbView *view, const KbStyle *style,
                            const KbPartitionParts *parts)
{
  g_array_sort (parts->lines, compare_depths);   /* the root's line on top */
  KB_EACH_IN (const KbPartitionLine, line, parts->lines)
    {
      KbVec p = kb_view_to_canvas (view, line->a), q = kb_view_to_canvas (view, line->b);
      if (hypot (q.x - p.x, q.y - p.y) < 1)
        continue;
      cairo_new_path (cr);
      kb_line (cr, p.x, p.y, q.x, q.y);
      kb_stroke (cr, parts->grid ? 1 : MAX (3 - 0.5 * line->depth, 0.75),
                 parts->grid ? style->border : kb_depth_colour (line->depth),
                 parts->grid ? 0.6 : 0.8);
    }
}

static KbPartitionParts *
parts_in_sight (const KbView *view, GBytes *bytes)
{
  KbBounds seen = kb_view_visible (view);
  return kb_partition_parts (bytes, seen.x0, seen.y0, seen.x1, seen.y1);
}

void
kb_draw_partition (cairo_t *cr, const KbView *view, const KbStyle *style, GBytes *bytes,
                   const KbPartitionLook *look)
{
  g_autoptr (KbPartitionParts) parts = parts_in_sight (view, bytes);
  if (parts && look->leaves)
    draw_leaves (cr, view, parts);
  if (parts && look->lines)
    draw_level_partition_lines (cr, view, style, parts);
}
