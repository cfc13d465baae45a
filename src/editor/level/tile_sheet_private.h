/* SPDX-License-Identifier: MIT */
/* A sheet of tiles and what a drag paints on it: labels of terrains, or collision. What a drag has
 * painted is shown at once and becomes one step at its end. */
#ifndef KB_EDITOR_LEVEL_TILE_SHEET_PRIVATE_H
#define KB_EDITOR_LEVEL_TILE_SHEET_PRIVATE_H

#include "drawing/surfaces.h"
#include "editor/level/panels.h"
#include "operations/level/tilesets.h"
#include "operations/tile.h"

struct _KbTileSheetView
{
  GtkWidget parent_instance;

  KbId tileset;
  KbTileSheet *sheet;
  KbStamp *all;            /* the whole sheet */
  double scale;
  int room;                /* the width to fill */
  GtkWidget *scroller;     /* what it is in; NULL before kb_tile_sheet_view_fit_in */
  guint fitting;           /* an idle source, see on_width */
  gint columns;            /* of the sheet as last shown */
  gint zoom;               /* steps enlarged, or reduced below 0 */
  KbSurfaces *surfaces;
  KbCellBox selected;      /* width 0: none */
  gint from_i, from_j, to_i, to_j;   /* of the drag, or of keys with Shift */
  gboolean frames;         /* chooses frames of the sprite, not a stamp */
  KbSheetMode mode;
  GHashTable *marks;       /* of the drag: labels (an array) by frame's id */
  KbSheetCollision collision;
  KbTileStroke *stroke;    /* of the drag */
  gboolean clears;         /* the stroke leaves nothing solid */
  KbVec last;              /* in pixels of the sheet */
  KbVec pointer;           /* where it was last, in pixels of the widget */
  char *text;              /* of the search; NULL: none */
  GByteArray *found;       /* of each frame whether the search finds it */

  /* Owned */
  KbEditorState *state;
};

/* NULL: none. */
const KbSprite *kb_tile_sheet_view_sprite (KbTileSheetView *self);

/* Makes one tile the stamp, and scrolls it into sight. */
void kb_tile_sheet_view_choose (KbTileSheetView *self, gint i, gint j);

/* Searches again, after a change of the frames. */
void kb_sheet_search_update (KbTileSheetView *self);
/* Dims tiles that the search does not find. */
void kb_sheet_search_draw (KbTileSheetView *self, cairo_t *cr);

#endif
