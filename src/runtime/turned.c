/* SPDX-License-Identifier: MIT */
/* Frames that are rotated and scaled. What a shape is comes from its frame's own pose, in exact floats; here it
 * is brought into the world and tested as the closed shape that it is there. */
#include "runtime/convex.h"

/* From a frame's own coordinates into the world. */
typedef struct {
  kbx_wide_vec hot, position; /* centre of the hot spot's pixel, here and there */
  double along, across;       /* scale * axis */
  double scale;
  double sign_x, sign_y;
} kbx_spin;

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

static bool
kbx_turn_valid (kbx_turn turn)
{
  kbx_obb o;
  o.centre = turn.position;
  o.axis = turn.axis;
  o.w = o.h = turn.scale;
  return kbx_obb_valid (o) && turn.scale > 0;
}

static kbx_spin
kbx_spin_of (kbx_frame frame, kbx_turn turn)
{
  kbx_point hot = kbx_frame_hot_spot (frame).p;
  kbx_spin s;
  s.hot.x = hot.x + 0.5;
  s.hot.y = hot.y + 0.5;
  s.position = kbx_wide (turn.position);
  s.scale = turn.scale;
  s.along = s.scale * turn.axis.x;
  s.across = s.scale * turn.axis.y;
  s.sign_x = turn.flip_x ? -1 : 1;
  s.sign_y = turn.flip_y ? -1 : 1;
  return s;
}

/* A point given by its way from the hot spot's centre, not mirrored yet. */
static inline kbx_wide_vec
kbx_spin_way (const kbx_spin *s, double dx, double dy)
{
  kbx_wide_vec w;
  dx *= s->sign_x;
  dy *= s->sign_y;
  w.x = s->position.x + (s->along * dx - s->across * dy);
  w.y = s->position.y + (s->across * dx + s->along * dy);
  return w;
}

static inline kbx_vec
kbx_spin_point (const kbx_spin *s, kbx_vec p)
{
  kbx_wide_vec w = kbx_spin_way (s, p.x - s->hot.x, p.y - s->hot.y);
  kbx_vec v;
  v.x = (float) w.x;
  v.y = (float) w.y;
  return v;
}

/* A unit vector; -0 becomes 0. */
static inline kbx_vec
kbx_spin_direction (const kbx_spin *s, kbx_turn turn, kbx_vec d)
{
  double dx = d.x * s->sign_x, dy = d.y * s->sign_y;
  kbx_vec v;
  v.x = (float) (turn.axis.x * dx - turn.axis.y * dy + 0.0);
  v.y = (float) (turn.axis.y * dx + turn.axis.x * dy + 0.0);
  return v;
}

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

KBX_API kbx_turn
kbx_turn_from_pose (kbx_pose pose)
{
  kbx_turn turn;
  turn.position.x = (float) (pose.x + 0.5);
  turn.position.y = (float) (pose.y + 0.5);
  turn.axis.x = 1;
  turn.axis.y = 0;
  turn.scale = 1;
  turn.flip_x = pose.flip_x;
  turn.flip_y = pose.flip_y;
  return turn;
}

/* ---- shapes ---- */

KBX_API kbx_shape_circle
kbx_frame_turned_shape_circle (kbx_frame frame, kbx_turn turn, uint32_t i)
{
  kbx_shape_circle answer = kbx_frame_shape_circle (frame, kbx_frame_own_pose (frame), i);
  kbx_spin s = kbx_spin_of (frame, turn);

  answer.found = answer.found && kbx_turn_valid (turn);
  answer.circle.centre = kbx_spin_point (&s, answer.circle.centre);
  answer.circle.radius = (float) (s.scale * answer.circle.radius);
  if (!answer.found)
    memset (&answer, 0, sizeof answer);
  return answer;
}

