/* SPDX-License-Identifier: MIT */
/* Proposals for many frames, in place of the filmstrip: found by Propagate on other frames, or
 * computed for each frame (operations/annotate.c). The user accepts or refuses each
 * shape, and Apply is one undo step. A shape that is dragged on the canvas is searched for again on
 * the frames after it. An edit, another frame, tool or class closes the panel. After
 * kb_propagate_panel_begin, a thread searches, again after each change of an option. */

/* Keys: left/right or , and . choose the frame, up/down the shape. Space accepts or refuses the
 * shape, Shift+Space the frame. Enter applies and Escape cancels. "closed" is the last signal. */
#ifndef KB_PROPAGATE_PANEL_H
#define KB_PROPAGATE_PANEL_H

#include <gtk/gtk.h>

#include "editor/state/editor_state.h"
#include "operations/operations.h"

#define KB_TYPE_PROPAGATE_PANEL (kb_propagate_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbPropagatePanel, kb_propagate_panel, KB, PROPAGATE_PANEL, GtkBox)

GtkWidget *kb_propagate_panel_new (KbEditorState *state);
/* Starts with the selected shapes of the current frame, or all its shapes. `annotates`: with shapes
 * on every frame instead, made of the pictures or changed. Returns FALSE and shows the reason if
 * there are no shapes, classes or other frames. */
gboolean kb_propagate_panel_begin (KbPropagatePanel *self, gboolean annotates);
void kb_propagate_panel_end (KbPropagatePanel *self);

/* One preview: the frame's picture with its proposal. */
#define KB_TYPE_PROPAGATE_CELL (kb_propagate_cell_get_type ())
G_DECLARE_FINAL_TYPE (KbPropagateCell, kb_propagate_cell, KB, PROPAGATE_CELL, GtkBox)

GtkWidget *kb_propagate_cell_new (KbEditorState *state, KbSurfaces *surfaces);
/* `proposal` is borrowed until the next call, or NULL for none. */
void kb_propagate_cell_show (KbPropagateCell *self, const KbProposal *proposal);

/* By the expected overlap of the weakest shape: sure, worth a check, or often wrong. */
typedef enum { KB_PROPOSAL_SURE, KB_PROPOSAL_LIKELY, KB_PROPOSAL_DOUBTFUL } KbProposalLevel;
KbProposalLevel kb_proposal_level (const KbProposal *proposal);

/* "Frame 3, confidence 41 %, 3 of 4 accepted; check arms": a new string. The confidence is that of
 * the weakest shape. What was computed is counted: "Frame 3, 2 shapes, 31 corners, accepted". */
char *kb_proposal_words (KbDocument *document, const KbProposal *proposal);

/* Draws proposed shapes, points and hot spots over a frame. Those to check are dashed. `item` is
 * the chosen one, or -1. */
void kb_draw_proposal (cairo_t *cr, KbDocument *document, const KbProposal *proposal, int item,
                       const KbView *view, const KbStyle *style);

#endif
