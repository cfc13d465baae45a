/* SPDX-License-Identifier: MIT */
/* What keys do to a selection: resizing, turning, going from thing to thing; and what is said of it. */
#include <string.h>

#include "tests/support/canvas.h"
#include "tests/support/seed.h"
#include "tools/speak.h"

#define BOX "{\"box\": [4, 4, 20, 12]}"
#define CIRCLE "{\"circle\": [40, 12, 6]}"
#define ORIENTED "{\"oriented\": [40, 30, 16, 6, 47]}"
#define POLYGON "{\"polygon\": [[4, 24], [20, 24], [20, 36], [4, 36]]}"

typedef enum { RESIZE, TURN } What;

static void
test_changes (void)
{
  static const struct { What what; const char *shape; gint a, b; const char *wanted, *label; } table[] = {
    { RESIZE, BOX, 3, 0, "{\"box\": [4, 4, 23, 12]}", "Resize box" },
    { RESIZE, BOX, 0, -8, "{\"box\": [4, 4, 20, 4]}", "Resize box" },
    { RESIZE, BOX, -100, -100, "{\"box\": [4, 4, 1, 1]}", "Resize box" },
    { RESIZE, CIRCLE, 1, 0, "{\"circle\": [40, 12, 6.5]}", "Resize circle" },
    { RESIZE, CIRCLE, 0, -100, "{\"circle\": [40, 12, 0.5]}", "Resize circle" },
    { RESIZE, ORIENTED, 0, 8, "{\"oriented\": [40, 30, 16, 14, 47]}", "Resize oriented box" },
    { RESIZE, POLYGON, 1, 1, POLYGON, NULL },       /* no corner is chosen */
    { TURN, BOX, 1, 0, "{\"oriented\": [14, 10, 20, 12, 15]}", "Rotate box" },
    { TURN, BOX, -1, 0, "{\"oriented\": [14, 10, 20, 12, -15]}", "Rotate box" },
    { TURN, ORIENTED, 1, 0, "{\"oriented\": [40, 30, 16, 6, 60]}", "Rotate oriented box" },
    { TURN, ORIENTED, -1, 0, "{\"oriented\": [40, 30, 16, 6, 45]}", "Rotate oriented box" },
    { TURN, CIRCLE, 1, 0, CIRCLE, NULL },
    { TURN, POLYGON, 1, 0, POLYGON, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      Canvas *canvas = canvas_new (2);
      KbId id = canvas_add_shape (canvas, "body", table[i].shape);
      json_t *wanted = json_loads (table[i].wanted, 0, NULL), *got;

      canvas_run (canvas, "");
      kb_selection_set (canvas->context, id);
      g_clear_pointer (&canvas->status, g_free);
      if (table[i].what == RESIZE)
        kb_selection_resize (canvas->context, table[i].a, table[i].b);
      else
        kb_selection_turn (canvas->context, table[i].a);
      got = kb_geometry_to_json (&((KbShape *) kb_document_node (canvas->document, id))->geometry);
      g_test_message ("%u: %s", i, table[i].wanted);
      g_assert_true (json_equal (wanted, got));
      g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, table[i].label ? table[i].label : SETUP);
      /* What could not be done is told. */
      g_assert_true (table[i].label ? canvas->status == NULL : canvas->status != NULL);
      json_decref (wanted);
      json_decref (got);
      canvas_free (canvas);
    }
}

/* Steps that follow each other are one; a chosen corner of a polygon goes; locked classes stay. */
static void
test_resize_keys (void)
{
  Canvas *canvas = canvas_new (2);
  KbId box = canvas_add_shape (canvas, "body", BOX), polygon = canvas_add_shape (canvas, "limb", POLYGON);
  const KbShape *shape;

  canvas_run (canvas, "");
  kb_selection_set (canvas->context, box);
  canvas_run (canvas, "Right+c Right+c Down+c Left+c");
  shape = (KbShape *) kb_document_node (canvas->document, box);
  g_assert_true (shape->geometry.v[2] == 21 && shape->geometry.v[3] == 13);
  g_assert_true (kb_document_undo (canvas->document));
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
  kb_selection_set (canvas->context, polygon);
  kb_selection_set_corner (canvas->context, 2);
  canvas_run (canvas, "Right+c");
  shape = (KbShape *) kb_document_node (canvas->document, polygon);
  g_assert_true (shape->geometry.v[4] == 21 && shape->geometry.v[5] == 36 && shape->geometry.v[2] == 20);
  g_hash_table_add (canvas->context->locked, GUINT_TO_POINTER (shape->class_id));
  canvas_run (canvas, "Right+c");
  g_assert_cmpfloat (((KbShape *) kb_document_node (canvas->document, polygon))->geometry.v[4], ==, 21);
  canvas_free (canvas);
}

static void
test_step (void)
{
  Canvas *canvas = canvas_new (2);
  KbId back = canvas_add_shape (canvas, "body", BOX), front = canvas_add_shape (canvas, "limb", CIRCLE);
  KbId point = canvas_add_point (canvas, "hand", 50, 40);
  const KbId order[] = { front, back, point, canvas->frames[0] };

  canvas_run (canvas, "");
  for (gint by = -1; by <= 1; by += 2)
    {
      kb_selection_clear (canvas->context);
      for (guint i = 0; i < 2 * G_N_ELEMENTS (order); i++)
        {
          kb_selection_step (canvas->context, by);
          g_assert_cmpuint (kb_selection_count (canvas->context), ==, 1);
          g_assert_true (kb_selection_has (canvas->context, order[by > 0 ? i % 4 : 3 - i % 4]));
        }
    }
  /* Not what is locked; nothing at all on an empty frame. */
  kb_selection_clear (canvas->context);
  g_hash_table_add (canvas->context->locked,
                    GUINT_TO_POINTER (((KbShape *) kb_document_node (canvas->document, front))->class_id));
  kb_selection_step (canvas->context, 1);
  g_assert_true (kb_selection_has (canvas->context, back));
  canvas_free (canvas);
}

static void
test_polygon_speaks (void)
{
  static const struct { const char *script, *said; } table[] = {
    { "", NULL },
    { "p30,2 r30,2", " 1 corner." },
    { "p36,2 r36,2 m36,8", " 2 corners, convex." },
    { "p36,8 r36,8 m33,4", " 3 corners, not convex." },
    { "p30,8 r30,8 m40,4", " 4 corners, crosses." },
  };
  Canvas *canvas = canvas_new (1);

  canvas_run (canvas, "t:polygon");
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *said = NULL;

      canvas_run (canvas, table[i].script);
      said = kb_speak (canvas->context);
      g_test_message ("%s", said);
      g_assert_true (table[i].said ? strstr (said, table[i].said) != NULL : strstr (said, "corner") == NULL);
    }
  canvas_free (canvas);
}

KIT_PROGRAM (by_key)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/by-key/changes", test_changes);
  g_test_add_func ("/by-key/resize-keys", test_resize_keys);
  g_test_add_func ("/by-key/step", test_step);
  g_test_add_func ("/by-key/polygon-speaks", test_polygon_speaks);
  return g_test_run ();
}
