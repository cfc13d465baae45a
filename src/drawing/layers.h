/* SPDX-License-Identifier: MIT */
/* What stays the same from one redraw of a canvas to the next, as pictures of the whole canvas: the
 * ground (background, checkerboard, onion skin, picture, grid, border), over it the shapes at rest,
 * and over these the painted zones. A drag then costs one copy and the marks in hand; a pan copies
 * what stays in sight and draws only what comes into it.
 *
 * What a layer shows is known by a key, a hash of everything that it was drawn from, and is drawn
 * again when that differs: nobody has to tell a KbLayers of a change. */
#ifndef KB_LAYERS_H
#define KB_LAYERS_H

#include <cairo.h>

#include "drawing/view.h"

typedef struct KbLayers KbLayers;

KbLayers *kb_layers_new (void);
void kb_layers_free (KbLayers *layers);
/* How often anything was drawn into a layer since it was made; for tests and benches. */
guint kb_layers_n_drawn (const KbLayers *layers);

/* For the scene: paints a layer. `draw` fills it, or the part of it that is clipped, and must give
 * the same picture, moved, for views that only differ in x and y. */
typedef enum { KB_LAYER_GROUND, KB_LAYER_SHAPES, KB_LAYER_PAINTING, KB_N_LAYERS } KbDrawnLayer;
typedef void (*KbLayerDraw) (cairo_t *cr, gpointer data);
void kb_layers_paint (KbLayers *layers, KbDrawnLayer layer, cairo_t *cr, const KbView *view,
                      guint64 key, KbLayerDraw draw, gpointer data);

/* The same, but where the layer was drawn with the key `was` only the part of the canvas within
 * `part` differs: no more than that is drawn again. */
void kb_layers_paint_part (KbLayers *layers, KbDrawnLayer layer, cairo_t *cr, const KbView *view,
                           guint64 key, guint64 was, KbBounds part, KbLayerDraw draw,
                           gpointer data);

/* A running hash: FNV-1a over bytes. */
#define KB_HASH_START G_GUINT64_CONSTANT (14695981039346656037)
guint64 kb_hash_bytes (guint64 hash, gconstpointer bytes, gsize n);
#define kb_hash_value(hash, value) kb_hash_bytes ((hash), &(value), sizeof (value))

#endif
