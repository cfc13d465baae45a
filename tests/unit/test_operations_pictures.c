/* SPDX-License-Identifier: MIT */
/* Operations on pictures and what goes with them: the frame's changes, what is painted, whole assets; and where a
 * picture that was found again puts shapes. */
#include <string.h>

#include "tests/support/looks.h"
#include "tests/support/operations_kit.h"

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
  g_assert_true (kit_pictures_equal (picture, expected));
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

/* What changes nothing makes no step, though the frames are parts of a sheet. */
static void
test_no_change (Fixture *f, gconstpointer data)
{
  guint before, after;
  g_assert_true (kb_trim_frames (f->document, f->frames, 1, 1, FALSE, NULL));
  const KbBox whole = { 0, 0, frame_of (f, 0)->width, frame_of (f, 0)->height };
  g_strfreev (kb_document_history (f->document, &before));
  g_assert_true (kb_trim_frames (f->document, f->frames, 1, 1, FALSE, NULL));
  g_assert_true (kb_crop_frames (f->document, f->frames, 1, &whole, NULL));
  g_assert_true (kb_scale_frames (f->document, f->frames, 4, 1, NULL));
  g_assert_true (kb_extend_frames (f->document, f->frames, 4, 0, 0, 0, 0, NULL));
  g_strfreev (kb_document_history (f->document, &after));
  g_assert_cmpuint (before, ==, after);
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
      g_assert_cmpfloat (point->geometry.v[0], ==, table[i].x + (table[i].mirrored ? 6 : 2));
      g_assert_cmpfloat (point->geometry.v[1], ==, table[i].y + 3);
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
      const KbNode *copy = kb_document_node (f->document, kb_node_duplicate (f->document, assets[i]->id, &error));
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
  g_assert_cmpuint (kb_node_duplicate (f->document, f->frames[0], &error), ==, 0);
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  for (guint i = 0; i < G_N_ELEMENTS (assets); i++)
    g_assert_true (kb_document_undo (f->document));
  g_autofree char *after = text_of (f);
  g_assert_cmpstr (before, ==, after);
}

/* A layer's copy is in front of it, with its cells and a permanent number of its own; so for the other kinds. */
static void
test_layers (Fixture *f, gconstpointer data)
{
  static const struct { const char *list, *value; } layers[] = {
    { "layers", "'cell': [8, 8], 'first': [-2, 1], 'width': 2, 'height': 1, 'lift': 3" },
    { "mazes", "'class': 'leg', 'cell': [8, 8], 'width': 2, 'height': 2" },
    { "grounds", "'class': 'leg', 'points': [{'at': [0, 4]}, {'at': [8, 4]}]" },
    { "images", "'sprite': 'monk', 'at': [3, 4], 'opacity': 50" },
  };
  must_apply (f->document, "{'insert': 'levels', 'value': {'name': 'yard'}}");
  const KbLevel *level = kb_level_at (kb_document_project (f->document), 0);
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    {
      static const char *const names[] = { "rock", "sky" };
      g_autoptr (GError) error = NULL;
      const GPtrArray *list = kb_node_list (&level->node, kb_kind_list (&kb_level_kind, layers[i].list));
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        {
          g_autofree char *edit = g_strdup_printf ("{'insert': 'levels[0].%s', 'value': {'name': '%s', %s}}", layers[i].list, names[k], layers[i].value);
          must_apply (f->document, edit);
        }
      const KbNode *from = g_ptr_array_index (list, 0);
      if (i == 0)
        {
          g_autoptr (KbZones) cells = kb_zones_from_pixels (4, 2, (const guint8[]) { 1, 0, 2, 0, 1, 0, 1, 0 }, 4);
          kb_document_begin (f->document, "Paint");
          kb_document_set_zones (f->document, from->id, "cells", cells, &error);
          kb_document_end (f->document);
        }
      g_autofree char *before = text_of (f);
      const KbNode *copy = kb_document_node (f->document, kb_node_duplicate (f->document, from->id, &error));
      g_assert_no_error (error);
      g_assert_true (list->len == 3 && g_ptr_array_index (list, 1) == copy);
      json_t *one = kb_node_to_json (from, NULL), *other = kb_node_to_json (copy, NULL);
      g_assert_cmpstr (json_string_value (json_object_get (other, "name")), ==, "rock 2");
      g_assert_true (!json_object_get (one, "id") || !json_equal (json_object_get (one, "id"), json_object_get (other, "id")));
      json_auto_t *same = json_pack ("{ss so*}", "name", "rock", "id", json_incref (json_object_get (one, "id")));
      json_object_update_existing (other, same);
      g_assert_true (json_equal (one, other));
      json_decref (one);
      json_decref (other);
      if (i == 0)
        g_assert_true (kb_zones_equal (((const KbLayer *) copy)->cells.zones, ((const KbLayer *) from)->cells.zones));
      g_assert_true (kb_document_undo (f->document));
      g_autofree char *after = text_of (f);
      g_assert_cmpstr (before, ==, after);
    }
}

KIT_PROGRAM (operations_pictures)
{
  kit_test_init (&argc, &argv);
  ADD ("/operations/pictures", test_picture_changes);
  ADD ("/operations/no-change", test_no_change);
  ADD ("/operations/assets", test_assets);
  ADD ("/operations/layers", test_layers);
  ADD ("/operations/painted", test_painted_changes);
  g_test_add_func ("/operations/propagate/moves", test_propagate_moves);
  return g_test_run ();
}
