/* SPDX-License-Identifier: MIT */
/* Recorded input as text and back; who is cast; the log; what a run's hash sees. */
#include "playtest/scene.h"
#include "tests/support/comma.h"
#include "tests/support/play_kit.h"

/* ---- tapes ---- */

static gboolean
same_tapes (const KbTape *a, const KbTape *b)
{
  gboolean same = a->n_changes == b->n_changes;
  for (guint i = 0; same && i < a->n_changes; i++)
    {
      const KbPlayInput *p = &a->changes[i].input, *q = &b->changes[i].input;
      same = a->changes[i].step == b->changes[i].step && p->keys == q->keys && p->press == q->press && p->pointer.x == q->pointer.x
             && p->pointer.y == q->pointer.y;
    }
  return same;
}

static void
must_read (KbTape *tape, const KbPlayScene *scene, const char *text)
{
  KbPlayWhy why;
  guint32 line, column;
  if (!kb_tape_read (tape, scene, text, strlen (text), &line, &column, &why))
    g_error ("%s: line %u, column %u: %s", text, line, column, why.text);
}

static float
random_coordinate (void)
{
  static const float far[] = { 0, -0.0f, 0.0625f, -0.9375f, 4194304, -4194304, 0.03125f, 1.0f / 3 };
  if (g_test_rand_int_range (0, 8) == 0)
    return far[g_test_rand_int_range (0, G_N_ELEMENTS (far))];
  return (float) g_test_rand_int_range (-20000, 20000) / 16;
}

/* What is recorded, written and read again, of every scene: the same changes, and in every step what was held there. */
static void
check_round_trip (const KbPlayScene *scene)
{
  KbTape tape = { NULL, 0, 0 }, again;
  KbPlayInput held[200] = { { 0 } };
  guint n_keys = 0, n_before = 0;
  while (scene->keys[n_keys].name)
    n_keys++;
  for (guint i = 0; i < G_N_ELEMENTS (held); i++)
    {
      held[i] = i ? held[i - 1] : held[i];
      if (g_test_rand_bit ())
        held[i].keys ^= UINT64_C (1) << g_test_rand_int_range (0, (gint) n_keys);
      if (g_test_rand_int_range (0, 4) == 0)
        held[i].pointer = (kbx_vec) { random_coordinate (), random_coordinate () };
      held[i].press = g_test_rand_int_range (0, 5) == 0;
      kb_tape_record (&tape, i, held + i);
      g_assert_cmpuint (tape.n_changes - n_before, <=, 1);
      n_before = tape.n_changes;
    }
  g_autofree char *text = kb_tape_write (&tape, scene);
  must_read (&again, scene, text);
  g_assert_true (same_tapes (&tape, &again));
  g_autofree char *same = kb_tape_write (&again, scene);
  g_assert_cmpstr (text, ==, same);
  for (guint i = 0; i < G_N_ELEMENTS (held); i++)
    {
      const KbPlayInput at = kb_tape_at (&again, i);
      g_assert_cmpuint (at.keys, ==, held[i].keys);
      g_assert_true (at.press == held[i].press);
      g_assert_cmpfloat_with_epsilon ((double) at.pointer.x, (double) held[i].pointer.x, 0.03126);
      g_assert_cmpfloat ((double) at.pointer.x * 16, ==, (double) (gint64) ((double) at.pointer.x * 16));
    }
  kb_tape_free (&tape);
  kb_tape_free (&again);
}

static void
test_round_trip (void)
{
  for (guint i = 0; kb_play_scene (i); i++)
    for (guint round = 0; kit_goes_on (round, 40); round++)
      check_round_trip (kb_play_scene (i));
}

/* Numbers are written and read with a point where people write a comma. */
static void
test_locale (void)
{
  if (!kit_set_comma ())
    return;
  check_round_trip (kb_play_scene (0));
  setlocale (LC_NUMERIC, "C");
}

