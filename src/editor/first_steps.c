/* SPDX-License-Identifier: MIT */
/* The first-steps tour: three short hints beside what they are about. Shown once with the first project
 * that is made, and whenever it is asked for. */
#include <glib/gi18n.h>

#include "editor/accessible.h"
#include "editor/around.h"
#include "editor/settings.h"

static const struct {
  const char *part;      /* a child of the window's template */
  gboolean lower;        /* at the part's lower edge, inside of it; else above the part */
  int width;             /* of the text, in letters: not wider than what it lies over */
  const char *heading, *text;
} hints[] = {
  { "assets", TRUE, 21, N_("Bring Pictures In"),
    N_("Press Ctrl+I, or drop files or a folder on the window. Each sheet or folder becomes the frames of a sprite.") },
  { "classes", FALSE, 21, N_("Say What the Game Has to Know"),
    N_("S and a click place the hot spot and show the next frame. B and a drag make a box; the number keys give it a "
       "class.") },
  { "status", FALSE, 60, N_("See It Right, Then Export"),
    N_("Problems are counted down here, with fixes. Ctrl+E makes the file that the game loads. Ctrl+K finds any command.") },
};

#define HINT "kb-hint"   /* the popover that is shown, on the window */

static void show_hint (KbWindow *window, guint index);

static void
finish (KbWindow *window)
{
  kb_settings_set_boolean ("first-steps-seen", TRUE);
  kb_editor_state_grab_canvas (kb_window_get_state (window));
}

static gboolean
drop (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
close_hint (GtkWidget *button)
{
  GtkWidget *popover = gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER);
  g_object_set_data (G_OBJECT (gtk_widget_get_root (popover)), HINT, NULL);
  gtk_popover_popdown (GTK_POPOVER (popover));
  g_idle_add_full (G_PRIORITY_DEFAULT, drop, g_object_ref (popover), g_object_unref);
}

static void
on_next (GtkButton *button, KbWindow *window)
{
  guint next = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "kb-index")) + 1;
  close_hint (GTK_WIDGET (button));
  if (next < G_N_ELEMENTS (hints))
    show_hint (window, next);
  else
    finish (window);
}

static void
on_skip (GtkButton *button, KbWindow *window)
{
  close_hint (GTK_WIDGET (button));
  finish (window);
}

static GtkWidget *
make_content (KbWindow *window, guint index, GtkWidget **next)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gboolean last = index + 1 == G_N_ELEMENTS (hints);
  GtkWidget *heading = gtk_label_new (_(hints[index].heading)), *text = gtk_label_new (_(hints[index].text));
  g_autofree char *place = g_strdup_printf (_("%u of %u"), index + 1, (guint) G_N_ELEMENTS (hints));
  GtkWidget *count = gtk_label_new (place);
  GtkWidget *skip = gtk_button_new_with_label (_("Skip"));
  *next = gtk_button_new_with_label (last ? _("Done") : _("Next"));
  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap (GTK_LABEL (heading), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (heading), hints[index].width);
  gtk_label_set_width_chars (GTK_LABEL (text), hints[index].width);
  gtk_label_set_max_width_chars (GTK_LABEL (text), hints[index].width);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_set_hexpand (count, TRUE);
  gtk_label_set_xalign (GTK_LABEL (count), 0);
  gtk_widget_add_css_class (*next, "suggested-action");
  g_object_set_data (G_OBJECT (*next), "kb-index", GUINT_TO_POINTER (index));
  g_signal_connect_object (*next, "clicked", G_CALLBACK (on_next), window, 0);
  g_signal_connect_object (skip, "clicked", G_CALLBACK (on_skip), window, 0);
  gtk_widget_set_visible (skip, !last);
  gtk_box_append (GTK_BOX (buttons), count);
  gtk_box_append (GTK_BOX (buttons), skip);
  gtk_box_append (GTK_BOX (buttons), *next);
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_widget_add_css_class (box, "kb-popover");
  return box;
}

gboolean
kb_around_end_first_steps (KbWindow *window)
{
  GtkWidget *popover = g_object_get_data (G_OBJECT (window), HINT);
  if (!popover)
    return FALSE;
  close_hint (gtk_popover_get_child (GTK_POPOVER (popover)));
  finish (window);
  return TRUE;
}

/* Popovers keep keys to themselves. Those that buttons have no use for go on to the window: hints name some. */
static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType type, KbWindow *window)
{
  switch (keyval)
    {
    case GDK_KEY_Escape:
      return kb_around_end_first_steps (window);
    case GDK_KEY_Tab:
    case GDK_KEY_ISO_Left_Tab:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      return FALSE;
    default:
      return gtk_event_controller_key_forward (keys, GTK_WIDGET (window));
    }
}

/* A popover asks how high its child is for more width than it gives it, which cuts off wrapped text. */
static void
fix_height (GtkWidget *content)
{
  int width, height;
  gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (content, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  gtk_widget_set_size_request (content, width, height);
}

/* Not in the way: the rest of the window stays usable while a hint is shown, and the hint lies over the panel
 * that it is about, not over the canvas. The keyboard is in it at once: Enter goes on, Escape ends the tour. */
static void
show_hint (KbWindow *window, guint index)
{
  kb_around_end_first_steps (window);
  GObject *part = gtk_widget_get_template_child (GTK_WIDGET (window), KB_TYPE_WINDOW, hints[index].part);
  GtkWidget *popover = gtk_popover_new (), *next;
  g_autofree char *name = g_strdup_printf (_("Hint %u: %s"), index + 1, _(hints[index].heading));
  gtk_popover_set_child (GTK_POPOVER (popover), make_content (window, index, &next));
  gtk_popover_set_autohide (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_TOP);
  kb_name_widget (popover, name);
  gtk_widget_set_parent (popover, GTK_WIDGET (part));
  fix_height (gtk_popover_get_child (GTK_POPOVER (popover)));
  int width = gtk_widget_get_width (GTK_WIDGET (part)), height = gtk_widget_get_height (GTK_WIDGET (part));
  gtk_popover_set_pointing_to (GTK_POPOVER (popover),
                               &(GdkRectangle) { MIN (width / 2, hints[index].width * 6), hints[index].lower ? height - 6 : 0, 1, 1 });
  GtkEventController *keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), window, 0);
  gtk_widget_add_controller (popover, keys);
  g_object_set_data (G_OBJECT (window), HINT, popover);
  g_signal_connect_object (part, "destroy", G_CALLBACK (gtk_widget_unparent), popover, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (popover));
  gtk_widget_grab_focus (next);
}

void
kb_around_first_steps (KbWindow *window)
{
  show_hint (window, 0);
}

/* A page that was just put on show has no size yet. */
static gboolean
show_when_placed (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  GObject *part = gtk_widget_get_template_child (window, KB_TYPE_WINDOW, hints[0].part);
  if (gtk_widget_get_height (GTK_WIDGET (part)) == 0)
    return G_SOURCE_CONTINUE;
  show_hint (KB_WINDOW (window), 0);
  return G_SOURCE_REMOVE;
}

void
kb_around_first_steps_once (KbWindow *window)
{
  if (!kb_settings_get_boolean ("first-steps-seen"))
    gtk_widget_add_tick_callback (GTK_WIDGET (window), show_when_placed, NULL, NULL);
}
