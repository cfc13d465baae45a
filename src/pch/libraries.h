/* SPDX-License-Identifier: MIT */
/* What is compiled once for all files of a folder below the editor. Each of them includes what it
 * needs nevertheless. */
#include <gio/gio.h>
#include <glib.h>
#include <jansson.h>
