/* SPDX-License-Identifier: MIT */
/* Runs by the clock without a window: steps, pauses, short presses, replays, saved text, another bank; which scene is chosen. */
#include <string.h>

#include "document/edits/edit.h"
#include "editor/watch/play_bank.h"
#include "editor/play/play_choice.h"
#include "editor/play/play_run.h"
#include "tests/support/document_kit.h"
#include "tests/support/seed.h"

enum { RIGHT = 1 << 1 };   /* of the walk's keys */

static const char level_text[] =
  "{\"insert\": \"levels\", \"value\": {\"name\": \"hall\", \"walls\": ["
  " {\"class\": \"head\", \"a\": [0, 0], \"b\": [200, 0]}, {\"class\": \"head\", \"a\": [100, 0], \"b\": [100, 64]},"
  " {\"class\": \"head\", \"a\": [0, 64], \"b\": [200, 64]}],"
  " \"entities\": [{\"name\": \"start\", \"class\": \"head\", \"at\": [32, 32]}]}}";

typedef struct {
  Fixture fixture;
  KbPlayBank *bank;
  KbPlayRun *run;
} Stage;

static KbPlayBank *
bake (Stage *stage)
{
  g_autoptr (GError) error = NULL;
  KbPlayBank *bank = kb_play_bank_new (stage->fixture.document, NULL, &error);
  g_assert_no_error (error);
  return bank;
}

static void
begin (Stage *stage, gconstpointer data)
{
  KbPlayWhy why;
  set_up (&stage->fixture, NULL);
  must_apply (stage->fixture.document, level_text);
  stage->bank = bake (stage);
  stage->run = kb_play_run_new ();
  g_assert_true (kb_play_run_start (stage->run, kb_play_find_scene ("walk"), &stage->bank->bank, NULL, &why));
}

static void
end (Stage *stage, gconstpointer data)
{
  kb_play_run_free (stage->run);
  kb_play_bank_free (stage->bank);
  tear_down (&stage->fixture, NULL);
}

static guint
steps (const Stage *stage)
{
  return kb_play_steps (kb_play_run_play (stage->run));
}

static guint64
hash (const Stage *stage)
{
  return kb_play_hash (kb_play_run_play (stage->run));
}

static void
hold (Stage *stage, guint64 keys)
{
  const KbPlayInput input = { .keys = keys };
  kb_play_run_hold (stage->run, &input);
}

/* The first number of "at". */
static double
place (const Stage *stage)
{
  g_autoptr (GArray) values = kb_play_values (kb_play_run_play (stage->run));
  for (guint i = 0; i < values->len; i++)
    if (g_str_equal (g_array_index (values, KbPlayValue, i).name, "at"))
      return g_ascii_strtod (g_array_index (values, KbPlayValue, i).text, NULL);
  g_assert_not_reached ();
}

/* Sixty steps a second, however the time comes; fewer in slow motion; none in a pause; no more than a quarter of a second at once. */
static void
test_clock (Stage *stage, gconstpointer data)
{
  for (guint i = 0; i < 60; i++)
    kb_play_run_tick (stage->run, 1000.0 / 60);
  g_assert_cmpuint (steps (stage), ==, 60);
  for (guint i = 0; i < 144; i++)
    kb_play_run_tick (stage->run, 1000.0 / 144);
  g_assert_cmpuint (steps (stage), ==, 120);
  kb_play_run_set_speed (stage->run, 0.1);
  for (guint i = 0; i < 60; i++)
    kb_play_run_tick (stage->run, 1000.0 / 60);
  g_assert_cmpuint (steps (stage), ==, 126);
  kb_play_run_pause (stage->run, TRUE);
  g_assert_cmpuint (kb_play_run_tick (stage->run, 100), ==, 0);
  kb_play_run_step (stage->run);
  g_assert_cmpuint (steps (stage), ==, 127);
  kb_play_run_pause (stage->run, FALSE);
  kb_play_run_set_speed (stage->run, 1);
  g_assert_cmpuint (kb_play_run_tick (stage->run, 1e9), ==, 15);
}

