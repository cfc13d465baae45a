/* SPDX-License-Identifier: MIT */
/* Drop-downs that stay narrow with long names. */
#ifndef KB_NARROW_DROP_DOWN_H
#define KB_NARROW_DROP_DOWN_H

#include <gtk/gtk.h>

/* For models of GtkStringObject; `chars` is the max width. */
void kb_drop_down_make_narrow (GtkDropDown *drop_down, int chars);
/* The text while nothing is chosen; by default "several". */
void kb_drop_down_set_empty (GtkDropDown *drop_down, const char *word);

#endif
