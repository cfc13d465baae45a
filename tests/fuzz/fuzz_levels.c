/* SPDX-License-Identifier: MIT */
/* Reads the input as a file of levels. What can be read becomes levels of a document, twice the
 * same. What cannot is read as points of a ground, as a function, and as the picture of a
 * heightmap. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "document/heightmap.h"
#include "document/pixels/zones_files.h"
#include "interchange/formats.h"
#include "interchange/levels/level_file.h"
#include "interchange/levels/wad.h"
#include "operations/level/heightmaps.h"
#include "tests/fuzz/input.h"

static void
check_vec (KbVec v)
{
  gboolean on_grid = v.x * 256 == floor (v.x * 256) && v.y * 256 == floor (v.y * 256);
  if (!on_grid || fabs (v.x) > KB_LEVEL_LIMIT || fabs (v.y) > KB_LEVEL_LIMIT)
    g_error ("%g %g is no place on a level", v.x, v.y);
}

static void
check_level (const KbFileLevel *level, guint n_classes)
{
  for (guint i = 0; i < level->walls->len; i++)
    {
      const KbFileWall *wall = &g_array_index (level->walls, KbFileWall, i);
      check_vec (wall->a);
      check_vec (wall->b);
      if (wall->class_index >= n_classes || (wall->a.x == wall->b.x && wall->a.y == wall->b.y))
        g_error ("wall %u is none", i);
    }
  g_free (kb_level_file_counts (level->layers->len, 1, 1, level->walls->len, (guint) json_array_size (level->areas),
                                (guint) json_array_size (level->entities)));
  size_t i, k;
  json_t *area, *ring;
  json_array_foreach (level->areas, i, area)
    {
      const json_t *rings = json_object_get (area, "rings");
      g_assert_cmpuint (json_array_size (rings), >, 0);
      json_array_foreach (rings, k, ring)
        g_assert_cmpuint (json_array_size (ring), >=, 3);
    }
}

/* The names of levels may be the same; then the later one is what there is. */
static json_t *
apply (KbDocument *document, const KbLevelFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  json_t *result = json_array ();
  if (!kb_level_file_apply (document, file, NULL, ids, &error))
    {
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      return result;
    }
  g_assert_cmpuint (ids->len, ==, file->levels->len);
  for (guint i = 0; i < ids->len; i++)
    json_array_append_new (result, kb_node_to_json (kb_document_node (document, g_array_index (ids, KbId, i)), NULL));
  return result;
}

