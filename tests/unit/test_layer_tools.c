/* SPDX-License-Identifier: MIT */
/* What gestures and keys on the layers of a level make, on a maze, a ground and the heights of a tile; which layer and tool are worked with. */
#include "tests/support/canvas.h"
#include "tests/support/level_document.h"
#include "tests/support/looks.h"
#include "tests/support/seed.h"
#include "tools/level/ground_edits.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

/* The maze has cells of 8, the first at (0, 80). With Shift: the outline between the ends of the drag, wherever it went; without height
 * one straight wall. Control at the press takes down. */
static void
test_maze (void)
{
  static const struct { const char *script, *rows[5]; } cases[] = {   /* one bit the left, two the top edge */
    { "t:maze p8,88 m16,88 m16,96 r24,96", { "0000000", "0210000", "0020000", "0000000", "0000000" } },
    { "p8,88+s m40,111+s r24,104+s", { "0000000", "0321000", "0101000", "0220000", "0000000" } },
    { "p8,88+s m20,100+s r33,90+s", { "0000000", "0222000", "0000000", "0000000", "0000000" } },
    { "p24,81+s m8,100+s r25,103+s", { "0001000", "0001000", "0001000", "0000000", "0000000" } },
    { "p8,88+s r24,104+s p16,88+c m24,88+c r24,104+c", { "0000000", "0300000", "0100000", "0220000", "0000000" } },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      Canvas *canvas = canvas_new (2);
      canvas_show_level (canvas);
      canvas_run (canvas, "t:maze");
      canvas_run (canvas, cases[k].script);
      const KbMaze *maze = kb_maze_at (the_level (canvas->document), 0);
      for (gint j = 0; j < 5; j++)
        {
          char row[8] = "";
          for (gint i = 0; i < 7; i++)
            row[i] = (char) ('0' + kit_maze_edges (maze, i, j));
          g_assert_cmpstr (row, ==, cases[k].rows[j]);
        }
      canvas_free (canvas);
    }
}

