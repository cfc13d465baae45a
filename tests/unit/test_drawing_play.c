/* SPDX-License-Identifier: MIT */
/* Pictures of scenes: every kind of item in every layer, and what comes from a document, against the document's own drawing. */
#include <math.h>
#include <string.h>

#include "bake/bake.h"
#include "drawing/scene/play.h"
#include "drawing/scene/scene.h"
#include "drawing/surfaces.h"
#include "drawing/tracks/track_picture.h"
#include "playtest/play.h"
#include "tests/support/pixels.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

enum { WIDTH = 96, HEIGHT = 72 };

typedef struct {
  KbDocument *document;
  GBytes *bytes;
  kbx_bank bank;
  KbSurfaces *surfaces;
  KbPlayPicture picture;
  KbPlayLook look;
  KbView view;
} Stage;

static void
set_up (Stage *stage, gconstpointer project)
{
  g_autoptr (GError) error = NULL;
  KbBakeSettings settings;
  kbx_error why;
  stage->document = kb_document_open (project, &error);
  g_assert_no_error (error);
  g_assert_true (kb_bake_project_settings (stage->document, &settings, &error));
  settings.images = KB_IMAGES_NONE;
  g_autoptr (KbBake) bake = kb_bake (stage->document, &settings, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  stage->bytes = kb_bake_bytes (bake, &error);
  g_assert_no_error (error);
  g_assert_cmpint (kbx_bank_open (&stage->bank, g_bytes_get_data (stage->bytes, NULL), g_bytes_get_size (stage->bytes), &why), ==, KBX_OK);
  stage->surfaces = kb_surfaces_new (0);
  stage->look = (KbPlayLook) { .document = stage->document, .bank = &stage->bank, .surfaces = stage->surfaces, .style = kb_style (TRUE) };
  stage->view = (KbView) { .scale = 3, .width = WIDTH, .height = HEIGHT };
}

static void
tear_down (Stage *stage, gconstpointer project)
{
  kb_picture_free (&stage->picture);
  kb_surfaces_free (stage->surfaces);
  kb_document_free (stage->document);
  g_bytes_unref (stage->bytes);
}

static cairo_surface_t *
draw (Stage *stage)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  kb_draw_play (cr, &stage->picture, &stage->view, &stage->look);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  return surface;
}

static guint64
hash_of (Stage *stage)
{
  cairo_surface_t *surface = draw (stage);
  gsize size;
  g_autofree guint8 *data = pixels (surface, &size);
  cairo_surface_destroy (surface);
  return kb_hash_bytes (KB_HASH_START, data, size);
}

static KbPlayItem *
add (KbPlayPicture *picture, KbPlayItemKind kind, KbPlayLayer layer)
{
  static const kbx_vec points[] = { { 6, 5 }, { 20.5f, 9 }, { 14, 18 } };
  kb_picture_clear (picture);
  KbPlayItem *item = kb_picture_add_points (picture, kind, layer, 0, points, kind == KB_ITEM_ARROW ? 2 : 3);
  item->radius = 5.5f;
  strcpy (item->text, "head");
  return item;
}

/* Each kind in each layer is seen, not when its layer is hidden, and otherwise when it flashes; what is faint is
 * still seen. Far away, without points or cut off in the middle nothing is, and nothing fails. */
static void
test_items (Stage *stage, gconstpointer project)
{
  kb_picture_clear (&stage->picture);
  guint64 blank = hash_of (stage);
  for (KbPlayItemKind kind = KB_ITEM_LINE; kind < KB_ITEM_VIEW; kind++)
    for (KbPlayLayer layer = 0; layer < KB_SHOW_LAYERS; layer++)
      {
        gboolean unseen = layer == KB_SHOW_PIXELS && kind != KB_ITEM_POLYGON && kind != KB_ITEM_CIRCLE && kind != KB_ITEM_TEXT;
        KbPlayItem *item = add (&stage->picture, kind, layer);
        guint64 plain = hash_of (stage);
        g_assert_true (unseen ? plain == blank : plain != blank);
        item->faint = TRUE;
        g_assert_cmpuint (hash_of (stage), !=, blank);
        item->faint = FALSE;
        item->flash = kind != KB_ITEM_TEXT;
        if (item->flash)
          g_assert_cmpuint (hash_of (stage), !=, plain);
        stage->look.hidden = 1u << layer;
        g_assert_cmpuint (hash_of (stage), ==, blank);
        stage->look.hidden = 0;
        kb_view_pan (&stage->view, 1000, 0);
        g_assert_cmpuint (hash_of (stage), ==, blank);
        kb_view_pan (&stage->view, -1000, 0);
        item->count = kind == KB_ITEM_ARROW;
        if (kind != KB_ITEM_TEXT)
          g_assert_cmpuint (hash_of (stage), ==, blank);
      }
}

