/* SPDX-License-Identifier: MIT */
/* Problems as rows, their fixes, and stepping through them. */
#include <glib/gi18n.h>

#include "document/part.h"
#include "editor/lists/columns.h"
#include "editor/panels/panels.h"
#include "editor/state/keys.h"
#include "editor/state/problems.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define PROBLEM_LIST_MAX_ROWS 200
#define MAX_PLACES 12

static KbProblem *
problem_at (const GPtrArray *problems, guint i)
{
  return g_ptr_array_index (problems, i);
}

/* "ring, Curve 1" for a part of a mask, track or level; "ring" for the asset, or NULL for other
 * nodes. */
static char *
painted_place (const KbNode *node)
{
  const KbNode *asset = kb_part_asset (node);
  if (!asset || kb_node_is (asset, &kb_sprite_kind))
    return NULL;
  g_autofree char *name = kb_node_title (asset), *part = kb_node_title (node);
  return asset == node ? g_steal_pointer (&name) : g_strdup_printf (_("%s, %s"), name, part);
}

static char *
place_text (KbDocument *document, const KbProblem *problem)
{
  KbNode *node = kb_document_node (document, problem->node);
  char *painted = painted_place (node);
  if (painted)
    return painted;
  KbSprite *sprite = node ? kb_node_sprite (node) : NULL;
  KbFrame *frame = node ? kb_node_frame (node) : NULL;
  const gboolean is_step = kb_node_is (node, &kb_step_kind);
  g_autofree char *title = node ? kb_node_title (node) : NULL;
  const KbId class = node ? kb_part_class (node) : 0;
  GString *place = g_string_new (sprite ? sprite->name : problem->path);
  guint index;
  if (kb_node_is (node, &kb_class_kind))
    g_string_printf (place, _("class %s"), title);
  if (is_step)
    {
      KbNode *shown = kb_document_node (document, ((KbStep *) node)->frame_id);
      g_string_append_printf (place, ", %s", ((KbAnimation *) node->parent)->name);
      frame = shown ? kb_node_frame (shown) : NULL;
    }
  if (frame && kb_node_place (KB_NODE (frame), &index))
    g_string_append_printf (place, _(", frame %u"), index + 1);
  if (sprite && !is_step && node != KB_NODE (sprite) && node != KB_NODE (frame))
    g_string_append_printf (place, ", %s", class ? kb_class_name (document, class) : title);
  return g_string_free (place, FALSE);
}

/* Starts messages with a capital, which the command line does not. A path at the start stays as it
 * is. */
static char *
sentence_of (const char *message)
{
  gsize word = strcspn (message, " :");
  if (memchr (message, '/', word))
    return g_strdup (message);
  g_autofree char *first = g_utf8_substring (message, 0, 1), *capital = g_utf8_strup (first, -1);
  return g_strconcat (capital, message + strlen (first), NULL);
}

/* "fencer, frames 3, 4, 7…" */
static char *
places_text (KbDocument *document, const GPtrArray *group)
{
  g_autoptr (GString) places = g_string_new (NULL);
  for (guint i = 0; i < group->len; i++)
    {
      const KbNode *node = kb_document_node (document, problem_at (group, i)->node);
      guint index;
      KbFrame *frame = node ? kb_node_frame ((KbNode *) node) : NULL;
      if (frame && i < MAX_PLACES && kb_node_place (KB_NODE (frame), &index))
        g_string_append_printf (places, "%s%u", i ? ", " : "", index + 1);
    }
  if (!places->len)
    return place_text (document, problem_at (group, 0));
  return g_strdup_printf (_("Frames %s%s"), places->str, group->len > MAX_PLACES ? "…" : "");
}

static void
add_problem_list_item (KbEditorState *state, GPtrArray *items, const KbProblem *problem)
{
  KbDocument *document = kb_editor_state_get_document (state);
  g_autoptr (GPtrArray) group = kb_problem_group (state, problem);
  KbItem *item = kb_items_add (items, problem->node);
  if (group->len > 1)
    item->name = kb_problem_group_title (document, problem, group->len);
  item->caption = item->name ? places_text (document, group) : place_text (document, problem);
  if (!item->name && group->len > 1)
    item->name = g_strdup_printf (_("%s (%u times)"), problem->message, group->len);
  item->spoken = g_strdup_printf (_("%s: %s"), item->caption,
                                  item->name ? item->name : problem->message);
  if (!item->name)
    item->name = sentence_of (problem->message);
  item->problem = g_strdup (problem->message);
  item->flags = problem->severity == KB_PROBLEM_ERROR ? KB_ITEM_ERROR : 0;
}

