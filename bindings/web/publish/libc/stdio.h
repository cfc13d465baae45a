/* SPDX-License-Identifier: MIT */
/* What the playtest uses of <stdio.h>: texts of a few kinds of values, and one last word. */
#ifndef KICKBOX_WEB_STDIO_H
#define KICKBOX_WEB_STDIO_H

#include <stdarg.h>
#include <stddef.h>

#define stderr 0
#define fputs(text, file) ((void) (text))

int snprintf (char *to, size_t size, const char *format, ...);
int vsnprintf (char *to, size_t size, const char *format, va_list values);

#endif
