/* SPDX-License-Identifier: MIT */
/* Projects of GDevelop 5, with each sprite as an object of all scenes. A direction has one time, so
 * a frame is listed once for each tick of its own. Its collision mask are all boxes, turned boxes
 * and polygons, its origin is the hot spot. */
#include "document/each.h"
#include "exporters/exporters.h"

#define PIXEL 256.0

static json_t *
make_corner (double x, double y)
{
  return json_pack ("{sf sf}", "x", x, "y", y);
}

/* The convex parts of a box, turned box or polygon, as lists of corners: {"x": 3, "y": 4.5}. */
static json_t *
kb_export_parts (const KbBankShape *shape)
{
  const gint x = shape->x, y = shape->y, right = x + shape->w, bottom = y + shape->h;
  json_t *parts = json_array ();
  for (guint i = 0; i < shape->n_parts; i++)
    {
      json_t *part = json_array ();
      for (guint k = 0; k < shape->parts[i].n_vertices; k++)
        json_array_append_new (part, make_corner (shape->parts[i].vertices[k].x / PIXEL,
                                                  shape->parts[i].vertices[k].y / PIXEL));
      json_array_append_new (parts, part);
    }
  if (shape->kind == KB_BANK_BOX)
    json_array_append_new (parts, json_pack ("[oooo]", make_corner (x, y), make_corner (right, y),
                                             make_corner (right, bottom),
                                             make_corner (x, bottom)));
  return parts;
}

static json_t *
make_fixture (const KbExport *of, const KbBankShape *shape)
{
  const char *label = of->content->classes[shape->class_index].name;
  if (shape->kind == KB_BANK_CIRCLE)
    return json_pack ("{ss sb s{sf sf sf}}", "label", label, "isSensor", FALSE, "circle", "x",
                      shape->cx / PIXEL, "y", shape->cy / PIXEL, "radius", shape->r / PIXEL);
  return json_pack ("{ss sb so}", "label", label, "isSensor", FALSE, "vertices",
                    kb_export_parts (shape));
}

static char *
make_physics (const KbExport *of)
{
  json_t *bodies = json_pack ("{ss}", "generator_info", KB_EXPORT_MARK);
  KB_EACH_IN (const KbExportFrame, from, of->frames)
    {
      json_t *fixtures = json_array ();
      for (guint k = 0; k < from->frame->n_shapes; k++)
        if (from->frame->shapes[k].kind != KB_BANK_CAPSULE)
          json_array_append_new (fixtures, make_fixture (of, from->frame->shapes + k));
      json_object_set_new (bodies, from->name,
                           json_pack ("{ss ss so}", "type", "fromPhysicsEditor", "label",
                                      from->name, "fixtures", fixtures));
    }
  return kb_export_json_text (bodies);
}

const KbExporter kb_exporter_physics = {
  .ending = ".json",
  .holds = KB_HOLDS (BOXES) | KB_HOLDS (CIRCLES) | KB_HOLDS (ORIENTED) | KB_HOLDS (POLYGONS)
           | KB_HOLDS (CLASSES),
  .is_engine = TRUE,
  .make_text = make_physics,
};

static json_t *
make_sprite (const KbExport *of, const KbExportRun *run, guint step)
{
  const KbBankFrame *frame =
    kb_export_frame (of, run->first + kb_export_step (run, step)->frame)->frame;
  json_t *points = json_array (), *mask = json_array ();
  for (guint i = 0; i < frame->n_points; i++)
    json_array_append_new (points, json_pack ("{ss si si}", "name", frame->points[i].name, "x",
                                              frame->points[i].x, "y", frame->points[i].y));
  for (guint i = 0; i < frame->n_shapes; i++)
    {
      json_auto_t *parts = kb_export_parts (frame->shapes + i);
      json_array_extend (mask, parts);
    }
  return json_pack ("{ss so sb so s{ss si si} s{ss sb si si}}", "image",
                    kb_export_frame_picture (of, run, step), "points", points,
                    "hasCustomCollisionMask", TRUE, "customCollisionMask", mask,
                    "originPoint", "name", "origine", "x", frame->hot_x, "y", frame->hot_y,
                    "centerPoint", "name", "centre", "automatic", TRUE, "x", 0, "y", 0);
}

/* Into the objects, which are in the order of the sprites. */
static void
add_export_gdevelop_animation (const KbExport *of, gpointer to, const KbExportRun *run)
{
  const guint tick = kb_export_tick (run);
  g_autofree guint *ticks = kb_export_ticks (run, tick);
  json_t *sprites = json_array (),
         *object = json_array_get (to, (gsize) (run->sprite - of->content->sprites));
  for (guint i = 0; i < run->n_steps; i++)
    for (guint k = 0; k < ticks[i]; k++)
      json_array_append_new (sprites, make_sprite (of, run, i));
  json_array_append_new (json_object_get (object, "animations"),
                         json_pack ("{ss sb s[{sb sf so}]}", "name", run->animation->name,
                                    "useMultipleDirections", FALSE, "directions", "looping",
                                    run->loops, "timeBetweenFrames", tick / 1000.0, "sprites",
                                    sprites));
}

static char *
make_gdevelop (const KbExport *of)
{
  json_t *objects = json_array (), *pictures = json_array ();
  json_auto_t *names = kb_export_names (of->sprites);
  for (guint i = 0; i < of->content->n_sprites; i++)
    json_array_append_new (
      objects, json_pack ("{so ss s[] s[] s[] s[]}", "name",
                          kb_export_identifier (of, names, of->content->sprites[i].name), "type",
                          "Sprite", "variables", "effects", "behaviors", "animations"));
  for (guint i = 0; i < of->content->n_pages; i++)
    json_array_append_new (pictures, json_pack ("{ss ss ss ss sb sb}", "kind", "image", "name",
                                                kb_export_page_name (of, i), "file",
                                                kb_export_page_name (of, i), "metadata", "",
                                                "smoothed", FALSE, "userAdded", TRUE));
  kb_export_each_animation (of, add_export_gdevelop_animation, objects);
  return kb_export_json_text (
    json_pack ("{s{si si si si} s{ss ss ss s[{ss}]} s{so s[]} so s[{ss s[] s[] s[]}]}",
               "gdVersion", "major", 5, "minor", 6, "build", 0, "revision", 0, "properties",
               "name", of->stem, "description", KB_EXPORT_MARK, "currentPlatform",
               "GDevelop JS platform", "platforms", "name", "GDevelop JS platform", "resources",
               "resources", pictures, "resourceFolders", "objects", objects, "layouts", "name",
               "Scene", "objects", "instances", "layers"));
}

const KbExporter kb_exporter_gdevelop = {
  .ending = ".json",
  .holds = KB_HOLDS (PICTURES) | KB_HOLDS_ANIMATIONS | KB_HOLDS (HOT_SPOTS) | KB_HOLDS (BOXES)
           | KB_HOLDS (ORIENTED) | KB_HOLDS (POLYGONS) | KB_HOLDS (POINTS),
  .own_pages = TRUE,
  .only_animations = TRUE,
  .is_engine = TRUE,
  .make_text = make_gdevelop,
};
