/* SPDX-License-Identifier: MIT */
/* A track that is kept up to date against one that is computed anew, bit for bit: strokes in their steps, taken back,
 * finished and undone, points of curves dragged, put in and taken out, curves added, moved and removed, other surfaces road. */
#include <string.h>

#include "bake/track/live.h"
#include "bake/track/tracks.h"
#include "operations/paint/paint.h"
#include "runtime/kickbox.h"
#include "tests/support/seed.h"

static double
some (double low, double high)
{
  return low + g_test_rand_int_range (0, (gint) ((high - low) * 256) + 1) / 256.0;
}

static KbCoursePoint
some_point (const KbTrackForm *form)
{
  double far = form->width / 6.0;
  KbCoursePoint p = { { some (-20, form->width + 20), some (-20, form->height + 20) }, { 0, 0 }, { 0, 0 }, some (1, 60) };
  if (g_test_rand_int_range (0, 3))
    {
      p.before = (KbVec) { some (-far, far), some (-far, far) };
      p.after = (KbVec) { some (-far, far), some (-far, far) };
    }
  return p;
}

static void
add_course (KbTrackForm *form)
{
  KbCoursePoint points[6];
  guint n = (guint) g_test_rand_int_range (0, 7);
  for (guint i = 0; i < n; i++)
    points[i] = some_point (form);
  form->courses = g_renew (KbCourse, form->courses, form->n + 1);
  kb_course_init (&form->courses[form->n++], g_test_rand_int_range (0, 2), g_test_rand_int_range (0, 5), points, n);
}

/* --- What may happen to a track --------------------------------------------------------------- */

static void
move_point (KbTrackForm *form)
{
  KbCourse *course = form->n > 0 ? &form->courses[g_test_rand_int_range (0, (gint) form->n)] : NULL;
  if (!course || course->n == 0)
    return;
  KbCoursePoint *p = &course->points[g_test_rand_int_range (0, (gint) course->n)];
  switch (g_test_rand_int_range (0, 4))
    {
    case 0: p->width = some (0.5, 60); break;
    case 1: p->after.x += some (-20, 20); break;
    case 2: p->before.y += some (-20, 20); break;
    default: p->at = (KbVec) { p->at.x + some (-30, 30), p->at.y + some (-30, 30) };
    }
}

static void
change_points (KbTrackForm *form)
{
  KbCourse *course = form->n > 0 ? &form->courses[g_test_rand_int_range (0, (gint) form->n)] : NULL;
  if (course && course->n > 4)
    kb_course_remove (course, (guint) g_test_rand_int_range (0, (gint) course->n));
  else if (course && kb_course_segments (course) > 0)
    kb_course_insert (course, (guint) g_test_rand_int_range (0, (gint) kb_course_segments (course)), some (0, 1));
}

static void
change_courses (KbTrackForm *form)
{
  if (form->n < 2)
    {
      add_course (form);
      return;
    }
  guint i = (guint) g_test_rand_int_range (0, (gint) form->n - 1);
  KbCourse course = form->courses[i];
  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      form->courses[i] = form->courses[i + 1];
      form->courses[i + 1] = course;
      break;
    case 1: form->courses[i].surface = g_test_rand_int_range (0, 5); break;
    case 2: form->courses[i].closed = !course.closed; break;
    default:
      kb_course_clear (&course);
      memmove (form->courses + i, form->courses + i + 1, (form->n - i - 1) * sizeof course);
      form->n--;
    }
}

static void
change_road (KbTrackForm *form)
{
  if (g_test_rand_int_range (0, 5) == 0)
    form->is_road[g_test_rand_int_range (0, 5)] ^= 1;
}

/* --- Comparisons ------------------------------------------------------------------------------ */

