/* SPDX-License-Identifier: MIT */
/* Masks of zones: every question against a plain loop over the picture; packing, opening, damage. */
#include "runtime/kickbox/pack.h"
#include "tests/support/random_masks.h"
#include "tests/support/seed.h"

#include <math.h>
#include <string.h>

typedef struct {
  int w, h;
  uint8_t *values;
  void *bytes;
  size_t size;
  kbx_handle mask;
} Room;

static void
room_pack (Room *room)
{
  room->size = kbx_mask_pack (&(kbx_mask_plan) { room->values, (size_t) room->w, (uint32_t) room->w, (uint32_t) room->h }, NULL, 0, NULL, 0, NULL);
  room->bytes = g_malloc (room->size);
  g_assert_cmpuint (kbx_mask_pack (&(kbx_mask_plan) { room->values, (size_t) room->w, (uint32_t) room->w, (uint32_t) room->h }, NULL, 0, room->bytes, room->size, NULL), ==, room->size);
  g_assert_cmpint (kbx_open (&room->mask, KBX_MASK, room->bytes, room->size, NULL), ==, KBX_OK);
}

/* Areas of any number of zones; some dithered, so that tiles of every kind occur. */
static Room
room_random (int most)
{
  Room room = { g_test_rand_int_range (1, most), g_test_rand_int_range (1, most), NULL, NULL, 0, { NULL } };
  static const int numbers[] = { 1, 2, 3, 5, 17, 40, 256 };
  int zones = numbers[g_test_rand_int_range (0, G_N_ELEMENTS (numbers))], areas = g_test_rand_int_range (0, 12);
  uint8_t ground = (uint8_t) g_test_rand_int_range (0, zones);
  room.values = g_malloc ((gsize) room.w * (gsize) room.h);
  memset (room.values, ground, (size_t) room.w * (size_t) room.h);
  for (int i = 0; i < areas; i++)
    {
      int cx = g_test_rand_int_range (0, room.w), cy = g_test_rand_int_range (0, room.h), r = g_test_rand_int_range (1, 60);
      int kind = g_test_rand_int_range (0, 4);
      uint8_t zone = (uint8_t) g_test_rand_int_range (0, zones);
      for (int y = MAX (0, cy - r); y < MIN (room.h, cy + r); y++)
        for (int x = MAX (0, cx - r); x < MIN (room.w, cx + r); x++)
          if (kind == 0 || (kind == 1 && (x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r) || (kind == 2 && x - cx < y - cy))
            room.values[y * room.w + x] = zone;
          else if (kind == 3)
            room.values[y * room.w + x] = (uint8_t) g_test_rand_int_range (0, zones);
    }
  room_pack (&room);
  return room;
}

static void
room_clear (Room *room)
{
  g_free (room->values);
  g_free (room->bytes);
}

/* What must be told of a set of pixels. */
typedef struct {
  kbx_zone_set zones;
  kbx_pixel first;
} Told;

static void
report (Told *reported, const Room *room, kbx_zone_set wanted, int x, int y)
{
  uint8_t zone = room->values[y * room->w + x];
  reported->zones.bits[zone / 64] |= UINT64_C (1) << zone % 64;
  if (!reported->first.found && wanted.bits[zone / 64] >> zone % 64 & 1)
    reported->first = (kbx_pixel) { true, { x, y }, zone };
}

static void
check (Told reported, kbx_zone_set zones, kbx_pixel first)
{
  g_assert_cmpmem (&zones, sizeof zones, &reported.zones, sizeof reported.zones);
  g_assert_cmpint (first.found, ==, reported.first.found);
  g_assert_cmpint (first.p.x, ==, reported.first.p.x);
  g_assert_cmpint (first.p.y, ==, reported.first.p.y);
  g_assert_cmpint (first.zone, ==, reported.first.zone);
}

static kbx_zone_set
random_zones (const Room *room)
{
  kbx_zone_set set = kbx_zone_bit (room->values[g_test_rand_int_range (0, room->w * room->h)]);
  if (g_test_rand_bit ())
    set.bits[g_test_rand_int_range (0, 4)] |= (uint64_t) g_test_rand_int () << 16;
  return set;
}

static void
check_box (const Room *room, kbx_zone_set wanted)
{
  kbx_box box = { g_test_rand_int_range (-20, room->w + 20), g_test_rand_int_range (-20, room->h + 20), 0, 0 };
  Told reported = { { { 0 } }, { false } };
  box.x1 = box.x0 + g_test_rand_int_range (-3, 90);
  box.y1 = box.y0 + g_test_rand_int_range (-3, 90);
  for (int y = MAX (0, box.y0); y < MIN (room->h, box.y1); y++)
    for (int x = MAX (0, box.x0); x < MIN (room->w, box.x1); x++)
      report (&reported, room, wanted, x, y);
  check (reported, kbx_zones_touching (room->mask, kbx_at (0, 0), kbx_shape_box (box)), kbx_zones_first (room->mask, kbx_at (0, 0), kbx_shape_box (box), wanted));
}

static double on_grid (int low, int high) { return g_test_rand_int_range (low * 256, high * 256) / 256.0; }

static void
check_circle (const Room *room, kbx_zone_set wanted)
{
  bool whole = g_test_rand_bit ();
  double cx = on_grid (-20, room->w + 20), cy = on_grid (-20, room->h + 20), r = on_grid (0, 50);
  Told reported = { { { 0 } }, { false } };
  if (whole) /* centres of pixels on the border */
    {
      cx = floor (cx) + 0.5;
      cy = floor (cy) + 0.5;
      r = floor (r);
    }
  for (int y = 0; y < room->h; y++)
    for (int x = 0; x < room->w; x++)
      if ((x + 0.5 - cx) * (x + 0.5 - cx) + (y + 0.5 - cy) * (y + 0.5 - cy) <= r * r)
        report (&reported, room, wanted, x, y);
  kbx_circle circle = { { (float) cx, (float) cy }, (float) r };
  check (reported, kbx_zones_touching (room->mask, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius)), kbx_zones_first (room->mask, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius), wanted));
}

