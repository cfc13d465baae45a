/* SPDX-License-Identifier: MIT */
/* Compact numbers. */
#include "editor/widgets/widgets.h"

#include <glib/gi18n.h>
#include <math.h>

#include "drawing/style.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/toasts.h"

#define MIXED "–"

typedef struct {
  KbNumberChanged changed;
  gpointer data;
  char *name;              /* owned */
  KbNumberRange range;
  const char *zero;        /* a word instead of 0, or NULL */
  gboolean mixed, updating;
  gboolean live;           /* reports each letter that is typed */
  /* Invalid text typed by the user, which stays, owned, may be NULL */
  char *wrong;
  double wrong_at;         /* the value at that time */
  KbNumberEntry entry;     /* the last input */
  double result;           /* and its result for the current value */
  gboolean typed;          /* the next value was typed, not scrolled or stepped */
  /* calls of kb_number_for for this change, and how many stopped at a limit */
  guint asked, stopped;
  double limit;            /* the last limit reached */
  guint gesture;
  GtkEventController *wheel;   /* of the spin button, borrowed */
} Number;

static void
number_free (gpointer data)
{
  Number *self = data;
  g_free (self->name);
  g_free (self->wrong);
  g_free (self);
}

static Number *
get (GtkWidget *number)
{
  return g_object_get_data (G_OBJECT (number), "kb-number");
}

static void
new_gesture (Number *self)
{
  static guint last;
  self->gesture = ++last;
}

static double
spin_value (GtkSpinButton *spin)
{
  return gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin));
}

static void
set_wrong (GtkSpinButton *spin, Number *self, const char *text)
{
  g_autofree char *wanted = text ? kb_number_wanted (&self->range) : NULL;
  if (text || self->wrong)
    kb_mistake_report (GTK_WIDGET (spin), wanted);
  g_free (self->wrong);
  self->wrong = g_strdup (text);
  self->wrong_at = spin_value (spin);
}

/* Reports that some of several nodes stopped at a limit. */
static void
report_stopped (GtkSpinButton *spin, const Number *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (spin));
  g_autofree char *limit = kb_number_text (self->limit);
  if (self->stopped && KB_IS_WINDOW (root))
    kb_window_toast (
      KB_WINDOW (root),
      ngettext ("%s: %u of %u stopped at %s", "%s: %u of %u stopped at %s", self->stopped),
      self->name, self->stopped, self->asked, limit);
}

/* Each typed value is a gesture of its own; consecutive steps while the field has the focus are
 * one. */
static void
notify (GtkSpinButton *spin, Number *self)
{
  gboolean typed = self->typed;
  self->typed = FALSE;
  if (typed)
    new_gesture (self);
  self->asked = self->stopped = 0;
  self->changed (GTK_WIDGET (spin), gtk_spin_button_get_value (spin), self->data);
  self->entry.kind = KB_NUMBER_IS;
  report_stopped (spin, self);
  if (typed)
    new_gesture (self);
}

static void
on_focus (GtkEventControllerFocus *focus, Number *self)
{
  new_gesture (self);
  gtk_event_controller_set_propagation_phase (self->wheel, GTK_PHASE_BUBBLE);
}

/* The wheel changes only the field that has the focus; over others, what they are in scrolls. */
static void
on_focus_left (GtkEventControllerFocus *focus, Number *self)
{
  gtk_event_controller_set_propagation_phase (self->wheel, GTK_PHASE_NONE);
}

static GtkEventController *
wheel_of (GtkWidget *spin)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (spin);
  GtkEventController *wheel = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !wheel; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      wheel = GTK_IS_EVENT_CONTROLLER_SCROLL (controller) ? controller : NULL;
    }
  return wheel;
}

/* The number that was typed; marks invalid input, which keeps the value, and returns FALSE. So does
 * empty input keep it: it may have more digits than shown. */
static gboolean
read_typed (GtkSpinButton *spin, Number *self, KbNumberEntry *entry, double *value)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (spin)),
             *text = g_strcmp0 (typed, self->zero) ? typed : "0";
  gboolean keeps = !*text || !kb_text_is_changed (GTK_WIDGET (spin));
  *value = spin_value (spin);
  double result = keeps                                          ? *value
                  : kb_number_read (text, &self->range, entry)
                    ? kb_number_apply (entry, &self->range, *value)
                    : NAN;
  gboolean fits = keeps || (result >= self->range.min && result <= self->range.max);
  set_wrong (spin, self, fits ? NULL : typed);
  *value = fits ? result : *value;
  return fits && !keeps;
}

static int
on_input (GtkSpinButton *spin, double *value, Number *self)
{
  KbNumberEntry entry;
  if (!read_typed (spin, self, &entry, value))
    return TRUE;
  self->entry = entry;
  self->typed = TRUE;
  self->result = *value;
  /* Input equal to the first of several values does not change the button, but the other values. */
  if (self->mixed && !self->updating && *value == spin_value (spin))
    {
      self->mixed = FALSE;
      notify (spin, self);
    }
  return TRUE;
}

