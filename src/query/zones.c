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
  const char *name;
  uint32_t index;
  KbQueryPose on;
  gboolean of_pose = json_object_get (query->line, "pose") != NULL,
           of_track = json_object_get (query->line, "track") != NULL;
  if ((json_object_get (query->line, "mask") != NULL) + of_pose + of_track > 1)
    return kb_query_fail (query, "%s: expected a mask, a track or a pose, not both",
                          of_pose ? "pose" : "track");
  if (of_pose)
    {
      if (!kb_query_pose (query, "pose", &on))
        return FALSE;
      *painting = (Painting) { on.frame, kbx_parent (on.frame), on.pose };
      return TRUE;
    }
  painting->place = kbx_at (0, 0);
  if (of_track)
    {
      if (!kb_query_track (query, &index))
        return FALSE;
      painting->owner = kbx_bank_item (query->bank, KBX_TRACK, index);
      painting->pixels = kbx_info (painting->owner).mask;
      return TRUE;
    }
  if (!kb_query_text (query, "mask", &name))
    return FALSE;
  painting->owner = painting->pixels = kbx_bank_find (query->bank, KBX_MASK, name);
  return painting->owner.kind == KBX_MASK
         || kb_query_fail (query, "mask: the bank has no mask '%s'", name);
}

/* ---- positions ---- */

static const char *const places[] = { "p", "box", "circle", "segment" };

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
  kbx_box box;
  if (!kb_query_box (query, &box))
    return NULL;
  return touching (painting, kbx_shape_box (box));
}

static json_t *
in_circle (KbQuery *query, const Painting *painting)
{
  kbx_circle circle;
  if (!kb_query_circle (query, &circle))
    return NULL;
  return touching (painting, kbx_shape_circle (circle.centre, circle.radius));
}

static json_t *
on_segment (KbQuery *query, const Painting *painting)
{
  const json_t *value = json_object_get (query->line, "segment");
  kbx_segment segment;
  if (!json_is_array (value) || json_array_size (value) != 2)
    {
      kb_query_fail (query, "segment: expected its ends [[x, y], [x, y]]");
      return NULL;
    }
  if (!kb_query_vec (query, json_array_get (value, 0), "segment[0]", KBX_WORLD_LIMIT, &segment.a)
      || !kb_query_vec (query, json_array_get (value, 1), "segment[1]", KBX_WORLD_LIMIT,
                        &segment.b))
    return NULL;
  return touching (painting, kbx_shape_segment (segment.a, segment.b));
}

static json_t *
answer_zone (KbQuery *query)
{
  static json_t *(*const asks[]) (
    KbQuery * query, const Painting *painting) = { at_point, in_box, in_circle, on_segment };
  Painting painting = { 0 };
  guint place = 0, n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (json_object_get (query->line, places[i]))
      {
        place = i;
        n++;
      }
  if (n > 1)
    {
      kb_query_fail (query, "%s: expected one of p, box, circle and segment", places[place]);
      return NULL;
    }
  if (n == 0)
    {
      kb_query_fail (query, "p: expected two numbers [x, y]; or box, circle or segment");
      return NULL;
    }
  return read_painting (query, &painting) ? asks[place] (query, &painting) : NULL;
}

const KbQueryKind kb_zone_queries[] = {
  { "zone", answer_zone, "q mask track pose p box circle segment",
    "\"mask\": NAME or \"track\": NAME or POSE, AREA or \"segment\": [[x, y], [x, y]]",
    "of \"p\": zone, value; else zones (names), first: [x, y]" },
  { NULL },
};
