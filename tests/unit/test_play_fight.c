/* SPDX-License-Identifier: MIT */
/* The fight: actors, phases, hits and their matrix against the runtime's questions one by one, and runs of the scene. */
#include <stdlib.h>

#include "bank/kickbox-json.h"
#include "playtest/fight/fight.h"
#include "tests/support/places.h"
#include "tests/support/play_kit.h"

enum { HIT = 4 };   /* the class of the dojo that hits; the four others are struck */
static const KbPlayKinds no_kinds;

/* ---- a bank by hand ---- */

#define BOX(x, y, w, h, name) "{\"box\": [" #x ", " #y ", " #w ", " #h "], \"class\": \"" name "\"}"
#define FRAME(name, points, shapes) \
  "{\"name\": \"" name "\", \"size\": [20, 20], \"hot_spot\": [10, 19], \"action_points\": [" points "], " \
  "\"picture\": null, \"shapes\": [" shapes "]}"
#define BODY BOX (6, 4, 8, 16, "hurt")
#define TIP "{\"name\": \"tip\", \"at\": [19, 8]}"

/* "fencer" has a class that hits and a point, and no name for its frames; "block" neither animations nor names. */
static const char by_hand[] =
  "{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"pages\": [], \"classes\": [{\"name\": \"hurt\", \"colour\": \"#ff0000ff\"}, "
  "{\"name\": \"hit\", \"colour\": \"#00ff00ff\"}], \"sprites\": ["
  "{\"name\": \"block\", \"frames\": [" FRAME ("", "", BODY) ", " FRAME ("", "", "") ", " FRAME ("", "", BODY) "], \"animations\": []}, "
  "{\"name\": \"fencer\", \"frames\": [" FRAME ("", "", BODY) ", " FRAME ("", "", BODY ", " BOX (14, 8, 6, 2, "hit")) ", "
  FRAME ("", TIP, BODY) "], \"animations\": ["
  "{\"name\": \"lunge\", \"loop\": \"ping-pong\", \"steps\": [{\"frame\": 0, \"ms\": 50}, {\"frame\": 1, \"ms\": 100}, {\"frame\": 0, \"ms\": 30}, "
  "{\"frame\": 2, \"ms\": 70}, {\"frame\": 0, \"ms\": 20}]}, "
  "{\"name\": \"Stand Still\", \"loop\": \"loop\", \"steps\": [{\"frame\": 0, \"ms\": 100}]}, "
  "{\"name\": \"stand\", \"loop\": \"loop\", \"steps\": [{\"frame\": 0, \"ms\": 100}]}]}]}";

typedef struct {
  void *bytes;
  kbx_bank bank;
} Made;

static Made *
make_bank (void)
{
  Made *made = g_new0 (Made, 1);
  kbx_json_error error;
  size_t size;
  if (!kbx_json_to_bank (by_hand, strlen (by_hand), &made->bytes, &size, &error))
    g_error ("%s: %s", error.place, error.message);
  g_assert_cmpint (kbx_bank_open (&made->bank, made->bytes, size, NULL), ==, KBX_OK);
  return made;
}

static void
free_bank (Made *made)
{
  free (made->bytes);
  g_free (made);
}

/* ---- actors ---- */

static void
test_names (void)
{
  static const struct { const char *names; bool or_first; guint found; } cases[] = {
    { "stand", false, 2 }, { "STAND", false, 2 }, { "still", false, 1 }, { "idle|stand", false, 2 }, { "walk|lunge", false, 0 },
    { "lung", false, 0 }, { "walk", false, KBX_NONE }, { "walk", true, 0 }, { "", false, KBX_NONE }, { "lunges", false, KBX_NONE },
    { "still|lunge", false, 0 },   /* a whole name is better than a part */
  };
  Made *made = make_bank ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (kb_find_animation (&made->bank, 1, cases[i].names, cases[i].or_first), ==, cases[i].found);
  g_assert_cmpuint (kb_find_animation (&made->bank, 0, "idle", true), ==, KBX_NONE);
  free_bank (made);
}

