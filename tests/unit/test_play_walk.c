/* SPDX-License-Identifier: MIT */
/* Scenes in which one walks: among walls, through a maze, over hills. */
#include <math.h>

#include "playtest/scenes/ways.h"
#include "tests/support/layer_kit.h"
#include "tests/support/level_document.h"
#include "tests/support/play_kit.h"
#include "tests/support/shape_of.h"

/* ---- walls ---- */

/* A room of 200 x 100 with a one-way wall in the middle, which lets pass to the right, and an area on the left of it. */
static PlayStage *
room (void)
{
  json_t *walls = WALLS (0, 0, 200, 0, 200, 0, 200, 100, 200, 100, 0, 100, 0, 100, 0, 0);
  json_array_append_new (walls, json_pack ("{s[ff] s[ff] ss sb}", "a", 100.0, 100.0, "b", 100.0, 0.0, "class", "wall", "one_way", 1));
  json_t *areas = json_pack ("[{ss ss s[[[ii][ii][ii][ii]]]}]", "name", "hall", "class", "floor", "rings", 0, 0, 100, 0, 100, 100, 0, 100);
  json_t *entities = json_pack ("[{ss ss s[ii]}]", "name", "start", "class", "floor", "at", 50, 50);
  return play_stage (level_document (walls, areas, entities));
}

static void
test_walls (void)
{
  static const PlayCase cases[] = {
    { "0", 3, "at=[50 50];area=hall;wall=-1;wall_class=-", NULL },
    { "0 right", 10, "at=[70 50];area=hall", NULL },
    { "0 right run", 10, "at=[90 50];area=hall", NULL },
    { "0 right", 40, "at=[130 50];area=-", "left hall" },
    { "0 right;40 left", 80, "wall=4;wall_class=wall;area=-", "left hall" },   /* not back through it */
    { "0 right;200 up", 260, "wall=0", NULL },
    { "0 @90,50", 2, "sees_pointer=true", NULL },
    { "0 @90,150", 2, "sees_pointer=false", NULL },
    { "0 @190,50", 2, "sees_pointer=true", NULL },                             /* through it from behind */
    { "0 right @20,50", 60, "sees_pointer=false", NULL },
  };
  PlayStage *stage = room ();
  play_check_cases (stage, "walk", cases, G_N_ELEMENTS (cases));
  g_assert_cmphex (play_assert_repeats (stage, "walk", NULL, "0 right down;30 left @20,20;60 up run;90 right", 120), ==, UINT64_C (0xfd3b5d5396d143f5));
  play_stage_free (stage);
}

/* Where the entity of one of three names is; the first name counts. */
static void
test_starts (void)
{
  static const char *const names[] = { "player 1", "player", "start" };
  static const PlayCase cases[] = { { "0", 1, "at=[30 50]", NULL }, { "0", 1, "at=[50 50]", NULL }, { "0", 1, "at=[70 50]", NULL } };
  json_t *entities = json_array ();
  for (gint i = 0; i < 3; i++)
    {
      json_array_append_new (entities, json_pack ("{ss ss s[ii]}", "name", names[i], "class", "floor", "at", 30 + 20 * i, 50));
      json_t *walls = WALLS (0, 0, 200, 0, 200, 0, 200, 100, 200, 100, 0, 100, 0, 100, 0, 0);
      PlayStage *stage = play_stage (level_document (walls, NULL, json_deep_copy (entities)));
      play_check_cases (stage, "walk", cases + i, 1);
      play_stage_free (stage);
    }
  json_decref (entities);
}

/* All of a level that is larger than the view is drawn; the view is around the walker. */
static void
test_all_walls (void)
{
  json_t *walls = WALLS (0, 0, 9000, 0, 9000, 0, 9000, 6000, 9000, 6000, 0, 6000, 0, 6000, 0, 0);
  PlayStage *stage = play_stage (level_document (walls, NULL, json_pack ("[{ss ss s[ii]}]", "name", "start", "class", "floor", "at", 4000, 50)));
  KbPlay *play = play_begin (stage, "walk", NULL);
  KbPlayPicture picture = { 0 };
  guint drawn = 0;
  const kbx_rect world = kb_play_world (play), view = kb_play_view (play);
  g_assert_cmpfloat (world.max.x, ==, 9000);
  g_assert_cmpfloat (world.max.y, ==, 6000);
  g_assert_cmpfloat (view.min.x, ==, 3640);
  g_assert_cmpfloat (view.max.y, ==, 480);
  kb_play_draw (play, &picture);
  for (guint i = 0; i < picture.n_items; i++)
    drawn += picture.items[i].kind == KB_ITEM_LINE && picture.items[i].layer == KB_SHOW_WALLS;
  g_assert_cmpuint (drawn, ==, 4);
  kb_picture_free (&picture);
  kb_play_free (play);
  play_stage_free (stage);
}

