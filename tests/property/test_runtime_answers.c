/* SPDX-License-Identifier: MIT */
/* Random frames in random poses: every answer equals that of a slow, obvious method that works on the artist's
 * outlines instead of convex parts and boxes; mirroring, moving and swapping change nothing. */
#include "runtime/kickbox.h"
#include "support/bank_maker.h"
#include "support/places.h"
#include "support/seed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 60          /* drawn ones; each has three mirrored ones behind it */
#define SHAPES 6
#define CLASSES 5
#define MAX_HITS 32

typedef struct {
  KbBankContent content;
  uint8_t *bytes;
  kbx_bank bank;
  GRand *random;
  int32_t extent, reach;   /* of shapes in frames, of poses in the world */
} Fixture;

static void
set_up (Fixture *f, gconstpointer extent)
{
  KbBankSprite *sprite;
  size_t size;

  memset (f, 0, sizeof *f);
  f->extent = GPOINTER_TO_INT (extent);
  f->reach = f->extent;
  f->random = g_rand_new_with_seed (20 + (guint32) f->extent);
  for (int i = 0; i < CLASSES; i++)
    {
      char name[2] = { (char) ('a' + i), 0 };
      kb_maker_class (&f->content, name, 0);
    }
  sprite = kb_maker_sprite (&f->content, "random");
  for (uint32_t i = 0; i < FRAMES; i++)
    {
      int32_t off = f->extent / 3;
      KbBankFrame *frame = kb_maker_frame (sprite, "", 40, 40, g_rand_int_range (f->random, -off, off),
                                           g_rand_int_range (f->random, -off, off));
      kb_maker_random_shapes (frame, f->random, (uint32_t) g_rand_int_range (f->random, 0, SHAPES), CLASSES, f->extent);
      if (i % 2)
        kb_maker_random_capsule (frame, f->random, i % CLASSES, f->extent);
      kb_maker_point (frame, "p", g_rand_int_range (f->random, -f->extent, f->extent),
                      g_rand_int_range (f->random, -f->extent, f->extent), 0.6f, -0.8f);
      kb_maker_mirrored (sprite, 4 * i, true, false);
      kb_maker_mirrored (sprite, 4 * i, false, true);
      kb_maker_mirrored (sprite, 4 * i, true, true);
    }
  f->bytes = kb_maker_write (&f->content, &size);
  g_assert_cmpint (kbx_bank_open (&f->bank, f->bytes, size, NULL), ==, KBX_OK);
}

static void
tear_down (Fixture *f, gconstpointer extent)
{
  kb_bank_content_clear (&f->content);
  g_rand_free (f->random);
  free (f->bytes);
}

/* ---- the obvious method ---- */

/* A shape in the world, on the grid. */
typedef struct {
  KbBankShapeKind kind;
  uint32_t class_index;
  int64_t x0, y0, x1, y1;  /* box, pixels */
  int64_t cx, cy, r;
  uint32_t n;              /* box, oriented, polygon: corners; capsule: its ends */
  struct { int64_t x, y; } v[8];
} Plain;

static void
plain_box_corners (Plain *s)
{
  const int64_t x[4] = { s->x0, s->x1, s->x1, s->x0 }, y[4] = { s->y0, s->y0, s->y1, s->y1 };
  s->n = 4;
  for (int i = 0; i < 4; i++)
    {
      s->v[i].x = x[i] * 256;
      s->v[i].y = y[i] * 256;
    }
}

/* As docs/bank-format.md says: unflipped at + c - hot, flipped at + hot + 1 - c. */
static int64_t
place (int64_t c, int32_t at, int32_t hot, bool flip, int64_t unit)
{
  return flip ? (at + (int64_t) hot + 1) * unit - c : (at - (int64_t) hot) * unit + c;
}

