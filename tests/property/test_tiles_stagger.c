/* SPDX-License-Identifier: MIT */
/* Staggered and hexagonal layers, against slow definitions: a point is in the one outline that contains it when it is moved
 * down by nearly nothing, and right by still less; a pixel is where its centre is; solid are the pixels of full tiles. */
#include "tests/support/seed.h"

#include "runtime/kickbox.h"
#include "runtime/kickbox_pack.h"

enum { COLUMNS = 7, ROWS = 6 };

static GRand *numbers;

static gint among (gint low, gint high) { return g_rand_int_range (numbers, low, high); }

typedef struct {
  guint8 *bytes;
  kbx_handle tiles;
  kbx_about about;
  guint32 cells[COLUMNS * ROWS];
  kbx_point first;
} Layer;

static void
make_layer (Layer *layer, guint stagger, guint w, guint h, guint side)
{
  const kbx_tile_plan tile = { 1, KBX_TILE_FULL, KBX_NONE, 0, 0, NULL, { 0, 0 } };
  layer->first = (kbx_point) { among (-4, 3), among (-4, 3) };
  for (guint k = 0; k < COLUMNS * ROWS; k++)
    layer->cells[k] = (guint32) (among (0, 3) == 0);
  layer->cells[0] = 1;
  kbx_tiles_plan plan = { .cell_w = w, .cell_h = h, .origin = { among (-30, 30), among (-30, 30) }, .first = layer->first,
                          .columns = COLUMNS, .rows = ROWS, .stagger = stagger, .hex_side = side, .tiles = &tile, .tile_count = 1,
                          .cells = layer->cells };
  gsize work_size = kbx_tiles_work (&plan);
  g_autofree guint8 *work = g_malloc (work_size);
  kbx_error error;
  gsize size = kbx_tiles_pack (&plan, work, work_size, NULL, 0, &error);
  g_assert_cmpuint (size, >, 0);
  layer->bytes = g_malloc (size);
  g_assert_cmpuint (kbx_tiles_pack (&plan, work, work_size, layer->bytes, size, &error), ==, size);
  g_assert_cmpint (kbx_open (&layer->tiles, KBX_TILES, layer->bytes, size, &error), ==, KBX_OK);
  layer->about = kbx_info (layer->tiles);
  g_assert_cmpuint (layer->about.stagger, ==, stagger);
  g_assert_cmpuint (layer->about.hex_side, ==, side);
}

/* ---- the slow definition ---- */

