/* SPDX-License-Identifier: MIT */
/* Random closed shapes of any kind for tests in C and C++, and the library's questions to a pair of them. */
#ifndef KB_TEST_CLOSED_SHAPES_H
#define KB_TEST_CLOSED_SHAPES_H

#include "runtime/kickbox.h"
#include "shape_of.h"

#include <glib.h>
#include <math.h>

typedef enum { KIT_CIRCLE, KIT_RECT, KIT_OBB, KIT_CONVEX } KitKind;

static const char *const kit_kind_names[] = { "circle", "rect", "obb", "convex" };

/* Pairs of kinds that have a contact function, in its order. */
typedef struct { KitKind first, second; } KitPair;

static const KitPair kit_pairs[] = {
  { KIT_CIRCLE, KIT_CIRCLE }, { KIT_CIRCLE, KIT_RECT }, { KIT_CIRCLE, KIT_OBB }, { KIT_CIRCLE, KIT_CONVEX },
  { KIT_RECT, KIT_RECT }, { KIT_RECT, KIT_OBB }, { KIT_RECT, KIT_CONVEX },
  { KIT_OBB, KIT_OBB }, { KIT_OBB, KIT_CONVEX }, { KIT_CONVEX, KIT_CONVEX }
};

#define KIT_CORNERS 8

typedef struct {
  KitKind kind;
  kbx_circle circle;
  kbx_rect rect;
  kbx_obb obb;
  kbx_vec corners[KIT_CORNERS]; /* of all but circles, of positive area */
  uint32_t count;
} KitShape;

static inline kbx_polygon
kit_polygon (const KitShape *s)
{
  kbx_polygon p;
  p.corners = s->corners;
  p.count = s->count;
  return p;
}

static inline kbx_vec
kit_vec (double x, double y)
{
  kbx_vec v;
  v.x = (float) x;
  v.y = (float) y;
  return v;
}

/* Whole when `step` is 1, on that grid for less, any float for 0. */
static inline float
kit_number (double step, double low, double high)
{
  return step > 0 ? (float) (step * g_test_rand_int_range ((gint32) (low / step), (gint32) (high / step) + 1))
                  : (float) g_test_rand_double_range (low, high);
}

static inline double
kit_turn (kbx_vec a, kbx_vec b, kbx_vec c)
{
  return ((double) b.x - a.x) * ((double) c.y - a.y) - ((double) b.y - a.y) * ((double) c.x - a.x);
}

/* The hull of a few points about (x, y); 0 when it has a short edge or hardly a turn somewhere. */
static inline uint32_t
kit_random_hull (kbx_vec *corners, double step, float x, float y)
{
  kbx_vec points[KIT_CORNERS], hull[2 * KIT_CORNERS + 2];
  uint32_t n = (uint32_t) g_test_rand_int_range (3, KIT_CORNERS + 1), k = 0, lower;

  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t at = i;
      kbx_vec p = kit_vec (x + kit_number (step, -12, 12), y + kit_number (step, -12, 12));
      for (; at > 0 && (p.x < points[at - 1].x || (p.x == points[at - 1].x && p.y < points[at - 1].y)); at--)
        points[at] = points[at - 1];
      points[at] = p;
    }
  /* The monotone chain: lower half, then upper. */
  for (uint32_t i = 0; i < n; hull[k++] = points[i++])
    while (k >= 2 && kit_turn (hull[k - 2], hull[k - 1], points[i]) <= 0)
      k--;
  lower = k + 1;
  for (uint32_t i = n - 1; i > 0; hull[k++] = points[--i])
    while (k >= lower && kit_turn (hull[k - 2], hull[k - 1], points[i - 1]) <= 0)
      k--;
  k--;
  for (uint32_t i = 0; i < k; i++)
    {
      kbx_vec a = hull[i], b = hull[(i + 1) % k], c = hull[(i + 2) % k];
      double ab = hypot (b.x - a.x, b.y - a.y), bc = hypot (c.x - b.x, c.y - b.y);
      if (ab < 0.5 || kit_turn (a, b, c) < 0.01 * ab * bc)
        return 0;
      corners[i] = a;
    }
  return k >= 3 ? k : 0;
}

