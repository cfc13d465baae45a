/* SPDX-License-Identifier: MIT */
/* Convex polygons, two by two. */
#include "peers.h"
#include "subjects.h"

void
pairs_of_polygons ()
{
  static const struct { const char *title; uint32_t corners; bool contact; } rows[] = {
    { "Convex polygons of 5", 5, false }, { "Convex polygons of 5, contact", 5, true },
    { "Convex polygons of 8", 8, false }, { "Convex polygons of 8, contact", 8, true }
  };
  for (auto &r : rows)
    {
      Row row (r.title);
      row.draw = [&r] {
        for (int i = 0; i < BLOCK; i++)
          {
            kbx_vec at = place ();
            for (int k = 0; k < 2; k++)
              {
                kbx_vec centre = k ? near_to (at, r.corners > 5 ? 54 : 48) : at;
                float w = real (4, 40), h = real (4, 40);
                polygons[k][i] = random_corners (r.corners, centre, w, h, 1);
                pack (k, i);
                chips[k][i] = chipmunk (polygons[k][i].v, r.corners);
                box2d (&placed[k][i], polygons[k][i], centre);
                prepare (k, i, centre);
              }
          }
      };
      row.clear = free_chipmunk;
      row.touching = [] (int i) {
        return kbx_overlap (CONVEX_SHAPE (polygons[0][i].polygon ()), CONVEX_SHAPE (scaled (polygons[1][i], NEAR).polygon ())) !=
               kbx_overlap (CONVEX_SHAPE (polygons[0][i].polygon ()), CONVEX_SHAPE (scaled (polygons[1][i], -NEAR).polygon ()));
      };
      if (r.contact)
        row.add ("Kickbox", OURS, [] (int i) { return kbx_collide (CONVEX_SHAPE (asked[0][i]), CONVEX_SHAPE (asked[1][i])).hit; });
      if (r.contact)
        row.add ("Kickbox, prepared", OURS, [] (int i) {
          return kbx_prepared_collide (&prepared[0][i], ats[0][i], &prepared[1][i], ats[1][i]).hit;
        });
      else
        {
          row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap (CONVEX_SHAPE (asked[0][i]), CONVEX_SHAPE (asked[1][i])); });
          row.add ("Kickbox, prepared", OURS, [] (int i) {
            return kbx_prepared_overlap (&prepared[0][i], ats[0][i], &prepared[1][i], ats[1][i]);
          });
        }
      row.add ("Chipmunk cpShapesCollide", PEER, chipmunk_collide);
      if (r.contact)
        row.add ("Box2D b2CollidePolygons", PEER, box2d_collide_polygons);
      else
        row.add ("Box2D b2TestOverlap", PEER, box2d_overlap_polygons);
      run (row, r.title);
    }
}
