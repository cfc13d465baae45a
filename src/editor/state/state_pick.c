/* SPDX-License-Identifier: MIT */
/* Choosing what values refer to, also by a click on the canvas. */
#include <glib/gi18n.h>
#include <math.h>

#include "editor/state/editor_state.h"
#include "tools/level/parts.h"

#define PICK "kb-pick"

typedef struct {
  GArray *nodes;   /* KbId */
  char *key;
  KbValueType type;
} Pick;

static void
free_pick (gpointer data)
{
  Pick *pick = data;
  g_array_unref (pick->nodes);
  g_free (pick->key);
  g_free (pick);
}

static Pick *
pick_of (KbEditorState *self)
{
  return g_object_get_data (G_OBJECT (self), PICK);
}

gboolean
kb_editor_state_is_picking (KbEditorState *self)
{
  return pick_of (self) != NULL;
}

gboolean
kb_editor_state_cancel_pick (KbEditorState *self)
{
  if (!pick_of (self))
    return FALSE;
  g_object_set_data (G_OBJECT (self), PICK, NULL);
  kb_editor_state_say (self, "%s", "");
  kb_editor_state_touch (self, KB_CHANGE_VALUES | KB_CHANGE_POINTER);
  return TRUE;
}

void
kb_editor_state_begin_pick (KbEditorState *self, const GArray *nodes, const char *key,
                            KbValueType type)
{
  static const char *const texts[KB_N_VALUE_TYPES] = {
    [KB_VALUE_POINT] = N_("Click the point for “%s”; Escape cancels"),
    [KB_VALUE_ENTITY] = N_("Click the entity for “%s”; Escape cancels"),
    [KB_VALUE_AREA] = N_("Click the area for “%s”; Escape cancels"),
  };
  Pick *pick = g_new (Pick, 1);
  *pick = (Pick) { g_array_copy ((GArray *) nodes), g_strdup (key), type };
  g_object_set_data_full (G_OBJECT (self), PICK, pick, free_pick);
  kb_editor_state_say (self, _(texts[type]), key);
  kb_editor_state_touch (self, KB_CHANGE_POINTER);
  kb_editor_state_grab_canvas (self);
}

/* Takes the text. FALSE: `error` is set. */
static gboolean
set_text (KbDocument *document, KbId id, const char *key, char *taken, GError **error)
{
  g_autofree char *text = taken;
  const KbNode *node = kb_document_node (document, id);
  json_t *values = node ? kb_node_values (node) : NULL;
  if (!node || !text)
    return text != NULL;
  values = values ? json_copy (values) : json_object ();
  json_object_set_new (values, key, json_string (text));
  return kb_document_set (document, id, "values", values, error);
}

static void
finish (KbEditorState *self, GError *error)
{
  kb_editor_state_finish (self, !error, &error);
}

void
kb_editor_state_set_target (KbEditorState *self, const GArray *nodes, const char *key, KbId target)
{
  KbDocument *document = kb_editor_state_get_document (self);
  KbNode *to = target ? kb_document_node (document, target) : NULL;
  GError *error = NULL;
  kb_document_begin (document, _("Change values"));
  KB_EACH_ID_WHILE (!error, id, nodes)
    {
      const KbNode *node = kb_document_node (document, id);
      char *text = !node ? NULL : to ? kb_value_refer (document, node, to, &error) : g_strdup ("");
      if (node)
        set_text (document, id, key, text, &error);
    }
  finish (self, error);
}

static void
set_point (KbEditorState *self, const Pick *pick, KbVec at)
{
  KbDocument *document = kb_editor_state_get_document (self);
  GError *error = NULL;
  g_autofree char *text = g_strdup_printf ("%d,%d", (int) CLAMP (floor (at.x), -65536, 65536),
                                           (int) CLAMP (floor (at.y), -65536, 65536));
  kb_document_begin (document, _("Change values"));
  KB_EACH_ID_WHILE (!error, id, pick->nodes)
    set_text (document, id, pick->key, g_strdup (text), &error);
  finish (self, error);
}

/* The topmost thing of the type there, or 0. */
static KbId
thing_at (KbEditorState *self, KbValueType type, KbVec canvas)
{
  if (!kb_editor_state_get_level (self))
    return 0;
  KbDocument *document = kb_editor_state_get_document (self);
  g_autoptr (GArray) things = kb_level_things_at (kb_editor_state_get_tools (self), canvas);
  KB_EACH_ID (id, things)
    {
      const KbNode *node = kb_document_node (document, id);
      if (node && kb_value_type_for (node->kind) == type)
        return node->id;
    }
  return 0;
}

void
kb_editor_state_pick_at (KbEditorState *self, KbVec canvas)
{
  const Pick *pick = pick_of (self);
  KbId target = pick->type == KB_VALUE_POINT ? 0 : thing_at (self, pick->type, canvas);
  if (pick->type == KB_VALUE_POINT)
    set_point (self, pick,
               kb_view_to_picture (&kb_editor_state_get_tools (self)->view, canvas));
  else if (target)
    kb_editor_state_set_target (self, pick->nodes, pick->key, target);
  else
    {
      kb_editor_state_say (self, _("Nothing of that kind is there; Escape cancels"));
      return;
    }
  kb_editor_state_cancel_pick (self);
}
