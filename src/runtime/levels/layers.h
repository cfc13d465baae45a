/* SPDX-License-Identifier: MIT */
/* What does a mover meet first? Each kind of layer answers in its own numbers, exactly if its rules
 * are in whole numbers; quests.c takes the earliest hit.
 *
 * A mover is a point, a circle with a radius, a rectangle with an inside, or a box of whole pixels.
 * Each layer snaps it to the grid by its own rule. A mover that goes from stop to stop is on the
 * grid already, so all layers see the same move. */
#ifndef KBX_LAYERS_H
#define KBX_LAYERS_H

#include "runtime/moves/rays.h"

typedef struct kbx_quest kbx_quest;

typedef struct {
  kbx_shape_kind kind;    /* KBX_SHAPE_POINT, _CIRCLE, _RECT or _BOX */
  kbx_wide_vec lo, hi;    /* of a rectangle or box; for a point or circle both are the centre */
  float radius;
  double limit;           /* of its coordinates while it moves */
  kbx_wide_vec move;      /* whole pixels for a box */
  kbx_class_set classes;
  const kbx_quest *level; /* the whole level, or NULL */
  const kbx_change *change; /* cells opened or replaced in this layer, or NULL */
  bool drop_through;
  bool in_front;          /* one-way walls count only if the mover is wholly in front of them */
  bool any;               /* stop at the first hit found */
  /* Also hit what the mover is inside of at its end, if rounding put it there. */
  bool ends;
} kbx_probe;

typedef struct {
  kbx_status status;
  bool hit, inside;
  bool end;               /* met with no more than a corner, or at its end */
  bool joint;             /* a slanted face ends there */
  bool behind;            /* a one-way wall, and the mover is not wholly in front of it */
  bool steep;             /* a ground that is too steep to walk */
  bool exact;             /* the mover is known to be free at `stop`, in this layer */
  double t;               /* 1 without a hit */
  kbx_wide_vec at, normal, stop; /* at: in the world; stop: how far the mover may go */
  uint32_t index, class_index;
  kbx_point cell;
} kbx_met;

/* Packed bytes and their kind: KBX_WALLS, KBX_TILES, KBX_MAZE or KBX_GROUND. Other kinds meet
 * nothing. */
typedef struct {
  const uint8_t *bytes;
  uint32_t kind;
} kbx_layer_bytes;

/* Each fills in `met`, which kbx_met_none has initialized. */
typedef void kbx_meet_func (const uint8_t *bytes, const kbx_probe *probe, kbx_met *met);
KBX_INTERNAL kbx_meet_func kbx_walls_meet, kbx_tiles_meet, kbx_maze_meet, kbx_ground_meet;

static inline kbx_met
kbx_met_none (void)
{
  return KBX_LITERAL (kbx_met){ KBX_OK,
                                false,
                                false,
                                false,
                                false,
                                false,
                                false,
                                false,
                                1,
                                kbx_wide_make (0, 0),
                                kbx_wide_make (0, 0),
                                kbx_wide_make (0, 0),
                                KBX_NONE,
                                KBX_NONE,
                                { 0, 0 } };
}

/* `at` of the ray is relative to `from`. */
static inline void
kbx_met_ray (kbx_met *met, kbx_wide_vec from, kbx_ray ray)
{
  met->hit = ray.hit;
  met->inside = ray.inside;
  met->end = ray.end;
  met->joint = ray.joint;
  met->t = ray.t + 0.0; /* -0 becomes 0 */
  met->at = kbx_wide_make (from.x + ray.at.x, from.y + ray.at.y);
  met->normal = ray.normal;
}

/* quests.c */
KBX_INTERNAL void kbx_met_stop (kbx_met *met, const kbx_probe *probe);

static inline double
kbx_probe_unit (const kbx_probe *probe)
{
  return probe->kind == KBX_SHAPE_BOX ? 1 : KBX_GRID;
}

/* The nearest position on a grid with `unit` steps per pixel, halves upwards; in steps. */
static inline int64_t kbx_steps_near (double v, double unit) { return kbx_floor (v * unit + 0.5); }

static inline double
kbx_pixels_near (double v, double unit)
{
  return (double) kbx_steps_near (v, unit) / unit;
}

static inline kbx_wide_vec
kbx_wide_near (kbx_wide_vec v, double unit)
{
  return kbx_wide_make (kbx_pixels_near (v.x, unit), kbx_pixels_near (v.y, unit));
}

