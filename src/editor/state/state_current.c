/* SPDX-License-Identifier: MIT */
/* What is current: asset, frame, animation, class, tool, selection; and their replacements when an
 * edit deletes them. */
#include <glib/gi18n.h>

#include "editor/state/editor_state_private.h"
#include "editor/state/keys.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"

/* ---- validity ---- */

KbNode *
kb_editor_state_find (KbEditorState *self, KbId id, const KbKind *kind)
{
  KbNode *node = self->document && id ? kb_document_node (self->document, id) : NULL;
  return node && node->kind == kind ? node : NULL;
}

KbSprite *
kb_editor_state_get_sprite (KbEditorState *self)
{
  return (KbSprite *) kb_editor_state_find (self, self->sprite, &kb_sprite_kind);
}

KbMask *
kb_editor_state_get_mask (KbEditorState *self)
{
  return (KbMask *) kb_editor_state_find (self, self->painting, &kb_mask_kind);
}

KbTrack *
kb_editor_state_get_track (KbEditorState *self)
{
  return (KbTrack *) kb_editor_state_find (self, self->painting, &kb_track_kind);
}

KbLevel *
kb_editor_state_get_level (KbEditorState *self)
{
  return (KbLevel *) kb_editor_state_find (self, self->painting, &kb_level_kind);
}

gboolean
kb_editor_state_has_canvas (KbEditorState *self)
{
  return kb_editor_state_get_frame (self) || kb_editor_state_get_painted (self)
         || kb_editor_state_get_level (self);
}

/* A mask, track or level: an asset without frames. */
static KbNode *
find_painting (KbEditorState *self, KbId id)
{
  static const KbKind *const kinds[] = { &kb_mask_kind, &kb_track_kind, &kb_level_kind };
  KbNode *found = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (kinds) && !found; i++)
    found = kb_editor_state_find (self, id, kinds[i]);
  return found;
}

KbNode *
kb_editor_state_get_asset (KbEditorState *self)
{
  KbNode *painting = find_painting (self, self->painting);
  return painting ? painting : KB_NODE (kb_editor_state_get_sprite (self));
}

KbFrame *
kb_editor_state_get_frame (KbEditorState *self)
{
  return (KbFrame *) kb_editor_state_find (self, self->frame, &kb_frame_kind);
}

KbAnimation *
kb_editor_state_get_animation (KbEditorState *self)
{
  return (KbAnimation *) kb_editor_state_find (self, self->animation, &kb_animation_kind);
}

KbClass *
kb_editor_state_get_class (KbEditorState *self)
{
  KbClass *class =
    (KbClass *) kb_editor_state_find (self, self->tools->next.class_id, &kb_class_kind);
  const KbProject *project = self->document ? kb_document_project (self->document) : NULL;
  if (!class && project && kb_count (project->classes))
    class = kb_class_at (project, 0);
  return class;
}

static gboolean
has_step_of (const KbAnimation *animation, KbId frame)
{
  KB_EACH (const KbStep, step, animation->steps)
    if (step->frame_id == frame)
      return TRUE;
  return FALSE;
}

static void follow_animation (KbEditorState *self);

static void
set_id (KbEditorState *self, KbId *place, KbId id, guint flag)
{
  if (*place == id)
    return;
  *place = id;
  kb_editor_state_touch (self, flag);
}

static gboolean
contains (const GArray *ids, KbId id)
{
  KB_EACH_ID (known, ids)
    if (known == id)
      return TRUE;
  return FALSE;
}

static void
prune_frames (KbEditorState *self)
{
  guint kept = 0;
  KB_EACH_ID (id, self->frames)
    {
      KbNode *frame = kb_editor_state_find (self, id, &kb_frame_kind);
      if (frame && frame->parent && frame->parent->id == self->sprite)
        g_array_index (self->frames, KbId, kept++) = id;
    }
  if (kept == self->frames->len && (!self->frame || contains (self->frames, self->frame)))
    return;
  g_array_set_size (self->frames, kept);
  if (self->frame && !contains (self->frames, self->frame))
    g_array_append_val (self->frames, self->frame);
  kb_editor_state_touch (self, KB_CHANGE_FRAME);
}

