/* SPDX-License-Identifier: MIT */
/* Maze: a box that slides along the thin walls of a maze, and the cells it has entered. */
#include <math.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/solids.h"

enum { MAZE_ROLE_LEVEL };
enum { MAZE_KEY_LEFT, MAZE_KEY_RIGHT, MAZE_KEY_UP, MAZE_KEY_DOWN };
enum { SPEED = 2, TRAIL = 512, MOST_CROSSED = 512 };

typedef struct {
  uint32_t maze;          /* in the level */
  kbx_box body;
  kbx_point cell;         /* that contains its centre */
  /* 1 or -1 where a wall stops it: right or left in x, down or up in y */
  kbx_point stopped;
  kbx_hit walls[2];       /* the walls that stop it */
  bool at_goal, sees;     /* the pointer is in sight */
  uint32_t n_entered;     /* cells, since the start; the ring keeps the last */
  kbx_point trail[TRAIL];
} MazeState;

static bool
kb_level_has_maze (const kbx_bank *bank, uint32_t level)
{
  return kbx_count (kbx_bank_item (bank, KBX_LEVEL, level), KBX_MAZE) > 0;
}

static const KbRole maze_roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_maze, N_("a level with a maze") },
  { NULL },
};

static const KbPlayKey maze_keys[] = {
  KB_WAY_KEYS,
  { NULL },
};

static kbx_handle
the_maze (const KbPlay *play)
{
  const MazeState *state = play->state;
  return kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, play->cast[MAZE_ROLE_LEVEL]), KBX_MAZE,
                   state->maze);
}

static kbx_point
maze_middle_of (kbx_box box)
{
  return (kbx_point) { box.x0 + (box.x1 - box.x0) / 2, box.y0 + (box.y1 - box.y0) / 2 };
}

static kbx_vec
to_vec (kbx_point p)
{
  return (kbx_vec) { (float) p.x, (float) p.y };
}

static kbx_point
maze_cell_of (const KbPlay *play, const MazeState *state)
{
  return kbx_cell_of (the_maze (play), maze_middle_of (state->body));
}

static bool
is_cell (kbx_about about, kbx_point cell)
{
  return cell.x >= about.first.x && cell.y >= about.first.y
         && cell.x - about.first.x < (int32_t) about.columns
         && cell.y - about.first.y < (int32_t) about.rows;
}

/* The entity "goal", or else the centre of the cell at the lower right. */
static kbx_vec
find_goal (const KbPlay *play)
{
  const kbx_about about = kbx_info (the_maze (play));
  kbx_vec at;
  if (kb_bank_level_find_goal (play->bank, play->cast[MAZE_ROLE_LEVEL], &at))
    return at;
  const kbx_point last = { about.first.x + (int32_t) about.columns - 1,
                           about.first.y + (int32_t) about.rows - 1 };
  return to_vec (maze_middle_of (kbx_cell_box (the_maze (play), last)));
}

static bool
is_at_goal (const KbPlay *play, const MazeState *state)
{
  const kbx_vec goal = find_goal (play);
  const kbx_point cell = kbx_cell_of (the_maze (play), kbx_pixel_of (goal));
  return state->cell.x == cell.x && state->cell.y == cell.y;
}

/* ---- the start ---- */

static bool
maze_fits_at (const KbPlay *play, kbx_point by)
{
  const MazeState *state = play->state;
  const kbx_shape body = kbx_shape_box (kbx_box_moved (state->body, by));
  return kbx_level_touching (the_maze (play), body, NULL, NULL, 0) == 0;
}

static void
make_maze_free (KbPlay *play, MazeState *state)
{
  kbx_point by = { 0, 0 };
  if (kb_find_free (maze_fits_at, play, 1, &by) && (by.x != 0 || by.y != 0))
    {
      kb_play_say (play, N_("a wall is at %d, %d: put next to it"), maze_middle_of (state->body).x,
                   maze_middle_of (state->body).y);
      state->body = kbx_box_moved (state->body, by);
    }
}

static void
enter (MazeState *state, kbx_point cell)
{
  state->cell = cell;
  state->trail[state->n_entered++ % TRAIL] = cell;
}

static void
start_maze (KbPlay *play)
{
  MazeState *state = play->state;
  kbx_vec at;
  const bool has_start = kb_bank_level_find_start (play->bank, play->cast[MAZE_ROLE_LEVEL], &at)
                         || play->has_from;
  at = kb_start_of (play, at);
  kbx_point p = kbx_pixel_of (at);
  for (uint32_t i =
         kbx_count (kbx_bank_item (play->bank, KBX_LEVEL, play->cast[MAZE_ROLE_LEVEL]), KBX_MAZE);
       i-- > 0;)
    if (i == 0
        || kbx_box_contains (
          kbx_info (kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, play->cast[MAZE_ROLE_LEVEL]),
                              KBX_MAZE, i))
            .bounds,
          p))
      {
        state->maze = i;
        break;
      }
  const kbx_about about = kbx_info (the_maze (play));
  if (!has_start)
    p = maze_middle_of (kbx_cell_box (the_maze (play), about.first));
  state->body = kb_box_in_cell (about.cell, p);
  make_maze_free (play, state);
  enter (state, maze_cell_of (play, state));
}

