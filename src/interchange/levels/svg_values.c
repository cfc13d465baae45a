/* SPDX-License-Identifier: MIT */
/* SVG attribute values: numbers, lengths, transforms, colours. */
#include "interchange/levels/svg_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SPACES " \t\r\n\f"

KbVec
kb_svg_moved (const KbSvgMatrix *m, KbVec p)
{
  return (KbVec) { m->a * p.x + m->c * p.y + m->e, m->b * p.x + m->d * p.y + m->f };
}

KbSvgMatrix
kb_svg_times (const KbSvgMatrix *m, const KbSvgMatrix *n)
{
  return (KbSvgMatrix) { m->a * n->a + m->c * n->b,        m->b * n->a + m->d * n->b,
                        m->a * n->c + m->c * n->d,        m->b * n->c + m->d * n->d,
                        m->a * n->e + m->c * n->f + m->e, m->b * n->e + m->d * n->f + m->f };
}

/* The length of a number in SVG's syntax, which unlike strtod's has no hexadecimal and no names. */
static gsize
number_length (const char *text)
{
  gsize n = strspn (text, "+-") <= 1 ? strspn (text, "+-") : 0,
        whole = strspn (text + n, "0123456789"), part = 0;
  n += whole;
  if (text[n] == '.')
    {
      part = strspn (text + n + 1, "0123456789");
      n += part || whole ? part + 1 : 0;
    }
  if (!whole && !part)
    return 0;
  if (text[n] == 'e' || text[n] == 'E')
    {
      gsize sign = text[n + 1] == '+' || text[n + 1] == '-',
            digits = strspn (text + n + 1 + sign, "0123456789");
      n += digits ? 1 + sign + digits : 0;
    }
  return n;
}

gboolean
kb_svg_number (const char **at, double *number)
{
  *at += strspn (*at, SPACES);
  if (**at == ',')
    *at += 1 + strspn (*at + 1, SPACES);
  gsize n = number_length (*at);
  if (n == 0)
    return FALSE;
  *number = g_ascii_strtod (*at, NULL);
  if (!isfinite (*number))
    return FALSE;
  *at += n;
  return TRUE;
}

gboolean
kb_svg_length (const char *text, double whole, double *pixels)
{
  const struct { const char *name; double pixels; } units[] = {
    { "", 1 },        { "px", 1 },  { "in", 96 }, { "mm", 96 / 25.4 }, { "cm", 96 / 2.54 },
    { "pt", 96.0 / 72 }, { "pc", 16 }, { "em", 16 }, { "rem", 16 },      { "ex", 8 },
    { "Q", 96 / 101.6 }, { "%", whole / 100 },
  };
  const char *at = text;
  if (!kb_svg_number (&at, pixels))
    return FALSE;
  gsize n = strcspn (at, SPACES);
  for (guint i = 0; i < G_N_ELEMENTS (units) - !(whole > 0); i++)
    if (strlen (units[i].name) == n && strncmp (units[i].name, at, n) == 0
        && !at[n + strspn (at + n, SPACES)])
      {
        *pixels *= units[i].pixels;
        return TRUE;
      }
  return FALSE;
}

/* --- Transforms ------------------------------------------------------------------------------- */

static KbSvgMatrix
turn (double degrees, double x, double y)
{
  double quarters = degrees / 90, c = cos (degrees * G_PI / 180), s = sin (degrees * G_PI / 180);
  if (quarters == floor (quarters) && fabs (quarters) < 1e6)
    {
      gint quarter = (((gint) quarters) % 4 + 4) % 4;
      c = quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
      s = quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
    }
  return (KbSvgMatrix) { c, s, -s, c, x - c * x + s * y, y - s * x - c * y };
}

/* One transform by name, with n arguments. */
static gboolean
one_transform (const char *name, gsize length, const double *v, guint n, KbSvgMatrix *m)
{
  static const struct { const char *name; guint counts; } table[] = {
    { "matrix", 1 << 6 }, { "translate", 1 << 1 | 1 << 2 }, { "scale", 1 << 1 | 1 << 2 },
      { "rotate", 1 << 1 | 1 << 3 },
    { "skewX", 1 << 1 }, { "skewY", 1 << 1 },
  };
  guint i = 0;
  while (i < G_N_ELEMENTS (table)
         && (strlen (table[i].name) != length || strncmp (table[i].name, name, length) != 0))
    i++;
  if (i == G_N_ELEMENTS (table) || !(table[i].counts >> n & 1))
    return FALSE;
  switch (i)
    {
    case 0: *m = (KbSvgMatrix) { v[0], v[1], v[2], v[3], v[4], v[5] }; break;
    case 1: *m = (KbSvgMatrix) { 1, 0, 0, 1, v[0], n > 1 ? v[1] : 0 }; break;
    case 2: *m = (KbSvgMatrix) { v[0], 0, 0, n > 1 ? v[1] : v[0], 0, 0 }; break;
    case 3: *m = turn (v[0], n > 1 ? v[1] : 0, n > 1 ? v[2] : 0); break;
    case 4: *m = (KbSvgMatrix) { 1, 0, tan (v[0] * G_PI / 180), 1, 0, 0 }; break;
    default: *m = (KbSvgMatrix) { 1, tan (v[0] * G_PI / 180), 0, 1, 0, 0 }; break;
    }
  return TRUE;
}

gboolean
kb_svg_transform (const char *text, KbSvgMatrix *matrix, const char **at)
{
  *matrix = (KbSvgMatrix) { 1, 0, 0, 1, 0, 0 };
  for (*at = text; *(*at += strspn (*at, SPACES ",")) != '\0';)
    {
      const char *name = *at, *next = name;
      double values[6];
      guint n = 0;
      KbSvgMatrix one;
      while (g_ascii_isalpha (*next))
        next++;
      gsize length = (gsize) (next - name);
      next += strspn (next, SPACES);
      if (*next++ != '(')
        return FALSE;
      while (n < 6 && kb_svg_number (&next, &values[n]))
        n++;
      next += strspn (next, SPACES);
      if (*next++ != ')' || !one_transform (name, length, values, n, &one))
        return FALSE;
      *matrix = kb_svg_times (matrix, &one);
      *at = next;
    }
  return TRUE;
}
