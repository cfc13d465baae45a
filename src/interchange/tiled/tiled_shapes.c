/* SPDX-License-Identifier: MIT */
/* Outlines of Tiled's objects, their properties, and the collision shapes of tiles. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/shapes/shape.h"
#include "document/values.h"
#include "interchange/sheets/sheets.h"
#include "interchange/tiled/tiled.h"

#define CORNERS 32       /* of an ellipse or capsule */
#define MOST_POINTS 4096 /* of a frame */
#define MOST_CELL ((gsize) KB_MAX_CELL_SIDE * KB_MAX_CELL_SIDE)
#define MOST_TESTED ((gsize) 1 << 28) /* pixels times numbers of shapes, of a tileset */

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
        return kb_tiled_fail (node, "points", error,
                              _("point %u: expected x,y within %.9g pixels, got '%.30s'"),
                              points->len, limit, p);
      g_array_append_val (points, at);
      p = end;
    }
  return TRUE;
}

/* Half of the corners around each end of the longer side. */
static void
add_capsule (double width, double height, GArray *points)
{
  const double r = MIN (width, height) / 2, start = width >= height ? -G_PI / 2 : 0;
  const guint half = CORNERS / 2;
  for (guint i = 0; i < CORNERS; i++)
    {
      const double angle = start + (i / half + (double) (i % half) / (half - 1)) * G_PI;
      const KbVec end = i < half ? (KbVec) { width - r, height - r } : (KbVec) { r, r };
      const KbVec p = { end.x + r * cos (angle), end.y + r * sin (angle) };
      g_array_append_val (points, p);
    }
}

gboolean
kb_tiled_round (KbTiledLost *lost, const KbTiledNode *object, const char *who, double width,
                double height, GArray *points)
{
  const gboolean capsule = kb_tiled_child (object, "capsule") != NULL;
  if (!capsule && !kb_tiled_child (object, "ellipse"))
    return FALSE;
  kb_tiled_lose_of (lost, object,
                    capsule ? _("capsules have become outlines of 32 corners")
                            : _("ellipses have become outlines of 32 corners"),
                    who);
  if (capsule)
    add_capsule (width, height, points);
  else
    for (guint i = 0; i < CORNERS; i++)
      {
        KbVec p = { width / 2 * (1 + cos (2 * G_PI * i / CORNERS)),
                    height / 2 * (1 + sin (2 * G_PI * i / CORNERS)) };
        g_array_append_val (points, p);
      }
  return TRUE;
}

KbVec
kb_tiled_turn (KbVec p, double degrees)
{
  double c = cos (degrees * G_PI / 180), s = sin (degrees * G_PI / 180);
  return degrees == 0 ? p : (KbVec) { p.x * c - p.y * s, p.x * s + p.y * c };
}

void
kb_tiled_lose_of_object (KbTiledLost *lost, const KbTiledNode *object)
{
  /* Not used: an object's number, to which only Tiled's properties refer. */
  static const char *const attributes[] = { "id",      "name",     "type",    "class",    "x",
                                            "y",       "width",    "height",  "rotation", "gid",
                                            "visible", "template", "opacity", NULL };
  static const char *const children[] = { "properties", "polygon", "polyline", "ellipse",
                                          "point",      "capsule", "text",     NULL };
  const char *opacity = kb_tiled_get (object, "opacity");
  kb_tiled_lose_unknown (lost, object, attributes, children);
  if (!kb_tiled_bool (object, "visible", TRUE))
    kb_tiled_lose (lost, object, _("objects that are hidden are taken as the others"));
  if (opacity && strcmp (opacity, "1") != 0)
    kb_tiled_lose (lost, object, _("the opacity of objects is left out"));
}

/* --- Properties ------------------------------------------------------------------------------- */

/* The type of a property's value in Tiled's words; text by default. */
static KbValueType
type_of_property (const KbTiledNode *property)
{
  static const struct { const char *name; KbValueType type;
  } types[] = { { "int", KB_VALUE_NUMBER },
                { "float", KB_VALUE_NUMBER },
                { "bool", KB_VALUE_BOOLEAN },
                { "color", KB_VALUE_COLOUR },
                { "object", KB_VALUE_ENTITY },
                { "file", KB_VALUE_FILE } };
  const char *type = kb_tiled_get_filled (property, "type");
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_strcmp0 (type, types[i].name) == 0)
      return types[i].type;
  return KB_VALUE_TEXT;
}

