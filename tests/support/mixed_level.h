/* SPDX-License-Identifier: MIT */
/* Closed rooms of layers of all kinds. Each stretch of the border is tiles, edges of a maze or walls; within are more of
 * them, one-way ones and slopes too, and hills. */
#ifndef KB_TEST_MIXED_LEVEL_H
#define KB_TEST_MIXED_LEVEL_H

#include "bake/convert.h"
#include "runtime/levels/motion.h"
#include "tests/support/mazes.h"
#include "tests/support/random_tiles.h"
#include "tests/support/walls_on_grid.h"

enum { MIXED_WALLS, MIXED_TILES, MIXED_MAZE, MIXED_GROUND, MIXED_LAYERS };

typedef struct {
  gint columns, rows, cell; /* of the room; its corner is (0, 0) */
  gint width, height;       /* pixels */
  GArray *walls;            /* KitWall */
  GBytes *walls_bytes, *ground_bytes;
  KitTiles *tiles;
  TestMaze maze;
  kbx_handle layers[MIXED_LAYERS];
} Mixed;

static inline gint mixed_number (gint low, gint high) { return g_test_rand_int_range (low, high + 1); }

/* In 1/256 pixel. */
static inline void
mixed_wall (Mixed *m, gint ax, gint ay, gint bx, gint by, gboolean one_way)
{
  KitWall w = { { ax, ay, bx, by }, (guint) mixed_number (0, 2), one_way };
  if (ax != bx || ay != by)
    g_array_append_val (m->walls, w);
}

/* Columns and rows count from the room's first cell; there is one ring of cells around it. */
static inline void
mixed_tile (Mixed *m, gint i, gint j, guint tile, guint flips)
{
  m->tiles->cells[(j + 1) * (m->columns + 2) + i + 1] = m->tiles->tiles[tile].number | flips << 21;
}

static inline void
mixed_edge (Mixed *m, gint i, gint j, gboolean top)
{
  m->maze.edges[(gsize) (j + 1) * m->maze.form.stride + (gsize) (i + 1)] |= (guint8) (top ? 2 : 1);
}

/* One cell's length of the border: of its upper or lower side, or of its left or right one. */
static inline void
mixed_border (Mixed *m, gint k, gboolean level, gboolean far, gint kind)
{
  const gint end = level ? m->rows : m->columns, line = far ? end : 0, c = m->cell * 256;
  if (kind == MIXED_TILES)
    mixed_tile (m, level ? k : far ? end : -1, level ? far ? end : -1 : k, 1, 0);
  else if (kind == MIXED_MAZE)
    mixed_edge (m, level ? k : line, level ? line : k, level);
  else if (level)
    mixed_wall (m, k * c, line * c, (k + 1) * c, line * c, FALSE);
  else
    mixed_wall (m, line * c, k * c, line * c, (k + 1) * c, FALSE);
}

static inline void
mixed_fill (Mixed *m, GRand *rand)
{
  const gint w = m->width * 256, h = m->height * 256;
  for (gint n = mixed_number (0, m->columns * m->rows / 3); n > 0; n--)
    mixed_tile (m, mixed_number (0, m->columns - 1), mixed_number (0, m->rows - 1), (guint) mixed_number (0, KIT_TILES - 1), (guint) g_rand_int_range (rand, 0, 8));
  for (gint n = mixed_number (0, 2 * m->columns); n > 0; n--)
    mixed_edge (m, mixed_number (0, m->columns - 1), mixed_number (0, m->rows - 1), mixed_number (0, 1) == 1);
  for (gint n = mixed_number (0, 12); n > 0; n--)
    {
      gint x = mixed_number (0, w), y = mixed_number (0, h), far = mixed_number (0, 1) ? 3000 : w / 2;
      mixed_wall (m, x, y, x + mixed_number (-far, far), mixed_number (0, 3) ? y + mixed_number (-far, far) : y, mixed_number (0, 3) == 0);
    }
}

