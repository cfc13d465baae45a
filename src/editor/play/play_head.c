/* SPDX-License-Identifier: MIT */
/* The buttons, each with its key in its tooltip. */
#include "editor/play/play_head.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"

static const struct { const char *label; double speed; } speeds[] = {
  { N_("Full speed"), 1 }, { N_("1/2 speed"), 0.5 }, { N_("1/4 speed"), 0.25 }, { N_("1/10 speed"),
    0.1 },
};

/* Clicks on buttons never take the focus from the scene. */
static GtkWidget *
new_button (const char *icon, const char *name, const char *keys, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  g_autofree char *tooltip = g_strdup_printf ("%s (%s)", name, keys);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_tooltip_text (button, tooltip);
  kb_name_widget (button, name);
  return button;
}

void
kb_play_head_show_paused (KbPlayHead *head, gboolean paused)
{
  const char *name = paused ? _("Resume") : _("Pause");
  g_autofree char *tooltip = g_strdup_printf ("%s (P)", name);
  gtk_button_set_icon_name (GTK_BUTTON (head->pause),
                            paused ? "kb-play-symbolic" : "kb-pause-symbolic");
  gtk_widget_set_tooltip_text (head->pause, tooltip);
  kb_name_widget (head->pause, name);
}

/* Sets the key to show for an action with several; GTK would pick any, such as that of the
 * keypad. */
static void
append (GMenu *menu, const char *label, const char *action, const char *key)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);
  g_menu_item_set_attribute (item, "accel", "s", key);
  g_menu_append_item (menu, item);
}

static GMenuModel *
new_menu (void)
{
  GMenu *menu = g_menu_new (), *files = g_menu_new (), *view = g_menu_new ();
  append (files, _("_Save Recording…"), "play.save", "<Control>s");
  append (files, _("_Open Recording…"), "play.open", "<Control>o");
  append (view, _("_Fit"), "play.zoom(0)", "<Control>0");
  append (view, _("Zoom _In"), "play.zoom(1)", "<Control>plus");
  append (view, _("Zoom O_ut"), "play.zoom(-1)", "<Control>minus");
  append (view, _("Fo_llow What Moves"), "play.follow", "<Control>f");
  append (view, _("F_ull Screen"), "play.full", "F11");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
  g_object_unref (files);
  g_object_unref (view);
  return G_MENU_MODEL (menu);
}

static GtkWidget *
new_toggle (const char *icon, const char *name, const char *keys, const char *action)
{
  GtkWidget *button = gtk_toggle_button_new ();
  g_autofree char *tooltip = g_strdup_printf ("%s (%s)", name, keys);
  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_tooltip_text (button, tooltip);
  kb_name_widget (button, name);
  return button;
}

GtkWidget *
kb_play_head_bar (KbPlayHead *head, GtkWidget *scenes)
{
  GtkWidget *bar = adw_header_bar_new (), *menu = gtk_menu_button_new ();
  g_autoptr (GMenuModel) model = new_menu ();
  head->pause = new_button ("kb-pause-symbolic", _("Pause"), "P", "play.paused");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "open-menu-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (menu), model);
  gtk_widget_set_tooltip_text (menu, _("Playtest menu"));
  kb_name_widget (menu, _("Playtest menu"));
  kb_name_inside (menu, GTK_TYPE_TOGGLE_BUTTON, _("Playtest menu"));
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (bar), scenes);
  adw_header_bar_pack_start (ADW_HEADER_BAR (bar),
                             new_button ("kb-first-symbolic", _("Restart"), "R", "play.restart"));
  adw_header_bar_pack_start (ADW_HEADER_BAR (bar), head->pause);
  adw_header_bar_pack_start (ADW_HEADER_BAR (bar),
                             new_button ("kb-next-frame-symbolic", _("Step"), ".", "play.step"));
  adw_header_bar_pack_start (ADW_HEADER_BAR (bar), new_button ("kb-loop-symbolic", _("Replay"),
                                                               _("Ctrl+Shift+R"), "play.replay"));
  adw_header_bar_pack_end (ADW_HEADER_BAR (bar), menu);
  adw_header_bar_pack_end (
    ADW_HEADER_BAR (bar), new_toggle ("kb-options-symbolic", _("Side panel"), "F9", "play.panel"));
  return bar;
}

typedef struct { void (*changed) (gpointer data); gpointer data; } Changed;

static void
on_speed (GtkDropDown *drop, GParamSpec *spec, Changed *changed)
{
  changed->changed (changed->data);
}

GtkWidget *
kb_play_head_tools (KbPlayHead *head, GtkWidget *cast, void (*changed) (gpointer data),
                    gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  const char *labels[G_N_ELEMENTS (speeds) + 1] = { NULL };
  Changed *on = g_new (Changed, 1);
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    labels[i] = _(speeds[i].label);
  *on = (Changed) { changed, data };
  head->speed = gtk_drop_down_new_from_strings (labels);
  gtk_widget_add_css_class (head->speed, "kb-number");
  gtk_widget_set_tooltip_text (head->speed, _("Speed"));
  kb_name_widget (head->speed, _("Speed"));
  g_signal_connect_data (head->speed, "notify::selected", G_CALLBACK (on_speed), on,
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  gtk_widget_set_hexpand (cast, TRUE);
  gtk_widget_add_css_class (box, "kb-film-tools");
  gtk_widget_add_css_class (box, "kb-panel");
  gtk_box_append (GTK_BOX (box), cast);
  gtk_box_append (GTK_BOX (box), head->speed);
  return box;
}

double
kb_play_head_speed (const KbPlayHead *head)
{
  return speeds[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (head->speed)),
                     G_N_ELEMENTS (speeds) - 1)]
    .speed;
}
