/* SPDX-License-Identifier: MIT */
/* Point and click: the zones of a mask under the pointer; a sprite that walks to clicked positions
 * within walkable zones. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "playtest/actor.h"
#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/scenes/ways.h"

/* ---- zone way ---- */

/* Paths within zones: A* on a coarse grid, testing only the cells it visits. */

enum { POINT_MOST_CELLS = 16384, LEAST_STEP = 4, STRAIGHT = 5, SLANTED = 7 };

static bool
is_within (kbx_zone_set some, kbx_zone_set all)
{
  return !((some.bits[0] & ~all.bits[0]) | (some.bits[1] & ~all.bits[1])
           | (some.bits[2] & ~all.bits[2]) | (some.bits[3] & ~all.bits[3]));
}

bool
kb_floor_has (KbFloor floor, kbx_vec p)
{
  const kbx_point pixel = kbx_pixel_of (p);
  return kbx_zone_set_has (floor.zones, kbx_zone_at (floor.mask, kbx_at (0, 0), pixel));
}

bool
kb_floor_free (KbFloor floor, kbx_vec from, kbx_vec to)
{
  const kbx_zone_set seen =
    kbx_zones_touching (floor.mask, kbx_at (0, 0), kbx_shape_segment (from, to));
  return (seen.bits[0] | seen.bits[1] | seen.bits[2] | seen.bits[3])
         && is_within (seen, floor.zones);
}

/* ---- the grid ---- */

typedef struct {
  KbFloor floor;
  int32_t step, columns, rows;
} Grid;

static Grid
grid_of (KbFloor floor)
{
  const kbx_size size = kbx_info (floor.mask).size;
  Grid grid = { .floor = floor, .step = LEAST_STEP };
  for (;; grid.step++)
    {
      grid.columns = ((int32_t) size.w + grid.step - 1) / grid.step;
      grid.rows = ((int32_t) size.h + grid.step - 1) / grid.step;
      if (grid.columns * grid.rows <= POINT_MOST_CELLS)
        return grid;
    }
}

static kbx_vec
point_middle_of (const Grid *grid, int32_t cell)
{
  const kbx_size size = kbx_info (grid->floor.mask).size;
  const float x = (float) (cell % grid->columns * grid->step) + (float) grid->step / 2 + 0.5f;
  const float y = (float) (cell / grid->columns * grid->step) + (float) grid->step / 2 + 0.5f;
  return (kbx_vec) { fminf (x, (float) size.w - 0.5f), fminf (y, (float) size.h - 0.5f) };
}

