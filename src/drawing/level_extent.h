/* SPDX-License-Identifier: MIT */
/* How much of the plane a level takes, with the pictures of its tiles. */
#ifndef KB_LEVEL_EXTENT_H
#define KB_LEVEL_EXTENT_H

#include "document/document.h"
#include "document/shape.h"

/* How far pictures of tiles reach over their cells at most, to each side. */
KbBounds kb_level_overhang (const KbDocument *document, const KbLevel *level);
/* What is to be in sight when a level is fitted into a view: all of it with its tiles' pictures,
 * and never less than 128 pixels each way, about its middle. */
KbBounds kb_level_fit_bounds (const KbDocument *document, const KbLevel *level);

#endif
