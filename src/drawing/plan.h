/* SPDX-License-Identifier: MIT */
/* A whole mask, track or level on one picture: name, picture and legend.
 *
 * Flow: an asset's file fills a KbPlan (such as mask_sheet.c) -> kb_draw_plan. */
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
  /* Draws the asset with its corner at the view's; the clip is set. */
  void (*draw) (cairo_t *cr, const KbView *view, const KbStyle *style, gpointer data);
  gpointer data;
  gboolean bare;        /* only the picture: no name, margin or legend */
} KbPlan;

/* An array for legends, which frees their texts. */
GArray *kb_plan_legend_new (void);
/* Takes ownership of both texts. */
void kb_plan_legend_add (GArray *legend, guint32 colour, char *name, char *detail);

/* "2400 pixels · 30 %"; "under 1 %" for a small share of more than 0. A new string. */
char *kb_count_text (guint64 count, guint64 all);

/* At the largest whole factor (2, 3 times; 1/2, 1/3) with no side over 2048 pixels, at most 8
 * times. With options->scale that many times, or less to stay within the limits of a sheet.
 * `plain`: no legend. */
KbPicture *kb_draw_plan (const KbPlan *plan, const KbSheetOptions *options, GError **error);

#endif
