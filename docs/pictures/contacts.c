/* SPDX-License-Identifier: MIT */
/* Contacts, and what bodies do about them. */
#include "pictures/pictures.h"
#include "support/box_stack.h"

static void
contact (cairo_t *cr, easel_shape first, easel_shape second, kbx_manifold m)
{
  easel_pair (cr, first, second, m.hit);
  for (uint32_t i = 0; i < m.count; i++)
    {
      kbx_vec back = easel_along (m.points[i], m.normal, -m.depths[i] / 2);
      easel_arrow (cr, back, easel_vec (m.normal.x * 6, m.normal.y * 6), INK_NORMAL);
      easel_dot (cr, m.points[i], INK_ANSWER);
    }
}

void
picture_contacts (cairo_t *cr, const kbx_bank *bank)
{
  static const kbx_vec six[] = { { 58, 30 }, { 66, 27 }, { 75, 31 }, { 76, 40 }, { 67, 44 }, { 59, 40 } };
  easel_shape a = easel_circle (11, 12, 8), b = easel_circle (22, 15, 6), c = easel_circle (37, 10, 6), d = easel_rect (38, 13, 52, 22);
  easel_shape e = easel_circle (63, 12, 4), f = easel_rect (59, 6, 76, 21), g = easel_circle (11, 33, 7), h = easel_obb (23, 36, 16, 9, -30);
  easel_shape k = easel_circle (54, 36, 6), l = easel_polygon (six, 6), i = easel_circle (40, 36, 5);
  kbx_manifold m = kbx_collide (easel_form (a), easel_form (b)), same = kbx_collide (easel_form (i), easel_form (i));

  easel_begin (cr, 5);
  contact (cr, a, b, m);
  easel_text (cr, 16, 24.5, EASEL_MIDDLE, "depth %.2f", m.depth);
  m = kbx_collide (easel_form (c), easel_form (d));
  contact (cr, c, d, m);
  easel_text (cr, 43, 25.5, EASEL_MIDDLE, "depth %.2f", m.depth);
  m = kbx_collide (easel_form (e), easel_form (f));
  contact (cr, e, f, m);
  easel_text (cr, 67, 24.5, EASEL_MIDDLE, "centre inside: %.2f", m.depth);
  contact (cr, g, h, kbx_collide (easel_form (g), easel_form (h)));
  contact (cr, i, i, same);
  contact (cr, k, l, kbx_collide (easel_form (k), easel_form (l)));
  easel_text (cr, 16, 48, EASEL_MIDDLE, "oriented box");
  easel_text (cr, 40, 48, EASEL_MIDDLE, "same centre");
  easel_text (cr, 66, 48, EASEL_MIDDLE, "convex polygon");
}

void
picture_flat_contacts (cairo_t *cr, const kbx_bank *bank)
{
  static const kbx_vec hill[] = { { 33, 42 }, { 36, 33 }, { 47, 33 }, { 51, 42 } }, top[] = { { 35, 35 }, { 39, 26 }, { 46, 27 }, { 45, 35 } };
  static const kbx_vec hull[] = { { 57, 34 }, { 65, 30 }, { 74, 34 }, { 70, 43 }, { 60, 43 } };
  easel_shape a = easel_rect (4, 15, 26, 22), b = easel_rect (10, 5, 20, 17);
  easel_shape c = easel_obb (42, 17, 20, 8, 15), d = easel_obb (43.5f, 9.5f, 10, 10, 15);
  easel_shape e = easel_rect (57, 15, 77, 22), f = easel_obb (66, 9.5f, 11, 9, 28);
  easel_shape g = easel_obb (15, 38, 20, 8, -12), h = easel_obb (15, 30, 9, 9, 40);
  easel_shape i = easel_polygon (hill, 4), j = easel_polygon (top, 4), k = easel_obb (70.5f, 29.7f, 8, 8, 24), l = easel_polygon (hull, 5);

  easel_begin (cr, 5);
  contact (cr, a, b, kbx_collide (easel_form (a), easel_form (b)));
  contact (cr, c, d, kbx_collide (easel_form (c), easel_form (d)));
  contact (cr, e, f, kbx_collide (easel_form (e), easel_form (f)));
  contact (cr, g, h, kbx_collide (easel_form (g), easel_form (h)));
  contact (cr, i, j, kbx_collide (easel_form (i), easel_form (j)));
  contact (cr, k, l, kbx_collide (easel_form (k), easel_form (l)));
  easel_text (cr, 40, 48, EASEL_MIDDLE, "two points where a side lies on a side, one where a corner does");
}

