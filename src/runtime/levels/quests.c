/* SPDX-License-Identifier: MIT */
/* The first thing that a mover meets in all layers, and where it stops before it.
 *
 * Each layer answers alone. The smallest fraction wins, in double, then the first layer. A stop is
 * a position where the mover meets nothing in any layer, and neither on the straight way to it. So
 * a mover that goes from stop to stop never passes anything solid. */
#include "runtime/levels/layers.h"

#include <math.h>

#include "runtime/levels/level.h"
#include "runtime/levels/motion.h"

/* A mover on the grid. A rectangle's search is with the disc around it, and tests it exactly. False
 * outside the limits. */
static bool
kbx_walls_way (kbx_way *way, kbx_rect *rect, const uint8_t *bytes, const kbx_probe *probe)
{
  const kbx_stepped s = kbx_probe_steps (probe);
  const double unit = kbx_probe_unit (probe), w = (double) (s.hi[0] - s.lo[0]) / unit,
               h = (double) (s.hi[1] - s.lo[1]) / unit;
  const bool round = probe->kind == KBX_SHAPE_POINT || probe->kind == KBX_SHAPE_CIRCLE;
  way->bytes = bytes;
  way->level = probe->level;
  way->filter = kbx_walls_filter_of (probe->classes, probe->change, probe->drop_through);
  way->any = probe->any;
  way->ends = 0;
  way->in_front = probe->in_front;
  way->behind = false;
  way->rect = round ? NULL : rect;
  rect->min = kbx_narrow (kbx_wide_make ((double) s.lo[0] / unit, (double) s.lo[1] / unit));
  rect->max = kbx_narrow (kbx_wide_make ((double) s.hi[0] / unit, (double) s.hi[1] / unit));
  way->mover = kbx_level_circle (kbx_level_snap (kbx_narrow (kbx_rect_middle (*rect))),
                                 round ? probe->radius
                                       : (float) (kbx_root (w * w + h * h) / 2 + 1.0 / 64));
  way->to = kbx_vec_moved (way->mover.centre,
                           kbx_wide_make ((double) s.way[0] / unit, (double) s.way[1] / unit));
  return kbx_probe_within (probe, KBX_LEVEL_LIMIT);
}

/* Does the mover overlap a one-way wall at the start? For the same movers. */
static bool
kbx_way_overlaps (const kbx_way *way)
{
  kbx_seek seek;
  kbx_read_level (way->bytes, &seek.view);
  seek.filter = way->filter;
  seek.kind = KBX_SEEK_OVERLAPPED;
  seek.rect = way->rect;
  kbx_seek_begin (&seek, way->mover, way->mover.centre);
  kbx_seek_run (&seek);
  return seek.best.hit;
}

/* Does the mover overlap a one-way wall where it is? */
static bool
kbx_walls_overlapped (const uint8_t *bytes, const kbx_probe *probe)
{
  kbx_rect rect;
  kbx_way way;
  return kbx_walls_way (&way, &rect, bytes, probe) && kbx_way_overlaps (&way);
}

KBX_INTERNAL void
kbx_walls_meet (const uint8_t *bytes, const kbx_probe *probe, kbx_met *met)
{
  const bool round = probe->kind == KBX_SHAPE_POINT || probe->kind == KBX_SHAPE_CIRCLE;
  kbx_rect rect;
  kbx_way way;
  const bool good =
    kbx_walls_way (&way, &rect, bytes, probe)
    && (probe->kind == KBX_SHAPE_POINT ? kbx_way_point (&way) : kbx_way_seek (&way));
  met->status = good ? KBX_OK : KBX_ERROR_ARGUMENT;
  if (!good || !way.ray.hit)
    return;
  kbx_met_ray (met, round ? kbx_wide (way.mover.centre) : kbx_wide_make (0, 0), way.ray);
  met->index = way.wall;
  met->class_index = way.class_index;
  met->behind = way.behind;
  if (!round && !met->inside)
    kbx_met_stop (met, probe);
}

