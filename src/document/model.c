/* SPDX-License-Identifier: MIT */
/* Finding things by name. */
#include <string.h>

#include "document/model.h"

static gpointer
find_named (GPtrArray *items, gsize name_offset, const char *name)
{
  for (guint i = 0; i < items->len; i++)
    {
      gpointer item = g_ptr_array_index (items, i);
      if (g_strcmp0 (G_STRUCT_MEMBER (char *, item, name_offset), name) == 0)
        return item;
    }
  return NULL;
}

KbSprite *
kb_project_find_sprite (const KbProject *project, const char *name)
{
  return find_named (project->sprites, G_STRUCT_OFFSET (KbSprite, name), name);
}

KbClass *
kb_project_find_class (const KbProject *project, const char *name)
{
  return find_named (project->classes, G_STRUCT_OFFSET (KbClass, name), name);
}

KbPoint *
kb_frame_find_point (const KbFrame *frame, const char *name)
{
  return find_named (frame->points, G_STRUCT_OFFSET (KbPoint, name), name);
}

KbAnimation *
kb_sprite_find_animation (const KbSprite *sprite, const char *name)
{
  return find_named (sprite->animations, G_STRUCT_OFFSET (KbAnimation, name), name);
}

static gpointer
ancestor (KbNode *node, const KbKind *kind)
{
  while (node && node->kind != kind)
    node = node->parent;
  return node;
}

KbSprite *
kb_node_sprite (KbNode *node)
{
  return ancestor (node, &kb_sprite_kind);
}

KbFrame *
kb_node_frame (KbNode *node)
{
  return ancestor (node, &kb_frame_kind);
}
