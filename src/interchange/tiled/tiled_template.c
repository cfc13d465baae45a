/* SPDX-License-Identifier: MIT */
/* Completes objects from their templates: missing values are copied from there. */
#include <glib/gi18n.h>
#include <string.h>

#include "interchange/tiled/tiled.h"
#include "interchange/tiled/tiled_tree.h"

/* Copies a node; messages refer to the object's line. */
static void
copy (KbTiledNode *parent, const KbTiledNode *from)
{
  KbTiledNode *node = kb_tiled_add (parent, from->name);
  node->line = parent->line;
  for (guint i = 0; i < from->attributes->len; i += 2)
    kb_tiled_set (node, g_ptr_array_index (from->attributes, i),
                  g_ptr_array_index (from->attributes, i + 1));
  if (from->text)
    node->text = g_string_new_len (from->text->str, (gssize) from->text->len);
  for (guint i = 0; i < kb_tiled_n (from); i++)
    copy (node, kb_tiled_at (from, i));
}

static gboolean
has_property (const KbTiledNode *list, const char *name)
{
  for (guint i = 0; i < kb_tiled_n (list); i++)
    if (g_strcmp0 (kb_tiled_get (kb_tiled_at (list, i), "name"), name) == 0)
      return TRUE;
  return FALSE;
}

static void
copy_properties (KbTiledNode *object, const KbTiledNode *list)
{
  KbTiledNode *own = kb_tiled_child (object, "properties");
  if (!own)
    {
      copy (object, list);
      return;
    }
  for (guint i = 0; i < kb_tiled_n (list); i++)
    if (!has_property (own, kb_tiled_get (kb_tiled_at (list, i), "name")))
      copy (own, kb_tiled_at (list, i));
}

/* Merges everything except the tile: see take_tile. */
static void
merge (KbTiledNode *object, const KbTiledNode *from)
{
  static const char *const shapes[] = { "polygon", "polyline", "ellipse", "capsule",
                                       "point",   "text",     NULL };
  gboolean own_shape = FALSE;
  for (guint i = 0; i < kb_tiled_n (object); i++)
    own_shape |= g_strv_contains (shapes, kb_tiled_at (object, i)->name);
  for (guint i = 0; i < from->attributes->len; i += 2)
    {
      const char *attribute = g_ptr_array_index (from->attributes, i);
      if (!kb_tiled_get (object, attribute) && strcmp (attribute, "gid") != 0)
        kb_tiled_set (object, attribute, g_ptr_array_index (from->attributes, i + 1));
    }
  for (guint i = 0; i < kb_tiled_n (from); i++)
    if (kb_tiled_is (kb_tiled_at (from, i), "properties"))
      copy_properties (object, kb_tiled_at (from, i));
    else if (!own_shape || !g_strv_contains (shapes, kb_tiled_at (from, i)->name))
      copy (object, kb_tiled_at (from, i));
}

/* Converts the template's tile number, of its own tileset, to the map's. */
static void
take_tile (const KbTiledObjects *objects, KbTiledNode *object, const KbTiledNode *root,
           const char *text)
{
  const KbTiledNode *set = kb_tiled_child (root, "tileset");
  const char *source = set ? kb_tiled_get (set, "source") : NULL;
  g_autofree char *path = source ? kb_tiled_file_of (set, source) : NULL;
  guint first = path ? kb_tiled_sets_first (objects->sets, path) : 0;
  guint64 gid = 0, start = 1;
  if (set && kb_tiled_get (set, "firstgid"))
    g_ascii_string_to_unsigned (kb_tiled_get (set, "firstgid"), 10, 1, KB_TILED_GID, &start, NULL);
  if (!first || !g_ascii_string_to_unsigned (text, 10, start, G_MAXUINT32, &gid, NULL)
      || (gid & KB_TILED_GID) < start)
    {
      kb_tiled_lose (objects->lost, object,
                     _("a template's tile is left out: the map does not have its tileset"));
      return;
    }
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, gid - start + first);
  kb_tiled_set (object, "gid", number);
}

/* NULL if it cannot be read. That was reported for the first object with this template. */
static const KbTiledNode *
find_template (const KbTiledObjects *objects, const KbTiledNode *object, const char *name)
{
  g_autofree char *path = kb_tiled_file_of (object, name);
  gpointer known;
  if (g_hash_table_lookup_extended (objects->templates, path, NULL, &known))
    return known;
  g_autoptr (GError) fault = NULL;
  KbTiledNode *root = kb_tiled_read (path, &fault);
  if (root && (!kb_tiled_is (root, "template") || !kb_tiled_child (root, "object")))
    {
      kb_tiled_fail (root, NULL, &fault, _("expected <%s>, got <%s>"), "template", root->name);
      g_clear_pointer (&root, kb_tiled_free);
    }
  if (!root)
    {
      g_autofree char *what = g_strdup_printf (_("a template is left out: %s"), fault->message);
      kb_tiled_lose (objects->lost, object, what);
    }
  g_hash_table_insert (objects->templates, g_steal_pointer (&path), root);
  return root;
}

void
kb_tiled_fill_from_template (const KbTiledObjects *objects, KbTiledNode *object)
{
  const char *name = kb_tiled_get (object, "template");
  const KbTiledNode *root = name ? find_template (objects, object, name) : NULL;
  const KbTiledNode *from = root ? kb_tiled_child (root, "object") : NULL;
  if (!from)
    return;
  const char *gid = kb_tiled_get (object, "gid") ? NULL : kb_tiled_get (from, "gid");
  if (gid)
    take_tile (objects, object, root, gid);
  merge (object, from);
}
