/* SPDX-License-Identifier: MIT */
/* Walls in view as slabs: heights from areas and walls, colours from classes, pictures from
 * sprites. */
#include <math.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/report.h"
#include "playtest/scenes/ways.h"

enum { MOST_CLOSED = 64, USUAL_PARTS = 32768 };
#define EARTH_COLOUR 0x6b6558ffu
#define TALLEST 32768.0f

static const float nearest = 0.25f;    /* pixels ahead of the eye at which walls are cut off */

/* Closed intervals of the screen, ascending and apart: x per pixel ahead. */
typedef struct {
  uint32_t n;
  float low[MOST_CLOSED], high[MOST_CLOSED];
} Closed;

static bool
is_closed (const Closed *closed, float low, float high)
{
  for (uint32_t i = 0; i < closed->n; i++)
    if (low >= closed->low[i] && high <= closed->high[i])
      return true;
  return false;
}

/* Without room an interval stays open: then only more is drawn. */
static void
close_interval (Closed *closed, float low, float high)
{
  uint32_t from = 0, to;
  while (from < closed->n && closed->high[from] < low)
    from++;
  for (to = from; to < closed->n && closed->low[to] <= high; to++)
    {
      low = fminf (low, closed->low[to]);
      high = fmaxf (high, closed->high[to]);
    }
  if (from == to && closed->n == MOST_CLOSED)
    return;
  const size_t rest = (closed->n - to) * sizeof *closed->low;
  memmove (closed->low + from + 1, closed->low + to, rest);
  memmove (closed->high + from + 1, closed->high + to, rest);
  closed->low[from] = low;
  closed->high[from] = high;
  closed->n += from + 1 - to;
}

/* ---- areas ---- */

typedef struct {
  float floor, ceiling;        /* INFINITY: the sky */
  uint32_t colour;
} Space;

static float
number_or (kbx_handle handle, const char *key, float otherwise)
{
  return kbx_value (handle, key) ? kb_number_of (handle, key, 0, -TALLEST, TALLEST) : otherwise;
}

static Space
space_at (kbx_handle level, kbx_vec at)
{
  const kbx_handle area = kbx_level_at (level, at, NULL);
  const kbx_handle of_class =
    kbx_bank_item (level.bank, KBX_CLASS, kbx_info (area).class_index);
  if (area.kind == KBX_NOTHING)
    return (Space) { 0, INFINITY, EARTH_COLOUR };
  return (Space) { number_or (area, "floor", 0), number_or (area, "ceiling", INFINITY),
                  kbx_info (of_class).colour };
}

float
kb_floor_under (kbx_handle level, kbx_vec at)
{
  return space_at (level, at).floor;
}

/* ---- walls ---- */

