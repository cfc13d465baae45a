/* SPDX-License-Identifier: MIT */
/* Imports files, edits what came of them, and imports them again after they changed. The parts
 * of the input are the options, then files and edits in turn. Each file follows a line "@NAME";
 * NAME.png is drawn, others are as they are. Those whose names begin with "s" are imported, or
 * else the folder; others may be named by them. */
#include "interchange/levels/level_file.h"
#include "interchange/levels/level_parts.h"
#include "interchange/sources.h"
#include "interchange/tracks/track_file.h"
#include "tests/fuzz/import_check.h"
#include "tests/fuzz/input.h"

#define MOST_FILES 8
#define MOST_ROUNDS 4

static char *art, *project;

static void
make_folders (void)
{
  if (art)
    return;
  art = g_build_filename (fuzz_folder (), "art", NULL);
  project = g_build_filename (fuzz_folder (), "project", NULL);
}

static gboolean
is_plain_name (const char *name)
{
  gsize length = strlen (name);
  return length > 0 && length < 40 && *name != '.'
         && strspn (name, "abcdefghijklmnopqrstuvwxyz0123456789._- ") == length;
}

/* Puts the files of a part into the folder; the paths of those that are imported. */
static char **
put_files (const char *text, gsize size)
{
  GPtrArray *paths = g_ptr_array_new ();
  const char *end = text + size;
  temp_folder_remove (art);
  g_mkdir (art, 0700);
  for (guint n = 0; n < MOST_FILES && text < end && *text == '@'; n++)
    {
      const char *line;
      gsize length, left = (gsize) (end - text);
      next_line (&text, &left, &line, &length);
      g_autofree char *name = g_strndup (line + 1, length - 1);
      const char *stop = memmem (text, (gsize) (end - text), "\n@", 2);
      size = (gsize) ((stop ? stop : end) - text);
      gboolean drawn = g_str_has_suffix (name, ".png");
      g_autoptr (KbPicture) picture = drawn ? draw_picture (text, size) : NULL;
      if (is_plain_name (name) && picture)
        put_picture (art, name, picture);
      else if (is_plain_name (name))
        put_file (art, name, text, size);
      if (is_plain_name (name) && *name == 's')
        g_ptr_array_add (paths, g_build_filename (art, name, NULL));
      text = stop ? stop + 1 : end;
    }
  if (paths->len == 0)
    g_ptr_array_add (paths, g_strdup (art));
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (paths, FALSE);
}

static void
read_sources (const KbDocument *document, const KbNode *asset)
{
  const json_t *record = kb_import_record (asset);
  g_autoptr (KbSourceFolders) folders = kb_source_folders_load (kb_document_folder (document));
  guint n_others;
  g_strfreev (kb_import_sources (document, record, folders, &n_others));
  g_strfreev (kb_import_sources (document, record, NULL, NULL));
  kb_import_sources_changed (record, kb_document_folder (document), folders);
}

static void
read_all_sources (const KbDocument *document)
{
  const KbProject *project_node = kb_document_project (document);
  for (guint i = 0; i < project_node->sprites->len; i++)
    read_sources (document, &kb_sprite_at (project_node, i)->node);
  for (guint i = 0; i < project_node->levels->len; i++)
    read_sources (document, &kb_level_at (project_node, i)->node);
}

/* Not from a single file of another name. */
static gboolean
is_recorded (const KbNode *asset, const char *path)
{
  const json_t *files = json_object_get (kb_import_record (asset), "files");
  const char *known = json_string_value (json_array_get (files, 0));
  return !known || json_array_size (files) > 1 || g_str_has_suffix (known, strrchr (path, '/'));
}

/* The report as the command line and the dialog show it. */
static void
write_report (const GPtrArray *messages)
{
  g_autoptr (GString) text = g_string_new (NULL);
  json_auto_t *sentences = json_array (), *losses = json_array ();
  kb_messages_append (text, messages, "\n");
  kb_messages_to_json (messages, sentences, losses);
  g_assert_cmpuint (json_array_size (sentences) + json_array_size (losses), ==, messages->len);
}

