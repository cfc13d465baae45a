/* SPDX-License-Identifier: MIT */
/* The frames of a JSON bank: hot spot, picture, action points and shapes. */
#include "bank/json_reader.h"

#include <stdlib.h>
#include <string.h>

static bool
read_ring (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankRing *ring)
{
  if (!kb_json_list (r, json, sizeof *ring->vertices, place, (void **) &ring->vertices, &ring->n_vertices))
    return false;
  for (uint32_t i = 0; i < ring->n_vertices; i++) {
    kb_fixed pair[2];
    if (!kb_json_fixeds (r, json_array_get (json, i), 2, KB_PLACE_ITEM (place, NULL, i), pair))
      return false;
    ring->vertices[i] = (KbBankVertex) { pair[0], pair[1] };
  }
  return true;
}

static bool
read_box (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankShape *shape)
{
  int64_t v[4];
  if (!kb_json_integers (r, json_object_get (json, "box"), 4, INT32_MIN, INT32_MAX,
                         KB_PLACE_KEY (place, "box"), v))
    return false;
  shape->x = (int32_t) v[0];
  shape->y = (int32_t) v[1];
  shape->w = (int32_t) v[2];
  shape->h = (int32_t) v[3];
  return true;
}

static bool
read_circle (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankShape *shape)
{
  kb_fixed v[3];
  if (!kb_json_fixeds (r, json_object_get (json, "circle"), 3, KB_PLACE_KEY (place, "circle"), v))
    return false;
  shape->cx = v[0];
  shape->cy = v[1];
  shape->r = v[2];
  return true;
}

static bool
read_oriented (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankShape *shape)
{
  const json_t *oriented = json_object_get (json, "oriented");
  const KbBankPlace *at = KB_PLACE_KEY (place, "oriented");
  kb_fixed centre[2], size[2];
  if (!kb_json_type (r, oriented, JSON_OBJECT, at)
      || !kb_json_fixeds (r, json_object_get (oriented, "centre"), 2, KB_PLACE_KEY (at, "centre"), centre)
      || !kb_json_fixeds (r, json_object_get (oriented, "size"), 2, KB_PLACE_KEY (at, "size"), size)
      || !kb_json_direction (r, json_object_get (oriented, "axis"), KB_PLACE_KEY (at, "axis"),
                             &shape->ux, &shape->uy))
    return false;
  shape->cx = centre[0];
  shape->cy = centre[1];
  shape->ow = size[0];
  shape->oh = size[1];
  shape->parts = kb_bank_new (1, sizeof *shape->parts);
  if (!shape->parts)
    return kb_bank_no_memory (r->error);
  shape->n_parts = 1;
  return read_ring (r, json_object_get (json, "corners"), KB_PLACE_KEY (place, "corners"), &shape->parts[0]);
}

static bool
read_polygon (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankShape *shape)
{
  const json_t *parts = json_object_get (json, "parts");
  if (!read_ring (r, json_object_get (json, "polygon"), KB_PLACE_KEY (place, "polygon"), &shape->outline)
      || !kb_json_list (r, parts, sizeof *shape->parts, KB_PLACE_KEY (place, "parts"),
                        (void **) &shape->parts, &shape->n_parts))
    return false;
  for (uint32_t i = 0; i < shape->n_parts; i++)
    if (!read_ring (r, json_array_get (parts, i), KB_PLACE_ITEM (place, "parts", i), &shape->parts[i]))
      return false;
  return true;
}

/* By KbBankShapeKind: the key that says the kind, and what reads it. */
static const struct {
  const char *key;
  bool (*read) (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankShape *shape);
} kinds[] = {
  [KB_BANK_BOX] = { "box", read_box },
  [KB_BANK_CIRCLE] = { "circle", read_circle },
  [KB_BANK_ORIENTED] = { "oriented", read_oriented },
  [KB_BANK_POLYGON] = { "polygon", read_polygon },
};

static bool
read_kind (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankShape *shape)
{
  int found = 0;
  for (int i = 0; i < (int) (sizeof kinds / sizeof *kinds); i++) {
    if (json_object_get (json, kinds[i].key)) {
      shape->kind = (KbBankShapeKind) i;
      found++;
    }
  }
  if (found != 1)
    return kb_bank_fail (r->error, place, "%s; expected one of box, circle, oriented and polygon",
                         found == 0 ? "no shape" : "two shapes in one");
  return kinds[shape->kind].read (r, json, place, shape);
}

bool
kb_json_class (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint32_t *index)
{
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  const KbBankContent *content = r->content;
  for (*index = 0; *index < content->n_classes; ++*index)
    if (strcmp (content->classes[*index].name, json_string_value (json)) == 0)
      return true;
  return kb_bank_fail (r->error, place, "there is no class \"%.60s\"", json_string_value (json));
}

static int
compare_values (const void *a, const void *b)
{
  return strcmp (((const KbBankValue *) a)->key, ((const KbBankValue *) b)->key);
}

bool
kb_json_values (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankValue **values, uint32_t *n_values)
{
  if (!kb_json_type (r, json, JSON_OBJECT, place))
    return false;
  size_t n = json_object_size (json);
  if (n == 0)
    return true;
  *values = kb_bank_new (n, sizeof **values);
  if (!*values)
    return kb_bank_no_memory (r->error);
  const char *key;
  json_t *value;
  json_object_foreach ((json_t *) json, key, value) {
    KbBankValue *to = *values + (*n_values)++;
    to->key = kb_bank_copy_string (key, strlen (key));
    if (!to->key)
      return kb_bank_no_memory (r->error);
    if (!kb_json_string (r, value, KB_PLACE_KEY (place, key), &to->value))
      return false;
  }
  qsort (*values, n, sizeof **values, compare_values);
  return true;
}

