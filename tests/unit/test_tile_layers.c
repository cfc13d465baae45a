/* SPDX-License-Identifier: MIT */
/* Tile layers as device pixels, against what each device pixel is to be: all tiles of all cells that hold it, one over the
 * other, told pixel by pixel from the pictures. */
#include <math.h>

#include "drawing/levels/level_marks.h"
#include "tests/support/seed.h"
#include "tests/support/tile_scene.h"

#define TINY 1e-9

/* ---- what is to be ---- */

static guint
premultiplied (const guint8 *rgba, guint c)
{
  return c == 3 ? rgba[3] : (rgba[2 - c] * rgba[3] * 2 + 255) / 510;
}

/* Channel c, 0 blue to 3 alpha, of a place of a tile as it lies there. */
static guint
channel_of (const Scene *scene, const KbCell *cell, const KbFrame *frame, gint x, gint y, guint c)
{
  g_autoptr (KbPicture) picture = kb_document_frame_picture (scene->document, frame, NULL);
  gint width = cell->diagonal ? frame->height : frame->width, height = cell->diagonal ? frame->width : frame->height;
  x = CLAMP (x, 0, width - 1);
  y = CLAMP (y, 0, height - 1);
  x = cell->flip_x ? width - 1 - x : x;
  y = cell->flip_y ? height - 1 - y : y;
  return premultiplied (kb_picture_pixel (picture, (guint) (cell->diagonal ? y : x), (guint) (cell->diagonal ? x : y)), c);
}

/* The pixel of the level at a part of a device pixel. */
static gint
pixel_at (const KbView *view, double origin, gint i, double part)
{
  return (gint) floor (((i + part) / view->device_scale - origin) / view->scale + TINY);
}

static void
put_over (const Scene *scene, const KbView *view, gint x, gint y, gint i, gint j, double got[4])
{
  KbLayer *layer = layer_of (scene);
  KbCell cell = kb_cell_unpack (kb_layer_cell_at (layer, i, j));
  KbTileGrid grid = kb_tile_grid_of (layer);
  const KbFrame *frame = cell.frame ? kb_sprite_find_frame (kb_sprite_at (kb_document_project (scene->document), 0), (gint) cell.frame) : NULL;
  if (!frame)
    return;
  KbBounds box = kb_tile_grid_bounds (&grid, (KbCellBox) { i, j, 1, 1 });
  KbPixel offset = kb_tileset_at (level_of (scene), 0)->offset;
  gint left = (gint) floor (box.x0 + 0.5) + offset.x, bottom = (gint) floor (box.y1 - layer->lift * cell.height + 0.5) + offset.y;
  gint width = cell.diagonal ? frame->height : frame->width, height = cell.diagonal ? frame->width : frame->height;
  gint px = pixel_at (view, kb_view_to_canvas (view, (KbVec) { 0, 0 }).x, x, 0.5), py = pixel_at (view, kb_view_to_canvas (view, (KbVec) { 0, 0 }).y, y, 0.5);
  if (px < left || px >= left + width || py < bottom - height || py >= bottom)
    return;
  double above[4];
  for (guint c = 0; c < 4; c++)
    if (view->scale * view->device_scale >= 1)
      above[c] = channel_of (scene, &cell, frame, px - left, py - bottom + height, c);
    else
      {
        guint sum = 0;
        for (guint k = 0; k < 4; k++)
          sum += channel_of (scene, &cell, frame, pixel_at (view, kb_view_to_canvas (view, (KbVec) { 0, 0 }).x, x, k % 2 ? 0.75 : 0.25) - left,
                             pixel_at (view, kb_view_to_canvas (view, (KbVec) { 0, 0 }).y, y, k / 2 ? 0.75 : 0.25) - bottom + height, c);
        above[c] = floor ((sum + 2) / 4.0);
      }
  for (guint c = 0; c < 4; c++)
    got[c] = above[c] + floor (got[c] * (255 - above[3]) / 255 + 0.5);
}

