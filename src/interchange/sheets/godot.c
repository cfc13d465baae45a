/* SPDX-License-Identifier: MIT */
/* Godot's sprites: SpriteFrames in text resources, and scenes with a Sprite2D or AnimatedSprite2D.
 * An AnimationPlayer's animation is cut where any of its tracks has a key. Each part shows the
 * frame and shapes of its start. Equal pictures with equal marks are one frame. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/readers/readers.h"
#include "interchange/sheets/sheets.h"

#define MAX_VALUE_DEPTH 64
#define GODOT_MAX_NUMBER 1e15   /* larger ones, and infinite ones, are null */
#define GODOT_WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

typedef struct { const char *path, *at; } GodotText;

static json_t *read_value (GodotText *text, guint depth);

static void
skip (GodotText *text)
{
  while (*text->at && strchr (" \t\r\n,:;", *text->at))
    text->at += *text->at == ';' ? strcspn (text->at, "\n") : 1;
}

static json_t *
read_godot_text (GodotText *text)
{
  const char *start = ++text->at;
  while (*text->at && *text->at != '"')
    text->at += *text->at == '\\' && text->at[1] ? 2 : 1;
  if (!*text->at)
    return NULL;
  g_autofree char *raw = g_strndup (start, (gsize) (text->at++ - start)),
                  *plain = g_strcompress (raw);
  return json_string (plain);
}

/* The values up to a bracket; of a dictionary, keys and values by turns. */
static json_t *
read_godot_list (GodotText *text, char end, guint depth)
{
  json_auto_t *list = json_array ();
  for (text->at++, skip (text); *text->at != end; skip (text))
    if (depth > MAX_VALUE_DEPTH || json_array_append_new (list, read_value (text, depth + 1)) != 0)
      return NULL;
  text->at++;
  return json_incref (list);
}

static json_t *
read_dictionary (GodotText *text, guint depth)
{
  json_auto_t *list = read_godot_list (text, '}', depth);
  json_t *object = list ? json_object () : NULL;
  for (gsize i = 0; i + 1 < json_array_size (list); i += 2)
    if (json_is_string (json_array_get (list, i)))
      json_object_set (object, json_string_value (json_array_get (list, i)),
                       json_array_get (list, i + 1));
  return object;
}

/* The name by which a section is found. */
static char *
reference (const char *path, char kind, const json_t *id)
{
  return json_is_string (id)
           ? g_strdup_printf ("%s\n%c%s", path, kind, json_string_value (id))
           : g_strdup_printf ("%s\n%c%.0f", path, kind, json_number_value (id));
}

/* A name, alone or with values in brackets: true, Vector2(1, 2), Array[int]([1]). */
static json_t *
read_word (GodotText *text, guint depth)
{
  const gsize n = strspn (text->at, GODOT_WORD);
  g_autofree char *word = g_strndup (text->at, n);
  text->at += n;
  if (n && *text->at == '[')
    json_decref (read_godot_list (text, ']', depth));
  json_auto_t *list = *text->at == '(' ? read_godot_list (text, ')', depth) : json_null ();
  g_autofree char *target =
    reference (text->path, g_ascii_tolower (*word), json_array_get (list, 0));
  return !n || !list                   ? NULL
         : strcmp (word, "true") == 0  ? json_true ()
         : strcmp (word, "false") == 0 ? json_false ()
         : json_is_null (list)         ? json_null ()
         : g_str_has_suffix (word, "Resource") ? json_string (target)
                                               : json_pack ("{sO}", word, list);
}

static json_t *
read_godot_number (GodotText *text)
{
  char *end;
  const double number = g_ascii_strtod (text->at, &end);
  const gboolean read = end > text->at;
  text->at = end;
  return !read ? NULL : fabs (number) < GODOT_MAX_NUMBER ? json_real (number) : json_null ();
}

static json_t *
read_value (GodotText *text, guint depth)
{
  text->at += (*text->at == '&' || *text->at == '^') && text->at[1] == '"';
  return *text->at == '"'   ? read_godot_text (text)
         : *text->at == '[' ? read_godot_list (text, ']', depth)
         : *text->at == '{' ? read_dictionary (text, depth)
         : *text->at && strchr ("+-.0123456789", *text->at) ? read_godot_number (text)
                                                             : read_word (text, depth);
}