static bool
read_shape (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankShape *shape)
{
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_class (r, json_object_get (json, "class"), KB_PLACE_KEY (place, "class"), &shape->class_index))
    return false;
  const json_t *name = json_object_get (json, "name"), *values = json_object_get (json, "values");
  if (name && !kb_json_string (r, name, KB_PLACE_KEY (place, "name"), &shape->name))
    return false;
  if (values && !kb_json_values (r, values, KB_PLACE_KEY (place, "values"), &shape->values, &shape->n_values))
    return false;
  return read_kind (r, json, place, shape);
}

bool
kb_json_any_direction (KbJsonReader *r, const json_t *json, const KbBankPlace *place, float *x, float *y)
{
  if (!json || json_is_null (json))
    return true;
  if (!kb_json_direction (r, json, place, x, y))
    return false;
  if (*x == 0 && *y == 0)
    return kb_bank_fail (r->error, place, "expected a direction of length 1, or null for none");
  return true;
}

static bool
read_point (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankPoint *point)
{
  int64_t at[2];
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &point->name)
      || !kb_json_integers (r, json_object_get (json, "at"), 2, INT32_MIN, INT32_MAX,
                            KB_PLACE_KEY (place, "at"), at))
    return false;
  point->x = (int32_t) at[0];
  point->y = (int32_t) at[1];
  return kb_json_any_direction (r, json_object_get (json, "direction"), KB_PLACE_KEY (place, "direction"), &point->dx, &point->dy);
}

static bool
read_picture (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankFrame *frame)
{
  int64_t rect[4], trim[2];
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_u32 (r, json_object_get (json, "page"), KB_PLACE_KEY (place, "page"), &frame->page)
      || !kb_json_integers (r, json_object_get (json, "rect"), 4, 0, KB_BANK_MAX_U16,
                            KB_PLACE_KEY (place, "rect"), rect)
      || !kb_json_integers (r, json_object_get (json, "trim"), 2, INT32_MIN, INT32_MAX,
                            KB_PLACE_KEY (place, "trim"), trim))
    return false;
  frame->has_picture = true;
  frame->atlas_x = (uint32_t) rect[0];
  frame->atlas_y = (uint32_t) rect[1];
  frame->atlas_w = (uint32_t) rect[2];
  frame->atlas_h = (uint32_t) rect[3];
  frame->trim_x = (int32_t) trim[0];
  frame->trim_y = (int32_t) trim[1];
  return true;
}

static bool
read_hot_spot (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankFrame *frame)
{
  int64_t v[2];
  if (!kb_json_integers (r, json, 2, INT32_MIN, INT32_MAX, place, v))
    return false;
  frame->has_hot_spot = true;
  frame->hot_x = (int32_t) v[0];
  frame->hot_y = (int32_t) v[1];
  return true;
}

/* hot_spot and picture may be null, but not left out. */
static bool
read_fields (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankFrame *frame)
{
  int64_t size[2];
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &frame->name)
      || !kb_json_integers (r, json_object_get (json, "size"), 2, 0, INT32_MAX,
                            KB_PLACE_KEY (place, "size"), size))
    return false;
  frame->w = (uint32_t) size[0];
  frame->h = (uint32_t) size[1];
  const json_t *hot = json_object_get (json, "hot_spot"), *picture = json_object_get (json, "picture");
  return (json_is_null (hot) || read_hot_spot (r, hot, KB_PLACE_KEY (place, "hot_spot"), frame))
    && (json_is_null (picture) || read_picture (r, picture, KB_PLACE_KEY (place, "picture"), frame));
}

bool
kb_json_frame (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankFrame *frame)
{
  const json_t *mask = json_object_get (json, "mask"), *painted = json_object_get (json, "painted");
  if (!read_fields (r, json, place, frame)
      || (mask && !json_is_null (mask) && !kb_json_mask (r, mask, KB_PLACE_KEY (place, "mask"), frame))
      || (painted && !json_is_null (painted) && !kb_json_painted (r, painted, KB_PLACE_KEY (place, "painted"), frame)))
    return false;
  const json_t *points = json_object_get (json, "action_points"), *shapes = json_object_get (json, "shapes");
  if (!kb_json_list (r, points, sizeof *frame->points, KB_PLACE_KEY (place, "action_points"),
                     (void **) &frame->points, &frame->n_points))
    return false;
  for (uint32_t i = 0; i < frame->n_points; i++)
    if (!read_point (r, json_array_get (points, i), KB_PLACE_ITEM (place, "action_points", i),
                     &frame->points[i]))
      return false;
  if (!kb_json_list (r, shapes, sizeof *frame->shapes, KB_PLACE_KEY (place, "shapes"),
                     (void **) &frame->shapes, &frame->n_shapes))
    return false;
  for (uint32_t i = 0; i < frame->n_shapes; i++)
    if (!read_shape (r, json_array_get (shapes, i), KB_PLACE_ITEM (place, "shapes", i), &frame->shapes[i]))
      return false;
  return true;
}
