/* SPDX-License-Identifier: MIT */
/* Numbers of shapes as text, the same in labels, at the pointer and spoken. */
#include "drawing/style.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* At most two decimals, without trailing zeros; with a real minus sign. */
char *
kb_number_text (double value)
{
  g_autofree char *text = g_strdup_printf ("%.2f", fabs (value));
  char *point, *end;

  for (point = text; *point >= '0' && *point <= '9'; point++)
    ;
  for (end = text + strlen (text); end > point + 1 && end[-1] == '0'; end--)
    ;
  *(end == point + 1 ? point : end) = 0;
  gboolean negative = value < 0 && strcmp (text, "0") != 0;
  return g_strconcat (negative ? "−" : "", text, NULL);
}

char *
kb_place_text (KbVec at)
{
  g_autofree char *x = kb_number_text (at.x), *y = kb_number_text (at.y);

  return g_strdup_printf (_("x %s, y %s"), x, y);
}

char *
kb_geometry_place_text (const KbGeometry *geometry)
{
  KbVec at = kb_geometry_position (geometry);
  g_autofree char *x = kb_number_text (at.x), *y = kb_number_text (at.y);

  return g_strconcat (x, C_("between numbers", ", "), y, NULL);
}

char *
kb_geometry_text (const KbGeometry *geometry)
{
  g_autofree char *place = kb_geometry_place_text (geometry),
                  *size = kb_geometry_size_text (geometry);

  return g_strdup_printf ("%s   %s", place, size);
}
