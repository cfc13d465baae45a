/* SPDX-License-Identifier: MIT */
/* Shared by the files of the labels: labels.c measures and draws, label_places.c places. */
#ifndef KB_LABELS_PRIVATE_H
#define KB_LABELS_PRIVATE_H

#include "drawing/labels.h"

#define KB_PILL_HEIGHT 17.0
#define KB_LABEL_GAP 3.0

typedef struct {
  /* the strings are not valid any more: the item has its own copies */
  KbLabel label;
  char *text, *brief, *detail;
  /* A shortened text; NULL: not shortened */
  char *cut;
  const char *shown, *shown_detail;   /* point to one of these */
  double width;                       /* of the pill with the shown text */
  gboolean fits;                      /* when quiet */
  guint index;
  int place, quiet_place;             /* index of the candidate; -1: none */
  KbBounds pill;                      /* if placed: on whole device pixels */
} KbLabelItem;

struct KbLabelMemory {
  GHashTable *sides;                  /* kb_label_key -> candidate index plus 1 */
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

/* By priority, then in the order added. */
void kb_label_items_sort (KbLabels *labels);
/* Places the quiet labels that fit, with the width of quiet labels. */
void kb_label_items_place_quiet (KbLabels *labels);
/* Places selected and hovered labels again, with their present width, then the pills in their
 * way. */
void kb_label_items_place_marked (KbLabels *labels);

#endif
