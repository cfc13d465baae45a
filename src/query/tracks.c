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

/* Two points. */
static gboolean
read_tracks_ends (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  kbx_vec *ends = part->at;
  g_autofree char *first = g_strconcat (part->key, "[0]", NULL),
                  *second = g_strconcat (part->key, "[1]", NULL);
  if (!json_is_array (value) || json_array_size (value) != 2)
    return kb_query_fail (query, "%s: expected [[x, y], [x, y]]", part->key);
  return kb_query_vec (query, json_array_get (value, 0), first, part->limit, ends)
         && kb_query_vec (query, json_array_get (value, 1), second, part->limit, ends + 1);
}

static gboolean
read_rect (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  return kb_query_rect (query, value, part->key, part->limit, part->limit, part->at);
}

static gboolean
read_degrees (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  kbx_vec *axis = part->at;
  float degrees = 0;
  if (!kb_query_number (query, value, part->key, -part->limit, part->limit, &degrees))
    return FALSE;
  *axis = kbx_direction ((double) degrees);
  return TRUE;
}

static gboolean
read_tracks_polygon (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  Given *given = part->at;
  const size_t count = json_array_size (value);
  if (!json_is_array (value) || count < 3)
    return kb_query_fail (query, "%s: expected three or more corners [x, y]", part->key);
  given->corners = g_new (kbx_vec, count);
  given->shape = kbx_shape_polygon (given->corners, (uint32_t) count);
  for (size_t i = 0; i < count; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s[%zu]", part->key, i);
      if (!kb_query_vec (query, json_array_get (value, i), name, part->limit, &given->corners[i]))
        return FALSE;
    }
  return TRUE;
}

#define TRACKS_OF(member) G_STRUCT_OFFSET (kbx_shape, as.member)
#define FAR KBX_WORLD_LIMIT

enum { OBB = 6 }; /* its row */

static const KbQueryShape tracks_kinds[] = {
  { "point", KBX_SHAPE_POINT, NULL, { { NULL, kb_query_read_vec, TRACKS_OF (point), FAR } } },
  { "segment", KBX_SHAPE_SEGMENT, NULL, { { NULL, read_tracks_ends, TRACKS_OF (segment), FAR } } },
  { "circle",
    KBX_SHAPE_CIRCLE,
    "at radius",
    { { "at", kb_query_read_vec, TRACKS_OF (circle.centre), FAR },
      { "radius", kb_query_read_number, TRACKS_OF (circle.radius), FAR } } },
  { "capsule",
    KBX_SHAPE_CAPSULE,
    "segment radius",
    { { "segment", read_tracks_ends, TRACKS_OF (capsule.a), FAR },
      { "radius", kb_query_read_number, TRACKS_OF (capsule.radius), FAR } } },
  { "rect", KBX_SHAPE_RECT, NULL, { { NULL, read_rect, TRACKS_OF (rect), FAR } } },
  { "box", KBX_SHAPE_BOX, NULL, { { NULL, kb_query_read_box, TRACKS_OF (box) } } },
  [OBB] = { "obb",
            KBX_SHAPE_OBB,
            "at degrees w h",
            { { "at", kb_query_read_vec, TRACKS_OF (obb.centre), FAR },
              { "degrees", read_degrees, TRACKS_OF (obb.axis), FAR },
              { "w", kb_query_read_number, TRACKS_OF (obb.w), FAR },
              { "h", kb_query_read_number, TRACKS_OF (obb.h), FAR } } },
  { "polygon", KBX_SHAPE_POLYGON, NULL, { { NULL, read_tracks_polygon, 0, FAR } } },
  { "half_plane",
    KBX_SHAPE_HALF_PLANE,
    "normal distance",
    { { "normal", kb_query_read_vec, TRACKS_OF (half_plane.normal), 1 },
      { "distance", kb_query_read_signed, TRACKS_OF (half_plane.distance), FAR } },
    "a normal of length 1" },
  { NULL },
};

static gboolean
read_shape (KbQuery *query, const json_t *value, size_t number, Given *given)
{
  g_autofree char *path = g_strdup_printf ("shapes[%zu]", number), *place = NULL;
  const gint i = kb_query_shape (query, value, path, tracks_kinds, given, &place);
  if (i < 0)
    return FALSE;
  given->shape.kind = (kbx_shape_kind) tracks_kinds[i].kind;
  return kbx_nearest_point (given->shape, (kbx_vec){ 0, 0 }).status == KBX_OK
         || kb_query_fail (query, "%s: expected %s", place,
                           tracks_kinds[i].wanted ? tracks_kinds[i].wanted : "less far corners");
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
    return kb_query_fail_null (query, "shapes: expected a list of at most %d shapes", MAX_SHAPES);
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
  kbx_shape car;
  if (!kb_query_keys (query, value, "obb", tracks_kinds[OBB].keys)
      || !kb_query_parts (query, value, "obb", tracks_kinds[OBB].parts, &car))
    return NULL;
  const kbx_track_place place = kbx_track_least (query->of, car.as.obb);
  if (place.status == KBX_OK && !json_object_get (query->line, "p")
      && !json_object_get (query->line, "radius"))
    return json_pack ("{s:f, s:[f, f], s:b}", "clearance", place.clearance, "normal",
                      place.normal.x, place.normal.y, "touches", place.clearance < 0);
  return kb_query_fail_null (query, "obb: expected w and h of at most 1024, without p and radius");
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