/* While the user types, nothing is marked as invalid, except where each letter is reported. */
static void
on_typed (GtkEditable *spin, Number *self)
{
  KbNumberEntry entry;
  double value;
  if (self->live)
    {
      read_typed (GTK_SPIN_BUTTON (spin), self, &entry, &value);
      self->changed (GTK_WIDGET (spin), value, self->data);
    }
  else if (self->wrong && g_strcmp0 (gtk_editable_get_text (spin), self->wrong) != 0)
    set_wrong (GTK_SPIN_BUTTON (spin), self, NULL);
}

static gboolean
on_output (GtkSpinButton *spin, Number *self)
{
  double value = spin_value (spin);
  if (self->wrong && value == self->wrong_at)
    return TRUE;
  g_autofree char *number = kb_number_text (self->range.digits ? value : rint (value));
  g_autofree char *text = self->mixed                  ? g_strdup (MIXED)
                          : self->zero && value == 0 ? g_strdup (self->zero)
                                                     : g_strconcat (number, self->range.unit, NULL);
  set_wrong (spin, self, NULL);
  if (!g_str_equal (text, gtk_editable_get_text (GTK_EDITABLE (spin))))
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  kb_text_keep (GTK_WIDGET (spin));
  return TRUE;
}

static void
on_value (GtkSpinButton *spin, Number *self)
{
  if (self->updating)
    return;
  self->mixed = FALSE;
  on_output (spin, self);   /* GTK wrote the text before this */
  /* Arrow keys and the wheel change the value directly, whatever was typed before. */
  if (ABS (gtk_spin_button_get_value (spin) - self->result) > (self->range.digits ? 0.005 : 0.5))
    self->entry.kind = KB_NUMBER_IS;
  notify (spin, self);
}

guint
kb_number_gesture (GtkWidget *number)
{
  return get (number)->gesture;
}

double
kb_number_for (GtkWidget *number, double value, double old)
{
  Number *self = get (number);
  if (self->entry.kind == KB_NUMBER_IS)
    return value;
  double wanted = kb_number_apply (&self->entry, &self->range, old),
         got = CLAMP (wanted, self->range.min, self->range.max);
  self->asked++;
  if (got != wanted)
    {
      self->stopped++;
      self->limit = got;
    }
  return got;
}

void
kb_number_set_unit (GtkWidget *number, const char *unit)
{
  get (number)->range.unit = g_intern_string (unit);
  on_output (GTK_SPIN_BUTTON (number), get (number));
}

void
kb_number_name_zero (GtkWidget *number, const char *word)
{
  get (number)->zero = g_intern_string (word);
  on_output (GTK_SPIN_BUTTON (number), get (number));
}

void
kb_number_set (GtkWidget *number, gboolean mixed, double value)
{
  Number *self = get (number);
  self->updating = TRUE;
  /* Keep invalid text only while the field has the focus; later it could belong to another node. */
  if (self->wrong && !(gtk_widget_get_state_flags (number) & GTK_STATE_FLAG_FOCUS_WITHIN))
    set_wrong (GTK_SPIN_BUTTON (number), self, NULL);
  self->mixed = mixed;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (number), value);
  on_output (GTK_SPIN_BUTTON (number), self);
  self->updating = FALSE;
}

/* The text field's own undo would shadow the document's. The two buttons need too much room, except
 * in dialogs. */
static void
set_compact (GtkWidget *spin, gboolean compact)
{
  KB_EACH_CHILD (child, spin)
    if (GTK_IS_BUTTON (child))
      gtk_widget_set_visible (child, !compact);
    else if (GTK_IS_TEXT (child))
      gtk_editable_set_enable_undo (GTK_EDITABLE (child), FALSE);
}

void
kb_number_set_live (GtkWidget *number)
{
  get (number)->live = TRUE;
  set_compact (number, FALSE);
}

GtkWidget *
kb_number_new (const char *name, double min, double max, double step, int digits,
               KbNumberChanged changed, gpointer data)
{
  Number *self = KB_NEW (Number, .name = g_strdup (name), .changed = changed, .data = data);
  self->range = (KbNumberRange) { min, max, digits, "" };
  GtkWidget *spin = gtk_spin_button_new_with_range (min, max, step);
  g_object_set_data_full (G_OBJECT (spin), "kb-number", self, number_free);
  /* Units and the dash are not digits */
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), FALSE);
  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), (guint) digits);
  gtk_spin_button_set_update_policy (GTK_SPIN_BUTTON (spin), GTK_UPDATE_IF_VALID);
  kb_editable_set_width (spin, 6);
  gtk_editable_set_alignment (GTK_EDITABLE (spin), 0.5f);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (spin, "kb-number");
  set_compact (spin, TRUE);
  kb_name_widget (spin, name);
  gtk_widget_set_tooltip_text (spin, name);
  g_signal_connect (spin, "input", G_CALLBACK (on_input), self);
  g_signal_connect (spin, "output", G_CALLBACK (on_output), self);
  g_signal_connect (spin, "value-changed", G_CALLBACK (on_value), self);
  g_signal_connect (spin, "changed", G_CALLBACK (on_typed), self);
  kb_add_controller (spin, gtk_event_controller_focus_new (), self, "enter", G_CALLBACK (on_focus),
                     "leave", G_CALLBACK (on_focus_left), NULL);
  self->wheel = wheel_of (spin);
  on_focus_left (NULL, self);
  new_gesture (self);
  on_output (GTK_SPIN_BUTTON (spin), self);
  return spin;
}