/* The tools work on the current frame. A change of frame ends their gesture and selection. */
static void
show_frame (KbEditorState *self)
{
  if (self->tools->shown.frame_id == self->frame && self->tools->shown.sprite_id == self->sprite)
    return;
  kb_tool_context_set_frame (self->tools, self->sprite, self->frame);
  kb_editor_state_touch (self, KB_CHANGE_SELECTION);
}

static KbNode *
find_zone (KbEditorState *self, KbId id)
{
  KbNode *zone = kb_editor_state_find (self, id, &kb_zone_kind);
  return zone ? zone : kb_editor_state_find (self, id, &kb_surface_kind);
}

/* While zones are painted, the tools also get the mask, track, band or frame to paint, and the zone
 * last used there. */
static void
show_painted (KbEditorState *self)
{
  KbBand *band = kb_editor_state_get_band (self);
  const KbLevel *level = kb_editor_state_get_level (self);
  KbId painting = level ? 0 : self->painting;
  KbId painted = band                            ? band->node.id
                 : painting                      ? painting
                 : self->paints_frames && !level ? self->frame
                                                 : 0;
  KbNode *asset = kb_editor_state_get_asset (self);
  KbId last =
    asset ? GPOINTER_TO_UINT (g_hash_table_lookup (self->zones, GUINT_TO_POINTER (asset->id))) : 0;
  KbNode *zone = find_zone (self, self->tools->next.zone_id);
  if (self->tools->shown.painted_id != painted
      || self->tools->shown.level_id != (level ? level->node.id : 0))
    {
      KbToolMode before = kb_tools_mode (self->tools);
      kb_tool_context_set_painted (self->tools, painted);
      kb_tool_context_set_level (self->tools, level ? level->node.id : 0);
      kb_editor_state_touch (
        self, KB_CHANGE_SELECTION | (kb_tools_mode (self->tools) != before ? KB_CHANGE_TOOL : 0));
    }
  if (!zone || zone->parent != asset)
    set_id (self, &self->tools->next.zone_id, find_zone (self, last) ? last : 0, KB_CHANGE_TOOL);
}

static KbNode *
first_painting (const KbProject *project)
{
  if (kb_count (project->masks))
    return KB_NODE (kb_mask_at (project, 0));
  if (kb_count (project->tracks))
    return KB_NODE (kb_track_at (project, 0));
  return kb_count (project->levels) ? KB_NODE (kb_level_at (project, 0)) : NULL;
}

/* The first asset of a project. Sprites that only hold the tiles of a level are shown on that
 * level. */
static KbSprite *
first_sprite (const KbProject *project)
{
  KB_EACH (KbSprite, sprite, project->sprites)
    if (!kb_sprite_is_tileset (sprite))
      return sprite;
  return NULL;
}

