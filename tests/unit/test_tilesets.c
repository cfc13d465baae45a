/* SPDX-License-Identifier: MIT */
/* New layers and tilesets of a level, and the sheets that tiles are chosen from. */
#include "operations/level/tilesets.h"
#include "tests/support/seed.h"

/* A sprite of frames 16 x 8 whose pictures are where `at` says, and a level. */
static KbDocument *
make (const gint (*at)[2], guint n, KbId *level)
{
  KbDocument *document = kb_document_new ("/nonexistent", "tiles");
  const KbProject *project = kb_document_project (document);
  json_t *frames = json_array ();

  for (guint i = 0; i < n; i++)
    {
      json_t *frame = json_pack ("{si si}", "width", 16, "height", 8);

      if (at)
        json_object_set_new (frame, "picture", json_pack ("{ss s[iiii]}", "file", "sheet.png", "rect", at[i][0], at[i][1], 16, 8));
      json_array_append_new (frames, frame);
    }
  g_assert_cmpuint (kb_document_insert (document, project->node.id, "sprites", -1, json_pack ("{ss so}", "name", "rock", "frames", frames),
                                        NULL), !=, 0);
  *level = kb_document_insert (document, project->node.id, "levels", -1, json_pack ("{ss}", "name", "cave"), NULL);
  g_assert_cmpuint (*level, !=, 0);
  return document;
}

static void
test_add (void)
{
  KbId id;
  KbDocument *document = make (NULL, 3, &id);
  const KbLevel *level = kb_level_at (kb_document_project (document), 0);
  const KbSprite *sprite = kb_sprite_at (kb_document_project (document), 0);
  g_autoptr (GError) error = NULL;

  /* Without tiles the cells are of 16 pixels; with them as large as they are. */
  const KbLayer *first = (const KbLayer *) kb_document_node (document, kb_layer_add (document, id, FALSE, &error));
  g_assert_cmpint (first->cell.x, ==, 16);
  g_assert_cmpint (first->cell.y, ==, 16);
  g_assert_cmpint (kb_tileset_add (document, id, sprite, &error), ==, 1);
  g_assert_cmpint (kb_tileset_add (document, id, sprite, &error), ==, 1);
  g_assert_cmpuint (kb_count (level->tilesets), ==, 1);
  const KbLayer *second = (const KbLayer *) kb_document_node (document, kb_layer_add (document, id, FALSE, &error));
  g_assert_cmpint (second->cell.x, ==, 16);
  g_assert_cmpint (second->cell.y, ==, 8);
  g_assert_cmpstr (first->name, !=, second->name);
  g_assert_cmpint (first->lasting_id, !=, second->lasting_id);
  /* Isometric ones: as wide as the tile, half as high. */
  const KbLayer *third = (const KbLayer *) kb_document_node (document, kb_layer_add (document, id, TRUE, &error));
  g_assert_cmpfloat (third->axis_i.x - third->axis_j.x, ==, 16);
  g_assert_cmpfloat (third->axis_i.y + third->axis_j.y, ==, 8);
  g_assert_cmpfloat (third->lift, ==, 4);
  g_assert_no_error (error);
  g_assert_cmpuint (kb_layer_add (document, sprite->node.id, FALSE, &error), ==, 0);
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  kb_document_free (document);
}

/* Layers made before there was a tile get its size with the first tileset, in one step; those that hold something, or of which somebody
 * typed the numbers, stay as they are. */
