/* SPDX-License-Identifier: MIT */
/* The table of the kinds of parts of a level. */
#include <glib/gi18n.h>
#include <math.h>

#include "document/heightmap.h"
#include "drawing/style.h"
#include "editor/watch/level_canvas.h"
#include "tools/level/ground_edits.h"
#include "tools/level/private.h"

static char *
kb_heightmap_facts (KbEditorState *state, const KbNode *layer)
{
  const KbHeightmap *map = (const KbHeightmap *) layer;
  KbToolContext *tools = kb_editor_state_get_tools (state);
  const char *error = kb_heights_error (kb_tool_context_heights (tools), tools->document, map);
  return error ? g_strdup (error)
               : g_strdup_printf (_("%d × %d samples. B raises, E lowers, P is a profile."),
                                  kb_heightmap_size (map).x, kb_heightmap_size (map).y);
}

static void
kb_heightmap_draw_legend (KbEditorState *state, cairo_t *cr, const KbStyle *style,
                          const KbNode *layer)
{
  const KbView *view = &kb_editor_state_get_tools (state)->view;
  kb_draw_height_legend (cr, view, style, (const KbHeightmap *) layer,
                         (KbVec) { view->width - 12, view->inset + 12 });
}

static char *
kb_heightmap_describe (KbToolContext *tools)
{
  const KbLevel *level = kb_tool_context_level (tools);
  KbHeightPlace place;
  KB_EACH_BACK (const KbHeightmap, heightmap, level->heightmaps)
    if (kb_heights_at (kb_tool_context_heights (tools), tools->document, heightmap,
                       tools->pointer.at, &place))
      return g_strdup_printf (_("altitude %.2f · slope %.2f"), place.z, place.steepness);
  return NULL;
}

#define LIST(member) G_STRUCT_OFFSET (KbLevel, member)

static char *
describe_image (KbEditorState *state, const KbNode *layer)
{
  const KbDocument *document = kb_editor_state_get_document (state);
  const KbFrame *frame =
    kb_image_frame (kb_document_project (document), (const KbImageLayer *) layer);
  return frame ? g_strdup_printf (_("%d × %d pixels, at its top left"), frame->width,
                                  frame->height)
               : g_strdup (_("There is no such sprite or frame, so nothing is drawn."));
}

static char *
describe_group (KbEditorState *state, const KbNode *group)
{
  g_autoptr (GPtrArray) stack = kb_level_stack ((const KbLevel *) group->parent);
  guint n = 0;
  KB_EACH (KbNode, node, stack)
    n += kb_node_within_group (node, (const KbLayerGroup *) group) != NULL;
  return n ? g_strdup_printf (ngettext ("%u layer is in it", "%u layers are in it", n), n)
           : g_strdup (_("Drag layers onto its row to put them in."));
}

static char *
kb_ground_describe (KbToolContext *tools)
{
  KbGroundPart part = kb_ground_part_at (tools, tools->pointer.canvas);
  const KbNode *node = part.ground ? kb_document_node (tools->document, part.ground) : NULL;
  KbGroundPlace place;
  if (!node)
    return NULL;
  g_autoptr (KbGroundCurve) curve = kb_ground_curve_new ((const KbGroundLine *) node, NULL);
  if (!curve || !kb_ground_curve_at (curve, part.at.x, &place))
    return NULL;
  return g_strdup_printf (place.too_steep ? _("%s · y %.1f · slope %.2f, too steep")
                                          : _("%s · y %.1f · slope %.2f"),
                          ((const KbGroundLine *) node)->name, place.y, place.slope);
}

static char *
kb_ground_facts (KbEditorState *state, const KbNode *layer)
{
  const KbGroundLine *ground = (const KbGroundLine *) layer;
  g_autoptr (GError) error = NULL;
  g_autoptr (KbGroundCurve) curve = kb_ground_curve_new (ground, &error);
  if (!curve)
    return g_strdup (error->message);
  KbGroundFacts facts = kb_ground_curve_facts (curve);
  guint n = kb_count (ground->points);
  g_autofree char *points = g_strdup_printf (g_dngettext (NULL, "%u point", "%u points", n), n);
  g_autofree char *steepest = kb_number_text (facts.steepest),
                  *at = kb_number_text (floor (facts.at + 0.5));
  if (facts.too_steep > 0)   /* a non-breaking space before the sign */
    return g_strdup_printf (_("%s. Steepest %s at x %s; %.0f\302\240%% is too steep."), points,
                            steepest, at, MAX (100 * facts.too_steep, 1));
  return g_strdup_printf (_("%s. Steepest %s at x %s."), points, steepest, at);
}

