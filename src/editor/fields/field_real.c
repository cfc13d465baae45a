/* SPDX-License-Identifier: MIT */
/* Rows for real numbers, single and in pairs, and for the surface of a curve. */
#include <glib/gi18n.h>

#include "editor/fields/field_private.h"
#include "editor/widgets/widgets.h"
#include "operations/track/course.h"
#include "tools/level/ground_edits.h"
#include "tools/level/selected.h"

#define FIELD_REAL_MEMBER(type, node, field)                                                       \
  (*(type *) (void *) ((char *) (node) + (field)->offset))
#define WIDE_FROM 9999   /* fields with a larger max have room for "-12345.25" */

static guint
part_of (gpointer widget)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "kb-part"));
}

/* The number of a node, or one of its pair. */
static double *
number_of (const KbFieldRow *row, KbNode *node, guint part)
{
  if (row->field->type == KB_TYPE_REAL)
    return &FIELD_REAL_MEMBER (double, node, row->field);
  KbVec *pair = &FIELD_REAL_MEMBER (KbVec, node, row->field);
  return part ? &pair->y : &pair->x;
}

static json_t *
json_of (const KbFieldRow *row, guint part, double number, double other)
{
  if (row->field->type == KB_TYPE_REAL)
    return json_real (number);
  return part ? json_pack ("[ff]", other, number) : json_pack ("[ff]", number, other);
}

/* Moves the ends of all walls together with the attached walls, like a drag. */
static void
move_ends (const KbFieldRow *row, guint part, GtkWidget *number, double value)
{
  g_autoptr (GArray) from = g_array_new (FALSE, FALSE, sizeof (KbVec)),
                     to = g_array_new (FALSE, FALSE, sizeof (KbVec));
  KB_EACH_NODE (node, row->group)
    {
      KbVec was = FIELD_REAL_MEMBER (KbVec, node, row->field), is = was;
      *(part ? &is.y : &is.x) = kb_number_for (number, value, part ? was.y : was.x);
      g_array_append_val (from, was);
      g_array_append_val (to, is);
    }
  kb_level_move_ends (kb_editor_state_get_tools (row->group->state),
                      (const KbVec *) (const void *) from->data,
                      (const KbVec *) (const void *) to->data, from->len);
}

static void
set_numbers (const KbFieldRow *row, guint part, GtkWidget *number, double value, GError **error)
{
  gboolean done = TRUE;
  KB_EACH_NODE_WHILE (done, node, row->group)
    {
      double to = kb_number_for (number, value, *number_of (row, node, part)),
             other = *number_of (row, node, 1 - part);
      if (row->editor->nearest && part == 0)
        to = row->editor->nearest (node, (KbVec) { to, other }).x;
      done = kb_document_set (kb_editor_state_get_document (row->group->state), node->id,
                              row->field->name, json_of (row, part, to, other), error);
    }
}

/* Whether an export would accept all nodes. */
static gboolean
are_valid (const KbFieldRow *row, GError **error)
{
  gboolean well = TRUE;
  KB_EACH_NODE_WHILE (well, node, row->group)
    well =
      kb_document_check_lie (kb_editor_state_get_document (row->group->state), node->id, error);
  return well;
}

/* Each node keeps its other coordinate. */
static void
on_field_real_number (GtkWidget *number, double value, gpointer data)
{
  KbFieldRow *row = data;
  KbFieldGroup *group = row->group;
  KbDocument *document = kb_editor_state_get_document (group->state);
  g_autoptr (GError) error = NULL;
  if (group->updating)
    return;
  g_autofree char *label = kb_field_change_label (row->field);
  gboolean were_valid = are_valid (row, NULL);   /* invalid nodes may be corrected step by step */
  g_autoptr (GArray) held = kb_gates_hold (kb_field_group_node (group, 0));
  kb_document_begin_merging (document, label, kb_number_gesture (number));
  if (row->editor->set)
    row->editor->set (row, part_of (number), number, value);
  else
    set_numbers (row, part_of (number), number, value, &error);
  if (!error)
    kb_gates_follow (document, held, NULL, &error);
  kb_document_finish (document, error || !were_valid || are_valid (row, &error));
  if (!error && !row->editor->nearest)
    return;
  if (error)
    kb_editor_state_take_error (group->state, g_steal_pointer (&error));
  kb_editor_state_touch (group->state, KB_CHANGE_VALUES);   /* drops the rejected input */
}

