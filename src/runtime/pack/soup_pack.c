/* SPDX-License-Identifier: MIT */
/* Builds the octree of a soup, level by level. A cube is divided as long as that does not repeat
 * polygons too often. The tree is built twice: to count its nodes and entries, and to write
 * them. */
#include "runtime/pack/packing.h"
#include "runtime/solids/soup.h"

/* A leaf with this many polygons is not divided. */
#define KBX_SOUP_LEAF 8u

typedef struct {
  kbx_cube cube;
  uint32_t first, count; /* in the list of its level */
} kbx_soup_cell;

/* The cells of a level and the polygons each lists. */
typedef struct {
  kbx_soup_cell *cells;
  uint32_t *list;
  uint32_t cell_count, list_count;
} kbx_soup_level;

typedef struct {
  const kbx_soup_plan *plan;
  kbx_soup_level level, next;
  uint32_t room; /* of the arrays of cells and of list entries, for each level */
  double slack;
  uint64_t node_count, entry_count;
  uint8_t *nodes, *entries; /* NULL: count only */
} kbx_soup_builder;

/* ---- input ---- */

/* Corners may be off the plane or an edge by no more than the coordinates were rounded. */
static const char *
kbx_polygon3_trouble (kbx_polygon3 polygon)
{
  const kbx_wide3 n = kbx_unit3 (kbx_newell (polygon));

  for (uint32_t i = 0; i < polygon.count; i++)
    for (uint32_t k = 0; k < polygon.count; k++)
      {
        const kbx_segment3 edge = kbx_edge3 (polygon, i);
        const kbx_wide3 along = kbx_from_to3 (edge.a, edge.b), p = kbx_widen3 (polygon.corners[k]);
        const kbx_wide3 way = kbx_minus3 (p, kbx_widen3 (edge.a));
        const double rounding = 1e-6 * (1 + fabs (p.x) + fabs (p.y) + fabs (p.z));
        if (fabs (kbx_dot3 (n, way)) > rounding)
          return KBX_N_ ("expected a flat polygon");
        if (kbx_dot3 (kbx_cross3 (n, along), way) < -rounding * kbx_length3 (along))
          return KBX_N_ ("expected a convex polygon");
      }
  return NULL;
}

static const char *
kbx_soup_trouble (const kbx_soup_plan *plan, uint32_t i)
{
  const kbx_shape3 *polygon = &plan->polygons[i];

  if (polygon->kind != KBX_SHAPE3_POLYGON || polygon->as.polygon.count > KBX_SOUP_CORNERS)
    return KBX_N_ ("expected a polygon of 3 to 64 corners");
  kbx_plane plane = kbx_plane_through (polygon->as.polygon.corners, polygon->as.polygon.count);
  if (plane.normal.x == 0 && plane.normal.y == 0 && plane.normal.z == 0)
    return KBX_N_ ("expected corners within the world, not all on one line");
  if (plan->classes != NULL && plan->classes[i] >= KBX_MAX_CLASSES)
    return KBX_N_ ("expected a class from 0 to 63");
  return kbx_polygon3_trouble (polygon->as.polygon);
}

/* The bounds of polygons from..to, or (0, 0, 0) for none. */
static kbx_box3
kbx_soup_bounds (const kbx_soup_plan *plan, uint32_t from, uint32_t to)
{
  kbx_box3 box = { { 0, 0, 0 }, { 0, 0, 0 } };

  for (uint32_t i = from; i < to; i++)
    for (uint32_t k = 0; k < plan->polygons[i].as.polygon.count; k++)
      {
        const kbx_vec3 p = plan->polygons[i].as.polygon.corners[k];
        const bool first = i == from && k == 0;
        box.min.x = first || p.x < box.min.x ? p.x : box.min.x;
        box.min.y = first || p.y < box.min.y ? p.y : box.min.y;
        box.min.z = first || p.z < box.min.z ? p.z : box.min.z;
        box.max.x = first || p.x > box.max.x ? p.x : box.max.x;
        box.max.y = first || p.y > box.max.y ? p.y : box.max.y;
        box.max.z = first || p.z > box.max.z ? p.z : box.max.z;
      }
  return box;
}

/* ---- the tree ---- */