static void
test_first_tileset (void)
{
  KbId id;
  KbDocument *document = make (NULL, 3, &id);
  const KbProject *project = kb_document_project (document);
  const KbLevel *level = kb_level_at (project, 0);
  const KbSprite *rock = kb_sprite_at (project, 0);
  g_autoptr (GError) error = NULL;
  const KbCell cell = { 1, 1 };

  for (guint i = 0; i < 5; i++)
    g_assert_cmpuint (kb_layer_add (document, id, i == 1 || i == 3, &error), !=, 0);
  const KbLayer *plain = kb_layer_at (level, 0), *slanted = kb_layer_at (level, 1), *typed = kb_layer_at (level, 2);
  const KbLayer *raised = kb_layer_at (level, 3), *painted = kb_layer_at (level, 4);
  g_assert_true (kb_document_set (document, kb_frame_at (rock, 0)->node.id, "width", json_integer (64), &error));
  g_assert_true (kb_document_set (document, kb_frame_at (rock, 0)->node.id, "height", json_integer (48), &error));
  g_assert_true (kb_document_set (document, typed->node.id, "cell", json_pack ("[ii]", 16, 24), &error));
  g_assert_true (kb_document_set (document, raised->node.id, "lift", json_integer (5), &error));
  g_assert_true (kb_document_set (document, id, "grid", json_integer (64), &error));   /* not what they were made by */
  KbZonesPainter *painter = kb_document_painter (document, painted->node.id, "cells", &error);
  kb_cells_painter_put (painter, 2, 3, kb_cell_pack (&cell));
  g_assert_true (kb_document_paint_end (document, painted->node.id, "cells", painter, NULL, &error));

  g_assert_cmpint (kb_tileset_add (document, id, rock, &error), ==, 1);
  g_assert_no_error (error);
  g_assert_true (plain->cell.x == 64 && plain->cell.y == 48 && plain->axis_i.x == 0 && plain->lift == 0);
  g_assert_true (slanted->cell.x == 32 && slanted->cell.y == 32 && slanted->axis_i.x == 32 && slanted->axis_i.y == 16);
  g_assert_true (slanted->axis_j.x == -32 && slanted->axis_j.y == 16 && slanted->lift == 16);
  g_assert_true (typed->cell.x == 16 && typed->cell.y == 24 && raised->axis_i.x == 16 && raised->lift == 5);
  g_assert_true (painted->cell.x == 16 && painted->cell.y == 16);
  g_assert_cmpstr (kb_document_undo_label (document), ==, "Add tileset");
  kb_document_undo (document);
  g_assert_true (kb_count (level->tilesets) == 0 && plain->cell.x == 16 && slanted->axis_i.x == 16 && slanted->lift == 8);

  /* Only with the first one. */
  kb_document_redo (document);
  g_assert_true (kb_document_set (document, plain->node.id, "cell", json_pack ("[ii]", 16, 16), &error));
  g_assert_cmpuint (kb_document_insert (document, project->node.id, "sprites", -1, json_pack ("{ss s[{si si}]}", "name", "moss", "frames", "width", 8,
                                                                                            "height", 8), &error), !=, 0);
  g_assert_cmpint (kb_tileset_add (document, id, kb_sprite_at (project, 1), &error), ==, 2);
  g_assert_cmpint (plain->cell.x, ==, 16);
  g_assert_no_error (error);
  kb_document_free (document);
}

/* How many warnings of tiles that move as nobody meant there are. */
static guint
count_warnings (const KbDocument *document)
{
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  guint n = 0;

  for (guint i = 0; i < problems->len; i++)
    {
      const KbProblem *problem = g_ptr_array_index (problems, i);
      gboolean is = g_str_equal (problem->check, "tile-animation");

      if (is)
        g_assert_cmpstr (problem->path, ==, "sprites[0].animations[0]");
      n += is ? 1 : 0;
    }
  return n;
}

