/* SPDX-License-Identifier: MIT */
/* Zones painted on frames, asked through poses: against a plain loop over the pixels of the world, and against the frame
 * that the mirrored picture makes; what a bank may not say of them. */
#include "runtime/bank/records.h"
#include "runtime/kickbox/pack.h"
#include "support/bank_maker.h"
#include "support/random_masks.h"
#include "support/seed.h"
#include "support/places.h"

#include <stdlib.h>
#include <string.h>

#define GROW(array, count) ((array) = realloc ((array), ((count) + 1) * sizeof *(array)), memset (&(array)[(count)], 0, sizeof *(array)), &(array)[(count)++])

static void
add_zone (KbBankSprite *sprite, const char *name, uint32_t value)
{
  KbBankZone *zone = GROW (sprite->zones, sprite->n_zones);
  zone->name = strdup (name);
  zone->value = value;
  zone->colour = value * 0x01010101u;
}

static void
paint (KbBankFrame *frame, const uint8_t *values, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
  frame->painting_x = x;
  frame->painting_y = y;
  frame->painting.size = kbx_mask_pack (&(kbx_mask_plan) { values, w, w, h }, NULL, 0, NULL, 0, NULL);
  frame->painting.bytes = malloc (frame->painting.size);
  kbx_mask_pack (&(kbx_mask_plan) { values, w, w, h }, NULL, 0, frame->painting.bytes, frame->painting.size, NULL);
}

static void
give_bitmap (KbBankFrame *frame, const TestMask *mask)
{
  frame->bitmap_size = mask->size;
  frame->bitmap = malloc (mask->size);
  memcpy (frame->bitmap, mask->bitmap.data, mask->size);
}

/* ---- against a plain loop ---- */

enum { ZONES = 5, SPREAD = 70 };

typedef struct {
  uint8_t *bytes;
  kbx_bank bank;
  kbx_handle frame, other;
  kbx_handle mirrored[4];        /* the same picture mirrored in x, in y, in both; at [0] itself */
  TestMask mask;
  uint32_t w, h;
  uint8_t *values;              /* of the frame */
} Scene;

/* Blocks and specks. */
static void
random_values (uint8_t *values, uint32_t n, uint32_t w)
{
  uint32_t block = (uint32_t) g_test_rand_int_range (1, 40);
  gboolean specks = g_test_rand_bit ();
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t zone = (i % w / block * 3 + i / w / block * 2) % (ZONES + 1);
      if (specks && g_test_rand_int_range (0, 9) == 0)
        zone = (uint32_t) g_test_rand_int_range (0, ZONES + 1);
      values[i] = (uint8_t) (zone * 50);
    }
}

