/* SPDX-License-Identifier: MIT */
/* GIMP's drawings, .xcf of all versions with 8 bits a colour. A file is a tree of structures that
 * name each other's offsets; pixels are in tiles. Source: GIMP's devel-docs/xcf.txt. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <string.h>

#define TILE_SIDE 64
#define MAX_TILE_DATA (4 * TILE_SIDE * TILE_SIDE * 4)    /* packed; GIMP takes less */
#define XCF_MAX_DEPTH 64                                     /* of groups in groups */
#define FIRST_NEW_MODE 23                                /* mixed in linear light */
#define XCF_PASS_THROUGH 61

enum { RGB, GREY, INDEXED };
enum { XCF_RAW, XCF_RLE, XCF_ZIP };
enum { UNION = 1, CLIP_TO_BACKDROP = 2 };
enum { LINEAR = 1 };

/* Types of properties. */
enum {
  END, COLOUR_MAP, SELECTION = 4, FLOATING, OPACITY, MODE, VISIBLE, APPLY_MASK = 11,
  SHOW_MASK = 13, OFFSETS = 15, COMPRESSION = 17, GUIDES, PARASITES = 21, PATHS = 23,
  VECTORS = 25, OLD_SAMPLE_POINTS = 27, XCF_GROUP = 29, ITEM_PATH,
  COMPOSITE_MODE = 35, COMPOSITE_SPACE, BLEND_SPACE, SAMPLE_POINTS = 39, N_PROPERTIES
};

/* `size`: bytes of an item. 0: their number is at `at`. */
static const struct { guint type, size, at; const char *what; } lost_properties[] = {
  { SHOW_MASK, 0, 0, N_("masks shown in place of their layers") },
  { GUIDES, 5, 0, N_("guides") },
  { PATHS, 0, 4, N_("paths") },
  { VECTORS, 0, 8, N_("paths") },
  { OLD_SAMPLE_POINTS, 8, 0, N_("sample points") },
  { SAMPLE_POINTS, 12, 0, N_("sample points") },
};

/* By the starts of their names. GIMP's own are settings, or drawn already. */
static const struct { const char *start, *what; } parasites[] = {
  { "icc-profile", N_("colour profiles") },
  { "gimp-comment", N_("comments") },
  { "gimp-", NULL },
  { "", N_("data that other programs attached") },
};

typedef struct {
  gint32 values[N_PROPERTIES];     /* by type: the first number, or 1 if it has none */
  gint32 y;                        /* of the offsets */
  guint depth;                     /* in groups */
  gboolean text;
} Properties;

typedef struct {
  KbImport *import;
  const char *path;
  KbLayered *layered;
  KbBytes bytes;                   /* the whole file */
  guint version, mode, packing;
  guint8 palette[256][3];
} XcfFile;

/* A layer, a mask or a channel. */
typedef struct {
  guint32 width, height, type;
  char *name;
  Properties properties;
  guint64 pixels, mask;            /* offsets */
} XcfItem;

/* The mode's numbers, old and new. What is similar has another formula. */
static const struct { guint8 old, new; KbDrawnBlend blend; gboolean similar; } xcf_modes[] = {
  { 0, 28, KB_DRAWN_NORMAL },      { XCF_PASS_THROUGH, XCF_PASS_THROUGH, KB_DRAWN_NORMAL },
  { 3, 30, KB_DRAWN_MULTIPLY },    { 4, 31, KB_DRAWN_SCREEN },
  { 5, 45, KB_DRAWN_SOFT_LIGHT, TRUE },        { 19, 45, KB_DRAWN_SOFT_LIGHT, TRUE },
  { 6, 32, KB_DRAWN_DIFFERENCE },  { 7, 33, KB_DRAWN_ADD },
  { 8, 34, KB_DRAWN_SUBTRACT },    { 9, 35, KB_DRAWN_DARKEN },
  { 10, 36, KB_DRAWN_LIGHTEN },    { 11, 37, KB_DRAWN_HUE, TRUE },
  { 12, 38, KB_DRAWN_SATURATION, TRUE },       { 13, 39, KB_DRAWN_COLOUR, TRUE },
  { 14, 40, KB_DRAWN_LUMINOSITY, TRUE },       { 15, 41, KB_DRAWN_DIVIDE },
  { 16, 42, KB_DRAWN_DODGE },      { 17, 43, KB_DRAWN_BURN },
  { 18, 44, KB_DRAWN_HARD_LIGHT }, { 23, 23, KB_DRAWN_OVERLAY },
  { 24, 24, KB_DRAWN_HUE, TRUE },  { 25, 25, KB_DRAWN_SATURATION, TRUE },
  { 26, 26, KB_DRAWN_COLOUR, TRUE },           { 27, 56, KB_DRAWN_LUMINOSITY, TRUE },
  { 52, 52, KB_DRAWN_EXCLUSION },
};

