/* SPDX-License-Identifier: MIT */
/* Numbers in text, the same in every locale. */
#ifndef KB_PLAY_NUMBER_H
#define KB_PLAY_NUMBER_H

#include "runtime/kickbox.h"

/* Reads a decimal number without an exponent, within the world's limit. Returns the first character
 * after it, or NULL. */
const char *kb_read_number (const char *at, const char *end, float *number);

/* The value of an entity's key, clamped to low..high; `preset` if it has no number. */
float kb_entity_number (const kbx_bank *bank, uint32_t level, uint32_t entity, const char *key,
                        float preset, float low, float high);

#endif
