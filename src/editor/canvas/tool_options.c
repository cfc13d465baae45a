/* SPDX-License-Identifier: MIT */
/* A row for each option of the table, a heading for each group; values are updated when the popover
 * opens. */
#include "editor/canvas/canvas.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define SLIDER_WIDTH 190
#define SETTING "tool-options"
#define BUTTON "kb-options-button"   /* key of the button in the state's data */

/* Options in the preferences are stored under a settings key of their own. */
static gboolean
option_has_setting (const KbToolOption *option)
{
  return strcmp (option->id, "click-through") == 0;
}

typedef struct {
  KbEditorState *state;     /* a reference */
  GPtrArray *controls;      /* borrowed widgets, one for each option, in the table's order */
} Options;

static void
options_free (gpointer data)
{
  Options *self = data;
  g_ptr_array_unref (self->controls);
  g_object_unref (self->state);
  g_free (self);
}

void
kb_tool_options_set (KbEditorState *state, const KbToolOption *option, double value)
{
  kb_tool_option_set (kb_editor_state_get_tools (state), option, value);
  kb_editor_state_touch (state, KB_CHANGE_TOOL);
}

/* ---- stored between sessions ---- */

/* Keys, the wheel and sliders change options continuously; a value is stored after this delay
 * without changes. */
#define KEEP_DELAY 300   /* milliseconds */

typedef struct {
  KbEditorState *state;   /* a reference */
  guint later;
} Keeper;

static GVariant *
as_settings (KbToolContext *tools)
{
  GVariantBuilder builder;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{sd}"));
  for (const KbToolOption *option = kb_tool_options; option->id; option++)
    if (!option_has_setting (option))
      g_variant_builder_add (&builder, "{sd}", option->id, kb_tool_option_kept (tools, option));
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

static void
keep_now (Keeper *self)
{
  g_autoptr (GVariant) kept = kb_settings_get_value (SETTING);
  g_autoptr (GVariant) now = as_settings (kb_editor_state_get_tools (self->state));
  g_clear_handle_id (&self->later, g_source_remove);
  if (!g_variant_equal (kept, now))
    kb_settings_set_value (SETTING, now);
}

static gboolean
keep_later (gpointer data)
{
  Keeper *self = data;
  self->later = 0;
  keep_now (self);
  return G_SOURCE_REMOVE;
}

static void
on_maybe_changed (Keeper *self)
{
  if (!self->later)
    self->later = g_timeout_add (KEEP_DELAY, keep_later, self);
}

static void
on_state_changed (KbEditorState *state, guint flags, Keeper *self)
{
  if (flags & KB_CHANGE_TOOL)
    on_maybe_changed (self);
}

static void
on_button_gone (GtkWidget *button, Keeper *self)
{
  g_signal_handlers_disconnect_by_data (self->state, self);
  keep_now (self);
  g_object_unref (self->state);
  g_free (self);
}

static void
read_kept (KbToolContext *tools)
{
  g_autoptr (GVariant) kept = kb_settings_get_value (SETTING);
  for (const KbToolOption *option = kb_tool_options; option->id; option++)
    {
      double value;
      if (!option_has_setting (option) && g_variant_lookup (kept, option->id, "d", &value))
        kb_tool_option_set (tools, option, value);
    }
}

static void
watch_options (KbEditorState *state, GtkWidget *button)
{
  Keeper *self = g_new0 (Keeper, 1);
  self->state = g_object_ref (state);
  read_kept (kb_editor_state_get_tools (state));
  g_signal_connect (state, "changed", G_CALLBACK (on_state_changed), self);
  /* Keys and the wheel emit only "redraw" */
  g_signal_connect_swapped (state, "redraw", G_CALLBACK (on_maybe_changed), self);
  g_signal_connect (button, "destroy", G_CALLBACK (on_button_gone), self);
}

/* ---- the popover ---- */

static void
store (Options *self, const KbToolOption *option, double value)
{
  kb_tool_options_set (self->state, option, value);
}

static void
on_switch (GtkSwitch *control, GParamSpec *pspec, Options *self)
{
  const KbToolOption *option = g_object_get_data (G_OBJECT (control), "kb-option");
  store (self, option, gtk_switch_get_active (control));
}

static void
on_number (GtkWidget *control, double value, gpointer data)
{
  const KbToolOption *option = g_object_get_data (G_OBJECT (control), "kb-option");
  if (option)
    store (data, option, value);
}

/* Rounded to whole steps. */
static double
slider_value (GtkRange *slider)
{
  const KbToolOption *option = g_object_get_data (G_OBJECT (slider), "kb-option");
  return floor (gtk_range_get_value (slider) / option->step + 0.5) * option->step;
}

static void
on_slider (GtkRange *control, Options *self)
{
  const KbToolOption *option = g_object_get_data (G_OBJECT (control), "kb-option");
  if (option)
    store (self, option, slider_value (control));
}

static void
on_closed (GtkWidget *popover, Options *self)
{
  kb_editor_state_get_tools (self->state)->options.tuning = FALSE;
  kb_editor_state_grab_canvas (self->state);
}

static void
on_show (GtkWidget *popover, Options *self)
{
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  tools->options.tuning = TRUE;
  for (guint i = 0; i < self->controls->len; i++)
    {
      GtkWidget *control = g_ptr_array_index (self->controls, i);
      double value = kb_tool_option_get (tools, &kb_tool_options[i]);
      if (kb_tool_options[i].type == KB_OPTION_REAL)
        gtk_range_set_value (GTK_RANGE (control), value);
      else if (!kb_tool_option_is_switch (&kb_tool_options[i]))
        kb_number_set (control, FALSE, value);
      else
        kb_switch_show (control, value != 0);
    }
}

static GtkWidget *
make_slider (const KbToolOption *option)
{
  GtkWidget *slider =
    gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, option->min, option->max, option->step);
  gtk_scale_set_draw_value (GTK_SCALE (slider), TRUE);
  gtk_scale_set_value_pos (GTK_SCALE (slider), GTK_POS_LEFT);
  gtk_scale_set_digits (GTK_SCALE (slider), 2);
  gtk_widget_set_size_request (slider, SLIDER_WIDTH, -1);
  kb_name_widget (slider, _(option->label));
  g_object_set_data (G_OBJECT (slider), "kb-option", (gpointer) option);
  return slider;
}

