/* SPDX-License-Identifier: MIT */
/* Point and click: ways within zones against a flood of pixels, and runs of the scene. */
#include <math.h>
#include <stdlib.h>

#include "bank/kickbox-json.h"
#include "playtest/scenes/ways.h"
#include "runtime/kickbox/pack.h"
#include "tests/support/play_kit.h"

/* ---- ways ---- */

/* Numbers the connected parts of the floor: by four neighbours, or eight. */
static guint8 *
flood (KbFloor floor, gboolean eight)
{
  const kbx_size size = kbx_info (floor.mask).size;
  guint8 *parts = g_new0 (guint8, size.w * size.h), next = 0;
  g_autofree guint *stack = g_new (guint, size.w * size.h);
  for (guint from = 0; from < size.w * size.h; from++)
    {
      guint n = 0;
      if (parts[from] || !kb_floor_has (floor, (kbx_vec) { (float) (from % size.w), (float) (from / size.w) }))
        continue;
      g_assert_cmpuint (next, <, 255);
      parts[stack[n++] = from] = ++next;
      while (n)
        {
          const int at = (int) stack[--n], x = at % (int) size.w, y = at / (int) size.w;
          for (int k = 0; k < 9; k++)
            {
              const int i = x + k % 3 - 1, j = y + k / 3 - 1;
              if ((k % 2 == 0 && !eight) || i < 0 || j < 0 || i >= (int) size.w || j >= (int) size.h || parts[j * (int) size.w + i]
                  || !kb_floor_has (floor, (kbx_vec) { (float) i, (float) j }))
                continue;
              parts[j * (int) size.w + i] = next;
              stack[n++] = (guint) (j * (int) size.w + i);
            }
        }
    }
  return parts;
}

static guint
part_at (const guint8 *parts, kbx_handle mask, kbx_vec p)
{
  return parts[(guint) p.y * kbx_info (mask).size.w + (guint) p.x];
}

/* Every piece is free, whichever way there is; and it leads where it says. */
static void
check_way (KbFloor floor, const guint8 *four, const guint8 *eight, kbx_vec from, kbx_vec to)
{
  kbx_vec points[96], at = from;
  const KbZoneWay way = kb_find_zone_way (floor, from, to, points, G_N_ELEMENTS (points));
  g_assert_false (way.cut);
  g_assert_cmpuint (way.count, >, 0);
  for (guint i = 0; i < way.count; at = points[i++])
    g_assert_true ((i == 0 && !kb_floor_has (floor, from)) || kb_floor_free (floor, at, points[i]));
  if (way.reaches)
    g_assert_true (at.x == to.x && at.y == to.y);
  else
    g_assert_true (kb_floor_has (floor, at));
  if (!kb_floor_has (floor, from))
    return;
  const gboolean same = kb_floor_has (floor, to) && part_at (four, floor.mask, from) == part_at (four, floor.mask, to);
  const gboolean touching = kb_floor_has (floor, to) && part_at (eight, floor.mask, from) == part_at (eight, floor.mask, to);
  g_assert_true (!same || way.reaches);
  g_assert_true (!way.reaches || touching);
}

enum { SIDE = 96, BLOCK = 8 };

static void
test_ways (void)
{
  for (guint round = 0; kit_goes_on (round, 12); round++)
    {
      guint8 values[SIDE * SIDE], bytes[1 << 16];
      guint8 blocks[SIDE / BLOCK][SIDE / BLOCK];
      for (guint i = 0; i < sizeof blocks; i++)
        (&blocks[0][0])[i] = (guint8) (g_test_rand_int_range (0, 100) < 30 ? g_test_rand_int_range (0, 3) : 3);
      for (guint i = 0; i < sizeof values; i++)
        values[i] = blocks[i / SIDE / BLOCK][i % SIDE / BLOCK];
      const gsize size = kbx_mask_pack (&(kbx_mask_plan) { values, SIDE, SIDE, SIDE }, NULL, 0, bytes, sizeof bytes, NULL);
      KbFloor floor = { .zones = kbx_zone_bit (3) };
      g_assert_cmpint (kbx_open (&floor.mask, KBX_MASK, bytes, size, NULL), ==, KBX_OK);
      floor.zones.bits[0] |= 2;
      g_autofree guint8 *four = flood (floor, FALSE), *eight = flood (floor, TRUE);
      for (guint i = 0; i < 40; i++)
        {
          const kbx_vec from = { (float) g_test_rand_int_range (0, SIDE * 16) / 16, (float) g_test_rand_int_range (0, SIDE * 16) / 16 };
          const kbx_vec to = { (float) g_test_rand_int_range (0, SIDE * 16) / 16, (float) g_test_rand_int_range (0, SIDE * 16) / 16 };
          check_way (floor, four, eight, from, to);
        }
    }
}

