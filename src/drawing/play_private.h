/* SPDX-License-Identifier: MIT */
/* Shared by play.c, which draws the items, and play_pictures.c, which draws content of the
 * document. */
#ifndef KB_DRAW_PLAY_PRIVATE_H
#define KB_DRAW_PLAY_PRIVATE_H

#include "drawing/play.h"

/* Whether the item is an asset's whole, static picture. */
gboolean kb_play_item_is_asset (const KbPlayItem *item);
/* Draws item `i` of the picture, an asset. */
void kb_draw_play_asset (cairo_t *cr, const KbPlayPicture *picture, guint32 i, const KbView *view,
                         const KbPlayLook *look);
void kb_draw_play_frame (cairo_t *cr, const KbPlayItem *item, const KbView *view,
                         const KbPlayLook *look);

#endif
