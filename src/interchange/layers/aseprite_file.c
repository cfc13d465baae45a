/* SPDX-License-Identifier: MIT */
/* Aseprite's own files, .aseprite and .ase: layers, cels, tile maps and palettes. Tags, slices and
 * user data become the JSON that Aseprite writes next to a sheet, for sheets/aseprite_tags.c and
 * the others there. Source: Aseprite's docs/ase-file-specs.md. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "interchange/formats.h"
#include "interchange/importers.h"
#include "interchange/layers/layered.h"
#include "interchange/readers/readers.h"
#include "interchange/sheets/sheets.h"

/* ---- aseprite json ---- */

/* The parts of Aseprite's files that are read as JSON: tags, slices, and the properties of user
 * data. The form is that which Aseprite writes next to a sheet. */

#define MAX_NESTED 32          /* properties in properties */

enum { SLICE_NINE_PATCH = 1, SLICE_PIVOT = 2 };

/* Parts of Aseprite's files as JSON; new references. Where the data is cut off, or
 * of an unknown type, the reader has `ended`. */
static json_t *
kb_aseprite_read_text (KbBytes *bytes)
{
  g_autofree char *text = kb_bytes_text (bytes, kb_bytes_u16 (bytes));
  return json_string (text);
}

static json_t *
read_integers (KbBytes *bytes, guint n)
{
  json_t *list = json_array ();
  for (guint i = 0; i < n; i++)
    json_array_append_new (list, json_integer (kb_bytes_s32 (bytes)));
  return list;
}

static json_t *
read_uuid (KbBytes *bytes)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < 16; i++)
    g_string_append_printf (text, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                            kb_bytes_u8 (bytes));
  return json_string (text->str);
}

static json_t *read_property (KbBytes *bytes, guint type, guint depth);

static json_t *
read_vector (KbBytes *bytes, guint depth)
{
  const guint32 n = kb_bytes_u32 (bytes);
  const guint type = kb_bytes_u16 (bytes);
  json_t *list = json_array ();
  for (guint32 i = 0; i < n && !bytes->ended; i++)
    json_array_append_new (list, read_property (bytes, type ? type : kb_bytes_u16 (bytes), depth));
  return list;
}

static json_t *read_properties (KbBytes *bytes, guint depth);

/* A value of one of the format's types. One that is not known ends the data. */
static json_t *
read_property (KbBytes *bytes, guint type, guint depth)
{
  static const guint8 sizes[] = { [2] = 1, 1, 2, 2, 4, 4, 8, 8 };
  if (type >= 2 && type <= 9)
    {
      const guint size = sizes[type], shift = 64 - 8 * size;
      const guint64 bits = kb_bytes_number (bytes, size);
      g_autofree char *large = g_strdup_printf ("%" G_GUINT64_FORMAT, bits);
      if (type % 2 && bits > (guint64) G_MAXINT64)
        return json_string (large);
      return json_integer (type % 2 ? (gint64) bits : (gint64) (bits << shift) >> shift);
    }
  switch (type)
    {
    case 0x01:
      return json_boolean (kb_bytes_u8 (bytes));
    case 0x0a:
      return json_real (kb_bytes_s32 (bytes) / 65536.0);
    case 0x0b:
    case 0x0c:
      {
        char text[G_ASCII_DTOSTR_BUF_SIZE];
        const double number = type == 0x0b ? kb_bytes_float (bytes) : kb_bytes_double (bytes);
        kb_shortest_number (text, number, type == 0x0b);
        json_t *real = json_real (g_ascii_strtod (text, NULL));
        return real ? real : json_null ();
      }
    case 0x0d:
      return kb_aseprite_read_text (bytes);
    case 0x0e:
    case 0x0f:
      return read_integers (bytes, 2);
    case 0x10:
      return read_integers (bytes, 4);
    case 0x11:
      if (depth < MAX_NESTED)
        return read_vector (bytes, depth + 1);
      break;
    case 0x12:
      if (depth < MAX_NESTED)
        return read_properties (bytes, depth + 1);
      break;
    case 0x13:
      return read_uuid (bytes);
    default:
      break;
    }
  kb_bytes_take (bytes, G_MAXSIZE);
  return json_null ();
}

static json_t *
read_properties (KbBytes *bytes, guint depth)
{
  const guint32 n = kb_bytes_u32 (bytes);
  json_t *object = json_object ();
  for (guint32 i = 0; i < n && !bytes->ended; i++)
    {
      g_autofree char *name = kb_bytes_text (bytes, kb_bytes_u16 (bytes));
      json_t *value = read_property (bytes, kb_bytes_u16 (bytes), depth);
      json_object_set_new (object, name, value);
    }
  return object;
}

