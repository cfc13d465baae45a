/* SPDX-License-Identifier: MIT */
/* The document itself: creation, freeing, listeners. */
#include <string.h>

#include "document/files/private.h"
#include "document/private.h"

typedef struct {
  guint handle;
  KbListener listener;
  gpointer data;
} Listener;

static KbDocument *
document_new (const char *folder, const char *file)
{
  KbDocument *document = g_new0 (KbDocument, 1);
  char *whole = g_canonicalize_filename (folder, NULL);
  *document = (KbDocument){
    .folder = whole,
    .file = g_canonicalize_filename (file, whole),
    .next_id = 1,
    .nodes = g_hash_table_new (NULL, NULL),
    .renumbered = g_hash_table_new (NULL, NULL),
    .missing_classes = g_hash_table_new (NULL, NULL),
    .steps = g_ptr_array_new_with_free_func (kb_undo_step_free),
    .saved_position = -1,
    .listeners = g_array_new (FALSE, FALSE, sizeof (Listener)),
    .journal = (KbJournalFile){ .fd = -1 },
    .saved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .stamps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .painted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, kb_saved_painting_free),
    .encoded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, kb_encoded_painting_free),
    .broken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .sources =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) kb_picture_unref),
    .crops =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) kb_picture_unref),
    .unread = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, kb_unread_picture_free),
    .pictures_used = kb_name_set_new (),
    .pictures_written = kb_name_set_new (),
    .pictures_saved = kb_name_set_new (),
    .project = (KbProject *) kb_node_new (&kb_project_kind, NULL)
  };
  document->project->node.id = document->next_id++;
  kb_document_register (document, KB_NODE (document->project));
  return document;
}

KbDocument *
kb_document_new (const char *folder, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".kickbox", NULL);
  KbDocument *document = document_new (folder, file);
  document->project->name = g_strdup (name);
  return document;
}

KbDocument *
kb_document_new_empty (const char *folder, const char *file)
{
  return document_new (folder, file);
}

void
kb_document_free (KbDocument *document)
{
  if (!document)
    return;
  while (document->depth)
    kb_document_cancel (document);
  kb_document_before_end (document, NULL, NULL, NULL);
  kb_journal_close (document);
  g_ptr_array_unref (document->steps);
  kb_node_free (KB_NODE (document->project));
  g_hash_table_unref (document->nodes);
  g_clear_pointer (&document->names, g_hash_table_unref);
  g_hash_table_unref (document->renumbered);
  g_hash_table_unref (document->missing_classes);
  g_hash_table_unref (document->saved);
  g_hash_table_unref (document->stamps);
  g_hash_table_unref (document->painted);
  g_hash_table_unref (document->encoded);
  g_hash_table_unref (document->broken);
  g_hash_table_unref (document->sources);
  g_hash_table_unref (document->crops);
  g_hash_table_unref (document->unread);
  g_hash_table_unref (document->pictures_used);
  g_hash_table_unref (document->pictures_written);
  g_hash_table_unref (document->pictures_saved);
  g_clear_pointer (&document->half_saved, g_hash_table_unref);
  g_array_unref (document->listeners);
  g_free (document->passed);
  g_free (document->folder);
  g_free (document->file);
  g_free (document);
}

const KbProject *
kb_document_project (const KbDocument *document)
{
  return document->project;
}

const char *
kb_document_folder (const KbDocument *document)
{
  return document->folder;
}

const char *
kb_document_file (const KbDocument *document)
{
  return document->file;
}

KbNode *
kb_document_node (const KbDocument *document, KbId id)
{
  return g_hash_table_lookup (document->nodes, GUINT_TO_POINTER (id));
}

gpointer
kb_document_find (const KbDocument *document, KbId id, const KbKind *kind)
{
  return kb_node_as (kb_document_node (document, id), kind);
}

void
kb_document_note_picture (KbDocument *document, const KbNode *node)
{
  const KbField *picture = kb_kind_field_of_type (node->kind, KB_TYPE_PICTURE);
  const KbPictureRef *ref = picture ? G_STRUCT_MEMBER_P (node, picture->offset) : NULL;
  if (ref && ref->file)
    g_hash_table_add (document->pictures_used, g_strdup (ref->file));
}

