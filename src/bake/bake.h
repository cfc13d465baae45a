/* SPDX-License-Identifier: MIT */
/* From a project to a bank.
 *
 * Purpose: turns a document into the content of a bank (bank/content.h) and writes it to a file.
 * Flow: kb_document_problems must have no errors -> pictures are trimmed, equal ones joined, packed
 * into pages and encoded (gather.c, pack.c, pages.c) -> shapes become boxes, circles and convex
 * parts (shapes.c, decompose.c) -> KbBankContent -> kb_bank_write or kb_bank_json_write -> the
 * file. Ownership: a KbBake owns the content and the pages; it keeps nothing of the document. The
 * same document and settings give the same bytes on every machine whose PNG pages zlib packs
 * (zlib-ng gives others, of the same pixels), whatever is in the cache (cache.h), which only spares
 * work: after one frame changed, only its picture is read for what it shows, and only its
 * surroundings on the page are encoded again. Threads: kb_bake and kb_export may run on a worker
 * thread if they get a snapshot of the document (kb_document_snapshot). Errors: KB_ERROR_INPUT with
 * the path of the node ("sprites[0].frames[2]: ..."), KB_ERROR_MACHINE for the disk,
 * G_IO_ERROR_CANCELLED when cancelled. */
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

/* Settings of a project: its "export" object over the defaults. */
gboolean kb_bake_project_settings (const KbDocument *document, KbBakeSettings *settings,
                                   GError **error);

/* `settings` NULL: those of the project. `progress` and `cancellable` may be NULL. Memory: the
 * trimmed pictures up to a fixed budget, the encoded pages, and a few rows of a page at a time. */
KbBake *kb_bake (KbDocument *document, const KbBakeSettings *settings, KbBakeProgress progress,
                 gpointer data, GCancellable *cancellable, GError **error);
void kb_bake_free (KbBake *bake);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbBake, kb_bake_free)

const KbBankContent *kb_bake_content (const KbBake *bake);

/* The bank as binary or JSON, as the settings say. */
GBytes *kb_bake_bytes (const KbBake *bake, GError **error);

/* What a game would load, without its pages: the binary bank of a document, whatever the project's
 * settings say. Where a picture cannot be read, nothing is said of solid pixels. */
GBytes *kb_bake_to_play (KbDocument *document, GCancellable *cancellable, GError **error);

/* Writes the bank to `path`, and its pages into the same folder where they go beside it, named
 * after the bank's file: "robot.kbx" has "robot-0.png". All files are written under other names and
 * synced first, then renamed, the bank last: a failure or a power cut leaves the old bank. Missing
 * folders are made. A `path` that is not a regular file (a pipe, /dev/full) is written directly.
 * Pages carry a mark (mark.h): a file in the place of a page that has none is KB_ERROR_INPUT,
 * nothing is written then; pages of an earlier export that the bank no longer has are removed. */
gboolean kb_bake_write (KbBake *bake, const char *path, GCancellable *cancellable, GError **error);
/* The same without the renaming: to go with other files; and what is left to do after it. */
gboolean kb_bake_write_to (KbBake *bake, const char *path, KbOutputs *outputs, GError **error);
void kb_bake_remove_old_pages (const KbBake *bake, const char *path);
/* Gives the pages beside the bank the names that writing it to `path` will give them. */
void kb_bake_name_pages (KbBake *bake, const char *path);

/* FALSE and an error where something other than a bank is at `path`, which a project and not the
 * user has named. */
gboolean kb_check_bank_place (const char *path, GError **error);

/* kb_bake and kb_bake_write in one. */
gboolean kb_export (KbDocument *document, const KbBakeSettings *settings, const char *path,
                    KbBakeProgress progress, gpointer data, GCancellable *cancellable,
                    GError **error);

/* KB_ERROR_MACHINE when a file that an export reads is there but may not be read: the problems list
 * would take it for missing. `faults` gets one for each such file (GError *), and the answer is
 * TRUE; NULL: the first is the error. */
gboolean kb_bake_check_readable (const KbDocument *document, GPtrArray *faults, GError **error);

/* Absolute paths of all files that an export of the document reads: the project file, the assets'
 * files, the pictures; sorted, NULL-terminated. */
char **kb_bake_inputs (const KbDocument *document);

#endif
