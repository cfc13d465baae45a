/* SPDX-License-Identifier: MIT */
/* Piskel's drawings: JSON, whose layers are texts of JSON, whose chunks are sheets of frames in
 * PNG. A chunk's layout lists the frames of each column. Old files have one row of frames. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_FRAMES 65536

typedef struct {
  KbImport *import;
  KbLayered *layered;      /* NULL before the first layer, which says how many frames there are */
  gint width, height;
} PiskelFile;

static KbPicture *
decode_piskel (const json_t *text, const KbJsonPlace *place, GError **error)
{
  const char *url = json_string_value (text), *comma = url ? strchr (url, ',') : NULL;
  g_autofree char *where = kb_json_place_text (place, "base64PNG");
  gsize size = 0;
  g_autofree guchar *data = comma ? g_base64_decode (comma + 1, &size) : NULL;
  if (!size)
    return kb_null (
      kb_json_fail (error, place, "base64PNG", _("expected a picture as a data URL")));
  return kb_picture_decode (data, size, where, error);
}

/* One cell of a chunk. */
static gboolean
add_cel (PiskelFile *file, guint layer, gint frame, const KbPicture *sheet, gint column, gint row,
         const KbJsonPlace *place, GError **error)
{
  if (frame < 0 || (guint) frame >= file->layered->frames->len)
    return kb_json_fail (error, place, "layout", _("there is no frame %d"), frame);
  KbPicture *picture = kb_layered_picture (file->layered, file->width, file->height);
  if (!picture)
    return kb_json_fail (error, place, NULL, _("the layers are too large together"));
  KbCel *cel = kb_layered_add_cel (file->layered, (guint) frame, layer);
  g_autoptr (KbPicture) part =
    kb_picture_crop (sheet, column * file->width, row * file->height, (guint) file->width,
                     (guint) file->height);
  kb_picture_paste (picture, part, 0, 0);
  kb_picture_unref (cel->picture);
  cel->picture = picture;
  return TRUE;
}

static gboolean
read_piskel_chunk (PiskelFile *file, guint layer, const json_t *chunk, gint n_frames,
                   const KbJsonPlace *place, GError **error)
{
  g_autoptr (KbPicture) sheet = decode_piskel (json_object_get (chunk, "base64PNG"), place, error);
  const json_t *layout = json_object_get (chunk, "layout");
  gboolean ok = sheet != NULL;
  if (ok)
    kb_messages_lose_picture (file->import->messages, sheet);
  for (gint i = 0; ok && !layout && i < n_frames; i++)
    ok = add_cel (file, layer, i, sheet, i, 0, place, error);
  for (gsize i = 0; ok && i < MIN (json_array_size (layout), MAX_FRAMES); i++)
    {
      const json_t *column = json_array_get (layout, i);
      for (gsize j = 0; ok && j < MIN (json_array_size (column), MAX_FRAMES); j++)
        {
          const json_int_t frame = json_integer_value (json_array_get (column, j));
          ok = add_cel (file, layer, (gint) CLAMP (frame, -1, MAX_FRAMES), sheet, (gint) i,
                        (gint) j, place, error);
        }
    }
  return ok;
}

static gboolean
read_piskel_layer (PiskelFile *file, const json_t *text, const KbJsonPlace *place, GError **error)
{
  g_autofree char *at = kb_json_place_text (place, NULL);
  json_auto_t *json =
    json_is_string (text) ? kb_json_load (at, json_string_value (text), json_string_length (text),
                                          file->import->messages, NULL) : NULL;
  gint n;
  if (!json_is_object (json))
    return kb_json_fail (error, place, NULL, _("expected a layer, as a text of JSON"));
  if (!kb_json_int (json, "frameCount", 1, MAX_FRAMES, &n, place, error))
    return FALSE;
  if (!file->layered)
    file->layered = kb_layered_new (file->width, file->height, (guint) n);
  const char *name = json_string_value (json_object_get (json, "name"));
  const json_t *opacity = json_object_get (json, "opacity"),
               *chunks = json_object_get (json, "chunks");
  const guint index = file->layered->layers->len;
  KbArtLayer *layer = kb_layered_add_layer (file->layered, g_strdup (name ? name : "layer"));
  if (json_is_number (opacity))
    layer->opacity = (guint8) (CLAMP (json_number_value (opacity), 0, 1) * 255 + 0.5);
  if (!chunks)
    return read_piskel_chunk (file, index, json, n, place, error);
  KbJsonPlace list = { place, "chunks", FALSE, 0 };
  gboolean ok = TRUE;
  for (gsize i = 0; ok && i < json_array_size (chunks); i++)
    {
      KbJsonPlace item = { &list, NULL, FALSE, i };
      ok = read_piskel_chunk (file, index, json_array_get (chunks, i), n, &item, error);
    }
  return ok;
}

