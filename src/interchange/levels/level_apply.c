/* SPDX-License-Identifier: MIT */
/* Puts the levels of a file into a document: makes new ones, and updates existing ones so that
 * unchanged items stay the same nodes. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/part.h"
#include "interchange/formats.h"
#include "interchange/importers.h"
#include "interchange/levels/level_file.h"
#include "interchange/levels/level_parts.h"

typedef struct {
  KbDocument *document;
  const KbLevelFile *file;
  const KbFileLevel *level;
  const KbLevelTiles *tiles;
} Apply;

enum { WALLS, LEVEL_APPLY_AREAS, LEVEL_APPLY_ENTITIES };

/* A level's lists that a file has. */
static const char *const level_apply_lists[] = { "walls", "areas", "entities" };

/* --- JSON as in documents --------------------------------------------------------------------- */

static const char *
class_name (const Apply *apply, guint index)
{
  return ((const KbFileClass *) g_ptr_array_index (apply->file->classes, index))->name;
}

static json_t *
wall_json (const Apply *apply, guint i)
{
  const KbFileWall *wall = &g_array_index (apply->level->walls, KbFileWall, i);
  return json_pack ("{soso ss so* sO*}", "a", kb_vec_json (wall->a), "b", kb_vec_json (wall->b),
                    "class", class_name (apply, wall->class_index), "one_way",
                    wall->one_way ? json_true () : NULL, "values", wall->values);
}

/* Replaces the tile that an entity shows by the sprite's frame in the document. Its position
 * becomes that of the hot spot, which a flip leaves in place. */
static void
set_sprite (const Apply *apply, json_t *entity)
{
  guint set = (guint) json_integer_value (json_object_get (entity, "sprite"));
  const KbFrame *frame = kb_level_tiles_frame (
    apply->tiles, set, (guint) json_integer_value (json_object_get (entity, "frame")));
  const char *flip = json_string_value (json_object_get (entity, "flip"));
  const json_t *at = json_object_get (entity, "at");
  gint x = frame->hot_spot.set ? frame->hot_spot.x : 0,
       y = frame->hot_spot.set ? frame->hot_spot.y : 0;
  KbVec place = { json_number_value (json_array_get (at, 0))
                    + (strchr (flip, 'x') ? frame->width - 1 - x : x),
                  json_number_value (json_array_get (at, 1))
                    + (strchr (flip, 'y') ? frame->height - 1 - y : y) };
  json_object_update_new (
    entity, json_pack ("{so ss si}", "at", kb_vec_json (place), "sprite",
                       kb_level_tiles_sprite (apply->tiles, set), "frame", frame->lasting_id));
}

/* NULL for walls. */
static const json_t *
items_of (const KbFileLevel *level, guint list)
{
  const json_t *const items[] = {
    [LEVEL_APPLY_AREAS] = level->areas, [LEVEL_APPLY_ENTITIES] = level->entities
  };
  return items[list];
}

static guint
count_list (const KbFileLevel *level, guint list)
{
  return list == WALLS ? level->walls->len : (guint) json_array_size (items_of (level, list));
}

static json_t *
item_json (const Apply *apply, guint list, guint i)
{
  if (list == WALLS)
    return wall_json (apply, i);
  json_t *value = json_copy (json_array_get (items_of (apply->level, list), i));
  guint class_index = (guint) json_integer_value (json_object_get (value, "class"));
  json_object_set_new (value, "class", json_string (class_name (apply, class_index)));
  if (json_object_get (value, "sprite"))
    set_sprite (apply, value);
  return value;
}

/* --- Into the document ------------------------------------------------------------------------ */

static gboolean
add_level_apply_classes (const Apply *apply, GError **error)
{
  KB_EACH (const KbFileClass, class, apply->file->classes)
    if (!kb_import_add_class (apply->document, class->name, class->rgba, error))
      return FALSE;
  return kb_import_add_types (apply->document, apply->file->value_types, error);
}

static KbId
create_level (const Apply *apply, const char *name, GError **error)
{
  json_t *level = json_pack ("{ss sO*}", "name", name, "values", apply->level->values);
  for (guint list = 0; list < G_N_ELEMENTS (level_apply_lists); list++)
    {
      json_t *items = json_array ();
      for (guint i = 0; i < count_list (apply->level, list); i++)
        json_array_append_new (items, item_json (apply, list, i));
      json_object_set_new (level, level_apply_lists[list], items);
    }
  return kb_document_insert (apply->document, kb_document_project (apply->document)->node.id,
                             "levels", -1, level, error);
}

