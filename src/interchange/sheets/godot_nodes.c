/* SPDX-License-Identifier: MIT */
/* The nodes of Godot's scenes: collision shapes become shapes, markers action points, and the
 * scene's origin is the hot spot. A shape's class is the name of its parent. */
#include "interchange/sheets/godot.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_NODES 4096
#define MAX_DEPTH 64
#define MAX_SCENES 8        /* within each other */
#define KEY_TIME 0.0005   /* s: steps are whole ms */
#define SEGMENT_RADIUS 0.5   /* pixels: a segment alone has no area */

static const char *const shape_types[] = { "CollisionShape2D", "CollisionPolygon2D", NULL },
                        *const marker_types[] = { "Marker2D", "Position2D", NULL },
                        *const sprite_types[] = { "Sprite2D", "AnimatedSprite2D", "Sprite",
                                                  "AnimatedSprite", NULL },
                        /* Read, or only of Godot's editor. */
                        *const properties[] = {
                          "name", "type", "parent", "index", "instance", "owner", "unique_id",
                          "position", "rotation", "scale", "texture", "centered", "offset",
                          "flip_h", "flip_v", "hframes", "vframes", "frame", "frame_coords",
                          "region_enabled", "region_rect", "sprite_frames", "frames",
                          "animation", "polygon", "shape", "disabled", "collision_layer",
                          "collision_mask", "libraries", "anims", "unique_name_in_owner",
                          "editor_description", "debug_color", "gizmo_extents",
                          "metadata/_edit_lock_", "metadata/_edit_group_", NULL
                        },
                        /* Nothing of them is left out but other properties. */
                        *const plain_types[] = { "Node", "Node2D", "Area2D", "StaticBody2D",
                                                 "CharacterBody2D", "KinematicBody2D",
                                                 "RigidBody2D", "AnimatableBody2D",
                                                 "AnimationPlayer", "Marker2D", "Position2D",
                                                 NULL };

const json_t *
kb_godot_items (const json_t *value)
{
  return json_object_iter_value (json_object_iter ((json_t *) value));
}

static gboolean
is_one (const json_t *node, const char *const *types)
{
  const char *type = kb_json_text_at (node, "type");
  return type && g_strv_contains (types, type);
}

/* ---- properties ---- */

static double
number_at (const json_t *list, gsize index)
{
  return json_number_value (json_array_get (list, index));
}

/* The value of the last key, the next one, and how much of the way to it has passed. */
static const json_t *
find_key (KbGodot *godot, const json_t *node, const json_t *owner, const char *name,
          const json_t **next, double *part)
{
  g_autofree char *key = g_strconcat (kb_json_text_at (node, "@path"),
                                      owner == node ? ":" : ":shape:", name, NULL);
  json_t *keys = json_object_get (godot->tracks, key);
  const json_t *times = kb_godot_items (json_object_get (keys, "times")),
               *values = json_object_get (keys, "values");
  gsize first = 0, end = MIN (json_array_size (times), json_array_size (values));
  *part = 0;
  if (!end)
    return *next = json_object_get (owner, name);
  json_object_set_new (keys, "@used", json_true ());
  const gboolean curve = kb_json_number_at (keys, "update") == 0;
  const double wrap = curve ? kb_json_number_at (keys, "@wrap") : 0;
  const gsize last = end - 1;
  for (gsize middle = end / 2; end - first > 1; middle = (first + end) / 2)
    if (number_at (times, middle) < godot->time + KEY_TIME)
      first = middle;
    else
      end = middle;
  const gboolean before = wrap > 0 && number_at (times, 0) > godot->time + KEY_TIME,
                 wraps = before || (wrap > 0 && first == last);
  first = before ? last : first;
  const gsize following = wraps ? 0 : MIN (first + 1, last);
  const double start = number_at (times, first) - (before ? wrap : 0),
               length = number_at (times, following) + (wraps && !before ? wrap : 0) - start;
  if (length > 0 && curve)
    *part = CLAMP ((godot->time - start) / length, 0, 1);
  *next = json_array_get (values, following);
  return json_array_get (values, first);
}

const json_t *
kb_godot_property (KbGodot *godot, const json_t *node, const json_t *owner, const char *name)
{
  const json_t *next;
  double part;
  return find_key (godot, node, owner, name, &next, &part);
}

