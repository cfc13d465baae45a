/* SPDX-License-Identifier: MIT */
/* Pixels, boxes and circles of the world against a frame's shapes. The question is moved into the
 * frame's own coordinates once; then the shapes whose boxes are near are looked at in order. */
#include "runtime/boxes.h"
#include "runtime/geometry.h"

/* A question about one frame, in the frame's coordinates. */
typedef struct {
  const kbx_bank *bank;
  uint32_t first;      /* the frame's first shape, counted over the bank */
  kbx_walk walk;       /* the shapes near enough; none when nothing can be hit */
  kbx_class_set classes;
  kbx_status status;
  int32_t px, py;      /* pixel */
  kbx_box box;         /* pixels, cut to a little more than the frame's bounds */
  kbx_disc disc;
} kbx_question;

static const kbx_map kbx_stay = { 0, 0, false, false };

static inline kbx_shape_hit
kbx_no_hit (kbx_status status)
{
  kbx_shape_hit hit;
  hit.status = status;
  hit.hit = false;
  hit.shape = KBX_NONE;
  hit.class_index = KBX_NONE;
  return hit;
}

/* Sets up all but the thing asked with. False: the frame does not exist or has none of the classes. */
static inline bool
kbx_ask (kbx_question *q, kbx_frame frame, kbx_class_set classes, kbx_fram_record *record)
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
kbx_ask_shapes (kbx_question *q, const kbx_fram_record *record, kbx_probe probe)
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
kbx_ask_point (kbx_question *q, kbx_frame frame, kbx_pose pose, int64_t x, int64_t y, kbx_class_set classes)
{
  kbx_fram_record record;
  kbx_map map;

  if (!kbx_ask (q, frame, classes, &record))
    return;
  map = kbx_map_to_frame (&record, pose);
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
  if (shape->kind == KBX_PART_CIRCLE)
    return kbx_pixel_in_circle (q->bank, shape->data, q->px, q->py);
  for (uint32_t k = 0; k < shape->part_count; k++)
    if (kbx_pixel_in_part (q->bank, shape->data + k, q->px, q->py))
      return true;
  return false;
}

static inline bool
kbx_point_hits (const kbx_question *q, uint32_t i)
{
  kbx_shap_record shape = kbx_read_shap (q->bank, i);
  return kbx_asked_class (q, &shape) && (shape.kind == KBX_PART_BOX || kbx_point_in_shape (q, &shape));
}

/* ---- boxes ---- */

static inline void
kbx_ask_box (kbx_question *q, kbx_frame frame, kbx_pose pose, kbx_box box, kbx_class_set classes)
{
  kbx_fram_record record;
  kbx_area a;

  if (!kbx_ask (q, frame, classes, &record))
    return;
  if (box.x0 >= box.x1 || box.y0 >= box.y1)
    return;
  a = kbx_map_area (kbx_map_to_frame (&record, pose), box.x0, box.y0, box.x1, box.y1);
  if (a.x1 < record.x0 || a.x0 > record.x1 || a.y1 < record.y0 || a.y0 > record.y1)
    return;
  /* What lies more than a pixel outside the bounds cannot matter, and now all fits 18 bits. */
  q->box.x0 = (int32_t) (a.x0 < record.x0 - 1 ? record.x0 - 1 : a.x0);
  q->box.y0 = (int32_t) (a.y0 < record.y0 - 1 ? record.y0 - 1 : a.y0);
  q->box.x1 = (int32_t) (a.x1 > record.x1 + 1 ? record.x1 + 1 : a.x1);
  q->box.y1 = (int32_t) (a.y1 > record.y1 + 1 ? record.y1 + 1 : a.y1);
  kbx_ask_shapes (q, &record, kbx_probe_closed (q->box.x0, q->box.y0, q->box.x1, q->box.y1));
}

static bool
kbx_box_meets_shape (const kbx_question *q, const kbx_shap_record *shape)
{
  kbx_grid_rect rect;
  kbx_convex convex;

  rect.x0 = q->box.x0 * KBX_GRID;
  rect.y0 = q->box.y0 * KBX_GRID;
  rect.x1 = q->box.x1 * KBX_GRID;
  rect.y1 = q->box.y1 * KBX_GRID;
  if (shape->kind == KBX_PART_CIRCLE)
    return kbx_rect_meets_disc (rect, kbx_load_disc (q->bank, shape->data, kbx_stay));
  for (uint32_t k = 0; k < shape->part_count; k++)
    {
      kbx_load_convex (&convex, q->bank, shape->data + k, kbx_stay);
      if (kbx_rect_meets_convex (rect, &convex))
        return true;
    }
  return false;
}