/* a / b and c / d, denominators above 0. */
typedef struct { int64_t n, d; } Fraction;
static int compare (Fraction a, Fraction b) { int64_t l = a.n * b.d, r = b.n * a.d; return (l > r) - (l < r); }

/* Where t of a + t * way is in [low, low + 256): from..to, ends in or out; false when nowhere. */
typedef struct { Fraction from, to; bool from_in, to_in; } Span;

static bool
narrow (Span *span, int64_t a, int64_t way, int64_t low)
{
  Fraction enter, leave;
  bool enter_in = way > 0, leave_in = way < 0;
  if (way == 0)
    return a >= low && a < low + 256;
  enter = way > 0 ? (Fraction) { low - a, way } : (Fraction) { a - low - 256, -way };
  leave = way > 0 ? (Fraction) { low + 256 - a, way } : (Fraction) { a - low, -way };
  if (compare (enter, span->from) > 0 || (compare (enter, span->from) == 0 && !enter_in))
    {
      span->from = enter;
      span->from_in = enter_in;
    }
  if (compare (leave, span->to) < 0 || (compare (leave, span->to) == 0 && !leave_in))
    {
      span->to = leave;
      span->to_in = leave_in;
    }
  return true;
}

static bool
passes (int64_t ax, int64_t ay, int64_t bx, int64_t by, int x, int y)
{
  Span span = { { 0, 1 }, { 1, 1 }, true, true };
  int order;
  if (!narrow (&span, ax, bx - ax, (int64_t) x * 256) || !narrow (&span, ay, by - ay, (int64_t) y * 256))
    return false;
  order = compare (span.from, span.to);
  return order < 0 || (order == 0 && span.from_in && span.to_in);
}

static void
check_segment (const Room *room, kbx_zone_set wanted)
{
  int unit = g_test_rand_bit () ? 256 : g_test_rand_bit () ? 128 : 1, n = 256 / unit;
  int ax = g_test_rand_int_range (-10 * n, (room->w + 10) * n) * unit, ay = g_test_rand_int_range (-10 * n, (room->h + 10) * n) * unit;
  int bx = ax + g_test_rand_int_range (-60 * n, 60 * n) * unit, by = ay + g_test_rand_int_range (-60 * n, 60 * n) * unit;
  Told reported = { { { 0 } }, { false } };
  bx = g_test_rand_int_range (0, 8) ? bx : ax;
  by = g_test_rand_int_range (0, 8) ? by : ay;
  for (int y = 0; y < room->h; y++)
    for (int x = 0; x < room->w; x++)
      if (passes (ax, ay, bx, by, x, y))
        report (&reported, room, wanted, x, y);
  kbx_segment segment = { { (float) ax / 256, (float) ay / 256 }, { (float) bx / 256, (float) by / 256 } };
  check (reported, kbx_zones_touching (room->mask, kbx_at (0, 0), kbx_shape_segment (segment.a, segment.b)), kbx_zones_first (room->mask, kbx_at (0, 0), kbx_shape_segment (segment.a, segment.b), wanted));
}

