/* SPDX-License-Identifier: MIT */
/* Frames from a sheet of equal cells: row by row from the top left, after a margin, with spacing
 * between cells. Only whole cells count. Empty cells at the end of a row can be left out; other
 * empty cells become empty frames. */
#include "interchange/importers.h"

#include <glib/gi18n.h>
#include <inttypes.h>

static gboolean
is_empty (const KbPicture *picture, gint x, gint y, gint width, gint height)
{
  for (gint row = y; row < y + height; row++)
    for (gint column = x; column < x + width; column++)
      if (kb_picture_pixel (picture, column, row)[3])
        return FALSE;
  return TRUE;
}

/* The number of whole cells along a side. */
static gint
cells_along (gint side, gint margin, gint cell, gint spacing)
{
  gint room = side - margin;
  return room < cell ? 0 : 1 + (room - cell) / (cell + spacing);
}

static void
report_rest (KbImport *import, const char *path, gint right, gint bottom)
{
  g_autofree char *name = g_path_get_basename (path);
  if (right)
    kb_import_message (
      import,
      ngettext ("%s: %d column of pixels at the right does not fill whole cells and was left out",
                "%s: %d columns of pixels at the right do not fill whole cells and were left out",
                (gulong) right),
      name, right);
  if (bottom)
    kb_import_message (
      import,
      ngettext ("%s: %d row of pixels at the bottom does not fill whole cells and was left out",
                "%s: %d rows of pixels at the bottom do not fill whole cells and were left out",
                (gulong) bottom),
      name, bottom);
}

static gboolean
read_grid_sheet (KbImport *import, const KbPictureLoader *loader, const char *path, GError **error)
{
  const KbImportOptions *o = &import->options;
  gint index = kb_import_load_picture (import, loader, path, error);
  if (index < 0)
    return FALSE;
  const KbPicture *picture = kb_import_picture (import, index);
  gint columns = cells_along (picture->width, o->margin, o->cell_width, o->spacing);
  gint rows = cells_along (picture->height, o->margin, o->cell_height, o->spacing);
  gint64 n = (gint64) columns * rows;
  if (n == 0)
    return kb_import_fail (
      error, path, _("no cell of %d x %d pixels fits into the picture (%u x %u, margin %d)"),
      o->cell_width, o->cell_height, picture->width, picture->height, o->margin);
  if (o->count && o->count > n)
    return kb_import_fail (
      error, path,
      _("%d cells were asked for, but only %" PRId64 " fit (%d columns, %d rows)"),
      o->count, n, columns, rows);
  if (o->count)
    n = o->count;
  if (n > 65536 - (gint64) import->frames->len)
    return kb_import_fail (
      error, path, _("the grid has too many cells (%d columns, %d rows; at most 65536 frames)"),
      columns, rows);
  gint step_x = o->cell_width + o->spacing, step_y = o->cell_height + o->spacing;
  guint before = import->frames->len,
        row = before ? kb_import_frame (import, before - 1)->row + 1 : 0;
  for (gint64 first = 0; first < n; first += columns)
    {
      gint y = o->margin + (gint) (first / columns) * step_y,
           in_row = (gint) MIN (columns, n - first);
      while (
        o->skip_empty && in_row > 0
        && is_empty (picture, o->margin + (in_row - 1) * step_x, y, o->cell_width, o->cell_height))
        in_row--;
      for (gint i = 0; i < in_row; i++)
        kb_import_add_frame (import, NULL, index, o->margin + i * step_x, y, o->cell_width,
                             o->cell_height)
          ->row = row;
      row++;
    }
  if (import->frames->len == before)
    kb_import_message (import, _("%s has only empty cells"), path);

  gint rest_x = (gint) picture->width - o->margin - columns * step_x + o->spacing;
  gint rest_y = (gint) picture->height - o->margin - rows * step_y + o->spacing;
  if (rest_x > o->margin || rest_y > o->margin)
    report_rest (import, path, MAX (rest_x - o->margin, 0), MAX (rest_y - o->margin, 0));
  return TRUE;
}

static gboolean
read_grid (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
           GError **error)
{
  if (!import->options.cell_width)
    return kb_fail (error, KB_ERROR_USAGE, _("a grid needs the width and the height of its cells"));
  qsort (import->files, g_strv_length (import->files), sizeof (char *), kb_natural_compare_paths);
  for (guint i = 0; import->files[i]; i++)
    if (!read_grid_sheet (import, loader, import->files[i], error))
      return FALSE;
  return import->frames->len > 0
         || kb_import_fail (error, import->files[0], _("there is no frame in the sheet"));
}

static KbFit
recognise_grid (const KbImportHead *head)
{
  return head->options->cell_width && kb_import_head_is_picture (head) ? KB_FIT_SURE : KB_FIT_NEVER;
}

const KbImporter kb_importer_grid = {
  .name = "grid",
  .label = N_("Sheet, cut by a grid"),
  .noun = N_("a PNG, BMP or JPEG picture"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = kb_picture_patterns,
  .mime_types = kb_picture_mime_types,
  .options = (const char *const[]) { "cell_width", "cell_height", "margin", "spacing", "count",
                                     "skip_empty", "colour_key", "name_animations", "rows",
                                     "ranges", "hot_spot", "detect", "fresh", NULL },
  .recognise = recognise_grid,
  .read_sprite = read_grid,
};
