/* SPDX-License-Identifier: MIT */
/* Reads queries: numbers, positions, names, poses; and writes common parts of answers. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "query/private.h"

#define fail kb_query_fail

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

/* A misspelt key would silently change the query. `keys`: words separated by spaces. */
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

gboolean
kb_query_number (KbQuery *query, const json_t *value, const char *path, double low, double high,
                 float *number)
{
  double wide = json_number_value (value);
  if (!json_is_number (value) || !(wide >= low && wide <= high))
    return fail (query, "%s: expected a number from %.7g to %.7g", path, low, high);
  *number = (float) wide;
  return TRUE;
}

/* A list of n numbers within the limit; with `side`, those from the third on are from 0 to that. */
static gboolean
read_numbers (KbQuery *query, const json_t *value, const char *path, const char *expected, guint n,
              double limit, double side, float *const *numbers)
{
  if (!json_is_array (value) || json_array_size (value) != n)
    return fail (query, "%s: expected %s", path, expected);
  for (guint i = 0; i < n; i++)
    {
      const gboolean is_side = side > 0 && i >= 2;
      g_autofree char *name = g_strdup_printf ("%s[%u]", path, i);
      if (!kb_query_number (query, json_array_get (value, i), name, is_side ? 0 : -limit,
                            is_side ? side : limit, numbers[i]))
        return FALSE;
    }
  return TRUE;
}

gboolean
kb_query_vec (KbQuery *query, const json_t *value, const char *path, double limit, kbx_vec *at)
{
  return read_numbers (query, value, path, "two numbers [x, y]", 2, limit, 0,
                       (float *const[]){ &at->x, &at->y });
}

gboolean
kb_query_vec3 (KbQuery *query, const json_t *value, const char *path, double limit, kbx_vec3 *at)
{
  return read_numbers (query, value, path, "three numbers [x, y, z]", 3, limit, 0,
                       (float *const[]){ &at->x, &at->y, &at->z });
}

gboolean
kb_query_rect (KbQuery *query, const json_t *value, const char *path, double limit, double side,
               kbx_rect *rect)
{
  float w, h;
  if (!read_numbers (query, value, path, "four numbers [x, y, w, h]", 4, limit, side,
                     (float *const[]){ &rect->min.x, &rect->min.y, &w, &h }))
    return FALSE;
  rect->max = (kbx_vec){ rect->min.x + w, rect->min.y + h };
  return TRUE;
}

gboolean
kb_query_place (KbQuery *query, const char *key, double limit, kbx_vec *at)
{
  return kb_query_vec (query, json_object_get (query->line, key), key, limit, at);
}

/* Two numbers. Fractions are rounded down to the pixel that contains the point: its corner is above
 * and to the left of the point. */
gboolean
kb_query_pixel (KbQuery *query, const json_t *value, const char *path, gboolean whole, int32_t *x,
                int32_t *y)
{
  if (!json_is_array (value) || json_array_size (value) != 2)
    return fail (query, "%s: expected two numbers [x, y]", path);
  int32_t *to[2] = { x, y };
  for (size_t i = 0; i < 2; i++)
    {
      const json_t *item = json_array_get (value, i);
      double number = json_number_value (item);
      if (!json_is_number (item) || !(number >= INT32_MIN && number < INT32_MAX + 1.0)
          || (whole && number != floor (number)))
        return fail (query, "%s[%zu]: expected a %snumber from %d to %d", path, i,
                     whole ? "whole " : "", INT32_MIN, INT32_MAX);
      *to[i] = (int32_t) floor (number);
    }
  return TRUE;
}

gint
kb_query_which (KbQuery *query, const char *const *keys, const char *wanted)
{
  gint first = -1;
  for (gint i = 0; keys[i]; i++)
    if (json_object_get (query->line, keys[i]))
      {
        if (first >= 0)
          fail (query, "%s: expected one of %s", keys[first], wanted);
        first = first < 0 ? i : first;
      }
  return first;
}

