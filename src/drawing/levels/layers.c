/* SPDX-License-Identifier: MIT */
/* Layers stored as surfaces. A pan moves their pixels. */
#include "drawing/levels/layers.h"

#include <math.h>
#include <string.h>

#include "drawing/style.h"

#define SLICES 8   /* redraws until a coarse layer is fine */

typedef struct {
  cairo_surface_t *surface;   /* NULL: nothing kept */
  guint64 key;
  /* the picture's position in canvas pixels; always whole device pixels */
  KbVec origin;
  int fine;                   /* device rows from the top that are no longer coarse */
} LayersKept;

struct KbLayers {
  LayersKept kept[KB_N_LAYERS];
  int width, height;          /* device pixels */
  double scale;
  guint n_drawn;
  guint depth;                /* of layers that are being drawn */
  gboolean refining;          /* the last redraw left some of a layer coarse */
};

KbLayers *
kb_layers_new (void)
{
  return g_new0 (KbLayers, 1);
}

static void
forget (KbLayers *layers)
{
  for (guint i = 0; i < KB_N_LAYERS; i++)
    g_clear_pointer (&layers->kept[i].surface, cairo_surface_destroy);
}

void
kb_layers_free (KbLayers *layers)
{
  if (!layers)
    return;
  forget (layers);
  g_free (layers);
}

guint
kb_layers_n_drawn (const KbLayers *layers)
{
  return layers->n_drawn;
}

/* The shift takes high bits down: without it differences in two of them could cancel out. */
static guint64
hash_word (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * G_GUINT64_CONSTANT (1099511628211);
  return hash ^ hash >> 32;
}

guint64
kb_hash_bytes (guint64 hash, gconstpointer bytes, gsize n)
{
  const guint8 *at = bytes;
  guint64 word = 0;
  for (; n >= sizeof word; at += sizeof word, n -= sizeof word)
    {
      memcpy (&word, at, sizeof word);
      hash = hash_word (hash, word);
    }
  word = 0;
  for (gsize i = 0; i < n; i++)
    word = word << 8 | at[i];
  return n ? hash_word (hash, word) : hash;
}

/* Moves the pixels within the surface by whole device pixels. The newly visible part is not
 * drawn. */
static void
move_pixels (cairo_surface_t *surface, int dx, int dy)
{
  int width = cairo_image_surface_get_width (surface),
      height = cairo_image_surface_get_height (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);

  cairo_surface_flush (surface);
  guint8 *data = cairo_image_surface_get_data (surface);
  for (int i = 0; i < height - ABS (dy); i++)
    {
      /* Starts at the end in the direction of motion, so that no row is overwritten before it
       * moves. */
      int to = dy > 0 ? height - 1 - i : i;

      memmove (data + stride * (gsize) to + 4 * MAX (dx, 0),
               data + stride * (gsize) (to - dy) + 4 * MAX (-dx, 0),
               4 * (gsize) (width - ABS (dx)));
    }
  cairo_surface_mark_dirty (surface);
}

