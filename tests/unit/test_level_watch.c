/* SPDX-License-Identifier: MIT */
/* The partitions that are built beside the editing: cancelled, built after all, ended by an edit, in error. Without a window: the
 * state of the editor is one of this file's own. */
#include "editor/watch/level_watch.h"
#include "tests/support/document_kit.h"
#include "tests/support/seed.h"

enum { WALLS = 3000 };

struct _KbEditorState {
  GObject parent_instance;
  KbDocument *document;
  KbId level;
  KbToolContext tools;
  guint touched;
};

G_DEFINE_FINAL_TYPE (KbEditorState, kb_editor_state, G_TYPE_OBJECT)

static void
kb_editor_state_class_init (KbEditorStateClass *klass)
{
  g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("probed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_POINTER);
}

static void
kb_editor_state_init (KbEditorState *self)
{
}

KbDocument *
kb_editor_state_get_document (KbEditorState *self)
{
  return self->document;
}

KbLevel *
kb_editor_state_get_level (KbEditorState *self)
{
  return (KbLevel *) kb_document_node (self->document, self->level);
}

KbToolContext *
kb_editor_state_get_tools (KbEditorState *self)
{
  return &self->tools;
}

void
kb_editor_state_touch (KbEditorState *self, guint flags)
{
  self->touched++;
}

typedef struct {
  Fixture project;
  KbEditorState *state;
  KbLevelWatch *watch;
} Watched;

static void
set_up_watch (Watched *watched, gconstpointer data)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  g_autoptr (GString) text = g_string_new ("{\"insert\": \"levels\", \"value\": {\"name\": \"maze\", \"walls\": [");
  for (guint i = 0; i < WALLS; i++)
    {
      gint x = g_rand_int_range (dice, 0, 4000), y = g_rand_int_range (dice, 0, 4000);
      g_string_append_printf (text, "%s{\"a\": [%d, %d], \"b\": [%d, %d], \"class\": \"head\"}", i ? ", " : "", x, y,
                              x + 1 + g_rand_int_range (dice, 0, 60), y + g_rand_int_range (dice, -60, 60));
    }
  g_string_append (text, "]}}");
  set_up (&watched->project, NULL);
  must_apply (watched->project.document, text->str);
  watched->state = g_object_new (KB_TYPE_EDITOR_STATE, NULL);
  watched->state->document = watched->project.document;
  watched->state->level = kb_level_at (kb_document_project (watched->project.document), 0)->node.id;
  watched->watch = kb_level_watch_new (watched->state);
  g_signal_emit_by_name (watched->state, "changed", KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE);
}

static void
tear_down_watch (Watched *watched, gconstpointer data)
{
  kb_level_watch_free (watched->watch);
  g_object_unref (watched->state);
  tear_down (&watched->project, NULL);
}

static const KbBuilt *
wait_for_built (Watched *watched)
{
  while (!kb_level_watch_built (watched->watch) || kb_level_watch_is_old (watched->watch))
    g_main_context_iteration (NULL, TRUE);
  return kb_level_watch_built (watched->watch);
}

static void
test_cancel (Watched *watched, gconstpointer data)
{
  KbLevelWatch *watch = watched->watch;
  g_autoptr (GError) error = NULL;
  g_assert_cmpfloat (kb_level_watch_progress (watch), >=, 0);
  /* A save does not wait for it. */
  g_assert_true (kb_document_save (watched->project.document, &error));
  g_assert_cmpfloat (kb_level_watch_progress (watch), >=, 0);
  guint touched = watched->state->touched;
  kb_level_watch_cancel (watch);
  g_assert_cmpuint (watched->state->touched, >, touched);
  g_assert_true (kb_level_watch_was_cancelled (watch));
  g_assert_true (kb_level_watch_is_old (watch));
  g_assert_cmpfloat (kb_level_watch_progress (watch), <, 0);
  g_assert_null (kb_level_watch_error (watch));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (kb_level_watch_built (watch));
  kb_level_watch_build (watch);
  g_assert_false (kb_level_watch_was_cancelled (watch));
  const KbBuilt *built = wait_for_built (watched);
  g_assert_cmpuint (built->form->plan.wall_count, ==, WALLS);
  for (guint kind = 0; kind < 4; kind++)
    g_assert_cmpfloat (built->stats[kind].cost, >, 0);
}

