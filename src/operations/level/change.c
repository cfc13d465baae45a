/* SPDX-License-Identifier: MIT */
/* Creates, flips, splits and deletes walls; areas. */
#include "operations/level/change.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

json_t *
kb_level_rings_json (const KbRings *rings)
{
  json_t *array = json_array ();

  for (guint i = 0; i < rings->n; i++)
    {
      json_t *ring = json_array ();

      for (guint k = kb_rings_start (rings, i); k < rings->ends[i]; k++)
        json_array_append_new (ring, kb_vec_json (rings->points[k]));
      json_array_append_new (array, ring);
    }
  return array;
}

/* Consecutive points at the same position become one; fewer than three do not make a ring. */
void
kb_rings_add (KbRings *rings, const KbVec *points, guint n)
{
  guint start = kb_rings_points (rings), m = start;

  rings->points = g_renew (KbVec, rings->points, start + n + 1);
  for (guint i = 0; i < n; i++)
    if (m == start || !kb_vec_equal (rings->points[m - 1], points[i]))
      rings->points[m++] = points[i];
  while (m > start + 1 && kb_vec_equal (rings->points[m - 1], rings->points[start]))
    m--;
  if (m < start + 3)
    return;
  rings->ends = g_renew (guint, rings->ends, rings->n + 1);
  rings->ends[rings->n++] = m;
}

void
kb_rings_clear (KbRings *rings)
{
  g_free (rings->ends);
  g_free (rings->points);
  *rings = (KbRings) { 0 };
}

gboolean
kb_level_put_rings (KbDocument *document, KbId area, const KbRings *rings, GError **error)
{
  return rings->n ? kb_document_set (document, area, "rings", kb_level_rings_json (rings), error)
                  : kb_document_remove (document, area, error);
}

static KbWall *
wall_of (const KbLevelIndex *index, KbId id)
{
  return kb_document_find (kb_level_index_document (index), id, &kb_wall_kind);
}

static gboolean
set_end (KbLevelIndex *index, KbId id, const char *field, KbVec to, GError **error)
{
  return kb_document_set (kb_level_index_document (index), id, field, kb_vec_json (to),
                          error);
}

static const char *
class_name (const KbLevelIndex *index, KbId id)
{
  const KbNode *node = kb_document_node (kb_level_index_document (index), id);

  return kb_node_is (node, &kb_class_kind) ? ((const KbClass *) node)->name : "";
}

/* ---- creation ---- */

KbId
kb_level_add_wall (KbLevelIndex *index, KbVec a, KbVec b, KbId class_id, GError **error)
{
  const KbLevel *level = kb_level_index_level (index);

  if (kb_vec_equal (a, b))
    return kb_fail (error, KB_ERROR_INPUT, _("a wall needs a length"));
  return kb_document_insert (
    kb_level_index_document (index), level ? level->node.id : 0, "walls", -1,
    json_pack ("{so so ss}", "a", kb_vec_json (a), "b", kb_vec_json (b), "class",
               class_name (index, class_id)),
    error);
}

static gboolean
has_area (const KbLevel *level, const char *name)
{
  KB_EACH (const KbArea, area, level->areas)
    if (strcmp (area->name, name) == 0)
      return TRUE;
  return FALSE;
}

KbId
kb_level_add_area (KbLevelIndex *index, const KbRings *rings, KbId class_id, GError **error)
{
  const KbLevel *level = kb_level_index_level (index);
  g_autofree char *name = NULL;

  for (guint n = level ? kb_count (level->areas) + 1 : 1;
       !name || (level && has_area (level, name)); n++)
    {
      g_free (name);
      name = g_strdup_printf (_("area %u"), n);
    }
  return kb_document_insert (
    kb_level_index_document (index), level ? level->node.id : 0, "areas", -1,
    json_pack ("{ss ss so}", "name", name, "class", class_name (index, class_id), "rings",
               kb_level_rings_json (rings)),
    error);
}

/* ---- direction ---- */

/* The walls among the parts. Array of KbId. */
static GArray *
walls_of (const KbLevelIndex *index, const KbLevelParts *parts)
{
  const KbLevel *level = kb_level_index_level (index);
  GArray *walls = g_array_sized_new (FALSE, FALSE, sizeof (KbId), parts->n_ids);

  for (guint i = 0; i < parts->n_ids; i++)
    {
      const KbWall *wall = wall_of (index, parts->ids[i]);

      if (wall && wall->node.parent == &level->node)
        g_array_append_val (walls, parts->ids[i]);
    }
  return walls;
}

static gboolean
set_walls (KbLevelIndex *index, const GArray *walls, const char *field, gconstpointer values,
           GError **error)
{
  return kb_document_set_many (
    kb_level_index_document (index), kb_level_index_level (index)->node.id, "walls", field,
    (const KbId *) (const void *) walls->data, walls->len, values, error);
}