static gboolean
is_open_door (const KbPlay *play, guint wall)
{
  g_autofree char *reported = play_reported (play), *open = g_strdup_printf (" open=\\[(\\d+ \\d+ \\d+ )*0 %u 0[] ]", wall);
  return g_regex_match_simple (open, reported, 0, 0);
}

/* Whoever is walked at random through the sample, opening and closing doors, stays off its walls. */
static void
test_never_in_walls (void)
{
  PlayStage *stage = play_stage_open (DATA "/temple");
  KbPlay *play = play_begin (stage, "walk", NULL);
  const kbx_handle level = kbx_bank_item (&stage->bank, KBX_LEVEL, kb_play_cast (play, 0));
  KbPlayInput input = { 0 };
  double far = 0;
  for (guint i = 0; kit_goes_on (i, 5000); i++)
    {
      input = play_random_input (play, input);
      kb_play_step (play, &input);
      kbx_circle body = { { (float) play_reported_number (play, "at", 0), (float) play_reported_number (play, "at", 1) }, 7.99f };
      for (guint32 walls[8], k = 0, n = kit_level_near (level, body, kit_all_walls (), walls, 8); k < MIN (n, 8); k++)
        g_assert_true (kbx_walls_wall (level, walls[k]).one_way || is_open_door (play, walls[k]));
      far = MAX (far, hypot ((double) body.centre.x - 480, (double) body.centre.y - 608));
    }
  g_assert_cmpfloat (far, >, 40);
  kb_play_free (play);
  play_stage_free (stage);
}

/* A sprite stands with its hot spot in the middle of the disc, and looks the way that it goes; the level's areas lie below all. */
static void
test_walker (void)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = kb_document_open (DATA "/dojo", &error);
  g_assert_no_error (error);
  const KbId project = kb_document_project (document)->node.id;
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "wall", "colour", "#808080"), NULL);
  kb_document_insert (document, project, "levels", -1,
                      json_pack ("{ss so s[{ss ss s[ii]}]}", "name", "hall", "walls", WALLS (0, 0, 200, 0, 200, 0, 200, 100),
                                 "entities", "name", "start", "class", "head", "at", 90, 60), &error);
  g_assert_no_error (error);
  PlayStage *stage = play_stage (document);
  const char *const cast[KB_PLAY_MOST_ROLES] = { "hall", "fakir" };
  KbPlay *play = play_begin (stage, "walk", cast);
  KbPlayPicture picture = { 0 };
  guint frames = 0, areas = 0;
  play_assert_reported (play, "walker=[90 60 idle fakir idle 1 0 0 -1 false]");
  play_steps (play, "0 left", 0, 10);
  play_assert_reported (play, "at=[70 60];walker=[70 60 walk fakir walk 2 1 9 -1 true]");
  play_steps (play, "0 left;10 up;20", 10, 20);
  play_assert_reported (play, "at=[70 40];walker=[70 40 walk fakir walk 3 2 19 -1 true]");
  kb_play_draw (play, &picture);
  for (guint i = 0; i < picture.n_items; i++)
    {
      const KbPlayItem *item = picture.items + i;
      areas += item->kind == KB_ITEM_LEVEL && item->layer == KB_SHOW_AREAS && !frames;
      frames += item->kind == KB_ITEM_FRAME && item->pose.x == 70.5 && item->pose.y == 40.5 && item->pose.flip_x;
    }
  g_assert_cmpuint (frames, ==, 1);
  g_assert_cmpuint (areas, ==, 1);
  play_assert_repeats (stage, "walk", cast, "0 right down;30 left @20,20;60 up run;90 right", 120);
  kb_picture_free (&picture);
  kb_play_free (play);
  play_stage_free (stage);
}

