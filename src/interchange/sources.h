/* SPDX-License-Identifier: MIT */
/* Lists every file that a sprite's pictures or a level came from: the files to read again, and the
 * pictures that they name. */
#ifndef KB_SOURCES_H
#define KB_SOURCES_H

#include "interchange/source_folders.h"

/* Absolute paths, each once: first the files to read again, then the pictures named by those that
 * the folders allow. For a sprite whose record does not list its pictures, reads the sheet's text.
 * `n_others` counts paths that are not allowed, or is NULL. Without folders, lists everything in
 * the record and reads nothing. Empty without a record; free with g_strfreev. */
char **kb_import_sources (const KbDocument *document, const json_t *record,
                          const KbSourceFolders *folders, guint *n_others);
/* The `import` of a sprite or level; NULL if it was not imported or is of another kind.
 * Borrowed. */
const json_t *kb_import_record (const KbNode *asset);
/* The `sources` of a record, to pass to the next function in a thread; NULL if unknown.
 * Borrowed. */
const json_t *kb_import_known_sources (const json_t *record);
/* Has one of the allowed files changed since the import, or appeared? Missing or unreadable files
 * count as unchanged. Reads files until one differs: for a thread. `folder` is the project's. */
gboolean kb_import_sources_changed (const json_t *sources, const char *folder,
                                    const KbSourceFolders *folders);

#endif
