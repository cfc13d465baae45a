/* SPDX-License-Identifier: MIT */
/* Previews of proposals. */
#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "editor/film/propagate_panel.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define PROPAGATE_CELL_WIDTH 92
#define PROPAGATE_CELL_HEIGHT 72

struct _KbPropagateCell
{
  GtkBox parent_instance;

  /* Borrowed */
  const KbProposal *proposal;
  KbSurfaces *surfaces;

  /* Owned */
  KbEditorState *state;

  GtkWidget *card, *picture, *number, *confidence, *mark;
};

G_DEFINE_FINAL_TYPE (KbPropagateCell, kb_propagate_cell, GTK_TYPE_BOX)

KbProposalLevel
kb_proposal_level (const KbProposal *proposal)
{
  return proposal->least < KB_CONFIDENCE_POOR   ? KB_PROPOSAL_DOUBTFUL
         : proposal->least < KB_CONFIDENCE_GOOD ? KB_PROPOSAL_LIKELY
                                                : KB_PROPOSAL_SURE;
}

/* "2 shapes, 31 corners": corners only of polygons. */
static char *
describe_counts (const KbProposal *proposal)
{
  guint corners = 0, n = proposal->items->len;
  for (guint i = 0; i < n; i++)
    {
      const KbGeometry *geometry = &kb_proposal_item (proposal, i)->geometry;
      corners += kb_geometry_has_corners (geometry) ? geometry->n / 2 : 0;
    }
  g_autofree char *shapes = g_strdup_printf (ngettext ("%u shape", "%u shapes", n), n);
  g_autofree char *all =
    g_strdup_printf (ngettext ("%s, %u corner", "%s, %u corners", corners), shapes, corners);
  return corners ? g_steal_pointer (&all) : g_steal_pointer (&shapes);
}

