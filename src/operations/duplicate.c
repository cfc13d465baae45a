/* SPDX-License-Identifier: MIT */
/* Duplicates whole assets and layers. */
#include <glib/gi18n.h>

#include "operations/operations.h"


/* Paintings are not in JSON. The second tree was made from the first. */
static gboolean
copy_painted (KbDocument *document, const KbNode *from, const KbNode *to, GError **error)
{
  for (const KbField *field = from->kind->fields; field->name; field++)
    {
      KbZones *zones = field->type == KB_TYPE_ZONES ? kb_node_painted_zones (from, field) : NULL;
      if (zones && !kb_document_set_zones (document, to->id, field->name, zones, error))
        return FALSE;
    }
  for (const KbList *list = from->kind->lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (from, list), *copies = kb_node_list (to, list);
      for (guint i = 0; i < MIN (items->len, copies->len); i++)
        if (!copy_painted (document, g_ptr_array_index (items, i), g_ptr_array_index (copies, i),
                           error))
          return FALSE;
    }
  return TRUE;
}

KbId
kb_node_duplicate (KbDocument *document, KbId id, GError **error)
{
  const KbNode *node = kb_document_node (document, id);
  guint place;
  const KbList *list = node ? kb_node_place (node, &place) : NULL;
  const KbField *named = list ? kb_kind_field (node->kind, "name") : NULL;
  if (!named || named->type != KB_TYPE_NAME)
    return kb_fail (error, KB_ERROR_INPUT,
                    _("only sprites, masks, tracks, levels and layers can be duplicated whole"));
  json_t *value = kb_node_to_json (node, NULL);
  const char *name = json_string_value (json_object_get (value, "name"));
  g_autofree char *label = g_strdup_printf (_("Duplicate %s"), name),
                  *other = kb_document_free_name (document, node->parent->id, list->name, name);
  json_object_set_new (value, "name", json_string (other));
  json_object_del (value, "id");
  kb_document_begin (document, label);
  KbId copy = kb_document_insert (document, node->parent->id, list->name,
                                  list->item->folder ? -1 : (int) place + 1, value, error);
  gboolean done =
    copy && copy_painted (document, node, kb_document_node (document, copy), error);
  return kb_document_finish (document, done) ? copy : 0;
}
