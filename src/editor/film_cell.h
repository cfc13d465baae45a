/* SPDX-License-Identifier: MIT */
/* One frame in the filmstrip, and where the animations' bars run. */
#ifndef KB_FILM_CELL_H
#define KB_FILM_CELL_H

#include <gtk/gtk.h>

#include "editor/thumbnails.h"

#define KB_MAX_LANES 3

/* Runs of neighbouring frames that an animation shows, in lanes so that they do not cover each
 * other; what finds no lane is left out. */
typedef struct {
  KbId animation;      /* 0: nothing here */
  guint colour;        /* index, see kb_film_colour */
  guint first, last;   /* frames of the run */
} KbFilmRun;

typedef struct {
  GArray *runs;        /* n_frames * KB_MAX_LANES of KbFilmRun */
  guint n_lanes;       /* in use, at least 1 */
} KbFilmBars;

KbFilmBars *kb_film_bars_new (const KbSprite *sprite);
void kb_film_bars_free (KbFilmBars *bars);
guint32 kb_film_colour (guint index);

#define KB_TYPE_FILM_CELL (kb_film_cell_get_type ())
G_DECLARE_FINAL_TYPE (KbFilmCell, kb_film_cell, KB, FILM_CELL, GtkBox)

GtkWidget *kb_film_cell_new (KbEditorState *state, KbThumbnails *thumbnails);
/* Reads everything again; `bars` is borrowed until the next call. */
void kb_film_cell_show (KbFilmCell *self, KbId frame, guint index, const KbFilmBars *bars);
KbId kb_film_cell_get_frame (KbFilmCell *self);

#endif