/* ---- joints ---- */

/* Slanted walls in one line are one face, also where a corner of the mover touches the end of one
 * and the beginning of the next. Faces along an axis need no such search: the side of a mover is
 * longer than a point, so of two walls it meets one as a face. */

/* Walls looked at around a corner. */
#define KBX_JOINT_WALLS 64

/* The face of a wall that the mover touches with a corner. */
typedef struct {
  kbx_wide_vec corner, along, normal;
  bool before, beyond; /* the wall reaches to this side of the corner */
} kbx_joint;

/* Zeros for other kinds of things. */
static kbx_wall
kbx_joint_wall (const kbx_quest *quest, const kbx_thing *thing)
{
  return kbx_walls_wall (kbx_layers_handle (&quest->layers, thing->layer), thing->index);
}

/* Which sides of the corner the wall reaches, if it is in one line with the face and stops what
 * touches that. */
static void
kbx_joint_reach (kbx_joint *joint, const kbx_wall *wall)
{
  const kbx_wide_vec to_a = kbx_wide_minus (kbx_wide (wall->segment.a), joint->corner),
                     to_b = kbx_wide_minus (kbx_wide (wall->segment.b), joint->corner);
  const double a = kbx_dot (to_a, joint->along), b = kbx_dot (to_b, joint->along);
  const bool faces =
    !wall->one_way
    || kbx_dot (kbx_wide_left (kbx_wide_minus (to_b, to_a)), joint->normal) > 0;
  if (!faces || kbx_cross (to_a, joint->along) != 0 || kbx_cross (to_b, joint->along) != 0
      || (a > 0 && b > 0) || (a < 0 && b < 0))
    return;
  joint->before |= a < 0 || b < 0;
  joint->beyond |= a > 0 || b > 0;
}

/* The face on the mover's side of a wall, or false if no corner is on its line. */
static bool
kbx_joint_begin (kbx_joint *joint, const kbx_probe *p, const kbx_wall *wall)
{
  const kbx_wide_vec a = kbx_wide (wall->segment.a);
  joint->before = joint->beyond = false;
  joint->along = kbx_from_to (wall->segment.a, wall->segment.b);
  if (joint->along.x == 0 || joint->along.y == 0)
    return false;
  for (int left = 0; left < 2; left++)
    {
      const kbx_wide_vec v = left ? joint->along : kbx_wide_turned (joint->along);
      joint->corner =
        kbx_wide_make (v.y > 0 ? p->hi.x : p->lo.x, v.x > 0 ? p->lo.y : p->hi.y);
      joint->normal = kbx_unit (kbx_wide_left (v));
      if (kbx_cross (v, kbx_wide_way (a, joint->corner)) == 0)
        return left || !wall->one_way;
    }
  return false;
}

/* Where the first thing met is a slanted wall's end: the face that the move goes into most of those
 * that two walls in one line make there. */
static void
kbx_quest_join (kbx_quest *quest, kbx_first_met *first)
{
  const kbx_probe before = quest->probe;
  const kbx_wide_vec way = kbx_wide_times (before.move, first->met.t);
  kbx_thing things[KBX_JOINT_WALLS];
  kbx_probe *p = &quest->probe;
  p->lo = kbx_wide_near (kbx_wide_make (p->lo.x + way.x, p->lo.y + way.y), KBX_GRID);
  p->hi = kbx_wide_near (kbx_wide_make (p->hi.x + way.x, p->hi.y + way.y), KBX_GRID);
  const uint32_t all = kbx_quest_touching (quest, things, KBX_JOINT_WALLS),
                 count = all < KBX_JOINT_WALLS ? all : KBX_JOINT_WALLS;
  for (uint32_t i = 0; i < count; i++)
    {
      const kbx_wall wall = kbx_joint_wall (quest, &things[i]);
      kbx_joint joint;
      if (!kbx_joint_begin (&joint, p, &wall) || kbx_dot (joint.normal, before.move) >= 0)
        continue;
      for (uint32_t k = 0; k < count; k++)
        {
          const kbx_wall other = kbx_joint_wall (quest, &things[k]);
          kbx_joint_reach (&joint, &other);
        }
      kbx_met met = first->met;
      met.end = met.exact = false;
      met.normal = joint.normal;
      met.at = joint.corner;
      if (!joint.before || !joint.beyond || !kbx_met_before (&met, &first->met, &before))
        continue;
      met.index = things[i].index;
      met.class_index = things[i].class_index;
      *first = KBX_LITERAL (kbx_first_met){ met, KBX_WALLS, things[i].layer };
    }
  quest->probe = before;
}

