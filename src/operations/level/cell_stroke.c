/* SPDX-License-Identifier: MIT */
/* Strokes on tile layers. */
#include "operations/level/cell_stroke_private.h"

#include <glib/gi18n.h>

#include "operations/paint/flood.h"
#include "operations/private.h"

/* Step by which a large layer grows: whole tiles of the picture stay unchanged */
#define CELL_STROKE_STEP 32
#define CELL_STROKE_LARGE (1 << 20)   /* cells; from here on, copying would be noticeable */

/* --- Boxes ------------------------------------------------------------------------------------ */

gboolean
kb_cell_box_is_empty (KbCellBox box)
{
  return box.width <= 0 || box.height <= 0;
}

static KbCellBox
box_between (gint64 i0, gint64 j0, gint64 i1, gint64 j1)
{
  return (KbCellBox) { (gint) i0, (gint) j0, (gint) MAX (i1 - i0, 0), (gint) MAX (j1 - j0, 0) };
}

KbCellBox
kb_cell_box_meet (KbCellBox a, KbCellBox b)
{
  return box_between (MAX (a.i, b.i), MAX (a.j, b.j),
                      MIN ((gint64) a.i + a.width, (gint64) b.i + b.width),
                      MIN ((gint64) a.j + a.height, (gint64) b.j + b.height));
}

static KbCellBox
box_join (KbCellBox a, KbCellBox b)
{
  if (kb_cell_box_is_empty (a) || kb_cell_box_is_empty (b))
    return kb_cell_box_is_empty (a) ? b : a;
  return box_between (MIN (a.i, b.i), MIN (a.j, b.j),
                      MAX ((gint64) a.i + a.width, (gint64) b.i + b.width),
                      MAX ((gint64) a.j + a.height, (gint64) b.j + b.height));
}

void
kb_cell_stroke_note (KbCellStroke *stroke, KbCellBox box)
{
  if (kb_cell_box_is_empty (box))
    return;
  stroke->dirty = box_join (stroke->dirty, box);
  stroke->written = box_join (stroke->written, box);
}

/* --- Growing ---------------------------------------------------------------------------------- */

static gint64
up (gint64 n)
{
  return (n + CELL_STROKE_STEP - 1) / CELL_STROKE_STEP * CELL_STROKE_STEP;
}

/* Includes the cells `from` to before `to`: only those, or in steps if there is room. */
static gboolean
grow_side (gint *first, gint *size, gint64 from, gint64 to, gboolean in_steps)
{
  gint64 end = (gint64) *first + *size;
  for (gboolean rounded = in_steps;; rounded = FALSE)
    {
      gint64 lo = MIN (from, *first), hi = MAX (to, end);
      if (rounded)
        {
          lo = *first - up (*first - lo);
          hi = hi > end ? *first + up (hi - *first) : end;
        }
      if (hi - lo <= KB_MAX_CELLS && lo >= -KB_CELL_LIMIT && hi <= KB_CELL_LIMIT)
        {
          *first = (gint) lo;
          *size = (gint) (hi - lo);
          return TRUE;
        }
      if (!rounded)
        return FALSE;
    }
}

static KbZonesPainter *
painter_on (const KbCellStroke *stroke, KbCellBox box)
{
  g_autoptr (KbZones) zones =
    kb_zones_crop (stroke->original, (box.i - stroke->was.i) * 2, (box.j - stroke->was.j) * 2,
                   (guint) box.width * 2, (guint) box.height * 2);
  return kb_zones_painter_new (zones);
}

