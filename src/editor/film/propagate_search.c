/* SPDX-License-Identifier: MIT */
/* The search of Propagate, in a thread. */
#include <glib/gi18n.h>

#include "editor/film/frame_actions.h"
#include "editor/film/propagate_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define PROPAGATE_SEARCH_REFRESH 60      /* ms between polls of the progress */

/* The thread's data; freed with its task. */
struct KbPropagateSearch {
  /* One of them */
  KbPropagateJob *job;
  KbAnnotateJob *annotation;
  guint first, item;      /* onward: the first proposal that gets its item from the result */
  GCancellable *cancellable;
  gint done, total;       /* atomic */
};

static void
search_free (gpointer data)
{
  KbPropagateSearch *search = data;
  g_clear_pointer (&search->job, kb_propagate_job_free);
  g_clear_pointer (&search->annotation, kb_annotate_job_free);
  g_object_unref (search->cancellable);
  g_free (search);
}

static gboolean
on_progress (guint done, guint total, gpointer data)
{
  KbPropagateSearch *search = data;
  g_atomic_int_set (&search->total, (gint) total);
  g_atomic_int_set (&search->done, (gint) done);
  return !g_cancellable_is_cancelled (search->cancellable);
}

static void
run_propagate_search (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  KbPropagateSearch *search = data;
  GPtrArray *proposals = search->job
                           ? kb_propagate (search->job, on_progress, search)
                           : kb_annotate (search->annotation, on_progress, search);
  if (proposals)
    g_task_return_pointer (task, proposals, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
}

void
kb_propagate_search_stop (KbPropagatePanel *self)
{
  g_clear_handle_id (&self->refresh, g_source_remove);
  if (self->search)
    g_cancellable_cancel (self->search->cancellable);
  self->search = NULL;
}

static void
on_found (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (KbPropagatePanel) self = data;
  const KbPropagateSearch *search = g_task_get_task_data (G_TASK (result));
  GPtrArray *proposals = g_task_propagate_pointer (G_TASK (result), NULL);
  if (self->search != search || !self->open)
    {
      g_clear_pointer (&proposals, g_ptr_array_unref);
      return;
    }
  g_clear_handle_id (&self->refresh, g_source_remove);
  self->search = NULL;
  if (search->first)
    {
      for (guint i = 0; proposals && i < proposals->len; i++)
        kb_proposal_take (g_ptr_array_index (self->proposals, search->first + i), search->item,
                          kb_proposal_item (g_ptr_array_index (proposals, i), search->item));
      g_clear_pointer (&proposals, g_ptr_array_unref);
      kb_propagate_list_update (self);
      return;
    }
  g_clear_pointer (&self->proposals, g_ptr_array_unref);
  self->proposals = proposals;
  guint kept = proposals && search->job
                 ? kb_proposals_keep (kb_editor_state_get_document (self->state), proposals)
                 : 0;
  kb_propagate_list_fill (self);
  if (kept)
    kb_editor_state_say (self->state,
                         ngettext ("%u frame keeps the shapes and points that it has. Space on one "
                                   "takes the proposed one",
                                   "%u frames keep the shapes and points that they have. Space on "
                                   "one takes the proposed one",
                                   kept),
                         kept);
  if (proposals && proposals->len && gtk_widget_get_focus_child (GTK_WIDGET (self)) == NULL)
    kb_propagate_list_focus (self);
}

static gboolean
on_propagate_search_refresh (gpointer data)
{
  KbPropagatePanel *self = data;
  gint total = self->search ? g_atomic_int_get (&self->search->total) : 0;
  if (total > 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                   (double) g_atomic_int_get (&self->search->done) / total);
  return G_SOURCE_CONTINUE;
}

/* Takes ownership of the job, either kind. `first` is 0 unless the search goes onward. */
static void
run_job (KbPropagatePanel *self, KbPropagateJob *job, KbAnnotateJob *annotation, guint first)
{
  KbPropagateSearch *search =
    KB_NEW (KbPropagateSearch, .job = job, .annotation = annotation, .first = first,
            .item = self->item, .cancellable = g_cancellable_new ());
  self->search = search;
  self->refresh = g_timeout_add (PROPAGATE_SEARCH_REFRESH, on_propagate_search_refresh, self);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  kb_propagate_list_update (self);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_found, g_object_ref (self));
  g_task_set_task_data (task, search, search_free);
  g_task_run_in_thread (task, run_propagate_search);
}

void
kb_propagate_search_onward (KbPropagatePanel *self)
{
  guint at = gtk_single_selection_get_selected (self->selection), end = at + 1;
  g_autoptr (GError) error = NULL;
  kb_propagate_search_stop (self);
  while (end < self->proposals->len
         && !kb_proposal_item (g_ptr_array_index (self->proposals, end), self->item)->by_hand)
    end++;
  KbPropagateJob *job =
    kb_propagate_job_onward (kb_editor_state_get_document (self->state), self->proposals, at,
                             end - at - 1, &self->options, &error);
  if (kb_editor_state_report (self->state, job != NULL, &error))
    run_job (self, job, NULL, at + 1);
}

static gboolean
start_annotating (KbPropagatePanel *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) frames = kb_propagate_frames (self);
  const KbAnnotateOptions *options = kb_annotate_options_read (self);
  KbAnnotateJob *job =
    kb_annotate_job_new (kb_editor_state_get_document (self->state), (KbId *) (void *) frames->data,
                         frames->len, options, &error);
  gtk_label_set_label (GTK_LABEL (self->heading), _("Shapes on frames"));
  if (kb_editor_state_report (self->state, job != NULL, &error))
    run_job (self, NULL, job, 0);
  return job != NULL;
}

gboolean
kb_propagate_search_start (KbPropagatePanel *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  g_autoptr (GError) error = NULL;
  kb_propagate_search_stop (self);
  g_clear_pointer (&self->proposals, g_ptr_array_unref);
  if (self->annotates)
    return start_annotating (self);
  /* KbId: what to copy, and the target frames. */
  g_autoptr (GArray) items = kb_batch_items (
    self->state, !gtk_check_button_get_active (GTK_CHECK_BUTTON (self->points)));
  g_autoptr (GArray) frames = kb_propagate_frames (self);
  KbPropagateJob *job = NULL;
  if (items->len && frames->len)
    job =
      kb_propagate_job_new (document, self->source, (KbId *) (void *) items->data, items->len,
                            (KbId *) (void *) frames->data, frames->len, &self->options, &error);
  g_autofree char *heading =
    g_strdup_printf (ngettext ("Propagate %u item", "Propagate %u items", items->len), items->len);
  gtk_label_set_label (GTK_LABEL (self->heading), heading);
  gtk_widget_set_tooltip_text (self->heading, heading);   /* may be cut off in a narrow window */
  if (!job)
    {
      kb_propagate_list_fill (self);
      if (error)
        kb_editor_state_take_error (self->state, g_steal_pointer (&error));
      return FALSE;
    }
  run_job (self, job, NULL, 0);
  return TRUE;
}
