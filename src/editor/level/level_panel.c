/* SPDX-License-Identifier: MIT */
/* Fields of the selection, and below them those of the level. */
#include "editor/level/panels.h"

#include <glib/gi18n.h>
#include <math.h>

#include "editor/fields/fields.h"
#include "editor/watch/level_canvas.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define N_WORK 3
#define MAX_EDITED 20000   /* max nodes of a kind that the fields edit at once */

struct _KbLevelPanel
{
  AdwBin parent_instance;

  GtkWidget *box;
  GtkWidget *heading, *fields, *facts;         /* of the selection */
  GtkWidget *work, *buttons[N_WORK];
  GtkWidget *nothing;
  GtkWidget *ends;                             /* only selected ends of walls */
  GtkWidget *level_heading, *level_fields, *counts, *picture, *no_picture;
  /* An expander with the partition's table; collapsed while a layer is active, unless the user
   * opened it */
  GtkWidget *partition;
  gboolean wants_partition[2];                 /* with no active layer, and with one */
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbLevelPanel, kb_level_panel, ADW_TYPE_BIN)

/* ---- selection ---- */

/* Actions for walls, or for any kind (NULL). */
static const struct { const char *label, *action; const KbKind *kind; } work[N_WORK] = {
  { N_("Swap Sides"), "win.flip-walls", &kb_wall_kind },
  { N_("Areas"), "win.make-areas", &kb_wall_kind },
  { N_("Delete"), "win.delete", NULL },
};

/* The selected nodes of the most frequent kind; `counts` gets the number of each kind. */
static guint
same_kind (KbLevelPanel *self, guint counts[KB_LEVEL_PARTS], KbId *found)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  guint n, best = 0, n_found = 0;
  const KbId *ids = kb_editor_state_get_selection (self->state, &n);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < KB_LEVEL_PARTS; k++)
      counts[k] += kb_document_node (document, ids[i])
                   && kb_document_node (document, ids[i])->kind == kb_level_parts[k].kind;
  for (guint k = 1; k < KB_LEVEL_PARTS; k++)
    if (counts[k] > counts[best])
      best = k;
  for (guint i = 0; i < n && n_found < MAX_EDITED; i++)
    {
      const KbNode *node = kb_document_node (document, ids[i]);
      if (node && node->kind == kb_level_parts[best].kind)
        found[n_found++] = ids[i];
    }
  return n_found;
}

/* "3 walls, 1 entity"; a new string. */
static char *
count_text (const guint counts[KB_LEVEL_PARTS])
{
  GString *text = g_string_new (NULL);
  for (guint k = 0; k < KB_LEVEL_PARTS; k++)
    if (counts[k])
      {
        g_autofree char *part = g_strdup_printf (
          g_dngettext (NULL, kb_level_parts[k].one, kb_level_parts[k].many, counts[k]), counts[k]);
        g_string_append_printf (text, "%s%s", text->len ? ", " : "", part);
      }
  return g_string_free (text, FALSE);
}

/* "Length 45.3 · angle 30°" for one wall, the total length for several; a new string, NULL for
 * other kinds. */
static char *
facts_of (KbLevelPanel *self, const KbId *ids, guint n)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  double length = 0, angle = 0;
  for (guint i = 0; i < n; i++)
    {
      const KbWall *wall = (const KbWall *) kb_document_node (document, ids[i]);
      if (!kb_node_is (KB_NODE (wall), &kb_wall_kind))
        return NULL;
      length += hypot (wall->b.x - wall->a.x, wall->b.y - wall->a.y);
      angle = atan2 (wall->b.y - wall->a.y, wall->b.x - wall->a.x) * 180 / G_PI;
    }
  if (n == 1)
    return g_strdup_printf (_("Length %.2f px · angle %.1f°"), length, angle == 0 ? 0 : angle);
  return n ? g_strdup_printf (_("Length of all %.1f px"), length) : NULL;
}

static void
show_selection (KbLevelPanel *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  guint n_selected, counts[KB_LEVEL_PARTS] = { 0 };
  kb_editor_state_get_selection (self->state, &n_selected);
  g_autofree KbId *ids = g_new0 (KbId, MIN (n_selected, MAX_EDITED) + 1);
  guint n = document ? same_kind (self, counts, ids) : 0;
  const KbNode *node = n_selected == 1 && n ? kb_document_node (document, ids[0]) : NULL;
  g_autofree char *title = node ? kb_node_title (node) : count_text (counts),
                  *facts = facts_of (self, ids, n);
  gtk_widget_set_visible (self->heading, n > 0);
  gtk_widget_set_visible (self->fields, n > 0);
  gtk_widget_set_visible (self->facts, facts != NULL);
  kb_end_fields_show (KB_END_FIELDS (self->ends));
  gtk_widget_set_visible (self->nothing, n == 0 && !kb_editor_state_get_layer (self->state)
                                           && !gtk_widget_get_visible (self->ends));
  gtk_widget_set_visible (self->work, n > 0);
  for (guint i = 0; n && i < N_WORK; i++)
    gtk_widget_set_visible (
      self->buttons[i], !work[i].kind || work[i].kind == kb_document_node (document, ids[0])->kind);
  gtk_label_set_label (GTK_LABEL (self->heading), title);
  gtk_label_set_label (GTK_LABEL (self->facts), facts ? facts : "");
  kb_field_group_show (KB_FIELD_GROUP (self->fields), ids, n);
}

