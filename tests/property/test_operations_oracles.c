/* SPDX-License-Identifier: MIT */
/* Operations on random pictures against slow and obvious ones. */
#include <math.h>
#include <string.h>

#include "operations/operations.h"
#include "tests/support/picture_text.h"
#include "tests/support/seed.h"

/* Noise, blots and thin lines, in turn. */
static KbPicture *
random_picture (GRand *rand, guint most)
{
  guint width = (guint) g_rand_int_range (rand, 1, (gint) most + 1), height = (guint) g_rand_int_range (rand, 1, (gint) most + 1);
  KbPicture *picture = kb_picture_new (width, height);
  guint manner = g_rand_int_range (rand, 0, 3);
  if (manner == 0)
    {
      double share = g_rand_double_range (rand, 0.1, 0.95);
      for (guint i = 0; i < width * height; i++)
        picture->rgba[4 * i + 3] = g_rand_double (rand) < share ? g_rand_int_range (rand, 1, 256) : 0;
      return picture;
    }
  for (guint n = g_rand_int_range (rand, 1, 8); n > 0; n--)
    {
      double cx = g_rand_double_range (rand, 0, width), cy = g_rand_double_range (rand, 0, height);
      double r = g_rand_double_range (rand, 0.5, most / 3.0), thick = manner == 1 ? r : 1;
      for (guint y = 0; y < height; y++)
        for (guint x = 0; x < width; x++)
          {
            double d = hypot (x + 0.5 - cx, y + 0.5 - cy);
            if (d <= r && d > r - thick)
              picture->rgba[4 * (y * width + x) + 3] = 255;
          }
    }
  return picture;
}

static gboolean
opaque_at (const KbPicture *picture, gint x, gint y)
{
  return x >= 0 && y >= 0 && x < (gint) picture->width && y < (gint) picture->height
         && kb_picture_pixel (picture, x, y)[3] > 0;
}

/* The part of (x, y) grown until it stays the same, then everything that the outside cannot reach. */
static guint8 *
part_without_holes (const KbPicture *picture, gint x0, gint y0, gboolean diagonal, guint64 *pixels)
{
  gint w = (gint) picture->width + 2, h = (gint) picture->height + 2;
  guint8 *in = g_malloc0 ((gsize) w * h);
  in[(y0 + 1) * w + x0 + 1] = 1;
  for (guint8 value = 1; value <= 2; value++)
    {
      if (value == 2)
        in[0] = 2;
      for (gboolean again = TRUE; again;)
        {
          again = FALSE;
          for (gint y = 0; y < h; y++)
            for (gint x = 0; x < w; x++)
              {
                gboolean can = value == 1 ? opaque_at (picture, x - 1, y - 1) && in[y * w + x] == 0 : in[y * w + x] == 0;
                /* What is not connected by corners inside is connected by them outside. */
                gboolean corners = (value == 1) == diagonal;
                for (gint dy = -1; can && dy <= 1; dy++)
                  for (gint dx = -1; dx <= 1; dx++)
                    if ((dx == 0 || dy == 0 || corners) && x + dx >= 0 && y + dy >= 0 && x + dx < w && y + dy < h
                        && in[(y + dy) * w + x + dx] == value)
                      {
                        in[y * w + x] = value;
                        again = TRUE;
                      }
              }
        }
      if (value == 1)
        {
          *pixels = 0;
          for (gint i = 0; i < w * h; i++)
            *pixels += in[i];
        }
    }
  return in;
}

static double
distance_to_segment (KbVec p, KbVec a, KbVec b)
{
  double dx = b.x - a.x, dy = b.y - a.y, t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
  t = CLAMP (t, 0, 1);
  return hypot (a.x + t * dx - p.x, a.y + t * dy - p.y);
}

