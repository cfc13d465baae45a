/* SPDX-License-Identifier: MIT */
/* What the files of the labels share: labels.c measures and draws, label_places.c says where. */
#ifndef KB_LABELS_PRIVATE_H
#define KB_LABELS_PRIVATE_H

#include "drawing/labels.h"

#define KB_PILL_HEIGHT 17.0
#define KB_LABEL_GAP 3.0

typedef struct {
  KbLabel label;                      /* its texts are not valid any more: the item has its own */
  char *text, *brief, *detail;
  /* One of them, cut to what there is room for; NULL: none was */
  char *cut;
  const char *shown, *shown_detail;   /* of these */
  double width;                       /* of the pill with what is shown */
  gboolean fits;                      /* as a quiet label */
  guint index;
  int place, quiet_place;             /* among the candidates; -1: none */
  KbBounds pill;                      /* with a place: on whole device pixels */
} KbLabelItem;

struct KbLabelMemory {
  GHashTable *sides;                  /* kb_label_key -> place plus 1 */
  GArray *places;                     /* KbBounds */
};

struct KbLabels {
  KbLabelMemory *memory;              /* borrowed; NULL: none */
  gboolean dragging;
  const KbView *view;
  const KbStyle *style;
  GArray *items;                      /* KbLabelItem */
  GArray *avoid, *handles, *keep_off, *things;  /* KbBounds */
};

double kb_bounds_overlap (const KbBounds *a, const KbBounds *b);
gpointer kb_label_key (const KbLabelItem *item, gboolean final);

/* By priority, then as they were added. */
void kb_label_items_sort (KbLabels *labels);
/* Places what fits; widths are those of quiet labels. */
void kb_label_items_place_quiet (KbLabels *labels);
/* Places what is selected or hovered anew, with its present width, and what is in its way. */
void kb_label_items_place_marked (KbLabels *labels);

#endif
