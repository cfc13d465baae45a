/* SPDX-License-Identifier: MIT */
/* Renaming on all frames. The tool's point name follows. */
#include "tools/names.h"

#include <glib/gi18n.h>
#include <string.h>

#include "tools/selection.h"

/* NULL: not an action point on a frame of a sprite. */
static const KbPoint *
point_of (const KbToolContext *context, KbId id, const KbSprite **sprite)
{
  const KbNode *node = context->document && id ? kb_document_node (context->document, id) : NULL;

  if (!kb_node_is (node, &kb_point_kind) || !node->parent || !node->parent->parent)
    return NULL;
  *sprite = (const KbSprite *) node->parent->parent;
  return (const KbPoint *) node;
}

static gboolean
rename_on (KbToolContext *context, const GPtrArray *frames, const char *old, const char *name,
           KbPointsRenamed *result, GError **error)
{
  KB_EACH (const KbFrame, frame, frames)
    {
      const KbPoint *point = kb_frame_find_point (frame, old);

      if (!point)
        continue;
      if (kb_frame_find_point (frame, name))
        result->left++;
      else if (!kb_document_set (context->document, point->node.id, "name", json_string (name),
                                 error))
        return FALSE;
      else
        result->renamed++;
    }
  return TRUE;
}

gboolean
kb_point_rename (KbToolContext *context, KbId id, const char *name, KbPointsRenamed *result,
                 GError **error)
{
  const KbSprite *sprite;
  const KbPoint *point = point_of (context, id, &sprite);
  KbPointsRenamed aside = { 0 };
  g_autofree char *old = NULL, *label = NULL;

  *result = (KbPointsRenamed) { 0 };
  if (!point || strcmp (point->name, name) == 0)
    return TRUE;
  old = g_strdup (point->name);
  label = g_strdup_printf (_("Rename action point to “%s”"), name);
  kb_document_begin (context->document, label);
  /* Its own frame first: that reports errors in the name. */
  if (!kb_document_set (context->document, id, "name", json_string (name), error) ||
      !rename_on (context, sprite->frames, old, name, result, error) ||
      !rename_on (context, sprite->lost, old, name, &aside, error))
    {
      kb_document_cancel (context->document);
      *result = (KbPointsRenamed) { 0 };
      return FALSE;
    }
  result->renamed++;
  kb_document_end (context->document);
  if (g_strcmp0 (context->next.point_name, old) == 0)
    kb_tool_context_set_point_name (context, name);
  return TRUE;
}

static gboolean
point_names_is_used (const KbSprite *sprite, const char *name)
{
  KB_EACH (const KbFrame, frame, sprite->frames)
    if (kb_frame_find_point (frame, name))
      return TRUE;
  return FALSE;
}

void
kb_point_names_follow (KbToolContext *context, KbId id)
{
  const KbSprite *sprite;
  const KbPoint *point = point_of (context, id, &sprite);

  if (!point || !context->next.point_name || strcmp (context->next.point_name, point->name) == 0)
    return;
  if ((context->selection.ids->len == 1 && kb_selection_has (context, id))
      || !point_names_is_used (sprite, context->next.point_name))
    kb_tool_context_set_point_name (context, point->name);
}
