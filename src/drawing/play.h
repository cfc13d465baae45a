/* SPDX-License-Identifier: MIT */
/* What a scene of playtest looks like: its list of simple things (playtest/picture.h) over the
 * pictures of the document.
 *
 * Pictures (frames, what lies behind masks, tracks and levels, tiles, altitudes) come from the
 * document, found by the names that the bank has; zones, surfaces and bands are asked of the bank
 * pixel by pixel, as a game asks. Where the document has not what the bank names, nothing is drawn
 * of it. */
#ifndef KB_DRAW_PLAY_H
#define KB_DRAW_PLAY_H

#include "document/document.h"
#include "drawing/layers.h"
#include "drawing/level_heights.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"
#include "drawing/view.h"
#include "playtest/picture.h"

/* Everything is borrowed for the call. */
typedef struct {
  KbDocument *document;       /* NULL: no pictures */
  const kbx_bank *bank;       /* that is played */
  KbSurfaces *surfaces;       /* NULL: no pictures */
  KbHeights *heights;         /* NULL: no altitudes */
  const KbStyle *style;
  guint32 hidden;             /* bits 1 << KbPlayLayer */
  double time;                /* ms, of animated tiles */
  /* Keeps what lies below everything that moves; NULL: nothing is kept */
  KbLayers *layers;
  /* With layers: another number whenever the bank or the document is another */
  guint64 stamp;
} KbPlayLook;

/* On the whole canvas: the background, then the items in their order; those out of sight cost a
 * comparison. The assets with which a picture begins are kept from redraw to redraw. Lines are as
 * wide at every zoom. */
void kb_draw_play (cairo_t *cr, const KbPlayPicture *picture, const KbView *view,
                   const KbPlayLook *look);

/* Of items that bring none; 0xRRGGBBff. */
guint32 kb_play_layer_colour (KbPlayLayer layer);

#endif
