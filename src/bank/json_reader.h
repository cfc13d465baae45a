/* SPDX-License-Identifier: MIT */
/* Reads typed values from a parsed JSON bank, with places for errors. All functions return false
 * after filling the reader's error. A missing value (NULL) is an error. */
#ifndef KB_BANK_JSON_READER_H
#define KB_BANK_JSON_READER_H

#include "bank/checker.h"

#include <jansson.h>

typedef struct {
  KbBankContent *content;         /* the classes are read first: shapes refer to them */
  KbBankError *error;
  KbBankChecker checker;
  int64_t size[2];                /* of the rows that follow */
} KbJsonReader;

/* json_values.c */
bool kb_json_type (KbJsonReader *r, const json_t *json, json_type type, const KbBankPlace *place);
bool kb_json_string (KbJsonReader *r, const json_t *json, const KbBankPlace *place, char **text);
bool kb_json_integer (KbJsonReader *r, const json_t *json, int64_t low, int64_t high,
                      const KbBankPlace *place, int64_t *value);
bool kb_json_array (KbJsonReader *r, const json_t *json, size_t count, const KbBankPlace *place);
bool kb_json_fixed (KbJsonReader *r, const json_t *json, const KbBankPlace *place, int64_t *value);
/* "x,y", malloc'ed; NULL without memory. */
char *kb_json_point_text (double x, double y);
bool kb_json_unit (KbJsonReader *r, const json_t *json, const KbBankPlace *place, float unit[2]);
/* The index of a text in a NULL-terminated list of words. */
bool kb_json_word (KbJsonReader *r, const json_t *json, const char *const *words,
                   const KbBankPlace *place, int64_t *index);
bool kb_json_colour (KbJsonReader *r, const json_t *json, const KbBankPlace *place,
                     int64_t *colour);
bool kb_json_class (KbJsonReader *r, const json_t *json, const KbBankPlace *place, int64_t *index);
/* Base64, after `skipped` zero bytes; malloc'ed. */
bool kb_json_bytes (KbJsonReader *r, const json_t *json, const KbBankPlace *place, size_t skipped,
                    uint8_t **data, size_t *size);

/* json_rows.c. The rows of a painting whose size was read; the object of a frame's bitmap, whose
 * size is known. */
bool kb_json_painting (KbJsonReader *r, const json_t *json, const KbBankPlace *place,
                       KbBankPainting *painting);
bool kb_json_bitmap (KbJsonReader *r, const json_t *json, const KbBankPlace *place,
                     KbBankFrame *frame);

#endif