KBX_API kbx_shape_obb
kbx_frame_turned_shape_obb (kbx_frame frame, kbx_turn turn, uint32_t i)
{
  kbx_shape_obb answer = kbx_frame_shape_obb (frame, kbx_frame_own_pose (frame), i);
  kbx_spin s = kbx_spin_of (frame, turn);

  if (kbx_frame_shape (frame, i).found && kbx_frame_shape (frame, i).kind == KBX_SHAPE_BOX)
    {
      kbx_box box = kbx_frame_shape_box (frame, kbx_frame_own_pose (frame), i);
      answer.found = true;
      answer.obb.centre.x = 0.5f * (float) (box.x0 + box.x1);
      answer.obb.centre.y = 0.5f * (float) (box.y0 + box.y1);
      answer.obb.axis.x = 1;
      answer.obb.axis.y = 0;
      answer.obb.w = (float) (box.x1 - box.x0);
      answer.obb.h = (float) (box.y1 - box.y0);
    }
  answer.found = answer.found && kbx_turn_valid (turn);
  answer.obb.centre = kbx_spin_point (&s, answer.obb.centre);
  answer.obb.axis = kbx_spin_direction (&s, turn, answer.obb.axis);
  answer.obb.w = (float) (s.scale * answer.obb.w);
  answer.obb.h = (float) (s.scale * answer.obb.h);
  if (!answer.found)
    memset (&answer, 0, sizeof answer);
  return answer;
}

/* Brings corners of the frame's own pose into the world. */
static uint32_t
kbx_spin_corners (kbx_frame frame, kbx_turn turn, kbx_vec *corners, uint32_t count, uint32_t capacity)
{
  kbx_spin s = kbx_spin_of (frame, turn);

  for (uint32_t k = 0; corners != NULL && k < count && k < capacity; k++)
    corners[k] = kbx_spin_point (&s, corners[k]);
  return count;
}

KBX_API uint32_t
kbx_frame_turned_shape_outline (kbx_frame frame, kbx_turn turn, uint32_t i, kbx_vec *corners, uint32_t capacity)
{
  uint32_t count;

  if (!kbx_turn_valid (turn))
    return 0;
  count = kbx_frame_shape_outline (frame, kbx_frame_own_pose (frame), i, corners, capacity);
  return kbx_spin_corners (frame, turn, corners, count, capacity);
}

KBX_API uint32_t
kbx_frame_turned_shape_part (kbx_frame frame, kbx_turn turn, uint32_t i, uint32_t part,
                             kbx_vec *corners, uint32_t capacity)
{
  uint32_t count;

  if (!kbx_turn_valid (turn))
    return 0;
  count = kbx_frame_shape_part (frame, kbx_frame_own_pose (frame), i, part, corners, capacity);
  return kbx_spin_corners (frame, turn, corners, count, capacity);
}

/* Form number `part` of shape i, which has it: circles and boxes have one, all others their convex parts. */
static void
kbx_turned_form (kbx_form *form, kbx_frame frame, kbx_turn turn, uint32_t i, int kind, uint32_t part, kbx_vec *corners)
{
  if (kind == KBX_SHAPE_CIRCLE)
    {
      form->kind = KBX_FORM_CIRCLE;
      form->circle = kbx_frame_turned_shape_circle (frame, turn, i).circle;
      return;
    }
  if (kind == KBX_SHAPE_BOX)
    {
      form->kind = KBX_FORM_OBB;
      form->obb = kbx_frame_turned_shape_obb (frame, turn, i).obb;
      return;
    }
  form->kind = KBX_FORM_CONVEX;
  form->convex.corners = corners;
  form->convex.count = kbx_frame_turned_shape_part (frame, turn, i, part, corners, KBX_PART_VERTEX_LIMIT);
}

