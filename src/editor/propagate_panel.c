/* SPDX-License-Identifier: MIT */
/* The panel of Propagate: options, the search's thread, the row of previews. */
#include "editor/propagate_panel.h"

#include <glib/gi18n.h>

#include "editor/accessible.h"
#include "editor/animation_edits.h"
#include "editor/canvas.h"
#include "editor/frame_actions.h"
#include "editor/narrow_drop_down.h"
#include "editor/number.h"

#define REFRESH 60      /* ms between looks at the progress */

typedef enum { TO_ANIMATION, TO_FOLLOWING, TO_SELECTED, TO_ALL, N_TO } Target;

/* What the thread has; freed with its task. */
typedef struct {
  KbPropagateJob *job;
  GCancellable *cancellable;
  gint done, total;       /* atomic */
} Search;

struct _KbPropagatePanel
{
  GtkBox parent_instance;

  GtkWidget *heading, *targets, *radius, *mirrored, *points, *progress, *summary, *apply, *list;

  /* Owned */
  KbEditorState *state;
  KbSurfaces *surfaces;
  GPtrArray *proposals;    /* KbProposal; NULL while none is known */
  GArray *chosen;          /* KbId, the frames that were selected at the beginning */
  GtkStringList *rows;     /* as many as proposals */
  GtkSingleSelection *selection;
  GPtrArray *cells;        /* KbPropagateCell, those on show; borrowed */

  /* Borrowed */
  Search *search;          /* the newest; NULL when it is done */

  KbPropagateOptions options;
  KbId source, sprite;
  Target target_ids[N_TO];
  guint n_targets, refresh, scroll;
  GtkEventController *keys;   /* on the whole window, while open; borrowed */
  gboolean updating, open;
};

G_DEFINE_FINAL_TYPE (KbPropagatePanel, kb_propagate_panel, GTK_TYPE_BOX)

static guint closed_signal;

/* ---- what is seen ---- */

static KbProposal *
proposal_at (KbPropagatePanel *self, guint position)
{
  return self->proposals && position < self->proposals->len ? g_ptr_array_index (self->proposals, position) : NULL;
}

static void
show_cell (KbPropagatePanel *self, GtkWidget *cell)
{
  guint position = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), "kb-position"));
  kb_propagate_cell_show (KB_PROPAGATE_CELL (cell), proposal_at (self, position));
}

static void
show_state (KbPropagatePanel *self)
{
  guint accepted = 0, doubtful = 0;
  for (guint i = 0; self->proposals && i < self->proposals->len; i++)
    {
      const KbProposal *proposal = proposal_at (self, i);
      accepted += proposal->accepted;
      doubtful += proposal->accepted && kb_proposal_level (proposal) != KB_PROPOSAL_SURE;
    }
  for (guint i = 0; i < self->cells->len; i++)
    show_cell (self, g_ptr_array_index (self->cells, i));
  g_autofree char *apply = g_strdup_printf (ngettext ("Apply to %u Frame", "Apply to %u Frames", accepted), accepted);
  g_autofree char *summary = !self->proposals ? g_strdup ("")
                             : doubtful ? g_strdup_printf (ngettext ("%u to look at", "%u to look at", doubtful), doubtful)
                                        : g_strdup (_("all sure"));
  gtk_button_set_label (GTK_BUTTON (self->apply), self->proposals ? apply : _("Apply"));
  gtk_widget_set_sensitive (self->apply, accepted > 0);
  gtk_label_set_label (GTK_LABEL (self->summary), summary);
  gtk_widget_set_visible (self->progress, self->search != NULL);
  gtk_widget_set_visible (self->summary, self->search == NULL);
}

static KbProposal *
current (KbPropagatePanel *self)
{
  return proposal_at (self, gtk_single_selection_get_selected (self->selection));
}

static gboolean
draw_over (gpointer data, cairo_t *cr, KbId frame, const KbView *view, const KbStyle *style)
{
  KbPropagatePanel *self = data;
  const KbProposal *proposal = current (self);
  if (!proposal || proposal->frame != frame)
    return FALSE;
  if (cr)
    kb_draw_proposal (cr, kb_editor_state_get_document (self->state), proposal, view, style);
  return TRUE;
}

/* The canvas shows the chosen preview. */
static void
on_selected (GtkSingleSelection *selection, GParamSpec *pspec, KbPropagatePanel *self)
{
  const KbProposal *proposal = current (self);
  if (!self->open || self->updating || !proposal)
    return;
  kb_editor_state_set_overlay (self->state, draw_over, self);
  kb_editor_state_set_playback (self->state, FALSE, proposal->frame);
}

