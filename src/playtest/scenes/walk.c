/* SPDX-License-Identifier: MIT */
/* Walk: a circle among the walls of a level, which slides along them and lights the visible area; a
 * sprite stands on it. */
#include <math.h>

#include "playtest/actor.h"
#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/scenes/body.h"
#include "playtest/scenes/ways.h"

/* ---- sight ---- */

/* Computes the lit polygon: the directions of the rays, and their order. */

enum { ROUND = 72, MOST_WALLS = 2048 };

static const float hair = 1.0f / 2048;   /* as a share of the radius: a tenth of a pixel at 200 */

/* Ray directions from the circle's centre. */
typedef struct {
  kbx_circle reach;
  kbx_vec *directions;
  uint32_t count, room;
} Rays;

static void
add_ray (Rays *rays, float x, float y)
{
  rays->directions =
    kb_make_room (rays->directions, &rays->room, rays->count + 1, sizeof *rays->directions);
  rays->directions[rays->count++] = (kbx_vec) { x, y };
}

/* Adds rays to a point and just past it on both sides. */
static void
add_rays_to (Rays *rays, kbx_vec p)
{
  const float x = p.x - rays->reach.centre.x, y = p.y - rays->reach.centre.y;
  if (x == 0 && y == 0)
    return;
  add_ray (rays, x, y);
  add_ray (rays, x - hair * y, y + hair * x);
  add_ray (rays, x + hair * y, y - hair * x);
}

static void
add_rays_to_wall (Rays *rays, kbx_segment wall)
{
  const kbx_meeting rim = kbx_intersect_circle (wall, rays->reach, false);
  for (uint32_t i = 0; i < rim.count; i++)
    add_rays_to (rays, rim.points[i]);
  if (kbx_contains (kbx_shape_circle (rays->reach.centre, rays->reach.radius), wall.a))
    add_rays_to (rays, wall.a);
  if (kbx_contains (kbx_shape_circle (rays->reach.centre, rays->reach.radius), wall.b))
    add_rays_to (rays, wall.b);
}

static void
add_rays_to_box (Rays *rays, kbx_rect box)
{
  const kbx_vec corners[] = {
    box.min, { box.max.x, box.min.y }, box.max, { box.min.x, box.max.y }
  };
  for (uint32_t i = 0; i < 4; i++)
    add_rays_to_wall (rays, (kbx_segment) { corners[i], corners[(i + 1) % 4] });
}

/* Products of floats are exact in double, and differences have the right sign, so the order is
 * consistent. Vectors of one direction are equal. */
static int
compare_directions (const void *a, const void *b)
{
  const kbx_vec *p = a, *q = b;
  const bool upper_p = p->y < 0 || (p->y == 0 && p->x < 0),
             upper_q = q->y < 0 || (q->y == 0 && q->x < 0);
  const double left = (double) p->x * (double) q->y, right = (double) p->y * (double) q->x;
  if (upper_p != upper_q)
    return upper_p ? 1 : -1;
  return left > right ? -1 : left < right;
}

/* Where a ray in a direction ends. */
static kbx_vec
ray_end (kbx_handle level, kbx_circle reach, kbx_vec direction, const kbx_filter *filter)
{
  const float times = reach.radius / sqrtf (direction.x * direction.x + direction.y * direction.y);
  const kbx_vec to = { reach.centre.x + direction.x * times, reach.centre.y + direction.y * times };
  const kbx_hit first =
    kbx_level_cast (level, kbx_shape_point (reach.centre),
                    (kbx_vec) { to.x - reach.centre.x, to.y - reach.centre.y }, filter);
  return first.hit ? first.point : to;
}

void
kb_picture_add_light (KbPlayPicture *picture, uint32_t colour, kbx_handle level, kbx_circle reach,
                      const kbx_filter *filter)
{
  Rays rays = { .reach = reach };
  kbx_thing things[MOST_WALLS];
  uint32_t n = kbx_level_touching (level, kbx_shape_circle (reach.centre, reach.radius), filter,
                                   things, MOST_WALLS);
  for (uint32_t i = 0; i < n && i < MOST_WALLS; i++)
    {
      const kbx_handle layer = kbx_level_layer (level, things[i].layer);
      if (layer.kind == KBX_TILES)
        add_rays_to_box (&rays, kbx_bounds (kbx_shape_box (kbx_cell_box (layer, things[i].cell))));
      else
        add_rays_to_wall (&rays, kbx_walls_wall (layer, things[i].index).segment);
    }
  for (uint32_t i = 0; i < ROUND; i++)
    {
      const kbx_vec direction = kbx_direction (i * (360.0 / ROUND));
      add_ray (&rays, direction.x * reach.radius, direction.y * reach.radius);
    }
  qsort (rays.directions, rays.count, sizeof *rays.directions, compare_directions);
  for (uint32_t i = 0; i < rays.count; i++)
    rays.directions[i] = ray_end (level, reach, rays.directions[i], filter);
  kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_LIGHT, colour, rays.directions,
                         rays.count);
  free (rays.directions);
}

