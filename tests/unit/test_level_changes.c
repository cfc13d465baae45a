/* SPDX-License-Identifier: MIT */
/* Changes of levels, beside what they are said to do. */
#include <math.h>

#include "operations/level/change.h"
#include "tests/support/level_document.h"
#include "tests/support/seed.h"

typedef struct {
  KbDocument *document;
  KbLevelIndex *index;
} Fixture;

static Fixture
open_level (json_t *walls, const char *areas, const char *entities)
{
  Fixture fixture = { level_document (walls, areas ? json_loads (areas, 0, NULL) : NULL, entities ? json_loads (entities, 0, NULL) : NULL), NULL };

  fixture.index = kb_level_index_new (fixture.document, the_level (fixture.document)->node.id);
  kb_document_begin (fixture.document, "Change");
  return fixture;
}

static void
close_level (Fixture *fixture)
{
  if (kb_document_in_step (fixture->document))
    kb_document_end (fixture->document);
  kb_level_index_free (fixture->index);
  kb_document_free (fixture->document);
}

static KbId
wall_id (const Fixture *fixture, guint i)
{
  return kb_wall_at (the_level (fixture->document), i)->node.id;
}

static void
assert_list (const Fixture *fixture, const char *list, const char *wanted)
{
  g_autofree char *text = level_list_text (fixture->document, list);

  g_assert_cmpstr (text, ==, wanted);
}

static void
assert_walls (const Fixture *fixture, const char *wanted)
{
  g_autofree char *text = walls_text (fixture->document);

  g_assert_cmpstr (text, ==, wanted);
}

#define IDS(...) .ids = (const KbId[]) { __VA_ARGS__ }, .n_ids = sizeof ((const KbId[]) { __VA_ARGS__ }) / sizeof (KbId)
#define PLACES(...) .places = (const KbVec[]) { __VA_ARGS__ }, .n_places = sizeof ((const KbVec[]) { __VA_ARGS__ }) / sizeof (KbVec)

static void
must_transform (Fixture *fixture, KbLevelParts parts, KbLevelTransform transform)
{
  GError *error = NULL;

  kb_level_transform (fixture->index, &parts, &transform, &error);
  g_assert_no_error (error);
}

#define POND "[{\"name\":\"pond\",\"class\":\"floor\",\"rings\":[[[0,0],[8,0],[8,8],[0,8]],[[2,2],[4,2],[4,4]]]}]"

static void
test_attached (void)
{
  Fixture fixture = open_level (WALLS (0, 0, 8, 0, 8, 0, 8, 8, 8, 0, 16, 0, 30, 30, 40, 40), POND, "[{\"class\":\"floor\",\"at\":[8,0]}]");

  must_transform (&fixture, (KbLevelParts) { PLACES ({ 8, 0 }) }, kb_level_shift ((KbVec) { 1, 2.5 }));
  assert_walls (&fixture, "0,0-9,2.5 9,2.5-8,8 9,2.5-16,0 30,30-40,40");
  assert_list (&fixture, "areas", "[{\"class\":\"floor\",\"name\":\"pond\",\"rings\":[[[0,0],[9,2.5],[8,8],[0,8]],[[2,2],[4,2],[4,4]]]}]");
  /* An entity belongs to no end. */
  assert_list (&fixture, "entities", "[{\"at\":[8,0],\"class\":\"floor\"}]");
  must_transform (&fixture, (KbLevelParts) { IDS (wall_id (&fixture, 0), kb_entity_at (the_level (fixture.document), 0)->node.id) },
                  kb_level_shift ((KbVec) { -1, -2.5 }));
  assert_walls (&fixture, "-1,-2.5-8,0 8,0-8,8 8,0-16,0 30,30-40,40");
  assert_list (&fixture, "entities", "[{\"at\":[7,-2.5],\"class\":\"floor\"}]");
  close_level (&fixture);
}

