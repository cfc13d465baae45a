/* SPDX-License-Identifier: MIT */
/* Questions to frames that are rotated and scaled, and real shapes against any frame: each shape whose bounds are near is
 * brought into the world and tested as the closed shape that it is there. */
#include "runtime/turned_hits.h"

/* A pixel: enough for what is rounded on the way. */
#define KBX_ROUNDING 1.0

static inline bool
kbx_reaches_meet (kbx_reach a, kbx_reach b)
{
  return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

static inline uint32_t
kbx_form_count (const kbx_shap_record *shape)
{
  return shape->kind == KBX_PART_CIRCLE || shape->kind == KBX_PART_BOX ? 1 : shape->part_count;
}

/* ---- tests ---- */

static bool
kbx_form_valid (const kbx_shape *form)
{
  switch (form->kind)
    {
    case KBX_SHAPE_POINT: return kbx_vec_valid (form->as.point);
    case KBX_SHAPE_CIRCLE: return kbx_circle_valid (form->as.circle);
    case KBX_SHAPE_RECT: return kbx_rect_valid (form->as.rect);
    default: return false;
    }
}

/* What the form that is asked with, a valid one, spans. */
static kbx_reach
kbx_form_reach (const kbx_shape *form)
{
  const kbx_circle *c = &form->as.circle;
  kbx_reach r;
  switch (form->kind)
    {
    case KBX_SHAPE_POINT:
      r.x0 = r.x1 = form->as.point.x;
      r.y0 = r.y1 = form->as.point.y;
      break;
    case KBX_SHAPE_CIRCLE:
      r.x0 = (double) c->centre.x - c->radius;
      r.x1 = (double) c->centre.x + c->radius;
      r.y0 = (double) c->centre.y - c->radius;
      r.y1 = (double) c->centre.y + c->radius;
      break;
    default:
      r.x0 = form->as.rect.min.x;
      r.x1 = form->as.rect.max.x;
      r.y0 = form->as.rect.min.y;
      r.y1 = form->as.rect.max.y;
      break;
    }
  return r;
}

/* A form of any kind against one that a shape is made of. */
static bool
kbx_forms_meet (const kbx_shape *a, const kbx_shape *b)
{
  KBX_STEPS ((a->kind == KBX_SHAPE_CONVEX ? a->as.polygon.count : 1) * (b->kind == KBX_SHAPE_CONVEX ? b->as.polygon.count : 1));
  if (b->kind == KBX_SHAPE_CIRCLE)
    switch (a->kind)
      {
      case KBX_SHAPE_POINT: return kbx_circle_contains (b->as.circle, a->as.point);
      case KBX_SHAPE_CIRCLE: return kbx_overlap_circles (a->as.circle, b->as.circle);
      case KBX_SHAPE_RECT: return kbx_overlap_circle_rect (b->as.circle, a->as.rect);
      case KBX_SHAPE_OBB: return kbx_overlap_circle_obb (b->as.circle, a->as.obb);
      default: return kbx_overlap_circle_polygon (b->as.circle, a->as.polygon);
      }
  if (b->kind == KBX_SHAPE_OBB)
    switch (a->kind)
      {
      case KBX_SHAPE_POINT: return kbx_obb_contains (b->as.obb, a->as.point);
      case KBX_SHAPE_CIRCLE: return kbx_overlap_circle_obb (a->as.circle, b->as.obb);
      case KBX_SHAPE_RECT: return kbx_overlap_rect_obb (a->as.rect, b->as.obb);
      case KBX_SHAPE_OBB: return kbx_overlap_obbs (a->as.obb, b->as.obb);
      default: return kbx_overlap_obb_polygon (b->as.obb, a->as.polygon);
      }
  switch (a->kind)
    {
    case KBX_SHAPE_POINT: return kbx_convex_contains (b->as.polygon, a->as.point);
    case KBX_SHAPE_CIRCLE: return kbx_overlap_circle_polygon (a->as.circle, b->as.polygon);
    case KBX_SHAPE_RECT: return kbx_overlap_rect_polygon (a->as.rect, b->as.polygon);
    case KBX_SHAPE_OBB: return kbx_overlap_obb_polygon (a->as.obb, b->as.polygon);
    default: return kbx_overlap_convexes (a->as.polygon, b->as.polygon);
    }
}

/* Pixels as the closed rectangle that they cover, as far as the world goes. False for none. */
static bool
kbx_close_box (kbx_shape *shape)
{
  const int32_t limit = (int32_t) KBX_WORLD_LIMIT;
  const kbx_box box = shape->as.box;
  kbx_vec min, max;
  if (box.x0 >= box.x1 || box.y0 >= box.y1)
    return false;
  min.x = (float) (box.x0 > -limit ? box.x0 : -limit);
  min.y = (float) (box.y0 > -limit ? box.y0 : -limit);
  max.x = (float) (box.x1 < limit ? box.x1 : limit);
  max.y = (float) (box.y1 < limit ? box.y1 : limit);
  *shape = kbx_shape_rect (min, max);
  return min.x <= max.x && min.y <= max.y;
}

/* ---- one frame ---- */

/* One frame in the world, and its shapes of some classes. */
typedef struct {
  kbx_frame frame;
  kbx_class_set classes;
  kbx_fram_record record;
  kbx_stance stance;
} kbx_standing;

/* False: there is no such frame or the place is bad. */
static bool
kbx_stand (kbx_standing *s, kbx_side side)
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

/* Shape i, when it is of the classes and its bounds come near. */
static bool
kbx_standing_near (const kbx_standing *s, uint32_t i, kbx_reach reach, kbx_shap_record *shape)
{
  KBX_STEPS (1);
  *shape = kbx_read_shap (s->frame.bank, s->record.first_shape + i);
  return (s->classes >> shape->class_index & 1) != 0 && kbx_reaches_meet (kbx_shape_reach (s, shape), reach);
}

static kbx_shape
kbx_standing_part (const kbx_standing *s, const kbx_shap_record *shape, uint32_t part, kbx_vec *corners)
{
  const kbx_shape form = kbx_part_in_world (s->frame.bank, shape, &s->stance, part, corners);
  KBX_STEPS (form.kind == KBX_SHAPE_CONVEX ? form.as.polygon.count : 0);
  return form;
}

static bool
kbx_form_meets_shape (const kbx_shape *form, const kbx_standing *s, const kbx_shap_record *shape)
{
  kbx_vec corners[KBX_PART_VERTEX_LIMIT];

  for (uint32_t part = 0; part < kbx_form_count (shape); part++)
    {
      const kbx_shape own = kbx_standing_part (s, shape, part, corners);
      if (kbx_forms_meet (form, &own))
        return true;
    }
  return false;
}

/* Writes the shapes that are hit, as many as fit; stops when `most` have been found. Returns how many. */
static uint32_t
kbx_closed_hits (kbx_side side, kbx_shape form, kbx_thing *things, uint32_t capacity, uint32_t most, kbx_status *status)
{
  kbx_standing s;
  kbx_reach reach;
  uint32_t count = 0;
  const bool empty = form.kind == KBX_SHAPE_BOX && !kbx_close_box (&form);

  *status = KBX_ERROR_ARGUMENT;
  if (!(empty || kbx_form_valid (&form)) || !kbx_stand (&s, side))
    return 0;
  *status = KBX_OK;
  if (empty)
    return 0;
  reach = kbx_form_reach (&form);
  if (!kbx_reaches_meet (kbx_standing_reach (&s), reach))
    return 0;
  for (uint32_t i = 0; i < s.record.shape_count && count < most; i++)
    {
      kbx_shap_record shape;
      if (!kbx_standing_near (&s, i, reach, &shape) || !kbx_form_meets_shape (&form, &s, &shape))
        continue;
      if (things != NULL && count < capacity)
        things[count] = kbx_shape_thing (i, shape.class_index);
      count++;
    }
  return count;
}

static kbx_side
kbx_side_of (kbx_frame frame, const kbx_place *place, kbx_class_set classes)
{
  kbx_side side;
  side.frame = frame;
  side.place = place;
  side.classes = classes;
  return side;
}

KBX_INTERNAL kbx_found_shape
kbx_first_closed (kbx_frame frame, const kbx_place *place, const kbx_shape *shape, kbx_class_set classes)
{
  kbx_found_shape touch = kbx_no_shape (KBX_OK);
  kbx_thing thing;
  touch.hit = kbx_closed_hits (kbx_side_of (frame, place, classes), *shape, &thing, 1, 1, &touch.status) > 0;
  if (touch.hit)
    {
      touch.index = thing.index;
      touch.class_index = thing.class_index;
    }
  return touch;
}

KBX_INTERNAL uint32_t
kbx_all_closed (kbx_frame frame, const kbx_place *place, const kbx_shape *shape, kbx_class_set classes,
                kbx_thing *things, uint32_t capacity)
{
  kbx_status status;
  return kbx_closed_hits (kbx_side_of (frame, place, classes), *shape, things, capacity, KBX_NONE, &status);
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
      if (kbx_form_meets_shape (&form, b, shape_b))
        return true;
    }
  return false;
}

KBX_INTERNAL uint32_t
kbx_closed_pairs (kbx_side a, kbx_side b, kbx_pair *pairs, uint32_t capacity, uint32_t most)
{
  kbx_standing sa, sb;
  kbx_reach reach_b;
  uint32_t count = 0;

  if (!kbx_stand (&sa, a) || !kbx_stand (&sb, b))
    return 0;
  reach_b = kbx_standing_reach (&sb);
  for (uint32_t i = 0; i < sa.record.shape_count; i++)
    {
      kbx_shap_record shape_a, shape_b;
      kbx_reach reach;
      if (!kbx_standing_near (&sa, i, reach_b, &shape_a))
        continue;
      reach = kbx_shape_reach (&sa, &shape_a);
      for (uint32_t k = 0; k < sb.record.shape_count; k++)
        {
          if (!kbx_standing_near (&sb, k, reach, &shape_b) || !kbx_standing_shapes_meet (&sa, &shape_a, &sb, &shape_b))
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
