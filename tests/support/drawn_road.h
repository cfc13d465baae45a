/* SPDX-License-Identifier: MIT */
/* Roads for tests of tracks: drawn, measured and packed. */
#ifndef KB_TEST_DRAWN_ROAD_H
#define KB_TEST_DRAWN_ROAD_H

#include "tests/support/roads.h"
#include "runtime/kickbox.h"

#include <math.h>
#include <string.h>

typedef struct {
  guint width, height, most;
  guint8 *pixels; /* 1 is road */
  gint16 *clearance;
  GBytes *bytes;
  kbx_handle track;
} DrawnRoad;

static inline DrawnRoad
drawn_road_new (guint width, guint height, guint most)
{
  DrawnRoad r = { width, height, most, g_malloc0 ((gsize) width * height), g_new (gint16, (gsize) width * height), NULL, { NULL } };
  return r;
}

static inline void
drawn_road_box (DrawnRoad *r, int x0, int y0, int x1, int y1, guint8 value)
{
  for (int y = MAX (y0, 0); y < MIN (y1, (int) r->height); y++)
    for (int x = MAX (x0, 0); x < MIN (x1, (int) r->width); x++)
      r->pixels[(gsize) y * r->width + (gsize) x] = value;
}

static inline void
drawn_road_disc (DrawnRoad *r, double cx, double cy, double radius, guint8 value)
{
  for (int y = MAX ((int) (cy - radius) - 1, 0); y < MIN ((int) (cy + radius) + 2, (int) r->height); y++)
    for (int x = MAX ((int) (cx - radius) - 1, 0); x < MIN ((int) (cx + radius) + 2, (int) r->width); x++)
      if ((x + 0.5 - cx) * (x + 0.5 - cx) + (y + 0.5 - cy) * (y + 0.5 - cy) <= radius * radius)
        r->pixels[(gsize) y * r->width + (gsize) x] = value;
}

/* A closed course round the middle, `broad` wide, with `lobes` bends. */
static inline void
drawn_road_course (DrawnRoad *r, double broad, int lobes)
{
  for (int i = 0; i < 3000; i++)
    {
      double angle = i * G_PI / 1500, far = 0.34 * (1 + 0.2 * sin (lobes * angle));
      drawn_road_disc (r, r->width * (0.5 + far * cos (angle)), r->height * (0.5 + far * sin (angle)), broad / 2, 1);
    }
}

/* Measures and packs it. */
static inline void
drawn_road_finish (DrawnRoad *r)
{
  kbx_road road = kit_road (r->width, r->height, r->pixels, r->width, (const guint8[]) { 1 }, 1);
  kb_clearance (&road, r->most, r->clearance, r->width, NULL, NULL);
  r->bytes = kb_clearance_pack (r->clearance, r->width, r->height, r->width, r->most);
  g_assert_cmpint (kbx_open (&r->track, KBX_TRACK, g_bytes_get_data (r->bytes, NULL), g_bytes_get_size (r->bytes), NULL), ==, KBX_OK);
}

static inline void
drawn_road_clear (DrawnRoad *r)
{
  g_free (r->pixels);
  g_free (r->clearance);
  g_clear_pointer (&r->bytes, g_bytes_unref);
}

#endif
