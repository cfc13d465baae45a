/* SPDX-License-Identifier: MIT */
/* The saved stamps of the project. */
#include "editor/level/panels.h"

#include <glib/gi18n.h>

#include "drawing/tiles/tiles.h"
#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/state/window.h"
#include "editor/widgets/toasts.h"
#include "operations/level/stamps.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

enum { STAMP_LIST_SIDE = 32 }; /* pixels of a picture */

static KbSavedStamp *
stamp_of (KbEditorState *state, KbId id)
{
  KbDocument *document = kb_editor_state_get_document (state);
  return kb_node_as (document ? kb_document_node (document, id) : NULL, &kb_stamp_kind);
}

static GPtrArray *
list_stamps (KbEditorState *state)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  GPtrArray *items = kb_items_new ();
  if (project)
    KB_EACH (const KbSavedStamp, saved, project->stamps)
      {
        KbItem *item = kb_items_add (items, saved->node.id);
        item->name = g_strdup (saved->name);
        item->description =
          g_strdup_printf (_("stamp of %d × %d tiles"), saved->size.x, saved->size.y);
      }
  return items;
}

static gboolean
stamp_list_is_chosen (KbEditorState *state, KbId id)
{
  return kb_editor_state_get_tools (state)->level.saved_id == id;
}

/* The level gets the tilesets that it lacks. */
static KbStamp *
read_stamp (KbEditorState *state, const KbSavedStamp *saved)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const KbLevel *level = kb_editor_state_get_level (state);
  json_auto_t *json = kb_node_to_json (&saved->node, NULL);
  g_autoptr (GError) error = NULL;
  guint missing = 0;
  kb_document_begin (document, _("Add tileset"));
  KbStamp *stamp = kb_stamp_from_json (document, level->node.id, json, &missing, &error);
  kb_document_finish (document, stamp != NULL);
  if (error)
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  else if (missing)
    kb_editor_state_say (state,
                         ngettext ("%u tile of the stamp is missing",
                                   "%u tiles of the stamp are "
                                   "missing",
                                   missing),
                         missing);
  return stamp;
}

static void
choose_stamp (KbEditorState *state, KbId id)
{
  KbToolContext *tools = kb_editor_state_get_tools (state);
  const KbSavedStamp *saved = stamp_of (state, id);
  if (!saved || kb_tools_busy (tools) || tools->level.saved_id == id)
    return;
  KbStamp *stamp = read_stamp (state, saved);
  if (!stamp)
    return;
  kb_tiles_take_stamp (tools, stamp);
  tools->level.saved_id = id;
  kb_editor_state_choose_tool (state, kb_tool_by_id ("stamp"));
  kb_editor_state_touch (state, KB_CHANGE_TOOL);
}

/* ---- saving ---- */

static KbStamp *
stamp_to_save (KbToolContext *tools)
{
  KbStamp *lifted = kb_tiles_lift (tools, kb_tiles_layer (tools));
  return lifted ? lifted : tools->level.stamp ? kb_stamp_copy (tools->level.stamp) : NULL;
}

static void
save_stamp (KbWindow *window, const char *name, const KbNameFor *what)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbLevel *level = kb_editor_state_get_level (state);
  g_autoptr (KbStamp) stamp = level ? stamp_to_save (kb_editor_state_get_tools (state)) : NULL;
  g_autoptr (GError) error = NULL;
  if (!stamp)
    return;
  json_t *json = kb_stamp_to_json (level, stamp);
  json_object_set_new (json, "name", json_string (name));
  kb_document_begin (document, _("Save stamp"));
  const KbId id = kb_document_insert (document, kb_document_project (document)->node.id, "stamps",
                                      -1, json, &error);
  if (kb_editor_state_finish (state, id != 0, &error))
    choose_stamp (state, id);
}

void
kb_stamp_save (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  g_autoptr (KbStamp) stamp = stamp_to_save (kb_editor_state_get_tools (state));
  if (!stamp || kb_stamp_is_empty (stamp))
    kb_editor_state_say (state, "%s",
                         _("Choose tiles on the sheet, or select cells, to save them"));
  else if (MAX (stamp->width, stamp->height) > KB_MAX_SAVED_STAMP)
    kb_editor_state_say (state, _("A stamp has at most %d × %d cells"), KB_MAX_SAVED_STAMP,
                         KB_MAX_SAVED_STAMP);
  else
    kb_dialog_name (window, _("Save Stamp"), _("Save"), "",
                    (KbNameFor){ kb_document_project (document)->node.id, "stamps", 0 },
                    save_stamp);
}

/* ---- rows ---- */

static void
ask_name (KbWindow *window, KbId id)
{
  const KbSavedStamp *saved = stamp_of (kb_window_get_state (window), id);
  if (saved)
    kb_dialog_name (window, _("Rename Stamp"), _("Rename"), saved->name,
                    (KbNameFor){ saved->node.parent->id, "stamps", id }, NULL);
}

static void delete_stamp (KbWindow *window, KbId id)
{
  const KbSavedStamp *saved = stamp_of (kb_window_get_state (window), id);
  g_autofree char *name = saved ? g_strdup (saved->name) : NULL;
  if (saved && kb_editor_state_remove_node (kb_window_get_state (window), id))
    kb_window_toast_undo (window, _("Deleted the stamp “%s”"), name);
}

static void
fill_stamp_list_menu (GtkWidget *menu, KbEditorState *state, KbId id)
{
  kb_menu_add (menu, _("Rename…"), ask_name, id);
  kb_menu_add (menu, _("Delete"), delete_stamp, id);
}

static void
draw_stamp_list (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  KbItemRow *row = data;
  KbEditorState *state = kb_item_list_get_state (kb_item_row_get_list (row));
  const KbSavedStamp *saved = stamp_of (state, kb_item_row_get_id (row));
  const KbLayer *layer = kb_tiles_layer (kb_editor_state_get_tools (state));
  g_autoptr (KbStamp) stamp = saved ? kb_stamp_of_saved (saved) : NULL;
  if (stamp && layer)
    kb_tile_picture_draw (GTK_WIDGET (area), cr, (KbVec){ width, height }, state,
                          &(KbLevel){ .tilesets = saved->tilesets }, layer, stamp);
}

static GtkWidget *
make_picture (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *area = gtk_drawing_area_new ();
  gtk_widget_set_size_request (area, STAMP_LIST_SIDE, STAMP_LIST_SIDE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_stamp_list, row, NULL);
  return area;
}

static void
show_picture (KbItemRow *row, const KbItemColumn *column, GtkWidget *area)
{
  gtk_widget_queue_draw (area);
}

static const KbItemColumnType stamp_list_picture = { make_picture, show_picture };

static const KbItemColumn stamp_list_columns[] = {
  { &stamp_list_picture },
  { &kb_column_name },
  { &kb_column_menu, N_("Edit %s"), .fill_menu = fill_stamp_list_menu },
  { NULL },
};

const KbItemListSpec kb_stamp_list = {
  .title = N_("Stamps"),
  .hides = TRUE,
  .columns = stamp_list_columns,
  .changes = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_TOOL,
  .items = list_stamps,
  .is_chosen = stamp_list_is_chosen,
  .choose = choose_stamp,
  .activate = choose_stamp, /* the row keeps the focus, so that F2 renames it */
  .rename = ask_name,
  .look = KB_LOOK_COMPACT,
};