/* The keyboard goes along, where it is in the list. */
static void
focus_on (KbPropagatePanel *self, guint position)
{
  if (gtk_widget_get_focus_child (self->list) == NULL)
    return;
  for (guint i = 0; i < self->cells->len; i++)
    {
      GtkWidget *cell = g_ptr_array_index (self->cells, i);
      if (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), "kb-position")) == position)
        gtk_widget_grab_focus (gtk_widget_get_parent (cell));
    }
}

static void
choose (KbPropagatePanel *self, int position)
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

/* The list knows its places only after the next layout. */
static gboolean
choose_again (gpointer data)
{
  KbPropagatePanel *self = data;
  self->scroll = 0;
  choose (self, (int) gtk_single_selection_get_selected (self->selection));
  return G_SOURCE_REMOVE;
}

static void
show_proposals (KbPropagatePanel *self)
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
  show_state (self);
  g_clear_handle_id (&self->scroll, g_source_remove);
  if (n == 0)
    return;
  choose (self, (int) worst);
  self->scroll = g_timeout_add (REFRESH, choose_again, self);
}

/* ---- the search ---- */

static void
search_free (gpointer data)
{
  Search *search = data;
  kb_propagate_job_free (search->job);
  g_object_unref (search->cancellable);
  g_free (search);
}

static gboolean
on_progress (guint done, guint total, gpointer data)
{
  Search *search = data;
  g_atomic_int_set (&search->total, (gint) total);
  g_atomic_int_set (&search->done, (gint) done);
  return !g_cancellable_is_cancelled (search->cancellable);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Search *search = data;
  GPtrArray *proposals = kb_propagate (search->job, on_progress, search);
  if (proposals)
    g_task_return_pointer (task, proposals, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
}

static void
stop_search (KbPropagatePanel *self)
{
  g_clear_handle_id (&self->refresh, g_source_remove);
  if (self->search)
    g_cancellable_cancel (self->search->cancellable);
  self->search = NULL;
}

static void
on_found (GObject *object, GAsyncResult *result, gpointer data)
{
  KbPropagatePanel *self = KB_PROPAGATE_PANEL (object);
  GPtrArray *proposals = g_task_propagate_pointer (G_TASK (result), NULL);
  if (self->search != g_task_get_task_data (G_TASK (result)) || !self->open)
    {
      g_clear_pointer (&proposals, g_ptr_array_unref);
      return;
    }
  g_clear_handle_id (&self->refresh, g_source_remove);
  self->search = NULL;
  g_clear_pointer (&self->proposals, g_ptr_array_unref);
  self->proposals = proposals;
  show_proposals (self);
  if (proposals && gtk_widget_get_focus_child (GTK_WIDGET (self)) == NULL)
    {
      gtk_widget_grab_focus (self->list);
      choose (self, (int) gtk_single_selection_get_selected (self->selection));
    }
}

static gboolean
on_refresh (gpointer data)
{
  KbPropagatePanel *self = data;
  gint total = self->search ? g_atomic_int_get (&self->search->total) : 0;
  if (total > 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                   (double) g_atomic_int_get (&self->search->done) / total);
  return G_SOURCE_CONTINUE;
}

static GArray *
frames_of_animation (KbPropagatePanel *self)
{
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  return animation ? kb_batch_rest (animation, self->source) : g_array_new (FALSE, FALSE, sizeof (KbId));
}

static GArray *
frames_of (KbPropagatePanel *self, Target target)
{
  static const KbScope scopes[] = { [TO_FOLLOWING] = KB_SCOPE_FOLLOWING, [TO_SELECTED] = KB_SCOPE_SELECTED,
                                    [TO_ALL] = KB_SCOPE_ALL };
  if (target == TO_ANIMATION)
    return frames_of_animation (self);
  return kb_scope_frames (kb_editor_state_get_document (self->state), self->source, scopes[target],
                          (KbId *) (void *) self->chosen->data, self->chosen->len);
}

static GArray *
items_of (KbPropagatePanel *self)
{
  return kb_batch_items (self->state, !gtk_check_button_get_active (GTK_CHECK_BUTTON (self->points)));
}

static gboolean
start_search (KbPropagatePanel *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  g_autoptr (GError) error = NULL;
  guint row = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->targets));
  stop_search (self);
  g_clear_pointer (&self->proposals, g_ptr_array_unref);
  g_autoptr (GArray) items = items_of (self);
  g_autoptr (GArray) frames = frames_of (self, row < self->n_targets ? self->target_ids[row] : TO_FOLLOWING);
  KbPropagateJob *job = NULL;
  if (items->len && frames->len)
    job = kb_propagate_job_new (document, self->source, (KbId *) (void *) items->data, items->len,
                                (KbId *) (void *) frames->data, frames->len, &self->options, &error);
  g_autofree char *heading =
    g_strdup_printf (ngettext ("Propagate %u item", "Propagate %u items", items->len), items->len);
  gtk_label_set_label (GTK_LABEL (self->heading), heading);
  gtk_widget_set_tooltip_text (self->heading, heading);   /* it may be cut in a narrow window */
  if (!job)
    {
      show_proposals (self);
      if (error)
        kb_editor_state_take_error (self->state, g_steal_pointer (&error));
      return FALSE;
    }
  Search *search = g_new0 (Search, 1);
  search->job = job;
  search->cancellable = g_cancellable_new ();
  self->search = search;
  self->refresh = g_timeout_add (REFRESH, on_refresh, self);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  show_state (self);
  g_autoptr (GTask) task = g_task_new (self, NULL, on_found, NULL);
  g_task_set_task_data (task, search, search_free);
  g_task_run_in_thread (task, run);
  return TRUE;
}

