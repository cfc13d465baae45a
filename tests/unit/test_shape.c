/* SPDX-License-Identifier: MIT */
/* Every row of the table of shapes: snapping, bounds, hits, moves, mirrors, handles, JSON, faults. */
#include <string.h>

#include "document/document.h"
#include "document/shapes/shape.h"
#include "tests/support/seed.h"

/* One good geometry of each kind, in the order of the table. */
static const struct {
  KbShapeType type;
  guint n;
  double v[16];
  KbBounds bounds;
  KbVec inside, edge, outside;
} samples[] = {
  { KB_SHAPE_BOX, 4, { 3, 4, 10, 6 }, { 3, 4, 13, 10 }, { 5, 5 }, { 13, 10 }, { 13.01, 10 } },
  { KB_SHAPE_CIRCLE, 3, { 8.5, -2.25, 4 }, { 4.5, -6.25, 12.5, 1.75 }, { 9, -3 }, { 12.5, -2.25 }, { 12, 1 } },
  { KB_SHAPE_ORIENTED, 5, { 10, 10, 8, 4, 90 }, { 8, 6, 12, 14 }, { 10, 13.5 }, { 12, 14 }, { 13, 10 } },
  { KB_SHAPE_ORIENTED, 5, { 0, 0, 10, 2, 30 }, { -4.8301270189, -3.3660254038, 4.8301270189, 3.3660254038 },
    { 4, 2 }, { 0, 0 }, { 4, -2 } },
  /* An L: (6, 6) is in its notch. */
  { KB_SHAPE_POLYGON, 12, { 0, 0, 8, 0, 8, 3, 3, 3, 3, 8, 0, 8 }, { 0, 0, 8, 8 }, { 1, 7 }, { 5, 3 }, { 6, 6 } },
  { KB_SHAPE_CAPSULE, 5, { 0, 0, 8, 6, 2.5 }, { -2.5, -2.5, 10.5, 8.5 }, { 4, 3 }, { 5.5, 1 }, { 6, 0.5 } },
};

static void
make (KbGeometry *geometry, guint i)
{
  kb_geometry_init (geometry, samples[i].type, samples[i].v, samples[i].n);
}

static void
test_table (void)
{
  for (guint type = 0; type < KB_N_SHAPE_TYPES; type++)
    {
      const KbShapeKind *kind = kb_geometry_kind (type);
      guint n_samples = 0;

      g_assert_nonnull (kind->name);
      g_assert_nonnull (kind->label);
      g_assert_true (kind->min_numbers <= kind->max_numbers);
      g_assert_true (kind->snap && kind->bounds && kind->contains && kind->translate && kind->mirror &&
                     kind->n_handles && kind->handle && kind->drag_handle);
      if (kind->number_labels)
        for (guint i = 0; i <= kind->min_numbers; i++)
          g_assert_true ((kind->number_labels[i] != NULL) == (i < kind->min_numbers));
      for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
        n_samples += samples[i].type == type;
      g_assert_cmpuint (n_samples, >, 0);
    }
}

static void
test_bounds_and_hits (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      KbGeometry g;
      const KbShapeKind *kind = kb_geometry_kind (samples[i].type);
      KbBounds b;

      make (&g, i);
      b = kind->bounds (&g);
      g_assert_cmpfloat_with_epsilon (b.x0, samples[i].bounds.x0, 1e-9);
      g_assert_cmpfloat_with_epsilon (b.y0, samples[i].bounds.y0, 1e-9);
      g_assert_cmpfloat_with_epsilon (b.x1, samples[i].bounds.x1, 1e-9);
      g_assert_cmpfloat_with_epsilon (b.y1, samples[i].bounds.y1, 1e-9);
      g_assert_true (kind->contains (&g, samples[i].inside));
      g_assert_true (kind->contains (&g, samples[i].edge));
      g_assert_false (kind->contains (&g, samples[i].outside));
      g_assert_false (kind->contains (&g, (KbVec) { 1e300, 0 }));
      g_assert_null (kb_geometry_fault (&g));
      kb_geometry_clear (&g);
    }
}

