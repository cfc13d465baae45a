/* SPDX-License-Identifier: MIT */
/* The first-steps tour: three short hints beside what they are about. Shown once with the first project
 * that is made, and whenever it is asked for. */
#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/around.h"
#include "editor/film/filmstrip.h"
#include "editor/keys.h"
#include "editor/settings.h"

/* What ticks a line of a hint off, done while the hint is shown. */
typedef enum {
  DID_IMPORT = 1 << 0,
  DID_HOT_SPOT = 1 << 1,
  DID_SHAPE = 1 << 2,
  DID_EXPORT = 1 << 3,
  DID_FIND = 1 << 4
} Deed;

#define MAX_LINES 3
#define TICK_SHOWN 900   /* ms, before the next hint comes */

typedef struct {
  const char *part;      /* a child of the window's template */
  gboolean lower;        /* at the part's lower edge, inside of it; else above the part */
  int width;             /* of the text, in letters: not wider than what it lies over */
  const char *heading;
  struct {
    guint deed;          /* 0: only to be read */
    const char *text;    /* "{save}" is the key of that action */
  } lines[MAX_LINES];
} Hint;

static const Hint hints[] = {
  { "assets", TRUE, 19, N_("Bring Pictures In"),
    { { DID_IMPORT, N_("Press {import}, or drop files or a folder on the window.") },
      { 0, N_("Each sheet or folder becomes the frames of a sprite.") } } },
  { "classes", FALSE, 19, N_("Say What the Game Has to Know"),
    { { DID_HOT_SPOT, N_("S and a click place the hot spot and show the next frame.") },
      { DID_SHAPE, N_("B and a drag make a box; the number keys give it a class.") } } },
  { "inspector", TRUE, 19, N_("See It Right, Then Export"),
    { { 0, N_("Problems are counted down here, with fixes.") },
      { DID_EXPORT, N_("{export} makes the file that the game loads.") },
      { DID_FIND, N_("{command-palette} finds any command.") } } },
};

#define HINT "kb-hint"   /* the popover that is shown, on the window */

static void show_hint (KbWindow *window, guint index, gboolean focus);

/* What there is to be ticked off, and what has been; belongs to the popover. */
typedef struct {
  KbWindow *window;      /* borrowed: the popover is inside of it */
  guint index, done;
  GtkWidget *texts[MAX_LINES], *ticks[MAX_LINES];
  guint sprites, shapes, hot_spots;   /* when the hint came; the last is a hash */
  guint source;
  gboolean over;         /* it is being taken off */
} Shown;

static void
shown_free (gpointer data)
{
  Shown *shown = data;
  g_clear_handle_id (&shown->source, g_source_remove);
  g_free (shown);
}

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
  Shown *shown = g_object_get_data (G_OBJECT (popover), "kb-shown");
  shown->over = TRUE;
  g_clear_handle_id (&shown->source, g_source_remove);
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
    show_hint (window, next, TRUE);
  else
    finish (window);
}

static void
on_skip (GtkButton *button, KbWindow *window)
{
  close_hint (GTK_WIDGET (button));
  finish (window);
}

/* ---- what has been done ---- */

static void
count (KbWindow *window, guint *sprites, guint *shapes, guint *hot_spots)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  const KbProject *project = document ? kb_document_project (document) : NULL;
  *shapes = *hot_spots = 0;
  *sprites = project ? kb_count (project->sprites) : 0;
  for (guint i = 0; i < *sprites; i++)
    for (guint f = 0; f < kb_count (kb_sprite_at (project, i)->frames); f++)
      {
        const KbFrame *frame = kb_frame_at (kb_sprite_at (project, i), f);
        *shapes += kb_count (frame->shapes);
        *hot_spots = *hot_spots * 31 + (frame->hot_spot.set ? 1 + (guint) frame->hot_spot.x + 977 * (guint) frame->hot_spot.y : 0);
      }
}

static guint
wanted (const Hint *hint)
{
  guint deeds = 0;
  for (guint i = 0; i < MAX_LINES; i++)
    deeds |= hint->lines[i].deed;
  return deeds;
}

