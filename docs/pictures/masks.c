/* SPDX-License-Identifier: MIT */
/* Pictures against pictures, pixel by pixel, and masks of zones. */
#include "runtime/kickbox/pack.h"
#include "pictures/pictures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 80, HIGH = 50, FLOOR = 1, POND = 2, WALL_ZONE = 3, SIDE = 22 };

static const char *const zone_names[] = { "nothing", "floor", "pond", "wall" };
static const easel_ink zone_inks[] = { INK_MISS, INK_SECOND, INK_FIRST, INK_NORMAL };

static void
fill_pixel (cairo_t *cr, int x, int y, easel_ink ink, double alpha)
{
  easel_fill (cr, easel_rect ((float) x, (float) y, (float) x + 1, (float) y + 1), ink, alpha);
}

/* ---- a mask ---- */

typedef struct {
  uint8_t *bytes;
  kbx_handle mask;
} room;

static room
room_new (void)
{
  uint8_t values[HIGH][WIDE] = { { 0 } };
  room r;
  for (int y = 0; y < HIGH; y++)
    for (int x = 0; x < WIDE; x++)
      {
        double across = (x - 56) / 17.0, down = (y - 34) / 9.0;
        values[y][x] = across * across + down * down <= 1 ? POND : y > 20 + 2 * sin (x / 9.0) ? FLOOR : x > 8 && x < 20 ? WALL_ZONE : 0;
      }
  size_t size = kbx_mask_pack (&(kbx_mask_plan) { &values[0][0], WIDE, WIDE, HIGH }, NULL, 0, NULL, 0, NULL);
  r.bytes = malloc (size);
  kbx_mask_pack (&(kbx_mask_plan) { &values[0][0], WIDE, WIDE, HIGH }, NULL, 0, r.bytes, size, NULL);
  kbx_open (&r.mask, KBX_MASK, r.bytes, size, NULL);
  return r;
}

static void
draw_room (cairo_t *cr, const room *r)
{
  for (int y = 0; y < HIGH; y++)
    for (int x = 0; x < WIDE; x++)
      {
        uint8_t zone = kbx_zone_at (r->mask, kbx_at (0, 0), (kbx_point) { x, y });
        if (zone != 0)
          fill_pixel (cr, x, y, zone_inks[zone], 0.2);
      }
}

/* "floor, pond" below a shape, and the first pixel of the pond in it. */
static void
tell_zones (cairo_t *cr, kbx_zone_set zones, kbx_pixel first, double x, double y)
{
  char text[80] = "";
  for (uint8_t zone = FLOOR; zone <= WALL_ZONE; zone++)
    if (kbx_zone_set_has (zones, zone))
      {
        strcat (text, *text ? ", " : "");
        strcat (text, easel_word (zone_names[zone]));
      }
  easel_text (cr, x, y, EASEL_LEFT, "%s", *text ? text : easel_word ("nothing"));
  if (first.found)
    easel_fill (cr, easel_rect ((float) first.p.x, (float) first.p.y, (float) first.p.x + 1, (float) first.p.y + 1), INK_ANSWER, 1);
}

void
picture_zones (cairo_t *cr, const kbx_bank *bank)
{
  room r = room_new ();
  kbx_zone_set pond = kbx_zone_bit (POND);
  kbx_box boxes[] = { { 14, 12, 26, 28 }, { 34, 26, 48, 36 } };
  kbx_circle circles[] = { { { 30, 12 }, 4 }, { { 64, 24 }, 6 } };
  kbx_segment line = { { 44, 46 }, { 74, 36 } };
  easel_begin (cr, 5);
  draw_room (cr, &r);
  for (int i = 0; i < 2; i++)
    {
      kbx_box b = boxes[i];
      kbx_circle c = circles[i];
      easel_outline (cr, easel_rect ((float) b.x0, (float) b.y0, (float) b.x1, (float) b.y1), INK_FIRST);
      easel_outline (cr, easel_circle (c.centre.x, c.centre.y, c.radius), INK_FIRST);
      tell_zones (cr, kbx_zones_touching (r.mask, kbx_at (0, 0), kbx_shape_box (b)), kbx_zones_first (r.mask, kbx_at (0, 0), kbx_shape_box (b), pond), b.x0, b.y1 + 2);
      tell_zones (cr, kbx_zones_touching (r.mask, kbx_at (0, 0), kbx_shape_circle (c.centre, c.radius)), kbx_zones_first (r.mask, kbx_at (0, 0), kbx_shape_circle (c.centre, c.radius), pond), c.centre.x - 4,
                  c.centre.y - c.radius - 1);
    }
  easel_outline (cr, easel_segment (line.a.x, line.a.y, line.b.x, line.b.y), INK_FIRST);
  tell_zones (cr, kbx_zones_touching (r.mask, kbx_at (0, 0), kbx_shape_segment (line.a, line.b)), kbx_zones_first (r.mask, kbx_at (0, 0), kbx_shape_segment (line.a, line.b), pond), 44, 48.5);
  easel_text (cr, 2, 3, EASEL_LEFT, "which zones each touches; crimson: the first pixel of the pond in it, row by row");
  free (r.bytes);
}

