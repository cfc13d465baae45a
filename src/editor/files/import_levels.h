/* SPDX-License-Identifier: MIT */
/* Other programs' files of levels, into the project of a window. */
#ifndef KB_IMPORT_LEVELS_H
#define KB_IMPORT_LEVELS_H

#include "editor/window.h"

/* FALSE: the first of the files is none of levels. Else it is read; which of several maps are
 * wanted is asked. What is wrong is said. */
gboolean kb_import_levels_take (KbWindow *window, const char *const *paths);
/* The file that it was imported from, once more; what was changed here is replaced only after a
 * question. */
void kb_import_level_again (KbWindow *window, const KbLevel *level);

#endif
