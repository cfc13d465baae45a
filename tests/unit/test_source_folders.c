/* SPDX-License-Identifier: MIT */
/* Sources that a project names are read unasked only in it, or where the user imported from; a FIFO that is opened would wait,
 * until the alarm ends the test. */
#include <sys/stat.h>
#include <unistd.h>

#include "interchange/sources.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

#define PATIENCE 20      /* seconds */

static char *state_folder;

typedef struct {
  char *temp, *project, *art;
} Desk;

static void
set_up_desk (Desk *desk, gconstpointer data)
{
  desk->temp = temp_folder_new ();
  desk->project = g_build_filename (desk->temp, "project", NULL);
  desk->art = g_build_filename (desk->temp, "art", NULL);
  g_autofree char *inner = g_build_filename (desk->project, "art", "deep", NULL), *list = g_build_filename (state_folder, "kickbox", "import-folders", NULL);
  g_mkdir_with_parents (inner, 0777);
  g_mkdir_with_parents (desk->art, 0777);
  g_unlink (list);
  kit_write (desk->art, "a.png", "a");
  kit_write (inner, "b.png", "b");
  alarm (PATIENCE);
}

static void
tear_down_desk (Desk *desk, gconstpointer data)
{
  alarm (0);
  temp_folder_remove (desk->temp);
  g_free (desk->temp);
  g_free (desk->project);
  g_free (desk->art);
}

static gboolean
allows (const Desk *desk, const char *path)
{
  g_autoptr (KbSourceFolders) folders = kb_source_folders_load (desk->project);
  g_autofree char *absolute = g_canonicalize_filename (path, desk->project);
  return kb_source_folders_allow (folders, absolute);
}

static void
allow (const Desk *desk, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, desk->project);
  char *const paths[] = { absolute, NULL };
  kb_source_folders_add (desk->project, paths);
}

static void
test_places (Desk *desk, gconstpointer data)
{
  static const char *const outside[] = { "../art/a.png", "../project2/a.png", "/etc/passwd", "/x", "..", ".", "../art/../art/a.png" };
  for (guint i = 0; i < G_N_ELEMENTS (outside); i++)
    g_assert_false (allows (desk, outside[i]));
  g_assert_true (allows (desk, "art/deep/b.png"));
  g_assert_true (allows (desk, "art/gone/../c.png"));
  allow (desk, "../art/a.png");
  g_assert_true (allows (desk, "../art/a.png"));
  g_assert_true (allows (desk, "../art/other.png"));
  g_assert_false (allows (desk, "../art/deep/a.png"));
  g_assert_false (allows (desk, "../arta.png"));
}

static void
link_to (const Desk *desk, const char *target, const char *name)
{
  g_autofree char *path = g_canonicalize_filename (name, desk->project);
  g_assert_cmpint (symlink (target, path), ==, 0);
}

/* What counts is where links lead. */
static void
test_links (Desk *desk, gconstpointer data)
{
  g_autofree char *art = g_canonicalize_filename ("art", desk->project), *outer = g_build_filename (desk->art, "a.png", NULL);
  link_to (desk, "../art", "out");
  link_to (desk, outer, "art/absolute.png");
  link_to (desk, "../../art/a.png", "art/up.png");
  link_to (desk, "deep", "art/in");
  link_to (desk, art, "art/whole");
  link_to (desk, "loop", "loop");
  link_to (desk, "out/../project/x", "back");
  link_to (desk, "../project/art", "../art/home");
  static const char *const outside[] = { "out/a.png", "art/absolute.png", "art/up.png", "loop", "loop/a", "back", "art/whole/up.png" };
  for (guint i = 0; i < G_N_ELEMENTS (outside); i++)
    g_assert_false (allows (desk, outside[i]));
  g_assert_true (allows (desk, "art/in/b.png"));
  g_assert_true (allows (desk, "art/whole/in/b.png"));
  g_assert_false (allows (desk, "../art/home/deep/b.png"));
  allow (desk, "out/a.png");
  g_assert_true (allows (desk, "out/a.png"));
  g_assert_true (allows (desk, "art/up.png"));
  g_assert_true (allows (desk, "../art/a.png"));
  g_assert_false (allows (desk, "back"));
}

