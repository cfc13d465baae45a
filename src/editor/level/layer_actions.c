/* SPDX-License-Identifier: MIT */
/* Actions on the active layer and the stamp. */
#include <glib/gi18n.h>
#include <math.h>

#include "editor/imports/imports.h"
#include "editor/level/layer_edits.h"
#include "editor/level/level_actions.h"
#include "editor/paint/paint.h"
#include "editor/watch/level_canvas.h"
#include "editor/watch/level_watch.h"
#include "editor/widgets/widgets.h"
#include "interchange/formats.h"
#include "interchange/levels/level_file.h"
#include "operations/level/heightmaps.h"
#include "operations/level/mazes.h"
#include "operations/level/tilesets.h"
#include "tools/level/ground_edits.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

/* Whether to show these of KB_PARTITION_..., or solid tiles and ground. */
static gboolean
kb_level_shows (KbWindow *window, int view)
{
  const KbLevelWatch *watch = kb_level_watch_of (kb_window_get_state (window));
  return watch && kb_level_watch_views (watch) & (guint) view;
}

static void
kb_level_show (KbWindow *window, int view, gboolean on)
{
  KbLevelWatch *watch = kb_level_watch_of (kb_window_get_state (window));
  kb_level_watch_set_views (watch, on ? kb_level_watch_views (watch) | (guint) view
                                      : kb_level_watch_views (watch) & ~(guint) view);
}

/* ---- what is selected ---- */

static void
make_one_way (KbWindow *window)
{
  kb_level_selection_toggle_one_way (kb_window_get_tools (window));
}

static void
flip_walls (KbWindow *window)
{
  kb_level_selection_flip (kb_window_get_tools (window));
}

static void
join_ends (KbWindow *window)
{
  kb_level_selection_join (kb_window_get_tools (window));
}

static void
make_areas (KbWindow *window)
{
  kb_level_selection_make_areas (kb_window_get_tools (window));
}

static void
mirror_down (KbWindow *window)
{
  kb_level_selection_mirror (kb_window_get_tools (window), FALSE);
}

#define LEVELS N_("Levels")