static void
check_band (const KbLiveTrack *live, const KbBandForm *form, const KbBankBand *band)
{
  KbClearanceBox all = { 0, 0, (gint) kb_live_track_width (live), (gint) kb_live_track_height (live) };
  gsize stride = (gsize) all.width;
  g_autofree guint8 *flags = g_malloc (stride * (gsize) all.height);
  kbx_handle mask;
  gboolean differs = FALSE;
  g_assert_cmpint (kbx_open (&mask, KBX_MASK, band->painting.bytes, band->painting.size, NULL), ==, KBX_OK);
  kb_live_track_band (live, form, &all, flags, stride);
  for (gint y = 0; y < all.height; y++)
    for (gint x = 0; x < all.width; x++)
      {
        guint8 flag = flags[(gsize) y * stride + (gsize) x];
        guint8 hand = form->by_hand ? kb_zones_at (form->by_hand, x, y) : 0;
        gint clearance;
        g_assert_true (kb_live_track_clearance_at (live, x, y, &clearance));
        gboolean computed = clearance > 0 && clearance < 16 * form->radius, in = hand ? hand == 1 : computed;
        g_assert_cmpint (flag, ==, (computed ? KB_BAND_COMPUTED : 0) | (in ? KB_BAND_IN : 0));
        g_assert_cmpint (kbx_zone_at (mask, kbx_at (0, 0), (kbx_point) { x, y }), ==, in);
        differs |= computed != in;
      }
  g_assert_cmpint (band->painted, ==, differs);
}

/* What is shown is as a whole computation, and what is baked is as shown. */
static void
check (const KbLiveTrack *live, const KbTrackForm *form, const KbBandForm *bands, guint n)
{
  KbBankContent content = { .tracks = g_new0 (KbBankTrack, 1), .n_tracks = 1 };
  KbBankTrack *baked = content.tracks;
  kbx_handle surfaces;
  g_autoptr (KbLiveTrack) whole = kb_live_track_new (form, NULL, NULL);
  guint columns = (form->width + KB_ZONES_TILE - 1) / KB_ZONES_TILE;
  baked->bands = g_new0 (KbBankBand, MAX (n, 1));
  baked->n_bands = n;
  g_assert_true (kb_bake_track (form, bands, baked, NULL, NULL));
  g_assert_cmpint (kbx_open (&surfaces, KBX_MASK, baked->painting.bytes, baked->painting.size, NULL), ==, KBX_OK);
  for (guint y = 0; y < form->height; y++)
    {
      g_assert_cmpmem (kb_live_track_row (live, (gint) y), form->width * 2, kb_live_track_row (whole, (gint) y), form->width * 2);
      for (guint x = 0; x < form->width; x += KB_ZONES_TILE)
        {
          guint tile = y / KB_ZONES_TILE * columns + x / KB_ZONES_TILE, row = y % KB_ZONES_TILE * KB_ZONES_TILE;
          gsize count = MIN (KB_ZONES_TILE, form->width - x);
          g_assert_cmpmem (kb_live_track_tile (live, tile) + row, count, kb_live_track_tile (whole, tile) + row, count);
        }
      for (guint x = 0; x < form->width; x++)
        g_assert_cmpint (kbx_zone_at (surfaces, kbx_at (0, 0), (kbx_point) { (gint) x, (gint) y }), ==, kb_live_track_surface_at (live, (gint) x, (gint) y));
    }
  for (guint i = 0; i < n; i++)
    check_band (live, &bands[i], &baked->bands[i]);
  kb_bank_content_clear (&content);
}

/* The same with the painting as a painter has it. */
static void
check_stroke (const KbLiveTrack *live, const KbTrackForm *form, const KbZonesPainter *painter)
{
  gsize n = (gsize) form->width * form->height;
  g_autofree guint8 *pixels = g_malloc (n);
  KbTrackForm with = *form;
  kb_zones_painter_copy (painter, 0, 0, form->width, form->height, pixels, form->width);
  with.painted = kb_zones_from_pixels (form->width, form->height, pixels, form->width);
  check (live, &with, NULL, 0);
  kb_zones_unref (with.painted);
}

/* What did not change outside of the boxes that were told. */
/* In numbers. */
static gsize
row_stride (const KbLiveTrack *live)
{
  return kb_live_track_height (live) > 1 ? (gsize) (kb_live_track_row (live, 1) - kb_live_track_row (live, 0)) : kb_live_track_width (live);
}