/* The corners of a box along (cos, sin). */
static inline void
kit_box_corners (KitShape *s, kbx_vec centre, kbx_vec axis, double w, double h)
{
  s->count = 4;
  for (int i = 0; i < 4; i++)
    {
      double u = (i == 1 || i == 2 ? 0.5 : -0.5) * w, v = (i >= 2 ? 0.5 : -0.5) * h;
      s->corners[i] = kit_vec (centre.x + (axis.x * u - axis.y * v), centre.y + (axis.y * u + axis.x * v));
    }
}

/* Of 1 to 24 pixels, within about 40 of the origin. On a grid, oriented boxes are turned by quarters only. */
static inline KitShape
kit_random_shape (KitKind kind, double step)
{
  KitShape s = { kind, { { 0, 0 }, 0 }, { { 0, 0 }, { 0, 0 } }, { { 0, 0 }, { 1, 0 }, 0, 0 }, { { 0, 0 } }, 0 };
  double reach = kind == KIT_CONVEX ? 14 : 16;
  float x = kit_number (step, -reach, reach), y = kit_number (step, -reach, reach);

  switch (kind)
    {
    case KIT_CIRCLE:
      s.circle.centre = kit_vec (x, y);
      s.circle.radius = kit_number (step, 1, 12);
      break;
    case KIT_RECT:
      s.rect.min = kit_vec (x, y);
      s.rect.max = kit_vec (x + kit_number (step, 1, 24), y + kit_number (step, 1, 24));
      kit_box_corners (&s, kit_vec (0, 0), kit_vec (1, 0), 0, 0);
      s.corners[0] = s.rect.min;
      s.corners[1] = kit_vec (s.rect.max.x, s.rect.min.y);
      s.corners[2] = s.rect.max;
      s.corners[3] = kit_vec (s.rect.min.x, s.rect.max.y);
      break;
    case KIT_OBB:
      s.obb.centre = kit_vec (x, y);
      s.obb.axis = kbx_direction (step > 0 ? 90 * g_test_rand_int_range (0, 4)
                                                        : g_test_rand_double_range (0, 360));
      s.obb.w = kit_number (step, 1, 12) * 2;
      s.obb.h = kit_number (step, 1, 12) * 2;
      kit_box_corners (&s, s.obb.centre, s.obb.axis, s.obb.w, s.obb.h);
      break;
    case KIT_CONVEX:
      while (s.count == 0)
        s.count = kit_random_hull (s.corners, step, x, y);
      break;
    }
  return s;
}

static inline kbx_manifold
kit_collide (const KitShape *a, const KitShape *b)
{
  switch (a->kind * 4 + b->kind)
    {
    case KIT_CIRCLE * 4 + KIT_CIRCLE: return kbx_collide (SHAPE (a->circle), SHAPE (b->circle));
    case KIT_CIRCLE * 4 + KIT_RECT: return kbx_collide (SHAPE (a->circle), SHAPE (b->rect));
    case KIT_CIRCLE * 4 + KIT_OBB: return kbx_collide (SHAPE (a->circle), SHAPE (b->obb));
    case KIT_CIRCLE * 4 + KIT_CONVEX: return kbx_collide (SHAPE (a->circle), CONVEX_SHAPE (kit_polygon (b)));
    case KIT_RECT * 4 + KIT_RECT: return kbx_collide (SHAPE (a->rect), SHAPE (b->rect));
    case KIT_RECT * 4 + KIT_OBB: return kbx_collide (SHAPE (a->rect), SHAPE (b->obb));
    case KIT_RECT * 4 + KIT_CONVEX: return kbx_collide (SHAPE (a->rect), CONVEX_SHAPE (kit_polygon (b)));
    case KIT_OBB * 4 + KIT_OBB: return kbx_collide (SHAPE (a->obb), SHAPE (b->obb));
    case KIT_OBB * 4 + KIT_CONVEX: return kbx_collide (SHAPE (a->obb), CONVEX_SHAPE (kit_polygon (b)));
    default: return kbx_collide (CONVEX_SHAPE (kit_polygon (a)), CONVEX_SHAPE (kit_polygon (b)));
    }
}

