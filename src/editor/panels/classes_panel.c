/* SPDX-License-Identifier: MIT */
/* One row a class. The current class is selected; activating a row gives it to the selection
 * too. */
#include "editor/panels/classes_panel.h"

#include <glib/gi18n.h>

#include "document/class_uses.h"
#include "editor/widgets/accessible.h"
#include "editor/panels/class_edits.h"
#include "editor/widgets/node_rows.h"
#include "editor/widgets/row_menu.h"
#include "editor/settings.h"
#include "editor/widgets/swatch.h"

struct _KbClassesPanel
{
  AdwBin parent_instance;

  /* Template */
  GtkListBox *list;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbClassesPanel, kb_classes_panel, ADW_TYPE_BIN)

/* ---- colour ---- */

static void
on_colour (gpointer self, KbId id, guint32 colour)
{
  kb_class_set_colour (KB_CLASSES_PANEL (self)->state, id, colour);
}

static void
make_colour_popover (GtkMenuButton *button, gpointer data)
{
  KbClassesPanel *self = data;
  KbNode *node =
    kb_document_node (kb_editor_state_get_document (self->state), kb_node_row_id (button));
  if (node)
    kb_colour_popover_set (button, node->id, ((KbClass *) node)->colour, on_colour, self);
}

/* ---- menu ---- */

static void
on_rename (GtkButton *button, KbClassesPanel *self)
{
  kb_class_ask_name (KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                     kb_menu_item_take (button));
}

static void
on_delete (GtkButton *button, KbClassesPanel *self)
{
  KbId id = kb_menu_item_take (button);
  kb_class_ask_delete (KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), id);
}

static void
on_merge (GtkButton *button, KbClassesPanel *self)
{
  KbId id = kb_menu_item_take (button);
  kb_class_ask_merge (KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), id);
}

static void
flip (KbClassesPanel *self, KbId id, KbClassMark mark)
{
  kb_class_mark (self->state, id, mark, !kb_class_is_marked (self->state, id, mark));
}

static void
on_hide (GtkButton *button, KbClassesPanel *self)
{
  flip (self, kb_menu_item_take (button), KB_CLASS_HIDDEN);
}

static void
on_lock (GtkButton *button, KbClassesPanel *self)
{
  flip (self, kb_menu_item_take (button), KB_CLASS_LOCKED);
}

static void
on_select (GtkButton *button, KbClassesPanel *self)
{
  KbId id = kb_menu_item_take (button);
  kb_class_select (self->state, id);
  kb_editor_state_grab_canvas (self->state);
}

static void
on_kind (GtkButton *button, KbClassesPanel *self)
{
  KbClassKind kind =
    (KbClassKind) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "kb-kind"));
  KbId id = kb_menu_item_take (button);
  kb_class_set_kind (self->state, id, kind);
}

/* One of several, with a check. Not a GtkCheckButton: arrow keys, which go from item to item, would
 * choose it. */
static GtkWidget *
choice_item (KbClassesPanel *self, const char *label, gboolean chosen, KbId id, GCallback run)
{
  GtkWidget *item =
    g_object_new (GTK_TYPE_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *check = gtk_image_new_from_icon_name ("object-select-symbolic");
  GtkWidget *text = gtk_label_new (label);
  gtk_widget_set_opacity (check, chosen ? 1 : 0);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), text);
  gtk_button_set_child (GTK_BUTTON (item), box);
  kb_name_widget (item, label);
  gtk_accessible_update_state (
    GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_STATE_CHECKED,
    chosen ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
  kb_menu_item_make (item, id, run, self);
  return item;
}