/* On black. */
static guint
compare_pixels (const Scene *scene, const KbView *view, cairo_surface_t *surface, gboolean back_i)
{
  guint seen = 0;
  cairo_surface_flush (surface);
  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++)
      {
        const guint8 *p = cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface) + 4 * x;
        double got[4] = { 0 };
        for (gint j = -3; j < CELLS - 3; j++)
          for (gint i = 0; i < CELLS; i++)
            put_over (scene, view, x, y, back_i ? CELLS - 3 - i : i - 2, j, got);
        for (guint c = 0; c < 3; c++)
          if (fabs (got[c] - p[c]) > (view->scale < 0.7 ? 2 : 1))   /* the more tiles are over each other, the more is rounded */
            g_error ("at %d, %d, channel %u: %u, and not %g (scale %g)", x, y, c, p[c], got[c], view->scale);
        seen += got[3] > 0;
      }
  return seen;
}

static guint32
colour_at (cairo_surface_t *surface, gint x, gint y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);
  return ((const guint32 *) (const void *) row)[x] & 0xffffff;
}

/* Only within a box. */
static cairo_surface_t *
draw_clipped (const Scene *scene, const KbView *view, guint parts, double time, KbCellBox clip)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, MAX (clip.i + clip.width, WIDTH), MAX (clip.j + clip.height, HEIGHT));
  cairo_surface_set_device_scale (surface, view->device_scale, view->device_scale);
  cairo_t *cr = cairo_create (surface);
  cairo_rectangle (cr, clip.i, clip.j, clip.width, clip.height);
  cairo_clip (cr);
  const KbLevelLook look = { .document = scene->document, .style = kb_style (TRUE), .surfaces = scene->surfaces, .parts = parts, .time = time };
  kb_draw_level (cr, level_of (scene), view, &look);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static cairo_surface_t *
draw_parts (const Scene *scene, const KbView *view, guint parts, double time)
{
  return draw_clipped (scene, view, parts, time, (KbCellBox) { 0, 0, WIDTH, HEIGHT });
}

static void
check (const Scene *scene, gboolean back_i)
{
  static const struct { double scale, device_scale, x, y; } views[] = {
    { 1, 1, 30, 40 }, { 2.5, 1, 10.25, 20 }, { 1, 2, 20, 25 }, { 0.75, 1, 40, 50.5 }, { 0.66, 1, 35, 41 }, { 0.625, 1, 33, 48 },
    { 4, 1, -60, 20 }, { 1, 1, -20, -10 }, { 1, 1, 1000, 1000 },
  };
  for (guint n = 0; n < G_N_ELEMENTS (views); n++)
    {
      KbView view = { .x = views[n].x, .y = views[n].y, .scale = views[n].scale, .device_scale = views[n].device_scale,
                      .width = (int) (WIDTH / views[n].device_scale), .height = (int) (HEIGHT / views[n].device_scale) };
      cairo_surface_t *surface = draw_parts (scene, &view, KB_LEVEL_LAYERS, 0);
      guint seen = compare_pixels (scene, &view, surface, back_i);
      g_assert_true (n + 1 < G_N_ELEMENTS (views) ? seen > 500 : seen == 0);
      cairo_surface_destroy (surface);
    }
}

static void
test_straight (void)
{
  Scene scene = scene_new ("\"cell\": [8, 8], \"origin\": [5, 6]");
  fill (&scene, 2, TRUE, 0);
  check (&scene, FALSE);
  scene_free (&scene);
}

/* Higher and wider than the cell, raised, and moved by the tileset's offset. */
static void
test_larger (void)
{
  Scene scene = scene_new ("\"cell\": [8, 8], \"lift\": 2.5");
  fill (&scene, 4, TRUE, 3);
  must_apply (scene.document, "{\"set\": \"levels[0].tilesets[0].offset\", \"value\": [-9, 11]}");
  check (&scene, FALSE);
  scene_free (&scene);
}

static void
test_isometric (void)
{
  Scene scene = scene_new ("\"cell\": [16, 16], \"axis_i\": [8, 4], \"axis_j\": [-8, 4], \"origin\": [30, 3], \"lift\": 3"), back = scene_new (
    "\"cell\": [16, 16], \"axis_i\": [8, -4], \"axis_j\": [8.5, 4], \"origin\": [3, 30], \"lift\": 3");
  fill (&scene, 4, FALSE, 4);
  check (&scene, FALSE);
  fill (&back, 4, TRUE, 4);
  must_apply (back.document, "{\"set\": \"levels[0].tilesets[0].offset\", \"value\": [3, -5]}");
  check (&back, TRUE);
  scene_free (&scene);
  scene_free (&back);
}

