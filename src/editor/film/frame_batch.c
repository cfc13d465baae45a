/* SPDX-License-Identifier: MIT */
/* Copies annotations to many frames, and deletes them from many. */
#include <glib/gi18n.h>
#include <stdlib.h>

#include "document/hot_spots.h"
#include "document/shapes/shape.h"
#include "editor/film/animations.h"
#include "editor/film/filmstrip.h"
#include "editor/film/frame_actions.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"
#include "operations/operations.h"

/* ---- frame data dialog ---- */

/* The frame data of all attacks as a table: sorted by a click on a title, copied as it is shown. */

#define CROUCHING "*crouch*"
#define MOST_HEIGHT 420
#define BESIDE_TABLE 96    /* of the window's width */

typedef struct {
  const KbDocument *document;   /* the dialog is modal: it stays */
  json_t *rows;
  GtkWidget *scroller;
  guint column;                 /* that the rows are sorted by */
  gboolean descending;
  int room;                     /* for its width */
} Table;

static void
table_free (gpointer data)
{
  json_decref (((Table *) data)->rows);
  g_free (data);
}

static gint
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Table *table = data;
  gboolean is_number = kb_frame_data_columns[table->column].is_number;
  g_autofree char *first = kb_frame_data_cell (*(json_t *const *) a, table->column);
  g_autofree char *second = kb_frame_data_cell (*(json_t *const *) b, table->column);
  gint64 by = is_number ? g_ascii_strtoll (first, NULL, 10) - g_ascii_strtoll (second, NULL, 10)
                        : g_utf8_collate (first, second);
  if (!*first != !*second)
    return !*first - !*second;   /* what is unknown comes last */
  return table->descending ? (by < 0) - (by > 0) : (by > 0) - (by < 0);
}

static void
sort (Table *table)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  json_t *sorted = json_array ();
  KB_EACH_JSON (row, table->rows)
    g_ptr_array_add (rows, row);
  g_ptr_array_sort_with_data (rows, compare, table);
  KB_EACH (json_t, row, rows)
    json_array_append (sorted, row);
  json_decref (table->rows);
  table->rows = sorted;
}

static void show_frame_batch (Table *table);

static void
on_frame_batch_title (GtkWidget *button, Table *table)
{
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "kb-column"));
  table->descending = table->column == column && !table->descending;
  table->column = column;
  show_frame_batch (table);
}

static GtkWidget *
make_title (Table *table, guint column)
{
  g_autofree char *text = g_strdup_printf (
    "%s%s", _(kb_frame_data_columns[column].title),
    table->column != column ? "" : table->descending ? " ▾" : " ▴");
  GtkWidget *button = gtk_button_new (), *label = kb_label_new (text, "caption-heading");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 10);
  gtk_button_set_child (GTK_BUTTON (button), label);
  kb_add_css_classes (button, "flat kb-small");
  kb_name_widget (button, text);
  gtk_widget_set_tooltip_text (button, _("Sort by this; again, the other way round"));
  g_object_set_data (G_OBJECT (button), "kb-column", GUINT_TO_POINTER (column));
  g_signal_connect (button, "clicked", G_CALLBACK (on_frame_batch_title), table);
  return button;
}

static void
show_frame_batch (Table *table)
{
  GtkWidget *grid = gtk_grid_new ();
  int width;
  sort (table);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 3);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  for (guint x = 0; x < KB_N_FRAME_DATA; x++)
    {
      gtk_grid_attach (GTK_GRID (grid), make_title (table, x), (int) x, 0, 1, 1);
      KB_EACH_JSON (item, table->rows)
        {
          g_autofree char *text = kb_frame_data_cell (item, x);
          GtkWidget *label = kb_label_new (text, "caption numeric");
          gtk_label_set_xalign (GTK_LABEL (label), kb_frame_data_columns[x].is_number ? 1 : 0);
          gtk_widget_set_margin_start (label, 6);
          gtk_widget_set_margin_end (label, 6);
          gtk_grid_attach (GTK_GRID (grid), label, (int) x, (int) item_at + 1, 1, 1);
        }
    }
  kb_name_widget (grid, _("Frame data"));
  gtk_widget_measure (grid, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_scrolled_window_set_min_content_width (GTK_SCROLLED_WINDOW (table->scroller),
                                             MIN (width, table->room));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (table->scroller), grid);
}

