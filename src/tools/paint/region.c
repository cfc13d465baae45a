/* SPDX-License-Identifier: MIT */
/* Region: pixels are selected with a box or an outline, then moved with all their zones. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/follow.h"
#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"
#include "tools/private.h"

typedef struct {
  gboolean selecting, moving, drawn;
  GArray *around;       /* KbCorner of the outline, in 1/256 pixel; NULL: drawing a box */
  gint from_x, from_y;  /* the pressed pixel */
  gint dx, dy;          /* the move so far */
  gboolean copies;
} RegionState;

typedef struct { gint dx, dy; gboolean copies, flip_x, flip_y; } Move;

const KbPixelSet *
kb_region_set (const KbToolContext *context)
{
  const KbPixelSet *region = context->painting.region;
  gint width, height;

  if (!region || !context->shown.painted_id || !kb_tool_context_size (context, &width, &height))
    return NULL;
  return kb_pixel_set_width (region) == (guint) width
             && kb_pixel_set_height (region) == (guint) height
           ? region
           : NULL;
}

void
kb_region_clear (KbToolContext *context)
{
  g_clear_pointer (&context->painting.region, kb_pixel_set_free);
  g_clear_pointer (&context->painting.region_moves, g_array_unref);
  kb_tool_context_redraw (context);
}

/* Takes ownership of the set. An empty set means no region. */
static void
set_region (KbToolContext *context, KbPixelSet *set)
{
  KbBox box;

  kb_region_clear (context);
  if (set && !kb_pixel_set_box (set, &box))
    g_clear_pointer (&set, kb_pixel_set_free);
  context->painting.region = set;
  kb_tool_context_changed (context, KB_TOOLS_SELECTION);
}

static KbPixelSet *
new_set (const KbToolContext *context)
{
  gint width, height;

  return kb_tool_context_size (context, &width, &height)
           ? kb_pixel_set_new ((guint) width, (guint) height)
           : NULL;
}

static void
end_drag (RegionState *state)
{
  state->selecting = state->moving = state->drawn = FALSE;
  state->dx = state->dy = 0;
  g_clear_pointer (&state->around, g_array_unref);
}

static void
region_cancel (KbToolContext *context)
{
  kb_stroke_cancel (context);
  end_drag (context->gesture.state);
}

/* --- Selecting -------------------------------------------------------------------------------- */

static void
select_drawn (KbToolContext *context, RegionState *state)
{
  KbPixelSet *set = new_set (context);
  KbInk ink = { .set = set, .value = 1 };
  KbBox box = { MIN (state->from_x, context->pointer.pixel_x),
                MIN (state->from_y, context->pointer.pixel_y),
                ABS (context->pointer.pixel_x - state->from_x) + 1,
                ABS (context->pointer.pixel_y - state->from_y) + 1 };

  if (!set)
    return;
  if (state->around)
    kb_paint_polygon (&ink, (const KbCorner *) (void *) state->around->data, state->around->len);
  else
    kb_paint_box (&ink, &box, 0);
  kb_region_join (context, set,
                  state->around ? context->pointer.modifiers & ~KB_MOD_CONTROL
                                : context->pointer.modifiers);
}

void
kb_region_join (KbToolContext *context, KbPixelSet *set, guint modifiers)
{
  const KbPixelSet *region = kb_region_set (context);

  if (region && modifiers & KB_MOD_SHIFT)
    kb_pixel_set_combine (set, region, KB_SET_ADD);
  else if (modifiers & (KB_MOD_CONTROL | KB_MOD_ALT))
    {
      KbPixelSet *removed = set;
      set = region ? kb_pixel_set_copy (region) : NULL;
      if (set)
        kb_pixel_set_combine (set, removed, KB_SET_SUBTRACT);
      kb_pixel_set_free (removed);
    }
  set_region (context, set);
  kb_tool_context_redraw (context);
}

void
kb_region_select_all (KbToolContext *context)
{
  KbPixelSet *set = context->shown.painted_id ? new_set (context) : NULL;

  if (!set)
    return;
  kb_pixel_set_invert (set);
  set_region (context, set);
  kb_tool_context_redraw (context);
}

