/* SPDX-License-Identifier: MIT */
/* The levels of a project as a bank has them. */
#ifndef KB_BAKE_BANK_LEVELS_H
#define KB_BAKE_BANK_LEVELS_H

#include <gio/gio.h>

#include "bank/content.h"
#include "document/document.h"

/* Puts all levels into a content that has sprites and no levels, in the order of their names, each
 * with the partition that it asks for; what is in them is as the problems list asks. Cost: see
 * partitions.h and layers.h. Errors: those of kb_partition_build, with the level's path, and of
 * kb_bake_worlds. */
gboolean kb_bake_levels (const KbDocument *document, KbBankContent *content,
                         GCancellable *cancellable, GError **error);

#endif
