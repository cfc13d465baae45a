/* SPDX-License-Identifier: MIT */
/* Painted zones over a picture, each in its colour. */
#ifndef KB_PAINTING_H
#define KB_PAINTING_H

#include <cairo.h>

#include "document/model.h"
#include "drawing/view.h"

/* What is drawn. Everything is borrowed for the call. */
typedef struct {
  const KbZones *zones;              /* NULL: nothing is painted */
  /* A stroke under way on it, which is shown in its place; NULL: none */
  const KbZonesPainter *painter;
  guint32 colours[256];              /* of the values, 0xRRGGBBAA; 0: not drawn */
  double opacity;                    /* 0 .. 1, of all of them */
  /* Another number whenever the pixels are others: what was drawn may be kept */
  guint64 stamp;
  /* 0, or an earlier stamp: pixels are others since that only in ... */
  guint64 before;
  gint x, y;                         /* ... this box */
  guint width, height;
} KbPainting;

#define KB_NO_ZONE_COLOUR 0xff00ffffu   /* of a value that no zone has: a problem, and seen */

/* What a mask, a track or a frame has painted, in its zones' colours; masks and tracks at their own
 * opacity. */
void kb_painting_of_node (const KbNode *node, KbPainting *painting);

/* From 100% on each device pixel has the colour of the pixel at its centre, as pictures are drawn;
 * below, the mean of four places in it. Cost: the device pixels within the clip; a picture that is
 * zoomed out costs no more than one that fits. */
void kb_draw_painting (cairo_t *cr, const KbView *view, const KbPainting *painting);

#endif
