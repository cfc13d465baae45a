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
on_number (GtkSpinButton *spin, Option *option)
{
  *(int *) option->value = gtk_spin_button_get_value_as_int (spin);
  option->changed (option->data);
}

GtkWidget *
kb_option_number (const char *label, int *value, int min, int max, KbOptionChanged changed,
                  gpointer data)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (min, max, 1);
  kb_editable_set_width (spin, 5);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), *value);
  g_signal_connect (spin, "value-changed", G_CALLBACK (on_number),
                    option_new (spin, value, NULL, changed, data));
  return action_row (label, spin);
}

/* Writes the value that leaving the field would give; invalid text keeps the previous value. */
static void
on_typed (GtkEditable *spin, Option *option)
{
  const char *text = gtk_editable_get_text (spin);
  double min, max;
  char *end;
  gint64 value = g_ascii_strtoll (text, &end, 10);
  if (end == text || *end)
    return;
  gtk_spin_button_get_range (GTK_SPIN_BUTTON (spin), &min, &max);
  *(int *) option->value = (int) CLAMP (value, (gint64) min, (gint64) max);
  option->changed (option->data);
}

GtkWidget *
kb_option_number_at_once (GtkWidget *row)
{
  GtkWidget *spin = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row));
  GtkEditable *text = gtk_editable_get_delegate (GTK_EDITABLE (spin));
  g_signal_connect (spin, "changed", G_CALLBACK (on_typed),
                    g_object_get_data (G_OBJECT (spin), "kb-option"));
  if (GTK_IS_TEXT (text))
    gtk_text_set_activates_default (GTK_TEXT (text), TRUE);
  return row;
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
on_choice (AdwComboRow *row, GParamSpec *pspec, Option *option)
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
  g_signal_connect (row, "notify::selected", G_CALLBACK (on_choice),
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
  if (good || !*text)
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
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
