/* SPDX-License-Identifier: MIT */
/* What wad.c and wad_map.c share. */
#ifndef KB_WAD_PRIVATE_H
#define KB_WAD_PRIVATE_H

#include "interchange/wad.h"

/* Within the file. */
typedef struct {
  char name[9];     /* capitals; '?' for what is no printable ASCII */
  gsize offset, size;
  gsize entry;      /* where the directory tells of it */
} KbWadLump;

struct KbWad {
  char *path;
  const guint8 *data;
  gsize size;
  GArray *lumps;    /* KbWadLump */
  GArray *maps;     /* guint: the lumps that are maps' names */
};

/* Eight bytes to a name. */
void kb_wad_name (const guint8 *bytes, char *name);
/* One of the lumps that come after a map's name. */
gboolean kb_wad_is_map_lump (const char *name);

#endif
