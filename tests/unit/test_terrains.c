/* SPDX-License-Identifier: MIT */
/* Terrains against plain definitions: a grid of corners, or of edges, that the painted cells set. */
#include "operations/level/terrain.h"
#include "tests/support/painted_kit.h"
#include "tests/support/seed.h"

enum { WIDE = 24, HIGH = 18 };
static const guint corner[4] = { 7, 1, 3, 5 }, edge[4] = { 0, 2, 4, 6 };
static const gint corner_at[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };

/* A tile for each way to give four labels the values from `low` to `high`, unless they differ by more than `apart`. */
static const KbSprite *
add_tiles (KbDocument *document, const guint where[4], guint low, guint high, guint apart)
{
  g_autoptr (GString) line = g_string_new ("{\"insert\": \"sprites\", \"value\": {\"name\": \"ground\", \"terrains\": [");
  guint id = 0;
  for (guint t = 1; t <= high; t++)
    g_string_append_printf (line, "%s{\"value\": %u, \"name\": \"t%u\", \"colour\": \"#00%02x00\"}", t > 1 ? "," : "", t, t, t);
  g_string_append (line, "], \"frames\": [");
  for (guint a = low; a <= high; a++)
    for (guint b = low; b <= high; b++)
      for (guint c = low; c <= high; c++)
        for (guint d = low; d <= high; d++)
          {
            guint labels[8] = { 0 }, most = MAX (MAX (a, b), MAX (c, d)), least = MIN (MIN (a, b), MIN (c, d));
            labels[where[0]] = a, labels[where[1]] = b, labels[where[2]] = c, labels[where[3]] = d;
            if (most == 0 || most - least > apart)
              continue;
            g_string_append_printf (line, "%s{\"id\": %u, \"width\": 8, \"height\": 8, \"terrain\": [%u,%u,%u,%u,%u,%u,%u,%u]}",
                                    id ? "," : "", id + 1, labels[0], labels[1], labels[2], labels[3], labels[4], labels[5], labels[6], labels[7]);
            id++;
          }
  g_string_append (line, "]}}");
  must_apply (document, line->str);
  must_apply (document, "{\"insert\": \"levels\", \"value\": {\"name\": \"cave\", \"tilesets\": [{\"number\": 1, \"sprite\": \"ground\"}],"
                        " \"layers\": [{\"name\": \"back\", \"cell\": [8, 8], \"width\": 24, \"height\": 18}]}}");
  const KbProject *project = kb_document_project (document);
  return kb_sprite_at (project, kb_count (project->sprites) - 1);
}

static KbCellStroke *
begin (KbDocument *document)
{
  return kb_cell_stroke_new (document, kb_layer_at (kb_level_at (kb_document_project (document), 0), 0)->node.id, NULL);
}

static gint
label_at (const KbSprite *sprite, const KbCellStroke *stroke, gint i, gint j, guint k)
{
  KbCell cell = kb_cell_unpack (kb_cell_stroke_at (stroke, i, j));
  const KbFrame *frame = cell.frame ? kb_sprite_find_frame (sprite, (gint) cell.frame) : NULL;
  return frame ? frame->terrain.v[k] : 0;
}

typedef struct { gint at[WIDE + 1][HIGH + 1]; } Corners;

static void
check (const KbSprite *sprite, const KbCellStroke *stroke, const Corners *corners)
{
  for (gint j = 0; j < HIGH; j++)
    for (gint i = 0; i < WIDE; i++)
      for (guint k = 0; k < 4; k++)
        g_assert_cmpint (label_at (sprite, stroke, i, j, corner[k]), ==, corners->at[i + corner_at[k][0]][j + corner_at[k][1]]);
}

static void
set_box (Corners *corners, KbCellBox box, gint terrain)
{
  for (gint j = box.j; j <= box.j + box.height; j++)
    for (gint i = box.i; i <= box.i + box.width; i++)
      corners->at[i][j] = terrain;
}

static gboolean
alike (const Corners *corners, gint i, gint j, gint p, gint q)
{
  gboolean same = TRUE;
  for (guint k = 0; k < 4; k++)
    same = same && corners->at[i + corner_at[k][0]][j + corner_at[k][1]] == corners->at[p + corner_at[k][0]][q + corner_at[k][1]];
  return same;
}