/* Whether its text is one of an enum of Tiled's project. */
static gboolean
is_choice (const KbTiledNode *property)
{
  const char *type = kb_tiled_get_filled (property, "type");
  return kb_tiled_get_filled (property, "propertytype") && (!type || g_str_equal (type, "string"));
}

/* Adds a value and its type. Tiled's colours begin with their alpha: #aarrggbb. */
static void
add_value (KbTiledLost *lost, const KbTiledNode *property, const char *key, const char *text,
           gboolean objects, json_t *values, json_t *types)
{
  KbValueType type = type_of_property (property);
  if (type == KB_VALUE_ENTITY)
    {
      type = objects ? type : KB_VALUE_TEXT;
      text = objects && g_str_equal (text, "0") ? "" : text;
    }
  g_autofree char *usual = kb_value_usual (text, type), *turned = NULL;
  if (usual && type == KB_VALUE_COLOUR && strlen (text) == strlen ("#aarrggbb"))
    turned = g_strdup_printf ("#%.6s%.2s", text + 3, text + 1);
  json_object_set_new (values, key, json_string (turned ? turned : text));
  json_object_set_new (types, key,
                       is_choice (property) && *text
                         ? kb_tiled_type_of_enum (lost, property, text)
                         : json_string (kb_value_types[usual ? type : KB_VALUE_TEXT]));
}

static void
lose_of_property (KbTiledLost *lost, const KbTiledNode *property)
{
  static const char *const attributes[] = { "name", "type", "propertytype", "value", NULL };
  static const char *const children[] = { "properties", "item", NULL };
  static const struct { const char *type, *what;
  } types[] = {
    { "file",
      N_(
        "properties that name a file have its path as it is there, from the folder of that file") },
    { "class", N_("properties of a class became a value for each member that is not as the class "
                   "says, as 'stats.hp'") },
  };
  const char *type = kb_tiled_get_filled (property, "type"),
             *own = kb_tiled_get_filled (property, "propertytype");
  kb_tiled_lose_unknown (lost, property, attributes, children);
  for (guint i = 0; type && i < G_N_ELEMENTS (types); i++)
    if (strcmp (type, types[i].type) == 0)
      kb_tiled_lose_of (lost, property, _(types[i].what), kb_tiled_get (property, "name"));
  if (!is_choice (property)
      && (own
          || (type && strcmp (type, "string") != 0 && strcmp (type, "list") != 0
              && type_of_property (property) == KB_VALUE_TEXT)))
    kb_tiled_lose_of (lost, property,
                      _("types of properties other than numbers, texts, colours and yes or no are "
                         "left out"),
                      own ? own : type);
}

/* `prefix`: the class that the properties are members of, or the list, whose items are numbered.
 * NULL: none. Nested as deeply as the file. */
static void
take_properties (KbTiledLost *lost, const KbTiledNode *list, const char *prefix, gboolean objects,
                 json_t *values, json_t *types)
{
  for (guint i = 0; i < kb_tiled_n (list); i++)
    {
      const KbTiledNode *property = kb_tiled_at (list, i),
                        *members = kb_tiled_child (property, "item")
                                     ? property
                                     : kb_tiled_child (property, "properties");
      g_autofree char *number = g_strdup_printf ("%u", i + 1);
      const char *name = kb_tiled_is (property, "item") ? number
                                                        : kb_tiled_get_filled (property, "name"),
                 *value = kb_tiled_get (property, "value");
      g_autofree char *whole =
        name ? g_strconcat (prefix ? prefix : "", prefix ? "." : "", name, NULL) : NULL;
      g_autofree char *key = whole ? kb_import_clean_name (whole) : NULL;
      lose_of_property (lost, property);
      if (!key)
        kb_tiled_lose (lost, property, _("properties without a name are left out"));
      else if (members)
        take_properties (lost, members, key, objects, values, types);
      else if (g_strcmp0 (kb_tiled_get (property, "type"), "class") != 0
               && g_strcmp0 (kb_tiled_get (property, "type"), "list") != 0)
        {
          if (json_object_get (values, key))
            kb_tiled_lose_of (lost, property,
                              _("of properties of the same name the last one is taken"), key);
          value = value || !property->text ? value : property->text->str;
          add_value (lost, property, key, value ? value : "", objects, values, types);
        }
    }
}