const KbAction kb_level_actions[] = {
  { "new-level", LEVELS, N_("New level over a picture"), { "<Control><Shift>l" },
    .wants = KB_WANTS_PROJECT, .run_with = kb_asset_ask_picture, .with = KB_NEW_LEVEL },
  { "new-empty-level", LEVELS, N_("New empty level"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run_with = kb_asset_ask_empty, .with = KB_NEW_LEVEL },
  { "level-picture", LEVELS, N_("Picture behind the level"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run_with = kb_asset_ask_picture, .with = KB_PICTURE_BEHIND, .words = N_("background") },
  { "level-no-picture", LEVELS, N_("No picture behind the level"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_level_remove_picture, .words = N_("background") },
  { "one-way-walls", LEVELS, N_("One-way: the selected walls stop only what comes from one side"),
    { "<Alt>o" }, TRUE, KB_WANTS_LEVEL | KB_WANTS_SELECTION, make_one_way },
  { "flip-walls", LEVELS, N_("Swap the sides of the selected walls"), { "<Alt>f" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, flip_walls },
  { "join-ends", LEVELS, N_("Join the selected ends in their middle"), { "<Alt>j" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, join_ends },
  { "make-areas", LEVELS, N_("Make areas from the selected walls"), { "<Alt>a" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, make_areas },
  { "mirror-down", LEVELS, N_("Mirror the selection upside down"), { "<Alt>m" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, mirror_down },
  { NULL },
};

const KbAction kb_partition_actions[] = {
  { "partition-lines", LEVELS, N_("Lines of the partition, warm near the root"), { "<Alt>1" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_shows, .set = kb_level_show,
    .with = KB_PARTITION_LINES },
  { "partition-leaves", LEVELS, N_("Leaves of the partition in colours"), { "<Alt>2" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_shows, .set = kb_level_show,
    .with = KB_PARTITION_LEAVES },
  { "partition-leaf", LEVELS, N_("The leaf under the pointer, with its walls"), { "<Alt>3" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_shows, .set = kb_level_show,
    .with = KB_PARTITION_LEAF },
  { NULL },
};

/* ---- world actions ---- */

/* The dialogs for mazes, grounds and heightmaps. */

#define MAX_SEED 999999

static void
choose_with_tool (KbWindow *window, KbId layer, const char *tool)
{
  KbEditorState *state = kb_window_get_state (window);
  kb_editor_state_choose_layer (state, layer);
  kb_editor_state_choose_tool (state, kb_tool_by_id (tool));
  kb_editor_state_grab_canvas (state);
}

/* The position that centres a size on the canvas, on the level's grid. */
static KbVec
in_sight (KbWindow *window, double width, double height)
{
  const KbToolContext *tools = kb_window_get_tools (window);
  const KbLevel *level = kb_tool_context_level (tools);
  KbBounds seen = kb_view_visible (&tools->view);
  double grid = MAX (level->grid, 1), x = (seen.x0 + seen.x1 - width) / 2,
         y = (seen.y0 + seen.y1 - height) / 2;
  return (KbVec) { CLAMP (floor (x / grid) * grid, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT),
                  CLAMP (floor (y / grid) * grid, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT) };
}

/* Numbers of a dialog. */
typedef struct {
  const char *label;
  gint *value, min, max;
} NumberRow;

static void
add_numbers (GtkWidget *list, const NumberRow *rows, guint n, KbOptionChanged changed,
             gpointer data)
{
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (GTK_LIST_BOX (list),
                         kb_option_number_accepts (kb_option_number (
                           rows[i].label, rows[i].value, rows[i].min, rows[i].max, changed, data)));
}

/* ---- mazes ---- */

typedef struct {
  KbMazeWish wish;
  KbWindow *window;          /* the dialog's parent */
  KbDocument *document;      /* borrowed, for comparison only */
  KbId level, maze;          /* maze 0: a new one */
  AdwMessageDialog *dialog;
  GtkWidget *note;
} Ask;

static void
on_wish (gpointer data)
{
  Ask *self = data;
  guint cells = (guint) self->wish.width * (guint) self->wish.height;
  gboolean fits = cells <= KB_MOST_GENERATED_CELLS;
  g_autofree char *text =
    fits ? g_strdup_printf (ngettext ("%u cell", "%u cells", cells), cells)
         : g_strdup_printf (_("%u cells; at most %u"), cells, KB_MOST_GENERATED_CELLS);
  gtk_label_set_label (GTK_LABEL (self->note), text);
  kb_question_allow (self->dialog, fits);
}

static KbId
carry_out (const Ask *self, GError **error)
{
  KbToolContext *tools = kb_window_get_tools (self->window);
  if (self->maze)
    return kb_maze_remake (self->document, self->maze, &self->wish, error) ? self->maze : 0;
  KbId class_id = kb_tool_context_class (tools, &kb_maze_kind, error);
  const KbClass *class =
    class_id ? (const KbClass *) kb_document_node (self->document, class_id) : NULL;
  KbVec place = in_sight (self->window, self->wish.width * self->wish.cell,
                          self->wish.height * self->wish.cell);
  KbPixel at = { (gint) place.x, (gint) place.y, TRUE };
  return class ? kb_maze_add (self->document, self->level, class->name, at, &self->wish, error) : 0;
}

static void
on_layer_actions_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const Ask *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  KbEditorState *state = kb_window_get_state (window);
  g_autoptr (GError) error = NULL;
  if (!g_str_equal (response, "accept") || kb_editor_state_get_document (state) != self->document
      || !kb_document_node (self->document, self->level))
    return;
  kb_tools_settle (kb_window_get_tools (window));
  kb_document_begin (self->document, self->maze ? _("Generate maze") : _("Add maze"));
  KbId id = carry_out (self, &error);
  if (!kb_document_finish (self->document, id != 0))
    {
      kb_editor_state_take_error (state, g_steal_pointer (&error));
      return;
    }
  choose_with_tool (window, id, "maze");
  kb_editor_state_offer_undo (state, "%s",
                              self->maze ? _("The maze has new walls")
                                         : _("Maze added. Drag along edges to change walls"));
}

static void
add_layer_actions_row (GtkWidget *list, GtkWidget *row)
{
  gtk_list_box_append (GTK_LIST_BOX (list), row);
}

/* Asks for columns, rows and a seed; selects the new maze. */
static void
ask_maze (KbWindow *window, const KbMaze *maze)
{
  KbEditorState *state = kb_window_get_state (window);
  if (!kb_editor_state_get_level (state))
    return;
  const char *title = maze ? _("Generate Maze") : _("New Maze");
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *list = kb_option_list_new (title);
  Ask *self = g_new (Ask, 1);
  *self = (Ask) { { maze ? maze->width : 16, maze ? maze->height : 12,
                   kb_level_cell_side (kb_editor_state_get_level (state)), TRUE,
                   1 + g_random_int_range (0, 1000) },
                 window,
                 kb_editor_state_get_document (state),
                 kb_editor_state_get_level (state)->node.id,
                 maze ? maze->node.id : 0,
                 NULL,
                 gtk_label_new ("") };
  GtkWidget *width = kb_option_number_accepts (
    kb_option_number (_("Columns"), &self->wish.width, 1, KB_MAX_MAZE_CELLS, on_wish, self));
  add_layer_actions_row (list, width);
  add_layer_actions_row (
    list, kb_option_number_accepts (kb_option_number (_("Rows"), &self->wish.height, 1,
                                                      KB_MAX_MAZE_CELLS, on_wish, self)));
  if (!maze)
    {
      add_layer_actions_row (list, kb_option_number_accepts (kb_option_number (
                       _("Pixels per cell"), &self->wish.cell, 1, KB_MAX_CELL_SIDE, on_wish,
                       self)));
      add_layer_actions_row (
        list, kb_option_switch (_("Begin with a random maze"), &self->wish.random, on_wish, self));
    }
  add_layer_actions_row (list, kb_option_number_accepts (
                   kb_option_number (_("Seed (same seed, same maze)"),
                                     &self->wish.seed, 0, MAX_SEED, on_wish, self)));
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  kb_box_append (box, list, self->note, NULL);
  self->dialog = kb_question_show (window, (KbQuestion) {
    .heading = title,
    .body = maze ? _("Replaces all walls of the maze.") : NULL,
    .answers = { { "cancel", _("Cancel") },
                 { "accept", maze ? _("Generate") : _("Add"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "accept",
    .child = box,
    .answered = G_CALLBACK (on_layer_actions_response),
    .data = self,
    .free_data = g_free,
  });
  on_wish (self);
  width = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (width));
  gtk_widget_grab_focus (width);
}

static void
kb_maze_ask_new (KbWindow *window)
{
  ask_maze (window, NULL);
}

/* The same to generate the walls of the active maze again, or of the last one. */
static void
kb_maze_ask_generate (KbWindow *window)
{
  ask_maze (
    window, (const KbMaze *) kb_tool_context_layer (kb_window_get_tools (window), &kb_maze_kind));
}

static gboolean
kb_maze_get_parts (KbWindow *window, int with)
{
  return kb_worlds_view_get_parts (kb_window_get_state (window));
}

static void
kb_maze_set_parts (KbWindow *window, int with, gboolean on)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbNode *maze = kb_tool_context_layer (kb_window_get_tools (window), &kb_maze_kind);
  kb_worlds_view_set_parts (state, on);
  g_autofree char *facts = on && maze ? kb_maze_facts (state, maze) : NULL;
  if (facts)
    kb_editor_state_say (state, "%s", facts);
}

/* ---- grounds ---- */

/* Selects the tool: its first points make the ground. */
static void
kb_ground_start (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  kb_editor_state_choose_layer (state, 0);
  kb_editor_state_choose_tool (state, kb_tool_by_id ("ground"));
  kb_editor_state_say (state, "%s",
                       _("Click points from left to right or right to left; Enter ends"));
  kb_editor_state_grab_canvas (state);
}

/* Makes the pieces right of the selected points straight, or curved again. */
static void
kb_ground_toggle_flat (KbWindow *window)
{
  if (!kb_ground_selection_toggle_flat (kb_window_get_tools (window)))
    kb_editor_state_say (kb_window_get_state (window), "%s",
                         _("Select a point of the ground first: a click with G"));
}

typedef struct {
  char *function;
  gint from, to, every;
  KbWindow *window;          /* the dialog's parent */
  KbId level;
  AdwMessageDialog *dialog;
  GtkWidget *note;
} AskFunction;

static void
ask_function_free (gpointer data)
{
  g_free (((AskFunction *) data)->function);
  g_free (data);
}

/* The points as KbVec, or NULL. */
static GArray *
function_points (const AskFunction *self, GError **error)
{
  json_auto_t *list =
    self->from < self->to
      ? kb_ground_function_read (_("Function"), self->function ? self->function : "", self->from,
                                 self->to, self->every, error)
      : kb_fail_null (error, KB_ERROR_INPUT, "%s", _("The end must be right of the start"));
  GArray *points = list ? g_array_new (FALSE, FALSE, sizeof (KbVec)) : NULL;
  KB_EACH_JSON (point, list)
    {
      const json_t *at = json_object_get (point, "at");
      const KbVec vec = { json_number_value (json_array_get (at, 0)),
                          json_number_value (json_array_get (at, 1)) };
      g_array_append_val (points, vec);
    }
  return points;
}

static void
on_function_wish (gpointer data)
{
  AskFunction *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) points = function_points (self, &error);
  g_autofree char *text =
    points ? g_strdup_printf (ngettext ("%u point", "%u points", points->len), points->len) : NULL;
  gtk_label_set_label (GTK_LABEL (self->note), text ? text : error->message);
  kb_question_allow (self->dialog, points != NULL);
}

static void
on_function_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const AskFunction *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  KbEditorState *state = kb_window_get_state (window);
  const KbLevel *level = kb_editor_state_get_level (state);
  g_autoptr (GArray) points = g_str_equal (response, "accept") && level
                                  && level->node.id == self->level
                                ? function_points (self, NULL)
                                : NULL;
  if (!points)
    return;
  kb_tools_settle (kb_window_get_tools (window));
  const KbId id = kb_ground_add (kb_window_get_tools (window), (const KbVec *) points->data,
                                 points->len);
  if (id)
    choose_with_tool (window, id, "ground");
}

static void
kb_ground_ask_function (KbWindow *window)
{
  const KbLevel *level = kb_editor_state_get_level (kb_window_get_state (window));
  const char *title = _("Ground from a Function");
  if (!level)
    return;
  const KbBounds seen = kb_view_visible (&kb_window_get_tools (window)->view);
  const gint y = (gint) floor ((seen.y0 + seen.y1) / 2);
  AskFunction *self = g_new (AskFunction, 1);
  *self = (AskFunction) { g_strdup_printf ("%d + 40*sin(x/40)", y), (gint) floor (seen.x0),
                          (gint) floor (seen.x1), 16, window, level->node.id, NULL,
                          gtk_label_new ("") };
  const NumberRow rows[] = {
    { _("From x"), &self->from, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
    { _("To x"), &self->to, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
    { _("Pixels between points"), &self->every, 1, KB_LEVEL_LIMIT },
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *list = kb_option_list_new (title);
  GtkWidget *function =
    kb_option_text (_("y as a function of x"), &self->function, on_function_wish, self);
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (function), TRUE);
  add_layer_actions_row (list, function);
  add_numbers (list, rows, G_N_ELEMENTS (rows), on_function_wish, self);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  kb_box_append (box, list, self->note, NULL);
  self->dialog = kb_question_show (window, (KbQuestion) {
    .heading = title,
    .answers = { { "cancel", _("Cancel") }, { "accept", _("Add"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "accept",
    .child = box,
    .answered = G_CALLBACK (on_function_response),
    .data = self,
    .free_data = ask_function_free,
  });
  on_function_wish (self);
}

/* ---- image layers ---- */

static void
on_layer_actions_picture (gpointer window, char **paths, gpointer data)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbLevel *level = kb_editor_state_get_level (state);
  g_autoptr (GError) error = NULL;
  KbPicture *picture = level ? kb_picture_read_any (paths[0], &error) : NULL;
  g_autofree char *stem = kb_import_stem (paths[0]);
  kb_tools_settle (kb_window_get_tools (window));
  KbId id = picture ? kb_level_image_add (document, level->node.id, stem, picture, &error) : 0;
  g_clear_pointer (&picture, kb_picture_unref);
  if (error)
    kb_window_show_error (window, _("The Picture Cannot Be Read"), g_steal_pointer (&error));
  if (!id)
    return;
  choose_with_tool (window, id, "select");
  kb_editor_state_offer_undo (state, "%s", _("Image layer added in front; its fields are on the "
                                             "right"));
}

/* Asks for a picture, which becomes an image layer. */
static void
kb_image_ask_file (KbWindow *window)
{
  kb_file_chooser_run (kb_import_ask_png (GTK_WINDOW (window), _("Choose a Picture")), window,
                       on_layer_actions_picture, NULL);
}

/* ---- heightmaps ---- */

typedef struct {
  KbHeightmapWish wish;
  KbWindow *window;          /* the dialog's parent */
  KbId level;
  AdwMessageDialog *dialog;
} AskHeights;

static void
on_heights_wish (gpointer data)
{
  AskHeights *self = data;
  const KbHeightmapWish *wish = &self->wish;
  kb_question_allow (self->dialog, wish->low < wish->high && wish->base >= wish->low
                                     && wish->base <= wish->high);
}

static void
on_heights_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const AskHeights *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbLevel *level = kb_editor_state_get_level (state);
  g_autoptr (GError) error = NULL;
  if (!g_str_equal (response, "accept") || !level || level->node.id != self->level)
    return;
  kb_tools_settle (kb_window_get_tools (window));
  kb_document_begin (document, _("Add heightmap"));
  KbId id = kb_heightmap_add_new (document, level->node.id, &self->wish,
                                  kb_heightmap_free_place (level), &error);
  if (!kb_editor_state_finish (state, id != 0, &error))
    return;
  kb_editor_state_reveal (state, id);
  choose_with_tool (window, id, "raise");
  kb_editor_state_offer_undo (state, "%s", _("Heightmap added: drag to raise the ground"));
}

/* Asks for a grey PNG. */
static void
kb_heightmap_ask_new (KbWindow *window)
{
  const KbLevel *level = kb_editor_state_get_level (kb_window_get_state (window));
  const char *title = _("New Heightmap");
  if (!level)
    return;
  AskHeights *self = g_new (AskHeights, 1);
  *self = (AskHeights) { { 256, 256, 4, 0, 100, 20 }, window, level->node.id, NULL };
  const NumberRow rows[] = {
    { _("Columns"), &self->wish.width, 2, KB_MAX_PAINTED_SAMPLES },
    { _("Rows"), &self->wish.height, 2, KB_MAX_PAINTED_SAMPLES },
    { _("Pixels between samples"), &self->wish.cell, 1, KB_MAX_CELL_SIDE },
    { _("Lowest altitude"), &self->wish.low, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
    { _("Highest altitude"), &self->wish.high, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
    { _("Base altitude"), &self->wish.base, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
  };
  GtkWidget *list = kb_option_list_new (title);
  add_numbers (list, rows, G_N_ELEMENTS (rows), on_heights_wish, self);
  self->dialog = kb_question_show (window, (KbQuestion) {
    .heading = title,
    .answers = { { "cancel", _("Cancel") }, { "accept", _("Add"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "accept",
    .child = list,
    .answered = G_CALLBACK (on_heights_response),
    .data = self,
    .free_data = g_free,
  });
}

static void
on_layer_actions_chosen (gpointer window, char **paths, gpointer data)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbLevel *level = kb_editor_state_get_level (state);
  KbDocument *document = kb_editor_state_get_document (state);
  g_autoptr (GError) error = NULL;
  if (!level)
    return;
  kb_tools_settle (kb_window_get_tools (window));
  gboolean alpha;
  kb_document_begin (document, _("Add heightmap"));
  KbId id = kb_heightmap_add (document, level->node.id, paths[0], kb_heightmap_free_place (level),
                              &alpha, &error);
  if (!kb_document_finish (document, id != 0))
    {
      kb_window_show_error (window, _("The Heightmap Cannot Be Read"), g_steal_pointer (&error));
      return;
    }
  kb_editor_state_reveal (state, id);
  choose_with_tool (window, id, "profile");
  kb_editor_state_offer_undo (state, "%s",
                              alpha ? _("Heightmap added without its alpha channel: its altitudes "
                                        "are on the right")
                                    : _("Heightmap added: its altitudes are on the right"));
}

static void
kb_heightmap_ask_file (KbWindow *window)
{
  kb_file_chooser_run (kb_import_ask_png (GTK_WINDOW (window),
                                          _("Choose a Grey Picture of Altitudes")),
                       window, on_layer_actions_chosen, NULL);
}

/* ---- layer actions ---- */

static KbId
active (KbWindow *window)
{
  const KbNode *layer = kb_editor_state_get_layer (kb_window_get_state (window));
  return layer ? layer->id : 0;
}

static void
add_layer (KbWindow *window, int grid)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbLevel *level = kb_editor_state_get_level (state);
  g_autoptr (GError) error = NULL;
  if (!level)
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  KbId id = kb_layer_add (kb_editor_state_get_document (state), level->node.id, (KbGridForm) grid,
                          &error);
  if (kb_editor_state_report (state, id != 0, &error))
    kb_editor_state_choose_layer (state, id);
}

static void
rename_layer (KbWindow *window)
{
  kb_layer_ask_name (window, active (window));
}

static void
delete_layer (KbWindow *window)
{
  kb_layer_delete (window, active (window));
}

static void
group_layer (KbWindow *window)
{
  kb_layer_group (window, active (window));
}

static void
ungroup_layers (KbWindow *window)
{
  kb_layer_ungroup (window, active (window));
}

static void
move_layer (KbWindow *window, int by)
{
  kb_layer_move (kb_window_get_state (window), active (window), by);
}

static void
step_layer (KbWindow *window, int by)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbLevel *level = kb_editor_state_get_level (state);
  if (!level)
    return;
  g_autoptr (GPtrArray) nodes = kb_layer_list (level);
  const KbNode *now = kb_editor_state_get_layer (state);
  guint place = 0;
  g_ptr_array_find (nodes, now ? (gconstpointer) now : (gconstpointer) level, &place);
  const KbNode *next =
    g_ptr_array_index (nodes, (place + nodes->len + (guint) (by + (int) nodes->len)) % nodes->len);
  g_autofree char *title = kb_node_title (next);
  kb_editor_state_choose_layer (state, next == &level->node ? 0 : next->id);
  if (next == &level->node)
    kb_editor_state_say (state, "%s",
                         nodes->len > 1 ? _("Active layer: walls, areas and entities")
                                        : _("There is no layer yet: + at Layers adds one"));
  else
    kb_editor_state_say (state, _("Active layer: %s"), title);
}

/* The row of the walls stands for the level. */
static KbId
marked (KbWindow *window)
{
  const KbLevel *level = kb_editor_state_get_level (kb_window_get_state (window));
  KbId layer = active (window);
  return layer || !level ? layer : level->node.id;
}

static gboolean
get_layer_actions_mark (KbWindow *window, int mark)
{
  return kb_tool_context_is_marked (kb_window_get_tools (window), marked (window),
                                    (KbToolMark) mark);
}

static void
set_layer_actions_mark (KbWindow *window, int mark, gboolean on)
{
  kb_layer_set_mark (kb_window_get_state (window), marked (window), (KbToolMark) mark, on);
}

static gboolean
get_isometric (KbWindow *window, int with)
{
  const KbLayer *layer = kb_editor_state_get_document (kb_window_get_state (window))
                           ? kb_tiles_layer (kb_window_get_tools (window))
                           : NULL;
  return layer && !kb_layer_is_straight (layer);
}

static void
set_isometric (KbWindow *window, int with, gboolean on)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  const KbLayer *layer = document ? kb_tiles_layer (kb_window_get_tools (window)) : NULL;
  g_autoptr (GError) error = NULL;
  if (!layer || kb_layer_is_straight (layer) != on)
    return;
  kb_tools_settle (kb_window_get_tools (window));
  if (!kb_layer_make_isometric (document, layer->node.id, on, &error))
    kb_editor_state_take_error (kb_window_get_state (window), g_steal_pointer (&error));
}

static void
change_stamp (KbWindow *window, int change)
{
  KbToolContext *tools = kb_window_get_tools (window);
  if (kb_tiles_turns_selected (tools))
    kb_tiles_mirror (tools, change == KB_STAMP_MIRROR_X);
  else
    kb_tiles_change_stamp (tools, (KbStampChange) change);
}

static void
transpose_stamp (KbWindow *window)
{
  kb_tiles_transpose_stamp (kb_window_get_tools (window));
}

#define LAYERS N_("Layers and tiles")

const KbAction kb_layer_actions[] = {
  { "add-layer", LAYERS, N_("Add a tile layer"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run_with = add_layer, .with = KB_GRID_STRAIGHT },
  { "add-isometric-layer", LAYERS, N_("Add an isometric tile layer"), { NULL },
    .wants = KB_WANTS_LEVEL, .run_with = add_layer, .with = KB_GRID_ISOMETRIC },
  { "add-staggered-layer", LAYERS, N_("Add a staggered tile layer"), { NULL },
    .wants = KB_WANTS_LEVEL, .run_with = add_layer, .with = KB_GRID_STAGGERED },
  { "add-hexagonal-layer", LAYERS, N_("Add a hexagonal tile layer"), { NULL },
    .wants = KB_WANTS_LEVEL, .run_with = add_layer, .with = KB_GRID_HEXAGONAL },
  { "add-maze", LAYERS, N_("Add a maze"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run = kb_maze_ask_new },
  { "generate-maze", LAYERS, N_("Generate new walls for the maze"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_maze_ask_generate },
  { "maze-regions", LAYERS, N_("Show closed regions of mazes"), { "<Alt>4" }, TRUE, KB_WANTS_LEVEL,
    .get = kb_maze_get_parts, .set = kb_maze_set_parts },
  { "add-ground", LAYERS, N_("Add ground: click along it"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run = kb_ground_start },
  { "ground-function", LAYERS, N_("Add ground from a function of x"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_ground_ask_function, .words = N_("formula sine curve") },
  { "ground-flat", LAYERS, N_("Make the ground straight right of the selected points"),
    { "<Alt>g" }, TRUE, KB_WANTS_LEVEL, kb_ground_toggle_flat, .words = N_("straight piece") },
  { "new-heightmap", LAYERS, N_("Add a flat heightmap to sculpt"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_heightmap_ask_new },
  { "add-heightmap", LAYERS, N_("Add a heightmap from a grey picture"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_heightmap_ask_file },
  { "add-image-layer", LAYERS, N_("Add an image layer from a picture"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_image_ask_file },
  { "parallax", LAYERS, N_("Show the parallax of layers"), { "<Alt>6" }, TRUE, KB_WANTS_LEVEL,
    .get = kb_level_shows, .set = kb_level_show, .with = KB_PARALLAX },
  { "group-layer", LAYERS, N_("Group the layer"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run = group_layer },
  { "ungroup-layers", LAYERS, N_("Ungroup the layers"), { NULL }, .wants = KB_WANTS_LAYER,
    .run = ungroup_layers },
  { "import-tileset", LAYERS, N_("Import a tileset from a picture"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_tileset_import },
  { "rename-layer", LAYERS, N_("Rename the layer"), { NULL }, .wants = KB_WANTS_LAYER,
    .run = rename_layer },
  { "delete-layer", LAYERS, N_("Delete the layer"), { NULL }, .wants = KB_WANTS_LAYER,
    .run = delete_layer },
  { "next-layer", LAYERS, N_("Select the layer below"), { "Page_Down" }, TRUE, KB_WANTS_LEVEL,
    .run_with = step_layer, .with = 1 },
  { "previous-layer", LAYERS, N_("Select the layer above"), { "Page_Up" }, TRUE, KB_WANTS_LEVEL,
    .run_with = step_layer, .with = -1 },
  { "layer-forward", LAYERS, N_("Bring the layer forward"), { "<Shift>Page_Up" }, TRUE,
    KB_WANTS_LAYER, .run_with = move_layer, .with = 1 },
  { "layer-backward", LAYERS, N_("Send the layer backward"), { "<Shift>Page_Down" }, TRUE,
    KB_WANTS_LAYER, .run_with = move_layer, .with = -1 },
  { "layer-hidden", LAYERS, N_("Hide the layer"), { "<Alt>h" }, TRUE, KB_WANTS_LEVEL,
    .get = get_layer_actions_mark, .set = set_layer_actions_mark, .with = KB_TOOL_HIDDEN },
  { "layer-locked", LAYERS, N_("Lock the layer"), { "<Alt>k" }, TRUE, KB_WANTS_LEVEL,
    .get = get_layer_actions_mark, .set = set_layer_actions_mark, .with = KB_TOOL_LOCKED },
  { "layer-isometric", LAYERS, N_("Isometric tile layer"), { NULL }, TRUE, KB_WANTS_TILES,
    .get = get_isometric, .set = set_isometric },
  { "solid-tiles", LAYERS, N_("Show collision of tiles"), { "<Alt>5" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_shows, .set = kb_level_show,
    .with = KB_SOLID_TILES },
  { "stamp-flip-x", LAYERS, N_("Flip the stamp or the selected tiles left to right"), { "x" }, TRUE,
    KB_WANTS_TILES,
    .run_with = change_stamp, .with = KB_STAMP_MIRROR_X },
  { "stamp-flip-y", LAYERS, N_("Flip the stamp or the selected tiles upside down"), { "y" }, TRUE,
    KB_WANTS_TILES,
    .run_with = change_stamp, .with = KB_STAMP_MIRROR_Y },
  { "stamp-diagonal", LAYERS, N_("Flip the stamp along its diagonal"), { "d" }, TRUE,
    KB_WANTS_TILES, transpose_stamp },
  { NULL },
};
