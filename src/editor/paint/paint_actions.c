/* SPDX-License-Identifier: MIT */
/* Actions on painted zones and their pixels. */
#include <glib/gi18n.h>
#include <string.h>

#include "editor/imports/imports.h"
#include "editor/lists/lists.h"
#include "editor/paint/paint.h"
#include "editor/state/keys.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"
#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"
#include "tools/paint/work.h"
#include "tools/tiles/selected.h"

/* ---- size edits ---- */

/* Width and height, and how much painting a new size would cut off. */

#define NOTE_CHARS 36

typedef struct {
  KbWindow *window;       /* the dialog's parent */
  AdwMessageDialog *dialog;
  KbDocument *document;   /* borrowed, for comparison only */
  KbId asset;
  int width, height;
  GtkWidget *note;
} Size;

/* The dialog's mask or track, or NULL if it was deleted. */
static const KbNode *
asset_of (const Size *self)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  return document == self->document ? kb_document_node (document, self->asset) : NULL;
}

static char *
note_of (const KbNode *asset, const Size *self)
{
  int width, height;
  kb_node_size (asset, &width, &height);
  if (self->width == width && self->height == height)
    return g_strdup ("");
  guint64 pixels = kb_painted_beyond (asset, self->width, self->height);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, pixels);
  g_autofree char *cut =
    pixels ? g_strdup_printf (_("%s painted pixels at the right and below are cut off."), number)
    : self->width < width || self->height < height
      ? g_strdup (_("Nothing painted is cut off."))
      : g_strdup (_("New pixels at the right and below are not painted."));
  return asset->kind == &kb_track_kind
           ? g_strdup_printf (_("%s Curves and check points stay."), cut)
           : g_steal_pointer (&cut);
}

static void
on_size (gpointer data)
{
  Size *self = data;
  const KbNode *asset = asset_of (self);
  g_autofree char *note = asset ? note_of (asset, self) : g_strdup ("");
  gtk_label_set_label (GTK_LABEL (self->note), note);
  kb_question_allow (self->dialog, *note);
}

static void
on_paint_actions_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const Size *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  KbEditorState *state = kb_window_get_state (window);
  g_autoptr (GError) error = NULL;
  if (!g_str_equal (response, "accept") || !asset_of (self))
    return;
  kb_document_begin (self->document, _("Change size"));
  gboolean ok =
    kb_document_set (self->document, self->asset, "width", json_integer (self->width), &error)
    && kb_document_set (self->document, self->asset, "height", json_integer (self->height), &error);
  if (kb_document_finish (self->document, ok))
    kb_editor_state_say (state, _("%d × %d pixels"), self->width, self->height);
  else
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  kb_editor_state_grab_canvas (state);
}

/* Reserves its space from the start, so that nothing moves. */
static GtkWidget *
make_note (void)
{
  GtkWidget *note = kb_label_new ("", NULL);
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_yalign (GTK_LABEL (note), 0);
  gtk_label_set_width_chars (GTK_LABEL (note), NOTE_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (note), NOTE_CHARS);
  gtk_widget_set_size_request (note, -1, 56);
  return note;
}

