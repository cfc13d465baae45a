/* SPDX-License-Identifier: MIT */
/* How a box walks on tiles: in effect pixel by pixel, along x with slopes, then along y. In fact it goes as far as nothing
 * changes at once. */
#include "runtime/space.h"
#include "runtime/tiles/tiles_sweep.h"

#define KBX_TILES_AHEAD 64          /* pixels that are looked at ahead; twice as many each time that they are free */
#define KBX_TILES_STEP_MOST 1024u

typedef struct {
  kbx_tiles_sweep s;       /* the box is where the walker is */
  int64_t up, down;        /* steps */
  bool follows;            /* goes down slopes */
} kbx_tiles_walker;

static kbx_tiles_touch
kbx_tiles_touched (const kbx_tiles_sweep *s)
{
  kbx_tiles_touch touch;
  touch.hit = kbx_tiles_sweep_hit (s);
  touch.cell.i = touch.cell.j = 0;
  touch.class_index = KBX_NONE;
  if (!touch.hit)
    return touch;
  touch.cell = kbx_tiles_named (s->v, s->column, s->row);
  touch.class_index = kbx_tiles_class (s->entry);
  return touch;
}

static inline void
kbx_tiles_shift (kbx_tiles_sweep *s, int64_t dx, int64_t dy)
{
  s->x0 += dx;
  s->x1 += dx;
  s->y0 += dy;
  s->y1 += dy;
}

/* How many of `most` pixels it can go, along x or along y, the way that the sign tells. */
static int64_t
kbx_tiles_free (kbx_tiles_walker *w, int64_t sign_x, int64_t sign_y, int64_t most)
{
  if (most == 0)
    return 0;
  kbx_tiles_sweep_run (&w->s, sign_x * most, sign_y * most);
  return kbx_tiles_sweep_hit (&w->s) ? kbx_tiles_sweep_gap (&w->s) : most;
}

/* Does pixel x of a tile's row y carry what stands on it? */
static inline bool
kbx_tiles_carries (const kbx_tiles_sweep *s, const uint8_t *entry, int32_t x, int32_t y)
{
  return entry[0] == KBX_TILE_ONE_WAY_TOP ? y == 0 && !s->drop_through : kbx_tiles_pixel (s->v, entry, x, y);
}

/* How far the box can go to the right (`sign` 1), or left, and surely still stand on what it stands on; -1 when it stands on
 * nothing. That is as far as the pixel that carries it foremost is from its rear. */
static int64_t
kbx_tiles_stands (const kbx_tiles_walker *w, int64_t sign)
{
  const kbx_tiles_sweep *s = &w->s;
  const kbx_tiles_view *v = s->v;
  const int64_t wide = (int64_t) v->columns * v->w, high = (int64_t) v->rows * v->h;
  const int64_t from = s->x0 < 0 ? 0 : s->x0, to = s->x1 > wide ? wide : s->x1;
  int64_t x = sign > 0 ? to - 1 : from;
  int32_t row, y;
  if (s->y1 < 0 || s->y1 >= high || from >= to)
    return -1;
  row = (int32_t) (s->y1 / v->h);
  y = (int32_t) (s->y1 - (int64_t) row * v->h);
  while (x >= from && x < to)
    {
      const int32_t column = (int32_t) x / v->w;
      const int64_t left = (int64_t) column * v->w, right = left + v->w;
      const uint8_t *entry = kbx_tiles_entry (v, kbx_tiles_index (v, column, row));
      if (kbx_tiles_counts (entry, s->classes))
        for (; x >= from && x < to && x >= left && x < right; x += sign > 0 ? -1 : 1)
          if (kbx_tiles_carries (s, entry, (int32_t) (x - left), y))
            return sign > 0 ? x - s->x0 : s->x1 - 1 - x;
      x = sign > 0 ? left - 1 : right;
    }
  return -1;
}

/* After a step: stands, going down for that where the ground falls; as kbx_tiles_stands. */
static int64_t
kbx_tiles_settle (kbx_tiles_walker *w, int64_t sign, bool *moved)
{
  int64_t run = kbx_tiles_stands (w, sign), fall;
  *moved = false;
  if (run >= 0 || w->down == 0)
    return run;
  fall = kbx_tiles_free (w, 0, 1, w->down + 1);
  if (fall > w->down)
    return -1;
  kbx_tiles_shift (&w->s, 0, fall);
  *moved = true;
  return kbx_tiles_stands (w, sign);
}

