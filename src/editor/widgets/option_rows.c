/* SPDX-License-Identifier: MIT */
/* Rows for options. */
#include "document/colour.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#include <glib/gi18n.h>
#include <stdlib.h>

GtkWidget *
kb_option_list_new (const char *name)
{
  GtkWidget *list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  kb_name_widget (list, name);
  return list;
}

GtkWidget *
kb_option_rows_new (GtkBox *box, const char *title)
{
  GtkWidget *label = kb_label_new (title, "heading"), *list = kb_option_list_new (title);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (list, "kb-rows");
  gtk_box_append (box, label);
  gtk_box_append (box, list);
  return list;
}

typedef struct {
  gpointer value, has;
  KbOptionChanged changed;
  gpointer data;
} Option;

static Option *
option_new (gpointer owner, gpointer value, gpointer has, KbOptionChanged changed, gpointer data)
{
  Option *option = g_new (Option, 1);
  *option = (Option) { value, has, changed, data };
  g_object_set_data_full (G_OBJECT (owner), "kb-option", option, g_free);
  return option;
}

static GtkWidget *
action_row (const char *label, GtkWidget *widget)
{
  GtkWidget *row = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), label);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), widget);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), widget);
  kb_name_widget (widget, label);
  return row;
}

static void
on_option_rows_number (GtkWidget *number, double value, gpointer data)
{
  const Option *option = g_object_get_data (G_OBJECT (number), "kb-option");
  *(int *) option->value = (int) value;
  option->changed (option->data);
}

GtkWidget *
kb_option_number (const char *label, int *value, int min, int max, KbOptionChanged changed,
                  gpointer data)
{
  GtkWidget *number = kb_number_new (label, min, max, 1, 0, on_option_rows_number, NULL);
  kb_number_set (number, FALSE, *value);
  option_new (number, value, NULL, changed, data);
  kb_number_set_live (number);
  return action_row (label, number);
}

GtkWidget *
kb_option_number_accepts (GtkWidget *row)
{
  GtkWidget *spin = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row));
  GtkEditable *text = gtk_editable_get_delegate (GTK_EDITABLE (spin));
  if (GTK_IS_TEXT (text))
    gtk_text_set_activates_default (GTK_TEXT (text), TRUE);
  return row;
}

GtkWidget *
kb_option_size (GtkWidget *list, int *width, int *height, KbOptionChanged changed, gpointer data)
{
  GtkWidget *first = kb_option_number_accepts (
    kb_option_number (_("Width"), width, 1, KB_MAX_ZONES_SIDE, changed, data));
  gtk_list_box_append (GTK_LIST_BOX (list), first);
  gtk_list_box_append (GTK_LIST_BOX (list),
                       kb_option_number_accepts (kb_option_number (
                         _("Height"), height, 1, KB_MAX_ZONES_SIDE, changed, data)));
  return adw_action_row_get_activatable_widget (ADW_ACTION_ROW (first));
}

static void
on_switch (GtkSwitch *widget, GParamSpec *pspec, Option *option)
{
  *(gboolean *) option->value = gtk_switch_get_active (widget);
  option->changed (option->data);
}

GtkWidget *
kb_option_switch (const char *label, gboolean *value, KbOptionChanged changed, gpointer data)
{
  GtkWidget *widget = gtk_switch_new ();
  gtk_switch_set_active (GTK_SWITCH (widget), *value);
  g_signal_connect (widget, "notify::active", G_CALLBACK (on_switch),
                    option_new (widget, value, NULL, changed, data));
  return action_row (label, widget);
}

static void
on_option_rows_choice (AdwComboRow *row, GParamSpec *pspec, Option *option)
{
  *(int *) option->value = (int) adw_combo_row_get_selected (row);
  option->changed (option->data);
}

GtkWidget *
kb_option_choice (const char *label, int *value, const char *const *choices,
                  KbOptionChanged changed, gpointer data)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) names = gtk_string_list_new (choices);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), label);
  kb_name_widget (row, label);
  kb_combo_row_make_wide (ADW_COMBO_ROW (row));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (names));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), (guint) *value);
  g_signal_connect (row, "notify::selected", G_CALLBACK (on_option_rows_choice),
                    option_new (row, value, NULL, changed, data));
  return row;
}

static void
on_colour (GtkEditable *entry, Option *option)
{
  const char *text = gtk_editable_get_text (entry);
  g_autofree char *colour = g_strconcat (*text == '#' ? "" : "#", text, NULL);
  guint32 rgb = 0;
  gboolean good = kb_colour_read_rgb (colour, &rgb);
  kb_mistake_report (GTK_WIDGET (entry), good || !*text ? NULL : _("A colour such as #ff00ff"));
  *(gboolean *) option->has = good;
  *(guint32 *) option->value = rgb;
  option->changed (option->data);
}

GtkWidget *
kb_option_colour (const char *label, guint32 *rgb, gboolean *has, KbOptionChanged changed,
                  gpointer data)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *text = *has ? g_strdup_printf ("#%06x", *rgb) : g_strdup ("");
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  kb_editable_set_width (entry, 8);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "#ff00ff");
  gtk_widget_set_tooltip_text (entry, _("Pixels of this colour become transparent"));
  g_signal_connect (entry, "changed", G_CALLBACK (on_colour),
                    option_new (entry, rgb, has, changed, data));
  return action_row (label, entry);
}

static void
on_text (GtkEditable *entry, Option *option)
{
  const char *text = gtk_editable_get_text (entry);
  char **value = option->value;
  g_free (*value);
  *value = *text ? g_strdup (text) : NULL;
  option->changed (option->data);
}

GtkWidget *
kb_option_text (const char *label, char **text, KbOptionChanged changed, gpointer data)
{
  GtkWidget *row = adw_entry_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), label);
  kb_name_widget (row, label);
  gtk_editable_set_text (GTK_EDITABLE (row), *text ? *text : "");
  g_signal_connect (row, "changed", G_CALLBACK (on_text),
                    option_new (row, text, NULL, changed, data));
  return row;
}

GtkWidget *
kb_option_hot_spot (const char *label, int *preset, KbOptionChanged changed, gpointer data)
{
  return action_row (label, kb_hot_spot_points_new (preset, changed, data));
}

void
kb_switch_show (GtkWidget *widget, gboolean on)
{
  if (gtk_switch_get_active (GTK_SWITCH (widget)) != on)
    gtk_switch_set_active (GTK_SWITCH (widget), on);
}
