/* SPDX-License-Identifier: MIT */
/* The extent of a level, with the pictures of its tiles. */
#ifndef KB_LEVEL_EXTENT_H
#define KB_LEVEL_EXTENT_H

#include "document/document.h"
#include "document/shape.h"

/* How far tile pictures can reach over their cells on each side. */
KbBounds kb_level_overhang (const KbDocument *document, const KbLevel *level);
/* The area for fitting a level into a view: all of it with its tile pictures, and at least 128
 * pixels in each direction, centred. */
KbBounds kb_level_fit_bounds (const KbDocument *document, const KbLevel *level);

#endif