/* Is the move within the limit for boxes? */
static inline bool
kbx_move_valid (kbx_vec move)
{
  return kbx_float_within (move.x, 2147483648.0f) && kbx_float_within (move.y, 2147483648.0f);
}

static inline bool kbx_far_off (double v, double limit) { return !(v >= -limit && v <= limit); }

/* Is all of the mover within the limit, at the start and at the end? */
static inline bool
kbx_probe_within (const kbx_probe *p, double limit)
{
  return !(kbx_far_off (p->lo.x, limit) || kbx_far_off (p->lo.y, limit)
           || kbx_far_off (p->hi.x, limit) || kbx_far_off (p->hi.y, limit)
           || kbx_far_off (p->lo.x + p->move.x, limit) || kbx_far_off (p->lo.y + p->move.y, limit)
           || kbx_far_off (p->hi.x + p->move.x, limit) || kbx_far_off (p->hi.y + p->move.y, limit));
}

/* The mover and its move in steps of its grid. */
typedef struct { int64_t lo[2], hi[2], way[2]; } kbx_stepped;

static inline kbx_stepped
kbx_probe_steps (const kbx_probe *p)
{
  const double unit = kbx_probe_unit (p);
  const int64_t x = kbx_steps_near (p->lo.x, unit), y = kbx_steps_near (p->lo.y, unit);
  return KBX_LITERAL (
    kbx_stepped){ { x, y },
                  { kbx_steps_near (p->hi.x, unit), kbx_steps_near (p->hi.y, unit) },
                  { kbx_steps_near (p->lo.x + p->move.x, unit) - x,
                    kbx_steps_near (p->lo.y + p->move.y, unit) - y } };
}

/* A moving disc against a rectangle that has an inside; `at` is relative to its centre. */
static inline kbx_ray
kbx_ray_round_sides (const kbx_probe *p, double l, double t, double r, double b)
{
  const kbx_ring ring = { NULL, 4, { { l, t }, { r, t }, { r, b }, { l, b } } };
  const kbx_circle disc = { kbx_narrow (p->lo), p->radius };
  return kbx_ray_round_ring (&ring, disc,
                             p->lo.x >= l && p->lo.x <= r && p->lo.y >= t && p->lo.y <= b, p->move);
}

/* The things that a shape touches, one layer after the other. */
typedef struct {
  kbx_thing *things;
  uint32_t capacity, count;
  kbx_kind kind;
  uint32_t layer;
} kbx_found;

/* Adds what the probe's mover touches at its start. */
typedef void kbx_touch_func (const uint8_t *bytes, const kbx_probe *probe, kbx_found *found);
KBX_INTERNAL kbx_touch_func kbx_walls_touched, kbx_tiles_touched, kbx_maze_touched,
  kbx_ground_touched;
KBX_INTERNAL void kbx_found_add (kbx_found *found, uint32_t index, uint32_t class_index,
                                 kbx_point cell);

/* ---- cells near a moving disc */

typedef struct {
  kbx_wide_vec first;     /* corner of cell (0, 0), in pixels */
  double side[2];
  int32_t count[2];
  double beyond;          /* how far what is in a cell may leave it */
} kbx_cells;

/* `t` is the smallest fraction so far; cells reached later are skipped. */
typedef void kbx_cell_meet (void *data, int32_t column, int32_t row);

/* Visits columns in the order of the move, and the rows of each. quests.c */
KBX_INTERNAL void kbx_cells_near (const kbx_cells *cells, const kbx_probe *probe, const double *t,
                                  kbx_cell_meet *meet, void *data);

/* The disc's first hit; of hits at the same fraction, the one with the lowest rank. */
typedef struct {
  kbx_probe probe; /* snapped to the grid */
  kbx_ray best;
  double t;
  uint64_t rank;
} kbx_round;

/* Visits all cells along the move with `round` as data, and fills in `met`, or false if nothing is
 * met. cells.c */
KBX_INTERNAL bool kbx_round_meet (kbx_round *round, const kbx_cells *cells, const kbx_probe *probe,
                                  kbx_cell_meet *meet, kbx_met *met);
KBX_INTERNAL void kbx_round_take (kbx_round *round, kbx_ray ray, uint64_t rank);

/* ---- levels */

/* Layers in order: the game's own handles, or a bank's walls and worlds. */
typedef struct {
  const kbx_handle *own;
  const kbx_bank *bank;
  const void *walls;
  uint32_t level, first, count; /* first: index of the first world */
} kbx_layers;

