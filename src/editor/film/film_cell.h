/* SPDX-License-Identifier: MIT */
/* One frame in the filmstrip, and where the animations' bars run. */
#ifndef KB_FILM_CELL_H
#define KB_FILM_CELL_H

#include <gtk/gtk.h>

#include "editor/widgets/thumbnails.h"

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

/* The end of a run being dragged: [first, last] is shown as [new_first, new_last]. */
typedef struct {
  KbId animation;
  guint first, last, new_first, new_last;
} KbFilmDrag;

/* `drag` may be NULL. */
KbFilmBars *kb_film_bars_new (const KbSprite *sprite, const KbFilmDrag *drag);
void kb_film_bars_free (KbFilmBars *bars);
guint32 kb_film_colour (guint index);

/* KbId of a frame -> GString of lines: what is wrong with it and what lies on it, but for a missing
 * hot spot and a missing animation, which the cells show anyway. */
GHashTable *kb_film_faults_new (const KbDocument *document, const GPtrArray *problems);

#define KB_TYPE_FILM_CELL (kb_film_cell_get_type ())
G_DECLARE_FINAL_TYPE (KbFilmCell, kb_film_cell, KB, FILM_CELL, GtkBox)

/* Signals: "range" (const KbFilmDrag *, gboolean done); "animation-menu" (KbId, int x, int y of the
 * cell); "duration" (int milliseconds), typed for this frame. */
GtkWidget *kb_film_cell_new (KbEditorState *state, KbThumbnails *thumbnails);
/* Reads everything again; `bars` is borrowed until the next call, `faults` and `gaps` (see
 * film_gaps.h) for the call. */
void kb_film_cell_show (KbFilmCell *self, KbId frame, guint index, const KbFilmBars *bars,
                        GHashTable *faults, GHashTable *gaps);
/* Shows the duration as a field with the keyboard in it. */
void kb_film_cell_edit_duration (KbFilmCell *self);
KbId kb_film_cell_get_frame (KbFilmCell *self);
/* What is below the bars: picture, number and duration. */
GtkWidget *kb_film_cell_get_card (KbFilmCell *self);

#endif
