/* SPDX-License-Identifier: MIT */
/* Problems of one check in one asset, as one row; and the dialog that ignores them. */
#include <glib/gi18n.h>

#include "document/part.h"
#include "editor/panels/panels.h"
#include "editor/state/problems.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define ONLY_HERE "kb-problems-only-here"

/* ---- only those of the current asset ---- */

void
kb_problems_set_only_here (KbEditorState *state, gboolean only)
{
  g_object_set_data (G_OBJECT (state), ONLY_HERE, GINT_TO_POINTER (only));
  kb_editor_state_touch (state, KB_CHANGE_PROBLEMS);
}

/* ---- groups ---- */

static const KbNode *
problem_groups_asset_of (KbDocument *document, const KbProblem *problem)
{
  const KbNode *node = kb_document_node (document, problem->node);
  return node ? kb_part_asset (node) : NULL;
}

GPtrArray *
kb_problem_group (KbEditorState *state, const KbProblem *problem)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const GPtrArray *problems = kb_editor_state_get_problems (state);
  const KbNode *asset = problem_groups_asset_of (document, problem);
  GPtrArray *group = g_ptr_array_new ();
  KB_EACH (KbProblem, other, problems)
    if (other == problem
        || (asset && !kb_problem_is_conflict (problem) && other->check == problem->check
            && problem_groups_asset_of (document, other) == asset))
      g_ptr_array_add (group, other);
  return group;
}

GPtrArray *
kb_problem_groups (KbEditorState *state)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const GPtrArray *problems = kb_editor_state_get_problems (state);
  const KbNode *here = g_object_get_data (G_OBJECT (state), ONLY_HERE)
                         ? kb_editor_state_get_asset (state)
                         : NULL;
  GPtrArray *first = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (document && problems)
    KB_EACH (KbProblem, problem, problems)
      {
        const KbNode *asset = problem_groups_asset_of (document, problem);
        const KbId id =
          asset && !kb_problem_is_conflict (problem) ? asset->id : problem->node;
        char *key = g_strdup_printf ("%s %u", problem->check, id);
        if (g_hash_table_add (seen, key) && (!here || asset == here))
          g_ptr_array_add (first, problem);
      }
  return first;
}

/* Titles of groups, of two or more. */
static const struct {
  const char *check, *one, *many;
} problem_groups_titles[] = {
  { "no-hot-spot",
    KB_PLURAL ("%u frame of %s has no hot spot",
               "%u frames of %s have no hot spot") },
  { "hot-spot-outside",
    KB_PLURAL ("%u frame of %s has its hot spot outside",
               "%u frames of %s have their hot spot outside") },
  { "empty-frame", KB_PLURAL ("%u frame of %s shows nothing", "%u frames of %s show nothing") },
  { "no-picture", KB_PLURAL ("%u frame of %s has no picture", "%u frames of %s have no picture") },
  { "not-animated",
    KB_PLURAL ("%u frame of %s is in no animation and so has no duration",
               "%u frames of %s are in no animation and so have no duration") },
  { "no-duration", KB_PLURAL ("%u step of %s has no duration", "%u steps of %s have no duration") },
  { "point-outside",
    KB_PLURAL ("%u action point of %s is outside its frame",
               "%u action points of %s are outside their frames") },
  { "no-direction",
    KB_PLURAL ("%u action point of %s has no direction, unlike on other frames",
               "%u action points of %s have no direction, unlike on other frames") },
  { "shape-outside",
    KB_PLURAL ("%u shape of %s reaches outside its frame",
               "%u shapes of %s reach outside their frames") },
  { "empty-shape",
    KB_PLURAL ("%u shape of %s lies over transparent pixels only",
               "%u shapes of %s lie over transparent pixels only") },
  { "small-shape",
    KB_PLURAL ("%u shape of %s is narrower than 3 pixels",
               "%u shapes of %s are narrower than 3 pixels") },
  { "shape-twice",
    KB_PLURAL ("%u shape of %s is at the place of another of its class",
               "%u shapes of %s are at the place of another of their class") },
  { "class-jump",
    KB_PLURAL ("%u shape of %s jumps in size or place",
               "%u shapes of %s jump in size or place") },
  { "lost",
    KB_PLURAL ("%u annotated picture of %s is gone since the last import",
               "%u annotated pictures of %s are gone since the last import") },
};

char *
kb_problem_group_title (KbDocument *document, const KbProblem *problem, guint n)
{
  const KbNode *asset = problem_groups_asset_of (document, problem);
  g_autofree char *name = asset ? kb_node_title (asset) : NULL;
  for (guint i = 0; name && i < G_N_ELEMENTS (problem_groups_titles); i++)
    if (g_str_equal (problem_groups_titles[i].check, problem->check))
      {
        g_autoptr (GString) title =
          g_string_new (ngettext (problem_groups_titles[i].one, problem_groups_titles[i].many, n));
        g_autofree char *count = g_strdup_printf ("%u", n);
        g_string_replace (title, "%u", count, 1);
        g_string_replace (title, "%s", name, 1);
        return g_string_free (g_steal_pointer (&title), FALSE);
      }
  return NULL;
}
