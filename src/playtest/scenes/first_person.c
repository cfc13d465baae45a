/* SPDX-License-Identifier: MIT */
/* First person: a walker among the walls of a level. The view is drawn front to back by the level's
 * partition. It is next to the map, on which the walk through the partition is lit. */
#include <math.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/report.h"
#include "playtest/scene.h"
#include "playtest/scenes/body.h"
#include "playtest/scenes/ways.h"
#include "playtest/things.h"

/* ---- first person view ---- */

/* Walls in view as slabs: heights from areas and walls, colours from classes, pictures from
 * sprites. */

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

/* The floor under a position: the value `floor` of its area, else 0. */
static float
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

/* A position as the eye has it: x to the right, y ahead. */
static kbx_vec
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

/* Fills in the sides of a box of the level that the eye sees. They are as high as walls, above the
 * floor under the box's middle. Returns how many. */
static uint32_t
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

/* ---- first person ---- */

enum { FP_ROLE_LEVEL };
enum {
  FP_KEY_LEFT, FP_KEY_RIGHT, FP_KEY_UP, FP_KEY_DOWN, KEY_STRAFE_LEFT, KEY_STRAFE_RIGHT, FP_KEY_RUN,
  KEY_DOOR
};
enum { MOST_STANDING = 256 };

typedef struct {
  KbBody body;            /* first: see body.c */
  kbx_vec ahead;          /* a unit vector */
  uint32_t in_view, drawn, nodes;   /* parts of walls; leaves or cells that list them */
} FirstPersonState;

static const float plain_speed = 2;                 /* pixels per step; running is twice that */
static const float turn = 0.05f;                    /* radians per step */
static const float first_person_eyes = 2.5f, tall = 6;           /* radii of the body */
static const float dim = 60;                        /* radii; the distance of half the light */

static const KbRole first_person_roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_walls, N_("a level with walls"),
    kb_level_has_start },
  { NULL },
};

static const KbPlayKey first_person_keys[] = {
  { "left", N_("Turn left"), "Left", NULL },
  { "right", N_("Turn right"), "Right", NULL },
  { "up", N_("Forward"), "Up", "w" },
  { "down", N_("Back"), "Down", "s" },
  { "strafe-left", N_("Step to the left"), "a", NULL },
  { "strafe-right", N_("Step to the right"), "d", NULL },
  KB_RUN_KEY,
  { "door", N_("Open or close a door"), "f", "space" },
  { NULL },
};

/* A value of the start entity. */
static float
start_number (const KbPlay *play, const char *key, float preset, float low, float high)
{
  return kb_bank_level_start_number (play->bank, play->cast[FP_ROLE_LEVEL], key, preset, low, high);
}

static KbEye
eye_of (const KbPlay *play, const FirstPersonState *state, KbOpenDoors *memory)
{
  const float radius = state->body.circle.radius;
  kb_doors_filter (&state->body.doors, play->bank, 1, memory);
  memory->filter.classes = KBX_ALL_CLASSES;
  return (KbEye) { kb_cast_level (play), &memory->filter, state->body.circle.centre, state->ahead,
                  start_number (play, "eye", first_person_eyes * radius, 0, 4096),
                  start_number (play, "height", tall * radius, 1, 4096) };
}

static void
look (KbPlay *play, FirstPersonState *state)
{
  KbOpenDoors memory;
  const KbEye eye = eye_of (play, state, &memory);
  KbWalkedView walked = kb_walk_view (&eye, NULL);
  state->in_view = walked.n;
  state->drawn = walked.n_drawn;
  state->nodes = walked.n_nodes;
  kb_walked_view_free (&walked);
}

static void
bind_first_person (KbPlay *play)
{
  FirstPersonState *state = play->state;
  kb_body_bind_to_walls (&state->body, play);
  look (play, state);
}

static void
start_first_person (KbPlay *play)
{
  FirstPersonState *state = play->state;
  state->ahead = kb_bank_level_start_direction (play->bank, play->cast[FP_ROLE_LEVEL]);
  kb_body_begin (&state->body, play);
  look (play, state);
}

static void
step_first_person (KbPlay *play, const KbPlayInput *input)
{
  FirstPersonState *state = play->state;
  const float onward = kb_axis (input, FP_KEY_DOWN, FP_KEY_UP),
              aside = kb_axis (input, KEY_STRAFE_LEFT, KEY_STRAFE_RIGHT);
  const float speed = start_number (play, "speed", plain_speed, 0, 64)
                      * (kb_held (input, FP_KEY_RUN) ? 2 : 1)
                      * (onward != 0 && aside != 0 ? 0.70710678f : 1);
  state->ahead = kb_turned (state->ahead, turn * kb_axis (input, FP_KEY_LEFT, FP_KEY_RIGHT));
  const kbx_vec a = state->ahead, way = { speed * (a.x * onward - a.y * aside),
                                          speed * (a.y * onward + a.x * aside) };
  kb_body_step (&state->body, play, kb_pressed (play, input, KEY_DOOR), way);
  look (play, state);
}

