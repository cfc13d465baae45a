/* SPDX-License-Identifier: MIT */
/* Photoshop's drawings, .psd and .psb: layers and groups, or the merged picture of a file without
 * layers. Source: Adobe's Photoshop File Formats Specification. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/layers/layered.h"

/* ---- psd pixels ---- */

/* The channels of Photoshop's drawings: unpacks them, and puts them into pictures. */

enum { PSD_RAW, PSD_RLE, PSD_ZIP, ZIP_OF_DIFFERENCES };

/* A row of runs: PackBits. */
static gboolean
unpack_row (KbBytes *bytes, guint8 *out, gsize n)
{
  for (gsize at = 0; at < n;)
    {
      const guint code = kb_bytes_u8 (bytes), length = code < 128 ? code + 1 : 257 - code;
      if (code == 128)
        continue;
      const guint8 *from = kb_bytes_take (bytes, code < 128 ? length : 1);
      if (!from || length > n - at)
        return FALSE;
      if (code < 128)
        memcpy (out + at, from, length);
      else
        memset (out + at, *from, length);
      at += length;
    }
  return TRUE;
}

/* Each sample of a row is the difference from the one before. */
static void
add_differences (guint8 *row, gsize width, guint bytes)
{
  for (gsize i = bytes; i < width * bytes; i += bytes)
    {
      const guint sum = bytes == 1 ? row[i] + row[i - 1]
                                   : (row[i] << 8) + row[i + 1] + (row[i - 2] << 8) + row[i - 1];
      row[i] = (guint8) (bytes == 1 ? sum : sum >> 8);
      row[i + bytes - 1] = (guint8) sum;
    }
}

/* The first `used` of so many rows of one or more channels, 8 bits a sample. NULL and an error. */
static guint8 *
kb_psd_read_plane (const KbPsd *file, KbBytes *bytes, gint64 width, gint64 rows, gint64 used,
                   GError **error)
{
  const guint packing = kb_bytes_u16 (bytes), count = file->large ? 4 : 2;
  const gsize row = (gsize) width * file->bytes, size = row * (gsize) used;
  KbBytes counts = kb_bytes_part (bytes, packing == PSD_RLE ? (gsize) rows * count : 0);
  /* Nothing that zlib packed is over 1,032 times as large. */
  gboolean ok = packing <= ZIP_OF_DIFFERENCES && width <= KB_MAX_PICTURE_SIDE && used <= G_MAXINT32
                && size <= 2u * KB_MAX_LAYERED_PIXELS && size / 1032 <= bytes->size
                && (!bytes->ended || !size);
  g_autofree guint8 *data = g_malloc0 (ok ? size + 1 : 1);
  const guint8 *raw = ok && packing == PSD_RAW ? kb_bytes_take (bytes, size) : NULL;
  if (raw)
    memcpy (data, raw, size);
  used = row ? used : 0;      /* a mask may have any number of empty rows */
  for (gint64 y = 0; ok && packing == PSD_RLE && y < used; y++)
    {
      KbBytes part = kb_bytes_part (bytes, (gsize) kb_bytes_number (&counts, count));
      ok = unpack_row (&part, data + (gsize) y * row, row);
    }
  if (!ok || (packing == PSD_RAW && !raw)
      || (packing >= PSD_ZIP && !kb_bytes_inflate (bytes, data, size)))
    return kb_null (
      kb_bytes_fail (bytes, file->path, error, _("a channel is cut off or damaged")));
  for (gint64 y = 0; packing == ZIP_OF_DIFFERENCES && y < used; y++)
    add_differences (data + (gsize) y * row, (gsize) width, file->bytes);
  for (gsize i = 0; file->bytes == 2 && i < size / 2; i++)
    data[i] = (guint8) (((data[2 * i] << 8 | data[2 * i + 1]) * 255u + 32767) / 65535);
  return g_steal_pointer (&data);
}

