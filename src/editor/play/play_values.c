/* SPDX-License-Identifier: MIT */
/* A KbTeller that writes lines. */
#include "editor/play/play_choice.h"

#define MAX_BYTES 30   /* in a line */

typedef struct {
  KbTeller teller;
  GArray *values;
  GString *line;
  char *name;           /* of the current line */
  guint depth;
  gboolean first;       /* the list is still empty */
} Lines;

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
end_line (Lines *lines)
{
  if (lines->line->len > MAX_BYTES)
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

static void
add (Lines *lines, const char *name, const char *text)
{
  if (lines->depth == 0)
    lines->name = g_strdup (name ? name : "");
  else if (lines->line->len > MAX_BYTES)
    return;
  if (!lines->first)
    g_string_append (lines->line, ", ");
  if (lines->depth && name)
    g_string_append_printf (lines->line, "%s ", name);
  g_string_append (lines->line, text);
  lines->first = FALSE;
  if (lines->depth == 0)
    end_line (lines);
}

static void
tell_number (KbTeller *teller, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  ((Lines *) teller)->first |= ((Lines *) teller)->depth == 0;
  add ((Lines *) teller, name, g_ascii_formatd (text, sizeof text, "%.6g", value));
}

static void
tell_text (KbTeller *teller, const char *name, const char *value)
{
  ((Lines *) teller)->first |= ((Lines *) teller)->depth == 0;
  add ((Lines *) teller, name, value ? value : "–");
}

static void
tell_flag (KbTeller *teller, const char *name, bool value)
{
  tell_text (teller, name, value ? "yes" : "no");
}

static void
tell_open (KbTeller *teller, const char *name)
{
  Lines *lines = (Lines *) teller;
  if (lines->depth++ == 0)
    lines->name = g_strdup (name ? name : "");
  else if (lines->line->len <= MAX_BYTES)
    g_string_append_printf (lines->line, "%s%s%s(", lines->first ? "" : ", ", name ? name : "",
                            name ? " " : "");
  lines->first = TRUE;
}

static void
tell_close (KbTeller *teller)
{
  Lines *lines = (Lines *) teller;
  lines->first = FALSE;
  if (--lines->depth == 0)
    end_line (lines);
  else if (lines->line->len <= MAX_BYTES)
    g_string_append (lines->line, ")");
}

GArray *
kb_play_values (const KbPlay *play)
{
  Lines lines = { .teller = { tell_number, tell_text, tell_flag, tell_open, tell_close } };
  lines.values = g_array_new (FALSE, FALSE, sizeof (KbPlayValue));
  g_array_set_clear_func (lines.values, value_clear);
  lines.line = g_string_new (NULL);
  kb_play_tell (play, &lines.teller);
  g_string_free (lines.line, TRUE);
  g_free (lines.name);
  return lines.values;
}
