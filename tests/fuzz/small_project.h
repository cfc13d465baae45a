/* SPDX-License-Identifier: MIT */
/* A document with a little of everything, which targets edit. */
#ifndef KB_FUZZ_SMALL_PROJECT_H
#define KB_FUZZ_SMALL_PROJECT_H

#include "tests/fuzz/input.h"

static const char *const small_project_lines[] = {
  "{\"insert\": \"classes\", \"value\": {\"name\": \"head\", \"colour\": \"#ffd700\","
  " \"kind\": \"hurt\"}}",
  "{\"insert\": \"classes\", \"value\": {\"name\": \"wall\", \"colour\": \"#3584e4\"}}",
  "{\"insert\": \"sprites\", \"value\": {\"name\": \"s\", \"zones\": [{\"name\": \"skin\","
  " \"colour\": \"#ffaa88\", \"value\": 3}],"
  " \"frames\": [{\"width\": 16, \"height\": 9, \"hot_spot\": [8, 8],"
  " \"points\": [{\"name\": \"fist\", \"at\": [3, 4], \"direction\": 45}],"
  " \"shapes\": [{\"class\": \"head\", \"geometry\": {\"box\": [1, 2, 3, 4]}},"
  " {\"class\": \"head\", \"geometry\": {\"circle\": [4, 4, 2.5]}},"
  " {\"class\": \"wall\", \"geometry\": {\"oriented\": [5, 5, 4, 2, 30]}}, {\"class\": \"wall\","
  " \"name\": \"n\", \"values\": {\"k\": \"v\"},"
  " \"geometry\": {\"polygon\": [[0, 0], [9, 0], [9, 5]]}}]}, {\"width\": 8, \"height\": 8,"
  " \"name\": \"b\", \"collision\": \"full\","
  " \"collision_class\": \"wall\"}], \"animations\": [{\"name\": \"w\", \"loop\": \"loop\","
  " \"steps\": [{\"frame\": 1, \"duration\": 50},"
  " {\"frame\": 2, \"duration\": 60}, {\"frame\": 1, \"duration\": 70}]}]}}",
  "{\"insert\": \"masks\", \"value\": {\"name\": \"m\", \"width\": 80, \"height\": 20,"
  " \"zones\": [{\"name\": \"floor\", \"colour\": \"#33d17a\","
  " \"value\": 1}, {\"name\": \"door\", \"colour\": \"#ff0000\", \"value\": 7}]}}",
  "{\"paint\": \"masks['m'].pixels\", \"box\": [1, 2, 70, 9], \"zone\": \"floor\"}",
  "{\"insert\": \"tracks\", \"value\": {\"name\": \"t\", \"width\": 40, \"height\": 30,"
  " \"surfaces\": [{\"name\": \"tarmac\","
  " \"colour\": \"#777777\", \"value\": 1}], \"curves\": [{\"closed\": \"closed\","
  " \"surface\": 1, \"points\": [{\"at\": [4, 4], \"width\": 3},"
  " {\"at\": [30.5, 6], \"after\": [3, 9], \"width\": 4}, {\"at\": [20, 26], \"width\": 3}]}],"
  " \"gates\": [{\"a\": [4, 0], \"b\": [4, 9]}],"
  " \"bands\": [{\"radius\": 2.5, \"colour\": \"#00ff00\"}]}}",
  "{\"insert\": \"levels\", \"value\": {\"name\": \"l\", \"walls\": [{\"a\": [0, 0], \"b\": [9,"
  " 0], \"class\": \"wall\"},"
  " {\"a\": [9, 0], \"b\": [9, 9], \"class\": \"wall\", \"one_way\": true}, {\"a\": [3, 3],"
  " \"b\": [4, 4.5], \"class\": \"head\"}],"
  " \"areas\": [{\"name\": \"a\", \"class\": \"wall\", \"rings\": [[[0, 0], [9, 0], [9, 9]]]}],"
  " \"entities\": [{\"at\": [1, 2], \"class\": \"wall\", \"sprite\": \"s\", \"frame\": 1,"
  " \"values\": {\"k\": \"v\"}}],"
  " \"tilesets\": [{\"number\": 1, \"sprite\": \"s\"}],"
  " \"layers\": [{\"name\": \"rock\", \"cell\": [16, 9], \"first\": [-2, 0], \"width\": 40,"
  " \"height\": 4}],"
  " \"mazes\": [{\"name\": \"halls\", \"cell\": [8, 8], \"class\": \"wall\", \"width\": 6,"
  " \"height\": 5}],"
  " \"grounds\": [{\"name\": \"hills\", \"class\": \"wall\", \"points\": [{\"at\": [0, 20]},"
  " {\"at\": [10.5, 14]}, {\"at\": [20, 18], \"flat\": true}]}],"
  " \"heightmaps\": [{\"name\": \"island\", \"cell\": 4, \"low\": -2, \"high\": 9}]}}",
  "{\"paint\": \"levels['l'].layers['rock'].cells\", \"rows\": [[2, 1, \"1:2*8 - 1:1x\"]]}",
  "{\"paint\": \"levels['l'].mazes['halls'].edges\", \"rows\": [[0, 0, \"lt t*4\"]]}",
};

/* A copy of it without a history, of a project in that folder, which is saved there where the
 * folder exists; `json` gets its content. */
static inline KbDocument *
copy_small_project (const char *folder, json_t **json)
{
  static KbDocument *document;
  static json_t *content;
  if (!document)
    {
      document = kb_document_new (folder, "p");
      for (guint i = 0; i < G_N_ELEMENTS (small_project_lines); i++)
        {
          json_t *line = json_loads (small_project_lines[i], 0, NULL);
          g_autoptr (GError) error = NULL;
          kb_document_apply (document, line, &error);
          g_assert_no_error (error);
          json_decref (line);
        }
      content = project_json (document);
      if (g_file_test (folder, G_FILE_TEST_IS_DIR) && !kb_document_save (document, NULL))
        g_error ("cannot save %s", folder);
    }
  *json = json_incref (content);
  return kb_document_snapshot (document);
}

#endif
