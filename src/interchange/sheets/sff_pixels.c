/* SPDX-License-Identifier: MIT */
/* The ways in which an SFF packs indices. */
#include "interchange/sheets/mugen.h"

#include <string.h>

#include "document/pixels/zones_files.h"

typedef struct { guint8 *to; gsize size, at; } Output;

static void
put (Output *output, guint value, gsize n)
{
  n = MIN (n, output->size - output->at);
  memset (output->to + output->at, (int) value, n);
  output->at += n;
}

/* A byte marked by its upper two bits is the length of a run, and its value follows. */
static void
unpack_runs (KbBytes *bytes, Output *output, guint mark)
{
  while (output->at < output->size && !bytes->ended)
    {
      const guint first = kb_bytes_u8 (bytes), is_run = (first & 0xc0) == mark;
      put (output, is_run ? kb_bytes_u8 (bytes) : first, is_run ? first & 0x3f : 1);
    }
}

/* A packet is a run of any length, and short runs of 5-bit values after it. */
static void
unpack_rle5 (KbBytes *bytes, Output *output)
{
  while (output->at < output->size && !bytes->ended)
    {
      const guint length = kb_bytes_u8 (bytes), more = kb_bytes_u8 (bytes);
      put (output, more & 0x80 ? kb_bytes_u8 (bytes) : 0, length + 1);
      for (guint i = more & 0x7f; i > 0; i--)
        {
          const guint run = kb_bytes_u8 (bytes);
          put (output, run & 0x1f, (run >> 5) + 1);
        }
    }
}

/* Copies what is `distance` back, which may overlap. FALSE if that is before the start. */
static gboolean
repeat (Output *output, gsize distance, gsize n)
{
  if (distance > output->at)
    return FALSE;
  for (; n > 0 && output->at < output->size; n--)
    put (output, output->to[output->at - distance], 1);
  return TRUE;
}

/* Each bit of a control byte says of a packet whether it repeats earlier pixels. Of every fourth
 * short repetition, the distance is in the upper bits of these four. */
static gboolean
unpack_lz5 (KbBytes *bytes, Output *output)
{
  guint control = 0, kept = 0, n_kept = 0;
  gboolean ok = TRUE;
  for (guint packet = 0; ok && output->at < output->size && !bytes->ended; packet++)
    {
      control = packet % 8 ? control >> 1 : kb_bytes_u8 (bytes);
      const guint first = kb_bytes_u8 (bytes), low = first & 0x3f;
      if (!(control & 1))
        put (output, first & 0x1f, first & 0xe0 ? first >> 5 : kb_bytes_u8 (bytes) + 8);
      else if (!low)
        {
          const guint distance = (first << 2 | kb_bytes_u8 (bytes)) + 1;
          ok = repeat (output, distance, (gsize) kb_bytes_u8 (bytes) + 3);
        }
      else
        {
          kept = n_kept % 4 ? kept | (first & 0xc0) >> 2 * (n_kept % 4) : first & 0xc0;
          ok = repeat (output, (++n_kept % 4 ? kb_bytes_u8 (bytes) : kept) + 1, low + 1);
        }
    }
  return ok;
}

static void
unpack_pcx (KbBytes *bytes, const KbSffSprite *sprite, guint stride, guint8 *indices)
{
  g_autofree guint8 *row = g_malloc0 ((gsize) stride + sprite->width);
  for (guint y = 0; y < sprite->height; y++)
    {
      Output output = { row, stride, 0 };
      unpack_runs (bytes, &output, 0xc0);
      memcpy (indices + (gsize) y * sprite->width, row, sprite->width);
    }
}

static gboolean
unpack_png (const KbBytes *bytes, const KbSffSprite *sprite, guint8 *indices)
{
  g_autoptr (KbZones) zones = kb_zones_decode (bytes->data, bytes->size, "", NULL, NULL);
  if (zones)
    kb_zones_copy (zones, 0, 0, sprite->width, sprite->height, indices, sprite->width);
  return zones != NULL;
}

gboolean
kb_sff_unpack (KbBytes *bytes, const KbSffSprite *sprite, guint stride, guint8 *indices)
{
  Output output = { indices, (gsize) sprite->width * sprite->height, 0 };
  gboolean ok = TRUE;
  if (sprite->format == KB_SFF_PCX)
    unpack_pcx (bytes, sprite, stride, indices);
  else if (sprite->format == KB_SFF_RLE8)
    unpack_runs (bytes, &output, 0x40);
  else if (sprite->format == KB_SFF_RLE5)
    unpack_rle5 (bytes, &output);
  else if (sprite->format == KB_SFF_LZ5)
    ok = unpack_lz5 (bytes, &output);
  else if (sprite->format == KB_SFF_PNG8)
    ok = unpack_png (bytes, sprite, indices);
  else if (sprite->format == KB_SFF_RAW && output.size <= bytes->size)
    memcpy (indices, bytes->data, output.size);
  else
    ok = FALSE;
  return ok && !bytes->ended;
}
