/* SPDX-License-Identifier: MIT */
/* The index of a level beside a look at every wall, through edits, undo and redo. */
#include <math.h>

#include "tests/support/level_document.h"
#include "tests/support/seed.h"

typedef struct {
  KbDocument *document;
  KbLevelIndex *index;
} Fixture;

/* Short ones mostly, long ones, points of 8 pixels' multiples so that many share their ends. */
static json_t *
random_wall (double reach)
{
  double ax = 8 * floor (g_test_rand_double_range (-reach, reach)), ay = 8 * floor (g_test_rand_double_range (-reach, reach));
  double by = g_test_rand_int_range (0, 10) ? 4 : reach;

  double bx = ax + 8 * g_test_rand_int_range (-(int) by, (int) by + 1), dy = 8 * g_test_rand_int_range (-(int) by, (int) by + 1);

  return wall_json (ax, ay, CLAMP (bx, -65536, 65536), CLAMP (ay + dy + g_test_rand_int_range (0, 2) / 256.0, -65536, 65536));
}

static void
open_level (Fixture *fixture, guint n, double reach)
{
  json_t *walls = json_array ();

  for (guint i = 0; i < n; i++)
    json_array_append_new (walls, random_wall (reach));
  fixture->document = level_document (walls, json_loads ("[{\"name\": \"a\", \"class\": \"floor\", \"rings\":"
                                                         " [[[0, 0], [64, 0], [64, 64]], [[8, 1], [16, 1], [16, 2], [9, 2]]]}]", 0, NULL),
                                      json_loads ("[{\"class\": \"floor\", \"at\": [3, 4.5]}, {\"class\": \"floor\", \"at\": [-40, 16]}]", 0, NULL));
  fixture->index = kb_level_index_new (fixture->document, the_level (fixture->document)->node.id);
}

static void
close_level (Fixture *fixture)
{
  kb_level_index_free (fixture->index);
  kb_document_free (fixture->document);
}

/* All that is there, from the document itself. */
static GArray *
everything (const Fixture *fixture)
{
  const KbLevel *level = the_level (fixture->document);
  GArray *items = g_array_new (FALSE, FALSE, sizeof (KbLevelItem));

  for (guint i = 0; i < kb_count (level->walls); i++)
    {
      KbLevelItem item = { KB_ITEM_WALL, kb_wall_at (level, i)->node.id, 0, kb_wall_at (level, i)->a, kb_wall_at (level, i)->b };
      g_array_append_val (items, item);
    }
  for (guint i = 0; i < kb_count (level->areas); i++)
    for (guint ring = 0; ring < kb_area_at (level, i)->rings.n; ring++)
      for (guint start = kb_rings_start (&kb_area_at (level, i)->rings, ring), end = kb_area_at (level, i)->rings.ends[ring], k = start;
           k < end; k++)
        {
          const KbVec *points = kb_area_at (level, i)->rings.points;
          KbLevelItem item = { KB_ITEM_EDGE, kb_area_at (level, i)->node.id, k, points[k], points[k + 1 == end ? start : k + 1] };
          g_array_append_val (items, item);
        }
  for (guint i = 0; i < kb_count (level->entities); i++)
    {
      KbVec at = kb_entity_at (level, i)->at;
      KbLevelItem item = { KB_ITEM_ENTITY, kb_entity_at (level, i)->node.id, 0, at, at };
      g_array_append_val (items, item);
    }
  return items;
}

static int
by_id (gconstpointer one, gconstpointer other)
{
  const KbLevelItem *a = one, *b = other;

  return a->id != b->id ? (a->id < b->id ? -1 : 1) : a->corner < b->corner ? -1 : a->corner > b->corner;
}

static void
collect (const KbLevelItem *item, gpointer data)
{
  g_array_append_val ((GArray *) data, *item);
}