/* Step by step what kbx_animation_at has at that time; what has ended keeps its last frame. */
static void
test_clock (void)
{
  PlayStage *stage = play_stage_open (DATA "/dojo");
  for (guint s = 0; s < kbx_bank_count (&stage->bank, KBX_SPRITE); s++)
    for (guint a = 0; a < kbx_count (kbx_bank_item (&stage->bank, KBX_SPRITE, s), KBX_ANIMATION); a++)
      {
        const kbx_handle animation = kbx_item (kbx_bank_item (&stage->bank, KBX_SPRITE, s), KBX_ANIMATION, a);
        KbActor actor = kb_actor_begin (s, a, (kbx_vec) { 0, 0 }, false);
        for (guint i = 0; i < 100; i++, kb_actor_tick (&actor))
          {
            const kbx_step moment = kbx_animation_at (animation, i * 1000 / 60);
            const KbActorShown shown = kb_actor_shown (&actor, &stage->bank);
            g_assert_cmpint (shown.finished, ==, moment.finished);
            if (moment.frame.bank)
              g_assert_cmpuint (shown.frame.index, ==, moment.frame.index);
            else
              g_assert_cmpuint (shown.step, ==, kbx_info (animation).steps - 1);
          }
      }
  play_stage_free (stage);
}

static void
test_freezing (void)
{
  static const int ways[] = { 1, 1, 1, 1, 1, 1, -1, -2, 0, 4, -5, -1 };
  Made *made = make_bank ();
  KbActor actor = kb_actor_begin (1, 0, (kbx_vec) { 2.5f, -2.5f }, true);
  int step = 0;
  char text[40];
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      kb_actor_freeze (&actor, &made->bank, ways[i]);
      step = (step + ways[i] + 5) % 5;
      for (guint k = 0; k < 9; k++)
        kb_actor_tick (&actor);
      g_assert_cmpuint (kb_actor_shown (&actor, &made->bank).step, ==, step);
    }
  kb_actor_freeze (&actor, &made->bank, 3 - step);
  kb_actor_describe (&actor, &made->bank, text, sizeof text);
  g_assert_cmpstr (text, ==, "fencer lunge 4");
  kb_actor_thaw (&actor, &made->bank);                   /* at its beginning: 180 ms are 11 steps */
  g_assert_cmpuint (actor.clock, ==, 11);
  g_assert_cmpuint (kb_actor_shown (&actor, &made->bank).step, ==, 3);
  g_assert_cmpfloat (kb_actor_pose (&actor).x, ==, 3.5);
  g_assert_cmpfloat (kb_actor_pose (&actor).y, ==, -1.5);
  g_assert_true (kb_actor_pose (&actor).flip_x);

  kb_actor_bind (&actor, &made->bank, 0);                /* one without animations: frame 12 steps in, two frames */
  g_assert_cmpuint (actor.animation, ==, KBX_NONE);
  for (guint i = 0; i < 12; i++)
    kb_actor_tick (&actor);
  g_assert_cmpuint (kb_actor_shown (&actor, &made->bank).step, ==, 2);
  actor.sprite = KBX_NONE;
  g_assert_null (kb_actor_shown (&actor, &made->bank).frame.bank);
  free_bank (made);
}

/* ---- phases ---- */

static void
check_phases (kbx_handle animation, kbx_class_set hitting, const char *wanted)
{
  const KbPhases phases = kb_phases_of (animation, hitting);
  GString *text = g_string_new (NULL);
  guint frames = 0, ms = 0;
  for (guint p = 0; p < KB_PHASES; p++)
    {
      if (phases.frames[p])
        g_string_append_printf (text, "%s%s %u %u", text->len ? ", " : "", kb_phase_name ((KbPhase) p), phases.frames[p], phases.ms[p]);
      frames += phases.frames[p];
      ms += phases.ms[p];
    }
  g_assert_cmpstr (text->str, ==, wanted);
  g_assert_cmpuint (frames, ==, kbx_info (animation).steps);
  g_assert_cmpuint (ms, ==, kbx_info (animation).duration_ms);
  g_string_free (text, TRUE);
}

static void
test_phases (void)
{
  PlayStage *stage = play_stage_open (DATA "/dojo");
  const kbx_handle boxer = kbx_bank_find (&stage->bank, KBX_SPRITE, "boxer");
  check_phases (kbx_find (boxer, KBX_ANIMATION, "punch"), 0, "start-up 2 150, active 2 180, recovery 2 180");
  check_phases (kbx_find (boxer, KBX_ANIMATION, "kick"), 0, "start-up 3 220, active 2 200, recovery 2 180");
  check_phases (kbx_find (boxer, KBX_ANIMATION, "idle"), 0, " 4 520");
  g_assert_cmphex (kb_phases_hitting (kb_hit_rules (&stage->bank, no_kinds)), ==, 1 << HIT);
  play_stage_free (stage);
  Made *made = make_bank ();
  const kbx_handle lunge = kbx_item (kbx_bank_item (&made->bank, KBX_SPRITE, 1), KBX_ANIMATION, 0);
  g_assert_cmphex (kb_phases_hitting (kb_hit_rules (&made->bank, no_kinds)), ==, 2);
  check_phases (lunge, 2, "start-up 1 50, active 2 170, between 1 30, recovery 1 20");
  check_phases (lunge, 0, "start-up 3 180, active 1 70, recovery 1 20");
  free_bank (made);
}

