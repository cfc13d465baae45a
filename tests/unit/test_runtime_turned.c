/* SPDX-License-Identifier: MIT */
/* Frames that are rotated, scaled and mirrored. Expected values are worked out by hand. */
#include "support/bank_maker.h"
#include "support/places.h"
#include "support/seed.h"

#include "runtime/kickbox.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR 1e-4f

typedef struct {
  KbBankContent content;
  uint8_t *bytes;
  kbx_bank bank;
  kbx_handle frame, empty;
} Fixture;

enum { HEAD, TORSO, ARMS, N_CLASSES };

/* Hot spot pixel (10, 20), its centre (10.5, 20.5). Shapes: 0 a box from its centre's right, 1 a circle, 2 an oriented
 * box, 3 an L, 4 a box that shares an edge with 0. */
static void
set_up (Fixture *f, gconstpointer unused)
{
  static const char *const names[] = { "head", "torso", "arms" };
  static const KbBankVertex ell[6] = { { 0, 0 }, { 8 * 256, 0 }, { 8 * 256, 2 * 256 }, { 2 * 256, 2 * 256 },
                                       { 2 * 256, 8 * 256 }, { 0, 8 * 256 } };
  KbBankSprite *sprite;
  KbBankFrame *frame;
  size_t size;

  memset (f, 0, sizeof *f);
  for (int i = 0; i < N_CLASSES; i++)
    kb_maker_class (&f->content, names[i], 0xff);
  sprite = kb_maker_sprite (&f->content, "s");
  kb_maker_frame (sprite, "empty", 4, 4, 0, 0);
  frame = kb_maker_frame (sprite, "full", 60, 60, 10, 20);
  kb_maker_box (frame, HEAD, 20, 18, 8, 4);
  kb_maker_circle (frame, TORSO, 10 * 256 + 128, 10 * 256 + 128, 3 * 256);
  kb_maker_oriented (frame, ARMS, 40 * 256 + 128, 20 * 256 + 128, 10 * 256, 4 * 256, 90);
  kb_maker_polygon (frame, ARMS, ell, 6);
  kb_maker_box (frame, HEAD, 28, 18, 3, 4);
  kb_maker_point (frame, "fist", 13, 20, 1, 0);
  kb_maker_point (frame, "heel", 10, 24, 0, 0);
  f->bytes = kb_maker_write (&f->content, &size);
  g_assert_cmpint (kbx_bank_open (&f->bank, f->bytes, size, NULL), ==, KBX_OK);
  f->empty = kbx_item (kbx_bank_find (&f->bank, KBX_SPRITE, "s"), KBX_FRAME, 0);
  f->frame = kbx_item (kbx_bank_find (&f->bank, KBX_SPRITE, "s"), KBX_FRAME, 1);
}

static void
tear_down (Fixture *f, gconstpointer unused)
{
  kb_bank_content_clear (&f->content);
  free (f->bytes);
}

static kbx_place
turn (float x, float y, double degrees, float scale, const char *flips)
{
  return (kbx_place) { x, y, kbx_direction (degrees), scale, strchr (flips, 'x') != NULL, strchr (flips, 'y') != NULL };
}

static void
assert_vec (kbx_vec v, float x, float y)
{
  g_assert_cmpfloat_with_epsilon (v.x, x, NEAR);
  g_assert_cmpfloat_with_epsilon (v.y, y, NEAR);
}

static uint32_t
hit_at (Fixture *f, kbx_place t, float x, float y)
{
  kbx_thing hit = kbx_frame_hit (f->frame, t, kbx_shape_point ((kbx_vec) { x, y }), KBX_ALL_CLASSES);
  g_assert_cmpint (hit.status, ==, KBX_OK);
  g_assert_cmpint (hit.hit, ==, hit.index != KBX_NONE);
  return hit.index;
}