static void
on_crouching (GtkEditable *entry, Table *table)
{
  json_decref (table->rows);
  table->rows = kb_frame_data (table->document, gtk_editable_get_text (entry));
  show_frame_batch (table);
}

static GtkWidget *
make_table (Table *table)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *crouching = gtk_entry_new ();
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  table->scroller = GTK_WIDGET (scroller);
  gtk_editable_set_text (GTK_EDITABLE (crouching), CROUCHING);
  kb_name_widget (crouching, _("Animations that crouch"));
  g_signal_connect (crouching, "changed", G_CALLBACK (on_crouching), table);
  gtk_scrolled_window_set_propagate_natural_width (scroller, TRUE);
  gtk_scrolled_window_set_propagate_natural_height (scroller, TRUE);
  gtk_scrolled_window_set_max_content_height (scroller, MOST_HEIGHT);
  kb_box_append (row, kb_label_new (_("Animations that crouch"), NULL), crouching, NULL);
  gtk_widget_set_halign (row, GTK_ALIGN_CENTER);
  kb_box_append (box, table->scroller, row, NULL);
  show_frame_batch (table);
  return box;
}

static void
on_answer (AdwMessageDialog *dialog, const char *answer, KbWindow *window)
{
  const Table *table = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  g_autofree char *text = kb_frame_data_text (table->rows, FALSE);
  if (g_strcmp0 (answer, "copy") == 0)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
}

/* A table of the frame data of all attacks. */
static void
kb_frame_data_show (KbWindow *window)
{
  Table *table = g_new0 (Table, 1);
  table->document = kb_editor_state_get_document (kb_window_get_state (window));
  table->rows = kb_frame_data (table->document, CROUCHING);
  table->column = 1;
  table->room = gtk_widget_get_width (GTK_WIDGET (window)) - BESIDE_TABLE;
  gboolean any = json_array_size (table->rows) > 0;
  kb_question_show (window, (KbQuestion) {
    .heading = _("Frame Data"),
    .body = any ? _("In frames of 1/60 second. Advantages come from the values hitstun and "
                    "blockstun of shapes that strike.")
                : _("No animation strikes yet. Give a class the kind “hit”, and draw its shapes."),
    .answers = { { "close", _("Close") }, { "copy", any ? _("Copy as Markdown") : NULL } },
    .child = any ? make_table (table) : NULL,
    .answered = G_CALLBACK (on_answer),
    .data = table,
    .free_data = table_free });
}

/* ---- shared shapes ---- */

/* Shapes of a whole animation: document/shapes/shape.h. */

/* The selected shapes become those of their whole animation, or no longer are. */
static void
kb_shapes_share (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  guint n, n_shapes = 0;
  const KbId *selected = kb_editor_state_get_selection (state, &n);
  gboolean share = FALSE, done = TRUE;
  GError *error = NULL;
  for (guint i = 0; i < n; i++)
    {
      const KbShape *shape = kb_document_find (document, selected[i], &kb_shape_kind);
      n_shapes += shape != NULL;
      share = share || (shape && !shape->shared);
    }
  if (!n_shapes)
    {
      kb_editor_state_say (state, "%s", _("Select the shapes that the animation shares"));
      return;
    }
  kb_document_begin (document, share ? _("Share shapes") : _("Stop sharing shapes"));
  for (guint i = 0; i < n && done; i++)
    if (kb_document_find (document, selected[i], &kb_shape_kind))
      done = kb_document_set (document, selected[i], "shared", json_boolean (share), &error);
  if (!kb_editor_state_finish (state, done, &error))
    return;
  g_autoptr (GHashTable) inherited = kb_inherited_new (kb_editor_state_get_sprite (state));
  guint frames = g_hash_table_size (inherited);
  if (!share || !frames)
    kb_window_toast_undo (window, "%s",
                          share ? _("Shared, but no other frame of the animation lacks them")
                                : _("The animation no longer shares them"));
  else
    kb_window_toast_undo (
      window,
      ngettext ("Shared: %u frame takes over shapes", "Shared: %u frames take over shapes", frames),
      frames);
}

