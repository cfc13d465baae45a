/* SPDX-License-Identifier: MIT */
/* Maps of Tiled in a document: one step to undo; sprites that are read again, shared, or changed meanwhile. What maps can have is
 * in test_tiled_read.c and tests/e2e/test_tiled.py. */
#include <gio/gio.h>

#include "document/edits/cells.h"
#include "interchange/levels/level_file.h"
#include "interchange/readers/readers.h"
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

/* --- Packed files ----------------------------------------------------------------------------- */

static GBytes *
gzip (const char *text, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  GBytes *packed = NULL;
  gsize room = size + 1024, n_read, n;
  char *bytes = g_malloc (room);
  g_assert_cmpint (g_converter_convert (converter, text, size, bytes, room, G_CONVERTER_INPUT_AT_END, &n_read, &n, &error), ==,
                   G_CONVERTER_FINISHED);
  packed = g_bytes_new_take (bytes, n);
  return packed;
}

/* What a file of these bytes is read as, at most `limit`; says what is wrong otherwise. */
static void
check_unpacked (const Cave *cave, const char *bytes, gsize size, gsize limit, const char *expected, const char *wrong)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (cave->temp, "packed.gz", NULL), *text = NULL, *sum = NULL;
  gsize length = 0;
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  gboolean ok = kb_import_read_unpacked (path, limit, &text, &length, &sum, &error);
  if (wrong)
    {
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      g_assert_true (!ok && !text && g_str_has_prefix (error->message, path) && strstr (error->message, wrong));
      return;
    }
  g_assert_no_error (error);
  g_autofree char *of_file = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, size);
  g_assert_true (ok && g_str_has_prefix (of_file, sum));
  g_assert_cmpmem (text, length, expected, strlen (expected));
  g_assert_cmpint (text[length], ==, 0);
}

/* Of one member and of several; at the limit and beyond it; cut off, damaged, with something behind it; and a bomb. */
static void
test_packed (Cave *cave, gconstpointer data)
{
  const gsize many = (gsize) 8 << 20;
  gsize size, half;
  g_autoptr (GBytes) packed = gzip ("hello", 5);
  const char *bytes = g_bytes_get_data (packed, &size);
  g_autofree char *twice = g_malloc (2 * size), *zeros = g_malloc0 (many);
  memcpy (twice, bytes, size);
  memcpy (twice + size, bytes, size);
  check_unpacked (cave, bytes, size, 1000, "hello", NULL);
  check_unpacked (cave, twice, 2 * size, 1000, "hellohello", NULL);
  check_unpacked (cave, "plain", 5, 5, "plain", NULL);
  check_unpacked (cave, twice, 2 * size - 3, 1000, NULL, "cut off");
  check_unpacked (cave, twice, size + 1, 1000, NULL, "damaged");
  twice[size - 6] ^= 1;
  check_unpacked (cave, twice, size, 1000, NULL, "damaged");
  g_autoptr (GBytes) bomb = gzip (zeros, many);
  bytes = g_bytes_get_data (bomb, &half);
  g_assert_cmpuint (half, <, many / 2);
  check_unpacked (cave, bytes, half, many - 1, NULL, "too large");
}

/* It is a level's file by its content, and by its name where that is damaged. */
static void
test_packed_map (Cave *cave, gconstpointer data)
{
  g_autofree char *text = g_strdup_printf (MAP, "rocks", "3,0"), *path = g_build_filename (cave->temp, "a.tmx.gz", NULL);
  g_autofree char *other = g_build_filename (cave->temp, "other", NULL);
  g_autoptr (GBytes) packed = gzip (text, strlen (text));
  g_autoptr (GError) error = NULL;
  gsize size;
  const char *bytes = g_bytes_get_data (packed, &size);
  g_assert_true (g_file_set_contents (other, bytes, (gssize) size, NULL) && kit_is_meant (other, KB_IMPORT_LEVEL));
  g_assert_true (g_file_set_contents (path, bytes, 9, NULL) && kit_is_meant (path, KB_IMPORT_LEVEL));
  g_assert_null (kb_level_file_read (path, NULL, &error));
  g_assert_true (strstr (error->message, "a.tmx.gz: the packed file is cut off") != NULL);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  g_autoptr (KbLevelFile) file = kb_level_file_read (path, NULL, NULL);
  g_assert_nonnull (file);
  g_assert_cmpstr (((const KbFileLevel *) g_ptr_array_index (file->levels, 0))->name, ==, "a");
}

