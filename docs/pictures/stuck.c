/* SPDX-License-Identifier: MIT */
/* What goes wrong when pixels decide whether a figure may move. */
#include "runtime/kickbox/pack.h"
#include "pictures/pictures.h"

#include <math.h>
#include <stdlib.h>

enum { WIDE = 80, HIGH = 50, SIDE = 32 };

/* x, y, width and height of its parts; a width of 0 ends them. */
typedef int parts[12][4];

static const parts standing = { { 5, 0, 6, 6 }, { 4, 6, 8, 10 }, { 12, 8, 6, 3 }, { 18, 9, 8, 1 },
                            { 4, 16, 3, 10 }, { 9, 16, 3, 10 }, { 1, 24, 6, 2 }, { 9, 24, 6, 2 } },
                   together = { { 6, 0, 6, 6 }, { 5, 6, 8, 10 }, { 7, 16, 4, 10 }, { 7, 24, 6, 2 } },
                   apart = { { 6, 0, 6, 6 }, { 5, 6, 8, 10 }, { 3, 16, 4, 5 }, { 11, 16, 4, 5 }, { 1, 20, 4, 6 }, { 13, 20, 4, 6 }, { 14, 24, 5, 2 } },
                   stone = { { 0, 2, 8, 4 }, { 2, 0, 4, 2 } },
                   wall = { { 0, 0, 6, 30 } },
                   hero = { { 3, 3, 10, 10 }, { 5, 1, 6, 14 }, { 1, 5, 14, 6 }, { 13, 2, 3, 13 }, { 16, 8, 1, 1 } },
                   tree = { { 4, 8, 14, 18 }, { 2, 12, 18, 10 }, { 6, 0, 2, 9 }, { -2, 0, 8, 1 } };

typedef struct {
  uint8_t *bytes;
  kbx_handle bitmap;
} figure;

static figure
figure_new (const parts of)
{
  uint8_t values[SIDE][SIDE] = { { 0 } };
  const kbx_bitmap_plan plan = { &values[0][0], 1, SIDE, SIDE, SIDE, 128 };
  figure f;
  for (int i = 0; i < 12 && of[i][2] > 0; i++)
    for (int y = of[i][1]; y < of[i][1] + of[i][3]; y++)
      for (int x = of[i][0]; x < of[i][0] + of[i][2]; x++)
        values[y][x + 2] = 255;
  const size_t size = kbx_bitmap_pack (&plan, NULL, 0, NULL, 0, NULL);
  f.bytes = malloc (size);
  kbx_bitmap_pack (&plan, NULL, 0, f.bytes, size, NULL);
  kbx_open (&f.bitmap, KBX_BITMAP, f.bytes, size, NULL);
  return f;
}

static void
draw (cairo_t *cr, const figure *f, kbx_place at, easel_ink ink, double alpha)
{
  for (int y = 0; y < HIGH; y++)
    for (int x = 0; x < WIDE; x++)
      if (kbx_pixel_at (f->bitmap, at, (kbx_point) { x, y }))
        easel_fill (cr, easel_rect ((float) x, (float) y, (float) x + 1, (float) y + 1), ink, alpha);
}

/* The pixels of both, and around them a ring. Returns how many. */
static uint32_t
draw_shared (cairo_t *cr, const figure *a, kbx_place at, const figure *b, kbx_place there)
{
  for (int y = 0; y < HIGH; y++)
    for (int x = 0; x < WIDE; x++)
      if (kbx_pixel_at (a->bitmap, at, (kbx_point) { x, y }) && kbx_pixel_at (b->bitmap, there, (kbx_point) { x, y }))
        easel_fill (cr, easel_rect ((float) x, (float) y, (float) x + 1, (float) y + 1), INK_ANSWER, 1);
  return kbx_pixels_area (a->bitmap, at, b->bitmap, there);
}

/* How many steps it goes before a pixel stops it. */
static int
walk (const figure *f, kbx_place at, int dx, int dy, int steps, const figure *against, kbx_place there)
{
  int n = 0;
  while (n < steps && !kbx_pixels_overlap (f->bitmap, kbx_at (at.x + (float) (dx * (n + 1)), at.y + (float) (dy * (n + 1))), against->bitmap, there))
    n++;
  return n;
}

void
picture_stuck_claw (cairo_t *cr, const kbx_bank *bank)
{
  figure f = figure_new (standing);
  const kbx_place left = kbx_at (10, 20), right = kbx_at (34, 20);
  const int rises = walk (&f, right, 0, -1, 16, &f, left);
  const kbx_place stopped = kbx_at (right.x, right.y - (float) rises), next = kbx_at (stopped.x, stopped.y - 1);
  const kbx_box body = { 16, 26, 24, 46 }, other = { 40, 26, 48, 46 };
  easel_begin (cr, 5);
  draw (cr, &f, left, INK_FIRST, 0.35);
  draw (cr, &f, kbx_at (34, 4), INK_MISS, 0.18);
  draw (cr, &f, stopped, INK_SECOND, 0.4);
  draw_shared (cr, &f, left, &f, next);
  easel_outline (cr, easel_rect ((float) body.x0, (float) body.y0, (float) body.x1, (float) body.y1), INK_FIRST);
  easel_outline (cr, easel_rect ((float) other.x0, (float) other.y0 - (float) rises, (float) other.x1, (float) other.y1 - (float) rises), INK_SECOND);
  easel_text (cr, 2, 3, EASEL_LEFT, "a jump of 16 pixels ends after %d: the foot is under the claw", rises);
  easel_text (cr, 2, 49, EASEL_LEFT, "the boxes of their bodies %s", easel_word (kbx_boxes_overlap (body, other) ? "meet" : "never meet"));
  free (f.bytes);
}

