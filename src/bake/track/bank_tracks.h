/* SPDX-License-Identifier: MIT */
/* The tracks of a project as a bank has them. */
#ifndef KB_BAKE_BANK_TRACKS_H
#define KB_BAKE_BANK_TRACKS_H

#include <gio/gio.h>

#include "bank/content.h"
#include "document/document.h"

/* Puts all tracks into a content that has none, in the order of their names; what is painted is as the problems list asks.
 * Cost: see clearance.h. Errors: those of kb_track_bake. */
gboolean kb_bake_tracks (const KbProject *project, KbBankContent *content, GCancellable *cancellable, GError **error);

#endif
