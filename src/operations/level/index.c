/* SPDX-License-Identifier: MIT */
/* Cells of a level, and queries. See near.c too. */
#include "operations/level/index.h"

#include <math.h>
#include <string.h>

#define LEAST 3              /* cells have at least 8 pixels, */
/* and at most contain anything that fits into a level */
#define MOST 17
#define NONE G_MAXUINT32
#define FREE 0               /* type of an unused entry */

typedef struct {
  KbLevelItem item;
  guint32 next;              /* with the same id, for an area's edges; of unused entries */
} Entry;

typedef struct { guint32 entry, next; } Link;
typedef struct { guint64 key; guint32 first; } Cell;   /* key 0: unused */

struct KbLevelIndex {
  KbDocument *document;
  KbId level;
  guint listener;
  GArray *entries;           /* Entry */
  guint32 free_entry;
  GArray *firsts;            /* guint32 by KbId: the first entry + 1 */
  GArray *links;             /* Link */
  guint32 free_link;
  Cell *cells;               /* a table with open addressing */
  guint n_cells, room;       /* room: a power of two */
  guint counts[MOST + 1];    /* entries by the size of their cells */
  gboolean stale;            /* after large changes: refilled at the next query */
};

typedef struct { gint x0, y0, x1, y1; } Range;

#define ENTRY(index, i) (&g_array_index ((index)->entries, Entry, i))
#define LINK(index, i) (&g_array_index ((index)->links, Link, i))

/* ---- cells ---- */

static guint
size_of (const KbLevelItem *item)
{
  double extent = MAX (fabs (item->b.x - item->a.x), fabs (item->b.y - item->a.y));
  guint size = LEAST;

  while (size < MOST && extent > (double) (1 << size))
    size++;
  return size;
}

static gint
cell_of (double x, guint size)
{
  /* A query may be outside anything's possible position. */
  return (gint) floor (CLAMP (x, -2.0 * KB_LEVEL_LIMIT, 2.0 * KB_LEVEL_LIMIT)
                       / (double) (1 << size));
}

static Range
range_of (KbBounds box, guint size)
{
  return (Range) { cell_of (box.x0, size), cell_of (box.y0, size), cell_of (box.x1, size),
                  cell_of (box.y1, size) };
}

static KbBounds
bounds_of (const KbLevelItem *item)
{
  return (KbBounds) { MIN (item->a.x, item->b.x), MIN (item->a.y, item->b.y),
                     MAX (item->a.x, item->b.x), MAX (item->a.y, item->b.y) };
}

static guint64
key_of (guint size, gint x, gint y)
{
  return (guint64) size << 48 | (guint64) (x + (1 << 20)) << 24 | (guint64) (y + (1 << 20));
}

/* Its slot in the table, or the free slot for it. */
static Cell *
find_cell (const KbLevelIndex *index, guint64 key)
{
  guint64 hash = key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint i = (guint) (hash >> 32) & (index->room - 1);

  while (index->cells[i].key && index->cells[i].key != key)
    i = (i + 1) & (index->room - 1);
  return &index->cells[i];
}

static void
grow_cells (KbLevelIndex *index)
{
  g_autofree Cell *old = index->cells;
  guint n = index->room;

  index->room = MAX (n * 2, 64);
  index->cells = g_new0 (Cell, index->room);
  index->n_cells = 0;
  for (guint i = 0; i < n; i++)
    if (old[i].key && old[i].first != NONE)
      {
        *find_cell (index, old[i].key) = old[i];
        index->n_cells++;
      }
}

static void
link_cell (KbLevelIndex *index, guint64 key, guint32 entry)
{
  guint32 link = index->free_link;

  if (index->n_cells * 2 >= index->room)
    grow_cells (index);
  Cell *cell = find_cell (index, key);
  if (!cell->key)
    {
      *cell = (Cell) { key, NONE };
      index->n_cells++;
    }
  if (link == NONE)
    {
      link = index->links->len;
      g_array_set_size (index->links, link + 1);
    }
  else
    index->free_link = LINK (index, link)->next;
  *LINK (index, link) = (Link) { entry, cell->first };
  cell->first = link;
}

