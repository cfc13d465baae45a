/* SPDX-License-Identifier: MIT */
/* Reads files packed by gzip (RFC 1952) as their content. A file counts as packed by its first
 * bytes, whatever its name. It may have several members, one after the other. Only one layer is
 * unpacked. */
#ifndef KB_PACKED_H
#define KB_PACKED_H

#include <glib.h>

/* As kb_file_read, which it calls for files that are not packed. `limit` is the max size of the
 * file and of its content, checked before memory is allocated. `sum`: the checksum of the file
 * itself as in a record's `sources`, a new string; or NULL. Errors name the file: KB_ERROR_INPUT
 * for damaged, truncated or too large data. Cost: linear, unpacked twice. */
gboolean kb_import_read_unpacked (const char *path, gsize limit, char **text, gsize *length,
                                  char **sum, GError **error);

/* Replaces the `size` first bytes of a packed file by the start of its content, NUL-terminated and
 * at most `room` long. room + 1 bytes must be allocated. Returns the new size; `size` if it is not
 * packed. */
gsize kb_unpack_head (char *head, gsize size, gsize room);

#endif
