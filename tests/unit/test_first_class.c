/* SPDX-License-Identifier: MIT */
/* The first thing that needs a class makes one, in the same step, named as what it is for. */
#include "document/document.h"
#include "tests/support/canvas.h"
#include "tests/support/seed.h"
#include "tools/names.h"

static const char *
only_class (const Canvas *canvas)
{
  const KbProject *project = kb_document_project (canvas->document);

  g_assert_cmpint (kb_count (project->classes), ==, 1);
  return kb_class_at (project, 0)->name;
}

static void
test_by_tools (void)
{
  static const struct { gboolean level; const char *script, *name; } table[] = {
    { FALSE, "t:box p2,2 m20,20 r20,20", "body" },
    { TRUE, "t:wall p2,2 m20,20 r20,20", "wall" },
    { TRUE, "t:ground p2,2 r2,2 p20,8 r20,8 Enter", "ground" },
    { TRUE, "t:entity p20,20 r20,20", "entity" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      Canvas *canvas = canvas_new (0);

      canvas_run (canvas, "");
      if (table[i].level)
        kb_tool_context_set_level (canvas->context, kb_document_insert (canvas->document, kb_document_project (canvas->document)->node.id, "levels",
                                                                        -1, json_pack ("{ss}", "name", "world"), NULL));
      canvas_run (canvas, table[i].script);
      g_assert_cmpstr (only_class (canvas), ==, table[i].name);
      g_assert_true (kb_document_undo (canvas->document));
      g_assert_cmpint (kb_count (kb_document_project (canvas->document)->classes), ==, 0);
      canvas_free (canvas);
    }
}

/* What is solid of tiles: no tile without a class, which nobody could bake, and no class for tiles where nothing stops. */
static void
test_solid_tiles (void)
{
  Canvas *canvas = canvas_new (0);
  GError *error = NULL;

  canvas_run (canvas, "");
  g_assert_true (kb_made_class_stops (canvas->context, canvas->frames, 2, "shapes", &error));
  g_assert_cmpint (kb_count (kb_document_project (canvas->document)->classes), ==, 0);
  g_assert_true (kb_made_class_stops (canvas->context, canvas->frames, 2, "heights", &error));
  g_assert_no_error (error);
  g_assert_cmpstr (only_class (canvas), ==, "solid");
  g_assert_cmpint (canvas_frame (canvas)->collision_class, ==, kb_class_at (kb_document_project (canvas->document), 0)->node.id);
  g_autoptr (GPtrArray) problems = kb_document_problems (canvas->document);
  for (guint i = 0; i < problems->len; i++)
    g_assert_cmpstr (((const KbProblem *) g_ptr_array_index (problems, i))->check, !=, "no-tile-class");
  g_assert_true (kb_document_undo (canvas->document));
  g_assert_cmpint (kb_count (kb_document_project (canvas->document)->classes), ==, 0);
  g_assert_cmpint (canvas_frame (canvas)->collision, ==, KB_COLLISION_SHAPES);
  canvas_free (canvas);
}

KIT_PROGRAM (first_class)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/first-class/by-tools", test_by_tools);
  g_test_add_func ("/first-class/solid-tiles", test_solid_tiles);
  return g_test_run ();
}
