/* SPDX-License-Identifier: MIT */
/* What commands read, watch and must not overwrite. */
#ifndef KB_CLI_INPUT_H
#define KB_CLI_INPUT_H

#include <glib.h>

#include "document/document.h"
#include "runtime/kickbox.h"

/* Opens a project or a bank, recognised by content. */

typedef struct {
  KbDocument *document;    /* for a project, else NULL */
  kbx_bank bank;           /* for a bank, open */
  gboolean is_json;        /* the bank was JSON */
  GBytes *bytes;           /* the bank, binary */
} KbInput;

/* `bank_only` refuses projects. The error names the file and, if known, the place. */
gboolean kb_input_open (KbInput *input, const char *path, gboolean bank_only, GError **error);
/* The same for a project with unreadable parts: see kb_document_open_in_part. */
gboolean kb_input_open_in_part (KbInput *input, const char *path, GPtrArray *faults,
                                GError **error);
void kb_input_close (KbInput *input);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbInput, kb_input_close)

/* Reads a whole file, pipe or device, or standard input for "-". A zero byte follows. Refuses more
 * than `limit` bytes. */
gboolean kb_cli_read_text (const char *path, gsize limit, char **text, gsize *length,
                           GError **error);

/* Removes a folder for temporary files with all that is in it. Follows no link. */
void kb_cli_remove_folder (const char *path);

/* Keeps outputs from overwriting a project's own files. */

/* Whether both are the same file: by device and number if they exist, else by folder and name. */
gboolean kb_cli_same_file (const char *a, const char *b);

/* Returns FALSE if `path` is the project file, its journal, in its `sprites` or `pictures`, or the
 * source of an imported sprite. Finds other names of them through links too. KB_ERROR_USAGE. */
gboolean kb_cli_check_output (const KbDocument *document, const char *command, const char *path,
                              GError **error);
/* The same for a folder to be filled: it may not be the project's own, nor one of those two. */
gboolean kb_cli_check_output_folder (const KbDocument *document, const char *command,
                                     const char *path, GError **error);

/* Writes a picture and replaces only one that was written by this: kb_check_mark. render.c. */
gboolean kb_cli_write_sheet (const char *path, const KbPicture *picture, GError **error);

/* git.c: versions of a project's folder in a git repository, which stays as it is. */

/* Runs git with these arguments (NULL-terminated) in a folder. `index`: a file for the index in
 * place of the repository's, or NULL. Returns its output, a new string, or NULL with the last line
 * that git wrote to standard error. */
char *kb_git (const char *folder, const char *index, const char *const *arguments, GError **error);

/* The folder's content at a revision, in the folder "project" of a new one. Free with
 * kb_git_remove. */
char *kb_git_unpack (const char *folder, const char *revision, GError **error);
void kb_git_remove (char *unpacked);

/* The files of the folder that differ from a revision, and new ones that git does not ignore. A set
 * of paths that begin with the folder. */
GHashTable *kb_git_changed (const char *folder, const char *revision, GError **error);

/* Calls a function whenever a project's files change. */

typedef void (*KbChanged) (gpointer data);

/* Calls `changed` with the project's path: immediately, then after every change in its folder, its
 * `sprites` or its `pictures`, once all is quiet. Changes of `output` do not count. A folder that
 * disappears, returns or is replaced counts as a change and is watched again. Returns the exit
 * status, at SIGINT or SIGTERM, or if the project cannot be watched. */
int kb_watch (const char *project, const char *output, KbChanged changed);

/* The dependencies of an export, in the syntax of make and ninja. */

/* The text "OUTPUT: INPUT INPUT ...", escaped, and an empty rule for each input, so that make
 * continues when one is deleted. It has one output, though an export may write pages next to the
 * bank. Ninja stops at undeclared outputs, and the number of pages can change. `start`: the
 * project's folder as given. `inputs`: absolute paths. `folders`: also those of the assets, which a
 * new asset changes. `output` NULL: lines "needs: INPUT", as they are, which ninja reads where a
 * command prints them. NULL and an error if a name cannot be written there. */
GBytes *kb_depfile_make (const KbDocument *document, const char *start, const char *output,
                         char *const *inputs, gboolean folders, GError **error);

#endif