json_t *
kb_tiled_values (KbTiledLost *lost, const KbTiledNode *node, json_t *types, const char *class_name,
                 gboolean objects)
{
  const KbTiledNode *list = kb_tiled_child (node, "properties");
  json_auto_t *values = json_object (), *own = json_object ();
  if (list)
    take_properties (lost, list, NULL, objects, values, own);
  kb_import_note_types (types, class_name, own);
  return json_object_size (values) ? g_steal_pointer (&values) : NULL;
}

/* --- Shapes of tiles -------------------------------------------------------------------------- */

typedef struct {
  KbTiledTileset *set;
  KbImportFrame *frame;
  const KbTiledNode *object;
  const char *who;
  KbPixel cell;
  guint8 *covered;         /* the cell's pixels in shapes that stop moves, row by row; or NULL */
  const char *stops;       /* the class of the last of them, or NULL */
  double left, top;        /* of the upper corner of an isometric grid */
  double x, y, width, height, rotation;
} Shape;

/* A position in the frame; corners are turned about the object's position, as in Tiled. */
static KbVec
tiled_shapes_project (const Shape *shape, KbVec p)
{
  KbVec at = { shape->x, shape->y };
  if (shape->set->grid_width)
    {
      p = kb_tiled_slant (p, shape->set->grid_width, shape->set->grid_height);
      at = kb_tiled_slant (at, shape->set->grid_width, shape->set->grid_height);
    }
  p = kb_tiled_turn (p, shape->rotation);
  return (KbVec) { shape->left + at.x + p.x, shape->top + at.y + p.y };
}

static json_t *
polygon_json (const Shape *shape, const GArray *points)
{
  json_t *corners = json_array ();
  KB_EACH_IN (const KbVec, point, points)
    {
      KbVec p = tiled_shapes_project (shape, *point);
      json_array_append_new (corners, json_pack ("[ff]", kb_to_grid (p.x), kb_to_grid (p.y)));
    }
  return json_pack ("{so}", "polygon", corners);
}

static gboolean
is_whole (double x)
{
  return x == floor (x);
}

/* Round at both ends of its longer side, as in Tiled 1.12. */
static json_t *
capsule_json (const Shape *shape)
{
  const double r = MIN (shape->width, shape->height) / 2;
  const KbVec a = tiled_shapes_project (shape, (KbVec) { r, r }),
              b = tiled_shapes_project (shape, (KbVec) { shape->width - r, shape->height - r });
  return json_pack ("{s[fffff]}", "capsule", kb_to_grid (a.x), kb_to_grid (a.y), kb_to_grid (b.x),
                    kb_to_grid (b.y), kb_to_grid (r));
}

/* NULL if a frame cannot have the shape; `error` may say why. */
static json_t *
tiled_shapes_geometry_of (const Shape *shape, GError **error)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (KbVec));
  const double x = shape->x, y = shape->y, width = shape->width, height = shape->height;
  const KbTiledNode *polygon = kb_tiled_child (shape->object, "polygon");
  const gboolean straight = shape->rotation == 0 && !shape->set->grid_width;
  if (polygon)
    return kb_tiled_points (polygon, KB_MAX_COORDINATE, points, error)
             ? polygon_json (shape, points)
             : NULL;
  if (kb_tiled_child (shape->object, "capsule") && !shape->set->grid_width)
    return capsule_json (shape);
  if (kb_tiled_child (shape->object, "ellipse") && width == height && straight)
    return json_pack ("{s[fff]}", "circle", kb_to_grid (x + width / 2),
                      kb_to_grid (y + height / 2), kb_to_grid (width / 2));
  if (kb_tiled_round (shape->set->lost, shape->object, shape->who, width, height, points))
    return polygon_json (shape, points);
  if (straight && is_whole (x) && is_whole (y) && is_whole (width) && is_whole (height))
    return json_pack ("{s[iiii]}", "box", (int) x, (int) y, (int) width, (int) height);
  const KbVec corners[] = { { 0, 0 }, { width, 0 }, { width, height }, { 0, height } };
  g_array_append_vals (points, corners, 4);
  return polygon_json (shape, points);
}

