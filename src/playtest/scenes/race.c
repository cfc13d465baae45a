/* SPDX-License-Identifier: MIT */
/* Race: a car on the road of a track: a circle, or a box that turns with it. At the edge it slides,
 * bounces or drives on.
 * Surfaces slow it down; check points make laps, and a ghost repeats the best one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/things.h"

enum { ROLE_TRACK };
enum { RACE_KEY_LEFT, RACE_KEY_RIGHT, KEY_GAS, KEY_BRAKE, KEY_MANNER, KEY_BAND };
enum { SLIDE, BOUNCE, BEYOND, MANNERS };
enum { QUIET = 30 };   /* after so many steps without a touch, the next one is logged */
enum { MOST_GATES = 256, MOST_LAP = 120 * KB_PLAY_RATE };

/* The car's position after each step of a lap. */
typedef struct {
  uint32_t count;
  kbx_vec at[MOST_LAP];
} Trail;

typedef struct {
  kbx_circle car;          /* in the middle of the box, as wide as that */
  float length, width;     /* the box, from the track's values; 0: none */
  kbx_vec heading;         /* unit vector */
  kbx_vec velocity;        /* pixels per step */
  float scale;             /* of the car and the view: 1 or more, from the road's width */
  float pace;              /* of its speeds: as `scale`, or from the value `speed` */
  uint32_t band;           /* of the track: its radius is the car's; KBX_NONE: the value `radius` */
  uint32_t manner;
  uint32_t touches;        /* of the edge, in this step */
  uint32_t apart;          /* steps since the last touch, up to QUIET */
  kbx_vec touched;         /* the last touch's normal */
  uint8_t surface;
  kbx_lap lap;
  double began;            /* start of the lap, in steps */
  double last, best;       /* lap times in steps; 0: none yet */
  Trail trail, ghost;      /* the current lap; the best one */
} RaceState;

static const float gas = 0.05f, brake = 0.09f, reverse = 0.6f;   /* pixels per step (squared) */
/* Pixels per step; radians per step, at a speed of 1 or more */
static const float race_top = 2.6f, steering = 0.055f;
static const float skin = 1.0f / 64, bounciness = 0.6f, race_plain_radius = 6, race_ahead = 240;
/* As shares of the speed lost into the edge; the latter is added each step */
static const float friction = 0.3f, race_weight = 0.04f;
/* Pixels per step into the edge; slower cars do not bounce */
static const float race_thrown = 0.3f;
/* Half the width of a road for which a car has these sizes and speeds; both grow with the road.
 * In radii of the car: the world in view. */
static const float plain_road = 64, seen_w = 72, seen_h = 45;

/* The effect of a surface, by a word in its name. */
static const struct {
  const char *word;
  float speed;             /* share of the top speed */
  float grip;              /* share of the sideways speed lost in a step */
} surfaces[] = {
  { "ice", 1, 0.02f }, { "oil", 1, 0.02f }, { "dirt", 0.7f, 0.12f }, { "gravel", 0.65f, 0.12f },
    { "earth", 0.7f, 0.12f },
  { "grass", 0.5f, 0.15f }, { "sand", 0.35f, 0.25f }, { "mud", 0.35f, 0.2f }, { "snow", 0.5f,
    0.08f }, { "water", 0.2f, 0.3f },
};
static const float plain_grip = 0.25f;

/* What a car does at the edge of a road */
static const char *const manners[MANNERS] = { N_("slide"), N_("bounce"), N_("nothing") };

static const KbRole race_roles[] = {
  { "track", N_("Track"), KB_CAST_TRACK, true, NULL, N_("a track") },
  { NULL },
};

static const KbPlayKey race_keys[] = {
  { "left", N_("Steer left"), "Left", "a" }, { "right", N_("Steer right"), "Right", "d" },
  { "gas", N_("Accelerate"), "Up", "w" },
  { "brake", N_("Brake, reverse"), "Down", "s" }, { "manner", N_("Edge: slide, bounce, none"),
    "m", NULL },
  { "band", N_("Another band's car"), "b", NULL },
  { NULL },
};

/* ---- the track ---- */

static kbx_handle
track_of (const KbPlay *play)
{
  return kbx_bank_item (play->bank, KBX_TRACK, play->cast[ROLE_TRACK]);
}

static uint32_t
gates_of (const KbPlay *play, kbx_segment *gates)
{
  const uint32_t count = kbx_track_gates (
    track_of (play), gates, MOST_GATES);
  return count < MOST_GATES ? count : MOST_GATES;
}