/* ---- the matrix ---- */

static bool
strikes (KbPosed a, KbPosed b)
{
  bool hit = false;
  for (guint i = 0; i < kbx_count (a.frame, KBX_ACTION); i++)
    hit |= kbx_frame_at (b.frame, b.pose, kbx_frame_action_at (a.frame, a.pose, i).pixel, (1 << HIT) - 1).hit;
  return hit;
}

/* Every pixel of the one, asked of the other. */
static guint
shared_pixels (KbPosed a, KbPosed b)
{
  const kbx_box area = kbx_frame_area (a.frame, a.pose);
  guint n = 0;
  for (int32_t y = area.y0; y < area.y1; y++)
    for (int32_t x = area.x0; x < area.x1; x++)
      n += kbx_pixel_at (a.frame, a.pose, (kbx_point) { x, y }) && kbx_pixel_at (b.frame, b.pose, (kbx_point) { x, y });
  return n;
}

static void
check_cell (KbPosed a, KbPosed b, uint8_t cell, const KbHit *hits, guint n_hits)
{
  kbx_pair pairs[64];
  const guint n_all = kbx_frames_overlap (a.frame, a.pose, KBX_ALL_CLASSES, b.frame, b.pose, KBX_ALL_CLASSES, pairs, 64);
  guint n_pairs = 0;
  guint counts[KB_HIT_KINDS] = { 0 }, area = 0;
  for (guint i = 0; i < n_all; i++)
    if ((kbx_frame_shape (a.frame, kbx_at (0, 0), pairs[i].a).class_index == HIT) != (kbx_frame_shape (b.frame, kbx_at (0, 0), pairs[i].b).class_index == HIT))
      pairs[n_pairs++] = pairs[i];
  for (guint i = 0; i < n_hits; i++)
    {
      if (hits[i].kind == KB_HIT_SHAPES)
        {
          g_assert_cmpuint (hits[i].shape_a, ==, pairs[counts[KB_HIT_SHAPES]].a);
          g_assert_cmpuint (hits[i].shape_b, ==, pairs[counts[KB_HIT_SHAPES]].b);
        }
      counts[hits[i].kind]++;
      area += hits[i].area;
    }
  g_assert_cmpint (counts[KB_HIT_A_STRIKES] > 0, ==, strikes (a, b));
  g_assert_cmpint (counts[KB_HIT_B_STRIKES] > 0, ==, strikes (b, a));
  g_assert_cmpuint (counts[KB_HIT_SHAPES], ==, n_pairs);
  g_assert_cmpuint (area, ==, shared_pixels (a, b));
  for (guint k = 0; k < KB_HIT_KINDS; k++)
    g_assert_cmpint (counts[k] > 0, ==, cell >> k & 1);
}

static guint
check_matrix (const kbx_bank *bank, const KbMatrixSide *a, const KbMatrixSide *b)
{
  const guint rows = kb_matrix_length (a), columns = kb_matrix_length (b);
  const KbHitRules rules = kb_hit_rules (bank, no_kinds);
  g_autofree uint8_t *cells = g_new0 (uint8_t, rows * columns);
  guint seen = 0;
  kb_matrix_fill (a, b, rules, 0, rows / 2, cells);
  kb_matrix_fill (a, b, rules, rows / 2, rows, cells);
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++)
      {
        KbHit hits[64];
        const guint n = kb_matrix_hits (a, b, rules, i, j, hits, G_N_ELEMENTS (hits));
        const KbPosed p = { kb_animation_frame (bank, a->sprite, a->animation, i), a->pose };
        const KbPosed q = { kb_animation_frame (bank, b->sprite, b->animation, j), b->pose };
        g_assert_cmpuint (n, <=, G_N_ELEMENTS (hits));
        check_cell (p, q, cells[i * columns + j], hits, n);
        seen |= 1u << cells[i * columns + j];
      }
  return seen;
}