void
picture_stuck_shield (cairo_t *cr, const kbx_bank *bank)
{
  figure h = figure_new (hero), t = figure_new (tree);
  const kbx_place from = kbx_at (4, 10), trunk = kbx_at (44, 18);
  const int goes = walk (&h, from, 1, 0, 60, &t, trunk);
  const kbx_place stopped = kbx_at (from.x + (float) goes, from.y), next = kbx_at (stopped.x + 1, stopped.y);
  const kbx_vec centre = { from.x + 10, from.y + 8 }, move = { 60, 0 }, crown = { 57, 35 };
  const kbx_hit hit = kbx_cast (kbx_shape_circle (centre, 6), move, kbx_shape_circle (crown, 9));
  easel_begin (cr, 5);
  draw (cr, &t, trunk, INK_FIRST, 0.35);
  draw (cr, &h, from, INK_MISS, 0.2);
  draw (cr, &h, stopped, INK_SECOND, 0.4);
  draw_shared (cr, &h, next, &t, trunk);
  easel_outline (cr, easel_circle (centre.x + (float) goes, centre.y, 6), INK_SECOND);
  easel_outline (cr, easel_circle (crown.x, crown.y, 9), INK_FIRST);
  easel_arrow (cr, easel_vec (centre.x, centre.y), easel_vec (goes, 0), INK_NORMAL);
  easel_text (cr, 2, 3, EASEL_LEFT, "pixels: one of the shield meets the twig after %d pixels", goes);
  easel_text (cr, 2, 49, EASEL_LEFT, hit.hit ? "a circle for each: it stops after %.1f" : "a circle for each: it passes", (double) (hit.fraction * 60));
  free (h.bytes);
  free (t.bytes);
}

void
picture_stuck_feet (cairo_t *cr, const kbx_bank *bank)
{
  figure frames[2] = { figure_new (together), figure_new (apart) }, s = figure_new (stone);
  const kbx_box body = { 7, 6, 15, 26 };
  easel_begin (cr, 5);
  for (int i = 0; i < 2; i++)
    {
      const kbx_place at = kbx_at (8 + 38 * (float) i, 18), there = kbx_at (at.x + 14, at.y + 20);
      draw (cr, &s, there, INK_FIRST, 0.45);
      draw (cr, &frames[i], at, INK_SECOND, 0.4);
      const uint32_t area = draw_shared (cr, &frames[i], at, &s, there);
      easel_outline (cr, easel_rect (at.x + (float) body.x0, at.y + (float) body.y0, at.x + (float) body.x1, at.y + (float) body.y1), INK_SECOND);
      easel_text (cr, at.x + 2, 48, EASEL_LEFT, "frame %d: %u pixels in the stone", i + 1, area);
    }
  easel_text (cr, 2, 3, EASEL_LEFT, "nothing moved: the next picture puts a foot into the stone; the body's box is the same in both");
  for (int i = 0; i < 2; i++)
    free (frames[i].bytes);
  free (s.bytes);
}

void
picture_stuck_pushed (cairo_t *cr, const kbx_bank *bank)
{
  figure f = figure_new (apart), s = figure_new (stone), w = figure_new (wall);
  const kbx_place from = kbx_at (34, 18), rock = kbx_at (46, 38), bricks = kbx_at (27, 14);
  int pushes = 0;
  while (kbx_pixels_overlap (f.bitmap, kbx_at (from.x - (float) pushes, from.y), s.bitmap, rock))
    pushes++;
  const kbx_place out = kbx_at (from.x - (float) pushes, from.y);
  easel_begin (cr, 5);
  draw (cr, &s, rock, INK_FIRST, 0.45);
  draw (cr, &w, bricks, INK_FIRST, 0.45);
  draw (cr, &f, from, INK_MISS, 0.25);
  draw (cr, &f, out, INK_SECOND, 0.4);
  const uint32_t area = draw_shared (cr, &f, out, &w, bricks);
  easel_arrow (cr, easel_vec (from.x + 11, from.y + 12), easel_vec (0 - pushes, 0), INK_NORMAL);
  easel_text (cr, 2, 3, EASEL_LEFT, "out of the stone by %d pixels, and %u pixels into the wall: where now?", pushes, area);
  free (f.bytes);
  free (s.bytes);
  free (w.bytes);
}