/* Asked for a tool, the layer that it is for is worked on; a level that is shown again has the one it had. */
static void
test_layers (void)
{
  static const struct { const char *tool, *list; } taken[] = {
    { "maze", "mazes" }, { "wall", NULL }, { "ground", "grounds" }, { "level-select", "grounds" }, { "entity", NULL },
    { "profile", "heightmaps" }, { "stamp", "layers" }, { "tile-fill", "layers" }, { "hand", "layers" }, { "level-select", NULL },
    { "tile-eraser", "layers" }, { "split", NULL }, { "maze", "mazes" },
  };
  Canvas *canvas = canvas_new (2);
  KbToolContext *context = canvas->context;

  canvas_show_level (canvas);
  const KbTool *before = context->gesture.tool;
  KbId level = context->shown.level_id;
  g_assert_cmpuint (context->shown.layer_id, ==, 0);
  g_assert_false (kb_tools_take (context, kb_tool_by_id ("stamp")));
  g_assert_true (context->gesture.tool == before);
  g_assert_cmpstr (kb_tool_by_key_elsewhere (context, 'b')->id, ==, "stamp");
  g_assert_true (kb_document_insert (canvas->document, level, "layers", -1, json_pack ("{ss s[ii] si si}", "name", "floor", "cell", 8, 8, "width", 6, "height", 4), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_test_message ("%s", taken[i].tool);
      g_assert_true (kb_tools_take (context, kb_tool_by_id (taken[i].tool)));
      const KbNode *layer = kb_tool_context_layer (context, NULL);
      g_assert_cmpstr (context->gesture.tool->id, ==, taken[i].tool);
      g_assert_cmpstr (layer ? kb_level_layer_list (layer->kind)->name : NULL, ==, taken[i].list);
    }
  KbId maze = context->shown.layer_id;
  kb_tool_context_set_level (context, 0);
  g_assert_null (kb_tool_by_key_elsewhere (context, 'b'));
  kb_tool_context_set_level (context, level);
  g_assert_cmpuint (context->shown.layer_id, ==, maze);
  g_assert_cmpstr (context->gesture.tool->id, ==, "maze");
  kb_tools_take (context, kb_tool_by_id ("wall"));
  kb_tool_context_set_level (context, 0);
  kb_tool_context_set_level (context, level);
  g_assert_cmpuint (context->shown.layer_id, ==, 0);
  g_assert_true (kb_tools_take (context, kb_tool_by_id ("maze")));
  kb_tool_context_set_level (context, 0);
  g_assert_true (kb_document_remove (canvas->document, maze, NULL));
  kb_tool_context_set_level (context, level);
  g_assert_cmpuint (context->shown.layer_id, ==, 0);

  /* Without walls it is opened on what it has. */
  json_t *mazes = json_pack ("[{si ss ss s[ii] si si}]", "id", 1, "name", "hedges", "class", "body", "cell", 8, 8, "width", 4, "height", 3);
  KbId project = kb_document_project (canvas->document)->node.id;
  level = kb_document_insert (canvas->document, project, "levels", -1, json_pack ("{ss so}", "name", "garden", "mazes", mazes), NULL);
  g_assert_cmpuint (level, !=, 0);
  kb_tool_context_set_level (context, level);
  const KbNode *chosen = kb_document_node (canvas->document, context->shown.layer_id);
  g_assert_true (chosen && chosen->kind == &kb_maze_kind);
  canvas_free (canvas);
}

static char *
ground_text (const KbDocument *document)
{
  const KbGroundLine *ground = kb_ground_at (the_level (document), 0);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < kb_count (ground->points); i++)
    g_string_append_printf (text, "%s%g,%g", i ? " " : "", kb_ground_point_at (ground, i)->at.x, kb_ground_point_at (ground, i)->at.y);
  return g_string_free (text, FALSE);
}

