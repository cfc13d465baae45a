/* SPDX-License-Identifier: MIT */
/* A small square of one colour with a thin edge; empty if the colour's alpha is 0. */
#ifndef KB_SWATCH_H
#define KB_SWATCH_H

#include <gtk/gtk.h>

#define KB_TYPE_SWATCH (kb_swatch_get_type ())
G_DECLARE_FINAL_TYPE (KbSwatch, kb_swatch, KB, SWATCH, GtkWidget)

GtkWidget *kb_swatch_new (guint32 colour);
/* 0xRRGGBBAA */
void kb_swatch_set_colour (KbSwatch *self, guint32 colour);

#endif
