/* SPDX-License-Identifier: MIT */
/* SuperTux sprites from memory. */
#ifndef KB_SUPERTUX_H
#define KB_SUPERTUX_H

#include "interchange/formats.h"

/* `path` names the file and is where the images' paths start. */
gboolean kb_supertux_parse (KbImport *import, const char *text, gsize length, const char *path,
                            const KbPictureLoader *loader, GError **error);

#endif
