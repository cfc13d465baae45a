/* SPDX-License-Identifier: MIT */
/* Roads in plain bytes, for tests. */
#ifndef KB_TEST_ROADS_H
#define KB_TEST_ROADS_H

#include "bake/clearance/clearance.h"

static inline kbx_road
kit_road (guint width, guint height, const guint8 *bytes, gsize stride, const guint8 *road_zones, guint n)
{
  kbx_road road = { .width = width, .height = height, .bytes = bytes, .stride = stride };
  for (guint i = 0; i < n; i++)
    road.is_road[road_zones[i]] = 1;
  return road;
}

#endif
