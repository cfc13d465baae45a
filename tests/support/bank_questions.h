/* SPDX-License-Identifier: MIT */
/* Asks an open bank everything there is to ask, and looks at every answer: for damaged banks and fuzzing. */
#ifndef KB_BANK_QUESTIONS_H
#define KB_BANK_QUESTIONS_H

#include "runtime/kickbox.h"

/* Every public question about every sprite, animation, frame, point and shape, in a few poses. Returns a sum over
 * the answers, so that none can be left out by the compiler and two runs can be compared. */
uint64_t kb_ask_everything (const kbx_bank *bank);

#endif
