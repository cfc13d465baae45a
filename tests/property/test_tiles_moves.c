/* SPDX-License-Identifier: MIT */
/* Boxes that move among tiles: traces against each pixel by itself, walks against the same walk pixel by pixel, and 100,000
 * slopes and seams on which nobody sinks, sticks or falls through. */
#include "tests/support/shape_of.h"
#include "tests/support/random_tiles.h"
#include "tests/support/layer_kit.h"
#include "tests/support/seed.h"

static GRand *numbers;

static gint among (gint low, gint high) { return g_rand_int_range (numbers, low, high); }

/* A layer as pixels: bit 0 solid, bits 1 to 4 an edge that stops what comes from the left, right, top, bottom of the pixel. */
enum { SOLID = 1, LEFT = 2, RIGHT = 4, TOP = 8, BOTTOM = 16 };

typedef struct {
  kbx_box area;
  guint8 *pixels;
} Plain;

static guint8
plain_at (const Plain *p, gint x, gint y)
{
  return kbx_box_contains (p->area, (kbx_point) { x, y }) ? p->pixels[(y - p->area.y0) * (p->area.x1 - p->area.x0) + x - p->area.x0] : 0;
}

static Plain
plain_of (const KitTiles *t, kbx_class_set classes)
{
  Plain p = { kbx_info (t->layer).bounds, NULL };
  const gint w = (gint) t->input.cell_w, h = (gint) t->input.cell_h;
  guint8 *at = p.pixels = g_new0 (guint8, (p.area.x1 - p.area.x0) * (p.area.y1 - p.area.y0));
  for (gint y = p.area.y0; y < p.area.y1; y++)
    for (gint x = p.area.x0; x < p.area.x1; x++, at++)
      {
        const gint in_x = (x - p.area.x0) % w, in_y = (y - p.area.y0) % h;
        gint look_x, look_y;
        *at = kit_tiles_solid (t, x, y, classes) ? SOLID : 0;
        kit_tiles_one_way (t, x, y, classes, &look_x, &look_y);
        *at |= (guint8) (look_x < 0 && in_x == 0 ? LEFT : look_x > 0 && in_x == w - 1 ? RIGHT : 0);
        *at |= (guint8) (look_y < 0 && in_y == 0 ? TOP : look_y > 0 && in_y == h - 1 ? BOTTOM : 0);
      }
  return p;
}

/* ---- traces ---- */

typedef struct {
  gint64 part, parts; /* the fraction */
  gint rank;
  gboolean along_x, inside;
  kbx_point cell;
  double off;         /* from the box's middle to the face */
} Met;

/* Takes the better one. */
static void
meet (Met *best, Met new)
{
  gint64 order = new.part * best->parts - best->part * new.parts;
  if (new.inside != best->inside)
    order = new.inside ? -1 : 1;
  if (order == 0)
    order = new.rank - best->rank;
  if (order == 0 && ABS (new.off - best->off) > 1e-8)
    order = new.off < best->off ? -1 : 1;
  if (order == 0)
    order = new.cell.y != best->cell.y ? new.cell.y - best->cell.y : new.cell.x - best->cell.x;
  if (order < 0)
    *best = new;
}

/* How far the middle of the box's side is from the pixel's, when they touch. */
static double
off_middle (kbx_box box, kbx_point move, gint x, gint y, const Met *met)
{
  const double part = (double) met->part / (double) met->parts;
  const double middle = met->along_x ? (box.y0 + box.y1) / 2.0 + move.y * part : (box.x0 + box.x1) / 2.0 + move.x * part;
  const gint at = met->along_x ? y : x;
  return met->inside ? 0 : MAX (MAX (at - middle, middle - at - 1), 0);
}

/* One pixel: what kbx_cast says of it, and how much of a corner that is. */
static void
meet_pixel (Met *best, kbx_box box, kbx_point move, gint x, gint y, kbx_point cell)
{
  const kbx_vec way = { (float) move.x, (float) move.y };
  const kbx_hit sweep = kbx_cast (SHAPE (box), way, SHAPE ((kbx_box) { x, y, x + 1, y + 1 }));
  const gint64 gap_x = move.x < 0 ? box.x0 - x - 1 : x - box.x1, gap_y = move.y < 0 ? box.y0 - y - 1 : y - box.y1;
  const gint64 vx = ABS (move.x), vy = ABS (move.y);
  Met met = { 0, 1, 0, sweep.normal.x != 0, sweep.started_inside, cell, 0 };
  if (!sweep.hit)
    return;
  if (!met.inside)
    {
      met.part = met.along_x ? gap_x : gap_y;
      met.parts = met.along_x ? vx : vy;
      met.rank = gap_x >= 0 && gap_y >= 0 && gap_x * vy == gap_y * vx ? 2 : met.along_x != (vx >= vy);
    }
  met.off = off_middle (box, move, x, y, &met);
  meet (best, met);
}

