/* SPDX-License-Identifier: MIT */
/* The isometric scene: where one walks by the keys, what stops it, how high it stands and what is before it. */
#include <math.h>

#include "document/edits/cells.h"
#include "tests/support/document_kit.h"
#include "tests/support/layer_kit.h"
#include "tests/support/play_kit.h"

enum { COLUMNS = 12, ROWS = 10 };
enum { FLOOR, BLOCK, NOTHING };   /* frames of the tiles */

static const char tiles_text[] =
  "{\"insert\": \"sprites\", \"value\": {\"name\": \"tiles\", \"frames\": [{\"name\": \"lawn\", \"width\": 32, \"height\": 16},"
  " {\"name\": \"wall\", \"width\": 32, \"height\": 48, \"collision\": \"full\", \"collision_class\": \"head\"}]}}";
static const char hero_text[] =
  "{\"insert\": \"sprites\", \"value\": {\"name\": \"hero\", \"frames\": ["
  " {\"id\": 1, \"name\": \"hero\", \"width\": 12, \"height\": 30,"
  " \"hot_spot\": [6, 29]}],"
  " \"animations\": [{\"name\": \"idle\", \"loop\": \"loop\", \"steps\": [{\"frame\": 1, \"duration\": 100}]}]}}";

/* The axes of both layers, and where the walker starts on the screen. */
static KbDocument *
ground (const char *axes, int x, int y)
{
  g_autofree char *layers = g_strdup_printf (
    "{\"insert\": \"levels\", \"value\": {\"name\": \"yard\", \"tilesets\": [{\"number\": 1, \"sprite\": \"tiles\"}],"
    " \"layers\": [{\"name\": \"floor\", \"width\": %d, \"height\": %d, \"lift\": 8, %s},"
    " {\"name\": \"walls\", \"width\": %d, \"height\": %d, \"lift\": 8, %s}],"
    " \"entities\": [{\"name\": \"start\", \"class\": \"head\", \"at\": [%d, %d]}]}}",
    COLUMNS, ROWS, axes, COLUMNS, ROWS, axes, x, y);
  KbDocument *document = kb_document_new ("/nowhere/at/all", "test");
  must_apply (document, "{\"insert\": \"classes\", \"value\": {\"name\": \"head\", \"colour\": \"#ffd700\"}}");
  must_apply (document, tiles_text);
  must_apply (document, hero_text);
  must_apply (document, layers);
  return document;
}

/* Cells [i, i + w) x [j, j + h) of a layer show a frame of the tiles, or nothing. */
static void
put (KbDocument *document, guint layer, KbCellBox box, guint frame, guint height)
{
  g_autoptr (GError) error = NULL;
  const KbProject *project = kb_document_project (document);
  const guint id_of_frame = frame == NOTHING ? 0 : (guint) kb_frame_at (project->sprites->pdata[0], frame)->lasting_id;
  const KbCell cell = { .frame = id_of_frame, .tileset = 1, .height = height };
  const KbId id = kb_layer_at (kb_level_at (project, 0), layer)->node.id;
  KbZonesPainter *painter = kb_document_painter (document, id, "cells", &error);
  g_assert_no_error (error);
  kb_cells_painter_box (painter, box.i, box.j, box.width, box.height, frame == NOTHING ? 0 : kb_cell_pack (&cell));
  g_assert_true (kb_document_paint_end (document, id, "cells", painter, NULL, &error));
}

static const char usual[] = "\"cell\": [16, 16], \"origin\": [200, 40], \"axis_i\": [16, 8], \"axis_j\": [-16, 8]";
static const KbCellBox all = { 0, 0, COLUMNS, ROWS };

/* The middle of the body is in the middle of cell (5, 4). */
static PlayStage *
plain_stage (void)
{
  KbDocument *document = ground (usual, 216, 120);
  put (document, 0, all, FLOOR, 0);
  return play_stage (document);
}

/* ---- ways ---- */

