/* SPDX-License-Identifier: MIT */
/* OpenRaster: a zip file with stack.xml, which lists layers, top first, and their pictures in PNG.
 * A group without `isolation` is drawn through, as in MyPaint. Source: OpenRaster 0.0.6. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <string.h>

/* A layer's picture, which is decoded once the sizes of all are known. */
typedef struct {
  guint layer;
  gint x, y;
  const GByteArray *data;
  char *place;
} Waiting;

typedef struct {
  KbStack stack;           /* the first */
  GArray *waiting;
} Ora;

static void
clear_waiting (gpointer data)
{
  g_free (((Waiting *) data)->place);
}

/* Counts the pixels by the PNG's header. */
static gboolean
count_picture (KbStack *stack, const GByteArray *data, const char *place, GError **error)
{
  KbBytes bytes = { .data = data->data, .size = data->len, .at = MIN (data->len, 16), .big = TRUE };
  const guint32 width = kb_bytes_u32 (&bytes), height = kb_bytes_u32 (&bytes);
  return !width || !height || kb_layered_count (stack->layered, width, height)
         || kb_import_fail (error, place, _("the layers are too large together"));
}

static gboolean
read_openraster_layer (KbStack *stack, KbArtLayer *layer, guint index, const char **names,
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
  if (!data || !count_picture (stack, data, place, error))
    return FALSE;
  const Waiting waiting = { index, (gint) kb_markup_number (names, values, "x", 0),
                            (gint) kb_markup_number (names, values, "y", 0), data,
                            g_steal_pointer (&place) };
  g_array_append_val (((Ora *) stack)->waiting, waiting);
  return TRUE;
}

static gboolean
read_pictures (KbStack *stack, GError **error)
{
  KB_EACH_IN (const Waiting, waiting, ((Ora *) stack)->waiting)
    {
      KbPicture *picture =
        kb_picture_decode (waiting->data->data, waiting->data->len, waiting->place, error);
      if (!picture)
        return FALSE;
      kb_messages_lose_picture (stack->import->messages, picture);
      KbCel *cel = kb_layered_add_cel (stack->layered, 0, waiting->layer);
      cel->x = waiting->x;
      cel->y = waiting->y;
      cel->picture = picture;
    }
  return TRUE;
}

static void
read_openraster_other (KbStack *stack, const char *element, const char **names, const char **values)
{
  kb_import_lose (stack->import, _("elements that are not known"), strcmp (element, "image") != 0);
}

/* The whole picture, large and small, is not unpacked. */
static const char *
find_openraster_key (const char *name)
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
                                        .find_key = find_openraster_key,
                                        .read_layer = read_openraster_layer,
                                        .read_other = read_openraster_other,
                                        .read_rest = read_pictures };
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  Ora ora = { { .format = &format, .import = import, .path = path }, waiting };
  g_array_set_clear_func (waiting, clear_waiting);
  return kb_stack_read (&ora.stack, data, size, error);
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