void
kb_cell_stroke_grow (KbCellStroke *stroke, KbCellBox needed)
{
  KbCellBox to = stroke->is;
  if (stroke->within)
    needed = kb_cell_box_meet (needed, (KbCellBox) { stroke->within_i, stroke->within_j,
                                                     stroke->within->width,
                                                     stroke->within->height });
  if (kb_cell_box_is_empty (needed)
      || box_join (stroke->is, needed).width + box_join (stroke->is, needed).height
           == to.width + to.height)
    return;
  gboolean in_steps = (gint64) to.width * to.height >= CELL_STROKE_LARGE;
  if (!grow_side (&to.i, &to.width, needed.i, (gint64) needed.i + needed.width, in_steps)
      || !grow_side (&to.j, &to.height, needed.j, (gint64) needed.j + needed.height, in_steps))
    {
      stroke->full = TRUE;
      return;
    }
  KbZonesPainter *painter = painter_on (stroke, to);
  if (!kb_cell_box_is_empty (stroke->written))
    {
      const KbCellBox *w = &stroke->written;
      gsize stride = (gsize) w->width * 2;
      g_autofree guint8 *pixels = g_malloc (stride * KB_ZONES_TILE);
      for (gint y = 0; y < w->height * 2; y += KB_ZONES_TILE)
        {
          guint rows = (guint) MIN (KB_ZONES_TILE, w->height * 2 - y);
          kb_zones_painter_copy (stroke->painter, (w->i - stroke->is.i) * 2,
                                 (w->j - stroke->is.j) * 2 + y, (guint) stride, rows, pixels,
                                 stride);
          kb_zones_painter_copy_in (painter, (w->i - to.i) * 2, (w->j - to.j) * 2 + y,
                                    (guint) stride, rows, pixels, NULL, stride);
        }
    }
  kb_zones_painter_cancel (stroke->painter);
  stroke->painter = painter;
  stroke->is = to;
}

/* --- A stroke --------------------------------------------------------------------------------- */

KbCellStroke *
kb_cell_stroke_new (KbDocument *document, KbId id, GError **error)
{
  const KbLayer *layer = kb_operation_node (document, id, &kb_layer_kind, error);
  gint width, height;
  if (!layer)
    return NULL;
  kb_node_size (&layer->node, &width, &height);
  KbZones *zones = layer->cells.zones;
  if (zones
      && (kb_zones_width (zones) != (guint) width || kb_zones_height (zones) != (guint) height))
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("the cells of the layer '%s' are of another size than the layer"),
                         layer->name);
  KbCellStroke *stroke =
    KB_NEW (KbCellStroke, .document = document, .layer = id, .grid = kb_tile_grid_of (layer));
  stroke->was = stroke->is = stroke->shown = kb_layer_bounds (layer);
  stroke->original = zones ? kb_zones_ref (zones) : kb_zones_new ((guint) width, (guint) height, 0);
  stroke->painter = kb_zones_painter_new (stroke->original);
  return stroke;
}

void
kb_cell_stroke_cancel (KbCellStroke *stroke)
{
  if (!stroke)
    return;
  kb_zones_painter_cancel (stroke->painter);
  kb_zones_unref (stroke->original);
  g_free (stroke);
}

void
kb_cell_stroke_restart (KbCellStroke *stroke)
{
  stroke->dirty = box_join (stroke->dirty, stroke->written);
  stroke->written = (KbCellBox) { 0 };
  stroke->full = FALSE;
  if (stroke->is.width == stroke->was.width && stroke->is.height == stroke->was.height)
    {
      kb_zones_painter_restart (stroke->painter);
      return;
    }
  kb_zones_painter_cancel (stroke->painter);
  stroke->is = stroke->was;
  stroke->painter = kb_zones_painter_new (stroke->original);
}

static gboolean
commit (KbCellStroke *stroke, KbZonesPatch *patch, const char *label, GError **error)
{
  KbDocument *document = stroke->document;
  const KbCellBox *was = &stroke->was, *is = &stroke->is;
  const KbNode *node = kb_document_node (document, stroke->layer);
  if (node)
    {
      KbCellBox now = kb_layer_bounds ((const KbLayer *) node);
      if (now.i != was->i || now.j != was->j || now.width != was->width
          || now.height != was->height)
        {
          return kb_fail (error, KB_ERROR_INPUT, _("what is painted here has changed since"));
        }
    }
  kb_document_begin (document, label);
  gboolean done =
    kb_document_set_bounds (document, stroke->layer, is->i, is->j, is->width, is->height, error)
      && kb_document_paint (document, stroke->layer, "cells", patch, label, error);
  return kb_document_finish (document, done);
}