static void
kb_size_ask (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbNode *asset = kb_editor_state_get_asset (state);
  if (!kb_node_is (asset, &kb_mask_kind) && !kb_node_is (asset, &kb_track_kind))
    {
      kb_editor_state_say (state, "%s", _("Frames have the size of their pictures"));
      return;
    }
  Size *self = g_new (Size, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6),
            *list = kb_option_list_new (_("Change Size"));
  *self = (Size) { .window = window,
                  .document = kb_editor_state_get_document (state),
                  .asset = asset->id,
                  .note = make_note () };
  kb_node_size (asset, &self->width, &self->height);
  GtkWidget *width = kb_option_size (list, &self->width, &self->height, on_size, self);
  kb_box_append (box, list, self->note, NULL);
  self->dialog = kb_question_show (window, (KbQuestion) {
    .heading = _("Change Size"),
    .answers = { { "cancel", _("Cancel") },
                 { "accept", _("Change"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "accept",
    .child = box,
    .answered = G_CALLBACK (on_paint_actions_response),
    .data = self,
    .free_data = g_free,
  });
  on_size (self);
  gtk_widget_grab_focus (width);
}

/* ---- paint actions ---- */

#define SPECK 16      /* pixels: smaller parts are specks */

static gboolean
get_frames (KbWindow *window, int with)
{
  return kb_editor_state_get_paints_frames (kb_window_get_state (window));
}

static void
set_frames (KbWindow *window, int with, gboolean on)
{
  KbEditorState *state = kb_window_get_state (window);
  kb_editor_state_set_paints_frames (state, on);
  g_autofree char *text = kb_keys_write (on ? _("Painting zones ({paint-zones} returns to shapes)")
                                            : _("Editing shapes and points"));
  kb_editor_state_say (state, "%s", text);
  kb_editor_state_grab_canvas (state);
}

static void
rename_zone (KbWindow *window)
{
  KbZone *zone = kb_editor_state_get_zone (kb_window_get_state (window));
  if (zone)
    kb_dialog_rename (window, zone->node.id);
}

static void
delete_zone (KbWindow *window)
{
  KbZone *zone = kb_editor_state_get_zone (kb_window_get_state (window));
  if (zone)
    kb_zone_delete (window, zone->node.id);
}

static void
select_zone (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  kb_editor_state_choose_tool (state, kb_tool_by_id ("region"));
  kb_region_select_zone (kb_editor_state_get_tools (state));
}

static void
fill_region (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  if (kb_tools_mode (kb_editor_state_get_tools (state)) == KB_MODE_TILES)
    kb_tiles_fill_selected (kb_editor_state_get_tools (state));
  else if (kb_region_set (kb_editor_state_get_tools (state)))
    kb_region_paint (kb_editor_state_get_tools (state), FALSE);
  else
    kb_editor_state_say (state, "%s", _("Select a region first, with its tool"));
}

/* The zones of a band: band, no band and, with the eraser, as computed. */
static void
choose_band_value (KbEditorState *state, guint index)
{
  static const struct { const char *said, *tool; guint8 value; } values[] = {
    { N_("Brush: band"), "brush", KB_BAND_IS },
    { N_("Brush: no band"), "brush", KB_BAND_IS_NOT },
    { N_("Eraser: as computed"), "eraser", 0 },
  };
  KbToolContext *tools = kb_editor_state_get_tools (state);
  if (index >= G_N_ELEMENTS (values))
    return;
  if (values[index].value)
    tools->next.band_value = values[index].value;
  if (!values[index].value || tools->gesture.tool == kb_tool_by_id ("eraser")
      || !(tools->gesture.tool->flags & KB_TOOL_PAINTS))
    kb_editor_state_choose_tool (state, kb_tool_by_id (values[index].tool));
  kb_editor_state_touch (state, KB_CHANGE_TOOL);
  kb_editor_state_say (state, "%s", _(values[index].said));
}

void
kb_paint_choose_zone (KbWindow *window, guint index)
{
  KbEditorState *state = kb_window_get_state (window);
  KbNode *painted = kb_editor_state_get_painted (state);
  GPtrArray *zones = painted ? kb_node_zones (painted) : NULL;
  if (!zones)
    return;
  if (kb_editor_state_get_band (state))
    {
      choose_band_value (state, index);
      return;
    }
  if (index >= zones->len)
    {
      const char *words = painted->kind == &kb_track_kind
                            ? ngettext ("There is %u surface; + at Surfaces adds one",
                                        "There are %u surfaces; + at Surfaces adds one", zones->len)
                            : ngettext ("There is %u zone; + at Zones adds one",
                                        "There are %u zones; + at Zones adds one", zones->len);
      kb_window_toast (window, words, zones->len);
      return;
    }
  kb_editor_state_set_zone (state, kb_zone_at (zones, index)->node.id);
  kb_editor_state_say (state, _("Zone: %s"), kb_zone_at (zones, index)->name);
}

/* ---- pixels ---- */

/* Work on the current zone over the whole painting. A message reports the result. */
static KbPaintWork *
work_on (KbWindow *window, KbPaintRun run, const char *label, const char *nothing)
{
  KbEditorState *state = kb_window_get_state (window);
  KbToolContext *tools = kb_editor_state_get_tools (state);
  if (!kb_editor_state_get_painted (state))
    return NULL;
  kb_tools_settle (tools);
  return kb_paint_work_new (tools, run, label, nothing);
}

static void
start_paint_actions (KbWindow *window, KbPaintWork *work)
{
  if (work)
    kb_paint_work_start (kb_editor_state_get_tools (kb_window_get_state (window)), work);
}

static gboolean
grow (const KbPaintWork *work, const KbInk *ink, KbProgress progress, gpointer data)
{
  guint8 all[256];
  memset (all, 1, sizeof all);
  return kb_paint_grow (ink->painter, work->value, 1, work->keep ? NULL : all, progress, data);
}

static void
run_grow (KbWindow *window)
{
  start_paint_actions (window, work_on (window, grow, _("Grow zone"),
                                        _("The zone has no room to grow, or no pixels")));
}

static gboolean
shrink (const KbPaintWork *work, const KbInk *ink, KbProgress progress, gpointer data)
{
  return kb_paint_shrink (ink->painter, work->value, 1, 0, progress, data);
}

static void
run_shrink (KbWindow *window)
{
  start_paint_actions (
    window, work_on (window, shrink, _("Shrink zone"), _("The zone has no pixels here")));
}

static gboolean
clean (const KbPaintWork *work, const KbInk *ink, KbProgress progress, gpointer data)
{
  return kb_paint_clean_specks (ink->painter, NULL, SPECK, NULL, progress, data);
}

static void
run_clean_specks (KbWindow *window)
{
  start_paint_actions (
    window, work_on (window, clean, _("Remove specks"),
                     _("There are no specks: no part of a zone is smaller than 16 pixels")));
}

/* ---- the selected region ---- */

static gboolean
grow_region (const KbPaintWork *work, const KbInk *ink, KbProgress progress, gpointer data)
{
  return kb_pixel_set_grow (ink->set, work->by, progress, data);
}

static gboolean
shrink_region (const KbPaintWork *work, const KbInk *ink, KbProgress progress, gpointer data)
{
  return kb_pixel_set_shrink (ink->set, work->by, progress, data);
}

static gboolean
smooth_region (const KbPaintWork *work, const KbInk *ink, KbProgress progress, gpointer data)
{
  return kb_pixel_set_smooth (ink->set, work->by, progress, data);
}

static const struct { const char *label; KbPaintRun run; } region_changes[] = {
  { N_("Grow region"), grow_region },
  { N_("Shrink region"), shrink_region },
  { N_("Smooth region"), smooth_region },
};

static void
change_region (KbWindow *window, int which)
{
  KbEditorState *state = kb_window_get_state (window);
  KbToolContext *tools = kb_editor_state_get_tools (state);
  KbPaintWork *work = kb_region_set (tools) ? work_on (window, region_changes[which].run,
                                                       _(region_changes[which].label), NULL)
                                            : NULL;
  if (!work)
    {
      kb_editor_state_say (state, "%s", _("Select a region first, with its tool"));
      return;
    }
  work->selected = g_steal_pointer (&work->within);
  work->by = tools->options.paint.region_by;
  start_paint_actions (window, work);
}

static gboolean
from_picture (const KbPaintWork *work, const KbInk *ink, KbProgress progress, gpointer data)
{
  const KbZones *zones = kb_zones_painter_zones (ink->painter);
  if (!work->picture)
    return TRUE;
  g_autoptr (KbPixelSet) set = kb_pixel_set_of_alpha (
    work->picture, work->alpha, kb_zones_width (zones), kb_zones_height (zones));
  kb_paint_set (ink, set);
  return TRUE;
}

static void
run_from_picture (KbWindow *window)
{
  KbPaintWork *work = work_on (window, from_picture, _("Zone from picture"),
                               _("There is no picture, or nothing opaque in it"));
  if (work
      && !kb_tool_context_find_picture (kb_editor_state_get_tools (kb_window_get_state (window)),
                                        &work->picture))
    kb_paint_work_drop (work);
  else
    start_paint_actions (window, work);
}

static gboolean
replace (const KbPaintWork *work, const KbInk *ink, KbProgress progress, gpointer data)
{
  kb_paint_replace (ink->painter, NULL, work->from, work->value);
  return TRUE;
}

void
kb_zone_replace (KbWindow *window, KbId id)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  const KbNode *zone = document ? kb_document_node (document, id) : NULL;
  KbPaintWork *work = work_on (window, replace, _("Replace zone"), _("It has no pixels here"));
  if (work)
    work->from = zone && zone->kind->is_zone ? (guint8) ((const KbZone *) zone)->value : 0;
  start_paint_actions (window, work);
}

/* ---- actions ---- */

#define PAINTING N_("Painting zones")

static void
on_paint_actions_new (KbWindow *window, const char *name, const KbNameFor *what)
{
  KbEditorState *state = kb_window_get_state (window);
  KbNode *asset = kb_editor_state_get_asset (state);
  g_autoptr (GError) error = NULL;
  if (!asset)
    return;
  KbId id = kb_zone_add (kb_editor_state_get_document (state), asset, name, &error);
  if (kb_editor_state_report (state, id != 0, &error))
    kb_editor_state_set_zone (state, id);
}

static void
kb_zone_ask_new (KbWindow *window)
{
  KbNode *asset = kb_editor_state_get_asset (kb_window_get_state (window));
  if (!asset)
    return;
  g_autofree char *name = kb_zone_free_name (asset);
  kb_dialog_name (window, kb_node_is (asset, &kb_track_kind) ? _("New Surface") : _("New Zone"),
                  _("Add"), name,
                  (KbNameFor) { asset->id, kb_zone_list_name (asset), 0 }, on_paint_actions_new);
}

const KbAction kb_paint_actions[] = {
  { "new-mask", PAINTING, N_("New mask over a picture"), { "<Control><Shift>m" },
    .wants = KB_WANTS_PROJECT, .run_with = kb_asset_ask_picture, .with = KB_NEW_MASK },
  { "import-mask", PAINTING, N_("Import a painted mask"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_dialog_import_mask },
  { "new-empty-mask", PAINTING, N_("New empty mask"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run_with = kb_asset_ask_empty, .with = KB_NEW_MASK },
  { "change-size", PAINTING, N_("Change the size of the mask or the track"), { NULL },
    .wants = KB_WANTS_PAINTED, .run = kb_size_ask },
  { "paint-zones", PAINTING, N_("Paint zones on frames"), { "<Shift>z" }, TRUE, KB_WANTS_FRAME,
    .get = get_frames, .set = set_frames },
  { "add-zone", PAINTING, N_("Add a zone"), { NULL }, .wants = KB_WANTS_PAINTED,
    .run = kb_zone_ask_new },
  { "rename-zone", PAINTING, N_("Rename the zone"), { NULL }, .wants = KB_WANTS_ZONE,
    .run = rename_zone },
  { "delete-zone", PAINTING, N_("Delete the zone"), { NULL }, .wants = KB_WANTS_ZONE,
    .run = delete_zone },
  { "grow-zone", PAINTING, N_("Grow the zone by a pixel"), { "<Alt>plus" }, TRUE, KB_WANTS_ZONE,
    run_grow },
  { "shrink-zone", PAINTING, N_("Shrink the zone by a pixel"), { "<Alt>minus" }, TRUE,
    KB_WANTS_ZONE, run_shrink },
  { "zone-from-picture", PAINTING, N_("Fill the picture's opaque pixels with the zone"), { NULL },
    .wants = KB_WANTS_PAINTED, .run = run_from_picture, .words = N_("from picture") },
  { "clean-specks", PAINTING, N_("Remove specks of less than 16 pixels"), { NULL },
    .wants = KB_WANTS_PAINTED, .run = run_clean_specks },
  { "select-zone", PAINTING, N_("Select the zone's pixels"), { NULL }, .wants = KB_WANTS_ZONE,
    .run = select_zone },
  { "grow-region", PAINTING, N_("Grow the selected region"), { NULL }, .wants = KB_WANTS_PAINTED,
    .run_with = change_region, .with = 0 },
  { "shrink-region", PAINTING, N_("Shrink the selected region"), { NULL },
    .wants = KB_WANTS_PAINTED, .run_with = change_region, .with = 1 },
  { "smooth-region", PAINTING, N_("Smooth the edges of the selected region"), { NULL },
    .wants = KB_WANTS_PAINTED, .run_with = change_region, .with = 2 },
  { "fill-region", PAINTING, N_("Fill the selected region or tiles"), { "<Alt>BackSpace" }, TRUE,
    KB_WANTS_COPYABLE, fill_region },
  { NULL },
};
