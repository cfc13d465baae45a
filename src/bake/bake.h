/* SPDX-License-Identifier: MIT */
/* From a project to a bank: turns a document into a KbBankContent (bank/content.h) and writes it.
 * Flow: kb_document_problems must have no errors. Pictures are trimmed, equal ones joined, packed
 * into pages and encoded (gather.c, pack.c, pages.c). Shapes become boxes, circles and convex parts
 * (shapes.c). Then kb_bank_write or kb_bank_json_write makes the file. Ownership: a KbBake owns the
 * content and the pages, and nothing of the document. */

/* The same document and settings give the same bytes on every machine with zlib. (zlib-ng makes
 * other PNG bytes with the same pixels.) The cache (work.h) only saves work: after a change of one
 * frame, only its picture is read and its part of the page encoded. Threads: kb_bake may run
 * on a worker thread with a snapshot (kb_document_snapshot). Errors: KB_ERROR_INPUT with the node's
 * path ("sprites[0].frames[2]: ..."), KB_ERROR_MACHINE for the disk, G_IO_ERROR_CANCELLED. */
#ifndef KB_BAKE_H
#define KB_BAKE_H

#include <gio/gio.h>

#include "bake/outputs.h"
#include "bake/settings.h"
#include "bank/content.h"
#include "document/document.h"

/* `fraction` is from 0 to 1; called in the thread that bakes, at most some dozens of times a
 * second. */
typedef void (*KbBakeProgress) (double fraction, gpointer data);

/* The settings of a project: its "export" object over the defaults. */
gboolean kb_bake_project_settings (const KbDocument *document, KbBakeSettings *settings,
                                   GError **error);

/* `settings` NULL: the project's. `progress` and `cancellable` may be NULL. Memory: the trimmed
 * pictures up to a fixed budget, the encoded pages, and a few rows of a page at a time. */
KbBake *kb_bake (KbDocument *document, const KbBakeSettings *settings, KbBakeProgress progress,
                 gpointer data, GCancellable *cancellable, GError **error);
/* An asset alone, as an object has it (object.h); other assets of the document are declared. Uses
 * no cache. */
KbBake *kb_bake_asset (KbDocument *document, const KbNode *asset, GError **error);
void kb_bake_free (KbBake *bake);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbBake, kb_bake_free)

const KbBankContent *kb_bake_content (const KbBake *bake);

/* The main file in the settings' format. */
GBytes *kb_bake_bytes (KbBake *bake, GError **error);

/* The bank that a game would load, without pages: a document's binary bank, regardless of the
 * project's settings. Unreadable pictures have no solid pixels. */
GBytes *kb_bake_to_play (KbDocument *document, GCancellable *cancellable, GError **error);

/* Writes the bank to `path`, and separate pages into the same folder, named after it: "robot.kbx"
 * has "robot-0.png". All files are written and synced under other names, then renamed, the bank
 * last: a failure or a power cut leaves the old bank. Makes missing folders. A `path` that is not a
 * regular file (a pipe, /dev/full) is written directly. */

/* Pages carry a mark (outputs.h). If a file without one is in a page's place, nothing is written:
 * KB_ERROR_INPUT. Pages of an earlier export that the bank no longer has are removed. */
gboolean kb_bake_write (KbBake *bake, const char *path, GCancellable *cancellable, GError **error);
/* The same without the renaming, to combine it with other files; and the cleanup after it. */
gboolean kb_bake_write_to (KbBake *bake, const char *path, KbOutputs *outputs, GError **error);
void kb_bake_remove_old_pages (const KbBake *bake, const char *path);
/* Calls `lose` for what the format cannot hold, once the export is written. */
void kb_bake_list_losses (const KbBake *bake, KbExportLose lose, GPtrArray *messages);
/* Gives separate pages the names they get when the bank is written to `path`. */
void kb_bake_name_pages (KbBake *bake, const char *path);
/* Names of all files next to the main one, which have their names. Free with g_strfreev. */
char **kb_bake_list_beside (const KbBake *bake);

/* Returns FALSE and an error if a file other than an export is at `path`, which the user did not
 * name. */
gboolean kb_check_bank_place (const char *path, GError **error);

/* KB_ERROR_MACHINE if a file needed by an export exists but may not be read: the problems list
 * would report it as missing. With `faults`, adds a GError * for each and returns TRUE; with NULL,
 * the first is the error. */
gboolean kb_bake_check_readable (const KbDocument *document, GPtrArray *faults, GError **error);

/* Absolute paths of all files that an export reads, or the baking of one asset: the project file,
 * the assets' files, the pictures; sorted, NULL-terminated. */
char **kb_bake_inputs (const KbDocument *document, const KbNode *only);

#endif
