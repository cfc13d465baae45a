/* SPDX-License-Identifier: MIT */
/* Painted pictures as indexed PNG files, which any paint program opens: the index is the value, the
 * palette shows the zones' colours, and index 0 is transparent. */
#ifndef KB_ZONES_PNG_H
#define KB_ZONES_PNG_H

#include "document/zones.h"

/* 0xRRGGBB of each value; `n` of them, the rest is there for the eyes alone. */
typedef struct {
  guint32 colours[256];
  guint n;
  /* Neighbours differ, and what repeats are rows of them, as of tiles: for packing alone */
  gboolean patterns;
} KbZonesPalette;

/* The same pixels and colours give the same bytes. */
GBytes *kb_zones_encode (const KbZones *zones, const KbZonesPalette *palette, GError **error);

/* Palettes of 1, 2, 4 and 8 bits, interlaced too. Errors as of kb_picture_decode, and for a picture
 * that has no palette. Memory: what is not flat, and 64 rows; interlaced ones all pixels. `palette`
 * may be NULL. */
KbZones *kb_zones_decode (const guint8 *data, gsize size, const char *name, KbZonesPalette *palette,
                          GError **error);
/* The same of a file; `root` as in files.h. `indices`: what they are, for who has another picture
 * there, translated; NULL: zones. `sum` gets the SHA-256 of the bytes that were read, also where
 * they are no such picture; may be NULL. */
KbZones *kb_zones_read (const char *root, const char *path, const char *indices,
                        KbZonesPalette *palette, char **sum, GError **error);

#endif
