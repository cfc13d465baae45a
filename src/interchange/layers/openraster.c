/* SPDX-License-Identifier: MIT */
/* OpenRaster: a zip file with stack.xml, which lists layers, top first, and their pictures in PNG.
 * A group without `isolation` is drawn through, as in MyPaint. Source: OpenRaster 0.0.6. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean
read_layer (KbStack *stack, KbArtLayer *layer, guint index, const char **names,
            const char **values, GError **error)
{
  const char *source = kb_markup_value (names, values, "src");
  const gboolean isolate =
    g_strcmp0 (kb_markup_value (names, values, "isolation"), "isolate") == 0;
  layer->hidden = g_strcmp0 (kb_markup_value (names, values, "visibility"), "hidden") == 0;
  layer->isolated = layer->group
                    && (isolate || layer->opacity < 255 || layer->blend != KB_DRAWN_NORMAL);
  const gboolean vector = source && g_str_has_suffix (source, ".svg");
  kb_import_lose (stack->import, _("vector layers"), vector);
  if (layer->group || vector)
    return TRUE;
  g_autofree char *place = g_strdup_printf ("%s: %s", stack->path, source);
  const GByteArray *data =
    kb_zip_find (stack->entries, stack->path, source ? source : "src", error);
  KbPicture *picture = data ? kb_picture_decode (data->data, data->len, place, error) : NULL;
  if (!picture)
    return FALSE;
  kb_messages_lose_picture (stack->import->messages, picture);
  KbCel *cel = kb_layered_add_cel (stack->layered, 0, index);
  cel->x = (gint) kb_markup_number (names, values, "x", 0);
  cel->y = (gint) kb_markup_number (names, values, "y", 0);
  return kb_layered_take (stack->layered, cel, picture, place, error);
}

static void
read_other (KbStack *stack, const char *element, const char **names, const char **values)
{
  kb_import_lose (stack->import, _("elements that are not known"), strcmp (element, "image") != 0);
}

/* The whole picture, large and small, is not unpacked. */
static const char *
find_key (const char *name)
{
  return strcmp (name, "mergedimage.png") == 0 || g_str_has_prefix (name, "Thumbnails/") ? NULL
                                                                                         : name;
}

static KbLayered *
read_openraster (KbImport *import, const char *path, const char *data, gsize size, GError **error)
{
  static const KbStackFormat format = { .file = "stack.xml",
                                        .image = "image",
                                        .width = "w",
                                        .height = "h",
                                        .blend = "composite-op",
                                        .n_frames = 1,
                                        .opaque = 1,
                                        .find_key = find_key,
                                        .read_layer = read_layer,
                                        .read_other = read_other };
  KbStack stack = { .format = &format, .import = import, .path = path };
  return kb_stack_read (&stack, data, size, error);
}

static KbFit
recognise_openraster (const KbImportHead *head)
{
  return kb_zip_begins (head->start, head->size, "image/openraster") ? KB_FIT_SURE : KB_FIT_NONE;
}

const KbImporter kb_importer_openraster = {
  .name = "openraster",
  .label = N_("OpenRaster drawing"),
  .noun = N_("an OpenRaster drawing"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.ora", NULL },
  .mime_types = (const char *const[]) { "image/openraster", NULL },
  .options = (const char *const[]) { "hot_spot", "marks", "fresh", NULL },
  .max_bytes = 512 << 20,
  .layered = TRUE,
  .recognise = recognise_openraster,
  .read_layers = read_openraster,
  .read_sprite = kb_layered_import,
};
