/* SPDX-License-Identifier: MIT */
/* Sprite files of MUGEN. Version 1 is a chain of PCX files; version 2 has tables of sprites and
 * palettes. Sprites may be linked with an earlier one. Colour 0 is transparent. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/pixels/zones_files.h"
#include "interchange/sheets/mugen.h"

/* ---- sff pixels ---- */

/* The ways in which an SFF packs indices. */

typedef struct { guint8 *to; gsize size, at; } Output;

static void
put_number (Output *output, guint value, gsize n)
{
  n = MIN (n, output->size - output->at);
  memset (output->to + output->at, (int) value, n);
  output->at += n;
}

/* A byte marked by its upper two bits is the length of a run, and its value follows. */
static void
unpack_sff_runs (KbBytes *bytes, Output *output, guint mark)
{
  while (output->at < output->size && !bytes->ended)
    {
      const guint first = kb_bytes_u8 (bytes), is_run = (first & 0xc0) == mark;
      put_number (output, is_run ? kb_bytes_u8 (bytes) : first, is_run ? first & 0x3f : 1);
    }
}

/* A packet is a run of any length, and short runs of 5-bit values after it. */
static void
unpack_rle5 (KbBytes *bytes, Output *output)
{
  while (output->at < output->size && !bytes->ended)
    {
      const guint length = kb_bytes_u8 (bytes), more = kb_bytes_u8 (bytes);
      put_number (output, more & 0x80 ? kb_bytes_u8 (bytes) : 0, length + 1);
      for (guint i = more & 0x7f; i > 0; i--)
        {
          const guint run = kb_bytes_u8 (bytes);
          put_number (output, run & 0x1f, (run >> 5) + 1);
        }
    }
}

/* Copies what is `distance` back, which may overlap. FALSE if that is before the start. */
static gboolean
repeat (Output *output, gsize distance, gsize n)
{
  if (distance > output->at)
    return FALSE;
  for (; n > 0 && output->at < output->size; n--)
    put_number (output, output->to[output->at - distance], 1);
  return TRUE;
}

/* Each bit of a control byte says of a packet whether it repeats earlier pixels. Of every fourth
 * short repetition, the distance is in the upper bits of these four. */
static gboolean
unpack_lz5 (KbBytes *bytes, Output *output)
{
  guint control = 0, kept = 0, n_kept = 0;
  gboolean ok = TRUE;
  for (guint packet = 0; ok && output->at < output->size && !bytes->ended; packet++)
    {
      control = packet % 8 ? control >> 1 : kb_bytes_u8 (bytes);
      const guint first = kb_bytes_u8 (bytes), low = first & 0x3f;
      if (!(control & 1))
        put_number (output, first & 0x1f, first & 0xe0 ? first >> 5 : kb_bytes_u8 (bytes) + 8);
      else if (!low)
        {
          const guint distance = (first << 2 | kb_bytes_u8 (bytes)) + 1;
          ok = repeat (output, distance, (gsize) kb_bytes_u8 (bytes) + 3);
        }
      else
        {
          kept = n_kept % 4 ? kept | (first & 0xc0) >> 2 * (n_kept % 4) : first & 0xc0;
          ok = repeat (output, (++n_kept % 4 ? kb_bytes_u8 (bytes) : kept) + 1, low + 1);
        }
    }
  return ok;
}

static void
unpack_pcx (KbBytes *bytes, const KbSffSprite *sprite, guint stride, guint8 *indices)
{
  g_autofree guint8 *row = g_malloc0 ((gsize) stride + sprite->width);
  for (guint y = 0; y < sprite->height; y++)
    {
      Output output = { row, stride, 0 };
      unpack_sff_runs (bytes, &output, 0xc0);
      memcpy (indices + (gsize) y * sprite->width, row, sprite->width);
    }
}

static gboolean
unpack_png (const KbBytes *bytes, const KbSffSprite *sprite, guint8 *indices)
{
  g_autoptr (KbZones) zones = kb_zones_decode (bytes->data, bytes->size, "", NULL, NULL);
  if (zones)
    kb_zones_copy (zones, 0, 0, sprite->width, sprite->height, indices, sprite->width);
  return zones != NULL;
}

/* Unpacks an index per pixel. Returns FALSE if the data is cut off or damaged, or of
 * an unknown format. `stride`: of a PCX. */