static void
check_bitmap (const Room *room, kbx_zone_set wanted)
{
  TestMask m = test_mask_random (100);
  kbx_place pose = kbx_at_flipped (g_test_rand_int_range (-100, room->w + 100), g_test_rand_int_range (-100, room->h + 100), g_test_rand_bit (), g_test_rand_bit ());
  Told reported = { { { 0 } }, { false } };
  for (int y = 0; y < room->h; y++)
    for (int x = 0; x < room->w; x++)
      if (test_mask_at (&m, pose, x, y))
        report (&reported, room, wanted, x, y);
  check (reported, kbx_zones_under (room->mask, kbx_at (0, 0), m.bitmap, pose), kbx_zones_first_under (room->mask, kbx_at (0, 0), m.bitmap, pose, wanted));
  test_mask_clear (&m);
}

static void
test_random (void)
{
  for (int i = 0; kit_goes_on (i, 300); i++)
    {
      Room room = room_random (150);
      Told all = { { { 0 } }, { false } };
      kbx_zone_set zones = kbx_info (room.mask).zones;
      for (int y = -3; y < room.h + 3; y++)
        for (int x = -3; x < room.w + 3; x++)
          {
            bool inside = x >= 0 && y >= 0 && x < room.w && y < room.h;
            g_assert_cmpint (kbx_zone_at (room.mask, kbx_at (0, 0), (kbx_point) { x, y }), ==, inside ? room.values[y * room.w + x] : 0);
            if (inside)
              report (&all, &room, zones, x, y);
          }
      g_assert_cmpmem (&zones, sizeof zones, &all.zones, sizeof all.zones);
      g_assert_cmpuint (kbx_info (room.mask).size.w, ==, (uint32_t) room.w);
      g_assert_cmpuint (kbx_info (room.mask).size.h, ==, (uint32_t) room.h);
      for (int k = 0; k < 8; k++)
        {
          check_box (&room, random_zones (&room));
          check_circle (&room, random_zones (&room));
          check_segment (&room, random_zones (&room));
          check_bitmap (&room, random_zones (&room));
        }
      room_clear (&room);
    }
}

