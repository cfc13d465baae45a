/* SPDX-License-Identifier: MIT */
/* Random frames, turned: not turned they are those of the plain pose; by quarters the grid stays exact; and by any
 * angle every answer is that of the shapes brought into the world one by one, with no look at bounds. */
#include "support/bank_maker.h"
#include "support/seed.h"

#include "runtime/kickbox.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 60
#define SHAPES 6
#define CLASSES 5
#define EXTENT 40
#define ROUNDS 4000

typedef struct {
  KbBankContent content;
  uint8_t *bytes;
  kbx_bank bank;
  GRand *random;
} Fixture;

static void
set_up (Fixture *f, gconstpointer unused)
{
  KbBankSprite *sprite;
  size_t size;

  memset (f, 0, sizeof *f);
  f->random = g_rand_new_with_seed (g_test_rand_int () & 0xffff);
  for (int i = 0; i < CLASSES; i++)
    {
      char name[2] = { (char) ('a' + i), 0 };
      kb_maker_class (&f->content, name, 0);
    }
  sprite = kb_maker_sprite (&f->content, "random");
  for (uint32_t i = 0; i < FRAMES; i++)
    {
      KbBankFrame *frame = kb_maker_frame (sprite, "", 40, 40, g_rand_int_range (f->random, -13, 13),
                                           g_rand_int_range (f->random, -13, 13));
      kb_maker_random_shapes (frame, f->random, (uint32_t) g_rand_int_range (f->random, 0, SHAPES + 1), CLASSES,
                              EXTENT);
      kb_maker_point (frame, "p", g_rand_int_range (f->random, -EXTENT, EXTENT),
                      g_rand_int_range (f->random, -EXTENT, EXTENT), 0.6f, -0.8f);
    }
  f->bytes = kb_maker_write (&f->content, &size);
  g_assert_cmpint (kbx_bank_open (&f->bank, f->bytes, size, NULL), ==, KBX_OK);
}

static void
tear_down (Fixture *f, gconstpointer unused)
{
  kb_bank_content_clear (&f->content);
  g_rand_free (f->random);
  free (f->bytes);
}

static kbx_frame
random_frame (Fixture *f)
{
  return kbx_item (kbx_bank_item (&f->bank, KBX_SPRITE, 0), KBX_FRAME, (uint32_t) g_rand_int_range (f->random, 0, FRAMES));
}

static float
real (Fixture *f, double limit)
{
  return (float) g_rand_double_range (f->random, -limit, limit);
}

/* A multiple of 1/2, 1/8 or 1/32. */
static float
on_grid (Fixture *f, int limit)
{
  int step = 2 << 2 * g_rand_int_range (f->random, 0, 3);
  return (float) g_rand_int_range (f->random, -limit * step, limit * step + 1) / (float) step;
}

static kbx_pose
random_pose (Fixture *f)
{
  return (kbx_pose) { g_rand_int_range (f->random, -EXTENT, EXTENT), g_rand_int_range (f->random, -EXTENT, EXTENT),
                      g_rand_boolean (f->random), g_rand_boolean (f->random) };
}

static kbx_turn
random_turn (Fixture *f)
{
  return (kbx_turn) { { real (f, EXTENT), real (f, EXTENT) },
                      kbx_direction (g_rand_double_range (f->random, -180, 180)),
                      (float) exp (g_rand_double_range (f->random, -2, 1)), g_rand_boolean (f->random),
                      g_rand_boolean (f->random) };
}

static kbx_class_set
random_classes (Fixture *f)
{
  return g_rand_int_range (f->random, 0, 3) ? KBX_ALL_CLASSES
                                            : (kbx_class_set) g_rand_int_range (f->random, 0, 1 << CLASSES);
}

static bool
is_box (kbx_frame frame, uint32_t i)
{
  return kbx_frame_shape (frame, i).kind == KBX_PART_BOX;
}

/* ---- not turned ---- */

