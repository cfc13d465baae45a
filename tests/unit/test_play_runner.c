/* SPDX-License-Identifier: MIT */
/* Run and jump: a runner on tiles and grounds; the layers of a level as one. */
#include "playtest/solids.h"
#include "tests/support/document_kit.h"
#include "tests/support/layer_kit.h"
#include "playtest/places.h"
#include "tests/support/play_kit.h"

enum { COLUMNS = 20, ROWS = 12 };

/* Cells of 16 pixels: full, one-way from the top, a slope of 45 degrees up to the right, its other side. */
static const char *const rock[ROWS] = {
  "#                  #",
  "#                  #",
  "#                  #",
  "#                  #",
  "#        ###       #",
  "#                  #",
  "#                  #",
  "#                  #",
  "# ---              #",
  "#              ##  #",
  "#       /#     ##  #",
  "#############  #####",
};

static const char tiles_text[] =
  "{\"insert\": \"sprites\", \"value\": {\"name\": \"tiles\", \"frames\": ["
  " {\"width\": 16, \"height\": 16, \"collision\": \"full\", \"collision_class\": \"head\"},"
  " {\"width\": 16, \"height\": 16, \"collision\": \"top\", \"collision_class\": \"head\"},"
  " {\"width\": 16, \"height\": 16, \"collision\": \"heights\", \"collision_class\": \"head\","
  "  \"heights\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]}]}}";
static const char level_text[] =
  "{\"insert\": \"levels\", \"value\": {\"name\": \"yard\", \"tilesets\": [{\"number\": 1, \"sprite\": \"tiles\"}],"
  " \"layers\": [{\"name\": \"rock\", \"cell\": [16, 16], \"width\": 20, \"height\": 12}],"
  " \"entities\": [{\"name\": \"start\", \"class\": \"head\", \"at\": [40, 175]}, {\"name\": \"goal\", \"class\": \"head\", \"at\": [296, 160]}]}}";
/* Level to x = 100, too steep up to 140, then a wave that ends level. */
static const char hill_text[] =
  "{\"insert\": \"levels\", \"value\": {\"name\": \"yard\", \"grounds\": [{\"name\": \"hill\", \"class\": \"head\", \"slope_limit\": 1.5,"
  " \"points\": [{\"at\": [0, 100], \"flat\": true}, {\"at\": [100, 100], \"flat\": true}, {\"at\": [140, 20], \"flat\": true}, {\"at\": [300, 20]}]}],"
  " \"entities\": [{\"name\": \"start\", \"class\": \"head\", \"at\": [20, 80]}]}}";

/* Of a layer every other row, the even ones (share 0) or the odd ones (1), or all (2). */
static void
paint (KbDocument *document, guint layer, guint share)
{
  static const char kinds[] = " #-/";
  g_autoptr (GError) error = NULL;
  guint8 values[2 * ROWS][2 * COLUMNS] = { { 0 } };
  const KbLevel *level = kb_level_at (kb_document_project (document), 0);
  const KbSprite *tiles = kb_document_project (document)->sprites->pdata[kb_count (kb_document_project (document)->sprites) - 1];
  for (guint j = 0; j < ROWS; j++)
    for (guint i = 0; i < COLUMNS; i++)
      {
        const guint kind = (guint) (strchr (kinds, rock[j][i]) - kinds);
        if (!kind || (share < 2 && j % 2 != share))
          continue;
        const guint32 cell = (guint32) kb_frame_at (tiles, kind - 1)->lasting_id | 1u << 16;
        for (guint byte = 0; byte < 4; byte++)
          values[2 * j + byte / 2][2 * i + byte % 2] = (guint8) (cell >> 8 * byte);
      }
  g_autoptr (KbZones) zones = kb_zones_from_pixels (2 * COLUMNS, 2 * ROWS, values[0], 2 * COLUMNS);
  kb_document_begin (document, "Paint");
  kb_document_set_zones (document, kb_layer_at (level, layer)->node.id, "cells", zones, &error);
  g_assert_no_error (error);
  kb_document_end (document);
}

static KbDocument *
with_class (void)
{
  KbDocument *document = kb_document_new ("/nowhere/at/all", "test");
  must_apply (document, "{\"insert\": \"classes\", \"value\": {\"name\": \"head\", \"colour\": \"#ffd700\"}}");
  return document;
}

