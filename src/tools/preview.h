/* SPDX-License-Identifier: MIT */
/* What would be done to the frame, shown before it is done: boxes shrunk to the picture, boxes that
 * cover it.
 *
 * Flow: kb_preview_shrink or kb_preview_cover (again after each change of a slider) -> the canvas
 * shows it -> kb_preview_apply makes one undo step, kb_preview_end takes it off. A change of the
 * frame or of the document ends it: who shows a slider for it asks again then. */
#ifndef KB_TOOLS_PREVIEW_H
#define KB_TOOLS_PREVIEW_H

#include "operations/operations.h"
#include "tools/context.h"

typedef struct KbPreview KbPreview;
struct KbPreview {
  KbOperationType type;      /* KB_OPERATION_SHRINK or KB_OPERATION_COVER */
  GArray *ids;               /* KbId: the boxes to shrink, as long as `geometries` */
  GArray *geometries;        /* KbGeometry, owned */
  guint k;                   /* boxes asked for */
  KbBox area;                /* in which a cover was looked for */
  KbCover cover;             /* what was found: n, uncovered, excess */
};

/* For the selected boxes that are not locked. FALSE when none would change; then nothing is
 * shown. */
gboolean kb_preview_shrink (KbToolContext *context);
/* Up to k boxes (1 to KB_COVER_BOXES) for the opaque pixels in the bounds of the selected shapes;
 * without any in the last rubber band; without that in the frame. FALSE when nothing opaque is
 * there. Cost: see kb_cover. */
gboolean kb_preview_cover (KbToolContext *context, guint k);
/* The area that kb_preview_cover looks at. FALSE without a frame. */
gboolean kb_preview_area (const KbToolContext *context, KbBox *area);

/* Does it, with the current class for new boxes, which become the selection; ends the preview.
 * FALSE when it failed, which is told as status, or when nothing was shown. */
gboolean kb_preview_apply (KbToolContext *context);
void kb_preview_end (KbToolContext *context);

void kb_preview_draw (const KbToolContext *context, cairo_t *cr);

#endif
