/* SPDX-License-Identifier: MIT */
/* A document with one sprite that tests edit, save and open; it as text; little files. */
#ifndef KB_TEST_DOCUMENT_KIT_H
#define KB_TEST_DOCUMENT_KIT_H

#include "document/edits/edit.h"
#include "tests/support/temp_folder.h"

typedef struct {
  char *folder;
  KbDocument *document;
} Fixture;

static const char sprite_text[] =
  "{\"insert\": \"sprites\", \"value\": {\"name\": \"fakir\", \"frames\": ["
  "  {\"width\": 32, \"height\": 40, \"name\": \"a\", \"hot_spot\": [16, 39]},"
  "  {\"width\": 32, \"height\": 40, \"name\": \"b\", \"points\": [{\"name\": \"fist\", \"at\": [3, 4], \"direction\": 450}],"
  "   \"shapes\": [{\"class\": \"head\", \"geometry\": {\"box\": [1, 2, 3, 4]}}]}],"
  " \"animations\": [{\"name\": \"walk\", \"loop\": \"loop\", \"steps\": ["
  "  {\"frame\": 1, \"duration\": 100}, {\"frame\": 2, \"duration\": 50}, {\"frame\": 1, \"duration\": 10}]}]}}";

static inline gboolean
apply (KbDocument *document, const char *line, GError **error)
{
  json_error_t fault;
  json_t *value = json_loads (line, 0, &fault);
  if (!value)
    g_error ("%s: %s", line, fault.text);
  gboolean ok = kb_document_apply (document, value, error);
  json_decref (value);
  return ok;
}

static inline void
must_apply (KbDocument *document, const char *line)
{
  g_autoptr (GError) error = NULL;
  apply (document, line, &error);
  g_assert_no_error (error);
}

static inline void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *temp = temp_folder_new ();
  fixture->folder = g_build_filename (temp, "dojo", NULL);
  fixture->document = kb_document_new (fixture->folder, "dojo");
  must_apply (fixture->document, "{\"insert\": \"classes\", \"value\": {\"name\": \"head\", \"colour\": \"#ffd700\"}}");
  must_apply (fixture->document, sprite_text);
}

static inline void
tear_down (Fixture *fixture, gconstpointer data)
{
  kb_document_free (fixture->document);
  g_autofree char *temp = g_path_get_dirname (fixture->folder);
  temp_folder_remove (temp);
  g_free (fixture->folder);
}

static inline char *
text_of (const KbDocument *document)
{
  json_t *value = kb_node_to_json (&kb_document_project (document)->node, NULL);
  char *text = json_dumps (value, JSON_SORT_KEYS | JSON_COMPACT);
  json_decref (value);
  char *copy = g_strdup (text);
  free (text);
  return copy;
}

static inline void
write_text (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *up = g_path_get_dirname (path);
  g_mkdir_with_parents (up, 0755);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static inline char *
read_text (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;
  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

#endif