static Scene *
scene_new (void)
{
  Scene *s = g_new0 (Scene, 1);
  KbBankContent content = { 0 };
  KbBankSprite *sprite = kb_maker_sprite (&content, "imp");
  size_t size;
  s->w = test_mask_side (200);
  s->h = test_mask_side (200);
  s->values = g_malloc0 ((gsize) s->w * s->h);
  uint32_t x = (uint32_t) g_test_rand_int_range (0, (gint) s->w), y = (uint32_t) g_test_rand_int_range (0, (gint) s->h);
  uint32_t w = 1 + (uint32_t) g_test_rand_int_range (0, (gint) (s->w - x)), h = 1 + (uint32_t) g_test_rand_int_range (0, (gint) (s->h - y));
  int32_t hot_x = g_test_rand_int_range (-30, 130), hot_y = g_test_rand_int_range (-30, 130);
  g_autofree uint8_t *part = g_malloc ((gsize) w * h), *turned = g_malloc ((gsize) w * h);
  random_values (part, w * h, w);
  for (uint32_t row = 0; row < h; row++)
    memcpy (s->values + (gsize) (y + row) * s->w + x, part + (gsize) row * w, w);
  for (uint32_t i = 1; i <= ZONES; i++)
    add_zone (sprite, (const char *[]) { "a", "b", "c", "d", "e" }[i - 1], i * 50);
  for (uint32_t k = 0; k < 4; k++)
    {
      gboolean mx = k & 1, my = (k & 2) != 0;
      for (uint32_t i = 0; i < w * h; i++)
        turned[i] = part[(my ? h - 1 - i / w : i / w) * w + (mx ? w - 1 - i % w : i % w)];
      KbBankFrame *frame = kb_maker_frame (sprite, "", s->w, s->h, mx ? (int32_t) s->w - 1 - hot_x : hot_x,
                                           my ? (int32_t) s->h - 1 - hot_y : hot_y);
      paint (frame, turned, mx ? s->w - x - w : x, my ? s->h - y - h : y, w, h);
    }
  s->mask = test_mask_random (200);
  give_bitmap (kb_maker_frame (sprite, "", s->mask.w, s->mask.h, 9, -4), &s->mask);
  s->bytes = kb_maker_write (&content, &size);
  kb_bank_content_clear (&content);
  g_assert_cmpint (kbx_bank_open (&s->bank, s->bytes, size, NULL), ==, KBX_OK);
  for (uint32_t k = 0; k < 4; k++)
    s->mirrored[k] = kbx_item (kbx_bank_item (&s->bank, KBX_SPRITE, 0), KBX_FRAME, k);
  s->frame = s->mirrored[0];
  s->other = kbx_item (kbx_bank_item (&s->bank, KBX_SPRITE, 0), KBX_FRAME, 4);
  return s;
}

static void
scene_free (Scene *s)
{
  test_mask_clear (&s->mask);
  free (s->bytes);
  g_free (s->values);
  g_free (s);
}

static kbx_place
random_pose (void)
{
  return kbx_at_flipped (g_test_rand_int_range (-SPREAD, SPREAD), g_test_rand_int_range (-SPREAD, SPREAD), g_test_rand_bit (), g_test_rand_bit ());
}

/* What is asked about: is a pixel of the world in it? */
typedef struct Place Place;
struct Place {
  gboolean (*has) (const Place *place, kbx_point p);
  const Scene *scene;
  kbx_box box;
  kbx_circle circle;
  kbx_segment segment;
  kbx_place pose;
};

static gboolean in_box (const Place *p, kbx_point at) { return at.x >= p->box.x0 && at.x < p->box.x1 && at.y >= p->box.y0 && at.y < p->box.y1; }
static gboolean in_bitmap (const Place *p, kbx_point at) { return kbx_pixel_at (p->scene->mask.bitmap, p->pose, at); }
static gboolean in_frame (const Place *p, kbx_point at) { return kbx_pixel_at (p->scene->other, p->pose, at); }

static gboolean
in_circle (const Place *p, kbx_point at)
{
  double dx = at.x + 0.5 - p->circle.centre.x, dy = at.y + 0.5 - p->circle.centre.y, r = p->circle.radius;
  return dx * dx + dy * dy <= r * r;
}

/* Half-open pixels that hold a point of a segment on whole and half places: a box a little less than the pixel. */
static gboolean
on_segment (const Place *p, kbx_point at)
{
  double ax = p->segment.a.x, ay = p->segment.a.y, dx = p->segment.b.x - ax, dy = p->segment.b.y - ay, low = 0, high = 1;
  const double tiny = 1.0 / 4096, x1 = at.x + 1 - tiny, y1 = at.y + 1 - tiny;
  const double d[2] = { dx, dy }, from[2] = { at.x - ax, at.y - ay }, to[2] = { x1 - ax, y1 - ay };
  for (int i = 0; i < 2; i++)
    {
      double a = d[i] != 0 ? from[i] / d[i] : 0, b = d[i] != 0 ? to[i] / d[i] : 0;
      if (d[i] == 0)
        {
          if (from[i] > 0 || to[i] < 0)
            return FALSE;
          continue;
        }
      low = MAX (low, MIN (a, b));
      high = MIN (high, MAX (a, b));
    }
  return low <= high;
}

