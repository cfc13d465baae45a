/* SPDX-License-Identifier: MIT */
/* Four lists of assets, each sorted by name. */
#include "editor/panels/panels.h"

#include <glib/gi18n.h>
#include <string.h>

#include "editor/imports/imports.h"
#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/watch/level_canvas.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

struct _KbAssetsPanel
{
  AdwBin parent_instance;

  /* Template */
  KbItemPanel *sprites, *masks, *tracks, *levels;
};

G_DEFINE_FINAL_TYPE (KbAssetsPanel, kb_assets_panel, ADW_TYPE_BIN)

/* ---- items ---- */

static gint
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(KbItem *const *) a)->key, (*(KbItem *const *) b)->key);
}

static void
describe_asset (KbItem *item, const KbNode *node)
{
  const KbSprite *sprite = kb_node_as (node, &kb_sprite_kind);
  const KbLevel *level = kb_node_as (node, &kb_level_kind);
  guint n = 0;
  if (sprite)
    n = kb_count (sprite->frames);
  else if (level)
    item->count_tip = kb_level_describe (level, &n);
  else
    {
      n = kb_count (kb_node_zones (node));
      item->count_tip =
        g_strdup_printf (node->kind == &kb_track_kind ? ngettext ("%u surface", "%u surfaces", n)
                                                      : ngettext ("%u zone", "%u zones", n),
                         n);
    }
  item->name = kb_node_title (node);
  item->count = g_strdup_printf ("%u", n);
}

/* Sorted by name: in the document, new assets come last until it is opened again. */
static GPtrArray *
list_assets (KbEditorState *state, const KbKind *kind, const char *icon)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  const KbList *list = kb_kind_list (&kb_project_kind, kind->folder);
  const GPtrArray *all = project ? kb_node_list (&project->node, list) : NULL;
  GPtrArray *items = kb_items_new ();
  if (all)
    KB_EACH (const KbNode, node, all)
      {
        KbItem *item = kb_items_add (items, node->id);
        item->icon = icon;
        item->flags = kb_source_is_changed (state, node->id) ? KB_ITEM_CHANGED : 0;
        describe_asset (item, node);
        item->key = g_utf8_collate_key_for_filename (item->name, -1);
      }
  g_ptr_array_sort (items, compare_keys);
  return items;
}

static GPtrArray *
list_sprites (KbEditorState *state)
{
  return list_assets (state, &kb_sprite_kind, "kb-mask-symbolic");
}

static GPtrArray *
list_masks (KbEditorState *state)
{
  return list_assets (state, &kb_mask_kind, "kb-mask-symbolic");
}

static GPtrArray *
list_tracks (KbEditorState *state)
{
  return list_assets (state, &kb_track_kind, "kb-track-symbolic");
}

static GPtrArray *
list_levels (KbEditorState *state)
{
  return list_assets (state, &kb_level_kind, "kb-level-symbolic");
}

/* ---- columns ---- */

/* The window, which has the thumbnails, is known once the row is in it. */
static GtkWidget *
make_thumb (KbItemRow *row, const KbItemColumn *column)
{
  return g_object_new (ADW_TYPE_BIN, "valign", GTK_ALIGN_CENTER, NULL);
}

static void
show_thumb (KbItemRow *row, const KbItemColumn *column, GtkWidget *bin)
{
  KbEditorState *state = kb_item_list_get_state (kb_item_row_get_list (row));
  const KbSprite *sprite =
    (KbSprite *) kb_document_node (kb_editor_state_get_document (state), kb_item_row_get_id (row));
  GtkWidget *thumb = adw_bin_get_child (ADW_BIN (bin));
  if (!thumb)
    {
      KbWindow *window = KB_WINDOW (gtk_widget_get_root (bin));
      thumb = kb_thumb_new (kb_window_get_thumbnails (window), KB_THUMB_LIST);
      gtk_widget_add_css_class (thumb, "kb-thumb");
      adw_bin_set_child (ADW_BIN (bin), thumb);
    }
  kb_thumb_set_frame (KB_THUMB (thumb),
                      kb_count (sprite->frames) ? kb_frame_at (sprite, 0)->node.id : 0);
}

static const KbItemColumnType column_thumb = { make_thumb, show_thumb };

static void
import_again (KbWindow *window, KbId id)
{
  kb_editor_state_set_asset (kb_window_get_state (window), id);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.import-again", NULL);
}

static const KbItemColumn sprite_columns[] = {
  { &column_thumb },
  { &kb_column_name },
  { &kb_column_button, N_("Changed on disk: import %s again"), .flag = KB_ITEM_CHANGED,
    .run = import_again, .icon = "view-refresh-symbolic", .css_class = "warning" },
  { &kb_column_count, .width = 4 },
  { NULL },
};

