/* SPDX-License-Identifier: MIT */
/* Moves parts and everything connected to them. */
#include <glib/gi18n.h>
#include <math.h>

#include "operations/level/change.h"
#include "operations/level/lines.h"

KbLevelTransform
kb_level_shift (KbVec by)
{
  return (KbLevelTransform) { 1, 0, 0, 1, { 0, 0 }, by };
}

KbLevelTransform
kb_level_turn (KbVec about, int steps)
{
  static const double quarters[] = { 1, 0, -1, 0 };
  int n = (steps % 24 + 24) % 24;
  double c = n % 6 ? cos (n * G_PI / 12) : quarters[n / 6],
         s = n % 6 ? sin (n * G_PI / 12) : quarters[(n / 6 + 3) % 4];

  return (KbLevelTransform) { c, -s, s, c, about, { 0, 0 } };
}

KbLevelTransform
kb_level_mirror (KbVec about, gboolean upright)
{
  return (KbLevelTransform) { upright ? -1 : 1, 0, 0, upright ? 1 : -1, about, { 0, 0 } };
}

KbLevelTransform
kb_level_onto (KbVec at)
{
  return (KbLevelTransform) { 0, 0, 0, 0, at, { 0, 0 } };
}

static KbVec
turned (const KbLevelTransform *transform, KbVec d)
{
  return (KbVec) { transform->xx * d.x + transform->xy * d.y,
                  transform->yx * d.x + transform->yy * d.y };
}

KbVec
kb_level_transformed (const KbLevelTransform *transform, KbVec p)
{
  KbVec d = turned (transform, (KbVec) { p.x - transform->about.x, p.y - transform->about.y });

  return kb_vec_to_grid ((KbVec) { transform->about.x + d.x + transform->by.x,
                                 transform->about.y + d.y + transform->by.y });
}

/* ---- the parts ---- */

static void
each_place (const KbLevelIndex *index, const KbLevelParts *parts, gboolean entities,
            KbEachPosition each, gpointer data)
{
  KbDocument *document = kb_level_index_document (index);

  for (guint i = 0; i < parts->n_ids; i++)
    {
      const KbNode *node = kb_document_node (document, parts->ids[i]);

      /* Points of grounds are parts of layers: nothing is connected to them */
      if (node && kb_node_is (node->parent, &kb_level_kind)
          && (entities || !kb_node_is (node, &kb_entity_kind)))
        kb_part_each_position (node, each, data);
    }
  for (guint i = 0; i < parts->n_places; i++)
    each (parts->places[i], data);
}