/* A point stops before its neighbours: a step of the grid of 4, or a pixel. */
static void
test_ground_points (void)
{
  static const struct { const char *script, *points; } made[] = {
    { "t:ground p120,80 m150,80 r170,84", "100,90 136,84 140,100 160,100" },
    { "t:ground p120,80 m110,80 r40,84", "100,90 104,84 140,100 160,100" },
    { "t:ground p120,80 m150,80+c r170,84+c", "100,90 139,84 140,100 160,100" },
    { "t:ground p160,100 m150,100 r120,96", "100,90 120,80 140,100 144,96" },
    { "t:ground p160,100 m170,100 r300,96", "100,90 120,80 140,100 300,96" },
    /* As near as it is: it may go up and down, and away. */
    { "t:ground p120,80 r138,80+c m138,80 p138,80 m138,88+c r150,88", "100,90 138,88 140,100 160,100" },
    { "t:ground p120,80 r138,80+c Right", "100,90 139,80 140,100 160,100" },
    { "t:ground p120,80 r138,80+c Right Right Right Up", "100,90 139,79 140,100 160,100" },
    { "t:ground p120,80 r120,80 Right+s Right+s Right+s Right+s Right+s", "100,90 136,80 140,100 160,100" },
    { "t:ground p120,80 r120,80 p140,100+s r140,100+s Right+s Right+s Right+s Right+s Right+s", "100,90 136,80 156,100 160,100" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    {
      Canvas *canvas = canvas_new (2);
      canvas_show_level (canvas);
      canvas_run (canvas, made[i].script);
      g_autofree char *text = ground_text (canvas->document);
      if (strcmp (text, made[i].points) != 0)
        g_error ("%s gives\n%s, not\n%s", made[i].script, text, made[i].points);
      canvas_free (canvas);
    }
}

/* All is all of the layer that is worked on: what is not seen to be chosen is not deleted with it. */
static void
test_select_all (void)
{
  static const struct { const char *tool; guint selected; } taken[] = {
    { "stamp", 0 }, { "maze", 0 }, { "profile", 0 }, { "ground", 4 }, { "level-select", 4 },
  };
  Canvas *canvas = canvas_new (2);
  KbToolContext *context = canvas->context;

  canvas_show_level (canvas);
  const KbLevel *level = the_level (canvas->document);
  g_assert_true (kb_document_insert (canvas->document, level->node.id, "layers", -1,
                                     json_pack ("{ss s[ii] si si}", "name", "floor", "cell", 8, 8, "width", 6, "height", 4), NULL));
  guint all = kb_count (level->walls) + kb_count (level->areas) + kb_count (level->entities);
  kb_selection_set_all (context);
  g_assert_cmpuint (context->selection.ids->len, ==, all);
  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_assert_true (kb_tools_take (context, kb_tool_by_id (taken[i].tool)));
      KbId layer = context->shown.layer_id;
      kb_selection_clear (context);
      kb_selection_set_all (context);
      g_assert_cmpstr (context->gesture.tool->id, ==, taken[i].tool);
      g_assert_cmpuint (context->shown.layer_id, ==, layer);
      g_assert_cmpuint (context->selection.ids->len, ==, taken[i].selected);
      g_assert_true (taken[i].selected || canvas->status);
      g_assert_cmpint (kb_selection_explain (context), ==, taken[i].selected == 0);
    }
  const KbGroundLine *ground = kb_ground_at (level, 0);
  for (guint i = 0; i < kb_count (ground->points); i++)
    g_assert_true (kb_selection_has (context, kb_ground_point_at (ground, i)->node.id));
  kb_selection_clear (context);
  g_hash_table_add (context->locked, GUINT_TO_POINTER (ground->node.id));
  kb_selection_set_all (context);
  g_assert_cmpuint (context->selection.ids->len, ==, 0);
  kb_tool_context_set_layer (context, 0);
  kb_selection_set_all (context);
  kb_selection_delete (context);
  g_assert_cmpuint (kb_count (level->walls) + kb_count (level->areas) + kb_count (level->entities), ==, 0);
  g_assert_cmpuint (kb_count (kb_ground_at (level, 0)->points), ==, 4);
  canvas_free (canvas);
}

/* The keys for the next thing and for what has the class stay on the layer, too: a ground has points, and its class; the others
 * have nothing to select. */
static void
test_keys_stay_on_layer (void)
{
  static const struct { const char *tool; gboolean selects; } taken[] = { { "maze", FALSE }, { "profile", FALSE }, { "ground", TRUE } };
  Canvas *canvas = canvas_new (2);
  KbToolContext *context = canvas->context;

  canvas_show_level (canvas);
  const KbLevel *level = the_level (canvas->document);
  const KbGroundLine *ground = kb_ground_at (level, 0);
  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_assert_true (kb_tools_take (context, kb_tool_by_id (taken[i].tool)));
      KbId layer = context->shown.layer_id;
      kb_selection_clear (context);
      kb_selection_step (context, 1);
      kb_selection_step (context, 1);
      g_assert_cmpuint (context->selection.ids->len, ==, taken[i].selects);
      g_assert_true (taken[i].selects == kb_selection_has (context, kb_ground_point_at (ground, 1)->node.id));
      kb_selection_step (context, -1);
      kb_selection_step (context, -1);
      g_assert_true (taken[i].selects == kb_selection_has (context, kb_ground_point_at (ground, kb_count (ground->points) - 1)->node.id));
      g_assert_true (kb_selection_set_class (context, ground->class_id) == taken[i].selects);
      g_assert_cmpuint (context->selection.ids->len, ==, taken[i].selects ? kb_count (ground->points) : 0);
      g_assert_true (kb_selection_set_class (context, ground->node.id) == taken[i].selects);   /* which is no class */
      g_assert_cmpuint (context->selection.ids->len, ==, 0);
      g_assert_cmpuint (context->shown.layer_id, ==, layer);
      g_assert_cmpstr (context->gesture.tool->id, ==, taken[i].tool);
    }
  canvas_free (canvas);
}