static void
test_snap (void)
{
  KbGeometry g = { 0 };
  double box[] = { 1.4, 1.6, 3.2, 2.9 }, circle[] = { 0.001, 1.0 / 3, 2 };
  double oriented[] = { 0, 0, 4, 2, 270 }, polygon[] = { 0.5, 0.5019, 3, 0, 1, 7.998 };

  /* Edges are rounded: 1.4 .. 4.6 becomes 1 .. 5. */
  kb_geometry_init (&g, KB_SHAPE_BOX, box, 4);
  kb_geometry_kind (g.type)->snap (&g);
  g_assert_cmpfloat (g.v[0], ==, 1);
  g_assert_cmpfloat (g.v[1], ==, 2);
  g_assert_cmpfloat (g.v[2], ==, 4);
  g_assert_cmpfloat (g.v[3], ==, 3);
  kb_geometry_clear (&g);

  kb_geometry_init (&g, KB_SHAPE_CIRCLE, circle, 3);
  kb_geometry_kind (g.type)->snap (&g);
  g_assert_cmpfloat (g.v[0], ==, 0);
  g_assert_cmpfloat (g.v[1], ==, 85 / 256.0);
  kb_geometry_clear (&g);

  kb_geometry_init (&g, KB_SHAPE_ORIENTED, oriented, 5);
  kb_geometry_kind (g.type)->snap (&g);
  g_assert_cmpfloat (g.v[4], ==, -90);
  kb_geometry_clear (&g);

  kb_geometry_init (&g, KB_SHAPE_POLYGON, polygon, 6);
  kb_geometry_kind (g.type)->snap (&g);
  g_assert_cmpfloat (g.v[1], ==, 128 / 256.0);
  g_assert_cmpfloat (g.v[5], ==, 2047 / 256.0);
  kb_geometry_clear (&g);
}

static void
test_moves (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      const KbShapeKind *kind = kb_geometry_kind (samples[i].type);
      KbGeometry start, g;
      KbBounds before, after;

      make (&start, i);
      make (&g, i);
      before = kind->bounds (&g);
      kind->translate (&g, 5, -3);
      after = kind->bounds (&g);
      g_assert_cmpfloat_with_epsilon (after.x0, before.x0 + 5, 1e-9);
      g_assert_cmpfloat_with_epsilon (after.y1, before.y1 - 3, 1e-9);
      kind->translate (&g, -5, 3);
      g_assert_true (kb_geometry_equal (&g, &start));

      for (int vertical = 0; vertical < 2; vertical++)
        {
          kind->mirror (&g, vertical, 7.5);
          after = kind->bounds (&g);
          if (vertical)
            g_assert_cmpfloat_with_epsilon (after.x0, 15 - before.x1, 1e-9);
          else
            g_assert_cmpfloat_with_epsilon (after.y0, 15 - before.y1, 1e-9);
          g_assert_true (kind->contains (&g, vertical ? (KbVec) { 15 - samples[i].inside.x, samples[i].inside.y }
                                                      : (KbVec) { samples[i].inside.x, 15 - samples[i].inside.y }));
          kind->mirror (&g, vertical, 7.5);
          g_assert_true (kb_geometry_equal (&g, &start));
        }
      kb_geometry_clear (&g);
      kb_geometry_clear (&start);
    }
}

/* A handle dragged to where it is leaves the shape as it was; dragged elsewhere it lands there. */
static void
test_handles (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      const KbShapeKind *kind = kb_geometry_kind (samples[i].type);
      KbGeometry start;

      make (&start, i);
      for (guint h = 0; h < kind->n_handles (&start); h++)
        {
          KbGeometry g = { 0 };
          KbVec at = kind->handle (&start, h, 4), to;

          kind->drag_handle (&start, h, at, FALSE, &g);
          for (guint k = 0; k < g.n; k++)
            g_assert_cmpfloat_with_epsilon (g.v[k], start.v[k], 1 / 256.0);

          to = (KbVec) { at.x + 5, at.y - 4 };
          kind->drag_handle (&start, h, to, FALSE, &g);
          g_assert_false (kb_geometry_equal (&g, &start));

          /* Over the opposite side: still a shape. */
          to = (KbVec) { 3 * samples[i].bounds.x0 - 2 * at.x - 1, 3 * samples[i].bounds.y0 - 2 * at.y - 1 };
          kind->drag_handle (&start, h, to, TRUE, &g);
          if (samples[i].type != KB_SHAPE_POLYGON)
            g_assert_null (kb_geometry_fault (&g));
          /* Onto the opposite handle: never a size of zero. */
          if (samples[i].type != KB_SHAPE_POLYGON && h < 4)
            {
              kind->drag_handle (&start, h, kind->handle (&start, (h + kind->n_handles (&start) / 2) %
                                                                  (kind->n_handles (&start) & ~1u), 4), FALSE, &g);
              g_assert_null (kb_geometry_fault (&g));
            }
          kb_geometry_clear (&g);
        }
      kb_geometry_clear (&start);
    }
}