/* A flash outshines: more of its canvas differs from the background than of the plain one, by far. */
static void
test_flash (Stage *stage, gconstpointer project)
{
  guint counts[2] = { 0 };
  for (guint flash = 0; flash < 2; flash++)
    {
      add (&stage->picture, KB_ITEM_LINE, KB_SHOW_WALLS)->flash = flash;
      cairo_surface_t *surface = draw (stage);
      for (int i = 0; i < WIDTH * HEIGHT; i++)
        counts[flash] += pixel (surface, i % WIDTH, i / WIDTH) == 0xffffff;
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (counts[1], >, counts[0] + 40);
}

/* Hard edges: each pixel of a frame, mirrored or not, is a square of its colour. */
static void
test_frames (Stage *stage, gconstpointer project)
{
  const KbFrame *drawn = kb_frame_at (kb_sprite_at (kb_document_project (stage->document), 0), 2);
  const kbx_handle frame = kbx_item (kbx_bank_item (&stage->bank, KBX_SPRITE, 0), KBX_FRAME, 2);
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) picture = kb_document_frame_picture (stage->document, drawn, &error);
  g_assert_no_error (error);
  for (guint flips = 0; flips < 4; flips++)
    {
      const kbx_place pose = kbx_at_flipped (11, 7, flips & 1, flips & 2);
      kbx_box area = kbx_frame_area (frame, pose);
      guint solid = 0;
      kb_picture_clear (&stage->picture);
      KbPlayItem *item = kb_picture_add (&stage->picture, KB_ITEM_FRAME, KB_SHOW_PICTURES, 0);
      item->frame = frame.index;
      item->pose = pose;
      kb_view_centre (&stage->view, (KbBounds) { area.x0, area.y0, area.x1, area.y1 });
      cairo_surface_t *surface = draw (stage);
      for (int i = 0; i < WIDTH * HEIGHT; i++)
        {
          gint x, y;
          kb_view_pixel_at (&stage->view, (KbVec) { i % WIDTH + 0.5, i / WIDTH + 0.5 }, &x, &y);
          if (x < area.x0 || y < area.y0 || x >= area.x1 || y >= area.y1)
            continue;
          const guint8 *p = kb_picture_pixel (picture, (guint) (flips & 1 ? area.x1 - 1 - x : x - area.x0),
                                              (guint) (flips & 2 ? area.y1 - 1 - y : y - area.y0));
          guint32 wanted = p[3] ? (guint32) (p[0] << 16 | p[1] << 8 | p[2]) : stage->look.style->background >> 8;
          solid += p[3] == 255;
          if (p[3] == 0 || p[3] == 255)
            g_assert_cmphex (pixel (surface, i % WIDTH, i / WIDTH), ==, wanted);
        }
      g_assert_cmpuint (solid, >, 500);
      cairo_surface_destroy (surface);
    }
}

static void
add_assets (KbPlayPicture *picture, KbPlayItemKind kind)
{
  kb_picture_clear (picture);
  kb_picture_add_asset (picture, kind, KB_SHOW_PICTURES, 0);
  kb_picture_add_asset (picture, kind, KB_SHOW_ZONES, 0);
  kb_picture_add_asset (picture, kind, KB_SHOW_BANDS, 0);
}

