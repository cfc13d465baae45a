/* SPDX-License-Identifier: MIT */
/* Small and many: thumbnails for lists and the filmstrip, contact sheets for `kickbox render`. */
#ifndef KB_SHEET_H
#define KB_SHEET_H

#include "document/document.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"

/* The frame, fitted into (0, 0, width, height) of the context and centred; without a picture the
 * place stays empty. `annotated`: with thin shapes, points and the hot spot. */
void kb_draw_thumbnail (cairo_t *cr, KbDocument *document, KbId frame_id, KbSurfaces *surfaces,
                        const KbStyle *style, double width, double height, gboolean annotated);
/* Its two halves: a picture as large as the frame, for which no document is needed, and what is on
 * it. */
void kb_draw_thumbnail_picture (cairo_t *cr, KbPicture *picture, KbSurfaces *surfaces, double width,
                                double height);
void kb_draw_thumbnail_marks (cairo_t *cr, KbDocument *document, KbId frame_id,
                              const KbStyle *style, double width, double height);

typedef struct {
  gboolean light;       /* style; dark otherwise */
  /* Without annotations; of a level its picture, tiles and heightmaps alone */
  gboolean plain;
  guint scale;          /* 0: the whole factor at which a frame is about 200 pixels large */
} KbSheetOptions;

/* A sprite's frames in rows, an animation a row (with loop mode, numbers and durations), frames in
 * no animation last; annotated. The same document gives the same size on every machine; the texts
 * are set in the machine's sans font. Errors: a picture that cannot be read, or a sheet over the
 * limits of a picture. */
KbPicture *kb_draw_contact_sheet (KbDocument *document, KbId sprite_id,
                                  const KbSheetOptions *options, GError **error);

/* A mask's picture with its zones over it at the mask's opacity, and below each zone's name and
 * count. Limits and sizes as of kb_draw_plan. Errors as above. */
KbPicture *kb_draw_mask_sheet (KbDocument *document, KbId mask_id, const KbSheetOptions *options,
                               GError **error);
/* The same of a track: its surfaces and bands, and unless plain lines of bands beside its curves,
 * their middles, its check points with numbers and arrows. */
KbPicture *kb_draw_track_sheet (KbDocument *document, KbId track_id, const KbSheetOptions *options,
                                GError **error);
/* And of a level, as far as there is something in it. */
KbPicture *kb_draw_level_sheet (KbDocument *document, KbId level_id, const KbSheetOptions *options,
                                GError **error);
/* What of its tiles stops a move, over them, in the colours of classes; below how many tiles each
 * has. */
KbPicture *kb_draw_level_collision_sheet (KbDocument *document, KbId level_id,
                                          const KbSheetOptions *options, GError **error);
/* Its walls over a partition: leaves in colours, lines by depth, and below what it costs. Built
 * with the level's numbers. */
KbPicture *kb_draw_level_grid_sheet (KbDocument *document, KbId level_id,
                                     const KbSheetOptions *options, GError **error);
KbPicture *kb_draw_level_quadtree_sheet (KbDocument *document, KbId level_id,
                                         const KbSheetOptions *options, GError **error);
KbPicture *kb_draw_level_bsp_sheet (KbDocument *document, KbId level_id,
                                    const KbSheetOptions *options, GError **error);

#endif