/* How far points along one outline are from another. */
static double
furthest (const KbGeometry *from, const KbGeometry *to)
{
  double worst = 0;
  for (guint i = 0; i < from->n; i += 2)
    for (guint k = 0; k < 8; k++)
      {
        guint j = (i + 2) % from->n;
        KbVec p = { from->v[i] + (from->v[j] - from->v[i]) * k / 8, from->v[i + 1] + (from->v[j + 1] - from->v[i + 1]) * k / 8 };
        double near = G_MAXDOUBLE;
        for (guint e = 0; e < to->n; e += 2)
          {
            guint f = (e + 2) % to->n;
            near = MIN (near, distance_to_segment (p, (KbVec) { to->v[e], to->v[e + 1] }, (KbVec) { to->v[f], to->v[f + 1] }));
          }
        worst = MAX (worst, near);
      }
  return worst;
}

/* The exact outline covers exactly the part and its holes; a simplified one is valid, within the
 * tolerance in both directions, and has no more corners. */
static void
test_trace (void)
{
  GRand *rand = g_rand_new_with_seed (20260713);
  const KbShapeKind *kind = kb_geometry_kind (KB_SHAPE_POLYGON);
  guint n_exact = 0;
  for (guint round = 0; kit_goes_on (round, 1500); round++)
    {
      g_autoptr (KbPicture) picture = random_picture (rand, 24);
      gint x = g_rand_int_range (rand, 0, (gint) picture->width), y = g_rand_int_range (rand, 0, (gint) picture->height);
      gboolean diagonal = g_rand_boolean (rand);
      KbTraceOptions options = { .x = x, .y = y, .diagonal = diagonal };
      KbTrace exact, simple;
      g_assert_cmpint (kb_trace (picture, &options, &exact, NULL), ==, opaque_at (picture, x, y));
      if (!opaque_at (picture, x, y))
        continue;
      guint64 pixels = 0;
      g_autofree guint8 *in = part_without_holes (picture, x, y, diagonal, &pixels);
      g_assert_cmpuint (exact.pixels, ==, pixels);
      g_assert_null (kb_geometry_fault (&exact.outline));
      if (exact.outline.n / 2 == exact.exact_corners)
        {
          n_exact++;
          for (gint py = -1; py <= (gint) picture->height; py++)
            for (gint px = -1; px <= (gint) picture->width; px++)
              g_assert_cmpint (kind->contains (&exact.outline, (KbVec) { px + 0.5, py + 0.5 }), ==,
                               in[(py + 1) * ((gint) picture->width + 2) + px + 1] != 2);
        }
      options.tolerance = g_rand_double_range (rand, 0, 4);
      kb_trace (picture, &options, &simple, NULL);
      g_assert_null (kb_geometry_fault (&simple.outline));
      g_assert_cmpuint (simple.outline.n, <=, exact.outline.n);
      g_assert_cmpuint (simple.outline.n, >=, 6);
      if (exact.outline.n / 2 == exact.exact_corners)
        {
          g_assert_cmpfloat (simple.deviation, <=, options.tolerance + 1e-9);
          g_assert_cmpfloat (furthest (&exact.outline, &simple.outline), <=, simple.deviation + 1e-6);
          g_assert_cmpfloat (furthest (&simple.outline, &exact.outline), <=, simple.deviation + 1e-6);
        }
      kb_trace_clear (&exact);
      kb_trace_clear (&simple);
    }
  g_assert_cmpuint (n_exact, >, kit_n_done / 3);
  g_rand_free (rand);
}

static gint64
cost_of (const KbPicture *picture, const KbBox *boxes, guint n, guint64 *uncovered, guint64 *excess)
{
  *uncovered = *excess = 0;
  for (guint y = 0; y < picture->height; y++)
    for (guint x = 0; x < picture->width; x++)
      {
        gboolean in = FALSE;
        for (guint i = 0; i < n; i++)
          in |= (gint) x >= boxes[i].x && (gint) y >= boxes[i].y && (gint) x < boxes[i].x + boxes[i].w
                && (gint) y < boxes[i].y + boxes[i].h;
        *uncovered += !in && opaque_at (picture, x, y);
        *excess += in && !opaque_at (picture, x, y);
      }
  return (gint64) (*uncovered + *excess);
}

