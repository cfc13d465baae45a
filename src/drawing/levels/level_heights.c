/* SPDX-License-Identifier: MIT */
/* Cached heightmaps and their pictures. */
#include "drawing/levels/level_heights.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "bake/level/levels.h"
#include "document/heightmap.h"
#include "drawing/scene/labels.h"
#include "operations/level/heightmaps.h"
#include "operations/operations.h"

#define MOST_SIDE 2048      /* maximum side of a picture */
#define LIGHT_X (-0.5)      /* unit vector towards the light */
#define LIGHT_Y (-0.5)
#define LIGHT_Z 0.70710678118654752
/* Minimum drawn height of the full range of altitudes, as a share of the map's shorter side, */
#define RELIEF 0.25
#define STEEP 0.5           /* and its limit: the mean slope must not exceed this */

typedef struct {
  char *file;               /* the file it was read from */
  gint x, y, width, height;
  KbVec origin;             /* settings it was made with */
  double cell, low, high;
  KbGrey *grey;             /* NULL: it cannot be read */
  KbZones *zones;           /* painted samples that it shows; NULL: those of the file, or all 0 */
  KbBox live;               /* samples shown of a stroke in progress; w 0: none */
  gboolean usable;          /* a game could load it */
  cairo_surface_t *picture; /* created when first drawn */
  gint step;                /* samples per pixel of the picture */
  double rise;              /* of the shading; see relief */
  char *error;
} LevelHeightsKept;

struct KbHeights {
  GHashTable *kept;         /* By KbId */
  double contours;          /* altitude from one to the next; 0: none */
};

static void
free_kept (gpointer data)
{
  LevelHeightsKept *kept = data;
  g_free (kept->file);
  kb_grey_free (kept->grey);
  kb_zones_unref (kept->zones);
  g_clear_pointer (&kept->picture, cairo_surface_destroy);
  g_free (kept->error);
  g_free (kept);
}

KbHeights *
kb_heights_new (void)
{
  KbHeights *heights = g_new0 (KbHeights, 1);
  heights->kept = g_hash_table_new_full (NULL, NULL, NULL, free_kept);
  return heights;
}

void
kb_heights_free (KbHeights *heights)
{
  if (!heights)
    return;
  g_hash_table_unref (heights->kept);
  g_free (heights);
}

void
kb_heights_clear (KbHeights *heights)
{
  g_hash_table_remove_all (heights->kept);
}

/* ---- the cache ---- */

/* Without painted samples all are 0. */
static gboolean
level_heights_fits (const KbZones *shown, const KbZones *zones)
{
  return zones ? kb_zones_width (zones) == kb_zones_width (shown)
                   && kb_zones_height (zones) == kb_zones_height (shown)
               : kb_zones_is_blank (shown);
}

static gboolean
is_of_file (const LevelHeightsKept *kept, const KbHeightmap *map)
{
  const KbPictureRef *ref = &map->picture;
  if (map->width > 0 || kept->zones)
    return kept->zones && map->width == (gint) kept->grey->width
           && map->height == (gint) kept->grey->height
           && level_heights_fits (kept->zones, map->samples.zones);
  return g_strcmp0 (kept->file, ref->file) == 0 && kept->x == ref->x && kept->y == ref->y
         && kept->width == ref->width && kept->height == ref->height;
}

static gboolean
is_made_so (const LevelHeightsKept *kept, const KbHeightmap *map)
{
  return kept->origin.x == map->origin.x && kept->origin.y == map->origin.y
         && kept->cell == map->cell && kept->low == map->low && kept->high == map->high;
}

static void
take_error (LevelHeightsKept *kept, GError *error)
{
  g_free (kept->error);
  kept->error = g_strdup (error->message);
  g_error_free (error);
}

static void
make (LevelHeightsKept *kept, const KbHeightmap *map)
{
  GError *error = NULL;
  g_clear_pointer (&kept->picture, cairo_surface_destroy);
  g_clear_pointer (&kept->error, g_free);
  kept->origin = map->origin;
  kept->cell = map->cell;
  kept->low = map->low;
  kept->high = map->high;
  g_autoptr (GBytes) bytes = kb_heightmap_bytes (&map->node, kept->grey, &error);
  kept->usable = bytes != NULL;
  if (error)
    take_error (kept, error);
}

