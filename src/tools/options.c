/* SPDX-License-Identifier: MIT */
/* The table of options. */
#include "tools/options.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "operations/level/sculpt.h"
#include "tools/level/private.h"
#include "tools/names.h"
#include "tools/paint/marks.h"
#include "tools/preview.h"
#include "tools/private.h"
#include "tools/selection.h"
#include "tools/snap.h"
#include "tools/subject.h"
#include "tools/tools.h"

#define AT(member) offsetof (KbToolOptions, member)

const KbToolOption kb_tool_options[] = {
  { "snapping", N_("Snap to guides"), N_("Snap to guides"), N_("Snapping"), KB_OPTION_SWITCH,
    AT (snap.on), 0, 0, 1, 1, KB_FOR_SHAPES },
  { "snap-frame", N_("Edges and middle of the frame"), N_("Snap to the frame's edges and middle"),
    N_("Snapping"), KB_OPTION_FLAG, AT (snap.to), KB_SNAP_FRAME, 0, 1, 1, KB_FOR_SHAPES },
  { "snap-shapes", N_("Edges and middles of shapes"),
    N_("Snap to the edges and middles of shapes"), N_("Snapping"), KB_OPTION_FLAG, AT (snap.to),
    KB_SNAP_SHAPES, 0, 1, 1, KB_FOR_SHAPES },
  { "snap-hot-spot", N_("Hot spot"), N_("Snap to the hot spot"), N_("Snapping"), KB_OPTION_FLAG,
    AT (snap.to), KB_SNAP_HOT_SPOT, 0, 1, 1, KB_FOR_SHAPES },
  { "snap-pixels", N_("Corners of polygons to pixels"),
    N_("Snap corners of polygons to the pixel grid"), N_("Snapping"), KB_OPTION_SWITCH,
    AT (snap.to_pixels), 0, 0, 1, 1, KB_FOR_SHAPES },
  { "click-through", N_("Auto-advance"), NULL, N_("Placing"),
    KB_OPTION_SWITCH, AT (click_through), 0, 0, 1, 1, KB_FOR_SHAPES },
  { "shape-through", N_("Auto-advance for shapes"),
    N_("Auto-advance after drawing a shape"), N_("Placing"), KB_OPTION_SWITCH,
    AT (shape_through), 0, 0, 1, 1, KB_FOR_SHAPES },
  { "loupe", N_("Magnify while placing"), N_("Loupe: magnify while placing"), N_("Placing"),
    KB_OPTION_SWITCH, AT (loupe), 0, 0, 1, 1, KB_FOR_SHAPES },
  { "trace-tolerance", N_("Outline tolerance"), N_("Outline tolerance…"), N_("Picture"),
    KB_OPTION_REAL, AT (pictures.tolerance), 0, 0, 16, 0.25, KB_FOR_SHAPES },
  { "trace-diagonal", N_("Diagonal pixels connect"),
    N_("Outlines: diagonal pixels connect"), N_("Picture"), KB_OPTION_SWITCH,
    AT (pictures.diagonal), 0, 0, 1, 1, KB_FOR_SHAPES },
  { "paint-size", N_("Brush size"), N_("Brush size…"), N_("Brush"), KB_OPTION_WHOLE,
    AT (paint.size), 0, 1, 512, 1, KB_FOR_PAINTING },
  { "paint-square", N_("Square brush"), N_("Square brush"), N_("Brush"), KB_OPTION_SWITCH,
    AT (paint.square), 0, 0, 1, 1, KB_FOR_PAINTING },
  { "paint-keep", N_("Paint only empty pixels"), N_("Paint only empty pixels"), N_("Brush"),
    KB_OPTION_SWITCH, AT (paint.keep), 0, 0, 1, 1, KB_FOR_PAINTING },
  { "paint-filled", N_("Fill shapes"), N_("Fill rectangles and ellipses"), N_("Brush"),
    KB_OPTION_SWITCH, AT (paint.filled), 0, 0, 1, 1, KB_FOR_PAINTING },
  { "fill-picture", N_("Match picture colours"), N_("Fill by the picture's colours"), N_("Fill"),
    KB_OPTION_SWITCH, AT (paint.by_picture), 0, 0, 1, 1, KB_FOR_PAINTING },
  { "fill-contiguous", N_("Contiguous"), N_("Fill only connected pixels"), N_("Fill"),
    KB_OPTION_SWITCH, AT (paint.contiguous), 0, 0, 1, 1, KB_FOR_PAINTING },
  { "fill-stops", N_("Stay within this zone"),
    N_("Fill only the zone under the pointer"), N_("Fill"), KB_OPTION_SWITCH,
    AT (paint.stops), 0, 0, 1, 1, KB_FOR_PAINTING },
  { "fill-tolerance", N_("Tolerance"), N_("Fill tolerance…"), N_("Fill"), KB_OPTION_WHOLE,
    AT (paint.tolerance), 0, 0, 255, 1, KB_FOR_PAINTING },
  { "region-by", N_("Pixels"), N_("Pixels to grow, shrink and smooth regions by…"), N_("Region"),
    KB_OPTION_WHOLE, AT (paint.region_by), 0, 1, 64, 1, KB_FOR_PAINTING },
  { "track-beside", N_("Lines of bands beside curves"), N_("Lines of bands beside drawn curves"),
    N_("Track"), KB_OPTION_SWITCH, AT (beside), 0, 0, 1, 1, KB_FOR_TRACKS },
  { "sculpt-size", N_("Brush size"), N_("Brush size in samples…"), N_("Sculpting"),
    KB_OPTION_WHOLE, AT (sculpt.size), 0, 1, KB_MAX_SCULPT_SIZE, 1, KB_FOR_HEIGHTS },
  { "sculpt-strength", N_("Strength"), N_("Strength of the brush…"), N_("Sculpting"),
    KB_OPTION_WHOLE, AT (sculpt.strength), 0, 1, 100, 1, KB_FOR_HEIGHTS },
  { "sculpt-falloff", N_("Falloff"), N_("Falloff of the brush…"), N_("Sculpting"),
    KB_OPTION_WHOLE, AT (sculpt.falloff), 0, 0, 100, 1, KB_FOR_HEIGHTS },
  { "contours", N_("Contours"), N_("Show contours of heightmaps"), N_("Sculpting"),
    KB_OPTION_SWITCH, AT (sculpt.contours), 0, 0, 1, 1, KB_FOR_HEIGHTS },
  { "contour-step", N_("Contour step"), N_("Altitude between contours…"), N_("Sculpting"),
    KB_OPTION_WHOLE, AT (sculpt.step), 0, 1, 65536, 1, KB_FOR_HEIGHTS },
  { NULL, NULL, NULL, NULL, KB_OPTION_SWITCH, 0, 0, 0, 0, 0, KB_FOR_SHAPES },
};

