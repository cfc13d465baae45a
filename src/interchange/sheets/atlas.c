/* SPDX-License-Identifier: MIT */
/* What packed sheets have in common: frames that were trimmed, turned and given pivots. */
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/files/files.h"
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

/* "art/hud.json.gz" -> "hud", a new string. */
static char *
atlas_stem_of (const char *path)
{
  char *stem = g_path_get_basename (path);
  if (g_str_has_suffix (stem, ".gz"))
    stem[strlen (stem) - strlen (".gz")] = '\0';
  char *dot = strrchr (stem, '.');
  if (dot)
    *dot = '\0';
  return stem;
}

static gsize
length_before (const char *text, gsize length, const char *characters)
{
  while (length && strchr (characters, text[length - 1]))
    length--;
  return length;
}

/* Which page of which atlas: "hud 1" for "hud-2.json" and "sheet-01". A new string, or NULL for a
 * page without a number. */
static char *
page_key (const char *atlas, const char *page)
{
  const char *number = page + length_before (page, strlen (page), "0123456789");
  const gsize n = length_before (atlas, strlen (atlas), "0123456789"),
              length = length_before (atlas, n, "-_. ");
  return *number
           ? g_strdup_printf ("%.*s %" G_GUINT64_FORMAT, (int) length, atlas,
                              g_ascii_strtoull (number, NULL, 10))
           : NULL;
}

static gboolean
is_same (const char *a, const char *b)
{
  return a && b && g_ascii_strcasecmp (a, b) == 0;
}

/* The picture in the folder that has the stem of the missing one, or else the data file's with the
 * number of the missing one, or else the data file's alone, or the only one, where no other page
 * names it. Several of the first three are an error. */
static char *
find_renamed (const char *path, const char *image, gboolean own_too, GError **error)
{
  enum { STEM, PAGE, ATLAS_OWN, ANY, NONE };
  g_autofree char *folder = g_path_get_dirname (path), *own = atlas_stem_of (path),
                  *wanted = atlas_stem_of (image), *page = page_key (own, wanted);
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  guint best = NONE;
  for (const char *name; files && (name = g_dir_read_name (files));)
    {
      g_autofree char *stem = atlas_stem_of (name), *key = page_key (stem, stem);
      const guint fit = is_same (stem, wanted)           ? STEM
                        : is_same (key, page)            ? PAGE
                        : own_too && is_same (stem, own) ? ATLAS_OWN
                        : own_too && !page               ? ANY
                                                         : NONE;
      if (fit == NONE || fit > best
          || !(kb_import_is_picture_name (name) || is_same (strrchr (name, '.'), ".webp")))
        continue;
      if (fit < best)
        g_ptr_array_set_size (found, 0);
      best = fit;
      g_ptr_array_add (found, g_strdup (name));
    }
  g_autofree char *text = NULL;
  gsize length;
  if (best == ANY && found->len == 1 && kb_file_read (NULL, path, KB_FILE_MAX, &text, &length, NULL)
      && strstr (text, g_ptr_array_index (found, 0)))
    return NULL;   /* another page's */
  if (found->len == 1)
    return g_build_filename (folder, g_ptr_array_index (found, 0), NULL);
  g_ptr_array_sort (found, kb_natural_compare_paths);
  g_ptr_array_add (found, NULL);
  g_autofree char *names = g_strjoinv (", ", (char **) found->pdata);
  if (*names && best != ANY)
    kb_import_fail (error, path,
                    _("the picture '%s' is not there, and several could be it: %s; give one of "
                      "them its name"),
                    image, names);
  return NULL;
}

char *
kb_atlas_find_picture (KbImport *import, const char *path, const char *image, gboolean own_too,
                       GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path), *own = atlas_stem_of (path),
                  *written = image && *image ? g_strdup (image) : g_strconcat (own, ".png", NULL),
                  *exact = g_canonicalize_filename (written, folder),
                  *name = g_strdelimit (g_strdup (written), "\\", '/'),
                  *named = g_canonicalize_filename (name, folder),
                  *base = g_path_get_basename (name),
                  *beside = g_build_filename (folder, base, NULL);
  g_autoptr (GError) fault = NULL;
  if (g_file_test (exact, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&exact);
  /* The sheet may have moved with its data, and have a path of another machine. */
  char *found = g_file_test (named, G_FILE_TEST_EXISTS)    ? g_strdup (named)
                : g_file_test (beside, G_FILE_TEST_EXISTS) ? g_strdup (beside)
                                                           : find_renamed (path, name, own_too,
                                                                           &fault);
  if (fault)
    return g_propagate_error (error, g_steal_pointer (&fault)), NULL;
  const char *taken = found ? strrchr (found, '/') + 1 : base;
  if (import && strcmp (taken, base) != 0)
    kb_import_message (import, _("the picture '%s' is not there; '%s' is taken"), name, taken);
  return found ? found : g_steal_pointer (&named);
}

gint
kb_atlas_load_picture (KbImport *import, const KbPictureLoader *loader, const char *path,
                       const char *image, GError **error)
{
  g_autofree char *file =
    kb_atlas_find_picture (import, path, image, import->pictures->len == 0, error);
  GError *fault = NULL;
  if (!file)
    return -1;
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
