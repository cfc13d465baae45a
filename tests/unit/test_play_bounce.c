/* SPDX-License-Identifier: MIT */
/* What bounces: stacks, crowds, balls, paddles, flippers, bumpers; an edit in the middle of a run. */
#include <math.h>

#include "tests/support/level_document.h"
#include "tests/support/play_kit.h"

/* ---- levels ---- */

static json_t *
entity (const char *name, double x, double y, double dx, double dy, json_t *values)
{
  json_t *json = json_pack ("{ss ss s[ff] so}", "name", name, "class", "floor", "at", x, y, "values", values ? values : json_object ());
  if (dx != 0 || dy != 0)
    json_object_set_new (json, "direction", json_pack ("[ff]", dx, dy));
  return json;
}

/* A floor from 0 to 320 at 200, and walls beside it. */
static json_t *
pit (void)
{
  return WALLS (0, 0, 0, 200, 0, 200, 320, 200, 320, 200, 320, 0);
}

/* Takes the walls and the entities. */
static PlayStage *
level_of (json_t *walls, json_t *entities)
{
  return play_stage (level_document (walls, NULL, entities));
}

/* ---- what is told of the things ---- */

enum { VALUES = 8 };
typedef struct { double x, y, vx, vy, ax, ay, turning, still; } Thing;
G_STATIC_ASSERT (sizeof (Thing) == VALUES * sizeof (double));

typedef struct {
  KbReporter reporter;   /* first: a Collector is a KbReporter */
  GArray *numbers;
  guint depth;
} Collector;

static void
collect_number (KbReporter *reporter, const char *name, double value)
{
  Collector *collector = (Collector *) (void *) reporter;
  if (collector->depth == 2)
    g_array_append_val (collector->numbers, value);
}

static void
collect_text (KbReporter *reporter, const char *name, const char *value)
{
}

static void
collect_flag (KbReporter *reporter, const char *name, bool value)
{
}

static void
collect_open (KbReporter *reporter, const char *name)
{
  ((Collector *) (void *) reporter)->depth++;
}

static void
collect_close (KbReporter *reporter)
{
  ((Collector *) (void *) reporter)->depth--;
}

/* All of them, in the order of the entities; free it. */
static Thing *
things (const KbPlay *play, guint *n)
{
  Collector collector = { { collect_number, collect_text, collect_flag, collect_open, collect_close }, g_array_new (FALSE, FALSE, sizeof (double)), 0 };
  kb_play_report (play, &collector.reporter);
  g_assert_cmpuint (collector.numbers->len % VALUES, ==, 0);
  *n = collector.numbers->len / VALUES;
  return (Thing *) (void *) g_array_free (collector.numbers, FALSE);
}

static Thing
thing (const KbPlay *play, guint i)
{
  guint n;
  g_autofree Thing *all = things (play, &n);
  g_assert_cmpuint (i, <, n);
  return all[i];
}

/* ---- at rest ---- */

/* Crates on one another stay where they were put, upright, and lie still; so does what falls beside them. */
static void
test_stack (void)
{
  json_t *entities = json_array ();
  guint n;
  for (guint i = 0; i < 8; i++)
    json_array_append_new (entities, entity ("crate", 100, 192 - 16.0 * i, 0, 0, NULL));
  json_array_append_new (entities, entity ("crate 9", 220, 150, 2, 1, json_pack ("{ss ss}", "width", "40", "height", "12")));
  json_array_append_new (entities, entity ("box", 280, 100, 0, 0, NULL));
  PlayStage *stage = level_of (pit (), entities);
  KbPlay *play = play_begin (stage, "bounce", NULL);
  play_steps (play, "0", 0, 600);
  play_assert_reported (play, "fastest=0");
  g_autofree Thing *all = things (play, &n);
  g_assert_cmpuint (n, ==, 10);
  for (guint i = 0; i < 8; i++)
    {
      g_assert_cmpfloat_with_epsilon (all[i].x, 100, 0.25);
      g_assert_cmpfloat_with_epsilon (all[i].y, 192 - 16.0 * i, 0.1 * (i + 1));
      g_assert_cmpfloat (fabs (all[i].ay), <, 0.01);
    }
  g_assert_cmpfloat_with_epsilon (all[8].y, 194, 0.2);
  g_assert_cmpfloat_with_epsilon (all[9].y, 192, 0.2);
  kb_play_free (play);
  play_stage_free (stage);
}

