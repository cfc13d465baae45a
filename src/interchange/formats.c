/* SPDX-License-Identifier: MIT */
/* The table of importers, and the one way in: guess the format, read, name the result. */
#include "interchange/formats.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/files.h"
#include "document/names.h"
#include "interchange/packed.h"

#define HEAD_SIZE 16384

const KbFormat *const kb_formats[] = { &kb_format_files,
                                       &kb_format_grid,
                                       &kb_format_islands,
                                       &kb_format_aseprite,
                                       &kb_format_supertux,
                                       &kb_format_tiled,
                                       NULL };

const KbFormat *
kb_format_find (const char *name)
{
  for (guint i = 0; kb_formats[i]; i++)
    if (strcmp (kb_formats[i]->name, name) == 0)
      return kb_formats[i];
  return NULL;
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return kb_natural_compare (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
sniff_first (KbSniff *sniff, char *head, GError **error)
{
  const char *path = sniff->paths[0];
  sniff->is_folder = g_file_test (path, G_FILE_TEST_IS_DIR);
  sniff->head = head;
  gssize size = sniff->is_folder ? 0 : kb_file_read_start (NULL, path, head, HEAD_SIZE, error);
  if (size <= 0)
    return size == 0;
  sniff->n_head = kb_unpack_head (head, (gsize) size, HEAD_SIZE);
  sniff->is_png = sniff->n_head >= 8 && memcmp (head, "\x89PNG\r\n\x1a\n", 8) == 0;
  return TRUE;
}

static const KbFormat *
guess_format (const KbSniff *sniff, GError **error)
{
  const KbFormat *best = NULL;
  int best_score = 0;
  for (guint i = 0; kb_formats[i]; i++)
    {
      int score = kb_formats[i]->sniff (sniff);
      if (score > best_score)
        {
          best = kb_formats[i];
          best_score = score;
        }
    }
  if (!best)
    kb_import_fail (
      error, sniff->paths[0],
      _("this is no file that can be imported; expected PNG pictures, an Aseprite JSON sheet, "
         "a SuperTux sprite, a DustRacing2D track, a map or tileset of Tiled, a WAD of Doom or an "
         "SVG picture"));
  return best;
}

static const KbFormat *
named_format (const char *name, GError **error)
{
  const KbFormat *format = kb_format_find (name);
  if (format)
    return format;
  GString *names = g_string_new (NULL);
  for (guint i = 0; kb_formats[i]; i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "", kb_formats[i]->name);
  g_set_error (error, KB_ERROR, KB_ERROR_USAGE,
               _("there is no import format '%s'; expected one of %s"), name, names->str);
  g_string_free (names, TRUE);
  return NULL;
}

/* "walk_1.png", "walk_2.png" -> "walk"; nothing in common -> the first folder's name. Sheets are
 * things of their own: the first one's name. */
static char *
common_name (const KbFormat *format, char *const *files)
{
  char *name = kb_import_stem (files[0]);
  if (!files[1] || format != &kb_format_files)
    return name;
  for (guint i = 1; files[i]; i++)
    {
      char *other = kb_import_stem (files[i]);
      gsize n = 0;
      while (name[n] && name[n] == other[n])
        n++;
      name[n] = '\0';
      g_free (other);
    }
  for (gsize n = strlen (name); n && strchr ("0123456789_-. ", name[n - 1]); n--)
    name[n - 1] = '\0';
  char *valid = kb_import_clean_name (name);
  g_free (name);
  if (valid)
    return valid;
  char *folder = g_path_get_dirname (files[0]);
  name = kb_import_stem (folder);
  g_free (folder);
  return name;
}

/* `again`: of pictures, one frame each, some may be gone and others new. */
static KbImport *
read_import (const char *const *paths, const KbImportOptions *options, gboolean again,
             GError **error)
{
  KbSniff sniff = { .paths = paths, .options = options };
  char *head = g_malloc0 (HEAD_SIZE + 1);
  KbImport *import = NULL;
  const KbFormat *format = NULL;

  if (!paths[0])
    g_set_error (error, KB_ERROR, KB_ERROR_USAGE, _("there is no file to import"));
  else if (kb_import_options_check (options, error) && (again || sniff_first (&sniff, head, error)))
    format = options->format ? named_format (options->format, error) : guess_format (&sniff, error);
  if (format)
    {
      import = kb_import_new (format, paths, options);
      if ((!again || kb_import_update_files (import, error))
          && format->read (import, &kb_picture_files, error))
        {
          g_autofree char *own = import->name ? import->name : common_name (format, import->files);
          import->name =
            options->name ? g_strdup (options->name) : kb_name_make_usable (own, "sprite");
        }
      else
        g_clear_pointer (&import, kb_import_free);
      if (import && options->animations)
        kb_import_name_animations (import);
    }
  g_free (head);
  return import;
}

KbImport *
kb_import_read (const char *const *paths, const KbImportOptions *options, GError **error)
{
  return read_import (paths, options, FALSE, error);
}

const KbSprite *
kb_import_find_sprite (KbDocument *document, const char *const *paths, const char *name)
{
  const KbProject *project = kb_document_project (document);
  if (name)
    return kb_project_find_sprite (project, name);
  KbImportOptions none = { NULL };
  const KbSprite *sprite = NULL;
  /* A sheet's name and that of frames from files are told apart by the recorded format only. */
  const KbFormat *ways[] = { &kb_format_files, &kb_format_grid };
  for (guint i = 0; i < G_N_ELEMENTS (ways) && !sprite; i++)
    {
      KbImport *files = kb_import_new (ways[i], paths, &none);
      qsort (files->files, g_strv_length (files->files), sizeof (char *), compare_paths);
      g_autofree char *common = common_name (ways[i], files->files),
                      *proposed = kb_name_make_usable (common, "sprite");
      sprite = kb_project_find_sprite (project, proposed);
      const char *format =
        sprite ? json_string_value (json_object_get (sprite->import, "format")) : NULL;
      if (files->files[1] && (g_strcmp0 (format, "files") == 0) != (ways[i] == &kb_format_files))
        sprite = NULL;
      kb_import_free (files);
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

KbImport *
kb_import_read_again (KbDocument *document, const KbSprite *sprite, GError **error)
{
  KbImportOptions options;
  const json_t *files = json_object_get (sprite->import, "files");
  if (!json_is_array (files) || json_array_size (files) == 0)
    {
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                   _("%s: this sprite does not know what it was imported from"), sprite->name);
      return NULL;
    }
  if (!kb_import_options_from_json (&options, sprite->import, error))
    return NULL;
  GStrvBuilder *builder = g_strv_builder_new ();
  for (gsize i = 0; i < json_array_size (files); i++)
    {
      const char *path = json_string_value (json_array_get (files, i));
      char *absolute = g_canonicalize_filename (path ? path : "", kb_document_folder (document));
      g_strv_builder_add (builder, absolute);
      g_free (absolute);
    }
  char **paths = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  options.name = g_strdup (sprite->name);
  gboolean pictures = g_strcmp0 (options.format, kb_format_files.name) == 0;
  KbImport *import = read_import ((const char *const *) paths, &options, pictures, error);
  g_strfreev (paths);
  kb_import_options_clear (&options);
  return import;
}
