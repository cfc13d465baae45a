/* SPDX-License-Identifier: MIT */
/* A table: which question a gesture is, of what it is over. */
#include "query/probe.h"

#include <math.h>
#include <string.h>

#include <jansson.h>

#include "query/query.h"

/* How a question has what is pointed at. */
typedef enum { PIXEL, PLACE, WAY, SEGMENT, ROUND, DISC, BOX } Form;

static const struct {
  const char *asset, *layer;   /* the keys for their names */
  struct {
    const char *q;
    Form form;
  } ask[KB_PROBE_GESTURES];
} subjects[KB_PROBE_SUBJECTS] = {
  [KB_PROBE_FRAME] = { NULL, NULL, { { "point", PIXEL }, { "frame_trace", WAY }, { "point", ROUND } } },
  [KB_PROBE_MASK] = { "mask", NULL, { { "zone", PIXEL }, { "zone", SEGMENT }, { "zone", ROUND } } },
  [KB_PROBE_TRACK] = { "track", NULL, { { "clearance", PLACE }, { "track_trace", WAY }, { "clearance", DISC } } },
  [KB_PROBE_WALLS] = { "level", NULL, { { "locate", PLACE }, { "trace", WAY }, { "near", DISC } } },
  [KB_PROBE_TILES] = { "level", "layer", { { "tiles", PIXEL }, { "tile_ray", WAY }, { "tiles", BOX } } },
  [KB_PROBE_ISOMETRIC] = { "level", "layer", { { "from_screen", PLACE }, { "from_screen", PLACE }, { "from_screen", PLACE } } },
  [KB_PROBE_MAZE] = { "level", "maze", { { "maze", PIXEL }, { "maze_trace", WAY }, { "maze", BOX } } },
  [KB_PROBE_GROUND] = { "level", "ground", { { "ground", PLACE }, { "land", WAY }, { "ground", PLACE } } },
  [KB_PROBE_HEIGHTMAP] = { "level", "map", { { "height", PLACE }, { "height", PLACE }, { "height", PLACE } } },
};

/* ---- the question ---- */

/* Whole numbers without a point, others as short as they are. */
static json_t *
number (float value)
{
  double rounded = round ((double) value * 16) / 16;
  return rounded == floor (rounded) ? json_integer ((json_int_t) rounded) : json_real (rounded);
}

static json_t *
place (kbx_vec p)
{
  return json_pack ("[o, o]", number (p.x), number (p.y));
}

static json_t *
pixel (kbx_vec p)
{
  return json_pack ("[i, i]", (int) floorf (p.x), (int) floorf (p.y));
}

static float
reach (const KbProbe *probe)
{
  return hypotf (probe->to.x - probe->from.x, probe->to.y - probe->from.y);
}

/* What a circle is in, as whole pixels. */
static json_t *
box_about (const KbProbe *probe)
{
  float r = reach (probe);
  int x0 = (int) floorf (probe->from.x - r), y0 = (int) floorf (probe->from.y - r);
  int x1 = (int) ceilf (probe->from.x + r), y1 = (int) ceilf (probe->from.y + r);
  return json_pack ("[i, i, i, i]", x0, y0, MAX (x1 - x0, 1), MAX (y1 - y0, 1));
}

static void
put_form (json_t *line, const KbProbe *probe, Form form)
{
  switch (form)
    {
    case PIXEL: json_object_set_new (line, "p", pixel (probe->to)); break;
    case PLACE: json_object_set_new (line, "p", place (probe->to)); break;
    case WAY:
      json_object_set_new (line, "from", place (probe->from));
      json_object_set_new (line, "to", place (probe->to));
      break;
    case SEGMENT: json_object_set_new (line, "segment", json_pack ("[o, o]", place (probe->from), place (probe->to))); break;
    case ROUND:
      json_object_set_new (line, "circle", json_pack ("{s:o, s:o}", "at", place (probe->from), "radius", number (reach (probe))));
      break;
    case DISC:
      json_object_set_new (line, "p", place (probe->from));
      json_object_set_new (line, "radius", number (reach (probe)));
      break;
    case BOX: json_object_set_new (line, "box", box_about (probe)); break;
    }
}

