/* SPDX-License-Identifier: MIT */
/* What the probe asks: each gesture over each subject is a question that the samples' banks answer. */
#include <string.h>

#include "query/probe.h"
#include "query/query.h"
#include "tests/support/play_kit.h"

static const struct {
  const char *project;
  KbProbeSubject subject;
  const char *asset, *layer;
  const char *questions[KB_PROBE_GESTURES];   /* for a way from 20.25, 30 to 30.25, 40 */
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
    { "{\"q\": \"from_screen\", \"level\": \"court\", \"layer\": \"floor\", \"p\": [30.25, 40]}" } },
  { "yard", KB_PROBE_MAZE, "hedges", "hedges",
    { "{\"q\": \"maze\", \"level\": \"hedges\", \"maze\": \"hedges\", \"p\": [30, 40]}",
      "{\"q\": \"maze_trace\", \"level\": \"hedges\", \"maze\": \"hedges\", \"from\": [20.25, 30], \"to\": [30.25, 40]}",
      "{\"q\": \"maze\", \"level\": \"hedges\", \"maze\": \"hedges\", \"box\": [6, 15, 29, 30]}" } },
  { "yard", KB_PROBE_GROUND, "yard", "hills",
    { "{\"q\": \"ground\", \"level\": \"yard\", \"ground\": \"hills\", \"p\": [30.25, 40]}",
      "{\"q\": \"land\", \"level\": \"yard\", \"ground\": \"hills\", \"from\": [20.25, 30], \"to\": [30.25, 40]}",
      "{\"q\": \"ground\", \"level\": \"yard\", \"ground\": \"hills\", \"p\": [30.25, 40]}" } },
  { "yard", KB_PROBE_HEIGHTMAP, "highland", "highland",
    { "{\"q\": \"height\", \"level\": \"highland\", \"map\": \"highland\", \"p\": [30.25, 40]}" } },
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

/* Fails with the error that the bank answers with, other than that a disc is larger than a track tells. */
static void
check_answered (const PlayStage *stage, const char *question)
{
  KbProbeAnswer answer;
  gboolean ok;
  g_autofree char *told = kb_query_answer (&stage->bank, question, strlen (question), &ok);
  if (!ok && !strstr (told, "radius: expected at most 24, which this track's clearance is cut off at"))
    g_error ("%s: %s", question, told);
  kb_probe_ask (&stage->bank, question, &answer);
  g_assert_true (answer.ok == ok && *answer.text);
  kb_probe_answer_clear (&answer);
}

static void
test_case (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autofree char *path = g_build_filename (DATA, cases[i].project, NULL);
  PlayStage *stage = play_stage_open (path);
  for (KbProbeGesture gesture = 0; gesture < KB_PROBE_GESTURES; gesture++)
    {
      KbProbe probe = { cases[i].subject, gesture, cases[i].asset, cases[i].layer, 1, { 16, 39 }, { 20.25f, 30 }, { 30.25f, 40 } };
      g_autofree char *question = kb_probe_question (&probe);
      const char *wanted = cases[i].questions[gesture] ? cases[i].questions[gesture] : cases[i].questions[0];
      if (!same_json (question, wanted))
        g_error ("%s, wanted %s", question, wanted);
      check_answered (stage, question);
      for (guint k = 0; k < 12; k++)   /* wherever it is, far outside too, and without a way */
        {
          g_autofree char *other = NULL;
          probe.from = (kbx_vec) { (float) g_test_rand_double_range (-900, 1500), (float) g_test_rand_double_range (-900, 1500) };
          probe.to = k % 3 ? (kbx_vec) { (float) g_test_rand_double_range (-900, 1500), (float) g_test_rand_double_range (-900, 1500) } : probe.from;
          other = kb_probe_question (&probe);
          check_answered (stage, other);
        }
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
  g_autofree char *question = kb_probe_question (&probe);
  KbProbeAnswer answer;
  kb_probe_ask (&stage->bank, question, &answer);
  g_assert_false (answer.ok);
  g_assert_nonnull (strstr (answer.text, "attic"));
  kb_probe_answer_clear (&answer);
  kb_query_forget ();
  play_stage_free (stage);
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("/probe/%u-%s", cases[i].subject, cases[i].asset);
      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_case);
    }
  g_test_add_func ("/probe/mistake", test_mistake);
  return g_test_run ();
}
