/* SPDX-License-Identifier: MIT */
/* Reads heightmaps. */
#include "document/heightmap.h"

#include <glib/gi18n.h>

#include "document/private.h"

KbGrey *
kb_document_heightmap_grey (const KbDocument *document, const KbHeightmap *map, GError **error)
{
  const KbPictureRef *ref = &map->picture;
  if (!ref->file)
    {
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("the heightmap '%s' has no picture"),
                   map->name);
      return NULL;
    }
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
