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
} File;

static gboolean
fail (const File *file, GError **error, const char *fault)
{
  return kb_bytes_fail (&file->bytes, file->frames.import->files[0], error, "%s", fault);
}

/* Ends with a NUL; "" becomes `missing`. A new string. */
static char *
read_name (File *file, const char *missing)
{
  const guint n = kb_bytes_u8 (&file->bytes);
  const guint8 *data = kb_bytes_take (&file->bytes, n);
  g_autofree char *text = g_strndup (data ? (const char *) data : "", n);
  char *name = kb_import_clean_name (text);
  return name ? name : g_strdup (missing);
}

/* Names start from a folder that contains the file's: "Players/Sonic1.gif". */
static char *
find_sheet (const char *folder, const char *name)
{
  static const char *const above[] = { "", "../", "../../", "../../../" };
  g_autofree char *base = g_path_get_basename (name);
  char *path = NULL;
  for (guint i = 0; !path && i < G_N_ELEMENTS (above); i++)
    {
      g_autofree char *from = g_strconcat (above[i], name, NULL);
      path = kb_find_file (folder, from);
    }
  return path ? path : kb_find_file (folder, base);
}

/* A PNG of that name serves where the GIF is missing. */
static gint
load_sheet (KbImport *import, const char *name, const KbPictureLoader *loader, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (import->files[0]), *gif = find_sheet (folder, name),
                  *stem = g_strndup (name, (gsize) (strrchr (name, '.') ? strrchr (name, '.') - name
                                                                        : (gint) strlen (name))),
                  *other = g_strconcat (stem, ".png", NULL), *png = find_sheet (folder, other);
  if (!gif)
    {
      g_autofree char *wanted = g_canonicalize_filename (other, folder);
      return kb_import_load_picture (import, loader, png ? png : wanted, error);
    }
  kb_import_note_source (import, gif);
  KbPicture *sheet = kb_gif_read_sheet (gif, error);
  return sheet ? kb_import_take_picture (import, gif, sheet) : -1;
}

static gboolean
read_head (File *file, const KbPictureLoader *loader, GError **error)
{
  kb_bytes_take (&file->bytes, 8);
  file->n_sheets = kb_bytes_u8 (&file->bytes);
  for (guint i = 0; i < file->n_sheets; i++)
    {
      g_autofree char *name = read_name (file, "sheet");
      if (file->bytes.ended)
        break;
      file->sheets[i] = load_sheet (file->frames.import, name, loader, error);
      if (file->sheets[i] < 0)
        return FALSE;
    }
  file->n_classes = kb_bytes_u8 (&file->bytes);
  for (guint i = 0; i < file->n_classes; i++)
    file->classes[i].name = read_name (file, "hitbox");
  return !file->bytes.ended || fail (file, error, _("the file is cut off"));
}

static void
read_boxes (File *file, GArray *boxes)
{
  for (guint i = 0; i < file->n_classes; i++)
    {
      KbAxisBox box = { .of = &file->classes[i] };
      box.left = kb_bytes_s16 (&file->bytes);
      box.top = kb_bytes_s16 (&file->bytes);
      box.right = kb_bytes_s16 (&file->bytes);
      box.bottom = kb_bytes_s16 (&file->bytes);
      if (box.left || box.top || box.right || box.bottom)
        g_array_append_val (boxes, box);
    }
}

static gboolean
read_frame (File *file, KbImportAnimation *animation, gint speed, GError **error)
{
  KbBytes *bytes = &file->bytes;
  g_autoptr (GArray) boxes = g_array_new (FALSE, TRUE, sizeof (KbAxisBox));
  const guint sheet = kb_bytes_u8 (bytes), duration = kb_bytes_u16 (bytes),
              character = kb_bytes_u16 (bytes);
  gint place[6];
  for (guint i = 0; i < G_N_ELEMENTS (place); i++)
    place[i] = kb_bytes_s16 (bytes);
  read_boxes (file, boxes);
  if (bytes->ended)
    return fail (file, error, _("the file is cut off"));
  if (sheet >= file->n_sheets)
    return fail (file, error, _("the frame's sheet is missing"));
  const KbJsonRect part = { place[0], place[1], place[2], place[3] };
  g_autofree char *fault = NULL,
                  *name = g_strdup_printf ("%s %u", animation->name, animation->steps->len);
  const gint frame = kb_axis_frames_find (&file->frames, name, file->sheets[sheet], &part,
                                          -place[4], -place[5], boxes, &fault);
  if (frame < 0)
    return fail (file, error, fault);
  kb_axis_frames_step (&file->frames, animation, frame, duration * SECOND / TICKS / speed);
  kb_import_lose (file->frames.import, _("characters of fonts"), character != 0);
  return TRUE;
}

static gboolean
read_animation (File *file, GError **error)
{
  KbBytes *bytes = &file->bytes;
  g_autofree char *name = read_name (file, "animation");
  const guint n = kb_bytes_u16 (bytes);
  const gint speed = kb_bytes_s16 (bytes);
  const guint start = kb_bytes_u8 (bytes), rotation = kb_bytes_u8 (bytes);
  if (bytes->ended)
    return fail (file, error, _("the file is cut off"));
  kb_import_lose (file->frames.import, _("animations without frames"), n == 0);
  kb_import_lose (file->frames.import, _("speeds of 0 or less"), n && speed <= 0);
  kb_import_lose (file->frames.import, _("styles of rotation"), n && rotation);
  KbImportAnimation *animation = n ? kb_axis_frames_animate (&file->frames, name) : NULL;
  for (guint i = 0; i < n; i++)
    if (!read_frame (file, animation, MAX (speed, 1), error))
      return FALSE;
  if (animation)
    kb_animation_repeat_from (animation, start);
  return TRUE;
}

static gboolean
read_file (File *file, const KbPictureLoader *loader, GError **error)
{
  if (!read_head (file, loader, error))
    return FALSE;
  const guint n = kb_bytes_u16 (&file->bytes);
  if (n > MAX_ANIMATIONS)
    return fail (file, error, _("the animations are too many"));
  for (guint i = 0; i < n; i++)
    if (!read_animation (file, error))
      return FALSE;
  return file->frames.import->frames->len || fail (file, error, _("there is no frame in it"));
}

static gboolean
read_rsdk (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
           GError **error)
{
  g_autofree File *file = g_new0 (File, 1);
  file->bytes = (KbBytes) { .data = (const guint8 *) data, .size = size };
  kb_axis_frames_init (&file->frames, import);
  const gboolean ok = read_file (file, loader, error);
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
