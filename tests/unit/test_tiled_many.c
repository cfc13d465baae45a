/* SPDX-License-Identifier: MIT */
/* Maps of Tiled with thousands of tilesets: each picture is read once, and the work grows as the map does. */
#include <malloc.h>
#include <time.h>

#include "interchange/levels/level_file.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

#define SIDE 256         /* of the large sheet: reading and writing it takes longer than all else of one tileset */

typedef struct { char *temp; } Many;

static void
set_up (Many *many, gconstpointer data)
{
  many->temp = temp_folder_new ();
  g_autoptr (KbPicture) small = kb_picture_new (8, 8), large = kb_picture_new (SIDE, SIDE);
  kit_figure (small, 0, 0, 8, 8, 1);
  kit_figure (large, 0, 0, SIDE, SIDE, 2);
  kit_save (small, many->temp, "small.png");
  kit_save (large, many->temp, "large.png");
}

static void
tear_down (Many *many, gconstpointer data)
{
  temp_folder_remove (many->temp);
  g_free (many->temp);
}

/* `name`: of all of the map's n tilesets, "%u" in it stands for the number of each. */
static KbLevelFile *
read_map (const Many *many, guint n, const char *name, guint side, const char *image, GError **error)
{
  g_autoptr (GString) text = g_string_new ("<map width='1' height='1' tilewidth='8' tileheight='8'>");
  g_autofree char *path = g_build_filename (many->temp, "many.tmx", NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);
      g_autoptr (GString) own = g_string_new (name);
      g_string_replace (own, "%u", number, 0);
      g_string_append_printf (text, "<tileset firstgid='%u' name='%s' tilewidth='%u' tileheight='%u'>%s</tileset>", i + 1,
                              own->str, side, side, image);
    }
  g_string_append (text, "</map>");
  kit_write (many->temp, "many.tmx", text->str);
  return kb_level_file_read (path, NULL, error);
}

/* Processor time in seconds of reading and applying the map, the least of two. */
static double
measure (const Many *many, guint n, const char *name, guint side, const char *image)
{
  double least = 1e9;
  mallopt (M_PERTURB, 0);   /* Meson has freed memory overwritten, which costs more than the work */
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *folder = g_build_filename (many->temp, "p", NULL);
      KbDocument *document = kb_document_new (folder, "p");
      clock_t start = clock ();
      g_autoptr (KbLevelFile) file = read_map (many, n, name, side, image, &error);
      g_assert_no_error (error);
      kb_level_file_apply (document, file, NULL, NULL, &error);
      g_assert_no_error (error);
      least = MIN (least, (double) (clock () - start) / CLOCKS_PER_SEC);
      g_assert_cmpuint (kb_document_project (document)->sprites->len, ==, n);
      kb_document_free (document);
    }
  return least;
}

/* A few transparent ones of another colour key are pictures of their own. */
static void
test_read_once (Many *many, gconstpointer image)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbLevelFile) file = read_map (many, 50, "set %u", SIDE, image, &error);
  g_assert_no_error (error);
  const KbPicture *first = NULL;
  for (guint i = 0; i < file->tilesets->len; i++)
    {
      const KbImport *import = ((const KbFileTileset *) g_ptr_array_index (file->tilesets, i))->import;
      const KbImportPicture *picture = g_ptr_array_index (import->pictures, 0);
      const KbImportSource *map = g_ptr_array_index (import->sources, 0), *sheet = g_ptr_array_index (import->sources, 1);
      first = first ? first : picture->picture;
      g_assert_true (picture->picture == first);
      g_assert_nonnull (map->sum);
      g_assert_nonnull (sheet->sum);
    }
}

static void
test_large (Many *many, gconstpointer data)
{
  const char *image = "<image source='large.png'/>";
  double few = measure (many, 4, "set %u", SIDE, image), more = measure (many, 128, "set %u", SIDE, image);
  g_test_message ("4 sets: %g s, 128 sets: %g s", few, more);
  g_assert_cmpfloat (more, <, few * 8);
}

static void
test_grows (Many *many, gconstpointer name)
{
  const char *image = "<image source='small.png'/>";
  double few = measure (many, 500, name, 8, image), more = measure (many, 4000, name, 8, image);
  g_test_message ("500 sets: %g s, 4000 sets: %g s", few, more);
  g_assert_cmpfloat (more, <, few * 32);   /* the square is 64 */
}

/* Seconds to read a map with one object of each of n classes. */
static double
measure_classes (guint n)
{
  g_autoptr (GString) text = g_string_new ("<map version='1.10' orientation='orthogonal' width='1' height='1' tilewidth='8' tileheight='8'><objectgroup>");
  g_autoptr (GError) error = NULL;
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "<object id='%u' class='c%u' x='%u' y='0'><point/></object>", i + 1, i, i % 100);
  g_string_append (text, "</objectgroup></map>");
  const clock_t start = clock ();
  g_autoptr (KbLevelFile) file = kb_level_file_parse ("classes.tmx", text->str, text->len, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (file->classes->len, ==, n);
  g_assert_cmpuint (kb_level_file_class (file, "c1", 0), ==, 1);
  return (double) (clock () - start) / CLOCKS_PER_SEC;
}

static void
test_classes (Many *many, gconstpointer data)
{
  double few = measure_classes (4000), more = measure_classes (32000);
  g_test_message ("4000 classes: %g s, 32000 classes: %g s", few, more);
  g_assert_cmpfloat (more, <, few * 32);   /* the square is 64 */
}

/* What is not there or broken is told of each set, and looked at once. */
static void
test_no_picture (Many *many, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbLevelFile) file = read_map (many, 3, "set %u", 8, "<image source='gone.png' width='8' height='8'/>", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (file->messages->len, ==, 4);   /* the last: that nothing stops a move */
  for (guint i = 0; i < 3; i++)
    g_assert_nonnull (strstr (((const KbMessage *) g_ptr_array_index (file->messages, i))->what, "gone.png"));
}

static void
test_too_many (Many *many, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbLevelFile) file = read_map (many, 40, "set %u", 1, "<image source='gone.png' width='255' height='257'/>", &error);
  g_assert_null (file);
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_true (g_str_has_suffix (error->message, "the tilesets have more than 1048576 tiles"));
}

KIT_PROGRAM (tiled_many)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/tiled-many/read-once", Many, "<image source='large.png'/>", set_up, test_read_once, tear_down);
  g_test_add ("/tiled-many/read-once/key", Many, "<image source='large.png' trans='ff00ff'/>", set_up, test_read_once, tear_down);
  if (KIT_MEASURES)
    {
      g_test_add ("/tiled-many/large", Many, NULL, set_up, test_large, tear_down);
      g_test_add ("/tiled-many/grows/names", Many, "set %u", set_up, test_grows, tear_down);
      g_test_add ("/tiled-many/grows/name", Many, "set", set_up, test_grows, tear_down);
      g_test_add ("/tiled-many/grows/classes", Many, NULL, set_up, test_classes, tear_down);
    }
  g_test_add ("/tiled-many/no-picture", Many, NULL, set_up, test_no_picture, tear_down);
  g_test_add ("/tiled-many/too-many", Many, NULL, set_up, test_too_many, tear_down);
  return g_test_run ();
}