static void
test_places (Fixture *f, gconstpointer unused)
{
  kbx_vec corners[6];
  kbx_placed_shape box;

  /* A quarter turn: what was to the right is below. The box's left edge is 9.5 to 17.5 from the hot spot's centre. */
  kbx_place down = turn (100, 50, 90, 1, "");
  g_assert_cmpuint (hit_at (f, down, 100, 60), ==, 0);
  g_assert_cmpuint (hit_at (f, down, 100, 59), ==, KBX_NONE);
  g_assert_cmpuint (hit_at (f, down, 110, 50), ==, 1);
  g_assert_cmpuint (hit_at (f, down, 113, 50), ==, 1);
  g_assert_cmpuint (hit_at (f, down, 113.01f, 50), ==, KBX_NONE);
  g_assert_cmpuint (kbx_frame_outline (f->frame, down, 0, KBX_NONE, corners, 6), ==, 4);
  assert_vec (corners[0], 102.5f, 59.5f);
  assert_vec (corners[1], 102.5f, 67.5f);
  assert_vec (corners[2], 98.5f, 67.5f);
  assert_vec (corners[3], 98.5f, 59.5f);
  box = kbx_frame_shape (f->frame, down, 0);
  g_assert_true (box.found);
  assert_vec (box.shape.as.obb.centre, 100.5f, 63.5f);
  assert_vec (box.shape.as.obb.axis, 0, 1);
  g_assert_cmpfloat (box.shape.as.obb.w, ==, 8);
  g_assert_cmpfloat (box.shape.as.obb.h, ==, 4);
  /* The drawn axis points down; a quarter further it points left. */
  box = kbx_frame_shape (f->frame, down, 2);
  assert_vec (box.shape.as.obb.centre, 100, 80);
  assert_vec (box.shape.as.obb.axis, -1, 0);

  /* Twice as large, mirrored first: what was to the right is to the left, twice as far. */
  kbx_place twice = turn (100, 50, 0, 2, "x");
  g_assert_cmpuint (hit_at (f, twice, 100 - 20, 50), ==, 0);
  g_assert_cmpuint (hit_at (f, twice, 100 - 18.9f, 50), ==, KBX_NONE);
  assert_vec (kbx_frame_shape (f->frame, twice, 1).shape.as.circle.centre, 100, 30);
  g_assert_cmpfloat (kbx_frame_shape (f->frame, twice, 1).shape.as.circle.radius, ==, 6);
  /* Mirrored and then turned, not the other way round: from the left to above. */
  kbx_place both = turn (100, 50, 90, 1, "x");
  g_assert_cmpuint (hit_at (f, both, 100, 40), ==, 0);
  g_assert_cmpuint (hit_at (f, turn (100, 50, 90, 1, "xy"), 90, 50), ==, 1);

  /* The L is tested as its parts: not in the corner that it leaves out. */
  kbx_place plain = turn (10.5f, 20.5f, 0, 1, "");
  g_assert_cmpuint (hit_at (f, plain, 1, 7), ==, 3);
  g_assert_cmpuint (hit_at (f, plain, 7, 1), ==, 3);
  g_assert_cmpuint (hit_at (f, plain, 4, 4), ==, KBX_NONE);
  g_assert_cmpuint (kbx_frame_outline (f->frame, plain, 3, KBX_NONE, corners, 6), ==, 6);
  assert_vec (corners[3], 2, 2);
  g_assert_cmpuint (kbx_frame_outline (f->frame, down, 2, 0, corners, 6), ==, 4);

  /* As many corners as fit. */
  corners[1] = (kbx_vec) { 77, 77 };
  g_assert_cmpuint (kbx_frame_outline (f->frame, down, 0, KBX_NONE, corners, 1), ==, 4);
  assert_vec (corners[0], 102.5f, 59.5f);
  assert_vec (corners[1], 77, 77);
}