static void
show_level (KbLevelPanel *self)
{
  static const char *const plain[] = { "name", "grid", NULL }, *const with_picture[] = {
    "name", "grid", "picture_at", "opacity", NULL
  };
  const KbLevel *level = kb_editor_state_get_level (self->state);
  guint counts[KB_LEVEL_PARTS];
  kb_level_count_parts (level, counts);
  g_autofree char *text = count_text (counts);
  gtk_button_set_label (GTK_BUTTON (self->picture),
                        level->picture.file ? _("Other Picture…") : _("Picture Behind It…"));
  gtk_widget_set_visible (self->no_picture, level->picture.file != NULL);
  gtk_label_set_label (GTK_LABEL (self->counts), *text ? text : _("Nothing is drawn yet."));
  kb_field_group_only (KB_FIELD_GROUP (self->level_fields),
                       level->picture.file ? with_picture : plain);
  kb_field_group_show (KB_FIELD_GROUP (self->level_fields), &level->node.id, 1);
}

static gboolean *
wants_partition (KbLevelPanel *self)
{
  return &self->wants_partition[kb_editor_state_get_layer (self->state) != NULL];
}

static void
show_partition (KbLevelPanel *self)
{
  self->updating = TRUE;
  gtk_expander_set_expanded (GTK_EXPANDER (self->partition), *wants_partition (self));
  self->updating = FALSE;
}

static void
on_partition (KbLevelPanel *self)
{
  if (!self->updating)
    *wants_partition (self) = gtk_expander_get_expanded (GTK_EXPANDER (self->partition));
}

static void
on_changed (KbEditorState *state, guint flags, KbLevelPanel *self)
{
  guint nodes = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES;
  if (!kb_editor_state_get_level (state))
    return;
  if (flags & (nodes | KB_CHANGE_SELECTION))
    show_selection (self);
  if (flags & nodes)
    show_level (self);
  if (flags & (nodes | KB_CHANGE_TOOL))
    show_partition (self);
}

/* ---- object ---- */

static GtkWidget *
add_label (KbLevelPanel *self, const char *text, const char *style)
{
  GtkWidget *label = kb_label_new (text, NULL);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (self->box), label);
  return label;
}

static GtkWidget *
add_fields (KbLevelPanel *self)
{
  GtkWidget *fields = kb_field_group_new (self->state);
  gtk_box_append (GTK_BOX (self->box), fields);
  return fields;
}

static void
add_work (KbLevelPanel *self)
{
  self->work = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  for (guint i = 0; i < N_WORK; i++)
    {
      self->buttons[i] = gtk_button_new_with_label (_(work[i].label));
      gtk_widget_add_css_class (self->buttons[i], "kb-small");
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->buttons[i]), work[i].action);
      gtk_box_append (GTK_BOX (self->work), self->buttons[i]);
    }
  gtk_widget_set_margin_top (self->work, 6);
  gtk_box_append (GTK_BOX (self->box), self->work);
}

static void
add_picture_buttons (KbLevelPanel *self)
{
  static const struct { const char *label, *action; } buttons[] = {
    { N_("Picture Behind It…"), "win.level-picture" }, { N_("No Picture"), "win.level-no-picture" },
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            **kept[] = { &self->picture, &self->no_picture };
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      GtkWidget *button = *kept[i] = gtk_button_new_with_label (_(buttons[i].label));
      gtk_widget_add_css_class (button, "kb-small");
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), buttons[i].action);
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_widget_set_margin_top (box, 6);
  gtk_box_append (GTK_BOX (self->box), box);
}

void
kb_level_panel_set_state (KbLevelPanel *self, KbEditorState *state)
{
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_changed));
  gtk_box_append (GTK_BOX (self->box), kb_tile_palette_new (state));
  self->nothing =
    add_label (self, _("Select a wall, an area or an entity to edit its numbers here."),
               "dim-label");
  gtk_widget_set_margin_top (self->nothing, 6);
  self->heading = add_label (self, NULL, "heading");
  self->fields = add_fields (self);
  self->facts = add_label (self, NULL, "dim-label");
  gtk_widget_set_margin_top (self->facts, 6);
  add_work (self);
  gtk_box_append (GTK_BOX (self->box), self->ends = kb_end_fields_new (state));
  gtk_box_append (GTK_BOX (self->box), kb_world_panel_new (state));
  gtk_box_append (GTK_BOX (self->box), kb_layer_fields_new (state));
  self->level_heading = add_label (self, _("Level"), "heading");
  self->level_fields = add_fields (self);
  add_picture_buttons (self);
  self->counts = add_label (self, NULL, "dim-label");
  gtk_widget_set_margin_top (self->counts, 6);
  self->partition = gtk_expander_new (_("Partition"));
  gtk_widget_add_css_class (gtk_expander_get_label_widget (GTK_EXPANDER (self->partition)),
                            "heading");
  kb_name_widget (self->partition, _("Partition"));
  gtk_expander_set_child (GTK_EXPANDER (self->partition), kb_partition_panel_new (state));
  g_signal_connect_object (self->partition, "notify::expanded", G_CALLBACK (on_partition), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), self->partition);
}

static void
kb_level_panel_class_init (KbLevelPanelClass *klass)
{
}

static void
kb_level_panel_init (KbLevelPanel *self)
{
  self->box = kb_inspector_box_new (ADW_BIN (self), _("Level"));
  self->wants_partition[0] = TRUE;
}
