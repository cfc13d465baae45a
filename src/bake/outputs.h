/* SPDX-License-Identifier: MIT */
/* Files that are written together: all of them, or none. */
#ifndef KB_BAKE_OUTPUTS_H
#define KB_BAKE_OUTPUTS_H

#include <glib.h>

typedef struct KbOutputs KbOutputs;

KbOutputs *kb_outputs_new (void);

/* Writes and syncs beside the final place, under another name, with the old file's permissions
 * where there is one; missing folders are made. A `path` that is a pipe or a device (/dev/full) is
 * written directly; a link to a file is refused. What a killed program has left of the same file is
 * replaced. The error names `path`: KB_ERROR_INPUT where it cannot be a file's place,
 * KB_ERROR_MACHINE for the disk. */
gboolean kb_outputs_add (KbOutputs *outputs, const char *path, GBytes *bytes, GError **error);
/* The same for a file of parts, one behind the other. */
gboolean kb_outputs_add_parts (KbOutputs *outputs, const char *path, GBytes *const *parts,
                               guint n_parts, GError **error);

/* Renames all to their places, in the order in which they were added. */
gboolean kb_outputs_commit (KbOutputs *outputs, GError **error);

/* What is not in its place by now is removed. */
void kb_outputs_free (KbOutputs *outputs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbOutputs, kb_outputs_free)

#endif
