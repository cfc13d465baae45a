/* SPDX-License-Identifier: MIT */
/* Random frames, turned: hardly turned they are those of an upright place; by quarters the grid stays exact; and by any
 * angle every answer is that of the shapes brought into the world one by one, with no look at bounds. */
#include "support/bank_maker.h"
#include "support/places.h"
#include "support/seed.h"

#include "runtime/kickbox.h"
#include "support/shape_of.h"

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
      kb_maker_random_shapes (frame, f->random, (uint32_t) g_rand_int_range (f->random, 0, SHAPES), CLASSES,
                              EXTENT);
      if (i % 2)
        kb_maker_random_capsule (frame, f->random, i % CLASSES, EXTENT);
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

static kbx_handle
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

static kbx_place
random_pose (Fixture *f)
{
  return kbx_at_flipped (g_rand_int_range (f->random, -EXTENT, EXTENT), g_rand_int_range (f->random, -EXTENT, EXTENT), g_rand_boolean (f->random), g_rand_boolean (f->random));
}

static kbx_place
random_turn (Fixture *f)
{
  return (kbx_place) { real (f, EXTENT), real (f, EXTENT), kbx_direction (g_rand_double_range (f->random, -180, 180)), (float) exp (g_rand_double_range (f->random, -2, 1)), g_rand_boolean (f->random), g_rand_boolean (f->random) };
}

static kbx_class_set
random_classes (Fixture *f)
{
  return g_rand_int_range (f->random, 0, 3) ? KBX_ALL_CLASSES
                                            : (kbx_class_set) g_rand_int_range (f->random, 0, 1 << CLASSES);
}

/* ---- upright ---- */

/* The same place, but for a turn so small that no float of a shape tells it: decided as closed shapes. */
static kbx_place
barely_turned (kbx_place place)
{
  place.axis.y = 1e-30f;
  return place;
}

static void
check_same_shapes (kbx_handle frame, kbx_place upright)
{
  const kbx_place turned = barely_turned (upright);

  for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
    {
      kbx_vec a[64], b[64];
      kbx_placed_shape one = kbx_frame_shape (frame, upright, i), two = kbx_frame_shape (frame, turned, i);
      uint32_t n = kbx_frame_outline (frame, upright, i, KBX_NONE, a, 64);

      g_assert_cmpuint (kbx_frame_outline (frame, turned, i, KBX_NONE, b, 64), ==, n);
      g_assert_cmpmem (a, n * sizeof *a, b, n * sizeof *b);
      for (uint32_t k = 0; k < one.part_count; k++)
        {
          n = kbx_frame_outline (frame, upright, i, k, a, 64);
          g_assert_cmpuint (kbx_frame_outline (frame, turned, i, k, b, 64), ==, n);
          g_assert_cmpmem (a, n * sizeof *a, b, n * sizeof *b);
        }
      g_assert_cmpint (one.kind, ==, two.kind);
      if (one.kind == KBX_SHAPE_CIRCLE)
        g_assert_cmpmem (&one.shape.as.circle, sizeof (kbx_circle), &two.shape.as.circle, sizeof (kbx_circle));
      if (one.kind == KBX_SHAPE_CAPSULE)
        g_assert_cmpmem (&one.shape.as.capsule, sizeof one.shape.as.capsule, &two.shape.as.capsule, sizeof two.shape.as.capsule);
      if (one.kind == KBX_SHAPE_OBB)
        g_assert_cmpmem (&one.shape.as.obb.centre, sizeof (kbx_vec), &two.shape.as.obb.centre, sizeof (kbx_vec));
      if (one.kind == KBX_SHAPE_BOX)
        g_assert_true (one.shape.kind == KBX_SHAPE_BOX && two.shape.kind == KBX_SHAPE_OBB
                       && two.shape.as.obb.w == (float) (one.shape.as.box.x1 - one.shape.as.box.x0));
      g_assert_cmpmem (&one.bounds, sizeof one.bounds, &two.bounds, sizeof two.bounds);
    }
}

