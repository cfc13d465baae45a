/* SPDX-License-Identifier: MIT */
/* The list of bands, and tools to paint the selected one by hand. */
#include "editor/track/tracks.h"

#include <glib/gi18n.h>

#include "drawing/tracks/track_marks.h"
#include "editor/canvas/canvas.h"
#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/watch/track_watch.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "tools/options.h"

#define N_HANDS 3
#define BANDS_PANEL_BESIDE "track-beside" /* id of the option */

struct _KbBandsPanel
{
  AdwBin parent_instance;

  /* Template */
  KbItemPanel *panel;
  GtkWidget *hand; /* rows to paint the selected band */
  GtkToggleButton *hands[N_HANDS];
  GtkLabel *differs;
  GtkWidget *beside;  /* whether to draw the lines of bands along curves */
  GtkWidget *compute; /* shown instead while nothing is computed */
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbBandsPanel, kb_bands_panel, ADW_TYPE_BIN)

/* ---- the list ---- */

static char *
differs_text (guint64 n)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, n);
  return g_strdup_printf (n == 1 ? _("%s pixel differs from the computed band")
                                 : _("%s pixels differ from the computed band"),
                          number);
}

static GPtrArray *
list_bands (KbEditorState *state)
{
  const KbTrack *track = kb_editor_state_get_track (state);
  KbTrackWatch *watch = kb_track_watch_of (state);
  /* Not during a drag, which would count at each motion. */
  gboolean counting = !kb_editor_state_get_tools (state)->gesture.pressed;
  GPtrArray *items = kb_items_new ();
  if (track)
    KB_EACH (const KbBand, band, track->bands)
      {
        KbItem *item = kb_items_add (items, band->node.id);
        guint64 differs = counting ? kb_track_watch_differs (watch, band) : 0;
        item->name = kb_band_title (band);
        item->colour = band->colour;
        item->flags = kb_track_watch_shows_band (watch, band->node.id) ? KB_ITEM_SHOWN : 0;
        if (!counting)
          continue;
        item->count = differs ? g_strdup_printf ("≠ %" G_GUINT64_FORMAT, differs) : g_strdup ("");
        item->count_tip = differs_text (differs);
        item->description = g_strdup (item->count_tip);
      }
  return items;
}

static gboolean
is_painted (KbEditorState *state, KbId id)
{
  const KbBand *band = kb_editor_state_get_band (state);
  return band && band->node.id == id;
}

static void
show_bands_panel_band (KbEditorState *state, KbId id, gboolean on)
{
  kb_track_watch_show_band (kb_track_watch_of (state), id, on);
}

static void
fill_bands_panel_menu (GtkWidget *menu, KbEditorState *state, KbId id)
{
  kb_menu_add (menu, _("Rename…"), kb_dialog_rename, id);
  kb_menu_add (menu, _("Reset to Computed"), kb_band_clear, id);
  kb_menu_add (menu, _("Delete"), kb_band_delete, id);
}

static const KbItemColumn bands_panel_columns[] = {
  { &kb_column_colour, N_("Colour of the band %s"), .set_colour = kb_band_set_colour },
  { &kb_column_name },
  { &kb_column_count },
  { &kb_column_menu, N_("Edit the band %s"), .fill_menu = fill_bands_panel_menu },
  { &kb_column_toggle, N_("Show the band %s"), .flag = KB_ITEM_SHOWN, .set = show_bands_panel_band,
    .icon = "view-reveal-symbolic", .off_icon = "view-conceal-symbolic" },
  { NULL },
};

static const KbItemListSpec band_list = {
  .title = N_("Bands"),
  .empty = N_("A band is the road where a car of some radius would be over the edge."),
  .columns = bands_panel_columns,
  .changes =
    KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES | KB_CHANGE_TOOL,
  .items = list_bands,
  .is_chosen = is_painted,
  .choose = kb_band_choose,
  .activate = kb_band_choose,   /* the row keeps the focus, so that F2 renames it */
  .rename = kb_dialog_rename,
  .look = KB_LOOK_COMPACT,
  .min_height = 42,
  .max_height = 150,
  .add = N_("Add band"),
  .add_tip = N_("Add a band: where the middle of a car of some radius is too near the edge"),
  .add_action = "win.add-band",
};