gboolean
kb_level_parts_bounds (const KbLevelIndex *index, const KbLevelParts *parts, KbBounds *bounds)
{
  *bounds = (KbBounds) { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  each_place (index, parts, TRUE, kb_bounds_extend, bounds);
  return bounds->x0 <= bounds->x1;
}

typedef struct {
  GHashTable *set;
  GArray *list;
} Places;

static void
note_place (KbVec p, gpointer data)
{
  Places *places = data;

  if (kb_place_set_add (places->set, p))
    g_array_append_val (places->list, p);
}

static Places
places_of (const KbLevelIndex *index, const KbLevelParts *parts)
{
  Places places = { kb_place_set_new (), g_array_new (FALSE, FALSE, sizeof (KbVec)) };

  each_place (index, parts, FALSE, note_place, &places);
  return places;
}

GArray *
kb_level_parts_places (const KbLevelIndex *index, const KbLevelParts *parts, GHashTable **set)
{
  Places places = places_of (index, parts);

  if (set)
    *set = places.set;
  else
    g_hash_table_unref (places.set);
  return places.list;
}

/* ---- moving ---- */

typedef struct {
  KbLevelIndex *index;
  KbDocument *document;
  const KbLevelTransform *transform;
  Places places;
  GHashTable *to;          /* position -> position; NULL: by the transform */
} TransformMove;

static gboolean
is_moved (const TransformMove *move, KbVec p)
{
  return g_hash_table_contains (move->places.set, &p);
}

static KbVec
moved (const TransformMove *move, KbVec p)
{
  if (!is_moved (move, p))
    return p;
  return move->to ? *(const KbVec *) g_hash_table_lookup (move->to, &p)
                  : kb_level_transformed (move->transform, p);
}

static gboolean
within_limits (KbVec p, GError **error)
{
  if (fabs (p.x) <= KB_LEVEL_LIMIT && fabs (p.y) <= KB_LEVEL_LIMIT)
    return TRUE;
  return kb_fail (error, KB_ERROR_INPUT, _("nothing may lie further out than %d pixels"),
                  KB_LEVEL_LIMIT);
}

static gboolean
set_vec (const TransformMove *move, KbId id, const char *field, KbVec was, KbVec is, GError **error)
{
  return kb_vec_equal (was, is)
         || kb_document_set (move->document, id, field, kb_vec_json (is), error);
}

static void
move_end (KbFieldChange *end, KbId id, KbVec was, KbVec is)
{
  if (!kb_vec_equal (was, is))
    kb_field_change_add (end, id, &is);
}

static void
move_wall (const TransformMove *move, const KbWall *wall, KbFieldChange ends[2], GArray *gone)
{
  const KbLevelTransform *t = move->transform;
  KbVec a = moved (move, wall->a), b = moved (move, wall->b);
  gboolean mirrors =
    t->xx * t->yy - t->xy * t->yx < 0 && is_moved (move, wall->a) && is_moved (move, wall->b);

  if (kb_vec_equal (a, b))
    g_array_append_val (gone, wall->node.id);
  else
    {
      move_end (&ends[0], wall->node.id, wall->a, mirrors ? b : a);
      move_end (&ends[1], wall->node.id, wall->b, mirrors ? a : b);
    }
}

/* Moves all walls among the ids, with one edit for each end if there are many. */
static gboolean
move_walls (const TransformMove *move, const GArray *ids, GError **error)
{
  KbFieldChange ends[2] = { kb_field_change_new ("a", sizeof (KbVec)),
                            kb_field_change_new ("b", sizeof (KbVec)) };
  g_autoptr (GArray) gone = g_array_new (FALSE, FALSE, sizeof (KbId));
  KbId level = kb_level_index_level (move->index)->node.id;

  KB_EACH_ID (id, ids)
    {
      const KbNode *node = kb_document_node (move->document, id);

      if (kb_node_is (node, &kb_wall_kind))
        move_wall (move, (const KbWall *) node, ends, gone);
    }
  return kb_document_change_fields (move->document, level, "walls", ends, 2, error)
         && kb_document_remove_many (move->document, level, "walls",
                                     (const KbId *) (const void *) gone->data, gone->len, error);
}

static gboolean
move_area (const TransformMove *move, const KbArea *area, GError **error)
{
  g_autofree KbVec *points = g_new (KbVec, kb_rings_points (&area->rings) + 1);
  g_auto (KbRings) rings = { 0 };

  for (guint ring = 0; ring < area->rings.n; ring++)
    {
      guint n = 0;

      for (guint i = kb_rings_start (&area->rings, ring); i < area->rings.ends[ring]; i++)
        points[n++] = moved (move, area->rings.points[i]);
      kb_rings_add (&rings, points, n);
    }
  return kb_level_put_rings (move->document, area->node.id, &rings, error);
}

static gboolean
move_entity (const TransformMove *move, const KbEntity *entity, GError **error)
{
  KbVec direction = kb_vec_to_grid (turned (move->transform, entity->direction));
  KbFlip flip = entity->flip
                ^ (move->transform->xx == -1 && move->transform->yy == 1   ? KB_FLIP_X
                   : move->transform->xx == 1 && move->transform->yy == -1 ? KB_FLIP_Y
                                                                           : KB_FLIP_NONE);
  gboolean mirrored = flip != entity->flip && entity->sprite;
  static const char *const flips[] = { "none", "x", "y", "xy" };

  return set_vec (move, entity->node.id, "at", entity->at,
                  kb_level_transformed (move->transform, entity->at), error)
         && set_vec (move, entity->node.id, "direction", entity->direction, direction, error)
         && (!mirrored
             || kb_document_set (move->document, entity->node.id, "flip", json_string (flips[flip]),
                                 error));
}

/* The walls and areas that end at one of the positions, and the entities of the parts. */
static GArray *
what_moves (const TransformMove *move, const KbLevelParts *parts)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));

  KB_EACH_IN (const KbVec, point, move->places.list)
    {
      g_autoptr (GArray) there = kb_level_index_attached (move->index, *point, KB_ITEM_LINES);

      KB_EACH_IN (const KbLevelItem, item, there)
        if (g_hash_table_add (seen, GUINT_TO_POINTER (item->id)))
          g_array_append_val (ids, item->id);
    }
  for (guint i = 0; i < parts->n_ids; i++)
    if (g_hash_table_add (seen, GUINT_TO_POINTER (parts->ids[i])))
      g_array_append_val (ids, parts->ids[i]);
  g_array_sort (ids, kb_level_compare_ids);
  return ids;
}

