/* SPDX-License-Identifier: MIT */
/* Three dimensions, drawn slantwise: x to the lower right, z to the lower left, y up. */
#include "pictures/pictures.h"
#include "support/space_shapes.h"

#include <math.h>

static kbx_vec middle;
static double slant = 0.45; /* how far from above we look */

/* Where a point of space lies in the picture. */
static kbx_vec
flat (kbx_vec3 p)
{
  return easel_vec (middle.x + 0.866 * (p.x - p.z), middle.y + slant * (p.x + p.z) - p.y);
}

static kbx_vec3
space (double x, double y, double z)
{
  return (kbx_vec3) { (float) x, (float) y, (float) z };
}

static kbx_vec3
beyond (kbx_vec3 from, kbx_vec3 move, double fraction)
{
  return space (from.x + move.x * fraction, from.y + move.y * fraction, from.z + move.z * fraction);
}

static kbx_vec3
corner_of (kbx_obb3 b, int i)
{
  kbx_vec3 p = b.centre;

  for (int k = 0; k < 3; k++)
    p = beyond (p, b.axis[k], i >> k & 1 ? b.half[k] : -b.half[k]);
  return p;
}

/* Faces that look at us, and edges. */
static void
show_box (cairo_t *cr, kbx_obb3 box, easel_ink ink, double alpha)
{
  static const int faces[6][4] = { { 0, 2, 6, 4 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 }, { 2, 3, 7, 6 }, { 0, 1, 3, 2 }, { 4, 5, 7, 6 } };
  const double eye[3] = { 0.60, 0.62, 0.60 };

  for (int f = 0; f < 6; f++)
    {
      kbx_vec3 n = box.axis[f / 2];
      double towards = (n.x * eye[0] + n.y * eye[1] + n.z * eye[2]) * (f % 2 ? 1 : -1);
      if (towards <= 0)
        continue;
      kbx_vec corners[4];
      for (int k = 0; k < 4; k++)
        corners[k] = flat (corner_of (box, faces[f][k]));
      easel_fill (cr, easel_polygon (corners, 4), ink, alpha * (0.5 + towards));
      easel_outline (cr, easel_polygon (corners, 4), ink);
    }
}

static void
show_sphere (cairo_t *cr, kbx_sphere s, easel_ink ink, double alpha)
{
  kbx_vec c = flat (s.centre);

  easel_fill (cr, easel_circle (c.x, c.y, s.radius * 1.1f), ink, alpha);
  cairo_save (cr);
  cairo_translate (cr, c.x, c.y);
  cairo_scale (cr, 1, 0.42);
  cairo_new_path (cr);
  cairo_arc (cr, 0, 0, s.radius * 1.1, 0, 3.14159265);
  cairo_restore (cr);
  easel_set (cr, ink, 0.6);
  cairo_set_line_width (cr, 0.12);
  cairo_stroke (cr);
  easel_outline (cr, easel_circle (c.x, c.y, s.radius * 1.1f), ink);
}

static void
show_arrow (cairo_t *cr, kbx_vec3 from, kbx_vec3 way, easel_ink ink)
{
  kbx_vec a = flat (from), b = flat (beyond (from, way, 1));

  easel_arrow (cr, a, easel_vec (b.x - a.x, b.y - a.y), ink);
}

static kbx_box3
box_at (double x, double y, double z, double half)
{
  return (kbx_box3) { space (x - half, y - half, z - half), space (x + half, y + half, z + half) };
}

void
picture_volumes (cairo_t *cr, const kbx_bank *bank)
{
  kbx_box3 a = box_at (0, 0, 0, 6), b = box_at (6, 5, 4, 4), c = box_at (0, 0, 0, 5);
  kbx_sphere close = { space (7, 3, 3), 5 }, far = { space (9, 4, -9), 5 };

  easel_begin (cr, 5);
  middle = easel_vec (12, 24);
  bool hit = kbx_overlap3 (kbx_shape3_box (a), kbx_shape3_box (b));
  show_box (cr, oriented (a), INK_FIRST, 0.2);
  show_box (cr, oriented (b), hit ? INK_ANSWER : INK_SECOND, 0.3);
  easel_text (cr, 12, 46, EASEL_MIDDLE, "two boxes: %s", easel_word (hit ? "yes" : "no"));
  for (int i = 0; i < 2; i++)
    {
      kbx_sphere s = i ? far : close;
      middle = easel_vec (i ? 56.5 : 35, 24);
      hit = kbx_overlap3 (ball (s), kbx_shape3_box (c));
      show_box (cr, oriented (c), INK_FIRST, 0.2);
      show_sphere (cr, s, hit ? INK_ANSWER : INK_SECOND, 0.3);
      easel_text (cr, middle.x + i * 7, 46, EASEL_MIDDLE, "sphere and box: %s", easel_word (hit ? "yes" : "no"));
    }
}

/* Two boxes that only a cross product of edges parts: all six normals of faces say that they overlap. */
static const kbx_obb3 beams[2] = {
  { { 0, 0, 0 }, { { 0.70710678f, 0.70710678f, 0 }, { -0.70710678f, 0.70710678f, 0 }, { 0, 0, 1 } }, { 5, 5, 12 } },
  { { 0, 16, 0 }, { { 0, 0.70710678f, 0.70710678f }, { 0, -0.70710678f, 0.70710678f }, { 1, 0, 0 } }, { 5, 5, 12 } },
};