static void
unlink_cell (KbLevelIndex *index, guint64 key, guint32 entry)
{
  Cell *cell = find_cell (index, key);
  guint32 *at = &cell->first;

  while (*at != NONE && LINK (index, *at)->entry != entry)
    at = &LINK (index, *at)->next;
  g_return_if_fail (*at != NONE);
  guint32 link = *at;
  *at = LINK (index, link)->next;
  LINK (index, link)->next = index->free_link;
  index->free_link = link;
}

/* ---- adding and removing ---- */

static void
place (KbLevelIndex *index, guint32 entry, gboolean in)
{
  const KbLevelItem item = ENTRY (index, entry)->item;
  guint size = size_of (&item);
  Range range = range_of (bounds_of (&item), size);

  for (gint y = range.y0; y <= range.y1; y++)
    for (gint x = range.x0; x <= range.x1; x++)
      (in ? link_cell : unlink_cell) (index, key_of (size, x, y), entry);
  index->counts[size] += in ? 1 : (guint) -1;
}

static void
add_indexed (KbLevelIndex *index, KbLevelItem item)
{
  guint32 entry = index->free_entry;

  if (entry == NONE)
    {
      entry = index->entries->len;
      g_array_set_size (index->entries, entry + 1);
    }
  else
    index->free_entry = ENTRY (index, entry)->next;
  if (item.id >= index->firsts->len)
    g_array_set_size (index->firsts, item.id + 1 + item.id / 4);
  guint32 *first = &g_array_index (index->firsts, guint32, item.id);
  *ENTRY (index, entry) = (Entry) { item, *first };
  *first = entry + 1;
  place (index, entry, TRUE);
}

static void
drop_indexed (KbLevelIndex *index, KbId id)
{
  guint32 entry = id < index->firsts->len ? g_array_index (index->firsts, guint32, id) : 0;

  if (!entry)
    return;
  g_array_index (index->firsts, guint32, id) = 0;
  while (entry)
    {
      guint32 at = entry - 1;

      place (index, at, FALSE);
      entry = ENTRY (index, at)->next;
      *ENTRY (index, at) = (Entry) { .item = { .type = FREE }, .next = index->free_entry };
      index->free_entry = at;
    }
}

static void
put_area (KbLevelIndex *index, const KbArea *area)
{
  for (guint ring = 0; ring < area->rings.n; ring++)
    for (guint start = kb_rings_start (&area->rings, ring), end = area->rings.ends[ring], i = start;
         i < end; i++)
      add_indexed (index, (KbLevelItem) { KB_ITEM_EDGE, area->node.id, i, area->rings.points[i],
                                          area->rings.points[i + 1 < end ? i + 1 : start] });
}

static void
put_indexed (KbLevelIndex *index, const KbNode *node)
{
  const KbWall *wall = kb_node_as (node, &kb_wall_kind);
  const KbArea *area = kb_node_as (node, &kb_area_kind);
  const KbEntity *entity = kb_node_as (node, &kb_entity_kind);

  drop_indexed (index, node->id);
  if (wall)
    add_indexed (index, (KbLevelItem) { KB_ITEM_WALL, node->id, 0, wall->a, wall->b });
  else if (area)
    put_area (index, area);
  else if (entity)
    add_indexed (index, (KbLevelItem) { KB_ITEM_ENTITY, node->id, 0, entity->at, entity->at });
}

static void
clear (KbLevelIndex *index)
{
  g_array_set_size (index->entries, 0);
  g_array_set_size (index->links, 0);
  g_array_set_size (index->firsts, 0);
  index->free_entry = index->free_link = NONE;
  g_clear_pointer (&index->cells, g_free);
  index->n_cells = index->room = 0;
  memset (index->counts, 0, sizeof index->counts);
  grow_cells (index);
}

static void
fill_index (KbLevelIndex *index)
{
  const KbLevel *level = kb_level_index_level (index);
  const GPtrArray *lists[] = { level ? level->walls : NULL, level ? level->areas : NULL,
                               level ? level->entities : NULL };

  clear (index);
  index->stale = FALSE;
  while (level && index->room < 2 * kb_count (level->walls))
    grow_cells (index);
  for (guint l = 0; level && l < G_N_ELEMENTS (lists); l++)
    KB_EACH (KbNode, node, lists[l])
      put_indexed (index, node);
}