static void
bind_maze (KbPlay *play)
{
  MazeState *state = play->state;
  const uint32_t count =
    kbx_count (kbx_bank_item (play->bank, KBX_LEVEL, play->cast[MAZE_ROLE_LEVEL]), KBX_MAZE);
  if (state->maze >= count)
    state->maze = 0;
  state->body = kb_box_in_cell (kbx_info (the_maze (play)).cell, maze_middle_of (state->body));
  make_maze_free (play, state);
  state->cell = maze_cell_of (play, state);
}

/* ---- steps ---- */

static int32_t
maze_sign (int32_t v)
{
  return (v > 0) - (v < 0);
}

/* Helps a box stopped next to a gap into it, unless a key across is held. */
static kbx_point
nudge_to_gap (const KbPlay *play, const MazeState *state, kbx_point way)
{
  const kbx_handle maze = the_maze (play);
  const kbx_point cell = state->cell, at = maze_middle_of (state->body);
  const kbx_point middle = maze_middle_of (kbx_cell_box (maze, cell));
  const kbx_side ahead = way.x < 0   ? KBX_LEFT
                         : way.x > 0 ? KBX_RIGHT
                         : way.y < 0 ? KBX_TOP
                                     : KBX_BOTTOM;
  if ((way.x != 0) == (way.y != 0) || kbx_maze_walls (maze, cell) & ahead)
    return (kbx_point) { 0, 0 };
  return way.x ? (kbx_point) { 0, maze_sign (middle.y - at.y) }
               : (kbx_point) { maze_sign (middle.x - at.x), 0 };
}

static void
follow_cells (KbPlay *play, MazeState *state, kbx_point from)
{
  kbx_point cells[16];
  const uint32_t n = kbx_maze_cells_crossed (the_maze (play), to_vec (from),
                                             to_vec (maze_middle_of (state->body)), cells, 16);
  for (uint32_t i = 0; i < n && i < 16; i++)
    if (cells[i].x != state->cell.x || cells[i].y != state->cell.y)
      enter (state, cells[i]);
  state->cell = maze_cell_of (play, state);
}

/* The wall that stops it along x goes to walls[0], along y to walls[1]. */
static kbx_move
slide_maze (kbx_handle maze, MazeState *state, kbx_point by, kbx_hit walls[2])
{
  kbx_hit touches[16];
  const kbx_move move = kbx_level_move (maze, kbx_shape_box (state->body), to_vec (by),
                                        (kbx_motion) { KBX_SLIDE }, NULL, touches, 16);
  for (uint32_t i = 0; i < move.touched && !move.started_inside; i++)
    walls[touches[i].normal.x != 0 ? 0 : 1] = touches[i];
  state->body = kbx_box_moved (state->body, kbx_pixel_of (move.moved));
  return move;
}

static void
step_maze (KbPlay *play, const KbPlayInput *input)
{
  MazeState *state = play->state;
  const kbx_handle maze = the_maze (play);
  const kbx_point way = { (int32_t) kb_axis (input, MAZE_KEY_LEFT, MAZE_KEY_RIGHT),
                          (int32_t) kb_axis (input, MAZE_KEY_UP, MAZE_KEY_DOWN) };
  const kbx_point from = maze_middle_of (state->body);
  const kbx_move move =
    slide_maze (maze, state, (kbx_point) { SPEED * way.x, SPEED * way.y }, state->walls);
  state->stopped = (kbx_point) { move.on_right - move.on_left, move.on_floor - move.on_ceiling };
  if (move.started_inside)
    make_maze_free (play, state);
  else if (move.hit)
    {
      kbx_hit aside[2];
      slide_maze (maze, state, nudge_to_gap (play, state, way), aside);
    }
  follow_cells (play, state, from);
  const bool there = is_at_goal (play, state);
  if (there && !state->at_goal)
    kb_play_say (play,
                 state->n_entered == 2 ? N_("reached the goal after %.2f s and %u cell")
                                       : N_("reached the goal after %.2f s and %u cells"),
                 play->steps / (double) KB_PLAY_RATE, state->n_entered - 1);
  state->at_goal = there;
  state->sees = kbx_level_sees (maze, to_vec (maze_middle_of (state->body)), input->pointer, NULL);
}

