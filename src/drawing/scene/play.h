/* SPDX-License-Identifier: MIT */
/* Draws a playtest scene: its list of simple items (playtest/picture.h) over pictures.
 *
 * Pictures, tiles and altitudes come from the document, found by their names in the bank. Zones,
 * surfaces and bands are read pixel by pixel from the bank, as a game would. Anything that the
 * document lacks is not drawn. */
#ifndef KB_DRAW_PLAY_H
#define KB_DRAW_PLAY_H

#include "document/document.h"
#include "drawing/levels/layers.h"
#include "drawing/levels/level_heights.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"
#include "drawing/view.h"
#include "playtest/picture.h"

/* Input. Everything is borrowed for the call. */
typedef struct {
  KbDocument *document;       /* NULL: no pictures */
  const kbx_bank *bank;       /* the bank being played */
  KbSurfaces *surfaces;       /* NULL: no pictures */
  KbHeights *heights;         /* NULL: no altitudes */
  const KbStyle *style;
  guint32 hidden;             /* bits 1 << KbPlayLayer */
  double time;                /* ms, for animated tiles */
  gboolean thin;              /* all lines are thin, as on a map */
  /* Caches everything below the moving items; NULL: no cache */
  KbLayers *layers;
  /* With layers: must change whenever the bank or the document does */
  guint64 stamp;
} KbPlayLook;

/* Draws the whole canvas: the background, then the items in order; those out of view cost a
 * comparison. The assets at the start of a picture are cached. Lines have the same width at every
 * zoom. */
void kb_draw_play (cairo_t *cr, const KbPlayPicture *picture, const KbView *view,
                   const KbPlayLook *look);

/* Draws the map of the world in the top right corner of the canvas, over the scene. Draws nothing
 * if the view shows all of the world, or nearly as much. `layers` caches it. */
void kb_draw_play_map (cairo_t *cr, const KbPlayPicture *picture, const KbView *view,
                       const KbPlayLook *look, KbLayers *layers, KbBounds world);

/* A hash of all that a picture shows at look->time, for a caller that redraws only changes. */
guint64 kb_play_picture_key (const KbPlayPicture *picture, const KbPlayLook *look);

/* The same of where its items are alone: animations in place do not change it. */
guint64 kb_play_picture_places (const KbPlayPicture *picture);

/* The colour of items without one; 0xRRGGBBff. */
guint32 kb_play_layer_colour (KbPlayLayer layer);

#endif