static kbx_handle
surface_at (const KbPlay *play, kbx_vec p)
{
  const kbx_handle track = track_of (play);
  return kbx_zone_of (track, kbx_zone_at (track, kbx_at (0, 0), kbx_pixel_of (p)));
}

/* The pixel of a coarse grid that is farthest from the edge. */
static kbx_vec
widest_place (kbx_handle track)
{
  const kbx_size size = kbx_info (track).size;
  const int32_t step = 4 + (int32_t) ((size.w > size.h ? size.w : size.h) / 256);
  kbx_vec best = { (float) size.w / 2, (float) size.h / 2 };
  float most = -INFINITY;
  for (int32_t y = step / 2; y < (int32_t) size.h; y += step)
    for (int32_t x = step / 2; x < (int32_t) size.w; x += step)
      {
        const kbx_vec middle = { (float) x + 0.5f, (float) y + 0.5f };
        const float clearance = kbx_track_clearance (track, middle);
        if (clearance > most)
          {
            most = clearance;
            best = middle;
          }
      }
  return best;
}

/* Half the road's width at the start line, else where the road is widest. */
static float
half_road (const KbPlay *play)
{
  kbx_segment gates[MOST_GATES];
  if (!gates_of (play, gates))
    return kbx_track_clearance (track_of (play), widest_place (track_of (play)));
  const float x = gates[0].b.x - gates[0].a.x, y = gates[0].b.y - gates[0].a.y;
  return sqrtf (x * x + y * y) / 2;
}

static bool
has_radius (const KbPlay *play)
{
  return kbx_value (track_of (play), "radius") != NULL;
}

/* The band's or the track's value, as far as the stored clearance allows. */
static float
radius_of (const KbPlay *play, uint32_t band)
{
  const kbx_handle found = kbx_item (track_of (play), KBX_BAND, band);
  const float most = kbx_info (track_of (play)).max_clearance - 0.0625f,
              radius = found.kind != KBX_NOTHING
                         ? kbx_info (found).radius
                         : kb_number_of (
                           track_of (play), "radius",
                           race_plain_radius * ((const RaceState *) play->state)->scale, 0.5f, 128);
  return radius < most ? radius : most > 0 ? most : 0;
}

/* ---- start ---- */

/* Moves to the track's exact result: rounding errors are in `rest`. */
static void
move_by (kbx_circle *car, kbx_move move)
{
  const kbx_vec to = { car->centre.x + move.moved.x, car->centre.y + move.moved.y };
  car->centre = (kbx_vec) { to.x + move.rest.x, to.y + move.rest.y };
}

/* Before the start line, facing the direction in which it is crossed: from its left to its
 * right. */
static void
place_car (KbPlay *play, RaceState *state)
{
  kbx_segment gates[MOST_GATES];
  state->heading = (kbx_vec) { 1, 0 };
  state->car.centre = (kbx_vec) { 0, 0 };
  if (play->has_from)
    {
      state->car.centre = play->from;
      move_by (&state->car, kbx_track_move (track_of (play), state->car, (kbx_vec) { 0, 0 },
                                            (kbx_motion) { .manner = KBX_SLIDE }, skin));
      return;
    }
  if (!gates_of (play, gates))
    {
      state->car.centre = widest_place (track_of (play));
      return;
    }
  const float back = 2 * state->car.radius + 2;
  const kbx_about track = kbx_info (track_of (play));
  state->heading = track.direction;
  state->car.centre = (kbx_vec) { track.position.x - back * state->heading.x,
                                 track.position.y - back * state->heading.y };
  move_by (&state->car, kbx_track_move (track_of (play), state->car, (kbx_vec) { 0, 0 },
                                        (kbx_motion) { .manner = KBX_SLIDE }, skin));
}

static void
bind_race (KbPlay *play)
{
  RaceState *state = play->state;
  const uint32_t bands = kbx_count (track_of (play), KBX_BAND);
  kbx_segment gates[MOST_GATES];
  state->scale = fmaxf (half_road (play) / plain_road, 1);
  state->pace =
    kb_number_of (track_of (play), "speed", race_top * state->scale, 0.25f, 64) / race_top;
  if (state->band >= bands)
    state->band = bands && !has_radius (play) ? 0 : KBX_NONE;
  state->length = kb_number_of (track_of (play), "length", 0, 0, 256);
  state->width = kb_number_of (track_of (play), "width", state->length / 2, 0, 256);
  state->car.radius = state->length > 0 ? fminf (state->length, state->width) / 2
                                        : radius_of (play, state->band);
  if (state->lap.next && state->lap.next >= gates_of (play, gates))
    state->lap.next = 0;
}