/* A map of properties, an object. Points, sizes and rectangles are lists of numbers. */
/* Moves ends that are no frames to the nearest ones. The number of tags with such ends. */
static guint
kb_aseprite_add_tags (json_t *tags, KbBytes *bytes, guint n_frames)
{
  static const char *const directions[] = { "forward", "reverse", "pingpong",
                                            "pingpong_reverse" };
  const guint n = kb_bytes_u16 (bytes);
  guint n_wrong = 0;
  kb_bytes_take (bytes, 8);
  for (guint i = 0; i < n && !bytes->ended; i++)
    {
      const guint from = kb_bytes_u16 (bytes), to = kb_bytes_u16 (bytes),
                  direction = kb_bytes_u8 (bytes), repeat = kb_bytes_u16 (bytes);
      const guint first = MIN (from, n_frames - 1), last = CLAMP (to, first, n_frames - 1);
      kb_bytes_take (bytes, 6 + 3 + 1);
      n_wrong += from != first || to != last;
      json_array_append_new (tags, json_pack ("{si si ss si so}", "from", (int) first, "to",
                                              (int) last, "direction",
                                              directions[MIN (direction, 3)], "repeat",
                                              (int) repeat, "name",
                                              kb_aseprite_read_text (bytes)));
    }
  return n_wrong;
}

/* {NAME: {MEMBER: number, ...}} */
static void
add_numbers (json_t *key, const char *name, const char *const *members, KbBytes *bytes)
{
  json_t *object = json_object ();
  for (guint i = 0; members[i]; i++)
    json_object_set_new (object, members[i], json_integer (kb_bytes_s32 (bytes)));
  json_object_set_new (key, name, object);
}

static json_t *
kb_aseprite_read_slice (KbBytes *bytes)
{
  static const char *const rectangle[] = { "x", "y", "w", "h", NULL },
                    *const point[] = { "x", "y", NULL };
  const guint32 n = kb_bytes_u32 (bytes), flags = kb_bytes_u32 (bytes);
  kb_bytes_take (bytes, 4);
  json_t *name = kb_aseprite_read_text (bytes), *keys = json_array ();
  for (guint32 i = 0; i < n && !bytes->ended; i++)
    {
      json_t *key = json_pack ("{si}", "frame", kb_bytes_s32 (bytes));
      add_numbers (key, "bounds", rectangle, bytes);
      if (flags & SLICE_NINE_PATCH)
        add_numbers (key, "center", rectangle, bytes);
      if (flags & SLICE_PIVOT)
        add_numbers (key, "pivot", point, bytes);
      json_array_append_new (keys, key);
    }
  return json_pack ("{so so}", "name", name, "keys", keys);
}

/* ---- aseprite file ---- */

#define FILE_MAGIC 0xa5e0
#define FRAME_MAGIC 0xf1fa
#define ASEPRITE_FILE_HEADER_SIZE 128
#define MAX_TILESETS 1024
#define PALETTE 0x2019

/* Of the header and of chunks. */
enum { OPACITY_VALID = 1, GROUPS_VALID = 2, LAYERS_HAVE_UUID = 4 };
enum { LAYER_VISIBLE = 1, LAYER_BACKGROUND = 8, LAYER_REFERENCE = 64 };
enum { DATA_TEXT = 1, DATA_COLOUR = 2, DATA_PROPERTIES = 4 };
enum { TILES_LINKED = 1, TILES_INSIDE = 2, TILES_EMPTY_IS_0 = 4 };

/* Pixels and palettes. */
typedef struct {
  KbImport *import;
  const char *path;
  guint depth, transparent;    /* depth: bits per pixel */
  guint8 palette[256][4];
  guint n_colours;
  gboolean has_palette;        /* a chunk of the new kind */
} KbAsepriteColours;

typedef struct {
  guint tile_width, tile_height, n;
  gboolean empty_is_0;
  guint8 *pixels;              /* of the file's colour mode, the tiles one below the other */
} Tileset;

typedef struct {
  guint level;                 /* depth in groups */
  gboolean background;
  gint tileset;                /* -1: none */
} LayerInfo;

typedef struct {
  KbImport *import;
  const char *path;
  KbLayered *layered;
  KbAsepriteColours colours;
  guint flags;
  GArray *layers;              /* LayerInfo, of each layer of the drawing */
  Tileset tilesets[MAX_TILESETS];
  guint n_tilesets;
  guint frame, first_packed;   /* no frame before that has packed cels */
  json_t *tags, *slices;       /* as in the JSON file */
  json_t *sprite_data;
  /* What user data belongs to next: borrowed. Tags one after the other from `next_tag`. */
  json_t *owner;
  gsize next_tag;
  gboolean owner_is_tag;
} File;

static gboolean
fail_aseprite_file (const File *file, const KbBytes *bytes, GError **error, const char *message)
{
  return kb_bytes_fail (bytes, file->path, error, "%s", message);
}

static const LayerInfo *
info_of (const File *file, guint layer)
{
  return &g_array_index (file->layers, LayerInfo, layer);
}

/* User data belongs to it until something else is read. NULL: nothing. */
static void
set_owner (File *file, json_t *owner)
{
  file->owner = owner;
  file->owner_is_tag = FALSE;
}

