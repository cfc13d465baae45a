/* SPDX-License-Identifier: MIT */
/* Converts the tracks of a project to those of a bank. */
#ifndef KB_BAKE_BANK_TRACKS_H
#define KB_BAKE_BANK_TRACKS_H

#include <gio/gio.h>

#include "bake/track/bands.h"
#include "bake/track/form.h"
#include "bank/content.h"
#include "document/document.h"

/* Adds all tracks to a content that has none, in the order of their names. The problems list must
 * have no errors. Cost: see clearance.h. Errors: those of kb_bake_track. */
gboolean kb_bake_tracks (const KbProject *project, KbBankContent *content,
                         GCancellable *cancellable, GError **error);

/* The computed parts of a track: its clearance, its surfaces, and the pictures of to->n_bands
 * bands. `watch` may be NULL. Errors: KB_ERROR_MACHINE (no memory), G_IO_ERROR_CANCELLED. */
gboolean kb_bake_track (const KbTrackForm *form, const KbBandForm *bands, KbBankTrack *to,
                        const KbWatch *watch, GError **error);

#endif
