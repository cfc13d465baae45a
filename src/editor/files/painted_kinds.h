/* SPDX-License-Identifier: MIT */
/* Differences between masks and tracks in the dialog that imports painted pictures. */
#ifndef KB_PAINTED_KINDS_H
#define KB_PAINTED_KINDS_H

#include "document/document.h"

typedef struct {
  /* Not translated yet */
  const char *list, *title, *name, *no_name, *replaced, *replaced_by_file, *refused, *too_many,
    *imported;
  const KbNode *(*find) (const KbProject *project, const char *name);
  gboolean track;
} KbPaintedKind;

extern const KbPaintedKind kb_painted_mask, kb_painted_track;

#endif
