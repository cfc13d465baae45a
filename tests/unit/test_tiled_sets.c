/* SPDX-License-Identifier: MIT */
/* Which sprites the tilesets of Tiled's maps become: sets of one name, maps that share one, and what changed since; tiles that the
 * source has no more. */
#include "document/edits/cells.h"
#include "interchange/levels/level_file.h"
#include "tests/support/document_kit.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

#define MAP "<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">%s" \
            "<layer name=\"a\"><data encoding=\"csv\">%s</data></layer></map>"
#define SET "<tileset firstgid=\"%u\" name=\"%s\" tilewidth=\"%u\" tileheight=\"%u\"><image source=\"%s\"/></tileset>"

typedef struct {
  char *temp;
  KbDocument *document;
} Cave;

/* Sheets of 32 x 16 pixels that differ. */
static void
draw (const Cave *cave, const char *name, guint number)
{
  g_autoptr (KbPicture) sheet = kb_picture_new (32, 16);
  kit_figure (sheet, 0, 0, 32, 16, number);
  kit_save (sheet, cave->temp, name);
}

static void
set_up_cave (Cave *cave, gconstpointer data)
{
  cave->temp = temp_folder_new ();
  g_autofree char *folder = g_build_filename (cave->temp, "p", NULL);
  cave->document = kb_document_new (folder, "p");
  draw (cave, "rocks.png", 1);
  draw (cave, "trees.png", 2);
}

static void
tear_down_cave (Cave *cave, gconstpointer data)
{
  kb_document_free (cave->document);
  temp_folder_remove (cave->temp);
  g_free (cave->temp);
}

/* What was told, in lines; a new string. */
static char *
import_as (const Cave *cave, const char *name, const char *level, const char *sets, const char *tiles)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf (MAP, sets, tiles), *path = g_build_filename (cave->temp, name, NULL);
  kit_write (cave->temp, name, text);
  g_autoptr (KbLevelFile) file = kb_level_file_read (path, NULL, &error);
  g_assert_no_error (error);
  kb_level_file_apply (cave->document, file, level, NULL, &error);
  g_assert_no_error (error);
  GString *reported = g_string_new (NULL);
  kb_messages_append (reported, file->messages, "\n");
  g_string_append_c (reported, '\n');
  return g_string_free (reported, FALSE);
}

static void
import (const Cave *cave, const char *name, const char *sets, const char *tiles)
{
  g_free (import_as (cave, name, NULL, sets, tiles));
}

static char *
set_text (guint first, const char *name, guint side, const char *sheet)
{
  return g_strdup_printf (SET, first, name, side, side, sheet);
}

static const KbSprite *
find (const Cave *cave, const char *name)
{
  const KbSprite *sprite = kb_project_find_sprite (kb_document_project (cave->document), name);
  g_assert_nonnull (sprite);
  return sprite;
}

/* "rocks 8,0 8": the sprite, and the corner and width in its sheet, of what the cell of a level shows; "gone" where there is no
 * such frame. */
static void
check_shown (const Cave *cave, const char *name, gint i, const char *wanted)
{
  const KbProject *project = kb_document_project (cave->document);
  const KbLevel *level = kb_project_find_level (project, name);
  KbCell cell = kb_cell_unpack (kb_layer_cell_at (kb_layer_at (level, 0), i, 0));
  const KbTileset *set = kb_level_find_tileset (level, (gint) cell.tileset);
  const KbSprite *sprite = set ? kb_project_find_sprite (project, set->sprite) : NULL;
  const KbFrame *frame = sprite && cell.frame ? kb_sprite_find_frame (sprite, (gint) cell.frame) : NULL;
  g_autofree char *shown = !frame ? g_strdup ("gone")
                           : g_strdup_printf ("%s %d,%d %d", sprite->name, frame->picture.x, frame->picture.y, frame->width);
  g_assert_cmpstr (shown, ==, wanted);
}

static guint
n_sprites (const Cave *cave)
{
  return kb_document_project (cave->document)->sprites->len;
}

/* --- One name --------------------------------------------------------------------------------- */

