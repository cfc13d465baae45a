/* SPDX-License-Identifier: MIT */
/* Every kind of shape against every other one: what the verbs of the kit say must fit together, and casts must fit what is
 * found by looking at the mover's places one by one. */
#include "support/closed_shapes.h"
#include "support/seed.h"
#include "support/shape_of.h"

#include <string.h>

enum { KINDS = KBX_SHAPE_HALF_PLANE + 1, MOST_CORNERS = 9 };

/* A shape and its corners, so that it can be moved. */
typedef struct {
  kbx_shape shape;
  kbx_vec corners[MOST_CORNERS];
} Form;

static double reach = 12;

static float number (double step) { return kit_number (step, -reach, reach); }
static kbx_vec spot (double step) { return kit_vec (number (step), number (step)); }
static float size (double step) { return fabsf (number (step)) / 2; }

/* Round a middle, in and out: it never crosses itself. */
static uint32_t
star (kbx_vec *corners, double step)
{
  const kbx_vec middle = spot (step);
  const uint32_t n = (uint32_t) g_test_rand_int_range (4, MOST_CORNERS + 1);
  for (uint32_t i = 0; i < n; i++)
    {
      const kbx_vec way = kbx_direction (360.0 * i / n);
      const double far = g_test_rand_double_range (2, 9), grid = step > 0 ? step : 1 / 4096.0;
      corners[i] = kit_vec (middle.x + grid * round (way.x * far / grid), middle.y + grid * round (way.y * far / grid));
    }
  return n;
}

static void
draw (Form *f, uint32_t kind, double step)
{
  const kbx_vec a = spot (step), b = spot (step);
  uint32_t n;
  switch (kind)
    {
    case KBX_SHAPE_POINT: f->shape = kbx_shape_point (a); break;
    case KBX_SHAPE_SEGMENT: f->shape = kbx_shape_segment (a, b); break;
    case KBX_SHAPE_CIRCLE: f->shape = kbx_shape_circle (a, size (step)); break;
    case KBX_SHAPE_CAPSULE: f->shape = kbx_shape_capsule (a, b, size (step) / 2); break;
    case KBX_SHAPE_RECT: f->shape = kbx_shape_rect (kit_vec (fminf (a.x, b.x), fminf (a.y, b.y)), kit_vec (fmaxf (a.x, b.x), fmaxf (a.y, b.y))); break;
    case KBX_SHAPE_BOX:
      f->shape = kbx_shape_box ((kbx_box) { (gint) a.x, (gint) a.y, (gint) a.x + g_test_rand_int_range (1, 9), (gint) a.y + g_test_rand_int_range (1, 9) });
      break;
    case KBX_SHAPE_OBB:
      f->shape = kbx_shape_obb (a, kbx_direction (step > 0 ? 90 * g_test_rand_int_range (0, 4) : g_test_rand_double_range (0, 360)), 2 * size (step), 2 * size (step));
      break;
    case KBX_SHAPE_CONVEX:
      while ((n = kit_random_hull (f->corners, step, a.x, a.y)) == 0)
        ;
      f->shape = kbx_shape_convex (f->corners, n);
      break;
    case KBX_SHAPE_POLYGON: f->shape = kbx_shape_polygon (f->corners, star (f->corners, step)); break;
    default: f->shape = kbx_shape_half_plane (kbx_direction (step > 0 ? 90 * g_test_rand_int_range (0, 4) : g_test_rand_double_range (0, 360)), number (step)); break;
    }
}

static kbx_vec moved_vec (kbx_vec v, double x, double y) { return kit_vec (v.x + x, v.y + y); }

/* Elsewhere; a box of pixels becomes a rectangle. */
static void
place (Form *to, const Form *from, double x, double y)
{
  kbx_shape *s = &to->shape;
  *to = *from;
  if (s->kind == KBX_SHAPE_BOX)
    *s = SHAPE (kbx_bounds (*s));
  for (uint32_t i = 0; i < MOST_CORNERS; i++)
    to->corners[i] = moved_vec (from->corners[i], x, y);
  switch (s->kind)
    {
    case KBX_SHAPE_POINT: s->as.point = moved_vec (s->as.point, x, y); break;
    case KBX_SHAPE_SEGMENT:
    case KBX_SHAPE_CAPSULE:
      s->as.capsule.a = moved_vec (s->as.capsule.a, x, y);
      s->as.capsule.b = moved_vec (s->as.capsule.b, x, y);
      break;
    case KBX_SHAPE_CIRCLE: s->as.circle.centre = moved_vec (s->as.circle.centre, x, y); break;
    case KBX_SHAPE_RECT:
      s->as.rect.min = moved_vec (s->as.rect.min, x, y);
      s->as.rect.max = moved_vec (s->as.rect.max, x, y);
      break;
    case KBX_SHAPE_OBB: s->as.obb.centre = moved_vec (s->as.obb.centre, x, y); break;
    case KBX_SHAPE_HALF_PLANE: s->as.half_plane.distance += (float) (s->as.half_plane.normal.x * x + s->as.half_plane.normal.y * y); break;
    default: s->as.polygon.corners = to->corners; break;
    }
}

