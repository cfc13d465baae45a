/* SPDX-License-Identifier: MIT */
/* Changes on many frames: copying, deleting; duplicating and inserting frames. */

#include "operations/private.h"

#define EMPTY_SIDE 32

gboolean
kb_is_among (KbId id, const KbId *ids, guint n)
{
  for (guint i = 0; i < n; i++)
    if (ids[i] == id)
      return TRUE;
  return FALSE;
}

GArray *
kb_scope_frames (const KbDocument *document, KbId id, KbScope scope, const KbId *selected,
                 guint n_selected)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (KbId));
  KbNode *node = kb_document_node (document, id);
  KbSprite *sprite = kb_node_is (node, &kb_frame_kind) ? kb_node_sprite (node) : NULL;
  gboolean after = FALSE;
  if (sprite)
    KB_EACH (const KbFrame, one, sprite->frames)
      {
        KbId frame = one->node.id;
        if (frame == id)
          after = TRUE;
        else if (scope == KB_SCOPE_ALL || (scope == KB_SCOPE_FOLLOWING && after)
                 || (scope == KB_SCOPE_SELECTED && kb_is_among (frame, selected, n_selected)))
          g_array_append_val (frames, frame);
      }
  return frames;
}

static void
copy_item (KbProposal *proposal, KbNode *item, gint dx, gint dy)
{
  const KbPoint *point = kb_node_as (item, &kb_point_kind);
  KbProposedItem copy = { .source = item->id, .kind = item->kind, .confidence = 1 };
  if (kb_part_geometry (item, &copy.geometry))
    kb_geometry_kind (copy.geometry.type)->translate (&copy.geometry, dx, dy);
  if (point)
    copy.direction = point->direction;
  kb_proposal_add (proposal, &copy);
}

GPtrArray *
kb_copy_proposals (KbDocument *document, KbId frame_id, const KbId *items, guint n_items,
                   const KbId *frames, guint n_frames, KbAnchor anchor)
{
  GPtrArray *proposals = g_ptr_array_new_with_free_func ((GDestroyNotify) kb_proposal_free);
  const KbFrame *from = kb_operation_node (document, frame_id, &kb_frame_kind, NULL);
  if (!from || kb_is_among (frame_id, items, n_items))
    anchor = KB_ANCHOR_CORNER;
  for (guint f = 0; from && f < n_frames; f++)
    {
      const KbFrame *to = kb_operation_node (document, frames[f], &kb_frame_kind, NULL);
      if (!to || to == from)
        continue;
      gboolean by_hot_spot = anchor == KB_ANCHOR_HOT_SPOT && from->hot_spot.set && to->hot_spot.set;
      gint dx = by_hot_spot ? to->hot_spot.x - from->hot_spot.x : 0;
      gint dy = by_hot_spot ? to->hot_spot.y - from->hot_spot.y : 0;
      KbProposal *proposal = kb_proposal_new (frames[f]);
      g_ptr_array_add (proposals, proposal);
      for (guint i = 0; i < n_items; i++)
        {
          KbNode *item = kb_document_node (document, items[i]);
          if (item && kb_node_frame (item) == from)
            copy_item (proposal, item, dx, dy);
        }
    }
  return proposals;
}

/* Deletes the frame's items with the same class and name. */
static gboolean
delete_like (KbDocument *document, const KbFrame *frame, KbNode *item, GError **error)
{
  const KbShape *like = kb_node_as (item, &kb_shape_kind);
  const KbPoint *named = kb_node_as (item, &kb_point_kind);
  if (kb_node_is (item, &kb_frame_kind))
    return kb_document_set (document, frame->node.id, "hot_spot", json_null (), error);
  if (named)
    {
      KbPoint *point = kb_frame_find_point (frame, named->name);
      return !point || kb_document_remove (document, point->node.id, error);
    }
  for (KbShape *shape; like && (shape = kb_frame_nth_shape (frame, like->class_id, like->name, 0));)
    if (shape == like)
      {
        /* The pattern itself goes last: it is needed until then */
        KbShape *other = kb_frame_nth_shape (frame, like->class_id, like->name, 1);
        if (!kb_document_remove (document, other ? other->node.id : shape->node.id, error))
          return FALSE;
        if (!other)
          break;
      }
    else if (!kb_document_remove (document, shape->node.id, error))
      return FALSE;
  return TRUE;
}