/* The zones that the bank has are seen where the document has painted them. */
static void
test_mask (Stage *stage, gconstpointer project)
{
  const KbMask *mask = kb_mask_at (kb_document_project (stage->document), 0);
  stage->look.hidden = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_BANDS;
  add_assets (&stage->picture, KB_ITEM_MASK);
  for (guint i = 0; i < 2; i++)
    {
      stage->view.scale = i ? 0.4 : 3;
      kb_view_centre (&stage->view, (KbBounds) { 0, 0, mask->width, mask->height });
      cairo_surface_t *seen = draw (stage), *wanted = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
      cairo_t *cr = cairo_create (wanted);
      KbPainting painting;
      kb_painting_of_node (&mask->node, &painting);
      painting.opacity = 0.5;
      kb_set_colour (cr, stage->look.style->background, 1);
      cairo_paint (cr);
      kb_draw_painting (cr, &stage->view, &painting);
      cairo_destroy (cr);
      gsize size;
      g_autofree guint8 *a = pixels (seen, &size), *b = pixels (wanted, &size);
      g_assert_cmpmem (a, size, b, size);
      cairo_surface_destroy (seen);
      cairo_surface_destroy (wanted);
    }
}

/* Pictures, surfaces and bands of a track are three different things. */
static void
test_track (Stage *stage, gconstpointer project)
{
  guint64 seen[4];
  add_assets (&stage->picture, KB_ITEM_TRACK);
  const kbx_size size = kbx_info (kbx_bank_item (&stage->bank, KBX_TRACK, 0)).size;
  kb_view_fit (&stage->view, (KbBounds) { 0, 0, size.w, size.h }, 0);
  static const guint32 hidden[] = { 1 << KB_SHOW_PICTURES, 1 << KB_SHOW_ZONES, 1 << KB_SHOW_BANDS, 0 };
  for (guint i = 0; i < G_N_ELEMENTS (hidden); i++)
    {
      stage->look.hidden = hidden[i];
      seen[i] = hash_of (stage);
      for (guint k = 0; k < i; k++)
        g_assert_cmpuint (seen[k], !=, seen[i]);
    }
}

/* Largest difference of a colour between what is drawn now and another surface, which is freed. */
static guint
difference (Stage *stage, cairo_surface_t *other)
{
  cairo_surface_t *surface = draw (stage);
  gsize size;
  g_autofree guint8 *a = pixels (surface, &size), *b = pixels (other, &size);
  guint most = 0;
  for (gsize i = 0; i < size; i++)
    if (i % 4 != 3)
      most = MAX (most, (guint) ABS ((int) a[i] - (int) b[i]));
  cairo_surface_destroy (surface);
  cairo_surface_destroy (other);
  return most;
}

/* What is kept looks as what is drawn anew, moved, hidden and shown; and is not drawn again for what moves on it. */
static void
test_layers (Stage *stage, gconstpointer project)
{
  KbLayers *layers = kb_layers_new ();
  add_assets (&stage->picture, KB_ITEM_MASK);
  kb_picture_add_line (&stage->picture, KB_SHOW_WALLS, 0, (kbx_vec) { 2, 2 }, (kbx_vec) { 20, 6 });
  kb_picture_add_line (&stage->picture, KB_SHOW_WALLS, 0, (kbx_vec) { 20, 6 }, (kbx_vec) { 9, 16 });
  KbPlayItem *body = kb_picture_add_circle (&stage->picture, KB_SHOW_BODIES, 0, (kbx_circle) { { 8, 8 }, 4 });
  for (guint i = 0; i < 8; i++)
    {
      stage->look.layers = NULL;
      cairo_surface_t *fresh = draw (stage);
      stage->look.layers = layers;
      g_assert_cmpuint (difference (stage, fresh), <=, 16);   /* lines are cut at other places */
      guint drawn = kb_layers_n_drawn (layers);
      stage->picture.items[4].flash = i % 2;
      stage->picture.points[body->first].x += 1;
      hash_of (stage);
      g_assert_cmpuint (kb_layers_n_drawn (layers), ==, drawn);
      kb_view_pan (&stage->view, i % 2 ? 7 : -12, i % 3 ? -5 : 9);
      stage->look.hidden ^= i == 3 ? 1 << KB_SHOW_ZONES : 0;
      stage->view.scale += i == 5;
    }
  kb_layers_free (layers);
}

/* Tiles go on as their animations say, over what is kept too, which is drawn again when one of them shows another frame and not else.
 * The sample's water, torches and flags go on each 180, 110 and 140 ms. */
