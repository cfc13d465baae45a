/* SPDX-License-Identifier: MIT */
/* Mazes for tests. */
#ifndef KB_TEST_MAZES_H
#define KB_TEST_MAZES_H

#include "bake/convert.h"

typedef struct {
  kbx_maze_plan form;
  guint8 *edges;
  GBytes *bytes;
  kbx_handle maze;
} TestMaze;

/* All numbers but `form.edges` and `form.stride` are set; `edges` may be drawn into, before kit_maze_finish. */
static inline TestMaze
kit_maze_new (gint x, gint y, guint w, guint h, gint i, gint j, guint width, guint height)
{
  TestMaze m = { 0 };
  m.edges = g_new0 (guint8, (gsize) (width + 1) * (height + 1));
  m.form = (kbx_maze_plan) { { x, y }, { i, j }, w, h, width, height, 0, m.edges, width + 1 };
  return m;
}

static inline void
kit_maze_finish (TestMaze *m)
{
  g_autoptr (GError) error = NULL;
  gsize size;
  gconstpointer data;
  m->bytes = kb_pack_maze (&m->form, &error);
  g_assert_no_error (error);
  data = g_bytes_get_data (m->bytes, &size);
  g_assert_cmpint (kbx_open (&m->maze, KBX_MAZE, data, size, NULL), ==, KBX_OK);
}

static inline void
kit_maze_clear (TestMaze *m)
{
  g_bytes_unref (m->bytes);
  g_free (m->edges);
}

/* Is there a wall on that edge? Cells as in the world. */
static inline gboolean
kit_maze_edge (const TestMaze *m, gint i, gint j, gboolean top)
{
  i -= m->form.first.x;
  j -= m->form.first.y;
  if (i < 0 || j < 0 || i > (gint) m->form.columns || j > (gint) m->form.rows)
    return FALSE;
  if (top ? i == (gint) m->form.columns : j == (gint) m->form.rows)
    return FALSE;
  return m->edges[(gsize) j * m->form.stride + (gsize) i] >> (top ? 1 : 0) & 1;
}

#endif