static Plain
plain_shape (const KbBankFrame *frame, uint32_t i, kbx_place pose)
{
  const KbBankShape *from = &frame->shapes[i];
  const KbBankRing *ring = from->kind == KB_BANK_POLYGON ? &from->outline : from->parts;
  Plain s = { .kind = from->kind, .class_index = from->class_index };

  if (from->kind == KB_BANK_BOX)
    {
      int64_t xa = place (from->x, place_column (pose), frame->hot_x, pose.flip_x, 1);
      int64_t xb = place (from->x + from->w, place_column (pose), frame->hot_x, pose.flip_x, 1);
      int64_t ya = place (from->y, place_row (pose), frame->hot_y, pose.flip_y, 1);
      int64_t yb = place (from->y + from->h, place_row (pose), frame->hot_y, pose.flip_y, 1);
      s.x0 = MIN (xa, xb);
      s.x1 = MAX (xa, xb);
      s.y0 = MIN (ya, yb);
      s.y1 = MAX (ya, yb);
      plain_box_corners (&s);
    }
  else if (from->kind == KB_BANK_CIRCLE)
    {
      s.cx = place (from->cx, place_column (pose), frame->hot_x, pose.flip_x, 256);
      s.cy = place (from->cy, place_row (pose), frame->hot_y, pose.flip_y, 256);
      s.r = from->r;
    }
  else if (from->kind == KB_BANK_CAPSULE)
    {
      s.r = from->r;
      for (s.n = 0; s.n < 2; s.n++)
        {
          s.v[s.n].x = place (s.n ? from->cx : from->ax, place_column (pose), frame->hot_x, pose.flip_x, 256);
          s.v[s.n].y = place (s.n ? from->cy : from->ay, place_row (pose), frame->hot_y, pose.flip_y, 256);
        }
    }
  else
    for (s.n = 0; s.n < ring->n_vertices; s.n++)
      {
        s.v[s.n].x = place (ring->vertices[s.n].x, place_column (pose), frame->hot_x, pose.flip_x, 256);
        s.v[s.n].y = place (ring->vertices[s.n].y, place_row (pose), frame->hot_y, pose.flip_y, 256);
      }
  return s;
}

static Plain
plain_box (kbx_box box)
{
  Plain s = { .kind = KB_BANK_BOX, .x0 = box.x0, .y0 = box.y0, .x1 = box.x1, .y1 = box.y1 };
  plain_box_corners (&s);
  return s;
}

static int
side (const Plain *s, uint32_t i, int64_t x, int64_t y)
{
  uint32_t k = (i + 1) % s->n;
  int64_t c = (s->v[k].x - s->v[i].x) * (y - s->v[i].y) - (s->v[k].y - s->v[i].y) * (x - s->v[i].x);
  return (c > 0) - (c < 0);
}

static bool
on_edge (const Plain *s, uint32_t i, int64_t x, int64_t y)
{
  uint32_t k = (i + 1) % s->n;
  return side (s, i, x, y) == 0 && MIN (s->v[i].x, s->v[k].x) <= x && x <= MAX (s->v[i].x, s->v[k].x) &&
         MIN (s->v[i].y, s->v[k].y) <= y && y <= MAX (s->v[i].y, s->v[k].y);
}

/* In the closed outline: on an edge, or crossing an odd number of edges on the way to the left. */
static bool
in_outline (const Plain *s, int64_t x, int64_t y)
{
  bool odd = false;
  for (uint32_t i = 0; i < s->n; i++)
    {
      uint32_t k = (i + 1) % s->n;
      bool down = s->v[k].y > s->v[i].y;
      if (on_edge (s, i, x, y))
        return true;
      if ((s->v[i].y > y) != (s->v[k].y > y) && side (s, i, x, y) == (down ? -1 : 1))
        odd = !odd;
    }
  return odd;
}

