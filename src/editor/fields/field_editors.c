/* SPDX-License-Identifier: MIT */
/* Rows for the simple types: numbers, texts, choices, pixels, angles, classes. */
#include <glib/gi18n.h>

#include "document/values.h"
#include "editor/fields/field_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"
#include "operations/track/course.h"
#include "tools/names.h"

/* "Shape class", as a new string. */
static char *
kb_field_accessible_name (const KbFieldRow *row, const char *part)
{
  g_autofree char *field = kb_within_sentence (_(row->field->label));
  return part ? g_strdup_printf ("%s %s %s", _(row->group->kind->label), field, part)
              : g_strdup_printf ("%s %s", _(row->group->kind->label), field);
}

void
kb_field_row_tie (KbFieldRow *row, guint i, GtkWidget *widget, const char *part)
{
  g_autofree char *name = kb_field_accessible_name (row, part);
  row->widgets[i] = widget;
  g_object_set_data (G_OBJECT (widget), "kb-part", GUINT_TO_POINTER (i));
  kb_name_widget (widget, name);
}

void
kb_field_row_tie_place (KbFieldRow *row, int digits, int width, KbNumberChanged changed)
{
  static const char *const parts[] = { "x", "y" };
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s %s", _(row->field->label), parts[i]);
      GtkWidget *number = kb_number_new (name, (double) row->field->min, (double) row->field->max,
                                         1, digits, changed, row);
      kb_editable_set_width (number, width);
      kb_field_row_tie (row, i, number, parts[i]);
    }
}

#define LONG_KIND 7   /* letters; longer names leave no room for "name" next to an entry */

/* Says whose name it is if that fits: the name of a shape is just above the name of its class. A
 * group with a name of its own says it there. */
void
kb_field_row_add (KbFieldRow *row, GtkListBox *list)
{
  const char *kind = _(row->group->kind->label);
  g_autofree char *label =
    g_str_equal (row->field->name, "name") && !row->group->name
        && g_utf8_strlen (kind, -1) <= LONG_KIND
      ? g_strdup_printf (_("%s name"), kind)
      : g_strdup (_(row->field->label));
  gtk_list_box_append (list, kb_field_row_new (label, row->widgets, KB_MAX_FIELD_WIDGETS));
}

static void
on_clear (GtkWidget *button, KbFieldRow *row)
{
  kb_field_group_set (row->group, row->field, json_null (), 0);
}

GtkWidget *
kb_field_clear_button (KbFieldRow *row)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-clear-symbolic");
  kb_add_css_classes (button, "flat kb-small");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("Remove"));
  g_signal_connect (button, "clicked", G_CALLBACK (on_clear), row);
  return button;
}

/* ---- choices and classes ---- */

void
kb_field_row_add_drop_down (KbFieldRow *row, GtkListBox *list, GCallback on_selected)
{
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);
  gtk_widget_set_valign (drop_down, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (drop_down, "kb-number");
  kb_drop_down_make_narrow (GTK_DROP_DOWN (drop_down), 12);
  gtk_widget_set_hexpand (drop_down, TRUE);
  kb_field_row_tie (row, 0, drop_down, NULL);
  g_signal_connect (drop_down, "notify::selected", on_selected, row);
  kb_field_row_add (row, list);
}
