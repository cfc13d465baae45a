/* SPDX-License-Identifier: MIT */
/* The current class is selected. A click also gives the class to the selected shapes. */
#include <glib/gi18n.h>

#include "document/colour.h"
#include "document/names.h"
#include "editor/classes/classes.h"
#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/state/editor_state.h"

static void
describe_uses (KbItem *item, const KbClass *class, const KbClassUses *uses)
{
  guint count = uses->shapes + uses->others;
  g_autofree char *meaning = class->kind == KB_CLASS_KIND_NONE
                               ? g_strdup ("")
                               : g_strdup_printf (", %s", kb_class_kind_meaning (class->kind));
  item->count = g_strdup_printf ("%u", count);
  item->count_tip =
    uses->others
      ? g_strdup_printf (ngettext ("%u shape, tile or part of a level has this class",
                                   "%u shapes, tiles and parts of levels have this class", count),
                         count)
      : g_strdup_printf (ngettext ("%u shape has this class", "%u shapes have this class", count),
                         count);
  item->description =
    g_strconcat (item->count_tip, meaning, item->flags & KB_ITEM_HIDDEN ? _(", hidden") : "",
                 item->flags & KB_ITEM_LOCKED ? _(", locked") : "", NULL);
}

static GPtrArray *
list_classes (KbEditorState *state)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  g_autofree KbClassUses *uses = project ? kb_document_class_uses (document) : NULL;
  GPtrArray *items = kb_items_new ();
  const KbToolContext *tools = kb_editor_state_get_tools (state);
  KB_EACH_WHILE (project, const KbClass, class, project->classes)
    {
      KbId id = class->node.id;
      KbItem *item = kb_items_add (items, id);
      item->name = g_strdup (class->name);
      item->colour = class->colour;
      item->flags = (kb_id_in_set (id, tools->hidden) ? KB_ITEM_HIDDEN : 0)
                    | (kb_id_in_set (id, tools->locked) ? KB_ITEM_LOCKED : 0);
      if (class->kind != KB_CLASS_KIND_NONE)
        item->caption = g_strdup (_(kb_class_kind_name (class->kind)));
      item->caption_tip = g_strdup (kb_class_kind_meaning (class->kind));
      describe_uses (item, class, &uses[class_at]);
    }
  return items;
}

static gboolean
is_current (KbEditorState *state, KbId id)
{
  const KbClass *class = kb_editor_state_get_class (state);
  return class && class->node.id == id;
}

/* ---- menu ---- */

static void
flip (KbWindow *window, KbId id, KbToolMark mark)
{
  kb_class_mark (kb_window_get_state (window), id, mark,
                 !kb_tool_context_is_marked (kb_window_get_tools (window), id, mark));
}

static void
flip_hidden (KbWindow *window, KbId id)
{
  flip (window, id, KB_TOOL_HIDDEN);
}

static void
flip_locked (KbWindow *window, KbId id)
{
  flip (window, id, KB_TOOL_LOCKED);
}

static void
select_all (KbWindow *window, KbId id)
{
  kb_class_select (kb_window_get_state (window), id);
  kb_editor_state_grab_canvas (kb_window_get_state (window));
}

static void
kb_class_set_kind (KbEditorState *state, KbId class_id, KbClassKind kind)
{
  KbNode *node = kb_document_node (kb_editor_state_get_document (state), class_id);
  if (node && ((KbClass *) node)->kind != kind)
    kb_editor_state_set_in_step (state, _("Change class kind"), FALSE, class_id, "kind",
                                 json_string (kb_class_kind_name (kind)));
}

static void
set_kind (KbWindow *window, KbId id, guint kind)
{
  kb_class_set_kind (kb_window_get_state (window), id, kind);
}

static void
fill_class_list_menu (GtkWidget *menu, KbEditorState *state, KbId id)
{
  const KbClass *class = (KbClass *) kb_document_node (kb_editor_state_get_document (state), id);
  gboolean hidden = kb_id_in_set (id, kb_editor_state_get_tools (state)->hidden),
           locked = kb_id_in_set (id, kb_editor_state_get_tools (state)->locked);
  kb_menu_add (menu, _("Select on This Frame"), select_all, id);
  kb_menu_add (menu, _("Rename…"), kb_dialog_rename, id);
  kb_menu_add (menu, hidden ? _("Show on the Canvas") : _("Hide on the Canvas"), flip_hidden, id);
  kb_menu_add (menu, locked ? _("Unlock") : _("Lock"), flip_locked, id);
  kb_menu_add_separator (menu);
  kb_menu_add_heading (menu, _("Kind"));
  for (guint kind = 0; class && kind < KB_N_CLASS_KINDS; kind++)
    {
      g_autofree char *label =
        g_strdup_printf (_("%s: %s"), _(kb_class_kind_name (kind)), kb_class_kind_meaning (kind));
      kb_menu_add_choice (menu, label, class->kind == kind, set_kind, id, kind);
    }
  kb_menu_add_separator (menu);
  kb_menu_add (menu, _("Merge Into…"), kb_class_ask_merge, id);
  kb_menu_add (menu, _("Delete…"), kb_class_ask_delete, id);
}

/* `colour` is 0xRRGGBBAA. Consecutive changes merge. */
static void
kb_class_set_colour (KbEditorState *state, KbId class_id, guint32 colour)
{
  KbNode *node = kb_document_node (kb_editor_state_get_document (state), class_id);
  if (node && ((KbClass *) node)->colour != colour)
    kb_editor_state_set_in_step (state, _("Change class colour"), TRUE, class_id, "colour",
                                 json_string (kb_colour_text (colour).text));
}

/* Marks appear at the end of the name, so that the columns after it do not move. */
static const KbItemColumn class_list_columns[] = {
  { &kb_column_colour, N_("Colour of %s"), .set_colour = kb_class_set_colour },
  { &kb_column_titles },
  { &kb_column_button, N_("Show %s on the canvas"), .icon = "view-conceal-symbolic",
    .flag = KB_ITEM_HIDDEN, .run = flip_hidden },
  { &kb_column_button, N_("Unlock %s"), .icon = "changes-prevent-symbolic", .flag = KB_ITEM_LOCKED,
    .run = flip_locked },
  { &kb_column_menu, N_("Edit %s"), .fill_menu = fill_class_list_menu },
  { &kb_column_count, .width = 4 },
  { &kb_column_key },
  { NULL },
};

const KbItemListSpec kb_class_list = {
  .title = N_("Classes"),
  .empty = N_("A class says what a shape means: head, torso, strike … Add the first one."),
  .columns = class_list_columns,
  .changes = KB_CHANGE_DOCUMENT | KB_CHANGE_LISTS | KB_CHANGE_STEP | KB_CHANGE_TOOL,
  .items = list_classes,
  .is_chosen = is_current,
  .choose = kb_editor_state_set_class,
  .activate = kb_editor_state_choose_class,
  .rename = kb_dialog_rename,
  .look = KB_LOOK_COMPACT,
  .min_height = 72,
  .max_height = 264,
  .add = N_("Add class"),
  .add_tip = N_("Add a class"),
  .add_action = "win.add-class",
};
