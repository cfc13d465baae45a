/* SPDX-License-Identifier: MIT */
/* The walls of a level close together in memory beside the document itself, through edits, undo and redo; and very many lines as
 * pixels beside what cairo makes of them. */
#include <math.h>

#include "drawing/surfaces.h"
#include "operations/level/lines.h"
#include "tests/support/level_document.h"
#include "tests/support/seed.h"

static void
follow (KbDocument *document, const KbEvent *event, gpointer data)
{
  kb_level_lines_follow (data, document, event);
}

static gboolean
same_place (const KbLevelLine *line, const KbWall *wall)
{
  return line->ax == wall->a.x && line->ay == wall->a.y && line->bx == wall->b.x && line->by == wall->b.y && line->class_id == wall->class_id;
}

static void
compare (const KbLevelLines *lines, KbDocument *document)
{
  guint n, n_walls = kb_count (kb_document_project (document)->levels) ? kb_count (the_level (document)->walls) : 0;
  const KbLevelLine *line = kb_level_lines_get (lines, &n);
  g_assert_cmpuint (n, ==, n_walls);
  for (guint i = 0; i < n; i++)
    {
      const KbNode *node = kb_document_node (document, line[i].id);
      g_assert_true (node && node->kind == &kb_wall_kind && same_place (&line[i], (const KbWall *) node));
      for (guint k = 0; k < i; k++)
        g_assert_cmpuint (line[k].id, !=, line[i].id);
    }
}

static void
edit (KbDocument *document)
{
  const KbLevel *level = kb_count (kb_document_project (document)->levels) ? the_level (document) : NULL;
  guint n = level ? kb_count (level->walls) : 0;
  KbId some = n ? kb_wall_at (level, (guint) g_test_rand_int_range (0, (int) n))->node.id : 0;
  int x = g_test_rand_int_range (-90, 90), what = g_test_rand_int_range (0, 12);
  kb_document_begin (document, "Edit");
  if (what < 4 && level)
    kb_document_insert (document, level->node.id, "walls", -1, wall_json (x, x + 1, 2 * x, 3), NULL);
  else if (what < 7 && some)
    kb_document_set (document, some, what & 1 ? "a" : "b", json_pack ("[ii]", x, 7 - x), NULL);
  else if (what == 7 && some)
    kb_document_set (document, some, "class", json_string ("floor"), NULL);
  else if (what == 8 && some)
    kb_document_remove (document, some, NULL);
  else if (what == 9 && level && g_test_rand_int_range (0, 5) == 0)
    kb_document_remove (document, level->node.id, NULL);
  kb_document_end (document);
  if (what == 10 || !level)
    kb_document_undo (document);
  else if (what == 11)
    kb_document_redo (document);
}

static void
test_follow (void)
{
  KbDocument *document = level_document (WALLS (0, 0, 8, 8, 8, 8, 16, 0), NULL, NULL);
  KbLevelLines *lines = kb_level_lines_new (document, the_level (document)->node.id);
  guint listener = kb_document_listen (document, follow, lines);
  for (guint i = 0; i < 600; i++)
    {
      edit (document);
      compare (lines, document);
    }
  kb_document_unlisten (document, listener);
  kb_level_lines_free (lines);
  kb_document_free (document);
}

/* Where it was and where it is. */
static void
test_changed (void)
{
  KbDocument *document = level_document (WALLS (0, 0, 8, 8, 100, 100, 110, 104), NULL, NULL);
  KbLevelLines *lines = kb_level_lines_new (document, the_level (document)->node.id);
  guint listener = kb_document_listen (document, follow, lines);
  KbBounds bounds;
  g_assert_false (kb_level_lines_take_changed (lines, &bounds));
  kb_document_set (document, kb_wall_at (the_level (document), 0)->node.id, "a", json_pack ("[ii]", -20, 4), NULL);
  g_assert_true (kb_level_lines_take_changed (lines, &bounds));
  g_assert_cmpfloat (bounds.x0, ==, -20);
  g_assert_cmpfloat (bounds.y0, ==, 0);
  g_assert_cmpfloat (bounds.x1, ==, 8);
  g_assert_cmpfloat (bounds.y1, ==, 8);
  g_assert_false (kb_level_lines_take_changed (lines, &bounds));
  kb_document_unlisten (document, listener);
  kb_level_lines_free (lines);
  kb_document_free (document);
}

/* ---- pixels ---- */

#define SIDE 64

static cairo_surface_t *
draw (const KbVec *ends, gboolean thin)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIDE, SIDE);
  cairo_t *cr = cairo_create (surface);
  KbView view = { .x = 3.25, .y = -2.5, .scale = 1.5, .device_scale = 1, .width = SIDE, .height = SIDE };
  KbVec p = kb_view_to_canvas (&view, ends[0]), q = kb_view_to_canvas (&view, ends[1]);
  if (thin)
    {
      KbThinLines *lines = kb_thin_lines_new (cr, &view);
      kb_thin_lines_add (lines, ends[0], ends[1], 0xffffffff);
      kb_thin_lines_end (lines, cr);
    }
  else
    {
      /* As thick along the shorter axis as a thin line is. */
      double length = hypot (q.x - p.x, q.y - p.y), most = MAX (fabs (q.x - p.x), fabs (q.y - p.y));
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_set_line_width (cr, length > 0 ? most / length : 0);
      cairo_move_to (cr, p.x, p.y);
      cairo_line_to (cr, q.x, q.y);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gint
grey_at (cairo_surface_t *surface, gint x, gint y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);
  return row[4 * x];
}

/* But for their very ends they are alike, wherever they leave the picture; where a slanted line covers three pixels of a column a thin
 * one has two, which is a quarter less or more. */
static void
test_pixels (void)
{
  for (guint round = 0; round < 200; round++)
    {
      KbVec ends[2];
      for (guint i = 0; i < 2; i++)
        ends[i] = (KbVec) { g_test_rand_int_range (-30 * 256, 70 * 256) / 256.0, g_test_rand_int_range (-30 * 256, 70 * 256) / 256.0 };
      cairo_surface_t *thin = draw (ends, TRUE), *thick = draw (ends, FALSE);
      guint far = 0;
      for (gint y = 0; y < SIDE; y++)
        for (gint x = 0; x < SIDE; x++)
          far += ABS (grey_at (thin, x, y) - grey_at (thick, x, y)) > 80;
      g_assert_cmpuint (far, <=, 8);
      cairo_surface_destroy (thin);
      cairo_surface_destroy (thick);
    }
}

KIT_PROGRAM (level_lines)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/level-lines/follow", test_follow);
  g_test_add_func ("/level-lines/changed", test_changed);
  g_test_add_func ("/level-lines/pixels", test_pixels);
  return g_test_run ();
}
