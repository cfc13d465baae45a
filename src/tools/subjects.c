/* SPDX-License-Identifier: MIT */
/* The table of what a canvas can edit. */
#include <glib/gi18n.h>
#include <math.h>

#include "operations/level/heightmaps.h"
#include "tools/level/ground_edits.h"
#include "tools/level/parts.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/private.h"
#include "tools/subject.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"
#include "tools/track/private.h"

/* ---- clip ---- */

/* Copy and paste on levels. */

#define SUBJECTS_MOST_STEPS 64

static const char *const subjects_lists[] = { "walls", "areas", "entities" };

/* NULL when nothing selected can be copied. A new string. */
static char *
kb_level_selection_copy (const KbToolContext *context)
{
  KbLevelIndex *index = kb_tool_context_level_index ((KbToolContext *) context);
  const KbProject *project = kb_document_project (context->document);
  const KbLevelParts parts = { .ids = (const KbId *) (const void *) context->selection.ids->data,
                               .n_ids = context->selection.ids->len };

  if (parts.n_ids == 0)
    return NULL;
  json_t *classes = json_object (), *kinds = json_object ();
  KB_EACH (const KbClass, class, project->classes)
    kb_clip_add_class (classes, kinds, context, class->node.id);
  return kb_clip_text (json_pack ("{s:i, s:o, s:o, s:o}", KB_LEVEL_CLIP, 1, "parts",
                                  kb_level_copy (index, &parts), "classes", classes, "kinds",
                                  kinds));
}

static gboolean
add_classes (KbToolContext *context, const json_t *clip, const json_t *parts, GError **error)
{
  gboolean done = TRUE;

  for (guint l = 0; l < G_N_ELEMENTS (subjects_lists); l++)
    KB_EACH_JSON (item, json_object_get (parts, subjects_lists[l]))
      done = done && kb_clip_add_missing_class (context->document, clip, item, error);
  return done;
}

/* A whole number of grid steps, so that points on the grid stay on it. */
static KbVec
shift_to_pointer (const KbToolContext *context, const json_t *parts)
{
  double grid = kb_tool_context_level (context)->grid;
  KbBounds box;

  if (!context->pointer.over || !kb_level_copy_bounds (parts, &box))
    return (KbVec) { 0, 0 };
  return (KbVec) { floor ((context->pointer.at.x - (box.x0 + box.x1) / 2) / grid + 0.5) * grid,
                  floor ((context->pointer.at.y - (box.y0 + box.y1) / 2) / grid + 0.5) * grid };
}

/* Centres the paste on the pointer, by whole grid steps; with the pointer off the canvas, keeps the
 * source position. Adds grid steps until it covers no equal part. */
static gboolean
kb_level_selection_paste (KbToolContext *context, const char *text, GError **error)
{
  KbLevelIndex *index = kb_tool_context_level_index (context);
  json_t *clip = kb_clip_parse (text, KB_LEVEL_CLIP), *parts = json_object_get (clip, "parts");
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (KbId));
  double grid = kb_tool_context_level (context)->grid;
  gboolean done;

  if (!clip && kb_selection_explain (context))
    return TRUE;
  if (!clip)
    return kb_fail (error, KB_ERROR_INPUT, _("the clipboard has nothing for a level"));
  KbVec by = shift_to_pointer (context, parts);
  for (guint i = 0; i < SUBJECTS_MOST_STEPS && kb_level_lies_there (index, parts, by); i++)
    by = (KbVec) { by.x + grid, by.y + grid };
  kb_document_begin (context->document, _("Paste"));
  done =
    add_classes (context, clip, parts, error) && kb_level_paste (index, parts, by, made, error);
  kb_document_finish (context->document, done);
  json_decref (clip);
  if (done)
    kb_level_select (context, made, NULL);
  return done;
}

/* ---- by key ---- */

/* Keyboard equivalents of handles and clicks: resizing and turning. */

typedef struct {
  gint dx, dy;             /* pixels to grow by */
  gint steps;              /* of the turn, clockwise */
  int corner;              /* of the only selected polygon, which is moved; -1: none */
} Change;