/* Every box, or every pair of boxes. */
static gint64
best_cost (const KbPicture *picture, guint k)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (KbBox));
  for (gint y = 0; y < (gint) picture->height; y++)
    for (gint x = 0; x < (gint) picture->width; x++)
      for (gint h = 1; y + h <= (gint) picture->height; h++)
        for (gint w = 1; x + w <= (gint) picture->width; w++)
          g_array_append_val (all, ((KbBox) { x, y, w, h }));
  gint64 best = G_MAXINT64;
  guint64 u, e;
  for (guint i = 0; i < all->len; i++)
    for (guint j = k == 1 ? i : 0; j <= i; j++)
      {
        KbBox pair[2] = { g_array_index (all, KbBox, i), g_array_index (all, KbBox, j) };
        best = MIN (best, cost_of (picture, pair, 2, &u, &e));
      }
  return best;
}

/* One box is never beaten, two nearly never; the counts are what a count of pixels gives; more boxes
 * are never worse. */
static void
test_cover (void)
{
  GRand *rand = g_rand_new_with_seed (4);
  gint64 ours = 0, best = 0;
  for (guint round = 0; kit_goes_on (round, 400); round++)
    {
      guint most = round % 2 ? 12 : 6;
      g_autoptr (KbPicture) picture = random_picture (rand, most);
      KbBox area = { 0, 0, (gint) picture->width, (gint) picture->height };
      gint64 before = G_MAXINT64;
      for (guint k = 1; k <= KB_COVER_BOXES; k += k == 1 ? 1 : 5)
        {
          KbCover cover;
          guint64 uncovered, excess;
          if (!kb_cover (picture, 1, &area, k, &cover))
            break;
          g_assert_cmpuint (cover.n, <=, k);
          gint64 cost = cost_of (picture, cover.boxes, cover.n, &uncovered, &excess);
          g_assert_cmpuint (uncovered, ==, cover.uncovered);
          g_assert_cmpuint (excess, ==, cover.excess);
          g_assert_cmpint (cost, <=, before);
          before = cost;
          if (k == 1)
            g_assert_cmpint (cost, ==, best_cost (picture, 1));
          if (k == 2 && most == 6)
            {
              gint64 least = best_cost (picture, 2);
              g_assert_cmpint (cost, >=, least);
              ours += cost, best += least;
            }
        }
    }
  g_test_message ("two boxes: %" G_GINT64_FORMAT " wrong pixels, at best %" G_GINT64_FORMAT, ours, best);
  g_assert_cmpint (ours * 100, <=, best * 104);
  g_rand_free (rand);
}

static void
test_shrink (void)
{
  GRand *rand = g_rand_new_with_seed (9);
  for (guint round = 0; kit_goes_on (round, 3000); round++)
    {
      g_autoptr (KbPicture) picture = random_picture (rand, 16);
      KbBox box = { g_rand_int_range (rand, -4, 18), g_rand_int_range (rand, -4, 18), g_rand_int_range (rand, 0, 14),
                    g_rand_int_range (rand, 0, 14) }, result;
      gint x0 = G_MAXINT, y0 = G_MAXINT, x1 = -1, y1 = -1;
      for (gint y = box.y; y < box.y + box.h; y++)
        for (gint x = box.x; x < box.x + box.w; x++)
          if (opaque_at (picture, x, y))
            x0 = MIN (x0, x), y0 = MIN (y0, y), x1 = MAX (x1, x), y1 = MAX (y1, y);
      g_assert_cmpint (kb_shrink_box (picture, 1, &box, &result), ==, x1 >= 0);
      if (x1 >= 0)
        g_assert_true (result.x == x0 && result.y == y0 && result.w == x1 - x0 + 1 && result.h == y1 - y0 + 1);
    }
  g_rand_free (rand);
}

