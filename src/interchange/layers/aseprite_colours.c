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
