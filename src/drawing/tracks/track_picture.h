/* SPDX-License-Identifier: MIT */
/* A track's surfaces and bands over its picture, drawn pixel by pixel and cached; only changes are
 * redrawn. */
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
typedef struct {
  const KbLiveTrack *live;
  guint32 colours[256];              /* by surface, 0xRRGGBBAA; 0: not drawn */
  double opacity;                    /* 0 .. 1, for surfaces */
  const KbBandLook *bands;           /* at most KB_MAX_BAND_LOOKS */
  guint n_bands;
  /* Changes for any change other than pixels in touched boxes */
  guint64 stamp;
} KbTrackLook;

typedef struct KbTrackPicture KbTrackPicture;

KbTrackPicture *kb_track_picture_new (void);
void kb_track_picture_free (KbTrackPicture *picture);
/* Reports that pixels of the track within the box changed. */
void kb_track_picture_touch (KbTrackPicture *picture, const KbClearanceBox *box);
/* From 100% on device pixels have the colour of the pixel at their centre; below, the mean of four
 * samples. Each pixel shows the smallest band that contains it, so strips have different colours.
 * Hand-painted differences are hatched. Cost: visible and touched device pixels, some nanoseconds
 * each. */
void kb_track_picture_draw (KbTrackPicture *picture, cairo_t *cr, const KbView *view,
                            const KbTrackLook *look);
/* The same without a cache. */
void kb_draw_track_pixels (cairo_t *cr, const KbView *view, const KbTrackLook *look);

#endif
