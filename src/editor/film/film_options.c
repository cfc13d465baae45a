/* SPDX-License-Identifier: MIT */
/* The animation, the onion skin and the speed above the filmstrip. */
#include "editor/film/filmstrip.h"

#include <glib/gi18n.h>

#include "editor/film/animations.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

/* ---- animations ---- */

typedef struct {
  KbEditorState *state;
  GtkDropDown *animations;
  GtkMenuButton *edit;
  GArray *ids;          /* KbId, in the order of the rows */
  gboolean updating;
} Animations;

static void
fill_animations (Animations *self)
{
  KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  guint n = sprite ? kb_count (sprite->animations) : 0;
  KbAnimation *current = kb_editor_state_get_animation (self->state);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_array_set_size (self->ids, 0);
  for (guint i = 0; i < n; i++)
    {
      gtk_string_list_append (names, kb_animation_at (sprite, i)->name);
      g_array_append_val (self->ids, kb_animation_at (sprite, i)->node.id);
    }
  if (n == 0)
    gtk_string_list_append (names, _("No animation"));
  self->updating = TRUE;
  kb_drop_down_set_names (self->animations, names);
  for (guint i = 0; i < n; i++)
    if (kb_animation_at (sprite, i) == current)
      gtk_drop_down_set_selected (self->animations, i);
  gtk_widget_set_sensitive (GTK_WIDGET (self->animations), n > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->edit), current != NULL);
  self->updating = FALSE;
}

static void
on_animation (GtkDropDown *drop_down, GParamSpec *pspec, Animations *self)
{
  guint selected = gtk_drop_down_get_selected (drop_down);
  if (self->updating || selected >= self->ids->len)
    return;
  kb_animation_choose (self->state, g_array_index (self->ids, KbId, selected));
}

static void
on_animations_changed (KbEditorState *state, guint flags, GtkDropDown *animations)
{
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_ANIMATION
         | KB_CHANGE_VALUES))
    fill_animations (g_object_get_data (G_OBJECT (animations), "kb-animations"));
}

static void
make_editor (GtkMenuButton *button, gpointer data)
{
  gtk_menu_button_set_popover (button, kb_animation_editor_new_popover (data));
}

void
kb_film_options_animations (GtkDropDown *animations, GtkMenuButton *edit, KbEditorState *state)
{
  Animations *self = g_new0 (Animations, 1);
  self->state = state;
  self->animations = animations;
  self->edit = edit;
  self->ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  g_object_set_data_full (G_OBJECT (animations), "kb-animations", self, g_free);
  g_object_set_data_full (G_OBJECT (animations), "kb-ids", self->ids,
                          (GDestroyNotify) g_array_unref);
  kb_drop_down_make_narrow (animations, 16);
  kb_name_widget (animations, _("Animation"));
  g_signal_connect (animations, "notify::selected", G_CALLBACK (on_animation), self);
  gtk_menu_button_set_create_popup_func (edit, make_editor, state, NULL);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_animations_changed), animations, 0);
}

/* ---- onion skin ---- */

typedef struct {
  KbEditorState *state;
  GtkLabel *label;
  GtkWidget *before, *after;
} Onion;

static void
on_onion (GtkWidget *number, double value, gpointer data)
{
  Onion *self = data;
  KbOnion onion = kb_editor_state_get_onion (self->state);
  if (number == self->before)
    onion.before = (int) value;
  else
    onion.after = (int) value;
  kb_editor_state_set_onion (self->state, onion);
}

static void
on_onion_changed (KbEditorState *state, guint flags, GtkMenuButton *button)
{
  Onion *self = g_object_get_data (G_OBJECT (button), "kb-onion");
  if (!(flags & KB_CHANGE_VIEW))
    return;
  KbOnion onion = kb_editor_state_get_onion (state);
  g_autofree char *text = g_strdup_printf ("%d · %d", onion.before, onion.after);
  gtk_label_set_label (self->label, text);
  kb_number_set (self->before, FALSE, onion.before);
  kb_number_set (self->after, FALSE, onion.after);
}

void
kb_film_options_onion (GtkMenuButton *button, GtkLabel *label, KbEditorState *state)
{
  GtkWidget *grid = gtk_grid_new (), *popover = gtk_popover_new ();
  Onion *self = g_new0 (Onion, 1);
  self->state = state;
  self->label = label;
  self->before = kb_number_new (_("Frames before"), 0, 4, 1, 0, on_onion, self);
  self->after = kb_number_new (_("Frames after"), 0, 4, 1, 0, on_onion, self);
  const char *texts[] = { _("Frames before"), _("Frames after") };
  GtkWidget *numbers[] = { self->before, self->after };
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (int i = 0; i < 2; i++)
    {
      GtkWidget *text = kb_label_new (texts[i], NULL);
      gtk_grid_attach (GTK_GRID (grid), text, 0, i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), numbers[i], 1, i, 1, 1);
    }
  gtk_widget_add_css_class (grid, "kb-popover");
  gtk_popover_set_child (GTK_POPOVER (popover), grid);
  gtk_menu_button_set_popover (button, popover);
  g_object_set_data_full (G_OBJECT (button), "kb-onion", self, g_free);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_onion_changed), button, 0);
}

/* ---- speed ---- */

static const int speeds[] = { 25, 50, 100, 200 };

static void
on_speed (GtkDropDown *drop_down, GParamSpec *pspec, gpointer data)
{
  guint selected = gtk_drop_down_get_selected (drop_down);
  if (selected < G_N_ELEMENTS (speeds))
    kb_settings_set_int ("playback-speed", speeds[selected]);
}

void
kb_film_options_speed (GtkDropDown *speed)
{
  const char *names[] = { _("25 %"), _("50 %"), _("100 %"), _("200 %"), NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);
  int now = kb_settings_get_int ("playback-speed");
  gtk_drop_down_set_model (speed, G_LIST_MODEL (list));
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    if (speeds[i] == now)
      gtk_drop_down_set_selected (speed, i);
  kb_drop_down_make_narrow (speed, 6);
  kb_name_widget (speed, _("Speed"));
  g_signal_connect (speed, "notify::selected", G_CALLBACK (on_speed), NULL);
}
