/* SPDX-License-Identifier: MIT */
/* Rows for the options of the paint tools, from their table, and for the mask or track. */
#include "editor/paint/paint.h"

#include <glib/gi18n.h>

#include "drawing/tracks/track_marks.h"
#include "editor/canvas/canvas.h"
#include "editor/fields/fields.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "tools/options.h"

struct _KbPaintPanel
{
  AdwBin parent_instance;

  /* Owned */
  KbEditorState *state;

  GtkWidget *groups, *mask_group, *painting, *size;
  GtkWidget *zone, *work;                   /* edits of the zone, below the options */
  GtkWidget *region;                        /* edits of the selected region, below its option */
  GtkWidget *cut_off_row, *cut_off;         /* for tracks only */
  GtkWidget *band_group;
  KbFieldGroup *band_fields;                /* of the band being painted by hand */
  GtkScale *opacity;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (KbPaintPanel, kb_paint_panel, ADW_TYPE_BIN)

/* ---- groups ---- */

static void
add_row (GtkWidget *list, const char *label, GtkWidget *widget)
{
  gtk_list_box_append (GTK_LIST_BOX (list), kb_field_row_new (label, &widget, 1));
}

/* ---- options ---- */

static void
add_paint_panel_options (KbPaintPanel *self)
{
  GtkWidget *list = NULL;
  for (const KbToolOption *option = kb_tool_options; option->id; option++)
    if (option->use == KB_FOR_PAINTING)
      {
        if (!list || !g_str_equal (option->group, option[-1].group))
          list = kb_option_rows_new (GTK_BOX (self->groups), _(option->group));
        GtkWidget *control = kb_tool_option_control_new (self->state, option, TRUE);
        g_object_set_data (G_OBJECT (self->state), option->id, control);
        add_row (list, _(option->label), control);
      }
}

/* ---- the mask or the track ---- */

/* In percent, or -1 if it has none. */
static int
opacity_of (const KbNode *asset)
{
  gboolean painted = asset && kb_node_painted (asset, NULL);
  const KbField *field = painted ? kb_kind_field (asset->kind, "opacity") : NULL;
  return field ? G_STRUCT_MEMBER (gint, asset, field->offset) : -1;
}

static void
on_opacity (GtkRange *range, KbPaintPanel *self)
{
  int value = (int) gtk_range_get_value (range),
      now = opacity_of (kb_editor_state_get_asset (self->state));
  if (!self->updating && now >= 0 && now != value)
    kb_editor_state_set_in_step (self->state, _("Change opacity"), TRUE,
                                 kb_editor_state_get_asset (self->state)->id, "opacity",
                                 json_integer (value));
}

/* NULL if the track has no band. */
static const KbBand *
largest_band (const KbTrack *track)
{
  const KbBand *largest = NULL;
  KB_EACH (KbBand, band, track->bands)
    if (!largest || band->radius > largest->radius)
      largest = band;
  return largest;
}

/* A cut-off below a band's radius cannot be exported. If it already is, it may still be raised
 * towards it. */
static void
on_cut_off (GtkWidget *control, double value, gpointer data)
{
  KbPaintPanel *self = data;
  const KbTrack *track = kb_editor_state_get_track (self->state);
  const KbBand *largest = track ? largest_band (track) : NULL;
  if (largest && value < largest->radius && value < track->cut_off)
    {
      g_autofree char *title = kb_band_title (largest);
      kb_editor_state_say (self->state, _("The band %s needs clearance up to its radius"), title);
      kb_number_set (control, FALSE, track->cut_off);
      return;
    }
  if (track && track->cut_off != (int) value)
    kb_editor_state_set_in_step (self->state, _("Change cut-off"), TRUE, track->node.id,
                                 "cut_off", json_integer ((json_int_t) value));
}

static char *
percent (GtkScale *scale, double value, gpointer data)
{
  return g_strdup_printf ("%d %%", (int) value);
}

static void
add_mask (KbPaintPanel *self)
{
  self->size = gtk_button_new_with_label ("");
  gtk_widget_add_css_class (self->size, "numeric");
  gtk_widget_set_tooltip_text (self->size, _("Change the size"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->size), "win.change-size");
  add_row (self->painting, _("Size"), self->size);
  self->opacity = GTK_SCALE (gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 100, 1));
  gtk_scale_set_draw_value (self->opacity, TRUE);
  gtk_scale_set_value_pos (self->opacity, GTK_POS_RIGHT);
  gtk_scale_set_format_value_func (self->opacity, percent, NULL, NULL);
  gtk_widget_set_size_request (GTK_WIDGET (self->opacity), 130, -1);
  kb_name_widget (self->opacity, _("Opacity"));
  g_signal_connect (self->opacity, "value-changed", G_CALLBACK (on_opacity), self);
  add_row (self->painting, _("Opacity"), GTK_WIDGET (self->opacity));
  self->cut_off = kb_number_new (_("Clearance up to"), 1, KB_MAX_CUT_OFF, 1, 0, on_cut_off, self);
  gtk_widget_set_tooltip_text (
    self->cut_off,
    _("Games get clearance up to this distance from the road's edge, in pixels"));
  self->cut_off_row = kb_field_row_new (_("Clearance up to"), &self->cut_off, 1);
  gtk_list_box_append (GTK_LIST_BOX (self->painting), self->cut_off_row);
}

