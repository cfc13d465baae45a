/* SPDX-License-Identifier: MIT */
/* Segments and lines: what is nearest, where they meet, what of them lies in a shape. */
#include "pictures/pictures.h"

static void
number_at (cairo_t *cr, kbx_vec p, double dx, double dy, double value)
{
  easel_text (cr, p.x + dx, p.y + dy, EASEL_LEFT, "%.2f", value);
}

void
picture_nearest (cairo_t *cr, const kbx_bank *bank)
{
  easel_shape wall = easel_segment (8, 33, 34, 15), line = easel_segment (50, 34, 66, 18);
  kbx_vec asked[] = { { 13, 14 }, { 31, 31 }, { 37, 7 }, { 6, 42 } }, beside[] = { { 50, 16 }, { 72, 26 }, { 56, 41 } };

  easel_begin (cr, 5);
  easel_outline (cr, wall, INK_FIRST);
  for (int i = 0; i < 4; i++)
    {
      kbx_nearest near = kbx_nearest_point (easel_form (wall), asked[i]);
      easel_dashes (cr, near.point, asked[i], INK_ANSWER);
      easel_normal (cr, near.point, kbx_nearest_point (easel_form (wall), asked[i]).normal);
      easel_dot (cr, near.point, INK_ANSWER);
      easel_dot (cr, asked[i], INK_SECOND);
      number_at (cr, asked[i], 1.2, 0.4, near.distance);
    }
  easel_dashes (cr, easel_along (line.segment.a, easel_vec (16, -16), -0.7), easel_along (line.segment.a, easel_vec (16, -16), 1.8), INK_FIRST);
  easel_outline (cr, line, INK_FIRST);
  for (int i = 0; i < 3; i++)
    {
      kbx_nearest foot = kbx_line_nearest (line.segment, beside[i]);
      easel_dashes (cr, foot.point, beside[i], INK_ANSWER);
      easel_normal (cr, foot.point, kbx_line_nearest (line.segment, beside[i]).normal);
      easel_dot (cr, foot.point, INK_ANSWER);
      easel_dot (cr, beside[i], INK_SECOND);
      easel_text (cr, beside[i].x, beside[i].y + (i == 0 ? -1.4 : 2.6), EASEL_MIDDLE, "%+.2f %s", foot.distance,
                  easel_word (kbx_line_side (line.segment, beside[i]) > 0 ? "left" : "right"));
    }
  easel_text (cr, 49, 36.8, EASEL_RIGHT, "a");
  easel_text (cr, 67, 17, EASEL_LEFT, "b");
  easel_text (cr, 20, 48, EASEL_MIDDLE, "nearest on the segment");
  easel_text (cr, 62, 48, EASEL_MIDDLE, "foot, side, distance of the line");
}

void
picture_meetings (cairo_t *cr, const kbx_bank *bank)
{
  static const char *const kinds[] = { "not", "cross", "touch", "overlap" };
  easel_shape pairs[][2] = {
    { easel_segment (5, 7, 24, 18), easel_segment (8, 19, 21, 5) },
    { easel_segment (31, 17, 49, 7), easel_segment (40, 12, 49, 19) },
    { easel_segment (56, 17, 70, 10), easel_segment (62, 14, 76, 7) },
    { easel_segment (5, 29, 16, 41), easel_segment (14, 29, 24, 38) },
  };

  easel_begin (cr, 5);
  for (int i = 0; i < 4; i++)
    {
      kbx_segment first = pairs[i][0].segment, second = pairs[i][1].segment;
      kbx_meeting meeting = kbx_intersect_segments (first, second, false);
      kbx_nearest gap = kbx_distance (SHAPE (first), SHAPE (second));
      easel_outline (cr, pairs[i][0], INK_FIRST);
      easel_outline (cr, pairs[i][1], INK_SECOND);
      if (meeting.count == 2)
        easel_outline (cr, easel_segment (meeting.points[0].x, meeting.points[0].y, meeting.points[1].x, meeting.points[1].y), INK_ANSWER);
      for (uint32_t k = 0; k < meeting.count; k++)
        easel_dot (cr, meeting.points[k], INK_ANSWER);
      if (meeting.count == 0)
        {
          easel_dashes (cr, gap.point, gap.other, INK_ANSWER);
          easel_ring (cr, gap.point, INK_ANSWER);
          easel_ring (cr, gap.other, INK_ANSWER);
          easel_text (cr, 14, 47, EASEL_MIDDLE, "%s: %.2f apart", easel_word (kinds[meeting.kind]), gap.distance);
        }
      else
        easel_text (cr, i * 26 + 14, 24, EASEL_MIDDLE, "%s: t %.2f, u %.2f", easel_word (kinds[meeting.kind]), meeting.t[0], meeting.u[0]);
    }
  easel_shape lines[] = { easel_segment (34, 31, 42, 33), easel_segment (62, 40, 68, 35) };
  kbx_meeting far = kbx_intersect_segments (lines[0].segment, lines[1].segment, true);
  for (int i = 0; i < 2; i++)
    {
      easel_dashes (cr, lines[i].segment.a, far.points[0], INK_MISS);
      easel_outline (cr, lines[i], i ? INK_SECOND : INK_FIRST);
    }
  easel_dashes (cr, lines[1].segment.a, far.points[0], INK_MISS);
  easel_dot (cr, far.points[0], INK_ANSWER);
  easel_text (cr, 53, 47, EASEL_MIDDLE, "two lines cross: t %.2f, u %.2f", far.t[0], far.u[0]);
}

