/* SPDX-License-Identifier: MIT */
/* Strokes on the zones of frames, killed at any moment: of what was said to be finished nothing is missing, and what the
 * journal brings back is what was painted, stroke for stroke. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/painted_kit.h"
#include "tests/support/seed.h"

#define KILLS 20
#define STROKES 400      /* more than a killed one comes to */
#define WIDTH 32
#define HEIGHT 40

typedef struct {
  guint frame;
  gint x, y, w, h;
  guint8 zone;             /* 0 erases */
} Stroke;

static Stroke
next_stroke (GRand *rand)
{
  Stroke stroke;
  stroke.frame = (guint) g_rand_int_range (rand, 0, 2);
  stroke.x = g_rand_int_range (rand, -4, WIDTH);
  stroke.y = g_rand_int_range (rand, -4, HEIGHT);
  stroke.w = g_rand_int_range (rand, 1, 12);
  stroke.h = g_rand_int_range (rand, 1, 12);
  stroke.zone = (guint8) g_rand_int_range (rand, 0, 3);
  return stroke;
}

static KbFrame *
frame_of (KbDocument *document, guint frame)
{
  return kb_frame_at (kb_project_find_sprite (kb_document_project (document), "fakir"), frame);
}

/* Whether it changed something, and so is a step, is told by the model. */
static gboolean
paint_model (guint8 model[2][HEIGHT][WIDTH], Stroke stroke)
{
  gboolean changed = FALSE;
  for (gint y = MAX (stroke.y, 0); y < MIN (stroke.y + stroke.h, HEIGHT); y++)
    for (gint x = MAX (stroke.x, 0); x < MIN (stroke.x + stroke.w, WIDTH); x++)
      {
        changed |= model[stroke.frame][y][x] != stroke.zone;
        model[stroke.frame][y][x] = stroke.zone;
      }
  return changed;
}

/* In a process of its own: paints until it is killed, and says so after each stroke. */
static void
paint_on (const char *folder, guint32 seed, gint say)
{
  KbDocument *document = kb_document_open (folder, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  if (!document || !kb_document_keep_journal (document, NULL))
    _exit (2);
  for (guint i = 0; i < STROKES; i++)
    {
      Stroke stroke = next_stroke (rand);
      KbId id = frame_of (document, stroke.frame)->node.id;
      KbZonesPainter *painter = kb_document_painter (document, id, "pixels", NULL);
      if (!painter)
        _exit (3);
      kb_zones_painter_box (painter, stroke.x, stroke.y, stroke.w, stroke.h, stroke.zone);
      if (!kb_document_paint_end (document, id, "pixels", painter, NULL, NULL) || write (say, "", 1) != 1)
        _exit (4);
    }
  for (;;)
    pause ();
}

/* Reads what the other process says until it has said `strokes`, kills it then; returns how many it had said at last. */
static guint
kill_after (pid_t child, gint hear, guint strokes)
{
  char bytes[64];
  guint said = 0;
  gint status;
  while (said < strokes)
    {
      gssize n = read (hear, bytes, MIN (sizeof bytes, strokes - said));
      if (n <= 0)
        break;
      said += (guint) n;
    }
  kill (child, SIGKILL);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
  for (gssize n; (n = read (hear, bytes, sizeof bytes)) > 0;)
    said += (guint) n;
  return said;
}

static void
check_pixels (KbDocument *document, guint8 model[2][HEIGHT][WIDTH])
{
  for (guint f = 0; f < 2; f++)
    {
      const KbZones *zones = frame_of (document, f)->pixels.zones;
      for (gint y = 0; y < HEIGHT; y++)
        for (gint x = 0; x < WIDTH; x++)
          if ((zones ? kb_zones_at (zones, x, y) : 0) != model[f][y][x])
            g_error ("frame %u, pixel %d,%d is not as it was painted", f, x, y);
    }
}

/* What is in the journal is a whole number of the strokes, from the first on, and all that were finished are among them. */
static void
check_recovered (Fixture *fixture, guint32 seed, guint said)
{
  guint8 model[2][HEIGHT][WIDTH] = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GError) error = NULL;
  guint n_replayed, steps = 0, strokes = 0;
  KbDocument *document = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
  g_assert_true (kb_document_replay_journal (document, &n_replayed, &error));
  g_assert_no_error (error);
  for (; strokes < said; strokes++)
    steps += paint_model (model, next_stroke (rand));
  g_assert_cmpuint (n_replayed, >=, steps);
  for (; steps < n_replayed; strokes++)
    {
      g_assert_cmpuint (strokes, <, STROKES);
      steps += paint_model (model, next_stroke (rand));
    }
  check_pixels (document, model);
  g_assert_true (kb_document_discard_journal (document, &error));
  g_assert_no_error (error);
  kb_document_free (document);
}

static void
test_killed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  must_apply (fixture->document, "{\"insert\": \"sprites[0].zones\", \"value\": {\"value\": 1, \"name\": \"skin\", \"colour\": \"#ff0000\"}}");
  must_apply (fixture->document, "{\"insert\": \"sprites[0].zones\", \"value\": {\"value\": 2, \"name\": \"cloth\", \"colour\": \"#00ff00\"}}");
  save (fixture);
  kb_document_free (fixture->document);
  fixture->document = NULL;
  for (guint i = 0; kit_goes_on (i, KILLS); i++)
    {
      guint32 seed = g_rand_int (rand);
      gint pipe_ends[2];
      g_assert_cmpint (pipe (pipe_ends), ==, 0);
      pid_t child = fork ();
      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        paint_on (fixture->folder, seed, pipe_ends[1]);
      close (pipe_ends[1]);
      guint said = kill_after (child, pipe_ends[0], (guint) g_rand_int_range (rand, 1, 60));
      close (pipe_ends[0]);
      check_recovered (fixture, seed, said);
    }
  open_again (fixture);
}

KIT_PROGRAM (killed_strokes)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/killed-strokes/frames", Fixture, NULL, set_up, test_killed, tear_down);
  return g_test_run ();
}