static void
start_race (KbPlay *play)
{
  RaceState *state = play->state;
  state->apart = QUIET;
  state->band = has_radius (play) ? KBX_NONE : 0;
  bind_race (play);
  place_car (play, state);
  state->surface = kbx_info (surface_at (play, state->car.centre)).zone;
}

/* ---- driving ---- */

static float
along (kbx_vec a, kbx_vec b)
{
  return a.x * b.x + a.y * b.y;
}

/* The top speed on the surface under the car, and its grip. */
static float
top_speed (const KbPlay *play, const RaceState *state, float *grip)
{
  const kbx_handle surface =
    kbx_zone_of (track_of (play), state->surface);
  const float fastest = race_top * state->pace;
  *grip = plain_grip;
  for (size_t i = 0; i < sizeof surfaces / sizeof *surfaces; i++)
    if (surface.kind != KBX_NOTHING && strstr (kbx_name (surface), surfaces[i].word))
      {
        *grip = surfaces[i].grip;
        return fastest * surfaces[i].speed;
      }
  return surface.kind != KBX_NOTHING && !kbx_info (surface).road ? fastest / 2 : fastest;
}

static void
steer (KbPlay *play, RaceState *state, const KbPlayInput *input)
{
  const float speed = along (state->velocity, state->heading) / state->pace;
  const float full = fminf (fmaxf (speed, -1), 1);
  state->heading =
    kb_turned (state->heading, kb_axis (input, RACE_KEY_LEFT, RACE_KEY_RIGHT) * steering * full);
}

/* Pedals and drag along the heading; grip sideways. */
static void
roll (KbPlay *play, RaceState *state, const KbPlayInput *input)
{
  const kbx_vec heading = state->heading, side = { -heading.y, heading.x };
  float grip, speed = along (state->velocity, heading);
  const float most = top_speed (play, state, &grip);
  const float sideways = along (state->velocity, side) * (1 - grip);
  if (kb_held (input, KEY_GAS) && speed < most)
    speed = fminf (speed + gas * state->pace, most);
  if (kb_held (input, KEY_BRAKE))
    speed -= (speed > 0 ? brake : speed > -reverse * state->pace ? gas : 0) * state->pace;
  speed *= kb_held (input, KEY_GAS) || kb_held (input, KEY_BRAKE) ? 1 : 0.985f;
  if (speed > most)
    speed += (most - speed) * 0.1f;
  state->velocity =
    (kbx_vec) { heading.x * speed + side.x * sideways, heading.y * speed + side.y * sideways };
}

/* Moves the car. At the edge it loses its velocity into the edge and some of the rest. A slow car
 * does not bounce: with gas held it would tremble. */
static kbx_move
move_car (const KbPlay *play, const RaceState *state)
{
  const kbx_vec v = state->velocity;
  kbx_move move =
    kbx_track_move (track_of (play), state->car, v, (kbx_motion) { .manner = KBX_SLIDE }, skin);
  if (move.status != KBX_OK || !move.touched)
    return move;
  const float x = v.x - move.velocity.x, y = v.y - move.velocity.y, lost = sqrtf (x * x + y * y);
  if (state->manner == BOUNCE && lost > race_thrown * state->pace)
    return kbx_track_move (track_of (play), state->car, v,
                           (kbx_motion) { .manner = KBX_BOUNCE, .bounce = bounciness }, skin);
  const float speed = sqrtf (along (move.velocity, move.velocity)),
              rubbed = friction * (lost + race_weight * state->pace);
  const float kept = speed > rubbed ? 1 - rubbed / speed : 0;
  move.velocity = (kbx_vec) { move.velocity.x * kept, move.velocity.y * kept };
  return move;
}

/* The corners of a turned car reach further than the circle. Pushes them back to the road. If that
 * does not help, the car stays as it was before the step. */