/* The animation that an import makes over a whole sheet goes with the sprite's becoming a tileset; what somebody named or timed stays. */
static void
test_sheet_animation (void)
{
  static const struct {
    const char *name, *loop;
    gint n, last, duration;   /* the last frame that is shown */
    gboolean hot, goes;
  } cases[] = {
    { "all", "loop", 3, 3, 100, FALSE, TRUE },
    { "water", "loop", 3, 3, 100, FALSE, FALSE },
    { "all", "ping-pong", 3, 3, 100, FALSE, FALSE },
    { "all", "loop", 2, 2, 100, FALSE, FALSE },
    { "all", "loop", 3, 2, 100, FALSE, FALSE },
    { "all", "loop", 3, 3, 80, FALSE, FALSE },
    { "all", "loop", 3, 3, 100, TRUE, FALSE },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      KbId id;
      KbDocument *document = make (NULL, 3, &id);
      const KbSprite *rock = kb_sprite_at (kb_document_project (document), 0);
      json_t *steps = json_array ();
      g_autoptr (GError) error = NULL;

      for (gint i = 1; i <= cases[k].n; i++)
        json_array_append_new (steps, json_pack ("{si si}", "frame", i == cases[k].n ? cases[k].last : i, "duration", i == cases[k].n ? cases[k].duration : 100));
      g_assert_cmpuint (kb_document_insert (document, rock->node.id, "animations", -1, json_pack ("{ss ss so}", "name", cases[k].name, "loop",
                                                                                                  cases[k].loop, "steps", steps), &error), !=, 0);
      if (cases[k].hot)
        g_assert_true (kb_document_set (document, kb_frame_at (rock, 0)->node.id, "hot_spot", json_pack ("[ii]", 8, 7), &error));
      g_assert_true ((kb_sprite_sheet_animation (rock) != NULL) == cases[k].goes);
      g_assert_cmpuint (count_warnings (document), ==, 0);
      g_assert_cmpint (kb_tileset_add (document, id, rock, &error), ==, 1);
      g_assert_no_error (error);
      g_assert_cmpuint (kb_count (rock->animations), ==, cases[k].goes ? 0 : 1);
      kb_document_undo (document);
      g_assert_cmpuint (kb_count (rock->animations), ==, 1);

      /* As a file has it, or another tool than the editor. */
      g_assert_cmpuint (kb_document_insert (document, id, "tilesets", -1, json_pack ("{ss}", "sprite", "rock"), &error), !=, 0);
      g_assert_cmpuint (count_warnings (document), ==, cases[k].goes ? 1 : 0);
      kb_document_free (document);
    }
}

