/* SPDX-License-Identifier: MIT */
/* Fields of the selection, and two lists. */
#include "editor/track/tracks.h"

#include <glib/gi18n.h>

#include "editor/fields/fields.h"
#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "tools/track/private.h"

struct _KbTrackPanel
{
  AdwBin parent_instance;

  /* Template */
  GtkWidget *heading, *work;                   /* of the selection */
  GtkWidget *curve_heading;                    /* of the curve of the selected points */
  KbFieldGroup *fields, *curve_fields, *track_fields;
  GtkWidget *nothing;
  GtkWidget *smooth, *gate_work;
  KbItemList *curves, *gates;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbTrackPanel, kb_track_panel, ADW_TYPE_BIN)

/* ---- lists ---- */

static GPtrArray *
list_curves (KbEditorState *state)
{
  const KbTrack *track = kb_editor_state_get_track (state);
  GPtrArray *items = kb_items_new ();
  if (track)
    KB_EACH (KbNode, node, track->curves)
      {
        guint n = kb_count (((const KbCurve *) node)->points);
        g_autofree char *title = kb_node_title (node);
        kb_items_add (items, node->id)->name =
          g_strdup_printf (ngettext ("%s · %u point", "%s · %u points", n), title, n);
      }
  return items;
}

static GPtrArray *
list_gates (KbEditorState *state)
{
  const KbTrack *track = kb_editor_state_get_track (state);
  GPtrArray *items = kb_items_new ();
  KB_EACH_WHILE (track, const KbGate, gate, track->gates)
    kb_items_add (items, gate->node.id)->name =
      gate->name
        ? g_strdup_printf ("%u · %s", gate_at, gate->name)
        : g_strdup_printf (gate_at ? _("%u · check point") : _("%u · start line"), gate_at);
  return items;
}

static gboolean
is_selected (KbEditorState *state, KbId id)
{
  return kb_selection_has (kb_editor_state_get_tools (state), id);
}

enum {
  TRACK_PANEL_CHANGES = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES
                        | KB_CHANGE_SELECTION
};

static const KbItemColumn track_panel_columns[] = { { &kb_column_name }, { NULL } };

static const KbItemListSpec curve_list = {
  .title = N_("Curves"),
  .empty = N_("Press D and click along the middle of the road."),
  .columns = track_panel_columns,
  .changes = TRACK_PANEL_CHANGES,
  .items = list_curves,
  .is_chosen = is_selected,
  .choose = kb_editor_state_select,
  .rename = kb_dialog_rename,
  .look = KB_LOOK_BOXED,
};

static const KbItemListSpec gate_list = {
  .title = N_("Check Points"),
  .empty = N_("Press G and drag across the road: the start line first."),
  .columns = track_panel_columns,
  .changes = TRACK_PANEL_CHANGES,
  .items = list_gates,
  .is_chosen = is_selected,
  .choose = kb_editor_state_select,
  .rename = kb_dialog_rename,
  .look = KB_LOOK_BOXED,
};

/* ---- fields ---- */

/* What can be selected on a track. */
typedef struct {
  const KbKind *kind;
  const char *many;
  gboolean on_curve;     /* the fields of its curve are shown, too */
} Part;

enum { POINTS, CURVES, GATES };

static const Part track_panel_parts[] = {
  [POINTS] = { &kb_curve_point_kind, N_("points"), TRUE },
  [CURVES] = { &kb_curve_kind, N_("curves") },
  [GATES] = { &kb_gate_kind, N_("check points") },
};

/* Finds the selected nodes of the most frequent kind. Returns their number. */
static guint
same_kind (KbTrackPanel *self, const Part **part, KbId *found)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  guint n, best = 0, n_found = 0;
  const KbId *ids = kb_editor_state_get_selection (self->state, &n);
  *part = NULL;
  for (guint k = 0; k < G_N_ELEMENTS (track_panel_parts); k++)
    {
      guint count = 0;
      for (guint i = 0; i < n; i++)
        {
          const KbNode *node = kb_document_node (document, ids[i]);
          count += node && node->kind == track_panel_parts[k].kind;
        }
      if (count > best)
        *part = &track_panel_parts[k];
      best = MAX (best, count);
    }
  for (guint i = 0; i < n && *part; i++)
    {
      const KbNode *node = kb_document_node (document, ids[i]);
      if (node && node->kind == (*part)->kind)
        found[n_found++] = ids[i];
    }
  return n_found;
}