/* ---- cells ---- */

/* When an interval that moves by d touches [low, high]: from *enter to *leave, within the move. */
static void
kbx_cells_while (double from, double to, double d, double low, double high, double *enter,
                 double *leave)
{
  const double in = d > 0   ? (low - to) / d
                    : d < 0 ? (high - from) / d
                            : 0,
               out = d > 0   ? (high - from) / d
                     : d < 0 ? (low - to) / d
                             : 1;
  *enter = in > 0 ? in : 0;
  *leave = out < 1 ? out : 1;
}

KBX_INTERNAL void
kbx_cells_near (const kbx_cells *cells, const kbx_probe *probe, const double *t,
                kbx_cell_meet *meet, void *data)
{
  const double reach = probe->radius + cells->beyond + 1.0 / 64, dx = probe->move.x,
               dy = probe->move.y, w = cells->side[0], h = cells->side[1];
  const double x = probe->lo.x - cells->first.x, y = probe->lo.y - cells->first.y;
  const double left = ((dx < 0 ? x + dx : x) - reach) / w,
               right = ((dx < 0 ? x : x + dx) + reach) / w;
  if (right < 0 || left > cells->count[0])
    return;
  const int32_t i0 = kbx_cell_index (left, (uint32_t) cells->count[0]);
  const int32_t i1 = kbx_cell_index (right, (uint32_t) cells->count[0]);
  for (int32_t k = 0; k <= i1 - i0; k++)
    {
      const int32_t i = dx < 0 ? i1 - k : i0 + k;
      double enter, leave, enter_row, leave_row;
      kbx_cells_while (x - reach, x + reach, dx, i * w, (i + 1) * w, &enter, &leave);
      if (enter > *t)
        return;
      leave = leave < *t ? leave : *t;
      const double top = ((dy < 0 ? y + dy * leave : y + dy * enter) - reach) / h;
      const double bottom = ((dy < 0 ? y + dy * enter : y + dy * leave) + reach) / h;
      if (bottom < 0 || top > cells->count[1])
        continue;
      int32_t j0 = kbx_cell_index (top, (uint32_t) cells->count[1]);
      int32_t j1 = kbx_cell_index (bottom, (uint32_t) cells->count[1]);
      for (int32_t n = 0; n <= j1 - j0; n++)
        {
          const int32_t j = dy < 0 ? j1 - n : j0 + n;
          kbx_cells_while (y - reach, y + reach, dy, j * h, (j + 1) * h, &enter_row, &leave_row);
          if (enter_row > *t)
            break;
          meet (data, i, j);
        }
    }
}

/* ---- layers ---- */

static kbx_handle
kbx_world_handle (const kbx_bank *bank, uint32_t i)
{
  const kbx_wrld_record r = kbx_read_wrld (bank, i);
  kbx_handle handle = kbx_quick_handle (bank, (kbx_kind) (KBX_TILES + r.kind), i);
  handle.data = bank->sections[KBX_SECTION_WDAT].data + r.offset;
  return handle;
}