static void
test_matrix (void)
{
  static const int distances[] = { 26, 40, 54, 80 };
  PlayStage *stage = play_stage_open (DATA "/dojo");
  guint seen = 0;
  for (guint i = 0; i < G_N_ELEMENTS (distances); i++)
    for (guint a = 2; a < 4; a++)
      {
        const KbMatrixSide left = { &stage->bank, 0, a, PLACE (100, 50, false, false) };
        const KbMatrixSide right = { &stage->bank, 1, 5 - a, PLACE (100 + distances[i], 52, true, false) };
        seen |= check_matrix (&stage->bank, &left, &right);
      }
  /* Nothing; everything but b's strike, but a's; pixels alone: each was somewhere. */
  g_assert_true (seen & 1u << 0 && seen & 1u << 13 && seen & 1u << 14 && seen & 1u << 8);
  play_stage_free (stage);
}

/* What a cell is in words: both ways, each class once for each point and class that hits it, and what is cut. */
static void
test_matrix_words (void)
{
  static const struct { guint a, b, row, column; int distance; const char *text; } cases[] = {
    { 2, 0, 2, 0, 48, "boxer punch 3 hits fakir idle 1: arms (point fist), head (shape hit), torso (shape hit), arms (shape hit)\nshared pixels: 105" },
    { 2, 0, 2, 0, 140, "boxer punch 3 and fakir idle 1: nothing meets" },
    { 0, 2, 0, 2, 48, "fakir punch 3 hits boxer idle 1: arms (point fist), arms (shape hit)\nshared pixels: 85" },
    { 0, 0, 0, 0, 46, "boxer idle 1 and fakir idle 1\nshared pixels: 15" },
  };
  PlayStage *stage = play_stage_open (DATA "/dojo");
  const KbHitRules rules = kb_hit_rules (&stage->bank, no_kinds);
  char text[400];
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const KbMatrixSide a = { &stage->bank, 0, cases[i].a, PLACE (0, 0, false, false) };
      const KbMatrixSide b = { &stage->bank, 1, cases[i].b, PLACE (cases[i].distance, 0, true, false) };
      kb_matrix_report (&a, &b, rules, cases[i].row, cases[i].column, text, sizeof text);
      g_assert_cmpstr (text, ==, cases[i].text);
      kb_matrix_report (&a, &b, rules, cases[i].row, cases[i].column, text, 12);
      g_assert_cmpuint (strlen (text), ==, 11);
    }
  const KbMatrixSide twice[] = { { &stage->bank, 0, 2, PLACE (0, 0, false, false) }, { &stage->bank, 0, 0, PLACE (200, 0, true, false) } };
  kb_matrix_report (twice, twice + 1, rules, 5, 3, text, sizeof text);
  g_assert_cmpstr (text, ==, "a: boxer punch 6 and b: boxer idle 4: nothing meets");
  play_stage_free (stage);
}

/* Only what hits, against what does not. */
static void
test_rules (void)
{
  Made *made = make_bank ();
  const KbHitRules rules = kb_hit_rules (&made->bank, no_kinds);
  const KbPosed still = { kbx_item (kbx_bank_item (&made->bank, KBX_SPRITE, 0), KBX_FRAME, 0), PLACE (15, 19, true, false) };
  const KbPosed blade = { kbx_item (kbx_bank_item (&made->bank, KBX_SPRITE, 1), KBX_FRAME, 1), PLACE (10, 19, false, false) };
  const KbPosed tip = { kbx_item (kbx_bank_item (&made->bank, KBX_SPRITE, 1), KBX_FRAME, 2), PLACE (10, 19, false, false) };
  KbHit hits[4];
  g_assert_cmphex (rules.hitting, ==, 2);
  g_assert_cmpuint (kb_find_hits (blade, still, rules, hits, 4), ==, 1);
  g_assert_cmpuint (hits[0].shape_a, ==, 1);
  g_assert_cmpint (hits[0].at.x, ==, 17);               /* of 14 to 20 */
  g_assert_cmpint (hits[0].at.y, ==, 9);
  g_assert_cmpuint (kb_find_hits (still, blade, rules, NULL, 0), ==, 1);
  g_assert_cmpuint (kb_hit_kinds (still, blade, rules), ==, 1 << KB_HIT_SHAPES);
  g_assert_cmpuint (kb_hit_kinds (tip, still, rules), ==, 1 << KB_HIT_A_STRIKES);   /* bodies that touch are no hit */
  g_assert_cmpuint (kb_hit_kinds (still, tip, rules), ==, 1 << KB_HIT_B_STRIKES);
  const KbPosed near = { still.frame, PLACE (14, 19, true, false) };                      /* up to the pixel before the tip */
  g_assert_cmpuint (kb_hit_kinds (tip, near, rules), ==, 0);
  free_bank (made);
}