gboolean
kb_level_set_walls (KbLevelIndex *index, const KbLevelParts *parts, const char *field,
                    guint32 value, GError **error)
{
  g_autoptr (GArray) walls = walls_of (index, parts);
  g_autofree guint32 *values = g_new (guint32, walls->len + 1);

  for (guint i = 0; i < walls->len; i++)
    values[i] = value;
  return set_walls (index, walls, field, values, error);
}

gboolean
kb_level_flip (KbLevelIndex *index, const KbLevelParts *parts, GError **error)
{
  g_autoptr (GArray) walls = walls_of (index, parts);
  g_autofree KbVec *a = g_new (KbVec, walls->len + 1), *b = g_new (KbVec, walls->len + 1);

  KB_EACH_ID (id, walls)
    {
      const KbWall *wall = wall_of (index, id);

      a[id_at] = wall->b;
      b[id_at] = wall->a;
    }
  return set_walls (index, walls, "a", a, error) && set_walls (index, walls, "b", b, error);
}

/* ---- corners of areas ---- */

/* For each run of edges of one area: `change` makes its new rings. */
typedef void (*ChangeRing) (GArray *points, const KbVec *v, gconstpointer data);

static gboolean
change_area (KbLevelIndex *index, KbId id, ChangeRing change, gconstpointer data, GError **error)
{
  KbDocument *document = kb_level_index_document (index);
  const KbArea *area = (const KbArea *) kb_document_node (document, id);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (KbVec));
  g_auto (KbRings) rings = { 0 };

  for (guint ring = 0; area && ring < area->rings.n; ring++)
    {
      guint start = kb_rings_start (&area->rings, ring), end = area->rings.ends[ring];

      g_array_set_size (points, 0);
      for (guint i = start; i < end; i++)
        change (
          points,
          (const KbVec[]){ area->rings.points[i], area->rings.points[i + 1 < end ? i + 1 : start] },
          data);
      kb_rings_add (&rings, (const KbVec *) (const void *) points->data, points->len);
    }
  return kb_level_put_rings (document, id, &rings, error);
}

/* The areas among lines, each once. */
static gboolean
change_areas (KbLevelIndex *index, const GArray *lines, ChangeRing change, gconstpointer data,
              GError **error)
{
  KbId last = 0;
  gboolean done = TRUE;

  KB_EACH_IN_WHILE (done, const KbLevelItem, line, lines)
    {
      if (line->type == KB_ITEM_EDGE && line->id != last)
        done = change_area (index, line->id, change, data, error);
      last = line->type == KB_ITEM_EDGE ? line->id : last;
    }
  return done;
}

/* Moves a corner to p: in the edges from a to b, or in all edges through it. */
typedef struct {
  KbVec a, b, p;
  gboolean all;
} Bend;

static gboolean
lies_on (KbVec p, KbVec a, KbVec b)
{
  KbVec at = kb_level_nearest_on (a, b, p);

  return hypot (at.x - p.x, at.y - p.y) <= KB_LEVEL_ON;
}

/* Whether two of their four ends are on the other. Crossing lines have none; lines in a row have
 * one or the same twice, and then the point between is not on both. */
static gboolean
lies_along (const KbVec *v, const Bend *bend)
{
  return lies_on (v[0], bend->a, bend->b) + lies_on (v[1], bend->a, bend->b)
           + lies_on (bend->a, v[0], v[1]) + lies_on (bend->b, v[0], v[1])
         >= 2;
}

static gboolean
is_bent (const KbVec *v, const Bend *bend)
{
  gboolean same = (kb_vec_equal (v[0], bend->a) && kb_vec_equal (v[1], bend->b))
                  || (kb_vec_equal (v[0], bend->b) && kb_vec_equal (v[1], bend->a));

  return !kb_vec_equal (v[0], bend->p) && !kb_vec_equal (v[1], bend->p)
         && ((same && !bend->all)
             || (lies_on (bend->p, v[0], v[1]) && (bend->all || lies_along (v, bend))));
}

static void
bend_edge (GArray *points, const KbVec *v, gconstpointer data)
{
  const Bend *bend = data;

  g_array_append_val (points, v[0]);
  if (is_bent (v, bend))
    g_array_append_val (points, bend->p);
}

static gboolean
has_bent (const KbLevelIndex *index, KbId id, const Bend *bend)
{
  const KbArea *area = (const KbArea *) kb_document_node (kb_level_index_document (index), id);

  for (guint ring = 0; area && ring < area->rings.n; ring++)
    for (guint start = kb_rings_start (&area->rings, ring), i = start; i < area->rings.ends[ring];
         i++)
      if (is_bent (
            (const KbVec[]){ area->rings.points[i],
                             area->rings.points[i + 1 < area->rings.ends[ring] ? i + 1 : start] },
            bend))
        return TRUE;
  return FALSE;
}

