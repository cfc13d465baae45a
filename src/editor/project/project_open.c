/* SPDX-License-Identifier: MIT */
/* Opening and making projects, in steps that wait for answers. */
#include <adwaita.h>
#include <glib/gi18n.h>

#include "document/edits/edit.h"
#include "drawing/drawing.h"
#include "editor/classes/classes.h"
#include "editor/panels/panels.h"
#include "editor/project/project_flow.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/job.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/template.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"

/* ---- dialog recovery ---- */

/* Recovery after a crash: the steps to recover, pictures of the frames before and after, and what
 * to do with them. */

/* ---- recovery pictures ---- */

/* Pairs of thumbnails that show what a journal changes. */

#define MAX_FRAMES 12
#define PROJECT_OPEN_WIDTH 96
#define PROJECT_OPEN_HEIGHT 76
#define MAX_HEIGHT 236   /* two rows with their names */
#define PROJECT_OPEN_SURFACES_LIMIT (32u << 20)

typedef struct {
  KbDocument *document;
  GArray *frames;        /* KbId, in the order of their first change */
} Changed;

static void
on_project_open_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  Changed *self = data;
  if (event->type == KB_EVENT_STEP)
    return;
  KbNode *node =
    kb_document_node (document, event->type == KB_EVENT_REMOVE ? event->parent : event->node);
  KbFrame *frame = node ? kb_node_frame (node) : NULL;
  if (!frame)
    return;
  KB_EACH_ID (known, self->frames)
    if (known == frame->node.id)
      return;
  g_array_append_val (self->frames, frame->node.id);
}

static GtkWidget *
project_open_picture (KbDocument *document, KbId frame, KbSurfaces *surfaces, const char *name)
{
  const KbStyle *style = kb_style (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_autoptr (GdkMonitor) monitor =
    g_list_model_get_item (gdk_display_get_monitors (gdk_display_get_default ()), 0);
  const int scale = monitor ? gdk_monitor_get_scale_factor (monitor) : 1;
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, PROJECT_OPEN_WIDTH * scale, PROJECT_OPEN_HEIGHT * scale);
  cairo_surface_set_device_scale (surface, scale, scale);
  g_autoptr (cairo_t) cr = cairo_create (surface);
  kb_draw_thumbnail (cr, document, frame, surfaces, style, PROJECT_OPEN_WIDTH, PROJECT_OPEN_HEIGHT,
                     TRUE);
  cairo_surface_flush (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes =
    g_bytes_new (cairo_image_surface_get_data (surface), stride * PROJECT_OPEN_HEIGHT * scale);
  cairo_surface_destroy (surface);
  g_autoptr (GdkTexture) texture = gdk_memory_texture_new (
    PROJECT_OPEN_WIDTH * scale, PROJECT_OPEN_HEIGHT * scale, GDK_MEMORY_DEFAULT, bytes, stride);
  GtkWidget *widget = gtk_picture_new_for_paintable (GDK_PAINTABLE (texture));
  gtk_widget_set_size_request (widget, PROJECT_OPEN_WIDTH, PROJECT_OPEN_HEIGHT);
  gtk_picture_set_can_shrink (GTK_PICTURE (widget), TRUE);
  kb_name_widget (widget, name);
  gtk_widget_add_css_class (widget, "kb-film-card");
  return widget;
}

/* Found by its lasting id, which a journal keeps. A new frame has no picture before. */
static KbId
same_frame (KbDocument *document, const KbFrame *frame)
{
  const KbSprite *sprite = kb_node_sprite ((KbNode *) frame);
  const KbSprite *other =
    sprite ? kb_project_find_sprite (kb_document_project (document), sprite->name) : NULL;
  if (other)
    KB_EACH (KbFrame, old, other->frames)
      if (old->lasting_id == frame->lasting_id)
        return old->node.id;
  return 0;
}

static GtkWidget *
pair (KbDocument *before, KbSurfaces *old, KbDocument *after, KbSurfaces *new, const KbFrame *frame)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6),
            *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_halign (row, GTK_ALIGN_CENTER);
  const KbSprite *sprite = kb_node_sprite ((KbNode *) frame);
  guint index = 0;
  kb_node_place (&frame->node, &index);
  g_autofree char *title =
    g_strdup_printf (_("%s, frame %u"), sprite ? sprite->name : "", index + 1);
  g_autofree char *was = g_strdup_printf (_("%s as it was saved"), title);
  g_autofree char *will = g_strdup_printf (_("%s with the changes"), title);
  KbId old_frame = same_frame (before, frame);
  GtkWidget *label = gtk_label_new (title);
  if (old_frame)
    {
      GtkWidget *arrow = gtk_label_new ("→");
      gtk_widget_add_css_class (arrow, "dim-label");
      gtk_box_append (GTK_BOX (row), project_open_picture (before, old_frame, old, was));
      gtk_box_append (GTK_BOX (row), arrow);
    }
  gtk_box_append (GTK_BOX (row), project_open_picture (after, frame->node.id, new, will));
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "caption");
  kb_box_append (box, row, label, NULL);
  return box;
}