static void
test_moving_tiles (Stage *stage, gconstpointer project)
{
  static const struct { double time; guint drawn; } times[] = {
    { 0, 1 }, { 50, 2 }, { 109, 2 }, { 110, 3 }, { 139, 3 }, { 141, 4 }, { 179, 4 }, { 181, 5 }, { 219, 5 }, { 220, 6 },
  };
  KbLayers *layers = kb_layers_new ();
  guint64 seen[G_N_ELEMENTS (times)];
  kbx_bank bank = stage->bank;
  guint level = 0;
  while (strcmp (kbx_name (kbx_bank_item (&bank, KBX_LEVEL, level)), "yard") != 0)
    level++;
  kb_picture_clear (&stage->picture);
  kb_picture_add_asset (&stage->picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, level);
  stage->view = (KbView) { .x = 12, .y = 9, .scale = 1.0 / 16, .device_scale = 1, .width = WIDTH, .height = HEIGHT };
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      stage->look.time = times[i].time;
      stage->look.layers = NULL;
      seen[i] = hash_of (stage);
      stage->look.layers = layers;
      g_assert_cmpuint (hash_of (stage), ==, seen[i]);
      g_assert_cmpuint (kb_layers_n_drawn (layers), ==, times[i].drawn);
    }
  g_assert_cmpuint (seen[2], !=, seen[3]);
  stage->look.document = NULL;
  hash_of (stage);
  kb_layers_free (layers);
}

/* The map fills its corner when the view shows a part of the world, and is not there when it shows all. It moves with
 * nothing but what moves. */
static void
test_map (Stage *stage, gconstpointer project)
{
  enum { W = 480, H = 400, AWAY_X = W - 12 - W * 2 / 5 - 1, AWAY_Y = 12 + H * 3 / 10 + 1 };
  KbLayers *layers = kb_layers_new ();
  kb_picture_clear (&stage->picture);
  kb_picture_add_asset (&stage->picture, KB_ITEM_MASK, KB_SHOW_ZONES, 0);
  KbPlayItem *body = kb_picture_add_circle (&stage->picture, KB_SHOW_BODIES, 0, (kbx_circle) { { 8, 8 }, 1 });
  const kbx_size size = kbx_info (kbx_bank_item (&stage->bank, KBX_MASK, 0)).size;
  const KbBounds world = { 0, 0, size.w, size.h };
  guint in_corner = 0, elsewhere = 0, last = 0;
  for (guint i = 0; i < 3; i++)
    {
      guint n = 0;
      stage->view = (KbView) { .scale = 8, .device_scale = 1, .width = W, .height = H };
      if (i == 2)
        kb_view_fit (&stage->view, world, 0);
      stage->picture.points[body->first].x = i ? 8 : (float) size.w - 8;
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, W, H);
      cairo_t *cr = cairo_create (surface);
      kb_set_colour (cr, 0x123456ff, 1);
      cairo_paint (cr);
      kb_draw_play_map (cr, &stage->picture, &stage->view, &stage->look, layers, world);
      cairo_destroy (cr);
      for (int k = 0; k < W * H; k++)
        if (pixel (surface, k % W, k / W) != 0x123456)
          {
            n++;
            *(k % W >= AWAY_X && k / W < AWAY_Y ? &in_corner : &elsewhere) += 1;
          }
      cairo_surface_destroy (surface);
      g_assert_true (i < 2 ? n > W * 2 / 5 * 20 : n == 0);
      g_assert_true (i != 1 || n == last);
      last = n;
    }
  g_assert_cmpuint (elsewhere, ==, 0);
  g_assert_cmpuint (kb_layers_n_drawn (layers), ==, 1);
  kb_layers_free (layers);
}