/* All of a WAD, also what an import has no use for. */
static void
read_wad (const char *data, gsize size)
{
  g_autoptr (KbWad) wad = kb_wad_parse ("/levels/input", data, size, NULL);
  for (guint i = 0; wad && i < kb_wad_map_count (wad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (KbWadMap) map = kb_wad_map_read (wad, i, TRUE, &error);
      g_assert_true (!map == (error != NULL));
    }
}

static double
number_at (const json_t *point, guint axis)
{
  return json_number_value (json_array_get (json_object_get (point, "at"), axis));
}

/* Steals the points, which may be NULL. A document takes them as they are. */
static void
check_ground (json_t *points)
{
  if (!points)
    return;
  g_autoptr (GError) error = NULL;
  KbDocument *document = kb_document_new ("/nowhere", "levels");
  const KbId project = kb_document_project (document)->node.id;
  g_assert_true (json_array_size (points) >= 2 && json_array_size (points) <= KB_MAX_GROUND_POINTS);
  g_assert_true (kb_import_add_class (document, "ground", 0, &error));
  const KbId level = kb_document_insert (document, project, "levels", -1,
                                         json_pack ("{ss}", "name", "a"), &error);
  json_t *made = json_pack ("{ss ss sO}", "name", "b", "class", "ground", "points", points);
  const KbId id = kb_document_insert (document, level, "grounds", -1, made, &error);
  g_assert_no_error (error);
  json_auto_t *ground = kb_node_to_json (kb_document_node (document, id), NULL);
  const json_t *put = json_object_get (ground, "points");
  g_assert_cmpuint (json_array_size (put), ==, json_array_size (points));
  size_t i;
  json_t *point;
  json_array_foreach (points, i, point)
    for (guint axis = 0; axis < 2; axis++)
      g_assert_true (number_at (point, axis) == number_at (json_array_get (put, i), axis));
  json_decref (points);
  kb_document_free (document);
}

static void
read_ground (const char *data, gsize size)
{
  g_autofree char *text = g_strndup (data, size);
  check_ground (kb_ground_points_read ("/levels/input", text, NULL));
  check_ground (kb_ground_function_read ("/levels/input", text, -40.3, 60, 8, NULL));
}

/* Samples that are painted, saved and read again stay as they are. */
static void
check_painted (const KbGrey *grey)
{
  KbZonesPalette palette = { .grey = TRUE };
  g_autoptr (KbZones) zones = kb_grey_to_zones (grey, NULL);
  g_autoptr (GBytes) png = zones ? kb_zones_encode (zones, &palette, NULL) : NULL;
  if (!png)
    return;
  put_file (fuzz_folder (), "painted.png", g_bytes_get_data (png, NULL), g_bytes_get_size (png));
  g_autofree char *path = g_build_filename (fuzz_folder (), "painted.png", NULL);
  g_autoptr (KbZones) again = kb_zones_read (NULL, path, NULL, &palette, NULL, NULL, NULL);
  g_autoptr (KbGrey) a = kb_grey_from_zones (zones, NULL), b = kb_grey_from_zones (again, NULL);
  g_assert_cmpmem (a->samples, 2 * a->width * a->height, b->samples, 2 * b->width * b->height);
}

/* A heightmap that is added has the samples of its picture. Twice, for the second name. */
static void
read_heightmap (const guint8 *data, gsize size)
{
  if (size < 8 || memcmp (data, "\x89PNG", 4) != 0)
    return;
  put_file (fuzz_folder (), "island.png", data, size);
  g_autofree char *path = g_build_filename (fuzz_folder (), "island.png", NULL);
  KbDocument *document = kb_document_new (fuzz_folder (), "levels");
  const KbId level = kb_document_insert (document, kb_document_project (document)->node.id,
                                         "levels", -1, json_pack ("{ss}", "name", "a"), NULL);
  const KbLevel *of = (const KbLevel *) kb_document_node (document, level);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean alpha;
      const KbId id =
        kb_heightmap_add (document, level, path, kb_heightmap_free_place (of), &alpha, &error);
      g_assert_true (!id == (error != NULL));
      if (!id)
        break;
      const KbHeightmap *map = (const KbHeightmap *) kb_document_node (document, id);
      const KbPixel samples = kb_heightmap_size (map);
      g_autoptr (KbGrey) grey = kb_document_heightmap_grey (document, map, &error);
      if (grey)
        {
          g_assert_true ((gint) grey->width == samples.x && (gint) grey->height == samples.y);
          check_painted (grey);
        }
      else
        g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
    }
  kb_document_free (document);
}

/* Of the tiles of int grids, and of heightmaps. */
static void
remove_pictures (void)
{
  g_autofree char *pictures = g_build_filename (fuzz_folder (), "pictures", NULL);
  if (g_file_test (pictures, G_FILE_TEST_IS_DIR))
    temp_folder_remove (pictures);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (kb_wad_is_ours (data, size))
    read_wad ((const char *) data, size);
  kb_level_file_free (kb_level_file_parse ("/levels/input", (const char *) data, size, "map01", NULL));
  g_autoptr (GError) error = NULL;
  g_autoptr (KbLevelFile) file = kb_level_file_parse ("/levels/input", (const char *) data, size, NULL, &error);
  if (!file)
    {
      g_assert_true (error != NULL);
      read_ground ((const char *) data, size);
      read_heightmap (data, size);
      remove_pictures ();
      return 0;
    }
  fuzz_accept ();
  for (guint i = 0; i < file->levels->len; i++)
    check_level (g_ptr_array_index (file->levels, i), file->classes->len);
  KbDocument *document = kb_document_new (fuzz_folder (), "levels");
  json_t *first = apply (document, file), *again = apply (document, file);
  g_assert_true (json_equal (first, again));
  g_assert_false (kb_level_file_apply (document, file, "\xff", NULL, NULL));
  json_decref (first);
  json_decref (again);
  kb_document_free (document);
  remove_pictures ();
  return 0;
}
