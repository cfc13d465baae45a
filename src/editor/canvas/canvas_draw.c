/* SPDX-License-Identifier: MIT */
/* Draws the canvas: the scene, the tool's drawing over it, rulers. */
#include "editor/canvas/canvas_private.h"

#include "drawing/scene/scene.h"
#include "editor/canvas/canvas_windows.h"
#include "editor/canvas/prober.h"
#include "editor/state/settings.h"
#include "editor/watch/level_canvas.h"
#include "editor/watch/track_watch.h"
#include "tools/preview.h"

#define MAX_ONION 8
#define EVENT_COLOUR 0xf8e45cff

static int
step_of (const KbAnimation *animation, KbId frame)
{
  KB_EACH (const KbStep, step, animation->steps)
    if (step->frame_id == frame)
      return (int) step_at;
  return -1;
}

/* The frames next to `frame` in playing order, nearest first. Returns their number. */
static guint
neighbours (KbEditorState *state, KbId frame, int direction, int n, KbId *found)
{
  return kb_onion_frames (kb_editor_state_get_sprite (state), kb_editor_state_get_animation (state),
                          frame, -1, direction, (guint) CLAMP (n, 0, MAX_ONION), found);
}

KbView
kb_canvas_shown_view (KbCanvas *self)
{
  const KbFrame *current = kb_editor_state_get_frame (self->state);
  const KbFrame *shown =
    kb_document_find (kb_editor_state_get_document (self->state),
                      kb_editor_state_get_shown_frame (self->state), &kb_frame_kind);
  KbView view = self->tools->view;
  if (current && shown && current->hot_spot.set && shown->hot_spot.set)
    kb_view_pan (&view, (current->hot_spot.x - shown->hot_spot.x) * view.scale,
                 (current->hot_spot.y - shown->hot_spot.y) * view.scale);
  return view;
}

/* Shows the paths of action points while one is placed or selected. */
static gboolean
wants_trail (KbCanvas *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  guint n;
  const KbId *selected = kb_editor_state_get_selection (self->state, &n);
  if (g_str_equal (self->tools->gesture.tool->id, "action-point"))
    return TRUE;
  KbNode *node = n == 1 ? kb_document_node (document, selected[0]) : NULL;
  return kb_node_is (node, &kb_point_kind);
}

static void
add_trail (KbCanvas *self, KbScene *scene, KbId frame)
{
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  if (!animation || step_of (animation, frame) < 0 || !wants_trail (self))
    return;
  g_array_set_size (self->trail, 0);
  KB_EACH (const KbStep, step, animation->steps)
    g_array_append_val (self->trail, step->frame_id);
  scene->trail = (const KbId *) (void *) self->trail->data;
  scene->n_trail = self->trail->len;
  scene->trail_closed = animation->loop == KB_LOOP_LOOP;
}

static KbBounds
covered (KbCanvas *self)
{
  graphene_rect_t at;
  if (!self->cover || !gtk_widget_get_mapped (self->cover)
      || !gtk_widget_compute_bounds (self->cover, GTK_WIDGET (self), &at))
    return (KbBounds) { 0 };
  return (KbBounds) { at.origin.x, at.origin.y, at.origin.x + at.size.width,
                     at.origin.y + at.size.height };
}

/* The tools' scene with the options of the canvas. */
static void
begin_scene (KbCanvas *self, const KbStyle *style, KbScene *scene)
{
  *scene = (KbScene) { .parts = KB_DRAW_ALL, .hovered_handle = -1 };
  kb_tool_context_fill_scene (self->tools, scene);
  scene->surfaces = self->surfaces;
  scene->layers = self->layers;
  scene->labels = self->labels;
  scene->covered = covered (self);
  kb_label_memory_clear_places (self->labels);
  scene->style = style;
}

/* A stroke changes a part of the picture; its end may change all of it. */
static void
stamp_painting (KbCanvas *self, KbPainting *painting)
{
  guint64 before = self->stamp;
  KbZonesPainter *stroke = self->tools->painting.stroke;
  if (stroke)
    {
      if (kb_zones_painter_take_unseen (stroke, &painting->x, &painting->y, &painting->width,
                                        &painting->height))
        {
          self->stamp++;
          painting->before = before;
        }
    }
  else if (self->stroke_shown)
    self->stamp++;
  self->stroke_shown = self->tools->painting.stroke != NULL;
  painting->stamp = self->stamp;
}

/* Zones over their picture; those of a track with its bands, unless these are still being computed.
 * The frame's shapes and points are hidden meanwhile. */
static void
draw_painted (KbCanvas *self, cairo_t *cr, const KbStyle *style, KbNode *node)
{
  KbTrackWatch *watch = kb_track_watch_of (self->state);
  KbPainting painting;
  KbScene scene;
  int width = 0, height = 0;

  begin_scene (self, style, &scene);
  kb_tool_context_size (self->tools, &width, &height);
  kb_tool_context_fill_painting (self->tools, &painting);
  if (!kb_node_is (node, &kb_track_kind) || !watch || !kb_track_watch_fill (watch, &painting))
    stamp_painting (self, &painting);
  scene.frame_id = node->id;
  scene.painting = &painting;
  self->tools->style = style;
  kb_tool_context_fill_lines (self->tools, &scene);
  scene.parts =
    KB_DRAW_BACKGROUND | KB_DRAW_CHECKER | KB_DRAW_PICTURE | KB_DRAW_BORDER | KB_DRAW_GRID;
  kb_draw_scene (cr, &scene);
  kb_tools_draw (self->tools, cr, style);
  kb_draw_rulers (cr, &self->tools->view, style, width, height, self->tools->pointer.over,
                  self->tools->pointer.pixel_x, self->tools->pointer.pixel_y);
  kb_tools_draw_loupe (self->tools, cr, &scene);
}