/* "hurt: can be struck", one of them chosen. */
static GtkWidget *
kind_items (KbClassesPanel *self, KbId id)
{
  const KbClass *class =
    (KbClass *) kb_document_node (kb_editor_state_get_document (self->state), id);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *heading = gtk_label_new (_("Kind"));
  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_add_css_class (heading, "kb-menu-heading");
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_box_append (GTK_BOX (box), heading);
  for (guint kind = 0; class && kind < KB_N_CLASS_KINDS; kind++)
    {
      g_autofree char *label =
        g_strdup_printf ("%s: %s", _(kb_class_kind_name (kind)), kb_class_kind_meaning (kind));
      GtkWidget *item = choice_item (self, label, class->kind == kind, id, G_CALLBACK (on_kind));
      g_object_set_data (G_OBJECT (item), "kb-kind", GUINT_TO_POINTER (kind));
      gtk_box_append (GTK_BOX (box), item);
    }
  return box;
}

static void
make_menu_popover (GtkMenuButton *button, gpointer data)
{
  KbClassesPanel *self = data;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (box),
                  kb_menu_item_new (_("Select on This Frame"), kb_node_row_id (button),
                                    G_CALLBACK (on_select), self));
  gtk_box_append (GTK_BOX (box), kb_menu_item_new (_("Rename…"), kb_node_row_id (button),
                                                   G_CALLBACK (on_rename), self));
  KbId id = kb_node_row_id (button);
  gboolean hidden = kb_class_is_marked (self->state, id, KB_CLASS_HIDDEN);
  gboolean locked = kb_class_is_marked (self->state, id, KB_CLASS_LOCKED);
  gtk_box_append (GTK_BOX (box),
                  kb_menu_item_new (hidden ? _("Show on the Canvas") : _("Hide on the Canvas"),
                                    id, G_CALLBACK (on_hide), self));
  gtk_box_append (GTK_BOX (box), kb_menu_item_new (locked ? _("Unlock") : _("Lock"), id,
                                                   G_CALLBACK (on_lock), self));
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box), kind_items (self, id));
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box),
                  kb_menu_item_new (_("Merge Into…"), id, G_CALLBACK (on_merge), self));
  gtk_box_append (GTK_BOX (box), kb_menu_item_new (_("Delete…"), id, G_CALLBACK (on_delete), self));
  kb_row_menu_set (button, box);
}

/* ---- rows ---- */

/* Says that a class is hidden or locked, and ends that. */
static GtkWidget *
mark_button (KbClassesPanel *self, KbId id, const char *icon, GCallback run)
{
  GtkWidget *button = kb_node_row_button_new (icon);
  gtk_widget_set_visible (button, FALSE);
  kb_node_row_set_id (button, id);
  g_signal_connect_object (button, "clicked", run, self, 0);
  return button;
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_menu_button_popup (g_object_get_data (G_OBJECT (row), "kb-menu"));
}

