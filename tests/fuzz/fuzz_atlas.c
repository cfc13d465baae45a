/* SPDX-License-Identifier: MIT */
/* Reads the input as a Starling atlas if it begins like XML, or else as one of libGDX; the pictures all exist. */
#include <stdint.h>

#include "tests/fuzz/import_check.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const files[] = { "/art/input", NULL };
  static const KbImportOptions options;
  const KbImporter *importer = size && data[0] == '<' ? &kb_importer_starling : &kb_importer_libgdx;
  KbImport *import = kb_import_new (importer, files, &options);
  g_autofree char *text = g_strndup ((const char *) data, size);
  GError *error = NULL;
  if (import->importer->read_sprite (import, text, strlen (text), &import_check_loader, &error))
    import_check (import);
  g_clear_error (&error);
  kb_import_free (import);
  return 0;
}