/* Everything but boxes that merely touch is answered as closed shapes are. */
static void
test_upright (Fixture *f, gconstpointer unused)
{
  int hits = 0;

  for (int round = 0; kit_goes_on (round, ROUNDS); round++)
    {
      kbx_handle a = random_frame (f), b = random_frame (f);
      kbx_place upright = random_pose (f), other = random_pose (f), turn = barely_turned (upright);
      kbx_class_set classes = random_classes (f);
      kbx_thing one, two;
      kbx_point p = { g_rand_int_range (f->random, -50, 50), g_rand_int_range (f->random, -50, 50) };
      kbx_circle circle = { { on_grid (f, 80), on_grid (f, 80) }, fabsf (on_grid (f, 20)) };
      kbx_pair plain[SHAPES * SHAPES], turned[SHAPES * SHAPES];
      uint32_t n, m, k = 0;

      check_same_shapes (a, upright);
      one = kbx_frame_at (a, upright, p, classes);
      two = kbx_frame_at (a, turn, p, classes);
      g_assert_cmpint (one.hit, ==, two.hit);
      g_assert_cmpuint (one.index, ==, two.index);
      two = kbx_frame_hit (a, upright, kbx_shape_point (middle_of (p)), classes);
      g_assert_cmpuint (one.index, ==, two.index);
      hits += one.hit;
      one = kbx_frame_hit (a, upright, shape_of_circle (circle), classes);
      two = kbx_frame_hit (a, turn, shape_of_circle (circle), classes);
      g_assert_cmpint (one.hit, ==, two.hit);
      g_assert_cmpuint (one.index, ==, two.index);
      g_assert_cmpuint (one.class_index, ==, two.class_index);

      n = kbx_frames_overlap (a, upright, classes, b, other, KBX_ALL_CLASSES, plain, G_N_ELEMENTS (plain));
      m = kbx_frames_overlap (a, turn, classes, b, other, KBX_ALL_CLASSES, turned, G_N_ELEMENTS (turned));
      for (uint32_t i = 0; i < m; i++)
        {
          bool same = k < n && memcmp (&plain[k], &turned[i], sizeof *plain) == 0;
          kbx_placed_shape s0 = kbx_frame_shape (a, upright, turned[i].a), s1 = kbx_frame_shape (b, other, turned[i].b);
          kbx_box p0 = s0.bounds, p1 = s1.bounds;
          bool beside = p0.x0 == p1.x1 || p0.x1 == p1.x0 || p0.y0 == p1.y1 || p0.y1 == p1.y0;
          g_assert_true (same || (s0.kind == KBX_SHAPE_BOX && s1.kind == KBX_SHAPE_BOX && beside));
          g_assert_true (turned[i].class_a == s0.class_index && turned[i].class_b == s1.class_index);
          k += same;
        }
      g_assert_cmpuint (k, ==, n);
    }
  g_assert_cmpint (hits, >, (int) kit_n_done / 20);
}

/* ---- by quarters ---- */

static void
turn_place (kbx_place *place, kbx_vec u)
{
  double x = (double) u.x * place->x - (double) u.y * place->y;
  place->y = (double) u.y * place->x + (double) u.x * place->y;
  place->x = x;
}

/* The whole world turned by quarters about the origin: the same shapes are hit, to the bit. */
static void
test_quarters (Fixture *f, gconstpointer unused)
{
  static const kbx_vec axes[4] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };

  for (int round = 0; kit_goes_on (round, ROUNDS); round++)
    {
      kbx_handle a = random_frame (f), b = random_frame (f);
      kbx_place ta = random_pose (f), tb = random_pose (f);
      kbx_circle c = { { on_grid (f, 60), on_grid (f, 60) }, fabsf (on_grid (f, 20)) };
      kbx_vec u = axes[round % 4];
      kbx_pair pairs[2][SHAPES * SHAPES];
      uint32_t n[2];
      kbx_thing hit[2];

      ta.scale = tb.scale = round % 3 ? 2 : 0.5f;
      for (int i = 0; i < 2; i++)
        {
          n[i] = kbx_frames_overlap (a, ta, KBX_ALL_CLASSES, b, tb, KBX_ALL_CLASSES, pairs[i], SHAPES * SHAPES);
          hit[i] = kbx_frame_hit (a, ta, shape_of_circle (c), KBX_ALL_CLASSES);
          turn_place (&ta, u);
          turn_place (&tb, u);
          c.centre = (kbx_vec) { u.x * c.centre.x - u.y * c.centre.y, u.y * c.centre.x + u.x * c.centre.y };
          ta.axis = tb.axis = u;
        }
      g_assert_cmpuint (n[0], ==, n[1]);
      g_assert_cmpmem (pairs[0], n[0] * sizeof **pairs, pairs[1], n[1] * sizeof **pairs);
      g_assert_cmpuint (hit[0].index, ==, hit[1].index);
    }
}

