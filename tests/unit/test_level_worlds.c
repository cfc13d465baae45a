/* SPDX-License-Identifier: MIT */
/* Mazes, grounds and heightmaps of levels: made, checked, asked and drawn. */
#include <math.h>

#include "bake/level/levels.h"
#include "document/edits/cells.h"
#include "document/heightmap.h"
#include "drawing/levels/level_worlds.h"
#include "operations/level/heightmaps.h"
#include "operations/level/mazes.h"
#include "tests/support/looks.h"
#include "tests/support/painted_kit.h"
#include "tests/support/png_writer.h"
#include "tests/support/seed.h"

static const char level_text[] =
  "{\"insert\": \"levels\", \"value\": {\"name\": \"yard\", \"grounds\": [{\"name\": \"hill\", \"class\": \"head\", \"slope_limit\": 1.5,"
  " \"points\": [{\"at\": [0, 100], \"flat\": true}, {\"at\": [100, 50], \"flat\": true}, {\"at\": [120, 90], \"flat\": true}, {\"at\": [200, 90]}]}]}}";

static void
set_up_level (Fixture *fixture, gconstpointer data)
{
  set_up (fixture, data);
  must_apply (fixture->document, level_text);
}

static KbLevel *
level_of (Fixture *fixture)
{
  return kb_level_at (kb_document_project (fixture->document), 0);
}

static const KbMaze *
add_maze (Fixture *fixture, gint width, gint height, gboolean random, gint seed)
{
  g_autoptr (GError) error = NULL;
  KbMazeWish wish = { width, height, 8, random, seed };
  kb_document_begin (fixture->document, "Add maze");
  KbId id = kb_maze_add (fixture->document, level_of (fixture)->node.id, "head", (KbPixel) { 16, 24, TRUE }, &wish, &error);
  g_assert_no_error (error);
  kb_document_end (fixture->document);
  return (const KbMaze *) kb_document_node (fixture->document, id);
}

