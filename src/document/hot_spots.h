/* SPDX-License-Identifier: MIT */
/* Presets of hot spots: nine points of a frame, and nine of its opaque pixels. */
#ifndef KB_HOT_SPOTS_H
#define KB_HOT_SPOTS_H

#include "document/node.h"
#include "document/pixels/picture.h"

/* "none", "top-left" ... "bottom-right", "opaque-top-left" ..., row by row. NULL-terminated. */
extern const char *const kb_hot_spot_presets[];
#define KB_HOT_SPOT_POINTS 9
#define KB_HOT_SPOT_BOTTOM 8
/* The index of a name. FALSE, with *preset unchanged, for any other text or NULL. */
gboolean kb_hot_spot_read (const char *name, gint *preset);
/* The pixel of a preset other than "none" in a frame of this size. `picture` is the frame's, as
 * large as it. If it is NULL or has nothing opaque, the point is one of the frame. Faint pixels,
 * such as the end of a shadow, are not opaque here. */
KbPixel kb_hot_spot_place (gint preset, const KbPicture *picture, gint width, gint height);

#endif
