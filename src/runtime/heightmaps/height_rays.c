/* SPDX-License-Identifier: MIT */
/* Rays against a heightmap. A block that the ray passes above is skipped at once. Others are
 * divided, down to cells. In a cell, the height above the surface is a quadratic in the fraction.
 * The walk is in whole cells. A block ends at lines between samples, and the row at a crossing is
 * clamped to the block being left. So each step advances, and the walk ends after the last column
 * or row. */
#include "runtime/heightmaps/heightmap.h"
#include "runtime/solids/solids.h"

/* Rises above this, in pixels, stop a ray that starts on the ground: smaller ones are rounding. */
#define KBX_HEIGHT_RISE (1.0 / 4096)

typedef struct {
  kbx_heightmap_view v;
  kbx_heightmap_tops tops;
  double from[2], way[2];  /* in samples */
  double z, rise;          /* altitudes */
  double enough;           /* the depth below the surface that counts as touching */
  double begin, end;       /* the fractions above the map */
  int side;                /* the axis of the border where it begins, or -1 */
} kbx_height_ray;

/* A position of the walk. */
typedef struct {
  int32_t at[2];
  int level;
  double t;
} kbx_height_step;

/* Clips the move to the map, or false if nothing is left. */
static bool
kbx_ray_clip (kbx_height_ray *r)
{
  const double most[2] = { (double) r->v.columns - 1, (double) r->v.rows - 1 };
  r->begin = 0;
  r->end = 1;
  r->side = -1;
  for (int k = 0; k < 2; k++)
    {
      if (r->way[k] == 0)
        {
          if (r->from[k] < 0 || r->from[k] > most[k])
            return false;
          continue;
        }
      const double in = ((r->way[k] > 0 ? 0 : most[k]) - r->from[k]) / r->way[k];
      const double out = ((r->way[k] > 0 ? most[k] : 0) - r->from[k]) / r->way[k];
      if (in > r->begin)
        {
          r->begin = in;
          r->side = k;
        }
      r->end = out < r->end ? out : r->end;
    }
  return r->begin <= r->end;
}

static inline int32_t
kbx_ray_cell (const kbx_height_ray *r, int k, double t)
{
  const double at = r->from[k] + t * r->way[k];
  const int32_t last = (k == 0 ? r->v.columns : r->v.rows) - 2;
  return at <= 0 ? 0 : at >= last ? last : (int32_t) at;
}

/* The first touch in the cell from fraction t to `end`, or a negative number. */
static double
kbx_ray_in_cell (const kbx_height_ray *r, const kbx_height_step *at, double end)
{
  const kbx_patch patch = kbx_read_patch (&r->v, at->at[0], at->at[1]);
  const double u = r->from[0] + at->t * r->way[0] - at->at[0],
               v = r->from[1] + at->t * r->way[1] - at->at[1], span = end - at->t;
  /* The height above the surface after s more: c + b s + a s s */
  const double c = r->z + at->t * r->rise - kbx_altitude (&r->v, kbx_patch_value (&patch, u, v));
  const double b =
    r->rise
    - (patch.x * r->way[0] + patch.y * r->way[1] + patch.xy * (u * r->way[1] + v * r->way[0]))
        * r->v.scale;
  const double a = -patch.xy * r->way[0] * r->way[1] * r->v.scale;
  const double turn = a > 0 && b < 0 ? b / (-2 * a) : span, lowest = turn < span ? turn : span;
  const double last = c + (b + a * span) * span, least = c + (b + a * lowest) * lowest,
               least_of = last < least ? last : least;
  double q, root, s = span;
  if (r->enough > 0 ? c > -r->enough && least_of > -r->enough : c > 0 && least_of > 0)
    return -1;
  if (c <= 0)
    return at->t;
  q = b * b - 4 * a * c;
  q = b + (b < 0 ? -1 : 1) * sqrt (q > 0 ? q : 0);
  /* The roots: -q / 2a, -2c / q. */
  root = q != 0 ? -2 * c / q : -1;
  if (root >= 0 && root < s)
    s = root;
  root = a != 0 ? -q / (2 * a) : -1;
  if (root >= 0 && root < s)
    s = root;
  return at->t + s;
}

/* The fraction at which it leaves the block, and the axis crossed; 2 for none. */
static inline double
kbx_ray_leaves (const kbx_height_ray *r, const kbx_height_step *at, int *axis)
{
  double least = r->end;
  *axis = 2;
  for (int k = 0; k < 2; k++)
    if (r->way[k] != 0)
      {
        const int32_t block = at->at[k] >> at->level,
                      line = r->way[k] > 0 ? (block + 1) << at->level : block << at->level;
        const double t = (line - r->from[k]) / r->way[k];
        if (t < least)
          {
            least = t;
            *axis = k;
          }
      }
  return least > at->t ? least : at->t;
}