static guint
curves_of (KbTrackPanel *self, const KbId *points, guint n, KbId *curves)
{
  guint found = 0;
  for (guint i = 0; i < n; i++)
    {
      const KbNode *node = kb_document_node (kb_editor_state_get_document (self->state), points[i]);
      KbId id = node && node->parent ? node->parent->id : 0;
      gboolean known = !id;
      for (guint k = 0; k < found && !known; k++)
        known = curves[k] == id;
      if (!known)
        curves[found++] = id;
    }
  return found;
}

static void
show_track_panel_group (GtkWidget *heading, KbFieldGroup *fields, const KbId *ids, guint n,
                        const char *many, KbTrackPanel *self)
{
  KbNode *node =
    n == 1 ? kb_document_node (kb_editor_state_get_document (self->state), ids[0]) : NULL;
  g_autofree char *title = node ? kb_node_title (node)
                           : n  ? g_strdup_printf ("%u %s", n, many)
                                : g_strdup ("");
  gtk_widget_set_visible (heading, n > 0);
  gtk_widget_set_visible (GTK_WIDGET (fields), n > 0);
  gtk_label_set_label (GTK_LABEL (heading), title);
  kb_field_group_show (fields, ids, n);
}

static void
show_selection (KbTrackPanel *self)
{
  guint n_selected;
  kb_editor_state_get_selection (self->state, &n_selected);
  g_autofree KbId *ids = g_new0 (KbId, n_selected + 1), *curves = g_new0 (KbId, n_selected + 1);
  const Part *part;
  guint n = same_kind (self, &part, ids),
        n_curves = part && part->on_curve ? curves_of (self, ids, n, curves) : 0;
  show_track_panel_group (self->heading, self->fields, ids, n, part ? _(part->many) : "", self);
  show_track_panel_group (self->curve_heading, self->curve_fields, curves, n_curves, _("curves"),
                          self);
  gtk_widget_set_visible (self->work, n > 0);
  gtk_widget_set_visible (self->nothing, n == 0);
  gtk_widget_set_visible (self->smooth, part == &track_panel_parts[POINTS]);
  gtk_widget_set_visible (self->gate_work, part == &track_panel_parts[GATES]);
}

static void
on_track_panel_changed (KbEditorState *state, guint flags, KbTrackPanel *self)
{
  const KbTrack *track = kb_editor_state_get_track (state);
  if (!(flags & TRACK_PANEL_CHANGES) || !track)
    return;
  show_selection (self);
  kb_field_group_show (self->track_fields, &track->node.id, 1);
}

/* ---- object ---- */

void
kb_track_panel_set_state (KbTrackPanel *self, KbEditorState *state)
{
  kb_field_group_set_state (self->fields, state);
  static const char *const of_track[] = { "name", "values", NULL };
  kb_field_group_set_state (self->curve_fields, state);
  kb_field_group_set_state (self->track_fields, state);
  kb_field_group_only (self->track_fields, of_track);
  kb_item_list_set (self->curves, state, &curve_list);
  kb_item_list_set (self->gates, state, &gate_list);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_track_panel_changed));
}

static const KbTemplateChild track_panel_children[] = {
  KB_CHILD (KbTrackPanel, heading), KB_CHILD (KbTrackPanel, work),
  KB_CHILD (KbTrackPanel, curve_heading), KB_CHILD (KbTrackPanel, fields),
  KB_CHILD (KbTrackPanel, curve_fields), KB_CHILD (KbTrackPanel, track_fields),
  KB_CHILD (KbTrackPanel, nothing),
  KB_CHILD (KbTrackPanel, smooth), KB_CHILD (KbTrackPanel, gate_work),
  KB_CHILD (KbTrackPanel, curves), KB_CHILD (KbTrackPanel, gates), { NULL },
};

static void
kb_track_panel_class_init (KbTrackPanelClass *klass)
{
  kb_template_bind (GTK_WIDGET_CLASS (klass), "track_panel", track_panel_children, NULL);
}

static void
kb_track_panel_init (KbTrackPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  kb_wrap_labels (self->gate_work);
}