/* Far away, tiles that many device pixels are drawn of come from a table, and others do not: a part of a picture, of which few
 * are, is as that part of the whole. */
static void
test_parts (void)
{
  static const double scales[] = { 0.8, 0.75, 0.66, 0.5, 0.37, 1.0 / 3, 0.3, 0.25, 0.22 };
  Scene scene = scene_new ("\"cell\": [32, 32], \"axis_i\": [7, 3], \"axis_j\": [-8.5, 16], \"lift\": 1.5");
  fill (&scene, 4, TRUE, 3);
  for (guint n = 0; n < 40 * G_N_ELEMENTS (scales); n++)
    {
      KbView view = { .x = 70, .y = 12, .scale = scales[n / 40], .device_scale = 1, .width = WIDTH, .height = HEIGHT };
      KbCellBox clip = { g_rand_int_range (scene.random, 0, WIDTH - 6), g_rand_int_range (scene.random, 0, HEIGHT / 2), 6, 5 };
      cairo_surface_t *whole = draw_parts (&scene, &view, KB_LEVEL_LAYERS, 0), *part = draw_clipped (&scene, &view, KB_LEVEL_LAYERS, 0, clip);
      for (gint y = clip.j; y < clip.j + clip.height; y++)
        for (gint x = clip.i; x < clip.i + clip.width; x++)
          g_assert_cmphex (colour_at (whole, x, y), ==, colour_at (part, x, y));
      cairo_surface_destroy (whole);
      cairo_surface_destroy (part);
    }
  scene_free (&scene);
}

/* Cells of every kind over a larger layer, some of which name what is not there. */
static void
fill_larger (const Scene *scene, gint side)
{
  g_autofree char *bounds = g_strdup_printf ("{\"bounds\": \"levels[0].layers[0]\", \"cells\": [0, 0, %d, %d]}", side, side);
  g_autoptr (GError) error = NULL;
  must_apply (scene->document, bounds);
  KbId id = layer_of (scene)->node.id;
  KbZonesPainter *painter = kb_document_painter (scene->document, id, "cells", &error);
  g_assert_no_error (error);
  for (gint k = 0; k < side * side; k++)
    if (g_rand_int_range (scene->random, 0, 4))
      kb_cells_painter_put (painter, k % side, k / side,
                            kb_cell_pack (&(KbCell) { 1 + (guint) g_rand_int_range (scene->random, 0, 5), 3, g_rand_boolean (scene->random),
                                                      g_rand_boolean (scene->random), g_rand_boolean (scene->random),
                                                      (guint) g_rand_int_range (scene->random, 0, 3) }));
  kb_document_paint_end (scene->document, id, "cells", painter, NULL, &error);
  g_assert_no_error (error);
}

/* A large picture, which threads share, is as it is row by row. */
static void
test_threads (void)
{
  enum { ACROSS = 640, DOWN = 330, STRIP = 110, SIDE = 220 };
  static const double scales[] = { 1.5, 1, 0.66, 0.5, 0.37, 0.22, 0.08, 0.03, 0.004 };
  static const char *const grids[] = { "\"cell\": [8, 8]", "\"cell\": [8, 8], \"axis_i\": [8, 4], \"axis_j\": [-8, 4], \"lift\": 1.5" };
  for (guint g = 0; g < G_N_ELEMENTS (grids); g++)
    {
      Scene scene = scene_new (grids[g]);
      fill_larger (&scene, SIDE);
      must_apply (scene.document, "{\"set\": \"sprites[0].frames[0].collision\", \"value\": \"full\"}");
      for (guint n = 0; n < 2 * G_N_ELEMENTS (scales); n++)
        {
          guint parts = n % 2 ? KB_LEVEL_LAYERS | KB_LEVEL_COLLISION : KB_LEVEL_LAYERS;
          KbView view = { .x = g ? ACROSS / 2 : 3, .y = 5, .scale = scales[n / 2], .device_scale = 1, .width = ACROSS, .height = DOWN };
          cairo_surface_t *whole = draw_clipped (&scene, &view, parts, 0, (KbCellBox) { 0, 0, ACROSS, DOWN });
          for (gint top = 0; top < DOWN; top += STRIP)
            {
              cairo_surface_t *strip = draw_clipped (&scene, &view, parts, 0, (KbCellBox) { 0, top, ACROSS, STRIP });
              for (gint k = 0; k < ACROSS * STRIP; k++)
                g_assert_cmphex (colour_at (whole, k % ACROSS, top + k / ACROSS), ==, colour_at (strip, k % ACROSS, top + k / ACROSS));
              cairo_surface_destroy (strip);
            }
          cairo_surface_destroy (whole);
        }
      scene_free (&scene);
    }
}