/* Without room for the whole way it is cut, and goes on from there; without a floor there is none. */
static void
test_cut (void)
{
  PlayStage *stage = play_stage_open (DATA "/harbor");
  KbFloor floor = { kbx_bank_find (&stage->bank, KBX_MASK, "cabin"), kbx_zone_bit (1) };
  const kbx_vec from = { 250.5f, 146.5f }, to = { 316.5f, 148.5f };   /* round the chest */
  kbx_vec at = from, points[16], point, p;
  const KbZoneWay whole = kb_find_zone_way (floor, from, to, points, 16);
  g_assert_true (whole.reaches && !whole.cut && whole.count > 1);
  guint n = 0;
  for (gboolean cut = TRUE; cut; n++)
    {
      const KbZoneWay way = kb_find_zone_way (floor, at, to, &point, 1);
      g_assert_cmpuint (way.count, ==, 1);
      cut = way.cut;
      at = point;
    }
  g_assert_true (at.x == to.x && at.y == to.y);
  g_assert_cmpuint (n, <=, 2 * whole.count);
  g_assert_cmpuint (kb_find_zone_way (floor, from, to, NULL, 0).count, ==, 0);
  floor.zones = (kbx_zone_set) { { 0 } };
  g_assert_cmpuint (kb_find_zone_way (floor, from, to, points, 16).count, ==, 0);
  g_assert_false (kb_floor_nearest (floor, from, &p));
  floor.mask.data = NULL;
  g_assert_cmpuint (kb_find_zone_way (floor, from, to, points, 16).count, ==, 0);
  play_stage_free (stage);
}

/* ---- the scene ---- */

typedef struct {
  guint steps;
  const char *reported, *logged;   /* `logged` NULL: nothing is asked for */
} Case;

static void
check_cases (PlayStage *stage, const char *const *cast, const char *tape, const Case *cases, guint n)
{
  KbPlay *play = play_begin (stage, "point", cast);
  for (guint i = 0, done = 0; i < n; done = cases[i++].steps)
    {
      play_steps (play, tape, done, cases[i].steps);
      play_assert_reported (play, cases[i].reported);
      if (cases[i].logged && !play_logged (play, cases[i].logged))
        g_error ("step %u: nothing logged of %s", cases[i].steps, cases[i].logged);
    }
  kb_play_free (play);
}

static void
test_scene (void)
{
  static const char *const cabin[] = { "cabin", "keeper" }, *const quay[] = { "quay", NULL };
  static const char tape[] = "0 @160,140;5 @160,140 press;6;60 @30,80 press;61;200 @290,150 press;201;300 @290,150 floor;301;310 @290,150 press run;"
                             "311 run;400 @290,150 floor;401;405 @100,140 place;406;410 @100,500 press;411 run;412 @20,160 press run;413 run";
  static const Case cases[] = {
    { 2, "zone=floor;on=floor;walks=false;way=[]", NULL },
    { 6, "walks=true;way=[[160 140]];goal=[160 140 true false]", "click on floor at 160, 140" },
    { 30, "walks=false;way=[];goal=[]", "keeper arrives on floor at 160, 140" },
    { 61, "zone=shelf;walks=true", "click on shelf at 30, 80" },
    { 199, "walks=false;on=floor", "keeper comes as near as it can to shelf at 10, 106" },
    { 299, "zone=chest;walks=true", "click on chest at 290, 150" },
    { 302, "changed=[7]", "chest is walkable now" },
    { 399, "walks=false;walker=[290 150 idle idle 3 2 28 -1 false];on=chest", "keeper arrives on chest at 290, 150" },
    { 401, "changed=[]", "chest is not walkable now" },
    { 407, "on=floor;walker=[100 140 idle idle 4 3 36 -1 false]", "keeper steps on floor" },
    { 411, "walks=false;zone=-", "click on nothing at 100, 500" },
    { 440, "walks=true", "click on floor at 20, 160" },
    { 500, "walks=false", "keeper arrives on floor at 20, 160" },
  };
  static const Case other[] = {
    { 6, "zone=crates;walks=true", "click on crates at 160, 140" },
    { 30, "walks=false;on=ground", "keeper comes as near as it can to crates at 157, 139" },
  };
  PlayStage *stage = play_stage_open (DATA "/harbor");
  check_cases (stage, cabin, tape, cases, G_N_ELEMENTS (cases));
  check_cases (stage, quay, tape, other, G_N_ELEMENTS (other));
  play_assert_repeats (stage, "point", cabin, tape, 500);
  play_stage_free (stage);
}

