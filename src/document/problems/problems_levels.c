/* SPDX-License-Identifier: MIT */
/* The checks of levels. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/edits/cells.h"
#include "document/problems/problem_finder.h"

/* In 1/256 pixel: integers, so that decisions are exact. */
typedef struct { gint64 x, y; } Place;

static Place
place_of (KbVec v)
{
  return (Place) { (gint64) (v.x * 256), (gint64) (v.y * 256) };
}

/* --- Walls ------------------------------------------------------------------------------------ */

/* Two walls with the same key stop the same moves: in either direction, but one-way walls only in
 * the same direction. */
typedef struct { gint32 ax, ay, bx, by; guint32 one_way; } WallKey;

static WallKey
wall_key (const KbWall *wall)
{
  Place a = place_of (wall->a), b = place_of (wall->b);
  gboolean turned = !wall->one_way && (a.x > b.x || (a.x == b.x && a.y > b.y));
  Place from = turned ? b : a, to = turned ? a : b;
  return (WallKey){ (gint32) from.x, (gint32) from.y, (gint32) to.x, (gint32) to.y, wall->one_way };
}

static guint
key_hash (const WallKey *key)
{
  guint64 hash = 1469598103934665603u;
  const guint32 words[5] = { (guint32) key->ax, (guint32) key->ay, (guint32) key->bx,
                             (guint32) key->by, key->one_way };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    hash = (hash ^ words[i]) * 1099511628211u;
  return (guint) (hash ^ hash >> 29);
}

static void
check_walls (GPtrArray *problems, const KbLevel *level)
{
  guint n = level->walls->len, room = 16;
  while (room < 2 * n)
    room *= 2;
  g_autofree guint *table = g_new0 (guint, room);   /* the wall's number, counted from 1 */
  g_autofree WallKey *keys = g_new (WallKey, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const KbWall *wall = kb_wall_at (level, i);
      keys[i] = wall_key (wall);
      if (wall->a.x == wall->b.x && wall->a.y == wall->b.y)
        {
          kb_report (problems, "wall-length", KB_PROBLEM_ERROR, &wall->node,
                     _("both ends of the wall are in one place"));
          continue;
        }
      guint at = key_hash (&keys[i]) & (room - 1);
      while (table[at] && memcmp (&keys[table[at] - 1], &keys[i], sizeof *keys) != 0)
        at = (at + 1) & (room - 1);
      if (table[at] && kb_wall_at (level, table[at] - 1)->class_id == wall->class_id)
        kb_report (problems, "wall-twice", KB_PROBLEM_WARNING, &wall->node,
                   _("an earlier wall of the same class lies in the same place"));
      else
        table[at] = table[at] ? table[at] : i + 1;
    }
}

/* --- Areas ------------------------------------------------------------------------------------ */

typedef struct { Place a, b; } Edge;

static gint64
turn (Place a, Place b, Place p)
{
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* At a point that is not an end of either. */
static gboolean
edges_cross (const Edge *e, const Edge *f)
{
  gint64 a = turn (e->a, e->b, f->a), b = turn (e->a, e->b, f->b), c = turn (f->a, f->b, e->a),
         d = turn (f->a, f->b, e->b);
  return ((a < 0 && b > 0) || (a > 0 && b < 0)) && ((c < 0 && d > 0) || (c > 0 && d < 0));
}

static GArray *
edges_of (const KbRings *rings)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  for (guint r = 0; r < rings->n; r++)
    for (guint start = kb_rings_start (rings, r), k = start; k < rings->ends[r]; k++)
      {
        Edge edge = { place_of (rings->points[k]),
                      place_of (rings->points[k + 1 < rings->ends[r] ? k + 1 : start]) };
        g_array_append_val (edges, edge);
      }
  return edges;
}

/* Square cells that list edges: about one edge per cell. */
typedef struct {
  double left, top, side;
  guint columns, rows;
  GArray **cells;          /* guint: indices in edges, or NULL if empty */
} Cells;

static guint
cell_at (double at, guint n)
{
  return (guint) CLAMP (floor (at), 0, n - 1.0);
}

