/* SPDX-License-Identifier: MIT */
/* Scenes and frames of Godot 4, as text. A scene has a node for each sprite, with its hot spot at
 * the origin. Below are the picture, an Area2D for each class, a Marker2D for each action point,
 * and an AnimationPlayer. An area has as many shapes as a frame needs at most. Each step of an
 * animation sets them to the shapes of its frame and disables the rest. */
#include <math.h>
#include <string.h>

#include "document/each.h"
#include "exporters/exporters.h"

#define PIXEL 256.0

/* What animations change, of pictures, points and shapes in this order. */
typedef enum { TEXTURE, OFFSET, VISIBLE, POSITION, ROTATION, DISABLED, SHAPE, END } Property;
static const char *const properties[] = { "texture", "offset", "visible", "position", "rotation",
                                          "disabled", "shape" };

/* A node below a sprite's. Animations change its properties from `first` to before `end`. */
typedef struct {
  const char *type, *parent, *name;   /* the parent from the sprite's node: "Shapes/head" */
  Property first, end;
  const char *point;       /* NULL: no point */
  guint class_index, nth;  /* of the shapes of a class in a frame */
} Node;

/* A sprite. */
typedef struct {
  const KbExport *of;
  GString *text;           /* what is added to */
  GStringChunk *names;
  GHashTable *owners;      /* clean names -> the names that they are for */
  const KbBankSprite *sprite;
  guint first;             /* its first frame among all */
  GArray *nodes;
} Scene;

/* A shape or point of a frame. */
typedef struct {
  guint shape, part;       /* of the frame; of the shape */
  double x, y, dx, dy;     /* from the frame's top left; direction of the x axis */
} Piece;

/* For nodes and animations. Different names stay different. */
static const char *
clean (const Scene *scene, const char *name)
{
  g_autofree char *plain = g_strdelimit (g_strdup (name), ".:@/\"%\\,[", '_');
  const char *made = g_string_chunk_insert_const (scene->names, plain), *owner;
  while ((owner = g_hash_table_lookup (scene->owners, made)) && strcmp (owner, name) != 0)
    {
      g_autofree char *longer = g_strconcat (made, "_", NULL);
      made = g_string_chunk_insert_const (scene->names, longer);
    }
  g_hash_table_insert (scene->owners, (gpointer) made,
                       g_string_chunk_insert_const (scene->names, name));
  return kb_export_note_name (scene->of, name, made);
}

/* "4.5" in every locale. */
static void
add_number (GString *text, const char *before, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (text, before);
  g_string_append (text, g_ascii_formatd (digits, sizeof digits, "%.9g", number + 0.0));
}

/* "Vector2(3, 4.5)" */
static void
add_numbers (GString *text, const char *type, const double *numbers, guint n)
{
  g_string_append (text, type);
  for (guint i = 0; i < n; i++)
    add_number (text, i ? ", " : "(", numbers[i]);
  g_string_append_c (text, ')');
}
#define ADD(text, type, ...)                                                                       \
  add_numbers (text, type, (const double[]) { __VA_ARGS__ },                                       \
               sizeof ((const double[]) { __VA_ARGS__ }) / sizeof (double))

/* ---- shapes ---- */

static guint
count_parts (const KbBankShape *shape)
{
  return shape->kind == KB_BANK_POLYGON ? shape->n_parts : 1;
}

/* Parts of polygons have the frame's pixels, the others are around their centre. */
static Piece
place_shape (const KbBankShape *shape)
{
  const double dx = (shape->cx - shape->ax) / PIXEL, dy = (shape->cy - shape->ay) / PIXEL;
  switch (shape->kind)
    {
    case KB_BANK_BOX:
      return (Piece) { 0, 0, shape->x + shape->w / 2.0, shape->y + shape->h / 2.0, 1, 0 };
    case KB_BANK_POLYGON: return (Piece) { .dx = 1 };
    case KB_BANK_CAPSULE:        /* the y axis goes from end to end */
      return (Piece) { 0, 0, shape->cx / PIXEL - dx / 2, shape->cy / PIXEL - dy / 2, dy, -dx };
    default:
      return (Piece) { 0, 0, shape->cx / PIXEL, shape->cy / PIXEL, shape->ux, shape->uy };
    }
}

static gboolean
find_piece (const KbBankFrame *frame, const Node *node, Piece *piece)
{
  guint nth = node->nth;
  for (guint i = 0; node->point && i < frame->n_points; i++)
    {
      const KbBankPoint *point = frame->points + i;
      *piece = (Piece) { 0, 0, point->x, point->y, point->dx, point->dy };
      if (strcmp (point->name, node->point) == 0)
        return TRUE;
    }
  for (guint i = 0; !node->point && i < frame->n_shapes; i++)
    {
      const KbBankShape *shape = frame->shapes + i;
      const guint n = shape->class_index == node->class_index ? count_parts (shape) : 0;
      *piece = place_shape (shape);
      piece->shape = i;
      piece->part = nth;
      if (nth < n)
        return TRUE;
      nth -= n;
    }
  *piece = (Piece) { .x = frame->hot_x, .y = frame->hot_y, .dx = 1 };
  return FALSE;
}