static gboolean
kb_sff_unpack (KbBytes *bytes, const KbSffSprite *sprite, guint stride, guint8 *indices)
{
  Output output = { indices, (gsize) sprite->width * sprite->height, 0 };
  gboolean ok = TRUE;
  if (sprite->format == KB_SFF_PCX)
    unpack_pcx (bytes, sprite, stride, indices);
  else if (sprite->format == KB_SFF_RLE8)
    unpack_sff_runs (bytes, &output, 0x40);
  else if (sprite->format == KB_SFF_RLE5)
    unpack_rle5 (bytes, &output);
  else if (sprite->format == KB_SFF_LZ5)
    ok = unpack_lz5 (bytes, &output);
  else if (sprite->format == KB_SFF_PNG8)
    ok = unpack_png (bytes, sprite, indices);
  else if (sprite->format == KB_SFF_RAW && output.size <= bytes->size)
    memcpy (indices, bytes->data, output.size);
  else
    ok = FALSE;
  return ok && !bytes->ended;
}

/* ---- sff ---- */

#define MAX_SPRITES 65536
#define PCX_PALETTE 768
#define MAX_PIXELS_A_BYTE 1024
#define PREFIX 4             /* bytes before packed data: its unpacked size */

static KbBytes
part_at (const KbSff *sff, gsize at, gsize size)
{
  KbBytes from = sff->bytes;
  from.at = MIN (at, from.size);
  return kb_bytes_part (&from, MIN (size, from.size - from.at));
}

static guint
sff_number_at (const guint8 *bytes, guint at, guint n)
{
  KbBytes from = { .data = bytes, .size = (gsize) at + n, .at = at };
  return (guint) kb_bytes_number (&from, n);
}

static gint
signed_at (const guint8 *bytes, guint at)
{
  return (gint16) sff_number_at (bytes, at, 2);
}

/* A sprite without data has that of an earlier one, in version 2 with its own palette. In version
 * 1, one with the same palette as before has none. Its data ends where the next sprite begins,
 * whatever its length says. */
static gboolean
read_sprite (KbSff *sff, KbSffSprite *sprite)
{
  const gboolean old = sff->version == 1;
  const gsize start = sff->bytes.at + 32;
  const guint8 *head = kb_bytes_take (&sff->bytes, old ? 32 : 28);
  if (!head)
    return FALSE;
  const guint link = sff_number_at (head, old ? 16 : 12, 2);
  const gsize length = sff_number_at (head, old ? 4 : 20, 4), next = sff_number_at (head, 0, 4),
              end = next > start ? next : start + length,
              data = old ? start : sff_number_at (head, 16, 4) + sff->tables[head[26] & 1];
  const KbBytes palette = part_at (sff, end - MIN (end, PCX_PALETTE), PCX_PALETTE);
  if (old && length && !(head[18] && sff->palettes->len))
    g_array_append_val (sff->palettes, palette);
  *sprite = (KbSffSprite) { .group = signed_at (head, old ? 12 : 0),
                            .image = signed_at (head, old ? 14 : 2),
                            .axis_x = signed_at (head, 8),
                            .axis_y = signed_at (head, 10),
                            .width = sff_number_at (head, 4, 2),
                            .height = sff_number_at (head, 6, 2),
                            .format = old                                     ? KB_SFF_PCX
                                      : head[14] == KB_SFF_RAW && head[15] != 8 ? KB_SFF_UNKNOWN
                                                                                : head[14],
                            .palette = old ? sff->palettes->len - 1 : sff_number_at (head, 24, 2),
                            .owner = sff->sprites->len,
                            .at = data + (old || head[14] == KB_SFF_RAW ? 0 : PREFIX) };
  if (old)
    sff->bytes.at = MIN (next, sff->bytes.size);
  if (!length && link < sff->sprites->len)
    {
      const KbSffSprite *from = &g_array_index (sff->sprites, KbSffSprite, link);
      sprite->owner = from->owner;
      sprite->palette = old ? from->palette : sprite->palette;
    }
  return length || link < sff->sprites->len;
}

