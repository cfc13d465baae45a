/* SPDX-License-Identifier: MIT */
/* Queries of shapes in space. */
#include "query/private.h"
#include "runtime/kickbox/pack.h"

#define MAX_CORNERS 64

/* A shape, and the corners it borrows. */
typedef struct {
  kbx_shape3 shape;
  kbx_vec3 corners[MAX_CORNERS];
} Solid;

static gboolean
read_triple (KbQuery *query, const json_t *object, const char *path, const char *key, double limit,
             kbx_vec3 *to)
{
  g_autofree char *name = g_strconcat (path, ".", key, NULL);
  return kb_query_vec3 (query, json_object_get (object, key), name, limit, to);
}

static gboolean
read_field (KbQuery *query, const json_t *object, const char *path, const char *key, double low,
            float *number)
{
  g_autofree char *name = g_strconcat (path, ".", key, NULL);
  return kb_query_number (query, json_object_get (object, key), name, low, 2 * KBX_WORLD_LIMIT,
                          number);
}

/* From `least` to `most` triples of numbers. */
static gboolean
read_triples (KbQuery *query, const json_t *value, const char *path, size_t least, size_t most,
              double limit, kbx_vec3 *to)
{
  const size_t count = json_array_size (value);
  if (!json_is_array (value) || count < least || count > most)
    {
      if (least == most)
        return kb_query_fail (query, "%s: expected %zu times [x, y, z]", path, least);
      return kb_query_fail (query, "%s: expected %zu to %zu corners [x, y, z]", path, least, most);
    }
  for (size_t i = 0; i < count; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s[%zu]", path, i);
      if (!kb_query_vec3 (query, json_array_get (value, i), name, limit, &to[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_point (KbQuery *query, const json_t *value, const char *path, Solid *solid)
{
  kbx_vec3 p;
  if (!kb_query_vec3 (query, value, path, KBX_WORLD_LIMIT, &p))
    return FALSE;
  solid->shape = kbx_shape3_point (p);
  return TRUE;
}

static gboolean
read_segment (KbQuery *query, const json_t *value, const char *path, Solid *solid)
{
  kbx_vec3 ends[2];
  if (!read_triples (query, value, path, 2, 2, KBX_WORLD_LIMIT, ends))
    return FALSE;
  solid->shape = kbx_shape3_segment (ends[0], ends[1]);
  return TRUE;
}

static gboolean
read_sphere (KbQuery *query, const json_t *value, const char *path, Solid *solid)
{
  kbx_sphere sphere;
  if (!kb_query_keys (query, value, path, "at radius")
      || !read_triple (query, value, path, "at", KBX_WORLD_LIMIT, &sphere.centre)
      || !read_field (query, value, path, "radius", 0, &sphere.radius))
    return FALSE;
  solid->shape = kbx_shape3_sphere (sphere.centre, sphere.radius);
  return TRUE;
}

static gboolean
read_box (KbQuery *query, const json_t *value, const char *path, Solid *solid)
{
  kbx_box3 box;
  if (!kb_query_keys (query, value, path, "min max")
      || !read_triple (query, value, path, "min", KBX_WORLD_LIMIT, &box.min)
      || !read_triple (query, value, path, "max", KBX_WORLD_LIMIT, &box.max))
    return FALSE;
  solid->shape = kbx_shape3_box (box);
  return TRUE;
}

static gboolean
read_obb (KbQuery *query, const json_t *value, const char *path, Solid *solid)
{
  g_autofree char *axes = g_strconcat (path, ".axes", NULL);
  kbx_obb3 obb;
  kbx_vec3 half;
  if (!kb_query_keys (query, value, path, "at axes half")
      || !read_triple (query, value, path, "at", KBX_WORLD_LIMIT, &obb.centre)
      || !read_triples (query, json_object_get (value, "axes"), axes, 3, 3, 1, obb.axis)
      || !read_triple (query, value, path, "half", KBX_WORLD_LIMIT, &half))
    return FALSE;
  obb.half[0] = half.x;
  obb.half[1] = half.y;
  obb.half[2] = half.z;
  solid->shape = kbx_shape3_obb (obb);
  return TRUE;
}

static gboolean
read_plane (KbQuery *query, const json_t *value, const char *path, Solid *solid)
{
  kbx_plane plane;
  if (!kb_query_keys (query, value, path, "normal distance")
      || !read_triple (query, value, path, "normal", 1, &plane.normal)
      || !read_field (query, value, path, "distance", -2 * KBX_WORLD_LIMIT, &plane.distance))
    return FALSE;
  solid->shape = kbx_shape3_plane (plane);
  return TRUE;
}

static gboolean
read_polygon (KbQuery *query, const json_t *value, const char *path, Solid *solid)
{
  if (!read_triples (query, value, path, 3, MAX_CORNERS, KBX_WORLD_LIMIT, solid->corners))
    return FALSE;
  solid->shape = kbx_shape3_polygon (solid->corners, (uint32_t) json_array_size (value), FALSE);
  return TRUE;
}

static gboolean
read_one_way (KbQuery *query, const json_t *value, const char *path, Solid *solid)
{
  if (!read_polygon (query, value, path, solid))
    return FALSE;
  solid->shape.one_way = TRUE;
  return TRUE;
}

static const struct {
  const char *key;
  gboolean (*read) (KbQuery *query, const json_t *value, const char *path, Solid *solid);
  const char *wanted; /* besides: by the runtime */
} kinds[] = {
  { "point", read_point, NULL },
  { "segment", read_segment, NULL },
  { "sphere", read_sphere, NULL },
  { "box", read_box, "a min that is nowhere above max" },
  { "obb", read_obb, "axes of length 1 at right angles, and half sizes of at least 0" },
  { "plane", read_plane, "a normal of length 1" },
  { "polygon", read_polygon, "corners that are not all on one line" },
  { "one_way", read_one_way, "corners that are not all on one line" },
};

/* An object with one key: the kind. */
static gboolean
read_solid (KbQuery *query, const char *key, Solid *solid)
{
  const json_t *value = json_object_get (query->line, key);
  if (json_is_object (value) && json_object_size (value) == 1)
    for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
      {
        const json_t *of = json_object_get (value, kinds[i].key);
        g_autofree char *path = g_strdup_printf ("%s.%s", key, kinds[i].key);
        if (of)
          return kinds[i].read (query, of, path, solid)
                 && (kbx_nearest_point3 (solid->shape, (kbx_vec3) { 0, 0, 0 }).status == KBX_OK
                     || kb_query_fail (query, "%s: expected %s", path,
                                      kinds[i].wanted ? kinds[i].wanted : "less far corners"));
      }
  return kb_query_fail (
    query, "%s: expected one of point, segment, sphere, box, obb, plane, polygon, one_way", key);
}

/* A polygon that meets this other shape must be convex. */
static gboolean
check_convex (KbQuery *query, const char *key, const Solid *solid, const Solid *other)
{
  guint8 work[KBX_SOUP_WORK (1)];
  const kbx_soup_plan soup = { &solid->shape, NULL, 1 };
  kbx_error error;
  return solid->shape.kind != KBX_SHAPE3_POLYGON || other->shape.kind == KBX_SHAPE3_SPHERE
         || kbx_soup_pack (&soup, work, sizeof work, NULL, 0, &error) > 0
         || kb_query_fail (query, "%s: %s", key, error.message);
}

static json_t *
answer_space_contains (KbQuery *query)
{
  Solid shape;
  kbx_vec3 p;
  if (!read_solid (query, "shape", &shape) || !kb_query_place3 (query, "p", &p))
    return NULL;
  return json_pack ("{s:b}", "hit", kbx_contains3 (shape.shape, p));
}

static json_t *
answer_space_nearest (KbQuery *query)
{
  Solid shape;
  kbx_vec3 p;
  if (!read_solid (query, "shape", &shape) || !kb_query_place3 (query, "p", &p))
    return NULL;
  const kbx_nearest3 nearest = kbx_nearest_point3 (shape.shape, p);
  if (!kb_query_status (query, nearest.status))
    return NULL;
  return json_pack ("{s:o, s:f, s:o, s:o, s:f}", "point", kb_query_triple (nearest.point),
                    "distance", (double) nearest.distance, "normal",
                    kb_query_triple (nearest.normal), "foot", kb_query_triple (nearest.foot), "t",
                    (double) nearest.t);
}

static json_t *
answer_space_overlap (KbQuery *query)
{
  Solid a, b;
  if (!read_solid (query, "a", &a) || !read_solid (query, "b", &b)
      || (b.shape.kind != KBX_SHAPE3_POINT && !check_convex (query, "a", &a, &b))
      || (a.shape.kind != KBX_SHAPE3_POINT && !check_convex (query, "b", &b, &a)))
    return NULL;
  return json_pack ("{s:b}", "hit", kbx_overlap3 (a.shape, b.shape));
}

static json_t *
answer_space_cast (KbQuery *query)
{
  Solid mover, target;
  kbx_vec3 move;
  if (!read_solid (query, "mover", &mover) || !kb_query_place3 (query, "move", &move)
      || !read_solid (query, "target", &target)
      || !check_convex (query, "target", &target, &mover))
    return NULL;
  const kbx_hit3 hit = kbx_cast3 (mover.shape, move, target.shape);
  if (hit.status != KBX_OK)
    {
      kb_query_fail (query, "mover: expected a point, sphere, box or obb");
      return NULL;
    }
  return json_pack ("{s:b, s:f, s:o, s:o, s:b}", "hit", hit.hit, "fraction", (double) hit.fraction,
                    "point", hit.hit ? kb_query_triple (hit.point) : json_null (), "normal",
                    hit.hit ? kb_query_triple (hit.normal) : json_null (), "started_inside",
                    hit.started_inside);
}

static json_t *
answer_space_collide (KbQuery *query)
{
  Solid a, b;
  if (!read_solid (query, "a", &a) || !read_solid (query, "b", &b))
    return NULL;
  const kbx_hit3 contact = kbx_collide3 (a.shape, b.shape);
  if (contact.status != KBX_OK)
    {
      kb_query_fail (query, "a: expected a sphere, here or as b");
      return NULL;
    }
  return json_pack ("{s:b, s:o, s:o, s:o}", "hit", contact.hit, "depth",
                    contact.hit ? json_real ((double) contact.depth) : json_null (), "normal",
                    contact.hit ? kb_query_triple (contact.normal) : json_null (), "point",
                    contact.hit ? kb_query_triple (contact.point) : json_null ());
}

const KbQueryKind kb_space_queries[] = {
  { "space_contains", answer_space_contains, { KB_READ_NOTHING },
    "q shape p", "\"shape\": SOLID, \"p\": [x, y, z]",
    "hit" },
  { "space_nearest", answer_space_nearest, { KB_READ_NOTHING },
    "q shape p", "\"shape\": SOLID, \"p\": [x, y, z]",
    "point, distance, normal, foot, t" },
  { "space_overlap", answer_space_overlap, { KB_READ_NOTHING },
    "q a b", "\"a\": SOLID, \"b\": SOLID", "hit" },
  { "space_cast", answer_space_cast, { KB_READ_NOTHING }, "q mover move target",
    "\"mover\": SOLID, \"move\": [x, y, z], \"target\": SOLID",
    "hit, fraction, point, normal, started_inside" },
  { "space_collide", answer_space_collide, { KB_READ_NOTHING },
    "q a b", "\"a\": SOLID, \"b\": SOLID",
    "hit, depth, normal, point" },
  { NULL },
};
