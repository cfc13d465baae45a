/* SPDX-License-Identifier: MIT */
/* Cut or copied pixels, and putting them down. */
#include "operations/paint/private.h"

static KbPiece *
piece_new (const KbBox *box)
{
  KbPiece *piece = g_new0 (KbPiece, 1);
  gsize size = (gsize) box->w * (gsize) box->h;
  *piece = (KbPiece) { .x = box->x, .y = box->y, .width = (guint) box->w, .height = (guint) box->h,
                       .zones = g_try_malloc (size), .out = g_try_malloc (size) };
  if (!piece->zones || !piece->out)
    g_clear_pointer (&piece, kb_piece_free);
  return piece;
}

void
kb_piece_free (KbPiece *piece)
{
  if (!piece)
    return;
  g_free (piece->zones);
  g_free (piece->out);
  g_free (piece);
}

KbPiece *
kb_piece_copy (const KbZonesPainter *painter, const KbPixelSet *set)
{
  KbBox box;
  KbPiece *piece = kb_pixel_set_box (set, &box) ? piece_new (&box) : NULL;
  if (!piece)
    return NULL;
  kb_zones_painter_copy (painter, box.x, box.y, piece->width, piece->height, piece->zones,
                         piece->width);
  memset (piece->out, 1, (gsize) piece->width * piece->height);
  for (gint y = box.y; y < box.y + box.h; y++)
    for (gint from = 0, x0, x1; kb_pixel_set_next_run (set, y, from, &x0, &x1); from = x1)
      memset (piece->out + (gsize) (y - box.y) * piece->width + (x0 - box.x), 0, (gsize) (x1 - x0));
  return piece;
}

KbPiece *
kb_piece_cut (KbZonesPainter *painter, const KbPixelSet *set)
{
  KbInk ink = { .painter = painter, .value = 0 };
  KbPiece *piece = kb_piece_copy (painter, set);
  if (piece)
    kb_paint_set (&ink, set);
  return piece;
}

static void
reverse (guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < n / 2; i++)
    {
      guint8 byte = bytes[i];
      bytes[i] = bytes[n - 1 - i];
      bytes[n - 1 - i] = byte;
    }
}

/* Flipping both axes reverses all bytes; flipping y alone also reverses each row again. */
static void
flip (guint8 *bytes, guint width, guint height, gboolean flip_x, gboolean flip_y)
{
  if (flip_y)
    reverse (bytes, (gsize) width * height);
  if (flip_x != flip_y)
    for (guint y = 0; y < height; y++)
      reverse (bytes + (gsize) y * width, width);
}

void
kb_piece_flip (KbPiece *piece, gboolean flip_x, gboolean flip_y)
{
  flip (piece->zones, piece->width, piece->height, !!flip_x, !!flip_y);
  flip (piece->out, piece->width, piece->height, !!flip_x, !!flip_y);
}

void
kb_piece_put (KbZonesPainter *painter, const KbPiece *piece, gint x, gint y, gboolean keep)
{
  x = kb_paint_near (x);
  y = kb_paint_near (y);
  if (!keep)
    {
      kb_zones_painter_copy_in (painter, x, y, (gint) piece->width, (gint) piece->height,
                                piece->zones, piece->out, piece->width);
      return;
    }
  g_autofree guint8 *stays = g_malloc ((gsize) piece->width * KB_ZONES_TILE);
  for (guint row = 0; row < piece->height; row += KB_ZONES_TILE)
    {
      gsize at = (gsize) row * piece->width;
      guint rows = MIN (KB_ZONES_TILE, piece->height - row);
      for (gsize i = 0; i < (gsize) rows * piece->width; i++)
        stays[i] = piece->out[at + i] | (piece->zones[at + i] == 0);
      kb_zones_painter_copy_in (painter, x, y + (gint) row, (gint) piece->width, (gint) rows,
                                piece->zones + at, stays, piece->width);
    }
}

KbPixelSet *
kb_piece_set (const KbPiece *piece, gint x, gint y, guint width, guint height)
{
  KbPixelSet *set = kb_pixel_set_new (width, height);
  x = kb_paint_near (x);
  y = kb_paint_near (y);
  gint x0 = MAX (x, 0), x1 = MIN (x + (gint) piece->width, (gint) width);
  for (gint row = MAX (y, 0); row < MIN (y + (gint) piece->height, (gint) height); row++)
    for (gint i = x0; i < x1; i++)
      if (!piece->out[(gsize) (row - y) * piece->width + (gsize) (i - x)])
        kb_set_row (set, (guint) row)[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  return set;
}
