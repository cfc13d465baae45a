/* SPDX-License-Identifier: MIT */
/* Queries of tracks. */
#include <math.h>

#include "query/private.h"

/* ---- kit ---- */

/* Queries of plane shapes that are in no bank. */

#define MAX_SHAPES 1024

/* A shape, and the corners it borrows. */
typedef struct {
  kbx_shape shape;
  kbx_vec *corners;
} Given;

static void
clear_given (gpointer given)
{
  g_free (((Given *) given)->corners);
}

static gboolean
read_point (KbQuery *query, const json_t *value, const char *path, Given *given)
{
  given->shape.kind = KBX_SHAPE_POINT;
  return kb_query_vec (query, value, path, KBX_WORLD_LIMIT, &given->shape.as.point);
}

static gboolean
read_ends (KbQuery *query, const json_t *value, const char *path, kbx_vec *a, kbx_vec *b)
{
  g_autofree char *first = g_strconcat (path, "[0]", NULL),
                  *second = g_strconcat (path, "[1]", NULL);
  if (!json_is_array (value) || json_array_size (value) != 2)
    return kb_query_fail (query, "%s: expected [[x, y], [x, y]]", path);
  return kb_query_vec (query, json_array_get (value, 0), first, KBX_WORLD_LIMIT, a)
         && kb_query_vec (query, json_array_get (value, 1), second, KBX_WORLD_LIMIT, b);
}

static gboolean
read_segment (KbQuery *query, const json_t *value, const char *path, Given *given)
{
  given->shape.kind = KBX_SHAPE_SEGMENT;
  return read_ends (query, value, path, &given->shape.as.segment.a, &given->shape.as.segment.b);
}

static gboolean
read_field (KbQuery *query, const json_t *value, const char *path, const char *key, double low,
            float *number)
{
  g_autofree char *name = g_strconcat (path, ".", key, NULL);
  return kb_query_number (query, json_object_get (value, key), name, low, KBX_WORLD_LIMIT, number);
}

static gboolean
read_at (KbQuery *query, const json_t *value, const char *path, const char *key, double limit,
         kbx_vec *at)
{
  g_autofree char *name = g_strconcat (path, ".", key, NULL);
  return kb_query_vec (query, json_object_get (value, key), name, limit, at);
}

static gboolean
read_circle (KbQuery *query, const json_t *value, const char *path, Given *given)
{
  given->shape.kind = KBX_SHAPE_CIRCLE;
  return kb_query_keys (query, value, path, "at radius")
         && read_at (query, value, path, "at", KBX_WORLD_LIMIT, &given->shape.as.circle.centre)
         && read_field (query, value, path, "radius", 0, &given->shape.as.circle.radius);
}

static gboolean
read_capsule (KbQuery *query, const json_t *value, const char *path, Given *given)
{
  g_autofree char *ends = g_strconcat (path, ".segment", NULL);
  given->shape.kind = KBX_SHAPE_CAPSULE;
  return kb_query_keys (query, value, path, "segment radius")
         && read_ends (query, json_object_get (value, "segment"), ends, &given->shape.as.capsule.a,
                       &given->shape.as.capsule.b)
         && read_field (query, value, path, "radius", 0, &given->shape.as.capsule.radius);
}

static gboolean
read_rect (KbQuery *query, const json_t *value, const char *path, Given *given)
{
  kbx_rect rect;
  if (!kb_query_rect (query, value, path, KBX_WORLD_LIMIT, KBX_WORLD_LIMIT, &rect))
    return FALSE;
  given->shape = kbx_shape_rect (rect.min, rect.max);
  return TRUE;
}

static gboolean
read_box (KbQuery *query, const json_t *value, const char *path, Given *given)
{
  given->shape.kind = KBX_SHAPE_BOX;
  return kb_query_box_of (query, value, path, &given->shape.as.box);
}

/* {"at", "degrees", "w", "h"}. */
static gboolean
kb_query_obb_of (KbQuery *query, const json_t *value, const char *path, kbx_obb *obb)
{
  float degrees;
  if (!kb_query_keys (query, value, path, "at degrees w h")
      || !read_at (query, value, path, "at", KBX_WORLD_LIMIT, &obb->centre)
      || !read_field (query, value, path, "degrees", -KBX_WORLD_LIMIT, &degrees)
      || !read_field (query, value, path, "w", 0, &obb->w)
      || !read_field (query, value, path, "h", 0, &obb->h))
    return FALSE;
  obb->axis = kbx_direction ((double) degrees);
  return TRUE;
}

static gboolean
read_obb (KbQuery *query, const json_t *value, const char *path, Given *given)
{
  given->shape.kind = KBX_SHAPE_OBB;
  return kb_query_obb_of (query, value, path, &given->shape.as.obb);
}

