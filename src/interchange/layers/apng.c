/* SPDX-License-Identifier: MIT */
/* Animated PNG. For libpng each frame is a picture of its own, made of the file's header and the
 * frame's data. Source: PNG specification, third edition. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"
#include "interchange/layers/moving.h"

#include <glib/gi18n.h>
#include <string.h>
#include <zlib.h>

#define APNG_SIGNATURE "\x89PNG\r\n\x1a\n"
#define HEADER_SIZE 13
#define SRGB_GAMMA 45455   /* of gAMA: 1 / 2.2 */

/* The fields of a frame's fcTL chunk. */
typedef struct {
  guint width, height, x, y, delay, delay_unit, after, over;
} Control;

typedef struct {
  const char *path;
  guint8 header[HEADER_SIZE];        /* the data of IHDR */
  GByteArray *shared;                /* chunks before the first picture, whole */
  GByteArray *data;                  /* of the frame */
  gboolean begun;                    /* a frame */
  Control control;
  KbAnimated animated;               /* without a canvas before acTL */
  guint n, plays;                    /* frames that the file says it has */
} ApngFile;

static guint
count_frames (const ApngFile *file)
{
  return file->animated.layered ? file->animated.layered->frames->len : 0;
}

static guint32
u32_at (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

static void
add_u32 (GByteArray *to, guint32 value)
{
  const guint8 bytes[4] = { value >> 24, value >> 16 & 255, value >> 8 & 255, value & 255 };
  g_byte_array_append (to, bytes, 4);
}

static void
add_chunk (GByteArray *to, const char *type, const guint8 *data, gsize size)
{
  add_u32 (to, (guint32) size);
  const guint start = to->len;
  g_byte_array_append (to, (const guint8 *) type, 4);
  g_byte_array_append (to, data, (guint) size);
  add_u32 (to, (guint32) crc32 (0, to->data + start, to->len - start));
}

static KbPicture *
decode_apng (const ApngFile *file, GError **error)
{
  g_autoptr (GByteArray) png = g_byte_array_new ();
  g_autoptr (GByteArray) header = g_byte_array_new ();
  add_u32 (header, file->control.width);
  add_u32 (header, file->control.height);
  g_byte_array_append (header, file->header + 8, HEADER_SIZE - 8);
  g_byte_array_append (png, (const guint8 *) APNG_SIGNATURE, 8);
  add_chunk (png, "IHDR", header->data, header->len);
  g_byte_array_append (png, file->shared->data, file->shared->len);
  add_chunk (png, "IDAT", file->data->data, file->data->len);
  add_chunk (png, "IEND", NULL, 0);
  g_autofree char *name = g_strdup_printf (_("%s: frame %u"), file->path, count_frames (file) + 1);
  return kb_picture_decode (png->data, png->len, name, error);
}

static gboolean
end_frame (ApngFile *file, GError **error)
{
  const Control *c = &file->control;
  if (!file->begun)
    return TRUE;
  file->begun = FALSE;
  g_autoptr (KbPicture) picture = decode_apng (file, error);
  kb_messages_lose (file->animated.messages, _("colours of 16 bits, rounded to 8"),
                    picture && picture->was_deep && !count_frames (file));
  const double seconds = (double) c->delay / (c->delay_unit ? c->delay_unit : 100);
  return picture
         && kb_animated_show (&file->animated, picture, (gint) c->x, (gint) c->y, c->over != 0,
                              (KbAfterPicture) c->after, seconds * 1000, error);
}

static gboolean
begin_frame (ApngFile *file, KbBytes *chunk, GError **error)
{
  if (!end_frame (file, error))
    return FALSE;
  kb_bytes_u32 (chunk);
  Control *c = &file->control;
  c->width = kb_bytes_u32 (chunk);
  c->height = kb_bytes_u32 (chunk);
  c->x = kb_bytes_u32 (chunk);
  c->y = kb_bytes_u32 (chunk);
  c->delay = kb_bytes_u16 (chunk);
  c->delay_unit = kb_bytes_u16 (chunk);
  c->after = kb_bytes_u8 (chunk);
  c->over = kb_bytes_u8 (chunk);
  if (chunk->ended || count_frames (file) >= file->n)
    return kb_bytes_fail (chunk, file->path, error,
                          _("a frame is cut off, or one more than the file says"));
  const KbPicture *canvas = file->animated.canvas;
  if (!c->width || !c->height || (guint64) c->x + c->width > canvas->width
      || (guint64) c->y + c->height > canvas->height)
    return kb_bytes_fail (chunk, file->path, error, _("frame %u is not within the picture"),
                          count_frames (file) + 1);
  file->begun = TRUE;
  g_byte_array_set_size (file->data, 0);
  return TRUE;
}

static gboolean
begin_animation (ApngFile *file, KbBytes *chunk, GError **error)
{
  file->n = kb_bytes_u32 (chunk);
  file->plays = kb_bytes_u32 (chunk);
  if (chunk->ended || !file->n || file->n > KB_MAX_SHOWN_FRAMES || file->animated.layered)
    return kb_bytes_fail (chunk, file->path, error, _("expected 1 to %d frames"),
                          KB_MAX_SHOWN_FRAMES);
  return kb_animated_begin (&file->animated, u32_at (file->header), u32_at (file->header + 4),
                            file->n, error);
}

static gboolean
read_apng_chunk (ApngFile *file, const guint8 *type, KbBytes *chunk, GError **error)
{
  const gboolean data = memcmp (type, "IDAT", 4) == 0, more = memcmp (type, "fdAT", 4) == 0;
  kb_messages_lose (
    file->animated.messages, _("colour profiles"),
    memcmp (type, "iCCP", 4) == 0 || memcmp (type, "cICP", 4) == 0
      || (memcmp (type, "gAMA", 4) == 0 && chunk->size >= 4 && u32_at (chunk->data) != SRGB_GAMMA));
  if (memcmp (type, "IHDR", 4) == 0)
    {
      const guint8 *header = kb_bytes_take (chunk, HEADER_SIZE);
      if (!header)
        return kb_bytes_fail (chunk, file->path, error, _("the header is cut off or damaged"));
      memcpy (file->header, header, HEADER_SIZE);
    }
  else if (memcmp (type, "acTL", 4) == 0)
    return begin_animation (file, chunk, error);
  else if (memcmp (type, "fcTL", 4) == 0)
    return begin_frame (file, chunk, error);
  else if (memcmp (type, "IEND", 4) == 0)
    return end_frame (file, error);
  else if (data || more)
    {
      if (more)
        kb_bytes_u32 (chunk);
      if (file->begun)
        g_byte_array_append (file->data, chunk->data + chunk->at,
                             (guint) (chunk->size - chunk->at));
    }
  else if (!file->begun && !count_frames (file)
           && memcmp (type, "PLTE", 4) * memcmp (type, "tRNS", 4) == 0)
    {
      g_autofree char *name = g_strndup ((const char *) type, 4);
      add_chunk (file->shared, name, chunk->data, chunk->size);
    }
  return TRUE;
}

static gboolean
read_chunks (ApngFile *file, const char *data, gsize size, GError **error)
{
  KbBytes bytes = { .data = (const guint8 *) data, .size = size, .big = TRUE };
  gboolean ok = TRUE, end = FALSE;
  kb_bytes_take (&bytes, 8);
  while (ok && !end)
    {
      const guint32 length = kb_bytes_u32 (&bytes);
      const guint8 *type = kb_bytes_take (&bytes, 4);
      KbBytes chunk = kb_bytes_part (&bytes, length);
      kb_bytes_u32 (&bytes);
      if (bytes.ended)
        return kb_bytes_fail (&bytes, file->path, error, _("the file is cut off"));
      ok = read_apng_chunk (file, type, &chunk, error);
      end = memcmp (type, "IEND", 4) == 0;
    }
  if (ok && !file->animated.layered)
    return kb_import_fail (error, file->path, _("this PNG is not animated"));
  return ok
         && (count_frames (file) == file->n
             || kb_import_fail (error, file->path,
                                ngettext ("it has %u frame, and says that it has %u",
                                          "it has %u frames, and says that it has %u",
                                          count_frames (file)),
                                count_frames (file), file->n));
}

static gboolean
read_apng (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
           GError **error)
{
  const char *path = import->files[0];
  ApngFile file = { .path = path,
                    .shared = g_byte_array_new (),
                    .data = g_byte_array_new (),
                    .animated = { .path = path, .messages = import->messages } };
  const gboolean ok = read_chunks (&file, data, size, error)
                      && kb_animated_import (&file.animated, import, file.plays, error);
  g_byte_array_unref (file.shared);
  g_byte_array_unref (file.data);
  kb_animated_clear (&file.animated);
  return ok;
}

/* The chunk acTL comes before the picture. */
static KbFit
recognise_apng (const KbImportHead *head)
{
  gsize at = 8;
  while (kb_import_head_is_png (head) && at + 8 <= head->size)
    {
      const guint8 *chunk = (const guint8 *) head->start + at;
      if (memcmp (chunk + 4, "acTL", 4) == 0)
        return KB_FIT_SURE;
      if (memcmp (chunk + 4, "IDAT", 4) == 0 || u32_at (chunk) > HEADER_SIZE + head->size)
        break;
      at += 12 + (gsize) u32_at (chunk);
    }
  return KB_FIT_NEVER;
}

const KbImporter kb_importer_apng = {
  .name = "apng",
  .label = N_("Animated PNG"),
  .noun = N_("an animated PNG"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.apng", NULL },
  .mime_types = (const char *const[]) { "image/apng", NULL },
  .options = (const char *const[]) { "ranges", "hot_spot", "fresh", NULL },
  .max_bytes = 256 << 20,
  .layered = TRUE,
  .recognise = recognise_apng,
  .read_sprite = read_apng,
};

/* ---- writing ---- */

/* The rows without alpha and filter, packed. */
static void
pack_pixels (const KbPicture *picture, GByteArray *data)
{
  const gsize row = 1 + 3 * (gsize) picture->width, size = row * picture->height;
  g_autofree guint8 *rows = g_malloc0 (size);
  uLongf packed = compressBound (size);
  const guint start = data->len;
  for (gsize i = 0; i < (gsize) picture->width * picture->height; i++)
    memcpy (rows + i / picture->width * row + 1 + i % picture->width * 3, picture->rgba + 4 * i, 3);
  g_byte_array_set_size (data, start + (guint) packed);
  compress2 (data->data + start, &packed, rows, size, Z_BEST_COMPRESSION);
  g_byte_array_set_size (data, start + (guint) packed);
}

static void
add_start (GByteArray *png, const KbMoving *moving, const KbPicture *picture)
{
  g_autoptr (GByteArray) head = g_byte_array_new (), control = g_byte_array_new ();
  add_u32 (head, picture->width);
  add_u32 (head, picture->height);
  g_byte_array_append (head, (const guint8 *) "\x08\x02\0\0\0", 5);   /* 8 bits, RGB */
  add_u32 (control, moving->n_steps);
  add_u32 (control, !moving->loops);
  g_byte_array_append (png, (const guint8 *) APNG_SIGNATURE, 8);
  add_chunk (png, "IHDR", head->data, head->len);
  add_chunk (png, "acTL", control->data, control->len);
}

GBytes *
kb_moving_apng (const KbMoving *moving, GError **error)
{
  g_autoptr (GByteArray) png = g_byte_array_new ();
  for (guint i = 0, number = 0; i < moving->n_steps; i++)
    {
      gint ms;
      g_autoptr (KbPicture) picture = moving->draw (moving->data, i, &ms, error);
      g_autoptr (GByteArray) control = g_byte_array_new (), data = g_byte_array_new ();
      if (!picture)
        return NULL;
      if (i == 0)
        add_start (png, moving, picture);
      const guint32 fields[] = { number++, picture->width, picture->height, 0, 0,
                                 (guint32) MIN (ms, G_MAXUINT16) << 16 | 1000 };
      for (guint k = 0; k < G_N_ELEMENTS (fields); k++)
        add_u32 (control, fields[k]);
      g_byte_array_append (control, (const guint8 *) "\0\0", 2);
      add_chunk (png, "fcTL", control->data, control->len);
      if (i)
        add_u32 (data, number++);
      pack_pixels (picture, data);
      add_chunk (png, i ? "fdAT" : "IDAT", data->data, data->len);
    }
  add_chunk (png, "IEND", NULL, 0);
  return g_byte_array_free_to_bytes (g_steal_pointer (&png));
}
