/* SPDX-License-Identifier: MIT */
/* Nodes: creating, reading, writing and finding them by the tables of their kinds. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/names.h"
#include "document/private.h"
#include "document/shapes/shape.h"

const KbField *
kb_kind_field (const KbKind *kind, const char *name)
{
  for (const KbField *field = kind->fields; field->name; field++)
    if (strcmp (field->name, name) == 0)
      return field;
  return NULL;
}

const KbField *
kb_kind_field_of_type (const KbKind *kind, KbType type)
{
  for (const KbField *field = kind->fields; field->name; field++)
    if (field->type == type)
      return field;
  return NULL;
}

const KbList *
kb_kind_list (const KbKind *kind, const char *name)
{
  for (const KbList *list = kind->lists; list->name; list++)
    if (strcmp (list->name, name) == 0)
      return list;
  return NULL;
}

GPtrArray *
kb_node_list (const KbNode *node, const KbList *list)
{
  return G_STRUCT_MEMBER (GPtrArray *, node, list->offset);
}

/* Outwards from the last known index, since insertions and removals move it only slightly. */
static gboolean
find_near (const GPtrArray *items, const KbNode *node, guint *index)
{
  guint n = items->len, hint = MIN ((guint) g_atomic_int_get ((const gint *) &node->hint), n);
  for (guint d = 0; d <= n; d++)
    {
      gboolean after = hint + d < n && g_ptr_array_index (items, hint + d) == node;
      if (!after && (d == 0 || d > hint || g_ptr_array_index (items, hint - d) != node))
        continue;
      *index = after ? hint + d : hint - d;
      return TRUE;
    }
  return FALSE;
}

const KbList *
kb_node_place (const KbNode *node, guint *index)
{
  guint at;
  if (node->parent)
    for (const KbList *list = node->parent->kind->lists; list->name; list++)
      if (list->item == node->kind && find_near (kb_node_list (node->parent, list), node, &at))
        {
          g_atomic_int_set ((gint *) &((KbNode *) node)->hint, (gint) at);
          if (index)
            *index = at;
          return list;
        }
  return NULL;
}

KbNode *
kb_node_new (const KbKind *kind, KbNode *parent)
{
  KbNode *node = g_malloc0 (kind->size);
  node->kind = kind;
  node->parent = parent;
  for (const KbList *list = kind->lists; list->name; list++)
    G_STRUCT_MEMBER (GPtrArray *, node, list->offset) = g_ptr_array_new ();
  return node;
}

void
kb_node_free (KbNode *node)
{
  if (!node)
    return;
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      GPtrArray *items = kb_node_list (node, list);
      KB_EACH (KbNode, item, items)
        kb_node_free (item);
      g_ptr_array_unref (items);
    }
  for (const KbField *field = node->kind->fields; field->name; field++)
    if (kb_type_ops (field->type)->clear)
      kb_type_ops (field->type)->clear (G_STRUCT_MEMBER_P (node, field->offset));
  json_decref (node->unknown);
  g_free (node);
}

KbNode *
kb_node_copy (const KbNode *node, KbNode *parent)
{
  KbNode *copy = g_memdup2 (node, node->kind->size);
  copy->parent = parent;
  copy->unknown = json_deep_copy (node->unknown);
  for (const KbField *field = node->kind->fields; field->name; field++)
    if (kb_type_ops (field->type)->copy)
      kb_type_ops (field->type)->copy (G_STRUCT_MEMBER_P (copy, field->offset));
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (node, list);
      GPtrArray *copies = g_ptr_array_sized_new (items->len);
      KB_EACH (KbNode, item, items)
        g_ptr_array_add (copies, kb_node_copy (item, copy));
      G_STRUCT_MEMBER (GPtrArray *, copy, list->offset) = copies;
    }
  return copy;
}

