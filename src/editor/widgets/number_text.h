/* SPDX-License-Identifier: MIT */
/* What somebody types where a number is wanted: digits with a dot or a comma, "+2" for two more,
 * "*2" for twice as much. No hexadecimal, no exponents, no roundings. */
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

/* FALSE: it cannot be read. "-2" is the number where there are negative ones, else two less. */
gboolean kb_number_read (const char *text, const KbNumberRange *range, KbNumberEntry *entry);
/* What `old` becomes; of whole numbers a whole one. Maybe out of range. */
double kb_number_apply (const KbNumberEntry *entry, const KbNumberRange *range, double old);
/* "A whole number from -16384 to 16384"; a new string. */
char *kb_number_wanted (const KbNumberRange *range);

#endif
