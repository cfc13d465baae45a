/* SPDX-License-Identifier: MIT */
/* The state of one canvas. */
#include "tools/context.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/part.h"
#include "operations/paint/paint.h"
#include "tools/level/private.h"
#include "tools/names.h"
#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"
#include "tools/preview.h"
#include "tools/private.h"
#include "tools/snap.h"
#include "tools/subject.h"
#include "tools/tiles/selected.h"
#include "tools/tools.h"

/* A brush covers at most an eighth of an asset's smaller side at first, but has 8 pixels. */
#define BRUSH_SHARE 8
#define BRUSH_LEAST 8

static gpointer
node_of_kind (const KbToolContext *context, KbId id, const KbKind *kind)
{
  return context->document ? kb_document_find (context->document, id, kind) : NULL;
}

KbSprite *
kb_tool_context_sprite (const KbToolContext *context)
{
  return node_of_kind (context, context->shown.sprite_id, &kb_sprite_kind);
}

KbFrame *
kb_tool_context_frame (const KbToolContext *context)
{
  return node_of_kind (context, context->shown.frame_id, &kb_frame_kind);
}

guint
kb_tool_context_alpha (const KbToolContext *context)
{
  const KbSprite *sprite = kb_tool_context_sprite (context);
  return sprite ? (guint) sprite->solid_alpha : 1;
}

KbNode *
kb_tool_context_painted (const KbToolContext *context)
{
  KbId id = context->shown.painted_id;
  KbNode *node = context->document && id ? kb_document_node (context->document, id) : NULL;

  return node && kb_node_painted (node, NULL) ? node : NULL;
}

KbLevel *
kb_tool_context_level (const KbToolContext *context)
{
  return node_of_kind (context, context->shown.level_id, &kb_level_kind);
}

KbLevelIndex *
kb_tool_context_level_index (KbToolContext *context)
{
  if (!kb_tool_context_level (context))
    return NULL;
  if (!context->level.index)
    context->level.index = kb_level_index_new (context->document, context->shown.level_id);
  return context->level.index;
}

KbTrack *
kb_tool_context_track (const KbToolContext *context)
{
  KbNode *node = kb_tool_context_painted (context);

  return node ? kb_node_track (node) : NULL;
}

gboolean
kb_tool_context_size (const KbToolContext *context, gint *width, gint *height)
{
  const KbNode *node = kb_tool_context_painted (context);

  if (context->shown.level_id)
    return FALSE;
  if (!node)
    node = (const KbNode *) kb_tool_context_frame (context);
  return node && kb_node_size (node, width, height);
}

static KbPicture *
picture_of (const KbToolContext *context, GError **error)
{
  const KbNode *node = kb_tool_context_painted (context);
  const KbFrame *frame = kb_tool_context_frame (context);

  const KbTrack *track = kb_tool_context_track (context);

  if (track)
    return kb_document_track_picture (context->document, track, error);
  if (kb_node_is (node, &kb_mask_kind))
    return kb_document_mask_picture (context->document, (const KbMask *) node, error);
  return frame ? kb_document_frame_picture (context->document, frame, error) : NULL;
}

KbPicture *
kb_tool_context_picture (const KbToolContext *context)
{
  return picture_of (context, NULL);
}

gboolean
kb_tool_context_find_picture (KbToolContext *context, KbPicture **picture)
{
  g_autoptr (GError) error = NULL;

  *picture = picture_of (context, &error);
  if (!g_error_matches (error, KB_ERROR, KB_ERROR_BUSY))
    return TRUE;
  return kb_tool_context_refuse (context, _("The picture is still being read"));
}

KbHeights *
kb_tool_context_heights (KbToolContext *context)
{
  if (!context->level.heights)
    context->level.heights = kb_heights_new ();
  kb_heights_set_contours (context->level.heights,
                           context->options.sculpt.contours ? context->options.sculpt.step : 0);
  return context->level.heights;
}

static GHashTable *
set_of (const KbToolContext *context, KbToolMark mark)
{
  return mark == KB_TOOL_HIDDEN ? context->hidden : context->locked;
}

gboolean
kb_tool_context_is_marked (const KbToolContext *context, KbId id, KbToolMark mark)
{
  return kb_id_in_set (id, set_of (context, mark));
}

gboolean
kb_tool_context_is_open (const KbToolContext *context, KbId id)
{
  return !kb_id_in_set (id, context->hidden) && !kb_id_in_set (id, context->locked);
}