static PlayStage *
tiles_stage (void)
{
  KbDocument *document = with_class ();
  must_apply (document, tiles_text);
  must_apply (document, level_text);
  paint (document, 0, 2);
  return play_stage (document);
}

static PlayStage *
hill_stage (void)
{
  KbDocument *document = with_class ();
  must_apply (document, hill_text);
  return play_stage (document);
}

/* The highest place in the steps. */
static double
highest (PlayStage *stage, const char *tape, guint steps)
{
  KbPlay *play = play_begin (stage, "run", NULL);
  double least = G_MAXDOUBLE;
  for (guint i = 0; i < steps; i++)
    {
      play_steps (play, tape, i, i + 1);
      least = MIN (least, play_reported_number (play, "at", 1));
    }
  kb_play_free (play);
  return least;
}

static void
test_tiles (void)
{
  static const PlayCase cases[] = {
    { "0", 3, "at=[40 175];stands=true;on=head;speed=[0 0]", NULL },
    { "0 right", 30, "at=[97 175];stands=true", NULL },
    { "0 right", 60, "stands=true;at=[165 159]", NULL },                  /* up the slope, on top of it */
    { "0 right", 80, "stands=true", NULL },
    { "0 left", 60, "at=[22 175];stands=true", NULL },
    { "0 right", 200, "falls=1", "fell out of the level" },
    { "0 left;5 jump", 7, "stands=false;coyote=0;air=2", NULL },
    { "0 right;20;60 jump", 70, "stands=false;coyote=0;at=[81 134]", NULL },
  };
  PlayStage *stage = tiles_stage ();
  play_check_cases (stage, "run", cases, G_N_ELEMENTS (cases));
  /* The longer held, the higher; not higher than that. */
  double tap = highest (stage, "0;10 jump;12", 60), held = highest (stage, "0;10 jump", 60), longer = highest (stage, "0;10 jump", 200);
  g_assert_cmpfloat (tap, <, 175 - 16);
  g_assert_cmpfloat (held, <, tap - 24);
  g_assert_cmpfloat (held, ==, longer);
  g_assert_cmphex (play_assert_repeats (stage, "run", NULL, "0 right;30 right jump;60 left;90 jump left;120 down jump", 200), ==, UINT64_C (0x15a077f4469f90f9));
  play_stage_free (stage);
}

/* Up through a one-way tile, down on it, and through it with a key. */
static void
test_drop (void)
{
  static const char tape[] = "0 right;6;40 jump;100;120 down;122 down jump;124";
  PlayStage *stage = tiles_stage ();
  KbPlay *play = play_begin (stage, "run", NULL);
  play_steps (play, tape, 0, 118);
  play_assert_reported (play, "stands=true;on=head");
  g_assert_cmpfloat (play_reported_number (play, "at", 1), ==, 127);
  play_steps (play, tape, 118, 160);
  play_assert_reported (play, "stands=true");
  g_assert_cmpfloat (play_reported_number (play, "at", 1), ==, 175);
  kb_play_free (play);
  play_stage_free (stage);
}

/* A press up to 6 steps too early, or after the edge, counts; one more does not. */
static void
test_late_and_early (void)
{
  PlayStage *stage = tiles_stage ();
  KbPlay *play = play_begin (stage, "run", NULL);
  guint landing = 0, edge = 0;
  for (guint i = 0; i < 120 && !landing; i++)
    {
      play_steps (play, "0 jump;2", i, i + 1);
      landing = i > 5 && play_reported_number (play, "air", 0) == 0 ? i : 0;
    }
  kb_play_free (play);
  for (guint early = 1; early <= 8; early++)
    {
      g_autofree char *tape = g_strdup_printf ("0 jump;2;%u jump;%u", landing + 1 - early, landing + 2 - early);
      play = play_begin (stage, "run", NULL);
      play_steps (play, tape, 0, landing + 3);
      g_assert_cmpint (play_reported_number (play, "speed", 1) < 0, ==, early <= 6);
      kb_play_free (play);
    }
  /* Off the end of the floor, to the right. */
  play = play_begin (stage, "run", NULL);
  for (guint i = 0; i < 150 && !edge; i++)
    {
      play_steps (play, "0 right", i, i + 1);
      edge = play_reported_number (play, "air", 0) == 1 && play_reported_number (play, "at", 0) > 190 ? i : 0;
    }
  kb_play_free (play);
  g_assert_cmpuint (edge, >, 0);
  for (guint late = 1; late <= 8; late++)
    {
      g_autofree char *tape = g_strdup_printf ("0 right;%u right jump", edge + late);
      play = play_begin (stage, "run", NULL);
      play_steps (play, tape, 0, edge + late + 1);
      g_assert_cmpint (play_reported_number (play, "speed", 1) < 0, ==, late <= 6);
      kb_play_free (play);
    }
  play_stage_free (stage);
}

