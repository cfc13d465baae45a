/* SPDX-License-Identifier: MIT */
/* What the chapter on the course shows and the guide does not. */
#include "runtime/kickbox/pack.h"
#include "pictures/pictures.h"

#include <math.h>

#define COUNT(array) ((uint32_t) (sizeof array / sizeof array[0]))

static uint64_t bytes[4096], work[65536];

static kbx_handle
opened (kbx_kind kind, size_t size)
{
  kbx_handle handle;
  kbx_open (&handle, kind, bytes, size, NULL);
  return handle;
}

/* ---- a circle and a box ---- */

void
picture_five_cases (cairo_t *cr, const kbx_bank *bank)
{
  static const struct {
    const char *name;
    float x, y, radius;
  } cases[] = {
    { "A: a corner is in the circle", 11, 7.5f, 4 },
    { "B: no", 10.5f, 8.5f, 3 },
    { "C: the middle is in the box", 5, 2.5f, 1.7f },
    { "D: all corners are in the circle", 4, 3, 6.8f },
    { "E: the circle reaches an edge", 4, 8.5f, 3.2f },
  };

  easel_begin (cr, 5);
  for (uint32_t i = 0; i < COUNT (cases); i++)
    {
      const float x = (float) (i % 3) * (i < 3 ? 26 : 36) + (i < 3 ? 7 : 16), y = i < 3 ? 7 : 31;
      easel_shape box = easel_rect (x, y, x + 8, y + 6);
      easel_shape circle = easel_circle (x + cases[i].x, y + cases[i].y, cases[i].radius);
      kbx_nearest nearest = kbx_nearest_point (easel_form (box), circle.circle.centre);
      easel_pair (cr, box, circle, kbx_overlap (easel_form (box), easel_form (circle)));
      easel_dashes (cr, circle.circle.centre, nearest.point, INK_ANSWER);
      easel_dot (cr, nearest.point, INK_ANSWER);
      easel_text (cr, x + 5, y + 14, EASEL_MIDDLE, "%s", easel_word (cases[i].name));
    }
}

/* ---- cells of tiles ---- */

static kbx_handle
cells_of (kbx_point origin, kbx_point axis_i, kbx_point axis_j)
{
  static const uint32_t none[1] = { 0 };
  const kbx_tiles_plan plan = { .cell_w = 6,
                                .cell_h = 6,
                                .origin = origin,
                                .columns = 1,
                                .rows = 1,
                                .axis_i = axis_i,
                                .axis_j = axis_j,
                                .cells = none };
  return opened (KBX_TILES, kbx_tiles_pack (&plan, work, sizeof work, bytes, sizeof bytes, NULL));
}

static easel_shape
outline_of (kbx_handle layer, kbx_point cell, kbx_vec *corners)
{
  return easel_polygon (corners, kbx_cell_corners (layer, cell, corners, 4));
}

/* Points, their cells, and where cutting off towards 0 puts them. */
static void
show_cells (cairo_t *cr, kbx_handle layer, int reach, kbx_vec origin, const kbx_vec *points,
            uint32_t count)
{
  kbx_vec corners[4];

  for (int i = -reach; i < reach; i++)
    for (int j = -reach; j < reach; j++)
      {
        easel_shape cell = outline_of (layer, (kbx_point){ i, j }, corners);
        easel_fill (cr, cell, INK_FIRST, i < 0 || j < 0 ? 0.04 : 0.18);
        easel_outline (cr, cell, INK_FIRST);
      }
  for (uint32_t i = 0; i < count; i++)
    {
      kbx_vec p;
      kbx_point cell;
      if (kbx_tiles_from_screen (layer, points[i], &p, &cell) != KBX_OK)
        continue;
      kbx_box first = kbx_cell_box (layer, (kbx_point){ 0, 0 });
      kbx_point cut = { (int) ((p.x - (float) first.x0) / 6),
                        (int) ((p.y - (float) first.y0) / 6) };
      easel_fill (cr, outline_of (layer, cell, corners), INK_ANSWER, 0.35);
      easel_dot (cr, points[i], INK_ANSWER);
      if (cut.x == cell.x && cut.y == cell.y)
        continue;
      outline_of (layer, cut, corners);
      kbx_vec wrong =
        easel_vec ((corners[0].x + corners[2].x) / 2, (corners[0].y + corners[2].y) / 2);
      easel_dashes (cr, points[i], wrong, INK_MISS);
      easel_ring (cr, wrong, INK_MISS);
    }
  easel_dot (cr, origin, INK_SECOND);
}

