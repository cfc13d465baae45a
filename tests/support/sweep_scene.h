/* SPDX-License-Identifier: MIT */
/* One of each kind of mover and of target, at random, and each kind of sweep among them. */
#ifndef KB_TEST_SWEEP_SCENE_H
#define KB_TEST_SWEEP_SCENE_H

#include "support/shape_of.h"
#include "support/random_sweeps.h"

#include <string.h>

typedef struct {
  kbx_circle round;
  kbx_rect box;
  kbx_vec move;
  kbx_segment wall;
  kbx_circle disc;
  kbx_rect area;
  kbx_vec corners[4];
  kbx_polygon polygon;
} Scene;

static Scene scene;

static inline bool
random_scene (Grid g)
{
  memset (&scene, 0, sizeof scene);
  scene.round = circle (g);
  scene.box = rect (g);
  scene.move = vec (g);
  scene.wall = seg (g);
  scene.disc = circle (g);
  scene.area = rect (g);
  for (int i = 0; i < 4; i++)
    scene.corners[i] = vec (g);
  scene.polygon.corners = scene.corners;
  scene.polygon.count = 4;
  return kbx_polygon_is_simple (scene.polygon);
}

enum { POINT_SEGMENT, POINT_CIRCLE, POINT_RECT, POINT_POLYGON, RECTS, RECT_SEGMENT, CIRCLE_SEGMENT, CIRCLES, CIRCLE_RECT, CIRCLE_POLYGON, KINDS };

static inline kbx_hit
ask (int kind)
{
  switch (kind)
    {
    case POINT_SEGMENT: return kbx_cast (SHAPE (scene.round.centre), scene.move, SHAPE (scene.wall));
    case POINT_CIRCLE: return kbx_cast (SHAPE (scene.round.centre), scene.move, SHAPE (scene.disc));
    case POINT_RECT: return kbx_cast (SHAPE (scene.round.centre), scene.move, SHAPE (scene.area));
    case POINT_POLYGON: return kbx_cast (SHAPE (scene.round.centre), scene.move, POLYGON_SHAPE (scene.polygon));
    case RECTS: return kbx_cast (SHAPE (scene.box), scene.move, SHAPE (scene.area));
    case RECT_SEGMENT: return kbx_cast (SHAPE (scene.box), scene.move, SHAPE (scene.wall));
    case CIRCLE_SEGMENT: return kbx_cast (SHAPE (scene.round), scene.move, SHAPE (scene.wall));
    case CIRCLES: return kbx_cast (SHAPE (scene.round), scene.move, SHAPE (scene.disc));
    case CIRCLE_RECT: return kbx_cast (SHAPE (scene.round), scene.move, SHAPE (scene.area));
    default: return kbx_cast (SHAPE (scene.round), scene.move, POLYGON_SHAPE (scene.polygon));
    }
}

#endif