/* Frames that were changed and changed back need no picture. */
static gboolean
looks_same (KbDocument *before, const KbFrame *frame)
{
  KbNode *old = kb_document_node (before, same_frame (before, frame));
  json_auto_t *was = old ? kb_node_to_json (old, NULL) : NULL,
              *is = kb_node_to_json (&frame->node, NULL);
  return was && json_equal (was, is);
}

static GtkWidget *
make_project_open_row (KbDocument *before, KbDocument *after, const GArray *frames)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *box = gtk_flow_box_new ();
  KbSurfaces *old = kb_surfaces_new (PROJECT_OPEN_SURFACES_LIMIT),
             *new = kb_surfaces_new (PROJECT_OPEN_SURFACES_LIMIT);
  guint shown = 0;
  KB_EACH_ID_WHILE (shown < MAX_FRAMES, id, frames)
    {
      KbNode *node = kb_document_node (after, id);
      if (!kb_node_is (node, &kb_frame_kind) || looks_same (before, (KbFrame *) node))
        continue;
      gtk_flow_box_insert (GTK_FLOW_BOX (box), pair (before, old, after, new, (KbFrame *) node),
                           -1);
      gtk_widget_set_focusable (gtk_widget_get_last_child (box), FALSE);
      shown++;
    }
  kb_surfaces_free (old);
  kb_surfaces_free (new);
  /* Whole pictures in rows of two, never clipped at the side. */
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (box), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (box), 2);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (box), 12);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (box), 12);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (box), TRUE);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MAX_HEIGHT);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (box), MIN (shown, 2));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  if (shown)
    return scroller;
  g_object_unref (g_object_ref_sink (scroller));
  return NULL;
}

/* Steps undone in the journal are gone, so the history has only the remaining ones. */
static char **
titles_of (KbDocument *after)
{
  guint now, i;
  char **titles = kb_document_history (after, &now);
  for (i = 0; i < now; i++)
    {
      char *step = titles[i];
      titles[i] = kb_history_title (after, step, i);
      g_free (step);
    }
  for (; titles[i]; i++)
    g_clear_pointer (&titles[i], g_free);
  return titles;
}

/* Reads the project and its journal again, so `document` only gives the path. `titles` gets the
 * steps to recover, as in the history, newest last, NULL-terminated, without undone ones. Returns
 * NULL when no frame would change. */
static GtkWidget *
kb_recovery_pictures_new (const KbDocument *document, char ***titles)
{
  KbDocument *before = kb_document_open (kb_document_file (document), NULL);
  KbDocument *after = kb_document_open (kb_document_file (document), NULL);
  GtkWidget *row = NULL;
  *titles = NULL;
  if (before && after)
    {
      Changed changed = { after, g_array_new (FALSE, FALSE, sizeof (KbId)) };
      guint handle = kb_document_listen (after, on_project_open_event, &changed);
      /* Errors are reported by the real recovery */
      kb_document_replay_journal (after, NULL, NULL);
      kb_document_unlisten (after, handle);
      row = make_project_open_row (before, after, changed.frames);
      *titles = titles_of (after);
      g_array_unref (changed.frames);
    }
  if (!*titles)
    *titles = g_new0 (char *, 1);
  g_clear_pointer (&before, kb_document_free);
  g_clear_pointer (&after, kb_document_free);
  return row;
}

/* ---- dialog recovery ---- */

#define PROJECT_OPEN_MAX_SHOWN 200

typedef struct {
  KbAnswered answered;
  gpointer data;
  GtkWidget *list, *pictures;
} Recovery;

static void
on_discard (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const Recovery *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  self->answered (window, g_str_equal (response, "accept") ? "discard" : "cancel", self->data);
}

