/* SPDX-License-Identifier: MIT */
/* Where a random hand presses on a canvas of canvas.h. */
#ifndef KB_TEST_RANDOM_HANDS_H
#define KB_TEST_RANDOM_HANDS_H

#include <string.h>

#include "tests/support/canvas.h"

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

#endif
