/* SPDX-License-Identifier: MIT */
/* Heightmap: a walker on hills. Slopes slow it down, steep ones stop it, and hills block its
 * sight. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/solids.h"

enum { HEIGHTMAP_ROLE_LEVEL };
enum { HEIGHTMAP_KEY_LEFT, HEIGHTMAP_KEY_RIGHT, HEIGHTMAP_KEY_UP, HEIGHTMAP_KEY_DOWN };
enum { PROFILE = 64 };

typedef struct {
  uint32_t map;           /* in the level */
  kbx_vec at;
  float z, slope;         /* uphill in its last direction, units per pixel */
  bool stopped;           /* too steep */
  bool sees;              /* the ground at the pointer is in sight */
  bool at_goal;
} HeightmapState;

/* Pixels per step; slowdown for a slope of 1; an uphill slope that stops it */
static const float heightmap_fastest = 2, slowed = 1.5f, steepest = 1.2f;
static const float heightmap_eyes = 12, heightmap_body = 5;

static bool
kb_level_has_heights (const kbx_bank *bank, uint32_t level)
{
  return kbx_count (kbx_bank_item (bank, KBX_LEVEL, level), KBX_HEIGHTMAP) > 0;
}

static const KbRole heightmap_roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_heights,
    N_("a level with a heightmap") },
  { NULL },
};

static const KbPlayKey heightmap_keys[] = {
  KB_WAY_KEYS,
  { NULL },
};

static kbx_handle
the_map (const KbPlay *play, const HeightmapState *state)
{
  return kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, play->cast[HEIGHTMAP_ROLE_LEVEL]),
                   KBX_HEIGHTMAP, state->map);
}

static kbx_vec
onto (kbx_rect area, kbx_vec p)
{
  return (kbx_vec) { fminf (fmaxf (p.x, area.min.x), area.max.x),
                    fminf (fmaxf (p.y, area.min.y), area.max.y) };
}

static void
bind_heightmap (KbPlay *play)
{
  HeightmapState *state = play->state;
  if (state->map >= kbx_count (
        kbx_bank_item (play->bank, KBX_LEVEL, play->cast[HEIGHTMAP_ROLE_LEVEL]), KBX_HEIGHTMAP))
    state->map = 0;
  state->at = onto (kbx_info (the_map (play, state)).area, state->at);
  state->z = kbx_heightmap_z (the_map (play, state), state->at, KBX_HEIGHT_BICUBIC);
}

static void
start_heightmap (KbPlay *play)
{
  HeightmapState *state = play->state;
  state->at =
    kb_start_of (play, kb_bank_level_start (play->bank, play->cast[HEIGHTMAP_ROLE_LEVEL]));
  const kbx_handle level = kbx_bank_item (play->bank, KBX_LEVEL, play->cast[HEIGHTMAP_ROLE_LEVEL]);
  for (uint32_t i = kbx_count (level, KBX_HEIGHTMAP); i-- > 0;)
    {
      const kbx_rect area = kbx_info (kbx_item (level, KBX_HEIGHTMAP, i)).area;
      if (i == 0 || kbx_contains (kbx_shape_rect (area.min, area.max), state->at))
        {
          state->map = i;
          break;
        }
    }
  bind_heightmap (play);
}

/* ---- steps ---- */

/* From the eyes to just above the ground. */
static kbx_hit3
trace_sight (const KbPlay *play, const HeightmapState *state, kbx_vec to)
{
  const kbx_handle map = the_map (play, state);
  const kbx_vec3 from = { state->at.x, state->at.y, state->z + heightmap_eyes };
  return kbx_heightmap_ray (
    map, from,
    (kbx_vec3) { to.x - from.x, to.y - from.y,
                kbx_heightmap_z (map, to, KBX_HEIGHT_BILINEAR) + 1 - from.z });
}

