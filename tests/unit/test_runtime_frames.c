/* SPDX-License-Identifier: MIT */
/* Frames of an open bank: edge rules, flips, pictures, action points, what shapes are. Expected values are
 * worked out by hand. */
#include "support/bank_maker.h"
#include "support/places.h"
#include "support/seed.h"

#include "runtime/kickbox.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HUGE_CIRCLE 4194304.0f

typedef struct {
  KbBankContent content;
  uint8_t *bytes;
  kbx_bank bank;
} Fixture;

enum { HEAD, TORSO, ARMS, N_CLASSES };

static KbBankSprite *
begin (Fixture *f)
{
  static const char *const names[] = { "head", "torso", "arms" };
  memset (f, 0, sizeof *f);
  for (int i = 0; i < N_CLASSES; i++)
    kb_maker_class (&f->content, names[i], 0xff);
  return kb_maker_sprite (&f->content, "s");
}

static kbx_handle
end (Fixture *f)
{
  size_t size;
  f->bytes = kb_maker_write (&f->content, &size);
  g_assert_cmpint (kbx_bank_open (&f->bank, f->bytes, size, NULL), ==, KBX_OK);
  return kbx_item (kbx_bank_find (&f->bank, KBX_SPRITE, "s"), KBX_FRAME, 0);
}

static void
clear (Fixture *f)
{
  kb_bank_content_clear (&f->content);
  free (f->bytes);
}

static kbx_place
at (int32_t x, int32_t y, const char *flips)
{
  return kbx_at_flipped (x, y, strchr (flips, 'x') != NULL, strchr (flips, 'y') != NULL);
}

static bool
point_hits (kbx_handle frame, kbx_place pose, int32_t x, int32_t y)
{
  kbx_point p = { x, y };
  return kbx_frame_at (frame, pose, p, KBX_ALL_CLASSES).hit;
}

static bool
box_hits (kbx_handle frame, kbx_place pose, int32_t x, int32_t y, int32_t w, int32_t h)
{
  kbx_box box = { x, y, x + w, y + h };
  return kbx_frame_hit (frame, pose, kbx_shape_box (box), KBX_ALL_CLASSES).hit;
}

static bool
circle_hits (kbx_handle frame, kbx_place pose, float x, float y, float r)
{
  kbx_vec centre = { x, y };
  kbx_thing hit = kbx_frame_hit (frame, pose, kbx_shape_circle (centre, r), KBX_ALL_CLASSES);
  g_assert_cmpint (hit.status, ==, KBX_OK);
  return hit.hit;
}

static void
assert_box (kbx_box b, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
  g_assert_cmpint (b.x0, ==, x0);
  g_assert_cmpint (b.y0, ==, y0);
  g_assert_cmpint (b.x1, ==, x1);
  g_assert_cmpint (b.y1, ==, y1);
}

/* Boxes are half-open sets of pixels; a circle is a closed disc. */
static void
test_box_edges (void)
{
  Fixture f;
  KbBankFrame *made = kb_maker_frame (begin (&f), "", 20, 20, 0, 0);
  kbx_handle frame;
  kbx_place o = at (0, 0, "");

  kb_maker_box (made, HEAD, 10, 10, 4, 4);
  frame = end (&f);
  g_assert_true (point_hits (frame, o, 10, 10));
  g_assert_true (point_hits (frame, o, 13, 13));
  g_assert_false (point_hits (frame, o, 14, 13));
  g_assert_false (point_hits (frame, o, 13, 14));
  g_assert_false (point_hits (frame, o, 9, 10));
  g_assert_true (box_hits (frame, o, 13, 13, 5, 5));
  g_assert_false (box_hits (frame, o, 14, 10, 5, 5));   /* an edge in common is no pixel in common */
  g_assert_false (box_hits (frame, o, 5, 5, 5, 5));
  g_assert_true (box_hits (frame, o, 5, 5, 6, 6));
  g_assert_false (box_hits (frame, o, 11, 11, 0, 1));   /* an empty box hits nothing */
  g_assert_false (box_hits (frame, o, 12, 12, -1, 1));
  g_assert_true (circle_hits (frame, o, 16, 12, 2));    /* touches the right edge x = 14 */
  g_assert_false (circle_hits (frame, o, 16.00390625f, 12, 2));
  g_assert_true (circle_hits (frame, o, 17, 18, 5));    /* 3-4-5 from the corner (14, 14) */
  g_assert_false (circle_hits (frame, o, 17, 18, 4.99609375f));
  g_assert_true (circle_hits (frame, o, 14, 14, 0));    /* a point on the corner */
  g_assert_true (circle_hits (frame, o, 12, 12, 0));
  clear (&f);
}

