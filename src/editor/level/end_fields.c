/* SPDX-License-Identifier: MIT */
/* Two numbers for all selected ends. */
#include "editor/level/panels.h"

#include <glib/gi18n.h>

#include "editor/fields/fields.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "tools/level/selected.h"

struct _KbEndFields
{
  GtkBox parent_instance;

  /* Template */
  GtkLabel *heading;
  GtkListBox *list;

  GtkWidget *numbers[2];      /* x, y */
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbEndFields, kb_end_fields, GTK_TYPE_BOX)

static double *
part_of (KbVec *v, guint part)
{
  return part ? &v->y : &v->x;
}

static void
on_number (GtkWidget *number, double value, gpointer data)
{
  KbEndFields *self = data;
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  guint part = number == self->numbers[1];
  if (self->updating || !tools->selection.places->len)
    return;
  g_autoptr (GArray) from = g_array_copy (tools->selection.places),
                     to = g_array_copy (tools->selection.places);
  KB_EACH_IN (KbVec, end, to)
    {
      double *at = part_of (end, part);
      *at = kb_number_for (number, value, *at);
    }
  kb_document_begin_merging (tools->document, _("Move end of walls"), kb_number_gesture (number));
  kb_level_move_ends (tools, (const KbVec *) (const void *) from->data,
                      (const KbVec *) (const void *) to->data, from->len);
  kb_document_end (tools->document);
}

void
kb_end_fields_show (KbEndFields *self)
{
  const KbToolContext *tools = kb_editor_state_get_tools (self->state);
  guint n = tools->selection.places->len;
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  if (n == 0)
    return;
  g_autofree char *title =
    n == 1 ? g_strdup (_("End of walls"))
           : g_strdup_printf (ngettext ("%u end of walls", "%u ends of walls", n), n);
  gtk_label_set_label (self->heading, title);
  self->updating = TRUE;
  for (guint part = 0; part < 2; part++)
    {
      double first = *part_of (&g_array_index (tools->selection.places, KbVec, 0), part);
      gboolean mixed = FALSE;
      for (guint i = 1; i < n; i++)
        mixed =
          mixed || *part_of (&g_array_index (tools->selection.places, KbVec, i), part) != first;
      kb_number_set (self->numbers[part], mixed, first);
    }
  self->updating = FALSE;
}

void
kb_end_fields_set_state (KbEndFields *self, KbEditorState *state)
{
  kb_editor_state_attach (state, self, &self->state, NULL);
}

static void
kb_end_fields_dispose (GObject *object)
{
  KbEndFields *self = KB_END_FIELDS (object);
  self->updating = TRUE;   /* ignore entries that lose the focus now */
  G_OBJECT_CLASS (kb_end_fields_parent_class)->dispose (object);
}

static const KbTemplateChild children[] = {
  KB_CHILD (KbEndFields, heading), KB_CHILD (KbEndFields, list), { NULL },
};

static void
kb_end_fields_class_init (KbEndFieldsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_end_fields_dispose;
  kb_template_bind (GTK_WIDGET_CLASS (klass), "end_fields", children, NULL);
}

static void
kb_end_fields_init (KbEndFields *self)
{
  static const char *const names[] = { N_("End of walls x"), N_("End of walls y") };
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint part = 0; part < 2; part++)
    self->numbers[part] =
      kb_number_new (_(names[part]), -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT, 1, 2, on_number, self);
  gtk_list_box_append (self->list, kb_field_row_new (_("Position"), self->numbers, 2));
}
