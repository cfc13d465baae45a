/* SPDX-License-Identifier: MIT */
/* Converts the levels of a project to those of a bank. */
#ifndef KB_BAKE_BANK_LEVELS_H
#define KB_BAKE_BANK_LEVELS_H

#include <gio/gio.h>

#include "bank/content.h"
#include "document/document.h"

/* Adds all levels to a content that has sprites but no levels, in the order of their names, each
 * with its chosen partition. The problems list must have no errors. Cost: see partitions.h and
 * layers.h. Errors: those of kb_partition_build, with the level's path, and of kb_bake_worlds. */
gboolean kb_bake_levels (const KbDocument *document, KbBankContent *content,
                         GCancellable *cancellable, GError **error);

#endif
