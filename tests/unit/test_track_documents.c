/* SPDX-License-Identifier: MIT */
/* Tracks in a document: their fields, what is painted on them and on their bands, edits, files, journal. */
#include <math.h>

#include "document/pixels/zones_files.h"
#include "operations/track/cover.h"
#include "tests/support/painted_kit.h"
#include "tests/support/seed.h"

static const char track_text[] =
  "{\"insert\": \"tracks\", \"value\": {\"name\": \"hill\", \"width\": 100, \"height\": 70, \"cut_off\": 40,"
  " \"surfaces\": [{\"value\": 1, \"name\": \"tarmac\", \"colour\": \"#777777\"},"
  "  {\"value\": 4, \"name\": \"sand\", \"colour\": \"#f6d32d\", \"ground\": \"off\"}],"
  " \"curves\": [{\"closed\": \"closed\", \"surface\": 1, \"points\": ["
  "  {\"at\": [20, 20], \"width\": 10}, {\"at\": [80.5, 20], \"after\": [8, 8.25], \"width\": 12.5},"
  "  {\"at\": [50, 60], \"before\": [4, -4], \"width\": 8}]}],"
  " \"gates\": [{\"name\": \"start\", \"a\": [50, 10], \"b\": [50, 30]}, {\"a\": [80, 50], \"b\": [70, 40]}],"
  " \"bands\": [{\"radius\": 3.5, \"colour\": \"#ff0000\"}, {\"name\": \"lorry\", \"radius\": 6, \"colour\": \"#0000ff\"}]}}";

static KbTrack *
hill (Fixture *fixture)
{
  return kb_project_find_track (kb_document_project (fixture->document), "hill");
}

static void
set_up_track (Fixture *fixture, gconstpointer data)
{
  set_up (fixture, data);
  must_apply (fixture->document, track_text);
}