/* Advances to the next block; false past the map. */
static inline bool
kbx_ray_step (const kbx_height_ray *r, kbx_height_step *at, int axis, double t)
{
  const int other = 1 - axis, level = at->level;
  const int32_t block = at->at[axis] >> level, low = (at->at[other] >> level) << level,
                high = low + (1 << level) - 1;
  const int32_t cell = kbx_ray_cell (r, other, t), least = r->way[other] > 0 ? at->at[other] : low;
  const int32_t most = r->way[other] < 0 ? at->at[other] : high;
  at->at[axis] = r->way[axis] > 0 ? (block + 1) << level : (block << level) - 1;
  at->at[other] = cell < least ? least : cell > most ? most : cell;
  at->t = t;
  /* In another block of the next level: that may be skipped whole */
  if (level < r->tops.last && at->at[axis] >> (level + 1) != block >> 1)
    at->level++;
  return at->at[axis] >= 0 && at->at[axis] < (axis == 0 ? r->v.columns : r->v.rows) - 1;
}

/* The fraction of the first touch, or a negative number. */
static double
kbx_ray_run (const kbx_height_ray *r)
{
  kbx_height_step at = { { kbx_ray_cell (r, 0, r->begin), kbx_ray_cell (r, 1, r->begin) },
                         r->tops.last,
                         r->begin };
  for (;;)
    {
      int axis;
      const double until = kbx_ray_leaves (r, &at, &axis);
      KBX_STEPS (1);
      if (at.level > 0)
        {
          const double lowest = r->z + (r->rise < 0 ? until : at.t) * r->rise;
          const uint32_t top = kbx_top (&r->tops, at.level, (uint32_t) at.at[0] >> at.level,
                                        (uint32_t) at.at[1] >> at.level);
          if (lowest <= kbx_altitude (&r->v, top))
            {
              at.level--;
              continue;
            }
        }
      else
        {
          const double met = kbx_ray_in_cell (r, &at, until);
          if (met >= 0)
            return met;
        }
      if (axis == 2 || !kbx_ray_step (r, &at, axis, until))
        return -1;
    }
}

/* On the surface, or on the side of the map's border. */
static kbx_hit3
kbx_height_hit (kbx_handle map, const kbx_height_ray *r, kbx_vec3 from, kbx_vec3 move, double t)
{
  const kbx_vec p = { (float) (from.x + t * move.x), (float) (from.y + t * move.y) };
  const kbx_height_place place = kbx_heightmap_at (map, p, KBX_HEIGHT_BILINEAR);
  const bool side = r->side >= 0 && t <= r->begin && from.z + t * move.z < place.z;
  const float out = side && r->way[r->side] > 0 ? -1 : 1;
  const kbx_vec3 at = { p.x, p.y, side ? (float) (from.z + t * move.z) : place.z },
                 outwards = { r->side == 0 ? out : 0, r->side == 1 ? out : 0, 0 };
  kbx_hit3 hit = kbx_no_hit3 (KBX_OK);
  hit.hit = true;
  hit.fraction = (float) t;
  hit.point = at;
  hit.normal = side ? outwards : place.normal;
  return hit;
}

KBX_API kbx_hit3
kbx_heightmap_ray (kbx_handle map, kbx_vec3 from, kbx_vec3 move)
{
  kbx_height_ray r;
  if (kbx_bytes_of (map, KBX_HEIGHTMAP) == NULL || !kbx_vec3_valid (from) || !kbx_vec3_valid (move))
    return kbx_no_hit3 (KBX_ERROR_ARGUMENT);
  r.v = kbx_read_heightmap (kbx_bytes_of (map, KBX_HEIGHTMAP));
  r.from[0] = (from.x - r.v.at.x) / r.v.cell;
  r.from[1] = (from.y - r.v.at.y) / r.v.cell;
  r.way[0] = move.x / r.v.cell;
  r.way[1] = move.y / r.v.cell;
  r.z = from.z;
  r.rise = move.z;
  r.enough = 0;
  if (!kbx_ray_clip (&r))
    return kbx_no_hit3 (KBX_OK);
  r.tops = kbx_read_tops (kbx_bytes_of (map, KBX_HEIGHTMAP));
  if (r.begin == 0)
    {
      const kbx_height_spot spot = kbx_spot_of (&r.v, r.from[0], r.from[1]);
      const double ground = kbx_spot_height (&r.v, &spot);
      if (from.z < (float) ground)
        {
          kbx_hit3 hit = kbx_height_hit (map, &r, from, move, 0);
          hit.started_inside = true;
          hit.point = from;
          return hit;
        }
      if (from.z == (float) ground)
        {
          r.z = ground;
          r.enough = KBX_HEIGHT_RISE;
        }
    }
  const double t = kbx_ray_run (&r);
  return t < 0 ? kbx_no_hit3 (KBX_OK) : kbx_height_hit (map, &r, from, move, t < 1 ? t : 1);
}