static void
check_both (const Cave *cave)
{
  g_assert_cmpuint (n_sprites (cave), ==, 2);
  g_assert_cmpuint (find (cave, "t")->frames->len, ==, 8);
  g_assert_cmpuint (find (cave, "t 2")->frames->len, ==, 2);
  check_shown (cave, "a", 0, "t 24,8 8");
  check_shown (cave, "a", 1, "t 2 16,0 16");
}

/* Two sets of one map: each has its own sprite, also when they are read again, from the map or one by one. */
static void
test_one_map (Cave *cave, gconstpointer data)
{
  g_autofree char *small = set_text (1, "t", 8, "rocks.png"), *large = set_text (20, "t", 16, data);
  g_autofree char *sets = g_strconcat (small, large, NULL);
  import (cave, "a.tmx", small, "8,1");
  for (guint i = 0; i < 2; i++)
    {
      import (cave, "a.tmx", sets, "8,21");
      check_both (cave);
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      const KbSprite *sprite = kb_sprite_at (kb_document_project (cave->document), i);
      g_autoptr (KbImport) again = kb_import_read_again (cave->document, sprite, &error);
      g_assert_no_error (error);
      g_assert_true (kb_import_apply (cave->document, again, sprite->name, NULL, &error));
      check_both (cave);
    }
  /* The first one goes: the other is what it was. */
  g_autofree char *alone = set_text (20, "t", 16, data);
  import (cave, "a.tmx", alone, "20,21");
  g_assert_cmpuint (n_sprites (cave), ==, 2);
  check_shown (cave, "a", 0, "t 2 0,0 16");
}

/* Names that differ in small and capital letters only are one name too. */
static void
test_letters (Cave *cave, gconstpointer data)
{
  g_autofree char *small = set_text (1, "t", 8, "rocks.png"), *large = set_text (20, "T", 16, "trees.png");
  g_autofree char *sets = g_strconcat (small, large, NULL);
  for (guint i = 0; i < 2; i++)
    {
      import (cave, "a.tmx", sets, "8,21");
      g_assert_cmpuint (n_sprites (cave), ==, 2);
      check_shown (cave, "a", 0, "t 24,8 8");
      check_shown (cave, "a", 1, "T 2 16,0 16");
    }
}

/* One in the map, one in a file of its own. */
static void
test_external (Cave *cave, gconstpointer data)
{
  g_autofree char *small = set_text (1, "t", 8, "rocks.png"), *large = set_text (1, "t", 16, "rocks.png");
  g_autofree char *sets = g_strconcat (small, "<tileset firstgid=\"20\" source=\"t.tsx\"/>", NULL);
  kit_write (cave->temp, "t.tsx", large);
  for (guint i = 0; i < 2; i++)
    {
      import (cave, "a.tmx", sets, "8,21");
      check_both (cave);
    }
}

/* Sheets of two maps that are cut in two ways; a third is cut as the second. */
static void
test_two_maps (Cave *cave, gconstpointer data)
{
  g_autofree char *small = set_text (1, "t", 8, "rocks.png"), *large = set_text (1, "t", 16, "rocks.png");
  import (cave, "a.tmx", small, "8,1");
  for (guint i = 0; i < 2; i++)
    {
      import (cave, "b.tmx", large, "2,1");
      import (cave, "c.tmx", large, "1,2");
      g_assert_cmpuint (n_sprites (cave), ==, 2);
      check_shown (cave, "a", 0, "t 24,8 8");
      check_shown (cave, "b", 0, "t 2 16,0 16");
      check_shown (cave, "c", 1, "t 2 16,0 16");
      import (cave, "a.tmx", small, "8,1");
    }
}

/* Pictures of their own: only the same ones are one sprite. */
static void
test_collections (Cave *cave, gconstpointer data)
{
  static const char one[] = "<tileset firstgid=\"1\" name=\"t\"><tile id=\"0\"><image source=\"rocks.png\"/></tile></tileset>";
  static const char two[] = "<tileset firstgid=\"1\" name=\"t\"><tile id=\"0\"><image source=\"rocks.png\"/></tile>"
                            "<tile id=\"1\"><image source=\"trees.png\"/></tile></tileset>";
  import (cave, "a.tmx", two, "1,2");
  import (cave, "b.tmx", two, "2,1");
  g_assert_cmpuint (n_sprites (cave), ==, 1);
  import (cave, "c.tmx", one, "1,0");
  g_assert_cmpuint (n_sprites (cave), ==, 2);
  check_shown (cave, "a", 1, "t 0,0 32");
  check_shown (cave, "c", 0, "t 2 0,0 32");
}

