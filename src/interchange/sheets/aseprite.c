/* SPDX-License-Identifier: MIT */
/* Sheets with JSON data, hash and array, as Aseprite, TexturePacker and free packers write them for
 * Phaser and Pixi. Aseprite's tags become animations (aseprite_tags.c), slices become boxes, hot
 * spots and points (aseprite_slices.c), user data values and events (aseprite_data.c). */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/sheets/sheets.h"

/* ---- own marks ---- */

/* The key "kickbox" in atlases that Kickbox exported: marks of frames and animations, in the form
 * of the JSON bank. See src/exporters/export_aseprite.c. */

static double
number_in (const json_t *object, const char *list, gsize index)
{
  return json_number_value (json_array_get (json_object_get (object, list), index));
}

static double
degrees_of (double x, double y)
{
  return fmod (floor (atan2 (y, x) * 180 / G_PI * 1e4 + 0.5) / 1e4 + 360, 360);
}

/* The geometry of a shape as a document has it. */
static json_t *
read_geometry (const json_t *shape)
{
  static const char *const kinds[] = { "box", "circle", "capsule", "polygon" };
  const json_t *turned = json_object_get (shape, "oriented");
  if (turned)
    return json_pack ("{s[fffff]}", "oriented", number_in (turned, "centre", 0),
                      number_in (turned, "centre", 1), number_in (turned, "size", 0),
                      number_in (turned, "size", 1),
                      degrees_of (number_in (turned, "axis", 0), number_in (turned, "axis", 1)));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (json_object_get (shape, kinds[i]))
      return json_pack ("{sO}", kinds[i], json_object_get (shape, kinds[i]));
  return json_object ();
}

/* Typed values as texts; NULL: none. */
static json_t *
read_values (const json_t *item)
{
  json_auto_t *properties = json_pack ("{sO*}", "properties", json_object_get (item, "values"));
  return kb_aseprite_values (properties);
}

static void
set_values (json_t *object, const json_t *item)
{
  json_t *values = object ? read_values (item) : NULL;
  if (values)
    json_object_set_new (object, "values", values);
}

/* What Kickbox adds to atlases. `marks` NULL: nothing. Names of loops that are not
 * known are KB_LOOP_LOOP. A frame keeps the events of the first step that has some. */
static void
kb_own_read_marks (KbImport *import, KbImportFrame *frame, const json_t *marks)
{
  if (json_object_get (marks, "hot_spot"))
    kb_marks_set_hot_spot (frame, number_in (marks, "hot_spot", 0),
                           number_in (marks, "hot_spot", 1));
  KB_EACH_JSON (item, json_object_get (marks, "shapes"))
    {
      json_t *shape = kb_marks_add_shape (import, frame, kb_json_text_at (item, "class"),
                                          read_geometry (item));
      const char *own = kb_json_text_at (item, "name");
      g_autofree char *name = own ? kb_import_clean_name (own) : NULL;
      if (shape && name)
        json_object_set_new (shape, "name", json_string (name));
      set_values (shape, item);
    }
  KB_EACH_JSON (item, json_object_get (marks, "action_points"))
    {
      json_t *point = kb_marks_add_point (import, frame, kb_json_text_at (item, "name"),
                                          number_in (item, "at", 0), number_in (item, "at", 1));
      if (point && json_is_array (json_object_get (item, "direction")))
        json_object_set_new (point, "direction",
                             json_real (degrees_of (number_in (item, "direction", 0),
                                                    number_in (item, "direction", 1))));
      set_values (point, item);
    }
  json_t *values = marks ? read_values (marks) : NULL;
  if (values)
    {
      json_decref (frame->values);
      frame->values = values;
    }
}

/* What Kickbox adds to atlases. `marks` NULL: nothing. Names of loops that are not
 * known are KB_LOOP_LOOP. A frame keeps the events of the first step that has some. */
static KbLoop
kb_own_read_loop (const char *text)
{
  static const char *const loops[] = { "once", "loop", "ping-pong", "hold-last" };
  for (guint i = 0; i < G_N_ELEMENTS (loops); i++)
    if (g_strcmp0 (loops[i], text) == 0)
      return (KbLoop) i;
  return KB_LOOP_LOOP;
}