static void
flood (const Corners *was, Corners *is, gboolean known[WIDE][HIGH], gint from_i, gint from_j, gint i, gint j, gint terrain)
{
  if (i < 0 || j < 0 || i >= WIDE || j >= HIGH || known[i][j] || !alike (was, from_i, from_j, i, j))
    return;
  known[i][j] = TRUE;
  set_box (is, (KbCellBox) { i, j, 1, 1 }, terrain);
  for (gint d = 0; d < 4; d++)
    flood (was, is, known, from_i, from_j, i + (d == 0) - (d == 1), j + (d == 2) - (d == 3), terrain);
}

/* With a tile for each case, the corners are exactly those painted. From `low` 0 on, cells may be empty. */
static void
test_complete (Fixture *fixture, gconstpointer data)
{
  gint low = GPOINTER_TO_INT (data);
  GRand *random = g_rand_new_with_seed (5);
  const KbSprite *sprite = add_tiles (fixture->document, corner, (guint) low, 2, 2);
  Corners corners = { 0 };
  KbCellStroke *stroke = begin (fixture->document);
  g_autoptr (KbTerrains) first = kb_terrains_new (sprite, 1, 1, 0);
  g_assert_cmpuint (kb_terrains_labels (first), ==, KB_LABEL_CORNERS);
  if (low)
    {
      set_box (&corners, (KbCellBox) { 0, 0, WIDE, HIGH }, 1);
      kb_terrains_box (first, stroke, (KbCellBox) { 0, 0, WIDE, HIGH });
      check (sprite, stroke, &corners);
    }
  for (guint n = 0; n < 300; n++)
    {
      gint terrain = g_rand_int_range (random, low, 3), i = g_rand_int_range (random, 2, WIDE - 6), j = g_rand_int_range (random, 2, HIGH - 6);
      KbCellBox box = { i, j, g_rand_int_range (random, 1, 5), g_rand_int_range (random, 1, 5) };
      g_autoptr (KbTerrains) terrains = kb_terrains_new (sprite, 1, (guint8) terrain, n);
      guint way = (guint) g_rand_int_range (random, 0, 8), k = (guint) g_rand_int_range (random, 0, 4);
      if (way == 0)
        {
          const Corners was = corners;
          gboolean known[WIDE][HIGH] = { { FALSE } };
          if (alike (&was, i, j, 0, 0))
            continue;   /* what is filled may not reach the rim, where the layer ends */
          flood (&was, &corners, known, i, j, i, j, terrain);
          g_assert_true (kb_terrains_fill (terrains, stroke, i, j));
        }
      else if (way == 1)
        {
          kb_terrains_touch (terrains, stroke, i, j, 1u << corner[k]);
          corners.at[i + corner_at[k][0]][j + corner_at[k][1]] = terrain;
        }
      else
        {
          kb_terrains_box (terrains, stroke, box);
          set_box (&corners, box, terrain);
        }
      check (sprite, stroke, &corners);
    }
  kb_cell_stroke_cancel (stroke);
  g_rand_free (random);
}

/* Terrains 1 and 3 never meet on a tile: 2 comes between them, and everywhere neighbours agree. */
static void
test_between (Fixture *fixture, gconstpointer data)
{
  GRand *random = g_rand_new_with_seed (7);
  const KbSprite *sprite = add_tiles (fixture->document, corner, 1, 3, 1);
  KbCellStroke *stroke = begin (fixture->document);
  g_autoptr (KbTerrains) first = kb_terrains_new (sprite, 1, 1, 0);
  kb_terrains_box (first, stroke, (KbCellBox) { 0, 0, WIDE, HIGH });
  for (guint n = 0; n < 200; n++)
    {
      KbCellBox box = { g_rand_int_range (random, 3, WIDE - 6), g_rand_int_range (random, 3, HIGH - 6), 1, 1 };
      gint terrain = g_rand_int_range (random, 1, 4);
      g_autoptr (KbTerrains) terrains = kb_terrains_new (sprite, 1, (guint8) terrain, n);
      kb_terrains_box (terrains, stroke, box);
      for (guint k = 0; k < 4; k++)
        g_assert_cmpint (label_at (sprite, stroke, box.i, box.j, corner[k]), ==, terrain);
      for (gint j = 0; j < HIGH - 1; j++)
        for (gint i = 0; i < WIDE - 1; i++)
          {
            gint here = label_at (sprite, stroke, i, j, 3);
            g_assert_cmpint (here, ==, label_at (sprite, stroke, i + 1, j, 5));
            g_assert_cmpint (here, ==, label_at (sprite, stroke, i, j + 1, 1));
            g_assert_cmpint (here, ==, label_at (sprite, stroke, i + 1, j + 1, 7));
          }
    }
  kb_cell_stroke_cancel (stroke);
  g_rand_free (random);
}