/* ---- options ---- */

static void
fill_targets (KbPropagatePanel *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  g_autoptr (GArray) rest = frames_of_animation (self);
  g_autoptr (GArray) following = frames_of (self, TO_FOLLOWING);
  self->n_targets = 0;
  if (self->chosen->len > 1)
    {
      gtk_string_list_append (names, _("Selected frames"));
      self->target_ids[self->n_targets++] = TO_SELECTED;
    }
  if (rest->len)
    {
      g_autofree char *name = g_strdup_printf (_("Rest of “%s”"), animation->name);
      gtk_string_list_append (names, name);
      self->target_ids[self->n_targets++] = TO_ANIMATION;
    }
  if (following->len)
    {
      gtk_string_list_append (names, _("Following frames"));
      self->target_ids[self->n_targets++] = TO_FOLLOWING;
    }
  gtk_string_list_append (names, _("All frames"));
  self->target_ids[self->n_targets++] = TO_ALL;
  self->updating = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->targets), G_LIST_MODEL (names));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->targets), 0);
  self->updating = FALSE;
}

static void
on_target (GtkDropDown *targets, GParamSpec *pspec, KbPropagatePanel *self)
{
  if (!self->updating && self->open)
    start_search (self);
}

static void
on_radius (GtkWidget *number, double value, gpointer data)
{
  KbPropagatePanel *self = data;
  self->options.radius = (int) value;
  if (self->open)
    start_search (self);
}

static void
on_check (GtkCheckButton *check, KbPropagatePanel *self)
{
  self->options.mirrored = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->mirrored));
  if (self->open && !self->updating)
    start_search (self);
}

/* ---- the end ---- */

static void
unlisten (KbPropagatePanel *self)
{
  if (self->keys)
    gtk_widget_remove_controller (gtk_event_controller_get_widget (self->keys), self->keys);
  self->keys = NULL;
}

void
kb_propagate_panel_end (KbPropagatePanel *self)
{
  if (!self->open)
    return;
  self->open = FALSE;
  stop_search (self);
  unlisten (self);
  g_clear_pointer (&self->proposals, g_ptr_array_unref);
  show_proposals (self);
  kb_editor_state_set_overlay (self->state, NULL, NULL);
  if (!kb_editor_state_is_playing (self->state))
    kb_editor_state_set_playback (self->state, FALSE, 0);
  g_signal_emit (self, closed_signal, 0);
  kb_editor_state_grab_canvas (self->state);
}

static void
on_apply (GtkWidget *button, KbPropagatePanel *self)
{
  g_autoptr (GError) error = NULL;
  guint n = 0;
  for (guint i = 0; self->proposals && i < self->proposals->len; i++)
    n += proposal_at (self, i)->accepted;
  if (!n)
    return;
  if (!kb_apply_proposals (kb_editor_state_get_document (self->state), KB_OPERATION_PROPAGATE, self->proposals,
                           KB_MEET_REPLACE, &error))
    {
      kb_editor_state_take_error (self->state, g_steal_pointer (&error));
      return;
    }
  kb_propagate_panel_end (self);
  kb_editor_state_offer_undo (self->state, ngettext ("Propagated to %u frame", "Propagated to %u frames", n), n);
}