static void
kb_own_read_events (KbImportFrame *frame, const json_t *step)
{
  if (frame->events)
    return;
  KB_EACH_JSON (item, json_object_get (step, "events"))
    {
      const char *text = kb_json_text_at (item, "name");
      g_autofree char *name = text ? kb_import_clean_name (text) : NULL;
      if (!name || json_array_size (frame->events) >= KB_MAX_STEP_EVENTS)
        continue;
      json_t *event = json_pack ("{ss}", "name", name);
      frame->events = frame->events ? frame->events : json_array ();
      set_values (event, item);
      json_array_append_new (frame->events, event);
    }
}

/* ---- aseprite ---- */

#define ASEPRITE_MAX_BYTES (64 << 20)
#define ASEPRITE_MAX_STEPS 65536
#define BLACK "#000000ff"
#define STEP_TIME 100     /* ms, where the file has no times */

/* TexturePacker's pivot and Pixi's anchor, as parts of the frame's size. */
static void
read_aseprite_pivot (KbImportFrame *frame, const json_t *value)
{
  const json_t *pivot = json_object_get (value, "pivot");
  pivot = pivot ? pivot : json_object_get (value, "anchor");
  const json_t *x = json_object_get (pivot, "x"), *y = json_object_get (pivot, "y");
  if (json_is_number (x) && json_is_number (y))
    kb_atlas_set_pivot (frame, json_number_value (x) * frame->width,
                        json_number_value (y) * frame->height);
}

static void
lose_meshes (KbImport *import, const json_t *value)
{
  kb_import_lose (import, _("outlines of polygon packing"),
                  json_object_get (value, "vertices") != NULL);
  kb_import_lose (import, _("borders for nine-slice scaling"),
                  json_object_get (value, "borders") != NULL
                    || json_object_get (value, "scale9Borders") != NULL);
}

/* Aseprite counts its inner padding into `frame` alone. Positions of pictures that are not trimmed
 * are those in a larger drawing: engines ignore them. */
static void
settle_part (KbImport *import, const json_t *value, gboolean by_aseprite, gint width, gint height,
             KbJsonRect *rect, KbJsonRect *part)
{
  const gint padding = (rect->width - part->width) / 2;
  if (by_aseprite && padding > 0 && rect->width - part->width == 2 * padding
      && rect->height - part->height == 2 * padding)
    *rect = (KbJsonRect) { rect->x + padding, rect->y + padding, part->width, part->height };
  if (!json_is_false (json_object_get (value, "trimmed")) || width != rect->width
      || height != rect->height)
    return;
  kb_import_lose (import, _("positions of pictures that are not trimmed"), part->x || part->y);
  part->x = part->y = 0;
}

static gboolean
read_aseprite_frame (KbImport *import, gint picture, gboolean by_aseprite, const char *name,
                     const json_t *value, gint *duration, const KbJsonPlace *place, GError **error)
{
  KbJsonRect rect;
  gint width, height;

  if (!json_is_object (value))
    return kb_json_fail (error, place, NULL, _("expected an object"));
  if (!kb_json_rect (value, "frame", 0, KB_MAX_PICTURE_SIDE, &rect, place, error))
    return FALSE;
  KbJsonRect part = (KbJsonRect) { 0, 0, rect.width, rect.height };
  width = rect.width;
  height = rect.height;
  if (json_object_get (value, "spriteSourceSize")
      && !kb_json_rect (value, "spriteSourceSize", KB_MIN_COORDINATE, KB_MAX_PICTURE_SIDE, &part,
                        place, error))
    return FALSE;
  if (json_object_get (value, "sourceSize")
      && !kb_json_pair (value, "sourceSize", "w", "h", 1, KB_MAX_FRAME_SIDE, &width, &height, place,
                        error))
    return FALSE;
  *duration = 0;
  if (json_object_get (value, "duration")
      && !kb_json_int (value, "duration", 0, KB_MAX_DURATION, duration, place, error))
    return FALSE;
  settle_part (import, value, by_aseprite, width, height, &rect, &part);
  if (part.width != rect.width || part.height != rect.height)
    kb_import_message (import,
                       _("frame '%s': its picture (%d x %d) and its area (%d x %d) differ in "
                          "size; the picture's is kept"),
                       name, rect.width, rect.height, part.width, part.height);
  g_autofree char *shown = kb_atlas_frame_name (name), *fault = NULL;
  const KbAtlasFrame from = { shown, rect, json_is_true (json_object_get (value, "rotated")),
                              part.x, part.y, width, height };
  KbImportFrame *frame = kb_atlas_add (import, picture, &from, &fault);
  if (!frame)
    return kb_json_fail (error, place, "frame", "%s", fault);
  read_aseprite_pivot (frame, value);
  kb_own_read_marks (import, frame, json_object_get (value, "kickbox"));
  lose_meshes (import, value);
  return TRUE;
}

