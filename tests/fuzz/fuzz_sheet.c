/* SPDX-License-Identifier: MIT */
/* Cuts sheets by islands, by a grid, or takes each as one frame. The first part of the input is
 * the options as a sprite records them, each further one a drawn sheet. */
#include "interchange/sheets/sheets.h"
#include "tests/fuzz/import_check.h"
#include "tests/fuzz/input.h"

#define MOST_SHEETS 4

static KbPicture *
load_sheet (gpointer data, const char *path, GError **error)
{
  gsize length;
  const char *text = next_part (data, &length);
  KbPicture *picture = text ? draw_picture (text, length) : NULL;
  if (!picture)
    kb_import_fail (error, path, "no pixels");
  return picture;
}

/* What a dialog proposes for the sheet fits into it. */
static void
check_guess (const KbPicture *picture)
{
  gint width = 0, height = 0;
  kb_grid_guess_cell (picture, &width, &height);
  g_assert_true (width >= 1 && height >= 1);
  if (kb_grid_guess_sheet (picture, &width, &height))
    g_assert_true (width <= (gint) picture->width && height <= (gint) picture->height);
  KbImportOptions options = { 0 };
  if (kb_import_detect_sheet (picture, &options))
    g_assert_true (options.islands != (options.cell_width > 0));
  g_assert_true (kb_import_options_check (&options, NULL));
}

/* Without a minimum every opaque pixel is in an island. */
static void
check_islands (const KbImport *import)
{
  const KbPicture *picture = kb_import_picture (import, 0);
  KbIslandMap *map = kb_island_map_new (picture, 0, import->options.gap, 0, import->options.gather);
  guint64 opaque = 0, found = 0;
  for (gsize i = 0; i < (gsize) picture->width * picture->height; i++)
    opaque += picture->rgba[4 * i + 3] != 0;
  for (guint i = 0; i < map->islands->len; i++)
    found += g_array_index (map->islands, KbIsland, i).pixels;
  g_assert_cmpuint (found, ==, opaque);
  kb_island_map_free (map);
}

static void
read_sheets (const KbImportOptions *options, FuzzParts *parts)
{
  static const char *const all[] = { "/art/fakir_walk 10.png", "/art/fakir_walk 2.png",
                                     "/art/fakir_run (1).png", "/art/fakir_run (1).png" };
  const char *files[MOST_SHEETS + 1] = { NULL };
  FuzzParts rest = *parts;
  gsize length;
  for (guint i = 0; i < MOST_SHEETS && next_part (&rest, &length); i++)
    files[i] = all[i];
  const KbPictureLoader loader = { load_sheet, parts };
  const KbImporter *importer = options->format ? kb_importer_find (KB_IMPORT_SPRITE, options->format, NULL) : &kb_importer_islands;
  if (!files[0] || !importer || importer->max_bytes)
    return;
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) import = kb_import_new (importer, files, options);
  if (!importer->read_sprite (import, NULL, 0, &loader, &error))
    {
      g_assert_nonnull (error);
      return;
    }
  fuzz_accept ();
  if (!kb_import_make_animations (import, &error) || !kb_import_place_hot_spots (import, &error))
    {
      g_assert_nonnull (error);
      return;
    }
  import_check (import);
  check_islands (import);
  check_guess (kb_import_picture (import, 0));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FuzzParts parts = { (const char *) data, (const char *) data + size };
  KbImportOptions options;
  gsize length = 0;
  const char *text = next_part (&parts, &length);
  json_t *settings = json_loadb (text, length, 0, NULL);
  if (kb_import_options_from_json (&options, settings, NULL)
      && kb_import_options_check (&options, NULL))
    read_sheets (&options, &parts);
  kb_import_options_clear (&options);
  json_decref (settings);
  return 0;
}