gboolean
kb_query_area (KbQuery *query, gboolean *of_p)
{
  const json_t *p = json_object_get (query->line, "p");
  *of_p = p != NULL;
  return p ? kb_query_pixel (query, p, "p", FALSE, &query->cell.x, &query->cell.y)
           : kb_query_read (query, (const KbQueryRead[]) { KB_READ_BOX, KB_READ_NOTHING });
}

gboolean
kb_query_status (KbQuery *query, kbx_status status)
{
  return status == KBX_OK || fail (query, "%s", kbx_status_text (status));
}

/* ---- parts of a line ---- */

gboolean
kb_query_parts (KbQuery *query, const json_t *object, const char *path, const KbQueryPart *parts,
                gpointer base)
{
  gboolean ok = TRUE;
  for (guint i = 0; parts[i].read && ok; i++)
    {
      const char *key = parts[i].key;
      const json_t *value = key ? json_object_get (object, key) : object;
      g_autofree char *name = g_strconcat (path, key && *path ? "." : "", key, NULL);
      const KbQueryPart part = { .key = name,
                                 .limit = parts[i].limit,
                                 .at = (guint8 *) base + parts[i].to };
      ok = (parts[i].optional && !value) || parts[i].read (query, &part, value);
    }
  return ok;
}

gint
kb_query_shape (KbQuery *query, const json_t *value, const char *path, const KbQueryShape *shapes,
                gpointer base, char **place)
{
  g_autoptr (GString) known = g_string_new (NULL);
  const gboolean is_one = json_is_object (value) && json_object_size (value) == 1;
  for (gint i = 0; shapes[i].key; i++)
    {
      const json_t *of = is_one ? json_object_get (value, shapes[i].key) : NULL;
      g_string_append_printf (known, "%s%s", i ? ", " : "", shapes[i].key);
      if (!of)
        continue;
      *place = g_strconcat (path, ".", shapes[i].key, NULL);
      return (!shapes[i].keys || kb_query_keys (query, of, *place, shapes[i].keys))
                 && kb_query_parts (query, of, *place, shapes[i].parts, base)
               ? i
               : -1;
    }
  fail (query, "%s: expected one of %s", path, known->str);
  return -1;
}

static gboolean
read_frame (KbQuery *query, const json_t *pose, const char *path, KbQueryPose *asked)
{
  const json_t *name = json_object_get (pose, "sprite"), *frame = json_object_get (pose, "frame");
  if (!json_is_string (name))
    return fail (query, "%s.sprite: expected a name", path);
  kbx_handle sprite = kbx_bank_find (query->bank, KBX_SPRITE, json_string_value (name));
  if (!sprite.bank)
    return fail (query, "%s.sprite: the bank has no sprite '%s'", path, json_string_value (name));
  uint32_t n = kbx_count (sprite, KBX_FRAME);
  if (n == 0)
    return fail (query, "%s.sprite: the sprite '%s' has no frames", path, json_string_value (name));
  if (!json_is_integer (frame) || json_integer_value (frame) < 0 || json_integer_value (frame) >= n)
    return fail (query, "%s.frame: expected a number from 0 to %d", path, (int) n - 1);
  asked->frame = kbx_item (sprite, KBX_FRAME, (uint32_t) json_integer_value (frame));
  return TRUE;
}

static gboolean
read_flip (KbQuery *query, const json_t *value, const char *path, kbx_point pixel, kbx_place *pose)
{
  static const char *const flips[] = { "", "x", "y", "xy" };
  for (guint i = 0; i < G_N_ELEMENTS (flips); i++)
    if (!value || (json_is_string (value) && strcmp (json_string_value (value), flips[i]) == 0))
      {
        *pose = kbx_at_flipped (pixel.x, pixel.y, i & 1, i & 2);
        return TRUE;
      }
  return fail (query, "%s.flip: expected \"\", \"x\", \"y\" or \"xy\"", path);
}

static gboolean
read_pose (KbQuery *query, const KbQueryPart *part, const json_t *pose)
{
  const char *key = part->key;
  KbQueryPose *asked = part->at;
  if (!json_is_object (pose))
    return fail (query, "%s: expected a pose {\"sprite\", \"frame\", \"at\", \"flip\"}", key);
  const json_t *place = json_object_get (pose, "at");
  g_autofree char *at = g_strconcat (key, ".at", NULL);
  kbx_point pixel = { 0, 0 };
  return kb_query_keys (query, pose, key, "sprite frame at flip")
         && read_frame (query, pose, key, asked)
         && (!place || kb_query_pixel (query, place, at, TRUE, &pixel.x, &pixel.y))
         && read_flip (query, json_object_get (pose, "flip"), key, pixel, &asked->pose);
}

