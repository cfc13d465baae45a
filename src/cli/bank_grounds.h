/* SPDX-License-Identifier: MIT */
/* The grounds and heightmaps of a bank's level in the form a designer makes. */
#ifndef KB_CLI_BANK_GROUNDS_H
#define KB_CLI_BANK_GROUNDS_H

#include "bank/content.h"
#include "document/document.h"

/* The "grounds" of a level. A bank stores only the curve. If points and a kind of spline give the
 * very same bytes, the ground gets those; else as many straight pieces as approximate it. */
json_t *kb_bank_ground_json (const KbBankContent *content, const KbBankWorld *from);
/* The "heightmaps"; the samples become a picture of the document, 16-bit grey. Returns NULL and an
 * error if it cannot be written. */
json_t *kb_bank_heightmap_json (KbDocument *document, const KbBankWorld *from, GError **error);

#endif
