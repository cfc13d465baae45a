/* SPDX-License-Identifier: MIT */
/* The chosen proposal of Propagate on the canvas: drawn, and its shapes and points dragged. */
#include <glib/gi18n.h>
#include <math.h>

#include "editor/film/propagate_private.h"

#define POINT_REACH 10.0   /* canvas pixels */

/* Drawn above the picture, because the rest of the window is still about the source frame. */
static void
draw_words (cairo_t *cr, KbDocument *document, const KbProposal *proposal, const KbView *view,
            const KbStyle *style)
{
  static const guint32 colours[] = { [KB_PROPOSAL_DOUBTFUL] = 0xff7b63ff,
                                     [KB_PROPOSAL_LIKELY] = 0xf8e45cff,
                                     [KB_PROPOSAL_SURE] = 0x8ff0a4ff };
  KbVec corner = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  g_autofree char *words = kb_proposal_words (document, proposal);
  kb_draw_note (cr, view, style, (KbVec) { corner.x - 14, corner.y - 36 }, words,
                colours[kb_proposal_level (proposal)]);
}

static gboolean
draw_propagate_canvas (gpointer data, cairo_t *cr, KbId frame, const KbView *view,
                       const KbStyle *style)
{
  KbPropagatePanel *self = data;
  const KbProposal *proposal = kb_propagate_list_current (self);
  if (!proposal || proposal->frame != frame)
    return FALSE;
  if (cr)
    {
      KbDocument *document = kb_editor_state_get_document (self->state);
      kb_draw_proposal (cr, document, proposal, (int) self->item, view, style);
      draw_words (cr, document, proposal, view, style);
    }
  return TRUE;
}

/* The smallest shape at the position, or a point near it; -1: none. */
static int
item_at (const KbProposal *proposal, const KbView *view, KbVec canvas)
{
  KbVec at = kb_view_to_picture (view, canvas);
  double least = G_MAXDOUBLE;
  int found = -1;
  KB_EACH_IN (const KbProposedItem, item, proposal->items)
    {
      const double *v = item->geometry.v;
      KbBounds is = kb_geometry_kind (item->geometry.type)->bounds (&item->geometry);
      double area = (is.x1 - is.x0) * (is.y1 - is.y0);
      gboolean hit = kb_geometry_kind (item->geometry.type)->contains (&item->geometry, at);
      if (!kb_proposed_is_shape (item))
        {
          area = 0;
          hit = hypot (v[0] + 0.5 - at.x, v[1] + 0.5 - at.y) * view->scale <= POINT_REACH;
        }
      if (hit && area < least)
        least = area, found = (int) item_at;
    }
  return found;
}

/* Moves or reshapes the chosen item, and trusts it from now on. */
static void
drag_to (KbPropagatePanel *self, KbProposal *proposal, KbVec at)
{
  KbProposedItem *item = kb_proposal_item (proposal, self->item);
  const KbShapeKind *kind = kb_geometry_kind (self->dragged.type);
  KbProposedItem moved = { .direction = item->direction, .confidence = 1, .by_hand = TRUE };
  kb_geometry_copy (&moved.geometry, &self->dragged);
  if (self->drag_handle < 0)
    kind->translate (&moved.geometry, floor (at.x - self->drag_from.x + 0.5),
                     floor (at.y - self->drag_from.y + 0.5));
  else
    kind->drag_handle (&self->dragged, (guint) self->drag_handle, at, FALSE, &moved.geometry);
  kb_geometry_kind (moved.geometry.type)->snap (&moved.geometry);
  if (!kb_geometry_fault (&moved.geometry) && !kb_geometry_equal (&moved.geometry, &item->geometry))
    {
      kb_proposal_take (proposal, self->item, &moved);
      kb_editor_state_touch (self->state, KB_CHANGE_PLAYBACK);
    }
  kb_geometry_clear (&moved.geometry);
}

static void
begin_drag (KbPropagatePanel *self, const KbProposal *proposal, const KbView *view, KbVec canvas)
{
  const KbProposedItem *chosen = kb_proposal_item (proposal, self->item);
  int handle = kb_proposed_is_shape (chosen)
                 ? kb_handle_at (view, &chosen->geometry, canvas, KB_HANDLE_REACH)
                 : -1;
  int item = handle < 0 ? item_at (proposal, view, canvas) : (int) self->item;
  if (item < 0)
    {
      kb_editor_state_say (self->state, "%s", _("Enter applies, Escape cancels"));
      return;
    }
  self->item = (guint) item;
  self->dragging = TRUE;
  self->drag_handle = handle;
  self->drag_from = kb_view_to_picture (view, canvas);
  kb_geometry_copy (&self->dragged, &kb_proposal_item (proposal, self->item)->geometry);
  kb_propagate_list_tell (self);
}

static void
drag_propagate_canvas (gpointer data, KbDragPhase phase, const KbView *view, KbVec canvas)
{
  KbPropagatePanel *self = data;
  KbProposal *proposal = kb_propagate_list_current (self);
  if (!proposal)
    return;
  if (phase == KB_DRAG_BEGINS)
    begin_drag (self, proposal, view, canvas);
  else if (self->dragging)
    drag_to (self, proposal, kb_view_to_picture (view, canvas));
  if (phase != KB_DRAG_ENDS || !self->dragging)
    return;
  self->dragging = FALSE;
  kb_propagate_list_tell (self);
  if (!self->annotates
      && !kb_geometry_equal (&self->dragged,
                             &kb_proposal_item (proposal, self->item)->geometry))
    kb_propagate_search_onward (self);
}

const KbOverlay kb_propagate_overlay = { draw_propagate_canvas, drag_propagate_canvas };
