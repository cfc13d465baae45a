/* SPDX-License-Identifier: MIT */
/* Solid pixels as runs, straight from the trimmed picture. */
#include "bake/convert.h"

#include "runtime/kickbox.h"
#include "runtime/masks/bitmap_make.h"

typedef struct {
  const KbSprite *sprite;
  const guint8 *pixels;
  guint w, h, x, y;
} Part;

static inline bool
is_solid (const Part *part, const guint8 *rgba)
{
  return rgba[3] > 0 && kb_sprite_is_solid (part->sprite, rgba);
}

/* The cursor is the column after the previous run. */
static bool
next_run (const kbx_run_source *source, uint32_t y, uint32_t *cursor, uint32_t *first,
          uint32_t *end)
{
  const Part *part = source->data;
  if (y < part->y || y - part->y >= part->h)
    return false;
  const guint8 *row = part->pixels + 4 * (gsize) (y - part->y) * part->w;
  guint x = *cursor, w = part->w;
  while (x < w && !is_solid (part, row + 4 * (gsize) x))
    x++;
  *first = part->x + x;
  guint start = x;
  while (x < w && is_solid (part, row + 4 * (gsize) x))
    x++;
  *end = part->x + x;
  *cursor = x;
  return x > start;
}

guint8 *
kb_frame_bits (const KbFrame *frame, const guint8 *pixels, guint w, guint h, gint x, gint y,
               gsize *size)
{
  const Part part = { kb_node_sprite (KB_NODE (frame)), pixels, w, h, (guint) x, (guint) y };
  *size = 0;
  if (frame->width > (gint) KBX_BITMAP_LIMIT || frame->height > (gint) KBX_BITMAP_LIMIT)
    return NULL;
  const kbx_run_source source = { (uint32_t) frame->width, (uint32_t) frame->height, next_run,
                                  &part };
  /* Most frames have few runs per row, and fit at once */
  gsize room = 256 + 16 * (gsize) frame->height, n;
  guint8 *bits = g_malloc (room);
  n = kbx_make_bitmap (&source, bits, room);
  if (n > room)
    {
      bits = g_realloc (bits, n);
      kbx_make_bitmap (&source, bits, n);
    }
  if (kbx_read_bitmap (bits).area == 0)
    g_clear_pointer (&bits, g_free);
  *size = bits ? n : 0;
  return bits;
}
