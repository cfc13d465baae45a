/* SPDX-License-Identifier: MIT */
/* Krita's drawings: a zip file with maindoc.xml, which lists layers, top first. Their pixels, and
 * the times of their frames, are in files in "NAME/layers". Source: Krita's libkra. */
#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/layers/layered.h"

/* ---- krita tiles ---- */

/* The pixels of Krita's layers: tiles of 64 x 64, raw or packed by LZF, with the bytes of all
 * pixels at the same offset together. Everything else has the default pixel. */

#define KRITA_SIDE 64
#define TILE_PIXELS (KRITA_SIDE * KRITA_SIDE)
#define MAX_PIXEL_SIZE 8
#define MAX_HEAD 96
#define TILE_COST 16     /* pixels, against KB_MAX_LAYERED_PIXELS: entries may be read often */

/* Where red, green, blue and alpha are in a pixel; the upper byte of two. */
typedef struct {
  const char *name;
  guint size;              /* of a pixel */
  guint8 channels[4];
} Space;

static const Space spaces[] = {
  { "RGBA", 4, { 2, 1, 0, 3 } },
  { "GRAYA", 2, { 0, 0, 0, 1 } },
  { "RGBA16", 8, { 5, 3, 1, 7 } },
  { "GRAYAU16", 4, { 1, 1, 1, 3 } },
};

/* `n` pixels: byte k of pixel i is at i * step + k * plane. */
static void
convert (const Space *space, const guint8 *from, gsize n, gsize step, gsize plane, guint8 *to)
{
  for (gsize i = 0; i < 4 * n; i++)
    to[i] = from[i / 4 * step + space->channels[i % 4] * plane];
}

/* Unpacks exactly n bytes: literals, or copies of earlier bytes, which may overlap. */
static gboolean
unpack_lzf (KbBytes *bytes, guint8 *out, gsize n)
{
  gsize done = 0;
  while (bytes->at < bytes->size)
    {
      const guint control = kb_bytes_u8 (bytes);
      const gboolean copies = control >= 32;
      const gsize length = !copies              ? control + 1
                           : control >> 5 == 7 ? kb_bytes_u8 (bytes) + 9
                                                : (control >> 5) + 2,
                  back = copies ? ((gsize) (control & 31) << 8) + kb_bytes_u8 (bytes) + 1 : 0;
      if (back > done || length > n - done || bytes->ended)
        return FALSE;
      for (gsize end = done + length; done < end; done++)
        out[done] = copies ? out[done - back] : (guint8) kb_bytes_u8 (bytes);
    }
  return done == n && !bytes->ended;
}

/* The next bytes as text, a new string, without going on. */
static char *
peek (const KbBytes *bytes)
{
  return g_strndup ((const char *) bytes->data + bytes->at,
                    MIN (MAX_HEAD, bytes->size - bytes->at));
}

/* Draws a tile on a picture of the whole image. */
static gboolean
draw_krita_tile (KbBytes *bytes, const Space *space, const KbCel *cel, guint *left,
                 const char *place, GError **error)
{
  guint8 plain[TILE_PIXELS * MAX_PIXEL_SIZE];
  g_autofree char *head = peek (bytes);
  gint x, y, n = 0;
  guint packed_size;
  if (sscanf (head, "%9d,%9d,LZF,%9u%n", &x, &y, &packed_size, &n) != 3 || head[n] != '\n')
    return kb_bytes_fail (bytes, place, error, _("expected a tile"));
  kb_bytes_take (bytes, (gsize) n + 1);
  KbBytes data = kb_bytes_part (bytes, packed_size);
  x += cel->x;
  y += cel->y;
  if (bytes->ended || x <= -KRITA_SIDE || y <= -KRITA_SIDE || x >= (gint) cel->picture->width
      || y >= (gint) cel->picture->height)
    return !bytes->ended || kb_bytes_fail (bytes, place, error, _("a tile is cut off"));
  const gboolean packed = kb_bytes_u8 (&data) == 1;
  const gsize size = (gsize) TILE_PIXELS * space->size;
  const guint8 *raw = packed ? plain : kb_bytes_take (&data, size);
  g_autoptr (KbPicture) picture = kb_picture_new (KRITA_SIDE, KRITA_SIDE);
  if (!(*left)-- || !raw || (packed && !unpack_lzf (&data, plain, size)))
    return kb_bytes_fail (&data, place, error, _("a tile is damaged, or one of too many"));
  convert (space, raw, TILE_PIXELS, packed ? 1 : space->size, packed ? TILE_PIXELS : 1,
           picture->rgba);
  kb_picture_paste (cel->picture, picture, x, y);
  return TRUE;
}

