/* SPDX-License-Identifier: MIT */
/* A table from gesture and target to query. */
#include "query/probe_private.h"

#include <math.h>
#include <string.h>

#include <jansson.h>

#include "query/query.h"

/* How a query names the probed point or points. */
typedef enum { PIXEL, PLACE, WAY, FALL, LOOK, SEGMENT, ROUND, DISC, BOX } Form;

static const struct {
  const char *asset, *layer;   /* the keys for their names */
  struct {
    const char *q;
    Form form;
  } ask[KB_PROBE_GESTURES];
} subjects[KB_PROBE_SUBJECTS] = {
  [KB_PROBE_FRAME] = { NULL, NULL, { { "point", PIXEL }, { "frame_trace", WAY }, { "point",
    ROUND } } },
  [KB_PROBE_MASK] = { "mask", NULL, { { "zone", PIXEL }, { "zone", SEGMENT }, { "zone", ROUND } } },
  [KB_PROBE_TRACK] = { "track", NULL, { { "clearance", PLACE }, { "track_trace", WAY },
    { "clearance", DISC } } },
  [KB_PROBE_WALLS] = { "level", NULL, { { "locate", PLACE }, { "trace", WAY }, { "near", DISC } } },
  [KB_PROBE_TILES] = { "level", "layer", { { "tiles", PIXEL }, { "tile_ray", WAY }, { "tiles",
    BOX } } },
  [KB_PROBE_ISOMETRIC] = { "level", "layer", { { "from_screen", PLACE }, { "tile_ray", WAY },
    { "tiles", BOX } } },
  [KB_PROBE_MAZE] = { "level", "maze", { { "maze", PIXEL }, { "maze_trace", WAY }, { "maze",
    BOX } } },
  [KB_PROBE_GROUND] = { "level", "ground", { { "ground", PLACE }, { "land", WAY }, { "land",
    FALL } } },
  [KB_PROBE_HEIGHTMAP] = { "level", "map", { { "height", PLACE }, { "height_ray", LOOK },
    { "height", PLACE } } },
};

/* ---- zones along a path ---- */

static kbx_zone_set
zones_until (const KbProbed *on, float share, kbx_vec *at)
{
  const kbx_vec from = on->probe->from, to = on->probe->to;
  *at = (kbx_vec) { from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share };
  return kbx_zones_touching (kbx_bank_item (on->bank, KBX_MASK, on->mask), kbx_at (0, 0),
                             kbx_shape_segment (from, *at));
}

/* The shortest share of the path that contains the zone, by bisection: a longer share contains all
 * that a shorter one does. */
static float
share_with (const KbProbed *on, uint8_t value)
{
  const float least =
    1
    / (256
       * (1 + hypotf (on->probe->to.x - on->probe->from.x, on->probe->to.y - on->probe->from.y)));
  float low = 0, high = 1;
  kbx_vec at;
  if (kbx_zone_set_has (zones_until (on, 0, &at), value))
    return 0;
  while (high - low > least)
    {
      const float middle = (low + high) / 2;
      if (kbx_zone_set_has (zones_until (on, middle, &at), value))
        high = middle;
      else
        low = middle;
    }
  return high;
}

/* Cost: about 25 walks along the path for each zone. */
static void
meet_zones (KbProbed *on)
{
  float shares[256];
  kbx_vec at;
  const kbx_zone_set all = zones_until (on, 1, &at);
  for (guint value = 1; value < 256; value++)
    if (kbx_zone_set_has (all, (uint8_t) value))
      {
        const float share = share_with (on, (uint8_t) value);
        guint k = on->n_met++;
        for (; k && shares[k - 1] > share; k--)
          {
            shares[k] = shares[k - 1];
            on->met[k] = on->met[k - 1];
          }
        zones_until (on, share, &at);
        shares[k] = share;
        on->met[k] = (KbZoneMet) { (uint8_t) value, at };
      }
}

/* ---- the target ---- */

