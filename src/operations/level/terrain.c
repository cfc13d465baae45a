/* SPDX-License-Identifier: MIT */
/* Painting with terrains: painted cells, then what is next to them. */
#include "operations/level/terrain.h"

#include "operations/level/cell_stroke_private.h"

#define MISMATCH 16      /* of a painted label, in changes of others */
#define MOST_VISITS 4    /* of a cell in one call */
#define TERRAIN_FAR 3            /* cells, up to which a change may be passed on */
#define PASSED_ON 256    /* a mark of fixed labels that were not painted */
#define STAMP_SIDE 61    /* of random tiles: its repetition is not seen */

/* The place of a label in its tile, in halves of a cell. */
static const struct {
  gint x, y;
} terrain_places[KB_LABELS] = { { 1, 0 }, { 2, 0 }, { 2, 1 }, { 2, 2 },
                                { 1, 2 }, { 0, 2 }, { 0, 1 }, { 0, 0 } };
static const guint at_place[3][3] = { { 7, 0, 1 }, { 6, 8, 2 }, { 5, 4, 3 } };

void
kb_label_place (guint label, gint *x, gint *y)
{
  *x = terrain_places[label].x;
  *y = terrain_places[label].y;
}

typedef guint64 Labels;   /* a byte for each */

typedef struct {
  guint32 cell;           /* 0: none, without labels */
  Labels labels;
  guint weight;
} Tile;

typedef struct {
  gint i, j;
  gint from_i, from_j;    /* the cell at the border from which changes were passed on */
  guint32 before;         /* for undo */
} TerrainPlace;

/* A cell with the terrain all over, and the weights up to it, added up. */
typedef struct { guint32 cell; guint upto; } Variant;

struct KbTerrains {
  gint tileset;
  guint8 terrain;
  guint painted;          /* the labels that the terrain has on some tile */
  gboolean alone;         /* neighbours are left as they are */
  GArray *tiles;          /* Tile: the first is no tile */
  GHashTable *by_frame;   /* index in tiles */
  GHashTable *by_labels;  /* index of the first such tile */
  GArray *all_over;       /* Variant: the best ones */
  GRand *rand;
  /* While painting: */
  KbCellStroke *stroke;
  KbCellBox box;
  const KbPixelSet *set;  /* within the box, or NULL: all of it */
  gint set_i, set_j;      /* the cell of its first pixel */
  GHashTable *fixed;      /* labels by terrain_key_of, in halves of cells */
  GHashTable *visits;     /* by terrain_key_of a cell */
  GArray *queue;          /* Place */
  const TerrainPlace *settled;   /* NULL: none, the border is listed */
  gboolean is_far;        /* a change is passed on far */
  gboolean is_local;      /* no change is passed on */
};

static guint8
label_of (Labels labels, guint k)
{
  return (guint8) (labels >> (8 * k));
}

static Labels
with_label (Labels labels, guint k, guint8 label)
{
  return (labels & ~((Labels) 0xff << (8 * k))) | (Labels) label << (8 * k);
}

/* --- Tiles ------------------------------------------------------------------------------------ */

static KbTerrains *
new_terrains (guint32 seed)
{
  KbTerrains *self =
    KB_NEW (KbTerrains, .tiles = g_array_new (FALSE, FALSE, sizeof (Tile)),
            .by_frame = g_hash_table_new (NULL, NULL),
            .by_labels = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
            .all_over = g_array_new (FALSE, FALSE, sizeof (Variant)),
            .fixed = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
            .visits = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
            .queue = g_array_new (FALSE, FALSE, sizeof (TerrainPlace)),
            .rand = g_rand_new_with_seed (seed));
  return self;
}

void
kb_terrains_free (KbTerrains *self)
{
  if (!self)
    return;
  g_array_unref (self->tiles);
  g_hash_table_unref (self->by_frame);
  g_hash_table_unref (self->by_labels);
  g_array_unref (self->all_over);
  g_hash_table_unref (self->fixed);
  g_hash_table_unref (self->visits);
  g_array_unref (self->queue);
  g_rand_free (self->rand);
  g_free (self);
}

static void
add_all_over (KbTerrains *self, guint32 cell, guint weight)
{
  guint n = self->all_over->len;
  Variant variant = { cell, weight };
  variant.upto += n ? g_array_index (self->all_over, Variant, n - 1).upto : 0;
  g_array_append_val (self->all_over, variant);
}

