/* SPDX-License-Identifier: MIT */
/* What is in sight of a level that is fitted into the view. */
#include "drawing/levels/level_marks.h"
#include "tests/support/canvas.h"
#include "tests/support/seed.h"

static KbBounds
fitted (const Canvas *canvas)
{
  return kb_level_fit_bounds (canvas->document, kb_tool_context_level (canvas->context));
}

static void
assert_bounds (KbBounds is, KbBounds wanted)
{
  g_assert_cmpfloat (is.x0, ==, wanted.x0);
  g_assert_cmpfloat (is.y0, ==, wanted.y0);
  g_assert_cmpfloat (is.x1, ==, wanted.x1);
  g_assert_cmpfloat (is.y1, ==, wanted.y1);
}

/* Cells [24, 40) x [8, 24) of 8 pixels, with tiles of 64 x 48 that stand on them: no picture is cut off, and a single tile does not
 * fill a whole window. */
static void
test_tiles (void)
{
  Canvas *canvas = canvas_new (1);

  canvas_show_tiles (canvas);
  const KbBounds all = fitted (canvas);
  g_assert_true (all.x0 <= 24 && all.y0 <= 16 - 48 && all.x1 >= 32 + 64 && all.y1 >= 24);
  assert_bounds (all, (KbBounds) { -4, -76, 124, 52 });   /* 72 pixels each way, with their middle at (60, -12) */
  canvas_free (canvas);
}

KIT_PROGRAM (level_extent)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/level-extent/tiles", test_tiles);
  return g_test_run ();
}
