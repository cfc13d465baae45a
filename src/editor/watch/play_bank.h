/* SPDX-License-Identifier: MIT */
/* The bank of a document with its unsaved edits, baked in memory by a thread.
 *
 * Flow: kb_play_baker_ask after each change -> a bake -> `baked` in the main thread. If the
 * document has changed by then, another bake follows. */
#ifndef KB_PLAY_BANK_H
#define KB_PLAY_BANK_H

#include <gio/gio.h>

#include "document/document.h"
#include "playtest/play.h"

typedef struct {
  GBytes *bytes;
  kbx_bank bank;        /* of these bytes */
  KbPlayKinds kinds;    /* of the bank's classes */
  GHashTable *names[KB_CAST_KINDS];   /* names of its assets: their KbId -> char * */
} KbPlayBank;

void kb_play_bank_free (KbPlayBank *bank);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPlayBank, kb_play_bank_free)

/* Without pictures, which are drawn from the document. Errors: those of kb_bake. Callable in any
 * thread, with a snapshot. */
KbPlayBank *kb_play_bank_new (KbDocument *document, GCancellable *cancellable, GError **error);

typedef struct KbPlayBaker KbPlayBaker;

/* The receiver owns the bank, which is NULL with an error. `ms`: time since the first change that
 * is new in this bank. */
typedef void (*KbPlayBaked) (KbPlayBank *bank, const GError *error, double ms, gpointer data);

KbPlayBaker *kb_play_baker_new (KbPlayBaked baked, gpointer data);
/* Cancels the running bake; `baked` is not called any more. */
void kb_play_baker_free (KbPlayBaker *baker);
/* Bakes the document, which is used until the next call; NULL: none. */
void kb_play_baker_ask (KbPlayBaker *baker, KbDocument *document);

#endif