/* ---- bitmaps ---- */

typedef struct {
  uint8_t *bytes;
  kbx_handle bitmap;
} blob;

/* A ring, or a star with a hole: nothing that a box or a circle would fit. */
static blob
blob_new (bool star)
{
  uint8_t values[SIDE][SIDE] = { { 0 } };
  blob b;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      {
        double dx = x + 0.5 - SIDE / 2.0, dy = y + 0.5 - SIDE / 2.0, far = sqrt (dx * dx + dy * dy);
        double edge = star ? 7.5 + 3 * cos (5 * atan2 (dy, dx)) : 10.5;
        values[y][x] = far <= edge && far >= (star ? 2.5 : 6) ? 255 : 0;
      }
  size_t size = kbx_bitmap_pack (&(kbx_bitmap_plan) { &values[0][0], 1, SIDE, SIDE, SIDE, 128 }, NULL, 0, NULL, 0, NULL);
  b.bytes = malloc (size);
  kbx_bitmap_pack (&(kbx_bitmap_plan) { &values[0][0], 1, SIDE, SIDE, SIDE, 128 }, NULL, 0, b.bytes, size, NULL);
  kbx_open (&b.bitmap, KBX_BITMAP, b.bytes, size, NULL);
  return b;
}

static void
draw_pair (cairo_t *cr, kbx_handle a, kbx_place pose_a, kbx_handle b, kbx_place pose_b)
{
  uint32_t area;
  const kbx_vec normal = kbx_pixels_collide (a, pose_a, b, pose_b, &area);
  kbx_pixel first = kbx_pixels_first (a, pose_a, b, pose_b);
  double x = 0, y = 0;
  for (int j = 0; j < HIGH; j++)
    for (int i = 0; i < WIDE; i++)
      {
        kbx_point p = { i, j };
        bool in_a = kbx_pixel_at (a, pose_a, p), in_b = kbx_pixel_at (b, pose_b, p);
        if (in_a || in_b)
          fill_pixel (cr, i, j, in_a && in_b ? INK_ANSWER : in_a ? INK_FIRST : INK_SECOND, in_a && in_b ? 0.8 : 0.3);
        x += in_a && in_b ? i + 0.5 : 0;
        y += in_a && in_b ? j + 0.5 : 0;
      }
  double left = pose_a.x + 1.5, low = fmax (pose_a.y, pose_b.y) + SIDE + 1.5;
  if (area == 0)
    {
      easel_text (cr, left, low, EASEL_LEFT, "boxes overlap, no pixel does");
      return;
    }
  easel_ring (cr, easel_vec (first.p.x + 0.5, first.p.y + 0.5), INK_ANSWER);
  easel_normal (cr, easel_vec (x / area, y / area), normal);
  easel_text (cr, left, low, EASEL_LEFT, "%u pixels, the first at %d, %d", area, first.p.x, first.p.y);
}

void
picture_bitmaps (cairo_t *cr, const kbx_bank *bank)
{
  blob ring = blob_new (false), star = blob_new (true);
  easel_begin (cr, 5);
  draw_pair (cr, ring.bitmap, kbx_at (5, 8), star.bitmap, kbx_at (16, 16));
  draw_pair (cr, ring.bitmap, kbx_at (40, 8), star.bitmap, kbx_at (57, 21));
  easel_text (cr, 2, 3, EASEL_LEFT, "crimson: shared pixels, ringed the first; green: the normal, from the ring to the star");
  free (ring.bytes);
  free (star.bytes);
}

void
picture_turned_pixels (cairo_t *cr, const kbx_bank *bank)
{
  room r = room_new ();
  kbx_handle sprite = kbx_bank_find (bank, KBX_SPRITE, "fakir");
  kbx_handle frame = kbx_item (sprite, KBX_FRAME, 0);
  const double degrees[] = { 0, 30, 115 };
  const float at[][2] = { { 14, 34 }, { 36, 36 }, { 62, 30 } };
  easel_begin (cr, 5);
  draw_room (cr, &r);
  for (int i = 0; i < 3; i++)
    {
      kbx_place turn = kbx_turned (easel_vec (at[i][0], at[i][1]), kbx_direction (degrees[i]), 0.38f);
      for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++)
          if (kbx_pixel_at (frame, turn, (kbx_point) { x, y }))
            fill_pixel (cr, x, y, INK_FIRST, 0.45);
      easel_dot (cr, easel_vec (turn.x, turn.y), INK_FIRST);
      tell_zones (cr, kbx_zones_under (r.mask, kbx_at (0, 0), frame, turn),
                  kbx_zones_first_under (r.mask, kbx_at (0, 0), frame, turn, kbx_zone_bit (POND)), at[i][0] - 6, 47);
    }
  easel_text (cr, 2, 3, EASEL_LEFT, "one frame, smaller and turned about its hot spot, and the zones under its pixels");
  free (r.bytes);
}
