/* SPDX-License-Identifier: MIT */
/* Reads the input as a map or a tileset of Tiled, in XML or JSON. What can be read of a tileset whose pictures all exist becomes
 * frames; what can be read of a map becomes a level, twice the same. */
#include <stdint.h>
#include <string.h>

#include "document/edits/cells.h"
#include "interchange/tiled/tiled.h"
#include "tests/fuzz/import_check.h"

#define MOST_FRAMES 1000     /* more take long to put into a document, and are no other case */

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_piece (const KbLevelFile *file, const KbFileLevel *level, const KbFileLayer *layer, const KbFilePiece *piece)
{
  g_assert_cmpint (piece->i, >=, layer->i);
  g_assert_cmpint (piece->j, >=, layer->j);
  g_assert_cmpint (piece->i + (gint) piece->width, <=, layer->i + layer->width);
  g_assert_cmpint (piece->j + (gint) piece->height, <=, layer->j + layer->height);
  for (gsize i = 0; piece->cells && i < (gsize) piece->width * piece->height; i++)
    if (!kb_cell_is_empty (piece->cells[i]))
      {
        KbCell cell = kb_cell_unpack (piece->cells[i]);
        g_assert_cmpuint (cell.tileset - 1, <, level->tilesets->len);
        const KbFileTileset *set = g_ptr_array_index (file->tilesets, g_array_index (level->tilesets, guint, cell.tileset - 1));
        g_assert_cmpuint (cell.frame, <=, set->import->frames->len);
      }
}

static json_t *
apply (KbDocument *document, const KbLevelFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  if (kb_level_file_apply (document, file, NULL, ids, &error))
    return kb_node_to_json (kb_document_node (document, g_array_index (ids, KbId, 0)), NULL);
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  return json_null ();
}

static void
read_map (const char *text, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbLevelFile) file = kb_level_file_parse ("/nowhere/input", text, size, NULL, &error);
  guint n_frames = 0;
  g_assert_true (!file == (error != NULL));
  if (!file)
    return;
  fuzz_accept ();
  const KbFileLevel *level = g_ptr_array_index (file->levels, 0);
  for (guint i = 0; i < level->layers->len; i++)
    {
      const KbFileLayer *layer = g_ptr_array_index (level->layers, i);
      for (guint k = 0; k < layer->pieces->len; k++)
        check_piece (file, level, layer, g_ptr_array_index (layer->pieces, k));
    }
  for (guint i = 0; i < file->tilesets->len; i++)
    n_frames += ((const KbFileTileset *) g_ptr_array_index (file->tilesets, i))->import->frames->len;
  if (n_frames > MOST_FRAMES)
    return;
  KbDocument *document = kb_document_new ("/nowhere", "levels");
  json_t *first = apply (document, file), *again = apply (document, file);
  g_assert_true (json_equal (first, again));
  json_decref (first);
  json_decref (again);
  kb_document_free (document);
}

static void
read_set (const KbTiledNode *root)
{
  static const char *const files[] = { "/art/input", NULL };
  static const KbImportOptions options;
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) import = kb_import_new (&kb_importer_tiled_set, files, &options);
  KbTiledTileset set = { .import = import };
  /* A map may have a set without tiles. */
  if (kb_tiled_tileset_read (&set, root, &import_check_loader, &error))
    {
      if (import->frames->len)
        import_check (import);
    }
  else
    g_assert_true (error != NULL);
  kb_tiled_tileset_clear (&set);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  g_autofree char *head = g_strndup (text, size);
  if (kb_tiled_is_map (head))
    read_map (text, size);
  else
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (KbTiledNode) root = kb_tiled_parse ("/art/input", text, size, NULL, &error);
      g_assert_true (!root == (error != NULL));
      if (root)
        read_set (root);
    }
  return 0;
}