static gboolean
is_file (Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* --- Fields ----------------------------------------------------------------------------------- */

static void
test_fields (Fixture *fixture, gconstpointer data)
{
  const KbTrack *track = hill (fixture);
  const KbCurve *curve = kb_curve_at (track, 0);
  const KbCurvePoint *point = kb_curve_point_at (curve, 1);
  g_assert_true (track->cut_off == 40 && track->opacity == KB_OPACITY && track->width == 100 && track->height == 70);
  g_assert_true (kb_zone_at (track->surfaces, 0)->use == KB_SURFACE_ROAD && kb_zone_at (track->surfaces, 1)->use == KB_SURFACE_OFF);
  g_assert_true (curve->closed == 1 && curve->surface == 1 && curve->points->len == 3 && !curve->name);
  g_assert_true (point->at.x == 80.5 && point->at.y == 20 && point->before.x == 0 && point->after.y == 8.25 && point->width == 12.5);
  g_assert_true (kb_gate_at (track, 1)->b.x == 70 && kb_gate_at (track, 1)->b.y == 40);
  g_assert_true (kb_band_at (track, 0)->lasting_id == 1 && kb_band_at (track, 1)->lasting_id == 2);
  g_assert_true (kb_band_at (track, 0)->radius == 3.5);
  g_assert_true (kb_node_track (KB_NODE (point)) == track && !kb_node_sprite (KB_NODE (point)));
  g_autofree char *title = kb_node_title (KB_NODE (point)), *path = kb_node_path (KB_NODE (point));
  g_assert_cmpstr (title, ==, "Curve point 2");
  g_assert_cmpstr (path, ==, "tracks[0].curves[0].points[1]");
  g_autofree char *named = kb_node_title (KB_NODE (kb_gate_at (track, 0))), *second = kb_node_title (KB_NODE (kb_gate_at (track, 1)));
  g_assert_cmpstr (named, ==, "start");
  g_assert_cmpstr (second, ==, "Check point 1");

  /* To the grid of 1/256, and what is nothing is left out. */
  must_apply (fixture->document, "{\"set\": \"tracks['hill'].curves[0].points[1].at\", \"value\": [7.123, -0.0001]}");
  must_apply (fixture->document, "{\"set\": \"tracks['hill'].curves[0].points[1].after\", \"value\": null}");
  must_apply (fixture->document, "{\"set\": \"tracks['hill'].curves[0].points[1].width\", \"value\": 0.002}");
  must_apply (fixture->document, "{\"set\": \"tracks['hill'].cut_off\", \"value\": null}");
  g_assert_true (point->at.x == 1823 / 256.0 && point->at.y == 0 && !signbit (point->at.y) && point->width == 1 / 256.0);
  g_assert_cmpint (track->cut_off, ==, 127);
  json_t *json = kb_node_to_json (KB_NODE (point), NULL);
  g_assert_true (!json_object_get (json, "after") && !json_object_get (json, "before"));
  g_assert_true (json_is_integer (json_array_get (json_object_get (json, "at"), 1)));
  json_decref (json);

  refuse (fixture, "{\"set\": \"tracks[0].curves[0].points[0].width\", \"value\": 0}", "expected a number from 0.00390625 to 16384, got");
  refuse (fixture, "{\"set\": \"tracks[0].curves[0].points[0].width\", \"value\": -3}", "got -3");
  refuse (fixture, "{\"set\": \"tracks[0].curves[0].points[0].width\", \"value\": 0.0019}", "got 0.0019");
  refuse (fixture, "{\"set\": \"tracks[0].curves[0].points[0].width\", \"value\": null}", "width: is missing");
  refuse (fixture, "{\"set\": \"tracks[0].curves[0].points[0].width\", \"value\": \"3\"}", "got a string");
  refuse (fixture, "{\"set\": \"tracks[0].curves[0].points[0].at\", \"value\": [1]}", "expected [x, y] in pixels from -16384 to 32767, got an array of");
  refuse (fixture, "{\"set\": \"tracks[0].curves[0].points[0].at\", \"value\": [1, 1e300]}", "of other values");
  refuse (fixture, "{\"set\": \"tracks[0].curves[0].points[0].at\", \"value\": [1, 32767.5]}", "of other values");
  refuse (fixture, "{\"set\": \"tracks[0].curves[0].points[0].at\", \"value\": null}", "at: is missing");
  refuse (fixture, "{\"set\": \"tracks[0].curves[0].closed\", \"value\": \"both\"}", "expected one of open, closed");
  refuse (fixture, "{\"set\": \"tracks[0].curves[0].surface\", \"value\": 0}", "from 1 to 255");
  refuse (fixture, "{\"set\": \"tracks[0].bands[0].radius\", \"value\": 0.06}", "expected a number from 0.0625 to 127");
  refuse (fixture, "{\"set\": \"tracks[0].bands[0].radius\", \"value\": 127.5}", "expected a number from 0.0625 to 127");
  refuse (fixture, "{\"set\": \"tracks[0].cut_off\", \"value\": 128}", "from 1 to 127");
  refuse (fixture, "{\"set\": \"tracks[0].surfaces[0].ground\", \"value\": \"ice\"}", "expected one of road, off");
  refuse (fixture, "{\"insert\": \"tracks\", \"value\": {\"name\": \"Hill\", \"width\": 1, \"height\": 1}}", "another track is called");
  refuse (fixture, "{\"insert\": \"tracks[0].bands\", \"value\": {\"id\": 2, \"radius\": 1, \"colour\": \"#000000\"}}", "'2' is taken by another band");
}

/* --- Painting --------------------------------------------------------------------------------- */

static void
paint_all (Fixture *fixture)
{
  must_apply (fixture->document, "{\"paint\": \"tracks['hill'].pixels\", \"box\": [10, 20, 30, 5], \"zone\": \"tarmac\"}");
  must_apply (fixture->document, "{\"paint\": \"tracks['hill'].pixels\", \"box\": [60, 20, 30, 5], \"zone\": \"sand\"}");
  must_apply (fixture->document, "{\"paint\": \"tracks['hill'].bands[0].pixels\", \"box\": [0, 0, 99, 2], \"zone\": \"band\"}");
  must_apply (fixture->document, "{\"paint\": \"tracks['hill'].bands[1].pixels\", \"box\": [0, 60, 10, 10], \"zone\": \"no band\"}");
}

static void
test_painting (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  const KbTrack *track = hill (fixture);
  const KbBand *band = kb_band_at (track, 0), *lorry = kb_band_at (track, 1);
  g_autofree char *blank = text_of (document);
  paint_all (fixture);
  g_assert_cmpuint (count (&track->pixels, 1), ==, 150);
  g_assert_cmpuint (count (&track->pixels, 4), ==, 150);
  g_assert_cmpuint (count (&band->pixels, KB_BAND_IS), ==, 198);
  g_assert_cmpuint (count (&lorry->pixels, KB_BAND_IS_NOT), ==, 100);
  g_assert_true (kb_zones_width (band->pixels.zones) == 100 && kb_zones_height (band->pixels.zones) == 70);
  refuse (fixture, "{\"paint\": \"tracks[0].bands[0].pixels\", \"zone\": \"tarmac\"}", "there is no zone 'tarmac'");
  refuse (fixture, "{\"paint\": \"tracks[0].pixels\", \"zone\": \"band\"}", "there is no zone 'band'");
  g_autofree char *before = text_of (document), *after = NULL, *last = NULL;

  /* A surface takes its pixels with it, not those of bands that have the same value; a new one gets a free one. */
  must_apply (document, "{\"remove\": \"tracks[0].surfaces['tarmac']\"}");
  g_assert_cmpuint (count (&track->pixels, 1), ==, 0);
  g_assert_cmpuint (count (&band->pixels, 1), ==, 198);
  must_apply (document, "{\"insert\": \"tracks[0].surfaces\", \"value\": {\"name\": \"ice\", \"colour\": \"#99c1f1\"}}");
  g_assert_cmpint (kb_zones_find_name (track->surfaces, "ice")->value, ==, 1);
  g_assert_true (kb_zones_find_name (track->surfaces, "ice")->node.kind == &kb_surface_kind);
  must_apply (document, "{\"undo\": true}");
  must_apply (document, "{\"undo\": true}");
  KbZone *tarmac = kb_zone_at (track->surfaces, 0), *sand = kb_zone_at (track->surfaces, 1);
  g_assert_true (kb_document_merge_zones (document, tarmac->node.id, sand->node.id, NULL));
  g_assert_cmpuint (count (&track->pixels, 4), ==, 300);
  must_apply (document, "{\"undo\": true}");

  /* All that is painted is cut off and extended along. */
  must_apply (document, "{\"set\": \"tracks[0].width\", \"value\": 65}");
  g_assert_true (kb_zones_width (track->pixels.zones) == 65 && count (&track->pixels, 4) == 25);
  g_assert_true (kb_zones_width (band->pixels.zones) == 65 && kb_zones_width (lorry->pixels.zones) == 65);
  must_apply (document, "{\"set\": \"tracks[0].height\", \"value\": 200}");
  g_assert_true (kb_zones_height (lorry->pixels.zones) == 200 && count (&lorry->pixels, KB_BAND_IS_NOT) == 100);
  must_apply (document, "{\"undo\": true}");
  must_apply (document, "{\"undo\": true}");
  after = text_of (document);
  g_assert_cmpstr (before, ==, after);
  for (guint i = 0; i < 4; i++)
    must_apply (document, "{\"undo\": true}");
  last = text_of (document);
  g_assert_cmpstr (last, ==, blank);
}

/* --- Files ------------------------------------------------------------------------------------ */

static void
test_files (Fixture *fixture, gconstpointer data)
{
  save (fixture);
  g_assert_true (is_file (fixture, "tracks/hill.png") && !is_file (fixture, "bands"));
  paint_all (fixture);
  save (fixture);
  g_autofree char *json = read_text (fixture->folder, "tracks/hill.json");
  g_assert_nonnull (strstr (json, "\"kickbox\": \"track\""));
  g_autofree char *path = g_build_filename (fixture->folder, "bands", "hill", "2.png", NULL);
  KbZonesPalette palette = { 0 };
  g_autoptr (KbZones) zones = kb_zones_read (NULL, path, NULL, &palette, NULL, NULL, NULL);
  g_assert_true (kb_zones_equal (zones, kb_band_at (hill (fixture), 1)->pixels.zones));
  g_assert_true (palette.n == 3 && palette.colours[1] == 0xff7800);
  g_autofree char *before = text_of (fixture->document);
  open_again (fixture);
  g_autofree char *read = text_of (fixture->document);
  g_assert_cmpstr (read, ==, before);
  g_assert_false (kb_document_is_modified (fixture->document));

  /* Names are those of all files; what is gone has none. */
  must_apply (fixture->document, "{\"set\": \"tracks[0].name\", \"value\": \"dune\"}");
  must_apply (fixture->document, "{\"remove\": \"tracks[0].bands[0]\"}");
  save (fixture);
  g_assert_true (!is_file (fixture, "bands/hill") && !is_file (fixture, "tracks/hill.png") && is_file (fixture, "tracks/dune.png"));
  g_assert_true (is_file (fixture, "bands/dune/2.png") && !is_file (fixture, "bands/dune/1.png"));
  must_apply (fixture->document, "{\"insert\": \"tracks[0].bands\", \"value\": {\"radius\": 1, \"colour\": \"#000000\"}}");
  g_assert_cmpint (kb_band_at (kb_track_at (kb_document_project (fixture->document), 0), 1)->lasting_id, ==, 3);
  must_apply (fixture->document, "{\"remove\": \"tracks['dune']\"}");
  save (fixture);
  g_assert_true (!is_file (fixture, "bands/dune") && !is_file (fixture, "tracks/dune.png"));
}

static void
check_problems (Fixture *fixture, const char *expected)
{
  static const char *const other[] = { "no-picture", "no-hot-spot", NULL };
  g_autofree char *found = problems_beside (fixture, other);
  g_assert_cmpstr (found, ==, expected);
}

/* As after a merge by git: two bands with one number, and one without. */
static void
test_numbers (Fixture *fixture, gconstpointer data)
{
  save (fixture);
  write_text (fixture->folder, "tracks/hill.json",
              "{\"kickbox\": \"track\", \"format\": 1, \"width\": 100, \"height\": 70, \"bands\": ["
              "{\"id\": 5, \"radius\": 1, \"colour\": \"#000000\"}, {\"id\": 5, \"radius\": 2, \"colour\": \"#000000\"},"
              "{\"radius\": 3, \"colour\": \"#000000\"}]}");
  open_again (fixture);
  const KbTrack *track = hill (fixture);
  g_assert_true (kb_band_at (track, 0)->lasting_id == 5 && kb_band_at (track, 1)->lasting_id == 7 && kb_band_at (track, 2)->lasting_id == 6);
  g_assert_true (kb_document_is_modified (fixture->document));
  check_problems (fixture, "tracks[0] no-surfaces; tracks[0] no-gates; tracks[0].bands[1] renumbered");
}

/* Each is found where it is, and gone with its cause. */
static void
test_problems (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *edit, *expected; } cases[] = {
    { "{\"remove\": \"tracks[0].curves[0].points[0]\"}", "tracks[0] no-road; tracks[0].curves[0] curve-points; tracks[0].gates[0] gate-off-road" },
    { "{\"step\": \"x\", \"edits\": [{\"set\": \"tracks[0].curves[0].closed\", \"value\": \"open\"},"
      " {\"remove\": \"tracks[0].curves[0].points[0]\"}]}", "tracks[0].gates[0] gate-off-road" },
    { "{\"step\": \"x\", \"edits\": [{\"set\": \"tracks[0].curves[0].points[0].at\", \"value\": [50, 60]},"
      " {\"set\": \"tracks[0].curves[0].points[1].at\", \"value\": [50, 60]}]}",
      "tracks[0].curves[0] curve-length; tracks[0].gates[0] gate-off-road; tracks[0].gates[1] gate-off-road" },
    { "{\"set\": \"tracks[0].curves[0].surface\", \"value\": 9}",
      "tracks[0] no-road; tracks[0].curves[0] curve-surface; tracks[0].gates[0] gate-off-road; tracks[0].gates[1] gate-off-road" },
    { "{\"set\": \"tracks[0].surfaces[0].ground\", \"value\": \"off\"}",
      "tracks[0] no-road; tracks[0].gates[0] gate-off-road; tracks[0].gates[1] gate-off-road" },
    { "{\"step\": \"x\", \"edits\": [{\"remove\": \"tracks[0].curves[0]\"}, {\"paint\": \"tracks[0].pixels\", \"zone\": \"tarmac\"},"
      " {\"paint\": \"tracks[0].pixels\", \"zone\": \"sand\", \"box\": [49, 0, 3, 70]}]}", "tracks[0].gates[0] gate-off-road" },
    { "{\"set\": \"tracks[0].gates[0].a\", \"value\": [50, 30]}", "tracks[0].gates[0] gate-length" },
    { "{\"set\": \"tracks[0].gates[0].b\", \"value\": [50, 14.25]}", "tracks[0].gates[0] gate-off-road" },
    { "{\"set\": \"tracks[0].gates[0].b\", \"value\": [50, 14.5]}", "" },
    { "{\"step\": \"x\", \"edits\": [{\"set\": \"tracks[0].gates[1].a\", \"value\": [70, 40]},"
      " {\"set\": \"tracks[0].gates[1].b\", \"value\": [80, 50]}]}", "tracks[0].gates[1] gate-direction" },
    { "{\"step\": \"x\", \"edits\": [{\"set\": \"tracks[0].gates[0].a\", \"value\": [50, 30]},"
      " {\"set\": \"tracks[0].gates[0].b\", \"value\": [50, 10]}]}", "tracks[0].gates[1] gate-direction" },
    { "{\"set\": \"tracks[0].cut_off\", \"value\": 5}", "tracks[0].bands[1] band-radius" },
    { "{\"set\": \"tracks[0].cut_off\", \"value\": 6}", "" },
    { "{\"set\": \"tracks[0].bands[1].radius\", \"value\": 3.5}", "tracks[0].bands[1] same-radius" },
    { "{\"step\": \"x\", \"edits\": [{\"remove\": \"tracks[0].gates[0]\"}, {\"remove\": \"tracks[0].gates[0]\"}]}", "tracks[0] no-gates" },
    { "{\"paint\": \"tracks[0].bands[1].pixels\", \"tiles\": [[0, 0, 3]]}", "tracks[0].bands[1] unknown-zones" },
    { "{\"paint\": \"tracks[0].pixels\", \"tiles\": [[1, 1, 2]]}", "tracks[0] unknown-zones" },
    { "{\"set\": \"tracks[0].bands[0].pixels\", \"value\": {\"size\": [9, 70], \"tiles\": [[0, 0, 1]]}}", "tracks[0].bands[0] painting-size" },
    { "{\"set\": \"tracks[0].pixels\", \"value\": {\"size\": [100, 7], \"tiles\": []}}", "tracks[0] painting-size" },
    { "{\"set\": \"tracks[0].picture\", \"value\": {\"file\": \"none.png\", \"rect\": [0, 0, 1, 1]}}", "tracks[0] bad-picture" },
  };
  check_problems (fixture, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      must_apply (fixture->document, cases[i].edit);
      check_problems (fixture, cases[i].expected);
      must_apply (fixture->document, "{\"undo\": true}");
      check_problems (fixture, "");
    }
}

