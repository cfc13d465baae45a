/* SPDX-License-Identifier: MIT */
/* Outlines of Tiled's objects, their properties, and the collision shapes of tiles. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/shape.h"
#include "interchange/tiled.h"

#define CORNERS 32       /* of an ellipse */
#define MOST_POINTS 4096 /* of a frame */

gboolean
kb_tiled_points (const KbTiledNode *node, double limit, GArray *points, GError **error)
{
  const char *text = kb_tiled_get (node, "points"), *p = text ? text : "";
  for (p += strspn (p, " \t\r\n"); *p; p += strspn (p, " \t\r\n"))
    {
      char *comma, *end;
      KbVec at = { g_ascii_strtod (p, &comma), 0 };
      gboolean ok = comma > p && *comma == ',';
      if (ok)
        at.y = g_ascii_strtod (comma + 1, &end);
      if (!ok || end == comma + 1 || !(fabs (at.x) <= limit && fabs (at.y) <= limit))
        return kb_tiled_fail (node, "points", error, _("point %u: expected x,y within %.9g pixels, got '%.30s'"), points->len,
                              limit, p);
      g_array_append_val (points, at);
      p = end;
    }
  return TRUE;
}

void
kb_tiled_ellipse (double x, double y, double width, double height, GArray *points)
{
  for (guint i = 0; i < CORNERS; i++)
    {
      KbVec p = { x + width / 2 * (1 + cos (2 * G_PI * i / CORNERS)), y + height / 2 * (1 + sin (2 * G_PI * i / CORNERS)) };
      g_array_append_val (points, p);
    }
}

json_t *
kb_tiled_values (const KbTiledNode *node)
{
  const KbTiledNode *list = kb_tiled_child (node, "properties");
  json_t *values = list && kb_tiled_n (list) ? json_object () : NULL;
  for (guint i = 0; values && i < kb_tiled_n (list); i++)
    {
      const KbTiledNode *property = kb_tiled_at (list, i);
      const char *name = kb_tiled_get (property, "name"), *value = kb_tiled_get (property, "value");
      g_autofree char *key = kb_import_clean_name (name ? name : "");
      if (!value && property->text)
        value = property->text->str;
      if (key)
        json_object_set_new (values, key, json_string (value ? value : ""));
    }
  return values;
}

/* --- Shapes of tiles -------------------------------------------------------------------------- */

static double
grid (double x)
{
  return floor (x * 256 + 0.5) / 256 + 0.0;
}

/* Degrees clockwise about (x, y), on the grid. */
static json_t *
polygon_json (const GArray *points, double x, double y, double degrees)
{
  double c = cos (degrees * G_PI / 180), s = sin (degrees * G_PI / 180);
  json_t *corners = json_array ();
  for (guint i = 0; i < points->len; i++)
    {
      KbVec p = g_array_index (points, KbVec, i);
      json_array_append_new (corners, json_pack ("[ff]", grid (degrees == 0 ? x + p.x : x + p.x * c - p.y * s),
                                                 grid (degrees == 0 ? y + p.y : y + p.x * s + p.y * c)));
    }
  return json_pack ("{so}", "polygon", corners);
}

typedef struct {
  double x, y, width, height, rotation;
} Place;

static gboolean
is_whole (double x)
{
  return x == floor (x);
}

/* NULL: none of those that a frame can have; `error` may tell why. */
static json_t *
geometry_of (KbTiledLost *lost, const KbTiledNode *object, const char *who, const Place *at, GError **error)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (KbVec));
  const KbTiledNode *polygon = kb_tiled_child (object, "polygon");
  if (polygon)
    return kb_tiled_points (polygon, KB_MAX_COORDINATE, points, error) ? polygon_json (points, at->x, at->y, at->rotation) : NULL;
  if (kb_tiled_child (object, "ellipse") && at->width == at->height && at->rotation == 0)
    return json_pack ("{s[fff]}", "circle", grid (at->x + at->width / 2), grid (at->y + at->height / 2), grid (at->width / 2));
  if (kb_tiled_child (object, "ellipse"))
    {
      kb_tiled_lose_of (lost, object, _("ellipses have become outlines of 32 corners"), who);
      kb_tiled_ellipse (0, 0, at->width, at->height, points);
    }
  else if (at->rotation == 0 && is_whole (at->x) && is_whole (at->y) && is_whole (at->width) && is_whole (at->height))
    return json_pack ("{s[iiii]}", "box", (int) at->x, (int) at->y, (int) at->width, (int) at->height);
  else
    {
      const KbVec corners[] = { { 0, 0 }, { at->width, 0 }, { at->width, at->height }, { 0, at->height } };
      g_array_append_vals (points, corners, 4);
    }
  return polygon_json (points, at->x, at->y, at->rotation);
}