/* Copies of the shapes that the frame takes over. */
static void
kb_shapes_make_own (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  KbFrame *frame = kb_editor_state_get_frame (state);
  g_autoptr (GHashTable) inherited = kb_inherited_new (kb_editor_state_get_sprite (state));
  g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (frame, inherited);
  gboolean done = TRUE;
  GError *error = NULL;
  guint own = frame->shapes->len;
  if (shapes->len == own)
    {
      kb_editor_state_say (state, "%s", _("The frame takes over no shapes"));
      return;
    }
  kb_document_begin (document, _("Make shared shapes its own"));
  for (guint i = own; i < shapes->len && done; i++)
    {
      json_t *json = kb_node_to_json (g_ptr_array_index (shapes, i), NULL);
      json_object_del (json, "shared");
      done = kb_document_insert (document, frame->node.id, "shapes", -1, json, &error) != 0;
    }
  if (kb_editor_state_finish (state, done, &error))
    kb_window_toast_undo (window,
                          ngettext ("%u shape is the frame's own now",
                                    "%u shapes are the frame's own now", shapes->len - own),
                          shapes->len - own);
}

/* ---- frame batch ---- */

static gboolean
get_corner (KbWindow *window, int with)
{
  return kb_settings_get_boolean ("relative-to-corner");
}

static void
set_corner (KbWindow *window, int with, gboolean on)
{
  KbEditorState *state = kb_window_get_state (window);
  kb_settings_set_boolean ("relative-to-corner", on);
  kb_editor_state_touch (state, KB_CHANGE_TOOL);
  kb_editor_state_say (state, "%s", on ? _("Copies keep their position in the frame")
                                       : _("Copies are aligned by the hot spot"));
}

char *
kb_batch_clipboard_text (KbWindow *window, const char *text)
{
  json_t *clip = get_corner (window, 0) ? json_loads (text, 0, NULL) : NULL;
  if (!json_is_object (clip))
    {
      json_decref (clip);
      return g_strdup (text);
    }
  json_object_set_new (clip, "origin", json_null ());
  char *dumped = json_dumps (clip, 0), *result = g_strdup (dumped);
  free (dumped);
  json_decref (clip);
  return result;
}

static void
add_all (GArray *items, const KbFrame *frame, gboolean points)
{
  KB_EACH (const KbShape, shape, frame->shapes)
    g_array_append_val (items, shape->node.id);
  if (points)
    KB_EACH (const KbPoint, point, frame->points)
      g_array_append_val (items, point->node.id);
}

GArray *
kb_batch_items (KbEditorState *state, gboolean shapes_only)
{
  KbDocument *document = kb_editor_state_get_document (state);
  KbFrame *frame = kb_editor_state_get_frame (state);
  GArray *items = g_array_new (FALSE, FALSE, sizeof (KbId));
  guint n, n_shapes = 0;
  const KbId *selected = kb_editor_state_get_selection (state, &n);
  for (guint i = 0; i < n; i++)
    n_shapes += !!kb_document_find (document, selected[i], &kb_shape_kind);
  for (guint i = 0; i < n; i++)
    if (!shapes_only || !n_shapes
        || kb_document_find (document, selected[i], &kb_shape_kind))
      g_array_append_val (items, selected[i]);
  /* The hot spot tool leaves the hot spot selected. That alone does not mean that the user wants to
   * propagate it. */
  if (shapes_only && frame && items->len == 1 && g_array_index (items, KbId, 0) == frame->node.id)
    g_array_set_size (items, 0);
  if (items->len == 0 && frame)
    add_all (items, frame, !shapes_only || kb_count (frame->shapes) == 0);
  return items;
}