static gboolean flat (const Form *f) { return f->shape.kind <= KBX_SHAPE_SEGMENT; }

static double gap (const Form *a, const Form *b) { return kbx_distance (a->shape, b->shape).distance; }

/* How far they are apart, or minus how deep, which is only known of convex ones. */
static double
clear (const Form *a, const Form *b)
{
  const kbx_manifold m = kbx_collide (a->shape, b->shape);
  return m.hit ? -m.depth : gap (a, b);
}

static double scale (double step) { return step > 0 ? 1e-5 : 1e-3; }

static void
check_distance (const Form *a, const Form *b, double step)
{
  const kbx_nearest g = kbx_distance (a->shape, b->shape), back = kbx_distance (b->shape, a->shape);
  const gboolean pixels = a->shape.kind == KBX_SHAPE_BOX && b->shape.kind == KBX_SHAPE_BOX;
  if (g.status != KBX_OK)
    {
      g_assert_cmpint (a->shape.kind + b->shape.kind, ==, 2 * KBX_SHAPE_HALF_PLANE);
      return;
    }
  g_assert_cmpint (kbx_overlap (a->shape, b->shape), ==, kbx_overlap (b->shape, a->shape));
  g_assert_cmpfloat_with_epsilon (g.distance, back.distance, scale (step));
  g_assert_cmpfloat_with_epsilon (hypot ((double) g.point.x - g.other.x, (double) g.point.y - g.other.y), g.distance, scale (step));
  g_assert_cmpfloat (fabs (kbx_nearest_point (a->shape, g.point).distance), <=, g.distance == 0 ? 1000 : scale (step));
  g_assert_cmpfloat (kbx_nearest_point (a->shape, g.point).distance, <=, scale (step));
  g_assert_cmpfloat (kbx_nearest_point (b->shape, g.other).distance, <=, scale (step));
  if (!pixels && (step > 0 || fabs (g.distance) > scale (step)))
    g_assert_cmpint (kbx_overlap (a->shape, b->shape), ==, g.distance == 0);
}

static void
check_contact (const Form *a, const Form *b, double step)
{
  const kbx_manifold m = kbx_collide (a->shape, b->shape), back = kbx_collide (b->shape, a->shape);
  const gboolean any = a->shape.kind == KBX_SHAPE_POLYGON || b->shape.kind == KBX_SHAPE_POLYGON;
  Form away, nearly;
  if (any || a->shape.kind + b->shape.kind == 2 * KBX_SHAPE_HALF_PLANE)
    {
      g_assert_cmpint (m.status, ==, KBX_ERROR_ARGUMENT);
      return;
    }
  g_assert_cmpint (m.status, ==, KBX_OK);
  g_assert_cmpint (m.hit, ==, back.hit);
  if (a->shape.kind == KBX_SHAPE_BOX && b->shape.kind == KBX_SHAPE_BOX)
    g_assert_cmpint (m.hit, ==, kbx_boxes_overlap (a->shape.as.box, b->shape.as.box));
  else if (!m.hit)
    g_assert_cmpfloat (gap (a, b), >, 0);
  if (step > 0 || fabs (clear (a, b)) > scale (step))
    g_assert_cmpint (m.hit, ==, kbx_overlap (a->shape, b->shape));
  if (!m.hit)
    return;
  g_assert_cmpfloat_with_epsilon (m.depth, back.depth, scale (step));
  g_assert_cmpfloat_with_epsilon (hypot (m.normal.x, m.normal.y), 1, 1e-6);
  g_assert_cmpuint (m.count, >=, 1);
  for (uint32_t i = 0; i < m.count; i++)
    {
      g_assert_cmpfloat (m.depths[i], <=, m.depth);
      g_assert_cmpfloat (kbx_nearest_point (a->shape, m.points[i]).distance, <=, m.depths[i] / 2 + 2 * scale (step));
      g_assert_cmpfloat (kbx_nearest_point (b->shape, m.points[i]).distance, <=, m.depths[i] / 2 + 2 * scale (step));
    }
  place (&away, b, m.normal.x * (m.depth + scale (step)), m.normal.y * (m.depth + scale (step)));
  g_assert_cmpfloat (gap (a, &away), >=, 0);
  g_assert_cmpfloat (clear (a, &away), >=, -scale (step));
  g_assert_cmpfloat (clear (a, &away), <=, 2 * scale (step));
  place (&nearly, b, m.normal.x * (m.depth - scale (step)), m.normal.y * (m.depth - scale (step)));
  if (m.depth > scale (step))
    g_assert_true (kbx_overlap (a->shape, nearly.shape));
}

