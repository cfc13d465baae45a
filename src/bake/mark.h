/* SPDX-License-Identifier: MIT */
/* Marks our PNG files: pictures that we made may be replaced and removed, others never. */
#ifndef KB_BAKE_MARK_H
#define KB_BAKE_MARK_H

#include <glib.h>

/* The purpose of a picture: the words after "Kickbox" in its mark. */
#define KB_MARK_PAGE "export"
#define KB_MARK_SHEET "render"

/* Adds a chunk to a PNG file that names its purpose; deterministic. */
GBytes *kb_mark_png (GBytes *png, const char *made_as);

/* Whether a file has that mark. Only regular files are opened. */
gboolean kb_has_mark (const char *path, const char *made_as);

/* Returns TRUE if there is no file, or one with that mark; else KB_ERROR_INPUT. */
gboolean kb_check_mark (const char *path, const char *made_as, GError **error);

#endif