void
picture_circle_lines (cairo_t *cr, const kbx_bank *bank)
{
  easel_shape circle = easel_circle (20, 22, 13), other = easel_circle (60, 22, 13);
  easel_shape lines[] = { easel_segment (2, 34, 38, 12), easel_segment (7, 4, 7, 40), easel_segment (3, 43, 37, 39) };
  easel_shape segments[] = { easel_segment (44, 10, 61, 23), easel_segment (45, 38, 76, 20), easel_segment (56, 13, 66, 15) };

  easel_begin (cr, 5);
  easel_draw (cr, circle, INK_SECOND);
  easel_draw (cr, other, INK_SECOND);
  for (int i = 0; i < 6; i++)
    {
      kbx_segment s = i < 3 ? lines[i].segment : segments[i - 3].segment;
      kbx_meeting at = i < 3 ? kbx_intersect_circle (s, circle.circle, true) : kbx_intersect_circle (s, other.circle, false);
      bool touches = i < 3 ? at.count > 0 : kbx_overlap (SHAPE (s), easel_form (other));
      kbx_vec way = easel_vec (s.b.x - s.a.x, s.b.y - s.a.y);
      easel_outline (cr, i < 3 ? lines[i] : segments[i - 3], touches ? INK_FIRST : INK_MISS);
      if (i < 3)
        easel_dashes (cr, easel_along (s.a, way, -0.2), easel_along (s.a, way, 1.2), INK_FIRST);
      for (uint32_t k = 0; k < at.count; k++)
        {
          easel_dot (cr, at.points[k], INK_ANSWER);
          easel_text (cr, at.points[k].x + 1, at.points[k].y + (way.y < 0 ? 2.2 : -1), EASEL_LEFT, "%.2f", at.t[k]);
        }
      if (i >= 3 && at.count == 0 && touches)
        {
          kbx_nearest deep = kbx_nearest_point (SHAPE (s), other.circle.centre);
          easel_ring (cr, deep.point, INK_ANSWER);
          easel_text (cr, deep.point.x + 1, deep.point.y - 1, EASEL_LEFT, "inside");
        }
    }
  easel_text (cr, 20, 48, EASEL_MIDDLE, "lines: two points, one, none");
  easel_text (cr, 60, 48, EASEL_MIDDLE, "segments");
}

static void
clipped (cairo_t *cr, easel_shape whole, kbx_meeting clip)
{
  easel_outline (cr, whole, clip.count > 0 ? INK_FIRST : INK_MISS);
  if (clip.count == 0)
    return;
  easel_outline (cr, easel_segment (clip.points[0].x, clip.points[0].y, clip.points[1].x, clip.points[1].y), INK_ANSWER);
  easel_dot (cr, clip.points[0], INK_ANSWER);
  easel_dot (cr, clip.points[1], INK_ANSWER);
  easel_text (cr, clip.points[0].x - 1, clip.points[0].y - 1, EASEL_RIGHT, "%.2f", clip.t[0]);
  easel_text (cr, clip.points[1].x + 1, clip.points[1].y + 2.2, EASEL_LEFT, "%.2f", clip.t[1]);
}

void
picture_clips (cairo_t *cr, const kbx_bank *bank)
{
  static const kbx_vec five[] = { { 50, 10 }, { 58, 5 }, { 68, 9 }, { 67, 20 }, { 53, 20 } };
  static const kbx_vec comb[] = { { 40, 28 }, { 74, 28 }, { 74, 43 }, { 67, 43 }, { 67, 34 }, { 60, 34 }, { 60, 43 }, { 53, 43 }, { 53, 34 }, { 46, 34 }, { 46, 43 }, { 40, 43 } };
  easel_shape rect = easel_rect (8, 6, 26, 19), obb = easel_obb (18, 35, 20, 10, -20);
  easel_shape convex = easel_polygon (five, 5), any = easel_polygon (comb, 12);
  easel_shape a = easel_segment (3, 9, 32, 17), b = easel_segment (27, 3, 40, 15), c = easel_segment (5, 43, 34, 29), d = easel_segment (44, 8, 76, 17);
  easel_shape e = easel_segment (50, 41, 78, 36);

  easel_begin (cr, 5);
  easel_draw (cr, rect, INK_SECOND);
  easel_draw (cr, obb, INK_SECOND);
  easel_draw (cr, convex, INK_SECOND);
  easel_draw (cr, any, INK_SECOND);
  clipped (cr, a, kbx_clip_segment (a.segment.a, a.segment.b, easel_form (rect)));
  clipped (cr, b, kbx_clip_segment (b.segment.a, b.segment.b, easel_form (rect)));
  clipped (cr, c, kbx_clip_segment (c.segment.a, c.segment.b, easel_form (obb)));
  clipped (cr, d, kbx_clip_segment (d.segment.a, d.segment.b, easel_form (convex)));
  kbx_meeting touch = kbx_clip_segment (e.segment.a, e.segment.b, easel_form (any));
  easel_outline (cr, e, INK_FIRST);
  easel_dot (cr, touch.points[0], INK_ANSWER);
  easel_text (cr, touch.points[0].x + 1, touch.points[0].y + 2.6, EASEL_LEFT, "%.2f", touch.t[0]);
  easel_text (cr, 18, 24, EASEL_MIDDLE, "box");
  easel_text (cr, 18, 47.5, EASEL_MIDDLE, "oriented box");
  easel_text (cr, 60, 24, EASEL_MIDDLE, "convex polygon");
  easel_text (cr, 57, 47.5, EASEL_MIDDLE, "first touch of any polygon: edge %u", touch.edge);
}