/* The places of a move one after another: none before the hit is in the target, and just after it one is. */
static void
check_cast (const Form *mover, const Form *target, double step)
{
  const kbx_vec move = kit_vec (2 * number (step), 2 * number (step));
  const double way = hypot (move.x, move.y), small = 40 * scale (step);
  const kbx_hit hit = kbx_cast (mover->shape, move, target->shape);
  const gboolean convex = mover->shape.kind != KBX_SHAPE_POLYGON && target->shape.kind != KBX_SHAPE_POLYGON;
  Form at;
  if (hit.status != KBX_OK)
    {
      g_assert_true (mover->shape.kind + target->shape.kind == 2 * KBX_SHAPE_HALF_PLANE ||
                     (mover->shape.kind == KBX_SHAPE_BOX && target->shape.kind == KBX_SHAPE_BOX));
      return;
    }
  if (hit.started_inside)
    {
      g_assert_true (kbx_overlap (mover->shape, target->shape));
      return;
    }
  if (hit.hit)
    {
      g_assert_cmpfloat ((double) hit.normal.x * move.x + (double) hit.normal.y * move.y, <, way * 1e-5);
      place (&at, mover, move.x * (double) hit.fraction, move.y * (double) hit.fraction);
      g_assert_cmpfloat (gap (&at, target), <=, small);
      g_assert_cmpfloat (fabs (kbx_nearest_point (target->shape, hit.point).distance), <=, small);
      g_assert_cmpfloat (fabs (kbx_nearest_point (at.shape, hit.point).distance), <=, small);
    }
  for (double t = 0; t < hit.fraction && convex; t += 1 / 64.0)
    {
      place (&at, mover, move.x * t, move.y * t);
      if (!flat (mover) || !flat (target))
        g_assert_cmpfloat (clear (&at, target), >=, -small);
    }
  /* On whole numbers a polygon may well glide along an edge before it hits another. */
  for (double t = 1 / 64.0; t < hit.fraction && !convex && hit.hit && step < 1; t += 1 / 64.0)
    if ((hit.fraction - t) * fabs ((double) hit.normal.x * move.x + (double) hit.normal.y * move.y) > small && t > small)
      {
        place (&at, mover, move.x * t, move.y * t);
        if (gap (&at, target) == 0)
          g_assert_true (kbx_overlap (mover->shape, target->shape) || gap (mover, target) < 1);
      }
}

static void
all (gconstpointer data)
{
  const uint32_t first = GPOINTER_TO_UINT (data);
  for (uint32_t second = 0; second < KINDS; second++)
    for (int i = 0; kit_goes_on (i, 800); i++)
      {
        const double step = i % 2 ? 0 : 0.25;
        Form a, b;
        draw (&a, first, step);
        draw (&b, second, step);
        check_distance (&a, &b, step);
        check_contact (&a, &b, step);
        check_cast (&a, &b, step);
      }
}

/* Whole numbers close together: most pairs touch in an edge or a corner. All answers agree then; of two boxes of pixels that
 * have only an edge in common, those about overlaps say no. */
static void
edges (void)
{
  reach = 4;
  for (uint32_t first = 0; first < KINDS; first++)
    for (uint32_t second = 0; second < KINDS; second++)
      for (int i = 0; kit_goes_on (i, 500); i++)
        {
          Form a, b;
          draw (&a, first, 1);
          draw (&b, second, 1);
          check_distance (&a, &b, 1);
          check_contact (&a, &b, 1);
          check_cast (&a, &b, 1);
          if (first == KBX_SHAPE_POINT && second != KBX_SHAPE_HALF_PLANE)
            g_assert_cmpint (kbx_nearest_point (b.shape, a.shape.as.point).distance <= 0, ==, kbx_overlap (a.shape, b.shape));
        }
  reach = 12;
}

KIT_PROGRAM (kit_kinds)
{
  kit_test_init (&argc, &argv);
  for (uint32_t kind = 0; kind < KINDS; kind++)
    {
      static const char *const names[KINDS] = { "point", "segment", "circle", "capsule", "rect", "box", "obb", "convex", "polygon", "half-plane" };
      char *path = g_strdup_printf ("/kit/kinds/%s", names[kind]);
      g_test_add_data_func (path, GUINT_TO_POINTER (kind), all);
      g_free (path);
    }
  g_test_add_func ("/kit/kinds/edges", edges);
  return g_test_run ();
}
