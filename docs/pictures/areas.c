/* SPDX-License-Identifier: MIT */
/* Points in shapes, and pairs of boxes and circles. */
#include "pictures/pictures.h"

void
picture_points (cairo_t *cr, const kbx_bank *bank)
{
  easel_shape rect = easel_rect (5, 8, 25, 38), circle = easel_circle (41, 23, 11), obb = easel_obb (66, 23, 24, 13, 35);

  easel_begin (cr, 5);
  easel_draw (cr, rect, INK_FIRST);
  easel_draw (cr, circle, INK_FIRST);
  easel_draw (cr, obb, INK_FIRST);
  for (int x = 2; x < 80; x += 3)
    for (int y = 5; y < 42; y += 3)
      {
        kbx_vec p = easel_vec (x, y);
        if (kbx_contains (easel_form (rect), p) || kbx_contains (easel_form (circle), p) || kbx_contains (easel_form (obb), p))
          easel_dot (cr, p, INK_ANSWER);
        else
          easel_ring (cr, p, INK_MISS);
      }
  easel_text (cr, 15, 46, EASEL_MIDDLE, "rectangle");
  easel_text (cr, 41, 46, EASEL_MIDDLE, "circle");
  easel_text (cr, 66, 46, EASEL_MIDDLE, "oriented box");
}

static easel_shape
pixels_of (kbx_box box)
{
  return easel_rect (box.x0, box.y0, box.x1, box.y1);
}

/* Big pixels: one is 4 x 4 pixels of the picture's world. */
void
picture_pixels (cairo_t *cr, const kbx_bank *bank)
{
  kbx_box box = { 2, 2, 7, 6 }, others[] = { { 7, 1, 10, 4 }, { 5, 5, 9, 8 }, { 12, 2, 15, 5 }, { 2, 6, 5, 9 } };
  kbx_point asked[] = { { 2, 2 }, { 6, 3 }, { 7, 5 }, { 4, 6 } };
  uint32_t hits[4], count = kbx_boxes_touching (box, others, 4, hits, 4);

  cairo_scale (cr, 4, 4);
  easel_begin (cr, 1);
  easel_draw (cr, pixels_of (box), INK_FIRST);
  for (int i = 0; i < 4; i++)
    {
      bool hit = false;
      for (uint32_t k = 0; k < count; k++)
        hit = hit || hits[k] == (uint32_t) i;
      easel_fill (cr, pixels_of (others[i]), INK_SECOND, 0.15);
      if (hit)
        easel_shared (cr, pixels_of (box), pixels_of (others[i]));
      easel_outline (cr, pixels_of (others[i]), INK_SECOND);
    }
  easel_outline (cr, pixels_of (box), INK_FIRST);
  for (int i = 0; i < 4; i++)
    {
      kbx_vec centre = easel_vec (asked[i].x + 0.5, asked[i].y + 0.5);
      if (kbx_box_contains (box, asked[i]))
        easel_dot (cr, centre, INK_ANSWER);
      else
        easel_ring (cr, centre, INK_MISS);
    }
  easel_text (cr, 8.5, 0.8, EASEL_MIDDLE, "shares an edge: no overlap");
  easel_text (cr, 9.3, 7, EASEL_LEFT, "shares pixels");
  easel_text (cr, 0.5, 11.5, EASEL_LEFT, "kbx_boxes_overlap, kbx_boxes_touching, kbx_box_contains");
}

void
picture_pairs (cairo_t *cr, const kbx_bank *bank)
{
  easel_shape a = easel_rect (4, 6, 18, 16), b = easel_rect (18, 10, 26, 21);
  easel_shape c = easel_circle (37, 12, 7), d = easel_circle (46, 17, 6);
  easel_shape e = easel_circle (62, 9, 6), f = easel_rect (65, 12, 76, 21);
  easel_shape g = easel_circle (11, 33, 7), h = easel_obb (21, 37, 16, 7, -40);
  easel_shape i = easel_rect (33, 29, 45, 37), j = easel_obb (49, 38.5f, 14, 8, 30);
  easel_shape k = easel_circle (61, 30, 5), l = easel_rect (66, 34, 76, 41);

  easel_begin (cr, 5);
  easel_pair (cr, a, b, kbx_overlap (easel_form (a), easel_form (b)));
  cairo_move_to (cr, 18, 10);
  cairo_line_to (cr, 18, 16);
  easel_line (cr, INK_ANSWER, 2.5);
  easel_pair (cr, c, d, kbx_overlap (easel_form (c), easel_form (d)));
  easel_pair (cr, e, f, kbx_overlap (easel_form (e), easel_form (f)));
  easel_pair (cr, g, h, kbx_overlap (easel_form (g), easel_form (h)));
  easel_pair (cr, i, j, kbx_overlap (easel_form (i), easel_form (j)));
  easel_pair (cr, k, l, kbx_overlap (easel_form (k), easel_form (l)));
  easel_text (cr, 15, 3.5, EASEL_MIDDLE, "touching counts");
  easel_text (cr, 41.5, 3.5, EASEL_MIDDLE, "two circles");
  easel_text (cr, 67, 3.5 - 1, EASEL_MIDDLE, "nearest point");
  easel_text (cr, 15, 47.5, EASEL_MIDDLE, "circle, oriented box");
  easel_text (cr, 42, 47.5, EASEL_MIDDLE, "box, oriented box");
  easel_text (cr, 68, 47.5, EASEL_MIDDLE, "apart at the corner");
}

/* The box round `other` in the frame of `own`. */
static easel_shape
round_in_frame (kbx_obb own, kbx_obb other)
{
  double c = (double) own.axis.x * other.axis.x + (double) own.axis.y * other.axis.y;
  double s = (double) own.axis.x * other.axis.y - (double) own.axis.y * other.axis.x;
  c = c < 0 ? -c : c;
  s = s < 0 ? -s : s;
  return (easel_shape) {
    .kind = EASEL_OBB,
    .obb = { other.centre, own.axis, (float) (c * other.w + s * other.h), (float) (s * other.w + c * other.h) },
  };
}

void
picture_local_frames (cairo_t *cr, const kbx_bank *bank)
{
  easel_begin (cr, 5);
  for (int side = 0; side < 2; side++)
    {
      float x = side ? 41 : 0;
      easel_shape a = easel_obb (15 + x, 17, 22, 11, 12), b = easel_obb (side ? 67 : 23, side ? 31.5f : 25, 20, 9, -48);
      bool overlap = kbx_overlap (easel_form (a), easel_form (b));
      easel_ghost (cr, round_in_frame (a.obb, b.obb), INK_SECOND);
      easel_ghost (cr, round_in_frame (b.obb, a.obb), INK_FIRST);
      easel_pair (cr, a, b, overlap);
      easel_text (cr, 19 + x, 47.5, EASEL_MIDDLE, overlap ? "both frames overlap: hit" : "apart in one frame: no hit");
    }
}