static gboolean
draw_tiles (KbBytes *bytes, const Space *space, const KbCel *cel, guint *n, const char *place,
            GError **error)
{
  g_autofree char *head = peek (bytes);
  guint pixel_size,
    left = (cel->picture->width / KRITA_SIDE + 2) * (cel->picture->height / KRITA_SIDE + 2);
  int end = 0;
  if (sscanf (head, "VERSION 2 TILEWIDTH 64 TILEHEIGHT 64 PIXELSIZE %9u DATA %9u%n", &pixel_size,
              n, &end) != 2
      || pixel_size != space->size || head[end] != '\n')
    return kb_bytes_fail (bytes, place, error,
                          _("expected tiles of 64 x 64 pixels of %u bytes, in version 2"),
                          space->size);
  kb_bytes_take (bytes, (gsize) end + 1);
  for (guint i = 0; i < *n; i++)
    if (!draw_krita_tile (bytes, space, cel, &left, place, error))
      return FALSE;
  return TRUE;
}

/* The pixels of a layer or frame from an entry. Sets the cel's picture, and adds to
 * its position, which is that of the layer. */
static gboolean
kb_krita_read_pixels (const KbStack *stack, const char *name, const char *colour_space, KbCel *cel,
                      GError **error)
{
  const Space *space = NULL;
  g_autofree char *key = g_strconcat ("layers/", name, NULL),
                  *other_key = g_strconcat (key, ".defaultpixel", NULL),
                  *place = g_strdup_printf ("%s: %s", stack->path, key);
  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (strcmp (spaces[i].name, colour_space) == 0)
      space = &spaces[i];
  if (!space)
    return kb_import_fail (error, place,
                           _("its colours are '%s'; expected RGB or grey, 8 or 16 bits"),
                           colour_space);
  const GByteArray *data = kb_zip_find (stack->entries, stack->path, key, error),
                   *other = g_hash_table_lookup (stack->entries, other_key);
  if (!data)
    return FALSE;
  g_autoptr (KbPicture) whole =
    kb_picture_new ((guint) stack->layered->width, (guint) stack->layered->height);
  KbBytes bytes = { .data = data->data, .size = data->len };
  guint8 pixel[4] = { 0 };
  guint n_tiles = 0;
  gint width, height;
  if (!whole)
    return kb_import_fail_memory (error, place);
  if (other && other->len == space->size)
    convert (space, other->data, 1, 0, 1, pixel);
  for (gsize i = 0; pixel[3] && i < (gsize) whole->width * whole->height; i++)
    memcpy (whole->rgba + 4 * i, pixel, 4);
  cel->picture = whole;
  const gboolean ok = draw_tiles (&bytes, space, cel, &n_tiles, place, error);
  cel->picture = NULL;
  stack->layered->pixels += TILE_COST * (guint64) n_tiles;
  const gboolean opaque = kb_picture_opaque_box (whole, &cel->x, &cel->y, &width, &height);
  return ok
         && kb_layered_take (
           stack->layered, cel,
           opaque ? kb_picture_crop (whole, cel->x, cel->y, (guint) width, (guint) height) : NULL,
           place, error);
}

/* ---- krita ---- */

#define DOCUMENT "maindoc.xml"
#define MAX_KEYS 16384
#define ALWAYS G_MININT

/* The pixels of a layer from a time on. */
typedef struct {
  gint time;
  KbCel cel;               /* at the layer's position until it is read */
  char *file, *space;      /* NULL after the file was read */
} KritaKey;

typedef struct {
  KbStack stack;
  GArray *keys;            /* Key; those of a layer together, in the order of their times */
  GArray *animated;        /* Key, with the names of the files of their times */
  const KritaKey *current;      /* of these, the one whose file is read */
  gboolean is_content;     /* its keys are frames */
  double rate;             /* frames a second */
  gint from, to;           /* of the animation */
} KritaFile;

/* What is not drawn. */
static const struct { const char *type, *lost; } krita_kinds[] = {
  { "shapelayer", N_("vector layers") },
  { "adjustmentlayer", N_("filter layers") },
  { "generatorlayer", N_("fill layers") },
  { "clonelayer", N_("clone layers") },
  { "filelayer", N_("file layers") },
  { "referenceimages", N_("reference images") },
  { "transparencymask", N_("transparency masks") },
  { "filtermask", N_("filter masks") },
  { "transformmask", N_("transformation masks") },
  { "selectionmask", N_("selections") },
  { "colorizemask", N_("colourise masks") },
  { NULL, N_("layers of a kind that is not known") },
};

/* Other parts of the document. */
static const struct { const char *element, *lost; } krita_parts[] = {
  { "assistant", N_("drawing assistants") },
  { "guides", N_("guides") },
  { "composition", N_("compositions") },
  { "audio", N_("sounds") },
  { "Annotation", N_("annotations") },
};

static void
clear_key (gpointer data)
{
  KritaKey *key = data;
  kb_picture_unref (key->cel.picture);
  g_free (key->file);
  g_free (key->space);
}