static GtkWidget *
make_control (Options *self, const KbToolOption *option)
{
  GtkWidget *control;
  if (option->type == KB_OPTION_REAL)
    {
      control = make_slider (option);
      g_signal_connect (control, "value-changed", G_CALLBACK (on_slider), self);
    }
  else if (!kb_tool_option_is_switch (option))
    control =
      kb_number_new (_(option->label), option->min, option->max, option->step, 0, on_number, self);
  else
    {
      control = gtk_switch_new ();
      kb_name_widget (control, _(option->label));
      g_signal_connect (control, "notify::active", G_CALLBACK (on_switch), self);
    }
  g_object_set_data (G_OBJECT (control), "kb-option", (gpointer) option);
  gtk_widget_set_halign (control, GTK_ALIGN_END);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  return control;
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = kb_label_new (text, NULL);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  else
    gtk_widget_set_hexpand (label, TRUE);
  return label;
}

GtkWidget *
kb_tool_options_button_new (KbEditorState *state)
{
  Options *self = g_new0 (Options, 1);
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new (),
            *grid = gtk_grid_new ();
  int row = 0;
  self->state = g_object_ref (state);
  self->controls = g_ptr_array_new ();
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 24);
  gtk_widget_add_css_class (grid, "kb-popover");
  /* Options for painting and tracks come last and are in panels. */
  for (const KbToolOption *option = kb_tool_options; option->id && option->use == KB_FOR_SHAPES;
       option++, row++)
    {
      if (option == kb_tool_options || strcmp (option->group, option[-1].group) != 0)
        {
          GtkWidget *heading = make_label (_(option->group), "heading");
          gtk_widget_set_margin_top (heading, row ? 6 : 0);
          gtk_grid_attach (GTK_GRID (grid), heading, 0, row++, 2, 1);
        }
      GtkWidget *control = make_control (self, option);
      g_ptr_array_add (self->controls, control);
      gtk_grid_attach (GTK_GRID (grid), make_label (_(option->label), NULL), 0, row, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), control, 1, row, 1, 1);
    }
  gtk_popover_set_child (GTK_POPOVER (popover), grid);
  g_object_set_data_full (G_OBJECT (popover), "kb-options", self, options_free);
  g_signal_connect (popover, "show", G_CALLBACK (on_show), self);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), self);

  gtk_menu_button_set_direction (GTK_MENU_BUTTON (button), GTK_ARROW_RIGHT);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "kb-options-symbolic");
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, _("Snapping and other options"));
  kb_name_widget (button, _("Tool options"));
  g_object_set_data (G_OBJECT (state), BUTTON, button);
  watch_options (state, button);
  return button;
}

