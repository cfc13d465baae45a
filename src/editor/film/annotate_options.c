/* SPDX-License-Identifier: MIT */
/* The options of shapes on many frames: what is done, the class, and a number or a value. Each
 * change updates the preview. */
#include <glib/gi18n.h>

#include "editor/film/propagate_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

/* The number of a way: in which unit, from where to where, and how many of it are 1. */
static const struct {
  const char *name, *unit;
  double min, max, step, scale;
  int digits;
  gsize offset;            /* of a double in the options, or of `boxes` */
  gboolean is_count;
} amounts[KB_N_ANNOTATE] = {
  [KB_ANNOTATE_TRACE] = { N_("Outline tolerance"), N_(" px"), 0, 16, 0.25, 1, 2,
                          G_STRUCT_OFFSET (KbAnnotateOptions, tolerance) },
  [KB_ANNOTATE_SIMPLIFY] = { N_("Outline tolerance"), N_(" px"), 0, 16, 0.25, 1, 2,
                             G_STRUCT_OFFSET (KbAnnotateOptions, tolerance) },
  [KB_ANNOTATE_COVER] = { N_("Boxes"), N_(" boxes"), 1, KB_COVER_BOXES, 1, 1, 0,
                          G_STRUCT_OFFSET (KbAnnotateOptions, boxes), TRUE },
  [KB_ANNOTATE_SCALE] = { N_("Scale"), N_(" %"), 5, 1000, 5, 100, 0,
                          G_STRUCT_OFFSET (KbAnnotateOptions, factor) },
};

static void
restart (KbPropagatePanel *self)
{
  if (self->open && !self->updating)
    kb_propagate_search_start (self);
}

static const KbClass *
class_at (KbPropagatePanel *self, guint row)
{
  const KbProject *project =
    kb_document_project (kb_editor_state_get_document (self->state));
  return row < project->classes->len ? kb_class_at (project, row) : NULL;
}

/* The rows of the classes; before them one for any of them, if shapes are changed. */
static void
fill_classes (KbPropagatePanel *self)
{
  const KbProject *project =
    kb_document_project (kb_editor_state_get_document (self->state));
  gboolean makes = kb_annotate_kinds[self->annotation.way].makes;
  const KbClass *current = kb_editor_state_get_class (self->state);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL),
                            targets = gtk_string_list_new (NULL);
  guint chosen = 0;
  if (!makes)
    gtk_string_list_append (names, _("All classes"));
  KB_EACH (const KbClass, class, project->classes)
    {
      gtk_string_list_append (names, class->name);
      gtk_string_list_append (targets, class->name);
      chosen = class == current ? class_at : chosen;
    }
  kb_drop_down_set_names (GTK_DROP_DOWN (self->classes), names);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->classes), makes ? chosen : 0);
  kb_drop_down_set_names (GTK_DROP_DOWN (self->to_classes), targets);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->to_classes), chosen);
}

static double
amount_of (const KbAnnotateOptions *options)
{
  const char *at = (const char *) options + amounts[options->way].offset;
  return amounts[options->way].is_count ? *(const guint *) (const void *) at
                                        : *(const double *) (const void *) at;
}

static void
set_amount (KbAnnotateOptions *options, double value)
{
  char *at = (char *) options + amounts[options->way].offset;
  if (amounts[options->way].is_count)
    *(guint *) (void *) at = (guint) value;
  else
    *(double *) (void *) at = value;
}

/* Shows the widgets of the way. */
static void
show_way (KbPropagatePanel *self)
{
  KbAnnotateWay way = self->annotation.way;
  gboolean makes = kb_annotate_kinds[way].makes, counts = amounts[way].name != NULL;
  self->updating = TRUE;
  fill_classes (self);
  if (counts)
    {
      GtkSpinButton *spin = GTK_SPIN_BUTTON (self->amount);
      kb_number_set_unit (self->amount, _(amounts[way].unit));
      gtk_spin_button_set_digits (spin, (guint) amounts[way].digits);
      gtk_spin_button_set_range (spin, amounts[way].min, amounts[way].max);
      gtk_spin_button_set_increments (spin, amounts[way].step, 10 * amounts[way].step);
      kb_number_set (self->amount, FALSE, amount_of (&self->annotation) * amounts[way].scale);
      gtk_widget_set_tooltip_text (self->amount, _(amounts[way].name));
      kb_name_widget (self->amount, _(amounts[way].name));
    }
  const struct {
    GtkWidget *widget;
    gboolean shown;
  } all[] = {
    { self->ways, TRUE },   { self->classes, TRUE },
    { self->amount, counts }, { self->alpha, makes },
    { self->adds, makes },  { self->to_classes, way == KB_ANNOTATE_CLASS },
    { self->key, way == KB_ANNOTATE_VALUES }, { self->value, way == KB_ANNOTATE_VALUES },
  };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_widget_set_visible (all[i].widget, self->annotates && all[i].shown);
  self->updating = FALSE;
}

