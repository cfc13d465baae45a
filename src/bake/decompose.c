/* SPDX-License-Identifier: MIT */
/* The runtime divides polygons. On the grid of 1/256 pixel within +-65,536, its floats hold every
 * corner and its arithmetic is exact. */
#include "bake/convert.h"

#include "runtime/kickbox.h"

gint64
kb_ring_area (const KbBankVertex *v, guint n)
{
  gint64 sum = 0;
  for (guint i = 1; i + 1 < n; i++)
    sum += ((gint64) v[i].x - v[0].x) * ((gint64) v[i + 1].y - v[i].y) -
           ((gint64) v[i].y - v[0].y) * ((gint64) v[i + 1].x - v[i].x);
  return sum;
}

gboolean
kb_decompose (const KbBankVertex *vertices, guint n, KbBankRing **parts, guint *n_parts)
{
  *parts = NULL;
  *n_parts = 0;
  if (n < 3)
    return FALSE;
  g_autofree kbx_vec *corners = g_new (kbx_vec, n);
  for (guint i = 0; i < n; i++)
    corners[i] = (kbx_vec) { (float) (vertices[i].x / 256.0), (float) (vertices[i].y / 256.0) };
  g_autofree guint32 *indices = g_new (guint32, 3 * (gsize) (n - 2)),
                     *counts = g_new (guint32, n - 2);
  g_autofree guint32 *work = g_new (guint32, KBX_DECOMPOSE_WORK (n));
  *n_parts = kbx_polygon_decompose ((kbx_polygon) { corners, n }, KB_PART_MAX_VERTICES, indices,
                                    counts, work);
  if (*n_parts == 0)
    return FALSE;

  const guint32 *at = indices;
  *parts = g_new0 (KbBankRing, *n_parts);
  for (guint i = 0; i < *n_parts; i++, at += counts[i - 1])
    {
      KbBankRing *ring = *parts + i;
      *ring = (KbBankRing){ g_new (KbBankVertex, counts[i]), counts[i] };
      for (guint k = 0; k < counts[i]; k++)
        ring->vertices[k] = vertices[at[k]];
    }
  return TRUE;
}
