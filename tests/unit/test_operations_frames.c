/* SPDX-License-Identifier: MIT */
/* Operations on a document: each is one step with its label, undo brings every byte back, a failure
 * leaves nothing; and what they do, on a small sprite. */
#include <string.h>

#include "operations/operations.h"
#include "tests/support/picture_text.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

typedef struct {
  char *folder;
  KbDocument *document;
  KbSprite *sprite;
  KbId frames[4];
} Fixture;

static const char sprite_text[] =
  "{'insert': 'sprites', 'value': {'name': 'monk', 'frames': ["
  " {'width': 8, 'height': 6, 'name': 'a', 'hot_spot': [2, 5],"
  "  'points': [{'name': 'fist', 'at': [1, 2], 'direction': 170}],"
  "  'shapes': [{'class': 'head', 'geometry': {'box': [0, 0, 4, 4]}, 'values': {'damage': '3'}},"
  "             {'class': 'leg', 'name': 'left', 'geometry': {'circle': [4.5, 3.25, 1.5]}},"
  "             {'class': 'leg', 'name': 'right', 'geometry': {'oriented': [4, 3, 4, 2, 170]}},"
  "             {'class': 'leg', 'geometry': {'polygon': [[0, 0], [4, 0], [4, 4]]}}]},"
  " {'width': 8, 'height': 6, 'name': 'b', 'hot_spot': [3, 5]},"
  " {'width': 8, 'height': 6, 'name': 'c',"
  "  'shapes': [{'class': 'head', 'geometry': {'box': [2, 2, 2, 2]}}]},"
  " {'width': 8, 'height': 6, 'name': 'd', 'hot_spot': [6, 5],"
  "  'points': [{'name': 'fist', 'at': [7, 4], 'direction': -170}],"
  "  'shapes': [{'class': 'leg', 'name': 'right', 'geometry': {'oriented': [7, 3, 4, 2, -160]}},"
  "             {'class': 'head', 'geometry': {'box': [6, 1, 2, 5]}},"
  "             {'class': 'leg', 'geometry': {'polygon': [[4, 0], [8, 0], [8, 4]]}},"
  "             {'class': 'leg', 'name': 'left', 'geometry': {'box': [4, 3, 1, 1]}}]}],"
  " 'animations': [{'name': 'walk', 'loop': 'loop', 'steps': ["
  "  {'frame': 1, 'duration': 100}, {'frame': 2, 'duration': 50}, {'frame': 1, 'duration': 10}]}]}}";

static void
must_apply (KbDocument *document, const char *line)
{
  g_autoptr (GError) error = NULL;
  json_error_t fault;
  g_autofree char *text = g_strdelimit (g_strdup (line), "'", '"');
  json_t *value = json_loads (text, 0, &fault);
  if (!value)
    g_error ("%s: %s", text, fault.text);
  kb_document_apply (document, value, &error);
  g_assert_no_error (error);
  json_decref (value);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  f->folder = temp_folder_new ();
  g_autofree char *path = g_build_filename (f->folder, "dojo", NULL);
  f->document = kb_document_new (path, "dojo");
  must_apply (f->document, "{'insert': 'classes', 'value': {'name': 'head', 'colour': '#ffd700'}}");
  must_apply (f->document, "{'insert': 'classes', 'value': {'name': 'leg', 'colour': '#00d7ff'}}");
  must_apply (f->document, sprite_text);
  f->sprite = kb_project_find_sprite (kb_document_project (f->document), "monk");
  g_autoptr (KbPicture) picture = picture_from_text ("........|..AB....|..CDE...|..F.....|........|........");
  g_autofree char *file = kb_document_add_picture (f->document, "monk", picture, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 4; i++)
    {
      f->frames[i] = kb_frame_at (f->sprite, i)->node.id;
      if (i == 0 || i == 3)
        kb_document_set (f->document, f->frames[i], "picture",
                         i == 0 ? json_pack ("{ss s[iiii]}", "file", file, "rect", 0, 0, 8, 6)
                                : json_pack ("{ss s[iiii] s[ii]}", "file", file, "rect", 2, 1, 3, 3, "offset", 1, 2), &error);
      g_assert_no_error (error);
    }
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  kb_document_free (f->document);
  temp_folder_remove (f->folder);
  g_free (f->folder);
}

static char *
text_of (const Fixture *f)
{
  json_t *value = kb_node_to_json (&kb_document_project (f->document)->node, NULL);
  char *text = json_dumps (value, JSON_SORT_KEYS | JSON_COMPACT);
  json_decref (value);
  char *copy = g_strdup (text);
  free (text);
  return copy;
}

static KbFrame *
frame_of (const Fixture *f, guint i)
{
  return (KbFrame *) kb_document_node (f->document, f->frames[i]);
}

static KbId
shape_of (const Fixture *f, guint frame, guint i)
{
  return kb_shape_at (frame_of (f, frame), i)->node.id;
}

static KbId
point_of (const Fixture *f, guint frame)
{
  return kb_point_at (frame_of (f, frame), 0)->node.id;
}

