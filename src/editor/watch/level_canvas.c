/* SPDX-License-Identifier: MIT */
/* Draws a level in two passes: the cached picture, and the entities with their names over it. */
#include "editor/watch/level_canvas.h"

#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_marks.h"
#include "drawing/levels/level_partition.h"
#include "tools/tiles/work.h"

#define AROUND 12.0        /* canvas pixels that a wall's marks extend outside it */
#define GRID_DISTANCE 8.0  /* min canvas pixels between grid lines */
#define GRID_MAJOR 8       /* every so many lines, a stronger one */

typedef struct {
  const KbLevel *level;
  const KbView *view;
  KbLevelLook look;        /* the optional parts to show */
  GBytes *partition;       /* NULL: not shown */
  guint partition_serial;
  KbPartitionLook parts;
  gboolean no_grid;        /* the active layer draws its own */
} Ground;

/* ---- the ground ---- */

static void
draw_grid_lines (cairo_t *cr, const KbView *view, double step, gboolean vertical)
{
  KbBounds seen = kb_view_visible (view);
  double from = floor ((vertical ? seen.x0 : seen.y0) / step),
         to = ceil ((vertical ? seen.x1 : seen.y1) / step);
  for (double i = from; i <= to; i++)
    {
      KbVec p = kb_view_to_canvas (view, (KbVec) { i * step, i * step });
      double at = floor (vertical ? p.x : p.y) + 0.5;
      cairo_move_to (cr, vertical ? at : 0, vertical ? 0 : at);
      cairo_line_to (cr, vertical ? at : view->width, vertical ? view->height : at);
    }
}

/* Draws the lines that drawing snaps to, or every eighth, 64th ... of them if they would be too
 * dense, and the level's axes. */
static void
draw_grid (cairo_t *cr, const Ground *ground)
{
  const KbView *view = ground->view;
  KbVec zero = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  double step = ground->level->grid;
  while (step > 0 && step * view->scale < GRID_DISTANCE)
    step *= GRID_MAJOR;
  cairo_set_line_width (cr, 1);
  for (guint major = 0; step > 0 && major < 2; major++)
    {
      draw_grid_lines (cr, view, major ? step * GRID_MAJOR : step, TRUE);
      draw_grid_lines (cr, view, major ? step * GRID_MAJOR : step, FALSE);
      kb_set_colour (cr, ground->look.style->grid, major ? 0.7 : 0.35);
      cairo_stroke (cr);
    }
  cairo_move_to (cr, floor (zero.x) + 0.5, 0);
  cairo_line_to (cr, floor (zero.x) + 0.5, view->height);
  cairo_move_to (cr, 0, floor (zero.y) + 0.5);
  cairo_line_to (cr, view->width, floor (zero.y) + 0.5);
  kb_set_colour (cr, ground->look.style->border, 1);
  cairo_stroke (cr);
}

static void
draw_ground (cairo_t *cr, gpointer data)
{
  const Ground *ground = data;
  KbLevelLook look = ground->look;
  kb_set_colour (cr, look.style->checker[0], 1);
  cairo_paint (cr);
  look.parts = KB_LEVEL_PICTURE | KB_LEVEL_HEIGHTMAPS | KB_LEVEL_LAYERS | ground->look.parts;
  kb_draw_level (cr, ground->level, ground->view, &look);
  if (!ground->no_grid)
    draw_grid (cr, ground);
  look.parts = KB_LEVEL_AREAS;
  kb_draw_level (cr, ground->level, ground->view, &look);
  if (ground->partition)
    kb_draw_partition (cr, ground->view, look.style, ground->partition, &ground->parts);
  look.parts = KB_LEVEL_MAZES | KB_LEVEL_GROUNDS | KB_LEVEL_WALLS;
  kb_draw_level (cr, ground->level, ground->view, &look);
}

/* A hash of everything that the ground is drawn from. */
static guint64
key_of (const Ground *ground, guint64 stamp)
{
  guint64 key = kb_hash_value (KB_HASH_START, stamp);
  GHashTableIter iter;
  gpointer id;
  key = kb_hash_value (key, ground->level->node.id);
  key = kb_hash_value (key, ground->view->scale);
  key = kb_hash_bytes (key, ground->look.style, sizeof *ground->look.style);
  key = kb_hash_value (key, ground->partition_serial);
  key = kb_hash_value (key, ground->parts.lines);
  key = kb_hash_value (key, ground->parts.leaves);
  key = kb_hash_value (key, ground->no_grid);
  key = kb_hash_value (key, ground->look.without);
  key = kb_hash_value (key, ground->look.parts);
  key = kb_hash_value (key, ground->look.maze_checks);
  key = kb_hash_value (key, ground->look.time);
  key = kb_hash_value (key, ground->look.parallax);
  key = kb_hash_value (key, ground->look.still);
  if (ground->look.parallax)   /* a pan moves layers by different lengths */
    key = kb_hash_value (kb_hash_value (key, ground->view->x), ground->view->y);
  guint64 hidden = 0;
  g_hash_table_iter_init (&iter, ground->look.hidden);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    hidden += kb_hash_value (KB_HASH_START, id);
  return kb_hash_value (key, hidden);
}

