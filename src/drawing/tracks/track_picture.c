/* SPDX-License-Identifier: MIT */
/* Finds for each pixel its surface and how many bands, from the largest down, contain it. A table
 * gives the colour for both. Bands are only checked one by one where they are painted by hand. */
#include "drawing/tracks/track_picture.h"

#include <math.h>
#include <string.h>

#include "drawing/pixel_rows.h"
#include "drawing/style.h"

#define BAND_ALPHA 0.65
#define PICTURE_HATCH 8              /* device pixels between lines */
#define HATCH_ALPHA 0.95
#define CLEARANCES (2 * KB_CLEARANCE_MOST * KB_CLEARANCE_UNITS + 1)
#define MIDDLE (KB_CLEARANCE_MOST * KB_CLEARANCE_UNITS)

/* The visible part of a row of the track. */
typedef struct {
  gint y;
  /* Where the row begins in each visible column of tiles */
  const guint8 **tiles;
  const gint16 *clearance;
  /* n numbers for each band, or NULL where none is painted by hand */
  guint8 *flags;
} TrackPictureRow;

typedef struct {
  const KbTrackLook *look;
  KbBandLook bands[KB_MAX_BAND_LOOKS];   /* the largest radius first */
  guint n_bands;
  gboolean by_hand;                  /* at least one is painted by hand */
  guint8 levels[CLEARANCES];         /* number of bands that contain a pixel of that clearance */
  guint32 *colours;                  /* by level and surface */
  guint32 surfaces[256];
  gint x0, n;                        /* visible columns */
  gint phase;                        /* phase of the hatching in device pixels */
  TrackPictureRow rows[2];
} TrackPictureDrawing;

/* ---- colours ---- */

static guint32
track_picture_over (guint32 below, guint32 colour, double alpha)
{
  guint32 above = kb_premultiplied (colour | 0xff, alpha), rest = 255 - (above >> 24), result = 0;

  for (guint shift = 0; shift < 32; shift += 8)
    result |= ((above >> shift & 255) + ((below >> shift & 255) * rest + 127) / 255) << shift;
  return result;
}

static gint
compare_bands (gconstpointer a, gconstpointer b)
{
  double first = ((const KbBandLook *) a)->form.radius,
         second = ((const KbBandLook *) b)->form.radius;

  return first < second ? 1 : first > second ? -1 : 0;
}

static gboolean
is_by_hand (const KbBandLook *band)
{
  return band->form.painter || (band->form.by_hand && !kb_zones_is_blank (band->form.by_hand));
}

static void
find_levels (TrackPictureDrawing *d)
{
  for (guint i = 0; i < d->n_bands; i++)
    for (gint c = 0; c < CLEARANCES; c++)
      {
        gint16 clearance = (gint16) (c - MIDDLE);
        guint8 flags;

        kb_track_band_row (&clearance, 1, d->bands[i].form.radius, NULL, &flags);
        if (flags & KB_BAND_IN)
          d->levels[c] = (guint8) (i + 1);
      }
}

static void
begin_drawing (TrackPictureDrawing *d, const KbTrackLook *look)
{
  *d = (TrackPictureDrawing) { .look = look, .n_bands = MIN (look->n_bands, KB_MAX_BAND_LOOKS) };
  memcpy (d->bands, look->bands, d->n_bands * sizeof *d->bands);
  qsort (d->bands, d->n_bands, sizeof *d->bands, compare_bands);
  for (guint i = 0; i < d->n_bands; i++)
    d->by_hand = d->by_hand || is_by_hand (&d->bands[i]);
  find_levels (d);
  d->colours = g_new (guint32, (d->n_bands + 1) * 256);
  for (guint surface = 0; surface < 256; surface++)
    {
      d->surfaces[surface] = kb_premultiplied (look->colours[surface], look->opacity);
      d->colours[surface] = d->surfaces[surface];
      for (guint i = 0; i < d->n_bands; i++)
        d->colours[(i + 1) * 256 + surface] =
          track_picture_over (d->surfaces[surface], d->bands[i].colour, BAND_ALPHA);
    }
}

/* ---- pixels ---- */

static void
find_track_picture_row (const TrackPictureDrawing *d, TrackPictureRow *row, gint y)
{
  const KbLiveTrack *live = d->look->live;
  guint columns = (kb_live_track_width (live) + KB_ZONES_TILE - 1) / KB_ZONES_TILE;

  row->y = CLAMP (y, 0, (gint) kb_live_track_height (live) - 1);
  for (guint i = (guint) d->x0 / KB_ZONES_TILE; i <= (guint) (d->x0 + d->n - 1) / KB_ZONES_TILE;
       i++)
    row->tiles[i] = kb_live_track_tile (live, (guint) row->y / KB_ZONES_TILE * columns + i) +
                    (gsize) (row->y % KB_ZONES_TILE) * KB_ZONES_TILE;
  row->clearance = kb_live_track_row (live, row->y);
  for (guint i = 0; i < d->n_bands && row->flags; i++)
    kb_live_track_band (live, &d->bands[i].form, &(KbClearanceBox) { d->x0, row->y, d->n, 1 },
                        row->flags + (gsize) i * (gsize) d->n, (gsize) d->n);
}

