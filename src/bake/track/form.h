/* SPDX-License-Identifier: MIT */
/* The data from which a track's surfaces, clearance and bands are computed: a cheap snapshot that
 * another thread may use while the document changes. */
#ifndef KB_TRACK_FORM_H
#define KB_TRACK_FORM_H

#include "bake/clearance/clearance.h"
#include "document/model.h"
#include "operations/track/surfaces.h"

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

/* Memory for a clearance with rows `stride` numbers apart, at least the width, aligned for fast
 * writing. Free with kb_track_clearance_free. NULL and KB_ERROR_MACHINE if out of memory. */
gint16 *kb_track_clearance_new (guint width, guint height, gsize *stride, GError **error);
void kb_track_clearance_free (gint16 *clearance);

#endif
