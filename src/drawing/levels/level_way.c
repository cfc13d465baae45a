/* SPDX-License-Identifier: MIT */
/* Draws a move through a partition. Badges are placed in the order of the visits, so that the first
 * ones get the best positions. */
#include "drawing/levels/level_partition.h"

#include <glib/gi18n.h>
#include <math.h>

#include "drawing/scene/labels.h"

#define LEVEL_WAY_MOST 60              /* limit for the numbers of nodes, and for those of walls */
#define LEVEL_WAY_FONT 10.5
#define HALF 8.0             /* half the height of a badge, canvas pixels */
#define APART 1.0            /* between badges */
#define LEVEL_WAY_LEAF_ALPHA 0.30
#define WALL_COLOUR 0xffffffffu
#define KEY_ROW 20.0
#define KEY_PAD 8.0
#define FROM_CORNER 10.0

typedef enum { INNER, LEAF, WALL, N_BADGES } Badge;

typedef struct {
  cairo_t *cr;
  const KbView *view;
  const KbStyle *style;
  GArray *places;            /* KbBounds */
  gboolean drawn[N_BADGES];
} Way;

/* ---- badges ---- */

static void
path_badge (cairo_t *cr, Badge badge, KbVec at, double half)
{
  /* How far its sides slant, or how round its ends are */
  const double edge = badge == INNER ? 4 : HALF;
  cairo_new_path (cr);
  if (badge == INNER)
    {
      cairo_move_to (cr, at.x - half - edge, at.y);
      cairo_line_to (cr, at.x - half + edge, at.y - HALF);
      cairo_line_to (cr, at.x + half - edge, at.y - HALF);
      cairo_line_to (cr, at.x + half + edge, at.y);
      cairo_line_to (cr, at.x + half - edge, at.y + HALF);
      cairo_line_to (cr, at.x - half + edge, at.y + HALF);
    }
  else if (badge == LEAF)
    cairo_rectangle (cr, at.x - half, at.y - HALF, 2 * half, 2 * HALF);
  else
    {
      cairo_arc (cr, at.x + half - edge, at.y, HALF, -G_PI / 2, G_PI / 2);
      cairo_arc (cr, at.x - half + edge, at.y, HALF, G_PI / 2, 1.5 * G_PI);
    }
  cairo_close_path (cr);
}

/* Half its width without the diamond's points. */
static double
badge_half (cairo_t *cr, const char *text)
{
  return MAX (HALF, kb_text_advance (cr, text, LEVEL_WAY_FONT, TRUE) / 2 + 3);
}

static void
draw_badge (const Way *way, Badge badge, KbVec at, guint32 colour, const char *text)
{
  cairo_t *cr = way->cr;
  path_badge (cr, badge, at, badge_half (cr, text));
  kb_fill_preserve (cr, colour, 1);
  kb_stroke (cr, 1.5, 0x1e1e1eff, 1);
  kb_draw_text (cr, at.x - kb_text_advance (cr, text, LEVEL_WAY_FONT, TRUE) / 2,
                at.y + LEVEL_WAY_FONT * 0.36, text, 0x000000ff, LEVEL_WAY_FONT, TRUE);
}

static gboolean
is_free (const Way *way, KbBounds place)
{
  const KbView *view = way->view;
  if (place.x0 < view->inset || place.y0 < view->inset || place.x1 > view->width
      || place.y1 > view->height)
    return FALSE;
  KB_EACH_IN (const KbBounds, taken, way->places)
    if (place.x0 < taken->x1 && place.x1 > taken->x0 && place.y0 < taken->y1
        && place.y1 > taken->y0)
      return FALSE;
  return TRUE;
}

/* At the first free position (on the canvas). */
static void
put_badge (Way *way, Badge badge, const KbVec *at, guint n, guint32 colour, guint number)
{
  char text[16];
  g_snprintf (text, sizeof text, "%u", number);
  double half = badge_half (way->cr, text) + (badge == INNER ? 4 : 0) + APART;
  for (guint i = 0; i < n; i++)
    {
      KbBounds place = { at[i].x - half, at[i].y - HALF - APART, at[i].x + half,
                         at[i].y + HALF + APART };
      if (!is_free (way, place))
        continue;
      draw_badge (way, badge, at[i], colour, text);
      g_array_append_val (way->places, place);
      way->drawn[badge] = TRUE;
      return;
    }
}

/* ---- positions ---- */

static KbVec
between (KbVec a, KbVec b, double t)
{
  return (KbVec) { a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };
}

