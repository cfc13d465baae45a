/* SPDX-License-Identifier: MIT */
/* The outlines of sectors, from the lines with the sector on one side only. */
#ifndef KB_WAD_RINGS_H
#define KB_WAD_RINGS_H

#include "interchange/wad.h"

typedef struct KbWadRings KbWadRings;

/* The map must outlive it. Cost: n log n. */
KbWadRings *kb_wad_rings_new (const KbWadMap *map);
void kb_wad_rings_free (KbWadRings *rings);

/* Call once per sector. Returns its closed rings, arrays of KbWadVertex with the sector on the
 * right; rings that touch in a point are separate. `open`: an outline is not closed, and ends
 * `at`. */
GPtrArray *kb_wad_rings_of_sector (KbWadRings *rings, guint sector, gboolean *open,
                                   KbWadVertex *at);

#endif
