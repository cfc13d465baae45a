/* SPDX-License-Identifier: MIT */
/* One drawing by several threads, each of which draws bands of rows of the same image. */
#ifndef KB_BANDS_H
#define KB_BANDS_H

#include <cairo.h>
#include <glib.h>

/* Called several times, from several threads at once, with clips that together are that of `cr`: it
 * must only read what others can see, and draw the same each time. The pixels are those that one
 * call would give. What `cr` is set to but for its clip and its matrix (source, line width ...) is
 * not passed on. */
typedef void (*KbBandDraw) (cairo_t *cr, gpointer data);

/* Each thread draws so many bands, of as many rows. Clips of fewer pixels than `least`, those that
 * are no rectangle, and targets that are no images are drawn with one call. */
void kb_draw_by_threads (cairo_t *cr, int per_thread, double least, KbBandDraw draw, gpointer data);
/* As suits paths: what is of one band is seldom of another. */
void kb_draw_in_bands (cairo_t *cr, KbBandDraw draw, gpointer data);

#endif
