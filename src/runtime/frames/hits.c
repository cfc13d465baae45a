/* SPDX-License-Identifier: MIT */
/* Pixels and shapes of the world against a frame's shapes. Pixels, boxes and circles against an
 * upright frame are moved into its coordinates once. Then the shapes with nearby boxes are tested
 * in order. */
#include "runtime/frames/boxes.h"
#include "runtime/frames/geometry.h"
#include "runtime/frames/turned_hits.h"

/* A query against one frame, in the frame's coordinates. */
typedef struct {
  const kbx_bank *bank;
  uint32_t first;      /* the frame's first shape, counted over the bank */
  kbx_walk walk;       /* the shapes near enough, or none if nothing can be hit */
  kbx_class_set classes;
  kbx_status status;
  int32_t px, py;      /* pixel */
  kbx_box box;         /* pixels, cut to a little more than the frame's bounds */
  kbx_disc disc;
} kbx_question;

/* Sets up everything except the query shape. False if the frame does not exist or has none of the
 * classes. */
static inline bool
kbx_ask (kbx_question *q, kbx_handle frame, kbx_class_set classes, kbx_fram_record *record)
{
  memset (q, 0, sizeof *q);
  q->bank = frame.bank;
  q->walk = kbx_walk_start (frame.bank, 0, 0, kbx_probe_pixel (0, 0));
  q->classes = classes;
  q->status = KBX_ERROR_ARGUMENT;
  if (!kbx_is_frame (frame))
    return false;
  q->status = KBX_OK;
  *record = kbx_read_fram (frame.bank, frame.index);
  return (record->classes & classes) != 0;
}

static inline void
kbx_ask_shapes (kbx_question *q, const kbx_fram_record *record, kbx_box_query probe)
{
  q->first = record->first_shape;
  q->walk = kbx_walk_start (q->bank, record->first_shape, record->shape_count, probe);
}

static inline bool
kbx_asked_class (const kbx_question *q, const kbx_shap_record *shape)
{
  return (q->classes >> shape->class_index & 1) != 0;
}

/* ---- pixels ---- */

static inline void
kbx_ask_point (kbx_question *q, kbx_handle frame, kbx_pose pose, int64_t x, int64_t y,
               kbx_class_set classes)
{
  kbx_fram_record record;

  if (!kbx_ask (q, frame, classes, &record))
    return;
  const kbx_map map = kbx_map_to_frame (&record, pose);
  x = kbx_map_pixel_x (map, x);
  y = kbx_map_pixel_y (map, y);
  if (x < record.x0 || x >= record.x1 || y < record.y0 || y >= record.y1)
    return;
  q->px = (int32_t) x;
  q->py = (int32_t) y;
  kbx_ask_shapes (q, &record, kbx_probe_pixel (q->px, q->py));
}

static bool
kbx_point_in_shape (const kbx_question *q, const kbx_shap_record *shape)
{
  const kbx_disc centre = { (int64_t) q->px * KBX_GRID + KBX_GRID / 2,
                            (int64_t) q->py * KBX_GRID + KBX_GRID / 2, 0 };

  if (shape->part_count == 0)
    return kbx_disc_meets_shape (centre, q->bank, shape, kbx_stay);
  for (uint32_t k = 0; k < shape->part_count; k++)
    if (kbx_pixel_in_part (q->bank, shape->data + k, q->px, q->py))
      return true;
  return false;
}

static inline bool
kbx_point_hits (const kbx_question *q, uint32_t i)
{
  kbx_shap_record shape = kbx_read_shap (q->bank, i);
  return kbx_asked_class (q, &shape)
         && (shape.kind == KBX_PART_BOX || kbx_point_in_shape (q, &shape));
}

/* ---- boxes ---- */

static inline void
kbx_ask_box (kbx_question *q, kbx_handle frame, kbx_pose pose, kbx_box box, kbx_class_set classes)
{
  kbx_fram_record record;

  if (!kbx_ask (q, frame, classes, &record))
    return;
  if (box.x0 >= box.x1 || box.y0 >= box.y1)
    return;
  kbx_area a = kbx_map_area (kbx_map_to_frame (&record, pose), box.x0, box.y0, box.x1, box.y1);
  if (a.x1 < record.x0 || a.x0 > record.x1 || a.y1 < record.y0 || a.y0 > record.y1)
    return;
  /* Pixels more than one outside the bounds cannot matter; now all fits into 18 bits. */
  q->box.x0 = (int32_t) (a.x0 < record.x0 - 1 ? record.x0 - 1 : a.x0);
  q->box.y0 = (int32_t) (a.y0 < record.y0 - 1 ? record.y0 - 1 : a.y0);
  q->box.x1 = (int32_t) (a.x1 > record.x1 + 1 ? record.x1 + 1 : a.x1);
  q->box.y1 = (int32_t) (a.y1 > record.y1 + 1 ? record.y1 + 1 : a.y1);
  kbx_ask_shapes (q, &record, kbx_probe_closed (q->box.x0, q->box.y0, q->box.x1, q->box.y1));
}

