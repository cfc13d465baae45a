/* SPDX-License-Identifier: MIT */
/* Opens a project or a bank, recognised by content. */
#ifndef KB_CLI_INPUT_H
#define KB_CLI_INPUT_H

#include "document/document.h"
#include "runtime/kickbox.h"

typedef struct {
  KbDocument *document;    /* for a project, else NULL */
  kbx_bank bank;           /* for a bank, open */
  gboolean is_json;        /* the bank was JSON */
  GBytes *bytes;           /* the bank, binary */
} KbInput;

/* `bank_only` refuses projects. The error names the file and, if known, the place. */
gboolean kb_input_open (KbInput *input, const char *path, gboolean bank_only, GError **error);
/* The same for a project with unreadable parts: see kb_document_open_in_part. */
gboolean kb_input_open_in_part (KbInput *input, const char *path, GPtrArray *faults,
                                GError **error);
void kb_input_close (KbInput *input);

/* Reads a whole file, pipe or device, or standard input for "-"; a zero byte follows. Refuses more
 * than `limit` bytes. */
gboolean kb_cli_read_text (const char *path, gsize limit, char **text, gsize *length,
                           GError **error);

#endif
