/* SPDX-License-Identifier: MIT */
/* Numbers of shapes in words, the same in labels, beside the pointer and spoken. */
#include "drawing/texts.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* At most two decimals, none where they are zero; a real minus sign. */
char *
kb_number_text (double value)
{
  char *text = g_strdup_printf ("%.2f", fabs (value)), *point, *end, *result;

  for (point = text; *point >= '0' && *point <= '9'; point++)
    ;
  for (end = text + strlen (text); end > point + 1 && end[-1] == '0'; end--)
    ;
  *(end == point + 1 ? point : end) = 0;
  gboolean negative = value < 0 && strcmp (text, "0") != 0;
  result = g_strconcat (negative ? "−" : "", text, NULL);
  g_free (text);
  return result;
}

char *
kb_geometry_size_text (const KbGeometry *geometry)
{
  g_autofree char *a = NULL, *b = NULL, *c = NULL;

  switch (geometry->type)
    {
    case KB_SHAPE_BOX:
    case KB_SHAPE_ORIENTED:
      a = kb_number_text (geometry->v[2]);
      b = kb_number_text (geometry->v[3]);
      if (geometry->type == KB_SHAPE_BOX)
        return g_strdup_printf ("%s × %s", a, b);
      c = kb_number_text (geometry->v[4]);
      return g_strdup_printf ("%s × %s, %s°", a, b, c);
    case KB_SHAPE_CIRCLE:
      a = kb_number_text (geometry->v[2]);
      return g_strdup_printf ("r %s", a);
    default:
      return g_strdup_printf (g_dngettext (NULL, "%u corner", "%u corners", geometry->n / 2),
                              geometry->n / 2);
    }
}

char *
kb_geometry_place_text (const KbGeometry *geometry)
{
  KbBounds bounds = kb_geometry_kind (geometry->type)->bounds (geometry);
  gboolean centre = geometry->type == KB_SHAPE_CIRCLE || geometry->type == KB_SHAPE_ORIENTED;
  g_autofree char *x = kb_number_text (centre ? geometry->v[0] : bounds.x0);
  g_autofree char *y = kb_number_text (centre ? geometry->v[1] : bounds.y0);

  return g_strdup_printf ("%s, %s", x, y);
}

char *
kb_geometry_text (const KbGeometry *geometry)
{
  g_autofree char *place = kb_geometry_place_text (geometry),
                  *size = kb_geometry_size_text (geometry);

  return g_strdup_printf ("%s   %s", place, size);
}