/* A project by another path than its own. */
static void
test_linked_project (Desk *desk, gconstpointer data)
{
  link_to (desk, desk->project, "../short");
  g_autofree char *real = g_steal_pointer (&desk->project);
  desk->project = g_build_filename (desk->temp, "short", NULL);
  link_to (desk, "deep/b.png", "art/in.png");
  link_to (desk, "../../art/a.png", "art/up.png");
  g_assert_true (allows (desk, "art/in.png"));
  g_assert_false (allows (desk, "art/up.png"));
  g_free (desk->project);
  desk->project = g_steal_pointer (&real);
}

static gboolean
is_changed (const Desk *desk, const char *file)
{
  g_autoptr (KbSourceFolders) folders = kb_source_folders_load (desk->project);
  json_t *record = json_pack ("{s[{ssss}]}", "sources", "file", file, "sha256", "of another time");
  gboolean changed = kb_import_sources_changed (record, desk->project, folders);
  json_decref (record);
  return changed;
}

/* A record that names a FIFO, a device and a sheet outside, of which nobody knows the pictures. */
static void
test_not_read (Desk *desk, gconstpointer data)
{
  g_autofree char *fifo = g_build_filename (desk->art, "sheet.json", NULL), *inner = g_build_filename (desk->project, "art", "fifo", NULL);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_cmpint (mkfifo (inner, 0600), ==, 0);
  KbDocument *document = kb_document_new (desk->project, "p");
  g_autoptr (KbSourceFolders) folders = kb_source_folders_load (desk->project);
  json_t *record = json_pack ("{ss s[sss]}", "format", "aseprite", "files", "../art/sheet.json", "/dev/zero", "art/deep/b.png");
  guint n_others = 0;
  g_auto (GStrv) paths = kb_import_sources (document, record, folders, &n_others), all = kb_import_sources (document, record, NULL, NULL);
  g_assert_cmpuint (g_strv_length (paths), ==, 1);
  g_assert_true (g_str_has_suffix (paths[0], "/art/deep/b.png"));
  g_assert_cmpuint (n_others, ==, 2);
  g_assert_cmpuint (g_strv_length (all), ==, 3);
  g_assert_false (is_changed (desk, "../art/a.png"));
  g_assert_false (is_changed (desk, "../art/sheet.json"));
  g_assert_true (is_changed (desk, "art/deep/b.png"));
  g_assert_false (is_changed (desk, "art/fifo"));
  allow (desk, "../art/a.png");
  g_assert_true (is_changed (desk, "../art/a.png"));
  g_assert_false (is_changed (desk, "../art/sheet.json"));
  json_decref (record);
  kb_document_free (document);
}

/* What was read for an import; the list stays small. */
static void
test_import (Desk *desk, gconstpointer data)
{
  g_autoptr (KbPicture) picture = kb_picture_new (8, 8);
  g_autoptr (GError) error = NULL;
  KbDocument *document = kb_document_new (desk->project, "p");
  kit_save (picture, desk->art, "a.png");
  g_autoptr (KbImport) import = kit_read (desk->art, "a.png", NULL, &error);
  g_assert_no_error (error);
  kb_source_folders_add_import (document, import);
  kb_source_folders_add_import (document, import);
  g_assert_true (allows (desk, "../art/a.png"));
  for (guint i = 0; i < 1100; i += 100)
    {
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      for (guint k = i; k < i + 100; k++)
        {
          g_autofree char *path = g_strdup_printf ("%s/%u/x", desk->temp, k);
          g_strv_builder_add (builder, path);
        }
      g_auto (GStrv) paths = g_strv_builder_end (builder);
      kb_source_folders_add (desk->project, paths);
    }
  g_assert_false (allows (desk, "../art/a.png"));
  g_assert_true (allows (desk, "../1099/x"));
  kb_document_free (document);
}

KIT_PROGRAM (source_folders)
{
  kit_test_init (&argc, &argv);
  state_folder = temp_folder_new ();
  g_setenv ("XDG_STATE_HOME", state_folder, TRUE);
  g_test_add ("/source-folders/places", Desk, NULL, set_up_desk, test_places, tear_down_desk);
  g_test_add ("/source-folders/links", Desk, NULL, set_up_desk, test_links, tear_down_desk);
  g_test_add ("/source-folders/linked-project", Desk, NULL, set_up_desk, test_linked_project, tear_down_desk);
  g_test_add ("/source-folders/not-read", Desk, NULL, set_up_desk, test_not_read, tear_down_desk);
  g_test_add ("/source-folders/import", Desk, NULL, set_up_desk, test_import, tear_down_desk);
  int status = g_test_run ();
  temp_folder_remove (state_folder);
  g_free (state_folder);
  return status;
}