static uint8_t
plain_zone (const Scene *s, kbx_place pose, kbx_point p)
{
  kbx_point hot = kbx_info (s->frame).hot_spot;
  int32_t dx = p.x - place_column (pose), dy = p.y - place_row (pose);
  int32_t x = hot.x + (pose.flip_x ? -dx : dx), y = hot.y + (pose.flip_y ? -dy : dy);
  return x < 0 || y < 0 || x >= (int32_t) s->w || y >= (int32_t) s->h ? 0 : s->values[(gsize) y * s->w + (gsize) x];
}

static void
check (const Place *place, kbx_place pose, kbx_zone_set wanted, kbx_zone_set zones, kbx_pixel first)
{
  kbx_box area = kbx_frame_area (place->scene->frame, pose);
  kbx_zone_set all = { { 0, 0, 0, 0 } };
  kbx_pixel seen = { false, { 0, 0 }, 0 };
  for (int32_t y = area.y0; y < area.y1; y++)
    for (int32_t x = area.x0; x < area.x1; x++)
      {
        uint8_t zone = plain_zone (place->scene, pose, (kbx_point) { x, y });
        if (zone == 0 || !place->has (place, (kbx_point) { x, y }))
          continue;
        all.bits[zone / 64] |= UINT64_C (1) << zone % 64;
        if (!seen.found && kbx_zone_set_has (wanted, zone))
          seen = (kbx_pixel) { true, { x, y }, zone };
      }
  g_assert_cmpmem (&zones, sizeof zones, &all, sizeof all);
  g_assert_cmpint (first.found, ==, seen.found);
  g_assert_cmpint (first.p.x, ==, seen.p.x);
  g_assert_cmpint (first.p.y, ==, seen.p.y);
  g_assert_cmpuint (first.zone, ==, seen.zone);
}

static float half (void) { return (float) g_test_rand_int_range (-2 * SPREAD, 4 * SPREAD) / 2; }

static void
ask_all (const Scene *s)
{
  kbx_place pose = random_pose ();
  kbx_handle f = s->frame;
  Place place = { in_box, s, .pose = random_pose () };
  kbx_zone_set wanted = kbx_zone_bit ((uint8_t) (50 * g_test_rand_int_range (1, ZONES + 1)));
  wanted.bits[0] |= 1;            /* "nothing" is asked for, and never told */
  place.box.x0 = g_test_rand_int_range (-SPREAD, 2 * SPREAD);
  place.box.y0 = g_test_rand_int_range (-SPREAD, 2 * SPREAD);
  place.box.x1 = place.box.x0 + g_test_rand_int_range (-2, SPREAD);
  place.box.y1 = place.box.y0 + g_test_rand_int_range (-2, SPREAD);
  place.circle = (kbx_circle) { { half (), half () }, (float) g_test_rand_int_range (0, 90) / 2 };
  place.segment = (kbx_segment) { { half (), half () }, { half (), half () } };
  check (&place, pose, wanted, kbx_zones_touching (f, pose, kbx_shape_box (place.box)), kbx_zones_first (f, pose, kbx_shape_box (place.box), wanted));
  place.has = in_circle;
  check (&place, pose, wanted, kbx_zones_touching (f, pose, kbx_shape_circle (place.circle.centre, place.circle.radius)), kbx_zones_first (f, pose, kbx_shape_circle (place.circle.centre, place.circle.radius), wanted));
  place.has = on_segment;
  check (&place, pose, wanted, kbx_zones_touching (f, pose, kbx_shape_segment (place.segment.a, place.segment.b)),
         kbx_zones_first (f, pose, kbx_shape_segment (place.segment.a, place.segment.b), wanted));
  place.has = in_bitmap;
  check (&place, pose, wanted, kbx_zones_under (f, pose, s->mask.bitmap, place.pose),
         kbx_zones_first_under (f, pose, s->mask.bitmap, place.pose, wanted));
  place.has = in_frame;
  check (&place, pose, wanted, kbx_zones_under (f, pose, s->other, place.pose),
         kbx_zones_first_under (f, pose, s->other, place.pose, wanted));
}