/* The sample's crates and its ball, too: the ball, which is pushed a little, rolls to a stop on its plank; launched from there it
 * goes off, and everything comes to rest again. */
static void
test_sample_stack (void)
{
  const char *const cast[KB_PLAY_MOST_ROLES] = { "stack" };
  PlayStage *stage = play_stage_open (DATA "/pinball");
  KbPlay *play = play_begin (stage, "bounce", cast);
  play_steps (play, "0", 0, 240);
  play_assert_reported (play, "fastest=0");
  guint n;
  g_autofree Thing *all = things (play, &n);
  const Thing ball = all[n - 1];
  g_assert_true (ball.x > 60.5 && ball.x < 66 && ball.y < 184);
  play_steps (play, "0", 240, 300);
  g_autofree Thing *later = things (play, &n);
  g_assert_cmpmem (all, n * sizeof *all, later, n * sizeof *later);
  play_steps (play, "0 launch", 0, 10);
  g_assert_cmpfloat (hypot (thing (play, n - 1).x - ball.x, thing (play, n - 1).y - ball.y), >, 20);
  play_steps (play, "0", 0, 1500);
  play_assert_reported (play, "fastest=0");
  kb_play_free (play);
  play_stage_free (stage);
}

/* What rests wakes: when something hits it, when what carries it goes away, when it is nudged. Three crates, and a ball beside them. */
static void
test_wakes (void)
{
  static const struct { const char *tape; guint crate; } cases[] = {
    { "0 launch", 0 }, { "0 launch", 2 }, { "0 @160,192;1 @160,192 press;2 @240,192 press", 1 }, { "0 @160,192;1 @160,192 press;2 @240,192 press", 2 },
    { "0 nudge", 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      json_t *entities = json_pack ("[oooo]", entity ("crate", 160, 192, 0, 0, NULL), entity ("crate 2", 160, 176, 0, 0, NULL),
                                    entity ("crate 3", 160, 160, 0, 0, NULL),
                                    entity ("ball", 60, 192, 5, -1, json_pack ("{ss ss}", "speed", "0.1", "mass", "20")));
      PlayStage *stage = level_of (pit (), entities);
      KbPlay *play = play_begin (stage, "bounce", NULL);
      play_steps (play, "0", 0, 200);
      play_assert_reported (play, "fastest=0");
      const Thing before = thing (play, cases[i].crate);
      g_assert_cmpfloat (before.still, ==, 30);
      play_steps (play, cases[i].tape, 0, 60);
      const Thing after = thing (play, cases[i].crate);
      g_assert_cmpfloat (hypot (after.x - before.x, after.y - before.y), >, 2);
      play_steps (play, "0", 0, 1200);
      play_assert_reported (play, "fastest=0");
      kb_play_free (play);
      play_stage_free (stage);
    }
}

/* Without gravity nothing brakes, however slow it is. */
static void
test_weightless (void)
{
  json_t *entities = json_pack ("[oo]", entity ("gravity", 0, 0, 0, 0, NULL), entity ("ball", 60, 100, 1, 0, json_pack ("{ss}", "speed", "0.01")));
  PlayStage *stage = level_of (pit (), entities);
  KbPlay *play = play_begin (stage, "bounce", NULL);
  play_steps (play, "0", 0, 200);
  g_assert_cmpfloat_with_epsilon (thing (play, 0).x, 62, 0.01);
  kb_play_free (play);
  play_stage_free (stage);
}

/* Many in a box: all are numbers, none leaves it, none is faster than anything can be. */
static void
test_crowd (void)
{
  json_t *entities = json_array ();
  guint n;
  json_array_append_new (entities, entity ("crowd", 250, 250, 0, 0, json_pack ("{ss}", "count", "1000")));
  PlayStage *stage = level_of (WALLS (0, 0, 0, 500, 0, 500, 500, 500, 500, 500, 500, 0, 500, 0, 0, 0), entities);
  KbPlay *play = play_begin (stage, "bounce", NULL);
  for (guint i = 0; i < kit_rounds (300); i += 25)
    {
      play_steps (play, "0 @100,400;60 press;61 @400,100 press;110;120 nudge;130", i, i + 25);
      g_autofree Thing *all = things (play, &n);
      g_assert_cmpuint (n, ==, 1000);
      for (guint k = 0; k < n; k++)
        {
          g_assert_true (isfinite (all[k].turning) && fabs (hypot (all[k].ax, all[k].ay) - 1) < 1e-4);
          g_assert_true (all[k].x > 0 && all[k].x < 500 && all[k].y > 0 && all[k].y < 500);
          g_assert_cmpfloat (hypot (all[k].vx, all[k].vy), <, 60);
        }
    }
  g_assert_false (play_logged (play, "back to its place"));
  kb_play_free (play);
  play_stage_free (stage);
}

/* A crowd's sizes count, it begins within the walls, clear of what is there; more than fit are left out, and that is told once. */
static void
test_crowd_room (void)
{
  static const struct { const char *count, *radius; guint least, most; } cases[] = {
    { "200", "1", 200, 200 }, { "200", "4", 200, 200 }, { "1000", "2", 1000, 1000 }, { "1000", "8", 150, 187 },
  };
  double spread = 0;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      json_t *entities = json_pack ("[oo]", entity ("box", 160, 120, 0, 0, NULL),
                                    entity ("crowd", 160, 100, 0, 0, json_pack ("{ss ss}", "count", cases[i].count, "radius", cases[i].radius)));
      PlayStage *stage = level_of (WALLS (0, 0, 0, 200, 0, 200, 320, 200, 320, 200, 320, 0, 320, 0, 0, 0), entities);
      KbPlay *play = play_begin (stage, "bounce", NULL);
      const double radius = g_ascii_strtod (cases[i].radius, NULL);
      double low = 1000, high = 0;
      guint n;
      g_autofree Thing *all = things (play, &n);
      g_assert_cmpuint (n - 1, >=, cases[i].least);
      g_assert_cmpuint (n - 1, <=, cases[i].most);
      g_assert_true (play_logged (play, "more there is no room") == (cases[i].most < 1000 && cases[i].radius[0] == '8'));
      for (guint k = 1; k < n; k++)
        {
          g_assert_true (all[k].x >= radius && all[k].x <= 320 - radius && all[k].y >= radius && all[k].y <= 200 - radius);
          g_assert_true (fabs (all[k].x - 160) >= 8 + radius || fabs (all[k].y - 120) >= 8 + radius);
          low = MIN (low, all[k].x);
          high = MAX (high, all[k].x);
        }
      if (i < 2)
        g_assert_cmpfloat (high - low, >, spread);
      spread = high - low;
      play_steps (play, "0 nudge;1", 0, 120);
      g_autofree Thing *later = things (play, &n);
      for (guint k = 0; k < n; k++)
        g_assert_true (later[k].x > 0 && later[k].x < 320 && later[k].y > 0 && later[k].y < 200);
      g_assert_false (play_logged (play, "back to its place"));
      kb_play_free (play);
      play_stage_free (stage);
    }
}