/* How many labels differ. */
static guint
differences (Labels a, Labels b)
{
  guint n = 0;
  for (Labels x = a ^ b; x; x >>= 8)
    n += (x & 0xff) != 0;
  return n;
}

static Labels
labels_all_over (const KbTerrains *self)
{
  Labels labels = 0;
  for (guint k = 0; k < KB_LABELS; k++)
    if (self->painted >> k & 1)
      labels = with_label (labels, k, self->terrain);
  return labels;
}

static void
find_all_over (KbTerrains *self)
{
  Labels wanted = labels_all_over (self);
  guint least = G_MAXUINT;
  for (guint i = self->terrain ? 1 : 0; i < self->tiles->len; i++)
    least = MIN (least, differences (g_array_index (self->tiles, Tile, i).labels, wanted));
  for (guint i = self->terrain ? 1 : 0; i < self->tiles->len; i++)
    {
      const Tile *tile = &g_array_index (self->tiles, Tile, i);
      if (differences (tile->labels, wanted) == least)
        add_all_over (self, tile->cell, tile->weight);
    }
}

KbTerrains *
kb_terrains_new (const KbSprite *sprite, gint tileset, guint8 terrain, guint32 seed)
{
  KbTerrains *self = new_terrains (seed);
  const Tile none = { .weight = 1 };
  self->tileset = tileset;
  self->terrain = terrain;
  g_array_append_val (self->tiles, none);
  KB_EACH (const KbFrame, frame, sprite->frames)
    {
      KbCell cell = { .frame = (guint) frame->lasting_id, .tileset = (guint) tileset };
      Tile tile = { .weight = (guint) frame->weight };
      for (guint k = 0; k < KB_LABELS && frame->terrain.n == KB_LABELS; k++)
        {
          guint8 label = (guint8) frame->terrain.v[k];
          tile.labels = with_label (tile.labels, k, label);
          self->painted |= (label && (label == terrain || !terrain)) ? 1u << k : 0;
        }
      if (!tile.labels || frame->lasting_id > KB_MAX_TILE_FRAME)
        continue;
      tile.cell = kb_cell_pack (&cell);
      g_hash_table_insert (self->by_frame, GINT_TO_POINTER (frame->lasting_id),
                           GUINT_TO_POINTER (self->tiles->len));
      if (!g_hash_table_contains (self->by_labels, &tile.labels))
        g_hash_table_insert (self->by_labels, g_memdup2 (&tile.labels, sizeof tile.labels),
                             GUINT_TO_POINTER (self->tiles->len));
      g_array_append_val (self->tiles, tile);
    }
  find_all_over (self);
  return self;
}

KbTerrains *
kb_terrains_of_stamp (const KbProject *project, const KbLevel *level, const KbStamp *stamp,
                      guint32 seed)
{
  KbTerrains *self = new_terrains (seed);
  self->alone = TRUE;
  for (gint i = 0; i < stamp->width * stamp->height; i++)
    {
      KbCell cell = kb_cell_unpack (stamp->cells[i]);
      const KbSprite *sprite = kb_level_tileset_sprite (project, level, (gint) cell.tileset);
      const KbFrame *frame = sprite ? kb_sprite_find_frame (sprite, (gint) cell.frame) : NULL;
      if (cell.frame)
        add_all_over (self, stamp->cells[i], frame ? (guint) frame->weight : 1);
    }
  return self;
}

guint
kb_terrains_labels (const KbTerrains *self)
{
  return self->painted;
}

/* One of the cells with the terrain all over; 0 if there is none. */
static guint32
any_all_over (KbTerrains *self)
{
  const Variant *all = (const Variant *) (const void *) self->all_over->data;
  guint n = self->all_over->len, i = 0;
  gint sum = n ? (gint) all[n - 1].upto : 0;
  guint at = n > 1 && sum ? (guint) g_rand_int_range (self->rand, 0, sum) : 0;
  while (sum && all[i].upto <= at)
    i++;
  return n ? all[i].cell : 0;
}