static inline uint32_t
kbx_form_count (const kbx_shap_record *shape)
{
  return shape->kind == KBX_SHAPE_CIRCLE || shape->kind == KBX_SHAPE_BOX ? 1 : shape->part_count;
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
  if (!kbx_within (frame.bank, KBX_SECTION_FRAM, frame.index) || !kbx_turn_valid (turn))
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

static kbx_hit
kbx_turned_answer (kbx_status status)
{
  kbx_hit hit;
  hit.status = status;
  hit.hit = false;
  hit.shape = hit.class_index = KBX_NONE;
  return hit;
}

/* Writes the shapes that are hit, as many as fit; stops when `most` have been found. Returns how many. */
static uint32_t
kbx_turned_hits (kbx_frame frame, kbx_turn turn, const kbx_form *form, kbx_class_set classes,
                 kbx_hit *hits, uint32_t capacity, uint32_t most, kbx_status *status)
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

static kbx_hit
kbx_turned_first (kbx_frame frame, kbx_turn turn, const kbx_form *form, kbx_class_set classes)
{
  kbx_status status;
  kbx_hit hit;
  return kbx_turned_hits (frame, turn, form, classes, &hit, 1, 1, &status) > 0 ? hit : kbx_turned_answer (status);
}

static uint32_t
kbx_turned_all (kbx_frame frame, kbx_turn turn, const kbx_form *form, kbx_class_set classes,
                kbx_hit *hits, uint32_t capacity)
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

KBX_API kbx_hit
kbx_frame_turned_hit_point (kbx_frame frame, kbx_turn turn, kbx_vec p, kbx_class_set classes)
{
  kbx_form form = kbx_form_from (KBX_FORM_POINT);
  form.point = p;
  return kbx_turned_first (frame, turn, &form, classes);
}

KBX_API uint32_t
kbx_frame_turned_hit_point_all (kbx_frame frame, kbx_turn turn, kbx_vec p, kbx_class_set classes,
                                kbx_hit *hits, uint32_t capacity)
{
  kbx_form form = kbx_form_from (KBX_FORM_POINT);
  form.point = p;
  return kbx_turned_all (frame, turn, &form, classes, hits, capacity);
}

KBX_API kbx_hit
kbx_frame_turned_hit_rect (kbx_frame frame, kbx_turn turn, kbx_rect rect, kbx_class_set classes)
{
  kbx_form form = kbx_form_from (KBX_FORM_RECT);
  form.rect = rect;
  return kbx_turned_first (frame, turn, &form, classes);
}

KBX_API uint32_t
kbx_frame_turned_hit_rect_all (kbx_frame frame, kbx_turn turn, kbx_rect rect, kbx_class_set classes,
                               kbx_hit *hits, uint32_t capacity)
{
  kbx_form form = kbx_form_from (KBX_FORM_RECT);
  form.rect = rect;
  return kbx_turned_all (frame, turn, &form, classes, hits, capacity);
}

KBX_API kbx_hit
kbx_frame_turned_hit_circle (kbx_frame frame, kbx_turn turn, kbx_circle circle, kbx_class_set classes)
{
  kbx_form form = kbx_form_from (KBX_FORM_CIRCLE);
  form.circle = circle;
  return kbx_turned_first (frame, turn, &form, classes);
}

KBX_API uint32_t
kbx_frame_turned_hit_circle_all (kbx_frame frame, kbx_turn turn, kbx_circle circle, kbx_class_set classes,
                                 kbx_hit *hits, uint32_t capacity)
{
  kbx_form form = kbx_form_from (KBX_FORM_CIRCLE);
  form.circle = circle;
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

/* ---- action points ---- */

KBX_API kbx_turned_point
kbx_frame_turned_action_point (kbx_frame frame, kbx_turn turn, const char *name)
{
  kbx_action_point point = kbx_frame_action_point (frame, kbx_frame_own_pose (frame), name);
  kbx_spin s = kbx_spin_of (frame, turn);
  kbx_turned_point answer;
  kbx_vec centre;

  memset (&answer, 0, sizeof answer);
  if (!point.found || !kbx_turn_valid (turn))
    return answer;
  centre.x = (float) point.p.x + 0.5f;
  centre.y = (float) point.p.y + 0.5f;
  answer.found = true;
  answer.p = kbx_spin_point (&s, centre);
  answer.has_direction = point.has_direction;
  answer.direction = kbx_spin_direction (&s, turn, point.direction);
  return answer;
}

KBX_API kbx_hit
kbx_frame_turned_strike (kbx_frame a, kbx_turn turn_a, const char *point_name,
                         kbx_frame b, kbx_turn turn_b, kbx_class_set classes)
{
  kbx_turned_point point = kbx_frame_turned_action_point (a, turn_a, point_name);
  kbx_standing s;

  if (!kbx_stand (&s, a, turn_a, classes) || !kbx_stand (&s, b, turn_b, classes) || point_name == NULL)
    return kbx_turned_answer (KBX_ERROR_ARGUMENT);
  return point.found ? kbx_frame_turned_hit_point (b, turn_b, point.p, classes) : kbx_turned_answer (KBX_OK);
}