/* On a tile layer the next tile comes to the hand, round, whatever lies there; the key of selecting selects cells there. */
static void
test_next_tile (void)
{
  static const struct { const char *tool; gint by; guint frame; const char *then; } steps[] = {
    { "stamp", 1, 1, "stamp" }, { "tile-fill", 1, 2, "tile-fill" }, { "tile-eraser", 1, 1, "stamp" }, { "tile-box", -1, 2, "tile-box" },
    { "tile-pick", -1, 1, "stamp" },
  };
  Canvas *canvas = canvas_new (2);
  KbToolContext *context = canvas->context;

  canvas_show_tiles (canvas);
  g_assert_cmpstr (kb_tool_by_key ('v', KB_MODE_TILES)->id, ==, "tile-select");
  g_assert_cmpstr (kb_tool_by_key ('v', KB_MODE_LEVEL)->id, ==, "level-select");
  KbId layer = kb_layer_at (kb_tool_context_level (context), 0)->node.id;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_assert_true (kb_tools_take (context, kb_tool_by_id (steps[i].tool)));
      kb_selection_step (context, steps[i].by);
      const KbCell cell = kb_cell_unpack (context->level.stamp->cells[0]);
      g_assert_cmpuint (cell.frame, ==, steps[i].frame);
      g_assert_false (cell.flip_x);
      g_assert_cmpstr (context->gesture.tool->id, ==, steps[i].then);
      g_assert_cmpuint (context->shown.layer_id, ==, layer);
      kb_tiles_change_stamp (context, KB_STAMP_MIRROR_X);   /* flipped it is the same tile */
    }
  canvas_free (canvas);
}

/* The level's first tile layer as text, row by row from its first cell: frames, and a dot for what is empty. */
static char *
cells_text (const Canvas *canvas)
{
  const KbLayer *layer = kb_layer_at (kb_tool_context_level (canvas->context), 0);
  KbCellBox box = kb_layer_bounds (layer);
  GString *text = g_string_new (NULL);

  for (gint j = box.j; j < box.j + box.height; j++)
    for (gint i = box.i; i < box.i + box.width; i++)
      {
        KbCell cell = kb_cell_unpack (kb_layer_cell_at (layer, i, j));
        const char *flips = cell.diagonal ? "/" : cell.flip_x ? "-" : cell.flip_y ? "|" : "";

        g_string_append_printf (text, "%s%c%s", i == box.i && j > box.j ? " " : "", cell.frame ? (gchar) ('0' + cell.frame) : '.', flips);
      }
  return g_string_free (text, FALSE);
}

static void
check_cells (const Canvas *canvas, const char *expected)
{
  g_autofree char *text = cells_text (canvas);

  g_assert_cmpstr (text, ==, expected);
}

static KbId
show_cells (Canvas *canvas, const char *cells)
{
  KbToolContext *context = canvas->context;
  canvas_show_tiles (canvas);
  KbId id = kb_layer_at (kb_tool_context_level (context), 0)->node.id;
  g_auto (GStrv) rows = g_strsplit (cells, " ", -1);
  KbCellStroke *stroke = kb_cell_stroke_new (canvas->document, id, NULL);

  kb_cell_stroke_erase (stroke, kb_cell_stroke_bounds (stroke));
  for (gint j = 0; rows[j]; j++)
    for (gint i = 0; rows[j][i]; i++)
      if (rows[j][i] != '.')
        {
          KbCell cell = { .frame = (guint) (rows[j][i] - '0'), .tileset = 1 };
          g_autoptr (KbStamp) stamp = kb_stamp_of_cell (kb_cell_pack (&cell));
          kb_cell_stroke_stamp (stroke, stamp, i, j);
        }
  g_assert_true (kb_cell_stroke_end (stroke, "cells", NULL));
  kb_tools_choose (context, kb_tool_by_id ("tile-select"));
  return id;
}