static const KbItemColumn assets_panel_columns[] = {
  { &kb_column_icon },
  { &kb_column_name },
  { &kb_column_button, N_("Changed on disk: import %s again"), .flag = KB_ITEM_CHANGED,
    .run = import_again, .icon = "view-refresh-symbolic", .css_class = "warning" },
  { &kb_column_count, .width = 4 },
  { NULL },
};

/* ---- lists ---- */

static gboolean
assets_panel_is_current (KbEditorState *state, KbId id)
{
  const KbNode *asset = kb_editor_state_get_asset (state);
  return asset && asset->id == id;
}

static const KbItemAction assets_panel_actions[] = {
  { N_("_Rename…"), "win.rename-sprite" },
  { N_("D_uplicate"), "win.duplicate-asset" },
  { N_("_Import Again"), "win.import-again" },
  { N_("_Delete"), "win.delete-sprite" },
  { NULL },
};

static const KbItemAction mask_additions[] = {
  { N_("Over a _Picture…"), "win.new-mask" },
  { N_("_Empty…"), "win.new-empty-mask" },
  { N_("_Import a Painted Mask…"), "win.import-mask" },
  { NULL },
};

static const KbItemAction track_additions[] = {
  { N_("Over a _Picture…"), "win.new-track" },
  { N_("_Empty…"), "win.new-empty-track" },
  { N_("_Import a Track…"), "win.import-track" },
  { NULL },
};

static const KbItemAction level_additions[] = {
  { N_("Over a _Picture…"), "win.new-level" },
  { N_("_Empty…"), "win.new-empty-level" },
  { N_("_Import a Map…"), "win.import" },
  { NULL },
};

enum {
  ASSETS_PANEL_CHANGES = KB_CHANGE_DOCUMENT | KB_CHANGE_LISTS | KB_CHANGE_VALUES | KB_CHANGE_SPRITE
};

/* A click or Enter moves the focus to the asset itself, so that Ctrl+A and Home act on its frames.
 * The arrow keys keep it in the list. */
static const KbItemListSpec sprite_list = {
  .title = N_("Sprites"),
  .columns = sprite_columns,
  .changes = ASSETS_PANEL_CHANGES,
  .items = list_sprites,
  .is_chosen = assets_panel_is_current,
  .choose = kb_editor_state_set_asset,
  .rename = kb_dialog_rename,
  .actions = assets_panel_actions,
  .add = N_("Add sprite"),
  .add_tip = N_("Import pictures as a sprite (Ctrl+I)"),
  .add_action = "win.import",
};

static const KbItemListSpec mask_list = {
  .title = N_("Masks"),
  .hides = TRUE,
  .columns = assets_panel_columns,
  .changes = ASSETS_PANEL_CHANGES,
  .items = list_masks,
  .is_chosen = assets_panel_is_current,
  .choose = kb_editor_state_set_asset,
  .rename = kb_dialog_rename,
  .actions = assets_panel_actions,
  .add = N_("Add mask"),
  .add_tip = N_("New mask"),
  .add_menu = mask_additions,
};

static const KbItemListSpec track_list = {
  .title = N_("Tracks"),
  .hides = TRUE,
  .columns = assets_panel_columns,
  .changes = ASSETS_PANEL_CHANGES,
  .items = list_tracks,
  .is_chosen = assets_panel_is_current,
  .choose = kb_editor_state_set_asset,
  .rename = kb_dialog_rename,
  .actions = assets_panel_actions,
  .add = N_("Add track"),
  .add_tip = N_("New track"),
  .add_menu = track_additions,
};

static const KbItemListSpec level_list = {
  .title = N_("Levels"),
  .hides = TRUE,
  .columns = assets_panel_columns,
  .changes = ASSETS_PANEL_CHANGES,
  .items = list_levels,
  .is_chosen = assets_panel_is_current,
  .choose = kb_editor_state_set_asset,
  .rename = kb_dialog_rename,
  .actions = assets_panel_actions,
  .add = N_("Add level"),
  .add_tip = N_("New level"),
  .add_menu = level_additions,
};

void
kb_assets_panel_set_state (KbAssetsPanel *self, KbEditorState *state)
{
  kb_item_panel_set (self->sprites, state, &sprite_list);
  kb_item_panel_set (self->masks, state, &mask_list);
  kb_item_panel_set (self->tracks, state, &track_list);
  kb_item_panel_set (self->levels, state, &level_list);
}

static const KbTemplateChild assets_panel_children[] = {
  KB_CHILD (KbAssetsPanel, sprites), KB_CHILD (KbAssetsPanel, masks),
  KB_CHILD (KbAssetsPanel, tracks), KB_CHILD (KbAssetsPanel, levels), { NULL },
};

static void
kb_assets_panel_class_init (KbAssetsPanelClass *klass)
{
  g_type_ensure (KB_TYPE_ITEM_PANEL);
  kb_template_bind (GTK_WIDGET_CLASS (klass), "assets_panel", assets_panel_children, NULL);
}

static void
kb_assets_panel_init (KbAssetsPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