static void
walk_heightmap (KbPlay *play, HeightmapState *state, kbx_vec way)
{
  const kbx_handle map = the_map (play, state);
  const kbx_vec ahead = { state->at.x + way.x, state->at.y + way.y };
  state->slope = kbx_heightmap_z (map, ahead, KBX_HEIGHT_BICUBIC) - state->z;
  const bool stopped = state->slope > steepest;
  if (stopped && !state->stopped)
    kb_play_say (play, N_("too steep at %g, %g"), (double) state->at.x, (double) state->at.y);
  state->stopped = stopped;
  if (stopped)
    return;
  /* An uphill slope of 1 gives 1 / (1 + slowed) of the speed; downhill it is a little faster. */
  const float slope = state->slope, speed = slope > 0
                                              ? heightmap_fastest / (1 + slowed * slope)
                                              : heightmap_fastest * fminf (1.25f, 1 - slope / 4);
  state->at = onto (kbx_info (map).area,
                    (kbx_vec) { state->at.x + speed * way.x, state->at.y + speed * way.y });
  state->z = kbx_heightmap_z (map, state->at, KBX_HEIGHT_BICUBIC);
}

static void
step_heightmap (KbPlay *play, const KbPlayInput *input)
{
  HeightmapState *state = play->state;
  const float x = kb_axis (input, HEIGHTMAP_KEY_LEFT, HEIGHTMAP_KEY_RIGHT),
              y = kb_axis (input, HEIGHTMAP_KEY_UP, HEIGHTMAP_KEY_DOWN),
              unit = x != 0 && y != 0 ? 0.70710678f : 1;
  if (x != 0 || y != 0)
    walk_heightmap (play, state, (kbx_vec){ x * unit, y * unit });
  else
    state->slope = 0, state->stopped = false;
  kbx_vec goal;
  const bool there = kb_bank_level_find_goal (play->bank, play->cast[HEIGHTMAP_ROLE_LEVEL], &goal)
                     && kbx_contains (kbx_shape_circle (state->at, 2 * heightmap_body), goal);
  if (there && !state->at_goal)
    kb_play_say (play, N_("reached the goal after %.2f s, %.1f high"),
                 play->steps / (double) KB_PLAY_RATE, (double) state->z);
  state->at_goal = there;
  const kbx_hit3 sight = trace_sight (play, state, input->pointer);
  state->sees = sight.status == KBX_OK && !sight.hit;
}

static void
report_heightmap (const KbPlay *play, KbReporter *reporter)
{
  const HeightmapState *state = play->state;
  kb_report_point (reporter, NC_ ("value", "at"), state->at);
  reporter->number (reporter, NC_ ("value", "z"), (double) state->z);
  reporter->number (reporter, NC_ ("value", "slope"), (double) state->slope);
  reporter->flag (reporter, NC_ ("value", "too_steep"), state->stopped);
  reporter->flag (reporter, NC_ ("value", "sees_pointer"), state->sees);
  reporter->flag (reporter, NC_ ("value", "goal"), state->at_goal);
  reporter->text (
    reporter, NC_ ("value", "map"),
    kbx_name (kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, play->cast[HEIGHTMAP_ROLE_LEVEL]),
                        KBX_HEIGHTMAP, state->map)));
}

/* ---- drawing ---- */

static KbPlaySight
view_heightmap (const KbPlay *play)
{
  return (KbPlaySight) { kb_bank_level_bounds (play->bank, play->cast[HEIGHTMAP_ROLE_LEVEL]),
                         ((const HeightmapState *) play->state)->at,
                         { 960, 600 } };
}

/* The altitudes between the walker and the pointer, seen from the side, and the line of sight; in
 * the lower left corner. */