static char *
read_aseprite_file_text (KbBytes *bytes)
{
  return kb_bytes_text (bytes, kb_bytes_u16 (bytes));
}

/* ---- pixels ---- */

static gboolean
fail_size (const File *file, const KbBytes *bytes, GError **error, gint64 width, gint64 height)
{
  return kb_bytes_fail (bytes, file->path, error,
                        _("an image of %" PRId64 " x %" PRId64
                          " pixels is too large, alone or with those before it"), width, height);
}

/* The pixels, packed or not. */
static gboolean
kb_aseprite_unpack (const KbAsepriteColours *colours, KbBytes *bytes, guint8 *to, gsize size,
                    gboolean packed, GError **error)
{
  const guint8 *raw = packed ? NULL : kb_bytes_take (bytes, size);
  if (raw)
    memcpy (to, raw, size);
  /* Nothing that zlib packed is over 1,032 times as large. */
  return raw
         || (packed && size / 1032 <= bytes->size && kb_bytes_inflate (bytes, to, size))
         || kb_bytes_fail (bytes, colours->path, error,
                           _("the image's data is damaged or cut off"));
}

/* Those of tiles, in new memory; NULL and an error. */
static guint8 *
unpack_tiles (const File *file, KbBytes *bytes, gsize size, GError **error)
{
  g_autofree guint8 *data = g_malloc (MAX (size, 1));
  return kb_aseprite_unpack (&file->colours, bytes, data, size, TRUE, error)
           ? g_steal_pointer (&data) : NULL;
}

static gboolean
read_image (File *file, KbBytes *bytes, KbCel *cel, gboolean zipped, GError **error)
{
  const guint width = kb_bytes_u16 (bytes), height = kb_bytes_u16 (bytes);
  if (!kb_layered_count (file->layered, width, height))
    return fail_size (file, bytes, error, width, height);
  g_clear_pointer (&cel->picture, kb_picture_unref);
  cel->packed.width = width;
  cel->packed.height = height;
  cel->packed.bytes = *bytes;
  cel->packed.zipped = zipped;
  return TRUE;
}

/* `n` pixels of the file's colour mode to RGBA; `to` may begin at or before `from`. */
static void
kb_aseprite_convert (const KbAsepriteColours *colours, const guint8 *from, gsize n,
                     gboolean background, guint8 *to)
{
  static const guint8 clear[4];
  for (gsize i = 0; i < n; i++, to += 4)
    if (colours->depth == 32)
      memmove (to, from + 4 * i, 4);
    else if (colours->depth == 16)
      {
        const guint8 grey = from[2 * i], alpha = from[2 * i + 1];
        memset (to, grey, 3);
        to[3] = alpha;
      }
    else
      memcpy (to, from[i] < colours->n_colours && (background || from[i] != colours->transparent)
                    ? colours->palette[from[i]] : clear, 4);
}

/* KbLayered's unpack, with a File. */
static gboolean
unpack_aseprite_file (gconstpointer reader, const KbCel *cel, KbPicture *to, GError **error)
{
  const File *file = reader;
  const gsize n = (gsize) to->width * to->height, size = n * (file->colours.depth / 8);
  /* At the end of the picture: converted from the front, each pixel is read before it is lost. */
  guint8 *pixels = to->rgba + 4 * n - size;
  KbBytes bytes = cel->packed.bytes;
  if (!kb_aseprite_unpack (&file->colours, &bytes, pixels, size, cel->packed.zipped, error))
    return FALSE;
  if (file->colours.depth != 32)
    kb_aseprite_convert (&file->colours, pixels, n, info_of (file, cel->layer)->background,
                         to->rgba);
  return TRUE;
}

/* By the palette as it is now. */
static gboolean
unpack_cel (const File *file, KbCel *cel, GError **error)
{
  g_autoptr (KbPicture) picture = kb_picture_new (cel->packed.width, cel->packed.height);
  if (!picture)
    return kb_import_fail_memory (error, file->path);
  if (!unpack_aseprite_file (file, cel, picture, error))
    return FALSE;
  cel->picture = g_steal_pointer (&picture);
  cel->packed.width = 0;
  return TRUE;
}

static gboolean
unpack_cels (File *file, GError **error)
{
  for (; file->first_packed < file->layered->frames->len; file->first_packed++)
    {
      GArray *cels = kb_layered_frame (file->layered, file->first_packed)->cels;
      KB_EACH_IN (KbCel, cel, cels)
        if (cel->packed.width && !unpack_cel (file, cel, error))
          return FALSE;
      if (file->first_packed == file->frame)
        break;
    }
  return TRUE;
}

/* ---- tile maps ---- */

typedef struct { guint32 id, x, y, diagonal; } TileMasks;

