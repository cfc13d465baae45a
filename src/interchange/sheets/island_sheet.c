/* SPDX-License-Identifier: MIT */
/* Frames from a sheet by islands of opaque pixels. */
#include "interchange/importers.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>

static gboolean
add_island (KbImport *import, const char *path, gint index, const KbIslandMap *map,
            const KbIsland *island, guint first_row, GError **error)
{
  const KbPicture *picture = kb_import_picture (import, index);
  if (island->width > KB_MAX_FRAME_SIDE || island->height > KB_MAX_FRAME_SIDE)
    return kb_import_fail (error, path,
                           _("the island at %d, %d is too large for a frame (%d x %d pixels)"),
                           island->x, island->y, island->width, island->height);
  KbPicture *own = island->shared ? kb_island_map_picture (map, picture, island) : NULL;
  if (island->shared && !own)
    return kb_import_fail_memory (error, path);
  KbImportFrame *frame =
    own ? kb_import_add_frame (import, NULL, kb_import_take_picture (import, path, own), 0, 0,
                               island->width, island->height)
        : kb_import_add_frame (import, NULL, index, island->x, island->y, island->width,
                               island->height);
  frame->sheet_x = island->x;
  frame->sheet_y = island->y;
  frame->row = first_row + island->row;
  return TRUE;
}

/* FALSE if one cannot be understood. */
static gboolean
change_islands (KbImport *import, KbIslandMap *map, GError **error)
{
  if (!import->options.changes)
    return TRUE;
  if (import->files[1])
    return kb_fail (error, KB_ERROR_USAGE, _("the frames of several sheets cannot be changed"));
  g_auto (GStrv) missed = kb_island_map_edit (map, import->options.changes, error);
  for (guint i = 0; missed && missed[i]; i++)
    kb_import_message (import, _("“%s”: no frame is there"), missed[i]);
  return missed != NULL;
}

static gboolean
read_sheet (KbImport *import, const KbPictureLoader *loader, const char *path, GError **error)
{
  gint index = kb_import_load_picture (import, loader, path, error);
  if (index < 0)
    return FALSE;
  const KbImportOptions *o = &import->options;
  guint n = import->frames->len, first_row = n ? kb_import_frame (import, n - 1)->row + 1 : 0;
  g_autoptr (KbIslandMap) map =
    kb_island_map_new (kb_import_picture (import, index), o->alpha, o->gap, o->minimum);
  if (!map)
    return kb_import_fail (
      error, path, _("there are more than %u runs of opaque pixels; this is no sheet of islands"),
      KB_MAX_ISLAND_RUNS);
  if (!change_islands (import, map, error))
    return FALSE;
  guint64 copied = 0;
  KB_EACH_IN (const KbIsland, island, map->islands)
    copied += island->shared ? (guint64) island->width * island->height : 0;
  gboolean ok = TRUE;
  if (map->islands->len > 65536 - import->frames->len)
    ok = kb_import_fail (error, path,
                         _("there are %u islands of opaque pixels; at most 65536 can be frames"),
                         map->islands->len);
  else if (copied > KB_MAX_PICTURE_PIXELS)
    ok =
      kb_import_fail (error, path, _("the islands of opaque pixels enclose each other too often"));
  KB_EACH_IN_WHILE (ok, const KbIsland, found, map->islands)
    ok = add_island (import, path, index, map, found, first_row, error);
  if (ok && map->n_small)
    kb_import_message (import,
                       ngettext ("%s: %u island smaller than %d pixels was skipped",
                                 "%s: %u islands smaller than %d pixels were skipped",
                                 map->n_small),
                       path, map->n_small, o->minimum);
  return ok;
}

static gboolean
read_islands (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
              GError **error)
{
  for (guint i = 0; import->files[i]; i++)
    if (!read_sheet (import, loader, import->files[i], error))
      return FALSE;
  return import->frames->len > 0
         || kb_import_fail (error, import->files[0],
                            _("there are no islands of opaque pixels; is a colour key missing?"));
}

static KbFit
recognise_islands (const KbImportHead *head)
{
  return head->options->islands && kb_import_head_is_png (head) ? KB_FIT_SURE : KB_FIT_NEVER;
}

const KbImporter kb_importer_islands = {
  .name = "islands",
  .label = N_("Sheet, cut by islands of pixels"),
  .noun = N_("a PNG picture"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = kb_png_patterns,
  .mime_types = kb_png_mime_types,
  .options = (const char *const[]) { "islands", "alpha", "gap", "minimum", "changes", "colour_key",
                                     "name_animations", "rows", "ranges", "hot_spot", "detect",
                                     "fresh", NULL },
  .recognise = recognise_islands,
  .read_sprite = read_islands,
};
