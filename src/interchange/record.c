/* SPDX-License-Identifier: MIT */
/* The record of a sprite's import. */
#include "interchange/apply_private.h"
#include "interchange/importers.h"

#include <string.h>

char *
kb_record_path (const char *folder, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_auto (GStrv) a = g_strsplit (folder, "/", -1), b = g_strsplit (absolute, "/", -1);
  guint common = 0;
  while (a[common] && b[common] && strcmp (a[common], b[common]) == 0)
    common++;
  GString *result = g_string_new (NULL);
  /* They share only the root: unrelated paths. */
  if (common < 2)
    g_string_assign (result, absolute);
  else
    {
      for (guint i = common; a[i]; i++)
        g_string_append (result, a[i][0] ? "../" : "");
      for (guint i = common; b[i]; i++)
        g_string_append_printf (result, "%s%s", b[i], b[i + 1] ? "/" : "");
      if (result->len == 0)
        g_string_assign (result, ".");
    }
  return g_string_free (result, FALSE);
}

/* A copy, or NULL of an empty list. */
static json_t *
copy_list (const json_t *list)
{
  return json_array_size (list) ? json_deep_copy (list) : NULL;
}

static json_t *
frame_record (const KbApply *apply, const KbImportFrame *frame, gint id)
{
  json_t *record = json_pack (
    "{si ss* so* ss* so* so* so* so* so*}", "id", id, "name", frame->name, "cell",
    !frame->name && frame->picture >= 0
      ? json_pack ("[iiiii]", frame->picture, frame->x, frame->y, frame->picture_width,
                   frame->picture_height)
      : NULL,
    "tag", frame->tag, "index", frame->tag ? json_integer (frame->tag_index) : NULL, "hot_spot",
    kb_apply_hot_spot_json (frame), "points", copy_list (frame->points), "shapes",
    copy_list (frame->shapes), "events", json_deep_copy (frame->events));
  for (guint k = 0; kb_apply_frame_fields[k]; k++)
    {
      json_t *value = kb_apply_frame_field (apply, frame, kb_apply_frame_fields[k]);
      if (value)
        json_object_set_new (record, kb_apply_frame_fields[k], value);
    }
  return record;
}

static void
add_files (json_t *list, const KbApply *apply, char *const *files)
{
  for (guint i = 0; files && files[i]; i++)
    {
      g_autofree char *path = kb_record_path (kb_document_folder (apply->document), files[i]);
      json_array_append_new (list, json_string (path));
    }
}

/* Files that importing again will read too, or NULL. They are not new: see
 * kb_import_has_new_files. */
static json_t *
others_record (const KbApply *apply)
{
  g_autoptr (GPtrArray) found = kb_import_find_new_files (apply->import->files);
  json_t *others = found->len ? json_array () : NULL;
  g_ptr_array_add (found, NULL);
  if (others)
    add_files (others, apply, (char *const *) found->pdata);
  return others;
}

/* A file that did not exist has no checksum. */
static json_t *
sources_record (const KbApply *apply)
{
  json_t *list = json_array ();
  KB_EACH (const KbImportSource, source, apply->import->sources)
    {
      g_autofree char *path = kb_record_path (kb_document_folder (apply->document), source->path);
      json_array_append_new (list, json_pack ("{ss ss*}", "file", path, "sha256", source->sum));
    }
  return list;
}

json_t *
kb_record_new (const KbApply *apply, const gint *lasting_ids)
{
  const KbImport *import = apply->import;
  json_t *record = kb_import_options_to_json (&import->options, import->importer);
  json_t *files = json_array (), *frames = json_array (), *animations = json_array ();
  add_files (files, apply, import->files);
  add_files (files, apply, import->missing);
  KB_EACH (const KbImportFrame, frame, import->frames)
    json_array_append_new (frames, frame_record (apply, frame, lasting_ids[frame_at]));
  KB_EACH (const KbImportAnimation, animation, import->animations)
    json_array_append_new (animations,
                           json_pack ("{ss ss so so*}", "name", animation->name, "loop",
                                      kb_loop_name (animation->loop), "steps",
                                      kb_apply_steps_json (animation, lasting_ids), "values",
                                      json_deep_copy (animation->values)));
  json_auto_t *zones = kb_apply_zone_names (import);
  json_object_update_new (
    record,
    json_pack ("{ss so so* so so so so* so* so*}", "format", import->importer->name, "files", files,
               "others", import->importer == &kb_importer_files ? others_record (apply) : NULL,
               "sources", sources_record (apply), "frames", frames, "animations", animations,
               "terrains",
               json_array_size (import->terrains) ? kb_apply_terrains_json (apply) : NULL, "zones",
               copy_list (zones), "values", json_deep_copy (import->values)));

  /* Lost frames keep their records in case they come back. */
  const KbSprite *sprite = kb_apply_sprite (apply);
  g_autoptr (GHashTable) index = kb_record_index (sprite ? sprite->import : NULL);
  KB_EACH_WHILE (sprite, const KbFrame, lost, sprite->lost)
    {
      const json_t *known = g_hash_table_lookup (index, GINT_TO_POINTER (lost->lasting_id));
      if (known)
        json_array_append_new (frames, json_deep_copy (known));
    }
  return record;
}

GHashTable *
kb_record_index (const json_t *record)
{
  GHashTable *index = g_hash_table_new (NULL, NULL);
  const json_t *frames = json_object_get (record, "frames");
  KB_EACH_JSON (frame, frames)
    {
      json_int_t id = json_integer_value (json_object_get (frame, "id"));
      if (id > 0 && id < G_MAXINT)
        g_hash_table_insert (index, GINT_TO_POINTER ((gint) id), frame);
    }
  return index;
}

const json_t *
kb_record_animation (const json_t *record, const char *name)
{
  return kb_import_find_named (json_object_get (record, "animations"), name);
}