KbAnimation *
kb_batch_animation (KbEditorState *state)
{
  KbAnimation *animation = kb_editor_state_get_animation (state);
  KbFrame *frame = kb_editor_state_get_frame (state);
  return animation && frame && kb_animation_find_step (animation, frame->node.id) ? animation
                                                                                  : NULL;
}

GArray *
kb_batch_others (const KbAnimation *animation, KbId source, gboolean following)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (KbId));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  gboolean wanted = !following;
  KB_EACH (KbStep, step, animation->steps)
    if (step->frame_id == source)
      wanted = TRUE;
    else if (wanted && g_hash_table_add (known, GUINT_TO_POINTER (step->frame_id)))
      g_array_append_val (frames, step->frame_id);
  return frames;
}

/* Following frames are those of the current animation, if it shows the current frame. */
static GArray *
frames_of (KbEditorState *state, KbScope scope)
{
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (state, &n);
  KbId frame = kb_editor_state_get_frame (state)->node.id;
  KbAnimation *animation = kb_batch_animation (state);
  if (scope == KB_SCOPE_FOLLOWING && animation)
    return kb_batch_others (animation, frame, TRUE);
  return kb_scope_frames (kb_editor_state_get_document (state), frame, scope, chosen, n);
}

/* Returns FALSE and shows the reason if either is missing. */
static gboolean
can_run (KbEditorState *state, const GArray *items, const GArray *frames)
{
  if (items->len == 0)
    kb_editor_state_say (
      state, "%s", _("There is nothing on this frame yet: draw a shape or place a point first"));
  else if (frames->len == 0)
    kb_editor_state_say (
      state, "%s", _("There is no other frame: choose some in the filmstrip with Shift or Ctrl"));
  return items->len > 0 && frames->len > 0;
}

/* ---- apply ---- */

static void
apply_frame_batch (KbWindow *window, int scope)
{
  KbEditorState *state = kb_window_get_state (window);
  KbFrame *frame = kb_editor_state_get_frame (state);
  g_autoptr (GError) error = NULL;
  if (!frame)
    return;
  g_autoptr (GArray) items = kb_batch_items (state, FALSE);
  g_autoptr (GArray) frames = frames_of (state, scope);
  if (items->len == 0 && frame->hot_spot.set)
    g_array_append_val (items, frame->node.id);
  if (!can_run (state, items, frames))
    return;
  g_autoptr (GPtrArray) proposals = kb_copy_proposals (
    kb_editor_state_get_document (state), frame->node.id, (KbId *) (void *) items->data, items->len,
    (KbId *) (void *) frames->data, frames->len,
    get_corner (window, 0) ? KB_ANCHOR_CORNER : KB_ANCHOR_HOT_SPOT);
  if (!kb_apply_proposals (kb_editor_state_get_document (state), KB_OPERATION_COPY_TO_FRAMES,
                           proposals, KB_MEET_REPLACE, &error))
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  else
    kb_window_toast_undo (window,
                          ngettext ("Copied to %u frame", "Copied to %u frames", frames->len),
                          frames->len);
}

/* ---- delete ---- */

static void
delete_from (KbWindow *window, int scope)
{
  KbEditorState *state = kb_window_get_state (window);
  KbFrame *frame = kb_editor_state_get_frame (state);
  g_autoptr (GError) error = NULL;
  guint n;
  if (!frame)
    return;
  kb_editor_state_get_selection (state, &n);
  if (n == 0)
    {
      kb_editor_state_say (state, "%s", _("Select the shapes or points to delete first"));
      return;
    }
  g_autoptr (GArray) items = kb_batch_items (state, FALSE);
  g_autoptr (GArray) frames = frames_of (state, scope);
  if (scope != KB_SCOPE_FOLLOWING)
    g_array_append_val (frames, frame->node.id);
  if (!can_run (state, items, frames))
    return;
  if (!kb_delete_from_frames (kb_editor_state_get_document (state), (KbId *) (void *) items->data,
                              items->len, (KbId *) (void *) frames->data, frames->len, &error))
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  else
    kb_window_toast_undo (window,
                          ngettext ("Deleted from %u frame", "Deleted from %u frames", frames->len),
                          frames->len);
}

