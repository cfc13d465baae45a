/* SPDX-License-Identifier: MIT */
/* Making and reading objects. */
#include "bake/object.h"

#include <string.h>
#include <zlib.h>

#include <glib/gi18n.h>

#include "bake/builder_id.h"
#include "bake/convert.h"
#include "bake/work.h"
#include "document/files/files.h"
#include "runtime/kickbox.h"

#define ALIGNMENT 16

char *
kb_builder_id (void)
{
  return g_strdup_printf ("%s-%s", KB_BUILDER_ID, zlibVersion ());
}

GBytes *
kb_object_make (KbDocument *document, const KbNode *asset, GError **error)
{
  KbBakeSettings settings;
  g_autoptr (KbBake) bake = kb_bake_asset (document, asset, error);
  g_autoptr (GBytes) bank = bake ? kb_bake_bytes (bake, error) : NULL;
  if (!bank || !kb_bake_project_settings (document, &settings, error))
    return NULL;
  g_autofree char *builder = kb_builder_id ();
  json_t *adlers = json_array ();
  KB_EACH_IN (const guint32, adler, bake->adlers)
    json_array_append_new (adlers, json_integer (*adler));
  json_auto_t *head = json_pack (
    "{s:i, s:s, s:s, s:s, s:o, s:o}", "kickbox_object", 1, "kind", asset->kind->name, "name",
    G_STRUCT_MEMBER (const char *, asset, kb_kind_field (asset->kind, "name")->offset), "builder",
    builder, "export", kb_bake_settings_to_json (&settings, NULL), "adlers", adlers);
  char *line = json_dumps (head, JSON_COMPACT | JSON_SORT_KEYS);
  g_autoptr (GString) text = g_string_new (line);
  free (line);
  while (text->len % ALIGNMENT != ALIGNMENT - 1)
    g_string_append_c (text, ' ');
  g_string_append_c (text, '\n');
  gsize size;
  const char *bytes = g_bytes_get_data (bank, &size);
  g_string_append_len (text, bytes, (gssize) size);
  return g_string_free_to_bytes (g_steal_pointer (&text));
}

void
kb_object_free (KbObject *object)
{
  if (!object)
    return;
  kb_bank_part_free (object->part);
  json_decref (object->head);
  g_free (object->pages);
  g_clear_pointer (&object->file, g_bytes_unref);
  g_free (object->adlers);
  g_free (object->path);
  g_free (object);
}

/* The line of JSON before the bank. Returns its length, or 0 if it is not one. */
static gsize
read_head (KbObject *object, const char *text, gsize size, GError **error)
{
  const char *end = size ? memchr (text, '\n', size) : NULL;
  const gsize length = end ? (gsize) (end + 1 - text) : 0;
  object->head = length % ALIGNMENT == 0 ? json_loadb (text, length, 0, NULL) : NULL;
  const char *builder = NULL;
  json_t *adlers = NULL;
  int version;
  g_autofree char *own = kb_builder_id ();
  if (!object->head
      || json_unpack (object->head, "{s:i, s:s, s:s, s:s, s:o, s:o}", "kickbox_object", &version,
                      "kind", &object->kind, "name", &object->name, "builder", &builder, "export",
                      &object->settings, "adlers", &adlers)
           != 0)
    kb_input_error (error, _("%s: byte 0: expected an object that 'kickbox compile' made"),
                    object->path);
  else if (strcmp (builder, own) != 0)
    kb_input_error (error,
                    _("%s: was compiled by another version of Kickbox: %s, and this is %s; compile "
                      "it again"),
                    object->path, builder, own);
  else
    {
      object->n_adlers = (guint) json_array_size (adlers);
      object->adlers = g_new (guint32, object->n_adlers + 1);
      for (guint i = 0; i < object->n_adlers; i++)
        object->adlers[i] = (guint32) json_integer_value (json_array_get (adlers, i));
      return length;
    }
  return 0;
}

static void
list_pages (KbObject *object, const kbx_bank *bank)
{
  object->pages = g_new0 (KbBankPage, kbx_bank_count (bank, KBX_PAGE));
  for (; object->n_pages < kbx_bank_count (bank, KBX_PAGE); object->n_pages++)
    {
      const kbx_about page = kbx_info (kbx_bank_item (bank, KBX_PAGE, object->n_pages));
      object->pages[object->n_pages] =
        (KbBankPage) { .w = (guint32) page.size.w, .h = (guint32) page.size.h,
                       .data = (guint8 *) page.data, .size = page.data_size };
    }
}

static KbObject *
read_object (const char *path, GError **error)
{
  gsize size;
  kbx_bank bank;
  KbBankError reason = { .place = "" };
  g_autoptr (KbObject) object = g_new0 (KbObject, 1);
  object->path = g_strdup (path);
  object->file = kb_file_map (path, error);
  const char *text = object->file ? g_bytes_get_data (object->file, &size) : NULL;
  const gsize head = object->file ? read_head (object, text, size, error) : 0;
  const guint8 *bytes = (const guint8 *) text + head;
  if (head == 0)
    return NULL;
  if (kb_bank_open (&bank, bytes, size - head, &reason))
    {
      list_pages (object, &bank);
      object->part = kb_bank_part_new (bytes, object->kind, object->name);
      if (object->part)
        return g_steal_pointer (&object);
      return kb_fail_null (error, KB_ERROR_INPUT, _("%s: has no %s '%s', as it says"), path,
                           object->kind, object->name);
    }
  return kb_fail_null (error, reason.out_of_memory ? KB_ERROR_MACHINE : KB_ERROR_INPUT,
                       "%s: %s%s%s", path, reason.place, *reason.place ? ": " : "",
                       reason.message);
}

typedef struct {
  char **paths;
  GPtrArray *objects;
} Reading;

static gboolean
read_one (guint index, gpointer data, GError **error)
{
  const Reading *reading = data;
  KbObject *object = read_object (reading->paths[index], error);
  reading->objects->pdata[index] = object;
  return object != NULL;
}

GPtrArray *
kb_objects_read (char **paths, KbBakeProgress progress, gpointer data, GError **error)
{
  const KbWatch watch = { progress, data, NULL };
  g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kb_object_free);
  Reading reading = { paths, objects };
  g_ptr_array_set_size (objects, (gint) g_strv_length (paths));
  return kb_parallel (objects->len, read_one, &reading, &watch, 0, 0.5, error)
           ? g_steal_pointer (&objects)
           : NULL;
}
