/* SPDX-License-Identifier: MIT */
/* The checksums of PNG (CRC-32, ISO 3309) and of zlib (Adler-32, RFC 1950). */
#ifndef KB_BAKE_CHECKSUM_H
#define KB_BAKE_CHECKSUM_H

#include <glib.h>

guint32 kb_crc32 (guint32 crc, const guint8 *data, gsize size);       /* starts with 0 */
guint32 kb_adler32 (guint32 adler, const guint8 *data, gsize size);   /* starts with 1 */
/* Of the first bytes, then `size` more bytes whose own checksum is `second`. */
guint32 kb_adler32_join (guint32 first, guint32 second, guint64 size);

#endif