static gboolean
check_limits (const TransformMove *move, const KbLevelParts *parts, GError **error)
{
  gboolean done = TRUE;

  KB_EACH_IN_WHILE (done, const KbVec, place, move->places.list)
    done = within_limits (moved (move, *place), error);
  for (guint i = 0; i < parts->n_ids && done; i++)
    {
      const KbNode *node = kb_document_node (move->document, parts->ids[i]);

      if (kb_node_is (node, &kb_entity_kind))
        done = within_limits (kb_level_transformed (move->transform, ((const KbEntity *) node)->at),
                              error);
    }
  return done;
}

static gboolean
move_transform_all (const TransformMove *move, const KbLevelParts *parts, GError **error)
{
  gboolean done = check_limits (move, parts, error);
  g_autoptr (GArray) ids = done ? what_moves (move, parts) : NULL;

  done = done && move_walls (move, ids, error);

  KB_EACH_ID_WHILE (done, id, ids)
    {
      const KbNode *node = kb_document_node (move->document, id);

      if (kb_node_is (node, &kb_area_kind))
        done = move_area (move, (const KbArea *) node, error);
      else if (kb_node_is (node, &kb_entity_kind))
        done = move_entity (move, (const KbEntity *) node, error);
    }
  g_hash_table_unref (move->places.set);
  g_array_unref (move->places.list);
  return done;
}

gboolean
kb_level_transform (KbLevelIndex *index, const KbLevelParts *parts,
                    const KbLevelTransform *transform, GError **error)
{
  TransformMove move = { index, kb_level_index_document (index), transform,
                         places_of (index, parts), NULL };

  return move_transform_all (&move, parts, error);
}

gboolean
kb_level_move_places (KbLevelIndex *index, const KbVec *from, const KbVec *to, guint n,
                      GError **error)
{
  const KbLevelParts parts = { .places = from, .n_places = n };
  const KbLevelTransform none = kb_level_shift ((KbVec) { 0, 0 });
  g_autoptr (GHashTable) map = g_hash_table_new_full (kb_place_hash, kb_place_equal, NULL, g_free);
  TransformMove move = { index, kb_level_index_document (index), &none, places_of (index, &parts),
                         map };

  for (guint i = 0; i < n; i++)
    if (!g_hash_table_contains (map, &from[i]))
      {
        KbVec at = kb_vec_to_grid (to[i]);

        g_hash_table_insert (map, (gpointer) &from[i], g_memdup2 (&at, sizeof at));
      }
  return move_transform_all (&move, &parts, error);
}
