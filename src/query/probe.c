/* SPDX-License-Identifier: MIT */
/* A table from gesture and target to query. */
#include <glib/gi18n.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "query/probe_private.h"
#include "query/query.h"

/* ---- probe words ---- */

/* The answers in words: first the hit, by name and class, then the numbers. One function per query.
 * */

#define MOST_OF_A_LIST 6

typedef struct {
  const KbProbed *on;
  const json_t *reply;
  GString *text;
  gboolean hit;
} Words;

/* ---- pieces ---- */

static void add (Words *words, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add (Words *words, const char *format, ...)
{
  va_list rest;
  g_string_append (words->text, words->text->len ? " · " : "");
  va_start (rest, format);
  g_string_append_vprintf (words->text, format, rest);
  va_end (rest);
}

static const char *
string (const Words *words, const char *key)
{
  return json_string_value (json_object_get (words->reply, key));
}

static gboolean
is_true (const Words *words, const char *key)
{
  return json_is_true (json_object_get (words->reply, key));
}

/* To a thousandth; no "-0". */
static void
append_number (GString *text, double number)
{
  g_string_append_printf (text, "%.7g", round (number * 1000) / 1000 + 0.0);
}

static char *
number_text (double number)
{
  GString *text = g_string_new (NULL);
  append_number (text, number);
  return g_string_free (text, FALSE);
}

/* "3, 4" or "door, floor". */
static char *
list_text (const json_t *list)
{
  GString *text = g_string_new (NULL);
  const json_t *item;
  size_t i;
  json_array_foreach (list, i, item)
    {
      g_string_append (text, i ? C_("between numbers", ", ") : "");
      if (json_is_string (item))
        g_string_append (text, json_string_value (item));
      else
        append_number (text, json_number_value (item));
    }
  return g_string_free (text, FALSE);
}

/* "fraction 0.25": a word, then the answer's value of the key, or nothing if it has none. */
static void
add_value (Words *words, const char *word, const char *key)
{
  const json_t *value = json_object_get (words->reply, key);
  g_autofree char *text = json_is_array (value)    ? list_text (value)
                          : json_is_number (value) ? number_text (json_number_value (value))
                                                   : NULL;
  if (text)
    add (words, "%s %s", word, text);
}

static void
add_class (Words *words, uint32_t class_index)
{
  if (class_index != KBX_NONE)
    add (words, _("class %s"), kbx_name (kbx_bank_item (words->on->bank, KBX_CLASS, class_index)));
}

static void
add_class_name (Words *words)
{
  if (string (words, "class"))
    add (words, _("class %s"), string (words, "class"));
}

/* "head (shape 2)", or "shape 2" without a name. */
static char *
shape_text (const Words *words)
{
  const uint32_t i = (uint32_t) json_integer_value (json_object_get (words->reply, "shape"));
  const char *name = kbx_name (kbx_item (words->on->frame, KBX_SHAPE, i));
  return *name ? g_strdup_printf (_("%s (shape %u)"), name, i) : g_strdup_printf (_("shape %u"), i);
}

static char *
cell_text (const Words *words)
{
  g_autofree char *cell = list_text (json_object_get (words->reply, "cell"));
  return g_strdup_printf (_("cell %s"), cell);
}

static char *
edge_text (const Words *words)
{
  const json_t *wall = json_object_get (words->reply, "wall");
  const char *edge = json_string_value (json_object_get (wall, "edge"));
  g_autofree char *cell = list_text (json_object_get (wall, "cell"));
  return g_strdup_printf (edge && g_str_equal (edge, "top") ? _("the wall above cell %s")
                                                            : _("the wall left of cell %s"),
                          cell);
}

/* ---- moves ---- */

/* Takes `what`, the hit. Adds its class, and where it is, or without a hit the whole path. */
static void
add_hit (Words *words, char *what, uint32_t class_index)
{
  if (words->hit)
    {
      add (words, is_true (words, "started_inside") ? _("Starts inside %s") : _("Hits %s"), what);
      add_class_name (words);
      add_class (words, class_index);
    }
  else
    add (words, "%s",
         words->on->probe->subject == KB_PROBE_WALLS ? _("No wall in the way")
                                                     : _("Nothing in the way"));
  g_free (what);
  add_value (words, _("fraction"), "fraction");
  if (!words->hit)
    return;
  add_value (words, _("at"), "point");
  add_value (words, _("normal"), "normal");
}

static void
say_frame_trace (Words *words)
{
  add_hit (words, shape_text (words), KBX_NONE);
}

static void
say_track_trace (Words *words)
{
  add_hit (words, g_strdup (_("the edge of the road")), KBX_NONE);
}

static void
say_trace (Words *words)
{
  const json_t *wall = json_object_get (words->reply, "wall");
  const kbx_handle level = kbx_bank_item (words->on->bank, KBX_LEVEL, words->on->level);
  add_hit (words, g_strdup_printf (_("wall %d"), (int) json_integer_value (wall)),
           json_is_integer (wall)
             ? kbx_walls_wall (level, (uint32_t) json_integer_value (wall)).class_index
             : KBX_NONE);
}

static void
say_tile_ray (Words *words)
{
  add_hit (words, cell_text (words), KBX_NONE);
}

static void
say_maze_trace (Words *words)
{
  add_hit (words, edge_text (words), kbx_info (words->on->layer).class_index);
}

static void
say_land (Words *words)
{
  add_hit (words, g_strdup (_("the ground")), kbx_info (words->on->layer).class_index);
}

/* ---- positions ---- */

static void
say_point (Words *words)
{
  g_autofree char *shape = shape_text (words);
  if (words->hit)
    add (words, _("Hits %s"), shape);
  else
    add (words, "%s", _("No shape"));
  add_class_name (words);
}

static void
say_zone (Words *words)
{
  words->hit = string (words, "zone") != NULL;
  if (words->hit)
    add (words, _("Zone %s"), string (words, "zone"));
  else
    add (words, "%s", _("No zone"));
  add_value (words, _("value"), "value");
}

/* Names in the order of the answer, by value. The first pixel is that of the path. */
static void
say_zones_met (Words *words)
{
  const KbZoneMet *met = words->on->met;
  const guint n = words->on->n_met;
  g_autoptr (GString) names = g_string_new (NULL);
  words->hit = n > 0;
  for (guint value = 1; value < 256; value++)
    for (guint i = 0; i < n; i++)
      if (met[i].value == value)
        g_string_append_printf (
          names, "%s%s", names->len ? ", " : "",
          kbx_name (kbx_zone_of (kbx_bank_item (words->on->bank, KBX_MASK, words->on->mask),
                                 (guint8) value)));
  if (n)
    add (words, _("On the way: %s"), names->str);
  else
    add (words, "%s", _("No zone on the way"));
  if (n)
    add (words, _("the first at %d, %d"), (int) floorf (met[0].at.x), (int) floorf (met[0].at.y));
}

static void
say_zones (Words *words)
{
  if (words->on->probe->subject == KB_PROBE_MASK && words->on->probe->gesture == KB_PROBE_MOVE)
    {
      say_zones_met (words);
      return;
    }

  const json_t *zones = json_object_get (words->reply, "zones");
  g_autofree char *names = list_text (zones);
  words->hit = json_array_size (zones) > 0;
  if (words->hit)
    add (words, json_array_size (zones) > 1 ? _("Zones %s") : _("Zone %s"), names);
  else
    add (words, "%s", _("No zone"));
  add_value (words, _("topmost at"), "first");
}

static void
say_clearance (Words *words)
{
  const double clearance = json_number_value (json_object_get (words->reply, "clearance"));
  const json_t *touches = json_object_get (words->reply, "touches");
  words->hit = touches ? json_is_true (touches) : clearance <= 0;
  if (touches)
    add (words, "%s",
         words->hit ? _("The circle touches the edge") : _("The circle is on the road"));
  else
    add (words, "%s", clearance > 0 ? _("On the road") : _("Beside the road"));
  add_value (words, _("clearance"), "clearance");
  add_value (words, _("normal"), "normal");
  if (string (words, "surface"))
    add (words, _("surface %s"), string (words, "surface"));
}

static void
say_locate (Words *words)
{
  const kbx_handle level = kbx_bank_item (words->on->bank, KBX_LEVEL, words->on->level);
  words->hit = string (words, "area") != NULL;
  if (words->hit)
    add (words, _("Area %s"), string (words, "area"));
  else
    add (words, "%s", _("No area"));
  add_class (words, kbx_info (kbx_find (level, KBX_AREA, string (words, "area"))).class_index);
  add_value (words, _("leaf"), "leaf");
}

static void
say_near (Words *words)
{
  const json_t *walls = json_object_get (words->reply, "walls"), *wall;
  const kbx_handle level = kbx_bank_item (words->on->bank, KBX_LEVEL, words->on->level);
  const guint n = (guint) json_array_size (walls);
  size_t i;
  words->hit = n > 0;
  if (n)
    add (words, ngettext ("%u wall touches the circle", "%u walls touch the circle", n), n);
  else
    add (words, "%s", _("No wall touches the circle"));
  json_array_foreach (walls, i, wall)
    {
      const uint32_t index = (uint32_t) json_integer_value (wall);
      if (i == MOST_OF_A_LIST)
        {
          g_string_append (words->text, " …");
          break;
        }
      add (words, _("wall %u, class %s"), index,
           kbx_name (kbx_bank_item (words->on->bank, KBX_CLASS,
                                    kbx_walls_wall (level, index).class_index)));
    }
}

/* ---- cells ---- */

static const char *
kind_text (const char *kind)
{
  static const struct {
    const char *begins, *text;
  } kinds[] = { { "full", N_("all solid") },
                { "heights", N_("a slope") },
                { "one-way left", N_("solid from the left") },
                { "one-way right", N_("solid from the right") },
                { "one-way top", N_("solid from above") },
                { "one-way bottom", N_("solid from below") } };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (kind, kinds[i].begins))
      return _(kinds[i].text);
  return _("not solid");
}

