/* SPDX-License-Identifier: MIT */
/* How well a text fits what somebody typed of it. */
#ifndef KB_FUZZY_H
#define KB_FUZZY_H

#include <glib.h>

/* Other words by which a command may be looked for: for "Add a class" those that mean the same as
 * "add", and `more`, which may be NULL; a new string. */
char *kb_fuzzy_words (const char *label, const char *more);

/* Of a command with a section. The letters of each word of `typed` must come in its text in this
 * order, without regard to case; words may come in any order. Higher is better: whole words come
 * before beginnings of words, those before letters inside of words, and those before letters that
 * are only there in this order; at the first word, and in short names, they count more, in the
 * section's name and in `words`, which may be NULL, less: there only beginnings of words count. 0:
 * does not fit; at most 6000. */
int kb_fuzzy_rank (const char *typed, const char *label, const char *section, const char *words);

/* Whether what has this rank is to be shown beside the best: letters strewn over a name are a
 * guess, for when nothing is there that was meant. */
gboolean kb_fuzzy_is_worth (int rank, int best);

#endif