KbVec
kb_godot_vector (KbGodot *godot, const json_t *node, const json_t *owner, const char *name,
                 double x, double y)
{
  const json_t *to;
  double part;
  const json_t *from = find_key (godot, node, owner, name, &to, &part),
               *a = kb_godot_items (from), *b = kb_godot_items (to);
  const double x0 = a ? number_at (a, 0) : json_number_value (from),
               x1 = b ? number_at (b, 0) : json_number_value (to);
  return from ? (KbVec) { x0 + (x1 - x0) * part,
                          number_at (a, 1) + (number_at (b, 1) - number_at (a, 1)) * part }
              : (KbVec) { x, y };
}

/* ---- positions ---- */

/* From the node to the scene. */
static KbSvgMatrix
matrix_of (KbGodot *godot, const json_t *node)
{
  KbSvgMatrix matrix = { 1, 0, 0, 1, 0, 0 };
  for (guint depth = 0; kb_json_text_at (node, "@parent") && depth < MAX_DEPTH; depth++)
    {
      const KbVec at = kb_godot_vector (godot, node, node, "position", 0, 0),
                  scale = kb_godot_vector (godot, node, node, "scale", 1, 1);
      const double angle = kb_godot_vector (godot, node, node, "rotation", 0, 0).x,
                   c = cos (angle), s = sin (angle);
      const KbSvgMatrix own = { c * scale.x, s * scale.x, -s * scale.y, c * scale.y, at.x, at.y };
      matrix = kb_svg_times (&own, &matrix);
      node = json_object_get (godot->nodes, kb_json_text_at (node, "@parent"));
    }
  return matrix;
}

/* From the scene to the frame, which the sprite shows centred and mirrored if it says so. */
static KbSvgMatrix
matrix_of_frame (KbGodot *godot, const KbImportFrame *frame)
{
  const json_t *sprite = godot->sprite;
  const gint w = frame->width, h = frame->height;
  const KbSvgMatrix m = matrix_of (godot, sprite);
  const double det = m.a * m.d - m.b * m.c, n = det ? 1 / det : 0,
               half = json_is_false (json_object_get (sprite, "centered")) ? 0 : 0.5;
  const gboolean x = json_is_true (kb_godot_property (godot, sprite, sprite, "flip_h")),
                 y = json_is_true (kb_godot_property (godot, sprite, sprite, "flip_v"));
  const KbVec offset = kb_godot_vector (godot, sprite, sprite, "offset", 0, 0),
              corner = { offset.x - w * half, offset.y - h * half };
  const KbSvgMatrix inverse = { m.d * n, -m.b * n, -m.c * n, m.a * n,
                                (m.c * m.f - m.d * m.e) * n, (m.b * m.e - m.a * m.f) * n },
                    shown = { x ? -1 : 1, 0, 0, y ? -1 : 1, x ? w + corner.x : -corner.x,
                              y ? h + corner.y : -corner.y };
  return kb_svg_times (&shown, &inverse);
}

/* Godot's radians have too few digits for whole degrees. */
static double
degrees_of (const KbSvgMatrix *m)
{
  return floor (atan2 (m->b, m->a) * 180 / G_PI * 256 + 0.5) / 256;
}

/* ---- shapes ---- */

/* A box if its edges are between pixels, else one that is turned, possibly by nothing. */
static json_t *
rectangle (const KbSvgMatrix *m, KbVec size)
{
  const double w = hypot (m->a, m->b) * size.x, h = hypot (m->c, m->d) * size.y,
               x = m->e - w / 2, y = m->f - h / 2;
  const gboolean whole = m->b == 0 && m->c == 0 && x == floor (x) && y == floor (y)
                         && w == floor (w) && h == floor (h)
                         && fabs (x) + fabs (y) + w + h < KB_MAX_COORDINATE;
  return whole ? json_pack ("{s[iiii]}", "box", (gint) x, (gint) y, (gint) w, (gint) h)
               : json_pack ("{s[fffff]}", "oriented", m->e, m->f, w, h, degrees_of (m));
}

static json_t *
capsule (const KbSvgMatrix *m, KbVec a, KbVec b, double radius)
{
  const KbVec p = kb_svg_moved (m, a), q = kb_svg_moved (m, b);
  return json_pack ("{s[fffff]}", "capsule", p.x, p.y, q.x, q.y, radius);
}

