/* SPDX-License-Identifier: MIT */
/* What the probe asks: each gesture over each subject is a question that the samples' banks answer. */
#include <math.h>
#include <string.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "query/probe.h"
#include "query/query.h"
#include "tests/support/play_kit.h"

static const struct {
  const char *project;
  KbProbeSubject subject;
  const char *asset, *layer;
  const char *questions[KB_PROBE_GESTURES];   /* for a way from 20.25, 30 to 30.25, 40; NULL: see below */
} cases[] = {
  { "dojo", KB_PROBE_FRAME, "boxer", NULL,
    { "{\"q\": \"point\", \"pose\": {\"sprite\": \"boxer\", \"frame\": 1, \"at\": [16, 39]}, \"p\": [30, 40]}",
      "{\"q\": \"frame_trace\", \"pose\": {\"sprite\": \"boxer\", \"frame\": 1, \"at\": [16, 39]}, \"from\": [20.25, 30], \"to\": [30.25, 40]}",
      "{\"q\": \"point\", \"pose\": {\"sprite\": \"boxer\", \"frame\": 1, \"at\": [16, 39]}, \"circle\": {\"at\": [20.25, 30], \"radius\": 14.125}}" } },
  { "harbor", KB_PROBE_MASK, "cabin", NULL,
    { "{\"q\": \"zone\", \"mask\": \"cabin\", \"p\": [30, 40]}", "{\"q\": \"zone\", \"mask\": \"cabin\", \"segment\": [[20.25, 30], [30.25, 40]]}",
      "{\"q\": \"zone\", \"mask\": \"cabin\", \"circle\": {\"at\": [20.25, 30], \"radius\": 14.125}}" } },
  { "harbor", KB_PROBE_TRACK, "island", NULL,
    { "{\"q\": \"clearance\", \"track\": \"island\", \"p\": [30.25, 40]}",
      "{\"q\": \"track_trace\", \"track\": \"island\", \"from\": [20.25, 30], \"to\": [30.25, 40]}",
      "{\"q\": \"clearance\", \"track\": \"island\", \"p\": [20.25, 30], \"radius\": 14.125}" } },
  { "temple", KB_PROBE_WALLS, "garden", NULL,
    { "{\"q\": \"locate\", \"level\": \"garden\", \"p\": [30.25, 40]}",
      "{\"q\": \"trace\", \"level\": \"garden\", \"from\": [20.25, 30], \"to\": [30.25, 40]}",
      "{\"q\": \"near\", \"level\": \"garden\", \"p\": [20.25, 30], \"radius\": 14.125}" } },
  { "yard", KB_PROBE_TILES, "yard", "rock",
    { "{\"q\": \"tiles\", \"level\": \"yard\", \"layer\": \"rock\", \"p\": [30, 40]}",
      "{\"q\": \"tile_ray\", \"level\": \"yard\", \"layer\": \"rock\", \"from\": [20.25, 30], \"to\": [30.25, 40]}",
      "{\"q\": \"tiles\", \"level\": \"yard\", \"layer\": \"rock\", \"box\": [6, 15, 29, 30]}" } },
  { "yard", KB_PROBE_ISOMETRIC, "court", "floor",
    { "{\"q\": \"from_screen\", \"level\": \"court\", \"layer\": \"floor\", \"p\": [30.25, 40]}", NULL, NULL } },
  { "yard", KB_PROBE_MAZE, "hedges", "hedges",
    { "{\"q\": \"maze\", \"level\": \"hedges\", \"maze\": \"hedges\", \"p\": [30, 40]}",
      "{\"q\": \"maze_trace\", \"level\": \"hedges\", \"maze\": \"hedges\", \"from\": [20.25, 30], \"to\": [30.25, 40]}",
      "{\"q\": \"maze\", \"level\": \"hedges\", \"maze\": \"hedges\", \"box\": [6, 15, 29, 30]}" } },
  { "yard", KB_PROBE_GROUND, "yard", "hills",
    { "{\"q\": \"ground\", \"level\": \"yard\", \"ground\": \"hills\", \"p\": [30.25, 40]}",
      "{\"q\": \"land\", \"level\": \"yard\", \"ground\": \"hills\", \"from\": [20.25, 30], \"to\": [30.25, 40]}",
      "{\"q\": \"land\", \"level\": \"yard\", \"ground\": \"hills\", \"from\": [20.25, 30], \"to\": [20.25, 44.125]}" } },
  { "yard", KB_PROBE_HEIGHTMAP, "highland", "highland",
    { "{\"q\": \"height\", \"level\": \"highland\", \"map\": \"highland\", \"p\": [30.25, 40]}", NULL,
      "{\"q\": \"height\", \"level\": \"highland\", \"map\": \"highland\", \"p\": [20.25, 30]}" } },
};