/* A layer that becomes isometric is as one that was made so; what was set of its lift stays. */
static void
test_isometric (void)
{
  KbId id;
  KbDocument *document = make (NULL, 3, &id);
  const KbLevel *level = kb_level_at (kb_document_project (document), 0);
  g_autoptr (GError) error = NULL;

  kb_tileset_add (document, id, kb_sprite_at (kb_document_project (document), 0), &error);
  const KbLayer *made = (const KbLayer *) kb_document_node (document, kb_layer_add (document, id, TRUE, &error));
  const KbLayer *layer = (const KbLayer *) kb_document_node (document, kb_layer_add (document, id, FALSE, &error));
  KbId layer_id = layer->node.id;
  kb_document_set (document, layer_id, "cell", json_pack ("[ii]", made->cell.x, made->cell.y), &error);
  g_assert_true (kb_layer_is_straight (layer));
  g_assert_false (kb_layer_is_straight (made));
  g_assert_true (kb_layer_make_isometric (document, layer_id, TRUE, &error));
  g_assert_true (kb_document_undo (document));
  layer = (const KbLayer *) kb_document_node (document, layer_id);
  g_assert_true (kb_layer_is_straight (layer));
  g_assert_cmpfloat (layer->lift, ==, 0);
  g_assert_true (kb_document_redo (document));
  g_assert_cmpfloat (layer->axis_i.x, ==, made->axis_i.x);
  g_assert_cmpfloat (layer->axis_i.y, ==, made->axis_i.y);
  g_assert_cmpfloat (layer->axis_j.x, ==, made->axis_j.x);
  g_assert_cmpfloat (layer->axis_j.y, ==, made->axis_j.y);
  g_assert_cmpfloat (layer->lift, ==, made->lift);
  g_assert_cmpfloat (layer->lift, >, 0);
  g_assert_true (kb_layer_make_isometric (document, layer_id, TRUE, &error));   /* nothing to do */
  g_assert_true (kb_layer_make_isometric (document, layer_id, FALSE, &error));
  g_assert_true (kb_layer_is_straight (layer));
  g_assert_cmpfloat (layer->lift, ==, 0);
  kb_document_set (document, layer_id, "lift", json_real (3.5), &error);
  g_assert_true (kb_layer_make_isometric (document, layer_id, TRUE, &error));
  g_assert_cmpfloat (layer->lift, ==, 3.5);
  g_assert_true (kb_layer_make_isometric (document, layer_id, FALSE, &error));
  g_assert_cmpfloat (layer->lift, ==, 3.5);
  g_assert_no_error (error);
  g_assert_false (kb_layer_make_isometric (document, level->node.id, TRUE, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  kb_document_free (document);
}

/* Cells that show frames of a sprite: whatever way they lie, of all levels that have it as a tileset, and of no other's. */
static void
test_count_cells (void)
{
  KbId id;
  KbDocument *document = make (NULL, 3, &id);
  const KbProject *project = kb_document_project (document);
  const KbSprite *sprite = kb_sprite_at (project, 0);
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  const KbCell cells[] = { { 1, 1 }, { 2, 1, TRUE, FALSE, TRUE, 9 }, { 2, 1 }, { 3, 1 }, { 2, 2 }, { 0 } };

  g_assert_cmpint (kb_tileset_add (document, id, sprite, &error), ==, 1);
  KbId layer = kb_layer_add (document, id, FALSE, &error);
  KbZonesPainter *painter = kb_document_painter (document, layer, "cells", &error);
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    kb_cells_painter_put (painter, (gint) i, 3, kb_cell_pack (&cells[i]));
  g_assert_true (kb_document_paint_end (document, layer, "cells", painter, NULL, &error));
  g_assert_cmpuint (kb_frames_count_cells (project, sprite, numbers), ==, 0);
  g_hash_table_add (numbers, GUINT_TO_POINTER (2));
  g_assert_cmpuint (kb_frames_count_cells (project, sprite, numbers), ==, 2);
  g_hash_table_add (numbers, GUINT_TO_POINTER (3));
  g_assert_cmpuint (kb_frames_count_cells (project, sprite, numbers), ==, 3);
  g_assert_cmpuint (kb_tileset_count (kb_level_at (project, 0), 1), ==, 4);
  g_assert_cmpuint (kb_tileset_count (kb_level_at (project, 0), 0), ==, 5);
  kb_document_free (document);
}

/* Without tiles, cells are as large as the level's grid, by doubling until they can be seen; isometric ones have corners on it. */
static void
test_grid (void)
{
  static const struct { double grid; gint side; } grids[] = { { 8, 16 }, { 24, 24 }, { 16, 16 }, { 5, 20 }, { 1, 16 }, { 64, 64 }, { 4096, 1024 }, { 7.5, 30 } };
  KbId id;
  KbDocument *document = make (NULL, 1, &id);
  const KbLevel *level = kb_level_at (kb_document_project (document), 0);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (grids); i++)
    {
      g_assert_true (kb_document_set (document, id, "grid", json_real (grids[i].grid), NULL));
      g_assert_cmpint (kb_level_cell_side (level), ==, grids[i].side);
      const KbLayer *plain = (const KbLayer *) kb_document_node (document, kb_layer_add (document, id, FALSE, &error));
      g_assert_cmpint (plain->cell.x, ==, grids[i].side);
      g_assert_cmpint (plain->cell.y, ==, grids[i].side);
      const KbLayer *slanted = (const KbLayer *) kb_document_node (document, kb_layer_add (document, id, TRUE, &error));
      g_assert_no_error (error);
      g_assert_cmpint (slanted->cell.x, ==, grids[i].side);
      g_assert_cmpfloat (slanted->axis_i.x, ==, grids[i].side);
      g_assert_cmpfloat (slanted->axis_i.y, ==, grids[i].side / 2.0);
      g_assert_cmpfloat (slanted->axis_j.x, ==, -grids[i].side);
    }
  kb_document_free (document);
}

/* Every layer next to every other, in front and behind: moved to the place that is told, they are neighbours in that order and the
 * others have kept theirs. */
static void
test_beside (void)
{
  enum { N = 4 };
  KbId id, layers[N];
  KbDocument *document = make (NULL, 1, &id);
  const KbLevel *level = kb_level_at (kb_document_project (document), 0);
  guint place;

  for (guint i = 0; i < N; i++)
    layers[i] = kb_layer_add (document, id, FALSE, NULL);
  KbId ground = kb_document_insert (document, id, "grounds", -1, json_pack ("{ss ss}", "name", "hill", "class", ""), NULL);
  for (guint a = 0; a < N; a++)
    for (guint b = 0; b < N; b++)
      for (guint front = 0; front < 2; front++)
        {
          g_assert_true (kb_layer_place_beside (level, layers[a], layers[b], front, &place));
          g_assert_true (kb_document_move (document, layers[a], place, NULL));
          g_autoptr (GString) order = g_string_new (NULL);
          g_autoptr (GString) expected = g_string_new (NULL);
          for (guint i = 0; i < N; i++)
            for (guint k = 0; k < N; k++)
              if (kb_layer_at (level, i)->node.id == layers[k])
                g_string_append_c (order, (char) ('0' + k));
          for (guint k = 0; k < N; k++)
            {
              if (k == b && a != b)
                g_string_append_printf (expected, "%u%u", front ? b : a, front ? a : b);
              else if (k != a || a == b)
                g_string_append_printf (expected, "%u", k);
            }
          g_assert_cmpstr (order->str, ==, expected->str);
          g_assert_true (kb_document_move (document, layers[a], a, NULL));
        }
  g_assert_false (kb_layer_place_beside (level, layers[0], id, TRUE, &place));
  g_assert_false (kb_layer_place_beside (level, id, id, TRUE, &place));
  if (ground)
    g_assert_false (kb_layer_place_beside (level, layers[0], ground, TRUE, &place));
  kb_document_free (document);
}

/* Numbers that were given up are given again; no more than there are. */
static void
test_numbers (void)
{
  KbId id;
  KbDocument *document = make (NULL, 1, &id);
  const KbProject *project = kb_document_project (document);
  const KbLevel *level = kb_level_at (project, 0);
  g_autoptr (GError) error = NULL;

  for (gint i = 0; i < KB_MAX_TILESETS + 1; i++)
    {
      g_autofree char *name = g_strdup_printf ("set %d", i);
      KbId sprite = kb_document_insert (document, project->node.id, "sprites", -1, json_pack ("{ss}", "name", name), NULL);
      gint number = kb_tileset_add (document, id, (const KbSprite *) kb_document_node (document, sprite), &error);

      g_assert_cmpint (number, ==, i < KB_MAX_TILESETS ? i + 1 : 0);
    }
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);
  g_assert_true (kb_document_remove (document, kb_tileset_at (level, 4)->node.id, NULL));
  g_assert_cmpint (kb_tileset_add (document, id, kb_sprite_at (project, 0), &error), ==, 5);
  kb_document_free (document);
}

