/* SPDX-License-Identifier: MIT */
/* Makes and applies annotations proposed for other frames. */
#include <string.h>

#include "operations/private.h"

static void
clear_item (gpointer data)
{
  KbProposedItem *item = data;
  kb_geometry_clear (&item->geometry);
  json_decref (item->values);
}

KbProposal *
kb_proposal_new (KbId frame)
{
  KbProposal *proposal = g_new0 (KbProposal, 1);
  *proposal =
    (KbProposal){ .frame = frame, .items = g_array_new (FALSE, TRUE, sizeof (KbProposedItem)) };
  g_array_set_clear_func (proposal->items, clear_item);
  proposal->confidence = proposal->least = 1;
  return proposal;
}

void
kb_proposal_free (KbProposal *proposal)
{
  g_array_unref (proposal->items);
  g_free (proposal);
}

KbProposedItem *
kb_proposal_item (const KbProposal *proposal, guint i)
{
  return &g_array_index (proposal->items, KbProposedItem, i);
}

gboolean
kb_proposed_is_shape (const KbProposedItem *item)
{
  return item->kind == &kb_shape_kind;
}

gboolean
kb_proposed_is_point (const KbProposedItem *item)
{
  return item->kind == &kb_point_kind;
}

static void
sum_up (KbProposal *proposal)
{
  guint n = proposal->items->len;
  proposal->confidence = n ? 0 : 1;
  proposal->least = 1;
  for (guint i = 0; i < n; i++)
    {
      double confidence = kb_proposal_item (proposal, i)->confidence;
      proposal->confidence += confidence / n;
      proposal->least = MIN (proposal->least, confidence);
    }
}

void
kb_proposal_add (KbProposal *proposal, const KbProposedItem *item)
{
  g_array_append_vals (proposal->items, item, 1);
  sum_up (proposal);
}

void
kb_proposal_take (KbProposal *proposal, guint i, const KbProposedItem *item)
{
  KbProposedItem *mine = kb_proposal_item (proposal, i);
  kb_geometry_copy (&mine->geometry, &item->geometry);
  mine->direction = item->direction;
  mine->confidence = item->confidence;
  mine->refused = item->refused;
  mine->by_hand = item->by_hand;
  sum_up (proposal);
}

gboolean
kb_proposal_accepted (const KbProposal *proposal)
{
  KB_EACH_IN (const KbProposedItem, item, proposal->items)
    if (!item->refused)
      return TRUE;
  return FALSE;
}

void
kb_proposal_accept (KbProposal *proposal, gboolean accept)
{
  KB_EACH_IN (KbProposedItem, item, proposal->items)
    item->refused = !accept;
}

static gboolean
is_named (const KbShape *shape, KbId class_id, const char *name)
{
  return shape->class_id == class_id && g_strcmp0 (shape->name, name) == 0;
}

guint
kb_shape_ordinal (const KbFrame *frame, const KbShape *shape)
{
  guint n = 0;
  for (guint i = 0; i < frame->shapes->len && kb_shape_at (frame, i) != shape; i++)
    n += is_named (kb_shape_at (frame, i), shape->class_id, shape->name);
  return n;
}

KbShape *
kb_frame_nth_shape (const KbFrame *frame, KbId class_id, const char *name, guint ordinal)
{
  KB_EACH (KbShape, shape, frame->shapes)
    if (is_named (shape, class_id, name) && ordinal-- == 0)
      return shape;
  return NULL;
}

static gboolean
has_equal (const KbFrame *frame, const KbShape *like, const KbGeometry *geometry)
{
  KB_EACH (const KbShape, shape, frame->shapes)
    if (is_named (shape, like->class_id, like->name)
        && kb_geometry_equal (&shape->geometry, geometry))
      return TRUE;
  return FALSE;
}

/* Shape number `ordinal` of those that replace the frame's unnamed ones of the class. */
static gboolean
put_new (KbDocument *document, const KbFrame *frame, const KbProposedItem *item, guint ordinal,
         KbMeet meet, GError **error)
{
  const KbClass *class = kb_operation_node (document, item->class_id, &kb_class_kind, error);
  const KbShape *old = kb_frame_nth_shape (frame, item->class_id, NULL, ordinal);
  const KbShape like = { .class_id = item->class_id };
  if (!class)
    return FALSE;
  json_t *geometry = kb_geometry_to_json (&item->geometry);
  if (meet == KB_MEET_REPLACE && old)
    return kb_document_set (document, old->node.id, "geometry", geometry, error);
  if (meet == KB_MEET_ADD && has_equal (frame, &like, &item->geometry))
    {
      json_decref (geometry);
      return TRUE;
    }
  return kb_document_insert (document, frame->node.id, "shapes", -1,
                             json_pack ("{ss so}", "class", class->name, "geometry", geometry),
                             error)
         != 0;
}

/* Deletes the unnamed shapes of the class from number `from` on. */
static gboolean
delete_rest (KbDocument *document, const KbFrame *frame, KbId class_id, guint from, GError **error)
{
  const KbShape *shape;
  while ((shape = kb_frame_nth_shape (frame, class_id, NULL, from)))
    if (!kb_document_remove (document, shape->node.id, error))
      return FALSE;
  return TRUE;
}

