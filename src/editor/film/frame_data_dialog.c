/* SPDX-License-Identifier: MIT */
/* The frame data of all attacks as a table, which can be copied. */
#include <glib/gi18n.h>

#include "editor/film/frame_actions.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"
#include "operations/operations.h"

#define CROUCHING "*crouch*"
#define MOST_HEIGHT 420

static GtkWidget *
make_table (const json_t *rows)
{
  GtkWidget *grid = gtk_grid_new (), *scroller = gtk_scrolled_window_new ();
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  for (guint y = 0; y <= json_array_size (rows); y++)
    for (guint x = 0; x < KB_N_FRAME_DATA; x++)
      {
        const KbFrameDataColumn *column = &kb_frame_data_columns[x];
        g_autofree char *text = y ? kb_frame_data_cell (json_array_get (rows, y - 1), x)
                                  : g_strdup (_(column->title));
        GtkWidget *label = kb_label_new (text, y ? "caption numeric" : "caption-heading");
        gtk_label_set_wrap (GTK_LABEL (label), !y);
        gtk_label_set_max_width_chars (GTK_LABEL (label), y ? -1 : 8);
        gtk_label_set_justify (GTK_LABEL (label),
                               column->is_number ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT);
        gtk_label_set_xalign (GTK_LABEL (label), column->is_number ? 1 : 0);
        gtk_grid_attach (GTK_GRID (grid), label, (int) x, (int) y, 1, 1);
      }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), grid);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MOST_HEIGHT);
  kb_name_widget (grid, _("Frame data"));
  return scroller;
}

static void
on_answer (AdwMessageDialog *dialog, const char *answer, KbWindow *window)
{
  if (g_strcmp0 (answer, "copy") == 0)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)),
                            g_object_get_data (G_OBJECT (dialog), KB_QUESTION));
}

void
kb_frame_data_show (KbWindow *window)
{
  const KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  json_auto_t *rows = kb_frame_data (document, CROUCHING);
  gboolean any = json_array_size (rows) > 0;
  kb_question_show (window, (KbQuestion) {
    .heading = _("Frame Data"),
    .body = any ? _("In frames of 1/60 second. Advantages come from the values hitstun and "
                    "blockstun of shapes that strike, crouching poses from animations with "
                    "“crouch” in their names.")
                : _("No animation strikes yet. Give a class the kind “hit”, and draw its shapes."),
    .answers = { { "close", _("Close") }, { "copy", any ? _("Copy as Markdown") : NULL } },
    .child = any ? make_table (rows) : NULL,
    .answered = G_CALLBACK (on_answer),
    .data = kb_frame_data_text (rows, FALSE),
    .free_data = g_free });
}
