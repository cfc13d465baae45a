/* SPDX-License-Identifier: MIT */
/* Bitmaps against a plain loop, and 100,000 random pairs against pygame's masks, where those are installed. */
#include "runtime/masks/bitmap_planes.h"
#include "tests/support/pixel_kit.h"
#include "tests/support/pygame_masks.h"
#include "tests/support/random_masks.h"
#include "tests/support/seed.h"

/* A place at which the two overlap, touch, or just miss. */
static kbx_place
random_place (const TestMask *a, const TestMask *b, kbx_place on)
{
  int reach_x = (int) MAX (a->w, b->w) + 2, reach_y = (int) MAX (a->h, b->h) + 2;
  kbx_place pose = kbx_at_flipped (on.x + g_test_rand_int_range (-reach_x, reach_x + 1),
                                   on.y + g_test_rand_int_range (-reach_y, reach_y + 1), g_test_rand_bit (), g_test_rand_bit ());
  return pose;
}

static void
check_pair (const TestMask *a, kbx_place pa, const TestMask *b, kbx_place pb, TestShared expected)
{
  kbx_pixel first = kbx_pixels_first (a->bitmap, pa, b->bitmap, pb), other = kbx_pixels_first (b->bitmap, pb, a->bitmap, pa);
  g_assert_cmpint (kbx_pixels_overlap (a->bitmap, pa, b->bitmap, pb), ==, expected.found);
  g_assert_cmpint (kbx_pixels_overlap (b->bitmap, pb, a->bitmap, pa), ==, expected.found);
  g_assert_cmpint (first.found, ==, expected.found);
  g_assert_cmpint (other.found, ==, expected.found);
  if (expected.found)
    {
      g_assert_cmpint (first.p.x, ==, expected.first.x);
      g_assert_cmpint (first.p.y, ==, expected.first.y);
      g_assert_cmpint (other.p.x, ==, expected.first.x);
      g_assert_cmpint (other.p.y, ==, expected.first.y);
    }
  g_assert_cmpuint (kbx_pixels_area (a->bitmap, pa, b->bitmap, pb), ==, expected.area);
  g_assert_cmpuint (kbx_pixels_area (b->bitmap, pb, a->bitmap, pa), ==, expected.area);
}

static void
test_plain (void)
{
  for (int i = 0; kit_goes_on (i, 2000); i++)
    {
      TestMask a = test_mask_random (100), b = test_mask_random (200);
      kbx_place on = kbx_at_flipped (g_test_rand_int_range (-500, 500), g_test_rand_int_range (-500, 500), g_test_rand_bit (), g_test_rand_bit ());
      uint32_t area = 0;
      for (uint32_t k = 0; k < a.w * a.h; k++)
        area += a.values[k] >= 128;
      g_assert_cmpuint (kbx_info (a.bitmap).pixels, ==, area);
      for (int k = 0; k < 4; k++)
        {
          kbx_place at = random_place (&a, &b, on);
          check_pair (&a, at, &b, on, test_masks_shared (&a, at, &b, on));
          for (int p = 0; p < 20; p++)
            {
              kbx_point point = { place_column (at) + g_test_rand_int_range (-110, 110), place_row (at) + g_test_rand_int_range (-110, 110) };
              g_assert_cmpint (kbx_pixel_at (a.bitmap, at, point), ==, test_mask_at (&a, at, point.x, point.y));
            }
        }
      test_mask_clear (&a);
      test_mask_clear (&b);
    }
}