static void
draw_tile (const File *file, const Tileset *tiles, guint32 cell, const TileMasks *masks,
           KbPicture *to, guint left, guint top)
{
  const guint index = cell & masks->id, pixel = file->colours.depth / 8;
  if (index >= tiles->n || !tiles->pixels || (tiles->empty_is_0 && index == 0))
    return;
  const guint8 *from = tiles->pixels + (gsize) index * tiles->tile_width * tiles->tile_height
                                         * pixel;
  for (guint y = 0; y < tiles->tile_height; y++)
    for (guint x = 0; x < tiles->tile_width; x++)
      {
        guint u = cell & masks->x ? tiles->tile_width - 1 - x : x;
        guint v = cell & masks->y ? tiles->tile_height - 1 - y : y;
        const guint t = u;
        if (cell & masks->diagonal)
          {
            u = v;
            v = t;
          }
        if (u < tiles->tile_width && v < tiles->tile_height)
          kb_aseprite_convert (&file->colours,
                               from + (gsize) pixel * (v * tiles->tile_width + u), 1, FALSE,
                               to->rgba + 4 * ((gsize) (top + y) * to->width + left + x));
      }
}

static gboolean
read_tile_map (File *file, KbBytes *bytes, KbCel *cel, GError **error)
{
  const guint width = kb_bytes_u16 (bytes), height = kb_bytes_u16 (bytes);
  const guint bits = kb_bytes_u16 (bytes);
  const guint32 id = kb_bytes_u32 (bytes), x = kb_bytes_u32 (bytes), y = kb_bytes_u32 (bytes),
                diagonal = kb_bytes_u32 (bytes);
  const TileMasks masks = { id, x, y, diagonal };
  const gint number = info_of (file, cel->layer)->tileset;
  kb_bytes_take (bytes, 10);
  if (bits != 32)
    return fail_aseprite_file (file, bytes, error, _("a tile map needs 32 bits for each tile"));
  if (number < 0 || (guint) number >= file->n_tilesets)
    return fail_aseprite_file (file, bytes, error, _("a tile map needs a layer with a tileset"));
  const Tileset *tiles = &file->tilesets[number];
  const gint64 sides[2] = { (gint64) width * tiles->tile_width,
                            (gint64) height * tiles->tile_height };
  g_autoptr (KbPicture) picture = kb_layered_picture (file->layered, sides[0], sides[1]);
  if (!picture)
    return fail_size (file, bytes, error, sides[0], sides[1]);
  const gsize n = (gsize) width * height;
  g_autofree guint8 *data = unpack_tiles (file, bytes, 4 * n, error);
  if (!data)
    return FALSE;
  KbBytes cells = { .data = data, .size = 4 * n };
  for (gsize i = 0; i < n; i++)
    draw_tile (file, tiles, kb_bytes_u32 (&cells), &masks, picture,
               (guint) (i % width) * tiles->tile_width, (guint) (i / width) * tiles->tile_height);
  kb_picture_unref (cel->picture);
  cel->picture = g_steal_pointer (&picture);
  cel->packed.width = 0;
  return TRUE;
}

static gboolean
read_tileset (File *file, KbBytes *bytes, GError **error)
{
  const guint32 number = kb_bytes_u32 (bytes), flags = kb_bytes_u32 (bytes);
  Tileset tiles = { .empty_is_0 = (flags & TILES_EMPTY_IS_0) != 0 };
  tiles.n = kb_bytes_u32 (bytes);
  tiles.tile_width = kb_bytes_u16 (bytes);
  tiles.tile_height = kb_bytes_u16 (bytes);
  kb_bytes_take (bytes, 2 + 14);
  g_free (read_aseprite_file_text (bytes));
  const guint64 pixels = (guint64) tiles.tile_width * tiles.tile_height * tiles.n;
  if (bytes->ended || !tiles.tile_width || !tiles.tile_height)
    return fail_aseprite_file (file, bytes, error,
                               _("a tileset is cut off or has tiles without a size"));
  if (number >= MAX_TILESETS)
    return kb_bytes_fail (bytes, file->path, error, _("the tileset %u is one of too many"),
                          number);
  if (tiles.n > G_MAXINT32 || pixels > KB_MAX_LAYERED_PIXELS)
    return fail_size (file, bytes, error, tiles.tile_width,
                      (gint64) tiles.tile_height * tiles.n);
  if (flags & TILES_LINKED)
    {
      kb_bytes_take (bytes, 8);
      kb_import_lose (file->import, _("tilesets in other files"), 1);
    }
  if (flags & TILES_INSIDE)
    {
      kb_bytes_u32 (bytes);
      tiles.pixels =
        unpack_tiles (file, bytes, (gsize) pixels * (file->colours.depth / 8), error);
      if (!tiles.pixels)
        return FALSE;
    }
  g_free (file->tilesets[number].pixels);
  file->tilesets[number] = tiles;
  file->n_tilesets = MAX (file->n_tilesets, number + 1);
  set_owner (file, NULL);
  return TRUE;
}

/* ---- layers and cels ---- */