/* On a painted ring without curves, those that point against the start line. */
static void
test_gates_of_painted_ring (Fixture *fixture, gconstpointer data)
{
  static const int inner[][2] = { { 60, 35 }, { 57, 42 }, { 50, 45 }, { 43, 42 }, { 40, 35 }, { 43, 28 }, { 50, 25 }, { 57, 28 } },
                   outer[][2] = { { 75, 35 }, { 68, 53 }, { 50, 60 }, { 32, 53 }, { 25, 35 }, { 32, 17 }, { 50, 10 }, { 68, 17 } };
  static const struct { guint reversed; const char *expected; } cases[] = {
    { 0, "" }, { 0xff, "" }, { 1 << 3, "tracks[0].gates[3] gate-direction" },
    { 1, "tracks[0].gates[1] gate-direction; tracks[0].gates[2] gate-direction; tracks[0].gates[3] gate-direction; "
         "tracks[0].gates[4] gate-direction; tracks[0].gates[5] gate-direction; tracks[0].gates[6] gate-direction; "
         "tracks[0].gates[7] gate-direction" },
    { 0x70, "tracks[0].gates[4] gate-direction; tracks[0].gates[5] gate-direction; tracks[0].gates[6] gate-direction" },
  };
  must_apply (fixture->document, "{\"step\": \"x\", \"edits\": [{\"remove\": \"tracks[0].curves[0]\"},"
              " {\"remove\": \"tracks[0].gates[0]\"}, {\"remove\": \"tracks[0].gates[0]\"},"
              " {\"paint\": \"tracks[0].pixels\", \"zone\": \"tarmac\"}]}");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const KbTrack *track = hill (fixture);
      while (track->gates->len)
        must_apply (fixture->document, "{\"remove\": \"tracks[0].gates[0]\"}");
      for (guint k = 0; k < G_N_ELEMENTS (inner); k++)
        {
          const int *a = cases[i].reversed >> k & 1 ? outer[k] : inner[k], *b = a == inner[k] ? outer[k] : inner[k];
          g_autofree char *edit = g_strdup_printf (
            "{\"insert\": \"tracks[0].gates\", \"value\": {\"a\": [%d, %d], \"b\": [%d, %d]}}", a[0], a[1], b[0], b[1]);
          must_apply (fixture->document, edit);
        }
      check_problems (fixture, cases[i].expected);
    }
}

