/* SPDX-License-Identifier: MIT */
/* kickbox query: asks the runtime what a game would ask it. One JSON object a line in and out. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/query.h"

/* A frame in the world. */
typedef struct {
  kbx_frame frame;
  kbx_pose pose;
} Actor;

#define fail kb_query_fail
typedef KbQuery Query;

gboolean
kb_query_fail (KbQuery *query, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  if (!query->error)
    query->error = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return FALSE;
}

/* ---- reading what is asked ---- */

/* Two numbers. The pixel that contains a point with fractions is the one below and to its left. */
gboolean
kb_query_pixel (KbQuery *query, const json_t *value, const char *path, gboolean whole, int32_t *x, int32_t *y)
{
  if (!json_is_array (value) || json_array_size (value) != 2)
    return fail (query, "%s: expected two numbers [x, y]", path);
  int32_t *to[2] = { x, y };
  for (size_t i = 0; i < 2; i++)
    {
      const json_t *item = json_array_get (value, i);
      double number = json_number_value (item);
      if (!json_is_number (item) || !(number >= INT32_MIN && number < INT32_MAX + 1.0) || (whole && number != floor (number)))
        return fail (query, "%s[%zu]: expected a %snumber from %d to %d", path, i, whole ? "whole " : "", INT32_MIN, INT32_MAX);
      *to[i] = (int32_t) floor (number);
    }
  return TRUE;
}

gboolean
kb_query_box (KbQuery *query, kbx_box *box)
{
  const json_t *value = json_object_get (query->line, "box");
  int32_t side[4];
  for (size_t i = 0; i < 4; i++)
    {
      const json_t *item = json_array_get (value, i);
      double number = json_integer_value (item);
      if (!json_is_array (value) || json_array_size (value) != 4 || !json_is_integer (item)
          || !(number >= (i < 2 ? -KBX_WORLD_LIMIT : 1) && number <= KBX_WORLD_LIMIT))
        return fail (query, "box: expected whole pixels [x, y, w, h] within %g, w and h at least 1", (double) KBX_WORLD_LIMIT);
      side[i] = (int32_t) number;
    }
  *box = (kbx_box) { side[0], side[1], side[0] + side[2], side[1] + side[3] };
  return TRUE;
}

gboolean
kb_query_move (KbQuery *query, kbx_point *move)
{
  return kb_query_pixel (query, json_object_get (query->line, "move"), "move", TRUE, &move->x, &move->y);
}

gboolean
kb_query_status (KbQuery *query, kbx_status status)
{
  return status == KBX_OK || fail (query, "%s", kbx_status_text (status));
}

json_t *
kb_query_class_name (const KbQuery *query, uint32_t class_index)
{
  return class_index == KBX_NONE ? json_null () : json_string (kbx_bank_class_name (query->bank, class_index));
}

static gboolean
read_frame (Query *query, const json_t *pose, const char *path, Actor *actor)
{
  const json_t *name = json_object_get (pose, "sprite"), *frame = json_object_get (pose, "frame");
  if (!json_is_string (name))
    return fail (query, "%s.sprite: expected a name", path);
  kbx_sprite sprite = kbx_bank_find_sprite (query->bank, json_string_value (name));
  if (!sprite.bank)
    return fail (query, "%s.sprite: the bank has no sprite '%s'", path, json_string_value (name));
  uint32_t n = kbx_sprite_frame_count (sprite);
  if (!json_is_integer (frame) || json_integer_value (frame) < 0 || json_integer_value (frame) >= n)
    return fail (query, "%s.frame: expected a number from 0 to %d", path, (int) n - 1);
  actor->frame = kbx_sprite_frame (sprite, (uint32_t) json_integer_value (frame));
  return TRUE;
}