void
picture_cells (cairo_t *cr, const kbx_bank *bank)
{
  const kbx_point none = { 0, 0 }, i = { 1216, 608 }, j = { -1216, 608 };
  const kbx_vec straight[] = { { 16, 13.5f }, { 29, 22 }, { 31, 34 }, { 7, 40 } };
  const kbx_vec slanted[] = { { 54, 23.5f }, { 66, 24.5f }, { 60.5f, 20.5f }, { 60, 31 } };

  easel_begin (cr, 5);
  show_cells (cr, cells_of ((kbx_point){ 20, 24 }, none, none), 3, easel_vec (20, 24), straight,
              COUNT (straight));
  show_cells (cr, cells_of ((kbx_point){ 60, 24 }, i, j), 2, easel_vec (60, 24), slanted,
              COUNT (slanted));
  easel_text (cr, 40, 3, EASEL_MIDDLE,
              "crimson: the cell of each point, rounded down; grey: cut off towards 0");
  easel_text (cr, 20, 47.5, EASEL_MIDDLE, "straight");
  easel_text (cr, 60, 47.5, EASEL_MIDDLE, "isometric");
}

/* ---- a curved ground ---- */

void
picture_curve (cairo_t *cr, const kbx_bank *bank)
{
  const struct {
    float x, foot;
    const char *text;
  } boxes[] = { { 10, 14, "in the air" }, { 38, 0, "stands" }, { 60, 41, "sunk in" } };
  kbx_ground_point points[41];

  for (int i = 0; i <= 40; i++)
    points[i] = (kbx_ground_point){ 2 * i, 30 + 9 * sin (i / 4.0), false };
  const kbx_ground_plan plan = { .slope_limit = 0.8, .points = points, .count = COUNT (points) };
  kbx_handle ground =
    opened (KBX_GROUND, kbx_ground_pack (&plan, work, sizeof work, bytes, sizeof bytes, NULL));

  easel_begin (cr, 5);
  for (int i = 0; i < 320; i++)
    {
      const float x = (float) i / 4;
      const kbx_ground_place a = kbx_ground_at (ground, x), b = kbx_ground_at (ground, x + 0.25f);
      easel_fill (cr, easel_rect (x, a.y, x + 0.25f, 50), INK_SECOND, 0.2);
      cairo_move_to (cr, x, a.y);
      cairo_line_to (cr, x + 0.25f, b.y);
      easel_line (cr, a.too_steep ? INK_ANSWER : INK_SECOND, a.too_steep ? 3 : 2);
    }
  for (uint32_t i = 0; i < COUNT (boxes); i++)
    {
      const kbx_ground_place here = kbx_ground_at (ground, boxes[i].x);
      const float foot = boxes[i].foot != 0 ? boxes[i].foot : here.y;
      const kbx_vec at = easel_vec (boxes[i].x, foot), up = easel_vec (boxes[i].x, here.y);
      easel_draw (cr, easel_rect (at.x - 3, at.y - 9, at.x + 3, at.y), INK_FIRST);
      easel_dashes (cr, at, up, INK_ANSWER);
      easel_normal (cr, up, here.normal);
      easel_dot (cr, at, foot >= here.y ? INK_ANSWER : INK_FIRST);
      easel_text (cr, at.x + 4, at.y - 7, EASEL_LEFT, "%s", easel_word (boxes[i].text));
    }
  easel_text (cr, 2, 4, EASEL_LEFT,
              "the foot touches where its y is at least the ground's; crimson: too steep");
}

