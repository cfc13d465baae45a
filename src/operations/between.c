/* SPDX-License-Identifier: MIT */
/* Moves shapes and points evenly from one frame to another. */
#include <glib/gi18n.h>
#include <math.h>

#include "operations/private.h"

/* Into (-half, half]: the shortest turn; of equal ones the clockwise one. */
static double
shortest (double difference, double half)
{
  difference = fmod (difference, 2 * half);
  if (difference > half)
    difference -= 2 * half;
  if (difference <= -half)
    difference += 2 * half;
  return difference;
}

double
kb_between_angle (double a, double b, double t)
{
  return shortest (a + shortest (b - a, 180) * CLAMP (t, 0, 1), 180);
}

/* Geometry between a (t = 0) and b (t = 1): linear, boxes by their edges, oriented boxes the
 * shortest turn to the same rectangle, polygons corner by corner. Returns FALSE if the kinds or
 * numbers of corners differ, or the result has a fault (crosses itself). `result` is zeroed or
 * initialized. */
static gboolean
between_geometry (const KbGeometry *a, const KbGeometry *b, double t, KbGeometry *result)
{
  if (a->type != b->type || a->n != b->n)
    return FALSE;
  kb_geometry_copy (result, t >= 1 ? b : a);
  if (t <= 0 || t >= 1)
    return TRUE;
  double *v = result->v;
  for (guint i = 0; i < a->n; i++)
    v[i] = t <= 0 ? a->v[i] : t >= 1 ? b->v[i] : a->v[i] + (b->v[i] - a->v[i]) * t;
  for (guint i = kb_geometry_lengths (a); i < a->n; i++)
    v[i] = a->v[i] + shortest (b->v[i] - a->v[i], 90) * t;
  kb_geometry_kind (a->type)->snap (result);
  return kb_geometry_fault (result) == NULL;
}

/* The item's counterpart in the end frame, or NULL. */
static KbNode *
partner_of (KbNode *item, const KbFrame *from, const KbFrame *to)
{
  const KbShape *shape = kb_node_as (item, &kb_shape_kind);
  if (kb_node_is (item, &kb_frame_kind))
    return from->hot_spot.set && to->hot_spot.set ? KB_NODE (to) : NULL;
  if (!shape)
    return (KbNode *) kb_frame_find_point (to, ((KbPoint *) item)->name);
  KbShape *named =
    kb_frame_nth_shape (to, shape->class_id, shape->name, kb_shape_ordinal (from, shape));
  guint at;
  kb_node_place (item, &at);
  KbShape *placed = at < to->shapes->len ? kb_shape_at (to, at) : NULL;
  if (!named && placed && placed->class_id == shape->class_id)
    named = placed;
  return named && named->geometry.type == shape->geometry.type
             && named->geometry.n == shape->geometry.n
           ? &named->node
           : NULL;
}

/* Added to coordinates of a frame to move its hot spot to (0, 0). */
typedef struct { gint x, y; } Shift;

static gboolean
mix_item (KbNode *a, KbNode *b, const Shift shifts[3], double t, KbProposedItem *item)
{
  const KbPoint *p = kb_node_as (a, &kb_point_kind), *q = (const KbPoint *) b;
  g_auto (KbGeometry) from = { 0 }, to = { 0 };
  *item = (KbProposedItem) { .source = a->id, .kind = a->kind, .confidence = 1 };
  kb_part_geometry (a, &from);
  kb_part_geometry (b, &to);
  const KbShapeKind *kind = kb_geometry_kind (from.type);
  kind->translate (&from, shifts[0].x, shifts[0].y);
  kind->translate (&to, shifts[1].x, shifts[1].y);
  gboolean fits = between_geometry (&from, &to, t, &item->geometry);
  if (fits)
    kind->translate (&item->geometry, -shifts[2].x, -shifts[2].y);
  else
    kb_geometry_clear (&item->geometry);
  if (p)
    item->direction = p->direction;
  if (p && p->direction.set && q->direction.set)
    item->direction.degrees = kb_between_angle (p->direction.degrees, q->direction.degrees, t);
  return fits;
}

static gboolean
all_have_hot_spots (const KbSprite *sprite, guint first, guint last)
{
  for (guint i = first; i <= last; i++)
    if (!kb_frame_at (sprite, i)->hot_spot.set)
      return FALSE;
  return TRUE;
}

GPtrArray *
kb_between_proposals (KbDocument *document, KbId from_id, KbId to_id, const KbId *items,
                      guint n_items, guint *n_left_out, GError **error)
{
  KbFrame *from = kb_operation_node (document, from_id, &kb_frame_kind, error);
  KbFrame *to = from ? kb_operation_node (document, to_id, &kb_frame_kind, error) : NULL;
  if (!to)
    return NULL;
  KbSprite *sprite = kb_node_sprite (&from->node);
  guint a, b;
  const KbList *list = kb_node_place (&from->node, &a);
  if (kb_node_sprite (&to->node) != sprite || kb_node_place (&to->node, &b) != list
      || kb_node_list (&sprite->node, list) != sprite->frames || ABS ((gint) b - (gint) a) < 2)
    return kb_fail_null (error, KB_ERROR_INPUT, _("there is no frame between these two"));
  gboolean anchored = all_have_hot_spots (sprite, MIN (a, b), MAX (a, b));
  for (guint i = 0; i < n_items; i++)
    anchored &= items[i] != from_id;

  GPtrArray *proposals = g_ptr_array_new_with_free_func ((GDestroyNotify) kb_proposal_free);
  g_autofree gboolean *left_out = g_new0 (gboolean, n_items + 1);
  for (guint f = MIN (a, b) + 1; f < MAX (a, b); f++)
    {
      const KbFrame *frame = kb_frame_at (sprite, f), *anchors[3] = { from, to, frame };
      double t = ((double) f - a) / ((double) b - a);
      Shift shifts[3] = { { 0, 0 } };
      for (guint i = 0; anchored && i < 3; i++)
        shifts[i] = (Shift) { -anchors[i]->hot_spot.x, -anchors[i]->hot_spot.y };
      KbProposal *proposal = kb_proposal_new (frame->node.id);
      g_ptr_array_add (proposals, proposal);
      for (guint i = 0; i < n_items; i++)
        {
          KbNode *item = kb_document_node (document, items[i]);
          KbNode *partner =
            item && kb_node_frame (item) == from ? partner_of (item, from, to) : NULL;
          KbProposedItem mixed;
          if (partner && mix_item (item, partner, shifts, t, &mixed))
            kb_proposal_add (proposal, &mixed);
          else
            left_out[i] = TRUE;
        }
    }
  for (guint i = 0; n_left_out && i <= n_items; i++)
    *n_left_out = i == 0 ? 0 : *n_left_out + left_out[i - 1];
  return proposals;
}
