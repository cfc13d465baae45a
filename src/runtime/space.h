/* SPDX-License-Identifier: MIT */
/* Maps between a frame's own coordinates and the world's. A map moves, and mirrors or not, each axis:
 * a real coordinate c goes to ox + c, or to ox - c where mirrored. Pixel p is the interval [p, p+1),
 * so a mirrored pixel goes to ox - 1 - p. Offsets are 64-bit: any two int32 poses can be combined. */
#ifndef KBX_SPACE_H
#define KBX_SPACE_H

#include "runtime/records.h"

typedef struct {
  int64_t ox, oy;
  bool mx, my;
} kbx_map;

/* A half-open box of pixels that cannot overflow. */
typedef struct { int64_t x0, y0, x1, y1; } kbx_area;

/* Mirroring about the centre of the hot spot's pixel is its own inverse: one map serves both ways. */
static inline kbx_map
kbx_map_to_world (const kbx_fram_record *frame, kbx_pose pose)
{
  kbx_map m;
  m.mx = pose.flip_x;
  m.my = pose.flip_y;
  m.ox = pose.flip_x ? (int64_t) pose.x + frame->hot_x + 1 : (int64_t) pose.x - frame->hot_x;
  m.oy = pose.flip_y ? (int64_t) pose.y + frame->hot_y + 1 : (int64_t) pose.y - frame->hot_y;
  return m;
}

static inline kbx_map
kbx_map_to_frame (const kbx_fram_record *frame, kbx_pose pose)
{
  kbx_map m;
  m.mx = pose.flip_x;
  m.my = pose.flip_y;
  m.ox = pose.flip_x ? (int64_t) pose.x + frame->hot_x + 1 : (int64_t) frame->hot_x - pose.x;
  m.oy = pose.flip_y ? (int64_t) pose.y + frame->hot_y + 1 : (int64_t) frame->hot_y - pose.y;
  return m;
}

/* First `inner`, then `outer`. */
static inline kbx_map
kbx_map_chain (kbx_map outer, kbx_map inner)
{
  kbx_map m;
  m.mx = outer.mx != inner.mx;
  m.my = outer.my != inner.my;
  m.ox = outer.mx ? outer.ox - inner.ox : outer.ox + inner.ox;
  m.oy = outer.my ? outer.oy - inner.oy : outer.oy + inner.oy;
  return m;
}

/* The way back: a mirrored axis is its own. */
static inline kbx_map
kbx_map_back (kbx_map m)
{
  m.ox = m.mx ? m.ox : -m.ox;
  m.oy = m.my ? m.oy : -m.oy;
  return m;
}

static inline int64_t kbx_map_pixel_x (kbx_map m, int64_t x) { return m.mx ? m.ox - 1 - x : m.ox + x; }
static inline int64_t kbx_map_pixel_y (kbx_map m, int64_t y) { return m.my ? m.oy - 1 - y : m.oy + y; }

/* On the grid of 1/256 pixel. */
static inline int64_t kbx_map_grid_x (kbx_map m, int64_t x) { return m.ox * KBX_GRID + (m.mx ? -x : x); }
static inline int64_t kbx_map_grid_y (kbx_map m, int64_t y) { return m.oy * KBX_GRID + (m.my ? -y : y); }

static inline kbx_area
kbx_map_area (kbx_map m, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
  kbx_area a;
  a.x0 = m.mx ? m.ox - x1 : m.ox + x0;
  a.x1 = m.mx ? m.ox - x0 : m.ox + x1;
  a.y0 = m.my ? m.oy - y1 : m.oy + y0;
  a.y1 = m.my ? m.oy - y0 : m.oy + y1;
  return a;
}

/* The nearest int32. */
static inline int32_t
kbx_clamp (int64_t v)
{
  return v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : (int32_t) v;
}

static inline kbx_point
kbx_map_point (kbx_map m, int64_t x, int64_t y)
{
  kbx_point p;
  p.x = kbx_clamp (kbx_map_pixel_x (m, x));
  p.y = kbx_clamp (kbx_map_pixel_y (m, y));
  return p;
}

static inline kbx_box
kbx_map_box (kbx_map m, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
  kbx_area a = kbx_map_area (m, x0, y0, x1, y1);
  kbx_box b;
  b.x0 = kbx_clamp (a.x0);
  b.y0 = kbx_clamp (a.y0);
  b.x1 = kbx_clamp (a.x1);
  b.y1 = kbx_clamp (a.y1);
  return b;
}

/* A point of the grid in pixels of the world, rounded once. */
static inline kbx_vec
kbx_map_vec (kbx_map m, int64_t x, int64_t y)
{
  kbx_vec v;
  v.x = (float) ((double) kbx_map_grid_x (m, x) / KBX_GRID);
  v.y = (float) ((double) kbx_map_grid_y (m, y) / KBX_GRID);
  return v;
}

static inline kbx_vec
kbx_map_direction (kbx_map m, float dx, float dy)
{
  kbx_vec v;
  v.x = m.mx ? kbx_float_turned (dx) : dx;
  v.y = m.my ? kbx_float_turned (dy) : dy;
  return v;
}

static inline kbx_box
kbx_empty_box (void)
{
  kbx_box b = { 0, 0, 0, 0 };
  return b;
}

#endif
