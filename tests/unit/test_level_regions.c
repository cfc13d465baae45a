/* SPDX-License-Identifier: MIT */
/* Regions that walls close, beside a flood fill of squares. */
#include "operations/level/change.h"
#include "operations/level/lines.h"
#include "tests/support/level_document.h"
#include "tests/support/seed.h"

enum { SIDE = 9, CELL = 16 };

/* Walls along the sides of squares: `right[x][y]` of square (x, y), `below` the same. Index 0 is outside. */
typedef struct {
  gboolean right[SIDE + 2][SIDE + 2], below[SIDE + 2][SIDE + 2], filled[SIDE + 2][SIDE + 2];
} Squares;

static void
add_wall (json_t *walls, int ax, int ay, int bx, int by)
{
  gboolean turn = g_test_rand_bit ();

  json_array_append_new (walls, turn ? wall_json (CELL * bx, CELL * by, CELL * ax, CELL * ay) : wall_json (CELL * ax, CELL * ay, CELL * bx, CELL * by));
  /* Now and then another one upon it. */
  if (g_test_rand_int_range (0, 20) == 0)
    json_array_append_new (walls, wall_json (CELL * ax, CELL * ay, CELL * bx, CELL * by));
}

static json_t *
random_squares (Squares *squares, double density)
{
  json_t *walls = json_array ();

  *squares = (Squares) { 0 };
  for (int x = 0; x <= SIDE; x++)
    for (int y = 0; y <= SIDE; y++)
      {
        squares->right[x][y] = y > 0 && g_test_rand_double () < density;
        squares->below[x][y] = x > 0 && g_test_rand_double () < density;
        if (squares->right[x][y])
          add_wall (walls, x + 1, y, x + 1, y + 1);
        if (squares->below[x][y])
          add_wall (walls, x, y + 1, x + 1, y + 1);
      }
  return walls;
}

static void
flood (Squares *squares, int x, int y)
{
  if (squares->filled[x][y])
    return;
  squares->filled[x][y] = TRUE;
  if (x <= SIDE && !squares->right[x][y])
    flood (squares, x + 1, y);
  if (x > 0 && !squares->right[x - 1][y])
    flood (squares, x - 1, y);
  if (y <= SIDE && !squares->below[x][y])
    flood (squares, x, y + 1);
  if (y > 0 && !squares->below[x][y - 1])
    flood (squares, x, y - 1);
}

static gboolean
is_in (const KbRings *rings, double x, double y)
{
  gboolean in = FALSE;

  for (guint i = 0; i < rings->n; i++)
    in ^= kb_level_ring_contains (rings->points + kb_rings_start (rings, i), rings->ends[i] - kb_rings_start (rings, i), (KbVec) { x, y });
  return in;
}

static void
check_square (const KbLevelIndex *index, Squares *squares, int x, int y)
{
  KbRings rings;
  gboolean found;

  memset (squares->filled, 0, sizeof squares->filled);
  flood (squares, x, y);
  found = kb_level_region_at (index, (KbVec) { CELL * (x + 0.25), CELL * (y + 0.5) }, G_MAXUINT, &rings);
  g_assert_true (found == !squares->filled[0][0]);
  for (int i = 0; i <= SIDE + 1 && found; i++)
    for (int k = 0; k <= SIDE + 1; k++)
      g_assert_true (is_in (&rings, CELL * (i + 0.5), CELL * (k + 0.5)) == squares->filled[i][k]);
  kb_rings_clear (&rings);
}

static void
test_squares (void)
{
  for (guint round = 0; round < 150; round++)
    {
      Squares squares;
      KbDocument *document = level_document (random_squares (&squares, 0.35 + 0.05 * (round % 12)), NULL, NULL);
      KbLevelIndex *index = kb_level_index_new (document, the_level (document)->node.id);

      for (int x = 1; x <= SIDE; x++)
        for (int y = 1; y <= SIDE; y++)
          check_square (index, &squares, x, y);
      kb_level_index_free (index);
      kb_document_free (document);
    }
}