/* ---- what stops a move ---- */

static const gint profile[] = { 0, 1, 3, 3, 8, 5, 2, 7 };

static gboolean
is_solid (const KbCell *cell, gint x, gint y)
{
  gint u, v;
  x = cell->flip_x ? 7 - x : x;
  y = cell->flip_y ? 7 - y : y;
  u = cell->diagonal ? y : x;
  v = cell->diagonal ? x : y;
  return cell->frame == 1 || v >= 8 - profile[u];
}

/* The first tile is full, the second has heights: each pixel is coloured or not, as it is solid. */
static void
test_collision (void)
{
  Scene scene = scene_new ("\"cell\": [8, 8]");
  const KbSprite *sprite = kb_sprite_at (kb_document_project (scene.document), 0);
  json_t *heights = json_array ();
  g_autoptr (GError) error = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (profile); i++)
    json_array_append_new (heights, json_integer (profile[i]));
  kb_document_set (scene.document, kb_frame_at (sprite, 0)->node.id, "collision", json_string ("full"), &error);
  kb_document_set (scene.document, kb_frame_at (sprite, 1)->node.id, "collision", json_string ("heights"), &error);
  kb_document_set (scene.document, kb_frame_at (sprite, 1)->node.id, "heights", heights, &error);
  g_assert_no_error (error);
  fill (&scene, 2, TRUE, 0);
  for (guint zoom = 1; zoom <= 2; zoom++)
    {
      const KbView view = { .x = 20, .y = 26, .scale = zoom, .device_scale = 1, .width = WIDTH, .height = HEIGHT };
      cairo_surface_t *surface = draw_parts (&scene, &view, KB_LEVEL_COLLISION, 0);
      for (gint y = 0; y < HEIGHT; y++)
        for (gint x = 0; x < WIDTH; x++)
          {
            gint px = pixel_at (&view, 20, x, 0.5), py = pixel_at (&view, 26, y, 0.5), i = (px + 800) / 8 - 100, j = (py + 800) / 8 - 100;
            KbCell cell = kb_cell_unpack (kb_layer_cell_at (layer_of (&scene), i, j));
            gboolean solid = cell.frame && is_solid (&cell, px - 8 * i, py - 8 * j);
            g_assert_cmpint (colour_at (surface, x, y) != 0, ==, solid);
          }
      cairo_surface_destroy (surface);
    }
  scene_free (&scene);
}

/* ---- what is not there, far away, and in motion ---- */

static void
put_cells (const Scene *scene, const KbCell *cell)
{
  g_autoptr (GError) error = NULL;
  KbId id = layer_of (scene)->node.id;
  KbZonesPainter *painter = kb_document_painter (scene->document, id, "cells", &error);
  kb_cells_painter_box (painter, 0, 0, CELLS, CELLS, kb_cell_pack (cell));
  kb_document_paint_end (scene->document, id, "cells", painter, NULL, &error);
  g_assert_no_error (error);
}