static inline bool
kbx_box_hits (const kbx_question *q, uint32_t i)
{
  kbx_shap_record shape = kbx_read_shap (q->bank, i);
  if (!kbx_asked_class (q, &shape))
    return false;
  if (shape.kind != KBX_PART_BOX)
    return kbx_box_meets_shape (q, &shape);
  return q->box.x0 < shape.x1 && q->box.x1 > shape.x0 && q->box.y0 < shape.y1 && q->box.y1 > shape.y0;
}

/* ---- circles ---- */

#define KBX_CIRCLE_LIMIT 4194304.0f /* 2^22 pixels */

static inline bool
kbx_good_circle (kbx_vec centre, float radius)
{
  return kbx_float_within (centre.x, KBX_CIRCLE_LIMIT) && kbx_float_within (centre.y, KBX_CIRCLE_LIMIT) &&
         kbx_float_within (radius, KBX_CIRCLE_LIMIT) && radius >= 0.0f;
}

static inline void
kbx_ask_circle (kbx_question *q, kbx_frame frame, kbx_pose pose, kbx_vec centre, float radius, kbx_class_set classes)
{
  kbx_fram_record record;
  kbx_probe probe;
  kbx_map map;

  if (!kbx_ask (q, frame, classes, &record))
    return;
  map = kbx_map_to_frame (&record, pose);
  q->disc.x = kbx_map_grid_x (map, kbx_to_grid (centre.x));
  q->disc.y = kbx_map_grid_y (map, kbx_to_grid (centre.y));
  q->disc.r = kbx_to_grid (radius);
  if (q->disc.x + q->disc.r < record.x0 * KBX_GRID || q->disc.x - q->disc.r > record.x1 * KBX_GRID ||
      q->disc.y + q->disc.r < record.y0 * KBX_GRID || q->disc.y - q->disc.r > record.y1 * KBX_GRID)
    return;
  /* In whole pixels, rounded outwards. */
  probe = kbx_probe_closed ((q->disc.x - q->disc.r) >> KBX_GRID_BITS, (q->disc.y - q->disc.r) >> KBX_GRID_BITS,
                            ((q->disc.x + q->disc.r) >> KBX_GRID_BITS) + 1,
                            ((q->disc.y + q->disc.r) >> KBX_GRID_BITS) + 1);
  kbx_ask_shapes (q, &record, probe);
}

static bool
kbx_circle_meets_shape (const kbx_question *q, const kbx_shap_record *shape)
{
  kbx_convex convex;

  if (shape->kind == KBX_PART_CIRCLE)
    return kbx_disc_meets_disc (q->disc, kbx_load_disc (q->bank, shape->data, kbx_stay));
  for (uint32_t k = 0; k < shape->part_count; k++)
    {
      kbx_load_convex (&convex, q->bank, shape->data + k, kbx_stay);
      if (kbx_disc_meets_convex (q->disc, &convex))
        return true;
    }
  return false;
}

static inline bool
kbx_circle_hits (const kbx_question *q, uint32_t i)
{
  kbx_shap_record shape = kbx_read_shap (q->bank, i);
  kbx_grid_rect rect;

  if (!kbx_asked_class (q, &shape))
    return false;
  rect.x0 = shape.x0 * KBX_GRID;
  rect.y0 = shape.y0 * KBX_GRID;
  rect.x1 = shape.x1 * KBX_GRID;
  rect.y1 = shape.y1 * KBX_GRID;
  return kbx_rect_meets_disc (rect, q->disc) && (shape.kind == KBX_PART_BOX || kbx_circle_meets_shape (q, &shape));
}

/* ---- one or all ---- */

typedef enum { KBX_ASK_POINT, KBX_ASK_BOX, KBX_ASK_CIRCLE } kbx_asking;

/* The next shape that is hit, or KBX_NONE. */
static inline uint32_t
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

static inline kbx_shape_hit
kbx_hit_of (const kbx_question *q, uint32_t shape)
{
  kbx_shape_hit hit = kbx_no_hit (q->status);
  if (shape != KBX_NONE)
    {
      hit.hit = true;
      hit.shape = shape - q->first;
      hit.class_index = kbx_read_shap (q->bank, shape).class_index;
    }
  return hit;
}

