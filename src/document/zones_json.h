/* SPDX-License-Identifier: MIT */
/* Painted pictures in edits and in the journal: {"size": [w, h], "tiles": [[column, row, tile],
 * ...]}, where a tile is a value that is the same all over, or its 4096 pixels deflated (RFC 1951)
 * and in base64. Tiles that are left out are 0. */
#ifndef KB_ZONES_JSON_H
#define KB_ZONES_JSON_H

#include <jansson.h>

#include "document/zones.h"

json_t *kb_zones_to_json (const KbZones *zones);
/* NULL and an error that says where, as "tiles[3]: ...": sizes and numbers are checked before
 * memory is spent. */
KbZones *kb_zones_from_json (const json_t *value, GError **error);

/* The array of tiles that a patch leaves: after it, or before. */
json_t *kb_zones_patch_to_json (const KbZonesPatch *patch, gboolean after);
/* What kb_zones_patch_pack made of it, or now, as the patch leaves it. */
json_t *kb_zones_patch_take_json (KbZonesPatch *patch);
/* Writes such an array into a picture. FALSE and an error, with some of it written. */
gboolean kb_zones_painter_put_json (KbZonesPainter *painter, const json_t *tiles, GError **error);

#endif
