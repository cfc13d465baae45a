/* SPDX-License-Identifier: MIT */
/* A tile far away, where a device pixel is the mean of four places of it: all the means there can
 * be, so that each device pixel is one load. */
#ifndef KB_TILE_MEANS_H
#define KB_TILE_MEANS_H

#include <glib.h>

/* How far two places along an axis are from each other, in pixels of what is kept of the tile. */
typedef struct { gint least, most; } KbApart;     /* most: least, or one more */

/* The mean of columns u and u + a, and rows v and v + b, of which the first may be -1, is at
 * kb_tile_means_at (u, a) + stride * kb_tile_means_at (v, b). Beyond the edge is what is at the
 * edge. */
static inline guint32
kb_tile_means_at (KbApart apart, gint place, gint distance)
{
  return (guint32) ((place + 1) * (apart.most - apart.least + 1) + distance - apart.least);
}

static inline gsize
kb_tile_means_stride (KbApart apart, gint width)
{
  return kb_tile_means_at (apart, width, apart.least);
}

typedef struct {
  KbApart apart;
  gsize stride;               /* pixels */
  gboolean opaque;            /* all of them */
  guint32 pixels[];
} KbTileMeans;

/* Of rows `stride` pixels apart; let go with g_atomic_rc_box_release. Cost: one or four means a
 * pixel. */
KbTileMeans *kb_tile_means_new (KbApart apart, const guint32 *pixels, gsize stride, gint width,
                                gint height, gboolean opaque);

#endif