/* Clips a segment to the canvas; FALSE: it is outside. After Liang and Barsky, 1984. */
static gboolean
clip (const KbView *view, KbVec *a, KbVec *b)
{
  const double dx = b->x - a->x, dy = b->y - a->y;
  const double p[4] = { -dx, dx, -dy, dy }, q[4] = { a->x - view->inset, view->width - a->x,
                                                     a->y - view->inset, view->height - a->y };
  double t0 = 0, t1 = 1;
  for (guint i = 0; i < 4; i++)
    if (p[i] == 0 && q[i] < 0)
      return FALSE;
    else if (p[i] < 0)
      t0 = MAX (t0, q[i] / p[i]);
    else if (p[i] > 0)
      t1 = MIN (t1, q[i] / p[i]);
  KbVec from = *a, to = *b;
  *a = between (from, to, t0);
  *b = between (from, to, t1);
  return t0 <= t1;
}

#define ALONG 9

/* Positions along a segment, from the one nearest to `near` outwards, about a badge's width
 * apart. */
static guint
places_along (const KbView *view, KbVec a, KbVec b, KbVec near, KbVec places[ALONG])
{
  if (!clip (view, &a, &b))
    return 0;
  double x = b.x - a.x, y = b.y - a.y, length = hypot (x, y);
  double t = length > 0 ? ((near.x - a.x) * x + (near.y - a.y) * y) / (length * length) : 0;
  double step = length > 0 ? 2.5 * HALF / length : 0,
         most = length > 0 ? MIN (0.5, HALF / length) : 0;
  guint n = 0;
  t = CLAMP (t, most, 1 - most);
  for (guint i = 0; i < ALONG; i++)
    {
      double at = t + step * ((i + 1) / 2) * (i % 2 ? 1 : -1);
      if (at >= 0 && at <= 1)
        places[n++] = between (a, b, at);
    }
  return n;
}

/* ---- nodes ---- */

static const KbPartitionLeaf *
find_leaf (const KbPartitionParts *parts, guint node)
{
  KB_EACH_IN (const KbPartitionLeaf, leaf, parts->leaves)
    if (leaf->leaf == node)
      return leaf;
  return NULL;
}

static const KbPartitionLine *
find_line (const KbPartitionParts *parts, guint node)
{
  KB_EACH_IN (const KbPartitionLine, line, parts->lines)
    if (line->node == node)
      return line;
  return NULL;
}

/* At its centre, or halfway from there to a corner. */
static void
number_leaf (Way *way, const KbPartitionParts *parts, const KbPartitionLeaf *leaf, guint number)
{
  const KbVec *corners = &g_array_index (parts->corners, KbVec, leaf->corners);
  KbVec places[ALONG], middle = { 0, 0 };
  guint n = 1;
  for (guint i = 0; i < leaf->n; i++)
    middle = (KbVec) { middle.x + corners[i].x / leaf->n, middle.y + corners[i].y / leaf->n };
  places[0] = kb_view_to_canvas (way->view, middle);
  for (guint i = 0; i < leaf->n && n < ALONG; i++)
    places[n++] = between (places[0], kb_view_to_canvas (way->view, corners[i]), 0.5);
  if (leaf->n)
    put_badge (way, LEAF, places, n, kb_colour_on_dark (way->style->accent), number);
}

static void
number_line (Way *way, const KbPartitionLine *line, const KbPartitionVisit *visit, guint number)
{
  KbVec a = kb_view_to_canvas (way->view, line->a), b = kb_view_to_canvas (way->view, line->b),
        places[ALONG];
  KbVec near = kb_view_to_canvas (way->view, between (visit->a, visit->b, 0.5));
  guint n = places_along (way->view, a, b, near, places);
  put_badge (way, INNER, places, n, kb_depth_colour (line->depth), number);
}

static void
draw_leaf (const Way *way, const KbPartitionParts *parts, const KbPartitionLeaf *leaf)
{
  cairo_new_path (way->cr);
  for (guint i = 0; i < leaf->n; i++)
    {
      KbVec p =
        kb_view_to_canvas (way->view, g_array_index (parts->corners, KbVec, leaf->corners + i));
      cairo_line_to (way->cr, p.x, p.y);
    }
  cairo_close_path (way->cr);
  kb_set_colour (way->cr, way->style->accent, LEVEL_WAY_LEAF_ALPHA);
  cairo_fill (way->cr);
}

static void
draw_line (const Way *way, const KbPartitionLine *line)
{
  KbVec a = kb_view_to_canvas (way->view, line->a), b = kb_view_to_canvas (way->view, line->b);
  cairo_new_path (way->cr);
  cairo_move_to (way->cr, a.x, a.y);
  cairo_line_to (way->cr, b.x, b.y);
  kb_stroke_marked (way->cr, way->view, way->style, kb_depth_colour (line->depth), KB_MARK_PLAIN);
}

static void
shade_nodes (Way *way, const KbPartitionParts *parts, const GArray *visits)
{
  KB_EACH_IN (const KbPartitionVisit, visit, visits)
    {
      const KbPartitionLeaf *leaf = visit->leaf ? find_leaf (parts, visit->node) : NULL;
      if (leaf)
        draw_leaf (way, parts, leaf);
    }
  KB_EACH_IN (const KbPartitionVisit, visit, visits)
    {
      const KbPartitionLine *line = visit->leaf ? NULL : find_line (parts, visit->node);
      if (line)
        draw_line (way, line);
    }
}

