/* SPDX-License-Identifier: MIT */
/* Painted pictures in edits and in the journal: {"size": [w, h], "tiles": [[column, row, tile],
 * ...]}. A tile is one value, or its 4096 pixels deflated (RFC 1951) in base64. Missing tiles are
 * 0. */
#ifndef KB_ZONES_JSON_H
#define KB_ZONES_JSON_H

#include <jansson.h>

#include "document/zones.h"

json_t *kb_zones_to_json (const KbZones *zones);
/* NULL and an error with the place, as "tiles[3]: ...": sizes and numbers are checked before memory
 * is allocated. */
KbZones *kb_zones_from_json (const json_t *value, GError **error);

/* The array of the patch's tiles, after it or before. */
json_t *kb_zones_patch_to_json (const KbZonesPatch *patch, gboolean after);
/* The result of kb_zones_patch_pack, or made now: the tiles after the patch. */
json_t *kb_zones_patch_take_json (KbZonesPatch *patch);
/* Writes such an array into a picture. On failure FALSE and an error, with some of it written. */
gboolean kb_zones_painter_put_json (KbZonesPainter *painter, const json_t *tiles, GError **error);

#endif