/* Discarding cannot be undone, so it needs a confirmation. */
static void
ask_discard (KbWindow *window, const Recovery *recovery)
{
  kb_question_show (window, (KbQuestion) {
    .heading = _("Discard the Unsaved Changes?"),
    .body = _("They cannot be brought back later."),
    .answers = { { "cancel", _("Cancel") },
                 { "accept", _("Discard"), ADW_RESPONSE_DESTRUCTIVE } },
    .default_answer = "cancel",
    .answered = G_CALLBACK (on_discard),
    .data = g_memdup2 (recovery, sizeof *recovery),
    .free_data = g_free,
  });
}

static void
on_project_open_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const Recovery *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  if (g_str_equal (response, "discard"))
    ask_discard (window, self);
  else
    self->answered (window, response, self->data);
}

/* Newest on top: users remember that one. */
static void
fill_list (GtkWidget *list, char **labels)
{
  guint n = g_strv_length (labels);
  for (guint i = 0; i < MIN (n, PROJECT_OPEN_MAX_SHOWN); i++)
    {
      GtkWidget *text = kb_label_new (labels[n - 1 - i], "kb-row-hint");
      gtk_label_set_wrap (GTK_LABEL (text), TRUE);
      gtk_list_box_append (GTK_LIST_BOX (list), text);
    }
}

static const KbTemplateChild project_open_children[] = {
  KB_CHILD (Recovery, list), KB_CHILD (Recovery, pictures), { NULL },
};