/* ---- numbers ---- */

static void
number_node (Way *way, const KbPartitionParts *parts, const GArray *visits, guint i)
{
  const KbPartitionVisit *visit =
    i < visits->len ? &g_array_index (visits, KbPartitionVisit, i) : NULL;
  const KbPartitionLeaf *leaf = visit && visit->leaf ? find_leaf (parts, visit->node) : NULL;
  const KbPartitionLine *line = visit && !visit->leaf ? find_line (parts, visit->node) : NULL;
  if (leaf)
    number_leaf (way, parts, leaf, i + 1);
  else if (line)
    number_line (way, line, visit, i + 1);
}

static void
number_wall (Way *way, const GArray *walls, guint i)
{
  if (i >= walls->len)
    return;
  const kbx_segment *wall = &g_array_index (walls, kbx_segment, i);
  KbVec a = kb_view_to_canvas (way->view, (KbVec) { wall->a.x, wall->a.y }), places[ALONG];
  KbVec b = kb_view_to_canvas (way->view, (KbVec) { wall->b.x, wall->b.y });
  guint n = places_along (way->view, a, b, between (a, b, 0.5), places);
  put_badge (way, WALL, places, n, WALL_COLOUR, i + 1);
}

/* In the lower right corner: explains the badge shapes. */
static void
draw_level_way_key (Way *way)
{
  static const struct { const char *text; guint32 colour; } rows[N_BADGES] = {
    [INNER] = { N_("node with a line"), 0 }, [LEAF] = { N_("leaf"), 0 },
      [WALL] = { N_("tested wall"), WALL_COLOUR },
  };
  cairo_t *cr = way->cr;
  double width = 0, n = 0;
  for (guint i = 0; i < N_BADGES; i++)
    {
      if (way->drawn[i])
        width = MAX (width, kb_text_advance (cr, _ (rows[i].text), LEVEL_WAY_FONT, FALSE));
      n += way->drawn[i];
    }
  KbBounds box = { way->view->width - FROM_CORNER - 3 * KEY_PAD - 3 * HALF - width,
                   way->view->height - FROM_CORNER - KEY_PAD - n * KEY_ROW,
                   way->view->width - FROM_CORNER, way->view->height - FROM_CORNER };
  if (n == 0 || !is_free (way, box))
    return;
  cairo_rectangle (cr, box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
  kb_fill (cr, way->style->pill, 1);
  double y = box.y0 + KEY_PAD / 2 + KEY_ROW / 2;
  for (guint i = 0; i < N_BADGES; i++)
    {
      guint32 colour = i == INNER  ? kb_depth_colour (0)
                       : i == LEAF ? kb_colour_on_dark (way->style->accent)
                                   : rows[i].colour;
      if (!way->drawn[i])
        continue;
      draw_badge (way, (Badge) i, (KbVec) { box.x0 + KEY_PAD + 1.5 * HALF, y }, colour, "1");
      kb_draw_text (cr, box.x0 + 2 * KEY_PAD + 3 * HALF, y + LEVEL_WAY_FONT * 0.36,
                    _ (rows[i].text), way->style->pill_text, LEVEL_WAY_FONT, FALSE);
      y += KEY_ROW;
    }
  g_array_append_val (way->places, box);
}

void
kb_draw_way (cairo_t *cr, const KbView *view, const KbStyle *style, GBytes *bytes,
             const KbWay *drawn, GArray *places)
{
  KbBounds seen = kb_view_visible (view);
  Way way = { cr, view, style, places, { FALSE } };
  g_autoptr (KbPartitionParts) parts =
    kb_partition_parts (bytes, seen.x0, seen.y0, seen.x1, seen.y1);
  g_autoptr (GArray) visits = kb_partition_visits (bytes, drawn->from, drawn->to, drawn->end);
  KbVec p = kb_view_to_canvas (view, (KbVec) { drawn->from.x, drawn->from.y }),
        q = kb_view_to_canvas (view, (KbVec) { drawn->end.x, drawn->end.y });
  /* All walls in one leaf: only walls are visited. */
  if (parts && !parts->grid && visits->len && g_array_index (visits, KbPartitionVisit, 0).node == 0
      && g_array_index (visits, KbPartitionVisit, 0).leaf)
    g_array_set_size (visits, 0);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  if (parts)
    shade_nodes (&way, parts, visits);
  cairo_new_path (cr);
  kb_line (cr, p.x, p.y, q.x, q.y);
  kb_stroke_marked (cr, view, style, style->accent, KB_MARK_HOVERED);
  for (guint i = 0; i < LEVEL_WAY_MOST; i++)
    {
      if (parts)
        number_node (&way, parts, visits, i);
      number_wall (&way, drawn->walls, i);
    }
  draw_level_way_key (&way);
}