/* TRUE: it crosses an edge listed before. */
static gboolean
list_edge (Cells *cells, const GArray *edges, guint index)
{
  const Edge *e = &g_array_index (edges, Edge, index);
  Place left = e->a.x <= e->b.x ? e->a : e->b, right = e->a.x <= e->b.x ? e->b : e->a;
  double slope = right.x > left.x ? (double) (right.y - left.y) / (double) (right.x - left.x) : 0;
  guint last = cell_at (((double) right.x - cells->left) / cells->side, cells->columns);
  for (guint i = cell_at (((double) left.x - cells->left) / cells->side, cells->columns); i <= last;
       i++)
    {
      double from = MAX ((double) left.x, cells->left + i * cells->side);
      double to = MIN ((double) right.x, cells->left + (i + 1) * cells->side);
      double y0 =
        right.x > left.x ? (double) left.y + slope * (from - (double) left.x) : (double) left.y;
      double y1 =
        right.x > left.x ? (double) left.y + slope * (to - (double) left.x) : (double) right.y;
      guint bottom = cell_at ((MAX (y0, y1) + 1 - cells->top) / cells->side, cells->rows);
      for (guint j = cell_at ((MIN (y0, y1) - 1 - cells->top) / cells->side, cells->rows);
           j <= bottom; j++)
        {
          GArray **cell = &cells->cells[(gsize) j * cells->columns + i];
          for (guint k = 0; *cell && k < (*cell)->len; k++)
            if (edges_cross (
                  e, &g_array_index (edges, Edge, g_array_index (*cell, guint, k))))
              return TRUE;
          if (!*cell)
            *cell = g_array_new (FALSE, FALSE, sizeof (guint));
          g_array_append_val (*cell, index);
        }
    }
  return FALSE;
}

static gboolean
crosses_itself (const KbRings *rings)
{
  g_autoptr (GArray) edges = edges_of (rings);
  double x0 = G_MAXDOUBLE, y0 = G_MAXDOUBLE, x1 = -G_MAXDOUBLE, y1 = -G_MAXDOUBLE;
  gboolean found = FALSE;
  KB_EACH_IN (const Edge, edge, edges)
    {
      Place p = edge->a;
      x0 = MIN (x0, (double) p.x), x1 = MAX (x1, (double) p.x), y0 = MIN (y0, (double) p.y),
      y1 = MAX (y1, (double) p.y);
    }
  if (edges->len < 4)
    return FALSE;
  double side = sqrt ((x1 - x0 + 1) * (y1 - y0 + 1) / edges->len);
  Cells cells = { .left = x0, .top = y0, .side = MAX (side, MAX (x1 - x0, y1 - y0) / 4096 + 1) };
  cells.columns = (guint) ((x1 - x0) / cells.side) + 1;
  cells.rows = (guint) ((y1 - y0) / cells.side) + 1;
  gsize n = (gsize) cells.columns * cells.rows;
  cells.cells = g_new0 (GArray *, n);
  for (guint i = 0; i < edges->len && !found; i++)
    found = list_edge (&cells, edges, i);
  for (gsize i = 0; i < n; i++)
    g_clear_pointer (&cells.cells[i], g_array_unref);
  g_free (cells.cells);
  return found;
}

static void
check_area (GPtrArray *problems, const KbArea *area)
{
  guint open = 0;
  for (guint i = 0; i < area->rings.n; i++)
    open += area->rings.ends[i] - kb_rings_start (&area->rings, i) < 3;
  if (area->rings.n == open)
    kb_report (problems, "area-points", KB_PROBLEM_ERROR, &area->node,
               _("the area '%s' has no outline of three points or more"), area->name);
  else if (open)
    kb_report (problems, "area-ring", KB_PROBLEM_WARNING, &area->node,
               _("a ring of the area '%s' has fewer than three points"), area->name);
  if (crosses_itself (&area->rings))
    kb_report (
      problems, "area-crosses", KB_PROBLEM_WARNING, &area->node,
      _("the outline of the area '%s' crosses itself: what it goes round twice is outside"),
      area->name);
}

void
kb_check_walls_and_areas (GPtrArray *problems, const KbLevel *level)
{
  check_walls (problems, level);
  KB_EACH (const KbArea, area, level->areas)
    check_area (problems, area);
}

/* --- Entities, and all of it ------------------------------------------------------------------ */

/* The frame that an entity or an image layer shows. */
static void
check_shown (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node, const char *name,
             gint frame, const char *const checks[2])
{
  const KbSprite *sprite =
    name ? kb_project_find_sprite (finder->document->project, name) : NULL;
  if (name && !sprite)
    kb_report (problems, checks[0], KB_PROBLEM_ERROR, node,
               _("there is no sprite '%s' to be shown"), name);
  else if (sprite && kb_count (sprite->frames) == 0)
    kb_report (problems, checks[1], KB_PROBLEM_ERROR, node,
               _("the sprite '%s' has no frame to be shown"), name);
  else if (sprite && !kb_sprite_find_frame (sprite, frame))
    kb_report (problems, checks[1], KB_PROBLEM_ERROR, node,
               _("the sprite '%s' has no frame of the number %d"), name, frame);
}

