/* SPDX-License-Identifier: MIT */
/* The canvas: its view, and when to redraw. */
#include <adwaita.h>
#include <glib/gi18n.h>

#include "drawing/levels/level_marks.h"
#include "editor/canvas/canvas_private.h"
#include "editor/widgets/accessible.h"
#include "tools/speak.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

/* ---- canvas pictures ---- */

/* Reads large pictures behind masks and tracks in a thread, and prepares smaller versions.
 * Meanwhile the canvas shows the zones and a note where the picture will be. */

#define MAX_HALVINGS 8

typedef struct {
  KbPictureWanted wanted;   /* its key and path are owned copies */
  guint64 serial;           /* of the document, because another one may get the same address */
  KbPicture *picture;
  KbSurfaces *surfaces;
  GError *error;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *self = data;
  g_free (self->wanted.key);
  g_free (self->wanted.folder);
  g_free (self->wanted.path);
  g_clear_pointer (&self->picture, kb_picture_unref);
  kb_surfaces_free (self->surfaces);
  g_clear_error (&self->error);
  g_free (self);
}

static void
run_canvas (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *self = data;
  g_autoptr (KbPicture) whole =
    kb_picture_read (self->wanted.folder, self->wanted.path, &self->error);
  self->picture =
    whole ? kb_picture_of_frame (whole, &self->wanted.ref, self->wanted.width, self->wanted.height)
          : NULL;
  g_clear_pointer (&whole, kb_picture_unref);   /* frees much memory */
  if (!self->picture && !self->error)
    g_set_error (&self->error, KB_ERROR, KB_ERROR_MACHINE, "%s", g_strerror (ENOMEM));
  self->surfaces = kb_surfaces_new (0);
  if (self->picture)
    kb_surfaces_get_reduced (self->surfaces, self->picture, 0, MAX_HALVINGS);
  g_task_return_boolean (task, TRUE);
}

static void
on_canvas_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (KbCanvas) canvas = data;
  Reading *self = g_task_get_task_data (G_TASK (result));
  KbDocument *document = canvas->state ? kb_editor_state_get_document (canvas->state) : NULL;
  if (!document || self->serial != canvas->document_serial)
    return;
  g_hash_table_remove (canvas->reading, self->wanted.key);
  kb_document_take_picture (document, &self->wanted, self->picture, self->error);
  kb_surfaces_take (canvas->surfaces, self->surfaces);
  kb_editor_state_touch (canvas->state, KB_CHANGE_POINTER);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
read_picture (const KbPictureWanted *wanted, gpointer data)
{
  KbCanvas *canvas = data;
  if (!g_hash_table_add (canvas->reading, g_strdup (wanted->key)))
    return;
  Reading *self = g_new0 (Reading, 1);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_canvas_read, g_object_ref (canvas));
  self->wanted = *wanted;
  self->wanted.key = g_strdup (wanted->key);
  self->wanted.folder = g_strdup (wanted->folder);
  self->wanted.path = g_strdup (wanted->path);
  self->serial = canvas->document_serial;
  g_task_set_task_data (task, self, reading_free);
  g_task_run_in_thread (task, run_canvas);
}

/* Starts reading the large pictures of a new document. */
static void
kb_canvas_follow_document (KbCanvas *canvas)
{
  KbDocument *document = kb_editor_state_get_document (canvas->state);
  canvas->document_serial++;
  g_hash_table_remove_all (canvas->reading);
  if (document)
    kb_document_read_beside (document, read_picture, canvas);
}

/* ---- canvas ---- */

#define REST 80          /* milliseconds without a change of the view */
#define REFINE 10        /* milliseconds between redraws that refine, for events */
#define CANVAS_LARGE (1 << 21)  /* pixels */
#define SELECTION_MARGIN 8   /* pixels of the picture shown around what is selected */
#define FIT_LEFT 72      /* room for rulers and the floating tools */
#define LOW_LEFT 64      /* with the smaller tools of a low window */
#define LOW_HEIGHT 440   /* a lower canvas always has the small tools */
#define LOW_MARGIN 2
#define LOW_SCALE 4.0    /* from this scale on, more margin is better than the next step of zoom */
#define FIT_TOP 20
#define FIT_MARGIN 24