/* All at once: what comes to where another is leaves does not go on with it; of two of one place the first counts. */
static void
test_places (void)
{
  Fixture fixture = open_level (WALLS (0, 0, 8, 0, 8, 0, 16, 0, 16, 0, 24, 0), POND, NULL);
  const KbVec from[] = { { 0, 0 }, { 8, 0 }, { 16, 0 }, { 8, 0 } }, to[] = { { 8, 0 }, { 16, 0 }, { 16, 4.001 }, { 99, 99 } }, far = { 70000, 0 };
  GError *error = NULL;

  g_assert_true (kb_level_move_places (fixture.index, from, to, G_N_ELEMENTS (from), &error));
  assert_walls (&fixture, "8,0-16,0 16,0-16,4 16,4-24,0");
  assert_list (&fixture, "areas", "[{\"class\":\"floor\",\"name\":\"pond\",\"rings\":[[[8,0],[16,0],[8,8],[0,8]],[[2,2],[4,2],[4,4]]]}]");
  g_assert_false (kb_level_move_places (fixture.index, from + 1, &far, 1, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_error_free (error);
  close_level (&fixture);
}

static void
test_collapse (void)
{
  Fixture fixture = open_level (WALLS (0, 0, 8, 0, 8, 0, 8, 8, 8, 8, 0, 0), "[{\"name\":\"t\",\"class\":\"floor\",\"rings\":[[[0,0],[8,0],[8,8]]]}]", NULL);

  /* Joined to the other end: the wall between goes, and the area that has no corners left. */
  must_transform (&fixture, (KbLevelParts) { PLACES ({ 8, 0 }, { 8, 8 }) }, kb_level_onto ((KbVec) { 8, 8 }));
  assert_walls (&fixture, "0,0-8,8 8,8-0,0");
  assert_list (&fixture, "areas", "[]");
  close_level (&fixture);
}

static void
test_turns (void)
{
  Fixture fixture = open_level (WALLS (0, 0, 8, 0), NULL, "[{\"class\":\"floor\",\"at\":[4,1],\"direction\":[0,-1],\"sprite\":\"s\"}]");
  KbLevelParts parts = { IDS (wall_id (&fixture, 0), kb_entity_at (the_level (fixture.document), 0)->node.id) };
  KbVec p;

  kb_document_set (fixture.document, parts.ids[0], "one_way", json_true (), NULL);
  must_transform (&fixture, parts, kb_level_turn ((KbVec) { 4, 0 }, 6));
  assert_walls (&fixture, "4,-4-4,4!");
  assert_list (&fixture, "entities", "[{\"at\":[3,0],\"class\":\"floor\",\"direction\":[1,0],\"sprite\":\"s\"}]");
  must_transform (&fixture, parts, kb_level_turn ((KbVec) { 4, 0 }, -18));
  assert_walls (&fixture, "8,0-0,0!");
  must_transform (&fixture, parts, kb_level_mirror ((KbVec) { 5, 0 }, TRUE));
  assert_walls (&fixture, "10,0-2,0!");
  assert_list (&fixture, "entities", "[{\"at\":[6,-1],\"class\":\"floor\",\"direction\":[0,1],\"flip\":\"x\",\"sprite\":\"s\"}]");
  must_transform (&fixture, parts, kb_level_mirror ((KbVec) { 5, 1 }, FALSE));
  assert_walls (&fixture, "2,2-10,2!");
  assert_list (&fixture, "entities", "[{\"at\":[6,3],\"class\":\"floor\",\"direction\":[0,-1],\"flip\":\"xy\",\"sprite\":\"s\"}]");
  KbLevelTransform turn = kb_level_turn ((KbVec) { 0, 0 }, 2);
  p = kb_level_transformed (&turn, (KbVec) { 100, 0 });
  g_assert_true (p.x == floor (100 * cos (G_PI / 6) * 256 + 0.5) / 256 && p.y == 50);
  close_level (&fixture);
}

static void
test_limits (void)
{
  Fixture fixture = open_level (WALLS (65000, 0, 65536, 0), NULL, NULL);
  KbLevelParts parts = { IDS (wall_id (&fixture, 0)) };
  KbLevelTransform transform = kb_level_shift ((KbVec) { 1.0 / 256, 0 });
  GError *error = NULL;

  g_assert_false (kb_level_transform (fixture.index, &parts, &transform, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_error_free (error);
  assert_walls (&fixture, "65000,0-65536,0");
  close_level (&fixture);
}

static void
test_split (void)
{
  Fixture fixture = open_level (WALLS (0, 0, 8, 0, 8, 0, 8, 8, 8, 0, 0, 0), POND, NULL);
  KbId made = 77;

  kb_document_set (fixture.document, wall_id (&fixture, 0), "one_way", json_true (), NULL);
  g_assert_true (kb_level_split (fixture.index, wall_id (&fixture, 0), (KbVec) { 8, 0.001 }, &made, NULL) && made == 0);
  g_assert_true (kb_level_split (fixture.index, wall_id (&fixture, 0), (KbVec) { 3.001, 1 }, &made, NULL));
  assert_walls (&fixture, "0,0-3,1! 3,1-8,0! 8,0-8,8 8,0-0,0");
  g_assert_cmpuint (made, ==, wall_id (&fixture, 1));
  assert_list (&fixture, "areas", "[{\"class\":\"floor\",\"name\":\"pond\",\"rings\":[[[0,0],[3,1],[8,0],[8,8],[0,8]],[[2,2],[4,2],[4,4]]]}]");
  close_level (&fixture);
}

static void
test_delete (void)
{
  Fixture fixture = open_level (WALLS (0, 0, 8, 0, 8, 0, 8, 8, 20, 0, 30, 0, 40, 0, 30, 0, 50, 0, 60, 0, 60, 0, 70, 0, 60, 0, 60, 9), POND, NULL);
  KbLevelParts parts = { PLACES ({ 8, 0 }, { 30, 0 }, { 60, 0 }) };
  GError *error = NULL;

  /* Like ones become one; one-way ones only where one goes on as the other ends; of three none stays. */
  kb_document_set (fixture.document, wall_id (&fixture, 2), "one_way", json_true (), NULL);
  kb_document_set (fixture.document, wall_id (&fixture, 3), "one_way", json_true (), NULL);
  g_assert_true (kb_level_delete (fixture.index, &parts, &error));
  assert_walls (&fixture, "0,0-8,8");
  assert_list (&fixture, "areas", "[{\"class\":\"floor\",\"name\":\"pond\",\"rings\":[[[0,0],[8,8],[0,8]],[[2,2],[4,2],[4,4]]]}]");
  parts = (KbLevelParts) { PLACES ({ 0, 8 }), IDS (wall_id (&fixture, 0)) };
  g_assert_true (kb_level_delete (fixture.index, &parts, &error));
  assert_walls (&fixture, "");
  assert_list (&fixture, "areas", "[{\"class\":\"floor\",\"name\":\"pond\",\"rings\":[[[2,2],[4,2],[4,4]]]}]");
  parts = (KbLevelParts) { PLACES ({ 2, 2 }) };
  g_assert_true (kb_level_delete (fixture.index, &parts, &error));
  assert_list (&fixture, "areas", "[]");
  close_level (&fixture);
}

static void
test_flip_and_new (void)
{
  Fixture fixture = open_level (WALLS (0, 0, 8, 1), POND, NULL);
  KbLevelParts parts = { IDS (wall_id (&fixture, 0), kb_area_at (the_level (fixture.document), 0)->node.id) };
  KbId class_id = kb_class_at (kb_document_project (fixture.document), 1)->node.id;
  KbRings rings = { 0 };
  GError *error = NULL;

  g_assert_true (kb_level_flip (fixture.index, &parts, &error));
  g_assert_cmpuint (kb_level_add_wall (fixture.index, (KbVec) { 1, 1 }, (KbVec) { 1, 1 }, class_id, &error), ==, 0);
  g_clear_error (&error);
  g_assert_cmpuint (kb_level_add_wall (fixture.index, (KbVec) { 1, 1 }, (KbVec) { 1, 2 }, class_id, &error), !=, 0);
  assert_walls (&fixture, "8,1-0,0 1,1-1,2");
  kb_rings_add (&rings, (const KbVec[]) { { 0, 0 }, { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 0 } }, 5);
  kb_rings_add (&rings, (const KbVec[]) { { 0, 0 }, { 4, 0 }, { 0, 0 } }, 3);
  g_assert_true (rings.n == 1 && kb_rings_points (&rings) == 3);
  g_assert_cmpuint (kb_level_add_area (fixture.index, &rings, class_id, &error), !=, 0);
  g_assert_no_error (error);
  g_assert_cmpstr (kb_area_at (the_level (fixture.document), 1)->name, ==, "area 2");
  kb_rings_clear (&rings);
  close_level (&fixture);
}

static void
test_copy (void)
{
  Fixture fixture = open_level (WALLS (0, 0, 8, 1, 5, 5, 6, 6, 7, 7, 8, 8), POND, "[{\"class\":\"floor\",\"at\":[8,0],\"direction\":[1,1]}]");
  const KbLevel *level = the_level (fixture.document);
  KbLevelParts parts = { IDS (wall_id (&fixture, 2), kb_entity_at (level, 0)->node.id, wall_id (&fixture, 0), level->node.id, kb_area_at (level, 0)->node.id) };
  json_t *copy = kb_level_copy (fixture.index, &parts);
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (KbId));
  GError *error = NULL;

  g_assert_true (kb_level_paste (fixture.index, copy, (KbVec) { 100, -0.5 }, made, &error));
  assert_walls (&fixture, "0,0-8,1 5,5-6,6 7,7-8,8 100,-0.5-108,0.5 107,6.5-108,7.5");
  assert_list (&fixture, "entities", "[{\"at\":[8,0],\"class\":\"floor\",\"direction\":[1,1]},{\"at\":[108,-0.5],\"class\":\"floor\",\"direction\":[1,1]}]");
  g_assert_cmpuint (kb_count (level->areas), ==, 2);
  g_assert_cmpfloat (kb_area_at (level, 1)->rings.points[2].y, ==, 7.5);
  g_assert_cmpuint (made->len, ==, 4);
  json_decref (copy);

  /* From anywhere. */
  static const char *const wrong[] = { "{\"walls\":[{\"a\":[0,0],\"b\":[1,\"x\"],\"class\":\"wall\"}]}", "{\"walls\":[{}]}", "{\"walls\":[7]}",
                                       "{\"walls\":[{\"a\":[0,0],\"b\":[1,1],\"class\":\"nobody\"}]}",
                                       "{\"walls\":[{\"a\":[0,0],\"b\":[1e300,1],\"class\":\"wall\"}]}",
                                       "{\"areas\":[{\"name\":\"x\",\"class\":\"wall\",\"rings\":[[3]]}]}" };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      copy = json_loads (wrong[i], 0, NULL);
      g_assert_false (kb_level_paste (fixture.index, copy, (KbVec) { 1, 1 }, NULL, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      g_clear_error (&error);
      json_decref (copy);
    }
  copy = json_loads ("{\"walls\":[{\"a\":[1,1],\"b\":[1.0001,1],\"class\":\"wall\"}], \"areas\": 7}", 0, NULL);
  g_assert_true (kb_level_paste (fixture.index, copy, (KbVec) { 1, 1 }, NULL, &error));
  g_assert_cmpuint (kb_count (level->walls), ==, 5);
  json_decref (copy);
  close_level (&fixture);
}

/* ---- random moves beside the plain rule ---- */

static gboolean
is_among (const GArray *places, KbVec p)
{
  for (guint i = 0; i < places->len; i++)
    if (kb_vec_equal (g_array_index (places, KbVec, i), p))
      return TRUE;
  return FALSE;
}

static char *
expected_walls (const Fixture *fixture, const GArray *places, const KbLevelTransform *t, gboolean mirrors)
{
  GString *text = g_string_new (NULL);
  const KbLevel *level = the_level (fixture->document);

  for (guint i = 0; i < kb_count (level->walls); i++)
    {
      const KbWall *wall = kb_wall_at (level, i);
      gboolean at_a = is_among (places, wall->a), at_b = is_among (places, wall->b);
      KbVec a = at_a ? kb_level_transformed (t, wall->a) : wall->a, b = at_b ? kb_level_transformed (t, wall->b) : wall->b;
      KbVec first = mirrors && at_a && at_b ? b : a, second = mirrors && at_a && at_b ? a : b;

      if (!kb_vec_equal (a, b))
        g_string_append_printf (text, "%s%g,%g-%g,%g", text->len ? " " : "", first.x, first.y, second.x, second.y);
    }
  return g_string_free (text, FALSE);
}

static void
test_random_moves (void)
{
  for (guint round = 0; round < 300; round++)
    {
      json_t *walls = json_array ();
      g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId)), places = NULL;
      GError *error = NULL;

      for (guint i = 0; i < 30; i++)
        {
          int ax = g_test_rand_int_range (0, 6), ay = g_test_rand_int_range (0, 6), bx = g_test_rand_int_range (0, 6);

          json_array_append_new (walls, wall_json (ax, ay, bx, ax == bx ? ay + 1 : g_test_rand_int_range (0, 6)));
        }
      Fixture fixture = open_level (walls, NULL, NULL);
      for (guint i = 0; i < round % 8; i++)
        {
          KbId id = wall_id (&fixture, (guint) g_test_rand_int_range (0, 30));
          g_array_append_val (ids, id);
        }
      KbVec place = { g_test_rand_int_range (0, 6), g_test_rand_int_range (0, 6) };
      KbLevelParts parts = { (const KbId *) (const void *) ids->data, ids->len, &place, 1 };
      KbVec by = { g_test_rand_int_range (-2, 3), g_test_rand_int_range (-2, 3) };
      KbLevelTransform all[] = { kb_level_shift (by), kb_level_turn (by, g_test_rand_int_range (0, 24)), kb_level_mirror (by, round & 8), kb_level_onto (by) };
      KbLevelTransform *t = &all[round % 4];
      places = kb_level_parts_places (fixture.index, &parts, NULL);
      g_autofree char *before = walls_text (fixture.document), *wanted = expected_walls (&fixture, places, t, round % 4 == 2);
      g_assert_true (kb_level_transform (fixture.index, &parts, t, &error));
      assert_walls (&fixture, wanted);
      if (kb_document_end (fixture.document))
        kb_document_undo (fixture.document);
      assert_walls (&fixture, before);
      close_level (&fixture);
    }
}

KIT_PROGRAM (level_changes)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/level-changes/attached", test_attached);
  g_test_add_func ("/level-changes/places", test_places);
  g_test_add_func ("/level-changes/collapse", test_collapse);
  g_test_add_func ("/level-changes/turns", test_turns);
  g_test_add_func ("/level-changes/limits", test_limits);
  g_test_add_func ("/level-changes/split", test_split);
  g_test_add_func ("/level-changes/delete", test_delete);
  g_test_add_func ("/level-changes/flip-and-new", test_flip_and_new);
  g_test_add_func ("/level-changes/copy", test_copy);
  g_test_add_func ("/level-changes/random-moves", test_random_moves);
  return g_test_run ();
}
