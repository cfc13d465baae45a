/* SPDX-License-Identifier: MIT */
/* The proposals of Propagate: a row of previews to accept or refuse, with the chosen one on the
 * canvas. */
#include <glib/gi18n.h>
#include <math.h>

#include "editor/film/propagate_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define SETTLE 60       /* ms until the list has laid out new items */

static KbProposal *
proposal_at (KbPropagatePanel *self, guint position)
{
  return self->proposals && position < self->proposals->len
           ? g_ptr_array_index (self->proposals, position)
           : NULL;
}

static void
show_propagate_list_cell (KbPropagatePanel *self, GtkWidget *cell)
{
  guint position = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), "kb-position"));
  kb_propagate_cell_show (KB_PROPAGATE_CELL (cell), proposal_at (self, position));
}

guint
kb_propagate_list_accepted (KbPropagatePanel *self)
{
  guint n = 0;
  for (guint i = 0; self->proposals && i < self->proposals->len; i++)
    n += kb_proposal_accepted (proposal_at (self, i));
  return n;
}

/* "12 shapes, 230 corners" of what is accepted. */
static char *
count_shapes (KbPropagatePanel *self)
{
  guint shapes = 0, corners = 0;
  for (guint i = 0; self->proposals && i < self->proposals->len; i++)
    for (guint k = 0; k < proposal_at (self, i)->items->len; k++)
      {
        const KbProposedItem *item = kb_proposal_item (proposal_at (self, i), k);
        shapes += !item->refused;
        corners += !item->refused && kb_geometry_has_corners (&item->geometry)
                     ? item->geometry.n / 2
                     : 0;
      }
  return corners ? g_strdup_printf (_("%u shapes, %u corners"), shapes, corners)
                 : g_strdup_printf (ngettext ("%u shape", "%u shapes", shapes), shapes);
}

void
kb_propagate_list_update (KbPropagatePanel *self)
{
  guint accepted = kb_propagate_list_accepted (self), doubtful = 0, unseen = 0;
  for (guint i = 0; self->proposals && i < self->proposals->len; i++)
    {
      const KbProposal *proposal = proposal_at (self, i);
      gboolean is_doubtful =
        kb_proposal_accepted (proposal) && kb_proposal_level (proposal) != KB_PROPOSAL_SURE;
      doubtful += is_doubtful;
      unseen += is_doubtful && !proposal->seen;
    }
  KB_EACH (GtkWidget, cell, self->cells)
    show_propagate_list_cell (self, cell);
  g_autofree char *apply =
    g_strdup_printf (ngettext ("Apply to %u Frame", "Apply to %u Frames", accepted), accepted);
  g_autofree char *counted = count_shapes (self);
  g_autofree char *summary =
    !self->proposals   ? g_strdup ("")
    : self->annotates ? g_steal_pointer (&counted)
    : unseen ? g_strdup_printf (ngettext ("%u to review", "%u to review", unseen), unseen)
             : g_strdup (!accepted  ? _("all refused")
                         : doubtful ? _("all reviewed")
                                    : _("all sure"));
  gtk_button_set_label (GTK_BUTTON (self->apply), self->proposals ? apply : _("Apply"));
  gtk_widget_set_sensitive (self->apply, accepted > 0);
  gtk_label_set_label (GTK_LABEL (self->summary), summary);
  gtk_widget_set_visible (self->progress, self->search != NULL);
  gtk_widget_set_visible (self->summary, self->search == NULL);
}

KbProposal *
kb_propagate_list_current (KbPropagatePanel *self)
{
  return proposal_at (self, gtk_single_selection_get_selected (self->selection));
}

/* "Frame 5, confidence 41 %, 3 of 4 accepted; check arms" */
static void
describe_proposal (KbPropagatePanel *self, const KbProposal *proposal)
{
  g_autofree char *words = kb_proposal_words (kb_editor_state_get_document (self->state), proposal);
  kb_editor_state_say (self->state, "%s", words);
}

void
kb_propagate_list_tell (KbPropagatePanel *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  const KbProposedItem *item = kb_proposal_item (kb_propagate_list_current (self), self->item);
  const KbNode *node = kb_document_node (document, item->source ? item->source : item->class_id);
  g_autofree char *title = kb_thing_title (document, node);
  if (self->annotates)
    kb_editor_state_say (self->state, item->refused ? _("%s, refused; Space accepts it")
                                                    : _("%s, accepted; Space refuses it"), title);
  else
    kb_editor_state_say (self->state, item->refused ? _("%s, %d %%, refused; Space accepts it")
                                                    : _("%s, %d %%, accepted; Space refuses it"),
                         title, (int) floor (item->confidence * 100));
  kb_propagate_list_update (self);
  kb_editor_state_touch (self->state, KB_CHANGE_PLAYBACK);
}

/* The weakest one is chosen first. */
static guint
weakest_item (const KbProposal *proposal)
{
  guint i = 0;
  while (i + 1 < proposal->items->len
         && kb_proposal_item (proposal, i)->confidence > proposal->least)
    i++;
  return i;
}

/* The canvas shows the chosen preview. */
static void
on_selected (GtkSingleSelection *selection, GParamSpec *pspec, KbPropagatePanel *self)
{
  KbProposal *proposal = kb_propagate_list_current (self);
  if (!self->open || self->updating || !proposal)
    return;
  proposal->seen = TRUE;
  self->item = weakest_item (proposal);
  kb_editor_state_set_overlay (self->state, &kb_propagate_overlay, self);
  kb_editor_state_set_playback (self->state, FALSE, proposal->frame);
  describe_proposal (self, proposal);
  kb_propagate_list_update (self);
}