/* Global numbers are of the set that begins last before them, in whatever order sets stand; of equal ones of the first. */
static void
test_order (Cave *cave, gconstpointer data)
{
  g_autofree char *c = set_text (50, "c", 8, "rocks.png"), *a = set_text (1, "a", 8, "rocks.png"), *b = set_text (20, "b", 16, "trees.png");
  g_autofree char *again = set_text (20, "d", 8, "rocks.png"), *sets = g_strconcat (c, a, b, again, NULL);
  import (cave, "a.tmx", sets, "20,57");
  check_shown (cave, "a", 0, "b 0,0 16");
  check_shown (cave, "a", 1, "c 24,8 8");
  import (cave, "a.tmx", sets, "21,1");
  check_shown (cave, "a", 0, "b 16,0 16");
  check_shown (cave, "a", 1, "a 0,0 8");
}

/* --- Changes ---------------------------------------------------------------------------------- */

/* The map's own cut changes: its sprite follows, as nobody else shows it; another map that shares it keeps its tiles. */
static void
test_cut_anew (Cave *cave, gconstpointer data)
{
  g_autofree char *small = set_text (1, "t", 8, "rocks.png"), *large = set_text (1, "t", 16, "rocks.png");
  import (cave, "a.tmx", small, "8,1");
  import (cave, "a.tmx", large, "2,1");
  g_assert_cmpuint (n_sprites (cave), ==, 1);
  check_shown (cave, "a", 0, "t 16,0 16");
  import (cave, "b.tmx", large, "2,1");
  g_assert_cmpuint (n_sprites (cave), ==, 1);
  g_autofree char *reported = import_as (cave, "b.tmx", NULL, small, "8,1");
  g_assert_nonnull (strstr (reported, "t: its tiles have another cut or picture now; the sprite stays as it was for other levels (a)"));
  check_shown (cave, "a", 0, "t 16,0 16");
  check_shown (cave, "b", 0, "t 2 24,8 8");
}

/* A file of tiles: the first map that follows its new cut gets a sprite, the other joins it. */
static void
test_file_cut_anew (Cave *cave, gconstpointer data)
{
  static const char source[] = "<tileset firstgid=\"1\" source=\"t.tsx\"/>";
  g_autofree char *small = set_text (1, "t", 8, "rocks.png"), *large = set_text (1, "t", 16, "rocks.png");
  kit_write (cave->temp, "t.tsx", small);
  import (cave, "a.tmx", source, "8,1");
  import (cave, "b.tmx", source, "8,1");
  g_assert_cmpuint (n_sprites (cave), ==, 1);
  kit_write (cave->temp, "t.tsx", large);
  import (cave, "a.tmx", source, "2,1");
  check_shown (cave, "a", 0, "t 2 16,0 16");
  check_shown (cave, "b", 0, "t 24,8 8");
  import (cave, "b.tmx", source, "2,1");
  check_shown (cave, "b", 0, "t 2 16,0 16");
  g_assert_cmpuint (n_sprites (cave), ==, 2);
  /* Its sheet is painted over: all follow. */
  draw (cave, "rocks.png", 3);
  import (cave, "a.tmx", source, "2,1");
  g_assert_cmpuint (n_sprites (cave), ==, 2);
  check_shown (cave, "b", 0, "t 2 16,0 16");
}

/* --- Tiles that go ---------------------------------------------------------------------------- */

#define TILE "<tile id=\"%u\"><image source=\"%s.png\"/></tile>"
#define SOURCE "<tileset firstgid=\"1\" source=\"t.tsx\"/>"
#define OBJECT "<objectgroup><object gid=\"2\" x=\"0\" y=\"16\"/></objectgroup>"