/* Whether the polygon may be near the cube, by its bounds and its plane. */
static bool
kbx_soup_near_cube (const kbx_soup_builder *b, uint32_t index, const kbx_cube *cube)
{
  const kbx_box3 box = kbx_soup_bounds (b->plan, index, index + 1);
  const kbx_polygon3 polygon = b->plan->polygons[index].as.polygon;
  const double room = cube->half + b->slack;
  const kbx_wide3 c = cube->centre;

  if (box.min.x > c.x + room || box.max.x < c.x - room || box.min.y > c.y + room ||
      box.max.y < c.y - room || box.min.z > c.z + room || box.max.z < c.z - room)
    return false;
  const kbx_wide3 n = kbx_newell (polygon);
  return fabs (kbx_dot3 (n, kbx_minus3 (c, kbx_widen3 (polygon.corners[0])))) <=
         (fabs (n.x) + fabs (n.y) + fabs (n.z)) * room;
}

/* Adds the children of a cell to the next level. Returns false, without adding any, if it stays
 * whole. */
static bool
kbx_soup_divide (kbx_soup_builder *b, const kbx_soup_cell *cell, uint32_t depth)
{
  kbx_soup_level *next = &b->next;
  const uint32_t cells = next->cell_count, entries = next->list_count;

  if (cell->count <= KBX_SOUP_LEAF || depth == KBX_SOUP_DEPTH || b->room - cells < 8)
    return false;
  for (uint32_t i = 0; i < 8; i++)
    {
      kbx_soup_cell *child = &next->cells[next->cell_count++];
      child->cube = kbx_child_cube (cell->cube, i);
      child->first = next->list_count;
      for (uint32_t k = 0; k < cell->count; k++)
        {
          const uint32_t index = b->level.list[cell->first + k];
          if (!kbx_soup_near_cube (b, index, &child->cube))
            continue;
          if (next->list_count == b->room || next->list_count - entries == 2 * cell->count)
            {
              next->cell_count = cells;
              next->list_count = entries;
              return false;
            }
          next->list[next->list_count++] = index;
        }
      child->count = next->list_count - child->first;
    }
  return true;
}

static void
kbx_soup_put_cell (kbx_soup_builder *b, const kbx_soup_cell *cell, uint64_t node, bool divided,
                   uint64_t child)
{
  if (b->nodes != NULL)
    {
      kbx_store_u32 (b->nodes + node * 8, (uint32_t) (divided ? child : b->entry_count));
      kbx_store_u32 (b->nodes + node * 8 + 4, divided ? KBX_SOUP_INNER : cell->count);
      for (uint32_t k = 0; k < cell->count && !divided; k++)
        kbx_store_u32 (b->entries + (b->entry_count + k) * 4, b->level.list[cell->first + k]);
    }
  b->entry_count += divided ? 0 : cell->count;
}

static void
kbx_soup_build (kbx_soup_builder *b, kbx_cube root)
{
  const kbx_soup_cell whole = { root, 0, b->plan->count };

  b->entry_count = b->node_count = 0;
  b->level.cell_count = 1;
  b->level.cells[0] = whole;
  for (uint32_t i = 0; i < b->plan->count; i++)
    b->level.list[i] = i;
  for (uint32_t depth = 0; b->level.cell_count > 0; depth++)
    {
      const uint64_t first = b->node_count;
      b->next.cell_count = b->next.list_count = 0;
      b->node_count += b->level.cell_count;
      for (uint32_t i = 0; i < b->level.cell_count; i++)
        {
          const uint64_t child = b->node_count + b->next.cell_count;
          const bool divided = kbx_soup_divide (b, &b->level.cells[i], depth);
          kbx_soup_put_cell (b, &b->level.cells[i], first + i, divided, child);
        }
      kbx_soup_level swap = b->level;
      b->level = b->next;
      b->next = swap;
    }
}

/* ---- bytes ---- */

/* A cube that contains all corners. Floats are rounded outwards. */
static kbx_cube
kbx_soup_root_cube (const kbx_soup_plan *plan)
{
  const kbx_box3 box = kbx_soup_bounds (plan, 0, plan->count);
  const kbx_wide3 size = kbx_from_to3 (box.min, box.max);
  kbx_cube root;

  root.centre = kbx_widen3 (
      kbx_narrow3 (kbx_times3 (kbx_plus3 (kbx_widen3 (box.min), kbx_widen3 (box.max)), 0.5)));
  root.half = (float) (0.5 * kbx_farthest (size, 0) + 1e-6 * kbx_farthest (root.centre, 1));
  return root;
}