/* ---- partitions ---- */

/* A hut of many walls in a corner of an empty land of 24 x 36. */
static uint32_t
hut (kbx_wall *walls)
{
  const float border[5][2] = { { 0, 0 }, { 24, 0 }, { 24, 36 }, { 0, 36 }, { 0, 0 } };
  uint32_t n = 0;

  for (int i = 0; i < 4; i++)
    walls[n++].segment =
      (kbx_segment){ { border[i][0], border[i][1] }, { border[i + 1][0], border[i + 1][1] } };
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 6; k++)
      {
        const float x = 15.5f + (float) i * 1.3f, y = 26.5f + (float) k * 1.5f;
        walls[n++].segment =
          (kbx_segment){ { x, y }, { (i + k) % 2 ? x + 1 : x, (i + k) % 2 ? y : y + 1 } };
      }
  return n;
}

void
picture_partitions (cairo_t *cr, const kbx_bank *bank)
{
  static const char *const names[] = { "grid", "quadtree", "BSP" };
  const kbx_rect land = { { 0, 0 }, { 24, 36 } };
  kbx_wall walls[40] = { 0 };
  const uint32_t count = hut (walls);

  easel_begin (cr, 5);
  for (int i = 0; i < 3; i++)
    {
      const kbx_walls_plan plan = { .walls = walls,
                                    .wall_count = count,
                                    .leaf_walls = 4,
                                    .partition = (kbx_partition) (KBX_PARTITION_GRID + i) };
      kbx_handle packed =
        opened (KBX_WALLS, kbx_walls_pack (&plan, work, sizeof work, bytes, sizeof bytes, NULL));
      kbx_vec corners[KBX_CELL_CORNERS];
      kbx_walls_part part;
      uint32_t leaves = 0, depth = 0;
      cairo_save (cr);
      cairo_translate (cr, 2 + 26 * i, 4);
      for (uint32_t node = 0;
           (part = kbx_walls_node (packed, node, land, corners, COUNT (corners))).found; node++)
        {
          if (!part.leaf || part.corner_count < 3)
            continue;
          easel_fill (cr, easel_polygon (corners, part.corner_count), INK_NORMAL,
                      0.05 + 0.04 * (leaves % 4));
          easel_outline (cr, easel_polygon (corners, part.corner_count), INK_NORMAL);
          depth = part.depth > depth ? part.depth : depth;
          leaves++;
        }
      for (uint32_t k = 0; k < count; k++)
        {
          const kbx_segment s = kbx_walls_wall (packed, k).segment;
          easel_outline (cr, easel_segment (s.a.x, s.a.y, s.b.x, s.b.y), INK_FIRST);
        }
      easel_text (cr, 12, 39, EASEL_MIDDLE, "%s: %u %s", easel_word (names[i]), leaves,
                  easel_word (i ? "leaves" : "cells"));
      if (i > 0)
        easel_text (cr, 12, 42, EASEL_MIDDLE, "up to %u cuts deep", depth);
      cairo_restore (cr);
    }
}

