/* SPDX-License-Identifier: MIT */
/* Maps of Tiled in a document: one step to undo; sprites that are read again, shared, or changed meanwhile. What maps can have is
 * in tests/e2e/test_tiled.py. */
#include "document/cells.h"
#include "interchange/level_file.h"
#include "tests/support/document_kit.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

#define SET "<tileset firstgid=\"1\" name=\"%s\" tilewidth=\"8\" tileheight=\"8\"><image source=\"sheet.png\"/></tileset>"
#define MAP "<map orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"8\" tileheight=\"8\">" SET \
            "<layer name=\"a\"><data encoding=\"csv\">1,2,%s</data></layer></map>"

typedef struct {
  char *temp;
  KbDocument *document;
} Cave;

/* Tiles by what they show. */
static void
draw (const Cave *cave, const guint *shown, guint n)
{
  g_autoptr (KbPicture) sheet = kb_picture_new (8 * n, 8);
  for (guint i = 0; i < n; i++)
    kit_figure (sheet, 8 * (gint) i, 0, 8, 8, shown[i]);
  kit_save (sheet, cave->temp, "sheet.png");
}

static void
import (const Cave *cave, const char *name, const char *set, const char *tiles)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf (MAP, set, tiles), *path = g_build_filename (cave->temp, name, NULL);
  kit_write (cave->temp, name, text);
  g_autoptr (KbLevelFile) file = kb_level_file_read (path, NULL, &error);
  g_assert_no_error (error);
  kb_level_file_apply (cave->document, file, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
set_up_cave (Cave *cave, gconstpointer data)
{
  static const guint shown[] = { 1, 2, 3 };
  cave->temp = temp_folder_new ();
  g_autofree char *folder = g_build_filename (cave->temp, "p", NULL);
  cave->document = kb_document_new (folder, "p");
  draw (cave, shown, 3);
}

static void
tear_down_cave (Cave *cave, gconstpointer data)
{
  kb_document_free (cave->document);
  temp_folder_remove (cave->temp);
  g_free (cave->temp);
}

static const KbSprite *
sprite_of (const Cave *cave)
{
  return kb_sprite_at (kb_document_project (cave->document), 0);
}

/* What cell (i, j) of a level's first layer shows, as the picture's left edge; -1: nothing. */
static gint
shown_at (const Cave *cave, guint level, gint i, gint j)
{
  KbCell cell = kb_cell_unpack (kb_layer_cell_at (kb_layer_at (kb_level_at (kb_document_project (cave->document), level), 0), i, j));
  if (!cell.frame)
    return -1;
  const KbFrame *frame = kb_sprite_find_frame (sprite_of (cave), (gint) cell.frame);
  g_assert_nonnull (frame);
  return frame->picture.x;
}

static void
test_step (Cave *cave, gconstpointer data)
{
  const KbProject *project = kb_document_project (cave->document);
  import (cave, "a.tmx", "rocks", "3,0");
  g_assert_true (project->sprites->len == 1 && project->levels->len == 1);
  g_assert_cmpstr (sprite_of (cave)->name, ==, "rocks");
  g_assert_true (shown_at (cave, 0, 0, 0) == 0 && shown_at (cave, 0, 0, 1) == 16 && shown_at (cave, 0, 1, 1) == -1);
  g_assert_true (kb_document_undo (cave->document));
  g_assert_true (project->sprites->len == 0 && project->levels->len == 0 && !kb_document_undo_label (cave->document));
  g_assert_true (kb_document_redo (cave->document));
  g_assert_true (shown_at (cave, 0, 0, 1) == 16);
}

/* A second map with a set of that name and picture has the same sprite; one with another picture has its own. */
static void
test_shared (Cave *cave, gconstpointer data)
{
  const KbProject *project = kb_document_project (cave->document);
  import (cave, "a.tmx", "rocks", "3,0");
  import (cave, "b.tmx", "rocks", "0,3");
  g_assert_cmpuint (project->sprites->len, ==, 1);
  g_assert_cmpuint (sprite_of (cave)->frames->len, ==, 3);
  g_assert_cmpint (shown_at (cave, 1, 1, 1), ==, 16);
  import (cave, "c.tmx", "more rocks", "0,3");
  g_assert_cmpuint (project->sprites->len, ==, 2);
}

/* A tile that is put in before the others moves them all: cells and what was marked go with what they show. */
static void
test_changed (Cave *cave, gconstpointer data)
{
  static const guint shown[] = { 9, 1, 2, 3 };
  import (cave, "a.tmx", "rocks", "3,0");
  must_apply (cave->document, "{\"set\": \"sprites[0].frames[2].collision\", \"value\": \"top\"}");
  gint third = kb_frame_at (sprite_of (cave), 2)->lasting_id;
  draw (cave, shown, 4);
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) again = kb_import_read_again (cave->document, sprite_of (cave), &error);
  g_assert_no_error (error);
  g_assert_true (kb_import_apply (cave->document, again, sprite_of (cave)->name, NULL, &error));
  g_assert_cmpuint (sprite_of (cave)->frames->len, ==, 4);
  g_assert_cmpint (kb_frame_at (sprite_of (cave), 3)->lasting_id, ==, third);
  g_assert_cmpint (kb_frame_at (sprite_of (cave), 3)->collision, ==, KB_COLLISION_TOP);
  g_assert_cmpint (shown_at (cave, 0, 0, 1), ==, 24);
  /* The map still says tile 3, which is another one now. */
  import (cave, "a.tmx", "rocks", "3,4");
  g_assert_true (shown_at (cave, 0, 0, 1) == 16 && shown_at (cave, 0, 1, 1) == 24);
}

/* A frame that was deleted here comes back with the map that shows it. */
static void
test_deleted (Cave *cave, gconstpointer data)
{
  import (cave, "a.tmx", "rocks", "3,0");
  must_apply (cave->document, "{\"remove\": \"sprites[0].frames[2]\"}");
  import (cave, "a.tmx", "rocks", "3,0");
  g_assert_cmpuint (sprite_of (cave)->frames->len, ==, 3);
  g_assert_cmpint (shown_at (cave, 0, 0, 1), ==, 16);
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/tiled/step", Cave, NULL, set_up_cave, test_step, tear_down_cave);
  g_test_add ("/tiled/shared", Cave, NULL, set_up_cave, test_shared, tear_down_cave);
  g_test_add ("/tiled/changed", Cave, NULL, set_up_cave, test_changed, tear_down_cave);
  g_test_add ("/tiled/deleted", Cave, NULL, set_up_cave, test_deleted, tear_down_cave);
  return g_test_run ();
}