void
kb_editor_state_settle (KbEditorState *self)
{
  if (!self->document)
    return;
  const KbProject *project = kb_document_project (self->document);

  KbSprite *sprite = kb_editor_state_get_sprite (self);
  KbNode *painting = find_painting (self, self->painting);
  KbId before = self->frame_sprite;
  if (!sprite && !painting)
    {
      sprite = (KbSprite *) kb_editor_state_find (self, self->before, &kb_sprite_kind);
      painting = find_painting (self, self->before);
    }
  if (!sprite && !painting)
    {
      sprite = first_sprite (project);
      if (!sprite)
        painting = first_painting (project);
    }
  set_id (self, &self->sprite, sprite ? sprite->node.id : 0, KB_CHANGE_SPRITE);
  set_id (self, &self->painting, painting ? painting->id : 0, KB_CHANGE_SPRITE);

  KbFrame *frame = kb_editor_state_get_frame (self);
  if (frame && kb_node_sprite (KB_NODE (frame)) != sprite)
    frame = NULL;
  /* A deleted frame is replaced by the next one. */
  gboolean lost = !frame && self->frame && sprite && sprite->node.id == before;
  if (lost && kb_count (sprite->frames))
    frame = kb_frame_at (sprite, MIN (self->frame_place, kb_count (sprite->frames) - 1));
  if (!frame && sprite && kb_count (sprite->frames))
    {
      KbId last =
        GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GUINT_TO_POINTER (sprite->node.id)));
      frame = (KbFrame *) kb_editor_state_find (self, last, &kb_frame_kind);
      if (!frame || kb_node_sprite (KB_NODE (frame)) != sprite)
        frame = kb_frame_at (sprite, 0);
    }
  set_id (self, &self->frame, frame ? frame->node.id : 0, KB_CHANGE_FRAME);

  KbAnimation *animation = kb_editor_state_get_animation (self);
  if (animation && kb_node_sprite (KB_NODE (animation)) != sprite)
    animation = NULL;
  if (!animation && sprite && frame)
    KB_EACH_WHILE (!animation, KbAnimation, one, sprite->animations)
      if (has_step_of (one, frame->node.id))
        animation = one;
  if (!animation && sprite && kb_count (sprite->animations))
    animation = kb_animation_at (sprite, 0);
  set_id (self, &self->animation, animation ? animation->node.id : 0, KB_CHANGE_ANIMATION);
  if (lost)
    follow_animation (self);
  if (frame)
    kb_node_place (KB_NODE (frame), &self->frame_place);
  self->frame_sprite = frame ? sprite->node.id : 0;

  prune_frames (self);
  show_frame (self);
  show_painted (self);
}

/* ---- asset, frame, animation ---- */

void
kb_editor_state_set_asset (KbEditorState *self, KbId asset)
{
  KbNode *sprite = kb_editor_state_find (self, asset, &kb_sprite_kind),
         *painting = find_painting (self, asset);
  if ((!sprite && !painting) || kb_editor_state_get_asset (self) == (sprite ? sprite : painting))
    return;
  kb_editor_state_set_playback (self, FALSE, 0);
  self->before = self->painting ? self->painting : self->sprite;
  self->sprite = sprite ? asset : 0;
  self->painting = painting ? asset : 0;
  self->band = 0;
  kb_editor_state_touch (self, KB_CHANGE_SPRITE);
  kb_editor_state_settle (self);
}

void
kb_editor_state_set_sprite (KbEditorState *self, KbId sprite)
{
  if (kb_editor_state_find (self, sprite, &kb_sprite_kind))
    kb_editor_state_set_asset (self, sprite);
}

int
kb_editor_state_get_frame_index (KbEditorState *self)
{
  KbFrame *frame = kb_editor_state_get_frame (self);
  guint index = 0;
  if (!frame || !kb_node_place (KB_NODE (frame), &index))
    return -1;
  return (int) index;
}

/* Frames of different sizes are shown with their hot spots in the same place. */
static void
keep_hot_spot (KbEditorState *self, const KbFrame *next)
{
  const KbFrame *now = kb_editor_state_get_frame (self);
  KbView *view = &self->tools->view;
  if (now && !self->painting && now->node.parent == next->node.parent && now->hot_spot.set
      && next->hot_spot.set && (now->width != next->width || now->height != next->height))
    kb_view_pan (view, (now->hot_spot.x - next->hot_spot.x) * view->scale,
                 (now->hot_spot.y - next->hot_spot.y) * view->scale);
}

