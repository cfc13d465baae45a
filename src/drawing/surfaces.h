/* SPDX-License-Identifier: MIT */
/* Pictures as cairo surfaces, and fast drawing into their pixels. */
#ifndef KB_DRAWING_SURFACES_H
#define KB_DRAWING_SURFACES_H

#include <cairo.h>
#include <glib.h>

#include "document/document.h"
#include "document/model.h"
#include "document/pixels/picture.h"
#include "drawing/style.h"
#include "drawing/view.h"

/* Caches pictures as premultiplied cairo surfaces, created when first drawn. Over the limit, the
 * least recently used are dropped first. */

typedef struct KbSurfaces KbSurfaces;

/* `limit` in bytes of pixels; the last one requested is always kept. 0: 256 MiB. */
KbSurfaces *kb_surfaces_new (gsize limit);
void kb_surfaces_free (KbSurfaces *surfaces);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbSurfaces, kb_surfaces_free)

/* Borrowed; valid until the next call. The picture must not change while it is in the cache. */
cairo_surface_t *kb_surfaces_get (KbSurfaces *surfaces, KbPicture *picture);
/* The picture at 1/2, 1/4 ... of its size (level 1, 2 ...; every pixel the mean of four), for
 * zooming out. Level 0 is the picture itself. Odd sides are rounded up. `tint`, 0xRRGGBB00 with the
 * alpha ignored, is blended half and half for an onion skin; 0: none. */
cairo_surface_t *kb_surfaces_get_reduced (KbSurfaces *surfaces, KbPicture *picture, guint32 tint,
                                          guint level);

/* Moves everything out of `from`, which was filled by another thread. */
void kb_surfaces_take (KbSurfaces *surfaces, KbSurfaces *from);

/* A new image surface, not cached. */
cairo_surface_t *kb_surface_from_picture (const KbPicture *picture);
/* The same for a part inside the picture; `tint` as above or 0. */
cairo_surface_t *kb_surface_of_part (const KbPicture *picture, guint32 tint, guint x, guint y,
                                     guint width, guint height);
/* Converts back, for writing PNGs. An ARGB32 or RGB24 image surface. NULL when too large. */
KbPicture *kb_picture_from_surface (cairo_surface_t *surface);

/* Draws one image with several threads, each of which draws bands of rows. */

/* Called several times, concurrently, with clips that together make up the clip of `cr`. It must
 * only read shared data and always draw the same. The pixels are those of a single call. Of the
 * state of `cr` only clip and matrix are passed on, not source, line width and so on. */
typedef void (*KbBandDraw) (cairo_t *cr, gpointer data);

/* Each thread draws that many bands, all of equally many rows. A single call draws clips of fewer
 * pixels than `least`, clips that are not one rectangle, and targets that are not images. */
void kb_draw_by_threads (cairo_t *cr, int per_thread, double least, KbBandDraw draw, gpointer data);
/* The same with numbers that suit paths: few of them cross bands. */
void kb_draw_in_bands (cairo_t *cr, KbBandDraw draw, gpointer data);

/* Draws very many thin lines directly into the pixels of a surface, without paths. */

typedef struct KbThinLines KbThinLines;

/* Covers the context's clip within the view, or NULL when nothing of it is visible. */
KbThinLines *kb_thin_lines_new (cairo_t *cr, const KbView *view);
/* A smooth line between two positions of the picture plane, one device pixel wide (times the device
 * scale). Lines outside cost a comparison. `colour`: 0xRRGGBBAA, alpha ignored. Cost: some
 * nanoseconds per pixel. */
void kb_thin_lines_add (KbThinLines *lines, KbVec a, KbVec b, guint32 colour);
/* Paints all lines and frees them. */
void kb_thin_lines_end (KbThinLines *lines, cairo_t *cr);

/* The 1-bit mask of a frame, as used for pixel collisions. */

/* A new image surface of the frame's size: solid pixels in the style's accent, the others darkened.
 * `n` (may be NULL) gets the number of solid pixels, or 0 for an unreadable picture. NULL when out
 * of memory. */
cairo_surface_t *kb_solid_surface (KbDocument *document, const KbFrame *frame, const KbStyle *style,
                                   guint64 *n);

/* Painted zones over a picture, each in its colour. */

/* Input. Everything is borrowed for the call. */
typedef struct {
  const KbZones *zones;              /* NULL: nothing is painted */
  /* A current stroke on the zones, shown instead; NULL: none */
  const KbZonesPainter *painter;
  /* Surfaces and bands, shown instead of all of the above; NULL: none */
  const struct KbTrackLook *track;
  guint32 colours[256];              /* by value, 0xRRGGBBAA; 0: not drawn */
  double opacity;                    /* 0 .. 1, for all */
  /* Changes whenever the pixels change; the result may be cached */
  guint64 stamp;
  /* 0, or an earlier stamp: since then pixels changed only in ... */
  guint64 before;
  gint x, y;                         /* ... this box */
  guint width, height;
} KbPainting;

#define KB_NO_ZONE_COLOUR 0xff00ffffu   /* for values without a zone: a visible problem */

/* The zones painted on a mask, track or frame, in their colours; masks and tracks at their own
 * opacity. */
void kb_painting_of_node (const KbNode *node, KbPainting *painting);

/* From 100% on each device pixel has the colour of the pixel at its centre, like pictures. Below,
 * it is the mean of four samples. Cost: the device pixels within the clip; zooming out adds
 * nothing. */
void kb_draw_painting (cairo_t *cr, const KbView *view, const KbPainting *painting);

#endif