static void
check_change (const KbLiveTrack *live, const gint16 *before, KbClearanceBox box)
{
  gsize stride = row_stride (live), width = kb_live_track_width (live);
  for (gint y = 0; y < (gint) kb_live_track_height (live); y++)
    {
      gboolean inside = y >= box.y && y < box.y + box.height && box.width > 0;
      gsize from = inside ? (gsize) box.x : width, to = inside ? (gsize) (box.x + box.width) : width, row = (gsize) y * stride;
      g_assert_cmpmem (before + row, from * 2, kb_live_track_row (live, y), from * 2);
      g_assert_cmpmem (before + row + to, (width - to) * 2, kb_live_track_row (live, y) + to, (width - to) * 2);
    }
}

/* --- A stroke --------------------------------------------------------------------------------- */

static void
paint_stroke (KbLiveTrack *live, KbTrackForm *form, gboolean often)
{
  gint w = (gint) form->width, h = (gint) form->height, steps = g_test_rand_int_range (1, 6);
  gint x = g_test_rand_int_range (-20, w + 20), y = g_test_rand_int_range (-20, h + 20);
  gboolean late = g_test_rand_int_range (0, 4) == 0;
  KbZonesPainter *painter = kb_zones_painter_new (form->painted);
  KbBrush brush = { g_test_rand_int_range (0, 2), (guint) g_test_rand_int_range (1, 80) };
  KbInk ink = { .painter = painter, .value = (guint8) g_test_rand_int_range (0, 5) };
  for (gint i = 0; i < steps; i++)
    {
      gint u = x + g_test_rand_int_range (-40, 41), v = y + g_test_rand_int_range (-40, 41);
      guint width, height;
      gint left, top;
      kb_paint_line (&ink, &brush, x, y, u, v);
      x = u;
      y = v;
      if (late && i == 0)   /* one that was begun before anybody looked */
        kb_zones_painter_take_dirty (painter, &left, &top, &width, &height);
      else if (kb_zones_painter_take_dirty (painter, &left, &top, &width, &height))
        kb_live_track_stroke (live, painter, left, top, width, height);
    }
  if (often)
    {
      kb_live_track_stroke (live, painter, 0, 0, 0, 0);
      check_stroke (live, form, painter);
    }
  if (g_test_rand_int_range (0, 5) == 0)
    {
      kb_zones_painter_cancel (painter);
      return;
    }
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  if (patch)
    form->painted = kb_zones_apply (form->painted, patch, TRUE);
  if (patch && g_test_rand_int_range (0, 4) == 0)
    {
      kb_live_track_follow (live, form, NULL);
      form->painted = kb_zones_apply (form->painted, patch, FALSE);
    }
}

static void (*const changes[]) (KbTrackForm *form) = {
  move_point, move_point, move_point, change_points, change_courses, change_road,
};

static void
test_changes (void)
{
  guint steps = kit_is_whole () ? 1000 : 300, side = kit_is_soak () ? 1500 : 330;
  guint most = kit_is_soak () ? KB_CLEARANCE_MOST : 40;
  KbTrackForm form = { .width = side + 7, .height = side - 40, .most = most, .cut_off = most, .is_road = { 0, 1, 0, 1 } };
  form.painted = kb_zones_new (form.width, form.height, 0);
  g_autoptr (KbZones) hand = kb_zones_new (form.width, form.height, 0);
  KbZonesPainter *painter = kb_zones_painter_new (hand);
  kb_zones_painter_box (painter, 20, 30, 90, 80, KB_BAND_IS);
  kb_zones_painter_box (painter, 60, 50, 190, 120, KB_BAND_IS_NOT);
  KbZonesPatch *patch = kb_zones_painter_finish (painter);
  hand = kb_zones_apply (g_steal_pointer (&hand), patch, TRUE);
  kb_zones_patch_unref (patch);
  KbBandForm bands[] = { { 6, NULL, NULL }, { 11.3, hand, NULL } };
  add_course (&form);
  g_autoptr (KbLiveTrack) live = kb_live_track_new (&form, NULL, NULL);
  for (guint i = 0; i < steps; i++)
    {
      KbTrackChange change;
      if (g_test_rand_int_range (0, 2))
        paint_stroke (live, &form, i % 7 == 0);
      else
        changes[g_test_rand_int_range (0, G_N_ELEMENTS (changes))](&form);
      g_autofree gint16 *before = g_memdup2 (kb_live_track_row (live, 0), row_stride (live) * form.height * 2);
      g_assert_true (kb_live_track_follow (live, &form, &change));
      check_change (live, before, change.clearance);
      check (live, &form, bands, i % 10 == 0 ? G_N_ELEMENTS (bands) : 0);
    }
  kb_track_form_clear (&form);
}

