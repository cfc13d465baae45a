/* SPDX-License-Identifier: MIT */
/* Files that are packed by gzip (RFC 1952), read as what is in them.
 *
 * Whether a file is packed is told by its first bytes, whatever it is called. A packed file may be
 * of several members, one behind the other. Only one layer is unpacked. */
#ifndef KB_PACKED_H
#define KB_PACKED_H

#include <glib.h>

/* As kb_file_read, which it is for files that are not packed; `limit` bytes are the most of the
 * file and of what is in it. That is counted before memory is taken for it. `sum`: of the file as
 * it is, as `sources` of a record have it, a new string; or NULL. Errors name the file:
 * KB_ERROR_INPUT for what is damaged, cut off or too large. Cost: linear, unpacked twice. */
gboolean kb_import_read_unpacked (const char *path, gsize limit, char **text, gsize *length,
                                  char **sum, GError **error);

/* Puts what the beginning of a packed file has in its place, NUL-terminated: of `size` bytes, at
 * most `room`; room + 1 are there. How many there are now, as many as could be unpacked; `size`
 * where it is not packed. */
gsize kb_unpack_head (char *head, gsize size, gsize room);

#endif
