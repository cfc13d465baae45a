/* SPDX-License-Identifier: MIT */
/* One row a zone, or a surface of a track; the selected one is painted with. */
#include "editor/paint/zones_panel.h"

#include <glib/gi18n.h>

#include "editor/settings.h"
#include "editor/paint/zone_edits.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/node_rows.h"
#include "editor/widgets/row_menu.h"
#include "editor/widgets/swatch.h"

struct _KbZonesPanel
{
  AdwBin parent_instance;

  /* Template */
  GtkListBox *list;
  GtkLabel *heading;
  GtkWidget *add;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbZonesPanel, kb_zones_panel, ADW_TYPE_BIN)

static KbWindow *
window_of (KbZonesPanel *self)
{
  return KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

static KbZone *
zone_of (KbZonesPanel *self, KbId id)
{
  KbNode *node = kb_document_node (kb_editor_state_get_document (self->state), id);
  return node && kb_kind_is_zone (node->kind) ? (KbZone *) node : NULL;
}

static GPtrArray *
zones_of (KbZonesPanel *self)
{
  KbNode *asset =
    kb_editor_state_get_painted (self->state) ? kb_editor_state_get_asset (self->state) : NULL;
  return asset ? kb_node_zones (asset) : NULL;
}

/* ---- menu and colour ---- */

static void
on_colour (gpointer self, KbId id, guint32 colour)
{
  kb_zone_set_colour (KB_ZONES_PANEL (self)->state, id, colour);
}

static void
make_colour_popover (GtkMenuButton *button, gpointer data)
{
  KbZonesPanel *self = data;
  KbZone *zone = zone_of (self, kb_node_row_id (button));
  if (zone)
    kb_colour_popover_set (button, zone->node.id, zone->colour, on_colour, self);
}

static void
on_rename (GtkButton *item, KbZonesPanel *self)
{
  kb_zone_ask_name (window_of (self), kb_menu_item_take (item));
}

static void
on_delete (GtkButton *item, KbZonesPanel *self)
{
  kb_zone_delete (window_of (self), kb_menu_item_take (item));
}

static void
on_merge (GtkButton *item, KbZonesPanel *self)
{
  KbId from = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (item), "kb-from"));
  kb_zone_merge (window_of (self), from, kb_menu_item_take (item));
}

static void
on_replace (GtkButton *item, KbZonesPanel *self)
{
  kb_zone_replace (window_of (self), kb_menu_item_take (item));
}

static GtkWidget *
heading (const char *text)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (label, "kb-menu-heading");
  return label;
}

/* The others, to merge into. */
static GtkWidget *
merge_items (KbZonesPanel *self, const GPtrArray *zones, KbId from)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0),
            *scroller = gtk_scrolled_window_new ();
  for (guint i = 0; i < zones->len; i++)
    {
      const KbZone *zone = kb_zone_at (zones, i);
      if (zone->node.id == from)
        continue;
      GtkWidget *item = kb_menu_item_new (zone->name, zone->node.id, G_CALLBACK (on_merge), self);
      g_autofree char *said = g_strdup_printf (_("Merge into %s"), zone->name);
      kb_name_widget (item, said);
      g_object_set_data (G_OBJECT (item), "kb-from", GUINT_TO_POINTER (from));
      gtk_box_append (GTK_BOX (box), item);
    }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 180);
  return scroller;
}

static void
make_menu_popover (GtkMenuButton *button, gpointer data)
{
  KbZonesPanel *self = data;
  const GPtrArray *zones = zones_of (self);
  const KbZone *current = kb_editor_state_get_zone (self->state);
  KbId id = kb_node_row_id (button);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (box), kb_menu_item_new (_("Rename…"), id, G_CALLBACK (on_rename), self));
  if (current && current->node.id != id)
    {
      g_autofree char *label = g_strdup_printf (_("Paint It Over with “%s”"), current->name);
      gtk_box_append (GTK_BOX (box), kb_menu_item_new (label, id, G_CALLBACK (on_replace), self));
    }
  gtk_box_append (GTK_BOX (box), kb_menu_item_new (_("Delete"), id, G_CALLBACK (on_delete), self));
  if (zones && zones->len > 1)
    {
      gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
      gtk_box_append (GTK_BOX (box), heading (_("Merge Into")));
      gtk_box_append (GTK_BOX (box), merge_items (self, zones, id));
    }
  kb_row_menu_set (button, box);
}

