/* SPDX-License-Identifier: MIT */
/* The pixels of Krita's layers: tiles of 64 x 64, raw or packed by LZF, with the bytes of all
 * pixels at the same offset together. Everything else has the default pixel. */
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define SIDE 64
#define TILE_PIXELS (SIDE * SIDE)
#define MAX_PIXEL_SIZE 8
#define MAX_HEAD 96
#define TILE_COST 16     /* pixels, against KB_MAX_LAYERED_PIXELS: entries may be read often */

/* Where red, green, blue and alpha are in a pixel; the upper byte of two. */
typedef struct {
  const char *name;
  guint size;              /* of a pixel */
  guint8 channels[4];
} Space;

static const Space spaces[] = {
  { "RGBA", 4, { 2, 1, 0, 3 } },
  { "GRAYA", 2, { 0, 0, 0, 1 } },
  { "RGBA16", 8, { 5, 3, 1, 7 } },
  { "GRAYAU16", 4, { 1, 1, 1, 3 } },
};

/* `n` pixels: byte k of pixel i is at i * step + k * plane. */
static void
convert (const Space *space, const guint8 *from, gsize n, gsize step, gsize plane, guint8 *to)
{
  for (gsize i = 0; i < 4 * n; i++)
    to[i] = from[i / 4 * step + space->channels[i % 4] * plane];
}

/* Unpacks exactly n bytes: literals, or copies of earlier bytes, which may overlap. */
static gboolean
unpack_lzf (KbBytes *bytes, guint8 *out, gsize n)
{
  gsize done = 0;
  while (bytes->at < bytes->size)
    {
      const guint control = kb_bytes_u8 (bytes);
      const gboolean copies = control >= 32;
      const gsize length = !copies              ? control + 1
                           : control >> 5 == 7 ? kb_bytes_u8 (bytes) + 9
                                                : (control >> 5) + 2,
                  back = copies ? ((gsize) (control & 31) << 8) + kb_bytes_u8 (bytes) + 1 : 0;
      if (back > done || length > n - done || bytes->ended)
        return FALSE;
      for (gsize end = done + length; done < end; done++)
        out[done] = copies ? out[done - back] : (guint8) kb_bytes_u8 (bytes);
    }
  return done == n && !bytes->ended;
}

/* The next bytes as text, a new string, without going on. */
static char *
peek (const KbBytes *bytes)
{
  return g_strndup ((const char *) bytes->data + bytes->at,
                    MIN (MAX_HEAD, bytes->size - bytes->at));
}

/* Draws a tile on a picture of the whole image. */
static gboolean
draw_tile (KbBytes *bytes, const Space *space, const KbCel *cel, guint *left, const char *place,
           GError **error)
{
  guint8 plain[TILE_PIXELS * MAX_PIXEL_SIZE];
  g_autofree char *head = peek (bytes);
  gint x, y, n = 0;
  guint packed_size;
  if (sscanf (head, "%9d,%9d,LZF,%9u%n", &x, &y, &packed_size, &n) != 3 || head[n] != '\n')
    return kb_bytes_fail (bytes, place, error, _("expected a tile"));
  kb_bytes_take (bytes, (gsize) n + 1);
  KbBytes data = kb_bytes_part (bytes, packed_size);
  x += cel->x;
  y += cel->y;
  if (bytes->ended || x <= -SIDE || y <= -SIDE || x >= (gint) cel->picture->width
      || y >= (gint) cel->picture->height)
    return !bytes->ended || kb_bytes_fail (bytes, place, error, _("a tile is cut off"));
  const gboolean packed = kb_bytes_u8 (&data) == 1;
  const gsize size = (gsize) TILE_PIXELS * space->size;
  const guint8 *raw = packed ? plain : kb_bytes_take (&data, size);
  g_autoptr (KbPicture) picture = kb_picture_new (SIDE, SIDE);
  if (!(*left)-- || !raw || (packed && !unpack_lzf (&data, plain, size)))
    return kb_bytes_fail (&data, place, error, _("a tile is damaged, or one of too many"));
  convert (space, raw, TILE_PIXELS, packed ? 1 : space->size, packed ? TILE_PIXELS : 1,
           picture->rgba);
  kb_picture_paste (cel->picture, picture, x, y);
  return TRUE;
}

static gboolean
draw_tiles (KbBytes *bytes, const Space *space, const KbCel *cel, guint *n, const char *place,
            GError **error)
{
  g_autofree char *head = peek (bytes);
  guint pixel_size, left = (cel->picture->width / SIDE + 2) * (cel->picture->height / SIDE + 2);
  int end = 0;
  if (sscanf (head, "VERSION 2 TILEWIDTH 64 TILEHEIGHT 64 PIXELSIZE %9u DATA %9u%n", &pixel_size,
              n, &end) != 2
      || pixel_size != space->size || head[end] != '\n')
    return kb_bytes_fail (bytes, place, error,
                          _("expected tiles of 64 x 64 pixels of %u bytes, in version 2"),
                          space->size);
  kb_bytes_take (bytes, (gsize) end + 1);
  for (guint i = 0; i < *n; i++)
    if (!draw_tile (bytes, space, cel, &left, place, error))
      return FALSE;
  return TRUE;
}

gboolean
kb_krita_read_pixels (const KbStack *stack, const char *name, const char *colour_space, KbCel *cel,
                      GError **error)
{
  const Space *space = NULL;
  g_autofree char *key = g_strconcat ("layers/", name, NULL),
                  *other_key = g_strconcat (key, ".defaultpixel", NULL),
                  *place = g_strdup_printf ("%s: %s", stack->path, key);
  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (strcmp (spaces[i].name, colour_space) == 0)
      space = &spaces[i];
  if (!space)
    return kb_import_fail (error, place,
                           _("its colours are '%s'; expected RGB or grey, 8 or 16 bits"),
                           colour_space);
  const GByteArray *data = kb_zip_find (stack->entries, stack->path, key, error),
                   *other = g_hash_table_lookup (stack->entries, other_key);
  if (!data)
    return FALSE;
  g_autoptr (KbPicture) whole =
    kb_picture_new ((guint) stack->layered->width, (guint) stack->layered->height);
  KbBytes bytes = { .data = data->data, .size = data->len };
  guint8 pixel[4] = { 0 };
  guint n_tiles = 0;
  gint width, height;
  if (!whole)
    return kb_import_fail_memory (error, place);
  if (other && other->len == space->size)
    convert (space, other->data, 1, 0, 1, pixel);
  for (gsize i = 0; pixel[3] && i < (gsize) whole->width * whole->height; i++)
    memcpy (whole->rgba + 4 * i, pixel, 4);
  cel->picture = whole;
  const gboolean ok = draw_tiles (&bytes, space, cel, &n_tiles, place, error);
  cel->picture = NULL;
  stack->layered->pixels += TILE_COST * (guint64) n_tiles;
  const gboolean opaque = kb_picture_opaque_box (whole, &cel->x, &cel->y, &width, &height);
  return ok
         && kb_layered_take (
           stack->layered, cel,
           opaque ? kb_picture_crop (whole, cel->x, cel->y, (guint) width, (guint) height) : NULL,
           place, error);
}
