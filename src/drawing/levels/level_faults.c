/* SPDX-License-Identifier: MIT */
/* Marks are first collected by cells of the canvas: thousands of coinciding marks cost no more than
 * a canvas full of rings. */
#include "drawing/levels/level_marks.h"

#include <math.h>


#define LEVEL_FAULTS_RADIUS 8.0       /* canvas pixels */
#define LEVEL_FAULTS_CROSS 3.5
#define CELL 12.0
#define WARNING 0xf5c211ffu

guint32
kb_fault_colour (const KbStyle *style, KbSeverity severity)
{
  return severity == KB_PROBLEM_ERROR ? style->wrong : WARNING;
}

/* FALSE: not on the level, or without a position. */
static gboolean
find_position (const KbNode *node, KbId level, KbVec *place)
{
  KbBounds bounds;
  if (!node || !node->parent || node->parent->id != level || !kb_part_bounds (node, &bounds))
    return FALSE;
  *place = (KbVec) { (bounds.x0 + bounds.x1) / 2, (bounds.y0 + bounds.y1) / 2 };
  return TRUE;
}

typedef struct { KbVec at; KbSeverity severity; } Mark;

/* One per cell: the worst, then the first. */
static GArray *
collect (const KbDocument *document, KbId level, const KbView *view, const GPtrArray *problems)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  g_autoptr (GHashTable) cells = g_hash_table_new (NULL, NULL);
  if (problems)
    KB_EACH (const KbProblem, problem, problems)
      {
        KbVec place;
        if (!find_position (kb_document_node (document, problem->node), level, &place))
          continue;
        Mark mark = { kb_view_to_canvas (view, place), problem->severity };
        if (mark.at.x < -LEVEL_FAULTS_RADIUS || mark.at.y < -LEVEL_FAULTS_RADIUS
            || mark.at.x > view->width + LEVEL_FAULTS_RADIUS
            || mark.at.y > view->height + LEVEL_FAULTS_RADIUS)
          continue;
        gpointer cell =
          GUINT_TO_POINTER ((guint) (mark.at.y / CELL + 4) << 16 | (guint) (mark.at.x / CELL + 4));
        guint before = GPOINTER_TO_UINT (g_hash_table_lookup (cells, cell));
        if (before && g_array_index (marks, Mark, before - 1).severity < mark.severity)
          g_array_index (marks, Mark, before - 1) = mark;
        if (before)
          continue;
        g_array_append_val (marks, mark);
        g_hash_table_insert (cells, cell, GUINT_TO_POINTER (marks->len));
      }
  return marks;
}

static void
path_mark (cairo_t *cr, const Mark *mark)
{
  cairo_new_path (cr);
  cairo_arc (cr, mark->at.x, mark->at.y, LEVEL_FAULTS_RADIUS, 0, 2 * G_PI);
  for (int side = -1; side <= 1 && mark->severity == KB_PROBLEM_ERROR; side += 2)
    {
      kb_line (cr, mark->at.x - LEVEL_FAULTS_CROSS, mark->at.y - side * LEVEL_FAULTS_CROSS,
               mark->at.x + LEVEL_FAULTS_CROSS, mark->at.y + side * LEVEL_FAULTS_CROSS);
    }
  if (mark->severity != KB_PROBLEM_ERROR)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, mark->at.x, mark->at.y, 1, 0, 2 * G_PI);
    }
}

void
kb_draw_level_faults (cairo_t *cr, const KbDocument *document, KbId level, const KbView *view,
                      const KbStyle *style, const GPtrArray *problems)
{
  g_autoptr (GArray) marks = collect (document, level, view, problems);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  KB_EACH_IN (const Mark, mark, marks)
    {
      path_mark (cr, mark);
      kb_stroke_preserve (cr, 4.5, style->shade, 1);
      kb_stroke (cr, 2, kb_fault_colour (style, mark->severity), 1);
    }
}
