/* SPDX-License-Identifier: MIT */
/* Reads sprites: guesses the importer, runs it, names the result. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/names.h"
#include "document/shapes/shape.h"
#include "interchange/apply_private.h"
#include "interchange/importers.h"
#include "interchange/readers/readers.h"
#include "interchange/sources.h"
#include "interchange/sheets/sheets.h"

/* "walk_1.png", "walk_2.png" -> "walk"; without a common start, the first folder's name. For
 * sheets, the first one's name. */
static char *
common_name (const KbImporter *importer, char *const *files)
{
  g_autofree char *name = kb_import_stem (files[0]);
  if (!files[1] || importer != &kb_importer_files)
    return g_steal_pointer (&name);
  for (guint i = 1; files[i]; i++)
    {
      g_autofree char *other = kb_import_stem (files[i]);
      gsize n = 0;
      while (name[n] && name[n] == other[n])
        n++;
      name[n] = '\0';
    }
  for (gsize n = strlen (name); n && strchr ("0123456789_-. ", name[n - 1]); n--)
    name[n - 1] = '\0';
  char *valid = kb_import_clean_name (name);
  if (valid)
    return valid;
  g_autofree char *folder = g_path_get_dirname (files[0]);
  return kb_import_stem (folder);
}

/* That of the files, or of a part of one: "hero Look" for "hero.tscn" and "Look". */
static char *
own_name (const KbImporter *importer, char *const *files, const char *part)
{
  g_autofree char *common = common_name (importer, files),
                  *name = part ? g_strdup_printf ("%s %s", common, part) : NULL;
  return name ? kb_import_part_name (name) : kb_name_make_usable (common, "sprite");
}

/* Of a frame whose upper left corner moves out by so much. */
static void
move_marks (KbImportFrame *frame, gint dx, gint dy)
{
  frame->offset_x += dx;
  frame->offset_y += dy;
  frame->hot_spot.x += dx;
  frame->hot_spot.y += dy;
  KB_EACH_JSON (item, frame->points)
    {
      const json_t *at = json_object_get (item, "at");
      json_object_set_new (item, "at",
                           json_pack ("[II]", json_integer_value (json_array_get (at, 0)) + dx,
                                      json_integer_value (json_array_get (at, 1)) + dy));
    }
  KB_EACH_JSON (item, frame->shapes)
    {
      g_auto (KbGeometry) geometry = { 0 };
      if (!kb_geometry_from_json (&geometry, json_object_get (item, "geometry"), NULL))
        continue;
      kb_geometry_kind (geometry.type)->translate (&geometry, dx, dy);
      json_object_set_new (item, "geometry", kb_geometry_to_json (&geometry));
    }
}

/* Frames that do not contain all of their picture grow, and what is on them moves along. */
static void
kb_import_enlarge_frames (KbImport *import)
{
  KB_EACH (KbImportFrame, frame, import->frames)
    {
      const gint left = MAX (-frame->offset_x, 0), top = MAX (-frame->offset_y, 0),
                 width = left + MAX (frame->width, frame->offset_x + frame->picture_width),
                 height = top + MAX (frame->height, frame->offset_y + frame->picture_height);
      const gboolean fits = MAX (width, height) <= KB_MAX_FRAME_SIDE;
      if (frame->picture < 0 || (width == frame->width && height == frame->height))
        continue;
      kb_messages_lose_at (import->messages,
                           g_strdup_printf (_("frame '%s'"), frame->name ? frame->name : ""),
                           fits ? _("larger than in the file, to contain all of the picture")
                                : _("the picture reaches out of it and is cut off there"),
                           NULL);
      if (fits)
        {
          move_marks (frame, left, top);
          frame->width = width;
          frame->height = height;
        }
    }
}

gboolean
kb_import_check_pictures (KbImport *import, GError **error)
{
  KB_EACH_BACK (const KbImportAnimation, animation, import->animations)
    if (!animation->steps->len)
      {
        kb_import_lose (import, _("animations without frames"), 1);
        g_ptr_array_remove_index (import->animations, animation_at);
      }
  KB_EACH (const KbImportFrame, frame, import->frames)
    if (frame->picture >= 0 || !import->unread)
      return TRUE;
  if (import->unread)
    g_propagate_error (error, g_steal_pointer (&import->unread));
  else
    kb_import_fail (error, import->files[0], _("there is no frame in it"));
  return FALSE;
}

static gboolean
run_importer (KbImport *import, GError **error)
{
  const KbImporter *importer = import->importer;
  g_autofree char *text = NULL, *sum = NULL;
  gsize length = 0;
  if (importer->max_bytes && import->files[1])
    return kb_fail (error, KB_ERROR_USAGE, _("%s is imported from one file"), _(importer->noun));
  if (importer->max_bytes
      && !kb_import_read_unpacked (import->files[0], importer->max_bytes, &text, &length, &sum,
                                   error))
    return FALSE;
  if (importer->max_bytes)
    kb_import_note_read_source (import, import->files[0], sum);
  if (!importer->read_sprite (import, text, length, &kb_picture_files, error)
      || !kb_import_check_pictures (import, error))
    return FALSE;
  kb_import_enlarge_frames (import);
  kb_import_note_outside (import);
  return TRUE;
}

void
kb_importer_list_pictures (const KbImporter *importer, const char *path, GPtrArray *pictures)
{
  g_autofree char *text = NULL;
  gsize length;
  if (importer->list_pictures
      && kb_import_read_unpacked (path, importer->max_bytes, &text, &length, NULL, NULL))
    importer->list_pictures (path, text, length, pictures);
}