static bool
edges_touch (const Plain *a, uint32_t i, const Plain *b, uint32_t k)
{
  uint32_t i1 = (i + 1) % a->n, k1 = (k + 1) % b->n;
  if (side (a, i, b->v[k].x, b->v[k].y) * side (a, i, b->v[k1].x, b->v[k1].y) < 0 &&
      side (b, k, a->v[i].x, a->v[i].y) * side (b, k, a->v[i1].x, a->v[i1].y) < 0)
    return true;
  return on_edge (a, i, b->v[k].x, b->v[k].y) || on_edge (a, i, b->v[k1].x, b->v[k1].y) ||
         on_edge (b, k, a->v[i].x, a->v[i].y) || on_edge (b, k, a->v[i1].x, a->v[i1].y);
}

static bool
outlines_touch (const Plain *a, const Plain *b)
{
  for (uint32_t i = 0; i < a->n; i++)
    for (uint32_t k = 0; k < b->n; k++)
      if (edges_touch (a, i, b, k))
        return true;
  return in_outline (a, b->v[0].x, b->v[0].y) || in_outline (b, a->v[0].x, a->v[0].y);
}

static bool
circle_touches_outline (const Plain *c, const Plain *s)
{
  if (in_outline (s, c->cx, c->cy))
    return true;
  for (uint32_t i = 0; i < s->n; i++)
    {
      uint32_t k = (i + 1) % s->n;
      __int128 ex = s->v[k].x - s->v[i].x, ey = s->v[k].y - s->v[i].y;
      __int128 px = c->cx - s->v[i].x, py = c->cy - s->v[i].y, length2 = ex * ex + ey * ey;
      __int128 along = ex * px + ey * py, cross = ex * py - ey * px, r2 = (__int128) c->r * c->r;
      if (along <= 0 ? px * px + py * py <= r2
          : along >= length2 ? (px - ex) * (px - ex) + (py - ey) * (py - ey) <= r2
                             : cross * cross <= r2 * length2)
        return true;
    }
  return false;
}

/* Is a corner of a within the radius of both of b? */
static bool
corner_near (const Plain *a, const Plain *b)
{
  bool near = false;
  for (uint32_t i = 0; i < a->n && !near; i++)
    {
      const Plain circle = { .cx = a->v[i].x, .cy = a->v[i].y, .r = a->r + b->r };
      near = circle_touches_outline (&circle, b);
    }
  return near;
}

static bool
plain_touch (const Plain *a, const Plain *b)
{
  if (a->kind == KB_BANK_BOX && b->kind == KB_BANK_BOX)
    return MAX (a->x0, b->x0) < MIN (a->x1, b->x1) && MAX (a->y0, b->y0) < MIN (a->y1, b->y1);
  if (a->kind == KB_BANK_CIRCLE && b->kind == KB_BANK_CIRCLE)
    return (__int128) (a->cx - b->cx) * (a->cx - b->cx) + (__int128) (a->cy - b->cy) * (a->cy - b->cy) <=
           (__int128) (a->r + b->r) * (a->r + b->r);
  if (a->kind == KB_BANK_CIRCLE || b->kind == KB_BANK_CIRCLE)
    {
      const Plain *other = a->kind == KB_BANK_CIRCLE ? b : a;
      Plain circle = a->kind == KB_BANK_CIRCLE ? *a : *b;
      circle.r += other->r;
      return circle_touches_outline (&circle, other);
    }
  if (a->kind == KB_BANK_CAPSULE || b->kind == KB_BANK_CAPSULE)
    return corner_near (a, b) || corner_near (b, a) || outlines_touch (a, b);
  return outlines_touch (a, b);
}

static bool
plain_has_pixel (const Plain *s, int64_t x, int64_t y)
{
  int64_t cx = x * 256 + 128, cy = y * 256 + 128;
  if (s->kind == KB_BANK_BOX)
    return s->x0 <= x && x < s->x1 && s->y0 <= y && y < s->y1;
  if (s->kind == KB_BANK_CIRCLE)
    return (cx - s->cx) * (cx - s->cx) + (cy - s->cy) * (cy - s->cy) <= s->r * s->r;
  if (s->kind == KB_BANK_CAPSULE)
    return circle_touches_outline (&(Plain) { .cx = cx, .cy = cy, .r = s->r }, s);
  return in_outline (s, cx, cy);
}