static void
test_circle_edges (void)
{
  Fixture f;
  KbBankFrame *made = kb_maker_frame (begin (&f), "", 20, 20, 0, 0);
  kbx_handle frame;
  kbx_place o = at (0, 0, "");

  kb_maker_circle (made, HEAD, 10 * 256 + 128, 10 * 256 + 128, 5 * 256); /* about the centre of pixel (10, 10) */
  frame = end (&f);
  g_assert_true (point_hits (frame, o, 15, 10));        /* its centre is 5 away */
  g_assert_false (point_hits (frame, o, 16, 10));
  g_assert_true (point_hits (frame, o, 13, 14));        /* 3-4-5 */
  g_assert_false (point_hits (frame, o, 14, 14));
  g_assert_true (point_hits (frame, o, 5, 10));
  g_assert_false (point_hits (frame, o, 4, 10));
  g_assert_true (box_hits (frame, o, 15, 10, 3, 3));    /* x = 15 is half a pixel inside 15.5 */
  g_assert_false (box_hits (frame, o, 16, 10, 3, 3));
  g_assert_true (circle_hits (frame, o, 17.5f, 10.5f, 2));
  g_assert_false (circle_hits (frame, o, 17.5f, 10.5f, 1.99609375f));
  clear (&f);

  made = kb_maker_frame (begin (&f), "", 20, 20, 0, 0);
  kb_maker_circle (made, HEAD, 10 * 256, 10 * 256, 5 * 256);
  frame = end (&f);
  g_assert_true (box_hits (frame, o, 15, 10, 3, 3));    /* the closed rectangle touches at (15, 10) */
  g_assert_true (box_hits (frame, o, 13, 14, 3, 3));    /* and at (13, 14) */
  g_assert_false (box_hits (frame, o, 14, 14, 3, 3));
  g_assert_false (box_hits (frame, o, 16, 10, 3, 3));
  clear (&f);
}

/* A concave polygon: its notch is not part of it, and its parts answer as one shape. */
static void
test_polygon_edges (void)
{
  static const KbBankVertex notched[] = { { 0, 0 }, { 16 * 256, 0 }, { 16 * 256, 16 * 256 }, { 8 * 256, 8 * 256 }, { 0, 16 * 256 } };
  Fixture f;
  KbBankFrame *made = kb_maker_frame (begin (&f), "", 20, 20, 0, 0);
  kbx_place o = at (0, 0, "");
  kbx_handle frame;
  kbx_thing hits[4];
  kbx_box box = { 0, 0, 16, 16 };
  kbx_vec v[8];

  kb_maker_polygon (made, TORSO, notched, 5);
  frame = end (&f);
  g_assert_true (point_hits (frame, o, 0, 0));
  g_assert_true (point_hits (frame, o, 8, 7));
  g_assert_true (point_hits (frame, o, 8, 8));          /* its centre (8.5, 8.5) lies on the notch's edge */
  g_assert_false (point_hits (frame, o, 8, 9));
  g_assert_false (point_hits (frame, o, 16, 3));
  g_assert_false (box_hits (frame, o, 7, 12, 2, 2));    /* inside the notch */
  g_assert_true (box_hits (frame, o, 7, 9, 2, 2));      /* its corners (7, 9) and (9, 9) touch */
  g_assert_true (box_hits (frame, o, 16, 0, 1, 1));     /* touches the right edge */
  g_assert_false (box_hits (frame, o, 17, 0, 1, 1));
  g_assert_true (circle_hits (frame, o, 8, 12, 2.83203125f)); /* sqrt(8) to both edges */
  g_assert_false (circle_hits (frame, o, 8, 12, 2.828125f));
  g_assert_true (circle_hits (frame, o, -3, -4, 5));
  g_assert_false (circle_hits (frame, o, -3, -4, 4.99f));
  g_assert_cmpuint (kbx_frame_touching (frame, o, kbx_shape_box (box), KBX_ALL_CLASSES, hits, 4), ==, 1);
  /* Without pixels it hits nothing. */
  for (int empty = 0; empty < 2; empty++)
    {
      kbx_box none = box;
      if (empty == 0)
        none.x1 = none.x0;
      else
        none.y1 = none.y0;
      g_assert_cmpuint (kbx_frame_touching (frame, o, kbx_shape_box (none), KBX_ALL_CLASSES, hits, 4), ==, 0);
    }
  g_assert_cmpuint (kbx_frame_shape (frame, kbx_at (0, 0), 0).part_count, >, 1);
  g_assert_cmpuint (kbx_frame_outline (frame, o, 0, KBX_NONE, v, 8), ==, 5);
  g_assert_cmpuint (kbx_frame_outline (frame, o, 0, KBX_NONE, v, 2), ==, 5);
  g_assert_true (v[3].x == 8 && v[3].y == 8);
  g_assert_cmpuint (kbx_frame_outline (frame, o, 0, 0, v, 8), ==, 3);
  g_assert_cmpuint (kbx_frame_outline (frame, o, 0, 99, v, 8), ==, 0);
  clear (&f);
}