/* Sets those fields of an existing node that differ in the new value. */
static gboolean
update_node (const Apply *apply, KbNode *node, const json_t *value, GError **error)
{
  for (const KbField *field = node->kind->fields; field->name; field++)
    {
      json_t *wanted = json_object_get (value, field->name);
      if (!wanted)
        continue;
      json_auto_t *now = kb_node_get (node, field);
      gboolean same = json_equal (now, wanted);
      if (!same
          && !kb_document_set (apply->document, node->id, field->name, json_incref (wanted), error))
        return FALSE;
    }
  return TRUE;
}

/* Updates a level's first n walls. All changes of one field are one edit. */
static gboolean
update_walls (const Apply *apply, const KbLevel *level, guint n, const KbId *classes,
              GError **error)
{
  KbFieldChange changes[] = { kb_field_change_new ("a", sizeof (KbVec)),
                              kb_field_change_new ("b", sizeof (KbVec)),
                              kb_field_change_new ("class", sizeof (KbId)) };
  for (guint i = 0; i < n; i++)
    {
      const KbFileWall *wanted = &g_array_index (apply->level->walls, KbFileWall, i);
      const KbWall *wall = kb_wall_at (level, i);
      KbId class_id = classes[wanted->class_index];
      if (wall->a.x != wanted->a.x || wall->a.y != wanted->a.y)
        kb_field_change_add (&changes[0], wall->node.id, &wanted->a);
      if (wall->b.x != wanted->b.x || wall->b.y != wanted->b.y)
        kb_field_change_add (&changes[1], wall->node.id, &wanted->b);
      if (wall->class_id != class_id)
        kb_field_change_add (&changes[2], wall->node.id, &class_id);
    }
  return kb_document_change_fields (apply->document, level->node.id, "walls", changes,
                                    G_N_ELEMENTS (changes), error);
}

/* Appends the file's walls from index `from` on. */
static gboolean
add_walls (const Apply *apply, KbId id, guint from, const KbId *classes, GError **error)
{
  guint n = apply->level->walls->len - from;
  g_autofree KbVec *a = g_new (KbVec, n), *b = g_new (KbVec, n);
  g_autofree KbId *class_ids = g_new (KbId, n);
  const KbColumn columns[] = { { "a", a }, { "b", b }, { "class", class_ids }, { NULL, NULL } };
  for (guint i = 0; i < n; i++)
    {
      const KbFileWall *wall = &g_array_index (apply->level->walls, KbFileWall, from + i);
      a[i] = wall->a;
      b[i] = wall->b;
      class_ids[i] = classes[wall->class_index];
    }
  return kb_document_insert_many (apply->document, id, "walls", n, columns, NULL, error);
}

/* As put_list, but for very long lists; new items that belong between others are skipped. */
static gboolean
put_walls (const Apply *apply, KbId id, guint base, GError **error)
{
  const KbLevel *level = (const KbLevel *) kb_document_node (apply->document, id);
  const KbProject *project = kb_document_project (apply->document);
  guint n = apply->level->walls->len;
  gboolean at_end = n > base && kb_count (level->walls) == base;
  g_autofree KbId *classes = g_new0 (KbId, apply->file->classes->len + 1);
  for (guint i = 0; i < apply->file->classes->len; i++)
    {
      const KbClass *class = kb_project_find_class (project, class_name (apply, i));
      classes[i] = class ? class->node.id : 0;
    }
  g_autoptr (GArray) gone = g_array_new (FALSE, FALSE, sizeof (KbId));
  g_autofree gboolean *moved = g_new0 (gboolean, n + 1);
  for (guint i = n; i < base; i++)
    g_array_append_val (gone, kb_wall_at (level, i)->node.id);
  for (guint i = 0; i < MIN (n, base); i++)
    {
      const KbFileWall *wanted = &g_array_index (apply->level->walls, KbFileWall, i);
      const KbWall *wall = kb_wall_at (level, i);
      moved[i] = wall->a.x != wanted->a.x || wall->a.y != wanted->a.y || wall->b.x != wanted->b.x
                 || wall->b.y != wanted->b.y;
    }
  if (!kb_document_remove_many (apply->document, id, "walls",
                                (const KbId *) (const void *) gone->data, gone->len, error)
      || !update_walls (apply, level, MIN (n, base), classes, error)
      || (at_end && !add_walls (apply, id, base, classes, error)))
    return FALSE;
  /* Few walls have any. A wall that became another one loses its own. */
  for (guint i = 0; i < MIN (n, level->walls->len); i++)
    {
      const KbWall *wall = kb_wall_at (level, i);
      json_t *values = g_array_index (apply->level->walls, KbFileWall, i).values;
      if ((values || (moved[i] && wall->values)) && !json_equal (values, wall->values)
          && !kb_document_set (apply->document, wall->node.id, "values",
                               values ? json_incref (values) : json_null (), error))
        return FALSE;
    }
  return TRUE;
}

