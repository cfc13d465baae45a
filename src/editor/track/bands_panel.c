/* SPDX-License-Identifier: MIT */
/* One row a band; the selected one is painted by hand. */
#include "editor/track/bands_panel.h"

#include <glib/gi18n.h>

#include "drawing/track_marks.h"
#include "editor/canvas/tool_options.h"
#include "editor/track/band_edits.h"
#include "editor/track/track_watch.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/node_rows.h"
#include "editor/widgets/row_menu.h"
#include "editor/widgets/swatch.h"
#include "tools/options.h"

#define N_HANDS 3
#define BESIDE "track-beside"      /* the option */

struct _KbBandsPanel
{
  AdwBin parent_instance;

  GtkListBox *list;
  GtkWidget *hand;                 /* how the chosen one is painted */
  GtkWidget *hands[N_HANDS];
  GtkLabel *differs;
  GtkWidget *beside;               /* whether lines of bands are drawn beside curves */
  GtkWidget *compute;              /* instead, while nothing is computed */
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbBandsPanel, kb_bands_panel, ADW_TYPE_BIN)

static KbWindow *
window_of (KbBandsPanel *self)
{
  return KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

static KbBand *
band_of (KbBandsPanel *self, KbId id)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *node = document ? kb_document_node (document, id) : NULL;
  return node && node->kind == &kb_band_kind ? (KbBand *) node : NULL;
}

/* ---- menu, colour, eye ---- */

static void
on_colour (gpointer self, KbId id, guint32 colour)
{
  kb_band_set_colour (KB_BANDS_PANEL (self)->state, id, colour);
}

static void
make_colour_popover (GtkMenuButton *button, gpointer data)
{
  KbBandsPanel *self = data;
  KbBand *band = band_of (self, kb_node_row_id (button));
  if (band)
    kb_colour_popover_set (button, band->node.id, band->colour, on_colour, self);
}

static void
on_clear (GtkButton *item, KbBandsPanel *self)
{
  kb_band_clear (window_of (self), kb_menu_item_take (item));
}

static void
on_delete (GtkButton *item, KbBandsPanel *self)
{
  kb_band_delete (window_of (self), kb_menu_item_take (item));
}

static void
make_menu_popover (GtkMenuButton *button, gpointer data)
{
  KbId id = kb_node_row_id (button);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (box),
                  kb_menu_item_new (_("As Computed Again"), id, G_CALLBACK (on_clear), data));
  gtk_box_append (GTK_BOX (box), kb_menu_item_new (_("Delete"), id, G_CALLBACK (on_delete), data));
  kb_row_menu_set (button, box);
}

static void
on_eye (GtkToggleButton *button, KbBandsPanel *self)
{
  if (!self->updating)
    kb_track_watch_show_band (kb_track_watch_of (self->state), kb_node_row_id (button),
                              gtk_toggle_button_get_active (button));
}

/* ---- rows ---- */

static GtkWidget *
small_button (GtkWidget *button, KbId id)
{
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "kb-small");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  kb_node_row_set_id (button, id);
  return button;
}

static GtkWidget *
make_row (gpointer data, KbNode *node, guint index)
{
  KbBandsPanel *self = data;
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *colour = small_button (gtk_menu_button_new (), node->id), *swatch = kb_swatch_new (0);
  GtkWidget *menu = small_button (gtk_menu_button_new (), node->id),
            *name = kb_node_row_name_new (), *count = gtk_label_new (NULL);
  GtkWidget *eye = small_button (gtk_toggle_button_new (), node->id);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (colour), swatch);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (colour), make_colour_popover, self, NULL);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (menu), make_menu_popover, self, NULL);
  gtk_widget_add_css_class (menu, "kb-row-menu");
  g_signal_connect (eye, "toggled", G_CALLBACK (on_eye), self);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_add_css_class (count, "numeric");
  gtk_widget_add_css_class (count, "caption");
  GtkWidget *parts[] = { colour, name, count, menu, eye };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_box_append (GTK_BOX (box), parts[i]);
  gtk_widget_add_css_class (box, "kb-class-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "kb-swatch", swatch);
  g_object_set_data (G_OBJECT (row), "kb-name", name);
  g_object_set_data (G_OBJECT (row), "kb-count", count);
  g_object_set_data (G_OBJECT (row), "kb-eye", eye);
  g_object_set_data (G_OBJECT (row), "kb-colour", colour);
  g_object_set_data (G_OBJECT (row), "kb-menu", menu);
  return row;
}

static char *
differs_text (guint64 n)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, n);
  return g_strdup_printf (n == 1 ? _("%s pixel differs from what is computed")
                                 : _("%s pixels differ from what is computed"),
                          number);
}

