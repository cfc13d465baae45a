/* SPDX-License-Identifier: MIT */
/* The files that a sprite's pictures came from: which they are, and whether they changed since. */
#include "interchange/sources.h"
#include "tests/support/import_again.h"
#include "tests/support/seed.h"

static const char *const sheet =
  "{\"frames\": [{\"frame\": {\"x\": 0, \"y\": 0, \"w\": 16, \"h\": 16}, \"duration\": 100}], \"meta\": {\"image\": \"sheet.png\"}}";

static const char *const tux =
  "(supertux-sprite (action (name \"walk\") (images \"a.png\" \"deep/b.png\" \"gone.png\"))\n"
  " (action (name \"run\") (regions (region \"c.png\" 0 0 4 4)))\n"
  " (action (name \"back\") (mirror-action \"walk\")))";

static void
paint (Fixture *f, const char *name, guint number)
{
  g_autoptr (KbPicture) picture = kb_picture_new (16, 16);
  kit_figure (picture, 4, 4, 8, 8, number);
  kit_save (picture, f->art, name);
}

/* Of the sprite, relative to the art, each once and in order. */
static void
assert_sources (Fixture *f, const char *expected)
{
  g_autoptr (KbSourceFolders) all = kb_source_folders_load ("/");   /* all is in it */
  g_auto (GStrv) paths = kb_import_sources (f->document, sprite_of (f)->import, all, NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; paths[i]; i++)
    {
      g_assert_true (g_str_has_prefix (paths[i], f->art));
      g_string_append_printf (names, "%s%s", i ? " " : "", paths[i] + strlen (f->art) + 1);
    }
  g_assert_cmpstr (names->str, ==, expected);
}

static gboolean
changed (Fixture *f)
{
  g_autoptr (KbSourceFolders) all = kb_source_folders_load ("/");   /* all is in it */
  return kb_import_sources_changed (sprite_of (f)->import, kb_document_folder (f->document), all);
}

/* As projects have it whose import did not list pictures. */
static void
forget (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  json_t *record = json_deep_copy (sprite_of (f)->import);
  g_assert_cmpint (json_object_del (record, "sources"), ==, 0);
  kb_document_set (f->document, sprite_of (f)->node.id, "import", record, &error);
  g_assert_no_error (error);
}

/* The first import of it knows these sources, and they are as they were. */
static void
import_of (Fixture *f, const char *file, const char *sources)
{
  first_import (f, file, NULL, NULL);
  assert_sources (f, sources);
  g_assert_false (changed (f));
}

/* Of an older project they are found again by what the file says, and it alone where that is `broken`. */
static void
assert_found_again (Fixture *f, const char *file, const char *sources, const char *broken)
{
  forget (f);
  assert_sources (f, sources);
  g_assert_false (changed (f));
  kit_write (f->art, file, broken);
  assert_sources (f, file);
}

static void
test_sheet_with_data (Fixture *f, gconstpointer data)
{
  paint (f, "sheet.png", 1);
  kit_write (f->art, "hero.json", sheet);
  import_of (f, "hero.json", "hero.json sheet.png");
  paint (f, "sheet.png", 2);
  g_assert_true (changed (f));
  KbImportReport report;
  import_again (f, &report);
  g_assert_cmpuint (report.kept, ==, 1);
  kb_import_report_clear (&report);
  g_assert_false (changed (f));
  kit_write (f->art, "hero.json", "{}");
  g_assert_true (changed (f));
  kit_write (f->art, "hero.json", sheet);
  g_assert_false (changed (f));

  assert_found_again (f, "hero.json", "hero.json sheet.png", "{\"frames\": ");
}

static void
test_sprite_file (Fixture *f, gconstpointer data)
{
  g_autofree char *deep = g_build_filename (f->art, "deep", NULL);
  g_mkdir (deep, 0700);
  paint (f, "a.png", 1);
  paint (f, "deep/b.png", 2);
  paint (f, "c.png", 3);
  kit_write (f->art, "tux.sprite", tux);
  import_of (f, "tux.sprite", "tux.sprite a.png deep/b.png gone.png c.png");
  paint (f, "deep/b.png", 5);
  g_assert_true (changed (f));
  paint (f, "deep/b.png", 2);
  g_assert_false (changed (f));
  /* One that was missing came; one that goes is no reason to import without it. */
  paint (f, "gone.png", 4);
  g_assert_true (changed (f));
  g_autofree char *gone = g_build_filename (f->art, "gone.png", NULL), *first = g_build_filename (f->art, "a.png", NULL);
  g_unlink (gone);
  g_unlink (first);
  g_assert_false (changed (f));

  assert_found_again (f, "tux.sprite", "tux.sprite a.png deep/b.png gone.png c.png", "(supertux-sprite (");
}

static void
test_pictures (Fixture *f, gconstpointer data)
{
  g_autofree char *frames = g_build_filename (f->art, "frames", NULL);
  g_mkdir (frames, 0700);
  paint (f, "frames/walk 1.png", 1);
  paint (f, "frames/walk 2.png", 2);
  import_of (f, "frames", "frames frames/walk 1.png frames/walk 2.png");
  paint (f, "frames/walk 2.png", 3);
  g_assert_true (changed (f));
  forget (f);
  assert_sources (f, "frames");

  edit (f, "{\"remove\": \"sprites[0]\"}");
  edit (f, "{\"insert\": \"sprites\", \"value\": {\"name\": \"by hand\"}}");
  assert_sources (f, "");
  g_assert_false (changed (f));
}

/* A record is a file's: anything may stand in it. */
static void
test_spoilt_records (Fixture *f, gconstpointer data)
{
  static const char *const records[] = {
    "{\"files\": 3, \"sources\": {\"a\": 1}}", "{\"files\": [1, null, {}], \"sources\": [1, null, {}, {\"file\": 3}, {\"file\": \"\", \"sha256\": 7}]}",
    "{\"format\": 7, \"files\": []}", "{\"format\": \"aseprite\", \"files\": [\"/\"]}", "{\"format\": \"supertux\", \"files\": [\"none\"]}",
  };
  edit (f, "{\"insert\": \"sprites\", \"value\": {\"name\": \"hero\"}}");
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"set\": \"sprites[0].import\", \"value\": %s}", records[i]);
      edit (f, line);
      g_autoptr (KbSourceFolders) all = kb_source_folders_load ("/");
      g_strfreev (kb_import_sources (f->document, sprite_of (f)->import, all, NULL));
      g_assert_false (changed (f));
    }
}

KIT_PROGRAM (import_sources)
{
  static const Test tests[] = {
    { "/sources/sheet-with-data", test_sheet_with_data },
    { "/sources/sprite-file", test_sprite_file },
    { "/sources/pictures", test_pictures },
    { "/sources/spoilt-records", test_spoilt_records },
  };
  kit_test_init (&argc, &argv);
  return run_tests (tests, G_N_ELEMENTS (tests));
}