/* One edge of a pixel: as if it were the pixel behind it, but for where it comes from. */
static void
meet_edge (Met *best, kbx_box box, kbx_point move, gint x, gint y, guint edge, kbx_point cell)
{
  const gboolean along_x = edge == LEFT || edge == RIGHT;
  const gint gap = edge == LEFT ? x - box.x1 : edge == RIGHT ? box.x0 - x - 1 : edge == TOP ? y - box.y1 : box.y0 - y - 1;
  const gint way = edge == LEFT ? move.x : edge == RIGHT ? -move.x : edge == TOP ? move.y : -move.y;
  /* At the touch, in units of 1 / way, the box lies so along the other axis; just after it goes on. */
  const gint other = along_x ? move.y : move.x;
  const gint64 low = (gint64) (along_x ? box.y0 : box.x0) * way + (gint64) gap * other;
  const gint64 high = (gint64) (along_x ? box.y1 : box.x1) * way + (gint64) gap * other;
  const gint64 from = (gint64) (along_x ? y : x) * way, to = from + way;
  const gboolean face = low < to && high > from;
  const gboolean corner = (other > 0 && high == from) || (other < 0 && low == to);
  if (way <= 0 || gap < 0 || gap >= way || !(face || corner) || (face && ((other > 0 && low >= to) || (other < 0 && high <= from))))
    return;
  Met met = { gap, way, (face ? 0 : 2) + (along_x != (ABS (move.x) >= ABS (move.y))), along_x, FALSE, cell, 0 };
  met.off = off_middle (box, move, x, y, &met);
  meet (best, met);
}

static Met
trace_plainly (const KitTiles *t, const Plain *p, kbx_box box, kbx_point move)
{
  Met best = { 1, 1, 4, FALSE, FALSE, { G_MAXINT32, G_MAXINT32 }, 0 };
  for (gint y = MAX (box.y0 + MIN (move.y, 0), p->area.y0); y < MIN (box.y1 + MAX (move.y, 0), p->area.y1); y++)
    for (gint x = MAX (box.x0 + MIN (move.x, 0), p->area.x0); x < MIN (box.x1 + MAX (move.x, 0), p->area.x1); x++)
      {
        const guint8 pixel = plain_at (p, x, y);
        if (pixel == 0)
          continue;
        if (pixel & SOLID)
          meet_pixel (&best, box, move, x, y, kbx_cell_of (t->layer, (kbx_point) { x, y }));
        for (guint edge = LEFT; edge <= BOTTOM; edge *= 2)
          if (pixel & edge)
            meet_edge (&best, box, move, x, y, edge, kbx_cell_of (t->layer, (kbx_point) { x, y }));
      }
  return best;
}

static void
check_trace (const KitTiles *t, const Plain *p, kbx_box box, kbx_point move, kbx_class_set classes)
{
  const KitTilesTrace trace = kit_tiles_trace_box (t->layer, box, move, classes);
  const Met met = trace_plainly (t, p, box, move);
  const kbx_box stop = { box.x0 + trace.moved.x, box.y0 + trace.moved.y, box.x1 + trace.moved.x, box.y1 + trace.moved.y };
  g_assert_cmpint (trace.hit, ==, met.rank < 4);
  g_assert_cmpint (trace.started_inside, ==, met.inside);
  g_assert_true (met.inside || !kit_tiles_solid_in_box (t->layer, stop, classes));
  if (!trace.hit)
    return;
  g_assert_cmpint (trace.part * met.parts, ==, trace.parts * met.part);
  g_assert_cmpfloat (trace.fraction, ==, (float) ((double) met.part / (double) met.parts));
  g_assert_cmpint (trace.cell.x, ==, met.cell.x);
  g_assert_cmpint (trace.cell.y, ==, met.cell.y);
  g_assert_cmpuint (trace.class_index, ==, kbx_tiles_tile (t->layer, trace.cell).class_index);
  g_assert_cmpint (trace.normal.x != 0, ==, met.along_x && !met.inside);
  g_assert_cmpint (trace.normal.y != 0, ==, !met.along_x && !met.inside);
  g_assert_cmpint (trace.normal.x * move.x + trace.normal.y * move.y, <=, 0);
  g_assert_cmpint (trace.moved.x, ==, move.x * met.part / met.parts);
  g_assert_cmpint (trace.moved.y, ==, move.y * met.part / met.parts);
}