/* What the project says goes before names; where it says nothing of a kind, names do. */
static void
test_kinds (void)
{
  static const struct { KbPlayKinds kinds; kbx_class_set hitting, struck, push; gboolean known; } cases[] = {
    { { 0, 0, 0 }, 1 << HIT, 0x0f, 0, TRUE },
    { { 1, 0, 0 }, 1, 0x1e, 0, TRUE },                  /* the name does no longer hit */
    { { 0, 2, 0 }, 1 << HIT, 2, 0, TRUE },
    { { 3, 4, 8 }, 3, 4, 8, TRUE },
    { { 0, 0, 4 }, 1 << HIT, 0x0b, 4, TRUE },
    { { 0, 1 << HIT, 0 }, 0x1f, 0x1f, 0, FALSE },       /* nothing hits: everything does */
    { { 0, 0, 1 << HIT }, 0x0f, 0x0f, 1 << HIT, FALSE },
    { { UINT64_C (1) << 63 | 1, 0, 0 }, 1, 0x1e, 0, TRUE },   /* a class that is not there */
  };
  PlayStage *stage = play_stage_open (DATA "/dojo");
  char text[24];
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const KbHitRules rules = kb_hit_rules (&stage->bank, cases[i].kinds);
      g_assert_cmphex (rules.hitting, ==, cases[i].hitting);
      g_assert_cmphex (rules.struck, ==, cases[i].struck);
      g_assert_cmphex (rules.push, ==, cases[i].push);
      g_assert_cmpint (rules.known, ==, cases[i].known);
    }
  g_assert_cmphex (kb_project_classes_of_kind (kb_document_project (stage->document), KB_CLASS_KIND_HIT), ==, 1 << HIT);
  g_assert_cmphex (kb_project_classes_of_kind (kb_document_project (stage->document), KB_CLASS_KIND_NONE), ==, 0x0f);
  kb_class_names (&stage->bank, 0x1f, text, sizeof text);
  g_assert_cmpstr (text, ==, "head, torso, arms…");
  kb_class_names (&stage->bank, 0x0a, text, sizeof text);
  g_assert_cmpstr (text, ==, "torso, legs");
  play_stage_free (stage);
}

/* ---- the scene ---- */

typedef struct {
  guint steps;
  const char *reported;
  const char *logged;   /* NULL: nothing new has been logged since the case before */
} Case;

static const char tape[] = "0 a-right;12;13 a-1;14;60 b-2;61;130 a-1;131;151 a-next;152;160 a-next;161;163 a-next;164;166 b-back;167;"
                           "170 a-right;174;175 go;176;230 a-right;330;360 b-1;361";

static void
test_scene (void)
{
  static const Case cases[] = {
    { 1, "distance=70;a=[-34 0 walk boxer walk 1 0 0 -1 false];playing=[false false]", NULL },
    { 13, "distance=48;pixels=5", "boxer idle 1 and fakir idle 2: 5 pixels meet, first at 14, -53" },
    { 23, "a_strikes_b=true;shapes=true;pixels=104;playing=[true false]", "boxer punch 3: fist hits fakir's arms at 27, -47" },
    { 33, "a_strikes_b=true", NULL },          /* once a strike, not each step */
    { 45, "a_strikes_b=false;a=[-12 0 idle boxer idle 1 0 0 -1 false];playing=[false false]", NULL },
    { 75, "b_strikes_a=true;playing=[false true]", "fakir kick 4: foot hits boxer's arms at -3, -44" },
    { 140, "a_strikes_b=true", "boxer punch 3: fist hits fakir's arms at 27, -47" },   /* another strike */
    { 152, "a=[-12 0 punch boxer punch 6 5 20 5 false];b=[36 0 idle fakir idle 2 1 54 1 true]", NULL },   /* both freeze */
    { 159, "a=[-12 0 punch boxer punch 6 5 20 5 false];b=[36 0 idle fakir idle 2 1 54 1 true]", NULL },
    { 171, "a=[-11 0 punch boxer punch 2 1 20 1 false];b=[36 0 idle fakir idle 1 0 54 0 true];distance=47", NULL },
    { 176, "distance=48;a=[-10 0 punch boxer punch 2 1 7 -1 false];b=[38 0 idle fakir idle 1 0 1 -1 true]", NULL },
    { 330, "a=[72 0 walk boxer walk 4 3 99 -1 false];b=[120 0 idle fakir idle 1 0 155 -1 true]", NULL },   /* pushed to the end */
    { 372, "playing=[false true]", NULL },
  };
  PlayStage *stage = play_stage_open (DATA "/dojo");
  KbPlay *play = play_begin (stage, "fight", NULL);
  guint done = 0;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      play_steps (play, tape, done, cases[i].steps);
      done = cases[i].steps;
      play_assert_reported (play, cases[i].reported);
      if (cases[i].logged)
        g_assert_true (play_logged (play, cases[i].logged));
    }
  kb_play_free (play);
  g_assert_cmphex (play_assert_repeats (stage, "fight", NULL, tape, 400), ==, UINT64_C (0x14c236b854a04522));
  play_stage_free (stage);
}

