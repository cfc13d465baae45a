/* SPDX-License-Identifier: MIT */
/* GIF, animated or not. Source: GIF89a. As browsers do, a picture cleared after it was shown leaves
 * transparency and not the background colour, and a delay of 0 is one of 100 ms. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"
#include "interchange/layers/moving.h"

#include <glib/gi18n.h>
#include <string.h>

#define GIF_MAX_BYTES (256 << 20)

#if KB_HAVE_GIF
#include <gif_lib.h>

#define GIF_SQUARE 49        /* the aspect: (49 + 15) / 64 */
#define PIXELS_A_BYTE 4096
#define NO_DELAY 10                  /* hundredths of a second */

typedef struct {
  KbAnimated animated;
  KbBytes bytes;
  GifFileType *gif;
  GraphicsControlBlock control;      /* of the next picture */
  guint plays;                       /* 0: for ever */
  gboolean is_sheet;                 /* reads the first picture alone, with colour 0 transparent */
  KbPicture *sheet;
} GifFile;

static int
read_bytes (GifFileType *gif, GifByteType *to, int n)
{
  KbBytes *bytes = &((GifFile *) gif->UserData)->bytes;
  const gsize size = MIN ((gsize) n, bytes->size - bytes->at);
  memcpy (to, kb_bytes_take (bytes, size), size);
  return (int) size;
}

static gboolean
fail_damaged (const GifFile *file, GError **error)
{
  return kb_bytes_fail (&file->bytes, file->animated.path, error,
                        _("the GIF is cut off or damaged"));
}

/* Interlaced rows come in four passes. */
static KbPicture *
read_gif_picture (const GifFile *file)
{
  static const guint starts[] = { 0, 4, 2, 1, 0 }, steps[] = { 8, 8, 4, 2, 1 };
  const GifImageDesc *image = &file->gif->Image;
  const ColorMapObject *map = image->ColorMap ? image->ColorMap : file->gif->SColorMap;
  const int transparent = file->is_sheet ? 0 : file->control.TransparentColor;
  g_autoptr (KbPicture) picture = kb_picture_new ((guint) image->Width, (guint) image->Height);
  g_autofree guint8 *row = g_malloc ((gsize) image->Width + 1);
  for (guint pass = image->Interlace ? 0 : 4; pass < (image->Interlace ? 4 : 5); pass++)
    for (guint y = starts[pass]; picture && y < picture->height; y += steps[pass])
      {
        guint8 *to = picture->rgba + 4 * (gsize) y * picture->width;
        if (DGifGetLine (file->gif, row, image->Width) == GIF_ERROR)
          return NULL;
        for (guint x = 0; x < picture->width; x++, to += 4)
          if (row[x] != transparent && map && row[x] < map->ColorCount)
            {
              memcpy (to, &map->Colors[row[x]], 3);
              to[3] = 255;
            }
      }
  return g_steal_pointer (&picture);
}

static gboolean
read_gif_image (GifFile *file, GError **error)
{
  const KbPicture *canvas = file->animated.canvas;
  const GifImageDesc *image = &file->gif->Image;
  if (DGifGetImageDesc (file->gif) == GIF_ERROR)
    return fail_damaged (file, error);
  if (image->Width < 1 || image->Height < 1 || image->Width > (int) canvas->width
      || image->Height > (int) canvas->height)
    return kb_bytes_fail (&file->bytes, file->animated.path, error,
                          _("frame %u is larger than the picture"),
                          file->animated.layered->frames->len + 1);
  /* A code of at most 12 bits stands for at most 4096 pixels. */
  const guint64 most = (guint64) (file->bytes.size - file->bytes.at) * PIXELS_A_BYTE;
  g_autoptr (KbPicture) picture =
    (guint64) image->Width * (guint64) image->Height <= most ? read_gif_picture (file) : NULL;
  if (!picture)
    return fail_damaged (file, error);
  if (file->is_sheet)
    file->sheet = kb_picture_ref (picture);
  const int mode = file->control.DisposalMode, delay = file->control.DelayTime;
  kb_messages_lose (file->animated.messages, _("frames that wait for the user"),
                    file->control.UserInputFlag);
  const gboolean ok =
    kb_animated_show (&file->animated, picture, image->Left, image->Top, TRUE,
                      mode == DISPOSE_BACKGROUND ? KB_AFTER_CLEAR
                      : mode == DISPOSE_PREVIOUS ? KB_AFTER_RESTORE
                                                 : KB_AFTER_LEAVE,
                      (delay ? delay : NO_DELAY) * 10, error);
  file->control = (GraphicsControlBlock) { .TransparentColor = NO_TRANSPARENT_COLOR };
  return ok;
}

