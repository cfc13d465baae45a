/* SPDX-License-Identifier: MIT */
/* Colours as text. */
#include "document/colour.h"

#include <string.h>

KbColourText
kb_colour_text (guint32 rgba)
{
  KbColourText colour;
  gboolean is_opaque = (rgba & 0xff) == 0xff;
  g_snprintf (colour.text, sizeof colour.text, is_opaque ? "#%06x" : "#%08x",
              is_opaque ? rgba >> 8 : rgba);
  return colour;
}

gboolean
kb_colour_read (const char *text, guint32 *rgba)
{
  gsize digits = text && *text == '#' ? strspn (text + 1, "0123456789abcdefABCDEF") : 0;
  if ((digits != 6 && digits != 8) || text[1 + digits])
    return FALSE;
  guint32 number = (guint32) g_ascii_strtoull (text + 1, NULL, 16);
  *rgba = digits == 6 ? number << 8 | 0xff : number;
  return TRUE;
}

gboolean
kb_colour_read_rgb (const char *text, guint32 *rgb)
{
  guint32 rgba;
  if (!kb_colour_read (text, &rgba) || strlen (text) != strlen ("#rrggbb"))
    return FALSE;
  *rgb = rgba >> 8;
  return TRUE;
}
