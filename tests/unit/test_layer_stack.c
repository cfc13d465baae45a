/* SPDX-License-Identifier: MIT */
/* The order and the groups of tile and image layers: a level of three tile layers, a, b, c, and two images, x in front of a, y behind
 * all. */
#include "operations/level/stack.h"
#include "tests/support/seed.h"

typedef struct {
  KbDocument *document;
  const KbLevel *level;
  KbId a, b, c, x, y;
} Stack;

static KbId
insert (Stack *stack, const char *list, json_t *value)
{
  g_autoptr (GError) error = NULL;
  KbId id = kb_document_insert (stack->document, stack->level->node.id, list, -1, value, &error);
  g_assert_no_error (error);
  return id;
}

static KbId
insert_tiles (Stack *stack, const char *name)
{
  return insert (stack, "layers", json_pack ("{ss s[ii] si si}", "name", name, "cell", 8, 8, "width", 2, "height", 2));
}

static void
set_up (Stack *stack, gconstpointer data)
{
  stack->document = kb_document_new ("/nonexistent", "stack");
  const KbProject *project = kb_document_project (stack->document);
  kb_document_insert (stack->document, project->node.id, "levels", -1, json_pack ("{ss}", "name", "cave"), NULL);
  stack->level = kb_level_at (project, 0);
  stack->a = insert_tiles (stack, "a");
  stack->b = insert_tiles (stack, "b");
  stack->c = insert_tiles (stack, "c");
  stack->x = insert (stack, "images", json_pack ("{ss ss si}", "name", "x", "sprite", "sky", "above", 1));
  stack->y = insert (stack, "images", json_pack ("{ss ss}", "name", "y", "sprite", "sky"));
}

static void
tear_down (Stack *stack, gconstpointer data)
{
  kb_document_free (stack->document);
}

/* Rows from front to back, groups with the number of groups around each: "c (g b (h x)) a". */
static char *
text_of (const Stack *stack)
{
  g_autoptr (GPtrArray) rows = kb_level_stack_rows (stack->level);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < rows->len; i++)
    {
      const KbNode *node = g_ptr_array_index (rows, i);
      g_autofree char *title = kb_node_title (node);
      guint depth = 0;
      for (const KbLayerGroup *in = kb_node_group (node); in; in = kb_node_group (&in->node))
        depth++;
      g_string_append_printf (text, "%s%.*s%s", i ? " " : "", (int) depth, "//////", title);
    }
  return g_string_free (text, FALSE);
}

#define CHECK(expected)                                                                            \
  do                                                                                               \
    {                                                                                              \
      g_autofree char *now = text_of (stack);                                                      \
      g_assert_cmpstr (now, ==, expected);                                                         \
    }                                                                                              \
  while (0)

