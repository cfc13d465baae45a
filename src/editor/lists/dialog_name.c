/* SPDX-License-Identifier: MIT */
/* Asks for a name: of a class, sprite, animation and so on. */
#include <glib/gi18n.h>

#include "editor/lists/lists.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

typedef struct {
  KbNamed named;
  KbNameFor what;
  KbWindow *window;   /* the dialog's parent */
  AdwMessageDialog *dialog;
  GtkWidget *list, *entry, *reason;
} Name;

static void
on_name_changed (gpointer data)
{
  Name *self = data;
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  g_autofree char *text =
    g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  g_autoptr (GError) error = NULL;
  gboolean fits = document && *text
                  && kb_document_check_name (document, self->what.parent, self->what.list,
                                             self->what.node, text, &error);
  g_autofree char *words = error ? kb_error_words (error) : NULL;
  gtk_label_set_label (GTK_LABEL (self->reason), words ? words : "");
  kb_mistake_mark (self->entry, words);
  kb_question_allow (self->dialog, fits);
}

static void
on_name_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  Name *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  if (!g_str_equal (response, "accept"))
    return;
  g_autofree char *text =
    g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  if (*text && self->named)
    self->named (window, text, &self->what);
  else if (*text)
    kb_editor_state_set_field (kb_window_get_state (window), self->what.node, "name",
                               json_string (text));
}

static const KbTemplateChild name_children[] = {
  KB_CHILD (Name, list), KB_CHILD (Name, entry), KB_CHILD (Name, reason), { NULL },
};

void
kb_dialog_name (KbWindow *window, const char *heading, const char *accept, const char *text,
                KbNameFor what, KbNamed named)
{
  Name *self = g_new0 (Name, 1);
  GtkWidget *box = kb_template_build ("name_dialog", self, name_children, NULL);
  self->named = named;
  self->what = what;
  self->window = window;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  kb_name_widget (self->list, heading);
  if (what.width)
    kb_option_size (self->list, &self->what.width, &self->what.height, on_name_changed, self);
  self->dialog = kb_question_show (window, (KbQuestion) {
    .heading = heading,
    .answers = { { "cancel", _("Cancel") }, { "accept", accept, ADW_RESPONSE_SUGGESTED } },
    .default_answer = "accept",
    .child = box,
    .answered = G_CALLBACK (on_name_response),
    .data = self,
    .free_data = g_free,
  });
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_name_changed), self);
  on_name_changed (self);
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

void
kb_dialog_rename (KbWindow *window, KbId id)
{
  static const struct { const KbKind *kind; const char *heading; } headings[] = {
    { &kb_sprite_kind, N_("Rename Sprite") },     { &kb_mask_kind, N_("Rename Mask") },
    { &kb_track_kind, N_("Rename Track") },       { &kb_level_kind, N_("Rename Level") },
    { &kb_class_kind, N_("Rename Class") },       { &kb_zone_kind, N_("Rename Zone") },
    { &kb_surface_kind, N_("Rename Surface") },   { &kb_terrain_kind, N_("Rename Terrain") },
    { &kb_curve_kind, N_("Rename Curve") },       { &kb_gate_kind, N_("Rename Check Point") },
    { &kb_band_kind, N_("Rename Band") },         { &kb_area_kind, N_("Rename Area") },
    { &kb_entity_kind, N_("Rename Entity") },     { &kb_shape_kind, N_("Rename Shape") },
    { &kb_point_kind, N_("Rename Action Point") },
  };
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbNode *node = document ? kb_document_node (document, id) : NULL;
  for (guint i = 0; node && i < G_N_ELEMENTS (headings); i++)
    if (headings[i].kind == node->kind)
      {
        const char *name =
          G_STRUCT_MEMBER (char *, node, kb_kind_field (node->kind, "name")->offset);
        kb_dialog_name (window, _(headings[i].heading), _("Rename"), name ? name : "",
                        (KbNameFor) { node->parent->id, kb_node_place (node, NULL)->name, id },
                        NULL);
        return;
      }
  kb_editor_state_say (state, "%s", _("What is selected has no name"));
}