static inline bool
kbx_box_hits (const kbx_question *q, uint32_t i)
{
  kbx_shap_record shape = kbx_read_shap (q->bank, i);
  if (!kbx_asked_class (q, &shape))
    return false;
  if (shape.kind != KBX_PART_BOX)
    return kbx_rect_meets_shape (kbx_rect_of (q->box), q->bank, &shape, kbx_stay);
  return q->box.x0 < shape.x1 && q->box.x1 > shape.x0 && q->box.y0 < shape.y1
         && q->box.y1 > shape.y0;
}

/* ---- circles ---- */

static inline void
kbx_ask_circle (kbx_question *q, kbx_handle frame, kbx_pose pose, kbx_circle circle,
                kbx_class_set classes)
{
  kbx_fram_record record;

  if (!kbx_ask (q, frame, classes, &record))
    return;
  const kbx_map map = kbx_map_to_frame (&record, pose);
  q->disc.x = kbx_map_grid_x (map, kbx_to_grid (circle.centre.x));
  q->disc.y = kbx_map_grid_y (map, kbx_to_grid (circle.centre.y));
  q->disc.r = kbx_to_grid (circle.radius);
  if (q->disc.x + q->disc.r < record.x0 * KBX_GRID || q->disc.x - q->disc.r > record.x1 * KBX_GRID
      || q->disc.y + q->disc.r < record.y0 * KBX_GRID
      || q->disc.y - q->disc.r > record.y1 * KBX_GRID)
    return;
  /* In whole pixels, rounded outwards. */
  kbx_box_query probe = kbx_probe_closed (
    (q->disc.x - q->disc.r) >> KBX_GRID_BITS, (q->disc.y - q->disc.r) >> KBX_GRID_BITS,
    ((q->disc.x + q->disc.r) >> KBX_GRID_BITS) + 1, ((q->disc.y + q->disc.r) >> KBX_GRID_BITS) + 1);
  kbx_ask_shapes (q, &record, probe);
}

static inline bool
kbx_circle_hits (const kbx_question *q, uint32_t i)
{
  kbx_shap_record shape = kbx_read_shap (q->bank, i);

  if (!kbx_asked_class (q, &shape))
    return false;
  const kbx_grid_rect rect = { shape.x0 * KBX_GRID, shape.y0 * KBX_GRID, shape.x1 * KBX_GRID,
                               shape.y1 * KBX_GRID };
  return kbx_rect_meets_disc (rect, q->disc)
         && (shape.kind == KBX_PART_BOX
             || kbx_disc_meets_shape (q->disc, q->bank, &shape, kbx_stay));
}

/* ---- first or all ---- */

typedef enum { KBX_ASK_POINT, KBX_ASK_BOX, KBX_ASK_CIRCLE } kbx_asking;

/* The next shape hit, or KBX_NONE. */
static KBX_INLINE uint32_t
kbx_next_hit (kbx_question *q, kbx_asking asking)
{
  uint32_t i;

  while ((i = kbx_walk_on (&q->walk)) != KBX_NONE)
    if (asking == KBX_ASK_POINT ? kbx_point_hits (q, i)
        : asking == KBX_ASK_BOX ? kbx_box_hits (q, i)
                                : kbx_circle_hits (q, i))
      break;
  return i;
}

static KBX_INLINE kbx_thing
kbx_first_hit (kbx_question *q, kbx_asking asking)
{
  const uint32_t i = kbx_next_hit (q, asking);
  return i == KBX_NONE ? kbx_no_shape (q->status)
                       : kbx_shape_thing (i - q->first, kbx_read_shap (q->bank, i).class_index);
}

KBX_API kbx_thing
kbx_frame_at (kbx_handle frame, kbx_place place, kbx_point pixel, kbx_class_set classes)
{
  kbx_question q;
  kbx_pose pose;
  if (kbx_upright (&place, &pose))
    {
      kbx_ask_point (&q, frame, pose, pixel.x, pixel.y, classes);
      return kbx_first_hit (&q, KBX_ASK_POINT);
    }
  return kbx_first_at (frame, &place, kbx_pixel_middle (pixel.x, pixel.y), classes);
}