static KitTiles *
some_layer (guint round)
{
  const gboolean large = round % 5 == 0;
  return kit_tiles_random (numbers, (guint) (large ? among (60, 110) : among (1, 9)), (guint) (large ? among (30, 70) : among (1, 9)),
                           (guint) (large ? among (0, 3) : among (5, 60)));
}

/* A box somewhere near the layer; every other one where it is free, if that is soon found. */
static kbx_box
some_box (const Plain *p, gboolean free)
{
  kbx_box box;
  for (guint tries = 0; tries < 20; tries++)
    {
      gint x = among (p->area.x0 - 20, p->area.x1 + 10), y = among (p->area.y0 - 20, p->area.y1 + 10);
      gboolean solid = FALSE;
      box = (kbx_box) { x, y, x + among (1, 18), y + among (1, 18) };
      for (y = box.y0; y < box.y1; y++)
        for (x = box.x0; x < box.x1; x++)
          solid = solid || (plain_at (p, x, y) & SOLID);
      if (!solid || !free)
        break;
    }
  return box;
}

static void
test_traces (void)
{
  for (guint round = 0; kit_goes_on (round, 300); round++)
    {
      KitTiles *t = some_layer (round);
      kbx_class_set classes = round % 2 ? KBX_ALL_CLASSES : (kbx_class_set) among (0, 8);
      Plain p = plain_of (t, classes);
      for (guint k = 0; k < 60; k++)
        {
          gint most = round % 5 == 0 ? 400 : k % 3 ? 30 : 5;
          kbx_point move = { among (-most, most + 1), among (-most, most + 1) };
          if (k % 7 == 0)
            *(k % 2 ? &move.x : &move.y) = 0;
          check_trace (t, &p, some_box (&p, k % 4 != 0), move, classes);
        }
      g_free (p.pixels);
      kit_tiles_free (t);
    }
}

/* ---- walks ---- */

static gboolean
overlaps (const Plain *p, kbx_box box)
{
  for (gint y = box.y0; y < box.y1; y++)
    for (gint x = box.x0; x < box.x1; x++)
      if (plain_at (p, x, y) & SOLID)
        return TRUE;
  return FALSE;
}

/* May the box go on by one pixel? */
static gboolean
may (const Plain *p, kbx_box box, gint dx, gint dy, gboolean drop)
{
  const guint edge = dx > 0 ? LEFT : dx < 0 ? RIGHT : dy > 0 ? TOP : BOTTOM;
  const kbx_box next = { box.x0 + dx, box.y0 + dy, box.x1 + dx, box.y1 + dy };
  /* The pixels that it comes to. */
  const kbx_box new = { dx > 0 ? box.x1 : next.x0, dy > 0 ? box.y1 : next.y0, dx < 0 ? box.x0 : next.x1, dy < 0 ? box.y0 : next.y1 };
  if (overlaps (p, next))
    return FALSE;
  for (gint y = new.y0; y < new.y1; y++)
    for (gint x = new.x0; x < new.x1; x++)
      if ((plain_at (p, x, y) & edge) && !(edge == TOP && drop))
        return FALSE;
  return TRUE;
}

static void
shift (kbx_box *box, gint dx, gint dy)
{
  *box = (kbx_box) { box->x0 + dx, box->y0 + dy, box->x1 + dx, box->y1 + dy };
}

static gboolean
step (const Plain *p, kbx_box *box, gint dx, const KitTilesWalk *walk, gboolean *rose)
{
  kbx_box up = *box;
  for (guint rise = 0; rise <= walk->step_up; rise++)
    {
      if (may (p, up, dx, 0, walk->drop_through))
        {
          *rose = rise > 0;
          *box = up;
          shift (box, dx, 0);
          return TRUE;
        }
      if (!may (p, up, 0, -1, walk->drop_through))
        return FALSE;
      shift (&up, 0, -1);
    }
  return FALSE;
}

