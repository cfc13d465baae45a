/* SPDX-License-Identifier: MIT */
/* The edit that sets a field. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/private.h"
#include "document/values.h"

static guint
hash_set (gconstpointer key)
{
  const KbEdit *edit = key;
  return g_direct_hash (edit->field) ^ edit->node * 2654435761u;
}

static gboolean
same_set (gconstpointer one, gconstpointer other)
{
  const KbEdit *a = one, *b = other;
  return a->node == b->node && a->field == b->field;
}

/* The newest set of this field in the open step, if only sets followed. Names merge only with the
 * very last edit: edits in between may refer to the intermediate name. */
static KbEdit *
earlier_set (KbDocument *document, KbId node, const KbField *field, guint *index)
{
  KbUndoStep *step = document->open;
  KbEdit wanted = { .node = node, .field = field };
  guint place = step->sets ? GPOINTER_TO_UINT (g_hash_table_lookup (step->sets, &wanted)) : 0;
  if (place == 0 || ((field->flags & KB_FIELD_UNIQUE) && place != step->edits->len))
    return NULL;
  *index = place - 1;
  return g_ptr_array_index (step->edits, *index);
}

static void
add_set (KbDocument *document, KbEdit *edit, const char *path)
{
  KbUndoStep *step = document->open;
  json_array_append_new (step->lines, json_pack ("{ss sO}", "set", path, "value", edit->after));
  g_ptr_array_add (step->edits, edit);
  if (!step->sets)
    step->sets = g_hash_table_new (hash_set, same_set);
  g_hash_table_replace (step->sets, edit, GUINT_TO_POINTER (step->edits->len));
}

/* kb_document_set for everything that is not painted. */
static gboolean
set_field (KbDocument *document, KbNode *node, const KbField *field, json_t *value, GError **error)
{
  json_auto_t *before = kb_node_get (node, field);
  /* A replay does not know a sprite's new name yet */
  g_autofree char *path = kb_edit_set_path (node, field);
  gboolean ok = kb_node_put (document, node, field, value, error);
  json_decref (value);
  KbPlace place = { .node = node };
  if (ok && field->type == KB_TYPE_GEOMETRY && !kb_edit_check_shape (node, &place, error))
    {
      kb_node_read_field (document, node, field, before, &place, NULL);
      return FALSE;
    }
  if (!ok)
    return FALSE;
  json_auto_t *after = kb_node_get (node, field);
  if (json_equal (before, after))
    return TRUE;

  kb_edit_begin (document, _("Change %s"), _(field->label));
  guint index;
  KbEdit *edit = earlier_set (document, node->id, field, &index);
  if (edit)
    {
      json_decref (edit->after);
      edit->after = json_incref (after);
      json_object_set (json_array_get (document->open->lines, index), "value", after);
    }
  else
    {
      edit = g_new0 (KbEdit, 1);
      *edit = (KbEdit){ .op = KB_EDIT_SET,
                        .node = node->id,
                        .field = field,
                        .before = json_incref (before),
                        .after = json_incref (after) };
      add_set (document, edit, path);
    }
  kb_document_note_picture (document, node);
  kb_document_emit (document, &(KbEvent) { KB_EVENT_SET, node->id,
                                          node->parent ? node->parent->id : 0, field->name, 0 });
  if (strcmp (field->name, "width") == 0 || strcmp (field->name, "height") == 0)
    kb_paint_fit (document, node);
  kb_document_end (document);
  return TRUE;
}

/* The name of a sprite in one list of a level. */
static void
follow_sprite (KbDocument *document, const GPtrArray *items, const KbField *field, const char *from,
               const char *to)
{
  KB_EACH (const KbNode, node, items)
    if (g_strcmp0 (G_STRUCT_MEMBER (const char *, node, field->offset), from) == 0)
      kb_document_set (document, node->id, field->name, json_string (to), NULL);
}

/* Entities and image layers that show it, and tilesets, also those of stamps. */
static void
follow_sprite_name (KbDocument *document, const KbNode *sprite, const char *to)
{
  const KbProject *project = document->project;
  g_autofree char *from = g_strdup (kb_asset_name (sprite));
  KB_EACH (KbSavedStamp, stamp, project->stamps)
    follow_sprite (document, stamp->tilesets, kb_kind_field (&kb_tileset_kind, "sprite"), from, to);
  KB_EACH (KbLevel, level, project->levels)
    for (const KbList *list = kb_level_kind.lists; list->name; list++)
      {
        const KbField *sprite_field = kb_kind_field (list->item, "sprite");
        if (sprite_field)
          follow_sprite (document, kb_node_list (&level->node, list), sprite_field, from, to);
      }
  kb_value_follow_name (document, sprite, to);
}

/* Kinds whose names are references. */
static const struct {
  const KbKind *kind;
  void (*follow) (KbDocument *document, const KbNode *node, const char *to);
} edit_set_named[] = {
  { &kb_sprite_kind, follow_sprite_name },
  { &kb_animation_kind, kb_value_follow_name },
  { &kb_level_kind, kb_value_follow_name },
};

/* References come first, so that a replay of the journal finds none to update. */
static gboolean
rename_node (KbDocument *document, KbNode *node, guint kind, const KbField *field, json_t *value,
             GError **error)
{
  g_autofree char *to = g_strdup (json_string_value (value));
  kb_edit_begin (document, _("Change %s"), _(field->label));
  guint edits = document->open->edits->len;
  if (to)
    edit_set_named[kind].follow (document, node, to);
  gboolean ok = set_field (document, node, field, value, error);
  if (!ok && document->open->edits->len > edits)
    kb_edit_roll_back (document, edits);
  kb_document_end (document);
  return ok;
}

static gboolean
set_any (KbDocument *document, KbNode *node, const KbField *field, json_t *value, GError **error)
{
  if (field->type == KB_TYPE_ZONES)
    {
      gboolean set = kb_paint_set_json (document, node, field, value, error);
      json_decref (value);
      return set;
    }
  for (guint i = 0; i < G_N_ELEMENTS (edit_set_named) && strcmp (field->name, "name") == 0; i++)
    if (node->kind == edit_set_named[i].kind)
      return rename_node (document, node, i, field, value, error);
  return set_field (document, node, field, value, error);
}

/* A field that somebody sets has no merge conflict any more. */
static gboolean
settle_conflict (KbDocument *document, KbNode *node, const char *name, GError **error)
{
  json_t *left = json_copy (node->conflicts);
  json_object_del (left, name);
  if (json_object_size (left) == 0)
    {
      json_decref (left);
      left = json_null ();
    }
  return set_field (document, node, kb_kind_field (node->kind, "conflicts"), left, error);
}

gboolean
kb_document_set (KbDocument *document, KbId id, const char *name, json_t *value, GError **error)
{
  KbNode *node = kb_edit_find_node (document, id, error);
  const KbField *field = node ? kb_kind_field (node->kind, name) : NULL;
  if (!field)
    {
      if (node)
        kb_place_error (error, &(KbPlace) { .node = node }, name, _("a %s has no field '%s'"),
                        _(node->kind->name), name);
      json_decref (value);
      return FALSE;
    }
  if (!json_object_get (node->conflicts, name))
    return set_any (document, node, field, value, error);
  kb_edit_begin (document, _("Change %s"), _(field->label));
  gboolean ok = set_any (document, node, field, value, error)
                && settle_conflict (document, node, name, error);
  kb_document_end (document);
  return ok;
}