/* Blocks begin with their length. */
static gboolean
read_extension (GifFile *file)
{
  static const char *const loops[] = { "NETSCAPE2.0", "ANIMEXTS1.0" };
  static const struct { int code; const char *start, *what; } lost[] = {
    { COMMENT_EXT_FUNC_CODE, "", N_("comments") },
    { PLAINTEXT_EXT_FUNC_CODE, "", N_("texts drawn by the program that shows the file") },
    { APPLICATION_EXT_FUNC_CODE, "\x0bICCRGBG1", N_("colour profiles") },
  };
  GifByteType *block;
  int code, status = DGifGetExtension (file->gif, &code, &block);
  gboolean is_loop = FALSE;
  for (guint i = 0; status != GIF_ERROR && block && i < G_N_ELEMENTS (lost); i++)
    kb_messages_lose (file->animated.messages, _(lost[i].what),
                      code == lost[i].code
                        && g_str_has_prefix ((const char *) block, lost[i].start));
  while (status != GIF_ERROR && block)
    {
      if (code == GRAPHICS_EXT_FUNC_CODE && block[0] == 4)
        DGifExtensionToGCB (4, block + 1, &file->control);
      if (is_loop && block[0] == 3 && block[1] == 1)
        {
          const guint times = block[2] | (guint) block[3] << 8;
          file->plays = times ? times + 1 : 0;
        }
      for (guint i = 0; code == APPLICATION_EXT_FUNC_CODE && i < G_N_ELEMENTS (loops); i++)
        is_loop |= block[0] == 11 && memcmp (block + 1, loops[i], 11) == 0;
      status = DGifGetExtensionNext (file->gif, &block);
    }
  return status != GIF_ERROR;
}

/* Unpacks none of them, and starts from the beginning of the file. */
static guint
count_images (const GifFile *whole)
{
  GifFile file = { .bytes = { .data = whole->bytes.data, .size = whole->bytes.size } };
  GifFileType *gif = DGifOpen (&file, read_bytes, NULL);
  GifRecordType type = UNDEFINED_RECORD_TYPE;
  guint n = 0;
  while (gif && DGifGetRecordType (gif, &type) != GIF_ERROR && type != TERMINATE_RECORD_TYPE)
    {
      const gboolean is_image = type == IMAGE_DESC_RECORD_TYPE;
      GifByteType *block = NULL;
      int code;
      n += is_image;
      if (is_image ? DGifGetImageDesc (gif) != GIF_ERROR && DGifGetCode (gif, &code, &block)
                   : DGifGetExtension (gif, &code, &block))
        while (block && DGifGetExtensionNext (gif, &block) != GIF_ERROR)
          continue;
    }
  if (gif)
    DGifCloseFile (gif, NULL);
  return n;
}