gboolean
kb_cell_stroke_end (KbCellStroke *stroke, const char *label, GError **error)
{
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (stroke->painter);
  gboolean ok = !patch || commit (stroke, patch, label, error);
  kb_zones_unref (stroke->original);
  g_free (stroke);
  return ok;
}

void
kb_cell_stroke_limit (KbCellStroke *stroke, const KbStamp *mask, gint i, gint j)
{
  stroke->within = mask;
  stroke->within_i = i;
  stroke->within_j = j;
}

gboolean
kb_cell_stroke_may_write (const KbCellStroke *stroke, gint i, gint j)
{
  const KbStamp *within = stroke->within;
  gint64 x = (gint64) i - stroke->within_i, y = (gint64) j - stroke->within_j;
  return !within
         || (x >= 0 && y >= 0 && x < within->width && y < within->height
             && !kb_cell_is_empty (kb_stamp_at (within, (gint) x, (gint) y)));
}

KbCellBox
kb_cell_stroke_bounds (const KbCellStroke *stroke)
{
  return stroke->is;
}

guint32
kb_cell_stroke_at (const KbCellStroke *stroke, gint i, gint j)
{
  KbCellBox one = kb_cell_box_meet ((KbCellBox) { i, j, 1, 1 }, stroke->is);
  return kb_cell_box_is_empty (one)
           ? 0
           : kb_cells_painter_at (stroke->painter, i - stroke->is.i, j - stroke->is.j);
}

KbZonesPainter *
kb_cell_stroke_painter (KbCellStroke *stroke)
{
  return stroke->painter;
}

gboolean
kb_cell_stroke_take_dirty (KbCellStroke *stroke, KbCellBox *box)
{
  *box = stroke->dirty;
  stroke->dirty = (KbCellBox) { 0 };
  return !kb_cell_box_is_empty (*box);
}

gboolean
kb_cell_stroke_take_grown (KbCellStroke *stroke)
{
  const KbCellBox was = stroke->shown, is = stroke->is;
  stroke->shown = is;
  return was.i != is.i || was.j != is.j || was.width != is.width || was.height != is.height;
}

gboolean
kb_cell_stroke_is_full (const KbCellStroke *stroke)
{
  return stroke->full;
}

/* --- Stamps ----------------------------------------------------------------------------------- */

static gint
wrap_index (gint64 n, gint by)
{
  return (gint) ((n % by + by) % by);
}

/* Writes n cells from (i, j) on, of the stamp repeated from (anchor_i, anchor_j); within the
 * layer. */
static void
put_row (KbCellStroke *stroke, const KbStamp *stamp, gint64 anchor_i, gint64 anchor_j, gint i,
         gint j, gint n)
{
  enum { AT_ONCE = 256 };
  guint32 cells[AT_ONCE];
  guint8 keep[AT_ONCE];
  const guint32 *row =
    stamp->cells + (gsize) wrap_index (j - anchor_j, stamp->height) * (gsize) stamp->width;
  for (gint done = 0, part; done < n; done += part)
    {
      part = MIN (n - done, AT_ONCE);
      gint at = wrap_index (i + done - anchor_i, stamp->width);
      for (gint x = 0; x < part; x++, at = at + 1 == stamp->width ? 0 : at + 1)
        {
          cells[x] = row[at];
          keep[x] =
            kb_cell_is_empty (row[at]) || !kb_cell_stroke_may_write (stroke, i + done + x, j);
        }
      kb_cells_painter_copy_in (stroke->painter, i + done - stroke->is.i, j - stroke->is.j,
                                (guint) part, 1, cells,
                                stamp->has_empty || stroke->within ? keep : NULL, AT_ONCE);
    }
}

static void
put_box (KbCellStroke *stroke, const KbStamp *stamp, gint64 anchor_i, gint64 anchor_j,
         KbCellBox box)
{
  box = kb_cell_box_meet (box, stroke->is);
  if (kb_cell_box_is_empty (box))
    return;
  kb_cell_stroke_note (stroke, box);
  if (stamp->width == 1 && stamp->height == 1 && !stamp->has_empty && !stroke->within)
    kb_cells_painter_box (stroke->painter, box.i - stroke->is.i, box.j - stroke->is.j, box.width,
                          box.height, stamp->cells[0]);
  else
    for (gint y = 0; y < box.height; y++)
      put_row (stroke, stamp, anchor_i, anchor_j, box.i, box.j + y, box.width);
}

