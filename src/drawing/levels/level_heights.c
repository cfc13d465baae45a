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
#include "runtime/kickbox.h"

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
  GBytes *bytes;
  kbx_handle map;
  cairo_surface_t *picture; /* created when first drawn */
  gint step;                /* samples per pixel of the picture */
  char *error;
} Kept;

struct KbHeights {
  GHashTable *kept;         /* By KbId */
};

static void
free_kept (gpointer data)
{
  Kept *kept = data;
  g_free (kept->file);
  kb_grey_free (kept->grey);
  g_clear_pointer (&kept->bytes, g_bytes_unref);
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

static gboolean
is_of_file (const Kept *kept, const KbPictureRef *ref)
{
  return g_strcmp0 (kept->file, ref->file) == 0 && kept->x == ref->x && kept->y == ref->y
         && kept->width == ref->width && kept->height == ref->height;
}

static gboolean
is_made_so (const Kept *kept, const KbHeightmap *map)
{
  return kept->origin.x == map->origin.x && kept->origin.y == map->origin.y
         && kept->cell == map->cell && kept->low == map->low && kept->high == map->high;
}

static void
take_error (Kept *kept, GError *error)
{
  g_free (kept->error);
  kept->error = g_strdup (error->message);
  g_error_free (error);
}

static void
make (Kept *kept, const KbHeightmap *map)
{
  GError *error = NULL;
  g_clear_pointer (&kept->bytes, g_bytes_unref);
  g_clear_pointer (&kept->picture, cairo_surface_destroy);
  g_clear_pointer (&kept->error, g_free);
  kept->map.data = NULL;
  kept->origin = map->origin;
  kept->cell = map->cell;
  kept->low = map->low;
  kept->high = map->high;
  kept->bytes = kb_heightmap_bytes (&map->node, kept->grey, &error);
  if (kept->bytes)
    kbx_open (&kept->map, KBX_HEIGHTMAP, g_bytes_get_data (kept->bytes, NULL),
              g_bytes_get_size (kept->bytes), NULL);
  else
    take_error (kept, error);
}

static Kept *
find_map (KbHeights *heights, const KbDocument *document, const KbHeightmap *map)
{
  Kept *kept = g_hash_table_lookup (heights->kept, GUINT_TO_POINTER (map->node.id));
  GError *error = NULL;
  if (kept && is_of_file (kept, &map->picture))
    {
      if (kept->grey && !is_made_so (kept, map))
        make (kept, map);
      return kept;
    }
  kept = g_new0 (Kept, 1);
  *kept = (Kept){ .file = g_strdup (map->picture.file),
                  .x = map->picture.x,
                  .y = map->picture.y,
                  .width = map->picture.width,
                  .height = map->picture.height };
  g_hash_table_replace (heights->kept, GUINT_TO_POINTER (map->node.id), kept);
  kept->grey = kb_document_heightmap_grey (document, map, &error);
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

gboolean
kb_heights_at (KbHeights *heights, const KbDocument *document, const KbHeightmap *map, KbVec at,
               KbHeightPlace *place)
{
  const Kept *kept = find_map (heights, document, map);
  kbx_height_place here =
    kbx_heightmap_at (kept->map, (kbx_vec) { (float) at.x, (float) at.y }, KBX_HEIGHT_BILINEAR);
  if (!kept->map.data || !here.inside)
    return FALSE;
  *place =
    (KbHeightPlace) { here.z,
                     here.normal.z > 0 ? hypot (here.normal.x, here.normal.y) / here.normal.z : 0 };
  return TRUE;
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
slope_at (const Kept *kept, gint i, gint j, double rise)
{
  return (Slope){
    (sample (kept->grey, i + kept->step, j) - sample (kept->grey, i - kept->step, j)) * rise,
    (sample (kept->grey, i, j + kept->step) - sample (kept->grey, i, j - kept->step)) * rise
  };
}

/* Root mean square of all slopes that are not level, times `rise`. */
static double
mean_slope (const Kept *kept, gint width, gint height, double rise)
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
relief (const Kept *kept, gint width, gint height)
{
  double range = kept->high - kept->low,
         side = kept->cell * MIN (kept->grey->width, kept->grey->height);
  double rise = MAX (range, RELIEF * side) / (65535 * kept->cell * 2 * kept->step),
         mean = mean_slope (kept, width, height, rise);
  return mean > STEEP ? rise * STEEP / mean : rise;
}

static void
shade_rows (const Kept *kept, guint8 *pixels, gsize stride, gint width, gint height)
{
  double rise = relief (kept, width, height);
  guint32 colours[257];
  for (guint i = 0; i < G_N_ELEMENTS (colours); i++)
    colours[i] = kb_height_colour (i / 256.0);
  for (gint y = 0; y < height; y++)
    {
      guint32 *row = (guint32 *) (void *) (pixels + stride * (gsize) y);
      for (gint x = 0; x < width; x++)
        {
          gint i = x * kept->step, j = y * kept->step;
          Slope d = slope_at (kept, i, j, rise);
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
}

static void
make_picture (Kept *kept)
{
  gint side = (gint) MAX (kept->grey->width, kept->grey->height);
  kept->step = (side + MOST_SIDE - 1) / MOST_SIDE;
  gint width = ((gint) kept->grey->width + kept->step - 1) / kept->step,
       height = ((gint) kept->grey->height + kept->step - 1) / kept->step;
  kept->picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  if (cairo_surface_status (kept->picture) != CAIRO_STATUS_SUCCESS)
    return;
  shade_rows (kept, cairo_image_surface_get_data (kept->picture),
              (gsize) cairo_image_surface_get_stride (kept->picture), width, height);
  cairo_surface_mark_dirty (kept->picture);
}

/* Each sample is at the centre of its pixel. The picture ends half a pixel outside the outer
 * samples, like the map. */
static void
paint_picture (cairo_t *cr, const KbView *view, const Kept *kept, KbBounds place)
{
  KbVec a = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }),
        b = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  double pixel = kept->cell * kept->step * view->scale;
  cairo_save (cr);
  kb_clip (cr, a.x, a.y, MAX (b.x - a.x, 1), MAX (b.y - a.y, 1));
  cairo_translate (cr, a.x - pixel / 2, a.y - pixel / 2);
  cairo_scale (cr, pixel, pixel);
  cairo_set_source_surface (cr, kept->picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr),
                            pixel < 0.5 ? CAIRO_FILTER_GOOD : CAIRO_FILTER_BILINEAR);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_paint (cr);
  cairo_restore (cr);
}

void
kb_draw_heightmap (cairo_t *cr, const KbView *view, const KbStyle *style, KbHeights *heights,
                   const KbDocument *document, const KbHeightmap *map)
{
  Kept *kept = find_map (heights, document, map);
  KbBounds place = kb_heightmap_place (&map->node);
  KbVec a = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }),
        b = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  if (kept->map.data && !kept->picture)
    make_picture (kept);
  if (kept->picture && cairo_surface_status (kept->picture) == CAIRO_STATUS_SUCCESS)
    paint_picture (cr, view, kept, place);
  cairo_save (cr);
  cairo_rectangle (cr, kb_view_sharp (view, a.x), kb_view_sharp (view, a.y), floor (b.x - a.x),
                   floor (b.y - a.y));
  kb_stroke (cr, 1, kept->error ? style->wrong : style->border, 1);
  cairo_restore (cr);
  if (kept->error)
    kb_draw_note (cr, view, style, a, kept->error, style->wrong);
}
