/* SPDX-License-Identifier: MIT */
/* One popover for the operations that ask: a table lists the numbers of each. That of hot spots has
 * nine points instead. */
#include "editor/film/filmstrip.h"

#include <glib/gi18n.h>

#include "document/hot_spots.h"
#include "editor/film/frame_actions.h"
#include "editor/widgets/widgets.h"

#define MAX_NUMBERS 4

typedef struct {
  KbOperationType type;
  const char *labels[MAX_NUMBERS];
  int min, max;
} Form;

static const Form forms[] = {
  { KB_OPERATION_CROP, { N_("Left edge"), N_("Top edge"), N_("Width"), N_("Height") },
    -KB_MAX_FRAME_SIDE, KB_MAX_FRAME_SIDE },
  { KB_OPERATION_EXTEND, { N_("Left"), N_("Top"), N_("Right"), N_("Bottom") }, -KB_MAX_FRAME_SIDE,
    KB_MAX_FRAME_SIDE },
  { KB_OPERATION_SCALE, { N_("Factor") }, 1, KB_MAX_SCALE },
  { KB_OPERATION_HOT_SPOTS },
};

typedef struct {
  KbEditorState *state;     /* a reference */
  const Form *form;
  GtkWidget *popover, *button, *numbers[MAX_NUMBERS];
  int values[MAX_NUMBERS], hot_spot;   /* hot_spot: the preset */
} FramePopoverData;

static void
frame_popover_free (gpointer data)
{
  FramePopoverData *self = data;
  g_object_unref (self->state);
  g_free (self);
}

static void
on_frame_popover_number (GtkWidget *number, double value, gpointer data)
{
  *(int *) data = (int) value;
}

static void
on_hot_spot (gpointer data)
{
  FramePopoverData *self = data;
  gtk_widget_set_sensitive (self->button, self->hot_spot != 0);
}

static void
on_frame_popover_do (GtkWidget *widget, FramePopoverData *self)
{
  const int *v = self->values;
  gboolean ok = FALSE;
  if (kb_has_mistake (self->popover))
    return;
  if (self->form->type == KB_OPERATION_CROP)
    ok = kb_frames_crop (self->state, &(KbBox) { v[0], v[1], v[2], v[3] });
  else if (self->form->type == KB_OPERATION_EXTEND)
    ok = kb_frames_extend (self->state, v[0], v[1], v[2], v[3]);
  else if (self->form->type == KB_OPERATION_HOT_SPOTS)
    ok = self->hot_spot && kb_frames_place_hot_spots (self->state, self->hot_spot);
  else
    ok = kb_frames_scale (self->state, v[0]);
  if (ok)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* Enter in any of the numbers. Spin buttons have a signal for it only in newer versions of GTK. */
static gboolean
on_frame_popover_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType type,
                      FramePopoverData *self)
{
  if (keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter)
    return FALSE;
  on_frame_popover_do (NULL, self);
  return TRUE;
}

static void
on_frame_popover_closed (GtkPopover *popover, FramePopoverData *self)
{
  kb_editor_state_grab_canvas (self->state);
}

/* Crop starts with the selected box, else with the whole frame. */
static void
fill_frame_popover (FramePopoverData *self)
{
  KbFrame *frame = kb_editor_state_get_frame (self->state);
  const KbShape *shape = kb_selection_single_shape (kb_editor_state_get_tools (self->state));
  int start[MAX_NUMBERS] = { 0, 0, frame->width, frame->height };
  if (self->form->type == KB_OPERATION_CROP && shape
      && kb_geometry_kind (shape->geometry.type)->pixels)
    for (int i = 0; i < 4; i++)
      start[i] = (int) shape->geometry.v[i];
  else if (self->form->type == KB_OPERATION_EXTEND)
    start[2] = start[3] = 0;
  else if (self->form->type == KB_OPERATION_SCALE)
    start[0] = 2;
  for (guint i = 0; i < MAX_NUMBERS && self->form->labels[i]; i++)
    {
      self->values[i] = start[i];
      kb_number_set (self->numbers[i], FALSE, start[i]);
    }
}

void
kb_frame_popover_show (GtkWidget *parent, GtkWidget *at, KbEditorState *state, KbOperationType type)
{
  const Form *form = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (forms[i].type == type)
      form = &forms[i];
  if (!form || !kb_editor_state_get_frame (state))
    return;
  FramePopoverData *self = g_new0 (FramePopoverData, 1);
  GtkWidget *grid = gtk_grid_new ();
  guint n, row = 1;
  self->state = g_object_ref (state);
  self->form = form;
  self->hot_spot = KB_HOT_SPOT_POINTS + KB_HOT_SPOT_BOTTOM;
  self->popover = gtk_popover_new ();
  g_object_set_data_full (G_OBJECT (self->popover), "kb-popover", self, frame_popover_free);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_widget_add_css_class (grid, "kb-popover");

  kb_editor_state_get_frames (state, &n);
  g_autofree char *title = n == 1 ? g_strdup (kb_operation_label (type))
                                  : g_strdup_printf ("%s (%u)", kb_operation_label (type), n);
  GtkWidget *heading = gtk_label_new (title);
  gtk_widget_add_css_class (heading, "heading");
  gtk_grid_attach (GTK_GRID (grid), heading, 0, 0, 2, 1);
  for (guint i = 0; i < MAX_NUMBERS && form->labels[i]; i++, row++)
    {
      GtkWidget *label = kb_label_new (_(form->labels[i]), NULL);
      self->numbers[i] =
        kb_number_new (_(form->labels[i]), form->min, form->max, 1, 0, on_frame_popover_number,
                       &self->values[i]);
      kb_number_set_live (self->numbers[i]);
      gtk_grid_attach (GTK_GRID (grid), label, 0, (int) row, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), self->numbers[i], 1, (int) row, 1, 1);
    }
  if (type == KB_OPERATION_HOT_SPOTS)
    gtk_grid_attach (GTK_GRID (grid), kb_hot_spot_points_new (&self->hot_spot, on_hot_spot, self),
                     0, (int) row++, 2, 1);
  kb_add_keys (self->popover, G_CALLBACK (on_frame_popover_key), self);
  self->button = gtk_button_new_with_label (kb_operation_label (type));
  gtk_widget_add_css_class (self->button, "suggested-action");
  g_signal_connect (self->button, "clicked", G_CALLBACK (on_frame_popover_do), self);
  gtk_grid_attach (GTK_GRID (grid), self->button, 0, (int) row, 2, 1);
  fill_frame_popover (self);
  gtk_popover_set_child (GTK_POPOVER (self->popover), grid);
  graphene_rect_t place;
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_TOP);
  g_signal_connect (self->popover, "closed", G_CALLBACK (on_frame_popover_closed), self);
  kb_popover_show (self->popover, parent,
                   gtk_widget_compute_bounds (at, parent, &place)
                     ? &(GdkRectangle) { (int) place.origin.x, (int) place.origin.y,
                                         (int) place.size.width, (int) place.size.height }
                     : NULL);
  gtk_widget_grab_focus (self->numbers[0] ? self->numbers[0] : self->button);
}