static gboolean
go_on (gpointer data)
{
  Shown *shown = data;
  KbWindow *window = shown->window;
  GtkWidget *popover = g_object_get_data (G_OBJECT (window), HINT);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));
  gboolean inside = focus && gtk_widget_is_ancestor (focus, popover);
  guint next = shown->index + 1;
  shown->source = 0;
  close_hint (gtk_popover_get_child (GTK_POPOVER (popover)));
  if (next < G_N_ELEMENTS (hints))
    show_hint (window, next, inside);
  else
    kb_settings_set_boolean ("first-steps-seen", TRUE);
  return G_SOURCE_REMOVE;
}

/* Keys and ticks as they are now; a hint of which all is done gives way to the next. */
static void
update (Shown *shown)
{
  const Hint *hint = &hints[shown->index];
  for (guint i = 0; i < MAX_LINES && hint->lines[i].text; i++)
    {
      g_autofree char *text = kb_keys_write (_(hint->lines[i].text));
      gboolean done = (shown->done & hint->lines[i].deed) != 0;
      gtk_label_set_label (GTK_LABEL (shown->texts[i]), text);
      gtk_widget_set_opacity (shown->ticks[i], done ? 1 : 0);
      gtk_accessible_update_property (GTK_ACCESSIBLE (shown->texts[i]), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      done ? _("done") : "", -1);
    }
  if ((shown->done & wanted (hint)) == wanted (hint) && !shown->source && !shown->over)
    shown->source = g_timeout_add (TICK_SHOWN, go_on, shown);
}

static void
on_changed (GtkWidget *popover, guint flags)
{
  Shown *shown = g_object_get_data (G_OBJECT (popover), "kb-shown");
  guint sprites, shapes, hot_spots;
  if (!(flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_VALUES | KB_CHANGE_LISTS)))
    return;
  count (shown->window, &sprites, &shapes, &hot_spots);
  if (!(flags & KB_CHANGE_DOCUMENT))
    {
      gboolean imported = sprites > shown->sprites;
      shown->done |= imported ? DID_IMPORT : 0;
      /* A sprite that arrives brings its own. */
      shown->done |= !imported && shapes > shown->shapes ? DID_SHAPE : 0;
      shown->done |= !imported && hot_spots != shown->hot_spots ? DID_HOT_SPOT : 0;
    }
  shown->sprites = sprites;
  shown->shapes = shapes;
  shown->hot_spots = hot_spots;
  update (shown);
}

static void
on_export (GtkWidget *popover)
{
  Shown *shown = g_object_get_data (G_OBJECT (popover), "kb-shown");
  shown->done |= DID_EXPORT;
  update (shown);
}

static void
on_find (GtkWidget *popover)
{
  Shown *shown = g_object_get_data (G_OBJECT (popover), "kb-shown");
  shown->done |= DID_FIND;
  update (shown);
}

static void
watch (GtkWidget *popover, Shown *shown)
{
  GActionMap *actions = G_ACTION_MAP (shown->window);
  g_object_set_data_full (G_OBJECT (popover), "kb-shown", shown, shown_free);
  count (shown->window, &shown->sprites, &shown->shapes, &shown->hot_spots);
  g_signal_connect_object (kb_window_get_state (shown->window), "changed", G_CALLBACK (on_changed), popover, G_CONNECT_SWAPPED);
  g_signal_connect_object (g_action_map_lookup_action (actions, "export"), "activate", G_CALLBACK (on_export), popover,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (g_action_map_lookup_action (actions, "command-palette"), "activate", G_CALLBACK (on_find), popover,
                           G_CONNECT_SWAPPED);
  update (shown);
}

/* While Propagate asks for the artist's eyes a hint has to wait. */
static void
on_review (GtkWidget *popover)
{
  gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
on_reviewed (GtkWidget *popover)
{
  Shown *shown = g_object_get_data (G_OBJECT (popover), "kb-shown");
  GtkWidget *part = gtk_widget_get_parent (popover);
  if (part && gtk_widget_get_mapped (part) && !shown->over)
    gtk_popover_popup (GTK_POPOVER (popover));
}

static void
make_way (GtkWidget *popover, KbWindow *window)
{
  GtkWidget *propagate = kb_filmstrip_get_propagate (kb_window_get_filmstrip (window));
  g_signal_connect_object (propagate, "map", G_CALLBACK (on_review), popover, G_CONNECT_SWAPPED);
  g_signal_connect_object (propagate, "unmap", G_CALLBACK (on_reviewed), popover, G_CONNECT_SWAPPED);
}

/* ---- what is shown ---- */

static GtkWidget *
make_line (Shown *shown, guint line)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *text = gtk_label_new (NULL);
  GtkWidget *tick = gtk_image_new_from_icon_name ("object-select-symbolic");
  int width = hints[shown->index].width;
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (text), width);
  gtk_label_set_max_width_chars (GTK_LABEL (text), width);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_set_valign (tick, GTK_ALIGN_START);
  gtk_widget_add_css_class (tick, "success");
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), tick);
  shown->texts[line] = text;
  shown->ticks[line] = tick;
  return box;
}

