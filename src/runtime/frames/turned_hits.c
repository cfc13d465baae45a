/* SPDX-License-Identifier: MIT */
/* Rotated and scaled frames, and real shapes against any frame. Each shape with nearby bounds is
 * moved into the world and tested as a closed shape. */
#include "runtime/pairs/cores.h"
#include "runtime/frames/turned_hits.h"

/* One pixel: a margin for rounding. */
#define KBX_ROUNDING 1.0

static inline bool
kbx_reaches_meet (kbx_reach a, kbx_reach b)
{
  return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

/* The bounds of a valid shape over its whole move. */
static kbx_reach
kbx_way_reach (const kbx_shape *shape, kbx_vec move)
{
  const kbx_rect bounds = kbx_bounds (*shape);
  return KBX_LITERAL (kbx_reach){ (double) bounds.min.x + (move.x < 0 ? move.x : 0),
                                  (double) bounds.min.y + (move.y < 0 ? move.y : 0),
                                  (double) bounds.max.x + (move.x > 0 ? move.x : 0),
                                  (double) bounds.max.y + (move.y > 0 ? move.y : 0) };
}

/* The closed rectangle that the pixels cover, clamped to the world. False if there are none. */
static bool
kbx_close_box (kbx_shape *shape)
{
  const int32_t limit = (int32_t) KBX_WORLD_LIMIT;
  const kbx_box box = shape->as.box;
  if (box.x0 >= box.x1 || box.y0 >= box.y1)
    return false;
  kbx_vec min = { (float) (box.x0 > -limit ? box.x0 : -limit),
                  (float) (box.y0 > -limit ? box.y0 : -limit) };
  const kbx_vec max = { (float) (box.x1 < limit ? box.x1 : limit),
                        (float) (box.y1 < limit ? box.y1 : limit) };
  *shape = kbx_shape_rect (min, max);
  return min.x <= max.x && min.y <= max.y;
}

/* ---- one frame ---- */

/* A frame in the world, and its shapes of some classes. */
typedef struct {
  kbx_handle frame;
  kbx_class_set classes;
  kbx_fram_record record;
  kbx_stance stance;
} kbx_standing;

/* False if there is no such frame or the place is bad. */
static bool
kbx_stand (kbx_standing *s, kbx_asked_frame side)
{
  if (!kbx_is_frame (side.frame) || !kbx_place_valid (side.place))
    return false;
  s->frame = side.frame;
  s->classes = side.classes;
  s->record = kbx_read_fram (side.frame.bank, side.frame.index);
  s->stance.upright = false;
  s->stance.spin = kbx_spin_of (s->record.hot_x, s->record.hot_y, side.place);
  return true;
}

static inline kbx_reach
kbx_shape_reach (const kbx_standing *s, const kbx_shap_record *shape)
{
  return kbx_spin_reach (&s->stance.spin, shape->x0, shape->y0, shape->x1, shape->y1, KBX_ROUNDING);
}

static inline kbx_reach
kbx_standing_reach (const kbx_standing *s)
{
  const kbx_fram_record *r = &s->record;
  return kbx_spin_reach (&s->stance.spin, r->x0, r->y0, r->x1, r->y1, KBX_ROUNDING);
}

/* Reads shape i, or false unless it has one of the classes and its bounds are near. */
static bool
kbx_standing_near (const kbx_standing *s, uint32_t i, kbx_reach reach, kbx_shap_record *shape)
{
  KBX_STEPS (1);
  *shape = kbx_read_shap (s->frame.bank, s->record.first_shape + i);
  return (s->classes >> shape->class_index & 1) != 0
         && kbx_reaches_meet (kbx_shape_reach (s, shape), reach);
}

static kbx_shape
kbx_standing_part (const kbx_standing *s, const kbx_shap_record *shape, uint32_t part,
                   kbx_vec *corners)
{
  const kbx_shape form = kbx_part_in_world (s->frame.bank, shape, &s->stance, part, corners);
  KBX_STEPS (form.kind == KBX_SHAPE_CONVEX ? form.as.polygon.count : 0);
  return form;
}

/* Decides whether a shape meets a frame's shape: kbx_overlap_of, or less. So a program that only
 * tests points does not link all pairs of shapes. */
typedef bool kbx_meets (const kbx_shape *shape, const kbx_shape *own);

typedef struct {
  kbx_shape shape;
  kbx_reach reach;
  kbx_meets *meets;
} kbx_asked_shape;

static bool
kbx_form_meets_shape (const kbx_shape *form, kbx_meets *meets, const kbx_standing *s,
                      const kbx_shap_record *shape)
{
  kbx_vec corners[KBX_PART_VERTEX_LIMIT];

  for (uint32_t part = 0; part < kbx_form_count (shape); part++)
    {
      const kbx_shape own = kbx_standing_part (s, shape, part, corners);
      KBX_STEPS ((form->kind == KBX_SHAPE_CONVEX || form->kind == KBX_SHAPE_POLYGON
                    ? form->as.polygon.count
                    : 1)
                 * (own.kind == KBX_SHAPE_CONVEX ? own.as.polygon.count : 1));
      if (meets (form, &own))
        return true;
    }
  return false;
}

/* Writes the shapes that are hit, as many as fit; stops after `most`. Returns the number found. */
static uint32_t
kbx_closed_hits (const kbx_standing *s, const kbx_asked_shape *asked, kbx_thing *things,
                 uint32_t capacity, uint32_t most)
{
  uint32_t count = 0;
  if (!kbx_reaches_meet (kbx_standing_reach (s), asked->reach))
    return 0;
  for (uint32_t i = 0; i < s->record.shape_count && count < most; i++)
    {
      kbx_shap_record shape;
      if (!kbx_standing_near (s, i, asked->reach, &shape)
          || !kbx_form_meets_shape (&asked->shape, asked->meets, s, &shape))
        continue;
      if (things != NULL && count < capacity)
        things[count] = kbx_shape_thing (i, shape.class_index);
      count++;
    }
  return count;
}

static kbx_asked_frame
kbx_side_of (kbx_handle frame, const kbx_place *place, kbx_class_set classes)
{
  return KBX_LITERAL (kbx_asked_frame){ frame, place, classes };
}

static kbx_thing
kbx_first_asked (kbx_asked_frame side, const kbx_asked_shape *asked)
{
  kbx_standing s;
  kbx_thing thing;
  if (!kbx_stand (&s, side))
    return kbx_no_shape (KBX_ERROR_ARGUMENT);
  return kbx_closed_hits (&s, asked, &thing, 1, 1) > 0 ? thing : kbx_no_shape (KBX_OK);
}

/* A frame's parts have only these kinds. */
static bool
kbx_point_meets (const kbx_shape *point, const kbx_shape *own)
{
  const kbx_vec p = point->as.point;
  switch (own->kind)
    {
    case KBX_SHAPE_CIRCLE: return kbx_circle_contains (own->as.circle, p);
    case KBX_SHAPE_RECT: return kbx_rect_contains (own->as.rect, p);
    case KBX_SHAPE_OBB: return kbx_obb_contains (own->as.obb, p);
    case KBX_SHAPE_CAPSULE:
      return kbx_compare_reach (kbx_from_to (own->as.capsule.a, p),
                                kbx_from_to (own->as.capsule.a, own->as.capsule.b),
                                (double) own->as.capsule.radius * own->as.capsule.radius)
             <= 0;
    default: return kbx_convex_contains (kbx_polygon_of (own), p);
    }
}

KBX_INTERNAL kbx_thing
kbx_first_at (kbx_handle frame, const kbx_place *place, kbx_vec p, kbx_class_set classes)
{
  if (!kbx_vec_valid (p))
    return kbx_no_shape (KBX_ERROR_ARGUMENT);
  kbx_asked_shape asked = { kbx_shape_point (p), { p.x, p.y, p.x, p.y }, kbx_point_meets };
  return kbx_first_asked (kbx_side_of (frame, place, classes), &asked);
}

/* KBX_OK or KBX_ERROR_ARGUMENT. *empty: nothing can be met. */
static kbx_status
kbx_ask_shape (kbx_asked_shape *asked, const kbx_shape *shape, bool *empty)
{
  const kbx_vec still = { 0, 0 };
  asked->shape = *shape;
  asked->meets = kbx_overlap_of;
  *empty = shape->kind == KBX_SHAPE_BOX && !kbx_close_box (&asked->shape);
  if (*empty)
    return KBX_OK;
  if (!kbx_shape_valid (&asked->shape))
    return KBX_ERROR_ARGUMENT;
  asked->reach = kbx_way_reach (&asked->shape, still);
  return KBX_OK;
}

KBX_INTERNAL kbx_thing
kbx_first_closed (kbx_handle frame, const kbx_place *place, const kbx_shape *shape,
                  kbx_class_set classes)
{
  const kbx_asked_frame side = kbx_side_of (frame, place, classes);
  kbx_asked_shape asked;
  kbx_standing s;
  bool empty;
  if (kbx_ask_shape (&asked, shape, &empty) != KBX_OK)
    return kbx_no_shape (KBX_ERROR_ARGUMENT);
  return empty ? kbx_no_shape (kbx_stand (&s, side) ? KBX_OK : KBX_ERROR_ARGUMENT)
               : kbx_first_asked (side, &asked);
}

KBX_INTERNAL uint32_t
kbx_all_closed (kbx_handle frame, const kbx_place *place, const kbx_shape *shape,
                kbx_class_set classes, kbx_thing *things, uint32_t capacity)
{
  kbx_asked_shape asked;
  kbx_standing s;
  bool empty;
  if (kbx_ask_shape (&asked, shape, &empty) != KBX_OK || empty
      || !kbx_stand (&s, kbx_side_of (frame, place, classes)))
    return 0;
  return kbx_closed_hits (&s, &asked, things, capacity, KBX_NONE);
}

/* ---- moves ---- */

KBX_API kbx_hit
kbx_frame_cast (kbx_handle frame, kbx_place place, kbx_shape mover, kbx_vec move,
                kbx_class_set classes)
{
  kbx_hit first = kbx_sweep_bad ();
  kbx_vec corners[KBX_PART_VERTEX_LIMIT];
  kbx_standing s;

  if (!kbx_shape_valid (&mover) || !kbx_vec_valid (move)
      || !kbx_stand (&s, kbx_side_of (frame, &place, classes)))
    return first;
  first.status = KBX_OK;
  first.fraction = 1;
  const kbx_reach reach = kbx_way_reach (&mover, move);
  for (uint32_t i = 0; i < s.record.shape_count; i++)
    {
      kbx_shap_record shape;
      if (!kbx_standing_near (&s, i, reach, &shape))
        continue;
      for (uint32_t part = 0; part < kbx_form_count (&shape); part++)
        {
          kbx_hit hit = kbx_cast (mover, move, kbx_standing_part (&s, &shape, part, corners));
          if (hit.status != KBX_OK)
            return hit;
          if (!hit.hit || (first.hit && hit.fraction >= first.fraction))
            continue;
          first = hit;
          first.kind = KBX_SHAPE;
          first.index = i;
          first.class_index = shape.class_index;
        }
    }
  return first;
}

/* ---- frames against frames ---- */

static bool
kbx_standing_shapes_meet (const kbx_standing *a, const kbx_shap_record *shape_a,
                          const kbx_standing *b, const kbx_shap_record *shape_b)
{
  kbx_vec corners[KBX_PART_VERTEX_LIMIT];

  for (uint32_t part = 0; part < kbx_form_count (shape_a); part++)
    {
      const kbx_shape form = kbx_standing_part (a, shape_a, part, corners);
      if (kbx_form_meets_shape (&form, kbx_overlap_of, b, shape_b))
        return true;
    }
  return false;
}

KBX_INTERNAL uint32_t
kbx_closed_pairs (kbx_asked_frame a, kbx_asked_frame b, kbx_pair *pairs, uint32_t capacity,
                  uint32_t most)
{
  kbx_standing sa, sb;
  uint32_t count = 0;

  if (!kbx_stand (&sa, a) || !kbx_stand (&sb, b))
    return 0;
  const kbx_reach reach_b = kbx_standing_reach (&sb);
  for (uint32_t i = 0; i < sa.record.shape_count; i++)
    {
      kbx_shap_record shape_a, shape_b;
      if (!kbx_standing_near (&sa, i, reach_b, &shape_a))
        continue;
      const kbx_reach reach = kbx_shape_reach (&sa, &shape_a);
      for (uint32_t k = 0; k < sb.record.shape_count; k++)
        {
          if (!kbx_standing_near (&sb, k, reach, &shape_b)
              || !kbx_standing_shapes_meet (&sa, &shape_a, &sb, &shape_b))
            continue;
          if (pairs != NULL && count < capacity)
            {
              pairs[count].a = i;
              pairs[count].b = k;
              pairs[count].class_a = shape_a.class_index;
              pairs[count].class_b = shape_b.class_index;
            }
          if (++count == most)
            return count;
        }
    }
  return count;
}
