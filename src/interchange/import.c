/* SPDX-License-Identifier: MIT */
/* Makes and frees a KbImport; shared parts of all formats. */

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "document/files/files.h"
#include "document/hot_spots.h"
#include "document/names.h"
#include "interchange/importers.h"
#include "interchange/sources.h"

/* Of other formats than PNG the first frame. */
static KbPicture *
load_file (gpointer data, const char *path, GError **error)
{
  const KbImporter *importer = kb_importer_guess (KB_IMPORT_SPRITE, path, NULL, NULL);
  if (!importer || !importer->layered)
    return kb_picture_read_any (path, error);
  static const KbImportOptions options;
  g_autoptr (KbImport) drawing = kb_import_read ((const char *[]) { path, NULL }, &options, error);
  return drawing ? kb_import_frame_picture (drawing, kb_import_frame (drawing, 0)) : NULL;
}

const KbPictureLoader kb_picture_files = { load_file, NULL, NULL };

static void
picture_free (gpointer data)
{
  KbImportPicture *picture = data;
  g_free (picture->path);
  kb_picture_unref (picture->picture);
  g_free (picture);
}

static void
frame_free (gpointer data)
{
  KbImportFrame *frame = data;
  json_t *const marks[] = { frame->points,  frame->shapes, frame->values,
                            frame->events,  frame->terrain, frame->weight,
                            frame->collision, frame->collision_class, frame->heights };
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    json_decref (marks[i]);
  g_free (frame->name);
  g_free (frame->tag);
  g_array_unref (frame->colours);
  g_clear_pointer (&frame->zones, g_ptr_array_unref);
  g_free (frame);
}

static void
animation_free (gpointer data)
{
  KbImportAnimation *animation = data;
  g_free (animation->name);
  json_decref (animation->values);
  g_array_unref (animation->steps);
  g_free (animation);
}

static void
kb_import_source_free (gpointer data)
{
  KbImportSource *source = data;
  g_free (source->path);
  g_free (source->sum);
  g_free (source);
}

KbImport *
kb_import_new (const KbImporter *importer, const char *const *files,
               const KbImportOptions *options)
{
  KbImport *import = g_new0 (KbImport, 1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  for (guint i = 0; files[i]; i++)
    {
      g_autofree char *path = g_canonicalize_filename (files[i], NULL);
      g_strv_builder_add (builder, path);
    }
  *import = (KbImport){ .importer = importer,
                        .files = g_strv_builder_end (builder),
                        .sources = g_ptr_array_new_with_free_func (kb_import_source_free),
                        .noted = g_hash_table_new (g_str_hash, g_str_equal),
                        .loaded = g_hash_table_new (g_str_hash, g_str_equal),
                        .pictures = g_ptr_array_new_with_free_func (picture_free),
                        .frames = g_ptr_array_new_with_free_func (frame_free),
                        .animations = g_ptr_array_new_with_free_func (animation_free),
                        .frame_names =
                          g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                        .animation_names =
                          g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                        .value_types = json_object (),
                        .terrains = json_array (),
                        .messages = kb_messages_new () };
  kb_import_options_copy (&import->options, options);
  return import;
}

void
kb_import_free (KbImport *import)
{
  if (!import)
    return;
  g_free (import->name);
  g_strfreev (import->files);
  g_strfreev (import->missing);
  g_clear_error (&import->unread);
  kb_import_options_clear (&import->options);
  g_hash_table_unref (import->noted);
  g_hash_table_unref (import->loaded);
  g_ptr_array_unref (import->sources);
  g_ptr_array_unref (import->pictures);
  g_ptr_array_unref (import->frames);
  g_ptr_array_unref (import->animations);
  g_hash_table_unref (import->frame_names);
  g_hash_table_unref (import->animation_names);
  json_decref (import->values);
  json_decref (import->value_types);
  json_decref (import->terrains);
  g_strfreev (import->parts);
  g_ptr_array_unref (import->messages);
  g_free (import);
}

void
kb_import_report_clear (KbImportReport *report)
{
  g_clear_pointer (&report->messages, g_ptr_array_unref);
  memset (report, 0, sizeof *report);
}

gint
kb_import_take_picture (KbImport *import, const char *path, KbPicture *picture)
{
  KbImportPicture *item = KB_NEW (KbImportPicture, .path = g_strdup (path), .picture = picture);
  g_ptr_array_add (import->pictures, item);
  kb_messages_lose_picture (import->messages, picture);
  if (!g_hash_table_contains (import->loaded, item->path))
    g_hash_table_insert (import->loaded, item->path, GUINT_TO_POINTER (import->pictures->len - 1));
  return (gint) import->pictures->len - 1;
}

KbPicture *
kb_import_picture (const KbImport *import, gint index)
{
  return ((KbImportPicture *) g_ptr_array_index (import->pictures, index))->picture;
}

KbImportFrame *
kb_import_frame (const KbImport *import, guint index)
{
  return g_ptr_array_index (import->frames, index);
}

typedef struct {
  KbPicture *picture;      /* NULL if there is a fault */
  GError *fault;
  char *sum;
} Shared;

static void
shared_free (gpointer data)
{
  Shared *shared = data;
  kb_picture_unref (shared->picture);
  g_clear_error (&shared->fault);
  g_free (shared->sum);
  g_free (shared);
}

GHashTable *
kb_shared_pictures_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, shared_free);
}

