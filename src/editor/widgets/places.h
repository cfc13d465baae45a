/* SPDX-License-Identifier: MIT */
/* Paths as people read and write them: with ~ for the home folder. */
#ifndef KB_PLACES_H
#define KB_PLACES_H

#include <glib.h>

/* New strings. Paths outside of the home folder stay as they are. */
char *kb_place_short (const char *path);
char *kb_place_full (const char *text);

#endif
