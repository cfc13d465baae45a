/* SPDX-License-Identifier: MIT */
/* Maze: a drag builds walls along the edges of cells, with Control it removes them. The document
 * changes only at the end of the drag. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_marks.h"
#include "drawing/levels/level_worlds.h"
#include "operations/level/mazes.h"
#include "tools/level/private.h"
#include "tools/private.h"

typedef struct {
  KbZonesPainter *painter;   /* NULL: no drag */
  KbId maze;
  gboolean wall, dragged;
  KbMazeCorner from, last;
  KbVec pressed;             /* pixels of the level */
} MazeState;

static const KbMaze *
maze_of (const KbToolContext *context)
{
  return (const KbMaze *) kb_tool_context_layer (context, &kb_maze_kind);
}

static gboolean
equal (KbMazeCorner a, KbMazeCorner b)
{
  return a.i == b.i && a.j == b.j;
}

/* Presses far from the maze are ignored. */
static gboolean
is_near (const KbToolContext *context, const KbMaze *maze)
{
  KbBounds place = kb_maze_place (maze);
  double reach = MAX (maze->cell.x, maze->cell.y) + 8 / context->view.scale;

  return context->pointer.at.x >= place.x0 - reach && context->pointer.at.x <= place.x1 + reach
         && context->pointer.at.y >= place.y0 - reach && context->pointer.at.y <= place.y1 + reach;
}

static void
let_maze_go (KbToolContext *context, MazeState *state)
{
  state->painter = NULL;
  state->maze = 0;
  context->level.drawn_layer = 0;
}

static gboolean
maze_press (KbToolContext *context, const KbPointerEvent *event)
{
  MazeState *state = context->gesture.state;
  const KbMaze *maze = maze_of (context);
  GError *error = NULL;

  if (!maze)
    return kb_tool_context_refuse (context, _("There is no maze yet: add one under Layers"));
  if (kb_level_layer_is_locked (context, &maze->node))
    return kb_tool_context_refuse (context, _("The maze is locked or hidden"));
  if (!is_near (context, maze))
    return kb_tool_context_refuse (context,
                                   _("This is outside the maze: its properties set the number "
                                      "of cells"));
  state->painter = kb_document_painter (context->document, maze->node.id, "edges", &error);
  if (!state->painter)
    {
      kb_tool_context_report (context, error);
      return FALSE;
    }
  state->maze = context->level.drawn_layer = maze->node.id;
  state->wall = !(event->modifiers & KB_MOD_CONTROL);
  state->dragged = FALSE;
  state->pressed = context->pointer.at;
  state->from = state->last = kb_maze_nearest_corner (maze, context->pointer.at);
  return TRUE;
}

static KbCellBox
box_between (KbMazeCorner a, KbMazeCorner b)
{
  return (KbCellBox) { MIN (a.i, b.i), MIN (a.j, b.j), ABS (b.i - a.i), ABS (b.j - a.j) };
}

/* Shift: the outline of the box from the start of the drag; along one edge, a straight wall. Window
 * managers often reserve Alt. */
static void
build_to_pointer (KbToolContext *context, MazeState *state)
{
  const KbMaze *maze = (const KbMaze *) kb_document_node (context->document, state->maze);

  if (!kb_node_is (KB_NODE (maze), &kb_maze_kind))
    return;
  KbMazeCorner to = kb_maze_nearest_corner (maze, context->pointer.at);
  if (equal (to, state->last) && !state->dragged)
    return;
  if (context->pointer.modifiers & KB_MOD_SHIFT)
    {
      if (equal (to, state->last))
        return;
      kb_zones_painter_restart (state->painter);
      kb_maze_box (state->painter, maze, box_between (state->from, to), state->wall);
    }
  else
    kb_maze_line (state->painter, maze, state->last, to, state->wall);
  state->last = to;
  state->dragged = TRUE;
}

static void
maze_motion (KbToolContext *context, const KbPointerEvent *event)
{
  MazeState *state = context->gesture.state;

  if (state->painter)
    build_to_pointer (context, state);
}

