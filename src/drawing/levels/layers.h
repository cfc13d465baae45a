/* SPDX-License-Identifier: MIT */
/* Caches the static layers of a canvas as surfaces. These are the ground (background to border),
 * the shapes at rest, the painted zones and a track's lines. A drag then costs one copy and the
 * moving marks. A pan draws only the newly visible part.
 *
 * Each layer has a key, a hash of everything it was drawn from. It is redrawn when the key changes,
 * so nobody reports changes to a KbLayers. */
#ifndef KB_LAYERS_H
#define KB_LAYERS_H

#include <cairo.h>

#include "drawing/view.h"

typedef struct KbLayers KbLayers;

KbLayers *kb_layers_new (void);
void kb_layers_free (KbLayers *layers);
/* How often a layer was drawn since creation; for tests and benchmarks. */
guint kb_layers_n_drawn (const KbLayers *layers);

/* Paints a layer of the scene. `draw` fills it, or its clipped part. It must give the same picture,
 * only moved, for views that differ only in x and y. */
typedef enum {
  KB_LAYER_GROUND,
  KB_LAYER_SHAPES,
  KB_LAYER_PAINTING,
  KB_LAYER_LINES,
  KB_N_LAYERS
} KbDrawnLayer;
typedef void (*KbLayerDraw) (cairo_t *cr, gpointer data);
void kb_layers_paint (KbLayers *layers, KbDrawnLayer layer, cairo_t *cr, const KbView *view,
                      guint64 key, KbLayerDraw draw, gpointer data);

/* The same. If the layer was drawn with the key `was`, only the part of the canvas within `part`
 * differs, and no more is redrawn. */
void kb_layers_paint_part (KbLayers *layers, KbDrawnLayer layer, cairo_t *cr, const KbView *view,
                           guint64 key, guint64 was, KbBounds part, KbLayerDraw draw,
                           gpointer data);

/* In a coarse view a layer is drawn as draw() does it then. When the same view is no longer coarse,
 * each redraw makes some more rows fine. Returns once whether rows are left: then redraw again. */
gboolean kb_layers_take_refining (KbLayers *layers);

/* A running hash in the manner of FNV-1a, eight bytes at a time. */
#define KB_HASH_START G_GUINT64_CONSTANT (14695981039346656037)
guint64 kb_hash_bytes (guint64 hash, gconstpointer bytes, gsize n);
#define kb_hash_value(hash, value) kb_hash_bytes ((hash), &(value), sizeof (value))

#endif
