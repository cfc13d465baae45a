/* SPDX-License-Identifier: MIT */
/* A project or a bank, told apart by content. */
#ifndef KB_CLI_INPUT_H
#define KB_CLI_INPUT_H

#include "document/document.h"
#include "runtime/kickbox.h"

typedef struct {
  KbDocument *document;    /* of a project, else NULL */
  kbx_bank bank;           /* of a bank, open */
  gboolean is_json;        /* the bank was JSON */
  GBytes *bytes;           /* the bank, binary */
} KbInput;

/* `bank_only` refuses projects. The error names the file and, where known, the place. */
gboolean kb_input_open (KbInput *input, const char *path, gboolean bank_only, GError **error);
/* The same for a project of which some cannot be read: see kb_document_open_in_part. */
gboolean kb_input_open_in_part (KbInput *input, const char *path, GPtrArray *faults,
                                GError **error);
void kb_input_close (KbInput *input);

/* All of a file, a pipe or a device, or for "-" of standard input; a zero byte follows. More than
 * `limit` bytes are refused, and no more are kept. */
gboolean kb_cli_read_text (const char *path, gsize limit, char **text, gsize *length,
                           GError **error);

#endif
