/* SPDX-License-Identifier: MIT */
/* Brushes and the ramp on heightmaps. The first stroke on an imported map makes its samples
 * painted ones, in the same step. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/style.h"
#include "operations/level/heightmaps.h"
#include "operations/level/sculpt.h"
#include "tools/level/private.h"
#include "tools/options.h"
#include "tools/private.h"

typedef struct {
  KbZonesPainter *stroke;   /* NULL: not sculpting */
  KbId map;
  KbVec from, last;         /* samples: where it began, the last dab */
  double target;
  guint32 seed;
} SculptHeightsState;

static const KbHeightmap *
sculpt_heights_map_of (const KbToolContext *context)
{
  return (const KbHeightmap *) kb_tool_context_layer (context, &kb_heightmap_kind);
}

static KbVec
pointer_sample (const KbToolContext *context, const KbHeightmap *map)
{
  return (KbVec) { (context->pointer.at.x - map->origin.x) / map->cell,
                  (context->pointer.at.y - map->origin.y) / map->cell };
}

static const struct {
  const KbTool *tool;
  KbSculptMode mode;
} modes[] = {
  { &kb_raise_tool, KB_SCULPT_RAISE },     { &kb_lower_tool, KB_SCULPT_LOWER },
  { &kb_smooth_tool, KB_SCULPT_SMOOTH },   { &kb_flatten_tool, KB_SCULPT_FLATTEN },
  { &kb_noise_tool, KB_SCULPT_NOISE },     { &kb_erode_tool, KB_SCULPT_ERODE },
};

/* The ramp uses only its size and falloff. */
static KbSculptBrush
brush_of (const KbToolContext *context, const SculptHeightsState *state)
{
  const KbSculptOptions *options = &context->options.sculpt;
  KbSculptBrush brush = { .size = options->size,
                          .strength = options->strength / 100.0,
                          .falloff = options->falloff / 100.0,
                          .target = state->target,
                          .seed = state->seed };
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (modes[i].tool == context->gesture.tool)
      brush.mode = modes[i].mode;
  return brush;
}

static void
show (KbToolContext *context, const SculptHeightsState *state)
{
  const KbNode *map = kb_document_node (context->document, state->map);
  if (map)
    kb_heights_show_stroke (kb_tool_context_heights (context), context->document,
                            (const KbHeightmap *) map, state->stroke);
  kb_tool_context_redraw (context);
}

static gboolean
begin_sculpting (KbToolContext *context, const char *label)
{
  SculptHeightsState *state = context->gesture.state;
  const KbHeightmap *map = sculpt_heights_map_of (context);
  g_autoptr (GError) error = NULL;
  if (!map)
    return kb_tool_context_refuse (context, _("There is no heightmap yet: add one under Layers"));
  if (kb_level_layer_is_locked (context, &map->node))
    return kb_tool_context_refuse (context, _("The heightmap is locked or hidden"));
  kb_document_begin (context->document, label);
  if (kb_heightmap_make_painted (context->document, map->node.id, &error))
    state->stroke = kb_document_painter (context->document, map->node.id, "samples", &error);
  if (!state->stroke)
    {
      kb_document_cancel (context->document);
      kb_tool_context_report (context, g_steal_pointer (&error));
      return FALSE;
    }
  state->map = map->node.id;
  state->from = state->last = pointer_sample (context, map);
  state->target = kb_sculpt_at (state->stroke, state->from);
  state->seed = (guint32) (state->from.x * 73 + state->from.y * 151);
  return TRUE;
}

static void
sculpt_cancel (KbToolContext *context)
{
  SculptHeightsState *state = context->gesture.state;
  if (!state->stroke)
    return;
  g_clear_pointer (&state->stroke, kb_zones_painter_cancel);
  show (context, state);
  kb_document_cancel (context->document);
}

/* A stroke that changes nothing leaves no step. */
static void
end (KbToolContext *context)
{
  SculptHeightsState *state = context->gesture.state;
  g_autoptr (GError) error = NULL;
  if (!state->stroke)
    return;
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (g_steal_pointer (&state->stroke));
  gboolean done =
    patch && kb_document_paint (context->document, state->map, "samples", patch, NULL, &error);
  kb_document_finish (context->document, done);
  if (error)
    kb_tool_context_report (context, g_steal_pointer (&error));
  show (context, state);
}

static gboolean
sculpt_press (KbToolContext *context, const KbPointerEvent *event)
{
  SculptHeightsState *state = context->gesture.state;
  if (!begin_sculpting (context, _(context->gesture.tool->label)))
    return FALSE;
  KbSculptBrush brush = brush_of (context, state);
  kb_sculpt_dab (state->stroke, &brush, state->from);
  show (context, state);
  return TRUE;
}

static void
sculpt_motion (KbToolContext *context, const KbPointerEvent *event)
{
  SculptHeightsState *state = context->gesture.state;
  const KbHeightmap *map = sculpt_heights_map_of (context);
  if (!state->stroke || !map)
    return;
  KbSculptBrush brush = brush_of (context, state);
  state->last =
    kb_sculpt_line (state->stroke, &brush, state->last, pointer_sample (context, map));
  show (context, state);
}

static void
sculpt_release (KbToolContext *context, const KbPointerEvent *event)
{
  sculpt_motion (context, event);
  end (context);
}

/* ---- the ramp ---- */

static gboolean
ramp_press (KbToolContext *context, const KbPointerEvent *event)
{
  return begin_sculpting (context, _(context->gesture.tool->label));
}

