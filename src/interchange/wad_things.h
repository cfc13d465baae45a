/* SPDX-License-Identifier: MIT */
/* Doom's things by number. */
#ifndef KB_WAD_THINGS_H
#define KB_WAD_THINGS_H

#include <glib.h>

typedef struct {
  guint type;
  const char *class_name;
  const char *name;
} KbWadThingType;

/* NULL for the many types that are not in the table. */
const KbWadThingType *kb_wad_thing_type (guint type);

#endif