static void
draw_level (KbCanvas *self, cairo_t *cr, const KbStyle *style)
{
  KbLevelPaint paint = { self->surfaces, self->layers, self->labels, style };

  kb_label_memory_clear_places (self->labels);
  kb_level_canvas_draw (self->state, cr, &paint);
  kb_tools_draw (self->tools, cr, style);
  kb_draw_rulers (cr, &self->tools->view, style, 0, 0, self->tools->pointer.over,
                  self->tools->pointer.pixel_x, self->tools->pointer.pixel_y);
}

/* The events of the step that plays, above the picture. */
static void
draw_events (KbCanvas *self, cairo_t *cr, const KbView *view, const KbStyle *style, KbId frame)
{
  const KbAnimation *animation = kb_editor_state_get_animation (self->state);
  int step = animation ? step_of (animation, frame) : -1;
  g_autofree char *names =
    step >= 0 ? kb_step_event_names (kb_step_at (animation, (guint) step)) : NULL;
  if (!names || !kb_editor_state_is_playing (self->state))
    return;
  KbVec corner = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  kb_draw_note (cr, view, style, (KbVec) { corner.x - 14, corner.y - 36 }, names, EVENT_COLOUR);
}

static void
draw_hierarchy (KbCanvas *self, cairo_t *cr, const KbStyle *style, const KbFrame *frame)
{
  const KbToolContext *tools = self->tools;
  KbVec at = { tools->pointer.pixel_x + 0.5, tools->pointer.pixel_y + 0.5 };
  KbBounds toolbar = covered (self);
  KbVec list = { MAX (toolbar.x1, tools->view.inset) - 6, tools->view.inset - 18 };
  g_autoptr (GArray) boxes =
    kb_frame_hierarchy (tools->document, frame, tools->pointer.over ? &at : NULL);
  kb_draw_hierarchy (cr, &tools->view, style, boxes, tools->pointer.over ? &list : NULL);
}

static void
draw_frame (KbCanvas *self, cairo_t *cr, const KbStyle *style, KbFrame *frame)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *shown = kb_document_node (document, kb_editor_state_get_shown_frame (self->state));
  KbId before[MAX_ONION], after[MAX_ONION];
  KbScene scene;

  begin_scene (self, style, &scene);
  if (!kb_editor_state_get_labels (self->state))
    scene.parts &= ~(guint) KB_DRAW_QUIET_LABELS;
  if (kb_solid_is_on (self->state))
    scene.parts &= ~(guint) KB_DRAW_LABELS;

  KbOnion onion = kb_editor_state_get_onion (self->state);
  if (shown)
    {
      scene.frame_id = shown->id;
      scene.parts &=
        ~(guint) (KB_DRAW_LABELS | KB_DRAW_HANDLES | KB_DRAW_PIXEL | KB_DRAW_GRID | KB_DRAW_ONION);
      scene.n_selected = 0;
      scene.hovered = 0;
      scene.view = kb_canvas_shown_view (self);
    }
  else if (onion.on)
    {
      scene.n_before = neighbours (self->state, frame->node.id, -1, onion.before, before);
      scene.n_after = neighbours (self->state, frame->node.id, 1, onion.after, after);
      scene.before = before;
      scene.after = after;
    }
  if (!shown)
    add_trail (self, &scene, frame->node.id);
  gboolean covering =
    !shown && self->tools->preview && self->tools->preview->type == KB_OPERATION_COVER;
  scene.dimmed =
    covering
    || kb_editor_state_draw_overlay (self->state, NULL, scene.frame_id, &scene.view, style);
  if (covering)
    scene.parts &= ~(guint) KB_DRAW_LABELS;
  kb_draw_scene (cr, &scene);
  if (!shown)
    kb_solid_draw (self->state, cr, frame, &scene.view, style);
  kb_editor_state_draw_overlay (self->state, cr, scene.frame_id, &scene.view, style);
  if (!shown && kb_settings_get_boolean ("hierarchy"))
    draw_hierarchy (self, cr, style, frame);
  if (shown)
    draw_events (self, cr, &scene.view, style, shown->id);
  else
    kb_tools_draw (self->tools, cr, style);
  kb_draw_rulers (cr, &self->tools->view, style, frame->width, frame->height,
                  self->tools->pointer.over, self->tools->pointer.pixel_x,
                  self->tools->pointer.pixel_y);
  if (!shown)
    kb_tools_draw_loupe (self->tools, cr, &scene);
}

void
kb_canvas_draw (KbCanvas *self, cairo_t *cr)
{
  const KbStyle *style = kb_canvas_style ();
  KbFrame *frame = self->state ? kb_editor_state_get_frame (self->state) : NULL;
  KbNode *painted = self->state && !kb_editor_state_get_shown_frame (self->state)
                      ? kb_editor_state_get_painted (self->state)
                      : NULL;
  KbTrack *track = painted ? kb_tool_context_track (self->tools) : NULL;
  if (self->state && kb_editor_state_get_level (self->state))
    draw_level (self, cr, style);
  else if (painted)
    draw_painted (self, cr, style, track ? KB_NODE (track) : painted);
  else if (frame)
    draw_frame (self, cr, style, frame);
  else
    {
      kb_set_colour (cr, style->background, 1);
      cairo_paint (cr);
    }
  if (self->state && kb_prober_of (self->state))
    kb_prober_draw (kb_prober_of (self->state), cr, style);
}