static void
test_handle_answers (void)
{
  KbGeometry start = { 0 }, g = { 0 };
  double box[] = { 10, 10, 20, 10 }, oriented[] = { 0, 0, 10, 4, 0 };

  /* The bottom right corner over the top left one flips the box. */
  kb_geometry_init (&start, KB_SHAPE_BOX, box, 4);
  kb_geometry_kind (start.type)->drag_handle (&start, 4, (KbVec) { 4, 7 }, FALSE, &g);
  g_assert_cmpfloat (g.v[0], ==, 4);
  g_assert_cmpfloat (g.v[1], ==, 7);
  g_assert_cmpfloat (g.v[2], ==, 6);
  g_assert_cmpfloat (g.v[3], ==, 3);
  /* Proportions kept: 20 x 10 becomes 40 x 20. */
  kb_geometry_kind (start.type)->drag_handle (&start, 4, (KbVec) { 50, 12 }, TRUE, &g);
  g_assert_cmpfloat (g.v[2], ==, 40);
  g_assert_cmpfloat (g.v[3], ==, 20);
  /* Turned it is an oriented box of the same size; turned back it is itself. */
  kb_geometry_kind (start.type)->drag_handle (&start, 8, (KbVec) { 60, 15 }, FALSE, &g);
  g_assert_cmpint (g.type, ==, KB_SHAPE_ORIENTED);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpfloat (g.v[i], ==, ((double[]) { 20, 15, 20, 10, 90 })[i]);
  kb_geometry_kind (start.type)->drag_handle (&start, 8, (KbVec) { 20.1, -40 }, FALSE, &g);
  g_assert_true (kb_geometry_equal (&g, &start));
  kb_geometry_clear (&start);
  kb_geometry_clear (&g);

  kb_geometry_init (&start, KB_SHAPE_ORIENTED, oriented, 5);
  /* The rotation handle to the right: a quarter clockwise; kept: steps of 15. */
  kb_geometry_kind (start.type)->drag_handle (&start, 8, (KbVec) { 50, 0 }, FALSE, &g);
  g_assert_cmpfloat (g.v[4], ==, 90);
  kb_geometry_kind (start.type)->drag_handle (&start, 8, (KbVec) { 10, -33 }, TRUE, &g);
  g_assert_cmpfloat (g.v[4], ==, 15);
  /* The right edge out by 6: the left edge stays at -5. */
  kb_geometry_kind (start.type)->drag_handle (&start, 3, (KbVec) { 11, 1 }, FALSE, &g);
  g_assert_cmpfloat (g.v[0], ==, 3);
  g_assert_cmpfloat (g.v[2], ==, 16);
  kb_geometry_clear (&start);
  kb_geometry_clear (&g);
}