/* `channel`: a colour's index, or KB_PSD_ALPHA. */
static void
kb_psd_put_plane (const KbPsd *file, KbPicture *picture, const guint8 *plane, gint channel)
{
  for (gsize i = 0; i < (gsize) picture->width * picture->height; i++)
    {
      guint8 *to = picture->rgba + 4 * i;
      if (channel == KB_PSD_ALPHA)
        to[3] = plane[i];
      else if (file->mode == KB_PSD_INDEXED)
        memcpy (to, file->palette[plane[i]], 4);
      else if (file->mode == KB_PSD_GREY)
        memset (to, plane[i], 3);
      else
        to[channel] = plane[i];
    }
}

/* A white picture; NULL and an error. */
static KbPicture *
kb_psd_new_picture (const KbPsd *file, const KbBytes *bytes, gint64 width, gint64 height,
                    GError **error)
{
  KbPicture *picture = kb_layered_picture (file->layered, width, height);
  if (picture)
    memset (picture->rgba, 255, 4 * (gsize) (width * height));
  else
    kb_bytes_fail (bytes, file->path, error,
                   _("an image of %" PRId64 " x %" PRId64
                     " pixels is too large"), width, height);
  return picture;
}

/* ---- psd ---- */

#define PSD_MAX_DEPTH 64      /* of groups in groups */

enum { MASK = -2 };                                          /* the number of a channel */
enum { PSD_HIDDEN = 2 };                                         /* of a layer */
enum { MASK_OFF = 2, MASK_DRAWN = 8, MASK_CHANGED = 16 };    /* of a mask */
enum { SECTION_END = 3 };                                    /* the bottom of a group */
enum { EVERY_VALUE = 0x0000ffff };                           /* a range of blending */
#define PSD_SQUARE G_GUINT64_CONSTANT (0x3ff0000000000000)       /* 1.0 */

typedef struct { gint64 x, y, width, height; } PsdArea;

/* A layer's record. `drawn`: a fill, whose pixels are within its vector mask.
 * `combined`: the mask joins the vector mask and a painted one. */
typedef struct {
  PsdArea area, mask;
  KbBytes channels, extra;       /* channels: number and size of each */
  guint opacity, clipped, flags, mask_flags, outside, section;
  guint lost;                    /* a bit for each of lost_blocks */
  const guint8 *blend;           /* four letters */
  gboolean has_mask, drawn, combined, text;
  char *name;
} Record;

static const struct { char key[5]; KbDrawnBlend blend; } psd_blends[] = {
  { "norm", KB_DRAWN_NORMAL },     { "pass", KB_DRAWN_NORMAL },    { "mul ", KB_DRAWN_MULTIPLY },
  { "scrn", KB_DRAWN_SCREEN },     { "over", KB_DRAWN_OVERLAY },   { "dark", KB_DRAWN_DARKEN },
  { "lite", KB_DRAWN_LIGHTEN },    { "div ", KB_DRAWN_DODGE },     { "idiv", KB_DRAWN_BURN },
  { "hLit", KB_DRAWN_HARD_LIGHT }, { "sLit", KB_DRAWN_SOFT_LIGHT },
  { "diff", KB_DRAWN_DIFFERENCE }, { "smud", KB_DRAWN_EXCLUSION }, { "hue ", KB_DRAWN_HUE },
  { "sat ", KB_DRAWN_SATURATION }, { "colr", KB_DRAWN_COLOUR },    { "lum ", KB_DRAWN_LUMINOSITY },
  { "lddg", KB_DRAWN_ADD },        { "fsub", KB_DRAWN_SUBTRACT },  { "fdiv", KB_DRAWN_DIVIDE },
};

/* Blocks of layers. */
static const struct { const char *keys, *what; } lost_blocks[] = {
  { "brit levl curv expA vibA hue2 hue  blnc blwh phfl mixr clrL nvrt post thrs grdm selc",
    N_("adjustment layers") },
  { "SoCo GdFl PtFl", N_("fill layers") },
  { "vmsk vsms", N_("vector masks") },
  { "knko", N_("knockouts") },
  { "brst", N_("layers with channels turned off") },
  { "lfx2 lmfx lrFX", N_("layer effects") },
  { "artb", N_("backgrounds and borders of artboards") },
};
enum { LOST_FILL = 1, LOST_VECTOR_MASK, LOST_KNOCKOUT, LOST_CHANNELS };

