/* SPDX-License-Identifier: MIT */
/* The box for the inspectors of all assets. */
#ifndef KB_INSPECTOR_BOX_H
#define KB_INSPECTOR_BOX_H

#include <adwaita.h>

/* Fills a panel with a vertically scrolling box for headings, rows and lists; `name` is its
 * accessible name. */
GtkWidget *kb_inspector_box_new (AdwBin *panel, const char *name);

#endif
