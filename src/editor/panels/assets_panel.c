/* SPDX-License-Identifier: MIT */
/* One row a sprite, one a mask, one a track, one a level. */
#include "editor/panels/assets_panel.h"

#include <glib/gi18n.h>
#include <string.h>

#include "editor/widgets/accessible.h"
#include "editor/widgets/node_rows.h"
#include "editor/settings.h"
#include "editor/files/source_watch.h"
#include "editor/level/layer_edits.h"

struct _KbAssetsPanel
{
  AdwBin parent_instance;

  /* Template */
  GtkListBox *list, *masks, *tracks, *levels;

  /* Owned */
  KbEditorState *state;
  KbThumbnails *thumbnails;
  GtkWidget *menu;
};

G_DEFINE_FINAL_TYPE (KbAssetsPanel, kb_assets_panel, ADW_TYPE_BIN)

static void
on_again (GtkButton *button, KbAssetsPanel *self)
{
  kb_editor_state_set_asset (self->state,
                             kb_node_row_id (g_object_get_data (G_OBJECT (button), "kb-row")));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.import-again", NULL);
}

/* It is there while the asset's files are others than those that were imported. */
static GtkWidget *
make_again (KbAssetsPanel *self, GtkWidget *row)
{
  GtkWidget *again = kb_node_row_button_new ("view-refresh-symbolic");
  gtk_widget_add_css_class (again, "warning");
  g_object_set_data (G_OBJECT (again), "kb-row", row);
  g_object_set_data (G_OBJECT (row), "kb-again", again);
  g_signal_connect_object (again, "clicked", G_CALLBACK (on_again), self, 0);
  return again;
}

static void
fill_again (KbAssetsPanel *self, GtkListBoxRow *row, const KbNode *asset)
{
  GtkWidget *again = g_object_get_data (G_OBJECT (row), "kb-again");
  g_autofree char *title = kb_node_title (asset),
                  *name = g_strdup_printf (_("Changed on disk: import %s again"), title);
  gtk_widget_set_visible (again, kb_source_is_changed (self->state, asset->id));
  gtk_widget_set_tooltip_text (again, name);
  kb_name_widget (again, name);
}

static GtkWidget *
make_row (gpointer data, KbNode *node, guint index)
{
  KbAssetsPanel *self = data;
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *thumb = kb_thumb_new (self->thumbnails, KB_THUMB_LIST);
  GtkWidget *name = kb_node_row_name_new ();
  GtkWidget *count = kb_node_row_count_new ();
  gtk_widget_add_css_class (thumb, "kb-thumb");
  gtk_widget_set_valign (thumb, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), thumb);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), make_again (self, row));
  gtk_box_append (GTK_BOX (box), count);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "kb-thumb", thumb);
  g_object_set_data (G_OBJECT (row), "kb-name", name);
  g_object_set_data (G_OBJECT (row), "kb-count", count);
  return row;
}

static void
fill_row (KbAssetsPanel *self, GtkListBoxRow *row, const KbSprite *sprite)
{
  guint n = kb_count (sprite->frames);
  g_autofree char *count = g_strdup_printf ("%u", n);
  kb_thumb_set_frame (g_object_get_data (G_OBJECT (row), "kb-thumb"),
                      n ? kb_frame_at (sprite, 0)->node.id : 0);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-name"), sprite->name);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-count"), count);
  kb_name_widget (row, sprite->name);
  fill_again (self, row, KB_NODE (sprite));
}

/* ---- masks, tracks and levels ---- */

static const char *
icon_of (const KbNode *node)
{
  return node->kind == &kb_level_kind   ? "kb-level-symbolic"
         : node->kind == &kb_track_kind ? "kb-track-symbolic"
                                        : "kb-mask-symbolic";
}