static float
point_squared (kbx_vec a, kbx_vec b)
{
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* The nearest floor cell to p; with `seen`, one in sight of p within three steps. Returns -1 if
 * none. */
static int32_t
nearest_cell (const Grid *grid, kbx_vec p, bool seen)
{
  const float reach = (float) (3 * grid->step);
  float least = INFINITY;
  int32_t best = -1;
  for (int32_t cell = 0; cell < grid->columns * grid->rows; cell++)
    {
      const kbx_vec at = point_middle_of (grid, cell);
      const float far = point_squared (at, p);
      if (far >= least || (seen && far > reach * reach) || !kb_floor_has (grid->floor, at)
          || (seen && !kb_floor_free (grid->floor, p, at)))
        continue;
      least = far;
      best = cell;
    }
  return best;
}

bool
kb_floor_nearest (KbFloor floor, kbx_vec to, kbx_vec *found)
{
  const Grid grid = grid_of (floor);
  const int32_t cell = nearest_cell (&grid, to, false);
  if (cell >= 0)
    *found = point_middle_of (&grid, cell);
  return cell >= 0;
}

/* ---- the search ---- */

typedef struct { int32_t guess, cell; } Open;

typedef struct {
  Grid grid;
  kbx_vec to;
  int32_t *cost;        /* -1: not visited */
  int32_t *before;      /* the previous cell; itself at the start */
  bool *done;
  Open *heap;
  uint32_t n_heap, heap_room;
} Search;

/* A lower bound of the remaining cost. */
static int32_t
guess_of (const Search *search, int32_t cell)
{
  const kbx_vec at = point_middle_of (&search->grid, cell);
  const int32_t dx = (int32_t) (fabsf (at.x - search->to.x) / (float) search->grid.step);
  const int32_t dy = (int32_t) (fabsf (at.y - search->to.y) / (float) search->grid.step);
  return dx < dy ? SLANTED * dx + STRAIGHT * (dy - dx) : SLANTED * dy + STRAIGHT * (dx - dy);
}

/* Equal guesses: the lower cell first, so that paths are the same everywhere. */
static bool
is_before (Open a, Open b)
{
  return a.guess < b.guess || (a.guess == b.guess && a.cell < b.cell);
}

static void
push_point (Search *search, int32_t cell)
{
  search->heap =
    kb_make_room (search->heap, &search->heap_room, search->n_heap + 1, sizeof *search->heap);
  uint32_t i = search->n_heap++;
  const Open item = { search->cost[cell] + guess_of (search, cell), cell };
  for (; i && is_before (item, search->heap[(i - 1) / 2]); i = (i - 1) / 2)
    search->heap[i] = search->heap[(i - 1) / 2];
  search->heap[i] = item;
}

static int32_t
pop (Search *search)
{
  const int32_t first = search->heap[0].cell;
  const Open item = search->heap[--search->n_heap];
  uint32_t i = 0;
  for (;;)
    {
      uint32_t child = 2 * i + 1;
      if (child + 1 < search->n_heap && is_before (search->heap[child + 1], search->heap[child]))
        child++;
      if (child >= search->n_heap || !is_before (search->heap[child], item))
        break;
      search->heap[i] = search->heap[child];
      i = child;
    }
  search->heap[i] = item;
  return first;
}

static void
visit_neighbours (Search *search, int32_t cell)
{
  const Grid *grid = &search->grid;
  const int32_t column = cell % grid->columns, row = cell / grid->columns;
  for (int32_t dy = -1; dy <= 1; dy++)
    for (int32_t dx = -1; dx <= 1; dx++)
      {
        const int32_t i = column + dx, j = row + dy, next = j * grid->columns + i;
        const int32_t cost = search->cost[cell] + (dx && dy ? SLANTED : STRAIGHT);
        if (i < 0 || j < 0 || i >= grid->columns || j >= grid->rows || search->done[next]
            || (search->cost[next] >= 0 && search->cost[next] <= cost)
            || !kb_floor_free (grid->floor, point_middle_of (grid, cell),
                               point_middle_of (grid, next)))
          continue;
        search->cost[next] = cost;
        search->before[next] = cell;
        push_point (search, next);
      }
}

/* The cell from which the goal is reached, or else the nearest one to it. */
static int32_t
search_from (Search *search, int32_t start, bool *reaches)
{
  const float near = (float) (2 * search->grid.step);
  float least = INFINITY;
  int32_t best = start;
  search->cost[start] = 0;
  search->before[start] = start;
  push_point (search, start);
  while (search->n_heap)
    {
      const int32_t cell = pop (search);
      const kbx_vec at = point_middle_of (&search->grid, cell);
      const float far = point_squared (at, search->to);
      if (search->done[cell])
        continue;
      search->done[cell] = true;
      if (far < least)
        {
          least = far;
          best = cell;
        }
      *reaches = far <= near * near && kb_floor_free (search->grid.floor, at, search->to);
      if (*reaches)
        return cell;
      visit_neighbours (search, cell);
    }
  return best;
}

/* ---- the path ---- */

/* Rounded to the grid of segment tests, so that a point found free is free there too. */
static kbx_vec
interpolate (kbx_vec at, kbx_vec to, float part)
{
  const float x = at.x + (to.x - at.x) * part, y = at.y + (to.y - at.y) * part;
  return (kbx_vec) { floorf (x * 256 + 0.5f) / 256, floorf (y * 256 + 0.5f) / 256 };
}

/* From `at`, which is on the floor, as far towards `to` as possible. */
static kbx_vec
farthest_towards (KbFloor floor, kbx_vec at, kbx_vec to)
{
  float low = 0, high = 1;
  for (int i = 0; i < 12; i++)
    {
      const float middle = (low + high) / 2;
      if (kb_floor_free (floor, at, interpolate (at, to, middle)))
        low = middle;
      else
        high = middle;
    }
  return interpolate (at, to, low);
}

/* Converts cells, from the last back to the first, to points; leaves out points that sight can
 * skip. */
static uint32_t
shorten (const Search *search, kbx_vec from, int32_t last, kbx_vec end, kbx_vec *points,
         uint32_t capacity, bool *cut)
{
  const Grid *grid = &search->grid;
  uint32_t n = 1, count = 0;
  for (int32_t cell = last; search->before[cell] != cell; cell = search->before[cell])
    n++;
  kbx_vec *all = kb_take_zeroed (((size_t) n + 1) * sizeof *all);
  all[n] = end;
  for (int32_t i = (int32_t) n - 1, cell = last; i >= 0; i--, cell = search->before[cell])
    all[i] = point_middle_of (grid, cell);
  kbx_vec at = from;
  for (uint32_t i = 0; i <= n && count < capacity;)
    {
      uint32_t next = n;
      while (next > i && !kb_floor_free (grid->floor, at, all[next]))
        next--;
      at = points[count++] = all[next];
      i = next + 1;
      *cut = i <= n;
    }
  free (all);
  return count;
}

KbZoneWay
kb_find_zone_way (KbFloor floor, kbx_vec from, kbx_vec to, kbx_vec *points, uint32_t capacity)
{
  KbZoneWay way = { 0 };
  if (!capacity)
    return way;
  if (kb_floor_free (floor, from, to))
    {
      points[0] = to;
      return (KbZoneWay) { .count = 1, .reaches = true };
    }
  Search search = { .grid = grid_of (floor), .to = to };
  const size_t cells = (size_t) search.grid.columns * (size_t) search.grid.rows;
  const bool inside = kb_floor_has (floor, from);
  const int32_t start = nearest_cell (&search.grid, from, inside);
  if (start < 0)
    return way;
  search.cost = kb_take_zeroed (cells * sizeof *search.cost);
  search.before = kb_take_zeroed (cells * sizeof *search.before);
  search.done = kb_take_zeroed (cells * sizeof *search.done);
  memset (search.cost, -1, cells * sizeof *search.cost);
  const int32_t last = search_from (&search, start, &way.reaches);
  const kbx_vec end =
    way.reaches ? to : farthest_towards (floor, point_middle_of (&search.grid, last), to);
  way.count = shorten (&search, from, last, end, points, capacity, &way.cut);
  free (search.cost);
  free (search.before);
  free (search.done);
  free (search.heap);
  return way;
}

/* ---- point ---- */

enum { ROLE_MASK, POINT_ROLE_WALKER };
enum { KEY_PLACE, KEY_FLOOR, POINT_KEY_RUN };
enum { MOST_POINTS = 48 };

typedef struct {
  kbx_vec pointer;
  uint8_t hover;             /* the zone under the pointer */
  uint8_t under;             /* the zone under the walker */
  kbx_zone_set changed;      /* the user switched their walkability, set by name */
  KbActor walker;
  kbx_vec goal;
  bool walks, cut, reaches;  /* still walking; the path is incomplete; it ends at the goal */
  uint32_t next, n_points;
  kbx_vec points[MOST_POINTS];
} PointState;

static const float stand_in = 8;   /* radius of the disc that walks without a sprite */
static const float point_speed = 1.25f, run_speed = 2.5f;   /* pixels per step */

static const KbRole point_roles[] = {
  { "mask", N_("Mask"), KB_CAST_MASK, true, NULL, N_("a mask") },
  KB_WALKER_ROLE,
  { NULL },
};

static const KbPlayKey point_keys[] = {
  { "place", N_("Walker to the pointer"), "e", NULL },
  { "floor", N_("Zone: walkable or not"), "f", NULL },
  KB_RUN_KEY,
  { NULL },
};

/* ---- zones ---- */

static kbx_handle
mask_of (const KbPlay *play)
{
  return kbx_bank_item (play->bank, KBX_MASK, play->cast[ROLE_MASK]);
}

static const char *
zone_name (const KbPlay *play, uint8_t value)
{
  return value ? kbx_name (
           kbx_zone_of (kbx_bank_item (play->bank, KBX_MASK, play->cast[ROLE_MASK]), value))
               : kb_play_word (N_("nothing"));
}

static uint8_t
zone_at (const KbPlay *play, kbx_vec p)
{
  return kbx_zone_at (mask_of (play), kbx_at (0, 0), kbx_pixel_of (p));
}

static bool
is_inside (const KbPlay *play, kbx_vec p)
{
  const kbx_size size = kbx_info (mask_of (play)).size;
  return p.x >= 0 && p.y >= 0 && p.x < (float) size.w && p.y < (float) size.h;
}

/* Zones with a floor name. If there are none, all zones and unpainted pixels. Then the user's
 * changes apply. */
static KbFloor
floor_of (const KbPlay *play)
{
  const kbx_handle handle = kbx_bank_item (play->bank, KBX_MASK, play->cast[ROLE_MASK]);
  static const char *const words[] = { "floor", N_("ground"), "walk", "path" };
  const PointState *state = play->state;
  KbFloor floor = { .mask = mask_of (play) };
  bool found = false;
  for (uint32_t i = 0; i < kbx_count (handle, KBX_ZONE); i++)
    {
      const kbx_handle zone = kbx_item (handle, KBX_ZONE, i);
      for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        if (strstr (kbx_name (zone), words[w]))
          {
            floor.zones.bits[kbx_info (zone).zone / 64] |= UINT64_C (1)
                                                           << kbx_info (zone).zone % 64;
            found = true;
          }
    }
  for (int i = 0; i < 4; i++)
    floor.zones.bits[i] = (found ? floor.zones.bits[i] : UINT64_MAX) ^ state->changed.bits[i];
  return floor;
}

/* ---- the walker ---- */

static const char *
walker_name (const KbPlay *play)
{
  const char *name =
    kbx_name (kbx_bank_item (play->bank, KBX_SPRITE, play->cast[POINT_ROLE_WALKER]));
  return *name ? name : "the walker";
}

static uint32_t
point_animation_of (const KbPlay *play, bool walks)
{
  const uint32_t walk =
    walks ? kb_find_animation (play->bank, play->cast[POINT_ROLE_WALKER], "walk|run|move", false)
          : KBX_NONE;
  return walk != KBX_NONE
           ? walk
           : kb_find_animation (play->bank, play->cast[POINT_ROLE_WALKER], KB_IDLE_NAMES, true);
}

static void
stop (KbPlay *play, PointState *state)
{
  state->walks = false;
  state->next = state->n_points = 0;
}

/* On the floor, near the centre of the picture's lower part. */
static void
place_walker (KbPlay *play, PointState *state)
{
  const kbx_size size = kbx_info (mask_of (play)).size;
  kbx_vec at = kb_start_of (play, (kbx_vec) { (float) size.w / 2, (float) size.h * 3 / 4 });
  kb_floor_nearest (floor_of (play), at, &at);
  state->walker =
    kb_actor_begin (play->cast[POINT_ROLE_WALKER], point_animation_of (play, false), at, false);
}

static void
start_point (KbPlay *play)
{
  PointState *state = play->state;
  state->pointer = (kbx_vec) { -1, -1 };
  place_walker (play, state);
  state->under = zone_at (play, state->walker.at);
}

static void
bind_point (KbPlay *play)
{
  PointState *state = play->state;
  kb_actor_bind (&state->walker, play->bank, play->cast[POINT_ROLE_WALKER]);
}

/* Computes a new path to the goal. */
static void
set_out (KbPlay *play, PointState *state)
{
  const KbZoneWay way =
    kb_find_zone_way (floor_of (play), state->walker.at, state->goal, state->points, MOST_POINTS);
  stop (play, state);
  state->n_points = way.count;
  state->walks = way.count > 0;
  state->reaches = way.reaches;
  state->cut = way.cut;
}

static void
arrive (KbPlay *play, PointState *state)
{
  const uint8_t at_goal = zone_at (play, state->goal);
  if (state->cut)
    {
      set_out (play, state);
      return;
    }
  stop (play, state);
  kb_play_say (play,
               state->reaches ? N_("%s arrives on %s at %d, %d")
                              : N_("%s comes as near as it can to %s at %d, %d"),
               walker_name (play), zone_name (play, at_goal), (int) floorf (state->walker.at.x),
               (int) floorf (state->walker.at.y));
}

/* Walks up to `most` pixels of the path. Returns false if the floor there is no longer walkable. */
static bool
go_on (PointState *state, KbFloor floor, float most)
{
  const bool beside = !kb_floor_has (floor, state->walker.at);
  while (most > 0 && state->next < state->n_points)
    {
      const kbx_vec at = state->walker.at, to = state->points[state->next];
      const float dx = to.x - at.x, dy = to.y - at.y, far = sqrtf (dx * dx + dy * dy);
      const bool whole = far <= most;
      const kbx_vec step_point =
        whole ? to : (kbx_vec){ at.x + dx / far * most, at.y + dy / far * most };
      if (!beside && !kb_floor_has (floor, step_point) && !kb_floor_free (floor, at, to))
        return false;
      if (dx != 0)
        state->walker.mirrored = dx < 0;
      state->walker.at = step_point;
      state->next += whole;
      most -= whole ? far : most;
    }
  return true;
}

static void
step_walker (KbPlay *play, PointState *state, const KbPlayInput *input)
{
  kb_actor_tick (&state->walker);
  if (state->walks
      && !go_on (state, floor_of (play), kb_held (input, POINT_KEY_RUN) ? run_speed : point_speed))
    set_out (play, state);
  else if (state->walks && state->next == state->n_points)
    arrive (play, state);
  kb_actor_keep (&state->walker, point_animation_of (play, state->walks));
  const uint8_t under = zone_at (play, state->walker.at);
  if (under != state->under)
    kb_play_say (play, N_("%s steps on %s"), walker_name (play), zone_name (play, under));
  state->under = under;
}

/* ---- steps ---- */

static void
take_click (KbPlay *play, PointState *state)
{
  kb_play_say (play, N_("click on %s at %d, %d"), zone_name (play, state->hover),
               (int) floorf (state->pointer.x), (int) floorf (state->pointer.y));
  if (!is_inside (play, state->pointer))
    return;
  state->goal = state->pointer;
  set_out (play, state);
  if (!state->walks)
    kb_play_say (play, N_("%s has no floor to walk on"), walker_name (play));
}

static void
step_point (KbPlay *play, const KbPlayInput *input)
{
  PointState *state = play->state;
  state->pointer = input->pointer;
  state->hover = zone_at (play, state->pointer);
  if (kb_pressed (play, input, KEY_FLOOR) && is_inside (play, state->pointer))
    {
      state->changed.bits[state->hover / 64] ^= UINT64_C (1) << state->hover % 64;
      kb_play_say (play,
                   kbx_zone_set_has (floor_of (play).zones, state->hover)
                     ? N_("%s is walkable now")
                     : N_("%s is not walkable now"),
                   zone_name (play, state->hover));
    }
  if (kb_pressed (play, input, KEY_PLACE) && is_inside (play, state->pointer))
    {
      stop (play, state);
      state->walker.at = state->pointer;
    }
  if (input->press && !play->before.press)
    take_click (play, state);
  step_walker (play, state, input);
}

/* ---- values and drawing ---- */

static void
report_point (const KbPlay *play, KbReporter *reporter)
{
  const PointState *state = play->state;
  kb_report_point (reporter, NC_ ("value", "pointer"), state->pointer);
  reporter->text (reporter, NC_ ("value", "zone"),
                  state->hover ? zone_name (play, state->hover) : NULL);
  kb_actor_report (&state->walker, play->bank, reporter, NC_ ("value", "walker"));
  reporter->text (reporter, NC_ ("value", "on"),
                  state->under ? zone_name (play, state->under) : NULL);
  reporter->flag (reporter, NC_ ("value", "walks"), state->walks);
  reporter->open (reporter, NC_ ("value", "way"));
  for (uint32_t i = state->next; i < state->n_points; i++)
    kb_report_point (reporter, NULL, state->points[i]);
  reporter->close (reporter);
  reporter->open (reporter, NC_ ("value", "goal"));
  if (state->walks)
    {
      reporter->number (reporter, NULL, (double) state->goal.x);
      reporter->number (reporter, NULL, (double) state->goal.y);
      reporter->flag (reporter, NULL, state->reaches);
      reporter->flag (reporter, NULL, state->cut);
    }
  reporter->close (reporter);
  reporter->open (reporter, NC_ ("value", "changed"));
  for (int value = 0; value < 256; value++)
    if (kbx_zone_set_has (state->changed, (uint8_t) value))
      reporter->number (reporter, NULL, value);
  reporter->close (reporter);
}

static void
draw_point (const KbPlay *play, KbPlayPicture *picture)
{
  const PointState *state = play->state;
  const KbFloor floor = floor_of (play);
  kb_picture_add_asset (picture, KB_ITEM_MASK, KB_SHOW_PICTURES, play->cast[ROLE_MASK]);
  kb_picture_add_asset (picture, KB_ITEM_MASK, KB_SHOW_ZONES, play->cast[ROLE_MASK]);
  if (state->walks)
    {
      kbx_vec way[MOST_POINTS + 1] = { state->walker.at };
      const uint32_t left = state->n_points - state->next;
      for (uint32_t i = 0; i < left; i++)
        way[i + 1] = state->points[state->next + i];
      kb_picture_add_points (picture, KB_ITEM_LINE, KB_SHOW_BODIES, 0, way, left + 1);
      kb_picture_add_points (picture, KB_ITEM_CROSS, KB_SHOW_BODIES, 0, &state->goal, 1);
    }
  if (state->walker.sprite == KBX_NONE)
    kb_picture_add_circle (picture, KB_SHOW_BODIES, 0, (kbx_circle) { state->walker.at, stand_in });
  else
    kb_actor_draw (&state->walker, play->bank, picture, 0);
  if (state->hover)
    {
      char text[60];
      snprintf (text, sizeof text,
                kbx_zone_set_has (floor.zones, state->hover)
                  ? kb_play_word (N_("%.40s, walkable"))
                  : "%.40s",
                zone_name (play, state->hover));
      kb_picture_add_text (
        picture, KB_SHOW_NAMES,
        kbx_info (
          kbx_zone_of (kbx_bank_item (play->bank, KBX_MASK, play->cast[ROLE_MASK]), state->hover))
          .colour,
        (kbx_vec) { state->pointer.x, state->pointer.y - 4 }, text);
    }
}

static KbPlaySight
view_point (const KbPlay *play)
{
  const kbx_size size = kbx_info (mask_of (play)).size;
  return (KbPlaySight) { .world = { { 0, 0 }, { (float) size.w, (float) size.h } } };
}

const KbPlayScene kb_scene_point = {
  .name = "point-and-click",
  .title = N_("Point and click"),
  .summary = N_("The zones of a mask under the pointer; a sprite walks to where was clicked"),
  .roles = point_roles,
  .keys = point_keys,
  .pointer = N_("A click says where to walk"),
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_ZONES | 1 << KB_SHOW_SHAPES | 1 << KB_SHOW_POINTS
            | 1 << KB_SHOW_BODIES | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (PointState),
  .start = start_point,
  .bind = bind_point,
  .step = step_point,
  .report = report_point,
  .draw = draw_point,
  .view = view_point,
};