static void shade_box (LevelHeightsKept *kept, KbBox box);

/* Shows other samples in a box: those of the stroke, else the painted ones. */
static void
show_box (LevelHeightsKept *kept, KbZonesPainter *stroke, KbBox box)
{
  gint x1 = MIN (box.x + box.w, (gint) kept->grey->width),
       y1 = MIN (box.y + box.h, (gint) kept->grey->height);
  if (box.w <= 0 || x1 <= box.x || y1 <= box.y)
    return;
  gsize width = (gsize) (x1 - box.x);
  g_autofree guint8 *row = g_malloc (width * 2);
  for (gint y = box.y; y < y1; y++)
    {
      guint16 *to = kept->grey->samples + (gsize) y * kept->grey->width + (gsize) box.x;
      if (stroke)
        kb_zones_painter_copy (stroke, box.x * 2, y, (guint) width * 2, 1, row, width * 2);
      else
        kb_zones_copy (kept->zones, box.x * 2, y, (guint) width * 2, 1, row, width * 2);
      for (gsize i = 0; i < width; i++)
        to[i] = (guint16) (row[2 * i] | row[2 * i + 1] << 8);
    }
  shade_box (kept, (KbBox) { box.x, box.y, x1 - box.x, y1 - box.y });
}

/* Takes over what was painted since: only tiles that are no longer shared. */
static void
follow (LevelHeightsKept *kept, KbZones *zones)
{
  if (!zones || zones == kept->zones)
    return;
  g_autoptr (KbZones) was = kept->zones;
  guint columns = kb_zones_columns (zones);
  kept->zones = kb_zones_ref (zones);
  for (guint i = 0; i < columns * kb_zones_rows (zones); i++)
    if (kb_zones_tile (zones, i) != kb_zones_tile (was, i))
      show_box (kept, NULL,
                (KbBox) { (gint) (i % columns) * KB_ZONES_TILE / 2,
                          (gint) (i / columns) * KB_ZONES_TILE, KB_ZONES_TILE / 2, KB_ZONES_TILE });
}

static LevelHeightsKept *
find_map (KbHeights *heights, const KbDocument *document, const KbHeightmap *map)
{
  LevelHeightsKept *kept = g_hash_table_lookup (heights->kept, GUINT_TO_POINTER (map->node.id));
  GError *error = NULL;
  if (kept && is_of_file (kept, map))
    {
      if (kept->zones)
        follow (kept, map->samples.zones);
      if (kept->grey && !is_made_so (kept, map))
        make (kept, map);
      return kept;
    }
  kept = g_new0 (LevelHeightsKept, 1);
  *kept = (LevelHeightsKept){ .file = g_strdup (map->picture.file),
                              .x = map->picture.x,
                              .y = map->picture.y,
                              .width = map->picture.width,
                              .height = map->picture.height };
  g_hash_table_replace (heights->kept, GUINT_TO_POINTER (map->node.id), kept);
  kept->grey = kb_document_heightmap_grey (document, map, &error);
  if (kept->grey && map->width > 0)
    kept->zones = map->samples.zones
                    ? kb_zones_ref (map->samples.zones)
                    : kb_zones_new (kept->grey->width * 2, kept->grey->height, 0);
  if (kept->grey)
    make (kept, map);
  else
    take_error (kept, error);
  return kept;
}

const char *
kb_heights_error (KbHeights *heights, const KbDocument *document, const KbHeightmap *map)
{
  return find_map (heights, document, map)->error;
}

static KbBox
cover (KbBox a, KbBox b)
{
  gint x = MIN (a.x, b.x), y = MIN (a.y, b.y);
  return (KbBox) { x, y, MAX (a.x + a.w, b.x + b.w) - x, MAX (a.y + a.h, b.y + b.h) - y };
}