static void
lose_kind (KbImport *import, const char *type)
{
  guint i = 0;
  while (krita_kinds[i].type && g_strcmp0 (krita_kinds[i].type, type) != 0)
    i++;
  kb_import_lose (import, _(krita_kinds[i].lost), 1);
}

static void
add_key (GArray *keys, KritaKey key, const char *file, const char *space)
{
  key.file = g_strdup (file ? file : "");
  key.space = g_strdup (space ? space : "RGBA");
  g_array_append_val (keys, key);
}

static gboolean
read_krita_layer (KbStack *stack, KbArtLayer *layer, guint index, const char **names,
                  const char **values, GError **error)
{
  KritaFile *file = (KritaFile *) stack;
  const char *type = kb_markup_value (names, values, "nodetype"),
             *channels = kb_markup_value (names, values, "channelflags"),
             *frames = kb_markup_value (names, values, "keyframes"),
             *space = kb_markup_value (names, values, "colorspacename");
  layer->group = g_strcmp0 (type, "grouplayer") == 0;
  layer->isolated = layer->group && kb_markup_number (names, values, "passthrough", 0) == 0;
  layer->hidden = kb_markup_number (names, values, "visible", 1) == 0;
  kb_import_lose (stack->import, _("layers with channels turned off"),
                  channels && strchr (channels, '0'));
  kb_import_lose (stack->import, _("colours of 16 bits, rounded to 8"),
                  space && strstr (space, "16"));
  kb_import_lose (stack->import, _("layer styles"),
                  kb_markup_value (names, values, "layerstyle") != NULL);
  const KritaKey key = { .time = ALWAYS,
                         .cel = { .layer = index,
                                  .x = (gint) kb_markup_number (names, values, "x", 0),
                                  .y = (gint) kb_markup_number (names, values, "y", 0) } };
  if (g_strcmp0 (type, "paintlayer") == 0)
    add_key (frames ? file->animated : file->keys, key,
             frames ? frames : kb_markup_value (names, values, "filename"),
             space);
  else if (!layer->group)
    lose_kind (stack->import, type);
  return TRUE;
}

static void
read_other (KbStack *stack, const char *element, const char **names, const char **values)
{
  KritaFile *file = (KritaFile *) stack;
  const char *profile = kb_markup_value (names, values, "profile"),
             *colour = kb_markup_value (names, values, "ColorData");
  for (guint i = 0; i < G_N_ELEMENTS (krita_parts); i++)
    if (strcmp (element, krita_parts[i].element) == 0)
      kb_import_lose (stack->import, _(krita_parts[i].lost), 1);
  if (strcmp (element, "IMAGE") == 0)
    kb_import_lose (stack->import, _("colour profiles"),
                    profile && !strstr (profile, "srgbtrc") && !strstr (profile, "sRGB built-in"));
  else if (strcmp (element, "mask") == 0)
    lose_kind (stack->import, kb_markup_value (names, values, "nodetype"));
  else if (strcmp (element, "ProjectionBackgroundColor") == 0)
    kb_import_lose (stack->import, _("background colours"),
                    colour && colour[strspn (colour, "A=")]);    /* base64, and not 0 */
  else if (strcmp (element, "framerate") == 0)
    file->rate = kb_markup_number (names, values, "value", 0);
  else if (strcmp (element, "range") == 0)
    {
      file->from = (gint) kb_markup_number (names, values, "from", 0);
      file->to = (gint) kb_markup_number (names, values, "to", 0);
    }
}

/* ---- animation ---- */

static void
on_key (GMarkupParseContext *context, const char *element, const char **names, const char **values,
        gpointer data, GError **error)
{
  KritaFile *file = data;
  KritaKey key = *file->current;
  if (strcmp (element, "channel") == 0)
    {
      file->is_content = g_strcmp0 (kb_markup_value (names, values, "name"), "content") == 0;
      kb_import_lose (file->stack.import, _("animated properties of layers"), !file->is_content);
    }
  else if (file->is_content && strcmp (element, "keyframe") == 0)
    {
      key.time = (gint) kb_markup_number (names, values, "time", 0);
      add_key (file->keys, key, kb_markup_value (names, values, "frame"), key.space);
    }
  else if (file->is_content && file->keys->len && strcmp (element, "offset") == 0)
    {
      KbCel *cel = &g_array_index (file->keys, KritaKey, file->keys->len - 1).cel;
      cel->x = (gint) kb_markup_number (names, values, "x", 0);
      cel->y = (gint) kb_markup_number (names, values, "y", 0);
    }
}

