/* SPDX-License-Identifier: MIT */
/* Things that move: where they first touch, and what they do then. */
#include "pictures/pictures.h"

/* A move, as far as it gets, and where it would have ended. */
static void
travelled (cairo_t *cr, kbx_vec from, kbx_vec move, kbx_hit sweep)
{
  kbx_vec at = easel_along (from, move, sweep.fraction);

  if (sweep.hit)
    easel_dashes (cr, at, easel_along (from, move, 1), INK_MISS);
  cairo_new_path (cr);
  cairo_move_to (cr, from.x, from.y);
  cairo_line_to (cr, at.x, at.y);
  easel_line (cr, sweep.hit ? INK_FIRST : INK_MISS, 1.6);
  easel_dot (cr, from, sweep.hit ? INK_FIRST : INK_MISS);
  if (!sweep.hit)
    return;
  easel_normal (cr, sweep.point, sweep.normal);
  easel_dot (cr, sweep.point, INK_ANSWER);
}

void
picture_moving_point (cairo_t *cr, const kbx_bank *bank)
{
  static const kbx_vec comb[] = { { 34, 42 }, { 40, 34 }, { 46, 40 }, { 54, 35 }, { 57, 46 }, { 36, 47 } };
  easel_shape circle = easel_circle (15, 13, 7), rect = easel_rect (62, 6, 74, 17), obb = easel_obb (66, 35, 15, 9, 30);
  easel_shape polygon = easel_polygon (comb, 6), wall = easel_segment (6, 28, 22, 40);
  kbx_vec from = { 39, 20 };

  easel_begin (cr, 5);
  easel_draw (cr, circle, INK_SECOND);
  easel_draw (cr, rect, INK_SECOND);
  easel_draw (cr, obb, INK_SECOND);
  easel_draw (cr, polygon, INK_SECOND);
  easel_outline (cr, wall, INK_SECOND);
  for (int degrees = 0; degrees < 360; degrees += 15)
    {
      kbx_vec way = kbx_direction (degrees), move = easel_vec (way.x * 33, way.y * 33);
      kbx_hit all[] = {
        kbx_cast (SHAPE (from), move, easel_form (circle)), kbx_cast (SHAPE (from), move, easel_form (rect)),
        kbx_cast (SHAPE (from), move, easel_form (obb)), kbx_cast (SHAPE (from), move, easel_form (polygon)),
        kbx_cast (SHAPE (from), move, easel_form (wall)),
      }, first = all[0];
      for (int i = 1; i < 5; i++)
        if (all[i].hit && all[i].fraction < first.fraction)
          first = all[i];
      travelled (cr, from, move, first);
    }
  easel_dot (cr, from, INK_FIRST);
}

static void
box_moves (cairo_t *cr, easel_shape mover, kbx_vec move, kbx_hit sweep)
{
  kbx_vec middle = easel_vec ((mover.rect.min.x + mover.rect.max.x) / 2, (mover.rect.min.y + mover.rect.max.y) / 2);

  easel_ghost (cr, easel_moved (mover, move), INK_MISS);
  easel_arrow (cr, middle, move, INK_FIRST);
  easel_draw (cr, mover, INK_FIRST);
  easel_draw (cr, easel_moved (mover, easel_along (easel_vec (0, 0), move, sweep.fraction)), sweep.hit ? INK_ANSWER : INK_MISS);
  if (!sweep.hit)
    return;
  easel_normal (cr, sweep.point, sweep.normal);
  easel_dot (cr, sweep.point, INK_ANSWER);
}

static void
box_against (cairo_t *cr, easel_shape mover, kbx_vec move, easel_shape target)
{
  easel_draw (cr, target, INK_SECOND);
  box_moves (cr, mover, move, kbx_cast (easel_form (mover), move, easel_form (target)));
}

void
picture_moving_box (cairo_t *cr, const kbx_bank *bank)
{
  easel_begin (cr, 5);
  box_against (cr, easel_rect (4, 5, 11, 11), easel_vec (27, 12), easel_rect (26, 6, 37, 28));
  box_against (cr, easel_rect (45, 6, 52, 11), easel_vec (22, 20), easel_rect (56, 26, 76, 33));
  box_against (cr, easel_rect (4, 37, 10, 43), easel_vec (24, 0), easel_rect (16, 31, 24, 37));
  easel_text (cr, 8, 3.5, EASEL_MIDDLE, "start");
  easel_text (cr, 21, 24, EASEL_MIDDLE, "first touch");
  easel_text (cr, 71, 36, EASEL_MIDDLE, "wanted");
  easel_text (cr, 42, 41, EASEL_LEFT, "gliding along a face hits nothing");
  easel_text (cr, 42, 47, EASEL_LEFT, "kbx_cast");
}