static void
find_partition (KbEditorState *state, Ground *ground)
{
  KbLevelWatch *watch = kb_level_watch_of (state);
  guint views = watch ? kb_level_watch_views (watch) : 0;
  const KbBuilt *built =
    views & (KB_PARTITION_LINES | KB_PARTITION_LEAVES) ? kb_level_watch_built (watch) : NULL;
  ground->parts = (KbPartitionLook) { .leaves = (views & KB_PARTITION_LEAVES) != 0,
                                     .lines = (views & KB_PARTITION_LINES) != 0 };
  ground->partition = built ? built->bytes[built->chosen] : NULL;
  ground->partition_serial = built ? built->serial * 4 + built->chosen : 0;
}

/* The reason why there is no partition. */
static void
draw_error (KbEditorState *state, cairo_t *cr, const KbView *view, const KbStyle *style)
{
  KbLevelWatch *watch = kb_level_watch_of (state);
  const char *error = watch ? kb_level_watch_error (watch) : NULL;
  g_autofree char *text = error ? g_strdup_printf (_("No partition: %s"), error) : NULL;
  if (text)
    kb_draw_note_apart (cr, view, style, (KbVec) { view->width / 3.0, view->inset + 24 }, text,
                        style->wrong, NULL);
}

static KbBounds
on_canvas (const KbView *view, KbBounds bounds)
{
  KbVec low = kb_view_to_canvas (view, (KbVec) { bounds.x0, bounds.y0 }),
        high = kb_view_to_canvas (view, (KbVec) { bounds.x1, bounds.y1 });
  return (KbBounds) { MAX (low.x - AROUND, 0), MAX (low.y - AROUND, 0),
                     MIN (high.x + AROUND, view->width), MIN (high.y + AROUND, view->height) };
}

void
kb_level_canvas_draw (KbEditorState *state, cairo_t *cr, const KbLevelPaint *paint)
{
  const KbToolContext *tools = kb_editor_state_get_tools (state);
  Ground ground = { kb_editor_state_get_level (state), &tools->view, { 0 } };
  KbLevelWatch *watch = kb_level_watch_of (state);
  KbTilesStroke stroke;
  guint64 before;
  KbBounds changed;
  if (!ground.level || !watch)
    return;
  ground.look =
    (KbLevelLook) { .document = tools->document,
                   .style = paint->style,
                   .surfaces = paint->surfaces,
                   .hidden = tools->hidden,
                   .memory = paint->labels,
                   .lines = kb_level_watch_lines (watch),
                   .heights = kb_tool_context_heights (kb_editor_state_get_tools (state)),
                   .without = tools->level.drawn_layer,
                   .maze_checks = kb_worlds_view_checks (state),
                   .time = kb_level_play_time (state),
                   .parallax = (kb_level_watch_views (watch) & KB_PARALLAX) != 0,
                   .still = tools->shown.layer_id,
                   .parts =
                     kb_level_watch_views (watch) & KB_SOLID_TILES ? KB_LEVEL_COLLISION : 0 };
  ground.no_grid = kb_tiles_layer (tools) != NULL;
  find_partition (state, &ground);
  if (kb_tiles_stroke (tools, &stroke))
    ground.look.stroke = &stroke;
  guint64 stamp = kb_level_watch_stamp (watch, &before, &changed);
  KbBounds part = on_canvas (&tools->view, changed);
  kb_layers_paint_part (paint->layers, KB_LAYER_GROUND, cr, &tools->view, key_of (&ground, stamp),
                        key_of (&ground, before), part, draw_ground, &ground);
  KbLevelLook look = ground.look;
  look.parts =
    KB_LEVEL_ENTITIES | (kb_editor_state_get_labels (state) ? KB_LEVEL_LABELS | KB_LEVEL_KEY : 0);
  kb_draw_level (cr, ground.level, &tools->view, &look);
  kb_draw_level_faults (cr, tools->document, ground.level->node.id, &tools->view, paint->style,
                        kb_editor_state_get_problems (state));
  kb_partition_view_draw (state, cr, paint->style);
  kb_worlds_view_draw (state, cr, paint->style);
  draw_error (state, cr, &tools->view, paint->style);
}
