/* SPDX-License-Identifier: MIT */
/* Rows for frames used as tiles: which part is solid, and heights of slopes at the left and right
 * edge. */
#include <glib/gi18n.h>

#include "editor/fields/field_private.h"
#include "editor/widgets/widgets.h"
#include "operations/tile.h"
#include "tools/names.h"

/* In the order of the field's choices. */
static const char *const field_tile_labels[] = {
  N_("None (shapes only)"), N_("Solid"), N_("One-way: from left"), N_("One-way: from right"),
  N_("One-way: from above"), N_("One-way: from below"), N_("Heights"),
};

static const KbFrame *
frame_of (KbFieldRow *row, guint i)
{
  return (const KbFrame *) kb_field_group_node (row->group, i);
}

static void
show_error (KbFieldRow *row, GError *error)
{
  if (!error)
    return;
  kb_editor_state_take_error (row->group->state, error);
  kb_editor_state_touch (row->group->state, KB_CHANGE_VALUES);
}

/* ---- collision ---- */

static void
on_collision (GtkDropDown *drop_down, GParamSpec *pspec, KbFieldRow *row)
{
  guint chosen = gtk_drop_down_get_selected (drop_down);
  GError *error = NULL;
  if (row->group->updating || chosen >= G_N_ELEMENTS (field_tile_labels))
    return;
  g_autoptr (GArray) nodes = g_array_copy (row->group->nodes);
  kb_made_class_stops (kb_editor_state_get_tools (row->group->state),
                       (const KbId *) (const void *) nodes->data, nodes->len,
                       row->field->choices[chosen], &error);
  show_error (row, error);
}

static void
make_collision (KbFieldRow *row, GtkListBox *list)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (field_tile_labels); i++)
    gtk_string_list_append (names, _(field_tile_labels[i]));
  kb_field_row_add_drop_down (row, list, G_CALLBACK (on_collision));
  gtk_drop_down_set_model (GTK_DROP_DOWN (row->widgets[0]), G_LIST_MODEL (names));
}

/* Shows only the rows that apply to the choice. */
static void
show_others (KbFieldRow *row, gboolean class, gboolean heights)
{
  KB_EACH (const KbFieldRow, other, row->group->rows)
    {
      GtkWidget *whole =
        other == row ? NULL : gtk_widget_get_ancestor (other->widgets[0], GTK_TYPE_LIST_BOX_ROW);
      if (whole)
        gtk_widget_set_visible (whole, other->field->type == KB_TYPE_NUMBERS ? heights : class);
    }
}

static void
fill_collision (KbFieldRow *row)
{
  KbCollision first = frame_of (row, 0)->collision;
  gboolean mixed = FALSE, stops = FALSE, heights = FALSE;
  const KbFrame *frame;
  for (guint i = 0; (frame = frame_of (row, i)) != NULL; i++)
    {
      mixed = mixed || frame->collision != first;
      stops = stops || frame->collision != KB_COLLISION_SHAPES;
      heights = heights || frame->collision == KB_COLLISION_HEIGHTS;
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (row->widgets[0]),
                              mixed ? GTK_INVALID_LIST_POSITION : (guint) first);
  show_others (row, stops, heights);
}

/* ---- heights ---- */

static void
on_height (GtkWidget *number, double value, gpointer data)
{
  KbFieldRow *row = data;
  guint part = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (number), "kb-part"));
  GError *error = NULL;
  if (row->group->updating)
    return;
  g_autoptr (GArray) nodes = g_array_copy (row->group->nodes);
  kb_tile_set_slope (kb_editor_state_get_document (row->group->state),
                     (const KbId *) (const void *) nodes->data, nodes->len,
                     part ? -1 : (gint) value, part ? (gint) value : -1, kb_number_gesture (number),
                     &error);
  show_error (row, error);
}

static void
make_heights (KbFieldRow *row, GtkListBox *list)
{
  static const char *const parts[] = { N_("left"), N_("right") };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s %s", _(row->field->label), _(parts[i]));
      GtkWidget *number = kb_number_new (name, (double) row->field->min, (double) row->field->max,
                                         1, 0, on_height, row);
      kb_editable_set_width (number, 5);
      gtk_widget_set_tooltip_text (number,
                                   i ? _("Height of the last column; fills a straight slope")
                                     : _("Height of the first column; fills a straight slope"));
      kb_field_row_tie (row, i, number, _(parts[i]));
    }
  kb_field_row_add (row, list);
}

static gint
height_at (const KbFrame *frame, gboolean last)
{
  return frame->heights.n ? frame->heights.v[last ? frame->heights.n - 1 : 0] : 0;
}

static void
fill_heights (KbFieldRow *row)
{
  const KbFrame *first = frame_of (row, 0), *frame;
  gboolean mixed[2] = { FALSE };
  for (guint i = 1; (frame = frame_of (row, i)) != NULL; i++)
    for (guint part = 0; part < 2; part++)
      mixed[part] = mixed[part] || height_at (frame, part) != height_at (first, part);
  for (guint part = 0; part < 2; part++)
    kb_number_set (row->widgets[part], mixed[part], height_at (first, part));
}

const KbFieldEditor kb_field_editor_collision = { KB_TYPE_ENUM, make_collision, fill_collision };
const KbFieldEditor kb_field_editor_heights = { KB_TYPE_NUMBERS, make_heights, fill_heights };