static void
test_missing (void)
{
  Scene scene = scene_new ("\"cell\": [8, 8]");
  static const KbCell cells[] = { { .frame = 99, .tileset = 3 }, { .frame = 1, .tileset = 7 }, { .frame = 1, .tileset = 31 } };
  guint32 wrong = kb_style (TRUE)->wrong;
  for (guint n = 0; n < G_N_ELEMENTS (cells); n++)
    for (guint zoom = 0; zoom < 2; zoom++)
      {
        KbView view = { .x = 30, .y = 30, .scale = zoom ? 0.125 : 2, .device_scale = 1, .width = WIDTH, .height = HEIGHT };
        put_cells (&scene, &cells[n]);
        cairo_surface_t *surface = draw_parts (&scene, &view, KB_LEVEL_LAYERS, 0);
        guint32 corner = colour_at (surface, 30, 30);   /* of cell (0, 0): of its frame, or of its only pixel */
        for (guint c = 0; c < 3; c++)
          g_assert_cmpint (ABS ((gint) (corner >> 8 * c & 255) - (gint) (wrong >> (8 + 8 * c) & 255)), <=, 1);
        cairo_surface_destroy (surface);
      }
  scene_free (&scene);
}

/* All tiles alike: each device pixel has their mean colour. */
static void
test_far (void)
{
  static const double scales[] = { 0.25, 0.125, 0.0625, 0.045 };
  Scene scene = scene_new ("\"cell\": [8, 8], \"opacity\": 100"), isometric = scene_new ("\"cell\": [8, 8], \"axis_i\": [8, 2], \"axis_j\": [0, 8]");
  for (guint n = 0; n < 2 * G_N_ELEMENTS (scales); n++)
    {
      const Scene *one = n % 2 ? &isometric : &scene;
      KbView view = { .x = 40, .y = 40, .scale = scales[n / 2], .device_scale = 1, .width = WIDTH, .height = HEIGHT };
      g_autoptr (KbPicture) picture = kb_document_frame_picture (one->document, kb_frame_at (kb_sprite_at (kb_document_project (one->document), 0), 0), NULL);
      put_cells (one, &(KbCell) { .frame = 1, .tileset = 3 });
      cairo_surface_t *surface = draw_parts (one, &view, KB_LEVEL_LAYERS, 0);
      for (guint c = 0; c < 3; c++)
        {
          double sum = 0;
          for (guint k = 0; k < 64; k++)
            sum += picture->rgba[4 * k + 2 - c];
          g_assert_cmpfloat (fabs ((colour_at (surface, 40, 40) >> 8 * c & 255) - sum / 64), <=, 3);
        }
      g_assert_cmphex (colour_at (surface, 5, 5), ==, 0);
      cairo_surface_destroy (surface);
    }
  scene_free (&scene);
  scene_free (&isometric);
}

/* The mean of the colours of the cells at one and at three quarters, across, of a device pixel: those of frames 0 to 4. */
static guint32
mean_across (const Scene *scene, const KbView *view, gint x, gint y, const guint32 colours[5])
{
  guint32 both[2], mean = 0;
  for (guint k = 0; k < 2; k++)
    {
      double part = k ? 0.75 : 0.25;
      both[k] = colours[kb_layer_cell_at (layer_of (scene), (gint) floor (pixel_at (view, view->x, x, part) / 8.0),
                                          (gint) floor (pixel_at (view, view->y, y, part) / 8.0)) & KB_CELL_FRAME];
    }
  for (guint shift = 0; shift < 32; shift += 8)
    mean |= ((both[0] >> shift & 255) + (both[1] >> shift & 255) + 1) / 2 << shift;
  return mean;
}

