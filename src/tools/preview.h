/* SPDX-License-Identifier: MIT */
/* Shows a change to the frame before it is made: boxes shrunk to the picture, boxes that cover it.
 *
 * Flow: kb_preview_shrink or kb_preview_cover (again after each change of a slider) -> the canvas
 * shows it -> kb_preview_apply makes one undo step, kb_preview_end removes it. Any change of frame
 * or document ends it. A view with a slider then has to ask again. */
#ifndef KB_TOOLS_PREVIEW_H
#define KB_TOOLS_PREVIEW_H

#include "operations/operations.h"
#include "tools/context.h"

typedef struct KbPreview KbPreview;
struct KbPreview {
  KbOperationType type;      /* KB_OPERATION_SHRINK or KB_OPERATION_COVER */
  GArray *ids;               /* KbId: the boxes to shrink, parallel to `geometries` */
  GArray *geometries;        /* KbGeometry, owned */
  guint k;                   /* number of boxes requested */
  KbBox area;                /* searched for a cover */
  KbCover cover;             /* the result: n, uncovered, excess */
};

/* For the selected, unlocked boxes. FALSE when none would change; then nothing is shown. */
gboolean kb_preview_shrink (KbToolContext *context);
/* Up to k boxes (1 to KB_COVER_BOXES) for the opaque pixels in an area. The area is the bounds of
 * the selected shapes, else the last rubber band, else the frame. FALSE when nothing there is
 * opaque. Cost: see kb_cover. */
gboolean kb_preview_cover (KbToolContext *context, guint k);
/* The area searched by kb_preview_cover. FALSE without a frame. */
gboolean kb_preview_area (const KbToolContext *context, KbBox *area);

/* Makes the change and ends the preview. New boxes get the current class and become the selection.
 * FALSE when it failed, which is reported, or when nothing was shown. */
gboolean kb_preview_apply (KbToolContext *context);
void kb_preview_end (KbToolContext *context);

#endif