/* What falls out says so once a second, however many fall. */
static void
test_log_seldom (void)
{
  json_t *entities = json_pack ("[o]", entity ("crowd", 160, 60, 0, 0, json_pack ("{ss}", "count", "60")));
  PlayStage *stage = level_of (WALLS (100, 90, 220, 110), entities);
  KbPlay *play = play_begin (stage, "bounce", NULL);
  guint reported = 0, last = 0;
  play_steps (play, "0", 0, 400);
  for (guint i = 0; i < kb_play_event_count (play); i++)
    if (strcmp (kb_play_event (play, i)->text, "ball out, back to its place") == 0)
      {
        g_assert_true (reported == 0 || kb_play_event (play, i)->step >= last + 60);
        last = kb_play_event (play, i)->step;
        reported++;
      }
  g_assert_cmpuint (reported, >=, 2);
  kb_play_free (play);
  play_stage_free (stage);
}

/* ---- what bounces ---- */

/* From a height comes back to its restitution's square of it; without any stays down. */
static void
test_heights (void)
{
  static const char *const restitutions[] = { "0", "0.5", "0.8", "1" };
  for (guint i = 0; i < G_N_ELEMENTS (restitutions); i++)
    {
      const double restitution = g_ascii_strtod (restitutions[i], NULL);
      json_t *entities = json_pack ("[o]", entity ("ball", 160, 92, 0, 0, json_pack ("{ss ss}", "radius", "8", "restitution", restitutions[i])));
      PlayStage *stage = level_of (pit (), entities);
      KbPlay *play = play_begin (stage, "bounce", NULL);
      double least = 1000;
      gboolean came_down = FALSE;
      for (guint k = 0; k < 44 + 90 * restitution + 4; k++)   /* it falls in 44.7 steps, and rises in as many times its restitution */
        {
          play_steps (play, "0", k, k + 1);
          const Thing ball = thing (play, 0);
          came_down = came_down || ball.y > 185;
          if (came_down)
            least = MIN (least, ball.y);
          g_assert_cmpfloat (ball.y, <, 192 + 4.5 / 4 + 0.1);   /* no deeper than the way of a quarter step */
        }
      g_assert_true (came_down);
      g_assert_cmpfloat_with_epsilon (192 - least, restitution > 0 ? 100 * restitution * restitution : 2, restitution > 0 ? 6 : 5.5);
      kb_play_free (play);
      play_stage_free (stage);
    }
}

