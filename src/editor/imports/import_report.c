/* SPDX-License-Identifier: MIT */
/* Reports an import in a toast, and the details of that or an export in a dialog. */
#include <glib/gi18n.h>
#include <string.h>

#include "editor/imports/imports.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/toasts.h"

/* Pixels of the report: most lines have a position in a file and what was left out there */
#define IMPORT_REPORT_WIDTH 520
#define IMPORT_REPORT_HEIGHT 400  /* at most */
#define IMPORT_REPORT_BESIDE 18

static char *
report_text (const KbImportReport *report)
{
  const guint created = report->created ? report->frames : 0,
              added = report->created ? 0 : report->added;
  const struct { guint n; const char *one, *many; } lines[] = {
    { created, KB_PLURAL ("A new sprite with %u frame", "A new sprite with %u frames") },
    { report->kept,
      KB_PLURAL ("%u frame kept, with its annotations",
                 "%u frames kept, with their annotations") },
    { report->moved,
      KB_PLURAL ("%u of these had shifted content; its annotations moved along",
                 "%u of these had shifted content; their annotations moved along") },
    { report->restored,
      KB_PLURAL ("%u frame came back, with its annotations",
                 "%u frames came back, with their annotations") },
    { added, KB_PLURAL ("%u frame is new", "%u frames are new") },
    { report->lost,
      KB_PLURAL ("%u frame is missing; its annotations are kept under Problems",
                 "%u frames are missing; their annotations are kept under Problems") },
  };
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    if (lines[i].n || (i == 1 && !created))
      {
        g_string_append (text, text->len ? "\n" : "");
        g_string_append_printf (text, ngettext (lines[i].one, lines[i].many, lines[i].n),
                                lines[i].n);
      }
  if (report->messages && report->messages->len)
    g_string_append_c (text, '\n');
  kb_messages_append (text, report->messages, "\n");
  return g_string_free (text, FALSE);
}

void
kb_around_keep_report (KbWindow *window, const char *heading, const char *name, char *text)
{
  g_autofree char *whole = text;
  g_object_set_data_full (G_OBJECT (window), "kb-report-heading",
                          g_strdup_printf (heading, name), g_free);
  g_object_set_data_full (G_OBJECT (window), "kb-report", kb_text_without_options (whole), g_free);
}

void
kb_around_show_report (KbWindow *window)
{
  const char *heading = g_object_get_data (G_OBJECT (window), "kb-report-heading");
  const char *text = g_object_get_data (G_OBJECT (window), "kb-report");
  if (!text)
    {
      kb_window_toast (window, _("Nothing was imported or exported in this window yet"));
      return;
    }
  GtkWidget *scroller = gtk_scrolled_window_new (), *label = kb_label_new (text, NULL);
  int height;
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 72);
  gtk_widget_set_margin_end (
    label, IMPORT_REPORT_BESIDE); /* next to the scroll bar, which stays visible */
  gtk_widget_set_size_request (scroller, IMPORT_REPORT_WIDTH, -1);
  gtk_scrolled_window_set_overlay_scrolling (GTK_SCROLLED_WINDOW (scroller), FALSE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), IMPORT_REPORT_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
  /* A dialog measures its height for a width that it does not get. */
  gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, IMPORT_REPORT_WIDTH - IMPORT_REPORT_BESIDE,
                      NULL, &height, NULL, NULL);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller),
                                              MIN (height, IMPORT_REPORT_HEIGHT));
  kb_question_show (window, (KbQuestion) { .heading = heading,
                                           .answers = { { "close", _("Close") } },
                                           .child = scroller });
}

void
kb_window_report_import (KbWindow *window, const char *name, const KbImportReport *report)
{
  kb_source_set_changed (kb_window_get_state (window), report->sprite, FALSE);
  guint n = report->messages ? report->messages->len : 0;
  kb_around_keep_report (window, _("“%s” Imported"), name, report_text (report));
  /* The first import of the sprite's pictures */
  gboolean first = report->created || report->kept + report->moved + report->lost == 0;
  g_autofree char *text =
    first ? g_strdup_printf (
      ngettext ("Imported “%s”: %u frame", "Imported “%s”: %u frames", report->frames), name,
      report->frames)
          : g_strdup_printf (_("Imported “%s” again: kept %u, moved %u, added %u, lost %u"), name,
                             report->kept, report->moved, report->added, report->lost);
  if (n)
    kb_around_show_report (window);   /* the user should check something */
  kb_window_toast_action (window, text, first && !n ? NULL : _("Report"), "win.import-report",
                          kb_editor_state_has_stepped (kb_window_get_state (window)));
}
