/* SPDX-License-Identifier: MIT */
/* A class for each kind. */
#include "tools/names.h"

#include <glib/gi18n.h>

#include "operations/tile.h"

static const KbKind *const made_classes_kinds[KB_N_MADE] = { &kb_shape_kind, &kb_wall_kind,
                                                             &kb_area_kind, &kb_entity_kind };

/* -1: none. */
static int
slot_of_kind (const KbKind *kind)
{
  for (int i = 0; i < KB_N_MADE; i++)
    if (made_classes_kinds[i] == kind)
      return i;
  return -1;
}

static int
slot_of (const KbTool *tool)
{
  if (tool->makes)
    return slot_of_kind (tool->makes);
  return tool->flags & (KB_TOOL_LEVELS | KB_TOOL_TRACKS | KB_TOOL_PAINTS | KB_TOOL_ANYWHERE) ? -1
                                                                                             : 0;
}

/* The class of the last one on the level, when none of the kind was made yet; 0: none. */
static KbId
last_of (const KbLevel *level, const KbKind *kind)
{
  const KbField *field = kb_kind_field_of_type (kind, KB_TYPE_CLASS);

  for (const KbList *list = level ? kb_level_kind.lists : NULL; list && list->name; list++)
    {
      const GPtrArray *items = kb_node_list (&level->node, list);

      if (list->item == kind && items->len)
        return *(
          const KbId *) (const void *) ((const char *) g_ptr_array_index (items, items->len - 1)
                                        + field->offset);
    }
  return 0;
}

/* The same for the project's other levels. */
static KbId
last_elsewhere (const KbToolContext *context, const KbKind *kind)
{
  const KbProject *project = kb_document_project (context->document);
  KbId id = 0;

  for (guint i = kb_count (project->levels); i-- > 0 && !id && kb_tool_context_level (context);)
    id = last_of (kb_level_at (project, i), kind);
  return id;
}

/* A class named after the kind's purpose. */
static KbId
named_for (const KbToolContext *context, const KbKind *kind)
{
  static const struct { const KbKind *kind; const char *names[6]; } usual[] = {
    { &kb_wall_kind, { "wall", "walls", "solid" } },
    { &kb_area_kind, { "floor", "area", "areas", "ground", "room" } },
    { &kb_entity_kind, { "spawn", "start", "entity", "thing", "player" } },
  };
  const KbProject *project = kb_document_project (context->document);

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    for (const char *const *name = usual[i].names; usual[i].kind == kind && *name; name++)
      {
        const KbClass *class = kb_project_find_class (project, *name);

        if (class)
          return class->node.id;
      }
  return 0;
}

static KbId
class_of (const KbToolContext *context, int slot)
{
  KbId id = context->next.made[slot];
  if (!id)
    id = last_of (kb_tool_context_level (context), made_classes_kinds[slot]);
  if (!id)
    id = named_for (context, made_classes_kinds[slot]);
  if (!id)
    id = last_elsewhere (context, made_classes_kinds[slot]);
  const KbNode *node = id ? kb_document_node (context->document, id) : NULL;

  return kb_node_is (node, &kb_class_kind) ? id : 0;
}

void
kb_made_classes_switch (KbToolContext *context, const KbTool *from, const KbTool *to)
{
  int before = slot_of (from), after = slot_of (to);
  gboolean wished = before < 0 && context->next.class_wished;

  if (before >= 0)
    context->next.made[before] = context->next.class_id;
  if (after < 0 || before == after)
    return;
  context->next.class_wished = FALSE;
  KbId id = context->document && !wished ? class_of (context, after) : 0;
  if (!id || id == context->next.class_id)
    return;
  context->next.class_id = id;
  kb_tool_context_changed (context, KB_TOOLS_NEXT);
}

KbId
kb_made_class (KbToolContext *context, const KbKind *kind, GError **error)
{
  KbId id = context->gesture.tool->makes == kind ? 0 : class_of (context, slot_of_kind (kind));

  return id ? id : kb_tool_context_class (context, kind, error);
}

gboolean
kb_made_class_stops (KbToolContext *context, const KbId *frames, guint n, const char *collision,
                     GError **error)
{
  gboolean stops = !g_str_equal (collision, "shapes");
  KbId class_id = 0;

  kb_document_begin (context->document, _("Change collision"));
  if (stops)
    class_id = kb_tool_context_class (context, &kb_frame_kind, error);
  gboolean done =
    (class_id || !stops)
    && kb_tile_set_collision (context->document, frames, n, collision, class_id, error);
  return kb_document_finish (context->document, done);
}

void
kb_made_classes_given (KbToolContext *context, KbId class_id)
{
  context->next.class_wished = FALSE;
  KB_EACH_ID (id, context->selection.ids)
    {
      const KbNode *node = kb_document_node (context->document, id);
      int slot = node ? slot_of_kind (node->kind) : -1;

      if (slot >= 0)
        context->next.made[slot] = class_id;
    }
}
