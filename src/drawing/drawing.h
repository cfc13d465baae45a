/* SPDX-License-Identifier: MIT */
/* Draws documents with cairo: for the canvas, the filmstrip and `kickbox render`.
 *
 * Flow: a caller fills a KbScene (scene.h) and calls kb_draw_scene on a cairo context whose unit is
 * a canvas pixel. Then the tool draws over it, and kb_draw_rulers comes last. Ownership: the caller
 * owns a KbSurfaces (which references pictures) and a KbLayers per canvas. Use only in the
 * document's thread. */
#ifndef KB_DRAWING_DRAWING_H
#define KB_DRAWING_DRAWING_H

#include "document/model.h"
#include "drawing/levels/layers.h"
#include "drawing/levels/level_marks.h"
#include "drawing/levels/level_partition.h"
#include "drawing/scene/compare.h"
#include "drawing/scene/labels.h"
#include "drawing/scene/marks.h"
#include "drawing/scene/play.h"
#include "drawing/scene/scene.h"
#include "drawing/sheets/sheet.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"
#include "drawing/tiles/tiles.h"
#include "drawing/view.h"

/* A magnified view of the pixels around one: for placing things exactly while zoomed out. */

/* pixels of the picture shown in each direction when zoomed out; odd */
#define KB_LOUPE_PIXELS 15
#define KB_LOUPE_SCALE 9.0     /* canvas pixels per pixel there */

/* Magnifies twice if there is room: fewer and larger pixels when pixels are large already; fewer in
 * a small canvas. */
typedef struct { gint pixels; double scale; } KbLoupeSize;
KbLoupeSize kb_loupe_size (const KbView *view);

/* Draws the scene around pixel (x, y) in a square and outlines the pixel. Without labels, handles
 * and numbers, which appear at the pointer and below the canvas. */
void kb_draw_loupe (cairo_t *cr, const KbScene *scene, gint x, gint y, KbVec at);
/* The square of the loupe: in the corner of the canvas farthest from the pointer `at` (canvas
 * pixels). If there is room, it avoids the frame of `width` by `height` pixels. */
KbBounds kb_loupe_place (const KbView *view, KbVec at, gint width, gint height);

/* The frames before and after one in playback. */

#define KB_MAX_ONION 8

/* Finds up to `n` frames shown before (direction -1) or after (+1) `frame`, nearest first. Uses the
 * animation's steps if it shows the frame, following loops and ping-pong; else the sprite's order,
 * without wrapping. `step` is the current step, -1: the first with the frame. Each frame occurs
 * once, `frame` itself never. `found` has room for `n`. Returns the count. `animation` may be
 * NULL. */
guint kb_onion_frames (const KbSprite *sprite, const KbAnimation *animation, KbId frame, int step,
                       int direction, guint n, KbId *found);

/* Rulers along the top and the left edge of a canvas, in picture pixels from the frame's corner. */

#define KB_RULER_SIZE 20.0   /* canvas pixels */

/* The frame's `width` and `height` are a brighter part of the rulers. The pixel is a mark. */
void kb_draw_rulers (cairo_t *cr, const KbView *view, const KbStyle *style, gint width, gint height,
                     gboolean has_pixel, gint pixel_x, gint pixel_y);

/* The path of each action point over an animation: a dashed line with a dot for every frame. */

/* The positions of a named point on all frames that have it, relative to `frame`. Hot spots are
 * aligned if both frames have one, else corners. Array of KbTrailDot, in the order of the frames;
 * free with g_array_unref. */
typedef struct {
  KbVec at;              /* centre of the pixel in picture coordinates of `frame` */
  KbId frame;
  guint index;           /* index in `frames` */
} KbTrailDot;
GArray *kb_trail_dots (const KbDocument *document, KbId frame, const KbId *frames, guint n,
                       const char *name);

#endif