/* Another size or cut-off is another track; a change that nobody sees costs no clearance. */
static void
test_fits (void)
{
  KbTrackForm form = { .width = 200, .height = 150, .most = 30, .cut_off = 30, .is_road = { 0, 1, 1 } }, other = form;
  g_autoptr (KbLiveTrack) live = kb_live_track_new (&form, NULL, NULL);
  KbTrackChange change;
  other.most = 31;
  g_assert_false (kb_live_track_follow (live, &other, NULL));
  other = form;
  other.width = 201;
  g_assert_false (kb_live_track_follow (live, &other, NULL));
  g_assert_true (kb_live_track_follow (live, &form, &change));
  g_assert_cmpint (change.surfaces.width, ==, 0);
  form.painted = kb_zones_new (200, 150, 1);
  g_assert_true (kb_live_track_follow (live, &form, &change));
  g_assert_cmpint (change.clearance.width, ==, 200);
  kb_zones_unref (form.painted);
  form.painted = kb_zones_new (200, 150, 2);   /* road before, road now */
  g_assert_true (kb_live_track_follow (live, &form, &change));
  g_assert_cmpint (change.surfaces.width, ==, 200);
  g_assert_cmpint (change.clearance.width, ==, 0);
  g_assert_cmpint (kb_live_track_surface_at (live, 199, 149), ==, 2);
  g_assert_cmpint (kb_live_track_surface_at (live, 200, 149), ==, 0);
  kb_zones_unref (form.painted);
}

static gpointer
measure (gpointer form)
{
  return kb_live_track_new (form, NULL, NULL);
}

/* The first computation on another thread, while the document goes on. */
static void
test_worker (void)
{
  KbTrackForm form = { .width = 600, .height = 500, .most = 127, .cut_off = 127, .is_road = { 0, 1, 0, 1 } };
  form.painted = kb_zones_new (600, 500, 0);
  for (guint i = 0; kit_goes_on (i, 16); i++)
    {
      add_course (&form);
      KbTrackForm snapshot = kb_track_form_copy (&form);
      GThread *thread = g_thread_new ("measure", measure, &snapshot);
      KbZonesPainter *painter = kb_zones_painter_new (form.painted);
      for (guint k = 0; k < 30; k++)
        kb_zones_painter_box (painter, g_test_rand_int_range (0, 600), g_test_rand_int_range (0, 500), 20, 20, (guint8) (k % 4));
      g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
      form.painted = kb_zones_apply (form.painted, patch, TRUE);
      move_point (&form);
      g_autoptr (KbLiveTrack) live = g_thread_join (thread);
      kb_track_form_clear (&snapshot);
      g_assert_true (kb_live_track_follow (live, &form, NULL));
      check (live, &form, NULL, 0);
    }
  kb_track_form_clear (&form);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  KbTrackForm form = { .width = 3000, .height = 2000, .most = 127, .cut_off = 127 };
  KbWatch watch = { .cancellable = cancellable };
  KbBankTrack track = { NULL };
  g_cancellable_cancel (cancellable);
  g_assert_null (kb_live_track_new (&form, &watch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (kb_bake_track (&form, NULL, &track, &watch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

KIT_PROGRAM (live_track)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/live-track/changes", test_changes);
  g_test_add_func ("/live-track/fits", test_fits);
  g_test_add_func ("/live-track/worker", test_worker);
  g_test_add_func ("/live-track/cancel", test_cancel);
  return g_test_run ();
}