/* Returns FALSE when this kind of shape cannot change like that. */
typedef gboolean (*Changer) (KbGeometry *geometry, const Change *change, double scale);

static gboolean
resize (KbGeometry *geometry, const Change *change, double scale)
{
  return kb_geometry_kind (geometry->type)
    ->grow (geometry, change->dx, change->dy, change->corner);
}

/* Like dragging the handle with Control: to the next multiple of 15 degrees. */
static gboolean
turn (KbGeometry *geometry, const Change *change, double scale)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  double old = kb_geometry_degrees (geometry);
  double a = change->steps > 0 ? floor (old / 15 + 1) * 15 - old : ceil (old / 15 - 1) * 15 - old;
  KbBounds bounds = kind->bounds (geometry);
  KbGeometry result = { 0 };

  if (!kind->rotation_handle)
    return FALSE;
  KbVec middle = (KbVec) { (bounds.x0 + bounds.x1) / 2, (bounds.y0 + bounds.y1) / 2 };
  KbVec at = kind->handle (geometry, kind->rotation_handle, scale);
  KbVec d = (KbVec) { at.x - middle.x, at.y - middle.y };
  a *= G_PI / 180;
  kind->drag_handle (
    geometry, kind->rotation_handle,
    (KbVec) { middle.x + d.x * cos (a) - d.y * sin (a), middle.y + d.x * sin (a) + d.y * cos (a) },
    TRUE, &result);
  kb_geometry_clear (geometry);
  *geometry = result;
  return TRUE;
}

/* Requires an open step. */
static void
change_subjects_all (KbToolContext *context, Changer changer, const Change *change,
                     const char *none)
{
  g_autoptr (GArray) ids = kb_selection_free_members (context);
  GError *error = NULL;
  gboolean done = TRUE, any = ids->len == 0;

  KB_EACH_ID_WHILE (done, id, ids)
    {
      KbNode *node = kb_document_node (context->document, id);
      g_auto (KbGeometry) geometry = { 0 };

      if (!kb_node_is (node, &kb_shape_kind))
        continue;
      kb_geometry_copy (&geometry, &((KbShape *) node)->geometry);
      if (changer (&geometry, change, context->view.scale))
        {
          any = TRUE;
          done = kb_document_set (context->document, node->id, "geometry",
                                  kb_geometry_to_json (&geometry), &error);
        }
    }
  kb_selection_finish (context, done, error);
  if (!any)
    kb_tool_context_status (context, none);
}

static void
kb_frame_selection_resize (KbToolContext *context, gint dx, gint dy)
{
  Change change = { .dx = dx, .dy = dy, .corner = kb_selection_corner (context) };

  kb_selection_begin (context, _("Resize %s"), TRUE);
  change_subjects_all (context, resize, &change, _("Choose a corner of the polygon to move it"));
}

static void
kb_frame_selection_turn (KbToolContext *context, gint steps)
{
  Change change = { .steps = steps };

  kb_selection_begin (context, _("Rotate %s"), FALSE);
  change_subjects_all (context, turn, &change, _("Only boxes can be turned"));
}

/* ---- subjects ---- */

#define ELSEWHERE \
  N_("Nothing to select on this layer: walls, areas and entities are on Walls")

/* "3 shapes", "2 shapes, 1 point", "1 point, hot spot". */
static char *
kb_frame_selection_count (const KbToolContext *context)
{
  g_autoptr (GString) words = g_string_new (NULL);
  guint shapes = 0, points = 0, others = 0;

  KB_EACH_ID (id, context->selection.ids)
    {
      const KbNode *node = kb_document_node (context->document, id);

      shapes += kb_node_is (node, &kb_shape_kind);
      points += kb_node_is (node, &kb_point_kind);
      others += kb_node_is (node, &kb_frame_kind);
    }
  if (shapes)
    g_string_append_printf (words, ngettext (", %u shape", ", %u shapes", shapes), shapes);
  if (points)
    g_string_append_printf (words, ngettext (", %u point", ", %u points", points), points);
  if (others)
    g_string_append_printf (words, ", %s", _("hot spot"));
  return g_strdup (words->len ? words->str + 2 : "");
}

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