static bool
fit_box (const KbPlay *play, RaceState *state, kbx_vec before, kbx_vec heading)
{
  bool touched = false;
  for (int i = 0; i < 8; i++)
    {
      const kbx_obb car = { state->car.centre, state->heading, state->length, state->width };
      const kbx_track_place place = kbx_track_least (track_of (play), car);
      if (place.clearance >= 0)
        return touched;
      const float into = along (state->velocity, place.normal), out = skin - place.clearance;
      const float back = state->manner == BOUNCE ? 1 + bounciness : 1;
      touched = true;
      state->touched = place.normal;
      state->car.centre.x += place.normal.x * out;
      state->car.centre.y += place.normal.y * out;
      if (into < 0)
        state->velocity = (kbx_vec) { state->velocity.x - back * into * place.normal.x,
                                      state->velocity.y - back * into * place.normal.y };
    }
  state->car.centre = before;
  state->heading = heading;
  state->velocity = (kbx_vec) { 0, 0 };
  return true;
}

static void
drive (KbPlay *play, RaceState *state, kbx_vec heading)
{
  const kbx_vec to = { state->car.centre.x + state->velocity.x,
                       state->car.centre.y + state->velocity.y };
  state->touches = 0;
  state->apart += state->apart < QUIET;
  if (state->manner == BEYOND)
    {
      const kbx_size size = kbx_info (track_of (play)).size;
      state->car.centre = (kbx_vec) { fminf (fmaxf (to.x, 0), (float) size.w),
                                     fminf (fmaxf (to.y, 0), (float) size.h) };
      return;
    }
  const kbx_vec before = state->car.centre;
  const kbx_move move = move_car (play, state);
  if (move.status != KBX_OK)
    return;
  move_by (&state->car, move);
  state->velocity = move.velocity;
  state->touches = move.touched;
  state->touched = move.hit ? move.normal : (kbx_vec) { 0, 0 };
  const bool boxed = state->length > 0 && fit_box (play, state, before, heading),
             hit = move.hit || boxed;
  state->touches += boxed;
  if (hit && state->apart == QUIET)
    kb_play_say (play, N_("touches the edge at %d, %d"), (int) floorf (state->car.centre.x),
                 (int) floorf (state->car.centre.y));
  state->apart = hit ? 0 : state->apart;
}

/* ---- laps ---- */

/* "12.35 s" for a number of steps. */
static const char *
time_text (double steps, char text[24])
{
  const uint64_t hundredths = (uint64_t) (steps * 100 / KB_PLAY_RATE);
  snprintf (text, 24, "%.2f s", (double) hundredths / 100);
  return text;
}

static void
finish_lap (KbPlay *play, RaceState *state, double now)
{
  char text[24];
  if (state->lap.laps > 1)
    {
      state->last = now - state->began;
      const bool best = state->best == 0 || state->last < state->best;
      kb_play_say (play, best ? N_("lap %u in %s, the best") : N_("lap %u in %s"),
                   state->lap.laps - 1, time_text (state->last, text));
      if (best)
        {
          state->best = state->last;
          state->ghost = state->trail;
        }
    }
  else
    kb_play_say (play, N_("lap 1 begins"));
  state->began = now;
  state->trail.count = 0;
}

static void
pass_gates (KbPlay *play, RaceState *state, kbx_vec from)
{
  kbx_segment gates[MOST_GATES];
  const uint32_t count = gates_of (play, gates), laps = state->lap.laps, first = state->lap.next;
  char text[24];
  for (uint32_t g = 0; g < count; g++)
    if (kbx_gate_crossed (gates[g], from, state->car.centre) < 0)
      kb_play_say (play, N_("the wrong way through check point %u"), g);
  if (kbx_gates_advance (gates, count, &state->lap, from, state->car.centre) != KBX_OK)
    return;
  const double now = (double) play->steps - 1 + (double) state->lap.fraction;
  for (uint32_t i = 0; i < state->lap.passed; i++)
    {
      const uint32_t g = (first + i) % count;
      const char *name = kbx_name (
        kbx_item (track_of (play), KBX_GATE, g));
      if (g == 0 && state->lap.laps != laps)
        finish_lap (play, state, now);
      else
        kb_play_say (play, N_("check point %u%s%s after %s"), g, *name ? ", " : "", name,
                     time_text (now - state->began, text));
    }
}