static void
draw_profile (const KbPlay *play, const HeightmapState *state, KbPlayPicture *picture)
{
  const kbx_handle map = the_map (play, state);
  const kbx_about about = kbx_info (map);
  const kbx_rect shown = kb_play_view (play);
  const float w = (shown.max.x - shown.min.x) * 0.3f, h = (shown.max.y - shown.min.y) * 0.12f,
              x = shown.min.x + w * 0.05f;
  const float bottom = shown.max.y - h * 0.15f,
              per = h / (about.high - about.low + 2 * heightmap_eyes);
  const kbx_vec to = play->before.pointer;
  const kbx_vec from_eyes = { x, bottom - (state->z + heightmap_eyes - about.low) * per };
  kbx_vec chart[PROFILE + 3];
  float top = from_eyes.y;
  for (int i = 0; i <= PROFILE; i++)
    {
      const float t = (float) i / PROFILE;
      const kbx_vec p = { state->at.x + (to.x - state->at.x) * t,
                          state->at.y + (to.y - state->at.y) * t };
      const float z = kbx_heightmap_z (map, p, KBX_HEIGHT_BILINEAR);
      chart[i] = (kbx_vec) { x + w * t, bottom - (z - about.low) * per };
      top = fminf (top, chart[i].y);
    }
  const kbx_vec end = chart[PROFILE];
  chart[PROFILE + 1] = (kbx_vec) { x + w, bottom };
  chart[PROFILE + 2] = (kbx_vec) { x, bottom };
  kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_SOLID, 0, chart, PROFILE + 3);
  kb_picture_add_look (picture, from_eyes, end, state->sees);
  kb_picture_add_text (picture, KB_SHOW_SOLID, 0xffffffff, (kbx_vec) { x + w / 2, top },
                       kb_play_word (N_("the ground up to the pointer")));
}

static void
draw_heightmap (const KbPlay *play, KbPlayPicture *picture)
{
  const HeightmapState *state = play->state;
  const kbx_hit3 sight = trace_sight (play, state, play->before.pointer);
  const kbx_vec3 normal =
    kbx_heightmap_at (the_map (play, state), state->at, KBX_HEIGHT_BICUBIC).normal;
  const kbx_vec arrow[] = { state->at,
                            { state->at.x + 40 * normal.x, state->at.y + 40 * normal.y } };
  const kbx_vec end = sight.hit ? (kbx_vec) { sight.point.x, sight.point.y } : play->before.pointer;
  char text[60];
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, play->cast[HEIGHTMAP_ROLE_LEVEL]);
  kb_picture_add_entity (picture, play->bank, play->cast[HEIGHTMAP_ROLE_LEVEL], "goal");
  kb_picture_add_look (picture, state->at, end, state->sees);
  kb_picture_add_circle (picture, KB_SHOW_BODIES, 0, (kbx_circle) { state->at, heightmap_body });
  kb_picture_add_points (picture, KB_ITEM_ARROW, KB_SHOW_CONTACTS, 0, arrow, 2);
  snprintf (text, sizeof text,
            kb_play_word (state->stopped ? N_("%.1f high, slope %+.2f: too steep")
                                         : N_("%.1f high, slope %+.2f")),
            (double) state->z, (double) state->slope);
  kb_picture_add_text (picture, KB_SHOW_NAMES, 0,
                       (kbx_vec){ state->at.x, state->at.y + 4 * heightmap_body }, text);
  draw_profile (play, state, picture);
}

const KbPlayScene kb_scene_heightmap = {
  .name = "heightmap",
  .title = N_("Heightmap"),
  .summary = N_("A walker on hills, whom slopes slow down and hills hide things from"),
  .roles = heightmap_roles,
  .keys = heightmap_keys,
  .pointer = N_("The walker looks there"),
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_LIGHT | 1 << KB_SHOW_SOLID | 1 << KB_SHOW_POINTS
            | 1 << KB_SHOW_BODIES | 1 << KB_SHOW_CONTACTS | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (HeightmapState),
  .start = start_heightmap,
  .bind = bind_heightmap,
  .step = step_heightmap,
  .report = report_heightmap,
  .draw = draw_heightmap,
  .view = view_heightmap,
};
