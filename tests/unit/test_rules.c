/* SPDX-License-Identifier: MIT */
/* Layers that follow rules, against a search through all rules at each cell. The source, the rules and the result itself are changed
 * at random, back and forth. */
#include "operations/level/rules.h"

#include "document/edits/cells.h"
#include "operations/level/cell_stroke.h"
#include "tests/support/painted_kit.h"
#include "tests/support/seed.h"

enum { ROUNDS = 4000, SET = 1 << 16, A = SET + 1, B = SET + 2, C = SET + 3 };

/* 1 and 2 are of one terrain, 3 of another, 4 is of both, 5 to 7 of none. */
static const char kit[] =
  "{\"insert\": \"sprites\", \"value\": {\"name\": \"kit\", \"terrains\": [{\"value\": 1, \"name\": \"turf\", \"colour\": \"#00ff00\"},"
  " {\"value\": 2, \"name\": \"sea\", \"colour\": \"#0000ff\"}], \"frames\": ["
  "{\"id\": 1, \"width\": 8, \"height\": 8, \"terrain\": [0, 1, 0, 1, 0, 1, 0, 1]}, {\"id\": 2, \"width\": 8, \"height\": 8, \"terrain\": [0, 1, 0, 1, 0, 1, 0, 1]},"
  " {\"id\": 3, \"width\": 8, \"height\": 8, \"terrain\": [0, 2, 0, 2, 0, 2, 0, 2]}, {\"id\": 4, \"width\": 8, \"height\": 8, \"terrain\": [0, 1, 0, 2, 0, 1, 0, 2]},"
  " {\"id\": 5, \"width\": 8, \"height\": 8}, {\"id\": 6, \"width\": 8, \"height\": 8}, {\"id\": 7, \"width\": 8, \"height\": 8}]}}";
static const char level[] =
  "{\"insert\": \"levels\", \"value\": {\"name\": \"isle\", \"tilesets\": [{\"number\": 1, \"sprite\": \"kit\"}], \"layers\": ["
  "{\"id\": 1, \"name\": \"plan\", \"cell\": [8, 8], \"first\": [-9, 4], \"width\": 70, \"height\": 50},"
  "{\"id\": 2, \"name\": \"deco\", \"cell\": [8, 8], \"width\": 8, \"height\": 8, \"source\": 1}]}}";
#define RULES "levels['isle'].layers['deco'].rules"
/* Above turf without any tile on it; the sea, sometimes; a corner of two tiles, and its mirror images; else any tile. */
static const char *const rules[] = {
  "{\"insert\": \"" RULES "\", \"value\": {\"pattern\": [0, -1, 0, 0, 65537, 0, 0, 0, 0], \"tiles\": [65541]}}",
  "{\"insert\": \"" RULES "\", \"value\": {\"pattern\": [65539], \"tiles\": [65542, 2162694], \"chance\": 60}}",
  "{\"insert\": \"" RULES "\", \"value\": {\"pattern\": [0, 65540, 0, 0, 65540, -65539, 0, 0, 0], \"tiles\": [65543], \"flip\": \"xy\"}}",
  "{\"insert\": \"" RULES "\", \"value\": {\"pattern\": [0,0,0,0,-65537, 0,0,0,0,0, 0,0,1,0,0, 0,0,0,0,0, 0,0,0,0,0], \"tiles\": [65540]}}",
};

static KbLayer *
layer_at (Fixture *fixture, guint k)
{
  return kb_layer_at (kb_level_at (kb_document_project (fixture->document), 0), k);
}

static guint32
source_at (Fixture *fixture, gint i, gint j)
{
  return kb_layer_cell_at (layer_at (fixture, 0), i, j) & KB_CELL_TILE;
}

static gboolean
is_turf (guint32 tile)
{
  return tile == A || tile == B;
}