static void
check_same_shapes (kbx_frame frame, kbx_pose pose)
{
  kbx_turn turn = kbx_turn_from_pose (pose);

  for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
    {
      kbx_vec a[64], b[64];
      kbx_found_circle circle = kbx_frame_shape_circle (frame, pose, i), round;
      kbx_found_obb obb = kbx_frame_shape_obb (frame, pose, i), turned;
      uint32_t n = kbx_frame_shape_outline (frame, pose, i, a, 64);

      g_assert_cmpuint (kbx_frame_turned_shape_outline (frame, turn, i, b, 64), ==, n);
      g_assert_cmpmem (a, n * sizeof *a, b, n * sizeof *b);
      for (uint32_t k = 0; k < kbx_frame_shape (frame, i).part_count; k++)
        {
          n = kbx_frame_shape_part (frame, pose, i, k, a, 64);
          g_assert_cmpuint (kbx_frame_turned_shape_part (frame, turn, i, k, b, 64), ==, n);
          g_assert_cmpmem (a, n * sizeof *a, b, n * sizeof *b);
        }
      round = kbx_frame_turned_shape_circle (frame, turn, i);
      turned = kbx_frame_turned_shape_obb (frame, turn, i);
      g_assert_cmpint (round.found, ==, circle.found);
      g_assert_true (!circle.found || memcmp (&round.circle, &circle.circle, sizeof circle.circle) == 0);
      g_assert_cmpint (turned.found, ==, obb.found || is_box (frame, i));
      g_assert_true (!obb.found || memcmp (&turned.obb, &obb.obb, sizeof obb.obb) == 0);
    }
}

/* Everything but two boxes that merely touch is answered as in the plain pose. */
static void
test_plain (Fixture *f, gconstpointer unused)
{
  int hits = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      kbx_frame a = random_frame (f), b = random_frame (f);
      kbx_pose pose = random_pose (f), other = random_pose (f);
      kbx_turn turn = kbx_turn_from_pose (pose);
      kbx_class_set classes = random_classes (f);
      kbx_shape_hit one, two;
      kbx_point p = { g_rand_int_range (f->random, -50, 50), g_rand_int_range (f->random, -50, 50) };
      kbx_circle circle = { { on_grid (f, 80), on_grid (f, 80) }, fabsf (on_grid (f, 20)) };
      kbx_pair plain[SHAPES * SHAPES], turned[SHAPES * SHAPES];
      uint32_t n, m, k = 0;

      check_same_shapes (a, pose);
      one = kbx_frame_hit_point (a, pose, p, classes);
      two = kbx_frame_turned_hit_point (a, turn, (kbx_vec) { (float) p.x + 0.5f, (float) p.y + 0.5f }, classes);
      g_assert_cmpint (one.hit, ==, two.hit);
      g_assert_cmpuint (one.shape, ==, two.shape);
      hits += one.hit;
      one = kbx_frame_hit_circle (a, pose, circle.centre, circle.radius, classes);
      two = kbx_frame_turned_hit_circle (a, turn, circle, classes);
      g_assert_cmpint (one.hit, ==, two.hit);
      g_assert_cmpuint (one.shape, ==, two.shape);
      g_assert_cmpuint (one.class_index, ==, two.class_index);

      n = kbx_frames_overlap (a, pose, classes, b, other, KBX_ALL_CLASSES, plain, G_N_ELEMENTS (plain));
      m = kbx_frames_turned_overlap (a, turn, classes, b, kbx_turn_from_pose (other), KBX_ALL_CLASSES, turned,
                                     G_N_ELEMENTS (turned));
      for (uint32_t i = 0; i < m; i++)
        {
          bool same = k < n && plain[k].a == turned[i].a && plain[k].b == turned[i].b;
          kbx_box p0 = kbx_frame_shape_box (a, pose, turned[i].a), p1 = kbx_frame_shape_box (b, other, turned[i].b);
          bool beside = p0.x0 == p1.x1 || p0.x1 == p1.x0 || p0.y0 == p1.y1 || p0.y1 == p1.y0;
          g_assert_true (same || (is_box (a, turned[i].a) && is_box (b, turned[i].b) && beside));
          k += same;
        }
      g_assert_cmpuint (k, ==, n);
    }
  g_assert_cmpint (hits, >, ROUNDS / 20);
}

/* ---- by quarters ---- */

