/* SPDX-License-Identifier: MIT */
/* Fields of the selection, and below them those of the level. */
#include "editor/level/panels.h"

#include <glib/gi18n.h>
#include <math.h>

#include "editor/fields/fields.h"
#include "editor/lists/lists.h"
#include "editor/watch/level_canvas.h"
#include "editor/widgets/template.h"

#define MAX_EDITED 20000   /* max nodes of a kind that the fields edit at once */

struct _KbLevelPanel
{
  AdwBin parent_instance;

  /* Template */
  GtkWidget *heading, *facts, *work, *wall_work;   /* of the selection */
  KbFieldGroup *fields, *class_fields;
  GtkWidget *class_heading;                        /* of the selected entities' class */
  KbTilePalette *tiles;
  AdwBin *tile_sections;
  GtkWidget *nothing;
  KbEndFields *ends;                               /* only selected ends of walls */
  KbWorldPanel *world;
  KbLayerFields *layer;
  KbFieldGroup *level_fields;
  GtkExpander *level_section;
  GtkWidget *counts, *picture, *no_picture;
  /* An expander with the partition's table; collapsed while a layer is active, unless the user
   * opened it */
  GtkWidget *partition;
  KbPartitionPanel *partition_panel;
  gboolean wants_partition[2];                 /* with no active layer, and with one */
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbLevelPanel, kb_level_panel, ADW_TYPE_BIN)

/* ---- selection ---- */

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

/* "3 walls, 1 entity", as a new string. */
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

/* "Length 45.3 · angle 30°" for one wall, the total length for several, as a new string, NULL for
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
  gtk_widget_set_visible (GTK_WIDGET (self->fields), n > 0);
  gtk_widget_set_visible (self->facts, facts != NULL);
  kb_end_fields_show (self->ends);
  gtk_widget_set_visible (self->nothing, n == 0 && !kb_editor_state_get_layer (self->state)
                                           && !gtk_widget_get_visible (GTK_WIDGET (self->ends)));
  gtk_widget_set_visible (self->work, n > 0);
  gtk_widget_set_visible (self->wall_work,
                          n && kb_document_find (document, ids[0], &kb_wall_kind));
  gtk_label_set_label (GTK_LABEL (self->heading), title);
  gtk_label_set_label (GTK_LABEL (self->facts), facts ? facts : "");
  kb_field_group_show (self->fields, ids, n);
  kb_field_group_show_class (self->class_fields, self->class_heading, ids, n);
}

static void
show_level (KbLevelPanel *self)
{
  static const char *const plain[] = { "name", "grid", "values", NULL }, *const with_picture[] = {
    "name", "grid", "values", "picture_at", "opacity", NULL
  };
  const KbLevel *level = kb_editor_state_get_level (self->state);
  guint counts[KB_LEVEL_PARTS];
  kb_level_count_parts (level, counts);
  g_autofree char *text = count_text (counts);
  gtk_button_set_label (GTK_BUTTON (self->picture),
                        level->picture.file ? _("Change Picture…") : _("Background Picture…"));
  gtk_widget_set_visible (self->no_picture, level->picture.file != NULL);
  gtk_label_set_label (GTK_LABEL (self->counts), *text ? text : _("Nothing is drawn yet."));
  kb_field_group_only (self->level_fields, level->picture.file ? with_picture : plain);
  kb_field_group_show (self->level_fields, &level->node.id, 1);
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
on_partition (GtkWidget *expander, GParamSpec *pspec, KbLevelPanel *self)
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

void
kb_level_panel_set_state (KbLevelPanel *self, KbEditorState *state)
{
  kb_tile_palette_set_state (self->tiles, state);
  static const char *const of_class[] = { "values", NULL };
  kb_field_group_set_state (self->fields, state);
  kb_field_group_set_state (self->class_fields, state);
  kb_field_group_only (self->class_fields, of_class);
  kb_end_fields_set_state (self->ends, state);
  kb_world_panel_set_state (self->world, state);
  kb_layer_fields_set_state (self->layer, state);
  kb_field_group_set_state (self->level_fields, state);
  kb_partition_panel_set_state (self->partition_panel, state);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_changed));
}

static const KbTemplateChild children[] = {
  KB_CHILD (KbLevelPanel, heading), KB_CHILD (KbLevelPanel, facts), KB_CHILD (KbLevelPanel, work),
  KB_CHILD (KbLevelPanel, wall_work), KB_CHILD (KbLevelPanel, fields),
  KB_CHILD (KbLevelPanel, class_fields), KB_CHILD (KbLevelPanel, class_heading),
  KB_CHILD (KbLevelPanel, tiles), KB_CHILD (KbLevelPanel, tile_sections),
  KB_CHILD (KbLevelPanel, level_section), KB_CHILD (KbLevelPanel, nothing),
  KB_CHILD (KbLevelPanel, ends), KB_CHILD (KbLevelPanel, world), KB_CHILD (KbLevelPanel, layer),
  KB_CHILD (KbLevelPanel, level_fields), KB_CHILD (KbLevelPanel, counts),
  KB_CHILD (KbLevelPanel, picture), KB_CHILD (KbLevelPanel, no_picture),
  KB_CHILD (KbLevelPanel, partition), KB_CHILD (KbLevelPanel, partition_panel), { NULL },
};

static const KbTemplateCall calls[] = {
  KB_CALL (on_partition), { NULL },
};

static void
kb_level_panel_class_init (KbLevelPanelClass *klass)
{
  kb_template_bind (GTK_WIDGET_CLASS (klass), "level_panel", children, calls);
}

static void
kb_level_panel_init (KbLevelPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  adw_bin_set_child (self->tile_sections, kb_tile_palette_get_sections (self->tiles));
  kb_section_remember (self->level_section, "Level");
  self->wants_partition[0] = TRUE;
}