KBX_INTERNAL bool
kbx_layers_of (kbx_layers *layers, const kbx_handle *level)
{
  *layers = KBX_LITERAL (kbx_layers){ level, level->bank, level->data, level->index, 0, 1 };
  if (level->kind >= KBX_WALLS && level->kind <= KBX_GROUND)
    return level->data != NULL;
  if (level->kind != KBX_LEVEL)
    return false;
  if (level->bank == NULL)
    {
      layers->own = (const kbx_handle *) level->data;
      layers->count = level->index;
      return level->data != NULL || level->index == 0;
    }
  layers->own = NULL;
  layers->first = kbx_first_world (level->bank, level->index, 0);
  layers->count =
    1 + kbx_first_world (level->bank, level->index, KBX_WORLD_HEIGHTMAP) - layers->first;
  return true;
}

KBX_INTERNAL kbx_handle
kbx_layers_handle (const kbx_layers *layers, uint32_t i)
{
  kbx_handle none = { NULL, NULL, KBX_NONE, KBX_NOTHING };
  if (i >= layers->count)
    return none;
  if (layers->own != NULL)
    return layers->own[i];
  if (i > 0)
    return kbx_world_handle (layers->bank, layers->first + i - 1);
  none = kbx_quick_handle (layers->bank, KBX_WALLS, layers->level);
  none.data = layers->walls;
  return none;
}

/* ---- quests ---- */

/* The number of walls or edges of a layer. */
static uint32_t
kbx_removable (kbx_layer_bytes layer)
{
  if (layer.kind == KBX_WALLS)
    return kbx_load_u32 (layer.bytes + 4);
  return layer.kind != KBX_MAZE ? 0
                                : 2 * (kbx_load_u16 (layer.bytes + 28) + 1u)
                                    * (kbx_load_u16 (layer.bytes + 30) + 1u);
}

KBX_INTERNAL bool
kbx_each_change_fits (const kbx_handle *level, const kbx_filter *filter)
{
  kbx_layers layers;
  if (!kbx_layers_of (&layers, level) || filter->changes == NULL)
    return false;
  for (uint32_t i = 0; i < filter->change_count; i++)
    {
      const kbx_change *change = &filter->changes[i];
      const kbx_layer_bytes layer = kbx_layers_at (&layers, change->layer);
      if (kbx_layer_change (filter, change->layer) != change
          || (change->tiles != NULL && layer.kind != KBX_TILES)
          || (change->removed != NULL
              && (layer.bytes == NULL || (layer.kind != KBX_WALLS && layer.kind != KBX_MAZE)
                  || change->removed_count < kbx_removable (layer))))
        return false;
    }
  return true;
}

static bool
kbx_layers_have_walls (const kbx_layers *layers)
{
  for (uint32_t i = 0; i < layers->count; i++)
    if (kbx_layers_handle (layers, i).kind == KBX_WALLS)
      return true;
  return false;
}

/* Reads the mover. A rectangle's size is rounded on its own, so that it is the same wherever the
 * rectangle is. */