static GPtrArray *
list_problems (KbEditorState *state)
{
  g_autoptr (GPtrArray) groups = kb_problem_groups (state);
  GPtrArray *items = kb_items_new ();
  for (guint i = 0; i < MIN (groups->len, PROBLEM_LIST_MAX_ROWS); i++)
    add_problem_list_item (state, items, problem_at (groups, i));
  return items;
}

/* The item's problem in the state's current list, or NULL if it is gone. */
static const KbProblem *
find_problem (KbEditorState *state, const KbItem *item)
{
  const GPtrArray *problems = kb_editor_state_get_problems (state);
  if (problems)
    KB_EACH (const KbProblem, problem, problems)
      if (problem->node == item->id && g_str_equal (problem->message, item->problem))
        return problem;
  return NULL;
}

static void
add_settled (GPtrArray *items, const KbItem *old)
{
  KbItem *item = kb_items_add (items, old->id);
  item->flags = old->flags | KB_ITEM_HIDDEN;
  item->name = g_strdup (old->name);
  item->problem = g_strdup (old->problem);
  item->caption = old->flags & KB_ITEM_HIDDEN ? g_strdup (old->caption)
                                              : g_strdup_printf (_("Settled · %s"), old->caption);
  item->spoken = g_strdup_printf (_("%s: %s"), item->caption, item->name);
}

/* Until the list closes, settled problems stay in it, and others keep their order. So no row moves
 * under the pointer. */
static void
keep_settled (KbEditorState *state, const GPtrArray *before, GPtrArray *items)
{
  gint n = 0;
  KB_EACH (const KbItem, old, before)
    {
      guint at = (guint) n;
      while (at < items->len
             && (kb_items_at (items, at)->id != old->id
                 || !g_str_equal (kb_items_at (items, at)->problem, old->problem)))
        at++;
      if (at == items->len && find_problem (state, old))
        continue;   /* of another asset */
      if (at == items->len)
        add_settled (items, old);
      g_ptr_array_insert (items, n++, g_ptr_array_steal_index (items, at));
    }
}

static void
problem_list_go_to (KbEditorState *state, KbId id)
{
  kb_editor_state_reveal (state, id);
  kb_editor_state_grab_canvas (state);
}

/* ---- columns ---- */

static GtkWidget *
make_problem_list_icon (KbItemRow *row, const KbItemColumn *column)
{
  return gtk_image_new_from_icon_name ("kb-problem-symbolic");
}

static void
show_problem_list_icon (KbItemRow *row, const KbItemColumn *column, GtkWidget *icon)
{
  const gboolean is_error = kb_item_row_get_item (row)->flags & KB_ITEM_ERROR;
  gtk_widget_set_css_classes (icon,
                              (const char *[]){ is_error ? "error" : "warning", NULL });
}

static GtkWidget *
make_texts (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *box = kb_column_titles.make (row, column);
  GtkLabel *message = GTK_LABEL (gtk_widget_get_first_child (box)),
           *place = GTK_LABEL (gtk_widget_get_last_child (box));
  gtk_label_set_ellipsize (message, PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (message, TRUE);
  gtk_label_set_width_chars (message, 34);
  gtk_label_set_max_width_chars (message, 34);
  gtk_label_set_ellipsize (place, PANGO_ELLIPSIZE_MIDDLE);
  return box;
}

static const KbProblem *
problem_of (KbItemRow *row)
{
  return find_problem (kb_item_list_get_state (kb_item_row_get_list (row)),
                       kb_item_row_get_item (row));
}

/* Greys the row out, and gives the focus to the same button of the next row that is not settled. */
static void
leave_row (GtkWidget *button)
{
  GtkWidget *row = GTK_WIDGET (kb_item_row_of (button)), *next = row,
            *first = gtk_widget_get_first_child (gtk_widget_get_parent (row));
  gtk_widget_set_sensitive (row, FALSE);
  do
    next = gtk_widget_get_next_sibling (next) ? gtk_widget_get_next_sibling (next) : first;
  while (next != row && !gtk_widget_is_sensitive (next));
  GtkWidget *box = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (next)),
            *ignore = gtk_widget_get_last_child (box), *fix = gtk_widget_get_prev_sibling (ignore);
  gtk_widget_grab_focus (gtk_widget_get_next_sibling (button) && gtk_widget_get_visible (fix) ? fix
                         : gtk_widget_get_visible (ignore) ? ignore
                                                           : next);
}