static void
ask_points (const Scene *s)
{
  kbx_place pose = random_pose (), plain = pose;
  kbx_handle mirrored = s->mirrored[(pose.flip_x ? 1 : 0) + (pose.flip_y ? 2 : 0)];
  plain.flip_x = plain.flip_y = false;
  for (int i = 0; i < 200; i++)
    {
      kbx_point p = { g_test_rand_int_range (-3 * SPREAD, 3 * SPREAD), g_test_rand_int_range (-3 * SPREAD, 3 * SPREAD) };
      uint8_t zone = plain_zone (s, pose, p);
      g_assert_cmpuint (kbx_zone_at (s->frame, pose, p), ==, zone);
      g_assert_cmpuint (kbx_zone_at (mirrored, plain, p), ==, zone);
      g_assert_cmpuint (kbx_zone_at (s->frame, pose, p), ==, zone);
    }
}

static void
test_plain_loop (void)
{
  for (guint i = 0; kit_goes_on (i, 60); i++)
    {
      Scene *s = scene_new ();
      for (int k = 0; k < 12; k++)
        {
          ask_all (s);
          ask_points (s);
        }
      scene_free (s);
    }
}

/* A picture that is the same mirrored is in the bank once. */
static void
test_far_away (void)
{
  static const int32_t ends[] = { INT32_MIN, INT32_MIN + 5, -(1 << 30), 1 << 30, INT32_MAX - 5, INT32_MAX };
  kbx_zone_set all = { { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX } };
  Scene *s = scene_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    for (gsize k = 0; k < 4 * G_N_ELEMENTS (ends); k++)
      {
        kbx_place pose = kbx_at_flipped (ends[i], ends[k / 4], k & 1, (k & 2) != 0);
        kbx_box area = kbx_frame_area (s->frame, pose), whole = { INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX };
        kbx_pixel first = kbx_zones_first (s->frame, pose, kbx_shape_box (whole), all);
        if (area.x1 - (int64_t) area.x0 == s->w && area.y1 - (int64_t) area.y0 == s->h && area.x1 < INT32_MAX && area.y1 < INT32_MAX)
          {
            kbx_zone_set reported = kbx_zones_touching (s->frame, pose, kbx_shape_box (area)), there = kbx_zones_touching (s->frame, pose, kbx_shape_box (whole));
            g_assert_cmpmem (&reported, sizeof reported, &there, sizeof there);
            if (first.found)
              g_assert_cmpuint (kbx_zone_at (s->frame, pose, first.p), ==, first.zone);
          }
        g_assert_cmpuint (kbx_zone_at (s->frame, pose, (kbx_point) { 0, 0 }), ==, 0);
      }
  scene_free (s);
}

/* ---- names, nothing, damage ---- */

/* Sprites "bare" and "imp"; of imp's frames the first two have one picture, the third another, the last none. */
static uint8_t *
small (size_t *size)
{
  static const uint8_t first[6] = { 7, 9, 0, 0, 7, 9 }, second[2] = { 9, 9 };
  KbBankContent content = { 0 };
  kb_maker_frame (kb_maker_sprite (&content, "bare"), "", 4, 4, 0, 0);
  KbBankSprite *imp = kb_maker_sprite (&content, "imp");
  add_zone (imp, "skin", 9);
  add_zone (imp, "helmet", 7);
  for (int i = 0; i < 4; i++)
    kb_maker_frame (imp, "", 8, 8, 0, 0);
  paint (&imp->frames[0], first, 1, 2, 3, 2);
  paint (&imp->frames[1], first, 5, 6, 3, 2);
  paint (&imp->frames[2], second, 0, 0, 2, 1);
  uint8_t *bytes = kb_maker_write (&content, size);
  kb_bank_content_clear (&content);
  return bytes;
}