static void
test_order (Stack *stack, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = stack->document;
  CHECK ("c b x a y");
  g_assert_true (kb_stack_move_beside (document, stack->y, stack->b, TRUE, &error));
  CHECK ("c y b x a");
  /* A tile layer between an image and what it is above. */
  g_assert_true (kb_stack_move_beside (document, stack->c, stack->x, FALSE, &error));
  CHECK ("y b x c a");
  g_assert_true (kb_stack_move_beside (document, stack->a, stack->y, TRUE, &error));
  CHECK ("a y b x c");
  g_assert_cmpuint (kb_layer_at (stack->level, 0)->node.id, ==, stack->c);
  kb_document_undo (document);
  CHECK ("y b x c a");
  g_assert_true (kb_stack_step (document, stack->a, 1, &error));
  g_assert_true (kb_stack_step (document, stack->y, -1, &error));
  CHECK ("b y x a c");
  g_assert_false (kb_stack_step (document, stack->b, 1, &error));
  g_assert_false (kb_stack_step (document, stack->c, -1, &error));
  g_assert_no_error (error);
  /* Images stay where they are when the layer below them goes. */
  g_assert_true (kb_stack_remove (document, stack->a, &error));
  CHECK ("b y x c");
  kb_document_undo (document);
  CHECK ("b y x a c");
  g_assert_false (kb_stack_move_beside (document, stack->a, stack->level->node.id, TRUE, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_USAGE);
}

static void
test_groups (Stack *stack, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = stack->document;
  const KbId inner = kb_stack_group (document, stack->b, &error), outer = kb_stack_group (document, inner, &error);
  CHECK ("c group 2 /group //b x a y");
  /* What is in a group is together, wherever it was. */
  g_assert_true (kb_stack_move_into (document, stack->y, inner, &error));
  CHECK ("c group 2 /group //y //b x a");
  g_assert_true (kb_stack_move_beside (document, stack->c, stack->b, FALSE, &error));
  CHECK ("group 2 /group //y //b //c x a");
  /* All of it moves; from the end of a group the next step is out of it. */
  g_assert_true (kb_stack_step (document, outer, -1, &error));
  CHECK ("x group 2 /group //y //b //c a");
  g_assert_true (kb_stack_step (document, stack->c, -1, &error));
  CHECK ("x group 2 /group //y //b /c a");
  g_assert_true (kb_stack_step (document, stack->c, -1, &error));
  g_assert_true (kb_stack_step (document, stack->c, -1, &error));
  CHECK ("x group 2 /group //y //b a c");
  g_assert_false (kb_stack_can_move (kb_document_node (document, outer), kb_document_node (document, stack->b)));
  g_assert_true (kb_stack_ungroup (document, outer, &error));
  CHECK ("x group /y /b a c");
  kb_document_undo (document);
  g_assert_true (kb_stack_remove (document, outer, &error));
  CHECK ("x a c");
  g_assert_cmpuint (kb_count (stack->level->groups), ==, 0);
  kb_document_undo (document);
  CHECK ("x group 2 /group //y //b a c");
  g_assert_cmpuint (kb_stack_group (document, stack->level->node.id, &error), !=, 0);
  CHECK ("group 3 x group 2 /group //y //b a c");
  g_assert_no_error (error);
}

/* Looks of groups are worked in; groups that contain each other, as a file may say, are none. */
static void
test_looks (Stack *stack, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = stack->document;
  const KbId inner = kb_stack_group (document, stack->b, &error), outer = kb_stack_group (document, inner, &error);
  static const struct { const char *field, *b, *inner, *outer; } values[] = {
    { "opacity", "80", "50", "25" }, { "tint", "\"#ff8000\"", "\"#8080ff80\"", "null" },
    { "parallax_x", "0.5", "0.5", "-1" }, { "blend", "\"normal\"", "\"screen\"", "\"add\"" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      const char *texts[] = { values[i].b, values[i].inner, values[i].outer };
      const KbId ids[] = { stack->b, inner, outer };
      for (guint k = 0; k < 3; k++)
        g_assert_true (kb_document_set (document, ids[k], values[i].field, json_loads (texts[k], JSON_DECODE_ANY, NULL), &error));
    }
  const KbLayerLook look = kb_node_full_look (kb_document_node (document, stack->b));
  g_assert_cmpint (look.opacity, ==, 10);
  g_assert_cmphex (look.tint, ==, 0x80400080);
  g_assert_cmpfloat (look.parallax_x, ==, -0.25);
  g_assert_cmpfloat (look.parallax_y, ==, 1);
  g_assert_cmpint (look.blend, ==, KB_BLEND_SCREEN);
  const KbLayerGroup *group = (const KbLayerGroup *) kb_document_node (document, inner);
  g_assert_true (kb_document_set (document, outer, "group", json_integer (group->lasting_id), &error));
  g_assert_null (kb_node_group (kb_document_node (document, stack->b)));
  CHECK ("group group 2 c b x a y");
  g_assert_no_error (error);
}

KIT_PROGRAM (layer_stack)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/layer-stack/order", Stack, NULL, set_up, test_order, tear_down);
  g_test_add ("/layer-stack/groups", Stack, NULL, set_up, test_groups, tear_down);
  g_test_add ("/layer-stack/looks", Stack, NULL, set_up, test_looks, tear_down);
  return g_test_run ();
}