/* On the screen, whatever the axes are: up is up, and as fast as to any other side. */
static void
test_keys (void)
{
  static const struct { const char *axes; int x, y; } grounds[] = {
    { "\"cell\": [16, 16], \"origin\": [200, 40], \"axis_i\": [16, 8], \"axis_j\": [-16, 8]", 216, 120 },
    { "\"cell\": [16, 16], \"origin\": [200, 40], \"axis_i\": [-16, 8], \"axis_j\": [16, 8]", 184, 120 },       /* left-handed */
    { "\"cell\": [20, 9], \"origin\": [0, 0], \"axis_i\": [20, 4], \"axis_j\": [-6, 12]", 80, 70 },
    { "\"cell\": [31, 64], \"origin\": [-70, 9], \"axis_i\": [0, -24], \"axis_j\": [30, 5]", 60, -80 },
  };
  static const struct { const char *held; double x, y; } ways[] = {
    { "up", 0, -1.5 }, { "down", 0, 1.5 }, { "left", -1.5, 0 }, { "right", 1.5, 0 }, { "up run", 0, -3 }, { "left run", -3, 0 },
    { "right down", 1.5 * G_SQRT2 / 2, 1.5 * G_SQRT2 / 2 }, { "left up", -1.5 * G_SQRT2 / 2, -1.5 * G_SQRT2 / 2 },
    { "left right", 0, 0 },
  };
  for (guint k = 0; k < G_N_ELEMENTS (grounds); k++)
    {
      KbDocument *document = ground (grounds[k].axes, grounds[k].x, grounds[k].y);
      put (document, 0, all, FLOOR, 0);
      PlayStage *stage = play_stage (document);
      for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
        {
          KbPlay *play = play_begin (stage, "isometric", NULL);
          const double x = play_reported_number (play, "at", 0), y = play_reported_number (play, "at", 1);
          g_autofree char *tape = g_strconcat ("0 ", ways[w].held, NULL);
          play_steps (play, tape, 0, 12);
          play_assert_reported (play, "stopped=[0 0]");
          g_assert_cmpfloat_with_epsilon (play_reported_number (play, "at", 0), x + 12 * ways[w].x, 0.002);
          g_assert_cmpfloat_with_epsilon (play_reported_number (play, "at", 1), y + 12 * ways[w].y, 0.002);
          kb_play_free (play);
        }
      play_stage_free (stage);
    }
}

/* A wall of three cells above the start, in the second layer; the edges of the floor. */
static void
test_stops (void)
{
  static const PlayCase cases[] = {
    { "0", 1, "at=[216 120];place=[288 112];cell=[5 4];height=0;on=lawn;stopped=[0 0]", NULL },
    { "0 @250,120", 1, "sees_pointer=true", NULL },
    { "0 @216,60", 1, "sees_pointer=false", NULL },
    { "0 up left", 40, "stopped=[-1 0]", "head stops it at cell 3, 4" },
    { "0", 1, "area=-", NULL },
    { "0 down", 20, "area=pond", "entered pond" },
    { "0 down", 300, "cell=[11 9];stopped=[1 1]", NULL },
    { "0 right run", 300, "stopped=[1 -1]", NULL },
  };
  KbDocument *document = ground (usual, 216, 120);
  put (document, 0, all, FLOOR, 0);
  put (document, 1, (KbCellBox) { 3, 2, 1, 3 }, BLOCK, 0);
  must_apply (document, "{\"insert\": \"levels['yard'].areas\", \"value\": {\"name\": \"pond\", \"class\": \"head\","
                        " \"rings\": [[[180, 130], [260, 130], [260, 200], [180, 200]]]}}");
  PlayStage *stage = play_stage (document);
  play_check_cases (stage, "isometric", cases, G_N_ELEMENTS (cases));
  play_assert_repeats (stage, "isometric", NULL, "0 up left;40 up @100,90;70 right run;140 down left", 220);
  play_stage_free (stage);
}

/* ---- at random ---- */

typedef struct {
  double x, y, ix, iy, jx, jy, lift;
} Axes;

/* Walked at random, it stays on the floor and out of what is full, and is seen where its place is projected to. The cells are
 * asked one by one, and the projection is written out. Returns in how many steps something stopped it. */
