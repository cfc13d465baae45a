/* SPDX-License-Identifier: MIT */
/* The record of a level's import. */
#include "interchange/levels/level_parts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "interchange/importers.h"

/* The fields that the file decides. Others are the designer's. */
static const struct { const char *list, *fields[6]; } level_record_parts[] = {
  { "walls", { "a", "b", "class" } }, { "areas", { "name", "class", "rings" } },
  { "entities", { "name", "class", "at", "direction", "values" } },
};

static const GPtrArray *
level_record_items_of (const KbLevel *level, const char *list)
{
  return kb_node_list (&level->node, kb_kind_list (&kb_level_kind, list));
}

/* The checksum of the first n items, as a new string. */
static char *
sum_of (const KbLevel *level, guint part, guint n)
{
  const GPtrArray *items = level_record_items_of (level, level_record_parts[part].list);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; i < n; i++)
    for (const char *const *name = level_record_parts[part].fields; *name; name++)
      {
        const KbNode *item = g_ptr_array_index (items, i);
        json_auto_t *value = kb_node_get (item, kb_kind_field (item->kind, *name));
        g_autofree char *text = json_dumps (value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
        if (text)
          g_checksum_update (sum, (const guchar *) text, (gssize) strlen (text) + 1);
      }
  return g_strndup (g_checksum_get_string (sum), 32);
}

json_t *
kb_level_record_new (const KbDocument *document, const KbLevelFile *file, const KbFileLevel *made,
                     const KbLevel *level, const guint counts[3])
{
  const char *folder = kb_document_folder (document);
  g_autofree char *path = kb_record_path (folder, file->path),
                  *own = made->path ? kb_record_path (folder, made->path) : NULL;
  json_t *record = json_pack ("{ss s[s] s[{ssss}]}", "format", file->importer->name, "files", path,
                              "sources", "file", path, "sha256", file->sum);
  if (own)
    json_array_append_new (json_object_get (record, "sources"),
                           json_pack ("{ssss}", "file", own, "sha256", made->sum));
  json_t *given = json_object (), *was = json_object_get (level->import, "given");
  for (guint part = 0; part < G_N_ELEMENTS (level_record_parts); part++)
    {
      g_autofree char *sum = counts[part] ? sum_of (level, part, counts[part]) : NULL;
      json_object_set_new (given, level_record_parts[part].list,
                           sum
                             ? json_pack ("{siss}", "n", (int) counts[part], "sha256", sum)
                             : json_incref (json_object_get (was, level_record_parts[part].list)));
    }
  json_t *layers = kb_level_tiles_record (level, made);
  json_object_set_new (given, "layers",
                       layers ? layers : json_incref (json_object_get (was, "layers")));
  json_object_update_new (
    record, json_pack ("{sO* ss* so}", "solid", json_array_size (file->solid) ? file->solid : NULL,
                       "map", kb_importer_takes (file->importer, "map") ? made->name : NULL,
                       "given", given));
  return record;
}

/* The number of items from the last import if they are unchanged, else -1. */
static gint
given (const KbLevel *level, const char *list)
{
  const json_t *known = json_object_get (json_object_get (level->import, "given"), list);
  const char *sum = json_string_value (json_object_get (known, "sha256"));
  json_int_t n = json_integer_value (json_object_get (known, "n"));
  guint part = 0;
  while (strcmp (level_record_parts[part].list, list) != 0)
    part++;
  if (!sum || n < 0 || n > level_record_items_of (level, list)->len)
    return -1;
  g_autofree char *now = sum_of (level, part, (guint) n);
  return strcmp (now, sum) == 0 ? (gint) n : -1;
}

gboolean
kb_level_record_is_by_hand (const KbLevel *level, const char *list)
{
  return level_record_items_of (level, list)->len > 0 && given (level, list) < 0;
}

guint
kb_level_record_kept (const KbLevel *level, const char *list)
{
  gint n = given (level, list);
  return n < 0 ? level_record_items_of (level, list)->len : (guint) n;
}

/* A new set of the names that were given to the last import of this file. */
static GHashTable *
recorded_solid (const KbLevelFile *file, const KbDocument *document)
{
  g_autofree char *path = kb_record_path (kb_document_folder (document), file->path);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  KB_EACH (const KbLevel, level, kb_document_project (document)->levels)
    {
      const json_t *files = json_object_get (level->import, "files");
      if (g_strcmp0 (json_string_value (json_array_get (files, 0)), path) == 0)
        KB_EACH_JSON (name, json_object_get (level->import, "solid"))
          if (json_is_string (name))
            g_hash_table_add (names, (gpointer) json_string_value (name));
    }
  return g_steal_pointer (&names);
}

void
kb_level_file_forget_solid (KbLevelFile *file, const KbDocument *document)
{
  g_autoptr (GHashTable) names = recorded_solid (file, document);
  KB_EACH (KbFileLevel, level, file->levels)
    KB_EACH (KbFileLayer, layer, level->layers)
      layer->chosen |= g_hash_table_contains (names, layer->name);
}

void
kb_level_file_set_recorded_solid (KbLevelFile *file, const KbDocument *document)
{
  g_autoptr (GHashTable) names = recorded_solid (file, document);
  g_autofree const char **all =
    (const char **) g_hash_table_get_keys_as_array (names, NULL);
  if (g_hash_table_size (names))
    kb_level_file_set_solid (file, all, NULL);
  /* Layers that are there keep what the user has said of them since. */
  KB_EACH (KbFileLevel, level, file->levels)
    KB_EACH (KbFileLayer, layer, level->layers)
      layer->chosen = FALSE;
}

KbLevelFile *
kb_level_file_read_again (const char *folder, const json_t *record, const char *name,
                          GError **error)
{
  const char *path = json_string_value (json_array_get (json_object_get (record, "files"), 0));
  if (!path)
    return kb_fail_null (error, KB_ERROR_INPUT, _("%s: was not imported from a file"), name);
  g_autofree char *absolute = g_canonicalize_filename (path, folder);
  return kb_level_file_read (absolute, json_string_value (json_object_get (record, "map")), error);
}
