/* SPDX-License-Identifier: MIT */
/* Compact numbers. */
#include "editor/widgets/number.h"
#include "editor/widgets/accessible.h"

#include <math.h>
#include <string.h>

#define MIXED "–"

typedef struct {
  KbNumberChanged changed;
  gpointer data;
  char unit[8];
  int digits;
  gboolean mixed, updating;
  gboolean relative;       /* "+2" was typed: `by` more than it is, for each of several */
  double by, sum;          /* `sum`: what that is for the value shown */
} Number;

static Number *
get (GtkWidget *number)
{
  return g_object_get_data (G_OBJECT (number), "kb-number");
}

static double
in_range (GtkWidget *number, double value)
{
  GtkAdjustment *range = gtk_spin_button_get_adjustment (GTK_SPIN_BUTTON (number));
  return CLAMP (value, gtk_adjustment_get_lower (range), gtk_adjustment_get_upper (range));
}

/* Digits with a dot or a comma, with a plus sign to add them, then whatever unit; nothing typed keeps the value. */
static int
on_input (GtkSpinButton *spin, double *value, Number *self)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (spin))));
  if (!*text || g_str_equal (text, MIXED))
    {
      *value = gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin));
      return TRUE;
    }
  gboolean plus = text[0] == '+';
  g_autoptr (GString) amount = g_string_new (g_strchug (text + plus));
  g_string_replace (amount, "−", "-", 1);
  g_string_replace (amount, ",", ".", 0);
  char *end;
  *value = g_ascii_strtod (amount->str, &end);
  if (end == amount->str || !isfinite (*value))
    return GTK_INPUT_ERROR;
  self->relative = plus;
  self->by = *value;
  if (plus)
    *value += gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin));
  self->sum = in_range (GTK_WIDGET (spin), *value);
  /* The value of the first of several is no change to the button, but one to the others. */
  if (self->mixed && !self->updating && *value == gtk_spin_button_get_value (spin))
    {
      self->mixed = FALSE;
      self->changed (GTK_WIDGET (spin), *value, self->data);
    }
  return TRUE;
}

static gboolean
on_output (GtkSpinButton *spin, Number *self)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  double value = gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin));
  g_ascii_formatd (digits, sizeof digits, self->digits ? "%.2f" : "%.0f", value);
  if (self->digits && strchr (digits, '.'))
    {
      char *end = digits + strlen (digits) - 1;
      while (*end == '0')
        *end-- = '\0';
      if (*end == '.')
        *end = '\0';
    }
  gboolean minus = digits[0] == '-';
  g_autofree char *text = self->mixed ? g_strdup (MIXED)
                                      : g_strconcat (minus ? "−" : "", digits + minus, self->unit, NULL);
  if (!g_str_equal (text, gtk_editable_get_text (GTK_EDITABLE (spin))))
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static void
on_value (GtkSpinButton *spin, Number *self)
{
  if (self->updating)
    return;
  self->mixed = FALSE;
  /* A sum that is out of range may have changed nothing then: the next change is another one. */
  self->relative = self->relative && ABS (gtk_spin_button_get_value (spin) - self->sum) < (self->digits ? 0.01 : 0.51);
  self->changed (GTK_WIDGET (spin), gtk_spin_button_get_value (spin), self->data);
  self->relative = FALSE;
}

double
kb_number_for (GtkWidget *number, double value, double old)
{
  const Number *self = get (number);
  return self->relative ? in_range (number, old + self->by) : value;
}

void
kb_number_set_unit (GtkWidget *number, const char *unit)
{
  g_strlcpy (get (number)->unit, unit, sizeof get (number)->unit);
  gtk_spin_button_update (GTK_SPIN_BUTTON (number));
}

void
kb_number_set (GtkWidget *number, gboolean mixed, double value)
{
  Number *self = get (number);
  self->updating = TRUE;
  self->mixed = mixed;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (number), value);
  on_output (GTK_SPIN_BUTTON (number), self);
  self->updating = FALSE;
}

/* The text field's own undo would hide the document's; the two buttons take too much room. */
static void
make_compact (GtkWidget *spin)
{
  for (GtkWidget *child = gtk_widget_get_first_child (spin); child; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child))
      gtk_widget_set_visible (child, FALSE);
    else if (GTK_IS_TEXT (child))
      gtk_editable_set_enable_undo (GTK_EDITABLE (child), FALSE);
}

GtkWidget *
kb_number_new (const char *name, double min, double max, double step, int digits, KbNumberChanged changed,
               gpointer data)
{
  Number *self = g_new0 (Number, 1);
  self->changed = changed;
  self->data = data;
  self->digits = digits;
  GtkWidget *spin = gtk_spin_button_new_with_range (min, max, step);
  g_object_set_data_full (G_OBJECT (spin), "kb-number", self, g_free);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), FALSE);   /* units and the dash are no digits */
  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), (guint) digits);
  gtk_spin_button_set_update_policy (GTK_SPIN_BUTTON (spin), GTK_UPDATE_IF_VALID);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 6);
  gtk_editable_set_alignment (GTK_EDITABLE (spin), 0.5f);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (spin, "kb-number");
  make_compact (spin);
  kb_name_widget (spin, name);
  gtk_widget_set_tooltip_text (spin, name);
  g_signal_connect (spin, "input", G_CALLBACK (on_input), self);
  g_signal_connect (spin, "output", G_CALLBACK (on_output), self);
  g_signal_connect (spin, "value-changed", G_CALLBACK (on_value), self);
  return spin;
}
