/* SPDX-License-Identifier: MIT */
/* Short texts on dark pills beside the things they name. Collected first, then placed so that they
 * do not cover each other where there is room, and drawn at one size at any zoom. */
#ifndef KB_LABELS_H
#define KB_LABELS_H

#include "drawing/style.h"
#include "drawing/view.h"

typedef struct KbLabels KbLabels;

/* What was placed last: others know which places are taken; and while something is dragged a label
 * keeps its side as long as that is about as good as another. */
typedef struct KbLabelMemory KbLabelMemory;
KbLabelMemory *kb_label_memory_new (void);
void kb_label_memory_free (KbLabelMemory *memory);
/* Before a redraw that may have no labels. */
void kb_label_memory_clear_places (KbLabelMemory *memory);
/* KbBounds of the pills, canvas pixels; the memory's own. */
const GArray *kb_label_memory_places (const KbLabelMemory *memory);

typedef enum { KB_LABEL_QUIET, KB_LABEL_SELECTED, KB_LABEL_HOVERED } KbLabelState;

typedef struct {
  const char *text;
  const char *brief;       /* in its place where there is little room; may be NULL */
  const char *detail;      /* follows it in the same pill; may be NULL */
  gboolean always_detailed; /* else only what is selected or hovered shows its detail */
  guint32 colour;
  KbId id;                 /* what the text names; for the memory */
  KbBounds around;         /* the same on the canvas */
  double extent;           /* a quiet label is not wider than that or `around` */
  double margin;           /* above and below, when it is not quiet: room for handles */
  int priority;            /* higher ones choose their place first */
  KbLabelState state;
} KbLabel;

KbLabels *kb_labels_new (const KbView *view, const KbStyle *style);
void kb_labels_free (KbLabels *labels);

/* Copies the texts. Of what lies outside the canvas nothing is added. */
void kb_labels_add (KbLabels *labels, const KbLabel *label);
/* A thing that labels should leave in sight. */
void kb_labels_add_thing (KbLabels *labels, KbBounds thing);
/* A mark that labels should rather not cover. */
void kb_labels_avoid (KbLabels *labels, KbBounds area);
/* The same of what is there only while something is selected. */
void kb_labels_avoid_handle (KbLabels *labels, KbBounds area);
/* What is drawn over labels: none goes there. */
void kb_labels_keep_off (KbLabels *labels, KbBounds area);
/* Borrowed; NULL: none. `dragging`: sides of the last redraw are kept where they can be. */
void kb_labels_set_memory (KbLabels *labels, KbLabelMemory *memory, gboolean dragging);

/* Each pill goes beside what it names: above, below, to the right or left, inside. Pills never
 * cover each other, and their places follow from what is there now, whatever was shown before:
 * first all labels are placed as if nothing were selected or hovered; then those that are, at the
 * same side where they can be, and what is in their way goes elsewhere; nothing else moves. A quiet
 * label that is larger than its thing is cut in its middle, to six letters at the least. One that
 * finds no free place, is larger still, or would hide a good part of a thing is left out; of the
 * others the first is drawn in any case. O(labels x (labels + marks + things)), at most some
 * hundred labels. */
void kb_labels_draw (KbLabels *labels, cairo_t *cr);

/* One pill at a place, for the numbers beside the pointer: its corner is near `at`, kept inside the
 * canvas. */
void kb_draw_note (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                   const char *text, guint32 colour);

/* The same, at another side of `at` where it would cover one of the places (KbBounds; may be
 * NULL). */
void kb_draw_note_apart (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                         const char *text, guint32 colour, const GArray *places);

/* One pill over a place, its middle there and its lower edge a little above; higher where it would
 * cover one of the places (KbBounds), to which it is added. */
void kb_draw_pill (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                   const char *text, guint32 colour, GArray *places);

/* The font of labels, rulers and sheets, at `size` canvas pixels. */
void kb_select_font (cairo_t *cr, double size, gboolean bold);

#endif