void
kb_region_select_zone (KbToolContext *context)
{
  const KbNode *node = kb_tool_context_painted (context);
  const KbZones *zones = node ? kb_node_painted (node, NULL)->zones : NULL;

  if (zones)
    set_region (context, kb_pixel_set_of_zone (zones, kb_stroke_value (context)));
  kb_tool_context_redraw (context);
}

/* --- Undo ------------------------------------------------------------------------------------- */

static void
free_set (gpointer set)
{
  kb_pixel_set_free (set);
}

void
kb_region_follow (KbToolContext *context, gboolean undone, const char *label)
{
  gpointer region = context->painting.region;

  if (!kb_follow_exchange (context, context->painting.region_moves, undone, label, &region))
    return;
  context->painting.region = region;
  kb_tool_context_redraw (context);
}

/* --- Moving ----------------------------------------------------------------------------------- */

/* Restarts the stroke with the region's pixels at the new position. The old position becomes empty;
 * empty pixels of the region do not erase. Returns the moved piece; NULL: no stroke. */
static KbPiece *
put_moved (KbToolContext *context, const Move *move)
{
  if (!kb_region_set (context) || !kb_stroke_begin (context))
    return NULL;
  KbZonesPainter *stroke = context->painting.stroke;
  const KbPixelSet *region = context->painting.region;
  KbPiece *piece = move->copies ? kb_piece_copy (stroke, region) : kb_piece_cut (stroke, region);
  if (piece)
    {
      kb_piece_flip (piece, move->flip_x, move->flip_y);
      kb_piece_put (stroke, piece, piece->x + move->dx, piece->y + move->dy, TRUE);
    }
  return piece;
}

/* One step; the region moves with its pixels. */
static void
settle_moved (KbToolContext *context, const Move *move, const char *label)
{
  g_autoptr (KbPiece) piece = put_moved (context, move);
  gint width, height;

  if (!piece || !kb_tool_context_size (context, &width, &height))
    {
      kb_stroke_cancel (context);
      return;
    }
  guint before = kb_follow_position (context);
  kb_stroke_end (context, label);
  guint after = kb_follow_position (context);
  KbPixelSet *set =
    kb_piece_set (piece, piece->x + move->dx, piece->y + move->dy, (guint) width, (guint) height);
  KbBox box;
  if (after > before && kb_pixel_set_box (set, &box))
    {
      kb_follow_remember (&context->painting.region_moves, after, label, context->painting.region,
                          free_set);
      context->painting.region = set;
      kb_tool_context_redraw (context);
    }
  else
    set_region (context, set);
}

void
kb_region_flip (KbToolContext *context, gboolean flip_x, gboolean flip_y)
{
  settle_moved (context, &(Move) { 0, 0, FALSE, flip_x, flip_y }, _("Mirror region"));
}

void
kb_region_paint (KbToolContext *context, gboolean erase)
{
  const KbPixelSet *set = kb_region_set (context);

  if (!set || !kb_stroke_begin (context))
    return;
  KbInk ink = kb_stroke_ink (context, erase ? 0 : kb_stroke_value (context));
  kb_paint_set (&ink, set);
  kb_stroke_end (context, erase ? _("Erase region") : _("Fill region"));
}

/* --- Clipboard -------------------------------------------------------------------------------- */

struct KbRegionClip {
  KbPiece *piece;
  char *names[KB_MAX_ZONES + 1];   /* of the zones, by value; NULL: there is none */
  gboolean of_band;
};

void
kb_region_clip_free (struct KbRegionClip *clip)
{
  if (!clip)
    return;
  kb_piece_free (clip->piece);
  for (guint value = 0; value <= KB_MAX_ZONES; value++)
    g_free (clip->names[value]);
  g_free (clip);
}