static void
test_edges (void)
{
  uint8_t one = 7;
  uint8_t bytes[100];
  kbx_handle mask, none = { NULL };
  kbx_zone_set all = { { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX } }, empty = { { 0, 0, 0, 0 } }, set;
  kbx_box box = { INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX };
  kbx_circle circle = { { 0.5f, 0.5f }, 0 }, bad_circle = { { NAN, 0 }, 1 }, too_large = { { 0, 0 }, 2 * KBX_WORLD_LIMIT }, large = { { 0, 0 }, KBX_WORLD_LIMIT };
  kbx_segment long_one = { { -KBX_WORLD_LIMIT, -KBX_WORLD_LIMIT }, { KBX_WORLD_LIMIT, KBX_WORLD_LIMIT } }, bad_segment = { { 0, INFINITY }, { 0, 0 } };
  size_t size = kbx_mask_pack (&(kbx_mask_plan) { &one, 1, 1, 1 }, NULL, 0, bytes, sizeof bytes, NULL);
  g_assert_cmpuint (size, ==, 44);
  g_assert_cmpint (kbx_open (&mask, KBX_MASK, bytes, size, NULL), ==, KBX_OK);
  set = kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_box (box));
  g_assert_true (kbx_zone_set_has (set, 7) && !kbx_zone_set_has (set, 8));
  g_assert_true (kbx_zone_set_has (kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius)), 7));
  g_assert_true (kbx_zone_set_has (kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_circle (large.centre, large.radius)), 7));
  g_assert_true (kbx_zone_set_has (kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_segment (long_one.a, long_one.b)), 7));
  set = kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_rect ((kbx_vec) { -3, 0.5f }, (kbx_vec) { 0, 0.75f }));
  g_assert_true (kbx_zone_set_has (set, 7));
  set = kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_rect ((kbx_vec) { -3, 0.5f }, (kbx_vec) { -0.25f, 0.75f }));
  g_assert_false (kbx_zone_set_has (set, 7));
  set = kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_rect ((kbx_vec) { 1, 0 }, (kbx_vec) { 0, 1 }));
  g_assert_cmpmem (&set, sizeof set, &empty, sizeof empty);
  set = kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_circle (bad_circle.centre, bad_circle.radius));
  g_assert_cmpmem (&set, sizeof set, &empty, sizeof empty);
  set = kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_circle (too_large.centre, too_large.radius));
  g_assert_cmpmem (&set, sizeof set, &empty, sizeof empty);
  set = kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_segment (bad_segment.a, bad_segment.b));
  g_assert_cmpmem (&set, sizeof set, &empty, sizeof empty);
  set = kbx_zones_touching (none, kbx_at (0, 0), kbx_shape_box (box));
  g_assert_cmpmem (&set, sizeof set, &empty, sizeof empty);
  set = kbx_info (none).zones;
  g_assert_cmpmem (&set, sizeof set, &empty, sizeof empty);
  g_assert_false (kbx_zones_first (none, kbx_at (0, 0), kbx_shape_box (box), all).found);
  g_assert_false (kbx_zones_first (mask, kbx_at (0, 0), kbx_shape_box (box), empty).found);
  g_assert_false (kbx_zones_first_under (mask, kbx_at (0, 0), (kbx_handle) { NULL }, kbx_at (0, 0), all).found);
  g_assert_false (kbx_zones_first_under (mask, kbx_at (0, 0), (kbx_handle) { NULL, 0 }, kbx_at (0, 0), all).found);
  g_assert_false (kbx_zones_first_under (mask, kbx_at (0, 0), (kbx_handle) { NULL, 0 }, kbx_at (0, 0), all).found);
  g_assert_cmpuint (kbx_zone_at (none, kbx_at (0, 0), (kbx_point) { 0, 0 }), ==, 0);
  g_assert_cmpuint (kbx_zone_at (mask, kbx_at (0, 0), (kbx_point) { INT32_MIN, 0 }), ==, 0);
  g_assert_cmpuint (kbx_info (none).size.w, ==, 0);
  g_assert_cmpuint (kbx_mask_pack (&(kbx_mask_plan) { NULL, 1, 1, 1 }, NULL, 0, NULL, 0, NULL), ==, 0);
  g_assert_cmpuint (kbx_mask_pack (&(kbx_mask_plan) { &one, 1, 0, 1 }, NULL, 0, NULL, 0, NULL), ==, 0);
  g_assert_cmpuint (kbx_mask_pack (&(kbx_mask_plan) { &one, 1, 1, 0 }, NULL, 0, NULL, 0, NULL), ==, 0);
  g_assert_cmpuint (kbx_mask_pack (&(kbx_mask_plan) { &one, 0, KBX_MASK_LIMIT + 1, 1 }, NULL, 0, NULL, 0, NULL), ==, 0);
  g_assert_cmpuint (kbx_mask_pack (&(kbx_mask_plan) { &one, 0, 1, KBX_MASK_LIMIT + 1 }, NULL, 0, NULL, 0, NULL), ==, 0);
  g_assert_cmpuint (kbx_mask_pack (&(kbx_mask_plan) { &one, 1, 1, 1 }, NULL, 0, bytes, 43, NULL), ==, 44);
  g_assert_cmpint (kbx_open (NULL, KBX_MASK, bytes, size, NULL), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_open (&mask, KBX_MASK, NULL, size, NULL), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_open (&mask, KBX_MASK, bytes, 39, NULL), ==, KBX_ERROR_TRUNCATED);
  g_assert_cmpint (kbx_open (&mask, KBX_MASK, bytes, size - 1, NULL), ==, KBX_ERROR_TRUNCATED);
  g_assert_null (mask.data);
}

/* A bitmap beyond the numbers meets nothing. */
static void
test_far (void)
{
  Room room = room_random (60);
  TestMask m = test_mask_random (40);
  const int32_t ends[] = { INT32_MIN, -(1 << 30) - 1, (1 << 30) + 1, INT32_MAX, 5 };
  kbx_zone_set empty = { { 0, 0, 0, 0 } };
  for (guint i = 0; i < 4 * 24; i++)
    {
      kbx_place pose = kbx_at_flipped (ends[i % 24 % 5], ends[i % 24 / 5], i / 24 & 1, i / 48);
      kbx_zone_set set = kbx_zones_under (room.mask, kbx_at (0, 0), m.bitmap, pose);
      g_assert_cmpmem (&set, sizeof set, &empty, sizeof empty);
    }
  test_mask_clear (&m);
  room_clear (&room);
}

/* What makes bytes no mask, one thing each: a byte put over that of a good one, or its size changed. Three tiles: two alike
 * of a split at 52 and 92, one of twenty zones at 132; 1188 bytes in all. */
static const struct {
  const char *what;
  size_t at;
  uint8_t value;
  int longer;
} mistakes[] = {
  { "another-zone-listed", 8 + 31, 0x80, 0 },
  { "kind", 43, 0x60, 0 },
  { "tile-elsewhere", 44, 13, 0 },
  { "split-beyond-tile", 54, 33, 0 },
  { "zones-of-a-tile", 132 + 31, 0x80, 0 },
  { "no-room-for-tile", 52, 1, -4 },
  { "bytes-of-no-tile", 52, 1, 4 },
  { "no-room-for-list-of-tiles", 43, 0x10, 48 - 1188 },
};

