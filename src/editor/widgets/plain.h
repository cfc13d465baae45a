/* SPDX-License-Identifier: MIT */
/* Helpers without the toolkit: what users type, and paths for them. */
#ifndef KB_EDITOR_WIDGETS_PLAIN_H
#define KB_EDITOR_WIDGETS_PLAIN_H

#include <glib.h>

/* Ranks texts by how well they match what the user typed. */

/* Further search words for a command: synonyms, for "Add a class" those of "add", and `more`, which
 * may be NULL, as a new string. */
char *kb_fuzzy_words (const char *label, const char *more);

/* Ranks a command with a section. The letters of each typed word must appear in its text in this
 * order, ignoring case; words may come in any order. Whole words rank above beginnings of words,
 * those above letters inside a word, and those above scattered letters. The first word and short
 * names rank higher. In the section's name and in `words`, which may be NULL, only beginnings of
 * words match, with a lower rank. 0: no match, at most 6000. */
int kb_fuzzy_rank (const char *typed, const char *label, const char *section, const char *words);

/* Whether to show a match next to the best one: scattered letters are only a guess for when nothing
 * better matches. */
gboolean kb_fuzzy_is_worth (int rank, int best);

/* Parses numbers that users type: digits with a dot or a comma, "+2" to add, "*2" to multiply. No
 * hexadecimal, no exponents, no rounding. */

typedef struct {
  double min, max;
  int digits;          /* 0: whole numbers */
  const char *unit;    /* " ms": may follow the digits; "" for none */
} KbNumberRange;

typedef struct {
  enum { KB_NUMBER_IS, KB_NUMBER_PLUS, KB_NUMBER_TIMES } kind;
  double amount;
} KbNumberEntry;

/* FALSE if it is invalid. "+-2" subtracts; "-2" is always a value, which may be out of range. */
gboolean kb_number_read (const char *text, const KbNumberRange *range, KbNumberEntry *entry);
/* The new value for `old`; whole for whole numbers. May be out of range. */
double kb_number_apply (const KbNumberEntry *entry, const KbNumberRange *range, double old);
/* "A whole number from -16384 to 16384", as a new string. */
char *kb_number_wanted (const KbNumberRange *range);

/* A new string without what names an option of the command line, of which the window has none:
 * "choose a part (--part): a", "it is empty; --solid says what is not". */
char *kb_text_without_options (const char *text);

/* Paths for the user: with ~ for the home folder. */

/* New strings. Paths outside the home folder do not change. */
char *kb_place_short (const char *path);
char *kb_place_full (const char *text);

#endif