gboolean
kb_region_copy (KbToolContext *context, gboolean cuts)
{
  const KbNode *node = kb_tool_context_painted (context);
  const GPtrArray *zones = node ? kb_node_zones (node) : NULL;

  if (!zones || !kb_region_set (context) || !kb_stroke_begin (context))
    return FALSE;
  KbZonesPainter *stroke = context->painting.stroke;
  const KbPixelSet *region = context->painting.region;
  g_autoptr (KbPiece) piece = cuts ? kb_piece_cut (stroke, region) : kb_piece_copy (stroke, region);
  if (cuts && piece)
    kb_stroke_end (context, _("Cut region"));
  else
    kb_stroke_cancel (context);
  if (!piece)
    return FALSE;
  kb_region_clip_free (context->painting.clip);
  context->painting.clip = g_new0 (struct KbRegionClip, 1);
  context->painting.clip->piece = g_steal_pointer (&piece);
  context->painting.clip->of_band = kb_node_is (node, &kb_band_kind);
  KB_EACH (const KbZone, zone, zones)
    context->painting.clip->names[zone->value] = g_strdup (zone->name);
  return TRUE;
}

/* The clip's pixels with the zones of what is painted; adds those that it lacks. */
static gboolean
map_zones (KbToolContext *context, KbPiece *piece, GError **error)
{
  const struct KbRegionClip *clip = context->painting.clip;
  KbNode *node = kb_tool_context_painted (context);
  KbNode *asset = kb_node_is (node, &kb_frame_kind) ? KB_NODE (kb_node_sprite (node)) : node;
  guint8 to[KB_MAX_ZONES + 1] = { 0 };

  for (gsize i = 0; i < (gsize) piece->width * piece->height; i++)
    {
      guint8 value = piece->out[i] ? 0 : piece->zones[i];
      const char *name = to[value] ? NULL : clip->names[value];

      if (name && !kb_zones_find_name (kb_node_zones (node), name)
          && !kb_zone_add (context->document, asset, name, error))
        return FALSE;
      if (name)
        to[value] = (guint8) kb_zones_find_name (kb_node_zones (node), name)->value;
      piece->zones[i] = to[value];
    }
  return TRUE;
}

gboolean
kb_region_paste (KbToolContext *context)
{
  const struct KbRegionClip *clip = context->painting.clip;
  const KbNode *node = kb_tool_context_painted (context);
  gint width, height;
  g_autoptr (GError) error = NULL;

  if (!clip || !node || clip->of_band != kb_node_is (node, &kb_band_kind)
      || !kb_tool_context_size (context, &width, &height))
    return FALSE;
  gsize n = (gsize) clip->piece->width * clip->piece->height;
  g_autoptr (KbPiece) piece = g_memdup2 (clip->piece, sizeof *piece);
  piece->zones = g_memdup2 (clip->piece->zones, n);
  piece->out = g_memdup2 (clip->piece->out, n);
  if (context->pointer.over)
    {
      piece->x = context->pointer.pixel_x - (gint) piece->width / 2;
      piece->y = context->pointer.pixel_y - (gint) piece->height / 2;
    }
  kb_region_clear (context);   /* painting is not limited to it */
  kb_document_begin (context->document, _("Paste region"));
  gboolean ok = map_zones (context, piece, &error) && kb_stroke_begin (context);
  if (ok)
    {
      kb_piece_put (context->painting.stroke, piece, piece->x, piece->y, TRUE);
      kb_stroke_end (context, _("Paste region"));
    }
  kb_document_finish (context->document, ok);
  kb_tool_context_report (context, g_steal_pointer (&error));
  if (ok)
    set_region (context, kb_piece_set (piece, piece->x, piece->y, (guint) width, (guint) height));
  return ok;
}

/* --- The tool --------------------------------------------------------------------------------- */

static gboolean
is_in (const KbToolContext *context)
{
  const KbPixelSet *set = kb_region_set (context);

  return set && kb_pixel_set_has (set, context->pointer.pixel_x, context->pointer.pixel_y);
}

static void
drag_to_pointer (KbToolContext *context, RegionState *state)
{
  KbCorner corner = { (gint) floor (context->pointer.at.x * 256),
                      (gint) floor (context->pointer.at.y * 256) };

  if (state->around)
    g_array_append_val (state->around, corner);
  state->drawn = state->drawn || context->pointer.pixel_x != state->from_x
                 || context->pointer.pixel_y != state->from_y;
  if (state->moving)
    {
      state->dx = context->pointer.pixel_x - state->from_x;
      state->dy = context->pointer.pixel_y - state->from_y;
    }
}