guint
kb_tool_step_size (guint size, int steps, guint most)
{
  for (; steps > 0 && size < most; steps--)
    size += MAX (1, size / 10);
  for (; steps < 0 && size > 1; steps++)
    size -= MAX (1, size / 11);
  return MIN (size, most);
}

const KbToolOption *
kb_tool_option_by_id (const char *id)
{
  for (const KbToolOption *option = kb_tool_options; option->id; option++)
    if (strcmp (option->id, id) == 0)
      return option;
  return NULL;
}

gboolean
kb_tool_option_is_switch (const KbToolOption *option)
{
  return option->type == KB_OPTION_SWITCH || option->type == KB_OPTION_FLAG;
}

double
kb_tool_option_get (const KbToolContext *context, const KbToolOption *option)
{
  const void *at = (const char *) &context->options + option->offset;

  switch (option->type)
    {
    case KB_OPTION_SWITCH: return *(const gboolean *) at ? 1 : 0;
    case KB_OPTION_FLAG: return *(const guint *) at & option->bit ? 1 : 0;
    case KB_OPTION_WHOLE: return *(const guint *) at;
    default: return *(const double *) at;
    }
}

double
kb_tool_option_kept (const KbToolContext *context, const KbToolOption *option)
{
  guint other_size = context->painting.other_size;

  return option->offset == AT (paint.size) && other_size ? other_size
                                                         : kb_tool_option_get (context, option);
}

/* Call after a change of options.pictures or options.paint. */
static void
kb_tools_options_changed (KbToolContext *context)
{
  context->options.pictures.tolerance =
    context->options.pictures.tolerance > 0 ? MIN (context->options.pictures.tolerance, 256) : 0;
  if (context->preview && context->preview->type == KB_OPERATION_SHRINK)
    kb_preview_shrink (context);
  else if (context->preview)
    kb_preview_cover (context, context->preview->k);
  kb_tool_context_redraw (context);
}

void
kb_tool_option_set (KbToolContext *context, const KbToolOption *option, double value)
{
  void *at = (char *) &context->options + option->offset;

  if (isnan (value))
    return;
  value = CLAMP (value, option->min, option->max);
  switch (option->type)
    {
    case KB_OPTION_SWITCH: *(gboolean *) at = value != 0; break;
    case KB_OPTION_FLAG:
      *(guint *) at = value != 0 ? *(guint *) at | option->bit : *(guint *) at & ~option->bit;
      break;
    case KB_OPTION_WHOLE: *(guint *) at = (guint) floor (value + 0.5); break;
    default: *(double *) at = value;
    }
  kb_tools_options_changed (context);
}
