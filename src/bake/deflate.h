/* SPDX-License-Identifier: MIT */
/* Our own deflate (RFC 1951), so that a page has the same bytes whatever zlib a machine has. */
#ifndef KB_BAKE_DEFLATE_H
#define KB_BAKE_DEFLATE_H

#include <glib.h>

/* Appends blocks that are not the last and end on a whole byte: the results of several calls may be
 * put behind each other, closed with KB_DEFLATE_END. Matches never reach before `data`.
 * Method: hash chains with lazy matching, blocks with dynamic, fixed or no codes, whichever is least. */
void kb_deflate (GByteArray *out, const guint8 *data, gsize size);

/* An empty last block. */
#define KB_DEFLATE_END "\x01\x00\x00\xff\xff"
#define KB_DEFLATE_END_SIZE 5

#endif