/* Doors are walls of a class with that name: a key opens those near, and closes them again, but not in the walker's way. */
static void
test_doors (void)
{
  static const PlayCase cases[] = {
    { "0 right", 60, "wall=4;wall_class=door;area=hall", NULL },
    { "0 right;30 right door", 31, "", "opened door" },
    { "0 right;30 right door;31 right", 60, "open=[0 4 0];area=-", "left hall" },
    { "0 right;25 right door;26 right;31 door", 40, "open=[0 4 0]", "the doorway is not free" },
    { "0 right;25 door;26;30 door", 40, "area=hall", "closed door" },
    { "0;10 door", 12, "", "no door is near" },
    { "0 right;20 door @190,50", 22, "sees_pointer=true", NULL },
  };
  g_autoptr (GError) error = NULL;
  json_t *walls = WALLS (0, 0, 200, 0, 200, 0, 200, 100, 200, 100, 0, 100, 0, 100, 0, 0);
  json_t *areas = json_pack ("[{ss ss s[[[ii][ii][ii][ii]]]}]", "name", "hall", "class", "floor", "rings", 0, 0, 100, 0, 100, 100, 0, 100);
  json_t *entities = json_pack ("[{ss ss s[ii]}]", "name", "start", "class", "floor", "at", 50, 50);
  KbDocument *document = level_document (walls, areas, entities);
  kb_document_insert (document, kb_document_project (document)->node.id, "classes", -1, json_pack ("{ss ss}", "name", "door", "colour", "#c08040"), &error);
  g_assert_no_error (error);
  kb_document_insert (document, the_level (document)->node.id, "walls", -1,
                      json_pack ("{s[ff] s[ff] ss}", "a", 100.0, 100.0, "b", 100.0, 0.0, "class", "door"), &error);
  g_assert_no_error (error);
  PlayStage *stage = play_stage (document);
  play_check_cases (stage, "walk", cases, G_N_ELEMENTS (cases));
  play_stage_free (stage);
}

/* A moving wall pushes the walker along as far as the outer wall, passes through him there and blocks his view and his way; nobody leaves the room. */
static PlayStage *
lift_room (void)
{
  json_t *walls = WALLS (0, 0, 200, 0, 200, 0, 200, 100, 200, 100, 0, 100, 0, 100, 0, 0);
  json_t *entities = json_pack ("[{ss ss s[ii] s[ii]} {ss ss s[ii] s{ss ss ss ss}}]", "name", "start", "class", "floor", "at", 50, 50, "direction", -1, 0,
                                "name", "lift 1", "class", "floor", "at", 20, 50, "values", "width", "20", "height", "60",
                                "to", "180,0", "time", "180");
  return play_stage (level_document (walls, NULL, entities));
}

static void
test_lifts (void)
{
  static const PlayCase cases[] = {
    { "0", 40, "at=[50 50];lifts=[10 20]", NULL },
    { "0", 100, "at=[94 50];lifts=[65 20]", NULL },   /* its right side is at 85 */
    { "0", 180, "at=[174 50];lifts=[145 20]", NULL },
    { "0", 260, "at=[191.996094 50]", "lift 1 passes through: no room" },
    { "0 right @5,50", 30, "sees_pointer=false;at=[110 50]", NULL },
    { "0 left @5,50", 30, "wall=-1;sees_pointer=false", NULL },
  };
  PlayStage *stage = lift_room ();
  play_check_cases (stage, "walk", cases, G_N_ELEMENTS (cases));
  play_assert_repeats (stage, "walk", NULL, "0 right down;30 left @20,20;60 up run;90 right", 400);
  KbPlay *play = play_begin (stage, "walk", NULL);
  KbPlayPicture picture = { 0 };
  guint boxes = 0, lights = 0;
  play_steps (play, "0", 0, 10);
  kb_play_draw (play, &picture);
  for (guint i = 0; i < picture.n_items; i++)
    {
      const KbPlayItem *item = picture.items + i;
      const kbx_polygon outline = { picture.points + item->first, item->count };
      const bool light = item->layer == KB_SHOW_LIGHT, box = item->kind == KB_ITEM_POLYGON && item->layer == KB_SHOW_BODIES;
      lights += light && kbx_contains (POLYGON_SHAPE (outline), (kbx_vec) { 32, 50 })
                && !kbx_contains (POLYGON_SHAPE (outline), (kbx_vec) { 5, 50 });
      boxes += box && item->count == 4 && outline.corners[0].x == 10 && outline.corners[0].y == 20;
    }
  g_assert_cmpuint (lights, ==, 1);
  g_assert_cmpuint (boxes, ==, 1);
  kb_picture_free (&picture);
  KbPlayInput input = { 0 };
  for (guint i = 0; kit_goes_on (i, 3000); i++)
    {
      input = play_random_input (play, input);
      kb_play_step (play, &input);
      const double x = play_reported_number (play, "at", 0), y = play_reported_number (play, "at", 1);
      g_assert_true (x >= 8 && x <= 192 && y >= 8 && y <= 92);
    }
  kb_play_free (play);
  play_stage_free (stage);
}

