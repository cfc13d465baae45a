/* SPDX-License-Identifier: MIT */
/* The options of Propagate: target frames, search radius, what to copy. Each change searches
 * again. */
#include <glib/gi18n.h>

#include "editor/film/frame_actions.h"
#include "editor/film/propagate_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

static GArray *
frames_of_animation (KbPropagatePanel *self)
{
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  return animation ? kb_batch_others (animation, self->source, !self->annotates)
                   : g_array_new (FALSE, FALSE, sizeof (KbId));
}

static GArray *
propagate_options_frames_of (KbPropagatePanel *self, KbPropagateTarget target)
{
  static const KbScope scopes[] = { [KB_TO_FOLLOWING] = KB_SCOPE_FOLLOWING,
                                    [KB_TO_SELECTED] = KB_SCOPE_SELECTED,
                                    [KB_TO_ALL] = KB_SCOPE_ALL };
  if (target == KB_TO_ANIMATION)
    return frames_of_animation (self);
  if (target == KB_TO_NONE)
    return g_array_new (FALSE, FALSE, sizeof (KbId));
  return kb_scope_frames (kb_editor_state_get_document (self->state), self->source, scopes[target],
                          (KbId *) (void *) self->chosen->data, self->chosen->len);
}

GArray *
kb_propagate_frames (KbPropagatePanel *self)
{
  guint row = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->targets));
  GArray *frames = propagate_options_frames_of (self, row < self->n_targets ? self->target_ids[row]
                                                                            : KB_TO_FOLLOWING);
  /* Annotating begins with the source itself */
  if (self->annotates)
    g_array_prepend_val (frames, self->source);
  return frames;
}

/* ---- options ---- */

static void
fill_targets (KbPropagatePanel *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  g_autoptr (GArray) rest = frames_of_animation (self);
  g_autoptr (GArray) following = propagate_options_frames_of (self, KB_TO_FOLLOWING);
  self->n_targets = 0;
  if (self->chosen->len > 1)
    {
      gtk_string_list_append (names, _("Selected frames"));
      self->target_ids[self->n_targets++] = KB_TO_SELECTED;
    }
  if (rest->len)
    {
      g_autofree char *name =
        g_strdup_printf (self->annotates ? _("Frames of “%s”") : _("Rest of “%s”"),
                         animation->name);
      gtk_string_list_append (names, name);
      self->target_ids[self->n_targets++] = KB_TO_ANIMATION;
    }
  if (following->len)
    {
      gtk_string_list_append (names, _("Following frames"));
      self->target_ids[self->n_targets++] = KB_TO_FOLLOWING;
    }
  if (self->annotates)
    {
      gtk_string_list_append (names, _("This frame"));
      self->target_ids[self->n_targets++] = KB_TO_NONE;
    }
  gtk_string_list_append (names, _("All frames"));
  self->target_ids[self->n_targets++] = KB_TO_ALL;
  self->updating = TRUE;
  kb_drop_down_set_names (GTK_DROP_DOWN (self->targets), names);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->targets), 0);
  self->updating = FALSE;
}

/* Whether a selected point is missing on a target frame. Points on all of them were placed by
 * hand. */
static gboolean
misses_points (KbPropagatePanel *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  g_autoptr (GArray) frames = kb_propagate_frames (self);
  guint n;
  const KbId *selected = kb_editor_state_get_selection (self->state, &n);
  for (guint i = 0; i < n; i++)
    {
      const KbPoint *point = kb_document_find (document, selected[i], &kb_point_kind);
      if (point)
        KB_EACH_ID (id, frames)
          if (!kb_frame_find_point (kb_document_find (document, id,
                                                      &kb_frame_kind),
                                    point->name))
            return TRUE;
    }
  return FALSE;
}

void
kb_propagate_options_reset (KbPropagatePanel *self)
{
  GtkWidget *const own[] = { self->radius, self->mirrored, self->points };
  self->options = kb_propagate_defaults;
  fill_targets (self);
  kb_annotate_options_reset (self);
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    gtk_widget_set_visible (own[i], !self->annotates);
  if (self->annotates)
    return;
  self->updating = TRUE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->mirrored), self->options.mirrored);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->points), misses_points (self));
  kb_number_set (self->radius, TRUE, self->options.radius);
  self->updating = FALSE;
}