static float
distance (kbx_vec a, kbx_vec b)
{
  return sqrtf ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

kbx_vec
kb_from_eye (const KbEye *eye, kbx_vec p)
{
  const kbx_vec d = { p.x - eye->at.x, p.y - eye->at.y };
  return (kbx_vec) { d.y * eye->ahead.x - d.x * eye->ahead.y,
                    d.x * eye->ahead.x + d.y * eye->ahead.y };
}

static kbx_vec
cut_near (kbx_vec near, kbx_vec far)
{
  const float t = (nearest - near.y) / (far.y - near.y);
  return (kbx_vec) { near.x + (far.x - near.x) * t, nearest };
}

/* The part of a segment ahead of the eye, from the left to the right; false for nothing. */
static bool
cut_ahead (const KbEye *eye, kbx_segment part, kbx_vec *a, kbx_vec *b)
{
  const kbx_vec p = kb_from_eye (eye, part.a), q = kb_from_eye (eye, part.b);
  const bool turned = p.x * q.y > q.x * p.y;
  *a = turned ? q : p;
  *b = turned ? p : q;
  if (a->y < nearest && b->y < nearest)
    return false;
  if (a->y < nearest)
    *a = cut_near (*a, *b);
  else if (b->y < nearest)
    *b = cut_near (*b, *a);
  return a->x * b->y < b->x * a->y;
}

static bool
is_open_class (kbx_handle of_class)
{
  const char *name = kbx_name (of_class);
  return strcmp (name, "step") == 0 || strcmp (name, "barrier") == 0;
}

/* The first frame of the sprite that the wall names, or that has the name of its class. */
static uint32_t
frame_of_wall (kbx_handle wall, kbx_handle of_class)
{
  const char *named = kbx_value (wall, "sprite");
  const kbx_handle sprite =
    kbx_bank_find (of_class.bank, KBX_SPRITE, named ? named : kbx_name (of_class));
  return sprite.kind == KBX_NOTHING ? KBX_NONE : kbx_item (sprite, KBX_FRAME, 0).index;
}

/* Walls along the screen's axes differ a little in brightness, as if lit from a side. */
static uint32_t
lit_colour (uint32_t colour, kbx_segment wall)
{
  const float x = fabsf (wall.b.x - wall.a.x), y = fabsf (wall.b.y - wall.a.y),
              light = 0.72f + 0.28f * x / (x + y);
  uint32_t lit = 0xff;
  for (uint32_t shift = 8; shift < 32; shift += 8)
    lit |= (uint32_t) ((float) (colour >> shift & 0xff) * light) << shift;
  return lit;
}

uint32_t
kb_view_box (const KbEye *eye, kbx_box box, uint32_t colour, KbPlaySlab sides[2])
{
  const kbx_rect r = kbx_bounds (kbx_shape_box (box));
  const kbx_vec middle = { (r.min.x + r.max.x) / 2, (r.min.y + r.max.y) / 2 };
  const float floor = kb_floor_under (eye->level, middle)
                      - kb_floor_under (eye->level, eye->at) - eye->eye;
  const bool faces[] = { eye->at.x < r.min.x || eye->at.x > r.max.x,
                         eye->at.y < r.min.y || eye->at.y > r.max.y };
  const float x = eye->at.x < middle.x ? r.min.x : r.max.x,
              y = eye->at.y < middle.y ? r.min.y : r.max.y;
  const kbx_segment seen[] = { { { x, r.min.y }, { x, r.max.y } },
                               { { r.min.x, y }, { r.max.x, y } } };
  uint32_t n = 0;
  for (int i = 0; i < 2; i++)
    {
      KbPlaySlab *side = sides + n;
      *side = (KbPlaySlab) { .floor = floor, .ceiling = floor + eye->height, .stands = true,
                             .colour = lit_colour (colour, seen[i]), .frame = KBX_NONE };
      n += faces[i] && cut_ahead (eye, seen[i], &side->a, &side->b);
    }
  return n;
}

/* What of the wall is open, and whether nothing is seen through it. */
static void
open_slab (KbPlaySlab *slab, const KbEye *eye, kbx_handle values, bool open, Space back,
           float base)
{
  const float own = number_or (values, "height", -1);
  slab->closed = own < 0 && !open;
  slab->low = slab->floor + eye->height;
  slab->high = slab->ceiling;
  if (own >= 0)
    slab->low = fminf (slab->floor + own, slab->ceiling);
  else if (open)
    {
      slab->low = fminf (fmaxf (back.floor - base, slab->floor), slab->ceiling);
      slab->high = fminf (back.ceiling - base, slab->ceiling);
      slab->closed = slab->low >= slab->high;
    }
  else if (slab->ceiling < INFINITY)
    slab->low = slab->ceiling;
  slab->high = fmaxf (slab->low, slab->high);
}

static void
fill_slab (KbPlaySlab *slab, const KbEye *eye, const kbx_wall_in_view *part, const kbx_wall *wall)
{
  const kbx_segment s = part->part;
  const float side =
    (s.b.x - s.a.x) * (eye->at.y - s.a.y) - (s.b.y - s.a.y) * (eye->at.x - s.a.x);
  const float length = distance (s.a, s.b), off = side > 0 ? 0.25f : -0.25f;
  const kbx_vec normal = { -(s.b.y - s.a.y) * off / length, (s.b.x - s.a.x) * off / length };
  const kbx_vec middle = { (s.a.x + s.b.x) / 2, (s.a.y + s.b.y) / 2 };
  const Space front =
    space_at (eye->level, (kbx_vec) { middle.x + normal.x, middle.y + normal.y });
  const kbx_handle values = kbx_item (eye->level, KBX_WALL, part->index),
                   of_class = kbx_bank_item (eye->level.bank, KBX_CLASS, wall->class_index);
  const bool open = is_open_class (of_class);
  const Space back =
    open ? space_at (eye->level, (kbx_vec) { middle.x - normal.x, middle.y - normal.y }) : front;
  const float base = kb_floor_under (eye->level, eye->at) + eye->eye;
  const kbx_vec p = kb_from_eye (eye, wall->segment.a), q = kb_from_eye (eye, wall->segment.b);
  const kbx_vec way = { slab->b.x - slab->a.x, slab->b.y - slab->a.y };
  const bool onward = (q.x - p.x) * way.x + (q.y - p.y) * way.y > 0;
  slab->floor = front.floor - base;
  slab->ceiling = front.ceiling - base;
  slab->colour = lit_colour (kbx_info (of_class).colour, wall->segment);
  slab->floor_colour = slab->ceiling_colour = front.colour;
  slab->frame = frame_of_wall (values, of_class);
  slab->along = distance (slab->a, onward ? p : q);
  slab->length = distance (p, q);
  open_slab (slab, eye, values, open, back, base);
}

/* Adds a part unless it is hidden, or a one-way wall from its back. */
static bool
add_part (const KbEye *eye, const kbx_wall_in_view *part, Closed *closed, KbPlayPicture *picture)
{
  const kbx_wall wall = kbx_walls_wall (eye->level, part->index);
  KbPlaySlab slab = { .frame = KBX_NONE };
  if (!cut_ahead (eye, part->part, &slab.a, &slab.b)
      || is_closed (closed, slab.a.x / slab.a.y, slab.b.x / slab.b.y)
      || (wall.one_way && kbx_line_side (wall.segment, eye->at) < 0))
    return false;
  fill_slab (&slab, eye, part, &wall);
  if (slab.closed)
    close_interval (closed, slab.a.x / slab.a.y, slab.b.x / slab.b.y);
  if (picture)
    *kb_picture_add_slab (picture) = slab;
  return true;
}

KbWalkedView
kb_walk_view (const KbEye *eye, KbPlayPicture *picture)
{
  const kbx_vec a = eye->ahead, left = { a.x + a.y, a.y - a.x }, right = { a.x - a.y, a.y + a.x };
  KbWalkedView walked = { NULL, NULL, 0, 0, 0 };
  Closed closed = { 2, { -INFINITY, 1 }, { -1, INFINITY } };   /* outside the screen */
  for (uint32_t room = USUAL_PARTS; walked.parts == NULL || walked.n > room;)
    {
      room = walked.n > room ? walked.n : room;
      free (walked.parts);
      walked.parts = kb_take_zeroed (room * sizeof *walked.parts);
      walked.n = kbx_walls_in_view (eye->level, eye->at, left, right, eye->filter, walked.parts,
                                    room);
    }
  walked.drawn = kb_take_zeroed (walked.n + 1);
  for (uint32_t i = 0; i < walked.n; i++)
    {
      /* One interval is all of the screen. */
      walked.drawn[i] = closed.n > 1 && add_part (eye, walked.parts + i, &closed, picture);
      walked.n_drawn += walked.drawn[i];
      walked.n_nodes += i == 0 || walked.parts[i].node != walked.parts[i - 1].node;
    }
  return walked;
}

void
kb_walked_view_free (KbWalkedView *walked)
{
  free (walked->parts);
  free (walked->drawn);
}