void
kb_heights_show_stroke (KbHeights *heights, const KbDocument *document, const KbHeightmap *map,
                        KbZonesPainter *stroke)
{
  LevelHeightsKept *kept = find_map (heights, document, map);
  KbBox box = kept->live;
  guint width, height;
  if (!kept->grey || !kept->zones)
    return;
  if (!stroke)
    kept->live = (KbBox) { 0 };
  else if (!kb_zones_painter_take_dirty (stroke, &box.x, &box.y, &width, &height))
    return;
  else
    {
      gint x1 = (box.x + (gint) width + 1) / 2;
      box = (KbBox) { box.x / 2, box.y, x1 - box.x / 2, (gint) height };
      kept->live = kept->live.w ? cover (kept->live, box) : box;
    }
  show_box (kept, stroke, box);
}

void
kb_heights_set_contours (KbHeights *heights, double step)
{
  heights->contours = step;
}

static double sample (const KbGrey *grey, gint x, gint y);

/* Bilinear between four samples, as in kbx_heightmap_at. */
static gboolean
measure_point (const LevelHeightsKept *kept, KbVec at, KbHeightPlace *place)
{
  double x = (at.x - kept->origin.x) / kept->cell, y = (at.y - kept->origin.y) / kept->cell,
         unit = (kept->high - kept->low) / 65535;
  if (!kept->usable || !(x >= 0 && y >= 0 && x <= kept->grey->width - 1.0
                         && y <= kept->grey->height - 1.0))
    return FALSE;
  gint i = MIN ((gint) x, (gint) kept->grey->width - 2),
       j = MIN ((gint) y, (gint) kept->grey->height - 2);
  double u = x - i, v = y - j, a = sample (kept->grey, i, j), b = sample (kept->grey, i + 1, j),
         c = sample (kept->grey, i, j + 1), d = sample (kept->grey, i + 1, j + 1),
         top = a + (b - a) * u, bottom = c + (d - c) * u;
  place->z = kept->low + (top + (bottom - top) * v) * unit;
  place->steepness = hypot ((b - a) * (1 - v) + (d - c) * v, bottom - top) * unit / kept->cell;
  return TRUE;
}

gboolean
kb_heights_at (KbHeights *heights, const KbDocument *document, const KbHeightmap *map, KbVec at,
               KbHeightPlace *place)
{
  return measure_point (find_map (heights, document, map), at, place);
}

/* ---- the picture ---- */

guint32
kb_height_colour (double share)
{
  /* From water over grass and earth to snow. Each is lighter than the one before, so that they also
   * differ in grey. */
  static const guint8 stops[][3] = { { 28, 66, 84 },    { 46, 104, 74 },   { 126, 140, 76 },
                                     { 186, 160, 108 }, { 214, 204, 190 }, { 250, 250, 250 } };
  double at = CLAMP (share, 0, 1) * (G_N_ELEMENTS (stops) - 1);
  guint i = MIN ((guint) at, G_N_ELEMENTS (stops) - 2);
  guint32 colour = 0xff;
  for (guint k = 0; k < 3; k++)
    colour |= (guint32) floor (stops[i][k] + (stops[i + 1][k] - stops[i][k]) * (at - i) + 0.5)
              << (24 - 8 * k);
  return colour;
}

static double
sample (const KbGrey *grey, gint x, gint y)
{
  x = CLAMP (x, 0, (gint) grey->width - 1);
  y = CLAMP (y, 0, (gint) grey->height - 1);
  return grey->samples[(gsize) y * grey->width + (gsize) x];
}

typedef struct { double x, y; } Slope;

/* Of the picture's samples, times `rise`. */
static Slope
slope_at (const LevelHeightsKept *kept, gint i, gint j, double rise)
{
  return (Slope){
    (sample (kept->grey, i + kept->step, j) - sample (kept->grey, i - kept->step, j)) * rise,
    (sample (kept->grey, i, j + kept->step) - sample (kept->grey, i, j - kept->step)) * rise
  };
}