/* A ring of segments, each beginning where the one before ends, as a polygon; NULL: it is none. */
static json_t *
ring (const KbSvgMatrix *m, const json_t *list)
{
  const gsize n = json_array_size (list);
  json_auto_t *corners = json_array ();
  for (gsize i = 0; i < n; i++)
    if (i % 4 < 2)
      json_array_append (corners, json_array_get (list, i));
    else if (!json_equal (json_array_get (list, i), json_array_get (list, (i + 2) % n)))
      return NULL;
  return kb_marks_polygon (corners, m);
}

/* The geometry of a collision node; NULL if a frame has no such shape. */
static json_t *
geometry_of (KbGodot *godot, const json_t *node, const KbSvgMatrix *m)
{
  const json_t *polygon = kb_godot_property (godot, node, node, "polygon"),
               *shape = kb_godot_follow (godot, kb_godot_property (godot, node, node, "shape")),
               *header = kb_godot_find (godot->sections, godot->import->files[0], 'g', 0);
  const gboolean old = kb_json_number_at (header, "format") < 3;
  const char *type = polygon ? "" : kb_json_text_at (shape, "type");
  const KbVec half = kb_godot_vector (godot, node, shape, "extents", 10, 10),
              size = kb_godot_vector (godot, node, shape, "size", 2 * half.x, 2 * half.y),
              a = kb_godot_vector (godot, node, shape, "a", 0, 0),
              b = kb_godot_vector (godot, node, shape, "b", 0, 10);
  const double radius = kb_godot_vector (godot, node, shape, "radius", 10, 0).x,
               height = kb_godot_vector (godot, node, shape, "height", old ? 20 : 30, 0).x,
               /* From the middle to the centre of a round end. Godot 3 does not count the ends. */
               end = MAX (height / 2 - (old ? 0 : radius), 0),
               scale = sqrt (fabs (m->a * m->d - m->b * m->c));
#define LIST(name) kb_godot_items (kb_godot_property (godot, node, shape, name))
  return polygon                               ? kb_marks_polygon (kb_godot_items (polygon), m)
         : !type                               ? NULL
         : g_str_equal (type, "RectangleShape2D") ? rectangle (m, size)
         : g_str_equal (type, "CircleShape2D")
           ? json_pack ("{s[fff]}", "circle", m->e, m->f, radius * scale)
         : g_str_equal (type, "CapsuleShape2D")
           ? capsule (m, (KbVec) { 0, -end }, (KbVec) { 0, end }, radius * scale)
         : g_str_equal (type, "SegmentShape2D")        ? capsule (m, a, b, SEGMENT_RADIUS)
         : g_str_equal (type, "ConvexPolygonShape2D")  ? kb_marks_polygon (LIST ("points"), m)
         : g_str_equal (type, "ConcavePolygonShape2D") ? ring (m, LIST ("segments"))
                                                       : NULL;
#undef LIST
}

static void
add_shape (KbGodot *godot, KbImportFrame *frame, json_t *node, const KbSvgMatrix *m)
{
  static const char *const bits[] = { "collision_layer", "collision_mask" };
  const json_t *owner = json_object_get (godot->nodes, kb_json_text_at (node, "@parent"));
  const char *name = kb_json_text_at (node, "name");
  json_t *geometry = geometry_of (godot, node, m),
         *shape = geometry ? kb_marks_add_shape (godot->import, frame,
                                                 kb_json_text_at (owner, "name"), geometry)
                           : NULL,
         *values = shape ? json_object () : NULL;
  json_object_set_new (shape, "values", values);
  if (shape)
    json_object_set_new (node, "@shown", json_true ());
  if (name && !g_str_has_prefix (name, "Collision"))
    json_object_set_new (shape, "name", json_string (name));
  for (guint i = 0; i < G_N_ELEMENTS (bits); i++)
    {
      const json_t *value = json_object_get (owner, bits[i]);
      if (value)
        json_object_set_new (values, bits[i], json_sprintf ("%.0f", json_number_value (value)));
    }
}

void
kb_godot_add_marks (KbGodot *godot, KbImportFrame *frame)
{
  const KbSvgMatrix to_frame = matrix_of_frame (godot, frame);
  kb_marks_set_hot_spot (frame, to_frame.e, to_frame.f);
  KB_EACH_MEMBER (path, node, godot->nodes)
    {
      const gboolean marker = is_one (node, marker_types);
      if (marker ? json_is_false (kb_godot_property (godot, node, node, "visible"))
                 : !is_one (node, shape_types)
                     || json_is_true (kb_godot_property (godot, node, node, "disabled")))
        continue;
      const KbSvgMatrix from_node = matrix_of (godot, node),
                        m = kb_svg_times (&to_frame, &from_node);
      const double degrees = degrees_of (&m);
      if (!marker)
        add_shape (godot, frame, node, &m);
      json_t *point = marker ? kb_marks_add_point (godot->import, frame,
                                                   kb_json_text_at (node, "name"), m.e, m.f)
                             : NULL;
      if (degrees)
        json_object_set_new (point, "direction", json_real (fmod (degrees + 360, 360)));
    }
}