/* Those of one picture, after those of others. */
static gboolean
read_aseprite_frames (KbImport *import, gint picture, gboolean by_aseprite, const json_t *frames,
                      GArray *durations, const KbJsonPlace *root, GError **error)
{
  const guint before = import->frames->len;
  KbJsonPlace here = { root, "frames", FALSE, 0 };
  gsize n = json_is_array (frames) ? json_array_size (frames) : json_object_size (frames);
  if (!json_is_array (frames) && !json_is_object (frames))
    return kb_json_fail (error, root, "frames", _("this is missing, expected a list or an object"));
  if (n == 0 || before + n > 65536)
    return kb_json_fail (error, root, "frames",
                         _("expected 1 to 65536 frames, got %zu"), n);
  g_array_set_size (durations, before + (guint) n);

  if (json_is_array (frames))
    {
      for (gsize i = 0; i < n; i++)
        {
          const json_t *value = json_array_get (frames, i);
          const char *name = json_string_value (json_object_get (value, "filename"));
          KbJsonPlace place = { &here, NULL, FALSE, i };
          g_autofree char *number = g_strdup_printf ("%" G_GSIZE_FORMAT, i);
          if (!read_aseprite_frame (import, picture, by_aseprite, name ? name : number, value,
                                    &g_array_index (durations, gint, before + i), &place, error))
            return FALSE;
        }
      return TRUE;
    }
  /* The members of an object are in the file's order. */
  gsize i = 0;
  KB_EACH_MEMBER (name, value, frames)
    {
      KbJsonPlace place = { &here, name, TRUE, 0 };
      if (!read_aseprite_frame (import, picture, by_aseprite, name, value,
                                &g_array_index (durations, gint, before + i++), &place, error))
        return FALSE;
    }
  return TRUE;
}

static gint
load_sheet (KbImport *import, const json_t *meta, const char *path, const KbPictureLoader *loader,
            const KbJsonPlace *root, GError **error)
{
  KbJsonPlace place = { root, "meta", FALSE, 0 };
  gboolean ok;
  const json_t *image = kb_json_optional (meta, "image", JSON_STRING, &place, &ok, error);
  if (!ok)
    return -1;
  const gboolean first = !import->unread;
  g_autofree char *of = kb_json_place_text (&place, "image");
  const gint picture =
    kb_atlas_load_picture (import, loader, path, json_string_value (image), error);
  if (picture == -1 || (first && import->unread))
    g_prefix_error (picture == -1 ? error : &import->unread, "%s: ", of);
  return picture;
}

/* The frames of one sheet: `meta` has its picture. */
static gboolean
read_aseprite_sheet (KbImport *import, const json_t *frames, const json_t *meta, const char *path,
                     const KbPictureLoader *loader, GArray *durations, const KbJsonPlace *root,
                     GError **error)
{
  const gint picture = load_sheet (import, meta, path, loader, root, error);
  const char *app = kb_json_text_at (meta, "app");
  kb_import_lose (import, _("normal maps"), json_object_get (meta, "normalMap") != NULL);
  return picture != -1
         && read_aseprite_frames (import, picture, app && strstr (app, "aseprite"), frames,
                                  durations, root, error);
}