/* ---- in between ---- */

/* Between the first and the last of the selected frames. Uses the selection of the one being shown,
 * or all its items if nothing is selected. */
static void
fill_between (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  KbFrame *frame = kb_editor_state_get_frame (state);
  g_autoptr (GError) error = NULL;
  guint n, left_out = 0;
  const KbId *chosen = kb_editor_state_get_frames (state, &n);
  if (!frame || n < 2)
    {
      kb_editor_state_say (
        state, "%s",
        _("Choose two frames in the filmstrip: the first and, with Ctrl or Shift, the last"));
      return;
    }
  gboolean backwards = frame->node.id == chosen[n - 1];
  KbId from = chosen[backwards ? n - 1 : 0], to = chosen[backwards ? 0 : n - 1];
  g_autoptr (GArray) items = NULL;
  if (frame->node.id == from)
    items = kb_batch_items (state, FALSE);
  else
    {
      items = g_array_new (FALSE, FALSE, sizeof (KbId));
      add_all (items, (KbFrame *) kb_document_node (document, from), TRUE);
    }
  g_autoptr (GPtrArray) proposals = kb_between_proposals (
    document, from, to, (KbId *) (void *) items->data, items->len, &left_out, &error);
  guint made = 0;
  if (proposals)
    KB_EACH (const KbProposal, proposal, proposals)
      made += proposal->items->len;
  if (proposals && made == 0)
    {
      kb_editor_state_say (
        state, "%s",
        _("No shape with the same class and name on the other frame"));
      return;
    }
  if (!proposals
      || !kb_apply_proposals (document, KB_OPERATION_BETWEEN, proposals, KB_MEET_REPLACE, &error))
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  else if (left_out)
    kb_window_toast_undo (
      window,
      ngettext ("Filled %u frame between; %u skipped (not on both frames)",
                "Filled %u frames between; %u skipped (not on both frames)",
                proposals->len),
      proposals->len, left_out);
  else
    kb_window_toast_undo (
      window,
      ngettext ("Filled %u frame between", "Filled %u frames between", proposals->len),
      proposals->len);
}

/* ---- actions ---- */

static void
run_propagate (KbWindow *window, int annotates)
{
  kb_filmstrip_propagate (kb_window_get_filmstrip (window), annotates);
}

static void
run_propagate_all (KbWindow *window)
{
  if (kb_editor_state_get_frame (kb_window_get_state (window)))
    kb_selection_set_all (kb_editor_state_get_tools (kb_window_get_state (window)));
  run_propagate (window, FALSE);
}

static void
ask_operation (KbWindow *window, int type)
{
  kb_filmstrip_ask (kb_window_get_filmstrip (window), (KbOperationType) type);
}

static void
place_hot_spots (KbWindow *window, int preset)
{
  kb_frames_place_hot_spots (kb_window_get_state (window), preset);
}

#define MANY N_("Many frames")