/* Roughly the bytes a node uses, for limiting the history. */
gsize
kb_node_weight (const KbNode *node)
{
  gsize weight = node->kind->size + 64;
  const KbPainted *painted = kb_node_painted (node, NULL);
  if (painted && painted->zones)
    weight += kb_zones_weight (painted->zones);
  const KbField *rings = kb_kind_field_of_type (node->kind, KB_TYPE_RINGS);
  if (rings)
    weight += kb_rings_points (G_STRUCT_MEMBER_P (node, rings->offset)) * sizeof (KbVec);
  const KbField *numbers = kb_kind_field_of_type (node->kind, KB_TYPE_NUMBERS);
  if (numbers)
    weight += G_STRUCT_MEMBER (KbNumbers, node, numbers->offset).n * sizeof (gint);
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      GPtrArray *items = kb_node_list (node, list);
      KB_EACH (const KbNode, item, items)
        weight += kb_node_weight (item);
    }
  return weight;
}

gboolean
kb_node_read_member (const KbDocument *document, KbNode *node, const KbField *field,
                     const json_t *value, gpointer member, const KbPlace *place, GError **error)
{
  const KbTypeOps *ops = kb_type_ops (field->type);
  if (value && !json_is_null (value))
    return ops->read (document, node, field, value, member, place, error);
  if (!(field->flags & KB_FIELD_OPTIONAL))
    return kb_place_error (error, place, field->name, _("is missing"));
  if (ops->size == 0)
    return ops->read (document, node, field, value, member, place, error);
  if (ops->clear)
    ops->clear (member);
  else
    memset (member, 0, ops->size);
  return TRUE;
}

gboolean
kb_node_read_field (const KbDocument *document, KbNode *node, const KbField *field,
                    const json_t *value, const KbPlace *place, GError **error)
{
  return kb_node_read_member (document, node, field, value, G_STRUCT_MEMBER_P (node, field->offset),
                              place, error);
}

/* The text that distinguishes values of a unique field. */
static char *
unique_key (const KbNode *node, const KbField *field)
{
  if (field->type == KB_TYPE_INT)
    return g_strdup_printf ("%d", G_STRUCT_MEMBER (gint, node, field->offset));
  const char *text = G_STRUCT_MEMBER (char *, node, field->offset);
  return field->flags & KB_FIELD_FILE_NAME ? g_utf8_casefold (text, -1) : g_strdup (text);
}

static gboolean
taken_error (GError **error, const KbPlace *place, const KbField *field, const char *key,
             const KbKind *kind)
{
  if (field->type == KB_TYPE_INT)
    return kb_place_error (error, place, field->name, _("'%s' is taken by another %s"), key,
                           _(kind->name));
  return kb_place_error (
    error, place, field->name, _("another %s is called '%s' already%s"), _(kind->name), key,
    field->flags & KB_FIELD_FILE_NAME ? _("; small and capital letters are the same here") : "");
}

/* FALSE: certainly different values, usually decided without a copy. Only non-ASCII letters fold to
 * anything but their lower case. */
static gboolean
may_be_same (const KbNode *node, const KbNode *other, const KbField *field)
{
  if (field->type == KB_TYPE_INT)
    return G_STRUCT_MEMBER (gint, node, field->offset)
           == G_STRUCT_MEMBER (gint, other, field->offset);
  const char *a = G_STRUCT_MEMBER (char *, node, field->offset),
             *b = G_STRUCT_MEMBER (char *, other, field->offset);
  while (*a && g_ascii_tolower (*a) == g_ascii_tolower (*b))
    a++, b++;
  return *a == *b || ((*a | *b) & 0x80);
}

gboolean
kb_node_check_new_name (const KbNode *node, const KbField *field, const KbPlace *place,
                        GError **error)
{
  g_autofree char *fault =
    field->flags & KB_FIELD_FILE_NAME ? kb_name_fault (kb_asset_name (node), TRUE) : NULL;
  return !fault || kb_place_error (error, place, field->name, "%s", fault);
}