/* Moves the focus along, if it is in the list. */
static void
focus_on (KbPropagatePanel *self, guint position)
{
  if (gtk_widget_get_focus_child (self->list) == NULL)
    return;
  KB_EACH (GtkWidget, cell, self->cells)
    if (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), "kb-position")) == position)
      gtk_widget_grab_focus (gtk_widget_get_parent (cell));
}

static void
choose_proposal (KbPropagatePanel *self, int position)
{
  guint n = self->proposals ? self->proposals->len : 0;
  if (!n)
    return;
  position = CLAMP (position, 0, (int) n - 1);
  gtk_single_selection_set_selected (self->selection, (guint) position);
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", (guint) position);
  focus_on (self, (guint) position);
  on_selected (self->selection, NULL, self);
}

/* The list knows the positions of its items only after the next layout. */
static gboolean
choose_again (gpointer data)
{
  KbPropagatePanel *self = data;
  self->scroll = 0;
  choose_proposal (self, (int) gtk_single_selection_get_selected (self->selection));
  return G_SOURCE_REMOVE;
}

void
kb_propagate_list_fill (KbPropagatePanel *self)
{
  guint n = self->proposals ? self->proposals->len : 0, worst = 0;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (texts, g_strdup_printf ("%u", i));
      if (proposal_at (self, i)->least < proposal_at (self, worst)->least)
        worst = i;
    }
  g_ptr_array_add (texts, NULL);
  self->updating = TRUE;
  gtk_string_list_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)),
                          (const char *const *) texts->pdata);
  self->updating = FALSE;
  kb_propagate_list_update (self);
  g_clear_handle_id (&self->scroll, g_source_remove);
  if (n == 0)
    return;
  choose_proposal (self, (int) worst);
  self->scroll = g_timeout_add (SETTLE, choose_again, self);
}

void
kb_propagate_list_focus (KbPropagatePanel *self)
{
  gtk_widget_grab_focus (self->list);
  choose_proposal (self, (int) gtk_single_selection_get_selected (self->selection));
}

/* ---- keys ---- */

static void
toggle_frame (KbPropagatePanel *self)
{
  KbProposal *proposal = kb_propagate_list_current (self);
  kb_proposal_accept (proposal, !kb_proposal_accepted (proposal));
  describe_proposal (self, proposal);
  kb_propagate_list_update (self);
  kb_editor_state_touch (self->state, KB_CHANGE_PLAYBACK);
}

static void
toggle_item (KbPropagatePanel *self)
{
  KbProposedItem *item = kb_proposal_item (kb_propagate_list_current (self), self->item);
  item->refused = !item->refused;
  kb_propagate_list_tell (self);
}

static void
choose_item (KbPropagatePanel *self, int by)
{
  guint n = kb_propagate_list_current (self)->items->len;
  self->item = (self->item + n + (guint) by) % n;
  kb_propagate_list_tell (self);
}

static void
on_propagate_list_activate (GtkListView *list, guint position, KbPropagatePanel *self)
{
  if (kb_propagate_list_current (self))
    toggle_frame (self);
}

gboolean
kb_propagate_list_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType type,
                       KbPropagatePanel *self)
{
  int at = (int) gtk_single_selection_get_selected (self->selection);
  if (type & (GDK_CONTROL_MASK | GDK_ALT_MASK) || !kb_propagate_list_current (self))
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_space:
    case GDK_KEY_Delete:
      if (type & GDK_SHIFT_MASK)
        toggle_frame (self);
      else
        toggle_item (self);
      return TRUE;
    case GDK_KEY_Up:
      choose_item (self, -1);
      return TRUE;
    case GDK_KEY_Down:
      choose_item (self, 1);
      return TRUE;
    case GDK_KEY_comma:
    case GDK_KEY_Left:
      choose_proposal (self, at - 1);
      return TRUE;
    case GDK_KEY_period:
    case GDK_KEY_Right:
      choose_proposal (self, at + 1);
      return TRUE;
    case GDK_KEY_Home:
      choose_proposal (self, 0);
      return TRUE;
    case GDK_KEY_End:
      choose_proposal (self, G_MAXINT);
      return TRUE;
    default:
      return FALSE;
    }
}

/* ---- rows ---- */

static void
on_propagate_list_setup (GtkSignalListItemFactory *factory, GtkListItem *item,
                         KbPropagatePanel *self)
{
  gtk_list_item_set_child (item, kb_propagate_cell_new (self->state, self->surfaces));
}

static void
on_propagate_list_bind (GtkSignalListItemFactory *factory, GtkListItem *item,
                        KbPropagatePanel *self)
{
  GtkWidget *cell = gtk_list_item_get_child (item);
  g_object_set_data (G_OBJECT (cell), "kb-position",
                     GUINT_TO_POINTER (gtk_list_item_get_position (item)));
  g_ptr_array_add (self->cells, cell);
  show_propagate_list_cell (self, cell);
}

static void
on_propagate_list_unbind (GtkSignalListItemFactory *factory, GtkListItem *item,
                          KbPropagatePanel *self)
{
  kb_propagate_cell_show (KB_PROPAGATE_CELL (gtk_list_item_get_child (item)), NULL);
  if (self->cells)
    g_ptr_array_remove_fast (self->cells, gtk_list_item_get_child (item));
}

GtkWidget *
kb_propagate_list_new (KbPropagatePanel *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_propagate_list_setup), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_propagate_list_bind), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_propagate_list_unbind), self, 0);
  self->list = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->list), GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_add_css_class (self->list, "kb-film");
  kb_name_widget (self->list, _("Proposals"));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self, 0);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_propagate_list_activate), self);

  kb_add_keys (self->list, G_CALLBACK (kb_propagate_list_key), self);

  GtkWidget *scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  return scroller;
}