static void
import_level (KbDocument *document, const char *path, GError **error)
{
  const GPtrArray *levels = kb_document_project (document)->levels;
  const KbLevel *level = levels->len ? kb_level_at (kb_document_project (document), 0) : NULL;
  g_autoptr (KbLevelFile) file
    = level && is_recorded (&level->node, path)
        ? kb_level_file_read_again (kb_document_folder (document), kb_import_record (&level->node),
                                    level->name, error)
        : kb_level_file_read (path, NULL, error);
  if (!file)
    return;
  write_report (file->messages);
  g_strfreev (kb_level_file_replaces (document, file, level ? level->name : NULL));
  if (kb_level_file_belongs (document, file, NULL, error))
    kb_level_file_apply (document, file, level && file->levels->len == 1 ? level->name : NULL, NULL,
                         error);
}

static void
import_track (KbDocument *document, const char *path, GError **error)
{
  g_autoptr (KbTrackFile) file = kb_track_file_read (path, error);
  if (file)
    kb_track_file_apply (document, file, NULL, TRUE, NULL, error);
}

static void
list_pictures (const KbImporter *importer, const char *path)
{
  g_autoptr (GPtrArray) pictures = g_ptr_array_new_with_free_func (g_free);
  kb_importer_list_pictures (importer, path, pictures);
}

/* The same files are read as the sprite recorded them, others as they are given; both go into
 * the first sprite. */
static void
import_sprite (KbDocument *document, char **paths, const KbImportOptions *options, GError **error)
{
  const GPtrArray *sprites = kb_document_project (document)->sprites;
  const KbSprite *sprite = kb_import_find_sprite (document, (const char *const *) paths, options);
  KbImportOptions recorded;
  if (kb_import_recorded_options (sprite, &recorded, NULL))
    kb_import_options_clear (&recorded);
  sprite = sprite ? sprite : sprites->len ? kb_sprite_at (kb_document_project (document), 0) : NULL;
  g_autoptr (KbImport) import = sprite && is_recorded (&sprite->node, paths[0])
                                  ? kb_import_read_again (document, sprite, error)
                                  : kb_import_read ((const char *const *) paths, options, error);
  KbImportReport report = { 0 };
  if (!import)
    return;
  import_check (import);
  list_pictures (import->importer, paths[0]);
  if (kb_import_apply (document, import, sprite ? sprite->name : NULL, &report, error))
    {
      g_assert_cmpuint (report.kept + report.added + report.restored, <=, report.frames);
      write_report (report.messages);
    }
  kb_import_report_clear (&report);
}

/* One import is one step: undo and redo give what was and what is. */
static void
import_files (KbDocument *document, char **paths, const KbImportOptions *options)
{
  g_autoptr (GError) error = NULL;
  json_t *before = project_json (document);
  const KbImporter *importer = kb_importer_guess (KB_IMPORT_ANY, paths[0], NULL, NULL);
  KbImportKind kind = importer ? importer->makes : KB_IMPORT_SPRITE;
  if (!options->format && kind == KB_IMPORT_LEVEL)
    import_level (document, paths[0], &error);
  else if (kind == KB_IMPORT_TRACK)
    import_track (document, paths[0], &error);
  else
    import_sprite (document, paths, options, &error);
  json_t *after = project_json (document);
  g_assert_true (!error || json_equal (before, after));
  if (!json_equal (before, after))
    {
      fuzz_accept ();
      g_assert_true (kb_document_undo (document));
      json_t *undone = project_json (document);
      g_assert_true (json_equal (before, undone));
      g_assert_true (kb_document_redo (document));
      json_decref (undone);
    }
  json_decref (before);
  json_decref (after);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FuzzParts parts = { (const char *) data, (const char *) data + size };
  KbImportOptions options;
  gsize length = 0;
  const char *text = next_part (&parts, &length);
  json_t *settings = json_loadb (text, length, 0, NULL);
  make_folders ();
  if (kb_import_options_from_json (&options, settings, NULL))
    {
      KbDocument *document = kb_document_new (project, "p");
      json_t *before = project_json (document);
      for (guint i = 0; i < 2 * MOST_ROUNDS && (text = next_part (&parts, &length)); i++)
        if (i % 2)
          {
            apply_lines (document, text, length);
            read_all_sources (document);
          }
        else
          {
            g_auto (GStrv) paths = put_files (text, length);
            import_files (document, paths, &options);
          }
      check_history (document, before);
      kb_document_free (document);
      temp_folder_remove (project);
    }
  kb_import_options_clear (&options);
  json_decref (settings);
  return 0;
}
