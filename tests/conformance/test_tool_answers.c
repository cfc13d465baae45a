/* SPDX-License-Identifier: MIT */
/* What the tools for shapes and points make, correct and refuse, in numbers. */
#include <math.h>
#include <string.h>

#include "operations/track/cover.h"
#include "tests/support/canvas.h"
#include "tests/support/seed.h"
#include "tools/names.h"

/* What the gestures make, in numbers. */
static void
test_answers (void)
{
  static const struct { const char *script, *geometry; } made[] = {
    { "t:box p3.2,4.9 m8,8 r9.5,6.1", "{\"box\": [3, 4, 7, 3]}" },
    { "t:box p9.5,6.1 m8,8 r3.2,4.9", "{\"box\": [3, 4, 7, 3]}" },
    { "t:box p3,4 m8,8+s r10,5+s", "{\"box\": [3, 4, 8, 8]}" },
    { "t:circle p10.4,10.1 m12,10 r15.1,10", "{\"circle\": [10.5, 10, 4.5]}" },
    { "t:oriented-box p10,10 m20,10 r22,10", "{\"oriented\": [16, 10, 12, 4, 0]}" },
    { "t:oriented-box p10,10 m10,20 r10,22", "{\"oriented\": [10, 16, 12, 4, 90]}" },
    { "t:oriented-box p10.2,9.86 m20,9.86 r22.1,9.86", "{\"oriented\": [16, 10, 12, 4, 0]}" },
    { "t:oriented-box p10.2,9.6 m20,20 r22.3,21.7", "{\"oriented\": [16, 15.5, 17, 6, 44]}" },
    { "t:polygon p10.3,10.2 r10,10 p19.8,10 r20,10 p20,20 r20,20 Enter", "{\"polygon\": [[10, 10], [20, 10], [20, 20]]}" },
    { "t:polygon p10.5,10.25+c r10,10 p20,10 r20,10 p20,20 r20,20 Enter",
      "{\"polygon\": [[10.5, 10.25], [20, 10], [20, 20]]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    {
      Canvas *canvas = canvas_new (1);
      json_t *expected = json_loads (made[i].geometry, 0, NULL), *found;
      g_autofree char *text = NULL;

      canvas_run (canvas, made[i].script);
      g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 1);
      found = kb_geometry_to_json (&kb_shape_at (canvas_frame (canvas), 0)->geometry);
      text = json_dumps (found, 0);
      if (!json_equal (found, expected))
        g_error ("%s gives %s, not %s", made[i].script, text, made[i].geometry);
      g_assert_true (kb_selection_single_shape (canvas->context) == kb_shape_at (canvas_frame (canvas), 0));
      json_decref (found);
      json_decref (expected);
      canvas_free (canvas);
    }
}

/* A press in the pixel next to a corner of the box just drawn begins another one; on the corner it resizes that. */
static void
test_next_to_a_corner (void)
{
  Canvas *canvas = canvas_new (1);

  canvas->context->view.scale = 8;
  canvas_run (canvas, "t:box p10.5,10.5 m15,15 r19.5,19.5 p10.5,20.5 m15,24 r18.5,25.5");
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 2);
  canvas_run (canvas, "p19,26 m20,27 r21,28");
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 2);
  canvas_free (canvas);
}

/* A line that would cross is refused, and so is closing across; the polygon goes on. */
static void
test_crossing (void)
{
  Canvas *canvas = canvas_new (1);

  canvas_run (canvas, "t:polygon p10,10 r10,10 p30,10 r30,10 p30,30 r30,30 p20,2 r20,2");
  g_assert_nonnull (canvas->status);
  canvas_run (canvas, "p20,40 r20,40 p40,20 r40,20 Enter");   /* 40,20 crosses; closing without it is fine */
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 1);
  g_assert_cmpuint (kb_shape_at (canvas_frame (canvas), 0)->geometry.n, ==, 8);
  canvas_free (canvas);

  /* A hook whose closing line crosses. */
  canvas = canvas_new (1);
  canvas_run (canvas, "t:polygon p10,10 r10,10 p30,10 r30,10 p30,30 r30,30 p20,30 r20,30 p20,20 r20,20 p24,28 r24,28 Enter");
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 0);
  g_assert_nonnull (canvas->status);
  g_assert_true (kb_tools_busy (canvas->context));
  canvas_run (canvas, "Esc");
  g_assert_false (kb_tools_busy (canvas->context));
  canvas_free (canvas);
}

