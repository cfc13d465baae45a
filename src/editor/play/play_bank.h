/* SPDX-License-Identifier: MIT */
/* The bank of a document as it is now, unsaved edits included, baked in memory by a worker thread.
 *
 * Flow: kb_play_baker_ask after each change -> at most one bake runs, and when it is done another
 * where the document has changed since -> `baked` in the main thread, always with the newest that
 * is ready. */
#ifndef KB_PLAY_BANK_H
#define KB_PLAY_BANK_H

#include <gio/gio.h>

#include "document/document.h"
#include "playtest/play.h"

typedef struct {
  GBytes *bytes;
  kbx_bank bank;        /* of them */
  KbPlayKinds kinds;    /* of its classes */
  GHashTable *names[KB_CAST_KINDS];   /* of its assets: their KbId -> char * */
} KbPlayBank;

void kb_play_bank_free (KbPlayBank *bank);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPlayBank, kb_play_bank_free)

/* Without pictures: those are drawn from the document. Errors: those of kb_bake. Any thread, with a
 * snapshot. */
KbPlayBank *kb_play_bank_new (KbDocument *document, GCancellable *cancellable, GError **error);

/* What an asset is called in another bank of the same document, where it may have been renamed;
 * NULL: it is not in it. */
const char *kb_play_bank_name_in (const KbPlayBank *bank, KbCastKind kind, const char *name,
                                  const KbPlayBank *other);

typedef struct KbPlayBaker KbPlayBaker;

/* The bank becomes the receiver's; NULL with an error. `ms`: since the first change that it has and
 * the one before had not. */
typedef void (*KbPlayBaked) (KbPlayBank *bank, const GError *error, double ms, gpointer data);

KbPlayBaker *kb_play_baker_new (KbPlayBaked baked, gpointer data);
/* What runs is cancelled, and nothing is told any more. */
void kb_play_baker_free (KbPlayBaker *baker);
/* The document is used from now on until the next ask; NULL: none. */
void kb_play_baker_ask (KbPlayBaker *baker, KbDocument *document);

#endif