/* Straight edges and outer corners only, as many sets of art have: where an inner corner is missing, what is further than
 * two cells away stays as it is, and at most the cells at the corner look wrong. */
static void
test_patch (Fixture *fixture, gconstpointer data)
{
  const KbSprite *sprite = add_tiles (fixture->document, corner, 0, 1, 1);
  for (guint f = kb_count (sprite->frames); f-- > 0;)
    {
      const gint *v = kb_frame_at (sprite, f)->terrain.v, sum = v[1] + v[3] + v[5] + v[7];
      g_autofree char *line = g_strdup_printf ("{\"remove\": \"sprites['ground'].frames[%u]\"}", f);
      if (sum == 3 || (sum == 2 && v[1] == v[5]))
        must_apply (fixture->document, line);
    }
  for (guint seed = 0; seed < 40; seed++)
    {
      const KbCellBox field = { 2, 8, 20, 7 }, hill = { g_test_rand_int_range (5, 9), g_test_rand_int_range (3, 6), g_test_rand_int_range (3, 9), 6 };
      guint32 before[WIDE][HIGH];
      guint seams = 0;
      KbCellStroke *stroke = begin (fixture->document);
      g_autoptr (KbTerrains) terrains = kb_terrains_new (sprite, 1, 1, seed);
      kb_terrains_box (terrains, stroke, field);
      for (gint i = 0; i < WIDE; i++)
        for (gint j = 0; j < HIGH; j++)
          before[i][j] = kb_cell_stroke_at (stroke, i, j);
      kb_terrains_box (terrains, stroke, hill);
      for (gint i = 0; i < WIDE; i++)
        for (gint j = 0; j < HIGH; j++)
          if (i < hill.i - 2 || j < hill.j - 2 || i > hill.i + hill.width + 1 || j > hill.j + hill.height + 1)
            g_assert_cmphex (kb_cell_stroke_at (stroke, i, j), ==, before[i][j]);
      for (gint i = 0; i < WIDE - 1; i++)
        for (gint j = 0; j < HIGH - 1; j++)
          seams += label_at (sprite, stroke, i, j, 3) != label_at (sprite, stroke, i + 1, j, 5)
                   || label_at (sprite, stroke, i, j, 3) != label_at (sprite, stroke, i, j + 1, 1)
                   || label_at (sprite, stroke, i, j, 3) != label_at (sprite, stroke, i + 1, j + 1, 7);
      g_assert_cmpuint (seams, <=, 4);
      kb_cell_stroke_cancel (stroke);
    }
}

/* Roads: only edges are painted, each is that of both cells. */
static void
test_edges (Fixture *fixture, gconstpointer data)
{
  GRand *random = g_rand_new_with_seed (9);
  const KbSprite *sprite = add_tiles (fixture->document, edge, 0, 1, 1);
  KbCellStroke *stroke = begin (fixture->document);
  gint right[WIDE + 2][HIGH + 2] = { { 0 } }, below[WIDE + 2][HIGH + 2] = { { 0 } };
  for (guint n = 0; n < 400; n++)
    {
      gint i = g_rand_int_range (random, 1, WIDE - 1), j = g_rand_int_range (random, 1, HIGH - 1), on = g_rand_int_range (random, 0, 3) > 0;
      gboolean down = g_rand_boolean (random);
      g_autoptr (KbTerrains) terrains = kb_terrains_new (sprite, 1, (guint8) on, n);
      g_assert_cmpuint (kb_terrains_labels (terrains), ==, KB_LABEL_EDGES);
      kb_terrains_touch (terrains, stroke, i, j, down ? 1u << 4 : 1u << 2);
      *(down ? &below[i][j] : &right[i][j]) = on;
      for (gint q = 1; q < HIGH; q++)
        for (gint p = 1; p < WIDE; p++)
          {
            g_assert_cmpint (label_at (sprite, stroke, p, q, 2), ==, right[p][q]);
            g_assert_cmpint (label_at (sprite, stroke, p, q, 6), ==, right[p - 1][q]);
            g_assert_cmpint (label_at (sprite, stroke, p, q, 4), ==, below[p][q]);
            g_assert_cmpint (label_at (sprite, stroke, p, q, 0), ==, below[p][q - 1]);
          }
    }
  kb_cell_stroke_cancel (stroke);
  g_rand_free (random);
}