/* ---- questions ---- */

static kbx_handle
frame_of (Fixture *f, uint32_t i)
{
  return kbx_item (kbx_bank_item (&f->bank, KBX_SPRITE, 0), KBX_FRAME, i);
}

static int32_t
within (Fixture *f, int32_t limit)
{
  return g_rand_int_range (f->random, -limit, limit + 1);
}

static kbx_place
random_pose (Fixture *f)
{
  return kbx_at_flipped (within (f, f->reach), within (f, f->reach), g_rand_boolean (f->random), g_rand_boolean (f->random));
}

static kbx_class_set
random_classes (Fixture *f)
{
  return g_rand_int_range (f->random, 0, 3) ? KBX_ALL_CLASSES : (kbx_class_set) g_rand_int_range (f->random, 0, 1 << CLASSES);
}

static kbx_box
random_box (Fixture *f)
{
  kbx_box box = { within (f, f->reach), within (f, f->reach), 0, 0 };
  box.x1 = box.x0 + g_rand_int_range (f->random, 1, f->extent);
  box.y1 = box.y0 + g_rand_int_range (f->random, 1, f->extent);
  return box;
}

/* A coordinate that a float holds exactly on the grid. */
static float
random_real (Fixture *f, int32_t limit)
{
  int32_t step = g_rand_boolean (f->random) ? 256 : g_rand_boolean (f->random) ? 64 : 1;
  return (float) (g_rand_int_range (f->random, -limit * 256 / step, limit * 256 / step + 1) * step) / 256;
}

static Plain
plain_circle (kbx_vec centre, float radius)
{
  Plain s = { .kind = KB_BANK_CIRCLE, .cx = (int64_t) (centre.x * 256), .cy = (int64_t) (centre.y * 256),
              .r = (int64_t) (radius * 256) };
  return s;
}

/* Compares the two forms of one question with the shapes that `expected` lists, ascending. */
static void
check_hits (const KbBankFrame *frame, const uint32_t *expected, uint32_t count, kbx_thing first, const kbx_thing *all, uint32_t n)
{
  g_assert_cmpint (first.status, ==, KBX_OK);
  g_assert_cmpint (first.hit, ==, count > 0);
  g_assert_cmpuint (first.index, ==, count > 0 ? expected[0] : KBX_NONE);
  g_assert_cmpuint (first.class_index, ==, count > 0 ? frame->shapes[expected[0]].class_index : KBX_NONE);
  g_assert_cmpuint (n, ==, count);
  for (uint32_t i = 0; i < count; i++)
    {
      g_assert_cmpint (all[i].kind, ==, KBX_SHAPE);
      g_assert_cmpuint (all[i].index, ==, expected[i]);
      g_assert_cmpuint (all[i].class_index, ==, frame->shapes[expected[i]].class_index);
    }
}

typedef struct {
  uint32_t asked, hit;
} Tally;

/* Neither always nor never: otherwise the questions are badly chosen. */
static void
check_tally (const char *what, Tally tally)
{
  g_test_message ("%s: %u of %u hit", what, tally.hit, tally.asked);
  g_assert_cmpuint (tally.hit, >, tally.asked / 50);
  g_assert_cmpuint (tally.hit, <, tally.asked - tally.asked / 50);
}

