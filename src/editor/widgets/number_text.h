/* SPDX-License-Identifier: MIT */
/* Parses numbers that users type: digits with a dot or a comma, "+2" to add, "*2" to multiply. No
 * hexadecimal, no exponents, no rounding. */
#ifndef KB_NUMBER_TEXT_H
#define KB_NUMBER_TEXT_H

#include <glib.h>

typedef struct {
  double min, max;
  int digits;          /* 0: whole numbers */
  const char *unit;    /* " ms": may follow the digits; "" for none */
} KbNumberRange;

typedef struct {
  enum { KB_NUMBER_IS, KB_NUMBER_PLUS, KB_NUMBER_TIMES } kind;
  double amount;
} KbNumberEntry;

/* FALSE if it is invalid. "-2" is a value if the range has negative ones, else it subtracts. */
gboolean kb_number_read (const char *text, const KbNumberRange *range, KbNumberEntry *entry);
/* The new value for `old`; whole for whole numbers. May be out of range. */
double kb_number_apply (const KbNumberEntry *entry, const KbNumberRange *range, double old);
/* "A whole number from -16384 to 16384"; a new string. */
char *kb_number_wanted (const KbNumberRange *range);

#endif