/* A palette without data is an earlier one. */
static void
read_palettes (KbSff *sff, gsize at, guint n)
{
  KbBytes table = part_at (sff, at, G_MAXSIZE);
  const guint8 *head;
  for (guint i = 0; i < n && (head = kb_bytes_take (&table, 16)); i++)
    {
      const guint link = sff_number_at (head, 6, 2), size = sff_number_at (head, 12, 4);
      const KbBytes palette = !size && link < i
                                ? g_array_index (sff->palettes, KbBytes, link)
                                : part_at (sff, sff->tables[0] + sff_number_at (head, 8, 4), size);
      g_array_append_val (sff->palettes, palette);
    }
}

/* Groups and images have 16 bits in the file. */
static gpointer
key_of (gint group, gint image)
{
  return GUINT_TO_POINTER ((guint) group << 16 ^ (guint) image);
}

static gboolean
read_sff_file (KbSff *sff, GError **error)
{
  const guint8 *head = kb_bytes_take (&sff->bytes, 68);
  sff->version = head ? head[15] : 0;
  if (sff->version != 1 && sff->version != 2)
    return kb_import_fail (error, sff->path, _("expected an SFF of version 1 or 2"));
  const gboolean old = sff->version == 1;
  const guint n = sff_number_at (head, old ? 20 : 40, 4);
  sff->minor = head[13];
  sff->tables[0] = sff_number_at (head, 52, 4);
  sff->tables[1] = sff_number_at (head, 60, 4);
  if (!old)
    read_palettes (sff, sff_number_at (head, 44, 4),
                   MIN (sff_number_at (head, 48, 4), MAX_SPRITES));
  sff->bytes.at = MIN (sff_number_at (head, old ? 24 : 36, 4), sff->bytes.size);
  for (guint i = 0; i < n; i++)
    {
      KbSffSprite sprite;
      if (i >= MAX_SPRITES || !read_sprite (sff, &sprite))
        return kb_bytes_fail (&sff->bytes, sff->path, error,
                              _("sprite %u is cut off, or its link is wrong"), i + 1);
      g_array_append_val (sff->sprites, sprite);
      if (!kb_sff_find (sff, sprite.group, sprite.image))
        g_hash_table_insert (sff->numbers,
                             key_of (sprite.group, sprite.image),
                             GUINT_TO_POINTER (i + 1));
    }
  return TRUE;
}

/* Reports the palettes of version 2 that no sprite has. */
static void
lose_palettes (const KbSff *sff)
{
  g_autoptr (GHashTable) starts = g_hash_table_new (NULL, NULL);
  KB_EACH_IN (const KbBytes, palette, sff->palettes)
    if (palette->size)
      g_hash_table_add (starts, (gpointer) palette->data);
  KB_EACH_IN (const KbSffSprite, sprite, sff->sprites)
    if (sprite->palette < sff->palettes->len)
      g_hash_table_remove (starts,
                           g_array_index (sff->palettes, KbBytes, sprite->palette).data);
  kb_messages_lose (sff->import->messages, _("palettes that no sprite has"),
                    g_hash_table_size (starts));
}

KbSff *
kb_sff_new (KbImport *import, char *path, char *data, gsize size, GError **error)
{
  g_autoptr (KbSff) sff = KB_NEW (KbSff, .import = import, .path = path, .data = data,
                                  .bytes = { .data = (const guint8 *) data, .size = size },
                                  .sprites = g_array_new (FALSE, TRUE, sizeof (KbSffSprite)),
                                  .palettes = g_array_new (FALSE, TRUE, sizeof (KbBytes)),
                                  .numbers = g_hash_table_new (NULL, NULL));
  if (!read_sff_file (sff, error))
    return NULL;
  lose_palettes (sff);
  return g_steal_pointer (&sff);
}

void
kb_sff_free (KbSff *sff)
{
  g_free (sff->path);
  g_free (sff->data);
  g_array_unref (sff->sprites);
  g_array_unref (sff->palettes);
  g_hash_table_unref (sff->numbers);
  g_free (sff);
}

KbSffSprite *
kb_sff_find (const KbSff *sff, gint group, gint image)
{
  const guint known =
    GPOINTER_TO_UINT (g_hash_table_lookup (sff->numbers, key_of (group, image)));
  return known ? &g_array_index (sff->sprites, KbSffSprite, known - 1) : NULL;
}

/* ---- pictures ---- */