static void
test_mazes (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  const KbMaze *maze = add_maze (fixture, 9, 7, TRUE, 3);
  g_autoptr (KbMazeCheck) check = kb_maze_check_new (maze, NULL);
  g_assert_cmpuint (check->n_parts, ==, 1);
  g_assert_false (check->open);
  g_assert_cmpstr (maze->name, ==, "maze 1");
  const KbMaze *border = add_maze (fixture, 3, 2, FALSE, 0);
  g_assert_cmpstr (border->name, ==, "maze 2");
  g_assert_cmpint (border->lasting_id, !=, maze->lasting_id);
  for (gint j = 0; j <= 2; j++)
    for (gint i = 0; i <= 3; i++)
      g_assert_cmpuint (kit_maze_edges (border, i, j), ==,
                        (((i == 0 || i == 3) && j < 2) ? KB_EDGE_LEFT : 0) | (((j == 0 || j == 2) && i < 3) ? KB_EDGE_TOP : 0));
  /* The same maze with other walls; one undo takes them back. */
  KbMazeWish wish = { 12, 5, 0, TRUE, 4 };
  kb_document_begin (fixture->document, "Generate maze");
  g_assert_true (kb_maze_remake (fixture->document, border->node.id, &wish, &error));
  kb_document_end (fixture->document);
  g_autoptr (KbMazeCheck) again = kb_maze_check_new (border, NULL);
  g_assert_cmpint (border->width, ==, 12);
  g_assert_cmpuint (again->n_parts, ==, 1);
  g_assert_true (kb_document_undo (fixture->document));
  g_assert_cmpint (border->width, ==, 3);
  g_assert_cmpuint (kit_maze_edges (border, 1, 1), ==, 0);
  wish.width = wish.height = KB_MAX_MAZE_CELLS;
  g_assert_false (kb_maze_remake (fixture->document, border->node.id, &wish, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
}

/* ---- what is cut off, against numbers that spread until nothing changes ---- */

static void
spread (const KbMaze *maze, guint *of)
{
  gint w = maze->width, h = maze->height;
  for (gboolean changed = TRUE; changed;)
    {
      changed = FALSE;
      for (gint j = 0; j <= h; j++)
        for (gint i = 0; i <= w; i++)
          for (guint k = 0; k < 2; k++)
            {
              /* The cell itself and the one left of it, or above; all outside is one. */
              gint i2 = k ? i : i - 1, j2 = k ? j - 1 : j;
              if ((k ? i >= w : j >= h) || kit_maze_edges (maze, i, j) & (k ? KB_EDGE_TOP : KB_EDGE_LEFT))
                continue;
              guint a = i < w && j < h ? (guint) (j * w + i) : (guint) (w * h), b = i2 >= 0 && j2 >= 0 ? (guint) (j2 * w + i2) : (guint) (w * h);
              guint least = MIN (of[a], of[b]);
              changed = changed || of[a] != of[b];
              of[a] = of[b] = least;
            }
    }
}

static void
test_parts (Fixture *fixture, gconstpointer data)
{
  enum { W = 11, H = 8 };
  GRand *random = g_rand_new_with_seed (7);
  const KbMaze *maze = add_maze (fixture, W, H, FALSE, 0);
  for (guint round = 0; round < 40; round++)
    {
      guint8 edges[(W + 1) * (H + 1)];
      guint of[W * H + 1];
      for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
        edges[i] = (guint8) (g_rand_int (random) & g_rand_int (random) & 3) | (round % 2 && g_rand_boolean (random) ? 1 : 0);
      g_autoptr (KbZones) zones = kb_zones_from_pixels (W + 1, H + 1, edges, W + 1);
      g_assert_true (kb_document_set_zones (fixture->document, maze->node.id, "edges", zones, NULL));
      for (guint i = 0; i < G_N_ELEMENTS (of); i++)
        of[i] = i;
      spread (maze, of);
      g_autoptr (KbMazeCheck) check = kb_maze_check_new (maze, NULL);
      guint largest = 0, cut_off = 0, sizes[W * H + 1] = { 0 }, n = 0;
      for (guint i = 0; i < W * H; i++)
        {
          n += sizes[of[i]]++ == 0;
          for (guint k = 0; k < i; k++)
            g_assert_true ((of[i] == of[k]) == (check->part_of[i] == check->part_of[k]));
        }
      for (guint i = 0; i <= W * H; i++)
        largest = MAX (largest, sizes[i]);
      for (guint i = 0; i < W * H; i++)
        cut_off += check->part_of[i] != 0;
      g_assert_cmpuint (check->n_parts, ==, n);
      g_assert_cmpuint (cut_off, ==, W * H - largest);
      g_assert_cmpuint (check->n_cut_off, ==, cut_off);
      if (cut_off)
        g_assert_cmpuint (check->part_of[check->first_j * W + check->first_i], !=, 0);
    }
  g_rand_free (random);
}

/* ---- grounds ---- */

static void
test_grounds (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbGroundLine *ground = kb_ground_at (level_of (fixture), 0);
  g_autoptr (KbGroundCurve) curve = kb_ground_curve_new (ground, NULL);
  KbGroundPlace place;
  g_assert_true (kb_ground_curve_at (curve, 110, &place));
  g_assert_cmpfloat (place.y, ==, 70);
  g_assert_cmpfloat (place.slope, ==, 2);
  g_assert_true (place.too_steep);
  g_assert_true (kb_ground_curve_at (curve, 50, &place));
  g_assert_cmpfloat (place.slope, ==, -0.5);
  g_assert_false (place.too_steep);
  g_assert_false (kb_ground_curve_at (curve, -1, &place));
  KbGroundFacts facts = kb_ground_curve_facts (curve);
  g_assert_cmpfloat (facts.steepest, ==, 2);
  g_assert_cmpfloat_with_epsilon (facts.too_steep, 0.1, 0.01);
  must_apply (fixture->document, "{\"set\": \"levels[0].grounds[0].points[1].at\", \"value\": [130, 50]}");
  g_assert_null (kb_ground_curve_new (ground, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, "points[2].at"));
}

/* ---- heightmaps ---- */

static char *
write_png (Fixture *fixture, const char *name, int colour_type, guint side)
{
  guint channels = png_channels (colour_type);
  g_autofree guint16 *samples = g_new0 (guint16, (gsize) side * side * channels);
  for (guint j = 0; j < side; j++)
    for (guint i = 0; i < side; i++)
      for (guint k = 0; k < channels; k++)
        samples[(j * side + i) * channels + k] = (guint16) (i * 65535 / MAX (side - 1, 1)) ^ (k == 1 && g_str_has_prefix (name, "rgb"));
  const PngSpec spec = { .colour_type = colour_type, .depth = 16, .interlace = PNG_INTERLACE_NONE, .width = side, .height = side, .samples = samples };
  g_autoptr (GByteArray) bytes = png_write (&spec);
  char *path = g_build_filename (fixture->folder, name, NULL);
  g_mkdir_with_parents (fixture->folder, 0700);
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  return path;
}

/* The window's altitudes are those of a game, on uneven ground too. */
static void
test_altitudes (Fixture *fixture, gconstpointer data)
{
  gboolean alpha;
  enum { WIDTH = 9, HEIGHT = 7 };
  guint16 samples[WIDTH * HEIGHT];
  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    samples[i] = (guint16) g_test_rand_int_range (0, 65536);
  const KbGrey grey = { WIDTH, HEIGHT, 16, samples };
  g_autofree char *path = g_build_filename (fixture->folder, "rough.png", NULL);
  g_autoptr (GBytes) png = kb_grey_encode (&grey, NULL);
  g_mkdir_with_parents (fixture->folder, 0700);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), NULL));
  KbDocument *document = fixture->document;
  const KbHeightmap *map =
    (KbHeightmap *) kb_document_node (document, kb_heightmap_add (document, level_of (fixture)->node.id, path, (KbVec) { 10, 20 }, &alpha, NULL));
  g_autoptr (GBytes) bytes = kb_heightmap_bytes (&map->node, &grey, NULL);
  kbx_handle game;
  g_assert_cmpint (kbx_open (&game, KBX_HEIGHTMAP, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  g_autoptr (KbHeights) heights = kb_heights_new ();
  for (guint n = 0; n < 2000; n++)
    {
      kbx_vec at = { (float) g_test_rand_double_range (8, 12 + WIDTH), (float) g_test_rand_double_range (18, 22 + HEIGHT) };
      kbx_height_place wanted = kbx_heightmap_at (game, at, KBX_HEIGHT_BILINEAR);
      KbHeightPlace place;
      g_assert_cmpint (kb_heights_at (heights, document, map, (KbVec) { (double) at.x, (double) at.y }, &place), ==, wanted.inside);
      if (!wanted.inside)
        continue;
      g_assert_cmpfloat_with_epsilon (place.z, (double) wanted.z, 1e-4);
      g_assert_cmpfloat_with_epsilon (place.steepness, hypot ((double) wanted.normal.x, (double) wanted.normal.y) / (double) wanted.normal.z,
                                      1e-4 * (1 + place.steepness * place.steepness));
    }
}

/* A ramp of 6 samples, 20 high at every one, 4 pixels apart. */
static void
test_heightmaps (Fixture *fixture, gconstpointer data)
{
  gboolean alpha;
  g_autoptr (GError) error = NULL;
  g_autoptr (KbHeights) heights = kb_heights_new ();
  g_autofree char *path = write_png (fixture, "ramp.png", PNG_COLOR_TYPE_GRAY, 6), *colours = write_png (fixture, "rgb.png", PNG_COLOR_TYPE_RGB, 6);
  KbDocument *document = fixture->document;
  KbHeightPlace place;
  KbProfile profile;
  KbId level = level_of (fixture)->node.id;
  g_assert_cmpuint (kb_heightmap_add (document, level, colours, (KbVec) { 0, 0 }, &alpha, &error), ==, 0);
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, "rgb.png"));
  g_clear_error (&error);
  g_autofree char *dot = write_png (fixture, "dot.png", PNG_COLOR_TYPE_GRAY, 1);
  g_assert_cmpuint (kb_heightmap_add (document, level, dot, (KbVec) { 0, 0 }, &alpha, &error), ==, 0);
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, "dot.png: it has 1 x 1 pixels"));
  g_assert_cmpuint (kb_count (level_of (fixture)->heightmaps), ==, 0);
  KbVec place_of = kb_heightmap_free_place (level_of (fixture));
  g_assert_true (place_of.x == 0 && place_of.y == 0);
  KbHeightmap *map = (KbHeightmap *) kb_document_node (document, kb_heightmap_add (document, level, path, (KbVec) { 10, 20 }, &alpha, NULL));
  g_assert_cmpstr (map->name, ==, "ramp");
  /* It ends at 30: the next step of the grid of 8 is free, and after one that begins there the next but three. */
  place_of = kb_heightmap_free_place (level_of (fixture));
  g_assert_true (place_of.x == 32 && place_of.y == 20);
  KbId other = kb_heightmap_add (document, level, path, place_of, &alpha, NULL);
  g_assert_cmpstr (((const KbHeightmap *) kb_document_node (document, other))->name, ==, "ramp 1");
  place_of = kb_heightmap_free_place (level_of (fixture));
  g_assert_true (place_of.x == 56 && place_of.y == 20);
  g_assert_true (kb_document_remove (document, other, NULL));
  g_assert_false (alpha);
  g_autofree char *equal = write_png (fixture, "equal.png", PNG_COLOR_TYPE_RGB_ALPHA, 6);
  other = kb_heightmap_add (document, level, equal, place_of, &alpha, NULL);
  g_autoptr (KbGrey) grey = kb_document_heightmap_grey (document, (const KbHeightmap *) kb_document_node (document, other), NULL),
                     ramp = kb_document_heightmap_grey (document, map, NULL);
  g_assert_true (alpha);
  g_assert_cmpmem (grey->samples, 72, ramp->samples, 72);
  g_assert_true (kb_document_remove (document, other, NULL));
  g_assert_true (kb_heights_at (heights, document, map, (KbVec) { 16, 30 }, &place));
  g_assert_cmpfloat_with_epsilon (place.z, 30, 1e-4);
  g_assert_cmpfloat_with_epsilon (place.steepness, 5, 1e-4);
  g_assert_false (kb_heights_at (heights, document, map, (KbVec) { 9.5, 30 }, &place));
  /* Half of the line is beside the map. */
  g_assert_true (kb_heights_profile (heights, document, map, (KbVec) { 30, 25 }, (KbVec) { -10, 25 }, 41, &profile));
  g_assert_cmpfloat_with_epsilon (profile.high, 100, 1e-4);
  g_assert_cmpfloat_with_epsilon (profile.low, 0, 1e-4);
  g_assert_cmpfloat_with_epsilon (profile.steepest, -5, 1e-3);
  g_assert_true (isnan (profile.z[40]) && !isnan (profile.z[20]));
  kb_profile_clear (&profile);
  g_assert_false (kb_heights_profile (heights, document, map, (KbVec) { 100, 25 }, (KbVec) { 200, 25 }, 3, &profile));
  kb_profile_clear (&profile);
  /* What is kept follows the fields. */
  must_apply (document, "{\"set\": \"levels[0].heightmaps[0].high\", \"value\": 200}");
  g_assert_true (kb_heights_at (heights, document, map, (KbVec) { 16, 30 }, &place));
  g_assert_cmpfloat_with_epsilon (place.z, 60, 1e-4);
  must_apply (document, "{\"set\": \"levels[0].heightmaps[0].low\", \"value\": 300}");
  g_assert_nonnull (kb_heights_error (heights, document, map));
  g_assert_false (kb_heights_at (heights, document, map, (KbVec) { 16, 30 }, &place));
}

