/* SPDX-License-Identifier: MIT */
/* A small sprite to operate on: four frames, two of them with a picture, classes, a walk. */
#ifndef KB_TEST_OPERATIONS_KIT_H
#define KB_TEST_OPERATIONS_KIT_H

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

static inline void
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

static inline void
operations_set_up (Fixture *f, gconstpointer data)
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

static inline void
operations_tear_down (Fixture *f, gconstpointer data)
{
  kb_document_free (f->document);
  temp_folder_remove (f->folder);
  g_free (f->folder);
}

static inline char *
text_of (const Fixture *f)
{
  json_t *value = kb_node_to_json (&kb_document_project (f->document)->node, NULL);
  char *text = json_dumps (value, JSON_SORT_KEYS | JSON_COMPACT);
  json_decref (value);
  char *copy = g_strdup (text);
  free (text);
  return copy;
}

static inline KbFrame *
frame_of (const Fixture *f, guint i)
{
  return (KbFrame *) kb_document_node (f->document, f->frames[i]);
}

static inline KbId
shape_of (const Fixture *f, guint frame, guint i)
{
  return kb_shape_at (frame_of (f, frame), i)->node.id;
}

static inline KbId
point_of (const Fixture *f, guint frame)
{
  return kb_point_at (frame_of (f, frame), 0)->node.id;
}

static inline void
assert_field (const Fixture *f, KbId id, const char *field, const char *expected)
{
  KbNode *node = kb_document_node (f->document, id);
  json_t *value = kb_node_get (node, kb_kind_field (node->kind, field));
  char *text = json_dumps (value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
  g_assert_cmpstr (text, ==, expected);
  free (text);
  json_decref (value);
}

/* --- Changes of pictures, each of all frames --- */

static inline gboolean
do_crop (Fixture *f, GError **error)
{
  return kb_crop_frames (f->document, f->frames, 4, &(KbBox) { 1, -1, 5, 6 }, error);
}

static inline gboolean
do_trim (Fixture *f, GError **error)
{
  return kb_trim_frames (f->document, f->frames, 4, 1, FALSE, error);
}

static inline gboolean
do_extend (Fixture *f, GError **error)
{
  return kb_extend_frames (f->document, f->frames, 4, 1, 2, 3, -1, error);
}

static inline gboolean
do_flip_x (Fixture *f, GError **error)
{
  return kb_flip_frames (f->document, f->frames, 4, TRUE, error);
}

static inline gboolean
do_flip_y (Fixture *f, GError **error)
{
  return kb_flip_frames (f->document, f->frames, 4, FALSE, error);
}

static inline gboolean
do_scale (Fixture *f, GError **error)
{
  return kb_scale_frames (f->document, f->frames, 4, 3, error);
}

#define ADD(name, function) g_test_add (name, Fixture, NULL, operations_set_up, function, operations_tear_down)

#endif
