/* SPDX-License-Identifier: MIT */
/* Reads the input as a file of levels. What can be read becomes levels of a document, twice the same. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "interchange/level_file.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_vec (KbVec v)
{
  gboolean on_grid = v.x * 256 == floor (v.x * 256) && v.y * 256 == floor (v.y * 256);
  if (!on_grid || fabs (v.x) > KB_LEVEL_LIMIT || fabs (v.y) > KB_LEVEL_LIMIT)
    g_error ("%g %g is no place on a level", v.x, v.y);
}

static void
check_level (const KbFileLevel *level, guint n_classes)
{
  for (guint i = 0; i < level->walls->len; i++)
    {
      const KbFileWall *wall = &g_array_index (level->walls, KbFileWall, i);
      check_vec (wall->a);
      check_vec (wall->b);
      if (wall->class_index >= n_classes || (wall->a.x == wall->b.x && wall->a.y == wall->b.y))
        g_error ("wall %u is none", i);
    }
  for (guint i = 0; i < level->areas->len; i++)
    {
      const KbFileArea *area = g_ptr_array_index (level->areas, i);
      guint before = 0;
      g_assert_cmpuint (area->ends->len, >, 0);
      for (guint ring = 0; ring < area->ends->len; before = g_array_index (area->ends, guint, ring++))
        g_assert_cmpuint (g_array_index (area->ends, guint, ring), >=, before + 3);
      g_assert_cmpuint (before, ==, area->points->len);
    }
}

/* The names of levels may be the same; then the later one is what there is. */
static json_t *
apply (KbDocument *document, const KbLevelFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  json_t *result = json_array ();
  if (!kb_level_file_apply (document, file, NULL, ids, &error))
    {
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      return result;
    }
  g_assert_cmpuint (ids->len, ==, file->levels->len);
  for (guint i = 0; i < ids->len; i++)
    json_array_append_new (result, kb_node_to_json (kb_document_node (document, g_array_index (ids, KbId, i)), NULL));
  return result;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (KbLevelFile) file = kb_level_file_parse ("/levels/input", text, size, NULL, &error);
  if (!file)
    {
      g_assert_true (error != NULL);
      return 0;
    }
  for (guint i = 0; i < file->levels->len; i++)
    check_level (g_ptr_array_index (file->levels, i), file->classes->len);
  KbDocument *document = kb_document_new ("/nowhere", "levels");
  json_t *first = apply (document, file), *again = apply (document, file);
  g_assert_true (json_equal (first, again));
  json_decref (first);
  json_decref (again);
  kb_document_free (document);
  return 0;
}
