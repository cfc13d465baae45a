/* SPDX-License-Identifier: MIT */
/* Thumbnails for lists and the filmstrip, contact sheets for `kickbox render`. */
#ifndef KB_DRAWING_SHEETS_SHEET_H
#define KB_DRAWING_SHEETS_SHEET_H

#include "document/document.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"
#include "drawing/view.h"

/* The frame, fitted into (0, 0, width, height) of the context and centred, or nothing without a
 * picture. `annotated`: with thin shapes, points and the hot spot. */
void kb_draw_thumbnail (cairo_t *cr, KbDocument *document, KbId frame_id, KbSurfaces *surfaces,
                        const KbStyle *style, double width, double height, gboolean annotated);
/* Its two halves: a picture as large as the frame, which needs no document, and the annotations. */
void kb_draw_thumbnail_picture (cairo_t *cr, KbPicture *picture, KbSurfaces *surfaces, double width,
                                double height);
void kb_draw_thumbnail_marks (cairo_t *cr, KbDocument *document, KbId frame_id,
                              const KbStyle *style, double width, double height);

typedef struct {
  gboolean light;       /* style; dark otherwise */
  /* Without annotations; for a level only its picture, tiles and heightmaps */
  gboolean plain;
  guint scale;          /* 0: the whole factor at which a frame is about 200 pixels large */
} KbSheetOptions;

/* A sprite's frames, one animation per row (with loop mode, numbers and durations), other frames
 * last; annotated. A document's sheet has the same size on every machine; text uses the machine's
 * sans font. Errors: an unreadable picture, or a sheet over the limits of a picture. */
KbPicture *kb_draw_contact_sheet (KbDocument *document, KbId sprite_id,
                                  const KbSheetOptions *options, GError **error);

/* A frame before and after, of two versions of a project, side by side and annotated. An id of 0
 * leaves its half empty. Errors: an unreadable picture. */
KbPicture *kb_draw_frame_pair (KbDocument *before, KbId frame_before, KbDocument *after,
                               KbId frame_after, const KbSheetOptions *options, GError **error);

/* The pictures of an animation's steps, annotated, with their hot spots in one place. One that goes
 * forth and back has its way back, too. Without any frame there are no steps. The scale is chosen
 * for about 320 pixels. Free with g_free. Errors: an unreadable picture, one above the limits of a
 * sheet. */
typedef struct KbAnimationSheet KbAnimationSheet;
KbAnimationSheet *kb_animation_sheet_new (KbDocument *document, const KbAnimation *animation,
                                          const KbSheetOptions *options);
guint kb_animation_sheet_steps (const KbAnimationSheet *sheet);
KbPicture *kb_animation_sheet_draw (gpointer sheet, guint step, gint *ms, GError **error);

/* A mask's picture with its zones at the mask's opacity; below it each zone's name and count.
 * Limits and sizes as for kb_draw_plan; errors as above. */
KbPicture *kb_draw_mask_sheet (KbDocument *document, KbId mask_id, const KbSheetOptions *options,
                               GError **error);
/* The same for a track: its surfaces and bands. Unless plain, also lines of bands next to its
 * curves, the curves' middles, and its check points with numbers and arrows. */
KbPicture *kb_draw_track_sheet (KbDocument *document, KbId track_id, const KbSheetOptions *options,
                                GError **error);

/* A whole mask, track or level on one picture: name, picture and legend.
 *
 * Flow: an asset's file fills a KbPlan (such as mask_sheet.c) -> kb_draw_plan. */

typedef struct {
  guint32 colour;       /* 0xRRGGBBAA; its alpha is ignored */
  char *name, *detail;  /* "floor", "2400 pixels · 30 %" */
} KbPlanEntry;

typedef struct {
  const char *name;     /* of the asset */
  gint width, height;   /* pixels */
  GArray *legend;       /* KbPlanEntry */
  /* Draws the asset with its corner at the view's. The clip is set. */
  void (*draw) (cairo_t *cr, const KbView *view, const KbStyle *style, gpointer data);
  gpointer data;
  /* Right of the picture: its width in the sheet, or 0, and what is drawn from (0, 0) there */
  double beside;
  void (*draw_beside) (cairo_t *cr, double height, const KbStyle *style, gpointer data);
  gboolean bare;        /* only the picture: no name, margin or legend */
} KbPlan;

/* An array for legends, which frees their texts. */
GArray *kb_plan_legend_new (void);
/* Takes ownership of both texts. */
void kb_plan_legend_add (GArray *legend, guint32 colour, char *name, char *detail);
/* The altitudes by colour, for each heightmap. */
void kb_plan_legend_add_altitudes (GArray *legend, const KbLevel *level);

/* "2400 pixels · 30 %"; "under 1 %" for a small share of more than 0. A new string. */
char *kb_count_text (guint64 count, guint64 all);

/* At the largest whole factor (2, 3 times; 1/2, 1/3) with no side over 2048 pixels, at most 8
 * times. With options->scale that many times, or less to stay within the limits of a sheet.
 * `plain`: no legend. */
KbPicture *kb_draw_plan (const KbPlan *plan, const KbSheetOptions *options, GError **error);

#endif