gboolean
kb_node_check_unique (const KbNode *node, const KbField *field, const GPtrArray *siblings,
                      const KbPlace *place, GError **error)
{
  if (!(field->flags & KB_FIELD_UNIQUE))
    return TRUE;
  g_autofree char *key = unique_key (node, field);
  KB_EACH (const KbNode, other, siblings)
    {
      if (other == node || !may_be_same (node, other, field))
        continue;
      g_autofree char *taken = unique_key (other, field);
      if (strcmp (key, taken) == 0)
        return taken_error (error, place, field, key, node->kind);
    }
  return TRUE;
}

/* As kb_node_check_unique for all items of a list at once, in linear time. */
static gboolean
check_all_unique (GPtrArray *items, const KbList *list, const KbPlace *up, GError **error)
{
  for (const KbField *field = list->item->fields; field->name; field++)
    {
      if (!(field->flags & KB_FIELD_UNIQUE))
        continue;
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      KB_EACH (void, item, items)
        {
          g_autofree char *key = unique_key (item, field);
          KbPlace place = { .up = up, .list = list->name, .index = item_at };
          if (g_hash_table_contains (seen, key))
            return taken_error (error, &place, field, key, list->item);
          g_hash_table_add (seen, g_steal_pointer (&key));
        }
    }
  return TRUE;
}

gint *
kb_node_lasting_id (const KbNode *node)
{
  const KbField *field = kb_kind_field (node->kind, "id");
  return field ? G_STRUCT_MEMBER_P (node, field->offset) : NULL;
}

gboolean
kb_kind_is_numbered (const KbKind *kind)
{
  return !kind->counter && kb_kind_field (kind, "id") != NULL;
}

gint
kb_items_next_id (const GPtrArray *items)
{
  gint next = 1;
  KB_EACH (KbNode, item, items)
    next = MAX (next, MIN (*kb_node_lasting_id (item), G_MAXINT - 2) + 1);
  return next;
}

/* Frames, bands, layers and mazes in a hand-written file may lack ids. */
static void
give_lasting_id (KbNode *node, const GPtrArray *items)
{
  gint *id = kb_node_lasting_id (node);
  if (kb_kind_is_numbered (node->kind) && *id == 0)
    *id = kb_items_next_id (items);
  if (!node->kind->counter)
    return;
  KbSprite *sprite = (KbSprite *) node->parent;
  if (sprite->next_frame < 1)
    sprite->next_frame = 1;
  if (*id == 0)
    *id = sprite->next_frame;
  if (*id >= sprite->next_frame)
    sprite->next_frame = *id + 1;
}

const char *
kb_place_file (const KbPlace *place)
{
  while (place->up)
    place = place->up;
  return place->file;
}

/* If two people each add a frame, both get the same number, and git merges both into the file. The
 * later one in the file gets the next unused number; steps keep the earlier. The same for bands,
 * layers and mazes. */
static void
renumber (KbDocument *document, GPtrArray *items, gint next)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  KB_EACH (const KbNode, node, items)
    {
      gint *id = kb_node_lasting_id (node);
      if (g_hash_table_add (seen, GINT_TO_POINTER (*id)) || next == G_MAXINT)
        continue;
      g_hash_table_insert (document->renumbered, GUINT_TO_POINTER (node->id),
                           GINT_TO_POINTER (*id));
      *id = next++;
    }
}

static void
renumber_frames (KbDocument *document, KbSprite *sprite, const json_t *lost)
{
  KB_EACH_JSON (item, lost)
    {
      json_int_t id = json_integer_value (json_object_get (item, "id"));
      if (id >= sprite->next_frame && id < G_MAXINT)
        sprite->next_frame = (gint) id + 1;
    }
  renumber (document, sprite->frames, sprite->next_frame);
  KB_EACH (const KbFrame, frame, sprite->frames)
    sprite->next_frame = MAX (sprite->next_frame, MIN (frame->lasting_id, G_MAXINT - 1) + 1);
}