/* ---- pictures ---- */

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  cairo_surface_flush (surface);
  return *(const guint32 *) (const void *) (cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface) + 4 * x) & 0xffffff;
}

static guint
count_pixels (cairo_surface_t *surface, guint32 rgb)
{
  guint n = 0;
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
      n += pixel (surface, x, y) == rgb;
  return n;
}

static void
draw (Fixture *fixture, KbHeights *heights, GHashTable *hidden, double scale, cairo_surface_t *surface)
{
  KbView view = { 0, 0, scale, 1, 240, 200, 0 };
  KbLevelLook look = { .document = fixture->document, .style = kb_style (TRUE), .heights = heights, .hidden = hidden,
                       .parts = KB_LEVEL_MAZES | KB_LEVEL_GROUNDS | KB_LEVEL_HEIGHTMAPS };
  cairo_t *cr = cairo_create (surface);
  cairo_paint (cr);
  kb_draw_level (cr, level_of (fixture), &view, &look);
  cairo_destroy (cr);
}

static void
test_pictures (Fixture *fixture, gconstpointer data)
{
  gboolean alpha;
  g_autoptr (KbHeights) heights = kb_heights_new ();
  g_autoptr (GHashTable) hidden = g_hash_table_new (NULL, NULL);
  g_autofree char *path = write_png (fixture, "ramp.png", PNG_COLOR_TYPE_GRAY, 6);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 240, 200);
  const KbMaze *maze = add_maze (fixture, 10, 2, FALSE, 0);
  guint32 class = kb_class_colour (fixture->document, maze->class_id) >> 8, wrong = kb_style (TRUE)->wrong >> 8;
  kb_heightmap_add (fixture->document, level_of (fixture)->node.id, path, (KbVec) { 180, 10 }, &alpha, NULL);
  draw (fixture, heights, hidden, 1, surface);
  /* The maze's top wall is two pixels wide, its inside is empty. */
  g_assert_cmphex (pixel (surface, 50, 24), ==, class);
  g_assert_cmphex (pixel (surface, 50, 23), ==, class);
  g_assert_cmphex (pixel (surface, 50, 32), ==, 0);
  /* What is too steep has a colour of its own; the map is darker where it is lower. */
  g_assert_cmpuint (count_pixels (surface, wrong), >, 20);
  g_assert_cmpuint (pixel (surface, 182, 20) >> 8 & 255, <, pixel (surface, 198, 20) >> 8 & 255);
  draw (fixture, heights, hidden, 0.125, surface);
  g_assert_cmphex (pixel (surface, 5, 3), !=, 0);   /* a shade */
  g_hash_table_add (hidden, GUINT_TO_POINTER (maze->node.id));
  g_hash_table_add (hidden, GUINT_TO_POINTER (kb_ground_at (level_of (fixture), 0)->node.id));
  g_hash_table_add (hidden, GUINT_TO_POINTER (kb_heightmap_at (level_of (fixture), 0)->node.id));
  draw (fixture, heights, hidden, 1, surface);
  g_assert_cmpuint (count_pixels (surface, 0), ==, 240 * 200);
  KbBounds bounds = kb_level_bounds (level_of (fixture));
  g_assert_true (bounds.x0 == 0 && bounds.y0 == 10 && bounds.x1 == 200 && bounds.y1 == 100);
  cairo_surface_destroy (surface);
}

