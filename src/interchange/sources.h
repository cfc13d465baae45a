/* SPDX-License-Identifier: MIT */
/* Lists every file that an asset came from: the files to read again, and the
 * pictures that they name. */
#ifndef KB_INTERCHANGE_SOURCES_H
#define KB_INTERCHANGE_SOURCES_H

#include "interchange/levels/level_file.h"

/* Decides which source files may be read without asking: those in the project, and those next to a
 * file that this user has imported. */

/* A project may come from a stranger and name any file. The user's state keeps the folders in
 * `kickbox/import-folders`, a URI per line. Links are resolved first. For a path that is not
 * allowed, nothing on disk is accessed. */

typedef struct KbSourceFolders KbSourceFolders;

/* `project`: its folder. For any thread. */
KbSourceFolders *kb_source_folders_load (const char *project);
void kb_source_folders_free (KbSourceFolders *folders);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbSourceFolders, kb_source_folders_free)
/* `path`: absolute. Cost: one file system query per part of it below the folder. */
gboolean kb_source_folders_allow (const KbSourceFolders *folders, const char *path);

/* Adds the folders of these absolute paths, after the user imported or allowed them. Skips folders
 * in the project. If the state cannot be written, nothing is added. */
void kb_source_folders_add (const char *project, char *const *paths);
/* The same for all files read by an import. */
void kb_source_folders_add_import (const KbDocument *document, const KbImport *import);
void kb_source_folders_add_file (const KbDocument *document, const char *path);
void kb_source_folders_add_level_file (const KbDocument *document, const KbLevelFile *file);

/* Adds one line that counts and names the files read outside the folder of the imported file, after
 * resolving all links. A file may come from a stranger and name any picture; a map may also have
 * its sheets in ../tiles, so they are read. */
void kb_import_note_outside (const KbImport *import);
void kb_level_file_note_outside (const KbLevelFile *file);

/* Absolute paths, each once: first the files to read again, then the pictures named by those that
 * the folders allow. For a sprite whose record does not list its pictures, reads the sheet's text.
 * `n_others` counts paths that are not allowed, or is NULL. Without folders, lists everything in
 * the record and reads nothing. Empty without a record. Free with g_strfreev. */
char **kb_import_sources (const KbDocument *document, const json_t *record,
                          const KbSourceFolders *folders, guint *n_others);
/* All assets of the project that may have been imported, by index; NULL at the end. */
const KbNode *kb_import_asset_at (const KbProject *project, guint i);
/* The `import` of an asset, or NULL if it was not imported or is of another kind.
 * Borrowed. */
const json_t *kb_import_record (const KbNode *asset);
/* The `sources` of a record, or NULL if unknown. Borrowed. */
const json_t *kb_import_known_sources (const json_t *record);
/* Has one of the allowed files changed since the import, or appeared, or is one new? Missing
 * or unreadable files count as unchanged. Reads files until one differs: for a thread. `folder` is
 * the project's. */
gboolean kb_import_sources_changed (const json_t *record, const char *folder,
                                    const KbSourceFolders *folders);
/* files_again.c: is there a file in an allowed folder that importing again would read, and that did
 * not exist at the import? See kb_import_update_files. Reads no file, only lists folders. */
gboolean kb_import_has_new_files (const json_t *record, const char *folder,
                                  const KbSourceFolders *folders);

#endif
