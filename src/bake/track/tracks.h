/* SPDX-License-Identifier: MIT */
/* A project's tracks in the form of a bank. */
#ifndef KB_BAKE_TRACK_TRACKS_H
#define KB_BAKE_TRACK_TRACKS_H

#include <gio/gio.h>

#include "bake/clearance/clearance.h"
#include "bank/content.h"
#include "document/document.h"
#include "document/model.h"
#include "operations/track/cover.h"

/* Defines a band: computed from the clearance, overridden by hand. The computed band of a radius is
 * all road with a clearance less than the radius (see clearance/clearance.h). The band's painting
 * overrides this: 0 for as computed, KB_BAND_IS and KB_BAND_IS_NOT, on the road and off it. Canvas
 * and bank both use this. */

/* Flags of a pixel. If only one is set, painting and computation differ. */
enum { KB_BAND_IN = 1 << 0, KB_BAND_COMPUTED = 1 << 1 };

/* A radius from 0 to the cut-off of the numbers (KbTrackForm.most), and its painting: a picture of
 * the track's size, or NULL. During a stroke, also its painter. All borrowed. */
typedef struct {
  double radius;
  const KbZones *by_hand;
  const KbZonesPainter *painter;
} KbBandForm;

/* From a band of a document. */
KbBandForm kb_band_form (const KbBand *band);

/* Flags of `width` pixels of a row, from their clearance and their painting (NULL: none). */
void kb_track_band_row (const gint16 *clearance, guint width, double radius, const guint8 *by_hand,
                        guint8 *flags);
/* The same for a rectangle within the picture; clearance and flags begin at its upper left
 * pixel. */
void kb_track_band_box (const gint16 *clearance, gsize stride, const KbBandForm *band,
                        const KbClearanceBox *box, guint8 *flags, gsize flags_stride);

/* The data from which a track's surfaces, clearance and bands are computed: a cheap snapshot that
 * another thread may use while the document changes. */

typedef struct {
  guint width, height;         /* sides as in KbZones */
  guint most;                  /* the cut-off of the computation, 1 to KB_CLEARANCE_MOST pixels */
  guint cut_off;               /* the bank's, which is not larger */
  guint8 is_road[256];         /* by surface: 0 or 1 */
  KbZones *painted;            /* of this size; a reference; NULL: no painting */
  guint n;
  KbCourse *courses;           /* owned, from bottom to top */
} KbTrackForm;

/* From a track of a document. `most` is its cut-off, or the largest possible one if a band exceeds
 * that. Cost: the curves' points. */
KbTrackForm kb_track_form (const KbTrack *track);
/* `from` may be cleared or changed afterwards. */
KbTrackForm kb_track_form_copy (const KbTrackForm *from);
void kb_track_form_clear (KbTrackForm *form);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbTrackForm, kb_track_form_clear)

/* Converts the tracks of a project to those of a bank. */

/* Adds all tracks to a content that has none, in the order of their names. The problems list must
 * have no errors. Cost: see clearance.h. Errors: those of kb_bake_track. */
gboolean kb_bake_tracks (const KbProject *project, KbBankContent *content,
                         GCancellable *cancellable, GError **error);

/* The computed parts of a track: its clearance, its surfaces, and the pictures of to->n_bands
 * bands. `watch` may be NULL. Errors: KB_ERROR_MACHINE (no memory), G_IO_ERROR_CANCELLED. */
gboolean kb_bake_track (const KbTrackForm *form, const KbBandForm *bands, KbBankTrack *to,
                        const KbWatch *watch, GError **error);

#endif