static gint sign_of (gint64 v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

/* In 1/256 pixel. */
static gboolean
contains (const Layer *layer, kbx_point cell, gint64 x, gint64 y)
{
  kbx_vec corners[6];
  const guint n = kbx_cell_corners (layer->tiles, cell, corners, 6);
  for (guint k = 0; k < n; k++)
    {
      const kbx_vec a = corners[k], b = corners[(k + 1) % n];
      const gint64 ax = (gint64) (a.x * 256), ay = (gint64) (a.y * 256), dx = (gint64) (b.x * 256) - ax,
                   dy = (gint64) (b.y * 256) - ay;
      gint side = sign_of (dx * (y - ay) - dy * (x - ax));
      if (dx == 0 && dy == 0)
        continue;
      side = side ? side : dx ? sign_of (dx) : sign_of (-dy);
      if (side < 0)
        return FALSE;
    }
  return TRUE;
}

static kbx_point
cell_of (const Layer *layer, gint64 x, gint64 y)
{
  const gint rough_i = (gint) ((x / 256 - layer->about.origin.x) / (gint64) layer->about.axis_i.x),
             rough_j = (gint) ((y / 256 - layer->about.origin.y) / (gint64) layer->about.axis_j.y);
  kbx_point found = { 0, 0 };
  guint n = 0;
  for (gint j = rough_j - 4; j <= rough_j + 3; j++)
    for (gint i = rough_i - 4; i <= rough_i + 3; i++)
      if (contains (layer, (kbx_point) { i, j }, x, y))
        {
          found = (kbx_point) { i, j };
          n++;
        }
  g_assert_cmpuint (n, ==, 1);
  return found;
}

static kbx_point
cell_of_pixel (const Layer *layer, gint x, gint y)
{
  return cell_of (layer, x * 256 + 128, y * 256 + 128);
}

static gboolean
is_full (const Layer *layer, kbx_point cell)
{
  const gint i = cell.x - layer->first.x, j = cell.y - layer->first.y;
  return i >= 0 && j >= 0 && i < COLUMNS && j < ROWS && layer->cells[j * COLUMNS + i];
}

/* ---- checks ---- */

static kbx_point
random_pixel (const Layer *layer)
{
  const kbx_rect b = kbx_level_bounds (layer->tiles);
  return (kbx_point) { among ((gint) b.min.x - 20, (gint) b.max.x + 20), among ((gint) b.min.y - 20, (gint) b.max.y + 20) };
}

static void
check_points (const Layer *layer)
{
  const gint w = (gint) layer->about.cell.w, h = (gint) layer->about.cell.h;
  const kbx_box box = kbx_cell_box (layer->tiles, (kbx_point) { 1, 1 });
  for (gint y = box.y0 - 2; y < box.y1 + h; y++)   /* all pixels of more than a cell */
    for (gint x = box.x0 - 2; x < box.x1 + w; x++)
      {
        const kbx_point slow = cell_of_pixel (layer, x, y), quick = kbx_cell_of (layer->tiles, (kbx_point) { x, y });
        g_assert_cmpint (slow.x, ==, quick.x);
        g_assert_cmpint (slow.y, ==, quick.y);
      }
  for (guint n = 0; kit_goes_on (n, 1200); n++)
    {
      const kbx_point p = random_pixel (layer);
      const gint step = n % 3 == 0 ? 256 : n % 3 == 1 ? 64 : 1;
      const gint64 x = p.x * 256 + among (0, 256) / step * step, y = p.y * 256 + among (0, 256) / step * step;
      const kbx_point slow = cell_of (layer, x, y);
      kbx_vec own;
      kbx_point quick;
      g_assert_cmpint (kbx_tiles_from_screen (layer->tiles, (kbx_vec) { (float) x / 256, (float) y / 256 }, &own, &quick), ==, KBX_OK);
      g_assert_cmpint (slow.x, ==, quick.x);
      g_assert_cmpint (slow.y, ==, quick.y);
      g_assert_cmpfloat (own.x, ==, (float) x / 256);
    }
}

static int
by_row (gconstpointer a, gconstpointer b)
{
  const kbx_point *p = a, *q = b;
  return p->y != q->y ? (p->y > q->y) - (p->y < q->y) : (p->x > q->x) - (p->x < q->x);
}

static void
check_boxes (const Layer *layer)
{
  for (guint n = 0; kit_goes_on (n, 80); n++)
    {
      const kbx_point p = random_pixel (layer);
      const kbx_box box = { p.x, p.y, p.x + among (1, 25), p.y + among (1, 25) };
      kbx_point quick[COLUMNS * ROWS];
      guint count = 0, seen[COLUMNS * ROWS] = { 0 };
      for (gint y = box.y0; y < box.y1; y++)
        for (gint x = box.x0; x < box.x1; x++)
          {
            const kbx_point cell = cell_of_pixel (layer, x, y);
            guint *at = is_full (layer, cell) ? &seen[(cell.y - layer->first.y) * COLUMNS + cell.x - layer->first.x] : NULL;
            count += at && !(*at)++;
          }
      g_assert_cmpuint (kbx_tiles_cells (layer->tiles, box, quick, COLUMNS * ROWS), ==, count);
      for (guint k = 0; k < count; k++)
        g_assert_cmpuint (seen[(quick[k].y - layer->first.y) * COLUMNS + quick[k].x - layer->first.x], >, 0);
      kbx_thing things[COLUMNS * ROWS];
      g_assert_cmpuint (kbx_level_touching (layer->tiles, kbx_shape_box (box), NULL, things, COLUMNS * ROWS), ==, count);
      for (guint k = 0; k < count; k++)
        g_assert_cmpint (by_row (&quick[k], &things[k].cell), ==, 0);
    }
}

static gboolean
is_free (const Layer *layer, kbx_box box)
{
  for (gint y = box.y0; y < box.y1; y++)
    for (gint x = box.x0; x < box.x1; x++)
      if (is_full (layer, cell_of_pixel (layer, x, y)))
        return FALSE;
  return TRUE;
}

/* Moves along an axis, pixel by pixel; and oblique ones end free. */
static guint
check_casts (const Layer *layer)
{
  guint hits = 0;
  for (guint n = 0; kit_goes_on (n, 120); n++)
    {
      const kbx_point p = random_pixel (layer);
      const kbx_box box = { p.x, p.y, p.x + among (1, 6), p.y + among (1, 6) };
      const gint length = among (1, 60), way = among (0, 4), dx = way == 0 ? 1 : way == 1 ? -1 : 0,
                 dy = way == 2 ? 1 : way == 3 ? -1 : 0;
      gint gone = 0;
      gboolean inside = !is_free (layer, box);
      while (!inside && gone < length
             && is_free (layer, (kbx_box) { box.x0 + dx * (gone + 1), box.y0 + dy * (gone + 1), box.x1 + dx * (gone + 1), box.y1 + dy * (gone + 1) }))
        gone++;
      const kbx_hit hit = kbx_level_cast (layer->tiles, kbx_shape_box (box), (kbx_vec) { (float) (dx * length), (float) (dy * length) }, NULL);
      g_assert_cmpint (hit.status, ==, KBX_OK);
      g_assert_cmpint (hit.started_inside, ==, inside);
      g_assert_cmpint (hit.hit, ==, inside || gone < length);
      if (!inside)
        g_assert_cmpfloat_with_epsilon (hit.fraction, (float) gone / (float) length, 1e-6f);
      hits += hit.hit;
      const kbx_vec oblique = { (float) among (-80, 81), (float) among (-80, 81) };
      const kbx_move move = kbx_level_move (layer->tiles, kbx_shape_box (box), oblique, (kbx_motion) { .manner = KBX_SLIDE }, NULL, NULL, 0);
      const gint mx = (gint) move.moved.x, my = (gint) move.moved.y;
      g_assert_true (inside || is_free (layer, (kbx_box) { box.x0 + mx, box.y0 + my, box.x1 + mx, box.y1 + my }));
    }
  return hits;
}

/* A circle and a point stop outside the closed pixels. */
static void
check_rounds (const Layer *layer)
{
  for (guint n = 0; kit_goes_on (n, 120); n++)
    {
      const kbx_point p = random_pixel (layer);
      const float radius = n % 2 ? (float) among (1, 700) / 100 : 0;
      const kbx_shape mover = kbx_shape_circle ((kbx_vec) { (float) p.x + 0.25f, (float) p.y + 0.5f }, radius);
      const kbx_vec to = { (float) among (-90, 91), (float) among (-90, 91) };
      const kbx_move move = kbx_level_move (layer->tiles, mover, to, (kbx_motion) { .manner = KBX_STOP }, NULL, NULL, 0);
      const double x = p.x + 0.25 + (double) move.moved.x, y = p.y + 0.5 + (double) move.moved.y;
      if (move.started_inside)
        continue;
      const gint reach = (gint) radius + 2;
      for (gint v = (gint) y - reach; v <= (gint) y + reach; v++)
        for (gint u = (gint) x - reach; u <= (gint) x + reach; u++)
          {
            const double ox = x - CLAMP (x, u, u + 1), oy = y - CLAMP (y, v, v + 1);
            if (ox * ox + oy * oy < (double) radius * (double) radius - 1e-6)
              g_assert_false (is_full (layer, cell_of_pixel (layer, u, v)));
          }
    }
}

/* Cells with two common corners are neighbours across an edge, those with one across a corner. */
static void
check_neighbours (const Layer *layer)
{
  const kbx_point cell = { among (-5, 6), among (-5, 6) };
  kbx_vec own[6], other[6];
  kbx_point quick[8];
  const guint n = kbx_cell_corners (layer->tiles, cell, own, 6), count = kbx_cell_neighbours (layer->tiles, cell, quick, 8);
  const guint edges = layer->about.hex_side ? 6 : 4;
  guint found = 0;
  g_assert_cmpuint (n, ==, edges);
  g_assert_cmpuint (count, ==, layer->about.hex_side ? 6 : 8);
  for (gint j = cell.y - 3; j <= cell.y + 3; j++)
    for (gint i = cell.x - 3; i <= cell.x + 3; i++)
      {
        guint common = 0;
        kbx_cell_corners (layer->tiles, (kbx_point) { i, j }, other, 6);
        for (guint a = 0; a < n; a++)
          for (guint b = 0; b < n; b++)
            common += own[a].x == other[b].x && own[a].y == other[b].y;
        if (common == 0 || (i == cell.x && j == cell.y))
          continue;
        gboolean listed = FALSE;
        for (guint k = common == 2 ? 0 : edges; k < (common == 2 ? edges : count); k++)
          listed = listed || (quick[k].x == i && quick[k].y == j);
        g_assert_true (listed);
        found++;
      }
  g_assert_cmpuint (found, ==, count);
}

/* Each side of an outline separates, or one of the rectangle. */
static gboolean
is_apart (const kbx_vec *corners, guint n, kbx_rect r)
{
  const kbx_vec box[4] = { r.min, { r.max.x, r.min.y }, r.max, { r.min.x, r.max.y } };
  for (guint side = 0; side < 2; side++)
    for (guint k = 0, of = side ? 4 : n; k < of; k++)
      {
        const kbx_vec *a = side ? box : corners, *b = side ? corners : box;
        const kbx_vec p = a[k], q = a[(k + 1) % of];
        gboolean all = p.x != q.x || p.y != q.y;
        for (guint m = 0; m < (side ? n : 4); m++)
          all = all && ((double) q.x - p.x) * ((double) b[m].y - p.y) - ((double) q.y - p.y) * ((double) b[m].x - p.x) < 0;
        if (all)
          return TRUE;
      }
  return FALSE;
}

static void
check_visible (const Layer *layer)
{
  for (guint n = 0; kit_goes_on (n, 60); n++)
    {
      const kbx_point p = random_pixel (layer);
      const kbx_rect screen = { { (float) p.x, (float) p.y }, { (float) (p.x + among (0, 30)), (float) (p.y + among (0, 30)) } };
      kbx_point quick[COLUMNS * ROWS];
      const guint count = kbx_tiles_visible (layer->tiles, screen, quick, COLUMNS * ROWS);
      guint slow = 0;
      for (gint j = 0; j < ROWS; j++)
        for (gint i = 0; i < COLUMNS; i++)
          {
            kbx_vec corners[6];
            const kbx_point cell = { layer->first.x + i, layer->first.y + j };
            slow += is_full (layer, cell) && !is_apart (corners, kbx_cell_corners (layer->tiles, cell, corners, 6), screen);
          }
      g_assert_cmpuint (count, ==, slow);
      for (guint k = 1; k < count; k++)   /* back to front */
        {
          const gint a = kbx_cell_box (layer->tiles, quick[k - 1]).y1, b = kbx_cell_box (layer->tiles, quick[k]).y1;
          g_assert_cmpint (a, <=, b);
        }
      for (guint k = 0; k < count; k++)
        {
          const kbx_box box = kbx_cell_box (layer->tiles, quick[k]);
          const kbx_point at = kbx_tiles_picture_at (layer->tiles, quick[k], (kbx_size) { 5, 50 });
          g_assert_cmpint (at.x, ==, box.x0);
          g_assert_cmpint (at.y, ==, box.y1 - 50);
        }
    }
}

static void
test_layers (void)
{
  static const guint sizes[][3] = { { 14, 12, 6 }, { 16, 8, 0 }, { 12, 12, 0 }, { 18, 16, 16 }, { 10, 20, 4 }, { 2, 2, 0 }, { 6, 11, 3 } };
  guint hits = 0, n = 0;
  for (guint k = 0; k < G_N_ELEMENTS (sizes); k += kit_stride ())
    for (guint stagger = 1; stagger <= 4; stagger++)
      {
        Layer layer;
        const gboolean columns = stagger > 2;
        n++;
        make_layer (&layer, stagger, sizes[k][columns], sizes[k][!columns], sizes[k][2]);
        check_points (&layer);
        check_boxes (&layer);
        hits += check_casts (&layer);
        check_rounds (&layer);
        check_neighbours (&layer);
        check_visible (&layer);
        g_free (layer.bytes);
      }
  g_assert_cmpuint (hits, >, n * kit_least_rounds (1200) / 84);
}

static void
test_refused (void)
{
  static const guint bad[][4] = { { 1, 13, 12, 6 }, { 1, 14, 12, 5 }, { 1, 14, 12, 14 }, { 5, 14, 12, 6 }, { 3, 12, 13, 6 } };
  const kbx_tile_plan tile = { 1, KBX_TILE_FULL, KBX_NONE, 0, 0, NULL, { 0, 0 } };
  const guint32 cell = 1;
  guint8 work[65536], bytes[4096];
  for (guint k = 0; k < G_N_ELEMENTS (bad); k++)
    {
      kbx_error error;
      kbx_tiles_plan plan = { .cell_w = bad[k][1], .cell_h = bad[k][2], .columns = 1, .rows = 1, .stagger = bad[k][0],
                              .hex_side = bad[k][3], .tiles = &tile, .tile_count = 1, .cells = &cell };
      g_assert_cmpuint (kbx_tiles_pack (&plan, work, sizeof work, bytes, sizeof bytes, &error), ==, 0);
    }
}

KIT_PROGRAM (tiles_stagger)
{
  kit_test_init (&argc, &argv);
  numbers = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  g_test_add_func ("/tiles/stagger", test_layers);
  g_test_add_func ("/tiles/stagger-refused", test_refused);
  int status = g_test_run ();
  g_rand_free (numbers);
  return status;
}
