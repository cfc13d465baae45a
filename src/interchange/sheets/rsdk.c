/* SPDX-License-Identifier: MIT */
/* Animations of the Retro Engine, version 5 (RSDKv5): parts of GIF sheets around a pivot, with one
 * hitbox of each name. The engine adds an animation's speed to a timer 60 times a second. A frame
 * ends when the timer is past its duration. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_ANIMATIONS 1024
#define SECOND 1000.0
#define TICKS 60             /* a second */

typedef struct {
  KbAxisFrames frames;
  KbBytes bytes;
  gint sheets[256];          /* indices of pictures */
  KbAxisClass classes[256];  /* of hitboxes; they own their names */
  guint n_sheets, n_classes;
} RsdkFile;

/* Every read past the end gives 0, so whatever else seems wrong then, that is the reason. */
static gboolean
fail_rsdk (const RsdkFile *file, GError **error, const char *fault)
{
  return kb_bytes_fail (&file->bytes, file->frames.import->files[0], error, "%s",
                        file->bytes.ended ? _("the file is cut off") : fault);
}

static void
read_rsdk_numbers (KbBytes *bytes, gint *numbers, guint n)
{
  for (guint i = 0; i < n; i++)
    numbers[i] = kb_bytes_s16 (bytes);
}

/* Ends with a NUL; "" becomes `missing`. A new string. */
static char *
read_name (RsdkFile *file, const char *missing)
{
  const guint n = kb_bytes_u8 (&file->bytes);
  const char *data = (const char *) kb_bytes_take (&file->bytes, n);
  g_autofree char *text = g_strndup (data ? data : "", n);
  char *name = kb_import_clean_name (text);
  return name ? name : g_strdup (missing);
}

/* Names start from a folder that contains the file's: "Players/Sonic1". Else it is next to it. */
static char *
find_sheet (const char *folder, const char *name, const char *ending)
{
  static const char *const above[] = { "", "../", "../../", "../../../", "" };
  const char *slash = strrchr (name, '/');
  char *path = NULL;
  for (guint i = 0; !path && i < G_N_ELEMENTS (above); i++)
    {
      const char *wanted = i == 4 && slash ? slash + 1 : name;
      g_autofree char *from = g_strconcat (above[i], wanted, ending, NULL);
      path = kb_find_file (folder, from);
    }
  return path;
}

/* A PNG of that name serves where the GIF is missing. */
static gint
load_rsdk_sheet (KbImport *import, const char *name, const KbPictureLoader *loader, GError **error)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *folder = g_path_get_dirname (import->files[0]),
                  *stem = dot ? g_strndup (name, (gsize) (dot - name)) : g_strdup (name),
                  *gif = find_sheet (folder, stem, ".gif"),
                  *png = gif ? NULL : find_sheet (folder, stem, ".png");
  if (png)
    return kb_import_load_picture (import, loader, png, error);
  if (!gif)
    {
      kb_import_fail (error, import->files[0],
                      _("there is no picture '%s', neither in this folder nor in the three above "
                        "it"), name);
      return -1;
    }
  kb_import_note_source (import, gif);
  KbPicture *sheet = kb_gif_read_sheet (gif, error);
  return sheet ? kb_import_take_picture (import, gif, sheet) : -1;
}

static gboolean
read_rsdk_head (RsdkFile *file, const KbPictureLoader *loader, GError **error)
{
  kb_bytes_take (&file->bytes, 8);
  file->n_sheets = kb_bytes_u8 (&file->bytes);
  for (guint i = 0; i < file->n_sheets && !file->bytes.ended; i++)
    {
      g_autofree char *name = read_name (file, "sheet");
      file->sheets[i] = load_rsdk_sheet (file->frames.import, name, loader, error);
      if (file->sheets[i] < 0)
        return FALSE;
    }
  file->n_classes = kb_bytes_u8 (&file->bytes);
  for (guint i = 0; i < file->n_classes; i++)
    file->classes[i].name = read_name (file, "hitbox");
  return !file->bytes.ended || fail_rsdk (file, error, NULL);
}