static void
on_way (KbPropagatePanel *self)
{
  if (self->updating)
    return;
  self->annotation.way = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->ways));
  show_way (self);
  restart (self);
}

static void
on_amount (GtkWidget *number, double value, gpointer data)
{
  KbPropagatePanel *self = data;
  if (self->updating || !amounts[self->annotation.way].name)
    return;
  set_amount (&self->annotation, value / amounts[self->annotation.way].scale);
  restart (self);
}

static void
on_annotate_options_alpha (GtkWidget *number, double value, gpointer data)
{
  KbPropagatePanel *self = data;
  self->annotation.alpha = (guint) value;
  restart (self);
}

const KbAnnotateOptions *
kb_annotate_options_read (KbPropagatePanel *self)
{
  KbAnnotateOptions *options = &self->annotation;
  guint row = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->classes));
  const KbClass *class = class_at (self, kb_annotate_kinds[options->way].makes ? row : row - 1);
  const KbClass *to =
    class_at (self, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->to_classes)));
  const char *key = gtk_editable_get_text (GTK_EDITABLE (self->key)),
             *value = gtk_editable_get_text (GTK_EDITABLE (self->value));
  options->class_id = class ? class->node.id : 0;
  options->to_class = to ? to->node.id : 0;
  json_decref (options->values);
  options->values = key[0] ? json_pack ("{ss}", key, value) : json_object ();
  return options;
}

void
kb_annotate_options_reset (KbPropagatePanel *self)
{
  const KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  self->updating = TRUE;
  self->annotation.alpha = sprite ? (guint) sprite->solid_alpha : 0;
  kb_number_set (self->alpha, FALSE, self->annotation.alpha);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->adds), FALSE);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->ways), self->annotation.way);
  self->updating = FALSE;
  show_way (self);
}

/* ---- widgets ---- */

static GtkWidget *
make_drop_down (KbPropagatePanel *self, const char *name, GCallback changed)
{
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);
  kb_drop_down_make_narrow (GTK_DROP_DOWN (drop_down), 12);
  kb_name_widget (drop_down, name);
  gtk_widget_set_tooltip_text (drop_down, name);
  g_signal_connect_swapped (drop_down, "notify::selected", changed, self);
  return drop_down;
}

static GtkWidget *
make_annotate_options_entry (KbPropagatePanel *self, const char *name)
{
  GtkWidget *entry = gtk_entry_new ();
  kb_editable_set_width (entry, 8);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), name);
  kb_name_widget (entry, name);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (restart), self);
  return entry;
}

void
kb_annotate_options_add (KbPropagatePanel *self, GtkBox *box)
{
  g_autoptr (GtkStringList) ways = gtk_string_list_new (NULL);
  for (guint i = 0; i < KB_N_ANNOTATE; i++)
    gtk_string_list_append (ways, _(kb_annotate_kinds[i].label));
  self->annotation = kb_annotate_defaults;
  self->ways = make_drop_down (self, _("What to do"), G_CALLBACK (on_way));
  self->updating = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->ways), G_LIST_MODEL (ways));
  self->updating = FALSE;
  self->classes = make_drop_down (self, _("Class"), G_CALLBACK (restart));
  self->to_classes = make_drop_down (self, _("New class"), G_CALLBACK (restart));
  self->amount = kb_number_new (_("Outline tolerance"), 0, 16, 0.25, 2, on_amount, self);
  self->alpha = kb_number_new (_("Alpha threshold"), 1, 255, 1, 0, on_annotate_options_alpha, self);
  gtk_widget_set_tooltip_text (self->alpha, _("Alpha threshold"));
  kb_number_set_unit (self->alpha, _(" alpha"));
  kb_editable_set_width (self->alpha, 9);
  kb_editable_set_width (self->amount, 7);
  self->key = make_annotate_options_entry (self, _("Key"));
  self->value = make_annotate_options_entry (self, _("Value"));
  self->adds = gtk_check_button_new_with_label (_("Keep others"));
  gtk_widget_set_tooltip_text (
    self->adds, _("Keep the unnamed shapes of the class, which the new ones otherwise replace"));
  kb_box_append (box, self->ways, self->classes, self->to_classes, self->amount, self->alpha,
                 self->key, self->value, self->adds, NULL);
}