/* What is pressed and let go between two steps counts for one. */
static void
test_short_press (Stage *stage, gconstpointer data)
{
  const double from = place (stage);
  hold (stage, RIGHT);
  hold (stage, 0);
  kb_play_run_step (stage->run);
  const double then = place (stage);
  g_assert_cmpfloat (then, >, from);
  kb_play_run_step (stage->run);
  g_assert_cmpfloat (place (stage), ==, then);
}

static void
play_some (Stage *stage)
{
  static const struct { guint64 keys; guint n; } parts[] = { { RIGHT, 9 }, { 0, 4 }, { RIGHT | 1 << 3, 7 }, { 1 << 2, 5 } };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      hold (stage, parts[i].keys);
      for (guint k = 0; k < parts[i].n; k++)
        kb_play_run_step (stage->run);
    }
  hold (stage, 0);
}

/* A replay, twice, and the text of the run give the same state at the same step; a key of the player takes over. */
static void
test_replay (Stage *stage, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  play_some (stage);
  const guint64 wanted = hash (stage);
  g_autofree char *text = kb_play_run_text (stage->run, NULL);
  for (guint i = 0; i < 3; i++)
    {
      if (i < 2)
        kb_play_run_replay (stage->run);
      else
        g_assert_true (kb_play_run_read (stage->run, text, strlen (text), &error));
      g_assert_no_error (error);
      g_assert_cmpuint (steps (stage), ==, 0);
      g_assert_cmpuint (kb_play_run_left (stage->run), >, 0);
      for (guint k = 0; k < 25; k++)
        kb_play_run_step (stage->run);
      g_assert_cmphex (hash (stage), ==, wanted);
      g_assert_cmpuint (kb_play_run_left (stage->run), ==, 0);
    }
  kb_play_run_replay (stage->run);
  kb_play_run_step (stage->run);
  hold (stage, 1);
  g_assert_cmpuint (kb_play_run_left (stage->run), ==, 0);
  kb_play_run_step (stage->run);
  g_assert_true (g_str_has_prefix (text, "# kickbox play PROJECT --scene walk --cast 'level=hall' --cast 'walker=fakir' --input FILE --frames 25\n# hash "));
}

/* The first line of a recording is a command for a shell: the project, the file, and where it starts; reading it starts there again. */
static void
test_from_here (Stage *stage, gconstpointer data)
{
  const kbx_vec from = { 150.5f, 32 };
  kb_play_run_start_at (stage->run, &from);
  g_assert_cmpfloat (place (stage), ==, 150.5);
  play_some (stage);
  const guint64 wanted = hash (stage);
  g_autofree char *text = kb_play_run_text (stage->run, "/tmp/a project"), *whole = kb_play_run_text_for (text, "/tmp/it's.tape");
  g_assert_true (g_str_has_prefix (whole, "# kickbox play '/tmp/a project' --scene walk --cast 'level=hall' --cast 'walker=fakir' --from 150.5000,32.0000"
                                          " --input '/tmp/it'\\''s.tape' --frames 25\n"));
  kb_play_run_start_at (stage->run, NULL);
  g_assert_cmpfloat (place (stage), ==, 32);
  g_assert_true (kb_play_run_read (stage->run, whole, strlen (whole), NULL));
  for (guint i = 0; i < 25; i++)
    kb_play_run_step (stage->run);
  g_assert_cmphex (hash (stage), ==, wanted);
}

/* What is added does no step of its own, counts for one, and is on the tape, also where the run is saved before that step. */
static void
test_added (Stage *stage, gconstpointer data)
{
  const double at = place (stage);
  kb_play_run_pause (stage->run, TRUE);
  kb_play_run_add (stage->run, RIGHT, (kbx_vec) { 7, 3 });
  g_assert_cmpuint (steps (stage), ==, 0);
  for (guint i = 0; i < 20; i++)
    kb_play_run_step (stage->run);
  g_assert_cmpfloat (place (stage), >, at);
  kb_play_run_add (stage->run, RIGHT, (kbx_vec) { 9, 3 });
  g_autofree char *text = kb_play_run_text (stage->run, NULL);
  const guint64 wanted = hash (stage);
  g_assert_cmpuint (steps (stage), ==, 21);
  g_assert_nonnull (strstr (text, "\n0 right @7,3\n1"));
  g_assert_nonnull (strstr (text, "\n20 right @9,3\n"));
  kb_play_run_add (stage->run, RIGHT, (kbx_vec) { 9, 3 });
  kb_play_run_restart (stage->run);                      /* nothing is left of it */
  kb_play_run_step (stage->run);
  g_assert_cmpfloat (place (stage), ==, at);
  g_assert_true (kb_play_run_read (stage->run, text, strlen (text), NULL));
  for (guint i = 0; i < 21; i++)
    kb_play_run_step (stage->run);
  g_assert_cmphex (hash (stage), ==, wanted);
}