/* A ball before a paddle comes back, once; beside it the paddle misses, once, and the ball goes on. */
static void
test_paddles (void)
{
  static const struct { double y; guint returned, missed; } cases[] = { { 100, 1, 0 }, { 115, 1, 0 }, { 60, 0, 1 }, { 140, 0, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      json_t *entities = json_pack ("[ooo]", entity ("gravity", 0, 0, 0, 0, NULL), entity ("paddle", 300, 100, -1, 0, NULL),
                                    entity ("ball", 160, cases[i].y, 1, 0, json_pack ("{ss ss}", "speed", "3", "radius", "4")));
      PlayStage *stage = level_of (WALLS (0, 0, 320, 0, 0, 200, 320, 200), entities);
      KbPlay *play = play_begin (stage, "bounce", NULL);
      guint returned = 0;
      play_steps (play, "0", 0, 60);
      for (guint k = 0; k < kb_play_event_count (play); k++)
        returned += g_str_has_prefix (kb_play_event (play, k)->text, "the paddle returns the ball");
      g_assert_cmpuint (returned, ==, cases[i].returned);
      play_assert_reported (play, cases[i].missed ? "missed=1" : "missed=0");
      g_assert_true (play_logged (play, "the right paddle missed") == (cases[i].missed > 0));
      g_assert_true ((thing (play, 1).vx < 0) == (cases[i].returned > 0));
      kb_play_free (play);
      play_stage_free (stage);
    }
}

/* The right paddle moves with its keys, no farther than the level. */
static void
test_paddle_keys (void)
{
  json_t *entities = json_pack ("[oo]", entity ("paddle", 300, 100, -1, 0, NULL), entity ("ball", 20, 100, 0, 0, NULL));
  PlayStage *stage = level_of (WALLS (0, 0, 320, 0, 0, 200, 320, 200), entities);
  KbPlay *play = play_begin (stage, "bounce", NULL);
  play_steps (play, "0 up", 0, 5);
  g_assert_cmpfloat (thing (play, 0).y, ==, 80);
  play_steps (play, "0 up", 5, 100);
  const double top = thing (play, 0).y;
  g_assert_cmpfloat (top, <, 60);
  play_steps (play, "0 left-up", 0, 20);   /* the other one's */
  g_assert_cmpfloat (thing (play, 0).y, ==, top);
  play_steps (play, "0 down", 0, 200);
  g_assert_cmpfloat (thing (play, 0).y, ==, 200 - top);
  kb_play_free (play);
  play_stage_free (stage);
}

/* A ball that lies on a flipper at rest is thrown up by it. */
static void
test_flipper (void)
{
  json_t *entities = json_pack ("[ooo]", entity ("flipper", 100, 150, 1, 0, NULL), entity ("ball", 130, 139, 0, 0, json_pack ("{ss}", "radius", "6")),
                                entity ("gravity", 0, 0, 0, 1, NULL));
  PlayStage *stage = level_of (pit (), entities);
  KbPlay *play = play_begin (stage, "bounce", NULL);
  double least = 1000;
  play_steps (play, "0", 0, 10);
  g_assert_cmpfloat_with_epsilon (thing (play, 1).y, 140, 0.5);
  for (guint i = 0; i < 60; i++)
    {
      play_steps (play, "0 left", i, i + 1);
      least = MIN (least, thing (play, 1).y);
    }
  g_assert_cmpfloat (least, <, 110);
  const Thing up = thing (play, 0);
  g_assert_cmpfloat (up.ay, <, -0.7);          /* turned up by 56 degrees */
  play_steps (play, "0 right", 0, 20);         /* the other one's key; and down again */
  g_assert_cmpfloat_with_epsilon (thing (play, 0).ay, 0, 1e-6);
  kb_play_free (play);
  play_stage_free (stage);
}

/* ---- an edit, and the same again ---- */

/* What moves is where the run has it, what stays is where the level has it now; one that is new is there, one that went is not. */
static void
test_change (void)
{
  g_autoptr (GError) error = NULL;
  json_t *entities = json_pack ("[oooo]", entity ("bumper", 40, 40, 0, 0, NULL), entity ("ball", 160, 20, 1, 0, NULL), entity ("ball 2", 200, 20, 0, 0, NULL),
                                entity ("crate", 260, 100, 0, 0, NULL));
  PlayStage *stage = level_of (pit (), entities);
  KbPlay *play = play_begin (stage, "bounce", NULL);
  KbPlayWhy why;
  kbx_bank changed;
  play_steps (play, "0", 0, 30);
  const Thing ball = thing (play, 1), crate = thing (play, 3);
  g_assert_cmpfloat (ball.x, >, 180);   /* and has met the other one */
  const KbLevel *level = the_level (stage->document);
  kb_document_begin (stage->document, "Move");
  kb_document_set (stage->document, kb_entity_at (level, 0)->node.id, "at", json_pack ("[ff]", 70.0, 90.0), &error);
  kb_document_remove (stage->document, kb_entity_at (level, 2)->node.id, &error);
  kb_document_insert (stage->document, level->node.id, "entities", 0, entity ("box", 20, 30, 0, 0, NULL), &error);
  g_assert_no_error (error);
  kb_document_end (stage->document);
  GBytes *bytes = play_bake (stage->document, &changed);
  g_assert_true (kb_play_change_bank (play, &changed, NULL, &why));
  const Thing box = thing (play, 0), bumper = thing (play, 1), same_ball = thing (play, 2), same_crate = thing (play, 3);
  g_assert_true (box.x == 20 && box.y == 30);
  g_assert_true (bumper.x == 70 && bumper.y == 90);
  g_assert_cmpmem (&ball, sizeof ball, &same_ball, sizeof ball);
  g_assert_cmpmem (&crate, sizeof crate, &same_crate, sizeof crate);
  g_assert_cmpuint (kb_play_steps (play), ==, 30);
  play_steps (play, "0", 30, 60);
  kb_play_free (play);
  g_bytes_unref (bytes);
  play_stage_free (stage);
}

/* The same tape gives the same hashes, on each of the sample's levels. */
static void
test_repeats (void)
{
  static const char *const levels[] = { "table", "stack", "court" };
  PlayStage *stage = play_stage_open (DATA "/pinball");
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    {
      const char *const cast[KB_PLAY_MOST_ROLES] = { levels[i] };
      play_assert_repeats (stage, "bounce", cast, "0;5 launch;9;20 @150,100 press;25 @180,90 press;30;60 left right up left-down;100 nudge", 150);
    }
  play_stage_free (stage);
}

/* Keys that do nothing in a level are not offered there. */
static void
test_keys (void)
{
  static const struct { const char *level, *keys; } cases[] = {
    { "table", "left right launch nudge" }, { "court", "up down left-up left-down launch nudge" }, { "stack", "launch nudge" },
  };
  PlayStage *stage = play_stage_open (DATA "/pinball");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const cast[KB_PLAY_MOST_ROLES] = { cases[i].level };
      KbPlay *play = play_begin (stage, "bounce", cast);
      g_autofree char *keys = play_keys_of_use (play);
      g_assert_cmpstr (keys, ==, cases[i].keys);
      kb_play_free (play);
    }
  play_stage_free (stage);
}

KIT_PROGRAM (play_bounce)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/play/bounce/stack", test_stack);
  g_test_add_func ("/play/bounce/sample-stack", test_sample_stack);
  g_test_add_func ("/play/bounce/wakes", test_wakes);
  g_test_add_func ("/play/bounce/weightless", test_weightless);
  g_test_add_func ("/play/bounce/crowd", test_crowd);
  g_test_add_func ("/play/bounce/crowd-room", test_crowd_room);
  g_test_add_func ("/play/bounce/log-seldom", test_log_seldom);
  g_test_add_func ("/play/bounce/heights", test_heights);
  g_test_add_func ("/play/bounce/paddles", test_paddles);
  g_test_add_func ("/play/bounce/paddle-keys", test_paddle_keys);
  g_test_add_func ("/play/bounce/flipper", test_flipper);
  g_test_add_func ("/play/bounce/change", test_change);
  g_test_add_func ("/play/bounce/repeats", test_repeats);
  g_test_add_func ("/play/bounce/keys", test_keys);
  return g_test_run ();
}