static GtkWidget *
make_row (gpointer data, KbNode *node, guint index)
{
  KbClassesPanel *self = data;
  KbId id = node->id;
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *colour = gtk_menu_button_new ();
  GtkWidget *swatch = kb_swatch_new (0);
  GtkWidget *name = kb_node_row_name_new (), *kind = gtk_label_new (NULL);
  GtkWidget *names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *key = gtk_label_new (NULL);
  GtkWidget *menu = gtk_menu_button_new ();
  GtkWidget *count = kb_node_row_count_new ();
  GtkWidget *hidden = mark_button (self, id, "view-conceal-symbolic", G_CALLBACK (on_hide));
  GtkWidget *locked = mark_button (self, id, "changes-prevent-symbolic", G_CALLBACK (on_lock));

  gtk_menu_button_set_child (GTK_MENU_BUTTON (colour), swatch);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (colour), make_colour_popover, self, NULL);
  gtk_widget_add_css_class (colour, "flat");
  gtk_widget_add_css_class (colour, "kb-small");
  gtk_widget_set_valign (colour, GTK_ALIGN_CENTER);
  /* So narrow at the least that a row with all its marks is no wider than the panel, which stays as
   * wide as it is. */
  gtk_label_set_width_chars (GTK_LABEL (name), 2);
  gtk_widget_set_hexpand (names, TRUE);
  gtk_widget_set_valign (names, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (kind), 0);
  gtk_widget_add_css_class (kind, "dim-label");
  gtk_widget_add_css_class (kind, "caption");
  gtk_box_append (GTK_BOX (names), name);
  gtk_box_append (GTK_BOX (names), kind);
  if (index < 10)
    {
      g_autofree char *text = g_strdup_printf ("%u", (index + 1) % 10);
      gtk_label_set_label (GTK_LABEL (key), text);
    }
  gtk_widget_set_visible (key, index < 10);
  gtk_widget_set_valign (key, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (key, "kb-key");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (menu), make_menu_popover, self, NULL);
  gtk_widget_add_css_class (menu, "flat");
  gtk_widget_add_css_class (menu, "kb-small");
  gtk_widget_add_css_class (menu, "kb-row-menu");
  gtk_widget_set_valign (menu, GTK_ALIGN_CENTER);

  gtk_box_append (GTK_BOX (box), colour);
  gtk_box_append (GTK_BOX (box), names);
  /* Marks come and go at the name's end; what follows stays in its place. */
  gtk_box_append (GTK_BOX (box), hidden);
  gtk_box_append (GTK_BOX (box), locked);
  gtk_box_append (GTK_BOX (box), menu);
  gtk_box_append (GTK_BOX (box), count);
  gtk_box_append (GTK_BOX (box), key);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_add_css_class (box, "kb-class-row");
  kb_node_rows_on_secondary (row, G_CALLBACK (on_secondary), NULL);
  GtkWidget *parts[] = { row, colour, menu };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_object_set_data (G_OBJECT (parts[i]), "kb-id", GUINT_TO_POINTER (id));
  g_object_set_data (G_OBJECT (row), "kb-swatch", swatch);
  g_object_set_data (G_OBJECT (row), "kb-name", name);
  g_object_set_data (G_OBJECT (row), "kb-kind", kind);
  g_object_set_data (G_OBJECT (row), "kb-colour", colour);
  g_object_set_data (G_OBJECT (row), "kb-menu", menu);
  g_object_set_data (G_OBJECT (row), "kb-count", count);
  g_object_set_data (G_OBJECT (row), "kb-hidden", hidden);
  g_object_set_data (G_OBJECT (row), "kb-locked", locked);
  return row;
}

static void
fill_row (GtkListBoxRow *row, const KbClass *class)
{
  kb_swatch_set_colour (g_object_get_data (G_OBJECT (row), "kb-swatch"), class->colour);
  GtkLabel *label = g_object_get_data (G_OBJECT (row), "kb-name"),
           *kind = g_object_get_data (G_OBJECT (row), "kb-kind");
  gtk_widget_set_visible (GTK_WIDGET (kind), class->kind != KB_CLASS_KIND_NONE);
  gtk_label_set_label (
    kind, class->kind == KB_CLASS_KIND_NONE ? "" : _(kb_class_kind_name (class->kind)));
  gtk_widget_set_tooltip_text (GTK_WIDGET (kind), kb_class_kind_meaning (class->kind));
  if (g_str_equal (gtk_label_get_label (label), class->name))
    return;
  gtk_label_set_label (label, class->name);
  kb_name_widget (row, class->name);
  kb_node_row_name_part (row, "kb-colour", _("Colour of %s"), class->name);
  kb_node_row_name_part (row, "kb-menu", _("Edit %s"), class->name);
}