static void
report_first_person (const KbPlay *play, KbReporter *reporter)
{
  const FirstPersonState *state = play->state;
  kb_report_point (reporter, NC_ ("value", "at"), state->body.circle.centre);
  kb_report_point (reporter, NC_ ("value", "ahead"), state->ahead);
  kb_body_report_area (&state->body, play, reporter);
  reporter->number (reporter, NC_ ("value", "wall"),
                    state->body.wall == KBX_NONE ? -1 : (double) state->body.wall);
  reporter->number (reporter, NC_ ("value", "in_view"), state->in_view);
  reporter->number (reporter, NC_ ("value", "drawn"), state->drawn);
  reporter->number (reporter, NC_ ("value", "leaves"), state->nodes);
  kb_body_report_level (&state->body, play, reporter);
}

/* ---- the picture ---- */

/* To the left of the map and twice as high, or above it and as wide: where it is larger. */
static kbx_rect
screen_of (const KbPlay *play)
{
  const kbx_rect map = kb_bank_level_bounds (play->bank, play->cast[FP_ROLE_LEVEL]);
  const float w = map.max.x - map.min.x, h = map.max.y - map.min.y, gap = (w + h) / 50,
              aspect = play->aspect > 0 ? play->aspect : 1.6f, left = map.min.x - gap,
              low = map.min.y - 3 * gap, beside = fminf (aspect / (w + gap + 3.2f * h), 0.5f / h),
              above = fminf (aspect / w, 1 / (h + 3 * gap + w / 1.6f));
  if (above * w > beside * 3.2f * h)
    return (kbx_rect) { { map.min.x, low - w / 1.6f }, { map.max.x, low } };
  return (kbx_rect) { { left - 3.2f * h, map.min.y }, { left, map.min.y + 2 * h } };
}

static KbPlaySight
view_first_person (const KbPlay *play)
{
  const kbx_rect screen = screen_of (play);
  kbx_rect all = kb_bank_level_bounds (play->bank, play->cast[FP_ROLE_LEVEL]);
  all.min = (kbx_vec) { fminf (all.min.x, screen.min.x), fminf (all.min.y, screen.min.y) };
  all.max = (kbx_vec) { fmaxf (all.max.x, screen.max.x), fmaxf (all.max.y, screen.max.y) };
  return (
    KbPlaySight){ all, ((const FirstPersonState *) play->state)->body.circle.centre, { 0, 0 } };
}

/* From yellow to a dark red, by the order of the walk. */
static uint32_t
order_colour (uint32_t i, uint32_t n)
{
  const float t = 1 - (float) i / (float) n;
  return (uint32_t) (80 + 175 * t) << 24 | (uint32_t) (20 + 190 * t * t) << 16 | 0x30ff;
}

/* What is seen: the leaves in the order of the walk, nearer ones brighter; then the walls that are
 * drawn. */
static void
draw_walk (const KbPlay *play, const KbWalkedView *walked, KbPlayPicture *picture)
{
  const kbx_rect within = kb_bank_level_bounds (play->bank, play->cast[FP_ROLE_LEVEL]);
  for (uint32_t i = 0, order = 0; i < walked->n; i++)
    {
      const uint32_t node = walked->parts[i].node;
      kbx_vec corners[KBX_CELL_CORNERS];
      if (i > 0 && node == walked->parts[i - 1].node)
        continue;
      const kbx_walls_part leaf =
        kbx_walls_node (kb_cast_level (play), node, within, corners, KBX_CELL_CORNERS);
      if (leaf.corner_count)
        kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_LIGHT,
                               order_colour (order++, walked->n_nodes), corners,
                               leaf.corner_count);
    }
  for (uint32_t i = 0; i < walked->n; i++)
    if (walked->drawn[i])
      kb_picture_add_line (picture, KB_SHOW_LIGHT, 0xffffffffu, walked->parts[i].part.a,
                           walked->parts[i].part.b);
}

static void
draw_cone (const KbEye *eye, kbx_rect map, KbPlayPicture *picture)
{
  const kbx_vec a = eye->ahead, sides[2] = { { a.x + a.y, a.y - a.x }, { a.x - a.y, a.y + a.x } };
  const float far = (map.max.x - map.min.x + map.max.y - map.min.y) / 6;
  for (int i = 0; i < 2; i++)
    kb_picture_add_line (picture, KB_SHOW_BODIES, 0, eye->at,
                         (kbx_vec) { eye->at.x + far * sides[i].x, eye->at.y + far * sides[i].y });
}