/* A start in a wall is put next to it; an edit that puts a wall there too. */
static void
test_put_beside (void)
{
  g_autoptr (GError) error = NULL;
  PlayStage *stage = room ();
  KbPlay *play = play_begin (stage, "walk", NULL);
  KbPlayWhy why;
  kbx_bank changed;
  play_steps (play, "0 right", 0, 10);
  kb_document_begin (stage->document, "Wall");
  kb_document_insert (stage->document, the_level (stage->document)->node.id, "walls", -1, wall_json (70, 30, 70, 70), &error);
  g_assert_no_error (error);
  kb_document_end (stage->document);
  GBytes *bytes = play_bake (stage->document, &changed);
  g_assert_true (kb_play_change_bank (play, &changed, NULL, &why));
  play_steps (play, "0", 0, 1);
  const kbx_circle body = { { (float) play_reported_number (play, "at", 0), (float) play_reported_number (play, "at", 1) }, 8 };
  g_assert_true (play_logged (play, "a wall is at 70, 50: put next to it"));
  g_assert_cmpuint (kit_level_near (kbx_bank_item (&changed, KBX_LEVEL, 0), body, kit_all_walls (), NULL, 0), ==, 0);
  g_assert_cmpfloat (hypot ((double) body.centre.x - 70, (double) body.centre.y - 50), <, 14);
  kb_play_free (play);
  g_bytes_unref (bytes);
  play_stage_free (stage);
}

/* What is lit, against looks at random places: inside the polygon is seen, outside is not, but for its edge. */
static void
test_light (void)
{
  PlayStage *stage = play_stage_open (DATA "/temple");
  const kbx_handle level = kbx_bank_item (&stage->bank, KBX_LEVEL, 0);
  KbPlayPicture picture = { 0 };
  guint seen = 0, hidden = 0;
  for (guint i = 0; i < 12; i++)
    {
      const kbx_circle reach = { { (float) g_test_rand_double_range (20, 900), (float) g_test_rand_double_range (20, 600) }, 180 };
      kb_picture_clear (&picture);
      kb_picture_add_light (&picture, 0, level, reach, NULL);
      g_assert_cmpuint (picture.n_items, ==, 1);
      const kbx_polygon lit = { picture.points, picture.n_points };
      for (guint k = 0; kit_goes_on (k, 200); k++)
        {
          const float x = (float) g_test_rand_double_range (-178, 178), y = (float) g_test_rand_double_range (-178, 178);
          const kbx_vec p = { reach.centre.x + x, reach.centre.y + y };
          if (hypot ((double) (p.x - reach.centre.x), (double) (p.y - reach.centre.y)) > 178)
            continue;
          const gboolean is_seen = kit_level_sees (level, reach.centre, p, kit_all_walls ());
          gboolean at_edge = FALSE;
          for (guint32 c = 0; c < lit.count; c++)
            at_edge = at_edge || kbx_nearest_point (SHAPE ((kbx_segment) { lit.corners[c], lit.corners[(c + 1) % lit.count] }), p).distance <= 1;
          if (!at_edge)
            g_assert_cmpint (kbx_contains (POLYGON_SHAPE (lit), p), ==, is_seen);
          seen += is_seen;
          hidden += !is_seen;
        }
    }
  g_assert_cmpuint (MIN (seen, hidden), >, 2 * kit_n_done);
  kb_picture_free (&picture);
  play_stage_free (stage);
}