static void
paint_surface (cairo_t *cr, cairo_surface_t *surface, double x, double y)
{
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_set_source_surface (cr, surface, x, y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_paint (cr);
}

/* Draws the part of the canvas that the moved copy does not cover. */
static void
draw_rest (cairo_t *cr, const KbView *view, double dx, double dy, KbLayerDraw draw, gpointer data)
{
  double w = view->width, h = view->height;
  const double strips[2][4] = {
    { dx > 0 ? 0 : w + dx, 0, fabs (dx), h },
    { 0, dy > 0 ? 0 : h + dy, w, fabs (dy) },
  };

  for (guint i = 0; i < 2; i++)
    {
      if (strips[i][2] <= 0 || strips[i][3] <= 0)
        continue;
      G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
      kb_clip (cr, strips[i][0], strips[i][1], strips[i][2], strips[i][3]);
      draw (cr, data);
    }
}

/* Draws a part of the canvas given in device pixels. */
static void
draw_part (cairo_t *cr, const KbView *view, KbBounds part, KbLayerDraw draw, gpointer data)
{
  double scale = MAX (view->device_scale, 1), x = floor (part.x0 * scale) / scale,
         y = floor (part.y0 * scale) / scale;

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_clip (cr, x, y, ceil (part.x1 * scale) / scale - x, ceil (part.y1 * scale) / scale - y);
  draw (cr, data);
}

/* Draws some rows of a layer that was drawn coarse, or as many as the layer above it needs. */
static void
refine (KbLayers *layers, LayersKept *kept, cairo_t *cr, cairo_t *layer_cr, const KbView *view,
        KbLayerDraw draw, gpointer data)
{
  double scale = layers->scale, top = kept->fine / scale, x0, y0, x1, y1;

  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  kept->fine =
    layers->depth > 1 ? (int) ceil (y1 * scale) : kept->fine + layers->height / SLICES + 1;
  if (kept->fine / scale <= top)
    return;
  draw_part (layer_cr, view, (KbBounds) { 0, top, view->width, kept->fine / scale }, draw, data);
}

gboolean
kb_layers_take_refining (KbLayers *layers)
{
  gboolean refining = layers->refining;

  layers->refining = FALSE;
  return refining;
}

void
kb_layers_paint (KbLayers *layers, KbDrawnLayer layer, cairo_t *cr, const KbView *view, guint64 key,
                 KbLayerDraw draw, gpointer data)
{
  kb_layers_paint_part (layers, layer, cr, view, key, key, (KbBounds) { 0 }, draw, data);
}

void
kb_layers_paint_part (KbLayers *layers, KbDrawnLayer layer, cairo_t *cr, const KbView *view,
                      guint64 key, guint64 was, KbBounds part, KbLayerDraw draw, gpointer data)
{
  LayersKept *kept = &layers->kept[layer];
  KbVec origin = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  double scale = MAX (view->device_scale, 1), dx, dy;
  int width = (int) ceil (view->width * scale), height = (int) ceil (view->height * scale);

  if (view->coarse)
    {
      key = ~key;
      was = ~was;
    }
  if (width != layers->width || height != layers->height || scale != layers->scale)
    {
      forget (layers);
      layers->width = width;
      layers->height = height;
      layers->scale = scale;
    }
  dx = origin.x - kept->origin.x;
  dy = origin.y - kept->origin.y;
  if (!kept->surface || kept->key != key || dx != 0 || dy != 0)
    {
      gboolean moved =
        kept->surface && kept->key == key && fabs (dx) < view->width && fabs (dy) < view->height;
      gboolean refines =
        kept->surface && kept->key == ~key && !view->coarse && dx == 0 && dy == 0;

      if (!kept->surface)
        {
          kept->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
          cairo_surface_set_device_scale (kept->surface, scale, scale);
        }
      if (cairo_surface_status (kept->surface) != CAIRO_STATUS_SUCCESS)
        {
          g_clear_pointer (&kept->surface, cairo_surface_destroy);
          draw (cr, data);
          return;
        }
      if (moved)
        move_pixels (kept->surface, (int) lround (dx * scale), (int) lround (dy * scale));
      g_autoptr (cairo_t) layer_cr = cairo_create (kept->surface);
      layers->depth++;
      if (!refines)
        kept->fine = 0;
      if (refines)
        refine (layers, kept, cr, layer_cr, view, draw, data);
      else if (moved)
        draw_rest (layer_cr, view, dx, dy, draw, data);
      else if (kept->key == was && was != key && dx == 0 && dy == 0)
        draw_part (layer_cr, view, part, draw, data);
      else
        draw (layer_cr, data);
      layers->depth--;
      layers->refining = layers->depth == 0 && refines && kept->fine < height;
      kept->key = refines && kept->fine < height ? ~key : key;
      kept->origin = origin;
      layers->n_drawn++;
    }
  paint_surface (cr, kept->surface, 0, 0);
}
