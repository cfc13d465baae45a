/* SPDX-License-Identifier: MIT */
/* Thumbnails for lists and the filmstrip, contact sheets for `kickbox render`. */
#ifndef KB_SHEET_H
#define KB_SHEET_H

#include "document/document.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"

/* The frame, fitted into (0, 0, width, height) of the context and centred; nothing without a
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

/* A mask's picture with its zones at the mask's opacity; below it each zone's name and count.
 * Limits and sizes as for kb_draw_plan; errors as above. */
KbPicture *kb_draw_mask_sheet (KbDocument *document, KbId mask_id, const KbSheetOptions *options,
                               GError **error);
/* The same for a track: its surfaces and bands. Unless plain, also lines of bands next to its
 * curves, the curves' middles, and its check points with numbers and arrows. */
KbPicture *kb_draw_track_sheet (KbDocument *document, KbId track_id, const KbSheetOptions *options,
                                GError **error);
/* The same for a level, with the parts that it has. */
KbPicture *kb_draw_level_sheet (KbDocument *document, KbId level_id, const KbSheetOptions *options,
                                GError **error);
/* The solid parts of its tiles, over them, in the colours of their classes. Below, the number of
 * tiles for each class. */
KbPicture *kb_draw_level_collision_sheet (KbDocument *document, KbId level_id,
                                          const KbSheetOptions *options, GError **error);
/* Its walls over a partition: coloured leaves, lines by depth; below, the partition's costs. Built
 * with the level's settings. */
KbPicture *kb_draw_level_grid_sheet (KbDocument *document, KbId level_id,
                                     const KbSheetOptions *options, GError **error);
KbPicture *kb_draw_level_quadtree_sheet (KbDocument *document, KbId level_id,
                                         const KbSheetOptions *options, GError **error);
KbPicture *kb_draw_level_bsp_sheet (KbDocument *document, KbId level_id,
                                    const KbSheetOptions *options, GError **error);

#endif
