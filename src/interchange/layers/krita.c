/* SPDX-License-Identifier: MIT */
/* Krita's drawings: a zip file with maindoc.xml, which lists layers, top first. Their pixels, and
 * the times of their frames, are in files in "NAME/layers". Source: Krita's libkra. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define DOCUMENT "maindoc.xml"
#define MAX_KEYS 16384
#define ALWAYS G_MININT

/* The pixels of a layer from a time on. */
typedef struct {
  gint time;
  KbCel cel;               /* at the layer's position until it is read */
  char *file, *space;      /* NULL after the file was read */
} Key;

typedef struct {
  KbStack stack;
  GArray *keys;            /* Key; those of a layer together, in the order of their times */
  GArray *animated;        /* Key, with the names of the files of their times */
  const Key *current;      /* of these, the one whose file is read */
  gboolean is_content;     /* its keys are frames */
  double rate;             /* frames a second */
  gint from, to;           /* of the animation */
} File;

/* What is not drawn. */
static const struct { const char *type, *lost; } kinds[] = {
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
static const struct { const char *element, *lost; } parts[] = {
  { "assistant", N_("drawing assistants") },
  { "guides", N_("guides") },
  { "composition", N_("compositions") },
  { "audio", N_("sounds") },
  { "Annotation", N_("annotations") },
};

static void
clear_key (gpointer data)
{
  Key *key = data;
  kb_picture_unref (key->cel.picture);
  g_free (key->file);
  g_free (key->space);
}

static void
lose_kind (KbImport *import, const char *type)
{
  guint i = 0;
  while (kinds[i].type && g_strcmp0 (kinds[i].type, type) != 0)
    i++;
  kb_import_lose (import, _(kinds[i].lost), 1);
}

static void
add_key (GArray *keys, Key key, const char *file, const char *space)
{
  key.file = g_strdup (file ? file : "");
  key.space = g_strdup (space ? space : "RGBA");
  g_array_append_val (keys, key);
}

static gboolean
read_layer (KbStack *stack, KbArtLayer *layer, guint index, const char **names,
            const char **values, GError **error)
{
  File *file = (File *) stack;
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
  const Key key = { .time = ALWAYS,
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
  File *file = (File *) stack;
  const char *profile = kb_markup_value (names, values, "profile"),
             *colour = kb_markup_value (names, values, "ColorData");
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strcmp (element, parts[i].element) == 0)
      kb_import_lose (stack->import, _(parts[i].lost), 1);
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
  File *file = data;
  Key key = *file->current;
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
      KbCel *cel = &g_array_index (file->keys, Key, file->keys->len - 1).cel;
      cel->x = (gint) kb_markup_number (names, values, "x", 0);
      cel->y = (gint) kb_markup_number (names, values, "y", 0);
    }
}

/* A frame of the keys that are shown at a time, until `next`, when one of them changes. */
static gboolean
add_frame (File *file, gint time, gint *next, GError **error)
{
  KbLayered *layered = file->stack.layered;
  const guint index = layered->frames->len;
  const double step = 1000 / (file->rate >= 1 ? file->rate : 24);
  KB_EACH_IN (const Key, frame_key, file->keys)
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
  KB_EACH_IN (Key, key, file->keys)
    {
      Key *after = key + 1;
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
  File *file = (File *) stack;
  gboolean ok = TRUE;
  KB_EACH_IN_WHILE (ok, const Key, key, file->animated)
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
      ok = add_frame (file, time, &next, error);
    }
  return ok;
}

/* ---- the whole ---- */

/* Layers by their names within the image's folder, whose name may not be in any encoding. */
static const char *
find_key (const char *name)
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
                                        .find_key = find_key,
                                        .read_layer = read_layer,
                                        .read_other = read_other,
                                        .read_rest = read_rest };
  File file = { .stack = { .format = &format, .import = import, .path = path },
                .keys = g_array_new (FALSE, FALSE, sizeof (Key)),
                .animated = g_array_new (FALSE, FALSE, sizeof (Key)),
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
