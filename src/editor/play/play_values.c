/* SPDX-License-Identifier: MIT */
/* A KbReporter that writes lines. */
#include <glib/gi18n.h>

#include "editor/play/play_choice.h"

/* Over 30 characters in a line. */
#define IS_LONG(lines) (g_utf8_strlen ((lines)->line->str, -1) > 30)

typedef struct {
  KbReporter reporter;
  GArray *values;
  GString *line;
  char *name;           /* of the current line */
  guint depth;
  gboolean first;       /* the list is still empty */
} PlayValuesLines;

static void
value_clear (gpointer data)
{
  KbPlayValue *value = data;
  g_free (value->name);
  g_free (value->text);
}

/* Leaves out long lists, which only programs need; kickbox play prints them. Names are written for
 * readers. */
static void
end_line (PlayValuesLines *lines)
{
  if (IS_LONG (lines))
    {
      g_clear_pointer (&lines->name, g_free);
      g_string_truncate (lines->line, 0);
      return;
    }
  g_strdelimit (lines->name, "_", ' ');
  KbPlayValue value = { g_steal_pointer (&lines->name), g_strdup (lines->line->str) };
  g_array_append_val (lines->values, value);
  g_string_truncate (lines->line, 0);
}

static char *
title_of (const char *name)
{
  return g_strdup (name ? g_dpgettext2 (NULL, "value", name) : "");
}

static void
add (PlayValuesLines *lines, const char *name, const char *text)
{
  if (lines->depth == 0)
    lines->name = title_of (name);
  else if (IS_LONG (lines))
    return;
  if (!lines->first)
    g_string_append (lines->line, C_("between numbers", ", "));
  if (lines->depth && name)
    g_string_append_printf (lines->line, "%s ", name);
  g_string_append (lines->line, text);
  lines->first = FALSE;
  if (lines->depth == 0)
    end_line (lines);
}

static void
report_number (KbReporter *reporter, const char *name, double value)
{
  g_autofree char *text = g_strdup_printf ("%.6g", value);
  ((PlayValuesLines *) reporter)->first |= ((PlayValuesLines *) reporter)->depth == 0;
  add ((PlayValuesLines *) reporter, name, text);
}

static void
report_word (KbReporter *reporter, const char *name, const char *value)
{
  ((PlayValuesLines *) reporter)->first |= ((PlayValuesLines *) reporter)->depth == 0;
  add ((PlayValuesLines *) reporter, name, value ? value : "–");
}

static void
report_flag (KbReporter *reporter, const char *name, bool value)
{
  report_word (reporter, name, value ? _("yes") : _("no"));
}

static void
report_open (KbReporter *reporter, const char *name)
{
  PlayValuesLines *lines = (PlayValuesLines *) reporter;
  if (lines->depth++ == 0)
    lines->name = title_of (name);
  else if (!IS_LONG (lines))
    g_string_append_printf (lines->line, "%s%s%s(", lines->first ? "" : ", ", name ? name : "",
                            name ? " " : "");
  lines->first = TRUE;
}

static void
report_close (KbReporter *reporter)
{
  PlayValuesLines *lines = (PlayValuesLines *) reporter;
  lines->first = FALSE;
  if (--lines->depth == 0)
    end_line (lines);
  else if (!IS_LONG (lines))
    g_string_append (lines->line, ")");
}

GArray *
kb_play_values (const KbPlay *play)
{
  PlayValuesLines lines = { .reporter = { report_number, report_word, report_flag, report_open,
                                          report_close } };
  lines.values = g_array_new (FALSE, FALSE, sizeof (KbPlayValue));
  g_array_set_clear_func (lines.values, value_clear);
  lines.line = g_string_new (NULL);
  kb_play_report (play, &lines.reporter);
  g_string_free (lines.line, TRUE);
  g_free (lines.name);
  return lines.values;
}