/* A pixel of its way and its heights: on the ground, stopped where it is too steep, sliding down. */
static void
test_grounds (void)
{
  static const PlayCase cases[] = {
    { "0", 30, "stands=true;ground=hill;on=head;slides=false;at=[20 99]", NULL },
    { "0 right", 30, "stands=true;ground=hill;slides=false", NULL },
    { "0 right", 200, "stands=true;ground=hill;slides=false;at=[99 99]", NULL },
    { "0 left", 60, "stands=false;ground=-", NULL },
    { "0 left", 200, "falls=5", "fell out of the level" },
  };
  PlayStage *stage = hill_stage ();
  KbPlay *play;
  play_check_cases (stage, "run", cases, G_N_ELEMENTS (cases));
  play = play_begin (stage, "run", NULL);
  play_steps (play, "0 right", 0, 200);
  const double stopped = play_reported_number (play, "at", 0);
  g_assert_cmpfloat (stopped, ==, 99);
  /* Leaping on it, it slides back; jumping does not help while it does. */
  play_steps (play, "0 right;200 right jump;240", 200, 226);
  g_assert_true (play_logged (play, "slides: hill is too steep"));
  play_steps (play, "0", 226, 320);
  play_assert_reported (play, "stands=true;slides=false;speed=[0 0]");
  g_assert_cmpfloat (play_reported_number (play, "at", 0), <=, stopped + 2);
  kb_play_free (play);
  g_assert_cmphex (play_assert_repeats (stage, "run", NULL, "0 right;200 right jump;240;260 jump left", 320), ==, UINT64_C (0x1b596d4341734910));
  play_stage_free (stage);
}

/* The ground goes up while somebody stands on it, and away. */
static void
test_edit (void)
{
  PlayStage *stage = hill_stage ();
  KbPlay *play = play_begin (stage, "run", NULL);
  KbPlayWhy why;
  kbx_bank higher, gone;
  play_steps (play, "0", 0, 30);
  must_apply (stage->document, "{\"set\": \"levels[0].grounds[0].points[0].at\", \"value\": [0, 60]}");
  must_apply (stage->document, "{\"set\": \"levels[0].grounds[0].points[1].at\", \"value\": [100, 60]}");
  GBytes *bytes = play_bake (stage->document, &higher);
  g_assert_true (kb_play_change_bank (play, &higher, NULL, &why));
  play_steps (play, "0", 30, 31);
  play_assert_reported (play, "stands=true;ground=hill");
  g_assert_cmpfloat (play_reported_number (play, "at", 1), <, 70);
  must_apply (stage->document, "{\"remove\": \"levels[0].grounds[0]\"}");
  GBytes *without = play_bake (stage->document, &gone);
  /* A level with neither is none for this scene: the run stays with the bank before. */
  g_assert_false (kb_play_change_bank (play, &gone, NULL, &why));
  g_assert_nonnull (strstr (why.text, "ground"));
  play_steps (play, "0", 31, 40);
  play_assert_reported (play, "stands=true;ground=hill");
  kb_play_free (play);
  g_bytes_unref (bytes);
  g_bytes_unref (without);
  play_stage_free (stage);
}

