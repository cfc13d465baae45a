/* SPDX-License-Identifier: MIT */
/* Reads the input as a SuperTux sprite whose pictures all exist. */
#include <stdint.h>

#include "tests/fuzz/import_check.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const files[] = { "/art/input", NULL };
  static const KbImportOptions options;
  KbImport *import = kb_import_new (&kb_importer_supertux, files, &options);
  GError *error = NULL;
  if (import->importer->read_sprite (import, (const char *) data, size, &import_check_loader, &error))
    import_check (import);
  g_clear_error (&error);
  kb_import_free (import);
  return 0;
}