static void
visit_document (KbDocument *document, KbNode *node, gboolean add)
{
  if (add)
    g_hash_table_insert (document->nodes, GUINT_TO_POINTER (node->id), node);
  else
    g_hash_table_remove (document->nodes, GUINT_TO_POINTER (node->id));
  if (add)
    kb_document_note_picture (document, node);
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      GPtrArray *items = kb_node_list (node, list);
      KB_EACH (KbNode, item, items)
        visit_document (document, item, add);
    }
}

void
kb_document_register (KbDocument *document, KbNode *node)
{
  visit_document (document, node, TRUE);
}

void
kb_document_unregister (KbDocument *document, KbNode *node)
{
  visit_document (document, node, FALSE);
}

guint
kb_document_listen (KbDocument *document, KbListener listener, gpointer data)
{
  Listener entry = { ++document->next_listener, listener, data };
  g_array_append_val (document->listeners, entry);
  return entry.handle;
}

void
kb_document_unlisten (KbDocument *document, guint handle)
{
  KB_EACH_IN (const Listener, listener, document->listeners)
    if (listener->handle == handle)
      {
        g_array_remove_index (document->listeners, listener_at);
        return;
      }
}

static void
kb_names_follow (KbDocument *document, const KbEvent *event)
{
  KbNode *node = kb_document_node (document, event->node);
  gboolean is_asset = node ? node->kind->folder != NULL
                           : event->parent == document->project->node.id;
  if (!document->names || !is_asset)
    return;
  if (event->type == KB_EVENT_INSERT)
    kb_names_add (document, node);
  else if (event->type == KB_EVENT_REMOVE
           || (event->type == KB_EVENT_SET && g_str_equal (event->name, "name")))
    g_clear_pointer (&document->names, g_hash_table_unref);
}

/* A listener may remove itself or another one: checks the copy against the current list. */
void
kb_document_emit (KbDocument *document, const KbEvent *event)
{
  kb_names_follow (document, event);
  g_autofree Listener *copy =
    g_memdup2 (document->listeners->data, document->listeners->len * sizeof (Listener));
  guint count = document->listeners->len;
  for (guint i = 0; i < count; i++)
    {
      gboolean there = FALSE;
      KB_EACH_IN_WHILE (!there, const Listener, listener, document->listeners)
        there = listener->handle == copy[i].handle;
      if (there)
        copy[i].listener (document, event, copy[i].data);
    }
}

KbDocument *
kb_document_snapshot (const KbDocument *document)
{
  KbDocument *copy = document_new (document->folder, document->file);
  kb_document_unregister (copy, KB_NODE (copy->project));
  kb_node_free (KB_NODE (copy->project));
  copy->project = (KbProject *) kb_node_copy (KB_NODE (document->project), NULL);
  copy->next_id = document->next_id;
  kb_document_register (copy, KB_NODE (copy->project));
  kb_history_mark_saved (copy);
  return copy;
}

/* An index of assets by name, for imports of thousands. Made for the first search, extended by new
 * assets, dropped when one is removed or renamed. */

/* Ignores case. A new string. */
static char *
name_key (const KbKind *kind, const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);
  return g_strconcat (kind->name, "/", folded, NULL);
}

void
kb_names_add (KbDocument *document, KbNode *asset)
{
  g_hash_table_insert (document->names, name_key (asset->kind, kb_asset_name (asset)), asset);
}

static void
index_names (KbDocument *document)
{
  const KbNode *root = KB_NODE (document->project);
  document->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (const KbList *list = root->kind->lists; list->name; list++)
    if (list->item->folder)
      KB_EACH (KbNode, asset, kb_node_list (root, list))
        kb_names_add (document, asset);
}

KbNode *
kb_document_find_asset (KbDocument *document, const KbKind *kind, const char *name)
{
  g_autofree char *key = name_key (kind, name);
  if (!document->names)
    index_names (document);
  return g_hash_table_lookup (document->names, key);
}