/* A misspelt key would otherwise change the question in silence. `keys`: words between spaces. */
gboolean
kb_query_keys (KbQuery *query, const json_t *object, const char *path, const char *keys)
{
  const char *key;
  json_t *value;
  g_auto (GStrv) known = g_strsplit (keys, " ", -1);
  json_object_foreach ((json_t *) object, key, value)
    if (!g_strv_contains ((const char *const *) known, key))
      {
        g_autofree char *list = g_strjoinv (", ", known);
        return fail (query, "%s%s%s: no such key; expected %s", path, *path ? "." : "", key, list);
      }
  return TRUE;
}

static gboolean
read_flip (Query *query, const json_t *value, const char *path, kbx_pose *pose)
{
  static const char *const flips[] = { "", "x", "y", "xy" };
  for (guint i = 0; i < G_N_ELEMENTS (flips); i++)
    if (!value || (json_is_string (value) && strcmp (json_string_value (value), flips[i]) == 0))
      {
        pose->flip_x = i & 1;
        pose->flip_y = i & 2;
        return TRUE;
      }
  return fail (query, "%s.flip: expected \"\", \"x\", \"y\" or \"xy\"", path);
}

static gboolean
read_actor (Query *query, const char *key, Actor *actor)
{
  const json_t *pose = json_object_get (query->line, key);
  if (!json_is_object (pose))
    return fail (query, "%s: expected a pose {\"sprite\", \"frame\", \"at\", \"flip\"}", key);
  const json_t *place = json_object_get (pose, "at");
  g_autofree char *at = g_strconcat (key, ".at", NULL);
  actor->pose = (kbx_pose) { 0 };
  return kb_query_keys (query, pose, key, "sprite frame at flip") && read_frame (query, pose, key, actor)
    && (!place || kb_query_pixel (query, place, at, TRUE, &actor->pose.x, &actor->pose.y))
    && read_flip (query, json_object_get (pose, "flip"), key, &actor->pose);
}

gboolean
kb_query_pose (KbQuery *query, const char *key, kbx_frame *frame, kbx_pose *pose)
{
  Actor actor;
  if (!read_actor (query, key, &actor))
    return FALSE;
  *frame = actor.frame;
  *pose = actor.pose;
  return TRUE;
}

gboolean
kb_query_classes (KbQuery *query, const char *key, kbx_class_set *set)
{
  const json_t *names = json_object_get (query->line, key);
  *set = names ? 0 : KBX_ALL_CLASSES;
  if (names && !json_is_array (names))
    return fail (query, "%s: expected a list of class names", key);
  for (size_t i = 0; i < json_array_size (names); i++)
    {
      const char *name = json_string_value (json_array_get (names, i));
      uint32_t index = name ? kbx_bank_find_class (query->bank, name) : KBX_NONE;
      if (!name)
        return fail (query, "%s[%zu]: expected the name of a class", key, i);
      if (index == KBX_NONE)
        return fail (query, "%s[%zu]: the bank has no class '%s'", key, i, name);
      *set |= kbx_class_bit (index);
    }
  return TRUE;
}

gboolean
kb_query_text (KbQuery *query, const char *key, const char **text)
{
  *text = json_string_value (json_object_get (query->line, key));
  return *text || fail (query, "%s: expected a text", key);
}

gboolean
kb_query_track (KbQuery *query, uint32_t *track)
{
  const char *name;
  if (!kb_query_text (query, "track", &name))
    return FALSE;
  *track = kbx_bank_find_track (query->bank, name);
  return *track != KBX_NONE || fail (query, "track: the bank has no track '%s'", name);
}

/* ---- answers ---- */

static json_t *
hit_answer (Query *query, kbx_hit hit)
{
  if (hit.status != KBX_OK)
    {
      fail (query, "%s", kbx_status_text (hit.status));
      return NULL;
    }
  if (!hit.hit)
    return json_pack ("{s:b}", "hit", 0);
  return json_pack ("{s:b, s:I, s:s}", "hit", 1, "shape", (json_int_t) hit.shape,
                    "class", kbx_bank_class_name (query->bank, hit.class_index));
}

