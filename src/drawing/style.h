/* SPDX-License-Identifier: MIT */
/* The colours of a canvas, all 0xRRGGBBAA; shapes have the colours of their classes. */
#ifndef KB_DRAWING_STYLE_H
#define KB_DRAWING_STYLE_H

#include <cairo.h>
#include <glib.h>

#include "document/shapes/shape.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (cairo_t, cairo_destroy)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (cairo_surface_t, cairo_surface_destroy)

/* What cairo had before, which it has again at the end of the scope that holds this. */
typedef cairo_t KbSaved;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbSaved, cairo_restore)

static inline KbSaved *
kb_save (cairo_t *cr)
{
  cairo_save (cr);
  return cr;
}

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
  guint32 guide;                 /* snapping lines */
  guint32 wrong;                 /* invalid edits and errors */
  /* Tints of the onion skin; alpha: for the nearest frame, less for those further away */
  guint32 before, after;
} KbStyle;

const KbStyle *kb_style (gboolean dark);

/* `alpha` (0 .. 1) multiplies the colour's own. */
void kb_set_colour (cairo_t *cr, guint32 colour, double alpha);
/* The path, or all within the clip, in a colour; colour and width stay set. */
void kb_stroke (cairo_t *cr, double width, guint32 colour, double alpha);
void kb_stroke_preserve (cairo_t *cr, double width, guint32 colour, double alpha);
void kb_fill (cairo_t *cr, guint32 colour, double alpha);
void kb_fill_preserve (cairo_t *cr, guint32 colour, double alpha);
void kb_paint (cairo_t *cr, guint32 colour, double alpha);
/* Adds a line to the path; clips to a rectangle. */
void kb_line (cairo_t *cr, double x0, double y0, double x1, double y1);
void kb_clip (cairo_t *cr, double x, double y, double width, double height);
/* Paints a surface with hard pixels. */
void kb_paint_surface (cairo_t *cr, cairo_surface_t *surface, double x, double y, double alpha);
/* The colour, lightened to be readable on a dark pill. */
guint32 kb_colour_on_dark (guint32 colour);
/* The colour for a new class: the palette's entry that differs most from those in use. */
guint32 kb_colour_for_class (const guint32 *used, guint n_used);

/* Numbers of shapes as text, the same in labels, at the pointer and spoken. New strings. */

/* At most two decimals, none where they are zero; with a real minus sign. */
char *kb_number_text (double value);
/* "x 26, y 20" */
char *kb_place_text (KbVec at);
/* "16 × 22", "r 5.5", "32 × 9, −8°", "5 corners". */
char *kb_geometry_size_text (const KbGeometry *geometry);
/* "26, 20": the corner of a box or of a polygon's bounds; for other kinds the centre. */
char *kb_geometry_place_text (const KbGeometry *geometry);
/* Both: "26, 20   16 × 22". */
char *kb_geometry_text (const KbGeometry *geometry);

#endif