const KbAction kb_many_actions[] = {
  { "propagate", MANY, N_("Propagate: find the shapes on other frames"), { "<Shift>p" }, TRUE,
    KB_WANTS_FRAME, .run_with = run_propagate, .with = FALSE, .words = N_("following pictures") },
  { "propagate-all", MANY, N_("Propagate all shapes of the frame"), { "<Alt>p" }, TRUE,
    KB_WANTS_FRAME, run_propagate_all },
  { "annotate-frames", MANY, N_("Shapes on many frames: trace, fit, change"), { "<Alt>e" }, TRUE,
    KB_WANTS_FRAME, .run_with = run_propagate, .with = TRUE,
    .words = N_("outlines cover boxes simplify convex mirror scale class values every all") },
  { "share", MANY, N_("Share the shapes with the whole animation"), { "<Alt>w" }, TRUE,
    KB_WANTS_FRAME, kb_shapes_share, .words = N_("inherit default frames") },
  { "make-own", MANY, N_("Make shared shapes the frame's own"), { NULL }, TRUE, KB_WANTS_FRAME,
    kb_shapes_make_own, .words = N_("inherit override detach") },
  { "frame-data", MANY, N_("Attacks: list their frame data"), { NULL }, TRUE, KB_WANTS_PROJECT,
    kb_frame_data_show, .words = N_("startup active recovery advantage table") },
  { "apply-following", MANY, N_("Copy to the following frames"), { "<Shift>f" }, TRUE,
    KB_WANTS_FRAME, .run_with = apply_frame_batch, .with = KB_SCOPE_FOLLOWING },
  { "apply-selected", MANY, N_("Copy to the selected frames"), { "<Shift>s" }, TRUE,
    KB_WANTS_FRAME, .run_with = apply_frame_batch, .with = KB_SCOPE_SELECTED },
  { "apply-all", MANY, N_("Copy to all frames"), { NULL }, TRUE, KB_WANTS_FRAME,
    .run_with = apply_frame_batch, .with = KB_SCOPE_ALL },
  { "fill-between", MANY, N_("Fill in between two selected frames"), { "<Shift>i" }, TRUE,
    KB_WANTS_FRAME, fill_between },
  { "delete-from-following", MANY, N_("Delete from the following frames"), { NULL }, TRUE,
    KB_WANTS_SELECTION, .run_with = delete_from, .with = KB_SCOPE_FOLLOWING },
  { "delete-from-selected", MANY, N_("Delete from the selected frames"), { "<Control>Delete" },
    TRUE, KB_WANTS_SELECTION, .run_with = delete_from, .with = KB_SCOPE_SELECTED },
  { "delete-from-all", MANY, N_("Delete from all frames"), { NULL }, TRUE, KB_WANTS_SELECTION,
    .run_with = delete_from, .with = KB_SCOPE_ALL },
  { "relative-to-corner", MANY, N_("Align copies by the frame's corner, not the hot spot"),
    { NULL }, TRUE, KB_WANTS_PROJECT, .get = get_corner, .set = set_corner },
  { "crop-frames", MANY, N_("Crop the selected frames"), { NULL }, TRUE, KB_WANTS_FRAME,
    .run_with = ask_operation, .with = KB_OPERATION_CROP },
  { "trim-frames", MANY, N_("Trim each selected frame"), { NULL }, TRUE, KB_WANTS_FRAME,
    .run_with = kb_frames_trim, .with = FALSE },
  { "trim-frames-together", MANY, N_("Trim the selected frames together"), { NULL }, TRUE,
    KB_WANTS_FRAME, .run_with = kb_frames_trim, .with = TRUE },
  { "extend-frames", MANY, N_("Extend the selected frames"), { NULL }, TRUE, KB_WANTS_FRAME,
    .run_with = ask_operation, .with = KB_OPERATION_EXTEND },
  { "flip-frames-x", MANY, N_("Flip the selected frames left to right"), { NULL }, TRUE,
    KB_WANTS_FRAME, .run_with = kb_frames_flip, .with = TRUE },
  { "flip-frames-y", MANY, N_("Flip the selected frames upside down"), { NULL }, TRUE,
    KB_WANTS_FRAME, .run_with = kb_frames_flip, .with = FALSE },
  { "scale-frames", MANY, N_("Scale the selected frames"), { NULL }, TRUE, KB_WANTS_FRAME,
    .run_with = ask_operation, .with = KB_OPERATION_SCALE },
  { "place-hot-spots", MANY, N_("Place the hot spots of the selected frames"), { NULL }, TRUE,
    KB_WANTS_FRAME, .run_with = ask_operation, .with = KB_OPERATION_HOT_SPOTS,
    .words = N_("pivot origin nine points corner") },
  { "hot-spots-bottom", MANY, N_("Hot spots at the bottom centre of the selected frames"),
    { NULL }, TRUE, KB_WANTS_FRAME, .run_with = place_hot_spots,
    .with = KB_HOT_SPOT_POINTS + KB_HOT_SPOT_BOTTOM, .words = N_("pivot origin feet ground") },
  { NULL },
};
