/* SPDX-License-Identifier: MIT */
/* The dojo's fighters as a document: frames, hot spots and shapes made by hand. */
#ifndef KB_TEST_DOJO_ART_H
#define KB_TEST_DOJO_ART_H

#include "document/edits/edit.h"

static inline json_t *
dojo_load (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  json_error_t fault;
  json_t *value = json_load_file (path, 0, &fault);
  if (!value)
    g_error ("%s:%d: %s", path, fault.line, fault.text);
  return value;
}

/* {"class": c, "box": [...]} -> {"class": c, "geometry": {"box": [...]}} */
static inline json_t *
dojo_shape (json_t *from)
{
  json_t *shape = json_object (), *geometry = json_object (), *value;
  const char *key;
  json_object_foreach (from, key, value)
    json_object_set (g_str_equal (key, "class") || g_str_equal (key, "name") ? shape : geometry, key, value);
  json_object_set_new (shape, "geometry", geometry);
  return shape;
}

/* One sprite a fighter, in `document`; `art` is the folder with the sheets. */
static inline void
dojo_add_fighter (KbDocument *document, const char *art, const char *name)
{
  static const char *const classes[] = { "head", "torso", "arms", "legs" };
  g_autoptr (GError) error = NULL;
  KbId project = kb_document_project (document)->node.id;
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (!kb_project_find_class (kb_document_project (document), classes[i]))
      kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", classes[i], "colour", "#ffd700"), &error);
  g_assert_no_error (error);

  g_autofree char *sheet_name = g_strconcat (name, ".png", NULL), *json_name = g_strconcat (name, ".json", NULL);
  g_autofree char *sheet_path = g_build_filename (art, sheet_name, NULL);
  g_autoptr (KbPicture) sheet = kb_picture_read (NULL, sheet_path, &error);
  g_assert_no_error (error);
  g_autofree char *file = kb_document_add_picture (document, name, sheet, &error);
  g_assert_no_error (error);

  json_t *cells = dojo_load (art, json_name), *annotations = dojo_load (art, "annotations.json"), *frames = json_array ();
  json_t *made = json_object_get (json_object_get (annotations, name), "frames"), *cell;
  size_t index;
  json_array_foreach (json_object_get (cells, "frames"), index, cell)
    {
      const char *title = json_string_value (json_object_get (cell, "filename"));
      json_t *at = json_object_get (cell, "frame"), *note = json_array_get (made, index), *shapes = json_array (), *shape;
      g_assert_cmpstr (json_string_value (json_object_get (note, "name")), ==, title);
      size_t i;
      json_array_foreach (json_object_get (note, "shapes"), i, shape)
        json_array_append_new (shapes, dojo_shape (shape));
      gint w = (gint) json_integer_value (json_object_get (at, "w")), h = (gint) json_integer_value (json_object_get (at, "h"));
      json_array_append_new (frames, json_pack ("{ss si si s{ss s[OOii]} sO so sO}", "name", title, "width", w, "height", h,
                                                "picture", "file", file, "rect", json_object_get (at, "x"),
                                                json_object_get (at, "y"), w, h, "hot_spot", json_object_get (note, "hot_spot"),
                                                "shapes", shapes, "points", json_object_get (note, "action_points")));
    }
  kb_document_insert (document, project, "sprites", -1, json_pack ("{ss so}", "name", name, "frames", frames), &error);
  g_assert_no_error (error);
  json_decref (cells);
  json_decref (annotations);
}

#endif
