/* SPDX-License-Identifier: MIT */
/* Caches pictures as premultiplied cairo surfaces, created when first drawn. Over the limit, the
 * least recently used are dropped first. */
#ifndef KB_SURFACES_H
#define KB_SURFACES_H

#include <cairo.h>

#include "document/picture.h"

typedef struct KbSurfaces KbSurfaces;

/* `limit` in bytes of pixels; the last one requested is always kept. 0: 256 MiB. */
KbSurfaces *kb_surfaces_new (gsize limit);
void kb_surfaces_free (KbSurfaces *surfaces);

/* Borrowed; valid until the next call. The picture must not change while it is in the cache. */
cairo_surface_t *kb_surfaces_get (KbSurfaces *surfaces, KbPicture *picture);
/* The picture at 1/2, 1/4 ... of its size (level 1, 2 ...; every pixel the mean of four), for
 * zooming out. Level 0 is the picture itself. Odd sides are rounded up. `tint`, 0xRRGGBB00 with the
 * alpha ignored, is blended half and half for an onion skin; 0: none. */
cairo_surface_t *kb_surfaces_get_reduced (KbSurfaces *surfaces, KbPicture *picture, guint32 tint,
                                          guint level);

/* Moves everything out of `from`, which was filled by another thread. */
void kb_surfaces_take (KbSurfaces *surfaces, KbSurfaces *from);

/* A new image surface, not cached. */
cairo_surface_t *kb_surface_from_picture (const KbPicture *picture);
/* The same for a part inside the picture; `tint` as above or 0. */
cairo_surface_t *kb_surface_of_part (const KbPicture *picture, guint32 tint, guint x, guint y,
                                     guint width, guint height);
/* Converts back, for writing PNGs; an ARGB32 or RGB24 image surface. NULL when too large. */
KbPicture *kb_picture_from_surface (cairo_surface_t *surface);

#endif
