/* SPDX-License-Identifier: MIT */
/* Selected cells of tile layers, and the commands on them. The selection is of the level: it stays
 * when another tile layer becomes active. It limits painting with the other tools.
 *
 * What was moved or pasted floats until something else changes: moving it again gives back what it
 * covered. Each command is one undo step, which the selection follows. */
#ifndef KB_TOOLS_TILES_SELECTED_H
#define KB_TOOLS_TILES_SELECTED_H

#include "operations/level/cell_set.h"
#include "tools/context.h"

/* Marks the text of copied cells. */
#define KB_CELLS_CLIP "kickbox_cells"

/* Borrowed; NULL: nothing is selected, or no tile layer is active. */
const KbCellSet *kb_tiles_selected (const KbToolContext *context);
/* A copy of the selected cells of a layer, as a stamp; NULL: there are none. */
KbStamp *kb_tiles_lift (const KbToolContext *context, const KbLayer *layer);
/* Takes the set; NULL clears. */
void kb_tiles_select (KbToolContext *context, KbCellSet *set);
void kb_tiles_select_all (KbToolContext *context);
void kb_tiles_deselect (KbToolContext *context);
/* Call after the step with that label was undone or redone. */
void kb_tiles_follow (KbToolContext *context, gboolean undone, const char *label);

/* A change of place or picture. */
typedef struct {
  gint di, dj;
  gboolean copies;          /* what is moved also stays */
  const KbStampChange *change;   /* NULL: only moved */
} KbTilesMove;

/* Within the current stroke, or in a new one: shows the move. FALSE: not possible. */
gboolean kb_tiles_try_move (KbToolContext *context, const KbTilesMove *move);
/* The same as a step; the selection goes along. */
void kb_tiles_move (KbToolContext *context, const KbTilesMove *move, const char *label);
/* Puts a stamp at the set in a stroke of its own. Returns what it covers; NULL: not possible. */
KbStamp *kb_tiles_place (KbToolContext *context, const KbStamp *stamp, const KbCellSet *set,
                         const char *label);
/* Call after a step that began at `before` in the history: takes `set` as the selection, which
 * floats over `under`. */
void kb_tiles_float (KbToolContext *context, KbCellSet *set, KbStamp *under, guint before,
                     const char *label);
/* Fills the selected cells with the stamp, random tiles or the terrain. FALSE, reported: nothing is
 * selected. */
gboolean kb_tiles_fill_selected (KbToolContext *context);

/* Whether flips and turns are for the selected cells rather than the stamp. */
gboolean kb_tiles_turns_selected (const KbToolContext *context);
/* See subject.h. */
void kb_tiles_nudge (KbToolContext *context, gint dx, gint dy, gboolean far);
void kb_tiles_turn (KbToolContext *context, gint steps);
void kb_tiles_mirror (KbToolContext *context, gboolean vertical_line);
void kb_tiles_delete (KbToolContext *context);
void kb_tiles_duplicate (KbToolContext *context, gint dx, gint dy);
char *kb_tiles_copy (const KbToolContext *context);
gboolean kb_tiles_paste (KbToolContext *context, const char *text, GError **error);
/* The outline of a set. */
void kb_tiles_draw_set (KbToolContext *context, cairo_t *cr, const KbCellSet *set);
void kb_tiles_draw_selected (KbToolContext *context, cairo_t *cr);
char *kb_tiles_count_selected (const KbToolContext *context);

#endif