static void
ramp_motion (KbToolContext *context, const KbPointerEvent *event)
{
  SculptHeightsState *state = context->gesture.state;
  const KbHeightmap *map = sculpt_heights_map_of (context);
  if (!state->stroke || !map)
    return;
  KbSculptBrush brush = brush_of (context, state);
  KbZonesPainter *stroke = g_steal_pointer (&state->stroke);
  kb_zones_painter_restart (stroke);
  show (context, state);
  state->stroke = stroke;
  state->last = pointer_sample (context, map);
  kb_sculpt_ramp (state->stroke, &brush, state->from, state->last);
  show (context, state);
}

static void
ramp_release (KbToolContext *context, const KbPointerEvent *event)
{
  ramp_motion (context, event);
  end (context);
}

/* ---- the brush ---- */

static void
sculpt_adjust (KbToolContext *context, int steps)
{
  context->options.sculpt.size =
    kb_tool_step_size (context->options.sculpt.size, steps, KB_MAX_SCULPT_SIZE);
  g_autofree char *text =
    g_strdup_printf (g_dngettext (NULL, "Brush of %u sample", "Brush of %u samples",
                                  context->options.sculpt.size),
                     context->options.sculpt.size);
  kb_tool_context_status (context, text);
}

static void
draw_ring (const KbToolContext *context, cairo_t *cr, KbVec at, double radius)
{
  if (radius < 1)
    return;
  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, radius, 0, 2 * G_PI);
  kb_stroke_preserve (cr, 3, context->style->shade, 0.6);
  kb_stroke (cr, 1, 0xffffffff, 1);
}

static void
sculpt_draw (KbToolContext *context, cairo_t *cr)
{
  const SculptHeightsState *state = context->gesture.state;
  const KbHeightmap *map = sculpt_heights_map_of (context);
  if (!context->pointer.over || !map)
    return;
  double pixels = map->cell * context->view.scale,
         radius = context->options.sculpt.size / 2.0 * pixels;
  draw_ring (context, cr, context->pointer.canvas, radius);
  draw_ring (context, cr, context->pointer.canvas,
             radius * (1 - context->options.sculpt.falloff / 100.0));
  if (state->stroke && context->gesture.tool == &kb_ramp_tool)
    kb_draw_level_measure (cr, &context->view, context->style,
                           (KbVec) { map->origin.x + state->from.x * map->cell,
                                     map->origin.y + state->from.y * map->cell },
                           context->pointer.at);
}

/* Common to all. */
#define SCULPTS                                                                                    \
  .cursor = "crosshair", .works_on = &kb_heightmap_kind,                                           \
  .state_size = sizeof (SculptHeightsState), .cancel = sculpt_cancel, .adjust = sculpt_adjust,     \
  .draw = sculpt_draw
#define SCULPT_HEIGHTS_BRUSH                                                                       \
  .press = sculpt_press, .motion = sculpt_motion, .release = sculpt_release, SCULPTS

const KbTool kb_raise_tool = {
  .id = "raise",
  .label = N_("Raise ground"),
  .icon = "kb-raise-symbolic",
  .key = 'b',
  .hint = N_("Drag to raise the ground; {lower} and {raise} change the size of the brush"),
  .flags = KB_TOOL_HEIGHTS | KB_TOOL_FOLLOWS,
  SCULPT_HEIGHTS_BRUSH,
};

const KbTool kb_lower_tool = {
  .id = "lower",
  .label = N_("Lower ground"),
  .icon = "kb-lower-symbolic",
  .key = 'e',
  .hint = N_("Drag to lower the ground; {lower} and {raise} change the size of the brush"),
  .flags = KB_TOOL_HEIGHTS | KB_TOOL_FOLLOWS,
  SCULPT_HEIGHTS_BRUSH,
};

const KbTool kb_smooth_tool = {
  .id = "smooth-ground",
  .label = N_("Smooth ground"),
  .icon = "kb-smooth-symbolic",
  .key = 's',
  .hint = N_("Drag to smooth the ground; {lower} and {raise} change the size of the brush"),
  .flags = KB_TOOL_HEIGHTS | KB_TOOL_FOLLOWS,
  SCULPT_HEIGHTS_BRUSH,
};

const KbTool kb_flatten_tool = {
  .id = "flatten",
  .label = N_("Flatten ground"),
  .icon = "kb-flatten-symbolic",
  .key = 'f',
  .hint = N_("Drag to flatten to the altitude where the drag begins; {lower} and {raise} change "
             "the brush's size"),
  .flags = KB_TOOL_HEIGHTS | KB_TOOL_FOLLOWS,
  SCULPT_HEIGHTS_BRUSH,
};

const KbTool kb_noise_tool = {
  .id = "noise",
  .label = N_("Roughen ground"),
  .icon = "kb-noise-symbolic",
  .key = 'n',
  .hint = N_("Drag to add hills and hollows; {lower} and {raise} change the size of the brush"),
  .flags = KB_TOOL_HEIGHTS | KB_TOOL_FOLLOWS,
  SCULPT_HEIGHTS_BRUSH,
};

const KbTool kb_erode_tool = {
  .id = "erode",
  .label = N_("Erode ground"),
  .icon = "kb-erode-symbolic",
  .key = 'd',
  .hint = N_("Drag to let steep ground slide down; {lower} and {raise} change the size of the "
             "brush"),
  .flags = KB_TOOL_HEIGHTS | KB_TOOL_FOLLOWS,
  SCULPT_HEIGHTS_BRUSH,
};

const KbTool kb_ramp_tool = {
  .id = "ramp",
  .label = N_("Ramp"),
  .icon = "kb-ramp-symbolic",
  .key = 'a',
  .hint = N_("Drag from one altitude to another to make an even slope; {lower} and {raise} change "
             "its width"),
  .press = ramp_press,
  .motion = ramp_motion,
  .release = ramp_release,
  .flags = KB_TOOL_HEIGHTS | KB_TOOL_FOLLOWS,
  SCULPTS,
};