/* A click changes the nearest edge. */
static void
maze_release (KbToolContext *context, const KbPointerEvent *event)
{
  MazeState *state = context->gesture.state;
  KbZonesPainter *painter = state->painter;
  const KbMaze *maze =
    painter ? (const KbMaze *) kb_document_node (context->document, state->maze) : NULL;
  GError *error = NULL;
  KbMazeCorner ends[2];

  if (!painter)
    return;
  build_to_pointer (context, state);
  if (!state->dragged && maze)
    {
      kb_maze_nearest_edge (maze, state->pressed, ends);
      kb_maze_line (painter, maze, ends[0], ends[1], state->wall);
    }
  KbId id = state->maze;
  let_maze_go (context, state);
  if (!kb_document_paint_end (
        context->document, id, "edges", painter,
        state->wall ? _("Build walls of the maze") : _("Take down walls of the maze"), &error))
    kb_tool_context_report (context, error);
}

static void
maze_cancel (KbToolContext *context)
{
  MazeState *state = context->gesture.state;

  kb_zones_painter_cancel (state->painter);
  let_maze_go (context, state);
}

static char *
maze_speak (const KbToolContext *context)
{
  const MazeState *state = context->gesture.state;
  const KbMaze *maze = maze_of (context);

  if (!maze)
    return g_strdup (_("There is no maze yet"));
  KbMazeCorner at = kb_maze_nearest_corner (maze, context->pointer.at);
  return g_strdup_printf (!state->painter ? _("Corner %d, %d of the maze")
                          : state->wall   ? _("Building walls, at corner %d, %d")
                                          : _("Removing walls, at corner %d, %d"),
                          at.i, at.j);
}

/* The edge and corner where a press would begin. */
static void
draw_aim (KbToolContext *context, const KbMaze *maze, cairo_t *cr)
{
  KbMazeCorner ends[2];
  KbVec places[2];

  kb_maze_nearest_edge (maze, context->pointer.at, ends);
  for (guint i = 0; i < 2; i++)
    places[i] = (KbVec) { maze->origin.x + (double) ends[i].i * maze->cell.x,
                         maze->origin.y + (double) ends[i].j * maze->cell.y };
  kb_draw_level_lines (cr, &context->view, context->style, places, 1);
}

static void
maze_draw (KbToolContext *context, cairo_t *cr)
{
  const MazeState *state = context->gesture.state;
  const KbMaze *maze = state->painter
                         ? (const KbMaze *) kb_document_node (context->document, state->maze)
                         : maze_of (context);

  if (!kb_node_is (KB_NODE (maze), &kb_maze_kind))
    return;
  if (state->painter)
    kb_draw_maze (cr, &context->view, context->style, maze, state->painter,
                  kb_class_colour (context->document, maze->class_id), KB_MARK_SELECTED);
  else
    kb_draw_maze_outline (cr, &context->view, context->style, maze);
  if (context->pointer.over && !state->painter && is_near (context, maze))
    draw_aim (context, maze, cr);
  if (context->pointer.over && state->painter)
    {
      KbMazeCorner at = kb_maze_nearest_corner (maze, context->pointer.at);
      g_autofree char *text =
        g_strdup_printf (state->wall ? _("%d, %d") : _("%d, %d   take down"), at.i, at.j);
      kb_tool_context_note (context, cr, context->pointer.canvas, text, 0xffffffff);
    }
}

const KbTool kb_maze_tool = {
  .id = "maze",
  .label = N_("Walls of a maze"),
  .icon = "kb-maze-symbolic",
  .key = 'z',
  .cursor = "crosshair",
  .hint = N_("Drag along edges to build walls; Ctrl removes them, Shift: a box or straight wall; "
             "click: one edge"),
  .works_on = &kb_maze_kind,
  .flags = KB_TOOL_LEVELS | KB_TOOL_USES_CONTROL | KB_TOOL_FOLLOWS,
  .state_size = sizeof (MazeState),
  .press = maze_press,
  .motion = maze_motion,
  .release = maze_release,
  .cancel = maze_cancel,
  .speak = maze_speak,
  .draw = maze_draw,
};
