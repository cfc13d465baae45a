/* SPDX-License-Identifier: MIT */
/* Paths for the user: with ~ for the home folder. */
#ifndef KB_PLACES_H
#define KB_PLACES_H

#include <glib.h>

/* New strings. Paths outside the home folder do not change. */
char *kb_place_short (const char *path);
char *kb_place_full (const char *text);

#endif
