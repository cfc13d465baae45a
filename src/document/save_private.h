/* SPDX-License-Identifier: MIT */
/* Shared by save_outputs.c (what a save writes) and save.c (how). */
#ifndef KB_SAVE_PRIVATE_H
#define KB_SAVE_PRIVATE_H

#include "document/painted_files.h"

typedef struct {
  char *name, *fresh, *old;   /* relative to the folder */
  char *text;          /* NULL: the file is to be deleted; malloc'ed */
  size_t length;
  gboolean kept_old, replaced;
  gboolean keep_broken;  /* the old file is unreadable, and is kept under another name */
} KbSaveOutput;

typedef struct {
  KbDocument *document;
  KbFolder *folder;
  GPtrArray *made;     /* paths of folders created for it */
  char *record;        /* its name in the folder */
  gboolean recorded;   /* it exists */
  GPtrArray *outputs;  /* KbSaveOutput, changed ones only */
  GHashTable *kept;    /* names of all files of the project */
  GError *fault;
} KbSave;

void kb_save_output_free (gpointer output);
/* Fills `outputs` and `kept`. */
gboolean kb_save_collect (KbSave *save, GError **error);

#endif
