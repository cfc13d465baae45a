/* SPDX-License-Identifier: MIT */
/* Propagate, in the place of the filmstrip: what would be put on the other frames, to be accepted
 * or refused frame by frame, then applied as one undo step. Not a dialog: the rest of the window
 * works on, and ends it. Flow: kb_propagate_panel_begin -> a search in a thread, again after each
 * change of an option -> previews; the one chosen is shown on the canvas -> Apply or Cancel ->
 * signal "closed". Keys, in the list and on the canvas: left and right (or , and .) choose, space
 * accepts or refuses, Enter applies; Escape cancels from anywhere. The canvas only shows meanwhile;
 * an edit, another frame, tool or class end it. */
#ifndef KB_PROPAGATE_PANEL_H
#define KB_PROPAGATE_PANEL_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"
#include "operations/operations.h"

#define KB_TYPE_PROPAGATE_PANEL (kb_propagate_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbPropagatePanel, kb_propagate_panel, KB, PROPAGATE_PANEL, GtkBox)

GtkWidget *kb_propagate_panel_new (KbEditorState *state);
/* With the selected shapes of the current frame; all of its shapes where none is selected. FALSE,
 * told, when there is nothing to carry or no frame to carry it to. */
gboolean kb_propagate_panel_begin (KbPropagatePanel *self);
void kb_propagate_panel_end (KbPropagatePanel *self);

/* One preview: the frame's picture with what is proposed for it. */
#define KB_TYPE_PROPAGATE_CELL (kb_propagate_cell_get_type ())
G_DECLARE_FINAL_TYPE (KbPropagateCell, kb_propagate_cell, KB, PROPAGATE_CELL, GtkBox)

GtkWidget *kb_propagate_cell_new (KbEditorState *state, KbSurfaces *surfaces);
/* `proposal` is borrowed until the next call; NULL for none. */
void kb_propagate_cell_show (KbPropagateCell *self, const KbProposal *proposal);

/* From the overlap to expect: all right, worth a look (a shape or the whole may be off), or often
 * wrong. */
typedef enum { KB_PROPOSAL_SURE, KB_PROPOSAL_LIKELY, KB_PROPOSAL_DOUBTFUL } KbProposalLevel;
KbProposalLevel kb_proposal_level (const KbProposal *proposal);

/* "Frame 3, confidence 81 %, accepted; look at head": a new string. */
char *kb_proposal_words (KbDocument *document, const KbProposal *proposal);

/* Proposed shapes, points and hot spots over a frame; those to look at are dashed. */
void kb_draw_proposal (cairo_t *cr, KbDocument *document, const KbProposal *proposal,
                       const KbView *view, const KbStyle *style);

#endif
