/* SPDX-License-Identifier: MIT */
/* Positions of check points relative to their curves. */
#include "operations/track/course.h"

#include <math.h>

typedef struct {
  KbId gate, curve;
  KbVec a, b;               /* as they were */
  KbCurvePlace place;       /* its curve is not used: it may be gone */
  guint n_points;
} Held;

GArray *
kb_gates_hold (const KbNode *node)
{
  while (node && !kb_node_is (node, &kb_track_kind)
         && (kb_node_is (node, &kb_curve_kind) || kb_node_is (node, &kb_curve_point_kind)))
    node = node->parent;
  const KbTrack *track = kb_node_as (node, &kb_track_kind);
  GArray *held = track ? g_array_new (FALSE, FALSE, sizeof (Held)) : NULL;
  if (track)
    KB_EACH (const KbGate, gate, track->gates)
      {
        Held one = { .gate = gate->node.id, .a = gate->a, .b = gate->b };
        if (!kb_gate_find_place (track, gate->a, gate->b, &one.place))
          continue;
        one.curve = one.place.curve->node.id;
        one.n_points = one.place.curve->points->len;
        g_array_append_val (held, one);
      }
  return held;
}

/* The same position relative to another place. */
static KbVec
carry (KbVec p, const KbCurvePlace *from, const KbCurvePlace *to)
{
  double x = p.x - from->at.x, y = p.y - from->at.y;
  double ahead = x * from->along.x + y * from->along.y,
         aside = y * from->along.x - x * from->along.y;
  if (from->radius > 0)
    aside *= to->radius / from->radius;
  KbVec by = kb_vec_to_grid ((KbVec) { ahead * to->along.x - aside * to->along.y,
                                      ahead * to->along.y + aside * to->along.x });
  KbVec at = kb_vec_to_grid (to->at);
  return (KbVec) { at.x + by.x, at.y + by.y };
}

static gboolean
set_gate_follow_end (KbDocument *document, const KbGate *gate, const char *field, KbVec was,
                     KbVec is, GError **error)
{
  return (was.x == is.x && was.y == is.y)
         || kb_document_set (document, gate->node.id, field, kb_vec_json (is), error);
}

static gboolean
follow (KbDocument *document, const Held *held, GError **error)
{
  const KbGate *gate = kb_document_find (document, held->gate, &kb_gate_kind);
  const KbCurve *curve = kb_document_find (document, held->curve, &kb_curve_kind);
  KbCurvePlace now;
  if (!gate || !curve || curve->points->len < 2)
    return TRUE;
  if (curve->points->len == held->n_points
      && held->place.segment + !curve->closed < curve->points->len)
    now = kb_curve_place (curve, held->place.segment, held->place.u);
  else if (!kb_curve_nearest (curve, held->place.at, &now))
    return TRUE;
  gboolean stays = held->place.at.x == now.at.x && held->place.at.y == now.at.y
                   && held->place.along.x == now.along.x && held->place.along.y == now.along.y
                   && held->place.radius == now.radius;
  KbVec a = stays ? held->a : carry (held->a, &held->place, &now),
        b = stays ? held->b : carry (held->b, &held->place, &now);
  return (a.x == b.x && a.y == b.y)
         || (set_gate_follow_end (document, gate, "a", gate->a, a, error)
             && set_gate_follow_end (document, gate, "b", gate->b, b, error));
}

gboolean
kb_gates_follow (KbDocument *document, const GArray *held, const GArray *except, GError **error)
{
  if (held)
    KB_EACH_IN (const Held, one, held)
      {
        gboolean moves = TRUE;
        KB_EACH_ID_WHILE (except && moves, id, except)
          moves = id != one->gate;
        if (moves && !follow (document, one, error))
          return FALSE;
      }
  return TRUE;
}
