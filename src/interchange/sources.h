/* SPDX-License-Identifier: MIT */
/* Every file that a sprite's pictures or a level came from: what is read again, and the pictures
 * that it names. */
#ifndef KB_SOURCES_H
#define KB_SOURCES_H

#include "interchange/source_folders.h"

/* Absolute paths, each once: the files to read again first, then the pictures they name, of those
 * only that the folders allow. Of a sprite whose import did not list its pictures the sheet's text
 * is read for them. `n_others` counts what is not allowed, or is NULL. Without folders all that the
 * record names, and nothing is read. Empty without a record; free with g_strfreev. */
char **kb_import_sources (const KbDocument *document, const json_t *record,
                          const KbSourceFolders *folders, guint *n_others);
/* The `import` of a sprite or level; NULL: it was not imported, or is of another kind. Borrowed. */
const json_t *kb_import_record (const KbNode *asset);
/* The `sources` of a record, for the thread that asks the next function; NULL: not known.
 * Borrowed. */
const json_t *kb_import_known_sources (const json_t *record);
/* Whether one of the files that are allowed has other content than when it was imported, or is
 * there and was not then. What is gone or cannot be read did not change. Reads all of them until
 * one differs: for a thread. `folder` is the project's. */
gboolean kb_import_sources_changed (const json_t *sources, const char *folder,
                                    const KbSourceFolders *folders);

#endif