static void
test_questions (Fixture *f, gconstpointer unused)
{
  kbx_place t = turn (0, 0, 45, 1, "");
  const float h = 0.70710678f;
  const kbx_vec joint = { 28, 20 };
  kbx_thing hits[2];

  /* The box turned by 45 degrees reaches from 9.5 to 17.5 along the diagonal, 2.5 above and 1.5 below... */
  g_assert_cmpuint (hit_at (f, t, 12 * h, 12 * h), ==, 0);
  g_assert_true (kbx_frame_hit (f->frame, t, shape_of_circle ((kbx_circle) { { 8 * h, 8 * h }, 1.51f }), 1 << HEAD).hit);
  g_assert_false (kbx_frame_hit (f->frame, t, shape_of_circle ((kbx_circle) { { 8 * h, 8 * h }, 1.49f }), 1 << HEAD).hit);
  g_assert_true (kbx_frame_hit (f->frame, t, shape_of_rect ((kbx_rect) { { 0, 0 }, { 12 * h, 12 * h } }), 1 << HEAD).hit);
  g_assert_false (kbx_frame_hit (f->frame, t, shape_of_rect ((kbx_rect) { { 12, 0 }, { 20, 5 } }), 1 << HEAD).hit);
  g_assert_false (kbx_frame_hit (f->frame, t, shape_of_rect ((kbx_rect) { { 0, 0 }, { 20, 20 } }), 1 << TORSO).hit);

  /* The boxes share an edge: closed, so both are hit there. All, some, none of them. */
  t = turn (10.5f, 20.5f, 0, 1, "");
  memset (hits, 0, sizeof hits);
  g_assert_cmpuint (kbx_frame_touching (f->frame, t, kbx_shape_point (joint), KBX_ALL_CLASSES, hits, 2), ==, 2);
  g_assert_cmpuint (hits[0].index, ==, 0);
  g_assert_cmpuint (hits[1].index, ==, 4);
  g_assert_cmpuint (hits[1].class_index, ==, HEAD);
  g_assert_cmpuint (kbx_frame_touching (f->frame, t, kbx_shape_point (joint), KBX_ALL_CLASSES, NULL, 0), ==, 2);
  hits[1].index = 77;
  g_assert_cmpuint (kbx_frame_touching (f->frame, t, shape_of_rect ((kbx_rect) { { 0, 0 }, { 60, 60 } }), KBX_ALL_CLASSES, hits, 1), ==, 5);
  g_assert_cmpuint (hits[1].index, ==, 77);
  g_assert_cmpuint (kbx_frame_touching (f->frame, t, shape_of_circle ((kbx_circle) { { 28, 20 }, 3 }), 1 << HEAD, hits, 2),
                    ==, 2);
  g_assert_cmpuint (kbx_frame_touching (f->frame, t, shape_of_circle ((kbx_circle) { { 28, 20 }, 3 }), 1 << TORSO, hits, 2),
                    ==, 0);
  g_assert_false (kbx_frame_hit (f->empty, t, kbx_shape_point ((kbx_vec) { 0, 0 }), KBX_ALL_CLASSES).hit);
}

/* All kinds of shapes ask; a moving one stops at the first that it meets. */
static void
test_shapes (Fixture *f, gconstpointer unused)
{
  const kbx_place plain = turn (10.5f, 20.5f, 0, 1, ""), down = turn (100, 50, 90, 1, "");
  const kbx_vec way[3] = { { 2, 2.5f }, { 9, 2.5f }, { 2.5f, 9 } };
  const kbx_shape ball = kbx_shape_circle ((kbx_vec) { 5, 20 }, 1);
  kbx_hit hit;

  g_assert_true (kbx_frame_hit (f->frame, plain, kbx_shape_segment ((kbx_vec) { 19, 17 }, (kbx_vec) { 21, 19 }), 1 << HEAD).hit);
  g_assert_false (kbx_frame_hit (f->frame, plain, kbx_shape_segment ((kbx_vec) { 19, 17 }, (kbx_vec) { 19, 30 }), 1 << HEAD).hit);
  g_assert_true (kbx_frame_hit (f->frame, down, kbx_shape_capsule ((kbx_vec) { 90, 58 }, (kbx_vec) { 110, 58 }, 1.5f), 1 << HEAD).hit);
  g_assert_false (kbx_frame_hit (f->frame, down, kbx_shape_capsule ((kbx_vec) { 90, 58 }, (kbx_vec) { 110, 58 }, 1.4f), 1 << HEAD).hit);
  g_assert_true (kbx_frame_hit (f->frame, plain, kbx_shape_half_plane ((kbx_vec) { 0, 1 }, 18), 1 << HEAD).hit);
  g_assert_false (kbx_frame_hit (f->frame, plain, kbx_shape_half_plane ((kbx_vec) { 0, 1 }, 17.9f), 1 << HEAD).hit);
  g_assert_false (kbx_frame_hit (f->frame, plain, kbx_shape_polygon (way, 3), 1 << HEAD).hit);
  g_assert_cmpuint (kbx_frame_hit (f->frame, plain, kbx_shape_polygon (way, 3), KBX_ALL_CLASSES).index, ==, 3);

  hit = kbx_frame_cast (f->frame, plain, ball, (kbx_vec) { 28, 0 }, 1 << HEAD);
  g_assert_true (hit.status == KBX_OK && hit.hit && !hit.started_inside && hit.kind == KBX_SHAPE);
  g_assert_cmpuint (hit.index, ==, 0);
  g_assert_cmpuint (hit.class_index, ==, HEAD);
  g_assert_cmpfloat_with_epsilon (hit.fraction, 0.5f, NEAR);
  assert_vec (hit.point, 20, 20);
  assert_vec (hit.normal, -1, 0);
  hit = kbx_frame_cast (f->frame, plain, ball, (kbx_vec) { 28, 0 }, 1 << TORSO);
  g_assert_true (hit.status == KBX_OK && !hit.hit && hit.fraction == 1 && hit.index == KBX_NONE);
  hit = kbx_frame_cast (f->frame, down, kbx_shape_circle ((kbx_vec) { 100, 40 }, 1), (kbx_vec) { 0, 37 }, 1 << HEAD);
  g_assert_cmpfloat_with_epsilon (hit.fraction, 18.5f / 37, NEAR);
  assert_vec (hit.normal, 0, -1);
  g_assert_cmpint (kbx_frame_cast (f->frame, plain, ball, (kbx_vec) { NAN, 0 }, 1).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_frame_cast (f->frame, turn (0, 0, 0, 0, ""), ball, (kbx_vec) { 1, 0 }, 1).status, ==, KBX_ERROR_ARGUMENT);
}