/* What to check on the frame: "legs · kicking, arms", or NULL for nothing. */
static char *
doubts (KbDocument *document, const KbProposal *proposal)
{
  g_autoptr (GString) text = g_string_new (NULL);
  KB_EACH_IN (const KbProposedItem, item, proposal->items)
    {
      const KbNode *source = kb_document_node (document, item->source);
      if (item->confidence >= KB_CONFIDENCE_POOR || !source
          || kb_node_is (source, &kb_frame_kind))
        continue;
      g_autofree char *title = kb_thing_title (document, source);
      g_string_append_printf (text, "%s%s", text->len ? ", " : "", title);
    }
  return text->len ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

void
kb_draw_proposal (cairo_t *cr, KbDocument *document, const KbProposal *proposal, int chosen,
                  const KbView *view, const KbStyle *style)
{
  KB_EACH_IN (const KbProposedItem, item, proposal->items)
    {
      KbNode *source = kb_document_node (document, item->source);
      gboolean is_shape = kb_proposed_is_shape (item);
      KbId class_id = item->class_id || !source ? item->class_id : kb_part_class (source);
      if (!source && item->source)
        continue;
      cairo_set_dash (cr, (double[]) { 4, 3 }, item->confidence < KB_CONFIDENCE_POOR ? 2 : 0, 0);
      const double *at = item->geometry.v;
      KbMark mark = item->refused           ? KB_MARK_WRONG
                    : (int) item_at == chosen ? KB_MARK_SELECTED
                                            : KB_MARK_PLAIN;
      if (is_shape)
        kb_draw_geometry (cr, view, style, &item->geometry, kb_class_colour (document, class_id),
                          mark);
      else if (kb_node_is (source, &kb_point_kind))
        kb_draw_action_point (cr, view, style, (gint) at[0], (gint) at[1], item->direction, mark);
      else if (at)
        kb_draw_hot_spot (cr, view, style, (gint) at[0], (gint) at[1], mark);
      cairo_set_dash (cr, NULL, 0, 0);
      if ((int) item_at == chosen && is_shape)
        kb_draw_handles (cr, view, style, &item->geometry, -1);
    }
}

static void
draw_propagate_cell (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  KbPropagateCell *self = data;
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *node =
    document && self->proposal ? kb_document_node (document, self->proposal->frame) : NULL;
  if (!kb_node_is (node, &kb_frame_kind))
    return;
  const KbFrame *frame = (KbFrame *) node;
  const KbStyle *style = kb_style (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  KbView view = { .device_scale = gtk_widget_get_scale_factor (GTK_WIDGET (area)),
                  .width = width,
                  .height = height };
  kb_view_fit (&view, (KbBounds) { 0, 0, frame->width, frame->height }, 0);
  kb_draw_thumbnail (cr, document, frame->node.id, self->surfaces, style, width, height, FALSE);
  kb_draw_proposal (cr, document, self->proposal, -1, &view, style);
}

static int
percent_of (const KbProposal *proposal)
{
  return (int) floor (proposal->least * 100);
}

char *
kb_proposal_words (KbDocument *document, const KbProposal *proposal)
{
  KbNode *node = kb_document_node (document, proposal->frame);
  guint index = 0;
  if (!node)
    return g_strdup ("");
  kb_node_place (node, &index);
  guint n = proposal->items->len, accepted = 0;
  for (guint i = 0; i < n; i++)
    accepted += !kb_proposal_item (proposal, i)->refused;
  g_autofree char *some = g_strdup_printf (_("%u of %u accepted"), accepted, n);
  const char *answer = accepted == n ? _("accepted") : accepted ? some : _("refused");
  g_autofree char *counted = describe_counts (proposal);
  g_autofree char *plain = proposal->computed
                             ? g_strdup_printf (_("Frame %u, %s, %s"), index + 1, counted, answer)
                             : g_strdup_printf (_("Frame %u, confidence %d %%, %s"), index + 1,
                                                percent_of (proposal), answer);
  g_autofree char *unsure = doubts (document, proposal);
  return unsure ? g_strdup_printf (_("%s; check %s"), plain, unsure) : g_steal_pointer (&plain);
}

static void
set_class (GtkWidget *widget, const char *name, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

void
kb_propagate_cell_show (KbPropagateCell *self, const KbProposal *proposal)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  guint index = 0;
  self->proposal = proposal;
  KbNode *node = proposal ? kb_document_node (document, proposal->frame) : NULL;
  if (!node)
    return;
  kb_node_place (node, &index);
  g_autofree char *number = g_strdup_printf ("%u", index + 1);
  g_autofree char *text = proposal->computed
                            ? g_strdup_printf ("%u", proposal->items->len)
                            : g_strdup_printf (_("%d %%"), percent_of (proposal));
  gtk_label_set_label (GTK_LABEL (self->number), number);
  gtk_label_set_label (GTK_LABEL (self->confidence), text);
  KbProposalLevel level = kb_proposal_level (proposal);
  set_class (self->confidence, "success", level == KB_PROPOSAL_SURE);
  set_class (self->confidence, "warning", level == KB_PROPOSAL_LIKELY);
  set_class (self->confidence, "error", level == KB_PROPOSAL_DOUBTFUL);
  gboolean accepted = kb_proposal_accepted (proposal);
  set_class (self->card, "kb-refused", !accepted);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark),
                                accepted ? "kb-accept-symbolic" : "kb-refuse-symbolic");
  g_autofree char *name = kb_proposal_words (document, proposal);
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (self));
  gtk_widget_set_tooltip_text (self->card, name);
  kb_name_widget (item ? item : GTK_WIDGET (self), name);
  gtk_widget_queue_draw (self->picture);
}

static void
kb_propagate_cell_class_init (KbPropagateCellClass *klass)
{
}

static void
kb_propagate_cell_init (KbPropagateCell *self)
{
  self->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->picture = gtk_drawing_area_new ();
  self->number = kb_label_new (NULL, NULL);
  self->confidence = gtk_label_new (NULL);
  self->mark = gtk_image_new ();
  GtkWidget *below = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->picture), PROPAGATE_CELL_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->picture), PROPAGATE_CELL_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->picture), draw_propagate_cell, self,
                                  NULL);
  gtk_widget_set_hexpand (self->number, TRUE);
  gtk_image_set_pixel_size (GTK_IMAGE (self->mark), 12);
  gtk_widget_add_css_class (self->card, "kb-film-card");
  gtk_widget_add_css_class (below, "kb-film-text");
  gtk_widget_add_css_class (self->confidence, "numeric");
  kb_box_append (below, self->number, self->confidence, self->mark, NULL);
  kb_box_append (self->card, self->picture, below, NULL);
  gtk_box_append (GTK_BOX (self), self->card);
}

GtkWidget *
kb_propagate_cell_new (KbEditorState *state, KbSurfaces *surfaces)
{
  KbPropagateCell *self = g_object_new (KB_TYPE_PROPAGATE_CELL, NULL);
  kb_editor_state_attach (state, self, &self->state, NULL);
  self->surfaces = surfaces;
  return GTK_WIDGET (self);
}
