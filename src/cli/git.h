/* SPDX-License-Identifier: MIT */
/* Calls git as a program, for commands that compare versions of a project. */
#ifndef KB_CLI_GIT_H
#define KB_CLI_GIT_H

#include <glib.h>

/* Runs git with these arguments (NULL-terminated) in a folder. `index`: a file for the index in
 * place of the repository's, or NULL. Returns its output, a new string, or NULL with the last line
 * that git wrote to standard error. */
char *kb_git (const char *folder, const char *index, const char *const *arguments, GError **error);

/* The folder's content at a revision, in a new folder. Free with kb_git_remove. */
char *kb_git_unpack (const char *folder, const char *revision, GError **error);
void kb_git_remove (char *unpacked);

/* The files of the folder that differ from a revision, and new ones that git does not ignore: a set
 * of paths that begin with the folder. */
GHashTable *kb_git_changed (const char *folder, const char *revision, GError **error);

#endif