static gboolean
fail_xcf (const XcfFile *file, const KbBytes *bytes, GError **error, const char *message)
{
  return kb_bytes_fail (bytes, file->path, error, "%s", message);
}

static guint64
read_pointer (const XcfFile *file, KbBytes *bytes)
{
  return kb_bytes_number (bytes, file->version >= 11 ? 8 : 4);
}

static KbBytes
bytes_at (const XcfFile *file, guint64 offset)
{
  KbBytes bytes = file->bytes;
  bytes.at = MIN (offset, bytes.size);
  return bytes;
}

static char *
read_xcf_text (KbBytes *bytes)
{
  const guint32 length = kb_bytes_u32 (bytes);
  char *text = kb_bytes_text (bytes, length ? length - 1 : 0);
  kb_bytes_take (bytes, length != 0);
  return text;
}

/* ---- structures ---- */

static void
read_palette (XcfFile *file, KbBytes *bytes)
{
  const guint32 n = kb_bytes_u32 (bytes);
  const guint8 *palette = kb_bytes_take (bytes, 3 * (gsize) n);
  if (palette)
    memcpy (file->palette, palette, 3 * MIN (n, 256));
}

static void
read_parasites (const XcfFile *file, KbBytes bytes, Properties *properties)
{
  while (bytes.at < bytes.size && !bytes.ended)
    {
      g_autofree char *name = read_xcf_text (&bytes);
      guint i = 0;
      while (!g_str_has_prefix (name, parasites[i].start))
        i++;
      kb_bytes_u32 (&bytes);
      kb_bytes_part (&bytes, kb_bytes_u32 (&bytes));
      properties->text |= strcmp (name, "gimp-text-layer") == 0;
      if (parasites[i].what)
        kb_import_lose (file->import, _(parasites[i].what), 1);
    }
}

static void
lose_property (const XcfFile *file, guint32 type, KbBytes bytes)
{
  for (guint i = 0; i < G_N_ELEMENTS (lost_properties); i++)
    if (lost_properties[i].type == type && kb_bytes_take (&bytes, lost_properties[i].at))
      kb_import_lose (file->import, _(lost_properties[i].what),
                      lost_properties[i].size ? (guint) bytes.size / lost_properties[i].size
                                              : kb_bytes_u32 (&bytes));
}

static void
read_xcf_properties (XcfFile *file, KbBytes *bytes, Properties *properties)
{
  guint32 type = COLOUR_MAP;
  *properties =
    (Properties) { .values = { [OPACITY] = 255, [VISIBLE] = 1, [APPLY_MASK] = 1 } };
  while (type != END && !bytes->ended)
    {
      type = kb_bytes_u32 (bytes);
      const guint32 size = kb_bytes_u32 (bytes);
      /* Old versions wrote a wrong size for the palette. */
      if (type == COLOUR_MAP)
        {
          read_palette (file, bytes);
          continue;
        }
      KbBytes property = kb_bytes_part (bytes, size);
      lose_property (file, type, property);
      if (type == PARASITES)
        read_parasites (file, property, properties);
      if (type == ITEM_PATH)
        properties->depth = size / 4 - (size > 0);
      if (type < N_PROPERTIES)
        properties->values[type] =
          size ? (gint32) kb_bytes_number (&property, MIN (size, 4)) : 1;
      if (type == OFFSETS)
        properties->y = kb_bytes_s32 (&property);
    }
}