gboolean
kb_delete_from_frames (KbDocument *document, const KbId *items, guint n_items, const KbId *frames,
                       guint n_frames, GError **error)
{
  gboolean ok = TRUE;
  kb_operation_begin (document, KB_OPERATION_DELETE_FROM_FRAMES);
  for (guint i = 0; ok && i < n_items; i++)
    {
      KbNode *item = kb_document_node (document, items[i]);
      if (!item)
        continue;
      /* Its own frame last, for the same reason */
      KbFrame *home = kb_node_frame (item);
      for (guint pass = 0; pass < 2; pass++)
        for (guint f = 0; ok && f < n_frames; f++)
          {
            const KbFrame *frame = kb_operation_node (document, frames[f], &kb_frame_kind, error);
            if (!frame)
              ok = FALSE;
            else if ((frame == home) == (pass == 1))
              ok = delete_like (document, frame, item, error);
          }
    }
  return kb_document_finish (document, ok);
}

/* Adds a step with `copy`, of the same duration, after each step with `frame`. */
static gboolean
show_after (KbDocument *document, const KbSprite *sprite, KbId frame, gint copy, GError **error)
{
  KB_EACH (const KbAnimation, animation, sprite->animations)
    KB_EACH_BACK (const KbStep, step, animation->steps)
      {
        if (step->frame_id != frame)
          continue;
        json_t *value = json_pack ("{si si}", "frame", copy, "duration", step->duration);
        if (!kb_document_insert (document, animation->node.id, "steps", (int) step_at + 1, value,
                                 error))
          return FALSE;
      }
  return TRUE;
}

static KbId
insert_frame (KbDocument *document, KbSprite *sprite, guint at, json_t *value, KbId shown_after,
              GError **error)
{
  KbId id = kb_document_insert (document, sprite->node.id, "frames", (int) at, value, error);
  if (!id || !shown_after)
    return id;
  gint lasting = ((const KbFrame *) kb_document_node (document, id))->lasting_id;
  return show_after (document, sprite, shown_after, lasting, error) ? id : 0;
}

gboolean
kb_duplicate_frames (KbDocument *document, const KbId *frames, guint n, gboolean in_animations,
                     KbId *copies, GError **error)
{
  gboolean ok = TRUE;
  kb_operation_begin (document, KB_OPERATION_DUPLICATE_FRAMES);
  for (guint i = 0; ok && i < n; i++)
    {
      KbFrame *frame = kb_operation_node (document, frames[i], &kb_frame_kind, error);
      guint at = 0;
      KbId copy = 0;
      if (frame)
        {
          json_t *value = kb_node_to_json (&frame->node, NULL);
          json_object_del (value, "id");
          kb_node_place (&frame->node, &at);
          copy = insert_frame (document, kb_node_sprite (&frame->node), at + 1, value,
                               in_animations ? frames[i] : 0, error);
        }
      ok = copy != 0;
      if (copies)
        copies[i] = copy;
    }
  return kb_document_finish (document, ok);
}

KbId
kb_insert_empty_frame (KbDocument *document, KbId sprite_id, guint at, gboolean in_animations,
                       GError **error)
{
  KbSprite *sprite = kb_operation_node (document, sprite_id, &kb_sprite_kind, error);
  if (!sprite)
    return 0;
  const KbFrame *like =
    sprite->frames->len == 0 ? NULL : kb_frame_at (sprite, CLAMP (at, 1, sprite->frames->len) - 1);
  json_t *value = json_pack ("{si si}", "width", like ? like->width : EMPTY_SIDE,
                             "height", like ? like->height : EMPTY_SIDE);
  if (like && like->hot_spot.set)
    json_object_set_new (value, "hot_spot", json_pack ("[ii]", like->hot_spot.x, like->hot_spot.y));
  kb_operation_begin (document, KB_OPERATION_INSERT_FRAME);
  KbId id = insert_frame (document, sprite, at, value,
                          in_animations && like && at > 0 ? like->node.id : 0, error);
  return kb_document_finish (document, id != 0) ? id : 0;
}
