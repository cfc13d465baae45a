/* SPDX-License-Identifier: MIT */
/* The first-steps tour: three short hints on a card at the lower right of the window. It covers the
 * filmstrip, but never the picture, a panel or a dialog. Shown once with the first new project, and
 * on request. */
#include <glib/gi18n.h>

#include "editor/film/filmstrip.h"
#include "editor/panels/panels.h"
#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"

/* User actions that tick off a line of the current hint. */
typedef enum {
  DID_IMPORT = 1 << 0,
  DID_HOT_SPOT = 1 << 1,
  DID_SHAPE = 1 << 2,
  DID_EXPORT = 1 << 3,
  DID_FIND = 1 << 4
} Deed;

#define MAX_LINES 3
#define TICK_SHOWN 900   /* ms before the next hint appears */

typedef struct {
  const char *heading;
  struct {
    guint deed;          /* 0: only information */
    const char *text;    /* "{save}" is the key of that action */
  } lines[MAX_LINES];
} Hint;

static const Hint hints[] = {
  { N_("Bring Pictures In"),
    { { DID_IMPORT, N_("Press {import}, or drop files or a folder on the window.") },
      { 0, N_("Each sheet or folder becomes the frames of a sprite.") } } },
  { N_("Add Hit Boxes and Points"),
    { { DID_HOT_SPOT, N_("Press S and click: the hot spot is set and the next frame appears.") },
      { DID_SHAPE, N_("Press B and drag to draw a box; number keys choose its class.") } } },
  { N_("Check, Then Export"),
    { { 0, N_("The status bar counts problems and offers fixes.") },
      { DID_EXPORT, N_("{export} exports the bank for the game.") },
      { DID_FIND, N_("{command-palette} finds any command.") } } },
};

#define HINT "kb-hint"   /* the current card, set on the window */

static void show_hint (KbWindow *window, guint index, gboolean focus);

/* The state before the hint and the actions since, owned by the card. */
typedef struct {
  KbWindow *window;      /* borrowed: the card is inside it */
  guint index, done;
  GtkWidget *heading, *number, *skip, *next;
  GtkWidget *lines[MAX_LINES], *texts[MAX_LINES], *ticks[MAX_LINES];
  guint sprites, shapes, hot_spots;   /* when the hint appeared; hot_spots is a hash */
  guint source;
  gboolean over;         /* the card is being removed */
} FirstStepsShown;

static void
first_steps_shown_free (gpointer data)
{
  FirstStepsShown *shown = data;
  g_clear_handle_id (&shown->source, g_source_remove);
  g_free (shown);
}

static void
finish_first_steps (KbWindow *window)
{
  kb_settings_set_boolean ("first-steps-seen", TRUE);
  kb_editor_state_grab_canvas (kb_window_get_state (window));
}

/* Deferred, because one of its own buttons may close it. */
static gboolean
remove_card (gpointer card)
{
  GtkWidget *overlay = gtk_widget_get_parent (card);
  if (overlay)
    gtk_overlay_remove_overlay (GTK_OVERLAY (overlay), card);
  return G_SOURCE_REMOVE;
}

/* Without a filmstrip, the card covers the lower edge of the canvas, where toasts appear. */
static void
lift_toasts (KbWindow *window)
{
  GtkWidget *film = GTK_WIDGET (kb_window_get_filmstrip (window));
  if (g_object_get_data (G_OBJECT (window), HINT) && !gtk_widget_get_mapped (film))
    gtk_widget_add_css_class (GTK_WIDGET (window), "kb-hinted");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (window), "kb-hinted");
}

static void
on_film (GtkWidget *card)
{
  FirstStepsShown *shown = g_object_get_data (G_OBJECT (card), "kb-shown");
  lift_toasts (shown->window);
}

static void
close_hint (KbWindow *window)
{
  GtkWidget *card = g_object_get_data (G_OBJECT (window), HINT);
  FirstStepsShown *shown = g_object_get_data (G_OBJECT (card), "kb-shown");
  shown->over = TRUE;
  g_clear_handle_id (&shown->source, g_source_remove);
  g_object_set_data (G_OBJECT (window), HINT, NULL);
  lift_toasts (window);
  gtk_widget_set_visible (card, FALSE);
  g_idle_add_full (G_PRIORITY_DEFAULT, remove_card, g_object_ref (card), g_object_unref);
}

static void
on_first_steps_next (GtkButton *button, FirstStepsShown *shown)
{
  KbWindow *window = shown->window;
  guint next = shown->index + 1;
  close_hint (window);
  if (next < G_N_ELEMENTS (hints))
    show_hint (window, next, TRUE);
  else
    finish_first_steps (window);
}

static void
on_skip (GtkButton *button, FirstStepsShown *shown)
{
  close_hint (shown->window);
  finish_first_steps (shown->window);
}