static inline bool
kit_overlap (const KitShape *a, const KitShape *b)
{
  switch (a->kind * 4 + b->kind)
    {
    case KIT_CIRCLE * 4 + KIT_CIRCLE: return kbx_overlap (SHAPE (a->circle), SHAPE (b->circle));
    case KIT_CIRCLE * 4 + KIT_RECT: return kbx_overlap (SHAPE (a->circle), SHAPE (b->rect));
    case KIT_CIRCLE * 4 + KIT_OBB: return kbx_overlap (SHAPE (a->circle), SHAPE (b->obb));
    case KIT_CIRCLE * 4 + KIT_CONVEX: return kbx_overlap (SHAPE (a->circle), POLYGON_SHAPE (kit_polygon (b)));
    case KIT_RECT * 4 + KIT_RECT: return kbx_overlap (SHAPE (a->rect), SHAPE (b->rect));
    case KIT_RECT * 4 + KIT_OBB: return kbx_overlap (SHAPE (a->rect), SHAPE (b->obb));
    case KIT_RECT * 4 + KIT_CONVEX: return kbx_overlap (SHAPE (a->rect), POLYGON_SHAPE (kit_polygon (b)));
    case KIT_OBB * 4 + KIT_OBB: return kbx_overlap (SHAPE (a->obb), SHAPE (b->obb));
    case KIT_OBB * 4 + KIT_CONVEX: return kbx_overlap (SHAPE (a->obb), POLYGON_SHAPE (kit_polygon (b)));
    default: return kbx_overlap (CONVEX_SHAPE (kit_polygon (a)), CONVEX_SHAPE (kit_polygon (b)));
    }
}

/* The shape at (sx * x + dx, sy * y + dy); sx and sy are 1 or -1. */
static inline KitShape
kit_moved (const KitShape *from, int sx, int sy, double dx, double dy)
{
  KitShape s = *from;
  kbx_vec min = kit_vec (sx * from->rect.min.x + dx, sy * from->rect.min.y + dy);
  kbx_vec max = kit_vec (sx * from->rect.max.x + dx, sy * from->rect.max.y + dy);

  s.circle.centre = kit_vec (sx * from->circle.centre.x + dx, sy * from->circle.centre.y + dy);
  s.obb.centre = kit_vec (sx * from->obb.centre.x + dx, sy * from->obb.centre.y + dy);
  s.obb.axis = kit_vec (sx * from->obb.axis.x, sy * from->obb.axis.y);
  s.rect.min = kit_vec (MIN (min.x, max.x), MIN (min.y, max.y));
  s.rect.max = kit_vec (MAX (min.x, max.x), MAX (min.y, max.y));
  for (uint32_t i = 0; i < s.count; i++)
    s.corners[i] = kit_vec (sx * from->corners[i].x + dx, sy * from->corners[i].y + dy);
  return s;
}

/* For messages; g_free it. */
static inline char *
kit_describe (const KitShape *s)
{
  GString *text = g_string_new (kit_kind_names[s->kind]);
  if (s->kind == KIT_CIRCLE)
    g_string_append_printf (text, " (%.9g, %.9g) r %.9g", s->circle.centre.x, s->circle.centre.y, s->circle.radius);
  for (uint32_t i = 0; i < s->count; i++)
    g_string_append_printf (text, " (%.9g, %.9g)", s->corners[i].x, s->corners[i].y);
  return g_string_free (text, FALSE);
}

#endif
