/* SPDX-License-Identifier: MIT */
/* Two frames of a sprite next to or over each other. */
#ifndef KB_COMPARE_H
#define KB_COMPARE_H

#include "drawing/scene/scene.h"

typedef enum {
  KB_COMPARE_BESIDE,       /* left and right, hot spots at the same height */
  KB_COMPARE_OVER,         /* both, tinted, the second over the first */
  /* Coloured where only in the first, only in the second, or changed; else dim */
  KB_COMPARE_DIFFERENCE,
  KB_N_COMPARES
} KbCompareMode;

typedef struct {
  const char *id;          /* `"beside"`; for settings and actions */
  const char *label;       /* N_("Side by side") */
} KbCompareName;
extern const KbCompareName kb_compare_names[KB_N_COMPARES];

typedef struct {
  KbDocument *document;
  KbSurfaces *surfaces;
  const KbStyle *style;
  KbId first, second;      /* frames */
  KbCompareMode mode;
  double mix;              /* KB_COMPARE_OVER: opacity of the second, 0 to 1 */
  gboolean annotated;      /* draw shapes, points and hot spots */
  /* Only width, height, inset and device_scale are read; the scale is a whole factor */
  KbView view;
} KbCompare;

/* Hot spots coincide if both frames have one, else corners. Fits the canvas. A deleted frame leaves
 * its area empty. Cost: that of two scenes; the difference also reads every pixel. */
void kb_draw_compare (cairo_t *cr, const KbCompare *compare);

/* Counts differing pixels with the hot spots aligned; transparent ones are all equal. */
guint64 kb_count_different (KbDocument *document, KbId first, KbId second);

#endif