/* Events are those of steps: frames that have some need an animation. */
static void
animate_events (KbImport *import)
{
  gboolean has_events = FALSE;
  KB_EACH (const KbImportFrame, frame, import->frames)
    has_events |= json_array_size (frame->events) > 0;
  if (!has_events || import->animations->len)
    return;
  KbImportAnimation *all = kb_import_add_animation (import, "all", KB_LOOP_LOOP);
  for (guint i = 0; i < import->frames->len; i++)
    kb_import_add_step (all, i, 100);
}

/* `again`: for pictures of one frame each, some may be missing and others new. */
static KbImport *
read_import (const char *const *paths, const KbImportOptions *options, gboolean again,
             GError **error)
{
  const KbImporter *importer = NULL;
  if (!paths[0])
    g_set_error (error, KB_ERROR, KB_ERROR_USAGE, _("there is no file to import"));
  else if (kb_import_options_check (options, error))
    importer = options->format
                 ? kb_importer_find (KB_IMPORT_SPRITE, options->format, error)
                 : kb_importer_guess (KB_IMPORT_SPRITE, paths[0], options, error);
  if (!importer)
    return NULL;
  KbImport *import = kb_import_new (importer, paths, options);
  if ((!again || kb_import_update_files (import, error)) && run_importer (import, error))
    {
      g_autofree char *own = import->name;
      import->name = options->name ? g_strdup (options->name)
                     : own ? kb_name_make_usable (own, "sprite")
                           : own_name (importer, import->files, import->options.part);
    }
  else
    g_clear_pointer (&import, kb_import_free);
  if (import
      && !(kb_import_make_animations (import, error) && kb_import_place_hot_spots (import, error)))
    g_clear_pointer (&import, kb_import_free);
  if (import)
    animate_events (import);
  return import;
}

KbImport *
kb_import_read (const char *const *paths, const KbImportOptions *options, GError **error)
{
  return read_import (paths, options, FALSE, error);
}

const KbSprite *
kb_import_find_sprite (KbDocument *document, const char *const *paths,
                       const KbImportOptions *options)
{
  const KbProject *project = kb_document_project (document);
  if (options->name)
    return kb_project_find_sprite (project, options->name);
  KbImportOptions none = { NULL };
  const KbSprite *sprite = NULL;
  /* Only the recorded format distinguishes the name of a sheet from that of separate pictures. */
  const KbImporter *ways[] = { &kb_importer_files, &kb_importer_grid };
  for (guint i = 0; i < G_N_ELEMENTS (ways) && !sprite; i++)
    {
      g_autoptr (KbImport) files = kb_import_new (ways[i], paths, &none);
      qsort (files->files, g_strv_length (files->files), sizeof (char *), kb_natural_compare_paths);
      g_autofree char *proposed = own_name (ways[i], files->files, options->part);
      sprite = kb_project_find_sprite (project, proposed);
      const char *format =
        sprite ? json_string_value (json_object_get (sprite->import, "format")) : NULL;
      if (files->files[1] && (g_strcmp0 (format, "files") == 0) != (ways[i] == &kb_importer_files))
        sprite = NULL;
    }
  return sprite;
}

gboolean
kb_import_recorded_options (const KbSprite *sprite, KbImportOptions *options, GError **error)
{
  *options = (KbImportOptions) { NULL };
  if (!sprite || !json_is_object (sprite->import))
    return TRUE;
  if (!kb_import_options_from_json (options, sprite->import, error))
    {
      g_prefix_error (error, "sprites/%s.json: ", sprite->name);
      return FALSE;
    }
  g_clear_pointer (&options->format, g_free);
  g_clear_pointer (&options->part, g_free);
  return TRUE;
}

/* Did a frame get a shape of that class, or a point of that name? */
static gboolean
kb_record_has_class (const json_t *record, const char *name)
{
  json_auto_t *wanted = json_string (name);
  KB_EACH_JSON (frame, json_object_get (record, "frames"))
    {
      if (kb_import_find_named (json_object_get (frame, "points"), name))
        return TRUE;
      KB_EACH_JSON (shape, json_object_get (frame, "shapes"))
        if (json_equal (json_object_get (shape, "class"), wanted))
          return TRUE;
    }
  return FALSE;
}

char **
kb_import_class_names (const KbDocument *document, const KbSprite *sprite)
{
  const KbProject *project = kb_document_project (document);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  KB_EACH (const KbClass, class, project->classes)
    if (!sprite || !sprite->import || kb_record_has_class (sprite->import, class->name))
      g_strv_builder_add (names, class->name);
  return g_strv_builder_end (names);
}

KbImport *
kb_import_read_again (KbDocument *document, const KbSprite *sprite, GError **error)
{
  g_auto (KbImportOptions) options = { NULL };
  const json_t *files = json_object_get (sprite->import, "files");
  if (!json_is_array (files) || json_array_size (files) == 0)
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("%s: this sprite does not know what it was imported from"),
                         sprite->name);
  if (!kb_import_options_from_json (&options, sprite->import, error))
    return NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  KB_EACH_JSON (item, files)
    {
      const char *path = json_string_value (item);
      g_autofree char *absolute =
        g_canonicalize_filename (path ? path : "", kb_document_folder (document));
      g_strv_builder_add (builder, absolute);
    }
  g_auto (GStrv) paths = g_strv_builder_end (builder);
  options.name = g_strdup (sprite->name);
  options.classes = kb_import_class_names (document, sprite);
  gboolean pictures = g_strcmp0 (options.format, kb_importer_files.name) == 0;
  return read_import ((const char *const *) paths, &options, pictures, error);
}
