/* SPDX-License-Identifier: MIT */
/* What is built click by click is not lost without a word: leaving it makes a step of it as Enter does, where it is something by
 * itself, and saving leaves it in the making. */
#include "document/document.h"
#include "tests/support/canvas.h"
#include "tests/support/seed.h"
#include "tools/level/private.h"

/* What is built, which points are too few for it and how many are enough, and which tool is taken next. */
typedef struct {
  const char *tool;
  void (*show) (Canvas *canvas);
  const char *few, *rest, *next;
} Builder;

static const Builder builders[] = {
  { "polygon", NULL, "p2,2 r2,2 p22,3 r22,3", "p23,46 r23,46", "t:box" },
  { "area", canvas_paint_frame, "p2,2 r2,2 p22,3 r22,3", "p23,46 r23,46", "t:brush" },
  { "curve", canvas_show_track, "p2,2 r2,2", "p22,3 r22,3 p23,46 r23,46", "t:gate" },
  { "wall", canvas_show_level, "p2,2 r2,2", "p22,3 r22,3 p23,46 r23,46", "t:entity" },
  { "ground", canvas_show_level, "p2,2 r2,2", "p22,3 r22,3 p33,46 r33,46", "t:level-select" },
};

static Canvas *
begin (const Builder *builder, gboolean enough)
{
  Canvas *canvas = canvas_new (1);
  g_autofree char *choose = g_strdup_printf ("t:%s", builder->tool);

  if (builder->show)
    builder->show (canvas);
  canvas_run (canvas, choose);
  canvas_run (canvas, builder->few);
  if (enough)
    canvas_run (canvas, builder->rest);
  g_assert_cmpstr (canvas->context->gesture.tool->id, ==, builder->tool);
  g_assert_true (kb_tools_busy (canvas->context));
  return canvas;
}

static void
by_tool (Canvas *canvas, const Builder *builder)
{
  canvas_run (canvas, builder->next);
}

static void
by_asset (Canvas *canvas, const Builder *builder)
{
  kb_tool_context_set_level (canvas->context, 0);
  kb_tool_context_set_painted (canvas->context, 0);
  kb_tool_context_set_frame (canvas->context, canvas->sprite, canvas->frames[1]);
}

static void
by_document (Canvas *canvas, const Builder *builder)
{
  kb_tool_context_set_document (canvas->context, NULL);
}

static void (*const ways[]) (Canvas *canvas, const Builder *builder) = { by_tool, by_asset, by_document };

static char *
text_by_enter (const Builder *builder)
{
  Canvas *canvas = begin (builder, TRUE);

  canvas_run (canvas, "Enter");
  g_assert_false (kb_tools_busy (canvas->context));
  char *text = canvas_text (canvas);
  canvas_free (canvas);
  return text;
}

/* By whichever way: what Enter would have made, in one step; of too few points nothing. */
static void
test_left (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (builders); i++)
    for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
      for (guint enough = 0; enough < 2; enough++)
        {
          Canvas *canvas = begin (&builders[i], enough);
          g_autofree char *before = canvas_text (canvas), *wanted = enough ? text_by_enter (&builders[i]) : g_strdup (before);

          ways[way] (canvas, &builders[i]);
          g_assert_false (kb_tools_busy (canvas->context));
          g_autofree char *after = canvas_text (canvas);
          g_assert_cmpstr (after, ==, wanted);
          if (enough)
            g_assert_true (kb_document_undo (canvas->document));
          g_autofree char *undone = canvas_text (canvas);
          g_assert_cmpstr (undone, ==, before);
          canvas_free (canvas);
        }
}

/* Saving and what Escape does: the first leaves it as it is, to be ended after, the second drops it. */
static void
test_saved_and_dropped (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (builders); i++)
    {
      Canvas *canvas = begin (&builders[i], TRUE);
      g_autofree char *before = canvas_text (canvas), *wanted = text_by_enter (&builders[i]);

      kb_tools_rest (canvas->context);
      g_assert_true (kb_tools_busy (canvas->context));
      g_autofree char *saved = canvas_text (canvas);
      g_assert_cmpstr (saved, ==, before);
      canvas_run (canvas, "Enter");
      g_autofree char *after = canvas_text (canvas);
      g_assert_cmpstr (after, ==, wanted);
      canvas_free (canvas);

      canvas = begin (&builders[i], TRUE);
      canvas_run (canvas, "Esc");
      g_assert_false (kb_tools_busy (canvas->context));
      g_autofree char *dropped = canvas_text (canvas);
      g_assert_cmpstr (dropped, ==, before);
      canvas_free (canvas);
    }
}

/* From one ground to the walls. */
static void
test_other_layer (void)
{
  Canvas *canvas = begin (&builders[4], TRUE);

  canvas_run (canvas, "Enter");
  const KbLevel *level = kb_tool_context_level (canvas->context);
  const guint n = kb_count (level->grounds);
  canvas_run (canvas, "p41,2 r41,2 p52,3 r52,3");
  kb_tool_context_set_layer (canvas->context, 0);
  g_assert_cmpint (kb_count (level->grounds), ==, n + 1);
  g_assert_false (kb_tools_busy (canvas->context));
  canvas_free (canvas);
}

/* A heightmap's profile is nothing that saving could spoil: it stays, until Escape. */
static void
test_profile (void)
{
  Canvas *canvas = canvas_new (1);

  canvas_show_level (canvas);
  g_assert_true (kb_tools_take (canvas->context, kb_tool_by_id ("profile")));
  canvas_run (canvas, "p2,2 m20,20 r20,20");
  kb_tools_rest (canvas->context);
  g_assert_true (kb_tools_key (canvas->context, KB_KEY_ESCAPE, 0));
  g_assert_false (kb_tools_key (canvas->context, KB_KEY_ESCAPE, 0));
  canvas_free (canvas);
}

KIT_PROGRAM (drafts)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/drafts/left", test_left);
  g_test_add_func ("/drafts/saved-and-dropped", test_saved_and_dropped);
  g_test_add_func ("/drafts/other-layer", test_other_layer);
  g_test_add_func ("/drafts/profile", test_profile);
  return g_test_run ();
}