static void
test_pairs (Fixture *f, gconstpointer unused)
{
  kbx_place a = turn (0, 0, 0, 1, ""), b = turn (0, -30, 90, 1, "");
  kbx_pair pairs[8];

  /* b's box hangs down from (0, -30): it is from -20.5 to -12.5, and a's circle at -10 reaches up to -13. */
  g_assert_cmpuint (kbx_frames_overlap (f->frame, a, 1 << TORSO, f->frame, b, 1 << HEAD, pairs, 8), ==, 2);
  g_assert_cmpuint (pairs[0].a, ==, 1);
  g_assert_cmpuint (pairs[0].b, ==, 0);
  g_assert_cmpuint (pairs[1].b, ==, 4);
  g_assert_cmpuint (kbx_frames_overlap (f->frame, b, 1 << HEAD, f->frame, a, 1 << TORSO, pairs, 1), ==, 2);
  g_assert_cmpuint (pairs[0].a, ==, 0);
  g_assert_cmpuint (pairs[0].b, ==, 1);
  g_assert_true (kbx_frames_touch (f->frame, a, 1 << TORSO, f->frame, b, 1 << HEAD));
  g_assert_false (kbx_frames_touch (f->frame, a, 1 << TORSO, f->frame, b, 1 << TORSO));
  g_assert_false (kbx_frames_touch (f->frame, a, KBX_ALL_CLASSES, f->empty, b, KBX_ALL_CLASSES));
}

static void
test_points (Fixture *f, gconstpointer unused)
{
  kbx_place t = turn (100, 50, 90, 2, "");
  kbx_action_point p = kbx_frame_action (f->frame, t, "fist");

  g_assert_true (p.found && p.has_direction);
  assert_vec (p.p, 100, 56);
  assert_vec (p.direction, 0, 1);
  p = kbx_frame_action (f->frame, turn (100, 50, 90, 2, "x"), "fist");
  assert_vec (p.p, 100, 44);
  assert_vec (p.direction, 0, -1);
  p = kbx_frame_action (f->frame, t, "heel");
  g_assert_true (p.found && !p.has_direction);
  assert_vec (p.p, 92, 50);
  assert_vec (p.direction, 0, 0);
  g_assert_false (signbit (p.direction.x) || signbit (p.direction.y));
  g_assert_false (kbx_frame_action (f->frame, t, "toe").found);
  t.scale = 0;
  g_assert_false (kbx_frame_action (f->frame, t, "fist").found);

  /* The fist lands in the other's box, which hangs down from (100, 40). */
  t = turn (100, 50, 90, 1, "");
  g_assert_cmpuint (kbx_strike (f->frame, t, "fist", f->frame, turn (100, 40, 90, 1, ""), 1 << HEAD).index,
                    ==, 0);
  g_assert_false (kbx_strike (f->frame, t, "fist", f->frame, turn (100, 40, 0, 1, ""), 1 << HEAD).hit);
  g_assert_cmpint (kbx_strike (f->frame, t, "toe", f->frame, t, 1).status, ==, KBX_OK);
  g_assert_cmpint (kbx_strike (f->frame, t, NULL, f->frame, t, 1).status, ==, KBX_ERROR_ARGUMENT);
}

