/* SPDX-License-Identifier: MIT */
/* Queries of a soup: a walk through the cubes that a move enters, nearer ones first. */
#include "runtime/bits.h"
#include "runtime/solids/solids.h"
#include "runtime/solids/soup.h"

/* A part of the tree still to visit: at most seven children of each level, and eight. */
typedef struct {
  kbx_cube cube;
  uint32_t node;
} kbx_soup_visit;

#define KBX_SOUP_VISITS (7 * KBX_SOUP_DEPTH + 8)

typedef struct {
  kbx_soup_visit stack[KBX_SOUP_VISITS];
  uint32_t depth;
  uint32_t last; /* the last of eight children is the one in this octant */
} kbx_soup_walk;

/* The polygons that block, and space for the corners of one. */
typedef struct {
  kbx_soup_view view;
  kbx_class_set classes;
  const uint64_t *removed;
  kbx_vec3 corners[KBX_SOUP_CORNERS];
} kbx_soup_reader;

static uint32_t
kbx_load_corners (const kbx_soup_view *v, uint32_t index, kbx_vec3 *corners, uint32_t capacity)
{
  const uint32_t first = kbx_load_u32 (v->firsts + (size_t) index * 4);
  const uint32_t count = kbx_load_u32 (v->firsts + (size_t) index * 4 + 4) - first;
  for (uint32_t i = 0; i < count && i < capacity; i++)
    {
      const uint8_t *p = v->corners + ((size_t) first + i) * 12;
      corners[i].x = kbx_load_f32 (p);
      corners[i].y = kbx_load_f32 (p + 4);
      corners[i].z = kbx_load_f32 (p + 8);
    }
  return count;
}

/* Reads a polygon. Returns false if it does not block. */
static bool
kbx_soup_take (kbx_soup_reader *r, uint32_t index, kbx_shape3 *polygon)
{
  const uint32_t tag = kbx_load_u32 (r->view.tags + (size_t) index * 4);
  if ((r->classes >> (tag & (KBX_MAX_CLASSES - 1)) & 1) == 0 ||
      (r->removed != NULL && (r->removed[index >> 6] >> (index & 63) & 1) != 0))
    return false;
  KBX_STEPS (1);
  polygon->kind = KBX_SHAPE3_POLYGON;
  polygon->one_way = (tag & KBX_SOUP_ONE_WAY) != 0;
  polygon->as.polygon.corners = r->corners;
  polygon->as.polygon.count = kbx_load_corners (&r->view, index, r->corners, KBX_SOUP_CORNERS);
  return true;
}

static bool
kbx_soup_begin (kbx_soup_reader *r, kbx_handle soup, kbx_class_set classes, const uint64_t *removed)
{
  if (kbx_bytes_of (soup, KBX_SOUP) == NULL)
    return false;
  kbx_read_soup (kbx_bytes_of (soup, KBX_SOUP), &r->view);
  r->classes = classes;
  r->removed = removed;
  return true;
}

/* ---- moves ---- */

/* A box around the moving mover. */
typedef struct {
  double from[3], move[3], reach[3];
} kbx_moving_box;

static kbx_moving_box
kbx_moving_box_of (const kbx_soup_view *v, const kbx_shape3 *mover, kbx_vec3 move)
{
  const bool box = mover->kind == KBX_SHAPE3_BOX || mover->kind == KBX_SHAPE3_OBB;
  const double r = mover->kind == KBX_SHAPE3_SPHERE ? (double) mover->as.sphere.radius : 0;
  const kbx_wide_box3 wide = kbx_widen_box3 (mover);
  /* Valid for a sphere too, whose first member is its centre */
  const kbx_wide3 from = box ? wide.centre : kbx_widen3 (mover->as.point);
  kbx_moving_box m = { { from.x, from.y, from.z }, { move.x, move.y, move.z }, { r, r, r } };

  for (int i = 0; i < 3 && box; i++)
    {
      m.reach[0] += wide.half[i] * fabs (wide.axis[i].x);
      m.reach[1] += wide.half[i] * fabs (wide.axis[i].y);
      m.reach[2] += wide.half[i] * fabs (wide.axis[i].z);
    }
  double slack = kbx_farthest (v->centre, v->half) + kbx_farthest (from, 0) +
                 kbx_farthest (kbx_widen3 (move), 0);
  slack += m.reach[0] + m.reach[1] + m.reach[2];
  for (int i = 0; i < 3; i++)
    m.reach[i] += KBX_SOUP_SLACK * slack;
  return m;
}