static void
write_tiles (const Cave *cave, gboolean trees)
{
  g_autofree char *text = g_strdup_printf ("<tileset name=\"t\">" TILE "%s</tileset>", 0u, "rocks",
                                           trees ? "<tile id=\"1\"><image source=\"trees.png\"/></tile>" : "");
  kit_write (cave->temp, "t.tsx", text);
}

/* A tile that a level's cells or entities show is kept, told with the level, and back when the source has it again. */
static void
test_shown (Cave *cave, gconstpointer data)
{
  const gboolean as_entity = data != NULL;
  write_tiles (cave, TRUE);
  import (cave, "a.tmx", as_entity ? SOURCE OBJECT : SOURCE, as_entity ? "1,0" : "1,2");
  write_tiles (cave, FALSE);
  g_autofree char *reported = import_as (cave, "b.tmx", NULL, SOURCE, "1,0");
  g_assert_nonnull (strstr (reported, "it is kept with the lost frames for the levels that show it\n"));
  g_assert_nonnull (strstr (reported, "is missing in levels: a\n"));
  g_assert_cmpuint (find (cave, "t")->lost->len, ==, 1);
  check_shown (cave, "a", 0, "t 0,0 32");
  check_shown (cave, "a", 1, "gone");
  gint lost = ((const KbFrame *) g_ptr_array_index (find (cave, "t")->lost, 0))->lasting_id;
  write_tiles (cave, TRUE);
  import (cave, "b.tmx", SOURCE, "1,0");
  g_assert_cmpuint (find (cave, "t")->lost->len, ==, 0);
  g_assert_nonnull (kb_sprite_find_frame (find (cave, "t"), lost));
  check_shown (cave, "a", 1, as_entity ? "gone" : "t 0,0 32");
}

/* What the level itself shows until it is imported again is no use. */
static void
test_shown_before (Cave *cave, gconstpointer data)
{
  write_tiles (cave, TRUE);
  import (cave, "a.tmx", SOURCE OBJECT, "1,2");
  write_tiles (cave, FALSE);
  g_autofree char *reported = import_as (cave, "a.tmx", NULL,
                                     SOURCE "<objectgroup><object gid=\"1\" x=\"0\" y=\"16\"/></objectgroup>", "1,1");
  g_assert_null (strstr (reported, "lost frames"));
  g_assert_cmpuint (find (cave, "t")->lost->len, ==, 0);
  g_assert_cmpuint (find (cave, "t")->frames->len, ==, 1);
}

KIT_PROGRAM (tiled_sets)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/tiled-sets/one-map/picture", Cave, "trees.png", set_up_cave, test_one_map, tear_down_cave);
  g_test_add ("/tiled-sets/one-map/cut", Cave, "rocks.png", set_up_cave, test_one_map, tear_down_cave);
  g_test_add ("/tiled-sets/letters", Cave, NULL, set_up_cave, test_letters, tear_down_cave);
  g_test_add ("/tiled-sets/external", Cave, NULL, set_up_cave, test_external, tear_down_cave);
  g_test_add ("/tiled-sets/two-maps", Cave, NULL, set_up_cave, test_two_maps, tear_down_cave);
  g_test_add ("/tiled-sets/order", Cave, NULL, set_up_cave, test_order, tear_down_cave);
  g_test_add ("/tiled-sets/collections", Cave, NULL, set_up_cave, test_collections, tear_down_cave);
  g_test_add ("/tiled-sets/cut-anew", Cave, NULL, set_up_cave, test_cut_anew, tear_down_cave);
  g_test_add ("/tiled-sets/file-cut-anew", Cave, NULL, set_up_cave, test_file_cut_anew, tear_down_cave);
  g_test_add ("/tiled-sets/shown/cell", Cave, NULL, set_up_cave, test_shown, tear_down_cave);
  g_test_add ("/tiled-sets/shown/entity", Cave, "entity", set_up_cave, test_shown, tear_down_cave);
  g_test_add ("/tiled-sets/shown-before", Cave, NULL, set_up_cave, test_shown_before, tear_down_cave);
  return g_test_run ();
}
