/* SPDX-License-Identifier: MIT */
/* The pages of the playtest's window next to or instead of a scene. */
#include <glib/gi18n.h>

#include "editor/play/play_parts.h"
#include "editor/play/play_window_private.h"

void
kb_play_window_show_problem (KbPlayWindow *self, const char *text)
{
  gtk_widget_set_visible (self->banner, text != NULL);
  gtk_label_set_label (GTK_LABEL (self->banner_text), text ? text : "");
  gtk_widget_set_tooltip_text (self->banner_text, text);
}

void
kb_play_window_show_page (KbPlayWindow *self, const char *name)
{
  static const char *const actions[] = { "play.paused", "play.step", "play.restart", "play.replay",
                                         "play.save",   "play.open", "play.zoom",    "play.layer",
                                         "play.follow", "play.panel" };
  const gboolean play = g_str_equal (name, "play");
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), name);
  gtk_widget_set_visible (self->scenes, play);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], play);
}

void
kb_play_window_show_empty (KbPlayWindow *self, const char *title, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);
  adw_status_page_set_title (ADW_STATUS_PAGE (self->empty), title);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->empty), markup);
  kb_play_window_show_page (self, "empty");
}

void
kb_play_window_show_no_use (KbPlayWindow *self, const char *name, const char *why)
{
  g_autofree char *title = g_strdup_printf (_("“%s” Cannot Be Played"), name);
  g_autofree char *text = g_strdup_printf (
    "%s\n%s", why, _("Choose a scene above to play something else of the project."));
  kb_play_run_stop (self->run);
  kb_play_window_show_problem (self, NULL);
  kb_play_window_show_empty (self, title, text);
  kb_play_scenes_show (self->scenes, &self->bank->bank, NULL);
  gtk_widget_set_visible (self->scenes, TRUE);
}
