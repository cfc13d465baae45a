/* SPDX-License-Identifier: MIT */
/* The key "kickbox" in atlases that Kickbox exported: marks of frames and animations, in the form
 * of the JSON bank. See src/exporters/export_atlas.c. */
#include "interchange/sheets/sheets.h"

#include <math.h>
#include <string.h>

static double
number_in (const json_t *object, const char *list, gsize index)
{
  return json_number_value (json_array_get (json_object_get (object, list), index));
}

static double
degrees_of (double x, double y)
{
  return fmod (floor (atan2 (y, x) * 180 / G_PI * 1e4 + 0.5) / 1e4 + 360, 360);
}

/* The geometry of a shape as a document has it. */
static json_t *
read_geometry (const json_t *shape)
{
  static const char *const kinds[] = { "box", "circle", "capsule", "polygon" };
  const json_t *turned = json_object_get (shape, "oriented");
  if (turned)
    return json_pack ("{s[fffff]}", "oriented", number_in (turned, "centre", 0),
                      number_in (turned, "centre", 1), number_in (turned, "size", 0),
                      number_in (turned, "size", 1),
                      degrees_of (number_in (turned, "axis", 0), number_in (turned, "axis", 1)));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (json_object_get (shape, kinds[i]))
      return json_pack ("{sO}", kinds[i], json_object_get (shape, kinds[i]));
  return json_object ();
}

/* Typed values as texts; NULL: none. */
static json_t *
read_values (const json_t *item)
{
  json_auto_t *properties = json_pack ("{sO*}", "properties", json_object_get (item, "values"));
  return kb_aseprite_values (properties);
}

static void
set_values (json_t *object, const json_t *item)
{
  json_t *values = object ? read_values (item) : NULL;
  if (values)
    json_object_set_new (object, "values", values);
}

void
kb_own_read_marks (KbImport *import, KbImportFrame *frame, const json_t *marks)
{
  if (json_object_get (marks, "hot_spot"))
    kb_marks_set_hot_spot (frame, number_in (marks, "hot_spot", 0),
                           number_in (marks, "hot_spot", 1));
  KB_EACH_JSON (item, json_object_get (marks, "shapes"))
    {
      json_t *shape = kb_marks_add_shape (import, frame, kb_json_text_at (item, "class"),
                                          read_geometry (item));
      const char *own = kb_json_text_at (item, "name");
      g_autofree char *name = own ? kb_import_clean_name (own) : NULL;
      if (shape && name)
        json_object_set_new (shape, "name", json_string (name));
      set_values (shape, item);
    }
  KB_EACH_JSON (item, json_object_get (marks, "action_points"))
    {
      json_t *point = kb_marks_add_point (import, frame, kb_json_text_at (item, "name"),
                                          number_in (item, "at", 0), number_in (item, "at", 1));
      if (point && json_is_array (json_object_get (item, "direction")))
        json_object_set_new (point, "direction",
                             json_real (degrees_of (number_in (item, "direction", 0),
                                                    number_in (item, "direction", 1))));
      set_values (point, item);
    }
  json_t *values = marks ? read_values (marks) : NULL;
  if (values)
    {
      json_decref (frame->values);
      frame->values = values;
    }
}

KbLoop
kb_own_read_loop (const char *text)
{
  static const char *const loops[] = { "once", "loop", "ping-pong", "hold-last" };
  for (guint i = 0; i < G_N_ELEMENTS (loops); i++)
    if (g_strcmp0 (loops[i], text) == 0)
      return (KbLoop) i;
  return KB_LOOP_LOOP;
}

void
kb_own_read_events (KbImportFrame *frame, const json_t *step)
{
  if (frame->events)
    return;
  KB_EACH_JSON (item, json_object_get (step, "events"))
    {
      const char *text = kb_json_text_at (item, "name");
      g_autofree char *name = text ? kb_import_clean_name (text) : NULL;
      if (!name || json_array_size (frame->events) >= KB_MAX_STEP_EVENTS)
        continue;
      json_t *event = json_pack ("{ss}", "name", name);
      frame->events = frame->events ? frame->events : json_array ();
      set_values (event, item);
      json_array_append_new (frame->events, event);
    }
}