/* What is held in a step, against a look at every change before it. */
static void
test_at (void)
{
  const KbPlayInput nothing = { 0 }, empty = kb_tape_at (&(KbTape) { NULL, 0, 0 }, 7);
  g_assert_cmpmem (&empty.keys, sizeof empty.keys, &nothing.keys, sizeof nothing.keys);
  for (guint round = 0; kit_goes_on (round, 200); round++)
    {
      KbTapeChange changes[9];
      const KbTape tape = { changes, (guint32) g_test_rand_int_range (0, 10), 9 };
      for (guint i = 0, step = 0; i < tape.n_changes; i++, step += (guint) g_test_rand_int_range (1, 5))
        changes[i] = (KbTapeChange) { step += i ? 0 : (guint) g_test_rand_int_range (0, 3), { .keys = i + 1 } };
      for (guint32 step = 0; step < 50; step++)
        {
          guint64 wanted = 0;
          for (guint i = 0; i < tape.n_changes; i++)
            if (changes[i].step <= step)
              wanted = changes[i].input.keys;
          g_assert_cmpuint (kb_tape_at (&tape, step).keys, ==, wanted);
        }
      g_assert_cmpuint (kb_tape_at (&tape, G_MAXUINT32).keys, ==, tape.n_changes);
    }
}

/* Remarks, blanks, line ends of any kind, and none at the end; large steps. */
static void
test_read (void)
{
  static const char *const same[] = {
    "0 right @3,-4.5\n30 run right press @3,-4.5\n9999999\n",
    "# a run\r\n0 right @3,-4.5\r\n\r\n30 run right press\r\n9999999\r\n",
    "\n\n  0\tright   @3.0000,-4.50 # there\n#\n\t\n030 press right run#x\n9999999",
  };
  const KbPlayScene *scene = kb_play_find_scene ("walk");
  KbTape first, tape;
  must_read (&first, scene, same[0]);
  g_assert_cmpuint (first.n_changes, ==, 3);
  g_assert_cmpuint (first.changes[2].step, ==, KB_TAPE_MOST_STEPS - 1);
  g_assert_true (first.changes[1].input.press);
  g_assert_cmpfloat ((double) first.changes[2].input.pointer.y, ==, -4.5);
  for (guint i = 1; i < G_N_ELEMENTS (same); i++)
    {
      must_read (&tape, scene, same[i]);
      g_assert_true (same_tapes (&first, &tape));
      kb_tape_free (&tape);
    }
  kb_tape_free (&first);
  must_read (&tape, scene, "");
  g_assert_cmpuint (tape.n_changes, ==, 0);
  kb_tape_free (&tape);
}

static void
test_mistakes (void)
{
  static const struct { const char *text; guint32 line, column; const char *says; } cases[] = {
    { "x", 1, 1, "'x': expected the number of a step" },
    { "\n  right", 2, 3, "'right': expected the number" },
    { "-1 up", 1, 1, "'-1': expected the number" },
    { "1.5", 1, 1, "'1.5': expected the number" },
    { "10000000", 1, 1, "'10000000': expected the number of a step, below 10000000" },
    { "4294967296", 1, 1, "'4294967296': expected the number" },
    { "4294967299", 1, 1, "'4294967299': expected the number" },
    { "99999999999999999999999999", 1, 1, "'99999999999999999999999999': expected" },
    { "0 up\n0 down", 2, 1, "step 0: expected one after 0" },
    { "0 up\n7\n# no\n3", 4, 1, "step 3: expected one after 7" },
    { "0 up jump", 1, 6, "'jump': no such key; expected left, right, up, down, run, door, press or @X,Y" },
    { "0 Up", 1, 3, "'Up': no such key; expected" },
    { "# kickbox play PROJECT --scene run-and-jump --cast level='--scene race'\n# hash 00\n0 jump", 3, 3,
      "'jump': no such key of walk, and this was recorded for run-and-jump; expected left, right, up, down, run, door, press or @X,Y" },
    { "# race\n0 gas", 2, 3, "'gas': no such key of walk, and this was recorded for race; expected left" },
    { "#\n#  maze \r\n0 jump", 3, 3, "this was recorded for maze; expected left" },
    { "# walk\n0 jump", 2, 3, "'jump': no such key; expected" },
    { "# to race on\n# race on\n# --scene rac\n0 jump", 4, 3, "'jump': no such key; expected" },
    { "0 up\n# race\n1 jump", 3, 3, "'jump': no such key; expected" },
    { "0 \tupp", 1, 4, "'upp': no such key" },
    { "0 @1", 1, 3, "'@1': expected @X,Y" },
    { "0 @", 1, 3, "'@': expected @X,Y" },
    { "0 @1,", 1, 3, "expected @X,Y" },
    { "0 @1,2,3", 1, 3, "expected @X,Y" },
    { "0 @1, 2", 1, 3, "expected @X,Y" },
    { "0 @1e3,2", 1, 3, "expected @X,Y" },
    { "0 @nan,2", 1, 3, "expected @X,Y" },
    { "0 @+1,2", 1, 3, "expected @X,Y" },
    { "0 @4194305,2", 1, 3, "two numbers within 4194304" },
    { "0 @1,-4194304.5", 1, 3, "two numbers within 4194304" },
    { "0 up\n5 press @1;2", 2, 9, "expected @X,Y" },
  };
  const KbPlayScene *scene = kb_play_find_scene ("walk");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      KbTape tape;
      KbPlayWhy why = { "" };
      guint32 line = 0, column = 0;
      g_test_message ("%s", cases[i].text);
      g_assert_false (kb_tape_read (&tape, scene, cases[i].text, strlen (cases[i].text), &line, &column, &why));
      g_assert_cmpuint (line, ==, cases[i].line);
      g_assert_cmpuint (column, ==, cases[i].column);
      if (!strstr (why.text, cases[i].says))
        g_error ("%s: %s", cases[i].text, why.text);
      g_assert_true (tape.changes == NULL && tape.n_changes == 0);
    }
}