static void
test_sheet (void)
{
  /* Two rows with a margin and spacing, not in the frames' order; nothing at the right of the second row. */
  static const gint at[][2] = { { 18, 1 }, { 1, 1 }, { 1, 10 }, { 35, 1 }, { 18, 10 } };
  KbId id;
  KbDocument *document = make (at, G_N_ELEMENTS (at), &id);
  const KbSprite *sprite = kb_sprite_at (kb_document_project (document), 0);
  g_autoptr (KbTileSheet) sheet = kb_tile_sheet_new (sprite);
  static const gint expected[] = { 1, 0, 3, 2, 4, -1 };
  gint i, j;

  g_assert_cmpint (sheet->columns, ==, 3);
  g_assert_cmpint (sheet->rows, ==, 2);
  for (guint k = 0; k < G_N_ELEMENTS (expected); k++)
    g_assert_cmpint (sheet->frames[k], ==, expected[k]);
  g_assert_true (kb_tile_sheet_find (sheet, sprite, kb_frame_at (sprite, 4)->lasting_id, &i, &j));
  g_assert_cmpint (i, ==, 1);
  g_assert_cmpint (j, ==, 1);
  g_autoptr (KbStamp) stamp = kb_tile_sheet_stamp (sheet, sprite, 7, (KbCellBox) { 1, 0, 2, 2 });
  for (gint k = 0; k < 4; k++)
    {
      KbCell cell = kb_cell_unpack (stamp->cells[k]);
      gint frame = expected[k / 2 * 3 + 1 + k % 2];

      g_assert_cmpuint (cell.frame, ==, frame < 0 ? 0 : kb_frame_at (sprite, (guint) frame)->lasting_id);
      g_assert_cmpuint (cell.tileset, ==, frame < 0 ? 0 : 7);
    }
  kb_document_free (document);
}

