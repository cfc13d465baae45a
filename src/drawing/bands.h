/* SPDX-License-Identifier: MIT */
/* Draws one image with several threads, each of which draws bands of rows. */
#ifndef KB_BANDS_H
#define KB_BANDS_H

#include <cairo.h>
#include <glib.h>

/* Called several times, concurrently, with clips that together make up the clip of `cr`. It must
 * only read shared data and always draw the same. The pixels are those of a single call. Of the
 * state of `cr` only clip and matrix are passed on, not source, line width and so on. */
typedef void (*KbBandDraw) (cairo_t *cr, gpointer data);

/* Each thread draws that many bands, all of equally many rows. A single call draws clips of fewer
 * pixels than `least`, clips that are not one rectangle, and targets that are not images. */
void kb_draw_by_threads (cairo_t *cr, int per_thread, double least, KbBandDraw draw, gpointer data);
/* The same with numbers that suit paths: few of them cross bands. */
void kb_draw_in_bands (cairo_t *cr, KbBandDraw draw, gpointer data);

#endif