void
picture_impulse (cairo_t *cr, const kbx_bank *bank)
{
  static const struct { float y, first_v, second_v, second_mass, restitution; const char *says; } rows[] = {
    { 7, 14, -6, 1, 1, "equal masses, restitution 1" },
    { 20, 14, 0, 1, 0, "restitution 0" },
    { 33, 14, 0, 0, 0.5f, "infinite mass, restitution 0.5" },
  };

  easel_begin (cr, 5);
  for (int i = 0; i < 3; i++)
    {
      kbx_circle a = { { 14, rows[i].y + 2 }, 5 }, b = { { 24, rows[i].y + 2 }, 5 };
      kbx_body first = { a.centre, { rows[i].first_v, 0 }, 0, 1, 0, rows[i].restitution, 0 };
      kbx_body second = { b.centre, { rows[i].second_v, 0 }, 0, kbx_inverse (rows[i].second_mass), 0, 1, 0 };
      kbx_manifold m = kbx_collide (SHAPE (a), SHAPE (b));
      easel_draw (cr, easel_circle (14, a.centre.y, 5), INK_FIRST);
      easel_draw (cr, easel_circle (24, a.centre.y, 5), INK_SECOND);
      easel_arrow (cr, easel_vec (14, a.centre.y - 1.5), first.velocity, INK_FIRST);
      easel_arrow (cr, easel_vec (24, a.centre.y + 1.5), second.velocity, INK_SECOND);
      easel_normal (cr, m.points[0], m.normal);
      easel_dot (cr, m.points[0], INK_ANSWER);
      kbx_resolve (&first, &second, &m);
      easel_draw (cr, easel_circle (52, a.centre.y, 5), INK_FIRST);
      easel_draw (cr, easel_circle (62, a.centre.y, 5), INK_SECOND);
      easel_arrow (cr, easel_vec (52, a.centre.y - 1.5), first.velocity, INK_FIRST);
      easel_arrow (cr, easel_vec (62, a.centre.y + 1.5), second.velocity, INK_SECOND);
      easel_text (cr, 38, a.centre.y + 8, EASEL_MIDDLE, "%s", easel_word (rows[i].says));
    }
  easel_text (cr, 19, 47.8, EASEL_MIDDLE, "before");
  easel_text (cr, 57, 47.8, EASEL_MIDDLE, "after kbx_resolve");
}

void
picture_separate (cairo_t *cr, const kbx_bank *bank)
{
  static const float percents[] = { 0, 0.5f, 1 };

  easel_begin (cr, 5);
  for (int i = 0; i < 3; i++)
    {
      easel_shape ground = easel_rect (3 + i * 26.0f, 31, 24 + i * 26.0f, 42), box = easel_obb (13.5f + i * 26.0f, 25, 14, 20, 0);
      kbx_rect thing = { { box.obb.centre.x - 7, 15 }, { box.obb.centre.x + 7, 35 } };
      kbx_manifold m = kbx_collide (easel_form (ground), SHAPE (thing));
      kbx_body still = { { 13, 36 }, { 0, 0 }, 0, 0, 0, 0, 0 }, body = { box.obb.centre, { 0, 0 }, 0, 1, 0, 0, 0 };
      kbx_separate (&still, &body, &m, percents[i], 0.01f);
      if (i > 0)
        easel_ghost (cr, box, INK_MISS);
      easel_shape moved = box;
      moved.obb.centre = body.position;
      easel_pair (cr, ground, moved, i < 2);
      if (i < 2)
        contact (cr, ground, moved, kbx_collide (easel_form (ground), easel_form (moved)));
      easel_text (cr, box.obb.centre.x, 47.5, EASEL_MIDDLE, "%s %g", easel_word (i ? "percent" : "depth"), i ? percents[i] : m.depth);
    }
  easel_text (cr, 40, 5, EASEL_MIDDLE, "kbx_separate: a part of the depth beyond the slop");
}

static void
stack (cairo_t *cr, float x, bool memory)
{
  BoxStack s;

  stack_begin (&s, 2);
  for (int i = 0; i < 4 * 26; i++)
    stack_step (&s, NULL, 1, memory);
  for (int i = 1; i < STACK_THINGS; i++)
    {
      kbx_vec p = s.bodies[i].position;
      easel_draw (cr, easel_obb (x + p.x / 2, 46 + p.y / 2, STACK_SIDE / 2, STACK_SIDE / 2, s.degrees[i]), INK_FIRST);
    }
  easel_text (cr, x, 4, EASEL_MIDDLE, memory ? "with a kbx_body_pair each" : "without memory");
}

void
picture_stack (cairo_t *cr, const kbx_bank *bank)
{
  easel_begin (cr, 5);
  easel_draw (cr, easel_rect (2, 46, 78, 48.5f), INK_SECOND);
  stack (cr, 20, true);
  stack (cr, 55, false);
}
