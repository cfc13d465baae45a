/* SPDX-License-Identifier: MIT */
/* The outlines of sectors, from the lines that have them on one side alone. */
#ifndef KB_WAD_RINGS_H
#define KB_WAD_RINGS_H

#include "interchange/wad.h"

typedef struct KbWadRings KbWadRings;

/* The map must stay. Cost: n log n. */
KbWadRings *kb_wad_rings_new (const KbWadMap *map);
void kb_wad_rings_free (KbWadRings *rings);

/* To be asked once for each sector: its closed rings, arrays of KbWadVertex, with the sector on the
 * right hand; rings that touch in a point are apart. `open`: something is not closed, and ends
 * `at`. */
GPtrArray *kb_wad_rings_of_sector (KbWadRings *rings, guint sector, gboolean *open,
                                   KbWadVertex *at);

#endif