static KbProbed
find_probed (const kbx_bank *bank, const KbProbe *probe)
{
  KbProbed on = { .bank = bank,
                  .probe = probe,
                  .level = kbx_bank_find (bank, KBX_LEVEL, probe->asset).index };
  const char *layer = probe->layer ? probe->layer : "";
  kbx_handle sprite = kbx_bank_find (bank, KBX_SPRITE, probe->asset);
  switch (probe->subject)
    {
    case KB_PROBE_FRAME:
      if (sprite.bank)
        on.frame = kbx_item (sprite, KBX_FRAME, probe->frame);
      on.pose = kbx_at_flipped (probe->spot.x, probe->spot.y, probe->flip_x, probe->flip_y);
      break;
    case KB_PROBE_MASK:
      on.mask = kbx_bank_find (bank, KBX_MASK, probe->asset).index;
      if (probe->gesture == KB_PROBE_MOVE)
        meet_zones (&on);
      break;
    case KB_PROBE_TILES:
    case KB_PROBE_ISOMETRIC:
      on.tiles = kbx_find (kbx_bank_item (bank, KBX_LEVEL, on.level), KBX_TILES, layer);
      break;
    case KB_PROBE_MAZE:
      on.maze = kbx_find (kbx_bank_item (bank, KBX_LEVEL, on.level), KBX_MAZE, layer);
      break;
    case KB_PROBE_GROUND:
      on.ground = kbx_find (kbx_bank_item (bank, KBX_LEVEL, on.level), KBX_GROUND, layer);
      break;
    case KB_PROBE_HEIGHTMAP:
      on.map = kbx_find (kbx_bank_item (bank, KBX_LEVEL, on.level), KBX_HEIGHTMAP, layer);
      break;
    default: break;
    }
  return on;
}

/* ---- the query ---- */

/* Whole numbers without a point, others with the fewest digits. */
static json_t *
number (float value)
{
  double rounded = round ((double) value * 16) / 16;
  return rounded == floor (rounded) ? json_integer ((json_int_t) rounded) : json_real (rounded);
}

static json_t *
pair_json (kbx_vec p)
{
  return json_pack ("[o, o]", number (p.x), number (p.y));
}

/* Eyes at KB_PROBE_EYES above the ground; outside any map, at 0. */
static json_t *
eyes (const KbProbed *on, kbx_vec p)
{
  float z = kbx_heightmap_z (on->map, p, KBX_HEIGHT_BILINEAR);
  return json_pack ("[o, o, o]", number (p.x), number (p.y),
                    number (isfinite (z) ? z + KB_PROBE_EYES : 0));
}

static float
reach (const KbProbe *probe)
{
  return hypotf (probe->to.x - probe->from.x, probe->to.y - probe->from.y);
}

/* The whole pixels around a circle. */
static json_t *
box_about (const KbProbe *probe)
{
  float r = reach (probe);
  int x0 = (int) floorf (probe->from.x - r), y0 = (int) floorf (probe->from.y - r);
  int x1 = (int) ceilf (probe->from.x + r), y1 = (int) ceilf (probe->from.y + r);
  return json_pack ("[i, i, i, i]", x0, y0, MAX (x1 - x0, 1), MAX (y1 - y0, 1));
}

static json_t *
form_json (const KbProbed *on, const KbProbe *probe, Form form)
{
  const kbx_vec from = probe->from, to = probe->to, below = { from.x, from.y + reach (probe) };
  switch (form)
    {
    case PIXEL: return json_pack ("{s:[i, i]}", "p", (int) floorf (to.x), (int) floorf (to.y));
    case PLACE: return json_pack ("{s:o}", "p", pair_json (to));
    case WAY: return json_pack ("{s:o, s:o}", "from", pair_json (from), "to", pair_json (to));
    case FALL: return json_pack ("{s:o, s:o}", "from", pair_json (from), "to", pair_json (below));
    case LOOK: return json_pack ("{s:o, s:o}", "from", eyes (on, from), "to", eyes (on, to));
    case SEGMENT: return json_pack ("{s:[o, o]}", "segment", pair_json (from), pair_json (to));
    case ROUND:
      return json_pack ("{s:{s:o, s:o}}", "circle", "at", pair_json (from), "radius",
                        number (reach (probe)));
    case DISC:
      return json_pack ("{s:o, s:o}", "p", pair_json (from), "radius", number (reach (probe)));
    case BOX: return json_pack ("{s:o}", "box", box_about (probe));
    }
  return NULL;
}

/* To the tile layer's frame, which is isometric if its axes are not horizontal and vertical. */
static kbx_vec
in_layer (const KbProbed *on, kbx_vec p)
{
  kbx_tiles_from_screen (on->tiles, p, &p, NULL);
  return p;
}