static guint
walk_about (PlayStage *stage, const char *level_name, guint steps, const Axes *axes)
{
  const char *const cast[KB_PLAY_MOST_ROLES] = { level_name };
  const uint32_t level = kbx_bank_find (&stage->bank, KBX_LEVEL, level_name).index;
  const kbx_about info = kbx_info (kbx_item (kbx_bank_item (&stage->bank, KBX_LEVEL, level), KBX_TILES, 0));
  const double half = MIN (info.cell.w, info.cell.h) / 4, w = info.cell.w, h = info.cell.h;
  KbPlay *play = play_begin (stage, "isometric", cast);
  KbPlayInput input = { 0 };
  guint stopped = 0;
  for (guint n = 0; n < steps; n++)
    {
      input = play_random_input (play, input);
      kb_play_step (play, &input);
      const double x = play_reported_number (play, "place", 0), y = play_reported_number (play, "place", 1);
      const kbx_box body = { (int) (x - half), (int) (y - half), (int) (x + half), (int) (y + half) };
      for (uint32_t k = 0; k < kbx_count (kbx_bank_item (&stage->bank, KBX_LEVEL, level), KBX_TILES); k++)
        for (guint corner = 0; corner < 4; corner++)
          {
            const kbx_point p = { corner % 2 ? body.x0 : body.x1 - 1, corner / 2 ? body.y0 : body.y1 - 1 };
            g_assert_cmpint (kbx_tiles_tile (kbx_item (kbx_bank_item (&stage->bank, KBX_LEVEL, level), KBX_TILES, k), kbx_cell_of (kbx_item (kbx_bank_item (&stage->bank, KBX_LEVEL, level), KBX_TILES, k), p)).kind, !=, KBX_TILE_FULL);
            g_assert_true (kbx_box_contains (info.bounds, p));
          }
      const double i = (x + play_reported_number (play, "rest", 0) - axes->x) / w;
      const double j = (y + play_reported_number (play, "rest", 1) - axes->y) / h;
      const double height = play_reported_number (play, "height", 0);
      g_assert_cmpfloat_with_epsilon (play_reported_number (play, "at", 0), axes->x + i * axes->ix + j * axes->jx, 0.001);
      const double down = axes->y + i * axes->iy + j * axes->jy - height * axes->lift;
      g_assert_cmpfloat_with_epsilon (play_reported_number (play, "at", 1), down, 0.001);
      stopped += play_reported_number (play, "stopped", 0) != 0 || play_reported_number (play, "stopped", 1) != 0;
    }
  kb_play_free (play);
  return stopped;
}

static void
test_never_in_walls (void)
{
  PlayStage *stage = play_stage_open (DATA "/yard");
  guint stopped = walk_about (stage, "court", kit_rounds (1500), &(Axes) { 208, 96, 16, 8, -16, 8, 16 });
  g_assert_cmpuint (stopped, >, 20);
  stopped = 0;
  play_stage_free (stage);
  for (guint round = 0; kit_goes_on (round, 6); round++)
    {
      const char *skewed = "\"cell\": [20, 12], \"origin\": [-30, 15], \"axis_i\": [20, 4], \"axis_j\": [-6, 12]";
      KbDocument *document = ground (skewed, 50, 80);
      put (document, 0, all, FLOOR, 0);
      for (guint n = 0; n < 24; n++)
        {
          const KbCellBox one = { g_test_rand_int_range (0, COLUMNS), g_test_rand_int_range (0, ROWS), 1, 1 };
          put (document, n % 2, one, n % 3 ? BLOCK : FLOOR, (guint) g_test_rand_int_range (0, 3));
        }
      stage = play_stage (document);
      stopped += walk_about (stage, "yard", 250, &(Axes) { -30, 15, 20, 4, -6, 12, 8 });
      play_stage_free (stage);
    }
  g_assert_cmpuint (stopped, >, 20);
}

/* ---- heights ---- */

/* Stairs along i, a roof that is too high to be stepped on, a hole, a cliff that is climbed all the same. */
static void
test_heights (void)
{
  static const PlayCase cases[] = {
    { "0", 1, "cell=[2 4];height=0;on=lawn", NULL },
    { "0 right down", 10, "cell=[3 4];height=1", "up to 1 at cell 3, 4" },
    { "0 right down", 20, "cell=[4 5];height=2", "up to 2 at cell 4, 5" },
    { "0 right down", 30, "cell=[5 5];height=2;on=lawn", NULL },
    { "0 right down", 40, "cell=[6 5];height=0;on=-", "down to 0 at cell 6, 5" },
    { "0 right down", 50, "cell=[7 6];height=5", "up to 5 at cell 7, " },
  };
  KbDocument *document = ground (usual, 168, 96);
  for (gint i = 0; i < COLUMNS; i++)
    put (document, 0, (KbCellBox) { i, 0, 1, ROWS }, i == 6 ? NOTHING : FLOOR, i < 3 ? 0 : i == 3 ? 1 : i < 6 ? 2 : 5);
  put (document, 1, (KbCellBox) { 5, 0, 1, ROWS }, FLOOR, 6);
  PlayStage *stage = play_stage (document);
  play_check_cases (stage, "isometric", cases, G_N_ELEMENTS (cases));
  play_stage_free (stage);
}

/* ---- pictures ---- */