static void
assert_field (const Fixture *f, KbId id, const char *field, const char *expected)
{
  KbNode *node = kb_document_node (f->document, id);
  json_t *value = kb_node_get (node, kb_kind_field (node->kind, field));
  char *text = json_dumps (value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
  g_assert_cmpstr (text, ==, expected);
  free (text);
  json_decref (value);
}

/* --- Every operation: one step, and back ------------------------------------------------------ */

static gboolean
do_trace (Fixture *f, GError **error)
{
  g_autoptr (KbPicture) picture = kb_document_frame_picture (f->document, frame_of (f, 0), error);
  KbTraceOptions options = { .x = 2, .y = 1, .tolerance = 0.5 };
  KbTrace trace;
  gboolean ok = kb_trace (picture, &options, &trace, error)
                && kb_apply_new_shapes (f->document, KB_OPERATION_TRACE, f->frames[0],
                                        kb_class_at (kb_document_project (f->document), 0)->node.id, &trace.outline, 1, NULL,
                                        error);
  kb_trace_clear (&trace);
  return ok;
}

static gboolean
do_shrink (Fixture *f, GError **error)
{
  KbId shapes[] = { shape_of (f, 0, 0), shape_of (f, 0, 1), shape_of (f, 3, 1) };
  return kb_apply_shrink (f->document, shapes, 2, 1, error);
}

static gboolean
do_cover (Fixture *f, GError **error)
{
  g_autoptr (KbPicture) picture = kb_document_frame_picture (f->document, frame_of (f, 0), error);
  KbCover cover;
  KbBox all = { 0, 0, 8, 6 };
  KbId ids[KB_COVER_BOXES];
  g_assert_true (kb_cover (picture, 1, &all, 3, &cover));
  gboolean ok = kb_apply_cover (f->document, f->frames[0], kb_class_at (kb_document_project (f->document), 1)->node.id,
                                &cover, ids, error);
  g_assert_cmpuint (cover.n, ==, 3);
  g_assert_cmpuint (cover.uncovered + cover.excess, ==, 0);
  g_assert_nonnull (kb_document_node (f->document, ids[2]));
  return ok;
}

static gboolean
do_propagate (Fixture *f, GError **error)
{
  KbId items[] = { shape_of (f, 0, 0), shape_of (f, 0, 2), point_of (f, 0) };
  g_autoptr (KbPropagateJob) job = kb_propagate_job_new (f->document, f->frames[0], items, 3, f->frames + 1, 3, NULL, error);
  g_autoptr (GPtrArray) proposals = job ? kb_propagate (job, NULL, NULL) : NULL;
  return proposals && kb_apply_proposals (f->document, KB_OPERATION_PROPAGATE, proposals, KB_MEET_REPLACE, error);
}

static gboolean
do_between (Fixture *f, GError **error)
{
  KbId items[] = { shape_of (f, 0, 0), shape_of (f, 0, 2) };
  guint left_out;
  g_autoptr (GPtrArray) proposals = kb_between_proposals (f->document, f->frames[0], f->frames[3], items, 2, &left_out, error);
  return proposals && kb_apply_proposals (f->document, KB_OPERATION_BETWEEN, proposals, KB_MEET_REPLACE, error);
}

static gboolean
do_copy (Fixture *f, GError **error)
{
  KbId items[] = { shape_of (f, 0, 0), point_of (f, 0) };
  g_autoptr (GPtrArray) proposals = kb_copy_proposals (f->document, f->frames[0], items, 2, f->frames + 1, 3, KB_ANCHOR_HOT_SPOT);
  return kb_apply_proposals (f->document, KB_OPERATION_COPY_TO_FRAMES, proposals, KB_MEET_REPLACE, error);
}

static gboolean
do_delete (Fixture *f, GError **error)
{
  KbId items[] = { shape_of (f, 0, 0), point_of (f, 0), f->frames[0] };
  return kb_delete_from_frames (f->document, items, 3, f->frames, 4, error);
}

static gboolean
do_duplicate (Fixture *f, GError **error)
{
  return kb_duplicate_frames (f->document, f->frames, 2, TRUE, NULL, error);
}

static gboolean
do_insert (Fixture *f, GError **error)
{
  return kb_insert_empty_frame (f->document, f->sprite->node.id, 1, TRUE, error) != 0;
}

static gboolean
do_crop (Fixture *f, GError **error)
{
  return kb_crop_frames (f->document, f->frames, 4, &(KbBox) { 1, -1, 5, 6 }, error);
}

static gboolean
do_trim (Fixture *f, GError **error)
{
  return kb_trim_frames (f->document, f->frames, 4, 1, FALSE, error);
}

static gboolean
do_extend (Fixture *f, GError **error)
{
  return kb_extend_frames (f->document, f->frames, 4, 1, 2, 3, -1, error);
}

static gboolean
do_flip_x (Fixture *f, GError **error)
{
  return kb_flip_frames (f->document, f->frames, 4, TRUE, error);
}

static gboolean
do_flip_y (Fixture *f, GError **error)
{
  return kb_flip_frames (f->document, f->frames, 4, FALSE, error);
}

static gboolean
do_scale (Fixture *f, GError **error)
{
  return kb_scale_frames (f->document, f->frames, 4, 3, error);
}

static gboolean (*const doers[KB_N_OPERATIONS]) (Fixture *f, GError **error) = {
  [KB_OPERATION_TRACE] = do_trace, [KB_OPERATION_SHRINK] = do_shrink, [KB_OPERATION_COVER] = do_cover,
  [KB_OPERATION_PROPAGATE] = do_propagate, [KB_OPERATION_BETWEEN] = do_between, [KB_OPERATION_COPY_TO_FRAMES] = do_copy,
  [KB_OPERATION_DELETE_FROM_FRAMES] = do_delete, [KB_OPERATION_DUPLICATE_FRAMES] = do_duplicate,
  [KB_OPERATION_INSERT_FRAME] = do_insert, [KB_OPERATION_CROP] = do_crop, [KB_OPERATION_TRIM] = do_trim,
  [KB_OPERATION_EXTEND] = do_extend, [KB_OPERATION_FLIP_X] = do_flip_x, [KB_OPERATION_FLIP_Y] = do_flip_y,
  [KB_OPERATION_SCALE] = do_scale,
};

static void
test_every_operation_is_one_step (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < KB_N_OPERATIONS; i++)
    {
      g_autoptr (GError) error = NULL;
      const KbOperation *operation = &kb_operations[i];
      g_assert_true (operation->id && operation->label && operation->hint && doers[i]);
      g_autofree char *before = text_of (f);
      g_autoptr (KbPicture) picture = kb_document_frame_picture (f->document, frame_of (f, 3), &error);
      g_assert_true (doers[i](f, &error));
      g_assert_no_error (error);
      g_autofree char *after = text_of (f);
      g_assert_cmpstr (before, !=, after);
      g_assert_cmpstr (kb_document_undo_label (f->document), ==, operation->label);
      g_assert_true (kb_document_undo (f->document));
      g_autofree char *undone = text_of (f);
      g_assert_cmpstr (before, ==, undone);
      g_autoptr (KbPicture) again = kb_document_frame_picture (f->document, frame_of (f, 3), &error);
      g_assert_no_error (error);
      g_assert_true (kb_picture_equal (picture, again));
      g_assert_true (kb_document_redo (f->document));
      g_autofree char *redone = text_of (f);
      g_assert_cmpstr (after, ==, redone);
      kb_document_undo (f->document);
    }
}