KBX_INTERNAL bool
kbx_quest_begin (kbx_quest *quest, const kbx_handle *level, kbx_shape mover,
                 const kbx_filter *filter)
{
  kbx_probe *p = &quest->probe;
  if (!kbx_layers_of (&quest->layers, level) || !kbx_changes_fit (level, filter))
    return false;
  quest->filter = filter;
  p->kind = mover.kind;
  p->classes = filter == NULL ? KBX_ALL_CLASSES : filter->classes;
  p->drop_through = filter != NULL && filter->drop_through;
  p->change = NULL;
  p->level = NULL;
  p->any = p->ends = p->in_front = false;
  p->limit = mover.kind == KBX_SHAPE_BOX && !kbx_layers_have_walls (&quest->layers)
               ? (double) INFINITY
               : (double) KBX_LEVEL_LIMIT;
  p->radius = 0;
  p->move = kbx_wide_make (0, 0);
  switch (mover.kind)
    {
    case KBX_SHAPE_POINT:
      p->lo = p->hi = kbx_wide (mover.as.point);
      return kbx_vec_valid (mover.as.point);
    case KBX_SHAPE_CIRCLE:
      p->lo = p->hi = kbx_wide (mover.as.circle.centre);
      p->radius = mover.as.circle.radius;
      p->kind = p->radius == 0 ? KBX_SHAPE_POINT : KBX_SHAPE_CIRCLE;
      return kbx_float_within (p->radius, KBX_LEVEL_LIMIT) && p->radius >= 0
             && kbx_vec_valid (mover.as.circle.centre);
    case KBX_SHAPE_RECT:
      if (!kbx_rect_valid (mover.as.rect))
        return false;
      p->lo = kbx_wide (mover.as.rect.min);
      p->hi = kbx_wide_minus (kbx_wide (mover.as.rect.max), p->lo);
      p->hi = kbx_wide_near (p->hi, KBX_GRID);
      p->hi = kbx_wide_make (p->lo.x + p->hi.x, p->lo.y + p->hi.y);
      return true;
    case KBX_SHAPE_BOX:
      p->lo = kbx_wide_make (mover.as.box.x0, mover.as.box.y0);
      p->hi = kbx_wide_make (mover.as.box.x1, mover.as.box.y1);
      return mover.as.box.x0 < mover.as.box.x1 && mover.as.box.y0 < mover.as.box.y1;
    default:
      return false;
    }
}

KBX_INTERNAL bool
kbx_quest_moves (const kbx_quest *quest)
{
  const kbx_probe *p = &quest->probe;
  return p->kind != KBX_SHAPE_RECT
         || (p->lo.x < p->hi.x && p->lo.y < p->hi.y);
}

typedef void kbx_meet_func (const uint8_t *bytes, const kbx_probe *probe, kbx_met *met);

static void
kbx_layer_meet (kbx_layer_bytes layer, const kbx_probe *probe, kbx_met *met)
{
  static kbx_meet_func *const meet[] = { kbx_walls_meet, kbx_tiles_meet, kbx_maze_meet,
                                         kbx_ground_meet };
  if (layer.kind >= KBX_WALLS && layer.kind <= KBX_GROUND)
    meet[layer.kind - KBX_WALLS] (layer.bytes, probe, met);
}

static kbx_ray
kbx_ray_of_met (const kbx_met *met)
{
  return KBX_LITERAL (kbx_ray){ met->hit, met->inside, met->end, met->joint, met->t, met->at,
                                 met->normal };
}

KBX_INTERNAL bool
kbx_met_before (const kbx_met *met, const kbx_met *first, const kbx_probe *p)
{
  const kbx_ray ray = kbx_ray_of_met (met), best = kbx_ray_of_met (first);
  const kbx_course course = {
    kbx_wide_make ((p->lo.x + p->hi.x) / 2, (p->lo.y + p->hi.y) / 2), p->move
  };
  return kbx_ray_before (&ray, 1, &best, 0, &course);
}

static kbx_first_met
kbx_quest_first (kbx_quest *quest, uint32_t without)
{
  kbx_first_met first = { kbx_met_none (), KBX_NOTHING, 0 };
  quest->probe.level = quest;
  for (uint32_t i = 0; i < quest->layers.count; i++)
    {
      const kbx_layer_bytes layer = kbx_layers_at (&quest->layers, i);
      kbx_met met = kbx_met_none ();
      if (i == without || !kbx_layer_counts (quest->filter, i) || layer.bytes == NULL)
        continue;
      quest->probe.change = kbx_layer_change (quest->filter, i);
      kbx_layer_meet (layer, &quest->probe, &met);
      if (met.hit)
        {
          const kbx_ray ray = kbx_ray_of_met (&met), best = kbx_ray_of_met (&first.met);
          first.met.joint = met.joint = kbx_joint_at_first (&ray, &best);
        }
      if (met.status == KBX_OK && !kbx_met_before (&met, &first.met, &quest->probe))
        continue;
      first = KBX_LITERAL (kbx_first_met){ met, layer.kind, i };
      if (met.status != KBX_OK || quest->probe.any)
        return first;
    }
  return first;
}

