/* SPDX-License-Identifier: MIT */
/* One frame in the filmstrip, and the runs of the animations' bars. */
#ifndef KB_FILM_CELL_H
#define KB_FILM_CELL_H

#include <gtk/gtk.h>

#include "editor/widgets/widgets.h"

#define KB_MAX_LANES 3

/* Runs of adjacent frames that an animation shows, in lanes so that they do not overlap; runs
 * without a free lane are left out. */
typedef struct {
  KbId animation;      /* 0: none */
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

/* KbId of a frame -> GString of lines: problems of the frame and of its contents. Leaves out a
 * missing hot spot or animation, which the cells show anyway. */
GHashTable *kb_film_faults_new (const KbDocument *document, const GPtrArray *problems);

#define KB_TYPE_FILM_CELL (kb_film_cell_get_type ())
G_DECLARE_FINAL_TYPE (KbFilmCell, kb_film_cell, KB, FILM_CELL, GtkBox)

/* Signals: "range" (const KbFilmDrag *, gboolean done); "animation-menu" (KbId, int x, int y in the
 * cell); "duration" (int milliseconds), entered for this frame. */
GtkWidget *kb_film_cell_new (KbEditorState *state, KbThumbnails *thumbnails);
/* Updates everything. `bars` is borrowed until the next call, `faults` and `gaps` (see film_gaps.h)
 * only during this one. */
void kb_film_cell_show (KbFilmCell *self, KbId frame, guint index, const KbFilmBars *bars,
                        GHashTable *faults, GHashTable *gaps);
/* Turns the duration into a focused entry. */
void kb_film_cell_edit_duration (KbFilmCell *self);
KbId kb_film_cell_get_frame (KbFilmCell *self);
/* The part below the bars: picture, number and duration. */
GtkWidget *kb_film_cell_get_card (KbFilmCell *self);

#endif