static void
circle_against (cairo_t *cr, easel_shape mover, kbx_vec move, kbx_hit sweep)
{
  kbx_vec at = easel_along (easel_vec (0, 0), move, sweep.fraction);

  easel_ghost (cr, easel_moved (mover, move), INK_MISS);
  easel_dashes (cr, mover.circle.centre, easel_along (mover.circle.centre, move, 1), INK_MISS);
  easel_draw (cr, mover, INK_FIRST);
  easel_draw (cr, easel_moved (mover, at), sweep.hit ? INK_ANSWER : INK_MISS);
  if (!sweep.hit)
    return;
  easel_normal (cr, sweep.point, sweep.normal);
  easel_dot (cr, sweep.point, INK_ANSWER);
}

void
picture_moving_circle (cairo_t *cr, const kbx_bank *bank)
{
  static const kbx_vec hill[] = { { 43, 44 }, { 51, 33 }, { 58, 37 }, { 66, 31 }, { 76, 44 } };
  easel_shape wall = easel_segment (23, 4, 16, 20), rect = easel_rect (60, 12, 76, 22), still = easel_circle (25, 38, 6);
  easel_shape polygon = easel_polygon (hill, 5), movers[] = {
    easel_circle (6, 8, 3), easel_circle (6, 20.5f, 3), easel_circle (48, 5, 3), easel_circle (6, 31, 4), easel_circle (40, 30, 3),
  };
  kbx_vec moves[] = { { 26, 6 }, { 26, 2 }, { 22, 14 }, { 22, 4 }, { 28, 5 } };

  easel_begin (cr, 5);
  easel_outline (cr, wall, INK_SECOND);
  easel_draw (cr, rect, INK_SECOND);
  easel_draw (cr, still, INK_SECOND);
  easel_draw (cr, polygon, INK_SECOND);
  for (int i = 0; i < 5; i++)
    {
      kbx_hit sweep = i < 2 ? kbx_cast (easel_form (movers[i]), moves[i], easel_form (wall))
                      : i == 2 ? kbx_cast (easel_form (movers[i]), moves[i], easel_form (rect))
                      : i == 3 ? kbx_cast (easel_form (movers[i]), moves[i], easel_form (still))
                      : kbx_cast (easel_form (movers[i]), moves[i], easel_form (polygon));
      circle_against (cr, movers[i], moves[i], sweep);
    }
  easel_text (cr, 40, 47.8, EASEL_MIDDLE, "the whole circle moves: faces, ends and corners stop it");
}

/* A one-way segment, with hairs on the side that stops. */
static void
comb (cairo_t *cr, kbx_segment s)
{
  kbx_vec left = kbx_line_nearest (s, s.a).normal, way = easel_vec (s.b.x - s.a.x, s.b.y - s.a.y);

  easel_outline (cr, easel_segment (s.a.x, s.a.y, s.b.x, s.b.y), INK_SECOND);
  for (int k = 1; k < 12; k++)
    {
      kbx_vec on = easel_along (s.a, way, k / 12.0);
      kbx_vec tip = easel_along (on, left, 1.3);
      easel_outline (cr, easel_segment (on.x, on.y, tip.x, tip.y), INK_SECOND);
    }
  easel_text (cr, s.a.x + 1.2, s.a.y + 1.6, EASEL_LEFT, "a");
  easel_text (cr, s.b.x - 1.2, s.b.y + 1.6, EASEL_RIGHT, "b");
}

void
picture_one_way (cairo_t *cr, const kbx_bank *bank)
{
  easel_shape ledge = easel_segment (30, 26, 8, 26), other = easel_segment (72, 18, 50, 30);
  kbx_vec starts[] = { { 13, 10 }, { 19, 40 }, { 34, 12 }, { 54, 12 }, { 60, 40 }, { 66, 8 } };
  kbx_vec moves[] = { { 2, 27 }, { 0, -28 }, { 2, 26 }, { 4, 26 }, { 3, -28 }, { 1, 28 } };

  /* The left of a one-way segment lies where the determinant is positive: from right to left, that is above it. */
  easel_begin (cr, 5);
  comb (cr, ledge.segment);
  comb (cr, other.segment);
  for (int i = 0; i < 6; i++)
    travelled (cr, starts[i], moves[i], kbx_cast (SHAPE (starts[i]), moves[i], WALL_SHAPE (i < 3 ? ledge.segment : other.segment, true)));
  easel_text (cr, 40, 47.5, EASEL_MIDDLE, "stops what comes from the left of a to b, lets the other way pass");
}

