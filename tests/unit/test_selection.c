/* SPDX-License-Identifier: MIT */
/* Selecting, copying and pasting, and what is done with a selection. */
#include <string.h>

#include "tests/support/canvas.h"
#include "tests/support/seed.h"

static KbId
selected (const Canvas *canvas, guint i)
{
  g_assert_cmpuint (i, <, canvas->context->selection.ids->len);
  return g_array_index (canvas->context->selection.ids, KbId, i);
}

static void
assert_box (const Canvas *canvas, guint i, double x, double y, double w, double h)
{
  const KbShape *shape = kb_shape_at (canvas_frame (canvas), i);

  g_assert_cmpint (shape->geometry.type, ==, KB_SHAPE_BOX);
  g_assert_cmpfloat (shape->geometry.v[0], ==, x);
  g_assert_cmpfloat (shape->geometry.v[1], ==, y);
  g_assert_cmpfloat (shape->geometry.v[2], ==, w);
  g_assert_cmpfloat (shape->geometry.v[3], ==, h);
}

/* Three boxes over each other at (10, 10), one apart, a point on top of all. */
static Canvas *
make_canvas (KbId *a, KbId *b, KbId *c, KbId *apart, KbId *point)
{
  Canvas *canvas = canvas_new (2);

  *a = canvas_add_shape (canvas, "body", "{\"box\": [2, 2, 20, 20]}");
  *b = canvas_add_shape (canvas, "limb", "{\"box\": [4, 4, 16, 16]}");
  *c = canvas_add_shape (canvas, "body", "{\"box\": [6, 6, 12, 12]}");
  *apart = canvas_add_shape (canvas, "limb", "{\"box\": [40, 4, 8, 8]}");
  *point = canvas_add_point (canvas, "hand", 12, 12);
  canvas_run (canvas, "");
  return canvas;
}

static void
test_clicks (void)
{
  KbId a, b, c, apart, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);

  /* The topmost; again and again goes down and starts over. */
  canvas_run (canvas, "p8,8 r8,8");
  g_assert_cmpuint (selected (canvas, 0), ==, c);
  canvas_run (canvas, "p8.5,8 r8.5,8");
  g_assert_cmpuint (selected (canvas, 0), ==, b);
  canvas_run (canvas, "p8.5,8 r8.5,8");
  g_assert_cmpuint (selected (canvas, 0), ==, a);
  canvas_run (canvas, "p8.5,8 r8.5,8");
  g_assert_cmpuint (selected (canvas, 0), ==, c);
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 1);
  /* Points are above shapes, and the hot spot is the frame's id. */
  canvas_run (canvas, "p30,30 r30,30 p12.5,12.5 r12.5,12.5");
  g_assert_cmpuint (selected (canvas, 0), ==, point);
  canvas_run (canvas, "p20.5,40.5 r20.5,40.5");
  g_assert_cmpuint (selected (canvas, 0), ==, canvas->frames[0]);
  /* Shift adds and takes away. */
  canvas_run (canvas, "p44,8+s r44,8+s");
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 2);
  canvas_run (canvas, "p20.5,40.5+s r20.5,40.5+s");
  g_assert_cmpuint (selected (canvas, 0), ==, apart);
  /* On nothing: nothing. Escape: nothing. */
  canvas_run (canvas, "p60,40 r60,40");
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 0);
  canvas_run (canvas, "p44,8 r44,8 Esc");
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 0);
  /* A band takes what it touches, with Shift what was selected too. */
  canvas_run (canvas, "p36,2 m50,20 r50,20");
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 1);
  canvas_run (canvas, "p1,30+s m3,1+s r3,1+s");
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 2);
  g_assert_true (kb_selection_has (canvas->context, a) && kb_selection_has (canvas->context, apart));
  kb_selection_set_all (canvas->context);
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 5);
  kb_selection_set_class (canvas->context, ((KbShape *) kb_document_node (canvas->document, a))->class_id);
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 2);
  g_assert_cmpuint (canvas->n_selections, >, 10);
  /* None of this is an edit. */
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
  /* A drag of a thing that is selected moves it, not what lies above. */
  kb_selection_set (canvas->context, a);
  canvas_run (canvas, "p8,8 m10,8 r12,8");
  assert_box (canvas, 0, 6, 2, 20, 20);
  assert_box (canvas, 2, 6, 6, 12, 12);
  canvas_free (canvas);
}

