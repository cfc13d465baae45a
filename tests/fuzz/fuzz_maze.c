/* SPDX-License-Identifier: MIT */
/* Opens the input as a maze and asks everything: whatever the bytes say, every answer is sound and comes soon. */
#include "tests/fuzz/expect.h"
#include "tests/support/layer_kit.h"

static void
ask (kbx_handle maze, kbx_box box, kbx_point move)
{
  const kbx_vec from = { (float) box.x0, (float) box.y0 + 0.5f }, to = { (float) move.x, (float) move.y };
  const KitMazeBoxTrace trace = kit_maze_trace_box (maze, box, move);
  const KitMazeMove slid = kit_maze_slide_box (maze, box, move);
  const KitMazeTrace point = kit_maze_trace_point (maze, from, to);
  kbx_point cells[4];
  expect (trace.sweep.status == KBX_OK && slid.status == KBX_OK && point.sweep.status == KBX_OK);
  expect (trace.sweep.started_inside == kit_maze_hits_box (maze, box) && slid.started_inside == trace.sweep.started_inside);
  expect (trace.sweep.started_inside || !kit_maze_hits_box (maze, trace.stop));
  expect (trace.sweep.started_inside || !kit_maze_hits_box (maze, slid.box));
  expect (!point.sweep.started_inside && point.sweep.fraction >= 0 && point.sweep.fraction <= 1);
  expect (kbx_maze_cells_crossed (maze, from, to, cells, 4) <= 4 * 8192);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const int32_t steps[] = { -3000, -31, 0, 7, 60, 1500 };
  const uint32_t n = sizeof steps / sizeof *steps;
  kbx_handle maze;
  kbx_error error;
  kbx_about about;

  if (kbx_open (&maze, KBX_MAZE, data, size, &error) != KBX_OK)
    return expect_refused (size, error, maze.data);
  fuzz_accept ();
  about = kbx_info (maze);
  /* Points live nearer than mazes may lie. */
  for (uint32_t i = 0; i < n * n; i++)
    {
      const kbx_point move = { steps[i % n], steps[i / n] };
      const kbx_box near = { -10 + (int32_t) i, 3, 2 + (int32_t) i, 20 };
      kbx_box in = about.bounds;
      ask (maze, near, move);
      in.x1 = in.x0 + 1 + (int32_t) i;
      in.y1 = in.y0 + 3;
      if (in.x0 > -60000 && in.x0 < 60000 && in.y0 > -60000 && in.y0 < 60000)
        ask (maze, in, move);
    }
  return 0;
}
