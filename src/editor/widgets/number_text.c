/* SPDX-License-Identifier: MIT */
/* Parses numbers as users write them. */
#include "editor/widgets/plain.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MINUS "−"          /* as displayed; "-" is accepted too */
#define TIMES "×"
#define MAX_DIGITS 15      /* a double holds these exactly */

static gboolean
skip (const char **text, const char *prefix)
{
  gboolean there = g_str_has_prefix (*text, prefix);
  if (there)
    *text += strlen (prefix);
  while (there && g_ascii_isspace (**text))
    (*text)++;
  return there;
}

/* Digits, with one dot or comma if `fraction` allows it. */
static gboolean
read_digits (const char **text, gboolean fraction, double *amount)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  gboolean point = FALSE;
  guint n = 0;
  for (; g_ascii_isdigit (**text) || (fraction && !point && (**text == '.' || **text == ','));
       (*text)++)
    {
      gboolean digit = g_ascii_isdigit (**text);
      g_string_append_c (digits, digit ? **text : '.');
      point = point || !digit;
      n += digit;
    }
  *amount = g_ascii_strtod (digits->str, NULL);
  return n > 0 && n <= MAX_DIGITS;
}

gboolean
kb_number_read (const char *text, const KbNumberRange *range, KbNumberEntry *entry)
{
  g_autofree char *unit = g_strstrip (g_strdup (range->unit));
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const char *at = stripped;
  entry->kind = skip (&at, "+")                        ? KB_NUMBER_PLUS
                : skip (&at, "*") || skip (&at, TIMES) ? KB_NUMBER_TIMES
                                                       : KB_NUMBER_IS;
  gboolean minus = skip (&at, "-") || skip (&at, MINUS);
  if (!read_digits (&at, range->digits > 0 || entry->kind == KB_NUMBER_TIMES, &entry->amount))
    return FALSE;
  if (minus)
    entry->amount = -entry->amount;
  while (g_ascii_isspace (*at))
    at++;
  if (*unit)
    skip (&at, unit);
  return *at == '\0';
}

double
kb_number_apply (const KbNumberEntry *entry, const KbNumberRange *range, double old)
{
  double value = entry->kind == KB_NUMBER_PLUS    ? old + entry->amount
                 : entry->kind == KB_NUMBER_TIMES ? old * entry->amount
                                                  : entry->amount;
  return range->digits ? value : floor (value + 0.5);
}

char *
kb_number_wanted (const KbNumberRange *range)
{
  if (range->digits == 0)
    return g_strdup_printf (_("A whole number from %.0f to %.0f"), range->min, range->max);
  if (range->min > 0)
    return g_strdup_printf (_("A number above 0, up to %.0f"), range->max);
  return g_strdup_printf (_("A number from %.0f to %.0f"), range->min, range->max);
}