/* ---- scenes by name ---- */

/* Each by its name, and by its first letters as soon as no other begins so. */
static void
test_names (void)
{
  const KbPlayScene *scene, *other;
  for (guint i = 0; (scene = kb_play_scene (i)); i++)
    {
      const char *name = scene->name;
      for (gsize n = 1; name[n - 1]; n++)
        {
          g_autofree char *letters = g_strndup (name, n);
          guint begin_so = 0;
          for (guint k = 0; (other = kb_play_scene (k)); k++)
            begin_so += g_str_has_prefix (other->name, letters);
          g_assert_true (kb_play_find_scene (letters) == (begin_so == 1 || !name[n] ? scene : NULL));
        }
    }
  g_assert_null (kb_play_find_scene (""));
  g_assert_null (kb_play_find_scene ("walking"));
  g_assert_null (kb_play_find_scene ("Walk"));
}

/* ---- who is cast ---- */

static void
test_casting (void)
{
  static const struct { const char *scene, *role_0, *role_1, *cast_0, *cast_1, *why; } cases[] = {
    { "fight", NULL, NULL, "boxer", "fakir", NULL },
    { "fight", "fakir", NULL, "fakir", "boxer", NULL },              /* another than the first */
    { "fight", "fakir", "fakir", "fakir", "fakir", NULL },
    { "fight", "nobody", NULL, NULL, NULL, "a: there is no 'nobody'; expected " },
    { "fight", NULL, "", NULL, NULL, "b: there is no ''; expected " },
    { "walk", NULL, NULL, NULL, NULL, "level: expected a level with walls; there is none" },
  };
  PlayStage *stage = play_stage_open (DATA "/dojo");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const cast[KB_PLAY_MOST_ROLES] = { cases[i].role_0, cases[i].role_1 };
      KbPlayWhy why;
      KbPlay *play = kb_play_new (kb_play_find_scene (cases[i].scene), &stage->bank, cast, &why);
      g_assert_true (cases[i].why ? g_str_has_prefix (why.text, cases[i].why) : !*why.text);
      g_assert_true ((play == NULL) == (cases[i].why != NULL));
      if (!play)
        continue;
      g_assert_cmpstr (kb_cast_name (&stage->bank, KB_CAST_SPRITE, kb_play_cast (play, 0)), ==, cases[i].cast_0);
      g_assert_cmpstr (kb_cast_name (&stage->bank, KB_CAST_SPRITE, kb_play_cast (play, 1)), ==, cases[i].cast_1);
      kb_play_free (play);
    }
  play_stage_free (stage);
}

/* What is there and does not suit is refused by its name; a scene suits where each that it needs is there. */
static void
test_suits (void)
{
  PlayStage *stage = play_stage_open (DATA "/yard");
  KbPlayWhy why;
  const char *const cast[KB_PLAY_MOST_ROLES] = { "yard" };
  g_assert_true (kb_play_scene_suits (kb_play_find_scene ("maze"), &stage->bank));
  g_assert_false (kb_play_scene_suits (kb_play_find_scene ("race"), &stage->bank));
  g_assert_null (kb_play_new (kb_play_find_scene ("maze"), &stage->bank, cast, &why));
  g_assert_true (g_str_has_prefix (why.text, "level: 'yard' does not suit; expected a level with a maze"));
  const KbPlayScene *maze = kb_play_find_scene ("maze");
  for (guint i = 0; i < kb_cast_count (&stage->bank, KB_CAST_LEVEL); i++)
    g_assert_true ((kb_play_scene_role_for (maze, &stage->bank, KB_CAST_LEVEL, i) == 0) == (kbx_count (kbx_bank_item (&stage->bank, KBX_LEVEL, i), KBX_MAZE) > 0));
  play_stage_free (stage);
}