/* ---- by any angle ---- */

typedef struct {
  enum { POINT, CIRCLE, RECT, OBB, CONVEX, CAPSULE } kind;
  kbx_shape capsule;
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
  if (b->kind == CAPSULE)
    return kbx_overlap (a->kind == POINT     ? SHAPE (((kbx_circle) { a->point, 0 }))
                        : a->kind == CIRCLE  ? SHAPE (a->circle)
                        : a->kind == RECT    ? SHAPE (a->rect)
                        : a->kind == OBB     ? SHAPE (a->obb)
                        : a->kind == CAPSULE ? a->capsule
                                             : CONVEX_SHAPE (a->convex),
                        b->capsule);
  switch (a->kind)
    {
    case POINT:
      return b->kind == CIRCLE ? kbx_contains (SHAPE (b->circle), a->point)
             : b->kind == OBB  ? kbx_contains (SHAPE (b->obb), a->point)
                               : kbx_contains (CONVEX_SHAPE (b->convex), a->point);
    case CIRCLE:
      return b->kind == CIRCLE ? kbx_overlap (SHAPE (a->circle), SHAPE (b->circle))
             : b->kind == RECT ? kbx_overlap (SHAPE (a->circle), SHAPE (b->rect))
             : b->kind == OBB  ? kbx_overlap (SHAPE (a->circle), SHAPE (b->obb))
                               : kbx_overlap (SHAPE (a->circle), POLYGON_SHAPE (b->convex));
    case RECT:
      return b->kind == OBB ? kbx_overlap (SHAPE (a->rect), SHAPE (b->obb)) : kbx_overlap (SHAPE (a->rect), POLYGON_SHAPE (b->convex));
    case OBB:
      return b->kind == OBB ? kbx_overlap (SHAPE (a->obb), SHAPE (b->obb)) : kbx_overlap (SHAPE (a->obb), POLYGON_SHAPE (b->convex));
    default:
      return kbx_overlap (CONVEX_SHAPE (a->convex), CONVEX_SHAPE (b->convex));
    }
}

/* The forms of shape i; returns how many. */
static uint32_t
forms_of (kbx_handle frame, kbx_place turn, uint32_t i, Form *forms)
{
  kbx_placed_shape shape = kbx_frame_shape (frame, turn, i);
  uint32_t count = MAX (shape.part_count, 1);

  for (uint32_t k = 0; k < count; k++)
    {
      forms[k].kind = shape.kind == KBX_SHAPE_CIRCLE ? CIRCLE : shape.kind == KBX_SHAPE_BOX ? OBB : CONVEX;
      forms[k].capsule = shape.shape;
      if (shape.kind == KBX_SHAPE_CAPSULE)
        forms[k].kind = CAPSULE;
      forms[k].circle = shape.shape.as.circle;
      forms[k].obb = shape.shape.as.obb;
      forms[k].convex.corners = forms[k].corners;
      forms[k].convex.count = kbx_frame_outline (frame, turn, i, k, forms[k].corners, 64);
    }
  return count;
}