/* Phaser's sheets of several pictures. */
static gboolean
read_textures (KbImport *import, const json_t *textures, const char *path,
               const KbPictureLoader *loader, GArray *durations, const KbJsonPlace *root,
               GError **error)
{
  KbJsonPlace list = { root, "textures", FALSE, 0 };
  gboolean ok = json_array_size (textures) > 0
                || kb_json_fail (error, root, "textures", _("expected a list of sheets"));
  for (gsize i = 0; ok && i < json_array_size (textures); i++)
    {
      const json_t *item = json_array_get (textures, i);
      KbJsonPlace place = { &list, NULL, FALSE, i };
      ok = (json_is_object (item) || kb_json_fail (error, &place, NULL, _("expected an object")))
           && read_aseprite_sheet (import, json_object_get (item, "frames"), item, path, loader,
                                   durations, &place, error);
    }
  return ok;
}

static void
list_aseprite_pictures (const char *path, const char *text, gsize length, GPtrArray *pictures)
{
  json_auto_t *json = kb_json_load (path, text, length, NULL, NULL);
  const json_t *image = json_object_get (json_object_get (json, "meta"), "image"),
               *textures = json_object_get (json, "textures");
  KB_EACH_JSON (item, textures)
    if (json_is_string (json_object_get (item, "image")))
      g_ptr_array_add (pictures,
                       kb_atlas_find_picture (NULL, path, kb_json_text_at (item, "image"),
                                              item_at == 0, NULL));
  if (json && !textures && (!image || json_is_string (image)))
    g_ptr_array_add (pictures, kb_atlas_find_picture (NULL, path, json_string_value (image), TRUE,
                                                     NULL));
}

/* TexturePacker's other sheets of the same pack. */
static gboolean
read_related (KbImport *import, const json_t *meta, const char *path,
              const KbPictureLoader *loader, GArray *durations, GError **error)
{
  const json_t *names = json_object_get (meta, "related_multi_packs");
  gboolean ok = TRUE;
  for (gsize i = 0; ok && i < json_array_size (names); i++)
    {
      const char *name = json_string_value (json_array_get (names, i));
      g_autofree char *folder = g_path_get_dirname (path), *text = NULL,
                      *file = name ? g_canonicalize_filename (name, folder) : NULL;
      KbJsonPlace root = { NULL, file, FALSE, 0 };
      gsize length;
      if (!file || strcmp (file, path) == 0)
        continue;
      kb_import_note_source (import, file);
      if (!kb_import_read_unpacked (file, ASEPRITE_MAX_BYTES, &text, &length, NULL, error))
        return FALSE;
      json_auto_t *json = kb_json_load (file, text, length, import->messages, error);
      ok = json
           && read_aseprite_sheet (import, json_object_get (json, "frames"),
                                   json_object_get (json, "meta"), file, loader, durations, &root,
                                   error);
    }
  return ok;
}

/* Pixi's: names of frames by the animation's name. Those of Kickbox: objects with steps. */
static gboolean
read_animations (KbImport *import, const json_t *animations, const KbJsonPlace *root,
                 GError **error)
{
  KB_EACH_MEMBER (name, list, animations)
    {
      g_autofree char *clean = kb_import_clean_name (name),
                      *given = kb_animation_free_name (import, clean ? clean : "animation");
      KbImportAnimation *animation = kb_import_add_animation (
        import, given, kb_own_read_loop (kb_json_text_at (list, "loop")));
      const json_t *steps = json_is_object (list) ? json_object_get (list, "steps") : list;
      for (gsize i = 0; i < MIN (json_array_size (steps), ASEPRITE_MAX_STEPS); i++)
        {
          const json_t *item = json_array_get (steps, i), *time = json_object_get (item, "ms");
          const char *text = json_is_object (item) ? kb_json_text_at (item, "frame")
                                                   : json_string_value (item);
          g_autofree char *shown = text ? kb_atlas_frame_name (text) : NULL;
          gpointer found;
          if (!shown || !g_hash_table_lookup_extended (import->frame_names, shown, NULL, &found))
            {
              KbJsonPlace place = { root, "animations", FALSE, 0 };
              return kb_json_fail (error, &place, name, _("there is no frame '%s'"),
                                   text ? text : "");
            }
          kb_own_read_events (kb_import_frame (import, GPOINTER_TO_UINT (found)), item);
          kb_import_add_step (animation, GPOINTER_TO_UINT (found),
                              time ? (gint) CLAMP (json_number_value (time), 0, KB_MAX_DURATION)
                                   : STEP_TIME);
        }
    }
  return TRUE;
}

