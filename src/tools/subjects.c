/* SPDX-License-Identifier: MIT */
/* The table of what a canvas can edit. */
#include "tools/subject.h"

#include <glib/gi18n.h>

#include "operations/level/heightmaps.h"
#include "tools/level/ground_edits.h"
#include "tools/level/parts.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/private.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"
#include "tools/track/private.h"

#define ELSEWHERE \
  N_("Nothing to select on this layer: walls, areas and entities are on Walls")

static const KbSubjectVerbs on_frames = {
  .nudge = kb_parts_nudge,
  .resize = kb_frame_selection_resize,
  .turn = kb_frame_selection_turn,
  .mirror = kb_frame_selection_mirror,
  .delete = kb_parts_delete,
  .duplicate = kb_frame_selection_duplicate,
  .give_class = kb_frame_selection_give_class,
  .copy = kb_frame_selection_copy,
  .paste = kb_frame_selection_paste,
  .count = kb_frame_selection_count,
};

static const KbSubjectVerbs on_tracks = {
  .nudge = kb_track_selection_nudge,
  .resize = kb_track_selection_widen,
  .delete = kb_parts_delete,
  .paste = kb_frame_selection_paste,   /* refused */
  .draw = kb_track_draw,
  .count = kb_track_selection_count,
};

static const KbSubjectVerbs on_levels = {
  .nudge = kb_level_selection_nudge,
  .turn = kb_level_selection_turn,
  .mirror = kb_level_selection_mirror,
  .delete = kb_level_selection_delete,
  .duplicate = kb_level_selection_duplicate,
  .give_class = kb_level_selection_give_class,
  .copy = kb_level_selection_copy,
  .paste = kb_level_selection_paste,
  .draw = kb_level_draw,
  .count = kb_level_selection_count,
};

static const KbSubjectVerbs on_tiles = {
  .nudge = kb_tiles_nudge,
  .turn = kb_tiles_turn,
  .mirror = kb_tiles_mirror,
  .delete = kb_tiles_delete,
  .select_all = kb_tiles_select_all,
  .duplicate = kb_tiles_duplicate,
  .copy = kb_tiles_copy,
  .paste = kb_tiles_paste,
  .draw = kb_tiles_draw_selected,
  .count = kb_tiles_count_selected,
};

/* A level without a row for its layer's kind uses the first row that has a layer. */
const KbSubject kb_subjects[] = {
  { KB_MODE_SHAPES, 0, NULL, NULL, NULL, kb_frame_members, N_("There is nothing on this frame"),
    kb_frame_selection_step, &on_frames, kb_frame_part_rows },
  { KB_MODE_ZONES, KB_TOOL_PAINTS, NULL, NULL, NULL, kb_frame_members,
    N_("There is nothing on this frame"), kb_frame_selection_step, &on_frames, kb_frame_part_rows },
  { KB_MODE_TRACK, KB_TOOL_PAINTS | KB_TOOL_TRACKS, NULL, NULL, NULL, kb_track_members,
    N_("There are no curves or check points on this track"), NULL, &on_tracks,
    kb_track_part_rows },
  { KB_MODE_LEVEL, KB_TOOL_LEVELS, &kb_level_kind, &kb_level_select_tool, NULL, kb_level_members,
    N_("There is nothing on this level"), NULL, &on_levels, kb_level_part_rows, .keeps = TRUE,
    .on_empty = &kb_wall_tool },
  { KB_MODE_TILES, KB_TOOL_TILES, &kb_layer_kind, &kb_stamp_tool,
    N_("There is no tile layer yet: add one with + under Layers"), NULL,
    N_("Select tiles first: V and a drag. Copied tiles are pasted at the pointer"),
    kb_tiles_step_stamp, &on_tiles, .keeps = TRUE },
  { KB_MODE_LEVEL, KB_TOOL_LEVELS, &kb_image_kind, &kb_image_tool,
    N_("There is no image layer yet: add one with + under Layers"), NULL, ELSEWHERE, NULL,
    &on_levels },
  { KB_MODE_LEVEL, KB_TOOL_LEVELS, &kb_group_kind, &kb_level_select_tool,
    N_("There is no group yet: add one with + under Layers"), NULL, ELSEWHERE, NULL, &on_levels },
  { KB_MODE_LEVEL, KB_TOOL_LEVELS, &kb_maze_kind, &kb_maze_tool,
    N_("There is no maze yet: add one with + under Layers"), NULL, ELSEWHERE, NULL, &on_levels },
  { KB_MODE_LEVEL, KB_TOOL_LEVELS, &kb_ground_kind, &kb_ground_tool, NULL, kb_ground_members,
    N_("There is nothing on this level"), NULL, &on_levels },
  { KB_MODE_HEIGHTS, KB_TOOL_HEIGHTS, &kb_heightmap_kind, &kb_profile_tool,
    N_("There is no heightmap yet: add one with + under Layers"), NULL,
    ELSEWHERE, NULL, &on_levels, .keeps = TRUE, .bounds = kb_heightmap_place },
  { .verbs = NULL },
};

static const KbSubject *
subject_of (KbToolMode mode, const KbKind *layer)
{
  const KbSubject *subject = kb_subjects;

  while (subject->verbs && (layer ? subject->layer != layer : subject->mode != mode))
    subject++;
  return subject;
}

const KbPart *
kb_part (const KbNode *node)
{
  static const KbPart other = { NULL };

  for (const KbSubject *subject = kb_subjects; subject->verbs; subject++)
    for (const KbPart *part = subject->parts; part && part->kind; part++)
      if (part->kind == node->kind)
        return part;
  return &other;
}

char *
kb_part_speak (const KbToolContext *context, KbId id)
{
  const KbNode *node = context->document ? kb_document_node (context->document, id) : NULL;
  char *text = node && kb_part (node)->speak ? kb_part (node)->speak (context, node) : NULL;

  return text ? text : g_strdup ("");
}

gboolean
kb_part_remove (KbToolContext *context, KbId id, GError **error)
{
  const KbNode *node = kb_document_node (context->document, id);

  if (node && kb_part (node)->remove)
    return kb_part (node)->remove (context, id, error);
  return !node || kb_document_remove (context->document, id, error);
}

const KbSubject *
kb_subject (const KbToolContext *context)
{
  const KbNode *layer = kb_tool_context_layer (context, NULL);
  const KbSubject *found = subject_of (KB_MODE_LEVEL, layer ? layer->kind : NULL);

  if (context->shown.level_id)
    return found->verbs ? found : subject_of (KB_MODE_LEVEL, NULL);
  return subject_of (kb_tool_context_track (context) ? KB_MODE_TRACK
                     : context->shown.painted_id     ? KB_MODE_ZONES
                                                     : KB_MODE_SHAPES,
                     NULL);
}