static gboolean
same_json (const char *a, const char *b)
{
  json_t *x = json_loads (a, 0, NULL), *y = json_loads (b, 0, NULL);
  gboolean same = x && y && json_equal (x, y);
  json_decref (x);
  json_decref (y);
  return same;
}

/* The number in the answer of a key, or of a list there. */
static double
number_of (const json_t *reported, const char *key, size_t i)
{
  const json_t *value = json_object_get (reported, key);
  return json_number_value (json_is_array (value) ? json_array_get (value, i) : value);
}

static void
check_number (const KbProbeAnswer *answer, const json_t *reported, const char *key, const char *word)
{
  g_autofree char *wanted = NULL;
  const double number = round (number_of (reported, key, 0) * 1000) / 1000 + 0.0;
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  wanted = g_strdup_printf ("%s %s", word, g_ascii_formatd (buffer, sizeof buffer, "%.7g", number));
  if (!strstr (answer->text, wanted))
    g_error ("%s: %s: expected %s", answer->question, answer->text, wanted);
}

/* The card and its marks are what the line's answer says. */
static void
check_card (const KbProbe *probe, const KbProbeAnswer *answer, const json_t *reported)
{
  const json_t *hit = json_object_get (reported, "hit");
  const char *class_name = json_string_value (json_object_get (reported, "class"));
  const gboolean swept = json_object_get (reported, "fraction") != NULL;
  if (hit)
    g_assert_true (answer->hit == json_is_true (hit));
  if (class_name)
    g_assert_nonnull (strstr (answer->text, class_name));
  if (swept)
    check_number (answer, reported, "fraction", "fraction");
  if (swept && answer->hit)
    check_number (answer, reported, "normal", "normal");
  if (json_object_get (reported, "clearance"))
    check_number (answer, reported, "clearance", "clearance");
  if (swept && (answer->hit || probe->subject != KB_PROBE_TILES) && probe->subject != KB_PROBE_ISOMETRIC)
    {
      g_assert_true (answer->has_point);
      g_assert_cmpfloat ((double) answer->point.x, ==, (double) (float) number_of (reported, "point", 0));
      g_assert_cmpfloat ((double) answer->point.y, ==, (double) (float) number_of (reported, "point", 1));
    }
  g_assert_true (answer->struck->len % 2 == 0 && answer->asked->len % 2 == 0);
  if (json_is_integer (json_object_get (reported, "shape")) || json_is_integer (json_object_get (reported, "wall"))
      || json_is_array (json_object_get (reported, "cell")))
    g_assert_cmpuint (answer->struck->len, >, 0);
}

static char *
question_of (const kbx_bank *bank, const KbProbe *probe)
{
  KbProbeAnswer answer;
  kb_probe_ask (bank, probe, &answer);
  char *question = g_steal_pointer (&answer.question);
  kb_probe_answer_clear (&answer);
  return question;
}

/* Fails with the error that the bank answers with, other than that a disc is larger than a track tells. */
static void
check_answered (const PlayStage *stage, const KbProbe *probe, GPtrArray *questions)
{
  KbProbeAnswer answer;
  gboolean ok;
  kb_probe_ask (&stage->bank, probe, &answer);
  g_autofree char *question = g_strdup (answer.question);
  g_assert_null (strchr (question, '\n'));
  g_autofree char *line = kb_query_answer (&stage->bank, question, strlen (question), &ok);
  if (!ok && !strstr (line, "radius: expected at most 24, which this track's clearance is cut off at"))
    g_error ("%s: %s", question, line);
  g_assert_true (answer.ok == ok && *answer.text);
  json_t *reported = json_loads (line, 0, NULL);
  if (ok)
    check_card (probe, &answer, reported);
  json_decref (reported);
  kb_probe_answer_clear (&answer);
  g_ptr_array_add (questions, g_steal_pointer (&question));
}