/* The box of a stamp's tiles. */
static KbCellBox
tiles_of (const KbStamp *stamp)
{
  KbCellBox box = { 0 };
  if (!stamp->has_empty)
    return (KbCellBox) { 0, 0, stamp->width, stamp->height };
  for (gint y = 0; y < stamp->height; y++)
    for (gint x = 0; x < stamp->width; x++)
      if (!kb_cell_is_empty (kb_stamp_at (stamp, x, y)))
        box = box_join (box, (KbCellBox) { x, y, 1, 1 });
  return box;
}

static gboolean
in_reach (gint i, gint j)
{
  return ABS ((gint64) i) <= 2 * KB_CELL_LIMIT && ABS ((gint64) j) <= 2 * KB_CELL_LIMIT;
}

void
kb_cell_stroke_stamp (KbCellStroke *stroke, const KbStamp *stamp, gint i, gint j)
{
  KbCellBox tiles = tiles_of (stamp);
  if (kb_cell_box_is_empty (tiles) || !in_reach (i, j))
    return;
  tiles.i += i;
  tiles.j += j;
  kb_cell_stroke_grow (stroke, tiles);
  put_box (stroke, stamp, i, j, tiles);
}

static gint
floor_to (gint64 n, gint anchor, gint step)
{
  return (gint) (n - wrap_index (n - anchor, step));
}

void
kb_cell_stroke_drag (KbCellStroke *stroke, const KbStamp *stamp, gint anchor_i, gint anchor_j,
                     gint from_i, gint from_j, gint to_i, gint to_j)
{
  if (!in_reach (from_i, from_j) || !in_reach (to_i, to_j) || !in_reach (anchor_i, anchor_j))
    return;
  gint64 di = ABS ((gint64) to_i - from_i), dj = ABS ((gint64) to_j - from_j), n = MAX (di, dj);
  gint last_i = 0, last_j = 0;
  for (gint64 k = 0; k <= n; k++)
    {
      /* The nearest cell on the line; halves round away from its start. */
      gint64 oi = n ? (2 * di * k + n) / (2 * n) : 0, oj = n ? (2 * dj * k + n) / (2 * n) : 0;
      gint i = floor_to (to_i < from_i ? from_i - oi : from_i + oi, anchor_i, stamp->width);
      gint j = floor_to (to_j < from_j ? from_j - oj : from_j + oj, anchor_j, stamp->height);
      if (k == 0 || i != last_i || j != last_j)
        kb_cell_stroke_stamp (stroke, stamp, i, j);
      last_i = i;
      last_j = j;
    }
}

void
kb_cell_stroke_box (KbCellStroke *stroke, const KbStamp *stamp, KbCellBox box)
{
  if (kb_cell_box_is_empty (box) || !in_reach (box.i, box.j) || kb_stamp_is_empty (stamp))
    return;
  kb_cell_stroke_grow (stroke, box);
  put_box (stroke, stamp, box.i, box.j, box);
}

/* --- Fill ------------------------------------------------------------------------------------- */

typedef struct {
  KbFlood flood;            /* must be first: find_equal receives it */
  KbCellStroke *stroke;
  KbCellLike like;
  gpointer data;
  guint32 cell;
  KbPixelSet *found;
} CellStrokeFill;

/* A word of 64 cells covers two tiles of the picture. */
static guint64
find_equal (KbFlood *flood, guint word, guint y)
{
  const CellStrokeFill *fill = (const CellStrokeFill *) flood;
  const KbZonesPainter *painter = fill->stroke->painter;
  const KbZones *zones = kb_zones_painter_zones (fill->stroke->painter);
  guint64 equal = 0;
  for (guint half = 0; half < 2; half++)
    {
      guint column = word * 2 + half;
      if (column >= kb_zones_columns (zones))
        break;
      const guint8 *row =
        kb_zones_painter_tile (painter, y * 2 / KB_ZONES_TILE * kb_zones_columns (zones) + column)
        + y * 2 % KB_ZONES_TILE * KB_ZONES_TILE;
      for (guint x = 0; x < CELL_STROKE_STEP; x++)
        {
          guint32 cell = kb_cell_join (row + 2 * x, KB_ZONES_TILE);
          if ((fill->like ? fill->like (fill->data, cell) : cell) == fill->cell)
            equal |= G_GUINT64_CONSTANT (1) << (half * 32 + x);
        }
    }
  return equal;
}