/* ---- mazes ---- */

/* Three by two cells of 16 pixels with a border, and a wall between the first and the second cell of the upper row. */
static PlayStage *
little_maze (void)
{
  static const guint8 edges[3][4] = { { 3, 3, 2, 1 }, { 1, 0, 0, 1 }, { 2, 2, 2, 0 } };
  g_autoptr (GError) error = NULL;
  KbDocument *document = level_document (NULL, NULL, NULL);
  kb_document_begin (document, "Maze");
  KbId maze = kb_document_insert (document, the_level (document)->node.id, "mazes", -1,
                                  json_pack ("{ss ss s[ii] si si}", "name", "halls", "class", "wall", "cell", 16, 16, "width", 3, "height", 2), &error);
  g_assert_no_error (error);
  g_autoptr (KbZones) zones = kb_zones_from_pixels (4, 3, edges[0], 4);
  g_assert_true (kb_document_set_zones (document, maze, "edges", zones, &error));
  kb_document_end (document);
  return play_stage (document);
}

static void
test_maze (void)
{
  static const PlayCase cases[] = {
    { "0", 1, "at=[8 8];cell=[0 0];stopped=[0 0];entered=0;maze=halls;goal=false", NULL },
    { "0 right", 9, "at=[12 8];cell=[0 0];stopped=[1 0];entered=0", NULL },
    { "0 left up", 9, "at=[4 4];stopped=[-1 -1]", NULL },
    { "0 down", 20, "at=[8 28];cell=[0 1];stopped=[0 1];entered=1", NULL },
    { "0 down;20 right", 50, "cell=[2 1];entered=3;goal=true", "reached the goal after" },
    /* Held up by the wall's end at (16, 16), it is helped into the gap. */
    { "0 right;4 down;8 right", 9, "at=[12 17];cell=[0 1]", NULL },
    { "0 right;4 down;8 right", 40, "at=[44 20];cell=[2 1];entered=3", NULL },
    { "0 @8,30", 1, "sees_pointer=true", NULL },
    { "0 @24,8", 1, "sees_pointer=false", NULL },
  };
  PlayStage *stage = little_maze ();
  play_check_cases (stage, "maze", cases, G_N_ELEMENTS (cases));
  g_assert_cmphex (play_assert_repeats (stage, "maze", NULL, "0 right;4 down @40,8;20 right;50 up;60 left", 80), ==, UINT64_C (0x9791b61351458a01));
  play_stage_free (stage);
}

static void
test_never_in_hedges (void)
{
  PlayStage *stage = play_stage_open (DATA "/yard");
  KbPlay *play = play_begin (stage, "maze", NULL);
  const kbx_handle maze = kbx_item (kbx_bank_item (&stage->bank, KBX_LEVEL, kb_play_cast (play, 0)), KBX_MAZE, 0);
  KbPlayInput input = { 0 };
  for (guint i = 0; kit_goes_on (i, 5000); i++)
    {
      input = play_random_input (play, input);
      kb_play_step (play, &input);
      const gint32 x = (gint32) play_reported_number (play, "at", 0), y = (gint32) play_reported_number (play, "at", 1);
      g_assert_false (kit_maze_hits_box (maze, (kbx_box) { x - 6, y - 6, x + 6, y + 6 }));
    }
  g_assert_cmpfloat (play_reported_number (play, "entered", 0), >, kit_n_done / 150);
  kb_play_free (play);
  play_stage_free (stage);
}

/* ---- hills ---- */

