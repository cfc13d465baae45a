/* SPDX-License-Identifier: MIT */
/* Questions to frames that are rotated and scaled: each shape whose bounds are near is brought into the world and
 * tested as the closed shape that it is there. */
#include "runtime/turned.h"

/* A rectangle that holds something, in double. */
typedef struct { double x0, y0, x1, y1; } kbx_reach;

/* Shapes are asked with, and made of, these. */
typedef enum { KBX_FORM_POINT, KBX_FORM_CIRCLE, KBX_FORM_RECT, KBX_FORM_OBB, KBX_FORM_CONVEX } kbx_form_kind;

typedef struct {
  kbx_form_kind kind;
  kbx_vec point;
  kbx_circle circle;
  kbx_rect rect;
  kbx_obb obb;
  kbx_polygon convex; /* the corners belong to whoever keeps the form */
} kbx_form;

/* What a rectangle of the frame spans in the world, and a pixel more than that: enough for what is rounded. */
static inline kbx_reach
kbx_spin_reach (const kbx_spin *s, double x0, double y0, double x1, double y1)
{
  kbx_wide_vec c = kbx_spin_way (s, 0.5 * (x0 + x1) - s->hot.x, 0.5 * (y0 + y1) - s->hot.y);
  double w = 0.5 * (x1 - x0), h = 0.5 * (y1 - y0);
  double along = fabs (s->along), across = fabs (s->across);
  double reach_x = along * w + across * h + 1, reach_y = across * w + along * h + 1;
  kbx_reach r;
  r.x0 = c.x - reach_x;
  r.x1 = c.x + reach_x;
  r.y0 = c.y - reach_y;
  r.y1 = c.y + reach_y;
  return r;
}

