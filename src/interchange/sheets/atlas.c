/* SPDX-License-Identifier: MIT */
/* What packed sheets have in common: frames that were trimmed, turned and given pivots. */
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/shapes/shape.h"

#define MAX_FRAMES 65536
#define ROUNDING 0.001   /* pixels */

char *
kb_atlas_frame_name (const char *text)
{
  static const char *const endings[] = { ".aseprite", ".ase", ".png" };
  char *name = g_strdup (text);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]))
      {
        name[strlen (name) - strlen (endings[i])] = '\0';
        break;
      }
  return name;
}

/* The picture of the data file's own name, and with the extension of the named one. */
static char *
own_picture (const char *path, const char *image)
{
  g_autofree char *stem = g_strdup (path);
  const char *dot = strrchr (image, '.');
  if (g_str_has_suffix (stem, ".gz"))
    stem[strlen (stem) - strlen (".gz")] = '\0';
  char *end = strrchr (stem, '.');
  if (end && !strchr (end, '/'))
    *end = '\0';
  return g_strconcat (stem, dot && !strchr (dot, '/') ? dot : ".png", NULL);
}

char *
kb_atlas_picture_path (const char *path, const char *image, gboolean own_too)
{
  g_autofree char *folder = g_path_get_dirname (path),
                  *name = g_strdelimit (g_strdup (image ? image : ""), "\\", '/'),
                  *own = own_picture (path, name);
  if (!*name)
    return g_steal_pointer (&own);
  /* The sheet may have moved with its data, and have a path of another machine. */
  g_autofree char *named = g_canonicalize_filename (name, folder),
                  *base = g_path_get_basename (name),
                  *beside = g_build_filename (folder, base, NULL);
  const char *const tries[] = { named, beside, own };
  for (guint i = 0; i < G_N_ELEMENTS (tries) - !own_too; i++)
    if (g_file_test (tries[i], G_FILE_TEST_EXISTS))
      return g_strdup (tries[i]);
  return g_steal_pointer (&named);
}

gint
kb_atlas_load_picture (KbImport *import, const KbPictureLoader *loader, const char *path,
                       const char *image, GError **error)
{
  g_autofree char *file = kb_atlas_picture_path (path, image, import->pictures->len == 0),
                  *base = g_path_get_basename (file);
  const char *end = image ? image + strlen (image) : NULL;
  while (end > image && !strchr ("/\\", end[-1]))
    end--;
  if (image && *image && strcmp (end, base) != 0)
    kb_import_message (import, _("the picture '%s' is not there; '%s' is taken"), image, base);
  GError *fault = NULL;
  const gint picture = kb_import_load_picture (import, loader, file, &fault);
  return fault && kb_import_pass_missing (import, file, fault, error) ? KB_ATLAS_MISSING : picture;
}

/* The upright picture of a part that was stored turned by a quarter. */
static gint
turn_back (KbImport *import, gint picture, const KbJsonRect *part, gboolean clockwise,
           const char *name)
{
  const KbPicture *sheet = kb_import_picture (import, picture);
  KbPicture *upright = kb_picture_new ((guint) part->width, (guint) part->height);
  g_autofree char *folder = g_path_get_dirname (import->files[0]),
                  *path = g_strdup_printf ("%s/%s.png", folder, name);
  for (gint v = 0; upright && v < part->height; v++)
    for (gint u = 0; u < part->width; u++)
      {
        const gint x = part->x + (clockwise ? part->height - 1 - v : v),
                   y = part->y + (clockwise ? u : part->width - 1 - u);
        memcpy (upright->rgba + 4 * ((gsize) v * upright->width + (gsize) u),
                kb_picture_pixel (sheet, (guint) x, (guint) y), 4);
      }
  return upright ? kb_import_take_picture (import, path, upright) : -1;
}