/* A press that the toolkit takes away costs no corner before it; Escape drops them all. */
static void
test_lost (void)
{
  Canvas *canvas = canvas_new (1);

  canvas_run (canvas, "t:polygon p10,10 r10,10 p30,10 r30,10 p30,30");
  kb_tools_lose (canvas->context);
  g_assert_true (kb_tools_busy (canvas->context));
  canvas_run (canvas, "p12,28 r12,28 Enter");
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 1);
  g_assert_cmpuint (kb_shape_at (canvas_frame (canvas), 0)->geometry.n, ==, 8);
  canvas_run (canvas, "t:box p40,30 m44,34");
  kb_tools_lose (canvas->context);
  g_assert_false (kb_tools_busy (canvas->context));
  canvas_run (canvas, "r44,34");
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 1);
  canvas_free (canvas);
}

/* Pixels of the tool's drawing in the red of faults; lines, fills and texts. */
static guint
count_wrong (Canvas *canvas)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) canvas->context->view.width,
                                                         (int) canvas->context->view.height);
  cairo_t *cr = cairo_create (surface);
  const KbStyle *style = kb_style (TRUE);
  guint n = 0;

  kb_tools_draw (canvas->context, cr, style);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    {
      const guint32 *row = (const guint32 *) (const void *) (cairo_image_surface_get_data (surface) +
                                                             y * cairo_image_surface_get_stride (surface));
      for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
        {
          guint32 red = row[x] >> 16 & 0xff, green = row[x] >> 8 & 0xff, blue = row[x] & 0xff;

          n += red > 30 && red > 2 * green && red > 2 * blue;
        }
    }
  cairo_surface_destroy (surface);
  return n;
}

static void
test_polygon_outlook (void)
{
  static const struct { const char *gestures; gboolean wrong; } cases[] = {
    { "p10,10 r10,10", FALSE },                                  /* resting on the corner just set */
    { "p10,10 r10,10 p30,10 r30,10", FALSE },
    { "p10,10 r10,10 p30,10 r30,10 p30,30 r30,30", FALSE },
    { "p10,10 r10,10 p30,10 r30,10 p30,30 r30,30 m20,4", TRUE }, /* the next line crosses */
    { "p10,10 r10,10 p30,30 r30,30 p30,10 r30,10 m10,30", TRUE },   /* an eight, across when closed */
    { "p10,10 r10,10 p30,30 r30,30 p30,10 r30,10 p10,30 r10,30", TRUE },
    { "p10,10 r10,10 p30,10 r30,10 p30,30 r30,30 m12,28", FALSE },
    { "p10,10 r10,10 p30,10 r30,10 p20,14 r20,14 m20,30", FALSE },  /* concave */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Canvas *canvas = canvas_new (1);

      canvas_run (canvas, "t:polygon");
      canvas_run (canvas, cases[i].gestures);
      g_test_message ("%s", cases[i].gestures);
      g_assert_cmpint (count_wrong (canvas) > 0, ==, cases[i].wrong);
      canvas_free (canvas);
    }
}

/* A click is a correction however near it is, also with the point of another name below it; a drag from the point is its
 * direction. Either goes on to the next frame. */