static inline bool
kbx_reaches_meet (kbx_reach a, kbx_reach b)
{
  return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

/* Form number `part` of shape i, which has it: circles and boxes have one, all others their convex parts. */
static void
kbx_turned_form (kbx_form *form, kbx_frame frame, kbx_turn turn, uint32_t i, int kind, uint32_t part, kbx_vec *corners)
{
  if (kind == KBX_PART_CIRCLE)
    {
      form->kind = KBX_FORM_CIRCLE;
      form->circle = kbx_frame_turned_shape_circle (frame, turn, i).circle;
      return;
    }
  if (kind == KBX_PART_BOX)
    {
      form->kind = KBX_FORM_OBB;
      form->obb = kbx_frame_turned_shape_obb (frame, turn, i).obb;
      return;
    }
  form->kind = KBX_FORM_CONVEX;
  form->convex.corners = corners;
  form->convex.count = kbx_frame_turned_shape_part (frame, turn, i, part, corners, KBX_PART_VERTEX_LIMIT);
  KBX_STEPS (form->convex.count);
}

static inline uint32_t
kbx_form_count (const kbx_shap_record *shape)
{
  return shape->kind == KBX_PART_CIRCLE || shape->kind == KBX_PART_BOX ? 1 : shape->part_count;
}

/* ---- tests ---- */

static bool
kbx_form_valid (const kbx_form *form)
{
  switch (form->kind)
    {
    case KBX_FORM_POINT: return kbx_vec_valid (form->point);
    case KBX_FORM_CIRCLE: return kbx_circle_valid (form->circle);
    default: return kbx_rect_valid (form->rect);
    }
}

/* What the form that is asked with, a valid one, spans. */
static kbx_reach
kbx_form_reach (const kbx_form *form)
{
  const kbx_circle *c = &form->circle;
  kbx_reach r;
  switch (form->kind)
    {
    case KBX_FORM_POINT:
      r.x0 = r.x1 = form->point.x;
      r.y0 = r.y1 = form->point.y;
      break;
    case KBX_FORM_CIRCLE:
      r.x0 = (double) c->centre.x - c->radius;
      r.x1 = (double) c->centre.x + c->radius;
      r.y0 = (double) c->centre.y - c->radius;
      r.y1 = (double) c->centre.y + c->radius;
      break;
    default:
      r.x0 = form->rect.min.x;
      r.x1 = form->rect.max.x;
      r.y0 = form->rect.min.y;
      r.y1 = form->rect.max.y;
      break;
    }
  return r;
}

/* A form of any kind against one that a shape is made of. */
static bool
kbx_forms_meet (const kbx_form *a, const kbx_form *b)
{
  KBX_STEPS ((a->kind == KBX_FORM_CONVEX ? a->convex.count : 1) * (b->kind == KBX_FORM_CONVEX ? b->convex.count : 1));
  if (b->kind == KBX_FORM_CIRCLE)
    switch (a->kind)
      {
      case KBX_FORM_POINT: return kbx_circle_contains (b->circle, a->point);
      case KBX_FORM_CIRCLE: return kbx_overlap_circles (a->circle, b->circle);
      case KBX_FORM_RECT: return kbx_overlap_circle_rect (b->circle, a->rect);
      case KBX_FORM_OBB: return kbx_overlap_circle_obb (b->circle, a->obb);
      default: return kbx_overlap_circle_polygon (b->circle, a->convex);
      }
  if (b->kind == KBX_FORM_OBB)
    switch (a->kind)
      {
      case KBX_FORM_POINT: return kbx_obb_contains (b->obb, a->point);
      case KBX_FORM_CIRCLE: return kbx_overlap_circle_obb (a->circle, b->obb);
      case KBX_FORM_RECT: return kbx_overlap_rect_obb (a->rect, b->obb);
      case KBX_FORM_OBB: return kbx_overlap_obbs (a->obb, b->obb);
      default: return kbx_overlap_obb_polygon (b->obb, a->convex);
      }
  switch (a->kind)
    {
    case KBX_FORM_POINT: return kbx_convex_contains (b->convex, a->point);
    case KBX_FORM_CIRCLE: return kbx_overlap_circle_polygon (a->circle, b->convex);
    case KBX_FORM_RECT: return kbx_overlap_rect_polygon (a->rect, b->convex);
    case KBX_FORM_OBB: return kbx_overlap_obb_polygon (a->obb, b->convex);
    default: return kbx_overlap_convexes (a->convex, b->convex);
    }
}

/* One frame in the world, and its shapes of some classes. */
typedef struct {
  kbx_frame frame;
  kbx_turn turn;
  kbx_class_set classes;
  kbx_fram_record record;
  kbx_spin spin;
} kbx_standing;

/* False: there is no such frame or the turn is bad. */
static bool
kbx_stand (kbx_standing *s, kbx_frame frame, kbx_turn turn, kbx_class_set classes)
{
  if (!kbx_is_frame (frame) || !kbx_turn_valid (turn))
    return false;
  s->frame = frame;
  s->turn = turn;
  s->classes = classes;
  s->record = kbx_read_fram (frame.bank, frame.index);
  s->spin = kbx_spin_of (frame, turn);
  return true;
}

static inline kbx_reach
kbx_standing_reach (const kbx_standing *s)
{
  return kbx_spin_reach (&s->spin, s->record.x0, s->record.y0, s->record.x1, s->record.y1);
}

/* Shape i, when it is of the classes and its bounds come near. */
static bool
kbx_standing_near (const kbx_standing *s, uint32_t i, kbx_reach reach, kbx_shap_record *shape)
{
  KBX_STEPS (1);
  *shape = kbx_read_shap (s->frame.bank, s->record.first_shape + i);
  return (s->classes >> shape->class_index & 1) != 0 &&
         kbx_reaches_meet (kbx_spin_reach (&s->spin, shape->x0, shape->y0, shape->x1, shape->y1), reach);
}

/* Does the form meet shape i? */
static bool
kbx_form_meets_shape (const kbx_form *form, const kbx_standing *s, uint32_t i, const kbx_shap_record *shape)
{
  kbx_vec corners[KBX_PART_VERTEX_LIMIT];
  kbx_form own;

  for (uint32_t part = 0; part < kbx_form_count (shape); part++)
    {
      kbx_turned_form (&own, s->frame, s->turn, i, shape->kind, part, corners);
      if (kbx_forms_meet (form, &own))
        return true;
    }
  return false;
}

static kbx_shape_hit
kbx_turned_answer (kbx_status status)
{
  kbx_shape_hit hit;
  hit.status = status;
  hit.hit = false;
  hit.shape = hit.class_index = KBX_NONE;
  return hit;
}

/* Writes the shapes that are hit, as many as fit; stops when `most` have been found. Returns how many. */
static uint32_t
kbx_turned_hits (kbx_frame frame, kbx_turn turn, const kbx_form *form, kbx_class_set classes,
                 kbx_shape_hit *hits, uint32_t capacity, uint32_t most, kbx_status *status)
{
  kbx_standing s;
  kbx_reach reach;
  uint32_t count = 0;

  *status = KBX_ERROR_ARGUMENT;
  if (!kbx_form_valid (form) || !kbx_stand (&s, frame, turn, classes))
    return 0;
  *status = KBX_OK;
  reach = kbx_form_reach (form);
  if (!kbx_reaches_meet (kbx_standing_reach (&s), reach))
    return 0;
  for (uint32_t i = 0; i < s.record.shape_count && count < most; i++)
    {
      kbx_shap_record shape;
      if (!kbx_standing_near (&s, i, reach, &shape) || !kbx_form_meets_shape (form, &s, i, &shape))
        continue;
      if (hits != NULL && count < capacity)
        {
          hits[count] = kbx_turned_answer (KBX_OK);
          hits[count].hit = true;
          hits[count].shape = i;
          hits[count].class_index = shape.class_index;
        }
      count++;
    }
  return count;
}

static kbx_shape_hit
kbx_turned_first (kbx_frame frame, kbx_turn turn, const kbx_form *form, kbx_class_set classes)
{
  kbx_status status;
  kbx_shape_hit hit;
  return kbx_turned_hits (frame, turn, form, classes, &hit, 1, 1, &status) > 0 ? hit : kbx_turned_answer (status);
}

static uint32_t
kbx_turned_all (kbx_frame frame, kbx_turn turn, const kbx_form *form, kbx_class_set classes,
                kbx_shape_hit *hits, uint32_t capacity)
{
  kbx_status status;
  return kbx_turned_hits (frame, turn, form, classes, hits, capacity, KBX_NONE, &status);
}

static inline kbx_form
kbx_form_from (kbx_form_kind kind)
{
  kbx_form form;
  memset (&form, 0, sizeof form);
  form.kind = kind;
  return form;
}

static inline kbx_form
kbx_point_form (kbx_vec point)
{
  kbx_form form = kbx_form_from (KBX_FORM_POINT);
  form.point = point;
  return form;
}

static inline kbx_form
kbx_rect_form (kbx_rect rect)
{
  kbx_form form = kbx_form_from (KBX_FORM_RECT);
  form.rect = rect;
  return form;
}

static inline kbx_form
kbx_circle_form (kbx_circle circle)
{
  kbx_form form = kbx_form_from (KBX_FORM_CIRCLE);
  form.circle = circle;
  return form;
}

KBX_API kbx_shape_hit
kbx_frame_turned_hit_point (kbx_frame frame, kbx_turn turn, kbx_vec p, kbx_class_set classes)
{
  kbx_form form = kbx_point_form (p);
  return kbx_turned_first (frame, turn, &form, classes);
}

KBX_API uint32_t
kbx_frame_turned_hit_point_all (kbx_frame frame, kbx_turn turn, kbx_vec p, kbx_class_set classes,
                                kbx_shape_hit *hits, uint32_t capacity)
{
  kbx_form form = kbx_point_form (p);
  return kbx_turned_all (frame, turn, &form, classes, hits, capacity);
}

KBX_API kbx_shape_hit
kbx_frame_turned_hit_rect (kbx_frame frame, kbx_turn turn, kbx_rect rect, kbx_class_set classes)
{
  kbx_form form = kbx_rect_form (rect);
  return kbx_turned_first (frame, turn, &form, classes);
}

KBX_API uint32_t
kbx_frame_turned_hit_rect_all (kbx_frame frame, kbx_turn turn, kbx_rect rect, kbx_class_set classes,
                               kbx_shape_hit *hits, uint32_t capacity)
{
  kbx_form form = kbx_rect_form (rect);
  return kbx_turned_all (frame, turn, &form, classes, hits, capacity);
}

KBX_API kbx_shape_hit
kbx_frame_turned_hit_circle (kbx_frame frame, kbx_turn turn, kbx_circle circle, kbx_class_set classes)
{
  kbx_form form = kbx_circle_form (circle);
  return kbx_turned_first (frame, turn, &form, classes);
}

KBX_API uint32_t
kbx_frame_turned_hit_circle_all (kbx_frame frame, kbx_turn turn, kbx_circle circle, kbx_class_set classes,
                                 kbx_shape_hit *hits, uint32_t capacity)
{
  kbx_form form = kbx_circle_form (circle);
  return kbx_turned_all (frame, turn, &form, classes, hits, capacity);
}

/* ---- frames against frames ---- */

/* Shape i of a, whose bounds are given, against shape k of b. */
static bool
kbx_turned_shapes_meet (const kbx_standing *a, uint32_t i, const kbx_shap_record *shape_a,
                        const kbx_standing *b, uint32_t k, const kbx_shap_record *shape_b)
{
  kbx_vec corners[KBX_PART_VERTEX_LIMIT];
  kbx_form form;

  for (uint32_t part = 0; part < kbx_form_count (shape_a); part++)
    {
      kbx_turned_form (&form, a->frame, a->turn, i, shape_a->kind, part, corners);
      if (kbx_form_meets_shape (&form, b, k, shape_b))
        return true;
    }
  return false;
}

static uint32_t
kbx_turned_pairs (kbx_frame a, kbx_turn turn_a, kbx_class_set classes_a,
                  kbx_frame b, kbx_turn turn_b, kbx_class_set classes_b,
                  kbx_pair *pairs, uint32_t capacity, uint32_t most)
{
  kbx_standing sa, sb;
  kbx_reach reach_b;
  uint32_t count = 0;

  if (!kbx_stand (&sa, a, turn_a, classes_a) || !kbx_stand (&sb, b, turn_b, classes_b))
    return 0;
  reach_b = kbx_standing_reach (&sb);
  for (uint32_t i = 0; i < sa.record.shape_count; i++)
    {
      kbx_shap_record shape_a, shape_b;
      kbx_reach reach;
      if (!kbx_standing_near (&sa, i, reach_b, &shape_a))
        continue;
      reach = kbx_spin_reach (&sa.spin, shape_a.x0, shape_a.y0, shape_a.x1, shape_a.y1);
      for (uint32_t k = 0; k < sb.record.shape_count; k++)
        {
          if (!kbx_standing_near (&sb, k, reach, &shape_b) ||
              !kbx_turned_shapes_meet (&sa, i, &shape_a, &sb, k, &shape_b))
            continue;
          if (pairs != NULL && count < capacity)
            {
              pairs[count].a = i;
              pairs[count].b = k;
            }
          if (++count == most)
            return count;
        }
    }
  return count;
}

KBX_API uint32_t
kbx_frames_turned_overlap (kbx_frame a, kbx_turn turn_a, kbx_class_set classes_a,
                           kbx_frame b, kbx_turn turn_b, kbx_class_set classes_b,
                           kbx_pair *pairs, uint32_t capacity)
{
  return kbx_turned_pairs (a, turn_a, classes_a, b, turn_b, classes_b, pairs, capacity, KBX_NONE);
}

KBX_API bool
kbx_frames_turned_overlap_any (kbx_frame a, kbx_turn turn_a, kbx_class_set classes_a,
                               kbx_frame b, kbx_turn turn_b, kbx_class_set classes_b)
{
  return kbx_turned_pairs (a, turn_a, classes_a, b, turn_b, classes_b, NULL, 0, 1) != 0;
}

KBX_API kbx_shape_hit
kbx_frame_turned_strike (kbx_frame a, kbx_turn turn_a, const char *point_name,
                         kbx_frame b, kbx_turn turn_b, kbx_class_set classes)
{
  kbx_turned_point point = kbx_frame_turned_action_point (a, turn_a, point_name);
  kbx_standing s;

  if (!kbx_stand (&s, a, turn_a, classes) || !kbx_stand (&s, b, turn_b, classes) || point_name == NULL)
    return kbx_turned_answer (KBX_ERROR_ARGUMENT);
  return point.found ? kbx_frame_turned_hit_point (b, turn_b, point.p, classes) : kbx_turned_answer (KBX_OK);
}