KbPicture *
kb_atlas_mirror (const KbPicture *from, gint x, gint y, gint width, gint height,
                 gboolean left_right, gboolean upside_down)
{
  KbPicture *to = kb_picture_new ((guint) width, (guint) height);
  for (gint row = 0; to && row < height; row++)
    for (gint column = 0; column < width; column++)
      {
        const gint u = left_right ? width - 1 - column : column,
                   v = upside_down ? height - 1 - row : row;
        memcpy (to->rgba + 4 * ((gsize) row * to->width + (gsize) column),
                kb_picture_pixel (from, (guint) (x + u), (guint) (y + v)), 4);
      }
  return to;
}

void
kb_atlas_set_pivot (KbImportFrame *frame, double x, double y)
{
  /* Files have parts of a size with few digits. */
  x += ROUNDING;
  y += ROUNDING;
  kb_marks_set_hot_spot (frame, x - (floor (x) == frame->width), y - (floor (y) == frame->height));
}

/* The part must be within the sheet, and the frame not larger than frames may be. */
static char *
find_fault (const KbPicture *sheet, const KbAtlasFrame *from, guint64 turned)
{
  const KbJsonRect *part = &from->part;
  const gint64 width = from->turned ? part->height : part->width,
               height = from->turned ? part->width : part->height;
  if (part->x < 0 || part->y < 0 || part->width < 0 || part->height < 0
      || (sheet && (part->x + width > sheet->width || part->y + height > sheet->height)))
    return g_strdup_printf (_("%d, %d, %d x %d is not within the picture (%u x %u pixels)"),
                            part->x, part->y, part->width, part->height,
                            sheet ? sheet->width : 0, sheet ? sheet->height : 0);
  if (from->width < 1 || from->height < 1
      || MAX (from->width, part->width) > KB_MAX_FRAME_SIDE
      || MAX (from->height, part->height) > KB_MAX_FRAME_SIDE)
    return g_strdup_printf (_("a frame has 1 to %d pixels a side, this one %d x %d"),
                            KB_MAX_FRAME_SIDE, MAX (from->width, part->width),
                            MAX (from->height, part->height));
  if (from->turned && turned + (guint64) (width * height) > KB_MAX_PICTURE_PIXELS)
    return g_strdup (_("the turned frames are too large together"));
  return NULL;
}

KbImportFrame *
kb_atlas_add (KbImport *import, gint picture, const KbAtlasFrame *from, char **fault)
{
  KbJsonRect part = from->part;
  const gboolean empty = part.width == 0 || part.height == 0 || picture < 0;
  *fault = find_fault (picture < 0 ? NULL : kb_import_picture (import, picture), from,
                       import->turned);
  if (*fault)
    return NULL;
  if (from->turned && !empty)
    {
      picture = turn_back (import, picture, &part, from->turned > 0, from->name);
      import->turned += (guint64) part.width * (guint64) part.height;
      part.x = part.y = 0;
    }
  KbImportFrame *frame = kb_import_add_frame (import, from->name, empty ? -1 : picture, part.x,
                                              part.y, from->width, from->height);
  frame->picture_width = part.width;
  frame->picture_height = part.height;
  frame->offset_x = from->offset_x;
  frame->offset_y = from->offset_y;
  return frame;
}

KbImportFrame *
kb_atlas_add_picture (KbImport *import, const KbPictureLoader *loader, const char *path,
                      const char *name, GError **error)
{
  gint index = -1;
  if (import->frames->len >= MAX_FRAMES)
    kb_import_fail (error, import->files[0], _("there are over %d frames"), MAX_FRAMES);
  else
    index = kb_import_load_picture (import, loader, path, error);
  if (index < 0)
    return NULL;
  const gint width = (gint) kb_import_picture (import, index)->width,
             height = (gint) kb_import_picture (import, index)->height;
  const KbAtlasFrame from = { name, { 0, 0, width, height }, 0, 0, 0, width, height };
  g_autofree char *fault = NULL;
  KbImportFrame *frame = kb_atlas_add (import, index, &from, &fault);
  if (!frame)
    kb_import_fail (error, path, "%s", fault);
  return frame;
}