void
kb_check_entity (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  static const char *const checks[] = { "entity-sprite", "entity-frame" };
  const KbEntity *entity = (const KbEntity *) node;
  check_shown (finder, problems, node, entity->sprite, entity->frame, checks);
}

void
kb_check_group (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const gint group = kb_node_look (node)->group;
  if (group && !kb_level_find_group ((const KbLevel *) node->parent, group))
    kb_report (problems, "layer-group", KB_PROBLEM_WARNING, node,
               _("there is no group of the number %d, so it is in none"), group);
  else if (group && !kb_node_group (node))
    kb_report (problems, "layer-group", KB_PROBLEM_WARNING, node,
               _("its groups contain each other, so it is in none"));
}

void
kb_check_image (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  static const char *const checks[] = { "image-sprite", "image-frame" };
  const KbImageLayer *image = (const KbImageLayer *) node;
  check_shown (finder, problems, node, image->sprite, image->frame, checks);
  kb_check_group (finder, problems, node);
}

static gboolean
is_empty (const KbLevel *level)
{
  for (const KbList *list = kb_level_kind.lists; list->name; list++)
    if (kb_node_list (&level->node, list)->len)
      return FALSE;
  return TRUE;
}

static gboolean
has_solid_tile (const KbProject *project, const KbLevel *level)
{
  KB_EACH (const KbTileset, tileset, level->tilesets)
    {
      const KbSprite *sprite = kb_project_find_sprite (project, tileset->sprite);
      KB_EACH_WHILE (sprite != NULL, const KbFrame, frame, sprite->frames)
        if (frame->collision != KB_COLLISION_SHAPES)
          return TRUE;
    }
  return FALSE;
}

/* Does a cell of the layer stop moves? Ends at the first one. */
static gboolean
layer_stops (const KbProject *project, const KbLevel *level, const KbLayer *layer)
{
  g_autofree guint32 *row = g_new (guint32, (gsize) layer->width);
  const KbZones *zones = layer->cells.zones;
  guint32 last = 0;
  for (gint j = 0; zones && j < layer->height; j++)
    {
      kb_cells_copy (zones, 0, j, (guint) layer->width, 1, row, (gsize) layer->width);
      for (gint i = 0; i < layer->width; i++)
        {
          const KbCell cell = kb_cell_unpack (row[i]);
          if (kb_cell_is_empty (row[i]) || (row[i] & KB_CELL_TILE) == last)
            continue;
          const KbSprite *sprite = kb_level_tileset_sprite (project, level, (gint) cell.tileset);
          const KbFrame *frame = sprite ? kb_sprite_find_frame (sprite, (gint) cell.frame) : NULL;
          KbId class_id;
          if (frame && kb_layer_collision (layer, frame, &class_id) != KB_COLLISION_SHAPES)
            return TRUE;
          last = row[i] & KB_CELL_TILE;
        }
    }
  return FALSE;
}

/* What there is in tile layers alone. */
static gboolean
tiles_stop (const KbProject *project, const KbLevel *level)
{
  const gboolean solid = has_solid_tile (project, level);
  KB_EACH (const KbLayer, layer, level->layers)
    if ((solid || layer->solid) && layer_stops (project, level, layer))
      return TRUE;
  return FALSE;
}

void
kb_check_level (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbLevel *level = (const KbLevel *) node;
  kb_check_name (problems, node);
  const guint others = level->walls->len + level->mazes->len + level->grounds->len
                       + level->heightmaps->len;
  if (!others && level->layers->len && !tiles_stop (finder->document->project, level))
    kb_report (problems, "nothing-stops", KB_PROBLEM_WARNING, node,
               _("nothing in this level stops a move; its tiles can have a collision, and all of a "
                 "layer can stop moves"));
  if (!others && !level->layers->len)
    {
      kb_report (problems, "no-walls", KB_PROBLEM_WARNING, node, _("the level has no walls"));
      ((KbProblem *) g_ptr_array_index (problems, problems->len - 1))->unbegun = is_empty (level);
    }
  kb_check_picture (problems, node, &level->picture,
                    kb_problem_finder_file (finder, level->picture.file));
}

GPtrArray *
kb_document_level_problems (const KbDocument *document, const KbLevel *level)
{
  KbProblemFinder finder = { .document = document };
  GPtrArray *problems = g_ptr_array_new_with_free_func (kb_problem_free);
  kb_check_walls_and_areas (problems, level);
  KB_EACH (KbEntity, entity, level->entities)
    kb_check_entity (&finder, problems, &entity->node);
  return problems;
}