static void
test_nudges_merge (void)
{
  KbId a, b, c, apart, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);
  g_autofree char *before = canvas_text (canvas), *after = NULL;

  kb_selection_set (canvas->context, a);
  kb_selection_add (canvas->context, point);
  kb_selection_add (canvas->context, canvas->frames[0]);
  canvas_run (canvas, "Left Left Up Right+s");
  assert_box (canvas, 0, 8, 1, 20, 20);
  g_assert_cmpint (kb_point_at (canvas_frame (canvas), 0)->at.x, ==, 18);
  g_assert_cmpint (canvas_frame (canvas)->hot_spot.y, ==, 39);
  kb_document_undo (canvas->document);
  after = canvas_text (canvas);
  g_assert_cmpstr (before, ==, after);
  canvas_free (canvas);
}

static void
test_delete (void)
{
  KbId a, b, c, apart, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);

  kb_selection_set_all (canvas->context);
  kb_selection_add (canvas->context, canvas->frames[0]);
  canvas_run (canvas, "Del");
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 0);
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->points), ==, 0);
  g_assert_false (canvas_frame (canvas)->hot_spot.set);
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 0);
  kb_document_undo (canvas->document);
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 4);
  g_assert_true (canvas_frame (canvas)->hot_spot.set);
  /* What goes by other ways goes from the selection too. */
  kb_selection_set (canvas->context, a);
  kb_document_remove (canvas->document, a, NULL);
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 0);
  kb_selection_set (canvas->context, b);
  kb_document_remove (canvas->document, canvas->frames[0], NULL);
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 0);
  g_assert_null (canvas_frame (canvas));
  kb_selection_set (canvas->context, b);
  kb_selection_add (canvas->context, a);
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 0);
  canvas_run (canvas, "p8,8 m10,8 r12,8 Del Left t:polygon p1,1 r1,1 p5,5 r5,5");
  canvas_free (canvas);
}

/* The frame goes while something is being done on it. */
static void
test_frame_goes (void)
{
  static const char *const gestures[] = {
    "t:select p8,8 m12,8", "t:hot-spot p8,8 m9,9", "t:action-point p30,30 m40,30", "t:box p30,30 m40,40",
    "t:polygon p30,30 r30,30 p40,30 r40,30",
  };

  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++)
    {
      KbId a, b, c, apart, point;
      Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);

      canvas_run (canvas, gestures[i]);
      kb_document_remove (canvas->document, canvas->frames[0], NULL);
      canvas_run (canvas, "m20,20 r20,20 p5,5 m9,9 r9,9 Enter Del Esc t:select");
      g_assert_false (kb_document_in_step (canvas->document));
      g_assert_cmpuint (kb_selection_count (canvas->context), ==, 0);
      canvas_free (canvas);
    }
}

static void
test_paste (void)
{
  KbId a, b, c, apart, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);
  g_autofree char *clip = NULL, *before = NULL, *after = NULL;
  GError *error = NULL;
  KbId ids[2];

  g_assert_null (kb_selection_copy (canvas->context));
  kb_selection_set (canvas->context, c);
  kb_selection_add (canvas->context, a);
  kb_selection_add (canvas->context, point);
  clip = kb_selection_copy (canvas->context);
  g_assert_true (kb_selection_can_paste (clip));

  /* To the frame whose hot spot is 4 further right and down. */
  kb_tool_context_set_frame (canvas->context, canvas->sprite, canvas->frames[1]);
  before = canvas_text (canvas);
  g_assert_true (kb_selection_paste (canvas->context, clip, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 2);
  assert_box (canvas, 0, 6, 6, 20, 20);
  assert_box (canvas, 1, 10, 10, 12, 12);
  g_assert_cmpint (kb_point_at (canvas_frame (canvas), 0)->at.x, ==, 16);
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 3);
  ids[0] = kb_point_at (canvas_frame (canvas), 0)->node.id;
  /* Again: shapes apart from those that are there, the point stays the same one. */
  g_assert_true (kb_selection_paste (canvas->context, clip, &error));
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 4);
  assert_box (canvas, 2, 10, 10, 20, 20);
  assert_box (canvas, 3, 14, 14, 12, 12);
  ids[1] = kb_point_at (canvas_frame (canvas), 0)->node.id;
  g_assert_cmpuint (ids[0], ==, ids[1]);
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->points), ==, 1);
  kb_document_undo (canvas->document);
  kb_document_undo (canvas->document);
  after = canvas_text (canvas);
  g_assert_cmpstr (before, ==, after);

  /* Without a hot spot here: by the corners. */
  kb_document_set (canvas->document, canvas->frames[1], "hot_spot", json_null (), NULL);
  g_assert_true (kb_selection_paste (canvas->context, clip, &error));
  assert_box (canvas, 0, 2, 2, 20, 20);
  canvas_free (canvas);
}