/* Cells are selected, moved over others and away again, turned, erased and filled; each is one step, which the selection follows. */
static void
test_select_cells (void)
{
  Canvas *canvas = canvas_new (2);
  KbToolContext *context = canvas->context;

  show_cells (canvas, "12.... 21.... ..1... ......");
  canvas_run (canvas, "p4,4 m12,12 r12,12");
  g_assert_cmpuint (kb_cell_set_count (kb_tiles_selected (context)), ==, 4);
  canvas_run (canvas, "p4,4 m12,12 r20,12");    /* two to the right, one down: over the lone tile */
  check_cells (canvas, "...... ..12.. ..21.. ......");
  canvas_run (canvas, "Right");                 /* it floated, so the lone tile is back */
  check_cells (canvas, "...... ...12. ..121. ......");
  kb_selection_turn (context, 1);
  check_cells (canvas, "...... ...2/1/. ..11/2/. ......");
  for (guint n = 0; n < 3; n++)
    kb_selection_turn (context, 1);
  check_cells (canvas, "...... ...12. ..121. ......");
  kb_selection_mirror (context, TRUE);
  check_cells (canvas, "...... ...2-1-. ..11-2-. ......");
  g_assert_true (kb_document_undo (canvas->document));
  kb_tiles_follow (context, TRUE, "Flip tiles");
  check_cells (canvas, "...... ...12. ..121. ......");
  g_assert_cmpint (kb_cell_set_bounds (kb_tiles_selected (context)).i, ==, 3);
  canvas_run (canvas, "Del");
  check_cells (canvas, "...... ...... ..1... ......");
  canvas_run (canvas, "p4,4+s r4,4+s");         /* more */
  g_assert_cmpuint (kb_cell_set_count (kb_tiles_selected (context)), ==, 5);
  canvas_run (canvas, "p28,12+c r28,12+c");     /* less */
  g_assert_cmpuint (kb_cell_set_count (kb_tiles_selected (context)), ==, 4);
  kb_selection_step (context, 1);
  kb_tools_choose (context, kb_tool_by_id ("tile-select"));
  g_assert_true (kb_tiles_fill_selected (context));
  check_cells (canvas, "1..... ....1. ..111. ......");
  kb_tools_choose (context, kb_tool_by_id ("tile-box"));
  canvas_run (canvas, "p4,4+c m40,30+c r40,30+c");   /* erases only what is selected */
  check_cells (canvas, "...... ...... ..1... ......");
  canvas_run (canvas, "Esc");
  g_assert_null (kb_tiles_selected (context));
  kb_tools_choose (context, kb_tool_by_id ("tile-select"));
  canvas_run (canvas, "p20,20 r20,20 d20,20");
  g_assert_cmpuint (kb_cell_set_count (kb_tiles_selected (context)), ==, 1);
  kb_selection_set_all (context);
  g_assert_cmpuint (kb_cell_set_count (kb_tiles_selected (context)), ==, 24);
  canvas_free (canvas);
}

