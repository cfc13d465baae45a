/* SPDX-License-Identifier: MIT */
/* Two frames of a sprite beside or over each other. */
#ifndef KB_COMPARE_H
#define KB_COMPARE_H

#include "drawing/scene.h"

typedef enum {
  KB_COMPARE_BESIDE,       /* left and right, hot spots on one height */
  KB_COMPARE_OVER,         /* both, tinted, the second over the first */
  /* Same pixels dim; only in the first, only in the second, changed: in colour */
  KB_COMPARE_DIFFERENCE,
  KB_N_COMPARES
} KbCompareMode;

typedef struct {
  const char *id;          /* "beside"; for settings and actions */
  const char *label;       /* N_("Side by side") */
} KbCompareName;
extern const KbCompareName kb_compare_names[KB_N_COMPARES];

typedef struct {
  KbDocument *document;
  KbSurfaces *surfaces;
  const KbStyle *style;
  KbId first, second;      /* frames */
  KbCompareMode mode;
  double mix;              /* KB_COMPARE_OVER: how much of the second is seen, 0 to 1 */
  gboolean annotated;      /* with shapes, points and hot spots */
  /* Its width, height, inset and device_scale are read; whole factors are chosen */
  KbView view;
} KbCompare;

/* Hot spots coincide where both frames have one, else corners. Fits the canvas. A frame that is
 * gone leaves its place empty. Cost: that of two scenes; the difference also looks at every
 * pixel. */
void kb_draw_compare (cairo_t *cr, const KbCompare *compare);

/* How many pixels differ, with the second frame moved so that the hot spots coincide; transparent
 * ones are all the same. */
guint64 kb_count_different (KbDocument *document, KbId first, KbId second);

#endif