/* One-way tiles, and platforms of one-way walls: flat, steep, bent, of many pieces; most of them stop from above. */
static inline void
mixed_platforms (Mixed *m)
{
  for (gint n = mixed_number (0, 2 * m->columns); n > 0; n--)
    mixed_tile (m, mixed_number (0, m->columns - 1), mixed_number (0, m->rows - 1), (guint) mixed_number (2, 5), mixed_number (0, 2) ? 0 : (guint) mixed_number (0, 7));
  for (gint n = mixed_number (1, 8); n > 0; n--)
    {
      const gboolean is_turned = mixed_number (0, 7) == 0, is_bent = mixed_number (0, 1) == 1;
      const gint length = mixed_number (0, 1) ? 700 : 5000, pieces = mixed_number (1, 12);
      gint x = mixed_number (0, m->width * 256), y = mixed_number (0, m->height * 256), dx = -mixed_number (1, length), dy = mixed_number (0, 1) ? 0 : mixed_number (-length, length);
      for (gint k = 0; k < pieces; k++, x += dx, y += dy)
        {
          mixed_wall (m, is_turned ? x + dx : x, is_turned ? y + dy : y, is_turned ? x : x + dx, is_turned ? y : y + dy, TRUE);
          dy += is_bent ? mixed_number (-length / 3, length / 3) : 0;
        }
    }
}

/* The highest points are there. */
static inline void
mixed_ground (Mixed *m, gint top)
{
  kbx_ground_point knots[8];
  const gint n = mixed_number (2, 8), from = mixed_number (-10, m->width / 2), step = MAX (m->width / n, 2);
  for (gint i = 0; i < n; i++)
    knots[i] = (kbx_ground_point) { from + i * step + mixed_number (0, 255) / 256.0, mixed_number (top, m->height + 40), mixed_number (0, 2) == 0 };
  kbx_ground_plan form = { .spline = (kbx_spline) mixed_number (0, 2), .points = knots, .count = (guint) n };
  g_autoptr (GError) error = NULL;
  m->ground_bytes = kb_pack_ground (&form, &error);
  g_assert_no_error (error);
}

static inline Mixed
mixed_new_of (GRand *rand, gboolean has_platforms)
{
  Mixed m = { .columns = mixed_number (3, 12), .rows = mixed_number (3, 9), .cell = mixed_number (has_platforms ? 8 : 3, 20) };
  g_autoptr (GError) error = NULL;
  KitDivision settings = { .kind = (kbx_partition) mixed_number (0, 3), .leaf_walls = 4 };
  m.width = m.columns * m.cell;
  m.height = m.rows * m.cell;
  m.walls = g_array_new (FALSE, FALSE, sizeof (KitWall));
  m.tiles = g_new0 (KitTiles, 1);
  m.tiles->input = (kbx_tiles_plan) { .cell_w = (guint) m.cell, .cell_h = (guint) m.cell, .first = { -1, -1 }, .columns = (guint) m.columns + 2,
    .rows = (guint) m.rows + 2, .tile_count = KIT_TILES };
  m.tiles->cells = g_new0 (guint32, (m.columns + 2) * (m.rows + 2));
  kit_tiles_draw_tiles (m.tiles, rand);
  m.maze = kit_maze_new (0, 0, (guint) m.cell, (guint) m.cell, -1, -1, (guint) m.columns + 2, (guint) m.rows + 2);
  for (gint k = 0; k < m.columns; k++)
    for (gint far = 0; far < 2; far++)
      mixed_border (&m, k, TRUE, far == 1, mixed_number (MIXED_WALLS, MIXED_MAZE));
  for (gint k = 0; k < m.rows; k++)
    for (gint far = 0; far < 2; far++)
      mixed_border (&m, k, FALSE, far == 1, mixed_number (MIXED_WALLS, MIXED_MAZE));
  /* A point passes between two tiles that share no more than a corner: so those of the room are full. */
  for (guint k = 0; k < 4; k++)
    mixed_tile (&m, k % 2 ? m.columns : -1, k / 2 ? m.rows : -1, 1, 0);
  if (has_platforms)
    mixed_platforms (&m);
  else
    mixed_fill (&m, rand);
  mixed_ground (&m, has_platforms ? m.height + 20 : m.height / 3);
  KitWalls input = { (const KitWall *) (gpointer) m.walls->data, m.walls->len, NULL, 0 };
  m.walls_bytes = kit_walls_build (&input, &settings, NULL, NULL, &error);
  g_assert_no_error (error);
  kit_tiles_open (m.tiles);
  kit_maze_finish (&m.maze);
  m.layers[MIXED_WALLS] = (kbx_handle) { NULL, g_bytes_get_data (m.walls_bytes, NULL), KBX_NONE, KBX_WALLS };
  m.layers[MIXED_TILES] = (kbx_handle) { NULL, g_bytes_get_data (m.tiles->bytes, NULL), KBX_NONE, KBX_TILES };
  m.layers[MIXED_MAZE] = (kbx_handle) { NULL, g_bytes_get_data (m.maze.bytes, NULL), KBX_NONE, KBX_MAZE };
  m.layers[MIXED_GROUND] = (kbx_handle) { NULL, g_bytes_get_data (m.ground_bytes, NULL), KBX_NONE, KBX_GROUND };
  return m;
}