static json_t *
make_line (const KbProbed *on)
{
  KbProbe probe = *on->probe;
  const char *flip = probe.flip_x ? probe.flip_y ? "xy" : "x" : probe.flip_y ? "y" : NULL;
  json_t *line = json_pack ("{s:s}", "q", subjects[probe.subject].ask[probe.gesture].q);
  if (probe.subject == KB_PROBE_FRAME)
    json_object_set_new (line, "pose",
                         json_pack ("{s:s, s:i, s:[i, i], s:s*}", "sprite", probe.asset, "frame",
                                    (int) probe.frame, "at", (int) probe.spot.x,
                                    (int) probe.spot.y, "flip", flip));
  else
    json_object_set_new (line, subjects[probe.subject].asset, json_string (probe.asset));
  if (subjects[probe.subject].layer)
    json_object_set_new (line, subjects[probe.subject].layer, json_string (probe.layer));
  if (probe.subject == KB_PROBE_ISOMETRIC && probe.gesture != KB_PROBE_POINT)
    {
      probe.from = in_layer (on, probe.from);
      probe.to = in_layer (on, probe.to);
    }
  if (probe.subject == KB_PROBE_HEIGHTMAP && probe.gesture == KB_PROBE_CIRCLE)
    probe.to = probe.from;
  json_object_update_new (
    line, form_json (on, &probe, subjects[probe.subject].ask[probe.gesture].form));
  return line;
}

/* ---- the answer ---- */

gboolean
kb_probe_pair (const json_t *reply, const char *key, kbx_vec *pair)
{
  const json_t *value = json_object_get (reply, key);
  if (json_array_size (value) < 2 || !json_is_number (json_array_get (value, 0))
      || !json_is_number (json_array_get (value, 1)))
    return FALSE;
  *pair = (kbx_vec) { (float) json_number_value (json_array_get (value, 0)),
                     (float) json_number_value (json_array_get (value, 1)) };
  return TRUE;
}

gboolean
kb_probe_cell (const json_t *value, kbx_point *cell)
{
  if (json_array_size (value) != 2)
    return FALSE;
  *cell = (kbx_point) { (int32_t) json_integer_value (json_array_get (value, 0)),
                       (int32_t) json_integer_value (json_array_get (value, 1)) };
  return TRUE;
}

/* The form in which the query is drawn. */
static void
show_asked (const KbProbe *probe, KbProbeAnswer *answer)
{
  const Form form = subjects[probe->subject].ask[probe->gesture].form;
  answer->gesture = form == PIXEL || form == PLACE ? KB_PROBE_POINT
                    : form == FALL                 ? KB_PROBE_MOVE
                                                   : probe->gesture;
  answer->from = probe->from;
  answer->to = form == FALL ? (kbx_vec){ probe->from.x, probe->from.y + reach (probe) } : probe->to;
  if (answer->gesture == KB_PROBE_POINT && probe->gesture == KB_PROBE_CIRCLE)
    answer->to = probe->from;
}

void
kb_probe_ask (const kbx_bank *bank, const KbProbe *probe, KbProbeAnswer *answer)
{
  const KbProbed on = find_probed (bank, probe);
  json_auto_t *line = make_line (&on);
  char *question = json_dumps (line, JSON_REAL_PRECISION (9));
  gboolean ok;
  g_autofree char *dumped = kb_query_answer (bank, question, strlen (question), &ok);
  json_auto_t *reply = json_loads (dumped, 0, NULL);
  *answer = (KbProbeAnswer) { .ok = ok, .question = question };
  show_asked (probe, answer);
  answer->asked = g_array_new (FALSE, FALSE, sizeof (kbx_vec));
  answer->struck = g_array_new (FALSE, FALSE, sizeof (kbx_vec));
  if (ok)
    {
      answer->text = kb_probe_words (&on, reply, &answer->hit);
      kb_probe_marks (&on, line, reply, answer);
      answer->area = g_strdup (json_string_value (json_object_get (reply, "area")));
    }
  else
    answer->text = g_strdup (json_string_value (json_object_get (reply, "error")));
}

void
kb_probe_answer_clear (KbProbeAnswer *answer)
{
  g_free (answer->text);
  g_free (answer->question);
  g_free (answer->area);
  g_clear_pointer (&answer->asked, g_array_unref);
  g_clear_pointer (&answer->struck, g_array_unref);
  *answer = (KbProbeAnswer) { FALSE };
}
