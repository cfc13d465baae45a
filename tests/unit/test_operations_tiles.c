/* SPDX-License-Identifier: MIT */
/* What of tiles stops a move: slopes, sides, and what becomes of them with frames that are cropped, flipped and scaled, pixel by
 * pixel. */
#include "operations/operations.h"
#include "operations/tile.h"
#include "tests/support/document_kit.h"
#include "tests/support/seed.h"

enum { WIDTH = 9, HEIGHT = 7 };

static KbFrame *
first_frame (const Fixture *fixture)
{
  return kb_frame_at (kb_sprite_at (kb_document_project (fixture->document), 0), 0);
}

static void
set_up_tile (Fixture *fixture, gconstpointer data)
{
  g_autoptr (KbPicture) picture = kb_picture_new (WIDTH, HEIGHT);
  g_autoptr (GError) error = NULL;
  set_up (fixture, data);
  for (gint x = 0; x < WIDTH; x++)
    for (gint y = x % 5; x < 5 && y < HEIGHT - 1; y++)
      picture->rgba[4 * (y * WIDTH + x) + 3] = 255;
  g_autofree char *file = kb_document_add_picture (fixture->document, "tile", picture, &error);
  g_assert_no_error (error);
  KbId id = first_frame (fixture)->node.id;
  kb_document_set (fixture->document, id, "width", json_integer (WIDTH), &error);
  kb_document_set (fixture->document, id, "height", json_integer (HEIGHT), &error);
  kb_document_set (fixture->document, id, "picture", json_pack ("{ss s[iiii]}", "file", file, "rect", 0, 0, WIDTH, HEIGHT), &error);
  g_assert_no_error (error);
}

/* "3 4 5". */
static char *
heights_text (const KbFrame *frame)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < frame->heights.n; i++)
    g_string_append_printf (text, "%s%d", i ? " " : "", frame->heights.v[i]);
  return g_string_free (text, FALSE);
}