/* Missing: all classes. */
static gboolean
read_classes (KbQuery *query, const KbQueryPart *part, const json_t *names)
{
  const char *key = part->key;
  kbx_class_set *set = part->at;
  *set = names ? 0 : KBX_ALL_CLASSES;
  if (names && !json_is_array (names))
    return fail (query, "%s: expected a list of class names", key);
  for (size_t i = 0; i < json_array_size (names); i++)
    {
      const char *name = json_string_value (json_array_get (names, i));
      uint32_t index = name ? kbx_bank_find (query->bank, KBX_CLASS, name).index : KBX_NONE;
      if (!name)
        return fail (query, "%s[%zu]: expected the name of a class", key, i);
      if (index == KBX_NONE)
        return fail (query, "%s[%zu]: the bank has no class '%s'", key, i, name);
      *set |= kbx_class_bit (index);
    }
  return TRUE;
}

static gboolean
read_text (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  const char **text = part->at;
  *text = json_string_value (value);
  return *text || fail (query, "%s: expected a text", part->key);
}

/* A level or track; `limit` is the kind. Levels are answered in full precision. */
static gboolean
read_asset (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  const kbx_kind kind = (kbx_kind) part->limit;
  kbx_handle *asset = part->at;
  const char *name = json_string_value (value);
  query->exact = query->exact || kind == KBX_LEVEL;
  *asset = name ? kbx_bank_find (query->bank, kind, name) : (kbx_handle) { 0 };
  return asset->kind != KBX_NOTHING
         || (name ? fail (query, "%s: the bank has no %s '%s'", part->key, part->key, name)
                  : fail (query, "%s: expected a text", part->key));
}

static gboolean
read_walls (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  return read_asset (query, part, value) && kb_query_partition (query);
}

/* A layer of the line's level; `limit` is the kind. */
static gboolean
read_layer (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  const char *name = json_string_value (value);
  if (!kb_query_read (query, (const KbQueryRead[]) { KB_READ_LEVEL, KB_READ_NOTHING }))
    return FALSE;
  query->of = name ? kbx_find (query->level, (kbx_kind) part->limit, name) : (kbx_handle) { 0 };
  return query->of.kind != KBX_NOTHING
         || (name ? fail (query, "%s: the level has no %s '%s'", part->key, part->key, name)
                  : fail (query, "%s: expected a text", part->key));
}

gboolean
kb_query_read_vec (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  return kb_query_vec (query, value, part->key, part->limit, part->at);
}

static gboolean
read_to (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  if (!kb_query_read_vec (query, part, value))
    return FALSE;
  query->way = (kbx_vec) { query->to.x - query->from.x, query->to.y - query->from.y };
  return TRUE;
}

gboolean
kb_query_read_vec3 (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  return kb_query_vec3 (query, value, part->key, part->limit, part->at);
}

gboolean
kb_query_read_number (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  return kb_query_number (query, value, part->key, 0, part->limit, part->at);
}

gboolean
kb_query_read_signed (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  return kb_query_number (query, value, part->key, -part->limit, part->limit, part->at);
}

static gboolean
read_step (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  float *step = part->at;
  *step = (float) json_integer_value (value);
  return (json_is_integer (value) && *step >= 0 && *step <= (float) part->limit)
         || fail (query, "%s: expected a whole number from 0 to %d", part->key, (int) part->limit);
}

gboolean
kb_query_read_box (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  kbx_box *box = part->at;
  int32_t side[4];
  for (size_t i = 0; i < 4; i++)
    {
      const json_t *item = json_array_get (value, i);
      double number = json_integer_value (item);
      if (!json_is_array (value) || json_array_size (value) != 4 || !json_is_integer (item)
          || !(number >= (i < 2 ? -KBX_WORLD_LIMIT : 1) && number <= KBX_WORLD_LIMIT))
        return fail (query, "%s: expected whole pixels [x, y, w, h] within %d, w and h at least 1",
                     part->key, (int) KBX_WORLD_LIMIT);
      side[i] = (int32_t) number;
    }
  *box = (kbx_box){ side[0], side[1], side[0] + side[2], side[1] + side[3] };
  return TRUE;
}