/* The tile shown in a cell. */
static void
add_tile (Words *words, const json_t *tile)
{
  const char *class_name = json_string_value (json_object_get (tile, "class"));
  const int height = (int) json_integer_value (json_object_get (tile, "height"));
  if (!json_is_object (tile))
    return;
  /* As the film strip counts them */
  add (words, _("%s, frame %d"), json_string_value (json_object_get (tile, "sprite")),
       (int) json_integer_value (json_object_get (tile, "frame")) + 1);
  if (class_name)
    add (words, _("class %s"), class_name);
  add (words, "%s", kind_text (json_string_value (json_object_get (tile, "kind"))));
  if (height)
    add (words, _("height %d"), height);
}

static void
say_tiles (Words *words)
{
  const json_t *cells = json_object_get (words->reply, "cells");
  const guint n = (guint) json_array_size (cells);
  const gboolean at_point = words->on->probe->gesture == KB_PROBE_POINT;
  g_autoptr (GString) list = g_string_new (NULL);
  for (guint i = 0; i < n && i < MOST_OF_A_LIST; i++)
    {
      g_autofree char *cell = list_text (json_array_get (cells, i));
      g_string_append_printf (list, "%s%s", i ? "; " : "", cell);
    }
  if (n > MOST_OF_A_LIST)
    g_string_append (list, " …");
  if (n == 0)
    add (words, "%s", _("No tile"));
  else if (n == 1)
    add (words, _("Tile in cell %s"), list->str);
  else
    add (words, _("%u tiles, in cells %s"), n, list->str);
  add_tile (words, json_object_get (words->reply, "tile"));
  if (n && at_point)
    add (words, "%s",
         is_true (words, "solid") ? _("this pixel is solid") : _("this pixel is free"));
  else if (n)
    add (words, "%s",
         is_true (words, "solid") ? _("solid pixels in the box")
                                  : _("no solid pixel in the box"));
}