static void
test_paste_hot_spot (void)
{
  KbId a, b, c, apart, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);
  g_autofree char *clip = NULL;

  kb_selection_set (canvas->context, canvas->frames[0]);
  kb_selection_add (canvas->context, a);
  clip = kb_selection_copy (canvas->context);
  kb_tool_context_set_frame (canvas->context, canvas->sprite, canvas->frames[1]);
  g_assert_true (kb_selection_paste (canvas->context, clip, NULL));
  g_assert_cmpint (canvas_frame (canvas)->hot_spot.x, ==, 20);
  assert_box (canvas, 0, 2, 2, 20, 20);
  canvas_free (canvas);
}

/* Into another project: the class comes along, with its colour, in one step. */
static void
test_paste_elsewhere (void)
{
  KbId a, b, c, apart, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point), *other = canvas_new (1);
  g_autofree char *clip = NULL, *before = NULL, *after = NULL;
  const KbProject *project = kb_document_project (other->document);

  kb_selection_set (canvas->context, apart);
  clip = kb_selection_copy (canvas->context);
  canvas_run (other, "");
  before = canvas_text (other);
  g_assert_true (kb_selection_paste (other->context, clip, NULL));
  g_assert_cmpuint (kb_count (project->classes), ==, 2);
  g_assert_cmpstr (kb_class_at (project, 1)->name, ==, "limb");
  g_assert_cmphex (kb_class_at (project, 1)->colour, ==, 0x3584e4ff);
  kb_document_undo (other->document);
  after = canvas_text (other);
  g_assert_cmpstr (before, ==, after);
  canvas_free (canvas);
  canvas_free (other);
}

/* A clipboard is anybody's text. */
static void
test_paste_rubbish (void)
{
  static const char *const rubbish[] = {
    "", "hello", "{}", "[1]", "{\"kickbox_selection\": \"1\"}", "\"kickbox_selection\"",
  };
  static const char *const wrong[] = {
    "{\"kickbox_selection\": 1, \"shapes\": [3]}",
    "{\"kickbox_selection\": 1, \"shapes\": [{\"class\": \"body\"}]}",
    "{\"kickbox_selection\": 1, \"shapes\": [{\"geometry\": {\"box\": [0, 0, 1, 1]}}]}",
    "{\"kickbox_selection\": 1, \"shapes\": [{\"class\": 7, \"geometry\": {\"box\": [0, 0, 1, 1]}}]}",
    "{\"kickbox_selection\": 1, \"shapes\": [{\"class\": \"body\", \"geometry\": {\"box\": [0, 0, 0, 1]}}]}",
    "{\"kickbox_selection\": 1, \"shapes\": [{\"class\": \"body\", \"geometry\": {\"box\": [32760, 0, 4, 1]}},"
    " {\"class\": \"body\", \"geometry\": {\"box\": [32767, 0, 4, 1]}}]}",
    "{\"kickbox_selection\": 1, \"origin\": [-16384, 0], \"points\": [{\"name\": \"p\", \"at\": [32767, 0]}]}",
    "{\"kickbox_selection\": 1, \"points\": [{\"name\": \"p\"}]}",
    "{\"kickbox_selection\": 1, \"points\": [{\"at\": [1, 2]}]}",
    "{\"kickbox_selection\": 1, \"points\": [{\"name\": \"p\", \"at\": [1e99, 2]}]}",
    "{\"kickbox_selection\": 1, \"hot_spot\": \"here\"}",
    "{\"kickbox_selection\": 1, \"shapes\": [{\"class\": \"body\", \"geometry\": {\"box\": [0, 0, 1, 1]}}],"
    " \"points\": [{\"name\": \"p\"}]}",
    "{\"kickbox_selection\": 1, \"classes\": {\"new\": \"no colour\"}, \"shapes\":"
    " [{\"class\": \"new\", \"geometry\": {\"box\": [0, 0, 1, 1]}}]}",
  };
  Canvas *canvas = canvas_new (1);
  g_autofree char *before = NULL;

  canvas_run (canvas, "");
  before = canvas_text (canvas);
  for (guint i = 0; i < G_N_ELEMENTS (rubbish) + G_N_ELEMENTS (wrong); i++)
    {
      const char *text = i < G_N_ELEMENTS (rubbish) ? rubbish[i] : wrong[i - G_N_ELEMENTS (rubbish)];
      GError *error = NULL;
      g_autofree char *after = NULL;

      g_assert_cmpint (kb_selection_can_paste (text), ==, i >= G_N_ELEMENTS (rubbish));
      if (kb_selection_paste (canvas->context, text, &error))
        g_error ("pasted %s", text);
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      g_error_free (error);
      after = canvas_text (canvas);
      g_assert_cmpstr (before, ==, after);
      g_assert_false (kb_document_in_step (canvas->document));
    }
  canvas_free (canvas);
}

