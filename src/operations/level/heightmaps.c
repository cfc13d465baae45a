/* SPDX-License-Identifier: MIT */
/* Creates heightmaps from files. */
#include "operations/level/heightmaps.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/files/files.h"
#include "document/heightmap.h"
#include "document/part.h"
#include "operations/level/mazes.h"

KbBounds
kb_heightmap_place (const KbNode *node)
{
  const KbHeightmap *map = (const KbHeightmap *) node;
  const KbPixel size = kb_heightmap_size (map);
  return (KbBounds) { map->origin.x, map->origin.y,
                     map->origin.x + map->cell * MAX (size.x - 1, 0),
                     map->origin.y + map->cell * MAX (size.y - 1, 0) };
}

KbVec
kb_heightmap_free_place (const KbLevel *level)
{
  double grid = level->grid > 0 ? level->grid : KB_LEVEL_GRID, right = -G_MAXDOUBLE;
  KbVec place = { 0, 0 };
  KB_EACH (KbHeightmap, heightmap, level->heightmaps)
    {
      KbBounds taken = kb_heightmap_place (&heightmap->node);
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
  return kb_fail (error, KB_ERROR_INPUT,
                  _("%s: it has %u x %u pixels; a heightmap has 2 to %d samples each way"), path,
                  width, height, KB_MAX_SAMPLES);
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
kb_heightmap_add (KbDocument *document, KbId level, const char *path, KbVec origin,
                  gboolean *alpha, GError **error)
{
  const KbNode *node = kb_document_node (document, level);
  guint width, height;
  g_autoptr (GBytes) png = kb_node_is (node, &kb_level_kind)
                             ? kb_grey_import (path, &width, &height, alpha, error)
                             : NULL;
  if (!png || !check_samples (path, width, height, error))
    return 0;
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

/* ---- painted samples ---- */

gboolean
kb_heightmap_make_painted (KbDocument *document, KbId id, GError **error)
{
  const KbHeightmap *map = (const KbHeightmap *) kb_document_node (document, id);
  if (map->width > 0)
    return TRUE;
  g_autoptr (KbGrey) grey = kb_document_heightmap_grey (document, map, error);
  g_autoptr (KbZones) zones = grey ? kb_grey_to_zones (grey, error) : NULL;
  if (!zones)
    return FALSE;
  kb_document_begin (document, _("Sculpt heightmap"));
  gboolean done =
    kb_document_set (document, id, "width", json_integer (grey->width), error)
    && kb_document_set (document, id, "height", json_integer (grey->height), error)
    && kb_document_set_zones (document, id, "samples", zones, error)
    && kb_document_set (document, id, "picture", json_null (), error);
  return kb_document_finish (document, done);
}

static KbZones *
level_samples (const KbHeightmapWish *wish, GError **error)
{
  guint width = (guint) wish->width, height = (guint) wish->height;
  double share = ((double) wish->base - wish->low) / (wish->high - wish->low);
  guint16 value = (guint16) floor (CLAMP (share, 0, 1) * 65535 + 0.5);
  g_autofree guint16 *samples = g_try_malloc_n ((gsize) width * height, sizeof *samples);
  if (!samples)
    return kb_fail_null (error, KB_ERROR_MACHINE,
                         _("there is not enough memory for a heightmap"));
  for (gsize i = 0; i < (gsize) width * height; i++)
    samples[i] = value;
  return kb_grey_to_zones (&(KbGrey) { width, height, 16, samples }, error);
}

KbId
kb_heightmap_add_new (KbDocument *document, KbId level, const KbHeightmapWish *wish, KbVec origin,
                      GError **error)
{
  const KbNode *node = kb_document_node (document, level);
  g_autofree char *name =
    kb_level_free_name ((const KbLevel *) node, "heightmaps", "heightmap");
  g_autoptr (KbZones) zones = level_samples (wish, error);
  KbId id = !zones ? 0
                   : kb_document_insert (document, level, "heightmaps", -1,
                                         json_pack ("{ss so si si si si si}", "name", name,
                                                    "origin", kb_vec_json (origin), "cell",
                                                    wish->cell, "low", wish->low, "high",
                                                    wish->high, "width", wish->width, "height",
                                                    wish->height),
                                         error);
  return id && kb_document_set_zones (document, id, "samples", zones, error) ? id : 0;
}
