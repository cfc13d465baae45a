/* SPDX-License-Identifier: MIT */
/* The colours of a canvas; shapes bring their class's colour. All 0xRRGGBBAA. */
#ifndef KB_STYLE_H
#define KB_STYLE_H

#include <cairo.h>
#include <glib.h>

typedef struct {
  guint32 background;            /* around the frame */
  guint32 checker[2];            /* behind the frame */
  guint32 border;                /* of the frame */
  guint32 grid;                  /* between pixels */
  guint32 ruler, ruler_text, ruler_line;
  guint32 accent;                /* handles, rubber band, hovered pixel */
  guint32 shade;                 /* under coloured lines */
  guint32 pill, pill_text;       /* labels */
  guint32 hot_spot, point;       /* crosses and action points */
  guint32 guide;                 /* lines that something lies on */
  guint32 wrong;                 /* what cannot be done */
  /* Tints of the onion skin; alpha: of the nearest frame, less of those further away */
  guint32 before, after;
} KbStyle;

const KbStyle *kb_style (gboolean dark);

/* `alpha` (0 .. 1) multiplies the colour's own. */
void kb_set_colour (cairo_t *cr, guint32 colour, double alpha);
/* The colour made light enough to be read on a dark pill. */
guint32 kb_colour_on_dark (guint32 colour);
/* The colour of a new class: the palette's entry that differs most from those in use. */
guint32 kb_colour_for_class (const guint32 *used, guint n_used);

#endif
