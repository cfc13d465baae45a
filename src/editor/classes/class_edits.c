/* SPDX-License-Identifier: MIT */
/* Edits of classes. */
#include "document/colour.h"
#include "editor/classes/classes.h"
#include "editor/lists/lists.h"
#include "editor/state/editor_state.h"

#include <glib/gi18n.h>

static guint32
free_colour (const KbProject *project)
{
  guint n = kb_count (project->classes);
  guint32 used[KB_MAX_CLASSES];
  for (guint i = 0; i < n; i++)
    used[i] = kb_class_at (project, i)->colour;
  return kb_colour_for_class (used, n);
}

static const char *const kind_meanings[KB_N_CLASS_KINDS] = {
  [KB_CLASS_KIND_NONE] = N_("no special meaning"),
  [KB_CLASS_KIND_HURT] = N_("can be struck"),
  [KB_CLASS_KIND_HIT] = N_("strikes"),
  [KB_CLASS_KIND_PUSH] = N_("keeps bodies apart"),
};

const char *
kb_class_kind_name (KbClassKind kind)
{
  return kb_kind_field (&kb_class_kind, "kind")->choices[kind];
}

const char *
kb_class_kind_meaning (KbClassKind kind)
{
  return _(kind_meanings[kind]);
}

/* The kind that a name implies. */
static KbClassKind
kind_of_name (const char *name)
{
  for (guint kind = KB_CLASS_KIND_HURT; kind < KB_N_CLASS_KINDS; kind++)
    if (g_str_equal (name, kb_class_kind_name (kind))
        || g_str_equal (name, _(kb_class_kind_name (kind))))
      return kind;
  return KB_CLASS_KIND_NONE;
}

static KbId
add_class (KbDocument *document, const char *name, GError **error)
{
  const KbProject *project = kb_document_project (document);
  return kb_document_insert (document, project->node.id, "classes", -1,
                             json_pack ("{s:s, s:s, s:s}", "name", name, "colour",
                                        kb_colour_text (free_colour (project)).text, "kind",
                                        kb_class_kind_name (kind_of_name (name))), error);
}

gboolean
kb_class_add_all (KbDocument *document, const char *const *names, GError **error)
{
  gboolean done = TRUE;
  kb_document_begin (document, _("Add classes"));
  for (guint i = 0; names[i] && done; i++)
    done = add_class (document, names[i], error) != 0;
  kb_document_end (document);
  return done;
}

static void
on_new (KbWindow *window, const char *name, const KbNameFor *what)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  g_autoptr (GError) error = NULL;
  if (!document)
    return;
  KbId id = add_class (document, name, &error);
  if (kb_editor_state_report (state, id != 0, &error))
    kb_editor_state_set_class (state, id);
}

void
kb_class_ask_new (KbWindow *window)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  if (document)
    kb_dialog_name (window, _("New Class"), _("Add"), "",
                    (KbNameFor) { kb_document_project (document)->node.id, "classes", 0 }, on_new);
}

void
kb_class_select (KbEditorState *state, KbId class_id)
{
  KbNode *node = kb_document_node (kb_editor_state_get_document (state), class_id);
  guint n;
  if (!node)
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (!kb_selection_set_class (kb_editor_state_get_tools (state), class_id))
    return;
  kb_editor_state_touch (state, KB_CHANGE_SELECTION);
  kb_editor_state_get_selection (state, &n);
  const char *name = ((KbClass *) node)->name;
  gboolean level = kb_editor_state_get_level (state) != NULL;
  if (n && level)
    kb_editor_state_say (
      state,
      ngettext ("%u part of the level selected: “%s”", "%u parts of the level selected: “%s”", n),
      n, name);
  else if (n)
    kb_editor_state_say (
      state, ngettext ("%u shape of “%s” selected", "%u shapes of “%s” selected", n), n, name);
  else if (!kb_tool_context_is_open (kb_editor_state_get_tools (state), class_id))
    kb_editor_state_say (state, _("“%s” is locked or hidden"), name);
  else
    kb_editor_state_say (state,
                         kb_editor_state_get_layer (state)
                           ? _("There is nothing of “%s” on this layer")
                         : level ? _("There is nothing of “%s” on this level")
                                 : _("There is no shape of “%s” on this frame"),
                         name);
}