/* The boundary between three separate answers of a circle beside a long edge: exact where floats are not. */
static void
test_circle_beside_edge (void)
{
  static const KbBankVertex slanted[] = { { -30000 * 256, -9999 * 256 }, { 30000 * 256 + 1, 10001 * 256 }, { -30000 * 256, 30000 * 256 } };
  Fixture f;
  KbBankFrame *made = kb_maker_frame (begin (&f), "", 20, 20, 0, 0);
  kbx_place o = at (0, 0, "");
  kbx_handle frame;
  double ex = 60000 + 1 / 256.0, ey = 20000, length = sqrt (ex * ex + ey * ey);

  kb_maker_polygon (made, HEAD, slanted, 3);
  frame = end (&f);
  for (int r = 1; r < 4000; r += 37)
    {
      /* From the middle of the edge outwards by r, the centre rounded to the grid; decided again in long double. */
      double cx = floor ((1 / 512.0 + ey / length * r) * 256) / 256, cy = floor ((1 - ex / length * r) * 256) / 256;
      long double away = -((long double) ex * ((long double) cy + 9999) - (long double) ey * ((long double) cx + 30000));
      bool hit = away * away <= (long double) r * r * ((long double) ex * ex + (long double) ey * ey);
      g_assert_cmpint (circle_hits (frame, o, (float) cx, (float) cy, (float) r), ==, hit);
    }
  clear (&f);
}

/* Shapes that only touch: real ones meet, boxes among themselves do not. */
static void
test_frames_touch (void)
{
  static const KbBankVertex diamond[] = { { 0, -4 * 256 }, { 4 * 256, 0 }, { 0, 4 * 256 }, { -4 * 256, 0 } };
  Fixture f;
  KbBankSprite *sprite = begin (&f);
  kbx_handle frame[4];
  /* For each pair of kinds (box, circle, diamond, oriented), all spanning -4..4: do they meet at a distance of 8
   * along x, and of 8 + 1 pixel? At a pixel's distance never. */
  static const bool touch[4][4] = { { false, true, true, true }, { true, true, true, true }, { true, true, true, true }, { true, true, true, true } };

  kb_maker_box (kb_maker_frame (sprite, "box", 8, 8, 0, 0), HEAD, -4, -4, 8, 8);
  kb_maker_circle (kb_maker_frame (sprite, "circle", 8, 8, 0, 0), HEAD, 0, 0, 4 * 256);
  kb_maker_polygon (kb_maker_frame (sprite, "diamond", 8, 8, 0, 0), HEAD, diamond, 4);
  kb_maker_oriented (kb_maker_frame (sprite, "oriented", 8, 8, 0, 0), HEAD, 0, 0, 8 * 256, 4 * 256, 0);
  end (&f);
  for (uint32_t i = 0; i < 4; i++)
    frame[i] = kbx_item (kbx_bank_item (&f.bank, KBX_SPRITE, 0), KBX_FRAME, i);
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++)
      {
        g_assert_cmpint (kbx_frames_touch (frame[a], at (0, 0, ""), 1, frame[b], at (8, 0, ""), 1), ==, touch[a][b]);
        g_assert_cmpint (kbx_frames_touch (frame[a], at (8, 0, ""), 1, frame[b], at (0, 0, ""), 1), ==, touch[a][b]);
        g_assert_false (kbx_frames_touch (frame[a], at (0, 0, ""), 1, frame[b], at (9, 0, ""), 1));
        g_assert_true (kbx_frames_touch (frame[a], at (0, 0, ""), 1, frame[b], at (7, 0, ""), 1));
        g_assert_false (kbx_frames_touch (frame[a], at (0, 0, ""), 1, frame[b], at (0, 0, ""), 2));
      }
  /* Corner to corner: two boxes and a diamond. */
  g_assert_false (kbx_frames_touch (frame[0], at (0, 0, ""), 1, frame[0], at (8, 8, ""), 1));
  g_assert_true (kbx_frames_touch (frame[2], at (0, 0, ""), 1, frame[2], at (4, 4, ""), 1));
  g_assert_false (kbx_frames_touch (frame[2], at (0, 0, ""), 1, frame[2], at (5, 4, ""), 1));
  /* Flipped about the hot spot's pixel, -4..4 becomes -3..5: one pixel nearer on the right. */
  g_assert_true (kbx_frames_touch (frame[2], at (0, 0, "x"), 1, frame[2], at (9, 0, ""), 1));
  g_assert_false (kbx_frames_touch (frame[2], at (0, 0, "x"), 1, frame[2], at (10, 0, ""), 1));
  clear (&f);
}