static void
test_hits (Fixture *f, gconstpointer extent)
{
  Tally points = { 0, 0 }, boxes = { 0, 0 }, circles = { 0, 0 };

  for (int round = 0; kit_goes_on (round, 12000); round++)
    {
      uint32_t index = (uint32_t) g_rand_int_range (f->random, 0, 4 * FRAMES), expected[SHAPES], count = 0;
      const KbBankFrame *from = &f->content.sprites[0].frames[index];
      kbx_handle frame = frame_of (f, index);
      kbx_place pose = random_pose (f);
      kbx_class_set classes = random_classes (f);
      kbx_thing hits[MAX_HITS];
      kbx_point p = { within (f, f->reach), within (f, f->reach) };
      kbx_box box = random_box (f);
      kbx_vec centre = { random_real (f, f->reach), random_real (f, f->reach) };
      float radius = fabsf (random_real (f, f->extent / 2));
      int kind = round % 3;
      Plain asked = kind == 1 ? plain_box (box) : plain_circle (centre, radius);
      uint32_t n;

      for (uint32_t i = 0; i < from->n_shapes; i++)
        {
          Plain s = plain_shape (from, i, pose);
          if ((classes >> s.class_index & 1) && (kind == 0 ? plain_has_pixel (&s, p.x, p.y) : plain_touch (&asked, &s)))
            expected[count++] = i;
        }
      if (kind == 0)
        {
          n = kbx_frame_touching (frame, pose, kbx_shape_point (middle_of (p)), classes, hits, MAX_HITS);
          check_hits (from, expected, count, kbx_frame_at (frame, pose, p, classes), hits, n);
          points.asked++;
          points.hit += count > 0;
        }
      else if (kind == 1)
        {
          n = kbx_frame_touching (frame, pose, kbx_shape_box (box), classes, hits, MAX_HITS);
          check_hits (from, expected, count, kbx_frame_hit (frame, pose, kbx_shape_box (box), classes), hits, n);
          boxes.asked++;
          boxes.hit += count > 0;
        }
      else
        {
          n = kbx_frame_touching (frame, pose, kbx_shape_circle (centre, radius), classes, hits, MAX_HITS);
          check_hits (from, expected, count, kbx_frame_hit (frame, pose, kbx_shape_circle (centre, radius), classes), hits, n);
          circles.asked++;
          circles.hit += count > 0;
        }
    }
  check_tally ("points", points);
  check_tally ("boxes", boxes);
  check_tally ("circles", circles);
}

static void
test_overlaps (Fixture *f, gconstpointer extent)
{
  Tally frames = { 0, 0 }, shapes = { 0, 0 };

  for (int round = 0; kit_goes_on (round, 4000); round++)
    {
      uint32_t ia = (uint32_t) g_rand_int_range (f->random, 0, 4 * FRAMES), count = 0;
      uint32_t ib = (uint32_t) g_rand_int_range (f->random, 0, 4 * FRAMES);
      const KbBankFrame *from_a = &f->content.sprites[0].frames[ia], *from_b = &f->content.sprites[0].frames[ib];
      kbx_handle a = frame_of (f, ia), b = frame_of (f, ib);
      kbx_place pose_a = random_pose (f), pose_b = random_pose (f);
      kbx_class_set classes_a = random_classes (f), classes_b = random_classes (f);
      kbx_pair pairs[SHAPES * SHAPES], swapped[SHAPES * SHAPES];
      uint32_t n = kbx_frames_overlap (a, pose_a, classes_a, b, pose_b, classes_b, pairs, G_N_ELEMENTS (pairs));

      for (uint32_t i = 0; i < from_a->n_shapes; i++)
        for (uint32_t k = 0; k < from_b->n_shapes; k++)
          {
            Plain sa = plain_shape (from_a, i, pose_a), sb = plain_shape (from_b, k, pose_b);
            shapes.asked++;
            if (!(classes_a >> sa.class_index & 1) || !(classes_b >> sb.class_index & 1) || !plain_touch (&sa, &sb))
              continue;
            g_assert_cmpuint (count, <, n);
            g_assert_cmpuint (pairs[count].a, ==, i);
            g_assert_cmpuint (pairs[count].b, ==, k);
            count++;
            shapes.hit++;
          }
      g_assert_cmpuint (n, ==, count);
      frames.asked++;
      frames.hit += n > 0;
      g_assert_cmpint (kbx_frames_touch (a, pose_a, classes_a, b, pose_b, classes_b), ==, n > 0);
      /* Swapped: the same pairs, sorted the other way. */
      g_assert_cmpuint (kbx_frames_overlap (b, pose_b, classes_b, a, pose_a, classes_a, swapped, G_N_ELEMENTS (swapped)), ==, n);
      for (uint32_t i = 0; i < n; i++)
        {
          uint32_t k;
          for (k = 0; k < n && (swapped[k].a != pairs[i].b || swapped[k].b != pairs[i].a); k++)
            ;
          g_assert_cmpuint (k, <, n);
        }
      /* A short buffer gets the first ones and the same count. */
      memset (swapped, 0xee, sizeof swapped);
      g_assert_cmpuint (kbx_frames_overlap (a, pose_a, classes_a, b, pose_b, classes_b, swapped, n / 2), ==, n);
      g_assert_cmpmem (swapped, n / 2 * sizeof *pairs, pairs, n / 2 * sizeof *pairs);
      g_assert_cmphex (swapped[n / 2].a, ==, 0xeeeeeeee);
    }
  check_tally ("frames", frames);
  check_tally ("shapes", shapes);
}