static void
step_race (KbPlay *play, const KbPlayInput *input)
{
  RaceState *state = play->state;
  const kbx_vec from = state->car.centre, heading = state->heading;
  if (kb_pressed (play, input, KEY_MANNER))
    {
      state->manner = (state->manner + 1) % MANNERS;
      kb_play_say (play, N_("at the edge: %s"), kb_play_word (manners[state->manner]));
    }
  const uint32_t bands = kbx_count (track_of (play), KBX_BAND);
  if (kb_pressed (play, input, KEY_BAND) && bands && state->length == 0)
    {
      state->band = (state->band + 1) % bands;
      state->car.radius = radius_of (play, state->band);
      kb_play_say (play, N_("a car of radius %g"), (double) state->car.radius);
    }
  steer (play, state, input);
  roll (play, state, input);
  drive (play, state, heading);
  pass_gates (play, state, from);
  const kbx_handle surface = surface_at (play, state->car.centre);
  if (kbx_info (surface).zone != state->surface)
    kb_play_say (play, N_("on %s"),
                 surface.kind != KBX_NOTHING ? kbx_name (surface) : kb_play_word (N_("nothing")));
  state->surface = kbx_info (surface).zone;
  if (state->lap.laps && state->trail.count < MOST_LAP)
    state->trail.at[state->trail.count++] = state->car.centre;
}

/* ---- values and drawing ---- */

static bool
ghost_at (const RaceState *state, kbx_vec *at)
{
  const bool there =
    state->ghost.count && state->trail.count && state->trail.count <= state->ghost.count;
  if (there)
    *at = state->ghost.at[state->trail.count - 1];
  return there;
}

static bool
in_band (const KbPlay *play, const RaceState *state)
{
  const kbx_handle band =
    kbx_item (track_of (play), KBX_BAND, state->band);
  return kbx_track_touching (band.kind != KBX_NOTHING ? band : track_of (play), state->car);
}

static void
report_race (const KbPlay *play, KbReporter *reporter)
{
  const RaceState *state = play->state;
  const kbx_handle surface =
    kbx_zone_of (track_of (play), state->surface);
  const float clearance = kbx_track_clearance (track_of (play), state->car.centre);
  kbx_vec ghost = { 0, 0 };
  kb_report_point (reporter, NC_ ("value", "at"), state->car.centre);
  kb_report_point (reporter, NC_ ("value", "heading"), state->heading);
  kb_report_point (reporter, NC_ ("value", "velocity"), state->velocity);
  reporter->number (reporter, NC_ ("value", "radius"), (double) state->car.radius);
  reporter->number (reporter, NC_ ("value", "clearance"),
                    clearance > -KBX_WORLD_LIMIT ? (double) clearance : (double) -KBX_WORLD_LIMIT);
  reporter->flag (reporter, NC_ ("value", "in_band"), in_band (play, state));
  reporter->text (reporter, NC_ ("value", "surface"),
                  surface.kind != KBX_NOTHING ? kbx_name (surface) : NULL);
  reporter->text (reporter, NC_ ("value", "manner"), kb_play_word (manners[state->manner]));
  reporter->number (reporter, NC_ ("value", "touches"), state->touches);
  reporter->number (reporter, NC_ ("value", "apart"), state->apart);
  reporter->number (reporter, NC_ ("value", "lap"), state->lap.laps);
  reporter->number (reporter, NC_ ("value", "next"), state->lap.next);
  reporter->number (reporter, NC_ ("value", "began"), state->began);
  reporter->number (reporter, NC_ ("value", "last"), state->last);
  reporter->number (reporter, NC_ ("value", "best"), state->best);
  if (ghost_at (state, &ghost))
    kb_report_point (reporter, NC_ ("value", "ghost"), ghost);
  else
    reporter->text (reporter, NC_ ("value", "ghost"), NULL);
}

/* A nose and a tail within the circle, or the box. */
static void
draw_body (KbPlayPicture *picture, const RaceState *state)
{
  kbx_vec outline[4];
  const kbx_vec h = state->heading, c = state->car.centre;
  const bool boxed = state->length > 0;
  const float l = boxed ? state->length / 2 : 0.85f * state->car.radius,
              w = boxed ? state->width / 2 : 0.5f * state->car.radius;
  const kbx_vec corners[] = {
    { c.x + l * h.x, c.y + l * h.y },
    { c.x + 0.4f * l * h.x - w * h.y, c.y + 0.4f * l * h.y + w * h.x }, { c.x - l * h.x - w * h.y,
      c.y - l * h.y + w * h.x },
    { c.x - l * h.x + w * h.y, c.y - l * h.y - w * h.x }, { c.x + 0.4f * l * h.x + w * h.y,
      c.y + 0.4f * l * h.y - w * h.x },
  };
  if (!boxed)
    kb_picture_add_circle (picture, KB_SHOW_BODIES, 0, state->car)->flash = state->touches > 0;
  else if (kbx_corners (kbx_shape_obb (c, h, state->length, state->width), outline, 4) == 4)
    kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_BODIES, 0, outline, 4)->flash =
      state->touches > 0;
  kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_BODIES, 0, corners, 5);
}