/* On the sample: the walker is as high as the ground, on the map, slower uphill, and never goes up what is too steep. */
static void
test_hills (void)
{
  PlayStage *stage = play_stage_open (DATA "/yard");
  KbPlay *play = play_begin (stage, "heightmap", NULL);
  const kbx_handle map = kbx_item (kbx_bank_item (&stage->bank, KBX_LEVEL, kb_play_cast (play, 0)), KBX_HEIGHTMAP, 0);
  const kbx_rect area = kbx_info (map).area;
  KbPlayInput input = { 0 };
  kbx_vec before = { (float) play_reported_number (play, "at", 0), (float) play_reported_number (play, "at", 1) };
  double z = play_reported_number (play, "z", 0), fast_up = 0, fast_down = 0;
  for (guint i = 0; kit_goes_on (i, 5000); i++)
    {
      input = play_random_input (play, input);
      kb_play_step (play, &input);
      const kbx_vec at = { (float) play_reported_number (play, "at", 0), (float) play_reported_number (play, "at", 1) };
      const double now = play_reported_number (play, "z", 0), way = hypot ((double) (at.x - before.x), (double) (at.y - before.y));
      g_assert_cmpfloat_with_epsilon (now, (double) kbx_heightmap_z (map, at, KBX_HEIGHT_BICUBIC), 1e-4);
      g_assert_true (kbx_contains (SHAPE (area), at));
      g_assert_cmpfloat (way, <=, 2.5 + 1e-4);
      if (now > z + 0.8 * way && way > 0)
        fast_up = MAX (fast_up, way);
      if (now < z - 0.2 * way)
        fast_down = MAX (fast_down, way);
      g_assert_true (play_reported_number (play, "slope", 0) <= 1.2 + 1e-6 || way == 0);
      before = at;
      z = now;
    }
  g_assert_cmpfloat (fast_down, >, 2);
  g_assert_cmpfloat (fast_up, <, 1.3);
  kb_play_free (play);
  play_assert_repeats (stage, "heightmap", NULL, "0 up @312,190;200 up right;300 left", 400);
  play_stage_free (stage);
}

/* Put below a slope that is too steep, it stays there. */
static void
test_too_steep (void)
{
  PlayStage *stage = play_stage_open (DATA "/yard");
  KbPlay *play = play_begin (stage, "heightmap", NULL);
  const guint level = kb_play_cast (play, 0);
  const kbx_handle map = kbx_item (kbx_bank_item (&stage->bank, KBX_LEVEL, level), KBX_HEIGHTMAP, 0);
  const kbx_rect area = kbx_info (map).area;
  kbx_vec at = { -1, -1 };
  kb_play_free (play);
  for (float y = area.min.y; y < area.max.y && at.x < 0; y += 2)
    for (float x = area.min.x; x + 1 < area.max.x && at.x < 0; x += 2)
      if (kbx_heightmap_z (map, (kbx_vec) { x + 1, y }, KBX_HEIGHT_BICUBIC) - kbx_heightmap_z (map, (kbx_vec) { x, y }, KBX_HEIGHT_BICUBIC) > 1.25f)
        at = (kbx_vec) { x, y };
  g_assert_cmpfloat (at.x, >=, 0);
  KbLevel *document_level = kb_level_at (kb_document_project (stage->document), 0);
  for (guint i = 0; strcmp (document_level->name, kbx_name (kbx_bank_item (&stage->bank, KBX_LEVEL, level))) != 0; i++)
    document_level = kb_level_at (kb_document_project (stage->document), i);
  g_autofree char *line = g_strdup_printf ("{\"set\": \"levels['%s'].entities[0].at\", \"value\": [%d, %d]}", document_level->name,
                                           (int) at.x, (int) at.y);
  g_autoptr (GError) error = NULL;
  json_t *edit = json_loads (line, 0, NULL);
  g_assert_true (kb_document_apply (stage->document, edit, &error));
  json_decref (edit);
  g_bytes_unref (stage->bytes);
  stage->bytes = play_bake (stage->document, &stage->bank);
  play = play_begin (stage, "heightmap", NULL);
  play_steps (play, "0 right", 0, 30);
  play_assert_reported (play, "too_steep=true");
  g_assert_cmpfloat (play_reported_number (play, "at", 0), ==, (double) at.x);
  g_assert_true (play_logged (play, "too steep at"));
  kb_play_free (play);
  play_stage_free (stage);
}

/* ---- in first person ---- */