static void
test_duplicate (void)
{
  KbId a, b, c, apart, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);
  KbFrame *frame = canvas_frame (canvas);
  g_autofree char *before = canvas_text (canvas), *after = NULL;

  kb_selection_set (canvas->context, a);
  kb_selection_add (canvas->context, point);
  kb_selection_duplicate (canvas->context, 3, 4);
  g_assert_cmpuint (kb_count (frame->shapes), ==, 5);
  assert_box (canvas, 4, 5, 6, 20, 20);
  g_assert_cmpuint (kb_count (frame->points), ==, 2);
  g_assert_cmpstr (kb_point_at (frame, 1)->name, ==, "point 1");
  g_assert_cmpint (kb_point_at (frame, 1)->at.y, ==, 16);
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 2);
  g_assert_false (kb_selection_has (canvas->context, a));
  kb_document_undo (canvas->document);
  after = canvas_text (canvas);
  g_assert_cmpstr (before, ==, after);
  canvas_free (canvas);
}

/* With Alt a copy is moved and the thing stays: pressed before the drag, in its middle, or just before its end. */
static void
test_duplicate_by_dragging (void)
{
  static const char *const scripts[] = { "p44,8+a m47,10+a m50,14+a r50,14+a", "p44,8 m47,10 m48,12 m50,14+a r50,14+a",
                                         "p44,8 m47,10 m50,14 r50,14+a" };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      KbId a, b, c, apart, point;
      Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);

      canvas->context->options.snap.on = FALSE;
      canvas_run (canvas, scripts[i]);
      g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 5);
      assert_box (canvas, 3, 40, 4, 8, 8);
      assert_box (canvas, 4, 46, 10, 8, 8);
      g_assert_cmpuint (selected (canvas, 0), ==, kb_shape_at (canvas_frame (canvas), 4)->node.id);
      g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, "Duplicate");
      g_assert_true (kb_document_undo (canvas->document));
      g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
      canvas_free (canvas);
    }
}

/* What a step was about is told by the frame it was on where the thing itself is gone. */
static void
test_history_of_deleted (void)
{
  KbId a, b, c, apart, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);

  kb_selection_set (canvas->context, a);
  kb_selection_nudge (canvas->context, 1, 0, FALSE);
  kb_selection_add (canvas->context, b);
  kb_selection_add (canvas->context, point);
  kb_selection_delete (canvas->context);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, "Delete 2 shapes, 1 point");
  for (guint step = 1; step < 3; step++)
    {
      g_autoptr (GArray) nodes = kb_document_history_nodes (canvas->document, step);

      g_assert_cmpuint (nodes->len, ==, 1);
      g_assert_cmpuint (g_array_index (nodes, KbId, 0), ==, canvas->frames[0]);
    }
  canvas_free (canvas);
}

/* Copies stay inside the frame: on the other side, or as far as there is room. */
static void
test_duplicate_inside (void)
{
  KbId a, b, c, apart, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);
  KbFrame *frame = canvas_frame (canvas);
  const struct { gint x, y, w, h, to_x, to_y; } cases[] = {
    { frame->width - 12, 2, 10, 10, frame->width - 16, 6 },
    { frame->width - 12, frame->height - 10, 10, 10, frame->width - 16, frame->height - 14 },
    { 2, 2, frame->width - 3, 10, 3, 6 },
    { 0, 0, frame->width, frame->height, 4, 4 },
    { frame->width - 4, 2, 10, 10, frame->width, 6 },            /* not inside before either */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n = kb_count (frame->shapes);
      g_autoptr (GError) error = NULL;

      kb_document_set (canvas->document, a, "geometry",
                       json_pack ("{s[iiii]}", "box", cases[i].x, cases[i].y, cases[i].w, cases[i].h), &error);
      g_assert_no_error (error);
      kb_selection_set (canvas->context, a);
      kb_selection_duplicate (canvas->context, 4, 4);
      g_assert_cmpuint (kb_count (frame->shapes), ==, n + 1);
      assert_box (canvas, n, cases[i].to_x, cases[i].to_y, cases[i].w, cases[i].h);
    }
  canvas_free (canvas);
}