/* How many things, and what is not to be seen or touched; the row says it too. */
static void
fill_marks (KbClassesPanel *self, GtkListBoxRow *row, const KbClass *class, const KbClassUses *uses)
{
  gboolean hidden = kb_class_is_marked (self->state, class->node.id, KB_CLASS_HIDDEN);
  gboolean locked = kb_class_is_marked (self->state, class->node.id, KB_CLASS_LOCKED);
  GtkWidget *label = g_object_get_data (G_OBJECT (row), "kb-count");
  guint count = uses->shapes + uses->others;
  g_autofree char *text = g_strdup_printf ("%u", count);
  g_autofree char *tip =
    uses->others
      ? g_strdup_printf (ngettext ("%u shape, tile or part of a level has this class",
                                   "%u shapes, tiles and parts of levels have this class", count),
                         count)
      : g_strdup_printf (ngettext ("%u shape has this class", "%u shapes have this class", count),
                         count);
  g_autofree char *meaning = class->kind == KB_CLASS_KIND_NONE
                               ? g_strdup ("")
                               : g_strdup_printf (", %s", kb_class_kind_meaning (class->kind));
  g_autofree char *said =
    g_strconcat (tip, meaning, hidden ? _(", hidden") : "", locked ? _(", locked") : "", NULL);
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, tip);
  gtk_widget_set_visible (g_object_get_data (G_OBJECT (row), "kb-hidden"), hidden);
  gtk_widget_set_visible (g_object_get_data (G_OBJECT (row), "kb-locked"), locked);
  kb_node_row_name_part (row, "kb-hidden", _("Show %s on the canvas"), class->name);
  kb_node_row_name_part (row, "kb-locked", _("Unlock %s"), class->name);
  gtk_widget_set_opacity (g_object_get_data (G_OBJECT (row), "kb-name"), hidden ? 0.5 : 1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said,
                                  -1);
}

static void
fill (KbClassesPanel *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  kb_node_rows_fill (self->list, project ? project->classes : NULL, make_row, self);
  KbClass *current = kb_editor_state_get_class (self->state);
  g_autofree KbClassUses *uses = project ? kb_document_class_uses (document) : NULL;
  for (guint i = 0; project && i < kb_count (project->classes); i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, (int) i);
      fill_row (row, kb_class_at (project, i));
      fill_marks (self, row, kb_class_at (project, i), &uses[i]);
      if (current == kb_class_at (project, i) && gtk_list_box_get_selected_row (self->list) != row)
        gtk_list_box_select_row (self->list, row);
    }
}

static void
on_changed (KbEditorState *state, guint flags, KbClassesPanel *self)
{
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_LISTS | KB_CHANGE_STEP | KB_CHANGE_TOOL))
    fill (self);
}

static void
on_activated (GtkListBox *list, GtkListBoxRow *row, KbClassesPanel *self)
{
  kb_editor_state_choose_class (self->state, kb_node_row_id (row));
}

/* Arrow keys select another row: that is the current class, then. */
static void
on_selected (GtkListBox *list, GtkListBoxRow *row, KbClassesPanel *self)
{
  if (row && self->state && kb_editor_state_get_document (self->state))
    kb_editor_state_set_class (self->state, kb_node_row_id (row));
}

void
kb_classes_panel_set_state (KbClassesPanel *self, KbEditorState *state)
{
  self->state = g_object_ref (state);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_changed), self, 0);
}

static void
kb_classes_panel_dispose (GObject *object)
{
  g_clear_object (&KB_CLASSES_PANEL (object)->state);
  G_OBJECT_CLASS (kb_classes_panel_parent_class)->dispose (object);
}

static void
kb_classes_panel_class_init (KbClassesPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = kb_classes_panel_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, KB_RESOURCE_PATH "/classes_panel.ui");
  gtk_widget_class_bind_template_child (widget_class, KbClassesPanel, list);
}

static void
kb_classes_panel_init (KbClassesPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_activated), self);
  kb_node_rows_keep_on_tab (GTK_LIST_BOX (self->list));
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_selected), self);
  kb_node_rows_keep_in_sight (self->list);
  kb_node_rows_set_placeholder (
    self->list, _("A class says what a shape means: head, torso, strike … Add the first one."));
}