/* "PATH PATH ..." of the curves of which nothing shows. */
static char *
hidden_among (GPtrArray *problems)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < problems->len; i++)
    {
      const KbProblem *problem = g_ptr_array_index (problems, i);
      if (g_str_equal (problem->check, "curve-hidden"))
        g_string_append_printf (text, "%s%s", text->len ? " " : "", problem->path);
    }
  return g_string_free (text, FALSE);
}

static void
check_hidden (Fixture *fixture, KbProblemFinder *finder, const char *expected)
{
  g_autoptr (GPtrArray) anew = kb_document_problems_showing (fixture->document, kb_find_hidden_curves);
  g_autoptr (GPtrArray) kept = kb_problem_finder_list (finder);
  g_autofree char *found = hidden_among (anew), *found_kept = hidden_among (kept);
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpstr (found_kept, ==, expected);

  const KbTrack *track = kb_track_at (kb_document_project (fixture->document), 0);
  g_autofree gboolean *hidden = g_new0 (gboolean, track->curves->len + 1);
  g_autofree KbCurveSight *sights = g_new0 (KbCurveSight, track->curves->len + 1);
  kb_find_hidden_curves (track, hidden);
  kb_count_curves (track, sights);
  for (guint i = 0; i < track->curves->len; i++)
    g_assert_true (sights[i].shown <= sights[i].covered && hidden[i] == (sights[i].shown == 0));
}