/* Wherever is clicked: it stays on the floor. */
static void
test_stays (void)
{
  PlayStage *stage = play_stage_open (DATA "/harbor");
  for (guint m = 0; m < kbx_bank_count (&stage->bank, KBX_MASK); m++)
    {
      const char *const cast[] = { kbx_name (kbx_bank_item (&stage->bank, KBX_MASK, m)), NULL };
      KbPlay *play = play_begin (stage, "point", cast);
      const KbFloor floor = { kbx_bank_item (&stage->bank, KBX_MASK, m), kbx_zone_bit (1) };
      KbPlayInput input = { 0 };
      guint moved = 0;
      for (guint i = 0; kit_goes_on (i, 4000); i++)
        {
          input = play_random_input (play, input);
          input.keys &= 4;
          input.press = i % 40 == 0;
          kb_play_step (play, &input);
          const kbx_vec at = { (float) play_reported_number (play, "walker", 0), (float) play_reported_number (play, "walker", 1) };
          moved += play_reported_number (play, "walker", 0) != 0;
          g_assert_true (kb_floor_has (floor, at));
        }
      g_assert_cmpuint (moved, >, 100);
      kb_play_free (play);
    }
  play_stage_free (stage);
}

/* Somebody who is not needed goes, and comes back; a mask without zones that one may walk on is all floor. */
static void
test_without_walker (void)
{
  static const char text[] =
    "{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"classes\": [], \"pages\": [], \"sprites\": [], \"masks\": ["
    "{\"name\": \"cabin\", \"size\": [6, 3], \"zones\": [{\"name\": \"water\", \"colour\": \"#4080ffcc\", \"value\": 200}], "
    " \"rows\": [[], [0, 1, 200, 4], []]}]}";
  PlayStage *stage = play_stage_open (DATA "/harbor");
  static const char *const cast[] = { "cabin", "keeper" };
  void *bytes;
  size_t size;
  kbx_json_error error;
  kbx_bank bare;
  KbPlayWhy why;
  KbPlayPicture picture = { 0 };
  g_assert_true (kbx_json_to_bank (text, strlen (text), &bytes, &size, &error));
  g_assert_cmpint (kbx_bank_open (&bare, bytes, size, NULL), ==, KBX_OK);
  KbPlay *play = play_begin (stage, "point", cast);
  play_steps (play, "0 @160,140 press", 0, 3);
  g_assert_true (kb_play_change_bank (play, &bare, NULL, &why));
  kb_play_draw (play, &picture);
  play_steps (play, "0;3 @2,1 press", 3, 5);
  play_assert_reported (play, "zone=water;walks=false;way=[]");
  kb_play_draw (play, &picture);
  g_assert_true (kb_play_change_bank (play, &stage->bank, NULL, &why));
  kb_play_free (play);
  play = kb_play_new (kb_play_find_scene ("point"), &bare, NULL, &why);
  play_steps (play, "0 @2,1;2 @2,1 press;3 @5,2 floor;4", 0, 5);
  g_assert_true (play_logged (play, "click on water at 2, 1"));
  g_assert_true (play_logged (play, "nothing is not walkable now"));
  kb_play_draw (play, &picture);
  kb_play_free (play);
  kb_picture_free (&picture);
  free (bytes);
  play_stage_free (stage);
}

KIT_PROGRAM (play_point)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/play-point/ways", test_ways);
  g_test_add_func ("/play-point/cut", test_cut);
  g_test_add_func ("/play-point/scene", test_scene);
  g_test_add_func ("/play-point/stays-on-the-floor", test_stays);
  g_test_add_func ("/play-point/without-walker", test_without_walker);
  return g_test_run ();
}