/* Prefers an animation that shows the frame. */
static void
follow_animation (KbEditorState *self)
{
  KbAnimation *animation = kb_editor_state_get_animation (self);
  KbSprite *sprite = kb_editor_state_get_sprite (self);
  if (!sprite || (animation && has_step_of (animation, self->frame)))
    return;
  KB_EACH (const KbAnimation, other, sprite->animations)
    if (has_step_of (other, self->frame))
      {
        set_id (self, &self->animation, other->node.id, KB_CHANGE_ANIMATION);
        return;
      }
}

void
kb_editor_state_set_frames (KbEditorState *self, const KbId *frames, guint n, KbId current)
{
  KbNode *frame = kb_editor_state_find (self, current, &kb_frame_kind);
  KbSprite *sprite = frame ? kb_node_sprite (frame) : NULL;
  if (!sprite)
    return;
  gboolean same = current == self->frame && n == self->frames->len
                  && memcmp (frames, self->frames->data, n * sizeof *frames) == 0;
  if (same)
    return;
  if (sprite->node.id != self->sprite)
    {
      self->before = self->painting ? self->painting : self->sprite;
      self->sprite = sprite->node.id;
      self->painting = 0;
      kb_editor_state_touch (self, KB_CHANGE_SPRITE);
    }
  keep_hot_spot (self, (const KbFrame *) frame);
  self->frame = current;
  g_hash_table_insert (self->places, GUINT_TO_POINTER (self->sprite), GUINT_TO_POINTER (current));
  g_array_set_size (self->frames, 0);
  g_array_append_vals (self->frames, frames, n);
  kb_editor_state_touch (self, KB_CHANGE_FRAME);
  follow_animation (self);
  show_frame (self);
  show_painted (self);
}

void
kb_editor_state_set_frame (KbEditorState *self, KbId frame)
{
  if (self->frame == frame && self->frames->len == 1)
    return;
  kb_editor_state_set_frames (self, &frame, 1, frame);
}

void
kb_editor_state_step_frame (KbEditorState *self, int by)
{
  KbSprite *sprite = kb_editor_state_get_sprite (self);
  int index = kb_editor_state_get_frame_index (self);
  if (!sprite || index < 0)
    return;
  int n = (int) kb_count (sprite->frames);
  int next = ((index + by) % n + n) % n;
  kb_editor_state_set_frame (self, kb_frame_at (sprite, (guint) next)->node.id);
}

const KbId *
kb_editor_state_get_frames (KbEditorState *self, guint *n)
{
  *n = self->frames->len;
  return (const KbId *) (void *) self->frames->data;
}

void
kb_editor_state_set_animation (KbEditorState *self, KbId animation)
{
  if (kb_editor_state_find (self, animation, &kb_animation_kind))
    set_id (self, &self->animation, animation, KB_CHANGE_ANIMATION);
}

/* ---- zones ---- */

gboolean
kb_editor_state_get_paints_frames (KbEditorState *self)
{
  return self->paints_frames;
}

void
kb_editor_state_set_paints_frames (KbEditorState *self, gboolean paints)
{
  if (!self->paints_frames == !paints)
    return;
  self->paints_frames = paints;
  kb_editor_state_touch (self, KB_CHANGE_TOOL);
  show_painted (self);
  kb_editor_state_redraw (self);
}

KbNode *
kb_editor_state_get_painted (KbEditorState *self)
{
  return self->document ? kb_tool_context_painted (self->tools) : NULL;
}

KbBand *
kb_editor_state_get_band (KbEditorState *self)
{
  KbNode *band = kb_editor_state_find (self, self->band, &kb_band_kind);
  return band && band->parent && band->parent->id == self->painting ? (KbBand *) band : NULL;
}

void
kb_editor_state_set_band (KbEditorState *self, KbId band)
{
  if (self->band == band)
    return;
  self->band = band;
  kb_editor_state_touch (self, KB_CHANGE_TOOL);
  show_painted (self);
  kb_editor_state_redraw (self);
}

