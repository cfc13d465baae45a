/* SPDX-License-Identifier: MIT */
/* Pixelorama's drawings since version 1.0: a zip file with data.json and the raw pixels of each
 * cel. Layers are listed from the bottom up, groups after what is in them. Source: Pixelorama's
 * src/Autoload/OpenSave.gd and src/Classes. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <string.h>

#define DATA "data.json"
#define OLD "GCPF"                /* files of older versions begin with it */
#define BLENDS_WITH_ERASE 4      /* the first version with this blend mode, as number 1 */

enum { PIXELS, PIXELORAMA_GROUP, THREE_D, TILE_MAP };      /* kinds of layers */
enum { PASS_THROUGH = -2, ERASE = 1 };

/* In the order of Pixelorama's numbers; -1: none. */
static const gint8 pixelorama_blends[] = {
  KB_DRAWN_NORMAL,     -1,                 KB_DRAWN_DARKEN,     KB_DRAWN_MULTIPLY,
  KB_DRAWN_BURN,       -1,                 KB_DRAWN_LIGHTEN,    KB_DRAWN_SCREEN,
  KB_DRAWN_DODGE,      KB_DRAWN_ADD,       KB_DRAWN_OVERLAY,    KB_DRAWN_SOFT_LIGHT,
  KB_DRAWN_HARD_LIGHT, KB_DRAWN_DIFFERENCE, KB_DRAWN_EXCLUSION, KB_DRAWN_SUBTRACT,
  KB_DRAWN_DIVIDE,     KB_DRAWN_HUE,       KB_DRAWN_SATURATION, KB_DRAWN_COLOUR,
  KB_DRAWN_LUMINOSITY,
};

/* Of a project. */
static const struct { const char *name, *what; } pixelorama_lists[] = {
  { "reference_images", N_("reference images") },
  { "guides", N_("guides") },
  { "vanishing_points", N_("vanishing points") },
  { "brushes", N_("brushes") },
};

static double
number_of (const json_t *object, const char *member, double missing)
{
  const json_t *value = json_object_get (object, member);
  return json_is_number (value) ? CLAMP (json_number_value (value), -1e6, 1e6) : missing;
}

static guint8
opacity_of (const json_t *object)
{
  return (guint8) (CLAMP (number_of (object, "opacity", 1), 0, 1) * 255 + 0.5);
}

static void
lose_user_data (KbImport *import, const json_t *owner)
{
  kb_import_lose (import, _("user data"),
                  json_string_length (json_object_get (owner, "user_data")) > 0
                    || json_object_size (json_object_get (owner, "metadata")) > 0);
}

/* Counts what of a layer is not drawn. */
static void
lose_parts (KbImport *import, const json_t *layer, gint kind, gint blend)
{
  const char *animated = json_string_value (json_object_get (layer, "animated_params"));
  const json_t *effects = json_object_get (layer, "effects");
  KB_EACH_JSON (item, effects)
    kb_import_lose (import, _("layer effects"),
                    !json_is_false (json_object_get (item, "enabled")));
  const struct { const char *what; gboolean lost; } parts[] = {
    { _("blend modes that are not known"), blend < 0 },
    { _("clipping masks"), json_is_true (json_object_get (layer, "clipping_mask")) },
    { _("animated properties of layers"), animated && strstr (animated, "\"opacity\": {\n") },
    { _("3D layers"), kind == THREE_D },
    { _("audio layers"), kind > TILE_MAP },
  };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    kb_import_lose (import, parts[i].what, parts[i].lost);
  lose_user_data (import, layer);
}

/* Adds the layers top first: the index of one is n - 1 less its own in the file. */
static gboolean
add_layers (const KbStack *stack, const json_t *layers, gint version, GError **error)
{
  const gint n = (gint) json_array_size (layers);
  for (gint i = n - 1; i >= 0; i--)
    {
      const json_t *json = json_array_get (layers, (gsize) i);
      const gint kind = (gint) number_of (json, "type", 0),
                 parent = (gint) number_of (json, "parent", -1),
                 mode = (gint) number_of (json, "blend_mode", 0),
                 index = mode + (version < BLENDS_WITH_ERASE && mode >= ERASE),
                 blend = mode == PASS_THROUGH ? KB_DRAWN_NORMAL
                         : index >= 0 && index < (gint) sizeof (pixelorama_blends)
                           ? pixelorama_blends[index]
                           : -1;
      if (parent >= 0 && (parent <= i || parent >= n))
        return kb_import_fail (error, stack->path, _("layers[%d]: there is no group %d above it"),
                               i, parent);
      KbArtLayer *layer =
        kb_layered_add_within (stack->layered, json_string_value (json_object_get (json, "name")),
                               parent < 0 ? -1 : n - 1 - parent, stack->path, error);
      if (!layer)
        return FALSE;
      layer->group = kind == PIXELORAMA_GROUP;
      layer->isolated = layer->group && mode != PASS_THROUGH;
      layer->hidden = json_is_false (json_object_get (json, "visible"));
      layer->opacity = opacity_of (json);
      layer->blend = (KbDrawnBlend) MAX (blend, 0);
      lose_parts (stack->import, json, kind, blend);
    }
  return TRUE;
}