/* One animation of all frames that are not hidden. */
static void
add_piskel_animation (KbImport *import, const json_t *piskel)
{
  const json_t *hidden = json_object_get (piskel, "hiddenFrames");
  const double fps = json_number_value (json_object_get (piskel, "fps"));
  const gint duration = fps > 0 ? (gint) CLAMP (1000 / fps + 0.5, 1, KB_MAX_DURATION) : 0;
  if (!duration || import->frames->len < 2)
    return;
  KbImportAnimation *animation = kb_import_add_animation (import, "all", KB_LOOP_LOOP);
  for (guint i = 0; i < import->frames->len; i++)
    {
      gboolean shown = TRUE;
      KB_EACH_JSON (item, hidden)
        shown &= json_integer_value (item) != i;
      if (shown)
        kb_import_add_step (animation, i, duration);
    }
}

static gboolean
read_piskel (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
             GError **error)
{
  const char *path = import->files[0];
  KbJsonPlace root = { NULL, path, FALSE, 0 }, place = { &root, "piskel", FALSE, 0 },
              list = { &place, "layers", FALSE, 0 };
  json_auto_t *json = kb_json_load (path, text, length, import->messages, error);
  if (!json)
    return FALSE;
  const json_t *piskel = kb_json_member (json, "piskel", JSON_OBJECT, &root, error),
               *layers = piskel ? kb_json_member (piskel, "layers", JSON_ARRAY, &place, error)
                                : NULL;
  PiskelFile file = { .import = import };
  gboolean ok =
    layers
    && kb_json_int (piskel, "width", 1, KB_MAX_FRAME_SIDE, &file.width, &place, error)
    && kb_json_int (piskel, "height", 1, KB_MAX_FRAME_SIDE, &file.height, &place, error);
  for (gsize i = 0; ok && i < MIN (json_array_size (layers), KB_MAX_LAYERS); i++)
    {
      KbJsonPlace item = { &list, NULL, FALSE, i };
      ok = read_piskel_layer (&file, json_array_get (layers, i), &item, error);
    }
  if (ok && !file.layered)
    ok = kb_json_fail (error, &place, "layers", _("there is no layer"));
  kb_import_lose (import, _("descriptions"),
                  json_string_length (json_object_get (piskel, "description")) > 0);
  ok = ok && kb_layered_add_frames (import, file.layered, path, error);
  kb_layered_free (file.layered);
  if (ok)
    add_piskel_animation (import, piskel);
  return ok;
}

static KbFit
recognise_piskel (const KbImportHead *head)
{
  return strstr (head->start, "\"modelVersion\"") && strstr (head->start, "\"piskel\"")
           ? KB_FIT_SURE
           : KB_FIT_NONE;
}

const KbImporter kb_importer_piskel = {
  .name = "piskel",
  .label = N_("Piskel drawing"),
  .noun = N_("a Piskel drawing"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.piskel", NULL },
  .mime_types = (const char *const[]) { "application/json", NULL },
  .options = (const char *const[]) { "ranges", "hot_spot", "marks", "fresh", NULL },
  .max_bytes = 256 << 20,
  .layered = TRUE,
  .recognise = recognise_piskel,
  .read_sprite = read_piskel,
};
