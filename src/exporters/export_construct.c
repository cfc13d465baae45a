/* SPDX-License-Identifier: MIT */
/* Objects of Construct 3, as its editor copies and pastes them: JSON with the pictures inside. A
 * frame has one collision polygon, made of its largest shape with corners. Positions are parts of
 * the frame's size. */
#include "exporters/exporters.h"

#include <glib/gi18n.h>
#include <math.h>

#define UNIT 256     /* kb_fixed in a pixel */

/* Twice the area, 0 for a shape without corners. */
static double
size_of (const KbBankShape *shape)
{
  const KbBankVertex *at = shape->outline.vertices;
  double size = shape->kind == KB_BANK_BOX        ? 2.0 * shape->w * shape->h * UNIT * UNIT
                : shape->kind == KB_BANK_ORIENTED ? 2.0 * shape->ow * shape->oh
                                                  : 0;
  for (guint i = 0, last = shape->outline.n_vertices - 1; i < shape->outline.n_vertices; last = i++)
    size += (double) at[last].x * at[i].y - (double) at[i].x * at[last].y;
  return fabs (size);
}

/* Of a polygon as drawn. */
static json_t *
make_polygon (const KbBankFrame *frame, const KbBankShape *shape)
{
  const gint right = shape->x + shape->w, bottom = shape->y + shape->h;
  KbBankVertex box[] = { { shape->x * UNIT, shape->y * UNIT }, { right * UNIT, shape->y * UNIT },
                         { right * UNIT, bottom * UNIT }, { shape->x * UNIT, bottom * UNIT } };
  const KbBankRing corners = { box, G_N_ELEMENTS (box) },
                   *ring = shape->kind == KB_BANK_BOX       ? &corners
                           : shape->kind == KB_BANK_POLYGON ? &shape->outline
                                                            : shape->parts;
  json_t *numbers = json_array ();
  for (guint i = 0; i < ring->n_vertices; i++)
    {
      json_array_append_new (numbers, json_real (ring->vertices[i].x / (double) UNIT / frame->w));
      json_array_append_new (numbers, json_real (ring->vertices[i].y / (double) UNIT / frame->h));
    }
  return numbers;
}

/* Durations count ticks. */
static json_t *
make_export_construct_frame (const KbBankFrame *frame, const KbBankStep *step, guint tick)
{
  const double w = frame->w, h = frame->h;
  const KbBankShape *shape = NULL;
  json_t *points = json_array (), *made;
  g_autoptr (GString) tag = g_string_new (NULL);
  for (guint i = 0; i < frame->n_points; i++)
    json_array_append_new (points,
                           json_pack ("{ss sf sf}", "name", frame->points[i].name, "x",
                                      frame->points[i].x / w, "y", frame->points[i].y / h));
  for (guint i = 0; i < step->n_events; i++)
    g_string_append_printf (tag, "%s%s", i ? " " : "", step->events[i].name);
  for (guint i = 0; i < frame->n_shapes; i++)
    if (size_of (frame->shapes + i) > (shape ? size_of (shape) : 0))
      shape = frame->shapes + i;
  made = json_pack ("{sf sf sf sf ss ss sf ss si sb so sf ss}", "width", w, "height", h, "originX",
                    frame->hot_x / w, "originY", frame->hot_y / h, "originalSource", "",
                    "exportFormat", "lossless", "exportQuality", 0.8, "fileType", "image/png",
                    "imageDataIndex", frame->page, "useCollisionPoly", shape != NULL, "imagePoints",
                    points, "duration", step->ms / (double) tick, "tag", tag->str);
  if (shape)
    json_object_set_new (made, "collisionPoly",
                         json_pack ("{so}", "points", make_polygon (frame, shape)));
  return made;
}

/* Into the objects, which are in the order of the sprites. The rest stands still. */
static void
add_export_construct_animation (const KbExport *of, gpointer to, const KbExportRun *run)
{
  const KbBankAnimation *animation = run->animation;
  const guint tick = kb_export_tick (run);
  json_t *frames = json_array (),
         *object = json_array_get (to, (gsize) (run->sprite - of->content->sprites));
  for (guint i = 0; i < animation->n_steps; i++)
    json_array_append_new (frames,
                           make_export_construct_frame (
                             kb_export_frame (of, run->first + animation->steps[i].frame)->frame,
                             animation->steps + i, tick));
  json_array_append_new (
    json_object_get (json_object_get (object, "animations"), "items"),
    json_pack ("{so ss sb sb si si sf}", "frames", frames, "name", animation->name, "isLooping",
               run->loops, "isPingPong", animation->loop == KB_BANK_PING_PONG, "repeatCount", 1,
               "repeatTo", 0, "speed", run->is_rest ? 0 : 1000.0 / tick));
}

static char *
make_construct (const KbExport *of)
{
  json_t *objects = json_array (), *pictures = json_array ();
  json_auto_t *names = kb_export_names (of->sprites);
  for (guint i = 0; i < of->content->n_sprites; i++)
    json_array_append_new (
      objects, json_pack ("{so ss sb s[] s[] s[] s{s[] s[] ss}}", "name",
                          kb_export_identifier (of, names, of->content->sprites[i].name),
                          "plugin-id", "Sprite", "isGlobal", FALSE, "instanceVariables",
                          "behaviorTypes", "effectTypes", "animations", "items", "subfolders",
                          "name", "Animations"));
  for (guint i = 0; i < of->content->n_pages; i++)
    {
      g_autofree char *code =
        g_base64_encode (of->content->pages[i].data, of->content->pages[i].size);
      json_array_append_new (pictures, json_pack ("s+", "data:image/png;base64,", code));
    }
  kb_export_each_animation (of, add_export_construct_animation, objects);
  return kb_export_json_text (
    json_pack ("{sb ss ss s[] so s[] so}", "is-c3-clipboard-data", TRUE, "type", "object-types",
               "generator", KB_EXPORT_MARK, "families", "items", objects, "folders", "imageData",
               pictures));
}

static void
list_export_construct_losses (const KbBankContent *content, KbExportLose lose, GPtrArray *messages)
{
  guint further = 0;
  for (guint i = 0; i < content->n_sprites; i++)
    for (guint k = 0; k < content->sprites[i].n_frames; k++)
      {
        const KbBankFrame *frame = content->sprites[i].frames + k;
        guint n = 0;
        for (guint s = 0; s < frame->n_shapes; s++)
          n += size_of (frame->shapes + s) > 0;
        further += MAX (n, 1) - 1;
      }
  if (further)
    lose (messages, _("shapes other than the largest of a frame"), further);
}

const KbExporter kb_exporter_construct = {
  .ending = ".json",
  .holds = KB_HOLDS (PICTURES) | KB_HOLDS_ANIMATIONS | KB_HOLDS (HOT_SPOTS) | KB_HOLDS (BOXES)
           | KB_HOLDS (ORIENTED) | KB_HOLDS (POLYGONS) | KB_HOLDS (POINTS) | KB_HOLDS (EVENTS),
  .own_pages = TRUE,
  .pictures_inside = TRUE,
  .only_animations = TRUE,
  .is_engine = TRUE,
  .make_text = make_construct,
  .list_losses = list_export_construct_losses,
};
