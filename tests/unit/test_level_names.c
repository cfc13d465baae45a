/* SPDX-License-Identifier: MIT */
/* Names on levels: where there are many, far out, they are left out, and marks are smaller. */
#include <math.h>

#include "drawing/drawing.h"
#include "drawing/levels/level_marks.h"
#include "drawing/style.h"
#include "tests/support/level_document.h"
#include "tests/support/seed.h"

#define SIDE 20            /* so many times so many entities, 32 pixels from each other */

static KbDocument *
crowd (void)
{
  json_t *areas = json_array (), *entities = json_array (), *walls = json_array ();
  const double large[] = { 0, 0, 640, 0, 640, 640, 0, 640 };

  add_ring (walls, large, G_N_ELEMENTS (large));
  json_array_append_new (areas, json_pack ("{ss ss s[[[ii] [ii] [ii] [ii]]]}", "name", "hall", "class", "floor", "rings", 0, 0, 640, 0, 640, 640, 0, 640));
  json_array_append_new (areas, json_pack ("{ss ss s[[[ii] [ii] [ii] [ii]]]}", "name", "step", "class", "floor", "rings", 8, 8, 16, 8, 16, 16, 8, 16));
  for (int i = 0; i < SIDE * SIDE; i++)
    json_array_append_new (entities, json_pack ("{ss s[ii] s[ii]}", "class", i ? "floor" : "wall", "at", i % SIDE * 32 + 16, i / SIDE * 32 + 16, "direction", 1, 0));
  return level_document (walls, areas, entities);
}

/* How many names are placed. */
static guint
names (KbDocument *document, double scale, KbVec from)
{
  KbLabelMemory *memory = kb_label_memory_new ();
  KbView view = { .x = -from.x * scale, .y = -from.y * scale, .scale = scale, .device_scale = 1, .width = 1000, .height = 800 };
  KbLevelLook look = { .document = document, .style = kb_style (TRUE), .parts = KB_LEVEL_LABELS | KB_LEVEL_KEY, .memory = memory };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1000, 800);
  cairo_t *cr = cairo_create (surface);
  guint n;

  kb_label_memory_clear_places (memory);
  kb_draw_level (cr, the_level (document), &view, &look);
  n = kb_label_memory_places (memory)->len;
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  kb_label_memory_free (memory);
  return n;
}

static void
test_room (void)
{
  KbDocument *document = crowd ();

  g_assert_cmpuint (names (document, 1, (KbVec) { 0, 0 }), ==, 1);            /* of 400 entities none, the hall, not the step */
  g_assert_cmpuint (names (document, 1.0 / 16, (KbVec) { 0, 0 }), ==, 0);      /* the hall is 40 pixels wide */
  g_assert_cmpuint (names (document, 1, (KbVec) { 540, 0 }), ==, 1);          /* 100 pixels of it are in sight */
  g_assert_cmpuint (names (document, 1, (KbVec) { 630, 0 }), ==, 0);          /* 10: names would pile up at the edge */
  g_assert_cmpuint (names (document, 16, (KbVec) { 0, 0 }), >=, 5);            /* two areas and the entities in sight */
  kb_document_free (document);
}

static void
test_classes (void)
{
  KbDocument *document = crowd ();
  g_autoptr (GHashTable) hidden = g_hash_table_new (NULL, NULL);
  KbLevelLook look = { .document = document, .hidden = hidden };
  const KbProject *project = kb_document_project (document);
  g_autoptr (GArray) both = kb_level_classes (the_level (document), &look);

  g_assert_cmpuint (both->len, ==, 2);
  g_assert_cmpuint (g_array_index (both, KbId, 0), ==, kb_class_at (project, 0)->node.id);
  g_hash_table_add (hidden, GUINT_TO_POINTER (kb_class_at (project, 0)->node.id));
  g_autoptr (GArray) one = kb_level_classes (the_level (document), &look);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpuint (g_array_index (one, KbId, 0), ==, kb_class_at (project, 1)->node.id);
  kb_document_free (document);
}

static void
test_marks (void)
{
  KbView view = { .scale = 1, .device_scale = 1, .width = 1000, .height = 800 };
  const KbEntity entity = { .at = { 0, 0 }, .direction = { 3, 0 } };
  double near = kb_entity_half (&view), arrow = kb_entity_arrow_bounds (&view, &entity).x1;

  g_assert_cmpfloat (near, ==, KB_ENTITY_HALF);
  view.scale = 0.25;
  g_assert_true (kb_entity_half (&view) < near && kb_entity_arrow_bounds (&view, &entity).x1 < arrow);
  view.scale = 0.01;
  g_assert_cmpfloat (kb_entity_half (&view), >=, 2);
}

KIT_PROGRAM (level_names)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/level-names/room", test_room);
  g_test_add_func ("/level-names/classes", test_classes);
  g_test_add_func ("/level-names/marks", test_marks);
  return g_test_run ();
}