static int
compare_standing (const void *a, const void *b)
{
  const KbPlaySlab *p = a, *q = b;
  const float p_twice = p->a.y + p->b.y, q_twice = q->a.y + q->b.y;
  return (p_twice < q_twice) - (p_twice > q_twice);
}

/* Upright across the view, with the hot spot on the floor; without one the lowest row, in the
 * middle. */
static KbPlaySlab
standing_slab (kbx_about entity, kbx_vec at, float floor)
{
  const kbx_about frame = kbx_info (entity.frame);
  const float w = (float) frame.size.w, h = (float) frame.size.h,
              x = frame.has_hot_spot ? (float) frame.hot_spot.x + 0.5f : w / 2,
              left = at.x - (entity.flip_x ? w - x : x),
              low = floor - (frame.has_hot_spot ? h - 1 - (float) frame.hot_spot.y : 0);
  return (KbPlaySlab) { .a = { left, at.y }, .b = { left + w, at.y }, .floor = low,
                       .ceiling = low + h, .stands = true, .flip = entity.flip_x,
                       .frame = entity.frame.index };
}

/* The pictures of entities in view, and lifts, the farthest first. */
static void
draw_standing (const KbPlay *play, const KbEye *eye, KbPlayPicture *picture)
{
  const kbx_handle level = kb_cast_level (play);
  const KbLifts *lifts = &((const FirstPersonState *) play->state)->body.lifts;
  const float base = kb_floor_under (level, eye->at) + eye->eye;
  KbPlaySlab standing[MOST_STANDING];
  uint32_t n = 0;
  for (uint32_t i = 0; i < lifts->n; i++)
    n += kb_view_box (eye, kb_lift_box (lifts->lifts + i, play->steps),
                      kbx_info (kbx_bank_item (play->bank, KBX_CLASS,
                                               lifts->lifts[i].class_index)).colour,
                      standing + n);
  for (uint32_t i = 0; i < kbx_count (level, KBX_ENTITY) && n < MOST_STANDING; i++)
    {
      const kbx_about entity = kbx_info (kbx_item (level, KBX_ENTITY, i));
      const kbx_vec at = kb_from_eye (eye, entity.position);
      if (entity.frame.kind == KBX_NOTHING || at.y < eye->eye / 4)
        continue;
      standing[n] =
        standing_slab (entity, at, kb_floor_under (level, entity.position) - base);
      n += standing[n].b.x > -at.y && standing[n].a.x < at.y;
    }
  qsort (standing, n, sizeof *standing, compare_standing);
  for (uint32_t i = 0; i < n; i++)
    *kb_picture_add_slab (picture) = standing[i];
}

static void
draw_first_person (const KbPlay *play, KbPlayPicture *picture)
{
  const FirstPersonState *state = play->state;
  const kbx_rect screen = screen_of (play),
                 map = kb_bank_level_bounds (play->bank, play->cast[FP_ROLE_LEVEL]);
  const kbx_vec corners[2] = { screen.min, screen.max };
  KbOpenDoors memory;
  const KbEye eye = eye_of (play, state, &memory);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, play->cast[FP_ROLE_LEVEL]);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_AREAS, play->cast[FP_ROLE_LEVEL]);
  kb_picture_add_walls (picture, play->bank, play->cast[FP_ROLE_LEVEL], state->body.wall);
  KbWalkedView walked = kb_walk_view (&eye, picture);
  draw_standing (play, &eye, picture);
  draw_walk (play, &walked, picture);
  kb_body_draw_level (&state->body, play, picture);
  draw_cone (&eye, map, picture);
  kb_picture_add_circle (picture, KB_SHOW_BODIES, 0, state->body.circle);
  kb_picture_add_facing (picture, state->body.circle, state->ahead);
  kb_picture_add_points (picture, KB_ITEM_VIEW, KB_SHOW_PICTURES, 0, corners, 2)->radius =
    dim * state->body.circle.radius;
  kb_walked_view_free (&walked);
}

const KbPlayScene kb_scene_first_person = {
  .name = "first-person",
  .title = N_("First person"),
  .summary = N_("A walled level seen by a walker, drawn front to back by its partition"),
  .roles = first_person_roles,
  .keys = first_person_keys,
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_AREAS | 1 << KB_SHOW_LIGHT | 1 << KB_SHOW_WALLS
            | 1 << KB_SHOW_BODIES | 1 << KB_SHOW_CONTACTS,
  .state_size = sizeof (FirstPersonState),
  .start = start_first_person,
  .bind = bind_first_person,
  .step = step_first_person,
  .report = report_first_person,
  .draw = draw_first_person,
  .view = view_first_person,
};