gboolean
kb_tool_context_mark (KbToolContext *context, KbId id, KbToolMark mark, gboolean on)
{
  if (on == kb_tool_context_is_marked (context, id, mark))
    return FALSE;
  kb_tools_settle (context);
  kb_tool_context_status (context, ""); /* the last message may be about the mark */
  return on ? g_hash_table_add (set_of (context, mark), GUINT_TO_POINTER (id))
            : g_hash_table_remove (set_of (context, mark), GUINT_TO_POINTER (id));
}

KbToolContext *
kb_tool_context_new (const KbToolHost *host, gpointer host_data)
{
  KbToolContext *context = g_new0 (KbToolContext, 1);

  *context = (KbToolContext) {
    .view = { .scale = 1, .device_scale = 1 },
    .style = kb_style (TRUE),
    /* Outside any view, so that the cursor first appears in the middle. */
    .pointer = { .hover = KB_NO_HOVER, .cursor = { .x = -1000000, .y = -1000000 } },
    .selection = { .ids = g_array_new (FALSE, FALSE, sizeof (KbId)),
                   .places = g_array_new (FALSE, FALSE, sizeof (KbVec)),
                   .corner = -1 },
    .gesture = { .tool = kb_tools[0], .state = g_malloc0 (kb_tools[0]->state_size) },
    .options = { .snap = { .on = TRUE,
                           .to = KB_SNAP_ALL,
                           .to_pixels = TRUE,
                           .guides = g_array_new (FALSE, FALSE, sizeof (KbGuide)),
                           .lines = { g_array_new (FALSE, FALSE, sizeof (KbSnapLine)),
                                      g_array_new (FALSE, FALSE, sizeof (KbSnapLine)) } },
                 .pictures = { .diagonal = TRUE, .tolerance = 1 },
                 .paint = { .size = 8,
                            .filled = TRUE,
                            .contiguous = TRUE,
                            .by_picture = TRUE,
                            .region_by = 1,
                            .stops = TRUE,
                            .tolerance = 24 },
                 .sculpt = { .size = 32, .strength = 25, .falloff = 100, .step = 10 },
                 .loupe = TRUE,
                 .beside = TRUE },
    .painting = { .sizes = g_hash_table_new (NULL, NULL) },
    .next = { .band_value = KB_BAND_IS, .track_width = 32 },
    .level = { .layers_before = g_array_new (FALSE, FALSE, sizeof (KbLayerBefore)),
               .last_layers = g_hash_table_new (NULL, NULL) },
    .hidden = g_hash_table_new (NULL, NULL),
    .locked = g_hash_table_new (NULL, NULL),
    .host = host,
    .host_data = host_data
  };
  return context;
}

void
kb_tool_context_free (KbToolContext *context)
{
  if (!context)
    return;
  /* The host gets no more calls. */
  context->host = NULL;
  kb_tool_context_set_document (context, NULL);
  g_free (context->gesture.state);
  g_free (context->next.point_name);
  g_hash_table_unref (context->painting.sizes);
  g_array_unref (context->selection.ids);
  g_array_unref (context->selection.places);
  g_clear_pointer (&context->selection.set, g_hash_table_unref);
  g_array_unref (context->options.snap.guides);
  for (guint axis = 0; axis < 2; axis++)
    g_array_unref (context->options.snap.lines[axis]);
  g_hash_table_unref (context->hidden);
  g_hash_table_unref (context->locked);
  g_hash_table_unref (context->level.last_layers);
  kb_heights_free (context->level.heights);
  g_array_unref (context->level.layers_before);
  kb_stamp_free (context->level.stamp);
  kb_tiles_deselect (context);
  kb_region_clip_free (context->painting.clip);
  g_free (context);
}

/* Drops deleted nodes from the selection. In a large selection on a level only `gone` itself can be
 * missing, since parts of levels have no children. Search from the end: undo removes thousands in
 * reverse order. */
#define MAX_SEARCHED 64
static gboolean
forget_selected (KbToolContext *context, KbId gone)
{
  gboolean alone = context->shown.level_id && gone != context->shown.level_id
                   && context->selection.ids->len > MAX_SEARCHED;
  GArray *selected = context->selection.ids;
  guint n = selected->len, kept = 0;

  if (alone)
    {
      for (guint i = n; i-- > 0;)
        if (g_array_index (selected, KbId, i) == gone)
          {
            g_array_remove_index (selected, i);
            break;
          }
      return selected->len < n;
    }
  for (guint i = 0; i < n; i++)
    if (kb_document_node (context->document, g_array_index (selected, KbId, i)))
      g_array_index (selected, KbId, kept++) = g_array_index (selected, KbId, i);
  g_array_set_size (selected, kept);
  return kept < n;
}