static gboolean
add_pixelorama_cel (const KbStack *stack, guint frame, guint index, const json_t *layer,
                    const json_t *json, GError **error)
{
  const gint kind = (gint) number_of (layer, "type", 0);
  const guint width = (guint) stack->layered->width, height = (guint) stack->layered->height;
  KbCel *cel =
    kb_layered_add_cel (stack->layered, frame, stack->layered->layers->len - 1 - index);
  cel->opacity = opacity_of (json);
  cel->z = (gint) number_of (json, "z_index", 0);
  lose_user_data (stack->import, json);
  if (kind != PIXELS && kind != TILE_MAP)
    return TRUE;
  g_autofree char *name = g_strdup_printf ("image_data/frames/%u/layer_%u", frame + 1, index + 1);
  const GByteArray *data = kb_zip_find (stack->entries, stack->path, name, error);
  if (data && data->len != (guint64) width * height * 4)
    return kb_import_fail (error, stack->path, _("%s has %u bytes; expected %u x %u pixels"), name,
                           data->len, width, height);
  KbPicture *picture = data ? kb_picture_new (width, height) : NULL;
  if (picture)
    memcpy (picture->rgba, data->data, data->len);
  return data && kb_layered_take (stack->layered, cel, picture, stack->path, error);
}

static gboolean
add_frames (const KbStack *stack, const json_t *layers, const json_t *frames, double rate,
            GError **error)
{
  const gsize n_layers = json_array_size (layers), n = json_array_size (frames);
  if (n * n_layers > KB_MAX_CELS || n > KB_MAX_CELS)
    return kb_import_fail (error, stack->path,
                           _("its frames and layers are too many for their size"));
  for (guint i = 0; i < n; i++)
    {
      const json_t *frame = json_array_get (frames, i),
                   *cels = json_object_get (frame, "cels");
      const double duration = number_of (frame, "duration", 1) * 1000 / (rate > 0 ? rate : 6);
      kb_layered_add_frame (stack->layered, (gint) CLAMP (duration + 0.5, 1, KB_MAX_DURATION));
      lose_user_data (stack->import, frame);
      for (guint k = 0; k < n_layers; k++)
        if (!add_pixelorama_cel (stack, i, k, json_array_get (layers, k), json_array_get (cels, k),
                                 error))
          return FALSE;
    }
  return n > 0 || kb_import_fail (error, stack->path, _("there is no frame in it"));
}

/* As in Aseprite's JSON, which counts frames from 0. */
static json_t *
convert_tags (json_t *tags)
{
  KB_EACH_JSON (tag, tags)
    {
      for (guint k = 0; k < 2; k++)
        json_object_set_new (tag, k ? "to" : "from",
                             json_integer ((gint) number_of (tag, k ? "to" : "from", 0) - 1));
      json_object_set (tag, "data", json_object_get (tag, "user_data"));
    }
  return json_incref (tags);
}

static const char *
find_pixelorama_key (const char *name)
{
  return strcmp (name, DATA) == 0
             || (g_str_has_prefix (name, "image_data/frames/") && strstr (name, "/layer_"))
           ? name
           : NULL;
}

static KbLayered *
read_pixelorama (KbImport *import, const char *path, const char *data, gsize size, GError **error)
{
  g_autofree char *place = g_strdup_printf ("%s: %s", path, DATA);
  if (g_str_has_prefix (data, OLD))
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("%s: this is from before Pixelorama 1.0; save it again with 1.0 or "
                           "newer"), path);
  g_autoptr (GHashTable) entries = kb_zip_read (path, data, size, find_pixelorama_key, error);
  const GByteArray *text = entries ? kb_zip_find (entries, path, DATA, error) : NULL;
  json_auto_t *json =
    text ? kb_json_load (place, (const char *) text->data, text->len, import->messages, error)
         : NULL;
  KbJsonPlace root = { NULL, place, FALSE, 0 };
  const json_t *layers, *frames;
  gint width, height;
  if (!json || !(layers = kb_json_member (json, "layers", JSON_ARRAY, &root, error))
      || !(frames = kb_json_member (json, "frames", JSON_ARRAY, &root, error))
      || !kb_json_int (json, "size_x", 1, KB_MAX_FRAME_SIDE, &width, &root, error)
      || !kb_json_int (json, "size_y", 1, KB_MAX_FRAME_SIDE, &height, &root, error))
    return NULL;
  g_autoptr (KbLayered) layered = kb_layered_new (width, height, 0);
  const KbStack stack = { .import = import, .path = place, .entries = entries, .layered = layered };
  layered->top_first = TRUE;
  layered->tags = convert_tags (json_object_get (json, "tags"));
  for (guint i = 0; i < G_N_ELEMENTS (pixelorama_lists); i++)
    kb_import_lose (import, _(pixelorama_lists[i].what),
                    (guint) json_array_size (json_object_get (json, pixelorama_lists[i].name)));
  lose_user_data (import, json);
  return add_layers (&stack, layers, (gint) number_of (json, "pxo_version", 0), error)
             && add_frames (&stack, layers, frames, number_of (json, "fps", 6), error)
           ? g_steal_pointer (&layered)
           : NULL;
}

static KbFit
recognise_pixelorama (const KbImportHead *head)
{
  return kb_zip_begins (head->start, head->size, DATA) || g_str_has_prefix (head->start, OLD)
           ? KB_FIT_LIKELY
           : KB_FIT_NONE;
}

const KbImporter kb_importer_pixelorama = {
  .name = "pixelorama",
  .label = N_("Pixelorama drawing"),
  .noun = N_("a Pixelorama drawing"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.pxo", NULL },
  .mime_types = (const char *const[]) { "application/x-pixelorama", NULL },
  .options = (const char *const[]) { "ranges", "hot_spot", "marks", "fresh", NULL },
  .max_bytes = 512 << 20,
  .layered = TRUE,
  .recognise = recognise_pixelorama,
  .read_layers = read_pixelorama,
  .read_sprite = kb_layered_import,
};
