/* SPDX-License-Identifier: MIT */
/* Values that refer to entities, areas and animations. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/edits/edit.h"
#include "document/private.h"
#include "document/values.h"

/* The kinds that values may refer to. `owner`: the list of the project whose items own them. By the
 * item's number or name in its owner's list. */
static const struct {
  KbValueType type;
  const KbKind *kind, *owner;
  const char *list, *field;
} targets[] = {
  { KB_VALUE_ENTITY, &kb_entity_kind, &kb_level_kind, "entities", "ref" },
  { KB_VALUE_AREA, &kb_area_kind, &kb_level_kind, "areas", "ref" },
  { KB_VALUE_ANIMATION, &kb_animation_kind, &kb_sprite_kind, "animations", "name" },
};

static guint
target_of_type (KbValueType type)
{
  guint i = 0;
  while (i < G_N_ELEMENTS (targets) && targets[i].type != type)
    i++;
  return i;
}

static guint
target_of_kind (const KbKind *kind)
{
  guint i = 0;
  while (i < G_N_ELEMENTS (targets) && targets[i].kind != kind)
    i++;
  return i;
}

KbValueType
kb_value_type_for (const KbKind *kind)
{
  guint i = target_of_kind (kind);
  return i < G_N_ELEMENTS (targets) ? targets[i].type : KB_N_VALUE_TYPES;
}

gboolean
kb_value_is_reference (KbValueType type)
{
  return target_of_type (type) < G_N_ELEMENTS (targets);
}

const KbKind *
kb_value_owner (KbValueType type)
{
  return kb_value_is_reference (type) ? targets[target_of_type (type)].owner : NULL;
}

/* The asset that is named before the slash; without one, that of the node. `rest` is what
 * follows. */
static const KbNode *
owner_of (const KbNode *node, const KbKind *owner, const char *text, const char **rest)
{
  const char *slash = strchr (text, '/');
  const KbNode *project = kb_node_enclosing (node, &kb_project_kind);
  const GPtrArray *assets =
    project ? kb_node_list (project, kb_kind_list (project->kind, owner->folder)) : NULL;
  *rest = slash ? slash + 1 : text;
  if (!slash)
    return kb_node_enclosing (node, owner);
  if (assets)
    KB_EACH (const KbNode, asset, assets)
      {
        const char *name = kb_asset_name (asset);
        if (strlen (name) == (gsize) (slash - text) && g_str_has_prefix (text, name))
          return asset;
      }
  return NULL;
}

static gboolean
has_name (const KbNode *node, const KbField *field, const char *name, gint number)
{
  return field->type == KB_TYPE_INT
           ? number > 0 && G_STRUCT_MEMBER (gint, node, field->offset) == number
           : g_strcmp0 (G_STRUCT_MEMBER (char *, node, field->offset), name) == 0;
}

KbNode *
kb_value_target (const KbNode *node, KbValueType type, const char *text)
{
  guint t = target_of_type (type);
  const char *name;
  const KbNode *owner =
    t < G_N_ELEMENTS (targets) ? owner_of (node, targets[t].owner, text, &name) : NULL;
  if (!owner || !*name)
    return NULL;
  const GPtrArray *items = kb_node_list (owner, kb_kind_list (owner->kind, targets[t].list));
  const KbField *field = kb_kind_field (targets[t].kind, targets[t].field);
  gint64 number = g_ascii_strtoll (name, NULL, 10);
  KB_EACH (KbNode, item, items)
    if (has_name (item, field, name, number < G_MAXINT ? (gint) number : 0))
      return item;
  return NULL;
}

char *
kb_value_target_label (const KbNode *node, const KbNode *target)
{
  const char *name =
    G_STRUCT_MEMBER (char *, target, kb_kind_field (target->kind, "name")->offset);
  const KbNode *owner = target->parent;
  const KbKind *owners = owner->kind;
  const GPtrArray *items =
    kb_node_list (owner, kb_kind_list (owners, targets[target_of_kind (target->kind)].list));
  guint index = 0;
  g_ptr_array_find ((GPtrArray *) items, target, &index);
  g_autofree char *title = name && *name ? g_strdup (name)
                                         : g_strdup_printf ("%s %u", _(target->kind->label),
                                                            index + 1);
  return owner == kb_node_enclosing (node, owners) ? g_steal_pointer (&title)
                                          : g_strconcat (kb_asset_name (owner), "/", title, NULL);
}