char *
kb_probe_question (const KbProbe *probe)
{
  json_t *line = json_pack ("{s:s}", "q", subjects[probe->subject].ask[probe->gesture].q);
  if (probe->subject == KB_PROBE_FRAME)
    json_object_set_new (line, "pose", json_pack ("{s:s, s:i, s:[i, i]}", "sprite", probe->asset, "frame", (int) probe->frame, "at",
                                                  (int) probe->spot.x, (int) probe->spot.y));
  else
    json_object_set_new (line, subjects[probe->subject].asset, json_string (probe->asset));
  if (subjects[probe->subject].layer)
    json_object_set_new (line, subjects[probe->subject].layer, json_string (probe->layer));
  put_form (line, probe, subjects[probe->subject].ask[probe->gesture].form);
  char *dumped = json_dumps (line, JSON_REAL_PRECISION (9)), *question = g_strdup (dumped);
  free (dumped);
  json_decref (line);
  return question;
}

/* ---- the answer ---- */

#define MOST_OF_A_LIST 6

/* "12.5", "yes", "head", "3, 4", "none"; long lists are cut. */
static void
add_value (GString *text, const json_t *value)
{
  const json_t *item;
  size_t i;
  if (json_is_string (value))
    g_string_append (text, json_string_value (value));
  else if (json_is_boolean (value))
    g_string_append (text, json_is_true (value) ? "yes" : "no");
  else if (json_is_null (value))
    g_string_append (text, "none");
  else if (json_is_number (value))
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];
      g_string_append (text, g_ascii_formatd (buffer, sizeof buffer, "%.6g", round (json_number_value (value) * 1000) / 1000 + 0.0));
    }
  json_array_foreach (value, i, item)
    {
      g_string_append (text, i ? json_is_array (item) ? "; " : ", " : "");
      if (i == MOST_OF_A_LIST)
        {
          g_string_append (text, "…");
          break;
        }
      add_value (text, item);
    }
  if (json_is_array (value) && json_array_size (value) == 0)
    g_string_append (text, "none");
}

static gboolean
read_pair (const json_t *answer, const char *key, kbx_vec *pair)
{
  const json_t *value = json_object_get (answer, key);
  if (json_array_size (value) != 2 || !json_is_number (json_array_get (value, 0)))
    return FALSE;
  *pair = (kbx_vec) { (float) json_number_value (json_array_get (value, 0)), (float) json_number_value (json_array_get (value, 1)) };
  return TRUE;
}

/* Objects within (a tile, a cell) are told in one line with their keys. */
static void
add_members (GString *text, json_t *object, const char *within)
{
  const char *key;
  json_t *value;
  json_object_foreach (object, key, value)
    {
      if (json_is_object (value))
        {
          add_members (text, value, key);
          continue;
        }
      if (g_str_equal (key, "started_inside") && !json_is_true (value))
        continue;
      g_string_append_printf (text, "%s%s%s%s ", text->len ? " · " : "", within, *within ? " " : "", key);
      add_value (text, value);
    }
}

/* The class of the wall that was hit, which a game asks for by its index. */
static void
add_wall_class (GString *text, const kbx_bank *bank, const char *question, const json_t *told)
{
  const json_t *wall = json_object_get (told, "wall");
  json_t *line = json_loads (question, 0, NULL);
  const char *name = json_string_value (json_object_get (line, "level"));
  uint32_t level = name ? kbx_bank_find_level (bank, name) : KBX_NONE;
  if (json_is_integer (wall) && level != KBX_NONE)
    {
      kbx_wall hit = kbx_level_wall (kbx_bank_level (bank, level), (uint32_t) json_integer_value (wall));
      g_string_append_printf (text, " · class %s", kbx_bank_class_name (bank, hit.class_index));
    }
  json_decref (line);
}

void
kb_probe_ask (const kbx_bank *bank, const char *question, KbProbeAnswer *answer)
{
  gboolean ok;
  g_autofree char *line = kb_query_answer (bank, question, strlen (question), &ok);
  json_t *told = json_loads (line, 0, NULL);
  *answer = (KbProbeAnswer) { .ok = ok };
  if (!ok)
    answer->text = g_strdup (json_string_value (json_object_get (told, "error")));
  else
    {
      GString *text = g_string_new (NULL);
      answer->hit = json_is_true (json_object_get (told, "hit"));
      answer->has_point = read_pair (told, "point", &answer->point);
      answer->has_normal = read_pair (told, "normal", &answer->normal);
      add_members (text, told, "");
      add_wall_class (text, bank, question, told);
      answer->text = g_string_free (text, FALSE);
    }
  json_decref (told);
}

void
kb_probe_answer_clear (KbProbeAnswer *answer)
{
  g_clear_pointer (&answer->text, g_free);
  *answer = (KbProbeAnswer) { FALSE };
}