static void
put_size (uint8_t *bytes, size_t size)
{
  for (int i = 0; i < 4; i++)
    bytes[4 + i] = (uint8_t) (size >> 8 * i);
}

static void
test_mistake (gconstpointer data)
{
  size_t i = GPOINTER_TO_SIZE (data), size;
  Room room = { 96, 32, g_malloc (96 * 32), NULL, 0, { NULL } };
  g_autofree uint8_t *bytes = NULL;
  for (int k = 0; k < 96 * 32; k++)
    room.values[k] = (uint8_t) (k % 96 >= 64 ? 100 + k / 96 % 20 : k % 32 < 5 ? 1 : 2);
  room_pack (&room);
  g_assert_cmpuint (room.size, ==, 1188);
  size = (size_t) ((int) room.size + mistakes[i].longer);
  bytes = g_malloc0 (size);
  memcpy (bytes, room.bytes, MIN (size, room.size));
  bytes[mistakes[i].at] = mistakes[i].value;
  put_size (bytes, size);
  g_assert_cmpint (kbx_open (&room.mask, KBX_MASK, bytes, size, NULL), ==, KBX_ERROR_VALUE);
  g_assert_null (room.mask.data);
  room_clear (&room);
}

/* All of zone 0, so that nothing but the sides can be wrong, or the zone of the first tile. */
static void
test_sides (void)
{
  static const struct { uint32_t w, h, zone; bool good; } masks[] = {
    { 5, 5, 0, true }, { KBX_MASK_LIMIT, 1, 0, true }, { 1, KBX_MASK_LIMIT, 0, true }, { 0, 5, 0, false }, { 5, 0, 0, false },
    { KBX_MASK_LIMIT + 1, 1, 0, false }, { 1, KBX_MASK_LIMIT + 1, 0, false }, { 5, 5, 256, false },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (masks); i++)
    {
      uint32_t w = masks[i].w, h = masks[i].h, tiles = (w + 31) / 32 * ((h + 31) / 32);
      size_t size = 40 + 4 * tiles;
      g_autofree uint8_t *bytes = g_malloc0 (size);
      const uint8_t start[] = { (uint8_t) w, (uint8_t) (w >> 8), (uint8_t) h, (uint8_t) (h >> 8) };
      kbx_handle mask;
      memcpy (bytes, start, sizeof start);
      put_size (bytes, size);
      bytes[8] = tiles > 0;
      if (tiles > 0)
        bytes[41] = (uint8_t) (masks[i].zone >> 8);
      g_assert_cmpint (kbx_open (&mask, KBX_MASK, bytes, size, NULL), ==, masks[i].good ? KBX_OK : KBX_ERROR_VALUE);
      g_assert_true (mask.data == (masks[i].good ? bytes : NULL));
    }
}

static void
test_damage (void)
{
  long refused = 0, taken = 0;
  for (int i = 0; i < 40; i++)
    {
      Room room = room_random (80);
      for (size_t at = 0; at < room.size; at += at < 200 ? 1 : 7)
        {
          uint8_t *bytes = g_memdup2 (room.bytes, room.size);
          kbx_handle mask;
          bytes[at] ^= (uint8_t) g_test_rand_int_range (1, 256);
          if (kbx_open (&mask, KBX_MASK, bytes, room.size, NULL) != KBX_OK)
            refused++;
          else
            {
              kbx_circle circle = { { 40, 40 }, 60 };
              kbx_zone_set all = kbx_info (mask).zones;
              taken++;
              kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius));
              kbx_zones_first (mask, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius), all);
              for (int y = 0; y < room.h; y++)
                kbx_zone_at (mask, kbx_at (0, 0), (kbx_point) { y % room.w, y });
            }
          g_free (bytes);
        }
      room_clear (&room);
    }
  g_test_message ("%ld refused, %ld taken", refused, taken);
  g_assert_cmpint (refused, >, 1000);
}

KIT_PROGRAM (zone_masks)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/zone-masks/random", test_random);
  g_test_add_func ("/zone-masks/edges", test_edges);
  g_test_add_func ("/zone-masks/far", test_far);
  g_test_add_func ("/zone-masks/damage", test_damage);
  g_test_add_func ("/zone-masks/refuses/sides", test_sides);
  for (size_t i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *path = g_strconcat ("/zone-masks/refuses/", mistakes[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_mistake);
    }
  return g_test_run ();
}