/* Every operation on what is gone, or beyond a limit, fails and leaves nothing behind. */
static void
test_failures_leave_nothing (Fixture *f, gconstpointer data)
{
  KbId gone = 999999, frames[] = { f->frames[0], gone }, shape = shape_of (f, 0, 0);
  KbId class_id = kb_class_at (kb_document_project (f->document), 0)->node.id;
  KbGeometry crossing = { 0 };
  kb_geometry_init (&crossing, KB_SHAPE_POLYGON, (double[]) { 0, 0, 4, 4, 4, 0, 0, 4 }, 8);
  KbCover cover = { .n = 2, .boxes = { { 0, 0, 2, 2 }, { 0, 0, 0, 2 } } };
  g_autofree char *before = text_of (f), *label = g_strdup (kb_document_undo_label (f->document));
  for (guint i = 0;; i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean ok;
      switch (i)
        {
        case 0: ok = kb_apply_new_shapes (f->document, KB_OPERATION_TRACE, f->frames[0], class_id, &crossing, 1, NULL, &error); break;
        case 1: ok = kb_apply_new_shapes (f->document, KB_OPERATION_TRACE, gone, class_id, &crossing, 1, NULL, &error); break;
        case 2: ok = kb_apply_new_shapes (f->document, KB_OPERATION_TRACE, f->frames[0], gone, &crossing, 1, NULL, &error); break;
        case 3: ok = kb_apply_shrink (f->document, (KbId[]) { shape, gone }, 2, 1, &error); break;
        case 4: ok = kb_apply_shrink (f->document, (KbId[]) { shape_of (f, 0, 1) }, 1, 1, &error); break;
        case 5: ok = kb_apply_cover (f->document, f->frames[0], class_id, &cover, NULL, &error); break;
        case 6: ok = kb_delete_from_frames (f->document, &shape, 1, frames, 2, &error); break;
        case 7: ok = kb_duplicate_frames (f->document, frames, 2, TRUE, NULL, &error); break;
        case 8: ok = kb_insert_empty_frame (f->document, f->sprite->node.id, 9, TRUE, &error) != 0; break;
        case 9: ok = kb_insert_empty_frame (f->document, gone, 0, TRUE, &error) != 0; break;
        case 10: ok = kb_crop_frames (f->document, frames, 2, &(KbBox) { 0, 0, 4, 4 }, &error); break;
        case 11: ok = kb_crop_frames (f->document, frames, 1, &(KbBox) { 0, 0, 0, 4 }, &error); break;
        case 12: ok = kb_crop_frames (f->document, frames, 1, &(KbBox) { 0, 0, 20000, 4 }, &error); break;
        case 13: ok = kb_trim_frames (f->document, frames, 2, 1, TRUE, &error); break;
        case 14: ok = kb_extend_frames (f->document, frames, 1, -4, 0, -4, 0, &error); break;
        case 15: ok = kb_extend_frames (f->document, frames, 1, G_MAXINT, G_MAXINT, G_MININT, 0, &error); break;
        case 16: ok = kb_flip_frames (f->document, frames, 2, TRUE, &error); break;
        case 17: ok = kb_scale_frames (f->document, frames, 1, 0, &error); break;
        case 18: ok = kb_scale_frames (f->document, frames, 1, 33, &error); break;
        case 19: ok = kb_between_proposals (f->document, f->frames[0], f->frames[1], &shape, 1, NULL, &error) != NULL; break;
        case 20: ok = kb_between_proposals (f->document, f->frames[0], gone, &shape, 1, NULL, &error) != NULL; break;
        case 21: ok = kb_propagate_job_new (f->document, f->frames[0], &gone, 1, f->frames, 4, NULL, &error) != NULL; break;
        case 22: ok = kb_propagate_job_new (f->document, f->frames[0], &shape, 1, frames, 2, NULL, &error) != NULL; break;
        default: kb_geometry_clear (&crossing); return;
        }
      if (ok || !error)
        g_error ("case %u was not refused", i);
      g_autofree char *after = text_of (f);
      g_assert_cmpstr (before, ==, after);
      g_assert_cmpstr (kb_document_undo_label (f->document), ==, label);
      g_assert_false (kb_document_in_step (f->document));
    }
}

