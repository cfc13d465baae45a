/* SPDX-License-Identifier: MIT */
/* Small widgets, and helpers for them. */
#ifndef KB_EDITOR_WIDGETS_WIDGETS_H
#define KB_EDITOR_WIDGETS_WIDGETS_H

#include <adwaita.h>
#include <gtk/gtk.h>

#include "editor/state/editor_state.h"

/* Over the children of a widget, in order. The current one must stay. */
#define KB_EACH_CHILD(child, parent) \
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child; \
       child = gtk_widget_get_next_sibling (child))

/* Widgets in one call each. */

/* `classes` have spaces between them. */
void kb_add_css_classes (gpointer widget, const char *classes);
/* Its text begins at the left. `classes` may be NULL. */
GtkWidget *kb_label_new (const char *text, const char *classes);
/* All labels in the widget may have several lines, so that a long language does not widen it. */
void kb_wrap_labels (GtkWidget *widget);
/* Only where it changes: GTK asks the display for the pointer each time. NULL removes it. */
void kb_set_tooltip (GtkWidget *widget, const char *text);
/* A flat button with an icon. `name` is its tooltip and its accessible name. */
GtkWidget *kb_icon_button_new (const char *icon, const char *name, GCallback clicked,
                               gpointer data);
/* Shows a new popover at a place of the parent, and frees it once it is closed. */
void kb_popover_show (GtkWidget *popover, GtkWidget *parent, const GdkRectangle *at);
/* The children end with NULL. */
void kb_box_append (gpointer box, ...) G_GNUC_NULL_TERMINATED;
/* Adds an event controller. Pairs of a signal and its G_CALLBACK follow, and NULL; the callbacks
 * get `data` last. Returns the controller. */
gpointer kb_add_controller (gpointer widget, gpointer controller, gpointer data, ...)
  G_GNUC_NULL_TERMINATED;
/* The same for clicks of one button. */
gpointer kb_add_click (gpointer widget, guint button, const char *signal, GCallback callback,
                       gpointer data);
/* The same for keys, before the widget and those within it see them. */
gpointer kb_add_keys (gpointer widget, GCallback callback, gpointer data);
/* The least and the largest width of an entry or a spin button, in characters. */
void kb_editable_set_width (gpointer editable, int chars);

/* Dialogs with a button for each answer. */

typedef struct {
  const char *id, *label;
  AdwResponseAppearance appearance;
} KbAnswer;

typedef struct {
  const char *heading, *body;    /* body may be NULL */
  KbAnswer answers[4];           /* without a label: left out. Escape gives the first one */
  const char *default_answer;    /* that of Enter, or NULL */
  GtkWidget *child;              /* below the body, or NULL */
  gboolean is_modeless;
  GCallback answered;            /* for "response", with the window as its data, or NULL */
  gpointer data;                 /* the dialog's, under the key KB_QUESTION */
  GDestroyNotify free_data;
} KbQuestion;

#define KB_QUESTION "kb-question"

/* Whether an entry in the widget is marked as invalid. */
gboolean kb_has_mistake (GtkWidget *widget);
/* Enables the answer "accept", unless the dialog has a mistake. Call it with each change. */
void kb_question_allow (AdwMessageDialog *dialog, gboolean allowed);

/* From now on, Enter on a check box or toggle button of the window runs its default button. */
void kb_enter_accepts (gpointer dialog);
/* Strings are copied. */
AdwMessageDialog *kb_question_show (gpointer window, KbQuestion question);

/* Asks for files with the desktop's own dialog. */

/* `paths` has at least one entry and ends with NULL. */
typedef void (*KbFilesChosen) (gpointer owner, char **paths, gpointer data);

/* Shows the chooser as a modal dialog, in the folder in which files were chosen last. Calls
 * `chosen` when files were accepted and the owner, a GObject, still exists. Takes the chooser. */
void kb_file_chooser_run (GtkFileChooserNative *chooser, gpointer owner, KbFilesChosen chosen,
                          gconstpointer data);
/* The same in that folder; NULL: where the desktop begins. */
void kb_file_chooser_run_in (GtkFileChooserNative *chooser, const char *folder, gpointer owner,
                             KbFilesChosen chosen, gconstpointer data);

/* A menu of actions. An entry with a NULL label separates; other labels are translated. */
typedef struct {
  const char *label, *action;
} KbMenuEntry;
GMenuModel *kb_menu_model_new (const KbMenuEntry *entries, guint n);

/* Accessible names of menu items. */

/* Marks entries with invalid text, visibly and for screen readers. */

/* Marks the entry as invalid, with `text` as its description. NULL clears the mark. */
void kb_mistake_mark (GtkWidget *entry, const char *text);
/* The same for entries without room for the text: it is shown in a popover while they have the
 * focus, and in the status line. */
void kb_mistake_report (GtkWidget *entry, const char *text);

/* From now on, Escape in the entry restores the text that it has now. */
void kb_text_keep (GtkWidget *entry);
gboolean kb_text_is_changed (GtkWidget *entry);
/* Restores the text of the entry that has the focus. FALSE: nothing was typed there. */
gboolean kb_text_take_back (GtkWindow *window);
/* Whether Enter and Escape belong to the text that has the focus in the window: to a number only
 * while it is changed. */
gboolean kb_text_keeps_keys (GtkWidget *within);

/* Drop-downs that stay narrow with long names. */