static void
check_box (const Fixture *fixture, const GArray *all, KbBounds box, guint types)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (KbLevelItem));
  guint n = 0;

  kb_level_index_visit (fixture->index, box, types, collect, found);
  g_array_sort (found, by_id);
  for (guint i = 0; i < all->len; i++)
    {
      const KbLevelItem *item = &g_array_index (all, KbLevelItem, i);

      if (!(item->type & types) || MIN (item->a.x, item->b.x) > box.x1 || MAX (item->a.x, item->b.x) < box.x0 ||
          MIN (item->a.y, item->b.y) > box.y1 || MAX (item->a.y, item->b.y) < box.y0)
        continue;
      g_assert_cmpuint (n, <, found->len);
      const KbLevelItem *got = &g_array_index (found, KbLevelItem, n++);
      g_assert_true (got->id == item->id && got->corner == item->corner && got->type == item->type);
      g_assert_true (kb_vec_equal (got->a, item->a) && kb_vec_equal (got->b, item->b));
    }
  g_assert_cmpuint (n, ==, found->len);
}

static void
check_near (const Fixture *fixture, const GArray *all, KbVec p, double reach, guint types)
{
  double best = G_MAXDOUBLE, best_end = G_MAXDOUBLE;
  guint attached = 0;
  KbLevelHit hit;
  gboolean found = kb_level_index_nearest (fixture->index, p, reach, types, NULL, NULL, &hit);
  g_autoptr (GArray) near = kb_level_index_near (fixture->index, p, reach, types);
  g_autoptr (GHashTable) within = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const KbLevelItem *item = &g_array_index (all, KbLevelItem, i);
      KbVec at = kb_level_nearest_on (item->a, item->b, p);
      double distance = hypot (at.x - p.x, at.y - p.y);

      if (!(item->type & types))
        continue;
      best = MIN (best, distance);
      if (distance <= reach)
        g_hash_table_add (within, GUINT_TO_POINTER (item->id));
      if (!(item->type & KB_ITEM_LINES))
        continue;
      best_end = MIN (best_end, MIN (hypot (item->a.x - p.x, item->a.y - p.y), hypot (item->b.x - p.x, item->b.y - p.y)));
      attached += kb_vec_equal (item->a, p) + kb_vec_equal (item->b, p);
    }
  g_assert_true (found == (best <= reach) && (!found || hit.distance == best));
  g_assert_cmpuint (near->len, ==, g_hash_table_size (within));
  for (guint i = 0; i < near->len; i++)
    {
      g_assert_true (g_hash_table_contains (within, GUINT_TO_POINTER (g_array_index (near, KbLevelHit, i).item.id)));
      g_assert_true (i == 0 || g_array_index (near, KbLevelHit, i - 1).distance <= g_array_index (near, KbLevelHit, i).distance);
    }
  found = kb_level_index_nearest_end (fixture->index, p, reach, types, NULL, NULL, &hit);
  g_assert_true (found == (best_end <= reach) && (!found || hit.distance == best_end));
  g_autoptr (GArray) there = kb_level_index_attached (fixture->index, p, types);
  g_assert_cmpuint (there->len, ==, attached);
  for (guint i = 0; i < there->len; i++)
    g_assert_true (kb_vec_equal (g_array_index (there, KbLevelItem, i).a, p));
}

static void
check (Fixture *fixture, double reach)
{
  g_autoptr (GArray) all = everything (fixture);

  g_array_sort (all, by_id);
  for (guint k = 0; k < 20; k++)
    {
      double x = 8 * g_test_rand_double_range (-reach, reach), y = 8 * g_test_rand_double_range (-reach, reach);
      double size = k % 5 == 0 ? 1e9 : k % 5 == 1 ? 0 : g_test_rand_double_range (0, 8 * reach);
      guint types = (guint) g_test_rand_int_range (1, 8);
      KbVec p = { k % 2 ? x : 8 * floor (x / 8), k % 2 ? y : 8 * floor (y / 8) };

      check_box (fixture, all, (KbBounds) { p.x, p.y, p.x + size, p.y + size / 2 }, types);
      check_near (fixture, all, p, k % 3 ? 12 : 0, types);
    }
}

