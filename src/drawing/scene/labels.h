/* SPDX-License-Identifier: MIT */
/* Short texts on dark pills next to the things they name. They are collected first, then placed,
 * without covering each other if there is room. Their size is the same at any zoom. */
#ifndef KB_LABELS_H
#define KB_LABELS_H

#include "drawing/style.h"
#include "drawing/view.h"

typedef struct KbLabels KbLabels;

/* Remembers the last positions. Other code reads which are taken; during a drag a label keeps its
 * side while that is about as good as another. */
typedef struct KbLabelMemory KbLabelMemory;
KbLabelMemory *kb_label_memory_new (void);
void kb_label_memory_free (KbLabelMemory *memory);
/* Call before a redraw that may have no labels. */
void kb_label_memory_clear_places (KbLabelMemory *memory);
/* KbBounds of the pills in canvas pixels, owned by the memory. */
const GArray *kb_label_memory_places (const KbLabelMemory *memory);

typedef enum { KB_LABEL_QUIET, KB_LABEL_SELECTED, KB_LABEL_HOVERED } KbLabelState;

typedef struct {
  const char *text;
  const char *brief;       /* shown instead when there is little room, may be NULL */
  const char *detail;      /* appended in the same pill, may be NULL */
  gboolean always_detailed; /* else the detail appears only when selected or hovered */
  guint32 colour;
  KbId id;                 /* the named thing; for the memory */
  KbBounds around;         /* its bounds on the canvas */
  double extent;           /* maximum width of a quiet label, unless `around` is wider */
  double margin;           /* above and below a label that is not quiet: room for handles */
  int priority;            /* higher ones are placed first */
  KbLabelState state;
} KbLabel;

KbLabels *kb_labels_new (const KbView *view, const KbStyle *style);
void kb_labels_free (KbLabels *labels);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLabels, kb_labels_free)

/* Copies the texts. Does nothing for things outside the canvas. */
void kb_labels_add (KbLabels *labels, const KbLabel *label);
/* A mark that labels should avoid covering. */
void kb_labels_avoid (KbLabels *labels, KbBounds area);
/* An area drawn over labels: no label is placed there. */
void kb_labels_keep_off (KbLabels *labels, KbBounds area);
/* Borrowed; NULL: none. `dragging`: labels keep the sides of the last redraw if possible. */
void kb_labels_set_memory (KbLabels *labels, KbLabelMemory *memory, gboolean dragging);

/* Places each pill above, below, right, left or inside its thing; pills never overlap. Quiet labels
 * are placed first, then marked ones, at the same side if possible; only pills in their way move.
 * Quiet labels are shortened to fit (six letters or more), or left out if they find no position or
 * hide much of a thing. The first marked one is always drawn. O(labels x (labels + marks +
 * things)), at most some hundred labels. */
void kb_labels_draw (KbLabels *labels, cairo_t *cr);

/* One pill with numbers at the pointer: a corner is near `at`, kept inside the canvas. */
void kb_draw_note (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                   const char *text, guint32 colour);

/* The same, on another side of `at` if it would cover one of `places` (KbBounds, may be NULL). */
void kb_draw_note_apart (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                         const char *text, guint32 colour, const GArray *places);

/* One pill centred slightly above `at`; higher if it would cover one of `places` (KbBounds). Its
 * own bounds are added to them. */
void kb_draw_pill (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                   const char *text, guint32 colour, GArray *places);

/* Begins a path: a box with round corners. */
void kb_path_rounded (cairo_t *cr, KbBounds box, double radius);
/* A line of text in the font of labels, rulers and sheets, `size` canvas pixels large: its advance.
 * The second also draws it at (x, y). */
double kb_text_advance (cairo_t *cr, const char *text, double size, gboolean bold);
double kb_draw_text (cairo_t *cr, double x, double y, const char *text, guint32 colour, double size,
                     gboolean bold);

#endif
