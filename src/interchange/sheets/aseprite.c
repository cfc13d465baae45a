/* SPDX-License-Identifier: MIT */
/* Aseprite's JSON sheets, hash and array: the frames. Tags become animations (aseprite_tags.c),
 * slices become boxes, hot spots and points (aseprite_slices.c), user data values and events
 * (aseprite_data.c). */
#include "interchange/importers.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <string.h>

/* "hero 3.aseprite" -> "hero 3" */
static char *
frame_name (const char *text)
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

static gboolean
read_frame (KbImport *import, gint picture, const char *name, const json_t *value, gint *duration,
            const KbJsonPlace *place, GError **error)
{
  KbJsonRect rect;
  gint width, height;
  const KbPicture *sheet = kb_import_picture (import, picture);

  if (!json_is_object (value))
    return kb_json_fail (error, place, NULL, _("expected an object"));
  if (json_is_true (json_object_get (value, "rotated")))
    return kb_json_fail (
      error, place, "rotated",
      _("rotated frames cannot be imported; export the sheet without rotation"));
  if (!kb_json_rect (value, "frame", 0, KB_MAX_PICTURE_SIDE, &rect, place, error))
    return FALSE;
  if (rect.x + rect.width > (gint) sheet->width || rect.y + rect.height > (gint) sheet->height)
    return kb_json_fail (error, place, "frame",
                         _("%d, %d, %d x %d is not within the picture (%u x %u pixels)"), rect.x,
                         rect.y, rect.width, rect.height, sheet->width, sheet->height);
  KbJsonRect part = (KbJsonRect) { 0, 0, rect.width, rect.height };
  width = rect.width;
  height = rect.height;
  if (json_object_get (value, "spriteSourceSize")
      && !kb_json_rect (value, "spriteSourceSize", KB_MIN_COORDINATE, KB_MAX_PICTURE_SIDE, &part,
                        place, error))
    return FALSE;
  if (json_object_get (value, "sourceSize")
      && !kb_json_pair (value, "sourceSize", "w", "h", 1, KB_MAX_FRAME_SIDE, &width, &height, place,
                        error))
    return FALSE;
  if (width < 1 || height < 1 || MAX (width, rect.width) > KB_MAX_FRAME_SIDE
      || MAX (height, rect.height) > KB_MAX_FRAME_SIDE)
    return kb_json_fail (error, place, "frame",
                         _("a frame has 1 to %d pixels a side, this one %d x %d"),
                         KB_MAX_FRAME_SIDE, MAX (width, rect.width), MAX (height, rect.height));
  *duration = 0;
  if (json_object_get (value, "duration")
      && !kb_json_int (value, "duration", 0, KB_MAX_DURATION, duration, place, error))
    return FALSE;
  if (part.width != rect.width || part.height != rect.height)
    kb_import_message (import,
                       _("frame '%s': its picture (%d x %d) and its area (%d x %d) differ in "
                          "size; the picture's is kept"),
                       name, rect.width, rect.height, part.width, part.height);
  if (part.x < 0 || part.y < 0 || part.x + rect.width > width || part.y + rect.height > height)
    kb_import_message (
      import, _("frame '%s': the picture reaches out of the frame and is cut off there"), name);

  g_autofree char *shown = frame_name (name);
  gboolean empty = rect.width == 0 || rect.height == 0;
  KbImportFrame *frame =
    kb_import_add_frame (import, shown, empty ? -1 : picture, rect.x, rect.y, width, height);
  frame->picture_width = rect.width;
  frame->picture_height = rect.height;
  frame->offset_x = part.x;
  frame->offset_y = part.y;
  return TRUE;
}

static gboolean
read_frames (KbImport *import, gint picture, const json_t *frames, GArray *durations,
             const KbJsonPlace *root, GError **error)
{
  KbJsonPlace here = { root, "frames", FALSE, 0 };
  gsize n = json_is_array (frames) ? json_array_size (frames) : json_object_size (frames);
  if (!json_is_array (frames) && !json_is_object (frames))
    return kb_json_fail (error, root, "frames", _("this is missing, expected a list or an object"));
  if (n == 0 || n > 65536)
    return kb_json_fail (error, root, "frames",
                         _("expected 1 to 65536 frames, got %" G_GSIZE_FORMAT), n);
  g_array_set_size (durations, (guint) n);

  if (json_is_array (frames))
    {
      for (gsize i = 0; i < n; i++)
        {
          const json_t *value = json_array_get (frames, i);
          const char *name = json_string_value (json_object_get (value, "filename"));
          KbJsonPlace place = { &here, NULL, FALSE, i };
          g_autofree char *number = g_strdup_printf ("%" G_GSIZE_FORMAT, i);
          gboolean ok = read_frame (import, picture, name ? name : number, value,
                                    &g_array_index (durations, gint, i), &place, error);
          if (!ok)
            return FALSE;
        }
      return TRUE;
    }
  /* The members of an object are in the file's order. */
  const char *name;
  json_t *value;
  gsize i = 0;
  json_object_foreach ((json_t *) frames, name, value)
    {
      KbJsonPlace place = { &here, name, TRUE, 0 };
      if (!read_frame (import, picture, name, value, &g_array_index (durations, gint, i++), &place,
                       error))
        return FALSE;
    }
  return TRUE;
}

