/* SPDX-License-Identifier: MIT */
/* A row of an import dialog that chooses among the parts of a file. */
#include "editor/imports/imports.h"

#include <glib/gi18n.h>

static void
on_part (gpointer data)
{
  KbPartRow *self = data;
  g_free (*self->part);
  *self->part = g_strdup (self->parts[self->chosen]);
  self->changed (self->owner);
}

void
kb_part_row_clear (KbPartRow *self)
{
  if (self->row)
    gtk_list_box_remove (self->list, g_steal_pointer (&self->row));
  g_clear_pointer (&self->parts, g_strfreev);
}

void
kb_part_row_show (KbPartRow *self, char **parts)
{
  if (parts && self->parts
      && g_strv_equal ((const char *const *) parts, (const char *const *) self->parts))
    return;
  kb_part_row_clear (self);
  if (!parts || !parts[1])
    return;
  self->parts = g_strdupv (parts);
  self->chosen = 0;
  for (guint i = 0; parts[i]; i++)
    if (g_strcmp0 (parts[i], *self->part) == 0)
      self->chosen = (int) i;
  self->row = kb_option_choice (_("Part of the file"), &self->chosen,
                                (const char *const *) self->parts, on_part, self);
  gtk_list_box_prepend (self->list, self->row);
  gtk_widget_set_visible (GTK_WIDGET (self->list), TRUE);
}