static void
kb_dialog_recovery (KbWindow *window, KbDocument *document, KbAnswered answered, gpointer data)
{
  g_auto (GStrv) labels = NULL;
  GtkWidget *pictures = kb_recovery_pictures_new (document, &labels);
  guint n = g_strv_length (labels);
  g_autofree char *body = g_strdup_printf (
    ngettext ("“%s” was not closed properly. %u change was not saved; the newest is on top.",
              "“%s” was not closed properly. %u changes were not saved; the newest is on top.", n),
    kb_document_project (document)->name, n);
  if (!kb_document_journal_fits (document))
    {
      char *longer = g_strconcat (
        body, "\n\n",
        _("Another program has changed the project's files since, so the changes may not fit. "
          "Keep Both leaves the files as they are."),
        NULL);
      g_free (body);
      body = longer;
    }
  Recovery *self = g_new (Recovery, 1);
  *self = (Recovery) { answered, data, NULL, NULL };
  GtkWidget *box = kb_template_build ("recovery_dialog", self, project_open_children, NULL);
  fill_list (self->list, labels);
  adw_bin_set_child (ADW_BIN (self->pictures), pictures);
  gtk_widget_set_visible (self->pictures, pictures != NULL);
  kb_question_show (window, (KbQuestion) {
    .heading = _("Recover Unsaved Changes?"),
    .body = body,
    .answers = { { "cancel", _("Cancel") },
                 { "discard", _("Discard…"), ADW_RESPONSE_DESTRUCTIVE },
                 { "both", _("Keep Both") },
                 { "recover", _("Recover"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "recover",
    .child = box,
    .answered = G_CALLBACK (on_project_open_response),
    .data = self,
    .free_data = g_free,
  });
}

/* ---- project open ---- */

/* ---- opening ---- */

/* Two windows editing one project would overwrite each other's work. */
static void
refuse_busy (KbWindow *window, const KbDocument *document)
{
  g_autofree char *heading =
    g_strdup_printf (_("“%s” Is Open Elsewhere"), kb_document_project (document)->name);
  kb_window_show_error (window, heading,
                        g_error_new_literal (KB_ERROR, KB_ERROR_BUSY, _("Close it there first.")));
}

/* Takes the document and shows it. Frees it and returns FALSE if another window or program has it
 * open. The banner reports a journal that cannot be written. */
static gboolean
show_project_open (KbWindow *window, KbDocument *document)
{
  g_autoptr (GError) error = NULL;
  KbDocument *old = document_of (window);
  /* To open a project again, close it first: only one journal can be held. */
  if (old && g_str_equal (kb_document_file (old), kb_document_file (document)))
    kb_flow_forget (window);
  if (!kb_document_keep_journal (document, &error) && error->code == KB_ERROR_BUSY)
    {
      refuse_busy (window, document);
      kb_document_free (document);
      return FALSE;
    }
  kb_flow_forget (window);
  if (error && error->code == KB_ERROR_INPUT)
    kb_window_show_error (window, _("Unsaved Changes Cannot Be Kept Safe"),
                          g_steal_pointer (&error));
  kb_editor_state_take_document (kb_window_get_state (window), document);
  kb_settings_add_recent (kb_document_file (document));
  kb_window_update_recent (window);
  return TRUE;
}

/* "dojo-recovered", or "dojo-recovered-2" if that exists. */
static char *
recovery_folder (KbDocument *document)
{
  char *folder = g_strconcat (kb_document_folder (document), "-recovered", NULL);
  for (guint i = 2; g_file_test (folder, G_FILE_TEST_EXISTS); i++)
    {
      g_free (folder);
      folder = g_strdup_printf ("%s-recovered-%u", kb_document_folder (document), i);
    }
  return folder;
}

/* "dojo (recovered)" for the folder "dojo-recovered": a copy recognisable in titles and lists. */
static void
name_copy (KbDocument *document, const char *folder)
{
  const char *number = g_str_has_suffix (folder, "-recovered") ? "" : strrchr (folder, '-') + 1;
  const KbProject *project = kb_document_project (document);
  g_autofree char *name = *number ? g_strdup_printf (_("%s (recovered %s)"), project->name, number)
                                  : g_strdup_printf (_("%s (recovered)"), project->name);
  /* Keeps the name if the new one is too long */
  kb_document_set (document, project->node.id, "name", json_string (name), NULL);
}

/* Shows where the newest recovered step is. */
static void
go_to_step (KbWindow *window)
{
  KbDocument *document = document_of (window);
  KbId node = document ? kb_document_step_node (document, FALSE) : 0;
  if (node)
    kb_editor_state_reveal (kb_window_get_state (window), node);
}

/* Applies the journal to a copy, and deletes the journal only when the copy is saved. The project
 * itself does not change. */
static gboolean
recover_beside (KbDocument *document, const char *folder, GError **error)
{
  g_autoptr (KbDocument) original = kb_document_open (kb_document_file (document), error);
  return original && kb_document_save_as (document, folder, error)
         && kb_document_discard_journal (original, error);
}

/* Returns the number of recovered steps; as in the dialog, a step undone in the journal does not
 * count. */
static guint
replay (KbDocument *document, GError **error)
{
  guint before, after;
  g_strfreev (kb_document_history (document, &before));
  kb_document_replay_journal (document, NULL, error);
  g_strfreev (kb_document_history (document, &after));
  return after - before;
}

static void
on_recovery (KbWindow *window, const char *answer, gpointer data)
{
  KbDocument *document = data;
  g_autoptr (GError) error = NULL;
  guint n = 0;
  gboolean both = g_str_equal (answer, "both"), recover = both || g_str_equal (answer, "recover");
  if (!recover && !g_str_equal (answer, "discard"))
    {
      kb_document_free (document);
      return;
    }
  g_autofree char *folder = both ? recovery_folder (document) : NULL;
  if (both)
    name_copy (document, folder);   /* first: the newest step to undo is the user's own */
  if (recover)
    n = replay (document, &error);
  else
    kb_document_discard_journal (document, &error);
  /* Steps that could not be applied stay in their own file; editing continues with a new
   * journal. */
  if (recover && error)
    kb_document_set_journal_aside (document, NULL);
  if (both)
    {
      g_autoptr (GError) failure = NULL;
      if (!recover_beside (document, folder, &failure))
        {
          kb_window_show_error (window, _("Could Not Create the Copy"), g_steal_pointer (&failure));
          kb_document_free (document);
          return;
        }
    }
  if (!show_project_open (window, document))
    return;
  if (recover)
    go_to_step (window);
  if (error)
    kb_window_show_error (
      window,
      recover ? _("Some Changes Could Not Be Recovered") : _("The Old Changes Were Not Deleted"),
      g_steal_pointer (&error));
  else if (both)
    {
      g_autofree char *place = kb_place_short (kb_document_folder (document));
      kb_window_toast (window,
                       ngettext ("%u change recovered into %s", "%u changes recovered into %s", n),
                       n, place);
    }
  else if (recover)
    kb_window_toast (window,
                     ngettext ("%u change recovered; save to keep it",
                               "%u changes recovered; save to keep them", n),
                     n);
}

/* Takes the document, or shows the error. */
static void
show_opened (KbWindow *window, const char *path, KbDocument *document, const GError *failure)
{
  g_autoptr (GError) error = NULL;
  guint n_steps = 0;
  if (!document)
    {
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *heading = g_strdup_printf (_("“%s” Cannot Be Opened"), name);
      kb_window_show_error (window, heading, g_error_copy (failure));
      kb_window_update_recent (window);
    }
  else if (kb_document_has_journal (document, &n_steps) && n_steps > 0
           && !kb_document_file_recovers_nothing (path))
    kb_dialog_recovery (window, document, on_recovery, document);
  else
    {
      if (n_steps > 0 && !kb_document_discard_journal (document, &error))
        kb_window_show_error (window, _("The Old Changes Were Not Deleted"),
                              g_steal_pointer (&error));
      show_project_open (window, document);
    }
}

/* ---- large paintings are read in the background ---- */

#define PROJECT_OPEN_LARGE (1 << 23)   /* pixels */
#define OPENING "kb-opening"

typedef struct {
  char *path;
  KbDocument *document;     /* the result, owned */
} Opening;

static gboolean
open_beside (KbJob *job, gpointer data, GError **error)
{
  Opening *self = data;
  self->document = kb_document_open (self->path, error);
  return self->document && !g_cancellable_set_error_if_cancelled (kb_job_cancellable (job), error);
}

static void
show_guarded (KbWindow *window, gpointer data)
{
  Opening *self = data;
  show_opened (window, self->path, g_steal_pointer (&self->document), NULL);
}

static void
opening_free (gpointer data)
{
  Opening *self = data;
  kb_document_free (self->document);
  g_free (self->path);
  g_free (self);
}

/* The window's project may have been changed meanwhile, so ask again. */
static void
on_opened (KbWindow *window, gpointer data, const GError *error)
{
  Opening *self = data;
  g_object_set_data (G_OBJECT (window), OPENING, NULL);
  if (!gtk_window_get_application (GTK_WINDOW (window))
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    opening_free (self);
  else if (error)
    {
      show_opened (window, self->path, NULL, error);
      opening_free (self);
    }
  else
    kb_flow_guard (window, show_guarded, self, opening_free);
  if (gtk_window_get_application (GTK_WINDOW (window)))
    /* Afterwards, so that the welcome page does not appear in between */
    kb_window_show_opening (window, NULL);
}

gboolean
kb_flow_is_opening (KbWindow *window)
{
  return g_object_get_data (G_OBJECT (window), OPENING) != NULL;
}

static void
open_now (KbWindow *window, gpointer data)
{
  const char *path = data;
  if (kb_flow_is_opening (window))
    {
      kb_window_toast (window, "%s", _("Wait for the project that is being opened, or cancel it"));
      return;
    }
  if (kb_document_painted_size (path, PROJECT_OPEN_LARGE) >= PROJECT_OPEN_LARGE)
    {
      Opening *self = g_new0 (Opening, 1);
      self->path = g_strdup (path);
      g_object_set_data (G_OBJECT (window), OPENING, self);
      g_autofree char *name = g_path_get_basename (path);
      if (g_str_has_suffix (name, ".kickbox"))
        *strrchr (name, '.') = '\0';
      kb_window_show_opening (window, name);
      kb_job_start (window, _("Opening…"), open_beside, on_opened, self, NULL);
      return;
    }
  g_autoptr (GError) error = NULL;
  KbDocument *document = kb_document_open (path, &error);
  show_opened (window, path, document, error);
}

void
kb_flow_open (KbWindow *window, const char *path)
{
  kb_flow_guard (window, open_now, g_strdup (path), g_free);
}

static void
on_open (gpointer window, char **paths, gpointer data)
{
  kb_flow_open (window, paths[0]);
}

void
kb_flow_ask_open (KbWindow *window)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    _("Open Project"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_OPEN, _("Open"), NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, _("Kickbox projects"));
  gtk_file_filter_add_pattern (filter, "*.kickbox");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  kb_file_chooser_run (chooser, window, on_open, NULL);
}

/* ---- new projects ---- */

/* Opens it again after the first save, so that the initial steps cannot be undone. */
gboolean
kb_flow_create (KbWindow *window, const char *folder, const char *name, const char *const *classes,
                GError **error)
{
  KbDocument *document = kb_document_new (folder, name);
  gboolean saved =
    kb_class_add_all (document, classes, error) && kb_document_save (document, error);
  g_autofree char *file = g_strdup (kb_document_file (document));
  kb_document_free (document);
  document = saved ? kb_document_open (file, error) : NULL;
  if (!document)
    return FALSE;
  if (!show_project_open (window, document))
    return TRUE;
  g_autofree char *place = kb_place_short (file);
  kb_window_toast (window, _("Created project %s"), place);
  kb_around_first_steps_once (window);
  return TRUE;
}
