/* SPDX-License-Identifier: MIT */
/* Painted pixels and their files: an indexed PNG next to the JSON of each mask and track, and one
 * for each painted frame or band. A file that cannot be read is reported as a problem and stays,
 * even when its node is removed. A renamed node gets a copy of it. Only newly painted pixels
 * replace it; then it is kept as NAME.png.broken~. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/files/private.h"
#include "document/merge/merge.h"

/* --- Names and colours ------------------------------------------------------------------------ */

const char *
kb_asset_name (const KbNode *asset)
{
  const KbField *field = kb_kind_field (asset->kind, "name");
  return G_STRUCT_MEMBER (const char *, asset, field->offset);
}

char *
kb_asset_file_name (const KbNode *asset)
{
  return g_strconcat (asset->kind->folder, G_DIR_SEPARATOR_S, kb_asset_name (asset), ".json", NULL);
}

char *
kb_painted_file_name (const KbNode *node)
{
  if (node->kind->folder)
    return g_strconcat (node->kind->folder, G_DIR_SEPARATOR_S, kb_asset_name (node), ".png", NULL);
  const KbList *list = kb_node_place (node, NULL);
  const char *lost = list && strcmp (list->name, "lost") == 0 ? "-lost" : "";
  return g_strdup_printf ("%s" G_DIR_SEPARATOR_S "%s" G_DIR_SEPARATOR_S "%d%s.png",
                          node->kind->paintings, kb_asset_name (node->parent),
                          *kb_node_lasting_id (node), lost);
}

char *
kb_document_painted_path (const KbDocument *document, const KbNode *node)
{
  g_autofree char *name = kb_painted_file_name (node);
  return g_build_filename (document->folder, name, NULL);
}

void
kb_painted_palette (const KbNode *node, KbZonesPalette *palette)
{
  const GPtrArray *zones = kb_node_zones (node);
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_ZONES);
  const json_t *conflict = json_object_get (node->conflicts, field->name);
  *palette = (KbZonesPalette) { .n = 1, .patterns = node->kind->cell_pixels > 1,
                               .grey = node->kind->sample_pixels > 1,
                               .conflict = json_object_get (conflict, "other") };
  if (zones)
    KB_EACH (const KbZone, zone, zones)
      {
        palette->colours[zone->value] = zone->colour >> 8;
        palette->n = MAX (palette->n, (guint) zone->value + 1);
      }
}

static guint
palette_hash (const KbZonesPalette *palette)
{
  g_autofree char *conflict = kb_json_key (palette->conflict);
  guint hash = palette->n + g_str_hash (conflict);
  for (guint i = 0; i < palette->n; i++)
    hash = hash * 16777619u ^ palette->colours[i];
  return hash;
}

/* --- Known files ------------------------------------------------------------------------------ */

void
kb_painted_know (KbDocument *document, const char *name, KbZones *zones,
                 const KbZonesPalette *palette)
{
  KbSavedPainting *saved = g_new (KbSavedPainting, 1);
  *saved = (KbSavedPainting) { kb_zones_ref (zones), palette_hash (palette) };
  g_hash_table_insert (document->painted, g_strdup (name), saved);
}

void
kb_saved_painting_free (gpointer data)
{
  KbSavedPainting *saved = data;
  kb_zones_unref (saved->zones);
  g_free (saved);
}

/* --- Writing ---------------------------------------------------------------------------------- */

KbZones *
kb_painted_wanted (const KbNode *node, const KbPainted *painted)
{
  gint width, height;
  KbZones *zones = kb_node_painted_zones (node, NULL);
  if (zones)
    return kb_zones_ref (zones);
  if (painted->fault || !node->kind->folder || !kb_node_size (node, &width, &height))
    return NULL;
  return kb_zones_new ((guint) width, (guint) height, 0);
}

gboolean
kb_painted_is_new (const KbDocument *document, const KbNode *node, const KbZones *zones,
                   KbZonesPalette *palette, char **name)
{
  *name = kb_painted_file_name (node);
  kb_painted_palette (node, palette);
  const KbSavedPainting *saved = g_hash_table_lookup (document->painted, *name);
  return !saved || saved->palette != palette_hash (palette)
         || !kb_zones_equal (saved->zones, zones);
}

