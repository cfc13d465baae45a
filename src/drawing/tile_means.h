/* SPDX-License-Identifier: MIT */
/* A reduced tile, whose device pixels are means of four samples. A table holds all possible means,
 * so that each device pixel costs one load. */
#ifndef KB_TILE_MEANS_H
#define KB_TILE_MEANS_H

#include <glib.h>

/* The distance between two samples along an axis, in pixels of the reduced tile. */
typedef struct { gint least, most; } KbApart;     /* most: least, or one more */

/* The mean of columns u and u + a and rows v and v + b is at kb_tile_means_at (u, a) + stride *
 * kb_tile_means_at (v, b). u and v may be -1. Outside, the pixels at the edge repeat. */
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
  gboolean opaque;            /* no transparent pixel */
  guint32 pixels[];
} KbTileMeans;

/* Rows are `stride` pixels apart. Free with g_atomic_rc_box_release. Cost: one or four means per
 * pixel. */
KbTileMeans *kb_tile_means_new (KbApart apart, const guint32 *pixels, gsize stride, gint width,
                                gint height, gboolean opaque);

#endif