/* A text that is none leaves the run as it is, and says where. */
static void
test_bad_text (Stage *stage, gconstpointer data)
{
  static const char *const texts[] = { "0 left\n5 upwards\n", "x", "0\n0\n" };
  play_some (stage);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_false (kb_play_run_read (stage->run, texts[i], strlen (texts[i]), &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      g_assert_true (g_str_has_prefix (error->message, "Line "));
      g_assert_cmpuint (steps (stage), ==, 25);
    }
}

/* A wall goes while somebody walks against it: the run goes on, past it. A level that goes leaves it with the old bank. */
static void
test_other_bank (Stage *stage, gconstpointer data)
{
  KbPlayWhy why;
  hold (stage, RIGHT);
  for (guint i = 0; i < 60; i++)
    kb_play_run_step (stage->run);
  g_assert_cmpfloat (place (stage), <, 100);
  must_apply (stage->fixture.document, "{\"remove\": \"levels['hall'].walls[1]\"}");
  KbPlayBank *next = bake (stage);
  g_assert_true (kb_play_run_change_bank (stage->run, stage->bank, next, &why));
  kb_play_bank_free (stage->bank);
  stage->bank = next;
  for (guint i = 0; i < 30; i++)
    kb_play_run_step (stage->run);
  g_assert_cmpuint (steps (stage), ==, 90);
  g_assert_cmpfloat (place (stage), >, 100);
  must_apply (stage->fixture.document, "{\"remove\": \"levels['hall']\"}");
  g_autoptr (KbPlayBank) last = bake (stage);
  g_assert_false (kb_play_run_change_bank (stage->run, stage->bank, last, &why));
  g_assert_true (why.text[0] != '\0');
  kb_play_run_step (stage->run);
  g_assert_cmpuint (steps (stage), ==, 91);
}

/* Who is renamed under way plays on, also when another takes the old name; the recording has the new one. */
static void
test_rename (Stage *stage, gconstpointer data)
{
  static const char *const edits[] = {
    "{\"set\": \"sprites['fakir'].name\", \"value\": \"adept\"}",
    "{\"set\": \"levels['hall'].name\", \"value\": \"park\"}",
    "{\"insert\": \"levels\", \"value\": {\"name\": \"hall\"}}",
  };
  KbPlayWhy why;
  play_some (stage);
  const double at = place (stage);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    must_apply (stage->fixture.document, edits[i]);
  KbPlayBank *next = bake (stage);
  g_assert_true (kb_play_run_change_bank (stage->run, stage->bank, next, &why));
  kb_play_bank_free (stage->bank);
  stage->bank = next;
  g_assert_cmpstr (kb_play_run_cast_name (stage->run, 0), ==, "park");
  g_assert_cmpstr (kb_play_run_cast_name (stage->run, 1), ==, "adept");
  g_assert_cmpuint (steps (stage), ==, 25);
  g_assert_cmpfloat (place (stage), ==, at);
  hold (stage, RIGHT);
  for (guint i = 0; i < 60; i++)
    kb_play_run_step (stage->run);
  g_assert_cmpfloat (place (stage), >, at);
  g_assert_cmpfloat (place (stage), <, 100);
  g_autofree char *text = kb_play_run_text (stage->run, NULL);
  g_assert_nonnull (strstr (text, " --cast 'level=park' --cast 'walker=adept' "));
}

/* A level of walls is walked in, by that name. What fits no scene is in none, though others of its kind are, and the reason is told;
 * no name gives the first scene that suits; nothing suits nothing. */
static void
test_choice (Stage *stage, gconstpointer data)
{
  static const struct { KbCastKind kind; const char *name, *scene, *why; } cases[] = {
    { KB_CAST_LEVEL, "hall", "walk", NULL },     { KB_CAST_LEVEL, "court", NULL, "no walls" },
    { KB_CAST_LEVEL, "field", "top-down", NULL },  { KB_CAST_LEVEL, "hills", "run-and-jump", NULL },
    { KB_CAST_SPRITE, "fakir", "fight", NULL },  { KB_CAST_SPRITE, "tiles", NULL, "hot spot" },
    { KB_CAST_MASK, "hall", NULL, "edits" },     { KB_CAST_SPRITE, NULL, "fight", NULL },
  };
  KbPlayChoice choice = kb_play_choose (&stage->bank->bank, KB_CAST_LEVEL, "hall");
  g_assert_cmpstr (choice.scene->name, ==, "walk");
  g_assert_cmpstr (choice.cast[0], ==, "hall");
  g_assert_null (kb_play_scene_lacks (choice.scene, &stage->bank->bank));
  g_assert_null (choice.why);
  must_apply (stage->fixture.document, "{\"insert\": \"levels\", \"value\": {\"name\": \"court\"}}");
  must_apply (stage->fixture.document, "{\"insert\": \"levels\", \"value\": {\"name\": \"field\", \"layers\": ["
                                       "{\"name\": \"grass\", \"cell\": [16, 16], \"width\": 4, \"height\": 4}]}}");
  must_apply (stage->fixture.document, "{\"insert\": \"levels\", \"value\": {\"name\": \"hills\", \"layers\": ["
                                       "{\"name\": \"rock\", \"cell\": [16, 16], \"width\": 4, \"height\": 4}], \"grounds\": ["
                                       "{\"name\": \"hill\", \"class\": \"head\", \"points\": [{\"at\": [0, 100]}, {\"at\": [100, 100]}]}]}}");
  must_apply (stage->fixture.document,
              "{\"insert\": \"sprites\", \"value\": {\"name\": \"tiles\", \"frames\": [{\"width\": 8, \"height\": 8}]}}");
  g_autoptr (KbPlayBank) more = bake (stage);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      choice = kb_play_choose (&more->bank, cases[i].kind, cases[i].name);
      g_assert_cmpstr (choice.scene ? choice.scene->name : NULL, ==, cases[i].scene);
      g_assert_true (choice.scene ? !choice.why : strstr (choice.why, cases[i].why) != NULL);
    }
  g_assert_true (kb_play_any_suits (&more->bank));
  must_apply (stage->fixture.document, "{\"remove\": \"levels['field']\"}");
  must_apply (stage->fixture.document, "{\"remove\": \"levels['hills']\"}");
  must_apply (stage->fixture.document, "{\"remove\": \"levels['court']\"}");
  must_apply (stage->fixture.document, "{\"remove\": \"sprites['tiles']\"}");
  must_apply (stage->fixture.document, "{\"remove\": \"levels['hall']\"}");
  must_apply (stage->fixture.document, "{\"remove\": \"sprites['fakir']\"}");
  g_autoptr (KbPlayBank) empty = bake (stage);
  g_assert_null (kb_play_choose (&empty->bank, KB_CAST_LEVEL, NULL).scene);
  g_assert_false (kb_play_any_suits (&empty->bank));
  g_assert_nonnull (kb_play_scene_lacks (kb_play_find_scene ("walk"), &empty->bank));
}