static bool
meets_shape (const Form *form, kbx_handle frame, kbx_place turn, uint32_t i)
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

  for (int round = 0; kit_goes_on (round, ROUNDS); round++)
    {
      kbx_handle frame = random_frame (f);
      kbx_place turn = random_turn (f);
      kbx_class_set classes = random_classes (f);
      Form form = { .kind = round % 3 };
      kbx_thing found[SHAPES];
      kbx_thing first;
      uint32_t n, k = 0;

      form.point = (kbx_vec) { real (f, 60), real (f, 60) };
      form.circle = (kbx_circle) { form.point, fabsf (real (f, 20)) };
      form.rect.min = form.point;
      form.rect.max = (kbx_vec) { form.point.x + fabsf (real (f, 30)), form.point.y + fabsf (real (f, 30)) };
      if (form.kind == POINT)
        {
          n = kbx_frame_touching (frame, turn, kbx_shape_point (form.point), classes, found, SHAPES);
          first = kbx_frame_hit (frame, turn, kbx_shape_point (form.point), classes);
        }
      else if (form.kind == CIRCLE)
        {
          n = kbx_frame_touching (frame, turn, shape_of_circle (form.circle), classes, found, SHAPES);
          first = kbx_frame_hit (frame, turn, shape_of_circle (form.circle), classes);
        }
      else
        {
          n = kbx_frame_touching (frame, turn, shape_of_rect (form.rect), classes, found, SHAPES);
          first = kbx_frame_hit (frame, turn, shape_of_rect (form.rect), classes);
        }
      for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
        {
          if (!(classes >> kbx_frame_shape (frame, kbx_at (0, 0), i).class_index & 1) || !meets_shape (&form, frame, turn, i))
            continue;
          g_assert_cmpuint (k, <, n);
          g_assert_cmpuint (found[k].index, ==, i);
          g_assert_cmpuint (found[k].class_index, ==, kbx_frame_shape (frame, kbx_at (0, 0), i).class_index);
          k++;
        }
      g_assert_cmpuint (k, ==, n);
      g_assert_cmpint (first.hit, ==, n > 0);
      g_assert_cmpuint (first.index, ==, n > 0 ? found[0].index : KBX_NONE);
      hits += n > 0;
    }
  g_assert_cmpint (hits, >, (int) kit_n_done / 20);
  g_assert_cmpint (hits, <, (int) kit_n_done - (int) kit_n_done / 20);
}

static void
test_pairs (Fixture *f, gconstpointer unused)
{
  int hits = 0;

  for (int round = 0; round < ROUNDS / 2; round++)
    {
      kbx_handle a = random_frame (f), b = random_frame (f);
      kbx_place ta = random_turn (f), tb = random_turn (f);
      kbx_class_set ca = random_classes (f), cb = random_classes (f);
      kbx_pair pairs[SHAPES * SHAPES];
      uint32_t n = kbx_frames_overlap (a, ta, ca, b, tb, cb, pairs, SHAPES * SHAPES), k = 0;

      for (uint32_t i = 0; i < kbx_count (a, KBX_SHAPE); i++)
        for (uint32_t j = 0; j < kbx_count (b, KBX_SHAPE); j++)
          {
            Form forms[64];
            uint32_t parts = forms_of (a, ta, i, forms);
            bool meet = false;
            if (!(ca >> kbx_frame_shape (a, kbx_at (0, 0), i).class_index & 1) || !(cb >> kbx_frame_shape (b, kbx_at (0, 0), j).class_index & 1))
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
      g_assert_cmpuint (kbx_frames_overlap (b, tb, cb, a, ta, ca, NULL, 0), ==, n);
      g_assert_cmpint (kbx_frames_touch (a, ta, ca, b, tb, cb), ==, n > 0);
      hits += n > 0;
    }
  g_assert_cmpint (hits, >, (int) kit_n_done / 40);
}

KIT_PROGRAM (runtime_turned_random)
{
  kit_test_init (&argc, &argv);
#define ADD(name, test) g_test_add ("/turned/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("upright", test_upright);
  ADD ("quarters", test_quarters);
  ADD ("hits", test_hits);
  ADD ("pairs", test_pairs);
  return g_test_run ();
}