static void
test_finding (void)
{
  size_t size;
  uint8_t *bytes = small (&size);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_cmpuint (bank.minor, ==, 0);
  g_assert_cmpuint (bank.sections[KBX_SECTION_ZPIC].count, ==, 2);
  kbx_handle imp = kbx_bank_find (&bank, KBX_SPRITE, "imp"), bare = kbx_bank_find (&bank, KBX_SPRITE, "bare"), none = { NULL, 0 };
  g_assert_cmpuint (kbx_count (imp, KBX_ZONE), ==, 2);
  g_assert_cmpuint (kbx_count (bare, KBX_ZONE) + kbx_count (none, KBX_ZONE), ==, 0);
  g_assert_cmpstr (kbx_name (kbx_item (imp, KBX_ZONE, 1)), ==, "helmet");
  g_assert_cmpstr (kbx_name (kbx_zone_of (imp, 9)), ==, "skin");
  g_assert_cmpuint (kbx_info (kbx_find (imp, KBX_ZONE, "helmet")).zone, ==, 7);
  g_assert_cmphex (kbx_info (kbx_find (imp, KBX_ZONE, "skin")).colour, ==, 0x09090909);
  g_assert_false (kbx_find (imp, KBX_ZONE, "tail").kind != KBX_NOTHING || kbx_find (imp, KBX_ZONE, NULL).kind != KBX_NOTHING || kbx_item (imp, KBX_ZONE, 2).kind != KBX_NOTHING);
  g_assert_false (kbx_zone_of (imp, 0).kind != KBX_NOTHING || kbx_find (bare, KBX_ZONE, "skin").kind != KBX_NOTHING);
  kbx_about first = kbx_info (kbx_item (imp, KBX_FRAME, 0)), second = kbx_info (kbx_item (imp, KBX_FRAME, 1));
  const kbx_size a = kbx_info (first.mask).size, b = kbx_info (second.mask).size;
  g_assert_true (first.mask.kind == KBX_MASK && second.mask.kind == KBX_MASK && a.w > 0 && a.w == b.w && a.h == b.h);
  g_assert_cmpmem (&first.zones, sizeof first.zones, &second.zones, sizeof second.zones);
  g_assert_true (kbx_info (kbx_item (imp, KBX_FRAME, 3)).found && kbx_info (kbx_item (imp, KBX_FRAME, 3)).mask.kind == KBX_NOTHING);
  g_assert_true (kbx_info (kbx_item (bare, KBX_FRAME, 0)).mask.kind == KBX_NOTHING && !kbx_info ((kbx_handle) { NULL, 0 }).found);
  kbx_zone_set zones = kbx_zones_touching (kbx_item (imp, KBX_FRAME, 3), kbx_at (0, 0), kbx_shape_box ((kbx_box) { 0, 0, 8, 8 }));
  g_assert_true ((zones.bits[0] | zones.bits[1] | zones.bits[2] | zones.bits[3]) == 0);
  free (bytes);
}