/* Marks the pixels of the cell, at the bottom left of the picture, whose middles are in a shape. */
static void
cover (Shape *shape, const KbGeometry *geometry)
{
  const KbPixel cell = shape->cell;
  const gint n = cell.x * cell.y;
  shape->set->n_tested += (gsize) n * geometry->n;
  for (gint i = 0; shape->covered && shape->set->n_tested < MOST_TESTED && i < n; i++)
    {
      KbVec p = { i % cell.x + 0.5, i / cell.x + 0.5 };
      if (shape->set->slanted)
        p = kb_tiled_slant ((KbVec){ p.x * cell.y / cell.x, p.y }, cell.x, cell.y);
      p.x += shape->set->slanted ? cell.x / 2.0 : 0;
      p.y += shape->frame->height - cell.y;
      shape->covered[i] |= kb_geometry_kind (geometry->type)->contains (geometry, p);
    }
}

/* Shapes that cover the cell stop as a full tile, those that fill it from the bottom by heights. A
 * tile cannot stop as others do. */
static void
take_collision (const Shape *shape)
{
  KbImportFrame *frame = shape->frame;
  const KbPixel cell = shape->cell;
  gboolean full = TRUE,
           filled = !shape->set->slanted && frame->width == cell.x && frame->height == cell.y;
  json_auto_t *heights = json_array ();
  for (gint i = 0; i < cell.x; i++)
    {
      gint height = 0;
      for (gint j = cell.y; j-- > 0;)
        {
          filled &= !shape->covered[j * cell.x + i] || height == cell.y - 1 - j;
          height += shape->covered[j * cell.x + i];
        }
      full &= height == cell.y;
      json_array_append_new (heights, json_integer (height));
    }
  if (full || filled)
    kb_marks_set_collision (frame, full ? "full" : "heights", shape->stops);
  frame->heights = filled && !full ? json_incref (heights) : NULL;
}

static void
add_tiled_shapes_shape (Shape *shape, const char *class_name)
{
  g_autoptr (GError) fault = NULL;
  g_auto (KbGeometry) geometry = { 0 };
  json_auto_t *value = tiled_shapes_geometry_of (shape, &fault);
  const char *name = kb_tiled_get (shape->object, "name"), *wrong = NULL;
  const KbTiledNode *tile = shape->object->parent->parent;
  if (value && kb_geometry_from_json (&geometry, value, &fault))
    wrong = kb_geometry_fault (&geometry);
  if (fault || wrong)
    {
      g_autofree char *what = g_strdup_printf (_("a shape of a tile is left out: %s"),
                                               fault ? fault->message : _(wrong));
      kb_tiled_lose_of (shape->set->lost, shape->object, what, shape->who);
      return;
    }
  const char *known = class_name ? class_name : "solid";
  json_t *added = kb_import_add_shape (shape->frame, known, g_steal_pointer (&value), 0);
  g_autofree char *clean = name ? kb_import_clean_name (name) : NULL;
  json_t *values = kb_tiled_values (shape->set->lost, shape->object,
                                    shape->set->import->value_types, known, FALSE);
  if (clean)
    json_object_set_new (added, "name", json_string (clean));
  if (values)
    json_object_set_new (added, "values", values);
  if (kb_tiled_is_solid (shape->object, class_name ? kb_level_name_is_solid (class_name)
                                                   : kb_tiled_is_solid (tile, TRUE)))
    {
      cover (shape, &geometry);
      shape->stops = json_string_value (json_object_get (added, "class"));
    }
}

static void
add_tiled_shapes_point (const Shape *shape)
{
  KbImportFrame *frame = shape->frame;
  const char *given = kb_tiled_get (shape->object, "name");
  g_autofree char *name = kb_import_clean_name (given ? given : "");
  KbVec at = tiled_shapes_project (shape, (KbVec) { 0, 0 });
  const guint n_points = (guint) json_array_size (frame->points);
  if (!name || n_points >= MOST_POINTS || kb_import_find_named (frame->points, name))
    {
      char *other = g_strdup_printf (_("point %u of the tile"), n_points + 1);
      g_free (name);
      name = other;
    }
  if (kb_tiled_get_either (shape->object, "type", "class")
      || kb_tiled_child (shape->object, "properties"))
    kb_tiled_lose_of (shape->set->lost, shape->object,
                      _("classes and properties of points of tiles are left out"), shape->who);
  if (!is_whole (at.x) || !is_whole (at.y))
    kb_tiled_lose (shape->set->lost, shape->object,
                   _("a point of a tile was rounded to a whole pixel"));
  if (fabs (at.x) > KB_MAX_COORDINATE / 2 || fabs (at.y) > KB_MAX_COORDINATE / 2
      || n_points >= MOST_POINTS)
    kb_tiled_lose (shape->set->lost, shape->object,
                   _("points far from their tile, or beyond 4096 of one, are left out"));
  else if (g_strcmp0 (given, "hot spot") == 0)
    frame->hot_spot = (KbPixel) { (gint) floor (at.x), (gint) floor (at.y), TRUE };
  else
    kb_import_add_point (frame, name, (gint) floor (at.x), (gint) floor (at.y));
}