/* The whole world turned by quarters about the origin: the same shapes are hit, to the bit. */
static void
test_quarters (Fixture *f, gconstpointer unused)
{
  static const kbx_vec axes[4] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };

  for (int round = 0; round < ROUNDS; round++)
    {
      kbx_frame a = random_frame (f), b = random_frame (f);
      kbx_turn ta = kbx_turn_from_pose (random_pose (f)), tb = kbx_turn_from_pose (random_pose (f));
      kbx_circle c = { { on_grid (f, 60), on_grid (f, 60) }, fabsf (on_grid (f, 20)) };
      kbx_vec u = axes[round % 4];
      kbx_pair pairs[2][SHAPES * SHAPES];
      uint32_t n[2];
      kbx_shape_hit hit[2];

      ta.scale = tb.scale = round % 3 ? 2 : 0.5f;
      for (int i = 0; i < 2; i++)
        {
          n[i] = kbx_frames_turned_overlap (a, ta, KBX_ALL_CLASSES, b, tb, KBX_ALL_CLASSES, pairs[i], SHAPES * SHAPES);
          hit[i] = kbx_frame_turned_hit_circle (a, ta, c, KBX_ALL_CLASSES);
#define TURNED(v) ((kbx_vec) { u.x * (v).x - u.y * (v).y, u.y * (v).x + u.x * (v).y })
          ta.position = TURNED (ta.position);
          tb.position = TURNED (tb.position);
          c.centre = TURNED (c.centre);
          ta.axis = tb.axis = u;
        }
      g_assert_cmpuint (n[0], ==, n[1]);
      g_assert_cmpmem (pairs[0], n[0] * sizeof **pairs, pairs[1], n[1] * sizeof **pairs);
      g_assert_cmpuint (hit[0].shape, ==, hit[1].shape);
    }
}

/* ---- by any angle ---- */

typedef struct {
  enum { POINT, CIRCLE, RECT, OBB, CONVEX } kind;
  kbx_vec point;
  kbx_circle circle;
  kbx_rect rect;
  kbx_obb obb;
  kbx_vec corners[64];
  kbx_polygon convex;
} Form;

static bool
meets (const Form *a, const Form *b)
{
  if (a->kind > b->kind)
    return meets (b, a);
  switch (a->kind)
    {
    case POINT:
      return b->kind == CIRCLE ? kbx_circle_contains (b->circle, a->point)
             : b->kind == OBB  ? kbx_obb_contains (b->obb, a->point)
                               : kbx_convex_contains (b->convex, a->point);
    case CIRCLE:
      return b->kind == CIRCLE ? kbx_overlap_circles (a->circle, b->circle)
             : b->kind == RECT ? kbx_overlap_circle_rect (a->circle, b->rect)
             : b->kind == OBB  ? kbx_overlap_circle_obb (a->circle, b->obb)
                               : kbx_overlap_circle_polygon (a->circle, b->convex);
    case RECT:
      return b->kind == OBB ? kbx_overlap_rect_obb (a->rect, b->obb) : kbx_overlap_rect_polygon (a->rect, b->convex);
    case OBB:
      return b->kind == OBB ? kbx_overlap_obbs (a->obb, b->obb) : kbx_overlap_obb_polygon (a->obb, b->convex);
    default:
      return kbx_overlap_convexes (a->convex, b->convex);
    }
}

/* The forms of shape i; returns how many. */
static uint32_t
forms_of (kbx_frame frame, kbx_turn turn, uint32_t i, Form *forms)
{
  kbx_shape_info shape = kbx_frame_shape (frame, i);
  uint32_t count = MAX (shape.part_count, 1);

  for (uint32_t k = 0; k < count; k++)
    {
      forms[k].kind = shape.kind == KBX_PART_CIRCLE ? CIRCLE : shape.kind == KBX_PART_BOX ? OBB : CONVEX;
      forms[k].circle = kbx_frame_turned_shape_circle (frame, turn, i).circle;
      forms[k].obb = kbx_frame_turned_shape_obb (frame, turn, i).obb;
      forms[k].convex.corners = forms[k].corners;
      forms[k].convex.count = kbx_frame_turned_shape_part (frame, turn, i, k, forms[k].corners, 64);
    }
  return count;
}

static bool
meets_shape (const Form *form, kbx_frame frame, kbx_turn turn, uint32_t i)
{
  Form forms[64];
  uint32_t n = forms_of (frame, turn, i, forms);

  for (uint32_t k = 0; k < n; k++)
    if (meets (form, &forms[k]))
      return true;
  return false;
}

