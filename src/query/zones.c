/* SPDX-License-Identifier: MIT */
/* The question "zone" of kickbox query: of a mask, of the surfaces of a track, or of what is painted on a frame; at a pixel,
 * or which there are in a box, in a circle and on a segment. */
#include <glib.h>

#include "query/private.h"

/* Whose zones are asked for. */
typedef struct {
  enum { OF_MASK, OF_TRACK, OF_FRAME } kind;
  uint32_t index;          /* of the mask or track */
  kbx_mask mask;
  KbQueryPose on;          /* of a frame */
} Painting;

static gboolean
read_painting (KbQuery *query, Painting *painting)
{
  const char *name;
  gboolean of_pose = json_object_get (query->line, "pose") != NULL, of_track = json_object_get (query->line, "track") != NULL;
  if ((json_object_get (query->line, "mask") != NULL) + of_pose + of_track > 1)
    return kb_query_fail (query, "%s: expected a mask, a track or a pose, not both", of_pose ? "pose" : "track");
  painting->kind = of_pose ? OF_FRAME : of_track ? OF_TRACK : OF_MASK;
  if (of_pose)
    return kb_query_pose (query, "pose", &painting->on);
  if (of_track)
    {
      if (!kb_query_track (query, &painting->index))
        return FALSE;
      painting->mask = kbx_track_surfaces (kbx_bank_item (query->bank, KBX_TRACK, painting->index));
      return TRUE;
    }
  if (!kb_query_text (query, "mask", &name))
    return FALSE;
  painting->index = kbx_bank_find (query->bank, KBX_MASK, name).index;
  painting->mask = kbx_bank_item (query->bank, KBX_MASK, painting->index);
  return painting->index != KBX_NONE || kb_query_fail (query, "mask: the bank has no mask '%s'", name);
}

static kbx_handle
zone_of (const KbQuery *query, const Painting *painting, uint8_t value)
{
  switch (painting->kind)
    {
    case OF_FRAME: return kbx_zone_of (kbx_parent (painting->on.frame), value);
    case OF_TRACK: return kbx_zone_of (kbx_bank_item (query->bank, KBX_TRACK, painting->index), value);
    default: return kbx_zone_of (kbx_bank_item (query->bank, KBX_MASK, painting->index), value);
    }
}

/* ---- where ---- */

static const char *const places[] = { "p", "box", "circle", "segment" };

/* All but "nothing": it is not named. */
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
  uint8_t value = painting->kind == OF_FRAME ? kbx_frame_zone_at (painting->on.frame, painting->on.pose, p) : kbx_mask_zone_at (painting->mask, p);
  kbx_handle zone = zone_of (query, painting, value);
  return json_pack ("{s:s?, s:i}", "zone", zone.kind != KBX_NOTHING ? kbx_name (zone) : NULL, "value", value);
}

static json_t *
answer (const KbQuery *query, const Painting *painting, kbx_zone_set set, kbx_zone_pixel first)
{
  json_t *names = json_array ();
  for (guint value = 1; value < 256; value++)
    if (kbx_zone_set_has (set, (uint8_t) value))
      json_array_append_new (names, json_string (kbx_name (zone_of (query, painting, (uint8_t) value))));
  json_t *pixel = first.found ? json_pack ("[i, i]", first.p.x, first.p.y) : json_null ();
  return json_pack ("{s:o, s:o}", "zones", names, "first", pixel);
}

static json_t *
in_box (KbQuery *query, const Painting *painting)
{
  kbx_box box;
  if (!kb_query_box (query, &box))
    return NULL;
  if (painting->kind == OF_FRAME)
    return answer (query, painting, kbx_frame_zones_in_box (painting->on.frame, painting->on.pose, box),
                   kbx_frame_first_zone_in_box (painting->on.frame, painting->on.pose, box, named_zones ()));
  return answer (query, painting, kbx_mask_zones_in_box (painting->mask, box),
                 kbx_mask_first_in_box (painting->mask, box, named_zones ()));
}

static json_t *
in_circle (KbQuery *query, const Painting *painting)
{
  kbx_circle circle;
  if (!kb_query_circle (query, &circle))
    return NULL;
  if (painting->kind == OF_FRAME)
    return answer (query, painting, kbx_frame_zones_in_circle (painting->on.frame, painting->on.pose, circle),
                   kbx_frame_first_zone_in_circle (painting->on.frame, painting->on.pose, circle, named_zones ()));
  return answer (query, painting, kbx_mask_zones_in_circle (painting->mask, circle),
                 kbx_mask_first_in_circle (painting->mask, circle, named_zones ()));
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
      || !kb_query_vec (query, json_array_get (value, 1), "segment[1]", KBX_WORLD_LIMIT, &segment.b))
    return NULL;
  if (painting->kind == OF_FRAME)
    return answer (query, painting, kbx_frame_zones_on_segment (painting->on.frame, painting->on.pose, segment),
                   kbx_frame_first_zone_on_segment (painting->on.frame, painting->on.pose, segment, named_zones ()));
  return answer (query, painting, kbx_mask_zones_on_segment (painting->mask, segment),
                 kbx_mask_first_on_segment (painting->mask, segment, named_zones ()));
}

json_t *
kb_query_zone (KbQuery *query)
{
  static json_t *(*const asks[]) (KbQuery *query, const Painting *painting) = { at_point, in_box, in_circle, on_segment };
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