static void
test_first_person (void)
{
  static const PlayCase cases[] = {
    { "0", 3, "at=[50 50];ahead=[0 -1];area=hall;wall=-1;in_view=3;drawn=1", NULL },
    { "0 up", 10, "at=[50 30]", NULL },
    { "0 down run", 10, "at=[50 90]", NULL },
    { "0 strafe-right", 10, "at=[70 50];ahead=[0 -1]", NULL },
    { "0 strafe-left up", 1, "at=[48.5859375 48.5859375]", NULL },
    { "0 up", 60, "at=[50 8.00390625];wall=0", NULL },
    { "0 strafe-right;60 strafe-left", 120, "wall=4;area=-", "left hall" },
  };
  PlayStage *stage = room ();
  play_check_cases (stage, "first-person", cases, G_N_ELEMENTS (cases));
  play_assert_repeats (stage, "first-person", NULL, "0 right up;30 left strafe-left;60 up run;90 right down door", 120);
  KbPlay *play = play_begin (stage, "first-person", NULL);
  play_steps (play, "0 right", 0, 63);                          /* of 0.05 each: half a turn */
  g_assert_cmpfloat_with_epsilon (play_reported_number (play, "ahead", 1), 1, 0.001);
  kb_play_free (play);
  play_stage_free (stage);
}

/* Two rooms side by side, open to each other; the right one is lower in both ways, and has a low wall. */
static PlayStage *
two_rooms (void)
{
  json_t *walls = WALLS (0, 0, 400, 0, 400, 0, 400, 100, 400, 100, 0, 100, 0, 100, 0, 0, 330, 40, 330, 60, 300, 0, 300, 100);
  json_object_set_new (json_array_get (walls, 5), "values", json_pack ("{ss ss}", "height", "10", "sprite", "imp"));
  json_t *areas = json_pack ("[{ss ss s[[[ii][ii][ii][ii]]] s{ss ss}} {ss ss s[[[ii][ii][ii][ii]]] s{ss ss}}]", "name", "hall", "class", "floor", "rings",
                             0, 0, 100, 0, 100, 100, 0, 100, "values", "floor", "16", "ceiling", "96", "name", "pit", "class", "floor", "rings", 100,
                             0, 400, 0, 400, 100, 100, 100, "values", "floor", "-8", "ceiling", "80");
  json_t *entities = json_pack ("[{ss ss s[ii] s[ii] s{ss}}]", "name", "start", "class", "floor", "at", 50, 50, "direction", 1, 0, "values", "eye", "30");
  KbDocument *document = level_document (walls, areas, entities);
  g_autoptr (GError) error = NULL;
  kb_document_insert (document, kb_document_project (document)->node.id, "classes", -1, json_pack ("{ss ss}", "name", "step", "colour", "#c08040"), &error);
  kb_document_insert (document, the_level (document)->node.id, "walls", -1,
                      json_pack ("{s[ii] s[ii] ss}", "a", 100, 0, "b", 100, 100, "class", "step"), &error);
  kb_document_insert (document, kb_document_project (document)->node.id, "sprites", -1,
                      json_pack ("{ss s[{si si s[ii]}]}", "name", "imp", "frames", "width", 6, "height", 9, "hot_spot", 1, 7), &error);
  for (gint flip = 0; flip < 2; flip++)
    kb_document_insert (document, the_level (document)->node.id, "entities", -1,
                        json_pack ("{ss s[ii] ss ss*}", "class", "floor", "at", 200 - 50 * flip, 60, "sprite", "imp", "flip", flip ? "x" : NULL), &error);
  g_assert_no_error (error);
  return play_stage (document);
}

static const KbPlaySlab *
slab_at (const KbPlayPicture *picture, float ahead)
{
  for (guint i = 0; i < picture->n_slabs; i++)
    if (picture->slabs[i].a.y == ahead && picture->slabs[i].b.y == ahead)
      return picture->slabs + i;
  return NULL;
}

static void
assert_slab (const KbPlaySlab *slab, const char *expected)
{
  g_assert_nonnull (slab);
  g_autofree char *text = g_strdup_printf ("%g to %g, open %g to %g%s", (double) slab->floor, (double) slab->ceiling, (double) slab->low,
                                           (double) slab->high, slab->closed ? ", closed" : "");
  g_assert_cmpstr (text, ==, expected);
}