/* --- What they do ----------------------------------------------------------------------------- */

static void
test_shrink (Fixture *f, gconstpointer data)
{
  g_assert_true (do_shrink (f, NULL));
  assert_field (f, shape_of (f, 0, 0), "geometry", "{\"box\":[2,1,2,3]}");
}

static void
test_copy (Fixture *f, gconstpointer data)
{
  KbId head = shape_of (f, 0, 0);
  g_assert_true (do_copy (f, NULL));
  /* Frame b: by hot spots, one to the right; the values come along. */
  assert_field (f, shape_of (f, 1, 0), "geometry", "{\"box\":[1,0,4,4]}");
  assert_field (f, shape_of (f, 1, 0), "values", "{\"damage\":\"3\"}");
  assert_field (f, point_of (f, 1), "at", "[2,2]");
  /* Frame c has no hot spot: by the corner, and its head takes the geometry. */
  g_assert_cmpuint (frame_of (f, 2)->shapes->len, ==, 1);
  assert_field (f, shape_of (f, 2, 0), "geometry", "{\"box\":[0,0,4,4]}");
  assert_field (f, shape_of (f, 3, 1), "geometry", "{\"box\":[4,0,4,4]}");
  assert_field (f, point_of (f, 3), "at", "[5,2]");
  assert_field (f, point_of (f, 3), "direction", "170");

  /* Adding leaves what is there, and does not add the same twice. */
  KbId items[] = { head, f->frames[0] };
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GPtrArray) proposals = kb_copy_proposals (f->document, f->frames[0], items, 2, f->frames + 2, 2, KB_ANCHOR_HOT_SPOT);
      g_assert_cmpuint (proposals->len, ==, 2);
      g_assert_true (kb_apply_proposals (f->document, KB_OPERATION_COPY_TO_FRAMES, proposals, KB_MEET_ADD, NULL));
    }
  g_assert_cmpuint (frame_of (f, 2)->shapes->len, ==, 1);
  g_assert_cmpuint (frame_of (f, 3)->shapes->len, ==, 5);
  assert_field (f, f->frames[2], "hot_spot", "[2,5]");
  assert_field (f, f->frames[3], "hot_spot", "[2,5]");

  /* A refused frame stays as it is. */
  g_autoptr (GPtrArray) proposals = kb_copy_proposals (f->document, f->frames[0], items, 1, f->frames, 3, KB_ANCHOR_CORNER);
  g_assert_cmpuint (proposals->len, ==, 2);
  ((KbProposal *) g_ptr_array_index (proposals, 0))->accepted = FALSE;
  ((KbProposal *) g_ptr_array_index (proposals, 1))->accepted = FALSE;
  g_autofree char *before = text_of (f);
  g_assert_true (kb_apply_proposals (f->document, KB_OPERATION_COPY_TO_FRAMES, proposals, KB_MEET_REPLACE, NULL));
  g_autofree char *after = text_of (f);
  g_assert_cmpstr (before, ==, after);
}