static json_t *
ask_point (Query *query)
{
  Actor actor;
  kbx_point p;
  kbx_class_set classes;
  if (!read_actor (query, "pose", &actor)
      || !kb_query_pixel (query, json_object_get (query->line, "p"), "p", FALSE, &p.x, &p.y)
      || !kb_query_classes (query, "classes", &classes))
    return NULL;
  return hit_answer (query, kbx_frame_hit_point (actor.frame, actor.pose, p, classes));
}

static json_t *
ask_action (Query *query)
{
  Actor actor;
  const char *name;
  if (!read_actor (query, "pose", &actor) || !kb_query_text (query, "name", &name))
    return NULL;
  kbx_action_point point = kbx_frame_action_point (actor.frame, actor.pose, name);
  if (!point.found)
    return json_pack ("{s:b}", "found", 0);
  json_t *direction = point.has_direction ? json_pack ("[f, f]", point.direction.x, point.direction.y) : json_null ();
  return json_pack ("{s:b, s:[i, i], s:o}", "found", 1, "p", point.p.x, point.p.y, "direction", direction);
}

static json_t *
ask_strike (Query *query)
{
  Actor a, b;
  const char *name;
  kbx_class_set classes;
  if (!read_actor (query, "a", &a) || !kb_query_text (query, "name", &name) || !read_actor (query, "b", &b)
      || !kb_query_classes (query, "classes", &classes))
    return NULL;
  return hit_answer (query, kbx_frame_strike (a.frame, a.pose, name, b.frame, b.pose, classes));
}

static json_t *
ask_shapes (Query *query)
{
  Actor a, b;
  kbx_class_set of_a, of_b;
  if (!read_actor (query, "a", &a) || !read_actor (query, "b", &b) || !kb_query_classes (query, "a_classes", &of_a)
      || !kb_query_classes (query, "b_classes", &of_b))
    return NULL;
  uint32_t n = kbx_frames_overlap (a.frame, a.pose, of_a, b.frame, b.pose, of_b, NULL, 0);
  g_autofree kbx_pair *pairs = g_new (kbx_pair, MAX (n, 1));
  kbx_frames_overlap (a.frame, a.pose, of_a, b.frame, b.pose, of_b, pairs, n);
  json_t *list = json_array ();
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list, json_pack ("[I, I]", (json_int_t) pairs[i].a, (json_int_t) pairs[i].b));
  return json_pack ("{s:b, s:o}", "hit", n > 0, "pairs", list);
}

static json_t *
ask_pixels (Query *query)
{
  Actor a, b;
  if (!read_actor (query, "a", &a) || !read_actor (query, "b", &b))
    return NULL;
  kbx_pixel first = kbx_frames_pixels_first (a.frame, a.pose, b.frame, b.pose);
  uint32_t area = kbx_frames_pixels_area (a.frame, a.pose, b.frame, b.pose);
  if (!first.found)
    return json_pack ("{s:b, s:n, s:i}", "hit", 0, "first", "area", 0);
  return json_pack ("{s:b, s:[i, i], s:I}", "hit", 1, "first", first.p.x, first.p.y, "area", (json_int_t) area);
}

gboolean
kb_query_number (KbQuery *query, const json_t *value, const char *path, double low, double high, float *number)
{
  double wide = json_number_value (value);
  if (!json_is_number (value) || !(wide >= low && wide <= high))
    return fail (query, "%s: expected a number from %g to %g", path, low, high);
  *number = (float) wide;
  return TRUE;
}

gboolean
kb_query_vec (KbQuery *query, const json_t *value, const char *path, double limit, kbx_vec *at)
{
  g_autofree char *x = g_strconcat (path, "[0]", NULL), *y = g_strconcat (path, "[1]", NULL);
  if (!json_is_array (value) || json_array_size (value) != 2)
    return fail (query, "%s: expected two numbers [x, y]", path);
  return kb_query_number (query, json_array_get (value, 0), x, -limit, limit, &at->x)
    && kb_query_number (query, json_array_get (value, 1), y, -limit, limit, &at->y);
}

