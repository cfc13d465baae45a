/* SPDX-License-Identifier: MIT */
/* Toasts in windows with little room. */
#ifndef KB_TOAST_WORDS_H
#define KB_TOAST_WORDS_H

/* Of a sentence what a narrow toast shows: without the folders of the file that it begins with,
 * "/a/b/c.tmx: line 7". Part of `text`. */
const char *kb_toast_words (const char *text);

#endif
