/* SPDX-License-Identifier: MIT */
/* Width and height, and how much painting a new size would cut off. */
#include "editor/paint/paint.h"

#include <glib/gi18n.h>

#include "editor/imports/imports.h"
#include "editor/widgets/widgets.h"

#define NOTE_CHARS 36

typedef struct {
  KbWindow *window;       /* the dialog's parent */
  AdwMessageDialog *dialog;
  KbDocument *document;   /* borrowed, for comparison only */
  KbId asset;
  int width, height;
  GtkWidget *note;
} Size;

/* The dialog's mask or track, or NULL if it was deleted. */
static const KbNode *
asset_of (const Size *self)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  return document == self->document ? kb_document_node (document, self->asset) : NULL;
}

static char *
note_of (const KbNode *asset, const Size *self)
{
  int width, height;
  kb_node_size (asset, &width, &height);
  if (self->width == width && self->height == height)
    return g_strdup ("");
  guint64 pixels = kb_painted_beyond (asset, self->width, self->height);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, pixels);
  g_autofree char *cut =
    pixels ? g_strdup_printf (_("%s painted pixels at the right and below are cut off."), number)
    : self->width < width || self->height < height
      ? g_strdup (_("Nothing painted is cut off."))
      : g_strdup (_("New pixels at the right and below are not painted."));
  return asset->kind == &kb_track_kind
           ? g_strdup_printf (_("%s Curves and check points stay."), cut)
           : g_steal_pointer (&cut);
}

static void
on_size (gpointer data)
{
  Size *self = data;
  const KbNode *asset = asset_of (self);
  g_autofree char *note = asset ? note_of (asset, self) : g_strdup ("");
  gtk_label_set_label (GTK_LABEL (self->note), note);
  adw_message_dialog_set_response_enabled (self->dialog, "accept", *note);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const Size *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  KbEditorState *state = kb_window_get_state (window);
  g_autoptr (GError) error = NULL;
  if (!g_str_equal (response, "accept") || !asset_of (self))
    return;
  kb_document_begin (self->document, _("Change size"));
  gboolean ok =
    kb_document_set (self->document, self->asset, "width", json_integer (self->width), &error)
    && kb_document_set (self->document, self->asset, "height", json_integer (self->height), &error);
  if (ok)
    {
      kb_document_end (self->document);
      kb_editor_state_say (state, _("%d × %d pixels"), self->width, self->height);
    }
  else
    {
      kb_document_cancel (self->document);
      kb_editor_state_take_error (state, g_steal_pointer (&error));
    }
  kb_editor_state_grab_canvas (state);
}

/* Reserves its space from the start, so that nothing moves. */
static GtkWidget *
make_note (void)
{
  GtkWidget *note = kb_label_new ("", NULL);
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_yalign (GTK_LABEL (note), 0);
  gtk_label_set_width_chars (GTK_LABEL (note), NOTE_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (note), NOTE_CHARS);
  gtk_widget_set_size_request (note, -1, 56);
  return note;
}

void
kb_size_ask (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbNode *asset = kb_editor_state_get_asset (state);
  if (!kb_node_is (asset, &kb_mask_kind) && !kb_node_is (asset, &kb_track_kind))
    {
      kb_editor_state_say (state, "%s", _("Frames have the size of their pictures"));
      return;
    }
  Size *self = g_new (Size, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6),
            *list = kb_option_list_new (_("Change Size"));
  *self = (Size) { .window = window,
                  .document = kb_editor_state_get_document (state),
                  .asset = asset->id,
                  .note = make_note () };
  kb_node_size (asset, &self->width, &self->height);
  GtkWidget *width =
    kb_option_number (_("Width"), &self->width, 1, KB_MAX_ZONES_SIDE, on_size, self);
  GtkWidget *height =
    kb_option_number (_("Height"), &self->height, 1, KB_MAX_ZONES_SIDE, on_size, self);
  gtk_list_box_append (GTK_LIST_BOX (list), kb_option_number_at_once (width));
  gtk_list_box_append (GTK_LIST_BOX (list), kb_option_number_at_once (height));
  kb_box_append (box, list, self->note, NULL);
  self->dialog = kb_question_show (window, (KbQuestion) {
    .heading = _("Change Size"),
    .answers = { { "cancel", _("Cancel") },
                 { "accept", _("Change"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "accept",
    .child = box,
    .answered = G_CALLBACK (on_response),
    .data = self,
    .free_data = g_free,
  });
  on_size (self);
  width = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (width));
  gtk_widget_grab_focus (width);
  gtk_editable_select_region (GTK_EDITABLE (width), 0, -1);
}