static void
assert_same_hit (kbx_thing a, kbx_thing b)
{
  g_assert_cmpint (a.status, ==, b.status);
  g_assert_cmpint (a.hit, ==, b.hit);
  g_assert_cmpuint (a.index, ==, b.index);
  g_assert_cmpuint (a.class_index, ==, b.class_index);
}

/* But for the point. */
static void
assert_same_strike (kbx_hit a, kbx_hit b)
{
  g_assert_cmpint (a.status, ==, b.status);
  g_assert_cmpint (a.hit, ==, b.hit);
  g_assert_cmpint (a.kind, ==, b.kind);
  g_assert_cmpuint (a.index, ==, b.index);
  g_assert_cmpuint (a.class_index, ==, b.class_index);
}

static void
assert_same_box (kbx_box a, kbx_box b)
{
  g_assert_cmpint (a.x0, ==, b.x0);
  g_assert_cmpint (a.y0, ==, b.y0);
  g_assert_cmpint (a.x1, ==, b.x1);
  g_assert_cmpint (a.y1, ==, b.y1);
}

/* A frame shown flipped answers as the mirrored frame does unflipped. */
static void
test_mirror (Fixture *f, gconstpointer extent)
{
  for (int round = 0; kit_goes_on (round, 6000); round++)
    {
      uint32_t index = 4 * (uint32_t) g_rand_int_range (f->random, 0, FRAMES), flips = (uint32_t) g_rand_int_range (f->random, 1, 4);
      kbx_handle frame = frame_of (f, index), mirrored = frame_of (f, index + flips);
      kbx_handle other = frame_of (f, (uint32_t) g_rand_int_range (f->random, 0, 4 * FRAMES));
      kbx_place pose = random_pose (f), straight, other_pose = random_pose (f);
      kbx_point p = { within (f, f->reach), within (f, f->reach) };
      kbx_box box = random_box (f);
      kbx_vec centre = { random_real (f, f->reach), random_real (f, f->reach) };
      float radius = fabsf (random_real (f, f->extent));
      kbx_action_point one, two;
      kbx_pair pairs[SHAPES * SHAPES], pairs2[SHAPES * SHAPES];
      uint32_t n;

      pose.flip_x = flips & 1;
      pose.flip_y = flips & 2;
      straight = pose;
      straight.flip_x = straight.flip_y = false;
      assert_same_hit (kbx_frame_at (frame, pose, p, KBX_ALL_CLASSES),
                       kbx_frame_at (mirrored, straight, p, KBX_ALL_CLASSES));
      assert_same_hit (kbx_frame_hit (frame, pose, kbx_shape_box (box), KBX_ALL_CLASSES),
                       kbx_frame_hit (mirrored, straight, kbx_shape_box (box), KBX_ALL_CLASSES));
      assert_same_hit (kbx_frame_hit (frame, pose, kbx_shape_circle (centre, radius), KBX_ALL_CLASSES),
                       kbx_frame_hit (mirrored, straight, kbx_shape_circle (centre, radius), KBX_ALL_CLASSES));
      assert_same_strike (kbx_strike (frame, pose, "p", other, other_pose, KBX_ALL_CLASSES),
                          kbx_strike (mirrored, straight, "p", other, other_pose, KBX_ALL_CLASSES));
      n = kbx_frames_overlap (frame, pose, KBX_ALL_CLASSES, other, other_pose, KBX_ALL_CLASSES, pairs, G_N_ELEMENTS (pairs));
      g_assert_cmpuint (n, ==, kbx_frames_overlap (mirrored, straight, KBX_ALL_CLASSES, other, other_pose, KBX_ALL_CLASSES,
                                                   pairs2, G_N_ELEMENTS (pairs2)));
      g_assert_cmpmem (pairs, n * sizeof *pairs, pairs2, n * sizeof *pairs);
      one = kbx_frame_action (frame, pose, "p");
      two = kbx_frame_action (mirrored, straight, "p");
      g_assert_cmpint (one.pixel.x, ==, two.pixel.x);
      g_assert_cmpint (one.pixel.y, ==, two.pixel.y);
      g_assert_true (one.p.x == two.p.x && one.p.y == two.p.y);
      g_assert_true (one.direction.x == two.direction.x && one.direction.y == two.direction.y);
      assert_same_box (kbx_frame_box (frame, pose, KBX_ALL_CLASSES), kbx_frame_box (mirrored, straight, KBX_ALL_CLASSES));
      assert_same_box (kbx_frame_box (frame, pose, 3), kbx_frame_box (mirrored, straight, 3));
      for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
        {
          kbx_placed_shape c = kbx_frame_shape (frame, pose, i), c2 = kbx_frame_shape (mirrored, straight, i);
          kbx_vec v[8], w[8];
          assert_same_box (c.bounds, c2.bounds);
          g_assert_cmpint (c.shape.kind, ==, c2.shape.kind);
          if (c.shape.kind == KBX_SHAPE_CIRCLE)
            g_assert_cmpmem (&c.shape.as.circle, sizeof (kbx_circle), &c2.shape.as.circle, sizeof (kbx_circle));
          if (c.shape.kind == KBX_SHAPE_CAPSULE)
            g_assert_cmpmem (&c.shape.as.capsule, sizeof c.shape.as.capsule, &c2.shape.as.capsule, sizeof c.shape.as.capsule);
          n = kbx_frame_outline (frame, pose, i, KBX_NONE, v, 8);
          g_assert_cmpuint (n, ==, kbx_frame_outline (mirrored, straight, i, KBX_NONE, w, 8));
        }
    }
}