static const double room[] = { 0, 0, 200, 0, 200, 100, 0, 100 }, pillar[] = { 20, 20, 40, 20, 40, 40, 20, 40 },
                    shrine[] = { 24, 24, 36, 24, 30, 36 }, column[] = { 100, 20, 120, 30, 100, 40 };

static char *
rings_text (const KbRings *rings)
{
  json_t *json = kb_level_rings_json (rings);
  char *dumped = json_dumps (json, JSON_COMPACT), *text = g_strdup (dumped);

  free (dumped);
  json_decref (json);
  return text;
}

static void
assert_region (const KbLevelIndex *index, double x, double y, guint most, guint rings_wanted, double area_wanted)
{
  KbRings rings;
  double area = 0;

  g_assert_true (kb_level_region_at (index, (KbVec) { x, y }, most, &rings));
  for (guint i = 0; i < rings.n; i++)
    area += (i ? -0.5 : 0.5) * ABS (kb_level_ring_area (rings.points + kb_rings_start (&rings, i), rings.ends[i] - kb_rings_start (&rings, i)));
  g_assert_cmpuint (rings.n, ==, rings_wanted);
  g_assert_cmpfloat (area, ==, area_wanted);
  kb_rings_clear (&rings);
}

static void
test_rooms (void)
{
  json_t *walls = json_array ();
  KbRings rings;

  add_ring (walls, room, G_N_ELEMENTS (room));
  add_ring (walls, pillar, G_N_ELEMENTS (pillar));
  add_ring (walls, shrine, G_N_ELEMENTS (shrine));
  add_ring (walls, column, G_N_ELEMENTS (column));
  /* A wall that hangs into the room, one that stands in it. */
  json_array_append_new (walls, wall_json (200, 100, 150, 50));
  json_array_append_new (walls, wall_json (150, 10, 160, 10));
  KbDocument *document = level_document (walls, NULL, NULL);
  KbLevelIndex *index = kb_level_index_new (document, the_level (document)->node.id);

  assert_region (index, 5, 5, G_MAXUINT, 3, 20000 - 400 - 200);
  assert_region (index, 5, 5, 3, 1, 20000);
  assert_region (index, 21, 39, G_MAXUINT, 2, 400 - 72);
  assert_region (index, 30, 26, G_MAXUINT, 1, 72);
  assert_region (index, 105, 30, G_MAXUINT, 1, 200);
  /* Exactly on a row with corners, on a wall, on a corner: some region or none, but an answer. */
  assert_region (index, 5, 20, G_MAXUINT, 3, 19400);
  g_assert_true (kb_level_region_at (index, (KbVec) { 20, 20 }, G_MAXUINT, &rings));
  kb_rings_clear (&rings);
  g_assert_false (kb_level_region_at (index, (KbVec) { -5, 50 }, G_MAXUINT, &rings));
  g_assert_false (kb_level_region_at (index, (KbVec) { 1e9, 50 }, G_MAXUINT, &rings));

  /* By a wall: a side of the room has one region, a side of the pillar the inner one, as that is smaller. */
  g_assert_true (kb_level_region_of_wall (index, kb_wall_at (the_level (document), 0)->node.id, G_MAXUINT, &rings));
  g_assert_cmpuint (rings.n, ==, 3);
  kb_rings_clear (&rings);
  g_assert_true (kb_level_region_of_wall (index, kb_wall_at (the_level (document), 4)->node.id, G_MAXUINT, &rings));
  g_assert_cmpuint (rings.n, ==, 2);
  kb_rings_clear (&rings);
  g_assert_true (kb_level_region_of_wall (index, kb_wall_at (the_level (document), 11)->node.id, G_MAXUINT, &rings));
  g_autofree char *text = rings_text (&rings);
  g_assert_cmpstr (text, ==, "[[[100.0,20.0],[120.0,30.0],[100.0,40.0]]]");
  kb_rings_clear (&rings);
  g_assert_false (kb_level_region_of_wall (index, kb_wall_at (the_level (document), 15)->node.id, G_MAXUINT, &rings));
  kb_level_index_free (index);
  kb_document_free (document);
}

KIT_PROGRAM (level_regions)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/level-regions/squares", test_squares);
  g_test_add_func ("/level-regions/rooms", test_rooms);
  return g_test_run ();
}