/* Cells are pasted on the same layer, on another level without the tileset, and in another project; broken text changes nothing. */
static void
test_paste_cells (void)
{
  Canvas *canvas = canvas_new (2), *other = canvas_new (2);
  KbToolContext *context = canvas->context;

  show_cells (canvas, "12.... 2..... ...... ......");
  canvas_run (canvas, "p4,4 m12,12 r12,12");
  g_autofree char *text = kb_selection_copy (context);
  g_assert_nonnull (text);
  canvas_run (canvas, "m36,28");
  g_assert_true (kb_selection_paste (context, text, NULL));
  check_cells (canvas, "12.... 2..... ...... ....12 ....2.");
  g_assert_cmpint (kb_cell_set_bounds (kb_tiles_selected (context)).i, ==, 4);
  g_assert_true (kb_document_undo (canvas->document));
  check_cells (canvas, "12.... 2..... ...... ......");
  kb_tool_context_set_level (context, 0);
  KbId level = kb_document_insert (canvas->document, kb_document_project (canvas->document)->node.id, "levels", -1,
                                   json_pack ("{ss s[{ss s[ii] si si}]}", "name", "next", "layers", "name", "a", "cell", 8, 8, "width", 3, "height", 2), NULL);
  g_assert_cmpuint (level, !=, 0);
  kb_tool_context_set_level (context, level);
  kb_tools_take (context, kb_tool_by_id ("wall"));
  context->pointer.over = FALSE;
  g_assert_true (kb_selection_paste (context, text, NULL));
  check_cells (canvas, "12. 2..");
  g_assert_cmpuint (kb_count (kb_tool_context_level (context)->tilesets), ==, 1);
  g_assert_true (kb_document_undo (canvas->document));
  g_assert_cmpuint (kb_count (kb_tool_context_level (context)->tilesets), ==, 0);

  show_cells (other, "...... ...... ...... ......");
  canvas_run (other, "Esc");
  other->context->pointer.over = FALSE;
  g_assert_true (kb_selection_paste (other->context, text, NULL));
  check_cells (other, "12.... 2..... ...... ......");
  static const char *const broken[] = {
    "{\"kickbox_cells\": 1}", "{\"kickbox_cells\": 1, \"size\": [2, 2], \"cells\": \"AAAA\"}",
    "{\"kickbox_cells\": 1, \"size\": [99999999, 2], \"cells\": \"AAAA\"}",
    "{\"kickbox_cells\": 1, \"size\": [1, 1], \"cells\": \"AQABAA==\", \"tilesets\": {\"1\": \"no such sprite\"}}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_false (kb_selection_paste (other->context, broken[i], &error));
      g_assert_nonnull (error);
      check_cells (other, "12.... 2..... ...... ......");
    }
  canvas_free (canvas);
  canvas_free (other);
}

/* Nothing is shown at the pointer that a click would not put. */
static void
test_locked_layer (void)
{
  static const char *const tools[] = { "stamp", "tile-eraser", "tile-box", "tile-fill", "tile-height" };
  Canvas *canvas = canvas_new (2);
  KbToolContext *context = canvas->context;
  KbId layer = show_cells (canvas, "12....");

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      kb_tools_choose (context, kb_tool_by_id (tools[i]));
      g_hash_table_remove_all (context->locked);
      g_assert_cmpstr (kb_tools_cursor (context), !=, "not-allowed");
      g_hash_table_add (context->locked, GUINT_TO_POINTER (layer));
      g_assert_cmpstr (kb_tools_cursor (context), ==, "not-allowed");
    }
  canvas_free (canvas);
}

/* What a click would put can be seen before: the first tile; not in place of what was chosen, and none where there is none. */
static void
test_first_tile (void)
{
  Canvas *canvas = canvas_new (2);
  KbToolContext *context = canvas->context;

  canvas_show_tiles (canvas);
  g_assert_true (kb_tiles_take_first (context));
  g_assert_cmpuint (kb_cell_unpack (context->level.stamp->cells[0]).frame, ==, 1);
  kb_selection_step (context, 1);
  g_assert_true (kb_tiles_take_first (context));
  g_assert_cmpuint (kb_cell_unpack (context->level.stamp->cells[0]).frame, ==, 2);
  kb_tiles_take_stamp (context, NULL);
  g_assert_true (kb_document_remove (canvas->document, kb_tileset_at (kb_tool_context_level (context), 0)->node.id, NULL));
  g_assert_false (kb_tiles_take_first (context));
  g_assert_null (context->level.stamp);
  canvas_free (canvas);
}

