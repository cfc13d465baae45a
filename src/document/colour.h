/* SPDX-License-Identifier: MIT */
/* Colours as text: "#rrggbb" or "#rrggbbaa" for 0xRRGGBBAA. */
#ifndef KB_COLOUR_H
#define KB_COLOUR_H

#include <glib.h>

typedef struct { char text[10]; } KbColourText;

/* Without the alpha of an opaque colour. */
KbColourText kb_colour_text (guint32 rgba);

/* FALSE, with *rgba unchanged, for any other text or NULL. */
gboolean kb_colour_read (const char *text, guint32 *rgba);
/* "#rrggbb" only, to 0xRRGGBB. */
gboolean kb_colour_read_rgb (const char *text, guint32 *rgb);

#endif