static void
add_shape (KbTiledLost *lost, const KbTiledNode *object, const char *who, const char *class_name, const Place *at,
           KbImportFrame *frame)
{
  g_autoptr (GError) fault = NULL;
  KbGeometry geometry = { 0 };
  json_t *value = geometry_of (lost, object, who, at, &fault);
  const char *name = kb_tiled_get (object, "name"), *wrong = NULL;
  if (value && kb_geometry_from_json (&geometry, value, &fault))
    wrong = kb_geometry_fault (&geometry);
  if (fault || wrong)
    {
      g_autofree char *what = g_strdup_printf (_("a shape of a tile is left out: %s"), fault ? fault->message : _(wrong));
      kb_tiled_lose_of (lost, object, what, who);
      json_decref (value);
    }
  else
    {
      gint box[4];
      kb_geometry_pixel_box (&geometry, &box[0], &box[1], &box[2], &box[3]);
      KbImportShape *shape = kb_import_add_box (frame, class_name, box[0], box[1], box[2], box[3]);
      shape->geometry = value;
      shape->name = name ? kb_import_clean_name (name) : NULL;
      shape->values = kb_tiled_values (object);
      kb_tiled_lose_of (lost, object, _("shapes of tiles do not stop moves, but can be asked for; what stops is a tile's collision"), who);
    }
  kb_geometry_clear (&geometry);
}

static void
add_point (KbTiledLost *lost, const KbTiledNode *object, const Place *at, KbImportFrame *frame)
{
  const char *given = kb_tiled_get (object, "name");
  g_autofree char *name = kb_import_clean_name (given ? given : "");
  gboolean taken = !name || frame->points->len >= MOST_POINTS;
  for (guint i = 0; !taken && i < frame->points->len; i++)
    taken = strcmp (((const KbImportPoint *) g_ptr_array_index (frame->points, i))->name, name) == 0;
  if (taken)
    {
      char *other = g_strdup_printf (_("point %u of the tile"), frame->points->len + 1);
      g_free (name);
      name = other;
    }
  if (!is_whole (at->x) || !is_whole (at->y))
    kb_tiled_lose (lost, object, _("a point of a tile was rounded to a whole pixel"));
  if (fabs (at->x) <= KB_MAX_COORDINATE / 2 && fabs (at->y) <= KB_MAX_COORDINATE / 2 && frame->points->len < MOST_POINTS)
    kb_import_add_point (frame, name, (gint) floor (at->x), (gint) floor (at->y));
  else
    kb_tiled_lose (lost, object, _("points far from their tile, or beyond 4096 of one, are left out"));
}

static gboolean
read_place (const KbTiledNode *object, Place *at, GError **error)
{
  return kb_tiled_real (object, "x", KB_MAX_COORDINATE, 0, &at->x, error)
         && kb_tiled_real (object, "y", KB_MAX_COORDINATE, 0, &at->y, error)
         && kb_tiled_real (object, "width", KB_MAX_COORDINATE, 0, &at->width, error)
         && kb_tiled_real (object, "height", KB_MAX_COORDINATE, 0, &at->height, error)
         && kb_tiled_real (object, "rotation", 1e6, 0, &at->rotation, error);
}

void
kb_tiled_shapes (KbTiledLost *lost, const KbTiledNode *group, const char *who, KbImportFrame *frame)
{
  const char *of_group = kb_tiled_get_either (group, "class", "name");
  for (guint i = 0; i < kb_tiled_n (group); i++)
    {
      const KbTiledNode *object = kb_tiled_at (group, i);
      const char *type = kb_tiled_get_either (object, "type", "class");
      g_autofree char *class_name = kb_import_clean_name (type ? type : of_group ? of_group : "");
      g_autoptr (GError) fault = NULL;
      Place at;
      if (!kb_tiled_is (object, "object"))
        continue;
      if (!read_place (object, &at, &fault))
        {
          g_autofree char *what = g_strdup_printf (_("a shape of a tile is left out: %s"), fault->message);
          kb_tiled_lose_of (lost, object, what, who);
        }
      else if (kb_tiled_child (object, "polyline") || kb_tiled_child (object, "text") || kb_tiled_get (object, "gid")
               || kb_tiled_get (object, "template") || kb_tiled_child (object, "capsule"))
        kb_tiled_lose_of (lost, object, _("lines, texts, tiles, capsules and templates on a tile are left out"), who);
      else if (kb_tiled_child (object, "point"))
        add_point (lost, object, &at, frame);
      else
        add_shape (lost, object, who, class_name ? class_name : "solid", &at, frame);
    }
  if (kb_tiled_child (group, "properties"))
    kb_tiled_lose (lost, group, _("properties of the group of a tile's shapes are left out"));
}