static gboolean
read_list (KbDocument *document, KbNode *node, const KbList *list, const json_t *value,
           const KbPlace *place, GError **error)
{
  const json_t *array = json_object_get (value, list->name);
  if (!array)
    return TRUE;
  if (!json_is_array (array))
    return kb_place_error (error, place, list->name, _("expected an array"));
  if (json_array_size (array) > list->max)
    return kb_place_error (error, place, list->name,
                           _("has %zu items; at most %u are allowed"), json_array_size (array),
                           list->max);
  GPtrArray *items = kb_node_list (node, list);
  KB_EACH_JSON (entry, array)
    {
      KbPlace item_place = { .up = place, .list = list->name, .index = entry_at };
      KbNode *item = kb_node_from_json (document, list->item, node, entry, &item_place, error);
      if (!item)
        return FALSE;
      item->hint = entry_at;
      g_ptr_array_add (items, item);
      give_lasting_id (item, items);
    }
  if (list->item->counter && kb_place_file (place))
    renumber_frames (document, (KbSprite *) node, json_object_get (value, "lost"));
  if (kb_kind_is_numbered (list->item) && kb_place_file (place))
    renumber (document, items, kb_items_next_id (items));
  return check_all_unique (items, list, place, error);
}

KbNode *
kb_node_from_json (KbDocument *document, const KbKind *kind, KbNode *parent, const json_t *value,
                   const KbPlace *place, GError **error)
{
  if (!json_is_object (value))
    return kb_null (kb_place_error (error, place, NULL,
                                    _("expected an object that describes a %s"), _(kind->name)));
  g_autoptr (KbNode) node = kb_node_new (kind, parent);
  node->id = document->next_id++;
  for (const KbField *field = kind->fields; field->name; field++)
    if (!kb_node_read_field (document, node, field, json_object_get (value, field->name), place,
                             error))
      return NULL;
  for (const KbList *list = kind->lists; list->name; list++)
    if (!read_list (document, node, list, value, place, error))
      return NULL;

  KB_EACH_MEMBER (key, item, value)
    if (!kb_kind_field (kind, key) && !kb_kind_list (kind, key))
      {
        if (!node->unknown)
          node->unknown = json_object ();
        json_object_set_new (node->unknown, key, json_deep_copy (item));
      }
  return g_steal_pointer (&node);
}

json_t *
kb_items_as_written (const KbDocument *document, const KbKind *kind, KbNode *parent,
                     const json_t *items)
{
  json_t *list = json_array ();
  KB_EACH_JSON (item, items)
    {
      g_autoptr (KbNode) node = kb_node_new (kind, parent);
      const KbPlace place = { .node = node };
      json_t *written = json_object ();
      for (const KbField *field = kind->fields; field->name; field++)
        {
          json_t *value = json_object_get (item, field->name);
          const gboolean ok = kb_node_read_field (document, node, field, value, &place, NULL);
          json_auto_t *own = ok ? kb_node_get (node, field) : json_incref (value);
          if (own && !json_is_null (own))
            json_object_set (written, field->name, own);
        }
      json_array_append_new (list, written);
    }
  return list;
}

json_t *
kb_node_get (const KbNode *node, const KbField *field)
{
  return kb_type_ops (field->type)->write (node, field, G_STRUCT_MEMBER_P (node, field->offset));
}