/* A changed frame shows the same pixel, in the same shapes, under each of its places. */
static void
test_changes (void)
{
  GRand *rand = g_rand_new_with_seed (31);
  static const struct { KbShapeType type; guint n; double v[10]; } shapes[] = {
    { KB_SHAPE_BOX, 4, { 3, 2, 5, 7 } },
    { KB_SHAPE_CIRCLE, 3, { 7.25, 6.5, 3.00390625 } },
    { KB_SHAPE_ORIENTED, 5, { 8, 7, 9.5, 3.25, 30 } },
    { KB_SHAPE_CAPSULE, 5, { 2.5, 3, 9.25, 8.5, 2.00390625 } },
    { KB_SHAPE_POLYGON, 10, { 1, 1, 12.5, 3, 10, 12, 6.25, 6, 2, 11 } },
  };
  for (guint round = 0; kit_goes_on (round, 400); round++)
    {
      g_autoptr (KbPicture) picture = random_picture (rand, 16);
      KbFrameChange change = { .box = { g_rand_int_range (rand, -5, 10), g_rand_int_range (rand, -5, 10),
                                        g_rand_int_range (rand, 1, 24), g_rand_int_range (rand, 1, 24) },
                               .flip_x = g_rand_boolean (rand), .flip_y = g_rand_boolean (rand),
                               .scale = g_rand_int_range (rand, 1, 5) };
      g_autoptr (KbPicture) changed = kb_change_picture (picture, &change);
      g_assert_cmpuint (changed->width, ==, change.box.w * change.scale);
      g_assert_cmpuint (changed->height, ==, change.box.h * change.scale);
      KbGeometry before[G_N_ELEMENTS (shapes)], after[G_N_ELEMENTS (shapes)];
      for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
        {
          kb_geometry_init (&before[i], shapes[i].type, shapes[i].v, shapes[i].n);
          kb_geometry_init (&after[i], shapes[i].type, shapes[i].v, shapes[i].n);
          kb_change_geometry (&after[i], &change);
          KbGeometry snapped = { 0 };
          kb_geometry_copy (&snapped, &after[i]);
          kb_geometry_kind (snapped.type)->snap (&snapped);
          g_assert_true (kb_geometry_equal (&snapped, &after[i]));
          kb_geometry_clear (&snapped);
        }
      for (gint y = change.box.y; y < change.box.y + change.box.h; y++)
        for (gint x = change.box.x; x < change.box.x + change.box.w; x++)
          {
            KbPixel at = { x, y, TRUE };
            kb_change_pixel (&at, &change);
            gint left = at.x - (change.scale - 1) / 2, top = at.y - (change.scale - 1) / 2;
            for (gint i = 0; i < change.scale * change.scale; i++)
              {
                const guint8 *shown = kb_picture_pixel (changed, left + i % change.scale, top + i / change.scale);
                static const guint8 nothing[4];
                gboolean there = x >= 0 && y >= 0 && x < (gint) picture->width && y < (gint) picture->height;
                g_assert_true (memcmp (shown, there ? kb_picture_pixel (picture, x, y) : nothing, 4) == 0);
              }
            for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
              {
                const KbShapeKind *kind = kb_geometry_kind (shapes[i].type);
                g_assert_cmpint (kind->contains (&before[i], (KbVec) { x + 0.5, y + 0.5 }), ==,
                                 kind->contains (&after[i], (KbVec) { left + change.scale / 2.0, top + change.scale / 2.0 }));
              }
          }
      for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
        {
          kb_geometry_clear (&before[i]);
          kb_geometry_clear (&after[i]);
        }
    }
  g_rand_free (rand);
}

KIT_PROGRAM (operations_oracles)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/operations/trace", test_trace);
  g_test_add_func ("/operations/cover", test_cover);
  g_test_add_func ("/operations/shrink", test_shrink);
  g_test_add_func ("/operations/changes", test_changes);
  return g_test_run ();
}
