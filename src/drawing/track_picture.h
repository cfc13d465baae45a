/* SPDX-License-Identifier: MIT */
/* A track's surfaces and bands over its picture, pixel by pixel; what is drawn is kept, and only
 * what changed is drawn again. */
#ifndef KB_TRACK_PICTURE_H
#define KB_TRACK_PICTURE_H

#include <cairo.h>

#include "bake/track/live.h"
#include "drawing/view.h"

/* A band that is shown. */
typedef struct {
  KbBandForm form;
  guint32 colour;                    /* 0xRRGGBBAA; its alpha is ignored */
} KbBandLook;

#define KB_MAX_BAND_LOOKS 64

/* Everything is borrowed for the call. */
typedef struct {
  const KbLiveTrack *live;
  guint32 colours[256];              /* of the surfaces, 0xRRGGBBAA; 0: not drawn */
  double opacity;                    /* 0 .. 1, of the surfaces */
  const KbBandLook *bands;           /* at most KB_MAX_BAND_LOOKS */
  guint n_bands;
  /* Another number whenever more is different than pixels in boxes that were told */
  guint64 stamp;
} KbTrackLook;

typedef struct KbTrackPicture KbTrackPicture;

KbTrackPicture *kb_track_picture_new (void);
void kb_track_picture_free (KbTrackPicture *picture);
/* Pixels of the track within the box are others than they were drawn. */
void kb_track_picture_touch (KbTrackPicture *picture, const KbClearanceBox *box);
/* From 100% on device pixels have the colour of the pixel at their centre; below, the mean of four
 * places in it. Of bands the smallest that holds a pixel is seen, so each strip has its band's own
 * colour. What somebody painted otherwise than it was computed is hatched. Cost: the device pixels
 * that are seen and were touched, some nanoseconds each. */
void kb_track_picture_draw (KbTrackPicture *picture, cairo_t *cr, const KbView *view,
                            const KbTrackLook *look);
/* The same without keeping anything. */
void kb_draw_track_pixels (cairo_t *cr, const KbView *view, const KbTrackLook *look);

#endif
