/* SPDX-License-Identifier: MIT */
/* Painted pictures as JSON and as PNG files. */
#ifndef KB_DOCUMENT_PIXELS_ZONES_FILES_H
#define KB_DOCUMENT_PIXELS_ZONES_FILES_H

#include <jansson.h>

#include "document/pixels/zones.h"

/* Painted pictures in edits and in the journal: {"size": [w, h], "tiles": [[column, row, tile],
 * ...]}. A tile is one value, or its 4096 pixels deflated (RFC 1951) in base64. Missing tiles are
 * 0. */

json_t *kb_zones_to_json (const KbZones *zones);
/* NULL and an error with the place, as "tiles[3]: ...": sizes and numbers are checked before memory
 * is allocated. */
KbZones *kb_zones_from_json (const json_t *value, GError **error);

/* The same, but with "keep" tiles, only where those have 0 in place of the picture's pixels.
 * Returns a reference. */
KbZones *kb_zones_with_other (KbZones *zones, const json_t *value, GError **error);

/* The array of the patch's tiles, after it or before. */
json_t *kb_zones_patch_to_json (const KbZonesPatch *patch, gboolean after);
/* Writes such an array into a picture. On failure FALSE and an error, with some of it written. */
gboolean kb_zones_painter_put_json (KbZonesPainter *painter, const json_t *tiles, GError **error);

/* Painted pictures as indexed PNG files, which any paint program opens. The index is the value, the
 * palette has the zones' colours, and index 0 is transparent. */

/* 0xRRGGBB of each value; the first `n` are meaningful, the rest is for display only. */
typedef struct {
  guint32 colours[256];
  guint n;
  /* Neighbours differ, but rows of them repeat, as in tiles: for packing only */
  gboolean patterns;
  /* Two neighbours are one sample of 16 bits, low byte first: a grey PNG instead */
  gboolean grey;
  /* A merge's conflict, which the file gets a chunk for, or NULL. Borrowed. */
  const json_t *conflict;
} KbZonesPalette;

/* The same pixels, colours and conflict give the same bytes. */
GBytes *kb_zones_encode (const KbZones *zones, const KbZonesPalette *palette, GError **error);

/* Palettes of 1, 2, 4 and 8 bits, interlaced too. Errors as in kb_picture_decode, and for a picture
 * without a palette. Memory: the tiles that are not flat, and 64 rows, or all pixels of interlaced
 * ones. `palette` may be NULL. */
KbZones *kb_zones_decode (const guint8 *data, gsize size, const char *name, KbZonesPalette *palette,
                          GError **error);
/* The same for a file, or for a grey PNG of samples if `palette` says `grey`. `root` is as in
 * files.h. `indices` says in errors what its pixels are, translated. NULL means zones. `sum` (may
 * be NULL) receives the SHA-256 of the bytes read, even if they are not such a picture. `conflict`
 * (may be NULL) receives that of a merge, {} for a damaged one. */
KbZones *kb_zones_read (const char *root, const char *path, const char *indices,
                        KbZonesPalette *palette, char **sum, json_t **conflict, GError **error);

#endif