/* ---- walk ---- */

enum { WALK_ROLE_LEVEL, WALK_ROLE_WALKER };
enum { WALK_KEY_LEFT, WALK_KEY_RIGHT, WALK_KEY_UP, WALK_KEY_DOWN, WALK_KEY_RUN, WALK_KEY_DOOR };

typedef struct {
  KbBody body;            /* first: see body.c */
  KbActor walker;         /* its hot spot at the body's centre; valid without a sprite too */
  bool sees;              /* the pointer is in sight */
} WalkState;

static const float walk_plain_speed = 2;            /* pixels per step; running is twice that */
static const float walk_sight = 180;                /* pixels */

static const KbRole walk_roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_walls, N_("a level with walls"),
    kb_level_has_start },
  KB_WALKER_ROLE,
  { NULL },
};

static const KbPlayKey walk_keys[] = {
  KB_WAY_KEYS, KB_RUN_KEY, KB_DOOR_KEY, { NULL },
};

static void
bind_walk (KbPlay *play)
{
  WalkState *state = play->state;
  kb_body_bind_to_walls (&state->body, play);
  kb_actor_bind (&state->walker, play->bank, play->cast[WALK_ROLE_WALKER]);
}

static void
start_walk (KbPlay *play)
{
  WalkState *state = play->state;
  kb_body_begin (&state->body, play);
  state->walker = kb_actor_begin (
    play->cast[WALK_ROLE_WALKER],
    kb_find_animation (play->bank, play->cast[WALK_ROLE_WALKER], KB_IDLE_NAMES, true),
    state->body.circle.centre, false);
  kb_actor_bind (&state->walker, play->bank, play->cast[WALK_ROLE_WALKER]);
}

static void
step_walk (KbPlay *play, const KbPlayInput *input)
{
  WalkState *state = play->state;
  const float x = kb_axis (input, WALK_KEY_LEFT, WALK_KEY_RIGHT),
              y = kb_axis (input, WALK_KEY_UP, WALK_KEY_DOWN);
  const float walking = kb_bank_level_start_number (play->bank, play->cast[WALK_ROLE_LEVEL],
                                                    "speed", walk_plain_speed, 0, 64);
  const float speed =
    (kb_held (input, WALK_KEY_RUN) ? 2 * walking : walking) * (x != 0 && y != 0 ? 0.70710678f : 1);
  KbBodySolid solid;
  kb_body_step (&state->body, play, kb_pressed (play, input, WALK_KEY_DOOR),
                (kbx_vec) { speed * x, speed * y });
  state->walker.at = state->body.circle.centre;
  kb_actor_walk (&state->walker, play->bank, (kbx_vec) { x, y }, kb_held (input, WALK_KEY_RUN));
  kb_body_solid (&state->body, play, &solid);
  state->sees =
    kbx_level_sees (solid.level, state->walker.at, input->pointer, &solid.doors.filter);
}

static void
report_walk (const KbPlay *play, KbReporter *reporter)
{
  const WalkState *state = play->state;
  const bool touched = state->body.wall != KBX_NONE;
  const uint32_t of_class =
    touched ? kbx_walls_wall (kb_cast_level (play), state->body.wall).class_index : KBX_NONE;
  kb_report_point (reporter, NC_ ("value", "at"), state->body.circle.centre);
  kb_body_report_area (&state->body, play, reporter);
  reporter->number (reporter, NC_ ("value", "wall"), touched ? (double) state->body.wall : -1);
  reporter->text (reporter, NC_ ("value", "wall_class"),
                  touched ? kbx_name (kbx_bank_item (play->bank, KBX_CLASS, of_class)) : NULL);
  reporter->flag (reporter, NC_ ("value", "sees_pointer"), state->sees);
  kb_body_report_level (&state->body, play, reporter);
  if (state->walker.sprite != KBX_NONE)
    kb_actor_report (&state->walker, play->bank, reporter, NC_ ("value", "walker"));
}