static void
on_cancel (GtkWidget *button, KbPropagatePanel *self)
{
  kb_propagate_panel_end (self);
}

static void
toggle (KbPropagatePanel *self)
{
  KbProposal *proposal = current (self);
  if (!proposal)
    return;
  proposal->accepted = !proposal->accepted;
  show_state (self);
  kb_editor_state_touch (self->state, KB_CHANGE_PLAYBACK);
}

static void
on_activate (GtkListView *list, guint position, KbPropagatePanel *self)
{
  toggle (self);
}

static gboolean
on_list_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType type, KbPropagatePanel *self)
{
  int at = (int) gtk_single_selection_get_selected (self->selection);
  if (type & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      on_apply (NULL, self);
      return TRUE;
    case GDK_KEY_space:
    case GDK_KEY_Delete:
      toggle (self);
      return TRUE;
    case GDK_KEY_comma:
    case GDK_KEY_Left:
      choose (self, at - 1);
      return TRUE;
    case GDK_KEY_period:
    case GDK_KEY_Right:
      choose (self, at + 1);
      return TRUE;
    case GDK_KEY_Home:
      choose (self, 0);
      return TRUE;
    case GDK_KEY_End:
      choose (self, G_MAXINT);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Escape and, but for what the options and other panels need, the list's keys: wherever the keyboard is. */
static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType type, KbPropagatePanel *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  if (focus && gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER))
    return FALSE;
  if (keyval == GDK_KEY_Escape)
    {
      kb_propagate_panel_end (self);
      return TRUE;
    }
  return (!focus || KB_IS_CANVAS (focus)) && on_list_key (keys, keyval, code, type, self);
}

static void
listen_to_keys (KbPropagatePanel *self)
{
  unlisten (self);
  self->keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (self->keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (self->keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))), self->keys);
}

/* ---- rows ---- */

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, KbPropagatePanel *self)
{
  gtk_list_item_set_child (item, kb_propagate_cell_new (self->state, self->surfaces));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, KbPropagatePanel *self)
{
  GtkWidget *cell = gtk_list_item_get_child (item);
  g_object_set_data (G_OBJECT (cell), "kb-position", GUINT_TO_POINTER (gtk_list_item_get_position (item)));
  g_ptr_array_add (self->cells, cell);
  show_cell (self, cell);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, KbPropagatePanel *self)
{
  kb_propagate_cell_show (KB_PROPAGATE_CELL (gtk_list_item_get_child (item)), NULL);
  if (self->cells)
    g_ptr_array_remove_fast (self->cells, gtk_list_item_get_child (item));
}

/* ---- listening ---- */

/* Who edits, goes to another frame or takes another tool or class does something else by now; what was proposed may
 * not fit any more. */
#define OTHER_WORK (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_LISTS | KB_CHANGE_VALUES \
                    | KB_CHANGE_TOOL)

static void
on_changed (KbEditorState *state, guint flags, KbPropagatePanel *self)
{
  if (self->open && (flags & OTHER_WORK))
    kb_propagate_panel_end (self);
}

gboolean
kb_propagate_panel_begin (KbPropagatePanel *self)
{
  KbFrame *frame = kb_editor_state_get_frame (self->state);
  KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (self->state, &n);
  if (!frame || !sprite || self->open)
    return self->open;
  kb_tools_cancel (kb_editor_state_get_tools (self->state));
  kb_editor_state_pause (self->state);
  g_autoptr (GArray) items = kb_batch_items (self->state, TRUE);
  if (!items->len || kb_count (sprite->frames) < 2)
    {
      kb_editor_state_say (self->state, "%s", items->len ? _("There is no other frame")
                                                         : _("Draw the shapes of this frame first"));
      return FALSE;
    }
  self->source = frame->node.id;
  self->sprite = sprite->node.id;
  g_array_set_size (self->chosen, 0);
  g_array_append_vals (self->chosen, chosen, n);
  self->options = kb_propagate_defaults;
  self->updating = TRUE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->mirrored), self->options.mirrored);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->points), FALSE);
  kb_number_set (self->radius, FALSE, self->options.radius);
  self->updating = FALSE;
  fill_targets (self);
  kb_editor_state_flush (self->state);   /* what was done before is no reason to end */
  self->open = TRUE;
  if (!start_search (self))
    {
      self->open = FALSE;
      return FALSE;
    }
  listen_to_keys (self);
  return TRUE;
}

/* ---- object ---- */