/* False if the handle is neither a level nor a solid layer. The handle is borrowed. quests.c */
KBX_INTERNAL bool kbx_layers_of (kbx_layers *layers, const kbx_handle *level);
KBX_INTERNAL kbx_handle kbx_layers_handle (const kbx_layers *layers, uint32_t i);

static inline kbx_layer_bytes
kbx_layers_at (const kbx_layers *layers, uint32_t i)
{
  const kbx_handle handle = kbx_layers_handle (layers, i);
  const bool solid = handle.kind >= KBX_WALLS && handle.kind <= KBX_GROUND;
  return KBX_LITERAL (kbx_layer_bytes){ solid ? (const uint8_t *) handle.data : NULL,
                                        (uint32_t) handle.kind };
}

static inline bool
kbx_layer_counts (const kbx_filter *filter, uint32_t layer)
{
  return filter == NULL
         || (layer < 64 ? (filter->layers >> layer & 1) != 0 : filter->layers == UINT64_MAX);
}

static inline const kbx_change *
kbx_layer_change (const kbx_filter *filter, uint32_t layer)
{
  for (uint32_t i = 0; filter != NULL && filter->changes != NULL && i < filter->change_count; i++)
    if (filter->changes[i].layer == layer)
      return &filter->changes[i];
  return NULL;
}

KBX_INTERNAL bool kbx_each_change_fits (const kbx_handle *level, const kbx_filter *filter);

/* False if a change is of a layer that has no such things, or if two are of the same layer. */
static inline bool
kbx_changes_fit (const kbx_handle *level, const kbx_filter *filter)
{
  return filter == NULL || filter->change_count == 0 || kbx_each_change_fits (level, filter);
}

/* A mover, the layers of a level and a filter. */
struct kbx_quest {
  kbx_layers layers;
  const kbx_filter *filter; /* NULL: everything is solid */
  kbx_probe probe;
};

/* The first hit and the number of its layer. */
typedef struct {
  kbx_met met;
  uint32_t kind, layer;
} kbx_first_met;

/* False if the handle is no level or the shape is no mover. The handle is borrowed. */
KBX_INTERNAL bool kbx_quest_begin (kbx_quest *quest, const kbx_handle *level, kbx_shape mover,
                                   const kbx_filter *filter);
/* False for a rectangle without an inside: it touches things but cannot move. */
KBX_INTERNAL bool kbx_quest_moves (const kbx_quest *quest);
/* The first thing along probe.move, in all layers except `without`, unless that is KBX_NONE. */
KBX_INTERNAL kbx_first_met kbx_quest_run (kbx_quest *quest, uint32_t without);
/* How far the mover can go along the move, in pixels, free in all layers; and what it meets. */
KBX_INTERNAL kbx_wide_vec kbx_quest_trace (kbx_quest *quest, kbx_wide_vec move,
                                           kbx_first_met *first);
KBX_INTERNAL kbx_hit kbx_quest_hit (const kbx_first_met *first);
/* Is it met before the first one so far, of an earlier layer? */
KBX_INTERNAL bool kbx_met_before (const kbx_met *met, const kbx_met *first, const kbx_probe *p);
/* Moves the end of `way` to the nearest position of the mover's grid, within the limits. */
KBX_INTERNAL kbx_wide_vec kbx_stop_near (const kbx_probe *p, kbx_wide_vec way);
/* The `stop` of tiles and mazes is free in their own layer, so only the others are tested. */
static inline uint32_t
kbx_stop_known (const kbx_first_met *first)
{
  return first->kind == KBX_TILES || first->kind == KBX_MAZE ? first->layer : KBX_NONE;
}

/* Is the way free in all layers except `without`? Leaves it in the probe. */
KBX_INTERNAL bool kbx_stop_good (kbx_quest *quest, kbx_wide_vec way, uint32_t without);

/* kbx_quest_touching lists everything that the mover touches. kbx_quest_unstick returns false if
 * nothing is free within reach. motion.c */
KBX_INTERNAL uint32_t kbx_quest_touching (kbx_quest *quest, kbx_thing *things, uint32_t capacity);

static inline void
kbx_quest_shift (kbx_quest *quest, kbx_wide_vec by)
{
  kbx_probe *p = &quest->probe;
  p->lo = kbx_wide_make (p->lo.x + by.x, p->lo.y + by.y);
  p->hi = kbx_wide_make (p->hi.x + by.x, p->hi.y + by.y);
}

#endif