static gboolean
read_aseprite_file_layer (File *file, KbBytes *bytes, GError **error)
{
  const guint flags = kb_bytes_u16 (bytes), type = kb_bytes_u16 (bytes),
              level = kb_bytes_u16 (bytes);
  kb_bytes_take (bytes, 4);
  const guint blend = kb_bytes_u16 (bytes), opacity = kb_bytes_u8 (bytes);
  kb_bytes_take (bytes, 3);
  g_autofree char *name = read_aseprite_file_text (bytes);
  const guint32 number = type == 2 ? kb_bytes_u32 (bytes) : MAX_TILESETS;
  const guint n = file->layers->len;
  const gboolean group = type == 1;
  if (bytes->ended)
    return fail_aseprite_file (file, bytes, error, _("a layer is cut off"));
  if (n >= KB_MAX_LAYERS)
    return kb_bytes_fail (bytes, file->path, error, _("there are over %d layers"), KB_MAX_LAYERS);
  if (type > 2)
    kb_import_lose (file->import, _("layers of a kind that is not known"), 1);
  if (blend >= KB_N_DRAWN_BLENDS)
    kb_import_lose (file->import, _("blend modes that are not known"), 1);
  kb_import_lose (file->import, _("UUIDs of layers"), (file->flags & LAYERS_HAVE_UUID) != 0);
  KbArtLayer *layer = kb_layered_add_layer (file->layered, g_steal_pointer (&name));
  const gboolean valid = group ? (file->flags & GROUPS_VALID) != 0
                               : (file->flags & OPACITY_VALID) != 0;
  layer->group = group;
  layer->isolated = group && valid;
  layer->hidden = !(flags & LAYER_VISIBLE);
  layer->apart = (flags & LAYER_REFERENCE) != 0;
  layer->opacity = valid ? (guint8) opacity : 255;
  layer->blend = blend < KB_N_DRAWN_BLENDS && (!group || valid) ? blend : KB_DRAWN_NORMAL;
  /* Grey pictures have no modes of hue and saturation. */
  if (file->colours.depth == 16 && layer->blend >= KB_DRAWN_HUE
      && layer->blend <= KB_DRAWN_LUMINOSITY)
    layer->blend = KB_DRAWN_NORMAL;
  layer->blend |= layer->blend == KB_DRAWN_NORMAL ? 0 : KB_DRAWN_ASEPRITE;
  for (gint above = (gint) n - 1; level > 0 && above >= 0; above--)
    if (info_of (file, (guint) above)->level < level)
      {
        layer->parent = kb_layered_layer (file->layered, (guint) above)->group ? above : -1;
        break;
      }
  layer->data = json_object ();
  if (layer->apart)
    kb_import_lose (file->import, _("reference layers"), 1);
  const LayerInfo info = { level, (flags & LAYER_BACKGROUND) != 0,
                           number < MAX_TILESETS ? (gint) number : -1 };
  g_array_append_val (file->layers, info);
  set_owner (file, layer->data);
  return TRUE;
}

static gboolean
link_cel (File *file, KbBytes *bytes, KbCel *cel, GError **error)
{
  const guint from = kb_bytes_u16 (bytes);
  const KbCel *other =
    from < file->frame ? kb_layered_find_cel (file->layered, from, cel->layer) : NULL;
  if (!other)
    return kb_bytes_fail (bytes, file->path, error,
                          _("a cel is linked with frame %u, where its layer has none"), from + 1);
  json_decref (cel->data);
  kb_picture_unref (cel->picture);
  cel->picture = other->picture ? kb_picture_ref (other->picture) : NULL;
  cel->packed = other->packed;
  cel->x = other->x;
  cel->y = other->y;
  cel->opacity = other->opacity;
  cel->data = json_incref (other->data);
  return TRUE;
}

static gboolean
read_cel (File *file, KbBytes *bytes, GError **error)
{
  const guint layer = kb_bytes_u16 (bytes);
  const gint x = kb_bytes_s16 (bytes), y = kb_bytes_s16 (bytes);
  const guint opacity = kb_bytes_u8 (bytes), type = kb_bytes_u16 (bytes);
  const gint z = kb_bytes_s16 (bytes);
  kb_bytes_take (bytes, 5);
  if (bytes->ended || layer >= file->layers->len)
    return fail_aseprite_file (file, bytes, error, _("a cel is cut off, or its layer is missing"));
  KbCel *cel = kb_layered_add_cel (file->layered, file->frame, layer);
  cel->x = x;
  cel->y = y;
  cel->z = z;
  cel->opacity = (guint8) opacity;
  if (!cel->data)
    cel->data = json_object ();
  gboolean ok = type == 1 ? link_cel (file, bytes, cel, error)
                : type == 3 ? read_tile_map (file, bytes, cel, error)
                : type == 0 || type == 2 ? read_image (file, bytes, cel, type == 2, error) : TRUE;
  if (type > 3)
    kb_import_lose (file->import, _("cels of a kind that is not known"), 1);
  set_owner (file, cel->data);
  return ok;
}

/* ---- tags and slices, as in the JSON ---- */

