/* SPDX-License-Identifier: MIT */
/* What the playtest uses of <string.h>. */
#include_next <string.h>

#ifndef KICKBOX_WEB_PLAY_STRING_H
#define KICKBOX_WEB_PLAY_STRING_H

int strncmp (const char *a, const char *b, size_t size);
char *strchr (const char *text, int c);
char *strstr (const char *text, const char *part);
size_t strcspn (const char *text, const char *ends);

#endif