/* What was built stays and is old; the next one follows by itself, but not while a drag is under way. */
static void
test_edit (Watched *watched, gconstpointer data)
{
  guint serial = wait_for_built (watched)->serial;
  const KbWall *wall = kb_wall_at (kb_editor_state_get_level (watched->state), 7);
  g_assert_true (kb_document_set (watched->project.document, wall->node.id, "a", json_pack ("[i, i]", -9, -9), NULL));
  g_assert_true (kb_level_watch_is_old (watched->watch));
  g_assert_cmpuint (kb_level_watch_built (watched->watch)->serial, ==, serial);
  g_assert_cmpfloat (kb_level_watch_progress (watched->watch), <, 0);
  const KbBuilt *built = wait_for_built (watched);
  g_assert_cmpuint (built->serial, >, serial);
  g_assert_cmpfloat (built->form->of_walls[7].segment.a.x, ==, -9);
}

/* No document has such a wall: it stands for whatever the builders refuse. */
static void
test_error (Watched *watched, gconstpointer data)
{
  KbWall *wall = kb_wall_at (kb_editor_state_get_level (watched->state), 5);
  double was = wall->a.x;
  wait_for_built (watched);
  wall->a.x = 70000;
  kb_level_watch_build (watched->watch);
  while (!kb_level_watch_error (watched->watch))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (kb_level_watch_error (watched->watch), ==, "walls[5]: expected a wall within 65536 pixels");
  g_assert_null (kb_level_watch_built (watched->watch));
  g_assert_false (kb_level_watch_was_cancelled (watched->watch));
  g_assert_cmpfloat (kb_level_watch_progress (watched->watch), <, 0);
  wall->a.x = was;
  kb_level_watch_build (watched->watch);
  wait_for_built (watched);
  g_assert_null (kb_level_watch_error (watched->watch));
}

/* Parts of the partition are for the level at which they were switched on; what is shown of tiles stays. */
static void
test_views (Watched *watched, gconstpointer data)
{
  const KbId maze = watched->state->level;
  const guint parts = KB_PARTITION_LINES | KB_PARTITION_LEAVES | KB_PARTITION_LEAF;
  KbLevelWatch *watch = watched->watch;
  kb_level_watch_set_views (watch, parts | KB_SOLID_TILES);
  watched->state->level = 0;   /* a sprite, and back */
  g_signal_emit_by_name (watched->state, "changed", KB_CHANGE_SPRITE);
  watched->state->level = maze;
  g_signal_emit_by_name (watched->state, "changed", KB_CHANGE_SPRITE);
  g_assert_cmpuint (kb_level_watch_views (watch), ==, parts | KB_SOLID_TILES);
  must_apply (watched->project.document, "{\"insert\": \"levels\", \"value\": {\"name\": \"new\"}}");
  watched->state->level = kb_level_at (kb_document_project (watched->project.document), 1)->node.id;
  const guint touched = watched->state->touched;
  g_signal_emit_by_name (watched->state, "changed", KB_CHANGE_SPRITE);
  g_assert_cmpuint (kb_level_watch_views (watch), ==, KB_SOLID_TILES);
  g_assert_cmpuint (watched->state->touched, >, touched);
}

KIT_PROGRAM (level_watch)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/level-watch/cancel", Watched, NULL, set_up_watch, test_cancel, tear_down_watch);
  g_test_add ("/level-watch/edit", Watched, NULL, set_up_watch, test_edit, tear_down_watch);
  g_test_add ("/level-watch/error", Watched, NULL, set_up_watch, test_error, tear_down_watch);
  g_test_add ("/level-watch/views", Watched, NULL, set_up_watch, test_views, tear_down_watch);
  return g_test_run ();
}
