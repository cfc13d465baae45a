/* SPDX-License-Identifier: MIT */
/* Random hands on a level: no step is left open, no wall is without a length, no ring without corners, the index knows what is
 * there, and undoing everything gives the start. */
#include <math.h>

#include "tests/support/random_hands.h"
#include "tests/support/seed.h"
#include "tools/level/selected.h"
#include "tools/speak.h"

#define EVENTS 20000

static void
act_on_selection (Canvas *canvas, GRand *rand)
{
  KbToolContext *context = canvas->context;
  KbVec place = random_place (rand);
  KbId class_id = kb_class_at (kb_document_project (canvas->document), 0)->node.id;

  switch (g_rand_int_range (rand, 0, 18))
    {
    case 0: kb_selection_set_all (context); break;
    case 1: kb_selection_duplicate (context, g_rand_int_range (rand, -4, 5), 3); break;
    case 2: kb_selection_mirror (context, g_rand_boolean (rand)); break;
    case 3: kb_selection_turn (context, g_rand_int_range (rand, -7, 8)); break;
    case 4: kb_view_zoom_steps (&context->view, g_rand_int_range (rand, -2, 3), place); break;
    case 5: context->options.snap.on = g_rand_boolean (rand); break;
    case 6: kb_level_selection_flip (context); break;
    case 7: kb_level_selection_toggle_one_way (context); break;
    case 8: kb_level_selection_join (context); break;
    case 9: kb_level_selection_make_areas (context); break;
    case 10: kb_level_selection_nudge (context, g_rand_int_range (rand, -9, 60), 3, FALSE); break;
    case 11: kb_selection_step (context, g_rand_boolean (rand) ? 1 : -1); break;
    case 12: kb_selection_give_class (context, class_id); break;
    case 13: kb_selection_set_class (context, class_id); break;
    case 14: g_hash_table_add (g_rand_boolean (rand) ? context->hidden : context->locked, GUINT_TO_POINTER (class_id)); break;
    case 15: case 16:
      g_hash_table_remove_all (context->hidden);
      g_hash_table_remove_all (context->locked);
      break;
    default:
      context->view = (KbView) { .scale = SCALE, .device_scale = 1, .width = 640, .height = 480 };
      break;
    }
}

static void
choose (Canvas *canvas, GRand *rand)
{
  static const char *const tools[] = { "level-select", "wall", "split", "level-area", "entity", "probe", "hand", "wall" };

  kb_tools_choose (canvas->context, kb_tool_by_id (tools[g_rand_int_range (rand, 0, G_N_ELEMENTS (tools))]));
}

static void
act (Canvas *canvas, GRand *rand, char **clip)
{
  KbToolContext *context = canvas->context;
  KbPointerEvent event = random_event (rand);
  GError *error = NULL;
  int what = g_rand_int_range (rand, 0, 24);

  if (what < 6)
    kb_tools_press (context, &event);
  else if (what < 11)
    kb_tools_motion (context, &event);
  else if (what < 16)
    kb_tools_release (context, &event);
  else if (what < 18)
    kb_tools_key (context, (KbKey) g_rand_int_range (rand, 0, KB_KEY_DOWN + 1), event.modifiers);
  else if (what == 18)
    choose (canvas, rand);
  else if (what == 19)
    {
      g_free (*clip);
      *clip = kb_selection_copy (context);
    }
  else
    kb_tools_cancel (context);
  if (what == 20 && *clip && !kb_selection_paste (context, *clip, &error))
    g_clear_error (&error);
  if (what == 21 && g_rand_boolean (rand) && strcmp (kb_document_undo_label (canvas->document), SETUP) != 0)
    kb_document_undo (canvas->document);
  else if (what == 21)
    kb_document_redo (canvas->document);
  if (what > 21)
    act_on_selection (canvas, rand);
}

static void
count (const KbLevelItem *item, gpointer data)
{
  ++*(guint *) data;
}

static void
check_place (KbVec p)
{
  g_assert_true (p.x * 256 == floor (p.x * 256) && p.y * 256 == floor (p.y * 256));
  g_assert_true (fabs (p.x) <= KB_LEVEL_LIMIT && fabs (p.y) <= KB_LEVEL_LIMIT);
}

static void
check (Canvas *canvas)
{
  const KbLevel *level = kb_tool_context_level (canvas->context);
  guint lines = 0, found = 0;

  g_assert_nonnull (level);
  if (!kb_tools_busy (canvas->context))
    g_assert_false (kb_document_in_step (canvas->document));
  for (guint i = 0; i < kb_count (level->walls); i++)
    {
      g_assert_false (kb_vec_equal (kb_wall_at (level, i)->a, kb_wall_at (level, i)->b));
      check_place (kb_wall_at (level, i)->a);
      check_place (kb_wall_at (level, i)->b);
    }
  for (guint i = 0; i < kb_count (level->areas); i++)
    {
      const KbRings *rings = &kb_area_at (level, i)->rings;

      g_assert_cmpuint (rings->n, >, 0);
      for (guint ring = 0; ring < rings->n; ring++)
        g_assert_cmpuint (rings->ends[ring] - kb_rings_start (rings, ring), >=, 3);
      lines += kb_rings_points (rings);
    }
  for (guint i = 0; i < canvas->context->selection.ids->len; i++)
    g_assert_nonnull (kb_document_node (canvas->document, g_array_index (canvas->context->selection.ids, KbId, i)));
  kb_level_index_visit (kb_tool_context_level_index (canvas->context), (KbBounds) { -1e6, -1e6, 1e6, 1e6 }, KB_ITEM_ALL, count, &found);
  g_assert_cmpuint (found, ==, lines + kb_count (level->walls) + kb_count (level->entities));
}

static void
thin_out (Canvas *canvas)
{
  const KbLevel *level = kb_tool_context_level (canvas->context);

  if (kb_count (level->walls) + kb_count (level->areas) + kb_count (level->entities) < 80)
    return;
  kb_tools_cancel (canvas->context);
  g_hash_table_remove_all (canvas->context->hidden);
  g_hash_table_remove_all (canvas->context->locked);
  kb_selection_set_all (canvas->context);
  kb_selection_delete (canvas->context);
}

static Canvas *
make (guint32 seed)
{
  Canvas *canvas = canvas_new (2);

  canvas_show_level (canvas);
  return canvas;
}

static const RandomHands random_hands = { "/level-gestures", make, act, check, thin_out, EVENTS };

KIT_PROGRAM (level_gestures)
{
  return test_random_hands (argc, argv);
}
