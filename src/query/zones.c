/* SPDX-License-Identifier: MIT */
/* The query "zone": of a mask, a track's surfaces, or a frame's painting. At a pixel, or the zones
 * in a box, in a circle or on a segment. */
#include <glib.h>

#include "query/private.h"

/* The painting that is queried. */
typedef struct {
  kbx_handle pixels;       /* a mask, the surfaces of a track, or a frame */
  kbx_handle owner;        /* owner of the zones: the mask, the track, the frame's sprite */
  kbx_place place;
} Painting;

static gboolean
read_painting (KbQuery *query, Painting *painting)
{
  gboolean of_pose = json_object_get (query->line, "pose") != NULL,
           of_track = json_object_get (query->line, "track") != NULL;
  if ((json_object_get (query->line, "mask") != NULL) + of_pose + of_track > 1)
    return kb_query_fail (query, "%s: expected a mask, a track or a pose, not both",
                          of_pose ? "pose" : "track");
  if (of_pose)
    {
      if (!kb_query_read (query, (const KbQueryRead[]) { KB_READ_POSE, KB_READ_NOTHING }))
        return FALSE;
      const KbQueryPose on = query->pose;
      *painting = (Painting) { on.frame, kbx_parent (on.frame), on.pose };
      return TRUE;
    }
  if (!kb_query_read (query, (const KbQueryRead[]) { of_track ? KB_READ_TRACK : KB_READ_MASK,
                                                     KB_READ_NOTHING }))
    return FALSE;
  *painting = (Painting) { of_track ? kbx_info (query->of).mask : query->of, query->of,
                           kbx_at (0, 0) };
  return TRUE;
}

/* ---- positions ---- */

/* All zones except "nothing", which is not named. */
static kbx_zone_set
named_zones (void)
{
  return (kbx_zone_set) { { ~(uint64_t) 1, ~(uint64_t) 0, ~(uint64_t) 0, ~(uint64_t) 0 } };
}

static json_t *
at_point (KbQuery *query, const Painting *painting)
{
  kbx_point p;
  if (!kb_query_pixel (query, json_object_get (query->line, "p"), "p", FALSE, &p.x, &p.y))
    return NULL;
  uint8_t value = kbx_zone_at (painting->pixels, painting->place, p);
  kbx_handle zone = kbx_zone_of (painting->owner, value);
  return json_pack ("{s:s?, s:i}", "zone", zone.kind != KBX_NOTHING ? kbx_name (zone) : NULL,
                    "value", value);
}

static json_t *
touching (const Painting *painting, kbx_shape shape)
{
  const kbx_zone_set set = kbx_zones_touching (painting->pixels, painting->place, shape);
  const kbx_pixel first =
    kbx_zones_first (painting->pixels, painting->place, shape, named_zones ());
  json_t *names = json_array ();
  for (guint value = 1; value < 256; value++)
    if (kbx_zone_set_has (set, (uint8_t) value))
      json_array_append_new (
        names, json_string (kbx_name (kbx_zone_of (painting->owner, (uint8_t) value))));
  json_t *pixel = first.found ? json_pack ("[i, i]", first.p.x, first.p.y) : json_null ();
  return json_pack ("{s:o, s:o}", "zones", names, "first", pixel);
}

static json_t *
in_box (KbQuery *query, const Painting *painting)
{
  return kb_query_read (query, (const KbQueryRead[]) { KB_READ_BOX, KB_READ_NOTHING })
           ? touching (painting, kbx_shape_box (query->box))
           : NULL;
}

static json_t *
in_circle (KbQuery *query, const Painting *painting)
{
  kbx_circle circle;
  return kb_query_circle (query, &circle)
           ? touching (painting, kbx_shape_circle (circle.centre, circle.radius))
           : NULL;
}

static json_t *
on_segment (KbQuery *query, const Painting *painting)
{
  const json_t *value = json_object_get (query->line, "segment");
  kbx_segment segment;
  if (!json_is_array (value) || json_array_size (value) != 2)
    return kb_query_fail_null (query, "segment: expected its ends [[x, y], [x, y]]");
  if (!kb_query_vec (query, json_array_get (value, 0), "segment[0]", KBX_WORLD_LIMIT, &segment.a)
      || !kb_query_vec (query, json_array_get (value, 1), "segment[1]", KBX_WORLD_LIMIT,
                        &segment.b))
    return NULL;
  return touching (painting, kbx_shape_segment (segment.a, segment.b));
}

static json_t *
answer_zone (KbQuery *query)
{
  static const char *const keys[] = { "segment", "circle", "box", "p", NULL };
  static json_t *(*const asks[]) (
    KbQuery * query, const Painting *painting) = { on_segment, in_circle, in_box, at_point };
  Painting painting = { 0 };
  const gint which = kb_query_which (query, keys, "p, box, circle and segment");
  if (which < 0)
    kb_query_fail (query, "p: expected two numbers [x, y]; or box, circle or segment");
  return !query->error && read_painting (query, &painting) ? asks[which] (query, &painting) : NULL;
}

const KbQueryKind kb_zone_queries[] = {
  { "zone", answer_zone, { KB_READ_NOTHING }, "q mask track pose p box circle segment",
    "\"mask\": NAME or \"track\": NAME or POSE, AREA or \"segment\": [[x, y], [x, y]]",
    "of \"p\": zone, value; else zones (names), first: [x, y]" },
  { NULL },
};