/* The command answers the lines as the card was. */
static void
check_command (const PlayStage *stage, const GPtrArray *questions)
{
  const char *kickbox = g_getenv ("KICKBOX");
  g_autoptr (GString) lines = g_string_new (NULL), wanted = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *bank = NULL, *reported = NULL;
  if (!kickbox)
    return;
  int file = g_file_open_tmp ("probe-XXXXXX.kbx", &bank, &error);
  g_assert_no_error (error);
  g_assert_true (g_close (file, NULL));
  g_assert_true (g_file_set_contents (bank, g_bytes_get_data (stage->bytes, NULL), (gssize) g_bytes_get_size (stage->bytes), NULL));
  for (guint i = 0; i < questions->len; i++)
    {
      const char *question = g_ptr_array_index (questions, i);
      gboolean ok;
      g_autofree char *answer = kb_query_answer (&stage->bank, question, strlen (question), &ok);
      if (!ok)
        continue;
      g_string_append_printf (lines, "%s\n", question);
      g_string_append_printf (wanted, "%s\n", answer);
    }
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, kickbox, "query",
                                                      bank, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, lines->str, NULL, &reported, NULL, NULL));
  g_assert_cmpstr (reported, ==, wanted->str);
  g_remove (bank);
}

static kbx_vec
anywhere (void)
{
  return (kbx_vec) { (float) g_test_rand_double_range (-900, 1500), (float) g_test_rand_double_range (-900, 1500) };
}

static kbx_vec
hereabouts (void)
{
  return (kbx_vec) { (float) g_test_rand_double_range (0, 300), (float) g_test_rand_double_range (0, 200) };
}

static void
test_case (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autofree char *path = g_build_filename (DATA, cases[i].project, NULL);
  g_autoptr (GPtrArray) questions = g_ptr_array_new_with_free_func (g_free);
  PlayStage *stage = play_stage_open (path);
  for (KbProbeGesture gesture = 0; gesture < KB_PROBE_GESTURES; gesture++)
    {
      KbProbe probe = { cases[i].subject, gesture, cases[i].asset, cases[i].layer, 1, { 16, 39 }, { 20.25f, 30 }, { 30.25f, 40 } };
      g_autofree char *question = question_of (&stage->bank, &probe);
      const char *wanted = cases[i].questions[gesture];
      if (wanted && !same_json (question, wanted))
        g_error ("%s, wanted %s", question, wanted);
      check_answered (stage, &probe, questions);
      for (guint k = 0; k < 24; k++)   /* wherever it is, far outside too, and without a way */
        {
          probe.from = k % 2 ? hereabouts () : anywhere ();
          probe.to = k % 3 ? k % 2 ? hereabouts () : anywhere () : probe.from;
          check_answered (stage, &probe, questions);
        }
    }
  check_command (stage, questions);
  kb_query_forget ();
  play_stage_free (stage);
}

/* Both ends of a look are eyes above the ground below them. */
static void
test_look (void)
{
  PlayStage *stage = play_stage_open (DATA "/yard");
  const kbx_bank *bank = &stage->bank;
  const uint32_t level = kbx_bank_find (bank, KBX_LEVEL, "highland").index;
  const kbx_handle map = kbx_find (kbx_bank_item (bank, KBX_LEVEL, level), KBX_HEIGHTMAP, "highland");
  for (guint k = 0; k < 40; k++)
    {
      const KbProbe probe = { KB_PROBE_HEIGHTMAP, KB_PROBE_MOVE, "highland", "highland", 0, { 0, 0 }, hereabouts (), hereabouts () };
      g_autofree char *question = question_of (bank, &probe);
      json_t *line = json_loads (question, 0, NULL);
      g_assert_cmpstr (json_string_value (json_object_get (line, "q")), ==, "height_ray");
      g_assert_cmpfloat_with_epsilon (number_of (line, "from", 2), (double) (kbx_heightmap_z (map, probe.from, KBX_HEIGHT_BILINEAR) + KB_PROBE_EYES), 1.0 / 16);
      g_assert_cmpfloat_with_epsilon (number_of (line, "to", 2), (double) (kbx_heightmap_z (map, probe.to, KBX_HEIGHT_BILINEAR) + KB_PROBE_EYES), 1.0 / 16);
      json_decref (line);
    }
  play_stage_free (stage);
}

