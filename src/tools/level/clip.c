/* SPDX-License-Identifier: MIT */
/* Copy and paste on levels. */
#include "tools/level/private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "tools/level/selected.h"
#include "tools/private.h"

#define MOST_STEPS 64

static const char *const lists[] = { "walls", "areas", "entities" };

char *
kb_level_selection_copy (const KbToolContext *context)
{
  KbLevelIndex *index = kb_tool_context_level_index ((KbToolContext *) context);
  const KbProject *project = kb_document_project (context->document);
  const KbLevelParts parts = { .ids = (const KbId *) (const void *) context->selection.ids->data,
                               .n_ids = context->selection.ids->len };

  if (parts.n_ids == 0)
    return NULL;
  json_t *classes = json_object (), *kinds = json_object ();
  KB_EACH (const KbClass, class, project->classes)
    kb_clip_add_class (classes, kinds, context, class->node.id);
  return kb_clip_text (json_pack ("{s:i, s:o, s:o, s:o}", KB_LEVEL_CLIP, 1, "parts",
                                  kb_level_copy (index, &parts), "classes", classes, "kinds",
                                  kinds));
}

static gboolean
add_classes (KbToolContext *context, const json_t *clip, const json_t *parts, GError **error)
{
  gboolean done = TRUE;

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    KB_EACH_JSON (item, json_object_get (parts, lists[l]))
      done = done && kb_clip_add_missing_class (context->document, clip, item, error);
  return done;
}

/* A whole number of grid steps, so that points on the grid stay on it. */
static KbVec
shift_to_pointer (const KbToolContext *context, const json_t *parts)
{
  double grid = kb_tool_context_level (context)->grid;
  KbBounds box;

  if (!context->pointer.over || !kb_level_copy_bounds (parts, &box))
    return (KbVec) { 0, 0 };
  return (KbVec) { floor ((context->pointer.at.x - (box.x0 + box.x1) / 2) / grid + 0.5) * grid,
                  floor ((context->pointer.at.y - (box.y0 + box.y1) / 2) / grid + 0.5) * grid };
}

gboolean
kb_level_selection_paste (KbToolContext *context, const char *text, GError **error)
{
  KbLevelIndex *index = kb_tool_context_level_index (context);
  json_t *clip = kb_clip_parse (text, KB_LEVEL_CLIP), *parts = json_object_get (clip, "parts");
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (KbId));
  double grid = kb_tool_context_level (context)->grid;
  gboolean done;

  if (!clip && kb_selection_explain (context))
    return TRUE;
  if (!clip)
    {
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                   _("the clipboard has nothing for a level"));
      return FALSE;
    }
  KbVec by = shift_to_pointer (context, parts);
  for (guint i = 0; i < MOST_STEPS && kb_level_lies_there (index, parts, by); i++)
    by = (KbVec) { by.x + grid, by.y + grid };
  kb_document_begin (context->document, _("Paste"));
  done =
    add_classes (context, clip, parts, error) && kb_level_paste (index, parts, by, made, error);
  kb_document_finish (context->document, done);
  json_decref (clip);
  if (done)
    kb_level_select (context, made, NULL);
  return done;
}