static void
assert_order (const Canvas *canvas, KbId a, KbId b, KbId c, KbId d)
{
  const KbId ids[] = { a, b, c, d };

  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (kb_shape_at (canvas_frame (canvas), i)->node.id, ==, ids[i]);
}

static void
test_raise (void)
{
  KbId a, b, c, d, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &d, &point);

  kb_selection_set (canvas->context, a);
  kb_selection_raise (canvas->context, 1);
  assert_order (canvas, b, a, c, d);
  kb_selection_add (canvas->context, b);
  kb_selection_raise (canvas->context, G_MAXINT);
  assert_order (canvas, c, d, b, a);
  kb_selection_raise (canvas->context, 1);
  assert_order (canvas, c, d, b, a);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, "Bring forward");
  kb_selection_raise (canvas->context, -1);
  assert_order (canvas, c, b, a, d);
  kb_selection_raise (canvas->context, -9);
  assert_order (canvas, b, a, c, d);
  canvas_free (canvas);
}

static guint
corners (const Canvas *canvas)
{
  return kb_shape_at (canvas_frame (canvas), 0)->geometry.n / 2;
}

/* Delete takes the chosen corner, the polygon only where none is; edges are hit from either side. */
static void
test_corners (void)
{
  Canvas *canvas = canvas_new (1);
  KbId shape = canvas_add_shape (canvas, "body", "{\"polygon\": [[10, 10], [30, 10], [30, 30], [20, 34], [10, 30]]}");
  double near_edge = 3 / canvas->context->view.scale;
  g_autofree char *outside = g_strdup_printf ("p16,%g r16,%g d16,%g r16,%g", 10 - near_edge, 10 - near_edge, 10 - near_edge,
                                              10 - near_edge);

  g_assert_cmpint (kb_selection_corner (canvas->context), ==, -1);
  canvas_run (canvas, "p15,15 r15,15 p20,34 r20,34");
  g_assert_cmpint (kb_selection_corner (canvas->context), ==, 3);
  canvas_run (canvas, "m60,45 Del");
  g_assert_cmpuint (corners (canvas), ==, 4);
  g_assert_cmpint (kb_selection_corner (canvas->context), ==, -1);
  g_assert_cmpuint (selected (canvas, 0), ==, shape);
  /* The one under the pointer. */
  canvas_run (canvas, "m30,30 Del");
  g_assert_cmpuint (corners (canvas), ==, 3);
  /* A polygon has three. */
  canvas_run (canvas, "p10,30 r10,30 m60,45 Del");
  g_assert_cmpuint (corners (canvas), ==, 3);
  canvas_run (canvas, outside);
  g_assert_cmpuint (corners (canvas), ==, 4);
  g_assert_cmpint (kb_selection_corner (canvas->context), ==, 1);
  kb_selection_clear (canvas->context);
  kb_selection_set (canvas->context, shape);
  g_assert_cmpint (kb_selection_corner (canvas->context), ==, -1);
  canvas_run (canvas, "m60,45 Del");
  g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 0);
  canvas_free (canvas);
}

static void
test_mirror_and_class (void)
{
  KbId a, b, c, apart, point;
  Canvas *canvas = make_canvas (&a, &b, &c, &apart, &point);
  g_autofree char *before = canvas_text (canvas), *after = NULL;
  KbId limb = kb_class_at (kb_document_project (canvas->document), 1)->node.id;

  kb_selection_set_all (canvas->context);
  kb_selection_mirror (canvas->context, TRUE);
  /* About the middle of pixel 20: pixels 2 .. 21 become 19 .. 38, pixel 12 becomes 28. */
  assert_box (canvas, 0, 19, 2, 20, 20);
  g_assert_cmpint (kb_point_at (canvas_frame (canvas), 0)->at.x, ==, 28);
  kb_selection_mirror (canvas->context, TRUE);
  after = canvas_text (canvas);
  g_assert_cmpstr (before, ==, after);
  kb_selection_give_class (canvas->context, limb);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (kb_shape_at (canvas_frame (canvas), i)->class_id, ==, limb);
  kb_selection_give_class (canvas->context, a);
  kb_document_undo (canvas->document);
  g_assert_cmpuint (kb_shape_at (canvas_frame (canvas), 0)->class_id, !=, limb);
  canvas_free (canvas);
}