/* Over an isometric layer the way is asked in the layer's frame, and what stops it is told on the picture. */
static void
test_isometric (void)
{
  PlayStage *stage = play_stage_open (DATA "/yard");
  const kbx_bank *bank = &stage->bank;
  const uint32_t level = kbx_bank_find (bank, KBX_LEVEL, "court").index;
  const kbx_handle tiles = kbx_find (kbx_bank_item (bank, KBX_LEVEL, level), KBX_TILES, "walls");
  guint met = 0;
  for (guint k = 0; k < 60; k++)
    {
      const kbx_vec a = hereabouts (), b = hereabouts ();
      const KbProbe probe = { KB_PROBE_ISOMETRIC, k % 2 ? KB_PROBE_MOVE : KB_PROBE_CIRCLE, "court", "walls", 0, { 0, 0 }, a, b };
      KbProbeAnswer answer;
      kb_probe_ask (bank, &probe, &answer);
      json_t *line = json_loads (answer.question, 0, NULL);
      kbx_vec from, to;
      g_assert_cmpint (kbx_tiles_from_screen (tiles, a, &from, NULL), ==, KBX_OK);
      g_assert_cmpint (kbx_tiles_from_screen (tiles, b, &to, NULL), ==, KBX_OK);
      if (probe.gesture == KB_PROBE_MOVE)
        {
          g_assert_cmpfloat_with_epsilon (number_of (line, "from", 0), (double) from.x, 1.0 / 16);
          g_assert_cmpfloat_with_epsilon (number_of (line, "to", 1), (double) to.y, 1.0 / 16);
          g_assert_true (answer.has_point == answer.hit);
          if (!answer.hit)
            answer.point = a;
          met += answer.hit;
          /* It lies between the ends on the picture, whichever way that leads. */
          g_assert_cmpfloat ((double) answer.point.x, >=, (double) MIN (a.x, b.x) - 0.5);
          g_assert_cmpfloat ((double) answer.point.x, <=, (double) MAX (a.x, b.x) + 0.5);
          g_assert_cmpfloat ((double) answer.point.y, >=, (double) MIN (a.y, b.y) - 0.5);
          g_assert_cmpfloat ((double) answer.point.y, <=, (double) MAX (a.y, b.y) + 0.5);
        }
      else
        {
          g_assert_cmpuint (answer.asked->len, ==, 8);
          g_assert_cmpfloat (number_of (line, "box", 0), <=, (double) from.x);
          g_assert_cmpfloat (number_of (line, "box", 0) + number_of (line, "box", 2), >=, (double) from.x);
        }
      json_decref (line);
      kb_probe_answer_clear (&answer);
    }
  g_assert_cmpuint (met, >, 4);
  kb_query_forget ();
  play_stage_free (stage);
}

