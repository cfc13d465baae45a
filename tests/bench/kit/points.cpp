/* SPDX-License-Identifier: MIT */
/* Points in polygons, also beside GEOS where it is installed. */
#include "peers.h"
#include "plain.h"
#include "subjects.h"

#include <dlfcn.h>

/* GEOS by its C interface, loaded if it is there. */
struct Geos {
  void *handle;
  void *(*init) (void);
  void *(*sequence) (void *, unsigned, unsigned);
  int (*set) (void *, void *, unsigned, double, double);
  void *(*ring) (void *, void *), *(*polygon) (void *, void *, void **, unsigned), *(*point) (void *, void *);
  const void *(*prepare) (void *, const void *);
  char (*intersects) (void *, const void *, const void *);
  void (*free_prepared) (void *, const void *), (*free_geometry) (void *, void *);
};

static Geos geos;
static bool with_geos;

bool
load_geos ()
{
  void *library = dlopen ("libgeos_c.so.1", RTLD_NOW);
  const struct { const char *name; void *function; } table[] = {
    { "GEOS_init_r", &geos.init }, { "GEOSCoordSeq_create_r", &geos.sequence }, { "GEOSCoordSeq_setXY_r", &geos.set },
    { "GEOSGeom_createLinearRing_r", &geos.ring }, { "GEOSGeom_createPolygon_r", &geos.polygon },
    { "GEOSGeom_createPoint_r", &geos.point }, { "GEOSPrepare_r", &geos.prepare },
    { "GEOSPreparedIntersects_r", &geos.intersects }, { "GEOSPreparedGeom_destroy_r", &geos.free_prepared },
    { "GEOSGeom_destroy_r", &geos.free_geometry }
  };
  if (!library)
    return false;
  for (auto &t : table)
    {
      void *found = dlsym (library, t.name);
      if (!found)
        return false;
      memcpy (t.function, &found, sizeof found);
    }
  geos.handle = geos.init ();
  with_geos = true;
  return true;
}

static void *
geos_point (kbx_vec p)
{
  void *s = geos.sequence (geos.handle, 1, 2);
  geos.set (geos.handle, s, 0, p.x, p.y);
  return geos.point (geos.handle, s);
}

static void *
geos_polygon (const Corners &c)
{
  void *s = geos.sequence (geos.handle, c.n + 1, 2);
  for (uint32_t i = 0; i <= c.n; i++)
    geos.set (geos.handle, s, i, c.v[i % c.n].x, c.v[i % c.n].y);
  return geos.polygon (geos.handle, geos.ring (geos.handle, s), nullptr, 0);
}

/* Each polygon is asked about so many points. */
static const int POINTS = 64;

void
points_in_polygons ()
{
  static const struct { const char *title; uint32_t corners; bool convex; } rows[] = {
    { "Point in a convex polygon of 8", 8, true }, { "Point in a concave polygon of 64", 64, false }
  };
  static void *shapes[BLOCK / POINTS], *places[BLOCK];
  static const void *prepared[BLOCK / POINTS];

  for (auto &r : rows)
    {
      Row row (r.title);
      row.draw = [=, &r] {
        for (int i = 0; i < BLOCK; i++)
          {
            int k = i / POINTS;
            if (i % POINTS == 0)
              {
                points[i] = place ();
                polygons[0][k] = random_corners (r.corners, points[i], real (20, 40), real (20, 40), r.convex ? 1.0f : 0.4f);
                pack (0, k);
                if (r.convex)
                  {
                    chips[0][k] = chipmunk (polygons[0][k].v, r.corners);
                    box2d (&placed[0][k], polygons[0][k], points[i]);
                  }
                if (with_geos)
                  {
                    shapes[k] = geos_polygon (polygons[0][k]);
                    prepared[k] = geos.prepare (geos.handle, shapes[k]);
                  }
              }
            points[i] = near_to (points[k * POINTS], i % POINTS == 0 ? 0 : r.convex ? 36 : 26);
            if (with_geos)
              {
                places[i] = geos_point (points[i]);
                if (i % POINTS == 0)
                  geos.intersects (geos.handle, prepared[k], places[i]); /* makes its index */
              }
          }
      };
      row.clear = [=] {
        free_chipmunk ();
        for (int i = 0; with_geos && i < BLOCK; i++)
          geos.free_geometry (geos.handle, places[i]);
        for (int k = 0; with_geos && k < BLOCK / POINTS; k++)
          {
            geos.free_prepared (geos.handle, prepared[k]);
            geos.free_geometry (geos.handle, shapes[k]);
          }
      };
      row.touching = [] (int i) { return kbx_overlap (SHAPE (kbx_circle { points[i], NEAR }), POLYGON_SHAPE (polygons[0][i / POINTS].polygon ())) !=
                                         kbx_contains (POLYGON_SHAPE (polygons[0][i / POINTS].polygon ()), points[i]); };
      if (r.convex)
        row.add ("Kickbox convex", OURS, [] (int i) { return kbx_contains (CONVEX_SHAPE (asked[0][i / POINTS]), points[i]); });
      else
        row.add ("Kickbox polygon", OURS, [] (int i) { return kbx_contains (POLYGON_SHAPE (asked[0][i / POINTS]), points[i]); });
      if (r.convex)
        {
          row.add ("Box2D TestPoint", PEER, [] (int i) { return placed[0][i / POINTS].polygon.TestPoint (placed[0][i / POINTS].at, b2 (points[i])); });
          row.add ("Chipmunk cpShapePointQuery", PEER, [] (int i) { return cpShapePointQuery (chips[0][i / POINTS], cp (points[i]), nullptr) <= 0; });
          row.add ("a plain loop, half-planes", PLAIN, [] (int i) { return plain_half_planes (asked[0][i / POINTS], points[i]); });
        }
      if (with_geos)
        row.add ("GEOS, prepared", PEER, [] (int i) { return geos.intersects (geos.handle, prepared[i / POINTS], places[i]) == 1; });
      row.add ("a plain loop, crossing number", PLAIN, [] (int i) { return plain_crossings (asked[0][i / POINTS], points[i]); });
      run (row, r.title);
    }
}