/* "name = value", up to a bracket or the end. The first value of a name stays: attributes. */
static gboolean
read_pairs (GodotText *text, json_t *section, char end)
{
  for (skip (text); *text->at && *text->at != end; skip (text))
    {
      const gsize n = strcspn (text->at, "=\n");
      g_autofree char *name = g_strstrip (g_strndup (text->at, n));
      text->at += n;
      if (*text->at != '=')
        return FALSE;
      text->at++;
      skip (text);
      json_auto_t *value = read_value (text, 0);
      if (!value)
        return FALSE;
      if (!json_object_get (section, name))
        json_object_set (section, name, value);
    }
  return end == '[' || (*text->at == end && text->at++);
}

/* "res://" is the nearest folder above that has a project.godot, else the file's own. */
static char *
find_file (const char *path, const char *file)
{
  const char *rest = file + (g_str_has_prefix (file, "res://") ? strlen ("res://") : 0);
  g_autofree char *root = g_path_get_dirname (path), *beside = g_canonicalize_filename (rest, root);
  for (char *slash; rest != file && (slash = strrchr (root, '/')); *slash = '\0')
    {
      g_autofree char *mark = g_build_filename (root, "project.godot", NULL);
      if (g_file_test (mark, G_FILE_TEST_EXISTS))
        return g_canonicalize_filename (rest, root);
    }
  return g_steal_pointer (&beside);
}

/* One section of any kind; nodes are numbered. */
static gboolean
read_section (GodotText *text, json_t *sections, guint *n_nodes)
{
  const char kind = *text->at == '[' ? *++text->at : '\0';
  json_auto_t *section = json_object (), *number = json_integer (kind == 'n' ? (*n_nodes)++ : 0);
  text->at += strspn (text->at, GODOT_WORD);
  if (!kind || !read_pairs (text, section, ']') || !read_pairs (text, section, '['))
    return FALSE;
  const json_t *id = kind == 'n' ? NULL : json_object_get (section, "id");
  const char *file = json_string_value (json_object_get (section, "path"));
  g_autofree char *key = reference (text->path, kind, id ? id : number),
                  *found = file && kind == 'e' ? find_file (text->path, file) : NULL;
  if (found)
    json_object_set_new (section, "path", json_string (found));
  return json_object_set (sections, key, section) == 0;
}

/* Adds the sections of a file. Each is an object with its attributes and properties. A reference is
 * the text by which `sections` has its section. Paths of external resources become absolute. */
static gboolean
kb_godot_read (json_t *sections, const char *path, const char *text, gsize length, GError **error)
{
  GodotText reader = { path, text };
  guint line = 1, n_nodes = 0;
  gboolean ok = TRUE;
  for (skip (&reader); ok && *reader.at; skip (&reader))
    ok = read_section (&reader, sections, &n_nodes);
  for (const char *p = text; p < reader.at; p++)
    line += *p == '\n';
  return (ok && reader.at == text + length)
         || kb_import_fail_at (error, g_strdup_printf (_("%s: line %u"), path, line),
                               _("this is no value of Godot"));
}

/* A section of the file: 'n' and the number of a node from 0; or 'r' or 'g' and 0 for the resource
 * or the header. NULL if there is none. Borrowed. */
static json_t *
kb_godot_find (const json_t *sections, const char *path, char kind, guint number)
{
  json_auto_t *id = json_integer (number);
  g_autofree char *key = reference (path, kind, id);
  return json_object_get (sections, key);
}

/* `sections`: of all files, see kb_godot_read. `nodes`: by their paths, "/Hit/Shape", the root "/".
 * `frames`: numbers by their contents. `tracks`: keys of the current animation, by
 * "/Hit/Shape:position". */
typedef struct {
  KbImport *import;
  const KbPictureLoader *loader;
  json_t *sections, *nodes, *frames, *tracks;
  const json_t *sprite;    /* its node; NULL: there is no scene */
  guint n_steps, n_nodes;
  double time;             /* in the current animation, in s */
  GError *failure;
} KbGodot;

/* ---- godot nodes ---- */

/* The nodes of Godot's scenes: collision shapes become shapes, markers action points, and the
 * scene's origin is the hot spot. A shape's class is the name of its parent. */

#define MAX_NODES 4096
#define NODE_MAX_DEPTH 64
#define MAX_SCENES 8        /* within each other */
#define KEY_TIME 0.0005   /* s: steps are whole ms */
#define SEGMENT_RADIUS 0.5   /* pixels: a segment alone has no area */