static inline Mixed mixed_new (GRand *rand) { return mixed_new_of (rand, FALSE); }

static inline void
mixed_free (Mixed *m)
{
  g_bytes_unref (m->walls_bytes);
  g_bytes_unref (m->ground_bytes);
  kit_tiles_free (m->tiles);
  kit_maze_clear (&m->maze);
  g_array_unref (m->walls);
}

static inline kbx_vec mixed_vec (gint x, gint y) { return (kbx_vec) { (float) x / 256, (float) y / 256 }; }

/* Any mover, somewhere in the room or not; in 1/256 pixel, or pixels. */
static inline kbx_shape
mixed_mover (const Mixed *m)
{
  const kbx_vec at = mixed_vec (mixed_number (0, m->width * 256), mixed_number (0, m->height * 256));
  const gint x = mixed_number (0, m->width - 1), y = mixed_number (0, m->height - 1), size = mixed_number (0, 2) ? 3 : m->cell + 2;
  switch (mixed_number (0, 3))
    {
    case 0: return kbx_shape_point (at);
    case 1: return kbx_shape_circle (at, mixed_number (0, 1) ? (float) mixed_number (1, size) : (float) g_test_rand_double_range (0.01, size));
    case 2: return kbx_shape_rect (at, (kbx_vec) { at.x + (float) mixed_number (1, size * 256) / 256, at.y + (float) mixed_number (1, size * 256) / 256 });
    default: return kbx_shape_box ((kbx_box) { x, y, x + mixed_number (1, size), y + mixed_number (1, size) });
    }
}

static inline void
mixed_bounds (kbx_shape s, double *x0, double *y0, double *x1, double *y1)
{
  const gboolean is_rect = s.kind == KBX_SHAPE_RECT, is_box = s.kind == KBX_SHAPE_BOX, is_circle = s.kind == KBX_SHAPE_CIRCLE;
  const kbx_vec at = is_circle ? s.as.circle.centre : s.as.point;
  const double r = is_circle ? (double) s.as.circle.radius : 0;
  *x0 = is_box ? s.as.box.x0 : is_rect ? (double) s.as.rect.min.x : (double) at.x - r;
  *y0 = is_box ? s.as.box.y0 : is_rect ? (double) s.as.rect.min.y : (double) at.y - r;
  *x1 = is_box ? s.as.box.x1 : is_rect ? (double) s.as.rect.max.x : (double) at.x + r;
  *y1 = is_box ? s.as.box.y1 : is_rect ? (double) s.as.rect.max.y : (double) at.y + r;
}