/* The first `base` items of the list, or all, become the file's; later ones stay. */
static gboolean
put_list (const Apply *apply, KbId id, guint list, guint base, GError **error)
{
  KbNode *level = kb_document_node (apply->document, id);
  const GPtrArray *items =
    kb_node_list (level, kb_kind_list (&kb_level_kind, level_apply_lists[list]));
  guint n = count_list (apply->level, list), done = 0;
  base = MIN (base, items->len);
  if (list == WALLS)
    {
      done = items->len == base ? n : MIN (n, base);
      if (!put_walls (apply, id, base, error))
        return FALSE;
      base = MIN (n, base);
    }
  for (; base > n; base--)
    if (!kb_document_remove (apply->document, KB_NODE (g_ptr_array_index (items, base - 1))->id,
                             error))
      return FALSE;
  for (guint i = done; i < n; i++)
    {
      json_auto_t *value = item_json (apply, list, i);
      gboolean ok = i < base
                      ? update_node (apply, g_ptr_array_index (items, i), value, error)
                      : kb_document_insert (apply->document, id, level_apply_lists[list], (int) i,
                                            json_incref (value), error)
                          != 0;
      if (!ok)
        return FALSE;
    }
  return TRUE;
}

static KbId
apply_level (const Apply *apply, const char *name, GError **error)
{
  const KbLevel *level = kb_project_find_level (kb_document_project (apply->document), name);
  if (!level)
    return create_level (apply, name, error);
  KbId id = level->node.id;
  for (guint list = 0; list < G_N_ELEMENTS (level_apply_lists); list++)
    if (count_list (apply->level, list)
        && !put_list (apply, id, list, kb_level_record_kept (level, level_apply_lists[list]),
                      error))
      return 0;
  return !apply->level->values
             || kb_document_set (apply->document, id, "values",
                                 json_incref (apply->level->values), error)
           ? id
           : 0;
}

/* Stores the import record. */
static gboolean
note_record (const Apply *apply, KbId id, GError **error)
{
  const KbLevel *level = (const KbLevel *) kb_document_node (apply->document, id);
  guint counts[G_N_ELEMENTS (level_apply_lists)];
  for (guint list = 0; list < G_N_ELEMENTS (level_apply_lists); list++)
    counts[list] = count_list (apply->level, list);
  return kb_document_set (
    apply->document, id, "import",
    kb_level_record_new (apply->document, apply->file, apply->level, level, counts), error);
}

static const KbLevel *
level_of (const KbDocument *document, const KbFileLevel *made, const char *name)
{
  return kb_project_find_level (kb_document_project (document), name ? name : made->name);
}

/* The other file that the level was imported from, by path and content, or NULL if it is this file
 * or there is none. */
static const char *
kb_level_record_other_file (const KbDocument *document, const KbLevel *level,
                            const KbLevelFile *file)
{
  const json_t *source = json_array_get (json_object_get (level->import, "sources"), 0);
  const char *path = json_string_value (json_object_get (source, "file"));
  const char *sum = json_string_value (json_object_get (source, "sha256"));
  g_autofree char *new_path = kb_record_path (kb_document_folder (document), file->path);
  return path && !g_str_equal (path, new_path) && g_strcmp0 (sum, file->sum) != 0 ? path : NULL;
}

gboolean
kb_level_file_belongs (const KbDocument *document, const KbLevelFile *file, const char *name,
                       GError **error)
{
  for (guint i = 0; !name && i < file->levels->len; i++)
    {
      const KbLevel *level = level_of (document, g_ptr_array_index (file->levels, i), NULL);
      const char *other = level ? kb_level_record_other_file (document, level, file) : NULL;
      if (other)
        return kb_fail (error, KB_ERROR_INPUT,
                        _("%s: the level '%s' was imported from another file, %s; import this "
                           "under another name, or under that "
                           "one to replace it"),
                        file->path, level->name, other);
    }
  return TRUE;
}