/* Goes down as far as to stand, if it can: tells whether it stands. */
static gboolean
settle (const Plain *p, kbx_box *box, const KitTilesWalk *walk)
{
  kbx_box down = *box;
  for (guint fall = 0; fall <= walk->step_down; fall++)
    {
      if (!may (p, down, 0, 1, walk->drop_through))
        {
          *box = down;
          return TRUE;
        }
      shift (&down, 0, 1);
    }
  return FALSE;
}

static kbx_box
walk_plainly (const Plain *p, kbx_box box, kbx_point move, const KitTilesWalk *walk, gboolean stopped[4])
{
  gboolean stands = move.y >= 0 && !may (p, box, 0, 1, walk->drop_through);
  for (gint i = 0; i < ABS (move.x); i++)
    {
      gboolean rose = FALSE;
      if (!step (p, &box, move.x < 0 ? -1 : 1, walk, &rose))
        {
          stopped[move.x < 0 ? 0 : 1] = TRUE;
          break;
        }
      if (move.y >= 0 && (stands || rose))
        stands = settle (p, &box, walk);
    }
  for (gint i = 0; i < ABS (move.y); i++)
    if (may (p, box, 0, move.y < 0 ? -1 : 1, walk->drop_through))
      shift (&box, 0, move.y < 0 ? -1 : 1);
    else
      stopped[3] = move.y < 0;
  stopped[2] = move.y >= 0 && !may (p, box, 0, 1, walk->drop_through);
  return box;
}

static void
check_walk (const KitTiles *t, const Plain *p, kbx_box box, kbx_point move, KitTilesWalk walk)
{
  const KitTilesMove moved = kit_tiles_move_box (t->layer, box, move, walk);
  const KitTilesTouch *touches[4] = { &moved.left, &moved.right, &moved.floor, &moved.ceiling };
  gboolean stopped[4] = { FALSE };
  kbx_box to;
  g_assert_cmpint (moved.started_inside, ==, overlaps (p, box));
  if (moved.started_inside)
    {
      g_assert_true (moved.moved.x == 0 && moved.moved.y == 0);
      return;
    }
  to = walk_plainly (p, box, move, &walk, stopped);
  g_assert_cmpint (moved.moved.x, ==, to.x0 - box.x0);
  g_assert_cmpint (moved.moved.y, ==, to.y0 - box.y0);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpint (touches[i]->hit, ==, stopped[i]);
      if (stopped[i])
        g_assert_cmpuint (touches[i]->class_index, ==, kbx_tiles_tile (t->layer, touches[i]->cell).class_index);
    }
}

static void
test_walks (void)
{
  for (guint round = 0; kit_goes_on (round, 300); round++)
    {
      KitTiles *t = some_layer (round + 1);
      kbx_class_set classes = round % 2 ? KBX_ALL_CLASSES : (kbx_class_set) among (0, 8);
      Plain p = plain_of (t, classes);
      for (guint k = 0; k < 60; k++)
        {
          gint most = k % 3 ? 30 : 5;
          kbx_point move = { among (-most, most + 1), among (-most, most + 1) };
          KitTilesWalk walk = { (uint32_t) among (0, 6), (uint32_t) among (0, 6), k % 5 == 0, classes };
          kbx_box box = some_box (&p, k % 8 != 0);
          if (k % 2)
            {
              /* On the ground. */
              KitTilesMove fall = kit_tiles_move_box (t->layer, box, (kbx_point) { 0, 60 }, walk);
              shift (&box, 0, fall.moved.y);
              move.y = ABS (move.y) / 4;
            }
          check_walk (t, &p, box, move, walk);
        }
      g_free (p.pixels);
      kit_tiles_free (t);
    }
}

/* ---- a long way ---- */

#define WIDE 8192
#define SIDE 16
#define ROWS 12
#define KINDS 4096 /* more than there are ways to cut a line through a tile */