/* The brush of a band is as wide as the band's radius until another size is chosen. The size for
 * everything else is kept meanwhile. */
static void
fit_brush (KbToolContext *context, gboolean chosen)
{
  const KbBand *band = node_of_kind (context, context->shown.painted_id, &kb_band_kind);
  double radius = band ? band->radius : 0;

  if (radius == context->painting.band_radius && !chosen)
    return;
  if (!context->painting.band_radius)
    context->painting.other_size = context->options.paint.size;
  context->options.paint.size =
    band ? (guint) CLAMP (radius + 0.5, 1, KB_MAX_BRUSH) : context->painting.other_size;
  if (!band)
    context->painting.other_size = 0;
  context->painting.band_radius = radius;
}

/* Call when the active layer was deleted: the previously active one becomes active, with its tool;
 * without one, walls. */
static void
kb_tool_context_layer_gone (KbToolContext *context)
{
  KbLayerBefore last = { .level = context->shown.level_id };

  for (guint i = context->level.layers_before->len; i-- > 0 && !last.tool;)
    {
      const KbLayerBefore *before = &g_array_index (context->level.layers_before, KbLayerBefore, i);
      if (before->level == context->shown.level_id
          && (!before->layer || kb_document_node (context->document, before->layer)))
        last = *before;
    }
  kb_tool_context_set_layer (context, last.layer);
  if (last.tool)
    kb_tools_choose (context, last.tool);
}

/* Drops deleted nodes from the selection. */
static void
on_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  KbToolContext *context = data;
  gboolean changed = FALSE;

  if (event->type == KB_EVENT_REMOVE || event->type == KB_EVENT_MANY)
    {
      changed = forget_selected (context, event->type == KB_EVENT_MANY ? context->shown.level_id
                                                                       : event->node);
      context->selection.serial += changed;
      if (context->pointer.hover.id && !kb_document_node (document, context->pointer.hover.id))
        context->pointer.hover.id = 0;
      if (context->next.class_id && !kb_document_node (document, context->next.class_id))
        context->next.class_id = 0;
      if (context->next.zone_id && !kb_document_node (document, context->next.zone_id))
        context->next.zone_id = 0;
      if (context->shown.layer_id && !kb_document_node (document, context->shown.layer_id))
        kb_tool_context_layer_gone (context);
    }
  if (event->type == KB_EVENT_SET && strcmp (event->name, "name") == 0)
    kb_point_names_follow (context, event->node);
  if (event->type == KB_EVENT_SET && event->node == context->shown.painted_id)
    fit_brush (context, FALSE);
  if (event->type != KB_EVENT_STEP)
    kb_preview_end (context);
  /* The pointer may now be over another shape, or the same one with fewer corners. */
  if (event->type != KB_EVENT_STEP && !context->gesture.pressed)
    context->pointer.hover.handle = -1;
  if (changed)
    kb_tool_context_changed (context, KB_TOOLS_SELECTION);
  kb_tool_context_redraw (context);
}

void
kb_tool_context_set_document (KbToolContext *context, KbDocument *document)
{
  if (context->document == document)
    return;
  if (context->document)
    {
      kb_tool_context_set_level (context, 0);
      kb_tool_context_set_painted (context, 0);
      kb_tool_context_set_frame (context, 0, 0);
      kb_document_unlisten (context->document, context->listener);
    }
  if (context->level.heights)
    kb_heights_clear (context->level.heights);
  context->document = document;
  context->next.class_id = context->next.zone_id = 0;
  context->next.class_wished = FALSE;
  memset (context->next.made, 0, sizeof context->next.made);
  g_hash_table_remove_all (context->hidden);
  g_hash_table_remove_all (context->locked);
  g_hash_table_remove_all (context->level.last_layers);
  g_array_set_size (context->level.layers_before, 0);
  g_hash_table_remove_all (context->painting.sizes);
  g_clear_pointer (&context->next.point_name, g_free);
  if (document)
    context->listener = kb_document_listen (document, on_event, context);
}

void
kb_tool_context_set_frame (KbToolContext *context, KbId sprite_id, KbId frame_id)
{
  if (context->shown.sprite_id == sprite_id && context->shown.frame_id == frame_id)
    return;
  kb_tools_settle (context);
  kb_preview_end (context);
  context->selection.band.w = 0;
  kb_selection_clear (context);
  context->shown.sprite_id = sprite_id;
  context->shown.frame_id = frame_id;
  context->pointer.hover = KB_NO_HOVER;
  kb_tool_context_redraw (context);
}