/* A tile turned on the map counts as its picture looks; tiles without labels stay. */
static void
test_turned (Fixture *fixture, gconstpointer data)
{
  const KbSprite *sprite = add_tiles (fixture->document, corner, 0, 1, 1);
  KbCellStroke *stroke = begin (fixture->document);
  g_autoptr (KbTerrains) terrains = kb_terrains_new (sprite, 1, 1, 0);
  KbCell cell = { .tileset = 1, .flip_x = TRUE };
  for (guint f = 0; f < kb_count (sprite->frames); f++)
    {
      const gint *v = kb_frame_at (sprite, f)->terrain.v;
      if (v[7] && !v[1] && !v[3] && !v[5])
        cell.frame = (guint) kb_frame_at (sprite, f)->lasting_id;   /* top left; flipped, top right */
    }
  g_autoptr (KbStamp) turned = kb_stamp_of_cell (kb_cell_pack (&cell));
  kb_cell_stroke_stamp (stroke, turned, 5, 5);
  kb_terrains_touch (terrains, stroke, 5, 5, 1u << 1);
  g_assert_cmpuint (kb_cell_stroke_at (stroke, 5, 5), ==, turned->cells[0]);
  kb_terrains_touch (terrains, stroke, 5, 5, 1u << 3);
  g_assert_cmpint (label_at (sprite, stroke, 5, 5, 1), ==, 1);
  g_assert_cmpint (label_at (sprite, stroke, 5, 5, 3), ==, 1);
  g_assert_cmpint (label_at (sprite, stroke, 5, 5, 7), ==, 0);
  cell = (KbCell) { .tileset = 1, .frame = 900 };
  g_autoptr (KbStamp) other = kb_stamp_of_cell (kb_cell_pack (&cell));
  kb_cell_stroke_stamp (stroke, other, 10, 10);
  kb_terrains_box (terrains, stroke, (KbCellBox) { 11, 10, 1, 1 });
  g_assert_cmpuint (kb_cell_stroke_at (stroke, 10, 10), ==, other->cells[0]);
  kb_cell_stroke_cancel (stroke);
}

/* Random tiles of a stamp: as often as their weights say, those of 0 never. */
static void
test_random (Fixture *fixture, gconstpointer data)
{
  const KbProject *project = kb_document_project (fixture->document);
  add_tiles (fixture->document, corner, 1, 2, 1);
  must_apply (fixture->document, "{\"set\": \"sprites['ground'].frames[1].weight\", \"value\": 300}");
  must_apply (fixture->document, "{\"set\": \"sprites['ground'].frames[2].weight\", \"value\": 0}");
  guint32 cells[4], n[4] = { 0 };
  for (guint k = 0; k < 4; k++)
    cells[k] = kb_cell_pack (&(KbCell) { .frame = k, .tileset = k ? 1 : 0 });   /* the first is empty */
  g_autoptr (KbStamp) stamp = kb_stamp_new (2, 2, cells);
  g_autoptr (KbTerrains) terrains = kb_terrains_of_stamp (project, kb_level_at (project, 0), stamp, 3);
  KbCellStroke *stroke = begin (fixture->document);
  for (gint j = 0; j < 100; j++)
    for (gint i = 0; i < 100; i++)
      kb_terrains_box (terrains, stroke, (KbCellBox) { i, j, 1, 1 });
  for (gint j = 0; j < 100; j++)
    for (gint i = 0; i < 100; i++)
      n[kb_cell_unpack (kb_cell_stroke_at (stroke, i, j)).frame & 3]++;
  g_assert_cmpuint (n[0] + n[3], ==, 0);
  g_assert_cmpuint (n[2], >, 7300);
  g_assert_cmpuint (n[2], <, 7700);
  kb_cell_stroke_cancel (stroke);
}

#define ADD(name, data, run) g_test_add (name, Fixture, data, set_up, run, tear_down)

KIT_PROGRAM (terrains)
{
  kit_test_init (&argc, &argv);
  ADD ("/terrains/complete", GINT_TO_POINTER (1), test_complete);
  ADD ("/terrains/on_nothing", GINT_TO_POINTER (0), test_complete);
  ADD ("/terrains/between", NULL, test_between);
  ADD ("/terrains/patch", NULL, test_patch);
  ADD ("/terrains/edges", NULL, test_edges);
  ADD ("/terrains/turned", NULL, test_turned);
  ADD ("/terrains/random", NULL, test_random);
  return g_test_run ();
}
