/* SPDX-License-Identifier: MIT */
/* Shared by the files that read WADs. */
#ifndef KB_INTERCHANGE_LEVELS_WAD_PRIVATE_H
#define KB_INTERCHANGE_LEVELS_WAD_PRIVATE_H

#include <glib.h>

#include "interchange/levels/wad.h"

/* Shared by wad.c and wad_map.c. */

/* Within the file. */
typedef struct {
  char name[9];     /* upper case; '?' for unprintable bytes */
  gsize offset, size;
  gsize entry;      /* offset of its directory entry */
} KbWadLump;

struct KbWad {
  char *path;
  const guint8 *data;
  gsize size;
  GArray *lumps;    /* KbWadLump */
  GArray *maps;     /* guint: the lumps that name maps */
};

/* Copies a name of up to eight bytes. */
void kb_wad_name (const guint8 *bytes, char *name);
/* Is it one of the lumps that follow a map's name? */
gboolean kb_wad_is_map_lump (const char *name);

/* Doom's things by number. */

typedef struct {
  guint type;
  const char *class_name;
  const char *name;
} KbWadThingType;

#endif
