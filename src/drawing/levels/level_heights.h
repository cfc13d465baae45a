/* SPDX-License-Identifier: MIT */
/* Heightmaps of a level: a hill-shaded picture, altitudes, profiles.
 *
 * A KbHeights caches expensive results and notices changes on its own. Flow: kb_heights_new ->
 * drawing and queries, one document at a time -> kb_heights_free. */
#ifndef KB_LEVEL_HEIGHTS_H
#define KB_LEVEL_HEIGHTS_H

#include "document/document.h"
#include "drawing/scene/marks.h"

typedef struct KbHeights KbHeights;

KbHeights *kb_heights_new (void);
void kb_heights_free (KbHeights *heights);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbHeights, kb_heights_free)
/* Clears the cache. Call before using another document. */
void kb_heights_clear (KbHeights *heights);

/* Draws a hill-shaded picture, lit from the top left. Very flat maps are lit as if steeper, very
 * steep ones as if flatter. Sides over 2048 samples are drawn from every second, third ... one.
 * Draws an error if the map cannot be read. Cost: reading and shading once, then a picture. */
void kb_draw_heightmap (cairo_t *cr, const KbView *view, const KbStyle *style, KbHeights *heights,
                        const KbDocument *document, const KbHeightmap *map);
/* Shows the samples of a stroke in progress, where it wrote since the last call. NULL: it ended or
 * was reverted. Cost: the samples written. */
void kb_heights_show_stroke (KbHeights *heights, const KbDocument *document,
                             const KbHeightmap *map, KbZonesPainter *stroke);
/* Lines of equal altitude, every `step`; 0: none. Every fifth is stronger. */
void kb_heights_set_contours (KbHeights *heights, double step);
/* A bar of the colours with altitudes next to it; `at`, on the canvas, is its top right corner. */
void kb_draw_height_legend (cairo_t *cr, const KbView *view, const KbStyle *style,
                            const KbHeightmap *map, KbVec top_right);
/* 0xRRGGBBff; 0 the lowest, 1 the highest. */
guint32 kb_height_colour (double share);

typedef struct {
  double z;          /* bilinear, like a game's boxes and rays */
  double steepness;  /* rise by run in the steepest direction, 0 or more */
} KbHeightPlace;

/* FALSE outside the map, or if it cannot be read. */
gboolean kb_heights_at (KbHeights *heights, const KbDocument *document, const KbHeightmap *map,
                        KbVec at, KbHeightPlace *place);
/* Why the map cannot be read; NULL: it can. Borrowed until the next call. */
const char *kb_heights_error (KbHeights *heights, const KbDocument *document,
                              const KbHeightmap *map);

/* Altitudes along a line. */
typedef struct {
  guint n;
  double *z;             /* at even steps from one end to the other; NAN outside the map */
  double length;         /* pixels of the level */
  double low, high;      /* of the part on the map */
  /* Signed rise by run between two neighbours; 0 with fewer than two on the map */
  double steepest;
  double steepest_at;    /* pixels from the start */
} KbProfile;

/* n: 2 or more. FALSE when no part is on the map. Always call kb_profile_clear. */
gboolean kb_heights_profile (KbHeights *heights, const KbDocument *document, const KbHeightmap *map,
                             KbVec from, KbVec to, guint n, KbProfile *profile);
void kb_profile_clear (KbProfile *profile);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbProfile, kb_profile_clear)
/* "lowest 3, highest 20.5, steepest 0.4 at 36", as a new string. */
char *kb_profile_text (const KbProfile *profile);
/* Canvas pixels. */
typedef struct {
  /* The box includes the texts: the heading above the plot, altitudes to the left, the length
   * below */
  KbBounds box, plot;
} KbProfilePanel;

/* A panel with the curve at the bottom right of the canvas, as wide as its texts need. Returns its
 * position. */
KbProfilePanel kb_draw_profile (cairo_t *cr, const KbView *view, const KbStyle *style,
                                const KbProfile *profile);

#endif