/* Aseprite gives every tag a colour, black by default. */
static void
aseprite_lose_user_data (KbImport *import, const json_t *meta)
{
  KB_EACH_JSON (item, json_object_get (meta, "frameTags"))
    kb_import_lose (import, _("colours of tags"),
                    json_object_get (item, "color")
                      && g_strcmp0 (kb_json_text_at (item, "color"), BLACK) != 0);
  KB_EACH_JSON (item, json_object_get (meta, "layers"))
    kb_import_lose (import, _("user data of layers that are no marks"),
                    json_object_get (item, "data") || json_object_get (item, "color"));
}

static gboolean
read_aseprite (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
               GError **error)
{
  const char *path = import->files[0];
  KbJsonPlace root = { NULL, path, FALSE, 0 };
  json_auto_t *json = kb_json_load (path, text, length, import->messages, error);
  if (!json)
    return FALSE;

  g_autoptr (GArray) durations = g_array_new (FALSE, TRUE, sizeof (gint));
  const json_t *meta = NULL, *textures = json_object_get (json, "textures");
  gboolean ok = TRUE;
  if (!textures && !json_object_get (json, "frames"))
    ok = kb_import_fail (error, path,
                         _("this is JSON of another kind than Kickbox imports; a sheet has "
                           "'frames' or 'textures'"));
  else
    meta = kb_json_optional (json, "meta", JSON_OBJECT, &root, &ok, error);
  ok = ok
       && (textures ? read_textures (import, textures, path, loader, durations, &root, error)
                    : read_aseprite_sheet (import, json_object_get (json, "frames"), meta, path,
                                           loader, durations, &root, error)
                        && read_related (import, meta, path, loader, durations, error));
  KbJsonPlace place = { &root, "meta", FALSE, 0 };
  const json_t *own = json_object_get (json_object_get (json, "kickbox"), "animations");
  ok =
    ok
    && read_animations (import, own ? own : json_object_get (json, "animations"), &root, error)
    && kb_aseprite_read_tags (import, meta, (const gint *) (void *) durations->data, &place, error)
    && kb_aseprite_read_slices (import, meta, &place, error);
  if (ok)
    kb_aseprite_read_cels (import, meta);
  aseprite_lose_user_data (import, meta);
  const char *scale = json_string_value (json_object_get (meta, "scale"));
  if (ok && scale && g_ascii_strtod (scale, NULL) != 1
      && json_array_size (json_object_get (meta, "slices")))
    kb_import_message (import, _("the sheet was exported at scale %s; slices may not fit"), scale);
  /* Aseprite's names only count frames; those of other packers are the artist's. */
  const char *app = json_string_value (json_object_get (meta, "app"));
  import->lasting_names = app && !strstr (app, "aseprite");
  return ok;
}

static KbFit
recognise_aseprite (const KbImportHead *head)
{
  const char *start = head->start + (g_str_has_prefix (head->start, "\xef\xbb\xbf") ? 3 : 0);
  start += strspn (start, " \t\r\n");
  return start[0] != '{'                 ? KB_FIT_NONE
         : strstr (start, "\"frames\"") || strstr (start, "\"textures\"") ? KB_FIT_LIKELY
                                         : KB_FIT_POSSIBLE;
}

const KbImporter kb_importer_aseprite = {
  .name = "aseprite",
  .label = N_("Sheet with JSON data"),
  .noun = N_("a sheet with JSON data"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.json", NULL },
  .mime_types = (const char *const[]) { "application/json", NULL },
  .options = (const char *const[]) { "colour_key", "name_animations", "ranges", "hot_spot",
                                     "fresh", NULL },
  .max_bytes = ASEPRITE_MAX_BYTES,
  .recognise = recognise_aseprite,
  .read_sprite = read_aseprite,
  .list_pictures = list_aseprite_pictures,
};
