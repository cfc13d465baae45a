/* SPDX-License-Identifier: MIT */
/* Imports other programs' level files into the window's project. */
#ifndef KB_IMPORT_LEVELS_H
#define KB_IMPORT_LEVELS_H

#include "editor/window.h"

/* Reads a file of levels, asks which of several maps to import, and reports errors. */
void kb_import_levels (KbWindow *window, const char *path);
/* Imports its file again; asks before replacing changes made here. */
void kb_import_level_again (KbWindow *window, const KbLevel *level);

#endif