/* Everything moved by the same amount, even to the ends of int32, gives the same answers. */
static void
test_translation (Fixture *f, gconstpointer extent)
{
  for (int round = 0; kit_goes_on (round, 4000); round++)
    {
      int32_t limit = INT32_MAX - 4 * f->reach;
      int32_t dx = g_rand_int_range (f->random, -limit, limit), dy = round % 2 ? limit : -limit;
      kbx_handle a = frame_of (f, (uint32_t) g_rand_int_range (f->random, 0, 4 * FRAMES));
      kbx_handle b = frame_of (f, (uint32_t) g_rand_int_range (f->random, 0, 4 * FRAMES));
      kbx_place pose_a = random_pose (f), pose_b = random_pose (f), far_a = pose_a, far_b = pose_b;
      kbx_point p = { within (f, f->reach), within (f, f->reach) }, far_p = { p.x + dx, p.y + dy };
      kbx_box box = random_box (f), far_box = { box.x0 + dx, box.y0 + dy, box.x1 + dx, box.y1 + dy };

      far_a.x += dx;
      far_a.y += dy;
      far_b.x += dx;
      far_b.y += dy;
      assert_same_hit (kbx_frame_at (a, pose_a, p, KBX_ALL_CLASSES), kbx_frame_at (a, far_a, far_p, KBX_ALL_CLASSES));
      assert_same_hit (kbx_frame_hit (a, pose_a, kbx_shape_box (box), KBX_ALL_CLASSES), kbx_frame_hit (a, far_a, kbx_shape_box (far_box), KBX_ALL_CLASSES));
      assert_same_strike (kbx_strike (a, pose_a, "p", b, pose_b, KBX_ALL_CLASSES),
                          kbx_strike (a, far_a, "p", b, far_b, KBX_ALL_CLASSES));
      g_assert_cmpuint (kbx_frames_overlap (a, pose_a, KBX_ALL_CLASSES, b, pose_b, KBX_ALL_CLASSES, NULL, 0), ==,
                        kbx_frames_overlap (a, far_a, KBX_ALL_CLASSES, b, far_b, KBX_ALL_CLASSES, NULL, 0));
      /* As far apart as can be: nothing, and nothing overflows. */
      far_a = kbx_at (INT32_MAX, 0);
      far_b = kbx_at (INT32_MIN, 0);
      g_assert_false (kbx_frames_touch (a, far_a, KBX_ALL_CLASSES, b, far_b, KBX_ALL_CLASSES));
      g_assert_false (kbx_strike (a, far_a, "p", b, far_b, KBX_ALL_CLASSES).hit);
    }
}

