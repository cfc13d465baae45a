/* SPDX-License-Identifier: MIT */
/* Creates mazes, and heightmaps from files. */
#include "operations/level/worlds.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/document.h"
#include "document/files.h"
#include "operations/level/change.h"
#include "operations/level/maze.h"

char *
kb_level_free_name (const KbLevel *level, const char *list, const char *stem)
{
  const KbList *found = level->node.kind->lists;
  while (strcmp (found->name, list) != 0)
    found++;
  const GPtrArray *nodes = kb_node_list (&level->node, found);
  const KbField *field = kb_kind_field (found->item, "name");
  for (guint n = 1;; n++)
    {
      char *name = g_strdup_printf ("%s %u", stem, n);
      guint i = 0;
      while (i < nodes->len
             && g_strcmp0 (
                  name, *(char *const *) (const void *) ((const char *) g_ptr_array_index (nodes, i)
                                                         + field->offset))
                  != 0)
        i++;
      if (i == nodes->len)
        return name;
      g_free (name);
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
  g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
               _("expected a maze of 1 to %u cells, at most %d a side"), KB_MOST_GENERATED_CELLS,
               KB_MAX_MAZE_CELLS);
  return FALSE;
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
  if (!kb_node_is (node, &kb_maze_kind) || !check (wish, error))
    return FALSE;
  if ((now->width != wish->width || now->height != wish->height)
      && !kb_document_set_bounds (document, maze, now->first.x, now->first.y, wish->width,
                                  wish->height, error))
    return FALSE;
  return put_walls (document, maze, wish, error);
}

KbBounds
kb_heightmap_place (const KbHeightmap *map)
{
  return (KbBounds) { map->origin.x, map->origin.y,
                     map->origin.x + map->cell * MAX (map->picture.width - 1, 0),
                     map->origin.y + map->cell * MAX (map->picture.height - 1, 0) };
}

KbVec
kb_heightmap_free_place (const KbLevel *level)
{
  double grid = level->grid > 0 ? level->grid : KB_LEVEL_GRID, right = -G_MAXDOUBLE;
  KbVec place = { 0, 0 };
  for (guint i = 0; i < kb_count (level->heightmaps); i++)
    {
      KbBounds taken = kb_heightmap_place (kb_heightmap_at (level, i));
      if (taken.x1 <= right)
        continue;
      right = taken.x1;
      place = (KbVec) { (floor (right / grid) + 1) * grid, taken.y0 };
    }
  return place.x <= KB_LEVEL_LIMIT ? place : (KbVec) { 0, 0 };
}

static gboolean
check_samples (const char *path, guint width, guint height, GError **error)
{
  if (MIN (width, height) >= 2 && MAX (width, height) <= KB_MAX_SAMPLES)
    return TRUE;
  g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
               _("%s: it has %u x %u pixels; a heightmap has 2 to %d samples each way"), path,
               width, height, KB_MAX_SAMPLES);
  return FALSE;
}

/* The file's name, with a number if another map has it; "heightmap 1" if it is not a valid name. */
static char *
heightmap_name (const KbDocument *document, const KbLevel *level, const char *stem)
{
  if (!g_utf8_validate (stem, -1, NULL))
    return kb_level_free_name (level, "heightmaps", "heightmap");
  if (kb_document_check_name (document, level->node.id, "heightmaps", 0, stem, NULL))
    return g_strdup (stem);
  g_autofree char *next = kb_level_free_name (level, "heightmaps", stem);
  if (kb_document_check_name (document, level->node.id, "heightmaps", 0, next, NULL))
    return g_steal_pointer (&next);
  return kb_level_free_name (level, "heightmaps", "heightmap");
}

KbId
kb_heightmap_add (KbDocument *document, KbId level, const char *path, KbVec origin, GError **error)
{
  const KbNode *node = kb_document_node (document, level);
  guint width, height;
  char *bytes;
  gsize size;
  if (!kb_node_is (node, &kb_level_kind) || !kb_grey_check (NULL, path, &width, &height, error)
      || !check_samples (path, width, height, error)
      || !kb_file_read (NULL, path, G_MAXINT64, &bytes, &size, error))
    return 0;
  g_autoptr (GBytes) png = g_bytes_new_take (bytes, size);
  g_autofree char *base = g_path_get_basename (path);
  const char *dot = strrchr (base, '.');
  g_autofree char *stem =
    g_strndup (base, dot && dot > base ? (gsize) (dot - base) : strlen (base));
  g_autofree char *name = heightmap_name (document, (const KbLevel *) node, stem);
  g_autofree char *file = kb_document_add_png (document, stem, png, error);
  if (!file)
    return 0;
  return kb_document_insert (document, level, "heightmaps", -1,
                             json_pack ("{ss s{ss s[iiii]} so si si si}", "name", name, "picture",
                                        "file", file, "rect", 0, 0, (int) width, (int) height,
                                        "origin", kb_vec_json (origin), "cell", 4, "low", 0,
                                        "high", 100),
                             error);
}
