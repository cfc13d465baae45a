/* SPDX-License-Identifier: MIT */
/* The whole of a mask or a track on one picture: its name, what it looks like, and a legend.
 *
 * Flow: a kind of asset fills a KbPlan (mask_sheet.c does for masks) -> kb_draw_plan. */
#ifndef KB_PLAN_H
#define KB_PLAN_H

#include "drawing/sheet.h"
#include "drawing/view.h"

typedef struct {
  guint32 colour;       /* 0xRRGGBBAA; its alpha is ignored */
  char *name, *detail;  /* "floor", "2400 pixels · 30 %" */
} KbPlanEntry;

typedef struct {
  const char *name;     /* of the asset */
  gint width, height;   /* pixels */
  GArray *legend;       /* KbPlanEntry */
  /* Draws it with its corner at the view's; the clip is set. */
  void (*draw) (cairo_t *cr, const KbView *view, const KbStyle *style, gpointer data);
  gpointer data;
  gboolean bare;        /* the picture alone: neither name nor margin nor legend */
} KbPlan;

/* An array for legends, which frees their texts. */
GArray *kb_plan_legend_new (void);
/* Takes both texts. */
void kb_plan_legend_add (GArray *legend, guint32 colour, char *name, char *detail);

/* "2400 pixels · 30 %"; of what is there but too little to round to, "under 1 %". A new string. */
char *kb_count_text (guint64 count, guint64 all);

/* Shown as large as can be in whole steps (2, 3 times; 1/2, 1/3) with no side over 2048 pixels, at
 * most 8 times; with options->scale that many times, or less where the picture would be over the
 * limits of a sheet. `plain`: no legend. */
KbPicture *kb_draw_plan (const KbPlan *plan, const KbSheetOptions *options, GError **error);

#endif