/* Switching between a track and its band keeps the selection. */
/* Each asset has a brush of its own; in a small one, it begins small. */
static void
change_brush (KbToolContext *context, KbId before)
{
  const KbNode *from = kb_part_asset (kb_document_node (context->document, before)),
               *to = kb_part_asset (
                 kb_document_node (context->document, context->shown.painted_id));
  guint *size = &context->options.paint.size, kept;
  int width, height;

  if (!to || from == to || context->painting.band_radius)
    return;
  if (from)
    g_hash_table_insert (context->painting.sizes, GUINT_TO_POINTER (from->id),
                         GUINT_TO_POINTER (*size));
  kept = GPOINTER_TO_UINT (
    g_hash_table_lookup (context->painting.sizes, GUINT_TO_POINTER (to->id)));
  if (kept)
    *size = kept;
  else if (kb_tool_context_size (context, &width, &height))
    *size = MIN (*size, (guint) MAX (MIN (width, height) / BRUSH_SHARE, BRUSH_LEAST));
}

void
kb_tool_context_set_painted (KbToolContext *context, KbId node_id)
{
  const KbTrack *before = kb_tool_context_track (context);
  const KbId painted_before = context->shown.painted_id;

  if (context->shown.painted_id == node_id)
    return;
  kb_tools_settle (context);
  kb_preview_end (context);
  kb_region_clear (context);
  context->shown.painted_id = node_id;
  fit_brush (context, TRUE);
  change_brush (context, painted_before);
  if (!before || kb_tool_context_track (context) != before)
    kb_selection_clear (context);
  context->pointer.hover = KB_NO_HOVER;
  if (!kb_tool_fits (context->gesture.tool, kb_tools_mode (context)))
    kb_tools_choose (context, kb_tool_by_id (node_id ? "brush" : "select"));
  kb_tool_context_redraw (context);
}

/* The layer that was active last on this level. Else, on a level without walls, the front layer. */
static KbId
layer_to_begin_with (const KbToolContext *context)
{
  const KbLevel *level = kb_tool_context_level (context);
  gpointer level_id = GUINT_TO_POINTER (context->shown.level_id), last;

  if (level && g_hash_table_lookup_extended (context->level.last_layers, level_id, NULL, &last) &&
      (!last || kb_document_node (context->document, GPOINTER_TO_UINT (last))))
    return GPOINTER_TO_UINT (last);
  if (!level || kb_count (level->walls))
    return 0;
  const GPtrArray *const lists[] = { level->layers, level->mazes, level->heightmaps };
  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    if (kb_count (lists[k]))
      return ((const KbNode *) g_ptr_array_index (lists[k], lists[k]->len - 1))->id;
  return 0;
}

void
kb_tool_context_set_level (KbToolContext *context, KbId level_id)
{
  if (context->shown.level_id == level_id)
    return;
  kb_tools_settle (context);
  kb_preview_end (context);
  kb_region_clear (context);
  kb_tiles_deselect (context);
  kb_selection_clear (context);
  g_clear_pointer (&context->level.index, kb_level_index_free);
  if (context->shown.level_id)
    g_hash_table_insert (context->level.last_layers, GUINT_TO_POINTER (context->shown.level_id),
                         GUINT_TO_POINTER (context->shown.layer_id));
  context->shown.level_id = level_id;
  context->shown.layer_id = layer_to_begin_with (context);
  g_clear_pointer (&context->level.stamp, kb_stamp_free);
  context->pointer.hover = KB_NO_HOVER;
  if (level_id)
    kb_tools_settle_on_level (context);
  else if (!kb_tool_fits (context->gesture.tool, kb_tools_mode (context)))
    kb_tools_choose (context, kb_tool_by_id (context->shown.painted_id ? "brush" : "select"));
  kb_tool_context_redraw (context);
}

void
kb_tool_context_set_point_name (KbToolContext *context, const char *name)
{
  if (g_strcmp0 (context->next.point_name, name) == 0)
    return;
  g_free (context->next.point_name);
  context->next.point_name = g_strdup (name);
  kb_tool_context_changed (context, KB_TOOLS_NEXT);
}

static const char *
name_of_first (const KbKind *kind)
{
  static const struct { const KbKind *kind; const char *name; } names[] = {
    { &kb_wall_kind, "wall" }, { &kb_maze_kind, "wall" }, { &kb_ground_kind, "ground" },
      { &kb_area_kind, "area" },
    { &kb_entity_kind, "entity" }, { &kb_frame_kind, "solid" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].kind == kind)
      return names[i].name;
  return "body";
}