/* The same cells in one layer, and dealt out to two: as the runtime's own move has it. */
static void
test_layers (gconstpointer dealt)
{
  PlayStage *one = tiles_stage (), *stage = tiles_stage ();
  const kbx_handle tiles = kbx_item (kbx_bank_item (&one->bank, KBX_LEVEL, 0), KBX_TILES, 0);
  const KbSolids solids = { &stage->bank, 0 };
  guint n = 0;
  if (dealt)
    {
      must_apply (stage->document, "{\"insert\": \"levels[0].layers\", \"at\": 1, \"value\":"
                                   " {\"name\": \"rest\", \"cell\": [16, 16], \"width\": 20, \"height\": 12}}");
      paint (stage->document, 0, 0);
      paint (stage->document, 1, 1);
      g_bytes_unref (stage->bytes);
      stage->bytes = play_bake (stage->document, &stage->bank);
    }
  for (guint i = 0; kit_goes_on (i, 20000); i++)
    {
      const gint32 x = g_test_rand_int_range (0, 320), w = g_test_rand_int_range (1, 20), h = g_test_rand_int_range (1, 30);
      const gint32 y = g_test_rand_int_range (0, 200), bottom = i % 2 ? (y + h) / 16 * 16 : y + h;   /* every other may stand */
      const kbx_box box = { x, bottom - h, x + w, bottom };
      const kbx_point move = { g_test_rand_int_range (-7, 8), g_test_rand_int_range (0, 8) };
      const KitTilesWalk walk = { (guint) g_test_rand_int_range (0, 4), (guint) g_test_rand_int_range (0, 4), g_test_rand_bit (), KBX_ALL_CLASSES };
      g_assert_cmpint (kb_solids_free (&solids, box), ==, !kit_tiles_solid_in_box (tiles, box, KBX_ALL_CLASSES));
      if (!kb_solids_free (&solids, box))
        continue;
      const KitTilesMove wanted = kit_tiles_move_box (tiles, box, move, walk);
      const KbSolidsMove all = kb_solids_move (&solids, box, move, (kbx_motion) { KBX_WALK, 0, (float) walk.step_up, (float) walk.step_down, { 0, 0 } }, walk.drop_through);
      g_assert_cmpint (all.moved.x, ==, wanted.moved.x);
      g_assert_cmpint (all.moved.y, ==, wanted.moved.y);
      g_assert_cmpint (all.floor, ==, wanted.floor.hit);
      g_assert_cmpint (all.left, ==, wanted.left.hit);
      g_assert_cmpint (all.right, ==, wanted.right.hit);
      n++;
    }
  g_assert_cmpuint (n, >, kit_n_done / 5);
  play_stage_free (one);
  play_stage_free (stage);
}

/* Random keys in the sample: never in what is solid, and it gets about. */
static void
test_never_in_solids (void)
{
  PlayStage *stage = play_stage_open (DATA "/yard");
  const char *const cast[] = { "yard", NULL };
  KbPlay *play = play_begin (stage, "run", cast);
  const KbSolids solids = { &stage->bank, kb_play_cast (play, 0) };
  KbPlayInput input = { 0 };
  double left = G_MAXDOUBLE, right = -G_MAXDOUBLE;
  for (guint i = 0; kit_goes_on (i, 5000); i++)
    {
      input = play_random_input (play, input);
      kb_play_step (play, &input);
      const gint32 x = (gint32) play_reported_number (play, "at", 0), y = (gint32) play_reported_number (play, "at", 1);
      const kbx_box body = { x - 5, y - 26, x + 5, y };
      g_assert_true (kb_solids_free (&solids, body));
      left = MIN (left, x);
      right = MAX (right, x);
    }
  g_assert_cmpfloat (right - left, >, MIN (100, kit_n_done / 12));
  kb_play_free (play);
  play_assert_repeats (stage, "run", cast, "0 right;40 right jump;70 right;110 right jump;140 left", 200);
  play_stage_free (stage);
}

/* ---- lifts ---- */

static PlayStage *
lift_stage (const char *lifts)
{
  KbDocument *document = with_class ();
  must_apply (document, tiles_text);
  must_apply (document, level_text);
  paint (document, 0, 2);
  g_auto (GStrv) each = g_strsplit (lifts, ";", -1);
  for (guint i = 0; each[i]; i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"insert\": \"levels[0].entities\", \"value\": {\"class\": \"head\", %s}}", each[i]);
      must_apply (document, line);
    }
  return play_stage (document);
}

