/* SPDX-License-Identifier: MIT */
/* Frame data as text: cells, comma-separated values, Markdown. */
#include <glib/gi18n.h>
#include <string.h>

#include "operations/operations.h"

const KbFrameDataColumn kb_frame_data_columns[KB_N_FRAME_DATA] = {
  { "sprite", N_("Sprite") },
  { "animation", N_("Attack") },
  { "startup", N_("Start-up"), TRUE },
  { "active", N_("Active"), TRUE },
  { "recovery", N_("Recovery"), TRUE },
  { "total", N_("Total"), TRUE },
  { "on_hit", N_("On hit"), TRUE },
  { "on_block", N_("On block"), TRUE },
  { "misses_crouching", N_("Misses crouching") },
};

/* Advantages have a sign: "+2". */
char *
kb_frame_data_cell (const json_t *row, guint column)
{
  const char *key = kb_frame_data_columns[column].key;
  const json_t *value = json_object_get (row, key);
  gboolean has_sign = g_str_has_prefix (key, "on_") && json_integer_value (value) > 0;
  if (json_is_integer (value))
    return g_strdup_printf ("%s%d", has_sign ? "+" : "", (int) json_integer_value (value));
  if (json_is_boolean (value))
    return g_strdup (json_is_true (value) ? "yes" : "no");
  return g_strdup (json_is_string (value) ? json_string_value (value) : "");
}

static char *
replaced (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);
  return g_strjoinv (to, parts);
}

/* With quotes where a comma, a quote or a line break needs them (RFC 4180). */
static char *
csv_cell (const char *text)
{
  g_autofree char *doubled = replaced (text, "\"", "\"\"");
  return strpbrk (text, ",\"\r\n") ? g_strdup_printf ("\"%s\"", doubled) : g_strdup (text);
}

/* A line of cells; `row` NULL: the titles. */
static void
add_line (GString *text, const json_t *row, gboolean as_csv)
{
  for (guint i = 0; i < KB_N_FRAME_DATA; i++)
    {
      const KbFrameDataColumn *column = &kb_frame_data_columns[i];
      g_autofree char *cell = row ? kb_frame_data_cell (row, i)
                                  : g_strdup (as_csv ? column->key : column->title);
      g_autofree char *shown = as_csv ? csv_cell (cell) : replaced (cell, "|", "\\|");
      g_string_append_printf (text, "%s%s", as_csv ? (i ? "," : "") : (i ? " | " : "| "), shown);
    }
  g_string_append (text, as_csv ? "\n" : " |\n");
}

char *
kb_frame_data_text (const json_t *rows, gboolean as_csv)
{
  GString *text = g_string_new (NULL);
  add_line (text, NULL, as_csv);
  for (guint i = 0; !as_csv && i < KB_N_FRAME_DATA; i++)
    g_string_append (text, kb_frame_data_columns[i].is_number ? "|--:" : "|---");
  g_string_append (text, as_csv ? "" : "|\n");
  KB_EACH_JSON (row, rows)
    add_line (text, row, as_csv);
  return g_string_free (text, FALSE);
}