/* Hills of 45 degrees at most: each column of tiles goes from one height to the next, with full tiles below. */
static KitTiles *
hills (gint *surface)
{
  KitTiles *t = g_new0 (KitTiles, 1);
  kbx_tile_plan *tiles = g_new0 (kbx_tile_plan, KINDS);
  guint16 *heights = g_new0 (guint16, KINDS * SIDE);
  guint n = 0;
  gint height = 5 * SIDE;
  tiles[n++] = (kbx_tile_plan) { 1, KBX_TILE_FULL, 0, 0, 0, NULL, { 0, 0 } };
  t->cells = g_new0 (guint32, WIDE * ROWS);
  for (gint column = 0; column < WIDE; column++)
    {
      gint way = among (0, 5), next = way == 0 ? height : way == 1 ? height + SIDE : way == 2 ? height - SIDE : height + among (-SIDE, SIDE + 1);
      next = CLAMP (next, SIDE, (ROWS - 4) * SIDE);
      for (gint x = 0; x < SIDE; x++)
        surface[column * SIDE + x] = height + (next > height ? ((next - height) * (x + 1) + SIDE - 1) / SIDE : -((height - next) * x / SIDE));
      for (gint row = 0; row < ROWS; row++)
        {
          guint16 line[SIDE];
          guint full = 0, empty = 0, k;
          for (gint x = 0; x < SIDE; x++)
            {
              line[x] = (guint16) CLAMP (surface[column * SIDE + x] - (ROWS - 1 - row) * SIDE, 0, SIDE);
              full += line[x] == SIDE;
              empty += line[x] == 0;
            }
          if (empty == SIDE)
            continue;
          for (k = 1; k < n && full < SIDE && memcmp (tiles[k].heights, line, sizeof line) != 0; k++)
            ;
          if (full < SIDE && k == n)
            {
              g_assert_cmpuint (n, <, KINDS);
              memcpy (heights + n * SIDE, line, sizeof line);
              tiles[n] = (kbx_tile_plan) { n + 1, KBX_TILE_HEIGHTS_BOTTOM, 1, 0, n, heights + n * SIDE, { 0, 0 } };
              n++;
            }
          t->cells[row * WIDE + column] = full == SIDE ? 1 : k + 1;
        }
      height = next;
    }
  t->input = (kbx_tiles_plan) { .cell_w = SIDE, .cell_h = SIDE, .first = { -WIDE / 2, -3 }, .columns = WIDE, .rows = ROWS, .tiles = tiles, .tile_count = n };
  g_autoptr (GError) error = NULL;
  t->input.cells = t->cells;
  t->bytes = kb_pack_tiles (&t->input, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (kbx_open (&t->layer, KBX_TILES, g_bytes_get_data (t->bytes, NULL), g_bytes_get_size (t->bytes), NULL), ==, KBX_OK);
  g_free (tiles);
  g_free (heights);
  return t;
}

/* From one end to the other, always exactly on the highest pixel below it. */
static void
cross (const KitTiles *t, const gint *surface, gint width, gint sign)
{
  const kbx_box area = kbx_info (t->layer).bounds;
  const KitTilesWalk walk = { 1, 1, FALSE, KBX_ALL_CLASSES };
  gint x = sign > 0 ? area.x0 : area.x1 - width;
  kbx_box box = { x, area.y0 - 40, x + width, area.y0 - 10 };
  KitTilesMove fall = kit_tiles_move_box (t->layer, box, (kbx_point) { 0, 1000 }, walk);
  shift (&box, 0, fall.moved.y);
  g_assert_true (fall.floor.hit);
  for (;;)
    {
      gint dx = among (1, 12), highest = 0;
      KitTilesMove moved;
      dx = MIN (dx, sign > 0 ? area.x1 - box.x1 : box.x0 - area.x0);
      if (dx == 0)
        return;
      moved = kit_tiles_move_box (t->layer, box, (kbx_point) { sign * dx, among (0, 3) }, walk);
      g_assert_cmpint (moved.moved.x, ==, sign * dx);
      g_assert_true (moved.floor.hit && !moved.left.hit && !moved.right.hit);
      shift (&box, moved.moved.x, moved.moved.y);
      for (gint k = box.x0; k < box.x1; k++)
        highest = MAX (highest, surface[k - area.x0]);
      g_assert_cmpint (area.y1 - box.y1, ==, highest);
    }
}

static void
test_long_way (void)
{
  gint *surface = g_new (gint, WIDE * SIDE);
  for (guint round = 0; kit_goes_on (round, 13); round++)
    {
      KitTiles *t = hills (surface);
      cross (t, surface, among (1, 40), round % 2 ? 1 : -1);
      g_bytes_unref (t->bytes);
      g_free (t->cells);
      g_free (t);
    }
  g_free (surface);
}

KIT_PROGRAM (tiles_moves)
{
  int result;
  kit_test_init (&argc, &argv);
  numbers = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  g_test_add_func ("/tiles/traces", test_traces);
  g_test_add_func ("/tiles/walks", test_walks);
  g_test_add_func ("/tiles/long-way", test_long_way);
  result = g_test_run ();
  g_rand_free (numbers);
  return result;
}
