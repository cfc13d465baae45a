/* SPDX-License-Identifier: MIT */
/* The kinds of columns: each makes a widget once and fills it from the row's item. */
#include "editor/lists/columns.h"

#include <glib/gi18n.h>

#include "editor/lists/lists.h"
#include "editor/widgets/widgets.h"

#define INDENT 12   /* pixels */

static KbEditorState *
columns_state_of (KbItemRow *row)
{
  return kb_item_list_get_state (kb_item_row_get_list (row));
}

static GtkWidget *
small_button (GtkWidget *button, const KbItemColumn *column)
{
  kb_add_css_classes (button, "flat kb-small");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  if (column->css_class)
    gtk_widget_add_css_class (button, column->css_class);
  return button;
}

/* ---- colours ---- */

static GtkWidget *
make_swatch (KbItemRow *row, const KbItemColumn *column)
{
  return kb_swatch_new (0);
}

static void
show_swatch (KbItemRow *row, const KbItemColumn *column, GtkWidget *swatch)
{
  kb_swatch_set_colour (KB_SWATCH (swatch), kb_item_row_get_item (row)->colour);
}

static void
on_rgba (GtkColorChooser *chooser, GParamSpec *pspec, const KbItemColumn *column)
{
  KbItemRow *row = kb_item_row_of (chooser);
  GdkRGBA rgba;
  gtk_color_chooser_get_rgba (chooser, &rgba);
  column->set_colour (columns_state_of (row), kb_item_row_get_id (row),
                      (guint32) (rgba.red * 255 + 0.5f) << 24
                        | (guint32) (rgba.green * 255 + 0.5f) << 16
                        | (guint32) (rgba.blue * 255 + 0.5f) << 8 | 0xff);
}

static void
make_colour_popover (GtkMenuButton *button, gpointer column)
{
  guint32 colour = kb_item_row_get_item (kb_item_row_of (button))->colour;
  GdkRGBA rgba = { (float) (colour >> 24) / 255, (float) ((colour >> 16) & 255) / 255,
                   (float) ((colour >> 8) & 255) / 255, 1 };
  GtkWidget *chooser = gtk_color_chooser_widget_new (), *popover = gtk_popover_new ();
  gtk_color_chooser_set_use_alpha (GTK_COLOR_CHOOSER (chooser), FALSE);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (chooser), &rgba);
  g_signal_connect (chooser, "notify::rgba", G_CALLBACK (on_rgba), column);
  gtk_popover_set_child (GTK_POPOVER (popover), chooser);
  g_signal_connect_object (chooser, "color-activated", G_CALLBACK (gtk_popover_popdown), popover,
                           G_CONNECT_SWAPPED);
  gtk_menu_button_set_popover (button, popover);
}

static GtkWidget *
make_colour (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *button = small_button (gtk_menu_button_new (), column);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), kb_swatch_new (0));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), make_colour_popover,
                                         (gpointer) column, NULL);
  return button;
}

static void
show_colour (KbItemRow *row, const KbItemColumn *column, GtkWidget *button)
{
  show_swatch (row, column, gtk_menu_button_get_child (GTK_MENU_BUTTON (button)));
  kb_item_row_label (row, button, _(column->label));
}

/* ---- icon and texts ---- */

static GtkWidget *
make_icon (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *icon = gtk_image_new ();
  gtk_widget_add_css_class (icon, "kb-row-icon");
  return icon;
}

static void
show_icon (KbItemRow *row, const KbItemColumn *column, GtkWidget *icon)
{
  const KbItem *item = kb_item_row_get_item (row);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), item->icon);
  gtk_widget_set_margin_start (icon, (int) MIN (item->depth, 6) * INDENT);
  kb_set_tooltip (icon, item->icon_tip);
}

/* A name that is not cut off needs no tooltip, which would cover the next row. */
static gboolean
on_query_tooltip (GtkWidget *name, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                  gpointer data)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (name))))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_label (GTK_LABEL (name)));
  return TRUE;
}

static GtkWidget *
make_name (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *name = kb_label_new (NULL, NULL);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  /* Keeps rows with all their marks as narrow as the panel. */
  gtk_label_set_width_chars (GTK_LABEL (name), 5);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_has_tooltip (name, TRUE);
  g_signal_connect (name, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  return name;
}

static void
show_name (KbItemRow *row, const KbItemColumn *column, GtkWidget *name)
{
  const KbItem *item = kb_item_row_get_item (row);
  gtk_label_set_label (GTK_LABEL (name), item->name);
  gtk_widget_set_opacity (name, item->flags & KB_ITEM_HIDDEN ? 0.5 : 1);
}

static GtkWidget *
make_titles (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0),
            *caption = kb_label_new (NULL, "dim-label caption");
  gtk_widget_set_hexpand (box, TRUE);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), make_name (row, column));
  gtk_box_append (GTK_BOX (box), caption);
  return box;
}

static void
show_titles (KbItemRow *row, const KbItemColumn *column, GtkWidget *box)
{
  const KbItem *item = kb_item_row_get_item (row);
  GtkWidget *caption = gtk_widget_get_last_child (box);
  show_name (row, column, gtk_widget_get_first_child (box));
  gtk_widget_set_visible (caption, item->caption != NULL);
  gtk_label_set_label (GTK_LABEL (caption), item->caption ? item->caption : "");
  kb_set_tooltip (caption, item->caption_tip);
}

