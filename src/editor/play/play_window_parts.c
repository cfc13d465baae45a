/* SPDX-License-Identifier: MIT */
/* Builds the playtest's window, and its keys. */
#include <glib/gi18n.h>

#include "editor/play/play_choice.h"
#include "editor/play/play_parts.h"
#include "editor/play/play_window_private.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"

void
kb_play_window_add_bindings (GtkWidgetClass *class)
{
  static const struct { guint key; GdkModifierType modifiers; const char *action; } keys[] = {
    { GDK_KEY_Escape, 0, "play.leave" }, { GDK_KEY_F5, 0, "window.close" }, { GDK_KEY_w,
      GDK_CONTROL_MASK, "window.close" },
    { GDK_KEY_p, GDK_CONTROL_MASK, "play.paused" },
    { GDK_KEY_period, GDK_CONTROL_MASK, "play.step" }, { GDK_KEY_r, GDK_CONTROL_MASK,
      "play.restart" },
    { GDK_KEY_r, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "play.replay" }, { GDK_KEY_s, GDK_CONTROL_MASK,
      "play.save" },
    { GDK_KEY_o, GDK_CONTROL_MASK, "play.open" }, { GDK_KEY_f, GDK_CONTROL_MASK, "play.follow" },
    { GDK_KEY_F9, 0, "play.panel" }, { GDK_KEY_F11, 0, "play.full" },
  };
  static const struct { guint key; int steps; } zooms[] = {
    { GDK_KEY_plus, 1 }, { GDK_KEY_equal, 1 }, { GDK_KEY_KP_Add, 1 }, { GDK_KEY_minus, -1 },
      { GDK_KEY_KP_Subtract, -1 }, { GDK_KEY_0, 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (class, keys[i].key, keys[i].modifiers, keys[i].action,
                                         NULL);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_add_binding_action (class, zooms[i].key, GDK_CONTROL_MASK, "play.zoom", "i",
                                         zooms[i].steps);
  for (guint i = 0; i < 10; i++)
    gtk_widget_class_add_binding_action (class, GDK_KEY_0 + (i + 1) % 10, GDK_ALT_MASK,
                                         "play.layer", "i", (int) i);
}

void
kb_play_window_show_paused (KbPlayWindow *self)
{
  const char *name = self->paused ? _("Resume") : _("Pause");
  g_autofree char *tooltip = g_strdup_printf ("%s (P)", name);
  gtk_button_set_icon_name (GTK_BUTTON (self->pause),
                            self->paused ? "kb-play-symbolic" : "kb-pause-symbolic");
  gtk_widget_set_tooltip_text (self->pause, tooltip);
  kb_name_widget (self->pause, name);
}

/* The matrix takes a part of the scene's room. */
static void
update_room (KbPlayWindow *self)
{
  const int panel = adw_flap_get_reveal_flap (ADW_FLAP (self->flap)) ? KB_PLAY_PANEL_WIDTH : 0;
  const int width = gtk_widget_get_width (self->flap), height = gtk_widget_get_height (self->flap);
  if (width > panel && height > 0)
    kb_play_fight_set_room (self->fight, width - panel, height);
  kb_play_panel_set_height (self->panel, height);
}

static void
on_realize (KbPlayWindow *self)
{
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (self)), "layout",
                           G_CALLBACK (update_room), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

void
kb_play_window_build (KbPlayWindow *self, const KbPlayWindowCalls *calls)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->canvas = kb_play_canvas_new (self->run);
  self->scenes = kb_play_scenes_new (calls->scene, self);
  self->cast = kb_play_cast_new (calls->cast, self);
  self->fight = kb_play_fight_new (calls->cell, self);
  self->panel = kb_play_panel_new (calls->layers, self);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), GTK_WIDGET (self->canvas));
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay),
                           kb_prober_card (kb_play_canvas_prober (self->canvas)));
  gtk_box_append (GTK_BOX (self->scene), self->fight);
  adw_flap_set_flap (ADW_FLAP (self->flap), self->panel);
  gtk_widget_set_hexpand (self->cast, TRUE);
  gtk_box_prepend (GTK_BOX (self->tools), self->cast);
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (self->bar), self->scenes);
  kb_name_widget (self->speed, _("Speed"));
  kb_name_widget (self->menu, _("Playtest menu"));
  kb_name_inside (self->menu, GTK_TYPE_TOGGLE_BUTTON, _("Playtest menu"));
  g_signal_connect (self, "realize", G_CALLBACK (on_realize), NULL);
}

/* ---- size ---- */

void
kb_play_window_take_size (KbPlayWindow *self, GtkWindow *editor)
{
  int width = kb_settings_get_int ("play-width"), height = kb_settings_get_int ("play-height");
  const gboolean kept = width > 0 && height > 0;
  if (!kept)
    kb_play_fit (gtk_widget_get_width (GTK_WIDGET (editor)),
                 gtk_widget_get_height (GTK_WIDGET (editor)), &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  g_object_set (self, "panel",
                kb_settings_get_boolean ("play-panel") && (kept || kb_play_fits_panel (width)),
                NULL);
}

void
kb_play_window_keep_size (KbPlayWindow *self)
{
  int width, height;
  /* Also in full screen */
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  kb_settings_set_int ("play-width", CLAMP (width, 0, 16384));
  kb_settings_set_int ("play-height", CLAMP (height, 0, 16384));
  kb_settings_set_boolean ("play-panel", adw_flap_get_reveal_flap (ADW_FLAP (self->flap)));
}
