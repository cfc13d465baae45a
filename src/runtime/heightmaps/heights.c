/* SPDX-License-Identifier: MIT */
/* Altitudes of a heightmap between its samples. */
#include "runtime/about.h"
#include "runtime/blob.h"
#include "runtime/verify.h"
#include "runtime/heightmaps/heightmap.h"

KBX_INTERNAL void
kbx_about_heightmap (kbx_about *about, kbx_handle map)
{
  const uint8_t *p = kbx_bytes_of (map, KBX_HEIGHTMAP);
  kbx_heightmap_view v;
  if (p == NULL)
    return;
  v = kbx_read_heightmap (p);
  about->found = true;
  about->class_index = kbx_load_u32 (p + 4);
  about->columns = (uint32_t) v.columns;
  about->rows = (uint32_t) v.rows;
  about->spacing = (float) v.cell;
  about->low = (float) v.low;
  about->high = kbx_load_f32 (p + 28);
  about->area.min = kbx_narrow (v.at);
  about->area.max = kbx_narrow (kbx_wide_make (v.at.x + (v.columns - 1) * v.cell, v.at.y + (v.rows - 1) * v.cell));
}

/* Reads the map and finds the place; false for bad input. */
static inline bool
kbx_heightmap_find (kbx_handle map, kbx_vec p, kbx_heightmap_view *v, kbx_height_spot *spot)
{
  if (kbx_bytes_of (map, KBX_HEIGHTMAP) == NULL || !kbx_vec_valid (p))
    return false;
  *v = kbx_read_heightmap (kbx_bytes_of (map, KBX_HEIGHTMAP));
  *spot = kbx_spot_at (v, p);
  return true;
}

/* The nearest sample; of two that are as near the one on the right, or below. */
static double
kbx_spot_nearest (const kbx_heightmap_view *v, const kbx_height_spot *spot)
{
  return kbx_altitude (v, kbx_sample (v, spot->i + (spot->u >= 0.5), spot->j + (spot->v >= 0.5)));
}

/* ---- bicubic ---- */

/* Catmull and Rom: the value between b and c, and how it changes. */
typedef struct { double value, change; } kbx_cubic;

static inline kbx_cubic
kbx_cubic_at (double a, double b, double c, double d, double t)
{
  const double one = (c - a) / 2, two = a - 2.5 * b + 2 * c - d / 2, three = (d - a) / 2 + 1.5 * (b - c);
  kbx_cubic cubic;
  cubic.value = ((three * t + two) * t + one) * t + b;
  cubic.change = (3 * three * t + 2 * two) * t + one;
  return cubic;
}

static inline int32_t
kbx_sample_within (int32_t i, int32_t samples)
{
  return i < 0 ? 0 : i >= samples ? samples - 1 : i;
}

/* First along rows, then down. The three numbers: the value in steps, and how it changes along x and y. */
static double
kbx_spot_bicubic (const kbx_heightmap_view *v, const kbx_height_spot *spot, double *along_x, double *along_y)
{
  kbx_cubic rows[4], value, change;
  int32_t at[4];
  for (int32_t k = 0; k < 4; k++)
    at[k] = kbx_sample_within (spot->i - 1 + k, v->columns);
  for (int32_t k = 0; k < 4; k++)
    {
      const int32_t j = kbx_sample_within (spot->j - 1 + k, v->rows);
      rows[k] = kbx_cubic_at (kbx_sample (v, at[0], j), kbx_sample (v, at[1], j), kbx_sample (v, at[2], j), kbx_sample (v, at[3], j), spot->u);
    }
  value = kbx_cubic_at (rows[0].value, rows[1].value, rows[2].value, rows[3].value, spot->v);
  change = kbx_cubic_at (rows[0].change, rows[1].change, rows[2].change, rows[3].change, spot->v);
  *along_x = change.value;
  *along_y = value.change;
  return value.value;
}

/* ---- answers ---- */

KBX_API float
kbx_heightmap_z (kbx_handle map, kbx_vec p, kbx_height_filter filter)
{
  kbx_heightmap_view v;
  kbx_height_spot spot;
  double x, y;
  if (!kbx_heightmap_find (map, p, &v, &spot))
    return -INFINITY;
  if (filter == KBX_HEIGHT_BILINEAR)
    return (float) kbx_spot_height (&v, &spot);
  if (filter == KBX_HEIGHT_BICUBIC)
    return (float) kbx_altitude (&v, kbx_spot_bicubic (&v, &spot, &x, &y));
  return (float) kbx_spot_nearest (&v, &spot);
}

KBX_API kbx_height_place
kbx_heightmap_at (kbx_handle map, kbx_vec p, kbx_height_filter filter)
{
  kbx_height_place place;
  kbx_heightmap_view v;
  kbx_height_spot spot;
  kbx_patch patch;
  double x = 0, y = 0, length;
  memset (&place, 0, sizeof place);
  place.z = -INFINITY;
  if (!kbx_heightmap_find (map, p, &v, &spot))
    return place;
  place.inside = !spot.beyond_x && !spot.beyond_y;
  if (filter == KBX_HEIGHT_BICUBIC)
    place.z = (float) kbx_altitude (&v, kbx_spot_bicubic (&v, &spot, &x, &y));
  else if (filter == KBX_HEIGHT_BILINEAR)
    {
      patch = kbx_read_patch (&v, spot.i, spot.j);
      x = patch.x + patch.xy * spot.v;
      y = patch.y + patch.xy * spot.u;
      place.z = (float) kbx_altitude (&v, kbx_patch_value (&patch, spot.u, spot.v));
    }
  else
    place.z = (float) kbx_spot_nearest (&v, &spot);
  /* Beyond the border it goes on level. */
  x = spot.beyond_x ? 0 : x * v.scale / v.cell;
  y = spot.beyond_y ? 0 : y * v.scale / v.cell;
  length = sqrt (x * x + y * y + 1);
  place.normal.x = (float) (0 - x / length);
  place.normal.y = (float) (0 - y / length);
  place.normal.z = (float) (1 / length);
  return place;
}

/* ---- boxes ---- */

/* The lines of samples between two places, and these themselves. */
static inline double
kbx_next_line (double at, double to)
{
  const double next = (double) (int32_t) at + 1;
  return next < to ? next : to;
}

KBX_API float
kbx_heightmap_highest (kbx_handle map, kbx_rect area)
{
  kbx_heightmap_view v;
  double x0, y0, x1, y1, most = 0;
  if (kbx_bytes_of (map, KBX_HEIGHTMAP) == NULL || !kbx_vecs_valid (area.min, area.max) || area.min.x > area.max.x || area.min.y > area.max.y)
    return -INFINITY;
  v = kbx_read_heightmap (kbx_bytes_of (map, KBX_HEIGHTMAP));
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
  /* Along either axis the surface of a cell is straight, so the highest place of a part of it is a corner of that. */
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