/* Goes on by a pixel after rising by as little as that takes; false when it cannot. */
static bool
kbx_tiles_rise (kbx_tiles_walker *w, int64_t sign)
{
  const int64_t most = kbx_tiles_free (w, 0, -1, w->up);
  for (int64_t rise = 1; rise <= most; rise++)
    {
      kbx_tiles_shift (&w->s, 0, -1);
      if (kbx_tiles_free (w, sign, 0, 1) == 1)
        {
          kbx_tiles_shift (&w->s, sign, 0);
          return true;
        }
    }
  kbx_tiles_shift (&w->s, 0, most);
  return false;
}

/* Along x; what stopped it goes to `wall`. */
static void
kbx_tiles_walk_x (kbx_tiles_walker *w, int64_t dx, kbx_tiles_touch *wall)
{
  const int64_t sign = dx < 0 ? -1 : 1;
  int64_t left = dx < 0 ? -dx : dx, ahead = 0, look = KBX_TILES_AHEAD, run = w->follows ? kbx_tiles_stands (w, sign) : -1;
  while (left > 0)
    {
      bool sank = false;
      int64_t go;
      if (ahead == 0)
        {
          ahead = kbx_tiles_free (w, sign, 0, left < look ? left : look);
          look = ahead == look ? 2 * look : KBX_TILES_AHEAD;
        }
      if (ahead == 0)
        {
          const kbx_tiles_touch touch = kbx_tiles_touched (&w->s);
          if (!kbx_tiles_rise (w, sign))
            {
              *wall = touch;
              return;
            }
          left--;
          run = w->follows ? kbx_tiles_settle (w, sign, &sank) : -1;
          continue;
        }
      go = run < 0 ? ahead : run == 0 ? 1 : run < ahead ? run : ahead;
      kbx_tiles_shift (&w->s, sign * go, 0);
      left -= go;
      ahead -= go;
      if (run >= 0)
        run = kbx_tiles_settle (w, sign, &sank);
      if (sank)
        ahead = 0;
    }
}

/* Along y. Below it is looked at one pixel further: what it stands on then. */
static void
kbx_tiles_walk_y (kbx_tiles_walker *w, int64_t dy, kbx_tiles_move *move)
{
  const int64_t most = dy < 0 ? -dy : dy + 1, free = kbx_tiles_free (w, 0, dy < 0 ? -1 : 1, most);
  if (free < most)
    *(dy < 0 ? &move->ceiling : &move->floor) = kbx_tiles_touched (&w->s);
  kbx_tiles_shift (&w->s, 0, dy < 0 ? -free : free < dy ? free : dy);
}

static kbx_tiles_move
kbx_tiles_move_free (kbx_point move)
{
  kbx_tiles_move answer;
  memset (&answer, 0, sizeof answer);
  answer.moved = move;
  answer.left.class_index = answer.right.class_index = answer.floor.class_index = answer.ceiling.class_index = KBX_NONE;
  return answer;
}

KBX_API kbx_tiles_move
kbx_tiles_move_box (kbx_tiles tiles, kbx_box box, kbx_point move, kbx_tiles_walk walk)
{
  kbx_tiles_move answer = kbx_tiles_move_free (move);
  kbx_tiles_view v;
  kbx_tiles_walker w;
  int64_t x, y;
  if (kbx_bytes_of (tiles, KBX_TILES) == NULL || box.x0 >= box.x1 || box.y0 >= box.y1)
    return answer;
  kbx_read_tiles (kbx_bytes_of (tiles, KBX_TILES), &v);
  kbx_tiles_sweep_start (&w.s, &v, walk.classes, walk.drop_through);
  w.s.x0 = x = (int64_t) box.x0 - v.left;
  w.s.x1 = (int64_t) box.x1 - v.left;
  w.s.y0 = y = (int64_t) box.y0 - v.top;
  w.s.y1 = (int64_t) box.y1 - v.top;
  w.up = walk.step_up < KBX_TILES_STEP_MOST ? walk.step_up : KBX_TILES_STEP_MOST;
  w.down = walk.step_down < KBX_TILES_STEP_MOST ? walk.step_down : KBX_TILES_STEP_MOST;
  w.follows = move.y >= 0;
  kbx_tiles_sweep_run (&w.s, 0, 0);
  if (kbx_tiles_sweep_hit (&w.s))
    {
      answer.started_inside = true;
      answer.moved.x = answer.moved.y = 0;
      return answer;
    }
  kbx_tiles_walk_x (&w, move.x, move.x < 0 ? &answer.left : &answer.right);
  kbx_tiles_walk_y (&w, move.y, &answer);
  answer.moved.x = kbx_clamp (w.s.x0 - x);
  answer.moved.y = kbx_clamp (w.s.y0 - y);
  return answer;
}