G_DEFINE_FINAL_TYPE (KbCanvas, kb_canvas, GTK_TYPE_WIDGET)

/* ---- view ---- */

static gboolean
on_rest (gpointer data)
{
  KbCanvas *self = data;
  self->rest = 0;
  self->tools->view.coarse = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

/* Large pictures are drawn coarse while they are zoomed, and refined when the view rests. */
static void
draw_coarse (KbCanvas *self)
{
  int width, height;
  if ((!self->rest && self->tools->view.scale == self->drawn_scale)
      || !kb_tool_context_size (self->tools, &width, &height)
      || (gint64) width * height < CANVAS_LARGE)
    return;
  g_clear_handle_id (&self->rest, g_source_remove);
  self->rest = g_timeout_add (REST, on_rest, self);
  self->tools->view.coarse = TRUE;
}

void
kb_canvas_view_changed (KbCanvas *self)
{
  draw_coarse (self);
  if (self->tools->pointer.over)
    {
      KbPointerEvent event = { .canvas = self->tools->pointer.canvas,
                               .modifiers = self->tools->pointer.modifiers };
      kb_tools_motion (self->tools, &event);
    }
  kb_editor_state_touch (self->state, KB_CHANGE_VIEW | KB_CHANGE_POINTER);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
fit_within (KbView *view, KbBounds bounds, int width, int height, int left, double margin)
{
  view->width = MAX (width - left, 1);
  view->height = MAX (height - FIT_TOP, 1);
  view->inset = 0;   /* `left` and FIT_TOP already leave room for the rulers */
  kb_view_fit (view, bounds, MIN (margin, MIN (view->width, view->height) / 24));
  view->inset = KB_RULER_SIZE;
  view->width = width;
  view->height = height;
  kb_view_pan (view, left, FIT_TOP);
}

/* The bounds of everything that can be seen. FALSE when nothing is shown. */
static gboolean
all_bounds (KbCanvas *self, KbBounds *bounds)
{
  const KbLevel *level = kb_tool_context_level (self->tools);
  int w = 0, h = 0;
  if (!level && !kb_tool_context_size (self->tools, &w, &h))
    return FALSE;
  *bounds =
    level ? kb_level_fit_bounds (self->tools->document, level) : (KbBounds) { 0, 0, w, h };
  return TRUE;
}

static void
fit_bounds (KbCanvas *self, KbBounds bounds)
{
  KbView *view = &self->tools->view;
  int width = gtk_widget_get_width (GTK_WIDGET (self)),
      height = gtk_widget_get_height (GTK_WIDGET (self));
  if (width < 1 || height < 1)
    return;
  fit_within (view, bounds, width, height, FIT_LEFT, FIT_MARGIN);
  if (view->scale < LOW_SCALE && (view->scale >= 1 || height < LOW_HEIGHT))
    fit_within (view, bounds, width, height, height < LOW_HEIGHT ? LOW_LEFT : FIT_LEFT, LOW_MARGIN);
}

static void
fit_canvas (KbCanvas *self)
{
  KbBounds bounds;
  if (all_bounds (self, &bounds))
    fit_bounds (self, bounds);
}

void
kb_canvas_set_cover (KbCanvas *self, GtkWidget *cover)
{
  self->cover = cover;
}

void
kb_canvas_zoom_fit (KbCanvas *self)
{
  self->fitted = TRUE;
  fit_canvas (self);
  kb_canvas_view_changed (self);
}

void
kb_canvas_zoom_selection (KbCanvas *self)
{
  const GArray *ids = self->tools->selection.ids;
  KbBounds all = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE }, b;
  KB_EACH_ID (id, ids)
    if (kb_part_bounds (kb_document_node (self->tools->document, id), &b))
      all = (KbBounds) { MIN (all.x0, b.x0), MIN (all.y0, b.y0), MAX (all.x1, b.x1),
                         MAX (all.y1, b.y1) };
  const KbCellSet *cells = kb_tiles_selected (self->tools);
  if (cells)
    {
      const KbTileGrid grid = kb_tile_grid_of (kb_tiles_layer (self->tools));
      all = kb_tile_grid_bounds (&grid, kb_cell_set_bounds (cells));
    }
  if (all.x1 < all.x0)
    {
      kb_canvas_zoom_fit (self);
      return;
    }
  self->fitted = FALSE;
  fit_bounds (self, (KbBounds) { all.x0 - SELECTION_MARGIN, all.y0 - SELECTION_MARGIN,
                                 all.x1 + SELECTION_MARGIN, all.y1 + SELECTION_MARGIN });
  kb_canvas_view_changed (self);
}

static KbVec
middle (KbCanvas *self)
{
  return (KbVec) { self->tools->view.width / 2.0, self->tools->view.height / 2.0 };
}

void
kb_canvas_zoom_to (KbCanvas *self, double scale)
{
  self->fitted = FALSE;
  kb_view_zoom (&self->tools->view, scale, middle (self));
  kb_canvas_view_changed (self);
}

void
kb_canvas_zoom_steps (KbCanvas *self, int steps)
{
  self->fitted = FALSE;
  kb_view_zoom_steps (&self->tools->view, steps, middle (self));
  kb_canvas_view_changed (self);
}

/* Each asset keeps its view. A new one is fitted. */
static void
show_asset (KbCanvas *self)
{
  KbNode *asset = kb_editor_state_get_asset (self->state);
  KbId id = asset ? asset->id : 0;
  if (id == self->asset)
    return;
  KbView *view = &self->tools->view;
  if (self->asset && !self->fitted)
    g_hash_table_insert (self->views, GUINT_TO_POINTER (self->asset),
                         g_memdup2 (view, sizeof *view));
  else
    g_hash_table_remove (self->views, GUINT_TO_POINTER (self->asset));
  self->asset = id;
  view->least = kb_node_is (asset, &kb_level_kind) ? KB_VIEW_LEVEL_SCALE : 0;
  const KbView *kept = g_hash_table_lookup (self->views, GUINT_TO_POINTER (id));
  self->fitted = kept == NULL;
  if (kept)
    {
      /* With the same middle, if there is more or less room now */
      view->x = kept->x + (view->width - kept->width) / 2.0;
      view->y = kept->y + (view->height - kept->height) / 2.0;
      view->scale = kept->scale;
    }
  else
    fit_canvas (self);
  kb_editor_state_touch (self->state, KB_CHANGE_VIEW);
}

/* Fits a fitted frame again when it was scaled or cropped; another frame keeps the view. A level
 * that grows while it is drawn stops being fitted, so that nothing moves under the pointer. */
static void
follow_size (KbCanvas *self)
{
  KbId shown =
    self->tools->shown.painted_id ? self->tools->shown.painted_id : self->tools->shown.frame_id;
  int width, height;
  if (!kb_tool_context_size (self->tools, &width, &height))
    return;
  gboolean changed =
    shown == self->sized && (width != self->frame_width || height != self->frame_height);
  self->sized = shown;
  self->frame_width = width;
  self->frame_height = height;
  if (changed && kb_tool_context_level (self->tools))
    self->fitted = FALSE;
  else if (changed && self->fitted)
    kb_canvas_zoom_fit (self);
}

static void
kb_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  KbCanvas *self = KB_CANVAS (widget);
  if (self->tools)
    {
      KbView *view = &self->tools->view;
      gboolean changed = view->width != width || view->height != height;
      if (changed && !self->fitted)
        kb_view_pan (view, (width - view->width) / 2.0, (height - view->height) / 2.0);
      view->width = width;
      view->height = height;
      view->device_scale = gtk_widget_get_scale_factor (widget);
      if (changed && self->fitted)
        fit_canvas (self);
      if (changed)
        kb_editor_state_touch (self->state, KB_CHANGE_VIEW);
    }
  if (self->menu)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

/* ---- picture ---- */

static void
kb_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  KbCanvas *self = KB_CANVAS (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  g_autoptr (cairo_t) cr = gtk_snapshot_append_cairo (snapshot, &area);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  kb_canvas_draw (self, cr);
  if (self->tools)
    self->drawn_scale = self->tools->view.scale;
  if (kb_layers_take_refining (self->layers) && !self->rest)
    self->rest = g_timeout_add (REFINE, on_rest, self);
}

/* The accessible description: the frame and the selection. */
static void
describe_canvas (KbCanvas *self)
{
  g_autofree char *text = kb_speak (self->tools);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

/* ---- listening ---- */

static void
on_canvas_changed (KbEditorState *state, guint flags, KbCanvas *self)
{
  if (flags & KB_CHANGE_DOCUMENT)
    {
      g_hash_table_remove_all (self->views);
      self->asset = 0;
      kb_canvas_follow_document (self);
    }
  if (flags & KB_CHANGE_SPRITE)
    show_asset (self);
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_VALUES
         | KB_CHANGE_LISTS))
    self->stamp++;
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_VALUES))
    follow_size (self);
  guint silent = KB_CHANGE_PLAYBACK | KB_CHANGE_STEP | KB_CHANGE_PROBLEMS | KB_CHANGE_VIEW;
  /* Drafts and regions of a painting or level begin and end without any other change. */
  if (!self->tools->pointer.cursor.on && kb_editor_state_get_frame (state)
      && !(self->tools->gesture.tool->speak && kb_tools_busy (self->tools)))
    silent |= KB_CHANGE_POINTER;
  if (flags & ~silent)
    describe_canvas (self);
  /* Levels show their problems on the canvas. */
  if (flags
      & ~(guint) (KB_CHANGE_STEP | (kb_tool_context_level (self->tools) ? 0 : KB_CHANGE_PROBLEMS)
                  | KB_CHANGE_POINTER))
    gtk_widget_queue_draw (GTK_WIDGET (self));
  kb_canvas_update_cursor (self);
}