/* A narrow canvas has a smaller map. */
static void
test_small_map (Stage *stage, gconstpointer project)
{
  enum { W = 320, H = 240 };
  const kbx_size size = kbx_info (kbx_bank_item (&stage->bank, KBX_MASK, 0)).size;
  KbLayers *layers = kb_layers_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, W, H);
  cairo_t *cr = cairo_create (surface);
  guint n = 0;
  kb_picture_clear (&stage->picture);
  kb_picture_add_asset (&stage->picture, KB_ITEM_MASK, KB_SHOW_ZONES, 0);
  stage->view = (KbView) { .scale = 8, .device_scale = 1, .width = W, .height = H };
  kb_set_colour (cr, 0x123456ff, 1);
  cairo_paint (cr);
  kb_draw_play_map (cr, &stage->picture, &stage->view, &stage->look, layers,
                    (KbBounds) { 0, 0, size.w, size.h });
  cairo_destroy (cr);
  for (int k = 0; k < W * H; k++)
    n += pixel (surface, k % W, k / W) != 0x123456;
  g_assert_cmpuint (n, >, W * H / 100);
  g_assert_cmpuint (n, <, W * H / 6);
  cairo_surface_destroy (surface);
  kb_layers_free (layers);
}

/* A document that has gone on without the bank: nothing is drawn of what it has no more, the rest is. */
static void
test_gone (Stage *stage, gconstpointer project)
{
  g_autofree char *folder = temp_folder_new ();
  KbDocument *other = kb_document_new (folder, "empty");
  static const KbPlayItemKind kinds[] = { KB_ITEM_FRAME, KB_ITEM_MASK, KB_ITEM_TRACK, KB_ITEM_LEVEL };
  kb_picture_clear (&stage->picture);
  guint64 blank = hash_of (stage);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint with = 0; with < 2; with++)
      {
        stage->look.document = with ? other : NULL;
        kb_picture_clear (&stage->picture);
        kb_picture_add (&stage->picture, kinds[i], KB_SHOW_PICTURES, 0)->asset = 999;
        stage->picture.items[0].frame = with ? 0 : 999999;
        g_assert_cmpuint (hash_of (stage), ==, blank);
      }
  stage->look.document = stage->document;
  kb_document_free (other);
  temp_folder_remove (folder);
}

/* On whole pixels, one of a crowd looks as it does alone; the others are out of sight. */
static void
test_crowd (Stage *stage, gconstpointer project)
{
  for (guint box = 0; box < 2; box++)
    {
      cairo_surface_t *alone = NULL;
      kb_picture_clear (&stage->picture);
      for (guint i = 0; i < 500; i++)
        {
          const float x = i ? 1000 : 12, y = 10;
          if (box)
            kb_picture_add_box (&stage->picture, KB_SHOW_BODIES, 0, (kbx_rect) { { x, y }, { x + 8, y + 6 } });
          else
            kb_picture_add_circle (&stage->picture, KB_SHOW_BODIES, 0, (kbx_circle) { { x, y }, 5 });
          if (i == 0)
            alone = draw (stage);
        }
      g_assert_cmpuint (difference (stage, alone), <=, 3);
    }
}

/* A frame in place changes what is shown, but not where things are; a move changes both. */
static void
test_places (void)
{
  KbPlayPicture picture = { 0 };
  const KbPlayLook look = { .time = 0 };
  KbPlayItem *item = kb_picture_add (&picture, KB_ITEM_FRAME, KB_SHOW_BODIES, 0);
  const guint64 key = kb_play_picture_key (&picture, &look), places = kb_play_picture_places (&picture);
  item->frame++;
  g_assert_cmphex (kb_play_picture_key (&picture, &look), !=, key);
  g_assert_cmphex (kb_play_picture_places (&picture), ==, places);
  item->pose.x++;
  g_assert_cmphex (kb_play_picture_places (&picture), !=, places);
  kb_picture_free (&picture);
}

/* ---- in first person ---- */

/* The rows of one colour around the middle one, which is the horizon. */
static double
rows_of_wall (cairo_surface_t *surface, gint x, guint32 *colour)
{
  const guint32 *data = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);
  const gint stride = cairo_image_surface_get_stride (surface) / 4;
  gint first = HEIGHT / 2, last = HEIGHT / 2;
  *colour = data[HEIGHT / 2 * stride + x] & 0xffffff;
  while (first > 0 && (data[(first - 1) * stride + x] & 0xffffff) == *colour)
    first--;
  while (last + 1 < HEIGHT && (data[(last + 1) * stride + x] & 0xffffff) == *colour)
    last++;
  return last + 1 - first;
}