/* What may be there; 0 at the end. */
static void
expected (Fixture *fixture, gint i, gint j, guint32 may[3])
{
  const KbLayer *deco = layer_at (fixture, 1);
  const guint32 here = source_at (fixture, i, j);
  const gboolean on[4] = { !((KbRule *) deco->rules->pdata[0])->off, !((KbRule *) deco->rules->pdata[1])->off,
                           !((KbRule *) deco->rules->pdata[2])->off, !((KbRule *) deco->rules->pdata[3])->off };
  memset (may, 0, 3 * sizeof *may);
  if (on[0] && is_turf (here) && !source_at (fixture, i, j - 1))
    {
      may[0] = SET + 5;
      return;
    }
  for (gint flip = 0; flip < 4 && on[2] && here != C; flip++)
    {
      const gint x = flip & 1 ? -1 : 1, y = flip & 2 ? 1 : -1;
      if (here == SET + 4 && source_at (fixture, i, j + y) == SET + 4 && source_at (fixture, i + x, j) != C)
        {
          may[0] = (SET + 7) | (flip & 1 ? KB_CELL_FLIP_X : 0) | (flip & 2 ? KB_CELL_FLIP_Y : 0);
          return;
        }
    }
  if (on[3] && here && !is_turf (source_at (fixture, i + 2, j - 2)))
    may[0] = SET + 4;
  if (on[1] && here == C)
    may[1] = SET + 6, may[2] = (SET + 6) | KB_CELL_FLIP_X;
}

static void
check (Fixture *fixture)
{
  const KbCellBox plan = kb_layer_bounds (layer_at (fixture, 0)), deco = kb_layer_bounds (layer_at (fixture, 1));
  for (gint j = MIN (plan.j, deco.j); j < MAX (plan.j + plan.height, deco.j + deco.height); j++)
    for (gint i = MIN (plan.i, deco.i); i < MAX (plan.i + plan.width, deco.i + deco.width); i++)
      {
        guint32 may[3];
        const guint32 is = kb_layer_cell_at (layer_at (fixture, 1), i, j);
        expected (fixture, i, j, may);
        if (is != may[0] && (!may[1] || (is != may[1] && is != may[2])))
          g_error ("%d, %d: %x, expected %x", i, j, is, may[0]);
      }
}

/* The same cells when all are derived at once, since a rule was added that never fits. */
static void
check_anew (Fixture *fixture)
{
  g_autofree char *grid = g_strdup_printf ("{\"set\": \"levels['isle'].grid\", \"value\": %d}", g_test_rand_int_range (2, 4000));
  if (!layer_at (fixture, 1)->cells.zones || !kb_layer_is_derived (layer_at (fixture, 1)))
    return;
  KbZones *was = kb_zones_ref (layer_at (fixture, 1)->cells.zones);
  must_apply (fixture->document, "{\"insert\": \"" RULES "\", \"value\": {\"pattern\": [100000], \"tiles\": [65541]}}");
  g_assert_true (kb_zones_equal (was, layer_at (fixture, 1)->cells.zones));
  kb_zones_unref (was);
  kb_document_undo (fixture->document);
  must_apply (fixture->document, grid);   /* not to be done again */
}

static void
paint_some (Fixture *fixture, guint k)
{
  static const gint sizes[] = { 1, 2, 5, 40 };
  KbCellStroke *stroke = kb_cell_stroke_new (fixture->document, layer_at (fixture, k)->node.id, NULL);
  guint32 tile = (guint32) g_test_rand_int_range (SET, SET + 5);
  const KbStamp stamp = { .width = 1, .height = 1, .cells = &tile };
  const KbCellBox box = { g_test_rand_int_range (-12, 60), g_test_rand_int_range (0, 56), sizes[g_test_rand_int_range (0, 4)],
                          sizes[g_test_rand_int_range (0, 4)] };
  if (tile == SET)
    kb_cell_stroke_erase (stroke, box);
  else
    kb_cell_stroke_box (stroke, &stamp, box);
  g_assert_true (kb_cell_stroke_end (stroke, "Paint", NULL));
}

/* Tiles that were painted before the first rule stay until it is added, and come back with its undo. */
static void
test_painted (Fixture *fixture, gconstpointer data)
{
  guint32 tile = A;
  const KbStamp stamp = { .width = 1, .height = 1, .cells = &tile };
  must_apply (fixture->document, kit);
  must_apply (fixture->document, level);
  kb_rules_keep (fixture->document);
  KbCellStroke *stroke = kb_cell_stroke_new (fixture->document, layer_at (fixture, 1)->node.id, NULL);
  kb_cell_stroke_box (stroke, &stamp, (KbCellBox) { 2, 3, 1, 1 });
  g_assert_true (kb_cell_stroke_end (stroke, "Paint", NULL));
  must_apply (fixture->document, "{\"set\": \"levels['isle'].grid\", \"value\": 3}");
  g_assert_cmpuint (kb_layer_cell_at (layer_at (fixture, 1), 2, 3), ==, A);
  must_apply (fixture->document, rules[0]);
  g_assert_cmpuint (kb_layer_cell_at (layer_at (fixture, 1), 2, 3), ==, 0);
  kb_document_undo (fixture->document);
  g_assert_cmpuint (kb_layer_cell_at (layer_at (fixture, 1), 2, 3), ==, A);
}