/* "sewers: walls, tile layers", or NULL if nothing of the level is by hand. */
static char *
by_hand (const KbLevel *level, const KbFileLevel *made)
{
  static const char *const words[] = { N_("walls"), N_("areas"), N_("entities"),
                                       N_("tile layers") };
  g_autoptr (GString) line = g_string_new (NULL);
  for (guint list = 0; list < G_N_ELEMENTS (level_apply_lists); list++)
    if (count_list (made, list)
        && kb_level_record_is_by_hand (level, level_apply_lists[list]))
      g_string_append_printf (line, "%s%s", line->len ? ", " : ": ", _(words[list]));
  if (kb_level_tiles_are_by_hand (level, made))
    g_string_append_printf (line, "%s%s", line->len ? ", " : ": ",
                            _ (words[G_N_ELEMENTS (level_apply_lists)]));
  return line->len ? g_strconcat (level->name, line->str, NULL) : NULL;
}

/* KbIds of layers and entities whose tiles are replaced or removed: see KbImport. */
static GHashTable *
find_replaced (const KbDocument *document, const KbLevelFile *file, const char *name)
{
  GHashTable *replaced = g_hash_table_new (NULL, NULL);
  KB_EACH (const KbFileLevel, made, file->levels)
    {
      const KbLevel *level = level_of (document, made, name);
      const gsize n_made = json_array_size (made->entities);
      guint n = level && n_made
                  ? MIN (kb_level_record_kept (level, "entities"), level->entities->len)
                  : 0;
      if (level)
        kb_level_tiles_replaced (level, made, replaced);
      for (guint k = 0; k < n; k++)
        if (k >= n_made || json_object_get (json_array_get (made->entities, k), "sprite"))
          g_hash_table_add (replaced, GUINT_TO_POINTER (kb_entity_at (level, k)->node.id));
    }
  return replaced;
}

char **
kb_level_file_replaces (const KbDocument *document, const KbLevelFile *file, const char *name)
{
  g_autoptr (GStrvBuilder) replaced = g_strv_builder_new ();
  guint n = 0;
  KB_EACH (const KbFileLevel, made, file->levels)
    {
      const KbLevel *level = level_of (document, made, name);
      const char *other = level ? kb_level_record_other_file (document, level, file) : NULL;
      g_autofree char *lists_by_hand = level ? by_hand (level, made) : NULL;
      g_autofree char *from =
        other ? g_strdup_printf (_("%s: imported from %s"), level->name, other) : NULL;
      const char *lines[] = { from, lists_by_hand };
      for (guint line = 0; line < G_N_ELEMENTS (lines); line++)
        if (lines[line])
          {
            g_strv_builder_add (replaced, lines[line]);
            n++;
          }
    }
  return n ? g_strv_builder_end (replaced) : NULL;
}

gboolean
kb_level_file_apply (KbDocument *document, const KbLevelFile *file, const char *name, GArray *ids,
                     GError **error)
{
  Apply apply = { document, file, NULL, NULL };
  if (name && file->levels->len != 1)
    return kb_fail (error, KB_ERROR_USAGE,
                    _("%s: there are %u levels in it, which cannot have one name"), file->path,
                    file->levels->len);
  kb_document_begin (document, file->levels->len > 1 ? _("Import levels") : _("Import level"));
  g_autoptr (GHashTable) replaced = find_replaced (document, file, name);
  g_autoptr (KbLevelTiles) tiles = add_level_apply_classes (&apply, error)
                                     ? kb_level_tiles_new (document, file, name, replaced, error)
                                     : NULL;
  gboolean ok = tiles != NULL;
  apply.tiles = tiles;
  for (guint i = 0; ok && i < file->levels->len; i++)
    {
      apply.level = g_ptr_array_index (file->levels, i);
      KbId id = apply_level (&apply, name ? name : apply.level->name, error);
      ok = id != 0 && kb_level_groups_put (document, apply.level, id, error)
           && kb_level_tiles_put (tiles, apply.level, id, error)
           && kb_level_images_put (document, apply.level, id, error)
           && note_record (&apply, id, error);
      if (ok && ids)
        g_array_append_val (ids, id);
    }
  return kb_import_finish (document, ok, file->path,
                           name          ? name
                           : apply.level ? apply.level->name
                                         : NULL,
                           error);
}
