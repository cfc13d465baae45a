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

/* From `least` to `most` triples of numbers. */
static gboolean
read_triples (KbQuery *query, const KbQueryPart *part, const json_t *value, size_t least,
              size_t most, kbx_vec3 *to)
{
  const size_t count = json_array_size (value);
  if (!json_is_array (value) || count < least || count > most)
    {
      if (least == most)
        return kb_query_fail (query, "%s: expected %zu times [x, y, z]", part->key, least);
      return kb_query_fail (query, "%s: expected %zu to %zu corners [x, y, z]", part->key, least,
                            most);
    }
  for (size_t i = 0; i < count; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s[%zu]", part->key, i);
      if (!kb_query_vec3 (query, json_array_get (value, i), name, part->limit, &to[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_ends (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  return read_triples (query, part, value, 2, 2, part->at);
}

static gboolean
read_axes (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  return read_triples (query, part, value, 3, 3, part->at);
}

static gboolean
read_polygon (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  Solid *solid = part->at;
  solid->shape = kbx_shape3_polygon (solid->corners, (uint32_t) json_array_size (value), FALSE);
  return read_triples (query, part, value, 3, MAX_CORNERS, solid->corners);
}

#define SPACE_OF(member) G_STRUCT_OFFSET (kbx_shape3, as.member)
#define FAR KBX_WORLD_LIMIT

static const KbQueryShape space_kinds[] = {
  { "point", KBX_SHAPE3_POINT, NULL, { { NULL, kb_query_read_vec3, SPACE_OF (point), FAR } } },
  { "segment", KBX_SHAPE3_SEGMENT, NULL, { { NULL, read_ends, SPACE_OF (segment), FAR } } },
  { "sphere",
    KBX_SHAPE3_SPHERE,
    "at radius",
    { { "at", kb_query_read_vec3, SPACE_OF (sphere.centre), FAR },
      { "radius", kb_query_read_number, SPACE_OF (sphere.radius), 2 * FAR } } },
  { "box",
    KBX_SHAPE3_BOX,
    "min max",
    { { "min", kb_query_read_vec3, SPACE_OF (box.min), FAR },
      { "max", kb_query_read_vec3, SPACE_OF (box.max), FAR } },
    "a min that is nowhere above max" },
  { "obb",
    KBX_SHAPE3_OBB,
    "at axes half",
    { { "at", kb_query_read_vec3, SPACE_OF (obb.centre), FAR },
      { "axes", read_axes, SPACE_OF (obb.axis), 1 },
      { "half", kb_query_read_vec3, SPACE_OF (obb.half), FAR } },
    "axes of length 1 at right angles, and half sizes of at least 0" },
  { "plane",
    KBX_SHAPE3_PLANE,
    "normal distance",
    { { "normal", kb_query_read_vec3, SPACE_OF (plane.normal), 1 },
      { "distance", kb_query_read_signed, SPACE_OF (plane.distance), 2 * FAR } },
    "a normal of length 1" },
  { "polygon",
    KBX_SHAPE3_POLYGON,
    NULL,
    { { NULL, read_polygon, 0, FAR } },
    "corners that are not all on one line" },
  { "one_way",
    KBX_SHAPE3_POLYGON,
    NULL,
    { { NULL, read_polygon, 0, FAR } },
    "corners that are not all on one line",
    TRUE },
  { NULL },
};

static gboolean
read_solid (KbQuery *query, const char *key, Solid *solid)
{
  g_autofree char *place = NULL;
  const gint i =
    kb_query_shape (query, json_object_get (query->line, key), key, space_kinds, solid, &place);
  if (i < 0)
    return FALSE;
  solid->shape.kind = (kbx_shape3_kind) space_kinds[i].kind;
  solid->shape.one_way = space_kinds[i].one_way;
  return kbx_nearest_point3 (solid->shape, (kbx_vec3){ 0, 0, 0 }).status == KBX_OK
         || kb_query_fail (query, "%s: expected %s", place,
                           space_kinds[i].wanted ? space_kinds[i].wanted : "less far corners");
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

/* Three numbers of the line, within the world's limit. */
static gboolean
kb_query_place3 (KbQuery *query, const char *key, kbx_vec3 *at)
{
  return kb_query_vec3 (query, json_object_get (query->line, key), key, KBX_WORLD_LIMIT, at);
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
    return kb_query_fail_null (query, "mover: expected a point, sphere, box or obb");
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
    return kb_query_fail_null (query, "a: expected a sphere, here or as b");
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
