/* SPDX-License-Identifier: MIT */
/* Where a random hand presses on a canvas of canvas.h. */
#ifndef KB_TEST_RANDOM_HANDS_H
#define KB_TEST_RANDOM_HANDS_H

#include <string.h>

#include "tests/support/canvas.h"
#include "tests/support/seed.h"
#include "tools/speak.h"

static inline KbVec
random_place (GRand *rand)
{
  /* Often on the frame, often near what was there before, now and then far away. */
  switch (g_rand_int_range (rand, 0, 8))
    {
    case 0: return (KbVec) { g_rand_double_range (rand, -1e7, 1e7), g_rand_double_range (rand, -1e7, 1e7) };
    case 1: return (KbVec) { g_rand_int_range (rand, 0, 8) * 8 * SCALE, g_rand_int_range (rand, 0, 6) * 8 * SCALE };
    default: return (KbVec) { g_rand_double_range (rand, -40, 560), g_rand_double_range (rand, -40, 440) };
    }
}

static inline KbPointerEvent
random_event (GRand *rand)
{
  static const guint modifiers[] = { 0, 0, 0, KB_MOD_SHIFT, KB_MOD_CONTROL, KB_MOD_ALT, KB_MOD_SHIFT | KB_MOD_ALT };

  return (KbPointerEvent) {
    .canvas = random_place (rand),
    .button = g_rand_int_range (rand, 0, 12) ? 1 : 2,
    .n_press = g_rand_int_range (rand, 0, 4) ? 1 : 2,
    .modifiers = modifiers[g_rand_int_range (rand, 0, G_N_ELEMENTS (modifiers))],
  };
}

/* Undoes everything to the setup, which gives `start`, and does it all again, which gives what there is now; the number of
 * steps. */
static inline guint
undo_all (Canvas *canvas, const char *start)
{
  g_autofree char *end = canvas_text (canvas), *undone = NULL, *redone = NULL;
  guint n = 0;

  for (; strcmp (kb_document_undo_label (canvas->document), SETUP) != 0; n++)
    g_assert_true (kb_document_undo (canvas->document));
  undone = canvas_text (canvas);
  g_assert_cmpstr (start, ==, undone);
  /* Redo goes on to the end or further: what was undone at the end is redone too. */
  for (guint i = 0; i < n; i++)
    g_assert_true (kb_document_redo (canvas->document));
  redone = canvas_text (canvas);
  g_assert_cmpstr (end, ==, redone);
  return n;
}

/* What a random hand works on, and what it does. */
typedef struct {
  const char *path;                                  /* of the test, without its end */
  Canvas *(*make) (guint32 seed);
  void (*act) (Canvas *canvas, GRand *rand, char **clip);
  void (*check) (Canvas *canvas);
  void (*thin_out) (Canvas *canvas);                 /* what only grows would be slow to check and looks alike */
  guint events;
} RandomHands;

static const RandomHands random_hands;

static inline void
run_random_hands (gconstpointer data)
{
  guint32 seed = GPOINTER_TO_UINT (data) ? GPOINTER_TO_UINT (data) : (guint32) g_test_rand_int ();
  GRand *rand = g_rand_new_with_seed (seed);
  Canvas *canvas = random_hands.make (seed);
  g_autofree char *start = NULL, *clip = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 64, 64);
  cairo_t *cr = cairo_create (surface);
  guint n, n_done;

  g_test_message ("seed %u", seed);
  canvas_run (canvas, "");
  start = canvas_text (canvas);
  for (guint i = 0; kit_goes_on (i, random_hands.events); i++)
    {
      random_hands.act (canvas, rand, &clip);
      random_hands.check (canvas);
      random_hands.thin_out (canvas);
      if (i % 64 == 0)
        {
          g_autofree char *words = kb_speak (canvas->context);

          g_assert_true (g_utf8_validate (words, -1, NULL));
          kb_tools_draw (canvas->context, cr, kb_style (TRUE));
        }
    }
  n_done = kit_n_done;
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  kb_tools_cancel (canvas->context);
  n = undo_all (canvas, start);
  g_test_message ("%u steps", n);
  /* The fixed seeds are known to leave much to undo in the end; others, or fewer events, may end soon after undoing most. */
  if (data && n_done == random_hands.events)
    g_assert_cmpuint (n, >, 20);

  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_rand_free (rand);
  canvas_free (canvas);
}

/* Six seeds, and one that is another with each --seed. */
static inline int
test_random_hands (int argc, char **argv)
{
  g_autofree char *random = g_strconcat (random_hands.path, "/random", NULL);

  kit_test_init (&argc, &argv);
  for (guint seed = 1; seed <= 6; seed++)
    {
      g_autofree char *path = g_strdup_printf ("%s/seed-%u", random_hands.path, seed);
      g_test_add_data_func (path, GUINT_TO_POINTER (seed), run_random_hands);
    }
  g_test_add_data_func (random, NULL, run_random_hands);
  return g_test_run ();
}

#endif