/* As kb_maker_damage takes them. Frames: bare, imp 0 to 3; sprites: bare, imp. */
static const struct {
  const char *what, *section;
  uint32_t at, value;
  kbx_status status;
  const char *named;
  uint32_t record;       /* the byte of the section that is named, where the section can tell */
} damages[] = {
  { "not-the-next", "FRAM", 80 + 60, 2, KBX_ERROR_REFERENCE, "FRAM", 80 + 60 },
  { "beyond", "FRAM", 3 * 80 + 60, 3, KBX_ERROR_REFERENCE, "FRAM", 3 * 80 + 60 },
  { "place-of-nothing", "FRAM", 64, 1, KBX_ERROR_VALUE, "FRAM", 64 },
  { "outside-x", "FRAM", 2 * 80 + 64, 6 | 6 << 16, KBX_ERROR_VALUE, "FRAM", 2 * 80 + 64 },
  { "outside-y", "FRAM", 2 * 80 + 64, 5 | 7 << 16, KBX_ERROR_VALUE, "FRAM", 2 * 80 + 64 },
  { "no-zone-of-the-sprite", "FRAM", 60, 1, KBX_ERROR_VALUE, "FRAM", 60 },
  { "of-nobody", "FRAM", 3 * 80 + 60, 0, KBX_ERROR_REFERENCE, "ZPIC", 8 },
  { "first-zone", "SPRT", 40 + 20, 1, KBX_ERROR_REFERENCE, "SPRT", 40 + 20 },
  { "too-many-zones", "SPRT", 40 + 24, 3, KBX_ERROR_REFERENCE, "SPRT", 40 + 20 },
  { "too-few-zones", "SPRT", 40 + 24, 1, KBX_ERROR_VALUE, "FRAM", 80 + 60 },
  { "zone-name", "ZONE", 0, UINT32_MAX, KBX_ERROR_REFERENCE, "ZONE", 0 },
  { "zone-0", "ZONE", 16 + 8, 0, KBX_ERROR_VALUE, "ZONE", 24 },
  { "zone-twice", "ZONE", 16 + 8, 9, KBX_ERROR_VALUE, "ZONE", 24 },
  { "zone-flags", "ZONE", 12, 2, KBX_ERROR_VALUE, "ZONE", 12 },
  { "zone-unknown", "ZONE", 8, 8, KBX_ERROR_VALUE, "FRAM", 80 + 60 },
  { "offset", "ZPIC", 8, 4, KBX_ERROR_REFERENCE, "ZPIC", 8 },
  { "size", "ZPIC", 12, UINT32_MAX, KBX_ERROR_REFERENCE, "ZPIC", 8 },
  { "no-bytes", "ZPIC", 4, 0, KBX_ERROR_REFERENCE, "ZPIC", 0 },
  { "sides", "ZPIX", 0, 0, KBX_ERROR_VALUE, "ZPIX", 0 },
  { "kind-of-a-tile", "ZPIX", 40, 0xf0000000, KBX_ERROR_VALUE, "ZPIX", 40 },
  { "short", "ZPIC", 4, 40, KBX_ERROR_TRUNCATED, "ZPIX", 4 },
  { "picture-missing", "@ZPIC", 16, 8, KBX_ERROR_REFERENCE, "ZPIX", 0 },
};

static void
test_damage (gconstpointer data)
{
  static const struct { const char *name; int section; } sections[] = {
    { "FRAM", KBX_SECTION_FRAM }, { "SPRT", KBX_SECTION_SPRT }, { "ZONE", KBX_SECTION_ZONE }, { "ZPIC", KBX_SECTION_ZPIC },
    { "ZPIX", KBX_SECTION_ZPIX }
  };
  size_t i = GPOINTER_TO_SIZE (data), size;
  uint8_t *bytes = small (&size);
  kbx_bank bank, good;
  kbx_error error;
  g_assert_cmpint (kbx_bank_open (&good, bytes, size, NULL), ==, KBX_OK);
  kb_maker_damage (bytes, size, damages[i].section, damages[i].at, damages[i].value);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, &error), ==, damages[i].status);
  g_assert_cmpstr (error.section, ==, damages[i].named);
  for (gsize k = 0; k < G_N_ELEMENTS (sections) && damages[i].section[0] != '@'; k++)
    if (strcmp (damages[i].named, sections[k].name) == 0)
      g_assert_cmpuint (error.offset, ==, (uint64_t) (good.sections[sections[k].section].data - bytes) + damages[i].record);
  free (bytes);
}

KIT_PROGRAM (frame_zones)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/frame-zones/plain-loop", test_plain_loop);
  g_test_add_func ("/frame-zones/far-away", test_far_away);
  g_test_add_func ("/frame-zones/finding", test_finding);
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/frame-zones/refuses/", damages[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_damage);
    }
  return g_test_run ();
}