/* ---- road or not ---- */

static void
on_ground (GtkToggleButton *button, KbZonesPanel *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbZone *zone = zone_of (self, kb_node_row_id (button));
  KbSurfaceUse use = gtk_toggle_button_get_active (button) ? KB_SURFACE_ROAD : KB_SURFACE_OFF;
  g_autoptr (GError) error = NULL;
  if (!zone || zone->use == use)
    return;
  g_autofree char *label =
    g_strdup_printf (use == KB_SURFACE_ROAD ? _("%s is road") : _("%s is no road"), zone->name);
  kb_document_begin (document, label);
  if (!kb_document_set (document, zone->node.id, "ground",
                        json_string (use == KB_SURFACE_ROAD ? "road" : "off"), &error))
    kb_editor_state_take_error (self->state, g_steal_pointer (&error));
  kb_document_end (document);
}

static GtkWidget *
make_ground (KbZonesPanel *self, const KbNode *node)
{
  GtkWidget *button = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (button), "kb-track-symbolic");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "kb-small");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "kb-ground");
  gtk_widget_set_visible (button, node->kind == &kb_surface_kind);
  kb_node_row_set_id (button, node->id);
  g_signal_connect (button, "toggled", G_CALLBACK (on_ground), self);
  return button;
}

static void
fill_ground (GtkToggleButton *button, const KbZone *zone)
{
  gboolean road = zone->use == KB_SURFACE_ROAD;
  g_autofree char *tip = g_strdup_printf (
    road ? _("%s is road: cars may be on it") : _("%s is no road: cars keep off it"), zone->name);
  g_autofree char *name = g_strdup_printf (_("%s is road"), zone->name);
  gtk_toggle_button_set_active (button, road);
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), tip);
  kb_name_widget (button, name);
}