/* A place that is typed. */
static void
test_ground_places (void)
{
  Canvas *canvas = canvas_new (2);
  canvas_show_level (canvas);
  const KbGroundLine *ground = kb_ground_at (the_level (canvas->document), 0);
  g_assert_cmpfloat (kb_ground_point_between (kb_ground_point_at (ground, 1), (KbVec) { 900, 0 }).x, ==, 139);
  g_assert_cmpfloat (kb_ground_point_between (kb_ground_point_at (ground, 1), (KbVec) { -900, 0 }).x, ==, 101);
  g_assert_cmpfloat (kb_ground_point_between (kb_ground_point_at (ground, 0), (KbVec) { -900, 0 }).x, ==, -900);
  g_assert_cmpfloat (kb_ground_between (ground, 2, TRUE, 16, (KbVec) { 122, 0 }).x, ==, 130);   /* less than two steps: the middle */
  canvas_free (canvas);
}

/* Drawn from what the tile is: full, its picture's outline, the heights that it has. */
static void
test_tile_heights (void)
{
  static const struct { const char *collision; gint head, torso, beside; } began[] = {
    { "full", 48, 48, 48 }, { "shapes", 38, 30, 0 }, { "heights", 0, 5, 5 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (began); i++)
    {
      Canvas *canvas = canvas_new_with_picture (1);
      KbFrame *frame = canvas_frame (canvas);
      json_t *five = json_array ();
      for (guint x = 0; x < 64; x++)
        json_array_append_new (five, json_integer (x == 30 ? 0 : 5));
      canvas->context->next.class_id = kb_class_at (kb_document_project (canvas->document), 0)->node.id;
      g_assert_true (kb_document_set (canvas->document, frame->node.id, "collision", json_string (began[i].collision), NULL));
      g_assert_true (i == 1 || kb_document_set (canvas->document, frame->node.id, "heights", json_incref (five), NULL));
      json_decref (five);
      canvas_run (canvas, "t:heights p3.5,40.5 r3.5,40.5");
      g_assert_true (frame->collision == KB_COLLISION_HEIGHTS && frame->heights.n == 64);
      g_assert_cmpint (frame->heights.v[3], ==, 8);
      g_assert_cmpint (frame->heights.v[30], ==, began[i].head);
      g_assert_cmpint (frame->heights.v[25], ==, began[i].torso);
      g_assert_cmpint (frame->heights.v[60], ==, began[i].beside);
      canvas_free (canvas);
    }
}

/* There and back, whether the middle lies on the grid of 1/256 or between two of its places, in one direction or both. */
static void
test_there_and_back (void)
{
  static const double sides[][2] = { { 2, 4 }, { 3, 5 }, { 3, 4 }, { 2049, 7 } };   /* 1/256 pixel */

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      const double w = sides[i][0] / 256, h = sides[i][1] / 256;
      const double ring[] = { 100, -7, 100 + w, -7, 100 + w, -7 + h };
      Canvas *canvas = canvas_new (2);

      canvas_show_level (canvas);
      for (guint k = 0; k < 3; k++)
        {
          KbId id = kb_document_insert (canvas->document, the_level (canvas->document)->node.id, "walls", -1,
                                        json_pack ("{s[ff] s[ff] ss}", "a", ring[2 * k], ring[2 * k + 1], "b", ring[(2 * k + 2) % 6],
                                                   ring[(2 * k + 3) % 6], "class", "body"), NULL);
          kb_selection_add (canvas->context, id);
        }
      g_autofree char *before = walls_text (canvas->document);
      for (guint k = 0; k < 4; k++)
        kb_selection_mirror (canvas->context, k % 2);
      for (guint k = 0; k < 4; k++)
        kb_selection_mirror (canvas->context, k / 2);
      kb_selection_turn (canvas->context, 6);
      kb_selection_turn (canvas->context, -6);
      for (guint k = 0; k < 4 && i != 2; k++)   /* that with an odd side alone goes round about no place of the grid */
        kb_selection_turn (canvas->context, 6);
      g_autofree char *after = walls_text (canvas->document);
      g_assert_cmpstr (before, ==, after);
      canvas_free (canvas);
    }
}

