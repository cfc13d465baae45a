/* SPDX-License-Identifier: MIT */
/* Creates mazes. */
#include "operations/level/mazes.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/document.h"

char *
kb_level_free_name (const KbLevel *level, const char *list, const char *stem)
{
  const KbList *found = kb_kind_list (level->node.kind, list);
  const GPtrArray *nodes = kb_node_list (&level->node, found);
  const KbField *field = kb_kind_field (found->item, "name");
  for (guint n = 1;; n++)
    {
      g_autofree char *name = g_strdup_printf ("%s %u", stem, n);
      gboolean is_free = TRUE;
      KB_EACH (KbNode, node, nodes)
        is_free &= g_strcmp0 (name, G_STRUCT_MEMBER (char *, node, field->offset)) != 0;
      if (is_free)
        return g_steal_pointer (&name);
    }
}

static void
close_border (guint8 *edges, gint width, gint height)
{
  gsize stride = (gsize) width + 1;
  for (gint i = 0; i < width; i++)
    {
      edges[i] |= KB_MAZE_TOP;
      edges[(gsize) height * stride + (gsize) i] |= KB_MAZE_TOP;
    }
  for (gint j = 0; j < height; j++)
    {
      edges[(gsize) j * stride] |= KB_MAZE_LEFT;
      edges[(gsize) j * stride + (gsize) width] |= KB_MAZE_LEFT;
    }
}

static gboolean
put_walls (KbDocument *document, KbId maze, const KbMazeWish *wish, GError **error)
{
  gsize stride = (gsize) wish->width + 1, rows = (gsize) wish->height + 1;
  g_autofree guint8 *edges = g_malloc0 (stride * rows);
  if (wish->random)
    kb_maze_generate (edges, (guint) wish->width, (guint) wish->height, (guint64) wish->seed);
  else
    close_border (edges, wish->width, wish->height);
  g_autoptr (KbZones) zones = kb_zones_from_pixels ((guint) stride, (guint) rows, edges, stride);
  return kb_document_set_zones (document, maze, "edges", zones, error);
}

static gboolean
check (const KbMazeWish *wish, GError **error)
{
  if (wish->width >= 1 && wish->height >= 1 && wish->width <= KB_MAX_MAZE_CELLS
      && wish->height <= KB_MAX_MAZE_CELLS
      && (guint) wish->width * (guint) wish->height <= KB_MOST_GENERATED_CELLS)
    return TRUE;
  return kb_fail (error, KB_ERROR_INPUT, _("expected a maze of 1 to %u cells, at most %d a side"),
                  KB_MOST_GENERATED_CELLS, KB_MAX_MAZE_CELLS);
}

KbId
kb_maze_add (KbDocument *document, KbId level, const char *class_name, KbPixel place,
             const KbMazeWish *wish, GError **error)
{
  const KbNode *node = kb_document_node (document, level);
  if (!kb_node_is (node, &kb_level_kind) || !check (wish, error))
    return 0;
  g_autofree char *name = kb_level_free_name ((const KbLevel *) node, "mazes", "maze");
  KbId id =
    kb_document_insert (document, level, "mazes", -1,
                        json_pack ("{ss ss s[ii] s[ii] si si}", "name", name, "class", class_name,
                                   "cell", wish->cell, wish->cell, "origin", place.x, place.y,
                                   "width", wish->width, "height", wish->height),
                        error);
  return id && put_walls (document, id, wish, error) ? id : 0;
}

gboolean
kb_maze_remake (KbDocument *document, KbId maze, const KbMazeWish *wish, GError **error)
{
  const KbNode *node = kb_document_node (document, maze);
  const KbMaze *now = (const KbMaze *) node;
  return kb_node_is (node, &kb_maze_kind) && check (wish, error)
         && ((now->width == wish->width && now->height == wish->height)
             || kb_document_set_bounds (document, maze, now->first.x, now->first.y, wish->width,
                                        wish->height, error))
         && put_walls (document, maze, wish, error);
}