/* A layer, or a channel without `layer`. */
static gboolean
read_item (XcfFile *file, guint64 offset, gboolean layer, XcfItem *item, GError **error)
{
  KbBytes bytes = bytes_at (file, offset);
  *item = (XcfItem) { .width = kb_bytes_u32 (&bytes) };
  item->height = kb_bytes_u32 (&bytes);
  item->type = layer ? kb_bytes_u32 (&bytes) : 0;
  item->name = read_xcf_text (&bytes);
  read_xcf_properties (file, &bytes, &item->properties);
  item->pixels = read_pointer (file, &bytes);
  item->mask = layer ? read_pointer (file, &bytes) : 0;
  if (layer && file->version >= 20)
    kb_import_lose (file->import, _("filters of layers"), read_pointer (file, &bytes) != 0);
  return !bytes.ended || fail_xcf (file, &bytes, error, _("a layer is cut off"));
}

static void
clear_item (gpointer data)
{
  g_free (((XcfItem *) data)->name);
}

/* ---- pixels ---- */

/* The samples of a tile, one kind after the other, packed as runs. */
static gboolean
unpack_runs (KbBytes *bytes, guint8 *out, guint n, guint samples)
{
  for (guint k = 0; k < samples; k++)
    for (guint i = 0; i < n;)
      {
        const guint code = kb_bytes_u8 (bytes);
        const guint length = code == 127 || code == 128 ? kb_bytes_u16 (bytes)
                             : code < 127 ? code + 1 : 256 - code;
        const guint8 *from = kb_bytes_take (bytes, code < 128 ? 1 : length);
        if (!from || length > n - i)
          return FALSE;
        for (guint end = i + length; i < end; i++, from += code >= 128)
          out[i * samples + k] = *from;
      }
  return TRUE;
}

static gboolean
read_xcf_tile (const XcfFile *file, guint64 offset, guint8 *out, guint n, guint samples,
               GError **error)
{
  KbBytes bytes = bytes_at (file, offset), tile = bytes;
  tile = kb_bytes_part (&bytes, MIN (bytes.size - bytes.at, MAX_TILE_DATA));
  const guint8 *raw = file->packing == XCF_RAW ? kb_bytes_take (&tile, n * samples) : NULL;
  if (raw)
    memcpy (out, raw, n * samples);
  return raw || (file->packing == XCF_RLE && unpack_runs (&tile, out, n, samples))
         || (file->packing == XCF_ZIP && kb_bytes_inflate (&tile, out, n * samples))
         || fail_xcf (file, &tile, error, _("a tile is cut off or damaged"));
}

/* Pixels of so many samples each. NULL and an error. */
static guint8 *
read_pixels (const XcfFile *file, const XcfItem *item, guint samples, GError **error)
{
  KbBytes bytes = bytes_at (file, item->pixels);
  const guint32 width = kb_bytes_u32 (&bytes), height = kb_bytes_u32 (&bytes),
                found = kb_bytes_u32 (&bytes);
  const gsize row = (gsize) width * samples;
  KbBytes tiles = bytes_at (file, read_pointer (file, &bytes));
  kb_bytes_take (&tiles, 8);
  gboolean ok = width == item->width && height == item->height && found == samples
                && !bytes.ended && !tiles.ended;
  if (!ok)
    fail_xcf (file, &bytes, error, _("a layer's pixels are missing, or of another size"));
  g_autofree guint8 *pixels = g_malloc0 (ok ? row * height + 1 : 1);
  for (guint32 y = 0; ok && y < height; y += TILE_SIDE)
    for (guint32 x = 0; ok && x < width; x += TILE_SIDE)
      {
        guint8 tile[TILE_SIDE * TILE_SIDE * 4];
        const guint tile_width = MIN (width - x, TILE_SIDE), rows = MIN (height - y, TILE_SIDE);
        ok = read_xcf_tile (file, read_pointer (file, &tiles), tile, tile_width * rows, samples,
                            error);
        for (guint k = 0; ok && k < rows; k++)
          memcpy (pixels + (y + k) * row + (gsize) x * samples, tile + k * tile_width * samples,
                  (gsize) tile_width * samples);
      }
  return ok ? g_steal_pointer (&pixels) : NULL;
}

