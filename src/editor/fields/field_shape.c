/* SPDX-License-Identifier: MIT */
/* Rows for a shape's geometry, from the table of shapes. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "editor/fields/field_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

/* ---- geometry: the fixed numbers in pairs; for polygons and mixed kinds, the top left of their
 * bounds ---- */

#define TEXT 0      /* widgets of a polygon: number of corners */
#define CORNER 1    /* position of the selected corner */
#define CORNER_ROW 3
#define PLACE 4     /* left and top of shapes without common numbers */

static const KbGeometry *
geometry_of (KbFieldRow *row, guint i)
{
  KbNode *node = kb_field_group_node (row->group, i);
  return node ? (const KbGeometry *) (const void *) ((const char *) node + row->field->offset)
              : NULL;
}

static gboolean
one_type (KbFieldRow *row)
{
  const KbGeometry *first = geometry_of (row, 0), *other;
  for (guint i = 1; (other = geometry_of (row, i)) != NULL; i++)
    if (other->type != first->type)
      return FALSE;
  return first != NULL;
}

/* Moves a shape's left or top, or its selected corner. */
static void
move_part (KbFieldRow *row, GtkWidget *number, guint part, double value, KbGeometry *geometry)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  if (part >= PLACE)
    {
      KbBounds bounds = kind->bounds (geometry);
      double old = part == PLACE ? bounds.x0 : bounds.y0,
             by = kb_number_for (number, value, old) - old;
      kind->translate (geometry, part == PLACE ? by : 0, part == PLACE ? 0 : by);
      return;
    }
  int corner = kb_selection_corner (kb_editor_state_get_tools (row->group->state));
  if (corner < 0)
    return;
  double *v = &geometry->v[2 * (guint) corner + part - CORNER];
  *v = kb_number_for (number, value, *v);
}

static void
on_field_shape_number (GtkWidget *number, double value, gpointer data)
{
  KbFieldRow *row = data;
  guint part = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (number), "kb-part"));
  gboolean moves = g_object_get_data (G_OBJECT (number), "kb-moves") != NULL;
  KbDocument *document = kb_editor_state_get_document (row->group->state);
  const KbGeometry *geometry;
  g_autoptr (GError) error = NULL;
  if (row->group->updating)
    return;
  kb_document_begin_merging (document, _("Change shape"), kb_number_gesture (number));
  for (guint i = 0; !error && (geometry = geometry_of (row, i)) != NULL; i++)
    {
      g_auto (KbGeometry) changed = { 0 };
      kb_geometry_copy (&changed, geometry);
      if (!moves)
        changed.v[part] = kb_number_for (number, value, changed.v[part]);
      else
        move_part (row, number, part, value, &changed);
      kb_geometry_kind (changed.type)->snap (&changed);
      kb_document_set (document, kb_field_group_node (row->group, i)->id, row->field->name,
                       kb_geometry_to_json (&changed), &error);
    }
  kb_document_end (document);
  if (error)
    kb_editor_state_take_error (row->group->state, g_steal_pointer (&error));
}

static GtkWidget *
make_number (KbFieldRow *row, const KbGeometry *geometry, guint part, const char *label)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  gboolean whole = kind->pixels, size = part >= kind->first_size,
           degrees = part >= kind->n_lengths;
  double min = degrees ? -360 : size ? (whole ? 1 : 1.0 / 256) : KB_MIN_COORDINATE;
  g_autofree char *name = g_strdup_printf ("%s %s", _(row->group->kind->label), label);
  GtkWidget *number = kb_number_new (name, min, degrees ? 360 : KB_MAX_COORDINATE, 1, whole ? 0 : 2,
                                     on_field_shape_number, row);
  gtk_editable_set_width_chars (GTK_EDITABLE (number), 6);
  if (degrees)
    kb_number_set_unit (number, "°");
  g_object_set_data (G_OBJECT (number), "kb-part", GUINT_TO_POINTER (part));
  row->widgets[part] = number;
  return number;
}

static GtkWidget *
make_place (KbFieldRow *row, guint part, const char *label, const char *x, const char *y)
{
  const char *const names[] = { x, y };
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *number = kb_number_new (names[i], KB_MIN_COORDINATE, KB_MAX_COORDINATE, 1, 2,
                                         on_field_shape_number, row);
      g_object_set_data (G_OBJECT (number), "kb-part", GUINT_TO_POINTER (part + i));
      g_object_set_data (G_OBJECT (number), "kb-moves", row);
      row->widgets[part + i] = number;
    }
  return kb_field_row_new (label, &row->widgets[part], 2);
}