/* NULL when memory ran out, so that a save can report it instead of writing half a file. */
static json_t *
to_json (const KbNode *node, const char *skip, gboolean in_file)
{
  json_auto_t *value = node->unknown ? json_deep_copy (node->unknown) : json_object ();
  if (!value)
    return NULL;
  const KbField *zones = in_file ? kb_kind_field_of_type (node->kind, KB_TYPE_ZONES) : NULL;
  for (const KbField *field = node->kind->fields; field->name; field++)
    {
      const KbPainted *painted = field == zones ? kb_node_painted (node, field) : NULL;
      json_t *member = !painted ? kb_node_get (node, field)
                       : kb_node_painted_zones (node, field) || painted->fault ? json_true ()
                                                                               : json_null ();
      /* The PNG has the painting's conflict */
      if (zones && g_str_equal (field->name, "conflicts")
          && json_object_del (member, zones->name) == 0 && json_object_size (member) == 0)
        {
          json_decref (member);
          member = json_null ();
        }
      if (json_is_null (member) && (field->flags & KB_FIELD_OPTIONAL))
        json_decref (member);
      else if (json_object_set_new (value, field->name, member))
        return NULL;
    }
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      GPtrArray *items = kb_node_list (node, list);
      if ((skip && strcmp (list->name, skip) == 0) || (in_file && list->item->folder))
        continue;
      if (items->len == 0)
        continue;
      json_t *array = json_array ();
      KB_EACH_WHILE (array, KbNode, item, items)
        if (json_array_append_new (array, to_json (item, NULL, in_file)))
          g_clear_pointer (&array, json_decref);
      if (json_object_set_new (value, list->name, array))
        return NULL;
    }
  return g_steal_pointer (&value);
}

json_t *
kb_node_to_json (const KbNode *node, const char *skip)
{
  return to_json (node, skip, FALSE);
}

json_t *
kb_node_to_file_json (const KbNode *node)
{
  return to_json (node, NULL, TRUE);
}

gboolean
kb_node_put (KbDocument *document, KbNode *node, const KbField *field, const json_t *value,
             GError **error)
{
  KbPlace place = { .node = node };
  json_auto_t *before = kb_node_get (node, field);
  gboolean ok = kb_node_read_field (document, node, field, value, &place, error);
  if (ok && (field->flags & KB_FIELD_UNIQUE) && !json_equal (before, value))
    {
      const KbList *list = kb_node_place (node, NULL);
      if (list
          && (!kb_node_check_new_name (node, field, &place, error)
              || !kb_node_check_unique (node, field, kb_node_list (node->parent, list), &place,
                                        error)))
        {
          kb_node_read_field (document, node, field, before, &place, NULL);
          ok = FALSE;
        }
    }
  return ok;
}

/* ['NAME'], with a backslash before quotes and backslashes. */
static void
append_name (GString *text, const char *name)
{
  g_string_append (text, "['");
  for (const char *p = name; *p; p++)
    {
      if (*p == '\'' || *p == '\\')
        g_string_append_c (text, '\\');
      g_string_append_c (text, *p);
    }
  g_string_append (text, "']");
}

static void
append_path (GString *text, const KbNode *node, gboolean names)
{
  guint index;
  if (!node->parent)
    return;
  append_path (text, node->parent, names);
  const KbList *list = kb_node_place (node, &index);
  g_string_append_printf (text, "%s%s", text->len ? "." : "", list ? list->name : "(new)");
  if (list && names && node->kind->folder)
    append_name (text, kb_asset_name (node));
  else if (list)
    g_string_append_printf (text, "[%u]", index);
}

char *
kb_node_path (const KbNode *node)
{
  GString *text = g_string_new (NULL);
  append_path (text, node, FALSE);
  return g_string_free (text, FALSE);
}

/* For the journal: files do not keep the order of assets, so an asset's index is not stable. */
char *
kb_node_lasting_path (const KbNode *node)
{
  GString *text = g_string_new (NULL);
  append_path (text, node, TRUE);
  return g_string_free (text, FALSE);
}

char *
kb_node_title (const KbNode *node)
{
  const KbField *field = kb_kind_field (node->kind, "name");
  const char *name = field ? G_STRUCT_MEMBER (char *, node, field->offset) : NULL;
  if (name && *name)
    return g_strdup (name);
  field = kb_kind_field_of_type (node->kind, KB_TYPE_GEOMETRY);
  if (field)
    return g_strdup (
      _(kb_geometry_kind (G_STRUCT_MEMBER (KbGeometry, node, field->offset).type)->label));
  const char *first = node->kind->first;
  guint index;
  if (!kb_node_place (node, &index))
    return g_strdup (_(node->kind->label));
  return first && index == 0 ? g_strdup (_(first))
                             : g_strdup_printf ("%s %u", _(node->kind->label), index + !first);
}