static void
convert_pixels (const XcfFile *file, const guint8 *from, guint samples, KbPicture *to)
{
  for (gsize i = 0; i < (gsize) to->width * to->height; i++, from += samples)
    {
      guint8 *rgba = to->rgba + 4 * i;
      for (guint k = 0; k < 3; k++)
        rgba[k] = file->mode == INDEXED ? file->palette[*from][k]
                                        : from[file->mode == RGB ? k : 0];
      rgba[3] = samples % 2 ? 255 : from[samples - 1];
      if (file->mode == INDEXED)
        rgba[3] = rgba[3] < 128 ? 0 : 255;
    }
}

/* The mask of a layer or group, applied to the picture at the layer's offsets. */
static gboolean
read_mask (XcfFile *file, const XcfItem *item, KbPicture *picture, gint x, gint y, GError **error)
{
  XcfItem mask;
  gboolean ok = read_item (file, item->mask, FALSE, &mask, error);
  if (ok && (mask.width != item->width || mask.height != item->height))
    ok = kb_import_fail (error, file->path, _("the mask of '%s' has another size"), item->name);
  g_autofree guint8 *values = ok ? read_pixels (file, &mask, 1, error) : NULL;
  const KbDrawnMask drawn = { values, item->properties.values[OFFSETS], item->properties.y,
                              item->width, item->height, 0 };
  if (values)
    kb_drawn_mask (picture, x, y, &drawn);
  clear_item (&mask);
  return values != NULL;
}

/* The picture of a layer, or the mask of a group as a picture of the whole drawing. */
static gboolean
read_xcf_picture (XcfFile *file, const XcfItem *item, KbCel *cel, GError **error)
{
  const Properties *properties = &item->properties;
  const gboolean group = properties->values[XCF_GROUP] != 0,
                 masked = item->mask && properties->values[APPLY_MASK];
  const KbLayered *whole = file->layered;
  const guint samples = (file->mode == RGB ? 3 : 1) + item->type % 2;
  if (group && !masked)
    return TRUE;
  cel->picture = kb_layered_picture (file->layered, group ? whole->width : (gint64) item->width,
                                     group ? whole->height : (gint64) item->height);
  if (!cel->picture || (guint64) item->width * item->height > KB_MAX_LAYERED_PIXELS)
    return kb_import_fail (error, file->path, _("the layer '%s' of %u x %u pixels is too large"),
                           item->name, item->width, item->height);
  g_autofree guint8 *pixels = group ? NULL : read_pixels (file, item, samples, error);
  if (pixels)
    convert_pixels (file, pixels, samples, cel->picture);
  else if (!group)
    return FALSE;
  else
    memset (cel->picture->rgba, 255, 4 * (gsize) cel->picture->width * cel->picture->height);
  cel->x = group ? 0 : properties->values[OFFSETS];
  cel->y = group ? 0 : properties->y;
  return !masked || read_mask (file, item, cel->picture, cel->x, cel->y, error);
}

/* ---- layers ---- */

