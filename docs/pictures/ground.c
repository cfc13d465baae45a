/* SPDX-License-Identifier: MIT */
/* Flat ground, and a ball against the lines of paddles. */
#include "pictures/pictures.h"

void
picture_ground (cairo_t *cr, const kbx_bank *bank)
{
  const float ground_y = 36;
  const kbx_shape ground = kbx_shape_half_plane (easel_vec (0, -1), -ground_y);
  easel_shape things[] = { easel_rect (5, 12, 13, 24), easel_rect (20, 24, 28, 36), easel_rect (35, 29, 43, 41) };
  kbx_vec from = { 56, 8 }, move = { 14, 36 };

  easel_begin (cr, 5);
  easel_fill (cr, easel_rect (0, ground_y, 80, 50), INK_SECOND, 0.2);
  easel_outline (cr, easel_segment (-1, ground_y, 81, ground_y), INK_SECOND);
  for (int i = 0; i < 3; i++)
    {
      kbx_vec foot = kbx_foot (things[i].rect);
      float depth = 0 - kbx_nearest_point (ground, foot).distance;
      easel_draw (cr, things[i], INK_FIRST);
      if (depth != 0)
        easel_dashes (cr, foot, easel_vec (foot.x, ground_y), INK_ANSWER);
      easel_dot (cr, foot, depth >= 0 ? INK_ANSWER : INK_FIRST);
      easel_text (cr, foot.x, 46, EASEL_MIDDLE, "%+g", depth);
    }
  kbx_hit landing = kbx_cast (kbx_shape_point (from), move, ground);
  easel_dashes (cr, landing.point, easel_along (from, move, 1), INK_MISS);
  easel_arrow (cr, from, easel_vec (landing.point.x - from.x, landing.point.y - from.y), INK_FIRST);
  easel_dot (cr, from, INK_FIRST);
  easel_normal (cr, landing.point, landing.normal);
  easel_dot (cr, landing.point, INK_ANSWER);
  easel_text (cr, landing.point.x + 2, 34, EASEL_LEFT, "at %.2f", landing.fraction);
  easel_text (cr, 2, 4, EASEL_LEFT, "depth of the foot: in the air, standing, sunk in");
}

void
picture_paddle (cairo_t *cr, const kbx_bank *bank)
{
  const kbx_segment face = { { 66, 15 }, { 66, 31 } };
  easel_shape balls[] = { easel_rect (8, 14, 12, 18), easel_rect (8, 38, 12, 42), easel_rect (20, 26, 24, 30) };
  kbx_vec moves[] = { { 62, 6 }, { 62, -2 }, { 24, 3 } };

  easel_begin (cr, 5);
  easel_dashes (cr, easel_vec (face.a.x, 0), easel_vec (face.a.x, 50), INK_MISS);
  easel_draw (cr, easel_rect (face.a.x, face.a.y, face.a.x + 4, face.b.y), INK_SECOND);
  for (int i = 0; i < 3; i++)
    {
      float where;
      kbx_hit hit = kbx_paddle_cast (balls[i].rect, moves[i], face, KBX_LEFT, &where);
      kbx_vec centre = easel_vec ((balls[i].rect.min.x + balls[i].rect.max.x) / 2, (balls[i].rect.min.y + balls[i].rect.max.y) / 2);
      kbx_vec done = easel_along (easel_vec (0, 0), moves[i], hit.fraction);
      easel_arrow (cr, centre, done, hit.hit ? INK_FIRST : INK_MISS);
      easel_draw (cr, balls[i], INK_FIRST);
      easel_draw (cr, easel_moved (balls[i], done), hit.hit ? INK_ANSWER : INK_MISS);
      if (hit.hit)
        {
          easel_normal (cr, hit.point, hit.normal);
          easel_dot (cr, hit.point, INK_ANSWER);
          easel_text (cr, 71.5, hit.point.y + 0.6, EASEL_LEFT, "%+.2f", where);
        }
      easel_text (cr, centre.x + 4, centre.y - 3, EASEL_LEFT, hit.hit ? "returned" : hit.fraction < 1 ? "missed" : "not there yet");
    }
  easel_text (cr, 64.5, 4, EASEL_RIGHT, "first the line, then the span");
}
