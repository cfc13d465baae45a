/* SPDX-License-Identifier: MIT */
/* A track's picture with its surfaces, bands, curves and check points, and the number of pixels of
 * each. */
#include <glib/gi18n.h>

#include "drawing/scene/scene.h"
#include "drawing/sheets/sheet.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"
#include "drawing/tracks/track_marks.h"
#include "drawing/tracks/track_picture.h"

typedef struct {
  KbDocument *document;
  const KbTrack *track;
  KbLiveTrack *live;
  gboolean plain;       /* only pixels */
} TrackSheet;

static void
draw_track_sheet_lines (cairo_t *cr, const KbView *view, const KbStyle *style, const KbTrack *track)
{
  g_autoptr (GArray) gates = kb_gate_marks (track);

  KB_EACH (KbCurve, curve, track->curves)
    {
      g_auto (KbCourse) course = kb_course_of_curve (curve);

      KB_EACH (const KbBand, band, track->bands)
        kb_draw_course_beside (cr, view, style, &course, band->radius, band->colour);
      kb_draw_course (cr, view, style, &course, 0, KB_MARK_PLAIN);
    }
  kb_draw_gates (cr, view, style, 0, (const KbGateMark *) gates->data, gates->len);
}

static void
draw_track (cairo_t *cr, const KbView *view, const KbStyle *style, gpointer data)
{
  const TrackSheet *sheet = data;
  const KbTrack *track = sheet->track;
  KbScene scene = { .document = sheet->document,
                    .frame_id = track->node.id,
                    .style = style,
                    .view = *view,
                    .hovered_handle = -1,
                    .parts = KB_DRAW_CHECKER | KB_DRAW_PICTURE | KB_DRAW_BORDER };
  KbBandLook bands[KB_MAX_BAND_LOOKS];
  KbTrackLook look = { .live = sheet->live,
                       .bands = bands,
                       .n_bands = MIN (kb_count (track->bands), KB_MAX_BAND_LOOKS) };
  KbPainting painting;

  scene.surfaces = kb_surfaces_new (0);
  kb_draw_scene (cr, &scene);
  kb_surfaces_free (scene.surfaces);
  kb_painting_of_node (&track->node, &painting);
  memcpy (look.colours, painting.colours, sizeof look.colours);
  look.opacity = painting.opacity;
  for (guint i = 0; i < look.n_bands; i++)
    bands[i] =
      (KbBandLook) { { kb_band_at (track, i)->radius, kb_band_at (track, i)->pixels.zones, NULL },
                    kb_band_at (track, i)->colour };
  kb_draw_track_pixels (cr, view, &look);
  if (!sheet->plain)
    draw_track_sheet_lines (cr, view, style, track);
}

static void
count_surfaces (const KbLiveTrack *live, guint64 counts[256])
{
  for (guint y = 0; y < kb_live_track_height (live); y++)
    for (guint x = 0; x < kb_live_track_width (live); x++)
      counts[kb_live_track_surface_at (live, (gint) x, (gint) y)]++;
}

static guint64
count_band (const KbLiveTrack *live, const KbBand *band)
{
  KbBandForm form = { band->radius, band->pixels.zones, NULL };
  guint width = kb_live_track_width (live);
  g_autofree guint8 *flags = g_malloc (width);
  guint64 count = 0;

  for (guint y = 0; y < kb_live_track_height (live); y++)
    {
      kb_live_track_band (live, &form, &(KbClearanceBox) { 0, (gint) y, (gint) width, 1 }, flags,
                          width);
      for (guint x = 0; x < width; x++)
        count += flags[x] & KB_BAND_IN;
    }
  return count;
}

static GArray *
legend_of (const KbTrack *track, const KbLiveTrack *live)
{
  GArray *legend = kb_plan_legend_new ();
  guint64 counts[256] = { 0 }, all = (guint64) track->width * (guint64) track->height;

  count_surfaces (live, counts);
  KB_EACH (const KbZone, surface, track->surfaces)
    {
      g_autofree char *count = kb_count_text (counts[surface->value], all);

      kb_plan_legend_add (
        legend, surface->colour, g_strdup (surface->name),
        g_strdup_printf (surface->use == KB_SURFACE_ROAD ? _("road · %s") : _("off · %s"),
                         count));
    }
  KB_EACH (const KbBand, band, track->bands)
    {
      g_autofree char *radius = kb_number_text (band->radius);

      kb_plan_legend_add (legend, band->colour, g_strdup_printf (_("band of %s px"), radius),
                          kb_count_text (count_band (live, band), all));
    }
  if (kb_count (track->bands) && kb_count (track->curves))
    kb_plan_legend_add (legend, 0xffffffffu, g_strdup (_("thin lines")),
                        g_strdup (_("edges of bands")));
  return legend;
}

KbPicture *
kb_draw_track_sheet (KbDocument *document, KbId track_id, const KbSheetOptions *options,
                     GError **error)
{
  TrackSheet sheet = { document, (const KbTrack *) kb_document_node (document, track_id), NULL,
                       options->plain };
  KbPicture *result = NULL, *behind;
  GError *local = NULL;

  g_return_val_if_fail (kb_node_is (KB_NODE (sheet.track), &kb_track_kind), NULL);
  /* Keeps the picture cached for drawing */
  behind = kb_document_track_picture (document, sheet.track, &local);
  g_clear_pointer (&behind, kb_picture_unref);
  if (!local)
    {
      g_auto (KbTrackForm) form = kb_track_form (sheet.track);
      sheet.live = kb_live_track_new (&form, NULL, &local);
    }
  if (sheet.live)
    {
      g_autoptr (GArray) legend = legend_of (sheet.track, sheet.live);
      const KbPlan plan = { sheet.track->name,   sheet.track->width,
                            sheet.track->height, legend,
                            draw_track,          &sheet };
      result = kb_draw_plan (&plan, options, &local);
    }
  kb_live_track_free (sheet.live);
  if (local)
    g_propagate_error (error, local);
  return result;
}