gboolean
kb_query_place (KbQuery *query, const char *key, double limit, kbx_vec *at)
{
  return kb_query_vec (query, json_object_get (query->line, key), key, limit, at);
}

/* Of the track's bands the one of that radius; as many as there are: none. */
static uint32_t
band_of_radius (const Query *query, uint32_t index, float radius)
{
  uint32_t i = 0, n = kbx_bank_band_count (query->bank, index);
  while (i < n && kbx_bank_band (query->bank, index, i).radius != radius)
    i++;
  return i;
}

/* Beyond the cut-off the bank cannot tell. */
static gboolean
knows_radius (Query *query, uint32_t index, float radius)
{
  float most = (float) kbx_track_most (kbx_bank_track (query->bank, index));
  return radius <= most || band_of_radius (query, index, radius) < kbx_bank_band_count (query->bank, index)
    || kb_query_fail (query, "radius: expected at most %g, which this track's clearance is cut off at", (double) most);
}

/* Where a band of the radius was painted by hand, it counts. */
static gboolean
car_touches (Query *query, uint32_t index, kbx_circle car)
{
  kbx_track track = kbx_bank_track (query->bank, index);
  uint32_t band = band_of_radius (query, index, car.radius);
  if (band < kbx_bank_band_count (query->bank, index))
    return kbx_track_band_touches (track, kbx_bank_band (query->bank, index, band), car.centre);
  return kbx_track_touches (track, car);
}

static json_t *
ask_clearance (Query *query)
{
  uint32_t index;
  kbx_circle car;
  const json_t *radius = json_object_get (query->line, "radius");
  if (!kb_query_track (query, &index) || !kb_query_place (query, "p", KBX_WORLD_LIMIT, &car.centre)
      || (radius && !kb_query_number (query, radius, "radius", 0, KBX_WORLD_LIMIT, &car.radius)))
    return NULL;
  if (radius && !knows_radius (query, index, car.radius))
    return NULL;
  kbx_track_place place = kbx_track_look (kbx_bank_track (query->bank, index), car.centre);
  kbx_point pixel = { (int32_t) floorf (car.centre.x), (int32_t) floorf (car.centre.y) };
  kbx_zone surface = kbx_bank_surface_of_value (query->bank, index,
                                                kbx_mask_zone_at (kbx_bank_track_surfaces (query->bank, index), pixel));
  json_t *answer = json_pack ("{s:f, s:[f, f], s:s?}", "clearance", place.clearance, "normal", place.normal.x, place.normal.y,
                              "surface", surface.found ? surface.name : NULL);
  if (radius)
    json_object_set_new (answer, "touches", json_boolean (car_touches (query, index, car)));
  return answer;
}

static const struct {
  const char *q;
  json_t *(*ask) (Query *query);
  const char *keys;
} questions[] = {
  { "point", ask_point, "q pose p classes" },
  { "action", ask_action, "q pose name" },
  { "strike", ask_strike, "q a name b classes" },
  { "shapes", ask_shapes, "q a b a_classes b_classes" },
  { "pixels", ask_pixels, "q a b" },
  { "zone", kb_query_zone, "q mask track pose p box circle segment" },
  { "clearance", ask_clearance, "q track p radius" },
  { "trace", kb_query_trace, "q level from to radius classes partition" },
  { "slide", kb_query_slide, "q level from to radius classes partition" },
  { "bounce", kb_query_bounce, "q level from to radius coefficient classes partition" },
  { "sees", kb_query_sees, "q level from to classes partition" },
  { "near", kb_query_near, "q level p radius box classes partition" },
  { "locate", kb_query_locate, "q level p partition" },
  { "tiles", kb_query_tiles, "q level layer p box" },
  { "tile_trace", kb_query_tile_trace, "q level layer box move classes" },
  { "tile_move", kb_query_tile_move, "q level layer box move step_up step_down drop_through classes" },
  { "tile_ray", kb_query_tile_ray, "q level layer from to classes" },
  { "to_screen", kb_query_to_screen, "q level layer p height" },
  { "from_screen", kb_query_from_screen, "q level layer p" },
  { "maze", kb_query_maze, "q level maze p box" },
  { "maze_trace", kb_query_maze_trace, "q level maze from to box move" },
  { "maze_slide", kb_query_maze_slide, "q level maze box move" },
  { "maze_cells", kb_query_maze_cells, "q level maze from to" },
  { "ground", kb_query_ground, "q level ground x p" },
  { "land", kb_query_land, "q level ground from to" },
  { "height", kb_query_height, "q level map p filter" },
  { "height_ray", kb_query_height_ray, "q level map from to" },
};

