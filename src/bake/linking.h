/* SPDX-License-Identifier: MIT */
/* An object that was read, for object.c and link.c. */
#ifndef KB_BAKE_LINKING_H
#define KB_BAKE_LINKING_H

#include "bake/convert.h"
#include "bake/object.h"
#include "bake/work.h"

struct KbObject {
  char *path;
  json_t *head;                /* owns the next three */
  const char *kind, *name;     /* of the asset */
  json_t *settings;
  guint32 *adlers;             /* of the bands of all pages */
  guint n_adlers;
  KbBankContent content;
};

void kb_object_free (KbObject *object);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbObject, kb_object_free)

#endif