static void
kb_propagate_panel_dispose (GObject *object)
{
  KbPropagatePanel *self = KB_PROPAGATE_PANEL (object);
  self->open = FALSE;
  stop_search (self);
  g_clear_handle_id (&self->scroll, g_source_remove);
  g_clear_pointer (&self->cells, g_ptr_array_unref);
  g_clear_pointer (&self->proposals, g_ptr_array_unref);
  g_clear_pointer (&self->chosen, g_array_unref);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (kb_propagate_panel_parent_class)->dispose (object);
}

static void
kb_propagate_panel_finalize (GObject *object)
{
  g_clear_pointer (&KB_PROPAGATE_PANEL (object)->surfaces, kb_surfaces_free);
  G_OBJECT_CLASS (kb_propagate_panel_parent_class)->finalize (object);
}

static void
kb_propagate_panel_class_init (KbPropagatePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_propagate_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = kb_propagate_panel_finalize;
  closed_signal = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static GtkWidget *
make_check (KbPropagatePanel *self, const char *label, const char *hint)
{
  GtkWidget *check = gtk_check_button_new_with_label (label);
  gtk_widget_set_tooltip_text (check, hint);
  g_signal_connect (check, "toggled", G_CALLBACK (on_check), self);
  return check;
}

static GtkWidget *
make_button (KbPropagatePanel *self, const char *label, const char *hint, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_label (label);
  gtk_widget_set_tooltip_text (button, hint);
  g_signal_connect (button, "clicked", clicked, self);
  return button;
}

static GtkWidget *
make_tools (KbPropagatePanel *self)
{
  GtkWidget *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->heading = gtk_label_new (NULL);
  self->targets = gtk_drop_down_new (NULL, NULL);
  self->radius = kb_number_new (_("Search radius"), 1, 64, 1, 0, on_radius, self);
  kb_number_set_unit (self->radius, _(" px"));
  self->mirrored = make_check (self, _("Mirrored"), _("Also look for the mirrored picture"));
  self->points = make_check (self, _("Points Too"), _("Carry the action points as well; they replace those on the frames"));
  self->progress = gtk_progress_bar_new ();
  self->summary = gtk_label_new (NULL);
  self->apply = make_button (self, _("Apply"), _("Put what is accepted on the frames (Enter)"), G_CALLBACK (on_apply));
  kb_drop_down_make_narrow (GTK_DROP_DOWN (self->targets), 14);
  kb_name_widget (self->targets, _("Propagate to"));
  kb_name_widget (self->progress, _("Searching"));
  gtk_widget_add_css_class (self->heading, "heading");
  gtk_widget_add_css_class (self->summary, "dim-label");
  gtk_widget_add_css_class (self->apply, "suggested-action");
  gtk_widget_add_css_class (tools, "kb-film-tools");
  gtk_label_set_ellipsize (GTK_LABEL (self->heading), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (space, TRUE);
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->progress, 96, -1);
  g_signal_connect (self->targets, "notify::selected", G_CALLBACK (on_target), self);
  GtkWidget *all[] = { self->heading, self->targets, self->radius, self->mirrored, self->points, space, self->progress,
                       self->summary };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_box_append (GTK_BOX (tools), all[i]);
  gtk_box_append (GTK_BOX (tools), make_button (self, _("Cancel"), _("Leave the frames as they are (Escape)"),
                                                G_CALLBACK (on_cancel)));
  gtk_box_append (GTK_BOX (tools), self->apply);
  return tools;
}

static void
kb_propagate_panel_init (KbPropagatePanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->surfaces = kb_surfaces_new (0);
  self->cells = g_ptr_array_new ();
  self->chosen = g_array_new (FALSE, FALSE, sizeof (KbId));
  self->rows = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  self->options = kb_propagate_defaults;

  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, 0);
  self->list = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->list), GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_add_css_class (self->list, "kb-film");
  kb_name_widget (self->list, _("Proposals"));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self, 0);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);

  GtkEventController *keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_list_key), self);
  gtk_widget_add_controller (self->list, keys);

  GtkWidget *scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_box_append (GTK_BOX (self), make_tools (self));
  gtk_box_append (GTK_BOX (self), scroller);
}

GtkWidget *
kb_propagate_panel_new (KbEditorState *state)
{
  KbPropagatePanel *self = g_object_new (KB_TYPE_PROPAGATE_PANEL, NULL);
  self->state = g_object_ref (state);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_changed), self, 0);
  return GTK_WIDGET (self);
}
