/* SPDX-License-Identifier: MIT */
/* Circles, two by two and with boxes. */
#include "peers.h"
#include "plain.h"
#include "subjects.h"

void
pairs_with_circles ()
{
  static const char *titles[] = { "Circle and box", "Circle and box, contact", "Circles", "Circles, contact" };
  for (int kind = 0; kind < 4; kind++)
    {
      Row row (titles[kind]);
      bool two = kind >= 2;
      row.draw = [=] {
        for (int i = 0; i < BLOCK; i++)
          {
            kbx_vec at = place ();
            circles[0][i] = { at, real (2, 32) };
            circles[1][i] = { near_to (at, 44), real (2, 32) };
            rects[1][i] = random_rect (near_to (at, 48));
            chips[0][i] = chipmunk (circles[0][i]);
            box2d (&placed[0][i], circles[0][i]);
            chips[1][i] = two ? chipmunk (circles[1][i]) : chipmunk (corners_of (rects[1][i]).v, 4);
            if (two)
              box2d (&placed[1][i], circles[1][i]);
            else
              box2d (&placed[1][i], rects[1][i]);
          }
      };
      row.clear = free_chipmunk;
      row.touching = [=] (int i) {
        return two ? kbx_overlap (SHAPE (circles[0][i]), SHAPE (grown (circles[1][i], NEAR))) != kbx_overlap (SHAPE (circles[0][i]), SHAPE (grown (circles[1][i], -NEAR)))
                   : kbx_overlap (SHAPE (grown (circles[0][i], NEAR)), SHAPE (rects[1][i])) != kbx_overlap (SHAPE (grown (circles[0][i], -NEAR)), SHAPE (rects[1][i]));
      };
      switch (kind)
        {
        case 0:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap (SHAPE (circles[0][i]), SHAPE (rects[1][i])); });
          row.add ("Box2D b2TestOverlap", PEER, [] (int i) {
            return b2TestOverlap (&placed[0][i].circle, 0, &placed[1][i].polygon, 0, placed[0][i].at, placed[1][i].at);
          });
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_circle_rect (circles[0][i], rects[1][i]); });
          break;
        case 1:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_collide (SHAPE (circles[0][i]), SHAPE (rects[1][i])).hit; });
          row.add ("Box2D b2CollidePolygonAndCircle", PEER, [] (int i) {
            b2Manifold m;
            b2CollidePolygonAndCircle (&m, &placed[1][i].polygon, placed[1][i].at, &placed[0][i].circle, placed[0][i].at);
            return box2d_contact (i, m, placed[1][i].at, 0, placed[0][i].at, placed[0][i].circle.m_radius);
          });
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_circle_rect_contact (circles[0][i], rects[1][i], &sink[i]); });
          break;
        case 2:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap (SHAPE (circles[0][i]), SHAPE (circles[1][i])); });
          row.add ("Box2D b2TestOverlap", PEER, [] (int i) {
            return b2TestOverlap (&placed[0][i].circle, 0, &placed[1][i].circle, 0, placed[0][i].at, placed[1][i].at);
          });
          break;
        default:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_collide (SHAPE (circles[0][i]), SHAPE (circles[1][i])).hit; });
          row.add ("Box2D b2CollideCircles", PEER, [] (int i) {
            b2Manifold m;
            b2CollideCircles (&m, &placed[0][i].circle, placed[0][i].at, &placed[1][i].circle, placed[1][i].at);
            return box2d_contact (i, m, placed[0][i].at, placed[0][i].circle.m_radius, placed[1][i].at, placed[1][i].circle.m_radius);
          });
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_circles_contact (circles[0][i], circles[1][i], &sink[i]); });
          break;
        }
      row.add ("Chipmunk cpShapesCollide", PEER, chipmunk_collide);
      run (row, titles[kind]);
    }
}