/* One pixel that shows is enough; what hides may be paint, a later curve or the edge. */
static void
test_hidden (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *edit, *expected; } cases[] = {
    { "{\"insert\": \"tracks[0].curves\", \"at\": 0, \"value\": {\"closed\": \"open\", \"surface\": 1, \"points\": ["
      "{\"at\": [10, 50], \"width\": 4}, {\"at\": [20, 50], \"width\": 4}]}}", "" },
    { "{\"paint\": \"tracks[0].pixels\", \"zone\": \"sand\", \"box\": [8, 48, 13, 4]}", "" },
    { "{\"paint\": \"tracks[0].pixels\", \"zone\": \"sand\", \"box\": [8, 48, 14, 4]}", "tracks[0].curves[0]" },
    { "{\"undo\": true}", "" },
    { "{\"insert\": \"tracks[0].curves\", \"at\": 1, \"value\": {\"closed\": \"open\", \"surface\": 4, \"points\": ["
      "{\"at\": [9, 50], \"width\": 8}, {\"at\": [21, 50], \"width\": 8}]}}", "tracks[0].curves[0]" },
    { "{\"move\": \"tracks[0].curves[1]\", \"to\": 0}", "" },
    { "{\"paint\": \"tracks[0].pixels\", \"zone\": \"sand\"}", "tracks[0].curves[0] tracks[0].curves[1] tracks[0].curves[2]" },
    { "{\"undo\": true}", "" },
    { "{\"set\": \"tracks[0].curves[1].points[0].at\", \"value\": [-40, 50]}", "" },
    { "{\"set\": \"tracks[0].curves[1].points[1].at\", \"value\": [-4, 50]}", "tracks[0].curves[1]" },
  };
  KbProblemFinder *finder = kb_problem_finder_new (fixture->document);
  kb_problem_finder_find_hidden (finder, kb_find_hidden_curves);
  check_hidden (fixture, finder, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      must_apply (fixture->document, cases[i].edit);
      check_hidden (fixture, finder, cases[i].expected);
    }
  kb_problem_finder_free (finder);
}