/* Does the mover overlap a one-way wall of any layer? */
static bool
kbx_quest_overlaps (kbx_quest *quest)
{
  for (uint32_t i = 0; i < quest->layers.count; i++)
    {
      const kbx_layer_bytes layer = kbx_layers_at (&quest->layers, i);
      quest->probe.change = kbx_layer_change (quest->filter, i);
      if (layer.kind == KBX_WALLS && layer.bytes != NULL && kbx_layer_counts (quest->filter, i)
          && kbx_walls_overlapped (layer.bytes, &quest->probe))
        return true;
    }
  return false;
}

/* While a mover passes through a platform of several walls, and overlaps one, the ends of the
 * others must not stop it. */
KBX_INTERNAL kbx_first_met
kbx_quest_run (kbx_quest *quest, uint32_t without)
{
  kbx_first_met first = kbx_quest_first (quest, without);
  if (first.met.behind && kbx_quest_overlaps (quest))
    {
      quest->probe.in_front = true;
      first = kbx_quest_first (quest, without);
      quest->probe.in_front = false;
    }
  if (first.met.joint)
    kbx_quest_join (quest, &first);
  return first;
}

KBX_INTERNAL kbx_hit
kbx_quest_hit (const kbx_first_met *first)
{
  const kbx_met *met = &first->met;
  kbx_hit hit;
  hit.status = met->status;
  hit.hit = met->hit;
  hit.started_inside = met->inside;
  hit.fraction = met->status != KBX_OK ? 0.0f : met->hit ? (float) met->t : 1.0f;
  hit.point = kbx_narrow (met->at);
  hit.normal = kbx_narrow (met->normal);
  hit.kind = met->hit ? (kbx_kind) first->kind : KBX_NOTHING;
  hit.layer = met->hit ? first->layer : 0;
  hit.index = met->index;
  hit.class_index = met->class_index;
  hit.cell = met->cell;
  return hit;
}

/* ---- stopping ---- */

/* Whole steps of a way, of which `near` is the nearest number. The way was rounded. */
static double
kbx_whole_before (double way, double near)
{
  return fabs (way - near) < 1e-6 ? near : (double) (int64_t) way;
}

/* A rectangle's stop at a wall or ground. Along the normal it is the nearest position of the grid,
 * across it rounded towards the start. It is exact if the normal is along an axis. */
KBX_INTERNAL void
kbx_met_stop (kbx_met *met, const kbx_probe *probe)
{
  const double unit = kbx_probe_unit (probe);
  const kbx_wide_vec way =
    kbx_wide_make (probe->move.x * met->t * unit, probe->move.y * met->t * unit);
  const kbx_wide_vec near = kbx_wide_near (way, 1);
  met->stop.x = (met->normal.x != 0 ? near.x : kbx_whole_before (way.x, near.x)) / unit;
  met->stop.y = (met->normal.y != 0 ? near.y : kbx_whole_before (way.y, near.y)) / unit;
  met->exact = met->normal.x == 0 || met->normal.y == 0;
}

/* Tries to stop away from the thing met, before trying positions further back. */
#define KBX_STOPS_OFF 2

KBX_INTERNAL kbx_wide_vec
kbx_stop_near (const kbx_probe *p, kbx_wide_vec way)
{
  const double x = p->lo.x + way.x, y = p->lo.y + way.y, most_x = p->limit - (p->hi.x - p->lo.x),
               most_y = p->limit - (p->hi.y - p->lo.y);
  kbx_wide_vec to = kbx_wide_make (x > most_x     ? most_x
                                   : x < -p->limit ? -p->limit
                                                   : x,
                                   y > most_y     ? most_y
                                   : y < -p->limit ? -p->limit
                                                   : y);
  if (p->kind != KBX_SHAPE_BOX)
    to = kbx_wide (kbx_narrow (to));
  return kbx_wide_minus (kbx_wide_near (to, kbx_probe_unit (p)), p->lo);
}