void
kb_tool_options_show (KbEditorState *state, const KbToolOption *option)
{
  GtkWidget *button = g_object_get_data (G_OBJECT (state), BUTTON),
            *row = g_object_get_data (G_OBJECT (state), option->id);
  if (option->use != KB_FOR_SHAPES)
    {
      if (row)
        gtk_widget_grab_focus (row);
      return;
    }
  Options *self = g_object_get_data (
    G_OBJECT (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))), "kb-options");
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  gtk_widget_grab_focus (g_ptr_array_index (self->controls, option - kb_tool_options));
}

/* ---- the slider next to the picture ---- */

static void
on_tolerance (GtkRange *slider, KbEditorState *state)
{
  const KbToolOption *option = g_object_get_data (G_OBJECT (slider), "kb-option");
  KbToolContext *tools = kb_editor_state_get_tools (state);
  if (kb_tool_option_get (tools, option) != slider_value (slider))
    kb_tool_option_set (tools, option, slider_value (slider));
}

/* Keys and the wheel change the tolerance too. */
static void
show_tolerance (GtkWidget *slider)
{
  KbEditorState *state = g_object_get_data (G_OBJECT (slider), "kb-state");
  KbToolContext *tools = kb_editor_state_get_tools (state);
  gtk_widget_set_visible (gtk_widget_get_parent (slider),
                          g_str_equal (tools->gesture.tool->id, "trace"));
  gtk_range_set_value (
    GTK_RANGE (slider),
    kb_tool_option_get (tools, g_object_get_data (G_OBJECT (slider), "kb-option")));
}

static void
on_tuning (GtkEventControllerMotion *motion, GParamSpec *pspec, KbEditorState *state)
{
  kb_editor_state_get_tools (state)->options.tuning =
    gtk_event_controller_motion_contains_pointer (motion);
  kb_tool_context_redraw (kb_editor_state_get_tools (state));
}

/* Made on demand, because the keys may change. */
static gboolean
on_tolerance_tooltip (GtkWidget *box, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                      gpointer data)
{
  g_autofree char *text =
    kb_keys_write (_("How closely the outline follows the picture ({lower} and {raise})"));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

GtkWidget *
kb_tool_tolerance_new (KbEditorState *state)
{
  const KbToolOption *option = kb_tool_option_by_id ("trace-tolerance");
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *slider = make_slider (option);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  gtk_widget_set_focus_on_click (slider, FALSE);
  gtk_widget_set_halign (box, GTK_ALIGN_END);
  gtk_widget_set_valign (box, GTK_ALIGN_END);
  gtk_widget_set_has_tooltip (box, TRUE);
  g_signal_connect (box, "query-tooltip", G_CALLBACK (on_tolerance_tooltip), NULL);
  gtk_widget_add_css_class (box, "kb-palette");
  GtkWidget *label = gtk_label_new (_("Tolerance"));
  gtk_widget_set_margin_start (label, 6);
  kb_box_append (box, label, slider, NULL);
  g_object_set_data (G_OBJECT (slider), "kb-state", state);
  gtk_range_set_value (GTK_RANGE (slider),
                       kb_tool_option_get (kb_editor_state_get_tools (state), option));
  g_signal_connect_object (slider, "value-changed", G_CALLBACK (on_tolerance), state, 0);
  g_signal_connect_object (motion, "notify::contains-pointer", G_CALLBACK (on_tuning), state, 0);
  g_signal_connect_object (state, "changed", G_CALLBACK (show_tolerance), slider,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "redraw", G_CALLBACK (show_tolerance), slider, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (box, motion);
  gtk_widget_set_visible (box, FALSE);
  return box;
}
