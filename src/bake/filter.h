/* SPDX-License-Identifier: MIT */
/* Rows of pixels as in a PNG file before compression. */
#ifndef KB_BAKE_FILTER_H
#define KB_BAKE_FILTER_H

#include <glib.h>

/* RGBA rows without padding -> new memory of (4 * width + 1) * rows bytes. Each row gets the filter
 * with the smallest sum of absolute differences, or none in a picture with few colours. The first
 * row does not use the row above, which may change independently. */
guint8 *kb_filter_rows (const guint8 *pixels, guint width, guint rows);

#endif