/* ---- the tree ---- */

/* Adds the nodes of a scene below a path. A node that is a scene of its own has all nodes of that;
 * what the outer scene says of them counts before. `own`: it is the file, or the file inherits it.
 * */
static void
collect_scene (KbGodot *godot, const char *file, const char *root, gboolean own, guint depth)
{
  const json_t *from;
  for (guint i = 0; (from = kb_godot_find (godot->sections, file, 'n', i))
                    && godot->n_nodes++ < MAX_NODES;
       i++)
    {
      json_t *node = json_copy ((json_t *) from);
      const char *parent = kb_json_text_at (node, "parent"), *name = kb_json_text_at (node, "name"),
                 *instance = kb_json_text_at (node, "instance"),
                 *scene = instance
                            ? kb_json_text_at (json_object_get (godot->sections, instance), "path")
                            : NULL;
      g_autofree char *above = g_canonicalize_filename (parent ? parent : ".", root),
                      *path = g_canonicalize_filename (parent && name ? name : ".", above);
      const gboolean inherits = own && !parent;
      if (scene && depth < MAX_SCENES
          && kb_godot_load (godot, scene, inherits ? &godot->failure : NULL))
        collect_scene (godot, scene, path, inherits, depth + 1);
      json_object_update_missing (node, json_object_get (godot->nodes, path));
      json_object_set_new (node, "@path", json_string (path));
      if (parent || !json_object_get (node, "@parent"))
        json_object_set_new (node, "@parent", parent ? json_string (above) : json_null ());
      json_object_set_new (node, "@own", json_boolean (own));
      json_object_set_new (godot->nodes, path, node);
    }
}

/* Sprites of scenes within the scene are taken only if it has none itself. */
static const json_t *
choose_sprite (KbGodot *godot)
{
  const char *chosen;
  for (guint nested = 0; nested < 2; nested++)
    {
      json_auto_t *sprites = json_object ();
      KB_EACH_MEMBER (path, node, godot->nodes)
        if (is_one (node, sprite_types)
            && (nested || json_is_true (json_object_get (node, "@own"))))
          json_object_set (sprites, path[1] ? path + 1 : kb_json_text_at (node, "name"), node);
      if (nested || json_object_size (sprites))
        return kb_import_choose_part (godot->import, sprites, &chosen, &godot->failure);
    }
  return NULL;
}

void
kb_godot_collect_nodes (KbGodot *godot)
{
  collect_scene (godot, godot->import->files[0], "/", TRUE, 0);
  godot->sprite =
    json_object_size (godot->nodes) && !godot->failure ? choose_sprite (godot) : NULL;
}

static void
lose_properties (KbGodot *godot, const json_t *node)
{
  KB_EACH_MEMBER (key, value, node)
    {
      g_autofree char *other = g_strdup_printf (_("node properties '%s'"), key);
      const gboolean hides = g_str_equal (key, "visible") && is_one (node, marker_types);
      if (*key != '@' && !hides && !g_strv_contains (properties, key)
          && !g_str_has_prefix (key, "libraries/") && !g_str_has_prefix (key, "anims/"))
        kb_messages_lose_kind (godot->import->messages, other, _("other node properties"));
    }
}

void
kb_godot_lose_nodes (KbGodot *godot)
{
  KB_EACH_MEMBER (path, node, godot->nodes)
    {
      const char *type = kb_json_text_at (node, "type");
      g_autofree char *other = g_strdup_printf (_("nodes of the type %s"), type);
      const gboolean shape = is_one (node, shape_types),
                     lost = shape ? !json_is_true (json_object_get (node, "@shown"))
                                  : node != godot->sprite && !is_one (node, plain_types);
      if (!lost)
        lose_properties (godot, node);
      kb_import_lose (godot->import,
                      !type   ? _("scenes within the scene")
                      : shape ? _("collision shapes that no frame can have or has on")
                              : other,
                      lost);
    }
}
