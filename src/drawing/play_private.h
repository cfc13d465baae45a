/* SPDX-License-Identifier: MIT */
/* What the files of a scene's picture share: play.c draws the things, play_pictures.c what comes
 * from the document. */
#ifndef KB_DRAW_PLAY_PRIVATE_H
#define KB_DRAW_PLAY_PRIVATE_H

#include "drawing/play.h"

/* Is it an asset's whole picture, which stands still? */
gboolean kb_play_item_is_asset (const KbPlayItem *item);
/* Item `i` of the picture, which is one. */
void kb_draw_play_asset (cairo_t *cr, const KbPlayPicture *picture, guint32 i, const KbView *view,
                         const KbPlayLook *look);
void kb_draw_play_frame (cairo_t *cr, const KbPlayItem *item, const KbView *view,
                         const KbPlayLook *look);

#endif