/* For models of GtkStringObject. `chars` is the max width. */
void kb_drop_down_make_narrow (GtkDropDown *drop_down, int chars);
/* Shows its choices whole, where libadwaita's own labels end after 20 characters. */
void kb_combo_row_make_wide (AdwComboRow *row);
/* Keeps the model if its names are the same. A new model changes the selection; within a handler of
 * that, GLib calls the handler again, without end if each call sets a new model. */
void kb_drop_down_set_names (GtkDropDown *drop_down, GtkStringList *names);
/* The text while nothing is chosen, by default "several". */
void kb_drop_down_set_empty (GtkDropDown *drop_down, const char *word);

/* A spin button without buttons for the narrow rows of the inspector: type, scroll, or use arrow
 * keys. Shows a unit and, for differing values, a dash. */

/* Called for changes by the user, not by kb_number_set. */
typedef void (*KbNumberChanged) (GtkWidget *number, double value, gpointer data);

/* `name` is the accessible name. */
GtkWidget *kb_number_new (const char *name, double min, double max, double step, int digits,
                          KbNumberChanged changed, gpointer data);
/* " ms", "°" */
void kb_number_set_unit (GtkWidget *number, const char *unit);
void kb_number_set (GtkWidget *number, gboolean mixed, double value);
/* For dialogs: has two buttons, and calls KbNumberChanged with each letter. Invalid text is marked
 * at once; its value is that before. */
void kb_number_set_live (GtkWidget *number);
/* Shows the word instead of 0. */
void kb_number_name_zero (GtkWidget *number, const char *word);
/* Call from KbNumberChanged: the new value for a node with the value `old`. That is `value`, or
 * `old` changed by what was typed: "+2", "+-2", "*2". It stops at the limits. A message says how
 * many did. */
double kb_number_for (GtkWidget *number, double value, double old);
/* Call from KbNumberChanged: a number for the user's current gesture, different from all others.
 * Pass it to kb_document_begin_merging. */
guint kb_number_gesture (GtkWidget *number);

/* Rows of a boxed list for options: numbers, switches, colours. */

typedef void (*KbOptionChanged) (gpointer data);

/* A boxed list with the accessible name. */
GtkWidget *kb_option_list_new (const char *name);
/* Appends a heading and a boxed list of small rows below it. Returns the list. */
GtkWidget *kb_option_rows_new (GtkBox *box, const char *title);

/* They write through the pointer and then call `changed`, while the user types too. */
GtkWidget *kb_option_number (const char *label, int *value, int min, int max,
                             KbOptionChanged changed, gpointer data);
/* Enter in the number's row activates the window's default. Returns the row. */
GtkWidget *kb_option_number_accepts (GtkWidget *row);
/* Appends two numbers to the list: the size of something painted. Returns the first. */
GtkWidget *kb_option_size (GtkWidget *list, int *width, int *height, KbOptionChanged changed,
                           gpointer data);
GtkWidget *kb_option_switch (const char *label, gboolean *value, KbOptionChanged changed,
                             gpointer data);
GtkWidget *kb_option_choice (const char *label, int *value, const char *const *choices,
                             KbOptionChanged changed, gpointer data);
/* An optional colour, typed as #rrggbb. */
GtkWidget *kb_option_colour (const char *label, guint32 *rgb, gboolean *has,
                             KbOptionChanged changed, gpointer data);

/* A text, NULL while it is empty. The row is an AdwEntryRow. */
GtkWidget *kb_option_text (const char *label, char **text, KbOptionChanged changed, gpointer data);
/* A preset of hot spots (document/hot_spots.h), chosen on a square of nine points. */
GtkWidget *kb_option_hot_spot (const char *label, int *preset, KbOptionChanged changed,
                               gpointer data);
/* hot_spot_points.c: the square alone, with a check box for the opaque pixels. */
GtkWidget *kb_hot_spot_points_new (int *preset, KbOptionChanged changed, gpointer data);

/* Sets a switch only if needed: each set makes GTK drop a toggle in progress. */
void kb_switch_show (GtkWidget *widget, gboolean on);

/* A small square of one colour with a thin edge, or empty if the colour's alpha is 0. */

#define KB_TYPE_SWATCH (kb_swatch_get_type ())
G_DECLARE_FINAL_TYPE (KbSwatch, kb_swatch, KB, SWATCH, GtkWidget)

GtkWidget *kb_swatch_new (guint32 colour);
/* 0xRRGGBBAA */
void kb_swatch_set_colour (KbSwatch *self, guint32 colour);

/* Small pictures of frames, drawn a few at a time when idle. Flow: a KbThumb asks for its frame's
 * texture -> not there yet: queued -> redrawn with it. Edits of a frame
 * drop its textures. */

typedef enum { KB_THUMB_LIST, KB_THUMB_FILM, KB_N_THUMBS } KbThumbKind;

#define KB_TYPE_THUMBNAILS (kb_thumbnails_get_type ())
G_DECLARE_FINAL_TYPE (KbThumbnails, kb_thumbnails, KB, THUMBNAILS, GObject)

KbThumbnails *kb_thumbnails_new (KbEditorState *state);

/* The widget. */
#define KB_TYPE_THUMB (kb_thumb_get_type ())
G_DECLARE_FINAL_TYPE (KbThumb, kb_thumb, KB, THUMB, GtkWidget)

GtkWidget *kb_thumb_new (KbThumbnails *thumbnails, KbThumbKind kind);
/* For a widget from a template. Call it once. */
void kb_thumb_set_source (KbThumb *self, KbThumbnails *thumbnails, KbThumbKind kind);
void kb_thumb_set_frame (KbThumb *self, KbId frame);

#endif