static void
test_hits (Fixture *f, gconstpointer unused)
{
  int hits = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      kbx_frame frame = random_frame (f);
      kbx_turn turn = random_turn (f);
      kbx_class_set classes = random_classes (f);
      Form form = { .kind = round % 3 };
      kbx_shape_hit found[SHAPES], first;
      uint32_t n, k = 0;

      form.point = (kbx_vec) { real (f, 60), real (f, 60) };
      form.circle = (kbx_circle) { form.point, fabsf (real (f, 20)) };
      form.rect.min = form.point;
      form.rect.max = (kbx_vec) { form.point.x + fabsf (real (f, 30)), form.point.y + fabsf (real (f, 30)) };
      if (form.kind == POINT)
        {
          n = kbx_frame_turned_hit_point_all (frame, turn, form.point, classes, found, SHAPES);
          first = kbx_frame_turned_hit_point (frame, turn, form.point, classes);
        }
      else if (form.kind == CIRCLE)
        {
          n = kbx_frame_turned_hit_circle_all (frame, turn, form.circle, classes, found, SHAPES);
          first = kbx_frame_turned_hit_circle (frame, turn, form.circle, classes);
        }
      else
        {
          n = kbx_frame_turned_hit_rect_all (frame, turn, form.rect, classes, found, SHAPES);
          first = kbx_frame_turned_hit_rect (frame, turn, form.rect, classes);
        }
      for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
        {
          if (!(classes >> kbx_frame_shape (frame, i).class_index & 1) || !meets_shape (&form, frame, turn, i))
            continue;
          g_assert_cmpuint (k, <, n);
          g_assert_cmpuint (found[k].shape, ==, i);
          g_assert_cmpuint (found[k].class_index, ==, kbx_frame_shape (frame, i).class_index);
          k++;
        }
      g_assert_cmpuint (k, ==, n);
      g_assert_cmpint (first.hit, ==, n > 0);
      g_assert_cmpuint (first.shape, ==, n > 0 ? found[0].shape : KBX_NONE);
      hits += n > 0;
    }
  g_assert_cmpint (hits, >, ROUNDS / 20);
  g_assert_cmpint (hits, <, ROUNDS - ROUNDS / 20);
}

static void
test_pairs (Fixture *f, gconstpointer unused)
{
  int hits = 0;

  for (int round = 0; round < ROUNDS / 2; round++)
    {
      kbx_frame a = random_frame (f), b = random_frame (f);
      kbx_turn ta = random_turn (f), tb = random_turn (f);
      kbx_class_set ca = random_classes (f), cb = random_classes (f);
      kbx_pair pairs[SHAPES * SHAPES];
      uint32_t n = kbx_frames_turned_overlap (a, ta, ca, b, tb, cb, pairs, SHAPES * SHAPES), k = 0;

      for (uint32_t i = 0; i < kbx_count (a, KBX_SHAPE); i++)
        for (uint32_t j = 0; j < kbx_count (b, KBX_SHAPE); j++)
          {
            Form forms[64];
            uint32_t parts = forms_of (a, ta, i, forms);
            bool meet = false;
            if (!(ca >> kbx_frame_shape (a, i).class_index & 1) || !(cb >> kbx_frame_shape (b, j).class_index & 1))
              continue;
            for (uint32_t p = 0; p < parts; p++)
              meet = meet || meets_shape (&forms[p], b, tb, j);
            if (!meet)
              continue;
            g_assert_cmpuint (k, <, n);
            g_assert_cmpuint (pairs[k].a, ==, i);
            g_assert_cmpuint (pairs[k].b, ==, j);
            k++;
          }
      g_assert_cmpuint (k, ==, n);
      g_assert_cmpuint (kbx_frames_turned_overlap (b, tb, cb, a, ta, ca, NULL, 0), ==, n);
      g_assert_cmpint (kbx_frames_turned_overlap_any (a, ta, ca, b, tb, cb), ==, n > 0);
      hits += n > 0;
    }
  g_assert_cmpint (hits, >, ROUNDS / 40);
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
#define ADD(name, test) g_test_add ("/turned/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("plain", test_plain);
  ADD ("quarters", test_quarters);
  ADD ("hits", test_hits);
  ADD ("pairs", test_pairs);
  return g_test_run ();
}
