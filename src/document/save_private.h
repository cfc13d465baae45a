/* SPDX-License-Identifier: MIT */
/* Between what a save writes (save_outputs.c) and how (save.c). */
#ifndef KB_SAVE_PRIVATE_H
#define KB_SAVE_PRIVATE_H

#include "document/painted_files.h"

typedef struct {
  char *name, *fresh, *old;   /* relative to the folder */
  char *text;          /* NULL: the file is to go; malloc'ed */
  size_t length;
  gboolean kept_old, replaced;
  gboolean keep_broken;  /* what was there cannot be read, and stays beside it */
} KbSaveOutput;

typedef struct {
  KbDocument *document;
  KbFolder *folder;
  GPtrArray *made;     /* paths of folders that had to be made for it */
  char *record;        /* its name in the folder */
  gboolean recorded;   /* it is there */
  GPtrArray *outputs;  /* KbSaveOutput, changed ones only */
  GHashTable *kept;    /* names of all files that the project has */
  GError *fault;
} KbSave;

void kb_save_output_free (gpointer output);
/* Fills `outputs` and `kept`. */
gboolean kb_save_collect (KbSave *save, GError **error);

#endif
