/* SPDX-License-Identifier: MIT */
/* What the files that write a JSON bank share. */
#ifndef KB_BANK_JSON_WRITER_H
#define KB_BANK_JSON_WRITER_H

#include "bank/internal.h"

typedef KbBankBuffer Out;

void kb_bank_print (Out *out, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
void kb_bank_print_string (Out *out, const char *text);
void kb_bank_print_fixed (Out *out, kb_fixed value);
/* "KEY[X, Y]" */
void kb_bank_print_pair (Out *out, const char *key, kb_fixed x, kb_fixed y);

/* The opening of a list whose items take a line each, and of its items; an empty list is "[]". */
void kb_bank_open_item (Out *out, uint32_t i, const char *indent);
void kb_bank_close_list (Out *out, uint32_t count, const char *indent);

void kb_bank_print_direction (Out *out, float x, float y);
/* ", \"values\": {...}", or nothing where there are none. */
void kb_bank_print_values (Out *out, const KbBankValue *values, uint32_t n);

/* json_write_levels.c. With the comma after them. */
void kb_bank_print_levels (Out *out, const KbBankContent *content);

/* json_write_worlds.c. Those of a kind, with the comma before them. */
void kb_bank_print_worlds (Out *out, const KbBankContent *content, const KbBankLevel *level, KbBankWorldKind kind, const char *indent);

/* json_write_zones.c. With the comma that comes before or after them. */
void kb_bank_print_zones (Out *out, const char *key, const KbBankZone *zones, uint32_t n, bool roads);
void kb_bank_print_painted (Out *out, const KbBankFrame *frame, const char *indent);
void kb_bank_print_masks (Out *out, const KbBankContent *content);
void kb_bank_print_tracks (Out *out, const KbBankContent *content);

#endif