static void
test_first_in_order (void)
{
  Fixture f;
  KbBankFrame *made = kb_maker_frame (begin (&f), "", 20, 20, 0, 0);
  kbx_handle frame;
  kbx_place o = at (0, 0, "");
  kbx_point p = { 5, 5 };
  kbx_thing hit;
  kbx_thing hits[4];

  kb_maker_box (made, TORSO, 0, 0, 3, 3);
  kb_maker_box (made, HEAD, 0, 0, 10, 10);
  kb_maker_circle (made, TORSO, 5 * 256, 5 * 256, 2 * 256);
  kb_maker_box (made, HEAD, 5, 5, 1, 1);
  frame = end (&f);
  hit = kbx_frame_at (frame, o, p, KBX_ALL_CLASSES);
  g_assert_true (hit.hit);
  g_assert_cmpuint (hit.index, ==, 1);
  g_assert_cmpuint (hit.class_index, ==, HEAD);
  hit = kbx_frame_at (frame, o, p, kbx_class_bit (TORSO));
  g_assert_cmpuint (hit.index, ==, 2);
  g_assert_cmpuint (hit.class_index, ==, TORSO);
  hit = kbx_frame_at (frame, o, p, kbx_class_bit (ARMS));
  g_assert_false (hit.hit);
  g_assert_cmpint (hit.status, ==, KBX_OK);
  g_assert_cmpuint (hit.index, ==, KBX_NONE);
  hit = kbx_frame_at (frame, o, p, 0);
  g_assert_false (hit.hit);
  memset (hits, 0, sizeof hits);
  g_assert_cmpuint (kbx_frame_touching (frame, o, kbx_shape_point (middle_of (p)), KBX_ALL_CLASSES, hits, 2), ==, 3);
  g_assert_cmpuint (hits[0].index, ==, 1);
  g_assert_cmpuint (hits[1].index, ==, 2);
  g_assert_cmpint (hits[2].kind, ==, KBX_NOTHING);
  g_assert_cmpuint (kbx_frame_touching (frame, o, kbx_shape_point (middle_of (p)), KBX_ALL_CLASSES, NULL, 0), ==, 3);
  g_assert_cmpuint (kbx_frame_touching (frame, o, kbx_shape_point (middle_of (p)), KBX_ALL_CLASSES, NULL, 9), ==, 3);
  g_assert_cmpuint (kbx_frame_outline (frame, o, 0, KBX_NONE, NULL, 0), ==, 4);
  g_assert_cmpuint (kbx_frame_outline (frame, o, 0, KBX_NONE, NULL, 9), ==, 4);
  g_assert_cmpuint (kbx_frames_overlap (frame, o, KBX_ALL_CLASSES, frame, o, KBX_ALL_CLASSES, NULL, 9), ==,
                    kbx_frames_overlap (frame, o, KBX_ALL_CLASSES, frame, o, KBX_ALL_CLASSES, NULL, 0));
  g_assert_cmpuint (kbx_info (frame).classes, ==, 3);
  assert_box (kbx_frame_box (frame, o, KBX_ALL_CLASSES), 0, 0, 10, 10);
  assert_box (kbx_frame_box (frame, at (100, 0, ""), kbx_class_bit (TORSO)), 100, 0, 107, 7);
  assert_box (kbx_frame_box (frame, o, kbx_class_bit (ARMS)), 0, 0, 0, 0);
  assert_box (kbx_frame_shape (frame, o, 2).bounds, 3, 3, 7, 7);
  assert_box (kbx_frame_shape (frame, o, 4).bounds, 0, 0, 0, 0);
  clear (&f);
}

