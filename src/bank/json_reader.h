/* SPDX-License-Identifier: MIT */
/* Reading typed values out of a parsed JSON bank, with places for errors. All functions return false
 * after having filled the reader's error; a missing value (NULL) is an error that says so. */
#ifndef KB_BANK_JSON_READER_H
#define KB_BANK_JSON_READER_H

#include "bank/internal.h"

#include <jansson.h>

typedef struct {
  KbBankContent *content;         /* the classes are read first: shapes name them */
  KbBankError *error;
} KbJsonReader;

bool kb_json_type (KbJsonReader *r, const json_t *json, json_type type, const KbBankPlace *place);
bool kb_json_string (KbJsonReader *r, const json_t *json, const KbBankPlace *place, char **text);
bool kb_json_integer (KbJsonReader *r, const json_t *json, int64_t low, int64_t high,
                      const KbBankPlace *place, int64_t *value);
bool kb_json_u32 (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint32_t *value);

/* Arrays of exactly `count` numbers: whole ones, and pixels that are multiples of 1/256. */
bool kb_json_integers (KbJsonReader *r, const json_t *json, size_t count, int64_t low, int64_t high,
                       const KbBankPlace *place, int64_t *values);
bool kb_json_fixeds (KbJsonReader *r, const json_t *json, size_t count, const KbBankPlace *place,
                     kb_fixed *values);
bool kb_json_direction (KbJsonReader *r, const json_t *json, const KbBankPlace *place, float *x, float *y);

/* The index of a string among words. */
bool kb_json_word (KbJsonReader *r, const json_t *json, const char *const *words, int count,
                   const KbBankPlace *place, int *index);

/* Room, all zero, for the items of an array; an empty array leaves *items NULL. */
bool kb_json_list (KbJsonReader *r, const json_t *json, size_t item_size, const KbBankPlace *place,
                   void **items, uint32_t *count);

bool kb_json_colour (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint32_t *colour);

bool kb_json_bool (KbJsonReader *r, const json_t *json, const KbBankPlace *place, bool *value);
bool kb_json_fixed (KbJsonReader *r, const json_t *json, const KbBankPlace *place, kb_fixed *value);
/* Base64; malloc'ed. */
bool kb_json_bytes (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint8_t **data, size_t *size);

/* A list of zones, called `key` of `place`; with `roads`, each says whether it is one. */
bool kb_json_zones (KbJsonReader *r, const json_t *json, const char *key, const KbBankPlace *place, bool roads,
                    KbBankZone **zones, uint32_t *n);
/* "size" of an object with painted rows; the rows. */
bool kb_json_painting_size (KbJsonReader *r, const json_t *json, const KbBankPlace *place, int64_t size[2]);
bool kb_json_painting (KbJsonReader *r, const json_t *json, const KbBankPlace *place, const int64_t size[2],
                       KbBankPainting *painting);

/* A class by its name; an object of texts, sorted by key; a direction, or null for none, which leaves zeros. */
bool kb_json_class (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint32_t *index);
bool kb_json_values (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankValue **values, uint32_t *n_values);
bool kb_json_any_direction (KbJsonReader *r, const json_t *json, const KbBankPlace *place, float *x, float *y);

/* Masks, tracks, levels; none where there is no list. */
bool kb_json_masks (KbJsonReader *r, const json_t *json);
bool kb_json_tracks (KbJsonReader *r, const json_t *json);
bool kb_json_levels (KbJsonReader *r, const json_t *json);
/* What a level has beside its walls. */
bool kb_json_worlds (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankLevel *level);

/* Lists of numbers, one after the other. */
typedef struct {
  uint32_t *starts;               /* where the numbers of each list begin; one more than there are lists */
  uint16_t *numbers;
  uint32_t n;
} KbJsonRows;

/* Room for the rows of an array, which are arrays; the caller frees both, also on false. */
bool kb_json_rows (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbJsonRows *rows);

/* The pixels of a frame whose size is known. */
bool kb_json_mask (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankFrame *frame);
/* What is painted on a frame. */
bool kb_json_painted (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankFrame *frame);
bool kb_json_frame (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankFrame *frame);

#endif
