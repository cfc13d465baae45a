/* SPDX-License-Identifier: MIT */
/* The bitmap of a frame: its solid pixels, packed as the runtime reads them. */
#ifndef KB_BAKE_BITS_H
#define KB_BAKE_BITS_H

#include "document/document.h"

/* kb_sprite_is_solid decides which pixels are solid; fully transparent ones are not. `pixels`: w *
 * h * 4 bytes of RGBA, the part of the frame at (x, y). New memory; NULL if no pixel is solid, or
 * the frame is larger than a bitmap may be. */
guint8 *kb_frame_bits (const KbFrame *frame, const guint8 *pixels, guint w, guint h, gint x, gint y,
                       gsize *size);

#endif