/* The colours that indices stand for. */
static void
colour (const KbSff *sff, guint index, const guint8 *indices, KbPicture *picture)
{
  const guint step = sff->version == 1 ? 3 : 4;
  guint8 colours[256][4] = { 0 };
  KbBytes palette = { 0 };
  if (index < sff->palettes->len)
    palette = g_array_index (sff->palettes, KbBytes, index);
  for (guint i = 1; i < MIN (256, palette.size / step); i++)
    {
      memcpy (colours[i], palette.data + (gsize) i * step, step);
      colours[i][3] = step == 4 && sff->minor ? colours[i][3] : 255;
    }
  for (gsize i = 0; i < (gsize) picture->width * picture->height; i++)
    memcpy (picture->rgba + 4 * i, colours[indices[i]], 4);
}

/* Reads the header, of 128 bytes, with the corners of the picture. FALSE for other PCX files than
 * those of 8 bits, packed. */
static gboolean
read_pcx_head (KbBytes *bytes, KbSffSprite *sprite, guint *stride)
{
  const guint8 *head = kb_bytes_take (bytes, 128);
  if (!head)
    return FALSE;
  sprite->width = (guint16) (sff_number_at (head, 8, 2) - sff_number_at (head, 4, 2) + 1);
  sprite->height = (guint16) (sff_number_at (head, 10, 2) - sff_number_at (head, 6, 2) + 1);
  *stride = sff_number_at (head, 66, 2);
  return head[2] == 1 && head[3] == 8;
}

static KbPicture *
read_sff_picture (const KbSff *sff, KbSffSprite *sprite, guint palette, GError **error)
{
  g_autofree char *place = g_strdup_printf (_("sprite %d,%d"), sprite->group, sprite->image);
  KbBytes from = part_at (sff, sprite->at, G_MAXSIZE);
  guint stride = 0;
  const gboolean in_colour = sprite->format == KB_SFF_PNG24 || sprite->format == KB_SFF_PNG32,
                 ok = sprite->format != KB_SFF_PCX || read_pcx_head (&from, sprite, &stride);
  const guint64 pixels = (guint64) sprite->width * sprite->height;
  if (in_colour && sff->pixels < KB_MAX_PICTURE_PIXELS)
    return kb_picture_decode (from.data, from.size, place, error);
  g_autoptr (KbPicture) picture =
    ok && !in_colour && pixels && pixels / MAX_PIXELS_A_BYTE <= from.size
        && sff->pixels + pixels <= KB_MAX_PICTURE_PIXELS
      ? kb_picture_new (sprite->width, sprite->height)
      : NULL;
  g_autofree guint8 *indices = picture ? g_malloc (pixels) : NULL;
  if (picture && kb_sff_unpack (&from, sprite, stride, indices))
    {
      colour (sff, palette, indices, picture);
      return g_steal_pointer (&picture);
    }
  return kb_null (
    kb_import_fail (error, place, _("its picture is cut off, too large or in an unknown format")));
}

gint
kb_sff_picture (KbSff *sff, KbSffSprite *sprite, guint flips, GError **error)
{
  static const char *const marks[] = { "", " mirrored", " upside down", " turned" };
  KbSffSprite *owner = &g_array_index (sff->sprites, KbSffSprite, sprite->owner),
              *known = owner->palette == sprite->palette ? owner : sprite;
  g_autofree char *folder = g_path_get_dirname (sff->path),
                  *name = g_strdup_printf ("%s/%d-%d%s.png", folder, sprite->group, sprite->image,
                                           marks[flips]);
  sprite->shown = TRUE;
  g_autoptr (KbPicture) plain =
    known->pictures[flips] ? NULL : read_sff_picture (sff, owner, sprite->palette, error);
  if (plain)
    {
      kb_messages_lose_picture (sff->import->messages, plain);
      KbPicture *shown = kb_atlas_mirror (plain, 0, 0, (gint) plain->width, (gint) plain->height,
                                          flips & KB_SFF_MIRRORED, flips & KB_SFF_UPSIDE_DOWN);
      sff->pixels += (guint64) plain->width * plain->height;
      known->pictures[flips] = kb_import_take_picture (sff->import, name, shown) + 1;
    }
  return known->pictures[flips] - 1;
}
