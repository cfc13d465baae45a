/* SPDX-License-Identifier: MIT */
/* Reads the input as an Aseprite file, an animated PNG, a Piskel drawing, or else a sheet with JSON data whose pictures all exist. */
#include <stdint.h>
#include <string.h>

#include "tests/fuzz/import_check.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const files[] = { "/art/input", NULL };
  static const KbImportOptions options;
  const gboolean binary = size >= 6 && memcmp (data + 4, "\xe0\xa5", 2) == 0;
  g_autofree char *text = g_strndup ((const char *) data, size);
  const gboolean png = size >= 8 && memcmp (data, "\x89PNG\r\n\x1a\n", 8) == 0;
  const KbImporter *importer = png ? &kb_importer_apng : binary ? &kb_importer_aseprite_file : strstr (text, "\"piskel\"") ? &kb_importer_piskel : &kb_importer_aseprite;
  KbImport *import = kb_import_new (importer, files, &options);
  GError *error = NULL;
  if (import->importer->read_sprite (import, (const char *) data, size, &import_check_loader, &error))
    import_check (import);
  g_clear_error (&error);
  kb_import_free (import);
  return 0;
}
