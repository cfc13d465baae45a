/* SPDX-License-Identifier: MIT */
/* Polygons: what is inside, what they are made of, and pairs with one. */
#include "pictures/pictures.h"

#define CORNERS(array) easel_polygon (array, sizeof array / sizeof array[0])

void
picture_inside (cairo_t *cr, const kbx_bank *bank)
{
  static const kbx_vec bay[] = { { 4, 8 }, { 36, 5 }, { 33, 22 }, { 22, 14 }, { 15, 24 }, { 35, 32 }, { 26, 40 }, { 6, 36 } };
  kbx_vec star[5];

  for (int i = 0; i < 5; i++)
    {
      kbx_vec way = kbx_direction (-90 + i * 144);
      star[i] = easel_along (easel_vec (59, 24), way, 19);
    }
  easel_shape shapes[] = { CORNERS (bay), CORNERS (star) };
  easel_begin (cr, 5);
  for (int i = 0; i < 2; i++)
    easel_draw (cr, shapes[i], INK_FIRST);
  for (int x = 3; x < 80; x += 3)
    for (int y = 4; y < 44; y += 3)
      {
        kbx_vec p = easel_vec (x, y);
        if (kbx_contains (easel_form (shapes[0]), p) || kbx_contains (easel_form (shapes[1]), p))
          easel_dot (cr, p, INK_ANSWER);
        else
          easel_ring (cr, p, INK_MISS);
      }
  easel_text (cr, 20, 48, EASEL_MIDDLE, "kbx_contains");
  easel_text (cr, 59, 48, EASEL_MIDDLE, "even-odd: the middle is a hole");
}

static void
parts_beside (cairo_t *cr, kbx_polygon whole, kbx_vec by, const uint32_t *indices, const uint32_t *counts, uint32_t parts)
{
  for (uint32_t i = 0, at = 0; i < parts; at += counts ? counts[i] : 3, i++)
    {
      kbx_vec corners[16];
      uint32_t count = counts ? counts[i] : 3;
      for (uint32_t k = 0; k < count; k++)
        corners[k] = easel_along (whole.corners[indices[at + k]], by, 1);
      easel_shape part = easel_polygon (corners, count);
      easel_fill (cr, part, INK_ANSWER, 0.12 + 0.2 * (i % 3));
      easel_outline (cr, part, INK_ANSWER);
    }
}

void
picture_parts (cairo_t *cr, const kbx_bank *bank)
{
  static const kbx_vec boot[] = { { 3, 6 }, { 14, 5 }, { 14, 15 }, { 20, 11 }, { 24, 17 }, { 17, 22 }, { 24, 36 }, { 18, 40 },
                                  { 11, 28 }, { 8, 40 }, { 2, 39 }, { 5, 22 } };
  kbx_polygon whole = { boot, 12 };
  uint32_t indices[30], counts[10], work[16 * 12];
  kbx_rect box = kbx_bounds (POLYGON_SHAPE (whole));

  easel_begin (cr, 5);
  easel_ghost (cr, easel_rect (box.min.x, box.min.y, box.max.x, box.max.y), INK_MISS);
  easel_draw (cr, easel_polygon (boot, 12), INK_FIRST);
  easel_text (cr, 13, 44, EASEL_MIDDLE, "area %g, turns %s", kbx_polygon_info (whole).area,
              easel_word (kbx_polygon_info (whole).orientation > 0 ? "clockwise" : "the other way"));
  easel_text (cr, 13, 48, EASEL_MIDDLE, "%s, %s", easel_word (kbx_polygon_is_simple (whole) ? "simple" : "not simple"),
              easel_word (kbx_polygon_info (whole).convex ? "convex" : "not convex"));
  uint32_t count = kbx_polygon_triangulate (whole, indices, work);
  parts_beside (cr, whole, easel_vec (27, 0), indices, NULL, count);
  easel_text (cr, 40, 48, EASEL_MIDDLE, "%u triangles", count);
  count = kbx_polygon_decompose (whole, 8, indices, counts, work);
  parts_beside (cr, whole, easel_vec (53, 0), indices, counts, count);
  easel_text (cr, 66, 48, EASEL_MIDDLE, "%u convex parts", count);
}

void
picture_polygon_pairs (cairo_t *cr, const kbx_bank *bank)
{
  static const kbx_vec six[] = { { 5, 11 }, { 11, 6 }, { 19, 8 }, { 22, 15 }, { 15, 20 }, { 8, 19 } };
  static const kbx_vec three[] = { { 15, 14 }, { 31, 9 }, { 27, 22 } };
  static const kbx_vec hook[] = { { 40, 5 }, { 59, 5 }, { 59, 11 }, { 47, 11 }, { 47, 16 }, { 59, 16 }, { 59, 22 }, { 40, 22 } };
  static const kbx_vec arrow[] = { { 51, 13.5f }, { 60, 12 }, { 72, 14 }, { 63, 18 } };
  static const kbx_vec wedge[] = { { 4, 30 }, { 18, 28 }, { 12, 41 } };
  static const kbx_vec ell[] = { { 32, 27 }, { 38, 27 }, { 38, 36 }, { 48, 36 }, { 48, 42 }, { 32, 42 } };
  static const kbx_vec tri[] = { { 58, 28 }, { 70, 31 }, { 60, 42 } };
  easel_shape shapes[] = { CORNERS (six), CORNERS (three), CORNERS (hook), CORNERS (arrow), CORNERS (wedge), CORNERS (ell), CORNERS (tri) };
  easel_shape circle = easel_circle (20, 36, 6), rect = easel_rect (40, 27, 52, 34), obb = easel_obb (70, 36, 14, 6, 55);

  easel_begin (cr, 5);
  easel_pair (cr, shapes[0], shapes[1], kbx_overlap (easel_form (shapes[0]), easel_form (shapes[1])));
  easel_pair (cr, shapes[2], shapes[3], kbx_overlap (easel_form (shapes[2]), easel_form (shapes[3])));
  easel_pair (cr, circle, shapes[4], kbx_overlap (easel_form (circle), easel_form (shapes[4])));
  easel_pair (cr, rect, shapes[5], kbx_overlap (easel_form (rect), easel_form (shapes[5])));
  easel_pair (cr, obb, shapes[6], kbx_overlap (easel_form (obb), easel_form (shapes[6])));
  easel_text (cr, 17, 3.5, EASEL_MIDDLE, "two convex");
  easel_text (cr, 56, 3.5, EASEL_MIDDLE, "any two");
  easel_text (cr, 15, 47.5, EASEL_MIDDLE, "a circle");
  easel_text (cr, 41, 47.5, EASEL_MIDDLE, "a box in the bay: no");
  easel_text (cr, 67, 47.5, EASEL_MIDDLE, "an oriented box");
}
