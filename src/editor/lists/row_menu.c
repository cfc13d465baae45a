/* SPDX-License-Identifier: MIT */
/* Menus of rows, as boxes of typed items in a popover. */
#include "editor/lists/lists.h"

#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

struct _KbMenuItem
{
  GtkButton parent_instance;

  KbId id;
  guint value;
  KbMenuRun run; /* at most one is set */
  KbMenuRunWith run_with;
};

G_DEFINE_FINAL_TYPE (KbMenuItem, kb_menu_item, GTK_TYPE_BUTTON)

/* The running signal keeps the item alive when its row is removed. */
static void
kb_menu_item_clicked (GtkButton *button)
{
  KbMenuItem *self = KB_MENU_ITEM (button);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);
  if (popover)
    gtk_popover_popdown (GTK_POPOVER (popover));
  if (self->run)
    self->run (KB_WINDOW (root), self->id);
  else if (self->run_with)
    self->run_with (KB_WINDOW (root), self->id, self->value);
}

static void
kb_menu_item_class_init (KbMenuItemClass *klass)
{
  GTK_BUTTON_CLASS (klass)->clicked = kb_menu_item_clicked;
}

static void
kb_menu_item_init (KbMenuItem *self)
{
  kb_add_css_classes (self, "flat kb-menu-item");
}

static KbMenuItem *
add_item (GtkWidget *menu, const char *label)
{
  KbMenuItem *item = g_object_new (KB_TYPE_MENU_ITEM, "label", label, NULL);
  gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (item))), 0);
  gtk_box_append (GTK_BOX (menu), GTK_WIDGET (item));
  return item;
}

GtkWidget *
kb_menu_add (GtkWidget *menu, const char *label, KbMenuRun run, KbId id)
{
  KbMenuItem *item = add_item (menu, label);
  item->run = run;
  item->id = id;
  return GTK_WIDGET (item);
}

GtkWidget *
kb_menu_add_with (GtkWidget *menu, const char *label, KbMenuRunWith run, KbId id, guint value)
{
  KbMenuItem *item = add_item (menu, label);
  item->run_with = run;
  item->id = id;
  item->value = value;
  return GTK_WIDGET (item);
}

guint
kb_menu_item_get_value (KbMenuItem *self)
{
  return self->value;
}

/* Not a GtkCheckButton: moving through those with arrow keys would select them. */
void
kb_menu_add_choice (GtkWidget *menu, const char *label, gboolean chosen, KbMenuRunWith run, KbId id,
                    guint value)
{
  KbMenuItem *item =
    g_object_new (KB_TYPE_MENU_ITEM, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *check = gtk_image_new_from_icon_name ("object-select-symbolic");
  item->run_with = run;
  item->id = id;
  item->value = value;
  gtk_widget_set_opacity (check, chosen ? 1 : 0);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), gtk_label_new (label));
  gtk_button_set_child (GTK_BUTTON (item), box);
  kb_name_widget (item, label);
  gtk_accessible_update_state (
    GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_STATE_CHECKED,
    chosen ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
  gtk_box_append (GTK_BOX (menu), GTK_WIDGET (item));
}

void
kb_menu_add_heading (GtkWidget *menu, const char *text)
{
  GtkWidget *label = kb_label_new (text, "heading kb-menu-heading");
  gtk_box_append (GTK_BOX (menu), label);
}

void
kb_menu_add_separator (GtkWidget *menu)
{
  gtk_box_append (GTK_BOX (menu), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
}

GtkWidget *
kb_menu_add_scrolled (GtkWidget *menu, int max_height)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0),
            *scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), max_height);
  gtk_box_append (GTK_BOX (menu), scroller);
  return box;
}

void
kb_row_menu_set (GtkMenuButton *button, GtkWidget *menu)
{
  GtkWidget *popover = gtk_popover_new ();
  gtk_widget_add_css_class (popover, "menu");
  gtk_popover_set_child (GTK_POPOVER (popover), menu);
  gtk_menu_button_set_popover (button, popover);
}