/* However far away, each wall is seen where it is, and nothing where there is none: a large maze with its border alone and a box of walls. */
static void
test_far_maze (Fixture *fixture, gconstpointer data)
{
  static const double scales[] = { 0.2, 0.1, 1.0 / 16, 1.0 / 32, 0.0301 };
  enum { SIDE = 256, FROM = 96, TO = 160 };
  g_autoptr (KbHeights) heights = kb_heights_new ();
  g_autoptr (GHashTable) hidden = g_hash_table_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  const KbMaze *maze = add_maze (fixture, SIDE, SIDE, FALSE, 0);
  g_hash_table_add (hidden, GUINT_TO_POINTER (kb_ground_at (level_of (fixture), 0)->node.id));
  KbId id = maze->node.id;
  KbZonesPainter *painter = kb_document_painter (fixture->document, id, "edges", &error);
  for (gint k = FROM; k < TO; k++)
    {
      kb_zones_painter_span (painter, FROM, k, k + 1, k == FROM ? KB_EDGE_LEFT | KB_EDGE_TOP : KB_EDGE_TOP);
      kb_zones_painter_span (painter, TO, k, k + 1, KB_EDGE_TOP);
      kb_zones_painter_span (painter, k, TO, TO + 1, KB_EDGE_LEFT);
      if (k > FROM)
        kb_zones_painter_span (painter, k, FROM, FROM + 1, KB_EDGE_LEFT);
    }
  g_assert_true (kb_document_paint_end (fixture->document, id, "edges", painter, NULL, &error));
  for (guint n = 0; n < G_N_ELEMENTS (scales); n++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 240, 200);
      g_autofree guint8 *walls = g_malloc0 (240 * 200);
      draw (fixture, heights, hidden, scales[n], surface);
      for (gint j = 0; j <= SIDE; j++)
        for (gint i = 0; i <= SIDE; i++)
          {
            gint x = (gint) floor ((16 + 8 * i) * scales[n]), y = (gint) floor ((24 + 8 * j) * scales[n]);
            if (x < 240 && y < 200 && kit_maze_edges (maze, i, j))
              {
                walls[y * 240 + x] = 1;
                g_assert_cmphex (pixel (surface, x, y), !=, 0);
              }
          }
      guint lit = 240 * 200 - count_pixels (surface, 0), expected = 0;
      for (guint k = 0; k < 240 * 200; k++)
        expected += walls[k];
      g_assert_cmpuint (lit, >=, expected);
      g_assert_cmpuint (lit, <=, expected * (scales[n] * 8 > 1 ? 4 : 2));
      cairo_surface_destroy (surface);
    }
}

