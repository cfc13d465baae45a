/* SPDX-License-Identifier: MIT */
/* Random contents of banks: valid, small, and reaching into every corner of the format. The same seed gives the
 * same content on every machine, so only integers and the runtime's own directions are used. */
#ifndef KB_TEST_RANDOM_BANK_H
#define KB_TEST_RANDOM_BANK_H

#include "bank/content.h"

/* Fills *content; free it with kb_bank_content_clear. Aborts when memory runs out. */
void random_bank (KbBankContent *content, uint64_t seed);

/* Layers, mazes, grounds and heightmaps for a level of a content that has its classes, at least one, and sprites. */
void random_worlds (KbBankLevel *level, const KbBankContent *content, uint64_t *state);

/* A number below n, and the next state (splitmix64). */
uint32_t random_below (uint64_t *state, uint32_t n);

#endif
