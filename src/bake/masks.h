/* SPDX-License-Identifier: MIT */
/* A project's paintings in the form of a bank: masks, zones of frames. */
#ifndef KB_BAKE_MASKS_H
#define KB_BAKE_MASKS_H

#include "bank/content.h"
#include "document/document.h"

/* Adds all masks to a content that has none, in the order of their names. The problems list must
 * have no errors: paintings have the size of their mask, and values of its zones. Cost: linear in
 * the pixels; memory for a band of 32 rows. */
void kb_bake_masks (const KbProject *project, KbBankContent *content);

/* Zones, or surfaces, in the artist's order; in memory that a content frees. */
KbBankZone *kb_bake_zones (const GPtrArray *zones, uint32_t *n);

/* Makes a painting from the bands of a source (runtime/masks/zone_make.h). */
struct kbx_zone_source;
void kb_bake_make_painting (const struct kbx_zone_source *source, KbBankPainting *to);

/* A rectangle of a painting; an empty one for NULL. */
void kb_bake_painting (const KbZones *zones, gint x, gint y, guint width, guint height,
                       KbBankPainting *to);

/* The painting of a frame, cropped; none if it is empty. */
void kb_bake_frame_painting (const KbFrame *frame, KbBankFrame *to);

#endif