static gboolean
region_press (KbToolContext *context, const KbPointerEvent *event)
{
  RegionState *state = context->gesture.state;

  end_drag (state);
  state->from_x = context->pointer.pixel_x;
  state->from_y = context->pointer.pixel_y;
  state->copies = (event->modifiers & KB_MOD_ALT) != 0;   /* outside the region: removes */
  state->moving = is_in (context) && !(event->modifiers & KB_MOD_SHIFT);
  state->selecting = !state->moving;
  if (state->selecting && event->modifiers & KB_MOD_CONTROL)
    state->around = g_array_new (FALSE, FALSE, sizeof (KbCorner));
  drag_to_pointer (context, state);
  return TRUE;
}

static void
region_motion (KbToolContext *context, const KbPointerEvent *event)
{
  RegionState *state = context->gesture.state;

  if (!context->gesture.pressed)
    return;
  drag_to_pointer (context, state);
  if (state->moving && state->drawn)
    kb_piece_free (
      put_moved (context, &(Move) { state->dx, state->dy, state->copies, FALSE, FALSE }));
}

static void
region_release (KbToolContext *context, const KbPointerEvent *event)
{
  RegionState *state = context->gesture.state;

  drag_to_pointer (context, state);
  if (state->moving && state->drawn)
    settle_moved (context, &(Move) { state->dx, state->dy, state->copies, FALSE, FALSE },
                  state->copies ? _("Copy region") : _("Move region"));
  else if (state->selecting && state->drawn)
    select_drawn (context, state);
  else if (state->selecting && !(event->modifiers & (KB_MOD_SHIFT | KB_MOD_ALT)))
    set_region (context, NULL);
  end_drag (state);
}

static gboolean
region_key (KbToolContext *context, KbKey key, guint modifiers)
{
  static const struct { KbKey key; gint dx, dy; } arrows[] = {
    { KB_KEY_LEFT, -1, 0 }, { KB_KEY_RIGHT, 1, 0 }, { KB_KEY_UP, 0, -1 }, { KB_KEY_DOWN, 0, 1 },
  };
  gint by = modifiers & KB_MOD_SHIFT ? 8 : 1;

  if (!kb_region_set (context) || context->gesture.pressed || modifiers & KB_MOD_ALT)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (arrows) && !context->pointer.cursor.on; i++)
    if (arrows[i].key == key)
      {
        settle_moved (context, &(Move){ by * arrows[i].dx, by * arrows[i].dy, FALSE, FALSE, FALSE },
                      _("Move region"));
        return TRUE;
      }
  if (key == KB_KEY_DELETE || key == KB_KEY_BACKSPACE)
    kb_region_paint (context, TRUE);
  else
    return FALSE;
  return TRUE;
}

char *
kb_region_describe (const KbToolContext *context)
{
  const KbPixelSet *set = kb_region_set (context);
  KbBox box;

  if (!set || !kb_pixel_set_box (set, &box))
    return NULL;
  return g_strdup_printf (_("Region at %d, %d, %d × %d"), box.x, box.y, box.w, box.h);
}

static const char *
region_cursor (const KbToolContext *context)
{
  return is_in (context) && !(context->pointer.modifiers & KB_MOD_SHIFT)
           ? context->pointer.modifiers & KB_MOD_ALT ? "copy" : "move"
           : NULL;
}

static void
draw_drag (KbToolContext *context, const RegionState *state, cairo_t *cr)
{
  cairo_new_path (cr);
  if (state->around)
    KB_EACH_IN (const KbCorner, corner, state->around)
      {
        KbVec at =
          kb_view_to_canvas (&context->view, (KbVec) { corner->x / 256.0, corner->y / 256.0 });
        cairo_line_to (cr, at.x, at.y);
      }
  else
    {
      KbVec a = kb_view_to_canvas (&context->view,
                                   (KbVec) { MIN (state->from_x, context->pointer.pixel_x),
                                            MIN (state->from_y, context->pointer.pixel_y) });
      KbVec b = kb_view_to_canvas (&context->view,
                                   (KbVec) { MAX (state->from_x, context->pointer.pixel_x) + 1,
                                            MAX (state->from_y, context->pointer.pixel_y) + 1 });
      cairo_rectangle (cr, kb_view_sharp (&context->view, a.x), kb_view_sharp (&context->view, a.y),
                       b.x - a.x, b.y - a.y);
    }
  kb_paint_stroke_path (context, cr, context->style->accent);
}

