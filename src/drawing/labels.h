/* SPDX-License-Identifier: MIT */
/* Short texts on dark pills beside the things they name. Collected first, then placed so that they
 * do not cover each other where there is room, and drawn at one size at any zoom. */
#ifndef KB_LABELS_H
#define KB_LABELS_H

#include "drawing/style.h"
#include "drawing/view.h"

typedef struct KbLabels KbLabels;

/* What was placed last, from redraw to redraw: a label keeps its side while that is about as good as another, on the
 * next frame too; and others know which places are taken. */
typedef struct KbLabelMemory KbLabelMemory;
KbLabelMemory *kb_label_memory_new (void);
void kb_label_memory_free (KbLabelMemory *memory);
/* Before a redraw that may have no labels. */
void kb_label_memory_clear_places (KbLabelMemory *memory);
/* KbBounds of the pills, canvas pixels; the memory's own. */
const GArray *kb_label_memory_places (const KbLabelMemory *memory);

KbLabels *kb_labels_new (const KbView *view, const KbStyle *style);
void kb_labels_free (KbLabels *labels);

/* `around` is what the text names, in canvas pixels; the pill is put beside it: above, below,
 * inside, to the right or left. Higher priorities are placed first. Texts at which nobody can look
 * (outside the canvas) are dropped; a label of priority 0 that finds no free place, or is
 * larger than its thing, or would hide a good part of a thing, is dropped too; all others are drawn in any
 * case. `detail` follows the text in the same pill; may be NULL. */
void kb_labels_add (KbLabels *labels, const char *text, const char *detail, guint32 colour, KbBounds around,
                    int priority);
/* The same beside a part of the thing, such as a corner; `extent` is how large the thing is. Up to priority
 * 1 a label wider than that loses its detail, then is `brief` (may be NULL), then is dropped. */
void kb_labels_add_near (KbLabels *labels, const char *text, const char *brief, const char *detail, guint32 colour,
                         KbBounds around, double extent, int priority);
/* A thing that labels should leave in sight. */
void kb_labels_add_thing (KbLabels *labels, KbBounds thing);
/* Keeps labels away from a place. */
void kb_labels_avoid (KbLabels *labels, KbBounds area);
/* Borrowed; NULL: each label goes where it is best now. */
void kb_labels_set_memory (KbLabels *labels, KbLabelMemory *memory);
void kb_labels_draw (KbLabels *labels, cairo_t *cr);

/* One pill at a place, for the numbers beside the pointer: its corner is near `at`, kept inside the
 * canvas. */
void kb_draw_note (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at, const char *text, guint32 colour);

/* The same, at another side of `at` where it would cover one of the places (KbBounds; may be NULL). */
void kb_draw_note_apart (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at, const char *text, guint32 colour,
                         const GArray *places);

/* The font of labels, rulers and sheets, at `size` canvas pixels. */
void kb_select_font (cairo_t *cr, double size, gboolean bold);

#endif