/* The list is updated after the next search for problems, which runs soon. */
static void
on_fix (GtkButton *button)
{
  KbItemRow *row = kb_item_row_of (button);
  KbEditorState *state = kb_item_list_get_state (kb_item_row_get_list (row));
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProblem *problem = problem_of (row);
  GError *error = NULL;
  if (!document || !problem)
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  kb_editor_state_reveal (state, problem->node);
  g_autoptr (GPtrArray) group = kb_problem_group (state, problem);
  if (group->len > 1 ? kb_problems_fix (document, group, FALSE) > 0
                     : kb_problem_fix (document, problem, &error))
    {
      kb_editor_state_say (state, _("Done: %s"), kb_document_undo_label (document));
      leave_row (GTK_WIDGET (button));
    }
  else if (error)
    kb_editor_state_take_error (state, error);
}

static GtkWidget *
make_problem_list_button (const char *classes, GCallback clicked)
{
  GtkWidget *button = gtk_button_new ();
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (button, FALSE);
  kb_add_css_classes (button, classes);
  g_signal_connect (button, "clicked", clicked, NULL);
  return button;
}

static GtkWidget *
make_fix (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *button = make_problem_list_button ("kb-small", G_CALLBACK (on_fix));
  g_autofree char *tooltip = kb_keys_write (_("One step; undo with {undo}"));
  gtk_widget_set_tooltip_text (button, tooltip);
  return button;
}

static void
show_fix (KbItemRow *row, const KbItemColumn *column, GtkWidget *button)
{
  KbDocument *document =
    kb_editor_state_get_document (kb_item_list_get_state (kb_item_row_get_list (row)));
  const KbProblem *problem = problem_of (row);
  const char *label = problem ? kb_problem_fix_label (document, problem) : NULL;
  if (problem)
    gtk_widget_set_visible (button, label != NULL);
  if (!label)
    return;
  g_autofree char *name = g_strdup_printf (_("%s: %s"), label, kb_item_row_get_item (row)->caption);
  gtk_button_set_label (GTK_BUTTON (button), label);
  kb_name_widget (button, name);
}

typedef struct {
  KbId node;
  const char *check;
  GtkWidget *reason;
} Ignoring;

static void
on_problem_list_answer (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  Ignoring *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const GPtrArray *problems = kb_editor_state_get_problems (state);
  if (document && g_str_equal (response, "accept"))
    KB_EACH (const KbProblem, problem, problems)
      {
        if (problem->node != self->node || problem->check != self->check)
          continue;
        g_autoptr (GPtrArray) group = kb_problem_group (state, problem);
        const char *reason = gtk_editable_get_text (GTK_EDITABLE (self->reason));
        kb_editor_state_set_field (state, kb_document_project (document)->node.id, "ignored",
                                   kb_problems_ignore (document, group, reason));
        return;
      }
}

static void
on_reason (GtkEditable *entry, AdwMessageDialog *dialog)
{
  adw_message_dialog_set_response_enabled (dialog, "accept", *gtk_editable_get_text (entry));
}

/* Asks for a reason, then ignores the group of a warning. */
static void
kb_problem_ask_ignore (KbWindow *window, const KbProblem *problem)
{
  Ignoring *self = g_new (Ignoring, 1);
  *self = (Ignoring) { problem->node, problem->check, gtk_entry_new () };
  gtk_entry_set_activates_default (GTK_ENTRY (self->reason), TRUE);
  kb_name_widget (self->reason, _("Reason"));
  AdwMessageDialog *dialog = kb_question_show (window, (KbQuestion) {
    .heading = _("Ignore the Problem?"),
    .body = _("The reason is saved in the project, for whoever wonders later."),
    .answers = { { "cancel", _("Cancel") }, { "accept", _("Ignore"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "accept",
    .child = self->reason,
    .answered = G_CALLBACK (on_problem_list_answer),
    .data = self,
    .free_data = g_free,
  });
  g_signal_connect (self->reason, "changed", G_CALLBACK (on_reason), dialog);
  on_reason (GTK_EDITABLE (self->reason), dialog);
  gtk_widget_grab_focus (self->reason);
}

static void
on_ignore (GtkButton *button)
{
  KbWindow *window = KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (button)));
  const KbProblem *problem = problem_of (kb_item_row_of (button));
  if (!problem)
    return;
  if (kb_problem_is_conflict (problem))
    {
      kb_editor_state_set_field (kb_window_get_state (window), problem->node, "conflicts",
                                 json_null ());
      leave_row (GTK_WIDGET (button));
      return;
    }
  kb_problem_ask_ignore (window, problem);
  gtk_popover_popdown (
    GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_POPOVER)));
}

