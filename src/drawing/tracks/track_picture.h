/* SPDX-License-Identifier: MIT */
/* A track's surfaces and bands over its picture, drawn pixel by pixel. A KbPainting with them is
 * cached, and only its changes are redrawn. */
#ifndef KB_TRACK_PICTURE_H
#define KB_TRACK_PICTURE_H

#include <cairo.h>

#include "bake/track/live.h"
#include "drawing/view.h"

/* A visible band. */
typedef struct {
  KbBandForm form;
  guint32 colour;                    /* 0xRRGGBBAA; its alpha is ignored */
} KbBandLook;

#define KB_MAX_BAND_LOOKS 64

/* Input. Everything is borrowed for the call. */
typedef struct KbTrackLook {
  const KbLiveTrack *live;
  guint32 colours[256];              /* by surface, 0xRRGGBBAA; 0: not drawn */
  double opacity;                    /* 0 .. 1, for surfaces */
  const KbBandLook *bands;           /* at most KB_MAX_BAND_LOOKS */
  guint n_bands;
} KbTrackLook;

/* From 100% on device pixels have the colour of the pixel at their centre; below, the mean of four
 * samples. Each pixel shows the smallest band that contains it, so strips have different colours.
 * Hand-painted differences are hatched. Cost: visible device pixels within the clip, some
 * nanoseconds each. */
void kb_draw_track_pixels (cairo_t *cr, const KbView *view, const KbTrackLook *look);

#endif