/* A cell that is cut off is tinted where it is, however small it is; others are not. */
static void
test_far_parts (Fixture *fixture, gconstpointer data)
{
  static const double scales[] = { 0.2, 0.1, 1.0 / 32 };
  enum { SIDE = 256, AT = 100 };
  g_autoptr (GError) error = NULL;
  const KbMaze *maze = add_maze (fixture, SIDE, SIDE, FALSE, 0);
  KbId id = maze->node.id;
  KbZonesPainter *painter = kb_document_painter (fixture->document, id, "edges", &error);
  kb_zones_painter_span (painter, AT, AT, AT + 1, KB_EDGE_LEFT | KB_EDGE_TOP);
  kb_zones_painter_span (painter, AT, AT + 1, AT + 2, KB_EDGE_LEFT);
  kb_zones_painter_span (painter, AT + 1, AT, AT + 1, KB_EDGE_TOP);
  g_assert_true (kb_document_paint_end (fixture->document, id, "edges", painter, NULL, &error));
  g_autoptr (KbMazeCheck) check = kb_maze_check_new (maze, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (check->n_parts, >, 1);
  for (guint n = 0; n < G_N_ELEMENTS (scales); n++)
    {
      const KbView view = { 0, 0, scales[n], 1, 240, 200, 0 };
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 240, 200);
      cairo_t *cr = cairo_create (surface);
      cairo_paint (cr);
      kb_draw_maze_parts (cr, &view, maze, check);
      cairo_destroy (cr);
      g_assert_cmphex (pixel (surface, (gint) floor ((16 + 8 * AT) * scales[n]), (gint) floor ((24 + 8 * AT) * scales[n])), !=, 0);
      g_assert_cmpuint (240 * 200 - count_pixels (surface, 0), <=, 4);
      cairo_surface_destroy (surface);
    }
}