/* The result of an earlier encoding, if it is this very picture; else encodes it. */
static GBytes *
encode (const KbDocument *document, const char *name, const KbZones *zones,
        const KbZonesPalette *palette, GError **error)
{
  const KbEncodedPainting *encoded = g_hash_table_lookup (document->encoded, name);
  if (encoded && encoded->bytes && kb_zones_equal (encoded->zones, zones)
      && palette_hash (&encoded->palette) == palette_hash (palette))
    return g_bytes_ref (encoded->bytes);
  return kb_zones_encode (zones, palette, error);
}

gboolean
kb_painted_file (const KbDocument *document, const KbNode *node, const KbPainted *painted,
                 GBytes **bytes, GError **error)
{
  *bytes = NULL;
  g_autofree char *name = kb_painted_file_name (node);
  g_autoptr (KbZones) zones = kb_painted_wanted (node, painted);
  if (!zones && painted->fault)
    {
      g_autofree char *path = g_build_filename (document->folder, name, NULL);
      char *data = NULL;
      gsize length;
      if (strcmp (path, painted->file) != 0
          && kb_file_read (painted->folder, painted->file, G_MAXINT64, &data, &length, NULL))
        *bytes = g_bytes_new_take (data, length);
      return TRUE;
    }
  if (!zones)
    return TRUE;
  KbZonesPalette palette;
  g_autofree char *same = NULL;
  if (!kb_painted_is_new (document, node, zones, &palette, &same))
    return TRUE;
  *bytes = encode (document, name, zones, &palette, error);
  return *bytes != NULL;
}

gboolean
kb_painted_has_file (const KbNode *node, const KbPainted *painted)
{
  return kb_node_painted_zones (node, NULL) || painted->fault || node->kind->folder;
}

static void
settle_one (KbNode *node, KbPainted *painted, gpointer data)
{
  KbDocument *document = data;
  if (!kb_painted_has_file (node, painted))
    return;
  g_autofree char *name = kb_painted_file_name (node);
  g_autoptr (KbZones) zones = kb_painted_wanted (node, painted);
  if (!zones)
    {
      g_free (painted->folder);
      g_free (painted->file);
      painted->folder = g_strdup (document->folder);
      painted->file = g_build_filename (document->folder, name, NULL);
      g_hash_table_add (document->broken, g_steal_pointer (&name));
      return;
    }
  KbZonesPalette palette;
  kb_painted_palette (node, &palette);
  const KbSavedPainting *saved = g_hash_table_lookup (document->painted, name);
  gboolean is_same =
    saved && saved->palette == palette_hash (&palette) && kb_zones_equal (saved->zones, zones);
  g_hash_table_remove (document->broken, name);
  if (!is_same || saved->zones != zones)
    kb_painted_know (document, name, zones, &palette);
  if (!is_same)
    painted->odd = 0;
  g_clear_pointer (&painted->folder, g_free);
  g_clear_pointer (&painted->file, g_free);
  g_clear_pointer (&painted->fault, g_free);
}

void
kb_painted_settle (KbDocument *document)
{
  GHashTableIter iter;
  gpointer name;
  kb_document_visit_painted (document, settle_one, document);
  g_hash_table_remove_all (document->encoded);
  g_hash_table_iter_init (&iter, document->painted);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (document->saved, name))
      g_hash_table_iter_remove (&iter);
}

void
kb_document_visit_painted (const KbDocument *document, KbPaintedVisit visit, gpointer data)
{
  const KbNode *root = KB_NODE (document->project);
  for (const KbList *list = root->kind->lists; list->name; list++)
    if (list->item->folder)
      KB_EACH (KbNode, asset, kb_node_list (root, list))
        kb_asset_visit_painted (asset, visit, data);
}

static void
report_fault (KbNode *node, KbPainted *painted, gpointer data)
{
  GError **error = data;
  if (!*error && painted->fault && !kb_node_painted_zones (node, NULL))
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("what is painted cannot be read: %s"),
                 painted->fault);
}

gboolean
kb_document_check_paintings (const KbDocument *document, GError **error)
{
  GError *fault = NULL;
  kb_document_visit_painted (document, report_fault, &fault);
  if (fault)
    g_propagate_error (error, fault);
  return !fault;
}
