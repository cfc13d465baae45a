/* SPDX-License-Identifier: MIT */
/* Moves a round body through a level with doors and lifts. */
#include <string.h>

#include "playtest/places.h"
#include "playtest/scenes/body.h"
#include "playtest/scenes/doors.h"

static kbx_shape
shape_of (const KbBody *body)
{
  return kbx_shape_circle (body->circle.centre, body->circle.radius);
}

static uint32_t
area_of (const KbBody *body, const KbPlay *play)
{
  return kbx_level_at (kb_cast_level (play), body->circle.centre, NULL).index;
}

void
kb_body_bind (KbBody *body, const KbPlay *play)
{
  kb_doors_bind (&body->doors, kb_cast_level (play));
  kb_lifts_bind (&body->lifts, play->bank, play->cast[0]);
  body->area = area_of (body, play);
}

bool
kb_body_fits (const KbBody *body, const KbPlay *play, kbx_point by)
{
  const kbx_vec c = body->circle.centre,
                to = { c.x + (float) by.x, c.y + (float) by.y };
  KbOpenDoors memory;
  return kbx_level_touching (kb_cast_level (play), kbx_shape_circle (to, body->circle.radius),
                             kb_doors_filter (&body->doors, play->bank, body->layers, &memory),
                             NULL, 0)
         == 0;
}

void
kb_body_solid (const KbBody *body, const KbPlay *play, KbBodySolid *solid)
{
  const uint32_t through = kb_lifts_touching (&body->lifts, play->steps, shape_of (body));
  kb_doors_filter (&body->doors, play->bank, body->layers, &solid->doors);
  solid->level = kb_lifts_level (&body->lifts, play->steps, through, kb_cast_level (play),
                                 &solid->doors.filter, &solid->lifts);
}

void
kb_body_use_doors (KbBody *body, KbPlay *play, float reach)
{
  kb_doors_use (play, &body->doors, kb_cast_level (play), body->circle,
                body->circle.radius + reach);
}

void
kb_body_push (KbBody *body, KbPlay *play)
{
  KbOpenDoors memory;
  const kbx_vec by = kb_lifts_push (
    play, &body->lifts, kb_cast_level (play),
    kb_doors_filter (&body->doors, play->bank, body->layers, &memory), shape_of (body), NULL);
  body->circle.centre.x += by.x;
  body->circle.centre.y += by.y;
}

kbx_move
kb_body_move (KbBody *body, const KbPlay *play, kbx_vec way, kbx_hit *touch)
{
  KbBodySolid solid;
  kb_body_solid (body, play, &solid);
  const kbx_move move = kbx_level_move (solid.level, shape_of (body), way,
                                        (kbx_motion) { KBX_SLIDE }, &solid.doors.filter, touch, 1);
  if (move.status == KBX_OK)
    body->circle.centre = kb_after_move (body->circle.centre, move);
  return move;
}

void
kb_body_locate (KbBody *body, KbPlay *play)
{
  kb_enter_area (play, &body->area, area_of (body, play));
}

/* ---- among walls ---- */

static const float plain_radius = 8, door_reach = 32;

void
kb_body_bind_to_walls (KbBody *body, const KbPlay *play)
{
  body->layers = 1;
  body->circle.radius = kb_bank_level_start_number (play->bank, play->cast[0], "radius",
                                                    plain_radius, 0.5f, 512);
  if (body->wall >= kbx_info (kb_cast_level (play)).walls)
    body->wall = KBX_NONE;
  kb_body_bind (body, play);
}

/* The body is the first member of the scene's state. */
static bool
body_fits_at (const KbPlay *play, kbx_point by)
{
  return kb_body_fits (play->state, play, by);
}

void
kb_body_begin (KbBody *body, KbPlay *play)
{
  body->circle.centre = kb_start_of (play, kb_bank_level_start (play->bank, play->cast[0]));
  body->wall = KBX_NONE;
  kb_body_bind_to_walls (body, play);
  kb_make_free (play, body_fits_at, KB_WALL_IN_THE_WAY, &body->circle.centre);
  kb_body_bind (body, play);
}

void
kb_body_step (KbBody *body, KbPlay *play, bool uses, kbx_vec way)
{
  kbx_hit touch;
  if (uses)
    kb_body_use_doors (body, play, door_reach);
  kb_body_push (body, play);
  const kbx_move move = kb_body_move (body, play, way, &touch);
  body->wall = move.touched && touch.kind == KBX_WALLS ? touch.index : KBX_NONE;
  if (move.started_inside)
    kb_make_free (play, body_fits_at, KB_WALL_IN_THE_WAY, &body->circle.centre);
  kb_body_locate (body, play);
}

void
kb_body_report_area (const KbBody *body, const KbPlay *play, KbReporter *reporter)
{
  reporter->text (reporter, NC_ ("value", "area"),
                  body->area == KBX_NONE ? NULL : kb_area_name (play->bank, body->area));
}

/* Lists the open ones, if there are any. */
static void
kb_doors_report (const KbDoors *doors, KbReporter *reporter)
{
  if (!doors->n)
    return;
  reporter->open (reporter, NC_ ("value", "open"));
  for (uint32_t i = 0; i < doors->n; i++)
    {
      const KbDoor *door = doors->open + i;
      reporter->number (reporter, NULL, door->layer);
      reporter->number (reporter, NULL,
                        door->index == KBX_NONE ? (double) door->cell.x : (double) door->index);
      reporter->number (reporter, NULL, door->cell.y);
    }
  reporter->close (reporter);
}

void
kb_body_report_level (const KbBody *body, const KbPlay *play, KbReporter *reporter)
{
  kb_doors_report (&body->doors, reporter);
  kb_lifts_report (&body->lifts, play->steps, reporter);
}

#define OPEN_COLOUR 0x57e389ffu

/* Marks the open ones. */
static void
kb_doors_draw (const KbDoors *doors, kbx_handle level, KbPlayPicture *picture)
{
  for (uint32_t i = 0; i < doors->n; i++)
    {
      const KbDoor *door = doors->open + i;
      const kbx_handle layer = kbx_level_layer (level, door->layer);
      if (door->index == KBX_NONE)
        kb_picture_add_box (picture, KB_SHOW_CONTACTS, OPEN_COLOUR,
                            kbx_bounds (kbx_shape_box (kbx_cell_box (layer, door->cell))));
      else
        {
          const kbx_segment wall = kbx_walls_wall (level, door->index).segment;
          kb_picture_add_line (picture, KB_SHOW_CONTACTS, OPEN_COLOUR, wall.a, wall.b)->flash =
            true;
        }
    }
}

void
kb_body_draw_level (const KbBody *body, const KbPlay *play, KbPlayPicture *picture)
{
  kb_doors_draw (&body->doors, kb_cast_level (play), picture);
  kb_lifts_draw (&body->lifts, play, picture);
}