/* The smallest band that contains it. Hatched if painted otherwise than computed, even within a
 * larger band. */
static guint32
colour_by_hand (const TrackPictureDrawing *d, const TrackPictureRow *row, gint x, guint8 surface,
                gboolean hatched)
{
  guint32 colour = d->surfaces[surface];
  gboolean line = FALSE;

  for (guint i = 0; i < d->n_bands; i++)
    {
      guint8 flags = row->flags[(gsize) i * (gsize) d->n + (gsize) (x - d->x0)];
      gboolean differs = flags == KB_BAND_IN || flags == KB_BAND_COMPUTED;

      if (differs && hatched)
        colour = track_picture_over (d->surfaces[surface], d->bands[i].colour, HATCH_ALPHA);
      else if (flags & KB_BAND_IN && !line)
        colour = track_picture_over (d->surfaces[surface], d->bands[i].colour, BAND_ALPHA);
      line = line || (differs && hatched);
    }
  return colour;
}

static inline guint32
track_picture_colour_at (const TrackPictureDrawing *d, const TrackPictureRow *row, gint x,
                         gboolean hatched)
{
  guint8 surface = row->tiles[x / KB_ZONES_TILE][x % KB_ZONES_TILE];

  if (row->flags)
    return colour_by_hand (d, row, x, surface, hatched);
  return d->colours[d->levels[row->clearance[x] + MIDDLE] * 256 + surface];
}

static inline gboolean
is_hatched (const TrackPictureDrawing *d, int i, int j)
{
  return (guint) (i + j + d->phase) % PICTURE_HATCH < 2;
}

static void
draw_track_picture_row (const TrackPictureDrawing *d, const KbPixelAxis *across, int j,
                        const gint *columns, guint32 *to)
{
  for (int k = 0; k < across->last - across->first; k++)
    to[k] =
      track_picture_colour_at (d, &d->rows[0], columns[k], is_hatched (d, across->first + k, j));
}

static void
draw_small_row (const TrackPictureDrawing *d, const KbPixelAxis *across, int j, const gint *columns,
                guint32 *to)
{
  const TrackPictureRow *upper = &d->rows[0], *lower = &d->rows[1];

  for (int k = 0; k < across->last - across->first; k++)
    {
      gint x0 = columns[2 * k], x1 = columns[2 * k + 1];
      gboolean hatched = is_hatched (d, across->first + k, j);
      guint32 a = track_picture_colour_at (d, upper, x0, hatched),
              b = track_picture_colour_at (d, upper, x1, hatched);
      guint32 e = track_picture_colour_at (d, lower, x0, hatched),
              f = track_picture_colour_at (d, lower, x1, hatched);

      to[k] = a == b && a == e && a == f ? a : kb_mean_of_four (a, b, e, f);
    }
}

static void
draw_track_picture_rows (const KbPixelAxis *across, const KbPixelAxis *down, guint8 *pixels,
                         gsize stride, gpointer data)
{
  TrackPictureDrawing *d = data;
  gboolean small = kb_pixel_axis_is_small (across);
  guint n_tiles = (across->length + KB_ZONES_TILE - 1) / KB_ZONES_TILE;

  d->x0 = CLAMP (kb_pixel_axis_at (across, across->first, 0), 0, (gint) across->length - 1);
  d->n = CLAMP (kb_pixel_axis_at (across, across->last, 0) + 1, d->x0 + 1, (gint) across->length)
         - d->x0;
  /* Hatching moves with the picture. */
  d->phase = PICTURE_HATCH * 4096
             - (int) (floor (-across->start / across->step) + floor (-down->start / down->step))
                 % (PICTURE_HATCH * 1024);
  for (guint i = 0; i < 2; i++)
    d->rows[i] =
      (TrackPictureRow){ -1, g_new (const guint8 *, n_tiles), NULL,
                         d->by_hand ? g_malloc ((gsize) d->n_bands * (gsize) d->n) : NULL };
  g_autofree gint *columns = kb_pixel_axis_places (across, d->x0, d->x0 + d->n - 1);
  for (int j = down->first; j < down->last; j++)
    {
      guint32 *to = (guint32 *) (void *) (pixels + stride * (gsize) (j - down->first));
      gint y = kb_pixel_axis_at (down, j, small ? 0.25 : 0.5);

      if (small || CLAMP (y, 0, (gint) down->length - 1) != d->rows[0].y)
        find_track_picture_row (d, &d->rows[0], y);
      if (small)
        find_track_picture_row (d, &d->rows[1], kb_pixel_axis_at (down, j, 0.75));
      (small ? draw_small_row : draw_track_picture_row) (d, across, j, columns, to);
    }
  for (guint i = 0; i < 2; i++)
    {
      g_free (d->rows[i].tiles);
      g_free (d->rows[i].flags);
    }
}

void
kb_draw_track_pixels (cairo_t *cr, const KbView *view, const KbTrackLook *look)
{
  TrackPictureDrawing d;

  begin_drawing (&d, look);
  kb_draw_pixel_rows (cr, view, kb_live_track_width (look->live), kb_live_track_height (look->live),
                      draw_track_picture_rows, &d);
  g_free (d.colours);
}