/* A long wall in a grid: above, the pieces that each square would get; below, the one wall that they list. */
void
picture_cut_wall (cairo_t *cr, const kbx_bank *bank)
{
  static const easel_ink inks[] = { INK_FIRST, INK_SECOND, INK_ANSWER, INK_NORMAL };
  const kbx_wall walls[] = { { .segment = { { 4, 6 }, { 76, 15 } } }, { .segment = { { 10, 2 }, { 16, 2 } } },
                             { .segment = { { 60, 18 }, { 70, 18 } } } };
  const kbx_walls_plan plan = { .walls = walls, .wall_count = 3, .partition = KBX_PARTITION_GRID, .cell = 19 };
  const kbx_handle grid =
    opened (KBX_WALLS, kbx_walls_pack (&plan, work, sizeof work, bytes, sizeof bytes, NULL));
  kbx_vec corners[KBX_CELL_CORNERS];

  easel_begin (cr, 5);
  for (int below = 0; below < 2; below++)
    {
      kbx_walls_part part;
      cairo_save (cr);
      cairo_translate (cr, 0, 2 + 23 * below);
      for (uint32_t node = 0;
           (part = kbx_walls_node (grid, node, kbx_level_bounds (grid), corners, COUNT (corners))).found; node++)
        {
          const kbx_vec whole[] = { walls[0].segment.a, walls[0].segment.b };
          const kbx_meeting piece = kbx_clip_segment (whole[0], whole[1], kbx_shape_convex (corners, part.corner_count));
          const kbx_vec *drawn = below ? whole : piece.points;
          easel_outline (cr, easel_polygon (corners, part.corner_count), INK_MISS);
          if (piece.count < 2)
            continue;
          cairo_move_to (cr, drawn[0].x, drawn[0].y);
          cairo_line_to (cr, drawn[1].x, drawn[1].y);
          easel_line (cr, below ? INK_ANSWER : inks[node % COUNT (inks)], 3);
        }
      for (int i = 1; i < 3; i++)
        easel_outline (cr, easel_segment (walls[i].segment.a.x, walls[i].segment.a.y, walls[i].segment.b.x,
                                          walls[i].segment.b.y), INK_TEXT);
      cairo_restore (cr);
    }
  easel_text (cr, 40, 23.5, EASEL_MIDDLE, "cut: a piece for each square");
  easel_text (cr, 40, 47, EASEL_MIDDLE, "Kickbox: the squares list the whole wall");
}

/* ---- boxes in a maze ---- */

void
picture_maze_boxes (cairo_t *cr, const kbx_bank *bank)
{
  static const uint8_t edges[] = { 3, 2, 2, 3, 2, 2, 1, 1, 1, 0, 2, 1, 2, 1,
                                   1, 2, 1, 0, 3, 0, 1, 2, 2, 2, 2, 2, 2, 0 };
  const kbx_maze_plan plan = { .origin = { 4, 6 },
                               .cell_w = 12,
                               .cell_h = 12,
                               .columns = 6,
                               .rows = 3,
                               .edges = edges,
                               .stride = 7 };
  kbx_handle maze = opened (KBX_MAZE, kbx_maze_pack (&plan, NULL, 0, bytes, sizeof bytes, NULL));
  const kbx_box boxes[] = {
    { 6, 9, 12, 15 }, { 11, 20, 21, 28 }, { 32, 20, 38, 34 }, { 45, 8, 59, 26 }, { 65, 33, 73, 40 }
  };

  easel_begin (cr, 2);
  for (uint32_t i = 0; i < COUNT (boxes); i++)
    {
      const kbx_box b = boxes[i];
      const kbx_point from = kbx_cell_of (maze, (kbx_point){ b.x0, b.y0 }),
                      to = kbx_cell_of (maze, (kbx_point){ b.x1 - 1, b.y1 - 1 });
      const bool touches = kbx_level_touching (maze, kbx_shape_box (b), NULL, NULL, 0) > 0;
      const kbx_box c = kbx_cell_box (maze, from), d = kbx_cell_box (maze, to);
      easel_fill (cr, easel_rect ((float) c.x0, (float) c.y0, (float) d.x1, (float) d.y1),
                  touches ? INK_ANSWER : INK_FIRST, 0.12);
      easel_draw (cr, easel_rect ((float) b.x0, (float) b.y0, (float) b.x1, (float) b.y1),
                  touches ? INK_ANSWER : INK_FIRST);
    }
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 6; x++)
      {
        const kbx_box c = kbx_cell_box (maze, (kbx_point){ x, y });
        const uint32_t sides = kbx_maze_walls (maze, (kbx_point){ x, y });
        const float x0 = (float) c.x0, y0 = (float) c.y0, x1 = (float) c.x1, y1 = (float) c.y1;
        const kbx_segment walls[] = { { { x0, y0 }, { x0, y1 } },
                                      { { x0, y0 }, { x1, y0 } },
                                      { { x1, y0 }, { x1, y1 } },
                                      { { x0, y1 }, { x1, y1 } } };
        for (int i = 0; i < 4; i++)
          if (sides >> i & 1)
            {
              cairo_move_to (cr, walls[i].a.x, walls[i].a.y);
              cairo_line_to (cr, walls[i].b.x, walls[i].b.y);
              easel_line (cr, INK_SECOND, 3);
            }
      }
  easel_text (cr, 2, 3, EASEL_LEFT,
              "boxes, the cells under them; crimson: a wall between these cells is touched");
  easel_text (cr, 40, 47.5, EASEL_MIDDLE, "thin walls on the edges of cells: kbx_level_touching");
}