static gboolean
read_tags (File *file, KbBytes *bytes, GError **error)
{
  file->next_tag = json_array_size (file->tags);
  kb_import_lose (file->import, _("ends of tags that are no frames"),
                  kb_aseprite_add_tags (file->tags, bytes, file->layered->frames->len));
  set_owner (file, NULL);
  file->owner_is_tag = TRUE;
  return !bytes->ended || fail_aseprite_file (file, bytes, error, _("the tags are cut off"));
}

static gboolean
read_slice (File *file, KbBytes *bytes, GError **error)
{
  json_t *slice = kb_aseprite_read_slice (bytes);
  json_array_append_new (file->slices, slice);
  set_owner (file, slice);
  return !bytes->ended || fail_aseprite_file (file, bytes, error, _("a slice is cut off"));
}

/* ---- user data ---- */

/* The maps of the user become "properties"; those of extensions are counted. */
static void
read_property_maps (File *file, KbBytes *bytes, json_t *owner)
{
  kb_bytes_u32 (bytes);
  for (guint32 n = kb_bytes_u32 (bytes); n && !bytes->ended; n--)
    {
      const guint32 key = kb_bytes_u32 (bytes);
      json_t *properties = read_properties (bytes, 0);
      if (key)
        kb_import_lose (file->import, _("properties of extensions"), 1);
      else if (owner && json_object_size (properties))
        json_object_set (owner, "properties", properties);
      json_decref (properties);
    }
}

static gboolean
read_user_data (File *file, KbBytes *bytes, GError **error)
{
  const guint32 flags = kb_bytes_u32 (bytes);
  json_t *owner = file->owner;
  if (file->owner_is_tag)
    owner = json_array_get (file->tags, file->next_tag++);
  if (flags && !owner)
    kb_import_lose (file->import, _("user data of tilesets and tiles"), 1);
  if (flags & DATA_TEXT)
    {
      json_t *text = kb_aseprite_read_text (bytes);
      if (owner)
        json_object_set (owner, "data", text);
      json_decref (text);
    }
  if (flags & DATA_COLOUR)
    {
      const guint8 *c = kb_bytes_take (bytes, 4);
      const gboolean is_slice = json_object_get (owner, "keys") != NULL;
      kb_import_lose (file->import,
                      file->owner_is_tag ? _("colours of tags")
                                         : _("colours of layers, cels and the sprite"),
                      owner && !is_slice);
      if (is_slice && c)
        json_object_set_new (owner, "color",
                             json_sprintf ("#%02x%02x%02x%02x", c[0], c[1], c[2], c[3]));
    }
  if (flags & DATA_PROPERTIES)
    read_property_maps (file, bytes, owner);
  return !bytes->ended
         || fail_aseprite_file (file, bytes, error,
                                _("user data is cut off, or of a type that is not known"));
}

/* ---- chunks ---- */

static gboolean
read_profile (File *file, KbBytes *bytes)
{
  const guint type = kb_bytes_u16 (bytes), flags = kb_bytes_u16 (bytes);
  if (type == 2 || flags & 1)
    kb_import_lose (file->import, _("colour profiles"), 1);
  return TRUE;
}

static gboolean
kb_aseprite_read_palette (KbAsepriteColours *colours, KbBytes *bytes, GError **error)
{
  const guint32 n = kb_bytes_u32 (bytes), from = kb_bytes_u32 (bytes), to = kb_bytes_u32 (bytes);
  kb_bytes_take (bytes, 8);
  if (to < from || to >= 65536)
    return kb_bytes_fail (bytes, colours->path, error, _("the palette's range is wrong"));
  for (guint32 i = from; i <= to && !bytes->ended; i++)
    {
      const guint flags = kb_bytes_u16 (bytes);
      const guint8 *rgba = kb_bytes_take (bytes, 4);
      if (rgba && i < 256)
        memcpy (colours->palette[i], rgba, 4);
      if (flags & 1)
        {
          g_free (kb_bytes_text (bytes, kb_bytes_u16 (bytes)));
          kb_import_lose (colours->import, _("names of colours"), 1);
        }
    }
  if (bytes->ended)
    return kb_bytes_fail (bytes, colours->path, error, _("the palette is cut off"));
  colours->n_colours = MIN (n, 256);
  colours->has_palette = TRUE;
  return TRUE;
}

/* The chunks of before 1.1; `most` is the value of full light. */
static gboolean
kb_aseprite_read_old_palette (KbAsepriteColours *colours, KbBytes *bytes, guint most,
                              GError **error)
{
  guint at = 0;
  if (colours->has_palette)
    return TRUE;
  for (guint packets = kb_bytes_u16 (bytes); packets && !bytes->ended; packets--)
    {
      at += kb_bytes_u8 (bytes);
      guint n = kb_bytes_u8 (bytes);
      for (n = n ? n : 256; n && !bytes->ended; n--, at++)
        {
          const guint8 *rgb = kb_bytes_take (bytes, 3);
          for (guint k = 0; rgb && at < 256 && k < 3; k++)
            colours->palette[at][k] = (guint8) (MIN (rgb[k], most) * 255u / most);
          if (at < 256)
            colours->palette[at][3] = 255;
        }
    }
  colours->n_colours = MAX (colours->n_colours, MIN (at, 256));
  return !bytes->ended || kb_bytes_fail (bytes, colours->path, error, _("the palette is cut off"));
}

