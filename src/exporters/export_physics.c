/* SPDX-License-Identifier: MIT */
/* Shapes for Matter in the form of PhysicsEditor, which Phaser reads as `fromPhysicsEditor`. Each
 * frame has a body, and each shape a fixture, labelled with its class. Corners are clockwise and
 * parts are convex. Pictures come from another format, such as phaser: bodies have the names of its
 * frames. */
#include "exporters/exporters.h"

#define PIXEL 256.0

static json_t *
make_corner (double x, double y)
{
  return json_pack ("{sf sf}", "x", x, "y", y);
}

json_t *
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
  for (guint i = 0; i < of->frames->len; i++)
    {
      const KbExportFrame *from = kb_export_frame (of, i);
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
