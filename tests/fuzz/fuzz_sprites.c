/* SPDX-License-Identifier: MIT */
/* Reads the input as a sprite, by the importer that its content names, or else as a sheet with JSON
 * data. All pictures that it names exist. The project has the class "head". */
#include <stdint.h>
#include <string.h>

#include "tests/fuzz/import_check.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const files[] = { "/art/of/the/game/input", NULL };
  static const char *const classes[] = { "head", NULL };
  static const KbImportOptions options = { .classes = (char **) classes };
  const KbImporter *importer = kb_importer_of_data (KB_IMPORT_SPRITE, files[0], (const char *) data, size, NULL);
  if (!importer || !importer->read_sprite)
    importer = &kb_importer_aseprite;
  KbImport *import = kb_import_new (importer, files, &options);
  g_autofree char *text = g_malloc (size + 1);
  memcpy (text, data, size);
  text[size] = '\0';
  GError *error = NULL;
  if (importer->read_sprite (import, text, size, &import_check_loader, &error) && kb_import_check_pictures (import, &error))
    import_check (import);
  g_clear_error (&error);
  kb_import_free (import);
  return 0;
}