static void
kbx_soup_put_header (uint8_t *p, const kbx_soup_builder *b, kbx_cube root, uint32_t corners,
                     uint64_t size)
{
  const uint32_t words[10] = { (uint32_t) size,
                               b->plan->count,
                               corners,
                               (uint32_t) b->node_count,
                               (uint32_t) b->entry_count,
                               kbx_bits_of ((float) root.centre.x),
                               kbx_bits_of ((float) root.centre.y),
                               kbx_bits_of ((float) root.centre.z),
                               kbx_bits_of ((float) root.half),
                               0 };
  kbx_store_words (p, words, 10);
}

static void
kbx_soup_put_polygons (uint8_t *p, const kbx_soup_plan *plan)
{
  uint8_t *tags = p + ((size_t) plan->count + 1) * 4, *at = tags + (size_t) plan->count * 4;
  uint32_t corners = 0;

  kbx_store_u32 (p, 0);
  for (uint32_t i = 0; i < plan->count; i++)
    {
      const kbx_shape3 *polygon = &plan->polygons[i];
      const uint32_t class_index = plan->classes != NULL ? plan->classes[i] : 0;
      kbx_store_u32 (tags + (size_t) i * 4,
                     class_index | (polygon->one_way ? KBX_SOUP_ONE_WAY : 0));
      for (uint32_t k = 0; k < polygon->as.polygon.count; k++, at += 12)
        {
          kbx_store_f32 (at, polygon->as.polygon.corners[k].x);
          kbx_store_f32 (at + 4, polygon->as.polygon.corners[k].y);
          kbx_store_f32 (at + 8, polygon->as.polygon.corners[k].z);
        }
      corners += polygon->as.polygon.count;
      kbx_store_u32 (p + (size_t) (i + 1) * 4, corners);
    }
}

size_t
kbx_soup_pack (const kbx_soup_plan *plan, void *work, size_t work_size, void *bytes,
               size_t capacity, kbx_error *error)
{
  uint64_t size, corners = 0;
  kbx_soup_view v;

  if (plan == NULL || (plan->polygons == NULL && plan->count > 0))
    return kbx_pack_refuse (error, KBX_ERROR_ARGUMENT, "", 0, "no plan, or no polygons");
  if (plan->count > KBX_SOUP_MOST)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0, "expected at most 2^24 polygons");
  for (uint32_t i = 0; i < plan->count; i++)
    {
      const char *message = kbx_soup_trouble (plan, i);
      if (message != NULL)
        return kbx_pack_refuse (error, KBX_ERROR_VALUE, "poly", i, message);
      corners += plan->polygons[i].as.polygon.count;
    }
  kbx_soup_builder b = KBX_ZEROS;
  b.plan = plan;
  b.room = 4 * plan->count + 64;
  if (work == NULL || work_size < KBX_SOUP_WORK (plan->count))
    return kbx_pack_no_room (error);
  b.level.cells = (kbx_soup_cell *) (void *) ((uint8_t *) work + (-(uintptr_t) work & 15));
  b.next.cells = b.level.cells + b.room;
  b.level.list = (uint32_t *) (void *) (b.next.cells + b.room);
  b.next.list = b.level.list + b.room;
  const kbx_cube root = kbx_soup_root_cube (plan);
  b.slack = KBX_SOUP_SLACK * kbx_farthest (root.centre, root.half);
  kbx_soup_build (&b, root);
  size = KBX_SOUP_HEADER + 8 * (uint64_t) plan->count + 4 + 12 * corners + 8 * b.node_count +
         4 * b.entry_count;
  if (size > UINT32_MAX)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0,
                            "expected polygons that take less than 4 GiB");
  if (bytes == NULL || capacity < size)
    return kbx_pack_done (error, (size_t) size);
  kbx_soup_put_header ((uint8_t *) bytes, &b, root, (uint32_t) corners, size);
  kbx_soup_put_polygons ((uint8_t *) bytes + KBX_SOUP_HEADER, plan);
  kbx_read_soup ((const uint8_t *) bytes, &v);
  b.nodes = (uint8_t *) bytes + (v.nodes - (const uint8_t *) bytes);
  b.entries = (uint8_t *) bytes + (v.entries - (const uint8_t *) bytes);
  kbx_soup_build (&b, root);
  return kbx_pack_done (error, (size_t) size);
}