/* ---- rows ---- */

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
  KbZonesPanel *self = data;
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *colour = gtk_menu_button_new (), *swatch = kb_swatch_new (0),
            *menu = gtk_menu_button_new ();
  GtkWidget *name = kb_node_row_name_new (), *count = gtk_label_new (NULL),
            *key = gtk_label_new (NULL);

  gtk_menu_button_set_child (GTK_MENU_BUTTON (colour), swatch);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (colour), make_colour_popover, self, NULL);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (menu), make_menu_popover, self, NULL);
  gtk_widget_add_css_class (menu, "kb-row-menu");
  GtkWidget *buttons[] = { colour, menu };
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      gtk_widget_add_css_class (buttons[i], "flat");
      gtk_widget_add_css_class (buttons[i], "kb-small");
      gtk_widget_set_valign (buttons[i], GTK_ALIGN_CENTER);
      kb_node_row_set_id (buttons[i], node->id);
    }
  gtk_label_set_width_chars (GTK_LABEL (name), 2);
  gtk_widget_set_hexpand (name, TRUE);
  /* Counting moves nothing: as wide as the most that there usually is. */
  gtk_label_set_width_chars (GTK_LABEL (count), 7);
  gtk_label_set_xalign (GTK_LABEL (count), 1);
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_add_css_class (count, "numeric");
  gtk_widget_add_css_class (count, "caption");
  gtk_widget_set_valign (key, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (key, "kb-key");
  gtk_widget_set_visible (key, index < 10);
  if (index < 10)
    {
      g_autofree char *text = g_strdup_printf ("%u", (index + 1) % 10);
      gtk_label_set_label (GTK_LABEL (key), text);
    }
  GtkWidget *ground = make_ground (self, node),
            *parts[] = { colour, name, ground, menu, count, key };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_box_append (GTK_BOX (box), parts[i]);
  gtk_widget_add_css_class (box, "kb-class-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  kb_node_rows_on_secondary (row, G_CALLBACK (on_secondary), NULL);
  g_object_set_data (G_OBJECT (row), "kb-swatch", swatch);
  g_object_set_data (G_OBJECT (row), "kb-ground", ground);
  g_object_set_data (G_OBJECT (row), "kb-name", name);
  g_object_set_data (G_OBJECT (row), "kb-colour", colour);
  g_object_set_data (G_OBJECT (row), "kb-menu", menu);
  g_object_set_data (G_OBJECT (row), "kb-count", count);
  return row;
}

static void
fill_row (GtkListBoxRow *row, const KbZone *zone, guint64 count)
{
  GtkLabel *name = g_object_get_data (G_OBJECT (row), "kb-name");
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  gboolean is_surface = zone->node.kind == &kb_surface_kind;
  g_autofree char *said =
    g_strdup_printf (is_surface ? _("%s pixels painted") : _("%s pixels"), number);
  kb_swatch_set_colour (g_object_get_data (G_OBJECT (row), "kb-swatch"), zone->colour);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-count"), number);
  gtk_widget_set_tooltip_text (g_object_get_data (G_OBJECT (row), "kb-count"),
                               is_surface
                                 ? _("Painted pixels; what only curves cover is not counted")
                                 : _("Painted pixels"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said,
                                  -1);
  fill_ground (g_object_get_data (G_OBJECT (row), "kb-ground"), zone);
  if (g_str_equal (gtk_label_get_label (name), zone->name))
    return;
  gtk_label_set_label (name, zone->name);
  kb_name_widget (row, zone->name);
  kb_node_row_name_part (row, "kb-colour", _("Colour of %s"), zone->name);
  kb_node_row_name_part (row, "kb-menu", _("Edit %s"), zone->name);
}

static void
show_words (KbZonesPanel *self, gboolean surfaces)
{
  const char *heading_text = surfaces ? _("Surfaces") : _("Zones"),
             *add = surfaces ? _("Add surface") : _("Add zone");
  if (g_str_equal (gtk_label_get_label (self->heading), heading_text))
    return;
  gtk_label_set_label (self->heading, heading_text);
  kb_name_widget (self->list, heading_text);
  kb_name_widget (self->add, add);
  gtk_widget_set_tooltip_text (self->add, add);
}

static void
fill (KbZonesPanel *self)
{
  const GPtrArray *zones = zones_of (self);
  KbZone *current = kb_editor_state_get_zone (self->state);
  guint64 counts[256];
  kb_node_rows_fill (self->list, zones, make_row, self);
  show_words (self, kb_editor_state_get_track (self->state) != NULL);
  kb_zone_counts (self->state, counts);
  for (guint i = 0; zones && i < zones->len; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, (int) i);
      fill_row (row, kb_zone_at (zones, i), counts[kb_zone_at (zones, i)->value]);
      if (current == kb_zone_at (zones, i) && !kb_editor_state_get_band (self->state)
          && gtk_list_box_get_selected_row (self->list) != row)
        gtk_list_box_select_row (self->list, row);
    }
  /* A band is painted with: the row is to be chosen again. */
  if (kb_editor_state_get_band (self->state))
    gtk_list_box_unselect_all (self->list);
}

static void
on_changed (KbEditorState *state, guint flags, KbZonesPanel *self)
{
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_LISTS
         | KB_CHANGE_VALUES | KB_CHANGE_TOOL))
    fill (self);
}

static void
on_selected (GtkListBox *list, GtkListBoxRow *row, KbZonesPanel *self)
{
  if (row && self->state)
    kb_editor_state_set_zone (self->state, kb_node_row_id (row));
}

void
kb_zones_panel_set_state (KbZonesPanel *self, KbEditorState *state)
{
  self->state = g_object_ref (state);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_changed), self, 0);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (kb_editor_state_grab_canvas),
                           state, G_CONNECT_SWAPPED);
}

static void
kb_zones_panel_dispose (GObject *object)
{
  g_clear_object (&KB_ZONES_PANEL (object)->state);
  G_OBJECT_CLASS (kb_zones_panel_parent_class)->dispose (object);
}

static void
kb_zones_panel_class_init (KbZonesPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = kb_zones_panel_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, KB_RESOURCE_PATH "/zones_panel.ui");
  gtk_widget_class_bind_template_child (widget_class, KbZonesPanel, list);
  gtk_widget_class_bind_template_child (widget_class, KbZonesPanel, heading);
  gtk_widget_class_bind_template_child (widget_class, KbZonesPanel, add);
}

static void
kb_zones_panel_init (KbZonesPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  kb_node_rows_set_placeholder (
    self->list, _("A zone says what pixels mean: floor, door, water … Paint, and there is one."));
  kb_node_rows_keep_on_tab (GTK_LIST_BOX (self->list));
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_selected), self);
  kb_node_rows_keep_in_sight (self->list);
}
