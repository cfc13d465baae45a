/* SPDX-License-Identifier: MIT */
/* A kind of layer that only this test has: flags. Two copies of tables of the sources, each with rows of the
 * kind (meson.build), are all that it touches: kinds.c and subjects.c. */
#include <math.h>

#include "document/part.h"
#include "tests/support/canvas.h"
#include "tests/support/level_document.h"
#include "tests/support/seed.h"
#include "tools/level/parts.h"
#include "tools/level/private.h"
#include "tools/private.h"
#include "tools/speak.h"
#include "tools/subject.h"

extern const KbKind kb_flags_kind;
extern const KbTool kb_flags_tool;
extern const KbSubjectVerbs kb_flags_verbs;
extern const KbPart kb_flag_rows[];
GArray *kb_flag_members (KbToolContext *context, KbId class_id);

/* ---- the kind: what a file of its own would have ---- */

typedef struct {
  KbNode node;
  KbVec at;
  gint height;
} Flag;

typedef struct {
  KbNode node;
  char *name;
  GPtrArray *points;
} Flags;

static const KbKind flag_kind = {
  "flag", "Flag", sizeof (Flag),
  (const KbField[]) {
    { "at", "Position", KB_TYPE_VEC, G_STRUCT_OFFSET (Flag, at), KB_FIELD_POSITION, -100, 100 },
    { "height", "Height", KB_TYPE_INT, G_STRUCT_OFFSET (Flag, height), KB_FIELD_OPTIONAL, 1, 9, .missing = 3 },
    { NULL } },
  (const KbList[]) { { NULL } }
};

const KbKind kb_flags_kind = {
  "flags", "Flags", sizeof (Flags),
  (const KbField[]) {
    { "name", "Name", KB_TYPE_NAME, G_STRUCT_OFFSET (Flags, name), KB_FIELD_UNIQUE, 1, 63 },
    { NULL } },
  (const KbList[]) { { "points", G_STRUCT_OFFSET (Flags, points), &flag_kind, 16 }, { NULL } }
};

static gboolean
press (KbToolContext *context, const KbPointerEvent *event)
{
  g_autoptr (GArray) ids = kb_flag_members (context, 0);

  for (guint i = 0; i < ids->len; i++)
    {
      const Flag *flag = kb_document_find (context->document, g_array_index (ids, KbId, i), &flag_kind);

      if (hypot (flag->at.x - context->pointer.at.x, flag->at.y - context->pointer.at.y) < 2)
        kb_selection_set (context, flag->node.id);
    }
  return FALSE;
}

const KbTool kb_flags_tool = { .id = "flags", .label = "Flags", .works_on = &kb_flags_kind, .flags = KB_TOOL_LEVELS, .press = press };

GArray *
kb_flag_members (KbToolContext *context, KbId class_id)
{
  const Flags *flags = (const Flags *) kb_tool_context_layer (context, &kb_flags_kind);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));

  for (guint i = 0; !class_id && i < flags->points->len; i++)
    g_array_append_val (ids, ((const KbNode *) g_ptr_array_index (flags->points, i))->id);
  return ids;
}

static char *
speak_flag (const KbToolContext *context, const KbNode *node)
{
  return g_strdup_printf ("Flag %d high", ((const Flag *) node)->height);
}

static guint n_drawn;

static void
draw_flag (const KbToolContext *context, cairo_t *cr, const KbNode *node, guint32 colour, KbMark mark)
{
  n_drawn++;
}

const KbPart kb_flag_rows[] = { { &flag_kind, .speak = speak_flag, .draw = draw_flag }, { NULL } };

static char *
count (const KbToolContext *context)
{
  return g_strdup_printf ("%u flags", kb_selection_count (context));
}

const KbSubjectVerbs kb_flags_verbs = { .nudge = kb_parts_nudge, .delete = kb_parts_delete, .draw = kb_level_draw, .count = count };

/* ---- the tests ---- */

