/* SPDX-License-Identifier: MIT */
/* The heading and scrolled window around a list. */
#include "editor/lists/lists.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"

struct _KbItemPanel
{
  AdwBin parent_instance;

  /* Template */
  GtkLabel *heading;
  GtkWidget *add, *add_menu; /* only one is visible */
  GtkScrolledWindow *scroller;
  KbItemList *list;
};

G_DEFINE_FINAL_TYPE (KbItemPanel, kb_item_panel, ADW_TYPE_BIN)

void
kb_item_panel_set (KbItemPanel *self, KbEditorState *state, const KbItemListSpec *spec)
{
  GtkWidget *add = spec->add_menu ? self->add_menu : self->add;
  gtk_label_set_label (self->heading, _(spec->title));
  gtk_widget_set_visible (add, TRUE);
  gtk_widget_set_tooltip_text (add, _(spec->add_tip));
  kb_name_widget (add, _(spec->add));
  if (spec->add_menu)
    {
      g_autoptr (GMenuModel) menu = kb_item_actions_menu (spec->add_menu);
      gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (add), menu);
      kb_menu_button_hush (GTK_MENU_BUTTON (add));
    }
  else
    gtk_actionable_set_action_name (GTK_ACTIONABLE (add), spec->add_action);
  gtk_scrolled_window_set_max_content_height (self->scroller, spec->max_height);
  gtk_scrolled_window_set_min_content_height (self->scroller, spec->min_height);
  kb_item_list_set (self->list, state, spec);
}

static const KbTemplateChild children[] = {
  KB_CHILD (KbItemPanel, heading), KB_CHILD (KbItemPanel, add), KB_CHILD (KbItemPanel, add_menu),
  KB_CHILD (KbItemPanel, scroller), KB_CHILD (KbItemPanel, list), { NULL },
};

static void
kb_item_panel_class_init (KbItemPanelClass *klass)
{
  g_type_ensure (KB_TYPE_ITEM_LIST);
  kb_template_bind (GTK_WIDGET_CLASS (klass), "item_panel", children, NULL);
}

static void
kb_item_panel_init (KbItemPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