/* Many files lack the record that ends them. */
static gboolean
read_records (GifFile *file, GError **error)
{
  GifRecordType type = UNDEFINED_RECORD_TYPE;
  if (!kb_animated_begin (&file->animated, (guint) file->gif->SWidth, (guint) file->gif->SHeight,
                          file->is_sheet ? 1 : count_images (file), error))
    return FALSE;
  kb_messages_lose (file->animated.messages, _("pixels that are not square"),
                    file->gif->AspectByte && file->gif->AspectByte != GIF_SQUARE);
  while (type != TERMINATE_RECORD_TYPE && !file->sheet)
    {
      const gboolean is_end = file->bytes.at == file->bytes.size;
      if (is_end && file->animated.layered->frames->len)
        return TRUE;
      if (DGifGetRecordType (file->gif, &type) == GIF_ERROR
          || (type == EXTENSION_RECORD_TYPE && !read_extension (file)))
        return fail_damaged (file, error);
      if (type == IMAGE_DESC_RECORD_TYPE && !read_gif_image (file, error))
        return FALSE;
    }
  return file->animated.layered->frames->len
         || kb_import_fail (error, file->animated.path, _("there is no picture in it"));
}

static gboolean
read_gif_file (GifFile *file, const char *path, const char *data, gsize size, GError **error)
{
  file->bytes = (KbBytes) { .data = (const guint8 *) data, .size = size };
  file->animated.path = path;
  file->control.TransparentColor = NO_TRANSPARENT_COLOR;
  file->plays = 1;
  file->gif = DGifOpen (file, read_bytes, NULL);
  const gboolean ok = file->gif ? read_records (file, error) : fail_damaged (file, error);
  if (file->gif)
    DGifCloseFile (file->gif, NULL);
  return ok;
}

static gboolean
read_gif (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
          GError **error)
{
  GifFile file = { .animated.messages = import->messages };
  const gboolean ok = read_gif_file (&file, import->files[0], data, size, error)
                      && kb_animated_import (&file.animated, import, file.plays, error);
  kb_animated_clear (&file.animated);
  return ok;
}

KbPicture *
kb_gif_read_sheet (const char *path, GError **error)
{
  GifFile file = { .is_sheet = TRUE };
  g_autofree char *data = NULL;
  gsize size;
  if (kb_import_read_unpacked (path, GIF_MAX_BYTES, &data, &size, NULL, error))
    read_gif_file (&file, path, data, size, error);
  kb_animated_clear (&file.animated);
  return file.sheet;
}

/* ---- writing ---- */

#define GIF_TICK 10          /* ms */
#define LEAST_TICKS 2    /* what is faster, browsers slow down */

/* Indices of colours for the pixels. If there are over 256 colours, low bits are dropped until
 * there are not. */
static guint
find_colours (const KbPicture *picture, GifColorType *colours, guint8 *indices)
{
  const gsize n = (gsize) picture->width * picture->height;
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  for (guint bits = 8; bits; bits--)
    {
      const guint8 keep = (guint8) (0xff << (8 - bits));
      gsize i = 0;
      g_hash_table_remove_all (known);
      for (; i < n; i++)
        {
          const guint8 *p = picture->rgba + 4 * i;
          const guint key = 1u << 24 | (p[0] & keep) << 16 | (p[1] & keep) << 8 | (p[2] & keep);
          guint index = GPOINTER_TO_UINT (g_hash_table_lookup (known, GUINT_TO_POINTER (key)));
          if (!index && g_hash_table_size (known) == 256)
            break;
          if (!index)
            {
              index = g_hash_table_size (known) + 1;
              g_hash_table_insert (known, GUINT_TO_POINTER (key), GUINT_TO_POINTER (index));
              colours[index - 1] = (GifColorType) { p[0], p[1], p[2] };
            }
          indices[i] = (guint8) (index - 1);
        }
      if (i == n)
        break;
    }
  return g_hash_table_size (known);
}

static int
write_gif (GifFileType *gif, const GifByteType *bytes, int n)
{
  g_byte_array_append (gif->UserData, bytes, (guint) n);
  return n;
}