/* Sentence case like all fields of the inspector: "Radius", as a new string. */
static char *
capital (const char *label)
{
  g_autofree char *first = g_utf8_substring (label, 0, MIN (1, g_utf8_strlen (label, -1)));
  g_autofree char *upper = g_utf8_strup (first, -1);
  return g_strconcat (upper, label + strlen (first), NULL);
}

static void
make_geometry (KbFieldRow *row, GtkListBox *list)
{
  const KbGeometry *geometry = geometry_of (row, 0);
  if (!geometry)
    return;
  const char *const *labels =
    one_type (row) ? kb_geometry_kind (geometry->type)->number_labels : NULL;
  if (!labels)
    gtk_list_box_append (list, make_place (row, PLACE, _("X, Y"), _("Left edge"), _("Top edge")));
  if (!labels && one_type (row))
    {
      GtkWidget *text = gtk_label_new (NULL);
      gtk_widget_add_css_class (text, "dim-label");
      row->widgets[TEXT] = text;
      row->widgets[CORNER_ROW] =
        make_place (row, CORNER, _("Corner X, Y"), _("Corner x"), _("Corner y"));
      gtk_list_box_append (
        list, kb_field_row_new (_(kb_geometry_kind (geometry->type)->label), &text, 1));
      gtk_list_box_append (list, row->widgets[CORNER_ROW]);
    }
  if (!labels)
    return;
  for (guint i = 0; i < geometry->n; i += 2)
    {
      gboolean pair = i + 1 < geometry->n;
      GtkWidget *numbers[2] = { make_number (row, geometry, i, labels[i]),
                                pair ? make_number (row, geometry, i + 1, labels[i + 1]) : NULL };
      g_autofree char *first = capital (_(labels[i])),
                      *second = pair ? capital (_(labels[i + 1])) : NULL;
      g_autofree char *text = pair ? g_strdup_printf ("%s, %s", first, second) : g_strdup (first);
      gtk_list_box_append (list, kb_field_row_new (text, numbers, 2));
    }
}

static void
fill_place (KbFieldRow *row)
{
  const KbGeometry *first = geometry_of (row, 0), *other;
  KbBounds bounds = kb_geometry_kind (first->type)->bounds (first);
  gboolean mixed[2] = { FALSE, FALSE };
  for (guint i = 1; (other = geometry_of (row, i)) != NULL; i++)
    {
      KbBounds b = kb_geometry_kind (other->type)->bounds (other);
      mixed[0] = mixed[0] || b.x0 != bounds.x0;
      mixed[1] = mixed[1] || b.y0 != bounds.y0;
    }
  kb_number_set (row->widgets[PLACE], mixed[0], bounds.x0);
  kb_number_set (row->widgets[PLACE + 1], mixed[1], bounds.y0);
}

static void
fill_corners (KbFieldRow *row, const KbGeometry *geometry)
{
  gboolean several = geometry_of (row, 1) != NULL;
  int corner = several ? -1 : kb_selection_corner (kb_editor_state_get_tools (row->group->state));
  guint n = geometry->n / 2;
  g_autofree char *text = corner < 0 ? g_strdup_printf (ngettext ("%u corner", "%u corners", n), n)
                                     : g_strdup_printf (_("corner %d of %u"), corner + 1, n);
  gtk_label_set_label (GTK_LABEL (row->widgets[TEXT]), several ? _("several") : text);
  gtk_widget_set_visible (row->widgets[CORNER_ROW], corner >= 0);
  for (guint i = 0; corner >= 0 && i < 2; i++)
    kb_number_set (row->widgets[CORNER + i], FALSE, geometry->v[2 * (guint) corner + i]);
}

static void
fill_geometry (KbFieldRow *row)
{
  const KbGeometry *first = geometry_of (row, 0), *other;
  if (!first)
    return;
  if (!one_type (row) || !kb_geometry_kind (first->type)->number_labels)
    {
      fill_place (row);
      if (one_type (row))
        fill_corners (row, first);
      return;
    }
  for (guint part = 0; part < first->n && part < KB_MAX_FIELD_WIDGETS; part++)
    {
      gboolean mixed = FALSE;
      for (guint i = 1; (other = geometry_of (row, i)) != NULL; i++)
        mixed = mixed || other->v[part] != first->v[part];
      kb_number_set (row->widgets[part], mixed, first->v[part]);
    }
}

const KbFieldEditor kb_field_editor_geometry = { KB_TYPE_GEOMETRY, make_geometry, fill_geometry };