static void
undo (Canvas *canvas)
{
  g_assert_true (kb_document_undo (canvas->document));
}

/* What adds a layer and is taken back leads back to the layer and the tool that one was at: over others that are gone too, and past
 * the moment at which no layer is chosen before a ground is drawn. */
static void
test_back_to_layer (void)
{
  Canvas *canvas = canvas_new (2);
  KbToolContext *context = canvas->context;

  canvas_show_level (canvas);
  canvas_run (canvas, "Escape");
  KbId level = the_level (canvas->document)->node.id, mazes[2];
  KbId layer = kb_document_insert (canvas->document, level, "layers", -1, json_pack ("{ss s[ii] si si}", "name", "walls", "cell", 16, 16, "width", 4,
                                                                                     "height", 4), NULL);
  g_assert_cmpuint (layer, !=, 0);
  kb_tool_context_set_layer (context, layer);
  kb_tools_choose (context, kb_tool_by_id ("tile-box"));
  for (guint i = 0; i < 2; i++)
    {
      mazes[i] = kb_document_insert (canvas->document, level, "mazes", -1,
                                     json_pack ("{ss ss s[ii] si si}", "name", i ? "b" : "a", "class", "body", "cell", 8, 8, "width", 2, "height", 2), NULL);
      g_assert_cmpuint (mazes[i], !=, 0);
      kb_tool_context_set_layer (context, mazes[i]);
      g_assert_cmpstr (context->gesture.tool->id, ==, "maze");
    }
  undo (canvas);
  g_assert_true (context->shown.layer_id == mazes[0] && g_str_equal (context->gesture.tool->id, "maze"));
  undo (canvas);
  g_assert_true (context->shown.layer_id == layer && context->gesture.tool == kb_tool_by_id ("tile-box"));
  kb_tool_context_set_layer (context, 0);
  kb_tools_choose (context, kb_tool_by_id ("ground"));
  canvas_run (canvas, "p52,12 r52,12 p60,12 r60,12 Enter");
  g_assert_cmpuint (context->shown.layer_id, !=, 0);
  undo (canvas);
  g_assert_true (context->shown.layer_id == layer && context->gesture.tool == kb_tool_by_id ("tile-box"));
  /* With the layer itself gone: the walls, as it was before that. */
  undo (canvas);
  g_assert_true (context->shown.layer_id == 0 && context->gesture.tool->works_on != &kb_ground_kind);
  canvas_free (canvas);
}

KIT_PROGRAM (layer_tools)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/layer-tools/maze", test_maze);
  g_test_add_func ("/layer-tools/layers", test_layers);
  g_test_add_func ("/layer-tools/ground-points", test_ground_points);
  g_test_add_func ("/layer-tools/select-all", test_select_all);
  g_test_add_func ("/layer-tools/keys-stay-on-layer", test_keys_stay_on_layer);
  g_test_add_func ("/layer-tools/back-to-layer", test_back_to_layer);
  g_test_add_func ("/layer-tools/next-tile", test_next_tile);
  g_test_add_func ("/layer-tools/select-cells", test_select_cells);
  g_test_add_func ("/layer-tools/paste-cells", test_paste_cells);
  g_test_add_func ("/layer-tools/locked-layer", test_locked_layer);
  g_test_add_func ("/layer-tools/first-tile", test_first_tile);
  g_test_add_func ("/layer-tools/ground-places", test_ground_places);
  g_test_add_func ("/layer-tools/tile-heights", test_tile_heights);
  g_test_add_func ("/layer-tools/there-and-back", test_there_and_back);
  return g_test_run ();
}
