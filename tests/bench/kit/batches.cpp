/* SPDX-License-Identifier: MIT */
/* Many boxes against one. */
#include "peers.h"
#include "plain.h"
#include "subjects.h"

static const int MANY = 10000, BATCHES = 4;

void
batches ()
{
  static kbx_box many[MANY];
  static cpBB many_bounds[MANY];
  static b2AABB many_aabbs[MANY];
  static uint32_t found[MANY];
  static const struct { const char *title; float reach; } rows[] = {
    { "10,000 boxes of pixels against one, half of them hit", 160 }, { "10,000 boxes of pixels against one, few hit", 1500 }
  };

  for (auto &r : rows)
    {
      Row row (r.title, BATCHES, MANY);
      row.draw = [&r] {
        for (int i = 0; i < MANY; i++)
          {
            kbx_vec at = near_to ({ 0, 0 }, r.reach);
            many[i] = { (int32_t) at.x, (int32_t) at.y, (int32_t) at.x + (int32_t) real (4, 64), (int32_t) at.y + (int32_t) real (4, 64) };
            many_bounds[i] = cpBBNew (many[i].x0, many[i].y0, many[i].x1 - 1, many[i].y1 - 1);
            many_aabbs[i].lowerBound.Set ((float) many[i].x0, (float) many[i].y0);
            many_aabbs[i].upperBound.Set ((float) (many[i].x1 - 1), (float) (many[i].y1 - 1));
          }
        for (int i = 0; i < BATCHES; i++)
          {
            boxes[0][i] = { -100 + i, -100 - i, 100 + i, 100 };
            bounds[0][i] = cpBBNew (-100 + i, -100 - i, 99 + i, 99);
            aabbs[0][i].lowerBound.Set ((float) (-100 + i), (float) (-100 - i));
            aabbs[0][i].upperBound.Set ((float) (99 + i), 99);
          }
      };
      row.add ("Kickbox", OURS, [] (int i) { return kbx_boxes_touching (boxes[0][i], many, MANY, found, MANY); });
      row.add ("Chipmunk cpBBIntersects in a loop", PEER, [] (int i) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < MANY; k++)
          {
            found[n] = k;
            n += cpBBIntersects (many_bounds[k], bounds[0][i]);
          }
        return n;
      });
      row.add ("Box2D b2TestOverlap in a loop", PEER, [] (int i) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < MANY; k++)
          {
            found[n] = k;
            n += b2TestOverlap (many_aabbs[k], aabbs[0][i]);
          }
        return n;
      });
      row.add ("a plain loop", PLAIN, [] (int i) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < MANY; k++)
          {
            found[n] = k;
            n += plain_boxes (many[k], boxes[0][i]);
          }
        return n;
      });
      run (row, r.title);
    }
}