static gboolean
found_run (guint y, guint x0, guint x1, gpointer data)
{
  kb_set_run (((CellStrokeFill *) data)->found, y, x0, x1, TRUE);
  return TRUE;
}

/* Staggered cells: from cell to cell across their edges. */
static void
find_staggered (CellStrokeFill *fill, gint i, gint j)
{
  const KbCellStroke *stroke = fill->stroke;
  const KbCellBox is = stroke->is;
  g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (gint[2]));
  gint around[6][2] = { { i, j } };
  for (guint n = 1;; n = kb_tile_grid_neighbours (&stroke->grid, i, j, around))
    {
      for (guint k = 0; k < n; k++)
        {
          const gint u = around[k][0] - is.i, v = around[k][1] - is.j;
          if (u < 0 || v < 0 || u >= is.width || v >= is.height
              || kb_pixel_set_has (fill->found, u, v))
            continue;
          const guint32 cell = kb_cell_stroke_at (stroke, around[k][0], around[k][1]);
          if ((fill->like ? fill->like (fill->data, cell) : cell) != fill->cell)
            continue;
          kb_set_run (fill->found, (guint) v, (guint) u, (guint) u + 1, TRUE);
          g_array_append_val (next, around[k]);
        }
      if (next->len == 0)
        return;
      const gint *last = &g_array_index (next, gint, 2 * (next->len - 1));
      i = last[0];
      j = last[1];
      g_array_set_size (next, next->len - 1);
    }
}

KbPixelSet *
kb_cell_stroke_find (KbCellStroke *stroke, gint i, gint j, KbCellLike like, gpointer data)
{
  KbCellBox is = stroke->is;
  if (kb_cell_box_is_empty (kb_cell_box_meet ((KbCellBox) { i, j, 1, 1 }, is)))
    return NULL;
  guint32 cell = kb_cell_stroke_at (stroke, i, j);
  CellStrokeFill fill = { .stroke = stroke, .like = like, .data = data,
                          .cell = like ? like (data, cell) : cell,
                          .found = kb_pixel_set_new ((guint) is.width, (guint) is.height) };
  if (stroke->grid.stagger != KB_STAGGER_NONE)
    {
      find_staggered (&fill, i, j);
      return fill.found;
    }
  kb_flood_init (&fill.flood, (guint) is.width, (guint) is.height);
  fill.flood.known = g_new0 (guint8, (gsize) fill.found->words * (gsize) is.height);
  fill.flood.find = find_equal;
  fill.flood.found = found_run;
  kb_flood_from (&fill.flood, (guint) (i - is.i), (guint) (j - is.j), &fill);
  kb_flood_clear (&fill.flood);
  return fill.found;
}

void
kb_cell_stroke_put (KbCellStroke *stroke, const KbPixelSet *set, const KbStamp *stamp, gint i,
                    gint j)
{
  KbCellBox is = stroke->is;
  for (gint y = 0, x0, x1; y < is.height; y++)
    for (x1 = 0; kb_pixel_set_next_run (set, y, x1, &x0, &x1);)
      {
        KbCellBox run = { is.i + x0, is.j + y, x1 - x0, 1 };
        kb_cell_stroke_note (stroke, run);
        if (stamp)
          put_row (stroke, stamp, i, j, run.i, run.j, run.width);
        else
          kb_cell_stroke_erase (stroke, run);
      }
}

gboolean
kb_cell_stroke_fill (KbCellStroke *stroke, const KbStamp *stamp, gint i, gint j)
{
  g_autoptr (KbPixelSet) found = kb_cell_stroke_find (stroke, i, j, NULL, NULL);
  if (!found)
    return FALSE;
  kb_cell_stroke_put (stroke, found, stamp, i, j);
  return TRUE;
}
