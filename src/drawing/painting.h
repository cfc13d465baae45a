/* SPDX-License-Identifier: MIT */
/* Painted zones over a picture, each in its colour. */
#ifndef KB_PAINTING_H
#define KB_PAINTING_H

#include <cairo.h>

#include "document/model.h"
#include "drawing/view.h"

/* Input. Everything is borrowed for the call. */
typedef struct {
  const KbZones *zones;              /* NULL: nothing is painted */
  /* A current stroke on the zones, shown instead; NULL: none */
  const KbZonesPainter *painter;
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
