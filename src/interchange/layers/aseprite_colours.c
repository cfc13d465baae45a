/* SPDX-License-Identifier: MIT */
/* Pixels and palettes of Aseprite's files. */
#include "interchange/formats.h"
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <string.h>

void
kb_aseprite_convert (const KbAsepriteColours *colours, const guint8 *from, gsize n,
                     gboolean background, guint8 *to)
{
  static const guint8 clear[4];
  for (gsize i = 0; i < n; i++, to += 4)
    if (colours->depth == 32)
      memmove (to, from + 4 * i, 4);
    else if (colours->depth == 16)
      {
        const guint8 grey = from[2 * i], alpha = from[2 * i + 1];
        memset (to, grey, 3);
        to[3] = alpha;
      }
    else
      memcpy (to, from[i] < colours->n_colours && (background || from[i] != colours->transparent)
                    ? colours->palette[from[i]] : clear, 4);
}

gboolean
kb_aseprite_unpack (const KbAsepriteColours *colours, KbBytes *bytes, guint8 *to, gsize size,
                    gboolean packed, GError **error)
{
  const guint8 *raw = packed ? NULL : kb_bytes_take (bytes, size);
  if (raw)
    memcpy (to, raw, size);
  /* Nothing that zlib packed is over 1,032 times as large. */
  return raw
         || (packed && size / 1032 <= bytes->size && kb_bytes_inflate (bytes, to, size))
         || kb_bytes_fail (bytes, colours->path, error,
                           _("the image's data is damaged or cut off"));
}

gboolean
kb_aseprite_read_palette (KbAsepriteColours *colours, KbBytes *bytes, GError **error)
{
  const guint32 n = kb_bytes_u32 (bytes), from = kb_bytes_u32 (bytes), to = kb_bytes_u32 (bytes);
  kb_bytes_take (bytes, 8);
  if (to < from || to >= 65536)
    return kb_bytes_fail (bytes, colours->path, error, _("the palette's range is wrong"));
  for (guint32 i = from; i <= to && !bytes->ended; i++)
    {
      const guint flags = kb_bytes_u16 (bytes);
      const guint8 *rgba = kb_bytes_take (bytes, 4);
      if (rgba && i < 256)
        memcpy (colours->palette[i], rgba, 4);
      if (flags & 1)
        {
          g_free (kb_bytes_text (bytes, kb_bytes_u16 (bytes)));
          kb_import_lose (colours->import, _("names of colours"), 1);
        }
    }
  if (bytes->ended)
    return kb_bytes_fail (bytes, colours->path, error, _("the palette is cut off"));
  colours->n_colours = MIN (n, 256);
  colours->has_palette = TRUE;
  return TRUE;
}

gboolean
kb_aseprite_read_old_palette (KbAsepriteColours *colours, KbBytes *bytes, guint most,
                              GError **error)
{
  guint at = 0;
  if (colours->has_palette)
    return TRUE;
  for (guint packets = kb_bytes_u16 (bytes); packets && !bytes->ended; packets--)
    {
      at += kb_bytes_u8 (bytes);
      guint n = kb_bytes_u8 (bytes);
      for (n = n ? n : 256; n && !bytes->ended; n--, at++)
        {
          const guint8 *rgb = kb_bytes_take (bytes, 3);
          for (guint k = 0; rgb && at < 256 && k < 3; k++)
            colours->palette[at][k] = (guint8) (MIN (rgb[k], most) * 255u / most);
          if (at < 256)
            colours->palette[at][3] = 255;
        }
    }
  colours->n_colours = MAX (colours->n_colours, MIN (at, 256));
  return !bytes->ended || kb_bytes_fail (bytes, colours->path, error, _("the palette is cut off"));
}