const KbTool kb_region_tool = {
  .id = "region",
  .label = N_("Select and move"),
  .icon = "kb-region-symbolic",
  .key = 'v',
  .cursor = "crosshair",
  .hint = N_("Drag to select, Ctrl outlines, Shift adds, Alt removes; drag inside to move, "
             "Alt copies; Delete erases"),
  .flags = KB_TOOL_PAINTS | KB_TOOL_USES_CONTROL,
  .state_size = sizeof (RegionState),
  .press = region_press,
  .motion = region_motion,
  .release = region_release,
  .key_press = region_key,
  .cancel = region_cancel,
  .speak = kb_region_describe,
  .cursor_at = region_cursor,
};

/* Compares one row's runs with the row above: pixels in only one of them have an edge. */
static void
add_level_edges (const KbView *view, cairo_t *cr, const KbPixelSet *set, gint y, gint x0, gint x1,
                 gint dx, gint dy)
{
  gboolean open = FALSE;
  double at = kb_view_sharp (view, kb_view_to_canvas (view, (KbVec) { 0, y + dy }).y);

  for (gint x = x0; x <= x1; x++)
    {
      gboolean edge = x < x1 && kb_pixel_set_has (set, x, y) != kb_pixel_set_has (set, x, y - 1);
      double to = kb_view_sharp (view, kb_view_to_canvas (view, (KbVec) { x + dx, 0 }).x);

      if (edge && !open)
        cairo_move_to (cr, to, at);
      else if (!edge && open)
        cairo_line_to (cr, to, at);
      open = edge;
    }
}

static void
add_upright_edges (const KbView *view, cairo_t *cr, const KbPixelSet *set, gint y, gint dx, gint dy)
{
  gint x0, x1, from = 0;
  double top = kb_view_sharp (view, kb_view_to_canvas (view, (KbVec) { 0, y + dy }).y);
  double bottom = kb_view_sharp (view, kb_view_to_canvas (view, (KbVec) { 0, y + 1 + dy }).y);

  while (kb_pixel_set_next_run (set, y, from, &x0, &x1))
    {
      const gint ends[2] = { x0, x1 };

      for (guint i = 0; i < 2; i++)
        {
          double x = kb_view_sharp (view, kb_view_to_canvas (view, (KbVec) { ends[i] + dx, 0 }).x);
          cairo_move_to (cr, x, top);
          cairo_line_to (cr, x, bottom);
        }
      from = x1;
    }
}

/* Along the visible edges of a set's pixels, as a moving dashed line. */
static void
kb_paint_draw_set (KbToolContext *context, cairo_t *cr, const KbPixelSet *set, gint dx, gint dy)
{
  const KbView *view = &context->view;
  KbBounds seen = kb_view_visible (view);
  KbBox box;

  if (!kb_pixel_set_box (set, &box))
    return;
  gint x0 = MAX (box.x, (gint) floor (seen.x0) - dx),
       x1 = MIN (box.x + box.w, (gint) ceil (seen.x1) - dx);
  gint y0 = MAX (box.y, (gint) floor (seen.y0) - dy),
       y1 = MIN (box.y + box.h, (gint) ceil (seen.y1) - dy);
  cairo_save (cr);
  cairo_new_path (cr);
  for (gint y = y0; y <= y1; y++)
    {
      add_level_edges (view, cr, set, y, x0, x1, dx, dy);
      if (y < y1)
        add_upright_edges (view, cr, set, y, dx, dy);
    }
  kb_paint_stroke_dashed (cr);
}

void
kb_region_draw (KbToolContext *context, cairo_t *cr)
{
  const RegionState *state =
    context->gesture.tool == &kb_region_tool ? context->gesture.state : NULL;
  const KbPixelSet *set = kb_region_set (context);

  if (set)
    kb_paint_draw_set (context, cr, set, state ? state->dx : 0, state ? state->dy : 0);
  if (state && state->selecting && state->drawn)
    draw_drag (context, state, cr);
}