/* The picture, without the colour key of the options. */
static KbPicture *
read_import_picture (const KbImportOptions *options, const KbPictureLoader *loader,
                     const char *path, GError **error)
{
  g_autoptr (KbPicture) picture = loader->load (loader->data, path, error);
  if (!picture || !options->has_colour_key)
    return g_steal_pointer (&picture);
  KbPicture *keyed = kb_picture_with_colour_key (picture, options->colour_key);
  if (!keyed)
    return kb_null (kb_import_fail_memory (error, path));
  keyed->has_profile = picture->has_profile;
  keyed->was_deep = picture->was_deep;
  return keyed;
}

/* Computes the checksum first, so that later changes are detected. */
static const Shared *
share_picture (const KbImportOptions *options, const KbPictureLoader *loader, const char *path)
{
  g_autofree char *key =
    g_strdup_printf ("%d %06x %s", options->has_colour_key, options->colour_key, path);
  Shared *shared = g_hash_table_lookup (loader->shared, key);
  if (shared)
    return shared;
  shared = g_new0 (Shared, 1);
  shared->sum = kb_import_sum_of_file (path);
  shared->picture = read_import_picture (options, loader, path, &shared->fault);
  g_hash_table_insert (loader->shared, g_steal_pointer (&key), shared);
  return shared;
}

gint
kb_import_load_picture (KbImport *import, const KbPictureLoader *loader, const char *path,
                        GError **error)
{
  gpointer known;
  KbPicture *picture;
  if (g_hash_table_lookup_extended (import->loaded, path, NULL, &known))
    return GPOINTER_TO_INT (known);
  if (loader->shared)
    {
      const Shared *shared = share_picture (&import->options, loader, path);
      kb_import_note_read_source (import, path, shared->sum);
      picture = shared->picture ? kb_picture_ref (shared->picture) : NULL;
      if (!picture)
        g_propagate_error (error, g_error_copy (shared->fault));
    }
  else
    {
      kb_import_note_source (import, path);
      picture = read_import_picture (&import->options, loader, path, error);
    }
  return picture ? kb_import_take_picture (import, path, picture) : -1;
}

gboolean
kb_import_pass_missing (KbImport *import, const char *path, GError *fault, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  const gboolean exists = g_file_test (path, G_FILE_TEST_EXISTS);
  if (!exists)
    kb_import_message (import, _("the picture '%s' is missing"), name);
  if (exists || !import->unread)
    g_propagate_error (exists ? error : &import->unread, fault);
  else
    g_error_free (fault);
  return !exists;
}

KbImportFrame *
kb_import_add_frame (KbImport *import, const char *name, gint picture, gint x, gint y, gint width,
                     gint height)
{
  KbImportFrame *frame =
    KB_NEW (KbImportFrame, .name = name ? kb_import_clean_name (name) : NULL, .width = width,
            .picture_width = width, .height = height, .picture_height = height, .picture = picture,
            .x = x, .y = y, .points = json_array (), .shapes = json_array (),
            .colours = g_array_new (FALSE, FALSE, sizeof (guint32)));
  if (name)
    g_hash_table_insert (import->frame_names, g_strdup (name),
                         GUINT_TO_POINTER (import->frames->len));
  g_ptr_array_add (import->frames, frame);
  return frame;
}

KbImportAnimation *
kb_import_add_animation (KbImport *import, const char *name, KbLoop loop)
{
  KbImportAnimation *animation =
    KB_NEW (KbImportAnimation, .name = g_strdup (name), .loop = loop,
            .steps = g_array_new (FALSE, FALSE, sizeof (KbImportStep)));
  g_ptr_array_add (import->animations, animation);
  return animation;
}