static inline kbx_shape_hit
kbx_first_hit (kbx_question *q, kbx_asking asking)
{
  return kbx_hit_of (q, kbx_next_hit (q, asking));
}

static inline uint32_t
kbx_all_hits (kbx_question *q, kbx_asking asking, kbx_shape_hit *hits, uint32_t capacity)
{
  uint32_t count = 0;
  for (uint32_t i = kbx_next_hit (q, asking); i != KBX_NONE; i = kbx_next_hit (q, asking))
    {
      if (count < capacity && hits != NULL)
        hits[count] = kbx_hit_of (q, i);
      count++;
    }
  return count;
}

KBX_API kbx_shape_hit
kbx_frame_hit_point (kbx_frame frame, kbx_pose pose, kbx_point p, kbx_class_set classes)
{
  kbx_question q;
  kbx_ask_point (&q, frame, pose, p.x, p.y, classes);
  return kbx_first_hit (&q, KBX_ASK_POINT);
}

KBX_API uint32_t
kbx_frame_hit_point_all (kbx_frame frame, kbx_pose pose, kbx_point p, kbx_class_set classes,
                         kbx_shape_hit *hits, uint32_t capacity)
{
  kbx_question q;
  kbx_ask_point (&q, frame, pose, p.x, p.y, classes);
  return kbx_all_hits (&q, KBX_ASK_POINT, hits, capacity);
}

KBX_API kbx_shape_hit
kbx_frame_hit_box (kbx_frame frame, kbx_pose pose, kbx_box box, kbx_class_set classes)
{
  kbx_question q;
  kbx_ask_box (&q, frame, pose, box, classes);
  return kbx_first_hit (&q, KBX_ASK_BOX);
}

KBX_API uint32_t
kbx_frame_hit_box_all (kbx_frame frame, kbx_pose pose, kbx_box box, kbx_class_set classes,
                       kbx_shape_hit *hits, uint32_t capacity)
{
  kbx_question q;
  kbx_ask_box (&q, frame, pose, box, classes);
  return kbx_all_hits (&q, KBX_ASK_BOX, hits, capacity);
}

KBX_API kbx_shape_hit
kbx_frame_hit_circle (kbx_frame frame, kbx_pose pose, kbx_vec centre, float radius, kbx_class_set classes)
{
  kbx_question q;
  if (!kbx_good_circle (centre, radius))
    return kbx_no_hit (KBX_ERROR_ARGUMENT);
  kbx_ask_circle (&q, frame, pose, centre, radius, classes);
  return kbx_first_hit (&q, KBX_ASK_CIRCLE);
}

KBX_API uint32_t
kbx_frame_hit_circle_all (kbx_frame frame, kbx_pose pose, kbx_vec centre, float radius, kbx_class_set classes,
                          kbx_shape_hit *hits, uint32_t capacity)
{
  kbx_question q;
  if (!kbx_good_circle (centre, radius))
    return 0;
  kbx_ask_circle (&q, frame, pose, centre, radius, classes);
  return kbx_all_hits (&q, KBX_ASK_CIRCLE, hits, capacity);
}

/* Not by way of kbx_frame_action_point, whose answer ends at the limits of int32. */
KBX_API kbx_shape_hit
kbx_frame_strike (kbx_frame a, kbx_pose pose_a, const char *point_name,
                  kbx_frame b, kbx_pose pose_b, kbx_class_set classes)
{
  kbx_fram_record record;
  kbx_poin_record point;
  kbx_question q;
  kbx_map map;

  if (!kbx_is_frame (a) || !kbx_is_frame (b) ||
      point_name == NULL)
    return kbx_no_hit (KBX_ERROR_ARGUMENT);
  record = kbx_read_fram (a.bank, a.index);
  for (uint32_t i = 0; i < record.point_count; i++)
    {
      point = kbx_read_poin (a.bank, record.first_point + i);
      if (strcmp (kbx_string (a.bank, point.name), point_name) != 0)
        continue;
      map = kbx_map_to_world (&record, pose_a);
      kbx_ask_point (&q, b, pose_b, kbx_map_pixel_x (map, point.x), kbx_map_pixel_y (map, point.y), classes);
      return kbx_first_hit (&q, KBX_ASK_POINT);
    }
  return kbx_no_hit (KBX_OK);
}