/* Areas with an edge near the position, or with one that ends where the wall does. */
static gboolean
bend_areas (KbLevelIndex *index, const Bend *bend, GError **error)
{
  g_autoptr (GArray) hits = kb_level_index_near (index, bend->p, KB_LEVEL_ON, KB_ITEM_EDGE);
  g_autoptr (GArray) lines = kb_level_index_attached (index, bend->a, KB_ITEM_EDGE);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  gboolean done = TRUE;

  KB_EACH_IN (const KbLevelHit, hit, hits)
    g_array_append_val (ids, hit->item.id);
  KB_EACH_IN (const KbLevelItem, line, lines)
    g_array_append_val (ids, line->id);
  KB_EACH_ID_WHILE (done, id, ids)
    if (has_bent (index, id, bend))
      done = change_area (index, id, bend_edge, bend, error);
  return done;
}

static void
leave_corner (GArray *points, const KbVec *v, gconstpointer data)
{
  if (!kb_vec_equal (v[0], *(const KbVec *) data))
    g_array_append_val (points, v[0]);
}

gboolean
kb_level_split (KbLevelIndex *index, KbId id, KbVec at, KbId *made, GError **error)
{
  KbDocument *document = kb_level_index_document (index);
  const KbWall *wall = wall_of (index, id);
  KbVec p = kb_vec_to_grid (at);
  Bend bend = { wall ? wall->a : p, wall ? wall->b : p, p, FALSE };
  guint place = 0;

  if (made)
    *made = 0;
  if (!wall || kb_vec_equal (p, wall->a) || kb_vec_equal (p, wall->b))
    return TRUE;
  json_auto_t *second = kb_node_to_json (&wall->node, NULL);
  json_object_set_new (second, "a", kb_vec_json (p));
  kb_node_place (&wall->node, &place);
  if (!set_end (index, id, "b", p, error))
    return FALSE;
  KbId other = kb_document_insert (document, wall->node.parent->id, "walls", (int) place + 1,
                                   g_steal_pointer (&second), error);
  if (made)
    *made = other;
  return other != 0 && bend_areas (index, &bend, error);
}

gboolean
kb_level_split_at (KbLevelIndex *index, KbVec at, GError **error)
{
  KbVec p = kb_vec_to_grid (at);
  g_autoptr (GArray) hits = kb_level_index_near (index, p, KB_LEVEL_ON, KB_ITEM_WALL);
  gboolean done = TRUE;

  KB_EACH_IN_WHILE (done, const KbLevelHit, hit, hits)
    done = kb_level_split (index, hit->item.id, p, NULL, error);
  return done && bend_areas (index, &(Bend) { p, p, p, TRUE }, error);
}

/* ---- deleting ---- */

static gboolean
are_alike (const KbLevelItem *first, const KbLevelItem *second, const KbWall *one,
           const KbWall *two)
{
  /* One continues the other: at their common end, one has its A and the other its B */
  gboolean goes_on = kb_vec_equal (one->a, first->a) != kb_vec_equal (two->a, second->a);

  return one->class_id == two->class_id && one->one_way == two->one_way
         && (goes_on || !one->one_way) && !kb_vec_equal (first->b, second->b);
}

static gboolean
delete_place (KbLevelIndex *index, KbVec p, GError **error)
{
  g_autoptr (GArray) walls = kb_level_index_attached (index, p, KB_ITEM_WALL),
                     edges = kb_level_index_attached (index, p, KB_ITEM_EDGE);
  KbDocument *document = kb_level_index_document (index);
  const KbLevelItem *lines = (const KbLevelItem *) (const void *) walls->data;
  const KbWall *one = walls->len == 2 ? wall_of (index, lines[0].id) : NULL,
               *two = one ? wall_of (index, lines[1].id) : NULL;
  gboolean done = TRUE;

  if (one && two && are_alike (&lines[0], &lines[1], one, two))
    done = set_end (index, lines[0].id, kb_vec_equal (one->a, p) ? "a" : "b", lines[1].b, error) &&
           kb_document_remove (document, lines[1].id, error);
  else
    for (guint i = 0; i < walls->len && done; i++)
      done =
        (i && lines[i].id == lines[i - 1].id) || kb_document_remove (document, lines[i].id, error);
  return done && change_areas (index, edges, leave_corner, &p, error);
}

gboolean
kb_level_delete (KbLevelIndex *index, const KbLevelParts *parts, GError **error)
{
  KbDocument *document = kb_level_index_document (index);
  const KbLevel *level = kb_level_index_level (index);
  g_autoptr (GArray) walls = walls_of (index, parts);
  gboolean done =
    kb_document_remove_many (document, level->node.id, "walls",
                             (const KbId *) (const void *) walls->data, walls->len, error);

  /* From the last to the first, since they are probably in order: each is then near the end of its
   * list */
  for (guint i = parts->n_ids; i-- > 0 && done;)
    {
      const KbNode *node = kb_document_node (document, parts->ids[i]);

      done =
        !node || node->parent != &level->node || kb_document_remove (document, node->id, error);
    }
  for (guint i = 0; i < parts->n_places && done; i++)
    done = delete_place (index, parts->places[i], error);
  return done;
}
