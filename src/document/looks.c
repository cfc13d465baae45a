/* SPDX-License-Identifier: MIT */
/* How the tile and image layers of a level are drawn: looks, groups and order. */
#include <string.h>

#include "document/colour.h"
#include "document/model.h"

KbLayerGroup *
kb_level_find_group (const KbLevel *level, gint lasting_id)
{
  if (lasting_id)
    KB_EACH (KbLayerGroup, group, level->groups)
      if (group->lasting_id == lasting_id)
        return group;
  return NULL;
}

KbFrame *
kb_image_frame (const KbProject *project, const KbImageLayer *image)
{
  const KbSprite *sprite = image->sprite ? kb_project_find_sprite (project, image->sprite) : NULL;
  return sprite ? kb_sprite_find_frame (sprite, image->frame) : NULL;
}

const KbLayerLook *
kb_node_look (const KbNode *node)
{
  const KbField *field = node ? kb_kind_field (node->kind, "group") : NULL;
  return field ? (const KbLayerLook *) ((const char *) node + field->offset
                                        - G_STRUCT_OFFSET (KbLayerLook, group))
               : NULL;
}

/* The product of two tints, 0xRRGGBBAA; 0 is none. Never 0 for two tints: 1 is as invisible. */
static guint32
kb_colour_multiply (guint32 a, guint32 b)
{
  guint32 product = 0;
  if (!a || !b)
    return a ? a : b;
  for (guint shift = 0; shift < 32; shift += 8)
    product |= ((a >> shift & 0xff) * (b >> shift & 0xff) + 127) / 255 << shift;
  return product ? product : 1;
}

KbLayerLook
kb_node_full_look (const KbNode *node)
{
  KbLayerLook full = *kb_node_look (node);
  double opacity = full.opacity;
  const KbLayerGroup *group = kb_node_group (node);
  for (; group; group = kb_node_group (&group->node))
    {
      opacity *= group->look.opacity / 100.0;
      full.tint = kb_colour_multiply (full.tint, group->look.tint);
      full.blend = full.blend ? full.blend : group->look.blend;
      full.parallax_x *= group->look.parallax_x;
      full.parallax_y *= group->look.parallax_y;
    }
  full.opacity = (gint) (opacity + 0.5);
  return full;
}

/* ---- order ---- */

/* Images that name this layer; those whose layer is gone are behind all. */
static void
add_images (GPtrArray *flat, const KbLevel *level, const KbLayer *layer)
{
  KB_EACH (KbImageLayer, image, level->images)
    {
      const KbLayer *below = NULL;
      KB_EACH_WHILE (!below, const KbLayer, other, level->layers)
        if (other->lasting_id == image->above)
          below = other;
      if (below == layer)
        g_ptr_array_add (flat, image);
    }
}

/* Adds those of a group, NULL for none, and where one is of a group in it all of that. */
static void
add_group (GPtrArray *stack, const GPtrArray *flat, const KbLayerGroup *group, guint depth)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  KB_EACH (const KbNode, node, flat)
    {
      const KbNode *top = kb_node_within_group (node, group);
      if (top == node)
        g_ptr_array_add (stack, (gpointer) node);
      else if (top && depth < KB_MAX_GROUP_DEPTH && g_hash_table_add (done, (gpointer) top))
        add_group (stack, flat, (const KbLayerGroup *) top, depth + 1);
    }
}

GPtrArray *
kb_level_stack (const KbLevel *level)
{
  g_autoptr (GPtrArray) flat = g_ptr_array_new ();
  GPtrArray *stack = g_ptr_array_new ();
  add_images (flat, level, NULL);
  KB_EACH (KbLayer, layer, level->layers)
    {
      g_ptr_array_add (flat, layer);
      add_images (flat, level, layer);
    }
  add_group (stack, flat, NULL, 0);
  return stack;
}

/* ---- groups ---- */

KbLayerGroup *
kb_node_group (const KbNode *node)
{
  const KbLayerLook *look = node ? kb_node_look (node) : NULL;
  const KbLevel *level = look ? (const KbLevel *) node->parent : NULL;
  const KbLayerGroup *outer = level ? kb_level_find_group (level, look->group) : NULL;
  /* Groups that contain each other are no groups */
  for (guint depth = 0; outer; depth++)
    {
      if (depth == KB_MAX_GROUP_DEPTH)
        return NULL;
      outer = kb_level_find_group (level, outer->look.group);
    }
  return level ? kb_level_find_group (level, look->group) : NULL;
}

const KbNode *
kb_node_within_group (const KbNode *node, const KbLayerGroup *group)
{
  const KbLayerGroup *outer = kb_node_group (node);
  while (outer && outer != group)
    {
      node = &outer->node;
      outer = kb_node_group (node);
    }
  return outer == group ? node : NULL;
}

gboolean
kb_id_in_set (KbId id, GHashTable *set)
{
  return set && g_hash_table_contains (set, GUINT_TO_POINTER (id));
}

gboolean
kb_layer_in_set (const KbNode *layer, GHashTable *set)
{
  for (const KbNode *node = layer; node; node = (const KbNode *) kb_node_group (node))
    if (kb_id_in_set (node->id, set))
      return TRUE;
  return FALSE;
}