static void
test_broken (Fixture *fixture, gconstpointer data)
{
  static const guint8 junk[] = "this was a picture";
  paint_all (fixture);
  save (fixture);
  put_file (fixture, "bands/hill/1.png", junk, sizeof junk);
  open_again (fixture);
  g_assert_nonnull (kb_band_at (hill (fixture), 0)->pixels.fault);
  g_assert_true (g_str_has_prefix (kb_band_at (hill (fixture), 0)->pixels.fault, "bands/hill/1.png: "));
  check_problems (fixture, "tracks[0].bands[0] bad-painting");
  must_apply (fixture->document, "{\"set\": \"tracks[0].name\", \"value\": \"dune\"}");
  save (fixture);
  check_bytes (fixture, "bands/dune/1.png", junk, sizeof junk);
  check_bytes (fixture, "bands/hill/1.png", junk, sizeof junk);
}

/* One file that cannot be read is one problem: what needs to know where the road is says nothing. */
static void
test_broken_road (Fixture *fixture, gconstpointer data)
{
  must_apply (fixture->document, "{\"remove\": \"tracks[0].curves[0]\"}");
  must_apply (fixture->document, "{\"paint\": \"tracks[0].pixels\", \"zone\": \"tarmac\"}");
  check_problems (fixture, "");
  save (fixture);
  g_autofree char *path = g_build_filename (fixture->folder, "tracks", "hill.png", NULL), *whole = NULL;
  gsize length;
  g_assert_true (g_file_get_contents (path, &whole, &length, NULL));
  put_file (fixture, "tracks/hill.png", (const guint8 *) whole, length - 20);
  open_again (fixture);
  g_assert_true (g_str_has_prefix (hill (fixture)->pixels.fault, "tracks/hill.png: byte"));
  check_problems (fixture, "tracks[0] bad-painting");
  must_apply (fixture->document, "{\"paint\": \"tracks[0].pixels\", \"zone\": \"sand\", \"box\": [0, 0, 1, 1]}");
  check_problems (fixture, "tracks[0] no-road; tracks[0].gates[0] gate-off-road; tracks[0].gates[1] gate-off-road");
}

