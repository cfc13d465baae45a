/* SPDX-License-Identifier: MIT */
/* Actions around the work on a frame: thin, so that the table of actions need not know those
 * files. */
#include "editor/window/around.h"

#include <glib/gi18n.h>

#include "editor/classes/classes.h"
#include "editor/panels/panels.h"
#include "editor/window/status_line.h"
#include "editor/window/tab_bar.h"

void
kb_around_show_problems (KbWindow *window)
{
  const GPtrArray *problems = kb_editor_state_get_problems (kb_window_get_state (window));
  if (problems && problems->len)
    kb_status_line_show_problems (kb_window_get_status_line (window));
  else
    kb_editor_state_say (kb_window_get_state (window), "%s", _("There are no problems"));
}

void
kb_around_next_problem (KbWindow *window)
{
  kb_problems_go_on (kb_window_get_state (window), 1);
}

void
kb_around_previous_problem (KbWindow *window)
{
  kb_problems_go_on (kb_window_get_state (window), -1);
}

void
kb_around_fix_problems (KbWindow *window)
{
  kb_problems_fix_all (kb_window_get_state (window));
}

/* ---- the class ---- */

static KbId
class_of (KbWindow *window)
{
  KbClass *class = kb_editor_state_get_class (kb_window_get_state (window));
  return class ? class->node.id : 0;
}

/* Hide and lock apply to the classes of the selection; without a selection, to the current class.
 * Array of KbId, each once. */
static GArray *
classes_meant (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  GArray *classes = g_array_new (FALSE, FALSE, sizeof (KbId));
  guint n;
  const KbId *selected = kb_editor_state_get_selection (state, &n);
  for (guint i = 0; document && i < n; i++)
    {
      KbNode *node = kb_document_node (document, selected[i]);
      KbId class = kb_node_is (node, &kb_shape_kind) ? ((KbShape *) node)->class_id : 0;
      for (guint j = 0; j < classes->len && class; j++)
        class = g_array_index (classes, KbId, j) == class ? 0 : class;
      if (class)
        g_array_append_val (classes, class);
    }
  KbId current = class_of (window);
  if (!classes->len && current)
    g_array_append_val (classes, current);
  return classes;
}

static gboolean
get_mark (KbWindow *window, KbClassMark mark)
{
  g_autoptr (GArray) classes = classes_meant (window);
  for (guint i = 0; i < classes->len; i++)
    if (!kb_class_is_marked (kb_window_get_state (window), g_array_index (classes, KbId, i), mark))
      return FALSE;
  return classes->len > 0;
}

static void
set_mark (KbWindow *window, KbClassMark mark, gboolean on)
{
  g_autoptr (GArray) classes = classes_meant (window);
  for (guint i = 0; i < classes->len; i++)
    kb_class_mark (kb_window_get_state (window), g_array_index (classes, KbId, i), mark, on);
  /* Hiding and locking deselect. Make the class current, so that the key can be pressed again. */
  if (classes->len)
    kb_editor_state_set_class (kb_window_get_state (window), g_array_index (classes, KbId, 0));
}

void
kb_around_rename_class (KbWindow *window)
{
  kb_class_ask_name (window, class_of (window));
}

void
kb_around_merge_class (KbWindow *window)
{
  kb_class_ask_merge (window, class_of (window));
}

void
kb_around_delete_class (KbWindow *window)
{
  kb_class_ask_delete (window, class_of (window));
}

void
kb_around_select_class (KbWindow *window)
{
  kb_class_select (kb_window_get_state (window), class_of (window));
}

gboolean
kb_around_get_class_hidden (KbWindow *window)
{
  return get_mark (window, KB_CLASS_HIDDEN);
}

void
kb_around_set_class_hidden (KbWindow *window, gboolean on)
{
  set_mark (window, KB_CLASS_HIDDEN, on);
}

gboolean
kb_around_get_class_locked (KbWindow *window)
{
  return get_mark (window, KB_CLASS_LOCKED);
}

void
kb_around_set_class_locked (KbWindow *window, gboolean on)
{
  set_mark (window, KB_CLASS_LOCKED, on);
}

/* ---- tabs ---- */

void
kb_around_next_tab (KbWindow *window)
{
  kb_tab_bar_step (kb_window_get_tabs (window), 1);
}

void
kb_around_previous_tab (KbWindow *window)
{
  kb_tab_bar_step (kb_window_get_tabs (window), -1);
}

void
kb_around_close_tab (KbWindow *window)
{
  if (!kb_tab_bar_close (kb_window_get_tabs (window)))
    kb_editor_state_say (kb_window_get_state (window), "%s", _("This is the last tab"));
}

/* The last tab closes its window, as in other programs. */
void
kb_around_close (KbWindow *window)
{
  if (!kb_tab_bar_close (kb_window_get_tabs (window)))
    gtk_window_close (GTK_WINDOW (window));
}