void
kb_import_add_step (KbImportAnimation *animation, guint frame, gint duration)
{
  KbImportStep step = { frame, duration };
  g_array_append_val (animation->steps, step);
}

json_t *
kb_import_add_shape (KbImportFrame *frame, const char *class_name, json_t *geometry, guint32 colour)
{
  json_t *shape = json_pack ("{ssso}", "class", class_name, "geometry", geometry);
  json_array_append_new (frame->shapes, shape);
  g_array_append_val (frame->colours, colour);
  return shape;
}

void
kb_import_add_point (KbImportFrame *frame, const char *name, gint x, gint y)
{
  json_array_append_new (frame->points, json_pack ("{sss[ii]}", "name", name, "at", x, y));
}

const json_t *
kb_import_find_named (const json_t *list, const char *name)
{
  KB_EACH_JSON (item, list)
    if (g_strcmp0 (json_string_value (json_object_get (item, "name")), name) == 0)
      return item;
  return NULL;
}

void
kb_import_lose (KbImport *import, const char *what, guint n)
{
  kb_messages_lose (import->messages, what, n);
}

gboolean
kb_import_fail_at (GError **error, char *place, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments), *taken = place;
  va_end (arguments);
  return kb_fail (error, KB_ERROR_INPUT, "%s: %s", taken, message);
}

gboolean
kb_import_finish (KbDocument *document, gboolean ok, const char *path, const char *name,
                  GError **error)
{
  if (!ok && error && g_error_matches (*error, KB_ERROR, KB_ERROR_INPUT)
      && (*error)->message[0] != '/' && !g_str_has_prefix ((*error)->message, path))
    g_prefix_error (error, "%s: %s%s", path, name ? name : "", name ? ": " : "");
  return kb_document_finish (document, ok);
}

KbPicture *
kb_import_frame_picture (const KbImport *import, const KbImportFrame *frame)
{
  KbPicture *result = kb_picture_new (frame->width, frame->height);
  if (!result || frame->picture < 0)
    return result;
  g_autoptr (KbPicture) part =
    kb_picture_crop (kb_import_picture (import, frame->picture), frame->x, frame->y,
                     frame->picture_width, frame->picture_height);
  if (!part)
    g_clear_pointer (&result, kb_picture_unref);
  else
    kb_picture_paste (result, part, frame->offset_x, frame->offset_y);
  return result;
}

gboolean
kb_import_place_hot_spots (KbImport *import, GError **error)
{
  gint preset =
    kb_importer_takes (import->importer, "hot-spot") ? import->options.hot_spot : 0;
  KB_EACH_WHILE (preset, KbImportFrame, frame, import->frames)
    {
      g_autoptr (KbPicture) picture =
        frame->hot_spot.set ? NULL : kb_import_frame_picture (import, frame);
      if (!picture && !frame->hot_spot.set)
        return kb_import_fail_memory (error, import->files[0]);
      if (picture)
        frame->hot_spot = kb_hot_spot_place (preset, picture, frame->width, frame->height);
    }
  return TRUE;
}

gboolean
kb_import_fail_memory (GError **error, const char *path)
{
  return kb_fail (error, KB_ERROR_MACHINE, _("%s: there is not enough memory"), path);
}

char *
kb_import_clean_name (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *result = g_string_new (NULL);
  for (const char *p = valid; *p; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gsize length = (gsize) (g_utf8_next_char (p) - p);
      if (kb_is_hidden_character (c))
        continue;
      if (result->len + length > KB_NAME_BYTES)
        break;
      g_string_append_len (result, p, (gssize) length);
    }
  g_strstrip (result->str);
  if (result->str[0])
    return g_string_free (result, FALSE);
  g_string_free (result, TRUE);
  return NULL;
}

char *
kb_import_stem (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  if (g_str_has_suffix (base, ".gz"))
    base[strlen (base) - strlen (".gz")] = '\0';
  char *dot = strrchr (base, '.');
  if (dot && dot != base)
    *dot = '\0';
  g_autofree char *shown = g_filename_display_name (base);
  char *result = kb_import_clean_name (shown);
  return result ? result : g_strdup ("sprite");
}

char *
kb_import_part_name (const char *part)
{
  g_autofree char *plain = g_strdelimit (g_strdup (part), "/", ' ');
  return kb_name_make_usable (plain, "part");
}

char *
kb_import_asset_name (const char *path, const char *missing)
{
  g_autofree char *stem = kb_import_stem (path);
  return kb_name_make_usable (stem, missing);
}
