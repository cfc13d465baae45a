/* SPDX-License-Identifier: MIT */
/* From a clearance to the bytes that the runtime reads. */
#ifndef KB_BAKE_CLEARANCE_PACK_H
#define KB_BAKE_CLEARANCE_PACK_H

#include "bake/clearance/clearance.h"

/* The record of a track (see kbx_track_open; its layout stands in runtime/tracks/track.h), of what kb_clearance has made
 * with the cut-off `most`. Lossless. Equal pictures give equal bytes. About a byte a pixel near the edge, and 1/16
 * elsewhere and where tiles repeat. Cost: linear. */
GBytes *kb_clearance_pack (const gint16 *clearance, guint width, guint height, gsize stride, guint most);

#endif
