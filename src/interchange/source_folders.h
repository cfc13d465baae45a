/* SPDX-License-Identifier: MIT */
/* Decides which source files may be read without asking: those in the project, and those next to a
 * file that this user has imported. */

/* A project may come from a stranger and name any file. The user's state keeps the folders in
 * `kickbox/import-folders`, a URI per line. Links are resolved first. For a path that is not
 * allowed, nothing on disk is accessed. */
#ifndef KB_SOURCE_FOLDERS_H
#define KB_SOURCE_FOLDERS_H

#include "interchange/level_file.h"

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
void kb_source_folders_add_level_file (const KbDocument *document, const KbLevelFile *file);

#endif
