/* SPDX-License-Identifier: MIT */
/* Painted pictures as indexed PNG files, which any paint program opens. The index is the value, the
 * palette has the zones' colours, and index 0 is transparent. */
#ifndef KB_ZONES_PNG_H
#define KB_ZONES_PNG_H

#include "document/zones.h"

/* 0xRRGGBB of each value; the first `n` are meaningful, the rest is for display only. */
typedef struct {
  guint32 colours[256];
  guint n;
  /* Neighbours differ, but rows of them repeat, as in tiles: for packing only */
  gboolean patterns;
} KbZonesPalette;

/* The same pixels and colours give the same bytes. */
GBytes *kb_zones_encode (const KbZones *zones, const KbZonesPalette *palette, GError **error);

/* Palettes of 1, 2, 4 and 8 bits, interlaced too. Errors as in kb_picture_decode, and for a picture
 * without a palette. Memory: the tiles that are not flat, and 64 rows; for interlaced ones all
 * pixels. `palette` may be NULL. */
KbZones *kb_zones_decode (const guint8 *data, gsize size, const char *name, KbZonesPalette *palette,
                          GError **error);
/* The same for a file; `root` as in files.h. `indices`: what its pixels are, translated, for
 * errors; NULL: zones. `sum` receives the SHA-256 of the bytes read, even if they are not such a
 * picture; may be NULL. */
KbZones *kb_zones_read (const char *root, const char *path, const char *indices,
                        KbZonesPalette *palette, char **sum, GError **error);

#endif
