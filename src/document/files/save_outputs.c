/* SPDX-License-Identifier: MIT */
/* The files that a save must write or delete, and their contents. */
#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>

#include "bank/json_text.h"
#include "document/files/private.h"

void
kb_save_output_free (gpointer data)
{
  KbSaveOutput *output = data;
  g_free (output->name);
  g_free (output->fresh);
  g_free (output->old);
  free (output->text);
  g_free (output);
}

static KbSaveOutput *
add_output (GPtrArray *outputs, const char *name)
{
  KbSaveOutput *output = g_new0 (KbSaveOutput, 1);
  *output = (KbSaveOutput){ .name = g_strdup (name),
                            .fresh = g_strconcat (name, ".new~", NULL),
                            .old = g_strconcat (name, ".old~", NULL) };
  g_ptr_array_add (outputs, output);
  return output;
}

/* --- Text of each file ------------------------------------------------------------------------ */

static gboolean
node_text (const KbNode *node, KbSaveOutput *output)
{
  json_auto_t *value = kb_node_to_file_json (node);
  gboolean ok = value != NULL;
  if (ok && node->kind->folder)
    json_object_del (value, "name");   /* it is the file's name; */
  if (ok && node->kind->folder && kb_node_painted (node, NULL))
    json_object_del (value, "pixels");   /* these always exist */
  ok = ok && json_object_set_new (value, "kickbox", json_string (node->kind->name)) == 0
       && json_object_set_new (value, "format", json_integer (node->kind->format)) == 0;
  output->text = ok ? kb_json_text (value, &output->length) : NULL;
  return output->text != NULL;
}

static gboolean
unchanged (const KbDocument *document, const KbSaveOutput *output)
{
  const char *known = g_hash_table_lookup (document->saved, output->name);
  g_autofree char *sum =
    g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) output->text, output->length);
  return g_strcmp0 (known, sum) == 0;
}

/* Takes the name and records it, so that no file of that name is deleted. */
static void
end_output (KbSave *save, char *name)
{
  if (unchanged (save->document, g_ptr_array_index (save->outputs, save->outputs->len - 1)))
    g_ptr_array_remove_index (save->outputs, save->outputs->len - 1);
  g_hash_table_add (save->kept, name);
}

static gboolean
collect_node (KbSave *save, const KbNode *node, GError **error)
{
  KbDocument *document = save->document;
  g_autofree char *name =
    node->kind->folder ? kb_asset_file_name (node) : g_path_get_basename (document->file);
  KbSaveOutput *output = add_output (save->outputs, name);
  if (!node_text (node, output))
    {
      errno = ENOMEM;
      return kb_folder_fail (error, save->folder, name, _("%s: cannot be written: %s"));
    }
  end_output (save, g_steal_pointer (&name));
  return TRUE;
}

static void
collect_painted (KbNode *node, KbPainted *painted, gpointer data)
{
  KbSave *save = data;
  g_autoptr (GBytes) bytes = NULL;
  gsize length;
  if (save->fault || !kb_painted_has_file (node, painted))
    return;
  g_autofree char *name = kb_painted_file_name (node);
  if (!kb_painted_file (save->document, node, painted, &bytes, &save->fault))
    {
      g_prefix_error (&save->fault, "%s: ", name);
      return;
    }
  if (!bytes)
    {
      g_hash_table_add (save->kept, g_steal_pointer (&name));
      return;
    }
  KbSaveOutput *output = add_output (save->outputs, name);
  const char *data_of = g_bytes_get_data (bytes, &length);
  output->text = malloc (MAX (length, 1));
  if (!output->text)
    {
      errno = ENOMEM;
      kb_folder_fail (&save->fault, save->folder, name, _("%s: cannot be written: %s"));
      return;
    }
  memcpy (output->text, data_of, length);
  output->length = length;
  output->keep_broken = g_hash_table_contains (save->document->broken, name);
  end_output (save, g_steal_pointer (&name));
}

gboolean
kb_save_collect (KbSave *save, GError **error)
{
  KbDocument *document = save->document;
  const KbNode *root = KB_NODE (document->project);
  for (const KbList *list = root->kind->lists; list->name; list++)
    if (list->item->folder)
      KB_EACH (KbNode, asset, kb_node_list (root, list))
        if (!collect_node (save, asset, error))
          return FALSE;
  kb_document_visit_painted (document, collect_painted, save);
  if (save->fault)
    {
      g_propagate_error (error, g_steal_pointer (&save->fault));
      return FALSE;
    }
  if (!collect_node (save, root, error))
    return FALSE;
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, document->saved);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (save->kept, name)
        && !g_hash_table_contains (document->broken, name))
      add_output (save->outputs, name);
  return TRUE;
}