/* ---- altitudes between samples ---- */

void
picture_altitudes (cairo_t *cr, const kbx_bank *bank)
{
  static const uint16_t samples[] = { 3, 4, 5, 7, 6, 2, 3, 4, 5, 7, 6, 2 };
  static const char *const names[] = { "nearest: a staircase", "linear", "cubic" };
  const kbx_heightmap_plan plan = {
    .samples = samples, .stride = 6, .columns = 6, .rows = 2, .cell = 1, .high = 65535
  };
  kbx_handle map = opened (
    KBX_HEIGHTMAP, kbx_heightmap_pack (&plan, work, sizeof work, bytes, sizeof bytes, NULL));

  easel_begin (cr, 5);
  for (int filter = 0; filter < 3; filter++)
    {
      const double left = 3.5 + 26 * filter;
      for (int i = 0; i <= 500; i++)
        {
          const float x = (float) i / 100,
                      z = kbx_heightmap_z (map, easel_vec (x, 0), (kbx_height_filter) filter);
          (i > 0 ? cairo_line_to : cairo_move_to) (cr, left + 4.4 * x, 42 - 4.4 * z);
        }
      easel_line (cr, INK_ANSWER, 2);
      for (int x = 0; x < 6; x++)
        easel_dot (cr, easel_vec (left + 4.4 * x, 42 - 4.4 * samples[x]), INK_FIRST);
      const float z = kbx_heightmap_z (map, easel_vec (1.4, 0), (kbx_height_filter) filter);
      easel_dashes (cr, easel_vec (left + 4.4 * 1.4, 42),
                    easel_vec (left + 4.4 * 1.4, 42 - 4.4 * z), INK_SECOND);
      easel_text (cr, left + 4.4 * 1.4, 45, EASEL_MIDDLE, "f(1.4) = %.2f", z);
      easel_text (cr, left + 11, 5, EASEL_MIDDLE, "%s", easel_word (names[filter]));
    }
}

/* ---- the left of every edge ---- */

void
picture_left (cairo_t *cr, const kbx_bank *bank)
{
  static const kbx_vec corners[] = { { 14, 10 }, { 44, 6 }, { 64, 24 }, { 50, 42 }, { 20, 40 } };
  static const kbx_vec points[] = { { 38, 24 }, { 70, 40 }, { 8, 24 }, { 30, 4 } };

  easel_begin (cr, 5);
  easel_draw (cr, easel_polygon (corners, COUNT (corners)), INK_FIRST);
  for (uint32_t k = 0; k < COUNT (corners); k++)
    {
      const kbx_vec a = corners[k], b = corners[(k + 1) % COUNT (corners)];
      easel_arrow (cr, a, easel_vec ((b.x - a.x) * 0.55, (b.y - a.y) * 0.55), INK_FIRST);
    }
  for (uint32_t i = 0; i < COUNT (points); i++)
    {
      const bool inside = kbx_contains (kbx_shape_convex (corners, COUNT (corners)), points[i]);
      for (uint32_t k = 0; k < COUNT (corners); k++)
        {
          const kbx_segment edge = { corners[k], corners[(k + 1) % COUNT (corners)] };
          const kbx_vec middle =
            easel_along (edge.a, easel_vec (edge.b.x - edge.a.x, edge.b.y - edge.a.y), 0.5);
          if (kbx_line_side (edge, points[i]) < 0)
            easel_dashes (cr, points[i], middle, INK_ANSWER);
        }
      (inside ? easel_dot : easel_ring) (cr, points[i], inside ? INK_ANSWER : INK_MISS);
    }
  easel_text (cr, 38, 22, EASEL_MIDDLE, "det > 0 for every edge: inside");
  easel_text (cr, 40, 47.5, EASEL_MIDDLE, "dashes: edges with det < 0");
}

