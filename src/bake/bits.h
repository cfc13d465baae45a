/* SPDX-License-Identifier: MIT */
/* The bitmap of a frame: which of its pixels are solid, packed as the runtime reads it. */
#ifndef KB_BAKE_BITS_H
#define KB_BAKE_BITS_H

#include "document/document.h"

/* Which pixels count is the sprite's to say (kb_sprite_is_solid); no wholly transparent one does.
 * `pixels`: w * h * 4 bytes of RGBA, the part of the frame that lies at (x, y) in it. New memory;
 * NULL where no pixel counts, or the frame is wider or higher than a bitmap may be. */
guint8 *kb_frame_bits (const KbFrame *frame, const guint8 *pixels, guint w, guint h, gint x, gint y,
                       gsize *size);

#endif
