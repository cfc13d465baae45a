/* SPDX-License-Identifier: MIT */
/* The frame data of all attacks as a table: sorted by a click on a title, copied as it is shown. */
#include <glib/gi18n.h>

#include "editor/film/frame_actions.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"
#include "operations/operations.h"

#define CROUCHING "*crouch*"
#define MOST_HEIGHT 420

typedef struct {
  const KbDocument *document;   /* the dialog is modal: it stays */
  json_t *rows;
  GtkWidget *scroller;
  guint column;                 /* that the rows are sorted by */
  gboolean descending;
} Table;

static void
table_free (gpointer data)
{
  json_decref (((Table *) data)->rows);
  g_free (data);
}

static gint
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Table *table = data;
  gboolean is_number = kb_frame_data_columns[table->column].is_number;
  g_autofree char *first = kb_frame_data_cell (*(json_t *const *) a, table->column);
  g_autofree char *second = kb_frame_data_cell (*(json_t *const *) b, table->column);
  gint64 by = is_number ? g_ascii_strtoll (first, NULL, 10) - g_ascii_strtoll (second, NULL, 10)
                        : g_utf8_collate (first, second);
  if (!*first != !*second)
    return !*first - !*second;   /* what is unknown comes last */
  return table->descending ? (by < 0) - (by > 0) : (by > 0) - (by < 0);
}

static void
sort (Table *table)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  json_t *sorted = json_array ();
  KB_EACH_JSON (row, table->rows)
    g_ptr_array_add (rows, row);
  g_ptr_array_sort_with_data (rows, compare, table);
  KB_EACH (json_t, row, rows)
    json_array_append (sorted, row);
  json_decref (table->rows);
  table->rows = sorted;
}

static void show (Table *table);

static void
on_title (GtkWidget *button, Table *table)
{
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "kb-column"));
  table->descending = table->column == column && !table->descending;
  table->column = column;
  show (table);
}

static GtkWidget *
make_title (Table *table, guint column)
{
  g_autofree char *text = g_strdup_printf (
    "%s%s", _(kb_frame_data_columns[column].title),
    table->column != column ? "" : table->descending ? " ▾" : " ▴");
  GtkWidget *button = gtk_button_new (), *label = kb_label_new (text, "caption-heading");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 10);
  gtk_button_set_child (GTK_BUTTON (button), label);
  kb_add_css_classes (button, "flat kb-small");
  kb_name_widget (button, text);
  gtk_widget_set_tooltip_text (button, _("Sort by this; again, the other way round"));
  g_object_set_data (G_OBJECT (button), "kb-column", GUINT_TO_POINTER (column));
  g_signal_connect (button, "clicked", G_CALLBACK (on_title), table);
  return button;
}

static void
show (Table *table)
{
  GtkWidget *grid = gtk_grid_new ();
  sort (table);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 3);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  for (guint x = 0; x < KB_N_FRAME_DATA; x++)
    {
      gtk_grid_attach (GTK_GRID (grid), make_title (table, x), (int) x, 0, 1, 1);
      KB_EACH_JSON (item, table->rows)
        {
          g_autofree char *text = kb_frame_data_cell (item, x);
          GtkWidget *label = kb_label_new (text, "caption numeric");
          gtk_label_set_xalign (GTK_LABEL (label), kb_frame_data_columns[x].is_number ? 1 : 0);
          gtk_widget_set_margin_start (label, 6);
          gtk_widget_set_margin_end (label, 6);
          gtk_grid_attach (GTK_GRID (grid), label, (int) x, (int) item_at + 1, 1, 1);
        }
    }
  kb_name_widget (grid, _("Frame data"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (table->scroller), grid);
}

static void
on_crouching (GtkEditable *entry, Table *table)
{
  json_decref (table->rows);
  table->rows = kb_frame_data (table->document, gtk_editable_get_text (entry));
  show (table);
}

static GtkWidget *
make_table (Table *table)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *crouching = gtk_entry_new ();
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  table->scroller = GTK_WIDGET (scroller);
  gtk_editable_set_text (GTK_EDITABLE (crouching), CROUCHING);
  kb_name_widget (crouching, _("Animations that crouch"));
  g_signal_connect (crouching, "changed", G_CALLBACK (on_crouching), table);
  gtk_scrolled_window_set_propagate_natural_width (scroller, TRUE);
  gtk_scrolled_window_set_propagate_natural_height (scroller, TRUE);
  gtk_scrolled_window_set_max_content_height (scroller, MOST_HEIGHT);
  kb_box_append (row, kb_label_new (_("Animations that crouch"), NULL), crouching, NULL);
  gtk_widget_set_halign (row, GTK_ALIGN_CENTER);
  kb_box_append (box, table->scroller, row, NULL);
  show (table);
  return box;
}

static void
on_answer (AdwMessageDialog *dialog, const char *answer, KbWindow *window)
{
  const Table *table = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  g_autofree char *text = kb_frame_data_text (table->rows, FALSE);
  if (g_strcmp0 (answer, "copy") == 0)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
}

void
kb_frame_data_show (KbWindow *window)
{
  Table *table = g_new0 (Table, 1);
  table->document = kb_editor_state_get_document (kb_window_get_state (window));
  table->rows = kb_frame_data (table->document, CROUCHING);
  table->column = 1;
  gboolean any = json_array_size (table->rows) > 0;
  kb_question_show (window, (KbQuestion) {
    .heading = _("Frame Data"),
    .body = any ? _("In frames of 1/60 second. Advantages come from the values hitstun and "
                    "blockstun of shapes that strike.")
                : _("No animation strikes yet. Give a class the kind “hit”, and draw its shapes."),
    .answers = { { "close", _("Close") }, { "copy", any ? _("Copy as Markdown") : NULL } },
    .child = any ? make_table (table) : NULL,
    .answered = G_CALLBACK (on_answer),
    .data = table,
    .free_data = table_free });
}