/* Resources, counted if there are `least`. `list`: the end of a descriptor's key before a number of
 * items. `at`: where another format has that number. Neither: there is one. */
static const struct { guint first, last, least, at; const char *list, *what; } lost_resources[] = {
  { 1032, 1032, 1, 12, NULL, N_("guides") },
  { 1039, 1039, 1, 0, NULL, N_("colour profiles") },
  { 1050, 1050, 2, 0, "slicesVlLs", N_("slices") },     /* one is the whole picture */
  { 1065, 1065, 1, 0, "listVlLs", N_("layer comps") },
  { 2000, 2997, 1, 0, NULL, N_("paths") },
  { 4000, 4999, 2, 0, "FrInVlLs", N_("frames of animations") },   /* one is a still drawing */
};

static gboolean
fail_psd (const KbPsd *file, const KbBytes *bytes, GError **error, const char *message)
{
  return kb_bytes_fail (bytes, file->path, error, "%s", message);
}

/* A size of four bytes, or of eight in large files. */
static gsize
read_size (const KbPsd *file, KbBytes *bytes)
{
  return (gsize) kb_bytes_number (bytes, file->large ? 8 : 4);
}

static PsdArea
read_area (KbBytes *bytes)
{
  const gint64 top = kb_bytes_s32 (bytes), left = kb_bytes_s32 (bytes),
               bottom = kb_bytes_s32 (bytes), right = kb_bytes_s32 (bytes);
  return (PsdArea) { left, top, MAX (right - left, 0), MAX (bottom - top, 0) };
}

/* ---- the merged picture ---- */

/* The file's own picture of all layers. */
static gboolean
read_merged (KbPsd *file, KbBytes *bytes, GError **error)
{
  const gint64 width = file->layered->width, height = file->layered->height;
  const guint colours = file->mode == KB_PSD_RGB ? 3 : 1,
              used = colours + (file->alpha && file->channels > colours);
  KbPicture *picture = kb_psd_new_picture (file, bytes, width, height, error);
  kb_layered_add_layer (file->layered, g_strdup ("picture"));
  kb_layered_add_cel (file->layered, 0, 0)->picture = picture;
  g_autofree guint8 *planes =
    picture ? kb_psd_read_plane (file, bytes, width, height * file->channels, height * used, error)
            : NULL;
  for (guint i = 0; planes && i < used; i++)
    kb_psd_put_plane (file, picture, planes + (gsize) (width * height) * i,
               i < colours ? (gint) i : KB_PSD_ALPHA);
  kb_import_lose (file->import, _("channels"), file->channels - used);
  return planes != NULL;
}

/* ---- layers ---- */

/* A block with a key of four letters. */
static KbBytes
read_block (const KbPsd *file, KbBytes *bytes, char key[5])
{
  const guint8 *start = kb_bytes_take (bytes, 8);
  memcpy (key, start ? (const char *) start + 4 : "    ", 4);
  key[4] = '\0';
  const gboolean longer =
    file->large && strstr ("LMsk Lr16 Lr32 Layr Mt16 Mt32 Mtrn Alph FMsk lnk2 FEid FXid PxSD", key);
  KbBytes part =
    kb_bytes_part (bytes, (gsize) kb_bytes_number (bytes, longer ? 8 : 4));
  /* Some programs pad to two bytes, others to four. */
  while (bytes->at < bytes->size && !bytes->data[bytes->at])
    bytes->at++;
  return part;
}

