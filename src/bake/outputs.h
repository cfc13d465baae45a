/* SPDX-License-Identifier: MIT */
/* Files written together: all of them, or none. */
#ifndef KB_BAKE_OUTPUTS_H
#define KB_BAKE_OUTPUTS_H

#include <glib.h>

typedef struct KbOutputs KbOutputs;

KbOutputs *kb_outputs_new (void);

/* Writes and syncs a file in the final folder, under another name, with the old file's permissions
 * if there is one; makes missing folders. A `path` that is a pipe or a device (/dev/full) is
 * written directly; a link to a file is refused. Leftovers of a killed program are replaced. The
 * error names `path`: KB_ERROR_INPUT if no file can be there, KB_ERROR_MACHINE for the disk. */
gboolean kb_outputs_add (KbOutputs *outputs, const char *path, GBytes *bytes, GError **error);
/* The same for a file made of consecutive parts. */
gboolean kb_outputs_add_parts (KbOutputs *outputs, const char *path, GBytes *const *parts,
                               guint n_parts, GError **error);

/* Renames all files, in the order in which they were added. */
gboolean kb_outputs_commit (KbOutputs *outputs, GError **error);

/* Removes files that were not renamed. */
void kb_outputs_free (KbOutputs *outputs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbOutputs, kb_outputs_free)

#endif