static json_t *
ask (Query *query)
{
  const char *q = json_string_value (json_object_get (query->line, "q"));
  if (!json_is_object (query->line))
    fail (query, "expected a JSON object");
  else if (!q)
    fail (query, "q: expected the name of a question");
  for (guint i = 0; !query->error && i < G_N_ELEMENTS (questions); i++)
    if (strcmp (questions[i].q, q) == 0)
      {
        return kb_query_keys (query, query->line, "", questions[i].keys) ? questions[i].ask (query) : NULL;
      }
  fail (query, "q: no question is called '%s'", q);
  return NULL;
}

/* FALSE when the answer was an error. */
static gboolean
answer_line (const kbx_bank *bank, const char *text, size_t length)
{
  json_error_t place;
  json_t *line = json_loadb (text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &place);
  Query query = { bank, line, NULL, FALSE };
  json_t *answer = NULL;
  if (line)
    answer = ask (&query);
  else
    fail (&query, "column %d: %s", place.column, place.text);
  if (!answer)
    answer = json_pack ("{s:s}", "error", query.error ? query.error : "no answer");
  if (query.exact)
    {
      json_dumpf (answer, stdout, JSON_COMPACT | JSON_REAL_PRECISION (17));
      putchar ('\n');
    }
  else
    kb_cli_print_json (answer, JSON_COMPACT);
  fflush (stdout);
  gboolean ok = !query.error;
  json_decref (answer);
  json_decref (line);
  g_free (query.error);
  return ok;
}

static int
run (char **arguments)
{
  KbInput input;
  GError *error = NULL;
  if (!kb_input_open (&input, arguments[0], TRUE, &error))
    return kb_cli_fail (error);
  char *text = NULL;
  size_t room = 0;
  ssize_t length;
  int status = KB_EXIT_DONE;
  while (!ferror (stdout) && (length = getline (&text, &room, stdin)) >= 0)
    if (strspn (text, " \t\r\n") != (size_t) length && !answer_line (&input.bank, text, (size_t) length))
      status = KB_EXIT_INPUT;
  if (ferror (stdin))
    status = kb_cli_error (KB_EXIT_MACHINE, "standard input: cannot be read: %s", g_strerror (errno));
  free (text);
  kb_query_levels_end ();
  kb_input_close (&input);
  return status;
}

