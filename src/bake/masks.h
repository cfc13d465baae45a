/* SPDX-License-Identifier: MIT */
/* The masks of a project as a bank has them. */
#ifndef KB_BAKE_MASKS_H
#define KB_BAKE_MASKS_H

#include "bank/content.h"
#include "document/document.h"

/* Puts all masks into a content that has none, in the order of their names. What is painted has the size of its mask and no
 * value that is not a zone's, as the problems list asks. Cost: linear in the pixels; of memory, a band of 32 rows. */
void kb_bake_masks (const KbProject *project, KbBankContent *content);

#endif
