/* SPDX-License-Identifier: MIT */
/* Sprites of GDevelop's projects in JSON. One object becomes the sprite: `part` names it. The
 * origin is the hot spot, points are action points, and a collision mask of its own becomes
 * polygons. Equal pictures with equal marks are one frame. */
#include "interchange/importers.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <string.h>

/* `files`: paths by the names of images, as in the project. `frames`: numbers by the contents of
 * their sprites. */
typedef struct {
  KbImport *import;
  const KbPictureLoader *loader;
  json_t *files, *frames;
} GdevelopReader;

/* What of an object is left out. */
static const struct { const char *name, *what; } gdevelop_lists[] = {
  { "behaviors", N_("behaviours") },
  { "variables", N_("variables") },
  { "effects", N_("effects") },
};

static void
add_gdevelop_point (KbImport *import, KbImportFrame *frame, const json_t *point)
{
  kb_marks_add_point (import, frame, kb_json_text_at (point, "name"),
                      kb_json_number_at (point, "x"), kb_json_number_at (point, "y"));
}

static void
add_marks (KbImport *import, KbImportFrame *frame, const json_t *sprite)
{
  const json_t *origin = json_object_get (sprite, "originPoint"),
               *centre = json_object_get (sprite, "centerPoint"),
               *mask = json_object_get (sprite, "customCollisionMask");
  const gboolean custom = json_is_true (json_object_get (sprite, "hasCustomCollisionMask"));
  kb_marks_set_hot_spot (frame, kb_json_number_at (origin, "x"), kb_json_number_at (origin, "y"));
  KB_EACH_JSON (item, json_object_get (sprite, "points"))
    add_gdevelop_point (import, frame, item);
  if (json_is_false (json_object_get (centre, "automatic")))
    add_gdevelop_point (import, frame, centre);
  KB_EACH_JSON (item, custom ? mask : NULL)
    kb_marks_add_shape (import, frame, NULL, kb_marks_polygon (item, NULL));
}

/* Equal pictures with equal marks are one frame. */
static gboolean
add_gdevelop_step (const GdevelopReader *reader, KbImportAnimation *animation, const json_t *sprite,
                   double time, GError **error)
{
  const char *image = kb_json_text_at (sprite, "image"),
             *file = kb_json_text_at (reader->files, image ? image : "");
  const guint n = reader->import->frames->len, step = animation->steps->len;
  if (!image)
    return kb_import_fail (error, reader->import->files[0],
                           _("animation '%s', step %u: there is no image"), animation->name,
                           step + 1);
  g_autofree char *folder = g_path_get_dirname (reader->import->files[0]),
                  *path = g_canonicalize_filename (file ? file : image, folder),
                  *stem = kb_import_stem (path);
  GError *fault = NULL;
  KbImportFrame *frame =
    kb_atlas_add_picture (reader->import, reader->loader, path, stem, &fault);
  if (!frame)
    return kb_import_pass_missing (reader->import, path, fault, error);
  const guint index = kb_marks_find_equal (reader->frames, sprite, n);
  kb_import_add_step (animation, index, kb_marks_duration (step * time, (step + 1) * time));
  if (index == n)
    add_marks (reader->import, frame, sprite);
  else
    g_ptr_array_set_size (reader->import->frames, (gint) n);
  return TRUE;
}

/* Of several directions each is an animation: "walk 90" is the one that looks down. Else GDevelop
 * shows the first one, and may have written copies of it. */
static gboolean
read_animation (const GdevelopReader *reader, const json_t *item, GError **error)
{
  const gboolean several = json_is_true (json_object_get (item, "useMultipleDirections"));
  const char *name = kb_json_text_at (item, "name");
  KB_EACH_JSON (direction, json_object_get (item, "directions"))
    {
      const json_t *sprites = json_object_get (direction, "sprites"),
                   *looping = json_object_get (direction, "looping");
      g_autofree char *turned =
        g_strdup_printf ("%s %u", name ? name : "", (guint) direction_at * 45);
      KbImportAnimation *animation =
        json_array_size (sprites)
          ? kb_marks_add_animation (reader->import, several ? turned : name,
                                    json_is_true (looping) ? KB_LOOP_LOOP : KB_LOOP_HOLD_LAST)
          : NULL;
      KB_EACH_JSON (sprite, sprites)
        if (!add_gdevelop_step (reader, animation, sprite,
                                1000 * kb_json_number_at (direction, "timeBetweenFrames"), error))
          return FALSE;
      if (!several)
        break;
    }
  return TRUE;
}

/* The sprites of a list, by "Scene/Name" or, for all scenes, "Name". */
static void
collect_objects (json_t *found, const json_t *owner, const char *scene)
{
  KB_EACH_JSON (object, json_object_get (owner, "objects"))
    {
      const char *name = kb_json_text_at (object, "name");
      g_autofree char *whole = g_strconcat (scene ? scene : "", scene ? "/" : "", name, NULL);
      if (name && g_strcmp0 (kb_json_text_at (object, "type"), "Sprite") == 0)
        json_object_set (found, whole, object);
    }
}

/* The object that becomes the sprite. */
static const json_t *
choose_object (KbImport *import, const json_t *project, json_t *files, json_t *objects,
               GError **error)
{
  const json_t *resources = json_object_get (project, "resources");
  const char *name;
  KB_EACH_JSON (item, json_object_get (resources, "resources"))
    if ((name = kb_json_text_at (item, "name")))
      json_object_set (files, name, json_object_get (item, "file"));
  collect_objects (objects, project, NULL);
  KB_EACH_JSON (item, json_object_get (project, "layouts"))
    {
      collect_objects (objects, item, kb_json_text_at (item, "name"));
      kb_import_lose (import, _("scenes in files of their own"),
                      json_object_get (item, "referenceTo") != NULL);
    }
  return project ? kb_import_choose_part (import, objects, &name, error) : NULL;
}

static gboolean
read_gdevelop (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
               GError **error)
{
  json_auto_t *project = kb_json_load (import->files[0], text, length, import->messages, error),
              *files = json_object (), *objects = json_object (), *frames = json_object ();
  const GdevelopReader reader = { import, loader, files, frames };
  const json_t *object = choose_object (import, project, files, objects, error);
  gboolean ok = object != NULL;
  for (guint i = 0; i < G_N_ELEMENTS (gdevelop_lists); i++)
    kb_import_lose (import, _(gdevelop_lists[i].what),
                    (guint) json_array_size (json_object_get (object, gdevelop_lists[i].name)));
  KB_EACH_JSON (animation, json_object_get (object, "animations"))
    ok = ok && read_animation (&reader, animation, error);
  import->lasting_names = TRUE;
  import->name = g_strdup (kb_json_text_at (object, "name"));
  return ok;
}

static KbFit
recognise_gdevelop (const KbImportHead *head)
{
  return strstr (head->start, "\"gdVersion\"") ? KB_FIT_SURE : KB_FIT_NONE;
}

const KbImporter kb_importer_gdevelop = {
  .name = "gdevelop",
  .label = N_("GDevelop project"),
  .noun = N_("a GDevelop project"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.json", NULL },
  .mime_types = (const char *const[]) { "application/json", NULL },
  .options = (const char *const[]) { "colour_key", "part", "hot_spot", "fresh", NULL },
  .max_bytes = 64 << 20,
  .recognise = recognise_gdevelop,
  .read_sprite = read_gdevelop,
};