static void
test_scopes (Fixture *f, gconstpointer data)
{
  static const struct { guint frame; KbScope scope; guint n, frames[4]; } table[] = {
    { 1, KB_SCOPE_ALL, 3, { 0, 2, 3 } },
    { 1, KB_SCOPE_FOLLOWING, 2, { 2, 3 } },
    { 3, KB_SCOPE_FOLLOWING, 0, { 0 } },
    { 1, KB_SCOPE_SELECTED, 1, { 3 } },
  };
  KbId selected[] = { f->frames[3], f->frames[1], 999999 };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GArray) found = kb_scope_frames (f->document, f->frames[table[i].frame], table[i].scope, selected, 3);
      g_assert_cmpuint (found->len, ==, table[i].n);
      for (guint k = 0; k < found->len; k++)
        g_assert_cmpuint (g_array_index (found, KbId, k), ==, f->frames[table[i].frames[k]]);
    }
}

static void
test_delete (Fixture *f, gconstpointer data)
{
  g_assert_true (do_delete (f, NULL));
  static const guint left[4] = { 3, 0, 0, 3 };
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpuint (frame_of (f, i)->shapes->len, ==, left[i]);
      g_assert_cmpuint (frame_of (f, i)->points->len, ==, 0);
      g_assert_false (frame_of (f, i)->hot_spot.set);
    }
}

static void
test_duplicate_and_insert (Fixture *f, gconstpointer data)
{
  KbId copies[2];
  g_assert_true (kb_duplicate_frames (f->document, f->frames, 2, TRUE, copies, NULL));
  KbId order[] = { f->frames[0], copies[0], f->frames[1], copies[1], f->frames[2], f->frames[3] };
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (kb_frame_at (f->sprite, i)->node.id, ==, order[i]);
  const KbAnimation *walk = kb_animation_at (f->sprite, 0);
  KbId shown[] = { f->frames[0], copies[0], f->frames[1], copies[1], f->frames[0], copies[0] };
  static const gint durations[] = { 100, 100, 50, 50, 10, 10 };
  g_assert_cmpuint (walk->steps->len, ==, 6);
  for (guint i = 0; i < 6; i++)
    {
      g_assert_cmpuint (kb_step_at (walk, i)->frame_id, ==, shown[i]);
      g_assert_cmpint (kb_step_at (walk, i)->duration, ==, durations[i]);
    }
  KbId empty = kb_insert_empty_frame (f->document, f->sprite->node.id, 6, TRUE, NULL);
  assert_field (f, empty, "width", "8");
  assert_field (f, empty, "hot_spot", "[6,5]");
  g_assert_cmpuint (kb_frame_at (f->sprite, 6)->node.id, ==, empty);
  g_assert_cmpuint (walk->steps->len, ==, 6);
  empty = kb_insert_empty_frame (f->document, f->sprite->node.id, 0, TRUE, NULL);
  assert_field (f, empty, "hot_spot", "[2,5]");
  g_assert_cmpuint (kb_step_at (walk, 0)->frame_id, ==, f->frames[0]);
}

static void
test_between (Fixture *f, gconstpointer data)
{
  KbFrame *a = frame_of (f, 0);
  KbId items[5] = { point_of (f, 0) };
  for (guint i = 0; i < 4; i++)
    items[i + 1] = kb_shape_at (a, i)->node.id;
  guint left_out;
  g_autoptr (GPtrArray) proposals = kb_between_proposals (f->document, f->frames[0], f->frames[3], items, 5, &left_out, NULL);
  /* The circle's partner is a box: left out on both frames, counted once. Frame c has no hot spot: by the
   * corner. */
  g_assert_cmpuint (left_out, ==, 1);
  g_assert_cmpuint (proposals->len, ==, 2);
  static const double box[2][4] = { { 2, 0, 3, 5 }, { 4, 1, 3, 4 } }, turned[2][5] = { { 5, 3, 4, 2, 180 }, { 6, 3, 4, 2, -170 } };
  for (guint i = 0; i < 2; i++)
    {
      const KbProposal *proposal = g_ptr_array_index (proposals, i);
      g_assert_cmpuint (proposal->items->len, ==, 4);
      const KbProposedItem *fist = &g_array_index (proposal->items, KbProposedItem, 0);
      g_assert_cmpint (fist->at.x, ==, i ? 5 : 3);
      g_assert_cmpfloat_with_epsilon (fist->direction.degrees, i ? -176.667 : 176.667, 0.01);
      const KbProposedItem *head = fist + 1, *leg = fist + 2, *polygon = fist + 3;
      g_assert_true (memcmp (head->geometry.v, box[i], sizeof box[i]) == 0);
      g_assert_true (memcmp (leg->geometry.v, turned[i], sizeof turned[i]) == 0);
      g_assert_cmpfloat_with_epsilon (polygon->geometry.v[0], 4.0 * (i + 1) / 3, 1 / 256.0);
    }
  static const struct { double a, b, t, result; } angles[] = {
    { 0, 90, 0.5, 45 }, { 350, 20, 0.5, 5 }, { 20, -30, 0.5, -5 }, { 170, -170, 0.25, 175 }, { 0, 180, 0.5, 90 },
    { 0, 720, 0.5, 0 }, { 10, 20, 0, 10 }, { 10, 20, 1, 20 }, { 10, 20, 7, 20 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (angles); i++)
    g_assert_cmpfloat_with_epsilon (kb_between_angle (angles[i].a, angles[i].b, angles[i].t), angles[i].result, 1e-9);
}

static void
assert_frame (const Fixture *f, guint i, const char *size, const char *hot_spot, const char *at, const char *direction,
              const char *const *geometries)
{
  const KbFrame *frame = frame_of (f, i);
  g_autofree char *got = g_strdup_printf ("%dx%d", frame->width, frame->height);
  g_assert_cmpstr (got, ==, size);
  assert_field (f, f->frames[i], "hot_spot", hot_spot);
  assert_field (f, point_of (f, i), "at", at);
  assert_field (f, point_of (f, i), "direction", direction);
  for (guint k = 0; k < 4; k++)
    assert_field (f, shape_of (f, i, k), "geometry", geometries[k]);
}

static void
assert_picture (const Fixture *f, guint i, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) picture = kb_document_frame_picture (f->document, frame_of (f, i), &error);
  g_assert_no_error (error);
  g_autoptr (KbPicture) expected = picture_from_text (text);
  g_assert_true (kb_picture_equal (picture, expected));
}