/* ---- user actions ---- */

static void
count_first_steps (KbWindow *window, guint *sprites, guint *shapes, guint *hot_spots)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  const KbProject *project = document ? kb_document_project (document) : NULL;
  *shapes = *hot_spots = 0;
  *sprites = project ? kb_count (project->sprites) : 0;
  for (guint i = 0; i < *sprites; i++)
    KB_EACH (const KbFrame, frame, kb_sprite_at (project, i)->frames)
      {
        *shapes += kb_count (frame->shapes);
        *hot_spots =
          *hot_spots * 31
          + (frame->hot_spot.set ? 1 + (guint) frame->hot_spot.x + 977 * (guint) frame->hot_spot.y
                                 : 0);
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
  FirstStepsShown *shown = data;
  KbWindow *window = shown->window;
  GtkWidget *card = g_object_get_data (G_OBJECT (window), HINT);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));
  gboolean inside = focus && gtk_widget_is_ancestor (focus, card);
  guint next = shown->index + 1;
  shown->source = 0;
  close_hint (window);
  if (next < G_N_ELEMENTS (hints))
    show_hint (window, next, inside);
  else
    kb_settings_set_boolean ("first-steps-seen", TRUE);
  return G_SOURCE_REMOVE;
}

/* Updates keys and ticks. A completed hint is replaced by the next. */
static void
update_first_steps (FirstStepsShown *shown)
{
  const Hint *hint = &hints[shown->index];
  for (guint i = 0; i < MAX_LINES && hint->lines[i].text; i++)
    {
      g_autofree char *text = kb_keys_write (_(hint->lines[i].text));
      gboolean done = (shown->done & hint->lines[i].deed) != 0;
      gtk_label_set_label (GTK_LABEL (shown->texts[i]), text);
      gtk_widget_set_opacity (shown->ticks[i], done ? 1 : 0);
      gtk_accessible_update_property (GTK_ACCESSIBLE (shown->texts[i]),
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, done ? _("done") : "",
                                      -1);
    }
  if ((shown->done & wanted (hint)) == wanted (hint) && !shown->source && !shown->over)
    shown->source = g_timeout_add (TICK_SHOWN, go_on, shown);
}

static void
on_first_steps_changed (GtkWidget *card, guint flags)
{
  FirstStepsShown *shown = g_object_get_data (G_OBJECT (card), "kb-shown");
  guint sprites, shapes, hot_spots;
  if (!(flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_VALUES | KB_CHANGE_LISTS)))
    return;
  count_first_steps (shown->window, &sprites, &shapes, &hot_spots);
  if (!(flags & KB_CHANGE_DOCUMENT))
    {
      gboolean imported = sprites > shown->sprites;
      shown->done |= imported ? DID_IMPORT : 0;
      /* An imported sprite brings its own shapes. */
      shown->done |= !imported && shapes > shown->shapes ? DID_SHAPE : 0;
      shown->done |= !imported && hot_spots != shown->hot_spots ? DID_HOT_SPOT : 0;
    }
  shown->sprites = sprites;
  shown->shapes = shapes;
  shown->hot_spots = hot_spots;
  update_first_steps (shown);
}

static void
on_export (GtkWidget *card)
{
  FirstStepsShown *shown = g_object_get_data (G_OBJECT (card), "kb-shown");
  shown->done |= DID_EXPORT;
  update_first_steps (shown);
}

static void
on_find (GtkWidget *card)
{
  FirstStepsShown *shown = g_object_get_data (G_OBJECT (card), "kb-shown");
  shown->done |= DID_FIND;
  update_first_steps (shown);
}

static void
watch (GtkWidget *card, FirstStepsShown *shown)
{
  GActionMap *actions = G_ACTION_MAP (shown->window);
  g_object_set_data_full (G_OBJECT (card), "kb-shown", shown, first_steps_shown_free);
  count_first_steps (shown->window, &shown->sprites, &shown->shapes, &shown->hot_spots);
  g_signal_connect_object (kb_window_get_state (shown->window), "changed",
                           G_CALLBACK (on_first_steps_changed), card, G_CONNECT_SWAPPED);
  g_signal_connect_object (g_action_map_lookup_action (actions, "export"), "activate",
                           G_CALLBACK (on_export), card, G_CONNECT_SWAPPED);
  g_signal_connect_object (g_action_map_lookup_action (actions, "command-palette"), "activate",
                           G_CALLBACK (on_find), card, G_CONNECT_SWAPPED);
  update_first_steps (shown);
}

/* Hides the hint while the user reviews proposals of Propagate. */
static void
on_review (GtkWidget *card)
{
  gtk_widget_set_visible (card, FALSE);
}