static void
test_json (void)
{
  static const struct { const char *text, *message; } wrong[] = {
    { "[]", "expected an object" },
    { "{}", "expected an object" },
    { "{\"box\": [0, 0, 1, 1], \"circle\": [0, 0, 1]}", "expected an object" },
    { "{\"blob\": [1]}", "expected an object" },
    { "{\"box\": 3}", "box: expected an array of 4" },
    { "{\"box\": [0, 0, 1]}", "box: expected an array of 4" },
    { "{\"box\": [0, 0, 1.5, 1]}", "box[2]: expected a whole" },
    { "{\"box\": [0, 0, \"1\", 1]}", "box[2]: expected a number" },
    { "{\"box\": [0, 0, -1, 1]}", "box[2]: expected a number from 0" },
    { "{\"box\": [0, 1e300, 1, 1]}", "box[1]: expected a number from" },
    { "{\"box\": [32000, 0, 1000, 1]}", "box: expected a shape within" },
    { "{\"circle\": [0, 0, 99999]}", "circle[2]: expected" },
    { "{\"circle\": [-16384, 0, 1]}", "circle: expected a shape within" },
    { "{\"oriented\": [0, 0, 1, 1, 1e9]}", "oriented[4]: expected degrees" },
    { "{\"oriented\": [0, 0, 1, 1, null]}", "oriented[4]: expected degrees" },
    { "{\"polygon\": [[0, 0], [1, 1]]}", "polygon: expected an array of 3" },
    { "{\"polygon\": [[0, 0], [1, 1], [2]]}", "polygon[2]: expected [x, y]" },
    { "{\"polygon\": [[0, 0], [1, 1], [2, true]]}", "polygon[2][1]: expected a number" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      KbGeometry g, read;
      GError *error = NULL;
      json_t *value;

      make (&g, i);
      value = kb_geometry_to_json (&g);
      g_assert_true (kb_geometry_from_json (&read, value, &error));
      g_assert_no_error (error);
      g_assert_true (kb_geometry_equal (&g, &read));
      json_decref (value);
      kb_geometry_clear (&read);
      kb_geometry_clear (&g);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      KbGeometry g;
      GError *error = NULL;
      json_t *value = json_loads (wrong[i].text, 0, NULL);

      g_assert_nonnull (value);
      g_assert_false (kb_geometry_from_json (&g, value, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      if (!g_str_has_prefix (error->message, wrong[i].message))
        g_error ("%s gives \"%s\"", wrong[i].text, error->message);
      g_assert_null (g.v);
      g_error_free (error);
      json_decref (value);
    }
}

static void
test_faults (void)
{
  static const struct { guint n; double v[16]; const char *part; } polygons[] = {
    { 8, { 0, 0, 4, 0, 4, 4, 0, 4 }, NULL },
    { 8, { 0, 4, 4, 4, 4, 0, 0, 0 }, NULL },
    { 10, { 0, 0, 2, 0, 4, 0, 4, 4, 0, 4 }, NULL },               /* a corner on a straight edge */
    { 8, { 0, 0, 4, 4, 4, 0, 0, 4 }, "crosses" },                 /* bow tie */
    { 6, { 0, 0, 4, 0, 8, 0 }, "no area" },
    { 6, { 0, 0, 0, 0, 4, 4 }, "no area" },
    { 8, { 0, 0, 0, 0, 4, 4, 0, 4 }, "coincide" },
    { 8, { 0, 0, 8, 0, 4, 0, 4, 4 }, "touches" },                 /* an edge runs back */
    { 10, { 0, 0, 8, 0, 8, 8, 4, 0, 0, 8 }, "touches" },          /* a corner on another edge */
    { 12, { 0, 0, 4, 4, 8, 0, 8, 8, 4, 4, 0, 8 }, "touches" },    /* two corners in one place */
    /* Apart by one step of the grid. */
    { 10, { 0, 0, 8, 0, 8, 8, 4, 1 / 256.0, 0, 8 }, NULL },
    /* Far from the origin, where single precision would not tell. */
    { 10, { 30000, 0, 30008, 0, 30008, 8, 30004, 1 / 256.0, 30000, 8 }, NULL },
    { 10, { 30000, 0, 30008, 0, 30008, 8, 30004, -1 / 256.0, 30000, 8 }, "crosses" },
  };
  static const struct { KbShapeType type; guint n; double v[5]; } flat[] = {
    { KB_SHAPE_BOX, 4, { 0, 0, 0, 4 } },
    { KB_SHAPE_BOX, 4, { 0, 0, 4, -1 } },
    { KB_SHAPE_CIRCLE, 3, { 0, 0, 0 } },
    { KB_SHAPE_ORIENTED, 5, { 0, 0, 3, 0, 45 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (polygons); i++)
    for (guint turn = 0; turn < polygons[i].n; turn += 2)
      {
        /* The answer does not depend on which corner comes first. */
        double v[16];
        KbGeometry g;
        const char *fault;

        for (guint k = 0; k < polygons[i].n; k++)
          v[k] = polygons[i].v[(k + turn) % polygons[i].n];
        kb_geometry_init (&g, KB_SHAPE_POLYGON, v, polygons[i].n);
        fault = kb_geometry_fault (&g);
        if (polygons[i].part == NULL ? fault != NULL : fault == NULL || !strstr (fault, polygons[i].part))
          g_error ("polygon %u turned by %u: \"%s\"", i, turn, fault ? fault : "no fault");
        kb_geometry_clear (&g);
      }
  for (guint i = 0; i < G_N_ELEMENTS (flat); i++)
    {
      KbGeometry g;

      kb_geometry_init (&g, flat[i].type, flat[i].v, flat[i].n);
      g_assert_nonnull (kb_geometry_fault (&g));
      kb_geometry_clear (&g);
    }
}

static void
test_orientation (void)
{
  g_assert_cmpint (kb_orientation ((KbVec) { 0, 0 }, (KbVec) { 1, 0 }, (KbVec) { 0, 1 }), >, 0);
  g_assert_cmpint (kb_orientation ((KbVec) { 0, 0 }, (KbVec) { 0, 1 }, (KbVec) { 1, 0 }), <, 0);
  g_assert_cmpint (kb_orientation ((KbVec) { -16384, -16384 }, (KbVec) { 0, 0 }, (KbVec) { 32767, 32767 }), ==, 0);
  g_assert_cmpint (kb_orientation ((KbVec) { -16384, -16384 }, (KbVec) { 0, 0 },
                                   (KbVec) { 32767, 32767 + 1 / 256.0 }), >, 0);
}

static void
test_pixel_box (void)
{
  KbGeometry g;
  double circle[] = { 5.25, 5, 2 };
  gint x, y, w, h;

  kb_geometry_init (&g, KB_SHAPE_CIRCLE, circle, 3);
  kb_geometry_pixel_box (&g, &x, &y, &w, &h);
  g_assert_cmpint (x, ==, 3);
  g_assert_cmpint (y, ==, 3);
  g_assert_cmpint (w, ==, 5);
  g_assert_cmpint (h, ==, 4);
  kb_geometry_clear (&g);
}

/* Both ends and the radius, and growing by keys. */
static void
test_capsule (void)
{
  static const double v[] = { 4, 10, 16, 10, 3 };
  static const struct { guint handle; KbVec to; gboolean keep; double expected[5]; } drags[] = {
    { 1, { 20.2, 13.6 }, FALSE, { 4, 10, 20, 13.5, 3 } },
    { 0, { 4, 22.3 }, FALSE, { 4, 22.5, 16, 10, 3 } },
    { 1, { 14.1, 19.8 }, TRUE, { 4, 10, 14, 20, 3 } },   /* 45 degrees */
    { 1, { 4, 10 }, FALSE, { 4, 10, 4, 10, 3 } },
    { 2, { 99, 5.4 }, FALSE, { 4, 10, 16, 10, 4.5 } },
    { 2, { 10, 10 }, TRUE, { 4, 10, 16, 10, 0.5 } },
  };
  const KbShapeKind *kind = kb_geometry_kind (KB_SHAPE_CAPSULE);
  KbGeometry g = { 0 }, result = { 0 };

  kb_geometry_init (&g, KB_SHAPE_CAPSULE, v, 5);
  KbVec radius = kind->handle (&g, 2, 1);
  g_assert_true (radius.x == 10 && radius.y == 7);
  for (guint i = 0; i < G_N_ELEMENTS (drags); i++)
    {
      kind->drag_handle (&g, drags[i].handle, drags[i].to, drags[i].keep, &result);
      for (guint k = 0; k < 5; k++)
        g_assert_cmpfloat (result.v[k], ==, drags[i].expected[k]);
    }
  g_assert_true (kind->grow (&g, 1, -2, -1));
  g_assert_true (g.v[2] == 14 && g.v[4] == 3.5);
  g_assert_true (kind->grow (&g, 0, -50, -1));
  g_assert_true (g.v[2] == 4 && g.v[3] == 10);
  g_assert_null (kb_geometry_fault (&g));
  g.v[4] = 0;
  g_assert_cmpstr (kb_geometry_fault (&g), ==, "The capsule has no area");
  kb_geometry_clear (&g);
  kb_geometry_clear (&result);
}

KIT_PROGRAM (shape)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/shape/table", test_table);
  g_test_add_func ("/shape/bounds-and-hits", test_bounds_and_hits);
  g_test_add_func ("/shape/snap", test_snap);
  g_test_add_func ("/shape/moves", test_moves);
  g_test_add_func ("/shape/handles", test_handles);
  g_test_add_func ("/shape/handle-answers", test_handle_answers);
  g_test_add_func ("/shape/json", test_json);
  g_test_add_func ("/shape/faults", test_faults);
  g_test_add_func ("/shape/orientation", test_orientation);
  g_test_add_func ("/shape/pixel-box", test_pixel_box);
  g_test_add_func ("/shape/capsule", test_capsule);
  return g_test_run ();
}