/* A box that covers a frame's box hits every shape; shapes' boxes hold what they stand for. */
static void
test_enclosing (Fixture *f, gconstpointer extent)
{
  for (uint32_t i = 0; i < 4 * FRAMES; i++)
    {
      kbx_handle frame = frame_of (f, i);
      kbx_place pose = random_pose (f);
      kbx_box all = kbx_frame_box (frame, pose, KBX_ALL_CLASSES);
      kbx_thing hits[MAX_HITS];
      uint32_t n = kbx_frame_touching (frame, pose, kbx_shape_box (all), KBX_ALL_CLASSES, hits, MAX_HITS);
      g_assert_cmpuint (n, ==, kbx_count (frame, KBX_SHAPE));
      for (uint32_t k = 0; k < n; k++)
        {
          kbx_box box = kbx_frame_shape (frame, pose, k).bounds, inner;
          kbx_vec corners[8];
          uint32_t m = kbx_frame_outline (frame, pose, k, KBX_NONE, corners, 8);
          g_assert_true (box.x0 >= all.x0 && box.y0 >= all.y0 && box.x1 <= all.x1 && box.y1 <= all.y1);
          for (uint32_t c = 0; c < m; c++)
            g_assert_true (corners[c].x >= (float) box.x0 && corners[c].x <= (float) box.x1 &&
                           corners[c].y >= (float) box.y0 && corners[c].y <= (float) box.y1);
          inner = kbx_frame_box (frame, pose, kbx_class_bit (hits[k].class_index));
          g_assert_true (box.x0 >= inner.x0 && box.y0 >= inner.y0 && box.x1 <= inner.x1 && box.y1 <= inner.y1);
        }
    }
}

static void
add (const char *name, int extent, void (*test) (Fixture *, gconstpointer))
{
  char *path = g_strdup_printf ("/runtime/answers/%s/%d", name, extent);
  g_test_add (path, Fixture, GINT_TO_POINTER (extent), set_up, test, tear_down);
  g_free (path);
}

KIT_PROGRAM (runtime_answers)
{
  /* Small frames, where many things just touch; usual ones; and ones near the limits of the format. */
  static const int extents[] = { 6, 24, 10000 };

  kit_test_init (&argc, &argv);
  for (size_t i = 0; i < G_N_ELEMENTS (extents); i++)
    {
      add ("hits", extents[i], test_hits);
      add ("overlaps", extents[i], test_overlaps);
      add ("mirror", extents[i], test_mirror);
      add ("translation", extents[i], test_translation);
      add ("enclosing", extents[i], test_enclosing);
    }
  return g_test_run ();
}