static void
show_band (KbPaintPanel *self)
{
  const KbBand *band = kb_editor_state_get_band (self->state);
  KbId id = band ? band->node.id : 0;
  gtk_widget_set_visible (self->band_group, band != NULL);
  kb_field_group_show (self->band_fields, &id, band ? 1 : 0);
}

static void
show_mask (KbPaintPanel *self)
{
  const KbNode *asset = kb_editor_state_get_asset (self->state);
  int width, height;
  gtk_widget_set_visible (self->mask_group, opacity_of (asset) >= 0);
  if (opacity_of (asset) < 0 || !kb_node_size (asset, &width, &height))
    return;
  g_autofree char *size = g_strdup_printf ("%d × %d", width, height);
  g_autofree char *name = g_strdup_printf (_("Size %s"), size);
  gtk_button_set_label (GTK_BUTTON (self->size), size);
  kb_name_widget (self->size, name);
  self->updating = TRUE;
  gtk_range_set_value (GTK_RANGE (self->opacity), opacity_of (asset));
  const KbTrack *track = kb_node_as (asset, &kb_track_kind);
  gtk_widget_set_visible (self->cut_off_row, track != NULL);
  if (track)
    kb_number_set (self->cut_off, FALSE, track->cut_off);
  self->updating = FALSE;
}

/* ---- object ---- */

static void
on_paint_panel_changed (KbEditorState *state, guint flags, KbPaintPanel *self)
{
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_VALUES))
    show_mask (self);
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_VALUES | KB_CHANGE_LISTS
         | KB_CHANGE_TOOL))
    show_band (self);
}

void
kb_paint_panel_set_state (KbPaintPanel *self, KbEditorState *state)
{
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_paint_panel_changed));
  add_mask (self);
  kb_field_group_set_state (self->band_fields, state);
  add_paint_panel_options (self);
  gtk_box_reorder_child_after (GTK_BOX (self->groups), self->region,
                               gtk_widget_get_last_child (self->groups));
  gtk_box_reorder_child_after (GTK_BOX (self->groups), self->zone, self->region);
  gtk_box_reorder_child_after (GTK_BOX (self->groups), self->work, self->zone);
}

static const KbTemplateChild paint_panel_children[] = {
  KB_CHILD (KbPaintPanel, groups), KB_CHILD (KbPaintPanel, band_group),
  KB_CHILD (KbPaintPanel, band_fields),
  KB_CHILD (KbPaintPanel, mask_group), KB_CHILD (KbPaintPanel, painting),
  KB_CHILD (KbPaintPanel, region), KB_CHILD (KbPaintPanel, zone), KB_CHILD (KbPaintPanel, work),
  { NULL },
};

static void
kb_paint_panel_class_init (KbPaintPanelClass *klass)
{
  kb_template_bind (GTK_WIDGET_CLASS (klass), "paint_panel", paint_panel_children, NULL);
}

static void
kb_paint_panel_init (KbPaintPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  kb_wrap_labels (self->work);
  kb_wrap_labels (self->region);
}
