/* SPDX-License-Identifier: MIT */
/* Warnings that the project's "ignored" array names, each by its check, asset and frame. */
#include <string.h>

#include "document/part.h"
#include "document/problems/problem_finder.h"

/* "no-hot-spot sprite fencer 12": without a number outside frames. A new string. */
static char *
key_of_entry (const json_t *entry)
{
  const char *check = json_string_value (json_object_get (entry, "check")),
             *asset = json_string_value (json_object_get (entry, "asset"));
  json_int_t frame = json_integer_value (json_object_get (entry, "frame"));
  return g_strdup_printf ("%s %s %" JSON_INTEGER_FORMAT, check ? check : "", asset ? asset : "",
                          frame);
}

/* A new reference, without a reason. */
static json_t *
problems_ignored_entry_of (const KbDocument *document, const KbProblem *problem)
{
  const KbNode *node = kb_document_node (document, problem->node),
               *asset = node ? kb_part_asset (node) : NULL, *named = asset ? asset : node;
  g_autofree char *title = named ? kb_node_title (named) : g_strdup ("");
  g_autofree char *place = g_strdup_printf ("%s %s", named ? named->kind->name : "", title);
  const KbFrame *frame = node ? kb_node_frame ((KbNode *) node) : NULL;
  if (kb_node_is (node, &kb_step_kind))
    frame = kb_node_as (kb_document_node (document, ((const KbStep *) node)->frame_id),
                        &kb_frame_kind);
  json_t *entry = json_pack ("{ss ss}", "check", problem->check, "asset", place);
  if (frame)
    json_object_set_new (entry, "frame", json_integer (frame->lasting_id));
  return entry;
}

void
kb_problems_drop_ignored (const KbDocument *document, GPtrArray *problems)
{
  const json_t *ignored = document->project->ignored;
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KB_EACH_JSON (item, ignored)
    g_hash_table_add (keys, key_of_entry (item));
  for (guint i = problems->len; g_hash_table_size (keys) && i-- > 0;)
    {
      const KbProblem *problem = g_ptr_array_index (problems, i);
      json_auto_t *entry = problems_ignored_entry_of (document, problem);
      g_autofree char *key = key_of_entry (entry);
      if (problem->severity == KB_PROBLEM_WARNING && g_hash_table_contains (keys, key))
        g_ptr_array_remove_index (problems, i);
    }
}

json_t *
kb_problems_ignore (const KbDocument *document, const GPtrArray *problems, const char *reason)
{
  const json_t *before = document->project->ignored;
  json_t *all = json_is_array (before) ? json_copy ((json_t *) before) : json_array ();
  KB_EACH (const KbProblem, problem, problems)
    {
      json_t *entry = problems_ignored_entry_of (document, problem);
      json_object_set_new (entry, "reason", json_string (reason));
      json_array_append_new (all, entry);
    }
  return all;
}
