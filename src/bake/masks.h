/* SPDX-License-Identifier: MIT */
/* What is painted in a project as a bank has it: masks, zones of frames. */
#ifndef KB_BAKE_MASKS_H
#define KB_BAKE_MASKS_H

#include "bank/content.h"
#include "document/document.h"

/* Puts all masks into a content that has none, in the order of their names. What is painted has the
 * size of its mask and no value that is not a zone's, as the problems list asks. Cost: linear in
 * the pixels; of memory, a band of 32 rows. */
void kb_bake_masks (const KbProject *project, KbBankContent *content);

/* Zones, or surfaces, in the artist's order; of the memory that a content frees. */
KbBankZone *kb_bake_zones (const GPtrArray *zones, uint32_t *n);

/* What the bands of a source make up (runtime/masks/zone_make.h). */
struct kbx_zone_source;
void kb_bake_make_painting (const struct kbx_zone_source *source, KbBankPainting *to);

/* A rectangle of a painted picture, or one of nothing (NULL). */
void kb_bake_painting (const KbZones *zones, gint x, gint y, guint width, guint height,
                       KbBankPainting *to);

/* What is painted on a frame, cropped; nothing where nothing is. */
void kb_bake_frame_painting (const KbFrame *frame, KbBankFrame *to);

#endif