static kbx_hit
cast_column (kbx_handle level, kbx_vec at, kbx_vec ahead, double across)
{
  const double far = 3000;
  const kbx_vec way = { (float) (((double) ahead.x - (double) ahead.y * across) * far), (float) (((double) ahead.y + (double) ahead.x * across) * far) };
  return kbx_level_cast (level, kbx_shape_point (at), way, NULL);
}

/* Each column shows the wall that a cast meets, as high as it is from there: 48 pixels, 20 of them below the eye. */
static void
test_view (Stage *stage, gconstpointer project)
{
  const kbx_handle level = kbx_bank_find (&stage->bank, KBX_LEVEL, "garden");
  guint columns = 0;
  for (guint round = 0; kit_goes_on (round, 60); round++)
    {
      const char *cast[KB_PLAY_MOST_ROLES] = { "garden" };
      const kbx_vec from = { (float) g_test_rand_int_range (20, 940), (float) g_test_rand_int_range (20, 620) };
      const KbPlayInput turn = { .keys = 1 };
      KbPlayWhy why;
      KbPlay *play = kb_play_new (kb_play_find_scene ("first-person"), &stage->bank, cast, &why);
      kb_play_start_at (play, &from);
      for (gint i = g_test_rand_int_range (0, 120); i >= 0; i--)
        kb_play_step (play, &turn);
      kb_play_draw (play, &stage->picture);
      const KbPlayItem *item = stage->picture.items + stage->picture.n_items - 1;
      const kbx_vec *corners = stage->picture.points + item->first;
      g_assert_cmpint (item->kind, ==, KB_ITEM_VIEW);
      kb_view_fit (&stage->view, (KbBounds) { (double) corners[0].x, (double) corners[0].y, (double) corners[1].x, (double) corners[1].y }, 0);
      stage->view.scale = WIDTH / (double) (corners[1].x - corners[0].x);
      stage->view.x = -(double) corners[0].x * stage->view.scale;
      stage->view.y = -(double) corners[0].y * stage->view.scale + (HEIGHT - WIDTH / 1.6) / 2;
      cairo_surface_t *surface = draw (stage);
      kbx_vec at = { 0, 0 }, ahead = { 0, 0 };
      for (guint32 i = 0; i < stage->picture.n_items; i++)     /* the body, and the line to where it faces */
        if (stage->picture.items[i].layer == KB_SHOW_BODIES && stage->picture.items[i].kind == KB_ITEM_CIRCLE)
          {
            const kbx_vec *line = stage->picture.points + stage->picture.items[i + 1].first;
            at = line[0];
            ahead = (kbx_vec) { (line[1].x - at.x) / 8, (line[1].y - at.y) / 8 };
          }
      for (gint x = 0; x < WIDTH; x++)
        {
          const double across = (x + 0.5) * 2 / WIDTH - 1;
          const kbx_hit hit = cast_column (level, at, ahead, across), left = cast_column (level, at, ahead, across - 0.02),
                        right = cast_column (level, at, ahead, across + 0.02);
          const double depth = (double) hit.fraction * 3000, high = 48 / depth * WIDTH / 2;
          guint32 colour;
          if (!hit.hit || left.index != hit.index || right.index != hit.index || high > 40)
            continue;
          const double rows = rows_of_wall (surface, x, &colour);
          const guint32 of_class = kbx_info (kbx_bank_item (&stage->bank, KBX_CLASS, hit.class_index)).colour;
          const double light = 480 / (480 + depth);
          if (fabs (rows - high) > 1.6 || (colour >> 16 & 0xff) > (of_class >> 24) * light + 3 || (colour >> 16 & 0xff) < (of_class >> 24) * light * 0.5 - 3)
            g_error ("from (%g %g) to (%g %g), column %d: wall %u at %g has %g rows of %06x, expected %g of %08x", (double) at.x, (double) at.y,
                     (double) ahead.x, (double) ahead.y, x, hit.index, depth, rows, colour, high, of_class);
          columns++;
        }
      cairo_surface_destroy (surface);
      kb_play_free (play);
    }
  g_assert_cmpuint (columns, >, kit_n_done * 10);
}