static void
report_maze (const KbPlay *play, KbReporter *reporter)
{
  const MazeState *state = play->state;
  kb_report_point (reporter, NC_ ("value", "at"), to_vec (maze_middle_of (state->body)));
  kb_report_point (reporter, NC_ ("value", "cell"), to_vec (state->cell));
  kb_report_point (reporter, NC_ ("value", "stopped"), to_vec (state->stopped));
  reporter->text (
    reporter, NC_ ("value", "maze"),
    kbx_name (kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, play->cast[MAZE_ROLE_LEVEL]),
                        KBX_MAZE, state->maze)));
  reporter->number (reporter, NC_ ("value", "entered"), state->n_entered - 1);
  reporter->flag (reporter, NC_ ("value", "goal"), state->at_goal);
  reporter->flag (reporter, NC_ ("value", "sees_pointer"), state->sees);
}

/* ---- drawing ---- */

static KbPlaySight
view_maze (const KbPlay *play)
{
  return (KbPlaySight) { kb_bank_level_bounds (play->bank, play->cast[MAZE_ROLE_LEVEL]),
                         to_vec (maze_middle_of (((const MazeState *) play->state)->body)),
                         { 400, 300 } };
}

static void
draw_cell (KbPlayPicture *picture, KbPlayLayer layer, uint32_t colour, kbx_handle maze,
           kbx_point cell)
{
  if (is_cell (kbx_info (maze), cell))
    kb_picture_add_box (picture, layer, colour,
                        kbx_bounds (kbx_shape_box (kbx_cell_box (maze, cell))));
}

/* Draws the cells along the line of sight to the pointer, up to a wall. */
static void
draw_look (const KbPlay *play, const MazeState *state, KbPlayPicture *picture)
{
  const kbx_handle maze = the_maze (play);
  const kbx_vec from = to_vec (maze_middle_of (state->body)), to = play->before.pointer;
  const kbx_vec way = { to.x - from.x, to.y - from.y };
  const kbx_move move =
    kbx_level_move (maze, kbx_shape_point (from), way, (kbx_motion) { KBX_STOP }, NULL, NULL, 0);
  const kbx_vec end = move.hit ? move.point : to;
  kbx_point cells[MOST_CROSSED];
  const uint32_t n = kbx_maze_cells_crossed (maze, from, move.hit ? kb_after_move (from, move) : to,
                                             cells, MOST_CROSSED);
  for (uint32_t i = 0; i < n && i < MOST_CROSSED; i++)
    draw_cell (picture, KB_SHOW_LIGHT, 0, maze, cells[i]);
  kb_picture_add_look (picture, from, end, !move.hit);
}

static void
draw_maze_touched (const KbPlay *play, const MazeState *state, KbPlayPicture *picture)
{
  const int32_t stopped[2] = { state->stopped.x, state->stopped.y };
  for (uint32_t axis = 0; axis < 2; axis++)
    {
      const kbx_rect box =
        kbx_bounds (kbx_shape_box (kbx_cell_box (the_maze (play), state->walls[axis].cell)));
      const kbx_vec end = (state->walls[axis].index & 1) != 0 ? (kbx_vec) { box.max.x, box.min.y }
                                                              : (kbx_vec) { box.min.x, box.max.y };
      if (stopped[axis])
        kb_picture_add_line (picture, KB_SHOW_CONTACTS, 0, box.min, end)->flash = true;
    }
}

static void
draw_maze (const KbPlay *play, KbPlayPicture *picture)
{
  const MazeState *state = play->state;
  const kbx_handle maze = the_maze (play);
  const kbx_vec goal = find_goal (play);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, play->cast[MAZE_ROLE_LEVEL]);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_WALLS, play->cast[MAZE_ROLE_LEVEL]);
  for (uint32_t i = state->n_entered > TRAIL ? state->n_entered - TRAIL : 0; i < state->n_entered;
       i++)
    draw_cell (picture, KB_SHOW_AREAS, 0, maze, state->trail[i % TRAIL]);
  draw_look (play, state, picture);
  draw_maze_touched (play, state, picture);
  kb_picture_add_points (picture, KB_ITEM_CROSS, KB_SHOW_POINTS, 0, &goal, 1);
  kb_picture_add_text (picture, KB_SHOW_NAMES, 0, goal, "goal");
  kb_picture_add_box (picture, KB_SHOW_BODIES, 0, kbx_bounds (kbx_shape_box (state->body)));
}

const KbPlayScene kb_scene_maze = {
  .name = "maze",
  .title = N_("Maze"),
  .summary = N_("A box slides through a maze"),
  .roles = maze_roles,
  .keys = maze_keys,
  .pointer = N_("The walker looks there"),
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_WALLS | 1 << KB_SHOW_AREAS | 1 << KB_SHOW_LIGHT
            | 1 << KB_SHOW_POINTS | 1 << KB_SHOW_BODIES | 1 << KB_SHOW_CONTACTS
            | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (MazeState),
  .start = start_maze,
  .bind = bind_maze,
  .step = step_maze,
  .report = report_maze,
  .draw = draw_maze,
  .view = view_maze,
};