KbZone *
kb_editor_state_get_zone (KbEditorState *self)
{
  KbNode *zone = find_zone (self, self->tools->next.zone_id);
  KbNode *asset = kb_editor_state_get_asset (self);
  GPtrArray *zones = asset ? kb_node_zones (asset) : NULL;
  if (zone && zone->parent == asset)
    return (KbZone *) zone;
  return zones && zones->len ? kb_zone_at (zones, 0) : NULL;
}

void
kb_editor_state_set_zone (KbEditorState *self, KbId zone)
{
  KbNode *node = find_zone (self, zone);
  if (!node)
    return;
  kb_editor_state_set_band (self, 0);
  g_hash_table_insert (self->zones, GUINT_TO_POINTER (node->parent->id), GUINT_TO_POINTER (zone));
  set_id (self, &self->tools->next.zone_id, zone, KB_CHANGE_TOOL);
}

/* ---- classes, tools and selection ---- */

KbToolContext *
kb_editor_state_get_tools (KbEditorState *self)
{
  return self->tools;
}

/* All frames have their point or shape: the next tool or class starts where this run started. */
static void
begin_next_run (KbEditorState *self)
{
  if (self->run_ended && self->frame == self->run_next
      && kb_editor_state_find (self, self->run_first, &kb_frame_kind))
    kb_editor_state_set_frame (self, self->run_first);
  self->run_ended = FALSE;
}

void
kb_editor_state_choose_tool (KbEditorState *self, const KbTool *tool)
{
  if (tool != self->tools->gesture.tool)
    begin_next_run (self);
  kb_editor_state_cancel_pick (self);
  kb_tools_choose (self->tools, tool);
  g_autofree char *hint = kb_keys_write (kb_tools_hint (self->tools));
  kb_editor_state_say (self, "%s", hint);
  kb_editor_state_touch (self, KB_CHANGE_TOOL);
  kb_editor_state_redraw (self);
}

void
kb_editor_state_set_class (KbEditorState *self, KbId class_id)
{
  if (kb_editor_state_find (self, class_id, &kb_class_kind))
    set_id (self, &self->tools->next.class_id, class_id, KB_CHANGE_TOOL);
}

void
kb_editor_state_choose_class (KbEditorState *self, KbId class_id)
{
  if (!kb_editor_state_find (self, class_id, &kb_class_kind))
    return;
  if (class_id != self->tools->next.class_id)
    begin_next_run (self);
  kb_editor_state_set_class (self, class_id);
  self->tools->next.class_wished = TRUE;
  /* With a drawing tool, the class is for the next shape, not for the one just drawn. */
  if (kb_selection_count (self->tools) > 0 && g_str_equal (self->tools->gesture.tool->id, "select"))
    kb_selection_give_class (self->tools, class_id);
  else if (kb_selection_count (self->tools) > 0
           && g_str_equal (self->tools->gesture.tool->id, "level-select"))
    kb_level_selection_give_class (self->tools, class_id);
}

KbNode *
kb_editor_state_get_layer (KbEditorState *self)
{
  return kb_editor_state_get_level (self) ? kb_tool_context_layer (self->tools, NULL) : NULL;
}

void
kb_editor_state_choose_layer (KbEditorState *self, KbId layer)
{
  kb_tool_context_set_layer (self->tools, layer);
  g_autofree char *hint = kb_keys_write (kb_tools_hint (self->tools));
  kb_editor_state_say (self, "%s", hint);
  kb_editor_state_touch (self, KB_CHANGE_TOOL | KB_CHANGE_SELECTION);
  kb_editor_state_redraw (self);
}

const KbId *
kb_editor_state_get_selection (KbEditorState *self, guint *n)
{
  *n = self->tools->selection.ids->len;
  return (const KbId *) (void *) self->tools->selection.ids->data;
}

void
kb_editor_state_select (KbEditorState *self, KbId node)
{
  kb_selection_set (self->tools, node);
  kb_editor_state_touch (self, KB_CHANGE_SELECTION);
  kb_editor_state_redraw (self);
}