/* The index of a cell's tile; 0: it is empty, or has no labels. Its labels are as it is flipped. */
static guint
terrain_tile_of (const KbTerrains *self, guint32 packed, Labels *labels)
{
  KbCell cell = kb_cell_unpack (packed);
  guint index = (gint) cell.tileset == self->tileset
                  ? GPOINTER_TO_UINT (g_hash_table_lookup (self->by_frame,
                                                           GUINT_TO_POINTER (cell.frame)))
                  : 0;
  Labels own = g_array_index (self->tiles, Tile, index).labels;
  *labels = own;
  if (index && packed & KB_CELL_FLIPS)
    for (guint k = 0; k < KB_LABELS; k++)
      {
        gint x = cell.flip_x ? 2 - terrain_places[k].x : terrain_places[k].x;
        gint y = cell.flip_y ? 2 - terrain_places[k].y : terrain_places[k].y;
        guint from = cell.diagonal ? at_place[x][y] : at_place[y][x];
        *labels = with_label (*labels, k, label_of (own, from));
      }
  return index;
}

/* --- Cells next to painted ones --------------------------------------------------------------- */

static gint64
terrain_key_of (gint x, gint y)
{
  return (gint64) ((guint64) (guint32) x << 32 | (guint32) y);
}

static gboolean
is_painted (const KbTerrains *self, gint i, gint j)
{
  const KbCellBox *box = &self->box;
  gboolean is_in =
    i >= box->i && j >= box->j && i - box->i < box->width && j - box->j < box->height;
  return is_in && (!self->set || kb_pixel_set_has (self->set, i - self->set_i, j - self->set_j));
}

/* Whether a label of a cell is decided, and as what. */
static gboolean
is_fixed (const KbTerrains *self, gint i, gint j, guint k, guint8 *label)
{
  gint64 key = terrain_key_of (2 * i + terrain_places[k].x, 2 * j + terrain_places[k].y);
  gpointer found;
  for (gint y = terrain_places[k].y - 2; y <= terrain_places[k].y; y++)
    for (gint x = terrain_places[k].x - 2; x <= terrain_places[k].x; x++)
      if (!(x & 1) && !(y & 1) && is_painted (self, i + x / 2, j + y / 2))
        {
          guint its = at_place[terrain_places[k].y - y][terrain_places[k].x - x];
          *label = self->painted >> its & 1 ? self->terrain : 0;
          return TRUE;
        }
  if (!g_hash_table_lookup_extended (self->fixed, &key, NULL, &found))
    return FALSE;
  *label = (guint8) GPOINTER_TO_UINT (found);   /* without the mark */
  return TRUE;
}

static void
enqueue (KbTerrains *self, gint i, gint j)
{
  gint64 key = terrain_key_of (i, j);
  guint visits = GPOINTER_TO_UINT (g_hash_table_lookup (self->visits, &key));
  const gint from_i = self->settled ? self->settled->from_i : i,
             from_j = self->settled ? self->settled->from_j : j;
  const TerrainPlace cell = { i, j, from_i, from_j, kb_cell_stroke_at (self->stroke, i, j) };
  if (is_painted (self, i, j) || visits >= MOST_VISITS)
    return;
  self->is_far = self->is_far || MAX (ABS (i - from_i), ABS (j - from_j)) > TERRAIN_FAR;
  g_hash_table_insert (self->visits, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (visits + 1));
  g_array_append_val (self->queue, cell);
}

/* All cells that have this label. */
static void
enqueue_around (KbTerrains *self, gint i, gint j, guint k)
{
  for (gint y = terrain_places[k].y - 2; y <= terrain_places[k].y; y++)
    for (gint x = terrain_places[k].x - 2; x <= terrain_places[k].x; x++)
      if (!(x & 1) && !(y & 1))
        enqueue (self, i + x / 2, j + y / 2);
}

static void
fix (KbTerrains *self, gint i, gint j, guint k, guint8 label)
{
  gint64 key = terrain_key_of (2 * i + terrain_places[k].x, 2 * j + terrain_places[k].y);
  g_hash_table_insert (self->fixed, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (label | (self->settled ? PASSED_ON : 0)));
}

static guint
terrain_cost_of (Labels labels, Labels wanted, Labels fixed)
{
  return differences (labels, wanted) + MISMATCH * differences (labels & fixed, wanted & fixed);
}