static void
make_real (KbFieldRow *row, GtkListBox *list)
{
  double step = row->field->min < 256 ? 0.5 : 1, max = (double) row->field->max / 256;
  GtkWidget *number = kb_number_new (_(row->field->label), (double) row->field->min / 256, max,
                                     step, 2, on_field_real_number, row);
  if (max > WIDE_FROM)
    kb_editable_set_width (number, 9);
  kb_field_row_tie (row, 0, number, NULL);
  if (row->field->tip)
    gtk_widget_set_tooltip_text (number, _(row->field->tip));
  kb_field_row_add (row, list);
}

static void
make_vec (KbFieldRow *row, GtkListBox *list)
{
  kb_field_row_tie_place (row, 2, 6, on_field_real_number);
  kb_field_row_add (row, list);
}

static void
fill_numbers (KbFieldRow *row)
{
  for (guint part = 0; part < (row->field->type == KB_TYPE_REAL ? 1 : 2); part++)
    {
      double first = *number_of (row, kb_field_group_node (row->group, 0), part);
      gboolean mixed = FALSE;
      KB_EACH_NODE (node, row->group)
        mixed = mixed || *number_of (row, node, part) != first;
      kb_number_set (row->widgets[part], mixed, first);
    }
}

static KbVec
nearest_on_ground (const KbNode *node, KbVec to)
{
  return kb_ground_point_between ((const KbGroundPoint *) node, to);
}

const KbFieldEditor kb_field_editor_real = { KB_TYPE_REAL, make_real, fill_numbers };
const KbFieldEditor kb_field_editor_vec = { KB_TYPE_VEC, make_vec, fill_numbers };
const KbFieldEditor kb_field_editor_wall_end = { KB_TYPE_VEC, make_vec, fill_numbers,
  .set = move_ends };
const KbFieldEditor kb_field_editor_ground_point = { KB_TYPE_VEC, make_vec, fill_numbers,
  .nearest = nearest_on_ground };

/* ---- surfaces by name ---- */

static const GPtrArray *
surfaces_of (const KbFieldRow *row)
{
  KbNode *node = kb_field_group_node (row->group, 0);
  return node ? kb_node_zones (node) : NULL;
}

static void
on_surface (GtkDropDown *drop_down, GParamSpec *pspec, KbFieldRow *row)
{
  const GPtrArray *surfaces = surfaces_of (row);
  guint selected = gtk_drop_down_get_selected (drop_down);
  if (!row->group->updating && surfaces && selected < surfaces->len)
    kb_field_group_set (row->group, row->field,
                        json_integer (kb_zone_at (surfaces, selected)->value), 0);
}

static void
make_surface (KbFieldRow *row, GtkListBox *list)
{
  kb_field_row_add_drop_down (row, list, G_CALLBACK (on_surface));
}

static void
fill_surface (KbFieldRow *row)
{
  const GPtrArray *surfaces = surfaces_of (row);
  gint first = FIELD_REAL_MEMBER (gint, kb_field_group_node (row->group, 0), row->field);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = GTK_INVALID_LIST_POSITION;
  gboolean mixed = FALSE;
  KB_EACH_WHILE (surfaces, const KbZone, zone, surfaces)
    {
      gtk_string_list_append (names, zone->name);
      if (zone->value == first)
        selected = zone_at;
    }
  KB_EACH_NODE (node, row->group)
    mixed = mixed || FIELD_REAL_MEMBER (gint, node, row->field) != first;
  if (mixed)
    selected = GTK_INVALID_LIST_POSITION;
  else if (selected
           == GTK_INVALID_LIST_POSITION) /* a problem that is displayed but cannot be chosen */
    {
      g_autofree char *gone = g_strdup_printf (_("Surface %d (missing)"), first);
      selected = g_list_model_get_n_items (G_LIST_MODEL (names));
      gtk_string_list_append (names, gone);
    }
  kb_drop_down_set_names (GTK_DROP_DOWN (row->widgets[0]), names);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (row->widgets[0]), selected);
}

const KbFieldEditor kb_field_editor_surface = { KB_TYPE_INT, make_surface, fill_surface };