static void
on_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  KbLevelIndex *index = data;
  const KbNode *node;

  if (event->type == KB_EVENT_STEP || event->type == KB_EVENT_MOVE || event->type == KB_EVENT_PAINT)
    return;
  if (event->node == index->level && event->type != KB_EVENT_SET)
    index->stale = TRUE;
  else if (index->stale)
    return;
  else if (event->parent != index->level)
    return;
  else if (event->type == KB_EVENT_REMOVE)
    drop_indexed (index, event->node);
  else if (event->type == KB_EVENT_INSERT || strcmp (event->name, "class") != 0)
    {
      node = kb_document_node (document, event->node);
      if (node)
        put_indexed (index, node);
    }
}

KbLevelIndex *
kb_level_index_new (KbDocument *document, KbId level)
{
  KbLevelIndex *index = g_new0 (KbLevelIndex, 1);

  *index = (KbLevelIndex){ .document = document,
                           .level = level,
                           .entries = g_array_new (FALSE, FALSE, sizeof (Entry)),
                           .links = g_array_new (FALSE, FALSE, sizeof (Link)),
                           .firsts = g_array_new (FALSE, TRUE, sizeof (guint32)) };
  fill_index (index);
  index->listener = kb_document_listen (document, on_event, index);
  return index;
}

void
kb_level_index_free (KbLevelIndex *index)
{
  if (!index)
    return;
  kb_document_unlisten (index->document, index->listener);
  g_array_unref (index->entries);
  g_array_unref (index->links);
  g_array_unref (index->firsts);
  g_free (index->cells);
  g_free (index);
}

KbDocument *
kb_level_index_document (const KbLevelIndex *index)
{
  return index->document;
}

KbLevel *
kb_level_index_level (const KbLevelIndex *index)
{
  return kb_document_find (index->document, index->level, &kb_level_kind);
}

/* ---- visits ---- */

static void
visit_one (const KbLevelItem *item, const KbBounds *box, guint types, KbLevelVisit visit,
           gpointer data)
{
  KbBounds own = bounds_of (item);

  if (item->type & types && own.x0 <= box->x1 && own.x1 >= box->x0 && own.y0 <= box->y1
      && own.y1 >= box->y0)
    visit (item, data);
}

/* A thing in several cells is visited in the first of them. */
static void
visit_cells (const KbLevelIndex *index, const KbBounds *box, guint size, Range range, guint types,
             KbLevelVisit visit, gpointer data)
{
  for (gint y = range.y0; y <= range.y1; y++)
    for (gint x = range.x0; x <= range.x1; x++)
      {
        const Cell *cell = find_cell (index, key_of (size, x, y));

        for (guint32 link = cell->key ? cell->first : NONE; link != NONE;
             link = LINK (index, link)->next)
          {
            const KbLevelItem *item = &ENTRY (index, LINK (index, link)->entry)->item;
            Range own = range_of (bounds_of (item), size);

            if (x == MAX (own.x0, range.x0) && y == MAX (own.y0, range.y0))
              visit_one (item, box, types, visit, data);
          }
      }
}

void
kb_level_index_visit (const KbLevelIndex *index, KbBounds box, guint types, KbLevelVisit visit,
                      gpointer data)
{
  guint in_row = 0;

  if (index->stale)
    fill_index ((KbLevelIndex *) index);
  for (guint size = LEAST; size <= MOST; size++)
    {
      Range range = range_of (box, size);

      if (!index->counts[size])
        continue;
      /* If there are more cells than things, all things are tested in turn */
      if (((double) range.x1 - range.x0 + 1) * ((double) range.y1 - range.y0 + 1)
          > 2.0 * index->counts[size])
        in_row |= 1u << size;
      else
        visit_cells (index, &box, size, range, types, visit, data);
    }
  for (guint i = 0; in_row && i < index->entries->len; i++)
    {
      const KbLevelItem *item = &ENTRY (index, i)->item;

      if (item->type != FREE && in_row & 1u << size_of (item))
        visit_one (item, &box, types, visit, data);
    }
}