/* ---- points on a picture ---- */

void
picture_mask_points (cairo_t *cr, const kbx_bank *bank)
{
  const kbx_handle frame = kbx_item (kbx_bank_find (bank, KBX_SPRITE, "boxer"), KBX_FRAME, 0);
  const kbx_place place = kbx_at (60, 86);
  const kbx_box all = kbx_frame_area (frame, place);

  cairo_scale (cr, 0.5, 0.5);
  easel_begin (cr, 10);
  easel_outline (cr, easel_rect ((float) all.x0, (float) all.y0, (float) all.x1, (float) all.y1),
                 INK_FIRST);
  for (int y = all.y0; y < all.y1; y++)
    for (int x = all.x0; x < all.x1; x++)
      if (kbx_pixel_at (frame, place, (kbx_point){ x, y }))
        easel_fill (cr, easel_rect ((float) x, (float) y, (float) x + 1, (float) y + 1), INK_FIRST,
                    0.35);
  for (int y = 8; y < 94; y += 8)
    for (int x = 8; x < 156; x += 8)
      {
        const kbx_vec p = easel_vec (x + 0.5, y + 0.5);
        if (kbx_pixel_at (frame, place, (kbx_point){ x, y }))
          easel_dot (cr, p, INK_ANSWER);
        else if (kbx_box_contains (all, (kbx_point){ x, y }))
          easel_ring (cr, p, INK_FIRST);
        else
          easel_ring (cr, p, INK_MISS);
      }
  easel_text (cr, 156, 5, EASEL_RIGHT, "crimson: on the mask");
  easel_text (cr, 4, 5, EASEL_LEFT, "blue: only in the box");
}

/* ---- pairs among many ---- */

void
picture_broad_phase (cairo_t *cr, const kbx_bank *bank)
{
  kbx_rect bounds[36];
  kbx_pair pairs[64];
  uint32_t order[36] = { 0 }, state = 12;
  bool met[36] = { false };

  easel_begin (cr, 5);
  for (uint32_t i = 0; i < COUNT (bounds); i++)
    {
      float at[4];
      for (int k = 0; k < 4; k++)
        {
          state = state * 1664525u + 1013904223u;
          at[k] = (float) (state >> 16) / 65536;
        }
      const float x = 2 + 68 * at[0], y = 3 + 34 * at[1];
      bounds[i] = (kbx_rect){ { x, y }, { x + 3 + 5 * at[2], y + 3 + 5 * at[3] } };
    }
  const uint32_t n = kbx_pairs (bounds, COUNT (bounds), order, pairs, COUNT (pairs));
  for (uint32_t i = 0; i < n && i < COUNT (pairs); i++)
    {
      const kbx_rect a = bounds[pairs[i].a], b = bounds[pairs[i].b];
      met[pairs[i].a] = met[pairs[i].b] = true;
      easel_shared (cr, easel_rect (a.min.x, a.min.y, a.max.x, a.max.y),
                    easel_rect (b.min.x, b.min.y, b.max.x, b.max.y));
    }
  for (uint32_t i = 0; i < COUNT (bounds); i++)
    easel_outline (cr,
                   easel_rect (bounds[i].min.x, bounds[i].min.y, bounds[i].max.x, bounds[i].max.y),
                   met[i] ? INK_FIRST : INK_MISS);
  easel_text (cr, 40, 47.5, EASEL_MIDDLE, "%u boxes, %u pairs that touch, of %u possible ones",
              COUNT (bounds), n, COUNT (bounds) * (COUNT (bounds) - 1) / 2);
}