static GtkWidget *
make_ignore (KbItemRow *row, const KbItemColumn *column)
{
  return make_problem_list_button ("kb-small flat", G_CALLBACK (on_ignore));
}

static void
show_ignore (KbItemRow *row, const KbItemColumn *column, GtkWidget *button)
{
  const KbItem *item = kb_item_row_get_item (row);
  const KbProblem *problem = problem_of (row);
  if (!problem)
    return;
  const gboolean conflict = kb_problem_is_conflict (problem);
  g_autofree char *name =
    g_strdup_printf (conflict ? _("Keep: %s") : _("Ignore: %s"), item->spoken);
  gtk_widget_set_visible (button, conflict || !(item->flags & KB_ITEM_ERROR));
  gtk_button_set_label (GTK_BUTTON (button), conflict ? _("Keep") : _("Ignore…"));
  kb_name_widget (button, name);
}

static const KbItemColumnType column_icon = { make_problem_list_icon, show_problem_list_icon };
static const KbItemColumnType column_fix = { make_fix, show_fix };
static const KbItemColumnType column_ignore = { make_ignore, show_ignore };

static void
show_texts (KbItemRow *row, const KbItemColumn *column, GtkWidget *box)
{
  gtk_widget_set_sensitive (GTK_WIDGET (row), problem_of (row) != NULL);
  kb_column_titles.show (row, column, box);
}

static const KbItemColumnType column_texts = { make_texts, show_texts };

static const KbItemColumn problem_list_columns[] = {
  { &column_icon }, { &column_texts }, { &column_fix }, { &column_ignore }, { NULL }
};

const KbItemListSpec kb_problem_list = {
  .title = N_("Problems"),
  .columns = problem_list_columns,
  .changes = KB_CHANGE_PROBLEMS | KB_CHANGE_DOCUMENT,
  .items = list_problems,
  .keep = keep_settled,
  .activate = problem_list_go_to,
  .look = KB_LOOK_POPOVER,
};

/* ---- all problems ---- */

void
kb_problems_fix_all (KbEditorState *state)
{
  KbDocument *document = kb_editor_state_get_document (state);
  if (!document)
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  guint n = kb_problems_fix (document, problems, TRUE);
  g_autofree char *text =
    g_strdup_printf (ngettext ("%u problem fixed; {undo} undoes it",
                               "%u problems fixed; {undo} undoes them", n),
                     n);
  g_autofree char *written = kb_keys_write (text);
  kb_editor_state_say (state, "%s", written);
}

void
kb_problems_go_on (KbEditorState *state, int by)
{
  const GPtrArray *problems = kb_editor_state_get_problems (state);
  KbDocument *document = kb_editor_state_get_document (state);
  int n = problems ? (int) problems->len : 0;
  if (!document || n == 0)
    {
      kb_editor_state_say (state, _("No problems"));
      return;
    }
  KbId last = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (state), "kb-last-problem"));
  int at = by > 0 ? -1 : n;
  /* If a node has several problems, start from its last one going forward, from its first one going
   * back. */
  for (int i = 0; i < n && (by > 0 || at == n); i++)
    if (((KbProblem *) g_ptr_array_index (problems, (guint) i))->node == last)
      at = i;
  at = ((at + by) % n + n) % n;
  const KbProblem *problem = g_ptr_array_index (problems, (guint) at);
  g_autofree char *place = place_text (document, problem);
  g_object_set_data (G_OBJECT (state), "kb-last-problem", GUINT_TO_POINTER (problem->node));
  kb_editor_state_reveal (state, problem->node);
  kb_editor_state_grab_canvas (state);
  kb_editor_state_say (state, _("Problem %d of %d · %s · %s"), at + 1, n, place, problem->message);
}