/* An empty row or column between others stays. Of a few tiles far apart only the order counts. */
static void
test_sheet_gaps (void)
{
  static const gint at[][2] = { { 0, 0 }, { 16, 0 }, { 48, 0 }, { 0, 8 }, { 0, 24 }, { 16, 24 } };
  static const gint expected[] = { 0, 1, -1, 2, 3, -1, -1, -1, -1, -1, -1, -1, 4, 5, -1, -1 };
  static const gint far[][2] = { { 0, 0 }, { 16, 0 }, { 0, 8 }, { 0, 800 } };
  KbId id;
  KbDocument *document = make (at, G_N_ELEMENTS (at), &id), *other = make (far, G_N_ELEMENTS (far), &id);
  g_autoptr (KbTileSheet) sheet = kb_tile_sheet_new (kb_sprite_at (kb_document_project (document), 0));
  g_autoptr (KbTileSheet) few = kb_tile_sheet_new (kb_sprite_at (kb_document_project (other), 0));

  g_assert_cmpint (sheet->columns, ==, 4);
  g_assert_cmpint (sheet->rows, ==, 4);
  for (guint k = 0; k < G_N_ELEMENTS (expected); k++)
    g_assert_cmpint (sheet->frames[k], ==, expected[k]);
  g_assert_cmpint (few->columns, ==, 2);
  g_assert_cmpint (few->rows, ==, 3);
  kb_document_free (document);
  kb_document_free (other);
}

/* Without a sheet: rows of eight. Two on one place are none, either. */
static void
test_rows (void)
{
  static const gint same[][2] = { { 0, 0 }, { 0, 0 }, { 16, 0 } };
  KbId id;
  KbDocument *document = make (NULL, 11, &id), *other = make (same, 3, &id);
  g_autoptr (KbTileSheet) rows = kb_tile_sheet_new (kb_sprite_at (kb_document_project (document), 0));
  g_autoptr (KbTileSheet) few = kb_tile_sheet_new (kb_sprite_at (kb_document_project (other), 0));

  g_assert_cmpint (rows->columns, ==, 8);
  g_assert_cmpint (rows->rows, ==, 2);
  g_assert_cmpint (rows->frames[10], ==, 10);
  g_assert_cmpint (rows->frames[11], ==, -1);
  g_assert_cmpint (few->columns, ==, 3);
  g_assert_cmpint (few->frames[1], ==, 1);
  kb_document_free (document);
  kb_document_free (other);
}

/* Tiles of 16 pixels are doubled; a single row is wrapped, and rows of a sheet stay; nothing is lost from it. */
static void
test_fit (void)
{
  static const struct { gboolean rows; double width; gint zoom, columns; double scale; } cases[] = {
    { FALSE, 256, 0, 8, 2 }, { FALSE, 248, 0, 7, 2 }, { FALSE, 480, 0, 12, 2 }, { FALSE, 20, 0, 1, 2 }, { FALSE, 256, 1, 4, 4 },
    { TRUE, 256, 0, 3, 4 }, { TRUE, 150, 0, 3, 3 }, { TRUE, 40, 0, 3, 2 }, { TRUE, 256, 2, 3, 12 },
    { FALSE, 256, -1, 12, 1 }, { TRUE, 256, -1, 3, 2 }, { TRUE, 150, -1, 3, 1 }, { TRUE, 40, -3, 3, 0.5 },
  };
  static const gint at[6][2] = { { 0, 0 }, { 16, 0 }, { 32, 0 }, { 0, 8 }, { 16, 8 }, { 32, 8 } };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      gint row[12][2], n = cases[k].rows ? 6 : 12, next = 0;
      KbId id;
      for (gint i = 0; i < 12; i++)
        row[i][0] = 16 * i, row[i][1] = 0;
      KbDocument *document = make (cases[k].rows ? at : (const gint (*)[2]) row, (guint) n, &id);
      g_autoptr (KbTileSheet) sheet = kb_tile_sheet_new (kb_sprite_at (kb_document_project (document), 0));
      g_assert_true (sheet->loose == !cases[k].rows);
      kb_tile_sheet_fit (sheet, 70, 0);
      g_assert_cmpfloat (kb_tile_sheet_fit (sheet, cases[k].width, cases[k].zoom), ==, cases[k].scale);
      g_assert_cmpint (sheet->columns, ==, cases[k].columns);
      for (gint i = 0; i < sheet->columns * sheet->rows; i++)
        if (sheet->frames[i] >= 0)
          g_assert_cmpint (sheet->frames[i], ==, next++);
      g_assert_cmpint (next, ==, n);
      kb_document_free (document);
    }
}