/* ---- the baker ---- */

typedef struct {
  GMainLoop *loop;
  KbPlayBank *bank;
  guint n, wanted;      /* zones of walls that are waited for */
} Baked;

static void
on_baked (KbPlayBank *bank, const GError *error, double ms, gpointer data)
{
  Baked *baked = data;
  g_assert_no_error (error);
  g_clear_pointer (&baked->bank, kb_play_bank_free);
  baked->bank = bank;
  baked->n++;
  g_assert_cmpfloat (ms, >=, 0);
  if (kbx_info (kbx_bank_item (&bank->bank, KBX_LEVEL, 0)).walls == baked->wanted)
    g_main_loop_quit (baked->loop);
}

/* Many changes while one bakes: the last is what comes out, with fewer bakes than changes. */
static void
test_baker (Stage *stage, gconstpointer data)
{
  Baked baked = { g_main_loop_new (NULL, FALSE), NULL, 0, 23 };
  KbPlayBaker *baker = kb_play_baker_new (on_baked, &baked);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"insert\": \"levels['hall'].walls\", \"value\": {\"class\": \"head\","
                                               " \"a\": [0, %u], \"b\": [9, %u]}}", 2 * i + 80, 2 * i + 80);
      must_apply (stage->fixture.document, line);
      kb_play_baker_ask (baker, stage->fixture.document);
    }
  g_main_loop_run (baked.loop);
  g_assert_cmpuint (baked.n, <=, 2);
  kb_play_baker_ask (baker, stage->fixture.document);
  kb_play_baker_free (baker);   /* with one under way, which tells nobody */
  g_clear_pointer (&baked.bank, kb_play_bank_free);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_main_loop_unref (baked.loop);
}