static void
test_follows (Fixture *fixture, gconstpointer data)
{
  must_apply (fixture->document, kit);
  must_apply (fixture->document, level);
  kb_rules_keep (fixture->document);
  for (guint k = 0; k < G_N_ELEMENTS (rules); k++)
    must_apply (fixture->document, rules[k]);
  for (guint round = 0; kit_goes_on (round, ROUNDS); round++)
    {
      const gint what = g_test_rand_int_range (0, 20);
      g_autofree char *toggle = g_strdup_printf ("{\"set\": \"" RULES "[%d].off\", \"value\": %s}", what % 4, what % 3 ? "false" : "true");
      if (what < 3)
        kb_document_undo (fixture->document);
      else if (what == 3)
        kb_document_redo (fixture->document);
      else if (what < 6)
        must_apply (fixture->document, toggle);
      else
        paint_some (fixture, what < 9);
      if (kb_count (layer_at (fixture, 1)->rules) == G_N_ELEMENTS (rules))
        check (fixture);
      if (round % 16 == 0)
        check_anew (fixture);
    }
}

/* One derived from a derived one; a circle is left alone, and reported, as are rules without sense. */
static void
test_chains (Fixture *fixture, gconstpointer data)
{
  static const char *const checks[] = { "layer-source", "rule-pattern", "rule-tile", NULL };
  must_apply (fixture->document, kit);
  must_apply (fixture->document, level);
  kb_rules_keep (fixture->document);
  must_apply (fixture->document, "{\"insert\": \"levels['isle'].layers\", \"at\": 0, \"value\": {\"id\": 3, \"name\": \"top\", \"cell\": [8, 8],"
              " \"width\": 4, \"height\": 4, \"source\": 2, \"rules\": [{\"pattern\": [65541], \"tiles\": [65543]}]}}");
  must_apply (fixture->document, "{\"insert\": \"" RULES "\", \"value\": {\"pattern\": [1], \"tiles\": [65541]}}");
  must_apply (fixture->document, "{\"paint\": \"levels['isle'].layers['plan'].cells\", \"rows\": [[40, 30, \"1:1*3\"]]}");
  g_assert_cmphex (kb_layer_cell_at (layer_at (fixture, 0), 32, 34), ==, SET + 7);
  g_assert_cmphex (kb_layer_cell_at (layer_at (fixture, 0), 34, 34), ==, 0);
  /* A rule without tiles keeps a cell empty */
  must_apply (fixture->document, "{\"insert\": \"" RULES "\", \"at\": 0, \"value\": {\"pattern\": [65537]}}");
  g_assert_cmphex (kb_layer_cell_at (layer_at (fixture, 0), 32, 34), ==, 0);
  kb_document_undo (fixture->document);
  g_assert_cmphex (kb_layer_cell_at (layer_at (fixture, 0), 32, 34), ==, SET + 7);
  g_autofree char *none = problems_among (fixture, checks);
  g_assert_cmpstr (none, ==, "");
  must_apply (fixture->document, "{\"set\": \"levels['isle'].layers['plan'].source\", \"value\": 3}");
  must_apply (fixture->document, "{\"paint\": \"levels['isle'].layers['plan'].cells\", \"rows\": [[0, 0, \"1:2\"]]}");
  g_assert_cmphex (kb_layer_cell_at (layer_at (fixture, 0), -9, 4), ==, 0);
  must_apply (fixture->document, "{\"set\": \"" RULES "[0].pattern\", \"value\": [1, 1]}");
  must_apply (fixture->document, "{\"set\": \"" RULES "[0].tiles\", \"value\": [65541, 65549]}");
  g_autofree char *three = problems_among (fixture, checks);
  g_assert_cmpstr (three, ==, "layer-source layer-source layer-source rule-pattern rule-tile");
}

KIT_PROGRAM (rules)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/rules/painted", Fixture, NULL, set_up, test_painted, tear_down);
  g_test_add ("/rules/follows", Fixture, NULL, set_up, test_follows, tear_down);
  g_test_add ("/rules/chains", Fixture, NULL, set_up, test_chains, tear_down);
  return g_test_run ();
}