/* False if the test is not in whole pixels. */
static bool
kbx_ask_upright (kbx_question *q, kbx_handle frame, const kbx_place *place, const kbx_shape *shape,
                 kbx_class_set classes)
{
  kbx_pose pose;
  if ((shape->kind != KBX_SHAPE_BOX && shape->kind != KBX_SHAPE_CIRCLE)
      || !kbx_upright (place, &pose))
    return false;
  if (shape->kind == KBX_SHAPE_BOX)
    kbx_ask_box (q, frame, pose, shape->as.box, classes);
  else if (kbx_circle_valid (shape->as.circle))
    kbx_ask_circle (q, frame, pose, shape->as.circle, classes);
  else
    {
      kbx_fram_record record;
      kbx_ask (q, frame, 0, &record);
      q->status = KBX_ERROR_ARGUMENT;
    }
  return true;
}

KBX_API kbx_thing
kbx_frame_hit (kbx_handle frame, kbx_place place, kbx_shape shape, kbx_class_set classes)
{
  kbx_question q;
  if (kbx_ask_upright (&q, frame, &place, &shape, classes))
    return kbx_first_hit (&q, shape.kind == KBX_SHAPE_BOX ? KBX_ASK_BOX : KBX_ASK_CIRCLE);
  return kbx_first_closed (frame, &place, &shape, classes);
}

KBX_API uint32_t
kbx_frame_touching (kbx_handle frame, kbx_place place, kbx_shape shape, kbx_class_set classes,
                    kbx_thing *things, uint32_t capacity)
{
  const kbx_asking asking = shape.kind == KBX_SHAPE_BOX ? KBX_ASK_BOX : KBX_ASK_CIRCLE;
  kbx_question q;
  uint32_t count = 0;
  if (!kbx_ask_upright (&q, frame, &place, &shape, classes))
    return kbx_all_closed (frame, &place, &shape, classes, things, capacity);
  for (uint32_t i = kbx_next_hit (&q, asking); i != KBX_NONE; i = kbx_next_hit (&q, asking))
    {
      if (count < capacity && things != NULL)
        things[count] = kbx_shape_thing (i - q.first, kbx_read_shap (q.bank, i).class_index);
      count++;
    }
  return count;
}

/* ---- strikes ---- */

static kbx_hit
kbx_strike_answer (kbx_thing touch, kbx_vec p)
{
  kbx_hit hit = KBX_ZEROS;
  hit.status = touch.status;
  hit.hit = touch.hit;
  hit.fraction = touch.hit ? 0.0f : 1.0f;
  hit.index = touch.index;
  hit.class_index = touch.class_index;
  if (touch.hit)
    {
      hit.kind = KBX_SHAPE;
      hit.point = p;
    }
  return hit;
}

/* The upright case does not use the pixel of kbx_frame_action_at, which is clamped to int32. */
KBX_API kbx_hit
kbx_strike (kbx_handle a, kbx_place place_a, const char *action, kbx_handle b, kbx_place place_b,
            kbx_class_set classes)
{
  const uint32_t i = kbx_find_action (a, action);
  kbx_action_point point = kbx_frame_action_at (a, place_a, i);
  kbx_thing touch = kbx_no_shape (KBX_ERROR_ARGUMENT);
  kbx_pose pose_a, pose_b;

  if (!kbx_is_frame (a) || !kbx_is_frame (b) || action == NULL)
    return kbx_strike_answer (touch, point.p);
  if (kbx_upright (&place_a, &pose_a) && kbx_upright (&place_b, &pose_b))
    {
      touch.status = KBX_OK;
      if (i != KBX_NONE)
        {
          const kbx_fram_record record = kbx_read_fram (a.bank, a.index);
          const kbx_poin_record r = kbx_read_poin (a.bank, record.first_point + i);
          const kbx_map map = kbx_map_to_world (&record, pose_a);
          kbx_question q;
          kbx_ask_point (&q, b, pose_b, kbx_map_pixel_x (map, r.x), kbx_map_pixel_y (map, r.y),
                         classes);
          touch = kbx_first_hit (&q, KBX_ASK_POINT);
        }
    }
  else if (kbx_place_valid (&place_a) && kbx_place_valid (&place_b))
    touch = point.found ? kbx_first_at (b, &place_b, point.p, classes) : kbx_no_shape (KBX_OK);
  return kbx_strike_answer (touch, point.p);
}
