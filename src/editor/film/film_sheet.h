/* SPDX-License-Identifier: MIT */
/* The grid of a tileset's frames, which takes the strip's place. */
#ifndef KB_FILM_SHEET_H
#define KB_FILM_SHEET_H

#include "editor/level/panels.h"

/* All borrowed: the filmstrip's own, set before kb_film_sheet_begin. */
typedef struct {
  KbEditorState *state;
  KbTileSheetView *sheet;
  GtkWidget *scroller, *strip;   /* of which one is shown */
  GtkToggleButton *toggle;       /* shown for tilesets */
  GtkWidget *menu;               /* of frames */
  gulong handler;
} KbFilmSheet;

/* Listens to the state, until the end. */
void kb_film_sheet_begin (KbFilmSheet *self);
void kb_film_sheet_end (KbFilmSheet *self);

#endif
