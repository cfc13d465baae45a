/* SPDX-License-Identifier: MIT */
/* Other programs' files of levels, into the project of a window. */
#ifndef KB_IMPORT_LEVELS_H
#define KB_IMPORT_LEVELS_H

#include "editor/window.h"

/* Reads a file of levels, asks which of several maps are wanted, and reports what is wrong. */
void kb_import_levels (KbWindow *window, const char *path);
/* The file that it was imported from, once more; what was changed here is replaced only after a
 * question. */
void kb_import_level_again (KbWindow *window, const KbLevel *level);

#endif