static gboolean
read_cell (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  kbx_point *cell = part->at;
  return kb_query_pixel (query, value, part->key, TRUE, &cell->x, &cell->y);
}

static gboolean
read_move (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  if (!read_cell (query, part, value))
    return FALSE;
  query->way = (kbx_vec) { (float) query->cell.x, (float) query->cell.y };
  return TRUE;
}

static gboolean
read_flag (KbQuery *query, const KbQueryPart *part, const json_t *value)
{
  bool *flag = part->at;
  *flag = json_is_true (value);
  return json_is_boolean (value) || fail (query, "%s: expected true or false", part->key);
}

#define READ_OF(member) G_STRUCT_OFFSET (KbQuery, member)
#define HALF (KBX_WORLD_LIMIT / 2)

static const KbQueryPart read_parts[] = {
  [KB_READ_POSE] = { "pose", read_pose, READ_OF (pose) },
  [KB_READ_A] = { "a", read_pose, READ_OF (a) },
  [KB_READ_B] = { "b", read_pose, READ_OF (b) },
  [KB_READ_A_CLASSES] = { "a_classes", read_classes, READ_OF (a_classes) },
  [KB_READ_B_CLASSES] = { "b_classes", read_classes, READ_OF (b_classes) },
  [KB_READ_CLASSES] = { "classes", read_classes, READ_OF (filter.classes) },
  [KB_READ_NAME] = { "name", read_text, READ_OF (name) },
  [KB_READ_SPRITE] = { "sprite", read_text, READ_OF (sprite) },
  [KB_READ_ANIMATION] = { "animation", read_text, READ_OF (name) },
  [KB_READ_LEVEL] = { "level", read_asset, READ_OF (level), KBX_LEVEL },
  [KB_READ_WALLS] = { "level", read_walls, READ_OF (level), KBX_LEVEL },
  [KB_READ_TILES] = { "layer", read_layer, READ_OF (of), KBX_TILES },
  [KB_READ_MAZE] = { "maze", read_layer, READ_OF (of), KBX_MAZE },
  [KB_READ_GROUND] = { "ground", read_layer, READ_OF (of), KBX_GROUND },
  [KB_READ_MAP] = { "map", read_layer, READ_OF (of), KBX_HEIGHTMAP },
  [KB_READ_TRACK] = { "track", read_asset, READ_OF (of), KBX_TRACK },
  [KB_READ_MASK] = { "mask", read_asset, READ_OF (of), KBX_MASK },
  [KB_READ_P] = { "p", kb_query_read_vec, READ_OF (p), KBX_WORLD_LIMIT },
  [KB_READ_FROM] = { "from", kb_query_read_vec, READ_OF (from), KBX_WORLD_LIMIT },
  [KB_READ_TO] = { "to", read_to, READ_OF (to), KBX_WORLD_LIMIT },
  [KB_READ_RADIUS] = { "radius", kb_query_read_number, READ_OF (radius), KBX_LEVEL_LIMIT, TRUE },
  [KB_READ_RADIUS_GIVEN] = { "radius", kb_query_read_number, READ_OF (radius), KBX_LEVEL_LIMIT },
  [KB_READ_CAR_RADIUS] = { "radius", kb_query_read_number, READ_OF (radius), KBX_WORLD_LIMIT,
    TRUE },
  [KB_READ_MOVER_FROM] = { "from", kb_query_read_vec, READ_OF (from), HALF },
  [KB_READ_MOVER_TO] = { "to", read_to, READ_OF (to), HALF },
  [KB_READ_MOVER_RADIUS] = { "radius", kb_query_read_number, READ_OF (radius), HALF, TRUE },
  [KB_READ_LEVEL_P] = { "p", kb_query_read_vec, READ_OF (p), KBX_LEVEL_LIMIT },
  [KB_READ_LEVEL_FROM] = { "from", kb_query_read_vec, READ_OF (from), KBX_LEVEL_LIMIT },
  [KB_READ_LEVEL_TO] = { "to", read_to, READ_OF (to), KBX_LEVEL_LIMIT },
  [KB_READ_LEFT] = { "left", kb_query_read_vec, READ_OF (left), KBX_LEVEL_LIMIT, TRUE },
  [KB_READ_RIGHT] = { "right", kb_query_read_vec, READ_OF (right), KBX_LEVEL_LIMIT, TRUE },
  [KB_READ_WAY] = { "move", kb_query_read_vec, READ_OF (way), KBX_WORLD_LIMIT },
  [KB_READ_COEFFICIENT] = { "coefficient", kb_query_read_number, READ_OF (number), 1000, TRUE },
  [KB_READ_HEIGHT] = { "height", kb_query_read_signed, READ_OF (number), 65536, TRUE },
  [KB_READ_FROM3] = { "from", kb_query_read_vec3, READ_OF (from3), KBX_WORLD_LIMIT },
  [KB_READ_TO3] = { "to", kb_query_read_vec3, READ_OF (to3), KBX_WORLD_LIMIT },
  [KB_READ_MIN3] = { "min", kb_query_read_vec3, READ_OF (from3), KBX_WORLD_LIMIT },
  [KB_READ_MAX3] = { "max", kb_query_read_vec3, READ_OF (to3), KBX_WORLD_LIMIT },
  [KB_READ_BOX] = { "box", kb_query_read_box, READ_OF (box) },
  [KB_READ_MOVE] = { "move", read_move, READ_OF (cell) },
  [KB_READ_CELL] = { "cell", read_cell, READ_OF (cell) },
  [KB_READ_STEP_UP] = { "step_up", read_step, READ_OF (step_up), 1024, TRUE },
  [KB_READ_STEP_DOWN] = { "step_down", read_step, READ_OF (step_down), 1024, TRUE },
  [KB_READ_DROP_THROUGH] = { "drop_through", read_flag, READ_OF (filter.drop_through), 0, TRUE },
};