/* Numbers an entity or area for its first reference. */
static gboolean
number_target (KbDocument *document, KbNode *target, guint t, GError **error)
{
  const KbField *field = kb_kind_field (target->kind, targets[t].field);
  const GPtrArray *items =
    kb_node_list (target->parent, kb_kind_list (target->parent->kind, targets[t].list));
  gint last = 0;
  if (G_STRUCT_MEMBER (gint, target, field->offset))
    return TRUE;
  KB_EACH (KbNode, item, items)
    last = MAX (last, G_STRUCT_MEMBER (gint, item, field->offset));
  return kb_document_set (document, target->id, field->name, json_integer (last + 1), error);
}

char *
kb_value_refer (KbDocument *document, const KbNode *node, KbNode *target, GError **error)
{
  const guint t = target_of_kind (target->kind);
  const KbField *field = kb_kind_field (targets[t].kind, targets[t].field);
  if (field->type == KB_TYPE_INT && !number_target (document, target, t, error))
    return NULL;
  g_autofree char *name = field->type == KB_TYPE_INT
                            ? g_strdup_printf ("%d", G_STRUCT_MEMBER (gint, target, field->offset))
                            : g_strdup (G_STRUCT_MEMBER (char *, target, field->offset));
  return field->type == KB_TYPE_INT && target->parent == kb_node_enclosing (node, targets[t].owner)
           ? g_steal_pointer (&name)
           : g_strconcat (kb_asset_name (target->parent), "/", name, NULL);
}

/* --- Renaming --------------------------------------------------------------------------------- */

typedef struct {
  KbDocument *document;
  const KbKind *owner;     /* of the references that follow */
  const char *from, *to;   /* "yard/" for all of a level, else the whole text */
  gboolean whole;
} Follow;

/* Returns NULL if the text does not change. */
static char *
followed (const Follow *follow, const KbNode *node, const char *key, const char *text)
{
  guint t = target_of_type (kb_value_declared (node, key));
  gboolean fits = t < G_N_ELEMENTS (targets) && targets[t].owner == follow->owner
                  && g_str_has_prefix (text, follow->from)
                  && (!follow->whole || g_str_equal (text, follow->from));
  return fits ? g_strconcat (follow->to, text + strlen (follow->from), NULL) : NULL;
}

static void
follow_in (const Follow *follow, const KbNode *node)
{
  json_t *changed = NULL;
  KB_EACH_MEMBER (key, value, kb_node_values (node))
    {
      g_autofree char *text = followed (follow, node, key, json_string_value (value));
      if (text && !changed)
        changed = json_copy (kb_node_values (node));
      if (text)
        json_object_set_new (changed, key, json_string (text));
    }
  if (changed)
    kb_document_set (follow->document, node->id, "values", changed, NULL);
  for (const KbList *list = node->kind->lists; list->name; list++)
    KB_EACH (KbNode, item, kb_node_list (node, list))
      follow_in (follow, item);
}

void
kb_value_follow_name (KbDocument *document, const KbNode *node, const char *to)
{
  const gboolean part = target_of_kind (node->kind) < G_N_ELEMENTS (targets);
  const KbNode *owner = part ? node->parent : node;
  const char *name = G_STRUCT_MEMBER (char *, node, kb_kind_field (node->kind, "name")->offset);
  g_autofree char *before = part ? g_strconcat (kb_asset_name (owner), "/", name, NULL)
                                 : g_strconcat (name, "/", NULL),
                  *after = part ? g_strconcat (kb_asset_name (owner), "/", to, NULL)
                                : g_strconcat (to, "/", NULL);
  const Follow follow = { document, owner->kind, before, after, part };
  follow_in (&follow, &document->project->node);
}
