/* SPDX-License-Identifier: MIT */
/* The panel of Propagate: begins, ends, and applies the accepted proposals. */
#include <glib/gi18n.h>

#include "editor/canvas/canvas.h"
#include "editor/film/frame_actions.h"
#include "editor/film/propagate_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

G_DEFINE_FINAL_TYPE (KbPropagatePanel, kb_propagate_panel, GTK_TYPE_BOX)

static guint closed_signal;

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
  kb_propagate_search_stop (self);
  unlisten (self);
  g_clear_pointer (&self->proposals, g_ptr_array_unref);
  kb_propagate_list_fill (self);
  kb_editor_state_set_overlay (self->state, NULL, NULL);
  if (!kb_editor_state_is_playing (self->state))
    kb_editor_state_set_playback (self->state, FALSE, 0);
  kb_editor_state_say (self->state, "%s", "");   /* a message about a preview is out of date */
  g_signal_emit (self, closed_signal, 0);
  kb_editor_state_grab_canvas (self->state);
}

/* "Propagate 4 shapes to 7 frames", "Trace on 7 frames": the name of the undo step. */
static char *
step_label (KbPropagatePanel *self, guint n_frames)
{
  if (self->annotates)
    return g_strdup_printf (ngettext ("%s on %u frame", "%s on %u frames", n_frames),
                            _(kb_annotate_kinds[self->annotation.way].label), n_frames);
  guint shapes = 0, points = 0;
  KB_EACH (const KbProposal, proposal, self->proposals)
    {
      guint n_shapes = 0, n_points = 0;
      KB_EACH_IN (const KbProposedItem, item, proposal->items)
        {
          n_shapes += !item->refused && kb_proposed_is_shape (item);
          n_points += !item->refused && !kb_proposed_is_shape (item);
        }
      shapes = MAX (shapes, n_shapes);
      points = MAX (points, n_points);
    }
  g_autofree char *first = g_strdup_printf (ngettext ("%u shape", "%u shapes", shapes), shapes);
  g_autofree char *second = g_strdup_printf (ngettext ("%u point", "%u points", points), points);
  g_autofree char *what =
    g_strconcat (shapes ? first : "", shapes && points ? ", " : "", points ? second : "", NULL);
  return g_strdup_printf (
    ngettext ("Propagate %s to %u frame", "Propagate %s to %u frames", n_frames), what, n_frames);
}

static KbMeet
kb_annotate_options_meet (KbPropagatePanel *self)
{
  return self->annotates && gtk_check_button_get_active (GTK_CHECK_BUTTON (self->adds))
           ? KB_MEET_ADD
           : KB_MEET_REPLACE;
}

static void
kb_propagate_apply (KbPropagatePanel *self)
{
  g_autoptr (GError) error = NULL;
  guint n = kb_propagate_list_accepted (self);
  if (!n)
    return;
  KbDocument *document = kb_editor_state_get_document (self->state);
  g_autofree char *label = step_label (self, n);
  kb_editor_state_remember (self->state);
  kb_document_begin (document, label);
  gboolean applied =
    kb_apply_proposals (document, KB_OPERATION_PROPAGATE, self->proposals,
                        kb_annotate_options_meet (self), &error);
  kb_document_end (document);
  if (!kb_editor_state_report (self->state, applied, &error))
    return;
  kb_propagate_panel_end (self);
  if (self->annotates)
    kb_editor_state_offer_undo (self->state, "%s", label);
  else
    kb_editor_state_offer_undo (
      self->state, ngettext ("Propagated to %u frame", "Propagated to %u frames", n), n);
}

/* ---- keys ---- */

/* Escape, Enter and the list's keys, wherever the keyboard is, except keys that the options or
 * other panels need. */
static gboolean
on_propagate_panel_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType type,
                        KbPropagatePanel *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  if ((focus && gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER))
      || kb_text_keeps_keys (GTK_WIDGET (self)))
    return FALSE;
  if (keyval == GDK_KEY_Escape)
    {
      kb_propagate_panel_end (self);
      return TRUE;
    }
  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter)
    {
      kb_propagate_apply (self);
      return TRUE;
    }
  return (!focus || KB_IS_CANVAS (focus)) && kb_propagate_list_key (keys, keyval, code, type, self);
}

static void
listen_to_keys (KbPropagatePanel *self)
{
  unlisten (self);
  self->keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (self->keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (self->keys, "key-pressed", G_CALLBACK (on_propagate_panel_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))), self->keys);
}

/* ---- listening ---- */

/* Changes that end the panel: the proposals may not fit any more. */
#define OTHER_WORK                                                                                 \
  (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_LISTS | KB_CHANGE_VALUES    \
   | KB_CHANGE_TOOL)

static void
on_propagate_panel_changed (KbEditorState *state, guint flags, KbPropagatePanel *self)
{
  if (self->open && (flags & OTHER_WORK))
    kb_propagate_panel_end (self);
}

/* Why it cannot begin, or NULL. */
static const char *
obstacle (KbPropagatePanel *self)
{
  g_autoptr (GArray) items = kb_batch_items (self->state, TRUE);
  const KbProject *project = kb_document_project (kb_editor_state_get_document (self->state));
  if (self->annotates)
    return project->classes->len ? NULL : _("Make a class for the shapes first");
  if (!items->len)
    return _("Draw the shapes of this frame first");
  return kb_count (kb_editor_state_get_sprite (self->state)->frames) < 2
           ? _("There is no other frame")
           : NULL;
}