static void
add_shape (GString *text, const KbBankShape *shape, guint part)
{
  static const char *const types[] = { "Rectangle", "Circle", "Rectangle", "ConvexPolygon",
                                       "Capsule" };
  const KbBankRing *ring = shape->kind == KB_BANK_POLYGON ? shape->parts + part : NULL;
  g_autofree double *corners = g_new (double, ring ? 2 * ring->n_vertices : 0);
  g_string_append_printf (text, "type=\"%sShape2D\"]\n", types[shape->kind]);
  for (guint i = 0; ring && i < ring->n_vertices; i++)
    {
      corners[2 * i] = ring->vertices[i].x / PIXEL;
      corners[2 * i + 1] = ring->vertices[i].y / PIXEL;
    }
  if (ring)
    add_numbers (text, "points = PackedVector2Array", corners, 2 * ring->n_vertices);
  else if (shape->kind == KB_BANK_BOX)
    ADD (text, "size = Vector2", shape->w, shape->h);
  else if (shape->kind == KB_BANK_ORIENTED)
    ADD (text, "size = Vector2", shape->ow / PIXEL, shape->oh / PIXEL);
  else
    add_number (text, "radius = ", shape->r / PIXEL);
  if (shape->kind == KB_BANK_CAPSULE)
    add_number (text, "\nheight = ",
                (hypot (shape->cx - shape->ax, shape->cy - shape->ay) + 2 * shape->r) / PIXEL);
  g_string_append_c (text, '\n');
}

static void
add_shapes (const KbExport *of, GString *text)
{
  KB_EACH_IN (const KbExportFrame, from, of->frames)
    for (guint k = 0; k < from->frame->n_shapes; k++)
      for (guint part = 0; part < count_parts (from->frame->shapes + k); part++)
        {
          g_string_append_printf (text, "\n[sub_resource id=\"shape_%u_%u_%u\" ", from_at, k,
                                  part);
          add_shape (text, from->frame->shapes + k, part);
        }
}

/* ---- pictures ---- */

static void
add_pictures (const KbExport *of, GString *text)
{
  for (guint i = 0; i < of->content->n_pages; i++)
    g_string_append_printf (text,
                            "\n[ext_resource type=\"Texture2D\" path=\"%s\" id=\"page_%u\"]\n",
                            kb_export_page_name (of, i), i);
  for (guint i = 0; i < of->frames->len; i++)
    {
      const KbBankFrame *frame = kb_export_frame (of, i)->frame;
      if (!frame->has_picture)
        continue;
      g_string_append_printf (text, "\n[sub_resource type=\"AtlasTexture\" id=\"frame_%u\"]\n"
                                    "atlas = ExtResource(\"page_%u\")\n",
                              i, frame->page);
      ADD (text, "region = Rect2", frame->atlas_x, frame->atlas_y, frame->atlas_w, frame->atlas_h);
      ADD (text, "\nmargin = Rect2", frame->trim_x, frame->trim_y,
           (double) frame->w - frame->atlas_w, (double) frame->h - frame->atlas_h);
      g_string_append_c (text, '\n');
    }
}

static void
add_texture (const KbExport *of, GString *text, guint frame)
{
  g_string_append_printf (text, kb_export_frame (of, frame)->frame->has_picture
                                  ? "SubResource(\"frame_%u\")" : "null", frame);
}

/* ---- animations ---- */

static void
add_value (const Scene *scene, const Node *node, Property property, guint index)
{
  const KbBankFrame *frame = scene->sprite->frames + index;
  GString *text = scene->text;
  Piece piece;
  const gboolean found = find_piece (frame, node, &piece);
  switch (property)
    {
    case TEXTURE: add_texture (scene->of, text, scene->first + index); break;
    case OFFSET: ADD (text, "Vector2", -frame->hot_x, -frame->hot_y); break;
    case VISIBLE: g_string_append (text, found ? "true" : "false"); break;
    case DISABLED: g_string_append (text, found ? "false" : "true"); break;
    case SHAPE:
      g_string_append_printf (text, found ? "SubResource(\"shape_%u_%u_%u\")" : "null",
                              scene->first + index, piece.shape, piece.part);
      break;
    case POSITION: ADD (text, "Vector2", piece.x - frame->hot_x, piece.y - frame->hot_y); break;
    default: add_number (text, "", atan2 (piece.dy, piece.dx));
    }
}

