/* SPDX-License-Identifier: MIT */
/* Altitudes of a heightmap between its samples. */
#include "runtime/bank/about.h"
#include "runtime/bank/blob.h"
#include "runtime/bank/verify.h"
#include "runtime/heightmaps/heightmap.h"

KBX_INTERNAL void
kbx_about_heightmap (kbx_about *about, kbx_handle map)
{
  const uint8_t *p = kbx_bytes_of (map, KBX_HEIGHTMAP);
  if (p == NULL)
    return;
  const kbx_heightmap_view v = kbx_read_heightmap (p);
  about->found = true;
  about->class_index = kbx_load_u32 (p + 4);
  about->columns = (uint32_t) v.columns;
  about->rows = (uint32_t) v.rows;
  about->spacing = (float) v.cell;
  about->low = (float) v.low;
  about->high = kbx_load_f32 (p + 28);
  about->area.min = kbx_narrow (v.at);
  about->area.max =
    kbx_narrow (kbx_wide_make (v.at.x + (v.columns - 1) * v.cell, v.at.y + (v.rows - 1) * v.cell));
}

/* Reads the map and finds the position, or false for bad input. */
static inline bool
kbx_heightmap_find (kbx_handle map, kbx_vec p, kbx_heightmap_view *v, kbx_height_spot *spot)
{
  const uint8_t *bytes = kbx_bytes_of (map, KBX_HEIGHTMAP);
  if (bytes == NULL || !kbx_vec_valid (p))
    return false;
  *v = kbx_read_heightmap (bytes);
  *spot = kbx_spot_of (v, (p.x - v->at.x) / v->cell, (p.y - v->at.y) / v->cell);
  return true;
}

/* ---- bicubic ---- */

/* Catmull and Rom: the value between b and c, and its derivative. */
typedef struct { double value, change; } kbx_cubic;

static inline kbx_cubic
kbx_cubic_at (double a, double b, double c, double d, double t)
{
  const double one = (c - a) / 2, two = a - 2.5 * b + 2 * c - d / 2,
               three = (d - a) / 2 + 1.5 * (b - c);
  return KBX_LITERAL (kbx_cubic){ ((three * t + two) * t + one) * t + b,
                                  (3 * three * t + 2 * two) * t + one };
}

static inline int32_t
kbx_sample_within (int32_t i, int32_t samples)
{
  return i < 0 ? 0 : i >= samples ? samples - 1 : i;
}

/* The height in steps of samples, and its derivatives along x and y. */
typedef struct { double value, x, y; } kbx_surface;

/* First along rows, then down. */
static kbx_surface
kbx_spot_bicubic (const kbx_heightmap_view *v, const kbx_height_spot *spot)
{
  kbx_cubic rows[4], value, change;
  for (int32_t k = 0; k < 4; k++)
    {
      const int32_t j = kbx_sample_within (spot->j - 1 + k, v->rows), i = spot->i;
      rows[k] = kbx_cubic_at (kbx_sample (v, kbx_sample_within (i - 1, v->columns), j),
                              kbx_sample (v, i, j), kbx_sample (v, i + 1, j),
                              kbx_sample (v, kbx_sample_within (i + 2, v->columns), j), spot->u);
    }
  value = kbx_cubic_at (rows[0].value, rows[1].value, rows[2].value, rows[3].value, spot->v);
  change = kbx_cubic_at (rows[0].change, rows[1].change, rows[2].change, rows[3].change, spot->v);
  return KBX_LITERAL (kbx_surface){ value.value, change.value, value.change };
}

