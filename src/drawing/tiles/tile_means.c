/* SPDX-License-Identifier: MIT */
/* Precomputes means of four pixels, grouped by their first pixel. */
#include "drawing/tiles/tile_pictures.h"

#include "drawing/pixel_rows.h"

KbTileMeans *
kb_tile_means_new (KbApart apart, const guint32 *pixels, gsize stride, gint width, gint height,
                   gboolean opaque)
{
  gsize row = kb_tile_means_stride (apart, width);
  KbTileMeans *means = g_atomic_rc_box_alloc (
    sizeof *means + row * kb_tile_means_stride (apart, height) * sizeof *means->pixels);
  means->apart = apart;
  means->stride = row;
  means->opaque = opaque;
  for (gint v = -1; v < height; v++)
    for (gint down = apart.least; down <= apart.most; down++)
      {
        const guint32 *upper = pixels + stride * (gsize) MAX (v, 0),
                      *lower = pixels + stride * (gsize) CLAMP (v + down, 0, height - 1);
        guint32 *to = means->pixels + row * kb_tile_means_at (apart, v, down);
        for (gint u = -1; u < width; u++)
          for (gint along = apart.least; along <= apart.most; along++)
            {
              gint a = MAX (u, 0), b = CLAMP (u + along, 0, width - 1);
              *to++ = kb_mean_of_four (upper[a], upper[b], lower[a], lower[b]);
            }
      }
  return means;
}
