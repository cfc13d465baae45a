/* SPDX-License-Identifier: MIT */
/* Converts numbers in pixels to whole pixels and the grid of 1/256 pixel. A table by kind of
 * shape. */
#include "bake/convert.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "document/shapes/shape.h"
#include "runtime/kickbox.h"

static kb_fixed
fixed (double pixels)
{
  return (kb_fixed) floor (pixels * 256 + 0.5);
}

/* Halves away from zero, so that -x rounds to minus the rounded x. */
static kb_fixed
round_even_handed (double x)
{
  return (kb_fixed) (x < 0 ? -floor (0.5 - x) : floor (x + 0.5));
}

static const char *
bake_box (const double *v, guint n, KbBankShape *to)
{
  *to = (KbBankShape) { .kind = KB_BANK_BOX,
                       .x = (int32_t) v[0],
                       .y = (int32_t) v[1],
                       .w = (int32_t) v[2],
                       .h = (int32_t) v[3] };
  return NULL;
}

static const char *
bake_circle (const double *v, guint n, KbBankShape *to)
{
  *to = (KbBankShape){
    .kind = KB_BANK_CIRCLE, .cx = fixed (v[0]), .cy = fixed (v[1]), .r = fixed (v[2])
  };
  return NULL;
}

gboolean
kb_oriented_corners (kb_fixed cx, kb_fixed cy, kb_fixed w, kb_fixed h, float ux, float uy,
                     KbBankVertex corners[4])
{
  /* Products of a 24-bit and a 25-bit number, and sums of two: exact in double. */
  double a = w / 2.0 * ux, b = w / 2.0 * uy, c = h / -2.0 * uy, d = h / 2.0 * ux;
  KbBankVertex minus = { round_even_handed (a + c), round_even_handed (b + d) };   /* u + v */
  KbBankVertex plus = { round_even_handed (a - c), round_even_handed (b - d) };    /* u - v */
  corners[0] = (KbBankVertex) { cx - minus.x, cy - minus.y };
  corners[1] = (KbBankVertex) { cx + plus.x, cy + plus.y };
  corners[2] = (KbBankVertex) { cx + minus.x, cy + minus.y };
  corners[3] = (KbBankVertex) { cx - plus.x, cy - plus.y };
  /* A parallelogram: convex, and correctly oriented if its area is positive */
  return kb_ring_area (corners, 4) > 0;
}

static const char *
bake_oriented (const double *v, guint n, KbBankShape *to)
{
  kbx_vec axis = kbx_direction (v[4]);
  *to = (KbBankShape){
    .kind = KB_BANK_ORIENTED,
    .cx = fixed (v[0]),
    .cy = fixed (v[1]),
    .ow = fixed (v[2]),
    .oh = fixed (v[3]),
    .ux = axis.x,
    .uy = axis.y,
  };
  KbBankVertex corners[4];
  if (!kb_oriented_corners (to->cx, to->cy, to->ow, to->oh, to->ux, to->uy, corners))
    return N_("the box is too thin for its corners to be told apart");
  to->parts = g_new0 (KbBankRing, 1);
  to->n_parts = 1;
  to->parts[0] = (KbBankRing) { g_memdup2 (corners, sizeof corners), 4 };
  return NULL;
}

static const char *
bake_polygon (const double *v, guint n, KbBankShape *to)
{
  to->kind = KB_BANK_POLYGON;
  to->outline.n_vertices = n / 2;
  to->outline.vertices = g_new (KbBankVertex, MAX (n / 2, 1));
  for (guint i = 0; i < n / 2; i++)
    to->outline.vertices[i] = (KbBankVertex) { fixed (v[2 * i]), fixed (v[2 * i + 1]) };
  if (!kb_decompose (to->outline.vertices, to->outline.n_vertices, &to->parts, &to->n_parts))
    return N_("the polygon cannot be divided into convex parts; it crosses or touches itself");
  return NULL;
}

static const char *
bake_capsule (const double *v, guint n, KbBankShape *to)
{
  *to = (KbBankShape) { .kind = KB_BANK_CAPSULE,
                       .ax = fixed (v[0]),
                       .ay = fixed (v[1]),
                       .cx = fixed (v[2]),
                       .cy = fixed (v[3]),
                       .r = fixed (v[4]) };
  return NULL;
}

static const char *(*const bakers[KB_N_SHAPE_TYPES]) (const double *v, guint n, KbBankShape *to) = {
  [KB_SHAPE_BOX] = bake_box,
  [KB_SHAPE_CIRCLE] = bake_circle,
  [KB_SHAPE_ORIENTED] = bake_oriented,
  [KB_SHAPE_POLYGON] = bake_polygon,
  [KB_SHAPE_CAPSULE] = bake_capsule,
};

gboolean
kb_bake_shape (const KbShape *shape, KbBankShape *to, GError **error)
{
  *to = (KbBankShape) { 0 };
  const char *fault = kb_geometry_fault (&shape->geometry);
  if (!fault)
    fault = bakers[shape->geometry.type] (shape->geometry.v, shape->geometry.n, to);
  if (fault)
    {
      g_autofree char *path = kb_node_path (KB_NODE (shape));
      return kb_fail (error, KB_ERROR_INPUT, "%s: %s", path, _(fault));
    }
  to->name = g_strdup (shape->name);
  to->values = kb_bake_values (KB_NODE (shape), &to->n_values);
  return TRUE;
}
