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

/* The outlines of sectors, from the lines with the sector on one side only. */

typedef struct KbWadRings KbWadRings;

/* The map must outlive it. Cost: n log n. */
KbWadRings *kb_wad_rings_new (const KbWadMap *map);
void kb_wad_rings_free (KbWadRings *rings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbWadRings, kb_wad_rings_free)

/* Call once per sector. Returns its closed rings, arrays of KbWadVertex with the sector on the
 * right; rings that touch in a point are separate. `open`: an outline is not closed, and ends
 * `at`. */
GPtrArray *kb_wad_rings_of_sector (KbWadRings *rings, guint sector, gboolean *open,
                                   KbWadVertex *at);

/* Doom's things by number. */

typedef struct {
  guint type;
  const char *class_name;
  const char *name;
} KbWadThingType;

#endif