/* What changes about the source itself, besides its geometry. */
static gboolean
put_details (KbDocument *document, KbShape *source, const KbProposedItem *item, GError **error)
{
  if (item->class_id && item->class_id != source->class_id)
    {
      const KbClass *class = kb_operation_node (document, item->class_id, &kb_class_kind, error);
      json_t *name = class ? json_string (class->name) : NULL;
      if (!name || !kb_document_set (document, source->node.id, "class", name, error))
        return FALSE;
    }
  if (!item->values)
    return TRUE;
  json_t *values = source->values ? json_copy (source->values) : json_object ();
  json_object_update (values, item->values);
  return kb_document_set (document, source->node.id, "values", values, error);
}

/* The frame's own shape in place of one of another frame. */
static KbShape *
counterpart (const KbFrame *frame, KbShape *source)
{
  KbFrame *home = kb_node_frame (&source->node);
  return home == frame ? source
                       : kb_frame_nth_shape (frame, source->class_id, source->name,
                                             kb_shape_ordinal (home, source));
}

static gboolean
is_there (KbDocument *document, const KbProposal *proposal, const KbProposedItem *item)
{
  const KbFrame *frame =
    kb_node_as (kb_document_node (document, proposal->frame), &kb_frame_kind);
  KbNode *source = kb_document_node (document, item->source);
  return frame && source
         && (kb_proposed_is_shape (item)
               ? counterpart (frame, (KbShape *) source) != NULL
               : kb_proposed_is_point (item)
                   && kb_frame_find_point (frame, ((const KbPoint *) source)->name) != NULL);
}

guint
kb_proposals_keep (KbDocument *document, const GPtrArray *proposals)
{
  g_autoptr (GPtrArray) there = g_ptr_array_new ();
  guint items = 0, frames = 0;
  KB_EACH (const KbProposal, proposal, proposals)
    {
      guint before = there->len;
      items += proposal->items->len;
      KB_EACH_IN (KbProposedItem, proposed_item, proposal->items)
        if (is_there (document, proposal, proposed_item))
          g_ptr_array_add (there, proposed_item);
      frames += there->len > before;
    }
  if (there->len == items)
    return 0;
  KB_EACH (KbProposedItem, item, there)
    item->refused = TRUE;
  return frames;
}

static gboolean
put_shape (KbDocument *document, const KbFrame *frame, const KbProposedItem *item, KbMeet meet,
           GError **error)
{
  KbShape *source = kb_operation_node (document, item->source, &kb_shape_kind, error);
  if (!source)
    return FALSE;
  KbShape *old = counterpart (frame, source);
  if (meet == KB_MEET_REPLACE && old && !item->is_copy)
    return (kb_geometry_equal (&old->geometry, &item->geometry)
            || kb_document_set (document, old->node.id, "geometry",
                                kb_geometry_to_json (&item->geometry), error))
           && put_details (document, old, item, error);
  if (meet == KB_MEET_ADD && has_equal (frame, source, &item->geometry))
    return TRUE;
  json_t *value = kb_node_to_json (&source->node, NULL);
  json_object_set_new (value, "geometry", kb_geometry_to_json (&item->geometry));
  return kb_document_insert (document, frame->node.id, "shapes", -1, value, error) != 0;
}

static gboolean
put_point (KbDocument *document, const KbFrame *frame, const KbProposedItem *item, GError **error)
{
  KbPoint *source = kb_operation_node (document, item->source, &kb_point_kind, error);
  if (!source)
    return FALSE;
  json_auto_t *direction = item->direction.set ? json_real (item->direction.degrees) : json_null ();
  KbPoint *old = kb_frame_find_point (frame, source->name);
  if (old)
    return kb_part_put (document, old->node.id, &item->geometry, error)
           && kb_document_set (document, old->node.id, "direction", g_steal_pointer (&direction),
                               error);
  json_t *value = kb_node_to_json (&source->node, NULL);
  json_object_set_new (value, "at", json_pack ("[ii]", (int) item->geometry.v[0],
                                               (int) item->geometry.v[1]));
  json_object_set (value, "direction", direction);
  return kb_document_insert (document, frame->node.id, "points", -1, value, error) != 0;
}

static gboolean
put_proposal (KbDocument *document, const KbProposal *proposal, KbMeet meet, GError **error)
{
  const KbFrame *frame = kb_operation_node (document, proposal->frame, &kb_frame_kind, error);
  gboolean ok = frame != NULL;
  guint n_new = 0;
  KbId class_id = 0;
  KB_EACH_IN_WHILE (ok, const KbProposedItem, item, proposal->items)
    {
      if (item->refused)
        continue;
      class_id = item->source ? 0 : item->class_id;
      ok = !item->source ? put_new (document, frame, item, n_new++, meet, error)
           : kb_proposed_is_shape (item) ? put_shape (document, frame, item, meet, error)
           : kb_proposed_is_point (item) ? put_point (document, frame, item, error)
           : kb_part_put (document, frame->node.id, &item->geometry, error);
    }
  if (ok && class_id && meet == KB_MEET_REPLACE)
    ok = delete_rest (document, frame, class_id, n_new, error);
  return ok;
}

gboolean
kb_apply_proposals (KbDocument *document, KbOperationType type, const GPtrArray *proposals,
                    KbMeet meet, GError **error)
{
  gboolean ok = TRUE;
  kb_operation_begin (document, type);
  KB_EACH_WHILE (ok, const KbProposal, proposal, proposals)
    if (kb_proposal_accepted (proposal))
      ok = put_proposal (document, proposal, meet, error);
  return kb_document_finish (document, ok);
}
