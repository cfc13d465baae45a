/* SPDX-License-Identifier: MIT */
/* Rows of pixels as a PNG file has them before they are compressed. */
#ifndef KB_BAKE_FILTER_H
#define KB_BAKE_FILTER_H

#include <glib.h>

/* RGBA rows without padding -> new memory of (4 * width + 1) * rows bytes. Each row gets the filter
 * with the least sum of absolute differences, or none in a picture of few colours; the first does
 * not look at what is above, which may change without it. */
guint8 *kb_filter_rows (const guint8 *pixels, guint width, guint rows);

#endif