static void
test_picture_changes (Fixture *f, gconstpointer data)
{
  g_assert_true (do_crop (f, NULL));
  assert_frame (f, 0, "5x6", "[1,6]", "[0,3]", "170", (const char *[]) {
    "{\"box\":[-1,1,4,4]}", "{\"circle\":[3.5,4.25,1.5]}", "{\"oriented\":[3,4,4,2,170]}", "{\"polygon\":[[-1,1],[3,1],[3,5]]}" });
  assert_picture (f, 0, ".....|.....|.AB..|.CDE.|.F...|.....");
  kb_document_undo (f->document);

  g_assert_true (do_flip_x (f, NULL));
  assert_frame (f, 0, "8x6", "[5,5]", "[6,2]", "10", (const char *[]) {
    "{\"box\":[4,0,4,4]}", "{\"circle\":[3.5,3.25,1.5]}", "{\"oriented\":[4,3,4,2,-170]}", "{\"polygon\":[[8,0],[4,0],[4,4]]}" });
  assert_picture (f, 0, "........|....BA..|...EDC..|.....F..|........|........");
  assert_picture (f, 3, "........|........|.....BA.|....EDC.|......F.|........");
  kb_document_undo (f->document);

  g_assert_true (do_flip_y (f, NULL));
  assert_frame (f, 0, "8x6", "[2,0]", "[1,3]", "-170", (const char *[]) {
    "{\"box\":[0,2,4,4]}", "{\"circle\":[4.5,2.75,1.5]}", "{\"oriented\":[4,3,4,2,-170]}", "{\"polygon\":[[0,6],[4,6],[4,2]]}" });
  kb_document_undo (f->document);

  g_assert_true (do_scale (f, NULL));
  assert_frame (f, 0, "24x18", "[7,16]", "[4,7]", "170", (const char *[]) {
    "{\"box\":[0,0,12,12]}", "{\"circle\":[13.5,9.75,4.5]}", "{\"oriented\":[12,9,12,6,170]}", "{\"polygon\":[[0,0],[12,0],[12,12]]}" });
  kb_document_undo (f->document);

  g_assert_true (do_extend (f, NULL));
  assert_frame (f, 0, "12x7", "[3,7]", "[2,4]", "170", (const char *[]) {
    "{\"box\":[1,2,4,4]}", "{\"circle\":[5.5,5.25,1.5]}", "{\"oriented\":[5,5,4,2,170]}", "{\"polygon\":[[1,2],[5,2],[5,6]]}" });
  kb_document_undo (f->document);

  g_assert_true (do_trim (f, NULL));
  assert_picture (f, 0, "AB.|CDE|F..");
  assert_picture (f, 3, "AB.|CDE|F..");
  assert_field (f, f->frames[0], "hot_spot", "[0,4]");
  assert_field (f, f->frames[3], "hot_spot", "[5,3]");
  assert_field (f, f->frames[1], "width", "8");
  kb_document_undo (f->document);

  g_assert_true (kb_trim_frames (f->document, f->frames, 4, 1, TRUE, NULL));
  assert_picture (f, 0, ".AB.|.CDE|.F..|....");
  assert_picture (f, 3, "....|AB..|CDE.|F...");
}

/* --- Propagate: what a found picture gives ---------------------------------------------------- */

static gboolean
stop_at_two (guint done, guint total, gpointer data)
{
  (*(guint *) data)++;
  return done < 2;
}