/* Whether it reaches the cube before this fraction of the move. */
static bool
kbx_comes_to_cube (const kbx_moving_box *m, const kbx_cube *cube, double before)
{
  const double centre[3] = { cube->centre.x, cube->centre.y, cube->centre.z };
  double enter = 0, leave = before;

  for (int k = 0; k < 3; k++)
    {
      const double to = centre[k] - m->from[k], room = cube->half + m->reach[k],
                   speed = fabs (m->move[k]);
      const double ahead = m->move[k] < 0 ? -to : to;
      if (fabs (to) > room && (speed == 0 || ahead < 0))
        return false;
      if (speed > 0)
        {
          const double in = (ahead - room) / speed, out = (ahead + room) / speed;
          enter = in > enter ? in : enter;
          leave = out < leave ? out : leave;
        }
    }
  return enter <= leave;
}

static kbx_soup_walk
kbx_soup_walk_from (const kbx_soup_view *v, uint32_t last)
{
  const kbx_soup_visit root = { { v->centre, v->half }, 0 };
  kbx_soup_walk walk;
  walk.stack[0] = root;
  walk.depth = 1;
  walk.last = last;
  return walk;
}

/* The entries of the next leaf that the box reaches before a fraction of its move, or false if
 * there is none. */
static bool
kbx_soup_next_leaf (const kbx_soup_view *v, kbx_soup_walk *walk, const kbx_moving_box *box,
                    double before, const uint8_t **entries, uint32_t *count)
{
  while (walk->depth > 0)
    {
      const kbx_soup_visit at = walk->stack[--walk->depth];
      const uint32_t first = kbx_load_u32 (v->nodes + (size_t) at.node * 8);
      if (!kbx_comes_to_cube (box, &at.cube, before))
        continue;
      *entries = v->entries + (size_t) first * 4;
      *count = kbx_load_u32 (v->nodes + (size_t) at.node * 8 + 4);
      if (*count != KBX_SOUP_INNER)
        return true;
      for (uint32_t i = 0; i < 8; i++)
        {
          const kbx_soup_visit child = { kbx_child_cube (at.cube, i ^ walk->last),
                                         first + (i ^ walk->last) };
          walk->stack[walk->depth++] = child;
        }
    }
  return false;
}

KBX_API kbx_hit3
kbx_soup_cast (kbx_handle soup, kbx_shape3 mover, kbx_vec3 move, kbx_class_set classes,
               const uint64_t *removed)
{
  const uint32_t last =
      (uint32_t) (move.x >= 0) | (uint32_t) (move.y >= 0) << 1 | (uint32_t) (move.z >= 0) << 2;
  kbx_soup_reader r;
  kbx_hit3 best = kbx_no_hit3 (KBX_OK), hit;
  kbx_shape3 polygon;
  const uint8_t *entries;
  uint32_t count;

  if (!kbx_soup_begin (&r, soup, classes, removed) || !kbx_can_move3 (&mover) ||
      !kbx_vec3_valid (move))
    return kbx_no_hit3 (KBX_ERROR_ARGUMENT);
  kbx_moving_box box = kbx_moving_box_of (&r.view, &mover, move);
  kbx_soup_walk walk = kbx_soup_walk_from (&r.view, last);
  /* Fractions are compared as floats, so an equal one may follow */
  while (kbx_soup_next_leaf (&r.view, &walk, &box, (double) best.fraction + 1e-6, &entries, &count))
    for (uint32_t i = 0; i < count; i++)
      {
        const uint32_t index = kbx_load_u32 (entries + (size_t) i * 4);
        if (!kbx_soup_take (&r, index, &polygon))
          continue;
        hit = kbx_cast_valid3 (&mover, move, &polygon);
        if (hit.hit && (!best.hit || hit.fraction < best.fraction ||
                        (hit.fraction == best.fraction && index < best.index)))
          {
            best = hit;
            best.index = index;
            best.class_index =
                kbx_load_u32 (r.view.tags + (size_t) index * 4) & (KBX_MAX_CLASSES - 1);
          }
      }
  return best;
}