/* How many cells around would have to change more than these labels, for no tile is so. */
static guint
burden_of (const KbTerrains *self, gint i, gint j, Labels from, Labels to)
{
  guint n = 0;
  for (gint at = 0; at < 9; at++)
    {
      const gint di = at % 3 - 1, dj = at / 3 - 1;
      Labels labels, changed;
      if (at == 4 || is_painted (self, i + di, j + dj))
        continue;
      terrain_tile_of (self, kb_cell_stroke_at (self->stroke, i + di, j + dj), &labels);
      changed = labels;
      for (guint k = 0; k < KB_LABELS; k++)
        {
          const gint x = terrain_places[k].x - 2 * di, y = terrain_places[k].y - 2 * dj;
          if (label_of (from, k) != label_of (to, k) && x >= 0 && x <= 2 && y >= 0 && y <= 2)
            changed = with_label (changed, at_place[y][x], label_of (to, k));
        }
      n += changed && changed != labels && !g_hash_table_contains (self->by_labels, &changed);
    }
  return n;
}

/* The index of a better tile than the present one with these labels, by its weight among equals;
 * else `present`. */
static guint
choose (KbTerrains *self, gint i, gint j, Labels wanted, Labels fixed, guint present,
        Labels labels, guint *cost)
{
  guint best = present, total = 0;
  *cost = terrain_cost_of (labels, wanted, fixed);
  KB_EACH_IN (const Tile, tile, self->tiles)
    {
      guint n = terrain_cost_of (tile->labels, wanted, fixed);
      if (n && n <= *cost && !self->is_local)
        n += burden_of (self, i, j, wanted, tile->labels);
      if ((!tile_at && n) || !tile->weight || n > *cost || (n == *cost && best == present))
        continue;
      total = n < *cost ? tile->weight : total + tile->weight;
      if (n < *cost || g_rand_double (self->rand) * total < tile->weight)
        best = tile_at;
      *cost = n;
    }
  return best;
}

static void
put_terrain_cell (KbTerrains *self, gint i, gint j, guint32 cell, guint32 present)
{
  guint32 whole = cell | (present & ~(guint32) (KB_CELL_TILE | KB_CELL_FLIPS));
  KbStamp stamp = { 1, 1, FALSE, &whole };
  if (cell)
    kb_cell_stroke_stamp (self->stroke, &stamp, i, j);
  else
    kb_cell_stroke_erase (self->stroke, (KbCellBox) { i, j, 1, 1 });
}

static void
settle (KbTerrains *self, gint i, gint j)
{
  guint32 present = kb_cell_stroke_at (self->stroke, i, j);
  Labels labels, wanted, fixed = 0;
  guint index = terrain_tile_of (self, present, &labels), cost;
  if (!kb_cell_is_empty (present) && !index)
    return;
  wanted = labels;
  for (guint k = 0; k < KB_LABELS; k++)
    {
      guint8 label;
      if (!is_fixed (self, i, j, k, &label))
        continue;
      wanted = with_label (wanted, k, label);
      fixed = with_label (fixed, k, 0xff);
    }
  guint best = choose (self, i, j, wanted, self->is_local ? 0 : fixed, index, labels, &cost);
  const Tile *tile = &g_array_index (self->tiles, Tile, best);
  if (best == index || (!index && cost))
    return;
  put_terrain_cell (self, i, j, tile->cell, present);
  for (guint k = 0; k < KB_LABELS && !self->is_local; k++)
    if (!label_of (fixed, k) && label_of (tile->labels, k) != label_of (wanted, k))
      {
        fix (self, i, j, k, label_of (tile->labels, k));
        enqueue_around (self, i, j, k);
      }
}

static void
settle_queue (KbTerrains *self)
{
  for (guint n = 0; n < self->queue->len && !self->is_far; n++)
    {
      const TerrainPlace cell = g_array_index (self->queue, TerrainPlace, n);
      self->settled = &cell;
      settle (self, cell.i, cell.j);
    }
  self->settled = NULL;
}

/* Backwards: the first of several visits has what was there. */
static void
take_back (KbTerrains *self)
{
  for (guint n = self->queue->len; n-- > 0;)
    {
      const TerrainPlace *cell = &g_array_index (self->queue, TerrainPlace, n);
      put_terrain_cell (self, cell->i, cell->j, cell->before, 0);
    }
}

static gboolean
is_passed_on (gpointer key, gpointer value, gpointer data)
{
  return GPOINTER_TO_UINT (value) & PASSED_ON;
}

/* Call with the box, the set and the queue set. Where tiles are missing, what is painted must not
 * change everything around: then no change is passed on. */