/* Palettes of before 1.1 count only without a new one. */
static gboolean
read_colours (File *file, guint type, KbBytes *bytes, GError **error)
{
  if (type == PALETTE || !file->colours.has_palette)
    set_owner (file, file->sprite_data);
  return (file->colours.depth != 8 || unpack_cels (file, error))
         && (type == PALETTE ? kb_aseprite_read_palette (&file->colours, bytes, error)
                             : kb_aseprite_read_old_palette (&file->colours, bytes,
                                                             type == 0x0004 ? 255 : 63, error));
}

static gboolean
read_aseprite_file_chunk (File *file, guint type, KbBytes *bytes, GError **error)
{
  switch (type)
    {
    case 0x0004:
    case 0x0011:
    case PALETTE:
      return read_colours (file, type, bytes, error);
    case 0x2004:
      return read_aseprite_file_layer (file, bytes, error);
    case 0x2005:
      return read_cel (file, bytes, error);
    case 0x2006:   /* exact bounds, of reference layers alone */
    case 0x2017:   /* never used */
      return TRUE;
    case 0x2007:
      return read_profile (file, bytes);
    case 0x2008:
      kb_import_lose (file->import, _("links to other files"), kb_bytes_u32 (bytes));
      return TRUE;
    case 0x2016:
      kb_import_lose (file->import, _("stored selections"), 1);
      return TRUE;
    case 0x2018:
      return read_tags (file, bytes, error);
    case 0x2020:
      return read_user_data (file, bytes, error);
    case 0x2022:
      return read_slice (file, bytes, error);
    case 0x2023:
      return read_tileset (file, bytes, error);
    default:
      kb_import_lose (file->import, _("chunks of a type that is not known"), 1);
      return TRUE;
    }
}