/* A number is the whole one; all text is a part of the name, the classes or the terrains. */
static void
test_search (void)
{
  static const struct { const char *text, *found; } cases[] = {
    { "1", "0 3" }, { "11", "10" }, { "WAT", "3 5" }, { "  Rock ", "4 5" }, { "gr", "2 6" }, { "ass", "6" }, { "nothing", "" }, { "0", "" },
  };
  KbId id;
  KbDocument *document = make (NULL, 12, &id);
  const KbProject *project = kb_document_project (document);
  const KbSprite *sprite = kb_sprite_at (project, 0);
  const struct { guint frame; const char *field; json_t *value; } edits[] = {
    { 2, "name", json_string ("Green") }, { 3, "name", json_string ("Water 12") }, { 4, "collision", json_string ("full") },
    { 4, "collision_class", json_string ("rock") }, { 5, "name", json_string ("deep water") },
    { 6, "terrain", json_pack ("[iiiiiiii]", 0, 3, 0, 0, 0, 0, 0, 0) },
  };
  json_t *shape = json_pack ("{ss s{s[iiii]}}", "class", "rock", "geometry", "box", 0, 0, 4, 4);
  kb_document_insert (document, project->node.id, "classes", -1, json_pack ("{ss ss}", "name", "rock", "colour", "#ff0000"), NULL);
  kb_document_insert (document, sprite->node.id, "terrains", -1, json_pack ("{si ss ss}", "value", 3, "name", "grass", "colour", "#00ff00"),
                      NULL);
  g_assert_cmpuint (kb_document_insert (document, kb_frame_at (sprite, 5)->node.id, "shapes", -1, shape, NULL), !=, 0);
  for (guint k = 0; k < G_N_ELEMENTS (edits); k++)
    g_assert_true (kb_document_set (document, kb_frame_at (sprite, edits[k].frame)->node.id, edits[k].field, edits[k].value, NULL));
  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autoptr (GString) found = g_string_new (NULL);
      for (guint i = 0; i < kb_count (sprite->frames); i++)
        if (kb_tile_matches (project, sprite, i, cases[k].text))
          g_string_append_printf (found, "%s%u", found->len ? " " : "", i);
      g_assert_cmpstr (found->str, ==, cases[k].found);
    }
  kb_document_free (document);
}

KIT_PROGRAM (tilesets)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/tilesets/add", test_add);
  g_test_add_func ("/tilesets/first", test_first_tileset);
  g_test_add_func ("/tilesets/sheet-animation", test_sheet_animation);
  g_test_add_func ("/tilesets/isometric", test_isometric);
  g_test_add_func ("/tilesets/grid", test_grid);
  g_test_add_func ("/tilesets/count-cells", test_count_cells);
  g_test_add_func ("/tilesets/beside", test_beside);
  g_test_add_func ("/tilesets/numbers", test_numbers);
  g_test_add_func ("/tilesets/sheet", test_sheet);
  g_test_add_func ("/tilesets/sheet-gaps", test_sheet_gaps);
  g_test_add_func ("/tilesets/fit", test_fit);
  g_test_add_func ("/tilesets/rows", test_rows);
  g_test_add_func ("/tilesets/search", test_search);
  return g_test_run ();
}