/* How many pictures of tiles come after the walker's. */
static guint
count_in_front (const PlayStage *stage)
{
  KbPlay *play = play_begin (stage, "isometric", NULL);
  KbPlayPicture picture = { 0 };
  const kbx_handle hero = kbx_bank_find (&stage->bank, KBX_SPRITE, "hero");
  guint after = 0, heroes = 0;
  kb_play_draw (play, &picture);
  for (guint i = 0; i < picture.n_items; i++)
    if (picture.items[i].kind == KB_ITEM_FRAME)
      {
        const gboolean is_hero = picture.items[i].frame == kbx_item (hero, KBX_FRAME, 0).index;
        heroes += is_hero;
        after += heroes && !is_hero;
      }
  g_assert_cmpuint (heroes, ==, 1);
  kb_picture_free (&picture);
  kb_play_free (play);
  return after;
}

/* A block in the cell in front hides the walker, one behind does not; nor does the floor, but a roof does. */
static void
test_in_front (void)
{
  static const struct { KbCellBox cells; guint frame, height, after; } cases[] = {
    { { 0, 0, 0, 0 }, FLOOR, 0, 0 }, { { 6, 5, 1, 1 }, BLOCK, 0, 1 }, { { 6, 4, 1, 1 }, BLOCK, 0, 1 },
    { { 5, 5, 1, 1 }, BLOCK, 0, 1 },
    { { 4, 3, 1, 1 }, BLOCK, 0, 0 }, { { 4, 4, 1, 1 }, BLOCK, 0, 0 },  { { 5, 3, 1, 1 }, BLOCK, 0, 0 },
    { { 5, 4, 1, 1 }, FLOOR, 0, 0 },
    { { 6, 5, 2, 2 }, BLOCK, 0, 4 },  { { 9, 8, 1, 1 }, BLOCK, 0, 0 },
    { { 5, 4, 1, 1 }, FLOOR, 2, 1 },
  };
  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      KbDocument *document = ground (usual, 216, 120);
      put (document, 0, all, FLOOR, 0);
      if (cases[k].cells.width)
        put (document, 1, cases[k].cells, cases[k].frame, cases[k].height);
      PlayStage *stage = play_stage (document);
      g_test_message ("case %u", k);
      g_assert_cmpuint (count_in_front (stage), ==, cases[k].after);
      play_stage_free (stage);
    }
}

/* ---- edits ---- */

/* A block that is put where it stands puts it beside; where the layer is gone, the run stays with what it had. */
static void
test_edits (void)
{
  PlayStage *stage = plain_stage ();
  KbPlay *play = play_begin (stage, "isometric", NULL);
  KbPlayWhy why;
  kbx_bank changed;
  put (stage->document, 1, (KbCellBox) { 5, 4, 1, 1 }, BLOCK, 0);
  GBytes *bytes = play_bake (stage->document, &changed);
  g_assert_true (kb_play_change_bank (play, &changed, NULL, &why));
  play_steps (play, "0", 0, 1);
  g_assert_true (play_logged (play, "cell 5, 4 is not free: put next to it"));
  const int x = (int) play_reported_number (play, "place", 0), y = (int) play_reported_number (play, "place", 1);
  const kbx_box body = { x - 4, y - 4, x + 4, y + 4 };
  g_assert_false (kit_tiles_solid_in_box (kbx_item (kbx_bank_item (&changed, KBX_LEVEL, 0), KBX_TILES, 1), body, KBX_ALL_CLASSES));
  g_assert_cmpint (ABS (x - 288) + ABS (y - 112), <=, 24);
  must_apply (stage->document, "{\"set\": \"levels['yard'].layers[1].axis_i\", \"value\": [16, 9]}");
  must_apply (stage->document, "{\"remove\": \"levels['yard'].layers[0]\"}");
  must_apply (stage->document, "{\"remove\": \"levels['yard'].layers[0]\"}");
  kbx_bank none;
  GBytes *bare = play_bake (stage->document, &none);
  g_assert_false (kb_play_change_bank (play, &none, NULL, &why));
  g_assert_false (kb_play_scene_suits (kb_play_scene_of (play), &none));
  play_steps (play, "0", 0, 1);
  kb_play_free (play);
  g_bytes_unref (bytes);
  g_bytes_unref (bare);
  play_stage_free (stage);
}

KIT_PROGRAM (play_isometric)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/play/isometric/keys", test_keys);
  g_test_add_func ("/play/isometric/stops", test_stops);
  g_test_add_func ("/play/isometric/never-in-walls", test_never_in_walls);
  g_test_add_func ("/play/isometric/heights", test_heights);
  g_test_add_func ("/play/isometric/in-front", test_in_front);
  g_test_add_func ("/play/isometric/edits", test_edits);
  return g_test_run ();
}