/* Odd arguments of circles have an answer. */
static void
test_bad_circles (void)
{
  const float bad[] = { NAN, INFINITY, -INFINITY, 4194304.5f, -4194304.5f, 1e30f };
  Fixture f;
  KbBankFrame *made = kb_maker_frame (begin (&f), "", 20, 20, 0, 0);
  kbx_handle frame;
  kbx_place o = at (0, 0, ""), far = at (INT32_MAX, INT32_MIN, "xy");
  kbx_vec zero = { 0, 0 };
  kbx_thing hit;

  kb_maker_box (made, TORSO, 0, 0, 3, 3);
  frame = end (&f);
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    for (int which = 0; which < 3; which++)
      {
        kbx_vec centre = { which == 0 ? bad[i] : 0, which == 1 ? bad[i] : 0 };
        hit = kbx_frame_hit (frame, o, kbx_shape_circle (centre, which == 2 ? bad[i] : 1), KBX_ALL_CLASSES);
        g_assert_false (hit.hit);
        g_assert_cmpint (hit.status, ==, KBX_ERROR_ARGUMENT);
        g_assert_cmpuint (hit.index, ==, KBX_NONE);
        g_assert_cmpuint (kbx_frame_touching (frame, o, kbx_shape_circle (centre, which == 2 ? bad[i] : 1), KBX_ALL_CLASSES, NULL, 0), ==, 0);
      }
  g_assert_cmpint (kbx_frame_hit (frame, o, kbx_shape_circle (zero, -1), KBX_ALL_CLASSES).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_true (circle_hits (frame, o, -HUGE_CIRCLE, 0, HUGE_CIRCLE));
  g_assert_false (circle_hits (frame, o, -HUGE_CIRCLE, -HUGE_CIRCLE, HUGE_CIRCLE));
  g_assert_false (circle_hits (frame, far, 0, 0, HUGE_CIRCLE));
  g_assert_true (circle_hits (frame, o, -1.0f / 512, 1, 0));        /* halves round upwards, to 0 */
  g_assert_false (circle_hits (frame, o, -1.5f / 256 - 1e-6f, 1, 0));
  clear (&f);
}

/* Hot spot (3, 5) of a 10 x 8 frame whose picture was trimmed to 4 x 6 at (2, 1). */
static void
test_flips (void)
{
  Fixture f;
  KbBankSprite *sprite = begin (&f);
  KbBankFrame *made = kb_maker_frame (sprite, "f", 10, 8, 3, 5);
  kbx_picture placement;
  kbx_action_point point;
  kbx_handle frame;
  kbx_placed_shape circle;
  kbx_placed_shape oriented;

  kb_maker_page (&f.content, "", 64, 64, KB_BANK_PAGE_NONE);
  made->has_picture = true;
  made->atlas_x = 20;
  made->atlas_y = 30;
  made->atlas_w = 4;
  made->atlas_h = 6;
  made->trim_x = 2;
  made->trim_y = 1;
  kb_maker_point (made, "hand", 9, 0, 0.6f, 0.8f);
  kb_maker_point (made, "hot", 3, 5, 0, 0);
  kb_maker_box (made, HEAD, 0, 0, 2, 3);
  kb_maker_circle (made, HEAD, 3 * 256, 5 * 256, 256);
  kb_maker_oriented (made, HEAD, 5 * 256, 4 * 256, 3 * 256, 2 * 256, 30);
  frame = end (&f);

  g_assert_true (kbx_info (frame).has_hot_spot);
  g_assert_cmpuint (kbx_info (frame).size.w, ==, 10);
  assert_box (kbx_info (frame).bounds, 2, 1, 6, 7);
  assert_box (kbx_frame_area (frame, at (100, 50, "")), 97, 45, 107, 53);
  assert_box (kbx_frame_area (frame, at (100, 50, "x")), 94, 45, 104, 53);
  assert_box (kbx_frame_area (frame, at (100, 50, "xy")), 94, 48, 104, 56);

  placement = kbx_frame_picture (frame, at (100, 50, ""));
  g_assert_true (placement.found);
  g_assert_cmpuint (placement.page, ==, 0);
  assert_box (placement.source, 20, 30, 24, 36);
  assert_box (placement.target, 99, 46, 103, 52);
  g_assert_false (placement.flip_x);
  placement = kbx_frame_picture (frame, at (100, 50, "x"));
  assert_box (placement.target, 98, 46, 102, 52); /* columns 2..5 are at 101, 100, 99, 98 */
  g_assert_true (placement.flip_x && !placement.flip_y);
  assert_box (kbx_frame_picture (frame, at (100, 50, "y")).target, 99, 49, 103, 55);

  point = kbx_frame_action (frame, at (100, 50, ""), "hand");
  g_assert_true (point.found && point.has_direction);
  g_assert_cmpint (point.pixel.x, ==, 106);
  g_assert_cmpint (point.pixel.y, ==, 45);
  g_assert_true (point.direction.x == 0.6f && point.direction.y == 0.8f);
  point = kbx_frame_action (frame, at (100, 50, "xy"), "hand");
  g_assert_cmpint (point.pixel.x, ==, 94);
  g_assert_cmpint (point.pixel.y, ==, 55);
  g_assert_true (point.direction.x == -0.6f && point.direction.y == -0.8f);
  point = kbx_frame_action (frame, at (100, 50, "x"), "hot");
  g_assert_cmpint (point.pixel.x, ==, 100);
  g_assert_cmpint (point.pixel.y, ==, 50);
  g_assert_false (point.has_direction);
  g_assert_false (signbit (point.direction.x));
  g_assert_false (kbx_frame_action (frame, at (0, 0, ""), "tail").found);
  g_assert_cmpstr (kbx_name (kbx_item (frame, KBX_ACTION, 1)), ==, "hot");
  g_assert_cmpstr (kbx_name (kbx_item (frame, KBX_ACTION, 2)), ==, "");
  /* Positions beyond int32 stay at its end. */
  g_assert_cmpint (kbx_frame_action (frame, at (INT32_MAX, 0, ""), "hand").pixel.x, ==, INT32_MAX);
  g_assert_cmpint (kbx_frame_action (frame, at (INT32_MIN, 0, "x"), "hand").pixel.x, ==, INT32_MIN);

  assert_box (kbx_frame_shape (frame, at (100, 50, "x"), 0).bounds, 102, 45, 104, 48);
  circle = kbx_frame_shape (frame, at (100, 50, "x"), 1);
  g_assert_true (circle.kind == KBX_SHAPE_CIRCLE && circle.shape.as.circle.centre.x == 101 && circle.shape.as.circle.centre.y == 50
                 && circle.shape.as.circle.radius == 1);
  g_assert_cmpint (kbx_frame_shape (frame, at (0, 0, ""), 0).shape.kind, ==, KBX_SHAPE_BOX);
  oriented = kbx_frame_shape (frame, own_place (frame), 2);
  g_assert_true (oriented.kind == KBX_SHAPE_OBB && oriented.shape.as.obb.centre.x == 5 && oriented.shape.as.obb.centre.y == 4 && oriented.shape.as.obb.w == 3 && oriented.shape.as.obb.h == 2);
  g_assert_true (oriented.shape.as.obb.axis.x > 0.866f && oriented.shape.as.obb.axis.x < 0.8661f && oriented.shape.as.obb.axis.y == 0.5f);
  g_assert_true (kbx_frame_shape (frame, at (0, 0, "y"), 2).shape.as.obb.axis.y == -0.5f);
  clear (&f);
}

/* Flipped, an action point strikes what the mirrored picture shows at its tip. */
static void
test_strike (void)
{
  Fixture f;
  KbBankSprite *sprite = begin (&f);
  KbBankFrame *made = kb_maker_frame (sprite, "punch", 20, 20, 4, 19);
  kbx_handle a, b;
  kbx_hit hit;

  kb_maker_point (made, "fist", 14, 9, 1, 0);           /* 10 to the right of the hot spot, 10 above */
  made = kb_maker_frame (sprite, "stand", 20, 20, 10, 19);
  kb_maker_box (made, TORSO, 8, 8, 5, 8);               /* -2..2 about the hot spot, 11 to 4 above it */
  kb_maker_box (made, HEAD, 8, 2, 5, 6);
  a = end (&f);
  b = kbx_find (kbx_bank_item (&f.bank, KBX_SPRITE, 0), KBX_FRAME, "stand");
  hit = kbx_strike (a, at (0, 0, ""), "fist", b, at (12, 0, "x"), KBX_ALL_CLASSES);
  g_assert_true (hit.hit);
  g_assert_cmpuint (hit.index, ==, 0);
  g_assert_cmpuint (hit.class_index, ==, TORSO);
  g_assert_false (kbx_strike (a, at (0, 0, ""), "fist", b, at (13, 0, ""), KBX_ALL_CLASSES).hit);
  g_assert_true (kbx_strike (a, at (0, 0, ""), "fist", b, at (8, 0, ""), KBX_ALL_CLASSES).hit);
  g_assert_false (kbx_strike (a, at (0, 0, ""), "fist", b, at (7, 0, ""), KBX_ALL_CLASSES).hit);
  g_assert_true (kbx_strike (a, at (0, 0, "x"), "fist", b, at (-12, 0, ""), KBX_ALL_CLASSES).hit);
  g_assert_false (kbx_strike (a, at (0, 0, "x"), "fist", b, at (12, 0, ""), KBX_ALL_CLASSES).hit);
  g_assert_false (kbx_strike (a, at (0, 0, ""), "fist", b, at (12, 0, ""), kbx_class_bit (HEAD)).hit);
  hit = kbx_strike (a, at (0, -2, ""), "fist", b, at (12, 0, ""), KBX_ALL_CLASSES);
  g_assert_cmpuint (hit.class_index, ==, HEAD);
  hit = kbx_strike (a, at (0, 0, ""), "foot", b, at (12, 0, ""), KBX_ALL_CLASSES);
  g_assert_false (hit.hit);
  g_assert_cmpint (hit.status, ==, KBX_OK);
  clear (&f);
}

static void
test_shape_texts (void)
{
  Fixture f;
  KbBankFrame *made = kb_maker_frame (begin (&f), "", 20, 20, 0, 0);
  kbx_handle frame;
  KbBankShape *shape;

  kb_maker_box (made, HEAD, 0, 0, 1, 1);
  shape = kb_maker_box (made, TORSO, 0, 0, 1, 1);
  kb_maker_name (shape, "belt");
  kb_maker_value (shape, "armour", "3");
  kb_maker_value (shape, "sound", "");
  shape = kb_maker_box (made, TORSO, 0, 0, 1, 1);
  kb_maker_value (shape, "armour", "4");
  frame = end (&f);
  g_assert_cmpstr (kbx_name (kbx_item (frame, KBX_SHAPE, 0)), ==, "");
  g_assert_cmpuint (kbx_frame_shape (frame, kbx_at (0, 0), 0).value_count, ==, 0);
  g_assert_cmpstr (kbx_name (kbx_item (frame, KBX_SHAPE, 1)), ==, "belt");
  g_assert_cmpuint (kbx_frame_shape (frame, kbx_at (0, 0), 1).value_count, ==, 2);
  g_assert_cmpstr (kbx_name (kbx_item (kbx_item (frame, KBX_SHAPE, 1), KBX_VALUE, 1)), ==, "sound");
  g_assert_cmpstr (kbx_value (kbx_item (frame, KBX_SHAPE, 1), "sound"), ==, "");
  g_assert_cmpuint (kbx_count (kbx_item (frame, KBX_SHAPE, 1), KBX_VALUE), ==, 2);
  g_assert_cmpstr (kbx_value (kbx_item (frame, KBX_SHAPE, 1), "armour"), ==, "3");
  g_assert_cmpstr (kbx_value (kbx_item (frame, KBX_SHAPE, 2), "armour"), ==, "4");
  g_assert_null (kbx_value (kbx_item (frame, KBX_SHAPE, 2), "sound"));
  g_assert_null (kbx_value (kbx_item (frame, KBX_SHAPE, 0), "armour"));
  g_assert_null (kbx_value (kbx_item (frame, KBX_SHAPE, 1), NULL));
  g_assert_false (kbx_frame_shape (frame, kbx_at (0, 0), 3).found);
  g_assert_cmpuint (kbx_frame_shape (frame, kbx_at (0, 0), 3).class_index, ==, KBX_NONE);
  clear (&f);
}

/* More shapes than one block of the coarse look, at each number around its size. */
static void
test_many_shapes (void)
{
  static const uint32_t counts[] = { 1, 3, 4, 5, 63, 64, 65, 127, 128, 129, 300 };

  for (size_t c = 0; c < G_N_ELEMENTS (counts); c++)
    {
      Fixture f;
      KbBankSprite *sprite = begin (&f);
      KbBankFrame *made = kb_maker_frame (sprite, "", 20, 20, 0, 0);
      kbx_handle frame, probe;
      kbx_thing *hits = g_new (kbx_thing, counts[c]);
      kbx_pair *pairs = g_new (kbx_pair, counts[c]);
      uint32_t n = counts[c];
      kbx_place o = at (0, 0, "");

      /* Shape i covers the pixels i..i+2 of row 0. */
      for (uint32_t i = 0; i < n; i++)
        kb_maker_box (made, i % 3, (int32_t) i, 0, 3, 1);
      kb_maker_box (kb_maker_frame (sprite, "probe", 1, 1, 0, 0), HEAD, 0, 0, 1, 1);
      frame = end (&f);
      probe = kbx_find (kbx_bank_item (&f.bank, KBX_SPRITE, 0), KBX_FRAME, "probe");
      for (uint32_t x = 0; x < n + 2; x++)
        {
          kbx_point p = { (int32_t) x, 0 };
          uint32_t first = x < 2 ? 0 : x - 2, last = MIN (x, n - 1);
          g_assert_cmpuint (kbx_frame_at (frame, o, p, KBX_ALL_CLASSES).index, ==, first);
          g_assert_cmpuint (kbx_frame_touching (frame, o, kbx_shape_point (middle_of (p)), KBX_ALL_CLASSES, hits, n), ==, last - first + 1);
          for (uint32_t i = first; i <= last; i++)
            g_assert_cmpuint (hits[i - first].index, ==, i);
          g_assert_cmpuint (kbx_frames_overlap (probe, at (p.x, 0, ""), 1, frame, o, KBX_ALL_CLASSES, pairs, n), ==, last - first + 1);
          for (uint32_t i = first; i <= last; i++)
            g_assert_true (pairs[i - first].a == 0 && pairs[i - first].b == i);
          g_assert_cmpuint (kbx_frames_overlap (frame, o, KBX_ALL_CLASSES, probe, at (p.x, 0, ""), 1, pairs, n), ==, last - first + 1);
        }
      g_free (hits);
      g_free (pairs);
      clear (&f);
    }
}

/* Shapes that reach the ends of the format's coordinates. */
static void
test_limits (void)
{
  Fixture f;
  KbBankFrame *made = kb_maker_frame (begin (&f), "", 20, 20, -32768, 32767);
  kbx_place own, o = at (0, 0, ""), turned = at (0, 0, "xy");
  kbx_handle frame;

  kb_maker_box (made, HEAD, -32768, -32768, 1, 1);
  kb_maker_box (made, HEAD, 32766, 32766, 1, 1);
  kb_maker_circle (made, TORSO, -128, -128, 32767 * 256 + 128);
  frame = end (&f);
  own = own_place (frame);
  g_assert_true (point_hits (frame, own, -32768, -32768));
  g_assert_true (point_hits (frame, own, 32766, 32766));
  g_assert_false (point_hits (frame, own, 32767, 32766));
  g_assert_false (point_hits (frame, own, -32769, -32768));
  g_assert_true (point_hits (frame, own, -32768, -1));  /* the circle's left end is -32768 */
  g_assert_true (point_hits (frame, own, 32766, 0));
  g_assert_true (box_hits (frame, own, INT32_MIN, INT32_MIN, 2147483647, 2147483647));
  g_assert_true (box_hits (frame, own, 32766, 32766, 100000, 100000));
  g_assert_false (box_hits (frame, own, 32767, 32767, 100000, 100000));
  g_assert_true (box_hits (frame, own, -40000, -40000, 7233, 7233));
  g_assert_false (box_hits (frame, own, -40000, -40000, 7232, 7232));
  g_assert_true (kbx_frames_touch (frame, own, 1, frame, at (own.x + 65534, own.y + 65534, ""), 1));
  g_assert_false (kbx_frames_touch (frame, own, 1, frame, at (own.x + 65535, own.y + 65534, ""), 1));
  g_assert_cmpuint (kbx_frames_overlap (frame, o, KBX_ALL_CLASSES, frame, o, KBX_ALL_CLASSES, NULL, 0), ==, 3);
  g_assert_cmpuint (kbx_frames_overlap (frame, turned, KBX_ALL_CLASSES, frame, turned, KBX_ALL_CLASSES, NULL, 0), ==, 3);
  clear (&f);
}

static void
test_directions (void)
{
  const double wrong[] = { NAN, INFINITY, -INFINITY };

  for (int quarter = -8; quarter <= 8; quarter++)
    {
      static const float x[4] = { 1, 0, -1, 0 }, y[4] = { 0, 1, 0, -1 };
      kbx_vec v = kbx_direction (quarter * 90.0), big = kbx_direction (quarter * 90.0 + 360e9);
      int q = (quarter % 4 + 4) % 4;
      g_assert_true (v.x == x[q] && v.y == y[q]);
      g_assert_false (signbit (v.x) && v.x == 0);
      g_assert_false (signbit (v.y) && v.y == 0);
      g_assert_true (big.x == v.x && big.y == v.y);
    }
  for (int i = -7300; i <= 7300; i++)
    {
      double degrees = i / 10.0;
      kbx_vec v = kbx_direction (degrees), opposite = kbx_direction (degrees + 180);
      g_assert_cmpfloat (fabs (v.x - cos (degrees * G_PI / 180)), <, 6.1e-8);
      g_assert_cmpfloat (fabs (v.y - sin (degrees * G_PI / 180)), <, 6.1e-8);
      g_assert_cmpfloat (fabsf (v.x + opposite.x), <, 2.5e-7f);
    }
  g_assert_true (kbx_direction (45).x == kbx_direction (45).y);
  g_assert_true (kbx_direction (30).y == 0.5f);
  for (size_t i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_true (kbx_direction (wrong[i]).x == 0 && kbx_direction (wrong[i]).y == 0);
  g_assert_true (fabs (hypot (kbx_direction (1e300).x, kbx_direction (1e300).y) - 1) < 1e-6);
}

KIT_PROGRAM (runtime_frames)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/runtime/frames/box-edges", test_box_edges);
  g_test_add_func ("/runtime/frames/circle-edges", test_circle_edges);
  g_test_add_func ("/runtime/frames/polygon-edges", test_polygon_edges);
  g_test_add_func ("/runtime/frames/circle-beside-edge", test_circle_beside_edge);
  g_test_add_func ("/runtime/frames/touch", test_frames_touch);
  g_test_add_func ("/runtime/frames/first-in-order", test_first_in_order);
  g_test_add_func ("/runtime/frames/bad-circles", test_bad_circles);
  g_test_add_func ("/runtime/frames/flips", test_flips);
  g_test_add_func ("/runtime/frames/strike", test_strike);
  g_test_add_func ("/runtime/frames/shape-texts", test_shape_texts);
  g_test_add_func ("/runtime/frames/many-shapes", test_many_shapes);
  g_test_add_func ("/runtime/frames/limits", test_limits);
  g_test_add_func ("/runtime/frames/directions", test_directions);
  return g_test_run ();
}