/* The way of a lift: a quarter of its time at each end, in whole pixels, from any step. */
static void
test_lift_box (void)
{
  const KbLift lift = { { 10, 20, 42, 28 }, { -7, 64 }, 100, 0, 0 };
  static const struct { guint step; gint32 x, y; } places[] = {
    { 0, 10, 20 }, { 25, 10, 20 }, { 75, 7, 52 }, { 125, 3, 84 }, { 150, 3, 84 }, { 200, 7, 52 }, { 250, 10, 20 }, { 325, 7, 52 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const kbx_box box = kb_lift_box (&lift, places[i].step);
      g_assert_cmpint (box.x0, ==, places[i].x);
      g_assert_cmpint (box.y0, ==, places[i].y);
      g_assert_cmpint (box.x1 - box.x0, ==, 32);
    }
}

/* On a lift the runner's feet are exactly on its top in each step, up, down and across. */
static void
test_lift_carries (void)
{
  static const struct { const char *lift; guint from, way_x, way_y; } cases[] = {
    /* Under the start; its top is the floor at first. */
    { "\"name\": \"lift\", \"at\": [40, 180], \"values\": {\"to\": \"0,-20\", \"time\": \"40\"}", 30, 0, 20 },
    /* Across, and up at the same time. */
    { "\"name\": \"lift 2\", \"at\": [40, 180], \"values\": {\"to\": \"64.2,-8\", \"time\": \"50\"}", 30, 64, 8 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      PlayStage *stage = lift_stage (cases[i].lift);
      KbPlay *play = play_begin (stage, "run", NULL);
      double least_x = 1000, most_x = 0, least_y = 1000, most_y = 0;
      for (guint k = 0; k < 300; k++)
        {
          play_steps (play, "0", k, k + 1);
          const double x = play_reported_number (play, "at", 0), y = play_reported_number (play, "at", 1);
          if (k < cases[i].from)
            continue;
          play_assert_reported (play, "stands=true;on=head");
          g_assert_cmpfloat (y + 1, ==, play_reported_number (play, "lifts", 1));
          least_x = MIN (least_x, x), most_x = MAX (most_x, x), least_y = MIN (least_y, y), most_y = MAX (most_y, y);
        }
      g_assert_cmpfloat (most_x - least_x, ==, cases[i].way_x);
      g_assert_cmpfloat (most_y - least_y, ==, cases[i].way_y);
      kb_play_free (play);
      play_assert_repeats (stage, "run", NULL, "0;60 right;70;150 jump;170", 300);
      play_stage_free (stage);
    }
}

/* A lift pushes him from the side up to the block, then passes through. */
static void
test_lift_presses (void)
{
  PlayStage *stage = lift_stage ("\"name\": \"lift\", \"at\": [298, 168], \"values\": {\"width\": \"8\", \"height\": \"16\", \"to\": \"-24,0\", \"time\": \"24\"}");
  KbPlay *play = play_begin (stage, "run", NULL);
  const kbx_vec from = { 284, 175 };
  kb_play_start_at (play, &from);
  play_steps (play, "0", 0, 14);
  play_assert_reported (play, "stands=true;at=[280 175];lifts=[286 160]");
  g_assert_false (play_logged (play, "passes through"));
  play_steps (play, "0", 14, 40);
  play_assert_reported (play, "stands=true;at=[278 175];lifts=[274 160]");
  g_assert_true (play_logged (play, "lift passes through: no room"));
  kb_play_free (play);
  play_stage_free (stage);
}

/* Seen from above a lift pushes the walker before it, to a pixel below its 154; its way is a point here, and its class says what it is. */
static void
test_lift_pushes (void)
{
  PlayStage *stage = lift_stage ("\"at\": [40, 120]");
  must_apply (stage->document, "{\"insert\": \"classes\", \"value\": {\"name\": \"lift\", \"colour\": \"#00ff00\","
                               " \"value_types\": {\"to\": \"point\"}, \"values\": {\"to\": \"-20,30\", \"time\": \"60\"}}}");
  must_apply (stage->document, "{\"set\": \"levels[0].entities[2].class\", \"value\": \"lift\"}");
  g_bytes_unref (stage->bytes);
  stage->bytes = play_bake (stage->document, &stage->bank);
  KbPlay *play = play_begin (stage, "top-down", NULL);
  const kbx_vec from = { 40, 140 };
  kb_play_start_at (play, &from);
  play_steps (play, "0", 0, 75);
  play_assert_reported (play, "lifts=[4 146];at=[33 161]");
  kb_play_free (play);
  play_stage_free (stage);
}

/* An isometric layer in the same level takes nothing away from the straight one. */
static void
test_isometric_too (void)
{
  static const PlayCase cases[] = { { "0", 30, "at=[40 175];stands=true;on=head", NULL } };
  PlayStage *stage = tiles_stage ();
  must_apply (stage->document, "{\"insert\": \"levels[0].layers\", \"at\": 0, \"value\": {\"name\": \"court\", \"cell\": [16, 16],"
                               " \"axis_i\": [16, 8], \"axis_j\": [-16, 8], \"width\": 4, \"height\": 4}}");
  g_bytes_unref (stage->bytes);
  stage->bytes = play_bake (stage->document, &stage->bank);
  play_check_cases (stage, "run", cases, G_N_ELEMENTS (cases));
  play_stage_free (stage);
}

/* A lift that rises out of a ground takes him off it and brings him back; one from the side pushes him along it. */
static void
test_lifts_on_ground (void)
{
  PlayStage *stage = hill_stage ();
  must_apply (stage->document, "{\"insert\": \"levels[0].entities\", \"value\": {\"name\": \"lift\", \"class\": \"head\","
                               " \"at\": [30, 106], \"values\": {\"to\": \"0,-40\", \"time\": \"40\"}}}");
  must_apply (stage->document, "{\"insert\": \"levels[0].entities\", \"value\": {\"name\": \"lift\", \"class\": \"head\","
                               " \"at\": [155, 14], \"values\": {\"width\": \"10\", \"to\": \"60,0\", \"time\": \"60\"}}}");
  g_bytes_unref (stage->bytes);
  stage->bytes = play_bake (stage->document, &stage->bank);
  KbPlay *play = play_begin (stage, "run", NULL);
  play_steps (play, "0", 0, 55);
  play_assert_reported (play, "stands=true;ground=-;lifts=[14 62 190 10];at=[20 61]");
  play_steps (play, "0", 55, 99);
  play_assert_reported (play, "stands=true;ground=hill;at=[20 99]");
  kb_play_free (play);
  play = play_begin (stage, "run", NULL);
  kb_play_start_at (play, &(kbx_vec) { 170, 18 });
  play_steps (play, "0", 0, 60);
  play_assert_reported (play, "stands=true;ground=hill;lifts=[14 62 195 10]");
  g_assert_cmpfloat (play_reported_number (play, "at", 0), ==, 211);
  kb_play_free (play);
  play_stage_free (stage);
}

/* Random keys among lifts that cross everything: never in the tiles, nor below the floor. */
static void
test_lifts_keep_in (void)
{
  PlayStage *stage = lift_stage ("\"name\": \"lift\", \"at\": [60, 150], \"values\": {\"to\": \"0,60\", \"time\": \"30\"};"
                                 "\"name\": \"lift\", \"at\": [100, 170], \"values\": {\"to\": \"-120,0\", \"time\": \"40\", \"height\": \"40\"};"
                                 "\"name\": \"lift\", \"at\": [250, 170], \"values\": {\"to\": \"100,-80\", \"time\": \"50\"};"
                                 "\"name\": \"lift\", \"at\": [216, 172], \"values\": {\"width\": \"48\", \"time\": \"9\"};"
                                 "\"name\": \"lift\", \"at\": [40, 90], \"values\": {\"to\": \"0,110\", \"time\": \"50\"}");
  static const char *const scenes[] = { "run", "top-down" };
  for (guint k = 0; k < G_N_ELEMENTS (scenes); k++)
    {
      const KbSolids solids = { &stage->bank, 0 };
      KbPlay *play = play_begin (stage, scenes[k], NULL);
      KbPlayInput input = { 0 };
      for (guint i = 0; kit_goes_on (i, 5000); i++)
        {
          input = play_random_input (play, input);
          kb_play_step (play, &input);
          const double x = play_reported_number (play, "at", 0), y = play_reported_number (play, "at", 1);
          const kbx_box body = { (gint32) x - 6, (gint32) y - 23, (gint32) x + 6, (gint32) y + 1 }, middle = { (gint32) x, (gint32) y, (gint32) x + 1, (gint32) y + 1 };
          g_assert_true (kb_solids_free (&solids, k ? middle : body));
          g_assert_true (x > 16 && x < 304);
        }
      kb_play_free (play);
    }
  play_stage_free (stage);
}

/* Without a start it begins where a floor is below: in the middle, or on the highest floor near it. */
static void
test_without_start (void)
{
  static const struct { const char *level, *reported; } cases[] = {
    /* A curve above the middle; none below the middle, but at the sides; below the middle; none at all below walls. */
    { "\"grounds\": [{\"name\": \"arc\", \"class\": \"head\", \"points\": [{\"at\": [0, 100]}, {\"at\": [160, 20]}, {\"at\": [320, 100]}]}]",
      "stands=true;ground=arc;falls=0;at=[160 19]" },
    { "\"grounds\": [{\"name\": \"left\", \"class\": \"head\", \"points\": [{\"at\": [0, 90], \"flat\": true}, {\"at\": [100, 90]}]},"
      " {\"name\": \"right\", \"class\": \"head\", \"points\": [{\"at\": [300, 50], \"flat\": true}, {\"at\": [400, 50]}]}]",
      "stands=true;falls=0" },
    { "\"grounds\": [{\"name\": \"low\", \"class\": \"head\", \"points\": [{\"at\": [0, 200], \"flat\": true}, {\"at\": [200, 200]}]}],"
      " \"walls\": [{\"a\": [0, 0], \"b\": [200, 0], \"class\": \"head\"}]",
      "stands=true;ground=low;falls=0;at=[100 199]" },
    { "\"grounds\": [{\"name\": \"flat\", \"class\": \"head\", \"points\": [{\"at\": [0, 40], \"flat\": true}, {\"at\": [200, 40]}]}]",
      "stands=true;ground=flat;falls=0;at=[100 39]" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      KbDocument *document = with_class ();
      g_autofree char *text = g_strdup_printf ("{\"insert\": \"levels\", \"value\": {\"name\": \"yard\", %s}}", cases[i].level);
      must_apply (document, text);
      PlayStage *stage = play_stage (document);
      KbPlay *play = play_begin (stage, "run", NULL);
      play_steps (play, "0", 0, 90);
      play_assert_reported (play, cases[i].reported);
      kb_play_free (play);
      play_stage_free (stage);
    }
  /* In a room of tiles it falls to the floor inside; over a gap it begins beside it. */
  KbDocument *document = with_class ();
  must_apply (document, tiles_text);
  must_apply (document, level_text);
  must_apply (document, "{\"remove\": \"levels[0].entities[0]\"}");
  paint (document, 0, 2);
  PlayStage *stage = play_stage (document);
  KbPlay *play = play_begin (stage, "run", NULL);
  play_steps (play, "0", 0, 200);
  play_assert_reported (play, "stands=true;falls=0");
  g_assert_cmpfloat (play_reported_number (play, "at", 1), >, 90);
  kb_play_free (play);
  play_stage_free (stage);
}

/* A walker that begins in the middle of a solid mass, 700 pixels wide, begins next to it. */
static void
test_far_from_solid (void)
{
  KbDocument *document = with_class ();
  must_apply (document, "{\"insert\": \"sprites\", \"value\": {\"name\": \"tiles\", \"frames\": ["
                        " {\"width\": 64, \"height\": 64, \"collision\": \"full\", \"collision_class\": \"head\"}]}}");
  must_apply (document, "{\"insert\": \"levels\", \"value\": {\"name\": \"yard\", \"tilesets\": [{\"number\": 1, \"sprite\": \"tiles\"}],"
                        " \"layers\": [{\"name\": \"rock\", \"cell\": [64, 64], \"width\": 13, \"height\": 13}]}}");
  g_autoptr (GError) error = NULL;
  guint8 values[26][26] = { { 0 } };
  const guint32 cell = 1 | 1u << 16;
  for (guint j = 0; j < 13; j++)
    for (guint i = 0; i < 13; i++)
      for (guint byte = 0; byte < 4 && ((i > 0 && i < 12 && j > 0 && j < 12) || (i == j && i % 12 == 0)); byte++)
        values[2 * j + byte / 2][2 * i + byte % 2] = (guint8) (cell >> 8 * byte);
  g_autoptr (KbZones) zones = kb_zones_from_pixels (26, 26, values[0], 26);
  kb_document_begin (document, "Paint");
  kb_document_set_zones (document, kb_layer_at (kb_level_at (kb_document_project (document), 0), 0)->node.id, "cells", zones, &error);
  g_assert_no_error (error);
  kb_document_end (document);
  PlayStage *stage = play_stage (document);
  KbPlay *play = play_begin (stage, "top-down", NULL);
  const double x = play_reported_number (play, "at", 0), y = play_reported_number (play, "at", 1);
  g_assert_cmpuint (kbx_level_touching (kbx_bank_item (&stage->bank, KBX_LEVEL, 0), kbx_shape_circle ((kbx_vec) { (float) x, (float) y }, 5),
                                        NULL, NULL, 0), ==, 0);
  kb_play_free (play);
  play_stage_free (stage);
}

/* Seen from above nothing falls, and a walker at random stays off what is solid and inside the level. */
static void
test_top_down (void)
{
  PlayStage *stage = tiles_stage (), *hill = hill_stage ();
  const kbx_handle level = kbx_bank_item (&stage->bank, KBX_LEVEL, 0);
  KbPlay *play = play_begin (stage, "top-down", NULL);
  const kbx_rect world = kb_play_world (play);
  KbPlayInput input = { 0 };
  const double x = play_reported_number (play, "at", 0), y = play_reported_number (play, "at", 1);
  play_steps (play, "0", 0, 60);
  g_assert_cmpfloat (play_reported_number (play, "at", 0), ==, x);
  g_assert_cmpfloat (play_reported_number (play, "at", 1), ==, y);
  for (guint i = 0; kit_goes_on (i, 1000); i++)
    {
      input = play_random_input (play, input);
      kb_play_step (play, &input);
      const kbx_vec at = { (float) play_reported_number (play, "at", 0), (float) play_reported_number (play, "at", 1) };
      g_assert_cmpuint (kbx_level_touching (level, kbx_shape_circle (at, 5.9f), NULL, NULL, 0), ==, 0);
      g_assert_true (at.x >= world.min.x + 6 && at.y >= world.min.y + 6 && at.x <= world.max.x - 6 && at.y <= world.max.y - 6);
    }
  g_assert_true (kb_level_has_falls (&stage->bank, 0));
  g_assert_true (kb_level_has_falls (&hill->bank, 0));
  kb_play_free (play);
  play_stage_free (stage);
  play_stage_free (hill);
}

/* The walker stays within what is painted, not within all the cells that layers have room for; an edit changes that. */
static void
test_painted_bounds (void)
{
  KbDocument *document = with_class ();
  must_apply (document, tiles_text);
  must_apply (document, level_text);
  paint (document, 0, 2);
  must_apply (document, "{\"insert\": \"levels[0].layers\", \"at\": 1, \"value\": {\"name\": \"rest\", \"cell\": [16, 16],"
                        " \"first\": [-10, -8], \"width\": 20, \"height\": 12}}");
  PlayStage *stage = play_stage (document);
  KbPlay *play = play_begin (stage, "top-down", NULL);
  play_steps (play, "0 up", 0, 400);
  g_assert_cmpfloat (play_reported_number (play, "at", 1), ==, 6);
  kbx_rect world = kb_play_world (play);
  g_assert_true (world.min.x == 0 && world.min.y == 0 && world.max.x == 320 && world.max.y == 192);
  kb_play_free (play);
  /* Its rows 1, 3 and so on, each with a first and a last cell. */
  paint (document, 1, 1);
  g_bytes_unref (stage->bytes);
  stage->bytes = play_bake (document, &stage->bank);
  play = play_begin (stage, "top-down", NULL);
  world = kb_play_world (play);
  g_assert_true (world.min.x == -160 && world.min.y == -7 * 16 && world.max.x == 320 && world.max.y == 192);
  kb_play_free (play);
  play_stage_free (stage);
}

KIT_PROGRAM (play_runner)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/play/run/tiles", test_tiles);
  g_test_add_func ("/play/run/drop", test_drop);
  g_test_add_func ("/play/run/late-and-early", test_late_and_early);
  g_test_add_func ("/play/run/grounds", test_grounds);
  g_test_add_func ("/play/run/without-start", test_without_start);
  g_test_add_func ("/play/run/far-from-solid", test_far_from_solid);
  g_test_add_func ("/play/run/edit", test_edit);
  g_test_add_data_func ("/play/run/one-layer", NULL, test_layers);
  g_test_add_data_func ("/play/run/two-layers", "dealt", test_layers);
  g_test_add_func ("/play/run/never-in-solids", test_never_in_solids);
  g_test_add_func ("/play/lifts/box", test_lift_box);
  g_test_add_func ("/play/lifts/carry", test_lift_carries);
  g_test_add_func ("/play/lifts/press", test_lift_presses);
  g_test_add_func ("/play/lifts/on-ground", test_lifts_on_ground);
  g_test_add_func ("/play/lifts/push", test_lift_pushes);
  g_test_add_func ("/play/run/isometric-too", test_isometric_too);
  g_test_add_func ("/play/lifts/keep-in", test_lifts_keep_in);
  g_test_add_func ("/play/top-down", test_top_down);
  g_test_add_func ("/play/top-down/painted-bounds", test_painted_bounds);
  return g_test_run ();
}