/* ---- the selected band ---- */

static void
fill_hand (KbBandsPanel *self)
{
  const KbBand *band = kb_editor_state_get_band (self->state);
  const KbToolContext *tools = kb_editor_state_get_tools (self->state);
  KbTrackWatch *watch = kb_track_watch_of (self->state);
  gboolean erases = g_str_equal (tools->gesture.tool->id, "eraser");
  gtk_widget_set_visible (self->hand, band != NULL);
  gtk_widget_set_visible (self->compute, kb_track_watch_was_cancelled (watch));
  for (guint i = 0; i < N_HANDS; i++)
    gtk_toggle_button_set_active (
      self->hands[i], i == N_HANDS - 1 ? erases : !erases && tools->next.band_value == i + 1);
  if (!band)
    return;
  g_autofree char *text = differs_text (kb_track_watch_differs (watch, band));
  gtk_label_set_label (self->differs, text);
}

static void
fill_bands_panel (KbBandsPanel *self)
{
  const KbTrack *track = kb_editor_state_get_track (self->state);
  gtk_widget_set_visible (GTK_WIDGET (self), track != NULL);
  if (!track)
    return;
  self->updating = TRUE;
  fill_hand (self);
  gtk_widget_set_visible (self->beside, kb_count (track->bands) && kb_count (track->curves));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->beside),
                               kb_editor_state_get_tools (self->state)->options.beside);
  self->updating = FALSE;
}

static void
on_bands_panel_changed (KbEditorState *state, guint flags, KbBandsPanel *self)
{
  if (flags & band_list.changes)
    fill_bands_panel (self);
}

static void
on_hand (GtkToggleButton *button, KbBandsPanel *self)
{
  if (self->updating)
    return;
  for (gint32 i = 0; i < N_HANDS; i++)
    if (self->hands[i] == button)
      gtk_widget_activate_action (GTK_WIDGET (self), "win.class", "i", i);
  kb_editor_state_touch (self->state, KB_CHANGE_TOOL);
  kb_editor_state_grab_canvas (self->state);
}

static void
on_beside (GtkCheckButton *button, KbBandsPanel *self)
{
  if (!self->updating)
    kb_tool_options_set (self->state, kb_tool_option_by_id (BANDS_PANEL_BESIDE),
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
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_bands_panel_changed));
  kb_item_panel_set (self->panel, state, &band_list);
  g_object_set_data (G_OBJECT (state), BANDS_PANEL_BESIDE, self->beside);
}

/* ---- object ---- */

static const KbTemplateChild bands_panel_children[] = {
  KB_CHILD (KbBandsPanel, panel), KB_CHILD (KbBandsPanel, hand), KB_CHILD (KbBandsPanel, differs),
  KB_CHILD (KbBandsPanel, beside), KB_CHILD (KbBandsPanel, compute),
  { "hand_band", G_STRUCT_OFFSET (KbBandsPanel, hands[0]) },
  { "hand_no_band", G_STRUCT_OFFSET (KbBandsPanel, hands[1]) },
  { "hand_computed", G_STRUCT_OFFSET (KbBandsPanel, hands[2]) },
  { NULL },
};

static const KbTemplateCall bands_panel_calls[] = {
  KB_CALL (on_beside), KB_CALL (on_hand), KB_CALL (on_compute), { NULL },
};

static void
kb_bands_panel_class_init (KbBandsPanelClass *klass)
{
  kb_template_bind (GTK_WIDGET_CLASS (klass), "bands_panel", bands_panel_children,
                    bands_panel_calls);
}

static void
kb_bands_panel_init (KbBandsPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_check_button_set_label (GTK_CHECK_BUTTON (self->beside),
                              _(kb_tool_option_by_id (BANDS_PANEL_BESIDE)->label));
  kb_wrap_labels (self->beside);
}