static const char *const shape_types[] = { "CollisionShape2D", "CollisionPolygon2D", NULL },
                        *const marker_types[] = { "Marker2D", "Position2D", NULL },
                        *const sprite_types[] = { "Sprite2D", "AnimatedSprite2D", "Sprite",
                                                  "AnimatedSprite", NULL },
                        /* Read, or only of Godot's editor. */
                        *const godot_properties[] = {
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
                        *const plain_types[] = { "Node", "Node2D", "AnimationPlayer", "Marker2D",
                                                 "Position2D", "Area2D", "StaticBody2D",
                                                 "CharacterBody2D", "KinematicBody2D",
                                                 "RigidBody2D", "AnimatableBody2D", NULL },
                        *const *const body_types = plain_types + 5;
/* The first whose text a node's type has says why a scene has no sprite. */
static const struct { const char *type, *hint; } no_sprites[] = {
  { "TileMap", N_("this scene has tile maps and no sprite; import the pictures of its tiles with "
                  "--as tiles") },
  { "3D", N_("this is a scene in 3D without a sprite; export its meshes as glTF or OBJ, which "
             "kickbox soup reads") },
  { "", N_("this scene has no Sprite2D or AnimatedSprite2D; import the pictures that it names "
           "instead") },
};

/* The items of "Rect2(...)" and so on. */
static const json_t *
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
find_godot_key (KbGodot *godot, const json_t *node, const json_t *owner, const char *name,
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

/* A property of a node as its track has it now, else as it is in `owner`, the node or a resource
 * of it. NULL: the default. */
static const json_t *
kb_godot_property (KbGodot *godot, const json_t *node, const json_t *owner, const char *name)
{
  const json_t *next;
  double part;
  return find_godot_key (godot, node, owner, name, &next, &part);
}

/* The same for numbers and vectors; tracks may change them steadily. */
static KbVec
kb_godot_vector (KbGodot *godot, const json_t *node, const json_t *owner, const char *name,
                 double x, double y)
{
  const json_t *to;
  double part;
  const json_t *from = find_godot_key (godot, node, owner, name, &to, &part),
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
  for (guint depth = 0; kb_json_text_at (node, "@parent") && depth < NODE_MAX_DEPTH; depth++)
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
godot_degrees_of (const KbSvgMatrix *m)
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
               : json_pack ("{s[fffff]}", "oriented", m->e, m->f, w, h, godot_degrees_of (m));
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

#define GODOT_MAX_BYTES (16 << 20)

/* Reads the sections of another file, once. */
static gboolean
kb_godot_load (KbGodot *godot, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  if (kb_godot_find (godot->sections, path, 'g', 0))
    return TRUE;
  kb_import_note_source (godot->import, path);
  return kb_import_read_unpacked (path, GODOT_MAX_BYTES, &text, &length, NULL, error)
         && kb_godot_read (godot->sections, path, text, length, error);
}

/* The section of a reference; of another file its resource. NULL if there is none. */
static const json_t *
kb_godot_follow (KbGodot *godot, const json_t *reference)
{
  const json_t *section = json_object_get (godot->sections, json_string_value (reference));
  const char *path = kb_json_text_at (section, "path");
  if (!path || !g_str_has_suffix (path, ".tres") || godot->failure)
    return section;
  if (!kb_godot_load (godot, path, &godot->failure))
    return NULL;
  json_t *resource = kb_godot_find (godot->sections, path, 'r', 0),
         *header = kb_godot_find (godot->sections, path, 'g', 0);
  json_object_set (resource, "type", json_object_get (header, "type"));
  return resource;
}

/* The geometry of a collision node; NULL if a frame has no such shape. */
static json_t *
godot_geometry_of (KbGodot *godot, const json_t *node, const KbSvgMatrix *m)
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
  json_t *geometry = godot_geometry_of (godot, node, m),
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

/* The number of nodes that two nodes are within, or are. */
static guint
count_shared (const char *one, const char *two)
{
  g_autofree char *a = g_strconcat (one, "/", NULL), *b = g_strconcat (two, "/", NULL);
  guint n = 0;
  for (gsize i = 1; a[i] && a[i] == b[i]; i++)
    n += a[i] == '/';
  return n;
}

/* The path of the highest body that a node is in, else of the root, which may be missing. */
static const char *
find_body (const KbGodot *godot, const json_t *node)
{
  const char *body = "/";
  for (guint depth = 0; depth < NODE_MAX_DEPTH && kb_json_text_at (node, "@parent"); depth++)
    {
      node = json_object_get (godot->nodes, kb_json_text_at (node, "@parent"));
      body = is_one (node, body_types) ? kb_json_text_at (node, "@path") : body;
    }
  return body;
}

/* Whether a mark is outside of the sprite's body, or nearer to another sprite. Where other sprites
 * have bodies, a sprite without one is part of a level and has only what is in it. */
static gboolean
is_apart (const KbGodot *godot, const char *path)
{
  const char *sprite = kb_json_text_at (godot->sprite, "@path"),
             *body = find_body (godot, godot->sprite);
  const guint shared = count_shared (sprite, path);
  gboolean apart = body[1] && shared < count_shared (body, body);
  KB_EACH_MEMBER (other, node, godot->nodes)
    if (is_one (node, sprite_types))
      apart |= count_shared (other, path) > shared
               || (!shared && sprite[1] && find_body (godot, node)[1]);
  return apart;
}

/* Adds the hot spot, shapes and action points as they are now. */
static void
kb_godot_add_marks (KbGodot *godot, KbImportFrame *frame)
{
  const json_t *body = json_object_get (godot->nodes, find_body (godot, godot->sprite));
  const KbSvgMatrix to_frame = matrix_of_frame (godot, frame), from_body = matrix_of (godot, body),
                    origin = kb_svg_times (&to_frame, &from_body);
  kb_marks_set_hot_spot (frame, origin.e, origin.f);
  KB_EACH_MEMBER (path, node, godot->nodes)
    {
      const gboolean marker = is_one (node, marker_types);
      if (json_is_true (json_object_get (node, "@apart")))
        continue;
      if (marker ? json_is_false (kb_godot_property (godot, node, node, "visible"))
                 : !is_one (node, shape_types)
                     || json_is_true (kb_godot_property (godot, node, node, "disabled")))
        continue;
      const KbSvgMatrix from_node = matrix_of (godot, node),
                        m = kb_svg_times (&to_frame, &from_node);
      const double degrees = godot_degrees_of (&m);
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

/* Adds the nodes of a scene below a path. A node that is a scene of its own has all nodes of that,
 * but what the outer scene says of them goes first. `own`: it is the file, or the file inherits
 * it. */
static void
collect_scene (KbGodot *godot, const char *file, const char *root, gboolean own, guint depth)
{
  const json_t *from;
  for (guint i = 0; !godot->failure && (from = kb_godot_find (godot->sections, file, 'n', i))
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
      else if (inherits && godot->failure)
        g_prefix_error (&godot->failure, _("%s: the scene that it inherits: "), file);
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
      if (json_object_size (sprites))
        return kb_import_choose_part (godot->import, sprites, &chosen, &godot->failure);
    }
  for (guint i = 0; i < G_N_ELEMENTS (no_sprites) && !godot->failure; i++)
    KB_EACH_MEMBER (path, node, godot->nodes)
      if (!godot->failure && kb_json_text_at (node, "type")
          && strstr (kb_json_text_at (node, "type"), no_sprites[i].type))
        kb_import_fail (&godot->failure, godot->import->files[0], "%s", _(no_sprites[i].hint));
  return NULL;
}

/* Fills `nodes`, and chooses the sprite if there are any. */
static void
kb_godot_collect_nodes (KbGodot *godot)
{
  collect_scene (godot, godot->import->files[0], "/", TRUE, 0);
  godot->sprite =
    json_object_size (godot->nodes) && !godot->failure ? choose_sprite (godot) : NULL;
  KB_EACH_MEMBER (path, node, godot->sprite ? godot->nodes : NULL)
    if (is_one (node, shape_types) || is_one (node, marker_types))
      json_object_set_new (node, "@apart", json_boolean (is_apart (godot, path)));
}

static void
lose_properties (KbGodot *godot, const json_t *node)
{
  KB_EACH_MEMBER (key, value, node)
    {
      g_autofree char *other = g_strdup_printf (_("node properties '%s'"), key);
      const gboolean hides = g_str_equal (key, "visible") && is_one (node, marker_types);
      if (*key != '@' && !hides && !g_strv_contains (godot_properties, key)
          && !g_str_has_prefix (key, "libraries/") && !g_str_has_prefix (key, "anims/"))
        kb_messages_lose_kind (godot->import->messages, other, _("other node properties"));
    }
}

/* After the frames: counts the nodes and shapes that are left out. */
static void
kb_godot_lose_nodes (KbGodot *godot)
{
  KB_EACH_MEMBER (path, node, godot->nodes)
    {
      const char *type = kb_json_text_at (node, "type");
      g_autofree char *other = g_strdup_printf (_("nodes of the type %s"), type);
      const gboolean shape = is_one (node, shape_types),
                     apart = json_is_true (json_object_get (node, "@apart")),
                     lost = shape ? !json_is_true (json_object_get (node, "@shown"))
                                  : node != godot->sprite && !is_one (node, plain_types);
      if (!lost)
        lose_properties (godot, node);
      kb_import_lose (godot->import,
                      !type   ? _("scenes within the scene")
                      : apart ? _("collision shapes of other nodes than the sprite's")
                      : shape ? _("collision shapes that no frame can have or has on")
                              : other,
                      lost);
    }
}

/* ---- godot ---- */

#define GODOT_MAX_DEPTH 8          /* atlases of atlases */
#define GODOT_MAX_STEPS 16384      /* of all animations; and cells */

static const char *const frame_properties[] = { "frame", "frame_coords", "animation", "texture",
                                                "region_rect", NULL };

/* ---- frames ---- */

static gint
pixels (const json_t *list, gsize index)
{
  const double number = json_number_value (json_array_get (list, index));
  return (gint) CLAMP (number, KB_MIN_COORDINATE, KB_MAX_PICTURE_SIDE);
}

/* A part of a part; a size of 0 is all. */
static KbJsonRect
cut_rect (KbJsonRect part, const json_t *rect)
{
  const json_t *v = kb_godot_items (rect);
  const KbJsonRect inner = { part.x + pixels (v, 0), part.y + pixels (v, 1), pixels (v, 2),
                             pixels (v, 3) };
  return inner.width > 0 && inner.height > 0 ? inner : part;
}

/* The picture of a texture, and its part. -1 if it has none. */
static gint
find_texture (KbGodot *godot, const json_t *reference, KbAtlasFrame *frame, guint depth)
{
  const json_t *section = kb_godot_follow (godot, reference),
               *atlas = json_object_get (section, "atlas"),
               *margin = kb_godot_items (json_object_get (section, "margin"));
  const char *path = kb_json_text_at (section, "path");
  GError *fault = NULL;
  const gint picture =
    godot->failure || depth > GODOT_MAX_DEPTH ? -1
    : atlas ? find_texture (godot, atlas, frame, depth + 1)
    : path  ? kb_import_load_picture (godot->import, godot->loader, path, &fault)
            : -1;
  if (fault && kb_import_pass_missing (godot->import, path, fault, &godot->failure))
    return KB_ATLAS_MISSING;
  if (picture < 0)
    return picture;
  const KbPicture *sheet = kb_import_picture (godot->import, picture);
  const KbJsonRect whole = { 0, 0, (gint) sheet->width, (gint) sheet->height },
                   part =
                     cut_rect (atlas ? frame->part : whole, json_object_get (section, "region"));
  *frame = (KbAtlasFrame) { NULL, part, 0, pixels (margin, 0), pixels (margin, 1),
                            part.width + pixels (margin, 2), part.height + pixels (margin, 3) };
  return picture;
}

/* The number of cells across or down. */
static gint
count_cells (KbGodot *godot, const char *property)
{
  return (gint) CLAMP (kb_godot_vector (godot, godot->sprite, godot->sprite, property, 1, 0).x, 1,
                       KB_MAX_FRAME_SIDE);
}

/* The cell that the sprite shows now. */
static void
cut_cell (KbGodot *godot, KbAtlasFrame *frame)
{
  const json_t *sprite = godot->sprite,
               *region = json_is_true (json_object_get (sprite, "region_enabled"))
                           ? kb_godot_property (godot, sprite, sprite, "region_rect")
                           : NULL;
  const gint across = count_cells (godot, "hframes"), down = count_cells (godot, "vframes");
  const KbVec cell = kb_godot_vector (godot, sprite, sprite, "frame_coords", 0, 0),
              number =
                kb_godot_vector (godot, sprite, sprite, "frame", cell.y * across + cell.x, 0);
  const KbJsonRect all = cut_rect (frame->part, region);
  const gint index = (gint) CLAMP (number.x, 0, KB_MAX_COORDINATE), w = all.width / across,
             h = all.height / down;
  if (region || across > 1 || down > 1)
    *frame = (KbAtlasFrame) {
      NULL, { all.x + index % across * w, all.y + index / across % down * h, w, h }, 0, 0, 0, w, h
    };
}

/* The frame that shows the texture with the marks of now; an equal one if there is one. -1: it
 * cannot be shown. */
static gint
add_godot_frame (KbGodot *godot, const json_t *texture)
{
  KbImport *import = godot->import;
  KbAtlasFrame from = { .name = NULL };
  g_autofree char *fault = NULL;
  if (++godot->n_steps > GODOT_MAX_STEPS && !godot->failure)
    kb_import_fail (&godot->failure, import->files[0], _("there are over %d steps"),
                    GODOT_MAX_STEPS);
  const gint picture = find_texture (godot, texture, &from, 0), n = (gint) import->frames->len;
  kb_import_lose (import, _("textures that are no pictures"), picture == -1);
  if (picture < 0)
    return -1;
  const KbImportPicture *source = g_ptr_array_index (import->pictures, (guint) picture);
  g_autofree char *stem = kb_import_stem (source->path);
  if (godot->sprite)
    cut_cell (godot, &from);
  from.name = stem;
  KbImportFrame *frame = kb_atlas_add (import, picture, &from, &fault);
  if (!frame)
    return kb_import_fail (&godot->failure, import->files[0], "%s", fault) ? 0 : -1;
  /* Parts of a sheet have no names of their own. */
  if (from.part.width < (gint) source->picture->width
      || from.part.height < (gint) source->picture->height)
    g_clear_pointer (&frame->name, g_free);
  if (godot->sprite)
    kb_godot_add_marks (godot, frame);
  json_auto_t *content =
    json_pack ("[iiiiiiiiiOO]", picture, from.part.x, from.part.y, from.part.width,
               from.part.height, from.offset_x, from.offset_y, frame->hot_spot.x,
               frame->hot_spot.y, frame->shapes, frame->points);
  const guint index = kb_marks_find_equal (godot->frames, content, (guint) n);
  g_ptr_array_set_size (import->frames, MAX ((gint) index + 1, n));
  return (gint) index;
}

/* Godot 3 has no durations, only textures. */
static const json_t *
texture_of (const json_t *item)
{
  return json_is_string (item) ? item : json_object_get (item, "texture");
}

/* The animations of an AnimatedSprite2D. */
static const json_t *
sprite_frames (KbGodot *godot)
{
  const json_t *frames = json_object_get (godot->sprite, "sprite_frames");
  frames = frames ? frames : json_object_get (godot->sprite, "frames");
  return json_object_get (kb_godot_follow (godot, frames), "animations");
}

/* The one of them that the sprite shows now. */
static const json_t *
current_animation (KbGodot *godot)
{
  const json_t *name = kb_godot_property (godot, godot->sprite, godot->sprite, "animation");
  return kb_import_find_named (sprite_frames (godot), name ? json_string_value (name) : "default");
}

/* The texture that the sprite shows now. */
static const json_t *
current_texture (KbGodot *godot)
{
  const json_t *sprite = godot->sprite,
               *frames = json_object_get (current_animation (godot), "frames");
  const double frame = kb_godot_vector (godot, sprite, sprite, "frame", 0, 0).x;
  return frames ? texture_of (json_array_get (frames, (gsize) CLAMP (frame, 0, KB_MAX_COORDINATE)))
                : kb_godot_property (godot, sprite, sprite, "texture");
}

/* ---- animations ---- */

/* New frames are known by their first step. Joined steps show the same for longer. */
static void
add_godot_step (KbGodot *godot, KbImportAnimation *animation, const json_t *texture, double start,
                double end, gboolean joins)
{
  const gint index = add_godot_frame (godot, texture), duration = kb_marks_duration (start, end);
  const guint n = animation->steps->len;
  KbImportStep *last = n ? &g_array_index (animation->steps, KbImportStep, n - 1) : NULL;
  KbImportFrame *frame = index < 0 ? NULL : kb_import_frame (godot->import, (guint) index);
  if (frame && !frame->tag)
    {
      frame->tag = g_strdup (animation->name);
      frame->tag_index = (gint) n;
    }
  if (frame && joins && last && last->frame == (guint) index)
    last->duration += duration;
  else if (frame)
    kb_import_add_step (animation, (guint) index, duration);
}

/* True or 1: for ever; 2: to and fro. */
static KbLoop
loop_of (const json_t *value)
{
  const double mode = json_number_value (value);
  return json_is_true (value) || mode == 1 ? KB_LOOP_LOOP
         : mode == 2                       ? KB_LOOP_PING_PONG
                                           : KB_LOOP_HOLD_LAST;
}

/* Of a step of SpriteFrames, in ms. */
static double
duration_of (const json_t *animation, const json_t *step)
{
  const double speed = kb_json_number_at (animation, "speed");
  const json_t *duration = json_object_get (step, "duration");
  return (duration ? json_number_value (duration) : 1) * 1000 / (speed > 0 ? speed : 1);
}

static void
add_sprite_animations (KbGodot *godot, const json_t *animations)
{
  KB_EACH_JSON (item, animations)
    {
      double start = 0, end = 0;
      KbImportAnimation *animation = kb_marks_add_animation (
        godot->import, kb_json_text_at (item, "name"), loop_of (json_object_get (item, "loop")));
      KB_EACH_JSON (step, json_object_get (item, "frames"))
        {
          start = end;
          end += duration_of (item, step);
          add_godot_step (godot, animation, texture_of (step), start, end, FALSE);
        }
    }
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  return *(const gint *) a - *(const gint *) b;
}

static void
add_time (GArray *times, double ms)
{
  const gint time = (gint) CLAMP (ms + 0.5, 0, KB_MAX_DURATION);
  g_array_append_val (times, time);
}

static json_t *
field_of (const json_t *animation, guint track, const char *field)
{
  g_autofree char *name = g_strdup_printf ("tracks/%u/%s", track, field);
  return json_object_get (animation, name);
}

static KbLoop
loop_in (const json_t *animation)
{
  const json_t *mode = json_object_get (animation, "loop_mode");
  return loop_of (mode ? mode : json_object_get (animation, "loop"));
}

/* Counts what is left out of the curve between keys. Without values between them, the keys are
 * discrete. After the last key of a loop comes the first one: "@wrap" is the length. */
static void
read_curve (KbGodot *godot, const json_t *animation, guint track, json_t *keys)
{
  const json_t *mode = field_of (animation, track, "interp");
  const double update = kb_json_number_at (keys, "update");
  KB_EACH_JSON (easing, kb_godot_items (json_object_get (keys, "transitions")))
    kb_import_lose (godot->import, _("easing of keys"),
                    update == 0 && json_number_value (easing) != 1);
  kb_import_lose (godot->import, _("curves between keys"), json_number_value (mode) > 1);
  kb_import_lose (godot->import, _("update modes of tracks"), update > 1);
  if (mode && json_number_value (mode) == 0)
    json_object_set_new (keys, "update", json_integer (1));
  if (loop_in (animation) == KB_LOOP_LOOP
      && !json_is_false (field_of (animation, track, "loop_wrap")))
    json_object_set (keys, "@wrap", json_object_get (animation, "length"));
}

/* Fills `tracks` and adds the times of all keys, in ms. FALSE if no track changes the frame. */
static gboolean
read_tracks (KbGodot *godot, const json_t *animation, const char *base, GArray *times)
{
  const char *sprite = kb_json_text_at (godot->sprite, "@path"), *type;
  gboolean shown = FALSE;
  for (guint i = 0; (type = json_string_value (field_of (animation, i, "type"))); i++)
    {
      const json_t *place = kb_godot_items (field_of (animation, i, "path"));
      const gboolean on = !json_is_false (field_of (animation, i, "enabled"));
      const char *path = json_string_value (json_array_get (place, 0)),
                 *colon = on && path && g_str_equal (type, "value") ? strchr (path, ':') : NULL;
      json_t *keys = field_of (animation, i, "keys");
      g_autofree char *other = g_strdup_printf (_("animation tracks of the type %s"), type),
                      *rest = colon ? g_strndup (path, (gsize) (colon - path)) : NULL,
                      *node = colon ? g_canonicalize_filename (rest, base) : NULL,
                      *key = g_strconcat (colon ? node : "", colon, NULL);
      kb_import_lose (godot->import, on ? other : _("disabled animation tracks"), !colon);
      if (colon)
        {
          read_curve (godot, animation, i, keys);
          json_object_set (godot->tracks, key, keys);
        }
      shown |= colon && g_str_equal (node, sprite)
               && g_strv_contains (frame_properties, colon + 1);
      KB_EACH_JSON (time, kb_godot_items (json_object_get (keys, "times")))
        add_time (times, 1000 * json_number_value (time));
    }
  return shown;
}

/* A track that sets only the animation starts its frames. The first one set plays once. */
static void
add_own_track (KbGodot *godot, GArray *times)
{
  const char *sprite = kb_json_text_at (godot->sprite, "@path");
  g_autofree char *key = g_strconcat (sprite, ":frame", NULL),
                  *other = g_strconcat (sprite, ":animation", NULL);
  json_t *starts = json_array (), *numbers = json_array ();
  const json_t *animation = current_animation (godot);
  double start = 0;
  KB_EACH_JSON (step, json_object_get (animation, "frames"))
    {
      json_array_append_new (starts, json_real (start / 1000));
      json_array_append_new (numbers, json_integer ((json_int_t) step_at));
      add_time (times, start);
      start += duration_of (animation, step);
    }
  json_auto_t *keys =
    json_pack ("{s{so}sosi}", "times", "", starts, "values", numbers, "update", 1);
  if (json_object_get (godot->tracks, other) && !json_object_get (godot->tracks, key))
    json_object_set (godot->tracks, key, keys);
}

static void
play (KbGodot *godot, const char *name, const json_t *animation, const char *base)
{
  const double length = kb_json_number_at (animation, "length");
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint));
  json_object_clear (godot->tracks);
  godot->time = 0;
  add_time (times, 0);
  const gboolean shown = read_tracks (godot, animation, base, times);
  kb_import_lose (godot->import, _("animations that change no frame of the sprite"), !shown);
  if (!shown)
    return;
  KbImportAnimation *to = kb_marks_add_animation (godot->import, name, loop_in (animation));
  add_own_track (godot, times);
  add_time (times, 1000 * (length > 0 ? length : 1));
  const gint end = g_array_index (times, gint, times->len - 1);
  g_array_sort (times, compare_times);
  for (guint i = 0; i + 1 < times->len && !godot->failure; i++)
    {
      const gint start = g_array_index (times, gint, i),
                 next = MIN (g_array_index (times, gint, i + 1), end);
      godot->time = start / 1000.0;
      if (start < next)
        add_godot_step (godot, to, current_texture (godot), start, next, TRUE);
    }
  KB_EACH_MEMBER (key, keys, godot->tracks)
    {
      g_autofree char *other =
        g_strdup_printf (_("animation tracks of '%s'"), strchr (key, ':') + 1);
      kb_import_lose (godot->import, other, !json_object_get (keys, "@used"));
    }
}

/* The animations in a section: in its members "list" or "list/name", or in libraries of them. */
static void
play_all (KbGodot *godot, const json_t *section, const char *base, guint depth)
{
  static const char *const lists[] = { "_data", "anims", "libraries", NULL };
  KB_EACH_MEMBER (key, value, section)
    {
      g_auto (GStrv) words = g_strsplit (key, "/", 2);
      json_auto_t *list =
        *key && words[1] ? json_pack ("{sO}", words[1], value) : json_incref (value);
      if (depth > 1 || !*key || !g_strv_contains (lists, words[0]))
        continue;
      KB_EACH_MEMBER (name, item, list)
        if (words[0][0] == 'l')
          play_all (godot, kb_godot_follow (godot, item), base, depth + 1);
        else
          play (godot, name, kb_godot_follow (godot, item), base);
    }
}

static void
read_players (KbGodot *godot)
{
  KB_EACH_MEMBER (path, node, godot->nodes)
    {
      const json_t *root = kb_godot_items (json_object_get (node, "root_node"));
      const char *rest = json_string_value (json_array_get (root, 0));
      g_autofree char *base = g_canonicalize_filename (rest ? rest : "..", path);
      if (g_strcmp0 (kb_json_text_at (node, "type"), "AnimationPlayer") == 0)
        play_all (godot, node, base, 0);
    }
  json_object_clear (godot->tracks);
}

/* All cells of a sprite that has no animations. */
static void
read_cells (KbGodot *godot)
{
  const gint n = count_cells (godot, "hframes") * count_cells (godot, "vframes");
  g_autofree char *key = g_strconcat (kb_json_text_at (godot->sprite, "@path"), ":frame", NULL);
  for (gint i = 0; i < n && !godot->failure; i++)
    {
      json_object_set_new (godot->tracks, key,
                           json_pack ("{s{s[i]}s[i]}", "times", "", 0, "values", i));
      add_godot_frame (godot, current_texture (godot));
    }
}

static gboolean
read_godot (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
            GError **error)
{
  const char *path = import->files[0];
  json_auto_t *sections = json_object (), *nodes = json_object (), *frames = json_object (),
              *tracks = json_object ();
  KbGodot godot = { import, loader, sections, nodes, frames, tracks };
  if (kb_godot_read (sections, path, text, length, &godot.failure))
    kb_godot_collect_nodes (&godot);
  if (godot.sprite)
    read_players (&godot);
  add_sprite_animations (&godot, godot.sprite
                                   ? sprite_frames (&godot)
                                   : json_object_get (kb_godot_find (sections, path, 'r', 0),
                                                      "animations"));
  if (godot.sprite && !import->frames->len)
    read_cells (&godot);
  kb_godot_lose_nodes (&godot);
  if (godot.failure)
    g_propagate_error (error, godot.failure);
  return !godot.failure;
}

static KbFit
recognise_godot (const KbImportHead *head)
{
  const char *start = head->start;
  const char *scene = strstr (start, "[gd_scene");
  return (scene && strstr (scene, "\n["))
             || (strstr (start, "[gd_resource") && strstr (start, "\"SpriteFrames\""))
           ? KB_FIT_SURE
           : KB_FIT_NONE;
}

const KbImporter kb_importer_godot = {
  .name = "godot",
  .label = N_("Godot scene or SpriteFrames"),
  .noun = N_("a Godot scene or SpriteFrames"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.tscn", "*.tres", NULL },
  .mime_types = (const char *const[]) { "text/plain", NULL },
  .options = (const char *const[]) { "colour_key", "part", "ranges", "hot_spot", "fresh", NULL },
  .max_bytes = GODOT_MAX_BYTES,
  .recognise = recognise_godot,
  .read_sprite = read_godot,
};
