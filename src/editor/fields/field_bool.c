/* SPDX-License-Identifier: MIT */
/* Rows for booleans: a switch; if values differ, it is off and dimmed until it is used. */
#include <glib/gi18n.h>

#include "editor/fields/field_private.h"
#include "editor/widgets/widgets.h"

#define FIELD_BOOL_MEMBER(node, field) (*(gboolean *) (void *) ((char *) (node) + (field)->offset))

static void
on_switched (GtkSwitch *button, GParamSpec *pspec, KbFieldRow *row)
{
  if (!row->group->updating)
    kb_field_group_set (row->group, row->field, json_boolean (gtk_switch_get_active (button)), 0);
}

static void
make_field_bool (KbFieldRow *row, GtkListBox *list)
{
  GtkWidget *button = gtk_switch_new ();
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  kb_field_row_tie (row, 0, button, NULL);
  g_signal_connect (button, "notify::active", G_CALLBACK (on_switched), row);
  kb_field_row_add (row, list);
}

static void
fill_field_bool (KbFieldRow *row)
{
  gboolean first = FIELD_BOOL_MEMBER (kb_field_group_node (row->group, 0), row->field),
           mixed = FALSE;
  KB_EACH_NODE (node, row->group)
    mixed = mixed || !FIELD_BOOL_MEMBER (node, row->field) != !first;
  kb_switch_show (row->widgets[0], first && !mixed);
  gtk_widget_set_opacity (row->widgets[0], mixed ? 0.5 : 1);
  gtk_widget_set_tooltip_text (row->widgets[0], mixed ? _("On for some, off for others") : NULL);
}

const KbFieldEditor kb_field_editor_bool = { KB_TYPE_BOOL, make_field_bool, fill_field_bool };