/* --- Large layers ----------------------------------------------------------------------------- */

#define WIDE 300
#define HIGH 700

static void
append_packed (GString *text, const guint32 *tiles, gboolean gzipped)
{
  const gsize size = sizeof (guint32) * WIDE * HIGH;
  g_autoptr (GBytes) bytes = gzipped ? gzip ((const char *) tiles, size) : g_bytes_new (tiles, size);
  gsize n;
  const guchar *data = g_bytes_get_data (bytes, &n);
  g_autofree char *base64 = g_base64_encode (data, n);
  g_string_append_printf (text, "<data encoding=\"base64\" compression=\"%s\">%s</data>", gzipped ? "gzip" : "", base64);
}

/* A layer that is read in several strips, by each way of writing it: tiles at the strips' edges and at random; most rows are
 * empty, and what is empty has no cells in memory. */
static void
test_strips (Cave *cave, gconstpointer data)
{
  g_autofree guint32 *tiles = g_new0 (guint32, WIDE * HIGH);
  for (guint i = 0; i < 50; i++)
    tiles[g_test_rand_int_range (0, WIDE * 200)] = (guint32) g_test_rand_int_range (1, 4);
  tiles[WIDE * HIGH - 1] = 2;
  for (guint way = 0; way < 3; way++)
    {
      g_autoptr (GString) text = g_string_new ("<map width=\"2\" height=\"2\" tilewidth=\"8\" tileheight=\"8\">");
      g_string_append_printf (text, SET "<layer width=\"%u\" height=\"%u\">", "rocks", WIDE, HIGH);
      if (way < 2)
        append_packed (text, tiles, way);
      else
        {
          g_string_append (text, "<data encoding=\"csv\">");
          for (guint i = 0; i < WIDE * HIGH; i++)
            g_string_append_printf (text, "%s%u", i ? "," : "", tiles[i]);
          g_string_append (text, "</data>");
        }
      g_string_append (text, "</layer></map>");
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_build_filename (cave->temp, "large.tmx", NULL);
      g_autoptr (KbLevelFile) file = kb_level_file_parse (path, text->str, text->len, NULL, &error);
      g_assert_no_error (error);
      const KbFileLayer *layer = g_ptr_array_index (((const KbFileLevel *) g_ptr_array_index (file->levels, 0))->layers, 0);
      guint rows = 0, bare = 0;
      for (guint k = 0; k < layer->pieces->len; k++)
        {
          const KbFilePiece *piece = g_ptr_array_index (layer->pieces, k);
          g_assert_true (piece->i == 0 && piece->width == WIDE && piece->j == (gint) rows);
          rows += piece->height;
          bare += piece->cells ? 0 : piece->height;
          for (guint i = 0; i < WIDE * piece->height; i++)
            g_assert_cmpuint (piece->cells ? piece->cells[i] & KB_CELL_FRAME : 0, ==, tiles[WIDE * (guint) piece->j + i]);
        }
      g_assert_cmpuint (rows, ==, HIGH);
      g_assert_cmpuint (bare, >=, 200);
    }
}

KIT_PROGRAM (tiled)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/tiled/step", Cave, NULL, set_up_cave, test_step, tear_down_cave);
  g_test_add ("/tiled/shared", Cave, NULL, set_up_cave, test_shared, tear_down_cave);
  g_test_add ("/tiled/changed", Cave, NULL, set_up_cave, test_changed, tear_down_cave);
  g_test_add ("/tiled/deleted", Cave, NULL, set_up_cave, test_deleted, tear_down_cave);
  g_test_add ("/tiled/packed", Cave, NULL, set_up_cave, test_packed, tear_down_cave);
  g_test_add ("/tiled/packed/map", Cave, NULL, set_up_cave, test_packed_map, tear_down_cave);
  g_test_add ("/tiled/strips", Cave, NULL, set_up_cave, test_strips, tear_down_cave);
  return g_test_run ();
}
