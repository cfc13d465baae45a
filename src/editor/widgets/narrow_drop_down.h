/* SPDX-License-Identifier: MIT */
/* A drop down that long names do not make wide. */
#ifndef KB_NARROW_DROP_DOWN_H
#define KB_NARROW_DROP_DOWN_H

#include <gtk/gtk.h>

/* For models of GtkStringObject; `chars` is the width at most. */
void kb_drop_down_make_narrow (GtkDropDown *drop_down, int chars);
/* Says why nothing is chosen; else it is "several". */
void kb_drop_down_set_empty (GtkDropDown *drop_down, const char *word);

#endif