static void
settle_all (KbTerrains *self)
{
  const guint n = self->queue->len;
  settle_queue (self);
  if (self->is_far)
    {
      take_back (self);
      g_array_set_size (self->queue, n);
      g_hash_table_foreach_remove (self->fixed, is_passed_on, NULL);
      self->is_far = FALSE;
      self->is_local = TRUE;
      settle_queue (self);
      self->is_local = FALSE;
    }
  self->is_far = FALSE;
  g_array_set_size (self->queue, 0);
  g_hash_table_remove_all (self->fixed);
  g_hash_table_remove_all (self->visits);
}

static void
settle_border (KbTerrains *self)
{
  const KbCellBox *box = &self->box;
  for (gint j = box->j - 1; j <= box->j + box->height && !self->alone; j++)
    for (gint i = box->i - 1; i <= box->i + box->width; i++)
      {
        gboolean is_next = FALSE;
        if (!self->set && j >= box->j && j < box->j + box->height && i == box->i)
          i = box->i + box->width;   /* all between is painted */
        for (gint k = 0; k < 9 && !is_next && !is_painted (self, i, j); k++)
          is_next = is_painted (self, i + k % 3 - 1, j + k / 3 - 1);
        if (is_next)
          enqueue (self, i, j);
      }
  settle_all (self);
}

/* --- Painting --------------------------------------------------------------------------------- */

/* Random cells, as many as look random; NULL: the terrain is nothing. */
static KbStamp *
make_stamp (KbTerrains *self, KbCellBox box)
{
  gboolean one = self->all_over->len < 2;
  g_autoptr (KbStamp) stamp = kb_stamp_new (one ? 1 : MIN (box.width, STAMP_SIDE),
                                            one ? 1 : MIN (box.height, STAMP_SIDE), NULL);
  for (gint n = 0; n < stamp->width * stamp->height; n++)
    stamp->cells[n] = any_all_over (self);
  stamp->has_empty = FALSE;
  return kb_stamp_is_empty (stamp) ? NULL : g_steal_pointer (&stamp);
}

void
kb_terrains_box (KbTerrains *self, KbCellStroke *stroke, KbCellBox box)
{
  g_autoptr (KbStamp) stamp = make_stamp (self, box);
  self->stroke = stroke;
  self->box = box;
  self->set = NULL;
  if (stamp)
    kb_cell_stroke_box (stroke, stamp, box);
  else
    kb_cell_stroke_erase (stroke, box);
  settle_border (self);
}

void
kb_terrains_touch (KbTerrains *self, KbCellStroke *stroke, gint i, gint j, guint labels)
{
  self->stroke = stroke;
  self->box = (KbCellBox) { 0 };
  self->set = NULL;
  for (guint k = 0; k < KB_LABELS && !self->alone; k++)
    if ((labels & self->painted) >> k & 1)
      {
        fix (self, i, j, k, self->terrain);
        enqueue_around (self, i, j, k);
      }
  settle_all (self);
}

/* Of cells with labels, the first tile that has them: no cell looks like it, without a tileset. */
static guint32
labels_alike (gpointer data, guint32 cell)
{
  const KbTerrains *self = data;
  Labels labels;
  guint found = terrain_tile_of (self, cell, &labels)
                  ? GPOINTER_TO_UINT (g_hash_table_lookup (self->by_labels, &labels))
                  : 0;
  return found ? found : cell;
}

void
kb_terrains_set (KbTerrains *self, KbCellStroke *stroke, const KbPixelSet *set, gint i, gint j)
{
  const KbCellBox is = kb_cell_stroke_bounds (stroke);
  g_autoptr (KbStamp) stamp = make_stamp (self, is);
  KbBox box = { 0 };
  kb_pixel_set_box (set, &box);
  self->stroke = stroke;
  self->box = (KbCellBox) { is.i + box.x, is.j + box.y, box.w, box.h };
  self->set = set;
  self->set_i = is.i;
  self->set_j = is.j;
  kb_cell_stroke_put (stroke, set, stamp, i, j);
  settle_border (self);
}

gboolean
kb_terrains_fill (KbTerrains *self, KbCellStroke *stroke, gint i, gint j)
{
  g_autoptr (KbPixelSet) set =
    kb_cell_stroke_find (stroke, i, j, self->alone ? NULL : labels_alike, self);
  if (set)
    kb_terrains_set (self, stroke, set, i, j);
  return set != NULL;
}
