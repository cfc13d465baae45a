/* SPDX-License-Identifier: MIT */
/* Ranks texts by how well they match what the user typed. */
#ifndef KB_FUZZY_H
#define KB_FUZZY_H

#include <glib.h>

/* Further search words for a command: synonyms, for "Add a class" those of "add", and `more`, which
 * may be NULL; a new string. */
char *kb_fuzzy_words (const char *label, const char *more);

/* Ranks a command with a section. The letters of each typed word must appear in its text in this
 * order, ignoring case; words may come in any order. Whole words rank above beginnings of words,
 * those above letters inside a word, and those above scattered letters. The first word and short
 * names rank higher. In the section's name and in `words`, which may be NULL, only beginnings of
 * words match, with a lower rank. 0: no match; at most 6000. */
int kb_fuzzy_rank (const char *typed, const char *label, const char *section, const char *words);

/* Whether to show a match next to the best one: scattered letters are only a guess for when nothing
 * better matches. */
gboolean kb_fuzzy_is_worth (int rank, int best);

#endif