static inline kbx_shape
mixed_moved (kbx_shape s, kbx_vec by)
{
  if (s.kind == KBX_SHAPE_BOX)
    return kbx_shape_box ((kbx_box) { s.as.box.x0 + (gint) by.x, s.as.box.y0 + (gint) by.y, s.as.box.x1 + (gint) by.x, s.as.box.y1 + (gint) by.y });
  if (s.kind == KBX_SHAPE_RECT)
    return kbx_shape_rect ((kbx_vec) { s.as.rect.min.x + by.x, s.as.rect.min.y + by.y }, (kbx_vec) { s.as.rect.max.x + by.x, s.as.rect.max.y + by.y });
  if (s.kind == KBX_SHAPE_CIRCLE)
    return kbx_shape_circle ((kbx_vec) { s.as.circle.centre.x + by.x, s.as.circle.centre.y + by.y }, s.as.circle.radius);
  return kbx_shape_point ((kbx_vec) { s.as.point.x + by.x, s.as.point.y + by.y });
}

/* Where trouble may be: cells' corners, ends of walls, and far beyond them; along walls and axes; far away, a step of the grid. */
static inline kbx_vec
mixed_aim (const Mixed *m, kbx_shape mover)
{
  double x0, y0, x1, y1;
  kbx_vec to;
  KitEdge e = { 0, 0, 0, 0 };
  mixed_bounds (mover, &x0, &y0, &x1, &y1);
  if (m->walls->len > 0)
    e = g_array_index (m->walls, KitWall, (guint) mixed_number (0, (gint) m->walls->len - 1)).edge;
  const gint k = mixed_number (0, 4);
  const kbx_vec at = mixed_vec (k == 2 ? e.ax : k == 3 ? e.bx : mixed_number (0, m->columns) * m->cell * 256, k == 2 ? e.ay : k == 3 ? e.by : mixed_number (0, m->rows) * m->cell * 256);
  switch (mixed_number (0, 10))
    {
    case 0: to = mixed_vec (e.ax - (gint) (x0 * 256), e.ay - (gint) (y0 * 256)); break;
    case 1: to = mixed_vec (2 * (e.ax - (gint) (x1 * 256)), 2 * (e.ay - (gint) (y1 * 256))); break;
    case 2: to = (kbx_vec) { (float) (mixed_number (0, m->columns) * m->cell - x0), (float) (mixed_number (0, m->rows) * m->cell - y0) }; break;
    case 3: to = (kbx_vec) { (float) (2 * (mixed_number (0, m->columns) * m->cell - x1)), (float) (2 * (mixed_number (0, m->rows) * m->cell - y1)) }; break;
    case 4: to = mixed_vec (mixed_number (-3, 3), mixed_number (-3, 3)); break;
    case 5: to = mixed_vec (mixed_number (-9000000, 9000000), mixed_number (-9000000, 9000000)); break;
    case 6: to = mixed_number (0, 1) ? mixed_vec (mixed_number (-20000, 20000), 0) : mixed_vec (0, mixed_number (-20000, 20000)); break;
    case 7: to = mixed_vec (e.bx - e.ax + mixed_number (-1, 1), e.by - e.ay + mixed_number (-1, 1)); break;
    case 8:
    case 9: to = (kbx_vec) { (float) (k + 1) * (float) (at.x - (x0 + x1) / 2), (float) (k + 1) * (float) (at.y - (y0 + y1) / 2) }; break;
    default: to = mixed_vec (mixed_number (-9000, 9000), mixed_number (-9000, 9000));
    }
  if (mover.kind == KBX_SHAPE_BOX)
    to = (kbx_vec) { floorf (to.x), floorf (to.y) };
  else
    to = (kbx_vec) { floorf (to.x * 256) / 256, floorf (to.y * 256) / 256 };
  return to;
}

#endif