/* A level with flags at (8, 8) and (24, 8), which are the active layer. */
static Canvas *
flags_canvas (void)
{
  Canvas *canvas = canvas_new (1);
  GError *error = NULL;

  canvas_show_level (canvas);
  KbId id = kb_document_insert (canvas->document, the_level (canvas->document)->node.id, "flags", -1,
                                json_pack ("{ss s[{s[ii]}{s[ii] si}]}", "name", "course", "points", "at", 8, 8, "at", 24, 8, "height", 5),
                                &error);
  g_assert_no_error (error);
  kb_tool_context_set_layer (canvas->context, id);
  return canvas;
}

static char *
flags_text (const Canvas *canvas)
{
  return level_list_text (canvas->document, "flags");
}

#define assert_flags(canvas, expected)                                                                                                        \
  do                                                                                                                                          \
    {                                                                                                                                         \
      g_autofree char *text = flags_text (canvas);                                                                                            \
      g_assert_cmpstr (text, ==, "[{\"name\":\"course\",\"points\":[" expected "]}]");                                                        \
    }                                                                                                                                         \
  while (0)

static void
test_select (void)
{
  Canvas *canvas = flags_canvas ();
  KbToolContext *context = canvas->context;

  g_assert_true (context->gesture.tool == &kb_flags_tool);
  canvas_run (canvas, "p24,8 r24,8");
  g_assert_cmpuint (kb_selection_count (context), ==, 1);
  g_autofree char *spoken = kb_speak (context);
  g_assert_nonnull (strstr (spoken, "Selected: Flag 5 high."));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1, 1);
  cairo_t *cr = cairo_create (surface);
  kb_flags_verbs.draw (context, cr);
  g_assert_cmpuint (n_drawn, ==, 1);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  kb_selection_step (context, 1);
  g_autofree char *next = kb_part_speak (context, g_array_index (context->selection.ids, KbId, 0));
  g_assert_cmpstr (next, ==, "Flag 3 high");
  kb_selection_set_all (context);
  g_assert_cmpuint (kb_selection_count (context), ==, 2);
  canvas_free (canvas);
}

static void
test_change (void)
{
  Canvas *canvas = flags_canvas ();
  KbToolContext *context = canvas->context;
  KbBounds bounds;

  canvas_run (canvas, "p8,8 r8,8");
  kb_selection_nudge (context, 1, 0, TRUE);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, "Nudge Flag 1");
  assert_flags (canvas, "{\"at\":[16,8]},{\"at\":[24,8],\"height\":5}");
  g_assert_true (kb_part_bounds (kb_document_node (canvas->document, g_array_index (context->selection.ids, KbId, 0)), &bounds));
  g_assert_true (bounds.x0 == 16 && bounds.x1 == 16 && bounds.y0 == 8);
  kb_selection_delete (context);
  assert_flags (canvas, "{\"at\":[24,8],\"height\":5}");
  g_assert_cmpuint (kb_selection_count (context), ==, 0);
  kb_document_undo (canvas->document);
  kb_selection_set_all (context);
  kb_selection_delete (context);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, "Delete 2 flags");
  g_autofree char *empty = flags_text (canvas);
  g_assert_cmpstr (empty, ==, "[{\"name\":\"course\"}]");
  canvas_free (canvas);
}

/* Commands without a row do nothing; walls are selected as before. */
static void
test_rest (void)
{
  Canvas *canvas = flags_canvas ();
  KbToolContext *context = canvas->context;
  g_autofree char *before = flags_text (canvas);

  kb_selection_set_all (context);
  kb_selection_turn (context, 1);
  kb_selection_mirror (context, TRUE);
  kb_selection_duplicate (context, 4, 4);
  g_autofree char *after = flags_text (canvas);
  g_assert_cmpstr (before, ==, after);
  kb_tool_context_set_layer (context, 0);
  kb_selection_set_all (context);
  g_autofree char *spoken = kb_part_speak (context, g_array_index (context->selection.ids, KbId, 0));
  g_assert_null (strstr (spoken, "Flag"));
  canvas_free (canvas);
}

KIT_PROGRAM (layer_kind)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/layer-kind/select", test_select);
  g_test_add_func ("/layer-kind/change", test_change);
  g_test_add_func ("/layer-kind/rest", test_rest);
  return g_test_run ();
}
