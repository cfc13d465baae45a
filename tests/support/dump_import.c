/* SPDX-License-Identifier: MIT */
/* Reads pictures and imports for tests written in another language: one JSON object a line in,
 * {"picture": PATH} or {"import": [PATHS], "format": ..., "cell_width": ..., and so on}; one a line out. */
#include <stdio.h>
#include <string.h>

#include "interchange/importers.h"

static char *
digest (const KbPicture *picture)
{
  return g_compute_checksum_for_data (G_CHECKSUM_MD5, picture->rgba, (gsize) picture->width * picture->height * 4);
}

static json_t *
dump_picture (const KbPicture *picture)
{
  g_autofree char *sum = digest (picture);
  return json_pack ("{sisiss}", "width", (int) picture->width, "height", (int) picture->height, "md5", sum);
}

static json_t *
dump_frame (const KbImport *import, const KbImportFrame *frame)
{
  g_autoptr (KbPicture) picture = kb_import_frame_picture (import, frame);
  json_t *shapes = json_array (), *shown = dump_picture (picture), *shape;
  size_t i;
  json_array_foreach (frame->shapes, i, shape)
    json_array_append_new (shapes, json_pack ("{sOsO}", "class", json_object_get (shape, "class"), "box",
                                              json_object_get (json_object_get (shape, "geometry"), "box")));
  json_object_update_new (shown, json_pack ("{ss?ss?sisosOso}", "name", frame->name, "tag", frame->tag, "index",
                                            frame->tag_index, "shapes", shapes, "points", frame->points, "hot_spot",
                                            frame->hot_spot.set ? json_pack ("[ii]", frame->hot_spot.x, frame->hot_spot.y)
                                                                : json_null ()));
  return shown;
}

static json_t *
dump_import (const KbImport *import)
{
  json_t *frames = json_array (), *animations = json_array (), *messages = json_array ();
  for (guint i = 0; i < import->frames->len; i++)
    json_array_append_new (frames, dump_frame (import, g_ptr_array_index (import->frames, i)));
  for (guint i = 0; i < import->animations->len; i++)
    {
      const KbImportAnimation *animation = g_ptr_array_index (import->animations, i);
      json_t *steps = json_array ();
      for (guint j = 0; j < animation->steps->len; j++)
        {
          const KbImportStep *step = &g_array_index (animation->steps, KbImportStep, j);
          json_array_append_new (steps, json_pack ("[ii]", step->frame, step->duration));
        }
      json_array_append_new (animations, json_pack ("{sssiso}", "name", animation->name, "loop", animation->loop, "steps", steps));
    }
  for (guint i = 0; i < import->messages->len; i++)
    {
      g_autofree char *text = kb_message_text (g_ptr_array_index (import->messages, i));
      json_array_append_new (messages, json_string (text));
    }
  return json_pack ("{sssssisosOso}", "format", import->importer->name, "name", import->name, "pictures",
                    (int) import->pictures->len, "frames", frames, "animations", animations, "messages", messages);
}

static json_t *
answer (const json_t *question, GError **error)
{
  const char *path = json_string_value (json_object_get (question, "picture"));
  if (path)
    {
      g_autoptr (KbPicture) picture = kb_picture_read (NULL, path, error);
      return picture ? dump_picture (picture) : NULL;
    }
  KbImportOptions options;
  if (!kb_import_options_from_json (&options, question, error))
    return NULL;
  const json_t *list = json_object_get (question, "import");
  g_autofree const char **paths = g_new0 (const char *, json_array_size (list) + 1);
  for (gsize i = 0; i < json_array_size (list); i++)
    paths[i] = json_string_value (json_array_get (list, i));
  g_autoptr (KbImport) import = kb_import_read (paths, &options, error);
  kb_import_options_clear (&options);
  return import ? dump_import (import) : NULL;
}

int
main (void)
{
  char *line = NULL;
  size_t size = 0;
  while (getline (&line, &size, stdin) > 0)
    {
      GError *error = NULL;
      json_t *question = json_loads (line, 0, NULL);
      json_t *result = answer (question, &error);
      if (!result)
        result = json_pack ("{ss}", "error", error->message);
      json_dumpf (result, stdout, JSON_COMPACT);
      putchar ('\n');
      fflush (stdout);
      g_clear_error (&error);
      json_decref (result);
      json_decref (question);
    }
  free (line);
  return 0;
}