static void
fill_row (KbBandsPanel *self, GtkListBoxRow *row, const KbBand *band, gboolean counting)
{
  KbTrackWatch *watch = kb_track_watch_of (self->state);
  GtkToggleButton *eye = g_object_get_data (G_OBJECT (row), "kb-eye");
  gboolean shown = kb_track_watch_shows_band (watch, band->node.id);
  g_autofree char *title = kb_band_title (band);
  kb_swatch_set_colour (g_object_get_data (G_OBJECT (row), "kb-swatch"), band->colour);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-name"), title);
  gtk_button_set_icon_name (GTK_BUTTON (eye),
                            shown ? "view-reveal-symbolic" : "view-conceal-symbolic");
  gtk_toggle_button_set_active (eye, shown);
  kb_name_widget (row, title);
  kb_node_row_name_part (row, "kb-colour", _("Colour of the band %s"), title);
  kb_node_row_name_part (row, "kb-menu", _("Edit the band %s"), title);
  kb_node_row_name_part (row, "kb-eye", _("Show the band %s"), title);
  if (!counting)
    return;
  guint64 differs = kb_track_watch_differs (watch, band);
  g_autofree char *number =
                    differs ? g_strdup_printf ("≠ %" G_GUINT64_FORMAT, differs) : g_strdup (""),
                  *said = differs_text (differs);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-count"), number);
  gtk_widget_set_tooltip_text (g_object_get_data (G_OBJECT (row), "kb-count"), said);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said,
                                  -1);
}

/* ---- the chosen one ---- */

static void
fill_hand (KbBandsPanel *self)
{
  const KbBand *band = kb_editor_state_get_band (self->state);
  const KbToolContext *tools = kb_editor_state_get_tools (self->state);
  KbTrackWatch *watch = kb_track_watch_of (self->state);
  gboolean erases = g_str_equal (tools->tool->id, "eraser");
  gtk_widget_set_visible (self->hand, band != NULL);
  gtk_widget_set_visible (self->compute, kb_track_watch_was_cancelled (watch));
  for (guint i = 0; i < N_HANDS; i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->hands[i]),
                                  i == N_HANDS - 1 ? erases
                                                   : !erases && tools->next.band_value == i + 1);
  if (!band)
    return;
  g_autofree char *text = differs_text (kb_track_watch_differs (watch, band));
  gtk_label_set_label (self->differs, text);
}

static void
fill (KbBandsPanel *self, gboolean counting)
{
  const KbTrack *track = kb_editor_state_get_track (self->state);
  const KbBand *current = kb_editor_state_get_band (self->state);
  gtk_widget_set_visible (GTK_WIDGET (self), track != NULL);
  if (!track)
    return;
  self->updating = TRUE;
  kb_node_rows_fill (self->list, track->bands, make_row, self);
  for (guint i = 0; i < kb_count (track->bands); i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, (int) i);
      fill_row (self, row, kb_band_at (track, i), counting);
      if (current == kb_band_at (track, i) && gtk_list_box_get_selected_row (self->list) != row)
        gtk_list_box_select_row (self->list, row);
    }
  if (!current)
    gtk_list_box_unselect_all (self->list);
  fill_hand (self);
  gtk_widget_set_visible (self->beside, kb_count (track->bands) && kb_count (track->curves));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->beside),
                               kb_editor_state_get_tools (self->state)->beside);
  self->updating = FALSE;
}

static void
on_changed (KbEditorState *state, guint flags, KbBandsPanel *self)
{
  guint values = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES;
  /* Not in the middle of a drag: each of its steps would have it counted. */
  if (flags & (values | KB_CHANGE_TOOL))
    fill (self, !kb_editor_state_get_tools (state)->pressed);
}

static void
on_selected (GtkListBox *list, GtkListBoxRow *row, KbBandsPanel *self)
{
  if (row && self->state && !self->updating)
    kb_band_choose (self->state, kb_node_row_id (row));
}

static void
on_hand (GtkToggleButton *button, KbBandsPanel *self)
{
  GVariant *index = g_object_get_data (G_OBJECT (button), "kb-index");
  if (self->updating)
    return;
  gtk_widget_activate_action_variant (GTK_WIDGET (self), "win.class", index);
  kb_editor_state_touch (self->state, KB_CHANGE_TOOL);
  kb_editor_state_grab_canvas (self->state);
}

static void
on_beside (GtkCheckButton *button, KbBandsPanel *self)
{
  if (!self->updating)
    kb_tool_options_set (self->state, kb_tool_option_by_id (BESIDE),
                         gtk_check_button_get_active (button));
}