/* Reserves the usual number of digits, so that counting moves nothing. */
static GtkWidget *
make_count (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *count = gtk_label_new (NULL);
  if (column->width)
    {
      gtk_label_set_width_chars (GTK_LABEL (count), column->width);
      gtk_label_set_ellipsize (GTK_LABEL (count), PANGO_ELLIPSIZE_END);
    }
  gtk_label_set_xalign (GTK_LABEL (count), 1);
  kb_add_css_classes (count, "dim-label numeric");
  if (kb_item_list_get_spec (kb_item_row_get_list (row))->look != KB_LOOK_BOXED)
    gtk_widget_add_css_class (count, "caption");
  return count;
}

static void
show_count (KbItemRow *row, const KbItemColumn *column, GtkWidget *count)
{
  const KbItem *item = kb_item_row_get_item (row);
  if (!item->count)
    return;
  gtk_label_set_label (GTK_LABEL (count), item->count);
  kb_set_tooltip (count, item->count_tip);
}

static GtkWidget *
make_problem (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *icon = gtk_image_new_from_icon_name ("kb-problem-symbolic");
  gtk_widget_add_css_class (icon, "kb-fault");
  return icon;
}

static void
show_problem (KbItemRow *row, const KbItemColumn *column, GtkWidget *icon)
{
  const char *problem = kb_item_row_get_item (row)->problem;
  gtk_widget_set_visible (icon, problem != NULL);
  kb_set_tooltip (icon, problem);
}

static GtkWidget *
make_key (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *key = gtk_label_new (NULL);
  gtk_widget_set_valign (key, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (key, "kb-key");
  return key;
}

static void
show_key (KbItemRow *row, const KbItemColumn *column, GtkWidget *key)
{
  int index = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  g_autofree char *text = g_strdup_printf ("%d", (index + 1) % 10);
  gtk_label_set_label (GTK_LABEL (key), text);
  gtk_widget_set_visible (key, index < 10);
}

/* ---- buttons ---- */

static void
on_clicked (GtkButton *button, const KbItemColumn *column)
{
  column->run (KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (button))),
               kb_item_row_get_id (kb_item_row_of (button)));
}

/* Its button is only made for rows that show it: long lists have few of those. */
static GtkWidget *
make_button (KbItemRow *row, const KbItemColumn *column)
{
  return adw_bin_new ();
}

static void
show_button (KbItemRow *row, const KbItemColumn *column, GtkWidget *bin)
{
  const guint flags = kb_item_row_get_item (row)->flags;
  GtkWidget *button = adw_bin_get_child (ADW_BIN (bin));
  const gboolean shown = !column->flag || (flags & column->flag) != 0;
  gtk_widget_set_visible (bin, shown);
  if (shown && !button)
    {
      button = small_button (gtk_button_new_from_icon_name (column->icon), column);
      g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), (gpointer) column);
      adw_bin_set_child (ADW_BIN (bin), button);
    }
  if (button)
    kb_item_row_label (row, button, _(column->label));
}

static void
on_columns_toggled (GtkToggleButton *button, const KbItemColumn *column)
{
  KbItemRow *row = kb_item_row_of (button);
  if (row && !kb_item_row_is_filling (row))
    column->set (columns_state_of (row), kb_item_row_get_id (row),
                 gtk_toggle_button_get_active (button));
}

static GtkWidget *
make_toggle (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *button = small_button (gtk_toggle_button_new (), column);
  g_signal_connect (button, "toggled", G_CALLBACK (on_columns_toggled), (gpointer) column);
  return button;
}

static void
show_toggle (KbItemRow *row, const KbItemColumn *column, GtkWidget *button)
{
  const KbItem *item = kb_item_row_get_item (row);
  gboolean on = (item->flags & column->flag) != 0;
  gtk_button_set_icon_name (GTK_BUTTON (button),
                            on || !column->off_icon ? column->icon : column->off_icon);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), on);
  kb_item_row_label (row, button, _(column->label));
  if (!column->on_tip)
    return;
  g_autofree char *tip = g_strdup_printf (_(on ? column->on_tip : column->off_tip), item->name);
  kb_set_tooltip (button, tip);
}

static void
make_menu_popover (GtkMenuButton *button, gpointer data)
{
  const KbItemColumn *column = data;
  KbItemRow *row = kb_item_row_of (button);
  GtkWidget *menu = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  column->fill_menu (menu, columns_state_of (row), kb_item_row_get_id (row));
  kb_row_menu_set (button, menu);
}

static GtkWidget *
make_menu (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *button = small_button (gtk_menu_button_new (), column);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), make_menu_popover,
                                         (gpointer) column, NULL);
  gtk_widget_add_css_class (button, "kb-row-menu");
  return button;
}

static void
show_menu (KbItemRow *row, const KbItemColumn *column, GtkWidget *button)
{
  gtk_widget_set_visible (button, !(kb_item_row_get_item (row)->flags & KB_ITEM_FIXED));
  kb_item_row_label (row, button, _(column->label));
}

const KbItemColumnType kb_column_swatch = { make_swatch, show_swatch };
const KbItemColumnType kb_column_colour = { make_colour, show_colour };
const KbItemColumnType kb_column_icon = { make_icon, show_icon };
const KbItemColumnType kb_column_name = { make_name, show_name };
const KbItemColumnType kb_column_titles = { make_titles, show_titles };
const KbItemColumnType kb_column_count = { make_count, show_count };
const KbItemColumnType kb_column_problem = { make_problem, show_problem };
const KbItemColumnType kb_column_key = { make_key, show_key };
const KbItemColumnType kb_column_button = { make_button, show_button };
const KbItemColumnType kb_column_toggle = { make_toggle, show_toggle };
const KbItemColumnType kb_column_menu = { make_menu, show_menu };
