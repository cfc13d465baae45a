/* SPDX-License-Identifier: MIT */
/* Applies the input as lines of `kickbox edit` to a small project, then undoes and redoes all of
 * them. */
#include "tests/fuzz/small_project.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  json_t *before;
  KbDocument *document = copy_small_project ("/nowhere", &before);
  apply_lines (document, (const char *) data, size);
  check_history (document, before);
  g_ptr_array_unref (kb_document_problems (document));
  kb_document_free (document);
  return 0;
}