/* Heights are above the eye, which is 30 above a floor of 16. */
static void
test_slabs (void)
{
  PlayStage *stage = two_rooms ();
  KbPlay *play = play_begin (stage, "first-person", NULL);
  KbPlayPicture picture = { 0 };
  kb_play_draw (play, &picture);
  assert_slab (slab_at (&picture, 50), "-30 to 50, open -30 to 34");               /* over the step: the lower ceiling */
  assert_slab (slab_at (&picture, 250), "-54 to 34, open -44 to 34");              /* over the low wall */
  assert_slab (slab_at (&picture, 280), "-54 to 34, open 34 to 34, closed");
  g_assert_cmpuint (picture.slabs[0].frame, ==, KBX_NONE);
  g_assert_cmpuint (slab_at (&picture, 250)->frame, ==, 0);
  /* The farther one first; the hot spot, in its row 7 of 9 and column 1 of 6, is on the floor, 10 to the right. */
  const KbPlaySlab *far = picture.slabs + picture.n_slabs - 2, *near = far + 1;
  g_assert_true (far->stands && near->stands && !far->flip && near->flip && far->frame == 0);
  g_assert_true (far->a.y == 150 && near->a.y == 100 && far->floor == -55 && far->ceiling == -46);
  g_assert_true (far->a.x == 8.5f && far->b.x == 14.5f && near->a.x == 5.5f && near->b.x == 11.5f);
  kb_play_free (play);
  play_stage_free (stage);
  kb_picture_free (&picture);
}

/* In first person too a lift pushes; its side 20 ahead is drawn as high as walls, and both sides from beyond its corner. */
static void
test_slabs_of_lifts (void)
{
  static const PlayCase cases[] = {
    { "0", 100, "at=[94 50];lifts=[65 20]", NULL },
    { "0", 260, "at=[191.996094 50]", "lift 1 passes through: no room" },
    { "0 up", 30, "at=[38.0039062 50];wall=-1", NULL },
  };
  PlayStage *stage = lift_room ();
  play_check_cases (stage, "first-person", cases, G_N_ELEMENTS (cases));
  KbPlay *play = play_begin (stage, "first-person", NULL);
  KbPlayPicture picture = { 0 };
  play_steps (play, "0", 0, 10);
  kb_play_draw (play, &picture);
  const KbPlaySlab *side = slab_at (&picture, 20);
  assert_slab (side, "-20 to 28, open 0 to 0");
  g_assert_true (side == picture.slabs + picture.n_slabs - 1 && side->stands && side->frame == KBX_NONE && side->colour);
  g_assert_true (side->a.x == -30 && side->b.x == 30);
  kb_play_free (play);
  play = play_begin (stage, "first-person", NULL);
  kb_play_start_at (play, &(kbx_vec) { 50, 90 });
  play_steps (play, "0 right", 0, 16);                  /* of 0.05 each: to the upper left */
  kb_play_draw (play, &picture);
  const KbPlaySlab *far = picture.slabs + picture.n_slabs - 2, *near = far + 1;
  g_assert_true (far->stands && near->stands && !far[-1].stands && far->colour != near->colour);
  g_assert_cmpfloat_with_epsilon (hypotf (near->a.x - near->b.x, near->a.y - near->b.y), 20, 0.01);
  g_assert_cmpfloat_with_epsilon (hypotf (far->a.x - far->b.x, far->a.y - far->b.y), 60, 0.01);
  kb_play_free (play);
  play_stage_free (stage);
  kb_picture_free (&picture);
}

KIT_PROGRAM (play_walk)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/play/walk/walls", test_walls);
  g_test_add_func ("/play/walk/never-in-walls", test_never_in_walls);
  g_test_add_func ("/play/walk/all-walls", test_all_walls);
  g_test_add_func ("/play/walk/walker", test_walker);
  g_test_add_func ("/play/walk/put-beside", test_put_beside);
  g_test_add_func ("/play/walk/starts", test_starts);
  g_test_add_func ("/play/walk/doors", test_doors);
  g_test_add_func ("/play/walk/lifts", test_lifts);
  g_test_add_func ("/play/walk/light", test_light);
  g_test_add_func ("/play/first-person/moves", test_first_person);
  g_test_add_func ("/play/first-person/slabs", test_slabs);
  g_test_add_func ("/play/first-person/lifts", test_slabs_of_lifts);
  g_test_add_func ("/play/maze/cells", test_maze);
  g_test_add_func ("/play/maze/never-in-hedges", test_never_in_hedges);
  g_test_add_func ("/play/heightmap/hills", test_hills);
  g_test_add_func ("/play/heightmap/too-steep", test_too_steep);
  return g_test_run ();
}