/* Root mean square of all slopes that are not level, times `rise`. */
static double
mean_slope (const LevelHeightsKept *kept, gint width, gint height, double rise)
{
  double sum = 0, n = 0;
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      {
        Slope d = slope_at (kept, x * kept->step, y * kept->step, rise);
        sum += d.x * d.x + d.y * d.y;
        n += d.x != 0 || d.y != 0;
      }
  return n > 0 ? sqrt (sum / n) : 0;
}

/* Rise by run of the full range between two samples. Flat terrain is exaggerated and steep terrain
 * flattened: with slopes above 1 everything away from the light is equally dark. */
static double
relief (const LevelHeightsKept *kept, gint width, gint height)
{
  double range = kept->high - kept->low,
         side = kept->cell * MIN (kept->grey->width, kept->grey->height);
  double rise = MAX (range, RELIEF * side) / (65535 * kept->cell * 2 * kept->step),
         mean = mean_slope (kept, width, height, rise);
  return mean > STEEP ? rise * STEEP / mean : rise;
}

/* A box of pixels of the picture. */
static void
shade_pixels (LevelHeightsKept *kept, gint x0, gint y0, gint x1, gint y1)
{
  guint8 *pixels = cairo_image_surface_get_data (kept->picture);
  gsize stride = (gsize) cairo_image_surface_get_stride (kept->picture);
  guint32 colours[257];
  for (guint i = 0; i < G_N_ELEMENTS (colours); i++)
    colours[i] = kb_height_colour (i / 256.0);
  for (gint y = y0; y < y1; y++)
    {
      guint32 *row = (guint32 *) (void *) (pixels + stride * (gsize) y);
      for (gint x = x0; x < x1; x++)
        {
          gint i = x * kept->step, j = y * kept->step;
          Slope d = slope_at (kept, i, j, kept->rise);
          double light =
            (LIGHT_Z - LIGHT_X * d.x - LIGHT_Y * d.y) / sqrt (1 + d.x * d.x + d.y * d.y);
          double bright = 0.35 + 0.65 * MAX (light, 0) / LIGHT_Z;
          guint32 colour = colours[(guint) sample (kept->grey, i, j) >> 8];
          guint32 out = 0;
          for (guint k = 0; k < 3; k++)
            out |= (guint32) MIN ((colour >> (24 - 8 * k) & 255) * bright, 255) << (16 - 8 * k);
          row[x] = out | 0xff000000u;
        }
    }
  cairo_surface_mark_dirty_rectangle (kept->picture, x0, y0, x1 - x0, y1 - y0);
}

/* Samples that changed, and their neighbours, whose slopes changed too. */
static void
shade_box (LevelHeightsKept *kept, KbBox box)
{
  if (!kept->picture || cairo_surface_status (kept->picture) != CAIRO_STATUS_SUCCESS)
    return;
  cairo_surface_flush (kept->picture);
  shade_pixels (kept, MAX (box.x / kept->step - 1, 0), MAX (box.y / kept->step - 1, 0),
                MIN ((box.x + box.w) / kept->step + 2,
                     cairo_image_surface_get_width (kept->picture)),
                MIN ((box.y + box.h) / kept->step + 2,
                     cairo_image_surface_get_height (kept->picture)));
}

static void
make_picture (LevelHeightsKept *kept)
{
  gint side = (gint) MAX (kept->grey->width, kept->grey->height);
  kept->step = (side + MOST_SIDE - 1) / MOST_SIDE;
  gint width = ((gint) kept->grey->width + kept->step - 1) / kept->step,
       height = ((gint) kept->grey->height + kept->step - 1) / kept->step;
  kept->picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  if (cairo_surface_status (kept->picture) != CAIRO_STATUS_SUCCESS)
    return;
  kept->rise = relief (kept, width, height);
  cairo_surface_flush (kept->picture);
  shade_pixels (kept, 0, 0, width, height);
}

/* ---- contours ---- */

/* How much of the pixel at this altitude is on a contour, 0 to 1, by the change to the next pixels
 * right and below. Flat ground at a contour's altitude has none, nor has its edge. */