/* Farther still, where cells are read block by block: whichever blocks the two places are in, and beyond the layer. */
static void
test_spread (void)
{
  enum { SIDE = 75, VIEWS = 8 };
  static const double scales[] = { 0.08, 1.0 / 16, 1.0 / 24, 1.0 / 50, 1.0 / 130 };
  Scene scene = scene_new ("\"cell\": [8, 8]");
  guint32 colours[5] = { 0 };
  KbView view = { .x = 10, .y = 10, .scale = 0.08, .device_scale = 1, .width = WIDTH, .height = HEIGHT };
  g_autoptr (GError) error = NULL;
  for (guint frame = 1; frame < 5; frame++)
    {
      put_cells (&scene, &(KbCell) { .frame = frame, .tileset = 3 });
      cairo_surface_t *surface = draw_parts (&scene, &view, KB_LEVEL_LAYERS, 0);
      colours[frame] = colour_at (surface, 10, 10);
      cairo_surface_destroy (surface);
    }
  must_apply (scene.document, "{\"bounds\": \"levels[0].layers[0]\", \"cells\": [0, 0, 75, 75]}");
  KbZonesPainter *painter = kb_document_painter (scene.document, layer_of (&scene)->node.id, "cells", &error);
  for (gint k = 0; k < SIDE * SIDE; k++)
    kb_cells_painter_put (painter, k % SIDE, k / SIDE, kb_cell_pack (&(KbCell) { .frame = (guint) g_rand_int_range (scene.random, 0, 5), .tileset = 3 }));
  kb_document_paint_end (scene.document, layer_of (&scene)->node.id, "cells", painter, NULL, &error);
  for (guint n = 0; n < VIEWS * G_N_ELEMENTS (scales); n++)
    {
      view.scale = scales[n / VIEWS];
      view.x = g_rand_int_range (scene.random, -20, 50);
      view.y = g_rand_int_range (scene.random, -20, 50);
      cairo_surface_t *surface = draw_parts (&scene, &view, KB_LEVEL_LAYERS, 0);
      for (gint y = 0; y < HEIGHT; y++)
        for (gint x = 0; x < WIDTH; x++)
          g_assert_cmphex (colour_at (surface, x, y), ==, mean_across (&scene, &view, x, y, colours));
      cairo_surface_destroy (surface);
    }
  scene_free (&scene);
}

/* What stops a move may reach beyond its cell, so that from far it is more or less of it as it is flipped: each way that it lies has a
 * colour of its own, whichever is drawn first. */
static void
test_far_collision (void)
{
  const KbView view = { .x = 20, .y = 20, .scale = 0.25, .device_scale = 1, .width = WIDTH, .height = HEIGHT };
  Scene scene = scene_new ("\"cell\": [5, 5]");
  guint32 colours[2];
  must_apply (scene.document, "{\"insert\": \"classes\", \"value\": {\"name\": \"rock\", \"colour\": \"#e0a060\"}}");
  must_apply (scene.document, "{\"set\": \"sprites[0].frames[0].collision\", \"value\": \"shapes\"}");
  must_apply (scene.document, "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"rock\", \"geometry\": {\"box\": [4, 3, 4, 5]}}}");
  for (guint n = 0; n < 3; n++)
    {
      put_cells (&scene, &(KbCell) { .frame = 1, .tileset = 3, .flip_x = n == 1 });
      if (n == 2)
        {
          g_autoptr (GError) error = NULL;
          KbZonesPainter *painter = kb_document_painter (scene.document, layer_of (&scene)->node.id, "cells", &error);
          kb_cells_painter_box (painter, 0, CELLS / 2, CELLS, CELLS, kb_cell_pack (&(KbCell) { .frame = 1, .tileset = 3, .flip_x = TRUE }));
          kb_document_paint_end (scene.document, layer_of (&scene)->node.id, "cells", painter, NULL, &error);
          g_assert_no_error (error);
        }
      cairo_surface_t *surface = draw_parts (&scene, &view, KB_LEVEL_COLLISION, 0);
      guint32 top = colour_at (surface, 22, 18), bottom = colour_at (surface, 22, 25);
      if (n < 2)
        {
          g_assert_cmphex (top, !=, 0);
          g_assert_cmphex (top, ==, bottom);
          colours[n] = top;
        }
      else
        {
          g_assert_cmphex (colours[0], !=, colours[1]);
          g_assert_cmphex (top, ==, colours[0]);
          g_assert_cmphex (bottom, ==, colours[1]);
        }
      cairo_surface_destroy (surface);
    }
  scene_free (&scene);
}

