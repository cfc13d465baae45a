/* SPDX-License-Identifier: MIT */
/* Marks that game engines give to frames: shapes, action points and hot spots within the limits of
 * a document. Files of several sprites have parts. */
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document/shapes/shape.h"

#define FRAME_MARKS_MAX_NAMES 400   /* bytes, of an error */

json_t *
kb_marks_add_shape (KbImport *import, KbImportFrame *frame, const char *class_name,
                    json_t *geometry)
{
  g_auto (KbGeometry) valid = { 0 };
  g_autofree char *clean = class_name ? kb_import_clean_name (class_name) : NULL;
  json_auto_t *given = geometry;
  if (json_array_size (frame->shapes) < KB_MAX_FRAME_SHAPES
      && kb_geometry_from_json (&valid, given, NULL) && !kb_geometry_fault (&valid))
    return kb_import_add_shape (frame, clean ? clean : "collision", kb_geometry_to_json (&valid),
                                0);
  kb_import_lose (import, _("shapes that frames cannot have"), 1);
  return NULL;
}

json_t *
kb_marks_polygon (const json_t *list, const KbSvgMatrix *matrix)
{
  json_t *corners = json_array ();
  for (gsize i = 0; i < json_array_size (list); i++)
    {
      const json_t *x = json_array_get (list, i), *y = json_object_get (x, "y");
      const KbVec p = { json_number_value (y ? json_object_get (x, "x") : x),
                        json_number_value (y ? y : json_array_get (list, ++i)) },
                  at = matrix ? kb_svg_moved (matrix, p) : p;
      json_array_append_new (corners, json_pack ("[ff]", at.x, at.y));
    }
  const gsize n = json_array_size (corners);
  if (n > 1 && json_equal (json_array_get (corners, 0), json_array_get (corners, n - 1)))
    json_array_remove (corners, n - 1);
  return json_pack ("{so}", "polygon", corners);
}

static gboolean
is_near (double x, double y)
{
  return fabs (x) < -KB_MIN_COORDINATE && fabs (y) < -KB_MIN_COORDINATE;
}

void
kb_marks_set_hot_spot (KbImportFrame *frame, double x, double y)
{
  if (is_near (x, y))
    frame->hot_spot = (KbPixel) { (gint) floor (x), (gint) floor (y), TRUE };
}

json_t *
kb_marks_add_point (KbImport *import, KbImportFrame *frame, const char *name, double x, double y)
{
  g_autofree char *clean = name ? kb_import_clean_name (name) : NULL;
  if (!clean || !is_near (x, y) || json_array_size (frame->points) >= KB_MAX_FRAME_SHAPES
      || kb_import_find_named (frame->points, clean))
    {
      kb_import_lose (import, _("action points that frames cannot have"), 1);
      return NULL;
    }
  kb_import_add_point (frame, clean, (gint) floor (x), (gint) floor (y));
  return json_array_get (frame->points, json_array_size (frame->points) - 1);
}

gint
kb_marks_duration (double start, double end)
{
  const double time = floor (end + 0.5) - floor (start + 0.5);
  return isfinite (time) ? (gint) CLAMP (time, 1, KB_MAX_DURATION) : KB_MAX_DURATION;
}

static char **
names_of (const json_t *parts)
{
  GPtrArray *names = g_ptr_array_new ();
  KB_EACH_MEMBER (key, part, parts)
    g_ptr_array_add (names, g_strdup (key));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

const json_t *
kb_import_choose_part (KbImport *import, const json_t *parts, const char **name, GError **error)
{
  const char *wanted = import->options.part;
  const json_t *found = wanted ? json_object_get (parts, wanted) : NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;
  import->parts = names_of (parts);
  *name = wanted;
  if (found)
    return found;
  KB_EACH_MEMBER (key, part, parts)
    {
      const char *slash = strrchr (key, '/');
      if (names->len < FRAME_MARKS_MAX_NAMES)
        g_string_append_printf (names, "%s%s", names->len ? ", " : "", key);
      if (wanted && strcmp (slash ? slash + 1 : key, wanted) != 0)
        continue;
      found = part;
      *name = key;
      n++;
    }
  if (n == 1)
    return found;
  if (import->options.first_part && import->parts[0])
    {
      g_free (import->options.part);
      *name = import->options.part = g_strdup (import->parts[0]);
      return json_object_get (parts, *name);
    }
  if (wanted && !n && names->len)
    kb_import_fail (error, import->files[0],
                    _("there is no part '%s'; choose one of these parts (--part): %s"), wanted,
                    names->str);
  else if (names->len)
    kb_import_fail (error, import->files[0], _("choose one of these parts (--part): %s"),
                     names->str);
  else
    kb_import_fail (error, import->files[0], _("there is no sprite in it"));
  return NULL;
}

KbImportAnimation *
kb_marks_add_animation (KbImport *import, const char *name, KbLoop loop)
{
  g_autofree char *clean = name ? kb_import_clean_name (name) : NULL,
                  *own = kb_animation_free_name (import, clean ? clean : "animation");
  return kb_import_add_animation (import, own, loop);
}

guint
kb_marks_find_equal (json_t *known, const json_t *content, guint next)
{
  char *key = json_dumps (content, JSON_COMPACT | JSON_SORT_KEYS);
  const json_t *found = json_object_get (known, key);
  const guint number = found ? (guint) json_integer_value (found) : next;
  json_object_set_new (known, key, json_integer (number));
  free (key);
  return number;
}

void
kb_marks_set_collision (KbImportFrame *frame, const char *collision, const char *class_name)
{
  json_decref (frame->collision);
  json_decref (frame->collision_class);
  frame->collision = json_string (collision);
  frame->collision_class =
    g_str_equal (collision, "shapes") ? NULL : json_string (class_name ? class_name : "solid");
}

void
kb_marks_take_collision (KbImportFrame *frame)
{
  const char *text = json_string_value (json_object_get (frame->values, "collision")),
             *class_name = json_string_value (json_object_get (frame->values, "collision_class")),
             *heights = json_string_value (json_object_get (frame->values, "heights"));
  json_auto_t *list = heights ? json_loads (heights, 0, NULL) : NULL;
  const char *const *choice = kb_kind_field (&kb_frame_kind, "collision")->choices;
  g_autofree char *clean = class_name ? kb_import_clean_name (class_name) : NULL;
  gboolean has_heights = json_is_array (list);
  while (text && *choice && strcmp (*choice, text) != 0)
    choice++;
  KB_EACH_JSON (height, list)
    has_heights &= json_is_integer (height) && json_integer_value (height) >= 0
                   && json_integer_value (height) <= frame->height;
  if (!text || !*choice || (g_str_equal (text, "heights") && !has_heights))
    return;
  kb_marks_set_collision (frame, text, clean);
  frame->heights = has_heights ? json_incref (list) : NULL;
  json_object_del (frame->values, "collision");
  json_object_del (frame->values, "collision_class");
  json_object_del (frame->values, "heights");
}