static void
on_reviewed (GtkWidget *card)
{
  FirstStepsShown *shown = g_object_get_data (G_OBJECT (card), "kb-shown");
  gtk_widget_set_visible (card, !shown->over);
}

static void
make_way (GtkWidget *card, KbWindow *window)
{
  KbFilmstrip *film = kb_window_get_filmstrip (window);
  GtkWidget *propagate = kb_filmstrip_get_propagate (film);
  g_signal_connect_object (film, "map", G_CALLBACK (on_film), card, G_CONNECT_SWAPPED);
  g_signal_connect_object (film, "unmap", G_CALLBACK (on_film), card,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (propagate, "map", G_CALLBACK (on_review), card, G_CONNECT_SWAPPED);
  g_signal_connect_object (propagate, "unmap", G_CALLBACK (on_reviewed), card, G_CONNECT_SWAPPED);
}

/* ---- the card ---- */

static const KbTemplateChild first_steps_children[] = {
  { "line0", G_STRUCT_OFFSET (FirstStepsShown, lines[0]) }, { "text0",
    G_STRUCT_OFFSET (FirstStepsShown, texts[0]) },
  { "tick0", G_STRUCT_OFFSET (FirstStepsShown, ticks[0]) }, { "line1",
    G_STRUCT_OFFSET (FirstStepsShown, lines[1]) },
  { "text1", G_STRUCT_OFFSET (FirstStepsShown, texts[1]) }, { "tick1",
    G_STRUCT_OFFSET (FirstStepsShown, ticks[1]) },
  { "line2", G_STRUCT_OFFSET (FirstStepsShown, lines[2]) }, { "text2",
    G_STRUCT_OFFSET (FirstStepsShown, texts[2]) },
  { "tick2", G_STRUCT_OFFSET (FirstStepsShown, ticks[2]) }, KB_CHILD (FirstStepsShown, heading),
  KB_CHILD (FirstStepsShown, number), KB_CHILD (FirstStepsShown, skip), KB_CHILD (FirstStepsShown,
    next), { NULL },
};

static const KbTemplateCall first_steps_calls[] = {
  KB_CALL (on_skip), KB_CALL (on_first_steps_next), { NULL },
};

static GtkWidget *
make_first_steps_card (FirstStepsShown *shown)
{
  const Hint *hint = &hints[shown->index];
  GtkWidget *card =
    kb_template_build ("first_steps", shown, first_steps_children, first_steps_calls);
  gboolean last = shown->index + 1 == G_N_ELEMENTS (hints);
  g_autofree char *name = g_strdup_printf (_("Hint %u: %s"), shown->index + 1, _(hint->heading));
  g_autofree char *place =
    g_strdup_printf (_("%u of %u"), shown->index + 1, (guint) G_N_ELEMENTS (hints));
  gtk_label_set_label (GTK_LABEL (shown->heading), _(hint->heading));
  gtk_label_set_label (GTK_LABEL (shown->number), place);
  gtk_button_set_label (GTK_BUTTON (shown->next), last ? _("Done") : _("Next"));
  gtk_widget_set_visible (shown->skip, !last);
  for (guint i = 0; i < MAX_LINES; i++)
    gtk_widget_set_visible (shown->lines[i], hint->lines[i].text != NULL);
  kb_name_widget (card, name);
  return card;
}

gboolean
kb_around_end_first_steps (KbWindow *window)
{
  if (!g_object_get_data (G_OBJECT (window), HINT))
    return FALSE;
  close_hint (window);
  finish_first_steps (window);
  return TRUE;
}

/* The rest of the window stays usable. With `focus`, the card gets the focus: Enter goes to the
 * next hint, Escape ends the tour. */
static void
show_hint (KbWindow *window, guint index, gboolean focus)
{
  kb_around_end_first_steps (window);
  FirstStepsShown *shown = g_new0 (FirstStepsShown, 1);
  shown->window = window;
  shown->index = index;
  GtkWidget *card = make_first_steps_card (shown);
  watch (card, shown);
  make_way (card, window);
  g_object_set_data (G_OBJECT (window), HINT, card);
  lift_toasts (window);
  gtk_overlay_add_overlay (
    GTK_OVERLAY (gtk_widget_get_template_child (GTK_WIDGET (window), KB_TYPE_WINDOW, "page")),
    card);
  gtk_widget_set_visible (
    card, !gtk_widget_get_mapped (kb_filmstrip_get_propagate (kb_window_get_filmstrip (window))));
  if (focus)
    gtk_widget_grab_focus (shown->next);
}

void
kb_around_first_steps (KbWindow *window)
{
  show_hint (window, 0, TRUE);
}

void
kb_around_first_steps_once (KbWindow *window)
{
  if (!kb_settings_get_boolean ("first-steps-seen"))
    show_hint (window, 0, TRUE);
}