static gboolean
read_rsdk_frame (RsdkFile *file, KbImportAnimation *animation, gint speed, GError **error)
{
  KbBytes *bytes = &file->bytes;
  g_autoptr (GArray) boxes = g_array_new (FALSE, TRUE, sizeof (KbAxisBox));
  const guint sheet = kb_bytes_u8 (bytes), duration = kb_bytes_u16 (bytes),
              character = kb_bytes_u16 (bytes);
  gint place[6];
  read_rsdk_numbers (bytes, place, G_N_ELEMENTS (place));
  for (guint i = 0; i < file->n_classes; i++)
    {
      KbAxisBox box = { .of = &file->classes[i] };
      read_rsdk_numbers (bytes, box.sides, G_N_ELEMENTS (box.sides));
      if (box.sides[0] || box.sides[1] || box.sides[2] || box.sides[3])
        g_array_append_val (boxes, box);
    }
  if (bytes->ended || sheet >= file->n_sheets)
    return fail_rsdk (file, error, _("the frame's sheet is missing"));
  const KbJsonRect part = { place[0], place[1], place[2], place[3] };
  g_autofree char *name = g_strdup_printf ("%s %u", animation->name, animation->steps->len);
  const gint frame = kb_axis_frames_find (&file->frames, name, file->sheets[sheet], &part,
                                          -place[4], -place[5], boxes, error);
  kb_import_lose (file->frames.import, _("characters of fonts"), character != 0);
  if (frame >= 0)
    kb_axis_frames_step (&file->frames, animation, frame, duration * SECOND / TICKS / speed);
  else
    g_prefix_error (error, _("%s: byte %zu: "), file->frames.import->files[0],
                    bytes->at);
  return frame >= 0;
}

static gboolean
read_rsdk_animation (RsdkFile *file, GError **error)
{
  KbImport *import = file->frames.import;
  g_autofree char *name = read_name (file, "animation");
  const guint n = kb_bytes_u16 (&file->bytes);
  const gint speed = kb_bytes_s16 (&file->bytes);
  const guint start = kb_bytes_u8 (&file->bytes), rotation = kb_bytes_u8 (&file->bytes);
  if (!n)
    return TRUE;
  kb_import_lose (import, _("speeds of 0 or less"), speed <= 0);
  kb_import_lose (import, _("styles of rotation"), rotation != 0);
  KbImportAnimation *animation = kb_axis_frames_animate (&file->frames, name);
  for (guint i = 0; i < n; i++)
    if (!read_rsdk_frame (file, animation, MAX (speed, 1), error))
      return FALSE;
  kb_animation_repeat_from (animation, start);
  return TRUE;
}

static gboolean
read_rsdk_animations (RsdkFile *file, GError **error)
{
  const guint n = kb_bytes_u16 (&file->bytes);
  for (guint i = 0; i < n && n <= MAX_ANIMATIONS; i++)
    if (!read_rsdk_animation (file, error))
      return FALSE;
  return (file->frames.import->frames->len && !file->bytes.ended)
         || fail_rsdk (file, error, n > MAX_ANIMATIONS ? _("the animations are too many")
                                                       : _("there is no frame in it"));
}

static gboolean
read_rsdk (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
           GError **error)
{
  g_autofree RsdkFile *file = g_new0 (RsdkFile, 1);
  file->bytes = (KbBytes) { .data = (const guint8 *) data, .size = size };
  kb_axis_frames_init (&file->frames, import);
  const gboolean ok = read_rsdk_head (file, loader, error) && read_rsdk_animations (file, error);
  for (guint i = 0; i < file->n_classes; i++)
    g_free ((char *) file->classes[i].name);
  kb_axis_frames_clear (&file->frames);
  return ok;
}

static KbFit
recognise_rsdk (const KbImportHead *head)
{
  return head->size >= 4 && memcmp (head->start, "SPR", 4) == 0 ? KB_FIT_SURE : KB_FIT_NONE;
}

const KbImporter kb_importer_rsdk = {
  .name = "rsdk",
  .label = N_("RSDK animations"),
  .noun = N_("RSDK animations"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.ani", "*.bin", NULL },
  .mime_types = (const char *const[]) { "application/octet-stream", NULL },
  .options = (const char *const[]) { "ranges", "hot_spot", "fresh", NULL },
  .max_bytes = 16 << 20,
  .recognise = recognise_rsdk,
  .read_sprite = read_rsdk,
};