static KbDrawnBlend
find_blend (const XcfFile *file, const Properties *properties)
{
  const guint mode = (guint) properties->values[MODE];
  guint i = 0;
  while (i < G_N_ELEMENTS (xcf_modes) && xcf_modes[i].old != mode && xcf_modes[i].new != mode)
    i++;
  if (i == G_N_ELEMENTS (xcf_modes))
    {
      kb_import_lose (file->import, _("blend modes that are not known"), 1);
      return KB_DRAWN_NORMAL;
    }
  kb_import_lose (file->import, _("blend modes that are only similar"), xcf_modes[i].similar);
  const gint space = properties->values[COMPOSITE_SPACE], clip = properties->values[COMPOSITE_MODE];
  const gboolean linear = space > 0 ? space == LINEAR : mode >= FIRST_NEW_MODE,
                 atop = clip > 0 ? clip != UNION : xcf_modes[i].blend != KB_DRAWN_NORMAL;
  kb_import_lose (file->import, _("composite modes that clip to a layer"), clip > CLIP_TO_BACKDROP);
  kb_import_lose (file->import, _("spaces of blending"), properties->values[BLEND_SPACE] > 0);
  return xcf_modes[i].blend | (linear ? KB_DRAWN_LINEAR : 0) | (atop ? KB_DRAWN_ATOP : 0)
         | (atop && !linear && mode < FIRST_NEW_MODE ? KB_DRAWN_OLD : 0);
}

/* Whether no visible layer is below it in the image, or in the group that is drawn alone. */
static gboolean
is_lowest (const KbLayered *layered, guint index, gint parent)
{
  for (guint i = 0; i < index; i++)
    if (kb_layered_layer (layered, i)->parent == parent && !kb_layered_layer (layered, i)->hidden)
      return FALSE;
  const KbArtLayer *group = parent >= 0 ? kb_layered_layer (layered, (guint) parent) : NULL;
  return !group || group->isolated || is_lowest (layered, (guint) parent, group->parent);
}

/* Adds the layer above those before it, whose groups come before their content. */
static gboolean
add_layer (XcfFile *file, const GArray *items, guint index, GError **error)
{
  const XcfItem *item = &g_array_index (items, XcfItem, index);
  const Properties *properties = &item->properties;
  KbArtLayer *layer = kb_layered_add_layer (file->layered, g_strdup (item->name));
  layer->text = properties->text;
  gint parent = (gint) index - 1;
  while (parent >= 0
         && g_array_index (items, XcfItem, parent).properties.depth >= properties->depth)
    parent = kb_layered_layer (file->layered, (guint) parent)->parent;
  layer->parent = parent;
  layer->group = properties->values[XCF_GROUP] != 0;
  layer->hidden = !properties->values[VISIBLE];
  layer->opacity = (guint8) CLAMP (properties->values[OPACITY], 0, 255);
  /* GIMP draws the lowest visible layer without its mode. */
  layer->blend = is_lowest (file->layered, index, parent) ? KB_DRAWN_NORMAL
                                                          : find_blend (file, properties);
  layer->isolated = layer->group
                    && (properties->values[MODE] != XCF_PASS_THROUGH || layer->opacity < 255
                        || item->mask);
  return read_xcf_picture (file, item, kb_layered_add_cel (file->layered, 0, index), error);
}

/* Layers are listed from the top, and groups before their content. They are sorted from the bottom:
 * what is newest at each depth is always at that index. */
static gboolean
read_list (XcfFile *file, KbBytes *bytes, GArray *items, GError **error)
{
  guint64 offset;
  guint depth = 0;         /* the deepest possible one */
  XcfItem item;
  gboolean ok = TRUE;
  while (ok && (offset = read_pointer (file, bytes)) != 0)
    {
      ok = read_item (file, offset, TRUE, &item, error);
      const gboolean floating = item.properties.values[FLOATING] != 0;
      kb_import_lose (file->import, _("floating selections"), floating);
      item.properties.depth = MIN (item.properties.depth, depth);
      if (floating)
        clear_item (&item);
      else
        g_array_insert_val (items, item.properties.depth, item);
      depth = floating ? depth : item.properties.depth + (item.properties.values[XCF_GROUP] != 0);
      if (ok && (items->len > KB_MAX_LAYERS || depth > XCF_MAX_DEPTH))
        ok = kb_bytes_fail (bytes, file->path, error,
                            _("there are over %d layers, or groups in groups over %d deep"),
                            KB_MAX_LAYERS, XCF_MAX_DEPTH);
    }
  for (guint n = 0; ok && n < KB_MAX_LAYERS && (offset = read_pointer (file, bytes)) != 0; n++)
    {
      ok = read_item (file, offset, FALSE, &item, error);
      kb_import_lose (file->import, _("channels"), !item.properties.values[SELECTION]);
      clear_item (&item);
    }
  while (ok && file->version >= 18 && read_pointer (file, bytes) != 0)
    kb_import_lose (file->import, _("paths"), 1);
  return ok && (!bytes->ended || fail_xcf (file, bytes, error, _("the file is cut off")));
}