/* What is in a block of a layer. */
static void
read_layer_block (Record *record, const char *key, KbBytes *block)
{
  if (strcmp (key, "luni") == 0)
    {
      const gsize size = 2 * (gsize) kb_bytes_u32 (block);
      const guint8 *from = kb_bytes_take (block, size);
      char *name = from ? g_convert ((const char *) from, (gssize) size, "UTF-8", "UTF-16BE", NULL,
                                     NULL, NULL) : NULL;
      if (name)
        {
          g_free (record->name);
          record->name = name;
        }
    }
  if (strcmp (key, "lsct") == 0 || strcmp (key, "lsdk") == 0)
    {
      record->section = kb_bytes_u32 (block);
      kb_bytes_u32 (block);
      const guint8 *blend = kb_bytes_take (block, 4);
      record->blend = blend ? blend : record->blend;
    }
  if (strcmp (key, "iOpa") == 0)
    record->opacity = (guint) kb_mul_255 ((gint) record->opacity, (gint) kb_bytes_u8 (block));
  record->text |= g_ascii_strcasecmp (key, "TySh") == 0;
  record->drawn |= strstr (lost_blocks[LOST_FILL].keys, key) != NULL;
  for (guint i = 0; i < G_N_ELEMENTS (lost_blocks); i++)
    if (strstr (lost_blocks[i].keys, key)
        && (i != LOST_FILL || !record->area.width || !record->area.height)
        && (i != LOST_VECTOR_MASK || !(record->drawn || record->mask_flags & MASK_DRAWN))
        && (i != LOST_KNOCKOUT || kb_bytes_u8 (block)) && (i != LOST_CHANNELS || block->size))
      record->lost |= 1u << i;
}

/* The fields of all records; `extra` is not read yet. */
static void
read_record (const KbPsd *file, KbBytes *bytes, Record *record)
{
  *record = (Record) { .area = read_area (bytes) };
  const gsize n = kb_bytes_u16 (bytes);
  record->channels = kb_bytes_part (bytes, n * (file->large ? 10 : 6));
  kb_bytes_u32 (bytes);
  record->blend = kb_bytes_take (bytes, 4);
  record->opacity = kb_bytes_u8 (bytes);
  record->clipped = kb_bytes_u8 (bytes);
  record->flags = kb_bytes_u8 (bytes);
  kb_bytes_u8 (bytes);
  record->extra = kb_bytes_part (bytes, kb_bytes_u32 (bytes));
}

static void
read_extra (const KbPsd *file, Record *record)
{
  KbBytes *extra = &record->extra, mask = kb_bytes_part (extra, kb_bytes_u32 (extra));
  record->has_mask = mask.size >= 18;
  record->combined = mask.size >= 36;
  record->mask = read_area (&mask);
  record->outside = kb_bytes_u8 (&mask);
  record->mask_flags = kb_bytes_u8 (&mask);
  if (record->mask_flags & MASK_CHANGED)
    kb_import_lose (file->import, _("densities and feathers of masks"), 1);
  KbBytes ranges = kb_bytes_part (extra, kb_bytes_u32 (extra));
  gboolean is_limited = FALSE;
  while (ranges.size - ranges.at >= 4)
    is_limited |= kb_bytes_u32 (&ranges) != EVERY_VALUE;
  kb_import_lose (file->import, _("ranges of blending"), is_limited);
  const guint length = kb_bytes_u8 (extra);
  record->name = kb_bytes_text (extra, length);
  kb_bytes_take (extra, 3 - length % 4);
  while (extra->size - extra->at >= 12)
    {
      char key[5];
      KbBytes block = read_block (file, extra, key);
      read_layer_block (record, key, &block);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lost_blocks); i++)
    kb_import_lose (file->import, _(lost_blocks[i].what), record->lost >> i & 1);
}