const KbCommand kb_command_query = {
  "query", "Ask a bank what a game would ask it", "BANK",
  "Reads one JSON object a line and answers with one a line. A pose is {\"sprite\": NAME, \"frame\": N,\n"
  "\"at\": [x, y], \"flip\": \"\"|\"x\"|\"y\"|\"xy\"}.\n"
  "  {\"q\": \"point\", \"pose\": POSE, \"p\": [x, y], \"classes\": [NAMES]}\n"
  "  {\"q\": \"action\", \"pose\": POSE, \"name\": NAME}\n"
  "  {\"q\": \"strike\", \"a\": POSE, \"name\": NAME, \"b\": POSE, \"classes\": [NAMES]}\n"
  "  {\"q\": \"shapes\", \"a\": POSE, \"b\": POSE, \"a_classes\": [NAMES], \"b_classes\": [NAMES]}\n"
  "  {\"q\": \"pixels\", \"a\": POSE, \"b\": POSE}\n"
  "  {\"q\": \"zone\", \"mask\": NAME, \"p\": [x, y]}; for \"mask\", \"track\": NAME, or \"pose\": POSE for a frame's;\n"
  "      for \"p\", \"box\": [x, y, w, h], \"circle\": {\"at\": [x, y], \"radius\": R} or \"segment\": [[x, y], [x, y]]: all zones there\n"
  "  {\"q\": \"clearance\", \"track\": NAME, \"p\": [x, y], \"radius\": R}\n"
  "  {\"q\": \"trace\", \"level\": NAME, \"from\": [x, y], \"to\": [x, y], \"radius\": R, \"classes\": [NAMES], \"partition\": KIND}\n"
  "  {\"q\": \"slide\", ...} as trace, but its radius must be given; {\"q\": \"bounce\", ..., \"coefficient\": C} likewise\n"
  "  {\"q\": \"sees\", ...} as trace, without a radius; {\"q\": \"locate\", \"level\": NAME, \"p\": [x, y], \"partition\": KIND}\n"
  "  {\"q\": \"near\", \"level\": NAME, \"p\": [x, y], \"radius\": R, ...}, or \"box\": [x, y, w, h] for \"p\" and \"radius\"\n"
  "  {\"q\": \"tiles\", \"level\": NAME, \"layer\": NAME, \"p\": [x, y]}, or \"box\": [x, y, w, h]: the cells there\n"
  "  {\"q\": \"tile_trace\", \"level\": NAME, \"layer\": NAME, \"box\": [x, y, w, h], \"move\": [x, y], \"classes\": [NAMES]}\n"
  "  {\"q\": \"tile_move\", ..., \"step_up\": N, \"step_down\": N, \"drop_through\": true|false} as tile_trace\n"
  "  {\"q\": \"tile_ray\", \"level\": NAME, \"layer\": NAME, \"from\": [x, y], \"to\": [x, y], \"classes\": [NAMES]}\n"
  "  {\"q\": \"to_screen\", \"level\": NAME, \"layer\": NAME, \"p\": [x, y], \"height\": N}; from_screen likewise\n"
  "  {\"q\": \"maze\", \"level\": NAME, \"maze\": NAME, \"p\": [x, y]}, or \"box\": does a wall reach in\n"
  "  {\"q\": \"maze_trace\", \"level\": NAME, \"maze\": NAME, \"from\": [x, y], \"to\": [x, y]}, or \"box\" and \"move\"\n"
  "  {\"q\": \"maze_slide\", ..., \"box\": [x, y, w, h], \"move\": [x, y]}; maze_cells with \"from\" and \"to\"\n"
  "  {\"q\": \"ground\", \"level\": NAME, \"ground\": NAME, \"x\": X}, or \"p\": [x, y] of a foot\n"
  "  {\"q\": \"land\", \"level\": NAME, \"ground\": NAME, \"from\": [x, y], \"to\": [x, y]}\n"
  "  {\"q\": \"height\", \"level\": NAME, \"map\": NAME, \"p\": [x, y], \"filter\": \"nearest\"|\"bilinear\"|\"bicubic\"}\n"
  "  {\"q\": \"height_ray\", \"level\": NAME, \"map\": NAME, \"from\": [x, y, z], \"to\": [x, y, z]}\n"
  "KIND is \"none\", \"grid\", \"quadtree\" or \"bsp\": another partition than the bank's is built. Classes, \"at\", \"flip\",\n"
  "\"radius\" and \"partition\" may be left out: all classes, [0, 0], \"\", no car or a point, the bank's. Keys that are not named here are\n"
  "an error; empty lines are skipped. A line without an answer gets {\"error\": ...}; the exit status is then 1.",
  1, 1, NULL, run
};
