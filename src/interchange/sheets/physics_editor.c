/* SPDX-License-Identifier: MIT */
/* Shapes of PhysicsEditor in JSON: bodies by name, each for the picture of that name next to the
 * file. A body is a list of fixtures with flat lists of numbers, as for P2, Corona and melonJS. Or
 * it is an object with such a list of corners and circles, as for Matter. */
#include "interchange/importers.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <string.h>

/* Numbers, yes and no, and those of a filter: density, sensors, bits. */
static json_t *
read_physics_editor_values (json_t *values, const json_t *object)
{
  KB_EACH_MEMBER (key, value, object)
    if (strcmp (key, "filter") == 0 || strcmp (key, "collisionFilter") == 0)
      read_physics_editor_values (values, value);
    else if (json_is_boolean (value))
      json_object_set_new (values, key, json_string (json_is_true (value) ? "true" : "false"));
    else if (json_is_number (value))
      json_object_set_new (values, key, json_sprintf ("%.6g", json_number_value (value)));
  return values;
}

static json_t *
read_circle (const json_t *circle)
{
  const json_t *at = json_object_get (circle, "position");
  const json_t *x = at ? json_array_get (at, 0) : json_object_get (circle, "x"),
               *y = at ? json_array_get (at, 1) : json_object_get (circle, "y");
  return json_pack ("{s[fff]}", "circle", json_number_value (x), json_number_value (y),
                    kb_json_number_at (circle, "radius"));
}

/* By default the label is the body's name, and a class for each body would say nothing. */
static void
read_fixture (KbImport *import, KbImportFrame *frame, const char *body, const json_t *fixture)
{
  const json_t *shape = json_object_get (fixture, "shape"),
               *circle = json_object_get (fixture, "circle"),
               *lists[] = { json_object_get (fixture, "polygons"),
                            json_object_get (fixture, "vertices") };
  const char *label = kb_json_text_at (fixture, "label"),
             *key = kb_json_text_at (fixture, "fixtureKey"), *name = label ? label : key;
  json_auto_t *geometries = json_array ();
  json_array_append_new (geometries, shape ? kb_marks_polygon (shape, NULL) : NULL);
  json_array_append_new (geometries, circle ? read_circle (circle) : NULL);
  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    KB_EACH_JSON (item, lists[k])
      json_array_append_new (geometries, kb_marks_polygon (item, NULL));
  KB_EACH_JSON (item, geometries)
    json_object_set_new (kb_marks_add_shape (import, frame,
                                             g_strcmp0 (name, body) == 0 ? NULL : name,
                                             json_incref (item)),
                         "values", read_physics_editor_values (json_object (), fixture));
}

/* A body without a picture is left out. */
static gboolean
read_body (KbImport *import, const KbPictureLoader *loader, const char *name, const json_t *body,
           GError **error)
{
  const KbJsonPlace root = { NULL, import->files[0], FALSE, 0 }, place = { &root, name, TRUE, 0 };
  const json_t *fixtures = json_is_array (body) ? body : json_object_get (body, "fixtures");
  g_autofree char *stem = kb_atlas_frame_name (name), *file = g_strconcat (stem, ".png", NULL);
  g_autoptr (GError) fault = NULL;
  if (!json_is_array (fixtures))
    return kb_json_fail (error, &place, NULL, _("expected a list of fixtures"));
  g_autofree char *path = kb_atlas_find_picture (import, import->files[0], file, FALSE, error);
  if (!path)
    return FALSE;
  KbImportFrame *frame = kb_atlas_add_picture (import, loader, path, stem, &fault);
  if (!frame && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_propagate_error (error, g_steal_pointer (&fault)), FALSE;
  kb_import_lose (import, _("bodies without a picture of their name"), !frame);
  for (gsize i = 0; frame && i < json_array_size (fixtures); i++)
    read_fixture (import, frame, name, json_array_get (fixtures, i));
  if (frame && fixtures != body)
    frame->values = read_physics_editor_values (json_object (), body);
  return TRUE;
}

static gboolean
read_physics_editor (KbImport *import, const char *text, gsize length,
                     const KbPictureLoader *loader, GError **error)
{
  const char *path = import->files[0];
  json_auto_t *json = kb_json_load (path, text, length, import->messages, error);
  gboolean ok = json != NULL;
  /* A text says what wrote the file. */
  KB_EACH_MEMBER (name, body, json)
    ok = ok && (json_is_string (body) || read_body (import, loader, name, body, error));
  import->lasting_names = TRUE;
  return ok
         && (import->frames->len
             || kb_import_fail (error, path,
                                _("none of the bodies' pictures exists; expected them next to "
                                  "this file")));
}

static KbFit
recognise_physics_editor (const KbImportHead *head)
{
  const char *start = head->start;
  return strstr (start, "\"fromPhysicsEditor\"")                               ? KB_FIT_SURE
         : strstr (start, "\"shape\"") && strstr (start, "\"density\"")
             ? KB_FIT_LIKELY
         : strstr (start, "generated with PhysicsEditor") ? KB_FIT_LIKELY
                                                          : KB_FIT_NONE;
}

const KbImporter kb_importer_physics_editor = {
  .name = "physics-editor",
  .label = N_("Shapes of PhysicsEditor"),
  .noun = N_("shapes of PhysicsEditor"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.json", NULL },
  .mime_types = (const char *const[]) { "application/json", NULL },
  .options = (const char *const[]) { "colour_key", "name_animations", "ranges", "hot_spot",
                                     "fresh", NULL },
  .max_bytes = 64 << 20,
  .recognise = recognise_physics_editor,
  .read_sprite = read_physics_editor,
};
