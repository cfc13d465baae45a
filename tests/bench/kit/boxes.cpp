/* SPDX-License-Identifier: MIT */
/* Boxes, rectangles and oriented boxes, two by two. */
#include "peers.h"
#include "plain.h"
#include "subjects.h"

void
pairs_of_boxes ()
{
  static const char *titles[] = { "Boxes of pixels", "Rectangles", "Rectangles, contact" };
  for (int kind = 0; kind < 3; kind++)
    {
      Row row (titles[kind]);
      row.draw = [=] {
        for (int i = 0; i < BLOCK; i++)
          {
            kbx_vec at = place ();
            for (int k = 0; k < 2; k++)
              {
                kbx_rect r = random_rect (k ? near_to (at, 48) : at);
                if (kind == 0)
                  r = { { rintf (r.min.x), rintf (r.min.y) }, { rintf (r.max.x), rintf (r.max.y) } };
                boxes[k][i] = { (int32_t) r.min.x, (int32_t) r.min.y, (int32_t) r.max.x, (int32_t) r.max.y };
                rects[k][i] = r;
                if (kind == 0) /* closed boxes that touch where the pixels do */
                  r.max = { r.max.x - 1, r.max.y - 1 };
                bounds[k][i] = cpBBNew (r.min.x, r.min.y, r.max.x, r.max.y);
                aabbs[k][i].lowerBound = b2 (r.min);
                aabbs[k][i].upperBound = b2 (r.max);
                if (kind == 2)
                  {
                    chips[k][i] = chipmunk (corners_of (r).v, 4);
                    box2d (&placed[k][i], r);
                  }
              }
          }
      };
      row.clear = free_chipmunk;
      row.touching = [] (int i) {
        return kbx_overlap (SHAPE (rects[0][i]), SHAPE (grown (rects[1][i], NEAR))) != kbx_overlap (SHAPE (rects[0][i]), SHAPE (grown (rects[1][i], -NEAR)));
      };
      if (kind == 0)
        row.add ("Kickbox", OURS, [] (int i) { return kbx_boxes_overlap (boxes[0][i], boxes[1][i]); });
      else if (kind == 1)
        row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap (SHAPE (rects[0][i]), SHAPE (rects[1][i])); });
      else
        row.add ("Kickbox", OURS, [] (int i) { return kbx_collide (SHAPE (rects[0][i]), SHAPE (rects[1][i])).hit; });
      if (kind < 2)
        {
          row.add ("Chipmunk cpBBIntersects (inline)", PEER, [] (int i) { return (bool) cpBBIntersects (bounds[0][i], bounds[1][i]); });
          row.add ("Box2D b2TestOverlap (inline)", PEER, [] (int i) { return b2TestOverlap (aabbs[0][i], aabbs[1][i]); });
          if (kind == 0)
            row.add ("a plain loop", PLAIN, [] (int i) { return plain_boxes (boxes[0][i], boxes[1][i]); });
          else
            row.add ("a plain loop", PLAIN, [] (int i) { return plain_rects (rects[0][i], rects[1][i]); });
        }
      else
        {
          row.add ("Chipmunk cpShapesCollide", PEER, chipmunk_collide);
          row.add ("Box2D b2CollidePolygons", PEER, box2d_collide_polygons);
        }
      run (row, titles[kind]);
    }
}

void
pairs_of_oriented_boxes ()
{
  static const char *titles[] = { "Oriented boxes", "Oriented boxes, contact" };
  for (int contact = 0; contact < 2; contact++)
    {
      Row row (titles[contact]);
      row.draw = [] {
        for (int i = 0; i < BLOCK; i++)
          {
            kbx_vec at = place ();
            for (int k = 0; k < 2; k++)
              {
                obbs[k][i] = random_obb (k ? near_to (at, 50) : at);
                chips[k][i] = chipmunk (corners_of (obbs[k][i]).v, 4);
                box2d (&placed[k][i], obbs[k][i]);
              }
          }
      };
      row.clear = free_chipmunk;
      row.touching = [] (int i) {
        return kbx_overlap (SHAPE (obbs[0][i]), SHAPE (grown (obbs[1][i], NEAR))) != kbx_overlap (SHAPE (obbs[0][i]), SHAPE (grown (obbs[1][i], -NEAR)));
      };
      if (contact)
        row.add ("Kickbox", OURS, [] (int i) { return kbx_collide (SHAPE (obbs[0][i]), SHAPE (obbs[1][i])).hit; });
      else
        row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap (SHAPE (obbs[0][i]), SHAPE (obbs[1][i])); });
      row.add ("Chipmunk cpShapesCollide", PEER, chipmunk_collide);
      if (contact)
        row.add ("Box2D b2CollidePolygons", PEER, box2d_collide_polygons);
      else
        {
          row.add ("Box2D b2TestOverlap", PEER, box2d_overlap_polygons);
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_obbs (obbs[0][i], obbs[1][i]); });
        }
      run (row, titles[contact]);
    }
}