KbId
kb_tool_context_class (KbToolContext *context, const KbKind *kind, GError **error)
{
  const KbProject *project = kb_document_project (context->document);
  KbId *next = &context->next.class_id;

  if (!node_of_kind (context, *next, &kb_class_kind))
    {
      g_autofree char *colour = g_strdup_printf ("#%06x", kb_colour_for_class (NULL, 0) >> 8);
      *next = kb_count (project->classes)
                ? kb_class_at (project, 0)->node.id
                : kb_document_insert (context->document, project->node.id, "classes", -1,
                                      json_pack ("{ss ss}", "name", name_of_first (kind), "colour",
                                                 colour), error);
      if (*next)
        kb_tool_context_changed (context, KB_TOOLS_NEXT);
    }
  if (kb_tool_context_is_open (context, *next))
    return *next;
  kb_fail (error, KB_ERROR_INPUT, "%s",
           kb_id_in_set (*next, context->hidden)
             ? _("The class is hidden: the menu of its row shows it")
             : _("The class is locked: the menu of its row unlocks it"));
  return 0;
}

char *
kb_tool_context_free_point_name (const KbToolContext *context)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  const KbSprite *sprite = kb_tool_context_sprite (context);

  if (frame && sprite)
    KB_EACH (const KbFrame, other, sprite->frames)
      KB_EACH (KbPoint, point, other->points)
        if (!kb_frame_find_point (frame, point->name))
          return g_strdup (point->name);
  for (guint i = 1;; i++)
    {
      char *name = g_strdup_printf (_("point %u"), i);

      if (!frame || !kb_frame_find_point (frame, name))
        return name;
      g_free (name);
    }
}

void
kb_tool_context_fill_scene (const KbToolContext *context, KbScene *scene)
{
  scene->document = context->document;
  scene->frame_id = context->shown.frame_id;
  scene->view = context->view;
  scene->selected = (const KbId *) (const void *) context->selection.ids->data;
  scene->n_selected = context->selection.ids->len;
  scene->hovered = context->pointer.hover.id;
  scene->hovered_handle = context->pointer.hover.handle;
  scene->hidden = context->hidden;
  scene->has_pixel = context->pointer.over;
  scene->pixel_x = context->pointer.pixel_x;
  scene->pixel_y = context->pointer.pixel_y;
  scene->dragging = context->gesture.pressed;
}

void
kb_tool_context_fill_painting (const KbToolContext *context, KbPainting *painting)
{
  const KbNode *painted = kb_tool_context_painted (context);
  const KbTrack *track = kb_tool_context_track (context);
  const KbNode *node = track ? &track->node : painted;

  *painting = (KbPainting) { NULL };
  if (node)
    kb_painting_of_node (node, painting);
  painting->painter = node == painted ? context->painting.stroke : NULL;
  /* The first stroke shows the colour of the zone that it adds. */
  if (painting->painter && !kb_stroke_zone (context))
    painting->colours[kb_stroke_value (context)] =
      kb_stroke_colour (context, kb_stroke_value (context));
}

void
kb_tool_context_note (const KbToolContext *context, cairo_t *cr, KbVec at, const char *text,
                      guint32 colour)
{
  kb_draw_note_apart (cr, &context->view, context->style, at, text, colour,
                      context->pointer.label_places);
}

void
kb_tool_context_changed (KbToolContext *context, KbToolsChange change)
{
  if (context->host && context->host->changed)
    context->host->changed (context->host_data, change);
}

void
kb_tool_context_redraw (KbToolContext *context)
{
  kb_tool_context_changed (context, KB_TOOLS_PICTURE);
}

void
kb_tool_context_placed (KbToolContext *context, const KbPointerEvent *event)
{
  if (context->options.click_through && !(event->modifiers & KB_MOD_SHIFT))
    kb_tool_context_changed (context, KB_TOOLS_PLACED);
}

void
kb_tool_context_status (KbToolContext *context, const char *message)
{
  if (context->host && context->host->status)
    context->host->status (context->host_data, message);
}

gboolean
kb_tool_context_refuse (KbToolContext *context, const char *message)
{
  kb_tool_context_status (context, message);
  return FALSE;
}

void
kb_tool_context_report (KbToolContext *context, GError *error)
{
  if (!error)
    return;
  g_autofree char *words = kb_error_words (error);
  kb_tool_context_status (context, words);
  g_error_free (error);
}
