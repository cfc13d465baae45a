/* SPDX-License-Identifier: MIT */
/* Heightmaps of a level: a hill-shaded picture, altitudes, profiles.
 *
 * Purpose: what is costly about a heightmap is made once and kept by a KbHeights, which its owner
 * asks again and again; nobody has to tell it of changes. Flow: kb_heights_new -> drawing and
 * asking, one document at a time -> kb_heights_free. */
#ifndef KB_LEVEL_HEIGHTS_H
#define KB_LEVEL_HEIGHTS_H

#include "document/document.h"
#include "drawing/marks.h"

typedef struct KbHeights KbHeights;

KbHeights *kb_heights_new (void);
void kb_heights_free (KbHeights *heights);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbHeights, kb_heights_free)
/* Forgets all maps: before another document. */
void kb_heights_clear (KbHeights *heights);

/* In the colours of altitudes, lit from the top left; very flat maps are lit as if they were
 * steeper, very steep ones as if they were flatter. Maps of more than 2048 samples a side are drawn
 * from every second, third ... one. Where the picture cannot be read, its place and why. Cost: the
 * first time reading and shading, then as a picture. */
void kb_draw_heightmap (cairo_t *cr, const KbView *view, const KbStyle *style, KbHeights *heights,
                        const KbDocument *document, const KbHeightmap *map);
/* A bar of the colours with altitudes beside it; its top right corner is there, on the canvas. */
void kb_draw_height_legend (cairo_t *cr, const KbView *view, const KbStyle *style,
                            const KbHeightmap *map, KbVec top_right);
/* 0xRRGGBBff; 0 the lowest, 1 the highest. */
guint32 kb_height_colour (double share);

typedef struct {
  double z;          /* bilinear, as a game's boxes and rays have it */
  double steepness;  /* rise by run along the steepest way, 0 or more */
} KbHeightPlace;

/* FALSE where the map is not, or cannot be read. */
gboolean kb_heights_at (KbHeights *heights, const KbDocument *document, const KbHeightmap *map,
                        KbVec at, KbHeightPlace *place);
/* Why the map cannot be read; NULL: it can. Borrowed until the next call. */
const char *kb_heights_error (KbHeights *heights, const KbDocument *document,
                              const KbHeightmap *map);

/* Altitudes along a line. */
typedef struct {
  guint n;
  double *z;             /* at even steps from one end to the other; NAN where the map is not */
  double length;         /* pixels of the level */
  double low, high;      /* of what is there */
  /* Rise by run between two neighbours, with its sign; 0 where fewer than two are there */
  double steepest;
  double steepest_at;    /* pixels from the start */
} KbProfile;

/* n: 2 or more. FALSE where none of it is on the map. kb_profile_clear in any case. */
gboolean kb_heights_profile (KbHeights *heights, const KbDocument *document, const KbHeightmap *map,
                             KbVec from, KbVec to, guint n, KbProfile *profile);
void kb_profile_clear (KbProfile *profile);
/* "lowest 3, highest 20.5, steepest 0.4 at 36"; a new string. */
char *kb_profile_text (const KbProfile *profile);
/* Canvas pixels. */
typedef struct {
  /* The words lie in the box: the heading above the plot, altitudes left of it, the length below */
  KbBounds box, plot;
} KbProfilePanel;

/* A panel with the curve, at the bottom right of the canvas, as wide as its words need. Returns
 * where it was drawn. */
KbProfilePanel kb_draw_profile (cairo_t *cr, const KbView *view, const KbStyle *style,
                                const KbProfile *profile);

#endif