/* A kill after any step: the journal brings the same back. */
static void
test_journal (Fixture *fixture, gconstpointer data)
{
  static const char *const lines[] = {
    "{\"remove\": \"tracks[0].surfaces[0]\"}", "{\"undo\": true}", "{\"redo\": true}", "{\"undo\": true}",
    "{\"set\": \"tracks[0].width\", \"value\": 64}", "{\"set\": \"tracks[0].name\", \"value\": \"dune\"}",
    "{\"paint\": \"tracks[0].bands[1].pixels\", \"zone\": \"band\", \"replace\": null}",
    "{\"remove\": \"tracks[0].bands[1]\"}", "{\"undo\": true}", "{\"remove\": \"tracks[0]\"}", "{\"undo\": true}",
    "{\"move\": \"tracks[0].curves[0].points[0]\", \"to\": 2}", "{\"set\": \"tracks[0].gates[0].a\", \"value\": [3.25, -7]}",
  };
  g_autoptr (GError) error = NULL;
  save (fixture);
  open_again (fixture);
  g_assert_true (kb_document_keep_journal (fixture->document, &error));
  paint_all (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      must_apply (fixture->document, lines[i]);
      check_replay (fixture);
    }
}

static void
test_snapshot (Fixture *fixture, gconstpointer data)
{
  paint_all (fixture);
  g_autofree char *before = text_of (fixture->document);
  KbDocument *copy = kb_document_snapshot (fixture->document);
  g_assert_true (kb_band_at (kb_track_at (kb_document_project (copy), 0), 1)->pixels.zones == kb_band_at (hill (fixture), 1)->pixels.zones);
  must_apply (fixture->document, "{\"paint\": \"tracks[0].bands[1].pixels\", \"zone\": \"band\"}");
  g_autofree char *copied = text_of (copy);
  g_assert_cmpstr (copied, ==, before);
  kb_document_free (copy);
}

KIT_PROGRAM (track_documents)
{
  kit_test_init (&argc, &argv);
#define ADD(name) g_test_add ("/tracks/" #name, Fixture, NULL, set_up_track, test_##name, tear_down)
  ADD (fields);
  ADD (painting);
  ADD (files);
  ADD (numbers);
  ADD (problems);
  ADD (gates_of_painted_ring);
  ADD (hidden);
  ADD (broken);
  ADD (broken_road);
  ADD (journal);
  ADD (snapshot);
  return g_test_run ();
}
