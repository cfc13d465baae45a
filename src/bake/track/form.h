/* SPDX-License-Identifier: MIT */
/* What the surfaces, the clearance and the bands of a track are computed from, as plain data: a
 * snapshot that costs little, and that another thread may work on while the document changes. */
#ifndef KB_TRACK_FORM_H
#define KB_TRACK_FORM_H

#include "bake/clearance/clearance.h"
#include "document/model.h"
#include "operations/track/surfaces.h"

typedef struct {
  guint width, height;         /* sides as of KbZones */
  guint most;                  /* the cut-off of what is computed, 1 to KB_CLEARANCE_MOST pixels */
  guint cut_off;               /* that of the bank, which is not larger */
  guint8 is_road[256];         /* by surface: 0 or 1 */
  KbZones *painted;            /* of this size; a reference; NULL: nothing is painted */
  guint n;
  KbCourse *courses;           /* owned, from the lowest to the one on top */
} KbTrackForm;

/* Of a track of a document. `most` is its cut-off, and the largest one that there is where it has a
 * band beyond that. Cost: the curves' points. */
KbTrackForm kb_track_form (const KbTrack *track);
/* `from` may be cleared or changed after that. */
KbTrackForm kb_track_form_copy (const KbTrackForm *from);
void kb_track_form_clear (KbTrackForm *form);

/* Room for a clearance with rows `stride` numbers apart, at least the width, in which rows are
 * written fastest. Free with kb_track_clearance_free. NULL and KB_ERROR_MACHINE where there is no
 * memory. */
gint16 *kb_track_clearance_new (guint width, guint height, gsize *stride, GError **error);
void kb_track_clearance_free (gint16 *clearance);

#endif