static void
test_corrections (void)
{
  static const double scales[] = { 1, 2, 4, 8, 16 };

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      Canvas *canvas = canvas_new (1);
      KbToolContext *context = canvas->context;
      KbFrame *frame = canvas_frame (canvas);
      const KbPoint *point;

      g_test_message ("scale %g", scales[i]);
      context->options.snap.on = FALSE;
      context->view.scale = scales[i];
      canvas_add_point (canvas, "hand", 12, 14);
      canvas_run (canvas, "t:action-point p10.5,16.5+c r10.5,16.5+c");
      point = kb_frame_find_point (frame, "point 1");
      g_assert_nonnull (point);
      context->options.click_through = TRUE;
      canvas_run (canvas, "m11.5,16.5 p11.5,16.5 r11.5,16.5");
      g_assert_cmpint (point->at.x, ==, 11);
      g_assert_cmpuint (canvas->n_placed, ==, 1);
      g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, "Place action point");
      canvas_run (canvas, "m9.5,15.5 p9.5,15.5 r9.5,15.5");
      g_assert_cmpint (point->at.x, ==, 9);
      g_assert_cmpint (point->at.y, ==, 15);
      g_assert_cmpuint (canvas->n_placed, ==, 2);
      /* Where it is already: no step, and on. */
      canvas_run (canvas, "p9.5,15.5 r9.5,15.5");
      g_assert_cmpuint (canvas->n_placed, ==, 3);
      /* On another point. */
      canvas_run (canvas, "p12.5,14.5 r12.5,14.5");
      g_assert_cmpint (point->at.x, ==, 12);
      g_assert_cmpint (kb_frame_find_point (frame, "hand")->at.x, ==, 12);
      g_assert_cmpuint (kb_count (frame->points), ==, 2);
      g_assert_false (point->direction.set);
      /* From the point: it stays, and the step is called so. */
      canvas_run (canvas, "p12.5,14.5 m30.5,14.5 r40.5,14.5");
      g_assert_cmpint (point->at.x, ==, 12);
      g_assert_cmpfloat (point->direction.degrees, ==, 0);
      g_assert_cmpuint (canvas->n_placed, ==, 5);
      g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, "Set direction");
      /* From beside it, within reach of the mark on all but the largest pixels: not where the press was. */
      canvas_run (canvas, scales[i] > 8 ? "p12.5,14.9 m12.5,30.5 r12.5,40.5" : "p12.5,15.01 m12.5,30.5 r12.5,40.5");
      g_assert_cmpint (point->at.y, ==, 14);
      g_assert_cmpfloat (point->direction.degrees, ==, 90);
      /* A drag that came back is a click. */
      canvas_run (canvas, "p12.5,14.5 m30.5,14.5 m12.5,14.5 r12.5,14.5");
      g_assert_cmpfloat (point->direction.degrees, ==, 90);
      /* Another one is chosen by selecting it. */
      kb_selection_set (context, kb_frame_find_point (frame, "hand")->node.id);
      canvas_run (canvas, "p20.5,20.5 r20.5,20.5");
      g_assert_cmpint (kb_frame_find_point (frame, "hand")->at.x, ==, 20);
      g_assert_cmpint (point->at.x, ==, 12);
      canvas_free (canvas);
    }
}

static const char *
first_name (const Canvas *canvas, guint frame)
{
  return kb_point_at ((KbFrame *) kb_document_node (canvas->document, canvas->frames[frame]), 0)->name;
}