/* ---- a box ---- */

#define KBX_SOUP_WINDOW 4096u

/* Marks the polygons from `window` on that touch the box. Returns the first one past the window, or
 * KBX_NONE. */
static uint32_t
kbx_soup_mark (kbx_soup_reader *r, const kbx_shape3 *shape, const kbx_moving_box *box,
               uint32_t window, uint64_t marks[KBX_SOUP_WINDOW / 64])
{
  kbx_soup_walk walk = kbx_soup_walk_from (&r->view, 7);
  kbx_shape3 polygon;
  const uint8_t *entries;
  uint32_t count, beyond = KBX_NONE;

  memset (marks, 0, KBX_SOUP_WINDOW / 8);
  while (kbx_soup_next_leaf (&r->view, &walk, box, 0, &entries, &count))
    for (uint32_t i = 0; i < count; i++)
      {
        const uint32_t index = kbx_load_u32 (entries + (size_t) i * 4), bit = index - window;
        if (index >= window && bit >= KBX_SOUP_WINDOW)
          beyond = index < beyond ? index : beyond;
        else if (index >= window && (marks[bit >> 6] >> (bit & 63) & 1) == 0 &&
                 kbx_soup_take (r, index, &polygon) && kbx_overlap3 (*shape, polygon))
          marks[bit >> 6] |= (uint64_t) 1 << (bit & 63);
      }
  return beyond;
}

KBX_API uint32_t
kbx_soup_touching (kbx_handle soup, kbx_box3 box, kbx_class_set classes, const uint64_t *removed,
                   uint32_t *indices, uint32_t capacity)
{
  const kbx_shape3 shape = kbx_shape3_box (box);
  const kbx_vec3 still = { 0, 0, 0 };
  uint64_t marks[KBX_SOUP_WINDOW / 64];
  kbx_soup_reader r;
  uint32_t found = 0;

  if (!kbx_soup_begin (&r, soup, classes, removed) || !kbx_box3_valid (box))
    return 0;
  kbx_moving_box m = kbx_moving_box_of (&r.view, &shape, still);
  for (uint32_t window = 0; window != KBX_NONE;)
    {
      const uint32_t beyond = kbx_soup_mark (&r, &shape, &m, window, marks);
      for (uint32_t word = 0; word < KBX_SOUP_WINDOW / 64; word++)
        for (uint64_t set = marks[word]; set != 0; set &= set - 1, found++)
          if (indices != NULL && found < capacity)
            indices[found] = window + 64 * word + kbx_lowest_bit (set);
      window = beyond;
    }
  return found;
}

KBX_API uint32_t
kbx_soup_polygon (kbx_handle soup, uint32_t index, kbx_vec3 *corners, uint32_t capacity)
{
  kbx_soup_view v;
  if (kbx_bytes_of (soup, KBX_SOUP) == NULL)
    return 0;
  kbx_read_soup (kbx_bytes_of (soup, KBX_SOUP), &v);
  return index < v.polygon_count
             ? kbx_load_corners (&v, index, corners, corners != NULL ? capacity : 0)
             : 0;
}
