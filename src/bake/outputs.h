/* SPDX-License-Identifier: MIT */
/* Files written together: all of them, or none. */
#ifndef KB_BAKE_OUTPUTS_H
#define KB_BAKE_OUTPUTS_H

#include <glib.h>

typedef struct KbOutputs KbOutputs;

KbOutputs *kb_outputs_new (void);

/* Writes and syncs a file in the final folder, under another name, with the old file's permissions
 * if there is one; makes missing folders. A `path` that is a pipe or a device (/dev/full) is
 * written directly. A link to a file is refused. Leftovers of a killed program are replaced. The
 * error names `path`: KB_ERROR_INPUT if no file can be there, KB_ERROR_MACHINE for the disk. */
gboolean kb_outputs_add (KbOutputs *outputs, const char *path, GBytes *bytes, GError **error);
/* The same for a file made of consecutive parts. */
gboolean kb_outputs_add_parts (KbOutputs *outputs, const char *path, GBytes *const *parts,
                               guint n_parts, GError **error);

/* Renames all files, in the order in which they were added. */
gboolean kb_outputs_commit (KbOutputs *outputs, GError **error);

/* A single file, all of the above. */
gboolean kb_outputs_write (const char *path, GBytes *bytes, GError **error);

/* Removes files that were not renamed. */
void kb_outputs_free (KbOutputs *outputs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbOutputs, kb_outputs_free)

/* Marks our PNG files: pictures that we made may be replaced and removed, others never. */

/* The purpose of a picture: the words after "Kickbox" in its mark. */
#define KB_MARK_PAGE "export"
#define KB_MARK_SHEET "render"

/* Adds a chunk to a PNG file that names its purpose; deterministic. */
GBytes *kb_mark_png (GBytes *png, const char *made_as);

/* Whether a file has that mark. Only regular files are opened. */
gboolean kb_has_mark (const char *path, const char *made_as);

/* Returns TRUE if there is no file, or one with that mark; else KB_ERROR_INPUT. */
gboolean kb_check_mark (const char *path, const char *made_as, GError **error);

#endif