static gboolean
read_place (Shape *shape, GError **error)
{
  const KbTiledNode *object = shape->object;
  return kb_tiled_real (object, "x", KB_MAX_COORDINATE, 0, &shape->x, error)
         && kb_tiled_real (object, "y", KB_MAX_COORDINATE, 0, &shape->y, error)
         && kb_tiled_real (object, "width", KB_MAX_COORDINATE, 0, &shape->width, error)
         && kb_tiled_real (object, "height", KB_MAX_COORDINATE, 0, &shape->height, error)
         && kb_tiled_real (object, "rotation", 1e6, 0, &shape->rotation, error);
}

static void
read_tiled_shapes_object (Shape *shape, const char *of_group)
{
  const char *type = kb_tiled_get_either (shape->object, "type", "class");
  g_autofree char *class_name = kb_import_clean_name (type ? type : of_group ? of_group : "");
  g_autoptr (GError) fault = NULL;
  if (!read_place (shape, &fault))
    {
      g_autofree char *what =
        g_strdup_printf (_("a shape of a tile is left out: %s"), fault->message);
      kb_tiled_lose_of (shape->set->lost, shape->object, what, shape->who);
      return;
    }
  if (kb_tiled_child (shape->object, "polyline") || kb_tiled_child (shape->object, "text")
      || kb_tiled_get (shape->object, "gid") || kb_tiled_get (shape->object, "template"))
    {
      kb_tiled_lose_of (shape->set->lost, shape->object,
                        _("lines, texts, tiles and templates on a tile are left out"), shape->who);
      return;
    }
  kb_tiled_lose_of_object (shape->set->lost, shape->object);
  if (kb_tiled_child (shape->object, "point"))
    add_tiled_shapes_point (shape);
  else
    add_tiled_shapes_shape (shape, class_name);
}

/* On an isometric grid: of one cell whose lower left corner is the picture's, as in Tiled's
 * collision editor. */
void
kb_tiled_shapes (KbTiledTileset *set, const KbTiledNode *group, const char *who,
                 KbImportFrame *frame)
{
  /* Not used: the group's number, kind and colour. Also its order and opacity, as tiles have no
   * layers. */
  static const char *const attributes[] = { "id",   "name",    "class",   "draworder",
                                            "type", "visible", "opacity", "color",
                                            "x",    "y",       NULL };
  static const char *const children[] = { "object", "properties", NULL };
  const char *of_group = kb_tiled_get_either (group, "class", "name");
  g_autofree guint8 *covered = NULL;
  Shape shape = { .set = set, .frame = frame, .who = who, .cell = set->cell };
  if (!set->cell.x)
    shape.cell = (KbPixel){ .x = frame->width, .y = frame->height };
  const gsize n = (gsize) shape.cell.x * (gsize) shape.cell.y;
  if (set->grid_width)
    {
      shape.left = set->grid_width / 2.0;
      shape.top = frame->height - set->grid_height;
    }
  if (!frame->collision && n <= MOST_CELL && (set->n_tested += n) < MOST_TESTED)
    shape.covered = covered = g_new0 (guint8, n);
  kb_tiled_lose_unknown (set->lost, group, attributes, children);
  for (guint i = 0; i < kb_tiled_n (group); i++)
    {
      shape.object = kb_tiled_at (group, i);
      if (kb_tiled_is (shape.object, "object"))
        read_tiled_shapes_object (&shape, of_group);
    }
  if (covered && shape.stops)
    take_collision (&shape);
  if (json_array_size (frame->shapes) && !frame->collision)
    kb_tiled_lose_of (set->lost, group,
                      _("shapes of tiles that neither cover the cell nor fill it from the bottom, "
                         "or whose class is not one of walls, stop nothing, but can be asked for"),
                      who);
  if (kb_tiled_child (group, "properties"))
    kb_tiled_lose (set->lost, group, _("properties of the group of a tile's shapes are left out"));
}