static void
on_grab_canvas (KbEditorState *state, KbCanvas *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

void
kb_canvas_set_state (KbCanvas *self, KbEditorState *state)
{
  self->state = g_object_ref (state);
  self->tools = kb_editor_state_get_tools (state);
  self->tools->pointer.label_places = kb_label_memory_places (self->labels);
  self->tools->level.surfaces = self->surfaces;
  g_signal_connect_object (state, "changed", G_CALLBACK (on_canvas_changed), self, 0);
  g_signal_connect_object (state, "redraw", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "grab-canvas", G_CALLBACK (on_grab_canvas), self, 0);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

/* ---- object ---- */

static void
kb_canvas_dispose (GObject *object)
{
  KbCanvas *self = KB_CANVAS (object);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_handle_id (&self->rest, g_source_remove);
  g_clear_pointer (&self->surfaces, kb_surfaces_free);
  g_clear_pointer (&self->layers, kb_layers_free);
  if (self->tools)
    self->tools->pointer.label_places = NULL;
  if (self->tools)
    self->tools->level.surfaces = NULL;
  g_clear_pointer (&self->labels, kb_label_memory_free);
  g_clear_pointer (&self->trail, g_array_unref);
  g_clear_pointer (&self->views, g_hash_table_unref);
  g_clear_pointer (&self->reading, g_hash_table_unref);
  self->tools = NULL;
  g_clear_object (&self->state);
  G_OBJECT_CLASS (kb_canvas_parent_class)->dispose (object);
}

static void
kb_canvas_class_init (KbCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = kb_canvas_dispose;
  widget_class->snapshot = kb_canvas_snapshot;
  widget_class->size_allocate = kb_canvas_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "kbcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
kb_canvas_init (KbCanvas *self)
{
  self->views = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->reading = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->surfaces = kb_surfaces_new (0);
  self->layers = kb_layers_new ();
  self->labels = kb_label_memory_new ();
  self->trail = g_array_new (FALSE, FALSE, sizeof (KbId));
  self->fitted = TRUE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  kb_name_widget (self, _("Canvas"));
  kb_canvas_init_input (self);
  kb_canvas_init_menu (self);
}