void
picture_platforms (cairo_t *cr, const kbx_bank *bank)
{
  easel_shape level = easel_segment (46, 26, 4, 26), slope = easel_segment (76, 12, 54, 34);
  easel_shape movers[] = {
    easel_rect (6, 5, 12, 13), easel_rect (20, 35, 26, 43), easel_rect (33, 22, 37, 30), easel_rect (54, 5, 59, 12),
    easel_rect (70, 36, 75, 43),
  };
  kbx_vec moves[] = { { 4, 26 }, { 1, -30 }, { 5, 14 }, { 4, 24 }, { -3, -26 } };

  easel_begin (cr, 5);
  comb (cr, level.segment);
  comb (cr, slope.segment);
  for (int i = 0; i < 5; i++)
    box_moves (cr, movers[i], moves[i], kbx_cast (easel_form (movers[i]), moves[i], WALL_SHAPE ((i < 3 ? level : slope).segment, true)));
  easel_text (cr, 40, 48, EASEL_MIDDLE, "what lands is stopped; what jumps through, or is in it at the start, is not");
}

void
picture_bounce (cairo_t *cr, const kbx_bank *bank)
{
  static const kbx_segment walls[] = {
    { { 4, 4 }, { 76, 4 } }, { { 76, 4 }, { 76, 38 } }, { { 76, 38 }, { 60, 46 } }, { { 60, 46 }, { 4, 46 } }, { { 4, 46 }, { 4, 4 } },
    { { 44, 24 }, { 58, 32 } },
  };
  kbx_circle ball = { { 11, 36 }, 2 };
  kbx_vec move = { 240, -156 };

  easel_begin (cr, 5);
  for (int i = 0; i < 6; i++)
    easel_outline (cr, easel_segment (walls[i].a.x, walls[i].a.y, walls[i].b.x, walls[i].b.y), INK_SECOND);
  easel_draw (cr, easel_circle (ball.centre.x, ball.centre.y, 2), INK_FIRST);
  for (int bounces = 0; bounces < 12; bounces++)
    {
      kbx_hit first = cast_walls (SHAPE (ball), move, walls, NULL, 6);
      kbx_vec at = kbx_stop (ball.centre, move, first, 1 / 64.0f);
      cairo_new_path (cr);
      cairo_move_to (cr, ball.centre.x, ball.centre.y);
      cairo_line_to (cr, at.x, at.y);
      easel_line (cr, INK_FIRST, 1.6);
      ball.centre = at;
      if (!first.hit)
        {
          easel_draw (cr, easel_circle (at.x, at.y, 2), INK_FIRST);
          break;
        }
      easel_ghost (cr, easel_circle (at.x, at.y, 2), INK_ANSWER);
      easel_normal (cr, first.point, first.normal);
      easel_dot (cr, first.point, INK_ANSWER);
      float rest = 1 - first.fraction;
      move = kbx_bounce (easel_vec (move.x * rest, move.y * rest), first.normal, 1);
    }
}

void
picture_slide (cairo_t *cr, const kbx_bank *bank)
{
  easel_shape hero = easel_rect (6, 6, 13, 16), floor = easel_rect (3, 40, 77, 47), step = easel_rect (54, 30, 77, 40);
  kbx_vec move = { 46, 32 }, corner = hero.rect.min;
  easel_shape targets[] = { floor, step };

  easel_begin (cr, 5);
  easel_draw (cr, floor, INK_SECOND);
  easel_draw (cr, step, INK_SECOND);
  easel_ghost (cr, easel_moved (hero, move), INK_MISS);
  easel_draw (cr, hero, INK_FIRST);
  easel_arrow (cr, easel_vec (9.5, 11), move, INK_MISS);
  for (int turn = 0; turn < 3; turn++)
    {
      kbx_hit first = kbx_cast (easel_form (hero), move, easel_form (targets[0])), other = kbx_cast (easel_form (hero), move, easel_form (targets[1]));
      if (other.hit && other.fraction < first.fraction)
        first = other;
      kbx_vec stop = kbx_stop (corner, move, first, 1);
      kbx_vec done = easel_vec (stop.x - corner.x, stop.y - corner.y);
      easel_arrow (cr, easel_vec (corner.x + 3.5, corner.y + 5), done, INK_FIRST);
      hero = easel_moved (hero, done);
      easel_draw (cr, hero, first.hit ? INK_ANSWER : INK_FIRST);
      corner = stop;
      if (!first.hit)
        break;
      easel_normal (cr, first.point, first.normal);
      move = kbx_bounce (easel_vec (move.x - done.x, move.y - done.y), first.normal, 0);
    }
  easel_text (cr, 76, 6, EASEL_RIGHT, "stop a skin before the wall, slide on with the rest");
}