static GtkWidget *
make_painting_row (gpointer data, KbNode *node, guint index)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name (icon_of (node));
  GtkWidget *name = kb_node_row_name_new (), *count = kb_node_row_count_new ();
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_margin_start (icon, 6);
  gtk_widget_set_margin_end (icon, 6);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), make_again (data, row));
  gtk_box_append (GTK_BOX (box), count);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "kb-name", name);
  g_object_set_data (G_OBJECT (row), "kb-count", count);
  return row;
}

static void
fill_painting_row (KbAssetsPanel *self, GtkListBoxRow *row, const KbNode *node)
{
  gboolean is_level = node->kind == &kb_level_kind;
  guint n = is_level ? 0 : kb_count (kb_node_zones (node));
  g_autofree char *said = is_level ? kb_level_describe ((const KbLevel *) node, &n)
                          : node->kind == &kb_track_kind
                            ? g_strdup_printf (ngettext ("%u surface", "%u surfaces", n), n)
                            : g_strdup_printf (ngettext ("%u zone", "%u zones", n), n);
  g_autofree char *count = g_strdup_printf ("%u", n), *name = kb_node_title (node);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-name"), name);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-count"), count);
  gtk_widget_set_tooltip_text (g_object_get_data (G_OBJECT (row), "kb-count"), said);
  kb_name_widget (row, name);
  fill_again (self, row, node);
}

static void
fill_paintings (GtkListBox *list, const GPtrArray *nodes, gpointer self)
{
  kb_node_rows_fill (list, nodes, make_painting_row, self);
  for (guint i = 0; nodes && i < nodes->len; i++)
    fill_painting_row (self, gtk_list_box_get_row_at_index (list, (int) i),
                       g_ptr_array_index (nodes, i));
  gtk_widget_set_visible (GTK_WIDGET (list), nodes && nodes->len);
}

/* ---- all lists ---- */

static gint
compare_titles (gconstpointer a, gconstpointer b)
{
  g_autofree char *first = kb_node_title (*(KbNode *const *) a),
                  *second = kb_node_title (*(KbNode *const *) b);
  g_autofree char *key = g_utf8_collate_key_for_filename (first, -1),
                  *other = g_utf8_collate_key_for_filename (second, -1);
  return strcmp (key, other);
}

/* By name: the document has new ones at its end until it is opened again. NULL for NULL. */
static GPtrArray *
sorted (const GPtrArray *nodes)
{
  GPtrArray *copy = nodes ? g_ptr_array_new () : NULL;
  for (guint i = 0; nodes && i < nodes->len; i++)
    g_ptr_array_add (copy, g_ptr_array_index (nodes, i));
  if (copy)
    g_ptr_array_sort (copy, compare_titles);
  return copy;
}

static void
fill (KbAssetsPanel *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  g_autoptr (GPtrArray) sprites = sorted (project ? project->sprites : NULL);
  g_autoptr (GPtrArray) masks = sorted (project ? project->masks : NULL),
                        tracks = sorted (project ? project->tracks : NULL);
  g_autoptr (GPtrArray) levels = sorted (project ? project->levels : NULL);
  kb_node_rows_fill (self->list, sprites, make_row, self);
  for (guint i = 0; sprites && i < sprites->len; i++)
    fill_row (self, gtk_list_box_get_row_at_index (self->list, (int) i),
              g_ptr_array_index (sprites, i));
  fill_paintings (self->masks, masks, self);
  fill_paintings (self->tracks, tracks, self);
  fill_paintings (self->levels, levels, self);
}

static void
select_current (KbAssetsPanel *self)
{
  KbNode *asset = kb_editor_state_get_asset (self->state);
  GtkListBox *lists[] = { self->list, self->masks, self->tracks, self->levels };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      GtkListBoxRow *row = asset ? kb_node_rows_find (lists[i], asset->id) : NULL;
      if (!row)
        gtk_list_box_unselect_all (lists[i]);
      else if (gtk_list_box_get_selected_row (lists[i]) != row)
        gtk_list_box_select_row (lists[i], row);
    }
}