const KbLevelPartRow kb_level_parts[KB_LEVEL_PARTS] = {
  [KB_PART_WALLS] = { &kb_wall_kind, LIST (walls),
    KB_PLURAL ("%u wall", "%u walls"),
    "kb-wall-symbolic", N_("Walls, areas and entities") },
  [KB_PART_AREAS] = { &kb_area_kind, LIST (areas),
    KB_PLURAL ("%u area", "%u areas") },
  [KB_PART_ENTITIES] = { &kb_entity_kind, LIST (entities),
    KB_PLURAL ("%u entity", "%u entities") },
  [KB_PART_GROUND_POINTS] = { &kb_ground_point_kind, 0,
    KB_PLURAL ("%u point of the ground", "%u points of the ground") },
  [KB_PART_LAYERS] = { &kb_layer_kind, LIST (layers),
    KB_PLURAL ("%u tile layer", "%u tile layers"),
    "kb-tiles-symbolic", N_("Tile layer") },
  [KB_PART_IMAGES] = { &kb_image_kind, LIST (images),
    KB_PLURAL ("%u image layer", "%u image layers"),
    "kb-image-symbolic", N_("Image layer"), .facts = describe_image },
  [KB_PART_GROUPS] = { &kb_group_kind, LIST (groups),
    KB_PLURAL ("%u layer group", "%u layer groups"),
    "folder-symbolic", N_("Layer group"), .facts = describe_group },
  [KB_PART_MAZES] = { &kb_maze_kind, LIST (mazes),
    KB_PLURAL ("%u maze", "%u mazes"),
    "kb-maze-symbolic", N_("Maze"), .facts = kb_maze_facts },
  [KB_PART_GROUNDS] = { &kb_ground_kind, LIST (grounds),
    KB_PLURAL ("%u ground", "%u grounds"),
    "kb-ground-symbolic", N_("Ground"), .facts = kb_ground_facts, .describe = kb_ground_describe },
  [KB_PART_HEIGHTMAPS] = { &kb_heightmap_kind, LIST (heightmaps),
    KB_PLURAL ("%u heightmap", "%u heightmaps"),
    "kb-profile-symbolic", N_("Heightmap"), .facts = kb_heightmap_facts,
    .draw = kb_heightmap_draw_legend, .describe = kb_heightmap_describe },
};

const KbLevelPartRow *
kb_level_part (const KbNode *layer)
{
  guint k = 0;
  while (k < KB_LEVEL_PARTS && kb_level_parts[k].kind != layer->kind)
    k++;
  return &kb_level_parts[k < KB_LEVEL_PARTS ? (KbLevelPartIndex) k : KB_PART_WALLS];
}

void
kb_level_count_parts (const KbLevel *level, guint counts[KB_LEVEL_PARTS])
{
  for (guint k = 0; k < KB_LEVEL_PARTS; k++)
    counts[k] = kb_level_parts[k].list
                  ? G_STRUCT_MEMBER (GPtrArray *, level, kb_level_parts[k].list)->len
                  : 0;
}

char *
kb_level_describe (const KbLevel *level, guint *count)
{
  /* Parts that block moves first, then areas and entities. */
  static const KbLevelPartIndex order[] = { KB_PART_WALLS,   KB_PART_LAYERS,     KB_PART_MAZES,
                                            KB_PART_GROUNDS, KB_PART_HEIGHTMAPS, KB_PART_AREAS,
                                            KB_PART_ENTITIES, KB_PART_IMAGES };
  guint counts[KB_LEVEL_PARTS], k = 0;
  kb_level_count_parts (level, counts);
  while (k < G_N_ELEMENTS (order) && !counts[order[k]])
    k++;
  KbLevelPartIndex part = k < G_N_ELEMENTS (order) ? order[k] : KB_PART_WALLS;
  *count = counts[part];
  return g_strdup_printf (
    g_dngettext (NULL, kb_level_parts[part].one, kb_level_parts[part].many, *count), *count);
}