static gboolean
add_gif_picture (GifFileType *gif, const KbPicture *picture, gint ticks)
{
  const int w = (int) picture->width, h = (int) picture->height;
  g_autofree guint8 *indices = g_malloc ((gsize) w * (gsize) h);
  GifColorType colours[256] = { { 0, 0, 0 } };
  const GraphicsControlBlock control = { DISPOSE_DO_NOT, FALSE, ticks, NO_TRANSPARENT_COLOR };
  GifByteType packed[4];
  const guint n = find_colours (picture, colours, indices);
  ColorMapObject *map = GifMakeMapObject (1 << GifBitSize ((int) MAX (n, 2)), colours);
  gboolean ok = map && EGifGCBToExtension (&control, packed) == 4
                && EGifPutExtension (gif, GRAPHICS_EXT_FUNC_CODE, 4, packed) == GIF_OK
                && EGifPutImageDesc (gif, 0, 0, w, h, FALSE, map) == GIF_OK;
  for (int y = 0; ok && y < h; y++)
    ok = EGifPutLine (gif, indices + (gsize) y * (gsize) w, w) == GIF_OK;
  GifFreeMapObject (map);
  return ok;
}

static gboolean
add_gif_start (GifFileType *gif, const KbMoving *moving, const KbPicture *picture)
{
  EGifSetGifVersion (gif, TRUE);
  return EGifPutScreenDesc (gif, (int) picture->width, (int) picture->height, 8, 0, NULL) == GIF_OK
         && EGifPutComment (gif, moving->comment) == GIF_OK
         && (!moving->loops
             || (EGifPutExtensionLeader (gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK
                 && EGifPutExtensionBlock (gif, 11, "NETSCAPE2.0") == GIF_OK
                 && EGifPutExtensionBlock (gif, 3, "\1\0\0") == GIF_OK
                 && EGifPutExtensionTrailer (gif) == GIF_OK));
}

GBytes *
kb_moving_gif (const KbMoving *moving, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  int fault = 0;
  gint64 end = 0, ticks = 0;
  GifFileType *gif = EGifOpen (bytes, write_gif, &fault);
  gboolean ok = gif != NULL;
  GError *local = NULL;
  for (guint i = 0; ok && i < moving->n_steps; i++)
    {
      gint ms;
      g_autoptr (KbPicture) picture = moving->draw (moving->data, i, &ms, &local);
      ok = picture && MAX (picture->width, picture->height) <= G_MAXUINT16
           && (i || add_gif_start (gif, moving, picture));
      end += ok ? ms : 0;
      const gint64 next = MAX ((end + GIF_TICK / 2) / GIF_TICK, ticks + LEAST_TICKS);
      ok = ok && add_gif_picture (gif, picture, (gint) MIN (next - ticks, G_MAXUINT16));
      ticks = next;
    }
  if (gif && EGifCloseFile (gif, &fault) != GIF_OK)
    ok = FALSE;
  if (!ok && !local)
    kb_fail (&local, KB_ERROR_MACHINE, "%s", _("the GIF could not be made"));
  if (local)
    g_propagate_error (error, local);
  return ok ? g_byte_array_free_to_bytes (g_steal_pointer (&bytes)) : NULL;
}

#else

static gboolean
read_gif (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
          GError **error)
{
  return kb_import_fail (error, import->files[0], _("this Kickbox was built without %s"),
                         "giflib");
}

KbPicture *
kb_gif_read_sheet (const char *path, GError **error)
{
  return kb_null (kb_import_fail (error, path, _("this Kickbox was built without %s"), "giflib"));
}

GBytes *
kb_moving_gif (const KbMoving *moving, GError **error)
{
  return kb_fail_null (error, KB_ERROR_INPUT, _("this Kickbox was built without %s"), "giflib");
}

#endif

static KbFit
recognise_gif (const KbImportHead *head)
{
  return g_str_has_prefix (head->start, "GIF87a") || g_str_has_prefix (head->start, "GIF89a")
           ? KB_FIT_SURE
           : KB_FIT_NONE;
}

const KbImporter kb_importer_gif = {
  .name = "gif",
  .label = N_("GIF"),
  .noun = N_("a GIF"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.gif", NULL },
  .mime_types = (const char *const[]) { "image/gif", NULL },
  .options = (const char *const[]) { "ranges", "hot_spot", "fresh", NULL },
  .max_bytes = GIF_MAX_BYTES,
  .layered = TRUE,
  .recognise = recognise_gif,
  .read_sprite = read_gif,
};
