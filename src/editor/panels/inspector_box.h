/* SPDX-License-Identifier: MIT */
/* What the inspector of an asset is made of. */
#ifndef KB_INSPECTOR_BOX_H
#define KB_INSPECTOR_BOX_H

#include <adwaita.h>

/* Fills a panel with a box that scrolls down, for headings, rows and lists; named for those who
 * cannot see it. */
GtkWidget *kb_inspector_box_new (AdwBin *panel, const char *name);

#endif