/* A point is one thing of its sprite: it is renamed everywhere in one step, and clicks go on with it. */
static void
test_rename (void)
{
  Canvas *canvas = canvas_new (1);
  KbToolContext *context = canvas->context;
  g_autoptr (GError) error = NULL;
  KbPointsRenamed reported;
  KbFrame *frame;

  canvas_run (canvas, "t:action-point p5.5,6.5 r5.5,6.5");
  kb_tool_context_set_frame (context, canvas->sprite, canvas->frames[1]);
  canvas_run (canvas, "p7.5,6.5 r7.5,6.5");
  frame = canvas_frame (canvas);
  g_assert_true (kb_point_rename (context, kb_point_at (frame, 0)->node.id, "foot", &reported, NULL));
  g_assert_cmpuint (reported.renamed, ==, 2);
  g_assert_cmpuint (reported.left, ==, 0);
  g_assert_cmpstr (first_name (canvas, 0), ==, "foot");
  g_assert_cmpstr (first_name (canvas, 1), ==, "foot");
  g_assert_cmpstr (context->next.point_name, ==, "foot");
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, "Rename action point to “foot”");
  canvas_run (canvas, "p17.5,16.5 r17.5,16.5");
  g_assert_cmpuint (kb_count (frame->points), ==, 1);
  kb_document_undo (canvas->document);

  /* Back in one step, with nothing selected; what is clicked next is the old one again. */
  kb_selection_clear (context);
  kb_document_undo (canvas->document);
  g_assert_cmpstr (first_name (canvas, 0), ==, "point 1");
  g_assert_cmpstr (first_name (canvas, 1), ==, "point 1");
  g_assert_cmpstr (context->next.point_name, ==, "point 1");
  kb_document_redo (canvas->document);
  g_assert_cmpstr (first_name (canvas, 0), ==, "foot");
  g_assert_cmpstr (context->next.point_name, ==, "foot");

  /* The name it has already is no step. */
  g_assert_true (kb_point_rename (context, kb_point_at (frame, 0)->node.id, "foot", &reported, NULL));
  g_assert_cmpuint (reported.renamed, ==, 0);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, "Rename action point to “foot”");

  /* A frame that has both keeps both. */
  kb_document_insert (canvas->document, canvas->frames[0], "points", -1,
                      json_pack ("{ss s[ii]}", "name", "hand", "at", 3, 4), NULL);
  g_assert_true (kb_point_rename (context, kb_point_at (frame, 0)->node.id, "hand", &reported, NULL));
  g_assert_cmpuint (reported.renamed, ==, 1);
  g_assert_cmpuint (reported.left, ==, 1);
  g_assert_cmpstr (first_name (canvas, 0), ==, "foot");
  g_assert_cmpstr (first_name (canvas, 1), ==, "hand");
  g_assert_cmpstr (context->next.point_name, ==, "hand");

  /* On its own frame that is refused, and so is no name. */
  kb_tool_context_set_frame (context, canvas->sprite, canvas->frames[0]);
  frame = canvas_frame (canvas);
  g_assert_false (kb_point_rename (context, kb_point_at (frame, 0)->node.id, "hand", &reported, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_false (kb_point_rename (context, kb_point_at (frame, 0)->node.id, "", &reported, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (reported.renamed, ==, 0);
  g_assert_cmpstr (first_name (canvas, 0), ==, "foot");
  canvas_free (canvas);
}

static void
test_points (void)
{
  Canvas *canvas = canvas_new (1);
  KbToolContext *context = canvas->context;
  KbFrame *frame = canvas_frame (canvas);

  canvas_run (canvas, "t:action-point p5.5,6.5 r5.5,6.5");
  g_assert_cmpuint (kb_count (frame->points), ==, 1);
  g_assert_cmpstr (kb_point_at (frame, 0)->name, ==, "point 1");
  g_assert_false (kb_point_at (frame, 0)->direction.set);
  /* The same name elsewhere: the point moves. */
  canvas_run (canvas, "p15.5,16.5 r15.5,16.5");
  g_assert_cmpuint (kb_count (frame->points), ==, 1);
  g_assert_cmpint (kb_point_at (frame, 0)->at.x, ==, 15);
  /* From the point: a direction, clockwise on screen. */
  canvas_run (canvas, "p15.5,16.5 m15.5,18 r15.5,26.5");
  g_assert_cmpfloat (kb_point_at (frame, 0)->direction.degrees, ==, 90);
  g_assert_cmpint (kb_point_at (frame, 0)->at.y, ==, 16);
  /* In whole degrees, and with Shift in steps of 15. */
  canvas_run (canvas, "p15.5,16.5 m18,18 r25.5,20.5");
  g_assert_cmpfloat (kb_point_at (frame, 0)->direction.degrees, ==, 22);
  canvas_run (canvas, "p15.5,16.5 m18,18+s r25.5,20.5+s");
  g_assert_cmpfloat (kb_point_at (frame, 0)->direction.degrees, ==, 15);
  canvas_run (canvas, "p30.5,16.5+c r30.5,16.5+c");
  g_assert_cmpuint (kb_count (frame->points), ==, 2);
  g_assert_cmpstr (context->next.point_name, ==, "point 2");
  kb_tool_context_set_point_name (context, "fist");
  canvas_run (canvas, "p40.5,16.5 r40.5,16.5");
  g_assert_cmpuint (kb_count (frame->points), ==, 3);
  g_assert_nonnull (kb_frame_find_point (frame, "fist"));

  /* The second frame is offered the names of the first. */
  kb_tool_context_set_frame (context, canvas->sprite, canvas->frames[1]);
  kb_tool_context_set_point_name (context, NULL);
  context->options.click_through = TRUE;
  canvas_run (canvas, "p5.5,6.5 r5.5,6.5");
  g_assert_cmpstr (kb_point_at (canvas_frame (canvas), 0)->name, ==, "point 1");
  g_assert_cmpuint (canvas->n_placed, ==, 1);
  canvas_run (canvas, "t:hot-spot p5.5,6.5 r5.5,6.5 p6.5,6.5+s r6.5,6.5+s");
  g_assert_cmpuint (canvas->n_placed, ==, 2);
  g_assert_cmpint (canvas_frame (canvas)->hot_spot.x, ==, 6);
  canvas_free (canvas);
}

static void
check_gate (const Canvas *canvas, guint i, KbVec a, KbVec b)
{
  const KbGate *gate = kb_gate_at (kb_tool_context_track (canvas->context), i);
  const double off = MAX (hypot (gate->a.x - a.x, gate->a.y - a.y), hypot (gate->b.x - b.x, gate->b.y - b.y));
  if (off > 1.0 / 128)
    g_error ("check point %u is from (%g, %g) to (%g, %g), not from (%g, %g) to (%g, %g)", i, gate->a.x, gate->a.y, gate->b.x,
             gate->b.y, a.x, a.y, b.x, b.y);
}

/* A check point moves and turns with its curve, in the curve's own step. */
static void
test_gates_follow (void)
{
  static const struct { const char *script; KbVec a, b; } moves[] = {
    { "p30,10 m32,14 r32,14", { 22, 8 }, { 22, 20 } },                          /* the whole curve */
    { "p40,10 r40,10 p40,10 m30,30 m10,40 r10,40", { 16, 20 }, { 4, 20 } },            /* a quarter turn */
    { "p40,10 m30,30 m10,40 r10,40", { 16, 20 }, { 4, 20 } },                          /* the same at once */
    { "p10,10 r10,10 p10,14 m10,16 m10,18 r10,18", { 20, 0 }, { 20, 20 } },            /* wider */
    { "p40,10 r40,10 Right", { 20 + 1 / 3.0, 4 }, { 20 + 1 / 3.0, 16 } },       /* by key */
    { "p2,2 m30,20 r47,47 p40,10 m42,12 m45,13 r45,13", { 25, 7 }, { 25, 19 } },       /* selected, too */
    { "p40,10 m45,20 m30,30 m40.2,10.2 r40.2,10.2", { 20, 4 }, { 20, 16 } },               /* and back */
    { "p40,40 m40,48 r40,48", { 20, 4 }, { 20, 16 } },                          /* elsewhere */
  };
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      Canvas *canvas = canvas_new (1);
      canvas_show_track (canvas);
      canvas_run (canvas, "t:track-select");
      canvas_run (canvas, moves[i].script);
      check_gate (canvas, 0, moves[i].a, moves[i].b);
      if (strcmp (kb_document_undo_label (canvas->document), SETUP) != 0)
        g_assert_true (kb_document_undo (canvas->document));
      g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
      check_gate (canvas, 0, (KbVec) { 20, 4 }, (KbVec) { 20, 16 });
      canvas_free (canvas);
    }
  /* Without the point (40, 10), the road is straight from (10, 10) to (40, 40): its nearest place to (20, 10) is (15, 15). */
  Canvas *canvas = canvas_new (1);
  canvas_show_track (canvas);
  canvas_run (canvas, "t:track-select p40,10 r40,10 Del");
  const KbGate *gate = kb_gate_at (kb_tool_context_track (canvas->context), 0);
  g_assert_cmpfloat_with_epsilon (gate->b.x - gate->a.x, -12 / sqrt (2), 0.5);
  g_assert_cmpfloat_with_epsilon (gate->b.y - gate->a.y, 12 / sqrt (2), 0.5);
  canvas_free (canvas);
}

/* Fills stop where curves make another surface, and fill what curves alone make; without curves, and over paint, as ever. */
static void
test_fill_between_curves (void)
{
  static const struct { const char *script; gboolean road, rest; } fills[] = {
    { "p60,2 r60,2", FALSE, TRUE }, { "p25,25 r25,25", FALSE, TRUE }, { "p25,10 r25,10", TRUE, FALSE },
    { "p60,2 r60,2 p25,10 r25,10", TRUE, TRUE }, { "p60,2 r60,2 p60,2+c r60,2+c", FALSE, FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (fills); i++)
    {
      Canvas *canvas = canvas_new (1);
      canvas_show_track (canvas);
      const KbTrack *track = kb_tool_context_track (canvas->context);
      KbCourse course = kb_course_of_curve (kb_curve_at (track, 0));
      g_autoptr (KbZones) layer = kb_track_layer (64, 48, &course, 1);
      canvas_run (canvas, "t:fill");
      canvas_run (canvas, fills[i].script);
      for (gint y = 0; y < 48; y++)
        for (gint x = 0; x < 64; x++)
          g_assert_cmpuint (kb_zones_at (track->pixels.zones, x, y), ==, kb_zones_at (layer, x, y) ? fills[i].road : fills[i].rest);
      kb_course_clear (&course);
      canvas_free (canvas);
    }
}

/* A new check point points along the curve, from whichever side it was drawn; against it if the start line does. */
static void
test_gates_forward (void)
{
  Canvas *canvas = canvas_new (1);
  canvas_show_track (canvas);
  canvas_run (canvas, "t:gate p34,4 r34,16 p30,16 r30,4");
  check_gate (canvas, 1, (KbVec) { 34, 4 }, (KbVec) { 34, 16 });
  check_gate (canvas, 2, (KbVec) { 30, 4 }, (KbVec) { 30, 16 });
  const KbTrack *track = kb_tool_context_track (canvas->context);
  kb_document_begin (canvas->document, "Remove");
  while (kb_count (track->gates))
    g_assert_true (kb_document_remove (canvas->document, kb_gate_at (track, 0)->node.id, NULL));
  kb_document_end (canvas->document);
  canvas_run (canvas, "p30,4 r30,16 p34,16 r34,4 p30,34 r30,46 p50,2 r50,9");
  /* A line downwards is crossed from left to right. */
  check_gate (canvas, 0, (KbVec) { 30, 4 }, (KbVec) { 30, 16 });
  check_gate (canvas, 1, (KbVec) { 34, 4 }, (KbVec) { 34, 16 });
  check_gate (canvas, 2, (KbVec) { 30, 46 }, (KbVec) { 30, 34 });
  check_gate (canvas, 3, (KbVec) { 50, 2 }, (KbVec) { 50, 9 });    /* on no curve */
  canvas_free (canvas);
}

KIT_PROGRAM (tool_answers)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/tool-answers/answers", test_answers);
  g_test_add_func ("/tool-answers/next-to-a-corner", test_next_to_a_corner);
  g_test_add_func ("/tool-answers/crossing", test_crossing);
  g_test_add_func ("/tool-answers/lost", test_lost);
  g_test_add_func ("/tool-answers/polygon-outlook", test_polygon_outlook);
  g_test_add_func ("/tool-answers/points", test_points);
  g_test_add_func ("/tool-answers/corrections", test_corrections);
  g_test_add_func ("/tool-answers/rename", test_rename);
  g_test_add_func ("/tool-answers/gates-follow", test_gates_follow);
  g_test_add_func ("/tool-answers/gates-forward", test_gates_forward);
  g_test_add_func ("/tool-answers/fill-between-curves", test_fill_between_curves);
  return g_test_run ();
}
