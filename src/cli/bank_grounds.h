/* SPDX-License-Identifier: MIT */
/* The grounds and heightmaps of a bank's level, as a designer would make them. */
#ifndef KB_CLI_BANK_GROUNDS_H
#define KB_CLI_BANK_GROUNDS_H

#include "bank/content.h"
#include "document/document.h"

/* For "grounds" of a level. Of a ground a bank has the curve: where points and a kind of spline
 * give the very same bytes it is made of these, else of as many straight pieces as look like it. */
json_t *kb_bank_ground_json (const KbBankContent *content, const KbBankWorld *from);
/* For "heightmaps"; the samples become a picture of the document, grey of 16 bits. NULL and an
 * error where that cannot be written. */
json_t *kb_bank_heightmap_json (KbDocument *document, const KbBankWorld *from, GError **error);

#endif
