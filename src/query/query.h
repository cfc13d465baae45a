/* SPDX-License-Identifier: MIT */
/* JSON queries of a bank, answered by libkickbox alone, for `kickbox query` and the editor's probe:
 * the same line gives the same answer. Flow: query.c and read.c parse a line and find its "q" in
 * the tables. The query's file (frames.c to space.c) asks the runtime, and the answer is written as
 * one line. Threads: only one at a time, since levels.c caches partitions. */
#ifndef KB_QUERY_H
#define KB_QUERY_H

#include <glib.h>

#include "runtime/kickbox.h"

/* Returns the answer to a line, a JSON object without a newline, as a new string. On failure it is
 * {"error": ...} and *ok is FALSE. */
char *kb_query_answer (const kbx_bank *bank, const char *text, gsize length, gboolean *ok);

/* The queries and the keys of their answers, as a new string. */
char *kb_query_help (void);

/* Frees what is cached for a bank: call before the bank is freed or replaced. */
void kb_query_forget (void);

#endif
