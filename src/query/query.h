/* SPDX-License-Identifier: MIT */
/* Questions to a bank as JSON, answered by libkickbox alone.
 *
 * Purpose: what `kickbox query` reads and writes, and what the editor's probe asks: the same line,
 * the same answer. Flow: a line is read (query.c, read.c), its "q" found in the table (query.c),
 * asked (frames.c, zones.c, tracks.c, levels.c, whole_levels.c, tiles.c, worlds.c, kit.c, space.c)
 * and answered as one line. Threads: one at a time, for what levels.c remembers. */
#ifndef KB_QUERY_H
#define KB_QUERY_H

#include <glib.h>

#include "runtime/kickbox.h"

/* The answer to a line, a JSON object without a newline; a new string. Where there is none,
 * {"error": ...}, and *ok is FALSE. */
char *kb_query_answer (const kbx_bank *bank, const char *text, gsize length, gboolean *ok);

/* What can be asked, and the keys of the answers; a new string. */
char *kb_query_help (void);

/* Frees what was remembered of a bank: before it goes, and another comes. */
void kb_query_forget (void);

#endif