/* However far away, each of a few tiles is seen, where it is. */
static void
test_scattered (void)
{
  static const double scales[] = { 0.5, 0.25, 0.125, 0.0625, 1.0 / 32 };
  Scene scene = scene_new ("\"cell\": [8, 8], \"axis_i\": [8, 4], \"axis_j\": [-8, 4], \"lift\": 1");
  must_apply (scene.document, "{\"bounds\": \"levels[0].layers[0]\", \"cells\": [0, 0, 150, 150]}");
  const gint places[][2] = { { 0, 0 }, { 17, 90 }, { 31, 32 }, { 77, 5 }, { 63, 64 }, { 149, 149 }, { 149, 0 }, { 130, 101 } };
  g_autoptr (GError) error = NULL;
  KbId id = layer_of (&scene)->node.id;
  KbZonesPainter *painter = kb_document_painter (scene.document, id, "cells", &error);
  for (guint n = 0; n < G_N_ELEMENTS (places); n++)
    kb_cells_painter_put (painter, places[n][0], places[n][1], kb_cell_pack (&(KbCell) { .frame = 1, .tileset = 3 }));
  kb_document_paint_end (scene.document, id, "cells", painter, NULL, &error);
  for (guint n = 0; n < G_N_ELEMENTS (scales); n++)
    for (guint k = 0; k < G_N_ELEMENTS (places); k++)
      {
        KbVec at = { 8 * (places[k][0] - places[k][1]), 4 * (places[k][0] + places[k][1] + 1) };
        KbView view = { .x = floor (50 - at.x * scales[n]), .y = floor (40 - at.y * scales[n]), .scale = scales[n], .device_scale = 1,
                        .width = WIDTH, .height = HEIGHT };
        KbVec p = kb_view_to_canvas (&view, at);
        cairo_surface_t *surface = draw_parts (&scene, &view, KB_LEVEL_LAYERS, 0);
        guint seen = 0;
        for (gint y = -1; y <= 1; y++)
          for (gint x = -1; x <= 1; x++)
            seen += colour_at (surface, (gint) p.x + x, (gint) p.y + y) != 0;
        g_assert_cmpuint (seen, >, 0);
        g_assert_cmpuint (seen, <=, n < 2 ? 9 : 2);
        cairo_surface_destroy (surface);
      }
  scene_free (&scene);
}

static void
test_animation (void)
{
  static const struct { double time; guint frame; } times[] = {
    { 0, 0 }, { 99, 0 }, { 100, 1 }, { 149, 1 }, { 150, 0 }, { 159, 0 }, { 160, 1 }, { 209, 1 }, { 210, 0 }, { 210 + 100, 1 }, { 2100 + 155, 0 },
  };
  Scene scene = scene_new ("\"cell\": [8, 8]");
  const KbSprite *sprite = kb_sprite_at (kb_document_project (scene.document), 0);
  const KbView view = { .x = 20, .y = 26, .scale = 1, .device_scale = 1, .width = WIDTH, .height = HEIGHT };
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_assert_true (kb_tile_frame_at (sprite, kb_frame_at (sprite, 0), times[i].time) == kb_frame_at (sprite, times[i].frame));
  g_assert_true (kb_tile_frame_at (sprite, kb_frame_at (sprite, 1), 120) == kb_frame_at (sprite, 1));
  put_cells (&scene, &(KbCell) { .frame = 1, .tileset = 3 });
  cairo_surface_t *moved = draw_parts (&scene, &view, KB_LEVEL_LAYERS, 120), *still = draw_parts (&scene, &view, KB_LEVEL_LAYERS, 0);
  put_cells (&scene, &(KbCell) { .frame = 2, .tileset = 3 });
  cairo_surface_t *second = draw_parts (&scene, &view, KB_LEVEL_LAYERS, 0);
  for (gint x = 20; x < 28; x++)
    g_assert_cmphex (colour_at (moved, x, 26), ==, colour_at (second, x, 26));
  g_assert_true (colour_at (still, 20, 26) != colour_at (second, 20, 26));
  cairo_surface_destroy (moved);
  cairo_surface_destroy (still);
  cairo_surface_destroy (second);
  scene_free (&scene);
}

KIT_PROGRAM (tile_layers)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/tile-layers/straight", test_straight);
  g_test_add_func ("/tile-layers/larger", test_larger);
  g_test_add_func ("/tile-layers/isometric", test_isometric);
  g_test_add_func ("/tile-layers/parts", test_parts);
  g_test_add_func ("/tile-layers/threads", test_threads);
  g_test_add_func ("/tile-layers/collision", test_collision);
  g_test_add_func ("/tile-layers/missing", test_missing);
  g_test_add_func ("/tile-layers/far", test_far);
  g_test_add_func ("/tile-layers/far-collision", test_far_collision);
  g_test_add_func ("/tile-layers/spread", test_spread);
  g_test_add_func ("/tile-layers/scattered", test_scattered);
  g_test_add_func ("/tile-layers/animation", test_animation);
  return g_test_run ();
}