/* ---- what is drawn of heightmaps ---- */

#define CANVAS 640

/* No word leaves the panel, reaches its border or the plot: there is one colour only. */
static void
check_panel (double low, double high, double steepest)
{
  double z[] = { low, high, high };
  const KbProfile profile = { 3, z, 12345.25, low, high, steepest, 11234.75 };
  const KbView view = { .scale = 1, .width = CANVAS, .height = CANVAS };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, CANVAS, CANVAS);
  cairo_t *cr = cairo_create (surface);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  KbProfilePanel panel = kb_draw_profile (cr, &view, kb_style (TRUE), &profile);
  gint x0 = (gint) ceil (panel.box.x0), x1 = (gint) floor (panel.box.x1), y0 = (gint) ceil (panel.box.y0), y1 = (gint) floor (panel.box.y1);
  guint32 ground = pixel (surface, x0 + 1, y0 + 1);
  g_assert_cmpint (x0, >, 0);
  g_assert_cmpint (y1, <=, CANVAS - 50);   /* above what messages cover */
  for (gint y = 0; y < CANVAS; y++)
    {
      gboolean beside = y >= panel.plot.y0 + 2 && y < panel.plot.y1 + 2;
      for (gint x = 0; x < CANVAS; x++)
        if (x < x0 - 1 || x > x1 || y < y0 - 1 || y > y1)
          g_assert_cmphex (pixel (surface, x, y), ==, 0xffffff);
        else if (y >= y0 && y < y1 && ((x >= x0 && x < x0 + 4) || (x >= x1 - 4 && x < x1) || (beside && x > panel.plot.x0 - 5 && x < panel.plot.x0 - 1)))
          g_assert_cmphex (pixel (surface, x, y), ==, ground);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_profile_panel (void)
{
  check_panel (0, 20, 1);
  check_panel (-24, 128, 1.15);
  check_panel (0, 2962, 38.56);
  check_panel (-12345.5, 60000.25, -12345.67);
}

/* However high the hills, the light is as on those that are just steep; on flat land it is another. */
static void
test_hill_light (Fixture *fixture, gconstpointer data)
{
  gboolean alpha;
  static const char *const highs[] = { "1000", "60000.25", "0.5" };
  g_autoptr (KbHeights) heights = kb_heights_new ();
  g_autofree char *path = write_png (fixture, "ramp.png", PNG_COLOR_TYPE_GRAY, 6);
  cairo_surface_t *surfaces[G_N_ELEMENTS (highs)];
  gint most[G_N_ELEMENTS (highs)] = { 0 };
  kb_heightmap_add (fixture->document, level_of (fixture)->node.id, path, (KbVec) { 20, 10 }, &alpha, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (highs); k++)
    {
      g_autofree char *line = g_strdup_printf ("{\"set\": \"levels[0].heightmaps[0].high\", \"value\": %s}", highs[k]);
      must_apply (fixture->document, line);
      surfaces[k] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 240, 200);
      draw (fixture, heights, NULL, 1, surfaces[k]);
      for (int y = 12; y < 28; y++)
        for (int x = 22; x < 38; x++)
          most[k] = MAX (most[k], ABS ((gint) (pixel (surfaces[k], x, y) >> 8 & 255) - (gint) (pixel (surfaces[0], x, y) >> 8 & 255)));
    }
  g_assert_cmpint (most[1], <=, 1);
  g_assert_cmpint (most[2], >, 4);
  for (guint k = 0; k < G_N_ELEMENTS (highs); k++)
    cairo_surface_destroy (surfaces[k]);
}

