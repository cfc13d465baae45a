/* SPDX-License-Identifier: MIT */
/* Levels that are imported again: what the file changed comes, what was added here stays, what was changed here is told before it
 * is replaced; the record of the file; files that are called a level's and are none. */
#include <glib/gstdio.h>

#include "interchange/levels/level_file.h"
#include "interchange/sources.h"
#include "tests/support/document_kit.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

#define SVG(paths) "<svg xmlns=\"http://www.w3.org/2000/svg\">" paths "</svg>"

typedef struct {
  char *temp, *art;
  KbDocument *document;
} Yard;

static void
draw (Yard *yard, const char *text)
{
  g_assert_true (g_file_set_contents (yard->art, text, -1, NULL));
}

static void
import (Yard *yard)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbLevelFile) file = kb_level_file_read (yard->art, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (kb_level_file_apply (yard->document, file, NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
set_up_yard (Yard *yard, gconstpointer data)
{
  yard->temp = temp_folder_new ();
  yard->art = g_build_filename (yard->temp, "yard.svg", NULL);
  g_autofree char *folder = g_build_filename (yard->temp, "p", NULL);
  yard->document = kb_document_new (folder, "p");
  draw (yard, SVG ("<path d=\"M0 0 H8 V8\"/>"));
  import (yard);
}

static void
tear_down_yard (Yard *yard, gconstpointer data)
{
  kb_document_free (yard->document);
  temp_folder_remove (yard->temp);
  g_free (yard->temp);
  g_free (yard->art);
}

static const KbLevel *
level_of (Yard *yard)
{
  return kb_level_at (kb_document_project (yard->document), 0);
}

/* "0,0-8,0 8,0-8,8" */
static void
check_walls (Yard *yard, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < kb_count (level_of (yard)->walls); i++)
    {
      const KbWall *wall = kb_wall_at (level_of (yard), i);
      g_string_append_printf (text, "%s%g,%g-%g,%g", i ? " " : "", wall->a.x, wall->a.y, wall->b.x, wall->b.y);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* What would be replaced, as one line; "" for nothing. */
static void
check_replaced (Yard *yard, const char *expected)
{
  g_autoptr (KbLevelFile) file = kb_level_file_read_again (kb_document_folder (yard->document), level_of (yard)->import, "yard", NULL);
  g_assert_nonnull (file);
  g_auto (GStrv) replaced = kb_level_file_replaces (yard->document, file, "yard");
  g_autofree char *text = replaced ? g_strjoinv ("; ", replaced) : g_strdup ("");
  g_assert_cmpstr (text, ==, expected);
}

static gboolean
has_changed (Yard *yard)
{
  g_autoptr (KbSourceFolders) all = kb_source_folders_load ("/");   /* all is in it */
  return kb_import_sources_changed (kb_import_record (&level_of (yard)->node), kb_document_folder (yard->document), all);
}

#define ADD "{\"insert\": \"levels[0].walls\", \"value\": {\"a\": [1, 1], \"b\": [2, 2], \"class\": \"wall\"}}"

static void
test_added (Yard *yard, gconstpointer data)
{
  check_walls (yard, "0,0-8,0 8,0-8,8");
  check_replaced (yard, "");
  must_apply (yard->document, ADD);
  must_apply (yard->document, "{\"set\": \"levels[0].walls[1].one_way\", \"value\": true}");
  check_replaced (yard, "");
  draw (yard, SVG ("<path d=\"M0 0 H8 V16 H0 Z\"/>"));
  import (yard);
  check_walls (yard, "0,0-8,0 8,0-8,16 8,16-0,16 0,16-0,0 1,1-2,2");
  g_assert_true (kb_wall_at (level_of (yard), 1)->one_way);
  draw (yard, SVG ("<path d=\"M0 0 H9\"/>"));
  import (yard);
  check_walls (yard, "0,0-9,0 1,1-2,2");
  kb_document_undo (yard->document);
  kb_document_undo (yard->document);
  check_walls (yard, "0,0-8,0 8,0-8,8 1,1-2,2");
  check_replaced (yard, "");
}

/* A zigzag of so many walls, each `by` further down. */
static char *
zigzag (guint n, guint by)
{
  GString *text = g_string_new ("<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 ");
  g_string_append_printf (text, "%u", by);
  for (guint i = 1; i <= n; i++)
    g_string_append_printf (text, " L%u %u", i * 4, by + i % 2 * 8);
  g_string_append (text, "\"/></svg>");
  return g_string_free (text, FALSE);
}

static void
check_zigzag (Yard *yard, guint n, guint by)
{
  for (guint i = 0; i < n; i++)
    {
      const KbWall *wall = kb_wall_at (level_of (yard), i);
      g_assert_cmpfloat (wall->a.x, ==, 4 * i);
      g_assert_cmpfloat (wall->b.x, ==, 4 * i + 4);
      g_assert_cmpfloat (wall->a.y, ==, by + i % 2 * 8);
      g_assert_cmpfloat (wall->b.y, ==, by + (i + 1) % 2 * 8);
    }
}

/* Longer, shorter, elsewhere: what was added here is behind it all the while; each import is one step. */
static void
test_many (Yard *yard, gconstpointer data)
{
  static const guint sizes[][2] = { { 500, 0 }, { 500, 3 }, { 900, 3 }, { 900, 3 }, { 300, 5 }, { 2, 5 }, { 700, 0 } };
  for (guint added = 0; added < 2; added++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        g_autofree char *text = zigzag (sizes[i][0], sizes[i][1]);
        draw (yard, text);
        import (yard);
        g_assert_cmpuint (kb_count (level_of (yard)->walls), ==, sizes[i][0] + added);
        check_zigzag (yard, sizes[i][0], sizes[i][1]);
        if (i > 0 && sizes[i][0] != sizes[i - 1][0])
          {
            kb_document_undo (yard->document);
            check_zigzag (yard, sizes[i - 1][0], sizes[i - 1][1]);
            kb_document_redo (yard->document);
            check_zigzag (yard, sizes[i][0], sizes[i][1]);
          }
        if (!added && i + 1 == G_N_ELEMENTS (sizes))
          must_apply (yard->document, ADD);
        else if (added)
          g_assert_cmpfloat (kb_wall_at (level_of (yard), sizes[i][0])->b.x, ==, 2);
      }
}

static void
test_changed_here (Yard *yard, gconstpointer data)
{
  static const char *const lines[] = {
    "{\"set\": \"levels[0].walls[0].a\", \"value\": [0, 0.25]}", "{\"remove\": \"levels[0].walls[1]\"}",
    "{\"set\": \"levels[0].import\", \"value\": {\"files\": [\"../yard.svg\"]}}",
    "{\"set\": \"levels[0].import\", \"value\": {\"files\": [\"../yard.svg\"], \"given\": {\"walls\": {\"n\": -1, \"sha256\": \"x\"}}}}",
    "{\"set\": \"levels[0].import\", \"value\": {\"files\": [\"../yard.svg\"], \"given\": [1]}}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      must_apply (yard->document, lines[i]);
      check_replaced (yard, "yard: walls");
      must_apply (yard->document, "{\"undo\": true}");
      check_replaced (yard, "");
    }
  must_apply (yard->document, ADD);
  must_apply (yard->document, lines[0]);
  import (yard);
  check_walls (yard, "0,0-8,0 8,0-8,8");
  check_replaced (yard, "");
}

/* By content, and wherever the project lies. */
static void
test_source (Yard *yard, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) paths = kb_import_sources (yard->document, level_of (yard)->import, NULL, NULL);
  g_assert_cmpstr (paths[0], ==, yard->art);
  g_assert_null (paths[1]);
  g_assert_cmpstr (json_string_value (json_array_get (json_object_get (level_of (yard)->import, "files"), 0)), ==, "../yard.svg");
  g_assert_false (has_changed (yard));
  draw (yard, SVG ("<path d=\"M0 0 H8 V9\"/>"));
  g_assert_true (has_changed (yard));
  import (yard);
  g_assert_false (has_changed (yard));
  must_apply (yard->document, "{\"set\": \"levels[0].name\", \"value\": \"court\"}");
  g_autoptr (KbLevelFile) file = kb_level_file_read_again (kb_document_folder (yard->document), level_of (yard)->import, "court", &error);
  g_assert_true (kb_level_file_apply (yard->document, file, "court", NULL, &error));
  g_assert_cmpuint (kb_count (kb_document_project (yard->document)->levels), ==, 1);
  g_remove (yard->art);
  g_assert_false (has_changed (yard));
  g_assert_null (kb_level_file_read_again (kb_document_folder (yard->document), level_of (yard)->import, "court", &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);
  g_assert_null (kb_level_file_read_again ("/", NULL, "court", &error));
  g_assert_cmpstr (error->message, ==, "court: was not imported from a file");
}

/* Another file with the level's name is another thing, unless the name is given; the same bytes elsewhere are not. */
static void
test_other_file (Yard *yard, gconstpointer data)
{
  g_autofree char *other = g_build_filename (yard->temp, "old", "yard.svg", NULL), *folder = g_path_get_dirname (other);
  static const struct { const char *text, *name, *replaced; gboolean belongs; } cases[] = {
    { SVG ("<path d=\"M0 0 H8 V8\"/>"), NULL, "", TRUE },
    { SVG ("<path d=\"M0 0 H8 V9\"/>"), NULL, "yard: imported from ../yard.svg", FALSE },
    { SVG ("<path d=\"M0 0 H8 V9\"/>"), "yard", "yard: imported from ../yard.svg", TRUE },
    { SVG ("<path d=\"M0 0 H8 V9\"/>"), "old yard", "", TRUE },
  };
  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_true (g_file_set_contents (other, cases[i].text, -1, NULL));
      g_autoptr (KbLevelFile) file = kb_level_file_read (other, NULL, &error);
      g_assert_no_error (error);
      g_auto (GStrv) replaced = kb_level_file_replaces (yard->document, file, cases[i].name);
      g_autofree char *text = replaced ? g_strjoinv ("; ", replaced) : g_strdup ("");
      g_assert_cmpstr (text, ==, cases[i].replaced);
      g_assert_cmpint (kb_level_file_belongs (yard->document, file, cases[i].name, &error), ==, cases[i].belongs);
      g_assert_cmpint (error != NULL && strstr (error->message, "another file, ../yard.svg") != NULL, ==, !cases[i].belongs);
    }
}

/* Called a level, and none: it is told what is missing, and where. */
static void
test_called (Yard *yard, gconstpointer data)
{
  static const struct { const char *name, *text; gboolean meant; const char *says; } cases[] = {
    { "a.wad", "", FALSE, "a.wad: this is an empty file, which Kickbox cannot import" },
    { "A.WAD", "PK\3\4", TRUE, "A.WAD: byte 0: this is no level that can be imported; expected a WAD of Doom, which starts with IWAD or PWAD" },
    { "a.wad", "IWAD\1", TRUE, "a.wad: byte 5: the file ends in its header" },
    { "a.svg", "x", TRUE, "a.svg: byte 0: this is no level that can be imported; expected a drawing in SVG" },
    { "a.wad", "\x89PNG\r\n\x1a\n", FALSE, "a.wad: byte 0: this is no level" },
    { "a.txt", "IWAD\1", TRUE, "a.txt: byte 5" },
    { "a.txt", "x", FALSE, "a.txt: this is no level that can be imported; expected a WAD of Doom, a drawing in SVG, a map of Tiled or a project of LDtk" },
    { "a.txt", "", FALSE, "a.txt: this is an empty file, which Kickbox cannot import" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (yard->temp, cases[i].name, NULL);
      g_autoptr (GError) error = NULL;
      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      g_assert_cmpint (kit_is_meant (path, KB_IMPORT_LEVEL), ==, cases[i].meant);
      g_assert_null (kb_level_file_read (path, NULL, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      g_assert_nonnull (strstr (error->message, cases[i].says));
    }
  g_assert_false (kit_is_meant ("/nowhere.wad", KB_IMPORT_LEVEL));
}

KIT_PROGRAM (level_again)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/level-again/added", Yard, NULL, set_up_yard, test_added, tear_down_yard);
  g_test_add ("/level-again/many", Yard, NULL, set_up_yard, test_many, tear_down_yard);
  g_test_add ("/level-again/changed-here", Yard, NULL, set_up_yard, test_changed_here, tear_down_yard);
  g_test_add ("/level-again/source", Yard, NULL, set_up_yard, test_source, tear_down_yard);
  g_test_add ("/level-again/other-file", Yard, NULL, set_up_yard, test_other_file, tear_down_yard);
  g_test_add ("/level-again/called", Yard, NULL, set_up_yard, test_called, tear_down_yard);
  return g_test_run ();
}
