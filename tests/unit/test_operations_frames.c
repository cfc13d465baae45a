/* SPDX-License-Identifier: MIT */
/* Operations on a document: each is one step with its label, undo brings every byte back, a failure
 * leaves nothing; and what they do to shapes, points and the order of frames. */
#include "document/hot_spots.h"
#include "tests/support/looks.h"
#include "tests/support/operations_kit.h"

/* --- Every operation: one step, and back ------------------------------------------------------ */

static gboolean
do_shrink (Fixture *f, GError **error)
{
  KbId shapes[] = { shape_of (f, 0, 0), shape_of (f, 0, 1), shape_of (f, 3, 1) };
  return kb_apply_shrink (f->document, shapes, 2, 1, error);
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
do_hot_spots (Fixture *f, GError **error)
{
  return kb_place_hot_spots (f->document, f->frames, 4, KB_HOT_SPOT_BOTTOM, error);
}

static gboolean
do_annotate (Fixture *f, GError **error)
{
  const KbClass *class = kb_class_at (kb_document_project (f->document), 0);
  json_auto_t *line = json_pack ("{ss ss}", "annotate", "trace", "class", class->name);
  return kb_annotate_line (f->document, line, NULL, error);
}

/* The tools make the shapes of TRACE and COVER: test_canvas_help. */
static gboolean (*const doers[KB_N_OPERATIONS]) (Fixture *f, GError **error) = {
  [KB_OPERATION_SHRINK] = do_shrink,
  [KB_OPERATION_PROPAGATE] = do_propagate, [KB_OPERATION_BETWEEN] = do_between, [KB_OPERATION_COPY_TO_FRAMES] = do_copy,
  [KB_OPERATION_DELETE_FROM_FRAMES] = do_delete, [KB_OPERATION_DUPLICATE_FRAMES] = do_duplicate,
  [KB_OPERATION_INSERT_FRAME] = do_insert, [KB_OPERATION_CROP] = do_crop, [KB_OPERATION_TRIM] = do_trim,
  [KB_OPERATION_EXTEND] = do_extend, [KB_OPERATION_FLIP_X] = do_flip_x, [KB_OPERATION_FLIP_Y] = do_flip_y,
  [KB_OPERATION_SCALE] = do_scale, [KB_OPERATION_HOT_SPOTS] = do_hot_spots,
  [KB_OPERATION_ANNOTATE] = do_annotate,
};

/* On the frame and on its opaque pixels, for all frames at once. */
static void
test_hot_spots (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  for (guint opaque = 0; opaque < 2; opaque++)
    {
      gint preset = KB_HOT_SPOT_BOTTOM + (opaque ? KB_HOT_SPOT_POINTS : 0);
      g_assert_true (kb_place_hot_spots (f->document, f->frames, 4, preset, &error));
      g_assert_no_error (error);
      for (guint i = 0; i < 4; i++)
        {
          const KbFrame *frame = frame_of (f, i);
          g_autoptr (KbPicture) picture = kb_document_frame_picture (f->document, frame, &error);
          gint x = 0, y = 0, w = frame->width, h = frame->height;
          if (opaque)
            kb_picture_opaque_box (picture, &x, &y, &w, &h);
          g_assert_true (frame->hot_spot.set);
          g_assert_cmpint (frame->hot_spot.x, ==, x + w / 2);
          g_assert_cmpint (frame->hot_spot.y, ==, y + h - 1);
        }
    }
}

static void
test_every_operation_is_one_step (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < KB_N_OPERATIONS; i++)
    {
      g_autoptr (GError) error = NULL;
      const KbOperation *operation = &kb_operations[i];
      g_assert_true (operation->id && operation->label && operation->hint);
      if (i == KB_OPERATION_TRACE || i == KB_OPERATION_COVER)
        continue;
      g_assert_nonnull (doers[i]);
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
      g_assert_true (kit_pictures_equal (picture, again));
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
  g_autofree char *before = text_of (f), *label = g_strdup (kb_document_undo_label (f->document));
  for (guint i = 0;; i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean ok;
      switch (i)
        {
        case 0: ok = kb_apply_shrink (f->document, (KbId[]) { shape, gone }, 2, 1, &error); break;
        case 1: ok = kb_apply_shrink (f->document, (KbId[]) { shape_of (f, 0, 1) }, 1, 1, &error); break;
        case 2: ok = kb_delete_from_frames (f->document, &shape, 1, frames, 2, &error); break;
        case 3: ok = kb_duplicate_frames (f->document, frames, 2, TRUE, NULL, &error); break;
        case 4: ok = kb_insert_empty_frame (f->document, f->sprite->node.id, 9, TRUE, &error) != 0; break;
        case 5: ok = kb_insert_empty_frame (f->document, gone, 0, TRUE, &error) != 0; break;
        case 6: ok = kb_crop_frames (f->document, frames, 2, &(KbBox) { 0, 0, 4, 4 }, &error); break;
        case 7: ok = kb_crop_frames (f->document, frames, 1, &(KbBox) { 0, 0, 0, 4 }, &error); break;
        case 8: ok = kb_crop_frames (f->document, frames, 1, &(KbBox) { 0, 0, 20000, 4 }, &error); break;
        case 9: ok = kb_trim_frames (f->document, frames, 2, 1, TRUE, &error); break;
        case 10: ok = kb_extend_frames (f->document, frames, 1, -4, 0, -4, 0, &error); break;
        case 11: ok = kb_extend_frames (f->document, frames, 1, G_MAXINT, G_MAXINT, G_MININT, 0, &error); break;
        case 12: ok = kb_flip_frames (f->document, frames, 2, TRUE, &error); break;
        case 13: ok = kb_scale_frames (f->document, frames, 1, 0, &error); break;
        case 14: ok = kb_scale_frames (f->document, frames, 1, 33, &error); break;
        case 15: ok = kb_between_proposals (f->document, f->frames[0], f->frames[1], &shape, 1, NULL, &error) != NULL; break;
        case 16: ok = kb_between_proposals (f->document, f->frames[0], gone, &shape, 1, NULL, &error) != NULL; break;
        case 17: ok = kb_propagate_job_new (f->document, f->frames[0], &gone, 1, f->frames, 4, NULL, &error) != NULL; break;
        case 18: ok = kb_propagate_job_new (f->document, f->frames[0], &shape, 1, frames, 2, NULL, &error) != NULL; break;
        default: return;
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
  kb_proposal_accept (g_ptr_array_index (proposals, 0), FALSE);
  kb_proposal_accept (g_ptr_array_index (proposals, 1), FALSE);
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
      g_assert_cmpfloat (fist->geometry.v[0], ==, i ? 5 : 3);
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

/* What frames have already is left as it is while something is missing; with nothing missing, all is proposed again. */
static void
test_keep (Fixture *f, gconstpointer data)
{
  KbId items[] = { shape_of (f, 0, 0), shape_of (f, 0, 2), point_of (f, 0) };
  const KbFrame *second = kb_frame_at (f->sprite, 1);
  g_autoptr (GPtrArray) all = kb_copy_proposals (f->document, f->frames[0], items, 3, f->frames + 1, 3, KB_ANCHOR_HOT_SPOT);
  g_assert_true (kb_apply_proposals (f->document, KB_OPERATION_COPY_TO_FRAMES, all, KB_MEET_REPLACE, NULL));
  for (guint pass = 0; pass < 2; pass++)
    {
      g_autoptr (GPtrArray) proposals = kb_copy_proposals (f->document, f->frames[0], items, 3, f->frames + 1, 3, KB_ANCHOR_HOT_SPOT);
      g_assert_cmpuint (kb_proposals_keep (f->document, proposals), ==, pass ? 3 : 0);
      for (guint p = 0; p < proposals->len; p++)
        for (guint i = 0; i < 3; i++)
          g_assert_cmpint (kb_proposal_item (g_ptr_array_index (proposals, p), i)->refused, ==, pass == 1 && (p || i < 2));
      if (pass == 0)
        g_assert_true (kb_document_remove (f->document, kb_point_at (second, 0)->node.id, NULL));
    }
}

/* The work may go on after its caller has let go of the values. */
static void
test_annotate_values (Fixture *f, gconstpointer data)
{
  json_auto_t *values = json_pack ("{ss}", "power", "3");
  KbAnnotateOptions options = kb_annotate_defaults;
  options.way = KB_ANNOTATE_VALUES;
  options.values = json_incref (values);
  KbAnnotateJob *job = kb_annotate_job_new (f->document, f->frames, 4, &options, NULL);
  g_assert_cmpuint (values->refcount, ==, 2);
  kb_annotate_job_free (job);
  g_assert_cmpuint (values->refcount, ==, 2);
  json_decref (values);
}

KIT_PROGRAM (operations_frames)
{
  kit_test_init (&argc, &argv);
  ADD ("/operations/one-step", test_every_operation_is_one_step);
  ADD ("/operations/hot-spots", test_hot_spots);
  ADD ("/operations/failures", test_failures_leave_nothing);
  ADD ("/operations/shrink", test_shrink);
  ADD ("/operations/copy", test_copy);
  ADD ("/operations/scopes", test_scopes);
  ADD ("/operations/delete", test_delete);
  ADD ("/operations/duplicate-and-insert", test_duplicate_and_insert);
  ADD ("/operations/between", test_between);
  ADD ("/operations/keep", test_keep);
  ADD ("/operations/annotate-values", test_annotate_values);
  return g_test_run ();
}
