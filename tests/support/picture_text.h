/* SPDX-License-Identifier: MIT */
/* Small pictures written as text: rows apart by '|', '.' is transparent, '#' is opaque white; a
 * letter is opaque in a colour of its own. */
#ifndef KB_TEST_PICTURE_TEXT_H
#define KB_TEST_PICTURE_TEXT_H

#include <string.h>

#include "document/pixels/picture.h"

static inline KbPicture *
picture_from_text (const char *text)
{
  g_auto (GStrv) rows = g_strsplit (text, "|", -1);
  guint width = strlen (rows[0]), height = g_strv_length (rows);
  KbPicture *picture = kb_picture_new (width, height);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      if (rows[y][x] != '.')
        {
          guint8 c = (guint8) rows[y][x];
          const guint8 rgba[4] = { c == '#' ? 255 : (guint8) (c * 37), c == '#' ? 255 : (guint8) (c * 101),
                                   c == '#' ? 255 : (guint8) (c * 11), 255 };
          memcpy (picture->rgba + 4 * (y * width + x), rgba, 4);
        }
  return picture;
}

#endif
