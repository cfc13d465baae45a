/* SPDX-License-Identifier: MIT */
/* Random hands on a canvas: any order of presses, motions, releases, keys, tools, pastes, undo and
 * frames. No step is left open, no shape is ever faulty, and undoing everything gives the start. */
#include <string.h>

#include "tests/support/canvas.h"
#include "tests/support/random_hands.h"
#include "tests/support/seed.h"
#include "tools/preview.h"
#include "tools/speak.h"

#define EVENTS 6000

/* Of the first class, now and then; most of the time all are free. */
static void
lock_something (Canvas *canvas, GRand *rand)
{
  const KbProject *project = kb_document_project (canvas->document);
  GHashTable *set = g_rand_boolean (rand) ? canvas->context->hidden : canvas->context->locked;

  g_hash_table_remove_all (canvas->context->hidden);
  g_hash_table_remove_all (canvas->context->locked);
  if (kb_count (project->classes) && g_rand_int_range (rand, 0, 4) == 0)
    g_hash_table_add (set, GUINT_TO_POINTER (kb_class_at (project, 0)->node.id));
}

/* One thing an artist might do; pointer events twice as often as all else. */
static void
act (Canvas *canvas, GRand *rand, char **clip)
{
  KbToolContext *context = canvas->context;
  KbPointerEvent event = random_event (rand);
  GError *error = NULL;

  switch (g_rand_int_range (rand, 0, 24))
    {
    case 0: case 1: case 2: case 3: case 4: case 5:
      kb_tools_press (context, &event);
      break;
    case 6: case 7: case 8: case 9: case 10:
      kb_tools_motion (context, &event);
      break;
    case 11: case 12: case 13: case 14: case 15:
      kb_tools_release (context, &event);
      break;
    case 16: case 17:
      kb_tools_key (context, (KbKey) g_rand_int_range (rand, 0, KB_KEY_DOWN + 1), event.modifiers);
      break;
    case 18:
      kb_tools_choose (context, kb_tools[g_rand_int_range (rand, 0, 9)]);
      break;
    case 19:
      if (g_rand_int_range (rand, 0, 4) == 0)
        kb_tool_context_set_frame (context, canvas->sprite, canvas->frames[g_rand_int_range (rand, 0, 2)]);
      break;
    case 20:
      g_free (*clip);
      *clip = kb_selection_copy (context);
      break;
    case 21:
      kb_tools_cancel (context);
      if (*clip && !kb_selection_paste (context, *clip, &error))
        g_clear_error (&error);
      break;
    case 22:
      kb_tools_cancel (context);
      if (g_rand_boolean (rand) && strcmp (kb_document_undo_label (canvas->document), SETUP) != 0)
        kb_document_undo (canvas->document);
      else
        kb_document_redo (canvas->document);
      break;
    default:
      kb_tools_cancel (context);
      switch (g_rand_int_range (rand, 0, 14))
        {
        case 0: kb_selection_set_all (context); break;
        case 1: kb_selection_duplicate (context, g_rand_int_range (rand, -4, 5), 3); break;
        case 2: kb_selection_raise (context, g_rand_int_range (rand, -3, 4)); break;
        case 3: kb_selection_mirror (context, g_rand_boolean (rand)); break;
        case 4: kb_view_zoom_steps (&context->view, g_rand_int_range (rand, -2, 3), event.canvas); break;
        case 6: context->options.snap.on = g_rand_boolean (rand); break;
        case 7: context->options.snap.to = (guint) g_rand_int_range (rand, 0, KB_SNAP_ALL + 1); break;
        case 8: kb_preview_shrink (context); break;
        case 9: kb_preview_cover (context, (guint) g_rand_int_range (rand, 0, 20)); break;
        case 10: kb_preview_apply (context); break;
        case 11: kb_tools_adjust (context, g_rand_int_range (rand, -3, 4)); break;
        case 12: lock_something (canvas, rand); break;
        case 5: context->options.snap.to_pixels = g_rand_boolean (rand); break;
        default:
          context->view = (KbView) { .scale = SCALE, .device_scale = 1, .width = 640, .height = 480 };
          break;
        }
    }
}

static void
check (Canvas *canvas)
{
  const KbFrame *frame = canvas_frame (canvas);

  g_assert_nonnull (frame);
  if (!kb_tools_busy (canvas->context))
    g_assert_false (kb_document_in_step (canvas->document));
  for (guint i = 0; i < kb_count (frame->shapes); i++)
    g_assert_null (kb_geometry_fault (&kb_shape_at (frame, i)->geometry));
  for (guint i = 0; i < canvas->context->selection.ids->len; i++)
    g_assert_nonnull (kb_document_node (canvas->document, g_array_index (canvas->context->selection.ids, KbId, i)));
}

static void
thin_out (Canvas *canvas)
{
  if (kb_count (canvas_frame (canvas)->shapes) <= 60)
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
  return canvas_new_with_picture (seed % 2 ? 2 : 0);
}

static const RandomHands random_hands = { "/gestures", make, act, check, thin_out, EVENTS };

KIT_PROGRAM (gestures)
{
  return test_random_hands (argc, argv);
}