static void
edit (Fixture *fixture, double reach)
{
  const KbLevel *level = the_level (fixture->document);
  KbId id = level->node.id;
  guint at = kb_count (level->walls) ? (guint) g_test_rand_int_range (0, (gint) kb_count (level->walls)) : 0;
  json_t *wall = random_wall (reach);
  gboolean some = kb_count (level->walls) > 0;

  switch (g_test_rand_int_range (0, 8))
    {
    case 0: kb_document_insert (fixture->document, id, "walls", (int) at, json_incref (wall), NULL); break;
    case 1: if (some) kb_document_remove (fixture->document, kb_wall_at (level, at)->node.id, NULL); break;
    case 2: if (some) kb_document_set (fixture->document, kb_wall_at (level, at)->node.id, "a", json_incref (json_object_get (wall, "a")), NULL); break;
    case 3: if (some) kb_document_set (fixture->document, kb_wall_at (level, at)->node.id, "class", json_string ("floor"), NULL); break;
    case 4: kb_document_set (fixture->document, kb_entity_at (level, 0)->node.id, "at", json_incref (json_object_get (wall, "b")), NULL); break;
    case 5: kb_document_set (fixture->document, kb_area_at (level, 0)->node.id, "rings",
                             json_pack ("[[[ff][ii]O]]", 1.0, 2.0, 3, 4, json_object_get (wall, "a")), NULL); break;
    case 6: kb_document_undo (fixture->document); break;
    default: kb_document_redo (fixture->document); break;
    }
  json_decref (wall);
}

static void
test_random (gconstpointer data)
{
  double reach = GPOINTER_TO_UINT (data);
  Fixture fixture;

  open_level (&fixture, 200, reach);
  for (guint round = 0; round < 40; round++)
    {
      check (&fixture, reach);
      for (guint k = 0; k < 5; k++)
        edit (&fixture, reach);
      if (!kb_document_undo_label (fixture.document))
        kb_document_redo (fixture.document);
    }
  close_level (&fixture);
}

static void
test_level_goes_and_comes_back (void)
{
  Fixture fixture;

  open_level (&fixture, 50, 40);
  kb_document_remove (fixture.document, the_level (fixture.document)->node.id, NULL);
  g_assert_null (kb_level_index_level (fixture.index));
  kb_document_undo (fixture.document);
  check (&fixture, 40);
  close_level (&fixture);
}

static gboolean
is_odd (const KbLevelItem *item, int end, gpointer data)
{
  return item->id % 2 == 1;
}

static void
test_filter_and_ties (void)
{
  Fixture fixture = { 0 };
  KbLevelHit hit;

  fixture.document = level_document (WALLS (0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8, 0), NULL, NULL);
  fixture.index = kb_level_index_new (fixture.document, the_level (fixture.document)->node.id);
  KbId first = kb_wall_at (the_level (fixture.document), 0)->node.id;
  g_assert_true (kb_level_index_nearest (fixture.index, (KbVec) { 4, 1 }, 1, KB_ITEM_ALL, NULL, NULL, &hit));
  g_assert_true (hit.item.id == first && hit.distance == 1 && hit.at.x == 4 && hit.at.y == 0);
  g_assert_true (kb_level_index_nearest (fixture.index, (KbVec) { 4, 1 }, 1, KB_ITEM_ALL, is_odd, NULL, &hit));
  g_assert_cmpuint (hit.item.id, ==, first + !(first % 2));
  g_assert_false (kb_level_index_nearest (fixture.index, (KbVec) { 4, 1.01 }, 1, KB_ITEM_ALL, NULL, NULL, &hit));
  g_assert_false (kb_level_index_nearest (fixture.index, (KbVec) { 4, 0 }, 1, KB_ITEM_EDGE, NULL, NULL, &hit));
  close_level (&fixture);
}

KIT_PROGRAM (level_index)
{
  kit_test_init (&argc, &argv);
  g_test_add_data_func ("/level-index/dense", GUINT_TO_POINTER (12), test_random);
  g_test_add_data_func ("/level-index/wide", GUINT_TO_POINTER (400), test_random);
  g_test_add_data_func ("/level-index/to-the-limits", GUINT_TO_POINTER (8191), test_random);
  g_test_add_func ("/level-index/goes-and-comes-back", test_level_goes_and_comes_back);
  g_test_add_func ("/level-index/filter-and-ties", test_filter_and_ties);
  return g_test_run ();
}