/* What was struck is named, with its class, before the numbers. */
static void
test_words (void)
{
  static const struct {
    const char *project;
    KbProbe probe;
    const char *text;
  } said[] = {
    { "dojo", { KB_PROBE_FRAME, KB_PROBE_POINT, "boxer", NULL, 0, { 38, 75 }, { 36, 40 }, { 36, 40 } }, "Hits shape 1 · class torso" },
    { "dojo", { KB_PROBE_FRAME, KB_PROBE_MOVE, "boxer", NULL, 0, { 38, 75 }, { 7.5f, 31.8125f }, { 54.1875f, 56.8125f } },
      "Hits rear (shape 5) · class legs · fraction 0.407 · at 26.525, 42 · normal 0, -1" },
    { "dojo", { KB_PROBE_FRAME, KB_PROBE_POINT, "boxer", NULL, 0, { 38, 75 }, { 1, 1 }, { 1, 1 } }, "No shape" },
    { "dojo", { KB_PROBE_FRAME, KB_PROBE_POINT, "boxer", NULL, 0, { 38, 75 }, { 52, 30 }, { 52, 30 } }, "Hits lead" },
    { "dojo", { KB_PROBE_FRAME, KB_PROBE_POINT, "boxer", NULL, 0, { 38, 75 }, { 24, 30 }, { 24, 30 }, TRUE, FALSE }, "Hits lead" },
    { "temple", { KB_PROBE_WALLS, KB_PROBE_MOVE, "garden", NULL, 0, { 0, 0 }, { 271.375f, 309.75f }, { 476.1875f, 104.9375f } },
      "Hits wall 58 · class wall · fraction 0.419 · at 357.125, 224.004 · normal 0, 1" },
    { "temple", { KB_PROBE_WALLS, KB_PROBE_MOVE, "garden", NULL, 0, { 0, 0 }, { 271, 309 }, { 272, 310 } },
      "No wall in the way · fraction 1" },
    { "yard", { KB_PROBE_ISOMETRIC, KB_PROBE_POINT, "court", "walls", 0, { 0, 0 }, { 126, 150 }, { 126, 150 } },
      "Tile in cell 0, 5 · court tiles, frame 5 · class stone · all solid" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      g_autofree char *path = g_build_filename (DATA, said[i].project, NULL);
      PlayStage *stage = play_stage_open (path);
      KbProbeAnswer answer;
      kb_probe_ask (&stage->bank, &said[i].probe, &answer);
      if (!g_str_has_prefix (answer.text, said[i].text))
        g_error ("%s, wanted %s", answer.text, said[i].text);
      kb_probe_answer_clear (&answer);
      kb_query_forget ();
      play_stage_free (stage);
    }
}

/* Zones by their values as in the bank's answer, against a walk along the way by small steps, which meets no zone that the
 * card has not. */
static void
test_zones (void)
{
  enum { WAYS = 40, STEPS = 20000 };
  PlayStage *stage = play_stage_open (DATA "/harbor");
  const guint32 index = kbx_bank_find (&stage->bank, KBX_MASK, "cabin").index;
  const kbx_handle mask = kbx_bank_item (&stage->bank, KBX_MASK, index);
  for (guint n = 0; n < WAYS; n++)
    {
      const kbx_vec from = { (float) g_test_rand_int_range (-10, 400), (float) g_test_rand_int_range (-10, 220) };
      const kbx_vec to = { (float) g_test_rand_int_range (-10, 400), (float) g_test_rand_int_range (-10, 220) };
      const KbProbe probe = { .subject = KB_PROBE_MASK, .gesture = KB_PROBE_MOVE, .asset = "cabin", .from = from, .to = to };
      KbProbeAnswer answer;
      const char *after;
      gboolean seen[256] = { TRUE };
      kb_probe_ask (&stage->bank, &probe, &answer);
      after = answer.text;
      for (guint i = 0; i <= STEPS; i++)
        {
          const double share = (double) i / STEPS;
          const double x = (double) from.x + (double) (to.x - from.x) * share, y = (double) from.y + (double) (to.y - from.y) * share;
          const guint8 zone = kbx_zone_at (mask, kbx_at (0, 0), (kbx_point) { (int) floor (x), (int) floor (y) });
          if (seen[zone])
            continue;
          seen[zone] = TRUE;
        }
      for (guint zone = 1; zone < 256; zone++)
        if (seen[zone])
          {
            after = strstr (after, kbx_name (kbx_zone_of (kbx_bank_item (&stage->bank, KBX_MASK, index), (guint8) zone)));
            g_assert_nonnull (after);
          }
      kb_probe_answer_clear (&answer);
    }
  kb_query_forget ();
  play_stage_free (stage);
}

/* What cannot be asked is told in words, too. */
static void
test_mistake (void)
{
  PlayStage *stage = play_stage_open (DATA "/temple");
  const KbProbe probe = { KB_PROBE_WALLS, KB_PROBE_MOVE, "attic", NULL, 0, { 0, 0 }, { 0, 0 }, { 1, 1 } };
  KbProbeAnswer answer;
  kb_probe_ask (&stage->bank, &probe, &answer);
  g_assert_false (answer.ok);
  g_assert_nonnull (strstr (answer.text, "attic"));
  kb_probe_answer_clear (&answer);
  kb_query_forget ();
  play_stage_free (stage);
}

KIT_PROGRAM (probe)
{
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("/probe/%u-%s", cases[i].subject, cases[i].asset);
      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_case);
    }
  g_test_add_func ("/probe/look", test_look);
  g_test_add_func ("/probe/isometric", test_isometric);
  g_test_add_func ("/probe/words", test_words);
  g_test_add_func ("/probe/zones", test_zones);
  g_test_add_func ("/probe/mistake", test_mistake);
  return g_test_run ();
}