/* Contours darken lines of the picture, and nothing else. */
static void
test_contours (Fixture *fixture, gconstpointer data)
{
  gboolean alpha;
  g_autoptr (KbHeights) heights = kb_heights_new ();
  g_autofree char *path = write_png (fixture, "ramp.png", PNG_COLOR_TYPE_GRAY, 6);
  cairo_surface_t *surfaces[2];
  gint darker = 0, same = 0;
  kb_heightmap_add (fixture->document, level_of (fixture)->node.id, path, (KbVec) { 20, 10 }, &alpha, NULL);
  must_apply (fixture->document, "{\"set\": \"levels[0].heightmaps[0].high\", \"value\": 100}");
  for (guint k = 0; k < 2; k++)
    {
      surfaces[k] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 240, 200);
      kb_heights_set_contours (heights, k ? 50 : 0);
      draw (fixture, heights, NULL, 1, surfaces[k]);
    }
  for (int y = 0; y < 200; y++)
    for (int x = 0; x < 240; x++)
      {
        gint plain = pixel (surfaces[0], x, y) >> 8 & 255, lined = pixel (surfaces[1], x, y) >> 8 & 255;
        g_assert_cmpint (lined, <=, plain);
        darker += lined < plain;
        same += lined == plain && x >= 22 && x < 38 && y >= 12 && y < 28;
      }
  g_assert_cmpint (darker, >, 0);
  g_assert_cmpint (same, >, 0);
  for (guint k = 0; k < 2; k++)
    cairo_surface_destroy (surfaces[k]);
}

KIT_PROGRAM (level_worlds)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/level-worlds/mazes", Fixture, NULL, set_up_level, test_mazes, tear_down);
  g_test_add ("/level-worlds/parts", Fixture, NULL, set_up_level, test_parts, tear_down);
  g_test_add ("/level-worlds/grounds", Fixture, NULL, set_up_level, test_grounds, tear_down);
  g_test_add ("/level-worlds/contours", Fixture, NULL, set_up_level, test_contours, tear_down);
  g_test_add ("/level-worlds/heightmaps", Fixture, NULL, set_up_level, test_heightmaps, tear_down);
  g_test_add ("/level-worlds/altitudes", Fixture, NULL, set_up_level, test_altitudes, tear_down);
  g_test_add ("/level-worlds/pictures", Fixture, NULL, set_up_level, test_pictures, tear_down);
  g_test_add_func ("/level-worlds/profile-panel", test_profile_panel);
  g_test_add ("/level-worlds/hill-light", Fixture, NULL, set_up_level, test_hill_light, tear_down);
  g_test_add ("/level-worlds/far-maze", Fixture, NULL, set_up_level, test_far_maze, tear_down);
  g_test_add ("/level-worlds/far-parts", Fixture, NULL, set_up_level, test_far_parts, tear_down);
  return g_test_run ();
}
