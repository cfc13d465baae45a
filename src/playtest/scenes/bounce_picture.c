/* SPDX-License-Identifier: MIT */
/* Draws the bounce: things at their positions, and their contacts. */
#include "playtest/scenes/bounce_private.h"

static void
draw_thing (const KbPlay *play, KbPlayPicture *picture, const KbThing *thing)
{
  uint32_t colour = kbx_info (kbx_bank_item (play->bank, KBX_CLASS, thing->class_index)).colour;
  if (kb_thing_is_round (thing))
    {
      kbx_circle disc = kb_thing_circle (thing);
      kb_picture_add_circle (picture, KB_SHOW_BODIES, colour, disc);
      if (thing->kind == KB_THING_BALL)
        kb_picture_add_line (picture, KB_SHOW_BODIES, colour, disc.centre,
                             kb_further (disc.centre, thing->axis, disc.radius));
      return;
    }
  kbx_obb box = kb_thing_box (thing);
  const kbx_vec down = { 0 - box.axis.y, box.axis.x };
  const kbx_vec left = kb_further (box.centre, box.axis, -box.w / 2),
                right = kb_further (box.centre, box.axis, box.w / 2);
  const kbx_vec corners[] = { kb_further (left, down, -box.h / 2),
                              kb_further (right, down, -box.h / 2),
                              kb_further (right, down, box.h / 2),
                              kb_further (left, down, box.h / 2) };
  kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_BODIES, colour, corners, 4);
}

/* Contacts are drawn from the fixed thing towards the moving one; of two moving ones, towards the
 * later one in the level. */
static bool
from_second (const KbBounce *state, const KbTouch *touch)
{
  return touch->b & KB_TOUCH_WALL || !kb_thing_moves (state->things + touch->b);
}

void
kb_bounce_draw (const KbPlay *play, KbPlayPicture *picture)
{
  const KbBounce *state = play->state;
  uint32_t n;
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, play->cast[ROLE_LEVEL]);
  kb_picture_add_walls (picture, play->bank, play->cast[ROLE_LEVEL], KBX_NONE);
  for (uint32_t i = 0; i < state->n_things; i++)
    if (!state->things[i].gone)
      draw_thing (play, picture, state->things + i);
  const kbx_body_pair *pairs;
  const KbTouch *touches = kb_touches_now (&state->touches, &pairs, &n);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t p = 0; p < pairs[i].manifold.count; p++)
      {
        const kbx_vec at = pairs[i].manifold.points[p];
        const kbx_vec arrow[] = { at, kb_further (at, pairs[i].manifold.normal,
                                                  from_second (state, touches + i) ? -6 : 6) };
        kb_picture_add_points (picture, KB_ITEM_ARROW, KB_SHOW_CONTACTS, 0, arrow, 2);
      }
}