gboolean
kb_query_read (KbQuery *query, const KbQueryRead *reads)
{
  gboolean ok = TRUE;
  for (guint i = 0; i < KB_QUERY_READS && reads[i] != KB_READ_NOTHING && ok; i++)
    ok = kb_query_parts (query, query->line, "", (const KbQueryPart[2]){ read_parts[reads[i]] },
                         query);
  return ok;
}

gboolean
kb_query_circle (KbQuery *query, kbx_circle *circle)
{
  const json_t *value = json_object_get (query->line, "circle");
  if (!json_is_object (value))
    return fail (query, "circle: expected {\"at\": [x, y], \"radius\": R}");
  return kb_query_keys (query, value, "circle", "at radius")
         && kb_query_vec (query, json_object_get (value, "at"), "circle.at", KBX_WORLD_LIMIT,
                          &circle->centre)
         && kb_query_number (query, json_object_get (value, "radius"), "circle.radius", 0,
                             KBX_WORLD_LIMIT, &circle->radius);
}

/* ---- common parts of answers ---- */

json_t *
kb_query_pair (kbx_vec v)
{
  return json_pack ("[f, f]", (double) v.x, (double) v.y);
}

json_t *
kb_query_triple (kbx_vec3 v)
{
  return json_pack ("[f, f, f]", (double) v.x, (double) v.y, (double) v.z);
}

json_t *
kb_query_sweep (kbx_hit sweep, json_t *point)
{
  return json_pack ("{s:b, s:f, s:o, s:o, s:b}", "hit", sweep.hit, "fraction",
                    (double) sweep.fraction, "point", point, "normal",
                    sweep.hit ? kb_query_pair (sweep.normal) : json_null (), "started_inside",
                    sweep.started_inside);
}

json_t *
kb_query_class_name (const KbQuery *query, uint32_t class_index)
{
  return class_index == KBX_NONE
           ? json_null ()
           : json_string (kbx_name (kbx_bank_item (query->bank, KBX_CLASS, class_index)));
}