static void
assert_heights (const Fixture *fixture, const char *expected)
{
  g_autofree char *text = heights_text (first_frame (fixture));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_collision (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  KbSprite *sprite = kb_sprite_at (kb_document_project (document), 0);
  KbId ids[] = { kb_frame_at (sprite, 0)->node.id, kb_frame_at (sprite, 1)->node.id }, gone[] = { ids[0], 99999 };
  KbId head = kb_class_at (kb_document_project (document), 0)->node.id;
  g_autoptr (GError) error = NULL;
  g_assert_true (kb_tile_set_collision (document, ids, 2, "heights", head, &error));
  g_assert_no_error (error);
  g_assert_cmpint (kb_frame_at (sprite, 1)->collision, ==, KB_COLLISION_HEIGHTS);
  g_assert_cmpuint (kb_frame_at (sprite, 1)->heights.n, ==, 32);   /* without a picture: flat */
  g_assert_cmpuint (first_frame (fixture)->collision_class, ==, head);
  assert_heights (fixture, "7 6 5 4 3 0 0 0 0");
  /* What is there already stays. */
  g_assert_true (kb_tile_set_slope (document, ids, 1, 1, 7, 0, &error));
  g_assert_true (kb_tile_set_collision (document, ids, 1, "full", head, &error));
  g_assert_true (kb_tile_set_collision (document, ids, 1, "heights", 0, &error));
  assert_heights (fixture, "1 2 3 3 4 5 6 6 7");
  g_assert_true (kb_tile_set_slope (document, ids, 1, -1, 1, 0, &error));
  assert_heights (fixture, "1 1 1 1 1 1 1 1 1");
  g_assert_true (kb_tile_set_slope (document, ids, 1, 100, -1, 0, &error));
  assert_heights (fixture, "7 7 7 7 7 7 7 7 1");
  g_autofree char *label = g_strdup (kb_document_undo_label (document));
  g_assert_false (kb_tile_set_collision (document, gone, 2, "full", 0, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (first_frame (fixture)->collision, ==, KB_COLLISION_HEIGHTS);
  g_assert_cmpstr (kb_document_undo_label (document), ==, label);
}

/* A stroke replaces collision and class of what it touches, in one step; undo gives all back. */
static void
test_stroke (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  KbSprite *sprite = kb_sprite_at (kb_document_project (document), 0);
  KbFrame *first = kb_frame_at (sprite, 0), *second = kb_frame_at (sprite, 1);
  KbId ids[] = { first->node.id, second->node.id };
  KbId head = kb_class_at (kb_document_project (document), 0)->node.id;
  must_apply (document, "{\"insert\": \"classes\", \"value\": {\"name\": \"torso\", \"colour\": \"#ff0000\"}}");
  KbId torso = kb_class_at (kb_document_project (document), 1)->node.id;
  g_autoptr (GError) error = NULL;
  g_assert_true (kb_tile_set_collision (document, ids, 1, "heights", head, &error));
  g_assert_true (kb_tile_set_slope (document, ids, 1, 1, 7, 0, &error));
  KbTileStroke *stroke = kb_tile_stroke_new (document, KB_COLLISION_HEIGHTS, torso);
  kb_tile_stroke_put (stroke, first);
  kb_tile_stroke_put (stroke, second);
  /* Only the stroke knows so far. */
  assert_heights (fixture, "1 2 3 3 4 5 6 6 7");
  g_assert_cmpint (kb_tile_stroke_frame (stroke, first)->heights.v[0], ==, 7);
  g_assert_cmpint (kb_tile_stroke_frame (stroke, second)->collision, ==, KB_COLLISION_HEIGHTS);
  g_assert_true (kb_tile_stroke_end (stroke, torso, &error));
  assert_heights (fixture, "7 6 5 4 3 0 0 0 0");
  g_assert_cmpuint (first->collision_class, ==, torso);
  g_assert_cmpuint (second->collision_class, ==, torso);
  g_assert_cmpstr (kb_document_undo_label (document), ==, "Paint collision");
  kb_document_undo (document);
  assert_heights (fixture, "1 2 3 3 4 5 6 6 7");
  g_assert_cmpuint (first->collision_class, ==, head);
  g_assert_cmpint (second->collision, ==, KB_COLLISION_SHAPES);
  /* Drawn from beyond the left edge: a straight line, the rest stays. */
  stroke = kb_tile_stroke_new (document, KB_COLLISION_HEIGHTS, head);
  kb_tile_stroke_draw (stroke, first, (KbVec) { -2, 7 }, (KbVec) { 3.5, 1.5 });
  g_assert_true (kb_tile_stroke_end (stroke, head, &error));
  assert_heights (fixture, "3 4 5 6 4 5 6 6 7");
  stroke = kb_tile_stroke_new (document, KB_COLLISION_SHAPES, 0);
  kb_tile_stroke_put (stroke, first);
  g_assert_true (kb_tile_stroke_end (stroke, head, &error));
  g_assert_cmpint (first->collision, ==, KB_COLLISION_SHAPES);
  g_assert_cmpuint (first->collision_class, ==, 0);
  /* Nothing changes: no step. */
  kb_document_undo (document);
  stroke = kb_tile_stroke_new (document, KB_COLLISION_SHAPES, 0);
  kb_tile_stroke_put (stroke, second);
  g_assert_true (kb_tile_stroke_end (stroke, head, &error));
  g_assert_nonnull (kb_document_redo_label (document));
  assert_heights (fixture, "3 4 5 6 4 5 6 6 7");
}

/* Solid, where the box may go beyond the frame: below it, ground goes on. */
static gboolean
is_solid (const gint *heights, gint x, gint y)
{
  return x >= 0 && x < WIDTH && heights[x] > 0 && y >= HEIGHT - heights[x];
}

static void
check_change (Fixture *fixture, const gint *heights, const KbFrameChange *change)
{
  const KbFrame *frame = first_frame (fixture);
  g_assert_cmpuint (frame->heights.n, ==, (guint) (change->box.w * change->scale));
  for (gint y = 0; y < frame->height; y++)
    for (gint x = 0; x < frame->width; x++)
      {
        gint u = x / change->scale, v = y / change->scale;
        gboolean solid = is_solid (heights, change->box.x + (change->flip_x ? change->box.w - 1 - u : u),
                                   change->box.y + (change->flip_y ? change->box.h - 1 - v : v));
        g_assert_cmpint (y >= frame->height - frame->heights.v[x], ==, solid);
      }
}

static void
test_changes (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  KbId id = first_frame (fixture)->node.id;
  GRand *random = g_rand_new_with_seed (6);
  for (guint n = 0; n < 200; n++)
    {
      g_autoptr (GError) error = NULL;
      gint heights[WIDTH];
      gboolean whole = n % 4 == 0;   /* columns are all or nothing: they can be turned over */
      json_t *list = json_array ();
      KbFrameChange change = { .box = { g_rand_int_range (random, -3, 4), g_rand_int_range (random, -3, 4), g_rand_int_range (random, 1, 12),
                                        g_rand_int_range (random, 1, 12) }, .scale = g_rand_int_range (random, 1, 4), .flip_x = g_rand_boolean (random) };
      if (whole)
        change = (KbFrameChange) { .box = { 0, 0, WIDTH, HEIGHT }, .scale = 1, .flip_x = change.flip_x, .flip_y = TRUE };
      for (gint x = 0; x < WIDTH; x++)
        json_array_append_new (list, json_integer (heights[x] = whole ? HEIGHT * g_rand_int_range (random, 0, 2) : g_rand_int_range (random, 0, HEIGHT + 1)));
      kb_document_set (document, id, "heights", list, &error);
      g_assert_no_error (error);
      g_autofree char *before = text_of (document);
      g_assert_true (kb_change_frames (document, KB_OPERATION_CROP, &id, &change, 1, &error));
      g_assert_no_error (error);
      check_change (fixture, heights, &change);
      kb_document_undo (document);
      g_autofree char *undone = text_of (document);
      g_assert_cmpstr (before, ==, undone);
    }
  g_rand_free (random);
}

static void
test_upside_down (Fixture *fixture, gconstpointer data)
{
  KbId id = first_frame (fixture)->node.id;
  g_autoptr (GError) error = NULL;
  kb_tile_set_slope (fixture->document, &id, 1, 1, 5, 0, &error);
  g_assert_no_error (error);
  g_autofree char *before = text_of (fixture->document);
  g_assert_false (kb_flip_frames (fixture->document, &id, 1, FALSE, &error));
  g_assert_true (g_str_has_prefix (error->message, "sprites[0].frames[0]: heights stand"));
  g_autofree char *after = text_of (fixture->document);
  g_assert_cmpstr (before, ==, after);
}

static void
test_sides (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *side; KbCollision by_x, by_y; } sides[] = {
    { "left", KB_COLLISION_RIGHT, KB_COLLISION_LEFT }, { "right", KB_COLLISION_LEFT, KB_COLLISION_RIGHT },
    { "top", KB_COLLISION_TOP, KB_COLLISION_BOTTOM }, { "bottom", KB_COLLISION_BOTTOM, KB_COLLISION_TOP }, { "full", KB_COLLISION_FULL, KB_COLLISION_FULL },
  };
  KbId id = first_frame (fixture)->node.id;
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (guint by_x = 0; by_x < 2; by_x++)
      {
        g_autoptr (GError) error = NULL;
        g_assert_true (kb_tile_set_collision (fixture->document, &id, 1, sides[i].side, 0, &error));
        g_assert_true (kb_flip_frames (fixture->document, &id, 1, by_x, &error));
        g_assert_no_error (error);
        g_assert_cmpint (first_frame (fixture)->collision, ==, by_x ? sides[i].by_x : sides[i].by_y);
      }
}

#define TILE_TEST(name, test) g_test_add ("/operations-tiles/" name, Fixture, NULL, set_up_tile, test, tear_down)

KIT_PROGRAM (operations_tiles)
{
  kit_test_init (&argc, &argv);
  TILE_TEST ("collision", test_collision);
  TILE_TEST ("stroke", test_stroke);
  TILE_TEST ("changes", test_changes);
  TILE_TEST ("upside-down", test_upside_down);
  TILE_TEST ("sides", test_sides);
  return g_test_run ();
}