static void
on_compute (GtkButton *button, KbBandsPanel *self)
{
  kb_track_watch_compute (kb_track_watch_of (self->state));
  kb_editor_state_touch (self->state, KB_CHANGE_VALUES);
}

void
kb_bands_panel_set_state (KbBandsPanel *self, KbEditorState *state)
{
  self->state = g_object_ref (state);
  g_object_set_data (G_OBJECT (state), BESIDE, self->beside);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_changed), self, 0);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (kb_editor_state_grab_canvas),
                           state, G_CONNECT_SWAPPED);
}

/* ---- object ---- */

static void
kb_bands_panel_dispose (GObject *object)
{
  g_clear_object (&KB_BANDS_PANEL (object)->state);
  G_OBJECT_CLASS (kb_bands_panel_parent_class)->dispose (object);
}

static void
kb_bands_panel_class_init (KbBandsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_bands_panel_dispose;
}

static GtkWidget *
make_heading (void)
{
  GtkWidget *plus = gtk_button_new_from_icon_name ("list-add-symbolic");
  gtk_widget_add_css_class (plus, "flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (plus), "win.add-band");
  gtk_widget_set_tooltip_text (
    plus, _("Add a band: where the middle of a car of some radius is too near the edge"));
  kb_name_widget (plus, _("Add band"));
  return kb_node_rows_heading_new (_("Bands"), plus);
}

static GtkWidget *
make_hand (KbBandsPanel *self)
{
  static const struct { const char *label, *tip; } hands[N_HANDS] = {
    { N_("Band"), N_("What is painted is band (1)") }, { N_("No Band"),
      N_("What is painted is no band (2)") },
    { N_("Computed"), N_("What is erased is as computed again (3)") },
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6),
            *linked = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (linked, "linked");
  gtk_box_set_homogeneous (GTK_BOX (linked), FALSE);
  for (guint i = 0; i < N_HANDS; i++)
    {
      self->hands[i] = gtk_toggle_button_new_with_label (_(hands[i].label));
      gtk_widget_set_tooltip_text (self->hands[i], _(hands[i].tip));
      gtk_widget_add_css_class (self->hands[i], "kb-small");
      gtk_widget_add_css_class (self->hands[i], "caption");
      gtk_widget_set_hexpand (self->hands[i], TRUE);
      if (i)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->hands[i]),
                                     GTK_TOGGLE_BUTTON (self->hands[0]));
      g_object_set_data_full (G_OBJECT (self->hands[i]), "kb-index",
                              g_variant_ref_sink (g_variant_new_int32 ((gint32) i)),
                              (GDestroyNotify) g_variant_unref);
      g_signal_connect (self->hands[i], "clicked", G_CALLBACK (on_hand), self);
      gtk_box_append (GTK_BOX (linked), self->hands[i]);
    }
  self->differs = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->differs, TRUE);
  gtk_label_set_xalign (self->differs, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->differs), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->differs), "caption");
  gtk_box_append (GTK_BOX (box), linked);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->differs));
  gtk_widget_add_css_class (box, "kb-list-foot");
  return box;
}

static GtkWidget *
make_beside (KbBandsPanel *self)
{
  const KbToolOption *option = kb_tool_option_by_id (BESIDE);
  GtkWidget *button = gtk_check_button_new_with_label (_(option->label));
  gtk_widget_set_tooltip_text (
    button, _("Where exactly the middle of each car may go along drawn curves"));
  gtk_widget_add_css_class (button, "kb-panel-heading");
  g_signal_connect (button, "toggled", G_CALLBACK (on_beside), self);
  return button;
}

static void
kb_bands_panel_init (KbBandsPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = kb_node_rows_scroller_new (_("Bands"), 150, &self->list);
  kb_node_rows_set_placeholder (
    self->list, _("A band is the road where a car of some radius would be over the edge."));
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_selected), self);
  self->hand = make_hand (self);
  self->compute = gtk_button_new_with_label (_("Compute"));
  gtk_widget_set_tooltip_text (self->compute,
                               _("Clearance and bands were not computed: that was cancelled"));
  gtk_widget_set_halign (self->compute, GTK_ALIGN_CENTER);
  g_signal_connect (self->compute, "clicked", G_CALLBACK (on_compute), self);
  self->beside = make_beside (self);
  GtkWidget *parts[] = { gtk_separator_new (GTK_ORIENTATION_HORIZONTAL),
                         make_heading (),
                         scroller,
                         self->beside,
                         self->hand,
                         self->compute };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_box_append (GTK_BOX (box), parts[i]);
  adw_bin_set_child (ADW_BIN (self), box);
}