/* The way of try number i: away from the thing met by i + 1 steps of the grid; then ever further
 * back towards the start. */
static kbx_wide_vec
kbx_stop_to_try (const kbx_probe *p, const kbx_met *met, kbx_wide_vec move, int i)
{
  const double unit = kbx_probe_unit (p), length = sqrt (kbx_dot (move, move)),
               way = length * met->t;
  kbx_wide_vec to = kbx_wide_times (move, met->t);
  if (i < KBX_STOPS_OFF)
    {
      to.x += met->normal.x * (i + 1) / unit;
      to.y += met->normal.y * (i + 1) / unit;
    }
  else
    {
      double back = (double) ((int64_t) 1 << (i - KBX_STOPS_OFF)) / unit;
      if (back >= way)
        return kbx_wide_make (0, 0);
      to = kbx_wide_times (move, (way - back) / length);
    }
  return kbx_stop_near (p, to);
}

KBX_INTERNAL bool
kbx_stop_good (kbx_quest *quest, kbx_wide_vec way, uint32_t without)
{
  quest->probe.move = way;
  return (way.x == 0 && way.y == 0) || !kbx_quest_run (quest, without).met.hit;
}

static kbx_wide_vec
kbx_find_stop (kbx_quest *quest, kbx_wide_vec move, const kbx_first_met *first)
{
  const kbx_met *met = &first->met;
  if (met->exact && kbx_stop_good (quest, met->stop, kbx_stop_known (first)))
    return met->stop;
  for (int i = 0;; i++)
    {
      const kbx_wide_vec way = kbx_stop_to_try (&quest->probe, met, move, i);
      if (kbx_stop_good (quest, way, KBX_NONE))
        return way;
    }
}

KBX_INTERNAL kbx_wide_vec
kbx_quest_trace (kbx_quest *quest, kbx_wide_vec move, kbx_first_met *first)
{
  kbx_wide_vec way = kbx_wide_make (0, 0);
  quest->probe.move = move;
  quest->probe.any = false;
  *first = kbx_quest_run (quest, KBX_NONE);
  if (first->met.status != KBX_OK || first->met.inside)
    return way;
  quest->probe.any = true;
  way = first->met.hit ? kbx_find_stop (quest, move, first) : move;
  quest->probe.any = false;
  return way;
}

/* The things that a shape touches in all layers, and the way out of solid things. */

KBX_INTERNAL void
kbx_found_add (kbx_found *found, uint32_t index, uint32_t class_index, kbx_point cell)
{
  if (found->count < found->capacity)
    {
      kbx_thing *thing = &found->things[found->count];
      *thing = KBX_LITERAL (kbx_thing){ KBX_OK, true,        found->kind, found->layer,
                                        index,  class_index, cell };
    }
  found->count++;
}

KBX_INTERNAL uint32_t
kbx_quest_touching (kbx_quest *quest, kbx_thing *things, uint32_t capacity)
{
  static kbx_touch_func *const touch[] = { kbx_walls_touched, kbx_tiles_touched, kbx_maze_touched,
                                           kbx_ground_touched };
  kbx_found found;
  found.things = things;
  found.capacity = things == NULL ? 0 : capacity;
  found.count = 0;
  for (uint32_t i = 0; i < quest->layers.count; i++)
    {
      const kbx_layer_bytes layer = kbx_layers_at (&quest->layers, i);
      if (layer.bytes == NULL || !kbx_layer_counts (quest->filter, i) || layer.kind < KBX_WALLS
          || layer.kind > KBX_GROUND)
        continue;
      quest->probe.change = kbx_layer_change (quest->filter, i);
      found.kind = (kbx_kind) layer.kind;
      found.layer = i;
      touch[layer.kind - KBX_WALLS] (layer.bytes, &quest->probe, &found);
    }
  return found.count;
}
