/* SPDX-License-Identifier: MIT */
/* A control for each option of the table: in the popover of the tool bar, next to the picture, or
 * in a panel. */
#include "editor/canvas/canvas.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

#define SLIDER_WIDTH 190
#define TOOL_OPTIONS_SETTING "tool-options"

void
kb_tool_options_set (KbEditorState *state, const KbToolOption *option, double value)
{
  kb_tool_option_set (kb_editor_state_get_tools (state), option, value);
  kb_editor_state_touch (state, KB_CHANGE_TOOL);
}

/* ---- one control ---- */

typedef struct {
  KbEditorState *state;
  const KbToolOption *option;
  gboolean updating;
} Control;

static Control *
control_of (gpointer widget)
{
  return g_object_get_data (widget, "kb-control");
}

static double
tool_options_value_of (const Control *self)
{
  return kb_tool_option_get (kb_editor_state_get_tools (self->state), self->option);
}

static void
store_tool_options (const Control *self, double value)
{
  if (!self->updating)
    kb_tool_options_set (self->state, self->option, value);
}

static void
on_tool_options_switch (GtkSwitch *widget, GParamSpec *pspec, Control *self)
{
  store_tool_options (self, gtk_switch_get_active (widget));
}

static void
on_tool_options_number (GtkWidget *widget, double value, gpointer data)
{
  if (control_of (widget))
    store_tool_options (control_of (widget), value);
}

/* Rounded to whole steps. */
static void
on_slider (GtkRange *widget, Control *self)
{
  double value =
    floor (gtk_range_get_value (widget) / self->option->step + 0.5) * self->option->step;
  if (value != tool_options_value_of (self))
    store_tool_options (self, value);
}

static void
show_value (GtkWidget *widget)
{
  Control *self = control_of (widget);
  self->updating = TRUE;
  if (GTK_IS_SWITCH (widget))
    kb_switch_show (widget, tool_options_value_of (self) != 0);
  else if (GTK_IS_RANGE (widget))
    gtk_range_set_value (GTK_RANGE (widget), tool_options_value_of (self));
  else
    kb_number_set (widget, FALSE, tool_options_value_of (self));
  self->updating = FALSE;
}

static void
on_tool_options_changed (KbEditorState *state, guint flags, GtkWidget *widget)
{
  if (flags & KB_CHANGE_TOOL)
    show_value (widget);
}

static GtkWidget *
make_slider (const KbToolOption *option, Control *self)
{
  GtkWidget *slider =
    gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, option->min, option->max, option->step);
  gtk_scale_set_draw_value (GTK_SCALE (slider), TRUE);
  gtk_scale_set_value_pos (GTK_SCALE (slider), GTK_POS_LEFT);
  gtk_scale_set_digits (GTK_SCALE (slider), 2);
  gtk_widget_set_size_request (slider, SLIDER_WIDTH, -1);
  g_signal_connect (slider, "value-changed", G_CALLBACK (on_slider), self);
  return slider;
}

static GtkWidget *
make_switch (Control *self)
{
  GtkWidget *widget = gtk_switch_new ();
  g_signal_connect (widget, "notify::active", G_CALLBACK (on_tool_options_switch), self);
  return widget;
}

GtkWidget *
kb_tool_option_control_new (KbEditorState *state, const KbToolOption *option, gboolean live)
{
  Control *self = g_new0 (Control, 1);
  const char *name = _(option->label);
  GtkWidget *widget = kb_tool_option_is_switch (option) ? make_switch (self)
                      : option->type == KB_OPTION_REAL
                        ? make_slider (option, self)
                        : kb_number_new (name, option->min, option->max, option->step, 0,
                                         on_tool_options_number, NULL);
  *self = (Control) { state, option, FALSE };
  g_object_set_data_full (G_OBJECT (widget), "kb-control", self, g_free);
  kb_name_widget (widget, name);
  gtk_widget_set_halign (widget, GTK_ALIGN_END);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  show_value (widget);
  g_signal_connect (widget, "map", G_CALLBACK (show_value), NULL);
  if (!live)
    return widget;
  g_signal_connect_object (state, "changed", G_CALLBACK (on_tool_options_changed), widget, 0);
  /* Keys and the wheel change options and emit only "redraw". */
  g_signal_connect_object (state, "redraw", G_CALLBACK (show_value), widget, G_CONNECT_SWAPPED);
  return widget;
}

/* ---- stored between sessions ---- */

/* Keys, the wheel and sliders change options continuously. A value is stored after this delay
 * without changes. */
#define KEEP_DELAY 300   /* milliseconds */

/* The popover, and the options to store. */
typedef struct {
  KbEditorState *state;   /* a reference */
  guint later;
  GtkGrid *grid;
} Options;

/* Options in the preferences are stored under a settings key of their own. */
static gboolean
option_has_setting (const KbToolOption *option)
{
  return strcmp (option->id, "click-through") == 0;
}

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
keep_now (Options *self)
{
  g_autoptr (GVariant) kept = kb_settings_get_value (TOOL_OPTIONS_SETTING);
  g_autoptr (GVariant) now = as_settings (kb_editor_state_get_tools (self->state));
  g_clear_handle_id (&self->later, g_source_remove);
  if (!g_variant_equal (kept, now))
    kb_settings_set_value (TOOL_OPTIONS_SETTING, now);
}

static gboolean
keep_later (gpointer data)
{
  Options *self = data;
  self->later = 0;
  keep_now (self);
  return G_SOURCE_REMOVE;
}

static void
on_maybe_changed (Options *self)
{
  if (!self->later)
    self->later = g_timeout_add (KEEP_DELAY, keep_later, self);
}

