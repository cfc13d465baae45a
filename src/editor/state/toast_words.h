/* SPDX-License-Identifier: MIT */
/* Messages for toasts in narrow windows. */
#ifndef KB_TOAST_WORDS_H
#define KB_TOAST_WORDS_H

/* The message without the folders of the path at its start: "/a/b/c.tmx: line 7" becomes "c.tmx:
 * line 7". Points into `text`. */
const char *kb_toast_words (const char *text);

#endif