static gboolean
read_frame (File *file, KbBytes *bytes, guint speed, GError **error)
{
  const guint32 size = kb_bytes_u32 (bytes);
  KbBytes part = kb_bytes_part (bytes, size >= 4 ? size - 4 : 0);
  const guint magic = kb_bytes_u16 (&part), old = kb_bytes_u16 (&part),
              duration = kb_bytes_u16 (&part);
  kb_bytes_take (&part, 2);
  const guint32 new = kb_bytes_u32 (&part);
  if (part.ended || magic != FRAME_MAGIC)
    return kb_bytes_fail (&part, file->path, error, _("frame %u is cut off or damaged"),
                          file->frame + 1);
  kb_layered_frame (file->layered, file->frame)->duration = (gint) (duration ? duration : speed);
  for (guint32 n = new ? new : old; n; n--)
    {
      const guint32 length = kb_bytes_u32 (&part);
      const guint type = kb_bytes_u16 (&part);
      KbBytes chunk = kb_bytes_part (&part, length >= 6 ? length - 6 : 0);
      if (part.ended || length < 6)
        return kb_bytes_fail (&part, file->path, error, _("frame %u is cut off or damaged"),
                              file->frame + 1);
      if (!read_aseprite_file_chunk (file, type, &chunk, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_header (File *file, KbBytes *bytes, guint *speed, GError **error)
{
  kb_bytes_u32 (bytes);
  const guint magic = kb_bytes_u16 (bytes), n = kb_bytes_u16 (bytes),
              width = kb_bytes_u16 (bytes), height = kb_bytes_u16 (bytes);
  file->colours.depth = kb_bytes_u16 (bytes);
  file->flags = kb_bytes_u32 (bytes);
  *speed = kb_bytes_u16 (bytes);
  kb_bytes_take (bytes, 8);
  file->colours.transparent = kb_bytes_u8 (bytes);
  kb_bytes_take (bytes, 3 + 2);
  const guint pixel_width = kb_bytes_u8 (bytes), pixel_height = kb_bytes_u8 (bytes);
  kb_bytes_take (bytes, ASEPRITE_FILE_HEADER_SIZE - 36);
  if (bytes->ended || magic != FILE_MAGIC)
    return fail_aseprite_file (file, bytes, error, _("the header is cut off or damaged"));
  if (file->colours.depth != 8 && file->colours.depth != 16 && file->colours.depth != 32)
    return kb_bytes_fail (bytes, file->path, error,
                          _("%u bits per pixel are not known; expected 8, 16 or 32"),
                          file->colours.depth);
  if (!n || !width || !height || width > KB_MAX_FRAME_SIDE || height > KB_MAX_FRAME_SIDE)
    return kb_bytes_fail (bytes, file->path, error,
                          _("a frame has 1 to %d pixels a side, this one %d x %d"),
                          KB_MAX_FRAME_SIDE, (int) width, (int) height);
  if (pixel_width && pixel_height && pixel_width != pixel_height)
    kb_import_lose (file->import, _("pixels that are not square"), 1);
  file->layered = kb_layered_new ((gint) width, (gint) height, n);
  file->layered->unpack = unpack_aseprite_file;
  file->layered->reader = file;
  file->layered->max_pixels = 4 * (guint64) KB_MAX_LAYERED_PIXELS;
  return TRUE;
}

/* ---- the whole ---- */

/* {"cels": [{"frame", "data", "properties"}, ...]} of a layer that is part of the picture. */
static json_t *
cels_of (const File *file, guint layer)
{
  json_t *list = json_array ();
  for (guint i = 0; i < file->layered->frames->len; i++)
    {
      const KbCel *cel = kb_layered_find_cel (file->layered, i, layer);
      if (!cel || !json_object_size (cel->data))
        continue;
      json_t *copy = json_copy (cel->data);
      json_object_set_new (copy, "frame", json_integer (i));
      json_array_append_new (list, copy);
    }
  return json_pack ("{so}", "cels", list);
}

/* The layers' own user data. Marks take it for their shapes. */
static json_t *
layers_json (File *file)
{
  json_t *layers = json_array ();
  KB_EACH (const KbArtLayer, layer, file->layered->layers)
    {
      if (kb_layer_mark (layer, &file->import->options, NULL) != KB_MARK_NONE)
        continue;
      json_array_append_new (layers, cels_of (file, layer_at));
      if (json_object_size (layer->data))
        kb_import_lose (file->import, _("user data of layers that are no marks"), 1);
    }
  return layers;
}

static gboolean
put_aseprite_file (File *file, GError **error)
{
  KbImport *import = file->import;
  KbJsonPlace root = { NULL, file->path, FALSE, 0 };
  json_auto_t *meta = json_pack ("{sO sO so}", "frameTags", file->tags, "slices", file->slices,
                                 "layers", layers_json (file));
  g_autofree gint *durations = g_new (gint, file->layered->frames->len);
  KB_EACH (const KbDrawnFrame, frame, file->layered->frames)
    durations[frame_at] = frame->duration;
  import->values = kb_aseprite_values (file->sprite_data);
  file->layered->slices = file->slices;
  if (!kb_layered_add_frames (import, file->layered, file->path, error)
      || !kb_aseprite_read_tags (import, meta, durations, &root, error)
      || !kb_aseprite_read_slices (import, meta, &root, error))
    return FALSE;
  kb_aseprite_read_cels (import, meta);
  return TRUE;
}

/* `puts`: all of it into the import. */
static KbLayered *
read_file (KbImport *import, const char *path, const char *data, gsize size, gboolean puts,
           GError **error)
{
  g_autofree File *file = g_new0 (File, 1);
  KbBytes bytes = { .data = (const guint8 *) data, .size = size };
  guint speed;
  file->import = file->colours.import = import;
  file->path = file->colours.path = path;
  file->layers = g_array_new (FALSE, FALSE, sizeof (LayerInfo));
  file->tags = json_array ();
  file->slices = json_array ();
  file->sprite_data = json_object ();
  gboolean ok = read_header (file, &bytes, &speed, error);
  for (; ok && file->frame < file->layered->frames->len; file->frame++)
    ok = read_frame (file, &bytes, speed, error);
  if (!ok || !(puts ? put_aseprite_file (file, error) : unpack_cels (file, error)))
    g_clear_pointer (&file->layered, kb_layered_free);
  for (guint i = 0; i < file->n_tilesets; i++)
    g_free (file->tilesets[i].pixels);
  g_array_unref (file->layers);
  json_decref (file->tags);
  json_decref (file->slices);
  json_decref (file->sprite_data);
  return file->layered;
}

static KbLayered *
read_aseprite_layers (KbImport *import, const char *path, const char *data, gsize size,
                      GError **error)
{
  return read_file (import, path, data, size, FALSE, error);
}

static gboolean
read_aseprite_file (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
                    GError **error)
{
  g_autoptr (KbLayered) layered =
    read_file (import, import->files[0], data, size, TRUE, error);
  return layered != NULL;
}

static KbFit
recognise_aseprite_file (const KbImportHead *head)
{
  return head->size >= 6 && memcmp (head->start + 4, "\xe0\xa5", 2) == 0 ? KB_FIT_SURE
                                                                         : KB_FIT_NONE;
}

const KbImporter kb_importer_aseprite_file = {
  .name = "aseprite-file",
  .label = N_("Aseprite file"),
  .noun = N_("an Aseprite file"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.aseprite", "*.ase", NULL },
  .mime_types = (const char *const[]) { "image/x-aseprite", NULL },
  .options = (const char *const[]) { "ranges", "hot_spot", "marks", "fresh", NULL },
  .max_bytes = 512 << 20,
  .layered = TRUE,
  .recognise = recognise_aseprite_file,
  .read_layers = read_aseprite_layers,
  .read_sprite = read_aseprite_file,
};