/* By a filter; of two equally near samples, the right or lower one. */
static inline kbx_surface
kbx_spot_surface (const kbx_heightmap_view *v, const kbx_height_spot *spot,
                  kbx_height_filter filter)
{
  kbx_surface surface = { 0, 0, 0 };
  if (filter == KBX_HEIGHT_BICUBIC)
    return kbx_spot_bicubic (v, spot);
  if (filter == KBX_HEIGHT_BILINEAR)
    {
      const kbx_patch patch = kbx_read_patch (v, spot->i, spot->j);
      surface =
        KBX_LITERAL (kbx_surface){ kbx_patch_value (&patch, spot->u, spot->v),
                                   patch.x + patch.xy * spot->v, patch.y + patch.xy * spot->u };
    }
  else
    surface.value = kbx_sample (v, spot->i + (spot->u >= 0.5), spot->j + (spot->v >= 0.5));
  return surface;
}

/* ---- answers ---- */

KBX_API float
kbx_heightmap_z (kbx_handle map, kbx_vec p, kbx_height_filter filter)
{
  kbx_heightmap_view v;
  kbx_height_spot spot;
  return kbx_heightmap_find (map, p, &v, &spot)
           ? (float) kbx_altitude (&v, kbx_spot_surface (&v, &spot, filter).value)
           : -INFINITY;
}

KBX_API kbx_height_place
kbx_heightmap_at (kbx_handle map, kbx_vec p, kbx_height_filter filter)
{
  kbx_heightmap_view v;
  kbx_height_spot spot;
  double x, y;
  kbx_height_place place = KBX_ZEROS;
  place.z = -INFINITY;
  if (!kbx_heightmap_find (map, p, &v, &spot))
    return place;
  const kbx_surface surface = kbx_spot_surface (&v, &spot, filter);
  place.inside = !spot.beyond_x && !spot.beyond_y;
  place.z = (float) kbx_altitude (&v, surface.value);
  /* Outside the border it continues horizontally */
  x = spot.beyond_x ? 0 : surface.x * v.scale / v.cell;
  y = spot.beyond_y ? 0 : surface.y * v.scale / v.cell;
  const double length = sqrt (x * x + y * y + 1);
  place.normal.x = (float) (0 - x / length);
  place.normal.y = (float) (0 - y / length);
  place.normal.z = (float) (1 / length);
  return place;
}

/* ---- boxes ---- */

/* The lines of samples between two positions, and the positions. */
static inline double
kbx_next_line (double at, double to)
{
  const double next = (double) (int32_t) at + 1;
  return next < to ? next : to;
}

KBX_API float
kbx_heightmap_highest (kbx_handle map, kbx_rect area)
{
  double x0, y0, x1, y1, most = 0;
  if (kbx_bytes_of (map, KBX_HEIGHTMAP) == NULL || !kbx_vecs_valid (area.min, area.max)
      || area.min.x > area.max.x || area.min.y > area.max.y)
    return -INFINITY;
  kbx_heightmap_view v = kbx_read_heightmap (kbx_bytes_of (map, KBX_HEIGHTMAP));
  x0 = (area.min.x - v.at.x) / v.cell;
  y0 = (area.min.y - v.at.y) / v.cell;
  x1 = (area.max.x - v.at.x) / v.cell;
  y1 = (area.max.y - v.at.y) / v.cell;
  if (x1 < 0 || y1 < 0 || x0 > v.columns - 1 || y0 > v.rows - 1)
    return -INFINITY;
  x0 = x0 < 0 ? 0 : x0;
  y0 = y0 < 0 ? 0 : y0;
  x1 = x1 > v.columns - 1 ? v.columns - 1 : x1;
  y1 = y1 > v.rows - 1 ? v.rows - 1 : y1;
  /* Along either axis, a cell's surface is straight, so the highest point of a part of it is a
   * corner. */
  for (double y = y0;; y = kbx_next_line (y, y1))
    {
      for (double x = x0;; x = kbx_next_line (x, x1))
        {
          const kbx_height_spot spot = kbx_spot_of (&v, x, y);
          const kbx_patch patch = kbx_read_patch (&v, spot.i, spot.j);
          const double here = kbx_patch_value (&patch, spot.u, spot.v);
          most = here > most ? here : most;
          if (x >= x1)
            break;
        }
      if (y >= y1)
        break;
    }
  return (float) kbx_altitude (&v, most);
}