static KbPlaySight
view_walk (const KbPlay *play)
{
  return (KbPlaySight) { kb_bank_level_bounds (play->bank, play->cast[WALK_ROLE_LEVEL]),
                         ((const WalkState *) play->state)->body.circle.centre,
                         { 720, 480 } };
}

/* The partition nodes visited by the line of sight to the pointer: their lines, and the cells of
 * leaves. */
static void
draw_nodes (const KbPlay *play, KbPlayPicture *picture)
{
  enum { WALK_MOST = 512 };
  const WalkState *state = play->state;
  const kbx_rect within = kb_play_world (play);
  const kbx_vec from = state->body.circle.centre, to = play->before.pointer,
                way = { to.x - from.x, to.y - from.y };
  uint32_t nodes[WALK_MOST];
  const uint32_t n = kbx_walls_nodes (kb_cast_level (play), from, way, nodes, WALK_MOST, NULL);
  for (uint32_t i = 0; i < n && i < WALK_MOST; i++)
    {
      kbx_vec corners[KBX_CELL_CORNERS];
      const kbx_walls_part node =
        kbx_walls_node (kb_cast_level (play), nodes[i], within, corners, KBX_CELL_CORNERS);
      if (node.leaf && node.corner_count)
        kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_NODES, 0, corners,
                               node.corner_count);
      else if (!node.leaf)
        kb_picture_add_line (picture, KB_SHOW_NODES, 0, node.line.a, node.line.b)->faint =
          node.depth > 3;
    }
}

/* The line of sight to the pointer, or to the wall that blocks it. */
static void
draw_walk_look (const KbPlay *play, const WalkState *state, const KbBodySolid *solid,
                KbPlayPicture *picture)
{
  const kbx_vec from = state->body.circle.centre, to = play->before.pointer;
  const kbx_hit first =
    kbx_level_cast (solid->level, kbx_shape_point (from),
                    (kbx_vec) { to.x - from.x, to.y - from.y }, &solid->doors.filter);
  kb_picture_add_look (picture, from, first.hit ? first.point : to, state->sees);
}

/* Below the body, clear of the picture. */
static void
draw_area_name (const KbPlay *play, KbPlayPicture *picture)
{
  const KbBody *body = &((const WalkState *) play->state)->body;
  const kbx_vec at = { body->circle.centre.x,
                       body->circle.centre.y + 2.5f * body->circle.radius };
  const kbx_handle area = kbx_bank_item (play->bank, KBX_AREA, body->area);
  if (area.kind != KBX_NOTHING)
    kb_picture_add_text (
      picture, KB_SHOW_NAMES,
      kbx_info (kbx_bank_item (play->bank, KBX_CLASS, kbx_info (area).class_index)).colour, at,
      kb_area_name (play->bank, body->area));
}

static void
draw_walk_scene (const KbPlay *play, KbPlayPicture *picture)
{
  const WalkState *state = play->state;
  KbBodySolid solid;
  kb_body_solid (&state->body, play, &solid);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, play->cast[WALK_ROLE_LEVEL]);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_AREAS, play->cast[WALK_ROLE_LEVEL]);
  kb_picture_add_walls (picture, play->bank, play->cast[WALK_ROLE_LEVEL], state->body.wall);
  kb_body_draw_level (&state->body, play, picture);
  kb_picture_add_light (picture, 0, solid.level,
                        (kbx_circle){ state->body.circle.centre, walk_sight }, &solid.doors.filter);
  draw_nodes (play, picture);
  draw_walk_look (play, state, &solid, picture);
  kb_picture_add_circle (picture, KB_SHOW_BODIES, 0, state->body.circle);
  if (state->walker.sprite != KBX_NONE)
    kb_actor_draw (&state->walker, play->bank, picture, 0);
  draw_area_name (play, picture);
}

const KbPlayScene kb_scene_walk = {
  .name = "walk",
  .title = N_("Walk"),
  .summary = N_("A circle slides along the walls of a level and sees what is in sight"),
  .roles = walk_roles,
  .keys = walk_keys,
  .pointer = N_("The walker looks there"),
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_AREAS | 1 << KB_SHOW_LIGHT | 1 << KB_SHOW_WALLS
            | 1 << KB_SHOW_SHAPES | 1 << KB_SHOW_POINTS | 1 << KB_SHOW_BODIES
            | 1 << KB_SHOW_CONTACTS | 1 << KB_SHOW_NODES | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (WalkState),
  .start = start_walk,
  .bind = bind_walk,
  .step = step_walk,
  .report = report_walk,
  .draw = draw_walk_scene,
  .view = view_walk,
};
