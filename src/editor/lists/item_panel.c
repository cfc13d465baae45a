/* SPDX-License-Identifier: MIT */
/* The heading and scrolled window around a list. A click on the title folds both the list and its
 * foot; the setting "folded-lists" keeps which lists are folded, by their titles. */
#include "editor/lists/lists.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"

struct _KbItemPanel
{
  AdwBin parent_instance;

  /* Template */
  GtkLabel *heading;
  GtkWidget *separator, *content;
  GtkToggleButton *title;
  GtkImage *arrow;
  GtkWidget *add, *add_menu; /* only one is visible */
  GtkScrolledWindow *scroller;
  KbItemList *list;
  AdwBin *foot;
};

G_DEFINE_FINAL_TYPE (KbItemPanel, kb_item_panel, ADW_TYPE_BIN)

/* ---- folding ---- */

static void
show_folded (KbItemPanel *self, gboolean folded)
{
  gtk_widget_set_visible (self->content, !folded);
  gtk_image_set_from_icon_name (self->arrow, folded ? "pan-end-symbolic" : "pan-down-symbolic");
}

static void
on_title (GtkToggleButton *title, KbItemPanel *self)
{
  gboolean folded = !gtk_toggle_button_get_active (title);
  kb_set_folded (kb_item_list_get_spec (self->list)->title, folded);
  show_folded (self, folded);
}

static void
set_title (KbItemPanel *self, const char *key)
{
  gboolean folded = kb_is_folded (key);
  gtk_label_set_label (self->heading, _(key));
  kb_name_widget (self->title, _(key));
  gtk_toggle_button_set_active (self->title, !folded);
  show_folded (self, folded);
  g_signal_connect (self->title, "toggled", G_CALLBACK (on_title), self);
}

/* ---- the panel ---- */

void
kb_item_panel_set (KbItemPanel *self, KbEditorState *state, const KbItemListSpec *spec)
{
  GtkWidget *add = spec->add_menu ? self->add_menu : self->add;
  gtk_widget_set_visible (add, TRUE);
  gtk_widget_set_tooltip_text (add, _(spec->add_tip));
  kb_name_widget (add, _(spec->add));
  if (spec->add_menu)
    {
      g_autoptr (GMenuModel) menu = kb_item_actions_menu (spec->add_menu);
      gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (add), menu);
    }
  else
    gtk_actionable_set_action_name (GTK_ACTIONABLE (add), spec->add_action);
  gtk_widget_set_visible (self->separator, spec->max_height > 0);
  if (spec->max_height)
    {
      gtk_scrolled_window_set_max_content_height (self->scroller, spec->max_height);
      gtk_scrolled_window_set_min_content_height (self->scroller, spec->min_height);
    }
  else
    gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER, GTK_POLICY_NEVER);
  kb_item_list_set (self->list, state, spec);
  set_title (self, spec->title);
}

static void
kb_item_panel_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  adw_bin_set_child (KB_ITEM_PANEL (object)->foot, g_value_get_object (value));
}

static const KbTemplateChild item_panel_children[] = {
  KB_CHILD (KbItemPanel, heading), KB_CHILD (KbItemPanel, separator),
  KB_CHILD (KbItemPanel, content), KB_CHILD (KbItemPanel, title), KB_CHILD (KbItemPanel, arrow),
  KB_CHILD (KbItemPanel, foot), KB_CHILD (KbItemPanel, add), KB_CHILD (KbItemPanel, add_menu),
  KB_CHILD (KbItemPanel, scroller), KB_CHILD (KbItemPanel, list), { NULL },
};

static void
kb_item_panel_class_init (KbItemPanelClass *klass)
{
  g_type_ensure (KB_TYPE_ITEM_LIST);
  G_OBJECT_CLASS (klass)->set_property = kb_item_panel_set_property;
  g_object_class_install_property (
    G_OBJECT_CLASS (klass), 1,
    g_param_spec_object ("foot", NULL, NULL, GTK_TYPE_WIDGET, G_PARAM_WRITABLE));
  kb_template_bind (GTK_WIDGET_CLASS (klass), "item_panel", item_panel_children, NULL);
}

static void
kb_item_panel_init (KbItemPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