static void
on_state_changed (KbEditorState *state, guint flags, Options *self)
{
  if (flags & KB_CHANGE_TOOL)
    on_maybe_changed (self);
}

static void
on_tool_options_destroy (GtkWidget *button, Options *self)
{
  g_signal_handlers_disconnect_by_data (self->state, self);
  keep_now (self);
  g_object_unref (self->state);
  g_free (self);
}

static void
read_kept (KbToolContext *tools)
{
  g_autoptr (GVariant) kept = kb_settings_get_value (TOOL_OPTIONS_SETTING);
  for (const KbToolOption *option = kb_tool_options; option->id; option++)
    {
      double value;
      if (!option_has_setting (option) && g_variant_lookup (kept, option->id, "d", &value))
        kb_tool_option_set (tools, option, value);
    }
}

/* ---- the popover ---- */

static void
on_show (GtkWidget *popover, Options *self)
{
  kb_editor_state_get_tools (self->state)->options.tuning = TRUE;
}

static void
on_tool_options_closed (GtkWidget *popover, Options *self)
{
  kb_editor_state_get_tools (self->state)->options.tuning = FALSE;
  kb_editor_state_grab_canvas (self->state);
}

/* Options for painting and tracks come last and are in panels. */
static void
fill_grid (Options *self)
{
  int row = 0;
  for (const KbToolOption *option = kb_tool_options; option->id && option->use == KB_FOR_SHAPES;
       option++, row++)
    {
      if (option == kb_tool_options || strcmp (option->group, option[-1].group) != 0)
        {
          GtkWidget *heading = kb_label_new (_(option->group), "heading");
          gtk_widget_set_margin_top (heading, row ? 6 : 0);
          gtk_grid_attach (self->grid, heading, 0, row++, 2, 1);
        }
      GtkWidget *label = kb_label_new (_(option->label), NULL),
                *control = kb_tool_option_control_new (self->state, option, FALSE);
      gtk_widget_set_hexpand (label, TRUE);
      g_object_set_data (G_OBJECT (self->state), option->id, control);
      gtk_grid_attach (self->grid, label, 0, row, 1, 1);
      gtk_grid_attach (self->grid, control, 1, row, 1, 1);
    }
}

static const KbTemplateChild tool_options_children[] = { KB_CHILD (Options, grid), { NULL } };

static const KbTemplateCall tool_options_calls[] = {
  KB_CALL (on_show), KB_CALL (on_tool_options_closed), KB_CALL (on_tool_options_destroy), { NULL },
};

GtkWidget *
kb_tool_options_button_new (KbEditorState *state)
{
  Options *self = g_new0 (Options, 1);
  GtkWidget *button =
    kb_template_build ("tool_options", self, tool_options_children, tool_options_calls);
  self->state = g_object_ref (state);
  read_kept (kb_editor_state_get_tools (state));
  fill_grid (self);
  g_signal_connect (state, "changed", G_CALLBACK (on_state_changed), self);
  /* Keys and the wheel emit only "redraw" */
  g_signal_connect_swapped (state, "redraw", G_CALLBACK (on_maybe_changed), self);
  return button;
}

void
kb_tool_options_show (KbEditorState *state, const KbToolOption *option)
{
  GtkWidget *control = g_object_get_data (G_OBJECT (state), option->id);
  GtkWidget *button = control ? gtk_widget_get_ancestor (control, GTK_TYPE_MENU_BUTTON) : NULL;
  if (button)
    gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  if (control)
    gtk_widget_grab_focus (control);
}

/* ---- the slider next to the picture ---- */

/* Visible with the outline tool. The alpha threshold is the first one of the two. */
static void
show_tolerance (GtkWidget *box)
{
  KbEditorState *state = control_of (gtk_widget_get_last_child (box))->state;
  GtkWidget *alpha = gtk_widget_get_next_sibling (gtk_widget_get_first_child (box));
  kb_number_set (alpha, FALSE, kb_tool_context_alpha (kb_editor_state_get_tools (state)));
  gtk_widget_set_visible (
    box, g_str_equal (kb_editor_state_get_tools (state)->gesture.tool->id, "trace"));
}

/* The sprite's setting, as in the panel of solid pixels. */
static void
on_tool_options_alpha (GtkWidget *number, double value, gpointer data)
{
  const KbSprite *sprite = kb_editor_state_get_sprite (data);
  if (sprite)
    kb_editor_state_set_in_step (data, _("Change solid pixels"), TRUE, sprite->node.id,
                                 "solid_alpha", json_integer ((json_int_t) value));
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
  static const KbTemplateChild none[] = { { NULL } };
  static const KbTemplateCall tolerance_calls[] = { KB_CALL (on_tolerance_tooltip), { NULL } };
  GtkWidget *box = kb_template_build ("tool_tolerance", NULL, none, tolerance_calls),
            *slider =
              kb_tool_option_control_new (state, kb_tool_option_by_id ("trace-tolerance"), TRUE);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkWidget *alpha =
    kb_number_new (_("Alpha threshold"), 1, 255, 1, 0, on_tool_options_alpha, state);
  gtk_widget_set_focus_on_click (slider, FALSE);
  gtk_box_insert_child_after (GTK_BOX (box), alpha, gtk_widget_get_first_child (box));
  gtk_box_append (GTK_BOX (box), slider);
  g_signal_connect_object (motion, "notify::contains-pointer", G_CALLBACK (on_tuning), state, 0);
  g_signal_connect_object (state, "changed", G_CALLBACK (show_tolerance), box, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "redraw", G_CALLBACK (show_tolerance), box, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (box, motion);
  return box;
}
