/* SPDX-License-Identifier: MIT */
/* Reads and checks heightmaps. */
#include "document/heightmap.h"

#include <glib/gi18n.h>

#include "document/problems/problem_finder.h"

KbPixel
kb_heightmap_size (const KbHeightmap *map)
{
  if (map->width > 0)
    return (KbPixel) { .x = map->width, .y = map->height };
  return (KbPixel) { .x = map->picture.width, .y = map->picture.height };
}

/* Of the size that the map has, whatever was painted. */
static KbGrey *
painted_grey (const KbHeightmap *map, GError **error)
{
  const KbPainted *painted = &map->samples;
  if (painted->fault && !painted->zones)
    return kb_fail_null (error, KB_ERROR_INPUT, _("what is painted cannot be read: %s"),
                         painted->fault);
  gint height = MAX (map->height, 1);
  g_autoptr (KbZones) zones =
    painted->zones
      ? kb_zones_crop (painted->zones, 0, 0, (guint) map->width * 2, (guint) height)
      : kb_zones_new ((guint) map->width * 2, (guint) height, 0);
  return kb_grey_from_zones (zones, error);
}

KbGrey *
kb_document_heightmap_grey (const KbDocument *document, const KbHeightmap *map, GError **error)
{
  const KbPictureRef *ref = &map->picture;
  if (map->width > 0)
    return painted_grey (map, error);
  if (!ref->file)
    return kb_fail_null (error, KB_ERROR_INPUT, _("the heightmap '%s' has no picture"), map->name);
  g_autofree char *path = g_build_filename (document->folder, "pictures", ref->file, NULL);
  g_autoptr (KbGrey) whole = kb_grey_read (document->folder, path, error);
  if (!whole)
    return NULL;
  if (ref->x == 0 && ref->y == 0 && (guint) ref->width == whole->width
      && (guint) ref->height == whole->height)
    return g_steal_pointer (&whole);
  KbGrey *part = kb_grey_crop (whole, ref->x, ref->y, (guint) ref->width, (guint) ref->height);
  if (!part)
    g_set_error (
      error, KB_ERROR, KB_ERROR_INPUT,
      _("%s: the rectangle %d, %d, %d x %d does not lie within the picture's %u x %u pixels"),
      path, ref->x, ref->y, ref->width, ref->height, whole->width, whole->height);
  return part;
}

gboolean
kb_document_read_heightmaps (const KbDocument *document, const KbLevel *level, GError **error)
{
  KB_EACH (const KbHeightmap, heightmap, level->heightmaps)
    {
      g_autoptr (KbGrey) grey = kb_document_heightmap_grey (document, heightmap, error);
      if (!grey)
        return FALSE;
    }
  return TRUE;
}

void
kb_check_heightmap (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbHeightmap *map = (const KbHeightmap *) node;
  const KbPictureFile *file = kb_problem_finder_file (finder, map->picture.file);
  const char *folder = finder->document->folder, *name = map->picture.file ? map->picture.file : "";
  g_autofree char *path = g_build_filename (folder, "pictures", name, NULL);
  const char *fault = kb_grey_fault (folder, path);
  const KbPixel size = kb_heightmap_size (map);
  kb_check_painting (problems, node);
  if (!file && map->width == 0)
    kb_report (problems, "heightmap-picture", KB_PROBLEM_ERROR, node,
               _("the heightmap '%s' has no picture"), map->name);
  kb_check_picture (problems, node, &map->picture, file);
  if (file && !file->fault && fault)
    kb_report (problems, "heightmap-grey", KB_PROBLEM_ERROR, node,
               _("the picture of the heightmap '%s' %s; expected a grey PNG of 8 or 16 bits "
                  "without alpha, whose samples are altitudes"),
               map->name, _(fault));
  if ((file || map->width > 0)
      && (size.x < 2 || size.y < 2 || MAX (size.x, size.y) > KB_MAX_SAMPLES))
    kb_report (problems, "heightmap-size", KB_PROBLEM_ERROR, node,
               _("the heightmap '%s' has %d x %d samples; expected 2 to %d each way"), map->name,
               size.x, size.y, KB_MAX_SAMPLES);
  if (map->low >= map->high)
    kb_report (
      problems, "heightmap-range", KB_PROBLEM_ERROR, node,
      _("the lowest altitude of the heightmap '%s', %.10g, is not below its highest, %.10g"),
      map->name, map->low, map->high);
}