/* meta.image next to the JSON file; without it, the PNG of the same name. New string. */
static char *
sheet_path (const json_t *image, const char *path)
{
  if (image && json_string_length (image))
    {
      g_autofree char *folder = g_path_get_dirname (path);
      g_autofree char *name = g_strdelimit (g_strdup (json_string_value (image)), "\\", '/');
      g_autofree char *file = g_canonicalize_filename (name, folder);
      /* The sheet may have moved with its JSON file, and have an absolute path of another
       * machine. */
      if (!g_file_test (file, G_FILE_TEST_EXISTS) && strchr (name, '/'))
        {
          g_autofree char *base = g_path_get_basename (name),
                          *beside = g_build_filename (folder, base, NULL);
          if (g_file_test (beside, G_FILE_TEST_EXISTS))
            return g_steal_pointer (&beside);
        }
      return g_steal_pointer (&file);
    }
  const char *dot = strrchr (path, '.');
  return g_strdup_printf (
    "%.*s.png", dot && !strchr (dot, '/') ? (int) (dot - path) : (int) strlen (path), path);
}

static gint
load_sheet (KbImport *import, const json_t *meta, const char *path, const KbPictureLoader *loader,
            const KbJsonPlace *root, GError **error)
{
  KbJsonPlace place = { root, "meta", FALSE, 0 };
  gboolean ok;
  const json_t *image = kb_json_optional (meta, "image", JSON_STRING, &place, &ok, error);
  if (!ok)
    return -1;
  g_autofree char *file = sheet_path (image, path);
  GError *failure = NULL;
  gint picture = kb_import_load_picture (import, loader, file, &failure);
  if (picture < 0)
    {
      kb_json_fail (error, &place, "image", "%s", failure->message);
      if (error && *error)
        (*error)->code = failure->code;
      g_error_free (failure);
    }
  return picture;
}

static json_t *
load_json (const char *text, gsize length, json_error_t *where)
{
  gsize mark = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  return json_loadb (text + mark, length - mark, JSON_REJECT_DUPLICATES, where);
}

static void
list_pictures (const char *path, const char *text, gsize length, GPtrArray *pictures)
{
  json_error_t where;
  json_auto_t *json = load_json (text, length, &where);
  const json_t *image = json_object_get (json_object_get (json, "meta"), "image");
  if (json && (!image || json_is_string (image)))
    g_ptr_array_add (pictures, sheet_path (image, path));
}

static gboolean
read_aseprite (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
               GError **error)
{
  const char *path = import->files[0];
  json_error_t where;
  KbJsonPlace root = { NULL, path, FALSE, 0 };
  json_auto_t *json = load_json (text, length, &where);
  if (!json)
    return kb_import_fail (error, path, _("line %d, column %d: %s"), where.line, where.column,
                           where.text);

  gboolean ok = TRUE;
  g_autoptr (GArray) durations = g_array_new (FALSE, TRUE, sizeof (gint));
  const json_t *meta = NULL;
  gint picture = -1;
  if (!json_is_object (json))
    ok = kb_json_fail (error, &root, NULL, _("expected an object with 'frames' and 'meta'"));
  else if (!json_object_get (json, "frames"))
    ok = kb_json_fail (error, &root, "frames", _("this is missing, expected a list or an object"));
  else
    meta = kb_json_optional (json, "meta", JSON_OBJECT, &root, &ok, error);
  if (ok)
    {
      picture = load_sheet (import, meta, path, loader, &root, error);
      ok = picture >= 0;
    }
  KbJsonPlace place = { &root, "meta", FALSE, 0 };
  ok =
    ok && read_frames (import, picture, json_object_get (json, "frames"), durations, &root, error)
    && kb_aseprite_read_tags (import, meta, (const gint *) (void *) durations->data, &place, error)
    && kb_aseprite_read_slices (import, meta, &place, error);
  if (ok)
    kb_aseprite_read_cels (import, meta);
  const char *scale = json_string_value (json_object_get (meta, "scale"));
  if (ok && scale && g_ascii_strtod (scale, NULL) != 1)
    kb_import_message (import, _("the sheet was exported at scale %s; slices may not fit"), scale);
  return ok;
}

static KbFit
recognise_aseprite (const KbImportHead *head)
{
  const char *start = head->start + (g_str_has_prefix (head->start, "\xef\xbb\xbf") ? 3 : 0);
  start += strspn (start, " \t\r\n");
  return start[0] != '{'                 ? KB_FIT_NONE
         : strstr (start, "\"frames\"") ? KB_FIT_LIKELY
                                         : KB_FIT_POSSIBLE;
}

const KbImporter kb_importer_aseprite = {
  .name = "aseprite",
  .label = N_("Aseprite sheet with JSON data"),
  .noun = N_("an Aseprite sheet with JSON data"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.json", NULL },
  .mime_types = (const char *const[]) { "application/json", NULL },
  .options = (const char *const[]) { "colour_key", "ranges", "hot_spot", "fresh", NULL },
  .max_bytes = 64 << 20,
  .recognise = recognise_aseprite,
  .read_sprite = read_aseprite,
  .list_pictures = list_pictures,
};