static gboolean
read_xcf_header (XcfFile *file, KbBytes *bytes, GError **error)
{
  static const char *const precisions[] = { "?", N_("8 bits of linear light"), N_("16 bits"),
                                            N_("32 bits"), "?", N_("16 bits, floating point"),
                                            N_("32 bits, floating point"),
                                            N_("64 bits, floating point") };
  kb_bytes_take (bytes, 9);
  const char *version = (const char *) kb_bytes_take (bytes, 5);
  /* "file", or "v011". */
  file->version = version && *version == 'v' ? (guint) g_ascii_strtoull (version + 1, NULL, 10) : 0;
  const guint32 width = kb_bytes_u32 (bytes), height = kb_bytes_u32 (bytes);
  file->mode = kb_bytes_u32 (bytes);
  const guint precision = file->version >= 4 ? kb_bytes_u32 (bytes) : 0, known = precision / 100;
  if (bytes->ended || version[4] || file->mode > INDEXED)
    return fail_xcf (file, bytes, error, _("the header is cut off or damaged"));
  if (precision && precision != 150)
    return kb_bytes_fail (bytes, file->path, error, _("its colours have %s; expected 8 bits"),
                          _(precisions[known < G_N_ELEMENTS (precisions) ? known : 0]));
  Properties properties;
  read_xcf_properties (file, bytes, &properties);
  file->packing = (guint) properties.values[COMPRESSION];
  file->layered = kb_layered_new_checked (width, height, bytes, file->path, error);
  return file->layered != NULL;
}

static KbLayered *
read_xcf_layered (KbImport *import, const char *path, const char *data, gsize size, GError **error)
{
  KbBytes bytes = { .data = (const guint8 *) data, .size = size, .big = TRUE };
  XcfFile file = { .import = import, .path = path, .bytes = bytes };
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (XcfItem));
  g_array_set_clear_func (items, clear_item);
  gboolean ok = read_xcf_header (&file, &bytes, error) && read_list (&file, &bytes, items, error);
  for (guint i = 0; ok && i < items->len; i++)
    ok = add_layer (&file, items, i, error);
  if (!ok)
    g_clear_pointer (&file.layered, kb_layered_free);
  return file.layered;
}

static gboolean
read_xcf (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
          GError **error)
{
  g_autoptr (KbLayered) layered = read_xcf_layered (import, import->files[0], data, size, error);
  return layered && kb_layered_add_named_frames (import, layered, import->files[0], error);
}

static KbFit
recognise_xcf (const KbImportHead *head)
{
  return g_str_has_prefix (head->start, "gimp xcf ") ? KB_FIT_SURE : KB_FIT_NONE;
}

const KbImporter kb_importer_xcf = {
  .name = "xcf",
  .label = N_("GIMP drawing"),
  .noun = N_("a GIMP drawing"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.xcf", NULL },
  .mime_types = (const char *const[]) { "image/x-xcf", NULL },
  .options = (const char *const[]) { "ranges", "hot_spot", "marks", "fresh", NULL },
  .max_bytes = 512 << 20,
  .layered = TRUE,
  .recognise = recognise_xcf,
  .read_layers = read_xcf_layered,
  .read_sprite = read_xcf,
};