static GtkWidget *
make_content (Shown *shown, GtkWidget **next)
{
  KbWindow *window = shown->window;
  guint index = shown->index;
  const Hint *hint = &hints[index];
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gboolean last = index + 1 == G_N_ELEMENTS (hints);
  GtkWidget *heading = gtk_label_new (_(hint->heading));
  g_autofree char *place = g_strdup_printf (_("%u of %u"), index + 1, (guint) G_N_ELEMENTS (hints));
  GtkWidget *number = gtk_label_new (place);
  GtkWidget *skip = gtk_button_new_with_label (_("Skip"));
  *next = gtk_button_new_with_label (last ? _("Done") : _("Next"));
  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_label_set_wrap (GTK_LABEL (heading), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (heading), hint->width);
  gtk_widget_add_css_class (number, "dim-label");
  gtk_widget_set_hexpand (number, TRUE);
  gtk_label_set_xalign (GTK_LABEL (number), 0);
  gtk_widget_add_css_class (*next, "suggested-action");
  g_object_set_data (G_OBJECT (*next), "kb-index", GUINT_TO_POINTER (index));
  g_signal_connect_object (*next, "clicked", G_CALLBACK (on_next), window, 0);
  g_signal_connect_object (skip, "clicked", G_CALLBACK (on_skip), window, 0);
  gtk_widget_set_visible (skip, !last);
  gtk_box_append (GTK_BOX (buttons), number);
  gtk_box_append (GTK_BOX (buttons), skip);
  gtk_box_append (GTK_BOX (buttons), *next);
  gtk_box_append (GTK_BOX (box), heading);
  for (guint i = 0; i < MAX_LINES && hint->lines[i].text; i++)
    gtk_box_append (GTK_BOX (box), make_line (shown, i));
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
 * that it is about, not over the canvas. With `focus` the keyboard is in it: Enter goes on, Escape ends the tour. */
static void
show_hint (KbWindow *window, guint index, gboolean focus)
{
  kb_around_end_first_steps (window);
  Shown *shown = g_new0 (Shown, 1);
  shown->window = window;
  shown->index = index;
  GObject *part = gtk_widget_get_template_child (GTK_WIDGET (window), KB_TYPE_WINDOW, hints[index].part);
  GtkWidget *popover = gtk_popover_new (), *next;
  g_autofree char *name = g_strdup_printf (_("Hint %u: %s"), index + 1, _(hints[index].heading));
  gtk_popover_set_child (GTK_POPOVER (popover), make_content (shown, &next));
  gtk_popover_set_autohide (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_TOP);
  kb_name_widget (popover, name);
  watch (popover, shown);
  make_way (popover, window);
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
  if (!gtk_widget_get_mapped (kb_filmstrip_get_propagate (kb_window_get_filmstrip (window))))
    gtk_popover_popup (GTK_POPOVER (popover));
  if (focus)
    gtk_widget_grab_focus (next);
}

void
kb_around_first_steps (KbWindow *window)
{
  show_hint (window, 0, TRUE);
}

/* A page that was just put on show has no size yet. */
static gboolean
show_when_placed (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  GObject *part = gtk_widget_get_template_child (window, KB_TYPE_WINDOW, hints[0].part);
  if (gtk_widget_get_height (GTK_WIDGET (part)) == 0)
    return G_SOURCE_CONTINUE;
  show_hint (KB_WINDOW (window), 0, TRUE);
  return G_SOURCE_REMOVE;
}

void
kb_around_first_steps_once (KbWindow *window)
{
  if (!kb_settings_get_boolean ("first-steps-seen"))
    gtk_widget_add_tick_callback (GTK_WIDGET (window), show_when_placed, NULL, NULL);
}