/* A frame of the keys that are shown at a time, until `next`, when one of them changes. */
static gboolean
add_krita_frame (KritaFile *file, gint time, gint *next, GError **error)
{
  KbLayered *layered = file->stack.layered;
  const guint index = layered->frames->len;
  const double step = 1000 / (file->rate >= 1 ? file->rate : 24);
  KB_EACH_IN (const KritaKey, frame_key, file->keys)
    {
      const gint start = frame_key->time;
      *next = start > time ? MIN (*next, start) : *next;
    }
  const double duration = round ((*next - file->from) * step) - round ((time - file->from) * step);
  kb_layered_add_frame (layered, file->animated->len ? (gint) CLAMP (duration, 1, KB_MAX_DURATION)
                                                     : 0);
  if ((guint64) layered->frames->len * layered->layers->len > KB_MAX_CELS)
    return kb_import_fail (error, file->stack.path,
                           _("its frames and layers are too many for their size"));
  KB_EACH_IN (KritaKey, key, file->keys)
    {
      KritaKey *after = key + 1;
      const gboolean is_last = key_at + 1 == file->keys->len || after->cel.layer != key->cel.layer;
      if (key->time > time || (!is_last && after->time <= time))
        continue;
      if (key->file
          && !kb_krita_read_pixels (&file->stack, key->file, key->space, &key->cel, error))
        return FALSE;
      g_clear_pointer (&key->file, g_free);
      KbCel *cel = kb_layered_add_cel (layered, index, key->cel.layer);
      cel->x = key->cel.x;
      cel->y = key->cel.y;
      kb_picture_unref (cel->picture);     /* times may be in any order */
      cel->picture = key->cel.picture ? kb_picture_ref (key->cel.picture) : NULL;
    }
  return TRUE;
}

static gboolean
read_rest (KbStack *stack, GError **error)
{
  static const GMarkupParser parser = { .start_element = on_key };
  KritaFile *file = (KritaFile *) stack;
  gboolean ok = TRUE;
  KB_EACH_IN_WHILE (ok, const KritaKey, key, file->animated)
    {
      file->current = key;
      g_autofree char *name = g_strconcat ("layers/", file->current->file, NULL);
      ok = kb_stack_parse (stack, name, &parser, error);
    }
  const guint64 canvas = (guint64) stack->layered->width * (guint64) stack->layered->height;
  if (ok && (file->keys->len > MAX_KEYS || file->keys->len * canvas > KB_MAX_LAYERED_WORK))
    return kb_import_fail (error, stack->path,
                           _("its frames and layers are too many for their size"));
  file->to = file->animated->len ? MAX (file->from, file->to) : file->from;
  for (gint time = file->from, next; ok && time <= file->to; time = next)
    {
      next = file->to + 1;
      ok = add_krita_frame (file, time, &next, error);
    }
  return ok;
}

/* ---- the whole ---- */

/* Layers by their names within the image's folder, whose name may not be in any encoding. */
static const char *
find_krita_key (const char *name)
{
  const char *layers = strstr (name, "/layers/");
  if (strcmp (name, DOCUMENT) == 0)
    return name;
  return layers && !g_str_has_suffix (name, ".icc") ? layers + 1 : NULL;
}

static KbLayered *
read_krita (KbImport *import, const char *path, const char *data, gsize size, GError **error)
{
  static const KbStackFormat format = { .file = DOCUMENT,
                                        .image = "IMAGE",
                                        .width = "width",
                                        .height = "height",
                                        .blend = "compositeop",
                                        .opaque = 255,
                                        .find_key = find_krita_key,
                                        .read_layer = read_krita_layer,
                                        .read_other = read_other,
                                        .read_rest = read_rest };
  KritaFile file = { .stack = { .format = &format, .import = import, .path = path },
                     .keys = g_array_new (FALSE, FALSE, sizeof (KritaKey)),
                     .animated = g_array_new (FALSE, FALSE, sizeof (KritaKey)),
                     .to = 100 };
  g_array_set_clear_func (file.keys, clear_key);
  g_array_set_clear_func (file.animated, clear_key);
  KbLayered *layered = kb_stack_read (&file.stack, data, size, error);
  g_array_unref (file.keys);
  g_array_unref (file.animated);
  return layered;
}

static KbFit
recognise_krita (const KbImportHead *head)
{
  return kb_zip_begins (head->start, head->size, DOCUMENT) ? KB_FIT_SURE : KB_FIT_NONE;
}

const KbImporter kb_importer_krita = {
  .name = "krita",
  .label = N_("Krita drawing"),
  .noun = N_("a Krita drawing"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.kra", "*.krz", NULL },
  .mime_types = (const char *const[]) { "application/x-krita", NULL },
  .options = (const char *const[]) { "ranges", "hot_spot", "marks", "fresh", NULL },
  .max_bytes = 512 << 20,
  .layered = TRUE,
  .recognise = recognise_krita,
  .read_layers = read_krita,
  .read_sprite = kb_layered_import,
};