static void
test_propagate_moves (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = temp_folder_new ();
  g_autofree char *path = g_build_filename (folder, "p", NULL);
  KbDocument *document = kb_document_new (path, "p");
  must_apply (document, "{'insert': 'classes', 'value': {'name': 'head', 'colour': '#ffd700'}}");
  must_apply (document, "{'insert': 'sprites', 'value': {'name': 'monk'}}");
  KbSprite *sprite = kb_project_find_sprite (kb_document_project (document), "monk");
  /* A patch of noise on frames of other sizes, with and against the hot spot, then mirrored. */
  static const struct { gint w, h, x, y, hot_x; gboolean mirrored; } table[] = {
    { 40, 40, 10, 12, 20, FALSE }, { 40, 40, 16, 9, 20, FALSE }, { 64, 44, 30, 20, 42, FALSE }, { 40, 40, 20, 12, 20, TRUE },
  };
  KbId frames[4];
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (KbPicture) picture = kb_picture_new (table[i].w, table[i].h);
      GRand *rand = g_rand_new_with_seed (5);
      for (gint y = 0; y < 10; y++)
        for (gint x = 0; x < 9; x++)
          {
            gint at = table[i].x + (table[i].mirrored ? 8 - x : x);
            guint8 *pixel = picture->rgba + 4 * ((table[i].y + y) * table[i].w + at);
            for (guint c = 0; c < 3; c++)
              pixel[c] = g_rand_int_range (rand, 0, 256);
            pixel[3] = 255;
          }
      g_rand_free (rand);
      g_autofree char *file = kb_document_add_picture (document, "monk", picture, &error);
      frames[i] = kb_document_insert (document, sprite->node.id, "frames", -1,
                                      json_pack ("{si si s{ss s[iiii]} s[ii]}", "width", table[i].w, "height", table[i].h, "picture",
                                                 "file", file, "rect", 0, 0, table[i].w, table[i].h, "hot_spot", table[i].hot_x, 39),
                                      &error);
      g_assert_no_error (error);
    }
  KbId items[2];
  items[0] = kb_document_insert (document, frames[0], "shapes", -1,
                                 json_pack ("{ss s{s[iiii]}}", "class", "head", "geometry", "box", 10, 12, 9, 10), &error);
  items[1] = kb_document_insert (document, frames[0], "points", -1,
                                 json_pack ("{ss s[ii] si}", "name", "nose", "at", 12, 15, "direction", 30), &error);
  g_assert_no_error (error);
  KbPropagateOptions options = kb_propagate_defaults;
  options.mirrored = TRUE;
  g_autoptr (KbPropagateJob) job = kb_propagate_job_new (document, frames[0], items, 2, frames + 1, 3, &options, &error);
  g_assert_no_error (error);
  guint calls = 0;
  g_assert_null (kb_propagate (job, stop_at_two, &calls));
  g_assert_cmpuint (calls, ==, 3);
  g_autoptr (GPtrArray) proposals = kb_propagate (job, NULL, NULL);
  g_assert_cmpuint (proposals->len, ==, 3);
  for (guint i = 1; i < 4; i++)
    {
      const KbProposal *proposal = g_ptr_array_index (proposals, i - 1);
      const KbProposedItem *box = &g_array_index (proposal->items, KbProposedItem, 0), *point = box + 1;
      g_assert_cmpuint (proposal->frame, ==, frames[i]);
      g_assert_cmpfloat (proposal->confidence, >, 0.9);
      g_assert_true (memcmp (box->geometry.v, ((double[]) { table[i].x, table[i].y, 9, 10 }), 4 * sizeof (double)) == 0);
      g_assert_cmpint (point->at.x, ==, table[i].x + (table[i].mirrored ? 6 : 2));
      g_assert_cmpint (point->at.y, ==, table[i].y + 3);
      g_assert_cmpfloat (point->direction.degrees, ==, table[i].mirrored ? 150 : 30);
    }
  kb_document_free (document);
  temp_folder_remove (folder);
}