/* The pixels and the mask. That of a group becomes a picture of the whole drawing. */
static gboolean
read_channels (const KbPsd *file, Record *record, KbBytes *data, KbCel *cel, GError **error)
{
  const PsdArea whole = { 0, 0, file->layered->width, file->layered->height };
  const PsdArea *shown = record->section ? &whole : &record->area;
  const gint colours = record->section ? KB_PSD_ALPHA : file->mode == KB_PSD_GREY ? 1 : 3;
  /* A mask that was drawn from a vector mask alone is in a fill's pixels already. */
  const gboolean masked = record->has_mask && !(record->mask_flags & MASK_OFF)
                          && !(record->drawn && !record->combined
                               && record->mask_flags & MASK_DRAWN);
  g_autofree guint8 *values = NULL;
  while (record->channels.at < record->channels.size)
    {
      const gint id = kb_bytes_s16 (&record->channels);
      KbBytes part = kb_bytes_part (data, read_size (file, &record->channels));
      const PsdArea *area = id == MASK ? &record->mask : &record->area;
      if (!shown->width || !shown->height || (id == MASK ? !masked || values
                                                         : id < KB_PSD_ALPHA || id >= colours))
        continue;
      if (!cel->picture)
        cel->picture = kb_psd_new_picture (file, &part, shown->width, shown->height, error);
      g_autofree guint8 *plane =
        cel->picture
          ? kb_psd_read_plane (file, &part, area->width, area->height, area->height, error)
          : NULL;
      if (!plane)
        return FALSE;
      if (id == MASK)
        values = g_steal_pointer (&plane);
      else
        kb_psd_put_plane (file, cel->picture, plane, id);
    }
  const KbDrawnMask mask = { values, record->mask.x, record->mask.y, record->mask.width,
                             record->mask.height, (guint8) record->outside };
  if (values)
    kb_drawn_mask (cel->picture, cel->x, cel->y, &mask);
  return !data->ended || fail_psd (file, data, error, _("a layer is cut off"));
}

/* ---- layers and groups ---- */

/* What a record says of a layer or group. */
static void
set_layer (const KbPsd *file, KbArtLayer *layer, const Record *record)
{
  guint i = 0;
  while (i < G_N_ELEMENTS (psd_blends) && memcmp (record->blend, psd_blends[i].key, 4) != 0)
    i++;
  kb_import_lose (file->import, _("blend modes that are not known"),
                  i == G_N_ELEMENTS (psd_blends));
  layer->blend = psd_blends[i % G_N_ELEMENTS (psd_blends)].blend;
  layer->opacity = (guint8) record->opacity;
  layer->hidden = (record->flags & PSD_HIDDEN) != 0;
  layer->clipped = record->clipped != 0;
  layer->group = record->section != 0;
  layer->text = record->text;
  layer->isolated = layer->group
                    && (memcmp (record->blend, "pass", 4) != 0 || layer->opacity < 255
                        || record->has_mask);
  g_free (layer->name);
  layer->name = record->name;
}

/* What a layer is clipped to is drawn as one picture first. */
static void
isolate_base (const KbPsd *file, const KbArtLayer *layer, guint index)
{
  KbArtLayer *base = NULL;
  while (layer->clipped && index > 0 && (!base || base->parent != layer->parent || base->clipped))
    base = kb_layered_layer (file->layered, --index);
  if (base)
    base->isolated = base->group;
}

/* Layers are listed from the bottom, so that the end of a group comes before its name. */
static gboolean
read_psd_layer (KbPsd *file, Record *record, KbBytes *data, GError **error)
{
  const gboolean begins = record->section == SECTION_END,
                 ends = record->section && !begins && file->group >= 0;
  const guint index = ends ? (guint) file->group : file->layered->layers->len;
  KbArtLayer *layer = ends ? kb_layered_layer (file->layered, index)
                             : kb_layered_add_layer (file->layered, NULL);
  layer->parent = ends ? layer->parent : file->group;
  file->group = begins ? (gint) index : ends ? layer->parent : file->group;
  file->depth += begins - ends;
  set_layer (file, layer, record);
  isolate_base (file, layer, index);
  KbCel *cel = kb_layered_add_cel (file->layered, 0, index);
  cel->x = record->section ? 0 : (gint) record->area.x;
  cel->y = record->section ? 0 : (gint) record->area.y;
  if (file->depth > PSD_MAX_DEPTH)
    return kb_bytes_fail (data, file->path, error, _("groups are nested over %d deep"),
                          PSD_MAX_DEPTH);
  return read_channels (file, record, data, cel, error);
}

