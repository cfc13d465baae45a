/* SPDX-License-Identifier: MIT */
/* Which pixels of a picture are road, and its rows as runs. */
#ifndef KB_BAKE_ROAD_H
#define KB_BAKE_ROAD_H

#include <glib.h>
#include <stdint.h>

#include "document/zones.h"

/* A picture of `width` x `height` pixels, each 1 to KB_MAX_ZONES_SIDE, borrowed from whoever made it. Its pixels are
 * - in `tiles`, bytes that are road where `is_road` says so: tile `index` of the picture as kb_zones_tile gives it; or
 * - in `bytes`, rows of them, `stride` apart, with the same meaning.
 * What is outside of the picture is not road. */
typedef struct {
  guint width, height;
  const guint8 *(*tiles) (gconstpointer picture, guint index);
  gconstpointer picture;
  const guint8 *bytes;
  gsize stride;
  guint8 is_road[256]; /* 0 or 1 */
} KbRoad;

/* A painted picture and a set of zones; `zones` is borrowed as long as the road is used. */
KbRoad kb_road_of_zones (const KbZones *zones, const guint8 *road_zones, guint n);
KbRoad kb_road_of_bytes (guint width, guint height, const guint8 *bytes, gsize stride, const guint8 *road_zones, guint n);

/* FALSE outside. */
gboolean kb_road_at (const KbRoad *road, gint x, gint y);

/* A row as borders: run i reaches from borders[i] up to, not including, borders[i + 1], and is road where i is odd.
 * Looked at are the pixels from x0, a multiple of 64, up to x1; what is beyond counts as long as the run at that side
 * goes on, unless the picture ends there. The first run begins at -KB_ROAD_FAR and the last ends at KB_ROAD_FAR; a run
 * may be empty only at the beginning. Returns how many borders there are, at most KB_ROAD_BORDERS (x1 - x0). */
#define KB_ROAD_FAR 32000
#define KB_ROAD_BORDERS(pixels) ((gsize) (pixels) + 72)
guint kb_road_row (const KbRoad *road, gint y, gint x0, gint x1, int16_t *borders);

#endif