static double
dot (kbx_vec3 a, kbx_vec3 b)
{
  return (double) a.x * b.x + (double) a.y * b.y + (double) a.z * b.z;
}

/* Along `axis`, how far the two are apart; below 0 they overlap there. */
static double
gap_along (kbx_obb3 a, kbx_obb3 b, kbx_vec3 axis)
{
  double gap = fabs (dot (axis, b.centre) - dot (axis, a.centre));

  for (int k = 0; k < 3; k++)
    gap -= fabs (dot (axis, a.axis[k])) * a.half[k] + fabs (dot (axis, b.axis[k])) * b.half[k];
  return gap;
}

void
picture_fifteen_axes (cairo_t *cr, const kbx_bank *bank)
{
  double faces = -1e9;

  easel_begin (cr, 5);
  slant = 0.06;
  for (int i = 0; i < 6; i++)
    faces = fmax (faces, gap_along (beams[0], beams[1], beams[i / 3].axis[i % 3]));
  for (int i = 0; i < 2; i++)
    {
      kbx_obb3 upper = beams[1];
      upper.centre.y -= i * 3;
      bool hit = kbx_overlap3 (kbx_shape3_obb (beams[0]), kbx_shape3_obb (upper));
      middle = easel_vec (i ? 60 : 20, 31);
      show_box (cr, beams[0], INK_FIRST, 0.25);
      show_box (cr, upper, hit ? INK_ANSWER : INK_SECOND, 0.3);
      easel_text (cr, middle.x, 47.5, EASEL_MIDDLE, hit ? "closer: hit" : "apart edge to edge: no hit");
    }
  easel_text (cr, 40, 4, EASEL_MIDDLE, "faces alone: %.2f deep. Cross product of edges: %.2f apart", -faces,
              gap_along (beams[0], beams[1], space (0, 1, 0)));
  slant = 0.45;
}

void
picture_planes (cairo_t *cr, const kbx_bank *bank)
{
  const kbx_vec3 sheet[] = { { -11, 0, -11 }, { -13, 0, 8 }, { 2, 0, 14 }, { 14, 0, 4 }, { 9, 0, -12 } };
  const kbx_polygon3 polygon = { sheet, 5 };
  const struct { kbx_vec3 from, move; } points[] = {
    { { -11, 20, 4 }, { 12, -28, -3 } }, { { -2, 18, 12 }, { 8, -32, -8 } }, { { 20, 16, -4 }, { -2, -24, -4 } },
  };
  kbx_plane plane = kbx_plane_through (polygon.corners, polygon.count);
  kbx_vec corners[5];

  easel_begin (cr, 5);
  middle = easel_vec (24, 27);
  for (int i = 0; i < 5; i++)
    corners[i] = flat (sheet[i]);
  easel_draw (cr, easel_polygon (corners, 5), INK_SECOND);
  for (int i = 0; i < 3; i++)
    {
      kbx_hit3 s = kbx_cast3 (kbx_shape3_point (points[i].from), points[i].move, kbx_shape3_polygon (polygon.corners, polygon.count, false));
      kbx_vec3 done = space (points[i].move.x * s.fraction, points[i].move.y * s.fraction, points[i].move.z * s.fraction);
      kbx_vec3 rest = beyond (points[i].move, done, -1);
      show_arrow (cr, points[i].from, done, s.hit ? INK_FIRST : INK_MISS);
      easel_dot (cr, flat (points[i].from), s.hit ? INK_FIRST : INK_MISS);
      if (!s.hit)
        continue;
      show_arrow (cr, s.point, kbx_bounce3 (rest, s.normal, 1), INK_FIRST);
      show_arrow (cr, s.point, space (s.normal.x * 5, s.normal.y * 5, s.normal.z * 5), INK_NORMAL);
      easel_dot (cr, flat (s.point), INK_ANSWER);
    }
  easel_text (cr, 24, 47.5, EASEL_MIDDLE, "a point, a convex polygon, the bounce");

  middle = easel_vec (63, 30);
  const kbx_vec3 square[] = { { -9, 0, -9 }, { -9, 0, 9 }, { 9, 0, 9 }, { 9, 0, -9 } };
  for (int i = 0; i < 4; i++)
    corners[i] = flat (square[i]);
  easel_draw (cr, easel_polygon (corners, 4), INK_SECOND);
  kbx_sphere start = { space (-8, 20, 0), 3.5f };
  kbx_vec3 move = space (12, -24, 0);
  kbx_hit3 s = kbx_cast3 (ball (start), move, kbx_shape3_plane (plane));
  kbx_sphere at = { beyond (start.centre, move, s.fraction), start.radius };
  show_arrow (cr, start.centre, space (move.x * s.fraction, move.y * s.fraction, move.z * s.fraction), INK_FIRST);
  show_sphere (cr, start, INK_FIRST, 0.2);
  show_sphere (cr, at, INK_ANSWER, 0.2);
  show_arrow (cr, s.point, space (s.normal.x * 6, s.normal.y * 6, s.normal.z * 6), INK_NORMAL);
  easel_dot (cr, flat (s.point), INK_ANSWER);
  easel_text (cr, 63, 47.5, EASEL_MIDDLE, "a sphere and a plane");
}
