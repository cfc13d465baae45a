/* SPDX-License-Identifier: MIT */
/* Reads the input as a track of DustRacing2D. What can be read becomes a track that has no errors, twice the same. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "tests/fuzz/front_door.h"
#include "interchange/tracks/track_file.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* A surface may have no pixels; a check point has two ends. */
static void
check_track (const KbDocument *document)
{
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  const KbTrack *track = kb_track_at (kb_document_project (document), 0);
  for (guint i = 0; i < problems->len; i++)
    {
      const KbProblem *problem = g_ptr_array_index (problems, i);
      if (problem->severity == KB_PROBLEM_ERROR)
        g_error ("%s: %s", problem->path, problem->message);
    }
  for (guint i = 0; i < track->gates->len; i++)
    if (!isfinite (kb_gate_at (track, i)->a.x + kb_gate_at (track, i)->b.y))
      g_error ("a check point is nowhere");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbTrackFile) file = kb_track_file_parse ("/tracks/input.trk", (const char *) data, size, &error);
  if (!file)
    {
      g_assert_true (error != NULL);
      return 0;
    }
  fuzz_accept ();
  KbDocument *document = kb_document_new ("/nowhere", "tracks");
  KbId id = kb_track_file_apply (document, file, NULL, FALSE, NULL, &error);
  g_assert_no_error (error);
  check_track (document);
  json_t *first = kb_node_to_json (kb_document_node (document, id), NULL);
  g_assert_true (kb_track_file_apply (document, file, NULL, FALSE, NULL, &error) == id);
  json_t *again = kb_node_to_json (kb_document_node (document, id), NULL);
  g_assert_true (json_equal (first, again));
  g_assert_cmpuint (kb_track_file_apply (document, file, "\xff", FALSE, NULL, NULL), ==, 0);
  json_decref (first);
  json_decref (again);
  kb_document_free (document);
  return 0;
}