/* ---- the log and the hash ---- */

/* The last 256 are kept, oldest first, with their steps; a restart empties it. */
static void
test_log (void)
{
  PlayStage *stage = play_stage_open (DATA "/pinball");
  KbPlay *play = play_begin (stage, "bounce", NULL);
  const guint already = kb_play_event_count (play);
  g_autofree char *long_text = g_strnfill (500, 'x');
  for (guint i = 0; i < 700; i++)
    {
      kb_play_say (play, "event %u", i);
      const guint n = kb_play_event_count (play);
      g_assert_cmpuint (n, ==, MIN (already + i + 1, KB_PLAY_LOG));
      g_autofree char *newest = g_strdup_printf ("event %u", i), *oldest = g_strdup_printf ("event %u", i + 1 - n);
      g_assert_cmpstr (kb_play_event (play, n - 1)->text, ==, newest);
      if (i >= KB_PLAY_LOG)
        g_assert_cmpstr (kb_play_event (play, 0)->text, ==, oldest);
    }
  kb_play_say (play, "%s", long_text);
  g_assert_cmpuint (strlen (kb_play_event (play, KB_PLAY_LOG - 1)->text), ==, sizeof (KbPlayEvent){ 0 }.text - 1);
  kb_play_restart (play);
  g_assert_cmpuint (kb_play_event_count (play), ==, already);
  kb_play_free (play);
  play_stage_free (stage);
}

/* One value is another: another hash. */
static guint number;
static double reported_values[3];
static const char *reported_word;

static void
report_values (const KbPlay *play, KbReporter *reporter)
{
  reporter->number (reporter, "a", reported_values[0]);
  reporter->open (reporter, "list");
  for (guint i = 0; i < number; i++)
    reporter->number (reporter, NULL, reported_values[1]);
  reporter->close (reporter);
  reporter->text (reporter, "word", reported_word);
  reporter->flag (reporter, "flag", reported_values[2] > 0);
}

static void
test_hash (void)
{
  const KbPlayScene scene = { .name = "told", .report = report_values };
  KbPlay *play = g_new0 (KbPlay, 1);
  play->scene = &scene;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  static const char *const words[] = { NULL, "", "floor", "flor", "[" };
  static const double values[] = { 0, 1, -1, 1e-40, 0.1, 1e300 };
  for (play->steps = 0; play->steps < 2; play->steps++)
    for (number = 0; number < 3; number++)
      for (guint w = 0; w < G_N_ELEMENTS (words); w++)
        for (guint v = 0; v < G_N_ELEMENTS (values); v++)
          for (guint flag = 0; flag < 2; flag++)
            {
              const double copy[] = { values[v], 5, flag };
              memcpy (reported_values, copy, sizeof copy);
              reported_word = words[w];
              const guint64 hash = kb_play_hash (play);
              g_assert_true (g_hash_table_add (seen, g_memdup2 (&hash, sizeof hash)));
            }
  reported_values[0] = -0.0;
  const guint64 minus = kb_play_hash (play);
  reported_values[0] = 0;
  g_assert_cmphex (kb_play_hash (play), ==, minus);
  g_free (play);
}

KIT_PROGRAM (play_tape)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/play/tape/round-trip", test_round_trip);
  g_test_add_func ("/play/tape/locale", test_locale);
  g_test_add_func ("/play/tape/at", test_at);
  g_test_add_func ("/play/tape/read", test_read);
  g_test_add_func ("/play/tape/mistakes", test_mistakes);
  g_test_add_func ("/play/names", test_names);
  g_test_add_func ("/play/casting", test_casting);
  g_test_add_func ("/play/suits", test_suits);
  g_test_add_func ("/play/log", test_log);
  g_test_add_func ("/play/hash", test_hash);
  return g_test_run ();
}
