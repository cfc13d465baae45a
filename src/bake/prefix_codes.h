/* SPDX-License-Identifier: MIT */
/* The prefix codes of RFC 1951: which bits stand for a symbol. */
#ifndef KB_BAKE_PREFIX_CODES_H
#define KB_BAKE_PREFIX_CODES_H

#include <glib.h>

#define KB_LONGEST_CODE 15     /* bits */
#define KB_MOST_SYMBOLS 288

/* length 0: the symbol does not occur. The first bit that is written is the lowest one. */
typedef struct { guint8 length; guint16 code; } KbCode;

/* Lengths of the codes of n <= KB_MOST_SYMBOLS symbols, at most `limit`, so that those of great weight are short: optimal where
 * none has to be cut. At least one weight is above 0; the sum of all is below 2^32. */
void kb_code_lengths (const guint32 *weights, guint n, guint limit, guint8 *lengths);
/* The codes of these lengths, in the order that RFC 1951 (3.2.2) gives them. */
void kb_assign_codes (const guint8 *lengths, guint n, KbCode *codes);

#endif