static void
on_changed (KbEditorState *state, guint flags, KbAssetsPanel *self)
{
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_LISTS | KB_CHANGE_VALUES))
    fill (self);
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_LISTS | KB_CHANGE_SPRITE))
    select_current (self);
}

static void
on_selected (GtkListBox *list, GtkListBoxRow *row, KbAssetsPanel *self)
{
  if (row)
    kb_editor_state_set_asset (self->state, kb_node_row_id (row));
}

static void
on_menu (GtkGestureClick *gesture, int n_press, double x, double y, KbAssetsPanel *self)
{
  GtkListBox *list =
    GTK_LIST_BOX (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)));
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (list, (int) y);
  if (!row)
    return;
  gtk_list_box_select_row (list, row);
  gtk_widget_translate_coordinates (GTK_WIDGET (list), GTK_WIDGET (self->list), x, y, &x, &y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
make_menu (KbAssetsPanel *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_menu_append (menu, _("_Rename…"), "win.rename-sprite");
  g_menu_append (menu, _("D_uplicate"), "win.duplicate-asset");
  g_menu_append (menu, _("_Import Again"), "win.import-again");
  g_menu_append (menu, _("_Delete"), "win.delete-sprite");
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self->list));
  kb_node_rows_on_secondary (GTK_WIDGET (self->list), G_CALLBACK (on_menu), self);
  kb_node_rows_on_secondary (GTK_WIDGET (self->masks), G_CALLBACK (on_menu), self);
  kb_node_rows_on_secondary (GTK_WIDGET (self->tracks), G_CALLBACK (on_menu), self);
  kb_node_rows_on_secondary (GTK_WIDGET (self->levels), G_CALLBACK (on_menu), self);
}

void
kb_assets_panel_set_state (KbAssetsPanel *self, KbEditorState *state, KbThumbnails *thumbnails)
{
  self->state = g_object_ref (state);
  self->thumbnails = g_object_ref (thumbnails);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_changed), self, 0);
  /* A click or Enter is for the sprite's frames: Ctrl+A and Home mean them next. The arrows stay in
   * the list. */
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (kb_editor_state_grab_canvas),
                           state, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->masks, "row-activated", G_CALLBACK (kb_editor_state_grab_canvas),
                           state, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tracks, "row-activated", G_CALLBACK (kb_editor_state_grab_canvas),
                           state, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->levels, "row-activated", G_CALLBACK (kb_editor_state_grab_canvas),
                           state, G_CONNECT_SWAPPED);
}

static void
kb_assets_panel_dispose (GObject *object)
{
  KbAssetsPanel *self = KB_ASSETS_PANEL (object);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->state);
  g_clear_object (&self->thumbnails);
  G_OBJECT_CLASS (kb_assets_panel_parent_class)->dispose (object);
}

static void
kb_assets_panel_class_init (KbAssetsPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = kb_assets_panel_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, KB_RESOURCE_PATH "/assets_panel.ui");
  gtk_widget_class_bind_template_child (widget_class, KbAssetsPanel, list);
  gtk_widget_class_bind_template_child (widget_class, KbAssetsPanel, masks);
  gtk_widget_class_bind_template_child (widget_class, KbAssetsPanel, tracks);
  gtk_widget_class_bind_template_child (widget_class, KbAssetsPanel, levels);
}

static void
kb_assets_panel_init (KbAssetsPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  GtkListBox *lists[] = { self->list, self->masks, self->tracks, self->levels };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    kb_node_rows_keep_on_tab (lists[i]);
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_selected), self);
  g_signal_connect (self->masks, "row-selected", G_CALLBACK (on_selected), self);
  g_signal_connect (self->tracks, "row-selected", G_CALLBACK (on_selected), self);
  g_signal_connect (self->levels, "row-selected", G_CALLBACK (on_selected), self);
  kb_node_rows_keep_in_sight (self->list);
  kb_node_rows_keep_in_sight (self->masks);
  kb_node_rows_keep_in_sight (self->tracks);
  kb_node_rows_keep_in_sight (self->levels);
  make_menu (self);
}