static gboolean
read_polygon (KbQuery *query, const json_t *value, const char *path, Given *given)
{
  const size_t count = json_array_size (value);
  if (!json_is_array (value) || count < 3)
    return kb_query_fail (query, "%s: expected three or more corners [x, y]", path);
  given->corners = g_new (kbx_vec, count);
  given->shape = kbx_shape_polygon (given->corners, (uint32_t) count);
  for (size_t i = 0; i < count; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s[%zu]", path, i);
      if (!kb_query_vec (query, json_array_get (value, i), name, KBX_WORLD_LIMIT,
                         &given->corners[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_half_plane (KbQuery *query, const json_t *value, const char *path, Given *given)
{
  given->shape.kind = KBX_SHAPE_HALF_PLANE;
  return kb_query_keys (query, value, path, "normal distance")
         && read_at (query, value, path, "normal", 1, &given->shape.as.half_plane.normal)
         && read_field (query, value, path, "distance", -KBX_WORLD_LIMIT,
                        &given->shape.as.half_plane.distance);
}

static const struct {
  const char *key;
  gboolean (*read) (KbQuery *query, const json_t *value, const char *path, Given *given);
  const char *wanted; /* besides: by the runtime */
} kinds[] = {
  { "point", read_point, NULL },
  { "segment", read_segment, NULL },
  { "circle", read_circle, NULL },
  { "capsule", read_capsule, NULL },
  { "rect", read_rect, NULL },
  { "box", read_box, NULL },
  { "obb", read_obb, NULL },
  { "polygon", read_polygon, NULL },
  { "half_plane", read_half_plane, "a normal of length 1" },
};

/* An object with one key: the kind. */
static gboolean
read_shape (KbQuery *query, const json_t *value, size_t number, Given *given)
{
  if (json_is_object (value) && json_object_size (value) == 1)
    for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
      {
        const json_t *of = json_object_get (value, kinds[i].key);
        g_autofree char *path = g_strdup_printf ("shapes[%zu].%s", number, kinds[i].key);
        if (of)
          return kinds[i].read (query, of, path, given)
                 && (kbx_nearest_point (given->shape, (kbx_vec) { 0, 0 }).status == KBX_OK
                     || kb_query_fail (query, "%s: expected %s", path,
                                      kinds[i].wanted ? kinds[i].wanted : "less far corners"));
      }
  return kb_query_fail (query,
                        "shapes[%zu]: expected one of point, segment, circle, capsule, rect, box, "
                        "obb, polygon, half_plane",
                        number);
}

static int
compare_pairs (const void *a, const void *b)
{
  const kbx_pair *one = a, *other = b;
  return one->a != other->a ? (one->a > other->a) - (one->a < other->a)
                            : (one->b > other->b) - (one->b < other->b);
}

/* The pairs whose bounds touch, and which of them touch themselves. */
static json_t *
pairs_answer (const Given *given, uint32_t count)
{
  g_autofree kbx_rect *bounds = g_new (kbx_rect, MAX (count, 1));
  g_autofree uint32_t *order = g_new0 (uint32_t, MAX (count, 1));
  for (uint32_t i = 0; i < count; i++)
    bounds[i] = kbx_bounds (given[i].shape);
  const uint32_t n = kbx_pairs (bounds, count, order, NULL, 0);
  g_autofree kbx_pair *pairs = g_new (kbx_pair, MAX (n, 1));
  kbx_pairs (bounds, count, order, pairs, n);
  qsort (pairs, n, sizeof *pairs, compare_pairs);
  json_t *near = json_array (), *touching = json_array ();
  for (uint32_t i = 0; i < n; i++)
    {
      json_array_append_new (
        near, json_pack ("[I, I]", (json_int_t) pairs[i].a, (json_int_t) pairs[i].b));
      if (kbx_overlap (given[pairs[i].a].shape, given[pairs[i].b].shape))
        json_array_append (touching, json_array_get (near, i));
    }
  return json_pack ("{s:b, s:o, s:o}", "hit", json_array_size (touching) > 0, "pairs", touching,
                    "near", near);
}

static json_t *
answer_pairs (KbQuery *query)
{
  const json_t *list = json_object_get (query->line, "shapes"), *value;
  g_autoptr (GArray) given = g_array_new (FALSE, TRUE, sizeof (Given));
  size_t i;
  g_array_set_clear_func (given, clear_given);
  if (!json_is_array (list) || json_array_size (list) > MAX_SHAPES)
    {
      kb_query_fail (query, "shapes: expected a list of at most %d shapes", MAX_SHAPES);
      return NULL;
    }
  g_array_set_size (given, (guint) json_array_size (list));
  json_array_foreach (list, i, value)
    if (!read_shape (query, value, i, &g_array_index (given, Given, i)))
      return NULL;
  return pairs_answer ((const Given *) (void *) given->data, given->len);
}

const KbQueryKind kb_kit_queries[] = {
  { "pairs", answer_pairs, { KB_READ_NOTHING }, "q shapes", "\"shapes\": [SHAPE, ...]",
    "hit, pairs: [[i, j], ...], near: pairs whose boxes touch" },
  { NULL },
};

/* ---- tracks ---- */

/* The track's band of that radius. The number of bands if there is none. */
static uint32_t
band_of_radius (const KbQuery *query)
{
  uint32_t i = 0, n = kbx_count (query->of, KBX_BAND);
  while (i < n && kbx_info (kbx_item (query->of, KBX_BAND, i)).radius != query->radius)
    i++;
  return i;
}

/* Above the cut-off the bank has no clearance. */
static gboolean
knows_radius (KbQuery *query)
{
  float most = (float) kbx_info (query->of).max_clearance;
  return query->radius <= most || band_of_radius (query) < kbx_count (query->of, KBX_BAND)
         || kb_query_fail (
           query, "radius: expected at most %g, which this track's clearance is cut off at",
           (double) most);
}

/* A hand-painted band of the radius takes precedence. */
static gboolean
car_touches (const KbQuery *query)
{
  const uint32_t band = band_of_radius (query);
  return kbx_track_touching (band < kbx_count (query->of, KBX_BAND)
                               ? kbx_item (query->of, KBX_BAND, band)
                               : query->of,
                             (kbx_circle) { query->p, query->radius });
}

/* Of a turned box, where it has the least clearance. */
static json_t *
answer_box_clearance (KbQuery *query, const json_t *value)
{
  kbx_obb car;
  if (!kb_query_obb_of (query, value, "obb", &car))
    return NULL;
  const kbx_track_place place = kbx_track_least (query->of, car);
  if (place.status == KBX_OK && !json_object_get (query->line, "p")
      && !json_object_get (query->line, "radius"))
    return json_pack ("{s:f, s:[f, f], s:b}", "clearance", place.clearance, "normal",
                      place.normal.x, place.normal.y, "touches", place.clearance < 0);
  kb_query_fail (query, "obb: expected w and h of at most 1024, without p and radius");
  return NULL;
}

static json_t *
answer_clearance (KbQuery *query)
{
  const json_t *radius = json_object_get (query->line, "radius"),
               *box = json_object_get (query->line, "obb");
  const kbx_handle track = query->of;
  if (box)
    return answer_box_clearance (query, box);
  if (!kb_query_read (query, (const KbQueryRead[]) { KB_READ_P, KB_READ_CAR_RADIUS,
                                                     KB_READ_NOTHING })
      || (radius && !knows_radius (query)))
    return NULL;
  const kbx_track_place place = kbx_track_at (track, query->p);
  const kbx_point pixel = { (int32_t) floorf (query->p.x), (int32_t) floorf (query->p.y) };
  const kbx_handle surface =
    kbx_zone_of (track, kbx_zone_at (kbx_info (track).mask, kbx_at (0, 0), pixel));
  return json_pack (
    "{s:f, s:[f, f], s:s?, s:o*}", "clearance", place.clearance, "normal", place.normal.x,
    place.normal.y, "surface", surface.kind != KBX_NOTHING ? kbx_name (surface) : NULL, "touches",
    radius ? json_boolean (car_touches (query)) : NULL);
}

/* A car that drives straight on until its circle touches the edge. */
static json_t *
answer_track_trace (KbQuery *query)
{
  const kbx_vec from = query->from, way = query->way;
  query->exact = TRUE;
  const kbx_hit sweep = kbx_track_cast (query->of, (kbx_circle) { from, query->radius }, way);
  return (sweep.status == KBX_OK || knows_radius (query)) && kb_query_status (query, sweep.status)
           ? kb_query_sweep (sweep, kb_query_pair (kbx_stop (from, way, sweep, 0)))
           : NULL;
}

const KbQueryKind kb_track_queries[] = {
  { "clearance", answer_clearance, { KB_READ_TRACK }, "q track p radius obb",
    "\"track\": NAME, \"p\": [x, y], \"radius\": R; or instead of p and radius \"obb\": "
    "{\"at\": [x, y], \"degrees\": D, \"w\": W, \"h\": H}",
    "clearance, normal, surface; with a radius or box touches" },
  { "track_trace", answer_track_trace,
    { KB_READ_TRACK, KB_READ_MOVER_FROM, KB_READ_MOVER_TO, KB_READ_MOVER_RADIUS },
    "q track from to radius", "\"track\": NAME, MOVE",
    "hit, fraction, point, normal, started_inside" },
  { NULL },
};