static void
say_from_screen (Words *words)
{
  const json_t *tile = json_object_get (words->reply, "tile");
  g_autofree char *cell = cell_text (words);
  words->hit = json_is_object (tile);
  add (words, words->hit ? _("Tile in %s") : _("No tile in %s"), cell);
  add_tile (words, tile);
  add_value (words, _("in the layer at"), "p");
}

static void
say_maze (Words *words)
{
  static const char *const sides[] = { "left", "top", "right", "bottom" }, *const names[] = {
    N_("left"), N_("top"), N_("right"), N_("bottom")
  };
  g_autoptr (GString) walls = g_string_new (NULL);
  if (!json_object_get (words->reply, "cell"))
    {
      add (words, "%s", words->hit ? _("A wall is in the box") : _("No wall in the box"));
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    if (is_true (words, sides[i]))
      g_string_append_printf (walls, "%s%s", walls->len ? ", " : "", _(names[i]));
  words->hit = walls->len > 0;
  add_value (words, _("Cell"), "cell");
  if (words->hit)
    {
      add (words, _("walls %s"), walls->str);
      add_class (words, kbx_info (words->on->layer).class_index);
    }
  else
    add (words, "%s", _("no walls"));
}

/* ---- grounds and heightmaps ---- */

static void
say_ground (Words *words)
{
  if (!json_is_number (json_object_get (words->reply, "y")))
    {
      add (words, "%s", _("No ground here"));
      return;
    }
  words->hit = is_true (words, "touches");
  add (words, "%s", words->hit ? _("On the ground or below it") : _("Above the ground"));
  add_class (words, kbx_info (words->on->layer).class_index);
  add_value (words, _("ground at y"), "y");
  add_value (words, _("slope"), "slope");
  if (is_true (words, "too_steep"))
    add (words, "%s", _("too steep"));
  add_value (words, _("normal"), "normal");
}

static void
say_height (Words *words)
{
  words->hit = is_true (words, "inside");
  add_value (words, _("Altitude"), "z");
  if (words->hit)
    add_class (words, kbx_info (words->on->layer).class_index);
  else
    add (words, "%s", _("beyond the map"));
  add_value (words, _("normal"), "normal");
}

/* ---- table ---- */

static void (*const says[KB_PROBE_SUBJECTS][KB_PROBE_GESTURES]) (Words *words) = {
  [KB_PROBE_FRAME] = { say_point, say_frame_trace, say_point },
  [KB_PROBE_MASK] = { say_zone, say_zones, say_zones },
  [KB_PROBE_TRACK] = { say_clearance, say_track_trace, say_clearance },
  [KB_PROBE_WALLS] = { say_locate, say_trace, say_near },
  [KB_PROBE_TILES] = { say_tiles, say_tile_ray, say_tiles },
  [KB_PROBE_ISOMETRIC] = { say_from_screen, say_tile_ray, say_tiles },
  [KB_PROBE_MAZE] = { say_maze, say_maze_trace, say_maze },
  [KB_PROBE_GROUND] = { say_ground, say_land, say_land },
  [KB_PROBE_HEIGHTMAP] = { say_height, say_land, say_height },
};

/* A new string; also reports whether there is a hit. */
static char *
kb_probe_words (const KbProbed *on, const json_t *reply, gboolean *hit)
{
  Words words = { on, reply, g_string_new (NULL), json_is_true (json_object_get (reply, "hit")) };
  says[on->probe->subject][on->probe->gesture] (&words);
  *hit = words.hit;
  return g_string_free (words.text, FALSE);
}

/* ---- probe ---- */

/* How a query names the probed point or points. */
typedef enum { PIXEL, PLACE, WAY, FALL, LOOK, SEGMENT, ROUND, DISC, BOX } Form;

static const struct {
  const char *asset, *layer;   /* the keys for their names */
  kbx_kind kind;               /* of the layer */
  struct {
    const char *q;
    Form form;
  } ask[KB_PROBE_GESTURES];
} subjects[KB_PROBE_SUBJECTS] = {
  [KB_PROBE_FRAME] = { NULL,
                       NULL,
                       KBX_NOTHING,
                       { { "point", PIXEL }, { "frame_trace", WAY }, { "point", ROUND } } },
  [KB_PROBE_MASK] = { "mask",
                      NULL,
                      KBX_NOTHING,
                      { { "zone", PIXEL }, { "zone", SEGMENT }, { "zone", ROUND } } },
  [KB_PROBE_TRACK] = { "track",
                       NULL,
                       KBX_NOTHING,
                       { { "clearance", PLACE }, { "track_trace", WAY }, { "clearance", DISC } } },
  [KB_PROBE_WALLS] = { "level",
                       NULL,
                       KBX_NOTHING,
                       { { "locate", PLACE }, { "trace", WAY }, { "near", DISC } } },
  [KB_PROBE_TILES] = { "level",
                       "layer",
                       KBX_TILES,
                       { { "tiles", PIXEL }, { "tile_ray", WAY }, { "tiles", BOX } } },
  [KB_PROBE_ISOMETRIC] = { "level",
                           "layer",
                           KBX_TILES,
                           { { "from_screen", PLACE }, { "tile_ray", WAY }, { "tiles", BOX } } },
  [KB_PROBE_MAZE] = { "level",
                      "maze",
                      KBX_MAZE,
                      { { "maze", PIXEL }, { "maze_trace", WAY }, { "maze", BOX } } },
  [KB_PROBE_GROUND] = { "level",
                        "ground",
                        KBX_GROUND,
                        { { "ground", PLACE }, { "land", WAY }, { "land", FALL } } },
  [KB_PROBE_HEIGHTMAP] = { "level",
                           "map",
                           KBX_HEIGHTMAP,
                           { { "height", PLACE }, { "height_ray", LOOK }, { "height", PLACE } } },
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
    default:
      if (subjects[probe->subject].layer)
        on.layer = kbx_find (kbx_bank_item (bank, KBX_LEVEL, on.level),
                             subjects[probe->subject].kind, layer);
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
  float z = kbx_heightmap_z (on->layer, p, KBX_HEIGHT_BILINEAR);
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
  kbx_tiles_from_screen (on->layer, p, &p, NULL);
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