static double
contour_share (const KbHeightPlace *at, double left, double right, double below, double step)
{
  double level = floor (at->z / step + 0.5), away = fabs (at->z - level * step),
         change = MAX (fabs (right - at->z), fabs (below - at->z)),
         least = MIN (MIN (left, right), MIN (below, at->z)),
         most = MAX (MAX (left, right), MAX (below, at->z));
  if (least >= level * step || most <= level * step)
    return 0;
  double share = CLAMP (1.2 - away / change, 0, 1);
  return fmod (level, 5) == 0 ? share : share * 0.5;
}

/* Pixel by pixel of the canvas, so that lines are sharp at every zoom. */
static void
draw_contours (cairo_t *cr, const KbView *view, const LevelHeightsKept *kept, KbBounds place,
               double step)
{
  KbVec a = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }),
        b = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  gint x0 = (gint) MAX (a.x, 0), y0 = (gint) MAX (a.y, 0), x1 = (gint) MIN (b.x, view->width),
       y1 = (gint) MIN (b.y, view->height);
  if (x1 <= x0 || y1 <= y0)
    return;
  g_autoptr (cairo_surface_t) lines =
    cairo_image_surface_create (CAIRO_FORMAT_A8, x1 - x0, y1 - y0);
  guint8 *row = cairo_image_surface_get_data (lines);
  const double pixel = 1 / view->scale;
  for (gint y = y0; row && y < y1; y++, row += cairo_image_surface_get_stride (lines))
    for (gint x = x0; x < x1; x++)
      {
        KbVec at = kb_view_to_picture (view, (KbVec) { x + 0.5, y + 0.5 });
        KbHeightPlace here, left, right, below;
        if (measure_point (kept, at, &here)
            && measure_point (kept, (KbVec){ at.x - pixel, at.y }, &left)
            && measure_point (kept, (KbVec){ at.x + pixel, at.y }, &right)
            && measure_point (kept, (KbVec){ at.x, at.y + pixel }, &below))
          row[x - x0] = (guint8) (200 * contour_share (&here, left.z, right.z, below.z, step));
      }
  cairo_surface_mark_dirty (lines);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_set_colour (cr, 0x000000ff, 1);
  cairo_mask_surface (cr, lines, x0, y0);
}

/* Each sample is at the centre of its pixel. The picture ends half a pixel outside the outer
 * samples, like the map. */
static void
paint_picture (cairo_t *cr, const KbView *view, const LevelHeightsKept *kept, KbBounds place)
{
  KbVec a = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }),
        b = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  double pixel = kept->cell * kept->step * view->scale;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_clip (cr, a.x, a.y, MAX (b.x - a.x, 1), MAX (b.y - a.y, 1));
  cairo_translate (cr, a.x - pixel / 2, a.y - pixel / 2);
  cairo_scale (cr, pixel, pixel);
  cairo_set_source_surface (cr, kept->picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr),
                            pixel < 0.5 ? CAIRO_FILTER_GOOD : CAIRO_FILTER_BILINEAR);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_paint (cr);
}

void
kb_draw_heightmap (cairo_t *cr, const KbView *view, const KbStyle *style, KbHeights *heights,
                   const KbDocument *document, const KbHeightmap *map)
{
  LevelHeightsKept *kept = find_map (heights, document, map);
  KbBounds place = kb_heightmap_place (&map->node);
  KbVec a = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }),
        b = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  if (kept->usable && !kept->picture)
    make_picture (kept);
  if (kept->picture && cairo_surface_status (kept->picture) == CAIRO_STATUS_SUCCESS)
    paint_picture (cr, view, kept, place);
  if (kept->usable && heights->contours > 0)
    draw_contours (cr, view, kept, place, heights->contours);
  cairo_save (cr);
  cairo_rectangle (cr, kb_view_sharp (view, a.x), kb_view_sharp (view, a.y), floor (b.x - a.x),
                   floor (b.y - a.y));
  kb_stroke (cr, 1, kept->error ? style->wrong : style->border, 1);
  cairo_restore (cr);
  if (kept->error)
    kb_draw_note (cr, view, style, a, kept->error, style->wrong);
}