/* The records come first, then the channels of all. */
static gboolean
read_psd_layers (KbPsd *file, KbBytes *bytes, GError **error)
{
  const gint signed_count = kb_bytes_s16 (bytes), count = ABS (signed_count);
  KbBytes data = *bytes;
  Record record;
  for (gint i = 0; i < count; i++)
    read_record (file, &data, &record);
  if (data.ended)
    return fail_psd (file, &data, error, _("a layer is cut off"));
  const guint known = (file->mode == KB_PSD_RGB ? 3 : 1) + (signed_count < 0);
  kb_import_lose (file->import, _("channels"), count ? MAX (file->channels, known) - known : 0);
  if (count > KB_MAX_LAYERS)
    return kb_bytes_fail (bytes, file->path, error, _("there are over %d layers"), KB_MAX_LAYERS);
  for (gint i = 0; i < count; i++)
    {
      read_record (file, bytes, &record);
      read_extra (file, &record);
      if (!read_psd_layer (file, &record, &data, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- sections of the file ---- */

/* Layers and masks. Those of more than 8 bits are in a block after the usual place. */
static gboolean
read_layer_section (KbPsd *file, KbBytes *section, GError **error)
{
  KbBytes layers = kb_bytes_part (section, read_size (file, section));
  if (!layers.size)
    kb_bytes_part (section, kb_bytes_u32 (section));
  while (!layers.size && section->size - section->at >= 12)
    {
      char key[5];
      KbBytes block = read_block (file, section, key);
      if (strcmp (key, "Lr16") == 0 || strcmp (key, "Layr") == 0)
        layers = block;
    }
  return !layers.size || read_psd_layers (file, &layers, error);
}

/* The number of items of a list in a descriptor. */
static guint
count_items (KbBytes bytes, const char *list)
{
  const gsize length = strlen (list);
  while (bytes.size - bytes.at >= length + 4
         && memcmp (bytes.data + bytes.at, list, length) != 0)
    bytes.at++;
  return kb_bytes_take (&bytes, length) ? kb_bytes_u32 (&bytes) : 0;
}

static void
lose_resource (KbImport *import, guint id, KbBytes bytes)
{
  for (guint i = 0; i < G_N_ELEMENTS (lost_resources); i++)
    if (id >= lost_resources[i].first && id <= lost_resources[i].last)
      {
        const guint n = lost_resources[i].list ? count_items (bytes, lost_resources[i].list)
                        : !lost_resources[i].at ? 1
                        : kb_bytes_take (&bytes, lost_resources[i].at) ? kb_bytes_u32 (&bytes) : 0;
        kb_import_lose (import, _(lost_resources[i].what), n >= lost_resources[i].least ? n : 0);
      }
}

static void
read_resource (KbPsd *file, guint id, KbBytes *bytes)
{
  lose_resource (file->import, id, *bytes);
  if (id == 1050 && kb_bytes_u32 (bytes) == 6 && kb_bytes_take (bytes, 16))
    {
      kb_bytes_take (bytes, 2 * (gsize) kb_bytes_u32 (bytes));     /* the name */
      const guint slices = kb_bytes_u32 (bytes);
      kb_import_lose (file->import, _("slices"), slices > 1 ? slices : 0);
    }
  if (id == 1064 && kb_bytes_take (bytes, 4))
    kb_import_lose (file->import, _("pixels that are not square"),
                    kb_bytes_number (bytes, 8) != PSD_SQUARE);
  if (id == 1006)
    {
      g_autofree char *name = kb_bytes_text (bytes, kb_bytes_u8 (bytes));
      file->alpha = strcmp (name, "Transparency") == 0;
    }
  if (id == 1047)
    file->palette[kb_bytes_u16 (bytes) & 255][3] = 0;
}

static void
read_resources (KbPsd *file, KbBytes *bytes)
{
  while (bytes->size - bytes->at >= 12)
    {
      kb_bytes_u32 (bytes);
      const guint id = kb_bytes_u16 (bytes), length = kb_bytes_u8 (bytes);
      kb_bytes_take (bytes, length + (length + 1) % 2);
      const guint32 size = kb_bytes_u32 (bytes);
      KbBytes resource = kb_bytes_part (bytes, size);
      kb_bytes_take (bytes, size % 2);
      read_resource (file, id, &resource);
    }
}

static gboolean
read_psd_header (KbPsd *file, KbBytes *bytes, GError **error)
{
  static const char *const modes[] = { N_("black and white"), N_("grey"), N_("indexed"),
                                       N_("RGB"), N_("CMYK"), "5", "6", N_("multichannel"),
                                       N_("duotone"), N_("Lab") };
  kb_bytes_take (bytes, 4);
  const guint version = kb_bytes_u16 (bytes);
  kb_bytes_take (bytes, 6);
  file->large = version == 2;
  file->channels = kb_bytes_u16 (bytes);
  const guint32 height = kb_bytes_u32 (bytes), width = kb_bytes_u32 (bytes);
  const guint depth = kb_bytes_u16 (bytes);
  file->mode = kb_bytes_u16 (bytes);
  file->bytes = depth / 8;
  if (bytes->ended || version < 1 || version > 2
      || file->channels < (file->mode == KB_PSD_RGB ? 3 : 1))
    return fail_psd (file, bytes, error, _("the header is cut off or damaged"));
  if ((file->mode != KB_PSD_GREY && file->mode != KB_PSD_INDEXED && file->mode != KB_PSD_RGB)
      || (depth != 8 && (depth != 16 || file->mode == KB_PSD_INDEXED)))
    return kb_bytes_fail (bytes, file->path, error,
                          _("its colours are %s of %u bits; expected grey or RGB of 8 or 16 bits, "
                            "or indexed"),
                          _(modes[MIN (file->mode, G_N_ELEMENTS (modes) - 1)]), depth);
  kb_import_lose (file->import, _("colours of 16 bits, rounded to 8"), depth == 16);
  file->layered = kb_layered_new_checked (width, height, bytes, file->path, error);
  return file->layered != NULL;
}

static gboolean
read_sections (KbPsd *file, KbBytes *bytes, GError **error)
{
  KbBytes colours = kb_bytes_part (bytes, kb_bytes_u32 (bytes)),
          resources = kb_bytes_part (bytes, kb_bytes_u32 (bytes)),
          layers = kb_bytes_part (bytes, read_size (file, bytes));
  const guint8 *palette = kb_bytes_take (&colours, 768);
  for (guint i = 0; i < 256; i++)
    {
      for (guint k = 0; palette && k < 3; k++)
        file->palette[i][k] = palette[256 * k + i];
      file->palette[i][3] = 255;
    }
  read_resources (file, &resources);
  if (bytes->ended || (file->mode == KB_PSD_INDEXED && !palette))
    return fail_psd (file, bytes, error, _("the file is cut off"));
  return read_layer_section (file, &layers, error)
         && (file->layered->layers->len || read_merged (file, bytes, error));
}

static KbLayered *
read_layered (KbImport *import, const char *path, const char *data, gsize size, GError **error)
{
  KbPsd file = { .import = import, .path = path, .alpha = TRUE, .group = -1 };
  KbBytes bytes = { .data = (const guint8 *) data, .size = size, .big = TRUE };
  if (!read_psd_header (&file, &bytes, error) || !read_sections (&file, &bytes, error))
    g_clear_pointer (&file.layered, kb_layered_free);
  return file.layered;
}

static gboolean
read_psd (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
          GError **error)
{
  g_autoptr (KbLayered) layered = read_layered (import, import->files[0], data, size, error);
  return layered && kb_layered_add_named_frames (import, layered, import->files[0], error);
}

static KbFit
recognise_psd (const KbImportHead *head)
{
  return head->size >= 6 && memcmp (head->start, "8BPS\0", 5) == 0 ? KB_FIT_SURE : KB_FIT_NONE;
}

const KbImporter kb_importer_psd = {
  .name = "psd",
  .label = N_("Photoshop drawing"),
  .noun = N_("a Photoshop drawing"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.psd", "*.psb", NULL },
  .mime_types = (const char *const[]) { "image/vnd.adobe.photoshop", NULL },
  .options = (const char *const[]) { "ranges", "hot_spot", "marks", "fresh", NULL },
  .max_bytes = 512 << 20,
  .layered = TRUE,
  .recognise = recognise_psd,
  .read_layers = read_layered,
  .read_sprite = read_psd,
};