static void
test_poses (Fixture *f, gconstpointer unused)
{
  kbx_place t = kbx_at_flipped (7, -3, true, false);

  g_assert_cmpfloat (t.x, ==, 7.5);
  g_assert_cmpfloat (t.y, ==, -2.5);
  assert_vec (t.axis, 1, 0);
  g_assert_cmpfloat (t.scale, ==, 1);
  g_assert_true (t.flip_x && !t.flip_y);
}

static void
test_bad_arguments (Fixture *f, gconstpointer unused)
{
  const kbx_place good = turn (0, 0, 30, 1, "");
  const kbx_vec p = { 1, 1 };
  const kbx_handle none = { NULL, NULL, KBX_NONE, KBX_NOTHING }, beyond = { &f->bank, NULL, 99, KBX_FRAME };
  kbx_place bad[7];
  kbx_vec corners[8];
  kbx_thing hit;
  kbx_hit strike;

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    bad[i] = good;
  bad[0].x = NAN;
  bad[1].y = 1e9f;
  bad[2].axis.x = 2;
  bad[3].axis.y = NAN;
  bad[4].scale = 0;
  bad[5].scale = -1;
  bad[6].scale = INFINITY;
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      hit = kbx_frame_hit (f->frame, bad[i], kbx_shape_point (p), KBX_ALL_CLASSES);
      g_assert_cmpint (hit.status, ==, KBX_ERROR_ARGUMENT);
      g_assert_false (hit.hit);
      g_assert_cmpuint (hit.index, ==, KBX_NONE);
      g_assert_false (kbx_frames_touch (f->frame, bad[i], 7, f->frame, good, 7));
      g_assert_false (kbx_frames_touch (f->frame, good, 7, f->frame, bad[i], 7));
      strike = kbx_strike (f->frame, good, "fist", f->frame, bad[i], 7);
      g_assert_cmpint (strike.status, ==, KBX_ERROR_ARGUMENT);
      strike = kbx_strike (f->frame, bad[i], "fist", f->frame, good, 7);
      g_assert_cmpint (strike.status, ==, KBX_ERROR_ARGUMENT);
      g_assert_false (kbx_frame_shape (f->frame, bad[i], 1).found);
      g_assert_false (kbx_frame_shape (f->frame, bad[i], 0).found);
      g_assert_cmpuint (kbx_frame_outline (f->frame, bad[i], 0, KBX_NONE, corners, 8), ==, 0);
      g_assert_cmpuint (kbx_frame_outline (f->frame, bad[i], 2, 0, corners, 8), ==, 0);
    }
  g_assert_cmpint (kbx_frame_hit (none, good, kbx_shape_point (p), 7).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_frame_hit (beyond, good, kbx_shape_point (p), 7).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_frame_hit (f->frame, good, kbx_shape_point ((kbx_vec) { NAN, 0 }), 7).status, ==, KBX_ERROR_ARGUMENT);
  hit = kbx_frame_hit (f->frame, good, shape_of_circle ((kbx_circle) { p, -1 }), 7);
  g_assert_cmpint (hit.status, ==, KBX_ERROR_ARGUMENT);
  hit = kbx_frame_hit (f->frame, good, shape_of_rect ((kbx_rect) { p, { 0, 0 } }), 7);
  g_assert_cmpint (hit.status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpuint (kbx_frame_touching (none, good, kbx_shape_point (p), 7, NULL, 0), ==, 0);
  g_assert_cmpint (kbx_frame_shape (f->frame, good, 0).shape.kind, ==, KBX_SHAPE_OBB);
  g_assert_cmpint (kbx_frame_shape (f->frame, good, 1).shape.kind, ==, KBX_SHAPE_CIRCLE);
  g_assert_cmpint (kbx_frame_shape (f->frame, good, 3).shape.kind, ==, KBX_SHAPE_POLYGON);
  g_assert_false (kbx_frame_shape (f->frame, good, 99).found);
  g_assert_cmpuint (kbx_frame_outline (f->frame, good, 99, KBX_NONE, corners, 8), ==, 0);
  g_assert_cmpuint (kbx_frame_outline (f->frame, good, 0, 0, NULL, 0), ==, 0);
}

KIT_PROGRAM (runtime_turned)
{
  kit_test_init (&argc, &argv);
#define ADD(name, test) g_test_add ("/runtime/turned/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("places", test_places);
  ADD ("questions", test_questions);
  ADD ("shapes", test_shapes);
  ADD ("pairs", test_pairs);
  ADD ("points", test_points);
  ADD ("poses", test_poses);
  ADD ("bad-arguments", test_bad_arguments);
  return g_test_run ();
}