/* Bounds that have one to five rows in common: fewer than are asked at once, with others after them. */
static void
test_few_rows (void)
{
  int words = 0;
  for (int i = 0; kit_goes_on (i, 3000); i++)
    {
      TestMask a = test_mask_random (200), b = test_mask_random (200);
      kbx_box of_a = kbx_info (a.bitmap).bounds, of_b = kbx_info (b.bitmap).bounds;
      kbx_place on = kbx_at (0, 0), at = kbx_at_flipped (0, 0, g_test_rand_int_range (0, 4) == 0, false);
      bool below = g_test_rand_bit ();
      for (int k = 0; k < 5; k++)
        {
          at = kbx_at_flipped (g_test_rand_int_range (-(int) a.w, (int) b.w) + (at.flip_x ? (int) a.w - 1 : 0),
                               below ? of_b.y1 - of_a.y0 - 1 - k : of_b.y0 - of_a.y1 + 1 + k, at.flip_x, false);
          check_pair (&a, at, &b, on, test_masks_shared (&a, at, &b, on));
        }
      words += kbx_bitmap_kind (a.bitmap.data) == KBX_BITMAP_WORDS && kbx_bitmap_kind (b.bitmap.data) == KBX_BITMAP_WORDS;
      test_mask_clear (&a);
      test_mask_clear (&b);
    }
  g_test_message ("%d pairs of words", words);
  g_assert_cmpint (words, >, (int) kit_n_done / 60);
}

/* The picture's mirror image without a flip is the picture with it. */
static void
test_mirrored (void)
{
  for (int i = 0; kit_goes_on (i, 1000); i++)
    {
      TestMask a = test_mask_random (100), b = test_mask_random (100);
      TestMask m = { a.w, a.h, g_new0 (uint8_t, a.w * a.h), { NULL }, 0 };
      bool fx = g_test_rand_bit (), fy = g_test_rand_bit ();
      kbx_place on = kbx_at_flipped (0, 0, g_test_rand_bit (), g_test_rand_bit ()), at = random_place (&a, &b, on), plain = at;
      KitPixels one, two;
      for (uint32_t y = 0; y < a.h; y++)
        for (uint32_t x = 0; x < a.w; x++)
          m.values[(fy ? a.h - 1 - y : y) * a.w + (fx ? a.w - 1 - x : x)] = a.values[y * a.w + x];
      test_mask_pack (&m);
      at.flip_x = fx;
      at.flip_y = fy;
      plain.x = at.x - (fx ? (int32_t) a.w - 1 : 0);
      plain.y = at.y - (fy ? (int32_t) a.h - 1 : 0);
      plain.flip_x = plain.flip_y = false;
      check_pair (&m, plain, &b, on, test_masks_shared (&a, at, &b, on));
      one = kit_pixels_collide (a.bitmap, at, b.bitmap, on);
      two = kit_pixels_collide (m.bitmap, plain, b.bitmap, on);
      g_assert_cmpint (one.hit, ==, two.hit);
      g_assert_cmpuint (one.area, ==, two.area);
      g_assert_true (one.normal.x == two.normal.x && one.normal.y == two.normal.y);
      test_mask_clear (&a);
      test_mask_clear (&b);
      test_mask_clear (&m);
    }
}

static PygameMask *
as_pygame (const TestMask *m, bool flip_x, bool flip_y)
{
  PygameMask *mask = pygame_create ((int) m->w, (int) m->h);
  for (uint32_t y = 0; y < m->h; y++)
    for (uint32_t x = 0; x < m->w; x++)
      if (m->values[y * m->w + x] >= 128)
        pygame_set (mask, (int) (flip_x ? m->w - 1 - x : x), (int) (flip_y ? m->h - 1 - y : y));
  return mask;
}

static void
test_pygame (void)
{
  long hits = 0;
  if (!pygame_masks_load ())
    {
      g_test_skip ("pygame's masks are not installed (python3-pygame)");
      return;
    }
  for (int i = 0; kit_goes_on (i, 5000); i++)
    {
      TestMask a = test_mask_random (200), b = test_mask_random (200);
      bool fx = g_test_rand_bit (), fy = g_test_rand_bit (), gx = g_test_rand_bit (), gy = g_test_rand_bit ();
      PygameMask *pa = as_pygame (&a, fx, fy), *pb = as_pygame (&b, gx, gy), *shared;
      for (int k = 0; k < 20; k++)
        {
          int x = g_test_rand_int_range (-(int) b.w - 2, (int) a.w + 2), y = g_test_rand_int_range (-(int) b.h - 2, (int) a.h + 2);
          kbx_place at = kbx_at_flipped (fx ? (int) a.w - 1 : 0, fy ? (int) a.h - 1 : 0, fx, fy);
          kbx_place on = kbx_at_flipped (x + (gx ? (int) b.w - 1 : 0), y + (gy ? (int) b.h - 1 : 0), gx, gy);
          TestShared expected = { (uint32_t) pygame_overlap_area (pa, pb, x, y), pygame_overlap (pa, pb, x, y) != 0, { 0, 0 } };
          shared = pygame_create ((int) a.w, (int) a.h);
          pygame_overlap_mask (pa, pb, shared, x, y);
          for (uint32_t p = a.w * a.h; p-- > 0;)
            if (pygame_get (shared, (int) (p % a.w), (int) (p / a.w)))
              expected.first = (kbx_point) { (int) (p % a.w), (int) (p / a.w) };
          pygame_free (shared);
          check_pair (&a, at, &b, on, expected);
          hits += expected.found;
        }
      pygame_free (pa);
      pygame_free (pb);
      test_mask_clear (&a);
      test_mask_clear (&b);
    }
  g_test_message ("%ld of %u pairs overlap", hits, 20 * kit_n_done);
  g_assert_cmpint (hits, >, 6 * (long) kit_n_done);
}