/* The leftmost and rightmost of the shapes of the first frame of idling, which are all struck, in the world. */
static void
body_between (const PlayStage *stage, const KbPlay *play, guint f, double *left, double *right)
{
  const kbx_handle frame = kbx_item (kbx_bank_item (&stage->bank, KBX_SPRITE, kb_play_cast (play, f)), KBX_FRAME, 0);
  const KbActor *actor = kb_fight_actor (play, f);
  *left = 1000, *right = -1000;
  for (guint i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
    {
      const kbx_box box = kbx_frame_shape (frame, kbx_at_flipped (0, 0, actor->mirrored, false), i).bounds;
      *left = MIN (*left, (double) actor->at.x + box.x0);
      *right = MAX (*right, (double) actor->at.x + box.x1);
    }
}

/* Neither walks through the other, at the stage's ends neither; who is walked into is pushed. What is held stays, and does not pass. */
static void
test_apart (void)
{
  static const char *const tapes[] = { "0 a-right", "0 b-left", "0 a-right b-left", "0 a-right b-left;60 a-left;100 b-left", "0 a-right;80 a-1 b-left" };
  PlayStage *stage = play_stage_open (DATA "/dojo");
  for (guint t = 0; t < G_N_ELEMENTS (tapes); t++)
    {
      KbPlay *play = play_begin (stage, "fight", NULL);
      double a[2], b[2];
      for (guint i = 0; i < 400; i++)
        {
          play_steps (play, tapes[t], i, i + 1);
          body_between (stage, play, 0, a, a + 1);
          body_between (stage, play, 1, b, b + 1);
          g_assert_cmpfloat (a[1], <=, b[0]);
        }
      g_assert_cmpfloat (b[0] - a[1], <, t == 3 ? 200 : 1);
      kb_play_free (play);
    }
  KbPlay *play = play_begin (stage, "fight", NULL);
  play_steps (play, "0 a-next;1 a-right", 0, 300);
  play_assert_reported (play, "distance=0");
  play_steps (play, "0 go;1", 0, 2);
  g_assert_cmpfloat (play_reported_number (play, "distance", 0), >, 0);
  play_steps (play, "0", 2, 30);
  g_assert_cmpfloat (play_reported_number (play, "distance", 0), ==, 48);
  kb_play_free (play);
  play_stage_free (stage);
}

/* As near as they come, every strike of the sample lands, and hits more than legs. */
static void
test_touching (void)
{
  static const struct { const char *keys, *point; } strikes[] = {
    { "a-1", "fist hits fakir's" }, { "a-2", "foot hits fakir's" }, { "b-1", "fist hits boxer's" }, { "b-2", "foot hits boxer's" },
  };
  PlayStage *stage = play_stage_open (DATA "/dojo");
  for (guint i = 0; i < G_N_ELEMENTS (strikes); i++)
    {
      g_autofree char *walk = g_strdup_printf ("0 a-right b-left;60;62 %s;63", strikes[i].keys);
      KbPlay *play = play_begin (stage, "fight", NULL);
      play_steps (play, walk, 0, 120);
      play_assert_reported (play, "distance=48");
      g_assert_cmpuint (play_count_logged (play, strikes[i].point), ==, 1);
      g_assert_cmpuint (play_count_logged (play, "'s arms"), ==, 1);
      kb_play_free (play);
    }
  play_stage_free (stage);
}

/* A strike tells each of its hits once, two strikes twice; frames that are looked at one by one tell each time. */
static void
test_reported_once (void)
{
  PlayStage *stage = play_stage_open (DATA "/dojo");
  KbPlay *play = play_begin (stage, "fight", NULL);
  play_steps (play, "0 a-right;12;13 a-1;14;60 a-1;61", 0, 60);
  g_assert_cmpuint (play_count_logged (play, "fist hits"), ==, 1);
  g_assert_cmpuint (play_count_logged (play, "fakir's arms"), ==, 1);   /* by point and shape alike */
  g_assert_cmpuint (play_count_logged (play, "Classes that hit: hit; hurt: head, torso, arms, legs"), ==, 1);
  for (guint i = 0; i < kb_play_event_count (play); i++)
    g_assert_cmpint (kb_play_event (play, i)->rule, ==, g_str_has_prefix (kb_play_event (play, i)->text, "Classes that"));
  play_steps (play, "0;60 a-1;61", 60, 120);
  g_assert_cmpuint (play_count_logged (play, "fist hits"), ==, 2);
  kb_play_restart (play);
  play_steps (play, "0 a-right;12;13 a-1;14;18 a-next;19;21 a-next;22;40 a-back;41;50 a-next;51", 0, 80);
  g_assert_cmpuint (play_count_logged (play, "fist hits"), ==, 2);
  kb_play_restart (play);
  play_steps (play, "0 a-right;12;13 a-1;14", 0, 400);   /* pixels that meet in each round of idling */
  g_assert_cmpuint (play_count_logged (play, "pixels meet") + play_count_logged (play, "pixel meets"), ==, 1);
  kb_play_restart (play);
  kb_play_set_kinds (play, (KbPlayKinds) { .hurt = 1 << HIT });
  play_steps (play, "0 a-right;12;13 a-1;14;60 a-1;61", 0, 60);
  g_assert_cmpuint (play_count_logged (play, "arms on arms"), ==, 1);
  g_assert_cmpuint (play_count_logged (play, "Every class hits every class"), ==, 1);
  kb_play_free (play);
  play_stage_free (stage);
}

/* A key that is held steps on. */
static void
test_held (void)
{
  PlayStage *stage = play_stage_open (DATA "/dojo");
  KbPlay *play = play_begin (stage, "fight", NULL);
  play_steps (play, "0 b-next", 0, 24);
  play_assert_reported (play, "b=[36 0 idle fakir idle 2 1 0 1 true]");
  play_steps (play, "0 b-next", 24, 31);
  play_assert_reported (play, "b=[36 0 idle fakir idle 4 3 0 3 true]");
  g_autofree char *keys = play_keys_of_use (play);        /* punch, kick and hurt */
  g_assert_cmpstr (keys, ==, "a-left a-right a-1 a-2 a-3 b-left b-right b-1 b-2 b-3 a-next a-back b-next b-back go hold");
  g_assert_cmpstr (kb_play_key_about (play, 2), ==, "punch");
  g_assert_cmpstr (kb_play_key_about (play, 8 + 3), ==, "kick");
  g_assert_null (kb_play_key_about (play, 0));
  g_assert_null (kb_play_key_about (play, 16));
  kb_play_free (play);
  play_stage_free (stage);
}

/* Both stand in the steps that are asked for, at once: no place, no clock goes on. The next step, which a tape has, does the same. */
static void
test_hold (void)
{
  PlayStage *stage = play_stage_open (DATA "/dojo");
  KbPlay *play = play_begin (stage, "fight", NULL), *again = play_begin (stage, "fight", NULL);
  play_steps (play, "0 a-right b-2", 0, 10);
  play_steps (again, "0 a-right b-2", 0, 10);
  kb_fight_hold (play, 5, 1);
  g_assert_cmpuint (kb_play_steps (play), ==, 10);
  play_assert_reported (play, "a=[-16 0 walk boxer walk 6 5 9 5 false];b=[36 0 kick fakir kick 2 1 9 1 true];distance=52");
  kb_fight_hold (play, 2, 99);
  play_steps (play, "10 hold @2,99;11", 10, 30);
  play_steps (again, "10 hold @2,99;11", 10, 30);
  play_assert_reported (again, "a=[-16 0 walk boxer walk 3 2 9 2 false];b=[36 0 kick fakir kick 7 6 9 6 true];distance=52");
  g_assert_cmphex (kb_play_hash (play), ==, kb_play_hash (again));
  play_steps (play, "0 a-next hold @-5,-1000000 press;31 go", 30, 40);
  play_assert_reported (play, "playing=[false true]");
  kb_play_free (play);
  kb_play_free (again);
  play_stage_free (stage);
}

/* What is struck flashes, some steps longer than it is struck; where, is marked. */
static void
test_flash (void)
{
  static const struct { guint steps, shapes; } cases[] = { { 13, 0 }, { 23, 2 }, { 35, 2 }, { 60, 0 } };
  PlayStage *stage = play_stage_open (DATA "/dojo");
  KbPlayPicture picture = { 0 };
  KbPlay *play = play_begin (stage, "fight", NULL);
  for (guint i = 0, done = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint arms = 0;
      play_steps (play, tape, done, cases[i].steps);
      done = cases[i].steps;
      kb_play_draw (play, &picture);
      /* The fakir's come after the boxer's. */
      for (guint k = 0, frames = 0; k < picture.n_items; k++)
        {
          const KbPlayItem *item = picture.items + k;
          frames += item->kind == KB_ITEM_FRAME;
          arms += frames == 2 && item->flash && item->layer == KB_SHOW_SHAPES && item->colour == kbx_info (kbx_bank_item (&stage->bank, KBX_CLASS, 2)).colour;
        }
      g_assert_cmpuint (arms, ==, cases[i].shapes);
    }
  kb_picture_free (&picture);
  kb_play_free (play);
  play_stage_free (stage);
}

/* As many pixels are drawn as meet. */
static void
test_drawn_pixels (void)
{
  PlayStage *stage = play_stage_open (DATA "/dojo");
  KbPlayPicture picture = { 0 };
  KbPlay *play = play_begin (stage, "fight", NULL);
  float area = 0;
  play_steps (play, tape, 0, 23);
  kb_play_draw (play, &picture);
  for (guint k = 0; k < picture.n_items; k++)
    if (picture.items[k].layer == KB_SHOW_PIXELS)
      {
        const kbx_vec *corners = picture.points + picture.items[k].first;
        area += (corners[2].x - corners[0].x) * (corners[2].y - corners[0].y);
      }
  g_assert_cmpfloat (area, ==, 104);
  kb_picture_free (&picture);
  kb_play_free (play);
  play_stage_free (stage);
}

/* One sprite twice, one without animations, and random keys. */
static void
test_others (void)
{
  static const char *const casts[][2] = { { "fencer", "fencer" }, { "block", "fencer" }, { "block", "block" } };
  Made *made = make_bank (), *other = make_bank ();
  KbPlayWhy why;
  KbPlayPicture picture = { 0 };
  for (guint c = 0; c < G_N_ELEMENTS (casts); c++)
    {
      KbPlay *play = kb_play_new (kb_play_find_scene ("fight"), &made->bank, casts[c], &why);
      KbPlayInput input = { 0 };
      for (guint i = 0; i < 600; i++)
        {
          input = play_random_input (play, input);
          kb_play_step (play, &input);
          kb_play_draw (play, &picture);
          if (i % 50 == 0)
            g_assert_true (kb_play_change_bank (play, i % 100 ? &made->bank : &other->bank, NULL, &why));
        }
      kb_play_free (play);
    }
  KbPlay *play = kb_play_new (kb_play_find_scene ("fight"), &made->bank, casts[0], &why);
  play_steps (play, "0 a-right;4;5 a-1", 0, 14);
  g_assert_true (play_logged (play, "a: fencer lunge 2: hit on b's hurt at 5, -10"));
  play_steps (play, "0", 14, 20);
  g_assert_cmpuint (play_count_logged (play, "b's hurt"), ==, 1);   /* one strike, though the tip lands too */
  play_assert_reported (play, "a_strikes_b=true");
  kb_play_free (play);
  kb_picture_free (&picture);
  free_bank (made);
  free_bank (other);
}

KIT_PROGRAM (play_fight)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/play-fight/names-of-animations", test_names);
  g_test_add_func ("/play-fight/clock", test_clock);
  g_test_add_func ("/play-fight/freezing", test_freezing);
  g_test_add_func ("/play-fight/phases", test_phases);
  g_test_add_func ("/play-fight/matrix", test_matrix);
  g_test_add_func ("/play-fight/matrix-words", test_matrix_words);
  g_test_add_func ("/play-fight/rules", test_rules);
  g_test_add_func ("/play-fight/kinds", test_kinds);
  g_test_add_func ("/play-fight/scene", test_scene);
  g_test_add_func ("/play-fight/apart", test_apart);
  g_test_add_func ("/play-fight/touching", test_touching);
  g_test_add_func ("/play-fight/told-once", test_reported_once);
  g_test_add_func ("/play-fight/held-keys", test_held);
  g_test_add_func ("/play-fight/hold", test_hold);
  g_test_add_func ("/play-fight/flash", test_flash);
  g_test_add_func ("/play-fight/drawn-pixels", test_drawn_pixels);
  g_test_add_func ("/play-fight/other-sprites", test_others);
  return g_test_run ();
}
