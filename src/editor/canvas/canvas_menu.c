/* SPDX-License-Identifier: MIT */
/* The context menu of the canvas. */
#include <glib/gi18n.h>

#include "editor/canvas/canvas_private.h"
#include "editor/widgets/widgets.h"

static const KbMenuEntry canvas_menu_items[] = {
  { N_("Cu_t"), "win.cut" },
  { N_("_Copy"), "win.copy" },
  { N_("_Paste"), "win.paste" },
  { N_("D_uplicate"), "win.duplicate" },
  { N_("_Delete"), "win.delete" },
  { NULL, NULL },
  { N_("Bring _Forward"), "win.raise" },
  { N_("Send _Backward"), "win.lower" },
  { N_("_Mirror"), "win.mirror" },
  { NULL, NULL },
  { N_("Share with the _Whole Animation"), "win.share" },
  { N_("Make Shared Shapes _Own"), "win.make-own" },
  { NULL, NULL },
  { N_("Select _All"), "win.select-all" },
};

void
kb_canvas_init_menu (KbCanvas *self)
{
  g_autoptr (GMenuModel) menu =
    kb_menu_model_new (canvas_menu_items, G_N_ELEMENTS (canvas_menu_items));
  self->menu = gtk_popover_menu_new_from_model (menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
}

void
kb_canvas_show_menu (KbCanvas *self, double x, double y)
{
  g_autoptr (GArray) things = kb_things_at (self->tools, (KbVec) { x, y });
  KbId top = things->len ? g_array_index (things, KbId, 0) : 0;
  if (!kb_selection_has (self->tools, top))
    kb_editor_state_select (self->state, top);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}
