/* SPDX-License-Identifier: MIT */
/* The same for the folders that draw. */
#include <cairo.h>
#include <gio/gio.h>
#include <glib.h>
#include <jansson.h>