/* A slanted side of a box that stands: behind the near wall, before the far one, in each column as high as it is there. */
static void
test_standing_side (Stage *stage, gconstpointer project)
{
  static const KbPlaySlab slabs[] = {
    { .a = { 20, 30 }, .b = { 60, 30 }, .floor = -20, .ceiling = 28, .low = 28, .high = 28, .closed = true, .colour = 0x00ff00ffu, .frame = KBX_NONE },
    { .a = { -300, 100 }, .b = { 300, 100 }, .floor = -20, .ceiling = 28, .low = 28, .high = 28, .closed = true, .colour = 0x0000ffffu, .frame = KBX_NONE },
    { .a = { -30, 40 }, .b = { 70, 60 }, .floor = -20, .ceiling = 28, .stands = true, .colour = 0xff0000ffu, .frame = KBX_NONE },
  };
  const double high = WIDTH / 1.6;
  kb_picture_clear (&stage->picture);
  for (guint i = 0; i < G_N_ELEMENTS (slabs); i++)
    *kb_picture_add_slab (&stage->picture) = slabs[i];
  kb_picture_add_points (&stage->picture, KB_ITEM_VIEW, KB_SHOW_PICTURES, 0, (const kbx_vec[]) { { 0, 0 }, { WIDTH, (float) high } }, 2)->radius = 480;
  stage->view.scale = 1;
  stage->view.x = 0;
  stage->view.y = (HEIGHT - high) / 2;
  cairo_surface_t *surface = draw (stage);
  guint seen[3] = { 0 };
  for (gint x = 0; x < WIDTH; x++)
    {
      const double across = (x + 0.5) * 2 / WIDTH - 1, t = (40 * across + 30) / (100 - 20 * across), depth = 40 + 20 * t;
      const bool at_end = fabs (across - 2.0 / 3) < 0.02 || fabs (across + 0.75) < 0.02;
      const guint which = across > 2.0 / 3 ? 0 : across > -0.75 ? 2 : 1;
      const double pixels = WIDTH / 2 / (which == 0 ? 30 : which == 1 ? 100 : depth), wanted = MIN (28 * pixels, high / 2) + MIN (20 * pixels, high / 2);
      guint32 colour;
      const double rows = rows_of_wall (surface, x, &colour);
      if (at_end)
        continue;
      g_assert_cmpint ((colour >> 16 & 0xff) > 150, ==, which == 2);
      g_assert_cmpfloat (fabs (rows - wanted), <, 1.6);
      seen[which]++;
    }
  g_assert_true (seen[0] > 8 && seen[1] > 8 && seen[2] > WIDTH / 2);
  cairo_surface_destroy (surface);
}

KIT_PROGRAM (drawing_play)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/drawing/play/items", Stage, DATA "/dojo", set_up, test_items, tear_down);
  g_test_add ("/drawing/play/flash", Stage, DATA "/dojo", set_up, test_flash, tear_down);
  g_test_add ("/drawing/play/frames", Stage, DATA "/dojo", set_up, test_frames, tear_down);
  g_test_add ("/drawing/play/mask", Stage, DATA "/harbor", set_up, test_mask, tear_down);
  g_test_add ("/drawing/play/track", Stage, DATA "/harbor", set_up, test_track, tear_down);
  g_test_add ("/drawing/play/layers", Stage, DATA "/harbor", set_up, test_layers, tear_down);
  g_test_add ("/drawing/play/moving-tiles", Stage, DATA "/yard", set_up, test_moving_tiles, tear_down);
  g_test_add ("/drawing/play/crowd", Stage, DATA "/dojo", set_up, test_crowd, tear_down);
  g_test_add ("/drawing/play/map", Stage, DATA "/harbor", set_up, test_map, tear_down);
  g_test_add ("/drawing/play/small-map", Stage, DATA "/harbor", set_up, test_small_map, tear_down);
  g_test_add ("/drawing/play/view", Stage, DATA "/temple", set_up, test_view, tear_down);
  g_test_add ("/drawing/play/standing-side", Stage, DATA "/temple", set_up, test_standing_side, tear_down);
  g_test_add_func ("/drawing/play/places", test_places);
  g_test_add ("/drawing/play/gone", Stage, DATA "/dojo", set_up, test_gone, tear_down);
  return g_test_run ();
}
