/* SPDX-License-Identifier: MIT */
/* Whose PNG file it is: pictures that we made may be replaced and removed, others never. */
#ifndef KB_BAKE_MARK_H
#define KB_BAKE_MARK_H

#include <glib.h>

/* What a picture was made as: the words after "Kickbox" in its mark. */
#define KB_MARK_PAGE "export"
#define KB_MARK_SHEET "render"

/* The PNG file with a chunk behind its header that says what made it; the same bytes give the
 * same. */
GBytes *kb_mark_png (GBytes *png, const char *made_as);

/* Whether a file has that mark. Only regular files are opened. */
gboolean kb_has_mark (const char *path, const char *made_as);

/* TRUE where nothing is, or a file with that mark; else KB_ERROR_INPUT. */
gboolean kb_check_mark (const char *path, const char *made_as, GError **error);

#endif