/* Not larger than about half of the editor. Beside it where the monitor has the room, else as far to the right and as low as it
 * goes; never beyond the monitor's upper left corner. */
static void
test_beside (void)
{
  static const struct { KbPlayPlace editor, monitor, play; } cases[] = {
    { { 0, 0, 1000, 900 }, { 0, 0, 1920, 1080 }, { 1000, 360, 720, 540 } },
    { { 400, 100, 1000, 900 }, { 0, 0, 1920, 1080 }, { 1200, 460, 720, 540 } },
    { { 0, 0, 1600, 1000 }, { 0, 0, 1600, 1000 }, { 880, 450, 720, 550 } },
    { { 1920, 200, 1280, 720 }, { 1920, 200, 1280, 720 }, { 2624, 520, 576, 400 } },
    { { -50, 700, 800, 600 }, { 0, 0, 1280, 1024 }, { 720, 624, 560, 400 } },
    { { 0, 0, 500, 300 }, { 10, 20, 500, 300 }, { 10, 20, 560, 400 } },
  };
  static const int sizes[][4] = { { 1600, 1000, 800, 720 }, { 1400, 880, 700, 720 }, { 1280, 720, 640, 660 }, { 1024, 600, 560, 550 }, { 3840, 2160, 960, 720 } };
  int width, height;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      KbPlayPlace play = cases[i].play;
      play.x = play.y = -1;
      kb_play_beside (&cases[i].editor, &cases[i].monitor, &play);
      g_assert_cmpint (play.x, ==, cases[i].play.x);
      g_assert_cmpint (play.y, ==, cases[i].play.y);
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      kb_play_fit (sizes[i][0], sizes[i][1], &width, &height);
      g_assert_cmpint (width, ==, sizes[i][2]);
      g_assert_cmpint (height, ==, sizes[i][3]);
      g_assert_cmpint (kb_play_fits_panel (width), ==, sizes[i][0] >= 1400);
    }
}

KIT_PROGRAM (play_run)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/play/run/clock", Stage, NULL, begin, test_clock, end);
  g_test_add ("/play/run/short-press", Stage, NULL, begin, test_short_press, end);
  g_test_add ("/play/run/replay", Stage, NULL, begin, test_replay, end);
  g_test_add ("/play/run/from-here", Stage, NULL, begin, test_from_here, end);
  g_test_add ("/play/run/added", Stage, NULL, begin, test_added, end);
  g_test_add ("/play/run/bad-text", Stage, NULL, begin, test_bad_text, end);
  g_test_add ("/play/run/other-bank", Stage, NULL, begin, test_other_bank, end);
  g_test_add ("/play/run/rename", Stage, NULL, begin, test_rename, end);
  g_test_add ("/play/run/choice", Stage, NULL, begin, test_choice, end);
  g_test_add ("/play/run/baker", Stage, NULL, begin, test_baker, end);
  g_test_add_func ("/play/beside", test_beside);
  return g_test_run ();
}