static void
add_track (const Scene *scene, const KbExportRun *run, guint track, const Node *node,
           Property property)
{
  GString *text = scene->text;
  g_autofree double *times = g_new (double, run->n_steps), *ones = g_new (double, run->n_steps);
  guint ms = 0;
  for (guint i = 0; i < run->n_steps; ms += kb_export_step (run, i++)->ms)
    {
      ones[i] = 1;
      times[i] = ms / 1000.0;
    }
  g_string_append_printf (text, "tracks/%u/type = \"value\"\ntracks/%u/interp = 0\n"
                                "tracks/%u/path = NodePath(\"%s%s%s:%s\")\ntracks/%u/keys = {\n",
                          track, track, track, node->parent, *node->parent ? "/" : "", node->name,
                          properties[property], track);
  add_numbers (text, "\"times\": PackedFloat32Array", times, run->n_steps);
  add_numbers (text, ",\n\"transitions\": PackedFloat32Array", ones, run->n_steps);
  g_string_append (text, ",\n\"update\": 1,\n\"values\": ");
  for (guint i = 0; i < run->n_steps; i++)
    {
      g_string_append (text, i ? ", " : "[");
      add_value (scene, node, property, kb_export_step (run, i)->frame);
    }
  g_string_append (text, "]\n}\n");
}

/* Whether a step has the node's shape or point. */
static gboolean
is_shown (const KbExportRun *run, const Node *node)
{
  Piece piece;
  for (guint i = 0; i < run->animation->n_steps; i++)
    if (find_piece (run->sprite->frames + run->animation->steps[i].frame, node, &piece))
      return TRUE;
  return FALSE;
}

static void
add_export_godot_animation (const KbExport *of, gpointer to, const KbExportRun *run)
{
  const Scene *scene = to;
  guint ms = 0, track = 0;
  if (run->sprite != scene->sprite)
    return;
  for (guint i = 0; i < run->n_steps; i++)
    ms += kb_export_step (run, i)->ms;
  g_string_append_printf (scene->text,
                          "\n[sub_resource type=\"Animation\" id=\"animation_%u\"]\n"
                          "loop_mode = %d\n",
                          run->number, run->loops);
  add_number (scene->text, "length = ", ms / 1000.0);
  g_string_append_c (scene->text, '\n');
  KB_EACH_IN (const Node, node, scene->nodes)
    for (Property property = node->first; property < node->end; property++)
      if (property < POSITION || property == DISABLED || is_shown (run, node))
        add_track (scene, run, track++, node, property);
}

static void
add_to_library (const KbExport *of, gpointer to, const KbExportRun *run)
{
  const Scene *scene = to;
  if (run->sprite == scene->sprite)
    g_string_append_printf (scene->text, "\"%s\": SubResource(\"animation_%u\"),\n",
                            clean (scene, run->animation->name), run->number);
}

/* ---- nodes ---- */

/* An area with as many shapes as some frame needs. */
static void
list_shapes (Scene *scene, guint class_index)
{
  const char *name = clean (scene, scene->of->content->classes[class_index].name);
  g_autofree char *path = g_strconcat ("Shapes/", name, NULL);
  Node shape = { "CollisionShape2D", g_string_chunk_insert (scene->names, path), NULL, POSITION,
                 END, NULL, class_index, 0 };
  Piece piece;
  for (guint i = 0; i < scene->sprite->n_frames; i++)
    for (; find_piece (scene->sprite->frames + i, &shape, &piece); shape.nth++)
      {
        g_autofree char *number = g_strdup_printf ("%u", shape.nth);
        shape.name = g_string_chunk_insert (scene->names, number);
        if (shape.nth == 0)
          g_array_append_val (scene->nodes, ((Node) { "Area2D", "Shapes", name }));
        g_array_append_val (scene->nodes, shape);
      }
}

static void
list_points (Scene *scene, const KbBankFrame *frame, GHashTable *seen)
{
  for (guint i = 0; i < frame->n_points; i++)
    if (g_hash_table_add (seen, frame->points[i].name))
      g_array_append_val (scene->nodes,
                          ((Node) { "Marker2D", "Points", clean (scene, frame->points[i].name),
                                    VISIBLE, DISABLED, frame->points[i].name }));
}

static void
list_nodes (Scene *scene)
{
  static const Node first[] = { { "Sprite2D", "", "Picture", TEXTURE, VISIBLE },
                                { "Node2D", "", "Shapes" }, { "Node2D", "", "Points" } };
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_array_set_size (scene->nodes, 0);
  g_array_append_vals (scene->nodes, first, G_N_ELEMENTS (first));
  for (guint i = 0; i < scene->of->content->n_classes; i++)
    list_shapes (scene, i);
  for (guint i = 0; i < scene->sprite->n_frames; i++)
    list_points (scene, scene->sprite->frames + i, seen);
}