/* Draws where the car would touch if it went straight on: the band begins there. */
static void
draw_ahead (const KbPlay *play, const RaceState *state, KbPlayPicture *picture)
{
  const kbx_vec move = { state->heading.x * race_ahead * state->scale,
                         state->heading.y * race_ahead * state->scale },
                at = state->car.centre;
  const kbx_hit sweep = kbx_track_cast (track_of (play), state->car, move);
  if (sweep.status != KBX_OK || !sweep.hit || sweep.started_inside)
    return;
  const kbx_vec stop = { at.x + move.x * sweep.fraction, at.y + move.y * sweep.fraction };
  kb_picture_add_line (picture, KB_SHOW_CONTACTS, 0, at, stop)->faint = true;
  kb_picture_add_circle (picture, KB_SHOW_CONTACTS, 0, (kbx_circle) { stop, state->car.radius })
    ->faint = true;
}

static void
draw_race (const KbPlay *play, KbPlayPicture *picture)
{
  const RaceState *state = play->state;
  const uint32_t track = play->cast[ROLE_TRACK];
  const kbx_vec at = state->car.centre;
  const kbx_track_place place = kbx_track_at (track_of (play), at);
  kbx_segment gates[MOST_GATES];
  const uint32_t count = gates_of (play, gates);
  kbx_vec ghost;
  char text[60], time[24];
  kb_picture_add_asset (picture, KB_ITEM_TRACK, KB_SHOW_PICTURES, track);
  kb_picture_add_asset (picture, KB_ITEM_TRACK, KB_SHOW_ZONES, track);
  kb_picture_add_asset (picture, KB_ITEM_TRACK, KB_SHOW_BANDS, track);
  for (uint32_t g = 0; g < count; g++)
    kb_picture_add_line (picture, KB_SHOW_WALLS, 0, gates[g].a, gates[g].b)->flash =
      g == state->lap.next;
  draw_ahead (play, state, picture);
  if (ghost_at (state, &ghost))
    kb_picture_add_circle (picture, KB_SHOW_BODIES, 0xffffffff,
                           (kbx_circle) { ghost, state->car.radius })
      ->faint = true;
  draw_body (picture, state);
  if (place.status == KBX_OK && place.clearance > 0 && (place.normal.x != 0 || place.normal.y != 0))
    {
      const kbx_vec arrow[] = {
        at, { at.x - place.normal.x * place.clearance, at.y - place.normal.y * place.clearance }
      };
      kb_picture_add_points (picture, KB_ITEM_ARROW, KB_SHOW_CONTACTS, 0, arrow, 2);
    }
  if (!state->lap.laps)
    return;
  snprintf (text, sizeof text, kb_play_word (N_("lap %u  %s")), state->lap.laps,
            time_text ((double) play->steps - state->began, time));
  kb_picture_add_text (picture, KB_SHOW_NAMES, 0, (kbx_vec) { at.x, at.y - state->car.radius - 4 },
                       text);
}

static KbPlaySight
view_race (const KbPlay *play)
{
  const kbx_size size = kbx_info (track_of (play)).size;
  const RaceState *state = play->state;
  const float radius = fmaxf (state->car.radius, race_plain_radius * state->scale);
  return (KbPlaySight) { { { 0, 0 }, { (float) size.w, (float) size.h } },
                         state->car.centre,
                         { (uint32_t) (seen_w * radius), (uint32_t) (seen_h * radius) } };
}

const KbPlayScene kb_scene_race = {
  .name = "race",
  .title = N_("Race"),
  .summary = N_("A car on a track: edge, surfaces, check points, and the ghost of the best lap"),
  .roles = race_roles,
  .keys = race_keys,
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_ZONES | 1 << KB_SHOW_BANDS | 1 << KB_SHOW_WALLS
            | 1 << KB_SHOW_BODIES | 1 << KB_SHOW_CONTACTS | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (RaceState),
  .start = start_race,
  .bind = bind_race,
  .step = step_race,
  .report = report_race,
  .draw = draw_race,
  .view = view_race,
};