static char *
geometry_text (const KbShape *shape)
{
  json_t *value = kb_geometry_to_json (&shape->geometry);
  char *dumped = json_dumps (value, JSON_COMPACT), *text = g_strdup (dumped);
  free (dumped);
  json_decref (value);
  return text;
}

/* The handle above a box turns it: an oriented box, all else as it was, one step. */
static void
test_turn_box (void)
{
  Canvas *canvas = canvas_new (2);
  KbId id = canvas_add_shape (canvas, "limb", "{\"box\": [10, 20, 20, 10]}");
  canvas_add_shape (canvas, "body", "{\"box\": [40, 4, 8, 8]}");
  g_assert_true (kb_document_set (canvas->document, id, "name", json_string ("lead"), NULL));
  g_assert_true (kb_document_set (canvas->document, id, "values", json_pack ("{ss}", "damage", "3"), NULL));
  canvas_run (canvas, "p20.5,25.5 r20.5,25.5");
  g_assert_cmpuint (selected (canvas, 0), ==, id);
  g_autofree char *before = canvas_text (canvas);
  const KbShape *shape = kb_shape_at (canvas_frame (canvas), 0);
  double above = 20 - 26 / SCALE;
  g_autofree char *turn = g_strdup_printf ("p20,%g m30,20 m45,25.1 r40,25", above);
  canvas_run (canvas, turn);
  shape = kb_shape_at (canvas_frame (canvas), 0);
  g_assert_cmpuint (shape->node.id, ==, id);
  g_autofree char *turned = geometry_text (shape);
  g_assert_cmpstr (turned, ==, "{\"oriented\":[20,25,20,10,90]}");
  g_assert_cmpstr (shape->name, ==, "lead");
  g_assert_cmpuint (shape->class_id, ==, kb_class_at (kb_document_project (canvas->document), 1)->node.id);
  g_autofree char *values = canvas_text (canvas);
  g_assert_nonnull (strstr (values, "damage"));
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, "Rotate");
  kb_document_undo (canvas->document);
  g_autofree char *after = canvas_text (canvas);
  g_assert_cmpstr (before, ==, after);
  /* Control: steps of 15 degrees. */
  g_autofree char *steps = g_strdup_printf ("p20,%g m25,18+c r31,11+c", above);
  canvas_run (canvas, steps);
  g_assert_cmpfloat (kb_shape_at (canvas_frame (canvas), 0)->geometry.v[4], ==, 45);
  kb_document_undo (canvas->document);
  /* There and back: the same box, and nothing to undo but the setup's. */
  g_autofree char *back = g_strdup_printf ("p20,%g m30,20 r20,%g", above, above);
  canvas_run (canvas, back);
  assert_box (canvas, 0, 10, 20, 20, 10);
  canvas_free (canvas);
}

KIT_PROGRAM (selection)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/selection/clicks", test_clicks);
  g_test_add_func ("/selection/nudges-merge", test_nudges_merge);
  g_test_add_func ("/selection/delete", test_delete);
  g_test_add_func ("/selection/frame-goes", test_frame_goes);
  g_test_add_func ("/selection/paste", test_paste);
  g_test_add_func ("/selection/paste-hot-spot", test_paste_hot_spot);
  g_test_add_func ("/selection/paste-elsewhere", test_paste_elsewhere);
  g_test_add_func ("/selection/paste-rubbish", test_paste_rubbish);
  g_test_add_func ("/selection/duplicate", test_duplicate);
  g_test_add_func ("/selection/duplicate-inside", test_duplicate_inside);
  g_test_add_func ("/selection/duplicate-by-dragging", test_duplicate_by_dragging);
  g_test_add_func ("/selection/history-of-deleted", test_history_of_deleted);
  g_test_add_func ("/selection/raise", test_raise);
  g_test_add_func ("/selection/corners", test_corners);
  g_test_add_func ("/selection/turn-box", test_turn_box);
  g_test_add_func ("/selection/mirror-and-class", test_mirror_and_class);
  return g_test_run ();
}