/* With its values in the sprite's first frame. */
static void
add_node (const Scene *scene, const Node *node)
{
  g_string_append_printf (scene->text, "\n[node name=\"%s\" type=\"%s\" parent=\"%s%s%s\"]\n",
                          node->name, node->type, clean (scene, scene->sprite->name),
                          *node->parent ? "/" : "", node->parent);
  for (Property property = node->first; property < node->end && scene->sprite->n_frames; property++)
    {
      g_string_append_printf (scene->text, "%s%s = ", property ? "" : "centered = false\n",
                              properties[property]);
      add_value (scene, node, property, 0);
      g_string_append_c (scene->text, '\n');
    }
}

/* The sprite's animations, and its nodes into `tree`: all resources come before all nodes. Ids of
 * resources are numbers, so no name of a project equals one. */
static void
add_sprite (Scene *scene, GString *tree, guint number)
{
  GString *resources = scene->text;
  const char *name = clean (scene, scene->sprite->name);
  list_nodes (scene);
  kb_export_each_animation (scene->of, add_export_godot_animation, scene);
  g_string_append_printf (resources,
                          "\n[sub_resource type=\"AnimationLibrary\" id=\"library_%u\"]\n"
                          "_data = {\n",
                          number);
  kb_export_each_animation (scene->of, add_to_library, scene);
  g_string_append (resources, "}\n");
  scene->text = tree;
  g_string_append_printf (tree, "\n[node name=\"%s\" type=\"Node2D\" parent=\".\"]\n", name);
  KB_EACH_IN (const Node, node, scene->nodes)
    add_node (scene, node);
  g_string_append_printf (tree,
                          "\n[node name=\"Animations\" type=\"AnimationPlayer\" parent=\"%s\"]\n"
                          "libraries = {\"\": SubResource(\"library_%u\")}\n",
                          name, number);
  scene->text = resources;
}

static char *
make_scene (const KbExport *of)
{
  g_autoptr (GString) tree = g_string_new (NULL);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  g_autoptr (GHashTable) owners = g_hash_table_new (g_str_hash, g_str_equal);
  Scene scene = { of, g_string_new ("[gd_scene format=3]\n"), g_string_chunk_new (1024), owners,
                  NULL, 0, nodes };
  add_pictures (of, scene.text);
  add_shapes (of, scene.text);
  g_string_append_printf (tree,
                          "\n[node name=\"%s\" type=\"Node2D\"]\neditor_description = \"%s\"\n",
                          clean (&scene, of->stem), KB_EXPORT_MARK);
  for (guint i = 0; i < of->content->n_sprites; i++)
    {
      scene.sprite = of->content->sprites + i;
      add_sprite (&scene, tree, i);
      scene.first += scene.sprite->n_frames;
    }
  g_string_append (scene.text, tree->str);
  g_string_chunk_free (scene.names);
  return g_string_free (scene.text, FALSE);
}

/* ---- frames alone ---- */

static void
add_frames (const KbExport *of, gpointer to, const KbExportRun *run)
{
  g_autofree char *quoted = kb_export_quoted (run->name);
  g_string_append_printf (
    to, "{\n\"name\": &%s,\n\"speed\": 1000.0,\n\"loop\": %s,\n\"frames\": [", quoted,
    run->loops ? "true" : "false");
  for (guint i = 0; i < run->n_steps; i++)
    {
      g_string_append (to, i ? ", {\"texture\": " : "{\"texture\": ");
      add_texture (of, to, run->first + kb_export_step (run, i)->frame);
      g_string_append_printf (to, ", \"duration\": %u.0}", kb_export_step (run, i)->ms);
    }
  g_string_append (to, "]\n}, ");
}

static char *
make_export_godot_frames (const KbExport *of)
{
  GString *text = g_string_new ("[gd_resource type=\"SpriteFrames\" format=3]\n");
  add_pictures (of, text);
  g_string_append (text, "\n[resource]\nresource_name = \"" KB_EXPORT_MARK "\"\nanimations = [");
  kb_export_each_animation (of, add_frames, text);
  g_string_append (text, "]\n");
  return g_string_free (text, FALSE);
}

const KbExporter kb_exporter_godot = {
  .ending = ".tscn",
  .holds = KB_HOLDS_SHAPES | KB_HOLDS_ANIMATIONS | KB_HOLDS (PICTURES) | KB_HOLDS (HOT_SPOTS)
           | KB_HOLDS (CLASSES) | KB_HOLDS (POINTS) | KB_HOLDS (DIRECTIONS),
  .only_animations = TRUE,
  .is_engine = TRUE,
  .make_text = make_scene,
};

const KbExporter kb_exporter_godot_frames = {
  .ending = ".tres",
  .holds = KB_HOLDS_ANIMATIONS | KB_HOLDS (PICTURES),
  .only_animations = TRUE,
  .is_engine = TRUE,
  .make_text = make_export_godot_frames,
};
