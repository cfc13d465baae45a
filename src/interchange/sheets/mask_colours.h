/* SPDX-License-Identifier: MIT */
/* The nearest of some colours, and pictures painted by it. For mask.c. Items of the arrays begin
 * with their colour, 0xRRGGBB: KbMaskRule, KbMaskColour. */
#ifndef KB_INTERCHANGE_MASK_COLOURS_H
#define KB_INTERCHANGE_MASK_COLOURS_H

#include "document/pixels/picture.h"
#include "document/pixels/zones.h"

/* The index of the nearest colour, the first of equally near ones, or -1 if none is within the
 * tolerance. The distance is that in red, green and blue. */
gint kb_mask_nearest (const GArray *items, gint tolerance, guint32 rgb);

/* Each pixel gets the value of its colour's nearest item, or 0 for none; transparent pixels are 0.
 * With `blends`, a colour next to two items may be their blend. It is not sure if it is farther
 * from its nearest item than a quarter of the distance of the two nearest items. If that item is
 * not surely within 3 pixels, the colour may be nearer to a blend of two that are. Then it becomes
 * the nearer of these two. */
KbZones *kb_mask_paint (const KbPicture *picture, const GArray *items, const guint8 *values,
                        gint tolerance, gboolean blends);

#endif