/* What is painted is changed as a picture of the same pixels is. */
static void
test_painted_changes (Fixture *f, gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (KbPicture) picture = kb_picture_new (90, 75);
  g_autoptr (KbZones) zones = kb_zones_new (90, 75, 0);
  KbZonesPainter *painter = kb_zones_painter_new (zones);
  for (gint i = 0; i < 90 * 75; i++)
    {
      guint8 value = (guint8) g_rand_int_range (random, 0, 4);
      kb_zones_painter_span (painter, i / 90, i % 90, i % 90 + 1, value);
      memcpy (picture->rgba + 4 * i, (guint8[]) { value, 0, 0, 255 }, 4);
    }
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  zones = kb_zones_apply (zones, patch, TRUE);
  for (guint i = 0; i < 64; i++)
    {
      KbFrameChange change = { { g_rand_int_range (random, -20, 80), g_rand_int_range (random, -20, 70), g_rand_int_range (random, 1, 120),
                                 g_rand_int_range (random, 1, 100) }, i & 1, i >> 1 & 1, 1 + (gint) (i >> 2 & 3) };
      g_autoptr (KbPicture) expected = kb_change_picture (picture, &change);
      g_autoptr (KbZones) changed = kb_change_zones (zones, &change);
      g_assert_cmpuint (kb_zones_width (changed), ==, expected->width);
      g_assert_cmpuint (kb_zones_height (changed), ==, expected->height);
      for (guint y = 0; y < expected->height; y++)
        for (guint x = 0; x < expected->width; x++)
          g_assert_cmpuint (kb_zones_at (changed, (gint) x, (gint) y), ==, kb_picture_pixel (expected, x, y)[0]);
    }

  must_apply (f->document, "{'insert': 'sprites[0].zones', 'value': {'name': 'skin', 'colour': '#ffaa88'}}");
  must_apply (f->document, "{'paint': 'sprites[0].frames[0].pixels', 'box': [1, 2, 3, 1], 'zone': 'skin'}");
  json_t *before = kb_node_to_json (&f->sprite->node, NULL), *after;
  static const struct { gboolean (*run) (Fixture *, GError **); gint x, y, w, h, width; } table[] = {
    { do_crop, 0, 3, 3, 1, 5 }, { do_flip_x, 4, 2, 3, 1, 8 }, { do_flip_y, 1, 3, 3, 1, 8 }, { do_scale, 3, 6, 9, 3, 24 },
    { do_extend, 2, 4, 3, 1, 12 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_assert_true (table[i].run (f, NULL));
      const KbZones *is = frame_of (f, 0)->pixels.zones;
      guint64 counts[256];
      kb_zones_counts (is, counts);
      g_assert_cmpuint (kb_zones_width (is), ==, (guint) table[i].width);
      g_assert_cmpuint (counts[1], ==, (guint64) (table[i].w * table[i].h));
      for (gint y = 0; y < table[i].h; y++)
        for (gint x = 0; x < table[i].w; x++)
          g_assert_cmpuint (kb_zones_at (is, table[i].x + x, table[i].y + y), ==, 1);
      g_assert_true (kb_document_undo (f->document));
      after = kb_node_to_json (&f->sprite->node, NULL);
      g_assert_true (json_equal (before, after));
      json_decref (after);
    }
  json_decref (before);
  KbId copy;
  g_assert_true (kb_duplicate_frames (f->document, f->frames, 1, FALSE, &copy, NULL));
  g_assert_true (kb_zones_equal (((const KbFrame *) kb_document_node (f->document, copy))->pixels.zones, frame_of (f, 0)->pixels.zones));
}

/* A whole asset, with what is painted on it and on its frames. */
static void
test_assets (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  must_apply (f->document, "{'insert': 'masks', 'value': {'name': 'room', 'width': 20, 'height': 10, 'zones': ["
                           "{'name': 'wet', 'value': 1, 'colour': '#0000ff'}]}}");
  must_apply (f->document, "{'paint': 'masks[0].pixels', 'box': [2, 3, 4, 5], 'zone': 'wet'}");
  must_apply (f->document, "{'insert': 'levels', 'value': {'name': 'yard', 'walls': [{'a': [0, 0], 'b': [8, 0], 'class': 'leg'}]}}");
  must_apply (f->document, "{'insert': 'levels', 'value': {'name': 'yard 2'}}");
  const KbProject *project = kb_document_project (f->document);
  g_autofree char *before = text_of (f);
  const KbNode *assets[] = { &f->sprite->node, &kb_mask_at (project, 0)->node, &kb_level_at (project, 0)->node };
  static const char *const names[] = { "monk 2", "room 2", "yard 3" };
  for (guint i = 0; i < G_N_ELEMENTS (assets); i++)
    {
      const KbNode *copy = kb_document_node (f->document, kb_asset_duplicate (f->document, assets[i]->id, &error));
      g_assert_no_error (error);
      json_t *one = kb_node_to_json (assets[i], NULL), *other = kb_node_to_json (copy, NULL);
      g_assert_cmpstr (json_string_value (json_object_get (other, "name")), ==, names[i]);
      json_object_del (one, "name");
      json_object_del (other, "name");
      g_assert_true (json_equal (one, other));
      json_decref (one);
      json_decref (other);
    }
  g_assert_true (kb_zones_equal (kb_mask_at (project, 1)->pixels.zones, kb_mask_at (project, 0)->pixels.zones));
  g_assert_cmpuint (kb_asset_duplicate (f->document, f->frames[0], &error), ==, 0);
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  for (guint i = 0; i < G_N_ELEMENTS (assets); i++)
    g_assert_true (kb_document_undo (f->document));
  g_autofree char *after = text_of (f);
  g_assert_cmpstr (before, ==, after);
}

#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  ADD ("/operations/one-step", test_every_operation_is_one_step);
  ADD ("/operations/failures", test_failures_leave_nothing);
  ADD ("/operations/shrink", test_shrink);
  ADD ("/operations/copy", test_copy);
  ADD ("/operations/scopes", test_scopes);
  ADD ("/operations/delete", test_delete);
  ADD ("/operations/duplicate-and-insert", test_duplicate_and_insert);
  ADD ("/operations/between", test_between);
  ADD ("/operations/pictures", test_picture_changes);
  ADD ("/operations/assets", test_assets);
  ADD ("/operations/painted", test_painted_changes);
  g_test_add_func ("/operations/propagate/moves", test_propagate_moves);
  return g_test_run ();
}