/* The normal is that of the areas one pixel to either side. */
static void
test_normals (void)
{
  static const int ways[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  for (int i = 0; kit_goes_on (i, 1000); i++)
    {
      TestMask a = test_mask_random (70), b = test_mask_random (70);
      kbx_place on = kbx_at_flipped (0, 0, g_test_rand_bit (), g_test_rand_bit ()), at = random_place (&a, &b, on);
      KitPixels c = kit_pixels_collide (a.bitmap, at, b.bitmap, on), back = kit_pixels_collide (b.bitmap, on, a.bitmap, at);
      TestShared here = test_masks_shared (&a, at, &b, on);
      double d[2] = { 0, 0 }, length;
      g_assert_cmpint (c.hit, ==, here.found);
      g_assert_cmpuint (c.area, ==, here.area);
      for (int k = 0; k < 4; k++)
        {
          kbx_place moved = at;
          moved.x += ways[k][0];
          moved.y += ways[k][1];
          d[k / 2] += (ways[k][0] + ways[k][1]) * (double) test_masks_shared (&a, moved, &b, on).area;
        }
      length = d[0] * d[0] + d[1] * d[1];
      if (!here.found)
        g_assert_true (c.normal.x == 0 && c.normal.y == 0);
      else if (length == 0)
        g_assert_true (c.normal.x == 1 && c.normal.y == 0 && back.normal.x == 1 && back.normal.y == 0);
      else
        {
          g_assert_cmpfloat_with_epsilon ((double) c.normal.x * (double) c.normal.x + (double) c.normal.y * (double) c.normal.y, 1, 1e-6);
          g_assert_cmpfloat_with_epsilon ((c.normal.x * d[1] - c.normal.y * d[0]) * (c.normal.x * d[1] - c.normal.y * d[0]), 0, length * 1e-10);
          g_assert_true (c.normal.x * d[0] + c.normal.y * d[1] > 0);
          g_assert_true (back.normal.x == -c.normal.x && back.normal.y == -c.normal.y);
        }
      test_mask_clear (&a);
      test_mask_clear (&b);
    }
}

#if KBX_RUN_WIDE
/* The short way of two that are not upside down, against eight rows at a time. */
static void
check_upright (const kbx_bitmap_pair *pair)
{
  const kbx_bitmap_shift *s = &pair->shift;
  const uint8_t *a = pair->a, *b = pair->b;
  bool overlap = s->mx ? kbx_upright_overlap_mirrored (a, b, s->dx, s->dy) : kbx_upright_overlap_plain (a, b, s->dx, s->dy);
  g_assert_cmpint (overlap, ==, kbx_runs_row_narrow (pair) != KBX_NO_ROW);
  if (kbx_bitmap_plain (a) && kbx_bitmap_plain (b))
    g_assert_cmpuint (kbx_upright_area (a, b, s->dx, s->dy, s->mx), ==, kbx_runs_area_narrow (pair));
  for (int last = 0; last < 2; last++)
    {
      kbx_border border = { KBX_ROW_FIRST, last != 0, false, 0, KBX_NO_ROW };
      kbx_point p = s->mx ? kbx_upright_first_mirrored (a, b, s->dx, s->dy, last != 0)
        : kbx_upright_first_plain (a, b, s->dx, s->dy, last != 0);
      kbx_runs_border_narrow (pair, &border);
      g_assert_cmpint (p.y, ==, border.y);
      g_assert_cmpint (p.y == KBX_NO_ROW ? 0 : p.x, ==, p.y == KBX_NO_ROW ? 0 : border.x);
    }
}
#endif

/* With sixteen rows at a time as with eight. */
static void
test_wide (void)
{
#if KBX_RUN_WIDE
  int pairs = 0, upright = 0;
  if (!__builtin_cpu_supports ("avx2"))
    {
      g_test_skip ("no AVX2");
      return;
    }
  while (pairs < 20000)
    {
      TestMask a = test_mask_random (200), b = test_mask_random (200);
      kbx_box of_a = kbx_info (a.bitmap).bounds, of_b = kbx_info (b.bitmap).bounds;
      kbx_bitmap_pair pair = { a.bitmap.data, b.bitmap.data, { 0, 0, g_test_rand_bit (), g_test_rand_bit () }, 0, 0, 0, 0 };
      bool runs = kbx_bitmap_kind (pair.a) == KBX_BITMAP_RUNS && kbx_bitmap_kind (pair.b) == KBX_BITMAP_RUNS;
      for (int i = 0; i < 20 && runs; i++)
        {
          kbx_bitmap_shift *s = &pair.shift;
          kbx_border one = { KBX_ROW_FIRST, g_test_rand_bit (), false, 0, KBX_NO_ROW }, two;
          s->dx = g_test_rand_int_range (-(int) a.w, (int) b.w) + (s->mx ? (int) a.w : 0);
          s->dy = g_test_rand_int_range (-(int) a.h, (int) b.h) + (s->my ? (int) a.h : 0);
          pair.x0 = MAX (of_b.x0, s->mx ? s->dx + 1 - of_a.x1 : s->dx + of_a.x0);
          pair.x1 = MIN (of_b.x1, s->mx ? s->dx + 1 - of_a.x0 : s->dx + of_a.x1);
          pair.y0 = MAX (of_b.y0, s->my ? s->dy + 1 - of_a.y1 : s->dy + of_a.y0);
          pair.y1 = MIN (of_b.y1, s->my ? s->dy + 1 - of_a.y0 : s->dy + of_a.y1);
          if (pair.x0 >= pair.x1 || pair.y0 >= pair.y1)
            continue;
          pairs++;
          if (!s->my)
            {
              check_upright (&pair);
              upright++;
            }
          g_assert_cmpuint (kbx_runs_area_wide (&pair), ==, kbx_runs_area_narrow (&pair));
          g_assert_cmpint (kbx_runs_row_wide (&pair) == KBX_NO_ROW, ==, kbx_runs_row_narrow (&pair) == KBX_NO_ROW);
          for (one.which = KBX_ROW_FIRST; one.which <= KBX_ROW_LAST; one.which++)
            {
              one.y = KBX_NO_ROW;
              two = one;
              kbx_runs_border_narrow (&pair, &one);
              kbx_runs_border_wide (&pair, &two);
              g_assert_cmpint (one.y, ==, two.y);
              g_assert_cmpint (one.y == KBX_NO_ROW ? 0 : one.x, ==, one.y == KBX_NO_ROW ? 0 : two.x);
            }
        }
      test_mask_clear (&a);
      test_mask_clear (&b);
    }
  g_test_message ("%d pairs not upside down", upright);
  g_assert_cmpint (upright, >, 5000);
#else
  g_test_skip ("not made for this processor");
#endif
}

KIT_PROGRAM (bitmaps_random)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bitmaps/plain-loop", test_plain);
  g_test_add_func ("/bitmaps/few-rows", test_few_rows);
  g_test_add_func ("/bitmaps/mirrored", test_mirrored);
  g_test_add_func ("/bitmaps/pygame", test_pygame);
  g_test_add_func ("/bitmaps/normals", test_normals);
  g_test_add_func ("/bitmaps/wide", test_wide);
  return g_test_run ();
}