gboolean
kb_propagate_panel_begin (KbPropagatePanel *self, gboolean annotates)
{
  KbFrame *frame = kb_editor_state_get_frame (self->state);
  KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (self->state, &n);
  if (!frame || !sprite || self->open)
    return self->open;
  kb_tools_settle (kb_editor_state_get_tools (self->state));
  kb_editor_state_pause (self->state);
  self->annotates = annotates;
  if (obstacle (self))
    {
      kb_editor_state_say (self->state, "%s", obstacle (self));
      return FALSE;
    }
  self->source = frame->node.id;
  self->sprite = sprite->node.id;
  g_array_set_size (self->chosen, 0);
  g_array_append_vals (self->chosen, chosen, n);
  kb_propagate_options_reset (self);
  kb_editor_state_flush (self->state);   /* earlier changes must not end it */
  self->open = TRUE;
  if (!kb_propagate_search_start (self))
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
  kb_propagate_search_stop (self);
  g_clear_handle_id (&self->scroll, g_source_remove);
  g_clear_pointer (&self->cells, g_ptr_array_unref);
  g_clear_pointer (&self->proposals, g_ptr_array_unref);
  g_clear_pointer (&self->chosen, g_array_unref);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (kb_propagate_panel_parent_class)->dispose (object);
}

static void
kb_propagate_panel_finalize (GObject *object)
{
  g_clear_pointer (&KB_PROPAGATE_PANEL (object)->surfaces, kb_surfaces_free);
  kb_geometry_clear (&KB_PROPAGATE_PANEL (object)->dragged);
  json_decref (KB_PROPAGATE_PANEL (object)->annotation.values);
  G_OBJECT_CLASS (kb_propagate_panel_parent_class)->finalize (object);
}

static const KbTemplateChild propagate_panel_children[] = {
  KB_CHILD (KbPropagatePanel, heading), KB_CHILD (KbPropagatePanel, progress),
  KB_CHILD (KbPropagatePanel, summary), KB_CHILD (KbPropagatePanel, choices),
  KB_CHILD (KbPropagatePanel, apply), { NULL },
};

static const KbTemplateCall propagate_panel_calls[] = {
  KB_CALL (kb_propagate_panel_end), KB_CALL (kb_propagate_apply), { NULL },
};

static void
kb_propagate_panel_class_init (KbPropagatePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_propagate_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = kb_propagate_panel_finalize;
  closed_signal = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 0);
  kb_template_bind (GTK_WIDGET_CLASS (klass), "propagate_panel", propagate_panel_children,
                    propagate_panel_calls);
}

static void
on_target (GtkDropDown *targets, GParamSpec *pspec, KbPropagatePanel *self)
{
  if (!self->updating && self->open)
    kb_propagate_search_start (self);
}

static void
on_radius (GtkWidget *number, double value, gpointer data)
{
  KbPropagatePanel *self = data;
  self->options.radius = (int) value;
  if (self->open)
    kb_propagate_search_start (self);
}

static void
on_check (GtkCheckButton *check, KbPropagatePanel *self)
{
  self->options.mirrored = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->mirrored));
  if (self->open && !self->updating)
    kb_propagate_search_start (self);
}

static GtkWidget *
make_check (KbPropagatePanel *self, const char *label, const char *hint)
{
  GtkWidget *check = gtk_check_button_new_with_label (label);
  gtk_widget_set_tooltip_text (check, hint);
  g_signal_connect (check, "toggled", G_CALLBACK (on_check), self);
  return check;
}

/* Appends the widgets to the box; reset when a search begins for another
 * frame. */
static void
kb_propagate_options_add (KbPropagatePanel *self, GtkBox *box)
{
  self->targets = gtk_drop_down_new (NULL, NULL);
  self->radius = kb_number_new (_("Search radius"), 1, 64, 1, 0, on_radius, self);
  gtk_widget_set_tooltip_text (self->radius, _("Search radius: type one if parts move further"));
  kb_number_set_unit (self->radius, _(" px"));
  self->mirrored = make_check (self, _("Mirrored"), _("Also search for the mirrored picture"));
  self->points =
    make_check (self, _("Include action points"),
                _("Also propagate action points, replacing existing ones"));
  kb_drop_down_make_narrow (GTK_DROP_DOWN (self->targets), 14);
  kb_name_widget (self->targets, _("Propagate to"));
  g_signal_connect (self->targets, "notify::selected", G_CALLBACK (on_target), self);
  gtk_box_append (box, self->targets);
  kb_annotate_options_add (self, box);
  GtkWidget *all[] = { self->radius, self->mirrored, self->points };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_box_append (box, all[i]);
}

static void
kb_propagate_panel_init (KbPropagatePanel *self)
{
  self->surfaces = kb_surfaces_new (0);
  self->cells = g_ptr_array_new ();
  self->chosen = g_array_new (FALSE, FALSE, sizeof (KbId));
  self->rows = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  self->options = kb_propagate_defaults;

  gtk_widget_init_template (GTK_WIDGET (self));
  kb_propagate_options_add (self, GTK_BOX (self->choices));
  gtk_box_append (GTK_BOX (self), kb_propagate_list_new (self));
}

GtkWidget *
kb_propagate_panel_new (KbEditorState *state)
{
  KbPropagatePanel *self = g_object_new (KB_TYPE_PROPAGATE_PANEL, NULL);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_propagate_panel_changed));
  return GTK_WIDGET (self);
}
