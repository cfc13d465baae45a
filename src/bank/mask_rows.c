/* SPDX-License-Identifier: MIT */
/* Pixels of zones: reading and writing their runs; clearances. The layouts are the runtime's, whose
 * headers alone are used here. */
#include "bank/internal.h"
#include "runtime/masks/zone_make.h"
#include "runtime/tracks/track_check.h"

#include <stdlib.h>
#include <string.h>

void
kb_bank_picture_size (const uint8_t *bytes, uint32_t *w, uint32_t *h)
{
  *w = kbx_load_u16 (bytes);
  *h = kbx_load_u16 (bytes + 2);
}

bool
kb_bank_clearance_good (const uint8_t *bytes, size_t size)
{
  kbx_trouble trouble;
  return kbx_check_track (&trouble, bytes, size) == KBX_OK && kbx_load_u32 (bytes + 12) == size;
}

uint32_t
kb_bank_painting_unknown (const KbBankPainting *painting, const KbBankZone *zones, uint32_t n_zones)
{
  kbx_zone_set used = kbx_load_set (painting->bytes + 8), known = { { 1, 0, 0, 0 } };
  for (uint32_t i = 0; i < n_zones; i++)
    kbx_set_add (&known, zones[i].value);
  for (uint32_t value = 0; value <= KB_BANK_MAX_ZONE; value++)
    if (kbx_set_has (&used, value) && !kbx_set_has (&known, value))
      return value;
  return 0;
}

/* A flat tile is skipped in one step, and so are the sides of a split one. */
uint32_t
kb_bank_painting_run (const KbBankPainting *painting, uint32_t x, uint32_t y, uint32_t *end)
{
  uint32_t w = kbx_load_u16 (painting->bytes), across = (w + KBX_TILE - 1) / KBX_TILE, zone = 0;
  for (bool first = true; x < w; first = false) {
    kbx_zone_tile tile = kbx_read_tile (painting->bytes, y / KBX_TILE * across + x / KBX_TILE);
    uint32_t here = kbx_tile_zone (&tile, x % KBX_TILE, y % KBX_TILE);
    if (!first && here != zone)
      break;
    zone = here;
    x = tile.kind == KBX_TILE_FLAT ? x - x % KBX_TILE + KBX_TILE : x + 1;
  }
  *end = x < w ? x : w;
  return zone;
}

/* ---- making ---- */

typedef struct {
  const KbBankRuns *runs;
  uint8_t *band;                  /* KBX_TILE rows */
} Rows;

static const uint8_t *
make_band (const kbx_zone_source *source, uint32_t y, uint32_t count, size_t *stride)
{
  const Rows *rows = source->data;
  memset (rows->band, 0, (size_t) count * source->w);
  for (uint32_t row = 0; row < count; row++) {
    uint32_t x = 0;
    for (uint32_t i = rows->runs->starts[y + row]; i < rows->runs->starts[y + row + 1]; i += 2) {
        memset (rows->band + (size_t) row * source->w + x, rows->runs->numbers[i],
                rows->runs->numbers[i + 1] - x);
        x = rows->runs->numbers[i + 1];
    }
  }
  *stride = source->w;
  return rows->band;
}

bool
kb_bank_painting_make (KbBankPainting *painting, const KbBankRuns *runs)
{
  Rows rows = { runs, kb_bank_new (KBX_TILE, runs->w) };
  kbx_zone_source source = { runs->w, runs->n_rows, make_band, &rows };
  if (!rows.band)
    return false;
  painting->size = kbx_make_mask (&source, NULL, 0);
  painting->bytes = kb_bank_new (painting->size, 1);
  if (painting->bytes)
    kbx_make_mask (&source, painting->bytes, painting->size);
  free (rows.band);
  return painting->bytes;
}
